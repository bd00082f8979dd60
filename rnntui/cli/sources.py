"""What a figure of a scenario can be taken from: every table, the trace of `step`, and the claims of `check`.

The options are those of the command line, read by the same click options, and the rows are those of its JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from threading import Lock
from typing import Any

import click
import numpy as np

from rnntui_engine import jit, ledger
from rnntui_engine.records import BadInput
from rnntui_engine.training import train
from rnntui_engine.unroll import trace

from .check import as_object
from .choices import ONE, Asked, one, options
from .errors import one_line, option_for
from .formats import Column, Row, whole
from .step import periods_of, record
from .table import Computed, Report, Table
from .tables import TABLES

HEAD = ("subscriber", "cell", "run", "length", "label")  # of `step`, the same in every period
CLAIM = ("name", "published", "ours", "status", "reason", "claim")


def step(asked: Asked, report: Report) -> Computed:
    """The trace of one subscriber, a row a period."""
    chosen, subscriber = one(asked)
    like = trace(replace(chosen, hidden=1), subscriber)  # the columns hang on the cell alone

    def rows() -> Iterator[Row]:
        weights = None
        if asked.get("trained"):
            jit.load()
            weights = train(chosen).weights
        found = trace(chosen, subscriber, weights)
        whose = record(found)
        for period in periods_of(found):
            yield {**{name: whose[name] for name in HEAD}, **period}
        report(1, 1)

    return Computed("", columns(*HEAD, *next(iter(periods_of(like)))), rows())


def check(asked: Asked, report: Report) -> Computed:
    """One claim of the ledger, by its name, with as many trials and runs as `rnntui check` takes."""
    name = str(asked.get("name") or "")
    if name not in ledger.CLAIMS:
        near = get_close_matches(name, ledger.CLAIMS, 1)
        hint = f"did you mean {near[0]}?" if near else "rnntui check names them all"
        raise BadInput(f"{name!r} is not a claim; {hint}" if name else "say which claim: @ name=…", "name")

    def rows() -> Iterator[Row]:
        jit.load()
        with _one_at_a_time:
            _heard.append(report)
            try:
                found = ledger.CLAIMS[name].row(_bench(), ledger.published_figures()[name])
            finally:
                _heard.pop()
        yield as_object(found)

    return Computed("", columns(*CLAIM), rows())


_one_at_a_time = Lock()  # for the ledger's bench, which is nothing for two threads at once
_heard: list[Report] = []  # who hears of the ledger's trainings at the moment


@cache
def _bench() -> ledger.Bench:
    """What one claim has computed serves the next."""
    return ledger.Bench(report=lambda *done: _heard[-1](*done))


def columns(*names: str) -> tuple[Column, ...]:
    """Columns that nobody prints."""
    return tuple(whole(name, name) for name in names)


STEP = Table("step", "", ONE, step)
CHECK = Table("check", "", (), check)
SOURCES = {table.name: table for table in (*TABLES, STEP, CHECK)}
BY_NAME = {CHECK.name: "name"}  # where one row alone is computed: the column that says which


def computed(source: str, words: Sequence[str], wanted: str = "", report: Report = lambda *_: None) -> Computed:
    """A table that is about to be computed, its bad use refused before. Raises BadInput, in one line, for an option.

    `words`: the options as on the command line; `wanted`: which row, where only one is computed.
    """
    return _read(source, words)(wanted, report)


def asked_of(source: str, words: Sequence[str]) -> tuple[tuple[str, Any], ...]:
    """What the options ask for, in an order of its own: the same for the same table. Raises BadInput."""
    return tuple(sorted(_context(source, words).params.items()))


def _read(source: str, words: Sequence[str]) -> Callable[[str, Report], Computed]:
    table, context = SOURCES[source], _context(source, words)
    asked = dict(context.params)

    def compute(wanted: str, report: Report) -> Computed:
        more = {BY_NAME[source]: wanted} if source in BY_NAME else {}
        try:
            with np.errstate(all="ignore"):
                return table.compute({**asked, **more}, report)
        except BadInput as problem:
            option = option_for(context, problem.field)
            raise BadInput(f"{option}: {problem}" if option else str(problem), problem.field) from None

    return compute


def _context(source: str, words: Sequence[str]) -> click.Context:
    table = SOURCES[source]

    def nothing(**asked: Any) -> None:
        """Only its options are wanted."""

    command = click.command(table.name, add_help_option=False)(options(*table.options)(nothing))
    try:
        return command.make_context(table.name, list(words))
    except click.ClickException as problem:
        raise BadInput(one_line(problem).removeprefix("rnntui: ")) from None
