"""A rectangle of character cells to paint on: text, tints, borders, and places that can be clicked.

Panels paint on it and Textual shows its strips. Colours are given by their names in the palette.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from .palette import Palette

Span = tuple[str, str] | tuple[str, str, bool] | tuple[str, str, bool, str | None]  # text, colour, bold, background

MOST_MARKS = 4  # that combine with one character: some scripts need three
_width = lru_cache(maxsize=4096)(cell_len)  # of one character, which is asked for at every cell


@lru_cache(maxsize=4096)
def _simple(text: str) -> bool:
    """Whether every character can be shown and takes one cell."""
    return text.isprintable() and (text.isascii() or all(_width(char) == 1 for char in text))


@lru_cache(maxsize=4096)
def _style(fg: str, bg: str, bold: bool, underline: bool) -> Style:
    return Style(color=fg, bgcolor=bg, bold=bold or None, underline=underline or None)


class Canvas:
    """`plain`: where no colour will be shown, glyphs that need two colours are replaced by ones that need none."""

    def __init__(self, width: int, height: int, palette: Palette, plain: bool = False) -> None:
        self.width, self.height, self.palette, self.plain = max(0, width), max(0, height), palette, plain
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._fg = [[palette.text] * self.width for _ in range(self.height)]
        self._bg = [[palette.ground] * self.width for _ in range(self.height)]
        self._flags = [[0] * self.width for _ in range(self.height)]
        self._left, self._right = 0, self.width
        self._links: list[tuple[int, int, int, int, str]] = []

    def clip(self, left: int, right: int) -> None:
        """From now on write only from cell `left` to before cell `right`: a text that is too long stops there."""
        self._left, self._right = max(0, left), min(self.width, right)

    def colour(self, name: str) -> str:
        """A palette colour by its name; a #rrggbb stays what it is."""
        if name[0] == "#":
            return name
        found: str = getattr(self.palette, name)
        return found

    def put(
        self, x: int, y: int, text: str, fg: str = "text", bold: bool = False, bg: str | None = None,
        underline: bool = False,
    ) -> int:  # fmt: skip
        """Write text from cell x of row y; a background of None keeps what is there. Returns the cell after it."""
        if not 0 <= y < self.height:
            return x + cell_len(text)
        ink, ground = self.colour(fg), self.colour(bg) if bg else None
        flags = (1 if bold else 0) | (2 if underline else 0)
        chars, inks, grounds, all_flags = self._chars[y], self._fg[y], self._bg[y], self._flags[y]
        left, right = self._left, self._right
        if _simple(text):  # one cell a character: all of them at a stroke
            start, end = max(left, x), min(right, x + len(text))
            if start < end:
                _part(chars, start, end)
                chars[start:end] = text[start - x : end - x]
                inks[start:end] = [ink] * (end - start)
                all_flags[start:end] = [flags] * (end - start)
                if ground:
                    grounds[start:end] = [ground] * (end - start)
            return x + len(text)
        before: int | None = None
        for char in text:
            if not char.isprintable():  # a control character would reach the terminal
                if not char.isspace():
                    continue
                char = " "
            width = 1 if char.isascii() else _width(char)
            if width == 0:  # it combines with what stands before it
                if before is not None and len(chars[before]) <= MOST_MARKS:
                    chars[before] += char
                continue
            before = None
            if left <= x and x + width <= right:
                _part(chars, x, x + width)
                before = x
                for cell in range(x, x + width):
                    chars[cell] = "" if cell > x else char
                    inks[cell], all_flags[cell] = ink, flags
                    if ground:
                        grounds[cell] = ground
            x += width
        return x

    def spans(self, x: int, y: int, spans: Iterable[Span]) -> int:
        """Write several pieces one after the other; returns the cell after the last."""
        for span in spans:
            x = self.put(x, y, span[0], span[1], *span[2:])
        return x

    def right(self, x: int, y: int, text: str, fg: str = "text", bold: bool = False, bg: str | None = None) -> None:
        """Write text so that it ends before cell x."""
        self.put(x - cell_len(text), y, text, fg, bold, bg)

    def tint(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Lay a background under a rectangle, without touching what is written there."""
        ground = self.colour(colour)
        start, end = max(0, x), max(0, min(self.width, x + width))
        for row in range(max(0, y), min(self.height, y + height)):
            self._bg[row][start:end] = [ground] * (end - start)

    def blank(self, x: int, y: int, width: int, height: int) -> None:
        """Take away what a rectangle shows, and what in it could be clicked."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, bg="ground")
        self.link(x, y, width, height, "")

    def mark(self, x: int, y: int, glyph: str = "◇", ink: str = "unmarked") -> None:
        """A sign over what is drawn there: on a bar in the ground's colour."""
        self.put(x, y, glyph, "ground" if self.char(x, y) == "█" else ink, True)

    def link(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Make a rectangle answer to a click with an action; a later link lies over an earlier one."""
        self._links.append((x, y, x + width, y + height, action))

    def action_at(self, x: int, y: int) -> str | None:
        """The action of the topmost link under a cell."""
        for left, top, right, bottom, action in reversed(self._links):
            if left <= x < right and top <= y < bottom:
                return action
        return None

    def behind(self, x: int, y: int) -> str:
        """The background of a cell, as #rrggbb; the ground's where there is none."""
        inside = 0 <= y < self.height and 0 <= x < self.width
        return self._bg[y][x] if inside else self.palette.ground

    def char(self, x: int, y: int) -> str:
        """What is written in a cell; a space where there is none."""
        return self._chars[y][x] if 0 <= y < self.height and 0 <= x < self.width else " "

    def row(self, y: int) -> tuple[list[str], list[str], list[str], list[int]]:
        """All that is seen of one row: characters, inks, grounds, and whether they are bold or underlined."""
        return self._chars[y], self._fg[y], self._bg[y], self._flags[y]

    def text(self, y: int) -> str:
        """One row as plain text, without the spaces at its end."""
        return "".join(self._chars[y]).rstrip()

    def strip(self, y: int) -> Strip:
        """One row for Textual."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width, _style(self.palette.text, self.palette.ground, False, False))
        chars, fg, bg, flags = self.row(y)
        segments, start = [], 0
        for (ink, ground, flag), alike in groupby(zip(fg, bg, flags, strict=True)):
            end = start + len(list(alike))
            style = _style(ink, ground, bool(flag & 1), bool(flag & 2))
            segments.append(Segment("".join(chars[start:end]), style))
            start = end
        return Strip(segments, self.width)

    def box(self, title: list[Span], foot: list[Span], focused: bool = False, heavy: bool = False) -> None:
        """A border around the whole canvas with a title above and a note below, both cut to fit."""
        left, top, right, bottom, across, down = tuple("┏┓┗┛━┃" if heavy else "╭╮╰╯─│")
        colour = "lit_bar" if heavy else "text" if focused else "border"
        self.put(0, 0, left + across * (self.width - 2) + top, colour, heavy)
        self.put(0, self.height - 1, right + across * (self.width - 2) + bottom, colour, heavy)
        for y in range(1, self.height - 1):
            self.put(0, y, down, colour, heavy)
            self.put(self.width - 1, y, down, colour, heavy)
        self._title(2, title, self.width - 5, focused)
        if foot:
            room = sum(cell_len(span[0]) for span in foot) + 2
            if room <= self.width - 3:
                x = self.width - 2 - room
                self.put(x, self.height - 1, " ")
                self.put(self.spans(x + 1, self.height - 1, foot), self.height - 1, " ")

    def rule(self, x: int, y: int, width: int, title: list[Span], focused: bool = False) -> None:
        """A line with a title in it, for screens too small for boxes; it goes on to the left of x."""
        self.put(0, y, "─" * (x + width), "border")
        self._title(x + 1, title, width, focused, y)

    def _title(self, x: int, title: list[Span], room: int, focused: bool, y: int = 0) -> None:
        if not title or room < 3:
            return
        end = x + room
        self.put(x, y, " ")
        x += 1
        for position, span in enumerate(title):
            text = cut(span[0], end - x - 1)
            rest = span[2:] if len(span) > 2 else (position == 0,)
            self.put(x, y, text, span[1], *rest, underline=focused and position == 0)  # type: ignore[misc]
            x += cell_len(text)
        if x < end:
            self.put(x, y, " ")


def _part(chars: list[str], start: int, end: int) -> None:
    """Nothing is left of a wide character of which only one half is written over."""
    if chars[start] == "":
        chars[start - 1] = " "
    if end < len(chars) and chars[end] == "":
        chars[end] = " "


def fitting(room: int, *choices: Sequence[Span]) -> list[Span]:
    """The first of some texts, the longest first, that fits into `room` cells; else the last."""
    fits = (spans for spans in choices if sum(cell_len(span[0]) for span in spans) <= room)
    return list(next(fits, choices[-1]))


def padded(text: str, width: int) -> str:
    """Text in exactly `width` cells: cut where it is too wide, with spaces behind it where it is not."""
    text = cut(text, width)
    return text + " " * (width - cell_len(text))


def cut(text: str, width: int) -> str:
    """Text of at most `width` cells, with an ellipsis where something is left out."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""
