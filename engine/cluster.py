"""Sweeps past one machine: the batches of `sweep` as tasks of a Dask cluster. The rows and their order are the same.

The scheduler gives the batches of a worker that dies to others. It takes `distributed`, the extra `cluster`, here and
this very version of rnntui on every worker. Whoever is connected to a scheduler runs what it sends: use your own.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import astuple
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from . import jit
from .networks import checked
from .records import BadInput, NetworkChoice, Row
from .sweep import Part, batches, train_batch

Plain = tuple[Any, ...]  # a record's fields

ANSWERS_WITHIN = 5.0  # seconds
WORKERS_WITHIN = 10.0


def check_installed() -> None:
    """Raises BadInput, with the way to get it, where `distributed` is not installed."""
    if find_spec("distributed") is None:
        raise BadInput("distributed is not installed; in rnntui's folder, pip install '.[cluster]' brings it", "dask")


def rows(choices: Iterable[NetworkChoice], address: str) -> Generator[Part, None, None]:
    """As `sweep.rows`, trained by the workers of the Dask scheduler at `address`.

    Raises BadInput of the field "dask" where no scheduler or no worker answers within some seconds, where workers have
    another version of this program, and when the scheduler goes away. Whoever stops asking for parts waits for nobody:
    what the workers are at is then for nothing.
    """
    todo = batches([checked(choice) for choice in choices])
    check_installed()
    done, total = 0, sum(map(len, todo))
    with _connected(address) as client:
        plain = [[astuple(choice) for choice in batch] for batch in todo]
        pending = client.map(_task(), plain, [version()] * len(todo), pure=False)
        pending.reverse()
        try:
            while pending:
                found = _result(pending[-1], address)
                pending.pop()
                done += len(found)
                yield Part(found, done, total)
        except KeyboardInterrupt:
            while pending and pending[-1].status == "finished":
                found = _result(pending.pop(), address)
                done += len(found)
                yield Part(found, done, total)
            raise
        finally:
            client.cancel(pending)


def _task() -> Callable[[list[Plain], str], list[Plain] | str]:
    """What a worker runs. Being a function within a function it travels by value, and so do its plain arguments and
    results: a worker or scheduler without rnntui could not even read another, and would die of it."""

    def task(batch: list[Plain], theirs: str) -> list[Plain] | str:
        try:
            from rnntui_engine.cluster import train_here
        except ImportError as problem:
            return f"a worker lacks {problem.name}; install the same version of rnntui there"
        return train_here(batch, theirs)

    return task


def train_here(batch: list[Plain], theirs: str) -> list[Plain] | str:
    """The rows of one batch, both as tuples, on a worker; or why not: it is not the version that asks."""
    if theirs != version():
        return "a worker has another version of rnntui; install the same one there"
    jit.load()
    return [astuple(row) for row in train_batch([NetworkChoice(*fields) for fields in batch])]


@cache
def version() -> str:
    """A digest of the engine's own source."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler. Its libraries log and warn to stderr; what matters is raised instead."""
    from distributed import Client

    for name in ("distributed", "distributed.client", "distributed.core", "tornado", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asyncio.run(_knock(address))
        client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        try:
            try:
                client.wait_for_workers(1, timeout=WORKERS_WITHIN)
            except TimeoutError:
                start = f"start one: dask worker {address}"
                raise BadInput(f"the scheduler at {address!r} has no worker; {start}", "dask") from None
            yield client
        finally:
            client.close(timeout=2)


async def _knock(address: str) -> None:
    """Raises BadInput where no scheduler answers. A client alone would wait for ever for one that says nothing, and
    would start a cluster of its own where the address is empty."""
    from distributed.core import rpc
    from distributed.security import Security

    async def who() -> Any:
        async with rpc(address, connection_args=Security().get_connection_args("client")) as peer:
            return await peer.identity()

    try:
        found = await asyncio.wait_for(who(), ANSWERS_WITHIN)
    except (TimeoutError, OSError, ValueError, TypeError) as problem:
        more = f" within {ANSWERS_WITHIN:g} s" if isinstance(problem, TimeoutError) else f": {problem}"
        raise BadInput(f"no Dask scheduler answers at {address!r}{more}", "dask") from None
    if found.get("type") != "Scheduler":
        raise BadInput(f"at {address!r} a Dask {found.get('type')} answers, not a scheduler", "dask")


def _result(future: Any, address: str) -> tuple[Row, ...]:
    """A task's rows. Raises BadInput when the cluster fails, and what the training itself raised."""
    from distributed import KilledWorker

    try:
        found = future.result()
    except KilledWorker:
        raise BadInput("several workers died of the same batch, perhaps of too little memory", "dask") from None
    except (CancelledError, OSError):
        raise BadInput(f"the scheduler at {address!r} has gone", "dask") from None
    if isinstance(found, str):
        raise BadInput(found, "dask")
    return tuple(Row(*fields) for fields in found)
