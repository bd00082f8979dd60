"""The first demo in a real terminal, from its first beat to its last, with the keys that a clicker sends."""

from __future__ import annotations

from rnntui.scenario.shelf import find

from .conftest import Terminal

PAGE_DOWN, PAGE_UP, F5, ESCAPE, RIGHT = "\x1b[6~", "\x1b[5~", "\x1b[15~", "\x1b", "\x1b[C"


def test_a_demo_is_played_to_its_end_with_a_clicker(terminal: type[Terminal]) -> None:
    scenario = find("the_sequence_and_the_marker")
    beats = len(scenario.beats)
    asks = {beat.number for beat in scenario.beats if beat.question}
    screen = terminal("demo", "the_sequence_and_the_marker", columns=120, rows=36)
    screen.wait_for(f"1/{beats}")
    screen.press("b.")  # a clicker's black screen, and another's
    screen.press(F5)
    for beat in range(2, beats + 1):
        screen.press(PAGE_DOWN)
        if beat in asks:
            screen.wait_for("less than a hundredth")
            screen.press("2")
            screen.wait_for("✓|right")
            screen.press(PAGE_DOWN)
        screen.wait_for(f"{beat}/{beats}")
    screen.press(RIGHT)
    screen.press(PAGE_UP)
    screen.wait_for(f"{beats - 1}/{beats}")
    screen.press(PAGE_DOWN)
    screen.wait_for(f"{beats}/{beats}")
    screen.press(PAGE_DOWN)
    screen.wait_for("0 of 1|score|right")
    screen.press(ESCAPE)
    screen.wait_for("leaves the demo")
    screen.press(ESCAPE)
    screen.wait_for("demo is left")
    screen.press("q")
    assert screen.ended() == 0
    assert b"Traceback" not in screen.raw
