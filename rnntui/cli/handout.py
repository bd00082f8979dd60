"""`rnntui handout`: a guided demo as one HTML page, to read, to print, to hand out."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .demo import prepared
from .errors import DONE, Command
from .lists import TEXT
from .output import Progress, emit
from .outward import bad_out
from .shot import THEMES

if TYPE_CHECKING:
    from rnntui.scenario.read import Scenario

SIZE = (80, 24)
BEGINNING = 1000  # characters of a page within which it says what it is


@click.command("handout", cls=Command)
@click.argument("name", metavar="NAME|FILE.toml")
@click.option("--out", metavar="DIR", help="The folder for the page; its last part is made where it is missing.")
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True, help="The pictures' colours.")
@click.option("--notes", is_flag=True, help="With the speaker's notes.")
@click.option(
    "--lang", type=TEXT, default="en", show_default=True, metavar="CODE", help="The language that the demo speaks."
)
@click.pass_context
def handout(ctx: click.Context, /, name: str, out: str | None, theme: str, notes: bool, lang: str) -> int:
    """A demo as one HTML page: its texts, pictures and questions, with the answers folded, and how to compute each of
    its numbers again.

    The page needs no network and no script. An earlier page of the same demo is written anew; a file that is no such
    page is left alone. Prints the page's path.
    """
    if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", lang):
        raise click.BadParameter(f"{lang!r} is not a language code like en or pt-BR", ctx, param_hint="--lang")
    if not out:
        raise bad_out(ctx, "name the folder for the page")
    from rnntui.scenario.shelf import find

    scenario = find(name)
    path = _place(ctx, Path(out), scenario)
    os.environ.pop("NO_COLOR", None)  # it is for terminals; a picture has the colours of its theme
    scenario, scenes, networks = prepared(name)
    from rnntui.files import write
    from rnntui.picture import pictures
    from rnntui.scenario.handout import page

    with Progress("pictures") as report:
        shown = pictures(scenario, SIZE, theme, networks, report)
    asked = Path(name).name if name.endswith(".toml") else Path(scenario.name).stem  # no folder of this machine
    content = page(scenario, scenes, networks, shown, asked, notes, lang)
    try:
        path.parent.mkdir(exist_ok=True)
        write(path, content)
    except OSError as problem:
        raise bad_out(ctx, f"{str(path)!r}: {problem.strerror or problem}") from None
    emit(f"{path}\n")
    return DONE


def _place(ctx: click.Context, folder: Path, scenario: Scenario) -> Path:
    """The page's path, before anything is computed for it. Raises BadParameter."""
    if folder.exists() and not folder.is_dir():
        raise bad_out(ctx, f"{str(folder)!r} is not a folder")
    if not folder.exists() and not folder.parent.is_dir():
        raise bad_out(ctx, f"there is no folder {str(folder.parent)!r}")
    path = folder / f"{Path(scenario.name).stem}.html"
    if path.exists() or path.is_symlink():
        from rnntui.scenario.handout import is_ours

        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                ours = is_ours(file.read(BEGINNING))
        except OSError as problem:
            raise bad_out(ctx, f"{str(path)!r}: {problem.strerror or problem}") from None
        if not ours:
            raise bad_out(ctx, f"{str(path)!r} is there and is no handout of rnntui's; it is left alone")
    return path
