"""`rnntui shot`: pictures without a terminal, the same every time."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from math import nan
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from rnntui import files
from rnntui_engine.measures import Decay

Invoke = Callable[..., Result]
FIGURES = ("--cell", "lstm", "--memory-bias", "1", "--period", "5", "--unit", "3")


def taken(invoke: Invoke, path: Path, *arguments: str) -> str:
    """Take a picture and read it."""
    result = invoke("shot", *arguments, "--out", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    return path.read_text(encoding="utf-8")


def test_svg_is_the_same_every_time_and_in_colour(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = taken(invoke, tmp_path / "a.svg", *FIGURES, "--size", "80x24")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "30")
    assert taken(invoke, tmp_path / "b.svg", *FIGURES, "--size", "80x24") == first
    ElementTree.fromstring(first)
    assert "#f0e442" in first
    light = taken(invoke, tmp_path / "c.svg", *FIGURES, "--size", "80x24", "--theme", "light")
    assert "#fbfbf8" in light
    assert "#0e1116" not in light


def test_text_is_the_screen_without_colour(invoke: Invoke, tmp_path: Path) -> None:
    text = taken(invoke, tmp_path / "a.txt", *FIGURES)
    rows = text.splitlines()
    assert len(rows) == 36
    assert max(map(len, rows)) == 120
    for words in ("period 5/12", "cell LSTM", "−0.2700", "difference             0.1260"):
        assert words in text
    assert taken(invoke, tmp_path / "b.TXT", *FIGURES) == text


def test_a_beat_of_a_demo(invoke: Invoke, tmp_path: Path) -> None:
    text = taken(invoke, tmp_path / "a.txt", "--demo", "1", "--beat", "9", "--size", "80x24")
    assert "9/12" in text
    assert "0.0062 of 2.9493 is left" in text
    assert "1/12" in taken(invoke, tmp_path / "a.txt", "--demo", "1", "--size", "80x24")


def test_it_waits_for_what_is_computed(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = taken(invoke, tmp_path / "a.txt", "--trained", "--length", "2")
    assert "Trained, 30 epochs: 0.950" in text
    # the hundred runs of the band are another test's
    monkeypatch.setattr(
        "rnntui.decay_job.differences_only", lambda some: [Decay(choice.length, (0.5,), nan, nan) for choice in some]
    )
    text = taken(invoke, tmp_path / "a.txt", "--view", "decay", "--size", "200x60")
    assert "0.92844" in text
    assert "0.00913" in text


def test_what_plays_stands_still(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'title = "x"\nteaches = "y"\nminutes = 1\n[[beat]]\nsay = "It plays."\ndo = ["faster", "faster", "play yes"]\n',
        encoding="utf-8",
    )
    text = taken(invoke, tmp_path / "a.txt", "--demo", str(path), "--size", "80x24")
    assert "period 1/12" in text
    assert "p playing 4/s" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--size", "19x5"), "--size: '19x5' is not a size from 20x5 to 400x150"),
        (("--size", "401x50"), "not a size from"),
        (("--size", "large"), "'large' is not a size like 120x36"),
        (("--size", "99999999x99999999"), "not a size like"),
        (("--period", "13"), "--period: 13 is not a period from 0 to 12"),
        (("--unit", "0"), "--unit: 0 is not a unit from 1 to 6"),
        (("--beat", "2"), "--beat: it is a beat of a --demo"),
        (("--demo", "1", "--beat", "13"), "--beat: 13 is not a beat from 1 to 12"),
        (("--demo", "1", "--cell", "lstm"), "--cell: a --demo chooses this itself"),
        (("--demo", "1", "--memory-bias", "1"), "--memory-bias: a --demo chooses this itself"),
        (("--seeds", "0"), "--seeds: 0 is not a number of seeds from 1 to 300"),
        (("--seeds", "1-3"), "--seeds: '1-3' is neither a number of seeds like 30 nor a range from 0 on like 0-29"),
        (("--seeds", "-2"), "--seeds: '-2' is neither a number of seeds like 30 nor a range from 0 on like 0-29"),
        (("--seeds", "0-999"), "--seeds: 1000 is not a number of seeds from 1 to 300"),
        (("--demo", "1", "--seeds", "2"), "--seeds: a --demo chooses this itself"),
        (("--demo", "nothing"), "there is no demo 'nothing'"),
        (("--view", "attic"), "--view"),
        (("--theme", "pink"), "--theme"),
        (("--length", "1"), "--length: 1 is not a length"),
    ],
)
def test_bad_use_is_one_line_and_writes_nothing(
    invoke: Invoke, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = invoke("shot", *arguments, "--out", str(tmp_path / "a.svg"))
    refused(result, words)
    assert list(tmp_path.iterdir()) == []


def test_bad_files_are_one_line(invoke: Invoke, tmp_path: Path) -> None:
    refused(invoke("shot"), "--out: name the file to write")
    refused(invoke("shot", "--out", str(tmp_path / "a.png")), "ends in neither .svg nor .txt")
    refused(invoke("shot", "--out", str(tmp_path / "svg")), "ends in neither .svg nor .txt")
    refused(invoke("shot", "--out", str(tmp_path / "none" / "a.svg")), "there is no folder")
    (tmp_path / "folder.svg").mkdir()
    refused(invoke("shot", "--size", "60x20", "--out", str(tmp_path / "folder.svg")), "--out: ")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def refused(result: Result, words: str) -> None:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rnntui: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    files.write(path, "one\n")
    files.write(path, "two\n")
    assert path.read_text() == "two\n"
    assert not stat.S_IMODE(path.stat().st_mode) & stat.S_IXUSR
    assert stat.S_IMODE(path.stat().st_mode) & stat.S_IRUSR

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match=re.escape("No space left")):
        files.write(path, "three\n")
    assert path.read_text() == "two\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.svg"]
