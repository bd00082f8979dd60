"""Tools for tests of the Gradient view."""

from __future__ import annotations

from textual.pilot import Pilot

from rnntui.gradient_job import GradientJob
from rnntui.views.gradient import GradientView

from .view_tools import app_of


def view_of(pilot: Pilot[None]) -> GradientView:
    """The view that is open."""
    return app_of(pilot).query_one(GradientView)


async def begun(pilot: Pilot[None]) -> tuple[GradientView, GradientJob]:
    """The view, opened, and the job that it has begun."""
    await pilot.press("5")
    await pilot.pause()
    view = view_of(pilot)
    assert isinstance(view.job, GradientJob)
    return view, view.job
