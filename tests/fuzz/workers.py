"""Long-lived processes that try case after case, and are started anew when one dies of a case or hangs in it."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue

from tests.fuzz.attempts import READY
from tests.fuzz.targets import TARGETS

PATIENCE, PAUSE = 60, 0.25
# Each worker is one of several on a machine, and so is each thread of a library in it.
ONE_THREAD = dict.fromkeys(("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")

Case = tuple[str, int]


class Worker:
    """A process that tries cases; whatever a case does to it is that case's outcome."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def outcome(self, case: Case) -> tuple[str, float]:
        """Return what became of a case, and the processor time that it took."""
        process = self._running()
        seconds = TARGETS[case[0]].seconds
        used = _processor_seconds(process.pid)
        started = time.monotonic()
        process.stdin.write(f"{json.dumps(case)}\n".encode())
        process.stdin.flush()
        while not select.select([process.stdout], [], [], PAUSE)[0]:
            # The processor's time counts, so that a busy machine is no hang; the clock ends what only waits.
            spent, waited = _processor_seconds(process.pid) - used, time.monotonic() - started
            if spent > seconds or waited > PATIENCE * seconds:
                self.close()
                return f"took over {seconds:.0f} s", spent
        line = process.stdout.readline()
        if line:
            return json.loads(line), _processor_seconds(process.pid) - used
        code = process.wait()
        self.process = None
        ending = f"the process died of {signal.Signals(-code).name if code < 0 else f'exit code {code}'}"
        return ending, time.monotonic() - started

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            command = [sys.executable, "-m", "tests.fuzz.attempts"]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | ONE_THREAD
            )
            word = self.process.stdout.readline().decode().strip()
            if word != READY:
                raise RuntimeError(f"a worker does not start: {word}")
        return self.process

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def outcomes(cases: Sequence[Case], workers: int) -> Iterator[tuple[Case, str, float]]:
    """Try every case; yield each with its outcome and processor time, in the order in which they end."""
    waiting: SimpleQueue[Case] = SimpleQueue()
    results: SimpleQueue[tuple[Case, str, float] | BaseException] = SimpleQueue()
    for case in cases:
        waiting.put(case)
    with ThreadPoolExecutor(workers) as pool:
        for _ in range(workers):
            pool.submit(_work, waiting, results)
        for _ in cases:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            yield result


def _work(waiting: SimpleQueue[Case], results: SimpleQueue[tuple[Case, str, float] | BaseException]) -> None:
    worker = Worker()
    try:
        while True:
            case = waiting.get_nowait()
            results.put((case, *worker.outcome(case)))
    except Empty:
        pass
    except BaseException as problem:
        results.put(problem)
    finally:
        worker.close()


def _processor_seconds(process: int) -> float:
    """Return the processor time of a process and of the children that it waited for."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
