"""The app: it holds the viewing, turns keys and clicks into actions, and hands each moment to what is on screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.filter import LineFilter
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from rnntui_engine.records import BadInput, NetworkChoice

from . import (
    sentences,
    strips,  # noqa: F401 (what is painted leaves no work for the garbage collector)
)
from .acting import Acts
from .actions import ACTIONS, GOES_ON, ONE, SILENT, TABLE, VIEWS, Action, footer, spell
from .kept import Networks, Shelf
from .keyboard import shown
from .leading import LeadsDemos
from .lengths import check_view
from .lesser import filters
from .opener import Opener
from .opening_weights import open_weights
from .own_network import toggle_trained
from .seen import Choices
from .terminals import EVERYTHING, Shows
from .themes import PREFIX, after, themes
from .trainer import Trainer
from .viewing import Viewing
from .views.step import StepView, roomy, very_roomy
from .widgets.bars import ChipBar, FileBar, KeyBar, SentenceBar, TabBar
from .widgets.narration import Narration
from .widgets.panel import LEAST, Painted

if TYPE_CHECKING:
    from .memory import Memory
    from .scenario.read import Scenario

MORE = (("commands", "commands"), ("demo", "demos"), ("help", "help"))  # actions, and what the tab row calls them
LED = (
    "next",
    "back",
    "gates-next",
    "gates-back",
    "further",
    "nearer",
)  # what a demo's own keys stand for in its footer


def bindings_of(actions: Sequence[Action]) -> list[BindingType]:
    """The bindings of the keys of a table, those of demos and views among them."""
    return [
        Binding(GOES_ON, "perform('beat-next')", show=False, priority=True),  # only in a demo; else the next one counts
        Binding(",".join(SILENT), "unasked", show=False, priority=True),
        *(
            Binding(key, f"perform('{action.name}')", action.title, show=False, priority=True)
            for action in actions for key in action.keys
        ),
        *(Binding(key, f"perform('view {name}')", title, show=False, priority=True) for key, name, title in VIEWS),
    ]  # fmt: skip


class RnnApp(LeadsDemos, Acts):
    """`plain`: show only what can be seen without colour. `theme_name`: a palette's. `scenario`: the demo to play,
    from a beat; `at_start`: an action to begin with. `memory`: what is remembered from session to session; `notice`:
    what went wrong before the start. `still`: nothing moves by itself, for a picture. `served`: for a visitor from
    elsewhere, in a browser. `shows`: what the terminal can show."""

    CSS_PATH = "app.tcss"
    TITLE = "rnntui"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ACTIONS)

    def __init__(
        self, choices: Choices | None = None, view: str = "step", theme_name: str = "dark", plain: bool = False,
        scenario: Scenario | None = None, beat: int = 1, at_start: str = "", memory: Memory | None = None,
        notice: str = "", actions: tuple[Action, ...] = ACTIONS, served: bool = False, shows: Shows = EVERYTHING,
    ) -> None:  # fmt: skip
        super().__init__()
        self.viewing = Viewing(choices)
        if memory:  # before a demo takes hold of them
            self.viewing.networks = Networks(Shelf(memory.path.with_name("networks")))
        self.plain = plain or self.no_color or shows.plain
        self.animation_level = "none"
        self.view = view
        self.trainer, self.opener = Trainer(self.viewing), Opener(self)
        self.demo, self.clock = None, time.time
        self.memory, self.actions, self.served = memory, actions, served
        spell(actions, playing=False)
        if scenario:
            self._lead(scenario)
        self.mounted: Callable[[], None] = lambda: None  # called when there is a loop, before the first frame
        self.loaded: Callable[[], None] = lambda: None  # called when all views are there
        if notice:
            self.viewing.say(notice)
        elif memory and (memory.found.place or memory.found.later):
            self.viewing.say(memory.found.offer)
        elif view == "gates":
            self.viewing.hand.tell()
        self.typed: dict[str, str] = {}  # what was typed last into a dialog, by what it asked
        self._first_beat, self._at_start, self.still = beat, at_start, False
        self._theme_name = theme_name
        self._filters_of_ours = filters(shows, self.no_color)
        self._player: Timer | None = None
        self._pace: float | None = None
        self._poller: Timer | None = None
        self._stale = False

    def compose(self) -> ComposeResult:
        yield TabBar(VIEWS, MORE, self.view)
        yield ChipBar(id="chips")
        yield FileBar(id="of-file")
        with ContentSwitcher(initial=self.view, id="views"):
            yield StepView(id="step")
            if self.view != "step":
                yield self._made(self.view)
        yield Narration(id="telling")
        yield SentenceBar(id="sentence")
        yield KeyBar()
        yield Static(id="toosmall")

    def on_mount(self) -> None:
        self.mounted()
        for theme in themes():
            self.register_theme(theme)
        self.theme = PREFIX + self._theme_name
        self._poller = self.set_interval(0.1, self._poll, pause=True)
        self.viewing.changed = self._changed
        if self.demo:
            self.demo.begin(self._first_beat)
        if self._at_start:
            self.action_perform(self._at_start)
        self._show()
        self.call_after_refresh(self._load_the_rest)

    def _made(self, name: str) -> Widget:
        """Another view than the first, as it is when it is first needed."""
        from .views.others import OTHERS

        view = OTHERS[name](id=name)
        view.display = name == self.view  # the switcher hides only those that it begins with
        return view

    def _load_the_rest(self) -> None:
        """What other views import is there after the first frame; they themselves come when they are needed."""
        from .views import others

        assert others.OTHERS
        self.call_after_refresh(self.loaded)

    def _mount_view(self, name: str) -> None:
        if not self.screen_stack[0].query(f"#{name}"):
            self.screen_stack[0].query_one("#views", ContentSwitcher).mount(self._made(name))

    # Showing: many changes in one go are shown once.

    def _changed(self) -> None:
        if not self._stale:
            self._stale = True
            self.call_next(self._show)

    def _show(self) -> None:
        self._stale = False
        if not self.screen_stack:
            return  # the last change came after the end
        wanted = self.viewing.wanted if self.view in ONE else None  # only these views show trained networks
        wanted = wanted or (self.demo.wanted if self.demo else None)
        if wanted is not None and wanted in self._pending():
            wanted = None  # the queue of the Train view will come to it
        if self.trainer.keep_up(wanted) and self._poller:
            self._poller.resume()
        seen = self.viewing.seen
        bars = [w for kind in (TabBar, ChipBar, FileBar, SentenceBar, KeyBar) for w in self.screen_stack[0].query(kind)]
        for bar in bars:
            bar.show(seen)
        view = self.screen_stack[0].query_one(f"#{self.view}")
        if view.is_mounted:
            itself = self.view == "step" or getattr(view, "OF_FILES", False)
            view.show(seen if itself else seen.of_a_kind)  # type: ignore[attr-defined]
        else:
            self.call_after_refresh(self._changed)
        if self.demo:
            if self.demo.keep_up() and self._poller:
                self._poller.resume()
            self.demo.show()
        self._offer_keys()
        self._keep_pace(1.0 / seen.speed if seen.playing else None)

    def _offer_keys(self) -> None:
        pinned = self.viewing.other is not None
        playing = self.demo is not None
        keys = footer(self.actions, self.view, pinned, roomy(*self.size), very_roomy(*self.size), playing)
        if self.demo:
            later = [
                (key, word, name, weight + 1 + (name == "help")) for key, word, name, weight in keys if name not in LED
            ]
            keys = [*self.demo.keys, *later]
        self.screen_stack[0].query_one(KeyBar).offer(keys)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.call_next(self._show)  # by then the app's own size is the new one
        tiny = width < LEAST[0] or height < LEAST[1]
        self.screen_stack[0].set_class(tiny, "tiny")
        if tiny:
            needs = f"rnntui needs {LEAST[0]}×{LEAST[1]}.\nThis terminal has {width}×{height}."
            text = f"{needs}\nEnlarge it, or {shown('quit')} quits."
            self.screen_stack[0].query_one("#toosmall", Static).update(Content(text))

    def watch_theme(self) -> None:
        for widget in self.screen_stack[0].query(Painted) if self.screen_stack else ():
            widget.repaint()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What makes of colours and signs what the terminal has; Textual's own for NO_COLOR leaves greys."""
        return self._filters_of_ours if self.no_color else [*super().get_line_filters(), *self._filters_of_ours]

    def open_view(self, name: str) -> None:
        """Show a view. Raises BadInput for one that there is not."""
        names = [known for _, known, _ in VIEWS]
        if name not in names:
            raise BadInput(f"{name!r} is not a view; there are {', '.join(names)}", "view")
        check_view(name, self.viewing.choices)
        if name not in ("step", self.view) and self.viewing.playing:
            self.viewing.play(False)  # what plays is the Step view
        self.view = name
        self._mount_view(name)
        self.query_one("#views", ContentSwitcher).current = name
        self.query_one(TabBar).activate(name)
        if name == "step":
            self.viewing.say(sentences.at(self.viewing.seen))
        elif name == "gates":
            self.viewing.hand.tell()
        self._show()

    def open_dialog(self, name: str) -> None:
        """Open the help, the lists of subscribers and demos, the commands, the question for a period or a run."""
        if name == "commands":
            self.action_command_palette()
        else:
            from .dialogs import open_dialog  # late: no dialog is opened at the start

            open_dialog(self, name)

    def change_theme(self) -> None:
        """The next theme: dark, light, high contrast."""
        name = after(self.theme)
        self.theme = PREFIX + name
        self.viewing.say(f"The {name.replace('-', ' ')} theme.")

    def return_to_last(self) -> None:
        """Stand where the last session ended. Raises BadInput."""
        self.opener.last_place()

    def open_data(self, name: str) -> None:
        """Open a file of one's own, or the lesson's data again. Raises BadInput."""
        self.opener.open(name)

    def leave(self) -> None:
        """Leave the innermost thing: a demo, a training, the playing, the products, the focus, and at last what another
        view is at. Never quits."""
        if self.demo is not None:
            self.demo.leave()
        elif self._stop_check() or self.opener.stop() or self._view("leave") or self.trainer.cancel():
            pass
        elif self.viewing.playing:
            self.viewing.play(False)
        elif self.viewing.products:
            self.viewing.toggle_products()
        elif self.focused is not None:
            self.set_focus(None)
        elif not any(view.leave() for view in self.screen_stack[0].query(".working")):  # type: ignore[attr-defined]
            self.viewing.say("Nothing to leave. ⟨quit⟩ quits, ⟨help⟩ helps.")

    def next_runs(self) -> None:
        """More runs for the Reach view, or those that a stop has left out."""
        if not self._view("go_on"):
            self.viewing.next_runs()

    def _view(self, name: str) -> bool:
        """Ask the open view for something that not every view knows; whether it has done it."""
        asked = getattr(self.screen_stack[0].query_one(f"#{self.view}"), name, None)
        return asked is not None and bool(asked())

    def action_help_quit(self) -> None:
        """Ctrl+C: many try it."""
        self.viewing.say("⟨quit⟩ quits. Ctrl+C does nothing here.")

    def quit(self) -> None:
        """Close the app."""
        if self.demo:
            self.demo.close()
        self.exit()

    def on_unmount(self) -> None:
        self.trainer.quit()
        self.opener.drop()
        self.drop_check()

    def in_view(self, view: str, what: str, argument: str = "") -> None:
        """Something that only one of the views does, whether it is open or not. Raises BadInput."""
        self._mount_view(view)
        self.screen_stack[0].query_one(f"#{view}").do(what, argument)  # type: ignore[attr-defined]

    def _pending(self) -> frozenset[NetworkChoice]:
        """What the queue of the Train view is going to train."""
        found = self.screen_stack[0].query("#train")
        return getattr(found.first(), "pending", frozenset()) if found else frozenset()

    def next_panel(self) -> None:
        """Focus the next panel."""
        self.screen.focus_next()

    # Demos.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A demo's own keys mean something else, or nothing, where none plays; a dialog has keys of its own."""
        if action in ("perform", "unasked") and len(self.screen_stack) > 1:
            return False
        if action == "unasked":
            return self.demo is not None
        known = TABLE.get(str(parameters[0])) if action == "perform" and parameters else None
        if known is not None and known.demo:
            return self.demo is not None
        return known is None or not known.gives_way(self.view, self.actions)

    def open_weights(self, text: str) -> None:
        """Show a network from a file. Raises BadInput."""
        open_weights(self, text)

    # Playing and training.

    def _keep_pace(self, interval: float | None) -> None:
        """Play on at that interval, in seconds, or not at all."""
        if interval == self._pace or self.still:
            return
        self._pace = interval
        if self._player is not None:
            self._player.stop()
        self._player = self.set_interval(interval, partial(self.viewing.step, 1)) if interval else None

    def toggle_trained(self) -> None:
        """Untrained or trained; what is not trained yet is trained now."""
        if not self.trainer.cancel():
            toggle_trained(self.viewing)

    def _poll(self) -> None:
        """Ten times a second while a training runs, or a demo's table is computed."""
        running = [self.trainer.poll(stoppable=self.demo is None), self.demo is not None and self.demo.clerk.poll()]
        if not any(running) and self._poller is not None:
            self._poller.pause()
        self._changed()
