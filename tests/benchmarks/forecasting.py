"""The airline networks beside PyTorch's: 400 epochs of full-batch Adam, one thread each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from figure import Figure, medians, seconds

from rnntui_engine import jit
from rnntui_engine.forecast.learning import RATE, train
from rnntui_engine.forecast.many import prepare
from rnntui_engine.forecast.network import CELLS, Choice, initial, parts, rows_of
from rnntui_engine.forecast.problem import textbook


def figures() -> Iterator[Figure]:
    """Each cell's training: PyTorch's time over ours."""
    try:
        import torch
    except ImportError:
        yield Figure("400 epochs of the airline LSTM: PyTorch / ours", None, 1, False, "×", "PyTorch is not installed")
        return
    jit.load()
    torch.set_num_threads(1)
    for cell in CELLS:
        prepare(cell)
        theirs, ours = medians(
            3, lambda cell=cell: seconds(lambda: torch_training(torch, cell)),  # type: ignore[misc]
            lambda cell=cell: seconds(lambda: train(Choice(cell), textbook())),  # type: ignore[misc]
        )  # fmt: skip
        note = f"PyTorch {torch.__version__} {theirs:.2f} s, ours {ours:.2f} s; both float64, one thread"
        yield Figure(f"400 epochs of the airline {cell.upper()}: PyTorch / ours", theirs / ours, 1, False, "×", note)


def torch_training(t: Any, cell: str) -> float:
    """What a person would write: the layer, a linear readout from the last state, Adam; returns the last loss."""
    nn, choice, problem = t.nn, Choice(cell), textbook()
    layer = getattr(nn, cell.upper())(1, choice.hidden, batch_first=True, dtype=t.float64)
    readout = nn.Linear(choice.hidden, 1, dtype=t.float64)
    drawn = parts(initial(choice), rows_of(choice), choice.hidden)
    layers = (layer.weight_ih_l0, layer.weight_hh_l0, layer.bias_ih_l0, layer.bias_hh_l0, readout.weight, readout.bias)
    with t.no_grad():
        for parameter, values in zip(layers, drawn, strict=True):
            parameter.copy_(t.tensor(np.array(values)).reshape(parameter.shape))
    steps = t.optim.Adam([*layer.parameters(), *readout.parameters()], lr=RATE)
    inputs, targets = problem.training()
    x, y = t.tensor(inputs[:, :, None]), t.tensor(np.array(targets))
    for _ in range(choice.epochs):
        steps.zero_grad()
        h, _ = layer(x)
        loss = nn.functional.mse_loss(readout(h[:, -1])[:, 0], y)
        loss.backward()
        steps.step()
    return float(loss.detach())
