"""What dialogs with one line to type into share: no key is lost, however fast it comes."""

from __future__ import annotations

from typing import TypeVar

from textual.events import Key
from textual.widgets import Input

from .closing import ClosingScreen

Answer = TypeVar("Answer")


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
