"""PyTorch's own loop over sequences beside ours, where PyTorch is installed (2.13.0 is the reference)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from figure import Figure, medians, seconds

from rnntui_engine import jit
from rnntui_engine.networks import initial
from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice
from rnntui_engine.training import train

CHOICE = NetworkChoice(mode="exact", epochs=1)


def figures() -> Iterator[Figure]:
    """One epoch of the plain cell at T = 12, a sequence at a time, exact updates."""
    what, aim = "one epoch, a sequence at a time: PyTorch / compiled", 200
    try:
        import torch
    except ImportError:
        yield Figure(what, None, aim, False, "×", "PyTorch is not installed")
        return
    jit.load()
    train(CHOICE)  # compiles
    torch.set_num_threads(1)
    theirs, ours = medians(
        3, lambda: seconds(lambda: torch_epoch(torch)), lambda: seconds(lambda: train(replace(CHOICE, epochs=10))) / 10
    )
    note = f"PyTorch {torch.__version__} {1e3 * theirs:.0f} ms, ours {1e3 * ours:.2f} ms; both float64, one thread"
    yield Figure(what, theirs / ours, aim, False, "×", note)


def torch_epoch(t: Any) -> None:
    """What a person would write: nn.RNN, a linear readout, cross-entropy, SGD, one sequence at a time."""
    nn, data = t.nn, data_set(CHOICE.data)
    start = initial(CHOICE)
    cell = nn.RNN(2, CHOICE.hidden, batch_first=True, dtype=t.float64)
    readout = nn.Linear(CHOICE.hidden, 1, dtype=t.float64)
    with t.no_grad():
        cell.weight_ih_l0.copy_(t.tensor(np.array(start.Wx)))
        cell.weight_hh_l0.copy_(t.tensor(np.array(start.Wh)))
    steps = t.optim.SGD([*cell.parameters(), *readout.parameters()], lr=CHOICE.rate)
    inputs = t.tensor(data.inputs(CHOICE.length)[data.train])
    labels = t.tensor(data.labels(CHOICE.length)[data.train], dtype=t.float64)
    loss_of = nn.BCEWithLogitsLoss()
    for x, y in zip(inputs, labels, strict=True):
        steps.zero_grad()
        h, _ = cell(x[None])
        loss_of(readout(h[:, -1])[0, 0], y).backward()
        steps.step()
