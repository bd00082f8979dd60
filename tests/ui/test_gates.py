"""The Gates view: how it looks, its keys and clicks, and that everything can be undone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from rnntui.app import RnnApp
from rnntui.by_hand import HandPlace
from rnntui.palette import PALETTES
from rnntui.widgets.hand_equation import HandEquationPanel
from rnntui.widgets.hand_memory import HandMemoryPanel
from rnntui.widgets.hand_panel import HandPanel
from rnntui.widgets.hand_tracks import HandTracksPanel
from rnntui_engine.by_hand import TEXTBOOK, Gates, drive

from .conftest import LARGE, MIDDLE, SMALL, Opened, golden, settled
from .gates_tools import seen_after
from .view_tools import app_of, sentence_of

SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")


# How it looks.


@SIZES
async def test_it_looks_as_it_should(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size) as pilot:
        text = await seen_after(pilot, "7")
        assert max(map(len, text.splitlines())) <= size[0]
        assert "…" not in text
        golden(f"gates_{size[0]}x{size[1]}", text)
        await seen_after(pilot, "v", "e", *"0.95", "enter", "end")
        text = await seen_after(pilot)
        assert "╌" in text and "…" not in text
        golden(f"gates_kept_{size[0]}x{size[1]}", text)


async def test_any_size_and_number_of_steps(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7")
        for size in [(60, 20), (75, 20), (119, 36), (120, 35), (150, 45), (300, 100)]:
            await pilot.resize_terminal(*size)
            for count in (1, 200):
                app_of(pilot).viewing.hand.load(Gates(*((0.25,) * count,) * 4), "many.csv")
                text = await seen_after(pilot, "end")
                assert f"▲{count}" in text and "►forget" in text and "memory" in text and ".25" in text
                assert max(map(len, text.splitlines())) <= size[0]


async def test_no_size_breaks_it(opened: Opened) -> None:
    draw = random.Random(7)
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7")
        for _ in range(8):
            await pilot.resize_terminal(draw.randint(1, 250), draw.randint(1, 80))
            await pilot.press(draw.choice(["left", "up", "+", "v", "u", "end"]))
        await pilot.resize_terminal(*MIDDLE)
        assert "Gates by hand" in await seen_after(pilot, "7")


async def test_under_it_stands_what_a_demo_says(opened: Opened) -> None:
    for size in (SMALL, MIDDLE, (60, 20)):
        async with opened(size) as pilot:
            await seen_after(pilot, "7")
            app = app_of(pilot)
            app.screen.add_class("telling", *(["boxed"] if size == MIDDLE else []))
            text = await seen_after(pilot)
            for words in ("►forget", "input", "output", "cand.", "memory", "▲16"):
                assert words in text
            app.viewing.lit = "hand-equation"
            app.viewing.changed()
            assert "kept" in await seen_after(pilot) or size[0] == 60


async def test_every_theme_lights_the_step(opened: Opened) -> None:
    async with opened(MIDDLE, plain=False) as pilot:
        await seen_after(pilot, "7")
        panel = app_of(pilot).query_one(HandTracksPanel)
        x, track = panel.steps.left(15), panel.tracks[1]
        inks = set()
        for _ in PALETTES:
            style = next(iter(panel.canvas().strip(track.y + track.rows - 1).crop(x, x + 1))).style
            assert style is not None and style.color is not None and style.color.name == panel.palette.lit_bar
            inks.add(style.color.name)
            await seen_after(pilot, "T")
        assert len(inks) == len(PALETTES)


async def test_without_colour_letters_and_numbers_say_it(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        text = await seen_after(pilot, "7")
    assert "KKKKKKKKKKKKWWWRRREEKKKKKKKKKKKKKKKKKKKK" in text
    for words in ("Kept", "Written", "Erased", "Replaced", "►forget", "▲16"):
        assert words in text


async def test_the_panels_show_the_engines_figures(opened: Opened) -> None:
    driven = drive(TEXTBOOK)
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7")
        for step in (1, 13, 16, 20, 40):
            app_of(pilot).action_perform(f"gates-step {step}")
            text = await seen_after(pilot)
            for value in (driven.kept[step - 1], driven.written[step - 1], driven.memory[step], driven.hidden[step]):
                assert f"{value:.4f}".replace("-", "−").replace("−0.0000", "0.0000") in text
            assert driven.happened[step - 1][1:] in text


async def test_the_ids_of_widgets_are_one_of_a_kind(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7", "1")
        ids = [widget.id for widget in app_of(pilot).screen_stack[0].query("*") if widget.id]
        assert sorted(ids) == sorted(set(ids))


# Keys.


async def test_keys_move_and_change(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await seen_after(pilot, "7")
        hand = app_of(pilot).viewing.hand
        for key, step in (
            ("right", 17),
            ("space", 18),
            ("left", 17),
            ("home", 1),
            ("left", 1),
            ("end", 40),
            ("right", 40),
        ):
            await pilot.press(key)
            assert hand.place.step == step, key
        await pilot.press("g", "1", "3", "enter")
        await pilot.pause()
        assert hand.place.step == 13
        for key, track in (
            ("down", "input"),
            ("down", "output"),
            ("down", "candidate"),
            ("down", "forget"),
            ("up", "candidate"),
        ):
            await pilot.press(key)
            assert hand.seen.track == track, key
        await pilot.press("+", "=", "-")
        assert hand.place.gates == TEXTBOOK.with_values("candidate", 13, 13, 0.95)
        await pilot.press("+", "+", "+")
        assert hand.seen.value("candidate") == 1.0 and "no higher" in sentence_of(pilot)
        await pilot.press("v", "e", *"-.25", "enter")
        await pilot.pause()
        assert hand.place.gates.candidate[12:15] == (-0.25, 0.9, 0.9)  # it was no block any more
        await pilot.press("v", "e", *"0", "enter")
        await pilot.pause()
        assert set(hand.place.gates.candidate[12:]) == {0.0}
        await pilot.press("u")
        assert hand.place.gates.candidate[12:15] == (-0.25, 0.9, 0.9)
        await pilot.press("U")
        assert set(hand.place.gates.candidate[12:]) == {0.0}
        await pilot.press("z")
        assert hand.place.gates == TEXTBOOK and "textbook's again" in sentence_of(pilot)
        await pilot.press("u")
        assert set(hand.place.gates.candidate[12:]) == {0.0}
        await pilot.press("e", *"16-20 0.5", "enter")
        await pilot.pause()
        assert (hand.place.step, hand.place.gates.candidate[14:21]) == (16, (0.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.0))


async def test_a_block_is_changed_at_once_and_the_sentence_says_what_that_does(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "7", "v")
        app_of(pilot).action_perform("gate 0.95")
        driven, before = drive(TEXTBOOK.with_values("forget", 16, 20, 0.95)), drive(TEXTBOOK)
        assert sentence_of(pilot) == (
            "Steps 16–20: forget gate .95, not .10. Nineteen twentieths of the memory stay here: memory "
            f"{driven.memory[16]:.2f}, at the end {driven.memory[40]:.2f} ({before.memory[40]:.2f} unchanged)."
        )


async def test_a_block_stays_one_while_it_is_changed(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await seen_after(pilot, "7", "v")
        hand = app_of(pilot).viewing.hand
        await pilot.press(*["+"] * 18)
        assert hand.place.gates == TEXTBOOK.with_values("forget", 16, 20, 1.0)  # past the .95 of the steps beside it
        await pilot.press("right", "-")
        assert hand.place.gates == TEXTBOOK.with_values("forget", 16, 20, 0.95) and hand.seen.span == (16, 20)
        await pilot.press("home")
        assert hand.seen.span == (1, 40)


async def test_the_sentence_says_in_words_what_happened(opened: Opened) -> None:
    async with opened(LARGE) as pilot:
        await seen_after(pilot, "7")
        assert sentence_of(pilot) == (
            "Step 16: the forget gate is .10: nine tenths of the memory go, 2.21 of 2.46; −0.54 comes in. The memory "
            "is −0.29: replaced."
        )
        await pilot.press("home")
        assert "there is nothing to keep yet" in sentence_of(pilot)


async def test_every_sentence_fits_a_small_screen(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        keys = "7 left home left end right down up + - v + v - v down down down + + u u u U z z u"
        for key in keys.split():
            text = await seen_after(pilot, key)
            line = next(row for row in text.splitlines() if row.startswith("▌"))
            assert "…" not in line and len(line) > 9, f"{key}: {line}"


SENSELESS = [
    "gate forget 16 1.5", "gate h 16 0.5", "gate forget 41 0.5", "gate forget 5-4 0.5", "gate forget x 0.5", "gate x",
    "gate forget 1-2-3 0.5", "gate forget nan", "gate candidate 1 inf", "gates-step 0", "gates-step 41", "gates-step x",
    "gates-track h", "gates-scope all", "gate forget 1 2 3", "gates-load no\x1bsuch.csv", "gate 1 on on",
]  # fmt: skip


async def test_what_makes_no_sense_changes_nothing_and_says_why(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        await seen_after(pilot, "7")
        app = app_of(pilot)
        before = app.viewing.place
        for asked in SENSELESS:
            app.viewing.say("-")
            app.action_perform(asked)
            assert app.viewing.place == before, asked
            assert "no" in sentence_of(pilot) and "\x1b" not in sentence_of(pilot), asked


async def test_the_keys_are_for_this_view(opened: Opened) -> None:
    async with opened(MIDDLE) as pilot:
        await seen_after(pilot, "z")
        assert sentence_of(pilot).endswith("3 opens it.")  # there it has another meaning
        app_of(pilot).action_perform("gates-save")
        assert sentence_of(pilot) == "That key is for the Gates view. 7 opens it."
        assert app_of(pilot).viewing.hand.place == HandPlace()


async def test_help_explains_each_panel(opened: Opened) -> None:
    async with opened(LARGE) as pilot:
        await seen_after(pilot, "7")
        panels = list(app_of(pilot).query(HandPanel))
        assert {type(panel) for panel in panels} == {HandTracksPanel, HandMemoryPanel, HandEquationPanel}
        assert len({panel.HELP for panel in panels}) == 3 and all(panel.HELP.startswith("**") for panel in panels)
        text = await seen_after(pilot, "question_mark")
        assert "whose gates nobody computes" in text and "⟨" not in text


def test_picture(snap_compare: Callable[..., bool]) -> None:
    app = RnnApp(view="gates")
    app.still = True

    async def changed(pilot: Pilot[None]) -> None:
        app.action_perform("gate forget 16-20 0.95")
        await settled(pilot)

    assert snap_compare(app, run_before=changed, terminal_size=MIDDLE)
