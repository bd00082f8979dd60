"""What is installed is whole, and all that it needs is named: read from pyproject.toml and the tree."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
SETTINGS = PROJECT["tool"]["setuptools"]
FOLDERS: dict[str, str] = SETTINGS["package-dir"]
BY_ITSELF = {"pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"}  # what setuptools puts into an sdist unasked
# What a package that is named brings, in the one release that it fits.
COMES_WITH = {"llvmlite": "numba", "packaging": "pytest", "cloudpickle": "distributed"}


def ignored() -> list[str]:
    """The names that are left out anywhere: those in .gitignore, what a clone has, what building and testing leave."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    return [*(line.strip("/") for line in lines), ".git", "*.egg-info", "*.pyc", "PKG-INFO", "setup.cfg", ".*_cache"]


def is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to the project."""
    names = path.relative_to(ROOT).parts
    return not any(Path(name).match(pattern) for name in names for pattern in ignored())


def top() -> set[str]:
    """The project's own files and folders at the top: those that git keeps, and where there is no clone all of them."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return {line.partition("/")[0] for line in told.stdout.splitlines()}
    return {path.name for path in ROOT.iterdir() if is_ours(path)}


def data_files() -> dict[Path, str]:
    """Every file of the packages that is no Python, with the package whose folder is the nearest."""
    found = {}
    for package, folder in FOLDERS.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".py" and is_ours(path):
                owner = path.parent
                while not (owner / "__init__.py").exists():
                    owner = owner.parent
                found[path] = ".".join([package, *owner.relative_to(ROOT / folder).parts])
    return found


def folder_of(package: str) -> Path:
    """Where a package's files are."""
    top, *below = package.split(".")
    return ROOT.joinpath(FOLDERS[top], *below)


def matched() -> dict[Path, str]:
    """Every file that package-data names, and by which pattern."""
    found = {}
    for package, patterns in SETTINGS["package-data"].items():
        for pattern in patterns:
            there = {path: pattern for path in folder_of(package).glob(pattern) if is_ours(path)}
            assert there, f"package-data: {pattern} of {package} names nothing"
            found |= there
    return found


def test_package_data_names_every_data_file() -> None:
    there = data_files()
    assert {path.name for path in there} >= {"app.tcss", "py.typed", "published.json", "airline.csv", "page.js"}
    assert {str(path.relative_to(ROOT)) for path in set(there) - set(matched())} == set()


def test_the_sdist_has_all_that_is_in_the_tree() -> None:
    told = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    named = {word for line in told.splitlines() for word in line.split()[1:] if line.startswith(("include ", "graft "))}
    there = top()
    assert there - named - BY_ITSELF - set(FOLDERS.values()) == set()
    assert named <= there, "and names nothing that is not there"


def names_of(requirements: list[str]) -> set[str]:
    """What the packages are called."""
    return {re.split(r"[\[<>=~! ]", requirement)[0] for requirement in requirements}


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Every package from elsewhere that the Python files of a folder import, by its import name, and where."""
    beside = {path.stem for path in (ROOT / folder).rglob("*.py")} if folder == "tests" else set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            for top in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - set(FOLDERS) - beside:
                yield top.replace("_", "-"), str(path.relative_to(ROOT))


@pytest.mark.parametrize("folder", [*FOLDERS.values(), "tests"])
def test_what_is_imported_is_named(folder: str) -> None:
    named = names_of(PROJECT["project"]["dependencies"])
    for extra, requirements in EXTRAS.items():
        if extra != "test" or folder == "tests":
            named |= names_of(requirements)
    may_be_missing = {"torch"} if folder == "tests" else set()  # measured beside, where it is installed
    for name, path in imported(folder):
        assert COMES_WITH.get(name, name) in named | may_be_missing, f"{path} imports {name}"


def test_the_tests_need_every_extra_within_the_same_bounds() -> None:
    for extra, requirements in EXTRAS.items():
        assert set(requirements) <= set(EXTRAS["test"]), extra


def test_the_pythons_are_bounded_on_both_sides() -> None:
    assert re.fullmatch(r">=3\.\d+,<3\.\d+", PROJECT["project"]["requires-python"])


def texts() -> list[Path]:
    """All files that may tell somebody to install an extra."""
    folders = [path for folder in FOLDERS.values() for path in (ROOT / folder).rglob("*.py")]
    return [*ROOT.glob("*.md"), ROOT / ".ci" / "run", *folders]


def test_every_extra_that_is_told_of_exists() -> None:
    told = {
        (extra, path.name)
        for path in texts()
        for group in re.findall(r"(?:[\s'\"]\.|\brnntui)\[([a-z]+(?:,[a-z]+)*)\]", path.read_text(encoding="utf-8"))
        for extra in group.split(",")
    }
    assert {extra for extra, _ in told} == set(EXTRAS), "each is told of, and no other"
