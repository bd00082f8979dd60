"""The Gradient view: how it looks, its figures are the engine's, its keys, clicks and questions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rnntui.app import RnnApp
from rnntui.gradient_figure import Figure, sentence, textbook
from rnntui.gradient_job import GradientJob, Walking
from rnntui.seen import Choices
from rnntui.viewing import Viewing
from rnntui.widgets.gradient_panel import GradientPanel
from rnntui.widgets.gradient_slopes import words
from rnntui.widgets.panel import Panel
from rnntui_engine.flow import Flow, slope
from rnntui_engine.measures import recurrent_of
from rnntui_engine.networks import initial
from rnntui_engine.records import NetworkChoice, Weights
from rnntui_engine.toy import Toy
from rnntui_engine.unroll import trace
from rnntui_engine.way_back import Walk, flow

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, presses, screen_text, settled
from .gradient_tools import begun, view_of
from .view_tools import app_of, computed, sentence_of

SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


def figure_of(asked: Choices | None = None, period: int = 1) -> Figure:
    viewing = Viewing(asked, period)
    return Figure(viewing.seen, flow(viewing.trace))


# How it looks.


@SIZES
@pytest.mark.parametrize(("cell", "bias"), [("rnn", 0.0), ("lstm", 3.0)])
async def test_gradient_looks_as_it_should(opened: Opened, size: tuple[int, int], cell: str, bias: float) -> None:
    async with opened(size, choices(cell, bias)) as pilot:
        text = await computed(pilot, "5", "g", "5", "enter")
        assert max(map(len, text.splitlines())) <= size[0]
        assert "…" not in text  # nothing is cut, nothing still to come
        golden(f"gradient_{cell}_{size[0]}x{size[1]}", text)


GRU, OTHER = ("gru", 0.0, "lesson"), ("erase-write", "chrono", "long-40")


@pytest.mark.parametrize(("size", "asked"), [
    ((60, 20), GRU), ((100, 30), OTHER), ((120, 35), GRU), ((300, 100), OTHER),
], ids=lambda value: str(value[0]))  # fmt: skip
async def test_any_size(opened: Opened, size: tuple[int, int], asked: tuple[str, float | str, str]) -> None:
    cell, bias, data = asked
    async with opened(size, choices(cell, bias, data=data, length=8)) as pilot:
        text = await computed(pilot, "5", "g", "3", "enter")
        assert "▲3" in text
        assert max(map(len, text.splitlines())) <= size[0]
        for panel in view_of(pilot).query(GradientPanel):
            if panel.size.width:
                rows = [panel.canvas().text(y).strip(" │╭╮╰╯─") for y in range(panel.size.height)]
                assert sum(map(bool, rows)) >= min(3, panel.size.height), panel.id


async def test_under_it_stands_what_a_demo_says(opened: Opened) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size, choices()) as pilot:
            await computed(pilot, "5")
            app = app_of(pilot)
            app.screen.add_class("telling", *(["boxed"] if size == MIDDLE else []))
            assert "‖dL/dh‖" in await computed(pilot)
            for name, words in (("toy", "−8.56"), ("slopes", "spectral radius  0.709")):
                app.viewing.lit = name
                app.viewing.changed()
                assert words in await computed(pilot), name


async def test_the_tabs_stay_whole_in_every_width(opened: Opened) -> None:
    for width in (60, 80):
        async with opened((width, 24), choices()) as pilot:
            for key in "15":
                row = (await computed(pilot, key)).splitlines()[0]
                assert [digit for digit in "12345" if digit in re.split(r"period|\?|\^", row)[0]] == list("12345")
                assert ("Step" if key == "1" else "Gradient") in row
                assert "period 1/12" in row


def test_seven_tabs_fit_sixty_columns() -> None:
    from rnntui.widgets.bars import TabBar

    names = ("Step", "Decay", "Train", "Reach", "Gradient", "Forecast", "Gates")
    views = [(str(k), name.lower(), name) for k, name in enumerate(names, 1)]
    for active in (view[1] for view in views):
        bar = TabBar(views, (), active)
        for room in (45, 60, 80, 120):
            found = bar.tabs(room)
            assert sum(len(text) + 1 for *_, text in found) - 1 <= room
            assert [key for key, *_ in found] == list("1234567")
            assert all(key in text for key, _, text in found)
            assert next(text for _, name, text in found if name == active).strip() == next(
                f"{key} {title}" for key, name, title in views if name == active
            )
        assert all(title in text for (_, _, title), (_, _, text) in zip(views, bar.tabs(60), strict=True))


async def test_colours_of_both_themes(opened: Opened) -> None:
    for theme in ("dark", "light"):
        async with opened(MIDDLE, choices("lstm", 1.0), plain=False, theme=theme) as pilot:
            await computed(pilot, "5")
            panel = view_of(pilot).query_one("#gradient-plot", Panel)
            inks = {s.style.color.name for y in range(16) for s in panel.canvas().strip(y) if s.style}  # type: ignore[union-attr]
            assert set(panel.palette.curves) <= inks


# Its figures.


@pytest.mark.parametrize("cell", ["rnn", "erase-write", "gru", "lstm"])
def test_curves_are_the_engine_s_divided_by_their_own_first_value(cell: str) -> None:
    shown = figure_of(choices(cell))
    found = flow(trace(choices(cell).network, 260))
    parts = len(found.parts)
    assert [c.mark for c in shown.curves] == [*found.parts, "J", "◆"]
    expected = [*(found.back(part) for part in range(parts)), found.jacobian_back, found.difference]
    for curve, values in zip(shown.curves, expected, strict=True):
        assert curve.values == tuple(values.tolist())
        begin = 1 if curve.mark in ("c", "s") else 0  # the readout sees h only
        assert curve.begin == begin and curve.shares[begin] == 1.0
        assert curve.shares[-1] == curve.values[-1] / curve.values[begin]
        assert curve.factor == pytest.approx(curve.shares[-1] ** (1 / (11 - begin)), rel=1e-12)
        assert curve.ratio(begin) is None
        assert curve.ratio(5) == pytest.approx(curve.values[5] / curve.values[4], rel=1e-15)


async def test_the_lit_period_s_numbers(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 1.0)) as pilot:
        text = await computed(pilot, "5", "g", "5", "enter")
        found = flow(trace(choices("lstm", 1.0).network, 260))
        h, c, J, d = found.back(), found.back(1), found.jacobian_back, found.difference
        for norm, first in ((h[7], h[0]), (c[7], c[1]), (J[7], 1.0), (d[7], d[0])):
            assert re.search(rf"{norm:.4f}\s+{norm / first:.4f}", text)
        assert f"{h[7] / h[6]:.3f}" in text and "7 steps before T" in text
        assert "no gradient comes back" in text and f"with more than {J[-1]:.4f} of" in text


async def test_what_is_proven_and_what_is_a_rule_of_thumb(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        text = await computed(pilot, "5")
        assert "So it must: Wh shortens at every step (0.997 < 1)" in text
        assert "A rule of thumb only: the spectral radius, 0.709." in text
        text = await computed(pilot, "c")
        assert "Neither number of W decides" in text and "mean keep gate" in text


def test_a_matrix_that_lengthens_proves_nothing() -> None:
    own = initial(NetworkChoice())
    viewing = Viewing()
    viewing.trace = trace(NetworkChoice(), 260, Weights(own.Wx, own.Wh * 3, own.b, own.v, own.c))
    measured = (recurrent_of(viewing.trace.weights, 0),)
    found = words(Figure(viewing.seen, flow(viewing.trace), recurrent=measured), wide=True)
    assert "Wh alone proves nothing: 2.992 is above 1" in found[1]


def test_the_textbook_beside_what_is_computed() -> None:
    first, second = textbook()
    assert "20 orders are lost at λ = 0.8 and as many gained at 1.2" in first
    assert "It is 8.56 and 2.01: 19.7 is the natural logarithm." in first
    assert "λ = 1 the boundary. There 2.75 orders are lost" in second


async def test_the_toy_by_key_question_and_click(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        text = await computed(pilot, "5")
        for orders in ("−8.56", "−2.75", "+2.01", "boundary λ = 1/0.9 = 1.111"):
            assert orders in text
        viewing = app_of(pilot).viewing
        text = await computed(pilot, "+", "+")
        assert viewing.toy == Toy(1.1, 0.9) and "★ λ 1.10" in text
        assert sentence_of(pilot).startswith("The toy with λ = 1.10, derivative 0.90: 0.26 orders of magnitude lost")
        await computed(pilot, "-", "up", "up")
        assert viewing.toy == Toy(1.05, 1.0)
        await computed(pilot, "down", "l", *"0.5", "enter", "D", *"0,25", "enter")
        assert viewing.toy == Toy(0.5, 0.25) and "boundary λ = 1/0.25 = 4.000" in screen_text(app_of(pilot))
        await computed(pilot, "l", *"x", "enter")
        assert viewing.toy == Toy(0.5, 0.25) and sentence_of(pilot) == "'x' is not a number."
        panel = view_of(pilot).query_one("#toy", Panel)
        canvas = panel.canvas()
        places = [(x, y) for y in range(canvas.height) for x in range(canvas.width)
                  if canvas.action_at(x, y) == "toy-lambda 1.2"]  # fmt: skip
        await pilot.click("#toy", offset=places[3])
        await computed(pilot)
        assert viewing.toy.eigenvalue == 1.2


async def test_toys_that_end_in_nothing_or_everything(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        app = app_of(pilot)
        await computed(pilot, "5")
        for eigenvalue, derivative in (("0", "0"), ("1000000", "1000000"), ("-3", "0.5"), ("1e-6", "1e-6")):
            app.action_perform(f"toy-lambda {eigenvalue}")
            app.action_perform(f"toy-derivative {derivative}")
            text = await computed(pilot)
            assert max(map(len, text.splitlines())) <= MIDDLE[0]
        app.action_perform("toy-lambda 0")
        assert "nothing is left after 60 steps" in sentence_of(pilot)


# Its keys and clicks.


async def test_the_arrows_go_back_in_time_and_forward_again(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        viewing = app_of(pilot).viewing
        periods = []
        for keys in (("5",), ("home",), ("right",), ("space",), ("left",), ("end",), ("right",)):
            await computed(pilot, *keys)
            periods.append(viewing.period)
        assert periods == [1, 12, 11, 10, 11, 1, 1]
        await computed(pilot, "1", "home", "5")
        assert viewing.period == 0 and "▲1" in screen_text(app_of(pilot))
        await computed(pilot, "left")
        assert viewing.period == 2


async def test_clicks_light_a_period(opened: Opened) -> None:
    async with opened(LARGE, choices()) as pilot:
        await computed(pilot, "5")
        for panel, period in (("#gradient-plot", 9), ("#gradient-numbers", 4)):
            canvas = view_of(pilot).query_one(panel, Panel).canvas()
            places = [(x, y) for y in range(canvas.height) for x in range(canvas.width)
                      if canvas.action_at(x, y) == f"period {period}"]  # fmt: skip
            await pilot.click(panel, offset=places[len(places) // 2])
            await computed(pilot)
            assert app_of(pilot).viewing.period == period


async def test_it_follows_every_choice(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        before = await computed(pilot, "5", "g", "2", "enter")
        for key in ("r", "n", "<", "c", "m"):
            after = await computed(pilot, key)
            assert after != before, key
            before = after
        network = app_of(pilot).viewing.choices.network
        assert (network.run, network.length, network.cell, network.memory_bias) == (2, 10, "erase-write", 1.0)
        found = flow(trace(network, 261))
        assert f"{found.gradients[1, 0]:.4f}" in before


async def test_the_sentence_says_where_one_is(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "5", "home")
        assert sentence_of(pilot).startswith("At period 12 the gradient starts, ‖dL/dh‖ = 0.3266.")
        await computed(pilot, *["right"] * 7)
        assert sentence_of(pilot).startswith("7 steps back, at period 5, 0.0068 of the gradient by h is left, ×0.490 a")
        assert "of the difference, 7 forward, 0.0165" in sentence_of(pilot)


async def test_trained_here_is_trained_and_shown(opened: Opened) -> None:
    async with opened(MIDDLE, choices(epochs=1, length=4)) as pilot:
        app = app_of(pilot)
        before = await computed(pilot, "5")
        await pilot.press("t")
        await settled(pilot)
        after = screen_text(app)
        assert sentence_of(pilot).startswith("Trained, 1 epochs")
        assert app.viewing.trace.trained and "trained" in after
        assert f"{flow(app.viewing.trace).gradients[0, 0]:.4f}" in after and after != before


async def test_edits_change_the_way_back(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "e", *"80", "enter", "5")
        edited = trace(NetworkChoice(), 260, edits=((1, 80.0),))
        assert f"{flow(edited).difference[0]:.4f}" in screen_text(app_of(pilot)) or "▲1" in screen_text(app_of(pilot))
        assert view_of(pilot).query_one(GradientPanel).figure.trace.edits == ((1, 80.0),)  # type: ignore[union-attr]


async def test_copy_and_save_give_every_norm(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(MIDDLE, choices("lstm")) as pilot:
        copied: list[str] = []
        app = app_of(pilot)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await computed(pilot, "5")
        await computed(pilot, "tab", "y")
        lines = copied[0].splitlines()
        assert lines[0] == "series,steps apart,norm,of its first"
        assert len(lines) == 1 + 4 * 12 + 3 * 61
        first = flow(app.viewing.trace).back()
        assert lines[2].split(",")[:3] == ["dL/dh", "1", repr(float(first[1]))]


async def test_a_pinned_side_is_drawn_beside(opened: Opened) -> None:
    async with opened(MIDDLE, choices("lstm", 3.0)) as pilot:
        await computed(pilot, "5", "b")
        text = await computed(pilot, *presses("lstm", "rnn"), "end")
        assert app_of(pilot).viewing.choices.network.cell == "rnn"
        other = flow(trace(choices("lstm", 3.0).network, 260)).jacobian[0]
        assert re.search(rf"◇ B: Jacobian +{other:.4f} +{other:.4f}", text)
        assert "◇ is side B: LSTM k1 bias 3." in text
        assert text.count("◇") > 8
        await computed(pilot, "B", *"<<")
        figure = view_of(pilot).query_one("#gradient-plot", GradientPanel).figure
        assert figure is not None and len(figure.curves[-1].values) == figure.length == 8
        assert "◇" not in await computed(pilot, "b")


async def test_help_explains_each_panel(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        await computed(pilot, "5")
        texts = {panel.HELP for panel in view_of(pilot).query(GradientPanel)}
        assert len(texts) == 4 and all(text.startswith("**") for text in texts)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "The gradient on its way back." in screen_text(app_of(pilot))


# Long work.


async def test_a_long_way_is_walked_in_a_job_and_shown_as_it_comes(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GradientJob, "start", lambda job: None)
    async with opened(MIDDLE, choices("lstm", data="long-40", length=40)) as pilot:
        view, job = await begun(pilot)
        assert "computing…" in screen_text(app_of(pilot))
        job.walking.walk = Walk(job.trace)
        for _ in range(40 + 10):
            job.walking.walk.advance()
        view.poll()
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "Jacobian 10/40 ■■□□□□□□□□" in text and "Proven" not in text
        await pilot.press("n")  # another subscriber: the way back is begun anew, the old one left behind
        await pilot.pause()
        assert job.cancelled and isinstance(view.job, GradientJob) and view.job is not job


def test_a_job_comes_to_the_same_as_the_engine_and_obeys_a_stop() -> None:
    found = trace(choices("lstm", data="long-40", length=40).network, 260)
    job = GradientJob(walking=Walking(found))
    job.run()
    assert job.done and not job.error and job.walking.done
    assert job.walking.flow.jacobian.tobytes() == flow(found).jacobian.tobytes()  # type: ignore[union-attr]
    stopped = GradientJob(walking=Walking(found), cancelled=True)
    stopped.run()
    assert stopped.walking.walk is not None and stopped.walking.walk.pieces[0] == 0


async def test_what_goes_wrong_is_said(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(job: GradientJob) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(GradientJob, "work", broken)
    async with opened(MIDDLE, choices("lstm", data="long-40", length=40)) as pilot:
        text = await computed(pilot, "5")
        assert "could not be computed" in text and "no room" in sentence_of(pilot)


async def test_a_network_that_ran_away_is_no_error(opened: Opened) -> None:
    async with opened(MIDDLE, choices()) as pilot:
        app = app_of(pilot)
        await computed(pilot, "5")
        own = initial(NetworkChoice())
        away: Any = Weights(own.Wx, own.Wh * float("nan"), own.b, own.v, own.c)
        app.viewing.trace = trace(NetworkChoice(), 260, away)
        app.viewing.changed()
        text = await computed(pilot)
        assert "no gradient" in text


def test_nothing_to_say_where_there_is_nothing() -> None:
    viewing = Viewing()
    empty = Figure(viewing.seen, None)
    assert sentence(empty).long.startswith("Computing")
    found = flow(viewing.trace)
    nothing = Flow(found.parts, found.gradients * float("nan"), found.jacobian, found.difference, found.length)
    assert "No gradient goes back" in sentence(Figure(viewing.seen, nothing)).long
    assert slope([0.0, 0.0]) is None and slope([0.0, 1.0, 0.25, 0.0]) == 0.25 and slope([]) is None


async def test_opened_there(opened: Opened) -> None:
    app = RnnApp(choices(), view="gradient", plain=True)
    async with app.run_test(size=MIDDLE) as pilot:
        text = await computed(pilot)
        assert "‖dL/dh‖" in text and sentence_of(pilot).startswith("11 steps back")
