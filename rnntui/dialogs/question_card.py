"""The box with a question in it: its choices, the hands of a class, the answer and the truth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.events import Resize

from rnntui_engine.records import BadInput

from ..canvas import Canvas, Span
from ..marks import gauge, number
from ..prose import Line, Piece, wrap
from ..scenario.play import ASK_WIDTH, MOST_TRUTH, Asked, Truth
from ..scenario.player import Player
from ..seen import Seen
from ..widgets.panel import Painted

if TYPE_CHECKING:
    from .question import QuestionScreen

BAR = 30  # cells of the bar of hands
COUNT = 6  # cells of a number of hands where there is no room for bars
GO_ON = "Space, Page Down"  # a keyboard's key, and a clicker's
FRAME = 2  # rows of the border


class QuestionCard(Painted):
    """As large as it has to be; the choices stand apart where there is room for that."""

    def __init__(self, player: Player, seen: Seen) -> None:
        super().__init__(id="question")
        self.player, self.seen = player, seen
        self.asked: Asked = player.asked
        self.insisted, self.leaving, self.problem = False, False, ""
        self.counting, self.row = False, 0  # whether hands are being counted, and for which choice

    @property
    def truth(self) -> Truth | None:
        """The truth if it is known. A claim about a network just trained may fail: then `problem` says so."""
        try:
            return self.player.truth
        except BadInput as problem:
            self.problem = str(problem)
            return None

    @property
    def revealed(self) -> bool:
        """Whether an answer is locked and the truth is known."""
        return self.player.locked and self.truth is not None

    def insist(self) -> None:
        """Something else than an answer was pressed."""
        self.insisted = True
        self.repaint()

    def renew(self) -> None:
        """Its numbers may have come."""
        self.asked = self.player.asked
        self.fit()

    def on_mount(self) -> None:
        self.fit()

    def on_resize(self, event: Resize) -> None:
        self.fit()

    def fit(self) -> None:
        """Take the room that is needed, with empty lines where there are enough rows for them."""
        room = self.app.size
        self.styles.width = min(ASK_WIDTH + 8, room.width)
        width = min(ASK_WIDTH, room.width - 8)
        hands = bool(self.counting or self.player.hands_up)
        self.below = 1 + math.ceil(MOST_TRUTH * ASK_WIDTH / width)
        self.bars = hands
        self.lines = self._wrapped(width - 6)
        least = self._least(width) + len(self.lines)
        if hands and least > room.height:  # no room for bars: only numbers, at the end of each choice
            self.bars, self.lines = False, self._wrapped(width - 6 - COUNT)
        least = self._least(width) + (len(self.lines) if self.bars else 0)
        count = len(self.lines)
        self.gap = 1 if not hands and least + count + 1 <= room.height else 0
        self.air = max(0, min(2, room.height - least - count * self.gap))
        self.margin = 1 if least + count * self.gap + 3 <= room.height else 0
        rows = least + self.gap * (count - 1) + self.air + self.margin
        self.styles.height = min(room.height, rows)
        self.repaint()

    def _wrapped(self, width: int) -> list[list[Line]]:
        """The lines of each choice."""
        return [wrap((choice,), width) or [()] for choice in self.asked.choices]

    def _least(self, width: int) -> int:
        """The rows that are needed at least, without bars."""
        return len(wrap(self.asked.ask, width)) + sum(map(len, self.lines)) + FRAME + self.below

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        player = self.player
        title: list[Span] = [("Question", "text"), (f"  beat {player.at + 1}/{len(player.scenes)}", "dim")]
        canvas.tint(0, 0, canvas.width, canvas.height, "ground")
        canvas.box(title, [], heavy=True)
        self._foot(canvas)
        x, width = 3, canvas.width - 6
        y = 1 + self.margin
        for line in wrap(self.asked.ask, width):
            canvas.spans(x, y, _spans(line))
            y += 1
        y += min(1, self.air)
        for place in range(len(self.asked.choices)):
            y = self._choice(canvas, x, y, width, place)
        y += max(0, self.air - 1 - self.gap)
        for row, spans in enumerate(self._below(width)):
            canvas.spans(x, y + row, spans)
        if self.revealed:
            canvas.link(0, 0, canvas.width, canvas.height, "go_on")

    def _foot(self, canvas: Canvas) -> None:
        """What can be pressed, at the right end of the border; a click does it too."""
        offers: list[tuple[str, str, str]] = []
        if self.revealed:
            offers = [(GO_ON, "go on", "go_on")]
        elif self.counting:
            offers = [(GO_ON, "show the truth", "go_on"), ("h", "end counting", "hands")]
        else:
            if not self.player.locked:
                offers = [("h", "count hands", "hands")]
            again = "Esc again" if self.leaving else "Esc twice"
            offers.append((again, "leave it unanswered", "leave"))
        x, y = canvas.width - 3 - sum(cell_len(key) + cell_len(word) + 4 for key, word, _ in offers), canvas.height - 1
        for key, word, action in offers:
            end = canvas.spans(x, y, [(" ", "text"), (key, "text", True), (f": {word} ", "dim")])
            canvas.link(x, y, end - x, 1, action)
            x = end

    def _choice(self, canvas: Canvas, x: int, y: int, width: int, place: int) -> int:
        """One choice: its key, a sign once the truth is known, its words, and its hands. Returns the row after."""
        player = self.player
        chosen, truth = player.answers.get(player.at), self.truth if self.revealed else None
        right = truth is not None and place == truth.right
        lines = self.lines[place]
        canvas.tint(x, y, width, len(lines), "surface")
        ink, sign = "text", ""
        if right:
            ink, sign = "positive", "✓"
        elif truth is not None and place == chosen:
            ink, sign = "wrong", "✗"
        strong = right or place == chosen or not player.locked
        canvas.put(x, y, f" {place + 1} ", "ground", True, "text" if strong else "dim")
        canvas.put(x + 4, y, sign, ink, True)
        colour = "text" if not player.locked else ink if truth is not None and strong else "dim"
        for row, line in enumerate(lines):
            end = x + 6
            for piece in line:
                end = canvas.put(end, y + row, piece.text, colour, piece.bold or right or place == chosen)
        if place == chosen:
            canvas.put(end, y + len(lines) - 1, "  ◄ your answer" if end - x + 15 <= width else " ◄", "dim")
        canvas.link(x, y, width, len(lines), f"row {place}" if self.counting else f"choose {place}")
        y += len(lines)
        if self.bars:
            self._hands(canvas, x, y, width, place, ink)
            return y + 1
        if self.counting or player.hands_up:
            self._count(canvas, x + width, y - len(lines), place)
        return y + self.gap

    def _count(self, canvas: Canvas, end: int, y: int, place: int) -> None:
        """How many hands went up, before cell `end`."""
        here = self.counting and place == self.row
        canvas.right(
            end, y, f"{self.player.hands_for(place):>5}", "on_lit" if here else "text", True, "lit" if here else None
        )

    def _hands(self, canvas: Canvas, x: int, y: int, width: int, place: int, ink: str) -> None:
        """How many hands went up, as a bar, a number and a share; while they are counted, with − and + for a mouse."""
        hands, everybody = self.player.hands_for(place), self.player.hands_up
        here = self.counting and place == self.row
        cells = min(BAR, width - 26)
        if here:
            canvas.put(x + 4, y, "►", "on_lit", True, "lit")
        gauge(
            canvas,
            x + 6,
            y,
            cells,
            hands / everybody if everybody else 0.0,
            "positive" if ink == "positive" else "read",
        )
        end = x + 6 + cells
        self._count(canvas, end + 5, y, place)
        share = f"  {number(100 * hands / everybody, 0)} %" if everybody else ""
        canvas.put(end + 5, y, share, "dim")
        if self.counting:
            canvas.put(end + 13, y, " − ", "text", True, "surface")
            canvas.put(end + 17, y, " + ", "text", True, "surface")
            canvas.link(x, y, width, 1, f"row {place}")
            canvas.link(end + 13, y, 3, 1, f"less {place}")
            canvas.link(end + 17, y, 3, 1, f"more {place}")

    def _below(self, width: int) -> list[list[Span]]:
        """Under the choices: how to answer, or the truth and the score."""
        player = self.player
        chosen, truth = player.answers.get(player.at), self.truth
        keys = f"1 to {len(self.asked.choices)}"
        if self.counting:
            words = [("Digits", "text", True), (" type how many hands went up, ", "dim"), ("↑↓", "text", True)]
            return [[*words, (" choose for what.", "dim")]]  # type: ignore[list-item]
        if not player.locked:
            if player.hands_up:
                return [[(GO_ON, "text", True), (" shows the truth; ", "dim"), (keys, "text", True),
                         (" answers first.", "dim")]]  # fmt: skip
            if self.insisted:
                return [[(keys, "text", True), (" answers; ", "text"), ("Page Down", "text", True),
                         (" now shows the truth without one.", "text")]]  # fmt: skip
            words_of_all = ", or a click. The answer is locked, then the truth is shown."
            return [[(keys, "text", True), (words_of_all, "dim")]]
        if self.problem:
            return [*(_spans(line) for line in wrap([(Piece(self.problem),)], width))][: self.below]
        if truth is None:
            return [[("The answer is locked. The truth is being computed …", "dim")]]
        spans: list[Span] = []
        if chosen is not None:
            good, count = player.score
            spans.append(("✓ Right. ", "positive", True) if truth.right == chosen else ("✗ Not so. ", "wrong", True))
            spans.append((f"{good} of {count} right so far.", "dim"))
        if player.hands_up:
            verb = "hand was" if player.hands_up == 1 else "hands were"
            spans.append(
                (f"{'  ' if spans else ''}{player.hands_for(truth.right)} of {player.hands_up} {verb} right.", "text")
            )
        return [*(_spans(line) for line in wrap(truth.say, width)), spans]

    def clicked(self, action: str) -> None:
        """A click on a choice, a count, the border's notes, or, after the answer, anywhere."""
        screen: QuestionScreen = self.screen  # type: ignore[assignment]
        what, _, place = action.partition(" ")
        if what == "leave":
            screen.action_leave()
        elif what == "go_on":
            screen.action_go_on()
        elif what == "hands":
            screen.action_hands()
        elif what == "choose":
            screen.action_digit(int(place) + 1)
        else:
            screen.choose_row(int(place))
            screen.action_count({"less": -1, "more": 1}.get(what, 0))


def _spans(line: Line) -> list[Span]:
    return [(piece.text, "text", piece.bold) for piece in line]
