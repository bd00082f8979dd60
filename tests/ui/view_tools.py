"""Tools for tests of a view that computes something."""

from __future__ import annotations

import threading

from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.views.working import WorkingView

from .conftest import screen_text


class Gated:
    """A stand-in for long work: `free` pieces of it come, the rest when the gate is opened; `waits` once one waits."""

    def __init__(self, gate: threading.Event | None = None, free: int = 0) -> None:
        self.gate, self.free, self.waits = gate, free, threading.Event()

    def passes(self, stop: threading.Event | None) -> bool:
        """Wait until the next piece may come; False where it was stopped."""
        self.free -= 1
        while self.gate is not None and self.free < 0 and not self.gate.is_set():
            self.waits.set()
            if stop is not None and stop.is_set():
                return False
            self.gate.wait(0.01)
        return stop is None or not stop.is_set()


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
