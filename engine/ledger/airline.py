"""Claims on the airline passengers. The textbook's figures rest on another program's arithmetic: none is pinned."""

from __future__ import annotations

import statistics
from functools import cache

from ..forecast import sarima
from ..forecast.judging import RANKING, ranking
from ..forecast.learning import one_step
from ..forecast.many import train_many
from ..forecast.network import CELLS, Choice, parameters
from ..forecast.problem import Problem, textbook
from ..forecast.rivals import AUTOREGRESSION, LAST_VALUE, rivals
from ..forecast.series import YEAR, airline
from ..records import BadInput
from .common import DIFFERS, MEASURED, Bench, Finding, Published, claim

OTHER_WINDOWS = (6, 11)


@cache
def line(window: int) -> float:
    """The error of a straight line through so many months."""
    problem = Problem(airline(), window)
    return problem.rmse(problem.forecasts(rivals(problem)[AUTOREGRESSION]))


def errors(bench: Bench) -> dict[int, dict[str, float]]:
    """The three cells' errors, by seed; trained once for all claims of a bench."""
    if not bench.forecasts:
        problem = textbook()
        choices = [Choice(cell, seed) for seed in range(bench.seeds) for cell in CELLS]
        for part in train_many(choices, problem):
            if part.forecaster is not None:
                choice = part.forecaster.choice
                rmse = problem.rmse(problem.forecasts(one_step(part.forecaster, problem)))
                bench.forecasts.setdefault(choice.seed, {})[choice.cell] = rmse
                bench.also_done()
    return bench.forecasts


@claim("airline-rmse", MEASURED)
def airline_rmse(bench: Bench, said: Published) -> Finding:
    """From the textbook's initial values, in double precision, beside what needs no network."""
    problem, ours = textbook(), errors(bench)[0]
    last = problem.rmse(problem.forecasts(rivals(problem)[LAST_VALUE]))
    losing = sum(rmse > line(YEAR) for rmse in ours.values())
    reason = (
        f"from the same initial values, in double precision; a straight line through the same {YEAR} months gets "
        f"{line(YEAR):.4f} and beats {losing} of {len(ours)}, the last value repeated {last:.4f}"
    )
    return Finding({cell: ours[cell] for cell in CELLS}, None, reason)


@claim("airline-ranking", MEASURED)
def airline_ranking(bench: Bench, said: Published) -> Finding:
    """How many seeds have the textbook's order."""
    found = errors(bench)
    counted = ranking(found.values())
    medians = ", ".join(f"{cell} {statistics.median(r[cell] for r in found.values()):.4f}" for cell in RANKING)
    reason = (
        f"the order holds for {counted.holding} of {counted.seeds} seeds ({counted.low:.2f} to {counted.high:.2f}); "
        f"medians: {medians}"
    )
    return Finding({"seeds": counted.seeds, "holding": counted.holding, "share": counted.share}, None, reason)


@claim("period-not-told", DIFFERS)
def period_not_told(bench: Bench, said: Published) -> Finding:
    """The window is as long as the period; what a shorter one costs is measured on the straight line."""
    window = textbook().window
    others = ", ".join(f"of {months} months {line(months):.4f}" for months in OTHER_WINDOWS)
    reason = (
        f"the window is {window} months, one period; what a straight line misses by, with windows {others}, "
        f"of {window} {line(window):.4f}"
    )
    return Finding(window, window == said.figure, reason)


@claim("sarima-better-here", MEASURED)
def sarima_better_here(bench: Bench, said: Published) -> Finding:
    """One step and 24 months ahead, its band, its coefficients, its time."""
    best = min(errors(bench)[0], key=lambda cell: errors(bench)[0][cell])
    near, far = textbook(), Problem(airline(), horizon=24)
    try:
        fitted, ahead = sarima.fit(near), sarima.fit(far)
    except BadInput as refused:
        return Finding(None, None, f"{refused}")
    ours = {"one_step": near.rmse(fitted.logs), "ahead_24": far.rmse(ahead.logs)}
    inside = fitted.inside(near.truth)
    reason = (
        f"{len(fitted.coefficients)} numbers ({fitted.in_words()}) fitted in {fitted.seconds:.2f} s, its 95 % band "
        f"holds {inside} of {len(near.truth)} months; the best network, {best}, misses by {errors(bench)[0][best]:.4f} "
        f"with {parameters(Choice(best))} numbers"
    )
    return Finding(ours, None, reason)
