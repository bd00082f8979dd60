"""The ledger: each published claim computed again, its figure beside ours, and whether it stands.

A claim is a function in one of the modules here; what was published stands in `published.json`.
Nothing of ours is written down here: every figure of a row, also those in its reason, is computed when the row is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import airline, fading, far, flow, learning, lesson_data
from .common import (
    AS_PUBLISHED,
    CHAOTIC,
    CLAIMS,
    DIFFERS,
    FAILED,
    FULL_FEW_RUNS,
    FULL_RUNS,
    FULL_SEEDS,
    FULL_TRIALS,
    MEASURED,
    Bench,
    Claim,
    Published,
    Report,
    Row,
    published_figures,
)


def check(
    full: bool = False, report: Report | None = None, published: Mapping[str, Published] | None = None
) -> Iterator[Row]:
    """Compute every claim, in the order of published.json.

    `full`: as many trials and runs as a lecture would want; `report(done, total)` hears how far it is; `published`
    replaces the figures of published.json.
    """
    figures = published_figures() if published is None else published
    bench = Bench(FULL_TRIALS, FULL_RUNS, report, FULL_FEW_RUNS, full, FULL_SEEDS) if full else Bench(report=report)
    for name, said in figures.items():
        yield CLAIMS[name].row(bench, said)


__all__ = [
    "AS_PUBLISHED", "CHAOTIC", "CLAIMS", "DIFFERS", "FAILED", "MEASURED", "Bench", "Claim", "Published", "Report",
    "Row", "airline", "check", "fading", "far", "flow", "learning", "lesson_data", "published_figures",
]  # fmt: skip
