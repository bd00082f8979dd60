"""Which of several recurrent modules of a file shall be shown."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import DataTable

from rnntui_engine.loaded import modules_in
from rnntui_engine.tensor_file import opened

from ..text import clean
from .choice_table import ChoiceTable
from .closing import ClosingScreen


class ModuleList(ClosingScreen[str | None]):
    """↑ and ↓ choose, Enter or a click takes: gives the module's name, or None."""

    AUTO_FOCUS = "ChoiceTable"
    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss(None)", "Close")]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.modules = path, modules_in(opened(path))

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide") as box:
            box.border_title = f"Recurrent modules of {clean(self.path.name, 40)}"
            box.border_subtitle = "↑↓ choose   Enter: take   Esc: leave"
            yield ChoiceTable(cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        table: DataTable[Text] = self.query_one(DataTable)
        for title in ("", "module"):
            table.add_column(title)
        for number, name in enumerate(self.modules, 1):
            table.add_row(Text(f"{number:>2}"), Text(clean(name, 60) or "(no prefix)"))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        self.dismiss(self.modules[event.cursor_row])
