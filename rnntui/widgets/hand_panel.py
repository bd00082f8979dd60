"""What the panels of the Gates view share: they read the gates that are driven by hand, over the same steps."""

from __future__ import annotations

from ..by_hand import HandSeen
from ..canvas import Canvas, Span
from ..columns import Steps
from ..seen import Seen
from .panel import Area, Panel


class HandPanel(Panel):
    """A panel of the Gates view."""

    @property
    def figure(self) -> HandSeen | None:
        """What is saved and copied."""
        return self.seen.hand if self.seen else None

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        self.paint_hand(canvas, seen.hand)

    def paint_hand(self, canvas: Canvas, hand: HandSeen) -> None:
        """Paint one moment; each panel has its own."""
        raise NotImplementedError


def label_width(area: Area) -> int:
    """How many cells the names on the left take."""
    return 11 if area.width >= 140 else 8


def steps_of(hand: HandSeen, area: Area) -> Steps:
    """Where the steps stand across an area; the same in every panel as wide as it."""
    label = label_width(area)
    return Steps.over(area.x + label, max(1, area.width - label), hand.gates.steps, hand.step)


def step_chip(hand: HandSeen) -> Span:
    """The chip that stands for the current step wherever it is named."""
    return (f"▲{hand.step}", "on_lit", True, "lit")
