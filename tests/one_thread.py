"""One thread of Polars for each process of tests: those of several processes wait for each other, a fifth of the time.

The programs that a test starts choose for themselves, as they do for a user.
"""

from __future__ import annotations

import os
import sys

POLARS = "POLARS_MAX_THREADS"


def settle() -> None:
    """Import Polars with one thread, unless it is there already or somebody said how many."""
    if "polars" in sys.modules or POLARS in os.environ:
        return
    os.environ[POLARS] = "1"
    import polars as pl

    pl.thread_pool_size()  # makes the threads
    del os.environ[POLARS]


settle()
