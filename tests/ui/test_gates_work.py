"""The Gates view: the mouse, files, and any actions in any order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp

from rnntui.actions import ACTIONS, perform
from rnntui.by_hand import HandPlace
from rnntui.memory import Memory, Remembered
from rnntui.scenario.hand_names import HAND_NAMES
from rnntui.scenario.names import Moment, check
from rnntui.viewing import Viewing
from rnntui.widgets.hand_memory import HandMemoryPanel
from rnntui.widgets.hand_tracks import HandTracksPanel
from rnntui_engine.by_hand import TEXTBOOK, TRACKS, Gates, as_csv, drive
from rnntui_engine.records import BadInput

from .conftest import MIDDLE, SMALL, Opened
from .gates_tools import seen_after
from .test_random import ARGUMENTS
from .view_tools import app_of, sentence_of

# The mouse.


def at(panel: HandTracksPanel, track: str, step: int, row: int) -> tuple[int, int]:
    """The cell of a track (its rows from the top) at a step."""
    panel.canvas()
    found = next(one for one in panel.tracks if one.name == track)
    return panel.steps.left(step - 1), found.y + row


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_click_sets_a_value_and_goes_there(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size) as pilot:
        await seen_after(pilot, "7")
        hand, panel = app_of(pilot).viewing.hand, app_of(pilot).query_one(HandTracksPanel)
        rows = panel.tracks[0].rows
        await pilot.click(HandTracksPanel, offset=at(panel, "forget", 18, 0))
        await pilot.pause()
        assert hand.place.gates == TEXTBOOK.with_values("forget", 18, 18, 1.0) and hand.place.step == 18
        await pilot.click(HandTracksPanel, offset=at(panel, "forget", 18, rows - 1))
        await pilot.pause()
        assert hand.seen.value("forget") == 0.0
        await pilot.press("u", "u")
        assert hand.place.gates == TEXTBOOK
        await pilot.click(HandTracksPanel, offset=at(panel, "output", 3, rows - 1 - (rows + 1) // 2 + (rows % 2 == 0)))
        await pilot.pause()
        assert (hand.place.step, hand.seen.track) == (3, "output")
        await pilot.click(HandTracksPanel, offset=at(panel, "forget", 5, 0))  # the bar ends there
        await pilot.pause()
        assert (hand.place.step, hand.seen.track, hand.seen.value("forget")) == (5, "forget", 0.95)
        axis = panel.tracks[-1].y + panel.tracks[-1].rows
        await pilot.click(HandTracksPanel, offset=(panel.steps.left(29), axis))
        await pilot.pause()
        assert hand.place.step == 30
        await pilot.click(HandTracksPanel, offset=(panel.canvas().text(0).index("G") // 2 + 1, panel.tracks[1].y))
        await pilot.pause()
        assert hand.seen.track == "input"
        memory = app_of(pilot).query_one(HandMemoryPanel)
        await pilot.click(HandMemoryPanel, offset=(panel.steps.left(6), memory.size.height // 2))
        await pilot.pause()
        assert hand.place.step == 7


async def test_dragging_sets_one_step_after_the_other_and_is_undone_at_once(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7")
        hand, panel = app_of(pilot).viewing.hand, app_of(pilot).query_one(HandTracksPanel)
        places = [at(panel, "forget", step, 0) for step in (16, 17, 20)]  # 18 and 19 are jumped over
        buttons = (0, 0, 1, False, False, False)
        panel.on_mouse_down(MouseDown(panel, *places[0], *buttons))
        await pilot.pause()
        for x, y in places[1:]:
            panel.on_mouse_move(MouseMove(panel, x, y, *buttons))
            await pilot.pause()
        panel.on_mouse_up(MouseUp(panel, *places[-1], *buttons))
        panel.on_mouse_move(MouseMove(panel, *at(panel, "forget", 30, 2), *buttons))  # no button is held any more
        await pilot.pause()
        assert hand.place.gates == TEXTBOOK.with_values("forget", 16, 20, 1.0) and hand.place.step == 20
        await pilot.press("u")
        assert hand.place.gates == TEXTBOOK


async def test_the_wheel_changes_by_a_twentieth(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7")
        hand, panel = app_of(pilot).viewing.hand, app_of(pilot).query_one(HandTracksPanel)
        x, y = at(panel, "candidate", 13, 0)
        buttons = (0, 0, 0, False, False, False)
        panel.on_mouse_scroll_up(MouseScrollUp(panel, x, y, *buttons))
        await pilot.pause()
        assert hand.place.gates.candidate[12] == 0.95 and hand.place.step == 13
        for _ in range(3):
            panel.on_mouse_scroll_down(MouseScrollDown(panel, x, y, *buttons))
            await pilot.pause()
        assert hand.place.gates.candidate[12] == 0.8
        panel.on_mouse_scroll_up(MouseScrollUp(panel, 0, 0, *buttons))
        await pilot.pause()
        assert hand.place.gates == TEXTBOOK.with_values("candidate", 13, 13, 0.8)


# Files.


async def test_saving_and_loading(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7", "v")
        app = app_of(pilot)
        app.action_perform("gate forget 16-20 0.95")
        await seen_after(pilot, "S", *"mine", "enter")
        changed = app.viewing.hand.place.gates
        assert (tmp_path / "mine.csv").read_text(encoding="utf-8") == as_csv(changed)
        assert sentence_of(pilot) == "Saved mine.csv, 40 steps."
        app.action_perform("gates-save mine.csv")
        assert "is there already; nothing was saved" in sentence_of(pilot)
        app.action_perform("gates-save no/folder.csv")
        assert "no folder" in sentence_of(pilot)
        (tmp_path / "short.csv").write_text(as_csv(Gates((0.5,), (1.0,), (1.0,), (1.0,))), encoding="utf-8")
        text = await seen_after(pilot, "O", *"short.csv", "enter")
        assert app.viewing.hand.place.gates.steps == 1 and "1/1" in text and "short.csv" in text
        await pilot.press("u")
        assert app.viewing.hand.place.gates == changed
        (tmp_path / "bad.csv").write_text("step,forget,input,output,candidate\n1,2,0,0,0\n", encoding="utf-8")
        app.action_perform("gates-load bad.csv")
        assert sentence_of(pilot) == "'bad.csv', line 2, forget: 2 is not a number from 0 to 1."
        assert app.viewing.hand.place.gates == changed
        app.action_perform("gates-load textbook")
        assert app.viewing.hand.place.gates == app.viewing.hand.place.original == TEXTBOOK
        for name in (
            "gates-load ~nobody-of-that-name/x",
            "gates-save ~nobody-of-that-name/x",
            "gates-save /",
            "gates-save .",
        ):
            app.action_perform(name)
            assert app.viewing.hand.place.gates == TEXTBOOK
        assert {path.name for path in tmp_path.iterdir()} == {"mine.csv", "short.csv", "bad.csv"}


async def test_a_refused_write_leaves_nothing(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, content: str) -> None:
        raise OSError(28, "no room")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rnntui.gates_file.write", refused)
    async with opened(SMALL) as pilot:
        await seen_after(pilot, "7")
        app_of(pilot).action_perform("gates-save mine.csv")
        assert sentence_of(pilot) == "mine.csv was not saved: no room."
        assert list(tmp_path.iterdir()) == []


async def test_saved_numbers_are_the_engines(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(SMALL) as pilot:
        await seen_after(pilot, "7", "x")
        found = next(tmp_path.glob("*.csv")).read_text(encoding="utf-8").splitlines()
        assert found[0] == "step,forget,input,output,candidate,memory,hidden,happened"
        assert len(found) == 41
        assert float(found[16].split(",")[5]) == drive(TEXTBOOK).memory[16]


# Places.


async def test_a_demo_comes_back_to_it_exactly(opened: Opened, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'title = "x"\nteaches = "y"\nminutes = 1\n'
        '[[beat]]\ndo = ["view gates", "gates-step 15"]\nlight = "hand-memory"\nsay = "{memory:.2f}"\n'
        'expect = ["memory > 2", "left_13 > 0.9", "left_16 == 0"]\n'
        '[[beat]]\ndo = ["gate forget 16-20 0.95", "gates-step 40"]\nlight = "hand-equation"\nsay = "{kept:.2f}"\n'
        'expect = ["memory > memory_unchanged", "last_memory == memory", "hand_forget == 0.95"]\n',
        encoding="utf-8",
    )
    async with opened(MIDDLE) as pilot:
        app = app_of(pilot)
        app.action_perform(f"demo {own}")
        first = await seen_after(pilot)
        assert app.view == "gates" and "▲15" in first and f"{drive(TEXTBOOK).memory[15]:.2f}" in first
        second = await seen_after(pilot, "pagedown")
        changed = app.viewing.place
        assert changed.hand.gates == TEXTBOOK.with_values("forget", 16, 20, 0.95)
        await seen_after(pilot, "+", "left", "down", "v", "z")
        assert await seen_after(pilot, "pageup") == first
        assert app.viewing.hand.place.gates == TEXTBOOK
        assert await seen_after(pilot, "pagedown") == second
        assert app.viewing.place == changed
        await seen_after(pilot, "right", "left", "escape", "escape")
        assert app.demo is None and app.viewing.hand.place.gates == changed.hand.gates


def test_names_are_refused_where_there_is_no_such_step() -> None:
    moment = Moment(Viewing().seen)
    assert moment.number("left_16") == 1.0 and moment.number("left_13") == pytest.approx(0.95**2 * 0.1)
    with pytest.raises(BadInput, match="41 is not a step from 1 to 40"):
        moment.number("left_41")
    with pytest.raises(BadInput, match="did you mean hand_forget"):
        check(["hand_forgot"])
    for name, (about, value) in HAND_NAMES.items():
        assert about and moment.number(name) == value(Viewing().hand.seen)


def test_it_is_remembered_and_a_broken_memory_is_none(tmp_path: Path) -> None:
    viewing = Viewing()
    viewing.hand.put("forget 16-20 0.95")
    viewing.hand.choose_scope("rest")
    memory = Memory(tmp_path / "state.json")
    assert memory.keep(Remembered("dark", "gates", viewing.place)) == ""
    found = Memory(tmp_path / "state.json").found.place
    assert found is not None and found.hand == viewing.hand.place
    text = (tmp_path / "state.json").read_text(encoding="utf-8")
    for old, new in (('"step": 16', '"step": 41'), ('"scope": "rest"', '"scope": "all"'), ("0.95", "1.5"),
                     ('"track": 0', '"track": true'), ('"name": ""', '"name": 3'), ('"output"', '"h"')):  # fmt: skip
        assert old in text
        (tmp_path / "state.json").write_text(text.replace(old, new), encoding="utf-8")
        broken = Memory(tmp_path / "state.json")
        assert broken.found.place is None and "broken" in broken.notice


# Any actions in any order.

OWN = [action for action in ACTIONS if action.group == "Gates" and action.name not in ("gates-save", "gates-load")]
LINES = [f"{a.name} {argument}".strip() for a in OWN for argument in ARGUMENTS.get(a.name, [""])]


class Stage:
    """What the actions act on, without a screen."""

    def __init__(self) -> None:
        self.viewing = Viewing()

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=60))
def test_any_actions_leave_valid_gates_and_everything_can_be_undone(lines: list[str]) -> None:
    stage = Stage()
    hand = stage.viewing.hand
    for line in lines:
        before = hand.place
        try:
            perform(stage, line)  # type: ignore[arg-type]
        except BadInput:
            assert hand.place == before, line
        place = hand.place
        assert Gates(*(place.gates.track(name) for name in TRACKS)) == place.gates
        assert 1 <= place.step <= place.gates.steps and stage.viewing.sentence.long
        first, last = hand.seen.span
        assert first <= place.step <= last
    there = stage.viewing.place
    stage.viewing.stand(replace(there, hand=HandPlace()))
    assert hand.place == HandPlace()
    stage.viewing.stand(there)
    assert hand.place == there.hand


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from([line for line in LINES if line not in ("gates-undo", "gates-redo")]), max_size=30))
def test_undoing_to_the_end_and_redoing_to_the_end(lines: list[str]) -> None:
    stage = Stage()
    hand = stage.viewing.hand
    for line in lines:
        try:
            perform(stage, line)  # type: ignore[arg-type]
        except BadInput:
            continue
    last = hand.place.gates
    for _ in lines:
        hand.undo()
    assert hand.place.gates == TEXTBOOK
    for _ in lines:
        hand.undo(-1)
    assert hand.place.gates == last
