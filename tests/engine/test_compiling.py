"""Kernels that another process compiles."""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rnntui_engine import flow, jit, lanes, training, unroll
from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.compiling import DONE, FAILED, Compiler, answer, kernel_of, recipe

WEIGHTS = np.array([0.5, -0.25]), np.array(0.125)[None], np.array([0.75, -1.0])


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for compiled code, with nothing in it, and none in memory."""
    monkeypatch.setenv("RNNTUI_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "_dispatchers", {})
    jit._cache_folder.cache_clear()
    yield tmp_path
    jit._cache_folder.cache_clear()


@pytest.mark.parametrize("name", list(CELLS))
def test_a_recipe_makes_the_same_kernel_again(name: str) -> None:
    cell = cell_named(name)
    for kernel in (training.kernels(cell).exact, lanes.kernels(cell).answers, unroll.kernels(cell).twin_differences,
                   flow.rows_of(cell)):  # fmt: skip
        again = kernel_of(pickle.loads(pickle.dumps(recipe(kernel))))
        assert (again.__module__, again.__qualname__) == (kernel.__module__, kernel.__qualname__)
        assert again.__code__ is kernel.__code__
        assert recipe(again) == recipe(kernel)


def test_what_only_this_process_has_is_compiled_in_it() -> None:
    def own(x: float) -> float:
        return x

    with pytest.raises(LookupError, match="own"):
        recipe(jit.kernel(own))
    assert not Compiler(("no such program",)).compile(own, ())


def test_another_process_compiles_and_this_one_loads(nothing_compiled: Path) -> None:
    asked = []
    compiler = Compiler()

    def compile(kernel: object, signature: tuple[object, ...]) -> bool:
        asked.append(kernel)
        return compiler.compile(kernel, signature)  # type: ignore[arg-type]

    with jit.compiled_elsewhere(compile), jit.compiled_here():
        dispatcher = jit.compiled(unroll.readout)
        value = dispatcher(*WEIGHTS)
    compiler.close()
    assert asked == [unroll.readout]
    assert dispatcher.stats.cache_hits, "it was loaded"
    assert not dispatcher.stats.cache_misses, "and nothing was compiled here"
    assert value == unroll.readout(*WEIGHTS)
    assert list(nothing_compiled.rglob("*.nbc"))


def test_it_knows_the_vectors_of_lanes(nothing_compiled: Path) -> None:
    from numba import types

    numbers = tuple(types.Array(types.float64, axes, "C") for axes in (3, 3, 2, 2, 2, 3, 4, 4, 3, 2))
    compiler = Compiler()
    assert compiler.compile(lanes.kernels(CELLS["rnn"]).answers, numbers)
    compiler.close()


def test_a_process_that_has_ended_is_begun_again(nothing_compiled: Path) -> None:
    from numba import typeof

    signature = tuple(typeof(one) for one in WEIGHTS)
    compiler = Compiler()
    assert compiler.compile(unroll.readout, signature)
    assert compiler._process is not None
    compiler._process.kill()
    compiler._process.wait()
    assert compiler.compile(unroll.readout, signature)
    compiler.close()


@pytest.mark.parametrize("command", ["no such program", sys.executable])
def test_without_another_process_all_is_compiled_here(command: str, nothing_compiled: Path) -> None:
    compiler = Compiler((command, *(["-c", "0"] if os.path.isabs(command) else [])))
    with jit.compiled_elsewhere(compiler.compile), jit.compiled_here():
        dispatcher = jit.compiled(unroll.readout)
        assert dispatcher(*WEIGHTS) == unroll.readout(*WEIGHTS)
    assert dispatcher.stats.cache_misses
    assert not compiler._of_use, "it is not tried again and again"


def test_it_ends_when_nothing_more_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_loaded", jit._loaded)
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as requests, open(writing, "wb") as asked:
        answer(requests, io.BytesIO(), idle=0.0)
        answers = io.BytesIO()
        asked.write(pickle.dumps((("rnntui_engine.unroll", "no_such_kernel"), ())))
        asked.close()
        answer(requests, answers)
    assert answers.getvalue() == FAILED != DONE
