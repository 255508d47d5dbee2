"""Files that several workers of a run of the tests need, each made by the first that asks."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable

import pytest


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[], bytes]) -> bytes:
    """Return what ``make`` gives; workers that come later read what the first has written."""
    folder = folders.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    path = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(make())
    return path.read_bytes()
