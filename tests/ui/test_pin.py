"""Side B: anything beside anything at one cursor, both traces, differences and probabilities; swap and let go."""

from __future__ import annotations

import numpy as np
import pytest

from rnntui.app import RnnApp
from rnntui.scenario.names import Moment
from rnntui.viewing import Viewing
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.training import train
from rnntui_engine.unroll import trace

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text, settled


def pinned(**changes: object) -> Viewing:
    viewing = Viewing(choices("lstm", 1.0), period=5)
    viewing.pin()
    viewing.choose_network(**changes)
    return viewing


@pytest.mark.parametrize(
    ("changes", "name"),
    [({"cell": "rnn"}, "LSTM k1 bias 1"), ({"run": 2}, "k1"), ({"memory_bias": 3.0}, "bias 1"),
     ({"length": 8}, "T 12"), ({}, "the same as A")],
)  # fmt: skip
def test_each_side_keeps_its_own_trace_and_their_difference_is_computed(changes: dict[str, object], name: str) -> None:
    viewing = pinned(**changes)
    seen = viewing.seen
    assert seen.other is not None
    assert seen.apart is not None
    assert seen.other_name == name
    fresh = trace(seen.other.choices.network, 260)
    assert seen.other.trace.real.states.tobytes() == fresh.real.states.tobytes()
    for t in range(seen.trace.length + 1):
        by_hand = seen.trace.real.h[t] - fresh.real.h[min(t, fresh.length)]
        np.testing.assert_array_equal(seen.apart.per_unit[t], by_hand)
        assert seen.apart.total[t] == pytest.approx(np.abs(by_hand).sum(), rel=1e-15)
    assert (seen.apart.total[1:] == 0.0).all() == (not changes or changes == {"length": 8})


def test_a_subscriber_and_an_edit_make_sides_too() -> None:
    viewing = pinned()
    viewing.next_subscriber(1)
    assert viewing.seen.other_name == "subscriber 260"
    viewing.edit(3, 10.0)
    assert viewing.seen.other_name == "subscriber 260, not edited"
    viewing.swap()
    assert (viewing.choices.subscriber, viewing.choices.edits) == (260, ())
    viewing.undo()
    assert "no edit to undo" in viewing.sentence.long
    viewing.swap()
    assert viewing.choices.edits == ((3, 10.0),)
    viewing.undo()
    assert viewing.choices.edits == ()


def test_the_edited_sequence_against_the_original_is_what_the_edit_does() -> None:
    viewing = pinned()
    viewing.edit(3, 10.0)
    seen = viewing.seen
    assert seen.apart is not None
    np.testing.assert_array_equal(seen.apart.total, seen.trace.difference[:, 0])


def test_swapping_twice_and_letting_go_change_nothing_bit_for_bit() -> None:
    viewing = pinned(cell="gru", length=8)
    viewing.go(8)
    before = viewing.seen
    viewing.swap()
    assert (viewing.choices.network.cell, viewing.trace.length, viewing.period) == ("lstm", 12, 8)
    viewing.go(12)
    assert viewing.seen.other is not None
    assert viewing.seen.other.at(12) == 8
    viewing.swap()
    assert viewing.period == 8
    assert viewing.choices == before.choices
    assert viewing.trace.real.states.tobytes() == before.trace.real.states.tobytes()
    viewing.pin()
    assert viewing.other is None
    assert viewing.trace is before.trace
    with pytest.raises(BadInput, match="Nothing is pinned"):
        viewing.swap()


def test_a_network_is_trained_for_whichever_side_asks() -> None:
    network = NetworkChoice(length=4, epochs=1)
    viewing = Viewing()
    viewing.choose(network)
    viewing.choose(trained=True)
    viewing.pin()
    viewing.choose(trained=False)
    assert viewing.wanted == network
    assert viewing.place.lacks({}) == (network,)
    viewing.adopt(train(network))
    assert viewing.wanted is None
    assert viewing.seen.other is not None
    assert viewing.seen.other.trace.trained
    assert not viewing.trace.trained
    assert viewing.seen.other_name == "trained"
    again = Viewing()
    again.networks = viewing.networks
    again.stand(viewing.place)
    assert again.seen.other is not None
    assert again.seen.other.trace.real.h.tobytes() == viewing.seen.other.trace.real.h.tobytes()


def test_a_training_given_up_leaves_side_b_untrained() -> None:
    viewing = Viewing()
    viewing.choose(trained=True)
    viewing.pin()
    viewing.choose(trained=False)
    wanted = viewing.wanted
    assert wanted is not None
    viewing.give_up(wanted)
    assert viewing.wanted is None
    assert viewing.other is not None
    assert not viewing.other.choices.trained


def test_scenarios_have_names_for_side_b() -> None:
    seen = pinned(cell="rnn").seen
    assert seen.other is not None
    assert seen.apart is not None
    now = Moment(seen)
    assert now.number("apart") == seen.apart.total[5]
    assert now.number("difference_b") == seen.other.trace.difference[5, 0]
    assert now.number("probability_b") == seen.other.trace.real.probabilities[5]
    with pytest.raises(BadInput, match="no value"):
        Moment(Viewing().seen).number("apart")


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_both_sides_are_drawn(opened: Opened, size: tuple[int, int]) -> None:
    async with opened(size, choices("lstm", 3.0)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        await pilot.press("b", "m", "n", "space", "space", "space", "space", "down")
        await settled(pilot)
        text = screen_text(app)
        golden(f"pinned_{size[0]}x{size[1]}", text)
        other = app.viewing.seen.other
        assert other is not None
        assert f"{other.trace.difference[5, 0]:.4f}" in text
        if size != SMALL:
            assert f"{other.trace.real.probabilities[5]:.4f}" in text
        await pilot.press("B", "b")
        await settled(pilot)
        assert app.viewing.other is None
        assert app.viewing.choices.subscriber == 260


async def test_in_a_demo_the_clickers_b_pins_nothing(opened: Opened) -> None:
    async with opened(SMALL) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        app.start_demo("the_sequence_and_the_marker")
        await pilot.press("b")
        await settled(pilot)
        assert app.viewing.other is None
