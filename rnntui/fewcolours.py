"""What a terminal with 256 or 16 colours gets: the nearest of its colours, and pairs that stay apart.

Taken each for itself, the colours of a palette collapse: a track becomes its ground, a border its text. So of sixteen
colours each meaning has its own, chosen here; and whatever else is drawn keeps as much contrast with its ground as its
pair had, up to what can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from .marks import RIGHTWARD, UPWARD
from .palette import PALETTES, contrast, luminance
from .terminals import FEW, MANY

STEPS = (0, 95, 135, 175, 215, 255)  # of the colour cube of 6 × 6 × 6, numbers 16 to 231
GREYS = range(8, 239, 10)  # the grey ramp, numbers 232 to 255
MOST_OF = {MANY: 7.0, FEW: 4.5}  # among sixteen more would change what a colour means
LEVELS = (7.0, 4.5, 3.0, 1.06)  # contrasts of a pair that are kept: what is read well, read, seen, told apart

# The sixteen as Linux has them and as Rich counts them. A terminal's owner may have set others.
SIXTEEN = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
CUBE = tuple(f"#{r:02x}{g:02x}{b:02x}" for r in STEPS for g in STEPS for b in STEPS)
COLOURS = (*SIXTEEN, *CUBE, *(f"#{grey:02x}{grey:02x}{grey:02x}" for grey in GREYS))  # by their numbers

# The number among sixteen of each meaning. A ground of its own is black or white, as many consoles have no bright
# grounds; only what is lit stands on yellow.
DARK = {
    "ground": 0, "surface": 0, "track": 0, "border": 8, "text": 15, "dim": 7, "lit": 11, "on_lit": 0, "lit_bar": 11,
    "tint": 0, "lit_track": 0, "positive": 14, "positive_muted": 6, "negative": 9, "negative_muted": 1, "marked": 13,
    "unmarked": 10, "read": 7, "unread": 8, "wrong": 9,
}  # fmt: skip
LIGHT = {
    **DARK, "ground": 15, "surface": 15, "track": 15, "border": 8, "text": 0, "dim": 8, "lit_bar": 0, "tint": 15,
    "lit_track": 15, "positive": 4, "positive_muted": 12, "negative": 1, "negative_muted": 9, "marked": 5,
    "unmarked": 0, "read": 0, "wrong": 1,
}  # fmt: skip
HIGH_CONTRAST = {**DARK, "border": 7, "read": 15}
CHOSEN = {
    FEW: {
        getattr(PALETTES[name], meaning): number
        for name, numbers in (("high-contrast", HIGH_CONTRAST), ("light", LIGHT), ("dark", DARK))
        for meaning, number in numbers.items()
    },
    MANY: {PALETTES["dark"].lit: 227, PALETTES["dark"].negative: 172},  # the nearest would be two yellows
}  # by the palettes' own colours
Cells = Literal["full", "parts", "dots", "read"]
BLOCKS = f"{RIGHTWARD}{UPWARD}▔▀▐▕"
MOST, NO_BROWN = range(16, MANY), (*range(3), *range(4, FEW))
TRACK = 8  # the dots of a track, which are its only sign where tracks have no ground


class FewColours(LineFilter):
    """Says every colour as one of `colours`, 256 or 16."""

    def __init__(self, colours: int) -> None:
        super().__init__()
        self.colours = colours

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text in the terminal's own colours."""
        base = background.hex6.lower()
        return [
            Segment(text, style and few(style, self.colours, _cells(text), base), None) for text, style, _ in segments
        ]


@lru_cache(maxsize=4096)
def _cells(text: str) -> Cells:
    """What the cells of a text are drawn in: full blocks, which hide their ground, parts of blocks, a track's dots, or
    what is read."""
    if not text.strip("·"):
        return "dots"
    return "full" if not text.strip("█ ") else "parts" if not text.strip(BLOCKS) else "read"


@lru_cache(maxsize=8192)
def few(style: Style, colours: int, cells: Cells = "read", base: str = "#000000") -> Style:
    """A style in 256 or 16 colours. `cells`: what its text is drawn in; `base`: the screen's ground."""
    ink, ground = _hex(style.color), _hex(style.bgcolor)
    grounded = None if ground is None else number_of(ground, colours)
    inked = None if ink is None else number_of(ink, colours)
    if ink is not None and inked is not None and ground is not None and grounded is not None and cells != "full":
        if ink != ground:
            most = MOST_OF[colours] if cells == "read" else LEVELS[-1]  # what is left of a bar is as its track
            inked = apart(ink, inked, ground, grounded, colours, most)
        elif colours == FEW:  # a track, or a bar of shades: their signs are seen, too
            inked, grounded = TRACK if cells == "dots" else inked, number_of(base, colours)
    return style + Style(color=_colour(inked, colours), bgcolor=_colour(grounded, colours))


@lru_cache(maxsize=4096)
def number_of(colour: str, colours: int) -> int:
    """The number of the colour that stands for one given as #rrggbb."""
    chosen = CHOSEN[colours].get(colour)
    if chosen is not None:
        return chosen
    return min(_numbers(colours), key=lambda number: _distance(colour, COLOURS[number]))


@lru_cache(maxsize=4096)
def apart(ink: str, inked: int, ground: str, grounded: int, colours: int, most: float) -> int:
    """The number of an ink that keeps its contrast with its ground, up to `most`: the nearest that does and is lighter
    or darker than it as before, else the one that is furthest apart."""
    least = next((level for level in LEVELS if level <= min(most, contrast(ink, ground))), 1.0)
    if contrast(COLOURS[inked], COLOURS[grounded]) >= least:
        return inked
    lighter, under = luminance(ink) >= luminance(ground), luminance(COLOURS[grounded])
    near = [
        n for n in _numbers(colours)
        if contrast(COLOURS[n], COLOURS[grounded]) >= least and (luminance(COLOURS[n]) >= under) == lighter
    ]  # fmt: skip
    if near:
        return min(near, key=lambda n: _distance(ink, COLOURS[n]))
    return max(_numbers(colours), key=lambda n: contrast(COLOURS[n], COLOURS[grounded]))


def _numbers(colours: int) -> Sequence[int]:
    """Of 256 colours the first sixteen are whatever the terminal's owner has set: they are left out. So is brown of
    the sixteen: elsewhere it is a bright yellow."""
    return MOST if colours == MANY else NO_BROWN


def _colour(number: int | None, colours: int) -> RichColor | None:
    """A colour by its number. Of sixteen it is given by its parts, which Rich writes as that number: with numbers below
    sixteen Textual cannot reckon, so that nothing would be left of a screen behind a dialog."""
    if number is None:
        return None
    return RichColor.parse(COLOURS[number]) if colours == FEW else RichColor.from_ansi(number)


def _hex(colour: RichColor | None) -> str | None:
    return None if colour is None or colour.is_default else colour.get_truecolor().hex


def _distance(one: str, other: str) -> float:
    """How far apart two colours look: the square of the distance in OKLab (Ottosson 2020), hue and chroma counted
    twice, so that no grey turns into a colour of the same lightness."""
    (light, a, b), (other_light, other_a, other_b) = _lab(one), _lab(other)
    return (light - other_light) ** 2 + 4 * ((a - other_a) ** 2 + (b - other_b) ** 2)


@lru_cache(maxsize=4096)
def _lab(colour: str) -> tuple[float, float, float]:
    r, g, b = ((c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in _channels(colour))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _channels(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255
