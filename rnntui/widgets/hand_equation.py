"""One step of the memory with its numbers, and in plain words what happened at it."""

from __future__ import annotations

from ..by_hand import HandSeen
from ..canvas import Canvas, Span
from ..hand_sentences import level, words
from ..marks import gauge, number, short
from .hand_memory import INKS, SIGNS
from .hand_panel import HandPanel, step_chip
from .panel import Area, lines_of

SPACED = 22  # so many rows leave room for blank lines


class HandEquationPanel(HandPanel):
    """c = f·c′ + i·g and h = o·tanh(c) at the lit step."""

    NAME = "hand-equation"
    HELP = (
        "**This step.** The two equations with this step's numbers. *Kept* is the forget gate times the memory before, "
        "f·c′; *written* is the input gate times the candidate, i·g. Their sum is the new memory c; *shown* is "
        "h = o·tanh(c), the output gate times the tanh of the memory. Numbers are rounded to four decimals.\n\n"
        "Under it the same in plain words, and which steps the memory owes most to: what is left of what was written "
        "at them. A step that wrote much is worth little once a later forget gate is shut.\n\n"
        "Where there is room, the steps that have most in the memory: what is left of what each wrote, and in "
        "hundredths which share of it that is."
    )
    gap = 2

    def paint_hand(self, canvas: Canvas, hand: HandSeen) -> None:
        happened = hand.driven.happened[hand.step - 1]
        title: list[Span] = [("Step", "text"), (" ", "dim"), step_chip(hand), ("  ", "dim")]
        title += [(SIGNS[happened], INKS[happened], True), (happened[1:], "text", True)]
        area = self.frame(canvas, title)
        spaced = area.height >= SPACED
        y, bottom = _equations(canvas, hand, area, spaced), area.y + area.height
        for paragraph in words(hand):
            lines = lines_of(paragraph, area.width)
            y += 1 if spaced else 0
            if y + len(lines) > bottom:
                return
            for line in lines:
                canvas.put(area.x, y, line, "text")
                y += 1
        if bottom - y >= 6:
            _parts(canvas, hand, Area(area.x, y + 1, area.width, bottom - y - 1))


def _equations(canvas: Canvas, hand: HandSeen, area: Area, spaced: bool) -> int:
    """The sums, each on a line, or with room each on two; returns the row after them."""
    t, driven, y = hand.step, hand.driven, area.y
    before, now = number(float(driven.memory[t - 1])), float(driven.memory[t])
    f, i, g, o = (level(hand.value(name)) for name in ("forget", "input", "candidate", "output"))
    lines = [
        ("kept", "f·c′", f"{f} × {before}", float(driven.kept[t - 1]), ""),
        ("written", "i·g", f"{i} × {g}", float(driven.written[t - 1]), "+"),
        ("memory", "c", "", now, ""),
        ("shown", "o·tanh(c)", f"{o} × tanh(c)", float(driven.hidden[t]), ""),
    ]
    end = area.x + area.width
    for name, formula, numbers, result, sign in lines:
        lit, text = name == "memory", number(result, 4, sign)
        room = area.width - len(name) - len(text) - 2
        head = formula if spaced or not numbers or len(numbers) > room else numbers
        canvas.put(area.x, y, name, "text", True)
        canvas.put(area.x + len(name) + 1, y, head, "text")
        if spaced and numbers:
            y += 1
            canvas.put(area.x + 1, y, numbers, "text")
        canvas.right(end, y, text, "on_lit" if lit else "text", True, "lit" if lit else None)
        y += 1
    return y


def _parts(canvas: Canvas, hand: HandSeen, area: Area) -> None:
    """The steps that have most in the memory, the largest first."""
    parts, left = hand.driven.parts(hand.step), hand.driven.left[hand.step - 1]
    order = sorted(range(hand.step), key=lambda k: (-abs(float(parts[k])), -k))[: area.height - 2]
    wide, end = area.width >= 40, area.x + area.width
    canvas.put(area.x, area.y, "Most of it is from", "dim")
    canvas.put(area.x, area.y + 1, "step", "dim")
    canvas.right(area.x + 14, area.y + 1, "in it", "dim")
    canvas.right(end, area.y + 1, "left of what it wrote" if wide else "left", "dim")
    for y, index in enumerate(order, area.y + 2):
        part, share = float(parts[index]), float(left[index])
        if part == 0.0:
            return
        canvas.right(area.x + 4, y, str(index + 1), "text")
        canvas.right(area.x + 14, y, number(part, 4), "positive" if part > 0 else "negative", True)
        if wide:
            gauge(canvas, area.x + 16, y, max(1, area.width - 21), share, "positive_muted")
        canvas.right(end, y, short(share), "text")
        canvas.link(area.x, y, area.width, 1, f"gates-step {index + 1}")
