"""Sweeps: every row that was asked for, the same whoever trains it, and the shares that come of a hundred runs."""

from __future__ import annotations

import json
import threading
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rnntui_engine import jit, sweep
from rnntui_engine.lanes import LANES
from rnntui_engine.networks import trial
from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import BadInput, NetworkChoice, Row
from rnntui_engine.shares import Reach, beats, reach, steps_carried
from rnntui_engine.sweep import COLUMNS, batches, plan, rows, values
from rnntui_engine.training import train

from ..kept_networks import Shelf, kept

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "reach_100_runs.json").read_text(encoding="utf-8"))


def all_rows(choices: list[NetworkChoice], workers: int | None = None) -> list[Row]:
    return [row for part in rows(choices, workers) for row in part.rows]


def small(**choice: Any) -> list[NetworkChoice]:
    """More runs than lanes at two lengths, of one epoch."""
    return plan([NetworkChoice(epochs=1, **choice)], (2, 3), range(1, LANES + 4))


def test_a_plan_is_each_network_at_each_length_in_each_run() -> None:
    networks = [NetworkChoice(), NetworkChoice("lstm", mode="exact", memory_bias=1.0)]
    found = plan(networks, (2, 12), (1, 5))
    assert [(c.cell, c.length, c.run) for c in found] == [
        ("rnn", 2, 1), ("rnn", 2, 5), ("rnn", 12, 1), ("rnn", 12, 5),
        ("lstm", 2, 1), ("lstm", 2, 5), ("lstm", 12, 1), ("lstm", 12, 5),
    ]  # fmt: skip
    assert len(plan([NetworkChoice()])) == 600
    assert {c.memory_bias for c in found[4:]} == {1.0}


@pytest.mark.parametrize(
    ("network", "lengths", "field"),
    [
        (NetworkChoice(), (2, 13), "length"),
        (NetworkChoice(mode="backwards"), (2,), "mode"),
        (NetworkChoice("lstm", mode="exact", memory_bias="chrono"), (4, 2), "memory_bias"),
    ],
)
def test_a_network_that_there_is_not_is_refused_before_any_training(
    network: NetworkChoice, lengths: tuple[int, ...], field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        plan([network], lengths)
    assert refused.value.field == field
    with pytest.raises(BadInput):
        next(rows([NetworkChoice(), NetworkChoice(run=0)]))


def test_no_workers_are_too_few() -> None:
    with pytest.raises(BadInput, match="0 workers") as refused:
        next(rows([NetworkChoice()], workers=0))
    assert refused.value.field == "workers"


def test_a_row_says_which_network_it_was_and_what_it_got_right() -> None:
    choice = NetworkChoice("gru", 3, 5, 1.0, "exact", 2, 0.1, 4, 0.5, "long-20")
    (row,) = all_rows([choice])
    trained = train(choice)
    baseline = data_set("long-20").baseline_correct(5)
    assert row == Row(
        "gru", "exact", 1.0, 5, 3, trained.correct, 200, baseline, 2, 0.1, 4, "long-20", 0.5,
    )  # fmt: skip
    assert row.accuracy == trained.accuracy
    assert dict(zip(COLUMNS, values(row), strict=True)) == {
        "cell": "gru", "mode": "exact", "memory bias": 1.0, "length": 5, "run": 3, "correct": trained.correct,
        "test size": 200, "baseline correct": baseline, "epochs": 2, "rate": 0.1, "hidden": 4, "data": "long-20",
    }  # fmt: skip


def test_rows_are_those_of_the_runs_trained_alone() -> None:
    for row in all_rows(plan([NetworkChoice(epochs=5)], (4,), range(1, LANES + 3))):
        assert row.correct == train(NetworkChoice(run=row.run, length=4, epochs=5)).correct


def test_the_order_hangs_neither_on_the_workers_nor_on_chance() -> None:
    choices = small()
    one = all_rows(choices, workers=1)
    assert [(row.length, row.run) for row in one] == [(c.length, c.run) for c in choices]
    for workers in (2, 5, None):
        assert all_rows(choices, workers) == one


def test_networks_of_one_shape_share_batches_wherever_they_stand() -> None:
    mixed = [NetworkChoice("lstm", k, t, bias, "exact") for k in range(1, 7) for t in (2, 4) for bias in (0.0, 1.0)]
    found = batches(mixed)
    assert [len(batch) for batch in found] == [12, 12]
    assert found[0] == [choice for choice in mixed if choice.length == 2]
    assert [len(batch) for batch in batches(small())] == [LANES, 3, LANES, 3]
    assert batches([]) == []


def test_progress_grows_to_the_whole() -> None:
    parts = list(rows(small()))
    assert [len(part.rows) for part in parts] == [LANES, 3, LANES, 3]
    assert [part.done for part in parts] == [16, 19, 35, 38]
    assert {part.total for part in parts} == {38}
    assert list(rows([])) == []


def test_rows_without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = plan([NetworkChoice(epochs=1)], (2,), (1, 2))
    expected = all_rows(choices)
    monkeypatch.setattr(jit, "_loaded", False)
    assert all_rows(choices) == expected
    with jit.compiled_here():
        assert all_rows(choices) == expected


def test_workers_compile_where_whoever_asks_for_rows_does(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    inside = sweep.lanes.train

    def looking(*given: Any) -> Any:
        seen.append(jit.compiles())
        return inside(*given)

    monkeypatch.setattr(sweep.lanes, "train", looking)
    monkeypatch.setattr(jit, "_loaded", False)
    with jit.compiled_here():
        all_rows(plan([NetworkChoice(epochs=1)], (2,), (1, 2, 3)))
    assert seen == [True, True]


# An end before the end


def endless() -> list[NetworkChoice]:
    """One short batch, then such as nobody waits for."""
    return [NetworkChoice(length=2, epochs=1), *plan([NetworkChoice(epochs=10**7)], (2, 3, 4), range(1, 2 * LANES))]


def test_once_stopped_what_is_finished_is_kept() -> None:
    stop = threading.Event()
    found = []
    for part in rows(endless(), workers=2, stop=stop):
        found.append(part)
        stop.set()
    assert [part.done for part in found] == [1]
    assert found[0].total == len(endless())


def test_a_sweep_stopped_before_it_began_trains_nothing() -> None:
    stop = threading.Event()
    stop.set()
    assert list(rows(endless(), stop=stop)) == []


def test_who_asks_for_no_more_does_not_wait_for_the_rest() -> None:
    running = rows(endless(), workers=2)
    assert len(next(running).rows) == 1
    workers = [thread for thread in threading.enumerate() if thread.name == "training"]
    running.close()
    assert workers
    for thread in workers:  # they end by themselves, and the program's end would not wait for them
        assert thread.daemon
        thread.join(60)
        assert not thread.is_alive()


def test_interrupted_it_gives_what_is_finished_and_next_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C comes while it waits for the first of two batches that are done, and a third that nobody waits for."""
    result, asked = Future.result, list[Future[Any]]()

    def waiting(future: Any, timeout: float | None = None) -> Any:
        asked.append(future)
        found = result(future, timeout)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(Future, "result", waiting)
    quick = [NetworkChoice(length=t, epochs=1) for t in (2, 3)]
    running = rows([*quick, NetworkChoice(length=4, epochs=10**7)], workers=1)
    found = []
    with pytest.raises(KeyboardInterrupt):
        found.extend([row.length for row in part.rows] for part in running)
    assert found[0] == [2] and found[1:] in ([], [[3]])  # the second, if it was done by then


def test_trained_ones_come_with_the_places_of_their_jobs() -> None:
    choices = [NetworkChoice(run=k, length=t, epochs=2) for k in range(1, LANES + 2) for t in (6, 2)]
    jobs: list[sweep.Job] = [
        (one, partial(trial, one, 3) if place % 5 == 0 else None) for place, one in enumerate(choices)
    ]
    found = dict(one for part in sweep.trained(jobs) for one in part)
    assert sorted(found) == list(range(len(jobs)))
    for place, choice in enumerate(choices):
        alone = train(choice, trial(choice, 3) if place % 5 == 0 else None)
        assert found[place].choice == choice and found[place].correct == alone.correct
        assert found[place].weights.Wh.tobytes() == alone.weights.Wh.tobytes()
    assert list(sweep.trained([])) == []


def test_a_run_that_ran_away_is_known_by_its_epoch_and_beats_nothing() -> None:
    (first, *_), (second,) = (
        all_rows(plan([NetworkChoice(rate=1e150, epochs=2)], (4,), (1, 2, 3))),
        all_rows([NetworkChoice(rate=1e150, length=4, epochs=2)]),
    )
    assert first == second and first.ran_away == 1 and not beats(first)
    assert not beats(replace(first, correct=200)) and beats(replace(first, correct=200, ran_away=None))
    assert reach([first, replace(first, correct=200, ran_away=None)]).ran_away == 1
    assert {row.ran_away for row in all_rows(small())} == {None}


def test_work_grows_with_the_length_and_ends_with_the_last() -> None:
    parts = list(rows([NetworkChoice(length=t, epochs=1) for t in (2, 6)]))
    assert [part.work for part in parts] == [0.25, 1.0]


def test_a_failing_training_ends_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = sweep.lanes.train

    def failing(choices: list[NetworkChoice], *given: Any) -> Any:
        if choices[0].length == 3:
            raise MemoryError
        return inside(choices, *given)

    monkeypatch.setattr(sweep.lanes, "train", failing)
    running = rows(small(), workers=2)
    assert [len(part.rows) for part in islice(running, 2)] == [LANES, 3]
    with pytest.raises(MemoryError):
        next(running)


# The shares of a hundred runs


def network(key: str) -> NetworkChoice:
    """The network of "<cell> <mode> bias <memory bias>"."""
    cell, mode, _, bias = key.split()
    return NetworkChoice(cell, mode=mode, memory_bias=float(bias))


@pytest.mark.parametrize("cell", sorted({key.split()[0] for key in GOLDEN}))
def test_a_hundred_runs(cell: str, shelf: Shelf) -> None:
    keys = [key for key in GOLDEN if key.split()[0] == cell]
    found: dict[tuple[str, int], list[Row]] = {}
    with kept(shelf):  # many other tests need these as well
        trained = all_rows(plan([network(key) for key in keys]))
    for row in trained:
        found.setdefault((f"{cell} {row.mode} bias {row.memory_bias:g}", row.length), []).append(row)
    expected = {(key, int(length)): count for key in keys for length, count in GOLDEN[key].items()}
    shares = {place: reach(group) for place, group in found.items()}
    assert {place: one.beating for place, one in shares.items()} == expected
    assert {(one.length, one.runs) for one in shares.values()} == {(length, 100) for length in LENGTHS}


@pytest.mark.parametrize(
    ("key", "steps"),
    [("rnn in-place bias 0", 6), ("lstm exact bias 0", 6), ("lstm exact bias 1", 8), ("lstm exact bias 3", 10)],
)
def test_steps_carried_by_a_hundred_runs(key: str, steps: int) -> None:
    assert steps_carried(Reach(int(t), 100, n, n / 100, 0.0, 1.0) for t, n in GOLDEN[key].items()) == steps


def test_trials_side_by_side_are_those_alone() -> None:
    choice = NetworkChoice(length=10, epochs=3)
    with jit.compiled_here():
        assert sweep.trials(choice, 19) == [train(choice, trial(choice, i)).correct for i in range(19)]
    stop = threading.Event()
    stop.set()
    with jit.compiled_here(), pytest.raises(CancelledError):
        sweep.trials(choice, 3, stop)
