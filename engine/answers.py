"""What a network says of every sequence of its data set."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from .cells import cell_named
from .jit import compiled_here
from .readings import data_set
from .records import Array, BadInput, Integers, NetworkChoice, Weights, read_only
from .unroll import WORTH_COMPILING, last_states, layers_of, products, readout


@dataclass(frozen=True, eq=False)
class Answers:
    """`who` (n,): the sequences that have T periods, by number; `probabilities` (n,) of label 1 after period T;
    `labels` (n,), None where no sequence of the data set is marked."""

    who: Integers
    probabilities: Array
    labels: Integers | None

    @property
    def right(self) -> int | None:
        """How many it decides right: label 1 from a probability of 0.5; None without labels."""
        if self.labels is None:
            return None
        return int(((self.probabilities >= 0.5) == (self.labels == 1)).sum())


def answers(choice: NetworkChoice, weights: Weights | None = None) -> Answers:
    """Every sequence of T periods through a network of any number of layers, and its labels. `weights`: of a network of
    one layer that comes from no file; None: its initial ones. Raises BadInput as `check` does.
    """
    check(choice)
    data, (layers, _) = data_set(choice.data), layers_of(choice, weights)
    who = data.long_enough(choice.length)
    inputs = data.inputs(choice.length, who, int(layers[0].Wx.shape[1]))
    work = len(who) * products(choice, len(layers))
    with compiled_here() if work > WORTH_COMPILING else nullcontext():
        ends = last_states(cell_named(choice.cell), layers, inputs)[:, 0]
    found = np.array([readout(layers[-1].v, layers[-1].c, h) for h in ends])
    labels = read_only(data.labels(choice.length)[who]) if data.labelled else None
    return Answers(read_only(who), read_only(found), labels)


def check(choice: NetworkChoice) -> None:
    """Raises BadInput for a T that no sequence has, and for a network that cannot read the data or has no readout."""
    layers, reads_out = layers_of(choice)
    data = data_set(choice.data)
    data.check_length(choice.length)
    data.check_inputs(int(layers[0].Wx.shape[1]))
    if not reads_out:
        raise BadInput("the network has no readout, so it decides nothing", "weights")
