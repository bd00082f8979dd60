"""--data F.csv and what belongs to it, in every command that takes it."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui_engine.readings import data_set

Invoke = Callable[..., Result]
DATA = Path(__file__).parents[1] / "data"
LONG, WIDE = str(DATA / "own_long.csv"), str(DATA / "own_wide.csv")


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The lesson's readings as a file."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["subscriber", *range(1, 13)])
    for i in range(500):
        rows.writerow([i, *data_set().readings_of(i).tolist()])
    path = tmp_path_factory.mktemp("data") / "lesson.csv"
    path.write_text(text.getvalue(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "command",
    [
        "step --subscriber 7 --cell gru --length 5 --format json", "table baseline --format csv",
        "table trace --lengths 2,12 --format csv", "table parameters --format csv",
        "table training --length 2 --runs k1 --epochs 2 --format csv",
        "table reach --length 2 --runs 1-4 --epochs 2 --format csv",
    ],
)  # fmt: skip
def test_the_lesson_s_readings_give_the_lesson_s_figures(invoke: Invoke, lesson: str, command: str) -> None:
    own, theirs = invoke(*command.split(), "--data", lesson), invoke(*command.split())
    assert (own.exit_code, own.stderr) == (0, "")
    assert own.stdout.replace('"subscriber": "7"', '"subscriber": 7') == theirs.stdout


def test_the_first_subscriber_and_the_whole_sequence_are_the_default(rows: Callable[..., Any]) -> None:
    found = rows("step", "--data", LONG)
    assert (found["subscriber"], found["length"], found["label"]) == ("Anna", 4, 1)
    found = rows("step", "--data", LONG, "--subscriber", "Chen 陳")
    assert (found["subscriber"], found["length"], found["label"]) == ("Chen 陳", 5, 0)
    assert [p["reading"] for p in found["periods"]] == [0, 22, 24, 21.5, 20]


def test_where_nothing_is_marked_the_twins_are_null(rows: Callable[..., Any]) -> None:
    found = rows("step", "--data", WIDE, "--subscriber", "Brunnen 2", "--cell", "lstm")
    assert found["label"] is None
    for period in found["periods"]:
        for name in ("h_marked", "h_unmarked", "difference", "difference_per_unit", "state_marked", "state_unmarked"):
            assert period[name] is None
        assert len(period["h"]) == 6


def test_constants_and_named_columns(rows: Callable[..., Any]) -> None:
    chosen = ("step", "--data", LONG, "--subscriber", "Dora")
    assert rows(*chosen, "--scale", "10", "--marker", "40")["periods"][0]["input"] == [4.0, 1.0]
    assert rows(*chosen, "--tier", "44", "--marker", "40")["label"] == 1
    assert rows(*chosen, "--features", "temperature, reading,period")["periods"][1]["input"] == [5.0, 44.5, 2.0]


def test_it_is_told_in_words(invoke: Invoke) -> None:
    text = invoke("step", "--data", WIDE).stdout
    assert "Subscriber Pumpe; Nord, plain recurrent network, untrained, data own_wide.csv, run k1, T = 6." in text
    assert "No sequence of own_wide.csv starts with the marker, 0: there is no label and no twin." in text
    assert "twins differ" not in text
    assert "right" not in text and "wrong" not in text
    marked = invoke("step", "--data", LONG, "--marker", "18.75", "--tier", "-3", "--subscriber", "Bjørn").stdout
    assert "It is marked: its first reading is 18.75, the marker." in marked
    assert "Its label is 1, because it is marked and reading 3, minus 2.50, is above the tier of minus 3." in marked


def test_another_encoding_is_told_on_stderr(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "alt.csv"
    path.write_bytes("subscriber;1\nKöln;1\n".encode("cp1252"))
    done = invoke("step", "--data", str(path))
    assert done.exit_code == 0
    assert done.stderr.endswith("alt.csv is not UTF-8; it was read as Windows-1252\n")
    assert done.stderr.count("\n") == 1
    assert "Subscriber Köln" in done.stdout


BAD = [
    (("step", "--data", "none.csv"), "--data: none.csv: there is no such file"),
    (("step", "--data", "none"), "--data: 'none' is neither lesson nor long-N with N from 2 to 500, nor a file"),
    (("step", "--data", str(DATA)), "--data: "),
    (("step", "--data", LONG, "--length", "5"), "--length: 5 is not a length from 1 on: Anna has 4 periods"),
    (("step", "--data", LONG, "--length", "6"), "--length: 6 is not a length from 1 to 5"),
    (("step", "--data", LONG, "--subscriber", "Ann"), "--subscriber: 'Ann' is not a subscriber of own_long.csv"),
    (("step", "--subscriber", "Anna"), "--subscriber: 'Anna' is not a subscriber from 0 to 499"),
    (("step", "--data", LONG, "--features", "note"), "--data: "),
    (("step", "--data", LONG, "--features", "wind"), "--features: 'wind' is none of its columns of numbers"),
    (("step", "--data", LONG, "--scale", "0"), "--scale: a reading is divided by it, so it is not 0"),
    (("step", "--scale", "3"), "--scale: it goes with a file of your own as --data"),
    (("step", "--data", "long-30", "--features", "a"), "--features: it goes with a file of your own as --data"),
    (("step", "--data", LONG, "--trained"), "--data: own_long.csv has too few sequences of 4 periods: 1 to train"),
    (("table", "baseline", "--data", LONG), "--data: own_long.csv has too few sequences"),
    (("table", "trace", "--data", WIDE), "--data: no sequence in own_wide.csv starts with the marker, 0"),
    (("table", "training", "--data", WIDE), "--data: no sequence in own_wide.csv starts with the marker, 0"),
    (("table", "reach", "--data", WIDE, "--runs", "k1"), "--data: no sequence in own_wide.csv starts"),
    (("train", "--data", LONG, "--out", "w.safetensors"), "--data: own_long.csv has too few sequences"),
    (("sweep", "--data", LONG, "--lengths", "2", "--out", "w.csv"), "--data: own_long.csv has too few sequences"),
    (("shot", "--data", WIDE, "--view", "decay", "--out", "w.txt"), "--data: no sequence in own_wide.csv starts with"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "line"), BAD, ids=[" ".join(args)[:70] for args, _ in BAD])
def test_bad_use_is_one_line_and_exit_2(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoke(*args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"rnntui: {line}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_a_damaged_file_is_named_with_its_line_and_column(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "bad\x1b[2J.csv"
    path.write_text("subscriber,period,reading\na,1,1\na,2,nan\n")
    done = invoke("step", "--data", str(path))
    assert done.exit_code == 2
    assert done.stderr.endswith("bad[2J.csv, line 3, reading: 'nan' is not a finite number\n")
    assert "\x1b" not in done.stderr


def test_a_file_that_has_changed_is_read_again(rows: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    for reading in (1.0, 2.0):
        path.write_text(f"subscriber,1\na,{reading}\n")
        os.utime(path, (reading, reading))
        assert rows("step", "--data", str(path))["periods"][0]["reading"] == reading


def test_a_sweep_names_the_file_and_its_content(invoke: Invoke, lesson: str, tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    command = ("sweep", "--data", lesson, "--lengths", "2", "--runs", "k1", "--epochs", "1", "--out", str(out))
    assert invoke(*command).exit_code == 0
    before = out.read_bytes()
    assert b"lesson.csv#" in before
    assert invoke(*command).exit_code == 0
    assert out.read_bytes() == before


def test_json_is_ascii(invoke: Invoke) -> None:
    text = invoke("step", "--data", LONG, "--subscriber", "Chen 陳", "--format", "json").stdout
    assert text.isascii()
    assert json.loads(text)["subscriber"] == "Chen 陳"
