"""The names of the Gates view that a scenario may use: the gates that are driven by hand, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable

from rnntui_engine.by_hand import drive
from rnntui_engine.records import BadInput

from ..by_hand import HandSeen
from .expressions import Number

HAND_NAMES: dict[str, tuple[str, Callable[[HandSeen], Number]]] = {
    "hand_step": ("the current step, from 1", lambda h: h.step),
    "hand_steps": ("how many steps there are", lambda h: h.gates.steps),
    "hand_forget": ("the forget gate at this step", lambda h: h.value("forget")),
    "hand_input": ("the input gate at this step", lambda h: h.value("input")),
    "hand_output": ("the output gate at this step", lambda h: h.value("output")),
    "hand_candidate": ("the candidate at this step", lambda h: h.value("candidate")),
    "memory": ("the memory c after this step", lambda h: float(h.driven.memory[h.step])),
    "previous_memory": ("the memory before it", lambda h: float(h.driven.memory[h.step - 1])),
    "last_memory": ("the memory after the last step", lambda h: float(h.driven.memory[-1])),
    "hand_h": ("what is shown of the memory: h", lambda h: float(h.driven.hidden[h.step])),
    "kept": ("what is kept of the memory before: f·c′", lambda h: float(h.driven.kept[h.step - 1])),
    "written": ("what is written: i·g", lambda h: float(h.driven.written[h.step - 1])),
    "erased": ("what goes of the memory before: c′ − f·c′", lambda h: float(h.driven.erased[h.step - 1])),
    "memory_unchanged": ("the memory here with the gates as they were",
                         lambda h: float(drive(h.place.original).memory[h.step])),
    "last_memory_unchanged": ("the last memory with the gates as they were",
                              lambda h: float(drive(h.place.original).memory[-1])),
}  # fmt: skip


def left_of(hand: HandSeen, step: int) -> Number:
    """left_13: the share of what was written at step 13 that is in the memory after this step; 0 if it comes later.
    Raises BadInput for a step that there is not."""
    if step > hand.gates.steps:
        raise BadInput(f"{step} is not a step from 1 to {hand.gates.steps}")
    return float(hand.driven.left[hand.step - 1, step - 1])
