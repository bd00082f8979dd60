"""Walking a gradient back in a thread of its own, for sequences and networks where that takes a while. No Textual."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rnntui_engine.flow import Flow
from rnntui_engine.measures import Recurrent, recurrent_of
from rnntui_engine.records import Trace
from rnntui_engine.way_back import Walk

from .job import Job

LONG = 5_000  # periods and units: of less than so many together nobody has to be told how far it is


@dataclass(eq=False, kw_only=True)
class GradientJob(Job):
    """The flow of one trace: its gradients, then a Jacobian for each period, from T backwards, then two numbers of each
    gate's part of Wh."""

    trace: Trace
    walk: Walk | None = None
    recurrent: tuple[Recurrent, ...] | None = None
    started: float = 0.0

    @property
    def flow(self) -> Flow | None:
        """What there is by now."""
        return None if self.walk is None else self.walk.flow

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.recurrent is not None

    @property
    def share(self) -> float | None:
        """What share of the pieces is there, where they are many."""
        if self.walk is None or self.trace.length * self.trace.weights.hidden < LONG:
            return None
        there, wanted = self.walk.pieces
        return there / wanted if wanted else None

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes by the pace of the kind of piece that is walked now; None at first."""
        if self.walk is None or not self.started:
            return None
        return self.walk.left(time.monotonic() - self.started)

    def work(self) -> None:
        """Walk to the end or until cancelled."""
        self.walk = walk = Walk(self.trace)
        for _ in walk.run(lambda: self.cancelled):
            if not self.started or len(walk.norms) == 1:  # what went before was compiling, or was of another kind
                self.started = time.monotonic()
        if not self.cancelled:
            self.recurrent = recurrent_of(self.trace.weights)
