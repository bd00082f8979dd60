"""Digests of what the engine computes, as JSON: `python digests.py FOLDER [load] [LENGTH]`.

FOLDER holds the engine's source. It is loaded by path, so that an interpreter with nothing but numpy can do it. With
`load` the kernels are compiled (if numba compiles at all), else they run as they stand.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

LENGTH = 12


def load_engine(folder: Path) -> None:
    """Import the engine from a folder of any name."""
    spec = importlib.util.spec_from_file_location(
        "rnntui_engine", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules["rnntui_engine"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


def digest(arrays: Any) -> str:
    """Of the numbers' bytes, lowest byte first."""
    found = hashlib.sha256()
    for array in arrays:
        found.update(array.astype("<f8").tobytes())
    return found.hexdigest()


def digests() -> dict[str, str]:
    """One for the readings, for each cell one of a trace and one of an epoch's weights for each way to train, and one
    of a forecasting network."""
    cells, readings, records, training, unroll = (
        importlib.import_module(f"rnntui_engine.{name}")
        for name in ("cells", "readings", "records", "training", "unroll")
    )
    found = {"readings": digest([readings.data_set().readings])}
    for name, cell in cells.CELLS.items():
        for mode in cell.modes:
            bias = 0.0 if cell.keeps is None else 1.0
            choice = records.NetworkChoice(name, mode=mode, length=LENGTH, memory_bias=bias, epochs=1)
            trained = training.train(choice)
            found[f"{name} {mode} weights"] = digest(trained.weights.arrays)
        trace = unroll.trace(choice, readings.EXAMPLE, trained.weights)
        found[f"{name} trace"] = digest(
            [trace.real.states, trace.real.gates, trace.real.probabilities, trace.difference]
        )
    learning, network, problem = (
        importlib.import_module(f"rnntui_engine.forecast.{name}") for name in ("learning", "network", "problem")
    )
    forecaster = learning.train(network.Choice("gru", hidden=4, epochs=2), problem.textbook())
    found["forecast gru"] = digest([forecaster.vector])
    return found


if __name__ == "__main__":
    load_engine(Path(sys.argv[1]))
    if "load" in sys.argv[2:]:
        importlib.import_module("rnntui_engine.jit").load()
    print(json.dumps({"python": sys.version_info[:2], "digests": digests()}))
