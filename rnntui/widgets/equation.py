"""The lit unit's equation with this period's numbers in it: the sums, or every single product."""

from __future__ import annotations

from dataclasses import dataclass

from rnntui_engine.records import Combination, Term

from ..canvas import Canvas, Span, cut
from ..keyboard import shown
from ..marks import number
from ..seen import Seen
from .panel import Area, Panel, lit_period, lit_unit
from .products import MOST_INPUTS, inputs_said, paint_column_of_products, paint_products, part

NOT_YET = "no equation before period 1: h starts as 0"


class EquationPanel(Panel):
    """How the lit unit's value at this period comes about."""

    NAME = "equation"
    HELP = (
        "**Equation.** The lit unit's step with this period's numbers: bias + input part + recurrent part, "
        "squashed by σ (to 0..1) or tanh (to −1..1). The input part is Wx·x: the reading divided by 40, and 1 "
        "where the reading is the marker. The recurrent part is Wh·h′: the hidden state of the period before. "
        "⟨products⟩ shows every product.\n\n"
        "The numbers are rounded to four decimals; parts so rounded may miss the result by one or two in the last "
        "place."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        title: list[Span] = [("Equation", "text")]
        title += [(" of A", "dim")] if seen.other else []
        if self.boxed:
            title += [("  unit ", "dim"), lit_unit(seen.unit), (" at period ", "dim"), lit_period(seen.period)]
            foot: list[Span] = [
                (shown("products"), "text"),
                (": the sums only" if seen.products else ": every product", "dim"),
            ]
        else:
            title += [(" ", "dim"), lit_unit(seen.unit), (" bias + input + recurrent", "dim")]
            foot = []
        if self.large:
            foot = []
        area = self.frame(canvas, title, foot)
        explanation = seen.explanation
        if self.large and explanation and paint_column_of_products(canvas, seen, area, explanation):
            return
        paint_equation(canvas, seen, area, self.boxed)


def paint_equation(canvas: Canvas, seen: Seen, area: Area, roomy: bool) -> None:
    """The sums, or, where asked for and wide enough, every product in a table."""
    explanation = seen.explanation
    if explanation is None:
        canvas.put(area.x, area.y, NOT_YET[: area.width], "dim")
        return
    if seen.products and area.width >= 60:
        paint_products(canvas, seen, area, explanation)
        return
    area = Area(area.x, area.y, min(area.width, 44), area.height)
    sheet = Sheet(canvas, area, roomy, 4 if area.width >= 40 else 3 if area.width >= 36 else 2)
    if roomy:
        canvas.put(area.x + 11, area.y, "bias    input recurrent", "dim")
        sheet.y += 1
    for term in explanation.terms:
        sheet.sums(term, last=not explanation.combinations)
    for line in explanation.combinations:
        sheet.combination(line, last=line is explanation.combinations[-1])
    left = area.height - (sheet.y - area.y)
    if len(explanation.terms) == 1 and left >= 3:
        _few_products(canvas, seen, area, sheet.y, explanation.terms[0], left)
        return
    for note in seen.cell.notes[: max(0, left)]:
        canvas.put(area.x, sheet.y, note[: area.width], "dim")
        sheet.y += 1


def _tight(formula: str) -> str:
    """A formula without spaces and points of multiplication where none is needed: (1−z)n+z·h′."""
    return formula.replace(" ", "").replace(")·", ")")


def _sum_in(room: int, term: Term, most: int) -> str:
    """bias + input − recurrent in so many cells: large numbers have no spaces between them, very large ones fewer
    decimals."""
    numbers = ""
    for places in range(most, -1, -1):
        numbers = f"{number(term.bias, places)} {part(term.input_sum, places)} {part(term.recurrent_sum, places)}"
        if places > 2 and len(numbers) <= room:  # the narrowest panels have no cell to spare
            return numbers
        numbers = numbers.replace(" ", "")
        if len(numbers) <= room:
            return numbers
    return cut(numbers, max(0, room))


@dataclass
class Sheet:
    """Equations under one another: symbols on the left, results on the right, `places` decimals; y is the next row."""

    canvas: Canvas
    area: Area
    roomy: bool
    places: int
    y: int = -1

    def __post_init__(self) -> None:
        self.y = self.area.y
        self.end = self.area.x + self.area.width
        self.equals = self.end - self.places - (5 if self.roomy else 4)

    def sums(self, term: Term, last: bool) -> None:
        """i = σ(bias + input − recurrent) = result."""
        closing = self.equals - (1 if self.roomy else 0)
        room = closing - 1 - len(f"{term.squash}(") - self.area.x - (3 if self.roomy else 2)
        numbers = _sum_in(room, term, self.places)
        self.canvas.put(closing - 1, self.y, ")", "dim")
        self.canvas.right(closing - 1, self.y, numbers, "text")
        self.canvas.right(closing - 1 - len(numbers), self.y, f"{term.squash}(", "dim")
        self._ends(term.symbol, "=", term.result, last)

    def combination(self, line: Combination, last: bool) -> None:
        """c = f·c′ + i·g   −0.2663 − 0.2304 = −0.4967."""
        places = self.places
        if line.sign == "tanh":
            numbers = f"tanh({number(line.left, places)})"
        elif line.sign == "+":
            joined = part(line.right, places).ljust(places + (5 if self.roomy else 4))
            numbers = f"{number(line.left, places)} {joined}"
        else:
            space, sign = (" ", "") if self.roomy else ("", " ")
            numbers = f"{number(line.left, places)} {line.sign}{space}{number(line.right, places, sign)}"
        closing = self.equals - (1 if self.roomy else 0)
        self.canvas.right(closing, self.y, numbers, "text")
        room = closing - len(numbers) - self.area.x - (5 if self.roomy else 4)
        fits = [f for f in (line.formula, line.formula.replace(" ", ""), _tight(line.formula)) if len(f) <= room]
        self._ends(line.symbol, f"= {fits[0] if fits else _tight(line.formula)[: max(0, room)]}", line.result, last)

    def _ends(self, symbol: str, left: str, result: float, last: bool) -> None:
        self.canvas.put(self.area.x, self.y, symbol, "text", True)
        self.canvas.put(self.area.x + (2 if self.roomy else 1), self.y, left, "dim")
        self.canvas.put(self.equals, self.y, "=", "dim")
        ink, ground = ("on_lit", "lit") if last else ("text", None)
        self.canvas.right(self.end, self.y, number(result, self.places), ink, True, ground)
        self.y += 1


def _few_products(canvas: Canvas, seen: Seen, area: Area, y: int, term: Term, rows: int) -> None:
    """The products of a single sum, under it, as many as there is room for."""
    per_row = max(1, (area.width - 7) // 12)
    canvas.put(area.x, y, "Every product that is in it:", "dim")
    given = [(f"x{i + 1}", p) for i, p in enumerate(term.inputs)]
    lines = [("input", given if len(given) <= min(per_row, MOST_INPUTS) else [("all x", term.input_sum)])]
    before = list(zip(term.names, term.recurrent, strict=True))
    lines += [("before" if j == 0 else "", before[j : j + per_row]) for j in range(0, len(before), per_row)]
    if len(lines) > rows - 1:
        canvas.put(area.x, y, f"{shown('products')}: every product that is in it.", "dim")
        return
    for offset, (head, products) in enumerate(lines, 1):
        canvas.put(area.x, y + offset, head, "dim")
        for place, (name, product) in enumerate(products):
            x = area.x + 7 + place * 12
            canvas.put(x, y + offset, name, "dim")
            canvas.right(x + 10, y + offset, number(product, sign="+"), "text")
    if len(lines) + 1 < rows:
        canvas.put(area.x, y + len(lines) + 1, inputs_said(seen), "dim")
