"""A table to choose a row from: Enter takes it, and so does one click."""

from __future__ import annotations

from typing import Any

from textual.coordinate import Coordinate
from textual.events import Click
from textual.widgets import DataTable


class ChoiceTable(DataTable[Any]):
    """Textual's table wants a first click to move the cursor and a second to take the row."""

    def on_click(self, event: Click) -> None:
        """Move the cursor before the table looks: then the click is on the cursor's row."""
        row = event.style.meta.get("row", -1)
        if row >= 0:
            self.cursor_coordinate = Coordinate(row, event.style.meta.get("column", 0))
