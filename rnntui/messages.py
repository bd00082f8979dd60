"""What happened, as messages between widgets and the app."""

from __future__ import annotations

from textual.message import Message

from rnntui_engine.records import NetworkChoice, Trained, Weights

from .sentences import Said


class Asked(Message):
    """Somebody clicked something that stands for an action of the one table; `action` is its name and argument."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


class Learned(Message):
    """A network has come so far: its weights after an epoch, and, at the end, what came of it."""

    def __init__(self, choice: NetworkChoice, weights: Weights, epoch: int, result: Trained | None = None) -> None:
        super().__init__()
        self.choice, self.weights, self.epoch, self.result = choice, weights, epoch, result


class Told(Message):
    """A view has something to say on the sentence line."""

    def __init__(self, sentence: Said) -> None:
        super().__init__()
        self.sentence = sentence


class Progressed(Message):
    """The work of a view, named by its id, has come so far: a few words, or nothing where none goes on any more."""

    def __init__(self, view: str, words: str) -> None:
        super().__init__()
        self.view, self.words = view, words
