"""Figures with names are those of the command line's tables; each table is computed once; nothing is guessed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rnntui.cli import rnntui
from rnntui.prose import text_of
from rnntui.scenario import figures
from rnntui.scenario.clerk import Clerk, FigureJob
from rnntui.scenario.figures import BadFigure, Figures, pick, read
from rnntui.scenario.play import checked, requests
from rnntui.scenario.player import Player
from rnntui.scenario.read import ScenarioError
from rnntui_engine import jit, ledger
from rnntui_engine.records import BadInput

from .conftest import Beats

PARAMETERS = "parameters --cell lstm --lengths 2,4 : parameters"
LETS = (
    f"[beat.let]\nlstm = '{PARAMETERS} @ cell=lstm'\ndense = '{PARAMETERS} @ cell=dense_4'\n"
    "first = 'trace --lengths 2 --runs k1 : diff_1'"
)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Figures:
    """No table is there yet."""
    found = Figures()
    monkeypatch.setattr(figures, "FIGURES", found)
    return found


def value(text: str) -> float:
    let = read("x", 1, text)
    figures.FIGURES.compute(let.request)
    return figures.FIGURES.value(let)


@pytest.mark.parametrize(
    ("command", "row", "path"),
    [
        ("table trace --lengths 2,4 --runs 2", 1, ("diff_1",)),
        ("table trace --cell lstm --memory-bias 3 --lengths 2,4", 0, ("state_diff_2",)),
        ("table baseline", 2, ("positive",)),
        ("table training --lengths 2 --runs k1 --epochs 2 --sensitivity 1", 0, ("run_1_range", "2")),
        ("table reach --lengths 2 --runs 1-3 --epochs 2", 0, ("share",)),
        ("step --cell gru --length 4", 3, ("gates", "update", "6")),
        ("step", 0, ("h", "1")),
    ],
)
def test_a_figure_is_what_the_command_prints(command: str, row: int, path: tuple[str, ...]) -> None:
    done = CliRunner().invoke(rnntui, [*command.split(), "--format", "json"])
    printed = json.loads(done.stdout)
    rows = printed if isinstance(printed, list) else printed["periods"]
    expected = rows[row]
    for part in path:
        expected = expected[int(part) - 1] if isinstance(expected, list) else expected[part]
    column = "period" if command.startswith("step") else "length"
    where = f" @ {column}={rows[row][column]}" if len(rows) > 1 else ""
    assert value(f"{command.removeprefix('table ')} : {'.'.join(path)}{where}") == expected


def test_claims_of_the_ledger_by_name() -> None:
    assert value("check : ours @ name=marker-rate") == 257 / 500
    assert value("check : published @ name=marker-rate") == 0.514
    assert value("check : ours.3 @ name=positives") == 63


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("baseline : baseline", "baseline has 6 rows; say which one: @ length= 2, 4, 6, 8, 10, 12"),
        ("baseline : baseline @ length=3", "has no rows where length=3; say which one: @ length= 2, 4"),
        ("baseline : baseline @ length=x", "has no rows where length=x"),
        ("baseline --lengths 2 : baseline.1", "baseline has no '1'; it is a single value"),
        ("parameters --lengths 2 : cell @ cell=rnn", "cell is 'rnn', and a number was expected"),
        ("trace --lengths 2 --runs k1 : factor_1", "factor_1 has no value there"),
        ("step : h @ period=1", "h holds 6 values; say which one: 1 to 6"),
        ("step : h.7 @ period=1", "h has no '7'; 1 to 6"),
        ("step --cell lstm : gates.forgt.1 @ period=1", "gates has no 'forgt'; there are input, forget"),
        ("step --cell lstm : gates.forget @ period=1", "gates.forget holds 6 values"),
    ],
)
def test_what_is_no_number_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadFigure) as caught:
        value(text)
    assert str(caught.value).startswith("x: ")
    assert words in str(caught.value)


def test_the_order_of_options_and_spaces_do_not_matter() -> None:
    one = read("a", 1, "training --lengths 12 --runs k1 : run_1")
    other = read("b", 2, "training   --runs 1 --lengths '12':  diff_1 ")
    assert one.request == other.request
    assert hash(one.request) == hash(other.request)
    assert read("c", 1, "training --lengths 10 --runs k1 : run_1").request != one.request


def test_several_conditions() -> None:
    rows = [{"a": a, "b": b, "c": 10 * a + b} for a in (1, 2) for b in (1.0, 2.0)]
    let = read("x", 1, "trace : diff_1")
    asked = figures.Let("x", 1, "", let.request, ("c",), (("a", "2"), ("b", "1")))
    assert pick(asked, rows) == 21


def test_numbers_wait_for_their_table_and_are_the_tables(beats: Beats) -> None:
    scenario = beats(
        f'say = "It has {{lstm}}, the other {{dense}}; {{first:.5f}}."\nexpect = ["lstm > dense", "first > 0"]\n{LETS}',
        'say = "Still {lstm}, and {period}."\nexpect = ["lstm == 223"]',
    )
    player = Player(scenario, checked(scenario, {}), {})
    assert player.waits
    assert text_of(player.told[0]) == "It has …, the other …; …."
    missing = requests(player.scenes)
    assert [request.text for request in missing] == [
        "parameters --cell lstm --lengths 2,4",
        "trace --lengths 2 --runs k1",
    ]
    for request in missing:
        figures.FIGURES.compute(request)
    assert not player.waits
    assert text_of(player.told[0]) == "It has 223, the other 61; 0.92844."
    player.at = 1
    assert text_of(player.told[0]) == "Still 223, and 1."


def test_claims_about_figures_are_held_to(beats: Beats) -> None:
    scenario = beats(f'say = "x"\nexpect = ["lstm < dense or first < 0"]\n{LETS}')
    for request in requests(checked(scenario, {})):
        figures.FIGURES.compute(request)
    with pytest.raises(ScenarioError, match=r"line 6, beat 1, expect: .* does not hold: lstm is 223, dense is 61"):
        checked(scenario, {})


def test_a_wrong_row_is_told_at_the_place_of_the_let(beats: Beats) -> None:
    scenario = beats('say = "x"', 'say = "{x}"\nexpect = ["x > 0"]\n[beat.let]\nx = "baseline : baseline"')
    for request in requests(checked(scenario, {})):
        figures.FIGURES.compute(request)
    with pytest.raises(ScenarioError, match=r"line 10, beat 2, let: x: baseline has 6 rows; say which one"):
        checked(scenario, {})


def test_questions_may_ask_about_figures(beats: Beats) -> None:
    scenario = beats(
        'say = "x"\nask = "The cell has {lstm}. And the other?"\ntruth = "{dense}"\nchoices = [\n'
        '{ say = "fewer than {lstm}", right = "dense < lstm" },\n{ say = "more", right = "dense > lstm" }]\n'
        + LETS.replace("first", "#first")
    )
    player = Player(scenario, checked(scenario, {}), {})
    assert text_of(player.asked.ask[0]) == "The cell has …. And the other?"
    assert player.truth is None
    for request in requests(player.scenes):
        figures.FIGURES.compute(request)
    assert text_of(player.asked.ask[0]) == "The cell has 223. And the other?"
    assert text_of(player.asked.choices[0]) == "fewer than 223"
    assert player.truth is not None
    assert (player.truth.right, text_of(player.truth.say[0])) == (0, "61")


def test_each_table_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    request = read("x", 1, "parameters : parameters").request
    figures.FIGURES.compute(request)
    monkeypatch.setattr("rnntui.cli.sources.computed", None)  # asked again it would fail
    figures.FIGURES.compute(request)
    assert figures.FIGURES.has(request)


def test_a_job_computes_in_its_own_thread_and_leaves_the_others_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the screen would wait for a compiler."""
    monkeypatch.setattr(jit, "_loaded", False)
    clerk, request = Clerk(), read("x", 1, "training --lengths 2 --runs k1 --epochs 1 : run_1").request
    assert clerk.keep_up([request])
    job = clerk.job
    assert job is not None
    assert not clerk.keep_up([request]), "it runs already"
    job.join()
    assert not clerk.poll()
    assert (job.error, job.step, job.steps) == ("", 1, 1)
    assert figures.FIGURES.has(request)
    assert not jit.compiles()


def test_whatever_a_job_trains_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """In whichever thread that is: uncompiled a hundred runs take an hour."""
    monkeypatch.setattr(jit, "_loaded", False)
    monkeypatch.setattr(figures, "FIGURES", figures.Figures())
    seen: list[bool] = []

    def noting(kernel: Callable[..., Any]) -> Callable[..., Any]:
        seen.append(jit.compiles())
        return real(kernel)

    real = jit.compiled
    monkeypatch.setattr("rnntui_engine.training.compiled", noting)
    monkeypatch.setattr("rnntui_engine.lanes.compiled", noting)
    rate = 0.04321  # no other test trains at it: what one has trained is kept for the others
    job = FigureJob(read("x", 1, f"reach --lengths 2 --runs 1-2 --epochs 1 --rate {rate} : share").request)
    job.run()
    assert job.error == ""
    assert seen and all(seen)


def test_a_job_computes_a_table_of_many_runs() -> None:
    """Which tells what share of the work is done, too."""
    job = FigureJob(read("x", 1, "reach --lengths 2 --runs 1-3 --epochs 1 : beating").request)
    job.run()
    assert (job.error, job.step, job.steps) == ("", 3, 3)
    assert figures.FIGURES.has(job.request)


def test_what_is_needed_now_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FigureJob, "start", lambda job: None)
    first, second, third = (read("x", 1, f"baseline --length {n} : baseline").request for n in (2, 4, 6))
    clerk = Clerk()
    assert clerk.keep_up([], [first, second])
    ahead = clerk.job
    assert ahead is not None
    assert ahead.request == first
    assert not clerk.keep_up([], [second, first]), "what has been begun goes on"
    assert clerk.keep_up([third], [first, second])
    assert ahead.cancelled
    assert clerk.job is not None
    assert clerk.job.request == third


def test_a_job_that_nobody_waits_for_keeps_nothing() -> None:
    request = read("x", 1, "training --lengths 2 --runs k1 --epochs 1 : run_1").request
    job = FigureJob(request)
    job.cancelled = True
    job.run()
    assert job.error == ""
    assert not figures.FIGURES.has(request)


def test_a_table_that_fails_is_told_and_not_tried_again(monkeypatch: pytest.MonkeyPatch, beats: Beats) -> None:
    scenario = beats('say = "{x}"\nexpect = ["x > 0"]\nlet = { x = "baseline --length 2 : baseline" }')
    scenes = checked(scenario, {})

    def fails(*_: object) -> None:
        raise MemoryError("too much")

    monkeypatch.setattr("rnntui.cli.sources.computed", fails)
    clerk = Clerk()
    clerk.keep_up(requests(scenes))
    assert clerk.job is not None
    clerk.job.join()
    assert not clerk.poll()
    assert requests(scenes) == []
    with pytest.raises(ScenarioError, match="line 7, beat 1, let: x: MemoryError: too much"):
        checked(scenario, {})


def test_several_threads_may_ask_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trainings are kept in one place, which no two threads may fill at once."""
    inside, most = 0, 0

    def row(claim: ledger.Claim, bench: object, said: object) -> ledger.Row:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        Event().wait(0.01)
        inside -= 1
        return ledger.Row(claim.name, "", 1, 2, "", None, 0)

    monkeypatch.setattr(ledger.Claim, "row", row)
    names = ["marker-rate", "positives", "training", "factors"]
    asked = [read("x", 1, f"check : ours @ name={name}").request for name in names]
    threads = [threading.Thread(target=figures.FIGURES.compute, args=(request,)) for request in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(figures.FIGURES.has(request) for request in asked)
    assert most == 1


WORDS = st.sampled_from([
    "training", "trace", "check", "step", "--cell", "lstm", "--lengths", "2,4", "--runs", "k1", ":", "@", "=", ".",
    "run_1", "name=positives", "length=2", "--help", "--format", "'", '"', "\\", "-", "\u202e", "--data", "long-9",
    ",", "*", "!",
])  # fmt: skip


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=9).map(" ".join)))
def test_any_text_is_a_figure_or_is_refused_in_one_line(text: str) -> None:
    """And nothing is computed to find that out."""
    said = ""
    try:
        let = read("x", 1, text)
    except BadInput as problem:
        said = str(problem)
    else:
        assert let.path
    assert len(said.splitlines()) <= 1
    assert not figures.FIGURES._rows
