"""Files that ship: what they may be called, who may open them, and that PyTorch says the same of the networks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from rnntui.app import RnnApp
from rnntui.cli import rnntui
from rnntui.scenario.names import Moment
from rnntui.scenario.play import moment, rehearse
from rnntui.scenario.read import Scenario, ScenarioError
from rnntui.scenario.recompute import commands, step, table_of_view
from rnntui.scenario.shelf import find
from rnntui.seen import Choices
from rnntui.shipped import path_of, spelled, there
from rnntui.text import clean
from rnntui_engine.answers import answers
from rnntui_engine.loaded import load
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.sequences import Source, opened
from rnntui_engine.training import train
from rnntui_engine.unroll import trace

TORCH = json.loads((Path(__file__).parents[1] / "data" / "own_torch.json").read_text(encoding="utf-8"))
NETWORKS = ("first", "second")
OUTSIDE = [
    "own:../x",
    "own:/etc/passwd",
    "own:..",
    "own:",
    "own:own/days.csv",
    r"own:..\days.csv",
    "own:days.csv/",
    "own:%2e",
]
Beats = Callable[..., Scenario]


def choice(name: str) -> NetworkChoice:
    data = opened(Source(str(path_of("own:days.csv", "data"))), clean)
    return load(path_of(f"own:{name}.safetensors", "weights")).choice(48, data.name)


@pytest.mark.parametrize("name", NETWORKS)
def test_pytorch_says_the_same(name: str) -> None:
    """Every day's probability, each half-hour of the first day, and its last states in both layers."""
    chosen, torch = choice(name), TORCH[name]
    found = answers(chosen)
    np.testing.assert_allclose(found.probabilities, torch["probabilities"], rtol=0, atol=1e-10)
    for layer in (1, 2):
        first = trace(chosen, 0, layer=layer)
        np.testing.assert_allclose(first.real.probabilities[1:], torch["along_first_day"], rtol=0, atol=1e-10)
        np.testing.assert_allclose(first.real.states[-1], [torch["h"][layer - 1], torch["c"][layer - 1]], atol=1e-10)
    assert [trace(chosen, day).real.probabilities[-1] for day in (0, 16, 49)] == [
        found.probabilities[day] for day in (0, 16, 49)
    ]
    days = [data_set(chosen.data).readings_of(day) for day in range(50)]
    labels = [int(day[0] == 0 and day[47] > 25) for day in days]
    assert found.labels is not None
    assert found.labels.tolist() == labels
    assert found.right == sum((p >= 0.5) == label for p, label in zip(torch["probabilities"], labels, strict=True))
    assert found.right == {"first": 49, "second": 50}[name]


def test_they_are_few_and_small() -> None:
    assert sorted(there()) == ["days.csv", "first.safetensors", "second.safetensors"]
    assert sum(path.stat().st_size for path in there().values()) < 60_000


@pytest.mark.parametrize("text", OUTSIDE)
@pytest.mark.parametrize("option", ["--data", "--weights"])
def test_a_name_reaches_nothing_else(option: str, text: str) -> None:
    done = CliRunner().invoke(rnntui, ["step", option, text])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"rnntui: {option}: ")
    assert "is no file that ships" in done.stderr


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(BadInput, match=r"did you mean own:second\.safetensors\?"):
        path_of("own:secnd.safetensors", "weights")


@pytest.mark.parametrize("action", ["open", "weights"])
def test_a_scenario_opens_nothing_else(beats: Beats, action: str, tmp_path: Path) -> None:
    """Also where the file is there."""
    path = tmp_path / "days.csv"
    path.write_bytes(path_of("own:days.csv", "data").read_bytes())
    for text in (*OUTSIDE, str(path), "days.csv", "~/days.csv"):
        beat = f"do = ['{action} {text}']\nsay = 'x'"
        with pytest.raises(ScenarioError, match=r"line 5.*(ships|ship)") as found:
            rehearse(beats(beat))
        assert "\n" not in str(found.value)


def test_what_a_scenario_opens_is_there_and_goes_again(beats: Beats) -> None:
    scenes = rehearse(beats(
        "do = ['open own:days.csv', 'weights own:second.safetensors', 'period 48']\nsay = 'x'",
        "do = ['own', 'open lesson']\nsay = 'x'",
    ))  # fmt: skip
    there, gone = (moment(scene.place, {}) for scene in scenes)
    assert isinstance(there, Moment) and isinstance(gone, Moment)
    names = ("layer", "layers", "sequences", "right", "right_share", "length", "period", "hidden")
    assert [there.number(name) for name in names] == [2, 2, 50, 50, 1.0, 48, 48, 8]
    assert gone.seen.choices.network.weights == "" and gone.seen.choices.network.data == "lesson"
    with pytest.raises(BadInput, match="right_b has no value"):
        there.number("right_b")
    assert 0 < there.number("saturation") < 1
    assert there.number("unit_difference") == pytest.approx(0.998, abs=0.001)
    assert there.number("probability_marked") > 0.9 > 0.1 > there.number("probability_unmarked")


def test_the_lesson_s_networks_have_answers_too() -> None:
    """Of an untrained one: as many right as its labels and probabilities say."""
    chosen = NetworkChoice()
    found = answers(chosen)
    assert len(found.who) == 500
    assert found.probabilities[260] == trace(chosen, 260).real.probabilities[12]
    assert found.right == int(((found.probabilities >= 0.5) == found.labels).sum())


def test_the_table_of_answers(tmp_path: Path) -> None:
    words = "table answers --weights own:first.safetensors --data own:days.csv"
    rows = json.loads(CliRunner().invoke(rnntui, [*words.split(), "--format", "json"]).stdout)
    assert [row["subscriber"] for row in rows] == [f"day{day:02}" for day in range(1, 51)]
    np.testing.assert_allclose([row["probability"] for row in rows], TORCH["first"]["probabilities"], atol=1e-10)
    assert [row for row in rows if not row["right"]] == [{**rows[16], "says": 1, "label": 0, "right": 0}]
    text = CliRunner().invoke(rnntui, words.split()).stdout
    assert "49 of 50 right, 0.9800." in text
    some = CliRunner().invoke(rnntui, [*words.split(), "--length", "49"])
    assert (some.exit_code, some.stderr.count("\n")) == (2, 1)
    path = tmp_path / "short.csv"
    path.write_text("subscriber,period,reading\na,1,5\na,2,6\nb,1,5\n", encoding="utf-8")
    words = f"table answers --weights own:first.safetensors --data {path} --length 2 --format json"
    rows = json.loads(CliRunner().invoke(rnntui, words.split()).stdout)
    assert [(row["subscriber"], row["label"], row["right"]) for row in rows] == [("a", None, None)]


def test_a_trained_network_s_answers_are_those_of_its_training() -> None:
    done = CliRunner().invoke(rnntui, ["table", "answers", "--length", "2", "--trained", "--format", "json"])
    rows = json.loads(done.stdout)
    network = NetworkChoice(length=2)
    trained = train(network)
    test = set(data_set().test.tolist())
    right = sum(row["right"] for row in rows if int(row["subscriber"]) in test)
    assert right / len(test) == trained.accuracy


def test_the_command_that_computes_a_number_again() -> None:
    """It says the same as the engine, for a network that ships."""
    shown = Choices(choice("first"), 16, True)
    second = Choices(choice("second"), 0, True)
    where = "--length 48 --weights own:{}.safetensors --data own:days.csv"
    assert commands(["right", "right_b"], shown, second, {}) == [
        f"rnntui table answers {where.format(name)}" for name in NETWORKS
    ]
    assert commands(["baseline"], shown, None, {}) == ["rnntui table baseline --length 48 --data own:days.csv"]
    inner = Choices(choice("first"), 0, True, ((48, 15.0),), 1)
    assert step(inner).endswith(" --data own:days.csv (period 48 edited to 15, layer 1 of 2)")
    command = step(shown)
    assert command == ("rnntui step --subscriber day17 --length 48 --weights own:first.safetensors --data own:days.csv")
    done = CliRunner().invoke(rnntui, [*command.split()[1:], "--format", "json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["probability"] == pytest.approx(TORCH["first"]["probabilities"][16], abs=1e-10)
    assert spelled("mine/days.csv") == "days.csv"
    walked = table_of_view("gradient", shown)
    assert "--trained" not in walked, "the network is the file's, as it is"
    assert CliRunner().invoke(rnntui, walked.split()[1:]).exit_code == 0


async def test_in_the_app_a_person_opens_them_by_name() -> None:
    app = RnnApp(plain=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_perform("open own:days.csv")
        while app.opener.job is not None:
            await pilot.pause()
            app.opener.poll()
        app.action_perform("weights own:first.safetensors")
        await pilot.pause()
        assert app.viewing.choices.data.title == "days.csv"
        assert app.viewing.trace.layers == 2
        before = app.viewing.place
        for action in ("open own:../days.csv", "weights own:../days.csv"):
            app.action_perform(action)
            assert "is no file that ships" in app.viewing.sentence.long
        assert app.viewing.place == before


async def test_it_is_played_in_the_app_and_left_there() -> None:
    """The network and its data are there before the first beat is; after the demo they stay."""
    app = RnnApp(plain=True, scenario=find("16"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.viewing.trace.layers == 2
        assert app.demo is not None and not app.demo.player.waits
        await pilot.press("escape", "escape")
        assert app.demo is None
        await pilot.press("l")
        assert app.viewing.trace.layer == 1
