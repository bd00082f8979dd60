"""Filters of what is drawn, for terminals that show less: no colour, few colours, few signs."""

from __future__ import annotations

from functools import partial

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from .fewcolours import FewColours
from .glyphs import in_cells, on_console
from .nocolour import NoColour
from .terminals import FEW, MANY, Shows


class FewSigns(LineFilter):
    """Writes in the signs that the terminal has, each in as many cells."""

    def __init__(self, shows: Shows) -> None:
        super().__init__()
        self._written = partial(in_cells, encoding=shows.encoding) if shows.encoding else on_console

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same in other signs."""
        return [Segment(self._written(text), style, None) for text, style, _ in segments]


def filters(shows: Shows, no_colour: bool) -> list[LineFilter]:
    """What is needed there, in its order: signs last, as some colours depend on them."""
    found: list[LineFilter] = []
    if no_colour:
        found.append(NoColour())
    elif shows.colours in (FEW, MANY):
        found.append(FewColours(shows.colours))
    if shows.console or shows.encoding:
        found.append(FewSigns(shows))
    return found
