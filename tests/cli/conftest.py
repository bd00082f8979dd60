"""What the tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rnntui.cli import rnntui

GOLDEN = Path(__file__).parents[1] / "data" / "lesson.json"


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """The figures of an independent program."""
    loaded: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="session")
def invoke() -> Callable[..., Result]:
    """Run `rnntui` with arguments, in this process and without a terminal."""
    return lambda *args: CliRunner().invoke(rnntui, list(args))


@pytest.fixture(scope="session")
def rows(invoke: Callable[..., Result]) -> Callable[..., Any]:
    """Run a command with --format json and read its answer."""

    def read(*args: str) -> Any:
        result = invoke(*args, "--format", "json")
        assert (result.exit_code, result.stderr) == (0, "")
        return json.loads(result.stdout)

    return read
