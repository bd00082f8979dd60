"""A demo in the app: the keys of a clicker, questions, going back, room for what it talks about."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.dialogs.question import QuestionScreen
from rnntui.scenario.read import Scenario, read
from rnntui.scenario.shelf import find
from rnntui.views.step import StepView
from rnntui.widgets.panel import Panel

from .conftest import LARGE, MIDDLE, SMALL, golden, screen_text, settled

HEAD = 'title = "A title"\nteaches = "something"\nminutes = 1\n'
FIRST = "the_sequence_and_the_marker"
COUNT = len(find(FIRST).beats)
ASKED = 9  # the beat with the question

Played = Callable[..., AbstractAsyncContextManager[Pilot[None]]]


@pytest.fixture
def played() -> Played:
    """`async with played(size, scenario, beat) as pilot`: the app in a demo."""

    @asynccontextmanager
    async def play(
        size: tuple[int, int] = SMALL, scenario: Scenario | None = None, beat: int = 1, plain: bool = True
    ) -> AsyncIterator[Pilot[None]]:
        app = RnnApp(plain=plain, scenario=scenario or find(FIRST), beat=beat)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot

    return play


def app_of(pilot: Pilot[None]) -> RnnApp:
    assert isinstance(pilot.app, RnnApp)
    return pilot.app


def beat_of(pilot: Pilot[None]) -> int:
    """The beat that the app is at, from 1."""
    demo = app_of(pilot).demo
    assert demo is not None
    return demo.player.at + 1


def beats(*bodies: str) -> Scenario:
    return read(HEAD + "".join(f"[[beat]]\n{body}\n" for body in bodies), "own.toml")


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys and give the screen's text."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    return screen_text(app_of(pilot))


@pytest.mark.parametrize("beat", range(1, COUNT + 1))
async def test_every_beat_looks_as_it_should(played: Played, beat: int) -> None:
    async with played(SMALL, beat=beat) as pilot:
        golden(f"demo_01_beat_{beat:02}", screen_text(app_of(pilot)))


async def test_with_room_it_stands_beside_the_gates(played: Played) -> None:
    async with played(MIDDLE, beat=COUNT - 1) as pilot:
        golden("demo_01_middle", screen_text(app_of(pilot)))


async def test_a_clicker_goes_through_it(played: Played) -> None:
    async with played(beat=2) as pilot:
        assert "2/12 " in await press(pilot, "b", "full_stop", "f5", "f5", "b")
        assert beat_of(pilot) == 2
        for key, beat in [("pagedown", 3), ("space", 4), ("pageup", 3), ("pageup", 2), ("pageup", 1), ("pageup", 1)]:
            await press(pilot, key)
            assert beat_of(pilot) == beat
        assert "This is the first beat" in screen_text(app_of(pilot))


async def test_the_last_beat_says_so(played: Played) -> None:
    async with played(beat=COUNT) as pilot:
        assert "This was the last beat" in await press(pilot, "pagedown")
        assert beat_of(pilot) == COUNT


async def test_escape_leaves_only_when_pressed_twice_in_a_row(played: Played) -> None:
    async with played(beat=7) as pilot:
        app = app_of(pilot)
        assert "Esc again leaves the demo" in await press(pilot, "escape")
        for between in ("f5", "b", "right", "pagedown", "pageup"):
            await press(pilot, between, "escape")
            assert app.demo is not None, between
        before = app.viewing.place
        text = await press(pilot, "escape")
        assert app.demo is None
        assert "everything stays as it is" in text
        assert "Demo" not in text
        assert app.viewing.place.choices == before.choices
        assert app.viewing.period == before.period
        assert app.viewing.lit == ""
        await press(pilot, "space")
        assert app.viewing.period == before.period + 1, "Space steps the network again"
        assert "Nothing to leave" in await press(pilot, "escape")


MEDDLING = ("cell", "bias", "down", "next-subscriber", "shorter", "products", "slot", "run", "faster", "play", "back")


async def test_arrows_still_step_the_network_and_going_back_restores_the_beat_exactly(played: Played) -> None:
    async with played(MIDDLE) as pilot:
        app = app_of(pilot)
        there = {1: screen_text(app)}
        for beat in range(2, ASKED):
            there[beat] = await press(pilot, "pagedown")
        for beat in range(ASKED - 2, 0, -1):
            before = app.viewing.period
            await press(pilot, "right")
            assert app.viewing.period == min(12, before + 1)
            for action in MEDDLING:
                app.action_perform(action)
            assert await press(pilot, "pageup") == there[beat], beat
        for beat in range(2, ASKED):
            for action in reversed(MEDDLING):
                app.action_perform(action)
            assert await press(pilot, "pagedown") == there[beat], beat


@pytest.mark.parametrize(
    ("key", "verdict", "score"), [("4", "✓ Right. 1 of 1 right so far.", "1 of 1 right"),
                                  ("3", "✗ Not so. 0 of 1 right so far.", "0 of 1 right")],
)  # fmt: skip
async def test_a_question_is_answered_locked_and_scored(played: Played, key: str, verdict: str, score: str) -> None:
    async with played(beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        text = await press(pilot, "pagedown")
        assert isinstance(app.screen, QuestionScreen)
        assert app.viewing.period == 5, "what it asks about is not shown yet"
        assert "is left, that is" not in text
        golden("demo_01_question", text)
        assert "1 to 4 answers; Page Down now shows" in await press(pilot, "pagedown", "space", "b", "f5")
        text = await press(pilot, key)
        assert verdict in text
        assert "0.0062 of 2.9493 is left, that is 0.21%." in text
        assert await press(pilot, "1", "2", "3", "4") == text, "the first answer stays"
        golden(f"demo_01_answered_{key}", text)
        text = await press(pilot, "pagedown")
        assert not isinstance(app.screen, QuestionScreen)
        assert app.viewing.period == 12
        assert score in text
        assert beat_of(pilot) == ASKED
        await press(pilot, "pageup", "pagedown")
        assert not isinstance(app.screen, QuestionScreen), "what is answered is not asked again"
        assert beat_of(pilot) == ASKED


async def test_a_question_may_be_left_or_gone_back_from(played: Played) -> None:
    async with played(beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        await press(pilot, "pagedown", "pageup")
        assert beat_of(pilot) == ASKED - 1
        assert app.viewing.period == 5
        text = await press(pilot, "pagedown", "escape")
        assert isinstance(app.screen, QuestionScreen), "one Esc of a clicker leaves nothing"
        assert "Esc again" in text
        text = await press(pilot, "escape")
        assert beat_of(pilot) == ASKED
        assert app.viewing.period == 12
        assert "right" not in text.splitlines()[15]
        assert app.demo is not None
        assert app.demo.player.answers == {}
        await press(pilot, "pagedown", "pageup")
        assert not isinstance(app.screen, QuestionScreen), "going back asks nothing"
        await press(pilot, "pageup", "pagedown")
        assert isinstance(app.screen, QuestionScreen), "on the way forward it is asked again"


async def test_a_question_is_answered_by_mouse(played: Played) -> None:
    async with played(MIDDLE, beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        rows = (await press(pilot, "pagedown")).splitlines()
        row = next(y for y, text in enumerate(rows) if "about half" in text)
        await pilot.click(offset=(rows[row].index("about half"), row))
        await pilot.pause()
        assert app.demo is not None
        assert app.demo.player.answers == {ASKED - 1: 1}
        await pilot.click(offset=(rows[row].index("about half"), row))
        await pilot.pause()
        assert app.viewing.period == 12


async def test_the_keys_in_the_border_answer_to_clicks(played: Played) -> None:
    async with played(MIDDLE) as pilot:
        rows = screen_text(app_of(pilot)).splitlines()
        row = next(y for y, text in enumerate(rows) if "still step the network" in text)
        for words, beat in [("PgDn", 2), ("next", 3), ("back", 2), ("PgUp", 1)]:
            await pilot.click(offset=(rows[row].index(words), row))
            await pilot.pause()
            assert beat_of(pilot) == beat
        await pilot.click(offset=(rows[row].index("Esc"), row))
        await pilot.pause()
        assert "Esc again" in screen_text(app_of(pilot))


LIT = ("sequence", "units", "twins", "curve", "gates", "equation", "output")


@pytest.mark.parametrize("size", [(60, 20), SMALL, (100, 30), MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("lit", LIT)
async def test_it_never_covers_what_it_talks_about(played: Played, size: tuple[int, int], lit: str) -> None:
    words = "Seven words that stand in this line " * 10 + "and the end."
    scenario = beats(f'say = "{words}"\ndo = ["cell lstm", "period 5"]\nlight = "{lit}"')
    async with played(size, scenario) as pilot:
        app = app_of(pilot)
        step, text = app.query_one(StepView), screen_text(app)
        told = step.query_one("#narration").region
        shown = [panel for panel in step.query(Panel) if panel.is_lit and panel.region.area]
        assert len(shown) == 1, "what is lit is on the screen, once"
        region = shown[0].region
        assert not region.overlaps(told)
        assert app.screen.region.contains_region(region)
        assert app.screen.region.contains_region(told)
        assert region.height >= 5
        assert ("┏" in text) if size[0] >= 120 else ("◆ " in text)
        row = [line[told.x : told.right] for line in text.splitlines()[told.y : told.bottom]]
        assert "and the end." in " ".join(" ".join(row).replace("│", " ").split()), "all of it can be read"


async def test_every_product_has_room_in_a_demo(played: Played) -> None:
    scenario = beats('say = "Look."\ndo = ["cell lstm", "period 5", "products"]\nlight = "equation"')
    for size in (SMALL, MIDDLE, LARGE):
        async with played(size, scenario) as pilot:
            text = screen_text(app_of(pilot))
            assert "Look." in text
            assert ("h5, at 4" if size == LARGE else "h5·W") in text
            assert "h = o·tanh(c)" in text or size == SMALL


async def test_the_narration_stands_under_another_view(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui.decay_job.DecayJob.start", lambda job: None)
    scenario = beats('say = "Here."', 'say = "And there."\ndo = ["view decay"]')
    for size in (SMALL, MIDDLE):
        async with played(size, scenario) as pilot:
            text = await press(pilot, "pagedown")
            assert "And there." in text
            assert app_of(pilot).view == "decay"
            assert "Here." in await press(pilot, "pageup")
            assert app_of(pilot).view == "step"


async def test_numbers_wait_for_a_training(played: Played) -> None:
    scenario = beats(
        'say = "Now."\ndo = ["length 2"]',
        'say = "It gets {accuracy:.3f} right."\ndo = ["train yes"]\nexpect = ["accuracy > 0.9"]',
    )
    async with played(SMALL, scenario) as pilot:
        app = app_of(pilot)
        await press(pilot, "pagedown")
        if app.trainer.job is not None:
            app._poll()
        await settled(pilot)
        text = screen_text(app)
        assert "It gets 0.950 right." in text
        assert app.viewing.trace.trained
        await press(pilot, "pageup")
        assert not app.viewing.trace.trained
        assert await press(pilot, "pagedown") == text


async def test_as_long_as_it_waits_no_number_is_shown(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui.queue_job.TrainingJob.start", lambda job: None)
    scenario = beats('say = "It gets {accuracy:.3f} right."\ndo = ["train yes"]\nexpect = ["accuracy > 0"]')
    async with played(SMALL, scenario) as pilot:
        text = screen_text(app_of(pilot))
        assert "It gets … right." in text
        assert "training…" in text
        await press(pilot, "escape", "escape")
        assert app_of(pilot).demo is None


async def test_a_question_about_a_training_has_it_trained_while_people_think(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = beats(
        'say = "Now."\ndo = ["length 2"]',
        'say = "So."\ndo = ["train yes"]\nask = "Well?"\ntruth = "{accuracy:.3f}"\nchoices = [\n'
        '{ say = "good", right = "accuracy > 0.9" },\n{ say = "bad", right = "accuracy <= 0.9" }]',
    )
    async with played(SMALL, scenario) as pilot:
        app = app_of(pilot)
        await press(pilot, "pagedown")
        assert isinstance(app.screen, QuestionScreen)
        assert not app.viewing.choices.trained
        await settled(pilot)
        text = await press(pilot, "1")
        assert "0.950" in text
        assert "✓ Right." in text
        await press(pilot, "space")
        assert app.viewing.trace.trained


async def test_claims_about_a_training_that_do_not_hold_are_told_once(played: Played) -> None:
    scenario = beats(
        'say = "It is {accuracy:.3f}."\ndo = ["length 2", "train yes"]\nexpect = ["accuracy > 0.99"]',
        'say = "So."\nask = "Well?"\ntruth = "{accuracy:.3f}"\nchoices = [\n'
        '{ say = "good", right = "accuracy > 0.99" },\n{ say = "bad", right = "accuracy < 0.9" }]',
    )
    async with played(LARGE, scenario) as pilot:
        app = app_of(pilot)
        await settled(pilot)
        text = screen_text(app)
        assert "line 7, beat 1, expect: 'accuracy > 0.99' does not hold: accuracy is 0.95" in text
        assert "It is …." in text, "no number that contradicts its claim"
        assert "back to period 1" in (await press(pilot, "right", "left")).lower(), "it is said once"
        text = await press(pilot, "pagedown", "1")
        assert "none of the choices is right" in text
        await press(pilot, "space")
        assert isinstance(app.screen, QuestionScreen)
        assert "So." in await press(pilot, "escape", "escape")


async def test_the_list_starts_a_demo(played: Played) -> None:
    app = RnnApp(plain=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "pagedown", "pageup")
        assert app.demo is None
        text = await press(pilot, "d")
        assert "The sequence and the marker" in text
        golden("demos", text)
        await press(pilot, "escape")
        assert app.demo is None
        text = await press(pilot, "d", "enter")
        assert beat_of(pilot) == 1
        assert "1/12" in text


async def test_the_palette_and_the_footer_know_the_demo(played: Played) -> None:
    async with played(MIDDLE) as pilot:
        app = app_of(pilot)
        titles = {command.title for command in app.get_system_commands(app.screen)}
        assert "Back to the demo's beat before" in titles
        footer = screen_text(app).splitlines()[-1]
        assert footer.startswith(" PgDn next  PgUp back  → ← step  Esc leave")
        await press(pilot, "escape", "escape")
        titles = {command.title for command in app.get_system_commands(app.screen)}
        assert "Back to the demo's beat before" not in titles
        assert "Guided demos" in titles
        assert "PgDn" not in screen_text(app).splitlines()[-1]


async def test_a_demo_that_there_is_not(played: Played) -> None:
    async with played() as pilot:
        app = app_of(pilot)
        app.action_perform("demo the_marker_and_the_sequence")
        await pilot.pause()
        assert "did you mean the_sequence_and_the_marker?" in app.viewing.sentence.long
        assert beat_of(pilot) == 1


async def test_a_larger_or_smaller_screen_keeps_the_beat(played: Played) -> None:
    async with played(MIDDLE, beat=8) as pilot:
        before = screen_text(app_of(pilot))
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        async with played(SMALL, beat=8) as other:
            assert screen_text(app_of(pilot)) == screen_text(app_of(other))
        await pilot.resize_terminal(*MIDDLE)
        await pilot.pause()
        assert screen_text(app_of(pilot)) == before


async def test_it_goes_on_at_a_beat_with_the_question_that_is_open_there() -> None:
    app = RnnApp(plain=True, scenario=find(FIRST), at_start="beat 9")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert beat_of(pilot) == 9
        assert "How much of the first difference is left" in screen_text(app)
