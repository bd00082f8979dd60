"""The one-line bars around every view: the views, what is shown, the sentence, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ..canvas import Canvas, Span, cut
from ..keyboard import shown
from ..own_decay import not_its_own
from ..own_sentences import file_name
from ..prose import Piece, text_of, wrap
from ..seen import Seen
from ..sentences import bias_text
from .forecast_chips import forecast_chips
from .hand_chips import hand_chips
from .panel import Painted

STEPPED = ("step", "gradient")  # the views in which there are a subscriber and a period
LESSON = "lesson"
MOST_LINES = 5  # of a sentence
KIND = ("cell", "layer", "run", "length", "bias", "other data")
MATTERS = {  # the chips of each view: what changes something there
    "step": ("subscriber", *KIND, "train", "play"), "decay": KIND, "train": KIND,
    "gradient": ("subscriber", *KIND, "train"),
    "reach": ("cell", "bias", "runs", "mode", "clip", "data"),
}  # fmt: skip
ELSEWHERE = (*KIND, "train")
Chip = tuple[list[Span], tuple[str, ...]]  # what stands on it, and the actions of its parts


class TabBar(Painted):
    """The views by number, and what else can be opened; each is clickable."""

    def __init__(self, views: Sequence[tuple[str, str, str]], more: Sequence[tuple[str, str]], active: str) -> None:
        super().__init__(id="tabs")
        self.views, self.more, self.active = views, more, active
        self.work: dict[str, str] = {}

    def activate(self, name: str) -> None:
        """Show another view's tab as the open one."""
        self.active = name
        self.change()

    def report(self, name: str, words: str) -> None:
        """How far a view's work is; shown at its tab while another view is open."""
        if words != self.work.get(name, ""):
            self.work[name] = words
            self.change()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        canvas.tint(0, 0, canvas.width, 1, "surface")
        x = 0 if canvas.width < 100 else 1
        where = f"{seen.period}/{seen.trace.length}" if self.active in STEPPED else ""
        for key, name, text in self.tabs(canvas.width - x - (len(where) + 10 if where else 0)):
            open_now = name == self.active
            ink, ground = ("ground", "text") if open_now else ("dim", "surface")
            canvas.put(x, 0, text, ink, open_now, ground)
            canvas.put(x + text.index(key), 0, key, "ground" if open_now else "text", True, ground)
            canvas.link(x, 0, len(text), 1, f"view {name}")
            x += len(text) + 1
        end = canvas.width - 1
        if where:
            start = end - 7 - len(where) if canvas.width < 100 else x + 4
            canvas.spans(start, 0, [("period ", "dim"), (where, "text", True)])
            canvas.link(start, 0, 7 + len(where), 1, "goto")
            if canvas.width < 100:
                end = start - 2
            else:
                x = start + 8 + len(where)
        for action, word in reversed(self.more):
            key = shown(action)
            width = len(key) + len(word) + 1
            if end - width <= x:
                break
            canvas.put(end - width, 0, key, "text", True)
            canvas.put(end - len(word), 0, word, "dim")
            canvas.link(end - width, 0, width, 1, action)
            end -= width + 3

    def tabs(self, room: int) -> list[tuple[str, str, str]]:
        """The key, name and text of each tab, the widest that fit: with room around their names, without it, or, where
        even that is too much, only the open one with its name. Before names go, what else can be opened goes."""
        others = sum(len(shown(action)) + len(word) + 3 for action, word in self.more[-2:])
        for pad, every, beside in (
            (" ", True, others), ("", True, others), (" ", True, 0), ("", True, 0), (" ", False, 0), ("", False, 0),
        ):  # fmt: skip
            found = [
                (key, name, f"{pad}{key}{f' {title}' if every or name == self.active else ''}{self._doing(name)}{pad}")
                for key, name, title in self.views
            ]
            if sum(len(text) + 1 for *_, text in found) <= room + 1 - beside:
                break
        return found

    def _doing(self, name: str) -> str:
        """How far a view's work is, while another one is open."""
        words = "" if name == self.active else self.work.get(name, "")
        return f" {words}" if words else ""


class ChipBar(Painted):
    """What is shown, each thing with the key that changes it."""

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        long = canvas.width >= 116
        x = 1 if long else 0
        view = getattr(self.app, "view", "step")
        if view == "gates":
            chips = hand_chips(seen.hand, long)
        elif view == "forecast":
            chips = forecast_chips(seen.forecast, long)
        else:
            every = self.chips(seen, long)
            chips = [every[name] for name in MATTERS.get(view, ELSEWHERE) if name in every]
        pad = (
            1 if x + sum(sum(cell_len(span[0]) for span in spans) + 3 for spans, _ in chips) <= canvas.width + 1 else 0
        )
        for spans, actions in chips:
            width = sum(cell_len(span[0]) for span in spans) + 2 * pad
            if x + width > canvas.width:
                break
            canvas.tint(x, 0, width, 1, "surface")
            canvas.spans(x + pad, 0, spans)
            part = width // len(actions)
            for place, action in enumerate(actions):
                canvas.link(x + place * part, 0, part, 1, action)
            x += width + 1

    def chips(self, seen: Seen, long: bool) -> dict[str, Chip]:
        """Every chip by its name, as its text and what a click on its parts does."""
        network, name = seen.choices.network, cut(seen.trace.name, 20 if long else 12)

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
        found: dict[str, Chip] = {
            "subscriber": (
                _chip("subscribers", "subscriber" if long else "", name, (f"{sign}{word}", ink)), ("subscribers",),
            ),
            "cell": (_chip("cell", "cell" if long else "", seen.cell.label), ("cell",)),
            "run": (_chip("run", "run" if long else "", f"k{network.run}"), ("run",)),
            "length": (length, ("shorter", "longer")),
            "bias": (_chip("bias", "memory bias" if long else "bias", bias), ("bias",)),
            "data": (_chip("data", "data", cut(seen.choices.data.title, 20)), ("data",)),
            "runs": (_chip("runs", "runs", str(seen.runs)), ("runs",)),
            "mode": (_chip("mode", "trained" if long else "", network.mode.replace("-", " ")), ("mode",)),
            "clip": (_chip("clip", "clip", "none" if network.clip is None else f"{network.clip:g}"), ("clip",)),
            "train": (_chip("train", "", state), ("train",)),
            "play": ([(shown("play"), "text", True), *play], ("play",)),
        }  # fmt: skip
        if network.data != LESSON:
            found["other data"] = found["data"]
        if network.weights:
            for name in ("run", "bias", *(() if seen.training else ("train",))):
                del found[name]
            found |= self._of_file(seen, long)
        return found

    def _of_file(self, seen: Seen, long: bool) -> dict[str, Chip]:
        """A network from a file: its name and cell, and which of its layers is shown."""
        name = cut(file_name(seen.choices.network), 40 if long else 22)
        chips: dict[str, Chip] = {
            "cell": (_chip("weights", "file" if long else "", name, (f" {seen.cell.label}", "dim")), ("weights",)),
        }
        if seen.trace.layers > 1:
            action = "gradient-layer" if getattr(self.app, "view", "") == "gradient" else "layer"
            chips["layer"] = (_chip(action, "layer", f"{seen.trace.layer}/{seen.trace.layers}"), (action,))
        return chips


def _chip(action: str, word: str, value: str, *rest: Span) -> list[Span]:
    """The key of an action, a word for what it changes, and what that is now."""
    name: list[Span] = [(f" {word}", "dim")] if word else []
    return [(shown(action), "text", True), *name, (f" {value}", "text"), *rest]


class FileBar(Painted):
    """Whose networks a view shows, while the one that is looked at comes from a file; not there where they are that."""

    def show(self, seen: Seen) -> None:
        self.display = bool(self.words(seen))
        super().show(seen)

    def words(self, seen: Seen) -> tuple[str, ...]:
        """What it says, the longest first."""
        return not_its_own(seen, getattr(self.app, "view", "step"))

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        words, room = self.words(seen), canvas.width - 2
        if words:
            fits = next((text for text in words if cell_len(text) <= room), words[-1])
            canvas.put(1, 0, cut(fits, room), "text", True)


class SentenceBar(Painted):
    """The sentence line: what the last action changed, in plain words. One without a shorter form, like a reason, has
    more lines where it does not fit: cut it would help nobody."""

    def show(self, seen: Seen) -> None:
        super().show(seen)
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        canvas.tint(0, 0, canvas.width, canvas.height, "surface")
        for y, line in enumerate(self.lines(seen, canvas.width - 3)):
            canvas.put(0, y, "▌", "lit_bar")
            canvas.put(2, y, line, "text", True)

    def lines(self, seen: Seen, width: int) -> list[str]:
        """The sentence in lines of so many cells."""
        said = seen.sentence.fitting(width)
        if cell_len(said) <= width or width < 1 or seen.sentence.short:
            return [cut(said, width)]
        lines = [text_of(line) for line in wrap([(Piece(said),)], width)]
        return (
            [*lines[: MOST_LINES - 1], cut(" ".join(lines[MOST_LINES - 1 :]), width)] if lines[MOST_LINES:] else lines
        )

    def _fit(self) -> None:
        count = len(self.lines(self.seen, self.size.width - 3)) if self.seen else 1
        if count != (self.styles.height.value if self.styles.height else 1):
            self.styles.height = count


class KeyBar(Painted):
    """The keys that matter here, as many as fit; each is clickable."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.keys: Sequence[tuple[str, str, str, int]] = ()

    def offer(self, keys: Sequence[tuple[str, str, str, int]]) -> None:
        """Show these keys: (key, word, action, weight); the heavier ones go first where there is no room."""
        if keys != self.keys:
            self.keys = keys
            self.change()

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
