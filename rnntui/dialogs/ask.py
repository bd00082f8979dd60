"""A question for a number or a file: a period, a run, weights."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Label

from .typing import TypingScreen


class AskNumber(TypingScreen[str | None]):
    """One line to type into; Enter gives the text, Esc gives None."""

    def __init__(self, question: str, hint: str, most: int = 24) -> None:
        super().__init__()
        self.question, self.hint, self.most = question, hint, most

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = self.question
            box.border_subtitle = "Enter: go   Esc: cancel"
            yield Label(Content(self.hint))
            yield Input(type="text", max_length=self.most, compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
