"""The beats of the demo that plays, to jump to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import DataTable

from ..canvas import cut
from .choice_table import ChoiceTable
from .closing import ClosingScreen


@dataclass(frozen=True)
class Line:
    """A beat: the minute at which it should begin, its first words, and what there is to say about its question."""

    minute: float
    words: str
    question: str = ""


class BeatList(ClosingScreen[int | None]):
    """↑ and ↓ or a number choose, Enter or a click goes there: gives the beat, counted from 1, or None."""

    AUTO_FOCUS = "ChoiceTable"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,j,q", "dismiss(None)", "Close"),
        Binding("home", "row(0)", "First", priority=True),
        Binding("end", "row(-1)", "Last", priority=True),
    ]

    def __init__(self, title: str, lines: Sequence[Line], now: int) -> None:
        super().__init__()
        self.demo_title, self.lines, self.now, self._typed = title, lines, now, ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="beats") as box:
            box.border_title = Text(self.demo_title).plain
            box.border_subtitle = "↑↓ or a number   Enter: go there   Esc: leave"
            yield ChoiceTable(cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        table: DataTable[Text] = self.query_one(DataTable)
        for title in ("", "min", "", "begins with"):
            table.add_column(title)
        room = min(92, self.app.size.width * 96 // 100) - 24
        for number, line in enumerate(self.lines, 1):
            here = "►" if number == self.now else " "
            cells = (f"{here}{number:>2}", f"{round(line.minute):>3}", line.question, cut(line.words, room))
            table.add_row(*(Text(cell) for cell in cells))
        table.move_cursor(row=self.now - 1)

    def action_row(self, row: int) -> None:
        """The first or the last beat."""
        self.query_one(DataTable).move_cursor(row=row % len(self.lines))

    def on_key(self, event: Key) -> None:
        """A figure: the beat of that number, or of the number that was begun."""
        if not (event.character and event.character.isascii() and event.character.isdigit()):
            self._typed = ""
            return
        longer = self._typed + event.character
        self._typed = longer if 1 <= int(longer) <= len(self.lines) else event.character
        if 1 <= int(self._typed) <= len(self.lines):
            self.query_one(DataTable).move_cursor(row=int(self._typed) - 1)
        event.stop()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        self.dismiss(event.cursor_row + 1)
