"""What the tests of scenarios share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rnntui.scenario.read import Scenario, read

Beats = Callable[..., Scenario]

HEAD = 'title = "A title"\nteaches = "something"\nminutes = 1\n'  # three lines; a beat's header is the fourth


@pytest.fixture
def beats() -> Beats:
    """A scenario of some beats, each given as the lines under its [[beat]]."""
    return lambda *bodies: read(HEAD + "".join(f"[[beat]]\n{body}\n" for body in bodies), "test.toml")
