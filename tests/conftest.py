"""One command-line runner for every click that is allowed."""

from __future__ import annotations

import inspect
from functools import partialmethod

from click.testing import CliRunner, Result

# Before 8.2 the runner mixed both streams unless told not to, and then had no text of both.
if "mix_stderr" in inspect.signature(CliRunner).parameters:
    CliRunner.__init__ = partialmethod(CliRunner.__init__, mix_stderr=False)  # type: ignore[assignment]
    Result.output = property(lambda result: result.stdout + result.stderr)  # type: ignore[assignment]
