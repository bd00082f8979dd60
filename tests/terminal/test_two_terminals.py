"""A demo in one terminal, its notes in another."""

from __future__ import annotations

import pytest

from .conftest import Terminal

PAGE_DOWN, ESCAPE = "\x1b[6~", "\x1b"


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_the_notes_follow_the_demo(terminal: type[Terminal], key: str) -> None:
    notes = terminal("demo", "--notes", columns=80, rows=24)
    notes.wait_for("Waiting for a demo to be played in another terminal")
    demo = terminal("demo", "1", columns=80, rows=24)
    demo.wait_for("1/12")
    notes.wait_for(r"Beat 1 of 12\.(.|\n)*Leave the picture standing(.|\n)*Next: The first reading is 0\.00")
    assert "Waiting" not in notes.text, "a page takes the place of the one before"
    demo.press(PAGE_DOWN)
    demo.wait_for("2/12")
    notes.wait_for(r"Beat 2 of 12\.")
    demo.press("q")
    assert demo.ended() == 0
    notes.wait_for("Waiting for a demo")
    notes.press(key)
    assert notes.ended() == (0 if key == "q" else 130)
