"""Shares of a count, and how far they may be trusted."""

from __future__ import annotations

import math

Z95 = 1.959963984540054  # the normal distribution's 97.5 % quantile


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share successes / n (Wilson 1927). Without any observation it is all of 0 to 1."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = successes / n, Z95 * Z95
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return 0.0 if successes == 0 else centre - half, 1.0 if successes == n else centre + half
