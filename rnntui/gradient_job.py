"""Walking a gradient back in a thread of its own, for sequences and networks where that takes a while. No Textual here.

A walk outlives the job that walks it: one that was stopped is gone on with by the next.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rnntui_engine.flow import Flow
from rnntui_engine.measures import Recurrent, recurrent_of
from rnntui_engine.records import Trace
from rnntui_engine.way_back import Walk

from .job import Job

LONG = 5_000  # periods times units; of less nobody has to be told how far it is
FEW = 64  # units up to which two numbers of Wh are there at once


@dataclass(eq=False)
class Walking:
    """One trace's walk, and the numbers of each gate's part of Wh that there are so far."""

    trace: Trace
    walk: Walk | None = None
    recurrent: list[Recurrent] = field(default_factory=list)

    _whole: Flow | None = None

    @property
    def flow(self) -> Flow | None:
        """What there is by now; the same one again as soon as it is complete."""
        if self.walk is None:
            return None
        if self._whole is None:
            found = self.walk.flow
            if not found.complete:
                return found
            self._whole = found
        return self._whole

    @property
    def blocks(self) -> int:
        """How many parts Wh has."""
        return len(self.trace.weights.Wh) // self.trace.weights.hidden

    @property
    def done(self) -> bool:
        """Whether everything is there."""
        return self.walk is not None and self.walk.done and len(self.recurrent) == self.blocks


@dataclass(eq=False, kw_only=True)
class GradientJob(Job):
    """Walks a trace's gradients, then a Jacobian for each period, from T backwards, then measures Wh."""

    walking: Walking
    started: float = 0.0
    kind: tuple[str, int] = ("", 0)  # which kind of piece the pace is of, and how many were there at its start

    @property
    def trace(self) -> Trace:
        """Whose way back it is."""
        return self.walking.trace

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.walking.done

    @property
    def share(self) -> float | None:
        """What share of the pieces is there, where they are many."""
        walk = self.walking.walk
        if walk is None or self.trace.length * self.trace.weights.hidden < LONG:
            return None
        there, wanted = walk.pieces
        return there / wanted if wanted else None

    @property
    def hundredth(self) -> int:
        """How many hundredths of the pieces are there; of fewer than a hundred, how many pieces."""
        there, wanted = (0, 0) if self.walking.walk is None else self.walking.walk.pieces
        return there if wanted <= 100 else 100 * there // wanted

    @property
    def seconds_left(self) -> float | None:
        """How long the present kind of piece takes yet, by its pace so far; None at first."""
        walk, (kind, begun) = self.walking.walk, self.kind
        if walk is None or not kind:
            return None
        there, wanted = (
            (len(walk.norms), walk.wanted) if kind == "Jacobian" else (len(walk.gradients), self.trace.length)
        )
        done = there - begun
        return (time.monotonic() - self.started) / done * (wanted - there) if done > 1 else None

    def work(self) -> None:
        """Walk to the end or until cancelled."""
        walking = self.walking
        if walking.walk is None:
            walking.walk = Walk(self.trace)
        while self._one_more(walking.walk):
            pass
        while not self.cancelled and len(walking.recurrent) < walking.blocks:
            walking.recurrent.append(recurrent_of(self.trace.weights, len(walking.recurrent)))

    def _one_more(self, walk: Walk) -> bool:
        """One piece more; False where there is none, or where nobody waits for it any more."""
        if self.cancelled or not walk.advance():
            return False
        kind = "Jacobian" if len(walk.norms) > 1 else "gradient"
        if kind != self.kind[0]:  # what went before was compiling, or another kind
            self.started, self.kind = time.monotonic(), (kind, len(getattr(walk, KINDS[kind])))
        return True


KINDS = {"gradient": "gradients", "Jacobian": "norms"}  # what a walk calls them
