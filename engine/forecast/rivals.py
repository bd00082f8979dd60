"""The simple rivals: five forecasts that need no network, each a line or two.

`known` (k, n) holds logarithms, row by row what is known so far; `at` (k,) is the month wanted of each row.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..records import Array, Integers
from .problem import OneStep, Problem
from .series import YEAR

LAST_VALUE, SAME_MONTH, AUTOREGRESSION = "last value", "same month", "autoregression"
PLUS_CHANGE, PLUS_MEAN_CHANGE = "same month plus change", "same month plus mean change"
DIFFERENCED = " differenced"


def last_value(known: Array, at: Integers) -> Array:
    """The month before."""
    return known[np.arange(len(at)), at - 1]


def same_month(known: Array, at: Integers) -> Array:
    """The same month last year."""
    return known[np.arange(len(at)), at - YEAR]


def same_month_plus_change(known: Array, at: Integers) -> Array:
    """The same month last year, plus what last month had gained in a year: it uses month t − 13, one more than twelve
    months back."""
    return same_month(known, at) + last_value(known, at) - known[np.arange(len(at)), at - YEAR - 1]


def same_month_plus_mean_change(problem: Problem) -> OneStep:
    """The same month last year, plus the mean yearly change of the training part."""
    training = problem.logs[: problem.first]
    change = float(np.mean(training[YEAR:] - training[:-YEAR]))
    return lambda known, at: same_month(known, at) + change


def autoregression(problem: Problem) -> OneStep:
    """A straight line through the same months that the networks see, by least squares on the same windows."""
    inputs, targets = problem.training()
    line = np.linalg.lstsq(np.c_[np.ones(len(inputs)), inputs], targets, rcond=None)[0]

    def one_step(known: Array, at: Integers) -> Array:
        return problem.unscaled(known, at, line[0] + problem.scaled_windows(known, at) @ line[1:])

    return one_step


def rivals(problem: Problem) -> Mapping[str, OneStep]:
    """The five by their names. Where networks see yearly differences, a straight line through those stands beside."""
    levels = Problem(problem.series, problem.window, problem.horizon) if problem.difference else problem
    found: dict[str, OneStep] = {
        LAST_VALUE: last_value, SAME_MONTH: same_month, PLUS_CHANGE: same_month_plus_change,
        PLUS_MEAN_CHANGE: same_month_plus_mean_change(problem), AUTOREGRESSION: autoregression(levels),
    }  # fmt: skip
    if problem.difference:
        found[AUTOREGRESSION + DIFFERENCED] = autoregression(problem)
    return found
