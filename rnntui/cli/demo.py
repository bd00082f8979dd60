"""`rnntui demo`: a guided demo in the app, or as plain text; the list of those there are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rnntui.terminals import cannot_draw
from rnntui_engine.records import BadInput

from .choices import trained
from .elsewhere import elsewhere
from .errors import DONE, Command
from .keypress import keys
from .output import Progress, emit
from .terminal import is_terminal

if TYPE_CHECKING:
    from rnntui.scenario.play import Scene
    from rnntui.scenario.read import Scenario
    from rnntui_engine.records import NetworkChoice, Trained

LOOK_EVERY = 0.3  # seconds
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the whole terminal, and what it had scrolled away


@click.command("demo", cls=Command)
@click.argument("name", required=False, metavar="[NAME|FILE.toml]")
@click.option("--beat", type=int, metavar="N", help="Which beat to begin at, after an interruption.  [default: 1]")
@click.option("--list", "listing", is_flag=True, help="The demos that ship, a line each: name, minutes, title.")
@click.option("--names", "naming", is_flag=True, help="The names that what a demo says may use, a line each.")
@click.option("--plain", is_flag=True, help="Print everything it says, with its numbers, questions and answers.")
@click.option(
    "--notes",
    is_flag=True,
    help="Follow the demo that plays in another terminal: its notes, what comes next, the minutes. Or, with --plain, "
    "print the notes too.",
)
def demo(name: str | None, beat: int | None, listing: bool, naming: bool, plain: bool, notes: bool) -> int:
    """A guided demo, one beat after the other: Page Down goes on, Page Up back.

    NAME is one of --list, with or without its number; a file of yours ends in .toml.
    """
    if beat is not None and (name is None or listing or naming or plain or notes):
        raise click.UsageError("--beat is for a demo that is played: `rnntui demo NAME --beat N`")
    if listing or naming:
        if name or plain or notes or (listing and naming):
            raise click.UsageError(f"{'--list' if listing else '--names'} takes nothing else")
        emit(_listed() if listing else _names())
        return DONE
    if plain:
        if name is None:
            raise click.UsageError("which demo? `rnntui demo --list` names them")
        for piece in _told(name, notes):
            emit(piece)
        return DONE
    if notes:
        return _follow(name)
    scenario = _checked(name)[0] if name is not None else None
    if beat is not None and scenario is not None and not 1 <= beat <= len(scenario.beats):
        raise BadInput(f"{beat} is not a beat from 1 to {len(scenario.beats)}", "beat")
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise click.UsageError("the app needs a terminal; `rnntui demo NAME --plain` prints what a demo says")
    from rnntui.start import run

    return run(scenario=scenario, at_start="demo" if scenario is None else "" if beat is None else f"beat {beat}")


def _listed() -> str:
    from rnntui.scenario.shelf import listed

    rows = listed()
    width = max((len(name) for name, *_ in rows), default=0)
    return "".join(f"{name:{width}}  {minutes:2} min  {title}\n" for name, minutes, title, _ in rows)


def _follow(name: str | None) -> int:
    """Show the speaker's page until q or Ctrl+C; on a terminal each page takes the place of the one before."""
    import time

    from rnntui.scenario.running import Running, running, state_file
    from rnntui.scenario.shelf import find
    from rnntui.scenario.speaker import follow

    scenario = find(name) if name is not None else None
    path, what = state_file(), f"{scenario.title!r}" if scenario else "a demo"
    clear = CLEAR if is_terminal(sys.stdout) and not cannot_draw(os.environ) else ""

    def look() -> Running | None:
        found = running(path, time.time())
        return found if found is not None and (scenario is None or found.name == scenario.name) else None

    waiting = f"Waiting for {what} to be played in another terminal. q or Ctrl+C ends this.\n"
    with keys() as pressed:
        for page in follow(look, time.time, waiting, lambda: pressed(LOOK_EVERY) not in ("q", "Q")):
            emit(f"{clear}{page}\n" if not clear else f"{clear}{page}")
    return DONE


def _names() -> str:
    from rnntui.scenario.names import listed

    rows = listed()
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:{width}}  {meaning}\n" for name, meaning in rows)


def _checked(name: str) -> tuple[Scenario, tuple[Scene, ...]]:
    """A scenario that was held to its claims, as far as that needs no training. Raises BadInput."""
    from rnntui.scenario.play import checked
    from rnntui.scenario.shelf import find

    scenario = find(name)
    return scenario, checked(scenario, {})


def prepared(name: str) -> tuple[Scenario, tuple[Scene, ...], dict[NetworkChoice, Trained]]:
    """A scenario of which everything is computed and trained, and that was held to all of its claims. Raises BadInput,
    and KeyboardInterrupt at once."""
    from rnntui.scenario import figures
    from rnntui.scenario.play import check, requests

    scenario, scenes = _checked(name)
    networks: dict[NetworkChoice, Trained] = {}
    for network in dict.fromkeys(network for scene in scenes for network in scene.place.lacks(networks)):
        with Progress("training, epoch") as report:
            networks[network] = trained(network, report)
    lacking = requests(scenes)
    for place, request in enumerate(lacking, 1):
        with Progress(f"table {place} of {len(lacking)}, {request.source}") as report:
            list(elsewhere(figures.FIGURES.computing(request, report)))
    for scene in scenes:
        check(scenario, scene, networks)
    return scenario, scenes, networks


def _told(name: str, notes: bool) -> Iterator[str]:
    """A scenario as plain text, to whoever answers or to nobody. Raises BadInput."""
    from rnntui.scenario.plain import Narration

    from .listening import Told, listener
    from .narration import numbers_of

    scenario, scenes, networks = prepared(name)
    narration = Narration(scenario, scenes, networks, notes, lambda scene: numbers_of(scene, networks))
    waits = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    return Told(narration, listener(), waits).pieces()
