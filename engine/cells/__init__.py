"""The cells, a file each. `CELLS` maps a cell's name to the cell, in the order in which they are shown."""

from __future__ import annotations

from ..records import BadInput
from . import lstm, plain
from .common import Cell

CELLS: dict[str, Cell] = {module.CELL.name: module.CELL for module in (plain, lstm)}


def cell_named(name: str) -> Cell:
    """The cell of that name. Raises BadInput for any other."""
    if name not in CELLS:
        raise BadInput(f"{name!r} is not a cell; there are {', '.join(CELLS)}", "cell")
    return CELLS[name]


__all__ = ["CELLS", "Cell", "cell_named"]
