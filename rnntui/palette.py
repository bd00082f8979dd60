"""The colours, by what they mean. One set for dark ground and one for light: text is at least 4.5:1, bars 3:1. In
the third, for eyes that need more contrast, text is at least 7:1.

Yellow means "lit" (the chosen unit, the current period) and nothing else. No meaning hangs on a colour alone: a sign,
a letter or a glyph always says it too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """One colour per meaning, as #rrggbb."""

    ground: str
    surface: str
    track: str
    border: str
    text: str
    dim: str
    lit: str
    on_lit: str
    lit_bar: str
    tint: str
    lit_track: str
    positive: str
    positive_muted: str
    negative: str
    negative_muted: str
    marked: str
    unmarked: str
    read: str
    unread: str
    wrong: str
    heat: tuple[str, str, str]
    heat_negative: tuple[str, str]
    curves: tuple[str, str, str, str]


DARK = Palette(
    ground="#0e1116", surface="#1a202a", track="#1c232e", border="#3d4859", text="#e8ebf0", dim="#929db0",
    lit="#f0e442", on_lit="#14140a", lit_bar="#f0e442", tint="#2b2a14", lit_track="#3b3918",
    positive="#56b4e9", positive_muted="#3c7395", negative="#e69f00", negative_muted="#906825",
    marked="#cc79a7", unmarked="#6fdbb7", read="#b9c3d1", unread="#5a677b", wrong="#ff8f6b",
    heat=("#16202c", "#2f6f9f", "#bfe4ff"), heat_negative=("#8f5f00", "#ffd27a"),
    curves=("#56b4e9", "#e69f00", "#6fdbb7", "#cc79a7"),
)  # fmt: skip

LIGHT = Palette(
    ground="#fbfbf8", surface="#ecedea", track="#e6e8e6", border="#a9b0ba", text="#161a20", dim="#565f6c",
    lit="#f0e442", on_lit="#161a20", lit_bar="#161a20", tint="#fbf5b4", lit_track="#efe48c",
    positive="#005f9e", positive_muted="#5086b6", negative="#8f5200", negative_muted="#ab7b4d",
    marked="#a83a80", unmarked="#004d38", read="#5b6675", unread="#868f9c", wrong="#b03a00",
    heat=("#eef3f7", "#7fb2d9", "#003f73"), heat_negative=("#dba14a", "#6b3c00"),
    curves=("#005f9e", "#8f5200", "#004d38", "#a83a80"),
)  # fmt: skip

HIGH_CONTRAST = Palette(
    ground="#000000", surface="#202020", track="#303030", border="#c0c0c0", text="#ffffff", dim="#d0d0d0",
    lit="#ffff00", on_lit="#000000", lit_bar="#ffff00", tint="#262600", lit_track="#4d4d00",
    positive="#70ccff", positive_muted="#4a9fd4", negative="#ffb733", negative_muted="#c98a26",
    marked="#ff9de0", unmarked="#7dffcf", read="#ffffff", unread="#9c9c9c", wrong="#ffa48a",
    heat=("#101010", "#3d8fd0", "#ffffff"), heat_negative=("#a06a00", "#ffe9b0"),
    curves=("#70ccff", "#ffb733", "#7dffcf", "#ff9de0"),
)  # fmt: skip

PALETTES = {"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST}


def mixed(low: str, high: str, share: float) -> str:
    """The colour that lies `share` (0..1) of the way from low to high."""
    pairs = zip(_channels(low), _channels(high), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Black or white, whichever contrasts more with the colour (WCAG relative luminance)."""
    return "#000000" if (luminance(colour) + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """The WCAG relative luminance of a colour, 0 for black to 1 for white."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in _channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
