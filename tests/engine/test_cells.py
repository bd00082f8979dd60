"""The contract of a cell: what the two gated recurrent units share, and a toy cell that joins by its file alone."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from rnntui_engine.cells import CELLS, Cell, found
from rnntui_engine.explain import explain
from rnntui_engine.measures import decay
from rnntui_engine.networks import initial
from rnntui_engine.records import NetworkChoice, Weights
from rnntui_engine.training import train
from rnntui_engine.unroll import run, trace

TOY = '''
"""A leaky unit: h = a·h' + tanh(Wx x + Wh h' + b), with a fixed leak."""

from rnntui_engine.arithmetic import tanh
from rnntui_engine.cells.common import Cell, add_gradient, pre_activation
from rnntui_engine.jit import kernel

LEAK = 0.5


@kernel
def step(Wx, Wh, b, x, before, after, gates):
    for k in range(before.shape[1]):
        gates[0, k] = tanh(pre_activation(Wx, Wh, b, k, x, before[0]))
        after[0, k] = LEAK * before[0, k] + gates[0, k]


@kernel
def step_back(Wx, Wh, x, before, after, gates, d_after, d_before, dWx, dWh, db, dx):
    for k in range(before.shape[1]):
        d_before[0, k] += d_after[0, k] * LEAK
        g = d_after[0, k] * (1.0 - gates[0, k] * gates[0, k])
        add_gradient(g, k, Wx, Wh, x, before[0], d_before[0], dWx, dWh, db, dx)


CELL = Cell(
    name="leaky", title="leaky unit", label="leaky", gates=("candidate",), symbols=("g",),
    signed=frozenset({"candidate"}), parts=("h",), blocks=1, biases=1, keeps=None, writes=None,
    step=step, step_back=step_back,
)
'''


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A cell that is one file in a package of cells and nothing else."""
    package = tmp_path / "toy_cells"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "leaky.py").write_text(textwrap.dedent(TOY))
    monkeypatch.syspath_prepend(str(tmp_path))
    cells = found([str(package)], "toy_cells")
    assert list(cells) == ["leaky"]
    monkeypatch.setitem(CELLS, "leaky", cells["leaky"])
    yield cells["leaky"]
    for name in [name for name in sys.modules if name.startswith("toy_cells")]:
        del sys.modules[name]


def test_a_cell_joins_by_one_file(leaky: Cell) -> None:
    choice = NetworkChoice("leaky", mode="exact", length=4, epochs=2)
    assert leaky.parameters() == 61
    shown = trace(choice, 260)
    assert explain(shown, 2, 0).terms[0].result == pytest.approx(shown.real.gates[1, 0, 0])
    assert decay(choice).differences[0] > 0.0
    result = train(choice)
    assert result.losses[1] < result.losses[0]


def test_the_gated_units_of_one_name_agree_where_the_reset_gate_is_open_and_dn_is_zero() -> None:
    w = initial(NetworkChoice("gru", mode="exact", hidden=5))
    hidden = w.hidden
    open_wide = w.b.copy()
    open_wide[:hidden] = 800.0  # r = 1 exactly
    assert not open_wide[3 * hidden :].any()
    inputs = np.random.default_rng(1).normal(size=(9, 2))
    after = run(CELLS["gru"], Weights(w.Wx, w.Wh, open_wide, w.v, w.c), inputs)
    before = run(CELLS["gru-reset-before"], Weights(w.Wx, w.Wh, open_wide[: 3 * hidden].copy(), w.v, w.c), inputs)
    np.testing.assert_allclose(after.h, before.h, rtol=1e-13)
    np.testing.assert_array_equal(after.gates[:, 0], 1.0)


def test_the_gated_units_of_one_name_differ_elsewhere() -> None:
    choice = {"mode": "exact", "length": 6}
    one, other = trace(NetworkChoice("gru", **choice), 260), trace(NetworkChoice("gru-reset-before", **choice), 260)
    assert np.abs(one.real.h - other.real.h).max() > 1e-3


@pytest.mark.parametrize("cell", list(CELLS))
def test_an_explanation_adds_up(cell: str) -> None:
    choice = NetworkChoice(cell, mode=CELLS[cell].modes[0], length=8)
    shown = trace(choice, 260, train(NetworkChoice(cell, mode=CELLS[cell].modes[0], length=8, epochs=3)).weights)
    for period in (1, 4, 8):
        for unit in range(6):
            told = explain(shown, period, unit)
            for term in told.terms:
                inside = term.bias + term.input_sum + term.recurrent_sum
                squashed = np.tanh(inside) if term.squash == "tanh" else 1 / (1 + np.exp(-inside))
                assert term.result == pytest.approx(squashed, abs=1e-12)
                assert sum(term.inputs) == pytest.approx(term.input_sum, abs=1e-12)
                assert sum(term.recurrent) == pytest.approx(term.recurrent_sum, abs=1e-12)
                assert len(term.names) == len(term.recurrent)
            for line in told.combinations:
                value = {"+": line.left + line.right, "×": line.left * line.right, "tanh": np.tanh(line.left)}
                assert line.result == pytest.approx(value[line.sign], abs=1e-12)
            assert [line.result for line in told.combinations][-1:] in ([], [shown.real.h[period, unit]])


def test_notes_fit_their_panel() -> None:
    assert all(len(note) <= 40 for cell in CELLS.values() for note in cell.notes)
