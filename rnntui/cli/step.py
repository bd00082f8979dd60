"""`rnntui step`: the trace of one subscriber, a paragraph per period or a JSON object."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from rnntui_engine.cells import cell_named
from rnntui_engine.records import Trace
from rnntui_engine.unroll import trace

from .choices import ONE, format_option, one, options, ran_away, trained
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
        found = trace(chosen, subscriber, weights)
    emit(as_json(found) if form == "json" else "\n".join(narrated(found)) + "\n")
    return DONE


def as_json(found: Trace) -> str:
    """The object of `record`, a line for each period."""
    head = {name: value for name, value in record(found).items() if name != "periods"}
    periods = ",\n  ".join(json_value(period) for period in periods_of(found))
    return f'{json_value(head)[:-1]}, "periods": [\n  {periods}\n]}}\n'


def record(found: Trace) -> dict[str, Any]:
    """The trace as an object: whose it is, the answer at T, and every period from the first."""
    return {
        "subscriber": found.subscriber,
        "cell": found.choice.cell,
        "run": None if found.choice.weights else f"k{found.choice.run}",
        "length": found.length,
        "label": found.label,
        "probability": float(found.real.probabilities[found.length]),
        "periods": periods_of(found),
    }


def periods_of(found: Trace) -> list[dict[str, Any]]:
    """One object per period, all per unit: the state and the gates only where the cell has them."""
    cell, real = cell_named(found.choice.cell), found.real
    marked, unmarked = found.marked_twin, found.unmarked_twin
    periods = []
    for t in range(1, found.length + 1):
        period: dict[str, Any] = {
            "period": t,
            "reading": float(found.readings[t - 1]),
            "input": found.inputs[t - 1].tolist(),
            "h": real.h[t].tolist(),
            "h_marked": marked.h[t].tolist(),
            "h_unmarked": unmarked.h[t].tolist(),
            "difference": float(found.difference[t, 0]),
            "difference_per_unit": found.difference_per_unit[t, 0].tolist(),
            "probability": float(real.probabilities[t]),
        }
        if len(cell.parts) > 1:
            period["state"] = real.states[t, 1].tolist()
            period["state_marked"] = marked.states[t, 1].tolist()
            period["state_unmarked"] = unmarked.states[t, 1].tolist()
        if cell.gates:
            period["gates"] = dict(zip(cell.gates, real.gates[t - 1].tolist(), strict=True))
        periods.append(period)
    return periods
