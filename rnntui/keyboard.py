"""How keys are called and printed. A text names a key by its action, "⟨pin⟩ pins", and `spelled` puts the key in.

So a person who has bound an action to another key reads of that key everywhere. The action table fills this in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

NAMED = re.compile(r"⟨([a-z-]+)⟩")
PRINTED = {
    "space": "Space", "right": "→", "left": "←", "up": "↑", "down": "↓", "home": "Home", "end": "End", "tab": "Tab",
    "enter": "Enter", "escape": "Esc", "pagedown": "PgDn", "pageup": "PgUp", "insert": "Ins", "delete": "Del",
    "backspace": "Backspace",
    "plus": "+", "equals_sign": "=", "minus": "−", "greater_than_sign": ">", "less_than_sign": "<",
    "right_square_bracket": "]", "left_square_bracket": "[", "question_mark": "?", "full_stop": ".", "comma": ",",
    "slash": "/", "colon": ":", "semicolon": ";", "exclamation_mark": "!", "at": "@", "number_sign": "#",
    "dollar_sign": "$", "percent_sign": "%", "ampersand": "&", "asterisk": "*", "underscore": "_", "tilde": "~",
    "left_parenthesis": "(", "right_parenthesis": ")", "apostrophe": "'", "quotation_mark": '"', "vertical_line": "|",
    "circumflex_accent": "^", "grave_accent": "`", "backslash": "\\", "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}  # fmt: skip
CALLED = {glyph: name for name, glyph in PRINTED.items()} | {"-": "minus"}

STOPS = re.compile(r"[.,;] ⟨leave⟩ stops(?: it| them)?(?:, what is done stays)?(?=[.,]|$)")

_keys: dict[str, tuple[str, ...]] = {}
_led: list[bool] = [False]  # whether a demo plays: there the key that leaves stops no work


def know(keys: Mapping[str, Sequence[str]], led: bool = False) -> None:
    """From now on these are the keys of the actions; an action that has none is called from the palette. `led`: a demo
    plays, which is what the key that leaves then leaves."""
    _keys.update({name: tuple(printed(key) for key in bound) or ("^p",) for name, bound in keys.items()})
    _led[0] = led


def shown(action: str, place: int = 0) -> str:
    """How a key of an action is printed, its first one unless another place is asked for."""
    return _keys[action][place]


def spelled(text: str) -> str:
    """The text with its keys put in, and in a demo without what a key does not do there."""
    text = STOPS.sub("", text) if _led[0] else text
    return NAMED.sub(lambda found: shown(found[1]), text)


def printed(key: str) -> str:
    """How a key is printed: Space, →, ctrl+n, F2."""
    return PRINTED.get(key, key.upper() if re.fullmatch(r"f\d+", key) else key)


def called(key: str) -> str | None:
    """Textual's name of a key that a person has written: "+", "space", "ctrl+n"; None for what is none."""
    if len(key) == 1 and key.isascii() and key.isalnum():
        return key
    if key in CALLED:
        return CALLED[key]
    low = key.lower()
    if low in PRINTED or re.fullmatch(r"f([1-9]|1[0-2])|ctrl\+[a-z]|(ctrl|shift)\+(up|down|left|right|home|end)", low):
        return low
    return next((name for glyph, name in CALLED.items() if glyph.lower() == low), None)
