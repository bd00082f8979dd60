"""Opening a CSV in the app with what a command line says of it, and what a visitor in a browser may open."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.asked_source import source_of
from rnntui.leading import CheckJob
from rnntui.scenario import play
from rnntui.seen import Choices
from rnntui.shipped import there
from rnntui_engine.loaded import load
from rnntui_engine.records import BadInput
from rnntui_engine.sequences import Own, Source

from .conftest import MIDDLE, Opened, screen_text, settled
from .view_tools import app_of, sentence_of

DATA = Path(__file__).parents[1] / "data"
LONG = str(DATA / "own_long.csv")


def test_what_is_typed_is_a_path_and_options() -> None:
    assert source_of("a.csv") == Source("a.csv")
    whole = " 'my file.csv'  --features a b, c --scale 1,5 --tier=-3 --marker −1 "
    assert source_of(whole) == Source("my file.csv", 1.5, -3.0, -1.0, ("a b", "c"))
    assert source_of("~/a--b.csv").path.endswith("/a--b.csv") and "~" not in source_of("~/a.csv").path
    assert source_of("own:days.csv --scale 10") == Source(str(there()["days.csv"]), 10.0)


def test_a_file_that_is_called_so_is_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a --scale 3").write_text("x", encoding="utf-8")
    assert source_of("a --scale 3") == Source("a --scale 3")


@pytest.mark.parametrize(("text", "problem"), [
    ("a.csv --sclae 3", "--sclae is nothing to say of a CSV; there are --features, --scale, --tier, --marker"),
    ("a.csv --scale", "--scale: its value is missing"),
    ("a.csv --scale x", "--scale: 'x' is not a number"),
    ("a.csv --scale 0", "--scale: a reading is divided by it, so it is not 0"),
    ("a.csv --features a,a", "--features: 'a' is named twice"),
    ("a.csv --tier 1 --tier 2", "--tier is said twice"),
    ("own:dais.csv", "'own:dais.csv' is no file that ships; did you mean own:days.csv?"),
])  # fmt: skip
def test_what_makes_no_sense_is_said(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as found:
        source_of(text)
    assert str(found.value).startswith(problem)


async def typed(pilot: Pilot[None], key: str, text: str) -> RnnApp:
    """Type something into a question box and wait for what comes of it."""
    app = app_of(pilot)
    await pilot.press(key, *text, "enter")
    await pilot.pause()
    if app.opener.job is not None:
        app.opener.job.join()
        app.opener.poll()
    await settled(pilot)
    return app


async def test_the_columns_that_are_inputs_are_named_in_the_app(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        app = await typed(pilot, "O", f"{LONG} --features temperature,reading --tier 12")
        data = app.viewing.choices.data
        assert isinstance(data, Own) and data.features == ("temperature", "reading") and data.tier == 12.0
        assert app.viewing.trace.inputs.shape[1] == 2
        await typed(pilot, "O", f"{LONG} --features nothing")
        assert "nothing" in sentence_of(pilot) and app.viewing.choices.data is data


async def test_a_network_that_cannot_read_the_new_data_is_left(opened: Opened) -> None:
    chosen = Choices(load(DATA / "weights" / "lstm_two_layers.safetensors").choice(12, "lesson"), 260, trained=True)
    async with opened(MIDDLE, chosen) as pilot:
        app = await typed(pilot, "O", f"{LONG} --features reading")
        assert not app.viewing.choices.network.weights and app.viewing.choices.data.own
        assert "the network has 2 inputs, but here are 1 named: reading" in sentence_of(pilot)
        assert "lesson's own network" in sentence_of(pilot)


async def test_a_visitor_opens_what_ships_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("subscriber,1,2\na,1,2\n", encoding="utf-8")
    app = RnnApp(served=True, plain=True)
    async with app.run_test(size=MIDDLE) as pilot:
        await pilot.press("O")
        await pilot.pause()
        assert "In a browser no file of the serving machine" in screen_text(app)
        await pilot.press("escape")
        await typed(pilot, "O", "own:days.csv --tier 20")
        assert app.viewing.choices.data.title == "days.csv"
        await typed(pilot, "i", "own:first.safetensors")
        assert sentence_of(pilot).startswith("first.safetensors: nn.LSTM, 2 layers")
        before = app.viewing.place
        local = str(tmp_path / "a.csv")
        for asked in (
            f"open {local}", f"open '{local}'", "open own:../days.csv", "open own:/etc/passwd", f"open own:{local}",
            f"open  {local} --scale 2", "weights /etc/passwd", "weights 'own:first.safetensors'", "weights ../x",
            "gates-load own:days.csv", "gates-save own:x", "forecast-series own:days.csv",
        ):  # fmt: skip
            app.action_perform(asked)
            await pilot.pause()
            assert app.opener.job is None and app.viewing.place == before, asked
            assert "serving machine" in sentence_of(pilot) or "no file that ships" in sentence_of(pilot), asked
        app.action_perform("open lesson")
        await settled(pilot)
        assert app.viewing.choices.data.name == "lesson"


async def test_a_demo_that_opens_files_is_checked_in_a_thread(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    inside = play.checked

    def watched(*asked: Any) -> Any:
        threads.append(threading.current_thread())
        return inside(*asked)

    monkeypatch.setattr(play, "checked", watched)
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        app.action_perform("demo 16")
        job = app.checking
        assert job is not None and app.demo is None
        assert sentence_of(pilot).startswith("Opening the demo Your own network: a PyTorch LSTM under the microscope…")
        job.join()
        app.poll_check()
        await settled(pilot)
        assert app.demo is not None and app.checking is None and not job.error
        assert threads and threading.main_thread() not in threads
        assert app.viewing.choices.data.title == "days.csv"
        assert app.demo.player.scenes is job.scenes


async def test_a_demo_that_is_being_checked_can_be_left_and_may_fail(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheckJob, "start", lambda job: None)
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        app.action_perform("demo 16")
        job = app.checking
        await pilot.press("escape")
        assert job is not None and job.cancelled and app.checking is None
        assert sentence_of(pilot) == "The demo was not opened."
        app.action_perform("demo 16")
        assert app.checking is not None
        app.checking.error = "beat 1: 'x > 1' does not hold"
        app.poll_check()
        assert app.demo is None and sentence_of(pilot) == "beat 1: 'x > 1' does not hold."
        app.action_perform("demo 1")
        assert app.demo is not None and app.checking is None
