"""`rnntui train`: a file of weights, whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from safetensors import safe_open
from safetensors.numpy import load

from rnntui import files
from rnntui_engine.records import NetworkChoice
from rnntui_engine.training import train
from rnntui_engine.weights import tensors

Invoke = Callable[..., Result]
SMALL = ("--length", "3", "--epochs", "2")


def test_it_trains_and_saves_what_the_engine_trains(invoke: Invoke, tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    result = invoke("train", *SMALL, "--cell", "lstm", "--memory-bias", "3", "--run", "k2", "--out", str(out))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    network = train(NetworkChoice("lstm", 2, 3, 3.0, "exact", 2))
    expected = tensors(network.choice, network.weights)
    found = load(out.read_bytes())
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        np.testing.assert_array_equal(found[name], array)
    with safe_open(out, "np") as file:
        said = file.metadata()
    assert (said["run"], said["correct"], said["version"]) == (
        "k2",
        str(network.correct),
        f"rnntui {version('rnntui')}",
    )


def test_the_same_network_gives_the_same_bytes(invoke: Invoke, tmp_path: Path) -> None:
    paths = [tmp_path / "a.safetensors", tmp_path / "b.SAFETENSORS"]
    for path in paths:
        assert invoke("train", *SMALL, "--out", str(path)).exit_code == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_training_that_ran_away_is_one_line_and_leaves_no_file(invoke: Invoke, tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    result = invoke("train", "--length", "4", "--epochs", "2", "--rate", "1e150", "--out", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "rnntui: the training ran away in epoch 1: its weights are no longer finite numbers; "
        "nothing is saved, a smaller --rate may help\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("out", "line"),
    [
        (None, "name the file to write, .safetensors"),
        ("w.pt", "'w.pt' does not end in .safetensors"),
        ("nowhere/w.safetensors", "there is no folder 'nowhere'"),
        (".safetensors", "'.safetensors' does not end in .safetensors"),
    ],
)
def test_a_bad_file_is_refused_before_any_training(invoke: Invoke, out: str | None, line: str) -> None:
    result = invoke("train", "--epochs", "100000000", *([] if out is None else ["--out", out]))
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"rnntui: --out: {line}\n")


def test_a_folder_is_no_file(invoke: Invoke, tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    out.mkdir()
    result = invoke("train", "--epochs", "100000000", "--out", str(out))
    assert (result.exit_code, result.stderr) == (2, f"rnntui: --out: {str(out)!r} is not a file\n")


def test_a_full_disk_leaves_what_was_there(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "w.safetensors"
    out.write_bytes(b"before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = invoke("train", *SMALL, "--out", str(out))
    assert result.exit_code == 2
    assert result.stderr == f"rnntui: --out: {str(out)!r}: No space left on device\n"
    assert out.read_bytes() == b"before"
    with pytest.raises(OSError, match=re.escape("No space left")):
        files.write_bytes(out, b"after")
    assert list(tmp_path.iterdir()) == [out]
