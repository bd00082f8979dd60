"""A signal that ends the program ends it in order: what is to be remembered is kept, and the terminal is as it was.

One that only stops and continues it changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App

PATIENCE = 3.0  # seconds: a terminal that is gone may keep the driver from ending


class Endings:
    """Heeds SIGTERM, SIGHUP and SIGINT: keeps what there is to keep, then ends; `code` is the exit code for it."""

    def __init__(self, app: App[None], keep: Callable[[], None]) -> None:
        self._app, self._keep = app, keep
        self.code = 0

    def heed(self) -> None:
        """From now on; called in the running event loop."""
        self._loop = loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            number = getattr(signal, name, None)  # not every system has a hang-up
            if number is not None:
                with contextlib.suppress(NotImplementedError):
                    loop.add_signal_handler(number, self._heeded, number)
        if hasattr(signal, "SIGCONT"):
            signal.signal(signal.SIGCONT, partial(self._continued, signal.getsignal(signal.SIGCONT)))

    def _heeded(self, number: int) -> None:
        if self.code:
            return
        self.code = 128 + number
        self._keep()
        watch = threading.Timer(PATIENCE, os._exit, (self.code,))
        watch.daemon = True
        watch.start()
        self._app.exit()

    def _continued(self, resume: Any, number: int, frame: Any) -> None:
        """Textual takes up the terminal again as after its own Ctrl+Z; stopped in another way it has never let go of
        it, and a second thread would read the keys."""
        if callable(resume) and getattr(self._app._driver, "_must_signal_resume", True):
            resume(number, frame)
        else:
            self._loop.call_soon_threadsafe(self._app.refresh)  # a shell may have written over it meanwhile
