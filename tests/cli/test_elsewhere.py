"""Work in another thread: what it yields and raises arrives, and nobody waits for its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rnntui.cli.elsewhere import elsewhere
from rnntui_engine import jit

PROGRAM = Path(sys.executable).parent / "rnntui"


def test_what_is_yielded_arrives_in_order_and_from_another_thread() -> None:
    def work() -> Iterator[tuple[int, str]]:
        for n in range(3):
            yield n, threading.current_thread().name

    assert list(elsewhere(work())) == [(0, "elsewhere"), (1, "elsewhere"), (2, "elsewhere")]


def test_it_is_compiled_where_whoever_asks_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo's table is computed in a thread that alone is compiled: what it has done elsewhere must be, too, or a
    hundred runs take an hour."""
    monkeypatch.setattr(jit, "_loaded", False)

    def work() -> Iterator[bool]:
        yield jit.compiles()

    with jit.compiled_here():
        assert list(elsewhere(work())) == [True]
    assert list(elsewhere(work())) == [False]


def test_what_is_raised_arrives_after_what_was_yielded() -> None:
    def work() -> Iterator[int]:
        yield 1
        raise MemoryError

    found = elsewhere(work())
    assert next(found) == 1
    with pytest.raises(MemoryError):
        next(found)


def test_whoever_leaves_waits_for_nothing_and_the_work_ends_at_its_next_step() -> None:
    going_on, ended = threading.Event(), threading.Event()

    def work() -> Iterator[int]:
        try:
            yield 1
            going_on.wait()
            yield 2
            raise AssertionError("nobody asks for it")
        finally:
            ended.set()

    found = elsewhere(work())
    assert next(found) == 1
    found.close()  # type: ignore[attr-defined]
    assert not ended.is_set()
    going_on.set()
    assert ended.wait(60)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_does_not_wait_for_an_epoch_and_leaves_no_file(tmp_path: Path) -> None:
    """Its first epoch takes a second; the next one's would be waited for. A terminal is a pty here."""
    import pty

    master, terminal = pty.openpty()
    args = ["train", "--hidden", "400", "--epochs", "1000", "--out", str(tmp_path / "w.safetensors")]
    process = subprocess.Popen([str(PROGRAM), *args], stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    seen = b""
    while b"epoch: 1 of 1000" not in seen:
        seen += os.read(master, 1024)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(master)
    assert (process.returncode, out) == (130, b"")
    assert list(tmp_path.iterdir()) == []
