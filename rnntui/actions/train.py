"""Training a queue of networks."""

from __future__ import annotations

from rnntui_engine.cells import cell_named
from rnntui_engine.records import BadInput

from .action import Action, Stage, whole
from .views import REACH, TRAIN


def _look(stage: Stage, text: str) -> None:
    length, _, run = text.partition(" ")
    stage.viewing.choose_network(length=whole(length, "length"), run=whole(run, "run"))


def _mode(stage: Stage, wish: str) -> None:
    network = stage.viewing.choices.network
    modes = cell_named(network.cell).modes
    if not wish and len(modes) == 1:
        raise BadInput(f"The {network.cell} cell is trained in one way only: {modes[0]}", "mode")
    stage.viewing.choose_network(mode=wish or next(mode for mode in modes if mode != network.mode))


def _epochs(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.choose_network(epochs=whole(number, "epochs"))
    else:
        stage.open_dialog("epochs")


def _rate(stage: Stage, number: str) -> None:
    if not number:
        stage.open_dialog("rate")
        return
    try:
        rate = float(number.replace(",", "."))
    except ValueError:
        raise BadInput(f"{number!r} is not a learning rate", "rate") from None
    stage.viewing.choose_network(rate=rate)


def _clip(stage: Stage, bound: str) -> None:
    if not bound:
        stage.open_dialog("clip")
        return
    try:
        clip = None if bound in ("none", "no") else float(bound.replace(",", "."))
    except ValueError:
        raise BadInput(f"{bound!r} is neither a bound on the gradient nor none", "clip") from None
    stage.viewing.choose_clip(clip)


TRAINING: tuple[Action, ...] = (
    Action("learn", "Start training the queue, pause, go on", "Train", lambda s, _: s.in_view("train", "learn"),
           ("space", "p"), "Space p", "start, pause", 1, views=TRAIN, foot="Space"),
    Action("train-faster", "Train faster", "Train", lambda s, _: s.in_view("train", "faster"),
           ("plus", "equals_sign"), "+ =", "pace", 1, views=TRAIN, foot="+−"),
    Action("train-slower", "Train slower", "Train", lambda s, _: s.in_view("train", "slower"),
           ("minus",), "−", views=TRAIN),
    Action("mode", "Backpropagation through time in place or exact", "Train", _mode, ("M",), "M", "mode", 2,
           "in-place or exact", feet=TRAIN),
    Action("epochs", "How many epochs", "Train", _epochs, ("E",), "E", "epochs", 2, "a number", feet=TRAIN),
    Action("rate", "The learning rate", "Train", _rate, ("L",), "L", "rate", 2, "a number", feet=TRAIN),
    Action("clip", "The largest norm of a sequence's gradient", "Train", _clip, ("C",), "C", "clip", 4,
           "a bound above 0, or none", feet=(*TRAIN, *REACH)),
    Action("lengths", "Which lengths the queue has", "Train", lambda s, t: s.in_view("train", "lengths", t),
           ("l",), "l", "lengths", 3, "a list like 2,4,12", TRAIN),
    Action("train-runs", "Which runs the queue has", "Train", lambda s, t: s.in_view("train", "runs", t),
           ("K",), "K", "runs", 3, "a list like k1,k2", TRAIN),
    Action("queue", "Keep this kind of network in the queue beside others", "Train",
           lambda s, wish: s.in_view("train", "keep", wish), ("a",), "a", "keep", 2, "yes or none", TRAIN),
    Action("queued", "The network at a place of the queue", "Train",
           lambda s, n: s.in_view("train", "queued", str(whole(n, "queued"))), takes="its place", views=TRAIN),
    Action("trials", "Find the chaotic ones: trials with the last bit moved", "Train",
           lambda s, _: s.in_view("train", "trials"), ("z",), "z", "trials", 3, views=TRAIN),
    Action("look", "A length and a run", "Train", _look, takes="T and a run"),
)  # fmt: skip
