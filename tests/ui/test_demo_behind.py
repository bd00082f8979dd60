"""A question of a demo: what stands behind it, however one came there, and a clicker that has no digits."""

from __future__ import annotations

from textual.pilot import Pilot

from rnntui.dialogs.question import QuestionScreen
from rnntui.views.step import StepView
from rnntui.widgets.narration import Narration

from .test_demo import ASKED, Played, app_of, beats, played, press

__all__ = ["played"]  # a fixture


def told_behind(pilot: Pilot[None]) -> int | None:
    """The beat whose narration stands on the screen, or behind a question on it."""
    telling = app_of(pilot).screen_stack[0].query_one(StepView).query_one(Narration).telling
    return None if telling is None else telling.beat


async def test_behind_a_question_stands_the_beat_before_it(played: Played) -> None:
    """Also for one who jumps to it; and before a first beat that asks at once, nothing."""
    async with played() as pilot:
        app_of(pilot).action_perform(f"beat {ASKED}")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QuestionScreen)
        assert told_behind(pilot) == ASKED - 1
        await press(pilot, "1", "space")
        assert told_behind(pilot) == ASKED
        await press(pilot, "pageup")
        assert told_behind(pilot) == ASKED - 1
    asking = beats(
        "do = ['period 12']\nlight = 'curve'\nask = 'What?'\ntruth = '{period}'\n"
        "choices = [{ say = 'a', right = 'period == 12' }, { say = 'b', right = 'period == 1' }]\n"
        "say = 'It is {period}.'\nexpect = ['period == 12']"
    )
    async with played(scenario=asking) as pilot:
        assert isinstance(pilot.app.screen, QuestionScreen)
        assert told_behind(pilot) is None
        await press(pilot, "1", "space")
        assert told_behind(pilot) == 1


async def test_page_down_alone_leads_through_a_question(played: Played) -> None:
    """The first one shows nothing, for it may have been one too many; the second shows the truth and scores nothing."""
    async with played(beat=ASKED - 1) as pilot:
        app = app_of(pilot)
        assert app.demo is not None
        player = app.demo.player
        text = await press(pilot, "pagedown", "pagedown")
        assert "Page Down now shows the truth without one." in text
        assert not player.locked and "✓" not in text
        text = await press(pilot, "space", "space")
        assert not player.locked, "Space gives nothing away"
        text = await press(pilot, "pagedown")
        assert "✓" in text and "is left, that is" in text
        assert "so far" not in text
        await press(pilot, "pagedown")
        assert not isinstance(app.screen, QuestionScreen)
        assert (player.at + 1, player.score, player.result) == (ASKED, (0, 0), "")
