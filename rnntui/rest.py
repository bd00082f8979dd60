"""Waiting until an app has done everything that it can do by itself: for pictures and tests.

Textual's own pilot waits until the process takes little of the processor's time for a fiftieth of a second. A loaded
machine then waits too long, or, where it gave the process no time, not long enough.
"""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App

ROUNDS = 100_000  # of the event loop, until it is plain that it never comes to rest


async def at_rest(app: App[Any]) -> None:
    """Wait until every message has been handled and what changed is laid out and painted.

    What is left then are timers that are not due and threads at work. Raises RuntimeError where it never comes to rest.
    """
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]  # the callbacks that may run now
    quiet = 0  # rounds in which nothing happened: the first may have been the one before a timer or a thread came
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        if ready or _shows(app):
            quiet = 0
        else:
            quiet += 1
            if quiet == 2:
                return
    raise RuntimeError("the app never comes to rest")


def _shows(app: App[Any]) -> bool:
    """Do now what Textual would do in a fraction of a second; False where there is nothing to do."""
    if not app.screen_stack or app._batch_count:
        return False
    if getattr(app, "_resize_timer", None) is not None:  # a new size waits a 120th of a second, from Textual 8.2.3 on
        app._check_resize()
        return True
    screen = app.screen
    if not screen.is_current:
        return False
    waits = (
        screen._layout_required, screen._scroll_required, screen._repaint_required, screen._dirty_widgets,
        screen._recompose_required, screen._callbacks,
    )  # fmt: skip
    if not any(waits):
        return False
    screen._on_timer_update()
    return True
