"""A served app on a free port."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Its address and its process, which is ended after the test."""
    environment = {**os.environ, "A_SECRET": "not for visitors", "RNNTUI_STATE_DIR": str(tmp_path / "state")}
    process = subprocess.Popen(
        [Path(sys.executable).with_name("rnntui"), "serve", "--port", "0"], cwd=tmp_path, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
