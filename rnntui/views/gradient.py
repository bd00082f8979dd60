"""The Gradient view: a gradient on its way back through one sequence, and what becomes of it in the toy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.measures import recurrent_of
from rnntui_engine.records import BadInput, Trace
from rnntui_engine.way_back import AT_ONCE, Walk, work

from ..gradient_figure import Figure, sentence
from ..gradient_job import FEW, GradientJob, Walking
from ..job import Job
from ..messages import Told
from ..widgets.gradient_numbers import GradientNumbersPanel
from ..widgets.gradient_panel import GradientPanel
from ..widgets.gradient_plot import GradientPlotPanel
from ..widgets.gradient_slopes import SlopesPanel
from ..widgets.gradient_toy import ToyPanel
from .working import WorkingView

LOOKS = 10  # looks at a job from one second to the next


class GradientView(WorkingView):
    """Lays out the panels, has the way back walked, and hands the panels what there is.

    A short one is walked at once, a long one in a job, which is left behind when another trace is chosen. A network
    from a file is shown itself: only this view and the Step view have something to say of a single network.
    """

    HELP = GradientPlotPanel.HELP
    OF_FILES = True

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self._walks: dict[Trace, Walking] = {}  # of what is shown: both sides, where one is pinned
        self._failed: dict[Trace, str] = {}
        self._stopped: set[Trace] = set()
        self._looks, self._there = 0, (0, 0)  # how often the job was looked at, and where it stood when it was shown

    def compose(self) -> ComposeResult:
        with Horizontal(id="gradient-upper"):
            yield GradientPlotPanel(id="gradient-plot")
            yield GradientNumbersPanel(id="gradient-numbers")
        with Horizontal(id="gradient-lower"):
            yield ToyPanel(id="toy")
            yield SlopesPanel(id="slopes")

    def take(self, job: Job, done: bool) -> None:
        """Show what there is by now: a hundred times on the way, and once a second for the time left."""
        assert isinstance(job, GradientJob)
        if done and job.error:
            self._failed[job.trace] = job.error
        self._looks += 1
        there = job.hundredth, len(job.walking.recurrent)
        if done or there != self._there or self._looks % LOOKS == 0:
            self._there = there
            self._refresh()

    def leave(self) -> bool:
        """Stop the walk and keep what is there."""
        job = self.job
        if not isinstance(job, GradientJob):
            return False
        self.drop()
        self._stopped.add(job.trace)
        self._told_of = None
        self._refresh()
        return True

    def do(self, what: str, argument: str) -> None:
        """`go-on`: walk on after a stop. Raises BadInput for anything else."""
        if what != "go-on":
            raise BadInput(f"{what!r} is nothing that the Gradient view does", "view")
        if self._stopped:
            self._stopped.clear()
            self._told_of = None
            self._refresh()

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        seen = self._seen
        other = seen.other.trace if seen.other else None
        self._walk([seen.trace, *([other] if other is not None else [])])
        walking = self._walks.get(seen.trace, Walking(seen.trace))
        beside = self._walks.get(other) if other is not None else None
        shown = Figure(
            seen, walking.flow, self._failed.get(seen.trace, ""), beside.flow if beside else None,
            tuple(walking.recurrent), self.job.seconds_left if isinstance(self.job, GradientJob) else None,
            seen.trace in self._stopped,
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
        for gone in [trace for trace in self._walks if trace not in traces]:
            del self._walks[gone]
            self._failed.pop(gone, None)
            self._stopped.discard(gone)
        for trace in traces:
            walking = self._walks.setdefault(trace, Walking(trace))
            if walking.done or trace in self._failed or trace in self._stopped or trace.ready < trace.length:
                continue
            if trace.weights.hidden <= FEW and not walking.recurrent:
                walking.recurrent += [recurrent_of(trace.weights, block) for block in range(walking.blocks)]
            if work(trace) <= AT_ONCE:
                walking.walk = walk = Walk(trace)
                while walk.advance():
                    pass
            elif self.job is None:
                self.begin(GradientJob(walking=walking))

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice and period; what came of a training is said already."""
        assert self._seen is not None
        choices = self._seen.choices
        walks = shown.flow is None or shown.flow.walked not in (-1, shown.length)
        told = replace(choices, trained=False), self._seen.period, walks, shown.failed, shown.waits, shown.stopped
        trained = choices.trained or bool(choices.network.weights)
        if told != self._told_of and not self._seen.training and trained == shown.trace.trained:
            self._told_of = told
            self.post_message(Told(sentence(shown)))

    def fit(self) -> None:
        self.set_class(self.size.width < 80, "narrow")
