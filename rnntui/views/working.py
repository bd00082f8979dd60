"""What views that compute something share: a job in a thread of its own, looked at ten times a second while it runs."""

from __future__ import annotations

from textual.containers import Container
from textual.events import Resize, Show
from textual.geometry import Size
from textual.timer import Timer

from ..job import Job
from ..messages import Progressed
from ..seen import Seen
from ..widgets.panel import Panel
from .step import roomy


class WorkingView(Container):
    """A view with at most one job. `begin` starts one, `poll` looks where it stands, `drop` leaves it behind.
    `_refresh` paints its panels, from the moment that `show` was given last."""

    HELP = ""
    OF_FILES = False  # whether it shows a network from a file itself; else the lesson's own of the same cell

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.add_class("working")
        self.job: Job | None = None
        self._seen: Seen | None = None
        self._told_of: object = None  # what the sentence line was told last, so that it is not told again and again
        self._poller: Timer | None = None
        self._fitted: tuple[Size, Size] | None = None  # its own size and the screen's when it last took its form
        self._progress_shown = ""

    def on_mount(self) -> None:
        self._poller = self.set_interval(0.1, self.poll, pause=True)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out)
        self._box()  # so that the first frame is laid out for the screen that there is

    def show(self, seen: Seen) -> None:
        """Show this moment in every panel, and begin to compute what it needs."""
        if seen is self._seen:
            return
        before, self._seen = self._seen, seen
        self.turn(before, seen)
        self._refresh()

    def turn(self, before: Seen | None, seen: Seen) -> None:
        """Another moment is shown from now on: forget what was true of the one before only."""

    def on_show(self, event: Show) -> None:
        """It has come on the screen: what it says is said once more."""
        self.tell()

    def tell(self) -> None:
        """Say what is seen once more: something else has been said meanwhile."""
        self._told_of = None
        self._refresh()

    def _refresh(self) -> None:
        """Paint the panels anew, if there is anything to show; each view that computes has its own."""

    def begin(self, job: Job) -> None:
        """Start a job; one that still runs is left behind."""
        self.drop()
        self.job = job
        job.start()
        if self._poller is not None:
            self._poller.resume()

    def drop(self) -> None:
        """Leave the job that runs: it ends by itself, and its later results are nobody's."""
        if self.job is not None:
            self.job.cancelled = True
        self.job = None
        self._report()

    def leave(self) -> bool:
        """Stop what runs; False where nothing does, or where leaving means something else."""
        return False

    def hurry(self) -> None:
        """Do not wait for people: nobody watches."""

    def poll(self) -> None:
        """Take what the job has come to by now."""
        job = self.job
        if job is None:
            if self._poller is not None:
                self._poller.pause()
            return
        done = job.done  # asked first: what it found is complete then
        if done:
            self.job = None
        self._report()
        self.take(job, done)

    def _report(self) -> None:
        """Tell how far the work is, so that one sees it from other views, too."""
        share = self.job.share if self.job is not None else None
        words = "" if share is None else f"{int(100 * share)}%"
        if words != self._progress_shown:
            self._progress_shown = words
            self.post_message(Progressed(self.id or "", words))

    def take(self, job: Job, done: bool) -> None:
        """Show what a job has come to; `done`: it will not come to more."""

    def finish(self) -> None:
        """Wait until everything is computed, and show it; for pictures and tests."""
        while self.job is not None:
            self.hurry()
            self.job.join()
            self.poll()

    def on_resize(self, event: Resize) -> None:
        """Boxes where there is room for them. Textual calls this for a view that has one of its own as well: what
        else hangs on the size belongs into `fit`."""
        self._fit()

    def _laid_out(self, _: object) -> None:
        """After each layout: a view whose place was asked for between its coming and its layout is told of no size."""
        if self.size and self._fitted != (self.size, self.app.size):
            self._fit()

    def _fit(self) -> None:
        """Take the form for the present size."""
        self._fitted = (self.size, self.app.size)
        self.set_class(self.size.height < 16, "short")  # under it stands what a demo says
        self._box()
        self.fit()

    def _box(self) -> None:
        boxed = roomy(self.app.size.width, self.app.size.height)
        self.set_class(not boxed, "small")
        for panel in self.query(Panel):
            panel.boxed = boxed
            panel.repaint()

    def fit(self) -> None:
        """Whatever else of a view hangs on its size."""

    def on_unmount(self) -> None:
        if self.job is not None:
            self.job.cancelled = True
