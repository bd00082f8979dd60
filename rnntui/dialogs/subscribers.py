"""The list of subscribers, searched by what is typed."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Label

from rnntui_engine.datasets import DataSet
from rnntui_engine.records import Integers

from ..marks import reading
from ..text import searched
from .row_list import RowList
from .typing import PlainInput, TypingScreen

PARTS = ("neither", "train", "test")


class Listing:
    """What the list says of everyone at T, as columns: a row is made when it is on the screen. No Textual here."""

    def __init__(self, data: DataSet, length: int) -> None:
        self.data, self.length = data, length
        self.marked, self.lasts = data.marked, data.lasts(length)
        self.labels = data.labels(length) if data.labelled else np.full(data.count, -1)
        self.parts = np.zeros(data.count, dtype=np.int64)
        self.parts[data.train], self.parts[data.test] = 1, 2
        self.names = [searched(data.name_of(i)) for i in data.subscribers]
        self._known: dict[str, np.ndarray[Any, np.dtype[np.bool_]]] = {}  # who has a word: it is typed on

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The columns' titles."""
        last = "last reading" if self.data.own else f"reading {self.length}"
        if not self.data.labelled:
            return ("subscriber", "periods", last)
        return ("subscriber", "marker", "label", last, "set")

    @property
    def widths(self) -> tuple[int, ...]:
        """The columns' cells."""
        return (26, 7, 14) if not self.data.labelled else (10, 12, 5, len(self.heads[3]), 7)

    def row(self, number: int) -> tuple[str, ...]:
        """The texts of one subscriber."""
        name, last = self.data.name_of(number), float(self.lasts[number])
        if not self.data.labelled:
            return name, f"{self.data.length_of(number):>7}", f"{reading(last):>10}"
        sign = "● marked" if self.marked[number] else "○ not marked"
        name = name if self.data.own else f"{name:>6}"
        label = f"{self.labels[number]:>3}" if self.length <= self.data.length_of(number) else "  –"
        return name, sign, label, f"{reading(last):>8}", PARTS[self.parts[number]]

    def matching(self, asked: str) -> Integers:
        """The numbers of those that have every word typed: in their name, marked, label 1, test, a reading with its
        point. One that is called just so comes first."""
        words = searched(asked).replace("label ", "label:").split()
        found = np.ones(self.data.count, dtype=np.bool_)
        for word in words:
            if word not in self._known:
                self._known[word] = self._has(word)
            found &= self._known[word]
        numbers = np.flatnonzero(found)
        called = set(words)
        exact = [number for number in numbers.tolist() if self.names[number] in called] if words else []
        if exact:
            rest = numbers[~np.isin(numbers, exact)]
            numbers = np.concatenate([np.array(exact, dtype=np.int64), rest])
        return numbers

    def _has(self, word: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Who has a word that was typed."""
        if self.data.own:
            found = np.array([word in name for name in self.names], dtype=np.bool_)
        else:
            found = np.array([name.startswith(word) for name in self.names], dtype=np.bool_)
        if "." in word:
            lasts = self.lasts.tolist()
            return found | np.array([reading(last).startswith(word) for last in lasts], dtype=np.bool_)
        if not self.data.labelled:
            return found
        for part, name in enumerate(PARTS):
            if name.startswith(word):
                found |= self.parts == part
        for sign, name in enumerate(("unmarked", "marked")):
            if name.startswith(word):
                found |= self.marked == sign
        for label in (0, 1):
            if f"label:{label}".startswith(word):
                found |= self.labels == label
        return found


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
        self.listing, self.chosen = Listing(data, length), chosen
        self.shown = np.arange(data.count)

    def compose(self) -> ComposeResult:
        words = "marked, label 1, test …" if self.listing.data.labelled else "a part of a name"
        with Vertical(classes="dialog tall") as box:
            box.border_title = "Subscribers"
            box.border_subtitle = "↑↓ choose   Enter: take   Esc: leave"
            yield PlainInput(placeholder=f"type: {'26, ' if not self.listing.data.own else ''}{words}", max_length=60,
                        compact=True)  # fmt: skip
            yield RowList(self.listing.heads, self.listing.widths)
            yield Label("", id="found")

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self._fill("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        self._take(self.query_one(RowList).cursor)

    def on_row_list_taken(self, event: RowList.Taken) -> None:
        self._take(event.row)

    def action_move(self, by: int) -> None:
        """Move the cursor in the list while the search keeps the keyboard."""
        rows = self.query_one(RowList)
        rows.move_to(rows.cursor + by)

    def _take(self, row: int) -> None:
        if 0 <= row < len(self.shown):
            self.dismiss(int(self.shown[row]))

    def _fill(self, asked: str) -> None:
        self.shown = self.listing.matching(asked)
        found = np.flatnonzero(self.shown == self.chosen) if not asked else np.zeros(0)
        cursor = int(found[0]) if found.size else 0
        self.query_one(RowList).show(len(self.shown), lambda row: self.listing.row(int(self.shown[row])), cursor)
        count = len(self.shown)
        words = "no subscriber has all of that" if not count else f"{count} of {self.listing.data.count}"
        self.query_one("#found", Label).update(Content(words))
