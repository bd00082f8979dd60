"""What flows between the engine and whoever shows it: frozen records of read-only arrays.

Records of arrays compare by identity (`eq=False`): two arrays have no single truth value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .datasets import DataSet
    from .streamed import Stream

    Array = NDArray[np.float64]
    Integers = NDArray[np.int64]
else:
    Array = Integers = np.ndarray  # numpy.typing takes as long to import as a fifth of numpy


Edits = tuple[tuple[int, float], ...]  # (period from 1, reading in m³), by period


class BadInput(ValueError):
    """What was asked for cannot be done; the message is one plain line for the person who asked.

    `field` names the choice that is wrong, for example "length".
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotThere(BadInput):
    """What was asked of a long trace is not there: it is not computed yet, or is not held whole."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of one network with I inputs and H hidden units.

    `Wx` (G·H, I) and `Wh` (G·H, H): input and recurrent weights, gate by gate, row by row; `b` (≥ G·H,): biases;
    `v` (H,) and `c` (1,): the readout.
    """

    Wx: Array
    Wh: Array
    b: Array
    v: Array
    c: Array

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array, Array]:
        """The five arrays in the order in which every kernel takes them."""
        return self.Wx, self.Wh, self.b, self.v, self.c

    @property
    def hidden(self) -> int:
        """H, the number of hidden units."""
        return int(self.v.shape[0])

    @property
    def parameters(self) -> int:
        """How many numbers training may change."""
        return sum(a.size for a in self.arrays)

    @property
    def finite(self) -> bool:
        """Is no number among them infinite or NaN?"""
        return all(bool(np.isfinite(a).all()) for a in self.arrays)

    def copy(self) -> Weights:
        """A copy that may be written to."""
        return Weights(*(a.copy() for a in self.arrays))


@dataclass(frozen=True)
class NetworkChoice:
    """Which network: everything that decides its weights. Hashable, so it names a trained network.

    `run` is N of kN; `memory_bias` a number or "chrono"; `mode` "in-place" or "exact"; `length` is T. `weights` is the
    key of a network from a file (`loaded.Stack`), which has no run, no initial values and no training here.
    """

    cell: str = "rnn"
    run: int = 1
    length: int = 12
    memory_bias: float | str = 0.0
    mode: str = "in-place"
    epochs: int = 30
    rate: float = 0.05
    hidden: int = 6
    clip: float | None = None
    data: str = "lesson"
    weights: str = ""


@dataclass(frozen=True, eq=False)
class Path:
    """One sequence through one network. T periods, S parts of the state, G kept gate values, H units.

    `states` (T + 1, S, H): `states[t, 0]` is the hidden state after period t, `states[0]` is zero; a second part is
    the cell state. `gates` (T, G, H): `gates[t - 1]` of period t. `probabilities` (T + 1,): what the readout would
    say after each period.
    """

    inputs: Array
    states: Array
    gates: Array
    probabilities: Array

    @property
    def h(self) -> Array:
        """The hidden states, (T + 1, H)."""
        return self.states[:, 0]


@dataclass(frozen=True, eq=False)
class Trace:
    """One subscriber through one network, whole: the real sequence and its two twins.

    `difference_per_unit` (T + 1, S, H) is |marked − unmarked|; `difference` (T + 1, S) its sum over the units, of the
    hidden state and, where there is one, of the cell state. Where readings were edited (`edits`: period and reading),
    the compared pair is another: the original in the marked twin's place and the edited sequence, which is then also
    the real one, in the unmarked twin's. `compared`: whether there is any such pair; else both are the real sequence
    and the difference is nothing. `label` is None where no sequence of the data set is marked.

    Of a network of several `layers` it shows one, `layer` counted from 1: `weights`, states, gates and differences are
    that layer's, its inputs the hidden states of the layer before. The probabilities are the whole network's, and NaN
    where it has no `readout`. `stream`: who computes it, where it is too large to be had whole (`long_trace`).
    """

    choice: NetworkChoice
    weights: Weights
    trained: bool
    subscriber: int
    readings: Array  # every period there is, also those beyond T
    marked: bool
    label: int | None
    real: Path
    marked_twin: Path
    unmarked_twin: Path
    difference_per_unit: Array
    difference: Array
    edits: Edits
    data: DataSet
    compared: bool
    layer: int = 1
    layers: int = 1
    readout: bool = True
    given: Array | None = None
    stream: Stream | None = None

    @property
    def ready(self) -> int:
        """How many periods are there by now: T, but of a long trace that is still being computed."""
        return self.length if self.stream is None else self.stream.ready

    @property
    def inputs(self) -> Array:
        """What the network itself reads, (T, I), whichever of its layers is shown."""
        return self.real.inputs if self.given is None else self.given

    @property
    def reads_out(self) -> bool:
        """Whether the readout reads the units of the layer that is shown."""
        return self.readout and self.layer == self.layers

    @property
    def length(self) -> int:
        """T, the number of periods the network reads."""
        return self.choice.length

    @property
    def name(self) -> str:
        """What the subscriber is called."""
        return self.data.name_of(self.subscriber)

    def ratio(self, t: int, part: int = 0) -> float | None:
        """The step ratio difference_t / difference_(t−1); None at the first period and after a difference of 0."""
        if t < 2 or self.difference[t - 1, part] == 0.0:
            return None
        return float(self.difference[t, part] / self.difference[t - 1, part])


@dataclass(frozen=True)
class Combination:
    """How a unit's gate values become a part of its state: `symbol` = `formula` = left `sign` right = result.

    `sign` is + or ×, or tanh for tanh(left)."""

    symbol: str
    formula: str
    left: float
    sign: str
    right: float
    result: float


@dataclass(frozen=True)
class Term:
    """One squashed sum of one unit: `symbol` = `squash`(bias + inputs + recurrent) = result.

    `inputs` are the products Wx·x, one per input, `recurrent` the products Wh·h′, one per unit and `names` what they
    are products with; `input_sum` and `recurrent_sum` are their sums from left to right. `formula` is the recurrent
    part where it is more than U h′.
    """

    symbol: str
    squash: str
    bias: float
    inputs: tuple[float, ...]
    recurrent: tuple[float, ...]
    input_sum: float
    recurrent_sum: float
    result: float
    names: tuple[str, ...]
    formula: str = "U h′"


@dataclass(frozen=True)
class Explanation:
    """One unit's step, number by number: its squashed sums, and how they become its state."""

    terms: tuple[Term, ...]
    combinations: tuple[Combination, ...]


@dataclass(frozen=True, eq=False)
class LastFinite:
    """Where a training stood before it ran away: the weights after the last epoch (0: the initial values) after which
    all of them were finite numbers. `sequence`: which one of the next epoch, from 1, was the first to get no number for
    its probability; None where all of them still got one."""

    epoch: int
    weights: Weights
    sequence: int | None = None


@dataclass(frozen=True, eq=False)
class Progress:
    """Where a training stands after an epoch. `loss` is the mean cross-entropy (nats) over the epoch's sequences,
    each taken before its own update; `weights` are the network's at this moment, not to be written to.

    `last_finite` is None until a weight has become infinite or NaN, which none ever recovers from."""

    epoch: int
    epochs: int
    loss: float
    weights: Weights
    last_finite: LastFinite | None = None


@dataclass(frozen=True, eq=False)
class Trained:
    """A finished training: its network and how many of the test subscribers it gets right.

    `stopped_at` is None unless the training ran away: then it is the last epoch (0: none) after which all weights were
    finite numbers, and `weights` are those. `correct` is always the test result of the weights after the last epoch.
    """

    choice: NetworkChoice
    weights: Weights
    correct: int
    tested: int
    losses: tuple[float, ...] = field(default=())
    stopped_at: int | None = None

    @property
    def accuracy(self) -> float:
        """The share of the test subscribers that it gets right."""
        return self.correct / self.tested


@dataclass(frozen=True)
class Row:
    """One trained network of a sweep, without its weights: which it was, and how many of the `tested` test subscribers
    it gets right, beside the larger class's count. `clip`: the bound on its gradients' norm; `ran_away`: the epoch,
    from 1, in which its weights stopped being finite numbers, None where they never did."""

    cell: str
    mode: str
    memory_bias: float | str
    length: int
    run: int
    correct: int
    tested: int
    baseline_correct: int
    epochs: int
    rate: float
    hidden: int
    data: str
    clip: float | None = None
    ran_away: int | None = None

    @property
    def accuracy(self) -> float:
        """The share of the test subscribers that it gets right."""
        return self.correct / self.tested


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, closed for writing."""
    array.setflags(write=False)
    return array
