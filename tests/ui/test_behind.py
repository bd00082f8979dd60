"""What stands behind a dialog looks as Textual would make it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen

from rnntui.app import RnnApp
from rnntui.dialogs.behind import Dimmed


def test_each_style_is_dimmed_as_textual_dims_it() -> None:
    bold, linked = Style(color="#102030", bgcolor="#ffffff", bold=True), Style(meta={"@click": "x"})
    styles = [None, Style(), Style(color="red"), bold, linked]
    segments = [Segment("x", style) for style in [*styles, *styles]]
    for colour in (Color(0, 0, 0, 0.6), Color(255, 255, 255, 0.0)):
        assert list(Dimmed.process_segments(segments, colour)) == list(
            BackgroundScreen.process_segments(segments, colour)
        )


async def test_every_dialog_has_it_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    dimmed = 0

    def counted(segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        nonlocal dimmed
        dimmed += 1
        return BackgroundScreen.process_segments(segments, color)

    monkeypatch.setattr(Dimmed, "process_segments", staticmethod(counted))
    app = RnnApp()
    async with app.run_test(size=(80, 24)) as pilot:
        assert dimmed == 0
        for key in ("question_mark", "s", "g", "d"):
            before = dimmed
            await pilot.press(key)
            assert dimmed > before, key
            await pilot.press("escape")
