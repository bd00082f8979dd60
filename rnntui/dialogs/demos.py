"""The list of the guided demos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import DataTable, Static

from .choice_table import ChoiceTable
from .closing import ClosingScreen


class DemoList(ClosingScreen[str | None]):
    """↑ and ↓ choose, and say what each teaches; Enter or a click starts: gives the demo's name, or None."""

    AUTO_FOCUS = "ChoiceTable"
    BINDINGS: ClassVar[list[BindingType]] = [("escape,d,q", "dismiss(None)", "Close")]

    def __init__(self, demos: Sequence[tuple[str, int, str, str]]) -> None:
        super().__init__()
        self.demos = demos

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="demos") as box:
            box.border_title = "Guided demos"
            box.border_subtitle = "↑↓ choose   Enter: start   Esc: leave"
            yield ChoiceTable(cursor_type="row", zebra_stripes=False)
            yield Static(id="teaches", markup=False)

    def on_mount(self) -> None:
        table: DataTable[Text] = self.query_one(DataTable)
        for title in ("", "min", "title"):
            table.add_column(title)
        for number, (_, minutes, title, _) in enumerate(self.demos, 1):
            table.add_row(*(Text(cell) for cell in (f"{number:>2}", f"{minutes:>3}", title)))

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Say what the demo under the cursor teaches, and how the command line calls it."""
        name, _, _, teaches = self.demos[event.cursor_row]
        self.query_one("#teaches", Static).update(f"It teaches {teaches.rstrip('.')}.\nrnntui demo {name}")

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        self.dismiss(self.demos[event.cursor_row][0])
