"""On a console with few glyphs, and in an encoding without them: whatever is on a screen has a sign there."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len

from rnntui.app import RnnApp
from rnntui.glyphs import ASCII, CONSOLE, SPELLED, WORDS, has_everything, in_cells, on_console, spelled
from rnntui.terminals import FEW, Shows, shows

from .conftest import GOLDENS, SMALL, choices, golden, screen_text

# the characters of code page 437, those included that its control codes stand for, and what Linux maps to them
PAGE_437 = {bytes([code]).decode("cp437") for code in range(32, 256)} | set("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂◆¤")
SCREENS = sorted(GOLDENS.glob("*.txt"))


def of_ours(path: Path) -> str:
    """What a screen shows, without the names of its subscribers where those are in other scripts."""
    return "" if path.stem.startswith("names") else path.read_text("utf-8")


def test_every_screen_can_be_shown_on_a_console() -> None:
    assert len(SCREENS) > 100
    for path in SCREENS:
        text = of_ours(path).replace("\n", "")
        shown = on_console(text)
        assert len(shown) == len(text)
        assert set(shown) <= PAGE_437, (path.name, set(shown) - PAGE_437)


def test_every_screen_can_be_shown_in_ascii() -> None:
    for path in SCREENS:
        text = of_ours(path).replace("\n", "")
        shown = in_cells(text, "ascii")
        assert shown.isascii() and len(shown) == len(text)
        assert shown.count("?") == text.count("?"), (path.name, {c for c in text if in_cells(c, "ascii") == "?"})


@pytest.mark.parametrize("signs", ["●○", "■□▣◆◇◈★☆✶", "✓✗", "✓≠", "↑↓", "▲►", "█▌ ", "█░▒ ", "▌·", "█·│", "+−", "◇●○"])
def test_signs_that_stand_beside_one_another_stay_different(signs: str) -> None:
    assert len(set(on_console(signs))) == len(signs)
    assert len(set(in_cells(signs, "ascii"))) == len(signs)


def test_a_cell_stays_a_cell() -> None:
    assert all(cell_len(a) == cell_len(b) for a, b in (*CONSOLE.items(), *ASCII.items()))
    assert in_cells("🔎x", "ascii") == "> x"
    assert in_cells("Zoë 漢字 🎉", "ascii") == "Zoe ???? ??"
    assert in_cells("Zoë −", "latin-1") == "Zoë -"
    assert on_console("⣿⠀⠉⣀") == ": '."


def test_running_text_is_spelled() -> None:
    assert spelled("λ ≥ 1: ×2, 3 m³ → ●", "ascii") == "lambda >= 1: x2, 3 m3 -> O"
    assert all(text.isascii() for text in WORDS.values())
    written = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=SPELLED)
    written.write("−0.5 ≤ h, 漢")
    written.flush()
    assert written.buffer.getvalue() == b"-0.5 <= h, ??"  # type: ignore[attr-defined]


def test_what_an_encoding_has() -> None:
    assert has_everything("utf-8") and has_everything(None) and has_everything("utf-16")
    assert not has_everything("ascii") and not has_everything("latin-1") and not has_everything("gb2312")
    assert shows({"TERM": "xterm"}, "ascii").encoding == "ascii"
    assert shows({"TERM": "linux"}, "utf-8").console


@pytest.mark.parametrize("shown", [Shows(FEW, console=True), Shows(FEW, encoding="ascii")], ids=["console", "ascii"])
async def test_the_app(shown: Shows) -> None:
    app = RnnApp(choices("lstm", 1.0), shows=shown)
    async with app.run_test(size=SMALL) as pilot:
        app.viewing.go(4)
        await pilot.pause()
        golden(f"signs_{'console' if shown.console else 'ascii'}", screen_text(app))
