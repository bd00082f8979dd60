"""The Decay view: how much of the first step is left after T steps, cell by cell, run by run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.measures import Decay
from rnntui_engine.records import NetworkChoice

from ..decay_figure import Figure, figure, sentence
from ..decay_job import DecayJob, WayBackJob
from ..job import Job
from ..messages import Told
from ..own_decay import own_curve
from ..seen import Seen
from ..widgets.decay_numbers import DecayNumbersPanel
from ..widgets.decay_panel import DecayPanel
from ..widgets.decay_plot import DecayPlotPanel
from ..widgets.decay_tables import DecayPublishedPanel, DecayTablePanel
from .working import WorkingView

BAND_STEPS = 20  # how often the growing band is painted: it takes the UI's time


class DecayView(WorkingView):
    """Lays out the panels, has the missing measures computed, and hands the panels what there is."""

    HELP = DecayPlotPanel.HELP
    RUNS = 100  # of the chosen kind, for the band

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.measured: dict[NetworkChoice, Decay] = {}
        self.many: dict[NetworkChoice, Decay] = {}
        self.back: dict[NetworkChoice, float] = {}  # mean gradients that come back to period 1
        self._failed = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="decay-upper"):
            yield DecayPlotPanel(id="decay-plot")
            yield DecayNumbersPanel(id="decay-numbers")
        with Horizontal(id="decay-lower"):
            yield DecayTablePanel(id="decay-table")
            yield DecayPublishedPanel(id="decay-published")

    def turn(self, before: Seen | None, seen: Seen) -> None:
        if before is None or before.choices != seen.choices:
            self._failed = ""

    def take(self, job: Job, done: bool) -> None:
        """Keep what was measured, and show it: the growing band a few times only."""
        assert isinstance(job, DecayJob)
        before = len(job.kept)
        self._collect(job)
        if done:
            self._failed = job.error
        every = 1 if job.kept is not self.many else max(1, len(job.wanted) // BAND_STEPS)
        if done or len(job.kept) // every != before // every:
            self._refresh()

    def _collect(self, job: DecayJob) -> None:
        job.kept.update(list(job.found.items()))  # the list at one stroke, for the thread goes on entering

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        own = own_curve(self._seen)
        shown = figure(self._seen.choices, self.measured, self.many, self.RUNS, self._failed, self.back, own)
        self._measure(shown)
        self.set_class(self._seen.lit in (DecayTablePanel.NAME, DecayPublishedPanel.NAME), "lit-lower")
        for panel in self.query(DecayPanel):
            panel.show_figure(self._seen, shown)
        self._tell(shown)

    def _measure(self, shown: Figure) -> None:
        """Start a job for what is missing: the curves, the way back, the band. One for others is left behind."""
        kinds: tuple[tuple[Sequence[NetworkChoice], dict[NetworkChoice, Any]], ...] = (
            (shown.wanted, self.measured), (shown.wanted_back, self.back), (shown.wanted_for_band, self.many),
        )  # fmt: skip
        missing: tuple[NetworkChoice, ...] = ()
        kept: dict[NetworkChoice, Any] = self.many
        for wanted, kept in kinds:
            missing = tuple(network for network in wanted if network not in kept)
            if missing:
                break
        running = self.job
        if isinstance(running, DecayJob) and (running.kept is not kept or not set(missing) <= set(running.wanted)):
            self.drop()
            self._collect(running)
            missing = tuple(network for network in missing if network not in kept)
        if missing and self.job is None and not self._failed:
            kind = WayBackJob if kept is self.back else DecayJob
            self.begin(kind(missing, kept, many=kept is self.many))

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice: when it is made, and when its numbers are there."""
        told = shown.choices, shown.ready
        if told != self._told_of:
            self._told_of = told
            self.post_message(Told(sentence(shown)))

    def fit(self) -> None:
        self.set_class(self.size.width < 80, "narrow")
