"""What a table is, for `tables` to print and for others to write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .choices import Asked
from .formats import Column, Row

Report = Callable[..., None]  # (done, total), and perhaps what share of the work that is


def no_notes(rows: Sequence[Row]) -> list[str]:
    """Nothing to add."""
    return []


@dataclass(frozen=True)
class Computed:
    """A table about to be computed: `rows` computes the next row when it is asked for it, so that those finished can
    be kept; `notes` are lines under the text, about the rows there are."""

    title: str
    columns: tuple[Column, ...]
    rows: Iterator[Row]
    notes: Callable[[Sequence[Row]], list[str]] = no_notes


@dataclass(frozen=True)
class Table:
    """A table: its name, the help of its command, which of `choices.OPTIONS` it takes, and how it is computed.

    `compute(asked, report)` raises BadInput before it computes anything; `report(done, total)` is for progress.
    """

    name: str
    help: str
    options: tuple[str, ...]
    compute: Callable[[Asked, Report], Computed]
