"""What stands behind a dialog, dimmed: each style is dimmed once, where Textual does it for each piece of text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Dimmed(BackgroundScreen):
    """The screen behind; on a large one this takes two thirds of the time."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        for segment in segments:
            text, style, control = segment
            yield segment if control else Segment(text, _dimmed(style, color))


@lru_cache(maxsize=1024)
def _dimmed(style: Style | None, color: Color) -> Style | None:
    return next(iter(BackgroundScreen.process_segments([Segment("", style)], color))).style


class DialogScreen(ModalScreen[Answer]):
    """A dialog, with the dimmed screen behind it."""

    def render(self) -> RenderableType:
        found = super().render()
        return Dimmed(found.screen, found.color) if isinstance(found, BackgroundScreen) else found
