"""Opening a network from a file in the app: what was typed, and the question which of several modules it shall be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rnntui_engine.loaded import NONLINEARITIES, load
from rnntui_engine.records import BadInput

from .own_network import show
from .shipped import is_shipped, path_of

if TYPE_CHECKING:
    from .app import RnnApp


def open_weights(app: RnnApp, text: str) -> None:
    """Show the network of a file: its path, and after it tanh or relu for an nn.RNN. Raises BadInput."""
    path, nonlinearity = parsed(text)
    try:
        show(app.viewing, load(path, None, nonlinearity))
    except BadInput as problem:
        if problem.field != "module":
            raise
        from .dialogs.modules import ModuleList

        def answer(module: str | None) -> None:
            if module is not None:
                app.attempt(lambda: show(app.viewing, load(path, module, nonlinearity)))

        app.push_screen(ModuleList(path), answer)


def parsed(text: str) -> tuple[Path, str]:
    """The path that was typed, with ~ for the home folder, and the nonlinearity after it; or the file that ships under
    a name like own:first.safetensors. Raises BadInput for one that there is not."""
    text = text.strip()
    if is_shipped(text):
        return path_of(text, "weights"), ""
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
