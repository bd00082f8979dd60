"""The names that a scenario may use for a gradient's way back, and for the toy."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from rnntui_engine.flow import Flow, slope
from rnntui_engine.records import Array, Trace
from rnntui_engine.toy import STEPS, norms, orders
from rnntui_engine.way_back import flow

from .expressions import Number

if TYPE_CHECKING:
    from .names import Moment

Value = Callable[["Moment"], Number | None]


@lru_cache(maxsize=8)
def flow_of(trace: Trace) -> Flow:
    """A trace's flow, computed once for all names of a beat."""
    return flow(trace)


def _finite(value: float) -> Number | None:
    return value if math.isfinite(value) else None


def _norms(moment: Moment, what: str) -> Array | None:
    """A norm for each period, from the first; None where there is no such thing, and of a trace that takes long."""
    if moment.seen.trace.stream is not None:
        return None
    found = flow_of(moment.seen.trace)
    if what == "h":
        return found.gradients[:, 0]
    if what == "state":
        return found.gradients[:, 1] if len(found.parts) > 1 else None
    return found.jacobian


def _at(what: str, period: Callable[[Moment], int]) -> Value:
    """A norm at a period."""

    def of(moment: Moment) -> Number | None:
        at, found = period(moment), _norms(moment, what)
        return _finite(float(found[at - 1])) if found is not None and at > 0 else None

    return of


def _factor(what: str) -> Value:
    """What a norm is multiplied by at each step back, in the mean from T to period 1."""

    def of(moment: Moment) -> Number | None:
        found = _norms(moment, what)
        return None if found is None else slope(found[::-1].tolist())

    return of


def _toy(moment: Moment) -> float:
    return norms(moment.seen.toy)[STEPS]


def _natural(moment: Moment) -> Number | None:
    found = _toy(moment)
    return math.log(found) if 0.0 < found < math.inf else None


GRADIENT_NAMES: dict[str, tuple[str, Value]] = {
    "gradient_h": ("the norm of dL/dh at this period", _at("h", lambda m: m.seen.period)),
    "first_gradient_h": ("the same at period 1", _at("h", lambda m: 1)),
    "last_gradient_h": ("the same at period T, where it starts", _at("h", lambda m: m.seen.trace.length)),
    "gradient_h_factor": ("what it is multiplied by at a step back, in the mean", _factor("h")),
    "gradient_c": ("the norm of the gradient by the cell state at this period", _at("state", lambda m: m.seen.period)),
    "first_gradient_c": ("the same at period 1", _at("state", lambda m: 1)),
    "gradient_c_factor": ("what it is multiplied by at a step back, in the mean", _factor("state")),
    "jacobian": ("the largest singular value of the Jacobian of the state at T by the state at this period",
                 _at("jacobian", lambda m: m.seen.period)),
    "first_jacobian": ("the same by the state at period 1", _at("jacobian", lambda m: 1)),
    "jacobian_factor": ("what it is multiplied by at a step back, in the mean", _factor("jacobian")),
    "toy_lambda": ("the toy's eigenvalue", lambda m: m.seen.toy.eigenvalue),
    "toy_derivative": ("the toy's activation derivative", lambda m: m.seen.toy.derivative),
    "toy_boundary": ("the eigenvalue at which the toy's gradient keeps its norm", lambda m: m.seen.toy.boundary),
    "toy_steps": ("how many steps back the toy goes", lambda m: STEPS),
    "toy_norm": ("the norm of the toy's gradient after them", lambda m: _finite(_toy(m))),
    "toy_orders": ("the orders of magnitude it has gained, negative where lost", lambda m: orders(_toy(m))),
    "toy_natural": ("the natural logarithm of that norm", _natural),
}  # fmt: skip
