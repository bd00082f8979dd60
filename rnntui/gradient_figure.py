"""What the Gradient view shows, as one record for its panels: the curves of one way back, and the toy's.

No Textual here. A figure computes nothing but what is read off a `Flow`: each curve divided by its own first value,
its factor per step, where the lit period stands on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from rnntui_engine.flow import Flow, mean_factor, slope
from rnntui_engine.ledger import published_figures
from rnntui_engine.measures import Recurrent
from rnntui_engine.records import Trace
from rnntui_engine.toy import SHOWN, STEPS, Toy, norms, orders

from . import own_gradient
from .marks import number, scientific
from .seen import Seen
from .sentences import Said

TOY_MARKS = ("■", "◆", "▼", "★")  # the textbook's three λ, and another one that was chosen


@dataclass(frozen=True, eq=False)
class Curve:
    """One norm over steps apart: `values[k]` is its norm k steps from where it begins. `place`: its colour; `mark`: the
    letter or sign that stands for it; `forward`: it goes on from period 1, where the others go back from T."""

    name: str
    mark: str
    place: int
    values: tuple[float, ...]
    forward: bool = False

    @cached_property
    def begin(self) -> int | None:
        """The first steps apart at which there is something to divide by; None where there is nothing at all."""
        return next((k for k, value in enumerate(self.values) if 0.0 < value < math.inf), None)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """Each norm divided by the curve's own first one; NaN before it."""
        if self.begin is None:
            return (math.nan,) * len(self.values)
        first = self.values[self.begin]
        return tuple(value / first if k >= (self.begin or 0) else math.nan for k, value in enumerate(self.values))

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """The smallest and the largest of its shares above 0; nothing where there is none."""
        above = [share for share in self.shares if 0.0 < share < math.inf]
        return (min(above), max(above)) if above else ()

    @cached_property
    def factor(self) -> float | None:
        """What its norm is multiplied by at each step, in the mean over all at which there is something."""
        return slope(self.values)

    def ratio(self, k: int) -> float | None:
        """Its norm k steps apart, by the one a step before."""
        if self.begin is None or k <= self.begin:
            return None
        return mean_factor(self.values[k], self.values[k - 1], 1)


@dataclass(frozen=True)
class Matrix:
    """A gate's part of Wh: `symbol` says which (nothing for the plain cell's), and the two numbers of it."""

    symbol: str
    singular: float
    radius: float


@dataclass(frozen=True)
class ToyCurve:
    """One toy: the norm of its gradient after 0 … 60 steps. `chosen`: the one that is set by hand."""

    toy: Toy
    mark: str
    place: int
    chosen: bool
    norms: tuple[float, ...]

    @property
    def orders(self) -> float | None:
        """Orders of magnitude gained by the last step, negative where lost."""
        return orders(self.norms[-1])


@dataclass(frozen=True, eq=False)
class Figure:
    """`flow` is None while even the gradients are not there; `failed`: why they will not be. `other`: side B's
    flow, where a side is pinned. `recurrent`: the numbers of Wh that there are by now; `left`: how many seconds the
    work takes yet, None where that is not known; `stopped`: somebody has stopped it."""

    seen: Seen
    flow: Flow | None
    failed: str = ""
    other: Flow | None = None
    recurrent: tuple[Recurrent, ...] = ()
    left: float | None = None
    stopped: bool = False

    @property
    def trace(self) -> Trace:
        """The trace whose way back is shown."""
        return self.seen.trace

    @property
    def length(self) -> int:
        """T."""
        return self.seen.trace.length

    @property
    def period(self) -> int:
        """The lit period; 1 where nothing has been read yet, for that is the last on the way back."""
        return max(1, self.seen.period)

    @property
    def steps(self) -> int:
        """How many steps before T the lit period is."""
        return self.length - self.period

    @property
    def toy(self) -> Toy:
        """The toy that is set."""
        return self.seen.toy

    @property
    def waits(self) -> bool:
        """Whether the sequence is still being read."""
        return self.trace.ready < self.length

    @property
    def lacks(self) -> str:
        """What is missing for a gradient of a loss, if anything."""
        return own_gradient.lacking(self.trace)

    @property
    def in_last_layer(self) -> bool:
        """Whether the layer that is shown is the one that the readout reads: the Jacobian then bounds the gradient."""
        return self.trace.layer == self.trace.layers

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """One for each thing that is measured: h, a second part of the state, the Jacobian, the forward difference;
        without those for which something is missing."""
        if self.flow is None:
            return ()
        return (*curves_of(self.flow, not self.lacks, self.trace.compared), *self._of_other())

    def _of_other(self) -> Iterator[Curve]:
        """Side B's Jacobian, over as many steps as side A has."""
        if self.other is None:
            return
        norms = self.other.jacobian_back[: self.length].tolist()
        yield Curve("B: Jacobian", "◇", 2, tuple(norms + [math.nan] * (self.length - len(norms))))

    def curve(self, mark: str) -> Curve | None:
        """The curve of a mark, if it is there."""
        return next((curve for curve in self.curves if curve.mark == mark), None)

    @cached_property
    def toys(self) -> tuple[ToyCurve, ...]:
        """The textbook's three λ with the chosen derivative, and the chosen λ where it is another."""
        return toys_of(self.toy)

    @cached_property
    def matrices(self) -> tuple[Matrix, ...]:
        """Wh, or each gate's part of it, as far as they are measured."""
        symbols = self.seen.cell.symbols or ("",)
        return tuple(
            Matrix(symbol, one.singular, one.radius) for symbol, one in zip(symbols, self.recurrent, strict=False)
        )

    @cached_property
    def keeping(self) -> tuple[str, str, float] | None:
        """The gate that keeps the old state: its letter, its name, and its mean over all units and periods; None for a
        cell without one, and of a long trace, whose gates are not kept."""
        cell = self.seen.cell
        if cell.keeps is None or self.trace.stream is not None:
            return None
        return cell.symbols[cell.keeps], cell.gates[cell.keeps], float(self.trace.real.gates[:, cell.keeps].mean())

    def numbers(self) -> list[dict[str, object]]:
        """A row for each norm that there is, at full precision: what `x` saves."""
        rows = [
            {"series": curve.name, "steps apart": k, "norm": value, "of its first": share}
            for curve in self.curves
            for k, (value, share) in enumerate(zip(curve.values, curve.shares, strict=True))
            if not math.isnan(value)
        ]
        return [*rows, *self._toy_numbers()]

    def _toy_numbers(self) -> Iterator[dict[str, object]]:
        for one in self.toys:
            for k, value in enumerate(one.norms):
                name = f"toy λ={one.toy.eigenvalue:g} derivative={one.toy.derivative:g}"
                yield {"series": name, "steps apart": k, "norm": value, "of its first": value}


@lru_cache(maxsize=4)
def curves_of(flow: Flow, has_loss: bool, compared: bool) -> tuple[Curve, ...]:
    """The curves of a flow; kept, for of very long sequences they take a while."""
    places, curves = (0, 2), list[Curve]()
    if has_loss:
        curves += [
            Curve(f"dL/d{letter}", letter, places[part], tuple(flow.back(part).tolist()))
            for part, letter in enumerate(flow.parts)
        ]
    if flow.wanted:
        curves.append(Curve("Jacobian", "J", 1, tuple(flow.jacobian_back.tolist())))
    if compared:
        curves.append(Curve("difference", "◆", 3, tuple(flow.difference.tolist()), forward=True))
    return tuple(curves)


@lru_cache(maxsize=32)
def toys_of(toy: Toy) -> tuple[ToyCurve, ...]:
    """See `Figure.toys`."""
    shown = (*SHOWN, *([] if toy.eigenvalue in SHOWN else [toy.eigenvalue]))
    return tuple(
        ToyCurve(own := replace(toy, eigenvalue=value), TOY_MARKS[place], place, value == toy.eigenvalue, norms(own))
        for place, value in enumerate(shown)
    )


@lru_cache(maxsize=1)
def textbook() -> tuple[str, ...]:
    """What the textbook said of its toy, and what is computed."""
    low, middle, high = (norms(Toy(value, 0.9)) for value in SHOWN)
    said = published_figures()
    lost, gained = orders(low[STEPS]) or 0.0, orders(high[STEPS]) or 0.0
    natural = -math.log(low[STEPS])
    return (
        f"The textbook says {said['twenty-orders-lost'].figure:g} orders are lost at λ = {SHOWN[0]:g} and as many "
        f"gained at {SHOWN[2]:g}. It is {-lost:.2f} and {gained:.2f}: {natural:.1f} is the natural logarithm.",
        f"It calls λ = {said['eigenvalue-one'].figure:g} the boundary. There {-(orders(middle[STEPS]) or 0.0):.2f} "
        "orders are lost: the derivative counts too.",
    )


def share_text(share: float | None) -> str:
    """A share of a first value, in at most seven characters: 0.0991, 3.1e−7, 152.3; – where there is none."""
    if share is None or math.isnan(share):
        return "–"
    if share == 0.0:
        return "0"
    if share < 0.001 or share >= 1e4:
        return scientific(share) if share < math.inf else "∞"
    return f"{share:.{4 if share < 10 else 1}f}"


def factor_text(factor: float | None, places: int = 3) -> str:
    """×0.531; – where there is none."""
    return "–" if factor is None or math.isnan(factor) else f"×{number(factor, places)}"


def orders_text(gained: float | None) -> str:
    """−8.56, +2.01; – where the norm has become 0 or infinite."""
    return "–" if gained is None else number(gained, 2, "+")


def sentence(figure: Figure) -> Said:
    """In plain words what one sees at the lit period."""
    if figure.failed:
        return Said(f"The way back could not be computed. {figure.failed}")
    if figure.waits:
        return own_gradient.waiting(figure.trace)
    if figure.flow is None or (not figure.curves and figure.flow.wanted):
        return Said("Computing the gradient on its way back…")
    if figure.stopped:
        return own_gradient.stopped(figure.flow)
    h, difference = figure.curve("h"), figure.curve("◆")
    k = figure.steps
    if h is None:
        bound = figure.curve("J")
        most = share_text(bound.values[k]) if bound is not None and bound.values[k] >= 0.0 else ""
        return own_gradient.without_loss(figure.lacks, most, k, figure.period)
    value = h.values[k]
    if h.begin is None and figure.flow.walked:
        return Said("No gradient goes back: the loss of this sequence has none, or the network has run away.")
    if figure.flow.walked >= 0 and k >= figure.flow.walked:
        return Said(f"Computing: {figure.flow.walked} of {figure.length} periods are walked back. ⟨leave⟩ stops it.")
    if k == 0:
        return Said(
            f"At period {figure.period} the gradient starts, ‖dL/dh‖ = {share_text(value)}. ⟨further⟩ goes back.",
            f"Period {figure.period}: the gradient starts at {share_text(value)}. ⟨further⟩ goes back.",
        )
    steps = f"{k} step{'s' if k > 1 else ''} back"
    left = share_text(h.shares[k])
    long = f"{steps}, at period {figure.period}, {left} of the gradient by h is left"
    short = f"{steps}, period {figure.period}: {left} of the gradient is left"
    mean = mean_factor(value, h.values[h.begin or 0], k - (h.begin or 0))
    if mean is not None:
        long, short = f"{long}, ×{mean:.3f} a step", f"{short}, ×{mean:.3f} a step"
    if difference is None:
        return Said(f"{long}.", f"{short}.")
    ahead = difference.shares[k]
    return Said(f"{long}; of the difference, {k} forward, {share_text(ahead)}.", f"{short}.")
