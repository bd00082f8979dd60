"""Networks before any training: which choices go together, and the initial values they stand for."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from .arithmetic import Generator
from .cells import CELLS, Cell, cell_named
from .datasets import SEED
from .loaded import stack_named
from .readings import data_set
from .records import Array, BadInput, NetworkChoice, Weights, read_only

INPUTS = 2
ONE_ULP = 2.0**-52


def run_seed(run: int) -> int:
    """The seed of run kN."""
    return SEED + 10 + run


def checked(choice: NetworkChoice) -> NetworkChoice:
    """The same choice if such a network exists; raises BadInput naming the field if it does not."""
    cell = cell_named(choice.cell)
    data_set(choice.data).check_length(choice.length)
    if choice.weights:
        stack = stack_named(choice.weights)
        data_set(choice.data).check_inputs(stack.inputs)
        return replace(choice, cell=stack.cell, hidden=stack.hidden)
    if choice.run < 1:
        raise BadInput(f"k{choice.run} is not a run; the first is k1", "run")
    if choice.mode not in cell.modes:
        raise BadInput(f"{choice.mode} is not a way to train {cell.name}; it takes {' or '.join(cell.modes)}", "mode")
    if choice.memory_bias == "chrono":
        if cell.writes is None or cell.keeps is None:
            raise BadInput(f"chrono is refused for {cell.name}: it sets a keeping and a writing gate", "memory_bias")
        if choice.length < 3:
            raise BadInput(f"chrono needs a length from 3, not {choice.length}", "memory_bias")
    elif isinstance(choice.memory_bias, str) or not math.isfinite(choice.memory_bias):
        raise BadInput(f"{choice.memory_bias} is neither a finite number nor chrono", "memory_bias")
    elif cell.keeps is None and choice.memory_bias != 0:
        raise BadInput(f"{cell.name} has no gate that keeps, so it takes no memory bias", "memory_bias")
    if choice.hidden < 1:
        raise BadInput(f"{choice.hidden} hidden units are too few; the least is 1", "hidden")
    if choice.epochs < 1:
        raise BadInput(f"{choice.epochs} epochs are too few; the least is 1", "epochs")
    if not (math.isfinite(choice.rate) and choice.rate > 0):
        raise BadInput(f"{choice.rate} is not a learning rate above 0", "rate")
    if choice.clip is not None and not (math.isfinite(choice.clip) and choice.clip > 0):
        raise BadInput(f"{choice.clip} is not a bound above 0", "clip")
    if choice.clip is not None and choice.mode == "in-place":
        raise BadInput("updates in place have no whole gradient to clip; exact ones have (mode exact)", "clip")
    return choice


def usual_mode(cell: Cell, clip: float | None = None) -> str:
    """How a cell is trained unless told otherwise: the plain one in place, but exactly where gradients are clipped."""
    return cell.modes[-1] if clip is not None else cell.modes[0]


def with_cell(choice: NetworkChoice, name: str) -> NetworkChoice:
    """The choice for another cell, keeping what that cell allows and taking its defaults for the rest."""
    cell, before = cell_named(name), cell_named(choice.cell)
    chosen = choice.mode in cell.modes and len(cell.modes) > 1 and len(before.modes) > 1  # not what had no choice
    mode = choice.mode if chosen else usual_mode(cell, choice.clip)
    bias = choice.memory_bias if cell.keeps is not None else 0.0
    if bias == "chrono" and cell.writes is None:
        bias = 0.0
    return replace(choice, cell=name, mode=mode, memory_bias=bias)


def own_kind(choice: NetworkChoice) -> NetworkChoice:
    """For a network from a file: the lesson's own of the same cell, length and data."""
    cell = choice.cell if choice.cell in CELLS else NetworkChoice().cell
    return with_cell(NetworkChoice(length=choice.length, data=choice.data), cell)


@lru_cache(maxsize=4)
def initial(choice: NetworkChoice) -> Weights:
    """The initial values of a network, read-only: drawn from `rng(seed)`, uniform in ± a scale.

    All input weights gate by gate, row by row, scale (1/I)^0.5; then all recurrent weights, scale (1/H)^0.5; then the
    readout, scale (1/H)^0.5. Biases are zero, but for the memory bias. Raises BadInput.
    """
    checked(choice)
    if choice.weights:
        raise BadInput("a network from a file has no initial values", "weights")
    cell, hidden = cell_named(choice.cell), choice.hidden
    rng = Generator(run_seed(choice.run))
    inputs = data_set(choice.data).width
    Wx = _uniform(rng, (cell.blocks * hidden, inputs), math.sqrt(1.0 / inputs))
    Wh = _uniform(rng, (cell.blocks * hidden, hidden), math.sqrt(1.0 / hidden))
    v = _uniform(rng, (hidden,), math.sqrt(1.0 / hidden))
    b = np.zeros(cell.biases * hidden)
    _set_memory_bias(cell, choice, b, rng)
    return Weights(*(read_only(a) for a in (Wx, Wh, b, v, np.zeros(1))))


def trial(choice: NetworkChoice, number: int) -> Weights:
    """The initial values with each drawn weight moved by at most one unit in its last place: × (1 + u·2⁻⁵²).

    u is −1, 0 or 1, drawn from `rng(the run's seed + 9000 + number)` in the order of the initial values.
    """
    weights = initial(choice)
    rng = Generator(run_seed(choice.run) + 9000 + number)
    moved = [_moved(a, rng) for a in (weights.Wx, weights.Wh, weights.v)]
    return Weights(moved[0], moved[1], weights.b.copy(), moved[2], weights.c.copy())


def _uniform(rng: Generator, shape: tuple[int, ...], scale: float) -> Array:
    """(2·draw − 1) · scale, row by row."""
    return np.array([(2.0 * rng.draw() - 1.0) * scale for _ in range(math.prod(shape))]).reshape(shape)


def _moved(array: Array, rng: Generator) -> Array:
    """Each number times 1 + u·2⁻⁵², u one of −1, 0, 1."""
    factors = [1.0 + (math.floor(3.0 * rng.draw()) - 1) * ONE_ULP for _ in range(array.size)]
    moved: Array = array * np.array(factors).reshape(array.shape)
    return moved


def _set_memory_bias(cell: Cell, choice: NetworkChoice, b: Array, rng: Generator) -> None:
    """A number: the bias of the keeping gate. Chrono (Tallec & Ollivier 2018): ln(1 + draw·(T − 2)) per unit there,
    rounded to six decimals so that every machine has the same, and its negative on the writing gate."""
    if cell.keeps is None:
        return
    hidden = choice.hidden
    kept = b[cell.keeps * hidden : (cell.keeps + 1) * hidden]
    if choice.memory_bias == "chrono":
        assert cell.writes is not None
        kept[:] = [round(math.log(1.0 + rng.draw() * (choice.length - 2)), 6) for _ in range(hidden)]
        b[cell.writes * hidden : (cell.writes + 1) * hidden] = -kept
    else:
        kept[:] = choice.memory_bias
