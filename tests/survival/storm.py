"""Random actions on the whole app: keys, clicks, wheels, pastes, sizes, themes, views, training and cancelling.

Beside them a heartbeat measures how long the event loop was busy in one piece.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from textual import _wait, events
from textual.pilot import OutOfBounds, Pilot

from rnntui.actions import ACTIONS, VIEWS
from rnntui.app import RnnApp
from rnntui.start import SWITCH, compile_apart, keep_out_of_the_collectors_way
from rnntui_engine.jit import compiled_elsewhere

BEAT = 0.002  # seconds between two beats of the heart
TYPED = (
    "xyz",
    "[@click=app.bell]x",
    "12",
    "0",
    "k7",
    "-1",
    "1e999",
    "nan",
    "2,4",
    "\x1b[31mred",
    "漢字",
    "\u202eabc",
    "",
)
FEWEST, MOST = (1, 1), (300, 100)


@dataclass
class Storm:
    """What was seen. `stalls`: how long the loop was busy in one piece, in ms, how much of that it worked itself and
    did not wait for a processor, in ms, and the action that it came after; `memory`: MB after so many actions."""

    done: int = 0
    stalls: list[tuple[float, float, str]] = field(default_factory=list)
    memory: dict[int, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def line(self) -> str:
        """The whole in a few lines."""
        longest = sorted(self.stalls, reverse=True)
        over = [stall for stall in longest if stall[0] > 100.0]
        worst = ", ".join(f"{ms:.0f} ms ({own:.0f} its own) after {what!r}" for ms, own, what in longest[:8])
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items()))
        memory = ", ".join(f"{mb:.0f} MB after {count}" for count, mb in self.memory.items())
        return (
            f"{self.done} actions in {self.seconds:.0f} s and no crash: {kinds}\n"
            f"memory: {memory}\n"
            f"the loop was busy for more than 100 ms {len(over)} times, of them with work of its own "
            f"{sum(own > 100.0 for _, own, _ in over)}; the longest: {worst or 'none'}"
        )


def resident() -> float:
    """What this process holds in memory, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


@asynccontextmanager
async def heartbeat(storm: Storm, doing: list[str]) -> AsyncIterator[None]:
    """Measure the loop's stalls while the block runs."""

    async def beat() -> None:
        last, worked = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(BEAT)
            now, work = time.perf_counter(), time.thread_time()
            if now - last > 0.03:
                storm.stalls.append(((now - last - BEAT) * 1e3, (work - worked) * 1e3, doing[0]))
            last, worked = now, work

    heart = asyncio.create_task(beat())
    try:
        yield
    finally:
        heart.cancel()


@asynccontextmanager
async def as_for_a_person() -> AsyncIterator[None]:
    """What `start.run` sets. And an action follows as soon as the loop is idle, whatever other threads still do, as a
    person's does: Textual's pilot asks what the whole process does, and would wait a second for each action while a
    network is trained."""
    waits, switches = _wait.process_time, sys.getswitchinterval()
    _wait.process_time = time.thread_time
    sys.setswitchinterval(SWITCH)
    try:
        with compiled_elsewhere(compile_apart):
            yield
    finally:
        _wait.process_time = waits
        sys.setswitchinterval(switches)


async def act(pilot: Pilot[None], draw: random.Random, keys: list[str]) -> str:
    """One random action; what it was."""
    app = pilot.app
    kind = draw.choices(
        ("key", "view", "click", "wheel", "paste", "type", "size", "escape"), (60, 8, 10, 3, 3, 4, 4, 8)
    )[0]
    place = draw.randrange(app.size.width), draw.randrange(app.size.height)
    if kind == "key":
        key = draw.choice(keys)
        await pilot.press(key)
        return f"key {key}"
    if kind == "view":
        await pilot.press(draw.choice(VIEWS)[0])
    elif kind == "click":
        with suppress(OutOfBounds):  # a resize has come between
            await pilot.click(offset=place, times=draw.choice((1, 1, 1, 2)))
    elif kind == "wheel":
        wheel = draw.choice((events.MouseScrollDown, events.MouseScrollUp))
        app.screen._forward_event(wheel(None, *place, 0, 0, 0, False, False, False, *place))
    elif kind == "paste":
        app.post_message(events.Paste(draw.choice(TYPED) * draw.choice((1, 1, 5000))))
    elif kind == "type":
        for character in draw.choice(TYPED):
            await pilot.press(character if character.isprintable() else "tab")
        await pilot.press(draw.choice(("enter", "escape")))
    elif kind == "size":
        width, height = (draw.randint(low, high) for low, high in zip(FEWEST, MOST, strict=True))
        await pilot.resize_terminal(width, height)
    else:
        await pilot.press("escape")
    return kind


async def storm(
    count: int, seed: int = 0, room: int = 0, tell: Callable[[str], None] = lambda line: None
) -> Storm:  # fmt: skip
    """So many random actions. `room`: after so many, the next ones begin at a size in which everything is shown.
    `tell` is given a line after every hundred."""
    found, draw = Storm(), random.Random(seed)
    keys = [key for action in ACTIONS for key in action.keys if action.name != "quit"] + ["tab", "shift+tab", "f5"]
    app, doing = RnnApp(), ["opening"]

    def asked_to_quit(*_: object, **__: object) -> None:  # by a click on the footer, or from the palette
        found.counts["quit, not done"] = found.counts.get("quit, not done", 0) + 1

    app.exit = asked_to_quit  # type: ignore[method-assign]
    app.loaded = keep_out_of_the_collectors_way
    start = time.perf_counter()
    async with as_for_a_person(), app.run_test(size=(120, 36)) as pilot, heartbeat(found, doing):
        await pilot.pause()
        for number in range(1, count + 1):
            doing[0] = await act(pilot, draw, keys)
            kind = doing[0].split()[0]
            found.counts[kind] = found.counts.get(kind, 0) + 1
            if room and number % room == 0:
                await pilot.resize_terminal(120, 36)
            if number % max(1, count // 10) == 0 or number == 1:
                found.memory[number] = resident()
            found.done = number
            if number % 100 == 0:
                spent = time.perf_counter() - start
                left = spent / number * (count - number)
                tell(f"{number} of {count} actions in {spent:.0f} s, {left:.0f} s left, {resident():.0f} MB")
            assert app._exception is None, f"after {doing[0]}"
            assert app.is_running, f"it ended after {doing[0]}"
        while len(app.screen_stack) > 1:
            await pilot.press("escape")
        await pilot.resize_terminal(120, 36)
        await pilot.press("escape", "escape", "escape", "1", "home", "right")
        await pilot.pause()
        assert app.viewing.period == min(1, app.viewing.trace.length), "it still steps"
    found.seconds = time.perf_counter() - start
    return found
