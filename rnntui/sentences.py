"""The sentence line: in plain words, what the last action changed. Also the words of the plain-text narration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rnntui_engine.cells import Cell, cell_named
from rnntui_engine.loaded import stack_named
from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice, Trace, Trained
from rnntui_engine.toy import STEPS, Toy, norms, orders

from .marks import amount, number, reading
from .text import clean, sentences_in, width_of

if TYPE_CHECKING:
    from .seen import Choices, Place, Seen


SHORT = 77  # cells of the sentence line at 80 columns


@dataclass(frozen=True)
class Said:
    """A sentence for a wide screen, and a shorter one that fits into 78 cells. Either may be several: where they do not
    fit, the last ones are left out. Of one that has no shorter form, like a reason, nothing is."""

    long: str
    short: str = ""

    def fitting(self, width: int) -> str:
        """The longer one if it fits; of what does not, the whole sentences that do, if there are any."""
        if not self.short or width_of(self.long) <= width:
            return self.long
        return sentences_in(self.short, width)


SLOT = {
    "curve": "The free panel shows the difference so far, on a log scale.",
    "equation": "The free panel shows the lit unit's equation with this period's numbers.",
    "heat": "The free panel shows all gates so far, in hundredths: 59 is 0.59.",
    "output": "The free panel shows what the network would say if it stopped here.",
    "unrolled": "The cell as a loop and unrolled: the same weights at each step. ⟨unroll⟩ goes back.",
}


PINNED = Said(
    "This is side B now (◇). Change the cell, the run, the subscriber, a reading: both sides are shown. "
    "⟨swap⟩ swaps them, ⟨pin⟩ lets side B go.",
    "This is side B now (◇): change anything. ⟨swap⟩ swaps the sides, ⟨pin⟩ lets B go.",
)
UNPINNED = "Side B is let go; the twins are compared again."


def opening(seen: Seen) -> Said:
    """The first sentence of all: it says what to press."""
    said = at(seen)
    return Said(f"{said.long} ⟨next⟩ goes on, ⟨help⟩ helps.", f"{said.short} ⟨next⟩ goes on; ⟨demo⟩: demos.")


def offer(place: Place) -> Said:
    """At the start of a session: the place at which the last one ended, and the key that leads there."""
    where = f"{network(place.choices.network)}, subscriber {place.choices.name}, period {place.period}"
    return Said(
        f"⟨last-place⟩ returns to where you were: {where}. ⟨next⟩ goes on here, ⟨help⟩ helps.",
        "⟨last-place⟩ returns to your last place; ⟨next⟩ goes on here, ⟨help⟩ helps.",
    )


def at(seen: Seen) -> Said:
    """Where the cursor stands."""
    trace, period = seen.trace, seen.period
    if seen.other and period:
        return both(seen)
    if period == 0:
        nothing = "Before period 1: nothing has been read, every hidden unit is 0."
        return Said(nothing, nothing)
    came = reading(float(trace.readings[period - 1]))
    if not trace.compared or "twins" in seen.covered:
        return Said(f"Period {period}: the reading {came} came in. {moved_most(trace, period)}",
                    f"Period {period}: {came} came in. {moved_most(trace, period)}")  # fmt: skip
    now, ratio = trace.difference[period, 0], trace.ratio(period)
    share = "" if ratio is None else f", {ratio:.2f} of what it was a step before"
    return Said(
        f"Period {period}: the reading {came} came in. {_whose(trace)} in h is now {amount(float(now))}{share}.",
        f"Period {period}: {came} came in. {difference(trace, period)}",
    )


def _whose(trace: Trace) -> str:
    """Whose difference it is: of the twins, or of the original and the edited sequence."""
    return "The difference of original and edited" if trace.edits else "The twins' difference"


def moved_most(trace: Trace, period: int) -> str:
    """Where no twins are compared: which unit a reading has changed most."""
    h = trace.real.h
    unit = int(np.argmax(np.abs(h[period] - h[period - 1])))
    return f"It changed unit {unit + 1} most, to {number(float(h[period, unit]))}."


def difference(trace: Trace, period: int) -> str:
    """The difference at a period, and how that compares with the step before."""
    now, ratio = trace.difference[period, 0], trace.ratio(period)
    if ratio is None:
        return f"Difference: {amount(float(now))}."
    return f"Difference: {amount(float(now))}, {ratio:.2f} of period {period - 1}'s."


def both(seen: Seen) -> Said:
    """Where the cursor stands when a side is pinned: the difference on each, and how far they are apart."""
    total = amount(float(seen.apart.total[seen.period])) if seen.apart else ""
    came, found = reading(float(seen.trace.readings[seen.period - 1])), two_differences(seen)
    if not seen.trace.compared and not seen.other.trace.compared:  # type: ignore[union-attr]
        return Said(f"Period {seen.period}: the reading {came} came in. The sides are {total} apart.")
    return Said(
        f"Period {seen.period}: the reading {came} came in. Difference in h: {found}; the sides are {total} apart.",
        f"Period {seen.period}: difference {found}; the sides {total} apart.",
    )


def two_differences(seen: Seen) -> str:
    """The difference on either side at this period: 0.1260 in A, 0.0031 in B."""
    here = amount(float(seen.trace.difference[seen.period, 0]))
    if seen.other is None:
        return here
    return f"{here} in A, {amount(float(seen.other.trace.difference[seen.other.at(seen.period), 0]))} in B"


def swapped(seen: Seen) -> str:
    """After the sides were exchanged."""
    return f"Swapped: side A is now {description(seen.choices)}. Difference here: {two_differences(seen)}."


def moved(seen: Seen, before: int) -> Said:
    """After a move of the cursor."""
    trace, period = seen.trace, seen.period
    if seen.other and 0 < period < trace.length:
        return both(seen)
    if period == before - 1 and period > 0 and not trace.compared:
        return Said(f"Back to period {period}, exactly as it was.")
    if period == before - 1 and period > 0:
        now = amount(float(trace.difference[period, 0]))
        return Said(f"Back to period {period}, exactly as it was. Difference: {now}.")
    if period == trace.length:
        said = at(seen)
        if seen.other:
            answers = f"A: {verdict(trace)}; B: {verdict(seen.other.trace)}."
            return Said(f"{said.long[:-1]}. {answers}", f"Period {period}: {answers}")
        return Said(
            f"{said.long[:-1]}; the answer: {verdict(trace)}.", f"Period {period}: {verdict(trace)}. {left(trace)}"
        )
    return at(seen)


def verdict(trace: Trace) -> str:
    """The decision at T, and whether it is right."""
    if not trace.readout:
        return "it has no readout, so it says nothing"
    says = int(trace.real.probabilities[trace.length] >= 0.5)
    if trace.label is None:
        return f"it says {says}, and there is no label"
    return f"it says {says}, {'right' if says == trace.label else 'wrong'}"


def left(trace: Trace) -> str:
    """The difference at T, against the first period's."""
    if not trace.compared:
        return moved_most(trace, trace.length)
    first, last = trace.difference[1, 0], trace.difference[trace.length, 0]
    if trace.edits:
        return f"Difference: {amount(float(last))}."
    return f"Difference: {amount(float(last))}, from {amount(float(first))}."


def unit(trace: Trace, period: int, index: int) -> str:
    """After another unit was lit."""
    h, gap = trace.real.h[period, index], trace.difference_per_unit[period, 0, index]
    if not trace.compared:
        return f"Unit {index + 1} at period {period}: h = {number(h)}."
    return f"Unit {index + 1} at period {period}: h = {number(h)}; its twins are {amount(float(gap))} apart."


def pace(value: float) -> str:
    """1 period a second, 4 periods a second."""
    return f"{value:g} period{'' if value == 1 else 's'} a second"


def playing(on: bool, speed: float) -> str:
    """After play or pause."""
    return (
        f"Playing, {pace(speed)}. ⟨play⟩ stops, ⟨faster⟩ is faster, ⟨slower⟩ slower."
        if on
        else "Paused. ⟨play⟩ plays on."
    )


def speed(value: float, at_bound: bool) -> str:
    """After a change of speed."""
    return f"{pace(value)}{': there is no other beyond it' if at_bound else ''}."


def products(on: bool) -> str:
    """After Enter on the equation."""
    return "The equation shows every product." if on else "The equation shows the sums only."


def edited(period: int, original: float | None, now: float | None) -> str:
    """After an edit: what was replaced by what."""
    if now is None or now == original:
        return f"Period {period} has its own reading again."
    return f"Period {period}: {reading(now)} instead of {reading(original or 0.0)}."


def compared(seen: Seen, what: str) -> str:
    """After a change of the edits: what is compared now, and how much that is here."""
    trace, period = seen.trace, seen.period
    if seen.apart:
        return f"{what} The sides are {amount(float(seen.apart.total[period]))} apart here."
    if not trace.compared:
        return f"{what} Nothing is edited, and nothing is compared."
    if not trace.edits:
        return f"{what} Nothing is edited; the twins are compared again."
    return f"{what} Original and edited differ by {amount(float(trace.difference[period, 0]))} here."


def no_memory_bias(cell: Cell) -> str:
    """Why m did nothing."""
    return f"The {cell.label} cell has no gate that keeps, so no memory bias. ⟨cell⟩ changes the cell."


def bias_text(value: float | str) -> str:
    """A memory bias as people write it: 0, 1, 2.5, chrono."""
    return value if isinstance(value, str) else f"{value:g}".replace("-", "−")


def network(chosen: NetworkChoice) -> str:
    """A network in a few words: plain k1, LSTM k1 bias 1, or LSTM of net, its file."""
    if chosen.weights:
        return f"{cell_named(chosen.cell).label} of {clean(stack_named(chosen.weights).path.stem, 20)}"
    return f"{cell_named(chosen.cell).label} k{chosen.run}{_bias(chosen.cell, chosen.memory_bias)}"


def kind_name(cell: str, memory_bias: float | str, between: str = " bias ") -> str:
    """A kind of network in a few words, whatever its run: plain, or LSTM bias 3."""
    return cell_named(cell).label + _bias(cell, memory_bias, between)


def _bias(cell: str, memory_bias: float | str, between: str = " bias ") -> str:
    """A memory bias behind the name of a cell that takes one."""
    return f"{between}{bias_text(memory_bias)}" if cell_named(cell).keeps is not None else ""


def description(choices: Choices) -> str:
    """All that was chosen, in a few words: LSTM k1 bias 1, T 12, trained, subscriber 260, edited."""
    state = "from a file" if choices.network.weights else "trained" if choices.trained else "untrained"
    edits = ", edited" if choices.edits else ""
    return f"{network(choices.network)}, T {choices.network.length}, {state}, subscriber {choices.name}{edits}"


def other_side(one: Choices, other: Choices) -> str:
    """What makes the other side another, in a few words: plain k1, trained. Where nothing does: the same."""
    a, b = one.network, other.network
    words = []
    if a.cell != b.cell or a.weights != b.weights:
        words.append(network(b))
    else:
        words += [f"k{b.run}"] if a.run != b.run else []
        words += [f"bias {bias_text(b.memory_bias)}"] if a.memory_bias != b.memory_bias else []
    words += [f"T {b.length}"] if a.length != b.length else []
    words += [b.mode.replace("-", " ")] if a.mode != b.mode and a.cell == b.cell else []
    if one.trained != other.trained and not b.weights:
        words += ["trained" if other.trained else "untrained"]
    words += [f"layer {other.layer or 'last'}"] if one.layer != other.layer else []
    if (a.data, one.subscriber) != (b.data, other.subscriber):
        words += [f"subscriber {other.name}"]
    words += ["edited" if other.edits else "not edited"] if one.edits != other.edits else []
    return ", ".join(words) or "the same as A"


def chosen(before: Seen, seen: Seen, waiting: bool) -> Said:
    """After a change of the choices: what changed, and what that does to the marker's trace here and to the answer."""
    now, trace, period = seen.choices, seen.trace, seen.period
    old, new = before.choices.network, now.network
    if old.weights != new.weights:
        what = f"Now the {network(new)}."
    elif before.choices.subscriber != now.subscriber or (old.data != new.data and now.data.own):
        what = subscriber(trace)
    elif old != new:
        what = _other_network(old, new)
    else:
        what = "Trained." if now.trained else "Untrained: the initial values again."
    if waiting:
        return Said(f"{what} It will be trained now.", what)
    if not trace.compared or not period:
        return Said(what, what)
    if trace.edits and min(at for at, _ in trace.edits) > trace.length:
        words = f"{what} What was edited lies beyond it."
        return Said(words, words)
    now_here = f" Difference here: {two_differences(seen)}"
    here, bare = f"{what}{now_here}", f"{brief(old, new, what)}{now_here}"
    same = (old.data, before.choices.subscriber, before.period) == (new.data, now.subscriber, period)
    if seen.other or not same or not before.trace.compared:
        return Said(f"{here}.", f"{here if len(here) < SHORT else bare}.")
    before_this = f", before {amount(float(before.trace.difference[period, 0]))}"
    was = f"{here}{before_this}"
    short = next((f"{words}." for words in (was, f"{bare}{before_this}", here) if len(words) < SHORT), what)
    return Said(f"{was}; the answer: {verdict(trace)}." if trace.readout else f"{was}.", short)


def toy(chosen: Toy) -> Said:
    """After a change of the toy: what becomes of its gradient, and where the boundary is."""
    gained, boundary = orders(norms(chosen)[STEPS]), chosen.boundary
    if gained is None:
        lost = "nothing is left" if abs(chosen.eigenvalue * chosen.derivative) < 1 else "no number is large enough"
    else:
        lost = f"{abs(gained):.2f} orders of magnitude {'lost' if gained < 0 else 'gained'}"
    what = f"λ = {number(chosen.eigenvalue, 2)}, derivative {number(chosen.derivative, 2)}"
    keeps = "" if boundary is None else f" It keeps its norm at λ = 1/{abs(chosen.derivative):g} = {boundary:.3f}."
    return Said(f"The toy with {what}: {lost} after {STEPS} steps.{keeps}", f"{what}: {lost} after {STEPS} steps.")


def subscriber(trace: Trace) -> str:
    """Who was chosen: marked or not and with which label, or, where nobody is marked, how long the sequence is."""
    if trace.label is None:
        return f"Subscriber {trace.name}, {plural(len(trace.readings), 'period')}."
    return f"Subscriber {trace.name}, {'marked' if trace.marked else 'not marked'}, label {trace.label}."


def _other_network(old: NetworkChoice, new: NetworkChoice) -> str:
    """What makes a network another one, the most telling of it."""
    if old.data != new.data:
        periods = data_set(new.data).periods
        return f"Data {new.data}: {periods} periods of every subscriber, T = {new.length}."
    if old.cell != new.cell:
        return f"Now the {network(new)}."
    if old.run != new.run:
        return f"Run k{new.run}: other initial values."
    if old.length != new.length:
        return f"T = {new.length}: the answer is given after period {new.length}."
    if old.memory_bias != new.memory_bias:
        return f"Memory bias {bias_text(new.memory_bias)}: the gate starts {openness(new.memory_bias)}."
    if old.clip != new.clip:
        return clipping(new)
    if old.epochs != new.epochs:
        return f"Training takes {plural(new.epochs, 'epoch')}."
    if old.rate != new.rate:
        return f"Learning rate {new.rate:g}."
    return f"Training {new.mode.replace('-', ' ')}."


def brief(old: NetworkChoice, new: NetworkChoice, what: str) -> str:
    """What makes a network another one, in fewer words than `what` where there are any."""
    if not what.startswith("Memory bias"):
        return what
    gate = openness(new.memory_bias) if new.memory_bias != "chrono" else "open"
    return f"Memory bias {bias_text(new.memory_bias)}, gate {gate}."


def clipping(chosen: NetworkChoice) -> str:
    """What is done about a gradient that grows too long."""
    if chosen.clip is None:
        return "Gradients are not clipped."
    return f"Training {chosen.mode}, no sequence's gradient longer than {chosen.clip:g}."


def plural(count: int, what: str) -> str:
    """1 network, 2 networks."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def learning(seen: Seen, epoch: int, epochs: int) -> str:
    """While the shown network is being trained: how far it is, and what is left of the marker here by now."""
    here = f" Difference at period {seen.period}: {two_differences(seen)}." if seen.period else ""
    return f"Epoch {epoch} of {epochs}: this is the network as it learns.{here}"


def openness(bias: float | str) -> str:
    """How far open a gate with that bias starts."""
    if isinstance(bias, str):
        return "open, for this T"
    return "half open" if bias == 0 else "more open" if bias > 0 else "more shut"


def trained(result: Trained, baseline: float) -> str:
    """After a training has finished."""
    if result.stopped_at is not None:
        return (
            f"The training ran away in epoch {result.stopped_at + 1}: its weights are no longer finite numbers. "
            f"Shown is the network after epoch {result.stopped_at}. A smaller rate may help."
        )
    gain = number(result.accuracy - baseline, 3, "+")
    epochs = f"{result.choice.epochs} epochs"
    return f"Trained, {epochs}: {result.accuracy:.3f} of the test set right, {gain} on the baseline."
