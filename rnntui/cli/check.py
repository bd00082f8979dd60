"""`rnntui check`: the ledger of published claims, each computed now."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import click

from rnntui_engine import jit, ledger

from .choices import format_option
from .errors import CHECK_FAILED, DONE, INTERRUPTED, Command
from .formats import as_json
from .output import Progress, emit, gathered

WIDTH = 100
STATUSES = (ledger.AS_PUBLISHED, ledger.CHAOTIC, ledger.DIFFERS, ledger.MEASURED, ledger.FAILED)


@click.command("check", cls=Command)
@click.option("--full", is_flag=True, help="As many trials and runs as a lecture would want: 300 and 1000.")
@format_option("text", "json")
def check(full: bool, form: str) -> int:
    """Compute every published claim again, and say which stand.

    Exit code 1 if a claim is not what it is expected to be.
    """
    jit.load()
    with Progress("check, training") as report:
        rows, interrupted = gathered(ledger.check(full, report))
    emit(as_json(map(as_object, rows)) if form == "json" else as_text(rows))
    if interrupted:
        return INTERRUPTED
    return CHECK_FAILED if any(row.status == ledger.FAILED for row in rows) else DONE


def as_object(row: ledger.Row) -> dict[str, Any]:
    """A row as JSON names it."""
    return {
        "name": row.name, "published": row.published, "ours": row.ours, "status": row.status, "reason": row.reason,
        "claim": row.claim,
    }  # fmt: skip


def as_text(rows: Sequence[ledger.Row]) -> str:
    """A paragraph per claim, and how many there are of each status."""
    counts = Counter(row.status for row in rows)
    summary = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    return "\n".join([*(paragraph(row) for row in rows), f"{len(rows)} claims: {summary}", ""])


def paragraph(row: ledger.Row) -> str:
    """The claim in a few words, both figures, and the reason."""
    lines = [f"{row.name}: {row.status}", *_wrapped("", row.claim)]
    published, ours = in_words(row.published, row.digits), in_words(row.ours, row.digits)
    lines += _wrapped("published ", published)
    lines += _wrapped("ours      ", ours)
    if row.reason:
        lines += _wrapped("", row.reason)
    return "\n".join([*lines, ""])


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"  {label}", subsequent_indent=" " * (2 + len(label)))


def in_words(figure: Any, digits: int) -> str:
    """A figure for people: rounded, lists in a row, mappings by their names."""
    if isinstance(figure, Mapping):
        return "; ".join(f"{str(name).replace('_', ' ')}: {in_words(value, digits)}" for name, value in figure.items())
    if isinstance(figure, list | tuple):
        return " ".join(in_words(value, digits) for value in figure)
    if isinstance(figure, float):
        return f"{figure:.{digits or 2}f}"
    return str(figure)
