"""A list of very many rows of which only those on the screen are made: the list of subscribers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ..canvas import padded
from ..themes import palette_of


class RowList(ScrollView, can_focus=False):
    """`heads`: the columns' titles; `widths`: their cells. `show` gives it the rows: how many, and a row's texts."""

    class Taken(Message):
        """A row was clicked."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def __init__(self, heads: Sequence[str], widths: Sequence[int]) -> None:
        super().__init__()
        self.heads, self.widths = heads, widths
        self.count, self.cursor = 0, 0
        self._row: Callable[[int], Sequence[str]] = lambda row: ()

    def show(self, count: int, row: Callable[[int], Sequence[str]], cursor: int = 0) -> None:
        """Show so many rows from now on, the cursor on one of them."""
        self.count, self._row = count, row
        self.virtual_size = Size(sum(self.widths) + 2 * len(self.widths), count + 1)
        self.move_to(cursor)

    def move_to(self, row: int) -> None:
        """The cursor on a row, or the nearest there is; it is scrolled into sight."""
        self.cursor = max(0, min(self.count - 1, row))
        room = max(1, self.size.height - 1)
        top = self.scroll_offset.y
        if self.cursor < top:
            top = self.cursor
        elif self.cursor >= top + room:
            top = self.cursor - room + 1
        self.scroll_to(y=top, animate=False, force=True)
        self.refresh()

    def on_resize(self) -> None:
        self.move_to(self.cursor)

    def render_line(self, y: int) -> Strip:
        """The titles in the first line, then the rows from the one that is scrolled to."""
        palette = palette_of(self.app.theme)
        row = y - 1 + self.scroll_offset.y
        style = Style(color=palette.text, bgcolor=palette.surface)
        if y == 0:
            texts, style = self.heads, Style(color=palette.text, bgcolor=palette.surface, bold=True)
        elif row < self.count:
            texts = self._row(row)
            if row == self.cursor:
                style = Style(color=palette.on_lit, bgcolor=palette.lit, bold=True)
        else:
            texts = ()
        cells = [_cell(text, width) for text, width in zip(texts, self.widths, strict=False)]
        line = Strip([Segment("".join(cells), style)])
        return line.adjust_cell_length(self.size.width, style)

    def on_click(self, event: Click) -> None:
        """A click takes the row."""
        row = event.y - 1 + self.scroll_offset.y
        if event.y > 0 and row < self.count:
            event.stop()
            self.move_to(row)
            self.post_message(self.Taken(row))


def _cell(text: str, width: int) -> str:
    """A text in a column of so many cells, with a space on either side."""
    return f" {padded(text, width)} "
