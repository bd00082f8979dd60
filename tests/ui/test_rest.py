"""What is painted once, a view that is told of no size, a period that is not at hand, waiting for an app's rest."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import numpy as np
import pytest

from rnntui import rest
from rnntui.canvas import Canvas
from rnntui.themes import palette_of
from rnntui.viewing import Viewing
from rnntui.views.decay import DecayView
from rnntui.widgets.output import _bars
from rnntui.widgets.panel import Area, Painted

from .conftest import SMALL, Opened, screen_text
from .view_tools import app_of


def test_a_moment_is_the_same_until_something_is_different() -> None:
    viewing = Viewing()
    before = viewing.seen
    viewing.say(before.sentence)
    assert viewing.seen is before
    viewing.step(1)
    after = viewing.seen
    assert after is not before and after.period == before.period + 1
    viewing.training = "training 3/30"
    assert viewing.seen is not after
    hand = viewing.seen.hand
    viewing.hand.move(1)
    assert viewing.seen.hand is not hand and viewing.seen.hand.step == hand.step + 1


async def test_nothing_is_painted_twice(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        before = {painted: painted.canvas() for painted in app.screen.query(Painted) if painted.region.area}
        assert len(before) > 5
        app.viewing.changed()
        await pilot.pause()
        assert all(painted.canvas() is canvas for painted, canvas in before.items())
        app.viewing.step(1)
        await pilot.pause()
        assert sum(painted.canvas() is not canvas for painted, canvas in before.items()) > 5


async def test_a_view_that_is_told_of_no_size_takes_its_form(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual sends no Resize to a view whose place is asked for between its coming and its first layout."""
    monkeypatch.setattr(DecayView, "begin", lambda *_: None)
    monkeypatch.setattr(DecayView, "on_resize", lambda *_: None)
    async with opened(SMALL) as pilot:
        app = app_of(pilot)
        app.open_view("decay")
        await pilot.pause()
        view = app.query_one(DecayView)
        assert view.size and view.has_class("small") and view.has_class("working")


def test_a_probability_that_is_not_at_hand_yet_is_no_bar() -> None:
    viewing = Viewing()
    viewing.go(6)
    seen = viewing.seen
    p = seen.trace.real.probabilities.copy()
    p[2:5] = np.nan
    some = replace(seen, trace=replace(seen.trace, real=replace(seen.trace.real, probabilities=p)))
    whole, partly = (Canvas(80, 6, palette_of("rnntui-dark"), True) for _ in range(2))
    for canvas, moment in ((whole, seen), (partly, some)):
        _bars(canvas, moment, Area(0, 0, 80, 5))
    bars = [sum(not row[x : x + 3].strip(" ╌") for row in map(canvas.text, range(5)))
            for canvas in (whole, partly) for x in range(0, 30, 5)]  # fmt: skip
    assert [one < 5 for one in bars] == [True] * 6 + [True, False, False, False, True, True]


async def test_rest_is_when_everything_is_handled_and_shown(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.viewing.go(7)
        await rest.at_rest(app)
        assert "▲7" in screen_text(app)
        assert not app.screen._dirty_widgets and not app.screen._layout_required
        monkeypatch.setattr(rest, "ROUNDS", 200)

        async def never() -> None:
            while True:
                await asyncio.sleep(0)

        restless = asyncio.create_task(never())
        with pytest.raises(RuntimeError, match="never comes to rest"):
            await rest.at_rest(app)
        restless.cancel()


async def test_a_textual_in_which_no_size_waits_comes_to_rest_as_well(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        waits = vars(pilot.app).pop("_resize_timer", None)  # Textual before 8.2.3 has none
        await rest.at_rest(pilot.app)
        pilot.app._resize_timer = waits
