"""A scenario as plain text: everything it says, with the numbers filled in, its questions and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..prose import Paragraph, text_of, wrap
from .play import WIDTH, Networks, Scene, asked_of, told_of, truth_of
from .read import Scenario


def narrated(scenario: Scenario, scenes: Iterable[Scene], networks: Networks, notes: bool = False) -> Iterator[str]:
    """Lines. `networks` holds every trained network that is shown; `notes`: what is for the speaker, too."""
    count = len(scenario.beats)
    yield scenario.title
    minutes = "1 minute" if scenario.minutes == 1 else f"{scenario.minutes} minutes"
    beats = "1 beat" if count == 1 else f"{count} beats"
    yield from _lines([(f"{minutes}, {beats}. It teaches {scenario.teaches.rstrip('.')}.",)])
    for scene in scenes:
        beat = scene.beat
        yield ""
        if beat.question is not None:
            asked, truth = asked_of(scenario, scene, networks), truth_of(scenario, scene, networks)
            yield f"Beat {beat.number} of {count}. A question first."
            yield from _prose(asked.ask)
            for place, choice in enumerate(asked.choices, 1):
                yield from _prose((choice,), f"  {place}  ")
            if truth is not None:
                yield from _prose(truth.say, f"  The answer is {truth.right + 1}. ", "  ")
            yield ""
        else:
            yield f"Beat {beat.number} of {count}."
        yield from _prose(told_of(scenario, scene, networks))
        if notes and beat.notes:
            yield from _lines([(beat.notes,)], "  Notes: ", "  ")


def _prose(paragraphs: Iterable[Paragraph], first: str = "", rest: str | None = None) -> Iterator[str]:
    yield from _lines([tuple(text_of(paragraph).split("\n")) for paragraph in paragraphs], first, rest)


def _lines(paragraphs: Iterable[tuple[str, ...]], first: str = "", rest: str | None = None) -> Iterator[str]:
    """Paragraphs of plain text in lines of WIDTH, indented."""
    from ..prose import Piece

    indent = rest if rest is not None else " " * len(first)
    filled = wrap([(Piece(" ".join(paragraph)),) for paragraph in paragraphs], WIDTH - max(len(first), len(indent)))
    for place, line in enumerate(filled):
        yield ((indent if place else first) + text_of(line)).rstrip()
