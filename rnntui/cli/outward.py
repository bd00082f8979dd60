"""--out: the file that a command writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click


def bad_out(ctx: click.Context, message: str) -> click.BadParameter:
    """Bad use of --out."""
    return click.BadParameter(message, ctx=ctx, param_hint="--out")


def new_file(ctx: click.Context, given: str | None, endings: Sequence[str]) -> Path:
    """The path that --out names, before anything is computed for it. Raises BadParameter."""
    kinds = " nor ".join(endings)
    if not given:
        raise bad_out(ctx, f"name the file to write, {' or '.join(endings)}")
    out = Path(given)
    if out.suffix.lower() not in endings:
        raise bad_out(
            ctx, f"{given!r} does not end in {kinds}" if len(endings) == 1 else f"{given!r} ends in neither {kinds}"
        )
    if not out.parent.is_dir():
        raise bad_out(ctx, f"there is no folder {str(out.parent)!r}")
    if out.exists() and not out.is_file():
        raise bad_out(ctx, f"{given!r} is not a file")
    return out
