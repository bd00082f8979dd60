"""Driving the gates by hand."""

from __future__ import annotations

from .action import Action, Stage, whole
from .views import GATES


def _gate(stage: Stage, text: str) -> None:
    if text:
        stage.viewing.hand.put(text)
    else:
        stage.open_dialog("gate")


def _step(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.hand.go(whole(number, "step"))
    else:
        stage.open_dialog("gates-step")


def _file(what: str, stage: Stage, name: str) -> None:
    if name:
        stage.in_view("gates", what, name)
    else:
        stage.open_dialog(f"gates-{what}")


DRIVING: tuple[Action, ...] = (
    Action("gates-next", "Next step", "Gates", lambda s, _: s.viewing.hand.move(1),
           ("space", "right"), "Space →", "next", 1, views=GATES, foot="Space"),
    Action("gates-back", "Back one step", "Gates", lambda s, _: s.viewing.hand.move(-1),
           ("left",), "←", "back", 1, views=GATES),
    Action("gates-first", "Back to step 1", "Gates", lambda s, _: s.viewing.hand.go(1),
           ("home",), "Home", "ends", 5, views=GATES, foot="Home End"),
    Action("gates-last", "To the last step", "Gates", lambda s, _: s.viewing.hand.go(s.viewing.hand.place.gates.steps),
           ("end",), "End", views=GATES),
    Action("gates-step", "Go to a step by its number", "Gates", _step, ("g",), "g", takes="a step", views=GATES),
    Action("gates-up", "Light the track above", "Gates", lambda s, _: s.viewing.hand.move_track(-1),
           ("up",), "↑", "gate", 1, views=GATES, foot="↑↓"),
    Action("gates-down", "Light the track below", "Gates", lambda s, _: s.viewing.hand.move_track(1),
           ("down",), "↓", views=GATES),
    Action("gates-track", "Light a track by its name", "Gates", lambda s, name: s.viewing.hand.choose_track(name),
           takes="forget, input, output or candidate", views=GATES),
    Action("gates-more", "Raise it by .05", "Gates", lambda s, _: s.viewing.hand.nudge(1),
           ("plus", "equals_sign"), "+ =", "change", 1, views=GATES, foot="+−"),
    Action("gates-less", "Lower it by .05", "Gates", lambda s, _: s.viewing.hand.nudge(-1),
           ("minus",), "−", views=GATES),
    Action("gate", "Type what a gate is set to, at one step or several", "Gates", _gate, ("e",), "e", "type", 2,
           "a gate, steps and a value: forget 16-20 0.95", GATES),
    Action("gates-scope", "What a change reaches: this step, the block of equal values, to the end", "Gates",
           lambda s, name: s.viewing.hand.choose_scope(name), ("v",), "v", "reach", 2, "step, block or rest", GATES),
    Action("gates-undo", "Undo the last change", "Gates", lambda s, _: s.viewing.hand.undo(),
           ("u",), "u", "undo", 2, views=GATES),
    Action("gates-redo", "Redo a change", "Gates", lambda s, _: s.viewing.hand.undo(-1), ("U",), "U", views=GATES),
    Action("gates-reset", "All gates as they were", "Gates", lambda s, _: s.viewing.hand.reset(),
           ("z",), "z", "reset", 3, views=GATES),
    Action("gates-save", "Save the gates as a CSV file", "Gates", lambda s, t: _file("save", s, t),
           ("S",), "S", "save", 4, "a file's name", GATES, local=True),
    Action("gates-load", "Load gates from a CSV file", "Gates", lambda s, t: _file("load", s, t),
           ("O",), "O", "load", 4, "a file's name, or textbook", GATES, local=True),
)  # fmt: skip
