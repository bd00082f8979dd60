"""What a benchmark reports."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured figure beside its aim; `value` None where something is missing, and `note` says what."""

    what: str
    value: float | None
    aim: float
    at_most: bool
    unit: str
    note: str = ""

    @property
    def verdict(self) -> str:
        """Met, or by how much of the aim it was missed."""
        if self.value is None:
            return "not measured"
        if self.value <= self.aim if self.at_most else self.value >= self.aim:
            return "met"
        return f"missed by {abs(self.value / self.aim - 1):.0%}"

    def line(self) -> str:
        """A row of the table."""
        value = "-" if self.value is None else f"{self.value:.3g} {self.unit}"
        aim = f"{'≤' if self.at_most else '≥'} {self.aim:g} {self.unit}"
        return f"{self.what:<58} {value:>10} {aim:>10}  {self.verdict}" + (f"\n    {self.note}" if self.note else "")


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def medians(times: int, *actions: Callable[[], float]) -> list[float]:
    """The median of each action's answers; they take turns, so that a busy machine is busy for all of them."""
    found = [[action() for action in actions] for _ in range(times)]
    return [statistics.median(column) for column in zip(*found, strict=True)]
