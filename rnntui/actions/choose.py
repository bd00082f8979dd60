"""Choosing what is looked at."""

from __future__ import annotations

from rnntui_engine.cells import CELLS
from rnntui_engine.records import BadInput

from .. import moves, own_network
from .action import Action, Stage, whole
from .views import DECAY, KINDS, ONE, REACH, STEP, TRAIN


def _cell(stage: Stage, name: str) -> None:
    names = list(CELLS)
    cell = stage.viewing.choices.network.cell
    now = names.index(cell) if cell in names else -1  # a file may bring one that is not among them
    stage.viewing.choose_network(cell=name or names[(now + 1) % len(names)])


def _run(stage: Stage, number: str) -> None:
    now = stage.viewing.choices.network.run
    stage.viewing.choose_network(run=whole(number, "run") if number else 2 if now == 1 else 1)


def _bias(stage: Stage, value: str) -> None:
    if not value:
        moves.next_memory_bias(stage.viewing)
        return
    try:
        bias: float | str = "chrono" if value == "chrono" else float(value)
    except ValueError:
        raise BadInput(f"{value!r} is neither a number nor chrono", "memory_bias") from None
    stage.viewing.choose_network(memory_bias=bias)


def _data(stage: Stage, name: str) -> None:
    if name:
        stage.viewing.choose_data(name)
    else:
        stage.viewing.next_data()


def _length(stage: Stage, number: str) -> None:
    stage.viewing.choose_network(length=whole(number, "length"))


def _trained(stage: Stage, wish: str) -> None:
    if wish not in ("", "yes", "no"):
        raise BadInput(f"{wish!r} is neither yes nor no", "trained")
    if not wish or (wish == "yes") != stage.viewing.choices.trained:
        stage.toggle_trained()


def _subscribers(stage: Stage, number: str) -> None:
    if number:
        _subscriber(stage, number)
    else:
        stage.open_dialog("subscribers")


def _subscriber(stage: Stage, number: str) -> None:
    stage.viewing.choose(subscriber=whole(number, "subscriber"))


def _runs(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.choose_runs(whole(number, "runs"))
    else:
        stage.next_runs()


def _weights(stage: Stage, text: str) -> None:
    if text:
        stage.open_weights(text)
    else:
        stage.open_dialog("weights")


def next_layer(stage: Stage, number: str) -> None:
    """The next layer of a network of several, or the one of that number."""
    if number:
        own_network.choose_layer(stage.viewing, whole(number, "layer"))
    else:
        own_network.next_layer(stage.viewing)


def _open(stage: Stage, name: str) -> None:
    if name:
        stage.open_data(name)
    else:
        stage.open_dialog("file")


CHOOSING: tuple[Action, ...] = (
    Action("subscribers", "Choose a subscriber from the list", "Choose", _subscribers, ("s",), "s", takes="a number"),
    Action("subscriber", "The subscriber of that number", "Choose", _subscribers, takes="a number"),
    Action("next-subscriber", "Next subscriber", "Choose", lambda s, _: s.viewing.next_subscriber(1),
           ("n",), "n", "next one", 4, feet=ONE),
    Action("previous-subscriber", "Previous subscriber", "Choose", lambda s, _: s.viewing.next_subscriber(-1),
           ("N",), "N"),
    Action("cell", "Another cell: plain, erase–write, GRU, LSTM", "Choose", _cell, ("c",), "c", "cell",
           takes="a cell's name", feet=KINDS),
    Action("run", "The lesson's other run: k1, k2", "Choose", _run, ("r",), "r", "run",
           takes="a run, k1 or any other", feet=(*DECAY, *TRAIN)),
    Action("any-run", "A run by its number", "Choose", lambda s, _: s.open_dialog("run"), ("R",), "R"),
    Action("longer", "Longer sequence: the next T", "Choose", lambda s, _: s.viewing.next_length(1),
           ("greater_than_sign", "right_square_bracket"), "> ]"),
    Action("shorter", "Shorter sequence: the T before", "Choose", lambda s, _: s.viewing.next_length(-1),
           ("less_than_sign", "left_square_bracket"), "< [", "T", foot="< >", feet=KINDS),
    Action("length", "The length T", "Choose", _length, takes="T"),
    Action("bias", "Another memory bias: 0, 1, 3, chrono", "Choose", _bias, ("m",), "m", "bias",
           takes="a number or chrono", feet=KINDS),
    Action("data", "Another data set: the lesson's, or the same with 50, 100, 500 periods", "Choose", _data,
           ("D",), "D", "data", 4, "lesson, or long-N with N from 2 to 500", feet=REACH),
    Action("runs", "How many runs the Reach view trains: 2, 10, 30, 100, 300, 1000, 3000", "Choose", _runs,
           ("number_sign",), "#", "runs", takes="a number of runs, 1 to 5000", views=REACH),
    Action("weights", "A network of your own: PyTorch weights in safetensors", "Choose", _weights, ("i",), "i",
           takes="a file", views=STEP, local=True, ships=True),
    Action("own", "From your own network back to the lesson's", "Choose", lambda s, _: own_network.leave(s.viewing),
           ("I",), "I", views=STEP),
    Action("layer", "The next layer of a network of several", "Choose", next_layer, ("l",), "l",
           takes="a layer, from 1", views=STEP),
    Action("open", "Open a CSV of your own sequences, or the lesson's again", "Choose", _open,
           ("O",), "O", takes="a file, lesson or long-N", local=True, ships=True),
    Action("train", "Trained or untrained; trains where it must", "Choose", _trained,
           ("t",), "t", takes="yes or no"),
)  # fmt: skip
