"""What is remembered from one session to the next: the theme, and the last place, which a key offers.

One JSON file in the platform's state folder, written whole or not at all. A broken one is set aside, and said so.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from rnntui_engine.loaded import stack_named
from rnntui_engine.networks import checked
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.sequences import Own, Source
from rnntui_engine.toy import Toy
from rnntui_engine.unroll import edited, layer_shown

from . import sentences
from .by_hand import HandPlace, hand_place
from .files import write
from .forecasting import ForecastPlace, forecast_place
from .palette import PALETTES
from .seen import BIASES, MOST_RUNS, SLOTS, SORTINGS, SPEEDS, Choices, Place
from .sentences import Said
from .settings import folder
from .text import clean

LONGEST = 1_000_000  # bytes
MOST_UNITS = 4096


@dataclass(frozen=True, eq=False)
class Later:
    """A place in a person's own data: what the file of memory says of it, and where the data come from. What it is
    worth is seen when they are read again."""

    view: str
    found: Mapping[str, Any]
    sources: tuple[Source, ...]

    def place(self, names: Container[str]) -> Place:
        """The place, once its data are open under these names. Raises ValueError (BadInput is one) where it makes no
        sense, or the data are others than they were."""
        try:
            place = _place(self.found)
        except (KeyError, TypeError) as problem:
            raise ValueError(str(problem)) from None
        for side in (place.choices, place.pinned):
            if side is not None and side.data.own and side.network.data not in names:
                raise BadInput("the data have changed", "data")
        return place


@dataclass(frozen=True)
class Remembered:
    """`view` and `place`: where the last session ended, if there was one; `later` instead of the place where a person's
    own data have to be read for it."""

    theme: str = ""
    view: str = "step"
    place: Place | None = None
    later: Later | None = None

    @property
    def offer(self) -> Said:
        """What is said of the place at the start of the next session."""
        if self.place is not None:
            return sentences.offer(self.place)
        names = ", ".join(clean(Path(source.path).name, 40) for source in self.later.sources) if self.later else ""
        return Said(f"⟨last-place⟩ opens {names} again where you were. ⟨next⟩ goes on here, ⟨help⟩ helps.",
                    "⟨last-place⟩ returns to your last place; ⟨next⟩ goes on here, ⟨help⟩ helps.")  # fmt: skip


class Gone(BadInput):
    """A place whose file is no longer there, or no longer the same: no fault of the memory."""


class Memory:
    """The file, what was in it, and the notice to give if it was broken."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or folder("state") / "state.json"
        self.notice = ""
        self.found = self._read()

    def _read(self) -> Remembered:
        try:
            if not self.path.exists():
                return Remembered()
            if not self.path.is_file() or self.path.stat().st_size > LONGEST:
                raise BadInput("not a file of ours")
            found = json.loads(self.path.read_text(encoding="utf-8"))
            try:
                return remembered(found)
            except Gone as problem:  # a place that hangs on a file of somebody's own
                self.notice = f"The last place is gone. {clean(str(problem))}."
                return remembered({**found, "place": None})
        except OSError as problem:
            self.notice = f"What was remembered cannot be read: {problem.strerror}."
        except (ValueError, KeyError, TypeError, RecursionError):
            self._set_aside()
        return Remembered()

    def _set_aside(self) -> None:
        aside = self.path.with_name(self.path.name + ".broken")
        try:
            self.path.replace(aside)
            self.notice = f"What was remembered is broken and was set aside as {clean(str(aside))}."
        except OSError:
            self.notice = f"What was remembered is broken: {clean(str(self.path))}."

    def keep(self, now: Remembered) -> str:
        """Write what is to be remembered; returns what went wrong, or nothing."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write(self.path, json.dumps(_written(now), indent=1, allow_nan=False) + "\n")
        except (OSError, ValueError) as problem:
            return str(getattr(problem, "strerror", None) or problem)
        return ""


def remembered(found: Any) -> Remembered:
    """What a file says, held against what there can be. Raises ValueError (BadInput is one) for anything else."""
    _are(found, dict)
    theme, view, place = found.get("theme", ""), found.get("view", "step"), found.get("place")
    _are(theme, str)
    _are(view, str)
    if theme and theme not in PALETTES:
        raise BadInput("no such theme", "theme")
    sources = _sources(found.get("sources", []))
    if place is not None and sources:
        _are(place, dict)
        return Remembered(theme, view, None, Later(view, place, sources))
    return Remembered(theme, view, None if place is None else _place(place))


def _written(now: Remembered) -> dict[str, Any]:
    """What the file will say."""
    place: Mapping[str, Any] | None
    if now.later is not None:
        place, sources = now.later.found, now.later.sources
    else:
        sides = [side for side in (now.place.choices, now.place.pinned) if side] if now.place else []
        own = [side.data for side in sides if isinstance(side.data, Own)]
        place, sources = asdict(now.place) if now.place else None, tuple(data.source for data in own)
    written: dict[str, Any] = {"theme": now.theme, "view": now.view, "place": place}
    if sources:
        each = dict.fromkeys(sources)
        written["sources"] = [{**asdict(source), "path": os.path.abspath(source.path)} for source in each]
    return written


def _sources(found: Any) -> tuple[Source, ...]:
    """Where the data of a place come from."""
    _are(found, list)
    sources = []
    for one in found:
        _are(one, dict)
        if set(one) != {field.name for field in fields(Source)}:
            raise BadInput("not a source", "sources")
        _are(one["path"], str)
        _are(one["features"], list)
        for name in one["features"]:
            _are(name, str)
        if not (_number(one["scale"]) and _number(one["marker"]) and (one["tier"] is None or _number(one["tier"]))):
            raise BadInput("not a number", "sources")
        sources.append(Source(**{**one, "features": tuple(one["features"])}))
    if len(sources) > 2:
        raise BadInput("too many sources", "sources")
    return tuple(sources)


def _place(found: Any) -> Place:
    _are(found, dict)
    choices = _choices(found["choices"])
    pinned = None if found.get("pinned") is None else _choices(found["pinned"])
    period, unit, slot, speed = found["period"], found["unit"], found["slot"], found["speed"]
    if not (_whole(period) and 0 <= period <= choices.network.length and _whole(unit)):
        raise BadInput("no such period", "period")
    if not 0 <= unit < choices.network.hidden or slot not in SLOTS or speed not in SPEEDS:
        raise BadInput("no such unit, slot or speed", "unit")
    bias = found["bias"]
    if bias not in BIASES and not _number(bias):
        raise BadInput("no such memory bias", "bias")
    runs = found.get("runs", 100)
    if not (_whole(runs) and 1 <= runs <= MOST_RUNS):
        raise BadInput("no such number of runs", "runs")
    toy, hand = _toy(found.get("toy")), hand_place(found["hand"]) if "hand" in found else HandPlace()
    forecast = forecast_place(found["forecast"]) if "forecast" in found else ForecastPlace()
    products = found["products"] is True
    sorting = found.get("sorting", SORTINGS[0])
    if sorting not in SORTINGS:
        raise BadInput("no such order", "sorting")
    return Place(
        choices, period, unit, slot, products, False, speed, bias, "", pinned, runs, toy, hand, forecast, sorting
    )  # fmt: skip


def _toy(found: Any) -> Toy:
    if found is None:
        return Toy()
    _are(found, dict)
    eigenvalue, derivative = found["eigenvalue"], found["derivative"]
    if not (_number(eigenvalue) and _number(derivative)):
        raise BadInput("no such toy", "toy")
    return Toy(eigenvalue, derivative)


def _choices(found: Any) -> Choices:
    _are(found, dict)
    network = found["network"]
    _are(network, dict)
    names = {f.name for f in fields(NetworkChoice)}
    if set(network) - names:
        raise BadInput("an unknown field", "network")
    for name in ("run", "length", "epochs", "hidden"):
        if not _whole(network[name]):
            raise BadInput("not a whole number", name)
    for name in ("cell", "mode", "data"):
        _are(network[name], str)
    if network["hidden"] > MOST_UNITS or not _number(network["rate"]):
        raise BadInput("too many units, or no rate", "hidden")
    if not (isinstance(network["memory_bias"], str) or _number(network["memory_bias"])):
        raise BadInput("no such memory bias", "memory_bias")
    if network["clip"] is not None and not _number(network["clip"]):
        raise BadInput("no such clip", "clip")
    weights = network.get("weights", "")
    _are(weights, str)
    if weights:
        try:
            stack_named(weights)
        except BadInput as problem:
            raise Gone(str(problem), "weights") from None
    layer = found.get("layer", 0)
    if not _whole(layer) or layer < 0:
        raise BadInput("no such layer", "layer")
    chosen = checked(NetworkChoice(**network))
    layer_shown(layer, len(stack_named(weights).layers) if weights else 1)
    if not _whole(found["subscriber"]):
        raise BadInput("no such subscriber", "subscriber")
    data = data_set(chosen.data)
    data.check_sequence(found["subscriber"], chosen.length)
    edits = tuple((period, float(reading)) for period, reading in found["edits"] if _whole(period))
    edited(data.readings_of(found["subscriber"]), edits, data.most)
    choices = Choices(chosen, found["subscriber"], layer=layer)
    return replace(choices, trained=found["trained"] is True, edits=tuple(sorted(edits)))


def _are(value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise BadInput(f"not a {kind.__name__}")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
