"""The contract of a cell: what the two gated recurrent units share, and a toy cell that joins by its file alone."""

from __future__ import annotations

import re
import sys
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

from .test_gradients import Problem, central_differences

GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"  # its cell is the one that joins here


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A cell that is one file in a package of cells and nothing else."""
    package = tmp_path / "toy_cells"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (code,) = re.findall(r"```python cell\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (package / "leaky.py").write_text(code)
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
    problem = Problem(leaky, 0, 5, 4, 2)
    for name, gradient in problem.gradients().items():
        expected = central_differences(problem.loss, getattr(problem, name))
        np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-9, err_msg=name)


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
