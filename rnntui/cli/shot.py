"""`rnntui shot`: a picture of the app without a terminal."""

from __future__ import annotations

import os
import re
from typing import Any

import click
from click.core import ParameterSource

from rnntui_engine.records import BadInput

from .choices import ONE, VIEWS, one, options
from .errors import DONE, Command
from .lists import SEED_COUNT, TEXT, Parsed
from .outward import bad_out, new_file

SMALLEST, LARGEST = (20, 5), (400, 150)
ENDINGS = (".svg", ".txt")
THEMES = ("dark", "light", "high-contrast")


def size(text: str) -> tuple[int, int]:
    """Columns and rows out of a text like 120x36. Raises ValueError."""
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a size like 120x36, columns by rows")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        bounds = f"{SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}"
        raise ValueError(f"{text!r} is not a size from {bounds}")
    return width, height


@click.command("shot", cls=Command)
@options(*ONE, "series")
@click.option("--view", type=click.Choice(VIEWS), default=VIEWS[0], show_default=True, help="Which view.")
@click.option("--period", type=int, metavar="N", help="The current period, 0 to T.  [default: 1]")
@click.option("--unit", type=int, metavar="N", help="The lit unit.  [default: 1]")
@options("gates")
@click.option("--step", type=int, metavar="N", help="The current step of the Gates view.  [default: 16]")
@click.option(
    "--seeds",
    type=SEED_COUNT,
    metavar="N|0-29",
    help="How many seeds from 0 on the Forecast view trains.  [default: 30]",
)
@click.option("--demo", type=TEXT, metavar="NAME|FILE.toml", help="A beat of this guided demo, instead of the choices.")
@click.option("--beat", type=int, metavar="N", help="Which beat.  [default: 1]")
@click.option(
    "--size", type=Parsed("WxH", size), default="120x36", show_default=True, metavar="WxH", help="Columns and rows."
)
@click.option("--theme", type=click.Choice(THEMES), default="dark", show_default=True, help="Which colours.")
@click.option("--out", metavar="F.svg|F.txt", help="The file; .txt is the screen without its colours.")
@click.pass_context
def shot(ctx: click.Context, /, **asked: Any) -> int:
    """A picture of the app, without a terminal: the same choices give the same picture.

    It waits for what has to be computed or trained.
    """
    out = new_file(ctx, asked["out"], ENDINGS)
    ending = out.suffix.lower()
    os.environ.pop("NO_COLOR", None)  # it is for terminals; a picture has the colours of its theme
    app = _of_demo(ctx, asked) if asked["demo"] is not None else _of_choices(ctx, asked)
    from rnntui.files import write
    from rnntui.picture import picture

    content = picture(app, asked["size"], text=ending == ".txt")
    try:
        write(out, content)
    except OSError as problem:
        raise bad_out(ctx, f"{asked['out']!r}: {problem.strerror or problem}") from None
    return DONE


def _of_choices(ctx: click.Context, asked: dict[str, Any]) -> Any:
    """The app at what was chosen. Raises BadInput."""
    if asked["beat"] is not None:
        raise click.BadParameter("it is a beat of a --demo", ctx=ctx, param_hint="--beat")
    network, subscriber = one(asked)
    from rnntui.app import RnnApp
    from rnntui.lengths import check_view
    from rnntui.seen import Choices

    choices = Choices(network, subscriber, asked["trained"])
    check_view(asked["view"], choices)
    app = RnnApp(
        choices, asked["view"], asked["theme"],
        plain=asked["out"].lower().endswith(".txt"),
    )  # fmt: skip
    if asked["series"] is not None:
        app.viewing.forecast.open_series(asked["series"])
    if asked["seeds"] is not None:
        app.viewing.forecast.number("seeds", asked["seeds"])
    if asked["period"] is not None:
        app.viewing.go(asked["period"])
    if asked["unit"] is not None:
        app.viewing.choose_unit(asked["unit"] - 1)
    _stand_in_gates(app, asked)
    return app


def _stand_in_gates(app: Any, asked: dict[str, Any]) -> None:
    """Load the gates that were asked for, and stand at the step. Raises BadInput."""
    from pathlib import Path

    from rnntui.gates_file import read_gates

    hand = app.viewing.hand
    if asked["gates"] is not None:
        hand.load(read_gates(Path(asked["gates"])), Path(asked["gates"]).name)
    if asked["step"] is not None:
        hand.go(asked["step"])


def _of_demo(ctx: click.Context, asked: dict[str, Any]) -> Any:
    """The app at a beat of a demo. Raises BadInput."""
    for name in (*ONE, "view", "period", "unit", "gates", "step", "series", "seeds"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            hint = f"--{name.replace('_', '-')}"
            raise click.BadParameter("a --demo chooses this itself", ctx=ctx, param_hint=hint)
    from rnntui.app import RnnApp
    from rnntui.scenario.shelf import find

    scenario, beat = find(asked["demo"]), 1 if asked["beat"] is None else asked["beat"]
    if not 1 <= beat <= len(scenario.beats):
        raise BadInput(f"{beat} is not a beat from 1 to {len(scenario.beats)}", "beat")
    plain = asked["out"].lower().endswith(".txt")
    return RnnApp(theme_name=asked["theme"], plain=plain, scenario=scenario, beat=beat)
