"""Figures of speed and memory beside their aims: `python tests/benchmarks`. pytest does not collect this folder.

Ratios are taken within one run, so they may be compared between machines; times may not.
"""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import version

import computing
import forecasting
import growing
import large
import pytorch
import showing
import staying_live


def main() -> None:
    """Measure and print, a row at a time."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("rnntui", "textual", "numpy", "numba"))
    print(f"Python {platform.python_version()}, {packages}; {os.cpu_count()} cores, {platform.machine()}\n")
    sources = (computing, growing, pytorch, forecasting, showing, staying_live, large)
    for source in (module.figures for module in sources):
        for figure in source():
            print(figure.line(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
