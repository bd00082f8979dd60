"""`rnntui table gradient`: the toy, and one sequence's way back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui.cli import gradient as table
from rnntui_engine.loaded import load
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice
from rnntui_engine.unroll import trace
from rnntui_engine.way_back import flow

Invoke = Callable[..., Result]
Rows = Callable[..., Any]


@pytest.mark.parametrize(("eigenvalue", "norm"), [("0.8", 2.754e-9), ("1.0", 1.797e-3), ("1.2", 101.26)])
def test_the_toy(rows: Rows, eigenvalue: str, norm: float) -> None:
    found = rows("table", "gradient", "--lambda", eigenvalue)
    assert [list(row) for row in found] == [["series", "steps_back", "norm"]] * 61
    assert [(row["series"], row["steps_back"]) for row in found] == [("toy", k) for k in range(61)]
    assert found[0]["norm"] == 1.0 and found[60]["norm"] == pytest.approx(norm, rel=5e-4)


def test_the_toy_s_derivative_alone_and_both(rows: Rows) -> None:
    assert rows("table", "gradient", "--derivative", "0.5")[10]["norm"] == pytest.approx(2.0**-10, rel=1e-13)
    both = rows("table", "gradient", "--lambda", "-3", "--derivative", "0.5")
    assert both[60]["norm"] == pytest.approx(1.5**60, rel=1e-13)
    assert rows("table", "gradient", "--lambda", "1e6", "--derivative", "1e6")[60]["norm"] is None


def test_the_toy_in_words(invoke: Invoke) -> None:
    text = invoke("table", "gradient", "--lambda", "0.8").stdout
    assert text.startswith("A gradient on its way back, the toy: lambda 0.8, activation derivative 0.9\n")
    assert "After 60 steps: 8.56 orders of magnitude lost." in text
    assert "lambda = 1 / derivative = 1.1111." in text
    assert "After 60 steps: 2.01 orders of magnitude gained." in invoke("table", "gradient", "--lambda", "1.2").stdout


@pytest.mark.parametrize("asked", [
    "--lambda nan", "--lambda x", "--derivative inf", "--cell lstm --lambda 1", "--trained --lambda 1",
    "--cell nothing", "--subscriber 500", "--length 13", "--memory-bias 1", "--lengths 2,4",
])  # fmt: skip
def test_bad_input_is_one_line_that_names_the_option(invoke: Invoke, asked: str) -> None:
    result = invoke("table", "gradient", *asked.split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(f"rnntui: {asked.split()[0]}: ")


@pytest.mark.parametrize(("cell", "series"), [
    ("rnn", ["dL/dh", "jacobian", "difference"]), ("lstm", ["dL/dh", "dL/dc", "jacobian", "difference"]),
    ("erase-write", ["dL/dh", "dL/ds", "jacobian", "difference"]), ("gru", ["dL/dh", "jacobian", "difference"]),
])  # fmt: skip
def test_a_real_way_back_is_the_engine_s(rows: Rows, cell: str, series: list[str]) -> None:
    found = rows("table", "gradient", "--cell", cell, "--run", "k2", "--length", "6", "--subscriber", "3")
    assert list(dict.fromkeys(row["series"] for row in found)) == series
    expected = flow(trace(with_cell(NetworkChoice(run=2, length=6), cell), 3))
    columns = [expected.back(part) for part in range(len(expected.parts))]
    columns += [expected.jacobian_back, expected.difference]
    for name, column in zip(series, columns, strict=True):
        own = [row for row in found if row["series"] == name]
        assert [row["steps_back"] for row in own] == list(range(6))
        assert [row["norm"] for row in own] == column.tolist()


def test_csv_is_the_same(invoke: Invoke, rows: Rows) -> None:
    read = list(csv.DictReader(io.StringIO(invoke("table", "gradient", "--format", "csv").stdout)))
    assert [float(row["norm"]) for row in read] == [row["norm"] for row in rows("table", "gradient")]


def test_words_say_what_is_proven_and_what_a_rule_of_thumb(invoke: Invoke) -> None:
    text = invoke("table", "gradient").stdout
    assert "subscriber 260, T = 12, k1, plain recurrent network, untrained" in text
    assert "Wh: largest singular value 0.9974; spectral radius 0.7093, which is a rule of thumb" in text
    assert "Mean factor per step: dL/dh 0.531, jacobian 0.631, difference 0.571." in text
    assert "Wh:" not in invoke("table", "gradient", "--cell", "gru").stdout


def test_trained_is_another_network(rows: Rows) -> None:
    plain, trained = rows("table", "gradient"), rows("table", "gradient", "--trained", "--epochs", "2")
    assert [row["norm"] for row in plain] != [row["norm"] for row in trained]


def test_a_training_that_ran_away_has_no_numbers_and_says_so(invoke: Invoke) -> None:
    asked = ("table", "gradient", "--trained", "--rate", "1e308", "--epochs", "2")
    found = json.loads(invoke(*asked, "--format", "json").stdout)
    assert {row["norm"] for row in found} == {None}
    text = invoke(*asked).stdout
    assert "Nothing can be measured: the training ran away in epoch 1" in text and "Mean factor" not in text


def test_interrupted_it_shows_the_rows_that_are_finished(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = table.elsewhere

    def interrupted(work: Any) -> Any:
        for one in inside(work):
            if one[0] == interrupted_at[0]:  # so many gradients and Jacobians are there
                raise KeyboardInterrupt
            yield one

    interrupted_at = [15]

    monkeypatch.setattr(table, "elsewhere", interrupted)
    result = invoke("table", "gradient", "--format", "csv")
    assert result.exit_code == 130
    assert [line.split(",")[0] for line in result.stdout.splitlines()[-3:]] == ["dL/dh", "jacobian", "jacobian"]
    interrupted_at = [4]
    result = invoke("table", "gradient", "--format", "csv")
    assert result.exit_code == 130
    assert {line.split(",")[0] for line in result.stdout.splitlines()[1:]} == {"dL/dh"}


FILES = Path(__file__).parents[1] / "data" / "weights"


def test_a_network_from_a_file_layer_by_layer(rows: Rows, invoke: Invoke) -> None:
    chosen = load(FILES / "lstm_two_layers.safetensors").choice(12, "lesson")
    asked = ("table", "gradient", "--weights", str(FILES / "lstm_two_layers.safetensors"))
    for layer in (1, 2):
        found = rows(*asked, "--layer", str(layer))
        expected = flow(trace(chosen, 260, layer=layer))
        by = {name: [r["norm"] for r in found if r["series"] == name] for name in ("dL/dh", "dL/dc", "jacobian")}
        assert by["dL/dh"] == expected.back().tolist() and by["dL/dc"] == expected.back(1).tolist()
        assert by["jacobian"] == expected.jacobian_back.tolist()
    assert rows(*asked) == rows(*asked, "--layer", "2")
    text = invoke(*asked, "--layer", "1").stdout
    assert "T = 12, layer 1 of 2, long short-term memory, from lstm_two_layers" in text
    assert (
        "its gradient comes from the layer above as well" in text
        and "Wh of each gate: largest singular value i" in text
    )
    for bad in ("0", "3"):
        result = invoke(*asked, "--layer", bad)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"rnntui: --layer: {bad} is not a layer from 1 to 2\n"
    assert invoke("table", "gradient", "--layer", "1").stderr.startswith("rnntui: --layer: the lesson's networks have")


def test_what_is_missing_is_said_and_the_rest_is_there(rows: Rows, invoke: Invoke, tmp_path: Path) -> None:
    mute = ("table", "gradient", "--weights", str(FILES / "gru_two_answers.safetensors"))
    assert {row["series"] for row in rows(*mute)} == {"jacobian", "difference"}
    assert "There is no dL/d…: the file has no readout" in invoke(*mute).stdout
    (tmp_path / "plain.csv").write_text("subscriber,1,2,3\na,1,2,3\nb,3,2,1\n", encoding="utf-8")
    asked = ("table", "gradient", "--weights", str(FILES / "lstm_two_layers.safetensors"), "--data")
    asked = (*asked, str(tmp_path / "plain.csv"))
    assert {row["series"] for row in rows(*asked)} == {"jacobian"}
    text = invoke(*asked).stdout
    assert "There is no dL/d…: there is no label" in text and "there are no twins" in text


def test_a_long_trace_is_read_and_walked(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("table", "gradient", "--cell", "lstm", "--data", "long-50", "--length", "40")
    whole = rows(*asked)
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 9000)
    assert rows(*asked) == whole
    monkeypatch.setattr("rnntui_engine.way_back.WORTH", 7 * 12 * 4 * 36)
    assert [row["steps_back"] for row in rows(*asked) if row["series"] == "jacobian"] == list(range(7))
