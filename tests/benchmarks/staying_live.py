"""The app while it works: how long its loop is held up by a training, and how long a view takes to paint."""

from __future__ import annotations

import asyncio
import math
import statistics
import sys
import time
from collections.abc import Iterator

from figure import Figure

from rnntui.app import RnnApp
from rnntui.picture import settle
from rnntui.seen import Choices
from rnntui.start import SWITCH, keep_out_of_the_collectors_way
from rnntui.views.train import TrainView
from rnntui.widgets.panel import Panel
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice

SIZE = (120, 36)
TICK = 0.001  # seconds between two looks at the loop
TIMES = 20


def figures() -> Iterator[Figure]:
    """All of them."""
    yield asyncio.run(stall())
    for view in ("step", "decay", "train", "reach", "gates"):
        yield asyncio.run(redraw(view))


async def stall() -> Figure:
    """How late the app's loop is while a queue of LSTMs is trained as fast as it goes, and all is drawn."""
    choices = Choices(with_cell(NetworkChoice(memory_bias=1.0), "lstm"))
    app = RnnApp(choices, view="train")
    app.loaded = keep_out_of_the_collectors_way  # as for a person
    sys.setswitchinterval(SWITCH)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        view = app.query_one(TrainView)
        view.pace = math.inf
        app.action_perform("lengths 2-12")
        view.learn()
        while view.job is None or not getattr(view.job, "epochs_done", 0):
            await asyncio.sleep(0.05)  # until its loops are compiled
        late = []
        while view.job is not None:
            start = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append(1e3 * (time.perf_counter() - start - TICK))
    p99 = statistics.quantiles(late, n=100)[98]
    note = f"median {statistics.median(late):.1f} ms, worst {max(late):.0f} ms, looked at {len(late)} times"
    return Figure("the app's loop while training: 99 of 100 late by at most", p99, 16, True, "ms", note)


async def redraw(name: str) -> Figure:
    """The time to paint every panel of a view anew, with everything there that it computes."""
    app = RnnApp(Choices(), view=name)
    app.still = True
    async with app.run_test(size=(200, 60)) as pilot:
        app.viewing.choose_runs(10)
        await settle(pilot)
        panels = [panel for panel in app.query_one(f"#{name}").query(Panel) if panel.size.area]
        times = []
        for _ in range(TIMES):
            start = time.perf_counter()
            for panel in panels:
                panel.repaint()
                panel.canvas()
            times.append(1e3 * (time.perf_counter() - start))
    note = f"median of {TIMES}, {len(panels)} panels, 200×60; worst {max(times):.0f} ms"
    return Figure(f"painting the {name} view", statistics.median(times), 50, True, "ms", note)
