"""Any panel paints in any room: while a screen changes its size, one may have a row or a column for a moment."""

from __future__ import annotations

from itertools import product

import pytest

from rnntui.actions import VIEWS
from rnntui.app import RnnApp
from rnntui.canvas import Canvas
from rnntui.seen import Choices
from rnntui.widgets.panel import Panel
from rnntui_engine.records import NetworkChoice

ROOMS = [*product((0, 5, 12, 40), (0, 1, 3, 8))]


@pytest.mark.parametrize(("cell", "mode", "views"), [("rnn", "in-place", VIEWS), ("lstm", "exact", VIEWS[:1])])
async def test_every_panel_paints_in_every_room(cell: str, mode: str, views: tuple[tuple[str, str, str], ...]) -> None:
    app, painted = RnnApp(Choices(NetworkChoice(cell, mode=mode))), set()
    async with app.run_test(size=(200, 60)) as pilot:
        for key, *_ in views:
            await pilot.press(key, "right")
            for panel in app.screen.query(Panel):
                if panel.seen is None:
                    continue
                for (width, height), panel.boxed, panel.large in product(ROOMS, (False, True), (False, True)):
                    panel.paint(Canvas(width, height, panel.palette), panel.seen)
                painted.add(panel.NAME)
    assert painted >= {"unrolled", "sequence", "units", "gates"} | (
        {"hand-tracks", "queue"} if len(views) > 1 else set()
    )
