"""The lesson's subscribers, all of them fiction from a generator, and where every data set is found by its name.

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
from .datasets import SEED, DataSet
from .records import Array, BadInput, Integers, read_only

SUBSCRIBERS = 500
PERIODS = 12
TRAIN = TEST = 200
SCALE = 40.0  # a reading enters the network divided by this
TIER = 25.0  # m³
MARKER = 0.0  # m³
LENGTHS = (2, 4, 6, 8, 10, 12)
EXAMPLE = 260  # the first in split order that is marked and above the tier at T = 12; `example()` finds it
LONGEST = 500


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


def split_order() -> Integers:
    """All of the lesson's subscribers in the order of the split: the first 200 train, the last 200 test."""
    return data_set().split_order


def inputs_of(readings: Sequence[float] | Array, length: int) -> Array:
    """What the lesson's networks read in each period, (T, 2): reading / 40, and 1.0 where the reading is the marker."""
    return data_set().inputs_of(0, np.asarray(readings, dtype=np.float64), length)


@dataclass(frozen=True, eq=False)
class Data(DataSet):
    """A generated data set: "lesson", or "long-N" for the same generator with N periods drawn, which is another one."""

    name: str
    periods: int
    tier: float = TIER
    scale: float = SCALE
    marker: float = MARKER

    @property
    def count(self) -> int:
        """500 subscribers."""
        return SUBSCRIBERS

    @cached_property
    def readings(self) -> Array:
        """All readings, (500, periods), in m³."""
        return read_only(np.array([sequence(i, self.periods) for i in range(SUBSCRIBERS)]))

    def readings_of(self, subscriber: int) -> Array:
        """The readings of one subscriber, (periods,), in m³. Raises BadInput for a number that is not 0..499."""
        self.check_subscriber(subscriber)
        return read_only(np.array(sequence(subscriber, self.periods)))

    def readings_at(self, length: int, who: Integers) -> Array:
        """The first T readings of some subscribers, (n, T)."""
        found: Array = self.readings[who, :length]
        return found

    @property
    def firsts(self) -> Array:
        """The first reading of every subscriber, (500,)."""
        found: Array = self.readings[:, 0]
        return found

    @property
    def labelled(self) -> bool:
        """About half of the sequences are marked: nothing has to be generated to know it."""
        return True

    def check_training(self, length: int) -> None:
        """Raises BadInput for a T that there is not: at every other one there is enough."""
        self.check_length(length)

    def check_readers(self, length: int) -> None:
        """Raises BadInput for a T that there is not: at every other one there is enough."""
        self.check_length(length)


_opened: dict[str, DataSet] = {}  # a person's own, by their names


def adopt(data: DataSet) -> None:
    """From now on `data_set` knows this one by its name."""
    _opened[data.name] = data


def data_set(name: str = "lesson") -> DataSet:
    """The data set of that name: "lesson", "long-N" with N from 2 to 500, or an adopted one. Raises BadInput for any
    other."""
    own = _opened.get(name)
    return _generated(name) if own is None else own


@lru_cache(maxsize=8)
def _generated(name: str) -> Data:
    if name == "lesson":
        return Data("lesson", PERIODS)
    start, _, count = name.partition("-")
    if start == "long" and count.isascii() and count.isdigit() and len(count) < 9 and 2 <= int(count) <= LONGEST:
        return Data(f"long-{int(count)}", int(count))
    raise BadInput(f"{name!r} is neither lesson nor long-N with N from 2 to {LONGEST}", "data")
