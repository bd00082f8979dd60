"""Compiling in a process of its own, for a program that has to stay small and to answer meanwhile.

A compiler holds on to 20 to 40 MB for each cell that it has compiled, to the end of its process, and keeps Python
from doing anything else for much of its time. So another process compiles, keeps the code where compiled code is kept
(`jit`), and ends when it has had nothing to do for a while; here the code is only loaded, which takes a tenth of the
time and of the memory. Where that cannot be done, all is compiled here, as ever.

`python -m rnntui_engine.compiling` is that other process: it reads requests from stdin and answers each with a byte.
"""

from __future__ import annotations

import pickle
import select
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from threading import Lock, Thread
from typing import IO, Any

from .jit import bind, compiled, load, made_of

COMMAND = (sys.executable, "-P", "-m", "rnntui_engine.compiling")
IDLE = 10.0  # seconds without a request after which the process ends, and gives back its memory
DONE, FAILED = b"+", b"-"

Recipe = tuple[Any, ...]


def recipe(kernel: Callable[..., Any]) -> Recipe:
    """How another process comes by a kernel: (module, name), or (recipe of the template, label, recipes that fill it).

    Raises LookupError for one that no module has under its own name.
    """
    if (made := made_of(kernel)) is not None:
        template, label, names = made
        return recipe(template), label, {name: recipe(one) for name, one in names.items()}
    module, name = kernel.__module__, kernel.__qualname__
    if getattr(sys.modules.get(module), name, None) is not kernel:
        raise LookupError(f"{module} has no {name} of this kind")
    return module, name


def kernel_of(recipe: Recipe) -> Callable[..., Any]:
    """The kernel that a recipe stands for. Raises ImportError and AttributeError where it is not found."""
    if len(recipe) == 2:
        found: Callable[..., Any] = getattr(import_module(recipe[0]), recipe[1])
        return found
    template, label, names = recipe
    return bind(kernel_of(template), label, **{name: kernel_of(one) for name, one in names.items()})


class Compiler:
    """The other process, begun when there is something to compile, and again when it has ended meanwhile."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._of_use = True
        self._lock = Lock()

    def compile(self, kernel: Callable[..., Any], signature: tuple[Any, ...]) -> bool:
        """Have a kernel compiled for arguments of these types, and wait for it; False if nothing came of it."""
        try:
            request = pickle.dumps((recipe(kernel), signature))
        except (LookupError, pickle.PicklingError, TypeError, AttributeError):
            return False  # a kernel that only this process has
        with self._lock:
            while self._of_use:
                new = self._process is None
                answer = self._ask(request)
                if answer:
                    return answer == DONE
                self._of_use = not new  # one that had been idle has ended; a new one that ends is no use
        return False

    def close(self) -> None:
        """End the process, which otherwise ends by itself; the next request begins another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, request: bytes) -> bytes:
        """Its answer to a request; nothing if it has ended or cannot be begun."""
        try:
            if self._process is None:
                self._process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
                Thread(target=self._process.wait, daemon=True).start()  # that no dead process is left over
            asked, answers = self._process.stdin, self._process.stdout
            assert asked is not None and answers is not None
            asked.write(request)
            asked.flush()
            if answer := answers.read(1):
                return answer
        except OSError:
            pass
        self.close()
        return b""


def answer(requests: IO[bytes], answers: IO[bytes], idle: float = IDLE) -> None:
    """Compile what is asked for, until nothing more is or nothing has been asked for so many seconds."""
    from .lanes import vectors  # noqa: F401 (no kernel names it, but those of lanes need it)

    load()
    while select.select([requests], [], [], idle)[0]:
        try:
            wanted, signature = pickle.load(requests)
        except EOFError:
            return
        try:
            dispatcher: Any = compiled(kernel_of(wanted))
            dispatcher.compile(signature)
            done = DONE
        except Exception:  # whatever it is, it is raised again where the kernel is called
            done = FAILED
        answers.write(done)
        answers.flush()


if __name__ == "__main__":
    answer(sys.stdin.buffer, sys.stdout.buffer)
