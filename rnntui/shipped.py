"""Files that ship with the scenarios, by a name: own:days.csv. Nothing else of this machine can be reached by one."""

from __future__ import annotations

import difflib
import re
from importlib.resources import files
from pathlib import Path

from rnntui_engine.records import BadInput

from .text import clean

PREFIX = "own:"
NAME = re.compile(r"[a-z0-9][a-z0-9_.-]*", re.ASCII)  # no folder, and nothing that a folder could be reached by


def is_shipped(text: str) -> bool:
    """Whether a text is meant as the name of a file that ships."""
    return text.strip().startswith(PREFIX)


def there() -> dict[str, Path]:
    """Every file that ships, by its name without the prefix."""
    folder = Path(str(files("rnntui_scenarios"))) / "own"
    return {path.name: path for path in sorted(folder.iterdir()) if NAME.fullmatch(path.name)}


def path_of(text: str, field: str) -> Path:
    """The file of a name like own:days.csv. Raises BadInput, of that field, for a name that is none or none's."""
    name, found = text.strip().removeprefix(PREFIX), there()
    if name in found:
        return found[name]
    near = difflib.get_close_matches(name, found, 1, 0.5) if NAME.fullmatch(name) else []
    hint = f"did you mean {PREFIX}{near[0]}?" if near else f"there are {', '.join(PREFIX + one for one in found)}"
    raise BadInput(f"{clean(text.strip(), 60)!r} is no file that ships; {hint}", field)


def file_or_shipped(text: str, field: str) -> str:
    """The path of a file that ships where the text names one; else the text. Raises BadInput."""
    return str(path_of(text, field)) if is_shipped(text) else text


def spelled(path: str | Path) -> str:
    """How a command line names a file: those that ship by their names, others by the last part of their path."""
    place = Path(path)
    ships = any(place.name == name and place.resolve() == found.resolve() for name, found in there().items())
    return f"{PREFIX}{place.name}" if ships else place.name
