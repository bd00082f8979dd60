"""Faults that happen to programs in terminals, each tried on the real executable: what was done, and what came of it.

A fault is a function of the terminal to start the program in and a folder of its own. It returns in a few words what
happened, and raises AssertionError where something was lost or left in disorder.
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol


class Screen(Protocol):
    """What a fault needs of a terminal; see conftest.Terminal."""

    child: Any
    raw: bytes
    text: str

    def wait_for(self, pattern: str) -> str: ...
    def wait_gone(self, pattern: str) -> None: ...
    def press(self, keys: str) -> None: ...
    def ended(self) -> int | None: ...


Start = Callable[..., Screen]
FAULTS: dict[str, Callable[[Start, Path], str]] = {}
OPEN = r"period 1/12(.|\n)*q quit"


def fault(name: str) -> Callable[[Callable[[Start, Path], str]], Callable[[Start, Path], str]]:
    """Give a fault its name in the table."""

    def add(tried: Callable[[Start, Path], str]) -> Callable[[Start, Path], str]:
        FAULTS[name] = tried
        return tried

    return add


def walked(start: Start, **environment: str) -> Screen:
    """The app, some steps from where it opens."""
    screen = start(**environment)
    screen.wait_for(OPEN)
    screen.press("   ")
    screen.wait_for("period 4/12")
    return screen


def place(folder: Path) -> int:
    """The period that is remembered; the file is whole."""
    found = json.loads((folder / "state" / "state.json").read_text("utf-8"))
    return int(found["place"]["period"])


def restored(screen: Screen) -> None:
    """The terminal's own screen and cursor are back, and the mouse is let go."""
    for sequence in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l"):
        assert sequence in screen.raw, f"{sequence!r} was not sent"


def ended_by(screen: Screen, folder: Path, number: signal.Signals) -> str:
    """Send a signal: it ends in order."""
    screen.child.kill(number)
    code = screen.ended()
    assert code == 128 + number, f"exit code {code}\n{screen.text}"
    restored(screen)
    assert place(folder) == 4
    assert b"Traceback" not in screen.raw
    return f"exit code {code}, the place is kept, the terminal restored"


@fault("SIGTERM")
def terminated(start: Start, folder: Path) -> str:
    return ended_by(walked(start), folder, signal.SIGTERM)


@fault("SIGHUP")
def hung_up(start: Start, folder: Path) -> str:
    return ended_by(walked(start), folder, signal.SIGHUP)


@fault("SIGINT from outside")
def interrupted(start: Start, folder: Path) -> str:
    return ended_by(walked(start), folder, signal.SIGINT)


@fault("SIGTERM while a network is being trained")
def terminated_in_training(start: Start, folder: Path) -> str:
    screen = walked(start)
    screen.press("ccct")
    screen.wait_for("raining")
    return ended_by(screen, folder, signal.SIGTERM)


@fault("Ctrl+C at the keyboard")
def control_c(start: Start, folder: Path) -> str:
    screen = walked(start)
    screen.press("\x03")
    screen.wait_for("Ctrl.C does nothing here")
    screen.press("q")
    assert screen.ended() == 0
    assert place(folder) == 4
    return "said that q quits; nothing else happened"


@fault("the terminal window is closed")
def closed(start: Start, folder: Path) -> str:
    screen = walked(start)
    screen.child.ptyproc.fileobj.close()
    screen.child.ptyproc.wait()
    code = screen.child.ptyproc.exitstatus or screen.child.ptyproc.signalstatus
    screen.child.terminated = True
    assert place(folder) == 4
    return f"ended by itself (code {code}), the place is kept"


@fault("killed with SIGKILL, then opened again")
def killed(start: Start, folder: Path) -> str:
    first = walked(start)
    first.press("q")
    assert first.ended() == 0
    second = walked(start)
    second.child.kill(signal.SIGKILL)
    second.ended()
    third = start()
    third.wait_for("o returns to where you were")
    third.press("q")
    assert third.ended() == 0
    return "the next session opens with what the one before had kept"


@fault("killed with SIGKILL after a training")
def killed_after_a_training(start: Start, folder: Path) -> str:
    first = walked(start)
    first.press("t")
    first.wait_for("t trained")
    first.child.kill(signal.SIGKILL)
    first.ended()
    (kept,) = (folder / "state" / "networks").iterdir()
    before = kept.stat().st_mtime_ns
    second = walked(start)
    second.press("t")
    second.wait_for("t trained")
    second.press("q")
    assert second.ended() == 0
    assert kept.stat().st_mtime_ns == before, "it was trained again"
    return "the network is there in the next session, not trained again"


@fault("stopped and continued (SIGSTOP, SIGCONT)")
def stopped(start: Start, folder: Path) -> str:
    screen = walked(start)
    screen.child.kill(signal.SIGSTOP)
    screen.press(" ")
    screen.child.kill(signal.SIGCONT)
    screen.wait_for("period 5/12")
    screen.press("q")
    assert screen.ended() == 0
    return "a key pressed meanwhile was answered afterwards"


@fault("no file can be written (a full disk)")
def full(start: Start, folder: Path) -> str:
    screen = walked(start, RNNTUI_CACHE_DIR=str(folder / "cache"))
    resource.prlimit(screen.child.pid, resource.RLIMIT_FSIZE, (0, 0))
    screen.press("x")
    screen.wait_for("Nothing was saved")
    screen.press("t")
    screen.wait_for("t trained")
    screen.press("q")
    assert screen.ended() == 0
    restored(screen)
    left = [path.name for path in folder.rglob("*") if path.is_file() and path.stat().st_size == 0]
    assert not [name for name in left if name.startswith((".rnntui", ".state"))], left
    return "x said that nothing was saved, training went on, quitting worked, no half file is left"


@fault("a home that cannot be written")
def read_only(start: Start, folder: Path) -> str:
    (folder / "file").write_text("a file is no folder")
    nowhere = str(folder / "file" / "home")
    screen = walked(
        start, HOME=nowhere, RNNTUI_STATE_DIR=f"{nowhere}/state", RNNTUI_CONFIG_DIR=f"{nowhere}/config",
        RNNTUI_CACHE_DIR=f"{nowhere}/cache",
    )  # fmt: skip
    screen.press("q")
    assert screen.ended() == 0
    restored(screen)
    return "opened, stepped and quit; nothing is remembered"


@fault("a clock that jumps by days")
def jumping(start: Start, folder: Path) -> str:
    (folder / "sitecustomize.py").write_text(
        "import itertools, time\n"
        "real, jumps = time.time, itertools.cycle((0.0, 4e5, -4e5, 9e8))\n"
        "time.time = lambda: real() + next(jumps)\n"
    )
    screen = walked(start, PYTHONPATH=str(folder))
    screen.press("pt")
    screen.wait_for("t trained")
    screen.wait_for("period 12/12")
    screen.press("q")
    assert screen.ended() == 0
    return "played, trained and quit as ever"


@fault("two instances at once")
def two(start: Start, folder: Path) -> str:
    first, second = walked(start), walked(start)
    second.press(" ")
    second.wait_for("period 5/12")
    for screen in (first, second):
        screen.press("q")
        assert screen.ended() == 0
    assert place(folder) == 5
    return "both worked; the one closed last is remembered"


@fault("a paste of a megabyte with control codes")
def pasted(start: Start, folder: Path) -> str:
    screen = walked(start, ESCDELAY="2000")  # an end of the paste that comes in two pieces is still one
    screen.press("s")
    screen.wait_for("Subscribers")
    screen.press("\x1b[200~" + "\x07[@click=app.quit]q\t" * 50_000 + "\x1b[201~")
    screen.press("zzz")
    screen.wait_for("no subscriber has all of that")
    screen.press("\x1b")
    screen.wait_gone("Subscribers")
    screen.press("q")
    assert screen.ended() == 0
    assert b"Traceback" not in screen.raw
    return "nothing of it fired; the list went on taking letters"


@fault("stdout is closed while a table is written")
def broken_pipe(start: Start, folder: Path) -> str:
    program = Path(sys.executable).with_name("rnntui")
    with subprocess.Popen(
        [program, "step", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        code = process.wait(timeout=120)
    assert "Traceback" not in said
    return f"exit code {code}, no traceback"


@fault("a full device as stdout")
def full_device(start: Start, folder: Path) -> str:
    program = Path(sys.executable).with_name("rnntui")
    with open("/dev/full", "w") as device:
        done = subprocess.run(
            [program, "table", "baseline"], stdout=device, stderr=subprocess.PIPE, text=True, timeout=120, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    return f"exit code 2: {done.stderr.strip()}"
