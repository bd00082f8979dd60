"""The command line. Without a command it opens the app; each command is a module, listed in COMMANDS.

Nothing heavy is imported here: `--help` must be quick, and numba and Textual come when they are needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.core import ParameterSource

from rnntui.terminals import prepare

from .choices import ONE, VIEWS, one, options
from .errors import BAD_USE, DONE, INTERRUPTED, Group, one_line, printable
from .output import discard_stdout, spell_what_cannot_be_written
from .terminal import is_terminal as _is_terminal

COMMANDS = {  # name: its module
    "demo": "demo", "step": "step", "table": "tables", "train": "train", "sweep": "sweep", "check": "check",
    "shot": "shot", "handout": "handout", "serve": "serve",
}  # fmt: skip


class Root(Group):
    """The whole program: every way of ending it becomes an exit code, and bad use one line.

    A command's module is loaded when the command is asked for: opening the app waits for none of them.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f".{COMMANDS[cmd_name]}", __name__), cmd_name)
        return found

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run and exit: 0 done, 1 a check failed, 2 bad use, 130 interrupted."""
        try:
            code = super().main(args, prog_name="rnntui", standalone_mode=False)
        except click.ClickException as problem:
            click.echo(one_line(problem), err=True)
            code = BAD_USE
        except click.Abort:
            code = INTERRUPTED
        except SystemExit:  # click's own answer to a closed pipe
            discard_stdout()
            code = DONE
        except MemoryError:
            click.echo("rnntui: there is not enough memory for that; try fewer runs, periods or hidden units", err=True)
            code = BAD_USE
        except OSError as problem:  # a full disk, for example
            discard_stdout()
            click.echo(printable(f"rnntui: {problem.strerror or problem}"), err=True)
            code = BAD_USE
        sys.exit(code or DONE)


@click.group("rnntui", cls=Root, invoke_without_command=True)
@options(*ONE, "gates", "series")
@click.option("--view", type=click.Choice(VIEWS), default=VIEWS[0], show_default=True, help="Which view to open.")
@click.version_option(package_name="rnntui", message="%(prog)s %(version)s")
@click.pass_context
def rnntui(ctx: click.Context, /, view: str, series: str | None, **asked: Any) -> int | None:
    """See in a terminal what a recurrent network remembers, one period at a time.

    Without a command it opens the app, on what the choices say.
    """
    if ctx.invoked_subcommand is not None:
        _refuse_choices_before(ctx, ctx.invoked_subcommand)
        return None
    network, subscriber = one(asked)
    at_start = ""
    if asked["gates"] is not None:
        view, at_start = "gates", _load_gates(ctx, asked["gates"])
    if series is not None:
        from rnntui.series_file import series_of

        series_of(series)  # refused before anything opens
        view, at_start = "forecast", f"forecast-series {series}"
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise click.UsageError("the app needs a terminal; `rnntui step` and `rnntui table` write plain text")
    from rnntui.lengths import check_view
    from rnntui.seen import Choices
    from rnntui.start import run

    choices = Choices(network, subscriber, asked["trained"])
    check_view(view, choices)
    return run(choices, view, at_start=at_start)


def _load_gates(ctx: click.Context, name: str) -> str:
    """The action that loads a file of gates, which is looked at before the app opens. Raises BadInput."""
    from pathlib import Path

    from rnntui.gates_file import read_gates

    if ctx.get_parameter_source("view") is ParameterSource.COMMANDLINE and ctx.params["view"] != "gates":
        raise click.BadParameter("it is for the view gates", ctx=ctx, param_hint="--gates")
    read_gates(Path(name))
    return f"gates-load {name}"


def _refuse_choices_before(ctx: click.Context, command: str) -> None:
    """The command would not see them."""
    for param in ctx.command.params:
        if param.name and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            raise click.BadParameter(f"belongs after the command {command}", ctx, param)


def main() -> None:
    """The program `rnntui`."""
    spell_what_cannot_be_written()
    if _is_terminal(sys.stdout):
        prepare(os.environ)
    rnntui.main()
