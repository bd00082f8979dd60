"""The command line that computes a number of a demo again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote

from rnntui_engine.cells import cell_named
from rnntui_engine.loaded import stack_named
from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice
from rnntui_engine.sequences import Own

from ..seen import Choices
from ..shipped import spelled
from .figures import Let

DEFAULT = NetworkChoice()
TABLES = {
    "baseline": "baseline",
    "accuracy": "training",
    "parameters": "parameters",
    "right": "answers",
    "right_share": "answers",
    "right_b": "answers",
}  # names that are no trace's
ALONE = ("step", "check")  # tables that are commands of their own
OF_B = {"difference_b", "probability_b", "apart", "right_b"}  # what needs side B


def commands(
    names: Iterable[str], choices: Choices, pinned: Choices | None, lets: Mapping[str, Let]
) -> list[str]:  # fmt: skip
    """The commands that print what the names of an expression stand for, where these choices are shown."""
    found = []
    for name in names:
        if name in lets:
            found.append(of_table(lets[name]))
        elif name == "parameters" and choices.network.weights:
            continue  # no table counts those of a file
        elif name in TABLES:
            shown = pinned if name in OF_B and pinned is not None else choices
            found.append(f"rnntui table {TABLES[name]}{_of_table(name, shown)}")
        else:
            found.append(step(choices))
            if name in OF_B and pinned is not None:
                found.append(step(pinned))
    return list(dict.fromkeys(found))


def step(choices: Choices) -> str:
    """`rnntui step` for what is shown; edited readings and an inner layer, which no option can
    give, are named behind it."""
    network = choices.network
    words = [f"rnntui step --subscriber {quote(choices.name)} --length {network.length}"]
    if not network.weights:
        words.append(f"--run k{network.run}")
    words += _kind(network)
    if choices.trained and not network.weights:
        words += ["--trained", *_training(network)]
    edits = ", ".join(f"period {period} edited to {reading:g}" for period, reading in choices.edits)
    layers = len(stack_named(network.weights).layers) if network.weights else 1
    inner = f"layer {choices.layer} of {layers}" if 0 < choices.layer < layers else ""
    beside = ", ".join(part for part in (edits, inner) if part)
    return " ".join(words) + (f" ({beside})" if beside else "")


VIEWS = {
    "decay": "trace",
    "train": "training",
    "reach": "reach",
    "gradient": "gradient",
    "forecast": "forecast",
    "gates": "gates",
}  # the tables with what a view shows


def table_of_view(view: str, choices: Choices) -> str:
    """The command that prints what another view than Step shows, of the network that is chosen."""
    network, words = choices.network, [f"rnntui table {VIEWS[view]}"]
    if view in ("decay", "train", "reach", "gradient"):
        words += _kind(network)
    if view == "gradient":
        words[1:1] = [f"--subscriber {quote(choices.name)}", f"--length {network.length}"]
        if not network.weights:
            words += [f"--run k{network.run}"] + ["--trained"] * choices.trained
    return " ".join(words)


def of_table(let: Let) -> str:
    """The command that prints the table of a figure with a name, and which of its fields the figure is."""
    group = "" if let.request.source in ALONE else "table "
    row = "".join(f", where {column} is {value}" for column, value in let.where)
    words = " ".join((let.request.source, *let.request.words))
    return f"rnntui {group}{words} (field {'.'.join(let.path)}{row})"


def _of_table(name: str, shown: Choices) -> str:
    network = shown.network
    if name == "parameters":
        return "".join(f" {word}" for word in _kind(network) if not word.startswith("--memory-bias"))
    if name == "baseline":
        return "".join(f" {word}" for word in (f"--length {network.length}", *_data(network)))
    if network.weights:
        return "".join(f" {word}" for word in (f"--length {network.length}", *_kind(network)))
    more = [f"--length {network.length}", f"--run k{network.run}", *_kind(network)]
    if TABLES[name] == "answers" and shown.trained:
        more.append("--trained")
    if TABLES[name] != "answers" or shown.trained:
        more += _training(network)
    return "".join(f" {word}" for word in more)


def _kind(network: NetworkChoice) -> Iterator[str]:
    if network.weights:
        yield f"--weights {quote(spelled(stack_named(network.weights).path))}"
        yield from _data(network)
        return
    if network.cell != DEFAULT.cell:
        yield f"--cell {network.cell}"
    if cell_named(network.cell).keeps is not None and network.memory_bias != DEFAULT.memory_bias:
        bias = network.memory_bias
        yield f"--memory-bias {bias if isinstance(bias, str) else f'{bias:g}'}"
    if network.hidden != DEFAULT.hidden:
        yield f"--hidden {network.hidden}"
    yield from _data(network)


def _data(network: NetworkChoice) -> Iterator[str]:
    if network.data != DEFAULT.data:
        data = data_set(network.data)
        yield f"--data {quote(spelled(data.source.path) if isinstance(data, Own) else network.data)}"


def _training(network: NetworkChoice) -> Iterator[str]:
    if network.mode != cell_named(network.cell).modes[0]:
        yield f"--mode {network.mode}"
    if network.epochs != DEFAULT.epochs:
        yield f"--epochs {network.epochs}"
    if network.rate != DEFAULT.rate:
        yield f"--rate {network.rate:g}"
    if network.clip is not None:
        yield f"--clip {network.clip:g}"
