"""What the Gates view shows above its panels: the step, the track, what a change reaches, whose gates they are."""

from __future__ import annotations

from ..by_hand import HandSeen
from ..canvas import Span
from ..hand_sentences import level, steps
from ..keyboard import shown

Chip = tuple[list[Span], tuple[str, ...]]


def hand_chips(hand: HandSeen, long: bool) -> list[Chip]:
    """Every chip as its text and what a click on its parts does."""
    reach = {"step": "this step", "block": "equal values", "rest": "to the end"}[hand.place.scope]
    whose = hand.place.name or "textbook"
    step: list[Span] = [(shown("gates-back"), "text", True), (" step" if long else "", "dim")]
    step += [(f" {hand.step}/{hand.gates.steps} ", "text"), (shown("gates-next", -1), "text", True)]
    track: list[Span] = [(shown("gates-less"), "text", True), (f" {hand.track} ", "dim")]
    track += [(level(hand.value(hand.track)), "text"), (f" {shown('gates-more')}", "text", True)]
    scope: list[Span] = [
        (shown("gates-scope"), "text", True),
        (" reaches" if long else "", "dim"),
        (f" {reach}", "text"),
    ]
    if hand.place.scope != "step":
        scope.append((f" {steps(*hand.span).split()[1]}", "dim"))
    state: list[Span] = [(shown("gates-reset"), "text", True), (" changed" if hand.changed else " unchanged", "text")]
    return [
        (step, ("gates-back", "gates-next")),
        (track, ("gates-less", "gates-more")),
        (scope, ("gates-scope",)),
        (state, ("gates-reset",)),
        ([(shown("gates-load"), "text", True), (" gates" if long else "", "dim"), (f" {whose}", "text")],
         ("gates-load",)),
    ]  # fmt: skip
