"""What a person has set in the configuration file: the theme, and other keys for actions.

theme = "light"

[keys]
next = ["space", "j"]
pin = "f2"
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rnntui_engine.records import BadInput

from .actions import TABLE
from .keyboard import called
from .palette import PALETTES
from .text import clean

LONGEST = 100_000  # bytes
KEPT = ("leave", "help", "quit")  # without these a person could be lost


@dataclass(frozen=True)
class Settings:
    """`theme`: one of PALETTES, or none; `keys`: Textual's names of the keys of the actions that are bound anew."""

    theme: str = ""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def folder(kind: str) -> Path:
    """The folder of the configuration ("config") or of what is remembered ("state"), by the platform's customs."""
    given = os.environ.get(f"RNNTUI_{kind.upper()}_DIR")
    if given:
        return Path(given)
    import platformdirs

    find = platformdirs.user_config_dir if kind == "config" else platformdirs.user_state_dir
    return Path(find("rnntui", appauthor=False))


def settings_file() -> Path:
    """Where the configuration is looked for."""
    return folder("config") / "config.toml"


def read_settings(path: Path) -> Settings:
    """The settings of a file; none where there is no file. Raises BadInput with the file, the line and the field."""
    try:
        if not path.exists():
            return Settings()
        if not path.is_file():
            raise BadInput(f"{clean(str(path))} is not a file")
        if path.stat().st_size > LONGEST:
            raise BadInput(f"{clean(str(path))} has over {LONGEST} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "is not UTF-8"
        raise BadInput(f"{clean(str(path))}: {reason}") from None
    import tomllib  # most people have no such file

    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"{clean(str(path))}: {clean(str(problem)) or 'nested too deeply'}") from None
    try:
        return _settings(found)
    except BadInput as problem:
        raise BadInput(f"{clean(str(path))}, line {_line(text, problem.field)}: {problem}", problem.field) from None


def _settings(found: Mapping[str, object]) -> Settings:
    for name in found:
        if name not in ("theme", "keys"):
            raise BadInput(f"{clean(name)} is not a setting; there are theme and keys", name)
    theme, keys = found.get("theme", ""), found.get("keys", {})
    if theme and theme not in PALETTES:
        raise BadInput(f"theme is one of {', '.join(PALETTES)}, not {clean(repr(theme))}", "theme")
    if not isinstance(keys, dict):
        raise BadInput("keys is a table of actions and their keys", "keys")
    bound: dict[str, tuple[str, ...]] = {}
    owners: dict[str, str] = {}
    for action, value in keys.items():
        bound[action] = _keys_of(action, value)
        for key in bound[action]:
            if key in owners:
                raise BadInput(f"{key} is given to {owners[key]} and to {action}", action)
            owners[key] = action
    for name in KEPT:
        taken = [key for key in TABLE[name].keys if key in owners and owners[key] != name]
        if name not in bound and len(taken) == len(TABLE[name].keys):
            raise BadInput(f"{taken[0]} is the key of {name}; give {name} another one first", owners[taken[0]])
    return Settings(str(theme), bound)


def _keys_of(action: str, value: object) -> tuple[str, ...]:
    known = TABLE.get(action)
    if known is None:
        near = difflib.get_close_matches(action, TABLE, 1)
        raise BadInput(f"{clean(action)} is not an action{f'; did you mean {near[0]}?' if near else ''}", action)
    if known.takes and not known.keys:
        raise BadInput(f"{action} needs something after it and cannot have a key", action)
    if known.name in ("panel", "commands"):
        raise BadInput(f"{action} keeps its key, {known.shown}", action)
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise BadInput(f'{action} takes a key or a list of keys, like "j" or ["space", "f2"]', action)
    keys = []
    for name in names:
        key = called(name)
        if key is None or key in ("tab", "ctrl+c", "ctrl+p", "ctrl+q") or key.isdigit():
            raise BadInput(f"{clean(repr(name))} is not a key that can be bound", action)
        keys.append(key)
    return tuple(dict.fromkeys(keys))


def _line(text: str, field: str) -> int:
    """The line on which a field stands, as near as can be told."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().strip('"[').startswith(field) and field:
            return number
    return 1
