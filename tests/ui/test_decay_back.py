"""The gradient going back, drawn on the axis of the difference going forward."""

from __future__ import annotations

import re

import pytest

from rnntui.decay_figure import figure
from rnntui.decay_job import WayBackJob
from rnntui.widgets.decay_panel import decimal
from rnntui_engine import jit
from rnntui_engine.flow import first_gradient
from rnntui_engine.records import NetworkChoice

from .conftest import MIDDLE, SMALL, Opened, choices
from .decay_tools import quick, view_of  # noqa: F401 (a fixture
from .view_tools import app_of, computed


def mean_gradient(**network: object) -> float:
    with jit.compiled_here():
        return first_gradient(NetworkChoice(**network))  # type: ignore[arg-type]


async def test_it_stands_in_the_legend_with_its_share_and_factor(opened: Opened) -> None:
    now, before, first = (mean_gradient(length=t) for t in (12, 10, 2))
    factor = (now / before) ** 0.5
    async with opened(MIDDLE, choices()) as pilot:
        text = await computed(pilot, "2")
        assert re.search(rf"g back {now:.5f} +{100 * now / first:.2f} % +×{factor:.3f}", text)
        assert any(re.search(r"│.*g.*│", line) for line in text.splitlines()[3:18])
    async with opened(SMALL, choices()) as pilot:
        text = await computed(pilot, "2")
        assert f"g gradient back {now:.5f} ×{factor:.2f}" in text


async def test_it_is_the_chosen_network_s(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "2")
        text = await computed(pilot, "r")
        assert f"g back {decimal(mean_gradient(run=2), 5, 7).strip()} " in " ".join(text.split())
        found = view_of(pilot).back
        assert {choice.run for choice in found} == {1, 2}
        await computed(pilot, "r", "<")
        assert len(view_of(pilot).back) == len(found)  # nothing is measured twice


def test_it_slopes_like_the_difference() -> None:
    """Both travel through the same network, one each way: their factors from T = 2 to 12 are within a fifth."""
    with jit.compiled_here():
        back = {t: first_gradient(NetworkChoice(length=t)) for t in (2, 12)}
    assert (back[12] / back[2]) ** (1 / 10) == pytest.approx((0.00913 / 0.92844) ** (1 / 10), rel=0.2)


async def test_copied_numbers_have_it(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(SMALL, choices()) as pilot:
        copied: list[str] = []
        monkeypatch.setattr(app_of(pilot), "copy_to_clipboard", copied.append)
        await computed(pilot, "2")
        await computed(pilot, "tab", "y")
        rows = [line.split(",") for line in copied[0].splitlines()]
        place = rows[0].index("gradient")
        ours = [row for row in rows[1:] if row[0] == "rnn" and row[2] == "k1"]
        assert [float(row[place]) for row in ours] == [mean_gradient(length=t) for t in (2, 4, 6, 8, 10, 12)]
        assert all(row[place] == "" for row in rows[1:] if row[2] == "k2")


def test_a_job_stops_before_the_next_network() -> None:
    wanted = figure(choices(), {}, {}, 0).wanted_back
    assert [network.length for network in wanted] == [2, 4, 6, 8, 10, 12]
    job = WayBackJob(wanted, {}, cancelled=True)
    job.run()
    assert job.found == {} and job.done
