"""The one free panel of a small screen: the curve, the equation, the heat map, the output or the unrolled cell."""

from __future__ import annotations

from ..canvas import Canvas, Span, fitting
from ..keyboard import shown
from ..seen import SLOTS, Seen
from .curve import CurvePanel, paint_curve
from .equation import EquationPanel, paint_equation
from .heat import HeatPanel, in_blocks, near_rows, paint_heat
from .output import OutputPanel, paint_output
from .panel import Panel, lit_period, lit_unit
from .unrolled import UnrolledPanel, paint_unrolled, slot_title

HELPS = {
    "curve": CurvePanel.HELP, "equation": EquationPanel.HELP, "heat": HeatPanel.HELP, "output": OutputPanel.HELP,
    "unrolled": UnrolledPanel.HELP,
}  # fmt: skip


class SlotPanel(Panel):
    """What `v` goes through."""

    NAME = "slot"
    gap = 2

    @property
    def is_lit(self) -> bool:
        """Whether a demo points at what it shows."""
        return self.seen is not None and self.seen.lit == self.seen.slot

    @property
    def help_text(self) -> str:
        """The explanation of what it shows now."""
        return HELPS[self.seen.slot] if self.seen else ""

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        following = SLOTS[(SLOTS.index(seen.slot) + 1) % len(SLOTS)]
        hint = f" {shown('slot')}: {following} "
        title = self._title(seen)
        area = self.frame(canvas, fitting(self.title_room(canvas) - len(hint) - 1, title, title[:1]))
        canvas.right(canvas.width - 2, 0, hint, "dim")
        canvas.link(canvas.width - 2 - len(hint), 0, len(hint), 1, "slot")
        if seen.slot == "curve":
            paint_curve(canvas, seen, area)
        elif seen.slot == "equation":
            paint_equation(canvas, seen, area, roomy=False)
        elif seen.slot == "heat":
            paint_heat(canvas, seen, area)
        elif seen.slot == "unrolled":
            paint_unrolled(canvas, seen, area)
        else:
            paint_output(canvas, seen, area)

    def _title(self, seen: Seen) -> list[Span]:
        if seen.slot == "equation":
            return [("Equation", "text"), (" of ", "dim"), lit_unit(seen.unit)]
        if seen.slot == "heat":
            if seen.trace.stream is not None and seen.cell.gates and self.size.height - 1 >= near_rows(seen):
                return [("Gates near ", "text"), lit_period(seen.period), (" of ", "dim"), lit_unit(seen.unit)]
            if in_blocks(seen, self.size.height - 1):
                return [("h of all units", "text"), (" in blocks", "dim")]
            if not seen.cell.gates:
                return [("h so far", "text"), (", hundredths", "dim")]
            return [("Gates of ", "text"), lit_unit(seen.unit), (", hundredths", "dim")]
        if seen.slot == "unrolled":
            return slot_title(seen)
        if seen.slot == "output":
            return [("Output", "text"), ("  if it stopped", "dim")]
        return [("Difference in A and B" if seen.other else "Difference so far", "text"), ("  log", "dim")]
