"""What is seen at a moment: the choices, the trace, the cursor, and the side that it is compared with. No Textual here.

Panels get a `Seen` and read it; only `viewing` makes one.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property

from rnntui_engine.cells import Cell, cell_named
from rnntui_engine.explain import explain
from rnntui_engine.measures import Apart, apart
from rnntui_engine.readings import EXAMPLE
from rnntui_engine.records import Edits, Explanation, NetworkChoice, Trace

from . import sentences

SLOTS = ("curve", "equation", "heat", "output")
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # periods a second
RUNS, MOST_RUNS = (2, 10, 30, 100, 300, 1000, 3000), 5000  # of the Reach view: those that a key goes through, the most
BIASES: tuple[float | str, ...] = (0.0, 1.0, 3.0, "chrono")


@dataclass(frozen=True)
class Choices:
    """What a person has chosen to look at: a network, a subscriber, trained or not. `layer`: which one of several is
    shown, from 1; 0 is the last."""

    network: NetworkChoice = field(default_factory=NetworkChoice)
    subscriber: int = EXAMPLE
    trained: bool = False
    edits: Edits = ()
    layer: int = 0


@dataclass(frozen=True, eq=False)
class Side:
    """A pinned side: what was shown when it was pinned, and the edits that can be undone and redone there."""

    choices: Choices
    trace: Trace
    past: tuple[Edits, ...] = ()
    future: tuple[Edits, ...] = ()

    def at(self, period: int) -> int:
        """Where it stands when the cursor is at a period: there, or at its own last one."""
        return min(period, self.trace.length)

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

    def lacks(self, networks: Container[NetworkChoice]) -> tuple[NetworkChoice, ...]:
        """The networks that must be trained before what is shown here is there, without those that are."""
        sides = [side for side in (self.choices, self.pinned) if side and side.trained]
        return tuple(side.network for side in sides if side.network not in networks and not side.network.weights)


@dataclass(frozen=True, eq=False)
class Seen:
    """A moment: the whole trace, and where the cursor stands in it. Panels read it and nothing else.

    `period` is 0 … T, `unit` counts from 0. `training` is what the chip says while a network is being trained.
    `other` is the pinned side B, if there is one; everything else is side A. `runs`: how many the Reach view trains.
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

    @property
    def cell(self) -> Cell:
        """The kind of network shown."""
        return cell_named(self.choices.network.cell)

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
