"""When each beat of a scenario should begin: its minutes, shared out by how much there is to say and to answer."""

from __future__ import annotations

from .read import Beat, Scenario
from .template import Field, Template

WORDS_A_MINUTE = 130  # read aloud in a lecture
LOOKING, ASKING = 15, 40  # words that one could have said while people look at a new beat, or think about a question


def starts(scenario: Scenario) -> tuple[float, ...]:
    """The minute, from the beginning, at which each beat should start; the last one's end is the scenario's minutes."""
    weights = [weight(beat) for beat in scenario.beats]
    every = scenario.minutes / sum(weights)
    return tuple(every * sum(weights[:place]) for place in range(len(weights)))


def minutes_needed(scenario: Scenario) -> float:
    """How long it takes to read everything aloud, and to look and answer, at WORDS_A_MINUTE."""
    return sum(map(weight, scenario.beats)) / WORDS_A_MINUTE


def weight(beat: Beat) -> int:
    """How long a beat takes, in words said."""
    templates = [beat.say]
    if beat.question is not None:
        templates += [beat.question.ask, beat.question.truth, *(choice.say for choice in beat.question.choices)]
    return LOOKING + (ASKING if beat.question else 0) + sum(map(_words, templates))


def _words(template: Template) -> int:
    parts = [part for parts in template.paragraphs for part, _ in parts]
    return len("".join("1" if isinstance(part, Field) else part for part in parts).split())


def minutes_in_words(minutes: float) -> str:
    """Whole minutes: "1 minute", "12 minutes"."""
    count = round(minutes)
    return f"{count} minute{'' if count == 1 else 's'}"
