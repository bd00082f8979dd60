"""In 256 and in 16 colours: all that the Step view draws can be read, and nothing becomes one with its ground."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from rnntui.app import RnnApp
from rnntui.fewcolours import CHOSEN, COLOURS, FewColours, few, number_of
from rnntui.palette import PALETTES, contrast
from rnntui.terminals import FEW, MANY, NONE, TRUE, Shows, cannot_draw, prepare, shows
from rnntui.themes import PREFIX

from .conftest import LARGE, MIDDLE, SMALL, choices

# what xterm has where Linux has the sixteen of COLOURS: its own defaults
XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip

KNOWN = {  # what the database of terminals says of some
    "xterm": (8, True), "linux": (8, True), "xterm-256color": (256, True), "vt100": (-1, True), "lpr": (-1, False),
}  # fmt: skip


KEPT = ("lit", "positive", "negative", "marked", "unmarked")


def segments(app: RnnApp) -> Iterator[Segment]:
    """Every piece of the screen that has something to see."""
    for strip in app.screen._compositor.render_strips():
        yield from (segment for segment in strip if segment.text.strip() and segment.style)


def pair(style: Style | None) -> tuple[str, str]:
    """Ink and ground as #rrggbb."""
    assert style is not None and style.color is not None and style.bgcolor is not None
    return style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex


def numbers(style: Style | None) -> tuple[int, int]:
    """Ink and ground by the numbers with which a terminal is asked for them."""
    assert style is not None and style.color is not None and style.bgcolor is not None
    return number(style.color), number(style.bgcolor)


def number(colour: RichColor) -> int:
    """What Rich makes of a colour for a terminal that has no more than it."""
    shown = colour.downgrade(ColorSystem.STANDARD if colour.type is ColorType.TRUECOLOR else ColorSystem.EIGHT_BIT)
    assert shown.number is not None
    assert colour.get_truecolor().hex == COLOURS[shown.number], "it is that colour, not only near it"
    return shown.number


async def drawn(app: RnnApp, size: tuple[int, int], *keys: str) -> set[Segment]:
    """What the Step view draws in the middle of a sequence, and after each key."""
    found: set[Segment] = set()
    async with app.run_test(size=size) as pilot:
        app.viewing.go(4)
        for key in ("down", *keys):
            await pilot.press(key)
            await pilot.pause()
            found.update(Segment(s.text, s.style) for s in segments(app))
    return found


@pytest.mark.parametrize("theme", list(PALETTES))
@pytest.mark.parametrize("colours", [MANY, FEW])
async def test_everything_in_the_step_view_stands_out(theme: str, colours: int) -> None:
    ground = Color.parse(PALETTES[theme].ground)
    app = RnnApp(choices("lstm", 1.0), theme_name=theme, plain=colours == FEW)
    found = await drawn(app, MIDDLE, "e", "escape", "b", "s", "escape", "question_mark")
    assert len(found) > 250
    for segment in found:
        (shown,) = FewColours(colours).apply([segment], ground)
        ink, behind = numbers(shown.style)
        before = contrast(*pair(segment.style))
        text = segment.text.strip()
        if re.search(r"[\w,.%]", text) and before >= 4.5:  # what is read
            assert contrast(COLOURS[ink], COLOURS[behind]) >= 4.5, (text, segment.style, ink, behind)
            if colours == FEW:
                assert contrast(XTERM[ink], XTERM[behind]) >= 3.0, (text, segment.style, ink, behind)
        elif text.strip("█·"):  # what is seen
            assert ink != behind or before == 1.0, (text, segment.style, ink)
        elif "·" in text and colours == FEW:
            assert ink != behind, (text, segment.style)


@pytest.mark.parametrize("theme", list(PALETTES))
def test_meanings_stay_apart(theme: str) -> None:
    palette = PALETTES[theme]
    of_few = {name: CHOSEN[FEW][getattr(palette, name)] for name in KEPT}
    assert len(set(of_few.values())) == 5, of_few
    many = {
        name: number_of(getattr(palette, name), MANY)
        for name in (
            "ground",
            "text",
            "dim",
            "lit",
            "positive",
            "negative",
            "marked",
            "unmarked",
            "read",
            "unread",
            "wrong",
        )
    }
    assert len(set(many.values())) == len(many) - (palette.text == palette.read), many
    for one, other in (("track", "ground"), ("tint", "ground"), ("lit_track", "tint"), ("border", "ground")):
        assert number_of(getattr(palette, one), MANY) != number_of(getattr(palette, other), MANY), (one, other)
    assert CHOSEN[FEW][palette.read] != CHOSEN[FEW][palette.unread]
    for colours in (MANY, FEW):  # on their ground, too, where contrast is kept
        shown = {few(Style(color=getattr(palette, name), bgcolor=palette.ground), colours).color for name in KEPT}
        assert len(shown) == len(KEPT)


def test_no_colour_is_chosen_for_two_meanings_that_clash() -> None:
    from rnntui import fewcolours

    for name, chosen in (
        ("dark", fewcolours.DARK),
        ("light", fewcolours.LIGHT),
        ("high-contrast", fewcolours.HIGH_CONTRAST),
    ):
        for meaning, number in chosen.items():
            assert CHOSEN[FEW][getattr(PALETTES[name], meaning)] == number, (name, meaning)


@pytest.mark.parametrize("colours", [MANY, FEW])
async def test_the_app_draws_in_the_colours_that_there_are(colours: int) -> None:
    app = RnnApp(choices("gru"), shows=Shows(colours))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("space", "space")
        assert {one >= 16 for s in segments(app) for one in numbers(s.style)} == {colours == MANY}
        unread = [numbers(s.style) for s in segments(app) if set(s.text) == {"▒"}]
        assert unread
        assert all((ink == ground) == (colours == MANY) for ink, ground in unread), "with few, its signs are seen, too"


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color"}, MANY), ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE),
        ({"TERM": "xterm"}, FEW), ({"TERM": "xterm-16color"}, FEW), ({"TERM": "no-such-direct"}, TRUE), ({}, FEW),
        ({"TERM": "no-such"}, FEW), ({"TERM": "no-such-256color"}, MANY), ({"TERM": "linux"}, FEW),
        ({"TERM": "no-such", "COLORTERM": "24bit"}, TRUE), ({"TERM": "vt100"}, NONE),
        ({"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "256"}, MANY),
        ({"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "auto"}, FEW), ({"OS": "Windows_NT"}, TRUE),
    ],
)  # fmt: skip
def test_how_many_colours_there_are(environment: dict[str, str], colours: int) -> None:
    assert shows(environment, look_up=KNOWN.get).colours == colours


def test_where_nothing_can_be_drawn() -> None:
    assert all(cannot_draw({"TERM": name}, KNOWN.get) for name in ("dumb", "Dumb", "unknown", "lpr"))
    assert not any(cannot_draw(e, KNOWN.get) for e in ({"TERM": "xterm"}, {"TERM": "no-such"}, {"TERM": ""}, {}))


def test_textual_is_told_what_it_would_guess_wrongly() -> None:
    environment = {"TERM": "linux"}
    prepare(environment, KNOWN.get)
    assert environment == {"TERM": "linux", "TEXTUAL_COLOR_SYSTEM": "standard", "TEXTUAL_DISABLE_KITTY_KEY": "1"}
    environment = {"TERM": "no-such-direct", "TEXTUAL_COLOR_SYSTEM": "auto"}
    prepare(environment, KNOWN.get)
    assert environment["TEXTUAL_COLOR_SYSTEM"] == "truecolor"
    environment = {"OS": "Windows_NT"}
    prepare(environment, KNOWN.get)
    assert environment == {"OS": "Windows_NT"}, "which Rich asks itself"
    environment = {"TERM": "vt100"}
    prepare(environment, KNOWN.get)
    assert environment["NO_COLOR"] == "1"


@pytest.mark.parametrize("colours", [MANY, FEW])
async def test_behind_a_dialog_the_screen_is_still_there(colours: int) -> None:
    app = RnnApp(shows=Shows(colours))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await pilot.pause()
        behind = [numbers(s.style) for s in segments(app) if "subscriber" not in s.text][:3]
        assert all(ink != ground for ink, ground in behind)


async def test_themes_are_still_there_in_few_colours() -> None:
    app = RnnApp(shows=Shows(FEW))
    async with app.run_test(size=SMALL) as pilot:
        for name, ground in (("light", 15), ("high-contrast", 0), ("dark", 0)):
            await pilot.press("T")
            await pilot.pause()
            assert app.theme == PREFIX + name
            assert {numbers(s.style)[1] for s in segments(app)} >= {ground}
