"""Trained networks, kept in files as soon as they are finished: whatever ends the program, none is trained again.

One safetensors file a network in the platform's state folder, written whole or not at all, named after the network and
the engine's own source: an engine that computes otherwise does not find it. A file that is not as it should be is none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from rnntui_engine.jit import source_digest
from rnntui_engine.networks import initial
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained, Weights, read_only

from .files import write_bytes

NAMES = ("Wx", "Wh", "b", "v", "c")
MOST = 500  # files; the oldest go
MOST_UNITS = 256  # of a network that is kept: 0.5 MB


class Shelf:
    """The folder of kept networks. Nothing here raises: what cannot be kept is trained again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, trained: Trained) -> None:
        """Keep a network that has not run away, if it is of the lesson's own and not too large."""
        if not _keepable(trained.choice) or trained.stopped_at is not None or not trained.weights.finite:
            return
        from safetensors.numpy import save  # late: most sessions begin without

        arrays = dict(zip(NAMES, map(np.ascontiguousarray, trained.weights.arrays), strict=True))
        arrays["losses"] = np.array(trained.losses)
        counts = {"correct": str(trained.correct), "tested": str(trained.tested)}
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_bytes(self._path(trained.choice), save(arrays, metadata=counts))
            self._thin_out()

    def find(self, choice: NetworkChoice) -> Trained | None:
        """The network, bit for bit as it was trained, if it is kept."""
        path = self._path(choice)
        if not (_keepable(choice) and path.is_file()):
            return None
        try:
            return self._read(choice, path)
        except Exception:  # whatever a damaged file makes of its reader: it is none
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def _read(self, choice: NetworkChoice, path: Path) -> Trained:
        from safetensors import safe_open

        with safe_open(path, framework="numpy") as file:
            arrays = {name: file.get_tensor(name) for name in (*NAMES, "losses")}
            counts = file.metadata()
        for name, like in zip(NAMES, initial(choice).arrays, strict=True):
            if arrays[name].shape != like.shape or arrays[name].dtype != like.dtype:
                raise BadInput("another shape", name)
        weights = Weights(*(read_only(arrays[name]) for name in NAMES))
        correct, tested = int(counts["correct"]), int(counts["tested"])
        if not weights.finite or tested != len(data_set(choice.data).test) or not 0 <= correct <= tested:
            raise BadInput("no such network")
        return Trained(choice, weights, correct, tested, tuple(arrays["losses"].tolist()))

    def _path(self, choice: NetworkChoice) -> Path:
        name = hashlib.sha256(repr((source_digest(), astuple(choice))).encode()).hexdigest()[:32]
        return self.folder / f"{name}.safetensors"

    def _thin_out(self) -> None:
        files = sorted(self.folder.glob("*.safetensors"), key=lambda path: os.stat(path).st_mtime)
        for path in files[:-MOST]:
            path.unlink(missing_ok=True)


def _keepable(choice: NetworkChoice) -> bool:
    return not choice.weights and choice.hidden <= MOST_UNITS and not data_set(choice.data).own


class Networks(dict[NetworkChoice, Trained]):
    """The trained networks of a session, and those on the shelf, if there is one: they are looked for once each."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        super().__init__()
        self.shelf = shelf
        self._looked: set[NetworkChoice] = set()

    def __contains__(self, choice: object) -> bool:
        return super().__contains__(choice) or (isinstance(choice, NetworkChoice) and self._fetched(choice))

    def get(self, choice: NetworkChoice, default: Any = None) -> Any:
        return super().get(choice, default) if choice in self else default

    def __setitem__(self, choice: NetworkChoice, trained: Trained) -> None:
        super().__setitem__(choice, trained)
        if self.shelf is not None:
            self.shelf.keep(trained)

    def _fetched(self, choice: NetworkChoice) -> bool:
        if self.shelf is None or choice in self._looked:
            return False
        self._looked.add(choice)
        found = self.shelf.find(choice)
        if found is not None:
            super().__setitem__(choice, found)
        return found is not None
