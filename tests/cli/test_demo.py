"""`rnntui demo`: the list, the plain text, and what is refused."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rnntui.scenario.shelf import listed

Invoke = Callable[..., Result]
NAME = "the_sequence_and_the_marker"
OWN = """title = "Own"
teaches = "what a lecturer wants"
minutes = 1
[[beat]]
say = "Trained at T = {length}: {accuracy:.3f} right."
do = ["length 2", "train yes"]
expect = ["accuracy > CLAIM"]
notes = "Say it slowly."
"""


def test_the_list_is_a_line_each_and_no_header(invoke: Invoke) -> None:
    result = invoke("demo", "--list")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == len(listed())
    assert re.fullmatch(rf"{NAME} +5 min  The sequence and the marker", lines[0])


@pytest.mark.parametrize("name", [NAME, f"01_{NAME}", "1"])
def test_the_whole_narration_as_plain_text(invoke: Invoke, name: str) -> None:
    result = invoke("demo", name, "--plain")
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout
    assert text.startswith("The sequence and the marker\n5 minutes, 12 beats. It teaches ")
    assert "Beat 9 of 12. A question first." in text
    assert "  4  less than a hundredth\n  The answer is 4. 0.0062 of 2.9493 is left, that is 0.21%." in text
    assert not re.search(r"[{}*\x1b]", text)
    assert all(len(line) <= 78 for line in text.splitlines())
    assert "Notes:" not in text
    assert "Notes: Leave the picture standing" in invoke("demo", name, "--notes").stdout


def test_own_file_with_a_training(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("CLAIM", "0.9"), encoding="utf-8")
    result = invoke("demo", str(path), "--notes")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Trained at T = 2: 0.950 right.\n  Notes: Say it slowly.\n" in result.stdout
    path.write_text(OWN.replace("CLAIM", "0.99"), encoding="utf-8")
    result = invoke("demo", str(path), "--plain")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "own.toml, line 7, beat 1, expect: 'accuracy > 0.99' does not hold: accuracy is 0.95" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("the_marker_and_the_sequence", "--plain"), "there is no demo"),
        (("sequence_and_marker",), f"did you mean {NAME}?"),
        (("/no/such.toml",), "No such file"),
        (("--plain",), "which demo?"),
        (("--list", "1"), "--list takes nothing else"),
        ((NAME,), "the app needs a terminal"),
        ((), "the app needs a terminal"),
    ],
)
def test_bad_use_is_one_line(invoke: Invoke, arguments: tuple[str, ...], words: str) -> None:
    result = invoke("demo", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rnntui: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_a_bad_file_is_one_line_with_its_place(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "bad\x1b[31m.toml"
    path.write_text("title = 'x'\nteaches = 5\n", encoding="utf-8")
    for more in ([], ["--plain"]):
        result = invoke("demo", str(path), *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "rnntui: bad[31m.toml, line 2, teaches: text was expected, not the number 5\n"


@pytest.mark.parametrize(("arguments", "beats", "first"), [((NAME,), 12, ""), ((), None, "demo")])
def test_in_a_terminal_it_opens_the_app(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], beats: int | None, first: str
) -> None:
    opened = []

    def run(scenario: object, at_start: str) -> None:
        opened.append((None if scenario is None else len(scenario.beats), at_start))  # type: ignore[attr-defined]

    # rnntui.cli.demo is the command; what is patched is the module behind it
    monkeypatch.setattr(sys.modules["rnntui.cli.demo"], "is_terminal", lambda stream: True)
    monkeypatch.setattr("rnntui.start.run", run)
    assert invoke("demo", *arguments).exit_code == 0
    assert opened == [(beats, first)]


def test_a_trained_side_b_is_trained_too(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    pinned = OWN.replace('"train yes"]', '"train yes", "pin yes", "length 4", "train no"]')
    path.write_text(
        pinned.replace("{accuracy:.3f}", "{difference_b:.3f}").replace("accuracy > CLAIM", "difference_b > 0")
    )
    result = invoke("demo", str(path), "--plain")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"Trained at T = 4: [0-9]\.[0-9]{3} right\.", result.stdout)
