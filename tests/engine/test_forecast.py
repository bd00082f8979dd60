"""The airline networks: PyTorch's initial values, losses and errors, exact gradients, the same bits uncompiled."""

from __future__ import annotations

import json
import math
from concurrent.futures import CancelledError
from functools import cache
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from rnntui_engine import jit
from rnntui_engine.arithmetic import log
from rnntui_engine.cells import cell_named
from rnntui_engine.forecast import learning, network
from rnntui_engine.forecast.learning import Batch, Forecaster, one_step, outputs, train
from rnntui_engine.forecast.many import train_all, train_many
from rnntui_engine.forecast.network import CELLS, Choice, initial, parameters, parts, rows_of
from rnntui_engine.forecast.problem import Problem, textbook
from rnntui_engine.forecast.series import airline
from rnntui_engine.records import BadInput

DATA = Path(__file__).parents[1] / "data"
TORCH = json.loads((DATA / "airline_torch_float64.json").read_text(encoding="utf-8"))
EACH = pytest.mark.parametrize("cell", CELLS)


@cache
def trained(cell: str) -> Forecaster:
    """The textbook's network of that cell, trained once for all tests."""
    return train(Choice(cell), textbook())


@EACH
def test_initial_values_are_pytorch_s_to_the_bit(cell: str) -> None:
    from safetensors.numpy import load_file

    drawn = load_file(DATA / "airline_initial_weights.safetensors")
    names = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0", "linear.weight", "linear.bias")
    choice = Choice(cell)
    for name, ours in zip(names, parts(initial(choice), rows_of(choice), 32), strict=True):
        theirs = drawn[f"{cell}.{name}"]
        assert theirs.dtype == np.float32
        assert np.array_equal(ours.ravel(), theirs.ravel().astype(np.float64)), name


def test_parameters_are_counted_with_both_biases() -> None:
    assert {cell: parameters(Choice(cell)) for cell in CELLS} == {"rnn": 1153, "lstm": 4513, "gru": 3393}
    assert [trained("gru").parameters, len(initial(Choice("lstm", hidden=5)))] == [
        3393,
        parameters(Choice("lstm", hidden=5)),
    ]


def test_the_problem_is_the_textbook_s() -> None:
    problem = textbook()
    assert (len(problem.series), problem.windows, problem.training_windows) == (144, 132, 108)
    assert (problem.series.month(0), problem.series.month(problem.first)) == ("1949-01", "1959-01")
    assert problem.mean == pytest.approx(TORCH["mean_log"], abs=1e-14)
    assert problem.sd == pytest.approx(TORCH["sd_log"], abs=1e-14)


@EACH
def test_losses_and_error_are_pytorch_s(cell: str) -> None:
    known, problem, ours = TORCH["cells"][cell], textbook(), trained(cell)
    for epoch, loss in known["train_loss_before_step"].items():
        assert ours.losses[int(epoch)] == pytest.approx(loss, abs=1e-9), epoch
    rmse = problem.rmse(problem.forecasts(one_step(ours, problem)))
    assert rmse == pytest.approx(known["test_rmse_log_float64"], abs=0.002)
    assert len(ours.losses) == 400


@EACH
@pytest.mark.parametrize(("windows", "hidden", "length"), [(1, 1, 1), (19, 3, 5), (33, 4, 2)])
def test_the_batch_gradient_agrees_with_central_differences(cell: str, windows: int, hidden: int, length: int) -> None:
    rng = np.random.default_rng(windows)
    vector = rng.normal(size=parameters(Choice(cell, hidden=hidden))) / 2
    batch = Batch(cell_named(cell), hidden, rng.normal(size=(windows, length)), rng.normal(size=windows))
    found, unused = np.zeros_like(vector), np.zeros_like(vector)
    batch.gradient(vector, found)
    step = 1e-3
    for i in range(len(vector)):
        at = []
        for k in (-2, -1, 1, 2):
            moved = vector.copy()
            moved[i] += k * step
            at.append(batch.gradient(moved, unused))
        assert found[i] == pytest.approx((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step), rel=1e-6, abs=1e-9), i
    assert np.count_nonzero(found) > len(found) // 2


def test_a_batch_gives_the_mean_of_its_windows() -> None:
    """Whatever lane a window stands in, and beside how many others."""
    rng = np.random.default_rng(1)
    inputs, targets, choice = rng.normal(size=(35, 4)), rng.normal(size=35), Choice("lstm", hidden=3)
    vector = rng.normal(size=parameters(choice))
    whole, part, cell = np.zeros_like(vector), np.zeros_like(vector), cell_named("lstm")
    loss = Batch(cell, 3, inputs, targets).gradient(vector, whole)
    losses, sums = [], np.zeros_like(vector)
    for i in range(35):
        losses.append(Batch(cell, 3, inputs[i : i + 1], targets[i : i + 1]).gradient(vector, part))
        sums += part
    assert loss == pytest.approx(math.fsum(losses) / 35, rel=1e-12)
    np.testing.assert_allclose(whole, sums / 35, rtol=1e-9, atol=1e-12)
    y = outputs(choice, vector, inputs)
    assert [float(outputs(choice, vector, inputs[i : i + 1])[0]) for i in range(35)] == y.tolist()
    assert loss == pytest.approx(float(np.mean((y - targets) ** 2)), rel=1e-12)


@EACH
def test_uncompiled_gives_the_same_bits(cell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Choice(cell, hidden=5, epochs=2)
    compiled = train(choice, textbook())
    assert jit.compiles()
    monkeypatch.setattr(jit, "_loaded", False)
    alone = train(choice, textbook())
    assert alone.losses == compiled.losses
    assert np.array_equal(alone.vector, compiled.vector)


def test_the_logarithm_is_within_one_unit_in_the_last_place() -> None:
    rng = np.random.default_rng(0)
    for x in [1.0, 2.0, 0.5, 1e-300, 1e300, *np.exp(rng.uniform(-30, 30, 4000)), *rng.uniform(0.9, 1.1, 1000)]:
        theirs = math.log(x)
        assert abs(log(float(x)) - theirs) <= math.ulp(theirs) if theirs else log(float(x)) == 0.0
    assert log(1.0) == 0.0
    assert [log(2.0**k) / log(2.0) for k in (1, 10, -7)] == [1.0, 10.0, -7.0]


def test_training_stops_when_asked_and_refuses_what_there_is_not() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(CancelledError):
        train(Choice(), textbook(), stop)
    for choice, field in (
        (Choice("erase-write"), "cell"), (Choice(seed=-1), "seed"), (Choice(hidden=0), "hidden"),
        (Choice(epochs=0), "epochs"), (Choice(hidden=network.MOST_HIDDEN + 1), "hidden"),
    ):  # fmt: skip
        with pytest.raises(BadInput) as refused:
            next(learning.epochs(choice, textbook()))
        assert refused.value.field == field


def test_yearly_differences_and_a_horizon() -> None:
    levels, changes = textbook(), Problem(airline(), difference=True)
    assert (changes.windows, changes.training_windows, changes.offset) == (120, 96, 12)
    choice = Choice("gru", epochs=60)
    rmse = {}
    for name, problem in (("levels", levels), ("changes", changes)):
        network = train(choice, problem)
        model = one_step(network, problem)
        rmse[name] = problem.rmse(problem.forecasts(model))
        far = Problem(problem.series, horizon=24, difference=problem.difference)
        ahead = far.forecasts(one_step(network, far))
        assert ahead[0] == problem.forecasts(model)[0]  # the first month is one step ahead for both
        assert not np.array_equal(ahead[1:], problem.forecasts(model)[1:])
    assert rmse["changes"] < rmse["levels"] / 2


def test_many_networks_are_trained_as_alone() -> None:
    problem = textbook()
    choices = [Choice(cell, seed, hidden=4, epochs=7) for seed in (0, 3) for cell in CELLS]
    losses: dict[int, list[float]] = {n: [] for n in range(6)}
    found = {}
    for part in train_many(choices, problem):
        losses[part.index] += part.losses
        assert part.epoch == len(losses[part.index])
        if part.forecaster is not None:
            found[part.index] = part.forecaster
            assert part.epoch == 7 and part.seconds > 0
    assert sorted(found) == list(range(6))
    for index, choice in enumerate(choices):
        alone = train(choice, problem)
        assert np.array_equal(found[index].vector, alone.vector)
        assert tuple(losses[index]) == found[index].losses == alone.losses
    assert [one.choice for one in train_all(choices, problem)] == choices
    assert list(train_many([], problem)) == []


def test_many_networks_stop_when_asked() -> None:
    stop = Event()
    choices = [Choice(seed=seed, hidden=2, epochs=10_000) for seed in range(4)]
    seen = 0
    for _ in train_many(choices, textbook(), stop):
        seen += 1
        stop.set()
    assert seen == 1
    with pytest.raises(CancelledError):
        train_all(choices, textbook(), stop)
    with pytest.raises(BadInput):
        next(train_many([Choice(), Choice(hidden=0)], textbook()))
