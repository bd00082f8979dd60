"""One Python with one set of dependencies: its virtual environment, and what happens in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

FROM_OUTSIDE = ("PYTHONPATH", "PYTHONHOME", "MYPYPATH", "VIRTUAL_ENV", "RNNTUI_STATE_DIR", "RNNTUI_CONFIG_DIR",
                "RNNTUI_CACHE_DIR", "PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")  # fmt: skip
TELLING = (  # what pip, pytest, Python and mypy say last, the better one first
    r"^ERROR: (?!Could not install|Cannot install)(.*)",
    r"^ERROR: (.*)",
    r"^=+ (.*(?:failed|error).*) =+$",
    r"^(\d+ (?:failed|error).*)",
    r"^(\w*Error: .*)",
    r"^(Found \d+ error.*)",
)
PATIENCE = 3600.0  # seconds; the whole suite on two cores takes a fifth of that


class WentWrong(Exception):
    """A step that failed, in one line: what the row of the table says."""


def run(command: Sequence[str | Path], where: Path, environment: dict[str, str], log: Path) -> str:
    """Run a command, keep what it prints in a log; returns its stdout.

    Raises:
        WentWrong: it is not there, did not end in time or did not end with 0.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=where, env=environment, capture_output=True, text=True, errors="replace", timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise WentWrong(f"it did not end within {PATIENCE:.0f} s") from None
    except OSError as problem:
        raise WentWrong(problem.strerror or str(problem)) from None
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(words)}\n{done.stdout}{done.stderr}(exit code {done.returncode})\n\n")
    if done.returncode:
        raise WentWrong(reason(done.stdout, done.stderr, done.returncode))
    return done.stdout


def reason(stdout: str, stderr: str, code: int) -> str:
    """The one line of a failure that says most."""
    lines = [line.strip() for line in f"{stdout}\n{stderr}".splitlines() if line.strip()]
    for telling in TELLING:
        found = [match.group(1) for line in lines if (match := re.match(telling, line))]
        if found:
            return found[0].strip()
    return lines[-1] if lines else f"exit code {code}"


def interpreter(version: str) -> Path | None:
    """A Python of that minor version: this one, one on the PATH, or one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [sys.executable, shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"))]
    for candidate in filter(None, candidates):
        try:
            told = subprocess.run(
                [candidate, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"],
                capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            continue
        if told.returncode == 0 and told.stdout.strip() == version:
            return Path(candidate)
    return None


@dataclass
class Room:
    """A virtual environment in a folder of its own, with empty folders to run in and to keep state in."""

    folder: Path
    python: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.elsewhere = self.folder / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        self.log = self.folder / "log.txt"
        self.environment = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
        self.environment |= {
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_INPUT": "1",
            "RNNTUI_STATE_DIR": str(self.folder / "state"),
            "RNNTUI_CONFIG_DIR": str(self.folder / "config"),
            "RNNTUI_CACHE_DIR": str(self.folder / "cache"),
        }
        self.run(self.python, "-m", "venv", self.folder / "venv")

    def within(self, program: str) -> Path:
        """A program of the virtual environment."""
        windows = os.name == "nt"
        return self.folder / "venv" / ("Scripts" if windows else "bin") / f"{program}{'.exe' if windows else ''}"

    def run(self, *command: str | Path, where: Path | None = None) -> str:
        """Run something outside the tree; see `run`."""
        return run(command, where or self.elsewhere, self.environment, self.log)

    def pip(self, *arguments: str | Path) -> str:
        """Run this room's pip."""
        return self.run(self.within("python"), "-m", "pip", *arguments)

    def constrain(self, lines: Sequence[str]) -> None:
        """From now on pip takes these versions and no others, for what it builds with, too."""
        file = self.folder / "constraints.txt"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        self.environment |= {"PIP_CONSTRAINT": str(file), "PIP_BUILD_CONSTRAINT": str(file)}

    def offered(self, name: str) -> list[str]:
        """The versions of a package that are there as wheels for this Python; empty if there are none, or no network.

        pip lists them only where it finds none that fits, so it is asked for one that cannot be.
        """
        ask = [
            self.within("python"),
            "-m",
            "pip",
            "install",
            "--dry-run",
            "--no-deps",
            "--only-binary",
            ":all:",
            f"{name}<0",
        ]
        told = subprocess.run(
            ask, cwd=self.elsewhere, env=self.environment, capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL, timeout=PATIENCE,
        )  # fmt: skip
        listed = re.search(r"\(from versions: (.*?)\)", told.stderr)
        return [] if listed is None or listed[1] == "none" else listed[1].split(", ")

    def versions(self, names: Sequence[str]) -> dict[str, str]:
        """The installed version of each package."""
        listed = self.pip("list", "--format", "freeze")
        installed = dict(line.split("==", 1) for line in listed.splitlines() if "==" in line)
        installed = {name.lower().replace("_", "-"): version for name, version in installed.items()}
        return {name: installed.get(name, "none") for name in names}
