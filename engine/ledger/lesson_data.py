"""Claims on the lesson's data and on the size of its network."""

from __future__ import annotations

from ..networks import initial
from ..readings import LENGTHS, SUBSCRIBERS
from ..records import NetworkChoice
from .common import AS_PUBLISHED, Bench, Finding, Published, claim, compared


@claim("marker-rate", AS_PUBLISHED)
def marker_rate(bench: Bench, said: Published) -> Finding:
    """Marked subscribers among all 500."""
    return compared(said, int(bench.lesson.marked.sum()) / SUBSCRIBERS)


@claim("parameters", AS_PUBLISHED)
def parameters(bench: Bench, said: Published) -> Finding:
    """The numbers counted in the arrays of a network of each length."""
    counts = [initial(NetworkChoice(length=length)).parameters for length in LENGTHS]
    return compared(said, counts[0] if len(set(counts)) == 1 else counts)


@claim("baselines", AS_PUBLISHED)
def baselines(bench: Bench, said: Published) -> Finding:
    """The larger class of the test set."""
    return compared(said, [bench.lesson.baseline(length) for length in LENGTHS])


@claim("positives", AS_PUBLISHED)
def positives(bench: Bench, said: Published) -> Finding:
    """The label 1 in the test set."""
    return compared(said, [bench.lesson.positives(length) for length in LENGTHS])


@claim("example", AS_PUBLISHED)
def example(bench: Bench, said: Published) -> Finding:
    """Searched for in split order, not looked up."""
    subscriber = bench.lesson.example()
    return compared(said, {"subscriber": subscriber, "readings": bench.lesson.readings_of(subscriber).tolist()})
