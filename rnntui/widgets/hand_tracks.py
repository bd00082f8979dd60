"""The four tracks: what the gates and the candidate are set to at each step. Clicks, drags and the wheel set them."""

from __future__ import annotations

from dataclasses import dataclass

from textual.events import Click, MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp

from rnntui_engine.by_hand import LOWEST, TRACKS

from ..by_hand import NUDGE, HandSeen
from ..canvas import Canvas, Span
from ..columns import Scale, Steps, paint_columns
from ..hand_sentences import level, steps
from ..messages import Asked
from .hand_panel import HandPanel, label_width, steps_of


@dataclass(frozen=True)
class Track:
    """Where a track stands: its name, its first row, how many rows it has, its scale."""

    name: str
    y: int
    rows: int
    scale: Scale

    def value_at(self, y: int) -> float:
        """The value that stands at the height of a row: in the top row the most, in the bottom row the least."""
        share = (self.y + self.rows - 1 - y) / (self.rows - 1) if self.rows > 1 else 1.0
        value = LOWEST[self.name] + share * (1.0 - LOWEST[self.name])
        return round(round(value / NUDGE) * NUDGE, 2) + 0.0

    def clicked(self, y: int, now: float) -> float:
        """What a click on a row sets; what is set there already where the bar ends in that row."""
        return now if now and y == self.scale.end(self.y, now) else self.value_at(y)


def rows_of(room: int) -> tuple[int, int]:
    """How many rows each gate gets, and how many the candidate: as many below zero as above it, if it can be."""
    rows = max(1, (room + 1) // len(TRACKS))
    signed = rows - rows % 2 if rows > 1 else 1
    while rows > 1 and (len(TRACKS) - 1) * rows + signed > room:
        rows -= 1
        signed = rows - rows % 2 if rows > 1 else 1
    spare = room - (len(TRACKS) - 1) * rows - signed
    return rows, signed + 2 if spare >= 2 and rows > 1 else signed + 1 if spare and signed == 1 else signed


class HandTracksPanel(HandPanel):
    """Forget, input, output, candidate."""

    NAME = "hand-tracks"
    HELP = (
        "**Gates by hand.** One unit of an LSTM, whose gates nobody computes: you set them. At each step the **forget "
        "gate** says how much of the old memory stays, the **input gate** how much of the candidate comes in, the "
        "**output gate** how much of the memory is shown; all three go from 0 (shut) to 1 (open). The **candidate**, "
        "−1 to 1, is what there is to write. It begins with the textbook's forty steps.\n\n"
        "⟨gates-next⟩ and ⟨gates-back⟩ go through the steps, ⟨gates-up⟩ and ⟨gates-down⟩ light a track. "
        "⟨gates-more⟩ and ⟨gates-less⟩ change it by .05, ⟨gate⟩ types a value, or steps and a value: *16-20 0.95*. "
        "⟨gates-scope⟩ chooses what a change reaches: this step, the block of equal values around it, or everything "
        "from here to the end. ⟨gates-undo⟩ undoes, ⟨gates-redo⟩ redoes, ⟨gates-reset⟩ puts everything back. `╌` is "
        "where a bar ended before you changed it.\n\n"
        "With the mouse: a click sets the value at that height, in the top row 1, in the bottom row the least; a "
        "click where the bar ends only goes to that step. Dragging sets one step after the other, the wheel changes "
        "by .05. A click on a name lights its track, one on a number below goes to its step.\n\n"
        "⟨gates-save⟩ saves the gates as CSV, ⟨gates-load⟩ loads such a file, of up to 200 steps."
    )

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self.tracks: list[Track] = []
        self.steps = Steps(0, 1, range(0))
        self._drag: tuple[str, int, int, float] | None = None  # the track, and the last step, row and value
        self._moved = False

    def paint_hand(self, canvas: Canvas, hand: HandSeen) -> None:
        title: list[Span] = [("Gates by hand", "text")]
        if hand.changed:
            title += [("  ╌", "text", True), (" as it was", "dim")]
        else:
            title += [("  what they are set to", "dim")]
        first, last = hand.span
        foot: list[Span] = [(f"a change reaches {hand.track}, ", "dim"), (steps(first, last), "text")]
        area = self.frame(canvas, title, foot)
        self.steps = steps_of(hand, area)
        gap = 1 if area.height - 1 >= 4 * 4 else 0
        rows, signed_rows = rows_of(area.height - 1 - 3 * gap)
        lit_x = self.steps.left(hand.step - 1)
        self.tracks = []
        y = area.y
        for name in TRACKS:
            rows = signed_rows if LOWEST[name] < 0.0 else rows
            if y + rows > area.y + area.height:
                break
            scale = Scale.fitting(rows, LOWEST[name], 1.0)
            track = Track(name, y, rows, scale)
            self.tracks.append(track)
            canvas.tint(self.steps.x, y, self.steps.end - self.steps.x, rows, "track")
            canvas.tint(lit_x, y, self.steps.width, rows, "lit_track")
            self._values(canvas, hand, track)
            self._head(canvas, hand, track, area.x, label_width(area))
            y += rows + gap
        if y - gap < area.y + area.height:
            canvas.put(area.x, y - gap, "step", "dim")
            self.steps.axis(canvas, y - gap, hand.step, "gates-step")
        shown = self.steps.shown
        if len(shown) < hand.gates.steps:
            canvas.right(canvas.width - 3, 0, f" {shown.start + 1}–{shown.stop} of {hand.gates.steps} ", "text")

    def _values(self, canvas: Canvas, hand: HandSeen, track: Track) -> None:
        first, last = hand.span
        values = hand.gates.track(track.name)
        ghost = hand.place.original.track(track.name) if hand.changed else None

        def ink(index: int) -> str:
            """Bright where a change would reach, and at the step that is lit."""
            sign = "positive" if values[index] > 0 else "negative"
            if index + 1 == hand.step:
                return "lit_bar"
            reached = track.name == hand.track and first <= index + 1 <= last
            return sign if reached else f"{sign}_muted"

        paint_columns(canvas, self.steps, track.y, track.scale, values, ink, ghost)

    def _head(self, canvas: Canvas, hand: HandSeen, track: Track, x: int, width: int) -> None:
        """The track's name, as a chip where it is lit, and its value at this step."""
        lit = track.name == hand.track
        name = track.name if len(track.name) + 2 <= width else f"{track.name[:4]}."
        chip = f"►{name}" if lit else f" {name}"
        canvas.put(x, track.y, chip, "on_lit" if lit else "dim", lit, "lit" if lit else None)
        value = level(hand.value(track.name))
        if track.rows > 1:
            canvas.right(x + width - 1, track.y + 1, value, "text", True)
        elif len(chip) + len(value) < width:
            canvas.right(x + width - 1, track.y, value, "text", True)
        canvas.link(x, track.y, width, track.rows, f"gates-track {track.name}")

    # The mouse.

    def _under(self, x: int, y: int) -> tuple[Track, int] | None:
        """The track and the step (from 1) under a cell."""
        self.canvas()
        if not self.steps.x <= x < self.steps.end:
            return None
        index = self.steps.shown.start + (x - self.steps.x) // self.steps.width
        track = next((track for track in self.tracks if track.y <= y < track.y + track.rows), None)
        return (track, index + 1) if track else None

    def _set(self, track: Track, step: int, value: float, joined: bool = False) -> None:
        if not joined and self.seen is not None and value == self.seen.hand.gates.track(track.name)[step - 1]:
            self.post_message(Asked(f"gates-track {track.name}"))
            self.post_message(Asked(f"gates-step {step}"))
        else:
            self.post_message(Asked(f"gate {track.name} {step} {value:g}{' on' if joined else ''}"))

    def on_mouse_down(self, event: MouseDown) -> None:
        """Set what is under the pointer; what it is dragged over follows."""
        found = self._under(event.x, event.y)
        if found and self.seen is not None and event.button == 1:
            track, step = found
            now = self.seen.hand.gates.track(track.name)[step - 1]
            value = track.clicked(event.y, now)
            self._drag, self._moved = (track.name, step, event.y, value), value != now
            self.capture_mouse()
            self._set(track, step, value)

    def on_mouse_move(self, event: MouseMove) -> None:
        """A drag goes on in its own track, also where the pointer leaves it upwards or downwards."""
        if self._drag is None or self.seen is None:
            return
        name, before, row, value = self._drag
        track = next((track for track in self.tracks if track.name == name), None)
        if track is None or not self.steps.x <= event.x < self.steps.end:
            return
        step = self.steps.shown.start + (event.x - self.steps.x) // self.steps.width + 1
        y = max(track.y, min(track.y + track.rows - 1, event.y))
        if (step, y) == (before, row):
            return
        value = value if y == row else track.value_at(y)
        self._drag = name, step, y, value
        first, last = (before + 1, step) if step > before else (step, max(step, before - 1))
        self.post_message(Asked(f"gate {name} {first}-{last} {value:g}{' on' if self._moved else ''}"))
        self._moved = True

    def on_mouse_up(self, event: MouseUp) -> None:
        """The drag ends."""
        if self._drag is not None:
            self._drag = None
            self.release_mouse()

    def on_click(self, event: Click) -> None:
        """What is not in a track stands for an action."""
        if self._under(event.x, event.y) is None:
            super().on_click(event)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """More."""
        self._scroll(event.x, event.y, 1)
        event.stop()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Less."""
        self._scroll(event.x, event.y, -1)
        event.stop()

    def _scroll(self, x: int, y: int, by: int) -> None:
        found = self._under(x, y)
        if found and self.seen is not None:
            track, step = found
            now = self.seen.hand.gates.track(track.name)[step - 1]
            value = min(1.0, max(LOWEST[track.name], round(now + by * NUDGE, 2)))
            if value != now:
                self._set(track, step, value)
