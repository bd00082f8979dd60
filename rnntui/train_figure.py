"""What the Train view shows: the queue, how far each network has come, and the table of what they learned.

No Textual here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import NetworkChoice, Trained

from .lengths import lengths_for
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
    whose curves are drawn. `words` say where the work stands, `running` and `paused` whether there is any. The table
    is of the chosen kind; `kinds` are all that the queue has."""

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

    @cached_property
    def kinds(self) -> tuple[NetworkChoice, ...]:
        """The kinds of network in the queue, the chosen one first."""
        return tuple(dict.fromkeys([kind_of(self.choices.network), *map(kind_of, self.queue)]))

    def called(self, choice: NetworkChoice) -> str:
        """A network among those of the queue: T 12 k1, with its kind in front where there are several."""
        kind = f"{short_kind(choice, self.kinds)} " if len(self.kinds) > 1 else ""
        return f"{kind}T {choice.length} k{choice.run}"

    def lengths(self, kind: NetworkChoice) -> tuple[int, ...]:
        """The lengths in the queue of a kind, from short to long."""
        return tuple(sorted({choice.length for choice in self.queue if kind_of(choice) == kind}))

    @property
    def beside(self) -> tuple[NetworkChoice, ...]:
        """The networks whose curves are drawn: the shown one, and the other runs of its kind and length."""
        wanted = replace(self.shown, run=1)
        return tuple(choice for choice in self.queue if replace(choice, run=1) == wanted)

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

    def table(self, kind: NetworkChoice | None = None) -> list[Line]:
        """A row for each length of a kind; if none is named, of the chosen one."""
        lines, kind = [], kind_of(self.choices.network) if kind is None else kind
        for length in self.lengths(kind):
            choices = [replace(kind, length=length, run=run) for run in self.runs]
            found = [self.networks.get(choice) for choice in choices]
            lines.append(
                Line(
                    length,
                    data_set(kind.data).baseline(length),
                    tuple(None if one is None else one.accuracy for one in found),
                    tuple(self._range(choice) for choice in choices),
                )
            )
        return lines

    def numbers(self) -> list[dict[str, object]]:
        """A row for each trained network, at full precision: what `x` saves."""
        rows: list[dict[str, object]] = []
        for kind in self.kinds:
            what = {"cell": kind.cell, "mode": kind.mode, "memory bias": kind.memory_bias,
                    "epochs": kind.epochs, "rate": kind.rate}  # fmt: skip
            for line in self.table(kind):
                for run, accuracy, gain in zip(self.runs, line.accuracies, line.differences, strict=True):
                    if accuracy is not None:
                        found: dict[str, object] = {"length": line.length, "run": f"k{run}", "baseline": line.baseline}
                        rows.append({**what, **found, "accuracy": accuracy, "difference": gain})
        return rows

    def tried(self, length: int, run: int) -> int:
        """How many trials there were of a network of the chosen kind."""
        return len(self.trials.get(replace(kind_of(self.choices.network), length=length, run=run), ()))

    def _range(self, choice: NetworkChoice) -> tuple[float, float] | None:
        values = self.trials.get(choice, ())
        return (min(values), max(values)) if len(set(values)) > 1 else None


def kind_of(choice: NetworkChoice) -> NetworkChoice:
    """What is the same in all networks of a kind: everything but the length and the run."""
    return replace(choice, length=LENGTHS[-1], run=1)


def short_kind(choice: NetworkChoice, among: Collection[NetworkChoice]) -> str:
    """A kind in a few words: its cell and bias, and whatever else makes it another than a kind of the same name."""
    words = kind_name(choice.cell, choice.memory_bias, " ")
    same = [one for one in among if (one.cell, one.memory_bias) == (choice.cell, choice.memory_bias)]
    more = {
        "mode": choice.mode.replace("-", " "), "hidden": f"{choice.hidden} units", "epochs": f"{choice.epochs} ep.",
        "rate": f"rate {choice.rate:g}", "clip": f"clip {choice.clip:g}" if choice.clip else "no clip",
        "data": choice.data,
    }  # fmt: skip
    told = [text for name, text in more.items() if len({getattr(one, name) for one in same}) > 1]
    return " ".join([words, *told])


def queue_of(
    choices: Choices, lengths: tuple[int, ...], runs: tuple[int, ...], kept: Sequence[NetworkChoice] = ()
) -> tuple[NetworkChoice, ...]:  # fmt: skip
    """The networks to train: the chosen one first, then all of its kind by length and run, then those of the other
    kinds that are kept. A kind has the lengths that its data and its memory bias allow; without any, the data's own."""
    chosen = choices.network
    every = [
        replace(kind, length=length, run=run)
        for kind in dict.fromkeys([kind_of(chosen), *kept])
        for length in _lengths_of(kind, lengths)
        for run in runs
    ]
    return tuple(dict.fromkeys([chosen, *every])) if chosen in every else tuple(every)


def _lengths_of(kind: NetworkChoice, wanted: tuple[int, ...]) -> tuple[int, ...]:
    data = data_set(kind.data)
    there = lengths_for(data, data.check_training)
    own = tuple(t for t in (LENGTHS if data.periods == LENGTHS[-1] and not data.own else there) if t > 1)
    found = tuple(t for t in wanted if t <= data.periods and (not data.own or t in there)) or own
    shortest = 3 if kind.memory_bias == "chrono" else 1
    return tuple(length for length in found if length >= shortest)
