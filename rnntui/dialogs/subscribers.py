"""The list of subscribers, searched by what is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import DataTable, Input, Label

from rnntui_engine.datasets import DataSet

from .choice_table import ChoiceTable
from .typing import TypingScreen


@dataclass(frozen=True)
class Row:
    """What the list says of one subscriber."""

    number: int
    marked: bool
    label: int
    last: float
    part: str

    def has(self, word: str) -> bool:
        """Whether a word that was typed fits this subscriber."""
        if "." in word:
            return f"{self.last:.2f}".startswith(word)
        sign = "marked" if self.marked else "unmarked"
        return any(text.startswith(word) for text in (str(self.number), sign, f"label:{self.label}", self.part))


def rows_of(data: DataSet, length: int) -> list[Row]:
    """Every subscriber at T = length."""
    labels, train, test = data.labels(length), set(data.train.tolist()), set(data.test.tolist())
    lasts = [float(data.readings_of(i)[length - 1]) for i in data.subscribers]
    return [
        Row(
            i, bool(data.marked[i]), int(labels[i]), lasts[i],
            "train" if i in train else "test" if i in test else "neither",
        )
        for i in data.subscribers
    ]  # fmt: skip


def matching(rows: list[Row], asked: str) -> list[Row]:
    """The rows that have every word typed: a number's beginning, marked, label 1, test, a reading with its point."""
    words = asked.lower().replace("label ", "label:").split()
    found = [row for row in rows if all(row.has(word) for word in words)]
    return sorted(found, key=lambda row: (str(row.number) not in words, row.number)) if words else found


class SubscriberList(TypingScreen[int | None]):
    """Type to search, ↑ and ↓ to choose, Enter to take; gives the subscriber's number, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "Down", priority=True),
        Binding("up", "move(-1)", "Up", priority=True),
        Binding("pagedown", "move(10)", "Page down", priority=True),
        Binding("pageup", "move(-10)", "Page up", priority=True),
    ]

    def __init__(self, data: DataSet, length: int, chosen: int) -> None:
        super().__init__()
        self.rows, self.length, self.chosen = rows_of(data, length), length, chosen

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall") as box:
            box.border_title = "Subscribers"
            box.border_subtitle = "↑↓ choose   Enter: take   Esc: leave"
            yield Input(placeholder="type: 26, marked, label 1, test …", max_length=60, compact=True)
            yield ChoiceTable(cursor_type="row", zebra_stripes=False)
            yield Label("", id="found")

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        table = self.query_one(DataTable)
        table.can_focus = False
        for title in ("subscriber", "marker", "label", f"reading {self.length}", "set"):
            table.add_column(title)
        self._fill("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        self._take(self.query_one(DataTable).cursor_row)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        self._take(event.cursor_row)

    def action_move(self, by: int) -> None:
        """Move the cursor in the list while the search keeps the keyboard."""
        table = self.query_one(DataTable)
        table.move_cursor(row=max(0, min(len(self.shown) - 1, table.cursor_row + by)))

    def _take(self, row: int) -> None:
        if 0 <= row < len(self.shown):
            self.dismiss(self.shown[row].number)

    def _fill(self, asked: str) -> None:
        self.shown = matching(self.rows, asked)
        table = self.query_one(DataTable)
        table.clear()
        for row in self.shown:
            sign = Text("● marked" if row.marked else "○ not marked")
            table.add_row(f"{row.number:>6}", sign, f"{row.label:>3}", f"{row.last:>8.2f}", row.part)
        numbers = [row.number for row in self.shown]
        if not asked and self.chosen in numbers:
            table.move_cursor(row=numbers.index(self.chosen))
        count = len(self.shown)
        words = "no subscriber has all of that" if not count else f"{count} of {len(self.rows)}"
        self.query_one("#found", Label).update(Content(words))
