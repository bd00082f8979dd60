"""Every scenario that ships: read, rehearsed, played in every order, and held to what it claims."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

from rnntui.app import RnnApp
from rnntui.cli import rnntui
from rnntui.cli.demo import prepared
from rnntui.decay_job import differences_only
from rnntui.job import Job
from rnntui.picture import screen_text
from rnntui.prose import text_of, wrap
from rnntui.scenario.handout import Picture, page
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
    told_of,
    truth_of,
)
from rnntui.scenario.player import Player
from rnntui.scenario.read import Scenario
from rnntui.scenario.shelf import find, listed, names
from rnntui_engine import jit
from rnntui_engine.cells import CELLS
from rnntui_engine.networks import initial, with_cell
from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice, Trained
from rnntui_engine.unroll import last_states

from .conftest import Beats

NAMES = names()
TITLES = [title for _, _, title, _ in listed()]
GOLDENS = Path(__file__).parent / "goldens"
Ready = tuple[Scenario, tuple[Scene, ...], dict[NetworkChoice, Trained]]


@pytest.fixture(scope="module", params=NAMES)
def ready(request: pytest.FixtureRequest) -> Ready:
    """A scenario with everything computed and trained; tables that several need are computed once."""
    return prepared(request.param)


@pytest.fixture(scope="module")
def scenario(ready: Ready) -> Scenario:
    return ready[0]


@pytest.fixture(scope="module")
def scenes(ready: Ready) -> tuple[Scene, ...]:
    return ready[1]


@pytest.fixture(scope="module")
def networks(ready: Ready) -> dict[NetworkChoice, Trained]:
    return ready[2]


def test_there_are_scenarios_and_their_order_is_in_their_names() -> None:
    assert NAMES
    assert [name.split("_")[0] for name in NAMES] == [f"{number:02}" for number in range(1, len(NAMES) + 1)]
    assert [find(name).title for name in NAMES] == TITLES


def test_the_list_of_demos() -> None:
    done = CliRunner().invoke(rnntui, ["demo", "--list"])
    assert done.exit_code == 0
    compare("list", done.stdout)


def compare(name: str, text: str) -> None:
    """Compare a text with the golden of that name; write it where RNNTUI_WRITE_GOLDENS is set."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("RNNTUI_WRITE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"nothing is kept as {path.name} yet; RNNTUI_WRITE_GOLDENS=1 writes it, then read it"
    assert text == path.read_text(encoding="utf-8")


def test_every_claim_holds(scenario: Scenario, networks: dict[NetworkChoice, Trained]) -> None:
    for scene in checked(scenario, networks):
        here = now(scene, networks)
        assert here is not None
        for claim in scene.beat.expect:
            check(claim.names, scene.beat.lets)
            assert claim.holds(here.number), (scene.beat.number, claim.text)


def out_of_shape(scenario: Scenario, scenes: tuple[Scene, ...]) -> Iterator[str]:
    """What a lesson of ours is not: long enough and not too long, a question, something new to see at each beat, a
    panel to look at."""
    beats = scenario.beats
    if not 3 <= scenario.minutes <= 10:
        yield f"minutes = {scenario.minutes}: a demo that ships takes 3 to 10"
    if not 8 <= len(beats) <= 14:
        yield f"it has {len(beats)} beats: a demo that ships has 8 to 14"
    if beats[0].question is not None:
        yield "beat 1 asks: the first beat shows something before anything is asked"
    if not any(beat.question for beat in beats):
        yield "no beat asks anything"
    if not any(beat.notes for beat in beats):
        yield "no beat has notes for the speaker"
    for beat in beats:
        if not beat.light:
            yield f"beat {beat.number} does not say where to look, with light"
    shown = [(scene.view, scene.place) for scene in scenes]
    same = [beats[at].number for at in range(1, len(shown)) if shown[at] == shown[at - 1]]
    if len(same) > 1:
        yield f"beats {same} show what the ones before them show: one beat at most may"


def test_it_has_the_shape_of_a_lesson(scenario: Scenario, scenes: tuple[Scene, ...]) -> None:
    wrong = list(out_of_shape(scenario, scenes))
    assert not wrong, "\n".join(wrong)


def test_a_lesson_out_of_shape_is_told_all_that_is_wrong(beats: Beats) -> None:
    one, question = (
        'say = "x"',
        'choices = [{ say = "a", right = "period == 1" }, { say = "b", right = "period == 2" }]',
    )
    first = beats(f'{one}\nask = "?"\ntruth = "x"\n{question}', one, one + '\nlight = "units"')
    assert list(out_of_shape(first, rehearse(first))) == [
        "minutes = 1: a demo that ships takes 3 to 10",
        "it has 3 beats: a demo that ships has 8 to 14",
        "beat 1 asks: the first beat shows something before anything is asked",
        "no beat has notes for the speaker",
        "beat 1 does not say where to look, with light",
        "beat 2 does not say where to look, with light",
    ]
    again = beats(*[one + '\nlight = "units"'] * 3)
    assert list(out_of_shape(again, rehearse(again)))[2:] == [
        "no beat asks anything",
        "no beat has notes for the speaker",
        "beats [2, 3] show what the ones before them show: one beat at most may",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_next_one_is_named(name: str) -> None:
    """The last beat names the scenario that comes next, by the beginning of its title."""
    scenario, titles = find(name), TITLES
    place = titles.index(scenario.title)
    last = " ".join(part for parts in scenario.beats[-1].say.paragraphs for part, _ in parts if isinstance(part, str))
    if 0 < place < len(titles) - 1:
        begins = titles[place + 1].split(":")[0].split(",")[0].split("?")[0]
        said = begins in " ".join(last.split())
        assert said, f"the last beat of {scenario.name} does not say what comes next: {begins!r} of {NAMES[place + 1]}"


def test_no_decimal_is_typed_and_a_number_has_a_claim(scenario: Scenario) -> None:
    for beat in scenario.beats:
        for told in (beat.say, *([beat.question.ask, beat.question.truth] if beat.question else [])):
            typed = told.typed_decimal
            assert not typed, f"beat {beat.number}: {typed} is typed; a number is an expression, as in {{difference}}"
        assert beat.expect or not beat.say.expressions, f"beat {beat.number} says a number and expects nothing of it"


def test_what_is_said_fits(
    scenario: Scenario, scenes: tuple[Scene, ...], networks: dict[NetworkChoice, Trained]
) -> None:
    for scene in scenes:
        lines = wrap(told_of(scenario, scene, networks), WIDTH)
        at = f"beat {scene.beat.number}"
        assert 1 <= len(lines) <= MOST_LINES, (
            f"{at}: {len(lines)} lines of {WIDTH} characters; the most is {MOST_LINES}"
        )
        assert all(len(text_of(line)) <= WIDTH for line in lines), f"{at} has a word longer than a line"
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


async def test_every_beat_looks_as_it_should(ready: Ready, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80×24, as text: all but the row of views and the footer. What a view computes is another test's."""
    scenario, _, networks = ready
    if scenario.name.startswith("01"):
        pytest.skip("its beats have goldens of their own, in tests/ui")
    monkeypatch.setattr(Job, "start", lambda job: None)
    app = RnnApp(plain=True, scenario=scenario, beat=len(scenario.beats))
    app.still = True
    app.viewing.networks.update(networks)
    screens = []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.demo is not None
        for beat in range(1, len(scenario.beats) + 1):
            app.demo.go_to(beat)
            await pilot.pause()
            await pilot.pause()
            screens.append(f"== {beat}\n" + "".join(screen_text(app).splitlines(keepends=True)[1:-1]))
    compare(Path(scenario.name).stem, "".join(screens))


def test_its_handout_says_the_same(ready: Ready) -> None:
    """The page's texts are the narration's, and the commands beside its numbers are ones that there are."""
    scenario, scenes, networks = ready
    drawn = page(scenario, scenes, networks, [Picture("<svg ></svg>", "x")] * len(scenes), "own")
    said = re.findall(r'<div class="said">(.*?)</div>', drawn, re.DOTALL)
    for scene, text in zip(scenes, said, strict=True):
        plain = unescape(re.sub(r"<[^>]+>", "", text)).split()
        assert plain == " ".join(text_of(part) for part in told_of(scenario, scene, networks)).split()
    for command in set(re.findall(r"<td>(?:.*<br>)?<code>rnntui ([^<]+)</code>", drawn)):
        words = unescape(command).partition(" (")[0].split()
        found = rnntui.get_command(click.Context(rnntui), words.pop(0))
        while isinstance(found, click.Group):
            found = found.get_command(click.Context(found), words.pop(0))
        assert found is not None
        found.make_context("", words)  # it reads every option, and refuses what there is not


def test_what_is_said_without_a_number_is_so() -> None:
    """Of a hundred untrained runs: k1 is one of the slowest to forget and k2 an ordinary one; in their middle the LSTM
    with memory bias 0 fades a little more slowly than the plain cell, in k1 faster."""

    def left(cell: str, length: int) -> np.ndarray:
        some = [with_cell(NetworkChoice(run=run, length=length), cell) for run in range(1, 101)]
        with jit.compiled_here():  # alone it would take minutes
            return np.array(
                [found.differences[0] for at in range(0, 100, 10) for found in differences_only(some[at : at + 10])]
            )

    plain = {length: left("rnn", length) for length in (2, 12)}
    edge = np.percentile(plain[12], [10, 90])
    assert 0.85 * edge[1] < plain[12][0] < 1.15 * edge[1]
    assert (plain[12] < plain[12][0]).sum() > 80
    assert 30 < (plain[12] < plain[12][1]).sum() < 70
    shares = {"rnn": plain[12] / plain[2], "lstm": left("lstm", 12) / left("lstm", 2)}
    assert np.median(shares["rnn"]) < np.median(shares["lstm"]) < 10 * np.median(shares["rnn"])
    assert shares["lstm"][0] < shares["rnn"][0]


def test_the_noise_lies_in_few_directions_and_the_marker_in_others() -> None:
    """What demo 5 says of why the linear reader finds what the nearest centre does not, in run k1 at T = 10."""
    choice, data = NetworkChoice(length=10), data_set()
    h = last_states(CELLS["rnn"], (initial(choice),), data.inputs(10))[:, 0]
    marked = np.asarray(data.marked) == 1
    apart = h[marked].mean(axis=0) - h[~marked].mean(axis=0)
    noise = h - np.where(marked[:, None], h[marked].mean(axis=0), h[~marked].mean(axis=0))
    assert np.abs(apart).sum() < h.std(axis=0).sum() / 10, "later readings move the units far more"
    strength, directions = np.linalg.eigh(noise.T @ noise)
    assert strength[-2:].sum() > 0.95 * strength.sum(), "along the same few directions"
    along = (directions.T @ apart) ** 2
    assert along[-2:].sum() < along.sum() / 4, "most of the marker lies elsewhere"
