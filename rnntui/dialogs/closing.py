"""What every dialog shares: Esc closes it, and so does a click beside it or on the line below that says so."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.events import Click

from .behind import DialogScreen

Answer = TypeVar("Answer")


class ClosingScreen(DialogScreen[Answer]):
    """A dialog in a box of the class `dialog` that can be left without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "Close")]

    def on_click(self, event: Click) -> None:
        """Leave it where the click was not meant for what is in the box."""
        box = self.query_one(".dialog").region
        inside = box.contains(event.screen_x, event.screen_y)
        if not inside or event.screen_y == box.bottom - 1:
            self.dismiss(None)
