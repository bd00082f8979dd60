"""A question for one line: a period, a run, a file."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Label

from .typing import PlainInput, TypingScreen


class AskNumber(TypingScreen[str | None]):
    """One line to type into; Enter gives the text, Esc gives None. `last`: what was typed here the last time, which
    the up key brings back: a path with one letter wrong need not be typed again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "recall", show=False, priority=True)]

    def __init__(self, question: str, hint: str, most: int = 24, last: str = "") -> None:
        super().__init__()
        self.question, self.hint, self.most, self.last = question, hint, most, last

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = self.question
            box.border_subtitle = f"Enter: go   {'↑: as typed last   ' if self.last else ''}Esc: cancel"
            yield Label(Content(self.hint))
            yield PlainInput(max_length=self.most, compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    def action_recall(self) -> None:
        """Put back what was typed the last time."""
        line = self.query_one(Input)
        if self.last:
            line.value = self.last
            line.cursor_position = len(line.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
