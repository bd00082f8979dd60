"""The app's part in a guided demo: what the actions of the table and the keys of a clicker come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rnntui_engine.records import BadInput

if TYPE_CHECKING:
    from .app import RnnApp
    from .conductor import Conductor
    from .scenario.read import Scenario


class LeadsDemos:
    """What an app has that plays demos. `demo`: the one that plays, if any."""

    demo: Conductor | None

    def action_unasked(self) -> None:
        """Keys that clickers send do nothing in a demo."""
        if self.demo:
            self.demo.stay()

    def start_demo(self, name: str) -> None:
        """Play a guided demo from its first beat. Raises BadInput."""
        from .scenario.shelf import find as find_scenario

        self._lead(find_scenario(name)).begin()

    def _lead(self, scenario: Scenario) -> Conductor:
        from .conductor import Conductor  # late: most sessions play no demo

        self.demo = Conductor(cast("RnnApp", self), scenario)
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
