"""Taking home what is on the screen: the picture as SVG and as text, and the numbers of the trace as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from rnntui_engine.cells import cell_named
from rnntui_engine.records import Trace

from .files import write
from .picture import FONTS_FROM_THE_NET, screen_text

if TYPE_CHECKING:
    from .app import RnnApp


def numbers(trace: Trace) -> str:
    """The whole trace as CSV at full precision, a row per period: reading, probability, difference, every unit's
    states and gates."""
    cell, hidden = cell_named(trace.choice.cell), trace.weights.hidden
    units = range(1, hidden + 1)
    head = ["period", "reading", "probability", "difference"]
    head += [f"{part}{k}" for part in cell.parts for k in units] + [f"{gate} {k}" for gate in cell.gates for k in units]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(head)
    for t in range(1, trace.length + 1):
        table.writerow(
            [t, *(repr(float(v)) for v in (trace.readings[t - 1], trace.real.probabilities[t], trace.difference[t, 0])),
             *(repr(v) for v in trace.real.states[t].ravel().tolist()),
             *(repr(v) for v in trace.real.gates[t - 1].ravel().tolist())]
        )  # fmt: skip
    return text.getvalue()


def save(app: RnnApp) -> str:
    """Save what the app shows in the folder it was started in; returns what there is to say of it."""
    seen = app.viewing.seen
    choices, network = seen.choices, seen.choices.network
    name = f"rnntui-{app.view}-{choices.subscriber}-{network.cell}-k{network.run}-T{network.length}-p{seen.period}"
    svg = FONTS_FROM_THE_NET.sub("", app.export_screenshot())
    traces = [seen.trace, *([seen.other.trace] if seen.other else [])]
    try:
        path = export(Path.cwd(), name, svg, screen_text(app), *traces)
    except OSError as problem:
        return f"Nothing was saved: {problem.strerror or problem}."
    also = " and -B.csv" if seen.other else ""
    return f"Saved {path.name}.svg, .txt{',' if also else ' and'} .csv{also} in this folder."


def free_name(folder: Path, name: str) -> Path:
    """A name that nothing in the folder has yet: name, name-2, name-3, …, without an ending."""
    number = 1
    while True:
        path = folder / (name if number == 1 else f"{name}-{number}")
        if not any(path.with_name(path.name + ending).exists() for ending in (".svg", ".txt", ".csv", "-B.csv")):
            return path
        number += 1


def export(folder: Path, name: str, svg: str, text: str, *traces: Trace) -> Path:
    """Write NAME.svg, NAME.txt and NAME.csv, each whole or not at all; returns their name without ending.

    A second trace is that of side B: NAME-B.csv. Raises OSError.
    """
    path = free_name(folder, name)
    files = [(".svg", svg), (".txt", text), *zip((".csv", "-B.csv"), map(numbers, traces), strict=False)]
    for ending, content in files:
        write(path.with_name(path.name + ending), content)
    return path
