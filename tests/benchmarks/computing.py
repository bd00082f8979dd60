"""Training, compiled: against the same loops in plain Python and in C, alone and in lanes."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from figure import Figure, medians, seconds

from rnntui_engine import jit, lanes, sweep
from rnntui_engine.arithmetic import seeded
from rnntui_engine.networks import initial, run_seed
from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import Array, NetworkChoice, Trained
from rnntui_engine.training import train

TABLE = [NetworkChoice(run=run, length=length) for length in LENGTHS for run in (1, 2)]
C_SOURCE = Path(__file__).with_name("plain.c")
C_OPTIONS = ["-O3", "-march=native", "-ffp-contract=off"]


def figures() -> Iterator[Figure]:
    """All comparisons. Kernels must not have been loaded yet."""
    plain_epoch = medians(3, lambda: seconds(lambda: [train(replace(choice, epochs=1)) for choice in TABLE]))[0]
    jit.load()
    train(TABLE[0])  # compiles
    compiled = medians(9, lambda: seconds(lambda: [train(choice) for choice in TABLE]))[0]
    epochs = TABLE[0].epochs
    yield Figure(
        "training table, 12 networks: plain Python / compiled", epochs * plain_epoch / compiled, 60, False, "×",
        f"one thread each; plain Python was timed over 1 epoch ({plain_epoch:.2f} s) and taken {epochs} times; "
        f"compiled {compiled:.3f} s in all",
    )  # fmt: skip
    with c_program() as program:
        yield against_c(program, NetworkChoice())
        yield lanes_against_c(program, [NetworkChoice(run=run) for run in range(1, lanes.LANES + 1)])
    yield sweep_of_many()


@contextmanager
def c_program() -> Iterator[Path | str]:
    """The C program, built; or what is in the way of that."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield "there is no C compiler (cc) here"
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain"
        built = subprocess.run(
            [compiler, *C_OPTIONS, "-o", str(program), str(C_SOURCE), "-lm"], capture_output=True, text=True
        )
        yield program if built.returncode == 0 else f"cc {' '.join(C_OPTIONS)} failed: {built.stderr[:200]}"


def against_c(program: Path | str, choice: NetworkChoice) -> Figure:
    """One run at the longest length, C's time divided by ours."""
    what, aim = "one training run, T = 12: C / compiled", 0.8
    if isinstance(program, str):
        return Figure(what, None, aim, False, "×", program)
    c_seconds, ours = medians(25, lambda: run_c(program, choice)[1], lambda: seconds(lambda: train(choice)))
    return Figure(
        what, c_seconds / ours, aim, False, "×",
        f"C's loops {1e3 * c_seconds:.1f} ms, ours with losses and test result {1e3 * ours:.1f} ms; "
        f"the trained weights are {bits(program, [train(choice)])}",
    )  # fmt: skip


def lanes_against_c(program: Path | str, choices: list[NetworkChoice]) -> Figure:
    """As many runs as there are lanes, on one core: C's time, one after the other, divided by ours."""
    what, aim = f"{len(choices)} training runs in lanes, T = 12: C / ours", 3
    if isinstance(program, str):
        return Figure(what, None, aim, False, "×", program)
    trained = lanes.train(choices)  # compiles
    c_seconds, ours = medians(
        9, lambda: sum(run_c(program, choice)[1] for choice in choices), lambda: seconds(lambda: lanes.train(choices))
    )
    return Figure(
        what, c_seconds / ours, aim, False, "×",
        f"C's loops {1e3 * c_seconds:.0f} ms, ours with initial values and test results {1e3 * ours:.0f} ms, one core "
        f"each; the trained weights are {bits(program, trained)}",
    )  # fmt: skip


def bits(program: Path, trained: list[Trained]) -> str:
    """Are trained weights C's?"""
    for one in trained:
        if run_c(program, one.choice)[0].tobytes() != np.concatenate([a.ravel() for a in one.weights.arrays]).tobytes():
            return "NOT THE SAME"
    return "the same to the bit"


def sweep_of_many() -> Figure:
    """A hundred runs at six lengths, on all cores."""
    plan = sweep.plan([NetworkChoice()])
    both = medians(
        3, lambda: seconds(lambda: list(sweep.rows(plan))), lambda: seconds(lambda: list(sweep.rows(plan, 1)))
    )
    return Figure(
        f"{len(plan)} networks, in place, 30 epochs", both[0], 1, True, "s", f"with one worker {both[1]:.2f} s"
    )  # fmt: skip


def run_c(program: Path, choice: NetworkChoice) -> tuple[Array, float]:
    """The trained weights in one row, and the seconds of the loops alone."""
    data = data_set(choice.data)
    given = [
        np.array([len(data.train), choice.length, choice.hidden]),
        data.inputs(choice.length)[data.train],
        data.labels(choice.length)[data.train],
        *initial(choice).arrays,
    ]
    numbers = np.concatenate([np.asarray(a, dtype=np.float64).ravel() for a in given]).tobytes()
    arguments = [str(seeded(run_seed(choice.run) + 500)), str(choice.epochs), repr(choice.rate)]
    out = subprocess.run([str(program), *arguments], input=numbers, capture_output=True, check=True).stdout
    answer = np.frombuffer(out)
    return answer[:-1], float(answer[-1])
