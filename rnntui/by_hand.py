"""Driving the gates by hand: what they are set to, the cursor, and what can be undone. No Textual here.

`Hand` is the one owner. Its methods are what a person can do; each says what it changed. The state is a `HandPlace`,
which is part of the place where a viewing stands, so that a demo comes back to it exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rnntui_engine.by_hand import MOST_STEPS, TEXTBOOK, TRACKS, Driven, Gates, drive
from rnntui_engine.records import BadInput

from . import hand_sentences as sentences
from .sentences import Said
from .text import clean

SCOPES = ("step", "block", "rest")  # what a change reaches: this step, the block of equal values, from here to the end
NUDGE = 0.05
MOST_UNDONE = 500


@dataclass(frozen=True)
class HandPlace:
    """Everything that decides what the Gates view shows. `original`: the gates as they were before anything was
    changed by hand, the textbook's or those of the file `name`. `step` is 1 … N, `track` counts from 0. `held`: the
    block that was changed last, from its first to its last step: it stays one while one stands in it, also where its
    new value is that of the steps beside it."""

    gates: Gates = TEXTBOOK
    original: Gates = TEXTBOOK
    name: str = ""
    step: int = 16  # where most happens in the textbook's illustration
    track: int = 0
    scope: str = SCOPES[0]
    held: tuple[int, int] = (0, 0)


@dataclass(frozen=True, eq=False)
class HandSeen:
    """A moment: the place, and what comes of its gates. Panels read it and nothing else."""

    place: HandPlace

    @property
    def gates(self) -> Gates:
        """What the gates are set to."""
        return self.place.gates

    @property
    def step(self) -> int:
        """The current step, 1 … N."""
        return self.place.step

    @property
    def track(self) -> str:
        """The name of the lit track."""
        return TRACKS[self.place.track]

    @property
    def changed(self) -> bool:
        """Whether anything is not as it was."""
        return self.place.gates != self.place.original

    @cached_property
    def driven(self) -> Driven:
        """What comes of the gates."""
        return drive(self.place.gates)

    @cached_property
    def before(self) -> Driven | None:
        """What came of the gates before anything was changed; None where nothing was."""
        return drive(self.place.original) if self.changed else None

    def value(self, track: str) -> float:
        """What a track is set to at the current step."""
        return self.gates.track(track)[self.step - 1]

    @cached_property
    def span(self) -> tuple[int, int]:
        """The steps that a change reaches, the first and the last of them."""
        step, values = self.step, self.gates.track(self.track)
        if self.place.scope == "step":
            return step, step
        if self.place.scope == "rest":
            return step, len(values)
        if self.place.held[0] <= step <= self.place.held[1]:
            return self.place.held
        first = last = step
        while first > 1 and values[first - 2] == values[step - 1]:
            first -= 1
        while last < len(values) and values[last] == values[step - 1]:
            last += 1
        return first, last

    def numbers(self) -> list[dict[str, object]]:
        """A row for each step: what the gates are set to and what comes of them, at full precision."""
        return rows(self.gates)


def rows(gates: Gates) -> list[dict[str, object]]:
    """A row for each step: step, forget, input, output, candidate, memory, hidden, happened."""
    driven = drive(gates)
    return [
        {"step": t, **{name: gates.track(name)[t - 1] for name in TRACKS}, "memory": float(driven.memory[t]),
         "hidden": float(driven.hidden[t]), "happened": driven.happened[t - 1]}
        for t in range(1, gates.steps + 1)
    ]  # fmt: skip


class Hand:
    """The owner of the gates that are driven by hand. `say` puts a sentence on the sentence line and shows anew."""

    def __init__(self, say: Callable[[str | Said], None]) -> None:
        self.place = HandPlace()
        self._seen = HandSeen(self.place)
        self._say = say
        self._past: list[HandPlace] = []
        self._future: list[HandPlace] = []
        self._drawn: int | None = None  # how long the past was before the edit that the next one may be joined with

    @property
    def seen(self) -> HandSeen:
        """The present moment, for panels: the same object until it is another place."""
        if self._seen.place is not self.place:
            self._seen = HandSeen(self.place)
        return self._seen

    def stand(self, place: HandPlace) -> None:
        """Stand where it stood when that place was taken; there is nothing to undo then."""
        if place.gates != self.place.gates:
            self._past, self._future = [], []
        self.place = place

    def tell(self) -> None:
        """Say what happens at the current step."""
        self._say(sentences.at(self.seen))

    # The cursor.

    def go(self, step: int) -> None:
        """Stand at a step, 1 … N. Raises BadInput for any other."""
        count = self.place.gates.steps
        if not 1 <= step <= count:
            raise BadInput(f"{step} is not a step from 1 to {count}", "step")
        first, last = self.place.held
        self.place = replace(self.place, step=step, held=self.place.held if first <= step <= last else (0, 0))
        self.tell()

    def move(self, by: int) -> None:
        """Some steps forward or back, as far as there are any."""
        goal = self.place.step + by
        if 1 <= goal <= self.place.gates.steps:
            self.go(goal)
        else:
            self._say(sentences.at_end(self.seen))

    def choose_track(self, name: str) -> None:
        """Light a track, one of TRACKS. Raises BadInput for any other."""
        self.place.gates.track(name)
        self.place = replace(self.place, track=TRACKS.index(name), held=(0, 0))
        self._say(sentences.track(self.seen))

    def move_track(self, by: int) -> None:
        """The track so many rows further down, around the ends."""
        self.choose_track(TRACKS[(self.place.track + by) % len(TRACKS)])

    def choose_scope(self, name: str = "") -> None:
        """What a change reaches, one of SCOPES; without a name the next of them. Raises BadInput for any other."""
        if name and name not in SCOPES:
            raise BadInput(f"{name!r} is none of {', '.join(SCOPES)}", "scope")
        following = SCOPES[(SCOPES.index(self.place.scope) + 1) % len(SCOPES)]
        self.place = replace(self.place, scope=name or following, held=(0, 0))
        self._say(sentences.scope(self.seen))

    # Changing.

    def put(self, text: str) -> None:
        """Set what a line like "forget 16-20 0.95" says. Without a track it is the lit one, without steps those that a
        change reaches; "16-end" and "all" are steps too, and a last word "on" joins this with the edit before, for
        undoing. Raises BadInput, and then nothing has changed."""
        words = text.split()
        joined = len(words) > 1 and words[-1] == "on"
        words = words[:-1] if joined else words
        track = words.pop(0) if words and words[0] in TRACKS else self.seen.track
        if not 1 <= len(words) <= 2:
            raise BadInput(f"{clean(text)!r} is not like forget 16-20 0.95: a gate, a step or steps, a value", "gate")
        first, last = self._steps(words[0]) if len(words) == 2 else self.seen.span
        try:
            value = float(words[-1].replace(",", ".").replace("−", "-"))
        except ValueError:
            raise BadInput(f"{clean(words[-1])!r} is not a value like 0.95", "gate") from None
        stand = first if len(words) == 2 else self.place.step
        if joined and last > self.place.step:  # dragged to the right
            stand = last
        self._set(track, first, last, value, joined, stand)

    def nudge(self, by: int) -> None:
        """Raise or lower what is set there by so many twentieths, as far as it goes."""
        seen = self.seen
        lowest, now = -1.0 if seen.track == "candidate" else 0.0, seen.value(seen.track)
        value = min(1.0, max(lowest, round(now + by * NUDGE, 2)))
        if value == now:
            self._say(sentences.at_bound(seen, by))
        else:
            self._set(seen.track, *seen.span, value, stand=seen.step)

    def undo(self, by: int = 1) -> None:
        """Take the last change back, or with −1 make it again."""
        source, other = (self._past, self._future) if by > 0 else (self._future, self._past)
        if not source:
            self._say(f"There is no change to {'undo' if by > 0 else 'redo'}.")
            return
        other.append(self.place)
        before, self.place = self.place, replace(source.pop(), scope=self.place.scope)
        self._drawn = None
        self._say(sentences.undone(self.seen, before, by > 0))

    def reset(self) -> None:
        """Everything as it was before it was changed."""
        if not self.seen.changed:
            self._say("Nothing is changed: these are the gates as they were.")
            return
        self._keep()
        self.place = replace(self.place, gates=self.place.original, held=(0, 0))
        self._say(sentences.put_back(self.seen))

    def load(self, gates: Gates, name: str) -> None:
        """Other gates, and what they are called; "" for the textbook's. That can be undone."""
        self._keep()
        step = min(self.place.step, gates.steps)
        self.place = replace(self.place, gates=gates, original=gates, name=clean(name, 40), step=step, held=(0, 0))
        self._say(sentences.loaded(self.seen))

    def _set(self, track: str, first: int, last: int, value: float, joined: bool = False, stand: int = 1) -> None:
        gates = self.place.gates.with_values(track, first, last, value)
        before = self.place
        if gates != before.gates:
            if not (joined and self._drawn is not None and self._drawn == len(self._past) - 1):
                self._keep()
            self._future.clear()
            self._drawn = len(self._past) - 1
        held = (first, last) if before.scope == "block" else (0, 0)
        self.place = replace(before, gates=gates, step=stand, track=TRACKS.index(track), held=held)
        self._say(sentences.changed(self.seen, before, first, last))

    def _keep(self) -> None:
        self._past.append(self.place)
        del self._past[:-MOST_UNDONE]
        self._future.clear()
        self._drawn = None

    def _steps(self, text: str) -> tuple[int, int]:
        """A step, a range of them, from one to the end, or all. Raises BadInput."""
        count = self.place.gates.steps
        if text == "all":
            return 1, count
        ends = text.replace("–", "-").split("-")
        ends = [str(count) if end == "end" else end for end in ends]
        if not 1 <= len(ends) <= 2 or not all(end.isascii() and end.isdigit() and len(end) < 10 for end in ends):
            raise BadInput(f"{clean(text)!r} is not a step or a range of steps like 16-20", "step")
        return int(ends[0]), int(ends[-1])


def hand_place(found: Any) -> HandPlace:
    """A place out of what was remembered as JSON. Raises ValueError (BadInput is one), KeyError or TypeError for
    anything that is not one."""
    if not isinstance(found, Mapping):
        raise BadInput("not a place")
    gates, original = (
        Gates(**{track: tuple(float(v) for v in found[which][track]) for track in TRACKS})
        for which in ("gates", "original")
    )
    step, track, scope, name = found["step"], found["track"], found["scope"], found["name"]
    if gates.steps != original.steps or scope not in SCOPES or not isinstance(name, str):
        raise BadInput("not a place")
    for value, most in ((step, gates.steps), (track, len(TRACKS) - 1)):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= min(most, MOST_STEPS):
            raise BadInput("no such step or track")
    first, last = found.get("held", (0, 0))
    held = (
        (first, last)
        if isinstance(first, int) and isinstance(last, int) and 1 <= first <= last <= gates.steps
        else (0, 0)
    )
    return HandPlace(gates, original, clean(name, 40), max(1, step), track, scope, held)
