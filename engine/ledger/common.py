"""What a row of the ledger is made of, and the computations that its claims share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..measures import Decay, decay
from ..networks import initial, trial
from ..readings import LENGTHS, TEST, Data, data_set
from ..records import NetworkChoice, Trained, Weights
from ..training import TRIALS, train_many

AS_PUBLISHED, CHAOTIC, DIFFERS, MEASURED, FAILED = "as published", "chaotic", "differs", "measured", "failed"
PUBLISHED = Path(__file__).parent.parent / "published.json"

RUNS = (1, 2)
MANY_RUNS, FULL_RUNS, FULL_TRIALS = 100, 1000, 300

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Published:
    """A published claim in a few words, its figure (a number, a list or a mapping), and to how many digits it was
    published."""

    claim: str
    figure: Any
    digits: int


@dataclass(frozen=True)
class Finding:
    """What a claim's computation found.

    `holds`: does the claim stand; None where nothing is compared. `chaotic`: it hangs on rounding, so it can neither
    stand nor fall. `reason`: a line of plain words with computed figures.
    """

    ours: Any
    holds: bool | None
    reason: str | None = None
    chaotic: bool = False


@dataclass(frozen=True)
class Row:
    """A row of the ledger. `status` is one of the five above; `digits`: how many a person should be shown."""

    name: str
    claim: str
    published: Any
    ours: Any
    status: str
    reason: str | None
    digits: int


@dataclass(frozen=True)
class Claim:
    """How a claim is computed, and which status it is expected to have: any other makes its row fail."""

    name: str
    expected: str
    compute: Callable[[Bench, Published], Finding]

    def row(self, bench: Bench, said: Published) -> Row:
        """Compute the claim."""
        found = self.compute(bench, said)
        if found.chaotic:
            status = CHAOTIC
        elif found.holds is None:
            status = MEASURED
        else:
            status = AS_PUBLISHED if found.holds else DIFFERS
        reason = found.reason
        if status != self.expected:
            reason = f"expected to be {self.expected}, found {status}" + (f": {reason}" if reason else "")
            status = FAILED
        return Row(self.name, said.claim, said.figure, found.ours, status, reason, said.digits)


CLAIMS: dict[str, Claim] = {}


def claim(name: str, expected: str) -> Callable[[Callable[[Bench, Published], Finding]], Callable[..., Finding]]:
    """Enter a function in the ledger under a name of published.json."""

    def enter(compute: Callable[[Bench, Published], Finding]) -> Callable[[Bench, Published], Finding]:
        CLAIMS[name] = Claim(name, expected, compute)
        return compute

    return enter


@cache
def published_figures(path: Path = PUBLISHED) -> Mapping[str, Published]:
    """The published figures by name, from published.json."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    return {name: Published(e["claim"], e["published"], e["digits"]) for name, e in entries.items()}


@dataclass(frozen=True)
class Job:
    """One training: a network, whose initial values it starts from, and which trial of them it is (None: itself)."""

    choice: NetworkChoice
    start: NetworkChoice
    trial: int | None = None

    def weights(self) -> Weights:
        """The weights that it starts from."""
        return initial(self.start) if self.trial is None else trial(self.start, self.trial)


@dataclass(frozen=True)
class Tried:
    """A trained network and the trials of it: do they all get the same number of test subscribers right?"""

    trained: Trained
    trials: tuple[Trained, ...]

    @property
    def chaotic(self) -> bool:
        """Does its accuracy hang on rounding?"""
        return len({self.trained.correct, *(t.correct for t in self.trials)}) > 1

    @property
    def range(self) -> tuple[int, int]:
        """The least and the largest count of right answers among the trials."""
        counts = [t.correct for t in self.trials]
        return min(counts), max(counts)


class Bench:
    """The lesson's plain networks, each computed once for all claims.

    `trials`: how many trials tell whether a trained figure is chaotic; `many`: how many runs a share is taken over;
    `report(done, total)` hears how many trainings are done of those that the whole ledger needs.
    """

    def __init__(self, trials: int = TRIALS, many: int = MANY_RUNS, report: Report | None = None) -> None:
        self.trials, self.many = trials, many
        lesson = data_set("lesson")
        assert isinstance(lesson, Data)
        self.lesson = lesson
        self._report = report
        self._decays: dict[tuple[int, int], Decay] = {}
        self._trained: dict[Job, Trained] = {}
        self._total = (len(LENGTHS) * len(RUNS) + 1) * (trials + 1) + 2 * max(0, many - len(RUNS))

    def decay(self, run: int, length: int) -> Decay:
        """The untrained plain network of that run and length, measured."""
        key = run, length
        if key not in self._decays:
            self._decays[key] = decay(NetworkChoice(run=run, length=length))
        return self._decays[key]

    def tried(self, choice: NetworkChoice, start: NetworkChoice | None = None) -> Tried:
        """A network trained, and its trials. `start`: whose initial values it takes, if not its own."""
        begin = start or choice
        own, *others = self._train([Job(choice, begin), *(Job(choice, begin, i) for i in range(self.trials))])
        return Tried(own, tuple(others))

    def trained_runs(self, choice: NetworkChoice) -> list[Trained]:
        """Runs k1, k2, … of one choice, trained; as many as `many`."""
        choices = [replace(choice, run=k) for k in range(1, self.many + 1)]
        return self._train([Job(c, c) for c in choices])

    def cell(self, run: int, length: int) -> Tried:
        """One cell of the lesson's training table."""
        return self.tried(NetworkChoice(run=run, length=length))

    def gain(self, length: int, correct: int) -> float:
        """Accuracy above the baseline, from whole test subscribers."""
        return (correct - self.lesson.baseline_correct(length)) / TEST

    def _train(self, jobs: list[Job]) -> list[Trained]:
        missing = [job for job in jobs if job not in self._trained]
        for index, result in train_many([(job.choice, job.weights()) for job in missing]):
            self._trained[missing[index]] = result
            if self._report is not None:
                self._report(len(self._trained), max(self._total, len(self._trained)))
        return [self._trained[job] for job in jobs]


def rounded(ours: Any, digits: int) -> Any:
    """A figure, or a list or mapping of figures, to so many digits; what is not a number stays as it is."""
    if isinstance(ours, Mapping):
        return {key: rounded(value, digits) for key, value in ours.items()}
    if isinstance(ours, list | tuple):
        return [rounded(value, digits) for value in ours]
    return round(ours, digits) if isinstance(ours, float | int) else ours


def compared(said: Published, ours: Any) -> Finding:
    """Does our figure, rounded to the published digits, equal the published one?"""
    holds = rounded(ours, said.digits) == rounded(said.figure, said.digits)
    return Finding(ours, holds, None if holds else "our figure is another")


def hanging(length: int, run: int, tried: Tried) -> str:
    """Say in words that a cell is chaotic: its value, its range and over how many trials."""
    low, high = (f"{count / tried.trained.tested:.4f}" for count in tried.range)
    return (
        f"T = {length}, run k{run} hangs on rounding: {tried.trained.accuracy:.4f} here, "
        f"{low} to {high} over {len(tried.trials)} trials"
    )
