"""The Step view: every key, what the panels say, what stays when something changes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rnntui.actions import ACTIONS, find
from rnntui.app import RnnApp
from rnntui.widgets.hidden_units import HiddenUnitsPanel
from rnntui_engine.cells import CELLS
from rnntui_engine.records import BadInput

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, presses, screen_text

LESSON = json.loads((Path(__file__).parents[1] / "data" / "lesson.json").read_text())


def app_of(pilot: object) -> RnnApp:
    app = pilot.app  # type: ignore[attr-defined]
    assert isinstance(app, RnnApp)
    return app


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("lstm", 1.0)])
async def test_step_looks_as_it_should(opened: Opened, size: tuple[int, int], cell: str, bias: float) -> None:
    async with opened(size, choices(cell, bias)) as pilot:
        await pilot.press("down", "down", "space", "space", "space", "space")
        await pilot.pause()
        golden(f"step_{cell}_{size[0]}x{size[1]}", screen_text(app_of(pilot)))


@pytest.mark.parametrize("slot", ["equation", "heat", "output"])
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("lstm", 1.0)])
async def test_free_panel_of_a_small_screen(opened: Opened, slot: str, cell: str, bias: float) -> None:
    async with opened(SMALL, choices(cell, bias)) as pilot:
        await pilot.press("end", *["v"] * (["equation", "heat", "output"].index(slot) + 1))
        await pilot.pause()
        assert app_of(pilot).viewing.slot == slot
        golden(f"slot_{slot}_{cell}", screen_text(app_of(pilot)))


async def test_period_zero_and_an_unmarked_subscriber(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 0.0, subscriber=0)) as pilot:
        await pilot.press("home")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "○ not marked" in text
        assert "had it been marked" in text
        assert "period 0/12" in text
        golden("step_period_zero_unmarked", text)


async def test_every_product(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices("lstm", 1.0)) as pilot:
            await pilot.press("space", "enter")
            await pilot.pause()
            golden(f"products_{size[0]}x{size[1]}", screen_text(app_of(pilot)))


async def test_readings_over_fifty_keep_the_tier_on_its_line(opened: Opened) -> None:
    async with opened(MIDDLE, choices(subscriber=238)) as pilot:
        golden("step_reading_over_fifty", screen_text(app_of(pilot)))


async def test_a_shorter_length_shows_what_lies_beyond_it(opened: Opened) -> None:
    async with opened(MIDDLE, choices(length=8)) as pilot:
        text = screen_text(app_of(pilot))
        assert "beyond T = 8" in text
        golden("step_length_8", text)


async def test_stepping_back_gives_exactly_what_was_there(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        seen = {}
        for period in range(1, 13):
            seen[period] = screen_text(app_of(pilot)).splitlines()[:-2]
            await pilot.press("right")
            await pilot.pause()
        for period in range(11, 0, -1):
            await pilot.press("left")
            await pilot.pause()
            assert screen_text(app_of(pilot)).splitlines()[:-2] == seen[period]


async def test_the_states_on_screen_are_the_published_ones(opened: Opened) -> None:
    states = np.array(LESSON["plain"]["example_states_k1_T12"])
    async with opened(MIDDLE) as pilot:
        for period in range(1, 13):
            text = screen_text(app_of(pilot))
            for value in states[period - 1]:
                assert f"{value:.4f}".replace("-", "−") in text
            await pilot.press("space")
            await pilot.pause()


async def test_keys_move_the_cursor(opened: Opened) -> None:
    async with opened() as pilot:
        viewing = app_of(pilot).viewing
        for key, period in [
            ("space", 2),
            ("right", 3),
            ("left", 2),
            ("end", 12),
            ("space", 12),
            ("home", 0),
            ("left", 0),
        ]:
            await pilot.press(key)
            assert viewing.period == period, key
        for key, unit in [("down", 1), ("down", 2), ("up", 1), ("up", 0), ("up", 5), ("down", 0)]:
            await pilot.press(key)
            assert viewing.unit == unit, key
        await pilot.press("g", "7", "enter")
        await pilot.pause()
        assert viewing.period == 7
        await pilot.press("g", "9", "9", "enter")
        await pilot.pause()
        assert viewing.period == 7
        assert "99 is not a period from 0 to 12" in viewing.sentence.long
        await pilot.press("g", "escape")
        await pilot.pause()
        assert viewing.period == 7


async def test_keys_change_the_choices_and_the_period_stays(opened: Opened) -> None:
    async with opened() as pilot:
        viewing = app_of(pilot).viewing
        await pilot.press("end", "left")
        cells = list(CELLS)
        for cell in (*cells[1:], *cells[: cells.index("lstm") + 1]):  # all of them, and round to the LSTM
            await pilot.press("c")
            assert viewing.choices.network.cell == cell
            assert viewing.period == 11
        for bias in (1.0, 3.0, "chrono", 0.0):
            await pilot.press("m")
            assert viewing.choices.network.memory_bias == bias
        await pilot.press("m", *presses("lstm", "rnn"), "m")
        assert viewing.choices.network.cell == "rnn"
        assert viewing.choices.network.memory_bias == 0.0
        assert "no memory bias" in viewing.sentence.long
        await pilot.press("c")
        assert viewing.choices.network.memory_bias == 1.0, "the bias is kept while the plain cell is shown"
        await pilot.press("r")
        assert viewing.choices.network.run == 2
        await pilot.press("r")
        assert viewing.choices.network.run == 1
        await pilot.press("R", "5", "enter")
        await pilot.pause()
        assert viewing.choices.network.run == 5
        for key, length, period in [("<", 10, 10), ("[", 8, 8), (">", 10, 8), ("]", 12, 8), (">", 12, 8)]:
            await pilot.press(key)
            assert (viewing.choices.network.length, viewing.period) == (length, period)
        await pilot.press("n")
        assert viewing.choices.subscriber == 261
        await pilot.press("N", "N")
        assert viewing.choices.subscriber == 259
        assert viewing.period == 8


async def test_play_and_speed(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.still = True  # no timer: a loaded machine would let it come between
        await pilot.press("p")
        assert app.viewing.playing
        app.viewing.step(1)  # what the timer does
        assert app.viewing.period == 2
        await pilot.press("+", "=")
        assert app.viewing.speed == 4.0
        await pilot.press("-", "-", "-", "-", "-", "-")
        assert app.viewing.speed == 0.25
        await pilot.press("end")
        app.viewing.step(1)  # what the timer does
        assert not app.viewing.playing, "it stops at the end"
        await pilot.press("p")
        assert app.viewing.period == 0, "and starts again from the beginning"
        await pilot.press("escape")
        assert not app.viewing.playing


async def test_the_pace_follows_the_speed(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("p", "+")
        await pilot.pause()
        assert app._player is not None
        assert app._player._interval == pytest.approx(1 / app.viewing.speed)
        await pilot.press("p")
        await pilot.pause()
        assert app._player is None


async def test_find_a_subscriber(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(*"label:1 26")
        await pilot.pause()
        golden("subscribers_searched", screen_text(app_of(pilot)))
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app_of(pilot).viewing.choices.subscriber == 261 or app_of(pilot).viewing.trace.label == 1
        await pilot.press("s", *"unmarked 42", "enter")
        await pilot.pause()
        assert not app_of(pilot).viewing.trace.marked
        before = app_of(pilot).viewing.choices.subscriber
        await pilot.press("s", *"nobody", "enter", "escape")
        await pilot.pause()
        assert app_of(pilot).viewing.choices.subscriber == before


async def test_clicks_do_what_keys_do(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        app, cells = app_of(pilot), list(CELLS)

        async def click(word: str, row: int, after: int = 0) -> None:
            rows = screen_text(app).splitlines()
            await pilot.click(offset=(rows[row].index(word) + after, row % len(rows)))
            await pilot.pause()

        await click("37.98", 8)
        assert app.viewing.period == 3
        await click(" 4 ", 16, 1)
        assert app.viewing.unit == 3
        await click("cell LSTM", 1)
        assert app.viewing.choices.network.cell == cells[(cells.index("lstm") + 1) % len(cells)]
        await click("< T", 1)
        assert app.viewing.choices.network.length == 10
        await click("10 >", 1, 3)
        assert app.viewing.choices.network.length == 12
        await click("run k1", 1)
        assert app.viewing.choices.network.run == 2
        await click("next", -1)
        assert app.viewing.period == 4
        await click("help", 0)
        assert len(app.screen_stack) == 2


async def test_help_explains_the_focused_panel_and_lists_every_key(opened: Opened) -> None:
    async with opened(LARGE) as pilot:
        app = app_of(pilot)
        await pilot.press("?")
        await pilot.pause()
        text = screen_text(app)
        assert "What you see" in text
        await pilot.press("escape")
        for _ in range(12):  # as far as it is, whatever panels there are before it
            await pilot.press("tab")
            if isinstance(app.focused, HiddenUnitsPanel):
                break
        await pilot.press("?")
        await pilot.pause()
        assert "The hidden state h is what the network carries" in screen_text(app)
    shown = {action.shown for action in ACTIONS if action.keys}
    assert "" not in shown, "every action with a key tells how the key is printed"


async def test_the_palette_knows_every_action_that_needs_no_argument(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        names = {command.title for command in app.get_system_commands(app.screen)}
        for action in ACTIONS:
            assert action.title in names or (action.takes and not action.keys) or action.demo, action.name
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"other run", "enter")
        await pilot.pause()
        assert app.viewing.choices.network.run == 2


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("perod 5", "did you mean period"),
        ("next 3", "takes nothing"),
        ("", "not an action"),
        ("subscribr 5", "subscriber"),
    ],
)
def test_an_unknown_action_is_refused_with_a_suggestion(asked: str, word: str) -> None:
    with pytest.raises(BadInput, match=re.escape(word)):
        find(asked)


@pytest.mark.parametrize(
    "asked", ["period 13", "period x", "unit 7", "unit 0", "cell gru2", "run 0", "length 1", "bias nan", "bias chr",
              "subscriber 500", "slot graph", "view attic", "train maybe", "play maybe"],
)  # fmt: skip
async def test_a_bad_argument_changes_nothing_and_says_why(opened: Opened, asked: str) -> None:
    async with opened(SMALL, choices("lstm", 1.0)) as pilot:
        viewing = app_of(pilot).viewing
        before = (viewing.choices, viewing.period, viewing.unit, viewing.slot, viewing.playing)
        app_of(pilot).action_perform(asked)
        await pilot.pause()
        assert (viewing.choices, viewing.period, viewing.unit, viewing.slot, viewing.playing) == before
        assert (
            "not" in viewing.sentence.long or "neither" in viewing.sentence.long or "none of" in viewing.sentence.long
        )


async def test_a_terminal_that_is_too_small_says_so(opened: Opened) -> None:
    async with opened((59, 15)) as pilot:
        text = screen_text(app_of(pilot))
        assert "60×20" in text
        assert "59×15" in text
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Hidden units" in screen_text(app_of(pilot))


@pytest.mark.parametrize("size", [(60, 20), (61, 21), (79, 23), (100, 30), (119, 36), (120, 35), (121, 37), (150, 45)])
@pytest.mark.parametrize("cell", ["rnn", "lstm"])
async def test_sizes_between_show_everything(opened: Opened, size: tuple[int, int], cell: str) -> None:
    async with opened(size, choices(cell)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        for word in ("Sequence", "Hidden units", "marked", "Difference", "period 12/12"):
            assert word in text
        assert all(len(row) <= size[0] for row in text.splitlines())


async def test_every_sentence_fits_a_small_screen(opened: Opened) -> None:
    async with opened(SMALL, choices("lstm", "chrono", subscriber=229)) as pilot:
        app = app_of(pilot)
        keys = "right right left end right home left p p + - down v v v v enter c m c m m m n N r r < < > > T ]"
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
            row = screen_text(app).splitlines()[-2]
            assert row.startswith("▌ ")
            assert "…" not in row, f"{key}: {row}"


def test_the_viewing_needs_no_textual() -> None:
    code = "import sys, rnntui.viewing; sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


async def test_theme_key_and_leaving_nothing(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("T")
        await pilot.pause()
        assert app.theme == "rnntui-light"
        await pilot.press("T")
        assert app.theme == "rnntui-high-contrast"
        await pilot.press("T", "escape", "escape")
        assert app.theme == "rnntui-dark"
        assert app.is_running


async def test_quit(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("q")
        assert app_of(pilot).return_code == 0
