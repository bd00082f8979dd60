"""Networks from files: PyTorch's figures for its own networks, and refusals that name what is wrong."""

from __future__ import annotations

import json
import shlex
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from rnntui_engine.cells import cell_named
from rnntui_engine.loaded import Stack, load, modules_in, stack_named
from rnntui_engine.measures import decay
from rnntui_engine.networks import initial, with_cell
from rnntui_engine.readings import EXAMPLE, data_set, inputs_of
from rnntui_engine.records import BadInput, NetworkChoice, Trained, Weights
from rnntui_engine.tensor_file import opened
from rnntui_engine.training import train
from rnntui_engine.unroll import run_layers, trace
from rnntui_engine.weights import saved

FILES = Path(__file__).parents[1] / "data" / "weights"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
# name: cell, layers, inputs, units, how near to PyTorch's figures, whether there is a readout
NETWORKS: dict[str, tuple[str, int, int, int, float, bool]] = {
    "lstm_two_layers": ("lstm", 2, 2, 5, 1e-10, True), "gru_bare": ("gru", 1, 2, 4, 1e-5, False),
    "rnn_three_layers": ("rnn", 3, 2, 3, 1e-10, True), "rnn_relu": ("rnn-relu", 2, 2, 4, 1e-5, True),
    "lstm_one_input": ("lstm", 1, 1, 3, 1e-10, True), "gru_two_answers": ("gru", 2, 2, 4, 1e-10, False),
    "lstm_three": ("lstm", 1, 3, 4, 1e-5, True), "ours_rnn": ("rnn", 1, 2, 5, 1e-10, True),
    "ours_gru": ("gru", 1, 2, 5, 1e-10, True), "ours_lstm": ("lstm", 1, 2, 5, 1e-10, True),
}  # fmt: skip


def read(name: str) -> Stack:
    return load(FILES / f"{name}.safetensors", None, "relu" if name == "rnn_relu" else "")


def outputs(stack: Stack) -> tuple[Any, Any]:
    """h of the last layer and the probabilities, from period 1 on, of what the script gave to PyTorch."""
    readings = data_set().readings_of(EXAMPLE)
    three = np.stack([readings / 40, readings / 20, readings / 10], axis=1)
    inputs = three if stack.inputs == 3 else data_set().inputs_of(EXAMPLE, readings, 12, stack.inputs)
    paths = run_layers(cell_named(stack.cell), stack.layers, inputs, stack.readout)
    return [path.states[1:] for path in paths], paths[-1].probabilities[1:]


@pytest.mark.parametrize("name", list(NETWORKS))
def test_it_computes_what_pytorch_computes(name: str) -> None:
    cell, layers, inputs, units, near, readout = NETWORKS[name]
    stack, expected = read(name), EXPECTED[name]
    assert (stack.cell, len(stack.layers), stack.inputs, stack.hidden, stack.readout) == (
        cell, layers, inputs, units, readout,
    )  # fmt: skip
    states, p = outputs(stack)
    scale = max(1.0, float(np.abs(expected["h"]).max()))  # a rectifier's h has no bound
    np.testing.assert_allclose(states[-1][:, 0], expected["h"], rtol=0, atol=near * scale)
    for layer, last in enumerate(expected.get("h_n", ())):
        np.testing.assert_allclose(states[layer][-1, 0], last, rtol=0, atol=near * scale)
    for layer, last in enumerate(expected.get("c_n", ())):
        np.testing.assert_allclose(states[layer][-1, 1], last, rtol=0, atol=near * scale)
    if readout:
        np.testing.assert_allclose(p, expected["probability"], rtol=0, atol=near)
    else:
        assert np.isnan(p).all()


@pytest.mark.parametrize("name", [name for name, row in NETWORKS.items() if row[2] < 3])
def test_the_trace_is_that_of_every_layer(name: str) -> None:
    stack = read(name)
    states, _ = outputs(stack)
    for layer in range(1, len(stack.layers) + 1):
        seen = trace(stack.choice(12, "lesson"), EXAMPLE, layer=layer)
        np.testing.assert_array_equal(seen.real.states[1:], states[layer - 1])
        assert (seen.layer, seen.layers, seen.trained) == (layer, len(stack.layers), True)
        assert seen.reads_out == (stack.readout and layer == len(stack.layers))
        assert seen.inputs.shape == (12, stack.inputs)
        assert seen.difference[1:, 0].all()
    last = trace(stack.choice(12, "lesson"), EXAMPLE)
    assert last.layer == len(stack.layers)
    with pytest.raises(BadInput, match=f"{last.layers + 1} is not a layer from 1 to {last.layers}"):
        trace(stack.choice(12, "lesson"), EXAMPLE, layer=last.layers + 1)


def rewritten(path: Path, name: str, change: Callable[[dict[str, Any]], None]) -> Path:
    tensors = load_file(FILES / f"{name}.safetensors")
    change(tensors)
    out = path / "net.safetensors"
    save_file({n: np.ascontiguousarray(a) for n, a in tensors.items()}, out)
    return out


def swap_blocks(one: int, other: int, count: int) -> Callable[[dict[str, Any]], None]:
    """Two gates of the first layer change places."""

    def change(tensors: dict[str, Any]) -> None:
        for name in [n for n in tensors if n.endswith("_l0")]:
            parts = np.split(tensors[name], count)
            parts[one], parts[other] = parts[other], parts[one]
            tensors[name] = np.concatenate(parts)

    return change


def changed(ending: str, how: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    """Every array whose name has that ending becomes another."""

    def change(tensors: dict[str, Any]) -> None:
        names = [n for n in tensors if n.endswith(ending)]
        assert names
        for name in names:
            tensors[name] = how(tensors[name])

    return change


WRONG = {
    "input and forget gate swapped": ("lstm_two_layers", swap_blocks(0, 1, 4)),
    "candidate and output swapped": ("lstm_two_layers", swap_blocks(2, 3, 4)),
    "reset and update swapped": ("gru_bare", swap_blocks(0, 1, 3)),
    "first bias lost": ("lstm_two_layers", changed("bias_ih_l0", lambda a: 0 * a)),
    "second bias lost": ("lstm_two_layers", changed("bias_hh_l1", lambda a: 0 * a)),
    "bias doubled": ("gru_bare", changed("bias_ih_l0", lambda a: 2 * a)),
    "recurrent axes swapped": ("rnn_relu", changed("weight_hh_l1", lambda a: a.T)),
    "biases of the first layer everywhere": ("lstm_two_layers", lambda t: t.update(
        {n.replace("l0", "l1"): a for n, a in t.items() if "bias" in n and n.endswith("l0")})),
}  # fmt: skip


@pytest.mark.parametrize("what", list(WRONG))
def test_the_figures_tell_a_wrong_reading_from_the_right_one(what: str, tmp_path: Path) -> None:
    name, change = WRONG[what]
    stack = load(rewritten(tmp_path, name, change), None, "relu" if name == "rnn_relu" else "")
    assert np.abs(outputs(stack)[0][-1][:, 0] - EXPECTED[name]["h"]).max() > 0.01


def test_the_gru_that_resets_before_its_product_is_another_network() -> None:
    stack = read("gru_bare")
    weights, hidden = stack.layers[0], stack.hidden
    b = np.concatenate([weights.b[: 2 * hidden], weights.b[2 * hidden : 3 * hidden] + weights.b[3 * hidden :]])
    other = type(weights)(weights.Wx, weights.Wh, b, weights.v, weights.c)
    inputs = inputs_of(data_set().readings_of(EXAMPLE), 12)
    h = run_layers(cell_named("gru-reset-before"), [other], inputs)[0].h[1:]
    assert np.abs(h - EXPECTED["gru_bare"]["h"]).max() > 0.01


def as_if_trained(choice: NetworkChoice) -> Trained:
    """Other weights than the initial ones, all of them, without the time that training takes."""
    rng = np.random.default_rng(5)
    return Trained(choice, Weights(*(a + rng.normal(size=a.shape) / 4 for a in initial(choice).arrays)), 100, 200)


@pytest.mark.parametrize("cell", ["rnn", "erase-write", "gru", "gru-reset-before", "lstm"])
def test_what_is_saved_is_read_again_to_the_bit(cell: str, tmp_path: Path) -> None:
    choice = with_cell(NetworkChoice(run=3, length=7, hidden=4), cell)
    trained = as_if_trained(choice)
    path = tmp_path / "own.safetensors"
    path.write_bytes(saved(trained, "1"))
    stack = load(path)
    assert (stack.cell, stack.readout, stack.notes) == (cell, True, ())
    for one, other in zip(stack.layers[0].arrays, trained.weights.arrays, strict=True):
        np.testing.assert_array_equal(one, other)
    again = trace(stack.choice(7, "lesson"), 3)
    before = trace(choice, 3, trained.weights)
    assert again.real.states.tobytes() == before.real.states.tobytes()
    assert again.real.probabilities.tobytes() == before.real.probabilities.tobytes()


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_the_files_that_pytorch_read_are_still_what_is_saved(cell: str) -> None:
    choice = with_cell(NetworkChoice(run=3, length=7, epochs=3, hidden=5, memory_bias=1.25 * (cell != "rnn")), cell)
    assert saved(train(choice), "1") == (FILES / f"ours_{cell}.safetensors").read_bytes()


def test_what_is_left_of_the_first_step_is_measured_as_for_a_network_of_our_own(tmp_path: Path) -> None:
    choice = with_cell(NetworkChoice(length=5), "lstm")
    trained = as_if_trained(choice)
    path = tmp_path / "own.safetensors"
    path.write_bytes(saved(trained, "1"))
    assert decay(load(path).choice(5, "lesson")) == decay(choice, trained.weights)
    two = decay(read("lstm_two_layers").choice(4, "lesson"))
    each = [trace(read("lstm_two_layers").choice(4, "lesson"), i).difference[-1] for i in range(500)]
    np.testing.assert_allclose(two.differences, np.mean(each, axis=0), rtol=1e-12)


REFUSED = {
    "bidirectional": r"bidirectional\.safetensors: it is bidirectional, as \w+_l0_reverse shows",
    "projected": r"projected\.safetensors: it is an nn\.LSTM with a projection \(proj_size\), as weight_hr_l0 shows",
    "two_modules": r"it holds 2 recurrent modules: (encoder, decoder|decoder, encoder); say which",
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_is_not_shown_is_refused_by_name(name: str) -> None:
    with pytest.raises(BadInput, match=REFUSED[name]):
        load(FILES / f"{name}.safetensors")


def test_one_of_several_modules() -> None:
    path = FILES / "two_modules.safetensors"
    assert sorted(modules_in(opened(path))) == ["decoder", "encoder"]
    assert (load(path, "encoder").cell, load(path, "decoder").cell) == ("gru", "lstm")
    with pytest.raises(BadInput, match="'x' is none of its recurrent modules") as caught:
        load(path, "x")
    assert caught.value.field == "module"


def test_a_pickle_is_refused_with_the_line_that_converts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def words_after(path: Path) -> list[str]:
        with pytest.raises(BadInput, match=r"pickle.*torch\.load\(sys\.argv\[1\], weights_only=True\)") as caught:
            load(path)
        assert len(str(caught.value)) < 370, "a line of the command line is cut at 400"
        command = shlex.split(str(caught.value).partition(": ")[2].partition("PyTorch is: ")[2])
        assert command[:2] == ["python", "-c"]
        compile(command[2], "the line", "exec")
        return command[3:]

    monkeypatch.chdir(tmp_path)
    for name in ("a/net.pt", "a/it's $(mine).pt", "a/größe.pt"):
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes((FILES / "pickle.pt").read_bytes())
        assert words_after(path) == [name, name.removesuffix(".pt") + ".safetensors"], (
            "in its folder, under its own name"
        )
    Path("a/net.safetensors").write_bytes(b"")
    assert words_after(Path("a/net.pt")) == ["a/net.pt", "a/net-2.safetensors"], "over nothing that is there"
    long = Path("a" * 200 + ".pt")
    long.write_bytes((FILES / "pickle.pt").read_bytes())
    with pytest.raises(BadInput, match=r"sys\.argv\[2\]\)\" NET\.pt NET\.safetensors$"):
        load(long)
    renamed = tmp_path / "net.safetensors"
    renamed.write_bytes((FILES / "pickle.pt").read_bytes())
    with pytest.raises(BadInput, match="pickle"):
        load(renamed)


def void(_: object) -> None:
    """Nothing."""


def without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda tensors: void(tensors.pop(name))


def as_kind(name: str, kind: Any) -> Callable[[dict[str, Any]], None]:
    return lambda tensors: tensors.update({name: tensors[name].astype(kind)})


def at(name: str, value: float) -> Callable[[dict[str, Any]], None]:
    def change(tensors: dict[str, Any]) -> None:
        tensors[name].flat[7] = value

    return change


LSTM = "encoder.lstm."
CHANGES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (without(f"{LSTM}weight_hh_l0"), r"encoder\.lstm\.weight_hh_l0 is missing"),
    (without(f"{LSTM}bias_hh_l1"), r"bias_ih_l1 is there and the other bias of its layer is not"),
    (changed("weight_hh_l0", lambda a: a[:, :4]), r"weight_hh_l0 has the shape 20×4; H×H is an nn\.RNN's"),
    (changed("weight_ih_l1", lambda a: a[:, :4]), r"weight_ih_l1 has the shape 20×4; expected 20×5"),
    (changed("bias_ih_l0", lambda a: a[:4]), r"bias_ih_l0 has the shape 4; expected 20"),
    (changed("weight_hh_l0", lambda a: a[0]), r"weight_hh_l0 has the shape 5, and not rows by columns"),
    (changed("weight_ih_l0", lambda a: a[:, :0]), r"weight_ih_l0 has the shape 20×0, and not rows by columns"),
    (at(f"{LSTM}weight_hh_l0", np.nan), r"weight_hh_l0 has a NaN at place \(2, 3\); weights are finite"),
    (at(f"{LSTM}bias_hh_l0", np.inf), r"bias_hh_l0 has an infinity at place \(8\)"),
    (as_kind(f"{LSTM}weight_hh_l0", np.int32), r"weight_hh_l0 is of kind I32; weights are float16, bfloat16"),
    (lambda t: [t.pop(n) for n in list(t) if n.endswith("l0")] and None, "has a layer 1 and no layer 0"),
    (lambda t: [t.pop(n) for n in list(t) if "lstm" in n] and None, r"no nn\.RNN, .*; it holds head\.(bias|weight)"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), CHANGES, ids=[words for _, words in CHANGES])
def test_wrong_shapes_and_numbers_are_named(change: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        load(rewritten(tmp_path, "lstm_two_layers", change))
    assert str(caught.value).startswith("net.safetensors: ")
    assert "\n" not in str(caught.value)


def test_a_readout_is_one_linear_layer_from_h_to_one_number(tmp_path: Path) -> None:
    assert read("gru_two_answers").notes == ("no readout: module.fc.weight has 2 outputs, and a probability needs one",)
    two = load(rewritten(tmp_path, "lstm_two_layers", lambda t: t.update({"b.weight": t["head.weight"]})))
    assert not two.readout
    assert "no readout: " in two.notes[0]
    bare = load(rewritten(tmp_path, "lstm_two_layers", without("head.bias")))
    assert bare.readout
    assert bare.layers[-1].c.tolist() == [0.0]


def test_a_choice_from_a_file_has_no_run_to_begin_from_and_must_fit_the_data() -> None:
    choice = read("lstm_two_layers").choice(5, "lesson")
    with pytest.raises(BadInput, match="no initial values"):
        initial(choice)
    with pytest.raises(BadInput, match="3 inputs"):
        trace(read("lstm_three").choice(5, "lesson"), EXAMPLE)


def test_it_is_read_again_from_its_file_unless_that_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = rewritten(tmp_path, "lstm_two_layers", lambda t: None)
    key = load(path).key
    monkeypatch.setattr("rnntui_engine.loaded._stacks", {})
    assert stack_named(key).key == key
    monkeypatch.setattr("rnntui_engine.loaded._stacks", {})
    rewritten(tmp_path, "lstm_two_layers", changed("bias_ih_l0", lambda a: 2 * a))
    with pytest.raises(BadInput, match="changed since"):
        stack_named(key)
    with pytest.raises(BadInput, match="no such network"):
        stack_named("x")


def test_bfloat16_is_the_upper_half_of_float32(tmp_path: Path) -> None:
    numbers = [1.0, -2.5, 3.0e38, 1.0e-40]
    halves = [struct.unpack("<I", struct.pack("<f", n))[0] >> 16 for n in numbers]
    head = json.dumps({"a": {"dtype": "BF16", "shape": [4], "data_offsets": [0, 8]}}).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + struct.pack("<4H", *halves))
    found = opened(path).array("a")
    np.testing.assert_array_equal(found, [struct.unpack("<f", struct.pack("<I", half << 16))[0] for half in halves])
