"""The table of the gradient on its way back, of a real network or of the toy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rnntui_engine import jit
from rnntui_engine.cells import cell_named
from rnntui_engine.flow import LARGEST, begun, jacobian_norms, slope
from rnntui_engine.measures import largest_singular_value, spectral_radius
from rnntui_engine.records import BadInput, NetworkChoice, Weights
from rnntui_engine.toy import SIZE, Toy, norms, orders
from rnntui_engine.unroll import trace

from .choices import ONE, Asked, in_words, one, ran_away, trained
from .elsewhere import elsewhere
from .formats import Column, Row, decimals, whole
from .lesson_tables import no_numbers
from .table import Computed, Report, Table

COLUMNS = (
    whole("series", "series"), whole("steps_back", "steps back"),
    Column("norm", "norm", lambda row: decimals(row["norm"], 5)),
)  # fmt: skip


def gradient(asked: Asked, report: Report) -> Computed:
    """The toy where its λ or derivative is asked for, else one sequence through one network."""
    if asked["lambda"] is not None or asked["derivative"] is not None:
        return _toy(asked)
    return _real(asked, report)


def _toy(asked: Asked) -> Computed:
    for name in ONE:
        if asked.get(name):
            raise BadInput("--lambda and --derivative ask for the toy, which has no such choice", name)
    toy = Toy(*(default if asked[name] is None else asked[name]
                for name, default in (("lambda", Toy.eigenvalue), ("derivative", Toy.derivative))))  # fmt: skip

    def rows() -> Iterator[Row]:
        for steps, norm in enumerate(norms(toy)):
            yield {"series": "toy", "steps_back": steps, "norm": norm}

    def notes(rows: Sequence[Row]) -> list[str]:
        lines = [f"A gradient vector is really multiplied: Wh is lambda times I of size {SIZE}, the norm begins at 1."]
        gained = orders(rows[-1]["norm"])
        if gained is not None:
            how = f"{abs(gained):.2f} orders of magnitude {'lost' if gained < 0 else 'gained'}"
            lines.append(f"After {rows[-1]['steps_back']} steps: {how}.")
        if toy.boundary is not None:
            lines.append(f"It neither vanishes nor explodes at lambda = 1 / derivative = {toy.boundary:.4f}.")
        return lines

    title = f"A gradient on its way back, the toy: lambda {toy.eigenvalue:g}, activation derivative {toy.derivative:g}"
    return Computed(title, COLUMNS, rows(), notes)


def _real(asked: Asked, report: Report) -> Computed:
    chosen, subscriber = one(asked)
    cell, about, weights_of = cell_named(chosen.cell), list(in_words(chosen, bool(asked["trained"]))), list[Weights]()
    notes_of: list[str] = []

    def rows() -> Iterator[Row]:
        jit.load()
        weights = _trained(chosen, report, notes_of) if asked["trained"] else None
        found = trace(chosen, subscriber, weights)
        weights_of.append(found.weights)
        way, flow = begun(found)
        for part, letter in enumerate(cell.parts):
            yield from _series(f"dL/d{letter}", flow.back(part).tolist())
        for steps, norm in enumerate(elsewhere(jacobian_norms(way))):
            yield {"series": "jacobian", "steps_back": steps, "norm": norm}
            report(steps + 1, flow.length)
        yield from _series("difference", flow.difference.tolist())

    def notes(rows: Sequence[Row]) -> list[str]:
        lines = [
            "dL/d…: the norm of the gradient of this sequence's loss by that part of the state after period T - steps, "
            "the other part held fixed.",
            "jacobian: the largest singular value of the Jacobian of the whole state at T by the whole state at "
            "T - steps: no gradient is lengthened by more.",
            "difference: the other way, forward: |marked - unmarked| summed over the units after period 1 + steps.",
        ]
        if weights_of and len(cell.parts) * weights_of[0].hidden > LARGEST:
            lines.append(f"The Jacobian of a state of more than {LARGEST} numbers is not computed.")
        return [*lines, *_factors(rows), *(line for weights in weights_of for line in _matrix(weights)), *notes_of]

    title = f"The gradient on its way back: subscriber {subscriber}, T = {chosen.length}, k{chosen.run}, "
    return Computed(title + ", ".join(about), COLUMNS, rows(), notes)


def _trained(chosen: NetworkChoice, report: Report, notes: list[str]) -> Weights:
    result = trained(chosen, report)
    if result.stopped_at is None:
        return result.weights
    notes.append(f"Nothing can be measured: {ran_away(result)}.")
    return no_numbers(result.weights)


def _series(name: str, norms: Sequence[float]) -> Iterator[Row]:
    for steps, norm in enumerate(norms):
        yield {"series": name, "steps_back": steps, "norm": norm}


def _factors(rows: Sequence[Row]) -> Iterator[str]:
    """What each series is multiplied by at a step, from its first value above 0 to its last one above 0."""
    words = []
    for name in dict.fromkeys(row["series"] for row in rows):
        factor = slope([row["norm"] for row in rows if row["series"] == name])
        if factor is not None:
            words.append(f"{name} {factor:.3f}")
    if words:
        yield f"Mean factor per step: {', '.join(words)}."


def _matrix(weights: Weights) -> Iterator[str]:
    """Of a plain cell's Wh: what is a rule of thumb only."""
    rows, hidden = weights.Wh.shape
    if rows == hidden and weights.finite:
        yield (
            f"Wh: largest singular value {largest_singular_value(weights.Wh):.4f}; spectral radius "
            f"{spectral_radius(weights.Wh):.4f}, which is a rule of thumb: what is proven is on the Jacobian's norm."
        )


GRADIENT = Table(
    "gradient",
    "The gradient on its way back: norms at each step back, beside the forward difference. With --lambda or "
    "--derivative the toy: a gradient multiplied by lambda times that derivative, 60 steps.",
    (*ONE, "lambda", "derivative"), gradient,
)  # fmt: skip
