"""Every sign again, in what little there is to write it with: for a console whose font has few glyphs, for an encoding
that lacks most of them, and in words for running text. Signs that stand beside one another stay different.

The console's own font has the characters of code page 437 (`drivers/tty/vt/cp437.uni` of Linux).
"""

from __future__ import annotations

import codecs
import unicodedata
from functools import lru_cache

# One cell for one cell. What is not named here is in code page 437, or is somebody's text.
CONSOLE = {
    **dict.fromkeys("−–—", "-"), "…": "~", **dict.fromkeys("’‘′", "'"), **dict.fromkeys("“”", '"'), "×": "x", "³": "3",
    "⊙": "*", "🔎": "» ", "›": ">", "‹": "<", "λ": "L", "Δ": "D", "‖": "║", "≠": "!", "✓": "√", "✗": "x", "↔": "-",
    "●": "•", "□": "○", "◇": "¤", "◈": "◙", "▣": "◘", "★": "*", "☆": "°", "✶": "+",
    **dict.fromkeys("┈╌", "-"), **dict.fromkeys("┆┊", ":"), "┃": "║", "━": "═",
    "┏": "╔", "┓": "╗", "┗": "╚", "┛": "╝", "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘",
    **dict.fromkeys("▁▂", "_"), **dict.fromkeys("▃▄▅", "▄"), **dict.fromkeys("▆▇", "█"), "▔": "▀",
    **dict.fromkeys("▏▎▍▋", "▌"), **dict.fromkeys("▊▉", "█"), "▕": "▐",
}  # fmt: skip
ASCII = {
    **dict.fromkeys("█▓■", "#"), "▒": "+", "░": ".", "▄": "_", "▀": '"', **dict.fromkeys("▌▐▬═", "="),
    "►": ">", "◄": "<", "▲": "^", "▼": "v", "•": "O", "○": "o", "◆": "%", "¤": "@", "◘": "&", "◙": "Q", "°": "'",
    "½": "h", "↑": "^", "↓": "v", "→": ">", "←": "<", "─": "-", **dict.fromkeys("│║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝", "+"),
    "√": "v", **dict.fromkeys("·∙", "."), "∞": "I", "σ": "s", "Σ": "S", "≈": "~", "≥": ">", "≤": "<", "±": "~",
    "«": "<", "»": ">", "²": "2", "÷": "/",
}  # fmt: skip
WORDS = {  # in running text nothing has to keep its width
    "…": "...", "≥": ">=", "≤": "<=", "≠": "!=", "→": "->", "←": "<-", "±": "+/-", "½": "1/2", "λ": "lambda",
    "σ": "sigma", "Δ": "Delta", "Σ": "Sigma", "∞": "infinity", "²": "^2", "³": "3", "÷": "/", "×": "x",
    "“": '"', "”": '"',
}  # fmt: skip
BRAILLE = range(0x2800, 0x2900)
UPPER, LOWER = 0x01 | 0x02 | 0x08 | 0x10, 0x04 | 0x20 | 0x40 | 0x80  # the dots of the two halves of a cell


@lru_cache(maxsize=4096)
def on_console(text: str) -> str:
    """The text in signs that a console has, in as many cells."""
    return "".join(map(_on_console, text))


def _on_console(char: str) -> str:
    code = ord(char)
    if code in BRAILLE:
        dots = code - BRAILLE.start
        return " '.:"[bool(dots & UPPER) + 2 * bool(dots & LOWER)]
    return CONSOLE.get(char, char)


@lru_cache(maxsize=4096)
def in_cells(text: str, encoding: str) -> str:
    """The text in what an encoding has, in as many cells: a sign for a sign, a letter without its accent, else `?`."""
    return "".join(_in_cells(char, encoding) for char in text)


def _in_cells(char: str, encoding: str) -> str:
    if _has(encoding, char):
        return char
    simple = _on_console(char)
    for tried in (simple, "".join(ASCII.get(one, one) for one in simple), unicodedata.normalize("NFKD", char)[:1]):
        if tried and _has(encoding, tried):
            return tried
    from rich.cells import cell_len  # late: no command that can do without waits for it

    return "?" * cell_len(char)


def spelled(text: str, encoding: str) -> str:
    """Running text in what an encoding has."""
    return "".join(
        char if _has(encoding, char) else WORDS[char] if char in WORDS else _in_cells(char, encoding) for char in text
    )


@lru_cache(maxsize=4096)
def _has(encoding: str, char: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeError:
        return False
    return True


def has_everything(encoding: str | None) -> bool:
    """Whether an encoding can write every character."""
    return not encoding or (_has(encoding, "⣿") and _has(encoding, "𝄞"))


def _spell(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return spelled(problem.object[problem.start : problem.end], problem.encoding), problem.end


SPELLED = "rnntui-spelled"
codecs.register_error(SPELLED, _spell)  # so that a stream of any encoding can be written to
