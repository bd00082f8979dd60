"""`rnntui sweep --dask`: a real scheduler and real workers on the loopback interface, each a process of its own."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui.row_file import RowFile
from rnntui_engine import cluster
from rnntui_engine.records import BadInput, NetworkChoice, Row

pytest.importorskip("distributed")

Invoke = Callable[..., Result]
LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")
WANTED = ("--lengths", "2,4,6", "--runs", "1-100")


@contextmanager
def process(kind: str, said: str, *args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process of Dask's, and what it printed after `said`; ended at the end."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *args, *LOOPBACK]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    try:
        assert running.stderr is not None
        for line in running.stderr:
            if found := re.search(rf"{said}:\s+(\S+)", line):
                break
        else:
            raise AssertionError(f"the {kind} ended")
        yield running, found[1]
    finally:
        running.kill()
        running.communicate()


@pytest.fixture
def scheduler() -> Iterator[str]:
    with process("scheduler", "Scheduler at", "--port", "0") as (_, address):
        yield address


@pytest.fixture
def workers(scheduler: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Two workers of one thread each."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(process("worker", "Registered to", scheduler, "--nthreads", "1", "--no-nanny"))[0]
            for _ in range(2)
        ]


def after_the_first_batch(monkeypatch: pytest.MonkeyPatch, what: Callable[[], None]) -> list[int]:
    """Do something once the first rows are in the file; gives how many rows each batch had."""
    append, counts = RowFile.append, list[int]()

    def watched(self: RowFile, rows: Iterable[Row]) -> None:
        kept = list(rows)
        append(self, kept)
        counts.append(len(kept))
        if len(counts) == 1:
            what()

    monkeypatch.setattr(RowFile, "append", watched)
    return counts


def test_the_same_bytes_though_a_worker_is_killed(
    invoke: Invoke, scheduler: str, workers: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert invoke("sweep", *WANTED, "--out", str(here)).exit_code == 0
    counts = after_the_first_batch(monkeypatch, workers[0].kill)
    result = invoke("sweep", *WANTED, "--dask", scheduler, "--out", str(there))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert len(counts) > 3
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    assert there.read_bytes() == here.read_bytes()


def test_interrupted_it_keeps_its_rows_and_goes_on_without_the_cluster(
    invoke: Invoke, scheduler: str, workers: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    whole, out = tmp_path / "whole.csv", tmp_path / "f.csv"
    with monkeypatch.context() as patch:
        after_the_first_batch(patch, interrupt)
        result = invoke("sweep", *WANTED, "--dask", scheduler, "--out", str(out))
    assert (result.exit_code, result.stdout) == (130, "")
    kept = len(out.read_text().splitlines()) - 1
    assert kept == 16
    assert re.fullmatch(r"rnntui: interrupted: 16 of 300 rows are in \S+; the same command goes .*\n", result.stderr)
    assert invoke("sweep", *WANTED, "--out", str(out)).exit_code == 0
    assert invoke("sweep", *WANTED, "--out", str(whole)).exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_a_worker_of_another_version_is_refused(
    scheduler: str, workers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "version", lambda: "another")
    with pytest.raises(BadInput, match="another version of rnntui") as refused:
        next(cluster.rows([NetworkChoice(length=2, epochs=1)], scheduler))
    assert refused.value.field == "dask"


def test_a_scheduler_without_workers_is_one_line(
    invoke: Invoke, scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERS_WITHIN", 0.2)
    result = invoke("sweep", *WANTED, "--dask", scheduler, "--out", str(tmp_path / "f.csv"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"rnntui: --dask: the scheduler at {scheduler!r} has no worker; start one: dask worker {scheduler}\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_answers_is_one_line(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        addresses = [f"tcp://127.0.0.1:{silent.getsockname()[1]}", "127.0.0.1:1", "nowhere://x", "no port", ""]
        for address in addresses:
            result = invoke("sweep", "--dask", address, "--out", str(tmp_path / "f.csv"))
            assert (result.exit_code, result.stdout) == (2, ""), address
            assert result.stderr.startswith(f"rnntui: --dask: no Dask scheduler answers at {address!r}"), result.stderr
            assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_it_says_how_to_get_it(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    result = invoke("sweep", "--dask", "tcp://127.0.0.1:1", "--out", str(tmp_path / "f.csv"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "rnntui: --dask: distributed is not installed; in rnntui's folder, pip install '.[cluster]' brings it\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_with_a_cluster_there_are_no_threads_to_count(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("sweep", "--dask", "tcp://127.0.0.1:1", "--workers", "2", "--out", str(tmp_path / "f.csv"))
    assert result.exit_code == 2
    assert result.stderr == "rnntui: --workers: with --dask the cluster's own workers train; leave this out\n"


def test_a_worker_without_rnntui_can_read_the_task_and_says_what_it_lacks() -> None:
    """What travels is unpacked in a process where rnntui cannot be imported."""
    import cloudpickle

    batch = [astuple(NetworkChoice(length=2, epochs=1))]
    packed = cloudpickle.dumps((cluster._task(), batch, cluster.version()))
    program = (
        "import sys, pickle\n"
        "if sys.argv[1] == 'without': sys.modules['rnntui_engine'] = None\n"
        "task, batch, version = pickle.load(sys.stdin.buffer)\n"
        "print(task(batch, version))"
    )
    answers = [
        subprocess.run([sys.executable, "-c", program, how], input=packed, capture_output=True, timeout=100)
        for how in ("without", "with")
    ]
    assert [answer.returncode for answer in answers] == [0, 0], answers[0].stderr
    assert answers[0].stdout.startswith(b"a worker lacks rnntui_engine")
    assert answers[1].stdout.startswith(b"[('rnn', 'in-place', 0.0, 2, 1, ")
