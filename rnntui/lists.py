"""Lists of runs and lengths as people write them: k1,k2 or 1-100, 2,4,12 or 2-12."""

from __future__ import annotations

import re

MOST = 100_000  # numbers in one list


def run_number(text: str) -> int:
    """N of "kN" or "N". Raises ValueError."""
    match = re.fullmatch(r"\s*k?([0-9]{1,9})\s*", text)
    if match is None:
        raise ValueError(f"{text!r} is not a run like k1")
    return int(match[1])


def runs(text: str) -> tuple[int, ...]:
    """ "k1,k2", "1-100", "k1,5-7": run numbers in the order given. Raises ValueError."""
    return _numbers(text, "k?", "a run like k1", "1-100")


def lengths(text: str) -> tuple[int, ...]:
    """ "2,4,12" or "2-12": lengths in the order given. Raises ValueError."""
    return _numbers(text, "", "a length like 12", "2-12")


def seeds(text: str) -> tuple[int, ...]:
    """ "0,3" or "0-29": seeds in the order given. Raises ValueError."""
    return _numbers(text, "", "a seed like 0", "0-29")


def seed_count(text: str) -> int:
    """How many seeds from 0 on: "30", or "0-29" as a table takes them. Raises ValueError."""
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        return int(text)
    try:
        found = seeds(text)
    except ValueError:
        found = ()
    if not found or found != tuple(range(len(found))):
        raise ValueError(f"{text!r} is neither a number of seeds like 30 nor a range from 0 on like 0-29")
    return len(found)


def _numbers(text: str, prefix: str, what: str, example: str) -> tuple[int, ...]:
    """Numbers and ranges of them, separated by commas; none twice."""
    found: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(rf"\s*{prefix}([0-9]{{1,9}})(?:\s*-\s*{prefix}([0-9]{{1,9}}))?\s*", part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is neither {what} nor a range like {example}")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"{part.strip()!r} runs backwards; the smaller number comes first")
        if len(found) + last - first >= MOST:
            raise ValueError(f"{part.strip()!r} makes more than {MOST} numbers")
        for number in range(first, last + 1):
            if number in found:
                raise ValueError(f"{number} is listed twice")
            found[number] = None
    return tuple(found)
