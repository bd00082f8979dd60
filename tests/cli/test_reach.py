"""`rnntui table reach`: shares of many runs. Which count each cell has, the engine's tests say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui_engine import sweep
from rnntui_engine.shares import wilson

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "reach_100_runs.json").read_text(encoding="utf-8"))
Invoke = Callable[..., Result]


def test_a_hundred_runs_unless_told_otherwise(invoke: Invoke) -> None:
    result = invoke("table", "reach", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    expected = []
    for length, beating in GOLDEN["rnn in-place bias 0"].items():
        low, high = wilson(beating, 100)
        expected.append(
            {"length": int(length), "runs": 100, "beating": beating, "share": beating / 100, "low": low, "high": high}
        )
    assert json.loads(result.stdout) == expected


def test_another_cell_at_some_lengths(rows: Callable[..., Any]) -> None:
    found = rows("table", "reach", "--cell", "lstm", "--memory-bias", "3", "--lengths", "4,2")
    assert [list(row) for row in found] == [["length", "runs", "beating", "share", "low", "high"]] * 2
    assert [(row["length"], row["beating"]) for row in found] == [(4, 100), (2, 100)]


def test_text_says_what_the_interval_is_and_how_far_it_is_carried(invoke: Invoke) -> None:
    text = invoke("table", "reach", "--lengths", "2,12").stdout
    lines = text.splitlines()
    assert lines[0] == (
        "Runs that beat the baseline by more than 0.10: plain recurrent network, trained 30 epochs in place, rate 0.05"
    )
    assert [line.split() for line in lines[2:5]] == [
        ["T", "runs", "beating", "share", "low", "high"], ["2", "100", "100", "1.0000", "0.9630", "1.0000"],
        ["12", "100", "29", "0.2900", "0.2101", "0.3854"],
    ]  # fmt: skip
    assert "low, high: the 95 % interval of the share (Wilson 1927)." in lines
    assert lines[-2] == "Steps back carried: 2, of 100 runs."


@pytest.mark.parametrize(("runs", "words"), [("1,2", "of two runs: too few"), ("3", "of one run: no share")])
def test_few_runs_are_said_to_be_few(invoke: Invoke, runs: str, words: str) -> None:
    text = invoke("table", "reach", "--lengths", "2,4", "--runs", runs).stdout
    assert f"Steps back carried: 4, {words}" in text


def test_interrupted_it_shows_the_lengths_that_are_finished(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = sweep.rows

    def interrupted(*given: Any) -> Any:
        for part in inside(*given):
            yield part
            if part.done == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "rows", interrupted)
    result = invoke("table", "reach", "--lengths", "2,3,4", "--runs", "1", "--epochs", "1")
    assert result.exit_code == 130
    assert [line.split()[0] for line in result.stdout.splitlines()[2:5]] == ["T", "2", "3"]
    assert result.stdout.endswith("Interrupted: the rows that were finished.\n")


def test_csv_has_full_precision(invoke: Invoke) -> None:
    lines = invoke("table", "reach", "--lengths", "2", "--runs", "1-3", "--format", "csv").stdout.splitlines()
    assert lines[0] == "length,runs,beating,share,low,high"
    assert lines[1] == f"2,3,3,1.0,{wilson(3, 3)[0]!r},1.0"
