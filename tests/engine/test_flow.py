"""The gradient on its way back: against central differences for every cell, and the toy against its closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rnntui_engine.cells import CELLS, Cell
from rnntui_engine.flow import Way, first_gradient, mean_factor, norm
from rnntui_engine.jit import compiled
from rnntui_engine.networks import initial, with_cell
from rnntui_engine.readings import data_set
from rnntui_engine.records import Array, BadInput, NetworkChoice, Trace, Weights
from rnntui_engine.toy import Toy, boundary_found, norms, orders
from rnntui_engine.training import train
from rnntui_engine.unroll import kernels, readout, trace
from rnntui_engine.way_back import AT_ONCE, Walk, flow, work

EVERY_CELL = pytest.mark.parametrize("cell", list(CELLS.values()), ids=list(CELLS))


def random_way(cell: Cell, length: int = 7, hidden: int = 3) -> Way:
    rng = np.random.default_rng(5)
    weights = Weights(
        rng.normal(size=(cell.blocks * hidden, 2)), rng.normal(size=(cell.blocks * hidden, hidden)),
        rng.normal(size=cell.biases * hidden), rng.normal(size=hidden), rng.normal(size=1),
    )  # fmt: skip
    return Way(cell, weights, rng.normal(size=(length, 2)))


def carried_on(way: Way, t: int, state: Array) -> Array:
    """The state at T, had the state after period t been another: (S, H)."""
    states, gates = way.states[t:].copy(), way.gates[t:].copy()
    states[0] = state
    w = way.weights
    compiled(kernels(way.cell).forward)(w.Wx, w.Wh, w.b, way.inputs[t:], states, gates)
    return states[-1]


def loss(way: Way, last: Array, label: int) -> float:
    p = readout(way.weights.v, way.weights.c, last[0])
    return -math.log(p if label else 1.0 - p)


def central(way: Way, t: int, step: float = 1e-3) -> tuple[list[Array], dict[int, Array]]:
    """By each number of the state at t: the derivative of the state at T, and of both labels' losses."""
    rows: list[Array] = []
    losses: dict[int, list[float]] = {0: [], 1: []}
    for index in np.ndindex(way.states[t].shape):
        at = {}
        for k in (-2, -1, 1, 2):
            moved = way.states[t].copy()
            moved[index] += k * step
            at[k] = carried_on(way, t, moved)
        rows.append((at[-2] - 8 * at[-1] + 8 * at[1] - at[2]).ravel() / (12 * step))
        for label in losses:
            f = {k: loss(way, last, label) for k, last in at.items()}
            losses[label].append((f[-2] - 8 * f[-1] + 8 * f[1] - f[2]) / (12 * step))
    return rows, {label: np.array(found).reshape(way.states[t].shape) for label, found in losses.items()}


@EVERY_CELL
def test_jacobians_and_gradients_agree_with_central_differences(cell: Cell) -> None:
    way = random_way(cell)
    jacobians = [j.copy() for j in way.jacobians()][::-1]
    gradients = {label: way.gradients(label) for label in (0, 1)}
    assert len(jacobians) == len(gradients[0]) == 8
    for t in range(8):
        rows, losses = central(way, t)
        np.testing.assert_allclose(jacobians[t].T, rows, rtol=1e-6, atol=1e-9)
        for label, expected in losses.items():
            np.testing.assert_allclose(gradients[label][t], expected, rtol=1e-6, atol=1e-9)
            assert gradients[label][t, 0].any()


@EVERY_CELL
def test_the_jacobian_bounds_every_gradient(cell: Cell) -> None:
    choice = with_cell(NetworkChoice(memory_bias=1.0), cell.name)
    for found in (flow(trace(choice, 260)), flow(trace(choice, 3))):
        whole = np.array([norm(row) for row in found.gradients])
        assert (whole <= found.jacobian * whole[-1] * (1 + 1e-12)).all()
        assert found.jacobian[-1] == 1.0 and found.complete
        assert found.gradients.shape == (12, len(cell.parts))
        assert (found.gradients[:-1] > 0.0).all()


def test_the_gradient_starts_with_the_error_times_the_readout() -> None:
    found = trace(with_cell(NetworkChoice(), "lstm"), 260)
    p = found.real.probabilities[-1]
    assert flow(found).gradients[-1].tolist() == [norm((p - found.label) * found.weights.v), 0.0]


def test_the_difference_is_the_trace_s() -> None:
    found = trace(NetworkChoice(), 260)
    assert np.array_equal(flow(found).difference, found.difference[1:, 0])


def test_edits_and_training_change_the_way() -> None:
    choice = NetworkChoice()
    plain, edited = flow(trace(choice, 260)), flow(trace(choice, 260, edits=((3, 80.0),)))
    trained = flow(trace(choice, 260, train(choice).weights))
    assert plain.gradients[0, 0] != edited.gradients[0, 0] != trained.gradients[0, 0] != plain.gradients[0, 0]
    assert trained.jacobian[0] != plain.jacobian[0]


def test_the_mean_over_all_subscribers_is_the_mean_of_their_traces() -> None:
    for name, bias in (("rnn", 0.0), ("lstm", 1.0)):
        choice = with_cell(NetworkChoice(length=4, memory_bias=bias), name)
        data = data_set()
        single = [flow(trace(choice, n)).gradients[0] for n in data.subscribers]
        assert first_gradient(choice) == pytest.approx(np.mean([norm(g) for g in single]), rel=1e-12)


def test_compiled_and_not_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = trace(with_cell(NetworkChoice(), "gru"), 260)
    once = flow(found)
    monkeypatch.setattr("rnntui_engine.jit._loaded", False)
    assert work(found) < AT_ONCE
    again = flow(found)
    assert once.gradients.tobytes() == again.gradients.tobytes()
    assert once.jacobian.tobytes() == again.jacobian.tobytes()


def test_it_can_be_walked_piece_by_piece() -> None:
    found = trace(NetworkChoice(), 260)
    walk, whole = Walk(found), flow(found)
    for pieces in range(1, 18):
        assert walk.advance() and walk.pieces == (pieces, 24)
    assert (len(walk.gradients), len(walk.norms), walk.done) == (12, 5, False)
    part = walk.flow
    assert (part.computed, part.complete) == (5, False)
    assert part.jacobian[7:].tobytes() == whole.jacobian[7:].tobytes() and np.isnan(part.jacobian[:7]).all()
    while walk.advance():
        pass
    assert walk.done and not walk.advance() and walk.flow.jacobian.tobytes() == whole.jacobian.tobytes()


def test_what_ran_away_is_no_number_and_no_error() -> None:
    own = initial(NetworkChoice())
    away = Weights(own.Wx, own.Wh * 1e200, own.b, own.v * np.nan, own.c)
    found: Trace = trace(NetworkChoice(), 260, away)
    ended = flow(found)
    assert np.isnan(ended.gradients).all() and ended.complete


def test_a_jacobian_that_would_fill_the_memory_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui_engine.way_back.LARGEST", 11)
    found = trace(with_cell(NetworkChoice(), "lstm"), 260)
    ended = flow(found)
    assert np.isnan(ended.jacobian).all() and ended.complete and (ended.gradients[:-1] > 0.0).all()


def test_norm_loses_no_square() -> None:
    assert norm(np.array([3e-200, 4e-200])) == pytest.approx(5e-200, rel=1e-15)
    assert norm(np.array([[3e200], [-4e200]])) == pytest.approx(5e200, rel=1e-15)
    assert norm(np.zeros(3)) == 0.0 and norm(np.array([math.inf, 1.0])) == math.inf
    assert math.isnan(norm(np.array([math.nan, math.inf])))


def test_mean_factor() -> None:
    assert mean_factor(1 / 8, 1.0, 3) == pytest.approx(0.5, rel=1e-15)
    assert mean_factor(0.0, 1.0, 3) == 0.0
    assert mean_factor(1.0, 0.0, 3) is None and mean_factor(1.0, 1.0, 0) is None and mean_factor(math.nan, 1, 1) is None


# The toy.


@pytest.mark.parametrize(
    ("eigenvalue", "norm_at_60", "gained"), [(0.8, 2.754e-9, -8.56), (1.0, 1.797e-3, -2.75), (1.2, 101.26, 2.01)]
)
def test_the_textbook_s_three_toys(eigenvalue: float, norm_at_60: float, gained: float) -> None:
    found = norms(Toy(eigenvalue))
    assert len(found) == 61 and found[0] == 1.0
    assert found[60] == pytest.approx(norm_at_60, rel=5e-4)
    assert orders(found[60]) == pytest.approx(gained, abs=0.005)


@pytest.mark.parametrize("eigenvalue", [0.8, 1.0, 1.2, -0.5, 3.0, 1e-3])
@pytest.mark.parametrize("derivative", [0.9, 1.0, 0.25, -0.5])
def test_multiplied_really_it_is_the_closed_form(eigenvalue: float, derivative: float) -> None:
    expected = [abs(eigenvalue * derivative) ** k for k in range(61)]
    assert norms(Toy(eigenvalue, derivative)) == pytest.approx(expected, rel=1e-13)


def test_toys_at_the_ends() -> None:
    assert norms(Toy(0.0), 2) == (1.0, 0.0, 0.0)
    assert norms(Toy(1e6, 1e6), 60)[-1] == math.inf
    assert orders(0.0) is None and orders(math.inf) is None
    assert Toy(1.0, 0.0).boundary is None
    for field, toy in (("lambda", (math.nan, 0.9)), ("derivative", (1.0, 1e7))):
        with pytest.raises(BadInput) as problem:
            Toy(*toy)
        assert problem.value.field == field


def test_the_boundary_is_one_over_the_derivative() -> None:
    assert boundary_found(0.9) == pytest.approx(1 / 0.9, rel=1e-14)
    assert Toy(1.0, 0.9).boundary == 1 / 0.9


def test_twenty_is_the_natural_logarithm() -> None:
    assert -math.log(norms(Toy(0.8))[60]) == pytest.approx(19.7, abs=0.05)
