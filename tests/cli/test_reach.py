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


def test_how_far_compares_four_kinds_at_each_length(rows: Callable[..., Any], invoke: Invoke) -> None:
    few = ("--how-far", "--runs", "1-3", "--lengths", "10,20", "--epochs", "2")
    found = rows("table", "reach", *few)
    assert [(row["length"], row["cell"], row["memory_bias"]) for row in found] == [
        (t, cell, bias)
        for t in (10, 20)
        for cell, bias in (("rnn", 0.0), ("lstm", 0.0), ("lstm", 3.0), ("lstm", "chrono"))
    ]
    assert {row["runs"] for row in found} == {3} and {row["ran_away"] for row in found} == {0}
    for row in found[::3]:  # each is what the table of that kind alone says
        bias = () if row["cell"] == "rnn" else ("--memory-bias", str(row["memory_bias"]))
        alone = ("--cell", row["cell"], *bias, "--lengths", str(row["length"]), "--runs", "1-3", "--epochs", "2")
        (other,) = rows("table", "reach", "--data", "long-500", *alone)
        assert other == {name: row[name] for name in other}
    text = invoke("table", "reach", *few).stdout
    assert "trained 2 epochs (plain in place, LSTM exact), rate 0.05, data long-500" in text
    assert "Steps back carried: rnn 0, lstm with bias 0 0" in text


def test_how_far_goes_as_far_as_the_data(rows: Callable[..., Any]) -> None:
    small = ("--how-far", "--runs", "1", "--epochs", "1", "--cell", "gru")
    assert [row["length"] for row in rows("table", "reach", *small)] == [10, 20, 50, 100, 200, 500]
    assert [row["length"] for row in rows("table", "reach", *small, "--data", "long-75")] == [10, 20, 50, 75]


def test_runs_that_ran_away_are_counted(rows: Callable[..., Any], invoke: Invoke) -> None:
    wild = ("table", "reach", "--lengths", "4", "--runs", "1-3", "--epochs", "2", "--rate", "1e150")
    assert "ran_away" not in rows(*wild)[0]  # the lesson's table has the lesson's columns
    assert "T = 4: 3 of 3 runs ran away: no finite numbers." in invoke(*wild).stdout
    (row,) = rows(*wild, "--data", "long-20")
    assert (row["ran_away"], row["beating"], row["runs"]) == (3, 0, 3)
    assert "ran away: runs whose weights became infinite" in invoke(*wild, "--data", "long-20").stdout


def test_clipping_takes_the_whole_gradient(rows: Callable[..., Any], invoke: Invoke) -> None:
    small = ("table", "training", "--lengths", "2", "--runs", "1", "--epochs", "10")
    exact, clipped, loose = (
        rows(*small, "--mode", "exact", *more)[0] for more in ((), ("--clip", "0.01"), ("--clip", "1e9"))
    )
    assert loose == exact and clipped != exact
    assert rows(*small, "--clip", "0.01")[0] == clipped
    refused = invoke(*small, "--mode", "in-place", "--clip", "1")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        "rnntui: --clip: updates in place have no whole gradient to clip; exact ones have (mode exact)\n"
    )
