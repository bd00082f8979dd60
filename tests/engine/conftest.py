"""The engine's tests run compiled kernels; what must hold without a compiler as well runs in processes of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rnntui_engine import jit

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(autouse=True, scope="module")
def compiled_kernels() -> Iterator[None]:
    """Compiled kernels in these tests, and for those of other folders whatever they had before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "_loaded", True)
        yield


@pytest.fixture(scope="session")
def golden() -> Any:
    """The lesson's figures; see tests/data/README.md."""
    return json.loads((DATA / "lesson.json").read_text(encoding="utf-8"))
