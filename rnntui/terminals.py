"""What the terminal can show: how many colours, and which signs. No Textual here: it is asked before that is loaded.

How many colours there are is said by COLORTERM, else by the database of terminals (terminfo) under the name in TERM,
else by the end of that name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass

from .glyphs import has_everything

TRUE, MANY, FEW, NONE = 1 << 24, 256, 16, 0
SYSTEMS = {"truecolor": TRUE, "256": MANY, "standard": FEW}  # as TEXTUAL_COLOR_SYSTEM names them
ENDINGS = {"direct": TRUE, "truecolor": TRUE, "256color": MANY, "kitty": MANY, "16color": FEW, "m": NONE, "mono": NONE}
CANNOT = ("dumb", "unknown")  # these names say so themselves
CONSOLES = ("linux", "cons25", "pcvt", "wsvt")  # terminals with a font of 256 or 512 glyphs


@dataclass(frozen=True)
class Shows:
    """`colours`: 2²⁴, 256, 16 or none. `console`: it has few glyphs. `encoding`: what its text is written in, empty
    where that has every character."""

    colours: int = TRUE
    console: bool = False
    encoding: str = ""

    @property
    def plain(self) -> bool:
        """Whether glyphs of two colours, or of eighths, would not be what they should."""
        return self.colours < MANY or self.console or bool(self.encoding)


EVERYTHING = Shows()

Known = tuple[int, bool] | None  # of a terminal's name: its colours, and whether its cursor can be moved


def terminfo(name: str) -> Known:
    """What the database of terminals knows of a name; None where it does not. A process can ask for one name only."""
    if not name:
        return None
    try:
        import curses

        curses.setupterm(name, sys.__stdout__.fileno() if sys.__stdout__ else 1)
        return curses.tigetnum("colors"), bool(curses.tigetstr("cup"))
    except Exception:  # no such module, no database, no such name, no open file
        return None


def shows(
    environment: Mapping[str, str], encoding: str | None = "utf-8", look_up: Callable[[str], Known] = terminfo
) -> Shows:
    """What a terminal shows, by the environment and the encoding of what is written to it."""
    name = _name(environment)
    console = any(name == known or name.startswith(f"{known}-") for known in CONSOLES)
    colours = _colours(environment, name, look_up)
    return Shows(colours, console, "" if encoding is None or has_everything(encoding) else encoding)


def cannot_draw(environment: Mapping[str, str], look_up: Callable[[str], Known] = terminfo) -> bool:
    """Whether nothing can be drawn there: the cursor cannot be moved."""
    name = _name(environment)
    known = look_up(name)
    return name in CANNOT or (known is not None and not known[1])


def prepare(environment: MutableMapping[str, str], look_up: Callable[[str], Known] = terminfo) -> None:
    """Say to Textual, before it is loaded, what it would guess wrongly."""
    if _name(environment) in CONSOLES:
        environment.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    if _on_windows(environment):  # Rich asks Windows itself
        return
    colours = shows(environment, look_up=look_up).colours
    if colours == NONE:
        environment["NO_COLOR"] = "1"
    if environment.get("TEXTUAL_COLOR_SYSTEM") not in SYSTEMS:
        environment["TEXTUAL_COLOR_SYSTEM"] = next(name for name, n in SYSTEMS.items() if n == (colours or FEW))


def _on_windows(environment: Mapping[str, str]) -> bool:
    """Whether it is a terminal of Windows', which has no name."""
    return environment.get("OS") == "Windows_NT" and not _name(environment)


def _name(environment: Mapping[str, str]) -> str:
    return environment.get("TERM", "").strip().lower()


def _colours(environment: Mapping[str, str], name: str, look_up: Callable[[str], Known]) -> int:
    if environment.get("TEXTUAL_COLOR_SYSTEM") in SYSTEMS:
        return SYSTEMS[environment["TEXTUAL_COLOR_SYSTEM"]]
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return TRUE
    if _on_windows(environment):
        return TRUE
    known = look_up(name)
    if known is None:
        return ENDINGS.get(name.rpartition("-")[2], FEW)
    return next((least for least in (TRUE, MANY) if known[0] >= least), FEW if known[0] >= 8 else NONE)
