"""A demo while it plays in the app: it brings the app to each beat, has the narration shown, and asks the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rnntui_engine.records import BadInput, NetworkChoice

from .keyboard import shown
from .scenario.clerk import Clerk
from .scenario.figures import Request
from .scenario.play import Player, checked, requests
from .scenario.read import Scenario
from .seen import Place
from .sentences import Said
from .views.step import StepView, roomy
from .views.working import WorkingView
from .widgets.narration import Narration, Telling

if TYPE_CHECKING:
    from .app import RnnApp
    from .dialogs.question import QuestionScreen


class Conductor:
    """Leads the app through one scenario. Raises BadInput for a scenario whose claims do not hold."""

    def __init__(self, app: RnnApp, scenario: Scenario) -> None:
        self.app = app
        self.player = Player(scenario, checked(scenario, app.viewing.networks), app.viewing.networks)
        self.clerk = Clerk()
        self.leaving = False  # Esc was pressed once
        self._complained: set[int] = set()  # the beats whose claims turned out not to hold
        self._question: QuestionScreen | None = None

    @property
    def keys(self) -> tuple[tuple[str, str, str, int], ...]:
        """The keys of a demo that the footer shows, before those of the view."""
        steps = f"{shown('next', -1)} {shown('back')}"
        return ((shown("beat-next"), "next", "beat-next", 1), (shown("beat-back"), "back", "beat-back", 1),
                (steps, "step", "next", 1), (shown("leave"), "leave", "leave", 1))  # fmt: skip

    @property
    def wanted(self) -> NetworkChoice | None:
        """The network that an open question will need, to be trained while people think."""
        lacking = self.player.scene.place.lacks(self.player.networks)
        return lacking[0] if self._question is not None and lacking else None

    @property
    def needed(self) -> list[Request]:
        """The tables that what is shown now waits for."""
        return requests([self.player.scene])

    def keep_up(self) -> bool:
        """Have the tables computed: those needed now, then those of the beats to come; True where one was begun."""
        later = [] if self.app.still else requests(self.player.scenes[self.player.at :])
        return self.clerk.keep_up(self.needed, later)

    def begin(self, beat: int = 1) -> None:
        """Show a beat, counted from 1. Raises BadInput for one that there is not."""
        count = len(self.player.scenes)
        if not 1 <= beat <= count:
            raise BadInput(f"{beat} is not a beat from 1 to {count}", "beat")
        self.player.at = beat - 1
        self._show_beat() if beat > 1 else self._enter()

    def go_to(self, beat: int) -> None:
        """Show a beat, counted from 1, without asking its question: for pictures."""
        self.player.at = beat - 1
        self._show_beat()

    def move(self, by: int) -> None:
        """The next beat or the one before. A question is asked only on the way forward."""
        at = self.player.at + by
        if not 0 <= at < len(self.player.scenes):
            first = "This is the first beat. ⟨beat-next⟩ goes on."
            self.app.viewing.say(
                first if by < 0 else "This was the last beat. ⟨beat-back⟩ goes back, ⟨leave⟩ leaves the demo."
            )
            return
        self.player.at = at
        if by > 0:
            self._enter()
        else:
            self._show_beat()

    def show(self) -> None:
        """Show the narration as it is now: a training may have finished."""
        if self._question is not None:
            self._question.look_again()
            return  # what the question is about is not told yet
        narrate(self.app, self._telling())

    def leave(self) -> None:
        """Esc: asks once, then leaves; clickers send it unasked."""
        if self.leaving:
            self._end()
        else:
            self.leaving = True
            self.app.viewing.say(Said("⟨leave⟩ again leaves the demo; everything stays as it is. ⟨beat-next⟩ goes on."))

    def stay(self) -> None:
        """Something else than a second Esc was pressed."""
        if self.leaving:
            self.leaving = False
            self.app.viewing.say("The demo goes on.")

    def _end(self) -> None:
        app = self.app
        self.clerk.drop()
        app.demo, app.viewing.lit = None, ""
        narrate(app, None)
        app.viewing.say("The demo is left, and everything stays as it is. ⟨demo⟩ opens the demos.")

    def _telling(self) -> Telling:
        player = self.player
        try:
            say = player.told
        except BadInput as problem:  # a claim about a network that has been trained just now
            say = player.scene.beat.say.filled(None)
            if player.at not in self._complained:
                self._complained.add(player.at)
                self.app.viewing.say(f"{problem}.")
        right, answered = player.score
        return Telling(
            player.scenario.title, player.at + 1, len(player.scenes), say, right, answered, self._waits()
        )  # fmt: skip

    def _waits(self) -> str:
        """What the numbers of the beat wait for."""
        if not self.player.waits:
            return ""
        return self.clerk.words if self.needed else "training…"

    def _enter(self) -> None:
        """Come to a beat from the one before: its question first, if it is open."""
        if self.player.open_question:
            self._ask()
        else:
            self._show_beat()

    def _show_beat(self) -> None:
        """Bring the app to where the beat stands."""
        self.leaving = False
        self._stand(self.player.scene.view, self.player.scene.place)

    def _stand(self, view: str, place: Place) -> None:
        self.app.viewing.stand(place)
        if view != self.app.view:
            self.app.open_view(view)
        elif isinstance(shown := self.app.screen_stack[0].query_one(f"#{view}"), WorkingView):
            shown.tell()  # what was said just now is of the Step view

    def _ask(self) -> None:
        from .dialogs.question import BACK, QuestionScreen

        def closed(how: str | None) -> None:
            self._question = None
            if how == BACK and self.player.at:
                self.player.at -= 1
            self._show_beat()

        before = self.player.scenes[max(0, self.player.at - 1)]
        self._stand(before.view, self.player.scene.before)
        self._question = QuestionScreen(self.player, self.app.viewing.seen)
        self.app.push_screen(self._question, closed)


def narrate(app: RnnApp, telling: Telling | None) -> None:
    """Show what a demo says, within the Step view or under any other; None: no demo is playing."""
    screen = app.screen_stack[0]
    below, boxed = screen.query_one("#telling", Narration), roomy(*app.size)
    below.boxed = boxed
    below.tell(telling)
    below.show(app.viewing.seen)
    screen.set_class(boxed, "boxed")
    screen.set_class(telling is not None and app.view != "step", "telling")
    screen.query_one(StepView).narrate(telling)
