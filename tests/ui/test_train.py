"""The Train view: a queue that can be watched, paused and stopped, what was learned, and Step following it."""

from __future__ import annotations

import asyncio
import math

import numpy as np
import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.queue_job import Learning, QueueJob, SensitivityJob
from rnntui.sentences import plural
from rnntui.train_figure import TrainFigure, kind_of, queue_of, short_kind
from rnntui.views.train import TrainView
from rnntui.widgets.train_panel import LossPanel
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained, Weights
from rnntui_engine.training import correct_on_test, train
from rnntui_engine.unroll import trace

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text, settled

QUICK = {"length": 4, "epochs": 3}


def app_of(pilot: Pilot[None]) -> RnnApp:
    assert isinstance(pilot.app, RnnApp)
    return pilot.app


async def opened_there(pilot: Pilot[None], lengths: str = "2,4") -> TrainView:
    """The Train view, at full pace, with a short queue."""
    app = app_of(pilot)
    await pilot.press("3")
    app.action_perform(f"lengths {lengths}")
    view = app.query_one(TrainView)
    view.pace = math.inf
    await settled(pilot)
    return view


def test_the_job_learns_what_training_learns() -> None:
    todo = [NetworkChoice(length=4, epochs=3), NetworkChoice("lstm", length=2, mode="exact", epochs=2)]
    job = QueueJob(todo)
    job.run()
    assert job.error == ""
    assert job.done
    for choice in todo:
        alone, learning = train(choice), job.learnings[choice]
        assert learning.result is not None
        assert learning.result.correct == alone.correct
        assert learning.losses == list(alone.losses)
        assert learning.accuracies[-1] == alone.accuracy
        for one, other in zip(learning.result.weights.arrays, alone.weights.arrays, strict=True):
            np.testing.assert_array_equal(one, other)
    assert (job.epochs_done, job.epochs_wanted, round(job.seconds_left or 0.0)) == (5, 5, 0)


def test_a_loss_that_is_no_number_stops_the_network_and_keeps_its_last_good_weights() -> None:
    bad = NetworkChoice(length=4, epochs=5, rate=1e150)
    good = NetworkChoice(length=2, epochs=1)
    job = QueueJob([bad, good])
    job.run()
    learning = job.learnings[bad]
    assert learning.broken is not None
    epoch, sequence = learning.broken
    assert learning.epoch == epoch - 1
    assert sequence is not None
    assert learning.ran_away == f"ran away in epoch {epoch}, sequence {sequence}"
    assert learning.result is not None
    assert learning.result.weights.finite
    assert learning.result.stopped_at == epoch - 1
    assert job.learnings[good].result is not None, "the queue goes on"
    assert job.epochs_done == job.epochs_wanted


def test_cancelled_it_keeps_what_is_finished_and_no_more() -> None:
    first, second = NetworkChoice(length=2, epochs=1), NetworkChoice(length=4, epochs=2)
    job = QueueJob([first, second])
    job._learn(first)
    job.cancelled = True
    job.work()
    assert job.learnings[first].result is not None
    assert second not in job.learnings


def test_paused_it_waits_and_goes_on() -> None:
    job = QueueJob([NetworkChoice(length=2, epochs=2)], paused=True)
    job.start()
    while not job.learnings or job.current is None or job.current.epoch < 1:
        job.wake()
    assert not job.done
    job.paused = False
    job.wake()
    job.join()
    assert job.done


def test_the_queue_begins_with_the_chosen_one() -> None:
    chosen = choices("gru", 1.0, length=6, run=2)
    queue = queue_of(chosen, (2, 6), (1, 2))
    assert [(c.length, c.run) for c in queue] == [(6, 2), (2, 1), (2, 2), (6, 1)]
    assert [(c.length, c.run) for c in queue_of(chosen, (2,), (1,))] == [(2, 1)]
    assert plural(1, "network") == "1 network"


def test_the_table_is_the_lessons() -> None:
    def found(choice: NetworkChoice, correct: int) -> Trained:
        empty = np.zeros((0,))
        return Trained(choice, Weights(empty, empty, empty, empty, empty), correct, 200)

    chosen = choices()
    queue = queue_of(chosen, (12,), (1, 2))
    networks = {choice: found(choice, correct) for choice, correct in zip(queue, (147, 143), strict=True)}
    trials = {queue[0]: (0.7, 0.9), queue[1]: (0.715, 0.715)}
    figure = TrainFigure(chosen, queue, (1, 2), {}, networks, trials, queue[0], None, False, False, "", 1.0)
    (line,) = figure.table()
    assert line.baseline == data_set().baseline(12)
    assert line.accuracies == (0.735, 0.715)
    assert line.differences == (pytest.approx(0.025), pytest.approx(0.005))
    assert line.run_range == pytest.approx(0.02)
    assert line.ranges == ((0.7, 0.9), None), "only what moves is chaotic"


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_what_is_learned_looks_as_it_should(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, choices(epochs=10)) as pilot:
        view = await opened_there(pilot, "2,12")
        await pilot.press("space")
        await settled(pilot)
        assert view.job is None
        golden(f"train_{size[0]}x{size[1]}", screen_text(pilot.app))


async def test_before_it_starts_it_says_how(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await opened_there(pilot)
        text = screen_text(pilot.app)
        assert "Space starts the training" in text
        assert "not trained" in text


async def test_a_finished_network_is_everybodys_and_step_shows_it(opened: Opened) -> None:
    async with opened(SMALL, choices(**QUICK)) as pilot:
        app = app_of(pilot)
        await opened_there(pilot, "4")
        await pilot.press("space")
        await settled(pilot)
        network = app.viewing.choices.network
        assert app.viewing.networks[network].correct == correct_on_test(network, app.viewing.networks[network].weights)
        await pilot.press("1", "t")
        await settled(pilot)
        assert app.viewing.trace.trained
        assert "All of them" not in screen_text(app)
        await pilot.press("3", "space")
        await settled(pilot)
        assert "All of them are trained already" in app.viewing.sentence.long


async def test_step_follows_a_network_while_it_learns(opened: Opened) -> None:
    async with opened(SMALL, choices(**QUICK)) as pilot:
        app = app_of(pilot)
        app.viewing.choose(trained=True)
        app.trainer.keep_up = lambda wanted: False  # type: ignore[method-assign]
        weights = train(NetworkChoice(length=4, epochs=1)).weights
        network = app.viewing.choices.network
        app.viewing.follow(network, weights, 1)
        await pilot.pause()
        assert "epoch 1/3" in screen_text(app)
        assert "as it learns" in app.viewing.sentence.long
        fresh = trace(network, 260, weights)
        assert app.viewing.trace.real.h.tobytes() == fresh.real.h.tobytes()
        app.viewing.follow(NetworkChoice(length=8), weights, 2)
        assert app.viewing.training == "", "another network is not shown here"
        app.viewing.follow_no_more()
        assert not app.viewing.trace.trained


async def test_escape_stops_at_once_and_keeps_what_is_finished(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "2-12")
        view.pace = 2.0
        await pilot.press("space")
        job = view.job
        assert isinstance(job, QueueJob)
        await pilot.press("space")
        assert job.paused
        await pilot.press("escape")
        assert view.job is None
        assert job.cancelled
        assert "Stopped." in app.viewing.sentence.long
        await asyncio.to_thread(job.join)
        await pilot.press("escape")
        assert "Nothing to leave" in app.viewing.sentence.long


async def test_the_keys_of_the_queue(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "2-4")
        assert view._queue[0].length == 2
        await pilot.press("M")
        assert app.viewing.choices.network.mode == "exact"
        await pilot.press("E", "7", "enter", "L", *"0,1", "enter", "K", *"1-3", "enter", "l", *"3,5", "enter")
        await settled(pilot)
        network = app.viewing.choices.network
        assert (network.epochs, network.rate, view.runs, view.lengths) == (7, 0.1, (1, 2, 3), (3, 5))
        assert len(view._queue) == 6
        await pilot.press("L", "x", "enter")
        assert "not a learning rate" in app.viewing.sentence.long
        await pilot.press("l", *"3,99", "enter")
        await settled(pilot)
        assert view.lengths == (3, 5), "refused, and nothing has changed"
        await pilot.press("minus", "minus", "plus")
        app.action_perform("look 5 2")
        assert (app.viewing.choices.network.length, app.viewing.choices.network.run) == (5, 2)
        await pilot.press("c")
        await settled(pilot)
        assert app.viewing.choices.network.cell == "erase-write"
        await pilot.press("M")
        assert "one way only" in app.viewing.sentence.long
        view.pace = 2.0
        await pilot.press("p")
        assert view.job is not None, "p plays in Step, and starts the queue here"
        await pilot.press("escape")


def test_a_queue_has_several_kinds_each_with_the_lengths_it_can_have() -> None:
    chosen, chrono = choices("lstm", "chrono", length=4), NetworkChoice("gru", 7, 2, 1.0, "exact")
    queue = queue_of(chosen, (2, 4), (1,), [kind_of(chrono), kind_of(chosen.network)])
    assert [(c.cell, c.memory_bias, c.length, c.run) for c in queue] == [
        ("lstm", "chrono", 4, 1), ("gru", 1.0, 2, 1), ("gru", 1.0, 4, 1)
    ]  # fmt: skip
    assert short_kind(chrono, [kind_of(chrono), kind_of(chosen.network)]) == "GRU 1"
    plain = NetworkChoice()
    exact = NetworkChoice(mode="exact", rate=0.1)
    assert [short_kind(one, (plain, exact)) for one in (plain, exact)] == [
        "plain in place rate 0.05",
        "plain exact rate 0.1",
    ]


async def test_several_kinds_of_network_are_trained_in_one_queue(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 3.0, length=4, epochs=2)) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "2,4")
        await pilot.press("a")
        await settled(pilot)
        assert "LSTM bias 3 stays in the queue" in app.viewing.sentence.long
        await pilot.press("m")
        await settled(pilot)
        assert [c.memory_bias for c in view._queue] == ["chrono", "chrono", 3.0, 3.0, 3.0, 3.0]
        await pilot.press("space")
        await settled(pilot)
        screen = screen_text(app)
        assert "6 of 6 trained, 2 kinds" in screen
        golden("train_two_kinds", screen)
        kinds = {(row["memory bias"], row["length"], row["run"]) for row in view._figure().numbers()}
        assert kinds == {("chrono", 4, "k1"), ("chrono", 4, "k2"), *((3.0, t, k) for t in (2, 4) for k in ("k1", "k2"))}
        app.action_perform("queued 3")
        await settled(pilot)
        assert app.viewing.choices.network == view._queue[0], "the chosen one is first"
        assert (app.viewing.choices.network.memory_bias, app.viewing.choices.network.length) == (3.0, 2)
        await pilot.press("a")
        await settled(pilot)
        assert view.kept == ()
        assert "not kept" in app.viewing.sentence.long
        app.action_perform("queued 99")
        assert "not a place in the queue" in app.viewing.sentence.long


def test_too_many_are_a_sweep() -> None:
    view = TrainView()
    with pytest.raises(BadInput, match="404 networks are too many to watch"):
        view._most("runs", runs=tuple(range(1, 203)), lengths=(2, 4))
    kinds = tuple(kind_of(NetworkChoice("lstm", memory_bias=bias / 10)) for bias in range(101))
    with pytest.raises(BadInput, match="408 networks"):
        view._most("queue", kept=kinds, runs=(1, 2), lengths=(2, 4))


async def test_trials_tell_the_chaotic_ones(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui.queue_job.trials", lambda choice, count, stop: [140, 150 if choice.run == 1 else 140])
    async with opened(MIDDLE, choices(**QUICK)) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "4")
        await pilot.press("z")
        assert "Nothing is trained yet" in app.viewing.sentence.long
        await pilot.press("space")
        await settled(pilot)
        await pilot.press("z")
        await settled(pilot)
        assert len(view.trials) == 2
        assert "1 of 2 networks chaotic" in app.viewing.sentence.long
        assert "≈ k1 .700–.750" in screen_text(app)
        assert "≈ T 4: k1 .700–.750 in 2 trials" in screen_text(app), "a range is of so many trials"
        await pilot.press("z")
        assert "tried already" in app.viewing.sentence.long


async def test_a_small_screen_has_the_range_of_the_chosen_length_by_the_run_s_own_name(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rnntui.queue_job.trials", lambda choice, count, stop: [140, 150 if choice.run == 4 else 140])
    async with opened(SMALL, choices(**QUICK)) as pilot:
        app = app_of(pilot)
        await opened_there(pilot, "2-12")
        app.action_perform("train-runs 3,4")
        await pilot.press("space")
        await settled(pilot)
        assert "in 2 trials" not in screen_text(app)
        await pilot.press("z")
        await settled(pilot)
        assert "≈ T 4: k4 .700–.750 in 2 trials" in screen_text(app)
        app.action_perform("look 12 3")
        await settled(pilot)
        assert "≈ T 12: k4 .700–.750 in 2 trials" in screen_text(app)


def test_the_trials_stop_before_the_next_network(monkeypatch: pytest.MonkeyPatch) -> None:
    job = SensitivityJob([NetworkChoice(), NetworkChoice(run=2)], 2)

    def one(choice: NetworkChoice, count: int, stop: object) -> list[int]:
        job.cancelled = True
        return [1, 2]

    monkeypatch.setattr("rnntui.queue_job.trials", one)
    job.run()
    assert list(job.found) == [NetworkChoice()]


@pytest.mark.parametrize("losses", [[], [0.5], [30.0, math.pi], [1e300], [0.7] * 500])
async def test_any_loss_can_be_drawn(opened: Opened, losses: list[float]) -> None:
    async with opened(SMALL) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "2")
        choice = view._queue[0]
        learning = Learning(choice, list(losses), [0.5] * len(losses))
        view.learnings[choice] = learning
        app.action_perform("look 2 1")
        await settled(pilot)
        for size in ((60, 20), (1, 1), (300, 100), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert app.query_one(LossPanel).figure is not None


@pytest.mark.parametrize(("accuracies", "label"), [([0.9, 0.28], ".2"), ([0.9, 0.62], ".5")])
async def test_an_accuracy_below_one_half_is_drawn(opened: Opened, accuracies: list[float], label: str) -> None:
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        view = await opened_there(pilot, "2")
        choice = view._queue[0]
        view.learnings[choice] = Learning(choice, [0.7, 0.6], accuracies)
        app.action_perform("look 2 1")
        await settled(pilot)
        rows = screen_text(app)
        panel = [row[60:] for row in rows.splitlines()[3:22]]
        assert any(row.lstrip("│ ").startswith(f"{label} ") for row in panel)
        assert any("●" in row for row in panel), "where it stands now is on the axis"


async def test_a_failure_is_said(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("rnntui.queue_job.epochs", broken)
    async with opened(SMALL) as pilot:
        app = app_of(pilot)
        await opened_there(pilot, "2")
        await pilot.press("space")
        await settled(pilot)
        assert "Training failed. MemoryError: no room" in app.viewing.sentence.long
