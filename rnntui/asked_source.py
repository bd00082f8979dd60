"""What is typed to open a CSV: its path, and after it what a command line would say of it. No Textual here.

mine.csv --features reading,temperature --scale 100 --tier 30 --marker -1
"""

from __future__ import annotations

import os
import re

from rnntui_engine.records import BadInput
from rnntui_engine.sequences import Source

from .shipped import file_or_shipped
from .text import clean

OPTIONS = ("features", "scale", "tier", "marker")
BEGIN = re.compile(r"\s--(?=[a-z]*(?:[\s=]|$))")


def path_in(text: str) -> str:
    """The path, or the name of a file that ships, that a text begins with."""
    text = text.strip()
    return _bare(text if os.path.exists(os.path.expanduser(text)) else BEGIN.split(text)[0].strip())


def source_of(text: str) -> Source:
    """The file that was typed, and how it is to be read. Raises BadInput for an option that is none, for one without a
    value and for a value that is no number, naming the option."""
    path = path_in(text)
    given: dict[str, float | tuple[str, ...]] = {}
    if not os.path.exists(os.path.expanduser(text.strip())):
        for part in BEGIN.split(text.strip())[1:]:
            name, value = _option(part)
            if name in given:
                raise BadInput(f"--{name} is said twice", name)
            given[name] = _columns(value) if name == "features" else _number(name, value)
    try:
        return Source(os.path.expanduser(file_or_shipped(path, "data")), **given)  # type: ignore[arg-type]
    except BadInput as problem:
        if problem.field in OPTIONS:
            raise BadInput(f"--{problem.field}: {problem}", problem.field) from None
        raise


def _bare(text: str) -> str:
    """Without the quotes that a terminal puts around a file that is dropped into it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _option(part: str) -> tuple[str, str]:
    name, _, value = re.sub(r"[\s=]+", " ", part.strip(), count=1).partition(" ")
    if name not in OPTIONS:
        raise BadInput(f"--{clean(name, 20)} is nothing to say of a CSV; there are --{', --'.join(OPTIONS)}", "data")
    if not value.strip():
        raise BadInput(f"--{name}: its value is missing", name)
    return name, value.strip()


def _columns(value: str) -> tuple[str, ...]:
    return tuple(clean(one).strip() for one in value.split(","))


def _number(name: str, value: str) -> float:
    try:
        return float(value.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise BadInput(f"--{name}: {clean(value, 20)!r} is not a number", name) from None
