"""What comes from outside reaches the terminal as text to be read and nothing else: no escape, no markup."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from .conftest import EXECUTABLE, Terminal

ESCAPE = "\x1b"
# a title set by OSC, a coloured word, C1's CSI, right-to-left override, zero-width space and joiner, a bell, markup
EVIL = "\x1b]2;owned\x07A\x1b[31mB\x9b31mC\u202eD\u200bE\u2066F\x00G\x08[@click=app.quit]H[/][red]I\U000e0041J"
SHOWN = "]2;ownedA[31mB31mCDEFG[@click=app.quit]H[/][red]IJ"
FORBIDDEN = re.compile("[\u0080-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")


def check(raw: bytes) -> None:
    """No title was set, no bell rung, and no C1, bidi or zero-width character came through."""
    raw = re.sub(rb"\x1b\]22;[a-z]*\x07", b"", raw)  # Textual's own: the shape of the pointer
    text = raw.decode("utf-8", "replace")
    assert b"\x1b]2;" not in raw
    assert b"\x07" not in raw
    assert b"\x1b[31mB" not in raw
    assert not FORBIDDEN.search(text), ascii(FORBIDDEN.findall(text))


def file_of(folder: Path, name: str, subscriber: str, reading: str = "2") -> Path:
    """A CSV of one subscriber, in a file whose name is evil, too."""
    path = folder / f"{name}.csv"
    path.write_text(f'subscriber,1,2\n"{subscriber}",1,{reading}\nb,3,4\n', encoding="utf-8")
    return path


@pytest.fixture
def evil_name() -> str:
    return EVIL.replace("\x00", "").replace("/", "")


def test_a_name_and_a_file_in_the_app(terminal: type[Terminal], tmp_path: Path, evil_name: str) -> None:
    subscriber = EVIL.replace("\x00", "")
    path = file_of(tmp_path, evil_name, subscriber)
    screen = terminal("--data", str(path), columns=200, rows=60)
    screen.wait_for(r"\]2;ownedA\[31mB(.|\n)*q quit")
    for keys, seen in (("s", "2 of 2"), ("owned", "1 of 2"), ("\r", "is lit|2 periods|Subscriber")):
        screen.press(keys)
        screen.wait_for(seen)
    screen.press("n")
    screen.wait_for("Subscriber b")
    screen.press("b")
    screen.wait_for("side B")
    screen.press("N")
    screen.wait_for(r"Subscriber \]2;owned")
    screen.press("?")
    screen.wait_for("What you see")
    screen.press(ESCAPE)
    screen.wait_gone("What you see")
    screen.press("q")
    assert screen.ended() == 0
    check(screen.raw)
    again = terminal(columns=200, rows=60)
    again.wait_for(r"o opens \]2;owned")
    again.press("o")
    again.wait_for(r"subscriber \]2;ownedA\[31mB")
    again.press("q")
    assert again.ended() == 0
    check(again.raw)


def test_what_is_wrong_with_a_file_in_the_app(terminal: type[Terminal], tmp_path: Path, evil_name: str) -> None:
    path = file_of(tmp_path, evil_name, "a", "\x1b]2;owned\x07[@click=app.quit]")
    screen = terminal(columns=200, rows=60)
    screen.wait_for("q quit")
    screen.press("O")
    screen.wait_for("Open a CSV")
    screen.press(f"{tmp_path}/*\r")
    screen.wait_for("Not opened: .*there is no such file")
    screen.press("O")
    screen.wait_for("Open a CSV")
    screen.press(f"\x1b[200~\x1b]2;owned\x07[red]{path.parent}\x9b31m\u202e\x1b[201~\r")  # pasted
    screen.wait_for(r"Not opened: .*\[red\]")
    screen.press("q")
    assert screen.ended() == 0
    check(screen.raw)


def run(*arguments: str, **environment: str) -> tuple[int, bytes, bytes]:
    """The program without a terminal: its exit code, stdout and stderr."""
    import os

    done = subprocess.run(
        [EXECUTABLE, *arguments], capture_output=True, timeout=60, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_on_the_command_line(tmp_path: Path, evil_name: str) -> None:
    good = file_of(tmp_path, evil_name, EVIL.replace("\x00", ""))
    code, out, err = run("step", "--data", str(good))
    assert (code, err) == (0, b"")
    assert b"Subscriber " + SHOWN.encode() + b"," in out
    assert b"\x1b" not in out
    check(out)
    bad = file_of(tmp_path, f"x{evil_name}", "a", "\x1b]2;owned\x07")
    for arguments in (
        ("step", "--data", str(bad)), ("step", "--data", str(good), "--subscriber", EVIL.replace("\x00", "") + "!"),
        ("step", "--data", str(good), "--features", evil_name), ("step", "--data", f"{tmp_path}/{evil_name}"),
        ("demo", f"{tmp_path}/{evil_name}.toml"), ("shot", "--out", f"{tmp_path}/{evil_name}/x.svg"),
        (evil_name,), ("step", f"--{evil_name}"), ("step", "--run", evil_name),
    ):  # fmt: skip
        code, out, err = run(*arguments)
        assert (code, out, err.count(b"\n")) == (2, b"", 1), arguments
        assert b"\x1b" not in err
        assert b"Traceback" not in err
        check(err)


def test_of_a_scenario_and_of_settings(terminal: type[Terminal], tmp_path: Path) -> None:
    evil = "\\u001b]2;owned\\u0007A\\u009b31mC\\u202eD\\u200bE[@click=app.quit]H[/][red]I"
    demo = tmp_path / "own.toml"
    demo.write_text(
        f'title = "{evil}"\nteaches = "{evil}"\nminutes = 1\n[[beat]]\nsay = "{evil} {{period}}"\n'
        'do = ["first"]\nexpect = ["period == 0"]\n'
    )  # fmt: skip
    config = tmp_path / "config"
    config.mkdir()
    (config / "config.toml").write_text(f'theme = "{evil}"\n')
    screen = terminal("demo", str(demo), columns=200, rows=60)
    screen.wait_for(r"\]2;ownedA31mCDE(.|\n)*PgDn next")
    screen.press(ESCAPE)
    screen.wait_for("leaves the demo")
    screen.press(ESCAPE)
    screen.wait_for("The demo is left")
    screen.press("q")
    assert screen.ended() == 0
    check(screen.raw)
    plain = terminal(columns=200, rows=60)
    plain.wait_for("The settings are not used: .*theme is one of dark")
    plain.press("q")
    assert plain.ended() == 0
    check(plain.raw)
