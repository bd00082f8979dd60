"""What all panels share: a canvas painted from a `Seen`, clicks that become actions, a frame for either size."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from textual.events import Click
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ..canvas import Canvas, Span, cut
from ..messages import Asked
from ..palette import Palette
from ..seen import Seen
from ..themes import palette_of

COVERED = "a question comes first"
LEAST = (60, 20)  # columns and rows: below, a notice is shown and no panel is painted


@dataclass(frozen=True)
class Area:
    """The room inside a frame."""

    x: int
    y: int
    width: int
    height: int


class Painted(Widget):
    """A widget that paints itself on a canvas, anew only when something has changed."""

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.seen: Seen | None = None
        self._canvas: Canvas | None = None
        self._before: Canvas | None = None  # what Textual shows, until the rows that are different are known

    @property
    def palette(self) -> Palette:
        """The colours for the present theme."""
        return palette_of(self.app.theme)

    @property
    def plain(self) -> bool:
        """Whether only characters will be seen."""
        return self.app.no_color or bool(getattr(self.app, "plain", False))

    def show(self, seen: Seen) -> None:
        """Paint this moment from now on."""
        if seen is not self.seen:
            self.seen = seen
            self.change()

    def change(self) -> None:
        """Something else is to be shown: many changes in one go are painted once, each widget in a turn of its own."""
        if self._before is None:
            self._before = self._canvas
            if self._before is None or not self.display:
                self.repaint()
            else:
                self.call_next(self._catch_up)
        self._canvas = None

    def _catch_up(self) -> None:
        """Let Textual show the rows that are different from what it shows."""
        before, self._before = self._before, None
        if before is None or (before.width, before.height) != self.size:
            self.refresh()
            return
        now = self.canvas()
        self.refresh(*(Region(0, y, now.width, 1) for y in range(now.height) if now.row(y) != before.row(y)))

    def repaint(self) -> None:
        """Throw the canvas away and paint again: its size, its colours or its frame may be others."""
        self._canvas = self._before = None
        self.refresh()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        """Paint one moment; each widget has its own."""
        raise NotImplementedError

    def canvas(self) -> Canvas:
        """The canvas as it should be now."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height, self.palette, self.plain)
            room = self.app.size
            large_enough = room.width >= LEAST[0] and room.height >= LEAST[1]
            if self.seen is not None and large_enough and width > 0 and height > 0:
                self.paint(self._canvas, self.seen)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        """One line for Textual."""
        canvas = self._before or self.canvas()  # a change is shown when its turn has come
        return canvas.strip(y)

    def notify_style_update(self) -> None:
        """The theme may have changed."""
        super().notify_style_update()
        self._canvas = self._before = None

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self.repaint()

    def on_click(self, event: Click) -> None:
        """A click on something that stands for an action asks for it."""
        action = self.canvas().action_at(event.x, event.y)
        if action:
            event.stop()
            self.clicked(action)

    def clicked(self, action: str) -> None:
        """Something that stands for an action was clicked."""
        self.post_message(Asked(action))


class Panel(Painted, can_focus=True):
    """A panel of a view, with a frame: a box where there is room, a rule with a title where there is not."""

    NAME: ClassVar[str] = ""
    HELP: ClassVar[str] = ""
    boxed = False
    large = False  # the screen has room for everything at once
    gap = 0  # cells kept free on the left, where the panel stands beside another without a box

    @property
    def is_lit(self) -> bool:
        """Whether a demo points at this panel."""
        return self.seen is not None and self.seen.lit == self.NAME

    def canvas(self) -> Canvas:
        """The canvas as it should be now; only a frame where a demo's question asks for what is in it."""
        known = self._canvas
        canvas = super().canvas()
        if canvas is not known and self.seen is not None and self.NAME in self.seen.covered:
            side, below = (1, 1) if self.boxed else (0, 0)
            height = canvas.height - 1 - below
            canvas.clip(0, canvas.width)
            canvas.blank(side, 1, canvas.width - 2 * side, height)
            if self.boxed:  # its foot, too
                line, ink = ("━", "lit_bar") if self.is_lit else ("─", "text" if self.has_focus else "border")
                canvas.put(1, canvas.height - 1, line * (canvas.width - 2), ink, self.is_lit)
            words = cut(COVERED, canvas.width - 2 * side)
            canvas.put((canvas.width - len(words)) // 2, 1 + height // 2, words, "dim")
        return canvas

    def title_room(self, canvas: Canvas) -> int:
        """The cells that a title has."""
        return canvas.width - (7 if self.boxed else self.gap + 4 if self.is_lit else self.gap + 2)

    def frame(self, canvas: Canvas, title: list[Span], foot: list[Span] | None = None) -> Area:
        """Draw the frame; returns the room inside."""
        if self.boxed:
            canvas.box(title, foot or [], self.has_focus, self.is_lit)
            canvas.clip(1, canvas.width - 1)
            return Area(2, 1, max(0, canvas.width - 4), max(0, canvas.height - 2))
        if self.is_lit:
            title = [("◆", "on_lit", True, "lit"), (" ", "text"), (*title[0][:2], True), *title[1:]]
        canvas.rule(self.gap, 0, canvas.width - self.gap, title, self.has_focus)
        return Area(self.gap, 1, max(0, canvas.width - self.gap), max(0, canvas.height - 1))


def lit_period(period: int) -> Span:
    """The chip that stands for the current period wherever it is named."""
    return (f"▲{period}", "on_lit", True, "lit")


def lit_unit(unit: int) -> Span:
    """The chip that stands for the lit unit, counted from 0."""
    return (f"►{unit + 1}", "on_lit", True, "lit")


def name_shift(hidden: int) -> int:
    """How many cells more the names of so many units take than the names of a few."""
    return 0 if hidden < 100 else len(str(hidden)) - 1


def beside_names(area: Area, hidden: int) -> Area:
    """The area without what the names of very many units need on its left."""
    shift = name_shift(hidden)
    return Area(area.x + shift, area.y, area.width - shift, area.height)


def unit_name(canvas: Canvas, x: int, y: int, unit: int, lit: bool, hidden: int = 0) -> None:
    """A unit's number at the head of its row, as a chip where it is lit; of very many it begins left of x."""
    shift = name_shift(hidden)
    name = f"{'►' if lit else ''}{unit + 1}".rjust(2 + shift)
    canvas.put(x - shift, y, name, "on_lit" if lit else "dim", lit, "lit" if lit else None)


def lines_of(text: str, width: int) -> list[str]:
    """The text in lines of so many cells; none where there is no room."""
    return wrap(text, width) if width > 0 else []
