"""Names in every script: two cells a character, marks that combine, from right to left. Columns stay columns."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input

from rnntui.app import RnnApp
from rnntui.canvas import Canvas, padded
from rnntui.dialogs.row_list import RowList
from rnntui.dialogs.subscribers import SubscriberList
from rnntui.palette import DARK
from rnntui.seen import Choices
from rnntui.text import clean, searched
from rnntui_engine.records import NetworkChoice
from rnntui_engine.sequences import Own, Source, opened

from .conftest import MIDDLE, SMALL, Opened, golden, screen_text
from .view_tools import app_of

NAMES = Path(__file__).parents[1] / "data" / "names.csv"


@pytest.fixture(scope="module")
def data() -> Own:
    return opened(Source(str(NAMES)), clean)


def chosen(data: Own, subscriber: int = 0) -> Choices:
    return Choices(NetworkChoice(length=4, data=data.name), subscriber)


def check_columns(app: RnnApp) -> None:
    """Every row takes exactly as many cells as the screen has."""
    for row, strip in enumerate(app.screen._compositor.render_strips()):
        assert sum(cell_len(segment.text) for segment in strip) == app.size.width, (row, strip.text)


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["small", "middle"])
async def test_every_panel_keeps_its_columns(opened: Opened, data: Own, size: tuple[int, int]) -> None:
    async with opened(size, chosen(data)) as pilot:
        app = app_of(pilot)
        await pilot.press("space", "enter")
        for subscriber in data.subscribers:
            app.viewing.choose(subscriber=subscriber)
            await pilot.pause()
            check_columns(app)
            assert clean(data.name_of(subscriber))[:3] in screen_text(app)
        await pilot.press("enter", "b")
        app.viewing.choose(subscriber=0)
        await pilot.pause()
        check_columns(app)
        golden(f"names_{size[0]}", screen_text(app))


async def test_the_list_keeps_its_columns_and_finds_them(opened: Opened, data: Own) -> None:
    async with opened(SMALL, chosen(data)) as pilot:
        app = app_of(pilot)
        await pilot.press("s")
        await pilot.pause()
        check_columns(app)
        golden("names_list", screen_text(app))
        dialog = app.screen
        assert isinstance(dialog, SubscriberList)
        for typed, name in (
            ("田太", "山田太郎"), ("AME\u0301", "Amélie"), ("ame\u0301lie", "Amélie"), ("abc1", "ＡＢＣ１２"),
            ("לוי", "דוד לוי"), ("สม", "สมชาย"), ("🎉", "Zoë 🎉"), ("👍🏽", "👍 ok"),
            ("ﾒｰﾀｰ", "とても長い名前の契約者さんのメーターその一番目"),
        ):  # fmt: skip
            dialog.query_one(Input).value = typed
            await pilot.pause()
            assert [data.name_of(int(number)) for number in dialog.shown] == [name], typed
            check_columns(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.viewing.seen.trace.name.startswith("とても長い")


async def test_a_cut_name_in_the_list_ends_between_characters(opened: Opened, data: Own) -> None:
    async with opened(SMALL, chosen(data)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        rows = app_of(pilot).screen.query_one(RowList)
        assert {cell_len(padded(data.name_of(i), rows.widths[0])) for i in data.subscribers} == {rows.widths[0]}


def written(*pieces: tuple[int, str], width: int = 8) -> str:
    """A row of a canvas after some texts were written over one another, each from its cell."""
    canvas = Canvas(width, 1, DARK)
    for x, text in pieces:
        canvas.put(x, 0, text)
    assert sum(cell_len(segment.text) for segment in canvas.strip(0)) == width
    return "".join(canvas.row(0)[0])


@pytest.mark.parametrize("over", ["a", "◇", "漢"])
def test_nothing_is_left_of_half_a_wide_character(over: str) -> None:
    rest = " " * (2 - cell_len(over))
    assert written((0, "漢字"), (0, over)) == f"{over}{rest}字    "
    assert written((0, "漢字"), (2, over)) == f"漢{over}{rest}    "
    middle = f" {over}{' ' if cell_len(over) == 2 else '字'}"
    assert written((0, "漢字"), (1, over)).rstrip() == middle.rstrip()
    assert written((7, "漢")) == " " * 8, "and none is begun that does not fit"


def test_marks_stay_with_their_letters() -> None:
    assert written((0, "x\u0302y")) == "x\u0302y      "
    assert written((0, "नमस्ते")).startswith("नमस्ते")
    assert written((0, "\u0302y")) == "y       ", "a mark alone has nothing to stand on"
    assert written((0, "x" + "\u0302" * 50)) == "x" + "\u0302" * 4 + " " * 7


def test_what_is_looked_for() -> None:
    assert searched("Ame\u0301LIE") == searched("amélie")
    assert searched("ＡＢ１") == "ab1" and searched("Straße") == "strasse"


async def test_the_cursor_of_a_search_stands_between_characters(opened: Opened, data: Own) -> None:
    async with opened(SMALL, chosen(data)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        box = app_of(pilot).screen.query_one(Input)
        box.value = "a山b"
        await pilot.press("end", "left", "left")
        await pilot.pause()
        check_columns(app_of(pilot))
        assert box.cursor_position == 1
        await pilot.press("delete")
        assert box.value == "ab"
