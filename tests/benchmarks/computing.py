"""Training, compiled: against the same loops in plain Python, and against a C program of the same loops."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from figure import Figure, medians, seconds

from rnntui_engine import jit
from rnntui_engine.arithmetic import seeded
from rnntui_engine.networks import initial, run_seed
from rnntui_engine.readings import LENGTHS, data_set
from rnntui_engine.records import Array, NetworkChoice
from rnntui_engine.training import train

TABLE = [NetworkChoice(run=run, length=length) for length in LENGTHS for run in (1, 2)]
C_SOURCE = Path(__file__).with_name("plain.c")
C_OPTIONS = ["-O3", "-march=native", "-ffp-contract=off"]


def figures() -> Iterator[Figure]:
    """Both comparisons. Kernels must not have been loaded yet."""
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
    yield against_c(NetworkChoice())


def against_c(choice: NetworkChoice) -> Figure:
    """One run at the longest length, C's time divided by ours."""
    what, aim = "one training run, T = 12: C / compiled", 0.8
    compiler = shutil.which("cc")
    if compiler is None:
        return Figure(what, None, aim, False, "×", "there is no C compiler (cc) here")
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "plain")
        built = subprocess.run(
            [compiler, *C_OPTIONS, "-o", program, str(C_SOURCE), "-lm"], capture_output=True, text=True
        )
        if built.returncode != 0:
            return Figure(what, None, aim, False, "×", f"cc {' '.join(C_OPTIONS)} failed: {built.stderr[:200]}")
        c_seconds, ours = medians(25, lambda: run_c(program, choice)[1], lambda: seconds(lambda: train(choice)))
        weights, _ = run_c(program, choice)
    same = weights.tobytes() == np.concatenate([a.ravel() for a in train(choice).weights.arrays]).tobytes()
    bits = "the same to the bit" if same else "NOT THE SAME"
    return Figure(
        what, c_seconds / ours, aim, False, "×",
        f"C's loops {1e3 * c_seconds:.1f} ms, ours with losses and test result {1e3 * ours:.1f} ms; "
        f"the trained weights are {bits}",
    )  # fmt: skip


def run_c(program: str, choice: NetworkChoice) -> tuple[Array, float]:
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
    out = subprocess.run([program, *arguments], input=numbers, capture_output=True, check=True).stdout
    answer = np.frombuffer(out)
    return answer[:-1], float(answer[-1])
