"""How the app begins for a person: quick to draw, and with classes of its own only where they are needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rnntui import start
from rnntui.app import RnnApp
from rnntui.memory import Memory

SHOW = "import rnntui.start; from textual import constants; print(constants.MAX_FPS)"


@pytest.mark.parametrize(("set_by_hand", "expected"), [(None, "200"), ("30", "30")])
def test_the_screen_is_drawn_as_soon_as_a_key_has_changed_it(set_by_hand: str | None, expected: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}
    if set_by_hand is not None:
        environment["TEXTUAL_FPS"] = set_by_hand
    shown = subprocess.run([sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == expected


def test_no_other_app_is_made_where_no_key_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RNNTUI_CONFIG_DIR", str(tmp_path))
    made = []
    inside = start.with_keys
    monkeypatch.setattr(start, "with_keys", lambda actions: made.append(inside(actions)) or made[-1])  # type: ignore[func-returns-value]
    assert type(start.started(Memory(tmp_path / "state.json"))) is RnnApp
    assert made == []
    (tmp_path / "config.toml").write_text('[keys]\npin = "f2"\n')
    assert type(start.started(Memory(tmp_path / "state.json"))) is made[0]
