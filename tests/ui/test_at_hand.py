"""What is at hand in a view: help and demos in the tab row and the footer at any width, by the keys they are bound to,
and the palette's list before anything has been typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.command import CommandList

from rnntui import keyboard
from rnntui.actions import ACTIONS
from rnntui.app import RnnApp
from rnntui.job import Job
from rnntui.memory import Memory
from rnntui.start import started

from .conftest import SMALL, screen_text, settled


@pytest.fixture(autouse=True)
def _nothing_computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a view computes is another test's; keys are the table's again afterwards."""
    monkeypatch.setattr(Job, "start", lambda job: None)
    yield
    keyboard.know({action.name: action.keys for action in ACTIONS})


async def test_at_80_columns_help_is_named_in_every_view_and_demos_in_all_but_the_stepped() -> None:
    app = RnnApp(plain=True)
    async with app.run_test(size=SMALL) as pilot:
        assert "d: demos" in screen_text(app).splitlines()[-2], "the first sentence of all names them"
        for key in "1234567":
            await pilot.press(key)
            await pilot.pause()
            await pilot.pause()
            first, *_, last = screen_text(app).splitlines()
            assert "? help" in last, key
            free = "? help" if "%" in first else "d demos   ? help"  # the work of another view takes room, too
            assert ("period 1/12" if key in "15" else free) in first
            assert all(digit in first for digit in "1234567")


async def test_the_tab_row_names_the_keys_that_a_person_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RNNTUI_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("RNNTUI_STATE_DIR", str(tmp_path))
    (tmp_path / "config.toml").write_text('[keys]\ndemo = "f3"\nhelp = "f4"\n', "utf-8")
    app = started(Memory())
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        assert "F3 demos   F4 help" in screen_text(app).splitlines()[0]


async def test_the_palette_begins_with_what_works_in_the_view() -> None:
    app = RnnApp(plain=True, view="gates")
    async with app.run_test(size=(120, 60)) as pilot:

        async def offered() -> list[str]:
            await pilot.press("ctrl+p")
            rows = app.screen.query_one(CommandList)
            while not rows.option_count:
                await pilot.pause()
            await settled(pilot)
            found = [str(option.prompt).splitlines()[0] for option in rows.options]
            await pilot.press("escape")
            return found

        gates = await offered()
        assert "All gates as they were" in gates and "Open the Step view" in gates
        assert "Next period" not in gates
        await pilot.press("1")
        step = await offered()
        assert step[0] == "Next period", "the action table's order, not the alphabet's"
        assert "All gates as they were" not in step
