"""`rnntui step`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from rnntui.cli.narration import spoken
from rnntui.cli.step import record
from rnntui_engine.records import NetworkChoice
from rnntui_engine.unroll import trace

EVERY = [
    "period", "reading", "input", "h", "h_marked", "h_unmarked", "difference", "difference_per_unit", "probability",
]  # fmt: skip
STATE = ["state", "state_marked", "state_unmarked", "gates"]
Rows = Callable[..., Any]


def test_json_of_the_plain_cell(rows: Rows, golden: dict[str, Any]) -> None:
    answer = rows("step")
    assert list(answer) == ["subscriber", "cell", "run", "length", "label", "probability", "periods"]
    assert [answer[name] for name in list(answer)[:5]] == [260, "rnn", "k1", 12, 1]
    assert [list(period) for period in answer["periods"]] == [EVERY] * 12
    assert [period["period"] for period in answer["periods"]] == list(range(1, 13))
    assert [period["reading"] for period in answer["periods"]] == golden["data"]["example"]
    np.testing.assert_allclose(
        [period["h"] for period in answer["periods"]], golden["plain"]["example_states_k1_T12"], rtol=0, atol=2e-15
    )
    assert answer["probability"] == answer["periods"][-1]["probability"]
    assert answer["probability"] == pytest.approx(golden["plain"]["example_probability_k1_T12"], abs=2e-15)


def test_json_of_the_lstm(rows: Rows) -> None:
    answer = rows("step", "--cell", "lstm", "--memory-bias", "1", "--length", "4", "--run", "k2", "--subscriber", "7")
    assert [list(period) for period in answer["periods"]] == [EVERY + STATE] * 4
    assert (answer["run"], answer["subscriber"], answer["length"]) == ("k2", 7, 4)
    for period in answer["periods"]:
        assert list(period["gates"]) == ["input", "forget", "candidate", "output"]
        assert {len(values) for values in period["gates"].values()} == {6}
        i, f, g, o = (np.array(values) for values in period["gates"].values())
        before = np.array(answer["periods"][period["period"] - 2]["state"]) if period["period"] > 1 else np.zeros(6)
        np.testing.assert_allclose(period["state"], f * before + i * g, rtol=0, atol=1e-15)
        np.testing.assert_allclose(period["h"], o * np.tanh(period["state"]), rtol=0, atol=1e-15)


def test_json_has_the_same_numbers_as_the_trace(rows: Rows) -> None:
    found = trace(NetworkChoice(cell="lstm", mode="exact", length=5), 3)
    assert rows("step", "--cell", "lstm", "--length", "5", "--subscriber", "3") == json.loads(json.dumps(record(found)))
    for period in record(found)["periods"]:
        marked, unmarked = np.array(period["h_marked"]), np.array(period["h_unmarked"])
        assert period["difference_per_unit"] == np.abs(marked - unmarked).tolist()
        assert period["difference"] == pytest.approx(sum(period["difference_per_unit"]), abs=1e-15)


def test_text_says_it_all(invoke: Callable[..., Result]) -> None:
    text = invoke("step").stdout
    assert text.startswith("Subscriber 260, plain recurrent network, untrained, run k1, T = 12.\nIt is marked")
    assert "Its label is 1, because it is marked and reading 12, 25.18, is above the tier of 25 cubic metres." in text
    assert "Period 1 of 12. The reading 0.00 comes in: the marker." in text
    assert "1 falls to minus 0.5341" in text
    assert "differ by 0.2232 in all, 0.66 of the step before, most in unit 6: 0.4122 marked, 0.4794 unmarked." in text
    assert "probability 0.4720, so it says 0. The label is 1: wrong." in text
    assert text.count("If it stopped here") == 11
    assert text.isascii()


def test_text_of_an_unmarked_subscriber_says_had_it_been_marked(invoke: Callable[..., Result]) -> None:
    text = invoke("step", "--subscriber", "0").stdout
    assert "It is not marked" in text
    assert "Its label is 0, because it is not marked." in text
    assert "had it been marked" in text
    assert "the marker." not in text.split("Period 1")[1]


def test_text_of_a_marked_subscriber_below_the_tier(invoke: Callable[..., Result]) -> None:
    text = invoke("step", "--length", "4").stdout
    assert "Its label is 0, because it is marked but reading 4, 20.95, is not above" in text


def test_text_of_the_lstm_names_its_gates(invoke: Callable[..., Result]) -> None:
    text = invoke("step", "--cell", "lstm", "--length", "2").stdout
    for name in ("Input gate:", "Forget gate:", "Candidate:", "Output gate:", "Cell state c:", "Hidden units:"):
        assert text.count(name) == 2
    assert "memory bias 0" in text


def test_trained_says_so_and_decides_otherwise(invoke: Callable[..., Result], rows: Rows) -> None:
    assert "trained 30 epochs in place, rate 0.05" in invoke("step", "--length", "2", "--trained").stdout
    untrained, trained = (rows("step", "--length", "2", *more)["probability"] for more in ((), ("--trained",)))
    assert untrained != trained


def test_another_data_set_starts_with_its_first_subscriber_and_its_whole_length(rows: Rows) -> None:
    answer = rows("step", "--data", "long-20")
    assert (answer["subscriber"], answer["length"]) == (0, 20)
    assert [len(answer["periods"])] == [20]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.5, "0.5000"), (-0.5, "minus 0.5000"), (0.0, "0"), (3.14e-7, "3.1 times 10 to the minus 7"),
        (-2e9, "minus 2.0 times 10 to the 9"), (float("nan"), "not a number"), (float("-inf"), "minus infinity"),
    ],
)  # fmt: skip
def test_numbers_as_they_are_read_aloud(value: float, words: str) -> None:
    assert spoken(value) == words
