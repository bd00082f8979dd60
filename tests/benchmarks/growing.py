"""How the cost grows: with the periods, the runs and the hidden units, each a few times as large as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from figure import Figure, medians, seconds

from rnntui_engine import jit, sweep
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice
from rnntui_engine.training import train

SLACK = 1.15  # what may come on top of the growth that the loops have
LONG = NetworkChoice(data="long-80", epochs=3)


def figures() -> Iterator[Figure]:
    """For the plain cell and the LSTM, one network; for the runs, a sweep on all cores."""
    jit.load()
    for cell in ("rnn", "lstm"):
        one = with_cell(replace(LONG, length=20), cell)
        yield of_training(f"four times the periods, {cell}", one, replace(one, length=80), 4.0)
        wide = replace(one, hidden=16)
        yield of_training(f"four times the hidden units, {cell}", wide, replace(wide, hidden=64), 16.0)
    yield of_runs()


def of_training(what: str, small: NetworkChoice, large: NetworkChoice, growth: float) -> Figure:
    """The larger network's training time divided by the smaller's; the loops' own growth is `growth`."""
    train(small)  # compiles
    before, after = medians(5, lambda: seconds(lambda: train(small)), lambda: seconds(lambda: train(large)))
    note = f"{1e3 * before:.1f} ms and {1e3 * after:.1f} ms; the loops do {growth:g} times as much"
    return Figure(f"{what}: time", after / before, SLACK * growth, True, "×", note)


def of_runs() -> Figure:
    """A sweep of four times the runs."""
    plans = [sweep.plan([NetworkChoice()], runs=range(1, count + 1)) for count in (100, 400)]
    list(sweep.rows(plans[0]))  # compiles
    before, after = medians(
        3, lambda: seconds(lambda: list(sweep.rows(plans[0]))), lambda: seconds(lambda: list(sweep.rows(plans[1])))
    )
    note = f"{len(plans[0])} networks in {before:.2f} s, {len(plans[1])} in {after:.2f} s, on all cores"
    return Figure("four times the runs: time", after / before, SLACK * 4, True, "×", note)
