"""The contributor's guide is true: each recipe's code is run. Its cell is tested in engine/test_cells.py."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult

from rnntui import actions
from rnntui.app import RnnApp
from rnntui.viewing import Viewing
from rnntui_engine.records import NetworkChoice
from rnntui_engine.unroll import trace

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def recipe(*names: str) -> dict[str, Any]:
    """What the code blocks of these names define."""
    found: dict[str, Any] = {}
    for name in names:
        (code,) = re.findall(rf"```python {name}\n(.*?)```", GUIDE, re.DOTALL)
        exec(compile(code, f"CONTRIBUTING.md, {name}", "exec"), found)
    return found


def test_every_place_it_names_is_there() -> None:
    named = re.findall(r"`((?:engine|rnntui|scenarios|tests|\.ci)/[\w./]*)`", GUIDE)
    assert len(named) > 25
    for path in named:
        assert "NN_name" in path or (ROOT / path).exists(), f"{path} is not there"


def test_its_measure() -> None:
    shown = trace(NetworkChoice(), 260)
    shares = recipe("measure")["stuck"](shown, 0.5)
    counted = [sum(abs(value) > 0.5 for value in row) / 6 for row in shown.real.h.tolist()]
    assert shares.tolist() == counted
    assert len(set(counted)) > 2


@pytest.mark.parametrize("boxed", [True, False])
async def test_its_panel(boxed: bool) -> None:
    kind = recipe("measure", "panel")["StuckPanel"]

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield kind(id="stuck")

    app, viewing = Alone(), Viewing()
    viewing.go(6)
    async with app.run_test(size=(60, 20)) as pilot:
        app.theme = "textual-dark"
        panel = app.query_one("#stuck", kind)
        panel.boxed = boxed
        panel.show(viewing.seen)
        await pilot.pause()
        text = "\n".join(panel.render_line(y).text for y in range(4))
    assert "Stuck units  at ▲6" in text
    assert f"{recipe('measure')['stuck'](viewing.trace)[6]:.2f}" in text


async def test_its_action(monkeypatch: pytest.MonkeyPatch) -> None:
    half = recipe("action")["HALF"]
    monkeypatch.setitem(actions.TABLE, half.name, half)
    app = RnnApp()
    async with app.run_test():
        app.action_perform("half")
        assert app.viewing.period == 6
