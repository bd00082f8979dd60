"""The scale of the readings: how high each one's bar is, where the tier is drawn, and where zero lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rnntui_engine.datasets import DataSet
from rnntui_engine.readings import TIER
from rnntui_engine.records import Array

ROUND = (50.0, 60.0, 75.0, 80.0, 100.0, 120.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0, 500.0, 750.0, 1000.0)
NICE = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
FLAT = 0.2  # readings that differ by less than this share of the largest are not drawn from zero


@dataclass(frozen=True)
class Axis:
    """`up` rows above the line that bars stand on, `down` below it. `top` and `bottom`: the values at the ends; `base`:
    the one that bars start from. `tier`: its value, where it is drawn, and `line`: how many eighths of a row above the
    base that is (below: negative)."""

    up: int
    down: int
    top: float
    base: float
    bottom: float
    tier: float | None = None
    line: int = 0
    bent: bool = False  # straight to the tier's line and straight on to the top

    def eighths(self, reading: float) -> int:
        """How long a reading's bar is, in eighths of a row; below the base it is negative. Only the base has none."""
        if self.bent:
            return height(reading, self.top, self.line, self.up, self.tier or TIER)
        above = reading - self.base
        span, rows = (self.top - self.base, self.up) if above > 0 else (self.base - self.bottom, self.down)
        if above == 0 or rows == 0 or not math.isfinite(reading):
            return 0
        long = max(1, min(rows * 8, int(abs(above) / span * rows * 8 + 0.5)))
        return long if above > 0 else -long


def axis_for(data: DataSet, readings: Array, rows: int) -> Axis:
    """The axis for some readings on so many rows. The lesson's has the tier in the middle of a row; others go from
    zero, or from below the least reading where all are nearly alike."""
    low, high = float(readings.min()), float(readings.max())
    tier = data.tier if data.shows_tier else None
    if tier is not None and tier > 0 and ((low >= 0 and tier / 4 <= high <= 20 * tier) or not data.own):
        top, line = scale_for(max(high, tier / TIER), rows, tier)
        return Axis(rows, 0, top, 0.0, 0.0, tier, line, bent=True)
    if low > 0 and high - low < FLAT * high:
        step = nice((high - low) / 4) if high > low else nice(high / 10)
        base, top = math.floor(low / step - 1) * step, math.ceil(high / step) * step
        axis = Axis(rows, 0, top if top > base else base + step, base, base)
    else:
        axis = _from_zero(low, high, rows)
    if tier is None or not axis.bottom <= tier <= axis.top:
        return axis
    return Axis(axis.up, axis.down, axis.top, axis.base, axis.bottom, tier, axis.eighths(tier))


def _from_zero(low: float, high: float, rows: int) -> Axis:
    """One scale for what is above zero and what is below it: the rows are dealt out so that it is the finest."""
    above, below = max(high, 0.0), max(-low, 0.0)
    if not above and not below:
        return Axis(rows, 0, 1.0, 0.0, 0.0)
    deals = [(up, rows - up) for up in range(rows + 1) if (up or not above) and (rows - up or not below)]
    if not deals:  # a single row for both
        deals = [(1, 0) if above >= below else (0, 1)]
    a_row, up, down = min(
        (max(above / up if up else 0.0, below / down if down else 0.0), up, down) for up, down in deals
    )
    top = nice(a_row * max(up, down)) / max(up, down)
    return Axis(up, down, top * up, 0.0, -top * down)


def nice(value: float) -> float:
    """The least of NICE times a power of ten that is not below a positive value."""
    power = 10.0 ** math.floor(math.log10(value)) if value > 1e-300 else 1e-300
    return next((n * power for n in NICE if n * power >= value * (1 - 1e-12)), 10.0 * power)


def label(value: float) -> str:
    """A value beside an axis, in seven characters at most."""
    return f"{value:.4g}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-").replace("-", "−")


def scale_for(largest: float, rows: int, tier: float = TIER) -> tuple[float, int]:
    """The top of the scale, and how many eighths of a row up the tier is drawn.

    Twice the tier puts it in the middle of the middle row. For larger readings: the round scale that puts it nearest
    to the middle of some row, where the dashes are. The lowest of several rows is the base's: the tier is above it.
    """
    ratio = tier / TIER
    sought = largest / ratio
    fits = [s for s in ROUND if sought <= s <= max(2 * sought, ROUND[0])] or [2 * sought]
    scale = fits[0] if fits[0] == ROUND[0] else min(fits, key=lambda s: (abs(TIER / s * rows % 1 - 0.5), s))
    return scale * ratio, max(min(1, rows - 1), int(TIER / scale * rows)) * 8 + 4


def height(reading: float, scale: float, line: int, rows: int, tier: float = TIER) -> int:
    """A reading's bar in eighths of a row: straight to the tier's line and straight on to the top, so that a reading
    above the tier always shows above the line, and any other never does."""
    if reading <= 0.0:
        return 0
    if reading <= tier:
        return max(1, min(line, int(reading / tier * line + 0.5)))
    return min(rows * 8, max(line + 1, int(line + (reading - tier) / (scale - tier) * (rows * 8 - line) + 0.5)))
