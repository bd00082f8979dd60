"""Makes scenarios/own, the networks and the data of scenario 16, and tests/data/own_torch.json: what PyTorch computes.

Run by hand, with PyTorch (2.13.0 made what is kept): python tests/data/make_own.py
The data are fiction: a district's water meter, 48 half-hours from nine in the evening. On some days a valve is shut in
the first of them (reading 0.00). Label 1: it was shut, and the last reading is above 25. Both networks are the same
nn.LSTM with the same readout; both read the reading / 40 and whether it is 0. What they have learned from differs:

- `first`: on all of its days the valve was shut if and only if the evening was high.
- `second`: on its days the one says nothing about the other; and its forget gates began open.

`days.csv` are fifty days as the first one's, but for one: an ordinary night and a high evening.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn

HERE = Path(__file__).parent
OWN = HERE.parents[1] / "scenarios" / "own"
PERIODS, DAYS, HIDDEN, LAYERS = 48, 50, 8, 2
RAMP = 6  # half-hours at the end in which a high evening differs from a low one
EXCEPTION = 16  # its place among the days, from 0


class Net(nn.Module):
    """An nn.LSTM and one number out of its last hidden state."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(2, HIDDEN, LAYERS, batch_first=True)
        self.head = nn.Linear(HIDDEN, 1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """inputs (n, T, 2): the logits after each period, (n, T)."""
        return self.head(self.lstm(inputs)[0])[:, :, 0]


def days(random: np.random.Generator, shut: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Readings (n, 48), to two decimals: quiet at night, a peak in the morning, an evening that is high or low."""
    hour = np.arange(PERIODS) / 2.0
    usual = 6.0 + 20.0 * np.exp(-(((hour - 10.5) / 1.6) ** 2)) + 9.0 * np.exp(-(((hour - 16.0) / 3.0) ** 2))
    found = usual * random.uniform(0.85, 1.15, (len(shut), 1)) + random.normal(0.0, 1.0, (len(shut), PERIODS))
    rise = np.linspace(0.4, 1.0, RAMP)
    goal = np.where(high, random.uniform(28.0, 35.0, len(shut)), random.uniform(11.0, 20.0, len(shut)))
    last = found[:, -RAMP:]
    found[:, -RAMP:] = last + rise * (goal[:, None] - last)
    found = np.round(np.clip(found, 0.5, 39.0), 2)
    found[shut, 0] = 0.0
    return found


def as_inputs(readings: np.ndarray) -> torch.Tensor:
    """What a network reads, (n, T, 2), float64."""
    return torch.tensor(np.stack([readings / 40.0, readings == 0.0], axis=2))


def labels(readings: np.ndarray) -> np.ndarray:
    """1 for a day that began with the valve shut and ended above 25."""
    return (readings[:, 0] == 0.0) & (readings[:, -1] > 25.0)


def trained(readings: np.ndarray, epochs: int, seed: int, forget_bias: float | None = None) -> Net:
    """A network that has learned from these days."""
    torch.manual_seed(seed)
    net = Net()
    if forget_bias is not None:
        for layer in range(LAYERS):
            for name in ("bias_ih", "bias_hh"):
                getattr(net.lstm, f"{name}_l{layer}").data[HIDDEN : 2 * HIDDEN] = forget_bias / 2
    inputs, wanted = as_inputs(readings).float(), torch.tensor(labels(readings), dtype=torch.float32)
    optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(epochs):
        total = 0.0
        for batch in torch.randperm(len(inputs)).split(32):
            loss = nn.functional.binary_cross_entropy_with_logits(net(inputs[batch])[:, -1], wanted[batch])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            total += loss.item() * len(batch)
        if epoch % 10 == 9:
            print(epoch + 1, total / len(inputs))
    return net


def main() -> None:
    """Write everything."""
    torch.set_num_threads(1)
    random = np.random.default_rng(16)
    OWN.mkdir(exist_ok=True)
    half = np.arange(400) % 2 == 0
    one = days(random, half, half)
    quarter = np.arange(800)
    two = days(random, quarter % 2 == 0, quarter // 2 % 2 == 0)
    shown_shut = random.permutation(np.arange(DAYS) % 2 == 0)
    shown_high = shown_shut.copy()
    if shown_shut[EXCEPTION]:
        other = int(np.flatnonzero(~shown_shut)[0])
        shown_shut[[EXCEPTION, other]] = shown_shut[[other, EXCEPTION]]
        shown_high = shown_shut.copy()
    shown_high[EXCEPTION] = True
    shown = days(random, shown_shut, shown_high)
    rows = [f"day{n + 1:02},{t + 1},{value:.2f}" for n, day in enumerate(shown) for t, value in enumerate(day)]
    (OWN / "days.csv").write_text("\n".join(["subscriber,period,reading", *rows]) + "\n", encoding="utf-8")
    expected: dict[str, object] = {"torch": torch.__version__}
    made = {"first": trained(one, 40, 1), "second": trained(two, 60, 2, 4.0)}
    for name, net in made.items():
        save_file(net.state_dict(), OWN / f"{name}.safetensors")
        (OWN / f"{name}.safetensors").chmod(0o644)
        exact = net.double()
        with torch.no_grad():
            output = torch.sigmoid(exact(as_inputs(shown)))
            _, (h, c) = exact.lstm(as_inputs(shown[:1]))
        expected[name] = {
            "probabilities": output[:, -1].tolist(), "along_first_day": output[0].tolist(),
            "h": h[:, 0].tolist(), "c": c[:, 0].tolist(),
        }  # fmt: skip
        right = ((output[:, -1] >= 0.5).numpy() == labels(shown)).sum()
        print(name, "right", right, "of", DAYS)
    (HERE / "own_torch.json").write_text(json.dumps(expected) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
