"""Files of weights: a trained network as safetensors, in PyTorch's layout where PyTorch has such a cell.

An `nn.RNN` (tanh), `nn.GRU` or `nn.LSTM` of one layer is saved under the names of its `state_dict` in a module that
calls it `rnn`, `gru` or `lstm` and a linear layer `readout`. The gates stand in PyTorch's order in memory already. It
has two bias vectors, whose sum alone matters but for the GRU's candidate n: the second is zero, but for that gate's dn.
The other cells have no PyTorch class; they are saved under the names that their weights have here.
"""

from __future__ import annotations

import json

import numpy as np

from .cells import cell_named
from .records import Array, BadInput, NetworkChoice, Trained, Weights

PYTORCH = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}  # cell: its class in torch.nn


def tensors(choice: NetworkChoice, weights: Weights) -> dict[str, Array]:
    """The arrays by the names that they are saved under, float64. With I inputs, H hidden units, G blocks of rows:
    `lstm.weight_ih_l0` (G·H, I), `.weight_hh_l0` (G·H, H), `.bias_ih_l0` and `.bias_hh_l0` (G·H,), or `erase-write.Wx`
    (G·H, I), `.Wh` (G·H, H), `.b` (G·H,); and `readout.weight` (1, H), `readout.bias` (1,)."""
    cell = cell_named(choice.cell)
    if choice.cell in PYTORCH:
        rows = cell.blocks * weights.hidden
        second = np.zeros(rows)
        more = weights.b[rows:]  # the GRU's dn
        second[rows - len(more) :] = more
        found = {
            "weight_ih_l0": weights.Wx, "weight_hh_l0": weights.Wh, "bias_ih_l0": weights.b[:rows],
            "bias_hh_l0": second,
        }  # fmt: skip
    else:
        found = {"Wx": weights.Wx, "Wh": weights.Wh, "b": weights.b}
    named = {f"{choice.cell}.{name}": array for name, array in found.items()}
    return {**named, "readout.weight": weights.v[None, :], "readout.bias": weights.c}


def metadata(trained: Trained, version: str) -> dict[str, str]:
    """What the file says of the network, in words: which it is, how it was trained, what it gets right, its layout, and
    the `version` of the program that trained it."""
    choice = trained.choice
    if choice.cell in PYTORCH:
        layout = f"PyTorch: torch.nn.{PYTORCH[choice.cell]}, one layer, batch first or not; readout: torch.nn.Linear"
    else:
        gates = ", ".join(cell_named(choice.cell).gates)
        layout = f"rnntui: PyTorch has no class of this cell; rows of Wx, Wh, b gate by gate: {gates}"
    return {
        "cell": choice.cell, "run": f"k{choice.run}", "length": str(choice.length),
        "memory bias": str(choice.memory_bias), "mode": choice.mode, "epochs": str(choice.epochs),
        "rate": repr(choice.rate), "hidden": str(choice.hidden), "data": choice.data,
        "clip": "none" if choice.clip is None else repr(choice.clip),
        "correct": str(trained.correct), "test size": str(trained.tested), "layout": layout, "version": version,
    }  # fmt: skip


def saved(trained: Trained, version: str) -> bytes:
    """The network as the content of a safetensors file: the same bytes for the same network.

    Raises BadInput for a training that ran away: its weights are not what its test result belongs to.
    """
    if trained.stopped_at is not None or not trained.weights.finite:
        raise BadInput("the training ran away: its weights are no longer finite numbers")
    from safetensors.numpy import save  # here, for the engine computes without it

    arrays = {name: np.ascontiguousarray(a) for name, a in tensors(trained.choice, trained.weights).items()}
    return _in_order(save(arrays, metadata=metadata(trained, version)))


def _in_order(content: bytes) -> bytes:
    """The same file with its header's metadata sorted: safetensors writes it in an order that changes with each call.

    A file is the header's size (8 bytes, little endian), the header as JSON padded by spaces to a multiple of 8, and
    the arrays (https://huggingface.co/docs/safetensors).
    """
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + content[8 + size :]
