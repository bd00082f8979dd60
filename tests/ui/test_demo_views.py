"""A demo and the views: what it lights is on the screen, whole and beside what it says, in every view at every size."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.job import Job
from rnntui.picture import picture
from rnntui.queue_job import TrainingJob
from rnntui.scenario import figures
from rnntui.scenario.clerk import FigureJob
from rnntui.scenario.play import rehearse
from rnntui.scenario.read import PANELS, Scenario
from rnntui.scenario.shelf import find, names
from rnntui.widgets.narration import Narration
from rnntui.widgets.panel import Panel
from rnntui_engine.cells import cell_named

from .conftest import LARGE, MIDDLE, SMALL, screen_text, settled
from .test_demo import Played, app_of, beats, played, press

__all__ = ["played"]  # the fixture

WORDS = "Seven words that stand in this line " * 10 + "and the end."
LIGHTS = [(view, name) for view, names in PANELS.items() if view != "step" for name in names]


@pytest.fixture(autouse=True)
def _nothing_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a view computes is another test's; here it never comes to an end."""
    monkeypatch.setattr(Job, "start", lambda job: None)


def shown_beside(app: RnnApp) -> None:
    """What is lit is on the screen, once and whole, and what is said stands beside it, whole too."""
    told = [narration for narration in app.screen.query(Narration) if narration.region.area]
    assert len(told) == 1
    narration = told[0].region
    lit = [panel for panel in app.screen.query(Panel) if panel.is_lit and panel.region.area]
    assert len(lit) == 1, [panel.NAME for panel in lit]
    region = lit[0].region
    assert not region.overlaps(narration), (region, narration)
    assert app.screen.region.contains_region(region), region
    assert app.screen.region.contains_region(narration), narration
    views = app.query_one("#views").region
    assert views.contains_region(region), "nothing of it is cut off"
    assert region.width >= 20 and region.height >= 4, region


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("view", [view for view in PANELS if view != "step"])
async def test_what_is_lit_in_a_view_is_seen(played: Played, size: tuple[int, int], view: str) -> None:
    scenario = beats(
        *(f'say = "{WORDS}"\ndo = ["view {view}"]\nlight = "{name}"' for name in PANELS[view])
    )  # fmt: skip
    async with played(size, scenario) as pilot:
        app = app_of(pilot)
        for beat, name in enumerate(PANELS[view], 1):
            app.action_perform(f"beat {beat}")
            await settled_layout(pilot)
            assert app.view == view
            assert app.viewing.lit == name
            shown_beside(app)
            assert "and the end." in " ".join(screen_text(app).replace("│", " ").split())


async def settled_layout(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


async def test_a_beat_sets_up_the_queue_of_the_train_view_and_begins_it(played: Played) -> None:
    scenario: Scenario = beats(
        'say = "x"\ndo = ["view train"]',
        'say = "x"\ndo = ["lengths 2,4", "train-runs k1-3"]',
        'say = "x"\ndo = ["learn"]\nlight = "loss"',
        'say = "x"\ndo = ["view step"]',
    )
    async with played(MIDDLE, scenario) as pilot:
        app = app_of(pilot)
        train = app.query_one("#train")

        def stands() -> tuple[tuple[int, ...], tuple[int, ...], bool]:
            return train.lengths, train.runs, train.job is not None  # type: ignore[attr-defined]

        assert stands() == ((), (1, 2), False)
        await press(pilot, "pagedown")
        assert stands() == ((2, 4), (1, 2, 3), False)
        await press(pilot, "pageup")
        assert stands() == ((), (1, 2), False), "going back restores the beat exactly"
        await press(pilot, "pagedown", "pagedown")
        assert stands() == ((2, 4), (1, 2, 3), True)
        await press(pilot, "pagedown", "pageup")
        assert stands() == ((2, 4), (1, 2, 3), True), "a queue that runs is not begun again, nor paused"
        assert not train.job.paused  # type: ignore[attr-defined]


Look = tuple[str, str, bool, bool]  # a view, what is lit in it, with all products or not, in a cell with gates or not


@pytest.fixture(scope="module")
def looked_at() -> set[Look]:
    """What was looked at in a scenario before: it is laid out alike in every one."""
    return set()


@pytest.mark.parametrize("name", names())
async def test_no_scenario_covers_what_it_talks_about(played: Played, looked_at: set[Look], name: str) -> None:
    scenario = find(name)
    looks: dict[Look, int] = {}
    for scene in rehearse(scenario):
        gated = bool(cell_named(scene.place.choices.network.cell).gates)
        if scene.place.lit:
            looks.setdefault((scene.view, scene.place.lit, scene.place.products, gated), scene.beat.number)
    assert looks, "it points at something"
    new = {look: beat for look, beat in looks.items() if look not in looked_at}
    looked_at.update(new)
    if not new:
        return
    async with played(SMALL, scenario) as pilot:
        app = app_of(pilot)
        assert app.demo is not None
        for size in (SMALL, MIDDLE, LARGE):
            await pilot.resize_terminal(*size)
            for (view, lit, *_), beat in new.items():
                app.demo.go_to(beat)
                await settled_layout(pilot)
                assert (app.view, app.viewing.lit) == (view, lit)
                shown_beside(app)


async def test_the_numbers_of_a_table_come_while_it_plays(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # here it is computed
    monkeypatch.setattr(figures, "FIGURES", figures.Figures())
    later = 'let = { two = "baseline --length 2 : baseline", four = "baseline --length 4 : positive" }'
    scenario = beats(
        'say = "At first."',
        f'say = "At two {{two:.3f}}, at four {{four}}."\nexpect = ["two == 0.72", "four == 56"]\n{later}',
        'say = "x"\nask = "Is it {six:.3f} at six?"\ntruth = "{six:.3f}"\n'
        'choices = [{ say = "yes", right = "six > 0.5" }, { say = "no", right = "six < 0.5" }]\n'
        'let = { six = "baseline --length 6 : baseline" }',
    )
    with monkeypatch.context() as held:
        held.setattr(FigureJob, "start", lambda job: None)
        async with played(SMALL, scenario) as pilot:
            app = app_of(pilot)
            assert app.demo is not None
            ahead = app.demo.clerk.job
            assert ahead is not None
            assert ahead.request.text == "baseline --length 2", "what comes next is computed ahead"
            text = await press(pilot, "pagedown")
            assert "At two …, at four …." in text
            assert "computing…" in text
            ahead.step, ahead.steps = 3, 12
            app._poll()
            await pilot.pause()
            assert "computing 3/12…" in screen_text(app)
            ahead.run()
            app._poll()
            await pilot.pause()
            assert app.demo.clerk.job is not None
            assert app.demo.clerk.job.request.text == "baseline --length 4"
            assert "At two …" in screen_text(app), "no number before all are there"
            app.demo.clerk.job.run()
            app._poll()
            await pilot.pause()
            text = screen_text(app)
            assert "At two 0.720, at four 56." in text
            assert "computing" not in text
            assert "Is it … at six?" in await press(pilot, "pagedown")
            assert "The truth is being computed" in await press(pilot, "1")
            app.demo.clerk.job.run()
            app._poll()
            await pilot.pause()
            text = screen_text(app)
            assert "Is it 0.685 at six?" in text
            assert "✓ Right." in text
            running = app.demo.clerk.job
            await press(pilot, "space", "escape", "escape")
            assert app.demo is None
            assert running is None or running.cancelled


async def test_a_trained_network_is_trained_in_any_view(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("rnntui.decay_job.DecayJob.start", lambda job: None)
    scenario = beats(
        'say = "x"',
        'say = "It gets {accuracy:.3f}."\ndo = ["length 2", "train yes", "view train"]\nexpect = ["accuracy > 0.9"]',
    )
    async with played(SMALL, scenario) as pilot:
        await press(pilot, "pagedown")
        await settled(pilot)
        text = screen_text(app_of(pilot))
        assert "It gets 0.950." in text
        assert "training…" not in text


async def test_a_training_that_fails_is_not_begun_again_and_again(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.undo()
    begun = []

    def fails(job: TrainingJob) -> None:
        begun.append(job.choice)
        job.error = "MemoryError: too much"

    monkeypatch.setattr(TrainingJob, "start", fails)
    scenario = beats('say = "{accuracy:.3f}"\ndo = ["length 2", "train yes"]\nexpect = ["accuracy > 0.9"]')
    async with played(SMALL, scenario) as pilot:
        app = app_of(pilot)
        for _ in range(4):
            app._poll()
            await pilot.pause()
        assert len(begun) == 1
        assert "Training failed. MemoryError: too much" in app.viewing.sentence.long


async def test_a_picture_waits_for_what_it_shows_alone(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(figures, "FIGURES", figures.Figures())
    scenario = beats(
        'say = "{two:.3f}"\nexpect = ["two > 0"]\nlet = { two = "baseline --length 2 : baseline" }',
        'say = "{four:.3f}"\nexpect = ["four > 0"]\nlet = { four = "baseline --length 4 : baseline" }',
    )
    text = await asyncio.to_thread(picture, RnnApp(plain=True, scenario=scenario), SMALL, True)
    assert " 0.720\n" in text
    assert len(figures.FIGURES._rows) == 1


async def test_a_claim_about_a_table_that_does_not_hold_is_told(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.undo()
    monkeypatch.setattr(figures, "FIGURES", figures.Figures())
    scenario = beats(
        'say = "x"', 'say = "{two:.3f}"\nexpect = ["two > 0.8"]\nlet = { two = "baseline --length 2 : baseline" }'
    )
    async with played(LARGE, scenario) as pilot:
        app = app_of(pilot)
        await press(pilot, "pagedown")
        await settled(pilot)
        assert "own.toml, line 8, beat 2, expect: 'two > 0.8' does not hold: two is 0.72" in screen_text(app)
