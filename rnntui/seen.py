"""What is seen at a moment: the choices, the trace, the cursor, and the side that it is compared with. No Textual here.

Panels get a `Seen` and read it; only `viewing` makes one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import numpy as np

from rnntui_engine.cells import Cell, cell_named
from rnntui_engine.datasets import DataSet
from rnntui_engine.explain import explain
from rnntui_engine.measures import Apart, apart, saturation
from rnntui_engine.networks import own_kind
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import Edits, Explanation, Integers, NetworkChoice, Trace
from rnntui_engine.toy import Toy

from . import sentences
from .by_hand import HandPlace, HandSeen
from .forecasting import ForecastPlace
from .marks import page

SLOTS = ("curve", "equation", "heat", "output", "unrolled")
SORTINGS = ("number", "difference", "saturation")  # orders of the units
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # periods a second
RUNS, MOST_RUNS = (2, 10, 30, 100, 300, 1000, 3000), 5000  # of the Reach view: those that a key goes through, the most
DATA = ("lesson", "long-50", "long-100", "long-500")  # what a key goes through
BIASES: tuple[float | str, ...] = (0.0, 1.0, 3.0, "chrono")


class Units(tuple[int, ...]):
    """Some units in an order of their own; `start` and `stop` are their places in it, as of a range."""

    start: int
    stop: int

    def __new__(cls, units: Iterable[int], places: range) -> Units:
        found = super().__new__(cls, units)
        found.start, found.stop = places.start, places.stop
        return found


@dataclass(frozen=True)
class Choices:
    """What a person has chosen to look at: a network, a subscriber, trained or not. `layer`: which one of several is
    shown, from 1; 0 is the last."""

    network: NetworkChoice = field(default_factory=NetworkChoice)
    subscriber: int = EXAMPLE
    trained: bool = False
    edits: Edits = ()
    layer: int = 0

    @property
    def data(self) -> DataSet:
        """The data set that is looked at."""
        return data_set(self.network.data)

    @property
    def name(self) -> str:
        """What the subscriber is called."""
        return self.data.name_of(self.subscriber)


@dataclass(frozen=True, eq=False)
class Side:
    """A pinned side: what was shown when it was pinned, and the edits that can be undone and redone there."""

    choices: Choices
    trace: Trace
    past: tuple[Edits, ...] = ()
    future: tuple[Edits, ...] = ()

    def at(self, period: int) -> int:
        """Where it stands when the cursor is at a period: there, or at its own last one."""
        return min(period, self.trace.ready)

    @property
    def cell(self) -> Cell:
        """Its kind of network."""
        return cell_named(self.choices.network.cell)


@dataclass(frozen=True)
class Place:
    """Where a viewing stands: everything that decides what is shown. To stand there again shows exactly the same."""

    choices: Choices = field(default_factory=Choices)
    period: int = 1
    unit: int = 0
    slot: str = SLOTS[0]
    products: bool = False
    playing: bool = False
    speed: float = SPEEDS[2]
    bias: float | str = 0.0  # the memory bias that a gated cell will have when one is chosen
    lit: str = ""
    pinned: Choices | None = None
    runs: int = 100  # of the Reach view
    toy: Toy = field(default_factory=Toy)  # of the Gradient view
    hand: HandPlace = field(default_factory=HandPlace)  # of the Gates view
    forecast: ForecastPlace = field(default_factory=ForecastPlace)  # of the Forecast view
    sorting: str = SORTINGS[0]
    covered: tuple[str, ...] = ()  # panels that would give a demo's question away

    def lacks(self, networks: Container[NetworkChoice]) -> tuple[NetworkChoice, ...]:
        """The networks that must be trained before what is shown here is there, without those that are."""
        sides = [side for side in (self.choices, self.pinned) if side and side.trained]
        return tuple(side.network for side in sides if side.network not in networks and not side.network.weights)


@dataclass(frozen=True, eq=False)
class Seen:
    """A moment: the whole trace, and where the cursor stands in it. Panels read it and nothing else.

    `period` is 0 … T, `unit` counts from 0. `training` is what the chip says while a network is being trained.
    `other` is the pinned side B, if there is one; everything else is side A. `runs`: how many the Reach view trains;
    `toy`: the Gradient view's; `hand`: the gates that are driven by hand; `forecast`: what is chosen in the Forecast
    view; `sorting`: the order of the units, one of SORTINGS; `covered`: the panels that a demo does not show yet.
    """

    choices: Choices
    trace: Trace
    period: int
    unit: int
    slot: str
    products: bool
    playing: bool
    speed: float
    sentence: sentences.Said
    training: str = ""
    lit: str = ""
    other: Side | None = None
    runs: int = 100
    toy: Toy = field(default_factory=Toy)
    hand: HandSeen = field(default_factory=lambda: HandSeen(HandPlace()))
    forecast: ForecastPlace = field(default_factory=ForecastPlace)
    sorting: str = SORTINGS[0]
    covered: tuple[str, ...] = ()

    def same(self, other: Seen) -> bool:
        """Whether nothing of the other moment is different."""
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(self))

    @cached_property
    def order(self) -> Integers | None:
        """The units in the order in which they are shown, (H,); None where that is their numbers'."""
        if self.sorting == SORTINGS[0]:
            return None
        if self.sorting == "saturation":
            measured = saturation(self.trace, self.period)
        elif self.apart:
            measured = np.zeros(self.trace.weights.hidden)
            found = np.abs(self.apart.per_unit[self.period])
            measured[: len(found)] = found
        else:
            measured = self.trace.difference_per_unit[self.period, 0]
        return np.argsort(-measured, kind="stable")

    def unit_at(self, place: int) -> int:
        """The unit at a place of the order, both from 0."""
        return place if self.order is None else int(self.order[place])

    def place_of(self, unit: int) -> int:
        """The place of a unit in the order, both from 0."""
        return unit if self.order is None else int(np.flatnonzero(self.order == unit)[0])

    def page(self, room: int) -> range | Units:
        """The units of the page on which the lit one stands, where there is room for so many."""
        places = page(self.place_of(self.unit), self.trace.weights.hidden, room)
        return places if self.order is None else Units(self.order[places.start : places.stop].tolist(), places)

    @property
    def cell(self) -> Cell:
        """The kind of network shown."""
        return cell_named(self.choices.network.cell)

    @cached_property
    def of_a_kind(self) -> Seen:
        """The same moment for views of kinds of networks, which train networks of their own: without a file's."""
        if not self.choices.network.weights:
            return self
        own = replace(self.choices, network=own_kind(self.choices.network), layer=0, trained=False)
        return replace(self, choices=own)

    @cached_property
    def explanation(self) -> Explanation | None:
        """The lit unit's step, number by number; None before the first period."""
        return explain(self.trace, self.period, self.unit) if self.period else None

    @cached_property
    def apart(self) -> Apart | None:
        """How far side A and side B are apart, at every period that both have; None where nothing is pinned."""
        return apart(self.trace, self.other.trace) if self.other else None

    @property
    def other_name(self) -> str:
        """What makes side B another than side A, in a few words."""
        return sentences.other_side(self.choices, self.other.choices) if self.other else ""

    def other_h(self, unit: int) -> float | None:
        """h of a unit of side B at this period; None where nothing is pinned or it has no such unit."""
        if self.other is None or unit >= self.other.trace.weights.hidden:
            return None
        return float(self.other.trace.real.h[self.other.at(self.period), unit])
