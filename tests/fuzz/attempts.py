"""Some cases of one target in a process of their own: python -m tests.fuzz.attempts TARGET FIRST LAST."""

from __future__ import annotations

import json
import random
import signal
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from benchreport.errors import BenchreportError
from tests.fuzz.targets import TARGETS

SECONDS = 10


class HangError(BaseException):
    """An attempt took too long."""


def attempt(name: str, case: int, folder: Path) -> str:
    """Try one case; return what became of it."""
    chance = random.Random(f"{name}/{case}")
    signal.signal(signal.SIGALRM, _hang)
    signal.alarm(SECONDS)
    try:
        TARGETS[name].attempt(chance, folder)
    except BenchreportError:
        return "refused"
    except HangError:
        return f"case {case}: took over {SECONDS} s"
    except BaseException as problem:  # a panic of a library is no Exception
        return f"case {case}: {type(problem).__name__}: {str(problem)[:100]}"
    finally:
        signal.alarm(0)
    return "accepted"


def _hang(*_: Any) -> None:
    raise HangError


def main(arguments: list[str]) -> int:
    name, first, last = arguments
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        for case in range(int(first), int(last)):
            print(json.dumps(attempt(name, case, Path(folder))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
