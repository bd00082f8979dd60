"""The matrix's own parts, without building and without a registry: what it takes, what it says of what is not there."""

from __future__ import annotations

import io
import sys
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from packaging.requirements import Requirement

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OFFERED = ["2.1.0rc1", "2.1.0", "2.1.1", "2.3.5", "3.0.0"]


def beside(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of this folder, found as `python tests/matrix` finds it."""
    monkeypatch.syspath_prepend(HERE)
    return import_module(name)


def test_what_pyproject_allows_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = beside("bounds", monkeypatch)
    settings = bounds.project(ROOT)
    lowest, above = (int(word.partition(".")[2]) for word in settings["project"]["requires-python"][2:].split(",<"))
    assert bounds.pythons(settings) == [f"3.{minor}" for minor in range(lowest, above)]
    names = [requirement.name for requirement in bounds.everything(settings)]
    assert len(names) == len(set(names))
    assert {"textual", "distributed", "pytest", "setuptools"} <= set(names)
    assert [requirement.name for requirement in bounds.runtime(settings)] == names[: len(bounds.runtime(settings))]


@pytest.mark.parametrize(
    ("allowed", "taken", "is_the_bound"),
    [
        ("x>=2.0,<3", "2.1.0", False),
        ("x>=2.1,<3", "2.1.0", True),
        ("x>=2.1.1,<3", "2.1.1", True),
        ("x>=2.2,<3", "2.3.5", False),
    ],
)
def test_the_lowest_is_taken_that_is_there(
    allowed: str, taken: str, is_the_bound: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds = beside("bounds", monkeypatch)
    found = bounds.lowest(Requirement(allowed), OFFERED)
    assert str(found) == taken
    assert bounds.is_the_floor(Requirement(allowed), found) == is_the_bound
    assert bounds.lowest(Requirement("x>=4,<5"), OFFERED) is None


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("ERROR: Could not install packages due to an OSError\nERROR: No matching distribution found for numba==0.61",
         "No matching distribution found for numba==0.61"),
        ("....F\n=== 1 failed, 40 passed in 3.1s ===", "1 failed, 40 passed in 3.1s"),
        ("....F\n1 failed, 40 passed in 3.1s", "1 failed, 40 passed in 3.1s"),
        ("Traceback (most recent call last):\n  File 'x'\nImportError: no y in z\n", "ImportError: no y in z"),
        ("engine/jit.py:3: error: Missing type\nFound 1 error in 1 file (checked 2 source files)",
         "Found 1 error in 1 file (checked 2 source files)"),
        ("a line\nthe last line", "the last line"),
        ("", "exit code 7"),
    ],
)  # fmt: skip
def test_a_failure_is_told_in_one_line(printed: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert beside("rooms", monkeypatch).reason(printed, "", 7) == said


def test_a_program_that_fails_or_is_not_there_goes_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms, log = beside("rooms", monkeypatch), tmp_path / "log.txt"
    code = "import sys; print('so far'); sys.exit('it broke')"
    with pytest.raises(rooms.WentWrong, match="it broke"):
        rooms.run([sys.executable, "-c", code], tmp_path, {}, log)
    assert "so far" in log.read_text()
    assert "exit code 1" in log.read_text()
    with pytest.raises(rooms.WentWrong, match="No such file"):
        rooms.run([tmp_path / "nothing"], tmp_path, {}, log)
    assert rooms.run([sys.executable, "-c", "print(3)"], tmp_path, {}, log) == "3\n"


def test_a_python_is_found_or_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rooms = beside("rooms", monkeypatch)
    assert rooms.interpreter(".".join(map(str, sys.version_info[:2]))) is not None
    broken = tmp_path / "python3.99"
    broken.write_text("#!/bin/sh\necho no such version >&2\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert rooms.interpreter("3.99") is None, "a program of that name that does not answer"


def test_what_is_missing_in_the_archives_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archives, root = beside("archives", monkeypatch), tmp_path / "tree"
    for path in ("README.md", "engine/a.py", "engine/data.json", "engine/__pycache__/a.pyc", "dist/old.whl"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    assert archives.tree(root) == ["README.md", "engine/a.py", "engine/data.json"]
    with tarfile.open(tmp_path / "p.tar.gz", "w:gz") as packed:
        for path in ("engine/a.py", "engine/data.json"):
            packed.addfile(tarfile.TarInfo(f"p-0.1/{path}"), io.BytesIO())
    with zipfile.ZipFile(tmp_path / "p.whl", "w") as wheel:
        for path in ("p_engine/a.py", "p_engine/stale.py", "p-0.1.dist-info/METADATA"):
            wheel.writestr(path, "")
    settings = tomllib.loads('[tool.setuptools]\npackage-dir = { p_engine = "engine" }')
    assert archives.missing(root, settings, tmp_path / "p.whl", tmp_path / "p.tar.gz") == [
        "README.md is not in the sdist",
        "engine/data.json is not in the wheel",
        "p_engine/stale.py is in the wheel and not in the tree",
    ]


def test_what_is_not_there_is_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No such Python, no registry, and a program that fails."""
    monkeypatch.syspath_prepend(HERE)
    table, rooms = beside("table", monkeypatch), beside("rooms", monkeypatch)
    made = SimpleNamespace(folder=tmp_path, settings=beside("bounds", monkeypatch).project(ROOT), wheel="w", sdist="s")
    row = table.tried(made, "3.99", "newest", "none")
    assert row.text() == "Python 3.99, newest dependencies\n  note    not tried: no such Python here"
    assert not row.failed

    class NoRegistry(rooms.Room):
        def __post_init__(self) -> None:
            self.elsewhere = tmp_path

        def offered(self, name: str) -> list[str]:
            return []

    monkeypatch.setattr(table, "Room", NoRegistry)
    monkeypatch.setattr(table, "interpreter", lambda _: Path(sys.executable))
    row = table.tried(made, "3.11", "lowest", "none")
    assert row.failed == ["versions: no wheel of textual<9,>=8.2 for this Python, or no registry"]

    class HalfBroken(NoRegistry):
        def pip(self, *arguments: str | Path) -> str:
            return "numpy==2.4.6\nPlatformDirs==4.2\n"

        def run(self, *command: str | Path, where: Path | None = None) -> str:
            if "check" in command:
                raise rooms.WentWrong("exit code 1")
            if "--out" in command:
                (tmp_path / "step.svg").write_text("Published")
            return ""

        def within(self, program: str) -> Path:
            return tmp_path / program

    monkeypatch.setattr(table, "Room", HalfBroken)
    row = table.tried(made, "3.11", "newest", "none")
    assert (row.versions["numpy"], row.versions["platformdirs"], row.versions["click"]) == ("2.4.6", "4.2", "none")
    assert row.passed == ["install the wheel", "import", "shot"]
    assert row.failed[0] == "--version: 'rnntui' is not in what it printed"
    assert row.failed[-1] == "check: exit code 1"


def test_the_table_has_a_line_for_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    table = beside("table", monkeypatch)
    rows = [
        table.Row("3.11", "lowest", {"numpy": "2.0.0", "click": "8.1.0"}, ["import", "step"]),
        table.Row("3.13", "newest", {"numpy": "2.5.5"}, ["import"], ["step: Error: no", "check: exit code 1"]),
        table.Row("3.14", "newest", said=["not tried: no such Python here"]),
    ]
    assert table.table(rows, ["numpy", "click"]).splitlines() == [
        "Python  set     numpy  click",
        "3.11    lowest  2.0.0  8.1.0  all 2 passed",
        "3.13    newest  2.5.5  –      1 passed, 2 FAILED: step, check",
        "3.14    newest  –      –      not tried: no such Python here",
    ]


def test_the_quick_part_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = beside("steps", monkeypatch).QUICK
    assert [path for path in quick if not (ROOT / path).exists()] == []
