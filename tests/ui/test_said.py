"""What a stranger read that was false, cut, or named something that is not there, each by its kind."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

import rnntui.views.train
from rnntui.actions import ACTIONS, SILENT, VIEWS, footer, spell
from rnntui.app import RnnApp
from rnntui.cli import forecast as table
from rnntui.dialogs.question import QuestionScreen
from rnntui.keyboard import called, spelled
from rnntui.scenario.shelf import find, names
from rnntui.sentences import PINNED, SHORT
from rnntui.viewing import Viewing
from rnntui.widgets.axis import scale_for
from rnntui.widgets.curve import USUAL, decades, lines_of
from rnntui.widgets.narration import Telling, _title
from rnntui_engine.forecast.learning import Forecaster
from rnntui_engine.forecast.network import CELLS, EPOCHS, HIDDEN, Choice, parameters
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.forecast.series import airline

from .conftest import MIDDLE, SMALL, Opened, choices, screen_text
from .view_tools import app_of, sentence_of

FIRST, ASKED = "the_sequence_and_the_marker", 9  # a demo, and its beat with a question


# Keys: what a text names does what it says, there and then.


@pytest.mark.parametrize("view", [name for _, name, _ in VIEWS])
def test_in_a_demo_the_footer_offers_no_key_that_is_silent_there(view: str) -> None:
    usual = {name: key for key, _, name, _ in footer(ACTIONS, view, False, False, False)}
    led = {name: key for key, _, name, _ in footer(ACTIONS, view, False, False, False, playing=True)}
    assert set(usual) - set(led) <= {"pin", "next", "gates-next"}, "whatever has another key keeps it"
    assert not {called(key) for key in led.values()} & {*SILENT, "space"}
    assert "b" in usual.values() or view not in ("step", "gradient")


async def test_in_a_demo_texts_name_the_keys_that_are_heard() -> None:
    app = RnnApp(plain=True, scenario=find(FIRST))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("B")
        assert "^p pins" in sentence_of(pilot)
        assert " b pin" not in screen_text(app) and "→ ← step" in screen_text(app)
        await pilot.press("6")
        await pilot.pause()
        assert "→ ← step" not in screen_text(app), "there are no steps there"
        await pilot.press("1", "escape", "escape", "B")
        assert "b pins" in sentence_of(pilot) and "b pin" in screen_text(app)


def test_in_a_demo_the_key_that_leaves_stops_no_work() -> None:
    said = "12 of 90 networks; beginning. ⟨leave⟩ stops, what is done stays."
    try:
        spell(ACTIONS, playing=True)
        assert spelled(said) == "12 of 90 networks; beginning."
        assert spelled("It is running; ⟨leave⟩ stops it") == "It is running"
        assert spelled("⟨leave⟩ again leaves the demo.") == "Esc again leaves the demo."
    finally:
        spell(ACTIONS, playing=False)
    assert spelled(said).endswith("Esc stops, what is done stays.")


def test_a_pinned_side_can_be_let_go_by_what_the_footer_says() -> None:
    words = {name: (word, weight) for _, word, name, weight in footer(ACTIONS, "step", True, False, False)}
    assert words["pin"] == ("let go", 1) and words["swap"] == ("swap", 1)
    for text in (PINNED.long, PINNED.short):
        assert re.search(r"b lets (side )?B go", spelled(text))
    assert cell_len(spelled(PINNED.short)) <= SHORT


def test_the_longest_t_names_the_key_that_leads_on() -> None:
    for data, leads in (("lesson", True), ("long-50", True), ("long-100", True), ("long-500", False)):
        viewing = Viewing(choices(data=data, length=12 if data == "lesson" else int(data[5:])))
        viewing.next_length(1)
        assert "is the longest shown here" in viewing.sentence.long
        assert ("D takes longer data" in viewing.sentence.long) == leads
    viewing = Viewing(choices())
    viewing.go(12)
    viewing.step(1)
    assert viewing.sentence.long == "Period 12 is the last at T = 12. ← goes back, D takes longer data."
    viewing = Viewing(choices(length=4))
    viewing.go(4)
    viewing.step(1)
    assert "> makes T longer" in viewing.sentence.long


async def test_with_a_clicker_the_question_names_its_key() -> None:
    app = RnnApp(plain=True, scenario=find(FIRST), beat=ASKED - 1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("pagedown", "4")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        assert "Space, Page Down: go on" in screen_text(app)


# Amounts and names.


def test_the_difference_curve_has_one_axis_for_every_memory_bias() -> None:
    found = []
    for bias in (0.0, 1.0, 3.0):
        viewing = Viewing(choices("lstm", bias))
        found.append(decades(lines_of(viewing.seen)))
    assert found == [USUAL, USUAL, USUAL]


@pytest.mark.parametrize("pinned", [False, True])
def test_after_a_change_the_short_sentence_has_the_value_and_the_one_before(pinned: bool) -> None:
    viewing = Viewing(choices("lstm"))
    viewing.go(12)
    if pinned:
        viewing.pin(True)
    for change in ({"memory_bias": 1.0}, {"memory_bias": 3.0}, {"memory_bias": "chrono"}, {"run": 2}, {"cell": "gru"}):
        viewing.choose_network(**change)
        said = viewing.sentence.fitting(SHORT)
        assert cell_len(said) <= SHORT and "Difference here: " in said, said
        assert ("in A" if pinned else "before") in said or change == {"memory_bias": "chrono"}, said


async def test_the_difference_has_one_name_and_the_bars_their_scale(opened: Opened) -> None:
    for cell, bias, period in (("rnn", 0.0, 5), ("lstm", 3.0, 12), ("rnn", 0.0, 12)):
        async with opened(SMALL, choices(cell, bias)) as pilot:
            app = app_of(pilot)
            for lit in ("", "twins"):
                app.viewing.lit = lit
                app.viewing.go(period)
                await pilot.pause()
                rows = screen_text(app).splitlines()
                assert re.search(r"● marked ○ not +(difference|diff\.) [\d.e−]+ ×\d\.\d\d$", rows[8].rstrip(" ─")), (
                    rows[8]
                )
                assert sum("longest" in row for row in rows[9:15]) == 1
    async with opened(MIDDLE, choices()) as pilot:
        text = screen_text(app_of(pilot))
        assert " difference  " in text and "bars: the longest is" in text
        assert "total difference" not in text and "trace" not in sentence_of(pilot)


def test_the_tier_is_never_drawn_in_the_row_of_the_base() -> None:
    for rows in (3, 5, 7, 9, 11):
        for largest in range(1, 3000, 7):
            top, line = scale_for(float(largest), rows)
            assert top >= largest and 8 <= line < 8 * rows
    assert scale_for(100.0, 1)[1] == 4


async def test_long_data_have_the_tier_by_its_name(opened: Opened) -> None:
    async with opened(SMALL, choices(data="long-50", length=50)) as pilot:
        rows = screen_text(app_of(pilot)).splitlines()
        assert rows[4].startswith("tier 25╌") and rows[5].startswith("      0 ")


async def test_the_heat_map_says_what_it_shows(opened: Opened) -> None:
    for cell, title, words in (
        ("rnn", "h so far, hundredths", "shows h of all periods so far, in hundredths"),
        ("lstm", "Gates of ►1, hundredths", "shows all gates so far, in hundredths"),
    ):
        async with opened(SMALL, choices(cell)) as pilot:
            app_of(pilot).viewing.show_slot("heat")
            await pilot.pause()
            assert words in sentence_of(pilot) and title in screen_text(app_of(pilot))


async def test_a_queue_that_is_done_does_not_say_that_a_key_starts_it(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rnntui.views.train.TrainView, "_todo", [])
    async with opened(SMALL, choices()) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert sentence_of(pilot).startswith("plain: all trained. ") and "starts" not in sentence_of(pilot)


async def test_the_bound_says_that_it_is_one(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            text = screen_text(app_of(pilot))
            assert "no step keeps more" in text and "every step shortens it" not in text
            assert "largest singular value 1" not in re.sub(" +", " ", text)


# Demos.


@pytest.mark.parametrize("width", [80, 120])
def test_the_planned_minute_is_in_the_title_and_nothing_is_cut(width: int) -> None:
    room = width - (3 if width == 80 else 7)
    for name in names():
        scenario = find(name)
        for beat in (1, len(scenario.beats)):
            telling = Telling(scenario.title, beat, len(scenario.beats), (), planned=(5, scenario.minutes))
            text = "".join(span[0] for span in _title(telling, width, room))
            assert cell_len(text) <= room, text
            least = cell_len(f"Demo  {scenario.title}  {beat}/{len(scenario.beats)}  plan 5/{scenario.minutes} min")
            assert "plan" in text or least > room, text


def test_what_a_demo_says_of_the_inputs_is_said_beside_the_equation() -> None:
    for name in names():
        for beat in find(name).beats:
            if re.search(r"\bx[12]\b", str(beat.say)):
                assert beat.light == "equation", f"{name}: {beat.say}"


def test_demo_15_counts_the_numbers_right() -> None:
    assert Problem(airline()).window + 1 == 13
    assert all(parameters(Choice(cell, 0, HIDDEN, EPOCHS)) > 1000 for cell in CELLS)


def test_a_table_takes_the_forecasting_networks_that_are_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, trained = Problem(airline()), []

    def train_many(wanted: list[Choice], problem: Problem) -> list[object]:
        trained.extend(wanted)
        return []

    monkeypatch.setattr(table, "train_many", train_many)
    wanted = [Choice(cell, 0, HIDDEN, EPOCHS) for cell in CELLS]
    there = {choice: Forecaster(choice, problem.logs, ()) for choice in wanted}
    token = table.AT_HAND.set(lambda _, choice: there.get(choice))
    try:
        assert list(table._trained(wanted, problem, lambda *_: None)) == list(there.values())
        assert not trained, "nothing is trained twice"
        del there[wanted[1]]
        list(table._trained(wanted, problem, lambda *_: None))
        assert trained == [wanted[1]]
    finally:
        table.AT_HAND.reset(token)
