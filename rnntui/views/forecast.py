"""The Forecast view: the airline passengers, three networks, and what they have to beat."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from rnntui_engine.records import BadInput

from ..forecast_figure import Figure, about, sentence, working
from ..forecast_job import ForecastJob, Known, key
from ..forecasting import ForecastPlace
from ..job import Job
from ..keyboard import spelled
from ..messages import Told
from ..seen import Seen
from ..sentences import Said
from ..widgets.forecast_loss import ForecastLossPanel
from ..widgets.forecast_panel import ForecastPanel
from ..widgets.forecast_plot import ForecastPlotPanel
from ..widgets.forecast_residuals import ForecastResidualsPanel
from ..widgets.forecast_seeds import ForecastSeedsPanel
from ..widgets.forecast_table import ForecastTablePanel
from .working import WorkingView

NARROW = 76  # columns: below, the lower row has room for one panel
LARGE = 180  # columns: from here on the errors have bars
LOWER = ("forecast-residuals", "forecast-seeds", "forecast-loss")


class ForecastView(WorkingView):
    """Lays out the panels, has what is missing computed, and hands the panels what there is."""

    HELP = ForecastPlotPanel.HELP

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.known = Known()
        self.losses: dict[object, dict[str, tuple[float, ...]]] = {}
        self._failed = ""
        self._stopped = False
        self._told: tuple[object, ...] | None = None
        self._said = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="forecast-upper"):
            yield ForecastPlotPanel(id="forecast-plot")
            yield ForecastTablePanel(id="forecast-table")
        with Horizontal(id="forecast-lower"):
            yield ForecastResidualsPanel(id="forecast-residuals")
            yield ForecastSeedsPanel(id="forecast-seeds")
            yield ForecastLossPanel(id="forecast-loss")

    def tell(self) -> None:
        self._told = None
        super().tell()

    def turn(self, before: Seen | None, seen: Seen) -> None:
        if before is not None and _asks(before.forecast) != _asks(seen.forecast):
            self._failed = ""
            self._stopped = self._stopped and _networks(before.forecast) == _networks(seen.forecast)

    def do(self, what: str, argument: str) -> None:
        """Do one of the view's actions. Raises BadInput."""
        if what == "go":
            if not (self._stopped or self._failed):
                raise BadInput(
                    "It is running; ⟨leave⟩ stops it" if self.job else "All is trained; ⟨forecast-seeds⟩ trains more",
                    "forecast-go",
                )
            self._failed, self._stopped, self._told = "", False, None
            self._refresh()
        elif self._seen is not None:
            names = [model.name for model in self._figure().models]
            now = names.index(self._seen.forecast.model)
            self.app.viewing.forecast.choose_model(names[(now + (1 if what == "down" else -1)) % len(names)])  # type: ignore[attr-defined]

    def leave(self) -> bool:
        """Stop the work and keep what is done."""
        job = self.job
        if not isinstance(job, ForecastJob):
            return False
        self.drop()
        self._collect(job)
        self._stopped, self._told = True, None
        self._refresh()
        return True

    def trains(self, place: ForecastPlace) -> bool:
        """Whether networks of that place are on their way here, or will be as soon as it is shown."""
        known = self.known.trained(place)
        return not (self._failed or self._stopped) and any(choice not in known for choice in place.choices)

    def take(self, job: Job, done: bool) -> None:
        """Keep what has come, and show it."""
        assert isinstance(job, ForecastJob)
        self._collect(job)
        if done:
            self._failed = job.error
        self._refresh()

    def _collect(self, job: ForecastJob) -> None:
        answers = self.known.answers(job.place)
        if job.rivals:
            answers.rivals = job.rivals
        if job.sarima is not None:
            answers.sarima = job.sarima
        answers.without = job.without or answers.without
        for outcome in job.taken():
            self.known.enter(job.place, outcome)
        losses = self.losses.setdefault(_learns(job.place), {})
        for choice, values in list(job.losses.items()):
            if choice.seed == 0:
                losses[choice.cell] = tuple(values)

    def _figure(self) -> Figure:
        assert self._seen is not None
        place, job = self._seen.forecast, self.job if isinstance(self.job, ForecastJob) else None
        return Figure(
            place, place.problem, self.known.answers(place), self.losses.get(_learns(place), {}),
            working(job.seconds_left, job.compiling) if job else "", job.epochs if job else 0, job.total if job else 0,
            self._failed, self._stopped, timed=not self.app.still,  # type: ignore[attr-defined]
        )  # fmt: skip

    def _refresh(self) -> None:
        if self._seen is None or not self.display:
            return
        try:
            self._compute(self._seen.forecast)
            figure = self._figure()
        except BadInput as problem:  # a file of one's own has changed or gone
            self.post_message(Told(Said(f"{problem}. ⟨forecast-series⟩ opens another.")))
            return
        self._lay_out()
        for panel in self.query(ForecastPanel):
            panel.show_figure(self._seen, figure)
        self._tell(figure)

    def _compute(self, place: ForecastPlace) -> None:
        """Start a job for what is missing; one for something else is left behind."""
        running = self.job
        if isinstance(running, ForecastJob):
            if _asks(running.place) == _asks(place):
                return
            self.drop()
            self._collect(running)
        answers = self.known.answers(place)
        if self._failed:
            return
        trained = {c: one for c, one in self.known.trained(place).items() if c not in answers.networks}
        missing = [c for c in place.choices if c not in answers.networks and c not in trained]
        if self._stopped:
            missing = []  # what is stopped stays so, but what is trained is used
        if not answers.begun or trained or missing:
            self.begin(
                ForecastJob(place=place, problem=place.problem, begun=answers.begun, trained=trained, missing=missing)
            )

    def _tell(self, figure: Figure) -> None:
        """Say what one sees where the view opens, which model is lit, and what work came to; how the work goes on only
        where nothing else has been said meanwhile: what a choice means stays to be read."""
        assert self._seen is not None
        now, before = self._seen.sentence.long, self._told
        self._told = told = _asks(figure.place), figure.place.model, figure.job != "", figure.stopped, figure.failed
        said: Said | None = None
        if before is None or (before[0] == told[0] and before[2:] != told[2:]):
            said = sentence(figure)
        elif before[1] != told[1]:
            said = about(figure, figure.place.model)
        elif figure.job and now == self._said:
            said = sentence(figure)
        if said is not None and spelled(said.long) != now:
            self._said = spelled(said.long)
            self.post_message(Told(said))

    def _lay_out(self) -> None:
        """Which of the lower panels there is room for."""
        assert self._seen is not None
        lit, slot, size = self._seen.lit, f"forecast-{self._seen.forecast.slot}", self.size
        wide = size.width >= NARROW
        if not self.has_class("small"):
            shown = set(LOWER)
        elif lit in LOWER:
            shown = {lit, "forecast-seeds"} if wide else {lit}
        else:
            shown = {slot, "forecast-seeds"} if wide and slot != "forecast-seeds" else {slot}
        self.set_class(shown == {"forecast-seeds"}, "alone")
        for name in LOWER:
            self.query_one(f"#{name}").display = name in shown
        self.set_class(lit in LOWER, "lit-lower")
        self.set_class(size.width < NARROW, "narrow")
        self.set_class(size.width >= LARGE, "large")

    def fit(self) -> None:
        if self._seen is not None and self.display:
            self._lay_out()


def _learns(place: ForecastPlace) -> tuple[object, ...]:
    """What the losses hang on."""
    return place.series, place.window, place.difference, place.hidden, place.epochs


def _networks(place: ForecastPlace) -> tuple[object, ...]:
    """Which networks a place wants."""
    return (*_learns(place), place.seeds)


def _asks(place: ForecastPlace) -> tuple[object, ...]:
    """What has to be computed for a place; how it is drawn changes nothing about it."""
    return (*key(place), place.hidden, place.epochs, place.seeds)
