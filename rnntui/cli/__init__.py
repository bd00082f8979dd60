"""The command line. Without a command it opens the app; each command is a module, listed in COMMANDS.

Nothing heavy is imported here: `--help` must be quick, and numba and Textual come when they are needed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from .check import check
from .choices import ONE, VIEWS, one, options
from .demo import demo
from .errors import BAD_USE, DONE, INTERRUPTED, Group, one_line, printable
from .output import discard_stdout
from .shot import shot
from .step import step
from .tables import table
from .terminal import is_terminal as _is_terminal

COMMANDS: tuple[click.Command, ...] = (demo, step, table, check, shot)


class Root(Group):
    """The whole program: every way of ending it becomes an exit code, and bad use one line."""

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
@options(*ONE)
@click.option("--view", type=click.Choice(VIEWS), default=VIEWS[0], show_default=True, help="Which view to open.")
@click.version_option(package_name="rnntui", message="%(prog)s %(version)s")
@click.pass_context
def rnntui(ctx: click.Context, /, view: str, **asked: Any) -> int | None:
    """See in a terminal what a recurrent network remembers, one period at a time.

    Without a command it opens the app, on what the choices say.
    """
    if ctx.invoked_subcommand is not None:
        _refuse_choices_before(ctx, ctx.invoked_subcommand)
        return None
    network, subscriber = one(asked)
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise click.UsageError("the app needs a terminal; `rnntui step` and `rnntui table` write plain text")
    from rnntui.app import run
    from rnntui.viewing import Choices

    run(Choices(network, subscriber, asked["trained"]), view)
    return DONE


def _refuse_choices_before(ctx: click.Context, command: str) -> None:
    """The command would not see them."""
    for param in ctx.command.params:
        if param.name and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            raise click.BadParameter(f"belongs after the command {command}", ctx, param)


for _command in COMMANDS:
    rnntui.add_command(_command)


def main() -> None:
    """The program `rnntui`."""
    rnntui.main()


if __name__ == "__main__":
    main()
