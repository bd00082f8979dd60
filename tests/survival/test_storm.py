"""A small storm in every run of the tests; `python tests/survival` has the great one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .storm import storm


@pytest.mark.parametrize("seed", [1])
async def test_random_actions_leave_a_working_app(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = await storm(25, seed, room=25)
    assert found.done == 25
    assert sum(count for kind, count in found.counts.items() if kind != "quit, not done") == 25
