"""What is remembered: the theme and the last place; and what becomes of a file that is broken."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnntui.memory import Memory, Remembered, remembered
from rnntui.seen import Place
from rnntui.start import keep, started
from rnntui.viewing import Viewing
from rnntui_engine.records import NetworkChoice

from .conftest import SMALL, choices, screen_text, settled


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RNNTUI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("RNNTUI_STATE_DIR", str(tmp_path))


def place() -> Place:
    viewing = Viewing(choices("lstm", 3.0, run=2, length=8), period=5)
    viewing.edit(3, 10.5)
    viewing.pin()
    viewing.choose_network(cell="gru")
    viewing.choose_unit(4)
    viewing.show_slot("heat")
    viewing.choose_runs(300)
    return viewing.place


def test_a_place_survives_being_written_and_read(tmp_path: Path) -> None:
    now = Remembered("light", "step", place())
    assert Memory().found == Remembered()
    assert Memory().keep(now) == ""
    assert Memory().found == now
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


async def test_the_theme_comes_back_and_a_key_leads_to_the_last_place() -> None:
    memory = Memory()
    app = started(memory)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        assert "No place is remembered yet" in app.viewing.sentence.long
        await pilot.press("T", "c", "c", "m", "space", "space", "b", "N")
        await settled(pilot)
        before = app.viewing.place
    keep(app, memory)
    again = started(Memory())
    async with again.run_test(size=SMALL) as pilot:
        assert again.theme == "rnntui-light"
        assert again.viewing.choices.network == NetworkChoice(), "never forced"
        assert "o returns to your last place" in screen_text(again)
        await pilot.press("o")
        await settled(pilot)
        assert again.viewing.place == before
        assert again.viewing.trace.real.h.tobytes() == app.viewing.trace.real.h.tobytes()


def broken() -> list[str]:
    good = json.loads(json.dumps(asdict(Remembered("dark", "step", place()))))
    texts = ["", "{", "[]", "null", "3", "[" * 100_000, '{"theme": 3}', '{"theme": "blue"}', '{"place": 1}']
    for path, value in (
        (("period",), 99), (("period",), True), (("unit",), -1), (("unit",), 1.5), (("slot",), "none"),
        (("speed",), 3), (("bias",), float("nan")), (("choices",), []), (("choices", "subscriber"), 500),
        (("choices", "edits"), [[99, 1.0]]), (("choices", "edits"), [[1, float("inf")]]), (("choices", "edits"), 3),
        (("choices", "network", "cell"), "none"), (("choices", "network", "length"), 10**9),
        (("choices", "network", "hidden"), 10**9), (("choices", "network", "run"), "k1"),
        (("choices", "network", "data"), "long-100000000"), (("choices", "network", "epochs"), 0),
        (("choices", "network", "other"), 0), (("runs",), 0), (("pinned", "subscriber"), None),
    ):  # fmt: skip
        changed = json.loads(json.dumps(good))
        at = changed["place"]
        for name in path[:-1]:
            at = at[name]
        at[path[-1]] = value
        texts.append(json.dumps(changed))
        del at[path[-1]]
        if path[-1] not in ("other", "edits", "runs"):
            texts.append(json.dumps(changed))
    return texts


def test_a_broken_file_is_set_aside_and_said_so(tmp_path: Path) -> None:
    for text in broken():
        (tmp_path / "state.json").write_text(text, "utf-8")
        memory = Memory()
        assert memory.found == Remembered(), text[:200]
        assert "set aside" in memory.notice, text[:200]
        assert (tmp_path / "state.json.broken").read_text("utf-8") == text
        assert not (tmp_path / "state.json").exists()


def test_a_pipe_is_not_waited_for_and_a_huge_file_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "state.json")
    assert "set aside" in Memory().notice
    (tmp_path / "state.json").write_text("")
    os.truncate(tmp_path / "state.json", 10**12)
    assert "set aside" in Memory().notice
    good = json.dumps(asdict(Remembered("dark", "step", place())))
    for text in (good.replace("10.5", "1e400"), good[: len(good) // 2], good.replace("gru", "g\0u")):
        assert text != good
        (tmp_path / "state.json").write_text(text, "utf-8")
        assert "set aside" in Memory().notice


@given(st.binary(max_size=300))
def test_any_bytes_are_remembered_or_set_aside(content: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.json"
        path.write_bytes(content)
        memory = Memory(path)
        assert memory.found == Remembered() or not memory.notice


def test_a_folder_in_its_place_and_one_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "state.json").mkdir()
    assert "set aside" in Memory().notice
    file = tmp_path / "file"
    file.write_text("")
    memory = Memory(file / "state.json")
    assert memory.found == Remembered()
    assert memory.keep(Remembered("light")) != ""
    if os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        assert Memory(tmp_path / "closed" / "state.json").keep(Remembered()) != ""


def test_a_demo_leaves_the_place_alone(tmp_path: Path) -> None:
    memory = Memory()
    memory.keep(Remembered("light", "step", place()))
    memory = Memory()
    app = started(memory)
    app.demo = object()  # type: ignore[assignment]
    keep(app, memory)
    assert Memory().found.place == place()


def test_what_is_remembered_is_never_playing() -> None:
    playing = json.loads(json.dumps(asdict(Remembered("dark", "step", replace(place(), playing=True)))))
    found = remembered(playing).place
    assert found is not None
    assert not found.playing
