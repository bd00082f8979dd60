"""The Reach view: how it looks, its figures are the lesson's, its keys and clicks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

import rnntui.reach_job
from rnntui.app import RnnApp
from rnntui.palette import PALETTES
from rnntui.reach_figure import figure
from rnntui.reach_job import Outcomes, ReachJob
from rnntui.widgets.panel import Panel
from rnntui.widgets.reach_panel import ReachPanel
from rnntui_engine.records import NetworkChoice, Row
from rnntui_engine.shares import wilson

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, presses, screen_text, settled
from .reach_tools import BASELINE, Rows, made_up, made_up_rows, really_trained, view_of  # noqa: F401 (two are fixtures)
from .view_tools import app_of, computed, sentence_of

COUNTS = json.loads((Path(__file__).parents[1] / "data" / "reach_100_runs.json").read_text())
SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


# How it looks.


@SIZES
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("gru", 1.0)])
async def test_reach_looks_as_it_should(
    opened: Opened, trained: Outcomes, size: tuple[int, int], cell: str, bias: float
) -> None:
    async with opened(size, choices(cell, bias)) as pilot:
        text = await computed(pilot, "4")
        assert max(map(len, text.splitlines())) <= size[0]
        assert "…" not in text  # nothing is cut, nothing still to come
        golden(f"reach_{cell}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (119, 36), (120, 35), (140, 40), (300, 100)])
@pytest.mark.parametrize("asked", [("rnn", 0.0, "lesson"), ("lstm", "chrono", "long-40")])
async def test_any_size(
    opened: Opened, quick: Rows, size: tuple[int, int], asked: tuple[str, float | str, str]
) -> None:
    cell, bias, data = asked
    async with opened(size, choices(cell, bias, data=data, length=8)) as pilot:
        text = await computed(pilot, "4")
        assert "▲8" in text and "90 %" in text and "steps" in text
        assert max(map(len, text.splitlines())) <= size[0]
        for panel in view_of(pilot).query(ReachPanel):
            rows = [panel.canvas().text(y).strip(" │╭╮╰╯─") for y in range(panel.size.height)]
            assert sum(map(bool, rows)) >= min(3, panel.size.height), panel.id


async def test_no_size_breaks_it(opened: Opened, quick: Rows) -> None:
    draw = random.Random(4)
    async with opened(MIDDLE, choices("lstm", "chrono", data="long-500", length=30)) as pilot:
        app_of(pilot).viewing.choose_runs(3)
        await computed(pilot, "4")
        for _ in range(8):
            await pilot.resize_terminal(draw.randint(1, 300), draw.randint(1, 100))
            await pilot.press(draw.choice("cmr<>#4"))
            await computed(pilot)
        await pilot.resize_terminal(*MIDDLE)
        assert "Steps back carried" in await computed(pilot)


async def test_under_it_stands_what_a_demo_says(opened: Opened, quick: Rows) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            await computed(pilot, "4")
            app = app_of(pilot)
            app.screen.add_class("telling", *(["boxed"] if size == MIDDLE else []))
            text = await computed(pilot)
            assert "90 %" in text and "6 steps" in text
            app.viewing.lit = "reach-table"
            app.viewing.changed()
            text = await computed(pilot)
            assert "▲12     30" in text


@pytest.mark.parametrize("theme", list(PALETTES))
async def test_colours(opened: Opened, quick: Rows, theme: str) -> None:
    async with opened(MIDDLE, choices(), plain=False, theme=theme) as pilot:
        await computed(pilot, "4")
        panel = view_of(pilot).query_one("#reach-plot", Panel)
        inks = {s.style.color.name for y in range(18) for s in panel.canvas().strip(y) if s.style}  # type: ignore[union-attr]
        assert set(panel.palette.curves[:3]) <= inks


# Its figures.


def test_the_hundred_runs_are_the_lessons(trained: Outcomes) -> None:
    carried = {}
    for chosen in (choices(), choices("gru", 1.0)):
        shown = figure(chosen, 100, trained)
        for kind in shown.kinds:
            network = kind.network
            known = COUNTS[f"{network.cell} {network.mode} bias {network.memory_bias:g}"]
            for length, beating in known.items():
                one = shown.reach(kind, int(length))
                assert one is not None and (one.runs, one.beating) == (100, beating)
                assert (one.low, one.high) == wilson(beating, 100)
            carried[kind.name] = shown.carried(kind)
    assert carried == {"plain": 6, "LSTM bias 0": 6, "LSTM bias 3": 10, "GRU bias 1": 6}


async def test_the_table_shows_them(opened: Opened, trained: Outcomes) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        text = await computed(pilot, "4")
    rows = [row.split() for row in text.replace("│", " ").replace("✓", " ").splitlines()]
    for length, plain in COUNTS["rnn in-place bias 0"].items():
        row = next(row for row in rows if row and row[0].lstrip("▲") == length and len(row) == 10)
        low, high = wilson(plain, 100)
        assert row[1:4] == [str(plain), f"{plain / 100:.2f}", f"{low:.2f}–{high:.2f}"]
        assert [row[4], row[7]] == [str(COUNTS[f"lstm exact bias {bias}"][length]) for bias in (3, 0)]


def test_a_runs_own_reach(trained: Outcomes) -> None:
    shown = figure(choices(), 100, trained)
    for kind in shown.kinds:
        spread = shown.spread(kind)
        assert spread is not None and spread.runs == 100 == sum(spread.counts.values())
        below, median = 0, None
        for length, count in spread.counts.items():
            below += count
            if median is None and below >= 50:
                median = length
        assert spread.median == median and spread.low <= spread.median <= spread.high


def test_made_up_runs_reach_as_far_as_they_were_made(quick: Rows) -> None:
    outcomes = Outcomes()
    chosen = choices("gru", 1.0)
    job = ReachJob(networks=figure(chosen, 20, outcomes).wanted, runs=20, known=outcomes)
    job.run()
    for row in job.taken():
        outcomes.enter(row)
    shown = figure(chosen, 20, outcomes)
    spread = shown.spread(shown.chosen)
    assert spread is not None
    assert spread.counts == {0: 0, 2: 0, 4: 2, 6: 4, 8: 4, 10: 4, 12: 6}
    assert (spread.low, spread.median, spread.high) == (4, 8, 12)
    assert shown.carried(shown.chosen) == 6  # 18 of 20 there are just enough
    assert outcomes.of(NetworkChoice(run=7), 3) == outcomes.of(NetworkChoice(), 3)


# Its keys and clicks.


async def test_keys_choose_the_kind_and_the_number_of_runs(opened: Opened, quick: Rows) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "4")
        assert sentence_of(pilot) == (
            "Plain carries the marker 6 steps back in 100 runs; at T = 12 30 of 100 beat the baseline by > 0.10 "
            "(22–40 %)."
        )
        count = len(quick.asked)
        assert count == 1800 and len(set(quick.asked)) == count
        text = await computed(pilot, "number_sign")
        assert "300 runs" in text and "in 300 runs" in sentence_of(pilot)
        assert len(quick.asked) == 5400 == len(set(quick.asked))  # the hundred are kept
        app_of(pilot).action_perform("runs 2")
        text = await computed(pilot)
        assert "two runs" in text and "Two runs only" in text and len(quick.asked) == 5400
        await computed(pilot, "number_sign")
        assert app_of(pilot).viewing.runs == 10
        text = await computed(pilot, "c")
        assert "› ★ erase–write bias 0" in text
        text = await computed(pilot, *presses("erase-write", "lstm"), "m", "m")
        assert "› ◆ LSTM bias 3" in text and "★ LSTM bias 0" in text
        text = await computed(pilot, "<")
        assert "▲10" in text and sentence_of(pilot) == (
            "T = 10: 5 of 10 runs of LSTM bias 3 beat the baseline by > 0.10, 50 % (24–76 %)."
        )
        await computed(pilot, "r")
        assert sentence_of(pilot) == "Run k2 is one of many: this view counts the runs k1 to k10, whichever is chosen."
        for wrong in ("runs 0", "runs 5001", "runs many"):
            app_of(pilot).action_perform(wrong)
            assert app_of(pilot).viewing.runs == 10


async def test_longer_data_have_lengths_as_far_apart_by_ratio(opened: Opened, quick: Rows) -> None:
    async with opened(MIDDLE, choices(length=8)) as pilot:
        app_of(pilot).viewing.choose_runs(2)
        text = await computed(pilot, "4", "D")
        network = app_of(pilot).viewing.choices.network
        assert (network.data, network.length) == ("long-50", 8) and "D data long-50" in text
        assert {one.length for one in quick.asked if one.data == "long-50"} == {8, 10, 20, 50}
        await computed(pilot, "D", "D")
        assert {one.length for one in quick.asked if one.data == "long-500"} == {8, 10, 20, 50, 100, 200, 500}
        assert app_of(pilot).viewing.sentence.long.startswith("Plain carries the marker")
        text = await computed(pilot, "D")
        assert app_of(pilot).viewing.choices.network == choices(length=8).network
        assert {one.length for one in quick.asked if one.data == "lesson"} == {2, 4, 6, 8, 10, 12}


async def test_runs_that_ran_away_are_counted_and_told(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(choice: NetworkChoice) -> Row:
        row = made_up(choice)
        ran = choice.cell == "rnn" and choice.length == 50 and choice.run % 3 == 0
        return replace(row, correct=BASELINE, ran_away=7) if ran else row

    monkeypatch.setattr(rnntui.reach_job, "rows", Rows(made=away))
    for size in (SMALL, MIDDLE, LARGE):
        async with opened(size, choices(data="long-50", length=50)) as pilot:
            app_of(pilot).viewing.choose_runs(30)
            text = await computed(pilot, "4")
            assert sentence_of(pilot).endswith("at T = 50 0 of 30 beat the baseline by > 0.10 (0–11 %); 10 ran away.")
            assert "✗" in text and ("✗10" in text) == (size != SMALL)
            if size != SMALL:
                assert "10 of plain. C bounds the gradient." in " ".join(text.split())
            shown = view_of(pilot).query_one("#reach-table", ReachPanel).figure
            assert shown is not None
            assert [n["ran away"] for n in shown.numbers()].count(10) == 1
            golden(f"reach_far_{size[0]}x{size[1]}", text)


async def test_clipping_is_chosen_by_a_key(opened: Opened, quick: Rows) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        app = app_of(pilot)
        text = await computed(pilot, "4", "C")
        assert "Clip the gradient" in text and "now none" in text
        text = await computed(pilot, "1", "enter")
        network = app.viewing.choices.network
        assert (network.clip, network.mode) == (1.0, "exact") and "C clip 1" in text
        assert {one.clip for one in quick.asked[1800:]} == {1.0} and {one.mode for one in quick.asked[1800:]} == {
            "exact"
        }
        await computed(pilot, "M")
        assert "updates in place have no whole gradient to clip" in sentence_of(pilot)
        app.action_perform("clip none")
        await computed(pilot)
        assert app.viewing.choices.network.clip is None
        for wrong in ("clip 0", "clip nan", "clip much", "data mine", "data long-501"):
            before = app.viewing.choices
            app.action_perform(wrong)
            assert app.viewing.choices == before


async def test_only_what_matters_here_is_offered(opened: Opened, quick: Rows) -> None:
    step = "s subscriber 260 ● marked   c cell GRU   r run k1   < T 12 >   m memory bias 0   t untrained   p paused 1/s"
    async with opened((200, 60), choices("gru")) as pilot:
        for key, chips in (
            ("1", step), ("2", "c cell GRU   r run k1   < T 12 >   m memory bias 0"),
            ("4", "c cell GRU   m memory bias 0   # runs 100   M trained exact   C clip none   D data lesson"),
        ):  # fmt: skip
            text = await computed(pilot, key)
            assert text.splitlines()[1].strip() == chips
        await computed(pilot, "1", "D")
        assert "D data long-50" in screen_text(app_of(pilot)).splitlines()[1]


async def test_the_key_of_runs_is_for_this_view(opened: Opened, quick: Rows) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await pilot.press("number_sign")
        assert sentence_of(pilot) == "That key is for the Reach view. 4 opens it."
        assert app_of(pilot).viewing.runs == 100


async def test_every_sentence_fits_a_small_screen(opened: Opened, quick: Rows) -> None:
    async with opened(SMALL, choices("lstm", "chrono")) as pilot:
        for key in ("4", "r", "<", "<", "<", "<", "<", "m", "m", "c", "space", "number_sign", "escape"):
            text = await computed(pilot, key)
            line = next(row for row in text.splitlines() if row.startswith("▌"))
            assert "…" not in line


async def test_clicks(opened: Opened, quick: Rows) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            await computed(pilot, "4")
            for panel, action, done in (
                ("#reach-plot", "length 6", lambda n: n.length == 6),
                ("#reach-table", "length 8", lambda n: n.length == 8),
                ("#reach-count", "cell lstm", lambda n: n.cell == "lstm"),
                ("#reach-table", "bias 3.0", lambda n: n.memory_bias == 3.0),
                ("#reach-count", "cell rnn", lambda n: n.cell == "rnn"),
            ):
                canvas = view_of(pilot).query_one(panel, Panel).canvas()
                places = [
                    (x, y)
                    for y in range(canvas.height)
                    for x in range(canvas.width)
                    if canvas.action_at(x, y) == action
                ]
                assert places, action
                await pilot.click(panel, offset=places[len(places) // 2])
                await computed(pilot)
                assert done(app_of(pilot).viewing.choices.network), action


async def test_help_explains_each_panel(opened: Opened, quick: Rows) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "4")
        texts = {panel.HELP for panel in view_of(pilot).query(ReachPanel)}
        assert len(texts) == 3 and all(text.startswith("**") for text in texts)
        await pilot.press("question_mark")
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "How many steps back?" in text and "Wilson" in text and "⟨" not in text


def test_picture(snap_compare: Callable[..., bool], quick: Rows) -> None:
    app = RnnApp(choices("gru", 1.0), view="reach")
    app.still = True

    async def all_there(pilot: Pilot[None]) -> None:
        await settled(pilot)

    assert snap_compare(app, run_before=all_there, terminal_size=MIDDLE)
