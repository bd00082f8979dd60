"""What the Reach view shows, as one record for its panels: of how many runs what share learns, at which length.

No Textual here. A figure is made anew whenever the choices change or rows come in; it trains nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rnntui_engine.cells import cell_named
from rnntui_engine.datasets import DataSet
from rnntui_engine.networks import checked, usual_mode
from rnntui_engine.readings import FAR, PERIODS, data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.shares import Reach, steps_carried, wilson

from .lengths import lengths_for
from .reach_job import AWAY, BEATS, UNKNOWN, Outcomes
from .seen import Choices
from .sentences import Said, kind_name

LINE = 0.9  # the share of the runs that has to learn for a length to count as carried
MARKS = "■◆★"


@dataclass(frozen=True)
class Kind:
    """Networks that differ in their run and length only; `network` is one of them. `place` decides colour and mark."""

    network: NetworkChoice
    place: int
    chosen: bool

    @property
    def mark(self) -> str:
        """The sign that stands for it."""
        return MARKS[self.place]

    @property
    def name(self) -> str:
        """plain, plain exact, or LSTM bias 3."""
        return self._named(" bias ")

    @property
    def short(self) -> str:
        """plain, or LSTM 3."""
        return self._named(" ")

    def _named(self, between: str) -> str:
        usual = usual_mode(cell_named(self.network.cell), self.network.clip)
        exact = f" {self.network.mode}" if self.network.mode != usual else ""
        return kind_name(self.network.cell, self.network.memory_bias, between) + exact


@dataclass(frozen=True)
class Spread:
    """The runs' own reaches: the tenth percentile, the median and the ninetieth, each the reach of some run, and how
    many runs have which, by length; length 0 is for those that fall short at the shortest."""

    runs: int
    low: int
    median: int
    high: int
    counts: dict[int, int]


@dataclass(frozen=True, eq=False)
class Figure:
    """Three `kinds` over `lengths`, and what the runs k1 to kN, N = `runs`, have come to so far. `job` is what the
    work is at, in a few words; `failed`: why there will be no more; `stopped`: it was stopped before the end."""

    choices: Choices
    lengths: tuple[int, ...]
    kinds: tuple[Kind, ...]
    outcomes: Outcomes
    runs: int
    job: str = ""
    failed: str = ""
    stopped: bool = False

    @property
    def length(self) -> int | None:
        """The chosen T, if it is shown."""
        length = self.choices.network.length
        return length if length in self.lengths else None

    @cached_property
    def chosen(self) -> Kind:
        """The kind of the chosen network."""
        return next(kind for kind in self.kinds if kind.chosen)

    @cached_property
    def networks(self) -> dict[Kind, dict[int, NetworkChoice]]:
        """One network of each kind and length, without the lengths at which there is none."""
        return {kind: dict(_networks(kind, self.lengths)) for kind in self.kinds}

    @property
    def wanted(self) -> tuple[NetworkChoice, ...]:
        """One network of each kind and length, the chosen kind first."""
        order = sorted(self.kinds, key=lambda kind: not kind.chosen)
        return tuple(network for kind in order for network in self.networks[kind].values())

    def numbers(self) -> list[dict[str, object]]:
        """A row for each kind and length, at full precision: what `x` saves."""
        return [
            {"cell": kind.network.cell, "mode": kind.network.mode, "memory bias": kind.network.memory_bias,
             "length": reach.length, "runs": reach.runs, "beating": reach.beating, "share": reach.share,
             "low": reach.low, "high": reach.high, "ran away": reach.ran_away, "clip": kind.network.clip,
             "data": kind.network.data}
            for kind, found in self.reaches.items() for reach in found.values() if reach.runs
        ]  # fmt: skip

    @cached_property
    def reaches(self) -> dict[Kind, dict[int, Reach]]:
        """The share of the runs that beat the baseline, with its interval; of no run yet where nothing is known."""
        found: dict[Kind, dict[int, Reach]] = {}
        for kind, networks in self.networks.items():
            found[kind] = {}
            for length, network in networks.items():
                outcomes = self.outcomes.of(network, self.runs)
                runs, beating = self.runs - outcomes.count(UNKNOWN), outcomes.count(BEATS)
                share, away = beating / runs if runs else 0.0, outcomes.count(AWAY)
                found[kind][length] = Reach(length, runs, beating, share, *wilson(beating, runs), away)
        return found

    def reach(self, kind: Kind, length: int) -> Reach | None:
        """The share at a length; None where nothing is known yet."""
        found = self.reaches[kind].get(length)
        return found if found is not None and found.runs else None

    @cached_property
    def finished(self) -> dict[Kind, int]:
        """How many runs of each kind are done at every length."""
        return {kind: len(table) for kind, table in self._tables.items()}

    @cached_property
    def ran_away(self) -> dict[Kind, int]:
        """How many trainings of each kind ended with weights that are no finite numbers, at all lengths together."""
        return {kind: sum(one.ran_away for one in table.values()) for kind, table in self.reaches.items()}

    @cached_property
    def trained(self) -> int:
        """How many networks are trained, of all kinds and at all lengths together."""
        return sum(one.runs for table in self.reaches.values() for one in table.values())

    @property
    def total(self) -> int:
        """How many networks there are to train: the runs of each kind at each of its lengths."""
        return self.runs * len(self.wanted)

    @cached_property
    def any(self) -> bool:
        """Whether anything is known."""
        return any(one.runs for table in self.reaches.values() for one in table.values())

    def carried(self, kind: Kind) -> int | None:
        """The steps back that a kind carries; None until every length has a share."""
        reaches = self.reaches[kind].values()
        return steps_carried(reaches) if all(one.runs for one in reaches) else None

    def spread(self, kind: Kind) -> Spread | None:
        """How far the runs reach one by one, of those that are done at every length; None where none is yet."""
        table, lengths = self._tables[kind], list(self.networks[kind])
        if not len(table):
            return None
        kept = np.minimum.accumulate(table, axis=1).sum(axis=1)  # at how many of the shortest lengths it beats, on end
        steps = np.array([0, *lengths])[kept]
        low, median, high = (int(q) for q in np.quantile(steps, (0.1, 0.5, 0.9), method="inverted_cdf"))
        counts = {length: int((steps == length).sum()) for length in (0, *lengths)}
        return Spread(len(steps), low, median, high, counts)

    @cached_property
    def _tables(self) -> dict[Kind, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
        """1 where a run beats, else 0, (runs, lengths): of the runs that are done at every length."""
        tables = {}
        for kind, networks in self.networks.items():
            outcomes = [np.frombuffer(self.outcomes.of(one, self.runs), dtype=np.uint8) for one in networks.values()]
            table = np.stack(outcomes, axis=1)
            tables[kind] = (table[(table != UNKNOWN).all(axis=1)] == BEATS).astype(np.int64)
        return tables


def figure(
    choices: Choices, runs: int, outcomes: Outcomes, job: str = "", failed: str = "", stopped: bool = False
) -> Figure:
    """The figure for these choices; see `Figure`."""
    data = data_set(choices.network.data)
    return Figure(
        choices, lengths_of(data, choices.network.length), kinds(choices.network), outcomes, runs, job, failed, stopped,
    )  # fmt: skip


def lengths_of(data: DataSet, chosen: int) -> tuple[int, ...]:
    """The lengths shown: the lesson's; of longer data about as far apart by ratio, up to all of it, and the chosen; of
    data of one's own those at which there is enough to train on."""
    if data.own or data.periods <= PERIODS:
        return lengths_for(data, data.check_training)
    return tuple(sorted({*(n for n in FAR if n < data.periods), data.periods, chosen}))


def kinds(chosen: NetworkChoice) -> tuple[Kind, ...]:
    """What is compared, trained alike: plain in place, LSTM with memory bias 3, and the chosen kind; where that is one
    of these, LSTM with memory bias 0, which has the same gates, not open."""
    one = replace(chosen, run=1, length=2)
    plain = replace(one, cell="rnn", mode=usual_mode(cell_named("rnn"), one.clip), memory_bias=0.0)
    gated = replace(one, cell="lstm", mode="exact", memory_bias=3.0)
    third = one if one not in (plain, gated) else replace(gated, memory_bias=0.0)
    return tuple(Kind(network, place, network == one) for place, network in enumerate((plain, gated, third)))


def _networks(kind: Kind, lengths: tuple[int, ...]) -> Iterator[tuple[int, NetworkChoice]]:
    for length in lengths:
        try:
            yield length, checked(replace(kind.network, length=length))
        except BadInput:  # chrono needs more than two periods
            continue


def percent(share: float) -> str:
    """A share in whole percent; 100 % and 0 % only where it is exactly that."""
    value = 100.0 * share
    return ">99 %" if 99.5 <= value < 100.0 else "<1 %" if 0.0 < value < 0.5 else f"{value:.0f} %"


def counted(runs: int) -> str:
    """A number of runs in words: two runs, 100 runs."""
    return {1: "one run", 2: "two runs"}.get(runs, f"{runs} runs")


def so_far(done: int, runs: int) -> str:
    """100 runs, or 37 of 100 runs."""
    return counted(runs) if done == runs else f"{done} of {counted(runs)}"


def progress(shown: Figure) -> str:
    """100 runs, or, as long as some are missing, how many of the networks behind every number shown are trained."""
    return counted(shown.runs) if shown.trained == shown.total else f"{shown.trained} of {shown.total} networks"


def time_left(seconds: float | None) -> str:
    """about 12 s left, about 3 min left; nothing where it is not known."""
    if seconds is None:
        return ""
    return f"about {max(1, round(seconds))} s left" if seconds < 100 else f"about {seconds / 60:.0f} min left"


def sentence(shown: Figure) -> Said:
    """In plain words what one sees, or where the work stands."""
    kind = shown.chosen
    if shown.failed:
        return Said(f"The runs could not be trained. {shown.failed}", shown.failed)
    if shown.job:
        return Said(
            f"{_capital(progress(shown))} trained: {shown.job}. ⟨leave⟩ stops, what is done stays.",
            f"{_capital(progress(shown))}: {shown.job}. ⟨leave⟩ stops.",
        )
    if shown.stopped:
        return Said(f"Stopped; {progress(shown)} are kept. ⟨runs⟩ goes on.")
    carried, length = shown.carried(kind), shown.length
    if carried is None:
        return Said("Nothing is trained yet.")
    long = f"{kind.name} carries the marker {carried} steps back in {counted(shown.runs)}"
    if carried == 0:
        long += f" (fewer than 90 % learn at T = {shown.lengths[0]})"
    one = shown.reach(kind, length) if length else None
    if one is None:
        return Said(f"{_capital(long)}.")
    at = f"at T = {length} {one.beating} of {one.runs} beat the baseline by > 0.10"
    short = f"{_capital(kind.name)}: {carried} steps back; T = {length}: {one.beating} of {one.runs} ({interval(one)})"
    return Said(f"{_capital(long)}; {at} ({interval(one)}){_away(one)}.", f"{short}{_away(one)}.")


def turned(before: NetworkChoice, shown: Figure) -> Said | None:
    """In plain words what another T or another run changes here, where the kinds stay the same; else None."""
    now = shown.choices.network
    if before == now or replace(before, run=now.run, length=now.length) != now:
        return None
    if before.length == now.length:
        return Said(
            f"Run k{now.run} is one of many: this view counts the runs k1 to k{shown.runs}, whichever is chosen.",
            f"Run k{now.run} is one of many: this view counts k1 to k{shown.runs}.",
        )
    kind, length = shown.chosen, now.length
    one = shown.reach(kind, length)
    if one is None:
        return Said(f"T = {length} is lit; of {kind.name} no run is trained there yet.")
    long = f"T = {length}: {one.beating} of {so_far(one.runs, shown.runs)} of {kind.name} beat the baseline by > 0.10"
    return Said(
        f"{long}, {percent(one.share)} ({interval(one)}){_away(one)}.",
        f"T = {length}: {one.beating} of {one.runs} {kind.short} beat the baseline ({interval(one)}){_away(one)}.",
    )


def _away(one: Reach) -> str:
    return f"; {one.ran_away} ran away" if one.ran_away else ""


def interval(one: Reach) -> str:
    """The 95 % interval: 21–39 %."""
    return f"{100 * one.low:.0f}–{100 * one.high:.0f} %"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
