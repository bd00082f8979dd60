"""Whether somebody sits in front of a stream."""

from __future__ import annotations

from typing import Any


def is_terminal(stream: Any) -> bool:
    """Whether a stream is an open terminal."""
    return stream is not None and not stream.closed and stream.isatty()
