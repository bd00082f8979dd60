"""Training very many runs of a few networks, in a thread of its own. No Textual here.

The thread enters rows as they come, the view takes them ten times a second. What is kept of a run is one byte: whether
it beat the baseline. So thousands of runs take no more memory than their names would.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Event

from rnntui_engine.cells import cell_named
from rnntui_engine.lanes import LANES
from rnntui_engine.records import NetworkChoice, Row
from rnntui_engine.shares import beats
from rnntui_engine.sweep import cost, rows

from .job import Cancelled, Job
from .seen import MOST_RUNS

UNKNOWN, SHORT, BEATS, AWAY = 0, 1, 2, 3  # of a run: nothing yet, it fell short, it beat the baseline, it ran away


class Outcomes:
    """Whether each run beat the baseline by more than 0.10, by the network that it is a run of."""

    def __init__(self) -> None:
        self._of: dict[NetworkChoice, bytearray] = {}

    def enter(self, row: Row) -> None:
        """Enter what a run has come to. Runs beyond MOST_RUNS are not kept."""
        network = NetworkChoice(
            row.cell, 1, row.length, row.memory_bias, row.mode, row.epochs, row.rate, row.hidden, row.clip, row.data
        )
        if row.run <= MOST_RUNS:
            came_to = BEATS if beats(row) else SHORT if row.ran_away is None else AWAY
            self._of.setdefault(network, bytearray(MOST_RUNS))[row.run - 1] = came_to

    def of(self, network: NetworkChoice, runs: int) -> bytes:
        """UNKNOWN, SHORT, BEATS or AWAY for each of the runs k1 to kN, N = `runs`; `network` may be any of its runs."""
        found = self._of.get(replace(network, run=1))
        return bytes(runs) if found is None else bytes(found[:runs])


@dataclass(eq=False)
class ReachJob(Job):
    """Trains runs k1 to kN, N = `runs`, of each of `networks`, but for those of which `known` says what they came to.

    All networks of the first LANES runs come first, then those of the next, so that every share is there soon and grows
    surer. `found` holds rows that nobody has taken yet; `cost` counts work done, of `total`; see `sweep.cost`.
    """

    networks: Sequence[NetworkChoice]
    runs: int
    known: Outcomes
    found: list[Row] = field(default_factory=list)
    compiling: str = ""
    cost: int = 0
    total: int = 0
    ended: bool = False
    _began: float | None = None
    _paused: float = 0.0

    def __post_init__(self) -> None:
        self._missing = {one: self.known.of(one, self.runs) for one in self.networks}
        self.total = sum(cost(one) * outcomes.count(UNKNOWN) for one, outcomes in self._missing.items())

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.ended

    @property
    def share(self) -> float:
        return self.cost / self.total if self.total else 1.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take by the pace so far; None before there is one."""
        if self._began is None or not self.cost:
            return None
        pace = (time.monotonic() - self._began - self._paused) / self.cost
        return pace * (self.total - self.cost)

    def taken(self) -> list[Row]:
        """The rows that have come since the last time."""
        count = len(self.found)  # the thread goes on entering at the end
        rows, self.found[:count] = self.found[:count], []
        return rows

    def work(self) -> None:
        """Train to the end or until cancelled."""
        stop, ready = Cancelled(self), set[tuple[str, str]]()
        for first in range(1, self.runs + 1, LANES):
            together: list[NetworkChoice] = []
            for network in self.networks:
                todo = list(self._todo(network, first))
                if todo and (network.cell, network.mode) not in ready:
                    self._train(together, stop)  # while something compiles nothing else is trained
                    together = []
                    self._compile(network, stop)
                    ready.add((network.cell, network.mode))
                together += todo
            self._train(together, stop)
            if self.cancelled:
                return
        self.ended = True

    def _todo(self, network: NetworkChoice, first: int) -> Iterator[NetworkChoice]:
        """The runs of a network that are missing, among LANES from `first` on."""
        for run in range(first, min(first + LANES, self.runs + 1)):
            if self._missing[network][run - 1] == UNKNOWN:
                yield replace(network, run=run)

    def _compile(self, network: NetworkChoice, stop: Event) -> None:
        """Train the smallest network of that cell, so that its loops are compiled."""
        if self.cancelled:
            return
        began, self.compiling = time.monotonic(), cell_named(network.cell).label
        for _ in rows([NetworkChoice(network.cell, 1, 2, mode=network.mode, epochs=1)], 1, stop):
            pass
        self.compiling = ""
        if self._began is None:
            self._began = time.monotonic()
        else:
            self._paused += time.monotonic() - began

    def _train(self, choices: Sequence[NetworkChoice], stop: Event) -> None:
        if not choices or self.cancelled:
            return
        for part in rows(choices, None, stop):
            self.found += part.rows
            self.cost += sum(cost(row) for row in part.rows)
