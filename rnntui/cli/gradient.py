"""The table of the gradient on its way back, of a real network or of the toy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rnntui_engine import jit
from rnntui_engine.cells import cell_named
from rnntui_engine.flow import slope
from rnntui_engine.loaded import stack_named
from rnntui_engine.long_trace import long_trace
from rnntui_engine.measures import recurrent_of
from rnntui_engine.records import BadInput, NetworkChoice, Trace, Weights
from rnntui_engine.streamed import EACH, Stream
from rnntui_engine.toy import SIZE, Toy, norms, orders
from rnntui_engine.unroll import layer_shown, trace
from rnntui_engine.way_back import LARGEST, Walk

from ..own_gradient import lacking, no_radius, too_large
from .choices import ONE, Asked, in_words, one, ran_away, trained
from .elsewhere import elsewhere
from .formats import Column, Row, decimals, whole
from .lesson_tables import no_numbers
from .table import Computed, Report, Table

OWN_WAY = "that layer's own way; its gradient comes from the layer above as well, and may be longer."
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
    for name in (*ONE, "layer"):
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
    about, walked = list(in_words(chosen, bool(asked["trained"]))), list[Walk]()
    layer, layers = _layer(asked, chosen)
    notes_of: list[str] = []

    def rows() -> Iterator[Row]:
        jit.load()
        weights = _trained(chosen, report, notes_of) if asked["trained"] and not chosen.weights else None
        found = long_trace(chosen, subscriber, weights, layer=layer)
        if found is None or found.stream is None:
            found = trace(chosen, subscriber, weights, layer=layer)
        else:
            for ready in elsewhere(_read(found.stream)):
                report(ready, found.length)
        walk = Walk(found)
        walked.append(walk)
        yield from _rows_of(walk, report)
        if found.compared:
            yield from _series("difference", found.difference[1:, 0].tolist())

    def notes(rows: Sequence[Row]) -> list[str]:
        lines = []
        if not walked or walked[0].has_loss:
            lines.append(
                "dL/d…: the norm of the gradient of this sequence's loss by that part of the state after period "
                "T - steps, the other part held fixed.")  # fmt: skip
        if walked and not walked[0].trace.compared:
            lines.append("There is no difference: no sequence starts with the marker, so there are no twins.")
        lines += [
            "jacobian: the largest singular value of the Jacobian of the whole state at T by the whole state at "
            f"T - steps: {'no gradient is lengthened by more.' if layer == layers else OWN_WAY}",
            "difference: the other way, forward: |marked - unmarked| summed over the units after period 1 + steps.",
        ]
        for walk in walked:
            lines += _left_out(walk)
        return [*lines, *_factors(rows), *(line for walk in walked for line in _matrices(walk.trace)), *notes_of]

    title = f"The gradient on its way back: subscriber {subscriber}, T = {chosen.length}, "
    which = f"layer {layer} of {layers}, " if layers > 1 else ""
    run = "" if chosen.weights else f"k{chosen.run}, "
    return Computed(title + run + which + ", ".join(about), COLUMNS, rows(), notes)


def _layer(asked: Asked, chosen: NetworkChoice) -> tuple[int, int]:
    """Which layer is measured, and how many there are. Raises BadInput for one that there is not."""
    asked_for = asked.get("layer")
    if asked_for is not None and not chosen.weights:
        raise BadInput("the lesson's networks have one layer; this goes with --weights", "layer")
    layers = len(stack_named(chosen.weights).layers) if chosen.weights else 1
    if asked_for is not None and asked_for < 1:
        raise BadInput(f"{asked_for} is not a layer from 1 to {layers}", "layer")
    return layer_shown(asked_for or 0, layers), layers


def _read(stream: Stream) -> Iterator[int]:
    """A very long sequence through a very large network: how many periods are read by now."""
    while not stream.complete:
        stream.advance(EACH)
        yield stream.ready


def _pieces(walk: Walk) -> Iterator[tuple[int, int]]:
    while walk.advance():
        yield walk.pieces


def _rows_of(walk: Walk, report: Report) -> Iterator[Row]:
    """The gradients' rows as soon as all are there, each Jacobian's as it comes; interrupted, those that are there."""
    told, given, length = not walk.has_loss, 0, walk.trace.length
    try:
        for done, total in elsewhere(_pieces(walk)):
            report(done, total)
            there = done - (length if walk.has_loss else 0)
            if there >= 0 and not told:
                told = True
                yield from _gradients(walk)
            if there > given:
                yield from _series("jacobian", walk.norms[given:there], given)
                given = there
    except KeyboardInterrupt:
        if not told:
            yield from _gradients(walk)
        raise
    if not told:
        yield from _gradients(walk)
    yield from _series("jacobian", walk.norms[given:], given)


def _gradients(walk: Walk) -> Iterator[Row]:
    there = len(walk.gradients)
    for part, letter in enumerate(walk.cell.parts):
        yield from _series(f"dL/d{letter}", [norms[part] for norms in walk.gradients[:there]])


def _left_out(walk: Walk) -> Iterator[str]:
    """What is not measured, and why."""
    trace, size = walk.trace, walk.size
    missing = lacking(trace)
    if missing:
        yield f"There is no dL/d…: {missing}."
    if not walk.wanted:
        yield f"The Jacobian of a state of more than {LARGEST} numbers is not computed; this one has {size}."
    elif walk.wanted < trace.length:
        yield f"jacobian: of the last {walk.wanted} of {trace.length} periods only; all of them would take too long."


def _trained(chosen: NetworkChoice, report: Report, notes: list[str]) -> Weights:
    result = trained(chosen, report)
    if result.stopped_at is None:
        return result.weights
    notes.append(f"Nothing can be measured: {ran_away(result)}.")
    return no_numbers(result.weights)


def _series(name: str, norms: Sequence[float], first: int = 0) -> Iterator[Row]:
    for steps, norm in enumerate(norms, first):
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


def _matrices(found: Trace) -> Iterator[str]:
    """Two numbers of Wh, or of each gate's part of it: what is a rule of thumb only."""
    weights, cell = found.weights, cell_named(found.choice.cell)
    if not weights.finite:
        return
    large = too_large(found)
    measured = [recurrent_of(weights, block) for block in range(cell.blocks)]
    if not cell.gates:
        thumb = "a rule of thumb: what is proven is on the Jacobian's norm."
        radius = f". {no_radius()}" if large else f"; spectral radius {measured[0].radius:.4f}, which is {thumb}"
        yield f"Wh: largest singular value {measured[0].singular:.4f}{radius}"
        return
    singular = ", ".join(f"{s} {one.singular:.4f}" for s, one in zip(cell.symbols, measured, strict=True))
    if large:
        yield f"Wh of each gate: largest singular value {singular}. It does not decide. {no_radius()}"
        return
    radius = ", ".join(f"{s} {one.radius:.4f}" for s, one in zip(cell.symbols, measured, strict=True))
    yield f"Wh of each gate: largest singular value {singular}; spectral radius {radius}. Neither decides."


GRADIENT = Table(
    "gradient",
    "The gradient on its way back: norms at each step back, beside the forward difference. With --lambda or "
    "--derivative the toy: a gradient multiplied by lambda times that derivative, 60 steps.",
    (*ONE, "layer", "lambda", "derivative"), gradient,
)  # fmt: skip
