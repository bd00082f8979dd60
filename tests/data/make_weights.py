"""Makes tests/data/weights: networks of PyTorch's with random weights, and what PyTorch computes with them.

Run by hand, with PyTorch (2.13.0 made what is kept) beside this project: python tests/data/make_weights.py
Every network reads subscriber 260 of the lesson: reading / 40 and whether it is the marker; or the first of these; or,
`lstm_three`, the reading divided by 40, 20 and 10. All weights and both biases are random, so that no two gates, axes,
layers or biases can stand for one another. `ours_*` were trained and saved by this project and are read by PyTorch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import nn

from rnntui_engine.networks import with_cell
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import NetworkChoice
from rnntui_engine.training import train
from rnntui_engine.weights import saved

HERE = Path(__file__).parent / "weights"
READINGS = torch.tensor(data_set().readings_of(EXAMPLE).tolist(), dtype=torch.float64)
BOTH = torch.stack([READINGS / 40, (READINGS == 0).double()], dim=1)
THREE = torch.stack([READINGS / 40, READINGS / 20, READINGS / 10], dim=1)
F16, BF16, F32, F64 = torch.float16, torch.bfloat16, torch.float32, torch.float64

# name: class, its place in the file, inputs, units, kind of number, readout's place and outputs, its other options
NETWORKS: dict[str, tuple[Any, ...]] = {
    "lstm_two_layers": (nn.LSTM, "encoder.lstm", BOTH, 5, F64, ("head", 1), {"num_layers": 2}),
    "gru_bare": (nn.GRU, "", BOTH, 4, F32, None, {}),
    "rnn_three_layers": (nn.RNN, "rnn", BOTH, 3, F64, ("readout", 1), {"num_layers": 3, "bias": False}),
    "rnn_relu": (nn.RNN, "net.rnn", BOTH, 4, F32, ("net.out", 1), {"nonlinearity": "relu", "num_layers": 2}),
    "lstm_one_input": (nn.LSTM, "lstm", BOTH[:, :1], 3, BF16, ("fc", 1), {}),
    "gru_two_answers": (nn.GRU, "module.gru", BOTH, 4, F16, ("module.fc", 2), {"num_layers": 2}),
    "lstm_three": (nn.LSTM, "lstm", THREE, 4, F32, ("fc", 1), {}),
}


def random(module: nn.Module, kind: torch.dtype) -> dict[str, torch.Tensor]:
    """Random weights, of that kind; the module then computes with exactly these, in float64 or in float32."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_((torch.randn(parameter.shape, dtype=F64) * 0.7).to(kind).to(parameter.dtype))
    return {name: value.detach().to(kind).clone().contiguous() for name, value in module.state_dict().items()}


def main() -> None:
    """Write every file, and `expected.json`."""
    torch.manual_seed(20260218)
    HERE.mkdir(exist_ok=True)
    expected: dict[str, Any] = {"torch": torch.__version__}
    for name, (kind, place, inputs, units, number, head, options) in NETWORKS.items():
        counts = F32 if number == F32 else F64
        layer = kind(inputs.shape[1], units, batch_first=True, dtype=counts, **options)
        tensors = {f"{place}.{n}" if place else n: t for n, t in random(layer, number).items()}
        output, state = layer(inputs.to(counts)[None])
        found = {"h": output[0].tolist(), "h_n": (state[0] if isinstance(state, tuple) else state)[:, 0].tolist()}
        if isinstance(state, tuple):
            found["c_n"] = state[1][:, 0].tolist()
        if head:
            linear = nn.Linear(units, head[1], bias=options.get("bias", True), dtype=counts)
            tensors |= {f"{head[0]}.{n}": t for n, t in random(linear, number).items()}
            found["probability"] = torch.sigmoid(linear(output[0]))[:, 0].tolist() if head[1] == 1 else None
        save_file(tensors, HERE / f"{name}.safetensors")
        expected[name] = found
    two = {f"encoder.{n}": t for n, t in random(nn.GRU(2, 3), F32).items()}
    save_file(
        two | {f"decoder.{n}": t for n, t in random(nn.LSTM(3, 3), F32).items()}, HERE / "two_modules.safetensors"
    )
    save_file(random(nn.LSTM(2, 3, bidirectional=True), F32), HERE / "bidirectional.safetensors")
    save_file(random(nn.LSTM(2, 3, proj_size=2), F32), HERE / "projected.safetensors")
    torch.save(nn.LSTM(2, 3).state_dict(), HERE / "pickle.pt")
    for cell, kind in (("rnn", nn.RNN), ("gru", nn.GRU), ("lstm", nn.LSTM)):
        expected[f"ours_{cell}"] = opened_in_pytorch(cell, kind)
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def opened_in_pytorch(cell: str, kind: Any) -> dict[str, Any]:
    """What PyTorch makes of a file that this project has saved."""
    path = HERE / f"ours_{cell}.safetensors"
    path.write_bytes(saved(train(OURS[cell]), "1"))

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            setattr(self, cell, kind(2, OURS[cell].hidden, batch_first=True, dtype=F64))
            self.readout = nn.Linear(OURS[cell].hidden, 1, dtype=F64)

    network = Network()
    network.load_state_dict(load_file(path), strict=True)
    output, _ = getattr(network, cell)(BOTH[None])
    return {"h": output[0].tolist(), "probability": torch.sigmoid(network.readout(output[0]))[:, 0].tolist()}


OURS = {
    c: with_cell(NetworkChoice(run=3, length=7, epochs=3, hidden=5, memory_bias=1.25), c)
    for c in ("rnn", "gru", "lstm")
}

if __name__ == "__main__":
    main()
