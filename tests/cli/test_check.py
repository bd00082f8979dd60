"""`rnntui check` and the ledger behind it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rnntui_engine import jit, ledger
from rnntui_engine.forecast import sarima
from rnntui_engine.ledger import common, far
from rnntui_engine.readings import data_set
from rnntui_engine.shares import wilson
from rnntui_engine.training import train

DATA = Path(__file__).parents[1] / "data"
FIGURES = ledger.published_figures()
EXPECTED = {
    "marker-rate": "as published", "parameters": "as published", "baselines": "as published",
    "positives": "as published", "example": "as published", "trace": "as published", "factors": "as published",
    "readback": "as published", "under-one-percent": "as published", "one-fourteenth": "as published",
    "no-reader": "differs", "training": "as published", "gain-to-ten": "as published",
    "gain-at-twelve": "as published", "twelve-ignores-marker": "as published", "twelve-is-baseline": "differs",
    "only-initial-values-change": "differs", "run-range": "chaotic", "two-steps-gained": "measured",
    "nan-in-a-few-updates": "measured", "ten-fifty-five-hundred": "measured", "gru-smaller": "as published",
    "gru-faster": "measured", "gru-comparable": "measured",
    "twenty-orders-lost": "differs", "as-many-gained": "differs", "eigenvalue-one": "differs",
    "additive-path": "measured",
    "airline-rmse": "measured", "airline-ranking": "measured", "period-not-told": "differs",
    "sarima-better-here": "measured",
}  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def compiled_kernels() -> Iterator[None]:
    """Whichever test comes first: thousands of updates at T = 500 are not for an interpreter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "_loaded", True)
        yield


@pytest.fixture(scope="module")
def full_check(invoke: Callable[..., Result]) -> list[dict[str, Any]]:
    """The whole ledger, once; RNNTUI_TEST_CHECK names what `rnntui check --format json` has printed before, if it was
    asked already."""
    if printed := os.environ.get("RNNTUI_TEST_CHECK"):
        found: list[dict[str, Any]] = json.loads(Path(printed).read_text(encoding="utf-8"))
        return found
    result = invoke("check", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer: list[dict[str, Any]] = json.loads(result.stdout)
    return answer


def test_every_claim_has_its_expected_status(full_check: list[dict[str, Any]]) -> None:
    assert [list(row)[:5] for row in full_check] == [["name", "published", "ours", "status", "reason"]] * len(EXPECTED)
    assert {row["name"]: row["status"] for row in full_check} == EXPECTED


def test_figures(full_check: list[dict[str, Any]], golden: dict[str, Any]) -> None:
    ours = {row["name"]: row["ours"] for row in full_check}
    assert ours["marker-rate"] == 0.514
    assert ours["trace"]["k1"] == pytest.approx([r["diff_1"] for r in golden["trace"]["rnn bias 0"]], abs=2e-15)
    pinned = [r for r in golden["training"]["rnn in-place bias 0"] if r["length"] != 10]
    assert [a for a, t in zip(ours["training"]["k1"], (2, 4, 6, 8, 10, 12), strict=True) if t != 10] == [
        r["run_1"] for r in pinned
    ]
    assert ours["under-one-percent"] == pytest.approx(0.0098, abs=5e-5)
    assert ours["one-fourteenth"] == pytest.approx(13.7, abs=0.05)
    assert ours["no-reader"]["k1_linear"] == [0.875, 0.63]
    assert ours["twelve-is-baseline"] == {"k1": 29, "k2": 49}
    assert ours["twelve-ignores-marker"] == {"k1": 0, "k2": 0}
    assert ours["gru-smaller"] == {"gru": 175, "lstm": 223}
    assert 0.0 < ours["gru-faster"] < 2.0


def test_how_far_is_what_the_runs_alone_come_to(full_check: list[dict[str, Any]]) -> None:
    """Sixteen runs of the lesson's many: which of them end in NaN, and after how many updates, run by run."""
    ours = {row["name"]: row["ours"] for row in full_check}
    nan = ours["nan-in-a-few-updates"]
    assert nan == {"runs": 16, "in_place": 3, "in_place_tenfold": 16, "exact_tenfold": 0}
    away = [far.updates_to_the_end(replace(far.PLAIN, run=run)) for run in (9, 15, 16)]
    assert away == [5470, 1337, 3550]
    reason = next(row["reason"] for row in full_check if row["name"] == "nan-in-a-few-updates")
    assert "in place, rate 0.05: 3 of 16 runs end in NaN, after 1337 to 5470 updates" in reason
    found = ours["ten-fifty-five-hundred"]
    assert (found["plain_10"], found["plain_50"], found["plain_500"]) == (10, 2, 0)
    assert (found["lstm_3_10"], found["lstm_3_50"], found["lstm_3_200"]) == (16, 0, 0)
    data = data_set("long-500")
    for run in (8, 9):
        alone = train(replace(far.PLAIN, length=50, run=run))
        assert (alone.correct - data.baseline_correct(50) > 20) == (run == 9)
    hundred = json.loads((DATA / "reach_100_runs.json").read_text(encoding="utf-8"))
    gru = ours["gru-comparable"]
    for name in ("gru", "lstm"):
        for bias in (0, 1):
            for t in (8, 10, 12):  # sixteen of the hundred runs
                assert gru[f"{name}_{bias}_at_{t}"] <= hundred[f"{name} exact bias {bias}"][str(t)]


def test_the_airline_networks_figures(full_check: list[dict[str, Any]]) -> None:
    ours = {row["name"]: row["ours"] for row in full_check}
    reasons = {row["name"]: row["reason"] for row in full_check}
    assert ours["airline-rmse"] == pytest.approx({"rnn": 0.1215, "lstm": 0.1534, "gru": 0.1011}, abs=0.002)
    assert "gets 0.0406 and beats 3 of 3, the last value repeated 0.1104" in reasons["airline-rmse"]
    counted = ours["airline-ranking"]
    assert counted["seeds"] == common.SEEDS and counted["share"] == counted["holding"] / counted["seeds"]
    low, high = wilson(counted["holding"], counted["seeds"])
    assert f"for {counted['holding']} of 4 seeds ({low:.2f} to {high:.2f})" in reasons["airline-ranking"]
    assert ours["period-not-told"] == 12 and "of 12 0.0406" in reasons["period-not-told"]
    if sarima.available():
        assert ours["sarima-better-here"] == pytest.approx({"one_step": 0.0340, "ahead_24": 0.0959}, abs=5e-5)
        assert "3 numbers (θ −0.342" in reasons["sarima-better-here"].replace("-", "−")


def test_without_statsmodels_the_row_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarima, "available", lambda: False)
    bench = common.Bench(seeds=1)
    bench.forecasts[0] = {"rnn": 0.3, "lstm": 0.2, "gru": 0.1}
    row = ledger.CLAIMS["sarima-better-here"].row(bench, FIGURES["sarima-better-here"])
    assert (row.status, row.ours) == ("measured", None)
    assert row.reason == "SARIMA needs statsmodels: pip install 'rnntui[forecast]'"


def test_reasons_are_in_words_with_figures(full_check: list[dict[str, Any]]) -> None:
    reasons = {row["name"]: row["reason"] or "" for row in full_check}
    assert "the linear reader in k1 finds it (0.875 at T = 10, 0.630 at T = 12)" in reasons["no-reader"]
    assert "11 of 12 pinned" in reasons["training"]
    assert "0.6950 to 0.9550 over 40 trials" in reasons["training"]
    assert "over 40 trials" in reasons["run-range"]
    assert "55 of 100 runs learn it at T = 10" in reasons["two-steps-gained"]
    assert "29 of 100 runs learn it at T = 12" in reasons["two-steps-gained"]
    assert all("\n" not in reason for reason in reasons.values())


QUICK = ["marker-rate", "parameters", "baselines", "positives", "example", "trace", "factors", "readback",
         "under-one-percent", "one-fourteenth", "no-reader"]  # fmt: skip


def changed(figure: Any) -> Any:
    """The same figure with one number in it changed by a little more than rounding hides."""
    if isinstance(figure, dict):
        first = next(iter(figure))
        return {**figure, first: changed(figure[first])}
    if isinstance(figure, list):
        return [*figure[:-1], changed(figure[-1])]
    return figure + 1 if isinstance(figure, int) else figure * 0.98


@pytest.mark.parametrize("name", [name for name in QUICK if EXPECTED[name] == "as published"])
def test_a_published_figure_that_is_another_fails(
    invoke: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    other = {name: replace(FIGURES[name], figure=changed(FIGURES[name].figure))}
    monkeypatch.setattr(ledger, "published_figures", lambda: other)
    result = invoke("check", "--format", "json")
    assert result.exit_code == 1
    row = json.loads(result.stdout)[0]
    assert row["status"] == "failed"
    assert row["reason"].startswith("expected to be as published, found differs")
    assert f"{name}: failed" in invoke("check").stdout


def test_the_same_claims_pass_unchanged(invoke: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "published_figures", lambda: {name: FIGURES[name] for name in QUICK})
    result = invoke("check")
    assert result.exit_code == 0
    assert result.stdout.endswith(f"{len(QUICK)} claims: {len(QUICK) - 1} as published, 1 differs\n")
    assert "no-reader: differs" in result.stdout


def row_of(name: str, **changes: Any) -> ledger.Row:
    """One row from a small bench."""
    return ledger.CLAIMS[name].row(common.Bench(trials=3, many=3, few=1), replace(FIGURES[name], **changes))


def test_a_pinned_training_figure_that_is_another_fails() -> None:
    figure = {**FIGURES["training"].figure, "k2": [0.995, *FIGURES["training"].figure["k2"][1:]]}
    row = row_of("training", figure=figure)
    assert row.status == "failed"
    assert "T = 2, run k2 is 1.0000" in (row.reason or "")


def test_a_chaotic_training_figure_is_not_pinned() -> None:
    published = FIGURES["training"].figure
    row = row_of("training", figure={**published, "k1": [*published["k1"][:4], 0.7, published["k1"][5]]})
    assert row.status == "as published"


def test_a_figure_that_is_expected_to_differ_and_does_not_fails() -> None:
    row = row_of("twelve-is-baseline", figure={"k1": 29, "k2": 49})
    assert row.status == "failed"
    assert (row.reason or "").startswith("expected to be differs, found as published")


def test_every_published_figure_has_a_claim() -> None:
    assert set(FIGURES) == set(ledger.CLAIMS) == set(EXPECTED)


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(55, 100) == pytest.approx((0.45245, 0.64385), abs=1e-5)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_progress_ends_at_its_total() -> None:
    heard: list[tuple[int, int]] = []
    bench = common.Bench(trials=2, many=3, report=lambda *told: heard.append(told), few=1, seeds=1)
    for name, said in FIGURES.items():
        ledger.CLAIMS[name].row(bench, said)
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})
    assert {total for _, total in heard} == {heard[-1][0]}
