"""Training from the Step view: one key, a thread, progress, cancel at once, the period staying."""

from __future__ import annotations

import threading

import pytest

from rnntui import queue_job as job_module
from rnntui.app import RnnApp
from rnntui.queue_job import TrainingJob
from rnntui_engine import jit
from rnntui_engine.networks import initial
from rnntui_engine.records import NetworkChoice, Progress
from rnntui_engine.training import train

from .conftest import MIDDLE, Opened, choices, screen_text, settled


def app_of(pilot: object) -> RnnApp:
    app = pilot.app  # type: ignore[attr-defined]
    assert isinstance(app, RnnApp)
    return app


class Held:
    """Epochs that go on only when told to: a test can look at every moment of a training."""

    def __init__(self) -> None:
        self.may_go = threading.Semaphore(0)
        self.reached = threading.Semaphore(0)

    def __call__(self, choice: NetworkChoice) -> object:
        for epoch in range(1, choice.epochs + 1):
            self.may_go.acquire()
            yield Progress(epoch, choice.epochs, 1.0 / epoch, initial(choice))
            self.reached.release()

    def go(self, count: int) -> None:
        for _ in range(count):
            self.may_go.release()
        for _ in range(count):
            self.reached.acquire()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held()
    monkeypatch.setattr(job_module, "epochs", held)
    return held


async def test_one_key_trains_and_the_same_key_shows_the_untrained_network(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 3.0)) as pilot:
        app = app_of(pilot)
        await pilot.press("end", "left")
        untrained = screen_text(app).splitlines()[2:-2]
        await pilot.press("t")
        await settled(pilot)
        with jit.compiled_here():
            expected = train(app.viewing.choices.network)
        assert app.viewing.trace.trained
        assert app.viewing.period == 11
        for ours, theirs in zip(app.viewing.trace.weights.arrays, expected.weights.arrays, strict=True):
            assert ours.tobytes() == theirs.tobytes()
        assert f"{expected.accuracy:.3f}" in app.viewing.sentence.long
        assert "t trained" in screen_text(app)
        await pilot.press("t")
        await settled(pilot)
        assert screen_text(app).splitlines()[2:-2] == untrained
        await pilot.press("t")
        await pilot.pause()
        assert app.trainer.job is None, "a network once trained is kept"
        assert app.viewing.trace.trained


async def test_trained_stays_chosen_when_the_network_changes(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await settled(pilot)
        for key in ("r", "<", "c", "m"):
            await pilot.press(key)
            await settled(pilot)
            assert app.viewing.trace.trained, key
        assert len(app.viewing.networks) == 5


async def test_progress_is_shown_and_the_app_goes_on_working(opened: Opened, held: Held) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await pilot.pause()
        app._poll()
        await pilot.pause()
        assert "preparing" in screen_text(app)
        held.go(15)
        app._poll()
        await pilot.pause()
        assert "15/30 ■■■■■□□□□□" in screen_text(app)
        await pilot.press("space", "space", "down")
        await pilot.pause()
        assert app.viewing.period == 3
        assert "period 3/12" in screen_text(app)
        held.go(14)
        held.may_go.release()
        await settled(pilot)
        assert app.viewing.trace.trained


@pytest.mark.parametrize("key", ["escape", "t"])
async def test_cancel_is_at_once_and_a_late_result_is_dropped(opened: Opened, held: Held, key: str) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await pilot.pause()
        held.go(3)
        running = app.trainer.job
        assert running is not None
        await pilot.press(key)
        await pilot.pause()
        assert app.trainer.job is None
        assert "t untrained" in screen_text(app)
        assert "topped after 3 epochs" in screen_text(app)
        held.may_go.release()
        running.join()
        assert running.result is None
        app._poll()
        await pilot.pause()
        assert "t untrained" in screen_text(app)
        assert not app.viewing.networks


async def test_another_choice_while_training_trains_that_one_instead(opened: Opened, held: Held) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await pilot.pause()
        first = app.trainer.job
        assert first is not None
        await pilot.press("r")
        await pilot.pause()
        assert first.cancelled
        assert app.trainer.job is not None
        assert app.trainer.job.choice.run == 2
        held.may_go.release(60)
        await settled(pilot)
        assert [choice.run for choice in app.viewing.networks] == [2]


async def test_a_training_that_fails_says_so(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(choice: NetworkChoice) -> object:
        raise ValueError("out of paper")
        yield

    monkeypatch.setattr(job_module, "epochs", broken)
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await settled(pilot)
        assert "Training failed. ValueError: out of paper" in screen_text(app)
        assert not app.viewing.choices.trained
        await pilot.press("space")
        assert app.viewing.period == 2


def test_time_left_follows_the_pace() -> None:
    job = TrainingJob(NetworkChoice())
    assert (job.seconds_left, job.share, job.words) == (None, 0.0, "preparing")
    job.epochs_done, job.timed, job.seconds = 10, 9, 0.9  # the first epoch, which compiles, tells nothing
    assert job.seconds_left == pytest.approx(2.0)
    assert (job.share, job.words) == (1 / 3, "10/30 ■■■□□□□□□□")


def test_one_network_trained_is_the_same_by_either_way() -> None:
    """Also one that runs away: what it answers is what it answers after its last epoch."""
    for rate in (0.05, 1e150):
        choice = NetworkChoice(length=4, epochs=5, rate=rate)
        one, queue, alone = TrainingJob(choice), job_module.QueueJob([choice]), train(choice)
        one.run()
        queue.run()
        for result in (one.result, queue.learnings[choice].result):
            assert result is not None and (result.correct, result.stopped_at) == (alone.correct, alone.stopped_at)
            assert result.weights.Wh.tobytes() == alone.weights.Wh.tobytes()
        assert not one.learnings[choice].accuracies


async def test_opened_on_a_trained_network(opened: Opened) -> None:
    async with opened(MIDDLE, choices(trained=True, length=2)) as pilot:
        await settled(pilot)
        assert app_of(pilot).viewing.trace.trained
