"""Every fault of the table, tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Terminal
from .faults import FAULTS


@pytest.mark.parametrize("name", FAULTS)
def test_nothing_is_lost_and_the_terminal_is_left_as_it_was(
    terminal: type[Terminal], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert FAULTS[name](terminal, tmp_path)
