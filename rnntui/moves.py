"""What needs no more than a viewing shows: the next memory bias, the order of the units, where one moves most."""

from __future__ import annotations

from rnntui_engine.cells import cell_named
from rnntui_engine.measures import moves_most
from rnntui_engine.records import BadInput

from . import own_sentences, sentences
from .seen import BIASES, SORTINGS
from .viewing import Viewing


def next_memory_bias(viewing: Viewing) -> None:
    """The next of the memory biases that the cell takes: 0, 1, 3, chrono. Raises BadInput for a network from a file."""
    network, cell = viewing.choices.network, cell_named(viewing.choices.network.cell)
    if cell.keeps is None and not network.weights:
        viewing.say(sentences.no_memory_bias(cell))
        return
    fits = [b for b in BIASES if b != "chrono" or (cell.writes is not None and network.length > 2)]
    place = fits.index(network.memory_bias) + 1 if network.memory_bias in fits else 0
    viewing.choose_network(memory_bias=fits[place % len(fits)])


def sort(viewing: Viewing, sorting: str = "") -> None:
    """The order of the units in every panel: one of SORTINGS, else the next. Raises BadInput for any other."""
    if sorting not in ("", *SORTINGS):
        raise BadInput(f"{sorting!r} is none of {', '.join(SORTINGS)}", "sort")
    viewing.sorting = sorting or SORTINGS[(SORTINGS.index(viewing.sorting) + 1) % len(SORTINGS)]
    if viewing.sorting != SORTINGS[0]:
        viewing.unit = viewing.seen.unit_at(0)
    viewing.say(own_sentences.SORTED[viewing.sorting])


def jump(viewing: Viewing) -> None:
    """Go to the period in which the lit unit moves most; of a long trace so far."""
    viewing.go(moves_most(viewing.trace, viewing.unit))
    viewing.say(own_sentences.jumped(viewing.trace, viewing.period, viewing.unit))
