"""Memory of the program: what a stage of a command no longer needs goes back to the system."""

from __future__ import annotations

import sys
from collections.abc import Mapping, MutableMapping, Sequence

# The parameter of glibc's mallopt that says how many free bytes may stay at the top of a heap, and its usual value.
TRIM_THRESHOLD, USUAL = -1, 128 * 1024
OWN = ("MALLOC_TRIM_THRESHOLD_", "GLIBC_TUNABLES")
# jemalloc, from which Polars takes its memory, reads this when Polars is imported: for how many milliseconds what was
# given up stays at hand, which serves frames that are made many times over. A check makes few.
JEMALLOC, PATIENCE = "_RJEM_MALLOC_CONF", 100
AT_ONCE = ("check",)


def settle_frames(words: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Write into the environment for how long memory of frames stays, unless its user did or Polars runs already.

    Polars itself would let it stay for a second and a half, in which NumPy takes as much again from the system.

    Examples
    --------
    >>> environment = {"_RJEM_MALLOC_CONF": "narenas:1"}
    >>> settle_frames(["check", "scores.csv"], environment)
    >>> environment
    {'_RJEM_MALLOC_CONF': 'narenas:1'}
    """
    if JEMALLOC not in environment and "polars" not in sys.modules:
        patience = 0 if words and words[0] in AT_ONCE else PATIENCE
        environment[JEMALLOC] = f"dirty_decay_ms:{patience},muzzy_decay_ms:0"


def settle_memory(environment: Mapping[str, str]) -> None:
    """Write the usual threshold into the C library, if it is glibc and its user chose none.

    Otherwise glibc raises it to twice the largest block that is ever given back, and to compress a large table leaves
    ten megabytes in every thread.
    """
    import ctypes

    mallopt = getattr(ctypes.pythonapi, "mallopt", None)
    if mallopt is not None and not any(name in environment for name in OWN):
        mallopt(TRIM_THRESHOLD, USUAL)
