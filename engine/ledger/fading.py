"""Claims on the untrained network: how much of the first step is left, and whether it can be read back."""

from __future__ import annotations

from itertools import pairwise

from ..measures import per_step_factor
from ..readings import LENGTHS, TEST
from ..shares import wilson
from .common import AS_PUBLISHED, DIFFERS, RUNS, Bench, Finding, Published, claim, compared


def differences(bench: Bench, run: int) -> list[float]:
    """The mean difference of the hidden state at each length."""
    return [bench.decay(run, length).differences[0] for length in LENGTHS]


@claim("trace", AS_PUBLISHED)
def trace(bench: Bench, said: Published) -> Finding:
    """Over all 500 subscribers."""
    return compared(said, {f"k{run}": differences(bench, run) for run in RUNS})


@claim("factors", AS_PUBLISHED)
def factors(bench: Bench, said: Published) -> Finding:
    """The per-step factor between neighbouring lengths."""
    pairs = pairwise(zip(LENGTHS, differences(bench, 1), strict=True))
    return compared(said, [per_step_factor(now, before, t - s) for (s, before), (t, now) in pairs])


@claim("readback", AS_PUBLISHED)
def readback(bench: Bench, said: Published) -> Finding:
    """The nearest centre's accuracy on the test subscribers."""
    return compared(said, {f"k{run}": [bench.decay(run, t).nearest for t in LENGTHS] for run in RUNS})


@claim("under-one-percent", AS_PUBLISHED)
def under_one_percent(bench: Bench, said: Published) -> Finding:
    """The published figure is a bound."""
    k1, k2 = (differences(bench, run)[-1] / differences(bench, run)[0] for run in RUNS)
    return Finding(k1, k1 < said.figure, f"{100 * k1:.2f} % in run k1; {100 * k2:.2f} % in run k2")


@claim("one-fourteenth", AS_PUBLISHED)
def one_fourteenth(bench: Bench, said: Published) -> Finding:
    """As a whole number of times."""
    k1, k2 = (differences(bench, run)[-1] for run in RUNS)
    return compared(said, k1 / k2)


def found_by(bench: Bench, share: float) -> bool:
    """Does a reader of that accuracy find the marker: does its 95 % interval lie above the larger class's share?"""
    marked = int(bench.lesson.marked[bench.lesson.test].sum())
    return wilson(round(share * TEST), TEST)[0] > max(marked, TEST - marked) / TEST


@claim("no-reader", DIFFERS)
def no_reader(bench: Bench, said: Published) -> Finding:
    """Both readers, both runs: one that finds the marker is enough to refute it."""
    lengths = (10, 12)
    ours: dict[str, list[float]] = {}
    for run in RUNS:
        measured = [bench.decay(run, length) for length in lengths]
        ours[f"k{run}_nearest_centre"] = [m.nearest for m in measured]
        ours[f"k{run}_linear"] = [m.linear for m in measured]
    found, blind = [], []
    for reader, shares in ours.items():
        run_name, _, kind = reader.partition("_")
        words = f"{kind.replace('_', ' ')} reader in {run_name}"
        hits = [f"{share:.3f} at T = {t}" for t, share in zip(lengths, shares, strict=True) if found_by(bench, share)]
        if hits:
            found.append(f"the {words} finds it ({', '.join(hits)})")
        else:
            blind.append(words)
    return Finding(ours, not found, "; ".join([*found, *(f"the {words} does not" for words in blind)]))
