"""`rnntui table gates`: what comes of gates that are driven by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rnntui_engine.by_hand import TEXTBOOK

from .choices import Asked
from .formats import Row, fixed, whole
from .table import Computed, Report, Table

COLUMNS = (
    whole("step", "step"), fixed("forget", "forget f", 2), fixed("input", "input i", 2),
    fixed("output", "output o", 2), fixed("candidate", "candidate g", 2), fixed("memory", "memory c"),
    fixed("hidden", "hidden h"), whole("happened", "happened"),
)  # fmt: skip


def gates(asked: Asked, report: Report) -> Computed:
    """The memory step by step, of a file's gates or of the textbook's. Raises BadInput."""
    from rnntui.by_hand import rows
    from rnntui.gates_file import read_gates
    from rnntui.text import clean

    given = asked.get("gates")
    driven = TEXTBOOK if given is None else read_gates(Path(given))
    whose = "the textbook's forty steps" if given is None else clean(Path(given).name)
    return Computed(f"Gates driven by hand: {whose}", COLUMNS, iter(rows(driven)), notes)


def notes(rows: Sequence[Row]) -> list[str]:
    """What the columns are."""
    return [
        "c = f c' + i g, before step 1 it is 0; h = o tanh(c).",
        "erased: more than half of the old memory went (f < 0.5); written: more than half of the candidate came in "
        "(i > 0.5);",
        "replaced: both; kept: neither.",
    ]


GATES = Table(
    "gates", "One unit's memory with gates that are set by hand: the textbook's forty steps, or those of a CSV file.",
    ("gates",), gates,
)  # fmt: skip
