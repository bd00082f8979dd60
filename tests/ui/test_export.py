"""x saves the picture and the numbers, and never over something that is there."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rnntui.app import RnnApp
from rnntui.export import numbers
from rnntui.panel_numbers import rows_of
from rnntui.viewing import Viewing
from rnntui_engine.records import NetworkChoice
from rnntui_engine.unroll import trace

from .conftest import SMALL, Opened, choices, screen_text, settled


async def test_x_saves_three_files_and_overwrites_none(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(SMALL, choices("gru", 1.0)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("space", "space")
        await pilot.pause()
        shown = screen_text(app)
        await pilot.press("x")
        await pilot.pause()
        name = "rnntui-step-260-gru-k1-T12-p3"
        assert {p.name for p in tmp_path.iterdir()} == {f"{name}{ending}" for ending in (".svg", ".txt", ".csv")}
        assert (tmp_path / f"{name}.txt").read_text(encoding="utf-8") == shown
        assert (tmp_path / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
        assert name in app.viewing.sentence.long
        await pilot.press("x")
        await pilot.pause()
        assert len(list(tmp_path.iterdir())) == 6
        monkeypatch.setattr("rnntui.export.write", refused)
        await pilot.press("x")
        await pilot.pause()
        assert "Nothing was saved: no room" in app.viewing.sentence.long
        assert len(list(tmp_path.iterdir())) == 6


def refused(path: Path, content: str) -> None:
    raise OSError(28, "no room")


@pytest.mark.parametrize(("cell", "columns"), [("rnn", 4 + 6), ("lstm", 4 + 12 + 24)])
def test_the_numbers_are_the_trace_s_at_full_precision(cell: str, columns: int) -> None:
    shown = trace(NetworkChoice(cell, mode="exact"), 260)
    rows = list(csv.DictReader(numbers(shown).splitlines()))
    assert len(rows) == 12
    assert len(rows[0]) == columns
    for t, row in enumerate(rows, 1):
        assert int(row["period"]) == t
        assert float(row["difference"]) == shown.difference[t, 0]
        assert [float(row[f"h{k}"]) for k in range(1, 7)] == shown.real.h[t].tolist()
        if cell == "lstm":
            assert [float(row[f"forget {k}"]) for k in range(1, 7)] == shown.real.gates[t - 1, 1].tolist()


async def test_a_trained_network_s_weights_and_side_b_are_saved_too(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safetensors.numpy import load_file

    monkeypatch.chdir(tmp_path)
    async with opened(SMALL, choices(length=4, epochs=1)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("b", "t")
        await settled(pilot)
        await pilot.press("x")
        await settled(pilot)
        name = "rnntui-step-260-rnn-k1-T4-p1"
        assert {p.name.removeprefix(name) for p in tmp_path.iterdir()} == {
            ".svg", ".txt", ".csv", "-B.csv", ".safetensors",
        }  # fmt: skip
        weights = app.viewing.networks[app.viewing.choices.network].weights
        saved = load_file(tmp_path / f"{name}.safetensors")
        np.testing.assert_array_equal(saved["rnn.weight_hh_l0"], weights.Wh)
        assert ".safetensors" in app.viewing.sentence.long


async def test_every_other_view_saves_its_table(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(SMALL, choices(epochs=1)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        app.viewing.choose_runs(2)
        app.action_perform("lengths 2,12")
        for key, view, columns in (
            ("2", "decay", {"difference", "nearest centre", "linear"}), ("3", "train", {"accuracy", "baseline"}),
            ("4", "reach", {"beating", "low", "high"}),
        ):  # fmt: skip
            await pilot.press(key)
            await settled(pilot)
            if view == "train":
                await pilot.press("space")
                await settled(pilot)
            await pilot.press("x")
            await settled(pilot)
            (path,) = tmp_path.glob(f"rnntui-{view}-*.csv")
            rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
            assert len(rows) >= 4
            assert columns <= set(rows[0])
            if view == "train":
                network = replace(app.viewing.choices.network, length=int(rows[0]["length"]))
                assert float(rows[0]["accuracy"]) == app.viewing.networks[network].accuracy


@pytest.mark.parametrize("cell", ["rnn", "lstm", "gru"])
def test_each_panel_has_its_numbers_at_full_precision(cell: str) -> None:
    viewing = Viewing(choices(cell), period=3)
    seen, real = viewing.seen, viewing.trace.real
    assert [row["h"] for row in rows_of("units", seen)] == real.h[3].tolist()
    assert [row["reading"] for row in rows_of("sequence", seen)] == viewing.trace.readings.tolist()
    assert [row["difference"] for row in rows_of("curve", seen)] == viewing.trace.difference[1:4, 0].tolist()
    assert [row["probability"] for row in rows_of("output", seen)] == real.probabilities[1:4].tolist()
    assert sum(abs(float(str(row["difference"]))) for row in rows_of("twins", seen)) == pytest.approx(
        viewing.trace.difference[3, 0]
    )
    assert len(rows_of("heat", seen)) == 18
    assert rows_of("equation", seen)[-1]["value"] == pytest.approx(
        seen.explanation.terms[-1].result if seen.explanation else None
    )
    assert len(rows_of("gates", seen)) == (0 if cell == "rnn" else 6)
    viewing.pin()
    viewing.next_subscriber(1)
    assert list(rows_of("twins", viewing.seen)[0]) == ["unit", "side A", "side B", "difference"]
    viewing.go(0)
    assert rows_of("equation", viewing.seen) == rows_of("gates", viewing.seen) == rows_of("nothing", seen) == []


async def test_y_copies_the_focused_panel(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("y")
        await pilot.pause()
        assert app.clipboard.startswith("period,reading,probability")
        await pilot.press("tab", "tab", "y")
        await pilot.pause()
        assert app.clipboard.startswith("unit,h,h before\n1,")
        assert "6 rows" in app.viewing.sentence.long
        app.viewing.choose_runs(1)
        await pilot.press("escape", "4")
        await settled(pilot)
        await pilot.press("tab", "y")
        await pilot.pause()
        assert app.clipboard.startswith(
            "cell,mode,memory bias,length,runs,beating,share,low,high,ran away,clip,data\nrnn,in-place,"
        )
