"""`rnntui train`: train a network and save its weights."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from rnntui_engine import weights

from .choices import NETWORK, TRAINING, network, options, ran_away, trained
from .errors import CHECK_FAILED, DONE, Command, printable
from .output import Progress
from .outward import bad_out, new_file

ENDING = ".safetensors"


@click.command("train", cls=Command)
@options("length", "run", *NETWORK, *TRAINING)
@click.option("--out", metavar="W.safetensors", help="The file; it is written whole or not at all.")
@click.pass_context
def train(ctx: click.Context, /, **asked: Any) -> int:
    """Train one network and save its weights, in PyTorch's layout where PyTorch has such a cell.

    The file says which network it is and how many of the test subscribers it gets right. The same network gives the
    same bytes.
    """
    chosen = network(asked)
    out = new_file(ctx, asked["out"], (ENDING,))
    with Progress("training, epoch") as report:
        result = trained(chosen, report)
    if result.stopped_at is not None:
        click.echo(printable(f"rnntui: {ran_away(result)}; nothing is saved, a smaller --rate may help"), err=True)
        return CHECK_FAILED
    save(ctx, out, weights.saved(result, f"rnntui {version('rnntui')}"))
    return DONE


def save(ctx: click.Context, out: Path, content: bytes) -> None:
    """Write the file. What goes wrong is bad use of --out."""
    from rnntui.files import write_bytes

    try:
        write_bytes(out, content)
    except OSError as problem:
        raise bad_out(ctx, f"{str(out)!r}: {problem.strerror or problem}") from None
