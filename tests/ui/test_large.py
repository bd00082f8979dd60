"""Very large networks, very long sequences: stepping in what is there, waiting, stopping, and all in blocks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnntui import moves
from rnntui.actions import perform
from rnntui.export import numbers, page_of
from rnntui.panel_numbers import rows_of
from rnntui.reader import Reader, ReadingJob
from rnntui.seen import Choices
from rnntui.viewing import Viewing
from rnntui.widgets.overview import extremes, furthest
from rnntui_engine.long_trace import Window
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice
from rnntui_engine.streamed import EACH, Stream
from rnntui_engine.unroll import trace

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text, settled
from .view_tools import app_of, sentence_of

T = 6 * EACH + 5


@pytest.fixture(autouse=True)
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """From ten periods on a trace is long."""
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 9000)


def long_choices(cell: str = "lstm", hidden: int = 40) -> Choices:
    return choices(cell, length=T, data="long-200", hidden=hidden)


def viewing_of(cell: str = "lstm") -> tuple[Viewing, Stream]:
    viewing = Viewing(long_choices(cell))
    assert viewing.trace.stream is not None
    return viewing, viewing.trace.stream


def test_one_steps_in_what_is_there_and_waits_for_the_rest() -> None:
    viewing, stream = viewing_of()
    assert (viewing.period, viewing.trace.ready, viewing.trace.length) == (1, 2, T)
    viewing.step(1)
    viewing.step(1)
    assert viewing.period == 2
    assert viewing.sentence.long.startswith("Period 3 is not computed yet, 2 of 101 are")
    viewing.go(60)
    assert viewing.period == 2
    stream.advance(57)
    viewing.arrive()
    assert viewing.period == 2
    stream.advance(1)
    viewing.arrive()
    assert viewing.period == 60
    assert viewing.seen.explanation is not None
    viewing.edit(30, 12.0)
    assert (viewing.period, viewing.trace.ready) == (2, 2)
    assert viewing.trace.stream is not None
    viewing.trace.stream.advance(T)
    viewing.arrive()
    assert viewing.period == 60


def test_what_is_seen_has_the_bits_of_the_whole_trace() -> None:
    viewing, stream = viewing_of("gru")
    stream.advance(T)
    whole = trace(viewing.choices.network, viewing.choices.subscriber)
    for sorting in ("number", "difference", "saturation"):
        moves.sort(viewing, sorting)
        viewing.go(77)
        now = viewing.seen
        assert now.trace.real.h[77].tobytes() == whole.real.h[77].tobytes()
        if sorting == "difference":
            assert now.order is not None
            gaps = whole.difference_per_unit[77, 0][now.order]
            assert (gaps[:-1] >= gaps[1:]).all()
    moves.jump(viewing)
    moved = abs(whole.real.h[1:, viewing.unit] - whole.real.h[:-1, viewing.unit])
    assert viewing.period == int(moved.argmax()) + 1
    viewing.pin()
    viewing.choose_network(cell="lstm")
    assert viewing.other is not None and viewing.seen.apart is not None
    assert isinstance(viewing.seen.apart.per_unit, Window)
    viewing.go(2)
    gap = viewing.trace.real.h[2] - whole.real.h[2]
    assert viewing.seen.apart.per_unit[2].tobytes() == gap.tobytes()
    assert float(viewing.seen.apart.total[2]) == pytest.approx(float(abs(gap).sum()), rel=1e-12)


def test_the_overview_is_what_is_furthest_from_nothing_up_to_now() -> None:
    viewing, stream = viewing_of("rnn")
    stream.each = 7  # groups of several periods, as of a longer sequence
    stream._extremes = stream._extremes[: -(-T // 7)] * 0
    stream.advance(T)
    whole = trace(viewing.choices.network, viewing.choices.subscriber)
    for period in (1, 7, 8, 33, T):
        viewing.go(period)
        firsts, groups = extremes(viewing.seen)
        assert firsts == list(range(1, period + 1, 7))
        for first, group in list(zip(firsts, groups, strict=True))[1:]:  # the first began before there were groups
            expected = furthest(whole.real.h[first : min(first + 7, period + 1)], [0], axis=0)[0]
            assert group == pytest.approx(expected, rel=1e-6)


@pytest.fixture
def job() -> Iterator[ReadingJob]:
    """A job for a stream of its own, left behind at the end."""
    _, stream = viewing_of()
    job = ReadingJob(stream)
    yield job
    job.leave()


def test_a_job_reads_to_the_end_and_keeps_what_is_looked_at_at_hand(job: ReadingJob) -> None:
    job.start()
    job.join()
    assert job.stream.complete
    assert job.done
    job.near = 1
    while job._one_block():  # what its thread would do
        pass
    assert all(job.stream.at_hand(t) for t in (1, EACH + 1))
    job.near = T // 2
    while job._one_block():
        pass
    assert all(job.stream.at_hand(t) for t in (T // 2, T // 2 + EACH, T // 2 - EACH))


def test_it_is_stopped_at_once_keeps_what_is_there_and_goes_on() -> None:
    viewing, stream = viewing_of()
    reader = Reader(viewing)
    stream.stopped = True
    reader.jobs[stream] = job = ReadingJob(stream)
    job.start()
    job.join()
    assert (stream.ready, job.done, reader.job) == (2, True, None)
    stream.stopped = False
    assert reader.cancel()
    assert stream.stopped
    assert "2 of 101 periods are there" in viewing.sentence.long
    assert not reader.cancel()
    viewing.go(T)  # whoever wants more lets it go on
    assert not stream.stopped
    assert reader.keep_up()
    job.join()
    assert stream.complete
    assert not reader.poll(stoppable=True)
    assert viewing.period == T
    reader.drop()
    assert job.cancelled


def test_a_job_that_fails_says_so(job: ReadingJob, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise MemoryError("too much")

    monkeypatch.setattr(job.stream, "advance", fail)
    job.start()
    job.join()
    assert job.error == "MemoryError: too much"
    assert job.done


@pytest.mark.parametrize(
    ("size", "where", "slot"), [(SMALL, "80x24", "heat"), (MIDDLE, "120x36", "curve"), (LARGE, "200x60", "curve")]
)
async def test_the_screen(opened: Opened, size: tuple[int, int], where: str, slot: str) -> None:
    async with opened(size, long_choices()) as pilot:
        app = app_of(pilot)
        await settled(pilot)
        assert sentence_of(pilot).startswith(f"All {T} periods are there.")
        perform(app, f"slot {slot}")
        app.viewing.choose_unit(20)
        app.viewing.go(70)
        await settled(pilot)
        text = screen_text(app)
        golden(f"large-lstm-{where}", text)
        assert "of 40" in text
        for key in ("end", "home", "enter", "v", "v", "S", "J", "down", "b", "n", "y"):
            await pilot.press(key)
            await settled(pilot)
        assert app.viewing.trace.ready == T
    assert not app.trainer.reader.jobs or all(job.cancelled for job in app.trainer.reader.jobs.values())


async def test_a_click_in_the_map_lights_a_unit(opened: Opened) -> None:
    async with opened(MIDDLE, long_choices("gru")) as pilot:
        await settled(pilot)
        await pilot.click("#units", offset=(30, 1))
        await settled(pilot)
        assert app_of(pilot).viewing.unit > 20
        assert "▼" in screen_text(app_of(pilot))


async def test_ten_thousand_periods_are_painted(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """The axis, the curve and the sequence of a sequence that no test has the time to compute."""
    monkeypatch.setattr("rnntui_engine.readings.LONGEST", 10_000)
    network = with_cell(NetworkChoice(length=10_000, data="long-10000", hidden=3), "lstm")
    async with opened(MIDDLE, Choices(network, 3)) as pilot:
        app = app_of(pilot)
        stream = app.viewing.trace.stream
        assert stream is not None
        stream.stopped = True
        for job in app.trainer.reader.jobs.values():
            job.join()  # it has ended the slice that it was at
        stream.difference[1:, :] = 0.5
        stream.ready = 10_000
        app.viewing.period = 5_000
        app.viewing.say("half way")
        await pilot.pause()
        text = screen_text(app)
        assert "▲5000" in text
        assert "2000" in text
        assert "8000" in text


async def test_a_large_plain_cell_does_not_wait_for_its_singular_values(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def never(*_: Any) -> None:
        raise AssertionError("measured between two keys")

    monkeypatch.setattr("rnntui.widgets.gates.MOST_MEASURED", 30)
    monkeypatch.setattr("rnntui.widgets.gates.measures_of", never)
    async with opened(MIDDLE, long_choices("rnn")) as pilot:
        await settled(pilot)
        assert "Wh is 40×40: too large to" in screen_text(app_of(pilot))


def test_what_is_saved_of_a_long_trace_is_a_page_of_units() -> None:
    viewing, stream = viewing_of("lstm")
    stream.advance(T)
    whole = trace(viewing.choices.network, viewing.choices.subscriber)
    viewing.go(70)
    viewing.choose_unit(35)
    page = page_of(viewing.seen)
    assert len(page) == 32 and 35 in page
    rows = list(csv.DictReader(io.StringIO(numbers(viewing.trace, page))))
    assert len(rows) == T and list(rows[0])[4:] == [f"h{k + 1} (float32)" for k in page]
    saved = np.array([[float(row[f"h{k + 1} (float32)"]) for k in page] for row in rows], dtype=np.float32)
    assert saved.tobytes() == whole.real.h[1:, page].astype(np.float32).tobytes()
    near = rows_of("heat", viewing.seen)
    assert [row["period"] for row in near[:: viewing.trace.weights.hidden]] == list(range(4 * EACH + 1, 71))
    at = next(row for row in near if (row["period"], row["unit"]) == (68, 36))
    assert at["forget"] == whole.real.gates[67, 1, 35] and at["c"] == whole.real.states[68, 1, 35]


async def test_the_heat_shows_the_lit_unit_s_gates_near_the_cursor(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(MIDDLE, long_choices()) as pilot:
        app = app_of(pilot)
        await settled(pilot)
        await pilot.press("g", "7", "0", "enter")
        await settled(pilot)
        assert "Gates near ▲70 of ►1" in screen_text(app)
        canvas = app.query_one("#curve").canvas()  # type: ignore[attr-defined]
        links = {canvas.action_at(x, y) for y in range(canvas.height) for x in range(canvas.width)}
        assert {f"period {t}" for t in range(4 * EACH + 1, 5 * EACH + 1)} <= links
        await pilot.press("x")
        assert "h of the 32 units around the lit one, no gates" in sentence_of(pilot)
    async with opened(SMALL, long_choices()) as pilot:
        await settled(pilot)
        app_of(pilot).action_perform("slot heat")
        await settled(pilot)
        assert sentence_of(pilot).startswith("The free panel shows the gates of this unit in the periods around")
