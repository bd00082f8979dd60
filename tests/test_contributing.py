"""The contributor's guide is true: each recipe's code is run. Its cell is tested in engine/test_cells.py."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from textual.app import App, ComposeResult

from rnntui import actions
from rnntui.app import RnnApp
from rnntui.scenario import play, timing
from rnntui.seen import Choices
from rnntui.viewing import Viewing
from rnntui.views.step import StepView
from rnntui.widgets.panel import Panel
from rnntui.widgets.sequence import SequencePanel
from rnntui_engine import ledger
from rnntui_engine.long_trace import long_trace
from rnntui_engine.records import NetworkChoice, NotThere
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


def test_the_files_with_pictures_are_those_it_names() -> None:
    with_pictures = {
        path.name for path in (ROOT / "tests").rglob("test_*.py") if "snap_compare(" in path.read_text("utf-8")
    }
    (line,) = re.findall(r"^pytest (.*) --snapshot-update$", GUIDE, re.MULTILINE)
    assert {Path(name).name for name in line.split()} == with_pictures - {Path(__file__).name}


def test_its_figures_are_those_that_tests_hold() -> None:
    guide = " ".join(GUIDE.split())
    assert (
        f"{timing.WORDS_A_MINUTE} a minute, with {timing.LOOKING} more a beat, to look, and {timing.ASKING} a" in guide
    )
    assert (
        f"at most {('no', 'one', 'two', 'three', 'four', 'five')[play.MOST_LINES]} lines of {play.WIDTH} char" in guide
    )


def test_its_measure() -> None:
    stuck = recipe("measure")["stuck"]
    shown = trace(NetworkChoice(), 260)
    counted = [sum(abs(value) > 0.5 for value in row) / 6 for row in shown.real.h.tolist()]
    assert [stuck(shown, period, 0.5) for period in range(13)] == counted
    assert len(set(counted)) > 2


def test_its_measure_of_a_long_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck, choice = recipe("measure")["stuck"], NetworkChoice(length=40, data="long-40")
    whole = trace(choice, 5)
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 0)
    long = long_trace(choice, 5)
    assert long is not None and long.stream is not None and long.ready == 2
    with pytest.raises(NotThere):
        stuck(long, 3)
    long.stream.advance(40)
    assert [stuck(long, period, 0.5) for period in range(41)] == [stuck(whole, period, 0.5) for period in range(41)]


def alone(kind: type[Panel]) -> App[None]:
    """An app with one panel, and nothing else."""

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield kind(id="stuck")

    return Alone()


async def shown_alone(kind: type[Panel], viewing: Viewing, boxed: bool, go_on: Callable[[], None] | None = None) -> str:
    """What a panel shows of a viewing, in sixty columns, once something has gone on."""
    app = alone(kind)
    async with app.run_test(size=(60, 20)) as pilot:
        app.theme = "textual-dark"
        panel = app.query_one("#stuck", kind)
        panel.boxed = boxed
        panel.show(viewing.seen)
        await pilot.pause()
        if go_on is not None:
            go_on()
            panel.show(viewing.seen)
            await pilot.pause()
        return "\n".join(panel.render_line(y).text.rstrip() for y in range(20))


@pytest.mark.parametrize("boxed", [True, False])
async def test_its_panel(boxed: bool) -> None:
    found, viewing = recipe("measure", "panel"), Viewing()
    viewing.go(6)
    text = await shown_alone(found["StuckPanel"], viewing, boxed)
    assert "Stuck units  at ▲6" in text
    assert f"{found['stuck'](viewing.trace, 6):.2f}" in text


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize(("measure", "words"), [
    (lambda trace, period: trace.real.h[period + 1].mean(), "period 3 is not computed yet: 2 of 40 are"),
    (lambda trace, period: np.abs(trace.real.h).mean(), "a long trace is read one period at a time"),
    (lambda trace, period: (trace.real.h > 0.9).mean(), "a long trace is read one period at a time"),
])  # fmt: skip
async def test_a_panel_that_reads_what_is_not_there_says_so_in_its_frame(
    monkeypatch: pytest.MonkeyPatch, measure: Callable[..., float], words: str, boxed: bool
) -> None:
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 0)
    found = recipe("measure", "panel")
    monkeypatch.setitem(found, "stuck", measure)
    viewing = Viewing(Choices(NetworkChoice(length=40, data="long-40"), 5))
    viewing.go(2)
    text = await shown_alone(found["StuckPanel"], viewing, boxed)
    assert "Stuck units  at ▲2" in text and words in text
    stream = viewing.trace.stream
    assert stream is not None
    text = await shown_alone(found["StuckPanel"], viewing, boxed, lambda: stream.advance(38))
    assert (words in text) == ("read" in words), "what is computed by now is shown"


async def test_a_panel_that_reads_before_it_draws_its_frame_has_one_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 0)
    kind = recipe("measure", "panel")["StuckPanel"]
    monkeypatch.setattr(kind, "paint", lambda self, canvas, seen: seen.trace.real.h[9])
    text = await shown_alone(kind, Viewing(Choices(NetworkChoice(length=40, data="long-40"), 5)), True)
    assert text.startswith("╭─ Stuck ─") and "period 9 is not computed yet" in text


@pytest.mark.parametrize(("size", "widths"), [((80, 24), (0, 80)), ((120, 36), (26, 94)), ((200, 60), (26, 114))])
async def test_its_place_in_the_step_view(size: tuple[int, int], widths: tuple[int, int]) -> None:
    """Where a row is full it takes nothing from the others; where a demo lights it, it is seen at any size."""
    kind, app = recipe("measure", "panel")["StuckPanel"], RnnApp()
    (rules,) = re.findall(r"```css panel\n(.*?)```", GUIDE, re.DOTALL)
    async with app.run_test(size=size) as pilot:
        app.stylesheet.add_source(rules, ("the guide", "panel"))
        panel = kind(id="stuck")
        await app.query_one("#top").mount(panel, after="#sequence")
        app.refresh_css(animate=False)
        app.query_one(StepView)._fit()
        for lit in ("", "stuck", "units"):
            app.viewing.lit = lit
            app.viewing.step(1)
            await pilot.pause()
            found = tuple(widget.size.width for widget in (panel, app.query_one(SequencePanel)))
            assert found == ((80, 0) if lit == "stuck" and widths[0] == 0 else widths)
            if found[0]:
                assert "Stuck units  at ▲" in panel.canvas().text(0)


async def test_its_action(monkeypatch: pytest.MonkeyPatch) -> None:
    half = recipe("action")["HALF"]
    monkeypatch.setitem(actions.TABLE, half.name, half)
    app = RnnApp()
    async with app.run_test():
        app.action_perform("half")
        assert app.viewing.period == 6
    taken = [other.name for other in actions.ACTIONS if set(other.keys) & set(half.keys) and other.views == half.views]
    assert not taken, "its key is free where it means something"


def test_its_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui_engine.ledger.common.CLAIMS", (known := {}))
    recipe("claim")
    (entry,) = re.findall(r"```json claim\n(.*?)```", GUIDE, re.DOTALL)
    ((name, said),) = json.loads(f"{{{entry}}}").items()
    row = known[name].row(ledger.Bench(), ledger.Published(said["claim"], said["published"], said["digits"]))
    assert (row.status, row.ours) == (ledger.AS_PUBLISHED, 200)
    assert name not in ledger.CLAIMS, "it is only an example"
