"""What pyproject.toml allows: its requirements, and the lowest version of each that can be had as a wheel."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

LAST_MINOR = 30  # far above any Python that requires-python can mean


def project(root: Path) -> dict[str, Any]:
    """The table of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def pythons(settings: Mapping[str, Any]) -> list[str]:
    """The minor versions that requires-python allows, as "3.11"; oldest first."""
    allowed = SpecifierSet(settings["project"]["requires-python"])
    return [f"3.{minor}" for minor in range(LAST_MINOR) if allowed.contains(f"3.{minor}.0")]


def runtime(settings: Mapping[str, Any]) -> list[Requirement]:
    """What the program itself needs."""
    return [Requirement(text) for text in settings["project"]["dependencies"]]


def everything(settings: Mapping[str, Any]) -> list[Requirement]:
    """What the program, its extras, its tests and its build need; each name once."""
    extras = settings["project"]["optional-dependencies"].values()
    texts = [
        *settings["project"]["dependencies"],
        *(text for extra in extras for text in extra),
        *settings["build-system"]["requires"],
    ]
    return list({Requirement(text).name: Requirement(text) for text in texts}.values())


def floor(requirement: Requirement) -> Version:
    """The version of its `>=`."""
    return Version(next(bound.version for bound in requirement.specifier if bound.operator == ">="))


def lowest(requirement: Requirement, offered: Iterable[str]) -> Version | None:
    """The lowest of the versions offered that the requirement allows, none of them a pre-release; None if none is."""
    versions = map(Version, offered)
    return min((v for v in versions if v in requirement.specifier and not v.is_prerelease), default=None)


def is_the_floor(requirement: Requirement, version: Version) -> bool:
    """Whether a version is of the release that the bound names: 0.4.5 for >=0.4.5, and 2.0.x for >=2.0."""
    named = floor(requirement).release
    return (*version.release, 0, 0)[: len(named)] == named
