"""`rnntui table forecast`: rows, options, refusals, interruption. What the figures must be, the engine's tests say."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui.cli import forecast as table
from rnntui_engine.forecast import sarima

Invoke = Callable[..., Result]
Rows = Callable[..., Any]
RIVALS = ["last value", "same month", "same month plus change", "same month plus mean change", "autoregression"]
QUICK = ("--hidden", "3", "--epochs", "4")


@pytest.fixture(autouse=True)
def _no_statsmodels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second to import: only one test asks for it."""
    if "with_statsmodels" not in request.fixturenames:
        monkeypatch.setattr(sarima, "available", lambda: False)


@pytest.fixture
def with_statsmodels() -> None:
    pytest.importorskip("statsmodels")


def test_a_row_for_every_model(rows: Rows, with_statsmodels: None) -> None:
    found = rows("table", "forecast", *QUICK)
    assert [row["model"] for row in found] == ["rnn", "lstm", "gru", "sarima", *RIVALS]
    assert all(list(row) == ["model", "rmse"] for row in found)
    errors = {row["model"]: row["rmse"] for row in found}
    assert (round(errors["sarima"], 4), round(errors["autoregression"], 4)) == (0.0340, 0.0406)
    assert errors["lstm"] > errors["autoregression"]


def test_several_seeds_name_theirs(rows: Rows, invoke: Invoke) -> None:
    found = rows("table", "forecast", "--seeds", "0,7-8", *QUICK)
    assert [(row["model"], row["seed"]) for row in found[:9]] == [
        (cell, seed) for cell in ("rnn", "lstm", "gru") for seed in (0, 7, 8)
    ]
    assert {row["seed"] for row in found[9:]} == {None}
    assert len({row["rmse"] for row in found[:9]}) == 9
    alone = rows("table", "forecast", "--seeds", "7", *QUICK)
    assert [row["rmse"] for row in alone[:3]] == [found[n]["rmse"] for n in (1, 4, 7)]
    text = invoke("table", "forecast", "--seeds", "0-1", *QUICK).stdout
    assert "of 2 seeds (95 % interval of the share " in text and "Wilson 1927" in text


def test_yearly_differences_and_a_horizon(rows: Rows) -> None:
    near, far = (rows("table", "forecast", "--difference", "--horizon", h, *QUICK) for h in ("1", "24"))
    names = [row["model"] for row in near]
    assert names[:3] == ["rnn differenced", "lstm differenced", "gru differenced"]
    assert names[4:] == [*RIVALS, "autoregression differenced"]
    errors = {row["model"]: (row["rmse"], there["rmse"]) for row, there in zip(near, far, strict=True)}
    assert errors["sarima"] == (None, None)
    assert round(errors["last value"][0], 4) == 0.1104 and errors["last value"][1] > 0.3
    assert all(one != other for name, (one, other) in errors.items() if name != "sarima")


def test_text_says_what_was_done_and_how_to_get_sarima(invoke: Invoke) -> None:
    result = invoke("table", "forecast", "--window", "6", *QUICK)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "Root mean square error on the log scale, airline passengers, 1959-01 to 1960-12, one step ahead; "
        "windows of 6, 3 hidden units, 4 epochs"
    )
    assert ["sarima", "-"] in [line.split() for line in lines]
    assert "parameters: rnn 22, lstm 76, gru 58, on 114 windows." in lines
    assert "autoregression: a straight line through the same 6 months, by least squares." in lines
    assert lines[-1] == "SARIMA needs statsmodels: pip install 'rnntui[forecast]'."
    smallest = min((line.split() for line in lines[3:12]), key=lambda cells: float(cells[-1].replace("-", "9")))
    assert f"The smallest error is {' '.join(smallest[:-1])}'s, {smallest[-1]}." in lines


@pytest.mark.parametrize("options", [(), ("--seeds", "0-1"), ("--difference", "--horizon", "3")])
def test_text_counts_the_networks_that_lose(invoke: Invoke, rows: Rows, options: tuple[str, ...]) -> None:
    quick = ("--hidden", "3", "--epochs", "40", *options)
    found = rows("table", "forecast", *quick)
    known = {row["model"]: row["rmse"] for row in found}
    networks = [row["rmse"] for row in found if row["model"].split()[0] in ("rnn", "lstm", "gru")]
    line, last = (sum(rmse > known[name] for rmse in networks) for name in ("autoregression", "last value"))
    said = f"Of {len(networks)} networks {line} lose to autoregression, {last} to repeating the last value."
    assert said in invoke("table", "forecast", *quick).stdout.splitlines()


def test_text_has_sarima_s_coefficients_and_what_its_band_holds(invoke: Invoke, with_statsmodels: None) -> None:
    line = invoke("table", "forecast", *QUICK).stdout.splitlines()[-1]
    assert re.fullmatch(
        r"sarima: θ −0\.342 ± 0\.\d+, Θ −0\.541 ± 0\.\d+, σ² 0\.001\d+ ± 0\.\d+, from 120 months; "
        r"its 95 % band holds 2[2-4] of 24 months\.", line,
    )  # fmt: skip


def test_a_statsmodels_that_does_not_import_is_a_line_and_the_rest_is_there(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "statsmodels"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('half of it is missing')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "statsmodels"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sarima, "available", lambda: True)
    result = invoke("table", "forecast", *QUICK)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert ["sarima", "-"] in [line.split() for line in lines]
    assert ["autoregression", "0.0406"] in [line.split() for line in lines]
    assert lines[-1] == (
        "SARIMA needs statsmodels, which does not import (ImportError: half of it is missing): "
        "pip install --force-reinstall 'rnntui[forecast]'."
    )


def test_csv(invoke: Invoke) -> None:
    lines = invoke("table", "forecast", "--format", "csv", *QUICK).stdout.splitlines()
    assert lines[0] == "model,rmse" and len(lines) == 10
    assert lines[4] == "sarima,"


def test_a_series_of_one_s_own(rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    values = [100 + 5 * i + 20 * (i % 12 == 7) for i in range(60)]
    lines = (f"{2000 + i // 12}-{i % 12 + 1:02d},{value}\n" for i, value in enumerate(values))
    file.write_text("month,value\n" + "".join(lines), encoding="utf-8")
    found = {row["model"]: row["rmse"] for row in rows("table", "forecast", "--series", str(file), *QUICK)}
    assert found["same month plus change"] < found["last value"] < found["same month"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "there is no such file"),
        (b"month,value\n2000-01,1\n2000-01,2\n", ", line 3, month: 2000-01 twice; expected 2000-02"),
        (b"month,value\n2000-01,-1\n", ", line 2, value: '-1' is not a number above 0"),
        (b"month,value\n2000-01,\xff\n", ", line 2: not UTF-8 text"),
        (b"month,value\n2000-01,\x1b[31m\n", ", line 2, value: "),
        (b"x" * 1_000_001, "are too many"),
        (b"month,value\n2000-01,1\n", "--series: months: 1; a series has at least 38"),
    ],
)
def test_a_bad_series_is_one_line(invoke: Invoke, tmp_path: Path, content: bytes | None, says: str) -> None:
    file = tmp_path / "bad.csv"
    if content is not None:
        file.write_bytes(content)
    result = invoke("table", "forecast", "--series", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rnntui: --series: ") and result.stderr.count("\n") == 1
    assert says in result.stderr and "\x1b" not in result.stderr


def test_a_folder_is_no_series(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("table", "forecast", "--series", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"rnntui: --series: {tmp_path}: not a file\n"


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--window", "0", "a window of 0 months is not one of 1 to 60"), ("--horizon", "25", "not one of 1 to 24"),
        ("--hidden", "0", "0 is not a number from 1 to 256"), ("--epochs", "0", "0 is not a number from 1 to 10000"),
        ("--seeds", "3-1", "'3-1' runs backwards"),
        ("--seeds", "x", "'x' is neither a seed like 0 nor a range like 0-29"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_refused(invoke: Invoke, option: str, value: str, says: str) -> None:
    result = invoke("table", "forecast", option, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"rnntui: {option}: ") and says in result.stderr


def test_interrupted_it_shows_the_rows_that_are_finished(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = table.train_many

    def interrupted(*given: Any) -> Any:
        finished = 0
        for part in inside(*given, workers=1):
            yield part
            finished += part.forecaster is not None
            if finished == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(table, "train_many", interrupted)
    result = invoke("table", "forecast", "--seeds", "0-4", "--format", "json", *QUICK)
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert [row["seed"] for row in found] == [0, 1, 2]


@pytest.mark.parametrize("command", [(), ("shot", "--out", "own.svg")])
def test_the_app_and_a_picture_refuse_a_bad_series_too(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text("month,value\n2000-01,x\n", encoding="utf-8")
    result = invoke(*command, "--series", "bad.csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rnntui: --series: bad.csv, line 2, value: 'x' is not a number above 0")
    assert not Path("own.svg").exists()
