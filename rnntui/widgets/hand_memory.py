"""The memory that comes of the gates, step by step: its value, what happened to it, what of it is shown, and which
steps it consists of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rnntui_engine.by_hand import ERASED, KEPT, REPLACED, WRITTEN
from rnntui_engine.records import Array

from ..by_hand import HandSeen
from ..canvas import Canvas, Span
from ..columns import Scale, Steps, paint_columns
from ..marks import short
from .hand_panel import HandPanel, label_width, step_chip, steps_of
from .panel import Area

SIGNS = {KEPT: "K", WRITTEN: "W", ERASED: "E", REPLACED: "R"}
INKS = {KEPT: "dim", WRITTEN: "positive", ERASED: "negative", REPLACED: "marked"}


@dataclass(frozen=True)
class Series:
    """One of the curves: its name, a value per step (N,), as it was (N,), whether later steps are drawn too."""

    name: str
    now: Array
    before: Array | None
    number: float


class HandMemoryPanel(HandPanel):
    """c, what happened, h, and the parts of c."""

    NAME = "hand-memory"
    HELP = (
        "**Memory.** What comes of the gates. The memory after each step is c = f·c′ + i·g: the forget gate times the "
        "memory before, plus the input gate times the candidate; before step 1 it is 0. Under it, in a letter, **what "
        "happened**: *E*rased where more than half of the old memory went (f below ½), *W*ritten where more than half "
        "of the candidate came in (i above ½), *R*eplaced where both, *K*ept where neither.\n\n"
        "**Shown** is h = o·tanh(c): what the cell lets others see of its memory. **In it** shows what the memory "
        "consists of at the lit step: for each step up to it, what is left of what was written there. These parts add "
        "up to c. What a step wrote is multiplied by the forget gate at every later step, so one shut gate takes away "
        "all that came before it.\n\n"
        "`╌` is how it would be with the gates unchanged. A click goes to a step."
    )

    def paint_hand(self, canvas: Canvas, hand: HandSeen) -> None:
        title: list[Span] = [("Memory", "text")]
        title += [("  at ", "dim"), step_chip(hand)] if self.boxed else []
        title += [("  ╌", "text", True), (" unchanged", "dim")] if hand.changed and self.boxed else []
        legend: list[Span] = []
        for word, sign in SIGNS.items():
            legend += [(f"  {sign}", INKS[word], True), (word[1:], "dim")]
        area = self.frame(canvas, title if self.boxed else [*title, *legend], legend)
        steps = steps_of(hand, area)
        canvas.tint(steps.left(hand.step - 1), area.y, steps.width, area.height, "tint")
        series, rows = self._series(hand), _share_out(area.height)
        y = area.y
        for place, (one, count) in enumerate(zip(series, rows, strict=False)):
            if count:
                _curve(canvas, hand, steps, Area(area.x, y, area.width, count), one)
            y += count
            if place == 0:
                _strip(canvas, hand, steps, area, y)
                y += 1
        if area.height >= 15:
            canvas.put(area.x, y, "step", "dim")
            steps.axis(canvas, y, hand.step, "gates-step")
        for index in steps.shown:
            canvas.link(steps.left(index), area.y, steps.width, area.height, f"gates-step {index + 1}")

    def _series(self, hand: HandSeen) -> list[Series]:
        now, before, step = hand.driven, hand.before, hand.step
        return [
            Series("memory", now.memory[1:], before.memory[1:] if before else None, float(now.memory[step])),
            Series("shown", now.hidden[1:], before.hidden[1:] if before else None, float(now.hidden[step])),
            Series("in it", now.parts(step), before.parts(step) if before else None, float(now.memory[step])),
        ]


def _share_out(height: int) -> tuple[int, int, int]:
    """How many rows the memory, what is shown of it, and its parts get; a row is what happened, one the axis."""
    rest = height - 1 - (1 if height >= 15 else 0)
    if rest < 4:
        return max(1, rest), 0, 0
    if rest < 6:
        return rest - 2, 2, 0
    parts = shown = max(2, rest // 4)
    return rest - parts - shown, shown, parts


def _strip(canvas: Canvas, hand: HandSeen, steps: Steps, area: Area, y: int) -> None:
    """What happened at each step, in a letter."""
    canvas.put(area.x, y, "happened" if label_width(area) > 8 else "what", "dim")
    for index in steps.shown:
        word = hand.driven.happened[index]
        x, lit = steps.left(index) + (steps.bar - 1) // 2, index + 1 == hand.step
        canvas.put(x, y, SIGNS[word], "on_lit" if lit else INKS[word], True, "lit" if lit else None)


def _curve(canvas: Canvas, hand: HandSeen, steps: Steps, area: Area, series: Series) -> None:
    """One curve as bars, its name and its number at the lit step on the left, a line at zero."""
    every = series.now if series.before is None else np.concatenate([series.now, series.before])
    low, high = min(0.0, float(every.min())), max(0.0, float(every.max()))
    scale = Scale.fitting(area.height, low, high)
    width = label_width(area)
    canvas.put(area.x, area.y, series.name, "dim")
    if area.height > 1 and series.name != "in it":
        canvas.right(area.x + width - 1, area.y + 1, short(series.number), "text", True)
    if area.height >= 5:
        for row, arrow, end in ((area.height - 2, "↑", high), (area.height - 1, "↓", low)):
            canvas.put(area.x, area.y + row, f"{arrow} {short(end)}", "dim")
    values = series.now

    def ink(index: int) -> str:
        if index + 1 == hand.step:
            return "lit_bar"
        return "positive_muted" if values[index] > 0 else "negative_muted"

    paint_columns(canvas, steps, area.y, scale, values, ink, series.before, series.name == "in it")
