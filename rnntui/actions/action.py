"""What an action is, and what it acts on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rnntui_engine.records import BadInput

from ..viewing import Viewing


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

    def open_weights(self, text: str) -> None:
        """Show a network from a file."""

    def open_data(self, name: str) -> None:
        """Open a file of one's own, or the lesson's data again."""

    def start_demo(self, name: str) -> None:
        """Play a guided demo from its first beat."""

    def move_beat(self, by: int) -> None:
        """To another beat of the demo that plays."""

    def jump(self, beat: int) -> None:
        """To the beat of that number of the demo that plays."""

    def in_view(self, view: str, what: str, argument: str = "") -> None:
        """Something that only one of the views does, whether it is open or not."""

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
    pinned; `local`: it opens or saves files of this machine, which a visitor in a browser may not; `ships`: but may
    those that ship, by their names. `perform` raises BadInput for an argument without sense."""

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
    local: bool = False
    ships: bool = False

    def gives_way(self, view: str, actions: tuple[Action, ...]) -> bool:
        """Whether its key means another action in that view: one key may do a different thing in each."""
        if view in self.views:
            return False
        return any(view in other.views and set(other.keys) & set(self.keys) for other in actions)


def whole(text: str, what: str) -> int:
    """A whole number out of an argument; kN counts as N."""
    digits = text.strip().removeprefix("k") if what == "run" else text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadInput(f"{text!r} is not a whole number below a thousand million", what)
    return int(digits)
