"""Finished networks are kept in files: the next session has them, bit for bit, and no damage to a file is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rnntui import kept
from rnntui.kept import Networks, Shelf
from rnntui.memory import Memory
from rnntui.scenario.shelf import find
from rnntui.start import started
from rnntui.viewing import Viewing
from rnntui_engine.records import NetworkChoice, Trained, Weights
from rnntui_engine.training import train

CHOICE = NetworkChoice("lstm", length=4, mode="exact", epochs=2, memory_bias=1.0)


@pytest.fixture(scope="module")
def trained() -> Trained:
    return train(CHOICE)


def same(one: Trained | None, other: Trained) -> bool:
    """Whether two trainings came to the same, to the bit."""
    assert one is not None
    equal = all(a.tobytes() == b.tobytes() for a, b in zip(one.weights.arrays, other.weights.arrays, strict=True))
    return equal and (one.choice, one.correct, one.tested, one.losses) == (
        other.choice, other.correct, other.tested, other.losses
    )  # fmt: skip


def test_what_is_finished_in_one_session_is_there_in_the_next(trained: Trained, tmp_path: Path) -> None:
    first, second = Viewing(), Viewing()
    first.networks, second.networks = Networks(Shelf(tmp_path)), Networks(Shelf(tmp_path))
    first.adopt(trained)
    assert len(list(tmp_path.iterdir())) == 1
    assert CHOICE in second.networks
    assert same(second.networks.get(CHOICE), trained)
    second.choose(CHOICE, trained=True)
    assert second.trace.trained
    assert second.wanted is None, "nothing has to be trained again"
    assert replace(CHOICE, run=2) not in second.networks
    assert second.networks.get(replace(CHOICE, run=3)) is None


async def test_a_demo_waits_for_the_networks_that_the_app_trains(trained: Trained, tmp_path: Path) -> None:
    memory = Memory(tmp_path / "state.json")
    app = started(memory, scenario=find("the_sequence_and_the_marker"))
    assert app.demo is not None
    app.viewing.adopt(trained)
    assert CHOICE in app.demo.player.networks
    assert len(list((tmp_path / "networks").iterdir())) == 1


def test_without_a_shelf_nothing_is_written(trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    viewing = Viewing()
    viewing.adopt(trained)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("damage", ["empty", "half", "noise", "folder", "shape", "nan", "count"])
def test_a_damaged_file_is_none(trained: Trained, tmp_path: Path, damage: str) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(trained)
    (path,) = tmp_path.iterdir()
    content = path.read_bytes()
    if damage == "folder":
        path.unlink()
        path.mkdir()
    elif damage in ("shape", "nan", "count"):
        other = {
            "shape": train(replace(CHOICE, hidden=3, epochs=1)),
            "nan": trained,
            "count": replace(trained, correct=201),
        }[damage]
        shelf.keep(replace(other, choice=CHOICE))
        if damage == "nan":
            path.write_bytes(content[:-8] + np.array([np.nan]).tobytes())
    else:
        path.write_bytes({"empty": b"", "half": content[: len(content) // 2], "noise": b"\xff" * 300}[damage])
    assert shelf.find(CHOICE) is None


def test_what_ran_away_or_is_very_large_is_not_kept(trained: Trained, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(replace(trained, stopped_at=1))
    shelf.keep(replace(trained, choice=replace(CHOICE, hidden=kept.MOST_UNITS + 1)))
    bad = Weights(*(np.full_like(array, np.inf) for array in trained.weights.arrays))
    shelf.keep(replace(trained, weights=bad))
    assert list(tmp_path.iterdir()) == []


def test_another_engine_finds_nothing(trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Shelf(tmp_path).keep(trained)
    monkeypatch.setattr(kept, "source_digest", lambda: "another")
    assert Shelf(tmp_path).find(CHOICE) is None


def test_the_oldest_go(trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    for run in (1, 2, 3, 4):
        Shelf(tmp_path).keep(replace(trained, choice=replace(CHOICE, run=run)))
    assert len(list(tmp_path.iterdir())) == 2


def test_where_nothing_can_be_written_the_session_goes_on(trained: Trained, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    networks = Networks(Shelf(tmp_path / "file" / "networks"))
    networks[CHOICE] = trained
    assert same(networks.get(CHOICE), trained)
