"""The ends of the way back in the Gradient view: what is said where no key leads further."""

from __future__ import annotations

from .conftest import SMALL, Opened, choices
from .view_tools import app_of, computed, sentence_of


async def test_at_the_ends_it_says_that_there_is_nothing_beyond(opened: Opened) -> None:
    """And no sentence of the Step view's, which speaks of readings."""
    async with opened(SMALL, choices()) as pilot:
        await computed(pilot, "5")
        for key in ("right", "space", "end"):
            await computed(pilot, key)
            assert sentence_of(pilot) == "Period 1 is as far back as a gradient goes. ← comes nearer.", key
        await computed(pilot, "left")
        assert sentence_of(pilot).startswith("10 steps back, at period 2, 0.0015")
        await computed(pilot, "home")
        assert sentence_of(pilot).startswith("At period 12 the gradient starts, ‖dL/dh‖ = 0.3266.")
        for key in ("home", "left"):
            await computed(pilot, key)
            assert sentence_of(pilot) == "The gradient starts here, at period T. → goes back.", key
        assert app_of(pilot).viewing.period == 12
