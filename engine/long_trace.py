"""The trace of a very large network or a very long sequence: a `Trace` like any other, read one period at a time.

Its states, gates and inputs are windows, which take a period first: `states[t]`, `gates[t - 1, row, unit]`. What they
give is computed where one looks (`streamed`), with the same bits as in a trace that is held whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from .cells import cell_named
from .records import Array, Edits, NetworkChoice, NotThere, Path, Trace, Weights
from .streamed import Stream
from .unroll import begun, layer_shown, layers_of, products

MOST_PRODUCTS = 100_000_000  # a trace of more takes longer than a key press may
MOST_BYTES = 64_000_000
ONE_AT_A_TIME = "a long trace is read one period at a time"
AT_ONCE = 2  # periods that are computed before anything is shown


class Window(NDArrayOperatorsMixin):
    """Rows by their number, each computed where it is asked for: an array whose first index is one whole number.

    Raises NotThere for more than one at a time, and for a row that is not computed yet.
    """

    def __init__(self, row: Callable[[int], Array], shape: tuple[int, ...]) -> None:
        self._row, self.shape = row, shape

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        first, rest = (key[0], key[1:]) if isinstance(key, tuple) else (key, ())
        if not isinstance(first, int | np.integer):
            raise NotThere(ONE_AT_A_TIME)
        found = self._row(int(first) % self.shape[0])
        return found[rest] if rest else found

    def _whole(self, *given: Any, **more: Any) -> Any:
        """What reads it as a whole would wait for all of it, or hold it all."""
        raise NotThere(ONE_AT_A_TIME)

    __iter__ = __array__ = __array_ufunc__ = __array_function__ = _whole

    def __getattr__(self, name: str) -> Any:  # mean, max, T, …
        if name.startswith("_"):
            raise AttributeError(name)
        self._whole()


@dataclass(frozen=True, eq=False)
class LongPath:
    """One sequence of a stream: what a `Path` has, as windows."""

    stream: Stream
    sequence: int

    @property
    def states(self) -> Window:
        """states[t] (S, H) after period t."""
        s = self.stream
        return Window(lambda t: s.states(self.sequence, t), (s.length + 1, len(s.cell.parts), s.hidden))

    @property
    def h(self) -> Window:
        """h[t] (H,) after period t."""
        return Window(lambda t: self.stream.states(self.sequence, t)[0], (self.stream.length + 1, self.stream.hidden))

    @property
    def gates(self) -> Window:
        """gates[t - 1] (G, H) of period t."""
        s = self.stream
        return Window(lambda row: s.gates(self.sequence, row + 1), (s.length, len(s.cell.gates), s.hidden))

    @property
    def inputs(self) -> Window:
        """inputs[t - 1] (I,) of period t, of the layer that is shown."""
        s = self.stream
        width = s.given.shape[2] if s.shown == 1 else s.hidden
        return Window(lambda row: s.inputs(self.sequence, row + 1), (s.length, width))

    @property
    def probabilities(self) -> Array:
        """(T + 1,) of the real sequence, NaN from where it is not computed yet."""
        return self.stream.probabilities


def is_long(choice: NetworkChoice, layers: int, hidden: int) -> bool:
    """Whether a trace would take too long, or too much room, to be had whole before anything is shown."""
    cell = cell_named(choice.cell)
    rows = len(cell.parts) * 2 + len(cell.gates) + cell.kept
    return products(choice, layers) > MOST_PRODUCTS or 24 * choice.length * hidden * rows * layers > MOST_BYTES


def long_trace(
    choice: NetworkChoice, subscriber: int, weights: Weights | None = None, edits: Edits = (), layer: int = 0
) -> Trace | None:  # fmt: skip
    """The trace as `unroll.trace` gives it, begun and to be gone on with (`Trace.stream`); None where the trace is
    small enough to be had whole. Raises BadInput."""
    layers, readout = layers_of(choice, weights)
    if not is_long(choice, len(layers), layers[0].hidden):
        return None
    shown, cell = layer_shown(layer, len(layers)), cell_named(choice.cell)
    start = begun(choice, subscriber, edits, layers[0].Wx.shape[1])
    different: list[Array] = []
    places = []
    for inputs in start.inputs:  # the real sequence often is one of the two that are compared
        same = [place for place, known in enumerate(different) if np.array_equal(known, inputs)]
        places.append(same[0] if same else len(different))
        different += [] if same else [inputs]
    stream = Stream(cell, layers, np.stack(different), (places[1], places[2]), shown, readout)
    stream.advance(AT_ONCE)
    real, marked, unmarked = (cast(Path, LongPath(stream, place)) for place in places)
    gap = Window(
        lambda t: np.abs(stream.states(places[1], t) - stream.states(places[2], t)),
        (stream.length + 1, len(cell.parts), stream.hidden),
    )
    trained = bool(choice.weights) or weights is not None
    whole = start.trace(
        choice, layers[shown - 1], trained, (real, marked, unmarked), cast(Array, gap), stream.difference
    )
    return replace(whole, layer=shown, layers=len(layers), readout=readout, given=different[0], stream=stream)
