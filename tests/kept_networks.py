"""Networks that one test has trained and others need: each is trained once in a run, whichever process comes first.

It is really trained, by the engine as it is, and kept in a folder of this run alone. The tests of the engine itself
train whatever they look at.
"""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rnntui_engine import lanes, sweep
from rnntui_engine.forecast import many
from rnntui_engine.forecast.network import Choice
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.records import NetworkChoice, Trained, Weights


class Shelf:
    """Pickles by key. Who wants one that another process is making waits for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def of(self, *key: object) -> Iterator[dict[Any, Any]]:
        """What is kept under a key, for this thread alone; what the block adds is kept."""
        path = self.folder / hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        with open(path, "a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            kept = file.read()
            found: dict[Any, Any] = pickle.loads(kept) if kept else {}
            count = len(found)
            yield found
            if len(found) > count:
                file.truncate(0)
                file.write(pickle.dumps(found))


Train = Callable[..., list[Trained]]


def trained_once(shelf: Shelf, train: Train) -> Train:
    """`sweep._train`, which trains only what nobody has. Whom a network stands beside makes no difference to it."""

    def _train(
        batch: list[NetworkChoice], stop: Event | None = None, starts: Sequence[Weights | None] | None = None
    ) -> list[Trained]:
        begun = starts or [None] * len(batch)
        if not lessons(batch[0]):
            return train(batch, stop, starts)
        asked = [(choice, None if w is None else digest(w)) for choice, w in zip(batch, begun, strict=True)]
        found: dict[Any, Trained] = {}
        for block in sorted({block_of(choice) for choice in batch}):
            with shelf.of(lanes.shape(batch[0]), block) as kept:
                missing = {
                    key: start
                    for key, start in zip(asked, begun, strict=True)
                    if block_of(key[0]) == block and key not in kept
                }
                if missing:
                    starting = list(missing.values())
                    made = train([choice for choice, _ in missing], stop, starting if any(starting) else None)
                    kept.update(zip(missing, made, strict=True))
                found |= {key: kept[key] for key in asked if block_of(key[0]) == block}
        return [replace(found[key], weights=closed(found[key].weights)) for key in asked]

    return _train


def lessons(choice: NetworkChoice) -> bool:
    """Whether the name of its data says everything about it."""
    return not choice.weights and (choice.data == "lesson" or choice.data.startswith("long-"))


def block_of(choice: NetworkChoice) -> int:
    """Which batch of a sweep it stands in; two of them are trained at the same time."""
    return (choice.run - 1) // lanes.LANES


def digest(weights: Weights) -> str:
    return hashlib.sha256(b"".join(array.tobytes() for array in weights.arrays)).hexdigest()


def closed(weights: Weights) -> Weights:
    """Read-only, as the engine gives them."""
    for array in weights.arrays:
        array.setflags(write=False)
    return weights


def learned_once(shelf: Shelf, learn: Callable[..., Iterator[many.Part]]) -> Callable[..., Iterator[many.Part]]:
    """`many._learned`, which trains only what nobody has."""

    def _learned(index: int, choice: Choice, problem: Problem) -> Iterator[many.Part]:
        series = hashlib.sha256(problem.series.values.tobytes()).hexdigest()
        with shelf.of(choice, series, problem.window, problem.difference) as kept:
            if not kept:
                kept["parts"] = list(learn(index, choice, problem))
        for part in kept["parts"]:
            if part.forecaster is not None:
                part.forecaster.vector.setflags(write=False)
            yield replace(part, index=index)

    return _learned


@contextmanager
def kept(shelf: Shelf) -> Iterator[None]:
    """Networks are trained once for all while the block runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "_train", trained_once(shelf, sweep._train))
        patch.setattr(many, "_learned", learned_once(shelf, many._learned))
        yield
