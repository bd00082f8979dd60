"""What a demo says to the ear: every scenario that ships, without a sign, a colour, or a place on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import pytest

from rnntui.cli.listening import GO_ON, Told
from rnntui.cli.narration import numbers_of
from rnntui.scenario.heard import OF_NETWORKS, spoken
from rnntui.scenario.plain import Narration
from rnntui.scenario.play import rehearse
from rnntui.scenario.read import read
from rnntui.scenario.shelf import find, names
from rnntui.scenario.template import template

SEEN_ONLY = re.compile(
    r"\b(yellow|blue|orange|red|green|gr[ea]y|pink|purple|violet|cyan|magenta|(?:un)?colou?r\w*|dashed|dotted|bright\w*"
    r"|dim|dimmed|lit|highlighted|upright|picture\w*|screens?|(?<!error )bars?|columns?|rows?|brackets?|(?<!log )axis"
    r"|heat map|(?:on|to|from) the (?:left|right)|right of the|at the (?:top|bottom|side)|(?:upper|lower) (?:edge|half)"
    r"|further (?:up|down)|line down|lies (?:far )?(?:above|below)|looks? like this|as you see|left to right)\b",
    re.IGNORECASE,
)


def narration(name: str) -> Narration:
    scenario = find(name)
    return Narration(scenario, rehearse(scenario), {}, numbers=lambda scene: numbers_of(scene, {}))


def told(narration: Narration, *lines: str, waits: bool = False) -> str:
    """What is told to somebody who answers with these lines, and then no more."""
    given = iter(lines)
    return "".join(Told(narration, lambda: next(given, None), waits).pieces())


@lru_cache(maxsize=1)
def of_nobody(name: str) -> str:
    """What is told where nobody answers."""
    return told(narration(name))


@pytest.mark.parametrize("name", names())
def test_nothing_refers_to_what_only_an_eye_has(name: str) -> None:
    text = of_nobody(name)
    signs = {c for c in text if not c.isascii()}
    assert not signs, f"no voice says these signs; write [seen|heard] for them: {signs}"
    said = " ".join(text.split())
    found = [said[max(0, m.start() - 60) : m.end() + 30] for m in SEEN_ONLY.finditer(said)]
    assert not found, f"words for the eye alone; write [seen|heard], as in [the lit panel|it]: {found}"
    assert not re.search(r"\b(the|a|unit|period) \1\b", said), "a word for a sign stands beside the same word"


@pytest.mark.parametrize("name", names())
def test_each_beat_says_where_it_stands(name: str) -> None:
    of_all = narration(name)
    beats = re.split(r"(?m)^Beat (\d+) of \d+\.", of_nobody(name))[1:]
    assert beats[::2] == [str(scene.beat.number) for scene in of_all.scenes]
    for scene, text in zip(of_all.scenes, beats[1::2], strict=True):
        said, place = " ".join(text.split()), scene.place
        if scene.view == "step":
            where = f"Period {place.period} of {place.choices.network.length}, unit {place.unit + 1}."
            assert (where if place.period else "Before period 1: nothing has been read.") in said
        if scene.beat.question is not None:
            assert said.startswith("A question first.")
            assert all(f" {n} " in said for n in range(1, len(scene.beat.question.choices) + 1))
    first, rest = " ".join(beats[1].split()), "".join(beats[3::2])
    networks = of_all.scenes[0].view in OF_NETWORKS
    shown = r" Shown: (data \S+, )?subscriber \S+, .*(untrained|trained|safetensors)" if networks else ""
    assert re.search(rf"The \w+ view\.{shown}", first)
    assert re.search("All (its numbers|of them): rnntui", first)
    views = [scene.view for scene in of_all.scenes]
    assert rest.count(" view.") == sum(a != b for a, b in pairwise(views))


def test_numbers_are_told_once() -> None:
    text = " ".join(told(narration("01_the_sequence_and_the_marker")).split())
    assert text.count("Unit 1 falls to minus 0.5341, from 0.") == 2, "in beats 2 and 6, where the period is another one"
    assert "The marked and the unmarked twin differ by 0.9424 in all, 0.32 of the step before" in text
    assert "This was the last: probability 0.4720, so it says 0. The label is 1: wrong." in text
    assert "Now: long short-term memory with memory bias 3." in text


@pytest.mark.parametrize(
    ("seen", "heard"),
    [
        ("unit ►3 at period ▲12", "unit 3 at period 12"), ("Period ▲2: from ▲1", "Period 2: from period 1"),
        ("−0.5 to +0.25", "minus 0.5 to plus 0.25"), ("c = f · c′ + i · g", "c = f times c before + i times g"),
        ("2.75e−09 and 3e4", "2.75 times 10 to the minus 9 and 3 times 10 to the 4"), ("λ = 1.2", "lambda = 1.2"),
        ("6 × 2", "6 times 2"), ("k1–k9 – all", "k1-k9 to all"), ("● and ○", "the marked twin and the unmarked twin"),
        ("|h − h|", "the size of h minus h"), ("1 − z", "1 minus z"),
    ],
)  # fmt: skip
def test_signs_are_spoken(seen: str, heard: str) -> None:
    assert spoken(seen) == heard


def test_words_for_the_eye_and_for_the_ear() -> None:
    found = template("The [dashed |]line at {tier:d}[: ■|, a {marked:d}].")
    assert [name for expression in found.expressions for name in expression.names] == ["tier", "tier", "marked"]

    def words(paragraphs: Iterator[object]) -> str:
        return "".join(piece.text for paragraph in paragraphs for piece in paragraph)  # type: ignore[attr-defined]

    assert words(found.filled(lambda expression: 2)) == "The dashed line at 2: ■."  # type: ignore[arg-type]
    assert words(found.aloud.filled(lambda expression: 2)) == "The line at 2, a 2."  # type: ignore[arg-type]
    assert not template("a {period}").heard
    assert template("[a|{1.5}]").typed_decimal == "" and template("[a|1.5]").typed_decimal == "1.5"


DEMO = """
title = "Two"
teaches = "nothing"
minutes = 1
[[beat]]
say = "One."
[[beat]]
ask = "Which?"
choices = [{ say = "this one", right = "period == 2" }, { say = "that one.", right = "period == 1" }]
truth = "It is {period}."
do = ["period 2"]
say = "Two."
[[beat]]
say = "Three."
"""


@pytest.fixture
def two() -> Narration:
    scenario = read(DEMO, "two.toml")
    return Narration(scenario, rehearse(scenario), {})


def test_without_input_nothing_is_asked(two: Narration) -> None:
    text = told(two)
    assert "  1  this one\n  2  that one.\n  The answer is 1: this one.\n  It is 2.\n" in text
    assert "Enter" not in text and "answered" not in text and " right." not in text


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("1", "You answered 1: right.\n"), ("2", "You answered 2: not so.\n"), ("", "  2  that one.\n  The answer is 1")],
)
def test_piped_input_answers(two: Narration, line: str, verdict: str) -> None:
    text = told(two, line)
    assert verdict in text and "The answer is 1: this one." in text
    assert ("1 of 1 answers was right." in text) == (line == "1")
    assert "Enter" not in text


def test_what_is_no_choice_is_asked_again(two: Narration) -> None:
    text = told(two, "3", "yes", "٢", "2")
    assert "3 is not a choice from 1 to 2.\n  yes is not a choice" in text
    assert "You answered 2: not so." in text


def test_at_a_terminal_one_goes_on_and_back(two: Narration) -> None:
    text = told(two, "", "b", "", "1", "", "", "more", waits=True)
    said = re.findall(r"Beat \d|One\.|Two\.|Three\.|You answered \d", text)
    assert said == [
        "Beat 1",
        "One.",
        "Beat 2",
        "Beat 1",
        "One.",
        "Beat 2",
        "You answered 1",
        "Two.",
        "Beat 3",
        "Three.",
    ]
    assert text.count(GO_ON) == 3
    assert "Type 1 or 2 and Enter. Enter alone tells the answer; b goes back a beat, q" in text
    text = told(two, "", "2", "b", "", "", waits=True)
    assert text.count("You answered 2") == 2, "an answer is locked, and told again"
    assert "Type" not in text.split("You answered 2")[1]
    assert "Beat 2" not in told(two, "q", waits=True)
    assert "The answer" not in told(two, "", "q", waits=True)
    assert "Three." in told(two, "", waits=True), "who hangs up is told the rest"
