"""A demo as plain text that somebody answers: at a terminal a beat at a time, from a pipe a line for each question."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING

from rnntui.text import clean

from .terminal import is_terminal

if TYPE_CHECKING:
    from rnntui.scenario.plain import Narration
    from rnntui.scenario.play import Scene

BACK, QUIT = ("b", "back"), ("q", "quit")
GO_ON = "Enter goes on, b and Enter goes back a beat, q and Enter ends."
END = "Enter ends, b and Enter goes back a beat."
LEFT = -(10**6)  # as far to go as ends it
LONGEST = 10_000  # characters of a line

Listen = Callable[[], str | None]


def listener() -> Listen:
    """What gives the next line of whoever answers; None where nobody does, or no more."""
    stdin = sys.stdin
    if stdin is None or stdin.closed or (is_terminal(stdin) and not is_terminal(sys.stdout)):
        return lambda: None

    def line() -> str | None:
        try:
            found = stdin.readline(LONGEST)
        except (OSError, UnicodeDecodeError):  # nothing that could be an answer
            return None
        return clean(found).strip().lower() if found else None

    return line


class Told:
    """A demo that is told to somebody. `waits`: after each beat, too, until they want to go on."""

    def __init__(self, narration: Narration, listen: Listen, waits: bool) -> None:
        self.narration, self.listen, self.waits = narration, listen, waits
        self.given: dict[int, int] = {}  # by the beat; 0 where the answer was only to be told
        self._before: Scene | None = None

    def pieces(self) -> Iterator[str]:
        """The text; each piece is given before the line that it asks for is waited for."""
        scenes = self.narration.scenes
        yield _text(self.narration.head())
        at = 0
        while 0 <= at < len(scenes):
            at += yield from self._beat(at)
        if at >= len(scenes):
            yield _text(self.narration.foot())
        answered = {at: given for at, given in self.given.items() if given}
        if answered:
            right = sum(self.narration.is_right(scenes[at], given) for at, given in answered.items())
            yield f"\n{right} of {len(answered)} answers {'was' if len(answered) == 1 else 'were'} right.\n"

    def _beat(self, at: int) -> Generator[str, None, int]:
        """One beat; gives how far to go from there."""
        scene, last = self.narration.scenes[at], at == len(self.narration.scenes) - 1
        if scene.beat.question is not None:
            yield _text(["", *self.narration.question(scene, self.waits and at not in self.given)])
            while at not in self.given:
                said = self._heard()
                if said in BACK and at:
                    return -1
                if said in QUIT:
                    return LEFT
                choices = len(scene.beat.question.choices)
                if not said:
                    self.given[at] = 0
                elif said.isascii() and said.isdigit() and 1 <= int(said) <= choices:
                    self.given[at] = int(said)
                else:
                    yield f"  {said} is not a choice from 1 to {choices}.\n"
            yield _text([*self.narration.answer(scene, self.given[at] or None), ""])
        else:
            yield "\n"
        yield _text(self.narration.told(scene, self._before))
        self._before = scene
        if not self.waits:
            return 1
        yield f"\n{END if last else GO_ON}\n"
        said = self._heard()
        if said in QUIT:
            return LEFT
        return -1 if said in BACK and at else 0 if said in BACK else 1

    def _heard(self) -> str | None:
        said = self.listen()
        if said is None:
            self.listen, self.waits = (lambda: None), False
        return said


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
