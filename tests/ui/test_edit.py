"""Editing a reading: original and edited become the compared pair, undo and redo, bit for bit back."""

from __future__ import annotations

import numpy as np
import pytest

from rnntui.app import RnnApp
from rnntui.viewing import Viewing
from rnntui_engine.readings import data_set, inputs_of
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.unroll import run, trace

from .conftest import MIDDLE, SMALL, Opened, choices, golden, screen_text


def test_the_edited_sequence_is_compared_with_the_original() -> None:
    choice = NetworkChoice("lstm", mode="exact", memory_bias=1.0)
    plain, edited = trace(choice, 260), trace(choice, 260, edits=((3, 10.0),))
    assert edited.readings[2] == 10.0
    assert edited.marked_twin.h.tobytes() == plain.real.h.tobytes(), "the original is the sequence as it was"
    assert edited.real.h.tobytes() == edited.unmarked_twin.h.tobytes()
    np.testing.assert_array_equal(edited.difference[:3], 0.0)
    assert (edited.difference[3:, 0] > 0.0).all()
    by_hand = run_by_hand(choice, [10.0 if i == 2 else r for i, r in enumerate(data_set().readings_of(260))])
    assert edited.real.h.tobytes() == by_hand.tobytes()


def run_by_hand(choice: NetworkChoice, readings: list[float]) -> np.ndarray:  # type: ignore[type-arg]
    from rnntui_engine.cells import cell_named
    from rnntui_engine.networks import initial

    return run(cell_named(choice.cell), initial(choice), inputs_of(readings, choice.length)).h


def test_a_marker_can_be_taken_away_and_planted() -> None:
    assert trace(NetworkChoice(), 260, edits=((1, 20.0),)).label == 0
    planted = trace(NetworkChoice(), 0, edits=((1, 0.0),))
    assert planted.marked
    assert planted.real.inputs[0].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("edit", [(0, 1.0), (13, 1.0), (3, float("nan")), (3, float("inf")), (3, -1e9)])
def test_a_bad_edit_changes_nothing(edit: tuple[int, float]) -> None:
    viewing = Viewing()
    viewing.edit(2, 5.0)
    before = viewing.seen
    with pytest.raises(BadInput):
        viewing.edit(*edit)
    assert (viewing.choices, viewing.trace) == (before.choices, before.trace)
    viewing.undo()
    assert viewing.choices.edits == ()


def test_undo_and_redo_go_back_and_forth_bit_for_bit() -> None:
    viewing = Viewing()
    seen = [viewing.trace.real.h.tobytes()]
    for period, reading in ((3, 10.0), (5, 0.0), (3, 44.0), (5, None)):
        viewing.edit(period, reading)
        seen.append(viewing.trace.real.h.tobytes())
    for state in reversed(seen[:-1]):
        viewing.undo()
        assert viewing.trace.real.h.tobytes() == state
    viewing.undo()
    assert "no edit to undo" in viewing.sentence.long
    for state in seen[1:]:
        viewing.undo(-1)
        assert viewing.trace.real.h.tobytes() == state
    viewing.undo(-1)
    assert "no edit to redo" in viewing.sentence.long


def test_the_same_reading_is_no_edit_and_a_new_one_ends_what_could_be_redone() -> None:
    viewing = Viewing()
    viewing.edit(2, 26.80)
    assert viewing.choices.edits == ()
    viewing.edit(2, 1.0)
    viewing.undo()
    viewing.edit(4, 1.0)
    viewing.undo(-1)
    assert viewing.choices.edits == ((4, 1.0),)


def test_edits_stay_with_their_sequence() -> None:
    viewing = Viewing()
    viewing.edit(3, 10.0)
    for change in ({"cell": "gru"}, {"run": 2}, {"length": 2}, {"length": 8}):
        viewing.choose_network(**change)
        assert viewing.choices.edits == ((3, 10.0),)
    viewing.next_subscriber(1)
    assert viewing.choices.edits == ()
    viewing.undo()
    assert viewing.choices.edits == ()


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_edit_by_keys(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, choices("lstm", 1.0)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("space", "space", "e", *"10,5", "enter", "space", "space")
        await pilot.pause()
        assert app.viewing.choices.edits == ((3, 10.5),)
        golden(f"edited_{size[0]}x{size[1]}", screen_text(app))
        await pilot.press("u")
        await pilot.pause()
        assert app.viewing.choices.edits == ()
        await pilot.press("U")
        await pilot.pause()
        assert app.viewing.choices.edits == ((3, 10.5),)
        await pilot.press("left", "left", "e", *"original", "enter")
        await pilot.pause()
        assert app.viewing.choices.edits == ()
        await pilot.press("e", *"ten", "enter")
        await pilot.pause()
        assert "not a reading" in app.viewing.sentence.long
        await pilot.press("home", "e")
        await pilot.pause()
        assert "no reading to edit" in app.viewing.sentence.long
