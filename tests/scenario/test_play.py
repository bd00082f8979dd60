"""The player: rehearsed beats, numbers that wait for a training, answers that are locked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rnntui.prose import text_of
from rnntui.scenario.play import checked, moment, rehearse
from rnntui.scenario.player import Player
from rnntui.scenario.read import ScenarioError
from rnntui.seen import Place
from rnntui_engine import jit, training
from rnntui_engine.records import NetworkChoice, Trained

from .conftest import Beats

QUESTION = """
ask = "It is {period} now. What then?"
choices = [{ say = "one", right = "period == 1" }, { say = "two", right = "period == 2" }]
truth = "It is {period}."
"""


@pytest.fixture(scope="module")
def short() -> Trained:
    """The plain network at T = 2, trained."""
    jit.load()
    choice = NetworkChoice(length=2)
    steps = list(training.epochs(choice))
    return training.finished(choice, steps[-1].weights, [step.loss for step in steps])


def said(player: Player) -> str:
    return "\n".join(text_of(paragraph) for paragraph in player.told)


def test_a_beat_starts_where_the_one_before_ended(beats: Beats) -> None:
    scenes = rehearse(
        beats(
            'say = "x"\ndo = ["cell lstm", "bias 1", "period 5"]\nlight = "gates"',
            'say = "x"\ndo = ["next", "unit 3", "run 2"]\nlight = "equation"',
            'say = "x"\ndo = ["view decay"]',
        )
    )
    first, second, third = (scene.place for scene in scenes)
    assert scenes[0].before == Place()
    assert (first.choices.network.cell, first.choices.network.memory_bias, first.period) == ("lstm", 1.0, 5)
    assert (second.period, second.unit, second.choices.network.run) == (6, 2, 2)
    assert (first.lit, second.lit, third.lit) == ("gates", "equation", "")
    assert second.slot == "equation", "on a small screen the free panel shows what is lit"
    assert scenes[1].before == first
    assert [scene.view for scene in scenes] == ["step", "step", "decay"]
    assert replace(third, lit="equation") == second


def test_what_a_beat_covers_is_shown_in_the_next_and_with_the_answer(beats: Beats) -> None:
    scenes = rehearse(
        beats(
            'say = "x"\ndo = ["view gradient"]\ncover = ["toy", "slopes"]',
            f'say = "x"\n{QUESTION}\ncover = ["toy"]\ndo = ["period 2"]',
            'say = "x"',
        )
    )
    assert [scene.place.covered for scene in scenes] == [("toy", "slopes"), (), ()]
    assert scenes[1].before.covered == ("toy",), "until it is answered"
    assert replace(scenes[1].before, covered=("toy", "slopes")) == scenes[0].place


def test_names_have_the_values_that_are_shown(beats: Beats) -> None:
    scenes = rehearse(beats('say = "x"\ndo = ["cell lstm", "bias 1", "period 5", "unit 3"]'))
    now = moment(scenes[0].place, {})
    assert now is not None
    trace = now.seen.trace
    shown = {
        "period": 5, "length": 12, "subscriber": 260, "run": 1, "unit": 3, "hidden": 6, "parameters": 223,
        "memory_bias": 1.0, "tier": 25.0, "marked": 1, "label": 1, "reading": 35.18, "next_reading": 49.78,
        "first_reading": 0.0, "last_reading": 25.18, "baseline": 0.71,
    }  # fmt: skip
    assert {name: now.number(name) for name in shown} == shown
    assert now.number("difference") == trace.difference[5, 0]
    assert now.number("previous_difference") == trace.difference[4, 0]
    assert now.number("state_difference") == trace.difference[5, 1]
    assert now.number("ratio") == trace.ratio(5)
    assert now.number("h3") == now.number("h_unit") == trace.real.h[5, 2]
    assert now.number("h_marked") - now.number("h_unmarked") == pytest.approx(trace.difference_per_unit[5, 0, 2])
    assert now.number("forget") == trace.real.gates[4, 1, 2]
    i, f, g, o = (now.number(name) for name in ("input", "forget", "candidate", "output"))
    assert f * now.number("previous_state") + i * g == now.number("state")
    assert now.number("probability") == trace.real.probabilities[5]
    assert 0 < o < 1


def test_numbers_wait_for_the_training_and_are_checked_then(beats: Beats, short: Trained) -> None:
    scenario = beats(
        'say = "Untrained: {probability:.3f}."\ndo = ["length 2", "last"]\nexpect = ["probability < 1"]',
        'say = "Trained: {accuracy:.3f} against {baseline:.3f}."\ndo = ["train yes"]\nexpect = ["accuracy > baseline"]',
    )
    networks: dict[NetworkChoice, Trained] = {}
    player = Player(scenario, checked(scenario, networks), networks)
    assert "…" not in said(player)
    player.at = 1
    assert player.waits
    assert said(player) == "Trained: … against …."
    networks[short.choice] = short
    assert not player.waits
    assert said(player) == f"Trained: {short.accuracy:.3f} against 0.720."


def test_a_claim_about_a_trained_network_that_does_not_hold_is_told(beats: Beats, short: Trained) -> None:
    scenario = beats('say = "{accuracy}"\ndo = ["length 2", "train yes"]\nexpect = ["accuracy < 0.5"]')
    player = Player(scenario, checked(scenario, {}), {short.choice: short})
    with pytest.raises(ScenarioError, match=r"line 7, beat 1, expect: 'accuracy < 0.5' does not hold: accuracy is 0.9"):
        _ = player.told


def test_an_answer_is_locked_and_scored_once_the_truth_is_known(beats: Beats) -> None:
    scenario = beats('say = "x"', 'say = "x"\ndo = ["next"]' + QUESTION, 'say = "x"\ndo = ["back"]' + QUESTION)
    player = Player(scenario, checked(scenario, {}), {})
    assert not player.open_question
    player.at = 1
    assert player.open_question
    assert text_of(player.asked.ask[0]) == "It is 1 now. What then?", "a question knows what is shown before it"
    player.answer(1)
    player.answer(0)
    assert player.answers == {1: 1}
    assert not player.open_question
    assert player.score == (0, 0), "not revealed yet"
    assert player.truth is not None
    assert (player.truth.right, text_of(player.truth.say[0])) == (1, "It is 2.")
    assert player.score == (1, 1)
    player.at = 2
    player.answer(1)
    assert player.truth is not None
    assert player.score == (1, 2)


def test_a_question_about_a_trained_network_waits(beats: Beats, short: Trained) -> None:
    question = QUESTION.replace("period == 1", "accuracy > 0.9").replace("period == 2", "accuracy < 0.9")
    scenario = beats('say = "x"\ndo = ["length 2", "train yes"]' + question)
    networks: dict[NetworkChoice, Trained] = {}
    player = Player(scenario, checked(scenario, networks), networks)
    player.answer(0)
    assert player.truth is None
    networks[short.choice] = short
    assert player.truth is not None
    assert player.truth.right == 0
