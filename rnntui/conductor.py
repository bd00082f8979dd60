"""A demo while it plays in the app: it brings the app to each beat, has the narration shown, and asks the questions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rnntui_engine.records import BadInput, NetworkChoice

from .actions import spell
from .canvas import cut
from .keyboard import shown
from .prose import text_of
from .scenario.clerk import Clerk
from .scenario.figures import Request
from .scenario.play import Queue, Scene, asked_of, checked, requests, told_of
from .scenario.player import Player
from .scenario.read import Scenario
from .scenario.running import NAME, Running, end, tell
from .scenario.timing import starts
from .seen import Place
from .sentences import Said
from .views.step import StepView, roomy
from .views.working import WorkingView
from .widgets.narration import Narration, Telling

if TYPE_CHECKING:
    from .app import RnnApp
    from .dialogs.beats import Line
    from .dialogs.question import QuestionScreen

STEPS = {"step": "next", "gradient": "further", "gates": "gates-next"}  # what the arrows step where there are steps
FIRST_WORDS = 120  # cells, of the beat that comes


class Conductor:
    """Leads the app through one scenario; `scenes`: its own, if it is checked already. Raises BadInput for a scenario
    whose claims do not hold."""

    def __init__(self, app: RnnApp, scenario: Scenario, scenes: tuple[Scene, ...] | None = None) -> None:
        self.app = app
        networks = app.viewing.networks
        self.player = Player(scenario, checked(scenario, networks) if scenes is None else scenes, networks)
        self.clerk, self._starts = Clerk(), starts(scenario)
        self.leaving = False  # Esc was pressed once
        self._started = app.clock()
        self._begun = False
        self._told: object = None  # what a second terminal was told last
        self._complained: set[int] = set()  # the beats whose claims turned out not to hold
        self._question: QuestionScreen | None = None

    @property
    def keys(self) -> tuple[tuple[str, str, str, int], ...]:
        """The keys of a demo that the footer shows, before those of the view."""
        steps = f"{shown('next', -1)} {shown('back')}"
        step = STEPS.get(self.app.view)
        return (
            (shown("beat-next"), "next", "beat-next", 1), (shown("beat-back"), "back", "beat-back", 1),
            *([(steps, "step", step, 1)] if step else []), (shown("leave"), "leave", "leave", 1),
        )  # fmt: skip

    @property
    def wanted(self) -> NetworkChoice | None:
        """The network that the beat needs, whatever the view; an open question's is trained while people think."""
        failed = self.app.trainer.failed
        return next((one for one in self.player.scene.place.lacks(self.player.networks) if one not in failed), None)

    @property
    def needed(self) -> list[Request]:
        """The tables that what is shown now waits for."""
        return requests([self.player.scene])

    def keep_up(self) -> bool:
        """Have the tables computed: those needed now, then those of the beats to come; True where one was begun."""
        behind = self.player.at - (self._question is not None)  # what stands behind an open question
        later = [] if self.app.still else requests(self.player.scenes[max(0, behind) :])
        first = next(iter((*self.needed, *later)), None)
        if first is not None and first.source == "forecast" and self._trains_forecasts():
            return False  # the view is training the same networks: the table will have them at once
        return self.clerk.keep_up(self.needed, later)

    def _trains_forecasts(self) -> bool:
        """Whether the Forecast view is on the screen and still trains; what it has trained is at the clerk's hand."""
        from .views.forecast import ForecastView

        found = self.app.screen_stack[0].query(ForecastView)
        if found:
            self.clerk.at_hand = found.first().known.at_hand
        if self.player.scene.view != "forecast" or (found and self.app.view != "forecast"):
            return False
        return not found or found.first().trains(self.app.viewing.forecast.place)

    def begin(self, beat: int = 1) -> None:
        """Show a beat, counted from 1. Raises BadInput for one that there is not."""
        count = len(self.player.scenes)
        if not 1 <= beat <= count:
            raise BadInput(f"{beat} is not a beat from 1 to {count}", "beat")
        self.player.at = beat - 1
        self._begun = True
        self._show_beat() if beat > 1 else self._enter()

    def go_to(self, beat: int) -> None:
        """Show a beat, counted from 1, without asking its question: for pictures."""
        self.player.at = beat - 1
        self._show_beat()

    def move(self, by: int) -> None:
        """The next beat or the one before."""
        at = self.player.at + by
        if not 0 <= at < len(self.player.scenes):
            result = f" {self.player.result}" if self.player.result else ""
            last = Said(
                f"This was the last beat.{result} ⟨beat-back⟩ goes back, ⟨leave⟩ leaves the demo.",
                f"The last beat.{result} ⟨beat-back⟩ goes back.",
            )
            self.app.viewing.say("This is the first beat. ⟨beat-next⟩ goes on." if by < 0 else last)
            return
        self._come_to(at)

    def jump(self, beat: int) -> None:
        """To any beat, counted from 1. Raises BadInput for one that there is not."""
        if not 1 <= beat <= len(self.player.scenes):
            raise BadInput(f"{beat} is not a beat from 1 to {len(self.player.scenes)}", "beat")
        self._come_to(beat - 1)

    def _come_to(self, at: int) -> None:
        """A question is asked only on the way forward."""
        forward, self.player.at = at > self.player.at, at
        if forward:
            self._enter()
        else:
            self._show_beat()

    @property
    def lines(self) -> list[Line]:
        """What the list of beats says of each."""
        from .dialogs.beats import Line

        player = self.player
        found = []
        for at, (minute, scene) in enumerate(zip(self._starts, player.scenes, strict=True)):
            asked = "?" if scene.beat.question and at not in player.answers else ""
            found.append(Line(minute, self._first_words(scene), asked or player.sign(at)))
        return found

    def _first_words(self, scene: Scene, asked: bool = True) -> str:
        """What a beat begins with: its question, if there is one and it is `asked`."""
        scenario, networks = self.player.scenario, self.player.networks
        try:
            ask = asked_of(scenario, scene, networks).ask if scene.beat.question and asked else None
            paragraphs = ask or told_of(scenario, scene, networks)
        except BadInput:  # one of its claims does not hold: that is told when it is shown
            paragraphs = scene.beat.say.filled(None)
        return " ".join(text_of(paragraphs[0]).split())

    def show(self) -> None:
        """Show the narration as it is now: a training may have finished."""
        self._tell_the_speaker()
        if self._question is not None:
            self._question.look_again()
            self._narrate_before()  # what the question is about is not told yet
        else:
            narrate(self.app, self._telling())

    def _narrate_before(self) -> None:
        """Behind a question stands what the beat before it says, wherever one came from; nothing before the first."""
        at = self.player.at
        if not at:
            narrate(self.app, None)
            return
        self.player.at = at - 1
        try:
            narrate(self.app, self._telling())
        finally:
            self.player.at = at

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

    def close(self) -> None:
        """The demo has ended: nothing more is computed for it, and no second terminal follows it."""
        self.clerk.drop()
        spell(self.app.actions, playing=False)
        if self.app.memory is not None:
            end(self.app.memory.path.with_name(NAME), os.getpid())

    def _end(self) -> None:
        app = self.app
        self.close()
        app.demo, app.viewing.lit, app.viewing.covered = None, "", ()
        narrate(app, None)
        result = f" {self.player.result}" if self.player.result else ""
        app.viewing.say(f"The demo is left, and everything stays as it is.{result} ⟨demo⟩ opens the demos.")

    def _tell_the_speaker(self) -> None:
        """Tell a second terminal where the demo is, whenever that has changed; not for a picture or a test."""
        if self.app.memory is None or not self._begun:
            return
        player = self.player
        at, scene = player.at, player.scene
        truth = player.known_truth
        asked = self._question is not None and scene.beat.question is not None
        told = (at, asked, truth, player.result)
        if told == self._told:
            return
        self._told = told
        more = at + 1 < len(player.scenes)
        coming = cut(self._first_words(player.scenes[at + 1]), FIRST_WORDS) if more else ""
        answer = f"{truth.right + 1}. {text_of(truth.say[0])}" if asked and truth else ""
        planned = self._starts[at], self._starts[at + 1] if more else float(player.scenario.minutes)
        now = Running(
            os.getpid(), player.scenario.name, player.scenario.title, at + 1, len(player.scenes), self._started,
            self.app.clock(), player.scenario.minutes, planned, self._first_words(scene, asked), scene.beat.notes,
            coming, asked, answer, player.result,
        )  # fmt: skip
        problem = tell(self.app.memory.path.with_name(NAME), now)
        if problem:
            self.app.viewing.say(f"`rnntui demo --notes` cannot follow: {problem}.")

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
            player.scenario.title, player.at + 1, len(player.scenes), say, right, answered, self._waits(),
            (round(self._starts[player.at]), player.scenario.minutes), self.app.view in STEPS,
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
        scene = self.player.scene
        self._stand(scene.view, scene.place)
        if scene.view == "train":
            self._train(scene.queue)

    def _stand(self, view: str, place: Place) -> None:
        self.app.viewing.stand(place)
        if view != self.app.view:
            self.app.open_view(view)
        elif isinstance(shown := self.app.screen_stack[0].query_one(f"#{view}"), WorkingView):
            shown.tell()  # what was said just now is of the Step view
        if view == "gates":
            self.app.viewing.hand.tell()

    def _train(self, queue: Queue) -> None:
        """Have the Train view stand where the beat has it."""
        from .views.train import TrainView

        self.app.screen_stack[0].query_one(TrainView).stand(queue.lengths, queue.runs, queue.learn)

    def _ask(self) -> None:
        from .dialogs.question import BACK, QuestionScreen

        def closed(how: str | None) -> None:
            self._question = None
            if how == BACK and self.player.at:
                self.player.at -= 1
            self._show_beat()

        self._stand(self.player.scene.view_before, self.player.scene.before)
        self._question = QuestionScreen(self.player, self.app.viewing.seen)
        self._narrate_before()
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
