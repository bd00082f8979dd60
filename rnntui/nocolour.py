"""What NO_COLOR gets: no colour at all. What stands on a ground of its own is shown in reverse instead."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from .palette import contrast

STANDS_OUT = 3.0  # the contrast with the screen's ground from which a ground of its own means something


class NoColour(LineFilter):
    """Takes every colour away; Textual's own filter for NO_COLOR leaves greys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text in the terminal's own two colours."""
        return [Segment(text, _plain(style, background.hex6.lower()), None) for text, style, _ in segments]


@lru_cache(maxsize=4096)
def _plain(style: Style | None, ground: str) -> Style | None:
    if style is None:
        return None
    reverse = False
    if style.bgcolor is not None and style.bgcolor != style.color:
        reverse = contrast(style.bgcolor.get_truecolor().hex, ground) >= STANDS_OUT
    return Style(bold=style.bold, italic=style.italic, underline=style.underline, reverse=reverse or None)
