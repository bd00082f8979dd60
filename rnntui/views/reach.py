"""The Reach view: over how many steps back the marker is carried, in very many runs."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.records import NetworkChoice

from ..job import Job
from ..keyboard import spelled
from ..messages import Told
from ..reach_figure import Figure, figure, sentence, time_left, turned
from ..reach_job import Outcomes, ReachJob
from ..seen import Seen
from ..sentences import Said
from ..widgets.reach_count import ReachCountPanel
from ..widgets.reach_panel import ReachPanel
from ..widgets.reach_plot import ReachPlotPanel
from ..widgets.reach_table import ReachTablePanel
from .working import WorkingView

MOST_HIDDEN = 64  # beyond, a run takes minutes, and the runs side by side take gigabytes


STOPPED = Said("The runs of the Reach view are stopped; what is done stays. 4 shows it.")


class ReachView(WorkingView):
    """Lays out the panels, has the missing runs trained, and hands the panels what there is."""

    HELP = ReachPlotPanel.HELP

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.outcomes = Outcomes()
        self._failed = ""
        self._stopped = False
        self._network: NetworkChoice | None = None  # that was told of last
        self._said = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="reach-upper"):
            yield ReachPlotPanel(id="reach-plot")
            yield ReachCountPanel(id="reach-count")
        with Horizontal(id="reach-lower"):
            yield ReachTablePanel(id="reach-table")

    def tell(self) -> None:
        self._said = ""
        super().tell()

    def turn(self, before: Seen | None, seen: Seen) -> None:
        if before is None or (before.choices, before.runs) != (seen.choices, seen.runs):
            self._failed, self._stopped = "", self._stopped and before is not None and _alike(before, seen)

    def take(self, job: Job, done: bool) -> None:
        """Keep the rows that have come, and show them."""
        assert isinstance(job, ReachJob)
        self._collect(job)
        if done:
            self._failed = job.error
        self._refresh()

    def leave(self) -> bool:
        """Stop the training and keep what is done."""
        job = self.job
        if not isinstance(job, ReachJob):
            return False
        self.drop()
        self._collect(job)
        self._stopped, self._told_of = True, None
        if not self.display:
            self.post_message(Told(STOPPED))
        self._refresh()
        return True

    def go_on(self) -> bool:
        """Train on after a stop; False where nothing was stopped."""
        if not self._stopped:
            return False
        self._stopped, self._told_of = False, None
        self._refresh()
        return True

    def _collect(self, job: ReachJob) -> None:
        for row in job.taken():
            self.outcomes.enter(row)

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        self._train(figure(self._seen.choices, self._seen.runs, self.outcomes))
        shown = figure(
            self._seen.choices, self._seen.runs, self.outcomes, _words(self.job), self._failed, self._stopped
        )
        self.set_class(self._seen.lit == ReachTablePanel.NAME, "lit-lower")
        for panel in self.query(ReachPanel):
            panel.show_figure(self._seen, shown)
        self._tell(shown)

    def _train(self, shown: Figure) -> None:
        """Start a job for what is missing; one for other networks or another number of runs is left behind."""
        running = self.job
        if isinstance(running, ReachJob):
            if set(running.networks) == set(shown.wanted) and running.runs == shown.runs:
                return
            self.drop()
            self._collect(running)
        hidden = shown.choices.network.hidden
        if hidden > MOST_HIDDEN:
            self._failed = f"{hidden} hidden units are too many for hundreds of runs; the most here is {MOST_HIDDEN}."
        if not (self._failed or self._stopped):
            job = ReachJob(networks=shown.wanted, runs=shown.runs, known=self.outcomes)
            if job.total:
                self.begin(job)

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice, and how the work goes on; but not over a sentence about anything
        else that has been done meanwhile."""
        assert self._seen is not None
        network, known = shown.choices.network, self._told_of is not None
        told = network, shown.runs, not shown.job
        before, self._network = self._network, network
        change = turned(before, shown) if known and before is not None else None
        said = change or sentence(shown)
        if told != self._told_of or (shown.job and self._seen.sentence.long == self._said):
            self._told_of = told
            if self._said != spelled(said.long) or self._seen.sentence.long != self._said:
                self._said = "" if change else spelled(said.long)  # what changed is not talked over by the progress
                self.post_message(Told(said))


def _alike(one: Seen, other: Seen) -> bool:
    """Whether both ask for the same runs."""
    wanted = [set(figure(seen.choices, seen.runs, Outcomes()).wanted) for seen in (one, other)]
    return one.runs == other.runs and wanted[0] == wanted[1]


def _words(job: Job | None) -> str:
    """What the work is at."""
    if not isinstance(job, ReachJob):
        return ""
    if job.compiling:
        return f"compiling the loops of {job.compiling}"
    return time_left(job.seconds_left) or "beginning"
