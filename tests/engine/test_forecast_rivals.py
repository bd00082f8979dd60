"""The simple rivals, SARIMA, the horizon, the lag of a forecast, the ranking; series of one's own."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.judging import Lag, Ranking, holds, lag, ranking, unlogged
from rnntui_engine.forecast.problem import Problem, textbook
from rnntui_engine.forecast.rivals import last_value, rivals, same_month
from rnntui_engine.forecast.series import AIRLINE, airline, read_series
from rnntui_engine.records import Array, BadInput, Integers
from rnntui_engine.shares import wilson


def errors(problem: Problem) -> dict[str, float]:
    return {name: problem.rmse(problem.forecasts(one_step)) for name, one_step in rivals(problem).items()}


def test_the_simple_rivals_are_the_published_ones() -> None:
    assert {name: round(rmse, 4) for name, rmse in errors(textbook()).items()} == {
        "last value": 0.1104, "same month": 0.1173, "same month plus change": 0.0443,
        "same month plus mean change": 0.0368, "autoregression": 0.0406,
    }  # fmt: skip
    both = errors(Problem(airline(), difference=True))
    assert both["autoregression"] == errors(textbook())["autoregression"]
    assert both["autoregression differenced"] < both["autoregression"]


def test_sarima_s_errors_are_the_published_ones() -> None:
    pytest.importorskip("statsmodels")
    ahead = {}
    for horizon in (1, 24):
        problem = Problem(airline(), horizon=horizon)
        found = sarima.fit(problem)
        ahead[horizon] = round(problem.rmse(found.logs), 4)
        width = found.high - found.low
        assert (width > 0).all() and np.allclose((found.low + found.high) / 2, found.logs)
        inside = ((found.low < problem.truth) & (problem.truth < found.high)).sum()
        assert inside >= 22  # a 95 % band over 24 months
        grows = bool((np.diff(width) > 1e-6).all())
        assert grows == (horizon == 24)
    assert ahead == {1: 0.0340, 24: 0.0959}
    assert [(c.name, round(c.value, 3)) for c in found.coefficients] == [("θ", -0.342), ("Θ", -0.541), ("σ²", 0.001)]
    assert all(0 < c.error < 0.2 for c in found.coefficients) and found.seconds > 0


def test_without_statsmodels_sarima_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarima, "available", lambda: False)
    with pytest.raises(BadInput, match=r"pip install 'rnntui\[forecast\]'"):
        sarima.fit(textbook())


@pytest.mark.parametrize(
    "trouble",
    [
        ImportError("DLL load failed\n\x1b[31mat once"), ValueError("numpy.dtype size changed"),
        OSError("libgfortran.so.5"), AttributeError("x" * 500),
    ],
)  # fmt: skip
def test_a_statsmodels_that_does_not_import_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def broken(name: str) -> None:
        raise trouble

    monkeypatch.setattr(sarima, "available", lambda: True)
    monkeypatch.setattr(sarima.importlib, "import_module", broken)
    with pytest.raises(BadInput) as refused:
        sarima.fit(textbook())
    said = str(refused.value)
    assert said.isprintable() and len(said) < 240
    assert said.startswith(f"SARIMA needs statsmodels, which does not import ({type(trouble).__name__}: ")
    assert said.endswith("): pip install --force-reinstall 'rnntui[forecast]'")


def test_nobody_sees_what_is_not_known_yet() -> None:
    """A model is given NaN for every month from its origin's on, but for its own forecasts."""
    seen: list[tuple[int, int]] = []

    def spy(known: Array, at: Integers) -> Array:
        for row, month in enumerate(at.tolist()):
            assert np.isfinite(known[row, :month]).all()
            assert np.isnan(known[row, month:]).all()
            seen.append((row, month))
        return last_value(known, at)

    problem = Problem(airline(), horizon=5)
    found = problem.forecasts(spy)
    assert sorted(month for _, month in seen) == list(range(120, 144))
    assert problem.origins.tolist() == [120, 125, 130, 135, 140]
    for origin in problem.origins:  # the last value stays until the truth is let in
        assert set(found[origin - 120 : origin - 115].tolist()) == {float(problem.logs[origin - 1])}


def test_a_forecast_that_copies_is_found_out() -> None:
    problem = textbook()
    copied = lag(problem, problem.forecasts(last_value))
    assert (copied.best, copied.at_best, copied.copies) == (1, 0.0, True)
    assert copied.with_last == pytest.approx(1.0)
    assert copied.with_truth == pytest.approx(float(np.corrcoef(problem.truth, problem.logs[119:143])[0, 1]))
    assert lag(problem, problem.forecasts(same_month)).best == 12
    assert lag(problem, problem.truth) == Lag(0, 0.0, pytest.approx(1.0), copied.with_truth)
    line = lag(problem, problem.forecasts(rivals(problem)["autoregression"]))
    assert not line.copies and line.with_truth > line.with_last
    assert lag(problem, np.full(24, 6.0)).with_truth == 0.0


def test_the_ranking_is_counted_with_its_interval() -> None:
    good, bad = {"gru": 0.10, "rnn": 0.12, "lstm": 0.15}, {"gru": 0.10, "rnn": 0.16, "lstm": 0.15}
    assert holds(good) and not holds(bad) and not holds({**good, "rnn": 0.10})
    assert ranking([good, bad, good, {"gru": 0.1}]) == Ranking(3, 2, *wilson(2, 3))
    assert math.isnan(ranking([]).share) and ranking([good]).share == 1.0


def test_logs_back_to_passengers() -> None:
    problem = textbook()
    np.testing.assert_allclose(unlogged(problem.logs), problem.series.values, rtol=1e-14)


def test_a_window_and_a_horizon_that_do_not_fit_are_refused() -> None:
    short = read_series(
        "month,value\n" + "".join(f"{2000 + i // 12}-{i % 12 + 1:02d},{i + 1}\n" for i in range(48)), "short"
    )
    assert Problem(short).training_windows == 12
    for options, field in (
        ({"window": 0}, "window"), ({"window": 61}, "window"), ({"horizon": 0}, "horizon"),
        ({"horizon": 25}, "horizon"), ({"window": 13}, "window"), ({"difference": True}, "window"),
    ):  # fmt: skip
        with pytest.raises(BadInput) as refused:
            Problem(short, **options)  # type: ignore[arg-type]
        assert refused.value.field == field
    still = read_series("month,value\n" + "".join(f"{2000 + i // 12}-{i % 12 + 1:02d},7\n" for i in range(60)), "still")
    with pytest.raises(BadInput, match="does not change"):
        Problem(still)


def test_a_series_of_one_s_own() -> None:
    found = read_series('\ufeffMonth;Value\r\n2019-12;1,5\r\n"2020-01";2\r\n2020-02-01;3,25\r\n\r\n', "mine")
    assert (found.name, found.unit, found.month(0), found.month(2)) == ("mine", "value", "2019-12", "2020-02")
    assert found.values.tolist() == [1.5, 2.0, 3.25]
    text = AIRLINE.read_text(encoding="utf-8")
    assert len(text.splitlines()) == 145 and airline().values[:2].tolist() == [112.0, 118.0]
    assert not airline().values.flags.writeable


@pytest.mark.parametrize(
    ("text", "message", "field"),
    [
        ("", "line 1: the file is empty", "month"),
        ("a,b\n", "line 1: the header is 'a,b', not month,value", "month"),
        ("month,value\n", "line 2: no month after the header", "month"),
        ("month,value\n2020-01\n", "line 2: 1 cells, not 2", "value"),
        ("month,value\n2020-13,1\n", "line 2, month: '2020-13' is not a month like 1949-01", "month"),
        ("month,value\n20-1,1\n", "line 2, month", "month"),
        ("month,value\n2020-01,1\n2020-01,1\n", "line 3, month: 2020-01 twice; expected 2020-02", "month"),
        ("month,value\n2020-01,1\n2020-03,1\n", "line 3, month: 2020-03 after 2020-01; expected 2020-02", "month"),
        ("month,value\n2020-01,0\n", "line 2, value: '0' is not a number above 0", "value"),
        ("month,value\n2020-01,nan\n", "line 2, value", "value"),
        ("month,value\n2020-01,-1\n", "line 2, value", "value"),
        ("month,value\n2020-01,1e99\n", "line 2, value", "value"),
        ("month,value\n2020-01,1_0\n", "line 2, value", "value"),
        ("month,value\n2020-01,\"1\n", "not a CSV file", "series"),
        ("month,value\n\n2020-01,1\n", "line 2: 0 cells", "value"),
    ],
)  # fmt: skip
def test_a_bad_series_is_refused_by_line_and_field(text: str, message: str, field: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")) as refused:
        read_series(text, "bad")
    assert refused.value.field == field
