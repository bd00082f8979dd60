"""--weights: networks from files on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

FILES = Path(__file__).parents[1] / "data" / "weights"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
Invoke = Callable[..., Result]
Rows = Callable[..., Any]


@pytest.fixture(autouse=True)
def _beside_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FILES)


def test_step_gives_pytorchs_figures(rows: Rows) -> None:
    answer, expected = rows("step", "--weights", "lstm_two_layers.safetensors"), EXPECTED["lstm_two_layers"]
    assert (answer["subscriber"], answer["cell"], answer["run"], answer["length"]) == (260, "lstm", None, 12)
    np.testing.assert_allclose([p["h"] for p in answer["periods"]], expected["h"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(
        [p["probability"] for p in answer["periods"]], expected["probability"], rtol=0, atol=1e-10
    )
    assert answer["periods"][0]["input"] == [0.0, 1.0], "what the network reads, not what its last layer does"
    np.testing.assert_allclose(answer["periods"][-1]["state"], expected["c_n"][-1], rtol=0, atol=1e-10)
    assert answer["probability"] == answer["periods"][-1]["probability"]


def test_without_a_readout_the_probability_is_null_and_it_says_nothing(rows: Rows, invoke: Invoke) -> None:
    answer = rows("step", "--weights", "gru_bare.safetensors", "--length", "3")
    assert answer["probability"] is None
    assert [period["probability"] for period in answer["periods"]] == [None] * 3
    text = invoke("step", "--weights", "gru_two_answers.safetensors", "--length", "2").stdout
    assert "gated recurrent unit, from gru_two_answers.safetensors, 2 layers of 4 hidden units, no readout:" in text
    assert text.count("it says nothing") == 2
    assert "layer 2 of 2" in text


def test_one_input_and_relu(rows: Rows) -> None:
    one = rows("step", "--weights", "lstm_one_input.safetensors")
    assert [len(period["input"]) for period in one["periods"]] == [1] * 12
    np.testing.assert_allclose([p["h"] for p in one["periods"]], EXPECTED["lstm_one_input"]["h"], rtol=0, atol=1e-10)
    relu = rows("step", "--weights", "rnn_relu.safetensors", "--nonlinearity", "relu")
    assert relu["cell"] == "rnn-relu"
    h = np.array(EXPECTED["rnn_relu"]["h"])
    np.testing.assert_allclose([p["h"] for p in relu["periods"]], h, rtol=0, atol=1e-5 * np.abs(h).max())


def test_columns_of_ones_own_data(rows: Rows, invoke: Invoke, tmp_path: Path) -> None:
    readings = [period["reading"] for period in rows("step")["periods"]]
    lines = ["subscriber,period,reading,a,b,c"]
    lines += [f"me,{t},{r},{r / 40!r},{r / 20!r},{r / 10!r}" for t, r in enumerate(readings, 1)]
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = ["step", "--weights", "lstm_three.safetensors", "--data", str(path)]
    answer = rows(*options, "--features", "a,b,c")
    np.testing.assert_allclose([p["h"] for p in answer["periods"]], EXPECTED["lstm_three"]["h"], rtol=0, atol=1e-5)
    for features, words in (((), "3 inputs"), (("--features", "a,b"), "3 inputs, but here are 2")):
        refused = invoke(*options, *features)
        assert refused.exit_code == 2
        assert words in refused.stderr
        assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [("step",), ("table", "gradient")])
def test_text_names_the_data_by_its_file(invoke: Invoke, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("subscriber,period,reading\nme,1,0\nme,2,30\nyou,1,7\n", encoding="utf-8")
    for more in (("--weights", "gru_bare.safetensors"), ()):
        text = invoke(*command, "--data", str(path), *more).stdout
        assert "data mine.csv" in text
        assert "#" not in text, "what tells it from other contents of that name is of use to nobody who reads"


def test_table_trace(rows: Rows, invoke: Invoke) -> None:
    found = rows("table", "trace", "--weights", "lstm_two_layers.safetensors", "--lengths", "2,4")
    assert [row["length"] for row in found] == [2, 4]
    assert list(found[0]) == ["length", "diff_1", "state_diff_1", "factor_1", "readback_1", "readback_linear_1"]
    assert found[0]["factor_1"] is None
    assert found[1]["factor_1"] == pytest.approx((found[1]["diff_1"] / found[0]["diff_1"]) ** 0.5)
    text = invoke("table", "trace", "--weights", "gru_bare.safetensors", "--lengths", "2").stdout
    assert "gated recurrent unit, from gru_bare.safetensors, 4 hidden units, no readout" in text
    assert " k1" not in text


@pytest.mark.parametrize(("options", "words"), [
    (("--cell", "lstm"), "--cell: the network comes from --weights as it is; leave this out"),
    (("--run", "k2"), "--run: the network comes from --weights as it is; leave this out"),
    (("--hidden", "7"), "--hidden: the network comes from --weights as it is; leave this out"),
    (("--trained",), "--trained: the network comes from --weights as it is; leave this out"),
    (("--epochs", "7"), "--epochs: the network comes from --weights as it is; leave this out"),
    (("--nonlinearity", "relu"),
     "--nonlinearity: gru_bare.safetensors: it is a choice for an nn.RNN; this is an nn.GRU"),
    (("--module", "x"), "--module: gru_bare.safetensors: 'x' is none of its recurrent modules; there are (no prefix)"),
])  # fmt: skip
def test_what_does_not_go_with_it(invoke: Invoke, options: tuple[str, ...], words: str) -> None:
    refused = invoke("step", "--weights", "gru_bare.safetensors", *options)
    assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", f"rnntui: {words}\n")


@pytest.mark.parametrize(("name", "words"), [
    ("nowhere.safetensors", "nowhere.safetensors: cannot be read: No such file or directory"),
    ("bidirectional.safetensors", "bidirectional"), ("projected.safetensors", "proj_size"),
    ("pickle.pt", "it is a pickle"), ("two_modules.safetensors", "say which"), (".", "it is a folder"),
])  # fmt: skip
def test_what_is_refused_is_one_line(invoke: Invoke, name: str, words: str) -> None:
    refused = invoke("step", "--weights", name)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert words in refused.stderr
    assert refused.stderr.startswith("rnntui: --")
    assert refused.stderr.count("\n") == 1


def test_module_without_weights(invoke: Invoke) -> None:
    assert invoke("step", "--module", "x").stderr == (
        "rnntui: --module: it says something of --weights, and there are none\n"
    )


def test_a_long_trace_is_written_period_by_period(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("step", "--weights", "lstm_two_layers.safetensors", "--data", "long-40")
    whole = rows(*options)
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 0)
    assert rows(*options) == whole


def test_a_picture(invoke: Invoke, tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    options = ("--weights", "rnn_three_layers.safetensors", "--period", "9", "--size", "80x24", "--out", str(out))
    assert invoke("shot", *options).exit_code == 0
    text = out.read_text(encoding="utf-8")
    assert "i rnn_three_layers.safe" in text
    assert "layer 3/3" in text


def test_what_is_trained_opens_again(invoke: Invoke, rows: Rows, tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    options = ("--cell", "gru-reset-before", "--length", "3", "--epochs", "1")
    assert invoke("train", *options, "--out", str(out)).exit_code == 0
    own = rows("step", "--weights", str(out), "--length", "3")
    trained = rows("step", *options, "--trained")
    assert own == {**trained, "run": None}


KILLED = """
import os, pathlib, signal, sys
from rnntui import files
path, at = pathlib.Path(sys.argv[1]), sys.argv[2]
for name in ("fdopen", "chmod", "replace"):
    real = getattr(os, name)
    def die(*a, _real=real, _name=name, **k):
        if at == f"before {_name}":
            os.kill(os.getpid(), signal.SIGKILL)
        found = _real(*a, **k)
        if at == f"after {_name}":
            os.kill(os.getpid(), signal.SIGKILL)
        return found
    setattr(os, name, die)
files.write_bytes(path, b"new" * 100_000)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is POSIX's")
@pytest.mark.parametrize("at", ["before chmod", "after chmod", "before replace", "after replace", "never"])
def test_kill_at_any_moment_leaves_the_old_file_or_the_new_one(at: str, tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    path.write_bytes(b"old")
    environment = {**os.environ, "RNNTUI_STATE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), at], env=environment, check=False)
    assert done.returncode == (0 if at == "never" else -signal.SIGKILL)
    assert path.read_bytes() == (b"new" * 100_000 if at in ("after replace", "never") else b"old")
