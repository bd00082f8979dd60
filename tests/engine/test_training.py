"""Training: the lesson's accuracies, and one epoch against transcriptions that share no code with the engine's."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnntui_engine import jit, training
from rnntui_engine.arithmetic import Generator, sigmoid, tanh
from rnntui_engine.cells import CELLS
from rnntui_engine.networks import initial, run_seed, trial
from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.sweep import trials
from rnntui_engine.training import correct_on_test, cross_entropy, decisions, epochs, train

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "lesson.json").read_text(encoding="utf-8"))["training"]


def network(key: str, length: int, run: int) -> NetworkChoice:
    """The network of "<cell> <mode> bias <memory bias>"."""
    cell, mode, _, bias = key.split()
    return NetworkChoice(cell, run, length, float(bias), mode)


def pinned() -> Iterator[Any]:
    """Every figure that does not hang on rounding."""
    for key, rows in GOLDEN.items():
        for row in rows:
            for run in (1, 2):
                if key.split()[0] in CELLS and row[f"run_{run}_distinct_under_one_ulp"] == 1:
                    length = row["length"]
                    yield pytest.param(network(key, length, run), row[f"run_{run}"], id=f"{key}, T={length}, k{run}")


@pytest.mark.parametrize(("choice", "accuracy"), pinned())
def test_accuracy(choice: NetworkChoice, accuracy: float) -> None:
    assert train(choice).accuracy == accuracy


def test_the_chaotic_cell_with_this_arithmetic() -> None:
    """It may be pinned because the arithmetic is the same on every machine."""
    assert train(NetworkChoice(run=1, length=10)).accuracy == 0.885


@pytest.mark.parametrize(
    ("key", "length", "run", "distinct"),
    [("rnn in-place bias 0", 10, 1, 13), ("rnn in-place bias 0", 12, 1, 1), ("lstm exact bias 1", 12, 2, 1)],
)
def test_range_over_forty_trials(key: str, length: int, run: int, distinct: int) -> None:
    row = next(row for row in GOLDEN[key] if row["length"] == length)
    counts = trials(network(key, length, run))
    assert len(counts) == 40
    assert [min(counts) / 200, max(counts) / 200] == row[f"run_{run}_range_under_one_ulp"]
    assert len(set(counts)) == row[f"run_{run}_distinct_under_one_ulp"] == distinct


# One epoch, transcribed from the lesson's description


def shuffled_training_set(choice: NetworkChoice) -> list[tuple[list[list[float]], int]]:
    """The sequences of the first epoch in the order in which they are learnt, with their labels."""
    data = data_set()
    subscribers = data.train.tolist()
    draw = Generator(run_seed(choice.run) + 500).draw
    for i in range(len(subscribers) - 1, 0, -1):
        j = math.floor(draw() * (i + 1))
        subscribers[i], subscribers[j] = subscribers[j], subscribers[i]
    labels = data.labels(choice.length)
    sequences = []
    for s in subscribers:
        readings = data.readings[s, : choice.length].tolist()
        sequences.append(([[r / 40, 1.0 if r == 0 else 0.0] for r in readings], int(labels[s])))
    return sequences


def learnt_in_place(choice: NetworkChoice) -> dict[str, Any]:
    """One epoch on lists of Python floats, every sum from left to right."""
    start = initial(choice)
    Wx, Wh, b, v, c = start.Wx.tolist(), start.Wh.tolist(), start.b.tolist(), start.v.tolist(), 0.0
    units, rate = range(len(b)), choice.rate
    for x, y in shuffled_training_set(choice):
        h = [[0.0 for _ in units]]
        for x_t in x:
            new = []
            for k in units:
                given = (b[k] + Wx[k][0] * x_t[0]) + Wx[k][1] * x_t[1]
                recurrent = 0.0
                for j in units:
                    recurrent = recurrent + Wh[k][j] * h[-1][j]
                new.append(tanh(given + recurrent))
            h.append(new)
        z = 0.0
        for k in units:
            z = z + v[k] * h[-1][k]
        d = sigmoid(max(-30.0, min(30.0, c + z))) - y
        dh = [d * v[k] for k in units]
        for k in units:
            v[k] = v[k] - (rate * d) * h[-1][k]
        c = c - rate * d
        for t in range(len(x), 0, -1):
            earlier = [0.0 for _ in units]
            for k in units:
                g = dh[k] * (1.0 - h[t][k] * h[t][k])
                b[k] = b[k] - rate * g
                for i in (0, 1):
                    Wx[k][i] = Wx[k][i] - (rate * g) * x[t - 1][i]
                for j in units:
                    earlier[j] = earlier[j] + g * Wh[k][j]
                    Wh[k][j] = Wh[k][j] - (rate * g) * h[t - 1][j]
            dh = earlier
    return {"Wx": Wx, "Wh": Wh, "b": b, "v": v, "c": [c]}


@pytest.mark.parametrize("length", [2, 7])
@pytest.mark.parametrize("run", [1, 4])
def test_an_epoch_in_place_is_the_described_one_to_the_bit(length: int, run: int) -> None:
    choice = NetworkChoice(run=run, length=length, epochs=1)
    found = train(choice).weights
    for name, expected in learnt_in_place(choice).items():
        assert getattr(found, name).tolist() == expected, name


def plain_gradient(x: Any, Wx: Any, Wh: Any, b: Any, d_h: Any) -> tuple[Any, Any, Any]:
    """Backpropagation through time of h = tanh(Wx x + Wh h′ + b) by matrices; d_h maps h_T to the gradient by it."""
    h = [np.zeros(len(b))]
    for x_t in x:
        h.append(np.tanh(Wx @ x_t + Wh @ h[-1] + b))
    d, G = d_h(h[-1]), [np.zeros_like(a) for a in (Wx, Wh, b)]
    for t in range(len(x), 0, -1):
        g = d * (1 - h[t] ** 2)
        G = [G[0] + np.outer(g, x[t - 1]), G[1] + np.outer(g, h[t - 1]), G[2] + g]
        d = Wh.T @ g
    return G[0], G[1], G[2]


def lstm_gradient(x: Any, Wx: Any, Wh: Any, b: Any, d_h: Any) -> tuple[Any, Any, Any]:
    """The same for the LSTM, the four gates of a period as one vector."""
    H = len(b) // 4
    h, c, kept = np.zeros(H), np.zeros(H), []
    for x_t in x:
        a = Wx @ x_t + Wh @ h + b
        i, f, o = (1 / (1 + np.exp(-a[n * H : (n + 1) * H])) for n in (0, 1, 3))
        g = np.tanh(a[2 * H : 3 * H])
        before, c_before = h, c
        c = f * c + i * g
        h = o * np.tanh(c)
        kept.append((x_t, before, c_before, c, i, f, g, o))
    d, dc, G = d_h(h), np.zeros(H), [np.zeros_like(a) for a in (Wx, Wh, b)]
    for x_t, before, c_before, c_t, i, f, g, o in reversed(kept):
        dc = dc + d * o * (1 - np.tanh(c_t) ** 2)
        da = np.concatenate(
            [dc * g * i * (1 - i), dc * c_before * f * (1 - f), dc * i * (1 - g**2), d * np.tanh(c_t) * o * (1 - o)]
        )
        G = [G[0] + np.outer(da, x_t), G[1] + np.outer(da, before), G[2] + da]
        d, dc = Wh.T @ da, dc * f
    return G[0], G[1], G[2]


def learnt_exactly(choice: NetworkChoice, gradient: Any) -> tuple[dict[str, Any], list[float]]:
    """One epoch by matrices, and the loss of each sequence before its update."""
    start = initial(choice).copy()
    Wx, Wh, b, v, c = start.Wx, start.Wh, start.b, start.v, 0.0
    losses = []
    for x, y in shuffled_training_set(choice):
        old_v, old_c = v, c

        def d_last(h: Any, old_v: Any = old_v, old_c: float = old_c, y: int = y) -> Any:
            nonlocal v, c
            p = 1 / (1 + np.exp(-(old_c + old_v @ h)))
            losses.append(-np.log(p if y else 1 - p))
            v, c = old_v - choice.rate * (p - y) * h, old_c - choice.rate * (p - y)
            return (p - y) * old_v

        G = gradient(np.array(x), Wx, Wh, b, d_last)
        norm = np.sqrt(sum((g**2).sum() for g in G))
        step = choice.rate * (min(1.0, choice.clip / norm) if choice.clip else 1.0)
        Wx, Wh, b = Wx - step * G[0], Wh - step * G[1], b - step * G[2]
    return {"Wx": Wx, "Wh": Wh, "b": b, "v": v, "c": [c]}, losses


@pytest.mark.parametrize("clip", [None, 0.05], ids=["", "clipped"])
@pytest.mark.parametrize(("cell", "gradient"), [("rnn", plain_gradient), ("lstm", lstm_gradient)], ids=["rnn", "lstm"])
def test_an_exact_epoch_is_the_textbook_s(cell: str, gradient: Any, clip: float | None) -> None:
    choice = NetworkChoice(cell, run=2, length=6, mode="exact", epochs=1, clip=clip)
    expected, losses = learnt_exactly(choice, gradient)
    found = train(choice)
    for name, array in expected.items():
        np.testing.assert_allclose(getattr(found.weights, name), array, rtol=1e-9, atol=1e-12, err_msg=name)
    assert found.losses == pytest.approx([np.mean(losses)], rel=1e-9)


# The course of a training


def test_a_bound_that_is_never_reached_changes_no_bit() -> None:
    free = NetworkChoice(mode="exact", epochs=2)
    bound = replace(free, clip=1e6)
    for one, two in zip(train(free).weights.arrays, train(bound).weights.arrays, strict=True):
        assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize(("cell", "mode"), [("rnn", "in-place"), ("rnn", "exact"), ("lstm", "exact")])
def test_training_repeats_to_the_bit(cell: str, mode: str) -> None:
    choice = NetworkChoice(cell, mode=mode, epochs=3, length=5)
    one, two = train(choice), train(choice)
    assert one.losses == two.losses
    assert [a.tobytes() for a in one.weights.arrays] == [a.tobytes() for a in two.weights.arrays]


def test_progress_after_each_epoch() -> None:
    choice = NetworkChoice(length=4, epochs=5)
    seen = []
    for progress in epochs(choice):
        seen.append((progress.epoch, progress.epochs, progress.loss))
    whole = train(choice)
    assert [(epoch, of) for epoch, of, _ in seen] == [(n, 5) for n in range(1, 6)]
    assert tuple(loss for _, _, loss in seen) == whole.losses
    assert whole.losses[-1] < whole.losses[0]
    assert whole.tested == 200


def test_fewer_epochs_are_the_beginning_of_more() -> None:
    short, long = train(NetworkChoice(length=4, epochs=3)), train(NetworkChoice(length=4, epochs=6))
    assert long.losses[:3] == short.losses


def test_initial_weights_are_not_written_to_and_trained_ones_are_closed() -> None:
    choice = NetworkChoice(length=3, epochs=1)
    start = trial(choice, 0)
    before = [a.copy() for a in start.arrays]
    finished = train(choice, start)
    for array, kept, trained in zip(start.arrays, before, finished.weights.arrays, strict=True):
        assert np.array_equal(array, kept)
        assert not trained.flags.writeable


def test_abandoned_training_leaves_numpy_s_error_state_alone() -> None:
    before = np.geterr()
    running = epochs(NetworkChoice(length=2))
    next(running)
    assert np.geterr() == before
    running.close()
    assert np.geterr() == before


def test_the_test_result_counts_right_decisions() -> None:
    choice = NetworkChoice(length=6, epochs=4)
    trained = train(choice)
    data = data_set()
    answers = decisions(choice, trained.weights)
    right = sum(int(a) == int(y) for a, y in zip(answers, data.labels(6)[data.test], strict=True))
    assert right == trained.correct == correct_on_test(choice, trained.weights)
    assert trained.accuracy == right / 200


def test_a_readout_of_exactly_one_half_decides_one() -> None:
    weights = initial(NetworkChoice()).copy()
    weights.v[...] = 0.0
    assert decisions(NetworkChoice(), weights).all()


def test_cross_entropy() -> None:
    assert cross_entropy(np.array([0.25, 0.25]), np.array([1, 0])) == pytest.approx(
        -(math.log(0.25) + math.log(0.75)) / 2
    )


@pytest.mark.parametrize(("cell", "mode"), [("rnn", "in-place"), ("rnn", "exact"), ("lstm", "exact")])
@pytest.mark.parametrize("rate", [50.0, 1e150, 1e308])
@pytest.mark.parametrize("length", [2, 12])
def test_a_rate_that_is_too_large_ends_without_an_error(cell: str, mode: str, rate: float, length: int) -> None:
    finished = train(NetworkChoice(cell, mode=mode, rate=rate, length=length))
    assert 0 <= finished.correct <= 200
    assert len(finished.losses) == 30
    assert finished.weights.finite


@pytest.mark.parametrize("good", [0, 2])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_training_that_ran_away_keeps_its_last_finite_weights(
    good: int, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its epochs are of another's making: the first ones add 1 to the bias, the others break a weight as well."""
    calls = []

    def epoch(rate: float, order: Any, inputs: Any, labels: Any, Wx: Any, Wh: Any, b: Any, *rest: Any) -> None:
        calls.append(rate)
        b += 1.0
        rest[-1][...] = 0.5
        if len(calls) > good:
            Wh[1, 2] = value

    monkeypatch.setattr(training, "kernels", lambda cell: training.Kernels(epoch, epoch))
    monkeypatch.setattr(jit, "_loaded", False)
    choice = NetworkChoice(length=4, epochs=5)
    reports = [(progress.last_finite is None, progress.weights.finite) for progress in epochs(choice)]
    assert reports == [(epoch <= good,) * 2 for epoch in range(1, 6)]
    calls.clear()
    finished = train(choice)
    assert finished.stopped_at == good
    np.testing.assert_array_equal(finished.weights.b, initial(choice).b + good)
    np.testing.assert_array_equal(finished.weights.Wh, initial(choice).Wh)
    assert not finished.weights.b.flags.writeable


def test_what_a_training_that_ran_away_gets_right_is_what_its_end_gets_right() -> None:
    choice = NetworkChoice(rate=1e150, length=4, epochs=2)
    *_, end = epochs(choice)
    finished = train(choice)
    assert (finished.stopped_at, end.weights.finite, math.isnan(end.loss)) == (0, False, True)
    assert finished.correct == correct_on_test(choice, end.weights) == 144  # NaN is not 0.5 or more: it decides 0
    np.testing.assert_array_equal(finished.weights.Wh, initial(choice).Wh)


def test_a_training_that_did_not_run_away_says_nothing_of_it() -> None:
    assert train(NetworkChoice(length=2, epochs=2)).stopped_at is None


@pytest.mark.parametrize(("cell", "mode"), [("rnn", "in-place"), ("lstm", "exact")])
def test_a_longer_data_set_and_other_sizes_can_be_trained(cell: str, mode: str) -> None:
    choice = NetworkChoice(cell, mode=mode, length=30, data="long-40", hidden=3, epochs=2, run=7)
    finished = train(choice)
    assert finished.weights.hidden == 3
    assert all(math.isfinite(loss) for loss in finished.losses)
    assert finished.correct == correct_on_test(choice, finished.weights)


def test_a_choice_that_there_is_not_is_refused_before_any_epoch() -> None:
    with pytest.raises(BadInput):
        train(NetworkChoice(cell="lstm", mode="in-place"))
    with pytest.raises(BadInput):
        next(epochs(NetworkChoice(rate=-1.0)))


def test_lengths_of_the_lesson_are_all_pinned_somewhere() -> None:
    assert {param.values[0].length for param in pinned()} == set(LENGTHS)
