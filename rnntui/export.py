"""Taking home what is on the screen: the picture as SVG and as text, and the numbers of the trace as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from rnntui_engine.cells import cell_named
from rnntui_engine.records import Trace

from .picture import write


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


def free_name(folder: Path, name: str) -> Path:
    """A name that nothing in the folder has yet: name, name-2, name-3, …, without an ending."""
    number = 1
    while True:
        path = folder / (name if number == 1 else f"{name}-{number}")
        if not any(path.with_name(path.name + ending).exists() for ending in (".svg", ".txt", ".csv")):
            return path
        number += 1


def export(folder: Path, name: str, svg: str, text: str, trace: Trace) -> Path:
    """Write NAME.svg, NAME.txt and NAME.csv, each whole or not at all; returns their name without ending.

    Raises OSError.
    """
    path = free_name(folder, name)
    for ending, content in ((".svg", svg), (".txt", text), (".csv", numbers(trace))):
        write(path.with_name(path.name + ending), content)
    return path
