"""The one-line bars around every view: the views, what is shown, the sentence, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ..canvas import Canvas, Span, cut
from ..keyboard import shown
from ..own_sentences import file_name
from ..seen import Seen
from ..sentences import bias_text
from .panel import Painted

Chip = tuple[list[Span], tuple[str, ...]]  # what stands on it, and the actions of its parts

STEPPED = "step"  # the view in which there are a subscriber and a period


class TabBar(Painted):
    """The views by number, and what else can be opened; each is clickable."""

    def __init__(
        self, views: Sequence[tuple[str, str, str]], more: Sequence[tuple[str, str, str]], active: str
    ) -> None:
        super().__init__(id="tabs")
        self.views, self.more, self.active = views, more, active

    def activate(self, name: str) -> None:
        """Show another view's tab as the open one."""
        self.active = name
        self.repaint()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        canvas.tint(0, 0, canvas.width, 1, "surface")
        x = 0 if canvas.width < 100 else 1
        for key, name, title in self.views:
            open_now = name == self.active
            ink, ground = ("ground", "text") if open_now else ("dim", "surface")
            text = f" {key} {title} "
            canvas.put(x, 0, text, ink, open_now, ground)
            canvas.put(x + 1, 0, key, "ground" if open_now else "text", True, ground)
            canvas.link(x, 0, len(text), 1, f"view {name}")
            x += len(text) + 1
        end = canvas.width - 1
        if self.active == STEPPED:
            where = f"{seen.period}/{seen.trace.length}"
            start = end - 7 - len(where) if canvas.width < 100 else x + 4
            canvas.spans(start, 0, [("period ", "dim"), (where, "text", True)])
            canvas.link(start, 0, 7 + len(where), 1, "goto")
            if canvas.width < 100:
                end = start - 2
            else:
                x = start + 7 + len(where)
        for key, action, word in reversed(self.more):
            width = len(key) + len(word) + 1
            if end - width <= x:
                break
            canvas.put(end - width, 0, key, "text", True)
            canvas.put(end - len(word), 0, word, "dim")
            canvas.link(end - width, 0, width, 1, action)
            end -= width + 3


class ChipBar(Painted):
    """What is shown, each thing with the key that changes it."""

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        long = canvas.width >= 116
        x = 1 if long else 0
        chips = self.chips(seen, long)
        pad = (
            1 if x + sum(sum(cell_len(span[0]) for span in spans) + 3 for spans, _ in chips) <= canvas.width + 1 else 0
        )
        for spans, actions in chips:
            width = sum(cell_len(span[0]) for span in spans) + 2 * pad
            if actions[0] in ("subscribers", "play") and getattr(self.app, "view", STEPPED) != STEPPED:
                continue
            if x + width > canvas.width:
                break
            canvas.tint(x, 0, width, 1, "surface")
            canvas.spans(x + pad, 0, spans)
            part = width // len(actions)
            for place, action in enumerate(actions):
                canvas.link(x + place * part, 0, part, 1, action)
            x += width + 1

    def chips(self, seen: Seen, long: bool) -> list[Chip]:
        """Every chip as its text and what a click on its parts does."""
        network, name = seen.choices.network, cut(seen.trace.name, 20 if long else 9)
        sign, ink = (" ●", "marked") if seen.trace.marked else (" ○", "unmarked")
        word = (" marked" if seen.trace.marked else " not marked") if long else ""
        if seen.trace.label is None:
            sign = word = ""
        bias = "–" if seen.cell.keeps is None else bias_text(network.memory_bias)
        state = seen.training or ("trained" if seen.trace.trained else "untrained")
        play: list[Span] = [(" playing" if seen.playing else " paused", "text"), (f" {seen.speed:g}/s", "dim")]
        length: list[Span] = [
            (shown("shorter"), "text", True),
            (" T", "dim"),
            (f" {network.length} ", "text"),
            (shown("longer"), "text", True),
        ]
        who: Chip = (
            _chip("subscribers", "subscriber" if long else "", name, (f"{sign}{word}", ink)), ("subscribers",),
        )  # fmt: skip
        if network.weights:
            which = self._of_file(seen, long)
            rest: list[Chip] = []
        else:
            which = [
                (_chip("cell", "cell" if long else "", seen.cell.label), ("cell",)),
                (_chip("run", "run" if long else "", f"k{network.run}"), ("run",)),
            ]
            rest = [(_chip("bias", "memory bias" if long else "bias", bias), ("bias",))]
        if seen.training or not network.weights:
            rest.append((_chip("train", "", state), ("train",)))
        return [who, *which, (length, ("shorter", "longer")), *rest,
                ([(shown("play"), "text", True), *play], ("play",))]  # fmt: skip

    def _of_file(self, seen: Seen, long: bool) -> list[Chip]:
        """A network from a file: its name and cell, and which of its layers is shown."""
        name = cut(file_name(seen.choices.network), 40 if long else 22)
        chips: list[Chip] = [
            (_chip("weights", "file" if long else "", name, (f" {seen.cell.label}", "dim")), ("weights",)),
        ]
        if seen.trace.layers > 1:
            which = f"{seen.trace.layer}/{seen.trace.layers}"
            chips.append((_chip("layer", "layer", which), ("layer",)))
        return chips


def _chip(action: str, word: str, value: str, *rest: Span) -> list[Span]:
    """The key of an action, a word for what it changes, and what that is now."""
    name: list[Span] = [(f" {word}", "dim")] if word else []
    return [(shown(action), "text", True), *name, (f" {value}", "text"), *rest]


class SentenceBar(Painted):
    """The sentence line: what the last action changed, in plain words."""

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        canvas.tint(0, 0, canvas.width, canvas.height, "surface")
        canvas.put(0, 0, "▌", "lit_bar")
        canvas.put(2, 0, cut(seen.sentence.fitting(canvas.width - 3), canvas.width - 3), "text", True)


class KeyBar(Painted):
    """The keys that matter here, as many as fit; each is clickable."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.keys: Sequence[tuple[str, str, str, int]] = ()

    def offer(self, keys: Sequence[tuple[str, str, str, int]]) -> None:
        """Show these keys: (key, word, action, weight); the heavier ones go first where there is no room."""
        if keys != self.keys:
            self.keys = keys
            self.repaint()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        x = 0 if canvas.width < 100 else 1
        shown = list(self.keys)
        while shown and sum(cell_len(key + word) + 3 for key, word, *_ in shown) > canvas.width - x + 2:
            heaviest = max(weight for *_, weight in shown)
            del shown[max(place for place, (*_, weight) in enumerate(shown) if weight == heaviest)]
        for key, word, action, _ in shown:
            width = cell_len(key) + cell_len(word) + 1
            canvas.spans(x, 0, [(key, "text", True), (f" {word}", "dim")])
            canvas.link(x, 0, width, 1, action)
            x += width + 2
