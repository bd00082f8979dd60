"""What a network of one's own lacks for a gradient, and what is to be said of its layers and its size. No Textual."""

from __future__ import annotations

from rnntui_engine.flow import Flow
from rnntui_engine.measures import MOST_FOR_RADIUS
from rnntui_engine.records import Trace
from rnntui_engine.way_back import LARGEST

from .sentences import Said


def lacking(trace: Trace) -> str:
    """Why there is no loss whose gradient could go back; nothing where there is one."""
    if not trace.readout:
        return "the file has no readout, one number out of h"
    if trace.label is None:
        return f"there is no label, for no sequence starts with the marker, {trace.data.marker:g}"
    return ""


def notes(trace: Trace, flow: Flow, boxed: bool = True) -> list[str]:
    """What is not shown here, and why; and of a lower layer, what its Jacobian does not say."""
    found, missing = [], lacking(trace)
    if missing:
        found.append(f"No dL/dh: {missing}." if boxed else f"No dL/dh: {missing.partition(',')[0]}.")
    size = len(flow.parts) * trace.weights.hidden
    if size > LARGEST:
        found.append(f"No Jacobian: {size} numbers of the state; the most here is {LARGEST}.")
    elif 0 <= flow.wanted < trace.length:
        found.append(f"J: the last {flow.wanted} of {trace.length} periods only; all would take too long.")
    if trace.layer < trace.layers and not missing:
        above = f"layer {trace.layer + 1}"
        found.append(f"Into layer {trace.layer} the gradient also comes from {above}: J, its own way, is no bound.")
    if not trace.compared and boxed:
        found.append("No ◆: there are no twins to compare without a marker, unless a reading is edited.")
    return found


def too_large(trace: Trace) -> bool:
    """Whether there are too many units for the spectral radius of Wh."""
    return trace.weights.hidden > MOST_FOR_RADIUS


def no_radius() -> str:
    """Why there is no spectral radius, where `too_large`."""
    return f"No spectral radius of more than {MOST_FOR_RADIUS:,} units: all eigenvalues of Wh would take minutes."


def waiting(trace: Trace) -> Said:
    """While the sequence itself is still being read."""
    there = f"{trace.ready} of {trace.length} periods"
    return Said(
        f"The way back begins at period T: {there} are read by now. ⟨leave⟩ stops, ⟨furthest⟩ goes on.",
        f"The way back begins at T: {there} are read.",
    )


def stopped(flow: Flow) -> Said:
    """After the walk was stopped."""
    walked = flow.length if flow.walked < 0 else flow.walked
    there = f"{walked} gradients and {flow.computed} Jacobians are there"
    return Said(f"Stopped: {there}. ⟨furthest⟩ goes on with the rest.", f"Stopped: {there}. ⟨furthest⟩ goes on.")


def without_loss(missing: str, most: str, steps: int, period: int) -> Said:
    """Where there is no gradient, what the Jacobian says in its place: how much is left at `most`, if it is there."""
    said = f"No gradient: {missing}"
    if not most:
        return Said(f"{said}.")
    return Said(
        f"{said}. Of any gradient {most} at most would be left {steps} steps back, at period {period}.", f"{said}."
    )
