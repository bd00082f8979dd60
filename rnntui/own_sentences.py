"""Sentences of data and of a network from a file, of its layers, and of very many units and periods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rnntui_engine.loaded import Stack, stack_named
from rnntui_engine.records import NetworkChoice, Trace

from .marks import number
from .sentences import SLOT, Said, plural
from .text import clean

if TYPE_CHECKING:
    from rnntui_engine.sequences import Own

    from .seen import Seen


def file_name(chosen: NetworkChoice) -> str:
    """What the file of a network is called, as text."""
    return clean(stack_named(chosen.weights).path.name, 40)


def from_file(chosen: NetworkChoice) -> str:
    """Why cell, run and memory bias stay as they are."""
    return f"The network is the file's, {file_name(chosen)}, as it is; ⟨weights⟩ opens another, ⟨own⟩ leaves it"


def loaded(stack: Stack, seen: Seen) -> Said:
    """After a network from a file was opened: what it is."""
    name, layers = file_name(seen.choices.network), len(stack.layers)
    size = f"{plural(layers, 'layer')} of " if layers > 1 else ""
    notes = clean("; ".join(stack.notes)) if stack.notes else "" if stack.readout else "no readout"
    more = f"; {notes}" if notes else ""
    what = f"{name}: {stack.kind}, {size}{plural(stack.hidden, 'unit')}, {plural(stack.inputs, 'input')}"
    return Said(f"{what}{more}. ⟨own⟩ goes back to the lesson's.", f"{what}{'' if stack.readout else ', no readout'}.")


FEW = 6  # units that always have a row each in the free panel
NEAR = "The free panel shows the gates of this unit in the periods around this one: a long trace keeps no others."
PLAIN_HEAT = "The free panel shows h of all periods so far, in hundredths: 59 is 0.59."
BLOCKS = "The free panel shows h of all periods so far; units too many for its rows are in blocks."
SORTED = {
    "number": "The units stand by their numbers.",
    "difference": "The units stand by their difference at this period, the largest first. ⟨sort⟩: by saturation.",
    "saturation": "The units stand by saturation at this period: how near h, or the gates, are to their ends.",
}


def of_slot(seen: Seen) -> str:
    """What the free panel shows now."""
    if seen.slot != "heat":
        return SLOT[seen.slot]
    if seen.cell.gates:
        return NEAR if seen.trace.stream is not None else SLOT["heat"]
    return BLOCKS if seen.trace.stream is not None or seen.trace.weights.hidden > FEW else PLAIN_HEAT


def jumped(trace: Trace, period: int, unit: int) -> str:
    """After the search for the period in which a unit moves most."""
    if trace.ready < period or period == 0:
        return not_yet(trace, period)
    now, before = float(trace.real.h[period, unit]), float(trace.real.h[period - 1, unit])
    so_far = "" if trace.ready == trace.length else f" so far ({trace.ready} of {trace.length})"
    return f"Unit {unit + 1} moves most{so_far} at period {period}: from {number(before)} to {number(now)}."


def not_yet(trace: Trace, period: int) -> str:
    """A period that is not computed yet was asked for."""
    return f"Period {period} is not computed yet, {trace.ready} of {trace.length} are: it is shown as soon as it is."


def layer(trace: Trace) -> str:
    """Which layer is shown."""
    if trace.layers == 1:
        return "This network has one layer."
    reads = "what the network reads" if trace.layer == 1 else f"the hidden states of layer {trace.layer - 1}"
    return f"Layer {trace.layer} of {trace.layers}: its inputs are {reads}."


def opened(data: Own) -> Said:
    """After a file of one's own was opened: what is in it."""
    low, high = int(data.lengths.min()), data.periods
    periods = plural(high, "period") if low == high else f"{low} to {high} periods"
    there = f"{data.title}: {plural(data.count, 'sequence')} of {periods}"
    if data.labelled:
        return Said(f"{there}, {int(data.marked.sum())} of them marked. ⟨subscribers⟩ lists them, ⟨next⟩ goes on.",
                    f"{there}, {int(data.marked.sum())} marked.")  # fmt: skip
    return Said(f"{there}. None is marked, so there is no label; ⟨edit⟩ edits a reading and compares the two.",
                f"{there}; none is marked, ⟨edit⟩ compares.")  # fmt: skip
