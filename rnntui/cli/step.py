"""`rnntui step`: the trace of one subscriber, a paragraph per period or a JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
import numpy as np

from rnntui_engine import jit
from rnntui_engine.cells import cell_named
from rnntui_engine.long_trace import long_trace
from rnntui_engine.records import Trace
from rnntui_engine.streamed import EACH, Stream
from rnntui_engine.unroll import trace

from .choices import ONE, format_option, one, options, ran_away, trained
from .elsewhere import elsewhere
from .errors import DONE, Command
from .formats import json_value
from .narration import narrated
from .output import Progress, emit


@click.command("step", cls=Command)
@options(*ONE)
@format_option("text", "json")
def step(form: str, **asked: Any) -> int:
    """One network on one sequence, a period at a time.

    As text, for a screen reader, a pipe or a log; as JSON at full precision.
    """
    chosen, subscriber = one(asked)
    weights = None
    if asked["trained"] and not chosen.weights:
        with Progress("training, epoch") as report:
            result = trained(chosen, report)
        weights = result.weights
        if result.stopped_at is not None:
            shown = f"what follows is the network after epoch {result.stopped_at}"
            click.echo(f"rnntui: {ran_away(result)}; {shown}", err=True)
    with np.errstate(all="ignore"):
        found = long_trace(chosen, subscriber, weights)
        if found is not None and found.stream is not None:
            _read(found.stream)
        else:
            found = trace(chosen, subscriber, weights)
        for piece in as_json(found) if form == "json" else (f"{line}\n" for line in narrated(found)):
            emit(piece)
    return DONE


def _read(stream: Stream) -> None:
    """A very long sequence through a very large network: what is said of its end is said first."""

    def parts() -> Iterator[int]:
        while not stream.complete:
            stream.advance(EACH)
            yield stream.ready

    jit.load()
    with Progress("reading, period") as report:
        for ready in elsewhere(parts()):
            report(ready, stream.length)


def as_json(found: Trace) -> Iterator[str]:
    """The object of `record` in pieces, a line for each period."""
    head = {name: value for name, value in record(found, ()).items() if name != "periods"}
    yield f'{json_value(head)[:-1]}, "periods": ['
    for place, period in enumerate(periods_of(found)):
        yield f"{',' if place else ''}\n  {json_value(period)}"
    yield "\n]}\n"


def record(found: Trace, periods: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The trace as an object: whose it is, the answer at T, and every period, or those given."""
    return {
        "subscriber": found.name if found.data.own else found.subscriber,
        "cell": found.choice.cell,
        "run": None if found.choice.weights else f"k{found.choice.run}",
        "length": found.length,
        "label": found.label,
        "probability": float(found.real.probabilities[found.length]),
        "periods": list(periods_of(found)) if periods is None else list(periods),
    }


def periods_of(found: Trace) -> Iterator[dict[str, Any]]:
    """One object per period, all per unit: the state and the gates only where the cell has them."""
    cell, real = cell_named(found.choice.cell), found.real
    marked, unmarked = found.marked_twin, found.unmarked_twin
    for t in range(1, found.length + 1):
        period: dict[str, Any] = {
            "period": t,
            "reading": float(found.readings[t - 1]),
            "input": found.inputs[t - 1].tolist(),
            "h": real.h[t].tolist(),
            "h_marked": marked.h[t].tolist() if found.compared else None,
            "h_unmarked": unmarked.h[t].tolist() if found.compared else None,
            "difference": float(found.difference[t, 0]) if found.compared else None,
            "difference_per_unit": found.difference_per_unit[t, 0].tolist() if found.compared else None,
            "probability": float(real.probabilities[t]),
        }
        if len(cell.parts) > 1:
            period["state"] = real.states[t, 1].tolist()
            period["state_marked"] = marked.states[t, 1].tolist() if found.compared else None
            period["state_unmarked"] = unmarked.states[t, 1].tolist() if found.compared else None
        if cell.gates:
            period["gates"] = dict(zip(cell.gates, real.gates[t - 1].tolist(), strict=True))
        yield period
