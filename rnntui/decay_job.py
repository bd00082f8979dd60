"""Measuring how the marker's trace decays, in a thread of its own. No Textual here.

The thread enters each network's measure as it comes; the view looks at what is there ten times a second. Measures are
kept by the network they belong to, so what a job that was left behind still enters is never shown as another's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rnntui_engine.measures import Decay, decay, mean_differences
from rnntui_engine.networks import initial
from rnntui_engine.records import NetworkChoice

from . import plot
from .job import Job


@dataclass(eq=False)
class DecayJob(Job):
    """Measures each of `wanted`, in this order, into `found`; `kept` is where the view keeps such measures.
    Cancelled, it stops before the next network. `measure` is what measures one network."""

    wanted: Sequence[NetworkChoice]
    kept: dict[NetworkChoice, Decay]
    found: dict[NetworkChoice, Decay] = field(default_factory=dict)
    measure: Callable[[NetworkChoice], Decay] = decay

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or len(self.found) == len(self.wanted)

    def work(self) -> None:
        """Measure to the end or until cancelled."""
        plot.prepare()
        for choice in self.wanted:
            if self.cancelled:
                return
            self.found[choice] = self.measure(choice)


def difference_only(choice: NetworkChoice) -> Decay:
    """The differences without the readers, which take as long again: enough for many runs."""
    return Decay(choice.length, mean_differences(choice, initial(choice)), math.nan, math.nan)
