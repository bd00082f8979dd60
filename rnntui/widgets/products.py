"""Every single product in the lit unit's sums: as a table a row per sum, or, where there is room, a column per sum."""

from __future__ import annotations

from rnntui_engine.records import Combination, Explanation

from ..canvas import Canvas, cut, padded
from ..marks import number, page, reading
from ..seen import Seen
from .panel import Area

MOST_INPUTS = 4  # as many are shown one by one; of more their sum


def part(value: float, places: int = 4) -> str:
    """A part of a sum with its sign set apart: + 0.0544, − 0.0327."""
    return f"{'−' if value < 0 else '+'} {number(abs(value), places)}"


def input_names(seen: Seen) -> list[str]:
    """What each input is: a named column, or the reading / the scale, and the marker; of a layer above another a hidden
    unit below."""
    data, count = seen.trace.data, seen.trace.real.inputs.shape[1]
    if seen.trace.layer > 1:
        return [f"h{i + 1} below" for i in range(count)]
    if data.features:
        return [cut(name, 20) for name in data.features]
    return [f"{reading(float(seen.trace.readings[seen.period - 1]))}/{data.scale:g}", "marker"][:count]


def inputs_said(seen: Seen) -> str:
    """What the inputs of this period are: x1 is 35.18/40, x2 the marker: 0 here."""
    if seen.trace.layer > 1:
        return f"x is h of layer {seen.trace.layer - 1}"
    values, names = seen.trace.real.inputs[seen.period - 1], input_names(seen)
    if seen.trace.data.features:
        each = enumerate(zip(names, values, strict=True), 1)
        return ", ".join(f"x{i} {name} {value:g}" for i, (name, value) in each)
    return f"x1 is {names[0]}" + (f", x2 the marker: {values[1]:g} here" if len(names) > 1 else "")


def paint_column_of_products(canvas: Canvas, seen: Seen, area: Area, explanation: Explanation) -> bool:
    """A column per sum, a row per product, what each is a product with on the left; False where it does not fit."""
    terms, period = explanation.terms, seen.period
    inputs, before = seen.trace.real.inputs[period - 1], seen.trace.real.h[period - 1]
    names = list(dict.fromkeys(name for term in terms for name in term.names))
    left, wide = 18, 8
    many = len(inputs) > MOST_INPUTS  # then their sum alone
    rows = (0 if many else len(inputs)) + len(names) + 8 + len(explanation.combinations) + len(seen.cell.notes)
    if rows > area.height or left + wide * len(terms) > area.width:
        return False
    ends = [area.x + left + wide * (place + 1) for place in range(len(terms))]
    y = area.y

    def row(name: str, values: list[float | None], ink: str = "dim", bold: bool = False) -> None:
        nonlocal y
        canvas.put(area.x, y, name, ink)
        for end, value in zip(ends, values, strict=True):
            canvas.right(end, y, "–" if value is None else number(value), "text" if value is not None else "dim", bold)
        y += 1

    canvas.put(area.x, y, "each product", "dim")
    for end, term in zip(ends, terms, strict=True):
        canvas.right(end, y, term.symbol, "text", True)
    y += 1
    row("bias", [term.bias for term in terms])
    given, named = input_names(seen), bool(seen.trace.data.features) or seen.trace.layer > 1
    for place, x in enumerate(inputs if not many else ()):
        value = f"{x:7.4f}" if (place == 0 or named) and abs(x) < 1000 else f"{x:7.3g}" if named else f"{x:7g}"
        row(f"{padded(given[place], 9)}{value} ×".replace("-", "−"), [term.inputs[place] for term in terms])
    row("+ input", [term.input_sum for term in terms], "text", True)
    for name in names:
        values = [dict(zip(term.names, term.recurrent, strict=True)).get(name) for term in terms]
        h = number(float(before[int(name[1:]) - 1])).rjust(7) if name[1:].isdigit() else " " * 7
        row(f"{f'{name}, at {period - 1}':<9}{h} {'×' if h.strip() else ' '}", values)
    row("+ recurrent", [term.recurrent_sum for term in terms], "text", True)
    canvas.put(area.x, y, "─" * (ends[-1] - area.x), "border")
    y += 1
    row("sum", [term.bias + term.input_sum + term.recurrent_sum for term in terms])
    names_of = "".join(f"{term.squash:>{wide}}" for term in terms)
    last = not explanation.combinations
    canvas.put(area.x, y, "squashed by", "text")
    canvas.right(ends[-1], y, names_of, "dim")
    y += 1
    for end, term in zip(ends, terms, strict=True):
        canvas.right(end, y, number(term.result), "on_lit" if last else "text", True, "lit" if last else None)
    canvas.put(area.x, y, "gives", "text")
    y += 1
    if rows + 1 <= area.height:
        y += 1
    for line in explanation.combinations:
        _long_combination(canvas, area.x, y, line, line is explanation.combinations[-1], tight=False)
        y += 1
    for note in seen.cell.notes:
        canvas.put(area.x, y, note, "dim")
        y += 1
    return True


def paint_products(canvas: Canvas, seen: Seen, area: Area, explanation: Explanation) -> None:
    """A row per sum, a column per product; with many units the page of them that holds the lit one."""
    inputs, hidden = len(explanation.terms[0].inputs), len(seen.trace.weights.v)
    many = inputs > MOST_INPUTS
    inputs = 1 if many else inputs
    narrow = area.width < 6 + 8 * (inputs + hidden + 2)
    least = 7 if narrow else 8  # without the zero before the point a number is a cell shorter
    shown = page(seen.unit, hidden, max(1, (area.width - 6) // least - inputs - 2))
    width = min(10, (area.width - 6) // (inputs + 2 + len(shown)))
    heads = [
        "bias",
        *(["all x·W"] if many else (f"x{i + 1}·W" for i in range(inputs))),
        *(f"h{j + 1}·W" for j in shown),
        "result",
    ]
    ends = [area.x + 6 + (place + 1) * width for place in range(len(heads))]
    for end, head in zip(ends, heads, strict=True):
        canvas.right(end, area.y, head, "dim")
    y = area.y + 1
    for term in explanation.terms:
        canvas.put(area.x, y, term.symbol, "text", True)
        canvas.put(area.x + 2, y, term.squash, "dim")
        last = not explanation.combinations
        ink, ground = ("on_lit", "lit") if last else ("text", None)
        given = [term.input_sum] if many else term.inputs
        numbers = [term.bias, *given, *(term.recurrent[j] for j in shown), term.result]
        for place, value in enumerate(numbers):
            text = number(value, sign="+" if 0 < place < len(numbers) - 1 else "")
            text = text.replace("0.", ".", 1) if narrow and abs(value) < 1 else text
            if place < len(numbers) - 1:
                canvas.right(ends[place], y, text, "text")
            else:
                canvas.right(ends[place], y, text, ink, True, ground)
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
    for note in seen.cell.notes[: area.y + area.height - y if x == area.x else 0]:
        canvas.put(area.x, y, note, "dim")
        y += 1
    if y < area.y + area.height and x == area.x:
        text = f"{inputs_said(seen)}; h is that of period {seen.period - 1}"
        canvas.put(area.x, y, text[: area.width], "dim")


def _long_combination(canvas: Canvas, x: int, y: int, line: Combination, last: bool, tight: bool) -> int:
    """c = f·c′ + i·g = −0.2663 − 0.2304 = −0.4967, without its spaces where it is tight; returns where it ends."""
    equals = "=" if tight else " = "
    formula = line.formula.replace(" ", "") if tight else line.formula
    joined = part(line.right) if line.sign == "+" else f"{line.sign} {number(line.right)}"
    numbers = f"tanh({number(line.left)})" if line.sign == "tanh" else f"{number(line.left)} {joined}"
    x = canvas.spans(
        x, y,
        [(line.symbol, "text", True), (f"{equals}{formula}{equals}", "dim"),
         (numbers.replace(" ", "") if tight else numbers, "text"), (equals, "dim")],
    )  # fmt: skip
    return canvas.put(x, y, number(line.result), "on_lit" if last else "text", True, "lit" if last else None)
