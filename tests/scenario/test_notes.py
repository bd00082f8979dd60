"""The second terminal: what a running demo tells it, and what it makes of that. No clock but the test's own."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnntui.scenario.read import Scenario
from rnntui.scenario.running import LONGEST, Running, end, running, tell
from rnntui.scenario.shelf import find, names
from rnntui.scenario.speaker import follow, minutes, page
from rnntui.scenario.timing import minutes_needed, starts, weight

from .conftest import Beats

NOW = 1_000_000.0
HERE = Running(
    os.getpid(), "x.toml", "A title", 2, 5, NOW - 150, NOW, 10.0, (2.0, 4.0), "What is said.", "Say it slowly.",
    "What comes", False,
)  # fmt: skip


def test_what_is_told_is_found(tmp_path: Path) -> None:
    path = tmp_path / "state" / "demo.json"
    assert running(path, NOW) is None
    assert tell(path, HERE) == ""
    assert running(path, NOW + 60) == HERE
    assert list(path.parent.iterdir()) == [path], "written whole, with nothing left beside it"


def test_of_two_demos_the_one_that_moved_last_is_followed(tmp_path: Path) -> None:
    path, other = tmp_path / "demo.json", replace(HERE, process=os.getppid(), title="Another")
    tell(path, HERE)
    tell(path, other)
    assert running(path, NOW) == other
    end(path, HERE.process)
    assert running(path, NOW) == other, "an end ends nothing of another's"
    tell(path, HERE)
    assert running(path, NOW) == HERE
    end(path, HERE.process)
    assert running(path, NOW) is None
    assert not path.exists()
    end(path, HERE.process)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process cannot be asked for")
def test_a_file_left_behind_is_harmless(tmp_path: Path) -> None:
    path = tmp_path / "demo.json"
    tell(path, HERE)
    assert running(path, NOW + 13 * 3600) is None, "nobody stays at a beat for half a day"
    assert running(path, NOW - 3600) is None, "nor does one come from the future"
    for process in (2**22 + 1, 2**31, -1, 0):  # beyond what there can be
        tell(path, replace(HERE, process=process))
        assert running(path, NOW) is None


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "{", '"x"', "\x00", "[" * 10_000, "1e999", json.dumps({**asdict(HERE), "beat": "2"}),
     json.dumps({**asdict(HERE), "starts": [1]}), json.dumps({**asdict(HERE), "moved": None}),
     json.dumps({**asdict(HERE), "asks": 1}), json.dumps({**asdict(HERE), "notes": 5}), "x" * (LONGEST + 1),
     json.dumps({**asdict(HERE), "started": True}), json.dumps({**asdict(HERE), "started": float("nan")})],
    ids=range(17),
)  # fmt: skip
def test_what_is_no_file_of_ours_is_no_demo(tmp_path: Path, text: str) -> None:
    path = tmp_path / "demo.json"
    path.write_text(text, encoding="utf-8")
    assert running(path, NOW) is None
    end(path, os.getpid())


def test_text_of_a_file_is_only_text(tmp_path: Path) -> None:
    path = tmp_path / "demo.json"
    tell(path, replace(HERE, notes="\x1b[31mred\x07", title="a\nb"))
    found = running(path, NOW)
    assert found is not None
    assert "\x1b" not in page(found, NOW)
    assert "\x07" not in page(found, NOW)


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert tell(tmp_path / "file" / "demo.json", HERE) != ""


def test_the_speakers_page() -> None:
    assert page(HERE, NOW) == (
        "A title\nBeat 2 of 5. 2 minutes gone of 10 minutes; in time.\n\nSay it slowly.\n\nIt says: What is said.\n\n"
        "Next: What comes\n"
    )
    asked = replace(HERE, asks=True, answer="3. It is 5.", notes="", coming="", score="1 of 2 answers right.")
    assert page(asked, NOW) == (
        "A title\nBeat 2 of 5. 2 minutes gone of 10 minutes; in time.\n\nNo notes for this beat.\n\n"
        "The right answer: 3. It is 5.\n\nIt asks: What is said.\n\nThis is the last beat.\n\n1 of 2 answers right.\n"
    )
    long = page(replace(HERE, notes="Many words. " * 30 + "\n\nAnd more."), NOW)
    assert all(len(line) <= 78 for line in long.splitlines())


@pytest.mark.parametrize(
    ("elapsed", "words"),
    [(0, "0 minutes gone of 10 minutes; 2 minutes early."), (0.99, "1 minute early"), (1.2, "1 minute gone"),
     (1.0, "in time"), (5.0, "in time"), (5.2, "1 minute late"), (30, "26 minutes late")],
)  # fmt: skip
def test_early_late_in_time(elapsed: float, words: str) -> None:
    assert words in minutes(HERE, elapsed)


def test_it_follows_and_says_only_what_is_new() -> None:
    """Nothing plays, a demo begins, stays, a minute passes, it moves, it ends."""
    later = replace(HERE, beat=3, notes="Now quickly.")
    course = [(None, 0.0), (None, 1.0), (HERE, 2.0), (HERE, 3.0), (HERE, 40.0), (later, 41.0), (None, 42.0)]
    at = 0

    def rest() -> bool:
        nonlocal at
        at += 1
        return at < len(course)

    pages = list(follow(lambda: course[at][0], lambda: NOW + course[at][1], "Waiting.\n", rest))
    assert pages == [
        "Waiting.\n", page(HERE, NOW), page(HERE, NOW + 40), page(later, NOW + 41), "Waiting.\n",
    ]  # fmt: skip
    assert "3 minutes gone" in pages[2]


@given(st.floats(0, 600), st.floats(0, 600), st.floats(0, 600))
def test_minutes_are_always_words(first: float, second: float, elapsed: float) -> None:
    low, high = sorted((first, second))
    words = minutes(replace(HERE, starts=(low, high)), elapsed)
    assert sum(end in words for end in (" late.", " early.", "in time.")) == 1


@pytest.mark.parametrize("name", names())
def test_planned_minutes_share_out_the_whole(name: str) -> None:
    scenario = find(name)
    planned = starts(scenario)
    assert planned[0] == 0
    assert list(planned) == sorted(planned)
    last = scenario.minutes * weight(scenario.beats[-1]) / sum(map(weight, scenario.beats))
    assert planned[-1] + last == pytest.approx(scenario.minutes)


@pytest.mark.parametrize("name", names())
def test_the_planned_minutes_are_enough(name: str) -> None:
    """To read everything aloud, look at each beat and think about each question."""
    scenario = find(name)
    needed = minutes_needed(scenario)
    assert scenario.minutes >= round(needed), f"{scenario.minutes} minutes; its words and questions take {needed:.1f}"


def test_what_takes_longer_to_say_is_given_longer(beats: Beats) -> None:
    scenario: Scenario = beats(
        'say = "Few words."',
        'say = "Very many more words than there were in the first one, so that it takes much longer to say them all."',
        'say = "Few words."\nask = "What?"\ntruth = "This."\nchoices = [\n{ say = "one", right = "period == 1" },\n'
        '{ say = "two", right = "period == 2" }]',
    )
    first, second, third = map(weight, scenario.beats)
    assert first < second < third
