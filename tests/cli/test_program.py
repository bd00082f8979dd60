"""The real program, in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).parent / "rnntui"
NAMES = Path(__file__).parents[1] / "data" / "names.csv"
TABLES = [
    "table",
    "table baseline",
    "table trace",
    "table training",
    "table reach",
    "table parameters",
    "table forecast",
]
COMMANDS = ["", "step", *TABLES, "train", "sweep", "check"]


def rnntui(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    options = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 120, **more}
    return subprocess.run([str(PROGRAM), *args], **options)  # type: ignore[call-overload,no-any-return]


def test_it_is_a_module_as_well() -> None:
    found = subprocess.run([sys.executable, "-m", "rnntui", "--version"], capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout, found.stderr) == (0, rnntui("--version").stdout, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_quick_and_loads_nothing_heavy(command: str) -> None:
    code = (
        "import sys; from rnntui.cli import rnntui\n"
        "heavy = {'numba', 'textual', 'plotext', 'llvmlite', 'distributed'}\n"
        "try: rnntui.main(sys.argv[1:])\n"
        "finally: print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *command.split(), "--help"], capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0
    assert result.stdout.startswith(f"Usage: rnntui {command}".rstrip())
    assert result.stderr == "[]\n"


def test_without_a_terminal_the_app_is_one_line_and_exit_2() -> None:
    result = rnntui("--view", "decay")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "rnntui: the app needs a terminal; `rnntui step` and `rnntui table` write plain text\n"


def test_stdout_carries_results_only_and_stderr_is_quiet_in_a_pipe() -> None:
    result = rnntui("table", "training", "--lengths", "2", "--epochs", "1", "--format", "json")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)[0]["length"] == 2
    assert "\x1b" not in rnntui("step", "--length", "2").stdout


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize("args", [("step", "--data", "long-500"), ("table", "baseline"), ("--help",)])
def test_a_closed_pipe_is_quiet(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = rnntui(*args, capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        result = rnntui("table", "baseline", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == 2
    assert result.stderr.startswith("rnntui: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_prints_what_is_done_and_exits_130() -> None:
    """It is interrupted when its progress says that the first row's trainings are done, and the others take
    a quarter of a minute; a terminal is a pty here."""
    import pty

    master, terminal = pty.openpty()
    sizes = ["--data", "long-500", "--lengths", "2,400,450,500", "--runs", "1-100"]
    args = ["table", "training", *sizes, "--format", "json"]
    process = subprocess.Popen([str(PROGRAM), *args], stdout=subprocess.PIPE, stderr=terminal, text=True)
    os.close(terminal)
    seen = b""
    while not any(int(part.split()[0]) > 100 for part in seen.split(b"training: ")[1:-1]):
        seen += os.read(master, 1024)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 130
    assert [row["length"] for row in json.loads(out)] in ([2], [2, 400])


def test_results_are_readable_in_a_locale_without_unicode() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for words, seen in (
        ("step --help", "k1, k2,"), ("table trace --lengths 2", "factor k1"), ("demo 13 --plain", "lambda = 0.8"),
        ("demo --names", "c'"), (f"table answers --data {NAMES}", "Amelie"),
    ):  # fmt: skip
        result = rnntui(*words.split(), env=environment)
        assert (result.returncode, result.stderr) == (0, ""), words
        assert result.stdout.isascii() and seen in result.stdout, words


def test_a_name_that_the_locale_cannot_read_is_found(tmp_path: Path) -> None:
    bare = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    own = rnntui("step", "--data", str(NAMES), "--subscriber", "Amélie", env=bare)
    assert (own.returncode, own.stderr) == (0, "")
    assert own.stdout.startswith("Subscriber Amelie, ")
    result = rnntui("step", "--data", str(tmp_path / "漢字.csv"), env=bare)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith("漢字.csv: there is no such file\n")
