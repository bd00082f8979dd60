"""What the garbage collector is spared, and that it still finds what is to be freed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from rnntui.start import MANY, STAYS, keep_out_of_the_collectors_way


class Circle:
    """Freed by the collector alone."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds, callbacks = gc.get_threshold(), gc.callbacks[:]
    yield
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks
    gc.unfreeze()


async def looked(times: int = STAYS) -> None:
    """The collector looks at everything so often, and the loop does what it was given to do."""
    for _ in range(times):
        gc.collect()
    await asyncio.sleep(0)


async def test_what_comes_later_and_stays_is_set_aside_too() -> None:
    keep_out_of_the_collectors_way()
    before = gc.get_freeze_count()
    few: list[list[object]] = [[] for _ in range(MANY // 10)]
    await looked()
    assert gc.get_freeze_count() <= before, "so few are looked through at once"
    many: list[list[object]] = [[] for _ in range(MANY)]
    await looked(STAYS - 1)
    assert gc.get_freeze_count() <= before, "much may be gone again soon"
    await looked(1)
    assert gc.get_freeze_count() >= before + len(few) + len(many)
    assert len(gc.get_objects(2)) < MANY


async def test_a_circle_that_was_set_aside_is_freed_once_half_as_much_again_is() -> None:
    keep_out_of_the_collectors_way()
    before, circle = gc.get_freeze_count(), Circle()
    stays: list[list[object]] = [[] for _ in range(MANY)]
    await looked()
    gone = ref(circle)
    del circle
    await looked()
    assert gone() is not None, "it was alive when it was set aside"
    stays += [[] for _ in range(before // 2 + MANY)]
    await looked()
    assert gone() is not None
    stays += [[] for _ in range(MANY)]
    await looked()
    assert gone() is None
    assert len(stays) > before // 2


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_loop_that_is_over_is_given_nothing_to_do() -> None:
    async def begin() -> None:
        keep_out_of_the_collectors_way()

    asyncio.run(begin())
    before = gc.get_freeze_count()
    stays: list[list[object]] = [[] for _ in range(2 * MANY)]
    gc.collect()
    assert gc.get_freeze_count() <= before
    assert stays
