"""The same bits compiled, uncompiled and in each Python: every figure of the lesson stands on this.

Other Pythons are looked for on PATH, under pyenv and in RNNTUI_TEST_PYTHONS, a list of interpreters separated
as PATH is; they need numpy, and numba to compile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rnntui_engine

PROGRAM = Path(__file__).parent / "digests.py"
EXPECTED = json.loads((Path(__file__).parents[1] / "data" / "bits.json").read_text(encoding="utf-8"))


def run(python: str, *arguments: str, **environment: str) -> dict[str, str]:
    """The digests that an interpreter comes to."""
    done = subprocess.run(
        [python, str(PROGRAM), str(Path(str(rnntui_engine.__file__)).parent), *arguments],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    digests: dict[str, str] = json.loads(done.stdout)["digests"]
    return digests


@cache
def compiled_digests() -> dict[str, str]:
    """What this Python's compiled kernels give."""
    return run(sys.executable, "load")


def test_compiled_kernels_give_the_written_bits() -> None:
    found = compiled_digests()
    assert {name: found.get(name) for name in EXPECTED} == EXPECTED


def test_uncompiled_kernels_give_the_same_bits() -> None:
    assert run(sys.executable) == compiled_digests()


def test_kernels_give_the_same_bits_where_numba_is_told_not_to_compile() -> None:
    assert run(sys.executable, "load", NUMBA_DISABLE_JIT="1") == compiled_digests()


def candidates(version: str) -> Iterator[str]:
    """Where an interpreter of that version may be."""
    yield from filter(None, os.environ.get("RNNTUI_TEST_PYTHONS", "").split(os.pathsep))
    yield f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python")))


def has(python: str, module: str, version: str) -> bool:
    """Is this an interpreter of that version with that module? What stands on PATH may be a shim of nothing."""
    ask = f"import sys, {module}; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.strip() == version


THIS = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.mark.parametrize("version", [v for v in ("3.11", "3.12", "3.13", "3.14") if v != THIS])
@pytest.mark.parametrize("way", ["uncompiled", "compiled"])
def test_other_pythons_give_the_same_bits(version: str, way: str, tmp_path: Path) -> None:
    module = "numpy" if way == "uncompiled" else "numba"
    python = next((p for p in candidates(version) if has(p, module, version)), None)
    if python is None:
        pytest.skip(f"no Python {version} with {module} here")
    arguments = ["load"] if way == "compiled" else []
    assert run(python, *arguments, RNNTUI_CACHE_DIR=str(tmp_path)) == compiled_digests()
