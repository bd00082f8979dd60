"""What dialogs with one line to type into share: no key is lost, however fast it comes."""

from __future__ import annotations

from typing import TypeVar

from textual.events import Key
from textual.widgets import Input

from ..text import clean
from .closing import ClosingScreen

Answer = TypeVar("Answer")


class PlainInput(Input):
    """A line that takes nothing but text to be read, also from the clipboard."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Put a text in the place of another, or of none: what is typed and what is pasted comes through here."""
        super().replace(clean(text, 2000), start, end)


class TypingScreen(ClosingScreen[Answer]):
    """A dialog whose line gets every key that is typed, also before it has the focus. Esc gives None."""

    AUTO_FOCUS = "Input"

    async def on_key(self, event: Key) -> None:
        """Keys that come while the dialog is still opening."""
        line = self.query_one(Input)
        if line.has_focus:
            return
        if event.is_printable and event.character:
            line.insert_text_at_cursor(event.character)
        elif event.key == "enter":
            await line.action_submit()
        else:
            return
        event.stop()
        event.prevent_default()
