"""A network from a file in views of kinds of networks: its own curve of one sequence, and what is not its own.

No Textual here.
"""

from __future__ import annotations

from dataclasses import dataclass

from rnntui_engine.measures import per_step_factor

from .own_sentences import file_name
from .seen import Seen

MARK = "●"


@dataclass(frozen=True)
class OwnCurve:
    """The difference of a file's network over the periods of the sequence that is shown: `values[t − 1]` after period
    t. `name`: the file's; `layer` of `layers`, counted from 1; `subscriber`: whose sequence it is."""

    name: str
    layer: int
    layers: int
    subscriber: str
    values: tuple[float, ...]

    def at(self, length: int) -> float | None:
        """The difference after so many periods; None where there are not so many."""
        return self.values[length - 1] if 1 <= length <= len(self.values) else None

    def share(self, length: int, first: int) -> float | None:
        """What is left at a length of what there was at the first one."""
        now, then = self.at(length), self.at(first)
        return now / then if now is not None and then else None

    def factor(self, length: int, before: int | None) -> float | None:
        """What it is multiplied by at each step since the length before."""
        now, then = self.at(length), None if before is None else self.at(before)
        if before is None or now is None or then is None:
            return None
        return per_step_factor(now, then, length - before)

    @property
    def where(self) -> str:
        """Which layer of several, in words; nothing where there is one only."""
        return f" layer {self.layer}" if self.layers > 1 else ""

    def rows(self) -> list[dict[str, object]]:
        """A row for each period, named as the Decay view's."""
        who = f"subscriber {self.subscriber}{self.where}"
        return [
            {"cell": self.name, "memory bias": "", "run": who, "length": t, "difference": value,
             "state difference": "", "nearest centre": "", "linear": "", "gradient": ""}
            for t, value in enumerate(self.values, 1)
        ]  # fmt: skip


def own_curve(seen: Seen) -> OwnCurve | None:
    """The curve of the file's network; None where none is shown, or where its sequence has no twins to compare."""
    trace = seen.trace
    if not trace.choice.weights or not trace.compared or trace.edits:
        return None
    values = tuple(trace.difference[1 : trace.ready + 1, 0].tolist())
    return OwnCurve(file_name(trace.choice), trace.layer, trace.layers, trace.name, values)


def not_its_own(seen: Seen, view: str) -> tuple[str, ...]:
    """What a view of kinds of networks shows while the network that is looked at comes from a file, in words, the
    longest first; nothing where it comes from none."""
    chosen = seen.trace.choice
    if not chosen.weights or view not in ("decay", "train", "reach"):
        return ()
    name, kind = file_name(chosen), seen.of_a_kind.cell.label
    lessons = f"the lesson's own {kind}"
    if view == "train":
        return (
            f"Trained here: {lessons}, from new initial values. {name} is not trained on; 1 and 5 show it.",
            f"Trained here: {lessons}, not the file's network (1, 5).",
        )
    if view == "reach":
        return (
            f"Counted here: {lessons}, trained anew in many runs. {name} is one trained network; 1 and 5 show it.",
            f"Counted here: {lessons}, not the file's network (1, 5).",
        )
    own = own_curve(seen)
    if own is not None:
        which = f"{name}{own.where}"
        return (
            f"{MARK} is {which} itself, on this one sequence. All the rest: the lesson's own networks, untrained.",
            f"{MARK}: the file's network, this sequence. The rest: the lesson's own.",
        )
    lacks = "a reading is edited" if seen.trace.edits else "it has no twins"
    return (
        f"{name} has no curve here: {lacks}; Decay compares a sequence with the marker and without. "
        "These are the lesson's own networks.",
        f"No curve of the file's network: {lacks}. These are the lesson's own.",
    )
