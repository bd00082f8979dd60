"""Stepping, editing, and a second side to compare with."""

from __future__ import annotations

from rnntui_engine.records import BadInput

from .. import moves
from .action import Action, Stage, whole
from .views import ONE, STEP


def _play(stage: Stage, wish: str) -> None:
    if wish not in ("", "yes", "no"):
        raise BadInput(f"{wish!r} is neither yes nor no", "play")
    stage.viewing.play(None if not wish else wish == "yes")


def _pin(stage: Stage, wish: str) -> None:
    if wish not in ("", "yes", "no"):
        raise BadInput(f"{wish!r} is neither yes nor no", "pin")
    stage.viewing.pin(None if not wish else wish == "yes")


def _slot(stage: Stage, name: str) -> None:
    if name:
        stage.viewing.show_slot(name)
    else:
        stage.viewing.next_slot()


def _unroll(stage: Stage, wish: str) -> None:
    if wish not in ("", "yes", "no"):
        raise BadInput(f"{wish!r} is neither yes nor no", "unroll")
    stage.viewing.unroll(None if not wish else wish == "yes")


def _goto(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.go(whole(number, "period"))
    else:
        stage.open_dialog("period")


def _edit(stage: Stage, text: str) -> None:
    period, _, reading = text.partition(" ")
    if not text:
        if stage.viewing.period == 0:
            raise BadInput("Before period 1 there is no reading to edit", "edit")
        stage.open_dialog("reading")
        return
    try:
        value = None if reading.strip() in ("", "original") else float(reading.replace(",", "."))
    except ValueError:
        raise BadInput(f"{reading!r} is not a reading in m³", "reading") from None
    stage.viewing.edit(whole(period, "period"), value)


STEPPING: tuple[Action, ...] = (
    Action("next", "Next period", "Step", lambda s, _: s.viewing.step(1),
           ("space", "right"), "Space →", "next", 1, views=STEP, foot="Space"),
    Action("back", "Back one period", "Step", lambda s, _: s.viewing.step(-1), ("left",), "←", "back", 1, views=STEP),
    Action("first", "Back to the beginning, period 0", "Step", lambda s, _: s.viewing.go(0),
           ("home",), "Home", "ends", 4, views=STEP, foot="Home End"),
    Action("last", "To the last period", "Step", lambda s, _: s.viewing.go(s.viewing.trace.length),
           ("end",), "End", views=STEP),
    Action("goto", "Go to a period by its number", "Step", _goto, ("g",), "g", "go", 2, "a period", ONE),
    Action("play", "Play or pause", "Step", _play, ("p",), "p", "play", 2, "yes or no", STEP),
    Action("faster", "Play faster", "Step", lambda s, _: s.viewing.change_speed(1),
           ("plus", "equals_sign"), "+ =", "speed", 4, views=STEP, foot="+−"),
    Action("slower", "Play slower", "Step", lambda s, _: s.viewing.change_speed(-1),
           ("minus",), "−", views=STEP),
    Action("up", "Light the unit above", "Step", lambda s, _: s.viewing.move_unit(-1),
           ("up",), "↑", "unit", 1, views=STEP, foot="↑↓"),
    Action("down", "Light the unit below", "Step", lambda s, _: s.viewing.move_unit(1),
           ("down",), "↓", views=STEP),
    Action("unit", "Light a unit by its number", "Step", lambda s, n: s.viewing.choose_unit(whole(n, "unit") - 1),
           takes="a unit", views=STEP),
    Action("sort", "The order of the units: by number, difference, saturation", "Step",
           lambda s, how: moves.sort(s.viewing, how), ("S",), "S", "", 1, "number, difference or saturation", STEP),
    Action("jump", "To the period in which the lit unit moves most", "Step", lambda s, _: moves.jump(s.viewing),
           ("J",), "J", views=STEP),
    Action("period", "Stand at a period", "Step", lambda s, n: s.viewing.go(whole(n, "period")),
           takes="a period", views=ONE),
    Action("slot", "What the free panel shows: curve, equation, heat map, output, unrolled cell", "Step", _slot,
           ("v",), "v", "slot", 2, "curve, equation, heat, output or unrolled", STEP),
    Action("unroll", "The unrolled cell, and back", "Step", _unroll, ("w",), "w", "unroll", 3, "yes or no", STEP),
    Action("edit", "Edit the reading of this period", "Step", _edit, ("e",), "e", "edit", 2,
           "a period and a reading, or a period and original", STEP),
    Action("undo", "Undo the last edit", "Step", lambda s, _: s.viewing.undo(), ("u",), "u", views=STEP),
    Action("redo", "Redo an edit", "Step", lambda s, _: s.viewing.undo(-1), ("U",), "U", views=STEP),
    Action("pin", "Pin what is shown as side B, and let it go again", "Compare", _pin,
           ("b",), "b", "pin", 3, "yes or no", ONE),
    Action("swap", "Swap side A and side B", "Compare", lambda s, _: s.viewing.swap(), ("B",), "B", "swap", 1,
           views=ONE, pinned=True),
    Action("products", "Every product in the equation, or the sums", "Step",
           lambda s, _: s.viewing.toggle_products(), ("enter",), "Enter", "products", 3, views=STEP),
)  # fmt: skip
