"""Reading a file of tensors, safetensors, from anybody: every claim in it is checked before anything is believed.

A file is the size of its header (8 bytes, little endian), the header as JSON, and the arrays' bytes one after the other
(https://huggingface.co/docs/safetensors). The library's own reader for numpy knows no bfloat16 and lets a name stand
twice; so the header is read here, and of the arrays only those that are asked for.
"""

from __future__ import annotations

import json
import math
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .records import Array, BadInput

LONGEST_HEADER = 10_000_000  # bytes; a network of thousands of tensors needs a tenth of it
MOST_BYTES = 1 << 30  # of one array as it is held here, float64
KINDS = {"F16": "<f2", "BF16": "<u2", "F32": "<f4", "F64": "<f8"}
OTHERS = {
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1, "I16": 2, "U16": 2, "I32": 4, "U32": 4,
    "I64": 8, "U64": 8, "C64": 8,
}  # fmt: skip
IN_WORDS = {"F16": "float16", "BF16": "bfloat16", "F32": "float32", "F64": "float64"}
LONGEST_NAMES = 150  # characters; the line they stand in is to be seen whole
PICKLES = (".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".bin")


@dataclass(frozen=True)
class Tensor:
    """One array of a file: its kind as the file calls it, its shape, and where its bytes begin and end."""

    kind: str
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class TensorFile:
    """What the header of a file says: `tensors` by their names, `metadata`, and where the arrays' bytes begin."""

    path: Path
    tensors: Mapping[str, Tensor]
    metadata: Mapping[str, str]
    start: int

    def array(self, name: str) -> Array:
        """One array as float64, which holds every number of the smaller kinds exactly.

        Raises BadInput for a kind that is no floating point, for a file that has become shorter, and for a number in
        it that is infinite or NaN, with its place.
        """
        tensor = self.tensors[name]
        if tensor.kind not in KINDS:
            known = ", ".join(IN_WORDS.values())
            raise bad(f"{name} is of kind {tensor.kind}; weights are {known}")
        count = math.prod(tensor.shape)
        if count * 8 > MOST_BYTES:
            raise bad(f"{name} has {count} numbers; the most is {MOST_BYTES // 8}")
        try:
            with open(self.path, "rb") as file:
                file.seek(self.start + tensor.begin)
                content = file.read(tensor.end - tensor.begin)
        except OSError as problem:
            raise bad(f"cannot be read: {problem.strerror or problem}") from None
        if len(content) != tensor.end - tensor.begin:
            raise bad(f"it ends in the middle of {name}")
        found = np.frombuffer(content, KINDS[tensor.kind])
        if tensor.kind == "BF16":  # the upper half of a float32
            found = (found.astype("<u4") << np.uint32(16)).view("<f4")
        with np.errstate(invalid="ignore"):  # a signalling NaN is found below
            array: Array = found.astype(np.float64).reshape(tensor.shape)
        wrong = np.argwhere(~np.isfinite(array))
        if len(wrong):
            place = ", ".join(str(int(i) + 1) for i in wrong[0])
            raise bad(f"{name} has {_what(float(array[tuple(wrong[0])]))} at place ({place}); weights are finite")
        return array


def bad(message: str) -> BadInput:
    """What is wrong with a file of weights."""
    return BadInput(message, "weights")


def opened(path: Path) -> TensorFile:
    """The header of a safetensors file, every claim in it checked. Raises BadInput, one line without the file's name.

    Whatever the header claims, no more is read than there is, and no header above 10 MB.
    """
    try:
        if path.exists() and not path.is_file():  # opening a pipe would wait for somebody to write into it
            raise bad("it is a folder, not a file" if path.is_dir() else "it is no ordinary file")
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            head = file.read(8)
            length = int.from_bytes(head, "little")
            begins_as_one = length > size - 8 and (head[:4] == b"PK\x03\x04" or head[:1] == b"\x80")
            if path.suffix.lower() in PICKLES or begins_as_one:
                raise bad(pickle_refused(path))
            if len(head) < 8 or length < 2:
                raise bad("it is no safetensors file: that begins with the size of its header, 8 bytes")
            if length > size - 8:
                raise bad(
                    f"it is no safetensors file, or cut off: its header has {length} bytes by its own account, and "
                    f"{size - 8} are there"
                )
            if length > LONGEST_HEADER:
                raise bad(f"its header has {length} bytes; the most is {LONGEST_HEADER}")
            text = file.read(length)
    except (OSError, ValueError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise bad(f"cannot be read: {getattr(problem, 'strerror', None) or problem}") from None
    tensors, metadata = _header(_json(text))
    _lie_side_by_side(tensors, size - 8 - length)
    return TensorFile(path, tensors, metadata, 8 + length)


def pickle_refused(path: Path) -> str:
    """Why a pickle is not read, and the line that converts one."""
    names = _for_the_shell(path, _beside(path))
    if not names.isprintable() or len(names) + len(path.name) > LONGEST_NAMES:
        names = "NET.pt NET.safetensors"
    return (
        "it is a pickle, which can run any program when it is read; convert it where PyTorch is: "
        'python -c "import sys, torch, safetensors.torch as s; '
        f's.save_file(torch.load(sys.argv[1], weights_only=True), sys.argv[2])" {names}'
    )


def _beside(path: Path) -> Path:
    """The file of safetensors beside a pickle, under its own name; a numbered one where there is one already."""
    found, number = path.with_suffix(".safetensors"), 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}.safetensors")
    return found


def _for_the_shell(*paths: Path) -> str:
    """Paths as words of a command line of this system."""
    words = [str(path) for path in paths]
    if os.name == "nt":
        import subprocess  # late: it is slow to import, and of no use elsewhere

        return subprocess.list2cmdline(words)
    return shlex.join(words)


def _json(text: bytes) -> dict[str, Any]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in found]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise bad(f"its header names {_short(twice)} twice")
        return dict(found)

    try:
        found = json.loads(text.decode("utf-8"), object_pairs_hook=pairs)
    except BadInput:
        raise
    except (ValueError, RecursionError):  # JSONDecodeError and UnicodeDecodeError are ValueErrors
        raise bad("it is no safetensors file: its header is not JSON") from None
    if not isinstance(found, dict):
        raise bad("its header is not a JSON object of tensors by their names")
    return found


def _header(found: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, str]]:
    metadata = found.pop("__metadata__", {})
    if not (isinstance(metadata, dict) and all(isinstance(value, str) for value in metadata.values())):
        raise bad("the __metadata__ of its header are not words by their names")
    return {name: _tensor(name, claim) for name, claim in found.items()}, metadata


def _tensor(name: str, claim: Any) -> Tensor:
    name = _short(name)
    if not isinstance(claim, dict) or set(claim) != {"dtype", "shape", "data_offsets"}:
        raise bad(f"its header says of {name} something else than dtype, shape and data_offsets")
    kind, shape, offsets = claim["dtype"], claim["shape"], claim["data_offsets"]
    if not isinstance(kind, str) or (kind not in KINDS and kind not in OTHERS):
        raise bad(f"{name} is of kind {_short(str(kind))}, which is none of safetensors'")
    if not isinstance(shape, list) or not all(_count(n) for n in shape):
        raise bad(f"the shape of {name} is not a list of whole numbers from 0")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(_count(n) for n in offsets):
        raise bad(f"the data_offsets of {name} are not two whole numbers from 0")
    each = int(KINDS[kind][2:]) if kind in KINDS else OTHERS[kind]
    needed, claimed = math.prod(shape) * each, offsets[1] - offsets[0]
    if needed != claimed:
        raise bad(f"{name} of shape {times(shape)} and kind {kind} takes {needed} bytes, and its offsets say {claimed}")
    return Tensor(kind, tuple(shape), offsets[0], offsets[1])


def _lie_side_by_side(tensors: Mapping[str, Tensor], room: int) -> None:
    """The arrays fill what is behind the header without a gap and without lying over one another."""
    end = 0
    for name, tensor in sorted(tensors.items(), key=lambda item: (item[1].begin, item[1].end)):
        if tensor.end > room:
            raise bad(f"{_short(name)} ends at byte {tensor.end} of {room}: the file is cut off")
        if tensor.begin != end:
            what = "lies over the array before it" if tensor.begin < end else "leaves a gap before it"
            raise bad(f"{_short(name)} {what}: it begins at byte {tensor.begin} and not at {end}")
        end = tensor.end
    if end != room:
        raise bad(f"there are {room - end} bytes behind the last array")


def times(shape: tuple[int, ...] | list[int]) -> str:
    """A shape as it is written: 4×3."""
    return "×".join(map(str, shape)) if len(shape) else "()"


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _what(value: float) -> str:
    return "a NaN" if math.isnan(value) else "an infinity"


def _short(name: str) -> str:
    return repr(name if len(name) <= 60 else name[:57] + "…")
