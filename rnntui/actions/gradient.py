"""Going back through time, and the toy: the Gradient view's own actions."""

from __future__ import annotations

from dataclasses import replace

from rnntui_engine.records import BadInput
from rnntui_engine.toy import Toy

from .action import Action, Stage
from .choose import next_layer
from .views import GRADIENT

STEP = 0.05  # of λ and of the derivative, by key
FIRST = "Period 1 is as far back as a gradient goes. ⟨nearer⟩ comes nearer."
LAST = "The gradient starts here, at period T. ⟨further⟩ goes back."


def _go(stage: Stage, period: int) -> None:
    """To a period, as far as there are any; this view has no period 0. Where one is there already, it is said."""
    viewing, last = stage.viewing, stage.viewing.trace.length
    goal = max(1, min(last, period))
    if goal != max(1, viewing.period) or viewing.trace.ready < last:
        viewing.go(goal)
    else:
        viewing.say(FIRST if goal == 1 else LAST)


def _move(stage: Stage, by: int) -> None:
    """So many periods on."""
    _go(stage, max(1, stage.viewing.period) + by)


def _furthest(stage: Stage) -> None:
    """Back to period 1; what was stopped on the way there goes on."""
    _go(stage, 1)
    stage.in_view("gradient", "go-on")


def _number(text: str, field: str) -> float:
    try:
        return float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise BadInput(f"{text!r} is not a number", field) from None


def _eigenvalue(stage: Stage, text: str) -> None:
    if not text:
        stage.open_dialog("toy-lambda")
        return
    stage.viewing.choose_toy(replace(stage.viewing.toy, eigenvalue=_number(text, "lambda")))


def _derivative(stage: Stage, text: str) -> None:
    if not text:
        stage.open_dialog("toy-derivative")
        return
    stage.viewing.choose_toy(replace(stage.viewing.toy, derivative=_number(text, "derivative")))


def _change(stage: Stage, eigenvalue: float = 0.0, derivative: float = 0.0) -> None:
    toy = stage.viewing.toy
    stage.viewing.choose_toy(Toy(round(toy.eigenvalue + eigenvalue, 10), round(toy.derivative + derivative, 10)))


GOING_BACK: tuple[Action, ...] = (
    Action("further", "A step further back in time", "Gradient", lambda s, _: _move(s, -1),
           ("right", "space"), "→ Space", "back in time", 1, views=GRADIENT, foot="→"),
    Action("nearer", "A step nearer to the end of the sequence", "Gradient", lambda s, _: _move(s, 1),
           ("left",), "←", "nearer", 1, views=GRADIENT),
    Action("nearest", "To period T, where the gradient starts", "Gradient",
           lambda s, _: _go(s, s.viewing.trace.length), ("home",), "Home", "ends", 4, views=GRADIENT,
           foot="Home End"),
    Action("furthest", "Back to period 1", "Gradient", lambda s, _: _furthest(s),
           ("end",), "End", views=GRADIENT),
    Action("lambda-up", "The toy: a larger λ", "Gradient", lambda s, _: _change(s, eigenvalue=STEP),
           ("plus", "equals_sign"), "+ =", "λ", 1, views=GRADIENT, foot="+−"),
    Action("lambda-down", "The toy: a smaller λ", "Gradient", lambda s, _: _change(s, eigenvalue=-STEP),
           ("minus",), "−", views=GRADIENT),
    Action("derivative-up", "The toy: a larger derivative", "Gradient", lambda s, _: _change(s, derivative=STEP),
           ("up",), "↑", "derivative", 2, views=GRADIENT, foot="↑↓"),
    Action("derivative-down", "The toy: a smaller derivative", "Gradient", lambda s, _: _change(s, derivative=-STEP),
           ("down",), "↓", views=GRADIENT),
    Action("toy-lambda", "The toy: λ, the eigenvalue of its state matrix", "Gradient", _eigenvalue,
           ("l",), "l", "λ =", 3, "a number", GRADIENT),
    Action("toy-derivative", "The toy: the derivative of its activation", "Gradient", _derivative,
           ("D",), "D", takes="a number", views=GRADIENT),
    Action("gradient-layer", "The next layer of a network of several", "Gradient", next_layer,
           ("L",), "L", takes="a layer, from 1", views=GRADIENT),
)  # fmt: skip
