"""`rnntui sweep`: very many networks, a row each, into a file that can be gone on from."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from rnntui_engine import cluster
from rnntui_engine import sweep as engine
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice

from . import elsewhere
from .choices import LISTS, MANY_RUNS, NETWORK, TRAINING, grid, options
from .errors import DONE, INTERRUPTED, Command, printable
from .output import Progress
from .outward import bad_out, new_file

if TYPE_CHECKING:
    from rnntui.row_file import RowFile

ENDING = ".csv"


@click.command("sweep", cls=Command)
@options(*LISTS, *NETWORK, *(name for name in TRAINING if name != "clip"))
@click.option("--clip", type=float, hidden=True)
@click.option("--workers", type=int, metavar="N", help="How many threads train.  [default: one a core]")
@click.option("--dask", metavar="ADDRESS", help="Train on the workers of this Dask scheduler, like tcp://host:8786.")
@click.option("--out", metavar="F.csv", help="The file; what it has already is not computed again.")
@click.pass_context
def sweep(ctx: click.Context, /, **asked: Any) -> int:
    """Train many runs at every length, by default k1 to k100, and write a row for each into a CSV file.

    The file grows by whole rows. Ctrl+C keeps them, and the same command goes on from there. The rows do not depend on
    who trains them, nor on how many.
    """
    if asked["clip"] is not None:
        raise BadInput("a sweep takes none: its file has no column that would tell such rows from others", "clip")
    wanted = [one for networks in grid(asked, MANY_RUNS).values() for one in networks]
    for length in {one.length for one in wanted}:
        data_set(wanted[0].data).check_training(length)
    if asked["dask"] is not None and data_set(wanted[0].data).own:
        raise BadInput("the workers of a cluster do not have your file; leave this out", "dask")
    _check_who_trains(asked["workers"], asked["dask"])
    out = new_file(ctx, asked["out"], (ENDING,))
    from rnntui.row_file import RowFile

    try:
        with RowFile(out) as file:
            return _fill(file, wanted, asked["workers"], asked["dask"])
    except OSError as problem:
        raise bad_out(ctx, f"{str(out)!r}: {problem.strerror or problem}") from None


def _check_who_trains(workers: int | None, dask: str | None) -> None:
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers are too few; the least is 1", "workers")
    if dask is not None:
        if workers is not None:
            raise BadInput("with --dask the cluster's own workers train; leave this out", "workers")
        cluster.check_installed()


def _fill(file: RowFile, wanted: Sequence[NetworkChoice], workers: int | None, dask: str | None) -> int:
    """Train what the file lacks."""
    missing = [choice for choice in wanted if choice not in file.rows]
    if not missing:
        return DONE
    try:
        with Progress("sweep, networks") as report, closing(_parts(missing, workers, dask)) as parts:
            report(0, len(missing))
            for part in parts:
                file.append(part.rows)
                report(part.done, part.total, part.work or None)
    except KeyboardInterrupt:
        kept = _kept(file, wanted) or "no row was finished"
        click.echo(printable(f"rnntui: interrupted: {kept}"), err=True)
        return INTERRUPTED
    except BadInput as problem:  # the cluster failed
        kept = _kept(file, wanted)
        raise BadInput(f"{problem}: {kept}" if kept else str(problem), problem.field) from None
    return DONE


def _kept(file: RowFile, wanted: Sequence[NetworkChoice]) -> str:
    """How many of the rows are in the file; nothing if none is."""
    done = sum(choice in file.rows for choice in wanted)
    return f"{done} of {len(wanted)} rows are in {file.name}; the same command goes on from there" if done else ""


def _parts(
    missing: Sequence[NetworkChoice], workers: int | None, dask: str | None
) -> Generator[engine.Part, None, None]:
    if dask is not None:
        return cluster.rows(missing, dask)
    return elsewhere.rows(missing, workers)
