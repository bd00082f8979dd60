"""The Decay view while it computes, and how its numbers are written."""

from __future__ import annotations

import asyncio
import math
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rnntui.decay_job
from rnntui.app import RnnApp
from rnntui.decay_figure import amount, figure, percent, sentence
from rnntui.decay_job import DecayJob
from rnntui.widgets.decay_panel import decimal
from rnntui_engine.measures import Decay
from rnntui_engine.records import NetworkChoice

from .conftest import MIDDLE, SMALL, Opened, choices, screen_text
from .decay_tools import once, quick, shown, view_of  # noqa: F401 (a fixture
from .view_tools import app_of, computed, sentence_of

# While it computes.


class Held:
    """Measures that wait until they are let go."""

    def __init__(self) -> None:
        self.gate, self.began = threading.Event(), threading.Event()
        self.asked: list[NetworkChoice] = []

    def __call__(self, choice: NetworkChoice) -> Decay:
        self.asked.append(choice)
        self.began.set()
        assert self.gate.wait(30)
        return once(choice)


async def test_the_app_goes_on_while_it_computes(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held()
    monkeypatch.setattr(rnntui.decay_job, "decay", held)
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("2")
        await asyncio.to_thread(held.began.wait, 30)
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "computing 0/24" in text and "computing…" in text and "Computing what is left" in text
        first = view_of(pilot).job
        await pilot.press("<", "r", "1", "space", "2")  # these networks are among those being computed
        assert view_of(pilot).job is first and app_of(pilot).viewing.period == 2
        app_of(pilot).action_perform("cell lstm")  # these are not
        await pilot.pause()
        assert first is not None and first.cancelled and view_of(pilot).job is not first
        held.gate.set()
        text = await computed(pilot)
        assert "› ☆ k2   0.00339" in text
        assert sentence_of(pilot).startswith("At T = 10 the difference in LSTM bias 0 k2 is 0.0034")
        assert len(held.asked) <= 38  # the job that was left behind stopped before its second network


async def test_switching_views_quickly(opened: Opened) -> None:
    async with opened(SMALL, choices()) as pilot:
        await pilot.press(*"212c12m2rm1<2c>121cr2m")
        text = await computed(pilot, "2")
        app = app_of(pilot)
        fresh = RnnApp(app.viewing.choices, view="decay", plain=True)
    async with fresh.run_test(size=SMALL) as pilot:
        assert await computed(pilot) == text


async def test_a_failure_is_said_and_nothing_is_tried_again_and_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(choice: NetworkChoice) -> Decay:
        raise OSError("no room left")

    monkeypatch.setattr(rnntui.decay_job, "decay", broken)
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            text = await computed(pilot, "2")
            assert "could not be computed" in text and "no room left" in text
            monkeypatch.setattr(rnntui.decay_job, "decay", once)
            text = await computed(pilot, "<")  # another choice is another try
            assert "could not" not in text and "▲10" in text
            monkeypatch.setattr(rnntui.decay_job, "decay", broken)


def test_a_job_stops_between_two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    job = DecayJob([NetworkChoice(length=n) for n in (2, 4, 6)], {})

    def measure(choice: NetworkChoice) -> Decay:
        job.cancelled = choice.length == 4
        return Decay(choice.length, (1.0,), 0.5, 0.5)

    monkeypatch.setattr(rnntui.decay_job, "decay", measure)
    job.run()
    assert [n.length for n in job.found] == [2, 4] and job.done and not job.error


# Its numbers.


@given(st.floats(0, 1e6), st.integers(0, 6), st.integers(4, 9), st.booleans())
def test_a_number_keeps_to_its_width(value: float, places: int, width: int, short: bool) -> None:
    text = decimal(value, places, width, short)
    if 1e-99 < value < 10.0 ** (width - 1) and (value >= 10.0**-places or width >= 7):
        assert len(text) == width
    if "e" not in text and not text.strip().startswith(".") and value:
        assert float(text) == pytest.approx(value, abs=0.51)


def test_numbers_in_words() -> None:
    assert [amount(v) for v in (0.0, 0.92844, 0.00913, 0.00067, 1.26e-9)] == [
        "0.0000", "0.9284", "0.0091", "0.00067", "1.3e−9",
    ]  # fmt: skip
    assert [percent(v) for v in (0.0, 1.0, 1.3242, 0.2554, 0.0098, 0.00048, 8.7e-7, 4.9e-18)] == [
        "0 %", "100 %", "132 %", "26 %", "0.98 %", "0.048 %", "9e−5 %", "5e−16 %",
    ]  # fmt: skip
    small = [10.0**-power * digits for power in range(2, 99) for digits in (1.0, 1.6, 9.4, 9.96)]
    assert max(len(percent(share)) for share in small) <= 7, "beside another column it would touch it"
    assert [percent(v) for v in (0.000994, 0.0001, 0.000016, 0.0000031)] == ["0.099 %", "0.01 %", "2e−3 %", "3e−4 %"]
    assert [decimal(v, 5, 7).strip() for v in (None, 0.0, 0.00913, 4.5e-18, math.pi)] == [
        "…", "0", "0.00913", "4.5e−18", "3.14159",
    ]  # fmt: skip
    assert decimal(1.0, 3, 4, True) == "1.00" and decimal(0.975, 3, 4, True) == ".975"


def test_sentences_before_and_after() -> None:
    asked = choices(length=2)
    assert sentence(figure(asked, {}, {}, 0)).long.startswith("Computing")
    assert sentence(shown(asked)).long.endswith("⟨longer⟩ goes on to longer T.")
    assert "could not be computed" in sentence(figure(asked, {}, {}, 0, "OSError: full")).long


def test_many_are_measured_side_by_side_with_the_bits_of_each_alone() -> None:
    wanted = [NetworkChoice(run=run, length=length) for length in (2, 4) for run in range(1, 4)]
    job = DecayJob(wanted, {}, many=True)
    job.run()
    assert not job.error
    assert {n: d.differences for n, d in job.found.items()} == {
        n: rnntui.decay_job.decay(n).differences for n in wanted
    }
