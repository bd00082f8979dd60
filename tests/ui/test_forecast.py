"""The Forecast view: how it looks, its figures, its keys and clicks, and what it does while it trains."""

from __future__ import annotations

import asyncio
import csv
import random
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rnntui.forecast_figure import about, sentence
from rnntui.forecasting import MODELS, ForecastPlace, forecast_place
from rnntui.palette import PALETTES
from rnntui.viewing import Viewing
from rnntui.widgets.forecast_panel import ForecastPanel
from rnntui.widgets.forecast_table import NAMES, _note
from rnntui.widgets.panel import Panel
from rnntui_engine.forecast.network import Choice
from rnntui_engine.forecast.problem import textbook
from rnntui_engine.records import BadInput

from .conftest import LARGE, MIDDLE, SMALL, Opened, golden, screen_text, settled
from .forecast_tools import (  # noqa: F401 (two are fixtures)
    SMALL_NETWORKS,
    Networks,
    figure_of,
    networks_that_wait,
    small,
    small_networks,
    view_of,
)
from .view_tools import app_of, computed, sentence_of

SIZES = pytest.mark.parametrize("size", [(60, 20), SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


async def opened_view(pilot: Pilot[None], **changes: object) -> str:
    """The view, with small networks, once all is computed."""
    small(pilot, **changes)
    return await computed(pilot, "6")


# How it looks.


@SIZES
async def test_it_looks_as_it_should(opened: Opened, quick: Networks, size: tuple[int, int]) -> None:
    async with opened(size) as pilot:
        text = await opened_view(pilot)
        assert max(map(len, text.splitlines())) <= size[0]
        golden(f"forecast_{size[0]}x{size[1]}", text)


async def test_other_choices_look_as_they_should(opened: Opened, quick: Networks) -> None:
    async with opened(MIDDLE) as pilot:
        golden("forecast_differences_120x36", await opened_view(
            pilot, difference=True, logs=True, whole=True, horizon=6, model="lstm"
        ))  # fmt: skip
        app_of(pilot).action_perform("forecast-model autoregression")
        text = await computed(pilot)
        assert "▬ straight line" not in text  # it is the lit one itself


@pytest.mark.parametrize("slot", ["loss", "seeds"])
@pytest.mark.parametrize("size", [(60, 20), SMALL], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_free_panel(opened: Opened, quick: Networks, size: tuple[int, int], slot: str) -> None:
    async with opened(size) as pilot:
        text = await opened_view(pilot, slot=slot)
        assert {"loss": "seed 0, while it learns", "seeds": "Cell or seed?"}[slot] in text
        assert "Misses" not in text
        text = await computed(pilot, *(("v", "v") if slot == "loss" else ("v",)))
        assert "Misses" in text


async def test_no_size_breaks_it(opened: Opened, quick: Networks) -> None:
    draw = random.Random(6)
    async with opened(MIDDLE) as pilot:
        await opened_view(pilot)
        for _ in range(10):
            await pilot.resize_terminal(draw.randint(1, 300), draw.randint(1, 100))
            await pilot.press(draw.choice(["up", "down", "l", "z", "v", "f", "6"]))
            await computed(pilot)
        await pilot.resize_terminal(*MIDDLE)
        text = await computed(pilot)
        assert "Errors" in text and "Cell or seed?" in text


@pytest.mark.parametrize("size", [(60, 20), (76, 24), (100, 30), (119, 36), (300, 100)], ids=str)
async def test_no_panel_is_empty(opened: Opened, quick: Networks, size: tuple[int, int]) -> None:
    async with opened(size) as pilot:
        await opened_view(pilot)
        for panel in view_of(pilot).query(ForecastPanel):
            if panel.display:
                rows = [panel.canvas().text(y).strip(" │╭╮╰╯─") for y in range(panel.size.height)]
                assert sum(map(bool, rows)) >= 4, panel.id


async def test_under_it_stands_what_a_demo_says(opened: Opened, quick: Networks) -> None:
    for size in (SMALL, MIDDLE):
        async with opened(size) as pilot:
            await opened_view(pilot)
            app = app_of(pilot)
            app.screen.add_class("telling", *(["boxed"] if size == MIDDLE else []))
            assert "straight line" in await computed(pilot)
            app.viewing.lit = "forecast-seeds"
            app.viewing.changed()
            assert "Cell or seed?" in await computed(pilot)


@pytest.mark.parametrize("theme", list(PALETTES))
async def test_colours(opened: Opened, quick: Networks, theme: str) -> None:
    async with opened(MIDDLE, plain=False, theme=theme) as pilot:
        await opened_view(pilot)
        panel = view_of(pilot).query_one("#forecast-table", Panel)
        inks = {s.style.color.name for y in range(18) for s in panel.canvas().strip(y) if s.style}  # type: ignore[union-attr]
        assert set(panel.palette.curves) <= inks


# Its figures.


async def test_the_table_is_sorted_and_says_who_wins(opened: Opened, quick: Networks) -> None:
    async with opened(MIDDLE) as pilot:
        text = await opened_view(pilot)
        figure = figure_of(pilot)
        known = [model for model in figure.models if model.rmse is not None]
        assert [model.rmse for model in known] == sorted(model.rmse for model in known)  # type: ignore[type-var]
        assert {model.name for model in figure.models} == set(MODELS)
        rows = [row.split("││")[1] for row in text.splitlines() if row.count("││") == 1]
        for model in known:
            label = NAMES.get(model.name, model.label)
            assert sum(f" {label}  " in row and f"{model.rmse:.4f}" in row for row in rows) == 1, label
        assert "not here" in text and "pip install" in text and "'rnntui[forecast]'" in text
        assert figure.losing == ("rnn", "lstm", "gru")
        assert "Every network loses to the straight line" in sentence(figure).long
        assert {model.parameters for model in known if model.kind == "network"} == {33, 117, 89}


async def test_seeds_are_counted(opened: Opened, quick: Networks) -> None:
    async with opened(MIDDLE) as pilot:
        text = await opened_view(pilot)
        figure = figure_of(pilot)
        assert figure.ranking.seeds == 3 and figure.trained == 9
        assert f"GRU < RNN < LSTM in {figure.ranking.holding} of 3 seeds" in text
        assert [len(found) for found in figure.outcomes.values()] == [3, 3, 3]
        middle = sorted(one.rmse for one in figure.outcomes["gru"].values())[1]
        assert figure.median("gru") == middle
        assert quick.asked[:3] == [Choice(cell, 0, 4, 12) for cell in ("rnn", "lstm", "gru")]  # the textbook's first


async def test_with_statsmodels_sarima_has_its_band(
    opened: Opened, quick: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("statsmodels")
    monkeypatch.undo()
    monkeypatch.setattr("rnntui.forecast_job.train_many", quick)
    async with opened(MIDDLE) as pilot:
        text = await opened_view(pilot, model="sarima", horizon=24)
        assert "95 % band" in text and text.count("░") > 40
        figure = figure_of(pilot)
        assert figure.lit.rmse == pytest.approx(0.0959, abs=5e-5) and figure.lit.parameters == 3
        said = about(figure, "sarima")
        assert "3 numbers from 120 months: θ −0.342 ± 0." in said.long and "Θ −0.541 ± 0." in said.long
        assert "σ² 0.00" in said.short and len(said.short) <= 78
        assert "θ −0.342 ± 0." in text, "lit, its coefficients stand under the errors"
        assert "fitted in" in _note(replace(figure, timed=True)), "how long the fit took"
        assert "fitted in" not in _note(replace(figure, timed=False)), "but not in a picture"


# Its keys and clicks.


async def test_keys(opened: Opened, quick: Networks) -> None:
    async with opened(MIDDLE) as pilot:
        await opened_view(pilot)
        place = lambda: app_of(pilot).viewing.forecast.place  # noqa: E731
        names = [model.name for model in figure_of(pilot).models]
        at = names.index("gru")
        await computed(pilot, "down")
        assert place().model == names[(at + 1) % len(names)]
        await computed(pilot, "up", "up")
        assert place().model == names[at - 1]
        assert sentence_of(pilot) == about(figure_of(pilot), names[at - 1]).long
        counts = await computed(pilot)
        logs = await computed(pilot, "l")
        assert place().logs and "ln of thousand passengers" in logs and "ln of" not in counts
        assert "1949" in await computed(pilot, "z") and place().whole
        asked = len(quick.asked)
        await computed(pilot, "h")
        assert place().horizon == 3 and len(quick.asked) == asked  # no network is trained anew
        assert figure_of(pilot).ranking.seeds == 3
        await computed(pilot, "h", "h", "h", "h")
        assert place().horizon == 1
        assert "yearly differences" in await computed(pilot, "f") and place().difference
        assert len(quick.asked) == asked + 9
        await computed(pilot, "w", "6", "enter")
        assert place().window == 6 and "window 6" in screen_text(app_of(pilot))
        assert sentence_of(pilot) == sentence(figure_of(pilot)).long  # what it came to
        app_of(pilot).action_perform("forecast-window 6")
        assert sentence_of(pilot).startswith("Networks see 6 months.")
        await computed(pilot, "w", "9", "9", "enter")
        assert place().window == 6 and "not one of 1 to 60" in sentence_of(pilot)
        await computed(pilot, "e", "1", "enter")
        assert place().epochs == 1
        app_of(pilot).action_perform("forecast-seeds 2")
        app_of(pilot).action_perform("forecast-hidden 2")
        await computed(pilot)
        assert (place().seeds, place().hidden) == (2, 2) and figure_of(pilot).ranking.seeds == 2
        for wrong in ("forecast-seeds 0", "forecast-seeds x", "forecast-model nobody", "forecast-slot x"):
            before = place()
            app_of(pilot).action_perform(wrong)
            assert place() == before, wrong


async def test_clicks(opened: Opened, quick: Networks) -> None:
    async with opened(MIDDLE) as pilot:
        await opened_view(pilot)
        names = [model.name for model in figure_of(pilot).models]
        await pilot.click("#forecast-table", offset=(10, 2 + 3))
        await computed(pilot)
        assert app_of(pilot).viewing.forecast.place.model == names[3]
        await pilot.click("#chips", offset=(18, 0))
        await computed(pilot)
        assert app_of(pilot).viewing.forecast.place.horizon == 3


async def test_a_series_of_one_s_own(
    opened: Opened, quick: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (f"{2000 + i // 12}-{i % 12 + 1:02d},{100 + 7 * i + 30 * (i % 12 == 6)}\n" for i in range(60))
    (tmp_path / "own.csv").write_text("month,value\n" + "".join(lines), encoding="utf-8")
    async with opened(MIDDLE) as pilot:
        await opened_view(pilot)
        await computed(pilot, "S", *"own.csv", "enter")
        text = screen_text(app_of(pilot))
        assert "Own  value" in text and "(the best, GRU: " in sentence_of(pilot)
        assert figure_of(pilot).problem.series.name == "own"
        app_of(pilot).action_perform("forecast-series missing.csv")
        assert "missing.csv: there is no such file" in sentence_of(pilot)
        (tmp_path / "own.csv").unlink()
        await computed(pilot, "h")
        assert "no such file" in sentence_of(pilot)
        app_of(pilot).action_perform("forecast-series airline")
        assert "Airline passengers" in await computed(pilot)


async def test_export_saves_every_error(
    opened: Opened, quick: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(SMALL) as pilot:
        await opened_view(pilot)
        await pilot.press("x")
        await settled(pilot)
        (path,) = tmp_path.glob("rnntui-forecast-*.csv")
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        assert len(rows) == 9 + 5 and list(rows[0]) == ["model", "rmse", "seed", "parameters", "seconds"]
        figure = figure_of(pilot)
        for row in rows:
            model = figure.model(row["model"])
            expected = figure.outcomes[model.name][int(row["seed"])].rmse if row["seed"] else model.rmse
            assert float(row["rmse"]) == expected


# While it trains.


async def test_what_has_come_is_shown_and_a_stop_keeps_it(opened: Opened, held: Networks) -> None:
    assert held.gate
    async with opened(MIDDLE) as pilot:
        small(pilot)
        await pilot.press("6")
        await asyncio.to_thread(held.waits.wait, 30)
        view_of(pilot).poll()
        await pilot.pause()
        text = screen_text(app_of(pilot))
        assert "44 % ■■■■□□□□□□" in text and "error of 4 of 9 networks" in text and "left" in text
        assert "of 9 networks" in sentence_of(pilot) and "Esc stops" in sentence_of(pilot)
        await pilot.press("1", "space", "space")
        assert app_of(pilot).viewing.period == 3  # nothing is held up
        await pilot.press("6", "escape")
        await pilot.pause()
        assert view_of(pilot).job is None
        assert sentence_of(pilot) == "Stopped; 4 of 9 networks are kept. Space goes on."
        assert "stopped" in screen_text(app_of(pilot))
        await pilot.press("l", "down")
        await pilot.pause()
        assert view_of(pilot).job is None  # what is drawn does not begin it again
        await computed(pilot, "h")
        assert figure_of(pilot).ranking.seeds == 1 and figure_of(pilot).place.horizon == 3  # nor does a horizon
        await computed(pilot, "h", "h", "h", "h")
        before = len(held.asked)
        held.gate.set()
        text = await computed(pilot, "space")
        assert before == 4 and len(held.asked) == 9 == len(set(held.asked))
        assert "error of 3 seeds" in text and "Every network loses to the straight line" in sentence_of(pilot)
        await computed(pilot, "space")
        assert "All is trained" in sentence_of(pilot)


async def test_another_choice_leaves_the_work_behind(opened: Opened, held: Networks) -> None:
    assert held.gate
    async with opened(MIDDLE) as pilot:
        small(pilot)
        await pilot.press("6")
        await asyncio.to_thread(held.waits.wait, 30)
        job = view_of(pilot).job
        await pilot.press("f")
        await pilot.pause()
        assert job is not None and job.cancelled and view_of(pilot).job is not job
        held.gate.set()
        text = await computed(pilot)
        assert "yearly differences" in text and figure_of(pilot).ranking.seeds == 3
        await computed(pilot, "f")
        assert figure_of(pilot).ranking.seeds == 3  # the four that had come are not trained again
        assert held.asked.count(Choice("rnn", 0, 4, 12)) == 2


async def test_what_goes_wrong_is_said(opened: Opened, quick: Networks, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("rnntui.forecast_job.train_many", broken)
    async with opened(SMALL) as pilot:
        await opened_view(pilot)
        assert "It could not be computed. MemoryError: no room" in sentence_of(pilot)
        monkeypatch.setattr("rnntui.forecast_job.train_many", quick)
        await computed(pilot, "space")
        assert figure_of(pilot).ranking.seeds == 3


# What is remembered, and what a demo may do.


def test_a_place_is_remembered_but_for_a_file() -> None:
    place = ForecastPlace(window=6, horizon=3, seeds=10, difference=True, model="rnn", series="")
    assert forecast_place(asdict(place)) == place
    assert forecast_place({**asdict(place), "series": "gone.csv"}) == place
    assert forecast_place({}) == ForecastPlace()
    for wrong in ({"window": 0}, {"window": "6"}, {"window": True}, {"model": "x"}, {"seeds": 0}, {"slot": "x"}, []):
        with pytest.raises(BadInput):
            forecast_place(wrong)


def test_to_stand_again_is_to_see_the_same() -> None:
    viewing = Viewing()
    viewing.forecast.number("horizon", 6)
    place = viewing.place
    viewing.forecast.toggle_difference()
    viewing.forecast.choose_model("autoregression differenced")
    viewing.forecast.toggle_difference()
    assert viewing.forecast.place.model == "autoregression"
    viewing.stand(place)
    assert viewing.seen.forecast == place.forecast == replace(ForecastPlace(), horizon=6)
    with pytest.raises(BadInput):
        viewing.forecast.choose_model("autoregression differenced")
    assert SMALL_NETWORKS.problem.rmse(textbook().truth) == 0.0
