"""A demo told in a real terminal, beat after beat, with nothing drawn."""

from __future__ import annotations

from .conftest import Terminal


def test_a_demo_by_ear(terminal: type[Terminal]) -> None:
    ear = terminal("demo", "1", "--plain", columns=80, rows=50, TERM="dumb", COLORTERM="", LC_ALL="C")
    ear.wait_for(r"Beat 1 of 12\.(.|\n)*Enter goes on, b and Enter goes back a beat, q and Enter ends\.")
    assert "Beat 2" not in ear.text
    ear.press("\r")
    ear.wait_for(r"Beat 2 of 12\.(.|\n)*q and Enter ends\.")
    ear.press("b\r")
    ear.wait_for(r"Beat 2 of 12\.(.|\n)*Beat 1 of 12\.(.|\n)*q and Enter ends\.")
    for beat in range(2, 9):
        ear.press("\r")
        ear.wait_for(rf"Beat {beat} of 12\.(.|\n)*q and Enter ends\.\s*\Z")
    ear.press("\r")
    ear.wait_for("Type 1, 2, 3 or 4 and Enter")
    assert "The answer is" not in ear.text
    ear.press("4\r")
    ear.wait_for(r"You answered 4: right\.(.|\n)*q and Enter ends\.")
    ear.press("q\r")
    assert ear.ended() == 0
    assert "1 of 1 answers was right." in ear.text
    assert b"\x1b" not in ear.raw


def test_the_speaker_s_page_where_nothing_can_be_drawn(terminal: type[Terminal]) -> None:
    page = terminal("demo", "--notes", TERM="dumb", COLORTERM="")
    page.wait_for("Waiting for a demo to be played")
    page.press("q")
    assert page.ended() == 0
    assert b"\x1b" not in page.raw
