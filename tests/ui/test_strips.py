"""What is painted is freed as soon as it is not shown any more, without the garbage collector."""

from __future__ import annotations

import gc

from rich.segment import Segment
from textual.strip import Strip

from .conftest import MIDDLE, Opened


def test_a_strip_that_is_long_enough_is_given_back_and_not_kept() -> None:
    strip = Strip([Segment("ab"), Segment("c")])
    for again in (strip.adjust_cell_length(3), strip.divide(iter([3]))[0], strip.crop_extend(0, 3, None)):
        assert again is strip
    assert not strip._line_length_cache
    assert not strip._divide_cache
    assert not strip._crop_extend_cache


def test_others_are_cut_and_filled_as_ever() -> None:
    strip = Strip([Segment("ab"), Segment("c")])
    assert strip.adjust_cell_length(5).text == "abc  "
    assert strip.adjust_cell_length(2).text == "ab"
    assert [part.text for part in strip.divide([1, 3])] == ["a", "bc"]
    assert strip.crop_extend(1, 5, None).text == "bc  "


async def test_stepping_leaves_no_strip_to_the_collector(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await pilot.press("right")
        gc.collect()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            await pilot.press("right", "right", "down")
            await pilot.pause()
            gc.collect()
            left = sum(isinstance(one, Strip) for one in gc.garbage)
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
        assert left == 0
