"""`rnntui table`: each table a command of its own. To add one, write a `Table` and list it in TABLES."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from .answers import ANSWERS
from .choices import format_option, options
from .errors import DONE, INTERRUPTED, Command, Group
from .forecast import FORECAST
from .formats import as_csv, as_json, as_text
from .gates_table import GATES
from .gradient import GRADIENT
from .lesson_tables import BASELINE, PARAMETERS, TRACE, TRAINING_TABLE
from .output import Progress, emit, gathered
from .reach import REACH
from .table import Table

TABLES: tuple[Table, ...] = (BASELINE, TRACE, TRAINING_TABLE, REACH, GRADIENT, GATES, FORECAST, PARAMETERS, ANSWERS)


@click.group("table", cls=Group, no_args_is_help=False)
def table() -> None:
    """A table, computed now: as text, csv or JSON.

    JSON and csv carry full precision. Progress goes to stderr; Ctrl+C prints the rows that are finished.
    """


def command_of(wanted: Table) -> click.Command:
    """The command that computes and prints one table."""

    def run(form: str, **asked: Any) -> int:
        with Progress(f"table {wanted.name}") as report, np.errstate(all="ignore"):
            computed = wanted.compute(asked, report)
            rows, interrupted = gathered(computed.rows)
        if form == "json":
            emit(as_json(rows))
        elif form == "csv":
            emit(as_csv(computed.columns, rows))
        else:
            notes = computed.notes(rows)
            if interrupted:
                notes.append("Interrupted: the rows that were finished.")
            emit(as_text(computed.title, computed.columns, rows, notes))
        return INTERRUPTED if interrupted else DONE

    command = click.command(wanted.name, cls=Command, help=wanted.help)
    return command(options(*wanted.options)(format_option("text", "csv", "json")(run)))


for _table in TABLES:
    table.add_command(command_of(_table))
