"""What the dialogs of the Gates view ask. No Textual here."""

from __future__ import annotations

from rnntui_engine.by_hand import LOWEST

from ..by_hand import HandSeen
from ..hand_sentences import TITLES, level, steps

HAND = ("gate", "gates-step", "gates-save", "gates-load")
LONGEST_NAME = 200


def hand_question(name: str, seen: HandSeen) -> tuple[str, str, int]:
    """The question, its hint, and how long the answer may be."""
    if name == "gate":
        lowest, now = LOWEST[seen.track], level(seen.value(seen.track))
        where = f"{TITLES[seen.track].capitalize()}, {steps(*seen.span)}"
        return where, f"now {now}; {lowest:g} to 1, or steps and a value: 16-20 0.95", 24
    if name == "gates-step":
        return "Go to step", f"1 to {seen.gates.steps}", 24
    if name == "gates-save":
        return "Save the gates as", "a new CSV file in this folder, like gates.csv", LONGEST_NAME
    return (
        "Load gates from",
        "a CSV file with step,forget,input,output,candidate; textbook: the first ones",
        LONGEST_NAME,
    )
