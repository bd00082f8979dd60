"""Every cell on the Step view: its panels at three sizes, and an equation that comes out as printed."""

from __future__ import annotations

import math
import re

import pytest

from rnntui.app import RnnApp
from rnntui.canvas import Canvas
from rnntui.themes import palette_of
from rnntui.widgets.equation import EquationPanel, Sheet
from rnntui.widgets.panel import Area
from rnntui_engine import jit
from rnntui_engine.cells import CELLS
from rnntui_engine.records import Term
from rnntui_engine.training import train

from .conftest import LARGE, MIDDLE, SMALL, Opened, choices, golden, screen_text

GATED = [name for name, cell in CELLS.items() if cell.gates]
TOLERANCE = 2.1e-4  # each part is rounded to four decimals


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("cell", [name for name in GATED if name != "lstm"])
async def test_each_cell_looks_as_it_should(opened: Opened, size: tuple[int, int], cell: str) -> None:
    async with opened(size, choices(cell, 1.0)) as pilot:
        await pilot.press("down", "down", "space", "space", "space", "space")
        await pilot.pause()
        golden(f"step_{cell}_{size[0]}x{size[1]}", screen_text(pilot.app))


@pytest.mark.parametrize("cell", list(CELLS))
@pytest.mark.parametrize("trained", [False, True])
async def test_the_printed_equation_evaluates_to_the_state_shown(opened: Opened, cell: str, trained: bool) -> None:
    async with opened(MIDDLE, choices(cell, 1.0 if cell in GATED else 0.0)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        if trained:
            app.viewing.choose(trained=True)
            with jit.compiled_here():
                app.viewing.adopt(train(app.viewing.choices.network))
        panel = app.query_one("#equation", EquationPanel)
        for period in range(1, 13):
            app.viewing.go(period)
            for unit in range(6):
                app.viewing.choose_unit(unit)
                panel.show(app.viewing.seen)  # the screen around it is shown once, in the end
                results = equations("\n".join(panel.canvas().text(y) for y in range(panel.size.height)))
                assert len(results) == len(app.viewing.seen.cell.symbols or "h") + len(app.viewing.seen.cell.parts) - (
                    1 if not app.viewing.seen.cell.gates else 0
                )
                h = float(app.viewing.trace.real.h[period, unit])
                assert results[-1] == pytest.approx(h, abs=5.1e-5)
        await pilot.pause()
        assert equations(screen_text(app)) == results


@pytest.mark.parametrize("cell", list(CELLS))
async def test_the_table_of_products_adds_up(opened: Opened, cell: str) -> None:
    async with opened(LARGE, choices(cell, 1.0 if cell in GATED else 0.0)) as pilot:
        app = pilot.app
        assert isinstance(app, RnnApp)
        for period, unit in ((1, 0), (2, 5), (12, 2)):
            app.viewing.go(period)
            app.viewing.choose_unit(unit)
            await pilot.pause()
            rows = [row[row.rindex("││") + 2 : -1] for row in screen_text(app).splitlines() if row.count("││") == 2]
            found = {row[:19].strip(): numbers_in(row[19:]) for row in rows}
            columns = len(found["bias"])
            assert columns == max(1, len(app.viewing.seen.cell.gates))
            for at in range(columns):
                tolerance = TOLERANCE * 2
                for first, last in (("bias", "+ input"), ("+ input", "+ recurrent")):
                    assert total(found, first, last, at) == pytest.approx(found[last][at], abs=tolerance)
                parts = found["bias"][at] + found["+ input"][at] + found["+ recurrent"][at]
                assert parts == pytest.approx(found["sum"][at], abs=tolerance)
                explanation = app.viewing.seen.explanation
                assert explanation is not None
                squash = math.tanh if explanation.terms[at].squash == "tanh" else lambda z: 1 / (1 + math.exp(-z))
                assert squash(found["sum"][at]) == pytest.approx(found["gives"][at], abs=tolerance)


def total(found: dict[str, list[float]], first: str, last: str, column: int) -> float:
    """The sum of a column of the rows between two rows."""
    names = list(found)
    return sum(found[name][column] for name in names[names.index(first) + 1 : names.index(last)])


def numbers_in(text: str) -> list[float]:
    """The numbers of a row; – counts as 0."""
    return [0.0 if word == "–" else float(word.replace("−", "-")) for word in text.split()
            if re.fullmatch(r"−?\d+\.\d+|–", word)]  # fmt: skip


def equations(text: str) -> list[float]:
    """Evaluate every line of the equation panel, check it against the result printed beside it, return the results."""
    results = []
    for row in text.splitlines():
        match = re.search(r"│ (?P<left>\w) ?=(?P<middle>[^│]*)= +(?P<result>−?\d+\.\d+) +│", row)
        if not match:
            continue
        printed = number(match["result"])
        middle = match["middle"]
        if squashed := re.search(r"(σ|tanh)\((−?\d[^()]*)\)", middle):
            inside = terms(squashed[2])
            value = math.tanh(inside) if squashed[1] == "tanh" else 1.0 / (1.0 + math.exp(-inside))
        else:
            value = terms(re.search(r"−?\d+\.\d+ *[+−×] *−?\d+\.\d+ *$", middle)[0])  # type: ignore[index]
        assert value == pytest.approx(printed, abs=TOLERANCE * max(1.0, abs(printed))), row
        results.append(printed)
    return results


def terms(text: str) -> float:
    """0.0000 + 0.0544 − 0.0327, or a product of two numbers."""
    if "×" in text:
        left, right = text.split("×")
        return number(left) * number(right)
    total = 0.0
    for sign, digits in re.findall(r"([+−]?) ?(\d+\.\d+)", text):
        total += -float(digits) if sign == "−" else float(digits)
    return total


def number(text: str) -> float:
    return float(text.strip().replace("−", "-"))


@pytest.mark.parametrize(("width", "roomy", "places"), [(44, True, 4), (38, True, 3), (36, False, 3), (28, False, 2)])
@pytest.mark.parametrize(
    "sums", [(0.0, -0.5722, -0.1162), (39.1988, -22.5, 8.0), (-123.4567, 2345.4321, -1e-9), (1e300, -1e300, math.inf)]
)
def test_a_sum_of_large_numbers_covers_nothing(
    sums: tuple[float, float, float], width: int, roomy: bool, places: int
) -> None:
    term = Term("g", "tanh", sums[0], (), (), *sums[1:], 0.5, ())
    canvas = Canvas(width, 1, palette_of("rnntui-dark"))
    Sheet(canvas, Area(0, 0, width, 1), roomy, places).sums(term, last=False)
    found = re.fullmatch(r"g ?= *tanh\((?P<sum>[^()]+)\) ?= *0\.50*", canvas.text(0))
    assert found, canvas.text(0)
    printed = re.findall(r"[−+]?(?:\d+(?:\.\d+)?(?:e[−+]?\d+)?|∞)", found["sum"].replace(" ", ""))
    assert "".join(printed) == found["sum"].replace(" ", "").replace("…", "")
    for value, text in zip(sums, printed, strict="…" not in found["sum"]):
        if "e" not in text and "∞" not in text:
            decimals = len(text.partition(".")[2])
            assert float(text.replace("−", "-")) == pytest.approx(value, abs=0.501 * 10**-decimals)
