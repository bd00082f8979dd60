"""Tools for tests of a view that computes something."""

from __future__ import annotations

from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.views.working import WorkingView

from .conftest import screen_text


def app_of(pilot: Pilot[None]) -> RnnApp:
    """The app that is tested."""
    app = pilot.app
    assert isinstance(app, RnnApp)
    return app


async def computed(pilot: Pilot[None], *keys: str) -> str:
    """Press keys, wait until nothing is being computed any more, and give what the screen shows."""
    for key in keys:
        await pilot.press(key)
    await pilot.pause()
    views = app_of(pilot).query(WorkingView)
    while any(view.job is not None for view in views):
        for view in views:
            view.finish()
        await pilot.pause()
    await pilot.pause()
    return screen_text(app_of(pilot))


def sentence_of(pilot: Pilot[None]) -> str:
    """What the sentence line says."""
    return app_of(pilot).viewing.sentence.long
