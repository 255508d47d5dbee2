"""A worker: reads the name of a target and the number of a case from standard input, line by line, and tries it.

The first line that it writes says that it is ready; then one line in JSON for each case says what became of it.
"""

from __future__ import annotations

import json
import logging
import os
import random
import resource
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

from benchreport.errors import BenchreportError
from tests.fuzz.targets import TARGETS

ADDRESSES, RESIDENT = 12 * 2**30, 1.5 * 2**30
READY = "ready"
ACCEPTED, REFUSED = "accepted", "refused"
PANIC = b"panicked at"


def outcome(name: str, case: int, folder: Path) -> str:
    """Try one case and return "accepted", "refused", or what is wrong; case 0 is sound and must be accepted."""
    chance = random.Random(f"{name}/{case}") if case else None
    try:
        TARGETS[name].attempt(chance, folder)
    except BenchreportError as problem:
        if case == 0:
            return f"a sound input was refused: {problem}"
        return REFUSED if is_sentence(problem) else f"not one sentence with a hint: {problem.problem!r}"
    except BaseException as problem:  # a panic of a library is no Exception
        frames = traceback.extract_tb(problem.__traceback__)
        where = next((f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames) if _is_ours(one)), "?")
        return f"{type(problem).__name__} at {where}: {str(problem)[:150]}"
    return ACCEPTED


def is_sentence(problem: BenchreportError) -> bool:
    """Return whether an error is a line of its own with a hint."""
    return bool(problem.problem.strip()) and "\n" not in problem.problem and bool(problem.hint.strip())


def _is_ours(frame: traceback.FrameSummary) -> bool:
    return f"{os.sep}benchreport{os.sep}" in frame.filename or f"{os.sep}fuzz{os.sep}" in frame.filename


def main() -> int:
    """Try what is asked for until there is nothing more."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    answers = os.fdopen(os.dup(1), "w", encoding="utf8")
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        os.dup2(printed.fileno(), 2)
        print(READY, file=answers, flush=True)
        for line in sys.stdin:
            name, case = json.loads(line)
            with tempfile.TemporaryDirectory(dir=scratch) as folder:
                verdict = outcome(name, case, Path(folder))
            printed.seek(0)
            if verdict in (ACCEPTED, REFUSED) and PANIC in printed.read():
                verdict = "a panic was printed"
            printed.truncate(0)
            if verdict in (ACCEPTED, REFUSED) and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > RESIDENT:
                verdict = f"took over {RESIDENT / 2**30} GB"
            print(json.dumps(verdict), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
