"""The tables of the lesson: baseline, trace, training, parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from rnntui_engine import jit
from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.datasets import DataSet
from rnntui_engine.measures import decay, per_step_factor
from rnntui_engine.networks import INPUTS, initial, trial, with_cell
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained, Weights
from rnntui_engine.training import TRIALS

from .choices import (
    DATA,
    DEFAULT,
    LISTS,
    NETWORK,
    TRAINING,
    WEIGHTS,
    Asked,
    grid,
    in_words,
    lengths,
    network,
    ran_away,
    runs,
)  # fmt: skip
from .data import data_of
from .elsewhere import trained as trained_elsewhere
from .formats import Column, Row, decimals, fixed, whole
from .table import Computed, Report, Table


def baseline(asked: Asked, report: Report) -> Computed:
    """What a network gets right by reading nothing."""
    data = data_of(asked)
    columns = (whole("length", "T"), whole("positive", "positive"), fixed("baseline", "baseline"))

    def rows() -> Iterator[Row]:
        for length in lengths(asked):
            yield {"length": length, "positive": data.positives(length), "baseline": data.baseline(length)}

    for length in lengths(asked):
        data.check_split(length)
    title = f"The larger class's share of the {tested(data, lengths(asked))} test subscribers, data {data.title}"
    return Computed(title, columns, rows())


def trace(asked: Asked, report: Report) -> Computed:
    """How much of the first step is left after period T, and whether the marker can be read back."""
    choices, chosen_runs = grid(asked), runs(asked)
    first = next(iter(choices.values()))[0]
    data = data_set(first.data)
    for length in choices:
        data.check_readers(length)
    parts = cell_named(first.cell).parts
    names = [(i, "" if first.weights else f" k{run}") for i, run in enumerate(chosen_runs, 1)]
    columns = [whole("length", "T")]
    columns += [fixed(f"diff_{i}", f"diff{name}", 5) for i, name in names]
    if len(parts) > 1:
        columns += [fixed(f"state_diff_{i}", f"diff {parts[1]}{name}", 5) for i, name in names]
    columns.append(fixed("factor_1", f"factor{names[0][1]}", 3))
    columns += [fixed(f"readback_{i}", f"nearest{name}") for i, name in names]
    columns += [fixed(f"readback_linear_{i}", f"linear{name}") for i, name in names]

    def rows() -> Iterator[Row]:
        jit.load()
        before: tuple[int, float] | None = None
        done, total = 0, sum(map(len, choices.values()))
        for length, networks in choices.items():
            row: dict[str, float | None] = {"length": length}
            for i, (chosen, weights) in enumerate(trained_or_not(networks, bool(asked.get("trained"))), 1):
                measured = decay(chosen, weights)
                row[f"diff_{i}"] = measured.differences[0]
                if len(parts) > 1:
                    row[f"state_diff_{i}"] = measured.differences[1]
                row[f"readback_{i}"], row[f"readback_linear_{i}"] = measured.nearest, measured.linear
                done += 1
                report(done, total)
            now = length, float(row["diff_1"] or 0.0)
            row["factor_1"] = None if before is None else per_step_factor(now[1], before[1], now[0] - before[0])
            before = now
            yield {column.name: row[column.name] for column in columns}

    def notes(rows: Sequence[Row]) -> list[str]:
        return [
            f"diff: mean over {numbered([len(data.long_enough(t)) for t in choices])} subscribers of the sum over "
            "units of |marked - unmarked| after period T.",
            "factor: what diff is multiplied by at each step since the row above.",
            f"nearest, linear: how often two readers find the marker in the last hidden state of "
            f"{tested(data, choices)} test subscribers; 0.5 is chance.",
        ]

    title = "What is left of the first step: " + ", ".join(in_words(first, bool(asked.get("trained"))))
    return Computed(title, tuple(columns), rows(), notes)


def trained_or_not(networks: Sequence[NetworkChoice], trained: bool) -> Iterator[tuple[NetworkChoice, Weights | None]]:
    """Each network with its trained weights, or None for its initial values."""
    if not trained or networks[0].weights:
        yield from ((chosen, None) for chosen in networks)
        return
    for part in trained_elsewhere((chosen, None) for chosen in networks):
        for _, result in part:
            yield result.choice, result.weights if result.stopped_at is None else no_numbers(result.weights)


def no_numbers(weights: Weights) -> Weights:
    """What a training that ran away is measured as: those last finite are not the trained network's."""
    return Weights(*(np.full_like(a, np.nan) for a in weights.arrays))


def training(asked: Asked, report: Report) -> Computed:
    """Test accuracy of every run and length, from whole test subscribers."""
    choices, chosen_runs, trials = grid(asked), runs(asked), asked.get("sensitivity") or 0
    if asked.get("sensitivity") is not None and trials < 1:
        raise BadInput(f"{trials} trials are too few; the least is 1", "sensitivity")
    first = next(iter(choices.values()))[0]
    data = data_set(first.data)
    for length in choices:
        data.check_training(length)
    names = tuple(enumerate(chosen_runs, 1))
    columns = [whole("length", "T"), fixed("baseline", "baseline")]
    if trials:
        columns += [Column(f"run_{i}", f"run k{run} ", starred_if_chaotic(i)) for i, run in names]
    else:
        columns += [fixed(f"run_{i}", f"run k{run}") for i, run in names]
    columns += [fixed(f"diff_{i}", f"diff k{run}", sign=True) for i, run in names]
    columns.append(fixed("run_range", "run range"))
    if trials:
        columns += [Column(f"run_{i}_range", f"range k{run}", shown_range(i)) for i, run in names]
    jobs = [(c, t) for networks in choices.values() for c in networks for t in (None, *range(trials))]
    away: list[str] = []

    def rows() -> Iterator[Row]:
        done, found = 0, dict[int, Trained]()
        todo = iter(choices)  # the lengths whose row is still to come
        each = len(chosen_runs) * (1 + trials)
        begun = 0
        for part in trained_elsewhere((c, None if t is None else partial(trial, c, t)) for c, t in jobs):
            found.update(part)
            away.extend(
                f"T = {one.choice.length}, k{one.choice.run}: {ran_away(one)}; it is tested as it ended."
                for place, one in part if one.stopped_at is not None and jobs[place][1] is None
            )  # fmt: skip
            done += len(part)
            report(done, len(jobs))
            while all(place in found for place in range(begun, begun + each)) and begun < len(jobs):
                length = next(todo)
                results = [found.pop(place) for place in range(begun, begun + each)]
                begun += each
                yield training_row(length, data.baseline_correct(length), results, 1 + trials)

    def notes(rows: Sequence[Row]) -> list[str]:
        lines = [
            "run: test accuracy; diff: run - baseline, what lengths are compared by; run range: largest - smallest."
        ]
        lines += away
        if not trials:
            return [*lines, f"A figure may hang on rounding: --sensitivity {TRIALS} finds out which."]
        chaotic = [(row, i, run) for row in rows for i, run in names if is_chaotic(row, i)]
        for row, i, run in chaotic:
            low, high = row[f"run_{i}_range"]
            lines.append(
                f"* T = {row['length']}, k{run} is chaotic, it hangs on rounding: {row[f'run_{i}']:.4f} here, "
                f"{low:.4f} to {high:.4f} over {trials} trials with initial weights moved in their last bit."
            )
        return lines if chaotic else [*lines, f"No figure moved in {trials} trials of each."]

    title = f"Accuracy on {tested(data, choices)} test subscribers: " + ", ".join(in_words(first, True))
    return Computed(title, tuple(columns), rows(), notes)


def tested(data: DataSet, lengths: Iterable[int]) -> str:
    """How many test subscribers there are: 200, or 31 to 40 where it depends on the length."""
    return numbered([len(data.test_at(length)) for length in lengths])


def numbered(counts: Sequence[int]) -> str:
    """One number, or the least and the largest."""
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def training_row(length: int, baseline_correct: int, results: Sequence[Trained], each: int) -> Row:
    """A row from `each` results per run: the run itself, and then its trials. All figures come from counts."""
    correct = [[r.correct for r in results[i : i + each]] for i in range(0, len(results), each)]
    own, by_run, test = [counts[0] for counts in correct], tuple(enumerate(correct, 1)), results[0].tested
    row: dict[str, object] = {"length": length, "baseline": baseline_correct / test}
    row |= {f"run_{i}": counts[0] / test for i, counts in by_run}
    row |= {f"diff_{i}": (counts[0] - baseline_correct) / test for i, counts in by_run}
    row["run_range"] = (max(own) - min(own)) / test if len(own) > 1 else None
    if each > 1:
        row |= {f"run_{i}_range": [min(counts[1:]) / test, max(counts[1:]) / test] for i, counts in by_run}
    return row


def is_chaotic(row: Row, i: int) -> bool:
    """Did a trial give the i-th run another figure?"""
    return any(value != row[f"run_{i}"] for value in row.get(f"run_{i}_range", ()))


def starred_if_chaotic(i: int) -> Callable[[Row], str]:
    """Shows the i-th run's accuracy, with a star where it is chaotic."""
    return lambda row: decimals(row[f"run_{i}"]) + ("*" if is_chaotic(row, i) else " ")


def shown_range(i: int) -> Callable[[Row], str]:
    """Shows the i-th run's range over the trials; one figure where they agree."""

    def show(row: Row) -> str:
        low, high = row[f"run_{i}_range"]
        return decimals(low) if low == high else f"{decimals(low)} to {decimals(high)}"

    return show


def parameters(asked: Asked, report: Report) -> Computed:
    """How many numbers training may change: the cells at any length, and a dense network that is told T."""
    one = network({**asked, "length": None})
    inputs = data_of(asked).width
    shown = lengths(asked)
    names = [asked["cell"]] if asked.get("cell") else list(CELLS)

    def rows() -> Iterator[Row]:
        for name in names:
            chosen = with_cell(replace(one, mode=DEFAULT.mode), name)
            yield {"cell": name, "parameters": initial(chosen).parameters}
        for length in shown:
            yield {"cell": f"dense_{length}", "parameters": dense(length, one.hidden, inputs)}

    notes = [
        "A recurrent cell has the same number at every T.",
        f"dense_T: {one.hidden} tanh units on the whole sequence and a sigmoid readout, told T in advance.",
    ]
    columns = (whole("cell", "cell"), whole("parameters", "parameters"))
    title = f"Parameters with {one.hidden} hidden units"
    return Computed(title, columns, rows(), lambda rows: list(notes))


def dense(length: int, hidden: int, inputs: int = INPUTS) -> int:
    """A dense network of `hidden` tanh units on all inputs of T periods, with one sigmoid readout."""
    return hidden * (inputs * length + 1) + hidden + 1


BASELINE = Table(
    "baseline",
    "The larger class's share of the test set at each length: what a network gets right by reading nothing.",
    ("lengths", "length", *DATA), baseline,
)  # fmt: skip
TRACE = Table(
    "trace",
    "How much of the first step is left after period T, its factor per step, and whether two readers find the marker.",
    (*LISTS, *NETWORK, *WEIGHTS, "trained", *TRAINING), trace,
)  # fmt: skip
TRAINING_TABLE = Table(
    "training",
    "Train every run at every length: accuracy on the test subscribers beside the baseline.",
    (*LISTS, *NETWORK, *TRAINING, "sensitivity"), training,
)  # fmt: skip
PARAMETERS = Table(
    "parameters",
    "How many numbers training may change in each cell, and in a dense network on T periods.",
    ("cell", "lengths", "length", "hidden", *DATA), parameters,
)  # fmt: skip
