"""How much passes from period to period: the gates' means, or for a cell without a keeping gate the sums' shares."""

from __future__ import annotations

import numpy as np
import pytest

from rnntui_engine.cells import CELLS
from rnntui_engine.explain import explain
from rnntui_engine.networks import with_cell
from rnntui_engine.passing import passing
from rnntui_engine.records import NetworkChoice, Trace
from rnntui_engine.unroll import trace


def shown(cell: str) -> Trace:
    return trace(with_cell(NetworkChoice(), cell), 260)


@pytest.mark.parametrize(
    ("cell", "keeps", "writes"),
    [("erase-write", "keep", "write"), ("lstm", "forget", "input"), ("gru", "update", None)],
)
def test_of_a_gated_cell_it_is_the_mean_of_its_gates(cell: str, keeps: str, writes: str | None) -> None:
    found, gates = passing(shown(cell), 3, 12), shown(cell).real.gates
    names = CELLS[cell].gates
    assert found.first == 3 and found.keeps == names.index(keeps)
    np.testing.assert_allclose(found.stays, gates[2:, names.index(keeps)].mean(axis=1), rtol=1e-15)
    if writes is None:
        assert found.enters is found.writes is None
    else:
        assert found.enters is not None
        np.testing.assert_allclose(found.enters, gates[2:, names.index(writes)].mean(axis=1), rtol=1e-15)


def test_of_the_plain_cell_it_is_the_share_of_the_recurrent_part_of_the_equations() -> None:
    whole = shown("rnn")
    found = passing(whole, 1, 12)
    assert found.keeps is found.writes is None and found.enters is not None
    assert (found.stays[0], found.enters[0]) == (0.0, 1.0)  # h is 0 before the first period
    for period in range(1, 13):
        terms = [explain(whole, period, unit).terms[0] for unit in range(6)]
        before = sum(abs(term.recurrent_sum) for term in terms)
        new = sum(abs(term.bias + term.input_sum) for term in terms)
        assert found.stays[period - 1] == pytest.approx(before / (before + new), abs=1e-15)
    assert (found.stays + found.enters).tolist() == [1.0] * 12


@pytest.mark.parametrize("cell", CELLS)
def test_a_part_of_the_periods_is_a_part_of_the_figures(cell: str) -> None:
    whole, some = passing(shown(cell), 1, 12), passing(shown(cell), 5, 8)
    assert whole.stays[4:8].tobytes() == some.stays.tobytes()
    assert ((whole.stays >= 0.0) & (whole.stays <= 1.0)).all()
    assert not whole.stays.flags.writeable
