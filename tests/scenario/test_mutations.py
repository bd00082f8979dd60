"""With one constant of the engine changed, a scenario fails that says otherwise, and a test by its name.

Each change is made in a copy of the engine, in a process of its own, without the compiler: so nothing that was compiled
before is used, and nothing of the change stays behind.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import rnntui_engine

TESTS = Path(__file__).parents[1]
ENGINE = Path(rnntui_engine.__file__).parent
SEQUENCE, OWN = "the_sequence_and_the_marker", "own.toml"
TRAINED = """
title = "Trained"
teaches = "what the shortest network learns"
minutes = 1
[[beat]]
let = { run1 = "training --lengths 2 --runs k1 : run_1" }
say = "It gets {run1:.3f} right."
expect = ["run1 == 0.95"]
"""


@dataclass(frozen=True)
class Change:
    """A change in one file of the engine, the scenario that it breaks, and the test."""

    file: str
    old: str
    new: str
    scenario: str
    test: str


CHANGES = {
    "nothing": Change(
        "records.py", "rate: float = 0.05", "rate: float = 0.05", OWN,
        "engine/test_training.py::test_accuracy[rnn in-place bias 0, T=2, k1]",
    ),
    "the rate": Change(
        "records.py", "rate: float = 0.05", "rate: float = 0.01", OWN,
        "engine/test_training.py::test_accuracy[rnn in-place bias 0, T=2, k1]",
    ),
    "a gate's sign": Change(
        "cells/lstm.py", "f = sigmoid(pre_activation", "f = sigmoid(-pre_activation", SEQUENCE,
        "engine/test_untrained.py::test_mean_differences[lstm bias 0, T=2]",
    ),
    "the tier": Change(
        "readings.py", "TIER = 25.0", "TIER = 26.0", SEQUENCE, "engine/test_readings.py::test_example",
    ),
    "the scale": Change(
        "readings.py", "SCALE = 40.0", "SCALE = 20.0", SEQUENCE, "engine/test_readings.py::test_inputs",
    ),
}  # fmt: skip

BOTH = """
import sys
import pytest
import rnntui_engine
from rnntui_engine.records import BadInput
from rnntui.scenario import figures
from rnntui.scenario.play import checked, requests
from rnntui.scenario.shelf import find
scenario, test, engine = sys.argv[1:]
assert rnntui_engine.__file__.startswith(engine), rnntui_engine.__file__
try:
    found = find(scenario)
    for request in requests(checked(found, {})):
        figures.FIGURES.compute(request)
    checked(found, {})
    print("SCENARIO holds")
except BadInput as problem:
    print("SCENARIO fails:", problem)
print("TEST", int(pytest.main(["-q", "-p", "no:cacheprovider", test])))
"""


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_engine_is_found_out(what: str, tmp_path: Path) -> None:
    change = CHANGES[what]
    engine = tmp_path / "rnntui_engine"
    shutil.copytree(ENGINE, engine, ignore=shutil.ignore_patterns("__pycache__"))
    file = engine / change.file
    text = file.read_text(encoding="utf-8")
    assert text.count(change.old) == 1, f"{change.old!r} is not in {change.file}, or not once"
    file.write_text(text.replace(change.old, change.new), encoding="utf-8")
    own = tmp_path / OWN
    own.write_text(TRAINED, encoding="utf-8")
    scenario = str(own) if change.scenario == OWN else change.scenario
    done = subprocess.run(
        [sys.executable, "-c", BOTH, scenario, str(TESTS / change.test), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=TESTS.parent, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    if what == "nothing":
        assert "SCENARIO holds\n" in done.stdout, said
        assert "TEST 0\n" in done.stdout, said
    else:
        assert "SCENARIO fails: " in done.stdout, said
        assert ", expect: " in done.stdout or ", choices: " in done.stdout, said
        assert "TEST 1\n" in done.stdout, said
