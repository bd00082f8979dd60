"""Kernels: uncompiled until asked, compiled for one thread or for all, with a cache or without."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from rnntui_engine import arithmetic, jit, training, unroll
from rnntui_engine.cells import CELLS


@pytest.fixture
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is before `load()`."""
    monkeypatch.setattr(jit, "_loaded", False)


def is_compiled(function: Callable[..., object]) -> bool:
    return hasattr(function, "py_func")


def test_a_kernel_is_an_ordinary_function() -> None:
    assert arithmetic.exp(1.0) == pytest.approx(2.718281828459045)
    assert not is_compiled(arithmetic.exp)
    assert arithmetic.exp.__doc__


@pytest.mark.usefixtures("nothing_loaded")
def test_before_load_a_kernel_is_itself() -> None:
    assert jit.compiled(arithmetic.exp) is arithmetic.exp


@pytest.mark.usefixtures("nothing_loaded")
def test_after_load_it_is_compiled_once() -> None:
    jit.load()
    assert is_compiled(jit.compiled(arithmetic.exp))
    assert jit.compiled(arithmetic.exp) is jit.compiled(arithmetic.exp)


@pytest.mark.usefixtures("nothing_loaded")
def test_compiled_here_leaves_other_threads_uncompiled() -> None:
    seen = {}

    def look() -> None:
        seen["other"] = jit.compiled(arithmetic.exp)

    with jit.compiled_here():
        other = threading.Thread(target=look)
        other.start()
        other.join()
        seen["here"] = jit.compiled(arithmetic.exp)
    seen["after"] = jit.compiled(arithmetic.exp)
    assert is_compiled(seen["here"])
    assert seen["other"] is arithmetic.exp
    assert seen["after"] is arithmetic.exp


@pytest.mark.usefixtures("nothing_loaded")
def test_compiled_here_ends_with_an_error_as_well() -> None:
    with pytest.raises(ZeroDivisionError), jit.compiled_here():
        raise ZeroDivisionError
    assert jit.compiled(arithmetic.exp) is arithmetic.exp


def test_only_kernels_are_compiled() -> None:
    with pytest.raises(TypeError, match="not a kernel"):
        jit.compiled(jit.load)


def test_threads_that_ask_at_once_get_the_same_kernel() -> None:
    bound = jit.bind(unroll.forward, "threads", step=CELLS["rnn"].step)
    found, start = [], threading.Barrier(4)

    def ask() -> None:
        start.wait()
        found.append(jit.compiled(bound))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(f) for f in found}) == 1


@pytest.mark.parametrize(
    "template",
    [unroll.forward, unroll.backward, training.epoch_exact, training.epoch_in_place],
    ids=lambda f: f.__name__,
)
def test_a_template_that_is_not_filled_in_says_so(template: Callable[..., None]) -> None:
    given = {"rate": 0.1, "clip": 0.0, "order": np.zeros(1, dtype=np.int64), "inputs": np.ones((1, 2, 2, 2))}
    names = template.__code__.co_varnames[: template.__code__.co_argcount]
    arguments = {name: given.get(name, np.ones((2, 2, 2, 2))) for name in names}
    with pytest.raises(NotImplementedError, match="bind"):
        template(**arguments)


def test_bind_fills_a_copy_and_leaves_the_template_as_it_is() -> None:
    before = unroll.forward.__globals__["step"]
    bound = jit.bind(unroll.forward, "copy", step=CELLS["rnn"].step)
    assert bound.__name__ == "forward_copy"
    assert bound.__doc__ == unroll.forward.__doc__
    assert bound.__globals__["step"] is CELLS["rnn"].step
    assert unroll.forward.__globals__["step"] is before is jit.hole


def test_replacing_reaches_what_is_called_by_what_is_called() -> None:
    """sigmoid calls exp; forward calls step, which calls sigmoid."""
    other = jit.kernel(lambda x: x)
    forward = unroll.kernels(CELLS["lstm"]).forward
    new = jit.replacing(forward, "other", {arithmetic.exp: other})
    sigmoid = new.__globals__["step"].__globals__["sigmoid"]
    assert sigmoid.__globals__["exp"] is other
    assert new.__name__ == f"{forward.__name__}_other"
    assert forward.__globals__["step"] is CELLS["lstm"].step
    assert CELLS["lstm"].step.__globals__["sigmoid"] is arithmetic.sigmoid


def test_replacing_leaves_what_calls_none_of_them_as_it_is() -> None:
    assert jit.replacing(arithmetic.series, "other", {arithmetic.exp: arithmetic.expm1}) is arithmetic.series
    assert jit.replacing(arithmetic.exp, "other", {arithmetic.exp: arithmetic.expm1}) is arithmetic.expm1


@pytest.mark.usefixtures("nothing_loaded")
def test_whether_it_compiles_here() -> None:
    assert not jit.compiles()
    with jit.compiled_here():
        assert jit.compiles()
    jit.load()
    assert jit.compiles()


COMPILE_ONE = """
import sys
from rnntui_engine import arithmetic, jit
jit.load()
exp = jit.compiled(arithmetic.exp)
assert hasattr(exp, "py_func")
assert exp(1.5) == arithmetic.exp(1.5)
hits = sum(exp.stats.cache_hits.values())
print(jit._cache_folder(), hits, sep="\\n")
"""


def compile_one(cache: Path) -> tuple[str, int]:
    """Compile exp in a fresh process: its cache folder, and how often compiled code was found there."""
    done = subprocess.run(
        [sys.executable, "-c", COMPILE_ONE], env={**os.environ, "RNNTUI_CACHE_DIR": str(cache)},
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    folder, hits = done.stdout.splitlines()
    return folder, int(hits)


def test_compiled_code_is_kept_for_the_next_process(tmp_path: Path) -> None:
    folder, hits = compile_one(tmp_path)
    assert hits == 0
    assert list(Path(folder).rglob("*.nbi"))
    assert compile_one(tmp_path) == (folder, 1)


def test_code_that_cannot_be_loaded_is_compiled_again(tmp_path: Path) -> None:
    folder, _ = compile_one(tmp_path)
    for kept in Path(folder).rglob("*.nbc"):
        kept.write_bytes(pickle.dumps("something else"))
    assert compile_one(tmp_path) == (folder, 0)
    assert compile_one(tmp_path) == (folder, 1)


def test_code_of_old_sources_is_taken_away(tmp_path: Path) -> None:
    for old in range(jit.KEPT + 2):
        (tmp_path / "kernels" / f"old{old}").mkdir(parents=True)
        os.utime(tmp_path / "kernels" / f"old{old}", (old, old))
    folder, _ = compile_one(tmp_path)
    left = sorted(one.name for one in (tmp_path / "kernels").iterdir())
    assert left == sorted([Path(folder).name, *(f"old{old}" for old in range(3, jit.KEPT + 2))])


def test_kernels_of_one_name_that_call_or_read_something_else_are_told_apart() -> None:
    """As are those of two cells of one name, which fill the same template."""
    one = jit.bind(unroll.forward, "same", step=CELLS["rnn"].step)
    same = jit.bind(unroll.forward, "same", step=CELLS["rnn"].step)
    other = jit.bind(unroll.forward, "same", step=CELLS["lstm"].step)
    assert jit.kernel_digest(one) == jit.kernel_digest(same)
    assert jit.kernel_digest(one) != jit.kernel_digest(other)
    further = jit.bind(unroll.forward, "same", step=jit.bind(CELLS["rnn"].step, "other"))
    assert jit.kernel_digest(one) != jit.kernel_digest(further)
    assert len({jit.kernel_digest(FunctionType(arithmetic.exp.__code__, {"LN2_HIGH": n})) for n in (1.0, 2.0)}) == 2


COMPILE_LANES = """
from rnntui_engine import jit, lanes
from rnntui_engine.cells import CELLS
from rnntui_engine.records import NetworkChoice
jit.load()
print(lanes.train([NetworkChoice(run=k, length=2, epochs=1) for k in (1, 2)])[1].weights.Wh.tobytes().hex())
print(sum(jit.compiled(lanes.kernels(CELLS["rnn"]).in_place).stats.cache_hits.values()))
"""


def test_what_is_compiled_for_lanes_is_kept_as_well(tmp_path: Path) -> None:
    def once() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", COMPILE_LANES], env={**os.environ, "RNNTUI_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    weights, hits = once()
    assert hits == "0"
    assert once() == [weights, "1"]


def test_where_no_folder_can_be_written_there_is_no_cache(tmp_path: Path) -> None:
    below_a_file = tmp_path / "file"
    below_a_file.write_text("")
    source = Path(jit.__file__).parent
    before = sorted(source.rglob("*.nbi"))
    assert compile_one(below_a_file / "cache") == ("None", 0)
    assert sorted(source.rglob("*.nbi")) == before, "nothing may be cached beside the source"
