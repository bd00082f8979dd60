"""A network of 1,000 units from a file on 10,000 periods: the first frame, a key to the screen, the peak of memory."""

from __future__ import annotations

import math
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pexpect
from figure import Figure
from safetensors.numpy import save_file
from showing import EXECUTABLE, Terminal, peak

UNITS, PERIODS, KEYS = 1000, 10_000, 200
PATIENCE = 900.0  # seconds for all periods


def figures() -> Iterator[Figure]:
    """All of them, from one session."""
    with tempfile.TemporaryDirectory() as folder:
        files = written(Path(folder))
        try:
            yield from session(files)
        except (RuntimeError, pexpect.ExceptionPexpect) as problem:
            note = str(problem).splitlines()[0]
            yield Figure(f"{UNITS} units, {PERIODS} periods", None, 33, True, "ms", note)


def written(folder: Path) -> list[str]:
    """An LSTM of one input as PyTorch saves it, float32, and a sequence; the options that open them."""
    rng = np.random.default_rng(0)
    bound = 1 / math.sqrt(UNITS)
    shapes = {
        "lstm.weight_ih_l0": (4 * UNITS, 1), "lstm.weight_hh_l0": (4 * UNITS, UNITS), "lstm.bias_ih_l0": (4 * UNITS,),
        "lstm.bias_hh_l0": (4 * UNITS,), "fc.weight": (1, UNITS), "fc.bias": (1,),
    }  # fmt: skip
    save_file({name: rng.uniform(-bound, bound, shape).astype(np.float32) for name, shape in shapes.items()},
              folder / "net.safetensors")  # fmt: skip
    rows = [f"a,{t},{0.0 if t == 1 else 25 + 10 * math.sin(t / 50):.2f}" for t in range(1, PERIODS + 1)]
    (folder / "long.csv").write_text("subscriber,period,reading\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return ["--weights", str(folder / "net.safetensors"), "--data", str(folder / "long.csv")]


def session(options: list[str]) -> Iterator[Figure]:
    """Open it, step while it reads, wait for the end, step there."""
    start = time.perf_counter()
    terminal = Terminal([str(EXECUTABLE), *options])
    try:
        if not terminal.wait_for(rf"period 1/{PERIODS}", r"Hidden units", r"q quit"):
            raise RuntimeError("the app never opened")
        first = time.perf_counter() - start
        yield Figure(f"{UNITS} units, {PERIODS} periods: first full frame", first, 1, True, "s")
        start = time.perf_counter()
        while time.perf_counter() - start < PATIENCE and f"All {PERIODS} periods are there" not in terminal.text:
            terminal.raw = terminal.raw[-20_000:]
            terminal.read()
        took = time.perf_counter() - start
        yield Figure("the same: every period is there after", took, 60, True, "s", "read by a thread of the app")
        times = [1e3 * seconds for seconds in keys(terminal)]
        p99 = statistics.quantiles(times, n=100)[98]
        note = f"median {statistics.median(times):.1f} ms over {KEYS} keys"
        yield Figure("the same: key to repainted screen, 99 of 100 within", p99, 33, True, "ms", note)
        yield Figure("the same: peak memory", peak(terminal), 500, True, "MB", "resident")
    finally:
        terminal.close()


def keys(terminal: Terminal) -> Iterator[float]:
    """Step forward, period by period, and time each."""
    for period in range(2, KEYS + 2):
        terminal.forget()
        start = time.perf_counter()
        terminal.child.send("\x1b[C")
        if not terminal.wait_for(rf"period {re.escape(str(period))}/|{period}/{PERIODS}|Period {period}:"):
            raise RuntimeError(f"a key did not lead to period {period}")
        yield time.perf_counter() - start
