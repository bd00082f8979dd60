"""One step of the memory with its numbers, and in plain words what happened at it."""

from __future__ import annotations

from textwrap import wrap

from ..by_hand import HandSeen
from ..canvas import Canvas, Span
from ..hand_sentences import level, share, words
from ..marks import number
from .hand_memory import INKS, SIGNS
from .hand_panel import HandPanel, step_chip
from .panel import Area


class HandEquationPanel(HandPanel):
    """c = f·c′ + i·g and h = o·tanh(c) at the lit step."""

    NAME = "hand-equation"
    HELP = (
        "**This step.** The two equations with this step's numbers. *Kept* is the forget gate times the memory before, "
        "*written* the input gate times the candidate; the new memory c is their sum, and h is the output gate times "
        "tanh(c). Numbers are rounded to four decimals.\n\n"
        "Under it the same in plain words, and which steps the memory owes most to: what is left of what was written "
        "at them. A step that wrote much is worth little once a later forget gate is shut."
    )
    gap = 2

    def paint_hand(self, canvas: Canvas, hand: HandSeen) -> None:
        happened = hand.driven.happened[hand.step - 1]
        title: list[Span] = [("Step", "text"), (" ", "dim"), step_chip(hand), ("  ", "dim")]
        title += [(SIGNS[happened], INKS[happened], True), (happened[1:], "text", True)]
        area = self.frame(canvas, title)
        y = _equations(canvas, hand, area)
        bottom = area.y + area.height
        for paragraph in words(hand):
            lines = wrap(paragraph, area.width)
            if y + len(lines) + (1 if area.height >= 24 else 0) > bottom:
                break
            y += 1 if area.height >= 24 else 0
            for line in lines:
                canvas.put(area.x, y, line, "text")
                y += 1


def _equations(canvas: Canvas, hand: HandSeen, area: Area) -> int:
    """The sums; returns the row after them."""
    t, driven, y = hand.step, hand.driven, area.y
    before, now = float(driven.memory[t - 1]), float(driven.memory[t])
    end, spaced = area.x + area.width, area.height >= 24

    def line(name: str, formula: str, numbers: str, result: float, sign: str = "", last: bool = False) -> None:
        nonlocal y
        canvas.put(area.x, y, name, "text", True)
        canvas.put(area.x + len(name) + 1, y, formula, "dim")
        if spaced or not numbers:
            y += 1 if numbers else 0
        canvas.put(area.x + (1 if spaced else len(name) + len(formula) + 2), y, numbers, "text")
        text = number(result, 4, sign)
        canvas.right(end, y, text, "on_lit" if last else "text", True, "lit" if last else None)
        y += 2 if spaced else 1

    if area.width < 44 and not spaced:  # narrow and low: formulas above, numbers below
        spaced = False
    times = [
        ("kept", "f·c′", f"{level(hand.value('forget'))} × {number(before, 4)}", float(driven.kept[t - 1]), ""),
        ("written", "i·g", f"{level(hand.value('input'))} × {level(hand.value('candidate'))}",
         float(driven.written[t - 1]), "+"),
    ]  # fmt: skip
    for name, formula, numbers, result, sign in times:
        line(name, formula, numbers if spaced or area.width >= 38 else numbers, result, sign)
    line("memory", "c", "", now, "", True)
    hidden = float(driven.hidden[t])
    line("shown", "o·tanh(c)", f"{level(hand.value('output'))} × tanh" if spaced else "", hidden)
    canvas.put(area.x, y, "", "dim")
    _ = share
    return y
