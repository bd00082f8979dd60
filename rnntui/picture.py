"""Pictures of the app without a terminal: as SVG, or as the text that is left where there is no colour."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .app import RnnApp
from .rest import at_rest
from .scenario.handout import Picture
from .widgets.panel import Painted

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from .scenario.play import Networks
    from .scenario.read import Scenario

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


def pictures(
    scenario: Scenario, size: tuple[int, int], theme: str, networks: Networks, report: Callable[[int, int], None]
) -> list[Picture]:
    """Every beat of a scenario at a size of columns and rows, once everything it computes is there.

    `networks`: what is trained already; `report(done, total)` hears how far it is.
    """
    return asyncio.run(_pictures(scenario, size, theme, networks, report))


async def _pictures(
    scenario: Scenario, size: tuple[int, int], theme: str, networks: Networks, report: Callable[[int, int], None]
) -> list[Picture]:
    app = RnnApp(theme_name=theme, scenario=scenario, beat=len(scenario.beats))
    app.still = True
    app.viewing.networks.update(networks)
    found = []
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        while len(app.screen_stack) > 1:  # the question of a demo's only beat
            app.pop_screen()
        for beat in range(1, len(scenario.beats) + 1):
            assert app.demo is not None
            app.demo.go_to(beat)
            await settle(pilot)
            svg = FONTS_FROM_THE_NET.sub("", app.export_screenshot())
            found.append(Picture(svg, await _as_text(app)))
            report(beat, len(scenario.beats))
    return found


async def _as_text(app: RnnApp) -> str:
    """The screen painted for those who see no colour."""
    app.plain = True
    try:
        await _repainted(app)
        return screen_text(app)
    finally:
        app.plain = app.no_color
        await _repainted(app)


async def _repainted(app: RnnApp) -> None:
    for widget in app.screen.query(Painted):
        widget.repaint()
    await at_rest(app)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is being trained, measured, computed or shown any more."""
    from .views.working import WorkingView

    app = pilot.app
    assert isinstance(app, RnnApp)
    await at_rest(app)
    waits = True
    while waits:
        waits = False
        if app.trainer.reader.jobs and app.trainer.reader.job is None:
            app._poll()  # a reading that has ended is told of
        if (running := app.trainer.job or app.trainer.reader.job) is not None:
            await asyncio.to_thread(running.join)
            app._poll()
            waits = True
        if app.demo and app.demo.needed and (computing := app.demo.clerk.job) is not None:
            await asyncio.to_thread(computing.join)
            app._poll()
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
        await at_rest(app)


def screen_text(app: RnnApp) -> str:
    """What the screen shows, row by row, without the spaces at the ends."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"
