"""Showing a network of one's own, from a file: opening it, leaving it, choosing its layer. No Textual here."""

from __future__ import annotations

from rnntui_engine.datasets import DataSet
from rnntui_engine.loaded import Stack, stack_named
from rnntui_engine.networks import own_kind
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput
from rnntui_engine.unroll import layer_shown

from . import own_sentences
from .viewing import Viewing


def show(viewing: Viewing, stack: Stack) -> None:
    """Show a network from a file, on the same sequence. Raises BadInput where it cannot read these data."""
    now = viewing.choices.network
    chosen = stack.choice(now.length, now.data)
    if now.weights == chosen.weights:
        viewing.say(f"{own_sentences.file_name(chosen)} is shown already.")
        return
    try:
        data_set(now.data).check_inputs(stack.inputs)
    except BadInput as problem:
        first = "First ⟨open⟩ opens a CSV, with --features and its columns after the path; then this network"
        raise BadInput(f"{problem}. {first}", problem.field) from None
    viewing.choose(chosen, trained=True, layer=0)
    viewing.say(own_sentences.loaded(stack, viewing.seen))


def leave(viewing: Viewing) -> None:
    """Back from a network from a file to the lesson's of the same cell. Raises BadInput where none is shown."""
    now = viewing.choices.network
    if not now.weights:
        raise BadInput("The network shown is from no file; ⟨weights⟩ opens one", "weights")
    viewing.choose(own_kind(now), trained=False, layer=0)


def leave_where_it_cannot_read(viewing: Viewing, data: DataSet) -> str:
    """Go back from a network from a file if it cannot read the data that are about to be opened; why, as a note."""
    now = viewing.choices.network
    if not now.weights:
        return ""
    try:
        data.check_inputs(stack_named(now.weights).inputs)
    except BadInput as problem:
        leave(viewing)
        return f" {problem}. Shown is the lesson's own network; ⟨weights⟩ opens one that fits."
    return ""


def choose_layer(viewing: Viewing, layer: int) -> None:
    """Which layer of several is shown, from 1. Raises BadInput for one that there is not."""
    trace = viewing.trace
    if layer_shown(layer, trace.layers) != trace.layer:
        viewing.choose(layer=layer)
    viewing.say(own_sentences.layer(viewing.trace))


def next_layer(viewing: Viewing) -> None:
    """The next layer; after the last, the first."""
    choose_layer(viewing, viewing.trace.layer % viewing.trace.layers + 1)


def toggle_trained(viewing: Viewing) -> None:
    """Untrained or trained; a network from a file has no untrained twin."""
    if viewing.choices.network.weights:
        viewing.say("A network from a file is as it was trained; there is no untrained twin of it.")
    else:
        viewing.choose(trained=not viewing.choices.trained)
