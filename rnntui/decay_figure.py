"""What the Decay view shows, as one record for its panels: which curves, over which lengths, and what is measured yet.

No Textual here. A figure is made anew whenever the choices change or a measure comes in; it computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np

from rnntui_engine.cells import cell_named
from rnntui_engine.ledger import Published, published_figures
from rnntui_engine.measures import Decay, per_step_factor
from rnntui_engine.networks import checked
from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import BadInput, NetworkChoice

from .lengths import lengths_for
from .own_decay import OwnCurve
from .seen import Choices
from .sentences import Said, kind_name

RUNS = (1, 2)
PLAIN, GATED, OPEN = "rnn", "lstm", 3.0  # beside the chosen network: the plain cell, and a gate that starts open
MARKS = (("■", "□", "▣"), ("◆", "◇", "◈"), ("★", "☆", "✶"))  # a row a kind of network, a column a run
HIDDEN = NetworkChoice().hidden


@dataclass(frozen=True)
class Kind:
    """Networks that differ in their run only. `place` decides their colour and marks."""

    cell: str
    memory_bias: float | str
    place: int

    @property
    def name(self) -> str:
        """plain, or LSTM bias 3."""
        return kind_name(self.cell, self.memory_bias)

    @property
    def short(self) -> str:
        """plain, or LSTM 3."""
        return kind_name(self.cell, self.memory_bias, " ")


@dataclass(frozen=True)
class Curve:
    """One network over all lengths: `networks` by length, without those lengths at which there is no such network."""

    kind: Kind
    run: int
    mark: str
    chosen: bool
    networks: Mapping[int, NetworkChoice]


@dataclass(frozen=True)
class Pair:
    """A published figure and ours, to the published digits. `ours` is None until it is measured."""

    published: float
    ours: float | None
    digits: int

    @property
    def equal(self) -> bool | None:
        """Are they equal as printed? None until ours is measured."""
        return None if self.ours is None else f"{self.ours:.{self.digits}f}" == f"{self.published:.{self.digits}f}"


@dataclass(frozen=True)
class Band:
    """Many runs of one kind: the tenth and the ninetieth percentile of the difference by length, and the tenth, median
    and ninetieth per-step factor from the first to the last length."""

    runs: int
    edges: Mapping[int, tuple[float, float]]
    factors: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Figure:
    """`curves` over `lengths`, the chosen length among them, and the measures there are so far: `measured` of the
    curves, `many` of runs k1 to kN of the chosen kind, N = `runs`. `back`: the mean gradient back at period 1 in the
    chosen network. `failed`: why there will be no more of them. `own`: a file's network, over one sequence."""

    choices: Choices
    lengths: tuple[int, ...]
    curves: tuple[Curve, ...]
    measured: Mapping[NetworkChoice, Decay]
    subscribers: int
    tested: int
    many: Mapping[NetworkChoice, Decay]
    runs: int
    failed: str = ""
    back: Mapping[NetworkChoice, float] = field(default_factory=dict)
    own: OwnCurve | None = None

    @property
    def length(self) -> int:
        """The chosen T."""
        return self.choices.network.length

    @cached_property
    def chosen(self) -> Curve:
        """The curve of the chosen network."""
        return next(curve for curve in self.curves if curve.chosen)

    def curve(self, run: int, kind: Kind | None = None) -> Curve:
        """The curve of a run, of the chosen kind unless told otherwise."""
        wanted = kind or self.chosen.kind
        return next(curve for curve in self.curves if curve.kind == wanted and curve.run == run)

    @property
    def table_runs(self) -> tuple[int, int]:
        """The two runs that the tables show: k1, and the chosen one or else k2."""
        return 1, (2 if self.chosen.run == 1 else self.chosen.run)

    @property
    def wanted(self) -> tuple[NetworkChoice, ...]:
        """Every network of the figure, those of the chosen kind first."""
        order = sorted(self.curves, key=lambda c: (c.kind != self.chosen.kind, not c.chosen))
        return tuple(network for curve in order for network in curve.networks.values())

    @property
    def wanted_back(self) -> tuple[NetworkChoice, ...]:
        """The networks whose gradient on its way back is shown: the chosen curve's."""
        return tuple(self.chosen.networks.values())

    def gradient(self, length: int) -> float | None:
        """The mean over the same subscribers of the norm of dL/dstate_1 at a length, T − 1 steps back from the loss;
        None if it is not measured yet, or if there is no such network."""
        network = self.chosen.networks.get(length)
        return self.back.get(network) if network is not None else None

    def gradient_share(self, length: int) -> float | None:
        """What comes back at a length of what does at the shortest."""
        now, first = self.gradient(length), self.gradient(self.first(self.chosen))
        return now / first if now is not None and first else None

    def gradient_factor(self, length: int) -> float | None:
        """The gradient's per-step factor since the length before."""
        before = self.before(length)
        now, then = self.gradient(length), None if before is None else self.gradient(before)
        if before is None or now is None or then is None:
            return None
        return per_step_factor(now, then, length - before)

    def numbers(self) -> list[dict[str, object]]:
        """A row for each network that is measured, at full precision: what `x` saves."""
        rows: list[dict[str, object]] = [
            {"cell": curve.kind.cell, "memory bias": curve.kind.memory_bias, "run": f"k{curve.run}", "length": length,
             "difference": found.differences[0], "state difference": (*found.differences, "")[1],
             "nearest centre": found.nearest, "linear": found.linear, "gradient": self.back.get(network, "")}
            for curve in self.curves for length, network in curve.networks.items()
            if (found := self.decay(curve, length)) is not None
        ]  # fmt: skip
        return [*rows, *(self.own.rows() if self.own else [])]

    @cached_property
    def progress(self) -> tuple[int, int]:
        """How many of the networks are measured, and how many there are."""
        return sum(network in self.measured for network in self.wanted), len(self.wanted)

    @cached_property
    def wanted_for_band(self) -> tuple[NetworkChoice, ...]:
        """Every network of the band, run by run."""
        if self.choices.network.data != NetworkChoice().data:
            return ()  # a hundred runs over hundreds of periods would take minutes
        return _many(self.choices.network, self.chosen.kind, self.runs, self.lengths)

    @cached_property
    def band_progress(self) -> float:
        """The share of the band's networks that are measured."""
        wanted = self.wanted_for_band
        return sum(network in self.many for network in wanted) / len(wanted) if wanted else 0.0

    @cached_property
    def band(self) -> Band | None:
        """Many runs of the chosen kind; None until all are measured."""
        wanted = self.wanted_for_band
        if self.band_progress < 1.0:
            return None
        by_length: dict[int, list[float]] = {}
        for network in wanted:
            by_length.setdefault(network.length, []).append(self.many[network].differences[0])
        first, last = min(by_length), max(by_length)
        pairs = zip(by_length[last], by_length[first], strict=True)
        factors = [f for now, then in pairs if (f := per_step_factor(now, then, last - first)) is not None]
        edges = {t: _quantiles(values, 0.1, 0.9) for t, values in by_length.items()}
        low, middle, high = _quantiles(factors, 0.1, 0.5, 0.9) if factors else (0.0, 0.0, 0.0)
        return Band(self.runs, {t: (a, b) for t, (a, b) in edges.items()}, (low, middle, high))

    def decay(self, curve: Curve, length: int) -> Decay | None:
        """What was measured at a length; None if nothing is yet, or if there is no such network."""
        network = curve.networks.get(length)
        return self.measured.get(network) if network is not None else None

    def difference(self, curve: Curve, length: int, part: int = 0) -> float | None:
        """The mean difference of the hidden state, or of another part of the state."""
        found = self.decay(curve, length)
        return found.differences[part] if found else None

    def share(self, curve: Curve, length: int, part: int = 0) -> float | None:
        """What is left at a length of what the curve's first one had, 0..1 and more."""
        now, first = self.difference(curve, length, part), self.difference(curve, self.first(curve), part)
        return now / first if now is not None and first else None

    def first(self, curve: Curve) -> int:
        """The shortest length at which there is such a network."""
        return next(iter(curve.networks))

    def before(self, length: int) -> int | None:
        """The length shown before a length."""
        place = self.lengths.index(length)
        return self.lengths[place - 1] if place else None

    def factor(self, curve: Curve, length: int, part: int = 0) -> float | None:
        """The per-step factor since the length before: (difference now / before)^(1 / steps)."""
        before = self.before(length)
        if before is None:
            return None
        now, then = self.difference(curve, length, part), self.difference(curve, before, part)
        return per_step_factor(now, then, length - before) if now is not None and then is not None else None

    @property
    def ready(self) -> bool:
        """Whether the chosen network's numbers are there, or never will be."""
        chosen = self.chosen
        places = (self.length, self.before(self.length), self.first(chosen))
        return bool(self.failed) or all(
            self.decay(chosen, t) is not None for t in places if t is not None and t in chosen.networks
        )

    @cached_property
    def published(self) -> dict[int, dict[str, Pair]] | None:
        """The published table beside ours: for each length that has one, pairs named diff_1, diff_2, factor_1,
        readback_1 and readback_2. None where nothing was published for such networks."""
        chosen = self.choices.network
        if chosen.cell != PLAIN or chosen.data != NetworkChoice().data or chosen.hidden != HIDDEN:
            return None
        return {length: dict(self._pairs(place, length)) for place, length in enumerate(LENGTHS)}

    def _pairs(self, place: int, length: int) -> Iterator[tuple[str, Pair]]:
        said = published_figures()
        for run in RUNS:
            found = self.decay(self.curve(run), length)
            yield f"diff_{run}", _pair(said["trace"], f"k{run}", place, found.differences[0] if found else None)
            yield f"readback_{run}", _pair(said["readback"], f"k{run}", place, found.nearest if found else None)
        if place:  # the first length has no factor; ours is between the published lengths, whichever are shown
            before = LENGTHS[place - 1]
            now, then = self.difference(self.curve(1), length), self.difference(self.curve(1), before)
            ours = per_step_factor(now, then, length - before) if now is not None and then is not None else None
            yield "factor_1", Pair(said["factors"].figure[place - 1], ours, said["factors"].digits)


def _pair(said: Published, run: str, place: int, ours: float | None) -> Pair:
    return Pair(said.figure[run][place], ours, said.digits)


def _quantiles(values: list[float], *shares: float) -> list[float]:
    found: list[float] = np.quantile(values, shares).tolist()
    return found


def figure(
    choices: Choices, measured: Mapping[NetworkChoice, Decay], many: Mapping[NetworkChoice, Decay], runs: int,
    failed: str = "", back: Mapping[NetworkChoice, float] | None = None, own: OwnCurve | None = None,
) -> Figure:  # fmt: skip
    """The figure for these choices; see `Figure`."""
    chosen, data = choices.network, data_set(choices.network.data)
    lengths = tuple(sorted({*lengths_for(data, data.check_readers), chosen.length}))
    kinds = [Kind(PLAIN, 0.0, 0), Kind(GATED, OPEN, 1)]
    if not any((kind.cell, kind.memory_bias) == (chosen.cell, chosen.memory_bias) for kind in kinds):
        kinds.append(Kind(chosen.cell, chosen.memory_bias, 2))
    drawn = RUNS if chosen.run in RUNS else (*RUNS, chosen.run)
    curves = tuple(
        Curve(
            kind, run, MARKS[kind.place][place],
            (kind.cell, kind.memory_bias, run) == (chosen.cell, chosen.memory_bias, chosen.run),
            dict(_networks(chosen, kind, run, lengths)),
        )
        for kind in kinds for place, run in enumerate(drawn)
    )  # fmt: skip
    return Figure(
        choices,
        lengths,
        curves,
        measured,
        len(data.long_enough(lengths[0])),
        len(data.test_at(lengths[0])),
        many,
        runs,
        failed,
        back or {},
        own,
    )


def _networks(
    chosen: NetworkChoice, kind: Kind, run: int, lengths: tuple[int, ...]
) -> Iterator[tuple[int, NetworkChoice]]:
    """The untrained networks of a curve. How they would be trained is left out: it decides nothing here."""
    mode = cell_named(kind.cell).modes[0]
    plain, data = NetworkChoice(hidden=chosen.hidden, data=chosen.data), data_set(chosen.data)
    for length in lengths:
        network = replace(
            plain, cell=kind.cell, run=run, length=length, memory_bias=kind.memory_bias, mode=mode
        )  # fmt: skip
        try:
            data.check_readers(length)
            yield length, checked(network)
        except BadInput:  # chrono needs more than two periods; one's own data, enough sequences
            continue


@lru_cache(maxsize=16)
def _many(chosen: NetworkChoice, kind: Kind, runs: int, lengths: tuple[int, ...]) -> tuple[NetworkChoice, ...]:
    return tuple(
        network for run in range(1, runs + 1) for _, network in _networks(chosen, kind, run, lengths)
    )  # fmt: skip


def amount(value: float) -> str:
    """A difference as a sentence says it: 0.0091, 0.00067, 1.3e−9."""
    if value >= 0.001 or value == 0.0:
        return f"{value:.4f}"
    return f"{value:.5f}" if value >= 0.0001 else f"{value:.1e}".replace("e-0", "e-").replace("-", "−")


def percent(share: float) -> str:
    """A share in percent, with two digits that count from 0.01 % on: 0.98 %, 26 %. Seven cells are always enough up to
    999 %: a table has no more."""
    value = 100.0 * share
    if value == 0.0:
        return "0 %"
    if value >= 9.95:
        return f"{value:.0f} %"
    return f"{value:{'.2g' if value >= 0.00995 else '.0e'}} %".replace("e-0", "e-").replace("-", "−")


def sentence(shown: Figure) -> Said:
    """In plain words what one sees at the chosen T."""
    curve, length, first = shown.chosen, shown.length, shown.first(shown.chosen)
    name = f"{curve.kind.name} k{curve.run}"
    trained = " All networks here are untrained." if shown.choices.trained else ""
    if shown.failed:
        return Said(f"The differences could not be computed. {shown.failed}")
    now = shown.difference(curve, length)
    if now is None or not shown.ready:
        return Said(
            f"Computing what is left of the marker after each T, over {shown.subscribers} subscribers…{trained}"
        )
    long = f"At T = {length} the difference in {name} is {amount(now)}"
    short = f"T = {length}, {name}: {amount(now)}"
    share, factor = shown.share(curve, length), shown.factor(curve, length)
    if length == first:
        return Said(f"{long}, the mean over {shown.subscribers} subscribers. ⟨longer⟩ goes on to longer T.{trained}",
                    f"{short}. ⟨longer⟩ goes on to longer T.")  # fmt: skip
    if share is not None:
        long, short = f"{long}, {percent(share)} of what T = {first} had", f"{short}, {percent(share)} of T = {first}'s"
    if factor is not None:
        long, short = f"{long}: about ×{factor:.2f} a step", f"{short}, ×{factor:.2f} a step"
    return Said(f"{long}.{trained}", f"{short}.")
