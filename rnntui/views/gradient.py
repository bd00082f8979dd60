"""The Gradient view: a gradient on its way back through one sequence, and what becomes of it in the toy."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize, Show

from rnntui_engine.flow import AT_ONCE, Flow, flow, work
from rnntui_engine.records import Trace

from ..gradient_figure import Figure, sentence
from ..gradient_job import GradientJob
from ..job import Job
from ..messages import Told
from ..seen import Seen
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
        self._seen: Seen | None = None
        self._trace: Trace | None = None  # the trace that `_flow` belongs to
        self._flow: Flow | None = None
        self._failed = ""
        self._told: tuple[object, ...] | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="gradient-upper"):
            yield GradientPlotPanel(id="gradient-plot")
            yield GradientNumbersPanel(id="gradient-numbers")
        with Horizontal(id="gradient-lower"):
            yield ToyPanel(id="toy")
            yield SlopesPanel(id="slopes")

    def on_show(self, event: Show) -> None:
        self.tell()

    def tell(self) -> None:
        """Say what is seen once more."""
        self._told = None
        self._refresh()

    def show(self, seen: Seen) -> None:
        """Show this moment in every panel, and have walked back what it needs."""
        if seen is not self._seen:
            self._seen = seen
            self._refresh()

    def take(self, job: Job, done: bool) -> None:
        """Keep what there is by now, and show it."""
        assert isinstance(job, GradientJob)
        if done and job.error:
            self._failed = job.error
        self._trace, self._flow = job.trace, job.flow
        self._refresh()

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        self._walk(self._seen)
        own = self._trace is self._seen.trace
        shown = Figure(self._seen, self._flow if own else None, self._failed if own else "")
        self.set_class(self._seen.lit in (ToyPanel.NAME, SlopesPanel.NAME), "lit-lower")
        self.set_class(self._seen.lit == SlopesPanel.NAME, "lit-slopes")
        for panel in self.query(GradientPanel):
            panel.show_figure(self._seen, shown)
        self._tell(shown)

    def _walk(self, seen: Seen) -> None:
        """Begin the way back of the trace that is shown, if it is not walked yet."""
        running = self.job
        if isinstance(running, GradientJob) and running.trace is not seen.trace:
            self.drop()
        if self._trace is seen.trace or self.job is not None:
            return
        self._failed = ""
        if work(seen.trace) <= AT_ONCE:
            self._trace, self._flow = seen.trace, flow(seen.trace)
        else:
            self.begin(GradientJob(trace=seen.trace))

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice and period, unless a training has more to say."""
        assert self._seen is not None
        choices = self._seen.choices
        told = choices, self._seen.period, shown.flow is None, shown.failed
        if told != self._told and not self._seen.training and choices.trained == shown.trace.trained:
            self._told = told
            self.post_message(Told(sentence(shown)))

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self.set_class(self.size.width < 80, "narrow")
        self.set_class(self.size.height < 16, "short")  # under it stands what a demo says
