"""A sentence that does not fit on its line has more lines; what was typed is not typed again."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from rnntui.picture import screen_text
from rnntui.widgets.bars import MOST_LINES, SentenceBar

from .conftest import MIDDLE, SMALL, Opened

REASON = "The network has 3 inputs: name as many columns. " * 4 + "This is the end of it."


def said(text: str) -> str:
    """What stands on the sentence line, without its mark and breaks."""
    return " ".join(line[1:].strip() for line in text.splitlines() if line.startswith("▌"))


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_a_reason_is_read_to_its_end_and_makes_room_again(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size) as pilot:
        before = screen_text(pilot.app)
        pilot.app.viewing.say(REASON)
        await pilot.pause()
        assert said(screen_text(pilot.app)) == REASON
        assert screen_text(pilot.app).splitlines()[-1] == before.splitlines()[-1], "the keys stay"
        pilot.app.viewing.say("Short.")
        await pilot.pause()
        assert said(screen_text(pilot.app)) == "Short."
        assert pilot.app.query_one(SentenceBar).size.height == 1


async def test_no_sentence_takes_the_whole_screen(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        pilot.app.viewing.say("no end " * 500)
        await pilot.pause()
        assert pilot.app.query_one(SentenceBar).size.height == MOST_LINES
        assert said(screen_text(pilot.app)).endswith("…")


async def test_its_lines_follow_the_size(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        pilot.app.viewing.say(REASON[:100])
        await pilot.pause()
        assert pilot.app.query_one(SentenceBar).size.height == 2
        await pilot.resize_terminal(*MIDDLE)
        await pilot.pause()
        assert pilot.app.query_one(SentenceBar).size.height == 1


async def test_a_path_with_one_letter_wrong_is_not_typed_again(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await pilot.press("O")
        assert "as typed last" not in screen_text(pilot.app)
        await pilot.press("up", *"no.cs", "enter", "O")
        await pilot.pause()
        assert "↑: as typed last" in screen_text(pilot.app)
        await pilot.press("up", "v")
        assert pilot.app.screen.query_one(Input).value == "no.csv"
