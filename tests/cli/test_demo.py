"""`rnntui demo`: the list, the plain text, and what is refused."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rnntui.cli import keypress, rnntui
from rnntui.scenario.running import Running, tell
from rnntui.scenario.shelf import listed, names

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
    assert re.fullmatch(rf"{NAME} +8 min  The sequence and the marker", lines[0])


@pytest.mark.parametrize("name", [NAME, f"01_{NAME}", "1"])
def test_the_whole_narration_as_plain_text(invoke: Invoke, name: str) -> None:
    result = invoke("demo", name, "--plain")
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout
    assert text.startswith("The sequence and the marker\n8 minutes, 12 beats. It teaches ")
    assert "Beat 9 of 12. A question first." in text
    answer = "  The answer is 4: less than a hundredth.\n  0.0062 of 2.9493 is left, that is 0.21%.\n"
    assert f"  4  less than a hundredth\n{answer}" in text
    assert not re.search(r"[{}*\x1b]", text)
    assert all(len(line) <= 78 for line in text.splitlines())
    assert "Notes:" not in text
    assert "Notes: Leave the picture standing" in invoke("demo", name, "--plain", "--notes").stdout


def test_piped_input_answers_its_questions() -> None:
    result = CliRunner().invoke(rnntui, ["demo", NAME, "--plain"], input="5\n2\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "  5 is not a choice from 1 to 4.\n  You answered 2: not so.\n  The answer is 4: less" in result.stdout
    assert result.stdout.endswith("0 of 1 answers was right.\n")
    assert "Enter" not in result.stdout


def test_own_file_with_a_training(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("CLAIM", "0.9"), encoding="utf-8")
    result = invoke("demo", str(path), "--plain", "--notes")
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
        (("99",), f"there is no demo '99'; expected is 1 to {len(names())}, or a name of rnntui demo --list\n"),
        (("/no/such.toml",), "No such file"),
        (("--plain",), "which demo?"),
        (("--list", "1"), "--list takes nothing else"),
        (("--names", "--plain"), "--names takes nothing else"),
        ((NAME, "--beat", "13"), "--beat: 13 is not a beat from 1 to 12"),
        ((NAME, "--beat", "2"), "the app needs a terminal"),
        ((NAME, "--beat", "2", "--plain"), "--beat is for a demo that is played"),
        (("--beat", "2"), "--beat is for a demo that is played"),
        (("no_such_demo", "--notes"), "there is no demo"),
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


def follows(monkeypatch: pytest.MonkeyPatch, folder: Path, *moments: Callable[[], str]) -> None:
    """Each moment does something in the other terminal, and says which key is pressed in this one."""
    waits = list(moments)

    @contextmanager
    def keys() -> Iterator[Callable[[float], str]]:
        yield lambda seconds: waits.pop(0)()

    monkeypatch.setattr(sys.modules["rnntui.cli.demo"], "keys", keys)
    monkeypatch.setenv("RNNTUI_STATE_DIR", str(folder))


def playing(folder: Path, beat: int, name: str = f"01_{NAME}.toml") -> str:
    now = time.time()
    tell(folder / "demo.json", Running(
        os.getpid(), name, "A title", beat, 9, now, now, 5, (0, 1), "Said.", "Noted.", "Coming.", False,
    ))  # fmt: skip
    return ""


def test_a_second_terminal_follows_the_demo(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    follows(monkeypatch, tmp_path, lambda: playing(tmp_path, 1), lambda: playing(tmp_path, 2), lambda: "x", lambda: "q")
    result = invoke("demo", "--notes")
    assert (result.exit_code, result.stderr) == (0, "")
    waiting, first, second = pages(result.stdout)
    assert waiting.startswith("Waiting for a demo to be played in another terminal.")
    assert "Beat 1 of 9. 0 minutes gone of 5 minutes; in time.\n\nNoted.\n" in first
    assert "Beat 2 of 9." in second


def pages(text: str) -> list[str]:
    """The pages, each of which begins with a title or says that it waits."""
    return re.split(r"\n(?=A title\n|Waiting)", text)


def test_it_follows_the_demo_that_was_asked_for(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    follows(
        monkeypatch, tmp_path, lambda: playing(tmp_path, 1, "other.toml"), lambda: playing(tmp_path, 2), lambda: "q"
    )
    result = invoke("demo", NAME, "--notes")
    assert "Waiting for 'The sequence and the marker'" in result.stdout
    assert "Beat 1 of 9" not in result.stdout
    assert "Beat 2 of 9" in result.stdout


def test_ctrl_c_ends_it_as_it_ends_everything(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    def interrupted() -> str:
        raise KeyboardInterrupt

    follows(monkeypatch, tmp_path, interrupted)
    result = invoke("demo", "--notes")
    assert result.exit_code == 130
    assert "Traceback" not in result.stderr


def test_without_a_terminal_no_key_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with keypress.keys() as pressed:
        assert pressed(0.0) == ""


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal is needed")
def test_a_key_needs_no_enter_and_the_terminal_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty
    import termios

    master, slave = pty.openpty()
    with os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        before = termios.tcgetattr(slave)
        with keypress.keys() as pressed:
            assert pressed(0.0) == ""
            os.write(master, b"q")
            assert pressed(10.0) == "q"
        assert termios.tcgetattr(slave) == before
    os.close(master)


def test_the_names_are_listed_with_what_they_mean(invoke: Invoke) -> None:
    result = invoke("demo", "--names")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"^difference +what is left of the marker", result.stdout, re.MULTILINE)
    assert re.search(r"^forget +the lit unit's forget", result.stdout, re.MULTILINE)
