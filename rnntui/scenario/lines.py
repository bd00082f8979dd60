"""Which line of a TOML file something stands in: tomllib does not say, and an error without a line helps nobody."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

# What may hold what looks like a key but is none: strings of every kind, and comments.
OPAQUE = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)  # fmt: skip
BEAT = re.compile(r"\s*\[\[\s*beat\s*\]\]")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+)(?:\.[A-Za-z0-9_-]+)*\s*=")
TABLE = re.compile(r"\s*\[\s*beat\s*\.\s*([A-Za-z0-9_-]+)\s*\]")


@dataclass(frozen=True)
class _Entry:
    """A key of a beat, counted from 1, or of the head, 0; the header of a beat has no key."""

    beat: int
    key: str
    line: int


class Lines:
    """The lines of a file that tomllib has read."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        bare = OPAQUE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
        self.entries = [_Entry(0, "", 1)]
        beat = 0
        for line, content in enumerate(bare.split("\n"), 1):
            if BEAT.match(content):
                beat += 1
                self.entries.append(_Entry(beat, "", line))
            elif found := TABLE.match(content) or KEY.match(content):
                self.entries.append(_Entry(beat, found[1], line))

    def of(self, beat: int, key: str = "", text: str = "") -> int:
        """The line of a beat's key, or of a text that stands in its value; the nearest that can be told."""
        same_beat = [place for place, entry in enumerate(self.entries) if entry.beat == beat]
        if not same_beat:
            return self.of(0, "beat") if beat else 1
        place = next((p for p in same_beat if self.entries[p].key == key), same_beat[0])
        first = self.entries[place].line
        end = self.entries[place + 1].line if place + 1 < len(self.entries) else len(self.lines) + 1
        if text:  # in the value of the key, else anywhere in the beat: a table within it has keys of its own
            after = same_beat[-1] + 1
            last = self.entries[after].line if after < len(self.entries) else len(self.lines) + 1
            for line in chain(range(first, end), range(end, last), range(self.entries[same_beat[0]].line, first)):
                if text in self.lines[line - 1]:
                    return line
        return first
