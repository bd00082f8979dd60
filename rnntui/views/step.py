"""The Step view: one network on one sequence, one period at a time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.events import Resize

from ..seen import Seen
from ..widgets.curve import CurvePanel
from ..widgets.equation import EquationPanel
from ..widgets.gates import GatesPanel
from ..widgets.heat import HeatPanel
from ..widgets.hidden_units import HiddenUnitsPanel
from ..widgets.narration import Narration, Telling
from ..widgets.output import OutputPanel
from ..widgets.panel import Panel
from ..widgets.sequence import SequencePanel
from ..widgets.slot import SlotPanel
from ..widgets.twins import TwinsPanel
from ..widgets.unrolled import UnrolledPanel

MIDDLE = ("units", "twins")
LOWER = (
    "gates",
    "equation",
    "output",
    "curve",
    "unrolled",
)  # the curve stands in the middle where there is room for boxes


class StepView(Container):
    """Lays out the panels and hands each the present moment. Boxes from 120×36 on, else rules and one free slot;
    where there is very much room, everything at once.

    A demo's narration takes the lower row; what it lights there moves up, or stands beside it where there is room.
    """

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield SequencePanel(id="sequence")
            yield OutputPanel(id="answer")
        with Horizontal(id="middle"):
            yield HiddenUnitsPanel(id="units")
            yield TwinsPanel(id="twins")
            yield CurvePanel(id="curve")
        with Container(id="bottom"):
            with Horizontal(id="lower"):
                yield GatesPanel(id="unit-gates")
                yield HeatPanel(id="heat")
                yield EquationPanel(id="equation")
                yield OutputPanel(id="output")
                yield UnrolledPanel(id="unrolled")
                yield SlotPanel(id="slot")
            yield Narration(id="narration")

    def show(self, seen: Seen) -> None:
        """Show this moment in every panel."""
        large = self.has_class("large")
        self.set_class(seen.products and not large, "products")
        self.set_class(seen.lit in MIDDLE, "lit-middle")
        self.set_class(seen.lit in LOWER or (seen.products and not large), "lit-lower")
        self.set_class(seen.slot == "unrolled", "unrolled")
        for panel in self.query(Panel):
            self.set_class(seen.lit == panel.NAME, f"lit-{panel.NAME}")
            panel.show(seen)

    def narrate(self, telling: Telling | None) -> None:
        """Make room for what a demo says, and show it; None: no demo is playing."""
        self.set_class(telling is not None, "demo")
        self.query_one(Narration).tell(telling)

    def on_mount(self) -> None:
        self._fit()  # so that the first frame is laid out for the screen that there is

    def on_resize(self, event: Resize) -> None:
        self._fit()

    def _fit(self) -> None:
        boxed = roomy(self.app.size.width, self.app.size.height)
        large = very_roomy(self.app.size.width, self.app.size.height)
        self.set_class(not boxed, "small")
        self.set_class(large, "large")
        self.set_class(self.app.size.width < 80 or self.app.size.height < 24, "tight")
        for panel in self.query(Panel):
            panel.boxed, panel.large = boxed, large
            panel.repaint()


def roomy(width: int, height: int) -> bool:
    """Whether a screen has room for boxes."""
    return width >= 120 and height >= 36


def very_roomy(width: int, height: int) -> bool:
    """Whether a screen has room for everything at once."""
    return width >= 180 and height >= 54
