"""The real executable in a real pseudo-terminal, its screen read by a terminal emulator. Nothing here sleeps: a test
polls the screen for what it waits for."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

EXECUTABLE = Path(sys.executable).with_name("rnntui")
PATIENCE = 60.0  # seconds until a test gives up: generous, for loaded machines


def hangs_up() -> None:
    """A terminal's hang-up ends the program, also where the tests themselves were started to survive one (nohup)."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """A program in a pseudo-terminal of a given size."""

    def __init__(self, *arguments: str, columns: int = 120, rows: int = 36, **environment: str) -> None:
        known = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES")}
        environment = {**known, "TERM": "xterm-256color", "COLORTERM": "truecolor", "ESCDELAY": "25", **environment}
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child = pexpect.spawn(
            str(EXECUTABLE),
            list(arguments),
            dimensions=(rows, columns),
            env=environment,
            timeout=PATIENCE,
            preexec_fn=hangs_up,
        )

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    def _read(self) -> bool:
        """Take what the program has written; False at its end."""
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        # pyte does not know the private sequences of newer terminals; a real one ignores what it does not know
        self.stream.feed(re.sub(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p", b"", data))
        return True

    def wait_for(self, pattern: str) -> str:
        """Read until the screen shows something that the pattern matches; returns the screen."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            if not self._read() or time.monotonic() > end:
                raise AssertionError(f"never saw {pattern!r}; the screen was\n{self.text}")
        return self.text

    def wait_gone(self, pattern: str) -> None:
        """Read until the screen shows nothing any more that the pattern matches."""
        end = time.monotonic() + PATIENCE
        while re.search(pattern, self.text):
            if not self._read() or time.monotonic() > end:
                raise AssertionError(f"{pattern!r} stayed; the screen was\n{self.text}")

    def press(self, keys: str) -> None:
        """Send keys as the terminal would."""
        self.child.send(keys)

    def ended(self) -> int | None:
        """Wait for the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while self._read():
            if time.monotonic() > end:
                raise AssertionError(f"it has not ended; the screen was\n{self.text}")
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else self.child.signalstatus


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[type[Terminal]]:
    """`terminal(*arguments, columns=, rows=, **environment)` starts the program; what still runs is ended after."""
    started: list[Terminal] = []

    class Kept(Terminal):
        def __init__(self, *arguments: str, columns: int = 120, rows: int = 36, **environment: str) -> None:
            own = {"RNNTUI_CONFIG_DIR": str(tmp_path / "config"), "RNNTUI_STATE_DIR": str(tmp_path / "state")}
            super().__init__(*arguments, columns=columns, rows=rows, **{**own, **environment})
            started.append(self)

    yield Kept
    for one in started:
        if one.child.isalive():
            one.child.terminate(force=True)
