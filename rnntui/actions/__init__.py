"""The one table of actions. Keys, palette, help, footer, clicks and scenarios all come from it.

An action is asked for by its name and, where it takes one, an argument: "next", "period 5", "cell lstm".
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace

from rnntui_engine.records import BadInput

from ..keyboard import know, printed
from .action import Action, Stage
from .app import APP
from .choose import CHOOSING
from .forecast import FORECASTING
from .gates import DRIVING
from .gradient import GOING_BACK
from .step import STEPPING
from .train import TRAINING
from .views import ONE, VIEWS

__all__ = [
    "ACTIONS", "GOES_ON", "ONE", "SILENT", "TABLE", "VIEWS", "Action", "Stage", "commands", "find", "footer", "perform",
    "rebound", "spell",
]  # fmt: skip

ACTIONS: tuple[Action, ...] = (*STEPPING, *CHOOSING, *TRAINING, *GOING_BACK, *FORECASTING, *DRIVING, *APP)

TABLE = {action.name: action for action in ACTIONS}
know({action.name: action.keys for action in ACTIONS})


SILENT = ("b", "full_stop", "f5")  # keys that clickers send: in a demo they do nothing
LET_GO = ("let go", 1)  # word and weight of the key that pins, while a side is pinned
GOES_ON = "space"  # in a demo, to its next beat and nothing else


def heard(action: Action) -> tuple[str, ...]:
    """The keys that an action has while a demo plays."""
    if action.demo:
        return action.keys
    return tuple(key for key in action.keys if key not in (*SILENT, GOES_ON))


def spell(actions: tuple[Action, ...], playing: bool) -> None:
    """From now on texts name the keys of these actions, of a demo's time those that are heard in it."""
    know({action.name: heard(action) if playing else action.keys for action in actions}, led=playing)


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
    actions: tuple[Action, ...], view: str, pinned: bool, boxed: bool, large: bool, playing: bool = False
) -> list[tuple[str, str, str, int]]:  # fmt: skip
    """What the footer of a view may show: key, word, action, weight. With room for boxes there is no free panel, in
    which else the unrolled cell is; and with very much every product is shown anyway. While a demo is `playing`, only
    keys that are heard in it; while a side is pinned, the key that pins lets it go."""
    free = (("slot", boxed), ("forecast-slot", boxed), ("unroll", not boxed), ("products", large))
    needless = {name for name, there in free if there}
    found = []
    for a in actions:
        if not (a.word and view in (a.feet or a.views or (view,))) or a.name in needless or (a.pinned and not pinned):
            continue
        keys = heard(a) if playing else a.keys
        if a.keys and not keys:
            continue
        foot = (a.foot or a.shown) if keys == a.keys else printed(keys[0])
        word, weight = LET_GO if pinned and a.name == "pin" else (a.word, a.weight)
        found.append((foot, word, a.name, weight))
    return found


def commands(actions: tuple[Action, ...], playing: bool) -> list[tuple[str, str, str]]:
    """What the command palette offers: title, group and key, the line to perform. Actions that need an argument and ask
    for none are left out, and so are those of a demo unless one is playing."""
    found = [
        (a.title, f"{a.group}{f' ({a.shown})' if a.shown else ''}", a.name) for a in actions
        if (a.keys or not a.takes) and (playing or not a.demo)
    ]  # fmt: skip
    return [*found, *((f"Open the {title} view", "View", f"view {name}") for _, name, title in VIEWS)]


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
