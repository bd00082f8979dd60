"""Measuring how the marker's trace decays, in a thread of its own. No Textual here.

The thread enters each network's measure as it comes; the view looks at what is there ten times a second. Measures are
kept by the network they belong to, so what a job that was left behind still enters is never shown as another's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rnntui_engine.flow import first_gradient
from rnntui_engine.lanes import mean_differences
from rnntui_engine.measures import Decay, decay
from rnntui_engine.records import NetworkChoice
from rnntui_engine.sweep import batches

from . import plot
from .job import Job


@dataclass(eq=False)
class DecayJob(Job):
    """Measures each of `wanted`, in this order, into `found`; `kept` is where the view keeps such measures.
    Cancelled, it stops before the next network or batch. `many`: differences alone, of networks side
    by side."""

    wanted: Sequence[NetworkChoice]
    kept: dict[NetworkChoice, Any]
    found: dict[NetworkChoice, Any] = field(default_factory=dict)
    many: bool = False

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or len(self.found) == len(self.wanted)

    def work(self) -> None:
        """Measure to the end or until cancelled."""
        plot.prepare()
        for batch in batches(self.wanted) if self.many else [[choice] for choice in self.wanted]:
            if self.cancelled:
                return
            measured = differences_only(batch) if self.many else [decay(choice) for choice in batch]
            self.found.update(zip(batch, measured, strict=True))


class WayBackJob(DecayJob):
    """The same for the mean gradient that comes back to period 1."""

    def work(self) -> None:
        """Measure to the end or until cancelled."""
        for choice in self.wanted:
            if self.cancelled:
                return
            self.found[choice] = first_gradient(choice)


def differences_only(choices: Sequence[NetworkChoice]) -> list[Decay]:
    """The differences without the readers, which take as long again: enough for many runs. `choices` are alike."""
    found = mean_differences(choices)
    return [Decay(c.length, kept, math.nan, math.nan) for c, kept in zip(choices, found, strict=True)]
