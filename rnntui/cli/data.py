"""--data and what belongs to it: the lesson's, a longer one, or a file of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import click

from rnntui_engine.datasets import DataSet
from rnntui_engine.readings import EXAMPLE, MARKER, SCALE, TIER, data_set
from rnntui_engine.records import BadInput
from rnntui_engine.sequences import Own, Source, opened

from ..shipped import file_or_shipped
from ..text import clean
from .errors import printable
from .lists import TEXT
from .output import Progress

LESSON = "lesson"
CONSTANTS = ("scale", "tier", "marker", "features")
OPTIONS: dict[str, Callable[..., Any]] = {
    "data": click.option("--data", type=TEXT, metavar="lesson|long-N|F.csv", help="Which data set.  [default: lesson]"),
    "scale": click.option(
        "--scale", type=float, metavar="S",
        help=f"What a reading of your own --data is divided by before it is read.  [default: {SCALE:g}]",
    ),
    "tier": click.option(
        "--tier", type=float, metavar="V",
        help=f"What the last reading of your own --data must be above for label 1.  [default: {TIER:g}]",
    ),
    "marker": click.option(
        "--marker", type=float, metavar="V",
        help=f"The first reading of a marked sequence of your own --data.  [default: {MARKER:g}]",
    ),
    "features": click.option(
        "--features", type=TEXT, metavar="a,b",
        help="The columns of your own --data that are the inputs, as they stand.",
    ),
}  # fmt: skip


def data_of(asked: Mapping[str, Any]) -> DataSet:
    """The data set that was asked for; a file is read at most once. Raises BadInput."""
    name = file_or_shipped(asked.get("data") or LESSON, "data")
    given = {constant: asked[constant] for constant in CONSTANTS if asked.get(constant) is not None}
    try:
        found = data_set(name)
    except BadInput as problem:
        if not os.path.exists(name):
            if _looks_like_a_file(name):
                raise BadInput(f"{clean(name)}: there is no such file", "data") from None
            raise BadInput(f"{problem}, nor a file", "data") from None
    else:
        if given:
            raise BadInput("it goes with a file of your own as --data", next(iter(given)))
        return found
    if "features" in given:
        given["features"] = tuple(clean(feature).strip() for feature in given["features"].split(","))
    return _read(Source(name, **given), *_stamp(name))


def _looks_like_a_file(name: str) -> bool:
    return os.sep in name or name.lower().endswith((".csv", ".tsv", ".txt"))


def _stamp(name: str) -> tuple[int, int, int]:
    """What changes with a file."""
    try:
        found = os.stat(name)
    except OSError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns


@lru_cache(maxsize=4)
def _read(source: Source, *stamp: int) -> Own:
    with Progress(f"reading {clean(source.path, 40)}") as report:
        found = opened(source, clean, report)
    for note in found.notes:
        click.echo(printable(f"rnntui: {note}"), err=True)
    return found


def subscriber_of(data: DataSet, text: str | None) -> int:
    """The subscriber that was asked for; without one the first, of the lesson's the example. Raises BadInput."""
    if text is None:
        return EXAMPLE if data.name == LESSON else 0
    if isinstance(data, Own):
        return data.number_of(clean(text).strip())
    try:
        number = int(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a subscriber from 0 to {data.count - 1}", "subscriber") from None
    data.check_subscriber(number)
    return number
