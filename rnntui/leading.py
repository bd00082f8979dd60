"""The app's part in a guided demo: what the actions of the table and the keys of a clicker come to."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual.timer import Timer

from rnntui_engine.records import BadInput

from .actions import spell
from .job import Job
from .text import clean

if TYPE_CHECKING:
    from .app import RnnApp
    from .conductor import Conductor
    from .kept import Networks
    from .scenario.play import Scene
    from .scenario.read import Scenario

OWN = ("open", "weights")  # actions whose files are read, and whose networks are gone through, while a demo is checked


@dataclass(eq=False, kw_only=True)
class CheckJob(Job):
    """Holds a demo to its claims, which takes a while where it opens networks and data from files."""

    scenario: Scenario
    networks: Networks
    scenes: tuple[Scene, ...] | None = None

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.scenes is not None

    def work(self) -> None:
        """Check it to the end; whoever has cancelled it does not wait for that."""
        from .scenario.play import checked

        import_module(".conductor", __package__)  # so that the screen need not wait for its modules either
        self.scenes = checked(self.scenario, self.networks)


class LeadsDemos:
    """What an app has that plays demos. `demo`: the one that plays, if any; `checking`: the one that will."""

    demo: Conductor | None
    checking: CheckJob | None = None
    _checker: Timer | None = None

    def action_unasked(self) -> None:
        """Keys that clickers send do nothing in a demo."""
        if self.demo:
            self.demo.stay()

    def start_demo(self, name: str) -> None:
        """Play a guided demo from its first beat; one that opens files after a thread has checked it, for the screen
        must not wait. Raises BadInput."""
        from .scenario.shelf import find as find_scenario

        app, scenario = cast("RnnApp", self), find_scenario(name)
        self.drop_check()
        if not any(line.split()[0] in OWN for beat in scenario.beats for line in beat.do):
            self._lead(scenario).begin()
            return
        from .kept import Networks

        copied = Networks()
        copied.update(app.viewing.networks)
        self.checking = CheckJob(scenario=scenario, networks=copied)
        self.checking.start()
        if self._checker is None:
            self._checker = app.set_interval(0.1, self.poll_check, pause=True)
        self._checker.resume()
        app.viewing.say(f"Opening the demo {clean(scenario.title, 60)}… ⟨leave⟩ stops it.")

    def poll_check(self) -> None:
        """Ten times a second while a demo is checked: play it as soon as it may be."""
        app, job = cast("RnnApp", self), self.checking
        if job is None or job.done:
            self.checking = None
            if self._checker is not None:
                self._checker.pause()
        if job is None or job.cancelled or not job.done:
            return
        if job.scenes is None:
            app.viewing.refuse(BadInput(job.error))
        else:
            self._lead(job.scenario, job.scenes).begin()

    def drop_check(self) -> bool:
        """Leave a demo that is being checked; False where none is."""
        job, self.checking = self.checking, None
        if job is not None:
            job.cancelled = True
        return job is not None

    def _stop_check(self) -> bool:
        """Leave it, and say so."""
        stopped = self.drop_check()
        if stopped:
            cast("RnnApp", self).viewing.say("The demo was not opened.")
        return stopped

    def _lead(self, scenario: Scenario, scenes: tuple[Scene, ...] | None = None) -> Conductor:
        from .conductor import Conductor  # late: most sessions play no demo

        app = cast("RnnApp", self)
        self.demo = Conductor(app, scenario, scenes)
        spell(app.actions, playing=True)
        return self.demo

    def move_beat(self, by: int) -> None:
        """To another beat of the demo that plays. Raises BadInput where none does."""
        self._playing.move(by)

    def jump(self, beat: int) -> None:
        """To the beat of that number of the demo that plays. Raises BadInput."""
        self._playing.jump(beat)

    @property
    def _playing(self) -> Conductor:
        if self.demo is None:
            raise BadInput("no demo is playing; ⟨demo⟩ opens the demos", "beat")
        return self.demo
