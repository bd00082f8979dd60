"""What is forecast, from what, and how forecasts are judged.

The logarithm of a series is scaled by its training part, cut into windows, and split in time: the last 24 months are
the test, never shuffled in. Every model gives one month from the months before it; the rest is here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import arithmetic
from ..records import Array, BadInput, Integers, read_only
from .series import YEAR, Series, airline

TEST = 24  # months
FEWEST = 12  # training windows
LONGEST_WINDOW = 60

OneStep = Callable[[Array, Integers], Array]  # (logs (k, n) known so far, which month (k,)) → its logs (k,)


@dataclass(frozen=True, eq=False)
class Problem:
    """A series, the `window` of months that a model sees, and the `horizon`: 1 is one step ahead, where each window
    holds true values; with h the forecasts go h months on their own, each fed back as if it were true, before the truth
    is let in. `difference`: networks see the change against the same month last year instead of the level.

    Raises BadInput for a window or a horizon that the series is too short for, and for a series without change.
    """

    series: Series
    window: int = YEAR
    horizon: int = 1
    difference: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.window <= LONGEST_WINDOW:
            raise BadInput(f"a window of {self.window} months is not one of 1 to {LONGEST_WINDOW}", "window")
        if not 1 <= self.horizon <= TEST:
            raise BadInput(f"a horizon of {self.horizon} months is not one of 1 to {TEST}", "horizon")
        months = len(self.series)
        if months < TEST + YEAR + 2:  # too short whatever is chosen
            raise BadInput(f"months: {months}; a series has at least {TEST + YEAR + 2}", "series")
        least = TEST + max(self.window + FEWEST + self.offset, YEAR + 2)
        if months < least:
            raise BadInput(f"{months} months are too few for windows of {self.window}; the least is {least}", "window")
        if not self.sd > 0.0:
            raise BadInput("the series does not change before its last 24 months, so it cannot be scaled", "series")

    @property
    def offset(self) -> int:
        """How many months at the beginning have no value for the networks: a year where differences are taken."""
        return YEAR if self.difference else 0

    @property
    def first(self) -> int:
        """The index of the first test month."""
        return len(self.series) - TEST

    @cached_property
    def logs(self) -> Array:
        """The natural logarithm of every month, (n,)."""
        return read_only(np.array([arithmetic.log(value) for value in self.series.values.tolist()]))

    @cached_property
    def raw(self) -> Array:
        """What the networks see before scaling, (n − offset,): logs, or their changes in a year."""
        return self.logs[YEAR:] - self.logs[:-YEAR] if self.difference else self.logs

    @cached_property
    def mean(self) -> float:
        """The mean of `raw` over all months but the test's."""
        training = self.raw[:-TEST].tolist()
        return math.fsum(training) / len(training)

    @cached_property
    def sd(self) -> float:
        """The population standard deviation of `raw` over all months but the test's."""
        training = self.raw[:-TEST].tolist()
        return math.sqrt(math.fsum((value - self.mean) * (value - self.mean) for value in training) / len(training))

    @property
    def windows(self) -> int:
        """How many windows there are, training and test."""
        return len(self.raw) - self.window

    @property
    def training_windows(self) -> int:
        """How many of the windows are trained on: those whose target lies before the test."""
        return self.windows - TEST

    def training(self) -> tuple[Array, Array]:
        """The training windows (m, window) and their targets (m,), scaled, in the order of time."""
        scaled = (self.raw - self.mean) / self.sd
        inputs = np.array([scaled[i : i + self.window] for i in range(self.training_windows)])
        return inputs, scaled[self.window : self.window + self.training_windows]

    def scaled_windows(self, known: Array, at: Integers) -> Array:
        """The window before each month `at` (k,) in its row of logs (k, n), as the networks see it: (k, window)."""
        columns = at[:, None] + np.arange(-self.window, 0)
        rows = np.arange(len(at))[:, None]
        values = known[rows, columns]
        if self.difference:
            values = values - known[rows, columns - YEAR]
        scaled: Array = (values - self.mean) / self.sd
        return scaled

    def unscaled(self, known: Array, at: Integers, outputs: Array) -> Array:
        """A network's outputs (k,) for the months `at` as logs (k,)."""
        logs = outputs * self.sd + self.mean
        return logs + known[np.arange(len(at)), at - YEAR] if self.difference else logs

    @property
    def truth(self) -> Array:
        """The logs of the test months, (24,)."""
        return self.logs[self.first :]

    @property
    def origins(self) -> Integers:
        """The test months at which the truth is let in, as indices: every `horizon` months from the first."""
        return np.arange(self.first, len(self.series), self.horizon)

    def forecasts(self, one_step: OneStep) -> Array:
        """A model's logs of the test months, (24,), each from the months before it; see `horizon`."""
        origins = self.origins
        known = np.tile(self.logs, (len(origins), 1))
        for row, origin in enumerate(origins):
            known[row, origin:] = np.nan  # what is not known yet can be used by nobody
        found = np.empty(TEST)
        for step in range(self.horizon):
            on = np.flatnonzero(origins + step < len(self.series))
            at = origins[on] + step
            logs = one_step(known[on], at)
            known[on, at] = logs
            found[at - self.first] = logs
        return read_only(found)

    def rmse(self, forecasts: Array) -> float:
        """The root mean square error of forecasts (24,) on the log scale."""
        return root_mean_square(forecasts - self.truth)


def root_mean_square(values: Array) -> float:
    """The root of the mean of the squares of values (n,)."""
    return math.sqrt(math.fsum(value * value for value in values.tolist()) / len(values))


def textbook() -> Problem:
    """The airline passengers, windows of twelve, one step ahead."""
    return Problem(airline())
