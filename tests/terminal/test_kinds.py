"""Terminals of every kind: each is sent what it understands; where nothing can be drawn, one line says so."""

from __future__ import annotations

import re
import termios

import pytest

from .conftest import Terminal

COLOURS_OF = re.compile(rb"\x1b\[([0-9;]*)m")
PLAIN = ("", "0", "1", "3", "4", "7")  # nothing, all off, bold, italic, underlined, reversed
TRUE, MANY = re.compile(r"[34]8;2;\d+;\d+;\d+"), re.compile(r"[34]8;5;\d+")


def forms(raw: bytes) -> set[str]:
    """How colours were asked for: "true" by their parts, "256" by a number, "16" by a code of their own."""
    found = set()
    for given in COLOURS_OF.findall(raw):
        text = given.decode()
        found |= {name for name, form in (("true", TRUE), ("256", MANY)) if form.search(text)}
        rest = MANY.sub("", TRUE.sub("", text)).split(";")
        assert set(rest) <= {*PLAIN, *(str(n) for n in (*range(30, 38), *range(40, 48), *range(90, 108)))}
        found |= {"16" for code in rest if code not in PLAIN}
    return found


@pytest.mark.parametrize(
    ("kind", "colorterm", "expected"),
    [
        ("xterm-256color", "truecolor", {"true"}), ("xterm-256color", "", {"256"}), ("xterm", "", {"16"}),
        ("linux", "", {"16"}), ("vt100", "", set()),
    ],
)  # fmt: skip
def test_the_colours_that_are_sent(terminal: type[Terminal], kind: str, colorterm: str, expected: set[str]) -> None:
    screen = terminal(columns=80, rows=24, TERM=kind, COLORTERM=colorterm)
    first = screen.wait_for(r"period +1/12(.|\n)*q quit")
    assert re.search(r"(?m)^ +0 +marker", first), "the first frame is laid out for the size that there is"
    screen.press(" ")
    text = screen.wait_for(r"period +2/12(.|\n)*Period 2: ")
    assert "260 •" in text if kind == "linux" else "260 ●" in text
    assert ("≥" in text or "█" in text) and ("⣀" not in text or kind != "linux")
    screen.press("?")  # dialogs are Textual's own, over a dimmed screen
    screen.wait_for("What you see")
    screen.press("\x1b")
    screen.wait_gone("What you see")
    screen.press("q")
    assert screen.ended() == 0
    assert forms(screen.raw) == expected
    assert screen.raw.rindex(b"\x1b[?1049l") > screen.raw.rindex(b"\x1b[?1049h"), "the terminal's own screen is back"


def test_16_colours_with_the_light_theme_and_a_demo(terminal: type[Terminal]) -> None:
    screen = terminal("demo", "1", columns=80, rows=24, TERM="xterm", COLORTERM="")
    screen.wait_for("PgDn next")
    screen.press("T")
    screen.wait_for("water meter")
    screen.press("\x1b[6~")
    screen.wait_for("marker")
    assert forms(screen.raw) == {"16"}


@pytest.mark.parametrize(("kind", "arguments"), [("dumb", ("--view", "decay")), ("unknown", ("demo", "1"))])
def test_where_nothing_can_be_drawn(terminal: type[Terminal], kind: str, arguments: tuple[str, ...]) -> None:
    screen = terminal(*arguments, columns=300, rows=5, TERM=kind, COLORTERM="")
    assert screen.ended() == 2
    assert screen.text.strip() == (
        f"rnntui: the app cannot be drawn where TERM is '{kind}'; `rnntui step` and `rnntui demo NAME --plain` write "
        "plain text, or set TERM to what this terminal is, such as xterm-256color"
    )
    assert b"\x1b" not in screen.raw


def test_without_utf_8_the_app_is_drawn_in_ascii(terminal: type[Terminal]) -> None:
    screen = terminal(columns=80, rows=24, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    screen.wait_for(r"period +1/12(.|\n)*q quit")
    screen.press(" ")
    assert "260 O marked" in screen.wait_for(r"\^2(.|\n)*Period 2: ")
    screen.press("q")
    assert screen.ended() == 0
    assert screen.raw.isascii()
    assert b"\\u" not in screen.raw


def test_the_terminal_is_left_as_it_was_in_the_posix_locale(terminal: type[Terminal]) -> None:
    screen = terminal(columns=80, rows=24, TERM="linux", COLORTERM="", LC_ALL="POSIX", LANG="")
    before = termios.tcgetattr(screen.child.child_fd)
    screen.wait_for("q quit")
    assert termios.tcgetattr(screen.child.child_fd) != before
    screen.press("q")
    end = []
    while screen._read():
        end = termios.tcgetattr(screen.child.child_fd)
    assert end == before
    assert screen.ended() == 0
