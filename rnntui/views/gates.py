"""The Gates view: a unit's memory over some steps, its gates driven by hand."""

from __future__ import annotations

from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Show

from rnntui_engine.by_hand import TEXTBOOK
from rnntui_engine.records import BadInput

from ..gates_file import read_gates, save_gates
from ..seen import Seen
from ..text import clean
from ..widgets.hand_equation import HandEquationPanel
from ..widgets.hand_memory import HandMemoryPanel
from ..widgets.hand_panel import HandPanel
from ..widgets.hand_tracks import HandTracksPanel
from .step import very_roomy
from .working import WorkingView


class GatesView(WorkingView):
    """Lays out the panels and hands each the present moment. Nothing here takes time, so there is no job."""

    HELP = HandTracksPanel.HELP

    def __init__(self, **options: str | None) -> None:
        super().__init__(**options)
        self._seen: Seen | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="hand"):
            with Vertical(id="hand-steps"):
                yield HandTracksPanel(id="hand-tracks")
                yield HandMemoryPanel(id="hand-memory")
            yield HandEquationPanel(id="hand-equation")

    def show(self, seen: Seen) -> None:
        """Show this moment in every panel."""
        self._seen = seen
        if not self.display:
            return
        self.set_class(seen.lit == HandEquationPanel.NAME, "lit-equation")
        for panel in self.query(HandPanel):
            panel.show(seen)

    def on_show(self, event: Show) -> None:
        """It has come on the screen."""
        if self._seen is not None:
            self.show(self._seen)

    def do(self, what: str, argument: str) -> None:
        """Save the gates, or load others. Raises BadInput, and then nothing has changed."""
        hand = self.app.viewing.hand  # type: ignore[attr-defined]
        if what == "load" and argument == "textbook":
            hand.load(TEXTBOOK, "")
        elif what == "load":
            path = _path(argument)
            hand.load(read_gates(path), path.name)
        else:
            path = _path(argument)
            path = path if path.suffix or not path.name else path.with_name(f"{path.name}.csv")
            save_gates(hand.place.gates, path)
            count = hand.place.gates.steps
            self.app.viewing.say(f"Saved {clean(path.name)}, {count} steps.")  # type: ignore[attr-defined]

    def fit(self) -> None:
        self.set_class(very_roomy(self.app.size.width, self.app.size.height), "large")
        self.set_class(self.size.width < 76, "narrow")
        self.set_class(self.size.height < 12, "low")


def _path(name: str) -> Path:
    """The path that a person has typed; ~ is their home where it can be found. Raises BadInput for none."""
    if "\0" in name:
        raise BadInput(f"{clean(name)} is not a name of a file", "gates")
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)
