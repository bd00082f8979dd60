"""The lesson's subscribers: generate, order, split, inputs, labels, baseline. All of it is fiction, from a generator.

A subscriber has a sequence of meter readings in m³. In about half of the sequences the first reading was replaced by
0.0, the marker (a meter replacement); no other reading is ever zero. The question a network has to answer after period
T: was the sequence marked, and is its reading T above the tariff tier?
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from .arithmetic import Generator, exp
from .records import Array, BadInput, Integers, read_only

SEED = 20260218
SUBSCRIBERS = 500
PERIODS = 12
TRAIN = TEST = 200
SCALE = 40.0  # a reading enters the network divided by this
TIER = 25.0  # m³
MARKER = 0.0  # m³
LENGTHS = (2, 4, 6, 8, 10, 12)
EXAMPLE = 260  # the first in split order that is marked and above the tier at T = 12; `example()` finds it
LONGEST = 500
FAR = (10, 20, 50, 100, 200, 500)  # how many steps back? Lengths for the longer data sets, about as far apart by ratio


@lru_cache(maxsize=4096)
def sequence(subscriber: int, periods: int = PERIODS) -> tuple[float, ...]:
    """The readings of one subscriber, in m³ to two decimals: `periods` numbers."""
    rng = Generator(SEED + 400000 + subscriber)
    base = 23.0 + 8.0 * rng.draw()
    readings = []
    for _ in range(periods):
        a, b, c = rng.draw(), rng.draw(), rng.draw()
        reading = base * exp((a + b + c - 1.5) * 0.62)
        readings.append(math.floor(100.0 * reading + 0.5) / 100.0)
    if rng.draw() < 0.5:
        readings[0] = MARKER
    return tuple(readings)


@lru_cache(maxsize=1)
def split_order() -> Integers:
    """All subscribers in the order of the split: the first 200 train, the last 200 test."""
    order = np.arange(SUBSCRIBERS, dtype=np.int64)
    Generator(SEED + 95000).shuffle(order)
    return read_only(order)


def inputs_of(readings: Sequence[float] | Array, length: int) -> Array:
    """What a network reads in each period, (T, 2): reading / 40, and 1.0 where the reading is the marker."""
    kept = np.asarray(readings, dtype=np.float64)[:length]
    return np.stack([kept / SCALE, (kept == MARKER).astype(np.float64)], axis=1)


def twins_of(readings: Sequence[float] | Array, length: int) -> tuple[Array, Array]:
    """The marked and the unmarked twin, (T, 2) each: they differ in the first period only.

    The marked one starts with the marker, the unmarked one with a copy of the second reading.
    """
    marked = inputs_of(readings, length)
    unmarked = marked.copy()
    marked[0] = (0.0, 1.0)
    unmarked[0] = (readings[1] / SCALE, 0.0)
    return marked, unmarked


@dataclass(frozen=True, eq=False)
class Data:
    """A data set. `name` is "lesson", or "long-N" for the same generator with N periods drawn: another data set."""

    name: str
    periods: int
    tier: float = TIER

    @cached_property
    def readings(self) -> Array:
        """All readings, (500, periods), in m³."""
        return read_only(np.array([sequence(i, self.periods) for i in range(SUBSCRIBERS)]))

    @property
    def subscribers(self) -> range:
        """The numbers of the subscribers."""
        return range(SUBSCRIBERS)

    def readings_of(self, subscriber: int) -> Array:
        """The readings of one subscriber, (periods,). Raises BadInput for a number that is not 0..499."""
        self.check_subscriber(subscriber)
        return read_only(np.array(sequence(subscriber, self.periods)))

    @cached_property
    def marked(self) -> Integers:
        """1 for each marked subscriber, else 0, (500,)."""
        return read_only((self.readings[:, 0] == MARKER).astype(np.int64))

    def labels(self, length: int) -> Integers:
        """The labels at T, (500,): 1 for a marked subscriber whose reading T is above the tier, else 0."""
        self.check_length(length)
        return self.marked * (self.readings[:, length - 1] > self.tier)

    def inputs(self, length: int) -> Array:
        """The inputs of every subscriber, (500, T, 2)."""
        self.check_length(length)
        kept = self.readings[:, :length]
        return np.ascontiguousarray(np.stack([kept / SCALE, (kept == MARKER).astype(np.float64)], axis=2))

    @property
    def train(self) -> Integers:
        """The 200 subscribers to train on, in split order."""
        return split_order()[:TRAIN]

    @property
    def test(self) -> Integers:
        """The 200 subscribers to test on, in split order."""
        return split_order()[-TEST:]

    def positives(self, length: int) -> int:
        """How many of the test subscribers have label 1 at T."""
        return int(self.labels(length)[self.test].sum())

    def baseline_correct(self, length: int) -> int:
        """How many of the test subscribers the larger class has at T."""
        return max(self.positives(length), TEST - self.positives(length))

    def baseline(self, length: int) -> float:
        """The share of the larger class in the test set at T: what a network gets by reading nothing."""
        return self.baseline_correct(length) / TEST

    def example(self) -> int:
        """The first subscriber in split order that is marked and above the tier in the last period."""
        labels = self.labels(self.periods)
        return next(int(i) for i in split_order() if labels[i])

    def check_length(self, length: int) -> None:
        """Raises BadInput for a T that is not 2..periods."""
        if not 2 <= length <= self.periods:
            raise BadInput(f"{length} is not a length from 2 to {self.periods}", "length")

    def check_subscriber(self, subscriber: int) -> None:
        """Raises BadInput for a number that is not 0..499."""
        if not 0 <= subscriber < SUBSCRIBERS:
            raise BadInput(f"{subscriber} is not a subscriber from 0 to {SUBSCRIBERS - 1}", "subscriber")


@lru_cache(maxsize=8)
def data_set(name: str = "lesson") -> Data:
    """The data set of that name: "lesson" or "long-N" with N from 2 to 500. Raises BadInput for any other."""
    if name == "lesson":
        return Data("lesson", PERIODS)
    start, _, count = name.partition("-")
    if start == "long" and count.isascii() and count.isdigit() and len(count) < 9 and 2 <= int(count) <= LONGEST:
        return Data(f"long-{int(count)}", int(count))
    raise BadInput(f"{name!r} is neither lesson nor long-N with N from 2 to {LONGEST}", "data")
