"""The one place that knows numba.

A kernel is an ordinary Python function of scalars and numpy arrays. It stays an ordinary function: reading it,
stepping through it in a debugger and calling it need no compiler. `compiled(kernel)` gives the same source
compiled, once `load()` has been called; before that it gives the function itself. Both give the same bits.

A template is a kernel with a hole: `bind(template, "lstm", step=lstm.step)` fills it, so that one unrolling and
one training loop serve every cell and are compiled for each.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
Made = tuple[Callable[..., Any], str, dict[str, Callable[..., Any]]]  # of a template, with a label, filled with these
Compile = Callable[[Callable[..., Any], tuple[Any, ...]], bool]

KEPT = 4  # versions of the source whose compiled code is kept, some 5 to 10 MB each

_kernels: set[Callable[..., Any]] = set()
_dispatchers: dict[tuple[Callable[..., Any], bool], Callable[..., Any]] = {}
_lock = threading.RLock()
_made: dict[Callable[..., Any], Made] = {}
_elsewhere: Compile | None = None
_loaded = False
_here: ContextVar[bool] = ContextVar("compiled_here", default=False)


def kernel(function: F) -> F:
    """Mark a function as a kernel. It is returned as it is."""
    _kernels.add(function)
    return function


def bind(template: F, label: str, **names: Callable[..., Any]) -> F:
    """Fill the holes of a template: a new kernel in which each global name of `names` means that kernel.

    `label` tells the copies of one template apart, in tracebacks and in the cache of compiled code.
    """
    assert isinstance(template, FunctionType)
    bound = FunctionType(
        template.__code__, {**template.__globals__, **names}, f"{template.__name__}_{label}",
        template.__defaults__, template.__closure__,
    )  # fmt: skip
    bound.__qualname__ = bound.__name__
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    _made[bound] = template, label, names
    return cast(F, kernel(bound))


def made_of(function: Callable[..., Any]) -> Made | None:
    """What `bind` made a kernel of: the template, the label and what it was filled with; None for one that stands in a
    module as it is."""
    return _made.get(function)


def replacing(function: F, label: str, others: Mapping[Callable[..., Any], Callable[..., Any]]) -> F:
    """The kernel with other kernels in the places of some, however deep they are called: `others[old]` is the new one.

    What calls none of them stays as it is; what does is a new kernel, told apart by `label`.
    """
    if function in others:
        return cast(F, others[function])
    called = _called(function)
    names = {name: replacing(f, label, others) for name, f in called.items()}
    changed = {name: f for name, f in names.items() if f is not called[name]}
    return bind(function, label, **changed) if changed else function


def hole(*_: Any) -> Any:
    """What a template calls before `bind` has filled it in."""
    raise NotImplementedError("a template is called through bind()")


def compiled(function: F) -> F:
    """The kernel compiled if compiled code is in use here, else the kernel itself. Compiles on its first call."""
    if not (_loaded or _here.get()):
        return function
    with _lock:
        return cast(F, _dispatcher(function))


def compiles() -> bool:
    """Does `compiled` compile here? Not before `load()`, nor where numba is told not to."""
    if not (_loaded or _here.get()):
        return False
    import numba

    return not numba.config.DISABLE_JIT


def load() -> None:
    """Use compiled kernels from now on, everywhere in this process.

    Within `compiled_here` they are in use already, and no other thread is made to.
    """
    global _loaded
    if not _here.get():
        _loaded = True


@contextmanager
def compiled_elsewhere(compile: Compile) -> Iterator[None]:
    """While the block runs, what has not been compiled before is handed to `compile`, with the types of its arguments.

    That has it compiled by another process and says whether it was; here it is then only loaded. What was not, and all
    where no compiled code can be kept, is compiled here.
    """
    global _elsewhere
    before, _elsewhere = _elsewhere, compile
    try:
        yield
    finally:
        _elsewhere = before


@contextmanager
def compiled_here() -> Iterator[None]:
    """Use compiled kernels in this thread only, for as long as the block runs.

    A worker warms the kernels in such a block and then calls `load()`: no other thread ever waits for a compile.
    """
    token = _here.set(True)
    try:
        yield
    finally:
        _here.reset(token)


def _called(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The kernels that a kernel calls, by the names that it calls them by."""
    assert isinstance(function, FunctionType)
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: one for name, one in named.items() if isinstance(one, FunctionType) and one in _kernels}


def _dispatcher(function: Callable[..., Any], nested: bool = False) -> Callable[..., Any]:
    """The numba dispatcher of a kernel, built once; the kernels that it calls are built before it.

    `nested`: for calls from other kernels. Such a copy is compiled into its callers, for a call of arrays costs more
    than most of these kernels do, and it cannot be called from Python.
    """
    if (function, nested) in _dispatchers:
        return _dispatchers[function, nested]
    if not isinstance(function, FunctionType) or function not in _kernels:
        raise TypeError(f"{function} is not a kernel")
    called = {name: _dispatcher(one, nested=True) for name, one in _called(function).items()}
    names = {**function.__globals__, **called}
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__ = f"{function.__qualname__}_{kernel_digest(function)[:12]}", function.__module__
    _dispatchers[function, nested] = _njit(copy, nested, function)
    return _dispatchers[function, nested]


def _njit(function: Callable[..., Any], nested: bool, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """numba.njit of a kernel's copy with nogil, without fast mathematics, cached where a cache can be written."""
    import numba

    njit: Any = numba.njit
    config: Any = numba.config
    options = {"nogil": True, "fastmath": False, "error_model": "numpy"}
    if nested:
        options |= {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    folder = None if nested else _cache_folder()
    if folder is None:
        return cast(Callable[..., Any], njit(**options)(function))
    before = config.CACHE_DIR
    try:
        config.CACHE_DIR = str(folder)
        return _kept_if_possible(njit(cache=True, **options)(function), kernel)
    except (RuntimeError, OSError):  # the folder has gone since
        return cast(Callable[..., Any], njit(**options)(function))
    finally:
        config.CACHE_DIR = before


def _kept_if_possible(dispatcher: Any, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A dispatcher whose code is kept for the next time, if that is possible: a full disk costs time, not the call.
    What is not kept yet another process may compile, see `compiled_elsewhere`."""
    found = getattr(dispatcher, "_cache", None)
    if found is None:  # numba was told not to compile
        return cast(Callable[..., Any], dispatcher)
    save, look_up = found.save_overload, found.load_overload

    def careful(*code: Any) -> None:
        with suppress(OSError):
            save(*code)

    def kept(signature: tuple[Any, ...], context: Any) -> Any:
        with suppress(Exception):  # whatever has become of a file: what is not to be loaded is compiled again
            return look_up(signature, context)

    def looked_up(signature: tuple[Any, ...], context: Any) -> Any:
        code = kept(signature, context)
        if code is None and _elsewhere is not None and _elsewhere(kernel, signature):
            code = kept(signature, context)
        return code

    found.save_overload, found.load_overload = careful, looked_up
    return cast(Callable[..., Any], dispatcher)


@cache
def source_digest() -> str:
    """Sixteen letters that stand for the engine's own source: they change with any line of it."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def kernel_digest(function: Callable[..., Any]) -> str:
    """Letters that stand for a kernel with all that it calls and all numbers that it reads from its modules.

    numba tells kept code apart by the template's name and bytecode alone, but two cells of one name that stand in
    different files fill the same template.
    """
    assert isinstance(function, FunctionType)
    code, called = function.__code__, _called(function)
    digest = hashlib.sha256(f"{function.__module__}.{function.__qualname__}".encode() + code.co_code)
    for name in (*code.co_names, *code.co_consts):
        value = function.__globals__.get(name) if isinstance(name, str) else name
        if name in called:
            digest.update(kernel_digest(called[name]).encode())
        elif isinstance(value, int | float | str | tuple | None):
            digest.update(f"{name} {value!r}".encode())
        elif isinstance(value, np.ndarray):
            digest.update(f"{name} {value.dtype} {value.shape}".encode() + value.tobytes())
    return digest.hexdigest()


@cache
def _cache_folder() -> Path | None:
    """A folder named after the engine's own source: numba looks only at the file a kernel stands in, so a change
    in `arithmetic` would leave stale code in every cell that calls it. Folders of sources that are long gone are
    taken away when a new one is made.

    None where no folder can be written; numba left to itself would then cache beside the source, under no such name.
    """
    base = os.environ.get("RNNTUI_CACHE_DIR")
    if not base:
        import platformdirs  # here, for the engine runs with nothing but numpy installed

        base = platformdirs.user_cache_dir("rnntui", appauthor=False)
    folder = Path(base) / "kernels" / source_digest()
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _take_away_all_but(KEPT, folder.parent)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def _take_away_all_but(count: int, folder: Path) -> None:
    """Leave the folders that were used last; each use of one makes a file in it for a moment."""
    with suppress(OSError):  # another process may be taking them away as well
        for old in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)[:-count]:
            shutil.rmtree(old, ignore_errors=True)
