"""What dialogs with one line to type into share: no key is lost, however fast it comes."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input

Answer = TypeVar("Answer")


class TypingScreen(ModalScreen[Answer]):
    """A dialog whose line gets every key that is typed, also before it has the focus. Esc gives None."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "Cancel")]

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
