"""Choosing what is looked at: the part of the viewing that changes one thing about the network, the data, the runs."""

from __future__ import annotations

from dataclasses import replace

from rnntui_engine.cells import cell_named
from rnntui_engine.networks import usual_mode, with_cell
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.toy import Toy

from . import end_sentences, own_sentences, sentences
from .lengths import lengths_shown
from .seen import DATA, MOST_RUNS, RUNS, Choices


class Choosing:
    """What a viewing has of choices, and the ways to change one of them; see `Viewing`."""

    choices: Choices
    runs: int
    toy: Toy
    _bias: float | str
    _chrono_waits: bool

    def choose(self, network: NetworkChoice | None = None, **changes: object) -> None:
        """Look at something else; each viewing has its own. Raises BadInput."""
        raise NotImplementedError

    def _say(self, sentence: str | sentences.Said) -> None:
        """Say what was changed; each viewing has its own."""
        raise NotImplementedError

    def choose_network(self, **changes: object) -> None:
        """Change something about the network: cell, run, length, memory_bias, mode. Raises BadInput."""
        network = self.choices.network
        if network.weights and set(changes) != {"length"}:
            raise BadInput(own_sentences.from_file(network), next(iter(changes)))
        if "cell" in changes:
            network = with_cell(replace(network, memory_bias=self._bias), str(changes.pop("cell")))
        network = replace(network, **changes)  # type: ignore[arg-type]
        waits = network.memory_bias == "chrono" and network.length < 3  # chrono needs longer sequences
        if waits:
            network = replace(network, memory_bias=0.0)
        elif self._chrono_waits and "memory_bias" not in changes and network.length > 2:
            network = replace(network, memory_bias="chrono")
        self.choose(network)
        if waits:
            self._say(f"T = {network.length}: chrono needs a T from 3 on, so the memory bias is 0 here.")
        self._chrono_waits = waits or (self._chrono_waits and network.length < 3 and "memory_bias" not in changes)

    def next_length(self, by: int) -> None:
        """The next longer or shorter T of those that are shown."""
        network = self.choices.network
        shown = lengths_shown(self.choices.data.length_of(self.choices.subscriber))
        fits = [n for n in shown if (n > network.length if by > 0 else n < network.length)]
        if fits:
            self.choose_network(length=fits[0] if by > 0 else fits[-1])
        else:
            self._say(end_sentences.no_length(network.length, shown, network.data))

    def choose_data(self, name: str) -> None:
        """Another data set. T stays, where there are as many periods; where it was the whole sequence, it is again.
        Raises BadInput for one that there is not."""
        network, data = self.choices.network, data_set(name)
        whole = network.length == data_set(network.data).periods
        length = data.periods if whole or network.length > data.periods else network.length
        self.choose_network(data=data.name, length=length)

    def next_data(self) -> None:
        """The next of the data sets that a key goes through; after the last, and after any other, the lesson's."""
        now = self.choices.network.data
        self.choose_data(DATA[(DATA.index(now) + 1) % len(DATA)] if now in DATA else DATA[0])

    def choose_clip(self, clip: float | None) -> None:
        """The largest norm of a sequence's gradient, or None. Only exact updates have a gradient to clip, so in place
        becomes exact. Raises BadInput."""
        network = self.choices.network
        mode = usual_mode(cell_named(network.cell), clip) if clip is not None else network.mode
        self.choose_network(clip=clip, mode=mode)

    def next_subscriber(self, by: int) -> None:
        """The next subscriber by number, around the ends."""
        self.choose(subscriber=(self.choices.subscriber + by) % self.choices.data.count)

    def choose_runs(self, number: int) -> None:
        """How many runs the Reach view trains. Raises BadInput for none or too many."""
        if not 1 <= number <= MOST_RUNS:
            raise BadInput(f"{number} is not a number of runs from 1 to {MOST_RUNS}", "runs")
        self.runs = number
        self._say(f"The Reach view shows {number} run{'s' if number > 1 else ''}.")

    def next_runs(self) -> None:
        """The next of the numbers of runs that a key goes through; after the last, the first."""
        self.choose_runs(next((n for n in RUNS if n > self.runs), RUNS[0]))

    def choose_toy(self, toy: Toy) -> None:
        """The toy of the Gradient view."""
        self.toy = toy
        self._say(sentences.toy(toy))
