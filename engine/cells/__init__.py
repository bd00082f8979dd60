"""The cells, a file each: whatever file here has a `CELL` is one. `CELLS` maps a cell's name to the cell, in the order
in which they are shown. What only a file of weights can bring (`LOADED`) is found by its name, too, but never
offered."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from ..records import BadInput
from .common import Cell
from .relu import RELU


def found(path: list[str], package: str) -> dict[str, Cell]:
    """The cells in the files of a package, by their names."""
    modules = [import_module(f"{package}.{module.name}") for module in pkgutil.iter_modules(path)]
    cells = [module.CELL for module in modules if hasattr(module, "CELL")]
    return {cell.name: cell for cell in sorted(cells, key=lambda cell: (cell.order, cell.name))}


CELLS = found(list(__path__), __name__)
LOADED = {RELU.name: RELU}


def cell_named(name: str) -> Cell:
    """The cell of that name. Raises BadInput for any other."""
    if name in LOADED:
        return LOADED[name]
    if name not in CELLS:
        raise BadInput(f"{name!r} is not a cell; there are {', '.join(CELLS)}", "cell")
    return CELLS[name]


__all__ = ["CELLS", "Cell", "cell_named"]
