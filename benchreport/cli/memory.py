"""Memory of the program: what a stage of a report no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

# The parameter of glibc's mallopt that says how many free bytes may stay at the top of a heap, and its usual value.
TRIM_THRESHOLD, USUAL = -1, 128 * 1024
OWN = ("MALLOC_TRIM_THRESHOLD_", "GLIBC_TUNABLES")


def settle_memory(environment: Mapping[str, str]) -> None:
    """Write the usual threshold into the C library, if it is glibc and its user chose none.

    Otherwise glibc raises it to twice the largest block that is ever given back, and to compress a large table leaves
    ten megabytes in every thread.
    """
    mallopt = getattr(ctypes.pythonapi, "mallopt", None)
    if mallopt is not None and not any(name in environment for name in OWN):
        mallopt(TRIM_THRESHOLD, USUAL)
