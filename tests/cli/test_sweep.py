"""`rnntui sweep`: a file that grows by whole rows and is gone on from."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui import row_file
from rnntui.row_file import HEADER, RowFile, line, row_of
from rnntui_engine import sweep
from rnntui_engine.records import BadInput, NetworkChoice, Row
from rnntui_engine.training import train

Invoke = Callable[..., Result]
SMALL = ("--epochs", "1", "--lengths", "2,3", "--runs", "1-20")
PROGRAM = Path(sys.executable).parent / "rnntui"
GOOD = "rnn,in-place,0.0,2,1,190,200,144,30,0.05,6,lesson"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "f.csv"


def swept(invoke: Invoke, out: Path, *args: str) -> list[list[str]]:
    """Run it well, and read what is there by another reader."""
    result = invoke("sweep", *(args or SMALL), "--out", str(out))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    with out.open(newline="") as file:
        return list(csv.reader(file))


def test_a_row_each_as_the_engine_gives_it(invoke: Invoke, out: Path) -> None:
    header, *rows = swept(invoke, out, "--cell", "gru", "--memory-bias", "1", "--rate", "0.1", *SMALL)
    assert header == list(sweep.COLUMNS)
    assert [(row[3], row[4]) for row in rows] == [(t, str(k)) for t in "23" for k in range(1, 21)]
    assert {tuple(row[:3] + row[6:7] + row[8:]) for row in rows} == {
        ("gru", "exact", "1.0", "200", "1", "0.1", "6", "lesson")
    }
    for row in rows[::13]:
        network = NetworkChoice("gru", int(row[4]), int(row[3]), 1.0, "exact", 1, 0.1)
        assert int(row[5]) == train(network).correct


def test_a_hundred_runs_at_six_lengths_unless_told_otherwise(invoke: Invoke, out: Path) -> None:
    rows = swept(invoke, out, "--epochs", "1")[1:]
    assert len(rows) == 600
    assert {row[3] for row in rows} == {"2", "4", "6", "8", "10", "12"}


def test_the_same_bytes_for_any_number_of_workers_and_wherever_it_is_gone_on_from(
    invoke: Invoke, out: Path, tmp_path: Path
) -> None:
    swept(invoke, out)
    whole = out.read_bytes()
    lines = whole.splitlines(keepends=True)
    for workers in ("1", "3"):
        other = tmp_path / f"{workers}.csv"
        swept(invoke, other, *SMALL, "--workers", workers)
        assert other.read_bytes() == whole
    for kept in (0, 1, 2, 17, 30, 41):
        for torn in (b"", lines[3][:1], lines[3][:20], lines[3][:-1], b"\0\0\0"):
            if kept or not torn:
                out.write_bytes(b"".join(lines[:kept]) + torn)
                swept(invoke, out)
                assert out.read_bytes() == whole, (kept, torn)
    for torn in (HEADER[:7], HEADER[:-1]):
        out.write_text(torn)
        swept(invoke, out)
        assert out.read_bytes() == whole


def test_what_is_there_is_not_computed_again(invoke: Invoke, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swept(invoke, out)
    asked: list[NetworkChoice] = []
    inside = sweep.rows

    def watched(choices: Any, *rest: Any) -> Any:
        asked.extend(choices)
        return inside(choices, *rest)

    monkeypatch.setattr(sweep, "rows", watched)
    before = out.read_bytes(), out.stat().st_mtime_ns
    swept(invoke, out)
    assert (asked, (out.read_bytes(), out.stat().st_mtime_ns)) == ([], before)
    rows = swept(invoke, out, *SMALL, "--mode", "exact", "--lengths", "3", "--runs", "k7")
    assert [(one.mode, one.length, one.run) for one in asked] == [("exact", 3, 7)]
    assert len(rows) == 42


def test_rows_of_other_networks_may_stand_in_the_same_file(invoke: Invoke, out: Path) -> None:
    for more in ((), ("--mode", "exact"), ("--cell", "lstm"), ("--cell", "lstm", "--memory-bias", "chrono"), ()):
        found = swept(invoke, out, "--epochs", "1", "--lengths", "3", "--runs", "1,2", *more)
    assert [tuple(row[:3]) for row in found[1::2]] == [
        ("rnn", "in-place", "0.0"), ("rnn", "exact", "0.0"), ("lstm", "exact", "0.0"), ("lstm", "exact", "chrono"),
    ]  # fmt: skip


def test_numbers_are_read_back_exactly() -> None:
    for rate in (0.1, 1 / 3, 1e-300, 1e22, 5e-324, 1.7976931348623157e308):
        row = Row("lstm", "exact", -1 / 3, 2, 7, 100, 200, 144, 30, rate, 6, "lesson")
        assert row_of(line(row).rstrip("\n")) == row


DAMAGED = [
    ("rnn,in-place,0.0,2,1", "correct: it is missing; a row has 12 fields, here are 5"),
    ("", "mode: it is missing"),
    (f"{GOOD},7", "data: a row ends with it after 12 fields; here are 13"),
    (GOOD.replace("190", "many"), "correct: 'many' is not a whole number"),
    (GOOD.replace("190", "-1"), "correct: '-1' is not a whole number"),
    (GOOD.replace("190", "201"), "correct: 201 are more than the 200 tested"),
    (GOOD.replace("144", "143"), "baseline correct: it is 144 at this length, not 143"),
    (GOOD.replace(",200,", ",199,"), "test size: it is 200 for this data, not 199"),
    (GOOD.replace("0.05", "nan"), "rate: 'nan' is not a number"),
    (GOOD.replace("0.05", "1.2.3"), "rate: '1.2.3' is not a number"),
    (GOOD.replace("0.05", "1e999"), "rate: inf is not a learning rate above 0"),
    (GOOD.replace("0.0,", "1.0,"), "memory bias: rnn has no gate that keeps"),
    (GOOD.replace("rnn", "rmn"), "cell: 'rmn' is not a cell"),
    (GOOD.replace("in-place", "by-hand"), "mode: by-hand is not a way to train rnn"),
    (GOOD.replace("2,1,", "13,1,"), "length: 13 is not a length from 2 to 12"),
    (GOOD.replace("lesson", "les\x1b[31mson\udcff"), "data: "),
    (GOOD + "\r", "data: "),
    (GOOD.replace("190", "191"), "correct: line 2 says 190 of the same network"),
    (GOOD.replace(",1,190", ",٣,190"), "run: '٣' is not a whole number"),
]


@pytest.mark.parametrize(("damaged", "words"), DAMAGED)
def test_a_damaged_row_is_refused_and_left_as_it_was(invoke: Invoke, out: Path, damaged: str, words: str) -> None:
    content = f"{HEADER}{GOOD}\n{damaged}\n{GOOD}\n".encode(errors="surrogateescape")
    out.write_bytes(content)
    result = invoke("sweep", *SMALL, "--out", str(out))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"rnntui: --out: {str(out)!r}, line 3, {words}"), result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()
    assert out.read_bytes() == content


@pytest.mark.parametrize("tail", ["something else", "rnn,in-place,much,2", GOOD + ",7", "# 1"])
def test_a_last_line_that_is_no_beginning_of_a_row_is_not_cut_off(invoke: Invoke, out: Path, tail: str) -> None:
    content = f"{HEADER}{GOOD}\n{tail}"
    out.write_text(content)
    result = invoke("sweep", *SMALL, "--out", str(out))
    assert result.exit_code == 2
    assert f"{str(out)!r}, line 3, " in result.stderr
    assert out.read_text() == content


@pytest.mark.parametrize("content", ["a,b\n1,2\n", "\n", HEADER.replace(",", ";"), "\ufeff" + HEADER, "x"])
def test_another_header_is_refused(invoke: Invoke, out: Path, content: str) -> None:
    out.write_text(content, encoding="utf-8")
    result = invoke("sweep", *SMALL, "--out", str(out))
    assert result.exit_code == 2
    assert result.stderr == (
        f"rnntui: --out: {str(out)!r}, line 1: it is not the header of a sweep, {HEADER.rstrip()!r}\n"
    )
    assert out.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("--clip", "1"), "--clip: a sweep takes none: its file has no column that would tell such rows from others"),
        (("--workers", "0"), "--workers: 0 workers are too few; the least is 1"),
        (("--lengths", "2,13"), "--lengths: 13 is not a length from 2 to 12"),
        (("--runs", "0-3"), "--runs: k0 is not a run; the first is k1"),
        (("--out", "f.txt"), "--out: 'f.txt' does not end in .csv"),
        (("--out", "nowhere/f.csv"), "--out: there is no folder 'nowhere'"),
        (("--out", ""), "--out: name the file to write, .csv"),
    ],
)
def test_bad_use_is_one_line_and_leaves_no_file(invoke: Invoke, out: Path, args: tuple[str, ...], line: str) -> None:
    result = invoke("sweep", "--out", str(out), *args)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"rnntui: {line}\n")
    assert not out.exists()


def test_a_folder_is_no_file(invoke: Invoke, out: Path) -> None:
    out.mkdir()
    result = invoke("sweep", *SMALL, "--out", str(out))
    assert (result.exit_code, result.stderr) == (2, f"rnntui: --out: {str(out)!r} is not a file\n")


def test_a_full_disk_leaves_whole_rows(invoke: Invoke, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, room = os.write, len(HEADER) + 1500

    def full(handle: int, content: bytes) -> int:
        left = room - os.fstat(handle).st_size
        if left <= 0:
            raise OSError(28, "No space left on device")
        return write(handle, content[:left])

    monkeypatch.setattr(row_file.os, "write", full)
    result = invoke("sweep", *SMALL, "--out", str(out))
    monkeypatch.undo()
    assert (result.exit_code, result.stderr) == (2, f"rnntui: --out: {str(out)!r}: No space left on device\n")
    assert out.read_text().endswith("lesson\n")
    assert len(out.read_text().splitlines()) == 21
    assert len(swept(invoke, out)) == 41


@pytest.mark.skipif(row_file.fcntl is None, reason="needs locks of POSIX")
def test_two_sweeps_do_not_write_into_one_file(out: Path) -> None:
    with RowFile(out), pytest.raises(BadInput, match="is being written to by another sweep"):
        RowFile(out)
    assert not out.exists()  # nobody wrote anything
    with RowFile(out) as file:
        file.append([row_of(GOOD)])
    with RowFile(out) as file:
        assert list(file.rows) == [NetworkChoice(length=2)]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_ended_in_the_middle_it_keeps_whole_rows_and_is_gone_on_from(out: Path, tmp_path: Path, how: int) -> None:
    """Its progress says when the first rows are there; a terminal is a pty here."""
    import pty

    wanted = ["--lengths", "2,4,12", "--runs", "1-200", "--workers", "2"]
    master, terminal = pty.openpty()
    process = subprocess.Popen([str(PROGRAM), "sweep", *wanted, "--out", str(out)], stderr=terminal)
    os.close(terminal)
    seen = b""
    while not re.search(rb"networks: [1-9]", seen):
        seen += os.read(master, 1024)
    process.send_signal(how)
    while True:
        try:
            more = os.read(master, 1024)
        except OSError:  # its end
            break
        if not more:
            break
        seen += more
    os.close(master)
    assert process.wait(timeout=60) == (130 if how == signal.SIGINT else -how)
    kept = out.read_bytes()
    count = len(kept.splitlines()) - 1
    assert 0 < count < 600
    if how == signal.SIGINT:
        assert kept.endswith(b"\n")
        assert f"rnntui: interrupted: {count} of 600 rows are in {out}; the same command".encode() in seen
    for path in (out, tmp_path / "whole.csv"):
        assert subprocess.run([str(PROGRAM), "sweep", *wanted, "--out", str(path)], timeout=100).returncode == 0
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert out.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_does_not_wait_for_an_epoch(out: Path) -> None:
    """The second row's first epoch would take minutes."""
    import pty

    out.write_text(HEADER)
    quick = ["--lengths", "2", "--runs", "1", "--epochs", "1"]
    assert subprocess.run([str(PROGRAM), "sweep", *quick, "--out", str(out)], timeout=100).returncode == 0
    kept = out.read_bytes()
    master, terminal = pty.openpty()
    endless = ["--data", "long-500", "--lengths", "500", "--hidden", "1500", "--runs", "1-3"]
    process = subprocess.Popen([str(PROGRAM), "sweep", *endless, "--out", str(out)], stderr=terminal)
    os.close(terminal)
    while b"networks: 0 of 3" not in os.read(master, 1024):
        pass
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130
    os.close(master)
    assert out.read_bytes() == kept
