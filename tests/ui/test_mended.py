"""Faults that were found once, each with the right behaviour: they are not to come back."""

from __future__ import annotations

import pytest

from rnntui.app import RnnApp
from rnntui.marks import amount, number
from rnntui_engine.records import Weights

from .conftest import MIDDLE, SMALL, Opened, choices, screen_text


@pytest.mark.parametrize("size", [(50, 10), (80, 10), (120, 8), (59, 12), (20, 36), (1, 1), (300, 100)])
async def test_no_size_is_too_small_to_come_back_from(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        await pilot.press("space", "space", "space")
        before = screen_text(pilot.app)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.resize_terminal(*MIDDLE)
        await pilot.pause()
        assert screen_text(pilot.app) == before


async def test_small_differences_are_never_printed_as_nothing(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        weights = app.viewing.trace.weights
        faint = Weights(weights.Wx, weights.Wh * 0.1, weights.b, weights.v, weights.c)
        app.viewing.trace = type(app.viewing.trace)(
            **vars(traced(app, faint)),
        )
        await pilot.press("end")
        await pilot.pause()
        text = screen_text(app)
        assert "difference 0.0000" not in " ".join(text.split())
        assert "−0.0000" not in text.split("Difference so far")[0].split("Marked / unmarked")[1]


def traced(app: RnnApp, weights: Weights) -> object:
    from rnntui_engine.unroll import trace

    return trace(app.viewing.choices.network, app.viewing.choices.subscriber, weights)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0000"),
        (0.0331, "0.0331"),
        (3.64e-10, "3.6e−10"),
        (0.00095, "9.5e−4"),
        (5e-324, "4.9e−324"),
        (2.9493, "2.9493"),
    ],
)
def test_amounts(value: float, text: str) -> None:
    assert amount(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.2e41, "2.2e41"), (-12345.6, "−1.2e4"), (9999.9, "9999.9000"), (float("nan"), "NaN"), (float("-inf"), "−∞")],
)
def test_numbers_of_any_size_fit(value: float, text: str) -> None:
    assert number(value) == text


async def test_the_axis_of_the_output_names_the_last_period_whole(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size) as pilot:
            await pilot.press("end", "v", "v", "v")
            await pilot.pause()
            assert (
                all(row.rstrip().endswith(("│", "╮", "╯")) for row in screen_text(pilot.app).splitlines()[2:11])
                or size == SMALL
            )
            assert "▲12" in screen_text(pilot.app)


async def test_chrono_comes_back_with_longer_sequences(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", "chrono", length=4)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("<")
        assert app.viewing.choices.network.memory_bias == 0.0
        assert "chrono needs" in app.viewing.sentence.long
        await pilot.press(">")
        assert app.viewing.choices.network.memory_bias == "chrono"


async def test_dialogs_are_left_by_mouse_alone(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        for key in ("?", "g", "s", "d"):
            await pilot.press(key)
            await pilot.pause()
            assert len(pilot.app.screen_stack) == 2
            await pilot.click(offset=(2, 1))
            await pilot.pause()
            assert len(pilot.app.screen_stack) == 1, key


async def test_one_click_takes_a_subscriber(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("s", *"27")
        await pilot.pause()
        rows = screen_text(app).splitlines()
        y = next(i for i, row in enumerate(rows) if " 271 " in row)
        await pilot.click(offset=(rows[y].index("271"), y))
        await pilot.pause()
        assert app.viewing.choices.subscriber == 271


async def test_the_decay_view_trains_nothing(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("2", "t", "<")
        await pilot.pause()
        assert app.trainer.job is None
