"""Textual's strips, the rows of which a screen consists, without the circles that they stand in.

A strip that is cut or filled to the length that it has is itself the result, and Textual keeps it as such in the
strip's own caches. Such a circle is freed by nothing but Python's garbage collector, which has to look at hundreds of
rows, each with ten caches, after every key. Once this is imported such a strip is given back and not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import wraps

from rich.style import Style
from textual.strip import Strip

_divide, _adjust, _crop_extend = Strip.divide, Strip.adjust_cell_length, Strip.crop_extend


@wraps(_divide)
def divide(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    cuts = list(cuts)
    return [strip] if cuts == [strip.cell_length] else _divide(strip, cuts)


@wraps(_adjust)
def adjust_cell_length(strip: Strip, cell_length: int, style: Style | None = None) -> Strip:
    return strip if cell_length == strip.cell_length else _adjust(strip, cell_length, style)


@wraps(_crop_extend)
def crop_extend(strip: Strip, start: int, end: int, style: Style | None) -> Strip:
    return strip if start <= 0 and end == strip.cell_length else _crop_extend(strip, start, end, style)


for ours in (divide, adjust_cell_length, crop_extend):
    setattr(Strip, ours.__name__, ours)
