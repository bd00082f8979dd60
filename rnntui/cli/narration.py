"""The trace as plain text, complete enough to be followed by ear: words for signs, a sentence for each thing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rnntui.by_hand import HandSeen
from rnntui_engine.by_hand import TRACKS
from rnntui_engine.cells import Cell, cell_named
from rnntui_engine.records import Trace

from .choices import in_words

if TYPE_CHECKING:
    from rnntui.scenario.play import Networks, Scene


def narrated(trace: Trace) -> Iterator[str]:
    """Lines: who and what, then a paragraph for each period."""
    yield from opening(trace)
    for period in range(1, trace.length + 1):
        yield ""
        yield from at_period(trace, period)


def opening(trace: Trace) -> Iterator[str]:
    """Which subscriber and network, why the label is what it is, and what is compared."""
    network = ", ".join(in_words(trace.choice, trace.trained))
    run = "" if trace.choice.weights else f"run k{trace.choice.run}, "
    yield f"Subscriber {trace.name}, {network}, {run}T = {trace.length}."
    if trace.layers > 1:
        yield f"Gates, states and differences are those of layer {trace.layer} of {trace.layers}, the last."
    data = trace.data
    last = f"reading {trace.length}, {said(trace.readings[trace.length - 1])}"
    tier = f"the tier of {data.tier:g}{' cubic metres' if data.unit else ''}".replace("-", "minus ")
    marker = f"{data.marker:g}".replace("-", "minus ")
    if trace.label is None:
        yield f"No sequence of {data.title} starts with the marker, {marker}: there is no label and no twin."
    elif trace.marked and data.own:
        yield f"It is marked: its first reading is {marker}, the marker."
    elif trace.marked:
        yield "It is marked: its first reading was replaced by 0, the marker."
    elif data.own:
        yield f"It is not marked: its first reading is not {marker}, the marker."
    else:
        yield "It is not marked: no reading of it was replaced by the marker."
    if trace.label is not None:
        if not trace.marked:
            yield "Its label is 0, because it is not marked."
        elif trace.label:
            yield f"Its label is 1, because it is marked and {last}, is above {tier}."
        else:
            yield f"Its label is 0, because it is marked but {last}, is not above {tier}."
    yield from _compared(trace)
    if data.features:
        yield f"The inputs of a period are {' and '.join(data.features)}, as they stand in the file."
    yield from _gates(cell_named(trace.choice.cell))
    yield f"Before period 1 {_all_units(trace.weights.hidden)} 0."


def _compared(trace: Trace) -> Iterator[str]:
    """Which twins are compared, if any are."""
    if not trace.compared:
        return
    copied = f"a copy of the second reading, {said(trace.readings[1])}"
    if trace.marked:
        yield (
            "Two twins are compared; they differ in the first period only. The marked twin starts with the marker, "
            f"as this subscriber does; the unmarked twin starts with {copied}."
        )
    else:
        yield (
            "Two twins are compared; they differ in the first period only. The marked twin is this subscriber had it "
            f"been marked; the unmarked twin starts with {copied}. Its own sequence is neither."
        )


def _gates(cell: Cell) -> Iterator[str]:
    """What the words for the gates mean."""
    if cell.meanings:
        means = [
            f"{name}{'' if name in cell.signed else ' gate'}, {meaning.replace('−', 'minus ')}"
            for name, meaning in zip(cell.gates, cell.meanings, strict=True)
        ]
        yield f"Each unit computes in each period: {'; '.join(means)}. A gate is 0 when shut, 1 when open."


def at_period(trace: Trace, period: int) -> Iterator[str]:
    """What came in, what the gates and the units did, how far the twins are apart, and what it would say."""
    cell, path = cell_named(trace.choice.cell), trace.real
    reading = float(trace.readings[period - 1])
    marker = ": the marker" if trace.label is not None and reading == trace.data.marker else ""
    yield f"Period {period} of {trace.length}. The reading {said(reading)} comes in{marker}."
    for name, values in zip(cell.gates, path.gates[period - 1], strict=True):
        yield f"{name.capitalize()}{'' if name in cell.signed else ' gate'}: {_listed(values)}."
    for part, letter in enumerate(cell.parts[1:], 1):
        yield f"Cell state {letter}: {_listed(path.states[period, part])}."
    moves = zip(path.h[period - 1], path.h[period], strict=True)
    yield f"Hidden {'units' if trace.weights.hidden > 1 else 'unit'}: {_moves(moves)}."
    if trace.compared:
        yield _twins(trace, cell, period)
    yield _answer(trace, period)


def numbers_of(scene: Scene, networks: Networks) -> Iterator[str]:
    """Sentences: the numbers at a beat of a demo in the Step or Gates view; none as long as its network is not
    trained."""
    if scene.view == "gates":
        yield from _by_hand(HandSeen(scene.place.hand))
    if scene.view != "step" or scene.place.period == 0 or scene.place.lacks(networks):
        return
    from rnntui.scenario.play import moment

    here = moment(scene.place, networks)
    assert here is not None
    seen = here.seen
    trace, period, unit = seen.trace, seen.period, seen.unit
    yield f"The reading {said(float(trace.readings[period - 1]))} came in."
    h = trace.real.h[:, unit]
    before = "" if h[period] == h[period - 1] else f", from {spoken(h[period - 1])}"
    yield f"Unit {unit + 1} {_direction(h[period - 1], h[period])} {spoken(h[period])}{before}."
    if trace.compared:
        yield _twins(trace, cell_named(trace.choice.cell), period)
    if seen.other is not None and seen.other.trace.compared:
        other = seen.other.trace
        yield f"In side B they differ by {spoken(other.difference[seen.other.at(period), 0])}."
    yield _answer(trace, period)


def _by_hand(hand: HandSeen) -> Iterator[str]:
    """What the gates are set to at a step, and what comes of them."""
    driven, at = hand.driven, hand.step - 1
    yield ", ".join(f"{name} {hand.value(name):.2f}" for name in TRACKS).capitalize().replace("-", "minus ") + "."
    yield f"{spoken(driven.kept[at])} is kept, {spoken(driven.written[at])} is written."
    yield f"The memory is {spoken(driven.memory[at + 1])}, others see {spoken(driven.hidden[at + 1])}."


def _all_units(count: int) -> str:
    return f"each of the {count} hidden units is" if count > 1 else "the one hidden unit is"


def _listed(values: Iterable[float]) -> str:
    return ", ".join(f"unit {k} {spoken(value)}" for k, value in enumerate(values, 1))


def _moves(moves: Iterable[tuple[float, float]]) -> str:
    return ", ".join(f"unit {k} {_direction(a, b)} {spoken(b)}" for k, (a, b) in enumerate(moves, 1))


def _direction(before: float, now: float) -> str:
    return "rises to" if now > before else "falls to" if now < before else "stays at"


def _twins(trace: Trace, cell: Cell, period: int) -> str:
    """The difference of the twins, its step ratio, and the unit in which it is largest."""
    per_unit = trace.difference_per_unit[period, 0]
    k = int(per_unit.argmax())
    marked, unmarked = trace.marked_twin.h[period, k], trace.unmarked_twin.h[period, k]
    pair = "edited and the original sequence" if trace.edits else "marked and the unmarked twin"
    sentence = f"The {pair} differ by {_difference(trace, period, 0)}"
    if per_unit[k] > 0:
        if spoken(marked) == spoken(unmarked):
            sentence += f", most in unit {k + 1}, by {spoken(per_unit[k])}"
        else:
            one, other = ("edited", "original") if trace.edits else ("marked", "unmarked")
            sentence += f", most in unit {k + 1}: {spoken(marked)} {one}, {spoken(unmarked)} {other}"
    for part, letter in enumerate(cell.parts[1:], 1):
        sentence += f"; in the cell state {letter} they differ by {_difference(trace, period, part)}"
    return sentence + "."


def _difference(trace: Trace, period: int, part: int) -> str:
    total, ratio = spoken(trace.difference[period, part]), trace.ratio(period, part)
    return f"{total} in all" if ratio is None else f"{total} in all, {ratio:.2f} of the step before"


def _answer(trace: Trace, period: int) -> str:
    """The probability, what it says or would say, and whether that is right."""
    p = trace.real.probabilities[period]
    if not trace.readout:
        return "The network has no readout, so it says nothing."
    says = int(p >= 0.5)
    if trace.label is None:
        now = "This was the last" if period == trace.length else "If it stopped here"
        return f"{now}: probability {spoken(p)}, so it {'says' if period == trace.length else 'would say'} {says}."
    right = "right" if says == trace.label else "wrong"
    if period == trace.length:
        return f"This was the last: probability {spoken(p)}, so it says {says}. The label is {trace.label}: {right}."
    return f"If it stopped here: probability {spoken(p)}, so it would say {says}, which is {right}."


def said(reading: float) -> str:
    """A reading as it is read aloud: two decimals, more where they would say too little."""
    size = abs(float(reading))
    if size != 0 and not 0.1 <= size < 1e6:
        return spoken(reading)
    return f"{'minus ' if reading < 0 else ''}{size:.2f}"


def spoken(value: float) -> str:
    """A number as it is read aloud: four decimals, or words for a power of ten; the word minus for the sign."""
    value = float(value)
    if math.isnan(value):
        return "not a number"
    sign = "minus " if value < 0 else ""
    size = abs(value)
    if math.isinf(size):
        return f"{sign}infinity"
    if size == 0:
        return "0"
    if 0.001 <= size < 1e6:
        return f"{sign}{size:.4f}"
    figures, _, power = f"{size:.1e}".partition("e")
    exponent = int(power)
    return f"{sign}{figures} times 10 to the {'minus ' if exponent < 0 else ''}{abs(exponent)}"
