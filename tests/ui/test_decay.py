"""The Decay view: how it looks, its figures are the lesson's, its keys and clicks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rnntui.decay_figure
from rnntui.app import RnnApp
from rnntui.views.decay import DecayView
from rnntui.widgets.decay_panel import DecayPanel
from rnntui.widgets.panel import Panel
from rnntui_engine.ledger import Published, published_figures
from rnntui_engine.records import NetworkChoice

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, presses, screen_text
from .decay_tools import once, quick, row_of, shown, view_of  # noqa: F401 (a fixture
from .view_tools import app_of, computed, sentence_of

LESSON = json.loads((Path(__file__).parents[1] / "data" / "lesson.json").read_text())
SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


# How it looks.


@SIZES
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("lstm", 1.0)])
async def test_decay_looks_as_it_should(opened: Opened, size: tuple[int, int], cell: str, bias: float) -> None:
    async with opened(size, choices(cell, bias)) as pilot:
        text = await computed(pilot, "2")
        assert max(map(len, text.splitlines())) <= size[0]
        assert "…" not in text  # nothing is cut, nothing still to come
        golden(f"decay_{cell}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (120, 35), (140, 40), (300, 100)])
@pytest.mark.parametrize("asked", [("rnn", 0.0, "lesson"), ("lstm", "chrono", "long-40")])
async def test_any_size(opened: Opened, size: tuple[int, int], asked: tuple[str, float | str, str]) -> None:
    cell, bias, data = asked
    async with opened(size, choices(cell, bias, data=data, length=8)) as pilot:
        text = await computed(pilot, "2")
        assert "▲8" in text
        assert max(map(len, text.splitlines())) <= size[0]
        for panel in view_of(pilot).query(DecayPanel):
            if panel.size.width:
                rows = [panel.canvas().text(y).strip(" │╭╮╰╯─") for y in range(panel.size.height)]
                assert sum(map(bool, rows)) >= min(3, panel.size.height), panel.id


async def test_under_it_stands_what_a_demo_says(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices("lstm", 1.0)) as pilot:
            await computed(pilot, "2")
            app = app_of(pilot)
            app.screen.add_class("telling", *(["boxed"] if size == MIDDLE else []))
            text = await computed(pilot)
            assert "☆" in text and "T   2" in text
            for name in ("decay-table", "published"):
                app.viewing.lit = name
                app.viewing.changed()
                text = await computed(pilot)
                assert "▲12 0.01482" in text and "4.3 %" in text


async def test_colours_of_both_themes(opened: Opened) -> None:
    for theme in ("dark", "light"):
        async with opened(MIDDLE, choices(), plain=False, theme=theme) as pilot:
            await computed(pilot, "2")
            panel = view_of(pilot).query_one("#decay-plot", Panel)
            inks = {s.style.color.name for y in range(18) for s in panel.canvas().strip(y) if s.style}  # type: ignore[union-attr]
            assert set(panel.palette.curves[:2]) <= inks


# Its figures.


@pytest.mark.parametrize("bias", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("cell", ["rnn", "lstm"])
async def test_the_table_shows_the_lesson_to_the_printed_digits(opened: Opened, cell: str, bias: float) -> None:
    if cell == "rnn" and bias:
        return
    async with opened(MIDDLE, choices(cell, bias)) as pilot:
        text = await computed(pilot, "2")
    before = None
    for row in LESSON["trace"][f"{cell} bias {bias:g}"]:
        factor = "–" if before is None else f"{(row['diff_1'] / before['diff_1']) ** 0.5:.3f}"
        readers = [row[f"{reader}_{run}"] for reader in ("readback", "readback_linear") for run in (1, 2)]
        expected = [f"{row['diff_1']:.5f}", f"{row['diff_2']:.5f}", factor, *(f"{r:.4f}" for r in readers)]
        assert row_of(text, row["length"]) == expected
        before = row


async def test_the_cell_state_is_shown_beside_h(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 3.0)) as pilot:
        text = await computed(pilot, "2")
        for row in LESSON["trace"]["lstm bias 3"]:
            cells = row_of(text, row["length"], slice(60, 120))
            state = [f"{row[f'state_diff_{run}']:.5f}" for run in (1, 2)]
            assert [c for c in cells if re.fullmatch(r"0\.\d{5}", c)] == state
        assert "c k1" in text


async def test_every_published_figure_is_ours(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        text = await computed(pilot, "2")
        assert "29 of 29 equal" in text
        said = published_figures()
        for place, length in enumerate((2, 4, 6, 8, 10, 12)):
            cells = row_of(text, length, slice(60, 120))
            assert cells[:4] == [f"{said['trace'].figure['k1'][place]:.5f}", "✓",
                                 f"{said['trace'].figure['k2'][place]:.5f}", "✓"]  # fmt: skip
            assert "≠" not in cells


async def test_a_figure_that_differs_is_marked(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    said = dict(published_figures())
    wrong = said["trace"].figure | {"k1": [0.92845, *said["trace"].figure["k1"][1:]]}
    said["trace"] = Published("", wrong, 5)
    monkeypatch.setattr(rnntui.decay_figure, "published_figures", lambda: said)
    for size, sign in ((MIDDLE, "0.92845 ≠"), (SMALL, "0.92845≠")):
        async with opened(size, choices()) as pilot:
            text = await computed(pilot, "2")
            assert sign in text and "28 of 29" in text


async def test_nothing_is_compared_where_nothing_was_published(opened: Opened) -> None:
    for asked in (choices("lstm"), choices(data="long-12"), choices(hidden=5)):
        async with opened(MIDDLE, asked) as pilot:
            text = await computed(pilot, "2")
            assert "nothing was published" in text and "✓" not in text


def test_plain_falls_a_hundredfold_and_an_open_gate_hardly() -> None:
    found = shown(choices())
    plain, gated = (next(c for c in found.curves if c.kind.cell == cell and c.run == 1) for cell in ("rnn", "lstm"))
    assert 1 / (found.share(plain, 12) or 1) == pytest.approx(101.65, abs=0.01)
    assert 1 / (found.share(gated, 12) or 1) == pytest.approx(3.915, abs=0.001)


def test_the_band_is_the_lessons() -> None:
    band = shown(choices(), runs=100).band
    known = LESSON["factor_T2_to_T12_over_100_runs"]["rnn bias 0"]
    assert band is not None
    assert band.factors == pytest.approx((known["q10"], known["median"], known["q90"]), rel=1e-12)
    assert list(band.edges) == [2, 4, 6, 8, 10, 12]


async def test_the_band_comes_after_the_curves(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DecayView, "RUNS", 4)
    for size in (SMALL, MIDDLE):
        async with opened(size, choices("lstm", 3.0)) as pilot:
            text = await computed(pilot, "2")
            assert "8 in 10 of 4 runs" in text
            assert len(view_of(pilot).many) == 24
            golden(f"decay_band_{size[0]}x{size[1]}", text)


# Its keys and clicks.


async def test_keys_move_the_lit_length_and_choose_the_network(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "2")
        expected = "At T = 12 the difference in plain k1 is 0.0091, 0.98 % of what T = 2 had: about ×0.62 a step."
        assert sentence_of(pilot) == expected
        text = await computed(pilot, "<")
        assert "▲10" in text and sentence_of(pilot).startswith("At T = 10 the difference in plain k1 is 0.0236")
        text = await computed(pilot, ">", "r")
        assert "› □ k2" in text and "the difference in plain k2 is 0.00067" in sentence_of(pilot)
        text = await computed(pilot, "r", *presses("rnn", "lstm"))
        assert "› ★ k1   0.00136" in text and "LSTM bias 0 k1" in sentence_of(pilot)
        await computed(pilot, "m", "m")
        assert "At T = 12 the difference in LSTM bias 3 k1 is 0.1138, 26 %" in sentence_of(pilot)
        text = await computed(pilot, "m")
        assert "LSTM bias chrono" in text and "– " in text
        await computed(pilot, *presses("lstm", "rnn"), "m")
        assert "no memory bias" in sentence_of(pilot)
        for _ in range(6):
            await computed(pilot, "<")
        assert "shortest shown" in sentence_of(pilot)


async def test_every_sentence_fits_a_small_screen(opened: Opened) -> None:
    async with opened(SMALL, choices("lstm", "chrono")) as pilot:
        for key in ("2", "r", "<", "<", "<", "<", "<", "m", "m", "c", "space", "up"):
            text = await computed(pilot, key)
            line = next(row for row in text.splitlines() if row.startswith("▌"))
            assert "…" not in line


async def test_keys_of_the_step_view_say_so(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "2")
        await computed(pilot, "space")
        assert sentence_of(pilot) == "That key is for the Step view. 1 opens it."
        assert app_of(pilot).viewing.period == 1


async def test_clicks(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            await computed(pilot, "2")
            for panel, action, done in (
                ("#decay-plot", "length 6", lambda n: n.length == 6),
                ("#decay-table", "length 8", lambda n: n.length == 8),
                ("#decay-published", "length 10", lambda n: n.length == 10),
                ("#decay-numbers", "run 2", lambda n: n.run == 2),
                ("#decay-numbers", "cell lstm", lambda n: n.cell == "lstm"),
                ("#decay-numbers", "bias 3.0", lambda n: n.memory_bias == 3.0),
            ):
                canvas = view_of(pilot).query_one(panel, Panel).canvas()
                places = [
                    (x, y)
                    for y in range(canvas.height)
                    for x in range(canvas.width)
                    if canvas.action_at(x, y) == action
                ]
                assert places, action
                await pilot.click(panel, offset=places[len(places) // 2])
                await computed(pilot)
                assert done(app_of(pilot).viewing.choices.network), action


async def test_a_length_between_those_shown_and_another_run(opened: Opened) -> None:
    async with opened(MIDDLE, choices(length=7, run=9)) as pilot:
        text = await computed(pilot, "2")
        ours = once(NetworkChoice(run=9, length=7)).differences[0]
        assert row_of(text, 7)[1] == f"{ours:.5f}"
        assert row_of(text, 7, slice(60, 120)) == ["–"] * 5
        assert "29 of 29 equal" in text  # k2 is measured for that, although k9 stands in the table
        assert "› ▣ k9" in text


async def test_chrono_needs_three_periods(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", "chrono")) as pilot:
        text = await computed(pilot, "2")
        assert row_of(text, 2) == ["–"] * 7
        assert "of what T = 4 had" in sentence_of(pilot)


async def test_trained_decides_nothing_here_and_it_says_so(opened: Opened) -> None:
    async with opened(MIDDLE, choices(trained=True)) as pilot:
        text = await computed(pilot, "2")
        assert "these are the untrained networks" in text
        assert row_of(text, 12)[0] == "0.00913"
        app = app_of(pilot)
        if app.trainer.job is not None:
            app.trainer.job.cancelled = True


async def test_help_explains_each_panel(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "2")
        texts = {panel.HELP for panel in view_of(pilot).query(DecayPanel)}
        assert len(texts) == 4 and all(text.startswith("**") for text in texts)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "How much of the first step is left." in screen_text(app_of(pilot))


async def test_opened_there(opened: Opened) -> None:
    app = RnnApp(choices(), view="decay", plain=True)
    async with app.run_test(size=MIDDLE) as pilot:
        text = await computed(pilot)
        assert "29 of 29 equal" in text and sentence_of(pilot).startswith("At T = 12")
