"""Tools for tests of the screen: an app of a given size, its text, and goldens to compare it with.

A golden is what the screen shows, as text. After a wanted change write them anew with RNNTUI_WRITE_GOLDENS=1 and read
the difference.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.picture import screen_text
from rnntui.picture import settle as settled
from rnntui.seen import Choices
from rnntui_engine.cells import CELLS
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice

GOLDENS = Path(__file__).parent / "goldens"
SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (200, 60)

Opened = Callable[..., AbstractAsyncContextManager[Pilot[None]]]


def choices(cell: str = "rnn", bias: float | str = 0.0, **rest: object) -> Choices:
    """Choices for the example, or for what `rest` says of the network; `subscriber` and `trained` go beside it."""
    outer = {name: rest.pop(name) for name in ("subscriber", "trained") if name in rest}
    network = with_cell(NetworkChoice(memory_bias=bias, **rest), cell)  # type: ignore[arg-type]
    return Choices(network, **outer)  # type: ignore[arg-type]


def presses(start: str, goal: str) -> list[str]:
    """The presses of `c` that lead from one cell to another, whatever cells there are between them."""
    cells = list(CELLS)
    return ["c"] * ((cells.index(goal) - cells.index(start)) % len(cells))


def golden(name: str, text: str) -> None:
    """Compare a text with the golden of that name; write it where RNNTUI_WRITE_GOLDENS is set."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("RNNTUI_WRITE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no golden {path.name}; write it with RNNTUI_WRITE_GOLDENS=1"
    assert text == path.read_text(encoding="utf-8")


@pytest.fixture
def opened() -> Opened:
    """`async with opened(size, choices) as pilot`: the app without colours' help, at that size."""

    @asynccontextmanager
    async def open_app(
        size: tuple[int, int] = MIDDLE, chosen: Choices | None = None, plain: bool = True, theme: str = "dark"
    ) -> AsyncIterator[Pilot[None]]:
        app = RnnApp(chosen, theme_name=theme, plain=plain)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot

    return open_app


__all__ = ["LARGE", "MIDDLE", "SMALL", "Opened", "choices", "golden", "presses", "screen_text", "settled"]
