"""A panel that would give a question away: a frame without a word of it, until the question is answered."""

from __future__ import annotations

import re

import pytest

from rnntui.job import Job
from rnntui.prose import text_of
from rnntui.scenario.play import asked_of, rehearse, told_of, truth_of
from rnntui.scenario.shelf import find, names
from rnntui.widgets.panel import COVERED, Painted, Panel

from .conftest import LARGE, MIDDLE, SMALL
from .test_demo import Played, app_of, beats, played, press

__all__ = ["played"]  # the fixture

NUMBER = re.compile(r"[−+]?\d+\.\d{2,}(?:e[−+]\d+)?|\d+e[−+]\d+")
COVERS = 'say = "x"\ndo = ["view gradient"]\ncover = ["toy"]'
ASKS = (
    'say = "y"\nlight = "toy"\ncover = ["toy"]\nask = "How many?"\ntruth = "So many."\n'
    'choices = [{ say = "one", right = "period == 1" }, { say = "two", right = "period == 2" }]'
)


@pytest.fixture(autouse=True)
def _nothing_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long is another test's."""
    monkeypatch.setattr(Job, "start", lambda job: None)


def toy_of(panels: list[Panel]) -> list[str]:
    (toy,) = (panel for panel in panels if panel.NAME == "toy" and panel.region.area)
    return [toy.canvas().text(y) for y in range(toy.canvas().height)]


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_covered_panel_shows_its_name_alone(played: Played, size: tuple[int, int]) -> None:
    async with played(size, beats(COVERS.replace("cover", 'light = "toy"\ncover'), ASKS)) as pilot:
        app = app_of(pilot)

        def shown() -> list[str]:
            return toy_of(list(app.screen_stack[0].query(Panel)))

        rows = shown()
        assert "The toy" in rows[0] and COVERED in "".join(rows)
        inside = [row for row in rows[1:] if COVERED not in row]
        assert not any(char.isalnum() for row in inside for char in row), rows
        toy = next(panel for panel in app.screen.query(Panel) if panel.NAME == "toy" and panel.region.area)
        assert not any(toy.canvas().action_at(x, y) for y in range(1, toy.size.height) for x in range(toy.size.width))
        await press(pilot, "pagedown")
        assert COVERED in "".join(shown()), "the question is open"
        await press(pilot, "1", "space")
        assert COVERED not in "".join(shown()) and "λ" in "".join(shown())
        await press(pilot, "pageup")
        assert COVERED in "".join(shown()), "going back restores the beat exactly"
        await press(pilot, "escape", "escape")
        assert COVERED not in "".join(shown()), "by hand one sees everything"


@pytest.mark.parametrize("name", names())
async def test_no_question_is_answered_by_what_is_on_the_screen(played: Played, name: str) -> None:
    """The numbers of its truth, but for those that were told before, are nowhere to be read while it is open; where
    a trained network or a table has them, they are not computed here."""
    scenario = find(name)
    rehearsed = rehearse(scenario)
    scenes = [scene for scene in rehearsed if scene.beat.question and not scene.beat.figures]
    scenes = [scene for scene in scenes if truth_of(scenario, scene, {})]
    if not scenes:
        return
    async with played(LARGE, scenario) as pilot:
        app = app_of(pilot)
        below = app.screen
        for scene in scenes:
            asked, truth = asked_of(scenario, scene, {}), truth_of(scenario, scene, {})
            assert truth is not None and app.demo is not None
            told = [line for early in rehearsed[: scene.beat.number - 1] for line in told_of(scenario, early, {})]
            known = " ".join(text_of(line) for line in (*told, *asked.ask, *asked.choices))
            numbers = set(NUMBER.findall(" ".join(text_of(line) for line in truth.say))) - set(NUMBER.findall(known))
            app.demo.go_to(scene.beat.number - 1)
            app.demo.move(1)
            await pilot.pause()
            await pilot.pause()
            assert app.screen is not below, "it is asked"
            painted = [widget.canvas() for widget in below.query(Painted) if widget.region.area]
            seen = "\n".join(canvas.text(y) for canvas in painted for y in range(canvas.height))
            assert "Sequence" in seen or "Gates by hand" in seen or "The toy" in seen
            given = [number for number in numbers if number in seen]
            assert not given, (
                f"beat {scene.beat.number}: while it asks, {given} of its truth can be read: cover a panel"
            )
            await press(pilot, "escape", "escape")
            assert app.screen is below
