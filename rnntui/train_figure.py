"""What the Train view shows: the queue, how far each network has come, and the table of what they learned.

No Textual here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice, Trained

from .queue_job import Learning
from .seen import Choices
from .sentences import kind_name

WAITING, LEARNING, DONE, NEW = "waiting", "learning", "done", "new"


@dataclass(frozen=True)
class Line:
    """A row of the table: one length, and of each run the accuracy, or None where it is not trained yet."""

    length: int
    baseline: float
    accuracies: tuple[float | None, ...]
    ranges: tuple[tuple[float, float] | None, ...]  # of the trials, where they were made and moved

    @property
    def differences(self) -> tuple[float | None, ...]:
        """Each accuracy minus the baseline."""
        return tuple(None if a is None else a - self.baseline for a in self.accuracies)

    @property
    def run_range(self) -> float | None:
        """The largest accuracy minus the smallest; None as long as one is missing."""
        known = [a for a in self.accuracies if a is not None]
        return max(known) - min(known) if len(known) == len(self.accuracies) > 1 else None


@dataclass(frozen=True, eq=False)
class TrainFigure:
    """One moment of the Train view. `queue` are the networks in the order in which they are trained; `shown` is the one
    whose curves are drawn. `words` say where the work stands, `running` and `paused` whether there is any."""

    choices: Choices
    queue: tuple[NetworkChoice, ...]
    runs: tuple[int, ...]
    learnings: Mapping[NetworkChoice, Learning]
    networks: Mapping[NetworkChoice, Trained]
    trials: Mapping[NetworkChoice, tuple[float, ...]]
    shown: NetworkChoice
    current: NetworkChoice | None
    running: bool
    paused: bool
    words: str
    pace: float

    @property
    def name(self) -> str:
        """What kind of network it is, without its run."""
        return kind_name(self.choices.network.cell, self.choices.network.memory_bias)

    @property
    def how(self) -> str:
        """How it is trained, in a few words."""
        chosen = self.choices.network
        clip = f", clip {chosen.clip:g}" if chosen.clip else ""
        return f"{chosen.mode.replace('-', ' ')}, {chosen.epochs} epochs, rate {chosen.rate:g}{clip}"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths in the queue, from short to long."""
        return tuple(sorted({choice.length for choice in self.queue}))

    @property
    def beside(self) -> tuple[NetworkChoice, ...]:
        """The networks whose curves are drawn: the shown one, and the other runs of its length."""
        return tuple(choice for choice in self.queue if choice.length == self.shown.length)

    def network(self, length: int, run: int) -> NetworkChoice:
        """The network of a length and a run."""
        return replace(self.choices.network, length=length, run=run)

    def state(self, choice: NetworkChoice) -> str:
        """How far a network has come."""
        if self.running and choice == self.current:
            return LEARNING
        if choice in self.networks:
            return DONE
        return WAITING if self.running else NEW

    def learning(self, choice: NetworkChoice) -> Learning | None:
        """Its curves, if it was trained in this session's queue."""
        return self.learnings.get(choice)

    def table(self) -> list[Line]:
        """A row for each length."""
        lines = []
        for length in self.lengths:
            choices = [self.network(length, run) for run in self.runs]
            found = [self.networks.get(choice) for choice in choices]
            lines.append(
                Line(
                    length,
                    data_set(self.choices.network.data).baseline(length),
                    tuple(None if one is None else one.accuracy for one in found),
                    tuple(self._range(choice) for choice in choices),
                )
            )
        return lines

    def numbers(self) -> list[dict[str, object]]:
        """A row for each trained network, at full precision: what `x` saves."""
        chosen = self.choices.network
        kind_of = {"cell": chosen.cell, "mode": chosen.mode, "memory bias": chosen.memory_bias,
                   "epochs": chosen.epochs, "rate": chosen.rate}  # fmt: skip
        rows: list[dict[str, object]] = []
        for line in self.table():
            for run, accuracy, gain in zip(self.runs, line.accuracies, line.differences, strict=True):
                if accuracy is not None:
                    found: dict[str, object] = {"length": line.length, "run": f"k{run}", "baseline": line.baseline}
                    rows.append({**kind_of, **found, "accuracy": accuracy, "difference": gain})
        return rows

    def _range(self, choice: NetworkChoice) -> tuple[float, float] | None:
        values = self.trials.get(choice, ())
        return (min(values), max(values)) if len(set(values)) > 1 else None


def queue_of(choices: Choices, lengths: tuple[int, ...], runs: tuple[int, ...]) -> tuple[NetworkChoice, ...]:
    """The networks to train: the chosen one first, then by length and run."""
    chosen = choices.network
    every = [replace(chosen, length=length, run=run) for length in lengths for run in runs]
    return tuple(dict.fromkeys([chosen, *every])) if chosen in every else tuple(every)
