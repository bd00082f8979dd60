"""One unit's step taken apart: every product, every sum, every squashing, as the equation panel prints them."""

from __future__ import annotations

from .cells import cell_named
from .cells.common import Recurrent, unit_names
from .records import BadInput, Explanation, Path, Term, Trace
from .unroll import sum_in_order


def explain(trace: Trace, period: int, unit: int) -> Explanation:
    """Unit `unit` (from 0) of the real sequence at `period` (1 … T), number by number.

    Raises BadInput for a period or unit that there is not.
    """
    if not 1 <= period <= trace.length:
        raise BadInput(f"{period} is not a period from 1 to {trace.length}", "period")
    if not 0 <= unit < trace.weights.hidden:
        raise BadInput(f"{unit + 1} is not a unit from 1 to {trace.weights.hidden}", "unit")
    cell, path = cell_named(trace.choice.cell), trace.real
    symbols = cell.symbols or (cell.parts[0],)
    signed = [not cell.gates or gate in cell.signed for gate in cell.gates or symbols]
    terms = tuple(
        _term(trace, path, period, unit, block, symbols[block], signed[block]) for block in range(cell.blocks)
    )
    gates = path.gates[period - 1, :, unit]
    before, after = path.states[period - 1, :, unit], path.states[period, :, unit]
    return Explanation(terms, cell.combine(gates, before, after))


def _term(trace: Trace, path: Path, period: int, unit: int, block: int, symbol: str, signed: bool) -> Term:
    """One block's sum for one unit, and what the squashing made of it."""
    w, row = trace.weights, block * trace.weights.hidden + unit
    before, gates = path.h[period - 1], path.gates[period - 1]
    inputs = w.Wx[row] * path.inputs[period - 1]
    own = cell_named(trace.choice.cell).recurrent(w.Wh, w.b, before, gates, block, unit)
    if own is None:
        products = w.Wh[row] * before
        own = Recurrent("U h′", unit_names(len(before)), tuple(products.tolist()), sum_in_order(products))
    value = gates[block, unit] if len(gates) else path.h[period, unit]
    return Term(
        symbol, "tanh" if signed else "σ", float(w.b[row]), tuple(inputs.tolist()), own.products,
        sum_in_order(inputs), float(own.total), float(value), own.names, own.formula,
    )  # fmt: skip
