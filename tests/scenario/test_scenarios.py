"""Every scenario that ships: read, rehearsed, played in every order, and held to what it claims."""

from __future__ import annotations

import random

import pytest

from rnntui.prose import text_of, wrap
from rnntui.scenario.figures import FIGURES
from rnntui.scenario.names import check
from rnntui.scenario.play import (
    ASK_WIDTH,
    MOST_LINES,
    WIDTH,
    Scene,
    asked_of,
    checked,
    now,
    rehearse,
    requests,
    told_of,
    truth_of,
)
from rnntui.scenario.player import Player
from rnntui.scenario.read import Scenario
from rnntui.scenario.shelf import find, listed, names
from rnntui_engine import jit, training
from rnntui_engine.records import NetworkChoice, Trained

NAMES = names()


@pytest.fixture(scope="module")
def networks() -> dict[NetworkChoice, Trained]:
    """Every network that a scenario shows trained, trained once; the tables that it names are computed with them."""
    jit.load()
    found: dict[NetworkChoice, Trained] = {}
    for name in NAMES:
        scenes = rehearse(find(name))
        for request in requests(scenes):
            FIGURES.compute(request)
        for scene in scenes:
            choices = scene.place.choices
            if choices.trained and choices.network not in found:
                steps = list(training.epochs(choices.network))
                found[choices.network] = training.finished(choices.network, steps[-1].weights, [s.loss for s in steps])
    return found


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return find(request.param)


@pytest.fixture(scope="module")
def scenes(scenario: Scenario) -> tuple[Scene, ...]:
    return rehearse(scenario)


def test_there_are_scenarios_and_their_order_is_in_their_names() -> None:
    assert NAMES
    numbers = [name.split("_")[0] for name in NAMES]
    assert numbers == sorted(set(numbers)) and all(len(number) == 2 and number.isdigit() for number in numbers)
    assert [title for _, _, title in listed()] == [find(name).title for name in NAMES]


def test_every_claim_holds(scenario: Scenario, networks: dict[NetworkChoice, Trained]) -> None:
    for scene in checked(scenario, networks):
        shown = now(scene, networks)
        assert shown is not None
        for claim in scene.beat.expect:
            check(claim.names, scene.beat.lets)
            assert claim.holds(shown.number), (scene.beat.number, claim.text)


def test_no_decimal_is_typed_and_a_number_has_a_claim(scenario: Scenario) -> None:
    for beat in scenario.beats:
        assert not beat.say.typed_decimal
        assert beat.expect or not beat.say.expressions


def test_what_is_said_fits(
    scenario: Scenario, scenes: tuple[Scene, ...], networks: dict[NetworkChoice, Trained]
) -> None:
    for scene in scenes:
        lines = wrap(told_of(scenario, scene, networks), WIDTH)
        assert 1 <= len(lines) <= MOST_LINES
        assert all(len(text_of(line)) <= WIDTH for line in lines)
        assert "…" not in " ".join(text_of(line) for line in lines), "every number is filled in"


def test_questions_have_one_right_choice_which_is_not_always_the_same_place(
    scenario: Scenario, scenes: tuple[Scene, ...], networks: dict[NetworkChoice, Trained]
) -> None:
    for scene in scenes:
        if scene.beat.question is None:
            continue
        truth = truth_of(scenario, scene, networks)
        asked = asked_of(scenario, scene, networks)
        assert truth is not None
        assert 0 <= truth.right < len(asked.choices)
        assert scene.beat.question.truth.expressions, "the truth is computed"
        assert all(len(text_of(line)) <= ASK_WIDTH for line in wrap(asked.ask, ASK_WIDTH))


def test_played_forwards_backwards_and_at_random_it_says_the_same(
    scenario: Scenario, networks: dict[NetworkChoice, Trained]
) -> None:
    player = Player(scenario, checked(scenario, networks), networks)
    count = len(player.scenes)
    there = []
    for at in range(count):
        player.at = at
        there.append((player.told, player.scene.place, player.scene.view))
    order = [*reversed(range(count)), *random.Random(1).choices(range(count), k=60)]
    for another in (player, Player(scenario, rehearse(scenario), networks)):
        for at in order:
            another.at = at
            assert (another.told, another.scene.place, another.scene.view) == there[at]
