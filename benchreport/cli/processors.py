"""Threads of the program: none beside its own for BLAS, and none for Polars where all files are small."""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableMapping, Sequence
from pathlib import Path

# OpenBLAS reads them when NumPy and SciPy are imported; its threads wait for work by spinning, and get none from us.
BLAS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
POLARS = "POLARS_MAX_THREADS"
# For files of so many bytes together, waking threads takes longer than the work they share.
SMALL = 500_000
OUTPUTS = ("-o", "--output")
# How much these stand for is not known: standard input, a study file, an address, a pattern.
STREAM, STUDY, SEVERAL = "-", ".toml", ("://", "*", "?")


def settle_threads(words: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Write into the environment how many threads the libraries start, unless its user did or they run already.

    Examples
    --------
    >>> environment = {"OMP_NUM_THREADS": "4"}
    >>> settle_threads(["methods"], environment)  # Polars is imported here
    >>> environment
    {'OMP_NUM_THREADS': '4'}
    """
    if "numpy" in sys.modules or "polars" in sys.modules:
        return
    if not any(name in environment for name in BLAS):
        environment[BLAS[0]] = "1"
    if POLARS not in environment and are_small(words):
        environment[POLARS] = "1"


def are_small(words: Sequence[str]) -> bool:
    """Return whether the files that a command reads are small together; words that name no file do not count.

    Examples
    --------
    >>> are_small(["test", "friedman"]), are_small(["test", "friedman", "-"])
    (True, False)
    """
    sizes = [_size(word) for word in _inputs(words)]
    return None not in sizes and sum(size or 0 for size in sizes) <= SMALL


def _inputs(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may name what is read, the values of options among them."""
    for before, word in zip(("", *words), words, strict=False):
        if before not in OUTPUTS and not word.startswith(OUTPUTS):
            yield word if word == STREAM or not word.startswith("-") else word.partition("=")[2]


def _size(word: str) -> int | None:
    """Return the bytes of the file that a word names, 0 if it names none, None if there may be any number."""
    if word == STREAM or word.endswith(STUDY) or any(sign in word for sign in SEVERAL):
        return None
    try:
        path = Path(word)
        return 0 if not word or not path.exists() else path.stat().st_size if path.is_file() else None
    except (OSError, ValueError):  # a word that can be no name of a file
        return 0
