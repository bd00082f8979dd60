"""Which lengths are shown, and at which of them, and in which views, there is anything to show of a data set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rnntui_engine.datasets import DataSet
from rnntui_engine.readings import LENGTHS
from rnntui_engine.records import BadInput

if TYPE_CHECKING:
    from .seen import Choices


NEEDS = {
    "decay": "Decay needs sequences with the marker and without it",
    "train": "Train needs labelled sequences",
    "reach": "Reach needs labelled sequences",
}


def lengths_for(data: DataSet, check: Callable[[int], None]) -> tuple[int, ...]:
    """The lengths shown at which something can be done with the data: `check` raises BadInput where it cannot."""
    lengths = lengths_shown(data.periods)
    return lengths if not data.own else tuple(length for length in lengths if _passes(check, length))


def _passes(check: Callable[[int], None], length: int) -> bool:
    try:
        check(length)
    except BadInput:
        return False
    return True


def lengths_shown(periods: int) -> tuple[int, ...]:
    """The lengths that the keys go through: the lesson's six, and rounder ones beyond twelve."""
    longer = (15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 1000, 2000, 3000, 5000, 10000)
    fits = [n for n in (*LENGTHS, *longer) if n <= periods]
    return tuple(fits) if fits and fits[-1] == periods else (*fits, periods)


def fits(view: str, choices: Choices) -> bool:
    """Whether a view has anything to show of these data."""
    try:
        check_view(view, choices)
    except BadInput:
        return False
    return True


def check_view(view: str, choices: Choices) -> None:
    """Raises BadInput where a view has nothing to show of these data: there is no marker, or too little to train on."""
    data = choices.data
    if not data.own or view == "step":
        return
    checks = {"decay": data.check_readers, "train": data.check_training, "reach": data.check_training}
    check = checks.get(view)
    if check is None:
        return
    try:
        check(next(iter(lengths_for(data, check)), 2))
    except BadInput as problem:
        raise BadInput(f"{problem}; {NEEDS[view]}", problem.field) from None
