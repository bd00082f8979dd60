"""Tools for tests of the Gates view."""

from __future__ import annotations

from textual.pilot import Pilot

from .conftest import screen_text
from .view_tools import app_of


async def seen_after(pilot: Pilot[None], *keys: str) -> str:
    """Press keys, and give what the screen shows then."""
    for key in keys:
        await pilot.press(key)
    await pilot.pause()
    await pilot.pause()
    return screen_text(app_of(pilot))
