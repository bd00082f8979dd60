"""A demo before a class: hands, the list of beats, the score at the end, and what a second terminal is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.dialogs.beats import BeatList
from rnntui.dialogs.question import QuestionScreen
from rnntui.memory import Memory
from rnntui.scenario.running import running
from rnntui.scenario.shelf import find

from .conftest import MIDDLE, SMALL, golden, screen_text
from .test_demo import ASKED, COUNT, FIRST, Played, app_of, beat_of, beats, played, press

__all__ = ["played"]  # the fixture

QUESTION = (
    'ask = "What?"\ntruth = "This, {period}."\nchoices = [{ say = "one", right = "period == 1" },\n'
    '{ say = "two", right = "period == 2" }]'
)


async def test_a_class_raises_its_hands(played: Played) -> None:
    async with played(beat=ASKED - 1) as pilot:
        player = app_of(pilot).demo.player  # type: ignore[union-attr]
        assert "h: count hands" in await press(pilot, "pagedown")
        text = await press(pilot, "h", "3", "down", "1", "2", "down", "4", "5", "backspace", "down", "1", "0")
        assert player.hands[ASKED - 1] == {0: 3, 1: 12, 2: 4, 3: 10}
        assert "Digits type how many hands went up" in text
        golden("demo_01_hands", text)
        await press(pilot, "plus", "right", "minus")
        assert player.hands_for(3) == 11
        text = await press(pilot, "space")
        assert "11 of 30 hands were right." in text
        assert "your answer" not in text
        assert player.answers == {ASKED - 1: None}
        golden("demo_01_hands_shown", text)
        assert await press(pilot, "h", "1", "2", "up", "plus") == text, "the hands are locked with the truth"
        text = await press(pilot, "pagedown")
        assert beat_of(pilot) == ASKED
        assert "of 0 right" not in text
        app_of(pilot).action_perform(f"beat {COUNT}")
        text = await press(pilot, "pagedown")
        assert "This was the last beat. 11 of 30 hands right." in app_of(pilot).viewing.sentence.long


async def test_hands_and_an_answer_of_ones_own(played: Played) -> None:
    async with played(beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        await press(pilot, "pagedown", "h", "5", "enter", "enter", "enter", "7", "enter")
        assert isinstance(app.screen, QuestionScreen)
        assert not app.screen.card.counting, "after the last choice the counting ends"
        text = await press(pilot, "3")
        assert "✗ Not so. 0 of 1 right so far.  7 of 12 hands were right." in text
        await press(pilot, "space", "escape", "escape")
        assert "as it is. 0 of 1 answer right, 7 of 12 hands right." in app.viewing.sentence.long


async def test_hands_by_mouse_alone(played: Played) -> None:
    async with played(MIDDLE, beat=ASKED - 1) as pilot:
        app = app_of(pilot)

        async def click(words: str, row_of: str = "", below: int = 0) -> None:
            rows = screen_text(app).splitlines()
            row = next(y for y, text in enumerate(rows) if (row_of or words) in text) + below
            await pilot.click(offset=(rows[row].index(words), row))
            await pilot.pause()

        await press(pilot, "pagedown")
        await click("h: count hands")
        for _ in range(3):
            await click("+", "less than a hundredth", 1)
        await click("−", "less than a hundredth", 1)
        await click("about half")
        await press(pilot, "4")
        player = app.demo.player  # type: ignore[union-attr]
        assert player.hands[ASKED - 1] == {3: 2, 1: 4}
        await click("Space, Page Down: show the truth")
        assert "2 of 6 hands were right." in screen_text(app)


async def test_counting_is_left_by_escape_and_counts_nothing_else(played: Played) -> None:
    async with played(beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        text = await press(pilot, "pagedown", "h", "escape")
        assert isinstance(app.screen, QuestionScreen)
        assert "Esc twice: leave it unanswered" in text, "one Esc has only ended the counting"
        assert app.demo.player.answers == {}  # type: ignore[union-attr]
        assert "answers; Page Down now shows" in await press(pilot, "space"), "no hand is no answer"
        await press(pilot, "h", "9", "9", "9", "9", "9")
        assert app.demo.player.hands_for(0) == 9999  # type: ignore[union-attr]
        await press(pilot, "minus", "delete")
        assert app.demo.player.hands_for(0) == 999  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(60, 20), SMALL, MIDDLE])
async def test_whatever_is_counted_the_truth_is_inside_the_box(played: Played, size: tuple[int, int]) -> None:
    words = "This choice has sixty letters, the most that there may be: x"
    choices = "".join(f'{{ say = "{words}", right = "period == {n}" }},\n' for n in range(1, 5))
    ask = "Four lines are as much as a question may have, and this one has them all. " * 3
    truth = "It is two: " * 11
    scenario = beats(
        'say = "x"',
        f'say = "x"\ndo = ["period 2"]\nask = "{ask}"\ntruth = "{truth} {{period}}."\nchoices = [\n{choices}]',
    )
    async with played(size, scenario) as pilot:
        await press(pilot, "pagedown", "h", "1", "down", "2", "h")
        text = await press(pilot, "2")
        assert "2 of 3 hands were right." in text
        lines = text.splitlines()
        bottom = next(y for y, line in enumerate(lines) if "┗" in line)
        assert any("hands were right" in line for line in lines[:bottom])
        assert all(line.count("sixty") <= 1 for line in lines)
        inside = " ".join(line.strip(" ┃") for line in lines)
        assert inside.count("be: x") == 4, "every choice can be read to its end"


async def test_the_list_of_beats_goes_to_any(played: Played) -> None:
    async with played(beat=3) as pilot:
        app = app_of(pilot)
        text = await press(pilot, "j")
        assert isinstance(app.screen, BeatList)
        golden("demo_01_beats", text)
        await press(pilot, "1", "1", "enter")
        assert beat_of(pilot) == 11
        assert app.viewing.choices.network.cell == "lstm"
        await press(pilot, "j", "home", "down", "enter")
        assert beat_of(pilot) == 2
        await press(pilot, "j", "9", "enter")
        assert isinstance(app.screen, QuestionScreen), "on the way forward its question comes first"
        await press(pilot, "4", "space", "j")
        assert "9    4  ✓" in screen_text(app)
        await press(pilot, "escape")
        assert beat_of(pilot) == ASKED
        await press(pilot, "j", "9", "9", "0", "j")
        assert beat_of(pilot) == ASKED


async def test_the_list_of_beats_by_mouse(played: Played) -> None:
    async with played(MIDDLE) as pilot:
        rows = (await press(pilot, "j")).splitlines()
        row = next(y for y, text in enumerate(rows) if "The first reading is" in text)
        await pilot.click(offset=(rows[row].index("The first"), row))
        await pilot.pause()
        assert beat_of(pilot) == 2


async def test_without_a_demo_there_is_no_beat() -> None:
    app = RnnApp(plain=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        app.action_perform("beat 3")
        assert "no demo is playing" in app.viewing.sentence.long.lower()


async def test_a_beat_that_there_is_not(played: Played) -> None:
    async with played() as pilot:
        app = app_of(pilot)
        for number in ("0", "13", "x"):
            app.action_perform(f"beat {number}")
            await pilot.pause()
            assert beat_of(pilot) == 1
        app.action_perform("beat 13")
        assert f"13 is not a beat from 1 to {COUNT}" in app.viewing.sentence.long


async def moved(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_a_second_terminal_is_told_where_the_demo_is(tmp_path: Path) -> None:
    now = 1000.0
    app = RnnApp(plain=True, memory=Memory(tmp_path / "state.json"))
    app.clock = lambda: now
    path = tmp_path / "demo.json"
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert running(path, now) is None
        app.action_perform(f"demo {FIRST}")
        await pilot.pause()
        told = running(path, now)
        assert told is not None
        assert (told.title, told.beat, told.beats, told.started, told.minutes) == (
            "The sequence and the marker", 1, COUNT, 1000.0, 8.0,
        )  # fmt: skip
        assert told.notes.startswith("Leave the picture standing")
        assert told.coming.startswith("The first reading is 0.00.")
        now = 1100.0
        app.action_perform("beat 8")
        await moved(pilot, "pagedown")
        told = running(path, now)
        assert told is not None
        assert (told.beat, told.started, told.moved, told.asks) == (ASKED, 1000.0, 1100.0, True)
        assert told.answer == "4. 0.0062 of 2.9493 is left, that is 0.21%."
        await moved(pilot, "4", "space")
        told = running(path, now)
        assert told is not None
        assert (told.beat, told.asks, told.answer, told.score) == (ASKED, False, "", "1 of 1 answer right.")
        await moved(pilot, "escape", "escape")
        assert app.demo is None
        assert not path.exists()
        app.action_perform(f"demo {find(FIRST).name.removesuffix('.toml')}")
        await pilot.pause()
        assert path.exists()
        app.action_perform("quit")
    assert not path.exists()


async def test_where_it_cannot_be_told_the_demo_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    app = RnnApp(plain=True, scenario=find(FIRST), memory=Memory(tmp_path / "file" / "state.json"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "`rnntui demo --notes` cannot follow" in app.viewing.sentence.long
        await moved(pilot, "pagedown")
        assert beat_of(pilot) == 2


async def test_the_score_is_said_after_the_last_beat(played: Played) -> None:
    scenario = beats('say = "x"', 'say = "x"\n' + QUESTION, 'say = "x"\ndo = ["next"]\n' + QUESTION)
    async with played(SMALL, scenario) as pilot:
        await press(pilot, "pagedown", "1", "space", "pagedown", "1", "space", "pagedown")
        assert "This was the last beat. 1 of 2 answers right." in app_of(pilot).viewing.sentence.long
