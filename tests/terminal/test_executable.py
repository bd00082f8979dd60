"""The real executable in a real pseudo-terminal: a person's first minute, and what must not go wrong."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from .conftest import EXECUTABLE, Terminal

RIGHT, LEFT, PAGE_DOWN, ESCAPE = "\x1b[C", "\x1b[D", "\x1b[6~", "\x1b"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 36)])
def test_a_first_minute(terminal: type[Terminal], columns: int, rows: int) -> None:
    screen = terminal(columns=columns, rows=rows)
    screen.wait_for(r"period 1/12(.|\n)*Hidden units(.|\n)*q quit")
    for period in range(2, 13):
        screen.press(" ")
        screen.wait_for(f"period {period}/12")
    screen.press(LEFT)
    screen.wait_for("Back to period 11")
    screen.press("s")
    screen.wait_for("Subscribers")
    screen.press("unmarked 42")
    screen.wait_for(r"○ not marked(.|\n)*\d+ of 500")
    screen.press("\r")
    screen.wait_for(r"42\d? ○")
    screen.press("cccc")
    screen.wait_for("LSTM")
    screen.press("t")
    screen.wait_for("t trained")
    screen.press("q")
    assert screen.ended() == 0
    assert b"\x1b[?1049l" in screen.raw, "the terminal's own screen is back"
    assert b"\x1b[?25h" in screen.raw, "and its cursor"


def test_no_terminal_is_one_line_and_exit_code_2() -> None:
    done = subprocess.run([EXECUTABLE], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr


def test_choices_of_the_command_line_open_the_app_there(terminal: type[Terminal]) -> None:
    screen = terminal("--cell", "lstm", "--memory-bias", "3", "--run", "k2", "--length", "8", "--subscriber", "42")
    screen.wait_for(
        r"subscriber 42(.|\n)*cell LSTM(.|\n)*run k2(.|\n)*T 8(.|\n)*memory bias 3(.|\n)*period 1/8|period 1/8"
    )
    screen.press("q")
    assert screen.ended() == 0


def test_no_color_sends_no_colour_and_loses_no_sign(terminal: type[Terminal]) -> None:
    screen = terminal(NO_COLOR="1")
    screen.wait_for(r"period 1/12(.|\n)*q quit")
    screen.press(" ")
    text = screen.wait_for("period 2/12")
    assert "● marked" in text
    assert "►1" in text
    assert "▲2" in text
    assert re.search("[▕▐]", text), "bars to the left are drawn with the glyphs that need no second colour"
    screen.press("q")
    assert screen.ended() == 0
    colours = set(re.findall(rb"\x1b\[[0-9;]*?([34]8;[25];[0-9;]+)m", screen.raw))
    assert not colours


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it(terminal: type[Terminal], sent: signal.Signals) -> None:
    screen = terminal()
    screen.wait_for("q quit")
    screen.child.kill(sent)
    assert screen.ended() is not None
    assert not screen.child.isalive()


def test_a_terminal_that_is_made_smaller_and_larger(terminal: type[Terminal]) -> None:
    screen = terminal()
    screen.wait_for("q quit")
    for columns, rows, word in [(50, 15, "60×20"), (80, 24, "v slot"), (120, 36, "Enter: every product")]:
        screen.screen.resize(rows, columns)
        screen.child.setwinsize(rows, columns)
        screen.wait_for(word)
    screen.press("q")
    assert screen.ended() == 0


def test_keys_in_the_wrong_order_while_training(terminal: type[Terminal]) -> None:
    screen = terminal()
    screen.wait_for("q quit")
    screen.press("tctrtm<>nppv?")  # what plays would speak over what is waited for
    screen.wait_for("What you see")
    screen.press(ESCAPE)
    screen.wait_gone("What you see")
    screen.press("g99\r")
    if "99 is not a period" not in screen.wait_for("99 is not a period|Trained, 30 epochs"):
        screen.press("g99\r")  # a training that ended just then has spoken over it
        screen.wait_for("99 is not a period")
    screen.press("szzz\r")
    screen.wait_for("no subscriber has all of that")
    screen.press(ESCAPE)
    screen.wait_gone("Subscribers")  # until then an escape and a q would be one key, alt+q
    screen.press("q")
    assert screen.ended() == 0


def test_the_theme_and_the_place_are_there_again_in_the_next_session(terminal: type[Terminal], tmp_path: Path) -> None:
    first = terminal("--cell", "lstm", "--memory-bias", "3")
    first.wait_for("q quit")
    first.press("T")
    first.wait_for("The light theme")
    first.press("   ")
    first.wait_for("period 4/12")
    first.press("q")
    assert first.ended() == 0
    state = tmp_path / "state" / "state.json"
    assert "lstm" in state.read_text("utf-8")
    second = terminal()
    second.wait_for("o returns to where you were: LSTM k1 bias 3, subscriber 260, period 4")
    second.press("o")
    second.wait_for("period 4/12")
    second.press("q")
    assert second.ended() == 0
    state.write_text("{", "utf-8")
    third = terminal(columns=200)
    third.wait_for("broken and was set aside as .*state.json.broken")
    third.press("q")
    assert third.ended() == 0


CRASHES = """
import sys
from rnntui.app import RnnApp
from rnntui.start import run
def fails(app): raise RuntimeError("an error of its own")
RnnApp.on_ready = fails
sys.exit(run())
"""


def test_an_error_of_its_own_is_shown_and_told_by_the_exit_code(tmp_path: Path) -> None:
    own = {name: str(tmp_path) for name in ("RNNTUI_STATE_DIR", "RNNTUI_CONFIG_DIR")}
    shown, code = pexpect.run(
        f"{sys.executable} -c {shlex.quote(CRASHES)}", withexitstatus=True, timeout=60, env={**os.environ, **own}
    )  # fmt: skip
    assert b"an error of its own" in shown
    assert code == 1
