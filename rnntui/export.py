"""Taking home what is on the screen: its picture as SVG and as text, its numbers as CSV, and trained weights."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from rnntui_engine.cells import cell_named
from rnntui_engine.records import Trace
from rnntui_engine.sequences import written
from rnntui_engine.weights import saved

from .files import write, write_bytes
from .panel_numbers import rows_of
from .picture import FONTS_FROM_THE_NET, screen_text
from .sentences import plural
from .widgets.panel import Panel

if TYPE_CHECKING:
    from .app import RnnApp
    from .seen import Seen


ENDINGS = (".svg", ".txt", ".csv", "-B.csv", "-sequence.csv", ".safetensors")


PAGE = 32  # units of a very long trace whose h is saved


def numbers(trace: Trace, page: Sequence[int] = ()) -> str:
    """The whole trace as CSV at full precision, a row per period: reading, probability, difference, every unit's
    states and gates. A very long trace's has the periods that are computed, and of the units, which would be gigabytes,
    h of those of a `page` (counted from 0) in the single precision in which it is kept."""
    cell, whole = cell_named(trace.choice.cell), trace.stream is None
    units = range(1, trace.weights.hidden + 1)
    head = ["period", "reading", "probability", "difference"]
    if whole:
        head += [f"{part}{k}" for part in cell.parts for k in units]
        head += [f"{gate} {k}" for gate in cell.gates for k in units]
    else:
        head += [f"h{k + 1} (float32)" for k in page]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(head)
    for t in range(1, trace.ready + 1):
        row = [float(v) for v in (trace.readings[t - 1], trace.real.probabilities[t], trace.difference[t, 0])]
        if whole:
            row += trace.real.states[t].ravel().tolist() + trace.real.gates[t - 1].ravel().tolist()
        kept = [] if trace.stream is None else [f"{h:.9g}" for h in trace.stream.h[t, list(page)]]
        table.writerow([t, *map(repr, row), *kept])
    return text.getvalue()


def table(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows of named values as CSV at full precision; nothing where there is no row."""
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def save(app: RnnApp) -> str:
    """Save what the app shows in the folder it was started in; returns what there is to say of it.

    The Step view gives the trace, side B's too, an edited or own sequence so that it can be opened again, and the
    weights of a trained network; other views their table.
    """
    seen = app.viewing.seen
    choices, network = seen.choices, seen.choices.network
    which = "file" if network.weights else f"k{network.run}"
    name = f"rnntui-{app.view}-{choices.subscriber}-{network.cell}-{which}-T{network.length}-p{seen.period}"
    if app.view == "gates":
        name = f"rnntui-gates-step-{seen.hand.step}"
    files: dict[str, str | bytes] = {".svg": FONTS_FROM_THE_NET.sub("", app.export_screenshot())}
    files[".txt"] = screen_text(app)
    figures = [figure for panel in app.screen_stack[0].query_one(f"#{app.view}").query(Panel)
               if (figure := getattr(panel, "figure", None)) is not None]  # fmt: skip
    if figures:
        files[".csv"] = table(figures[0].numbers())
    else:
        files[".csv"] = numbers(seen.trace, page_of(seen))
        if seen.other:
            files["-B.csv"] = numbers(seen.other.trace)
        if seen.trace.data.own or seen.trace.edits:
            files["-sequence.csv"] = written(seen.trace.data, seen.trace.subscriber, seen.trace.readings)
        trained = app.viewing.networks.get(network) if seen.trace.trained else None
        if trained is not None and trained.stopped_at is None:
            files[".safetensors"] = saved(trained, f"rnntui {version('rnntui')}")
    files = {ending: content for ending, content in files.items() if content}
    *more, last = files
    if app.served:
        app.deliver_binary(io.BytesIO(packed(name, files)), save_filename=f"{name}.zip", mime_type="application/zip")
        return f"Downloaded as {name}.zip: {', '.join(more)} and {last}.{_of_long(seen, figures)}"
    try:
        path = export(Path.cwd(), name, files)
    except OSError as problem:
        return f"Nothing was saved: {problem.strerror or problem}."
    return f"Saved {path.name}{', '.join(more)} and {last} here.{_of_long(seen, figures)}"


def page_of(seen: Seen) -> Sequence[int]:
    """The units of a very long trace whose h is saved: the page on which the lit one stands, in the order shown."""
    return list(seen.page(PAGE)) if seen.trace.stream is not None else ()


def _of_long(seen: Seen, figures: Sequence[object]) -> str:
    """What is not in the numbers of a very long trace."""
    if seen.trace.stream is None or figures:
        return ""
    there = f"{min(PAGE, seen.trace.weights.hidden)} units around the lit one"
    return f" Of this long trace it has h of the {there}, no gates; ⟨copy⟩ on the heat copies those near the cursor."


def packed(name: str, files: Mapping[str, str | bytes]) -> bytes:
    """NAME with each of the endings in one zip archive: a browser downloads one file."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for ending, content in files.items():
            file.writestr(name + ending, content)
    return archive.getvalue()


def copy(app: RnnApp) -> str:
    """Copy the numbers of the focused panel as CSV, or without one those of the whole view; returns what to say."""
    seen, panel = app.viewing.seen, app.focused
    figure = getattr(panel, "figure", None)
    if figure is not None:
        name, text = "this view", table(figure.numbers())
    elif isinstance(panel, Panel) and (rows := rows_of(panel.NAME, seen)):
        name, text = f"the panel {panel.NAME}", table(rows)
    else:
        name, text = "the whole trace", numbers(seen.trace, page_of(seen))
    if not text:
        return "There are no numbers to copy yet."
    app.copy_to_clipboard(text)
    return f"Copied {name} as CSV, {plural(text.count(chr(10)) - 1, 'row')}, if this terminal allows it."


def free_name(folder: Path, name: str) -> Path:
    """A name that nothing in the folder has yet: name, name-2, name-3, …, without an ending."""
    number = 1
    while True:
        path = folder / (name if number == 1 else f"{name}-{number}")
        if not any(path.with_name(path.name + ending).exists() for ending in ENDINGS):
            return path
        number += 1


def export(folder: Path, name: str, files: Mapping[str, str | bytes]) -> Path:
    """Write NAME with each of the endings, each file whole or not at all; returns their name without ending.

    Raises OSError.
    """
    path = free_name(folder, name)
    for ending, content in files.items():
        target = path.with_name(path.name + ending)
        if isinstance(content, str):
            write(target, content)
        else:
            write_bytes(target, content)
    return path
