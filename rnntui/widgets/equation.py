"""The lit unit's equation with this period's numbers in it: the sums, or every single product."""

from __future__ import annotations

from rnntui_engine.records import Combination, Explanation, Term

from ..canvas import Canvas, Span
from ..marks import number, page
from ..viewing import Seen
from .panel import Area, Panel, lit_period, lit_unit

NOT_YET = "no equation before period 1: h starts as 0"


class EquationPanel(Panel):
    """How the lit unit's value at this period comes about."""

    NAME = "equation"
    HELP = (
        "**Equation.** The lit unit's step with this period's numbers: bias + input part + recurrent part, "
        "squashed by σ (to 0..1) or tanh (to −1..1). The input part is Wx·x: the reading divided by 40, and 1 "
        "where the reading is the marker. The recurrent part is Wh·h′: the hidden state of the period before. "
        "Enter shows every product.\n\n"
        "The numbers are rounded to four decimals; parts so rounded may miss the result by one or two in the last "
        "place."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        title: list[Span] = [("Equation", "text")]
        if self.boxed:
            title += [("  unit ", "dim"), lit_unit(seen.unit), (" at period ", "dim"), lit_period(seen.period)]
            foot: list[Span] = [("Enter: the sums only" if seen.products else "Enter: every product", "dim")]
        else:
            title += [(" ", "dim"), lit_unit(seen.unit), (" bias + input + recurrent", "dim")]
            foot = []
        area = self.frame(canvas, title, foot)
        paint_equation(canvas, seen, area, self.boxed)


def paint_equation(canvas: Canvas, seen: Seen, area: Area, roomy: bool) -> None:
    """The sums, or, where asked for and wide enough, every product in a table."""
    explanation = seen.explanation
    if explanation is None:
        canvas.put(area.x, area.y, NOT_YET, "dim")
        return
    if seen.products and area.width >= 60:
        _products(canvas, seen, area, explanation)
        return
    area = Area(area.x, area.y, min(area.width, 44), area.height)
    y = area.y
    if roomy:
        canvas.put(area.x + 11, y, "bias    input recurrent", "dim")
        y += 1
    for term in explanation.terms:
        _sums(canvas, area, y, term, roomy, last=not explanation.combinations)
        y += 1
    for line in explanation.combinations:
        _combination(canvas, area, y, line.symbol, line.formula, line.left, line.sign, line.right, line.result, roomy,
                     last=line is explanation.combinations[-1])  # fmt: skip
        y += 1
    left = area.height - (y - area.y)
    if len(explanation.terms) == 1 and left >= 3:
        _few_products(canvas, seen, area, y, explanation.terms[0], left)


def _part(value: float) -> str:
    """A part of a sum with its sign set apart: + 0.0544, − 0.0327."""
    return f"{'−' if value < 0 else '+'} {abs(value):.4f}"


def _result(canvas: Canvas, area: Area, y: int, value: float, roomy: bool, last: bool) -> None:
    canvas.put(area.x + area.width - (9 if roomy else 8), y, "=", "dim")
    canvas.right(area.x + area.width, y, number(value), "on_lit" if last else "text", True, "lit" if last else None)


def _sums(canvas: Canvas, area: Area, y: int, term: Term, roomy: bool, last: bool) -> None:
    """i = σ(bias + input − recurrent) = result."""
    canvas.put(area.x, y, term.symbol, "text", True)
    canvas.put(area.x + (2 if roomy else 1), y, "=", "dim")
    numbers = f"{number(term.bias)} {_part(term.input_sum)} {_part(term.recurrent_sum)}"
    closing = area.x + area.width - (10 if roomy else 8)
    canvas.put(closing - 1, y, ")", "dim")
    canvas.right(closing - 1, y, numbers, "text")
    canvas.right(closing - 1 - len(numbers), y, f"{term.squash}(", "dim")
    _result(canvas, area, y, term.result, roomy, last)


def _combination(
    canvas: Canvas, area: Area, y: int, symbol: str, formula: str, left: float, sign: str, right: float, result: float,
    roomy: bool, last: bool,
) -> None:  # fmt: skip
    """c = f·c′ + i·g   −0.2663 − 0.2304 = −0.4967."""
    canvas.put(area.x, y, symbol, "text", True)
    canvas.put(area.x + (2 if roomy else 1), y, f"= {formula}", "dim")
    joined = _part(right) if sign == "+" else f"{sign} {number(right)}" if roomy else f"{sign}{number(right, sign=' ')}"
    numbers = f"{number(left)} {joined.ljust(9 if roomy else 8)}"
    canvas.right(area.x + area.width - (10 if roomy else 8), y, numbers, "text")
    _result(canvas, area, y, result, roomy, last)


def _few_products(canvas: Canvas, seen: Seen, area: Area, y: int, term: Term, rows: int) -> None:
    """The products of a single sum, under it, as many as there is room for."""
    reading = float(seen.trace.readings[seen.period - 1])
    per_row = max(1, (area.width - 7) // 12)
    canvas.put(area.x, y, "Every product that is in it:", "dim")
    lines = [("input", [(f"x{i + 1}", p) for i, p in enumerate(term.inputs)])]
    before = [(f"h{j + 1}", p) for j, p in enumerate(term.recurrent)]
    lines += [("before" if j == 0 else "", before[j : j + per_row]) for j in range(0, len(before), per_row)]
    if len(lines) > rows - 1:
        canvas.put(area.x, y, "Enter: every product that is in it.", "dim")
        return
    for offset, (head, products) in enumerate(lines, 1):
        canvas.put(area.x, y + offset, head, "dim")
        for place, (name, product) in enumerate(products):
            x = area.x + 7 + place * 12
            canvas.put(x, y + offset, name, "dim")
            canvas.right(x + 10, y + offset, number(product, sign="+"), "text")
    if len(lines) + 1 < rows:
        canvas.put(area.x, y + len(lines) + 1, f"x1 is {reading:.2f}/40, x2 the marker: {_marker(seen)} here", "dim")


def _marker(seen: Seen) -> str:
    return f"{seen.trace.real.inputs[seen.period - 1, 1]:g}"


def _products(canvas: Canvas, seen: Seen, area: Area, explanation: Explanation) -> None:
    """A row per sum, a column per product; with many units the page of them that holds the lit one."""
    inputs, hidden = len(explanation.terms[0].inputs), len(explanation.terms[0].recurrent)
    narrow = area.width < 6 + 8 * (inputs + hidden + 2)
    least = 7 if narrow else 8  # without the zero before the point a number is a cell shorter
    shown = page(seen.unit, hidden, max(1, (area.width - 6) // least - inputs - 2))
    width = min(10, (area.width - 6) // (inputs + 2 + len(shown)))
    heads = ["bias", *(f"x{i + 1}·W" for i in range(inputs)), *(f"h{j + 1}·W" for j in shown), "result"]
    ends = [area.x + 6 + (place + 1) * width for place in range(len(heads))]
    for end, head in zip(ends, heads, strict=True):
        canvas.right(end, area.y, head, "dim")
    y = area.y + 1
    for term in explanation.terms:
        canvas.put(area.x, y, term.symbol, "text", True)
        canvas.put(area.x + 2, y, term.squash, "dim")
        numbers = [term.bias, *term.inputs, *(term.recurrent[j] for j in shown)]
        for place, value in enumerate(numbers):
            text = number(value, sign="+" if place else "")
            canvas.right(ends[place], y, text.replace("0.", ".", 1) if narrow and abs(value) < 1 else text, "text")
        last = not explanation.combinations
        ink, ground = ("on_lit", "lit") if last else ("text", None)
        result = number(term.result)
        result = result.replace("0.", ".", 1) if narrow and abs(term.result) < 1 else result
        canvas.right(ends[-1], y, result, ink, True, ground)
        y += 1
    if len(shown) < hidden:
        canvas.right(canvas.width - 2, 0, f" h{shown.start + 1} to h{shown.stop} of {hidden} ", "text")
    room = area.y + area.height - y
    x = area.x
    for line in explanation.combinations:
        last = line is explanation.combinations[-1]
        tight = room < len(explanation.combinations)
        x = _long_combination(canvas, x, y, line, last, tight) + 2
        if not tight:
            x, y = area.x, y + 1
    if y < area.y + area.height and x == area.x:
        reading = float(seen.trace.readings[seen.period - 1])
        text = f"x1 is {reading:.2f}/40, x2 the marker: {_marker(seen)} here; h is that of period {seen.period - 1}"
        canvas.put(area.x, y, text[: area.width], "dim")


def _long_combination(canvas: Canvas, x: int, y: int, line: Combination, last: bool, tight: bool) -> int:
    """c = f·c′ + i·g = −0.2663 − 0.2304 = −0.4967, without its spaces where it is tight; returns where it ends."""
    equals = "=" if tight else " = "
    formula = line.formula.replace(" ", "") if tight else line.formula
    joined = _part(line.right) if line.sign == "+" else f"{line.sign} {number(line.right)}"
    numbers = f"{number(line.left)} {joined}"
    x = canvas.spans(
        x, y,
        [(line.symbol, "text", True), (f"{equals}{formula}{equals}", "dim"),
         (numbers.replace(" ", "") if tight else numbers, "text"), (equals, "dim")],
    )  # fmt: skip
    return canvas.put(x, y, number(line.result), "on_lit" if last else "text", True, "lit" if last else None)
