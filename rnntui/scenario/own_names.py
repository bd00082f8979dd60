"""The names of a network of one's own, and of what is looked at under the microscope: layers, moves, ends, answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rnntui_engine.answers import Answers, answers
from rnntui_engine.measures import moves_most, saturation
from rnntui_engine.records import NetworkChoice, Trace, Weights

from ..seen import Seen
from .expressions import Number


@lru_cache(maxsize=16)
def _answers(choice: NetworkChoice, weights: Weights | None) -> Answers:
    return answers(choice, weights)


def _of(trace: Trace) -> Answers:
    return _answers(trace.choice, None if trace.choice.weights else trace.weights)


def _right(trace: Trace) -> Number | None:
    return _of(trace).right if trace.readout else None


def _right_share(seen: Seen) -> Number | None:
    right = _right(seen.trace)
    return None if right is None else right / len(_of(seen.trace).who)


def _probability(path: str) -> Callable[[Seen], Number | None]:
    """Of one of the compared pair."""

    def of(seen: Seen) -> Number | None:
        trace = seen.trace
        readable = trace.readout and trace.compared
        return float(getattr(trace, path).probabilities[seen.period]) if readable else None

    return of


OWN_NAMES: dict[str, tuple[str, Callable[[Seen], Number | None]]] = {
    "layer": ("which layer of the network is shown", lambda s: s.trace.layer),
    "layers": ("how many layers the network has", lambda s: s.trace.layers),
    "sequences": ("how many sequences the data set has", lambda s: s.trace.data.count),
    "right": ("how many of the data set's sequences of T periods the network decides right",
              lambda s: _right(s.trace)),
    "right_share": ("the share of them", _right_share),
    "right_b": ("how many of its sequences the network on side B decides right",
                lambda s: _right(s.other.trace) if s.other else None),
    "probability_marked": ("of label 1 for the marked twin, or the original where readings are edited",
                           _probability("marked_twin")),
    "probability_unmarked": ("of label 1 for the unmarked twin, or the edited one where readings are edited",
                             _probability("unmarked_twin")),
    "largest_move": ("the period in which the lit unit moves most", lambda s: moves_most(s.trace, s.unit)),
    "saturation": ("how near the lit unit, or its gates, are to their ends, from 0 to 1",
                   lambda s: float(saturation(s.trace, s.period)[s.unit])),
    "unit_difference": ("the lit unit's part in the difference",
                        lambda s: float(s.trace.difference_per_unit[s.period, 0, s.unit])),
}  # fmt: skip
