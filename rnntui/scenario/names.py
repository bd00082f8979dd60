"""The names that a scenario may use: what is shown at a moment, as numbers from the engine.

Gates and states are the lit unit's. A name that has no value at a moment (a ratio at the first period, a gate of the
plain cell) is an error there, never a made-up number.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rnntui_engine.cells import CELLS
from rnntui_engine.measures import largest_singular_value, spectral_radius
from rnntui_engine.readings import SCALE, data_set
from rnntui_engine.records import BadInput, Term, Trained

from ..by_hand import HandSeen
from ..seen import Seen
from . import figures
from .expressions import Number
from .figures import Let
from .gradient_names import GRADIENT_NAMES
from .hand_names import HAND_NAMES, left_of
from .own_names import OWN_NAMES

UNIT = re.compile(r"h([1-9][0-9]{0,3})")
LEFT_OF = re.compile(r"left_([1-9][0-9]{0,2})")  # of what a step has written, in the Gates view


@dataclass(frozen=True, eq=False)
class Moment:
    """What is shown, the training that the network shown has had, if any, and the figures that have a name."""

    seen: Seen
    trained: Trained | None = None
    lets: Mapping[str, Let] = field(default_factory=dict)

    def number(self, name: str) -> Number:
        """The value of a name here. Raises BadInput for an unknown one, and for one that has no value here."""
        if name in self.lets:
            return figures.FIGURES.value(self.lets[name])
        check([name])
        if LEFT_OF.fullmatch(name):
            return left_of(self.seen.hand, int(name[5:]))
        value = (
            self._unit(name) if UNIT.fullmatch(name) else NAMES[name][1](self) if name in NAMES else self._gate(name)
        )
        if value is None:
            seen = self.seen
            state = "trained" if self.trained else "untrained"
            raise BadInput(f"{name} has no value at period {seen.period} of the {state} {seen.cell.label} network")
        return value

    def _unit(self, name: str) -> Number | None:
        index = int(name[1:]) - 1
        h = self.seen.trace.real.h[self.seen.period]
        return float(h[index]) if index < len(h) else None

    def _gate(self, name: str) -> Number | None:
        seen = self.seen
        if name not in seen.cell.gates or not seen.period:
            return None
        return float(seen.trace.real.gates[seen.period - 1, seen.cell.gates.index(name), seen.unit])


def check(names: Iterable[str], lets: Iterable[str] = ()) -> None:
    """Raises BadInput for a name that there is not, with the nearest one that there is; `lets`: those defined."""
    known = [*NAMES, *GATES, "h1", "left_1", *lets]
    for name in names:
        if name not in known and not UNIT.fullmatch(name) and not LEFT_OF.fullmatch(name):
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else "`rnntui demo --names` lists those there are"
            raise BadInput(f"there is no {name}; {hint}")


def listed() -> list[tuple[str, str]]:
    """Every name and what it means."""
    gates = [(gate, f"the lit unit's {gate}, of a cell that has it") for gate in GATES]
    return [*((name, meaning) for name, (meaning, _) in NAMES.items()), ("h1, h2, …", "a unit's h"), *gates]


def taken(name: str) -> bool:
    """Whether a name means something already."""
    return name in NAMES or name in GATES or UNIT.fullmatch(name) is not None


def _reading(period: Callable[[Seen], int]) -> Callable[[Moment], Number | None]:
    def of(moment: Moment) -> Number | None:
        index, readings = period(moment.seen) - 1, moment.seen.trace.readings
        return float(readings[index]) if 0 <= index < len(readings) else None

    return of


def _difference(period: Callable[[Seen], int], part: int = 0) -> Callable[[Moment], Number | None]:
    def of(moment: Moment) -> Number | None:
        at, found = period(moment.seen), moment.seen.trace.difference
        return float(found[at, part]) if at >= 0 and part < found.shape[1] else None

    return of


def _state(back: int) -> Callable[[Moment], Number | None]:
    """The lit unit's cell state, so many periods back."""

    def of(moment: Moment) -> Number | None:
        at, states = moment.seen.period - back, moment.seen.trace.real.states
        return float(states[at, 1, moment.seen.unit]) if at >= 0 and states.shape[1] > 1 else None

    return of


def _h(path: str, back: int = 0) -> Callable[[Moment], Number | None]:
    """The lit unit's hidden state on the real sequence or one of the twins, so many periods back."""

    def of(moment: Moment) -> Number | None:
        at = moment.seen.period - back
        return float(getattr(moment.seen.trace, path).h[at, moment.seen.unit]) if at >= 0 else None

    return of


def _squashed(moment: Moment, part: Callable[[Term], float]) -> Number | None:
    """A part of the lit unit's sum in the plain cell."""
    explanation = moment.seen.explanation
    return None if explanation is None or moment.seen.cell.gates else part(explanation.terms[0])


def _bias(moment: Moment) -> Number | None:
    bias = moment.seen.choices.network.memory_bias
    return None if isinstance(bias, str) or moment.seen.cell.keeps is None else bias


def _probability(moment: Moment) -> Number | None:
    trace = moment.seen.trace
    return float(trace.real.probabilities[moment.seen.period]) if trace.readout else None


def _says(moment: Moment) -> Number | None:
    p = _probability(moment)
    return None if p is None else int(p >= 0.5)


def _apart(moment: Moment) -> Number | None:
    return float(moment.seen.apart.total[moment.seen.period]) if moment.seen.apart else None


def _difference_b(moment: Moment) -> Number | None:
    other = moment.seen.other
    return float(other.trace.difference[other.at(moment.seen.period), 0]) if other else None


def _probability_b(moment: Moment) -> Number | None:
    other = moment.seen.other
    if other is None or not other.trace.readout:
        return None
    return float(other.trace.real.probabilities[other.at(moment.seen.period)])


def _of_seen(value: Callable[[Seen], Number | None]) -> Callable[[Moment], Number | None]:
    return lambda moment: value(moment.seen)


def _of_hand(value: Callable[[HandSeen], Number]) -> Callable[[Moment], Number | None]:
    return lambda moment: value(moment.seen.hand)


def _baseline(moment: Moment) -> float:
    network = moment.seen.choices.network
    return data_set(network.data).baseline(network.length)


NAMES: dict[str, tuple[str, Callable[[Moment], Number | None]]] = {
    "period": ("the current period, 0 before anything is read", lambda m: m.seen.period),
    "length": ("T, the number of periods the network reads", lambda m: m.seen.trace.length),
    "subscriber": ("the subscriber's number", lambda m: m.seen.trace.subscriber),
    "run": ("N of run kN", lambda m: m.seen.choices.network.run),
    "unit": ("the lit unit's number", lambda m: m.seen.unit + 1),
    "hidden": ("how many hidden units there are", lambda m: m.seen.trace.weights.hidden),
    "parameters": ("how many numbers training may change", lambda m: m.seen.trace.weights.parameters),
    "memory_bias": ("the memory bias of a gated cell, where it is a number", _bias),
    "tier": ("the tariff tier", lambda m: m.seen.trace.data.tier),
    "marked": ("1 for a marked subscriber, else 0", lambda m: int(m.seen.trace.marked)),
    "label": ("what the network has to say after period T", lambda m: m.seen.trace.label),
    "reading": ("this period's reading", _reading(lambda s: s.period)),
    "next_reading": ("the reading of the next period", _reading(lambda s: s.period + 1)),
    "first_reading": ("the reading of period 1", _reading(lambda s: 1)),
    "last_reading": ("the reading of period T", _reading(lambda s: s.trace.length)),
    "probability": ("of label 1, if the sequence stopped here", _probability),
    "says": ("the decision if it stopped here: 1 from a probability of 0.5", _says),
    "difference": ("what is left of the marker: the twins' difference over all units", _difference(lambda s: s.period)),
    "previous_difference": ("the difference a period before", _difference(lambda s: s.period - 1)),
    "first_difference": ("the difference after period 1", _difference(lambda s: 1)),
    "ratio": ("the step ratio: difference / previous_difference", lambda m: m.seen.trace.ratio(m.seen.period)),
    "state_difference": ("the twins' difference of the cell state, over all units", _difference(lambda s: s.period, 1)),
    "first_state_difference": ("the same after period 1", _difference(lambda s: 1, 1)),
    "apart": ("how far side A and side B are apart: the sum over the units of |h − h|", _apart),
    "difference_b": ("what is left of the marker on side B", _difference_b),
    "probability_b": ("of label 1 on side B, if the sequence stopped here", _probability_b),
    "h_unit": ("the lit unit's h", _h("real")),
    "previous_h": ("the lit unit's h a period before", _h("real", 1)),
    "h_marked": ("the lit unit's h in the marked twin", _h("marked_twin")),
    "h_unmarked": ("the lit unit's h in the unmarked twin", _h("unmarked_twin")),
    "state": ("the lit unit's cell state", _state(0)),
    "previous_state": ("the lit unit's cell state a period before", _state(1)),
    "sum": ("what the lit unit of the plain cell squashes: bias_part + input_part + recurrent_part",
            lambda m: _squashed(m, lambda t: (t.bias + t.input_sum) + t.recurrent_sum)),
    "bias_part": ("the lit unit's bias", lambda m: _squashed(m, lambda t: t.bias)),
    "input_part": ("what comes in, times the lit unit's weights for it", lambda m: _squashed(m, lambda t: t.input_sum)),
    "recurrent_part": ("what all units were, times the lit unit's weights for them",
                       lambda m: _squashed(m, lambda t: t.recurrent_sum)),
    "own_part": ("the one product among these with the lit unit's own h",
                 lambda m: _squashed(m, lambda t: t.recurrent[m.seen.unit])),
    "scale": ("what a reading is divided by before it enters the network", lambda m: SCALE),
    "spectral_radius": ("of the plain cell's recurrent matrix",
                        lambda m: None if m.seen.cell.gates else spectral_radius(m.seen.trace.weights.Wh)),
    "singular_value": ("the largest one of the plain cell's recurrent matrix",
                       lambda m: None if m.seen.cell.gates else largest_singular_value(m.seen.trace.weights.Wh)),
    **GRADIENT_NAMES,
    **{name: (about, _of_hand(value)) for name, (about, value) in HAND_NAMES.items()},
    **{name: (about, _of_seen(value)) for name, (about, value) in OWN_NAMES.items()},
    "baseline": ("the larger class's share of the test set at T", _baseline),
    "accuracy": ("of the trained network on the test set", lambda m: m.trained.accuracy if m.trained else None),
}  # fmt: skip

GATES = tuple(dict.fromkeys(gate for cell in CELLS.values() for gate in cell.gates))
