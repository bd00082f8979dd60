"""The one table of actions. Keys, palette, help, footer, clicks and scenarios all come from it.

An action is asked for by its name and, where it takes one, an argument: "next", "period 5", "cell lstm".
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.records import BadInput

from .keyboard import know, printed
from .viewing import Viewing


class Stage(Protocol):
    """What actions act on: the viewing, and the few things that only the app can do."""

    viewing: Viewing

    def open_view(self, name: str) -> None:
        """Show a view by its name."""

    def toggle_trained(self) -> None:
        """Untrained or trained; training starts where it is needed."""

    def leave(self) -> None:
        """Leave the innermost thing; never quits."""

    def open_dialog(self, name: str) -> None:
        """Open the help, the lists of subscribers and demos, the commands, the question for a period or a run."""

    def start_demo(self, name: str) -> None:
        """Play a guided demo from its first beat."""

    def move_beat(self, by: int) -> None:
        """To another beat of the demo that plays."""

    def train(self, what: str, argument: str = "") -> None:
        """Something that the Train view does."""

    def next_runs(self) -> None:
        """More runs for the Reach view, or those that a stop has left out."""

    def next_panel(self) -> None:
        """Focus the next panel."""

    def export(self) -> None:
        """Save the picture and the numbers."""

    def copy(self) -> None:
        """Copy the numbers of the focused panel."""

    def change_theme(self) -> None:
        """The next theme."""

    def return_to_last(self) -> None:
        """Stand where the last session ended."""

    def quit(self) -> None:
        """Close the app."""


@dataclass(frozen=True)
class Action:
    """`name` is what scenarios and the palette call it; `keys` are Textual's names of its keys, `shown` how its key is
    printed. `word` is what stands beside it in the footer (none: not there), `foot` its key as printed there, if not
    `shown`; the heavier `weight`s give way first. `takes`: what its argument is, if any; without one it does the next
    best thing. `views`: where it works, if not everywhere; `feet`: in which views' footers it stands, if not in all of
    these; `demo`: only while a demo plays; `pinned`: in the footer only while a side is
    pinned. `perform` raises BadInput for an argument without sense."""

    name: str
    title: str
    group: str
    perform: Callable[[Stage, str], None]
    keys: tuple[str, ...] = ()
    shown: str = ""
    word: str = ""
    weight: int = 1
    takes: str = ""
    views: tuple[str, ...] = ()
    foot: str = ""
    feet: tuple[str, ...] = ()
    demo: bool = False
    pinned: bool = False

    def gives_way(self, view: str, actions: tuple[Action, ...]) -> bool:
        """Whether its key means another action in that view: one key may do a different thing in each."""
        if not self.views or view in self.views:
            return False
        return any(view in other.views and set(other.keys) & set(self.keys) for other in actions)


def _whole(text: str, what: str) -> int:
    """A whole number out of an argument; kN counts as N."""
    digits = text.strip().removeprefix("k") if what == "run" else text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadInput(f"{text!r} is not a whole number below a thousand million", what)
    return int(digits)


def _cell(stage: Stage, name: str) -> None:
    names = list(CELLS)
    now = names.index(stage.viewing.choices.network.cell)
    stage.viewing.choose_network(cell=name or names[(now + 1) % len(names)])


def _run(stage: Stage, number: str) -> None:
    now = stage.viewing.choices.network.run
    stage.viewing.choose_network(run=_whole(number, "run") if number else 2 if now == 1 else 1)


def _bias(stage: Stage, value: str) -> None:
    if not value:
        stage.viewing.next_memory_bias()
        return
    try:
        bias: float | str = "chrono" if value == "chrono" else float(value)
    except ValueError:
        raise BadInput(f"{value!r} is neither a number nor chrono", "memory_bias") from None
    stage.viewing.choose_network(memory_bias=bias)


def _length(stage: Stage, number: str) -> None:
    stage.viewing.choose_network(length=_whole(number, "length"))


def _trained(stage: Stage, wish: str) -> None:
    if wish not in ("", "yes", "no"):
        raise BadInput(f"{wish!r} is neither yes nor no", "trained")
    if not wish or (wish == "yes") != stage.viewing.choices.trained:
        stage.toggle_trained()


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


def _goto(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.go(_whole(number, "period"))
    else:
        stage.open_dialog("period")


def _demo(stage: Stage, name: str) -> None:
    if name:
        stage.start_demo(name)
    else:
        stage.open_dialog("demos")


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
    stage.viewing.edit(_whole(period, "period"), value)


def _look(stage: Stage, text: str) -> None:
    length, _, run = text.partition(" ")
    stage.viewing.choose_network(length=_whole(length, "length"), run=_whole(run, "run"))


def _mode(stage: Stage, wish: str) -> None:
    network = stage.viewing.choices.network
    modes = cell_named(network.cell).modes
    if not wish and len(modes) == 1:
        raise BadInput(f"The {network.cell} cell is trained in one way only: {modes[0]}", "mode")
    stage.viewing.choose_network(mode=wish or next(mode for mode in modes if mode != network.mode))


def _epochs(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.choose_network(epochs=_whole(number, "epochs"))
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


def _subscribers(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.choose(subscriber=_whole(number, "subscriber"))
    else:
        stage.open_dialog("subscribers")


def _runs(stage: Stage, number: str) -> None:
    if number:
        stage.viewing.choose_runs(_whole(number, "runs"))
    else:
        stage.next_runs()


VIEWS = (("1", "step", "Step"), ("2", "decay", "Decay"), ("3", "train", "Train"), ("4", "reach", "Reach"))
STEP, DECAY, TRAIN, REACH = ("step",), ("decay",), ("train",), ("reach",)
KINDS = (*DECAY, *TRAIN, *REACH)  # where a kind of network is chosen rather than one

ACTIONS: tuple[Action, ...] = (
    Action("next", "Next period", "Step", lambda s, _: s.viewing.step(1),
           ("space", "right"), "Space →", "next", 1, views=STEP, foot="Space"),
    Action("back", "Back one period", "Step", lambda s, _: s.viewing.step(-1), ("left",), "←", "back", 1, views=STEP),
    Action("first", "Back to the beginning, period 0", "Step", lambda s, _: s.viewing.go(0),
           ("home",), "Home", "ends", 4, views=STEP, foot="Home End"),
    Action("last", "To the last period", "Step", lambda s, _: s.viewing.go(s.viewing.trace.length),
           ("end",), "End", views=STEP),
    Action("goto", "Go to a period by its number", "Step", _goto, ("g",), "g", "go", 2, "a period", STEP),
    Action("play", "Play or pause", "Step", _play, ("p",), "p", "play", 2, "yes or no", STEP),
    Action("faster", "Play faster", "Step", lambda s, _: s.viewing.change_speed(1),
           ("plus", "equals_sign"), "+ =", "speed", 4, views=STEP, foot="+−"),
    Action("slower", "Play slower", "Step", lambda s, _: s.viewing.change_speed(-1),
           ("minus",), "−", views=STEP),
    Action("up", "Light the unit above", "Step", lambda s, _: s.viewing.move_unit(-1),
           ("up",), "↑", "unit", 1, views=STEP, foot="↑↓"),
    Action("down", "Light the unit below", "Step", lambda s, _: s.viewing.move_unit(1),
           ("down",), "↓", views=STEP),
    Action("unit", "Light a unit by its number", "Step", lambda s, n: s.viewing.choose_unit(_whole(n, "unit") - 1),
           takes="a unit", views=STEP),
    Action("period", "Stand at a period", "Step", lambda s, n: s.viewing.go(_whole(n, "period")),
           takes="a period", views=STEP),
    Action("slot", "What the free panel of a small screen shows: curve, equation, heat map, output", "Step", _slot,
           ("v",), "v", "slot", 2, "curve, equation, heat or output", STEP),
    Action("edit", "Edit the reading of this period", "Step", _edit, ("e",), "e", "edit", 2,
           "a period and a reading, or a period and original", STEP),
    Action("undo", "Undo the last edit", "Step", lambda s, _: s.viewing.undo(), ("u",), "u", views=STEP),
    Action("redo", "Redo an edit", "Step", lambda s, _: s.viewing.undo(-1), ("U",), "U", views=STEP),
    Action("pin", "Pin what is shown as side B, and let it go again", "Compare", _pin,
           ("b",), "b", "pin", 3, "yes or no", STEP),
    Action("swap", "Swap side A and side B", "Compare", lambda s, _: s.viewing.swap(), ("B",), "B", "swap", 1,
           views=STEP, pinned=True),
    Action("products", "Every product in the equation, or the sums", "Step",
           lambda s, _: s.viewing.toggle_products(), ("enter",), "Enter", "products", 3, views=STEP),
    Action("subscribers", "Choose a subscriber from the list", "Choose", _subscribers, ("s",), "s", takes="a number"),
    Action("subscriber", "The subscriber of that number", "Choose", _subscribers, takes="a number"),
    Action("next-subscriber", "Next subscriber", "Choose", lambda s, _: s.viewing.next_subscriber(1),
           ("n",), "n", "next one", 4, feet=STEP),
    Action("previous-subscriber", "Previous subscriber", "Choose", lambda s, _: s.viewing.next_subscriber(-1),
           ("N",), "N"),
    Action("cell", "Another cell: plain, erase–write, GRU, LSTM", "Choose", _cell, ("c",), "c", "cell",
           takes="a cell's name", feet=KINDS),
    Action("run", "The lesson's other run: k1, k2", "Choose", _run, ("r",), "r", "run",
           takes="a run, k1 or any other", feet=KINDS),
    Action("any-run", "A run by its number", "Choose", lambda s, _: s.open_dialog("run"), ("R",), "R"),
    Action("longer", "Longer sequence: the next T", "Choose", lambda s, _: s.viewing.next_length(1),
           ("greater_than_sign", "right_square_bracket"), "> ]"),
    Action("shorter", "Shorter sequence: the T before", "Choose", lambda s, _: s.viewing.next_length(-1),
           ("less_than_sign", "left_square_bracket"), "< [", "T", foot="< >", feet=KINDS),
    Action("length", "The length T", "Choose", _length, takes="T"),
    Action("bias", "Another memory bias: 0, 1, 3, chrono", "Choose", _bias, ("m",), "m", "bias",
           takes="a number or chrono", feet=KINDS),
    Action("runs", "How many runs the Reach view trains: 2, 10, 30, 100, 300, 1000, 3000", "Choose", _runs,
           ("number_sign",), "#", "runs", takes="a number of runs, 1 to 5000", views=REACH),
    Action("train", "Trained or untrained; trains where it must", "Choose", _trained,
           ("t",), "t", takes="yes or no"),
    Action("learn", "Start training the queue, pause, go on", "Train", lambda s, _: s.train("learn"),
           ("space", "p"), "Space p", "start, pause", 1, views=TRAIN, foot="Space"),
    Action("train-faster", "Train faster", "Train", lambda s, _: s.train("faster"),
           ("plus", "equals_sign"), "+ =", "pace", 1, views=TRAIN, foot="+−"),
    Action("train-slower", "Train slower", "Train", lambda s, _: s.train("slower"), ("minus",), "−", views=TRAIN),
    Action("mode", "Backpropagation through time in place or exact", "Train", _mode, ("M",), "M", "mode", 2,
           "in-place or exact", feet=TRAIN),
    Action("epochs", "How many epochs", "Train", _epochs, ("E",), "E", "epochs", 2, "a number", feet=TRAIN),
    Action("rate", "The learning rate", "Train", _rate, ("L",), "L", "rate", 2, "a number", feet=TRAIN),
    Action("lengths", "Which lengths the queue has", "Train", lambda s, text: s.train("lengths", text),
           ("l",), "l", "lengths", 3, "a list like 2,4,12", TRAIN),
    Action("train-runs", "Which runs the queue has", "Train", lambda s, text: s.train("runs", text),
           ("K",), "K", "runs", 3, "a list like k1,k2", TRAIN),
    Action("trials", "Find the chaotic ones: trials with the last bit moved", "Train", lambda s, _: s.train("trials"),
           ("z",), "z", "trials", 3, views=TRAIN),
    Action("look", "A length and a run", "Train", _look, takes="T and a run"),
    Action("demo", "Guided demos", "Demo", _demo, ("d",), "d", takes="a demo's name or file"),
    Action("beat-next", "On to the demo's next beat; Space does too", "Demo", lambda s, _: s.move_beat(1),
           ("pagedown",), "PgDn", demo=True),
    Action("beat-back", "Back to the demo's beat before", "Demo", lambda s, _: s.move_beat(-1),
           ("pageup",), "PgUp", demo=True),
    Action("view", "Open a view", "App", lambda s, name: s.open_view(name), takes="a view's name"),
    Action("last-place", "Return to where the last session ended", "App", lambda s, _: s.return_to_last(), ("o",), "o"),
    Action("theme", "Another theme: dark, light, high contrast", "App", lambda s, _: s.change_theme(), ("T",), "T"),
    Action("panel", "The next panel; the help then explains it", "App", lambda s, _: s.next_panel(),
           (), "Tab", "panel", 3),
    Action("export", "Save the picture as SVG and text, and the numbers as CSV", "App", lambda s, _: s.export(),
           ("x",), "x"),
    Action("copy", "Copy the numbers of the focused panel as CSV", "App", lambda s, _: s.copy(), ("y",), "y"),
    Action("commands", "Every command by its name", "App", lambda s, _: s.open_dialog("commands"), (), "^p"),
    Action("help", "Help on this panel and on every key", "App", lambda s, _: s.open_dialog("help"),
           ("question_mark", "f1"), "?", "help", 2),
    Action("leave", "Leave the innermost thing; stop what runs", "App", lambda s, _: s.leave(), ("escape",), "Esc"),
    Action("quit", "Quit", "App", lambda s, _: s.quit(), ("q",), "q", "quit", 1),
)  # fmt: skip

TABLE = {action.name: action for action in ACTIONS}
know({action.name: action.keys for action in ACTIONS})


def rebound(keys: Mapping[str, tuple[str, ...]]) -> tuple[Action, ...]:
    """The table with other keys for some actions; what texts say of keys follows. No other action keeps these keys."""
    taken = {key for bound in keys.values() for key in bound}
    actions = []
    for action in ACTIONS:
        kept = keys.get(action.name) or tuple(key for key in action.keys if key not in taken)
        if kept != action.keys:
            action = replace(
                action, keys=kept, shown=" ".join(map(printed, kept)), foot=printed(kept[0]) if kept else ""
            )
        actions.append(action)
    know({action.name: action.keys for action in actions})
    return tuple(actions)


def footer(
    actions: tuple[Action, ...], view: str, pinned: bool, boxed: bool, large: bool
) -> list[tuple[str, str, str, int]]:  # fmt: skip
    """What the footer of a view may show: key, word, action, weight. With room for boxes there is no free panel, and
    with very much every product is shown anyway."""
    needless = {name for name, there in (("slot", boxed), ("products", large)) if there}
    return [
        (a.foot or a.shown, a.word, a.name, a.weight) for a in actions
        if a.word and a.name not in needless and view in (a.feet or a.views or (view,)) and (pinned or not a.pinned)
    ]  # fmt: skip


def find(asked: str) -> tuple[Action, str]:
    """The action and the argument of a line like "period 5".

    Raises BadInput, with the nearest name, for one that is not in the table, and for an argument where none is taken.
    """
    name, _, argument = asked.strip().partition(" ")
    action = TABLE.get(name)
    if action is None:
        near = difflib.get_close_matches(name, TABLE, 1)
        raise BadInput(f"{name!r} is not an action{f'; did you mean {near[0]}?' if near else ''}", "do")
    argument = argument.strip()
    if argument and not action.takes:
        raise BadInput(f"{name} takes nothing after it, not {argument!r}", "do")
    return action, argument


def perform(stage: Stage, asked: str) -> None:
    """Do what a line of the table says. Raises BadInput, and then nothing has changed."""
    action, argument = find(asked)
    action.perform(stage, argument)
