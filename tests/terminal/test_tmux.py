"""The app inside tmux, a terminal within a terminal, on a server of the test's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from .conftest import EXECUTABLE, PATIENCE

TMUX = shutil.which("tmux")
pytestmark = pytest.mark.skipif(TMUX is None, reason="there is no tmux here")


NOT_OURS = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "TMUX", "TMUX_PANE")


class Tmux:
    """One window of a server of its own, with nobody's settings."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.kind = kind
        known = {k: v for k, v in os.environ.items() if k not in NOT_OURS}
        self.environment = {**known, "TERM": "xterm-256color", "TMUX_TMPDIR": str(folder), "LC_ALL": "C.UTF-8"}
        settings = folder / "tmux.conf"
        settings.write_text(
            f"set -g default-terminal {kind}\nset -g mouse on\nset -g status off\nset -s escape-time 10\n"
        )
        program = [str(EXECUTABLE), "--data", str(Path(__file__).parents[1] / "data" / "names.csv")]
        ended = f"{' '.join(program)}; echo ended $? $TERM; exec cat"
        state = [f"RNNTUI_STATE_DIR={folder / 'state'}", f"RNNTUI_CONFIG_DIR={folder / 'config'}"]
        start = ["new-session", "-d", "-x", "100", "-y", "30", "-s", "app", f"env {' '.join(state)} sh -c '{ended}'"]
        self.ask("-f", str(settings), *start)

    def ask(self, *arguments: str) -> str:
        """Ask the server for something; what it answers."""
        assert TMUX is not None
        done = subprocess.run(
            [TMUX, "-L", "rnntui-test", *arguments], env=self.environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def wait_for(self, pattern: str) -> str:
        """The screen, as soon as the pattern matches it."""
        end = time.monotonic() + PATIENCE
        text = ""
        while time.monotonic() < end:
            text = self.ask("capture-pane", "-p", "-t", "app")
            if re.search(pattern, text):
                return text
        raise AssertionError(f"never saw {pattern!r}; the screen was\n{text}")

    def press(self, *keys: str) -> None:
        """Send keys by tmux's names."""
        self.ask("send-keys", "-t", "app", *keys)


@pytest.fixture(params=["tmux-256color", "screen"])
def tmux(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tmux]:
    opened = Tmux(tmp_path, request.param)
    yield opened
    opened.ask("kill-server")


def test_in_tmux(tmux: Tmux) -> None:
    tmux.wait_for(r"period +1/4(.|\n)*q quit")
    tmux.press("Space")
    tmux.wait_for(r"period +2/4(.|\n)*▲2")
    row = next(i for i, line in enumerate(tmux.wait_for("period  ").splitlines()) if line.startswith("period "))
    column = tmux.wait_for("period  ").splitlines()[row].index(" 4") + 1
    click = f"\x1b[<0;{column + 1};{row + 1}"
    tmux.ask("send-keys", "-t", "app", "-l", f"{click}M{click}m")  # what a terminal sends for a click there
    tmux.wait_for(r"period +4/4(.|\n)*▲4")
    tmux.press("s")
    listed = re.findall(r"(?m)^(.*│.*)[●○] (?:not )?marked ", tmux.wait_for("13 of 13"))
    assert len(listed) == 13, "every name is there"
    assert len({cell_len(before) for before in listed}) == 1, "and what stands behind the names is in one column"
    tmux.press("Escape")
    tmux.wait_for(r"q quit")
    tmux.ask("resize-window", "-t", "app", "-x", "80", "-y", "24")
    tmux.wait_for("v slot")
    tmux.ask("resize-window", "-t", "app", "-x", "50", "-y", "15")
    tmux.wait_for("60×20")
    tmux.ask("resize-window", "-t", "app", "-x", "120", "-y", "36")
    tmux.wait_for("q quit")
    kind = tmux.ask("display-message", "-p", "-t", "app", "#{alternate_on} #{mouse_any_flag}").split()
    assert kind == ["1", "1"]
    coloured = tmux.ask("capture-pane", "-e", "-p", "-t", "app")
    assert not re.search(r"[34]8;2;" if tmux.kind == "tmux-256color" else r"[34]8;[25];", coloured)
    tmux.press("q")
    tmux.wait_for("ended 0")
    assert tmux.ask("display-message", "-p", "-t", "app", "#{alternate_on} #{cursor_flag}").split() == ["0", "1"]
