"""The Decay view: how much of the first step is left after T steps, cell by cell, run by run."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.events import Resize, Show
from textual.timer import Timer

from rnntui_engine.measures import Decay
from rnntui_engine.records import NetworkChoice

from ..decay_figure import Figure, figure, sentence
from ..decay_job import DecayJob
from ..messages import Told
from ..viewing import Choices, Seen
from ..widgets.decay_numbers import DecayNumbersPanel
from ..widgets.decay_panel import DecayPanel
from ..widgets.decay_plot import DecayPlotPanel
from ..widgets.decay_tables import DecayPublishedPanel, DecayTablePanel
from .step import roomy


class DecayView(Container):
    """Lays out the panels, has the missing measures computed, and hands the panels what there is."""

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.measured: dict[NetworkChoice, Decay] = {}
        self.job: DecayJob | None = None
        self._seen: Seen | None = None
        self._failed = ""
        self._told: tuple[Choices, bool] | None = None
        self._poller: Timer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="decay-upper"):
            yield DecayPlotPanel(id="decay-plot")
            yield DecayNumbersPanel(id="decay-numbers")
        with Horizontal(id="decay-lower"):
            yield DecayTablePanel(id="decay-table")
            yield DecayPublishedPanel(id="decay-published")

    def on_mount(self) -> None:
        self._poller = self.set_interval(0.1, self.poll, pause=True)

    def on_show(self, event: Show) -> None:
        self._told = None
        self._refresh()

    def show(self, seen: Seen) -> None:
        """Show this moment in every panel, and measure what it needs."""
        if seen is self._seen:
            return
        changed = self._seen is None or self._seen.choices != seen.choices
        self._seen = seen
        if changed:
            self._failed = ""
        self._refresh()

    def poll(self) -> None:
        """While measures come in: show those that are there."""
        if self.job is None:
            if self._poller is not None:
                self._poller.pause()
            return
        before = len(self.measured)
        self.measured |= self.job.found
        if self.job.done:
            self._failed, self.job = self.job.error, None
        if self.job is None or len(self.measured) != before:
            self._refresh()

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        shown = figure(self._seen.choices, self.measured, self._failed)
        self._measure(shown)
        for panel in self.query(DecayPanel):
            panel.show_figure(self._seen, shown)
        self._tell(shown)

    def _measure(self, shown: Figure) -> None:
        """Start a job for what is missing; one for other networks is left behind."""
        missing = tuple(network for network in shown.wanted if network not in self.measured)
        if self.job is not None and not set(missing) <= set(self.job.wanted):
            self.job.cancelled = True
            self.measured |= self.job.found
            self.job = None
            missing = tuple(network for network in missing if network not in self.measured)
        if missing and self.job is None and not self._failed:
            self.job = DecayJob(missing)
            self.job.start()
            if self._poller is not None:
                self._poller.resume()

    def _tell(self, shown: Figure) -> None:
        """Say what is seen, once for each choice: when it is made, and when its numbers are there."""
        there = bool(shown.failed) or shown.share(shown.chosen, shown.length) is not None
        told = shown.choices, there
        if told != self._told:
            self._told = told
            self.post_message(Told(sentence(shown)))

    def on_resize(self, event: Resize) -> None:
        boxed = roomy(self.app.size.width, self.app.size.height)
        self.set_class(not boxed, "small")
        for panel in self.query(DecayPanel):
            panel.boxed = boxed
            panel.repaint()

    def on_unmount(self) -> None:
        if self.job is not None:
            self.job.cancelled = True
