"""The Gradient view: a gradient on its way back through one sequence, and what becomes of it in the toy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.flow import AT_ONCE, Flow, flow, work
from rnntui_engine.records import Trace

from ..gradient_figure import Figure, sentence
from ..gradient_job import GradientJob
from ..job import Job
from ..messages import Told
from ..widgets.gradient_numbers import GradientNumbersPanel
from ..widgets.gradient_panel import GradientPanel
from ..widgets.gradient_plot import GradientPlotPanel
from ..widgets.gradient_slopes import SlopesPanel
from ..widgets.gradient_toy import ToyPanel
from .working import WorkingView


class GradientView(WorkingView):
    """Lays out the panels, has the way back walked, and hands the panels what there is.

    A short one is walked at once, a long one in a job, which is left behind when another trace is chosen.
    """

    HELP = GradientPlotPanel.HELP

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self._flows: dict[Trace, Flow] = {}  # of what is shown: both sides, where one is pinned
        self._failed: dict[Trace, str] = {}

    def compose(self) -> ComposeResult:
        with Horizontal(id="gradient-upper"):
            yield GradientPlotPanel(id="gradient-plot")
            yield GradientNumbersPanel(id="gradient-numbers")
        with Horizontal(id="gradient-lower"):
            yield ToyPanel(id="toy")
            yield SlopesPanel(id="slopes")

    def take(self, job: Job, done: bool) -> None:
        """Keep what there is by now, and show it."""
        assert isinstance(job, GradientJob)
        if done and job.error:
            self._failed[job.trace] = job.error
        if job.flow is not None:
            self._flows[job.trace] = job.flow
        self._refresh()

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        seen = self._seen
        self._walk([seen.trace, *([seen.other.trace] if seen.other else [])])
        shown = Figure(
            seen, self._flows.get(seen.trace), self._failed.get(seen.trace, ""),
            self._flows.get(seen.other.trace) if seen.other else None,
        )  # fmt: skip
        self.set_class(seen.lit in (ToyPanel.NAME, SlopesPanel.NAME), "lit-lower")
        self.set_class(seen.lit == SlopesPanel.NAME, "lit-slopes")
        for panel in self.query(GradientPanel):
            panel.show_figure(seen, shown)
        self._tell(shown)

    def _walk(self, traces: Sequence[Trace]) -> None:
        """Walk back what is shown and not walked yet: at once what is short, then in a job one that is not."""
        if isinstance(self.job, GradientJob) and self.job.trace not in traces:
            self.drop()
        for known in (self._flows, self._failed):
            for trace in [trace for trace in known if trace not in traces]:
                del known[trace]
        for trace in traces:
            found = self._flows.get(trace)
            if trace in self._failed or (found is not None and found.complete):
                continue
            if work(trace) <= AT_ONCE:
                self._flows[trace] = flow(trace)
            elif self.job is None:
                self.begin(GradientJob(trace=trace))

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice and period; what came of a training is said already."""
        assert self._seen is not None
        choices = self._seen.choices
        told = replace(choices, trained=False), self._seen.period, shown.flow is None, shown.failed
        if told != self._told_of and not self._seen.training and choices.trained == shown.trace.trained:
            self._told_of = told
            self.post_message(Told(sentence(shown)))

    def fit(self) -> None:
        self.set_class(self.size.width < 80, "narrow")
