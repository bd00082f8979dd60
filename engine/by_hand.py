"""Gates driven by hand: one unit's memory over some steps, its gates not computed but set.

    c_t = f_t · c_(t−1) + i_t · g_t     the memory: what is kept of the old one, and what is written
    h_t = o_t · tanh(c_t)               what is shown of it;  c_0 = 0

These are the LSTM's last two equations (`cells.lstm`) for one unit. The textbook's illustration has forty steps:
forget .95 ×15, .1 ×5, .95 ×20; input .1 ×12, .9 ×6, .15 ×22; output .5 ×8, .9 ×24, .3 ×8; and a candidate value per
step, which it does not print. Ours is plain, so that the eye can tell what comes from where: +.6 and −.2 by turns,
of which little gathers while the input gate is nearly shut; +.9 at the three steps at which it opens; −.6 at the three
after them, at which the forget gate is nearly shut.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .arithmetic import tanh
from .records import Array, BadInput, read_only

TRACKS = ("forget", "input", "output", "candidate")
LOWEST = {"forget": 0.0, "input": 0.0, "output": 0.0, "candidate": -1.0}
MOST_STEPS = 200
KEPT, WRITTEN, ERASED, REPLACED = "kept", "written", "erased", "replaced"
HEADER = ("step", *TRACKS)
NUMBER = re.compile(r"[-+−]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")


@dataclass(frozen=True)
class Gates:
    """What the gates are set to, a value per step: 0 to 1, the candidate −1 to 1. Hashable; N = 1 … 200 steps.

    Raises BadInput, its field the track, for a value out of range and for tracks of different lengths.
    """

    forget: tuple[float, ...]
    input: tuple[float, ...]
    output: tuple[float, ...]
    candidate: tuple[float, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MOST_STEPS:
            raise BadInput(f"{self.steps} steps are not from 1 to {MOST_STEPS}", "step")
        for name in TRACKS:
            values = self.track(name)
            if len(values) != self.steps:
                raise BadInput(f"it has {len(values)} values for {self.steps} steps", name)
            for value in values:
                check_value(name, value)

    @property
    def steps(self) -> int:
        """N, how many steps there are."""
        return len(self.forget)

    def track(self, name: str) -> tuple[float, ...]:
        """The values of one track, one of TRACKS. Raises BadInput for any other."""
        if name not in TRACKS:
            raise BadInput(f"{name!r} is none of {', '.join(TRACKS)}", "gate")
        found: tuple[float, ...] = getattr(self, name)
        return found

    def with_values(self, name: str, first: int, last: int, value: float) -> Gates:
        """The same with one value in steps `first` to `last` (from 1, both among them). Raises BadInput."""
        values = list(self.track(name))
        if not 1 <= first <= last <= self.steps:
            steps = f"{first}" if first == last else f"{first}-{last}"
            raise BadInput(f"{steps} is not a step or a range of steps from 1 to {self.steps}", "step")
        values[first - 1 : last] = [check_value(name, value)] * (last - first + 1)
        changed = {track: self.track(track) for track in TRACKS} | {name: tuple(values)}
        return Gates(**changed)


def check_value(name: str, value: float) -> float:
    """The value, if the track may have it. Raises BadInput, its field the track."""
    if not (math.isfinite(value) and LOWEST[name] <= value <= 1.0):
        raise BadInput(f"{value:g} is not a number from {LOWEST[name]:g} to 1", name)
    return value + 0.0  # no minus zero


TEXTBOOK = Gates(
    forget=(0.95,) * 15 + (0.1,) * 5 + (0.95,) * 20,
    input=(0.1,) * 12 + (0.9,) * 6 + (0.15,) * 22,
    output=(0.5,) * 8 + (0.9,) * 24 + (0.3,) * 8,
    candidate=(0.6, -0.2) * 6 + (0.9,) * 3 + (-0.6,) * 3 + (0.6, -0.2) * 11,
)


@dataclass(frozen=True, eq=False)
class Driven:
    """What comes of the gates over N steps.

    `memory` (N + 1,) is c and `hidden` (N + 1,) is h, both 0 before the first step. `kept` (N,) is f·c′ and `written`
    (N,) is i·g, so that memory[t] = kept[t − 1] + written[t − 1]; `erased` (N,) is c′ − f·c′, what went. `left`
    (N, N): `left[t − 1, k − 1]` is the share of what was written at step k that is still in the memory after step t,
    f_(k+1) · … · f_t: 1 for k = t, 0 for a later k. `happened`: a word for each step, see `what_happened`.
    """

    memory: Array
    hidden: Array
    kept: Array
    written: Array
    erased: Array
    left: Array
    happened: tuple[str, ...]

    def parts(self, step: int) -> Array:
        """What each step (N,) has in the memory after step `step` (1 … N): they add up to it, up to rounding."""
        return read_only(self.left[step - 1] * self.written)


def what_happened(forget: float, into: float, before: float, candidate: float) -> str:
    """A word for one step: "erased" where more than half of the old memory went (f below ½, and there was some),
    "written" where more than half of the candidate came in (i above ½, and it was not 0), "replaced" where both, and
    "kept" where neither."""
    erased, written = forget < 0.5 and before != 0.0, into > 0.5 and candidate != 0.0
    if erased:
        return REPLACED if written else ERASED
    return WRITTEN if written else KEPT


@lru_cache(maxsize=64)
def drive(gates: Gates) -> Driven:
    """Go through all steps. The same gates give the same bits everywhere."""
    count = gates.steps
    memory, hidden, left = np.zeros(count + 1), np.zeros(count + 1), np.zeros((count, count))
    kept, written, erased = np.zeros(count), np.zeros(count), np.zeros(count)
    happened = []
    for t in range(count):
        before, f, i, g = float(memory[t]), gates.forget[t], gates.input[t], gates.candidate[t]
        kept[t], written[t] = f * before, i * g
        erased[t] = before - f * before
        memory[t + 1] = kept[t] + written[t]
        hidden[t + 1] = gates.output[t] * tanh(float(memory[t + 1]))
        if t:
            left[t, :t] = left[t - 1, :t] * f
        left[t, t] = 1.0
        happened.append(what_happened(f, i, before, g))
    for array in (memory, hidden, kept, written, erased, left):
        read_only(array)
    return Driven(memory, hidden, kept, written, erased, left, tuple(happened))


def as_csv(gates: Gates) -> str:
    """The gates as CSV, `step,forget,input,output,candidate`, each number such that it is read back as the same."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(HEADER)
    for step, values in enumerate(zip(*(gates.track(name) for name in TRACKS), strict=True), 1):
        table.writerow([step, *map(repr, values)])
    return out.getvalue()


def from_csv(text: str) -> Gates:
    """The gates of a CSV like that of `as_csv`; also as spreadsheets write it: a byte order mark, quotes, CRLF, `;`
    and decimal commas.

    Raises BadInput of the field "gates" that names the line and the column, and says what was expected.
    """
    source = io.StringIO(text.removeprefix("\ufeff"), newline="")
    first = source.readline().rstrip("\r\n")
    source.seek(0)
    separator = ";" if ";" in first else ","
    rows = csv.reader(source, delimiter=separator)
    found: dict[str, list[float]] = {name: [] for name in TRACKS}
    ended = 0  # the first of the empty lines at the end
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        if header != list(HEADER):
            raise _bad(1, "", f"the header is {separator.join(HEADER)}, not {_quoted(first)}")
        for row in rows:
            if not any(cell.strip() for cell in row):
                ended = ended or rows.line_num
                continue
            if ended:
                raise _bad(ended, "", "an empty line stands between the steps")
            _take(row, rows.line_num, separator == ";", found)
    except csv.Error as problem:
        raise _bad(max(1, rows.line_num), "", f"it is not CSV: {problem}") from None
    if not found["forget"]:
        raise _bad(max(1, rows.line_num), "step", "there are no steps; the first is 1")
    return Gates(*(tuple(found[name]) for name in TRACKS))


def _take(row: Sequence[str], line: int, commas: bool, found: dict[str, list[float]]) -> None:
    """One row's values, entered behind those before. Raises BadInput."""
    step = len(found["forget"]) + 1
    if len(row) != len(HEADER):
        missing = HEADER[len(row)] if len(row) < len(HEADER) else HEADER[-1]
        raise _bad(line, missing, f"a row has {len(HEADER)} values, not {len(row)}")
    if step > MOST_STEPS:
        raise _bad(line, "step", f"there are more than {MOST_STEPS} steps")
    if row[0].strip() != str(step):
        raise _bad(line, "step", f"it is {step} here, not {_quoted(row[0])}")
    for name, cell in zip(TRACKS, row[1:], strict=True):
        number = cell.strip().replace(",", ".") if commas else cell.strip()
        if not NUMBER.fullmatch(number):
            raise _bad(line, name, f"{_quoted(cell)} is not a number from {LOWEST[name]:g} to 1")
        try:
            found[name].append(check_value(name, float(number.replace("−", "-"))))
        except BadInput as problem:
            raise _bad(line, name, str(problem)) from None


def _bad(line: int, column: str, problem: str) -> BadInput:
    return BadInput(f"line {line}{f', {column}' if column else ''}: {problem}", "gates")


def _quoted(cell: str) -> str:
    return repr(cell if len(cell) <= 40 else cell[:39] + "…")
