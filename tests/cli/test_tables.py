"""`rnntui table`: names, figures, formats."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from rnntui.cli.formats import Column, as_csv, as_json, as_text, decimals, fixed, json_value
from rnntui.cli.output import gathered
from rnntui.glyphs import spelled

Rows = Callable[..., list[dict[str, Any]]]
LENGTHS = [2, 4, 6, 8, 10, 12]


def test_baseline(rows: Rows) -> None:
    table = rows("table", "baseline")
    assert [list(row) for row in table] == [["length", "positive", "baseline"]] * 6
    assert [row["positive"] for row in table] == [56, 56, 63, 51, 60, 58]
    assert [row["baseline"] for row in table] == [0.72, 0.72, 0.685, 0.745, 0.7, 0.71]


def test_trace_of_the_plain_cell(rows: Rows, golden: dict[str, Any]) -> None:
    table = rows("table", "trace")
    names = ["diff_1", "diff_2", "factor_1", "readback_1", "readback_2", "readback_linear_1", "readback_linear_2"]
    assert [list(row) for row in table] == [["length", *names]] * 6
    assert table[0]["factor_1"] is None
    assert [round(row["factor_1"], 3) for row in table[1:]] == [0.609, 0.668, 0.625, 0.628, 0.622]
    compare(table, golden["trace"]["rnn bias 0"])


@pytest.mark.parametrize("bias", [0, 1, 3])
def test_trace_of_the_lstm_has_its_cell_state(rows: Rows, golden: dict[str, Any], bias: int) -> None:
    table = rows("table", "trace", "--cell", "lstm", "--memory-bias", str(bias))
    assert {"state_diff_1", "state_diff_2"} < table[0].keys()
    compare(table, golden["trace"][f"lstm bias {bias}"])


def compare(table: list[dict[str, Any]], golden: list[dict[str, Any]]) -> None:
    """Every figure that the golden file has."""
    assert [row["length"] for row in table] == LENGTHS
    for row, wanted in zip(table, golden, strict=True):
        for name, value in wanted.items():
            assert row[name] == pytest.approx(value, rel=0, abs=2e-15), (row["length"], name)


def test_training_of_the_plain_cell_with_its_chaotic_cell(rows: Rows, golden: dict[str, Any]) -> None:
    table = rows("table", "training", "--sensitivity", "40", "--lengths", "2,10,12")
    names = ["length", "baseline", "run_1", "run_2", "diff_1", "diff_2", "run_range", "run_1_range", "run_2_range"]
    assert [list(row) for row in table] == [names] * 3
    for row in table:
        wanted = next(w for w in golden["training"]["rnn in-place bias 0"] if w["length"] == row["length"])
        for i in (1, 2):
            low, high = row[f"run_{i}_range"]
            assert [low, high] == wanted[f"run_{i}_range_under_one_ulp"]
            assert (low == high) == (wanted[f"run_{i}_distinct_under_one_ulp"] == 1)
            if low == high:
                assert row[f"run_{i}"] == wanted[f"run_{i}"]
            assert row[f"diff_{i}"] == pytest.approx(row[f"run_{i}"] - row["baseline"], abs=1e-12)


@pytest.mark.parametrize(
    ("args", "key"),
    [
        (("--cell", "lstm", "--memory-bias", "3"), "lstm exact bias 3"),
        (("--mode", "exact"), "rnn exact bias 0"),
        ((), "rnn in-place bias 0"),
    ],
)
def test_training_where_it_may_be_pinned(rows: Rows, golden: dict[str, Any], args: tuple[str, ...], key: str) -> None:
    for row, wanted in zip(rows("table", "training", *args), golden["training"][key], strict=True):
        assert row["baseline"] == wanted["baseline"]
        for i in (1, 2):
            if wanted[f"run_{i}_distinct_under_one_ulp"] == 1:
                assert row[f"run_{i}"] == wanted[f"run_{i}"]


def test_figures_are_whole_test_subscribers(rows: Rows) -> None:
    row = rows("table", "training", "--lengths", "2", "--runs", "1-3", "--epochs", "2")[0]
    shares = [row["run_1"], row["run_2"], row["run_3"]]
    assert all(share == round(share * 200) / 200 for share in shares)
    assert row["run_range"] == (round(max(shares) * 200) - round(min(shares) * 200)) / 200


def test_one_run_has_no_range(rows: Rows) -> None:
    row = rows("table", "training", "--length", "2", "--run", "k3", "--epochs", "1")[0]
    assert row["run_range"] is None
    assert "run_2" not in row


def test_any_number_of_runs(rows: Rows) -> None:
    row = rows("table", "trace", "--lengths", "3", "--runs", "k5,1-4")[0]
    assert [f"diff_{i}" in row for i in range(1, 7)] == [True] * 5 + [False]
    alone = rows("table", "trace", "--lengths", "3", "--runs", "k5")[0]
    assert row["diff_1"] == alone["diff_1"]


def test_trace_of_the_trained_network_is_another(rows: Rows) -> None:
    untrained, trained = (rows("table", "trace", "--lengths", "4", *more)[0] for more in ((), ("--trained",)))
    assert trained["diff_1"] > 2 * untrained["diff_1"]


def test_chrono_is_not_asked_of_a_length_it_does_not_know(rows: Rows) -> None:
    table = rows("table", "trace", "--cell", "lstm", "--memory-bias", "chrono")
    assert [row["length"] for row in table] == LENGTHS[1:]


def test_lengths_fit_into_another_data_set(rows: Rows) -> None:
    assert [row["length"] for row in rows("table", "baseline", "--data", "long-7")] == [2, 4, 6]
    assert [row["length"] for row in rows("table", "baseline", "--data", "long-60", "--lengths", "50,60")] == [50, 60]


def test_parameters(rows: Rows) -> None:
    table = rows("table", "parameters")
    assert [list(row) for row in table] == [["cell", "parameters"]] * len(table)
    found = {row["cell"]: row["parameters"] for row in table}
    assert (found["rnn"], found["lstm"]) == (61, 223)
    dense = {name: count for name, count in found.items() if name.startswith("dense")}
    assert dense == {f"dense_{t}": 12 * t + 13 for t in LENGTHS}


@pytest.mark.parametrize("name", ["baseline", "trace", "parameters"])
def test_csv_has_the_columns_and_the_precision_of_json(invoke: Callable[..., Result], rows: Rows, name: str) -> None:
    result = invoke("table", name, "--format", "csv")
    for text_row, row in zip(csv.DictReader(io.StringIO(result.stdout)), rows("table", name), strict=True):
        assert list(text_row) == list(row)
        for column, value in row.items():
            assert text_row[column] == ("" if value is None else str(value))


def test_text_for_people_says_what_is_chaotic(invoke: Callable[..., Result]) -> None:
    text = invoke("table", "training", "--lengths", "10", "--sensitivity", "3").stdout
    assert "0.8850*" in text
    assert "* T = 10, k1 is chaotic" in text
    assert "over 3 trials" in text
    assert "--sensitivity 40" in invoke("table", "training", "--lengths", "2", "--epochs", "1").stdout


def test_text_is_aligned(invoke: Callable[..., Result]) -> None:
    lines = invoke("table", "trace").stdout.splitlines()
    table = lines[lines.index("") + 1 : lines.index("") + 8]
    assert len({len(line) for line in table}) == 1
    assert table[-1].split()[:4] == ["12", "0.00913", "0.00067", "0.622"]


def test_no_number_is_null() -> None:
    row = {"a": math.nan, "b": math.inf, "c": [1.0, math.nan], "d": {"e": -math.inf}}
    assert json.loads(json_value(row)) == {"a": None, "b": None, "c": [1.0, None], "d": {"e": None}}
    columns = [Column("a", "A", str), Column("c", "C", str)]
    assert as_csv(columns, [row]) == "a,c\n,1.0 None\n"
    assert as_json([]) == "[]\n"


def test_a_run_away_training_is_shown_and_not_a_crash(rows: Rows) -> None:
    row = rows("table", "trace", "--trained", "--rate", "1e300", "--lengths", "3", "--runs", "1")[0]
    assert row["diff_1"] is None
    assert row["readback_linear_1"] is None


def test_a_training_that_ran_away_is_named(invoke: Callable[..., Result]) -> None:
    wanted = ("--rate", "1e150", "--runs", "1", "--epochs", "2")
    text = invoke("table", "training", "--lengths", "4", *wanted).stdout
    assert "T = 4, k1: the training ran away in epoch 1: its weights are no longer finite numbers" in text
    shown = invoke("step", "--length", "4", "--trained", *wanted[:2], "--epochs", "2")
    assert shown.exit_code == 0
    assert shown.stderr.endswith("no longer finite numbers; what follows is the network after epoch 0\n")


def test_decimals() -> None:
    assert [decimals(x) for x in (0.5, 0.0, 3e-7, -0.25)] == ["0.5000", "0.0000", "3.0e-07", "-0.2500"]
    assert decimals(None) == decimals(math.nan) == "-"
    assert decimals(0.25, 2, sign=True) == "+0.25"
    assert as_text("t", [fixed("a", "A")], [{"a": 0.5}], []) == "t\n\n     A\n0.5000\n"


def test_ctrl_c_keeps_the_rows_that_are_finished() -> None:
    def interrupted() -> Any:
        yield 1
        yield 2
        raise KeyboardInterrupt

    assert gathered(interrupted()) == ([1, 2], True)
    assert gathered(iter([1])) == ([1], False)


@pytest.mark.parametrize(("form", "words"), [("text", "Interrupted"), ("json", '"length": 2'), ("csv", "0.72")])
def test_an_interrupted_table_is_printed_and_exits_130(
    invoke: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, form: str, words: str
) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    from rnntui_engine.readings import Data

    positives = Data.positives
    monkeypatch.setattr(Data, "positives", lambda self, t: positives(self, t) if t < 4 else interrupted())
    result = invoke("table", "baseline", "--format", form)
    assert result.exit_code == 130
    assert words in result.stdout
    assert result.stderr == ""


def test_a_terminal_without_unicode_gets_its_own_spelling() -> None:
    assert spelled("m³ − 1 × 2 … ☂", "ascii") == "m3 - 1 x 2 ... ?"
