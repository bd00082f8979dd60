"""What all tests share."""

from __future__ import annotations

import inspect
import os
import signal
from collections.abc import Iterator
from functools import partialmethod

import pytest
from click.testing import CliRunner, Result

from .kept_networks import Shelf, kept

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: programs that are started here, and
    signal.signal(signal.SIGINT, signal.default_int_handler)  # get a Ctrl+C, would otherwise ignore it, too

# Before click 8.2 its runner mixed both streams unless told not to, and then had no text of both.
if "mix_stderr" in inspect.signature(CliRunner).parameters:
    CliRunner.__init__ = partialmethod(CliRunner.__init__, mix_stderr=False)  # type: ignore[assignment]
    Result.output = property(lambda result: result.stdout + result.stderr)  # type: ignore[assignment]

KEEPING = {"cli", "scenario", "ui"}  # folders whose tests need trained networks, and are not about training


@pytest.fixture(autouse=True, scope="session")
def _pilots_wait_until_the_app_is_at_rest() -> Iterator[None]:
    """Not until the process seems idle, which hangs on what else the machine does; see `rnntui.rest`."""
    from textual._context import active_app
    from textual.pilot import Pilot

    from rnntui.rest import at_rest

    wait_for_screen = Pilot._wait_for_screen

    async def idle(*_: float) -> None:
        await at_rest(active_app.get())

    async def its_own(pilot: Pilot[object], timeout: float = 30.0) -> bool:
        found = await wait_for_screen(pilot, timeout)
        await at_rest(pilot.app)  # which is not the active one where a test has two
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.pilot.wait_for_idle", idle)
        patch.setattr("textual.app.wait_for_idle", idle)
        patch.setattr(Pilot, "_wait_for_screen", its_own)
        yield


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The folder of trained networks that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "networks"
    folder.mkdir(exist_ok=True)
    return Shelf(folder)


@pytest.fixture(autouse=True, scope="module")
def _networks_are_trained_once(request: pytest.FixtureRequest, shelf: Shelf) -> Iterator[None]:
    """Where tests need many trained networks; the engine's own train whatever they look at."""
    if request.path.parent.name not in KEEPING:
        yield
        return
    with kept(shelf):
        yield
