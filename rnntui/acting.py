"""The app's part in actions: keys, clicks, the palette and scenarios all come through here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import App, SystemCommand
from textual.screen import Screen

from rnntui_engine.records import BadInput

from .actions import ONE, VIEWS, Action, Stage, commands, find, perform
from .messages import Asked, Learned, Progressed, Told
from .shipped import is_shipped
from .viewing import Viewing
from .widgets.bars import TabBar

LESSONS = re.compile(r"lesson|long-[0-9]{1,4}", re.ASCII)

if TYPE_CHECKING:
    from textual.command import Provider

    from .app import RnnApp
    from .conductor import Conductor


def ships(argument: str) -> bool:
    """Whether what is to be opened is no file of this machine: nothing that is said yet, a name of those that ship, or
    one of the lesson's data."""
    return not argument or is_shipped(argument) or LESSONS.fullmatch(argument) is not None


def _palette() -> type[Provider]:
    """What the command palette lists; it is imported when it is opened."""
    from .commands import Commands

    return Commands


class Acts(App[None]):
    """What an app has that does actions. `served`: for a visitor from elsewhere, in a browser."""

    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_palette}
    viewing: Viewing
    view: str
    actions: tuple[Action, ...]
    served: bool
    demo: Conductor | None

    def action_perform(self, asked: str) -> None:
        """Do what a line of the action table says; say so where it makes no sense."""
        if self.demo and asked != "leave":
            self.demo.stay()
        self.attempt(lambda: self._perform(asked))

    def attempt(self, what: Callable[[], None]) -> None:
        """Do something; say so where it makes no sense."""
        try:
            what()
        except BadInput as problem:
            self.viewing.refuse(problem)

    def _perform(self, asked: str) -> None:
        action, argument = find(asked)
        if action.local and self.served and not (action.ships and ships(argument)):
            self.viewing.say(
                "In a browser no files of the serving machine are opened or saved, but for those that ship, like "
                "own:days.csv and own:first.safetensors."
            )
        elif action.views and self.view not in action.views:
            key, _, title = next(view for view in VIEWS if view[1] in action.views)
            self.viewing.say(f"That key is for the {title} view. {key} opens it.")
        else:
            perform(cast(Stage, self), asked)

    def on_asked(self, message: Asked) -> None:
        self.action_perform(message.action)

    def on_learned(self, message: Learned) -> None:
        if message.result is not None:
            self.viewing.adopt(message.result)
        else:
            self.viewing.follow(message.choice, message.weights, message.epoch, aloud=self.view in ONE)

    def on_told(self, message: Told) -> None:
        self.viewing.say(message.sentence)

    def on_progressed(self, message: Progressed) -> None:
        self.screen_stack[0].query_one(TabBar).report(message.view, message.words)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for title, group, asked in commands(self.actions, playing=self.demo is not None):
            views = find(asked)[0].views
            yield SystemCommand(title, group, partial(self.action_perform, asked), not views or self.view in views)

    def export(self) -> None:
        """Save the picture and the numbers in the folder the app was started in."""
        from .export import save

        self.viewing.say(save(cast("RnnApp", self)))

    def copy(self) -> None:
        """Copy the numbers of the focused panel."""
        from .export import copy

        self.viewing.say(copy(cast("RnnApp", self)))
