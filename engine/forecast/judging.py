"""How forecasts compare: does a model forecast or copy, and is a ranking of cells the cells' doing or the seed's?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .. import arithmetic
from ..records import Array, read_only
from ..shares import wilson
from .problem import TEST, Problem, root_mean_square

RANKING = ("gru", "rnn", "lstm")  # the textbook's, the best first
MOST_LAG = 12


def unlogged(logs: Array) -> Array:
    """e to each number, for showing logs as what they are logs of."""
    return read_only(np.array([arithmetic.exp(value) for value in logs.tolist()]))


@dataclass(frozen=True)
class Lag:
    """Where forecasts fit best. `best`: the shift in months, 0 to 12, at which they are nearest to the truth (root mean
    square difference `at_best`): 0 for a real forecast, 1 for one that repeats the last value. `with_truth` and
    `with_last`: their correlation with the month they are for, and with the month before it."""

    best: int
    at_best: float
    with_truth: float
    with_last: float

    @property
    def copies(self) -> bool:
        """Are they nearer to a value already known than to the one they are for?"""
        return self.best > 0


def lag(problem: Problem, forecasts: Array) -> Lag:
    """The lag of one model's forecasts (24,)."""
    distances = [root_mean_square(forecasts - shifted(problem, months)) for months in range(MOST_LAG + 1)]
    best = min(range(MOST_LAG + 1), key=lambda months: distances[months])
    return Lag(
        best, distances[best], correlation(forecasts, problem.truth), correlation(forecasts, shifted(problem, 1))
    )


def shifted(problem: Problem, months: int) -> Array:
    """The truth so many months before each test month, (24,)."""
    return problem.logs[problem.first - months : problem.first - months + TEST]


def correlation(one: Array, other: Array) -> float:
    """Pearson's correlation; 0 where one of them does not change."""
    means = [math.fsum(values.tolist()) / len(values) for values in (one, other)]
    a, b = one - means[0], other - means[1]
    size = root_mean_square(a) * root_mean_square(b)
    return math.fsum((a * b).tolist()) / len(a) / size if size > 0.0 else 0.0


@dataclass(frozen=True)
class Ranking:
    """How many of `seeds` seeds have the textbook's ranking, and the 95 % interval of that share (Wilson)."""

    seeds: int
    holding: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share of the seeds; NaN without any."""
        return self.holding / self.seeds if self.seeds else math.nan


def holds(rmse: Mapping[str, float]) -> bool:
    """Is it GRU < RNN < LSTM, for the errors of the three cells from one seed?"""
    best, middle, worst = (rmse[cell] for cell in RANKING)
    return best < middle < worst


def ranking(by_seed: Iterable[Mapping[str, float]]) -> Ranking:
    """Counted over the seeds that have all three cells."""
    whole = [rmse for rmse in by_seed if all(cell in rmse for cell in RANKING)]
    holding = sum(map(holds, whole))
    return Ranking(len(whole), holding, *wilson(holding, len(whole)))
