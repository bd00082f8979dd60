"""The wheel and the source distribution: how they are built, and what is missing in them."""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rooms import Room, WentWrong

LEFT_OUT = (".git", "build", "dist", ".venv*", "venv", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "*.pyc",
            "snapshot_report.html")  # fmt: skip


def tree(root: Path) -> list[str]:
    """The project's files, as paths below its root: what git keeps, and without git all but what tools leave behind."""
    if (root / ".git").exists() and shutil.which("git"):
        told = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                              capture_output=True, text=True, check=False)  # fmt: skip
        if told.returncode == 0:
            return sorted(path for path in told.stdout.split("\0") if path and (root / path).is_file())
    return sorted(path.relative_to(root).as_posix() for path in walk(root))


def walk(folder: Path) -> Iterator[Path]:
    """The files of a folder and those below it, without what tools leave behind."""
    for path in sorted(folder.iterdir()):
        if any(fnmatch.fnmatch(path.name, pattern) for pattern in LEFT_OUT):
            continue
        if path.is_dir():
            yield from walk(path)
        else:
            yield path


def copy(root: Path, folder: Path) -> Path:
    """A clean copy of the project, so that nothing built before gets in and nothing is left behind."""
    for path in tree(root):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, folder / path)
    return folder


def build(room: Room, source: Path, folder: Path, settings: Mapping[str, Any]) -> tuple[Path, Path]:
    """Build the source distribution from the tree, and the wheel from the source distribution; returns both."""
    room.pip("install", "--quiet", *settings["build-system"]["requires"])
    code = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    room.run(room.within("python"), "-c", code, folder, where=source)
    (sdist,) = folder.glob("*.tar.gz")
    room.pip("wheel", "--quiet", "--no-deps", "--wheel-dir", folder, sdist)
    (wheel,) = folder.glob("*.whl")
    return wheel, sdist


def missing(root: Path, settings: Mapping[str, Any], wheel: Path, sdist: Path) -> list[str]:
    """What should be in the two archives and is not, and what should not be and is; a line each."""
    files = tree(root)
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    wrong = [f"{path} is not in the sdist" for path in files if path not in inside]
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    expected = {}
    for package, folder in settings["tool"]["setuptools"]["package-dir"].items():
        expected |= {f"{package}{path.removeprefix(folder)}": path for path in files if path.startswith(f"{folder}/")}
    wrong += [f"{path} is not in the wheel" for name, path in expected.items() if name not in names]
    strangers = (name for name in names if name not in expected and ".dist-info/" not in name)
    return [*wrong, *(f"{name} is in the wheel and not in the tree" for name in strangers)]


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack the source distribution; returns its folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (inside,) = (path for path in folder.iterdir() if path.is_dir())
    if not (inside / "tests").is_dir():
        raise WentWrong("the sdist has no tests")
    return inside
