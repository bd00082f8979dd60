"""A scenario as plain text, made to be heard: where each beat stands, its numbers, all that it says, its questions.

A question can be answered: `answer` gets what was chosen, and the truth is told after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..prose import Paragraph, Piece, text_of, wrap
from .heard import numbers_by, spoken, where
from .play import WIDTH, Networks, Scene, asked_of, told_of, truth_of
from .read import Scenario
from .template import kept_together

HOW = {2: "1 or 2", 3: "1, 2 or 3", 4: "1, 2, 3 or 4"}

Numbers = Callable[[Scene], Iterable[str]]  # sentences with the numbers of what is shown


@dataclass(frozen=True, eq=False)
class Narration:
    """Lines of text. `networks` holds every trained network that is shown; `notes`: what is for the speaker, too."""

    scenario: Scenario
    scenes: Sequence[Scene]
    networks: Networks
    notes: bool = False
    numbers: Numbers = lambda scene: ()

    def head(self) -> Iterator[str]:
        """The title, how long it takes, what it teaches."""
        scenario, count = self.scenario, len(self.scenario.beats)
        yield spoken(scenario.title)
        minutes = "1 minute" if scenario.minutes == 1 else f"{scenario.minutes} minutes"
        beats = "1 beat" if count == 1 else f"{count} beats"
        yield from _lines([f"{minutes}, {beats}. It teaches {scenario.teaches.rstrip('.')}."])

    def question(self, scene: Scene, answered: bool) -> Iterator[str]:
        """The question of a beat and its choices by number. `answered`: how to answer it, too."""
        asked = asked_of(self.scenario, scene, self.networks, aloud=True)
        yield f"{self._count(scene)} A question first."
        yield from _prose(asked.ask)
        for place, choice in enumerate(asked.choices, 1):
            yield from _prose((choice,), f"  {place}  ", "     ")
        if answered:
            how = HOW[len(asked.choices)]
            yield ""
            yield from _lines([f"Type {how} and Enter. Enter alone tells the answer; b goes back a beat, q ends."])

    def answer(self, scene: Scene, given: int | None = None) -> Iterator[str]:
        """The answer to the question of a beat, and whether `given`, counted from 1, is right."""
        asked = asked_of(self.scenario, scene, self.networks, aloud=True)
        truth = truth_of(self.scenario, scene, self.networks, aloud=True)
        if given is not None:
            right = "" if truth is None else ": right" if truth.right == given - 1 else ": not so"
            yield from _lines([f"You answered {given}{right}."], "  ")
        if truth is not None:
            chosen = text_of(asked.choices[truth.right]).strip().rstrip(".")
            yield from _lines([f"The answer is {truth.right + 1}: {chosen}."], "  ")
            yield from _prose(truth.say, "  ")

    def foot(self) -> Iterator[str]:
        """What can be done after the last beat, by whoever only hears it."""
        yield ""
        yield from _lines(["Keys that were named are those of the app. `rnntui step --help` says how to go on by ear."])

    def is_right(self, scene: Scene, given: int) -> bool:
        """Whether choice `given`, counted from 1, is the right one."""
        truth = truth_of(self.scenario, scene, self.networks)
        return truth is not None and truth.right == given - 1

    def told(self, scene: Scene, before: Scene | None) -> Iterator[str]:
        """Where a beat stands, by what was told before it, its numbers, and what it says."""
        if scene.beat.question is None:
            yield self._count(scene)
        yield from _lines([" ".join(where(scene, before))])
        yield ""
        yield from _prose(told_of(self.scenario, scene, self.networks, aloud=True))
        if self.notes and scene.beat.notes:
            yield from _lines([scene.beat.notes], "  Notes: ", "  ")
        numbers = [*self.numbers(scene)]
        if numbers and (before is None or numbers != [*self.numbers(before)]):
            yield ""
            yield from _lines([" ".join(("The numbers:", *numbers))])
        if command := numbers_by(scene, before):
            yield "All of them:" if numbers else "All its numbers:"
            yield command

    def _count(self, scene: Scene) -> str:
        return f"Beat {scene.beat.number} of {len(self.scenario.beats)}."


def _prose(paragraphs: Iterable[Paragraph], first: str = "", rest: str | None = None) -> Iterator[str]:
    yield from _lines([text_of(paragraph).replace("\n", " ") for paragraph in paragraphs], first, rest)


def _lines(paragraphs: Iterable[str], first: str = "", rest: str | None = None) -> Iterator[str]:
    """Paragraphs of plain text in lines of WIDTH, indented."""
    indent = rest if rest is not None else " " * len(first)
    filled = wrap([(Piece(kept_together(spoken(text))),) for text in paragraphs], WIDTH - max(len(first), len(indent)))
    for place, line in enumerate(filled):
        yield ((indent if place else first) + text_of(line)).rstrip()
