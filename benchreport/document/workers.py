"""Further processes of a build: they draw figures and run other analyses while the first one computes and writes.

A worker is a fork of the program from before Polars is imported, when the program has a single thread. What it is asked
for goes to it through a pipe, one task at a time, and first what the first process waits for. Where there is no worker,
or it has ended, or the line is long, the first process does the work itself, and the bytes are the same.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from benchreport.document.times import timed
from benchreport.records import dataclass
from benchreport.threads import in_one_order

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

R = TypeVar("R")
# Imported before the fork, so that no process does it again; none of them starts a thread.
SHARED = ("numpy", "scipy.special")
# Imported by a worker while the first process reads the table; that one draws nothing, if the worker does.
OWN = ("matplotlib.figure", "matplotlib.backends.backend_svg", "benchreport.document.model.blocks")
# It starts threads when it is imported, and a fork would not have them.
THREADED = "polars"
THREADS = Path("/proc/self/task")
# Places in line: the end of a day comes first, then what the first process waits for.
OVER, WAITED_FOR, USUAL = range(3)
# Beyond so many tasks it pays to import here what draws figures, which takes as long as to draw four.
LONG = 6


class TaskError(Exception):
    """A task that a worker could not do; whoever asked for it does it, and an error has its own words there."""


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What a worker is asked for: a function with its arguments, written down, and the result to come."""

    words: bytes
    begun: Future[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The tasks that wait for a worker: those that the first process waits for, then the others in their order."""

    tasks: PriorityQueue[tuple[int, int, Task | None]]
    numbers: Iterator[int]

    @classmethod
    def empty(cls) -> Line:
        """Return a line in which nothing waits."""
        return cls(PriorityQueue(), count())

    @property
    def is_long(self) -> bool:
        """Whether so many tasks wait that the first process had better do some itself."""
        return self.tasks.qsize() > LONG

    def add(self, task: Task | None, *, rank: int = USUAL) -> None:
        """Write a task into the line, or in place of one the word that a worker's day is over."""
        self.tasks.put((rank, next(self.numbers), task))

    def next(self) -> Task | None:
        """Return the task whose turn it is; one that stood in line twice is begun once."""
        while True:
            task = self.tasks.get()[2]
            if task is None or not (task.begun.done() or task.begun.running()):
                return task


@dataclass(frozen=True, slots=True, eq=False)
class Promise(Generic[R]):
    """A result that a worker may be computing."""

    compute: Callable[[], R]
    task: Task
    line: Line

    def result(self) -> R:
        """Return the result of the worker; compute it here where one failed, or where many tasks wait before it."""
        begun = self.task.begun
        if not (self.line.is_long and begun.cancel()):
            self.line.add(self.task, rank=WAITED_FOR)
            try:
                return begun.result()  # type: ignore[no-any-return]
            except (EOFError, OSError, TaskError):
                pass
        return self.compute()


@dataclass(frozen=True, slots=True, eq=False)
class Workers:
    """Processes that do the tasks of a line, each one at a time."""

    line: Line

    def begin(self, function: Callable[..., R], *arguments: Any, **options: Any) -> Promise[R] | None:
        """Return what a worker will compute; None where the task cannot be written down for it."""
        try:
            words = pickle.dumps((function, arguments, options), protocol=pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, TypeError, AttributeError):
            return None
        task = Task(words, Future())
        self.line.add(task)
        return Promise(lambda: function(*arguments, **options), task, self.line)

    def serve(self, pipe: Connection) -> None:
        """Run the tasks of the line through the pipe of one worker until its day is over."""
        while (task := self.line.next()) is not None:
            if not task.begun.set_running_or_notify_cancel():
                continue
            try:
                pipe.send_bytes(task.words)
                done, result = pickle.loads(pipe.recv_bytes())
            except Exception as problem:  # whoever waits for the result has to know
                task.begun.set_exception(problem)
                continue
            if done:
                task.begun.set_result(result)
            else:
                task.begun.set_exception(TaskError(result))


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
def started(processes: int) -> Iterator[None]:
    """Run a block with so many processes in all, where the system can fork and this process has a single thread."""
    forks = [fork for _ in range(processes - 1) if (fork := _forked()) is not None]
    if not forks:
        yield
        return
    workers = Workers(Line.empty())
    threads = [Thread(target=workers.serve, args=(pipe,), daemon=True) for _, pipe in forks]
    for thread in threads:
        thread.start()
    before = _in_use.set(workers)
    try:
        yield
    finally:
        _in_use.reset(before)
        with timed("workers"):
            for number, _ in forks:
                os.kill(number, signal.SIGTERM)
                workers.line.add(None, rank=OVER)
            for (number, pipe), thread in zip(forks, threads, strict=True):
                thread.join()
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
