"""Starting the app for a person: with what they have set, and what is remembered of the last session."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from rnntui_engine.jit import compiled_elsewhere
from rnntui_engine.records import BadInput

from . import frames  # noqa: F401 (before anything of Textual)
from .actions import ACTIONS, Action, rebound
from .app import RnnApp
from .memory import Memory, Remembered
from .palette import PALETTES
from .seen import Choices
from .settings import Settings, read_settings, settings_file
from .signals import Endings
from .terminals import EVERYTHING, Shows, cannot_draw
from .terminals import shows as shows_of
from .themes import PREFIX

if TYPE_CHECKING:
    from rnntui_engine.compiling import Compiler

    from .scenario.read import Scenario


MANY = 20_000  # so many objects take some 3 ms to look through
STAYS = 8  # looks at everything: what has lived through so many, like a library, will stay; a compiler's notes will not
OFTEN = (700, 10, 3)  # often, as a full look is short: less often there would be more to take away at once
SWITCH = 0.001  # seconds: how long another thread, one that trains, may keep the app from its next key


def run(
    choices: Choices | None = None, view: str = "step", scenario: Scenario | None = None, at_start: str = ""
) -> int:  # fmt: skip
    """Open the app in this terminal, and remember its theme and place when it is closed. Returns the exit code: 0, or
    128 and the number of the signal that ended it, or 1 after an error of its own, which is shown. Raises BadInput
    where nothing can be drawn."""
    if cannot_draw(os.environ):
        raise BadInput(
            f"the app cannot be drawn where TERM is {os.environ['TERM']!r}; `rnntui step` and `rnntui demo NAME "
            "--plain` write plain text, or set TERM to what this terminal is, such as xterm-256color"
        )
    memory = Memory()
    app = started(memory, choices, view, scenario, at_start, shown_by_the_terminal())
    app.loaded = keep_out_of_the_collectors_way
    endings = Endings(app, lambda: keep(app, memory))
    app.mounted = endings.heed
    sys.setswitchinterval(SWITCH)
    try:
        with compiled_elsewhere(compile_apart):
            app.run()
    finally:
        app.trainer.drop()
        if app.demo is not None:
            app.demo.close()
        keep(app, memory)
    return endings.code or app.return_code or 0


def started(
    memory: Memory, choices: Choices | None = None, view: str = "step", scenario: Scenario | None = None,
    at_start: str = "", shows: Shows = EVERYTHING,
) -> RnnApp:  # fmt: skip
    """The app as it begins: a file of settings that makes no sense is left aside, and said so."""
    settings, notice = Settings(), memory.notice
    try:
        settings = read_settings(settings_file())
    except BadInput as problem:
        notice = f"The settings are not used: {problem}."
    actions = rebound(settings.keys) if settings.keys else ACTIONS
    kind = with_keys(actions) if settings.keys else RnnApp
    return kind(
        choices, view, settings.theme or memory.found.theme or "dark", scenario=scenario, at_start=at_start,
        memory=memory, notice=notice, actions=actions, shows=shows,
    )  # fmt: skip


def shown_by_the_terminal() -> Shows:
    """What the terminal shows to which Textual writes."""
    return shows_of(os.environ, sys.__stderr__.encoding if sys.__stderr__ else None)


def with_keys(actions: tuple[Action, ...]) -> type[RnnApp]:
    """The app with a person's own keys."""
    from textual.app import App
    from textual.binding import BindingType

    from .app import bindings_of

    class Rebound(RnnApp, inherit_bindings=False):
        """The app with a person's own keys."""

        BINDINGS: ClassVar[list[BindingType]] = [*App.BINDINGS, *bindings_of(actions)]

    return Rebound


def compile_apart(kernel: Callable[..., Any], signature: tuple[Any, ...]) -> bool:
    """Have another process compile a kernel, which neither keeps the app from its next key nor stays in its memory."""
    return compiler().compile(kernel, signature)


@cache
def compiler() -> Compiler:
    """The one for the whole session, made when something is compiled first: the first frame does not wait for it."""
    from rnntui_engine.compiling import Compiler

    return Compiler()


def keep_out_of_the_collectors_way() -> None:
    """What is loaded by now stays to the end: Python's garbage collector need not look through it again and again.

    Each such look took 40 ms and more, in the middle of a key press. The same of what comes later and stays: the
    compiler's 70,000 objects, and Textual's caches of what was painted, which hold 300,000 when they are full. What
    is set aside is still freed as soon as nothing refers to it, but for circles, such as a dialog that was open then:
    once half as much again is set aside, all is looked through.
    """
    loop, looks, looked_through = asyncio.get_running_loop(), 0, 0

    def set_aside() -> None:
        nonlocal looks, looked_through
        looks = 0
        if whole := 2 * gc.get_freeze_count() >= 3 * looked_through:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        gc.collect()  # how little there is now decides when the next full look is due
        if whole:
            looked_through = gc.get_freeze_count()

    def collected(phase: str, info: dict[str, int]) -> None:
        nonlocal looks
        if phase != "stop" or info["generation"] < 2 or loop.is_closed():
            return
        looks = looks + 1 if len(gc.get_objects(2)) >= MANY else 0
        if looks == STAYS:
            loop.call_soon_threadsafe(set_aside)  # not here: within a look there is no other

    set_aside()
    gc.callbacks.append(collected)
    gc.set_threshold(*OFTEN)


def keep(app: RnnApp, memory: Memory) -> None:
    """Remember the theme, and the place unless it is a demo's."""
    found = memory.found
    name = app.theme.removeprefix(PREFIX)
    theme = name if name in PALETTES else found.theme  # an app that never came to be has no theme of ours
    if app.demo is not None:
        memory.keep(Remembered(theme, found.view, found.place, found.later))
    else:
        memory.keep(Remembered(theme, app.view, app.viewing.place))
