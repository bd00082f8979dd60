"""A network from a file in the views of kinds of networks: its own curve, and that the rest is not its own."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rnntui.own_decay import MARK, not_its_own, own_curve
from rnntui.seen import Choices
from rnntui.viewing import Viewing
from rnntui.views.decay import DecayView
from rnntui_engine.loaded import load
from rnntui_engine.measures import per_step_factor

from .conftest import LARGE, MIDDLE, SMALL, Opened, golden
from .decay_tools import quick  # noqa: F401
from .view_tools import app_of, computed

FILES = Path(__file__).parents[1] / "data" / "weights"
SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


def of_file(layer: int = 0, name: str = "lstm_two_layers") -> Choices:
    return Choices(load(FILES / f"{name}.safetensors").choice(12, "lesson"), 260, trained=True, layer=layer)


def words(pilot: Pilot[None]) -> str:
    """What the line on the file's network says; nothing where it is not there."""
    bar = app_of(pilot).query_one("#of-file")
    return bar.canvas().text(0).strip() if bar.display else ""  # type: ignore[attr-defined]


@SIZES
async def test_its_own_difference_is_drawn_beside_the_lesson_s(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, of_file()) as pilot:
        text = await computed(pilot, "2")
        trace = app_of(pilot).viewing.trace
        now, before, first = (trace.difference[t, 0] for t in (12, 10, 2))
        row = next(line for line in text.splitlines() if re.search(r"● own", line))
        assert f"{now:.5f}" in row
        factor = per_step_factor(now, before, 2)
        assert factor is not None and f"×{factor:.{2 if size == SMALL else 3}f}" in row
        assert size == SMALL or f"{100 * now / first:.2g} %" in row
        assert text.count(MARK) > 6
        assert max(map(len, text.splitlines())) <= size[0]
        golden(f"own_decay_{size[0]}x{size[1]}", text)


async def test_another_layer_another_curve(opened: Opened) -> None:
    async with opened(MIDDLE, of_file(layer=1)) as pilot:
        await computed(pilot, "2")
        figure = app_of(pilot).query_one(DecayView).query_one("#decay-plot").figure  # type: ignore[attr-defined]
        assert figure.own.values == tuple(app_of(pilot).viewing.trace.difference[1:, 0].tolist())
        assert figure.own.layer == 1 and words(pilot).startswith("●: the file's network, this sequence")
        assert not_its_own(app_of(pilot).viewing.seen, "decay")[0].startswith(
            "● is lstm_two_layers.safetensors layer 1 itself"
        )


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["small", "middle"])
async def test_where_it_is_not_the_file_s_network_it_is_said(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, of_file()) as pilot:
        for key, word in (("2", "lesson's own"), ("3", "Trained here: the lesson's own LSTM"), ("1", ""), ("5", "")):
            await pilot.press(key)
            await pilot.pause()
            assert word in words(pilot) and bool(word) == bool(words(pilot)), key
            assert "…" not in words(pilot)
    viewing = Viewing(of_file())
    assert "Counted here: the lesson's own LSTM" in not_its_own(viewing.seen.of_a_kind, "reach")[0]
    assert all(len(not_its_own(viewing.seen, view)[-1]) <= 78 for view in ("decay", "train", "reach"))
    assert not_its_own(Viewing().seen, "reach") == ()


async def test_an_edited_sequence_has_no_twins_and_no_curve(opened: Opened) -> None:
    async with opened(MIDDLE, of_file()) as pilot:
        await computed(pilot, "e", *"5", "enter")
        text = await computed(pilot, "2")
        assert "No curve of the file's network: a reading is edited" in words(pilot) and "● own" not in text
        assert own_curve(app_of(pilot).viewing.seen) is None


async def test_its_numbers_are_saved_with_the_others(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(MIDDLE, of_file()) as pilot:
        copied: list[str] = []
        monkeypatch.setattr(app_of(pilot), "copy_to_clipboard", copied.append)
        await computed(pilot, "2", "tab", "y")
        own = [row for row in csv.DictReader(io.StringIO(copied[0])) if row["cell"] == "lstm_two_layers.safetensors"]
        trace = app_of(pilot).viewing.trace
        assert [float(row["difference"]) for row in own] == trace.difference[1:, 0].tolist()
        assert own[0]["run"] == "subscriber 260 layer 2"
