"""Networks from files: a PyTorch state_dict of nn.RNN, nn.GRU or nn.LSTM in safetensors, or what `weights` saved.

The cell and all sizes are read from the shapes: Wh of H units has H rows in an nn.RNN, 3·H in an nn.GRU, 4·H in an
nn.LSTM. Whether an nn.RNN has tanh or a rectifier no file says. PyTorch's two bias vectors are added, but for the GRU's
candidate: there the second one, dn, stands inside the product with the reset gate.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .cells import cell_named
from .records import Array, BadInput, NetworkChoice, Weights, read_only
from .tensor_file import TensorFile, bad, opened, times

TORCH_CELLS = {1: "rnn", 3: "gru", 4: "lstm"}  # blocks of rows: the cell
CLASSES = {"rnn": "nn.RNN", "rnn-relu": "nn.RNN with ReLU", "gru": "nn.GRU", "lstm": "nn.LSTM"}
MOST_HIDDEN, MOST_LAYERS = 4096, 64
NONLINEARITIES = ("tanh", "relu")
PART = "\x1f"  # between the parts of a key
PYTORCH_NAME = re.compile(
    r"(?:(?P<module>.*)\.)?(?P<what>weight_ih|weight_hh|weight_hr|bias_ih|bias_hh)(?:_l(?P<layer>[0-9]{1,4}))?"
    r"(?P<reverse>_reverse)?",
    re.DOTALL,
)
OWN_NAME = re.compile(r"(?P<module>(?:.*\.)?(?P<cell>erase-write|gru-reset-before))\.(?P<what>Wx|Wh|b)", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Stack:
    """A network from a file: its layers from the input on, each one's inputs the hidden states of the one before.

    `key` names it in a `NetworkChoice`. `module` is what the file calls it; `kind` the file's class of it. `readout`:
    whether the last layer's v and c are one (else they are zeros); `notes`: what of the file is not used, and why.
    """

    key: str
    path: Path
    module: str
    cell: str
    layers: tuple[Weights, ...]
    readout: bool
    notes: tuple[str, ...] = ()

    @property
    def inputs(self) -> int:
        """I, how many numbers it reads in each period."""
        return int(self.layers[0].Wx.shape[1])

    @property
    def hidden(self) -> int:
        """H, the hidden units of each layer."""
        return self.layers[0].hidden

    @property
    def kind(self) -> str:
        """Its class in PyTorch, or that it has none."""
        return CLASSES.get(self.cell, self.cell)

    def choice(self, length: int, data: str) -> NetworkChoice:
        """The choice that stands for it."""
        cell = cell_named(self.cell)
        return NetworkChoice(
            self.cell, length=length, mode=cell.modes[0], hidden=self.hidden, data=data, weights=self.key
        )


_stacks: dict[str, Stack] = {}


def stack_named(key: str) -> Stack:
    """The network that a key names; read again from its file where this process has not read it yet.

    Raises BadInput where there is none, or where the file has changed since.
    """
    if key not in _stacks:
        digest, module, nonlinearity, path = [*key.split(PART, 3), "", "", ""][:4]
        if not path or not digest:
            raise bad("no such network from a file")
        found = load(Path(path), module, nonlinearity)
        if found.key != key:
            raise bad("the file has changed since")
    return _stacks[key]


def load(path: Path, module: str | None = None, nonlinearity: str = "") -> Stack:
    """Read a network from a safetensors file. `module`: which one, where there are several; `nonlinearity`: tanh
    (unless it is said) or relu, of an nn.RNN.

    Raises BadInput, one line that begins with the file's name, for a file that holds none, or one that is not shown.
    """
    if nonlinearity not in ("", *NONLINEARITIES):
        raise BadInput(f"{nonlinearity!r} is neither tanh nor relu", "nonlinearity")
    try:
        return _load(path, module, nonlinearity)
    except BadInput as problem:
        raise BadInput(f"{path.name}: {problem}", problem.field or "weights") from None


def _load(path: Path, module: str | None, nonlinearity: str) -> Stack:
    file = opened(path)
    chosen = _chosen(modules_in(file), module, file)
    if OWN_NAME.fullmatch(f"{chosen}.Wx") and f"{chosen}.Wx" in file.tensors:
        cell, layers, used = _own(file, chosen)
    else:
        cell, layers, used = _pytorch(file, chosen)
    if nonlinearity and cell != "rnn":
        raise BadInput(
            f"it is a choice for an nn.RNN; {chosen or 'this'} is an {CLASSES.get(cell, cell)}", "nonlinearity"
        )
    if nonlinearity == "relu":
        cell = "rnn-relu"
    readout, notes = _readout(file, used, layers[-1].hidden)
    if readout:
        layers[-1] = Weights(*layers[-1].arrays[:3], *readout)
    for weights in layers:
        for array in weights.arrays:
            read_only(array)
    key = PART.join((_digest(layers), chosen, "relu" if cell == "rnn-relu" else "", str(path.resolve())))
    found = Stack(key, path, chosen, cell, tuple(layers), bool(readout), notes)
    _stacks[key] = found
    return found


def modules_in(file: TensorFile) -> list[str]:
    """The recurrent modules of a file, by the names before their weights', in its order."""
    found = [match for name in file.tensors if (match := PYTORCH_NAME.fullmatch(name) or OWN_NAME.fullmatch(name))]
    return list(dict.fromkeys(match["module"] or "" for match in found))


def _chosen(modules: list[str], asked: str | None, file: TensorFile) -> str:
    names = ", ".join(_listed(name or "(no prefix)" for name in modules))
    if not modules:
        there = ", ".join(_listed(file.tensors)) or "nothing"
        raise bad(f"it holds no nn.RNN, nn.GRU or nn.LSTM, whose names end in weight_ih_l0; it holds {there}")
    if asked is not None:
        if asked not in modules:
            raise BadInput(f"{asked!r} is none of its recurrent modules; there are {names}", "module")
        return asked
    if len(modules) > 1:
        raise BadInput(f"it holds {len(modules)} recurrent modules: {names}; say which", "module")
    return modules[0]


def _listed(names: Iterable[str]) -> list[str]:
    every = [name if len(name) <= 60 else name[:57] + "…" for name in names]
    return every if len(every) <= 6 else [*every[:5], f"… ({len(every)} in all)"]


def _own(file: TensorFile, module: str) -> tuple[str, list[Weights], set[str]]:
    """A cell that PyTorch has not, under the names that it is saved under here."""
    cell = cell_named(module.rpartition(".")[2])
    names = {what: f"{module}.{what}" for what in ("Wx", "Wh", "b")}
    for name in names.values():
        if name not in file.tensors:
            raise bad(f"{name} is missing")
    hidden = _columns(file, names["Wh"])
    rows = cell.blocks * hidden
    _shaped(file, names["Wh"], (rows, hidden))
    _shaped(file, names["Wx"], (rows, _columns(file, names["Wx"])))
    _shaped(file, names["b"], (cell.biases * hidden,))
    Wx, Wh, b = (file.array(name) for name in names.values())
    return cell.name, [Weights(Wx, Wh, b, np.zeros(hidden), np.zeros(1))], set(names.values())


def _pytorch(file: TensorFile, module: str) -> tuple[str, list[Weights], set[str]]:
    """The layers of a module of PyTorch's."""
    used, layers = set(), dict[int, dict[str, str]]()
    for name in file.tensors:
        match = PYTORCH_NAME.fullmatch(name)
        if match is None or (match["module"] or "") != module:
            continue
        used.add(name)
        if match["reverse"]:
            raise bad(
                f"{module or 'it'} is bidirectional, as {name} shows; a network that reads both ways is not shown"
            )
        if match["what"] == "weight_hr":
            raise bad(f"{module or 'it'} is an nn.LSTM with a projection (proj_size), as {name} shows; it is not shown")
        layers.setdefault(int(match["layer"] or 0), {})[match["what"]] = name
    if sorted(layers) != list(range(len(layers))):
        missing = min(set(range(max(layers))) - set(layers))
        raise bad(f"{module or 'it'} has a layer {max(layers)} and no layer {missing}")
    if len(layers) > MOST_LAYERS:
        raise bad(f"{module or 'it'} has {len(layers)} layers; the most is {MOST_LAYERS}")
    cells, stack = set(), list[Weights]()
    for number in range(len(layers)):
        cell, weights = _layer(file, layers[number], stack[-1].hidden if stack else None)
        cells.add(cell)
        stack.append(weights)
        if len(cells) > 1:
            raise bad(f"the layers of {module or 'it'} are of different cells: {' and '.join(sorted(cells))}")
    return cells.pop(), stack, used


def _layer(file: TensorFile, names: Mapping[str, str], before: int | None) -> tuple[str, Weights]:
    """One layer from its names: PyTorch's W, U and two biases, in PyTorch's order of gates, which is ours."""
    for what in ("weight_ih", "weight_hh"):
        if what not in names:
            raise bad(f"{next(iter(names.values())).replace(next(iter(names)), what)} is missing")
    recurrent = names["weight_hh"]
    hidden = _columns(file, recurrent)
    rows = file.tensors[recurrent].shape[0]
    blocks = rows // hidden
    if rows % hidden or blocks not in TORCH_CELLS:
        raise bad(
            f"{recurrent} has the shape {times(file.tensors[recurrent].shape)}; H×H is an nn.RNN's, 3H×H an nn.GRU's, "
            "4H×H an nn.LSTM's"
        )
    if hidden > MOST_HIDDEN:
        raise bad(f"{recurrent} has {hidden} hidden units; the most is {MOST_HIDDEN}")
    inputs = _columns(file, names["weight_ih"])
    if before is not None and before != hidden:
        raise bad(f"{recurrent} has {hidden} hidden units and the layer before it {before}")
    _shaped(file, names["weight_ih"], (rows, inputs if before is None else before))
    biases = [names[what] for what in ("bias_ih", "bias_hh") if what in names]
    if len(biases) == 1:
        raise bad(f"{biases[0]} is there and the other bias of its layer is not")
    for name in biases:
        _shaped(file, name, (rows,))
    Wx, Wh = file.array(names["weight_ih"]), file.array(recurrent)
    first, second = (file.array(name) for name in biases) if biases else (np.zeros(rows), np.zeros(rows))
    return TORCH_CELLS[blocks], Weights(Wx, Wh, added(first, second, blocks), np.zeros(hidden), np.zeros(1))


def added(first: Array, second: Array, blocks: int) -> Array:
    """PyTorch's two bias vectors (G·H,) as one: their sum, but for the GRU's candidate (G = 3), whose second one
    follows as dn."""
    b: Array = first + second
    if blocks == 3:
        candidate = 2 * len(first) // 3
        b = np.concatenate([b[:candidate], first[candidate:], second[candidate:]])
    return b


def _readout(file: TensorFile, used: set[str], hidden: int) -> tuple[tuple[Array, Array] | None, tuple[str, ...]]:
    """v (H,) and c (1,) of the one linear layer that reads h and gives one number; else why there is none."""
    found = [
        name for name, tensor in file.tensors.items()
        if name not in used and (name == "weight" or name.endswith(".weight")) and len(tensor.shape) == 2
        and tensor.shape[1] == hidden
    ]  # fmt: skip
    if not found:
        return None, ()
    if len(found) > 1:
        return None, (f"no readout: {', '.join(_listed(found))} all fit {hidden} hidden units",)
    name = found[0]
    outputs = file.tensors[name].shape[0]
    if outputs != 1:
        return None, (f"no readout: {name} has {outputs} outputs, and a probability needs one",)
    bias = name.removesuffix("weight") + "bias"
    if bias in file.tensors:
        _shaped(file, bias, (1,))
        return (file.array(name)[0].copy(), file.array(bias)), ()
    return (file.array(name)[0].copy(), np.zeros(1)), ()


def _columns(file: TensorFile, name: str) -> int:
    """How many columns an array has that must have two dimensions and hold something."""
    shape = file.tensors[name].shape
    if len(shape) != 2 or not all(shape):
        raise bad(f"{name} has the shape {times(shape)}, and not rows by columns")
    return shape[1]


def _shaped(file: TensorFile, name: str, wanted: tuple[int, ...]) -> None:
    if file.tensors[name].shape != wanted:
        raise bad(f"{name} has the shape {times(file.tensors[name].shape)}; expected {times(wanted)}")


def _digest(layers: list[Weights]) -> str:
    """A name for the numbers themselves: a file that is saved again with others is another network."""
    digest = hashlib.sha256()
    for weights in layers:
        for array in weights.arrays:
            digest.update(repr(array.shape).encode())
            digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()[:16]
