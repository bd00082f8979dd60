"""Bars, gauges, curves and numbers in character cells.

A bar has eighths of a cell. Any value but zero gets at least one eighth. The empty track is `·` in its own colour, so
the dots show only where there is no colour. Eighths that grow leftwards do not exist as characters: the empty rest of
the cell is drawn in the track's colour on the bar's, or, without colour, with the three characters that do exist.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .canvas import Canvas

TOO_LONG = 10000.0  # from here on a number is written with its power of ten
RIGHTWARD = " ▏▎▍▌▋▊▉█"
UPWARD = " ▁▂▃▄▅▆▇█"
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # a braille cell's dots, row by row, left and right


def number(value: float, places: int = 4, sign: str = "") -> str:
    """A number with a true minus sign; `sign` "+" or " " for what stands before a positive one."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "−∞" if value < 0 else "∞"
    if abs(value) >= TOO_LONG:
        text = scientific(abs(value))
    else:
        text = f"{abs(value):.{places}f}"
    return ("−" if value < 0 else sign) + text


def scientific(value: float) -> str:
    """2.2e41, 3.6e−10: a number of any size in seven characters at most."""
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}".replace("-", "−")


def amount(value: float, sign: str = "") -> str:
    """A difference: four decimals, or 3.6e−10 where those would say nothing; 0.0000 is exactly nothing."""
    if 0.0 < abs(value) < 0.001:
        return ("−" if value < 0 else sign) + scientific(abs(value))
    return number(value, 4, sign)


def reading(value: float) -> str:
    """A reading: two decimals, or more where they would say too little; a power of ten where it is very large."""
    if 0.0 < abs(value) < 0.1:
        return number(value, 4) if abs(value) >= 0.001 else ("−" if value < 0 else "") + scientific(abs(value))
    return number(value, 2)


def short(value: float, places: int = 2) -> str:
    """A number without the zero before its point: .59, −.46, 1.0."""
    text = number(value, places)
    if text.startswith("0.") or text.startswith("−0."):
        return text.replace("0.", ".", 1)
    return text if abs(value) < 1 else number(value, places - 1)


def decade_label(power: int) -> str:
    """10, 1, .1, .01, .001, then 1e−4."""
    if 0 <= power <= 3:
        return str(10**power)
    return "." + "0" * (-power - 1) + "1" if -3 <= power < 0 else f"1e{power}".replace("-", "−")


def _eighths(share: float, cells: int) -> int:
    """A share of so many cells in whole eighths; at least one unless it is zero, none for NaN."""
    if math.isnan(share) or share == 0.0:
        return 0
    return max(1, min(cells * 8, math.floor(abs(share) * cells * 8 + 0.5)))


def gauge(
    canvas: Canvas, x: int, y: int, width: int, share: float, colour: str, track: str = "track"
) -> None:  # fmt: skip
    """A bar that grows to the right, 0 to 1."""
    full, rest = divmod(_eighths(share, width), 8)
    for cell in range(width):
        if cell < full:
            canvas.put(x + cell, y, "█", colour, bg=colour)
        elif cell == full and rest:
            canvas.put(x + cell, y, RIGHTWARD[rest], colour, bg=track)
        else:
            canvas.put(x + cell, y, "·", track, bg=track)


def signed(
    canvas: Canvas, x: int, y: int, width: int, value: float, positive: str, negative: str, track: str = "track",
    ghost: float | None = None,
) -> None:  # fmt: skip
    """A bar from the middle of an odd width, −1 to 1. `ghost`: an earlier value, shown as `┆` unless it would hide
    the end of the bar."""
    half = (width - 1) // 2
    middle = x + half
    canvas.put(x, y, "·" * width, track, bg=track)
    canvas.put(middle, y, "│", "dim")
    full, rest = divmod(_eighths(value, half), 8)
    step, colour = (1, positive) if value > 0 else (-1, negative)
    for cell in range(full):
        canvas.put(middle + step * (cell + 1), y, "█", colour, bg=colour)
    end = middle + step * (full + 1)
    if rest and step > 0:
        canvas.put(end, y, RIGHTWARD[rest], colour, bg=track)
    elif rest and canvas.plain:
        canvas.put(end, y, "▕" if rest <= 2 else "▐" if rest <= 6 else "█", colour, bg=track)
    elif rest:
        canvas.put(end, y, RIGHTWARD[8 - rest], track, bg=colour)
    last = end if rest else None
    if ghost is not None and not math.isnan(ghost) and ghost != 0.0:
        cells = min(half - 1, int(abs(ghost) * half))
        where = middle + (1 if ghost > 0 else -1) * (cells + 1)
        if where != last:
            canvas.put(where, y, "┆", "ground" if canvas.char(where, y) == "█" else "dim")


def point(canvas: Canvas, x: int, y: int, width: int, value: float, low: float = 0.0) -> None:
    """Where side B stands on a scale from `low` to 1 that is drawn already: a `◇` over the bar or its track."""
    if math.isnan(value):
        return
    share = (max(low, min(1.0, value)) - low) / (1.0 - low)
    where = x + min(width - 1, int(share * width))
    canvas.mark(where, y)


def column(canvas: Canvas, x: int, bottom: int, width: int, eighths: int, colour: str, fill: str = "█") -> None:
    """A bar that grows upwards from row `bottom`, so many eighths of a row high; `fill` is its full cell's glyph. With
    a negative height it hangs down from the row below."""
    if eighths < 0:
        hanging(canvas, x, bottom + 1, width, -eighths, colour, fill)
        return
    full, rest = divmod(eighths, 8)
    for row in range(full):
        canvas.put(x, bottom - row, fill * width, colour, bg=colour)
    if rest:
        canvas.put(x, bottom - full, UPWARD[rest] * width, colour)


def hanging(canvas: Canvas, x: int, top: int, width: int, eighths: int, colour: str, fill: str) -> None:
    """A bar that hangs from row `top`. There are no such eighths: the rest of the last cell is drawn over its ground,
    or, where there is no colour, by the two glyphs that do exist."""
    full, rest = divmod(eighths, 8)
    for row in range(full):
        canvas.put(x, top + row, fill * width, colour, bg=colour)
    if rest and canvas.plain:
        canvas.put(x, top + full, ("▀" if rest >= 4 else "▔") * width, colour)
    elif rest:
        canvas.put(x, top + full, UPWARD[8 - rest] * width, canvas.behind(x, top + full), bg=colour)


def page(index: int, count: int, room: int) -> range:
    """The page of `room` items out of `count` on which item `index` (from 0) stands."""
    if room <= 0 or count <= room:
        return range(count)
    first = min(index // room * room, count - room)
    return range(first, first + room)


class Braille:
    """Dots on a grid of braille characters: `width` × `height` cells, two dots across and four down in each."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[0] * width for _ in range(height)]

    def dot(self, x: int, y: int) -> None:
        """Set one dot; x from the left, y from the top, in dots. Outside the grid nothing happens."""
        if 0 <= x < 2 * self.width and 0 <= y < 4 * self.height:
            self._cells[y // 4][x // 2] |= DOTS[y % 4][x % 2]

    def line(self, x0: float, y0: float, x1: float, y1: float, thick: int = 1) -> None:
        """A line between two points in dots, `thick` dots high."""
        steps = max(1, math.ceil(max(abs(x1 - x0), abs(y1 - y0))))
        for i in range(steps + 1):
            x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
            for t in range(thick):
                self.dot(round(x), round(y) + t)

    def paint(self, canvas: Canvas, x: int, y: int, colour: str, bold: bool = False) -> None:
        """Put the dots on a canvas; cells without a dot leave what is there."""
        for row, cells in enumerate(self._cells):
            for column, bits in enumerate(cells):
                if bits:
                    canvas.put(x + column, y + row, chr(0x2800 + bits), colour, bold)
