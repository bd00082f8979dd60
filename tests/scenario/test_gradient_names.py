"""What a scenario can say of a gradient's way back and of the toy, with computed numbers only."""

from __future__ import annotations

import math

import pytest

from rnntui.actions import perform
from rnntui.scenario.names import Moment
from rnntui.scenario.play import checked, moment, rehearse, told_of
from rnntui.scenario.read import ScenarioError, read
from rnntui.viewing import Viewing
from rnntui_engine.records import BadInput
from rnntui_engine.toy import Toy
from rnntui_engine.way_back import flow

SCENARIO = '''
title = "Vanishing and exploding"
teaches = "what becomes of a gradient on its way back"
minutes = 3

[[beat]]
do = ["view gradient", "toy-lambda 0.8", "toy-derivative 0.9"]
light = "toy"
say = """After {toy_steps} steps {-toy_orders:.2f} orders of magnitude are lost, not twenty.
{-toy_natural:.1f} is the natural logarithm."""
expect = ["toy_orders < -8.5", "toy_orders > -8.6", "toy_natural < -19.6", "toy_norm < 2.76e-9"]

[[beat]]
ask = "At which eigenvalue does it neither vanish nor explode?"
choices = [
  { say = "1", right = "toy_boundary < 1.1" },
  { say = "1 / {toy_derivative:.1f}", right = "toy_boundary > 1.1" },
]
truth = "{toy_boundary:.3f}"
do = ["toy-lambda 1.2"]
say = "With {toy_lambda:.1f} it gains {toy_orders:.2f} orders."
expect = ["toy_orders > 2", "toy_orders < 2.01"]

[[beat]]
do = ["cell rnn", "period 1"]
light = "gradient-numbers"
say = """Back to period 1 {gradient_h:.5f} of {last_gradient_h:.4f} is left, {gradient_h_factor:.3f} a step.
The Jacobian allows {jacobian:.4f}, {jacobian_factor:.3f} a step."""
expect = ["gradient_h <= jacobian * last_gradient_h", "gradient_h == first_gradient_h", "jacobian == first_jacobian"]

[[beat]]
do = ["cell lstm", "bias 3"]
light = "slopes"
say = "A gate that stays open: {gradient_c_factor:.3f} a step by c."
expect = ["gradient_c_factor > 0.9", "gradient_c_factor < 1", "first_gradient_c == gradient_c"]
'''


def test_a_scenario_on_vanishing_and_exploding_holds_and_is_told() -> None:
    scenario = read(SCENARIO, "own.toml")
    scenes = checked(scenario, {})
    assert [scene.view for scene in scenes] == ["gradient"] * 4
    told = [
        " ".join("".join(piece.text for part in told_of(scenario, scene, {}) for piece in part).split())
        for scene in scenes
    ]
    assert "8.56 orders of magnitude are lost" in told[0] and "19.7 is the natural" in told[0]
    assert told[1] == "With 1.2 it gains 2.01 orders."
    assert "Back to period 1 0.00031 of 0.3266 is left, 0.531 a step." in told[2]
    assert told[3] == "A gate that stays open: 0.917 a step by c."


def test_going_back_restores_the_toy() -> None:
    scenes = rehearse(read(SCENARIO, "own.toml"))
    viewing = Viewing()
    viewing.stand(scenes[3].place)
    assert viewing.toy == Toy(1.2, 0.9)
    viewing.stand(scenes[0].place)
    assert viewing.toy == viewing.seen.toy == Toy(0.8, 0.9)


def test_every_name_is_the_engine_s() -> None:
    viewing = Viewing()
    for line in ("cell lstm", "bias 1", "period 5"):
        perform(viewing_stage := type("Stage", (), {"viewing": viewing})(), line)
        assert viewing_stage.viewing is viewing
    now, found = Moment(viewing.seen), flow(viewing.trace)
    expected = {
        "gradient_h": found.gradients[4, 0], "first_gradient_h": found.gradients[0, 0],
        "last_gradient_h": found.gradients[11, 0], "gradient_c": found.gradients[4, 1],
        "first_gradient_c": found.gradients[0, 1], "jacobian": found.jacobian[4], "first_jacobian": found.jacobian[0],
        "jacobian_factor": found.jacobian[0] ** (1 / 11),
        "gradient_c_factor": (found.gradients[0, 1] / found.gradients[10, 1]) ** (1 / 10),
    }  # fmt: skip
    for name, value in expected.items():
        assert now.number(name) == pytest.approx(float(value), rel=1e-12), name


def test_a_name_without_a_value_is_an_error_there() -> None:
    plain = Viewing()
    with pytest.raises(BadInput, match="gradient_c has no value"):
        Moment(plain.seen).number("gradient_c")
    plain.go(0)
    for name in ("gradient_h", "jacobian"):
        with pytest.raises(BadInput, match=f"{name} has no value at period 0"):
            Moment(plain.seen).number(name)
    plain.choose_toy(Toy(0.0, 0.9))
    for name in ("toy_orders", "toy_natural"):
        with pytest.raises(BadInput, match="has no value"):
            Moment(plain.seen).number(name)
    assert Moment(plain.seen).number("toy_norm") == 0.0
    assert math.isclose(Moment(plain.seen).number("toy_boundary"), 1 / 0.9)


def test_a_toy_that_there_is_not_is_refused_with_its_line() -> None:
    with pytest.raises(ScenarioError, match=r"line 7, beat 1, do: 'toy-lambda x': 'x' is not a number"):
        rehearse(read(SCENARIO.replace("toy-lambda 0.8", "toy-lambda x"), "own.toml"))


def test_a_moment_is_taken_where_the_toy_stands() -> None:
    scene = rehearse(read(SCENARIO, "own.toml"))[1]
    now = moment(scene.place, {})
    assert now is not None and now.number("toy_lambda") == 1.2
