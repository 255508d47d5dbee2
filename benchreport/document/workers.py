"""Further processes of a build: they draw figures and run other analyses while the first one computes and writes.

A worker is a fork of the program from before Polars is imported, when the program has a single thread. What it is asked
for goes to it through a pipe, one task at a time. Where there is no worker, or it has ended, the first process does the
work itself, and the bytes are the same.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from benchreport.document.times import timed
from benchreport.records import dataclass
from benchreport.threads import in_one_order

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

R = TypeVar("R")
# Imported before the fork, so that no process does it again; none of them starts a thread.
SHARED = ("numpy", "scipy.special", "matplotlib.figure", "matplotlib.backends.backend_svg")
# Imported by a worker while the first process reads the table.
OWN = ("benchreport.document.model.blocks", "benchreport.figures.style")
# It starts threads when it is imported, and a fork would not have them.
THREADED = "polars"
THREADS = Path("/proc/self/task")


class TaskError(Exception):
    """A task that a worker could not do; whoever asked for it does it, and an error has its own words there."""


@dataclass(frozen=True, slots=True)
class Promise(Generic[R]):
    """A result that a worker may be computing."""

    compute: Callable[[], R]
    begun: Future[R]

    def result(self) -> R:
        """Return the result of the worker; compute it here where no worker has begun it yet, or where one failed."""
        if not self.begun.cancel():
            try:
                return self.begun.result()
            except (EOFError, OSError, TaskError):
                pass
        return self.compute()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Processes that wait for tasks; each has one at a time, further tasks wait in line."""

    idle: SimpleQueue[Connection]
    line: ThreadPoolExecutor

    def begin(self, function: Callable[..., R], *arguments: Any, **options: Any) -> Promise[R] | None:
        """Return what a worker will compute; None where the task cannot be written down for it."""
        try:
            task = pickle.dumps((function, arguments, options), protocol=pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, TypeError, AttributeError):
            return None
        return Promise(lambda: function(*arguments, **options), self.line.submit(self._done, task))

    def _done(self, task: bytes) -> Any:
        pipe = self.idle.get()
        try:
            pipe.send_bytes(task)
            done, result = pickle.loads(pipe.recv_bytes())
        finally:
            self.idle.put(pipe)
        if not done:
            raise TaskError(result)
        return result


_in_use: ContextVar[Workers | None] = ContextVar("workers", default=None)


def promised(function: Callable[..., R], *arguments: Any, **options: Any) -> Promise[R] | None:
    """Return the promise of a result that a worker begins to compute; None where there is no worker.

    Examples
    --------
    >>> promised(max, 3, 5) is None
    True
    """
    workers = _in_use.get()
    return None if workers is None else workers.begin(function, *arguments, **options)


@contextmanager
def started(count: int) -> Iterator[None]:
    """Run a block with so many processes in all, where the system can fork and this process has a single thread."""
    forks = [fork for _ in range(count - 1) if (fork := _forked()) is not None]
    if not forks:
        yield
        return
    workers = Workers(idle=SimpleQueue(), line=ThreadPoolExecutor(len(forks)))
    for _, pipe in forks:
        workers.idle.put(pipe)
    before = _in_use.set(workers)
    try:
        yield
    finally:
        _in_use.reset(before)
        with timed("workers"):
            for number, _ in forks:
                os.kill(number, signal.SIGTERM)
            workers.line.shutdown(cancel_futures=True)
            for number, pipe in forks:
                pipe.close()
                os.waitpid(number, 0)


def can_fork() -> bool:
    """Return whether a fork of this process would have all that it has: the system forks, and there is one thread."""
    if not THREADS.is_dir() or THREADED in sys.modules:
        return False
    for name in SHARED:
        import_module(name)
    return len(list(THREADS.iterdir())) == 1


def _forked() -> tuple[int, Connection] | None:
    """Return the number and the pipe of a new worker; None where this process cannot fork."""
    if not can_fork():
        return None
    from multiprocessing.connection import Pipe

    ours, theirs = Pipe()
    number = os.fork()
    if number:
        theirs.close()
        return number, ours
    ours.close()
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends its workers
        _serve(theirs)
    finally:
        os._exit(0)  # nothing that the first process registered for its end is run here


def _serve(pipe: Connection) -> None:
    """Run the tasks that come through a pipe until it is closed."""
    for name in OWN:
        import_module(name)
    while True:
        try:
            function, arguments, options = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        answer: tuple[bool, Any]
        try:
            answer = (True, in_one_order(function)(*arguments, **options))
        except Exception as problem:
            answer = (False, f"{type(problem).__name__}: {problem}")
        pipe.send_bytes(pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL))
