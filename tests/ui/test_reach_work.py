"""The Reach view while it trains: what has come is shown, a stop keeps it, another choice leaves the work behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

import rnntui.reach_job
from rnntui.app import RnnApp
from rnntui.picture import picture
from rnntui.reach_figure import figure, kinds, percent, sentence, so_far, time_left
from rnntui.reach_job import Outcomes, ReachJob
from rnntui.seen import MOST_RUNS
from rnntui_engine.records import NetworkChoice
from rnntui_engine.sweep import Part

from .conftest import MIDDLE, SMALL, Opened, choices, presses, screen_text
from .reach_tools import Rows, made_up, made_up_rows, view_of  # noqa: F401 (a fixture
from .view_tools import app_of, computed, sentence_of


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Rows of which 40 batches come, and the rest when the gate is opened: with 18 batches a round, two rounds."""
    rows = Rows(threading.Event(), 40)
    monkeypatch.setattr(rnntui.reach_job, "rows", rows)
    return rows


async def begun(pilot: object, rows: Rows) -> None:
    """Wait until the rows that come at once have come and been shown."""
    await asyncio.to_thread(rows.waits.wait, 30)
    view_of(pilot).poll()  # type: ignore[arg-type]
    await pilot.pause()  # type: ignore[attr-defined]


async def test_what_has_come_is_shown_while_the_rest_is_trained(opened: Opened, held: Rows) -> None:
    assert held.gate
    for size in (MIDDLE, SMALL):
        async with opened(size, choices()) as pilot:
            await pilot.press("4")
            await begun(pilot, held)
            text = screen_text(app_of(pilot))
            assert f"640 of 1800 networks{' ■■■□□□□□□□' * (size == MIDDLE)}" in text and "left" in text
            assert "640 of 1800 networks" in sentence_of(pilot) and "Esc stops" in sentence_of(pilot)
            await pilot.press("1", "space", "space")
            assert app_of(pilot).viewing.period == 3  # nothing is held up
            assert view_of(pilot).job is not None
            held.gate.set()
            text = await computed(pilot, "4")
            assert "of 1800 networks ■" not in text and "in 100 runs" in sentence_of(pilot)
            held.gate.clear()
            held.free = 40


async def test_escape_stops_and_keeps_what_is_done(opened: Opened, held: Rows) -> None:
    assert held.gate
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("4")
        await begun(pilot, held)
        job = view_of(pilot).job
        await pilot.press("escape")
        await pilot.pause()
        assert view_of(pilot).job is None and job is not None and job.cancelled
        assert sentence_of(pilot) == "Stopped; 640 of 1800 networks are kept. # goes on."
        text = screen_text(app_of(pilot))
        assert "640 of 1800 networks" in text and "stopped" in text and "100 %" in text
        await asyncio.to_thread(job.join)
        await pilot.press("r", "1", "4", "<")  # these ask for the same runs
        await pilot.pause()
        assert view_of(pilot).job is None
        before = len(held.asked)
        held.gate.set()
        await computed(pilot, "number_sign")
        assert app_of(pilot).viewing.runs == 100 and "in 100 runs" in sentence_of(pilot)
        assert len(held.asked) == 1800 and len(set(held.asked)) == 1800 and before == 640
        await computed(pilot, "escape")
        assert "Nothing to leave" in sentence_of(pilot)


async def test_another_choice_leaves_the_work_behind_and_keeps_its_rows(opened: Opened, held: Rows) -> None:
    assert held.gate
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("4")
        await begun(pilot, held)
        first = view_of(pilot).job
        await pilot.press("<", "r")  # neither length nor run matters here
        assert view_of(pilot).job is first and first is not None
        await pilot.press("c")
        await pilot.pause()
        second = view_of(pilot).job
        assert first.cancelled and second is not first and isinstance(second, ReachJob)
        assert all(n.cell != "rnn" or n.mode == "in-place" for n in second.networks)
        held.gate.set()
        await computed(pilot)
        count = len(held.asked)
        await computed(pilot, *presses("erase-write", "rnn"))
        assert app_of(pilot).viewing.choices.network.cell == "rnn" and len(held.asked) > count
        assert len(held.asked) == len(set(held.asked))  # no run was trained twice
        await computed(pilot, "4")
        count = len(held.asked)
        await computed(pilot, "c", "c")
        assert len(held.asked) == count  # what is there is shown at once


async def test_from_another_view_its_progress_is_seen_and_it_is_stopped(opened: Opened, held: Rows) -> None:
    assert held.gate
    for size in (SMALL, MIDDLE):
        held.gate.clear()
        held.free, held.asked = 40, []
        held.waits.clear()
        async with opened(size, choices()) as pilot:
            await pilot.press("4")
            await begun(pilot, held)
            assert "%" not in screen_text(app_of(pilot)).splitlines()[0]
            await pilot.press("1")
            view_of(pilot).poll()
            await pilot.pause()
            job = view_of(pilot).job
            assert isinstance(job, ReachJob) and 0.3 < job.share < 0.45
            assert f"4 Reach {int(100 * job.share)}% " in screen_text(app_of(pilot)).splitlines()[0]
            await pilot.press("p", "escape")  # the innermost first
            await pilot.pause()
            assert view_of(pilot).job is job
            await pilot.press("escape")
            await pilot.pause()
            assert view_of(pilot).job is None and job.cancelled
            assert sentence_of(pilot) == "The runs of the Reach view are stopped; what is done stays. 4 shows it."
            assert "%" not in screen_text(app_of(pilot)).splitlines()[0]
            await pilot.press("escape")
            assert "Nothing to leave" in sentence_of(pilot)
            await pilot.press("4")
            await pilot.pause()
            assert sentence_of(pilot) == "Stopped; 640 of 1800 networks are kept. # goes on."
            held.gate.set()


async def test_what_changed_is_not_talked_over_by_the_progress(opened: Opened, held: Rows) -> None:
    assert held.gate
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("4")
        await begun(pilot, held)
        await pilot.press("<")
        view_of(pilot).poll()
        await pilot.pause()
        assert sentence_of(pilot).startswith("T = 10: ") and "of 100 runs of plain" in sentence_of(pilot)
        held.gate.set()
        await computed(pilot)
        assert sentence_of(pilot).startswith("Plain carries the marker")


async def test_a_sentence_about_something_else_stays(opened: Opened, held: Rows) -> None:
    assert held.gate
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("4")
        await begun(pilot, held)
        await pilot.press("space")
        view_of(pilot).poll()
        await pilot.pause()
        assert sentence_of(pilot) == "That key is for the Step view. 1 opens it."
        held.gate.set()


async def test_a_failure_is_said_and_not_tried_again_and_again(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def broken(asked: Iterable[NetworkChoice], *_: object) -> Iterator[Part]:
        tries.append(asked)
        raise OSError("no room left")

    monkeypatch.setattr(rnntui.reach_job, "rows", broken)
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            text = await computed(pilot, "4")
            assert "no room left" in text and "not computed" in text
            count = len(tries)
            await computed(pilot, "1", "4")
            assert len(tries) == count
            monkeypatch.setattr(rnntui.reach_job, "rows", Rows())
            text = await computed(pilot, "c")  # another choice is another try
            assert "could not" not in text
            monkeypatch.setattr(rnntui.reach_job, "rows", broken)


async def test_networks_too_large_for_hundreds_of_runs_are_refused(opened: Opened, quick: Rows) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices(hidden=65)) as pilot:
            text = await computed(pilot, "4")
            assert "not computed" in text and not quick.asked
            assert "65 hidden units are too many" in sentence_of(pilot)


async def test_data_of_few_periods(opened: Opened, quick: Rows) -> None:
    for periods in (2, 3):
        async with opened(SMALL, choices(data=f"long-{periods}", length=periods)) as pilot:
            assert f"▲{periods}" in await computed(pilot, "4")
            assert f"{periods} steps back" in sentence_of(pilot)


def test_a_picture_waits_for_the_result(quick: Rows) -> None:
    app = RnnApp(choices(), view="reach", plain=True)
    text = picture(app, SMALL, text=True)
    assert "▲12     30  0.30" in text and "left" not in text
    app = RnnApp(choices(), view="reach")
    assert picture(app, MIDDLE, text=False).startswith("<svg")


# The job by itself.


def job_of(outcomes: Outcomes, runs: int, **rest: object) -> ReachJob:
    wanted = figure(choices(**rest), runs, outcomes).wanted  # type: ignore[arg-type]
    return ReachJob(networks=wanted, runs=runs, known=outcomes)


def test_all_lengths_of_the_first_runs_come_first(quick: Rows) -> None:
    job = job_of(Outcomes(), 40)
    job.run()
    assert job.ended and job.cost == job.total and not job.compiling
    runs = [choice.run for choice in quick.asked]
    rounds = [(run - 1) // 16 for run in runs]
    assert rounds == sorted(rounds)
    assert {choice.length for choice in quick.asked[:96]} == {2, 4, 6, 8, 10, 12}


def test_what_is_known_is_not_trained_again(quick: Rows) -> None:
    outcomes = Outcomes()
    for length in (2, 4):
        outcomes.enter(made_up(NetworkChoice(length=length, run=3)))
    job = job_of(outcomes, 3)
    job.run()
    assert len(quick.asked) == 3 * 18 - 2
    assert len(job.taken()) == len(quick.asked) and job.taken() == []


def test_cancelled_it_trains_nothing(quick: Rows) -> None:
    job = job_of(Outcomes(), 40)
    job.cancelled = True
    job.run()
    assert not job.taken() and not quick.asked and job.done and not job.ended


def test_memory_is_a_byte_a_run() -> None:
    outcomes = Outcomes()
    for run in (1, MOST_RUNS, MOST_RUNS + 1):
        outcomes.enter(made_up(NetworkChoice(run=run)))
    assert len(outcomes.of(NetworkChoice(), MOST_RUNS)) == MOST_RUNS
    assert outcomes.of(NetworkChoice(), MOST_RUNS).count(0) == MOST_RUNS - 2
    assert outcomes.of(NetworkChoice(hidden=7), 4) == bytes(4)


# Its words.


def test_kinds() -> None:
    def names(network: NetworkChoice) -> list[str]:
        return [f"{kind.mark} {kind.name}{' ›' if kind.chosen else ''}" for kind in kinds(network)]

    assert names(NetworkChoice()) == ["■ plain ›", "◆ LSTM bias 3", "★ LSTM bias 0"]
    assert names(NetworkChoice(mode="exact", run=7)) == ["■ plain", "◆ LSTM bias 3", "★ plain exact ›"]
    assert names(choices("lstm", 3.0).network) == ["■ plain", "◆ LSTM bias 3 ›", "★ LSTM bias 0"]
    assert names(choices("lstm", 0.0).network) == ["■ plain", "◆ LSTM bias 3", "★ LSTM bias 0 ›"]
    small = replace(choices("gru").network, hidden=3, epochs=5)
    assert {(k.network.hidden, k.network.epochs) for k in kinds(small)} == {(3, 5)}


def test_words() -> None:
    assert [percent(v) for v in (0.0, 0.001, 0.5, 0.996, 1.0)] == ["0 %", "<1 %", "50 %", ">99 %", "100 %"]
    assert [time_left(s) for s in (None, 0.2, 12.4, 240.0)] == [
        "", "about 1 s left", "about 12 s left", "about 4 min left",
    ]  # fmt: skip
    assert [so_far(*n) for n in ((2, 2), (37, 100), (1, 2))] == ["two runs", "37 of 100 runs", "1 of two runs"]
    empty = figure(choices(), 100, Outcomes())
    assert sentence(empty).long == "Nothing is trained yet." and (empty.trained, empty.total) == (0, 1800)
    assert sentence(figure(choices(), 2, Outcomes(), failed="OSError: full")).long.endswith("OSError: full")


def test_chrono_has_no_network_of_two_periods() -> None:
    shown = figure(choices("lstm", "chrono"), 2, Outcomes())
    assert list(shown.networks[shown.chosen]) == [4, 6, 8, 10, 12] and shown.reach(shown.chosen, 2) is None
