"""Claims on the trained network. Whether a figure hangs on rounding is found by trials, never assumed."""

from __future__ import annotations

import numpy as np

from ..arithmetic import Generator
from ..cells import cell_named
from ..networks import run_seed
from ..readings import LENGTHS, MARKER, TEST, TRAIN, inputs_of
from ..records import Array, Integers, NetworkChoice, Trained
from ..shares import clearly_above, wilson
from ..training import decisions
from ..unroll import run_to_end
from .common import (
    AS_PUBLISHED,
    CHAOTIC,
    DIFFERS,
    MEASURED,
    RUNS,
    Bench,
    Finding,
    Published,
    claim,
    compared,
    hanging,
    rounded,
)
from .fading import found_by

LONGEST = LENGTHS[-1]


@claim("training", AS_PUBLISHED)
def training(bench: Bench, said: Published) -> Finding:
    """Pinned wherever the trials give a single value. One cell of the twelve is expected not to: with none or more
    of them the claim could not be called as published."""
    ours, chaotic, wrong = {}, [], []
    for run in RUNS:
        cells = [bench.cell(run, length) for length in LENGTHS]
        ours[f"k{run}"] = [cell.trained.accuracy for cell in cells]
        for length, cell, figure in zip(LENGTHS, cells, said.figure[f"k{run}"], strict=True):
            if cell.chaotic:
                chaotic.append(hanging(length, run, cell))
            elif round(cell.trained.accuracy, said.digits) != figure:
                wrong.append(f"T = {length}, run k{run} is {cell.trained.accuracy:.4f}")
    pinned = len(RUNS) * len(LENGTHS) - len(chaotic)
    reason = "; ".join([f"{pinned - len(wrong)} of {len(RUNS) * len(LENGTHS)} pinned", *chaotic, *wrong])
    return Finding(ours, not wrong and len(chaotic) == 1, reason)


@claim("gain-to-ten", AS_PUBLISHED)
def gain_to_ten(bench: Bench, said: Published) -> Finding:
    """The least and the largest of the gains that do not hang on rounding."""
    steady, chaotic = [], []
    for run in RUNS:
        for length in LENGTHS[:-1]:
            cell = bench.cell(run, length)
            if cell.chaotic:
                low, high = (bench.gain(length, count) for count in cell.range)
                chaotic.append(f"{hanging(length, run, cell)}, a gain from {low:+.4f} to {high:+.4f}")
            else:
                steady.append(bench.gain(length, cell.trained.correct))
    if not steady:
        return Finding(None, None, "; ".join(chaotic), chaotic=True)
    ours = [min(steady), max(steady)]
    reason = "; ".join(["the chaotic cell is left out", *chaotic]) if chaotic else None
    return Finding(ours, compared(said, ours).holds, reason)


@claim("gain-at-twelve", AS_PUBLISHED)
def gain_at_twelve(bench: Bench, said: Published) -> Finding:
    """Pinned, as both cells give a single value."""
    cells = {run: bench.cell(run, LONGEST) for run in RUNS}
    ours = {f"k{run}": bench.gain(LONGEST, cell.trained.correct) for run, cell in cells.items()}
    chaotic = [hanging(LONGEST, run, cell) for run, cell in cells.items() if cell.chaotic]
    return Finding(ours, compared(said, ours).holds, "; ".join(chaotic) or None, chaotic=bool(chaotic))


def answers(trained: Trained, inputs: Array) -> Integers:
    """What a trained network decides for inputs (n, T, 2): (n,) of 0 and 1."""
    _, p = run_to_end(cell_named(trained.choice.cell), trained.weights, inputs)
    return (p >= 0.5).astype(np.int64)


def with_other_marker(bench: Bench, length: int) -> Array:
    """The test subscribers' inputs (200, T, 2) with the marker taken away where it is, and set where it is not."""
    inputs = bench.lesson.inputs(length)[bench.lesson.test].copy()
    for row, readings in enumerate(bench.lesson.readings[bench.lesson.test]):
        inputs[row, 0] = (inputs_of(readings, 2)[1, 0], 0.0) if readings[0] == MARKER else (0.0, 1.0)
    return inputs


@claim("twelve-ignores-marker", AS_PUBLISHED)
def twelve_ignores_marker(bench: Bench, said: Published) -> Finding:
    """Change the marker of every test subscriber, in the network and in all its trials, and count other answers.

    Beside it, how far "the last reading only" may be taken: all readings but the last exchanged with a neighbour's.
    """
    own = bench.lesson.inputs(LONGEST)[bench.lesson.test]
    marker, others = with_other_marker(bench, LONGEST), np.roll(own, 1, axis=0)
    others[:, -1] = own[:, -1]
    ours, elsewhere, steady = {}, [], True
    for run in RUNS:
        cell = bench.cell(run, LONGEST)
        counts = [int((answers(t, marker) != answers(t, own)).sum()) for t in (cell.trained, *cell.trials)]
        ours[f"k{run}"] = counts[0]
        steady = steady and len(set(counts)) == 1
        elsewhere.append(f"{int((answers(cell.trained, others) != answers(cell.trained, own)).sum())} in k{run}")
    reason = (
        f"none of {TEST} decisions changes with the marker" if not any(ours.values()) else "some decisions change"
    ) + f"; with all readings but the last exchanged {' and '.join(elsewhere)} do, so it is not quite the last alone"
    return Finding(ours, compared(said, ours).holds, reason, chaotic=not steady)


@claim("twelve-is-baseline", DIFFERS)
def twelve_is_baseline(bench: Bench, said: Published) -> Finding:
    """The baseline gives every test subscriber the larger class."""
    larger = int(bench.lesson.positives(LONGEST) * 2 > TEST)
    ours = {}
    for run in RUNS:
        trained = bench.cell(run, LONGEST).trained
        ours[f"k{run}"] = int((decisions(trained.choice, trained.weights) != larger).sum())
    counts = " and ".join(f"for {count} subscribers in {run}" for run, count in ours.items())
    return Finding(ours, compared(said, ours).holds, f"it answers {1 - larger} {counts}; the baseline never does")


@claim("only-initial-values-change", DIFFERS)
def only_initial_values_change(bench: Bench, said: Published) -> Finding:
    """The first epoch's order of both runs, and run 1's initial values trained in run 2's order at T = 2."""
    orders = []
    for run in RUNS:
        order = np.arange(TRAIN)
        Generator(run_seed(run) + 500).shuffle(order)
        orders.append(order)
    moved = int((orders[0] != orders[1]).sum())
    length = LENGTHS[0]
    first, second = (NetworkChoice(run=run, length=length) for run in RUNS)
    mixed, own = bench.tried(second, start=first), bench.tried(first)
    reason = f"the shuffling changes too: {moved} of {TRAIN} training places in the first epoch"
    if not (mixed.chaotic or own.chaotic) and mixed.trained.correct != own.trained.correct:
        reason += (
            f", and k1's initial values in k2's order give {mixed.trained.accuracy:.4f} at T = {length}, not "
            f"{own.trained.accuracy:.4f}"
        )
    return Finding(moved, moved == said.figure, reason)


@claim("run-range", CHAOTIC)
def run_range(bench: Bench, said: Published) -> Finding:
    """Whether one number is larger than another hangs on rounding as soon as one of them does."""
    at_8, at_10 = {run: bench.cell(run, 8) for run in RUNS}, bench.cell(1, 10)
    right = [cell.trained.correct for cell in at_8.values()]
    gain = bench.gain(8, at_8[1].trained.correct)
    ours = {"range": (max(right) - min(right)) / TEST, "fall": gain - bench.gain(10, at_10.trained.correct)}
    ours = rounded(ours, 12)  # differences of two-hundredths
    falls = [gain - bench.gain(10, count) for count in reversed(at_10.range)]
    chaotic = at_10.chaotic or any(cell.chaotic for cell in at_8.values())
    reason = f"{hanging(10, 1, at_10)}, so the fall is {falls[0]:+.4f} to {falls[1]:+.4f}" if chaotic else None
    return Finding(ours, compared(said, ours).holds and ours["range"] > ours["fall"], reason, chaotic)


def carried(bench: Bench, run: int) -> int:
    """The largest T up to which a run beats the baseline clearly at every length; 0 where it does at none."""
    longest = 0
    for length in LENGTHS:
        if not beats(bench, bench.cell(run, length).trained):
            break
        longest = length
    return longest


def beats(bench: Bench, trained: Trained) -> bool:
    """Is a trained network above the baseline by more than 0.10?"""
    return clearly_above(trained.correct, bench.lesson.baseline_correct(trained.choice.length), trained.tested)


def read_to(bench: Bench, run: int, reader: str) -> int:
    """The largest T up to which that reader finds the marker at every length; 0 where it does at none."""
    longest = 0
    for length in LENGTHS:
        if not found_by(bench, getattr(bench.decay(run, length), reader)):
            break
        longest = length
    return longest


@claim("two-steps-gained", MEASURED)
def two_steps_gained(bench: Bench, said: Published) -> Finding:
    """Two runs against both readers, and how many of many runs carry the marker that far at all."""
    ours: dict[str, int] = {}
    says = []
    for run in RUNS:
        trained_to = carried(bench, run)
        nearest, linear = read_to(bench, run, "nearest"), read_to(bench, run, "linear")
        ours |= {f"k{run}_nearest_centre": trained_to - nearest, f"k{run}_linear": trained_to - linear}
        says.append(f"k{run} is trained to T = {trained_to}, read to {nearest} by nearest centre, to {linear} linearly")
    ours["runs"] = bench.many
    for length in (10, LONGEST):
        count = sum(beats(bench, t) for t in bench.trained_runs(NetworkChoice(length=length)))
        low, high = wilson(count, bench.many)
        ours[f"beating_{length}"] = count
        says.append(f"{count} of {bench.many} runs learn it at T = {length} ({low:.2f} to {high:.2f})")
    chaotic = [hanging(t, run, bench.cell(run, t)) for run in RUNS for t in LENGTHS if bench.cell(run, t).chaotic]
    return Finding(ours, None, "; ".join([*says, *chaotic]))
