"""The engine alone: no user interface comes with it, and numba only once compiled code is asked for."""

from __future__ import annotations

import subprocess
import sys

IMPORT_ALL = """
import importlib, pkgutil, sys
import rnntui_engine
for module in pkgutil.walk_packages(rnntui_engine.__path__, "rnntui_engine."):
    if module.name != "rnntui_engine.lanes.vectors":  # a numba type, imported where a kernel is compiled
        importlib.import_module(module.name)
assert "rnntui_engine.lanes.vectors" not in sys.modules
"""

USE = """
from rnntui_engine import arithmetic, jit, training, unroll
from rnntui_engine.records import NetworkChoice
unroll.trace(NetworkChoice(length=2), 0)
training.train(NetworkChoice(length=2, epochs=1))
"""

SHOW = "print(*sorted({name.partition('.')[0] for name in sys.modules}), sep=',')\n"

USER_INTERFACE = {"rnntui", "rnntui_scenarios", "textual", "rich", "click", "plotext"}


def modules_after(program: str) -> set[str]:
    """The top-level modules that a fresh process holds after a program."""
    done = subprocess.run(
        [sys.executable, "-c", program + SHOW], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.strip().split(","))


def test_importing_every_engine_module_imports_no_user_interface_and_no_numba() -> None:
    found = modules_after(IMPORT_ALL)
    assert "rnntui_engine" in found
    assert not found & (USER_INTERFACE | {"numba", "llvmlite", "platformdirs"})


def test_numba_comes_with_load_and_a_call_and_not_before() -> None:
    assert "numba" not in modules_after(IMPORT_ALL + USE)
    assert "numba" not in modules_after(IMPORT_ALL + USE + "jit.load()\n")
    found = modules_after(IMPORT_ALL + USE + "jit.load()\njit.compiled(arithmetic.exp)(1.0)\n")
    assert "numba" in found
    assert not found & USER_INTERFACE


def test_the_engine_runs_with_nothing_but_numpy_installed() -> None:
    blocked = (
        "import sys\nfor name in ('numba', 'platformdirs', 'textual', 'rich', 'click'): sys.modules[name] = None\n"
    )
    modules_after(blocked + IMPORT_ALL + USE)
