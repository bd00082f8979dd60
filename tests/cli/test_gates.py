"""`rnntui table gates`, and pictures of the Gates view."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import Result

import rnntui.cli
from rnntui_engine.by_hand import TEXTBOOK, Gates, as_csv, drive

Invoke = Callable[..., Result]
NAMES = ["step", "forget", "input", "output", "candidate", "memory", "hidden", "happened"]


def test_the_table_is_the_engines(rows: Callable[..., Any]) -> None:
    found, driven = rows("table", "gates"), drive(TEXTBOOK)
    assert [list(row) for row in found] == [NAMES] * 40
    for t, row in enumerate(found, 1):
        assert row["step"] == t
        assert [row[name] for name in NAMES[1:5]] == [TEXTBOOK.track(name)[t - 1] for name in NAMES[1:5]]
        assert (row["memory"], row["hidden"]) == (driven.memory[t], driven.hidden[t])
        assert row["happened"] == driven.happened[t - 1]


def test_text_and_csv(invoke: Invoke) -> None:
    text = invoke("table", "gates").stdout
    assert "textbook's forty steps" in text and "replaced: both" in text
    assert text.splitlines()[18].split() == ["16", "0.10", "0.90", "0.90", "-0.60", "-0.2940", "-0.2572", "replaced"]
    table = list(csv.DictReader(io.StringIO(invoke("table", "gates", "--format", "csv").stdout)))
    assert list(table[0]) == NAMES and float(table[39]["memory"]) == drive(TEXTBOOK).memory[40]


def test_a_file_of_ones_own(invoke: Invoke, rows: Callable[..., Any], tmp_path: Path) -> None:
    own = tmp_path / "own\x1b[31m.csv"
    own.write_text(as_csv(Gates((1.0, 0.25), (1.0, 1.0), (1.0, 0.5), (0.5, -0.5))), encoding="utf-8")
    found = rows("table", "gates", "--gates", str(own))
    assert [(row["memory"], row["happened"]) for row in found] == [(0.5, "written"), (-0.375, "replaced")]
    assert "\x1b" not in invoke("table", "gates", "--gates", str(own)).stdout
    picture = tmp_path / "a.txt"
    done = invoke("shot", "--view", "gates", "--gates", str(own), "--step", "2", "--out", str(picture))
    assert done.exit_code == 0
    assert "step 2/2" in picture.read_text(encoding="utf-8") and "−0.3750" in picture.read_text(encoding="utf-8")


HEAD = b"step,forget,input,output,candidate\n"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "there is no file 'NAME'"),
        (HEAD + b"1,.5,.5,.5,.5\n2,.5,1.5,.5,.5\n", "'NAME', line 3, input: 1.5 is not a number from 0 to 1"),
        (HEAD + b"1,.5,.5,.5,\xff\n", "'NAME', line 2: it is not UTF-8"),
        (b"step,h\n", "'NAME', line 1: the header is step,forget,input,output,candidate, not 'step,h'"),
        (HEAD + b"1,\x1b[31m,.5,.5,.5\n", "'NAME', line 2, forget: "),
        (HEAD + b"9" * 100_001, "'NAME' has over 100000 bytes"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_2(invoke: Invoke, tmp_path: Path, content: bytes | None, line: str) -> None:
    path = tmp_path / "f.csv"
    if content is not None:
        path.write_bytes(content)
    for command in (("table", "gates"), ("shot", "--view", "gates", "--out", str(tmp_path / "x.txt")), ()):
        result = invoke(*command, "--gates", str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"rnntui: --gates: {line}".replace("NAME", str(path)))
        assert result.stderr.count("\n") == 1 and result.stderr.strip().isprintable()
    assert not (tmp_path / "x.txt").exists()


def test_a_folder_and_a_step_that_there_is_not(invoke: Invoke, tmp_path: Path) -> None:
    assert "is not a file" in invoke("table", "gates", "--gates", str(tmp_path)).stderr
    result = invoke("shot", "--view", "gates", "--step", "41", "--out", str(tmp_path / "x.txt"))
    assert (result.exit_code, result.stderr) == (2, "rnntui: --step: 41 is not a step from 1 to 40\n")


def test_the_app_opens_on_a_file(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    app = ModuleType("rnntui.start")
    vars(app)["run"] = lambda choices, view, at_start="": calls.append((view, at_start))
    monkeypatch.setitem(sys.modules, "rnntui.start", app)
    monkeypatch.setattr(rnntui.cli, "_is_terminal", lambda stream: True)
    own = tmp_path / "own.csv"
    own.write_text(as_csv(TEXTBOOK), encoding="utf-8")
    assert invoke("--gates", str(own)).exit_code == 0
    assert invoke("--view", "gates").exit_code == 0
    assert calls == [("gates", f"gates-load {own}"), ("gates", "")]
    assert "for the view gates" in invoke("--gates", str(own), "--view", "step").stderr
