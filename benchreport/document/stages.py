"""Stages of long work: who does it says what comes next, and a terminal, a log or a notebook shows it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

# In a log, work that is done sooner says nothing.
PATIENCE = 10.0
Listener = Callable[[str], None]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def stage(words: str) -> None:
    """Print what comes next, where somebody listens."""
    listener = _listener.get()
    if listener is not None:
        listener(words)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Run a block whose stages somebody hears.

    Examples
    --------
    >>> with heard_by(print):
    ...     stage("reading")
    reading
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def patient(
    write: Callable[[str], None], *, after: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Listener:
    """Return a listener that writes one line per stage once the work has taken some seconds, by default ten.

    Examples
    --------
    >>> ticks = iter([0.0, 4.0, 12.4, 30.0])
    >>> listener = patient(print, after=10, clock=lambda: next(ticks))
    >>> for words in ("reading", "results", "writing"):
    ...     listener(words)
    results (12 s)
    writing (30 s)
    """
    start, seconds_before = clock(), PATIENCE if after is None else after

    def listen(words: str) -> None:
        seconds = clock() - start
        if seconds >= seconds_before:
            write(f"{words} ({seconds:.0f} s)")

    return listen


@contextmanager
def shown_in_notebooks() -> Iterator[None]:
    """Run a block whose stages are shown below the cell of a notebook, and vanish when it is done."""
    shell = _notebook()
    if shell is None or _listener.get() is not None:
        yield
        return
    handle = shell.display({"text/plain": ""}, raw=True, display_id=True)
    try:
        with heard_by(lambda words: handle.update({"text/plain": f"benchreport: {words} …"}, raw=True)):
            yield
    finally:
        handle.update({"text/plain": ""}, raw=True)


def _notebook() -> Any:
    """Return what displays something in a notebook; None elsewhere."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    if shell is None or getattr(shell, "kernel", None) is None:
        return None
    from IPython import display  # type: ignore[import-not-found,unused-ignore]

    return display
