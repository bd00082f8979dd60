"""`rnntui serve`: the app in a browser."""

from __future__ import annotations

import click

from .errors import DONE, INTERRUPTED, Command
from .lists import TEXT

PORT = 8000
VISITORS = 20


@click.command("serve", cls=Command)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="Which port; 0 is any free one.",
)
@click.option(
    "--host",
    type=TEXT,
    default="127.0.0.1",
    show_default=True,
    metavar="H",
    help="On which address. Anything but loopback lets others in: there is no password.",
)
@click.option("--visitors", type=click.IntRange(1, 1000), default=VISITORS, show_default=True, metavar="N",
              help="At most so many at a time: each has a process of their own.")  # fmt: skip
@click.pass_context
def serve(ctx: click.Context, /, port: int, host: str, visitors: int) -> int:
    """The app in a browser, on this machine only unless told otherwise. Ctrl+C ends it.

    A visitor has the whole app, but neither opens nor saves files of this machine; x downloads to the visitor's own.
    """
    try:
        from rnntui.web.door import Door, bound, clean_environment, is_loopback
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in ("textual_serve", "aiohttp"):
            raise
        raise click.UsageError("this needs the extra web: pip install 'rnntui[web]'") from None
    try:
        listening = bound(host, port)
    except OSError as problem:
        raise click.BadParameter(
            f"cannot listen on {host} port {port}: {problem.strerror or problem}", ctx=ctx,
            param_hint="--host" if problem.errno is None or problem.errno < 0 else "--port",
        ) from None  # fmt: skip
    names = ("localhost", "127.0.0.1", "::1", host) if is_loopback(host) else ()
    if not names:
        click.echo(f"rnntui: whoever can reach {host} can use it: there is no password and no encryption", err=True)
    clean_environment()
    door = Door(listening, names, visitors, click.echo)
    door.serve()
    return INTERRUPTED if door.interrupted else DONE
