"""The Gradient view of a network from a file: its layers, what it lacks, what is too much to be computed at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from rnntui.gradient_figure import share_text
from rnntui.gradient_job import GradientJob
from rnntui.picture import settle as settled
from rnntui.seen import Choices
from rnntui.widgets.panel import Panel
from rnntui_engine.loaded import load
from rnntui_engine.measures import recurrent_of
from rnntui_engine.sequences import Source, opened
from rnntui_engine.way_back import Walk, flow

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text
from .gradient_tools import begun, view_of
from .view_tools import app_of, computed, sentence_of

FILES = Path(__file__).parents[1] / "data" / "weights"
SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


def of_file(name: str, length: int = 12, data: str = "lesson", **more: Any) -> Choices:
    found = load(FILES / f"{name}.safetensors").choice(length, data)
    return Choices(found, **{"subscriber": 260 if data == "lesson" else 0, "trained": True, **more})


def some(job: GradientJob, pieces: int) -> None:
    """So many pieces of its work."""
    walk = job.walking.walk = job.walking.walk or Walk(job.trace)
    for _ in range(pieces):
        assert walk.advance()


def words_of(pilot: Pilot[None], panel: str) -> str:
    """What a panel says, in one line."""
    canvas = view_of(pilot).query_one(panel, Panel).canvas()
    return re.sub(r"[\s│╭╮╰╯─]+", " ", " ".join(canvas.text(y) for y in range(canvas.height)))


@pytest.fixture
def unlabelled(tmp_path: Path) -> str:
    rows = ["subscriber,1,2,3,4,5,6", "a,11,12,13,14,15,16", "b,9,8,7,6,5,4"]
    (tmp_path / "plain.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return opened(Source(str(tmp_path / "plain.csv")), str).name


@SIZES
async def test_a_lower_layer_looks_as_it_should(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, of_file("lstm_two_layers", layer=1)) as pilot:
        text = await computed(pilot, "5", "g", "5", "enter")
        assert max(map(len, text.splitlines())) <= size[0]
        golden(f"own_gradient_{size[0]}x{size[1]}", text)


async def test_it_is_the_file_s_own_network_layer_by_layer(opened: Opened) -> None:
    async with opened(MIDDLE, of_file("lstm_two_layers")) as pilot:
        text = await computed(pilot, "5", "g", "5", "enter")
        app, found = app_of(pilot), {}
        for layer in (2, 1):
            found[layer] = flow(app.viewing.trace)
            assert app.viewing.trace.layer == layer and f"L layer {layer}/2" in text
            assert re.search(rf"‖dL/dh‖ +{found[layer].gradients[4, 0]:.4f} ", text)
            assert ("Proven" in text) == (layer == 2)
            assert ("J, its own way, is no bound" in words_of(pilot, "#gradient-numbers")) == (layer == 1)
            text = await computed(pilot, "L")
        assert found[1].gradients[4, 0] != found[2].gradients[4, 0]
        canvas = app.query_one("#chips").canvas()  # type: ignore[attr-defined]
        place = next(x for x in range(canvas.width) if canvas.action_at(x, 0) == "gradient-layer")
        await pilot.click("#chips", offset=(place, 0))
        await computed(pilot)
        assert app.viewing.trace.layer == 1 and sentence_of(pilot).startswith("7 steps back, at period 5")


@SIZES
async def test_without_a_readout_it_says_so_and_shows_the_rest(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, of_file("gru_two_answers")) as pilot:
        text = await computed(pilot, "5")
        found = flow(app_of(pilot).viewing.trace)
        assert "dL/dh‖" not in text and "No dL/dh: the file has no readout" in words_of(pilot, "#gradient-numbers")
        assert f"{found.jacobian[0]:.4f}" in text and "spectral radius" in text
        assert sentence_of(pilot).startswith("No gradient: the file has no readout")
        assert f"{found.jacobian[0]:.4f} at most would be left 11 steps back, at period 1" in sentence_of(pilot)


@SIZES
async def test_without_a_label_it_says_so_and_shows_the_rest(
    opened: Opened, size: tuple[int, int], unlabelled: str
) -> None:
    async with opened(size, of_file("lstm_two_layers", 6, unlabelled)) as pilot:
        text = await computed(pilot, "5")
        assert "No dL/dh: there is no label" in words_of(pilot, "#gradient-numbers")
        assert "◆ difference" not in text and "J Jacobian" in text
        assert "no sequence starts with the marker, 0" in sentence_of(pilot)
        text = await computed(
            pilot, "1", "e", *"30", "enter", "5"
        )  # original and edited are compared, and have no label either
        assert "◆ difference" in text


async def test_the_rectifier_s_slope_is_not_called_tanh_s(opened: Opened) -> None:
    chosen = load(FILES / "rnn_relu.safetensors", None, "relu").choice(12, "lesson")
    async with opened(MIDDLE, Choices(chosen, trained=True)) as pilot:
        await computed(pilot, "5")
        text = words_of(pilot, "#slopes")
        assert "rectifier's slope" in text and "tanh's slope" not in text


async def test_side_b_may_be_a_network_from_a_file(opened: Opened) -> None:
    async with opened(MIDDLE, of_file("lstm_two_layers")) as pilot:
        await computed(pilot, "5", "b")
        before = flow(app_of(pilot).viewing.trace).jacobian[0]
        await computed(pilot, "1", "I")
        text = await computed(pilot, "5", "end")
        assert re.search(rf"◇ B: Jacobian +{before:.4f}", text)


# Long work.


async def test_esc_keeps_what_is_there_and_end_goes_on(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GradientJob, "start", lambda job: None)
    async with opened(MIDDLE, choices("lstm", data="long-40", length=40)) as pilot:
        view, job = await begun(pilot)
        some(job, 12)
        view.poll()
        await pilot.pause()
        assert "gradient 12/40 ■■■□□□□□□□" in screen_text(app_of(pilot))
        await pilot.press("g", "3", "enter")
        await pilot.pause()
        assert sentence_of(pilot).startswith("Computing: 12 of 40 periods are walked back")
        await pilot.press("escape")
        await pilot.pause()
        assert job.cancelled and view.job is None
        assert sentence_of(pilot).startswith("Stopped: 12 gradients and 0 Jacobians are there. End goes on")
        assert "stopped" in screen_text(app_of(pilot))
        await pilot.press("end")
        await pilot.pause()
        again = view.job
        assert isinstance(again, GradientJob) and again is not job
        assert again.walking.walk is job.walking.walk and again.walking.walk is not None
        again.run()
        view.poll()
        await pilot.pause()
        found = flow(app_of(pilot).viewing.trace)
        assert view.job is None and share_text(found.jacobian[0]) in screen_text(app_of(pilot))


async def test_of_a_long_sequence_it_waits_until_all_is_read(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 9000)
    monkeypatch.setattr("rnntui.reader.ReadingJob.start", lambda job: None)
    async with opened(MIDDLE, choices("lstm", data="long-50", length=50, hidden=9)) as pilot:
        await pilot.press("5")
        await pilot.pause()
        app = app_of(pilot)
        stream = app.viewing.trace.stream
        assert stream is not None and view_of(pilot).job is None
        assert "waits: 2/50 periods are read" in screen_text(app)
        stream.advance(48)
        app.viewing.changed()
        text = await computed(pilot)
        found = flow(app.viewing.trace)
        assert share_text(found.jacobian[0]) in text
        assert "waits" not in text and view_of(pilot)._walks[app.viewing.trace].done


async def test_what_is_left_out_is_said(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui_engine.way_back.WORTH", 5 * 10 * 4 * 25)
    async with opened(MIDDLE, of_file("lstm_two_layers")) as pilot:
        assert "J: the last 5 periods only" in await computed(pilot, "5")
        assert "J: the last 5 of 12 periods only" in words_of(pilot, "#gradient-numbers")
        monkeypatch.setattr("rnntui_engine.way_back.LARGEST", 9)
        monkeypatch.setattr("rnntui.own_gradient.LARGEST", 9)
        text = await computed(pilot, "L")
        assert "No Jacobian: 10 numbers of the state; the most here is 9." in words_of(pilot, "#gradient-numbers")
        assert "‖dL/dh‖" in text


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("name", ["lstm_two_layers", "rnn_three_layers"])
async def test_the_radius_of_a_large_network_is_missing_with_its_reason(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], name: str
) -> None:
    recurrent_of.cache_clear()
    monkeypatch.setattr("rnntui_engine.measures.MOST_FOR_RADIUS", 2)
    monkeypatch.setattr("rnntui.own_gradient.MOST_FOR_RADIUS", 2)
    monkeypatch.setattr("rnntui_engine.way_back.WORTH", 5 * 10 * 4 * 25)
    try:
        async with opened(size, of_file(name)) as pilot:
            text = await computed(pilot, "5")
            words = words_of(pilot, "#slopes")
            assert "NaN" not in text
            assert re.search("spectral radius (– )?too slow", words)
            if size == LARGE:
                assert "No spectral radius of more than 2 units: all eigenvalues of Wh would take minutes." in words
            if name.startswith("lstm"):
                assert "J: the last 5 of 12 periods only; all would take too long." in words_of(
                    pilot, "#gradient-numbers"
                )
    finally:
        recurrent_of.cache_clear()


async def test_copied_numbers_are_of_what_there_is(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(MIDDLE, of_file("gru_two_answers")) as pilot:
        copied: list[str] = []
        monkeypatch.setattr(app_of(pilot), "copy_to_clipboard", copied.append)
        await computed(pilot, "5", "tab", "y")
        await settled(pilot)
        series = {line.split(",")[0] for line in copied[0].splitlines()[1:]}
        assert {name for name in series if not name.startswith("toy")} == {"Jacobian", "difference"}
        assert view_of(pilot).query_one("#gradient-plot", Panel)
