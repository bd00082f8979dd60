"""Help: what the focused panel shows, how to read it, and every key there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Markdown, Static

from ..actions import Action
from ..keyboard import spelled
from .closing import ClosingScreen

START = """\
**What you see.** A network reads a sequence, one period at a time. What it carries from one period to the next is
its *hidden state*. About half of the sequences start with a marker, a reading of 0.00, and at the end the network must
still know it. So the question is how much of the first step is left after each further one: the *difference* between
a twin of the sequence that starts with the marker and one that does not.

**Begin like this.** ⟨next⟩ steps on, ⟨back⟩ steps back. ⟨up⟩ and ⟨down⟩ light a unit. `⟨cell⟩` changes the cell,
`⟨bias⟩` its memory bias, `⟨train⟩` trains the network, `2` shows how the difference fades with T, `4` how far very
many trained runs carry the marker, `5` how a gradient comes back, `6` forecasts a real series, `7` lets you drive a
memory's gates by hand. `⟨pin⟩` pins what is shown, to compare it with something else. `⟨demo⟩` opens guided demos.
"""

GROUPS = {
    "Step": "Stepping", "Compare": "Comparing two", "Choose": "Choosing what is shown", "Train": "Training",
    "Gradient": "Going back in time", "Forecast": "Forecasting", "Gates": "Gates by hand", "App": "Everywhere",
}  # fmt: skip


class HelpScreen(ClosingScreen[None]):
    """Scrolls; Esc, ? or q closes it."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,f1,q", "dismiss", "Close")]

    def __init__(self, panel: str, actions: Sequence[Action]) -> None:
        super().__init__()
        self.panel, self.actions = panel, actions

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide") as box:
            box.border_title = "Help"
            box.border_subtitle = "↑↓ scroll   Esc: close   Tab, then ?: another panel"
            yield Markdown(spelled(self.panel or START), open_links=False)
            yield Static(keys_list(self.actions))


def keys_list(actions: Sequence[Action]) -> Content:
    """Every action that has a key, by groups, a line each."""
    lines: list[Content] = []
    for group in dict.fromkeys(action.group for action in actions):
        lines.append(Content.styled(f"{GROUPS.get(group, group)}", "bold"))
        for action in actions:
            if action.group == group and action.shown:
                lines.append(Content.assemble((f"  {action.shown:<9}", "bold"), action.title))
        lines.append(Content(""))
    return Content("\n").join(lines)
