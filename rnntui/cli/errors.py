"""Bad use ends in one line on stderr that names the option, never in a traceback."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click

from rnntui_engine.records import BadInput

DONE, CHECK_FAILED, BAD_USE, INTERRUPTED = 0, 1, 2, 130
LONGEST_LINE = 400


class Command(click.Command):
    """A command whose computations may raise BadInput: it becomes bad use of the option that stands for the field."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BadInput as problem:
            raise click.BadParameter(str(problem), ctx=ctx, param_hint=option_for(ctx, problem.field)) from problem


class Group(Command, click.Group):
    """A group that names the nearest command when there is none of the name given."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            names = self.list_commands(ctx)
            near = get_close_matches(args[0], names, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise click.UsageError(f"{args[0]!r} is not a command of {ctx.command_path}; {hint}", ctx)
        return super().resolve_command(ctx, args)


def option_for(ctx: click.Context, field: str) -> str | None:
    """The option of this command that stands for a field of the choices: --lengths for a length in a list."""
    names = {p.name: p.opts[0] for p in ctx.command.params if isinstance(p, click.Option) and p.name}
    asked = [name for name in (field, f"{field}s") if name in names]
    given = [name for name in asked if ctx.params.get(name) is not None]
    found = given or asked[::-1]
    return names[found[0]] if found else None


def one_line(problem: click.ClickException) -> str:
    """What was wrong, as one line of printable characters."""
    text = problem.format_message()
    if isinstance(problem, click.NoSuchOption):
        text = f"{problem.option_name}: there is no such option here; {_nearest_option(problem)}"
    elif isinstance(problem, click.BadOptionUsage):
        text = f"{problem.option_name}: its value is missing"
    elif isinstance(problem, click.MissingParameter):
        text = problem.format_message().rstrip(".")
    elif isinstance(problem, click.BadParameter):
        hint = problem.param_hint or (problem.param.opts[0] if problem.param else None)
        text = f"{hint}: {problem.message.rstrip('.')}" if hint else problem.message.rstrip(".")
    elif isinstance(problem, click.UsageError) and problem.message.startswith("Missing command"):
        assert problem.ctx is not None and isinstance(problem.ctx.command, click.Group)
        names = problem.ctx.command.list_commands(problem.ctx)
        text = f"{problem.ctx.info_name}: which one? There are {', '.join(names)}"
    return printable(f"rnntui: {text}")


def _nearest_option(problem: click.NoSuchOption) -> str:
    """A hint: the option that was perhaps meant, else where all of them are listed."""
    if problem.ctx is None:
        return "see rnntui --help"
    known = [option for param in problem.ctx.command.params for option in param.opts]
    near = get_close_matches(problem.option_name, known, n=1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else f"see {problem.ctx.command_path} --help"


def printable(text: str) -> str:
    """The text on one line: control characters escaped, and not endless."""
    line = "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text)
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
