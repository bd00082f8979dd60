"""Measuring how the marker's trace decays, in a thread of its own. No Textual here.

The thread enters each network's measure as it comes; the view looks at what is there ten times a second. Measures are
kept by the network they belong to, so what a job that was left behind still enters is never shown as another's.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rnntui_engine import jit
from rnntui_engine.measures import Decay, decay, mean_differences
from rnntui_engine.networks import initial
from rnntui_engine.records import NetworkChoice

from . import plot


@dataclass(eq=False)
class DecayJob:
    """Measures each of `wanted`, in this order, into `found`; `kept` is where the view keeps such measures. `cancelled`
    is set from outside; it stops before the next network. `error` is set last, where a measure failed. `measure` is
    what measures one network."""

    wanted: Sequence[NetworkChoice]
    kept: dict[NetworkChoice, Decay]
    found: dict[NetworkChoice, Decay] = field(default_factory=dict)
    error: str = ""
    cancelled: bool = False
    measure: Callable[[NetworkChoice], Decay] = decay
    _thread: threading.Thread | None = None

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or len(self.found) == len(self.wanted)

    def start(self) -> None:
        """Run in a thread of its own. A daemon: compiling cannot be interrupted, and quitting must not wait for it."""
        self._thread = threading.Thread(target=self.run, name="decay", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait for its end; for tests and pictures."""
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Measure to the end or until cancelled. Raises nothing."""
        try:
            plot.prepare()
            with jit.compiled_here():
                for choice in self.wanted:
                    if self.cancelled:
                        return
                    self.found[choice] = self.measure(choice)
        except Exception as problem:  # a thread must not die in silence: the view shows it
            self.error = f"{type(problem).__name__}: {problem}"


def difference_only(choice: NetworkChoice) -> Decay:
    """The differences without the readers, which take as long again: enough for many runs."""
    return Decay(choice.length, mean_differences(choice, initial(choice)), math.nan, math.nan)
