"""`rnntui table forecast`: the errors of networks, SARIMA and the simple rivals on a monthly series."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from rnntui.series_file import series_of
from rnntui_engine import jit
from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.judging import lag, ranking
from rnntui_engine.forecast.learning import Forecaster, one_step
from rnntui_engine.forecast.many import train_many
from rnntui_engine.forecast.network import CELLS, EPOCHS, HIDDEN, Choice, checked, parameters
from rnntui_engine.forecast.problem import TEST, Problem
from rnntui_engine.forecast.rivals import AUTOREGRESSION, DIFFERENCED, LAST_VALUE, rivals
from rnntui_engine.forecast.series import YEAR
from rnntui_engine.records import Array, BadInput

from .choices import Asked
from .formats import Column, Row, fixed, whole
from .table import Computed, Report, Table

AtHand = Callable[[Problem, Choice], Forecaster | None]
AT_HAND: ContextVar[AtHand] = ContextVar("AT_HAND", default=lambda *_: None)  # gives networks that are trained already


@dataclass
class _Found:
    """What the notes speak of: who copies, errors by seed, and what became of SARIMA."""

    copies: list[str] = field(default_factory=list)
    by_seed: dict[int, dict[str, float]] = field(default_factory=dict)
    sarima: str = ""


def forecast(asked: Asked, report: Report) -> Computed:
    """The root mean square error of every model on the log scale, over the last 24 months."""
    given = {name: asked.get(name) for name in ("window", "horizon")}
    problem = Problem(
        series_of(asked.get("series") or ""), difference=bool(asked.get("difference")),
        **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip
    seeds: tuple[int, ...] = asked.get("seeds") or (0,)
    hidden = HIDDEN if asked.get("hidden") is None else asked["hidden"]
    epochs = EPOCHS if asked.get("epochs") is None else asked["epochs"]
    choices = [checked(Choice(cell, seed, hidden, epochs)) for cell in CELLS for seed in seeds]
    several = len(seeds) > 1
    found = _Found()

    def row(model: str, forecasts: Array | None, seed: int | None = None) -> Row:
        rmse = None if forecasts is None else problem.rmse(forecasts)
        if forecasts is not None and lag(problem, forecasts).best == 1 and model != LAST_VALUE:
            found.copies.append(model if seed is None or not several else f"{model} {seed}")
        if seed is not None and rmse is not None:
            found.by_seed.setdefault(seed, {})[model.removesuffix(DIFFERENCED)] = rmse
        return {"model": model, "rmse": rmse, **({"seed": seed} if several else {})}

    def rows() -> Iterator[Row]:
        jit.load()
        ending = DIFFERENCED if problem.difference else ""
        for trained in _trained(choices, problem, report):
            logs = problem.forecasts(one_step(trained, problem))
            yield row(trained.choice.cell + ending, logs, trained.choice.seed)
        try:
            fitted = sarima.fit(problem)
        except BadInput as refused:
            found.sarima = f"{refused}."
            yield row(sarima.NAME, None)
        else:
            found.sarima = (
                f"sarima: {fitted.in_words()}, from {problem.first} months; its 95 % band holds "
                f"{fitted.inside(problem.truth)} of {TEST} months."
            )
            yield row(sarima.NAME, fitted.logs)
        for name, model in rivals(problem).items():
            yield row(name, problem.forecasts(model))

    columns = [Column("model", "model", lambda row: str(row["model"])), fixed("rmse", "rmse")]
    if several:
        columns.append(whole("seed", "seed"))
    return Computed(
        _title(problem, choices[0]), tuple(columns), rows(), lambda rows: _notes(rows, problem, choices, found)
    )


def _trained(choices: Sequence[Choice], problem: Problem, report: Report) -> Iterator[Forecaster]:
    """The trained networks in their order, each as soon as those before it are there; those at hand at once."""
    found = (AT_HAND.get()(problem, choice) for choice in choices)
    waiting = {place: one for place, one in enumerate(found) if one is not None}
    missing = [place for place in range(len(choices)) if place not in waiting]
    done, total = [0] * len(missing), sum(choices[place].epochs for place in missing)
    following = 0
    for part in train_many([choices[place] for place in missing], problem) if missing else ():
        done[part.index] = part.epoch
        report(sum(done), total)
        if part.forecaster is not None:
            waiting[missing[part.index]] = part.forecaster
        while following in waiting:
            yield waiting.pop(following)
            following += 1
    yield from (waiting[place] for place in sorted(waiting))


def _title(problem: Problem, choice: Choice) -> str:
    series = problem.series
    first, last = series.month(problem.first), series.month(len(series) - 1)
    ahead = "one step ahead" if problem.horizon == 1 else f"{problem.horizon} months ahead, own forecasts fed back"
    return (
        f"Root mean square error on the log scale, {series.name}, {first} to {last}, {ahead}; "
        f"windows of {problem.window}, {choice.hidden} hidden units, {choice.epochs} epochs"
    )


def _notes(rows: Sequence[Row], problem: Problem, choices: Sequence[Choice], found: _Found) -> list[str]:
    counts = {choice.cell: parameters(choice) for choice in choices}
    lines = [
        f"parameters: {', '.join(f'{cell} {count}' for cell, count in counts.items())}, on {problem.training_windows} "
        "windows.",
        f"autoregression: a straight line through the same {problem.window} months, by least squares.",
        f"same month plus change looks back {YEAR + 1} months.",
    ]
    if problem.difference:
        lines.append("differenced: sees the change against the same month last year, instead of the level.")
    ours = [row for row in rows if row["rmse"] is not None]
    if ours and len(ours) >= len(counts):
        best = min(ours, key=lambda row: float(row["rmse"]))
        lines.append(f"The smallest error is {best['model']}'s, {best['rmse']:.4f}.")
    known = {row["model"]: row["rmse"] for row in rows}
    if found.by_seed and AUTOREGRESSION in known and LAST_VALUE in known:
        networks = [rmse for of_seed in found.by_seed.values() for rmse in of_seed.values()]
        line, last = (sum(rmse > known[name] for rmse in networks) for name in (AUTOREGRESSION, LAST_VALUE))
        lines.append(f"Of {len(networks)} networks {line} lose to autoregression, {last} to repeating the last value.")
    whole_seeds = {seed: rmse for seed, rmse in found.by_seed.items() if len(rmse) == len(CELLS)}
    if len(whole_seeds) > 1:
        counted = ranking(whole_seeds.values())
        lines.append(
            f"GRU < RNN < LSTM, the textbook's ranking, holds for {counted.holding} of {counted.seeds} seeds "
            f"(95 % interval of the share {counted.low:.2f} to {counted.high:.2f}, Wilson 1927)."
        )
    if found.copies:
        lines.append(
            f"Nearer to the month before than to the month they are for: {', '.join(found.copies[:12])}"
            f"{f' and {len(found.copies) - 12} more' if len(found.copies) > 12 else ''}."
        )
    if found.sarima:
        lines.append(found.sarima)
    return lines


FORECAST = Table(
    "forecast",
    "Train the three cells to forecast the airline passengers, beside SARIMA and the simple rivals: their errors.",
    ("seeds", "window", "horizon", "forecast_hidden", "forecast_epochs", "difference", "series"), forecast,
)  # fmt: skip
