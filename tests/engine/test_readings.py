"""The lesson's subscribers, and the longer data sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rnntui_engine import readings
from rnntui_engine.readings import EXAMPLE, LENGTHS, TIER, data_set, inputs_of, split_order
from rnntui_engine.records import BadInput

LESSON = data_set()


def test_readings_of_some_subscribers(golden: Any) -> None:
    for subscriber, expected in golden["data"]["raw_by_id"].items():
        assert LESSON.readings_of(int(subscriber)).tolist() == expected
        assert LESSON.readings[int(subscriber)].tolist() == expected


def test_split_order(golden: Any) -> None:
    assert split_order()[:10].tolist() == golden["data"]["order_first_10"]
    assert split_order()[-3:].tolist() == golden["data"]["order_last_3"]
    assert sorted(split_order().tolist()) == list(range(500))


def test_train_and_test_are_the_two_ends_of_the_order() -> None:
    assert LESSON.train.tolist() == split_order()[:200].tolist()
    assert LESSON.test.tolist() == split_order()[300:].tolist()


def test_marked_subscribers(golden: Any) -> None:
    assert int(LESSON.marked.sum()) == golden["data"]["marked"] == 257
    assert not (LESSON.readings[:, 1:] == 0.0).any(), "only a first reading is ever zero"


def test_example(golden: Any) -> None:
    assert LESSON.example() == EXAMPLE == golden["data"]["example_id"]
    assert split_order().tolist().index(EXAMPLE) == golden["data"]["example_position"]
    assert LESSON.readings_of(EXAMPLE).tolist() == golden["data"]["example"]


@pytest.mark.parametrize(
    ("length", "positives", "baseline"),
    [(2, 56, 0.72), (4, 56, 0.72), (6, 63, 0.685), (8, 51, 0.745), (10, 60, 0.7), (12, 58, 0.71)],
)
def test_baseline(length: int, positives: int, baseline: float) -> None:
    assert LESSON.positives(length) == positives
    assert LESSON.baseline_correct(length) == 200 - positives
    assert LESSON.baseline(length) == baseline


def test_labels_need_both_the_marker_and_a_reading_strictly_above_the_tier() -> None:
    for length in LENGTHS:
        for i in range(500):
            expected = LESSON.readings[i, 0] == 0.0 and LESSON.readings[i, length - 1] > TIER
            assert LESSON.labels(length)[i] == expected


def test_a_reading_at_the_tier_is_not_above_it() -> None:
    at_tier = readings.Data("lesson", 12, tier=float(LESSON.readings[EXAMPLE, 11]))
    assert at_tier.labels(12)[EXAMPLE] == 0
    assert LESSON.labels(12)[EXAMPLE] == 1


def test_inputs() -> None:
    x = LESSON.inputs(4)
    assert x.shape == (500, 4, 2)
    assert x[EXAMPLE].tolist() == [[0.0, 1.0], [26.80 / 40, 0.0], [37.98 / 40, 0.0], [20.95 / 40, 0.0]]
    for i in (0, 1, EXAMPLE):
        assert np.array_equal(x[i], inputs_of(LESSON.readings[i], 4))


@pytest.mark.parametrize("subscriber", [0, EXAMPLE], ids=["unmarked", "marked"])
def test_twins_differ_in_the_first_period_only(subscriber: int) -> None:
    own = LESSON.readings_of(subscriber)
    marked, unmarked = LESSON.twins_of(subscriber, 12)
    real = inputs_of(own, 12)
    assert marked[0].tolist() == [0.0, 1.0]
    assert unmarked[0].tolist() == [own[1] / 40, 0.0]
    assert np.array_equal(marked[1:], real[1:])
    assert np.array_equal(unmarked[1:], real[1:])


def test_arrays_are_closed_for_writing() -> None:
    for array in (LESSON.readings, LESSON.marked, LESSON.readings_of(3), split_order(), LESSON.train, LESSON.test):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_long_data_set_is_another_one() -> None:
    long = data_set("long-40")
    assert (long.name, long.periods) == ("long-40", 40)
    assert long.readings.shape == (500, 40)
    assert long.inputs(40).shape == (500, 40, 2)
    assert np.array_equal(long.readings[:, 1:12], LESSON.readings[:, 1:]), "the same generator, more periods drawn"
    assert not np.array_equal(long.marked, LESSON.marked), "the marker's draw comes after the last period"
    assert 0 < long.positives(40) < 200


def test_twelve_periods_drawn_are_the_lesson_s() -> None:
    assert np.array_equal(data_set("long-12").readings, LESSON.readings)
    assert data_set("long-12").name == "long-12"


@pytest.mark.parametrize("name", ["long-2", "long-500"])
def test_shortest_and_longest_data_set(name: str) -> None:
    assert data_set(name).periods == int(name[5:])


NO_DATA_SETS = [
    "", "Lesson", "long", "long-", "long-1", "long-501", "long-x", "long--3", "long-1e2", "long-²", "long-" + "9" * 5000
]  # fmt: skip


@pytest.mark.parametrize("name", NO_DATA_SETS, ids=lambda name: name[:9] or "empty")
def test_other_data_sets_are_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        data_set(name)
    assert caught.value.field == "data"


@pytest.mark.parametrize("length", [-1, 0, 1, 13])
def test_a_length_that_there_is_not(length: int) -> None:
    for ask in (LESSON.labels, LESSON.inputs, LESSON.check_length):
        with pytest.raises(BadInput) as caught:
            ask(length)
        assert caught.value.field == "length"


@pytest.mark.parametrize("subscriber", [-1, 500])
def test_a_subscriber_that_there_is_not(subscriber: int) -> None:
    with pytest.raises(BadInput) as caught:
        LESSON.readings_of(subscriber)
    assert caught.value.field == "subscriber"
