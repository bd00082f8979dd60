"""Help: what the focused panel shows, how to read it, and every key there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from ..actions import ACTIONS, Action

START = """\
**What you see.** A network reads a sequence, one period at a time. What it carries from one period to the next is
its *hidden state*. About half of the sequences start with a marker, a reading of 0.00, and at the end the network must
still know it. So the question is how much of the first step is left after each further one: the *difference* between
a twin of the sequence that starts with the marker and one that does not.

**Begin like this.** Space steps on, ← steps back. ↑ and ↓ light a unit. `c` changes the cell, `m` its memory bias, `t`
trains the network, `2` shows how the difference fades with T. `d` opens guided demos.
"""


class HelpScreen(ModalScreen[None]):
    """Scrolls; Esc, ? or q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,f1,q", "dismiss", "Close")]

    def __init__(self, panel: str) -> None:
        super().__init__()
        self.panel = panel

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide") as box:
            box.border_title = "Help"
            box.border_subtitle = "↑↓ scroll   Esc: close   Tab to another panel, then ?, explains that one"
            yield Markdown(f"{self.panel or START}\n\n{keys_table(ACTIONS)}", open_links=False)


def keys_table(actions: Sequence[Action]) -> str:
    """Every action that has a key, by groups, as Markdown tables."""
    lines = []
    for group in dict.fromkeys(action.group for action in actions):
        lines += [f"| key | {group} |", "|---|---|"]
        for action in actions:
            if action.group == group and action.shown:
                lines.append(f"| {action.shown} | {action.title} |")
        lines.append("")
    return "\n".join(lines)
