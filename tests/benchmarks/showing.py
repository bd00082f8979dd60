"""The app in a real pseudo-terminal: its first full frame, a key to the repainted screen, its memory."""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
from figure import Figure, medians

EXECUTABLE = Path(sys.executable).with_name("rnntui")
ONE_WIDGET = [sys.executable, str(Path(__file__).with_name("one_widget.py"))]
FULL_FRAME = (r"period 1/12", r"Hidden units", r"q quit")  # from the top, the middle and the last row
PATIENCE = 60.0
# The last would have every start compile the sources anew, which an installed program never does.
NOT_OURS = ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
SETTLED = 4.0  # seconds without growth
COLUMNS, ROWS = 120, 36


class Terminal:
    """A program in a pseudo-terminal, and the text it wrote, without control sequences."""

    def __init__(self, command: list[str]) -> None:
        known = {k: v for k, v in os.environ.items() if k not in NOT_OURS}
        environment = {**known, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment |= {"RNNTUI_CONFIG_DIR": os.devnull, "RNNTUI_STATE_DIR": os.devnull}  # nobody's own
        self.raw = b""
        self.child = pexpect.spawn(
            command[0], command[1:], dimensions=(ROWS, COLUMNS), env=environment, timeout=PATIENCE
        )
        self.child.delaybeforesend = None

    @property
    def text(self) -> str:
        """What was written since the last `forget`."""
        return re.sub(rb"\x1b\[[0-9;:<=>?$]*[ -/]*[@-~]|\x1b[@-Z\\-_]", b"", self.raw).decode("utf-8", "replace")

    def wait_for(self, *patterns: str) -> bool:
        """Read until all patterns have been written since the last `forget`; False if the program ends before."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.text
            if all(re.search(pattern, text) for pattern in patterns):
                return True
            if not self.read():
                return False
        return False

    def read(self) -> bool:
        """Take what there is; False at the end of the program."""
        try:
            self.raw += self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            return False
        return True

    def forget(self) -> None:
        """Drop what was written so far."""
        self.raw = b""

    def close(self) -> None:
        """End the program."""
        self.child.close(force=True)


def frame_seconds(command: list[str], *patterns: str) -> float:
    """From the start of a program to its first full frame."""
    start = time.perf_counter()
    terminal = Terminal(command)
    try:
        if not terminal.wait_for(*patterns):
            raise RuntimeError(f"{command[0]} never showed {' and '.join(patterns)}: {terminal.raw[-300:]!r}")
        return time.perf_counter() - start
    finally:
        terminal.close()


def figures() -> Iterator[Figure]:
    """All of them; without the executable, what is missing."""
    try:
        yield first_frame()
        yield key_to_screen("6 units", 300, [])
        yield key_to_screen("512 units", 100, ["--hidden", "512"])
        yield key_to_list(100)
        yield memory()
    except (RuntimeError, pexpect.ExceptionPexpect) as problem:
        yield Figure("the app in a terminal", None, 2.2, True, "×", str(problem).splitlines()[0])


def first_frame() -> Figure:
    """The app against one widget, in turns."""
    frame_seconds([str(EXECUTABLE)], *FULL_FRAME)  # for what Python keeps of a first start
    app, one = medians(
        9,
        lambda: frame_seconds([str(EXECUTABLE)], *FULL_FRAME),
        lambda: frame_seconds(ONE_WIDGET, "this is one widget"),
    )
    note = f"{1e3 * app:.0f} ms and {1e3 * one:.0f} ms, medians of 9 in turns, {COLUMNS}×{ROWS}"
    return Figure("first full frame: app / one-widget app", app / one, 2.2, True, "×", note)


def key_to_screen(title: str, keys: int, options: list[str]) -> Figure:
    """From a key sent to the screen that shows where it led, one period to and fro."""
    terminal = Terminal([str(EXECUTABLE), *options])
    try:
        terminal.wait_for(*FULL_FRAME)
        settle(terminal)
        times = []
        for n in range(keys):
            key, period = (("\x1b[C", 2), ("\x1b[D", 1))[n % 2]
            terminal.forget()
            start = time.perf_counter()
            terminal.child.send(key)
            if not terminal.wait_for(rf"period {period}/12|{period} of 12|Back to period {period}"):
                raise RuntimeError(f"a key did not lead to period {period}")
            times.append(1e3 * (time.perf_counter() - start))
    finally:
        terminal.close()
    p99 = statistics.quantiles(times, n=100)[98]
    note = f"median {statistics.median(times):.1f} ms over {keys} keys, {COLUMNS}×{ROWS}"
    return Figure(f"key to repainted screen, {title}: 99 of 100 within", p99, 33, True, "ms", note)


def key_to_list(keys: int) -> Figure:
    """From a key typed into the search to the list that shows what it finds, among 50,000 sequences of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.csv"
        names = [f"pump {i:05}" for i in range(50_000)]
        rows = "".join(f"{name},{i % 2},{i % 50}\n" for i, name in enumerate(names))
        path.write_text(f"subscriber,1,2\n{rows}", encoding="ascii")
        terminal = Terminal([str(EXECUTABLE), "--data", str(path)])
        try:
            terminal.wait_for("Hidden units", "q quit")
            settle(terminal)
            terminal.child.send("s")
            if not terminal.wait_for("50000 of 50000"):
                raise RuntimeError("the list of subscribers never opened")
            times = []
            for n in range(keys):
                digit = str(n // 2 % 10) * (1 + n // 20)  # another word each time: none is known from before
                typed = digit if n % 2 == 0 else ""
                found = sum(typed in name for name in names)
                terminal.forget()
                start = time.perf_counter()
                terminal.child.send(typed or "\x15")  # ctrl+u empties the line
                if not terminal.wait_for(f"{found} of 50000|has all of that"):
                    raise RuntimeError("a key did not change the list")
                times.append(1e3 * (time.perf_counter() - start))
        finally:
            terminal.close()
    p99 = statistics.quantiles(times, n=100)[98]
    note = f"median {statistics.median(times):.1f} ms over {keys} keys, {COLUMNS}×{ROWS}"
    return Figure("key to repainted list of 50,000: 99 of 100 within", p99, 100, True, "ms", note)


def memory() -> Figure:
    """The most that the opened app ever held. The Decay view measures every network: compiled code is loaded for it."""
    what = "peak memory of the opened app"
    terminal = Terminal([str(EXECUTABLE), "--view", "decay"])
    try:
        if not terminal.wait_for("q quit"):
            raise RuntimeError("the Decay view never opened")
        if peak(terminal) is None:
            return Figure(what, None, 250, True, "MB", "this system has no /proc to read it from")
        return Figure(what, settle(terminal), 250, True, "MB", "resident, after the Decay view's kernels have run")
    finally:
        terminal.close()


def peak(terminal: Terminal) -> float | None:
    """The peak of resident memory so far, in MB."""
    try:
        status = Path(f"/proc/{terminal.child.pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) * 1024 / 1e6 if found else None


def settle(terminal: Terminal) -> float | None:
    """Read on until memory has stopped growing; its peak."""
    before, since = peak(terminal), time.monotonic()
    while time.monotonic() - since < SETTLED:
        terminal.read()
        now = peak(terminal)
        if now != before:
            before, since = now, time.monotonic()
    return before
