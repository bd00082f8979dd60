"""Makes tests/data/own_gradients.json: what PyTorch's autograd says of the gradients of networks from files.

Run by hand, with PyTorch (2.13.0 made what is kept): python tests/data/make_gradients.py
Each network of `weights` with a readout, and the two that ship, on one sequence: subscriber 260 of the lesson, or the
first day of days.csv. Every layer is run period by period, its state copied between two periods, so that the gradient
by a copy of c holds h fixed. L is the binary cross-entropy of the readout after period T with that sequence's label.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import nn

from rnntui_engine.readings import EXAMPLE, data_set

HERE = Path(__file__).parent
OWN = HERE.parents[1] / "scenarios" / "own"
F64 = torch.float64
READINGS = data_set().readings_of(EXAMPLE).tolist()
DAY = [float(line.split(",")[2]) for line in (OWN / "days.csv").read_text().splitlines() if line.startswith("day01,")]

# name: folder, class, the module's place, the readout's, how many inputs, its other options
NETWORKS: dict[str, tuple[Path, Any, str, str, int, dict[str, Any]]] = {
    "lstm_two_layers": (HERE / "weights", nn.LSTM, "encoder.lstm", "head", 2, {}),
    "rnn_three_layers": (HERE / "weights", nn.RNN, "rnn", "readout", 2, {"bias": False}),
    "rnn_relu": (HERE / "weights", nn.RNN, "net.rnn", "net.out", 2, {"nonlinearity": "relu"}),
    "lstm_one_input": (HERE / "weights", nn.LSTM, "lstm", "fc", 1, {}),
    "ours_gru": (HERE / "weights", nn.GRU, "gru", "readout", 2, {}),
    "first": (OWN, nn.LSTM, "lstm", "head", 2, {}),
    "second": (OWN, nn.LSTM, "lstm", "head", 2, {}),
}


def layers_of(tensors: dict[str, torch.Tensor], kind: Any, place: str, options: dict[str, Any]) -> list[nn.Module]:
    """Each layer of a module as a module of its own."""
    found: list[nn.Module] = []
    while f"{place}.weight_ih_l{len(found)}" in tensors:
        ending = f"_l{len(found)}"
        own = {name.removeprefix(f"{place}.").removesuffix(ending) + "_l0": value.to(F64)
               for name, value in tensors.items()
               if name.startswith(f"{place}.") and name.endswith(ending)}  # fmt: skip
        layer = kind(own["weight_ih_l0"].shape[1], own["weight_hh_l0"].shape[1], dtype=F64, **options)
        layer.load_state_dict(own)
        found.append(layer)
    return found


def along(layer: nn.Module, inputs: list[torch.Tensor]) -> list[tuple[torch.Tensor, ...]]:
    """The state after each period, (h,) or (h, c), each a copy whose gradient is kept."""
    state: Any = None
    found = []
    for x in inputs:
        _, after = layer(x[None, None], state)
        parts = after if isinstance(after, tuple) else (after,)
        copies = tuple(part.clone() for part in parts)
        for one in copies:
            one.retain_grad()
        state = copies if isinstance(after, tuple) else copies[0]
        found.append(copies)
    return found


def measured(name: str) -> list[dict[str, Any]]:
    """For each layer: the norms of the gradients by each part of its state, (T, S), and of its Jacobians, (T,)."""
    folder, kind, place, head, width, options = NETWORKS[name]
    tensors = load_file(folder / f"{name}.safetensors")
    readings = torch.tensor(DAY if folder == OWN else READINGS, dtype=F64)
    label = 1.0 if float(readings[0]) == 0.0 and float(readings[-1]) > 25.0 else 0.0
    inputs = list(torch.stack([readings / 40, (readings == 0).to(F64)], dim=1)[:, :width])
    states = []
    for layer in layers_of(tensors, kind, place, options):
        states.append(along(layer, inputs))
        inputs = [state[0][0, 0] for state in states[-1]]
    weight, bias = tensors[f"{head}.weight"].to(F64)[0], tensors.get(f"{head}.bias", torch.zeros(1)).to(F64)
    logit = (weight * inputs[-1]).sum() + bias[0]
    loss = nn.functional.binary_cross_entropy_with_logits(logit, torch.tensor(label, dtype=F64))
    found = []
    for own in states:
        every = [part for state in own for part in state]
        gradients = torch.autograd.grad(loss, every, retain_graph=True, allow_unused=True)
        norms = [0.0 if g is None else float(g.norm()) for g in gradients]
        parts = len(own[0])
        found.append({
            "gradients": [norms[t * parts : (t + 1) * parts] for t in range(len(own))],
            "jacobian": [jacobian(own, t) for t in range(len(own))],
        })  # fmt: skip
    return found


def jacobian(states: list[tuple[torch.Tensor, ...]], t: int) -> float:
    """The largest singular value of the Jacobian of the last state by the one after period t + 1."""
    rows = []
    for part in states[-1]:
        for number in part.flatten():
            by = torch.autograd.grad(number, states[t], retain_graph=True, allow_unused=True)
            rows.append(torch.cat([torch.zeros_like(s).flatten() if g is None else g.flatten()
                                   for g, s in zip(by, states[t], strict=True)]))  # fmt: skip
    return float(torch.linalg.matrix_norm(torch.stack(rows), 2))


def main() -> None:
    """Write everything."""
    torch.set_num_threads(1)
    found: dict[str, Any] = {"torch": torch.__version__, **{name: measured(name) for name in NETWORKS}}
    (HERE / "own_gradients.json").write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
