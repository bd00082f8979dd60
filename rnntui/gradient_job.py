"""Walking a gradient back in a thread of its own, for sequences and networks where that takes a while. No Textual."""

from __future__ import annotations

from dataclasses import dataclass, field

from rnntui_engine.flow import Flow, begun, jacobian_norms, with_jacobians
from rnntui_engine.records import Trace

from .job import Job


@dataclass(eq=False, kw_only=True)
class GradientJob(Job):
    """The flow of one trace: its gradients at once, then a Jacobian for each period, from T backwards."""

    trace: Trace
    gradients: Flow | None = None
    norms: list[float] = field(default_factory=list)

    @property
    def flow(self) -> Flow | None:
        """What there is by now."""
        return None if self.gradients is None else with_jacobians(self.gradients, list(self.norms))

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or len(self.norms) == self.trace.length

    def work(self) -> None:
        """Walk to the end or until cancelled."""
        way, self.gradients = begun(self.trace)
        for norm in jacobian_norms(way, lambda: self.cancelled):
            self.norms.append(norm)
