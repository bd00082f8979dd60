"""The speaker's page: the notes of the beat that a demo is at, what comes next, and the minutes. Plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..prose import Piece, text_of, wrap
from .running import Running
from .timing import minutes_in_words

WIDTH = 78


def page(running: Running, now: float) -> str:
    """What a speaker sees at a moment, in seconds since 1970."""
    elapsed = max(0.0, now - running.started) / 60
    lines = [running.title, f"Beat {running.beat} of {running.beats}. {minutes(running, elapsed)}", ""]
    lines += _wrapped(running.notes or "No notes for this beat.")
    if running.answer:
        lines += ["", *_wrapped(f"The right answer: {running.answer}")]
    lines += ["", *_wrapped(f"{'It asks' if running.asks else 'It says'}: {running.says}"), ""]
    lines += _wrapped(f"Next: {running.coming}" if running.coming else "This is the last beat.")
    if running.score:
        lines += ["", *_wrapped(running.score)]
    return "\n".join(lines) + "\n"


def minutes(running: Running, elapsed: float) -> str:
    """Whole minutes gone and planned, and whether that is early or late; a beat may take as long as it is given."""
    first, last = running.starts
    gone = f"{minutes_in_words(int(elapsed))} gone of {minutes_in_words(running.minutes)}"
    if elapsed > last + 1:
        return f"{gone}; {minutes_in_words(elapsed - last)} late."
    if elapsed < first - 1:
        return f"{gone}; {minutes_in_words(first - elapsed)} early."
    return f"{gone}; in time."


def follow(
    look: Callable[[], Running | None], clock: Callable[[], float], waiting: str, rest: Callable[[], bool]
) -> Iterator[str]:
    """The speaker's page whenever it changes; `waiting` where no demo plays. `look` says what plays; `rest` waits a
    moment and says whether to go on."""
    shown = None
    while True:
        found = look()
        now = page(found, clock()) if found is not None else waiting
        if now != shown:
            shown = now
            yield now
        if not rest():
            return


def _wrapped(text: str) -> list[str]:
    paragraphs = [(Piece(" ".join(part.split())),) for part in text.split("\n\n")]
    return [text_of(line) for line in wrap(paragraphs, WIDTH)]
