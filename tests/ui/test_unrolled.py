"""The unrolled cell: how it looks, that its numbers are the engine's, and that any cell has one."""

from __future__ import annotations

import pytest

from rnntui.marks import short
from rnntui.panel_numbers import rows_of
from rnntui.seen import SLOTS
from rnntui.viewing import Viewing
from rnntui.widgets.unrolled import UnrolledPanel
from rnntui_engine.cells import CELLS
from rnntui_engine.passing import passing

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text
from .view_tools import app_of, sentence_of

SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


@SIZES
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("lstm", 1.0)])
async def test_it_looks_as_it_should(opened: Opened, size: tuple[int, int], cell: str, bias: float) -> None:
    async with opened(size, choices(cell, bias)) as pilot:
        await pilot.press("w", "space", "space", "space", "space")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert max(map(len, text.splitlines())) <= size[0]
        golden(f"unrolled_{cell}_{size[0]}x{size[1]}", text)


async def test_every_cell_has_one_with_the_engines_numbers(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("end", "w")
        for cell in CELLS:
            app.action_perform(f"cell {cell}")
            await pilot.pause()
            panel = app.query_one(UnrolledPanel)
            rows = [panel.canvas().text(y) for y in range(panel.size.height)]
            found, trace = passing(app.viewing.trace, 1, 12), app.viewing.trace
            part = CELLS[cell].parts[-1]
            assert [f"[{part}{t}]" in rows[3] for t in range(1, 13)] == [True] * 12
            assert [n for n in rows[2].replace("│", "").replace("↑", "").split()] == [
                short(float(v)) for v in found.stays
            ]
            entered = rows[4].replace("│", "").split("╯", 1)[1].replace("↑", " ").split()
            assert entered == ([] if found.enters is None else [short(float(v)) for v in found.enters])
            ratios = [trace.ratio(t) for t in range(2, 13)]
            assert rows[7].split()[3:-1] == [short(r) for r in ratios if r is not None]
            assert [row["stays"] for row in rows_of("unrolled", app.viewing.seen)] == found.stays.tolist()


async def test_nothing_is_drawn_ahead_of_the_cursor(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        await pilot.press("home", "w")
        await pilot.pause()
        panel = app_of(pilot).query_one(UnrolledPanel)
        rows = [panel.canvas().text(y) for y in range(panel.size.height)]
        assert not any(char.isdigit() for y in (1, 2, 4, 7) for char in rows[y]) and "[c12]" in rows[3]
        assert "25.2" in rows[5]  # the inputs are given
        for period in range(1, 13):
            await pilot.press("right")
            await pilot.pause()
            assert panel.canvas().text(2).count(".") == period


async def test_a_key_shows_it_and_goes_back_and_the_slot_has_it(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        assert "Unrolled" not in screen_text(app) and "w unroll" in screen_text(app)
        await pilot.press("w")
        await pilot.pause()
        text = screen_text(app)
        assert "Unrolled" in text and "Equation" not in text
        assert sentence_of(pilot) == "The cell as a loop and unrolled: the same weights at each step. w goes back."
        await pilot.press("enter")
        await pilot.pause()
        assert "Unrolled" not in screen_text(app) and "Equation" in screen_text(app)  # every product needs the row
        await pilot.press("enter", "w")
        await pilot.pause()
        assert "Unrolled" not in screen_text(app) and app.viewing.slot == SLOTS[0]
    async with opened(SMALL) as pilot:
        assert "w unroll" not in screen_text(app_of(pilot))
        await pilot.press(*["v"] * (len(SLOTS) - 1))
        await pilot.pause()
        assert "Unrolled  → Wh ↑ Wx" in screen_text(app_of(pilot))
        await pilot.press("question_mark")
        await pilot.pause()
        assert "The cell as it is written" not in screen_text(app_of(pilot))


async def test_help_explains_it(opened: Opened) -> None:
    async with opened(LARGE) as pilot:
        await pilot.press("w")
        await pilot.pause()
        app_of(pilot).query_one(UnrolledPanel).focus()
        await pilot.press("question_mark")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "Unrolled cell." in text and "Σ|Wh h′|" in text and "⟨" not in text


async def test_a_click_goes_to_a_period(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await pilot.press("w")
        await pilot.pause()
        canvas = app_of(pilot).query_one(UnrolledPanel).canvas()
        await pilot.click(UnrolledPanel, offset=(canvas.text(6).index(" 7 ") + 1, 3))
        await pilot.pause()
        assert app_of(pilot).viewing.period == 7


async def test_long_sequences_come_page_by_page(opened: Opened) -> None:
    async with opened(SMALL, choices(length=150, data="long-150")) as pilot:
        app = app_of(pilot)
        app.viewing.unroll(True)
        for period in (1, 9, 99, 100, 150):
            app.viewing.go(period)
            await pilot.pause()
            text = screen_text(app)
            assert f"▲{period}" in text and "/150" in text and (f"h{period}" in text)


def test_every_slot_can_be_remembered() -> None:
    viewing = Viewing()
    for slot in SLOTS:
        viewing.show_slot(slot)
        assert viewing.sentence.long and viewing.place.slot == slot
    viewing.unroll(False)
    assert viewing.slot == SLOTS[0]
