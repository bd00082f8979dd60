"""Bad use: one line on stderr that names the option, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from click.testing import Result

import rnntui.cli
from rnntui.cli.errors import printable
from rnntui.seen import Choices
from rnntui_engine.records import NetworkChoice

LSTM = ("--cell", "lstm")
BAD = [
    (("--length", "13"), "--length: 13 is not a length from 2 to 12"),
    (("--length", "13", "--view", "decay"), "--length: 13 is not a length from 2 to 12"),
    (("step", "--length", "1"), "--length: 1 is not a length from 2 to 12"),
    (("step", "--length", "x"), "--length: 'x' is not a valid integer"),
    (("step", "--length"), "--length: its value is missing"),
    (("step", "--lenght", "3"), "--lenght: there is no such option here; did you mean --length?"),
    (("step", "--lengths", "3"), "--lengths: there is no such option here; did you mean --length?"),
    (("step", "--zzz"), "--zzz: there is no such option here; see rnntui step --help"),
    (("stepp",), "'stepp' is not a command of rnntui; did you mean step?"),
    (
        ("table",),
        "table: which one? There are answers, baseline, forecast, gates, gradient, parameters, reach, trace, training",
    ),
    (("table", "trac"), "'trac' is not a command of rnntui table; did you mean trace?"),
    (("step", "more"), "Got unexpected extra argument (more)"),
    (("--length", "6", "step"), "--length: belongs after the command step"),
    (("--view", "attic"), "--view: 'attic' is not one of 'step', 'decay'"),
    (("step", "--format", "csv"), "--format: 'csv' is not one of 'text', 'json'"),
    (("check", "--format", "csv"), "--format: 'csv' is not one of 'text', 'json'"),
    (("step", "--subscriber", "500"), "--subscriber: 500 is not a subscriber from 0 to 499"),
    (("step", "--subscriber", "-1"), "--subscriber: -1 is not a subscriber from 0 to 499"),
    (("step", "--run", "0"), "--run: k0 is not a run; the first is k1"),
    (("step", "--run", "x"), "--run: 'x' is not a run like k1"),
    (("step", "--memory-bias", "1"), "--memory-bias: rnn has no gate that keeps, so it takes no memory bias"),
    (("step", *LSTM, "--memory-bias", "nan"), "--memory-bias: nan is neither a finite number nor chrono"),
    (("step", *LSTM, "--memory-bias", "much"), "--memory-bias: 'much' is neither a number nor chrono"),
    (("step", *LSTM, "--memory-bias", "chrono", "--length", "2"), "--memory-bias: chrono needs a length from 3, not 2"),
    (("step", *LSTM, "--mode", "in-place"), "--mode: in-place is not a way to train lstm; it takes exact"),
    (("step", "--data", "my.csv"), "--data: my.csv: there is no such file"),
    (("step", "--data", "long-501"), "--data: 'long-501' is neither lesson nor long-N with N from 2 to 500"),
    (("step", "--data", "long-" + "9" * 5000), "--data: 'long-9"),
    (("step", "--epochs", "0"), "--epochs: 0 epochs are too few; the least is 1"),
    (("step", "--rate", "nan"), "--rate: nan is not a learning rate above 0"),
    (("step", "--hidden", "0"), "--hidden: 0 hidden units are too few; the least is 1"),
    (("step", "--hidden", "1000000000"), "--hidden: 1000000000 hidden units are too many; the most is 4096"),
    (("step", "--clip", "-1"), "--clip: -1.0 is not a bound above 0"),
    (("table", "trace", "--lengths", "2,13"), "--lengths: 13 is not a length from 2 to 12"),
    (("table", "trace", "--length", "13"), "--length: 13 is not a length from 2 to 12"),
    (("table", "trace", "--length", "2", "--lengths", "2"), "--length: give either this or --lengths"),
    (("table", "trace", "--run", "k1", "--runs", "k2"), "--run: give either this or --runs"),
    (("table", "trace", "--runs", "k0"), "--runs: k0 is not a run; the first is k1"),
    (("table", "trace", "--runs", "k1,,k2"), "--runs: '' is neither a run like k1 nor a range like 1-100"),
    (("table", "training", "--sensitivity", "0"), "--sensitivity: 0 trials are too few; the least is 1"),
    (("table", "baseline", "--cell", "rnn"), "--cell: there is no such option here; see rnntui table baseline --help"),
    (("table", "baseline", "--data", "short"), "--data: 'short' is neither lesson nor long-N with N from 2 to 500"),
    (("table", "parameters", "--lengths", "1"), "--lengths: 1 is not a length from 2 to 12"),
    (("st\nep\x1b[2J",), "'st\\nep\\x1b[2J' is not a command of rnntui"),
    ((), "the app needs a terminal; `rnntui step` and `rnntui table` write plain text"),
]


@pytest.mark.parametrize(
    ("args", "line"), BAD, ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else ""
)
def test_bad_use_is_one_line_and_exit_2(invoke: Callable[..., Result], args: tuple[str, ...], line: str) -> None:
    result = invoke(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"rnntui: {line}")
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()


def test_a_line_is_printable_and_not_endless() -> None:
    assert printable("a\nb\x1b[31m\u202e") == "a\\nb\\x1b[31m\\u202e"
    assert len(printable("x" * 10_000)) == 400


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Choices, str]]:
    """What the app was opened with: a stand-in for it, and for a terminal."""
    calls: list[tuple[Choices, str]] = []
    app = ModuleType("rnntui.start")
    vars(app)["run"] = lambda choices, view, at_start="": calls.append((choices, view)) or 0
    monkeypatch.setitem(sys.modules, "rnntui.start", app)
    monkeypatch.setattr(rnntui.cli, "_is_terminal", lambda stream: True)
    return calls


def test_without_a_command_the_app_opens_on_the_defaults(invoke: Callable[..., Result], opened: list[Any]) -> None:
    assert invoke().exit_code == 0
    assert opened == [(Choices(NetworkChoice(), 260, False), "step")]


def test_the_app_opens_on_what_the_choices_say(invoke: Callable[..., Result], opened: list[Any]) -> None:
    chosen = "--cell lstm --run k3 --length 6 --memory-bias chrono --subscriber 7 --trained"
    training = "--epochs 2 --rate 0.1 --hidden 4 --clip 1"
    assert invoke(*chosen.split(), *training.split(), "--view", "decay").exit_code == 0
    network = NetworkChoice("lstm", 3, 6, "chrono", "exact", 2, 0.1, 4, 1.0)
    assert opened == [(Choices(network, 7, True), "decay")]


def test_another_data_set_opens_on_its_first_subscriber(invoke: Callable[..., Result], opened: list[Any]) -> None:
    invoke("--data", "long-30")
    assert opened == [(Choices(NetworkChoice(length=30, data="long-30"), 0, False), "step")]
