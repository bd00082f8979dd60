"""SARIMA (0,1,1)(0,1,1,12), the airline model (Box and Jenkins 1970), from statsmodels.

    (1 − B)(1 − B¹²) y_t = (1 + θ B)(1 + Θ B¹²) ε_t,   y the logs, B y_t = y_(t−1), ε ~ N(0, σ²)

Fitted on the months before the test and then only filtered forward: its three coefficients never see a test month.
statsmodels is not of this project's own arithmetic, so these figures are not pinned to the bit.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..records import Array, BadInput, read_only
from .problem import TEST, Problem
from .series import YEAR

NAME = "sarima"
ORDER, SEASONAL = (0, 1, 1), (0, 1, 1, YEAR)
LEAST = 2 * YEAR + 2  # months to fit on: thirteen are lost to the differences
HOW_TO_GET_IT = "pip install 'rnntui[forecast]'"
HOW_TO_MEND_IT = "pip install --force-reinstall 'rnntui[forecast]'"
LONGEST_REASON = 100  # characters of what an import said


@dataclass(frozen=True)
class Coefficient:
    """An estimated number with its standard error: `name` as in the equation above."""

    name: str
    value: float
    error: float


@dataclass(frozen=True, eq=False)
class Sarima:
    """The fitted model's forecasts of the test months: `logs`, `low` and `high` (24,), the 95 % band of each; its
    coefficients, and the seconds that the fit took."""

    logs: Array
    low: Array
    high: Array
    coefficients: tuple[Coefficient, ...]
    seconds: float

    def in_words(self, errors: bool = True) -> str:
        """The coefficients to three digits and, where one was found, the standard error of each to two."""
        return ", ".join(
            f"{one.name} {one.value:.3g}{f' ± {one.error:.2g}' if errors and math.isfinite(one.error) else ''}"
            for one in self.coefficients
        ).replace("-", "−")

    def inside(self, truth: Array) -> int:
        """How many of the true logs (24,) lie within the band."""
        return int(((self.low < truth) & (truth < self.high)).sum())


def available() -> bool:
    """Is statsmodels installed? Whether it also imports is known only once it is asked to: see `prepare`."""
    return importlib.util.find_spec("statsmodels") is not None


def prepare() -> None:
    """Import statsmodels, which takes a second.

    Raises BadInput where it is not installed, or is and does not import.
    """
    try:
        if not available():
            raise BadInput(f"SARIMA needs statsmodels: {HOW_TO_GET_IT}", "model")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            importlib.import_module("statsmodels.tsa.statespace.sarimax")
    except BadInput:
        raise
    except Exception as trouble:  # a broken install raises anything: ImportError, OSError, numpy's ValueError
        raise BadInput(
            f"SARIMA needs statsmodels, which does not import ({_in_a_line(trouble)}): {HOW_TO_MEND_IT}", "model"
        ) from None


def _in_a_line(trouble: Exception) -> str:
    """What an import said, without line breaks or anything else that does not print."""
    said = "".join(letter if letter.isprintable() else " " for letter in f"{type(trouble).__name__}: {trouble}")
    return " ".join(said.split())[:LONGEST_REASON].rstrip(" :")


def fit(problem: Problem) -> Sarima:
    """Fit on the training months, filter forward, forecast `problem.horizon` months from each origin.

    Raises BadInput where statsmodels is not installed, does not import, or fits nothing.
    """
    prepare()
    if problem.first < LEAST:
        raise BadInput(f"SARIMA needs {LEAST} months to fit on, not {problem.first}", "series")
    with _quiet():
        try:
            fitted, seconds = _fitted(tuple(problem.logs[: problem.first].tolist()))
            errors = fitted.bse
            parts = [_ahead(fitted, problem, int(origin)) for origin in problem.origins]
        except (ValueError, np.linalg.LinAlgError) as trouble:
            raise BadInput(f"SARIMA could not be fitted: {trouble}", "series") from None
    logs, low, high = (read_only(np.concatenate(column)) for column in zip(*parts, strict=True))
    names = ("θ", "Θ", "σ²")
    coefficients = tuple(
        Coefficient(name, float(value), float(error))
        for name, value, error in zip(names, fitted.params, errors, strict=True)
    )
    return Sarima(logs, low, high, coefficients, seconds)


@lru_cache(maxsize=4)
def _fitted(logs: tuple[float, ...]) -> tuple[Any, float]:
    """statsmodels' result for these months, and the seconds that it took. The horizon changes nothing about it."""
    from statsmodels.tsa.statespace.sarimax import SARIMAX

    begun = time.perf_counter()
    model: Any = SARIMAX(np.array(logs), order=ORDER, seasonal_order=SEASONAL)
    # The default search ends so early that the last bits of the logs decide where.
    # Said to it as well: what keeps warnings quiet is the whole process's, and another thread may undo it meanwhile.
    return model.fit(disp=0, method="bfgs", warn_convergence=False), time.perf_counter() - begun


@contextmanager
def _quiet() -> Iterator[None]:
    """No warnings: a fit that does not converge is seen in its standard errors. And one thread, where threadpoolctl is
    there to say so: the matrices are so small that threads wait for each other ten times as long as they work."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        threads: Any = nullcontext()
    else:
        threads = threadpool_limits(1)
    with warnings.catch_warnings(), np.errstate(all="ignore"), threads:
        warnings.simplefilter("ignore")
        yield


def _ahead(fitted: Any, problem: Problem, origin: int) -> tuple[Array, Array, Array]:
    """Forecasts and their 95 % band from the truth before `origin` on, `horizon` months or to the end."""
    known = problem.logs[problem.first : origin]
    filtered = fitted.append(known, refit=False) if len(known) else fitted
    steps = min(problem.horizon, problem.first + TEST - origin)
    ahead = filtered.get_forecast(steps)
    band = np.asarray(ahead.conf_int(alpha=0.05))
    return np.asarray(ahead.predicted_mean), band[:, 0], band[:, 1]
