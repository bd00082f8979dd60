"""What a data set is: sequences of readings, what a network reads of them, labels, twins, and the split.

The lesson's are generated (`readings`), a person's own come from a file (`sequences`). A subscriber is a number from 0
on, in the order of the data set; what it is called is `name_of`. Sequences may be of different lengths: whatever is
asked for at T is asked of those that have T periods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import ClassVar

import numpy as np

from .arithmetic import Generator
from .records import Array, BadInput, Integers, read_only

SEED = 20260218
READING = "reading"  # the name of the column of readings
LEAST_TO_LEARN = 10  # sequences, in the training set and in the test set


class DataSet(ABC):
    """`name` tells it from every other one, `periods` is the length of its longest sequence. `scale`, `tier` and
    `marker` are what the lesson calls so. `features`: the columns that a network reads as they stand; without them it
    reads reading / scale and whether the reading is the marker."""

    name: str
    periods: int
    tier: float
    scale: float
    marker: float
    features: tuple[str, ...] = ()
    shortest: ClassVar[int] = 2  # the least T
    own: ClassVar[bool] = False  # a person's own, from a file
    unit: ClassVar[str] = "m³"
    most: ClassVar[float] = 1e6  # a reading may be edited to one from minus this to this

    @property
    @abstractmethod
    def count(self) -> int:
        """How many subscribers there are."""

    @abstractmethod
    def readings_of(self, subscriber: int) -> Array:
        """The readings of one subscriber, all of them, read-only. Raises BadInput for one that there is not."""

    @abstractmethod
    def readings_at(self, length: int, who: Integers) -> Array:
        """The first T readings of some subscribers that have so many, (n, T)."""

    @property
    @abstractmethod
    def firsts(self) -> Array:
        """The first reading of every subscriber, (count,)."""

    # Who.

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name

    @property
    def subscribers(self) -> range:
        """The numbers of the subscribers."""
        return range(self.count)

    def name_of(self, subscriber: int) -> str:
        """What a subscriber is called."""
        return str(subscriber)

    def length_of(self, subscriber: int) -> int:
        """How many periods its sequence has."""
        return self.periods

    def long_enough(self, length: int) -> Integers:
        """The subscribers that have T periods, by number."""
        return np.arange(self.count, dtype=np.int64)

    def check_length(self, length: int) -> None:
        """Raises BadInput for a T that no sequence here has."""
        if not self.shortest <= length <= self.periods:
            raise BadInput(f"{length} is not a length from {self.shortest} to {self.periods}", "length")

    def check_subscriber(self, subscriber: int) -> None:
        """Raises BadInput for a number that is nobody's."""
        if not 0 <= subscriber < self.count:
            raise BadInput(f"{subscriber} is not a subscriber from 0 to {self.count - 1}", "subscriber")

    def check_sequence(self, subscriber: int, length: int) -> None:
        """Raises BadInput for a subscriber that there is not, and for a T that its sequence has not."""
        self.check_subscriber(subscriber)
        if length > self.length_of(subscriber):
            has = f"{self.name_of(subscriber)} has {self.length_of(subscriber)} periods"
            raise BadInput(f"{length} is not a length from {self.shortest} on: {has}", "length")

    # What a network reads.

    @property
    def width(self) -> int:
        """I: how many inputs a network has that is made for this data set."""
        return len(self.features) or 2

    @property
    def reads_readings(self) -> bool:
        """Whether the readings are among the inputs: else an edited reading changes nothing."""
        return not self.features or READING in self.features

    def check_inputs(self, inputs: int) -> None:
        """Raises BadInput for a network of so many inputs that cannot read this data set."""
        if self.features and inputs != len(self.features):
            named = f"{len(self.features)} named: {', '.join(self.features)}"
            raise BadInput(f"the network has {inputs} inputs, but here are {named}", "features")
        if not self.features and inputs not in (1, 2):
            raise BadInput(
                f"the network has {inputs} inputs: name as many columns; without names it gets 2, the reading / "
                f"{self.scale:g} and the marker, or 1, the reading / {self.scale:g}", "features",
            )  # fmt: skip

    def columns_of(self, subscriber: int) -> Array:
        """The columns of `features` of one subscriber, (its periods, len(features))."""
        raise NotImplementedError

    def columns_at(self, length: int, who: Integers) -> Array:
        """The first T rows of these columns of some subscribers, (n, T, len(features))."""
        raise NotImplementedError

    def inputs_of(self, subscriber: int, readings: Array, length: int, inputs: int | None = None) -> Array:
        """What a network reads of a subscriber whose readings are these, perhaps edited: (T, I). `inputs`: I, if it is
        not `width`. Raises BadInput for an I that there is not."""
        columns = self.columns_of(subscriber)[None, :length] if self.features else None
        found: Array = self._inputs(np.asarray(readings, dtype=np.float64)[None, :length], columns, inputs)[0]
        return found

    def inputs(self, length: int, who: Integers | None = None, inputs: int | None = None) -> Array:
        """The inputs of many, (n, T, I): of all that have T periods, or of `who`. Raises BadInput."""
        self.check_length(length)
        asked = self.long_enough(length) if who is None else who
        columns = self.columns_at(length, asked) if self.features else None
        return self._inputs(self.readings_at(length, asked), columns, inputs)

    def _inputs(self, readings: Array, columns: Array | None, inputs: int | None) -> Array:
        """readings (n, T) and columns (n, T, F) as inputs (n, T, I): the readings may be edited ones."""
        self.check_inputs(inputs or self.width)
        if columns is not None:
            found: Array = np.array(columns)
            for place, feature in enumerate(self.features):
                if feature == READING:
                    found[:, :, place] = readings
            return found
        scaled: Array = readings / self.scale
        if inputs == 1:
            both = [scaled]
        else:
            both = [scaled, (readings == self.marker).astype(np.float64)]
        stacked: Array = np.stack(both, axis=2)
        return stacked

    # The marker, and the twins that differ in it.

    @cached_property
    def marked(self) -> Integers:
        """1 for each marked subscriber, else 0, (count,)."""
        return read_only((self.firsts == self.marker).astype(np.int64))

    @property
    def labelled(self) -> bool:
        """Whether any sequence is marked: only then there is a label."""
        return bool(self.marked.any())

    def has_twins(self, subscriber: int) -> bool:
        """Whether a marked and an unmarked twin of it can be made: their first readings must be read."""
        return self.labelled and self.reads_readings and self.length_of(subscriber) >= 2

    def twins_of(self, subscriber: int, length: int, inputs: int | None = None) -> tuple[Array, Array]:
        """The marked and the unmarked twin, (T, I) each: they differ in the first period only.

        The marked one starts with the marker, the unmarked one with a copy of the second reading.
        """
        readings = self.readings_of(subscriber)
        marked = self.inputs_of(subscriber, readings, length, inputs)[None]
        marked, unmarked = self._twins(marked, readings[1:2])
        return marked[0], unmarked[0]

    def all_twins(self, length: int, inputs: int | None = None) -> tuple[Array, Array]:
        """The twins of all that have T periods, (n, T, I) each, as in `twins_of`. Raises BadInput."""
        self.check_twins()
        self.check_length(max(2, length))
        who = self.long_enough(max(2, length))
        return self._twins(self.inputs(length, who, inputs), self.readings_at(2, who)[:, 1])

    def _twins(self, marked: Array, second: Array) -> tuple[Array, Array]:
        """From the inputs (n, T, I), which become the marked twins', and the second readings (n,)."""
        unmarked = marked.copy()
        if self.features:
            for place, feature in enumerate(self.features):
                if feature == READING:
                    marked[:, 0, place], unmarked[:, 0, place] = self.marker, second
            return marked, unmarked
        marked[:, 0, 0], unmarked[:, 0, 0] = self.marker / self.scale, second / self.scale
        marked[:, 0, 1:], unmarked[:, 0, 1:] = 1.0, 0.0
        return marked, unmarked

    def check_twins(self) -> None:
        """Raises BadInput where no twins can be made."""
        if not self.labelled:
            raise BadInput(f"no sequence in {self.title} starts with the marker, {self.marker:g}", "data")
        if not self.reads_readings:
            raise BadInput("the reading is not among the inputs, so no network sees the marker", "features")

    @property
    def shows_tier(self) -> bool:
        """Whether the tier means anything here."""
        return self.labelled

    # Labels and the split.

    def label_of(self, readings: Array, length: int) -> int | None:
        """1 for a marked sequence whose reading T is above the tier, else 0; None where no sequence is ever marked."""
        if not self.labelled:
            return None
        return int(readings[0] == self.marker and readings[length - 1] > self.tier)

    def labels(self, length: int) -> Integers:
        """The labels at T, (count,): 1 for a marked subscriber whose reading T is above the tier, else 0, also for
        those that have no reading T."""
        self.check_length(length)
        who = self.long_enough(length)
        found = np.zeros(self.count, dtype=np.int64)
        found[who] = self.marked[who] * (self.readings_at(length, who)[:, -1] > self.tier)
        return found

    @cached_property
    def split_order(self) -> Integers:
        """All subscribers in the order of the split: the first two fifths train, the last two fifths test."""
        order = np.arange(self.count, dtype=np.int64)
        Generator(SEED + 95000).shuffle(order)
        return read_only(order)

    @property
    def train(self) -> Integers:
        """The subscribers to train on, in split order: 200 of the lesson's 500."""
        found: Integers = self.split_order[: self.count * 2 // 5]
        return found

    @property
    def test(self) -> Integers:
        """The subscribers to test on, in split order: 200 of the lesson's 500."""
        found: Integers = self.split_order[self.count - self.count * 2 // 5 :]
        return found

    def train_at(self, length: int) -> Integers:
        """Those of `train` that have T periods, in split order."""
        return self._of(self.train, length)

    def test_at(self, length: int) -> Integers:
        """Those of `test` that have T periods, in split order."""
        return self._of(self.test, length)

    def _of(self, part: Integers, length: int) -> Integers:
        there = np.zeros(self.count, dtype=np.bool_)
        there[self.long_enough(length)] = True
        return part[there[part]]

    def check_split(self, length: int) -> None:
        """Raises BadInput where there are no labels at T, or too few sequences to train and to test on."""
        self.check_length(length)
        if not self.labelled:
            self.check_twins()
        train, test = self.train_at(length), self.test_at(length)
        if min(len(train), len(test)) < LEAST_TO_LEARN:
            raise BadInput(
                f"{self.title} has too few sequences of {length} periods: {len(train)} to train and {len(test)} to "
                f"test on; it takes {LEAST_TO_LEARN} of each", "data",
            )  # fmt: skip

    def check_training(self, length: int) -> None:
        """Raises BadInput where nothing can be learned at T; see `check_split`."""
        self.check_split(length)
        if len(set(self.labels(length)[self.train_at(length)].tolist())) < 2:
            raise BadInput(f"at T = {length} all that {self.title} has to train on have one label", "data")

    def check_readers(self, length: int) -> None:
        """Raises BadInput where no reader of the marker can be fitted at T, or there are no twins to compare."""
        self.check_twins()
        self.check_split(length)
        if len(set(self.marked[self.train_at(length)].tolist())) < 2:
            raise BadInput(f"at T = {length} all that {self.title} has to train on are marked alike", "data")

    def positives(self, length: int) -> int:
        """How many of the test subscribers have label 1 at T."""
        return int(self.labels(length)[self.test_at(length)].sum())

    def baseline_correct(self, length: int) -> int:
        """How many of the test subscribers the larger class has at T."""
        return max(self.positives(length), len(self.test_at(length)) - self.positives(length))

    def baseline(self, length: int) -> float:
        """The share of the larger class in the test set at T: what a network gets by reading nothing."""
        return self.baseline_correct(length) / len(self.test_at(length))

    def example(self) -> int:
        """The first subscriber in split order that is marked and above the tier in its last period; else the first."""
        labels = self.labels(self.periods)
        return next((int(i) for i in self.split_order if labels[i]), 0)
