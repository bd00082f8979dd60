"""What the panels of the Decay view share: they are painted from a figure of measures as well as from a `Seen`."""

from __future__ import annotations

from ..canvas import Canvas, Span
from ..decay_figure import Curve, Figure
from .figure_panel import FigurePanel
from .panel import lines_of


class DecayPanel(FigurePanel[Figure]):
    """A panel that reads a `Figure`."""


def colour(canvas: Canvas, curve: Curve) -> str:
    """A curve's colour: one for each kind of network; its mark tells the runs apart, and both without colour."""
    return canvas.palette.curves[curve.kind.place]


def length_chip(length: int) -> Span:
    """The chip that stands for the chosen T wherever it is named."""
    return (f"▲{length}", "on_lit", True, "lit")


def decimal(value: float | None, places: int, width: int, short: bool = False) -> str:
    """A number right-aligned in `width`: so many places, 1.3e−9 where these would say too little, … where it is not
    measured yet. `short`: without the zero before the point."""
    if value is None:
        return "…".rjust(width)
    if value == 0.0:
        return "0".rjust(width)
    for fewer in range(places, -1, -1):
        text = f"{value:.{fewer}f}"
        if short and text.startswith("0."):
            text = text[1:]
        if len(text) <= width:
            break
    if 0.0 < value < 10.0 ** (1 - places):
        power = f"{value:.1e}".replace("e-0", "e-").replace("-", "−")
        if len(power) <= width or value < 10.0**-places:  # the places would leave one digit, or none
            text = power
    return text.rjust(width)


def paragraph(canvas: Canvas, x: int, y: int, width: int, bottom: int, text: str, ink: str = "dim") -> int:
    """Write wrapped text above row `bottom`, whole or not at all; returns the row after it."""
    lines = lines_of(text, width)
    if y + len(lines) > bottom:
        return y
    for offset, line in enumerate(lines):
        canvas.put(x, y + offset, line, ink)
    return y + len(lines)
