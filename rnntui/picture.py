"""Pictures of the app without a terminal: as SVG, or as the text that is left where there is no colour."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from .app import RnnApp

if TYPE_CHECKING:
    from textual.pilot import Pilot

KINDS = (".svg", ".txt")
FONTS_FROM_THE_NET = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)  # a picture must not call anyone


def picture(app: RnnApp, size: tuple[int, int], text: bool) -> str:
    """The app at a size of columns and rows, once everything it computes is there."""
    app.still = True
    return asyncio.run(_picture(app, size, text))


async def _picture(app: RnnApp, size: tuple[int, int], text: bool) -> str:
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        return screen_text(app) if text else FONTS_FROM_THE_NET.sub("", app.export_screenshot())


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is being trained, measured or shown any more."""
    from .views.working import WorkingView

    app = pilot.app
    assert isinstance(app, RnnApp)
    await pilot.pause()
    waits = True
    while waits:
        waits = False
        if (running := app.trainer.job or app.trainer.reader.job) is not None:
            await asyncio.to_thread(running.join)
            app._poll()
            waits = True
        if (reading := app.opener.job) is not None:
            await asyncio.to_thread(reading.join)
            app.opener.poll()
            waits = True
        for view in app.screen_stack[0].query(WorkingView):
            if (measuring := view.job) is not None:
                view.hurry()
                await asyncio.to_thread(measuring.join)
                view.poll()
                waits = True
        await pilot.pause()


def screen_text(app: RnnApp) -> str:
    """What the screen shows, row by row, without the spaces at the ends."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"
