"""Rules of the house that no other tool checks."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import rnntui_engine

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = {"rnntui": "rnntui", "rnntui_engine": "engine", "rnntui_scenarios": "scenarios"}
LONGEST_FILE = 400


def files(*kinds: str) -> Iterator[Path]:
    """The project's own files: those at the top, and all of its folders."""
    for kind in kinds:
        yield from ROOT.glob(kind)
        for folder in (*FOLDERS.values(), "tests", ".ci"):
            yield from (ROOT / folder).rglob(kind)


def test_packages_are_those_in_the_tree() -> None:
    settings = PROJECT["tool"]["setuptools"]
    assert settings["package-dir"] == FOLDERS
    there = set()
    for package, folder in FOLDERS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            there.add(".".join([package, *init.parent.relative_to(ROOT / folder).parts]))
    assert sorted(settings["packages"]) == sorted(there)


def test_every_folder_with_python_in_it_is_a_package() -> None:
    for folder in FOLDERS.values():
        for path in (ROOT / folder).rglob("*.py"):
            assert (path.parent / "__init__.py").exists(), path


def test_no_python_file_is_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in files("*.py")
    }
    assert {path: n for path, n in lengths.items() if n > LONGEST_FILE} == {}
    assert "engine/unroll.py" in lengths


def requirements() -> list[str]:
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    return [*project["dependencies"], *(r for extra in extras for r in extra), *PROJECT["build-system"]["requires"]]


@pytest.mark.parametrize("requirement", requirements())
def test_dependencies_are_bounded_on_both_sides(requirement: str) -> None:
    _, bounds = re.fullmatch(r"([A-Za-z0-9_.-]+(?:\[[a-z,]+\])?)([^;]*)(?:;.*)?", requirement).groups()  # type: ignore[union-attr]
    kinds = {re.match(r"[<>=~!]+", bound.strip()).group() for bound in bounds.split(",")}  # type: ignore[union-attr]
    assert {">=", "<"} <= kinds


def engine_modules() -> list[ModuleType]:
    names = [m.name for m in pkgutil.walk_packages(rnntui_engine.__path__, "rnntui_engine.")]
    return [rnntui_engine, *map(importlib.import_module, names)]


def public_names() -> Iterator[tuple[str, object]]:
    """The engine's own functions, classes and methods, by name; a dataclass's fields are described in its class."""
    for module in engine_modules():
        yield module.__name__, module
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(thing) or inspect.isclass(thing):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                fields = getattr(thing, "__dataclass_fields__", {})
                for member, held in vars(thing).items():
                    # the function below a property, a cached property or a class method
                    held = getattr(held, "fget", None) or getattr(held, "func", None) or getattr(held, "__func__", held)
                    if not member.startswith("_") and member not in fields and inspect.isfunction(held):
                        yield f"{module.__name__}.{name}.{member}", held


def test_public_names_of_the_engine_are_documented() -> None:
    found = dict(public_names())
    assert len(found) > 80
    for name, thing in found.items():
        doc = thing.__doc__ or ""
        made_by_dataclass = doc.startswith(f"{name.rpartition('.')[2]}(")
        assert doc, name
        assert not made_by_dataclass, name


# Written in halves, so that this file holds none of them itself.
PLACES = ["/" + "work/", "shared/" + "golden", "/" + "tmp/v3", "py" + "pi.org", "pythonhosted" + ".org"]


@pytest.mark.parametrize("place", PLACES)
def test_no_file_names_a_place_of_one_machine_or_a_registry(place: str) -> None:
    kinds = ("*.py", "*.md", "*.toml", "*.tcss", "*.json", "*.c", "*.yml", "*.yaml", "run", "*.txt", "*.cfg")
    found = {
        str(path.relative_to(ROOT)) for path in files(*kinds) if path.is_file() and place in path.read_text("utf-8")
    }
    assert found == set()
