"""The only door for text from outside: names of files and subscribers, scenarios, cells of a CSV.

What comes in is shown as text, never as markup and never as a command to the terminal. So characters that are not
there to be read (control, format, private use, lone surrogates, fillers) are dropped here, once. Letters of every
script and the marks that combine with them stay.
"""

from __future__ import annotations

import re
import unicodedata

UNREADABLE = frozenset({"Cc", "Cf", "Co", "Cs"})
INVISIBLE = frozenset(
    map(
        chr,
        (
            0x34F,
            0x115F,
            0x1160,
            0x17B4,
            0x17B5,
            *range(0x180B, 0x1810),
            0x3164,
            *range(0xFE00, 0xFE10),
            0xFFA0,
            *range(0xE0100, 0xE01F0),
            *range(0x1F3FB, 0x1F400),
        ),
    )
)  # letters and marks that nobody sees: fillers, joiners, choices of a glyph or its colour
ESCAPED = re.compile("[\udc80-\udcff]")
STRAY = re.compile("[\ud800-\udc7f\udd00-\udfff]")
BREAKS = frozenset("\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")


def clean(text: str, most: int = 200, lines: bool = False) -> str:
    """At most `most` readable characters, an ellipsis where something was cut off.

    Line breaks and tabs become spaces; `lines` keeps the line breaks. Accents are joined to their letters where there
    is one character for both, for a cell of a terminal holds one.
    """
    if ESCAPED.search(text):  # bytes of a name that the locale could not read
        text = STRAY.sub("", text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    kept = []
    for char in text.replace("\r\n", "\n")[: 4 * most]:
        if char in BREAKS:
            kept.append("\n" if lines else " ")
        elif char == "\t":
            kept.append(" ")
        elif unicodedata.category(char) not in UNREADABLE and char not in INVISIBLE:
            kept.append(char)
    joined = unicodedata.normalize("NFC", "".join(kept))
    if len(joined) <= most and len(text) <= 4 * most:
        return joined
    return joined[: most - 1] + "…"


def searched(text: str) -> str:
    """Text as it is compared when something is looked for: without case, width, and other ways to write the same."""
    return unicodedata.normalize("NFKC", clean(text, len(text) + 1).casefold())


def width_of(text: str) -> int:
    """About how many cells a text takes in a terminal, for who has nothing to draw it with."""
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else not unicodedata.combining(char) for char in text
    )  # fmt: skip


def sentences_in(text: str, width: int) -> str:
    """As many whole sentences of a text as fit into `width` cells; all of it where not even the first one does."""
    fits = text
    while width_of(fits) > width:
        end = max(fits.rfind(f"{mark} ") for mark in ".…?")
        if end < 0:
            return text
        fits = fits[: end + 1]
    return fits
