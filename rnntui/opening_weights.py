"""Opening a network from a file in the app: what was typed, and the question which of several modules it shall be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rnntui_engine.loaded import NONLINEARITIES, load
from rnntui_engine.records import BadInput

if TYPE_CHECKING:
    from .app import RnnApp


def open_weights(app: RnnApp, text: str) -> None:
    """Show the network of a file: its path, and after it tanh or relu for an nn.RNN. Raises BadInput."""
    path, nonlinearity = parsed(text)
    try:
        stack = load(path, app.asked_module, nonlinearity)
    except BadInput as problem:
        if problem.field == "module" and app.asked_module is None:
            from .dialogs.modules import ModuleList

            app.push_screen(ModuleList(path), lambda module: _again(app, text, module))
            return
        raise
    app.viewing.show_file(stack)


def _again(app: RnnApp, text: str, module: str | None) -> None:
    if module is None:
        return
    app.asked_module = module
    try:
        app.action_perform(f"weights {text}")
    finally:
        app.asked_module = None


def parsed(text: str) -> tuple[Path, str]:
    """The path that was typed, with ~ for the home folder, and the nonlinearity after it."""
    text = text.strip()
    name, _, last = text.rpartition(" ")
    path = _expanded(text)
    if name and last in NONLINEARITIES and not path.exists():
        return _expanded(name.strip()), last
    return path, ""


def _expanded(text: str) -> Path:
    for quote in "\"'":
        if len(text) > 1 and text[0] == text[-1] == quote:  # as a terminal writes a file that is dropped into it
            text = text[1:-1]
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)
