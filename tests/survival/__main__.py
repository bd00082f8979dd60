"""What was tried and what happened: `python tests/survival [ACTIONS] [SEED]`. 10,000 actions take an hour.

pytest runs the faults as well, and a smaller storm of actions.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from storm import storm

HERE = Path(__file__).resolve().parent


def beside(name: str) -> ModuleType:
    """A module of the tests of the real terminal."""
    spec = spec_from_file_location(f"terminal_{name}", HERE.parent / "terminal" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults() -> int:
    """Try every fault on the real executable; how many went wrong."""
    terminal, table = beside("conftest").Terminal, beside("faults").FAULTS
    wrong, width = 0, max(map(len, table))
    for name, tried in table.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            own = {"RNNTUI_STATE_DIR": f"{folder}/state", "RNNTUI_CONFIG_DIR": f"{folder}/config"}
            try:
                happened = tried(lambda *given, own=own, **env: terminal(*given, **{**own, **env}), Path(folder))
            except AssertionError as problem:
                wrong, happened = wrong + 1, f"WRONG: {str(problem).splitlines()[0]}"
            os.chdir(HERE)
        print(f"{name:{width}}  {happened}", flush=True)
    return wrong


def main() -> int:
    """The table of faults, then the storm."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = faults()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        print(f"\n{asyncio.run(storm(count, seed, tell=partial(print, file=sys.stderr, flush=True))).line()}")
        os.chdir(HERE)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
