"""What a demo says: the narration of the beat it is at, and how far it has come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from ..canvas import Canvas, Span, fitting
from ..keyboard import shown
from ..prose import Line, Paragraph, wrap
from ..seen import Seen
from .panel import Panel

SIGN = re.compile(r"([►▲][0-9]+|[●○])")
INKS = {"●": "marked", "○": "unmarked"}
WIDEST, MOST_LINES = 78, 5  # cells of text in a line; lines of that width
MOST_SQUARES = 12


@dataclass(frozen=True)
class Telling:
    """What the narration shows: `beat` of `beats`, counted from 1; `right` of `answered` questions; `waits`:
    what its numbers still wait for; `planned`: the minute at which the beat should begin, and how many there are;
    `steps`: the arrows step something in the view that is open."""

    title: str
    beat: int
    beats: int
    say: tuple[Paragraph, ...]
    right: int = 0
    answered: int = 0
    waits: str = ""
    planned: tuple[int, int] | None = None
    steps: bool = True

    @property
    def score(self) -> str:
        """The score in words; nothing before the first answer."""
        return f"{self.right} of {self.answered} right" if self.answered else ""


class Narration(Panel, can_focus=False):
    """The narration, in a box where the other panels have one."""

    NAME = "narration"

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.telling: Telling | None = None

    def tell(self, telling: Telling | None) -> None:
        """Show this from now on; None: no demo is playing."""
        if telling != self.telling:
            self.telling = telling
            self.change()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        telling = self.telling
        if telling is None:
            return
        area = self.frame(
            canvas, _title(telling, canvas.width, self.title_room(canvas)), list(_foot(telling)) if self.boxed else []
        )
        x, width = (area.x, area.width) if self.boxed else (area.x + 1, area.width - 2)
        lines = wrap(telling.say, min(WIDEST, width))
        y = area.y + (1 if area.height > MOST_LINES + 1 and len(lines) < area.height else 0)
        for row, line in enumerate(lines):
            canvas.spans(x, y + row, _spans(line, seen))
        if self.boxed:
            _link_foot(canvas, telling)


def _title(telling: Telling, width: int, room: int) -> list[Span]:
    """The title, with the planned minutes and the squares where there is room for them."""
    spans, bare = list(_where(telling, width >= 80)), list(_where(telling, False))
    if telling.planned is None:
        return fitting(room, spans, bare)
    at, minutes = telling.planned
    forms = (f"  planned: minute {at} of {minutes}", f"  plan: minute {at} of {minutes}", f"  plan {at}/{minutes} min")
    return fitting(room, *([*spans, (form, "dim")] for form in forms), [*bare, (forms[-1], "dim")], spans, bare)


def _where(telling: Telling, squares: bool) -> Iterator[Span]:
    yield ("Demo", "text")
    yield (f"  {telling.title}  ", "dim")
    yield (f"{telling.beat}/{telling.beats}", "text", True)
    count = min(MOST_SQUARES, telling.beats)
    full = max(1, count * telling.beat // telling.beats)
    if squares:
        yield (f" {'■' * full}{'□' * (count - full)}", "text")
    if telling.waits:
        yield (f"  {telling.waits}", "text", True)
    elif telling.score:
        yield (f"  {telling.score}", "dim")


def _keys(telling: Telling) -> tuple[tuple[str, str, str], ...]:
    """Key, word and action of what the bottom border offers."""
    steps = f"{shown('next', -1)} {shown('back')}"
    return (
        (shown("beat-next"), "next", "beat-next"), (shown("beat-back"), "back", "beat-back"),
        *([(steps, "still step the network", "")] if telling.steps else []), (shown("leave"), "leave", "leave"),
    )  # fmt: skip


def _foot(telling: Telling) -> Iterator[Span]:
    for place, (key, word, _) in enumerate(_keys(telling)):
        yield (f"{'  ' if place else ''}{key}", "text", True)
        yield (f" {word}", "dim")


def _link_foot(canvas: Canvas, telling: Telling) -> None:
    """Make the keys in the bottom border answer to clicks; they stand at its right end."""
    x = canvas.width - 3 - sum(cell_len(span[0]) for span in _foot(telling))
    for place, (key, word, action) in enumerate(_keys(telling)):
        x += 2 if place else 0
        width = cell_len(key) + cell_len(word) + 1
        if action:
            canvas.link(x, canvas.height - 1, width, 1, action)
        x += width


def _spans(line: Line, seen: Seen) -> Iterator[Span]:
    """A line's pieces; ►3 and ▲5 as chips where they name the lit unit and the current period, ● and ○ as elsewhere."""
    lit = (f"►{seen.unit + 1}", f"▲{seen.period}")
    for piece in line:
        for part in SIGN.split(piece.text):
            yield (part, "on_lit", True, "lit") if part in lit else (part, INKS.get(part, "text"), piece.bold)
