"""A question of a demo: answered with 1 to 4 or a click, locked, then shown beside the truth."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import ModalScreen

from rnntui_engine.records import BadInput

from ..canvas import Canvas, Span
from ..prose import Line, Piece, wrap
from ..scenario.play import ASK_WIDTH, Asked, Player, Truth
from ..seen import Seen
from ..widgets.panel import Painted

ANSWERED, LEFT, BACK = "answered", "left", "back"  # how a question ends


class QuestionScreen(ModalScreen[str]):
    """Gives ANSWERED once an answer is locked and the truth was shown, LEFT or BACK without an answer.

    Keys that a clicker sends do nothing by accident: Page Down goes on only after an answer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(key), f"choose({key - 1})", show=False) for key in range(1, 5)),
        Binding("pagedown,space,enter", "go_on", show=False),
        Binding("pageup", "go_back", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, player: Player, seen: Seen) -> None:
        super().__init__()
        self.player = player
        self.card = QuestionCard(player, seen)

    def compose(self) -> ComposeResult:
        yield self.card

    def look_again(self) -> None:
        """A training or a table may have been finished: show what it says."""
        self.card.asked = self.player.asked
        self.card.repaint()

    def action_choose(self, choice: int) -> None:
        """Lock an answer; another one later changes nothing."""
        if choice < len(self.card.asked.choices):
            self.player.answer(choice)
            self.card.repaint()

    def action_go_on(self) -> None:
        """On to what the question was about, once it is answered and the truth is known."""
        if self.card.revealed:
            self.dismiss(ANSWERED)
        else:
            self.card.insist()

    def action_go_back(self) -> None:
        """To the beat before, as long as nothing is answered."""
        self.dismiss(ANSWERED if self.card.revealed else BACK)

    def action_leave(self) -> None:
        """Leave it unanswered, when asked twice: clickers send Esc too. After an answer, go on."""
        if self.card.revealed:
            self.dismiss(ANSWERED)
        elif self.card.leaving:
            self.dismiss(LEFT)
        else:
            self.card.leaving = True
            self.card.repaint()


class QuestionCard(Painted):
    """The box with the question in it."""

    def __init__(self, player: Player, seen: Seen) -> None:
        super().__init__(id="question")
        self.player, self.seen = player, seen
        self.asked: Asked = player.asked
        self.insisted, self.leaving, self.problem = False, False, ""

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
        return self.player.at in self.player.answers and self.truth is not None

    @property
    def hint(self) -> str:
        """What the border says can be pressed."""
        if self.revealed:
            return "Space: go on"
        return "Esc again: leave it unanswered" if self.leaving else "Esc twice: leave it unanswered"

    def insist(self) -> None:
        """Something else than an answer was pressed."""
        self.insisted = True
        self.repaint()

    def on_mount(self) -> None:
        self._fit()

    def on_resize(self, event: Resize) -> None:
        self._fit()

    def _fit(self) -> None:
        """As large as it has to be, with empty lines between the choices where there is room for them."""
        room = self.app.size
        self.styles.width = min(ASK_WIDTH + 8, room.width)
        width = min(ASK_WIDTH, room.width - 8)
        asked = len(wrap(self.asked.ask, width))
        choices = len(self.asked.choices)
        roomy = asked + 2 * choices + 7
        self.gap = 2 if roomy <= room.height else 1
        self.styles.height = min(room.height, asked + self.gap * choices + 9 - self.gap)

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        player = self.player
        title: list[Span] = [("Question", "text"), (f"  beat {player.at + 1}/{len(player.scenes)}", "dim")]
        foot: list[Span] = [(self.hint, "dim")]
        canvas.tint(0, 0, canvas.width, canvas.height, "ground")
        canvas.box(title, foot, heavy=True)
        x, width = 3, canvas.width - 6
        y = 2
        for line in wrap(self.asked.ask, width):
            canvas.spans(x, y, _spans(line))
            y += 1
        y += 1
        for place in range(len(self.asked.choices)):
            self._choice(canvas, x, y, width, place)
            y += self.gap
        y += 2 - self.gap
        for row, spans in enumerate(self._below(width)):
            canvas.spans(x, y + row, spans)
        canvas.link(canvas.width // 2, canvas.height - 1, canvas.width // 2, 1, "leave")
        if self.revealed:
            canvas.link(0, 0, canvas.width, canvas.height, "go_on")

    def _choice(self, canvas: Canvas, x: int, y: int, width: int, place: int) -> None:
        """One choice: its key, a sign once the truth is known, and its words."""
        player = self.player
        chosen, truth = player.answers.get(player.at), self.truth if self.revealed else None
        right = truth is not None and place == truth.right
        canvas.tint(x, y, width, 1, "surface")
        ink, sign = "text", ""
        if right:
            ink, sign = "positive", "✓"
        elif truth is not None and place == chosen:
            ink, sign = "wrong", "✗"
        strong = right or place == chosen or chosen is None
        canvas.put(x, y, f" {place + 1} ", "ground", True, "text" if strong else "dim")
        canvas.put(x + 4, y, sign, ink, True)
        text = wrap((self.asked.choices[place],), width - 6)
        colour = ink if truth is not None and (right or place == chosen) else "text" if chosen is None else "dim"
        for piece in text[0] if text else ():
            canvas.put(x + 6, y, piece.text, colour, piece.bold or place == chosen)
        if place == chosen:
            used = sum(cell_len(piece.text) for piece in text[0])
            canvas.put(x + 6 + used, y, "  ◄ your answer" if used + 21 <= width else " ◄", "dim")
        canvas.link(x, y, width, 1, f"choose {place}")

    def _below(self, width: int) -> list[list[Span]]:
        """Under the choices: how to answer, or the truth and the score."""
        player = self.player
        chosen, truth = player.answers.get(player.at), self.truth
        keys = f"1 to {len(self.asked.choices)}"
        if chosen is None:
            if self.insisted:
                return [[(keys, "text", True), (" answers. Esc leaves the question unanswered.", "text")]]
            words = ", or a click. The answer is locked, then the truth is shown."
            return [[(keys, "text", True), (words, "dim")]]
        if self.problem:
            return [*(_spans(line) for line in wrap([(Piece(self.problem),)], width))][:3]
        if truth is None:
            return [[("The answer is locked. The truth is being computed …", "dim")]]
        good, count = player.score
        verdict: Span = ("✓ Right. ", "positive", True) if truth.right == chosen else ("✗ Not so. ", "wrong", True)
        score: Span = (f"{good} of {count} right so far.", "dim")
        return [*(_spans(line) for line in wrap(truth.say, width)), [verdict, score]]

    def clicked(self, action: str) -> None:
        """A click on a choice, on the border's note, or, after the answer, anywhere."""
        screen = self.screen
        assert isinstance(screen, QuestionScreen)
        if action == "leave":
            screen.action_leave()
        elif action == "go_on":
            screen.action_go_on()
        elif action.startswith("choose "):
            screen.action_choose(int(action.removeprefix("choose ")))


def _spans(line: Line) -> list[Span]:
    return [(piece.text, "text", piece.bold) for piece in line]
