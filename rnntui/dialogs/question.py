"""A question of a demo: answered with 1 to 4 or a click, locked, then shown beside the truth. A class raises hands."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from ..scenario.player import Player
from ..seen import Seen
from .behind import DialogScreen
from .question_card import QuestionCard

ANSWERED, LEFT, BACK = "answered", "left", "back"  # how a question ends


class QuestionScreen(DialogScreen[str]):
    """Gives ANSWERED once an answer is locked and the truth was shown, LEFT or BACK without an answer.

    Keys that a clicker sends do nothing by accident: Page Down goes on only after an answer, or once hands were
    counted; else it asks first, and the next one shows the truth to a class that has answered aloud. While hands are
    counted digits are hands, and ↑ and ↓ choose whose.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(10)),
        Binding("pagedown", "page_down", show=False),
        Binding("space", "go_on", show=False),
        Binding("enter", "enter", show=False),
        Binding("pageup", "go_back", show=False),
        Binding("escape", "leave", show=False),
        Binding("h", "hands", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("plus,equals_sign,right", "count(1)", show=False),
        Binding("minus,left", "count(-1)", show=False),
        Binding("backspace,delete", "erase", show=False),
    ]

    def __init__(self, player: Player, seen: Seen) -> None:
        super().__init__()
        self.player = player
        self.card = QuestionCard(player, seen)

    def compose(self) -> ComposeResult:
        yield self.card

    def look_again(self) -> None:
        """A training or a table may have been finished: show what it says."""
        self.card.renew()

    def action_digit(self, digit: int) -> None:
        """An answer; or, while hands are counted, a figure of their number."""
        if self.card.counting:
            self.player.raise_hands(self.card.row, 10 * self.player.hands_for(self.card.row) + digit)
            self.card.repaint()
        elif 1 <= digit <= len(self.card.asked.choices):
            self.player.answer(digit - 1)
            self.card.repaint()

    def action_hands(self) -> None:
        """Begin to count the hands of a class, or end it."""
        if not self.player.locked:
            self.card.counting = not self.card.counting
            self.card.fit()

    def action_move(self, by: int) -> None:
        """The next choice to count hands for."""
        if self.card.counting:
            self.choose_row(self.card.row + by)

    def choose_row(self, row: int) -> None:
        """Count hands for a choice, around the ends."""
        self.card.row = row % len(self.card.asked.choices)
        self.card.repaint()

    def action_count(self, by: int) -> None:
        """One hand more or less."""
        if self.card.counting:
            self.player.raise_hands(self.card.row, self.player.hands_for(self.card.row) + by)
            self.card.repaint()

    def action_erase(self) -> None:
        """Take back the last figure that was typed."""
        if self.card.counting:
            self.player.raise_hands(self.card.row, self.player.hands_for(self.card.row) // 10)
            self.card.repaint()

    def action_enter(self) -> None:
        """While hands are counted, the next choice; after the last the counting ends. Else, go on."""
        if not self.card.counting:
            self.action_go_on()
        elif self.card.row < len(self.card.asked.choices) - 1:
            self.action_move(1)
        else:
            self.action_hands()

    def action_go_on(self) -> None:
        """On to what the question was about, once it is answered and the truth is known."""
        if self.card.revealed:
            self.dismiss(ANSWERED)
        elif not self.player.locked and self.player.hands_up:
            self.player.answer(None)
            self.card.counting = False
            self.card.repaint()
        else:
            self.card.insist()

    def action_page_down(self) -> None:
        """Go on; with nothing but a clicker: once more, and the truth is shown without an answer."""
        if self.card.insisted and not (self.card.counting or self.player.locked or self.player.hands_up):
            self.player.answer(None)
            self.card.repaint()
        else:
            self.action_go_on()

    def action_go_back(self) -> None:
        """To the beat before, as long as nothing is answered."""
        self.dismiss(ANSWERED if self.card.revealed else BACK)

    def action_leave(self) -> None:
        """End the counting; leave the question unanswered, when asked twice: clickers send Esc too. After an answer, go
        on."""
        if self.card.counting:
            self.action_hands()
        elif self.card.revealed:
            self.dismiss(ANSWERED)
        elif self.card.leaving:
            self.dismiss(LEFT)
        else:
            self.card.leaving = True
            self.card.repaint()
