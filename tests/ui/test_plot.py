"""The door to plotext: where curves stand, and that nothing it is given crashes, hangs or eats memory."""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnntui.canvas import Canvas
from rnntui.marks import decade_label
from rnntui.palette import DARK
from rnntui.plot import TALLEST, WIDEST, Axis, Plot, Series, decades, draw

NASTY = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e-320, 5e-324, 1e308, -1e308, 1.7976931348623157e308, 1e-300, 1e16]
numbers = st.one_of(st.floats(), st.sampled_from(NASTY), st.floats(-10, 10))
lists = st.lists(numbers, max_size=60)
glyphs = st.sampled_from(["", "■", "◆", "x"])
series = st.builds(
    Series, x=lists, y=lists, colour=st.sampled_from(["text", "#56b4e9"]), mark=glyphs, line=st.booleans(),
    thick=st.integers(0, 5),
)  # fmt: skip


def text(plot: Plot) -> list[str]:
    """The plot as rows of text."""
    canvas = Canvas(plot.width, plot.height, DARK)
    plot.paint(canvas, 0, 0)
    return [canvas.text(y) for y in range(plot.height)]


def dots(plot: Plot) -> set[tuple[int, int]]:
    """Every braille dot that is set: (from the left, from the top), in dots."""
    offsets = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    found = set()
    for piece in plot.pieces:
        for place, char in enumerate(piece.text):
            for bit, (x, y) in enumerate(offsets):
                if ord(char) - 0x2800 >> bit & 1:
                    found.add((2 * (piece.x + place) + x, 4 * piece.y + y))
    return found


@given(
    st.lists(series, max_size=4), numbers, numbers, numbers, numbers, st.integers(1, 300), st.integers(1, 100),
    st.booleans(), st.booleans(),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_anything_at_any_size_is_drawn_within_its_rectangle(
    curves: list[Series], x0: float, x1: float, y0: float, y1: float, width: int, height: int, log_x: bool, log_y: bool
) -> None:
    plot = draw(curves, Axis(x0, x1, width, log_x), Axis(y0, y1, height, log_y))
    assert (plot.width, plot.height) == (width, height)
    cells = [(piece.x + place, piece.y) for piece in plot.pieces for place in range(len(piece.text))]
    assert len(cells) == len(set(cells))
    assert all(0 <= x < width and 0 <= y < height for x, y in cells)
    assert all(char in "■◆x" or 0x2800 < ord(char) < 0x2900 for p in plot.pieces for char in p.text)
    text(plot)


@given(st.lists(numbers, max_size=30), st.integers(-1, 100))
@settings(max_examples=300, deadline=None)
def test_a_log_axis_holds_every_value_and_shows_decades(values: list[float], rows: int) -> None:
    axis, ticks = decades(values, rows)
    shown = [v for v in values if 0.0 < v < math.inf]
    assert axis.cells == max(0, rows) and axis.low <= axis.high
    for value in shown if rows > 1 and len(ticks) > 1 else []:
        assert axis.cell(value) is not None
    assert len({row for row, _ in ticks}) == len(ticks) <= max(0, rows)
    for row, power in ticks:
        assert axis.low - 1e-9 <= power <= axis.high + 1e-9
        place = (power - axis.low) / (axis.high - axis.low) * (rows - 1)
        assert place == pytest.approx(rows - 1 - row, abs=1e-6)  # on the middle of its row
    spread = math.log10(max(shown) / min(shown)) if shown and max(shown) / min(shown) < math.inf else math.inf
    if spread < rows - 3:
        assert len(ticks) >= 2


@pytest.mark.parametrize(
    ("low", "high", "rows", "ticks"),
    [
        (2.7e-9, 101.3, 7, ((0, 2), (1, 0), (2, -2), (3, -4), (4, -6), (5, -8), (6, -10))),
        (0.99e-4, 1.01, 5, ((0, 0), (1, -1), (2, -2), (3, -3), (4, -4))),
        (0.5e-4, 1.0, 5, ((0, 0), (1, -2), (2, -4), (3, -6), (4, -8))),
    ],
)
def test_a_log_axis_wastes_few_rows(low: float, high: float, rows: int, ticks: tuple[tuple[int, int], ...]) -> None:
    axis, found = decades([low, high], rows)
    assert found == ticks
    assert (axis.cell(high), draw([Series((0, 1), (high, high))], Axis(0, 1, 2), axis).pieces[0].y) == (rows - 1, 0)


def test_where_points_stand() -> None:
    axis = Axis(2, 12, 51)
    assert [axis.cell(t) for t in (2, 4, 6, 8, 10, 12)] == [0, 10, 20, 30, 40, 50]
    assert axis.cell(1.9) is None and axis.cell(12.1) is None and axis.cell(math.nan) is None
    log = Axis(-3, 0, 4, log=True)
    assert [log.cell(v) for v in (0.001, 0.01, 0.1, 1.0)] == [0, 1, 2, 3]
    assert log.cell(0.0) is None and log.cell(-1.0) is None


def test_a_straight_line_on_a_log_axis_is_a_constant_factor() -> None:
    steps = list(range(2, 13))
    plot = draw([Series(steps, [0.5**t for t in steps])], Axis(2, 12, 41), Axis(-4, 0, 41, log=True))
    found = sorted(dots(plot))
    slopes = [(y - found[0][1]) / (x - found[0][0]) for x, y in found if x - found[0][0] > 20]
    expected = math.log10(2) * (40 / 4) * 4 / ((40 / 10) * 2)  # dots down for each dot to the right
    assert slopes == pytest.approx([expected] * len(slopes), abs=0.06)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 9), (9, 1), (2, 2), (5, 4), (300, 100)])
def test_corners_are_reached_and_not_passed(width: int, height: int) -> None:
    x, y = Axis(0, 10, width), Axis(0, 3, height)
    low = dots(draw([Series([0, 10], [0, 0])], x, y))
    high = dots(draw([Series([0, 10], [3, 3])], x, y))
    assert {a // 2 for a, _ in low} == set(range(width)) and {b // 4 for _, b in low} == {height - 1}
    assert {b // 4 for _, b in high} == {0}
    left, right = dots(draw([Series([0, 0], [0, 3])], x, y)), dots(draw([Series([10, 10], [0, 3])], x, y))
    assert {a // 2 for a, _ in left} == {0} and {a // 2 for a, _ in right} == {width - 1}
    assert {b // 4 for _, b in left} == {b // 4 for _, b in right} == set(range(height))


@pytest.mark.parametrize("gap", [math.nan, math.inf, -math.inf])
def test_a_line_is_broken_at_a_gap(gap: float) -> None:
    plot = draw([Series([0, 1, 2, 3, 4], [1, 1, gap, 1, 1])], Axis(0, 4, 41), Axis(0, 2, 3))
    columns = {x // 2 for x, _ in dots(plot)}
    assert columns == set(range(0, 11)) | set(range(30, 41))
    unplaced = draw([Series([0, 1, gap, 3, 4], [1, 1, 1, 1, 1])], Axis(0, 4, 41), Axis(0, 2, 3))
    assert {x // 2 for x, _ in dots(unplaced)} == columns


def test_a_line_that_leaves_the_limits_is_cut_there() -> None:
    plot = draw([Series([0, 10], [0, 1e300])], Axis(0, 10, 21), Axis(0, 1, 5))
    assert {x // 2 for x, _ in dots(plot)} == {0}  # so steep that it is gone at once
    through = draw([Series([-10, 10], [-1, 1])], Axis(-5, 5, 21), Axis(-0.5, 0.5, 21))
    assert {x // 2 for x, _ in dots(through)} == set(range(21))
    assert draw([Series([0, 10], [5, 6])], Axis(0, 10, 21), Axis(0, 1, 5)).pieces == ()


def test_marks_lie_over_lines_and_cells_show_every_line() -> None:
    flat, marked = Series([0, 4], [0, 0], colour="positive"), Series([0, 4], [0, 0], colour="negative", mark="◆")
    plot = draw([marked, flat], Axis(0, 4, 5), Axis(0, 1, 2))
    assert text(plot)[1][0] == text(plot)[1][4] == "◆"
    assert [piece.colour for piece in plot.pieces] == ["negative", "positive", "negative"]
    down, up = Series([0, 1], [1, 0]), Series([0, 1], [0, 1])
    size = Axis(0, 1, 9), Axis(0, 1, 5)
    assert dots(draw([down, up], *size)) == dots(draw([down], *size)) | dots(draw([up], *size))
    assert len(dots(draw([Series([0, 1], [0.5, 0.5], thick=2)], *size))) == 2 * len(
        dots(draw([Series([0, 1], [0.5, 0.5])], *size))
    )


def test_huge_series_keep_their_peaks_and_take_no_time() -> None:
    x = np.linspace(0, 1, 1_000_000)
    y = np.zeros_like(x)
    y[500_001], y[250_000:250_100] = 1.0, math.nan
    started = time.monotonic()
    plot = draw([Series(x, y), Series(np.random.default_rng(0).random(1_000_000), y)], Axis(0, 1, 101), Axis(0, 1, 9))
    assert time.monotonic() - started < 5
    assert {yy // 4 for xx, yy in dots(plot) if xx // 2 == 50} == set(range(9))


def test_nothing_is_drawn_where_there_is_no_room_and_no_more_than_a_screen_holds() -> None:
    line = Series([0, 1], [0, 1], mark="x")
    for width, height in ((0, 5), (5, 0), (-3, 2), (0, 0)):
        assert draw([line], Axis(0, 1, width), Axis(0, 1, height)).pieces == ()
    plot = draw([line], Axis(0, 1, 10**9), Axis(0, 1, 10**9))
    assert (plot.width, plot.height) == (WIDEST, TALLEST)
    assert draw([], Axis(0, 1, 10), Axis(0, 1, 10)).pieces == ()


def test_decade_labels() -> None:
    assert [decade_label(p) for p in (3, 2, 1, 0, -1, -2, -3, -4, -320, 4)] == [
        "1000", "100", "10", "1", ".1", ".01", ".001", "1e−4", "1e−320", "1e4",
    ]  # fmt: skip


def test_plotext_is_imported_late_and_says_nothing() -> None:
    program = (
        "import sys, json, rnntui.plot as p\n"
        "late = 'plotext' not in sys.modules\n"
        "nothing = p.draw([p.Series([], [])], p.Axis(0, 1, 9), p.Axis(0, 1, 9))\n"
        "late = late and 'plotext' not in sys.modules\n"
        "p.draw([p.Series([0, 1], [1e16, 1e16 + 1])], p.Axis(0, 0, 9), p.Axis(1e16, 1e16, 9))\n"
        "print(json.dumps(late))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) is True
    assert done.stderr == ""


def test_drawing_often_keeps_memory_level() -> None:
    steps = list(range(100))
    curve = Series(steps, [math.sin(t) for t in steps])

    def many(count: int) -> int:
        for _ in range(count):
            draw([curve], Axis(0, 99, 100), Axis(-1, 1, 30))
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = many(50)
    assert many(300) - before < 20_000  # kB
