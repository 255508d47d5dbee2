"""The moment at which the files of a report are made: a stated one, so that the same input gives the same bytes."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from benchreport.errors import OptionError

EPOCH = "SOURCE_DATE_EPOCH"


def made_at() -> datetime:
    """Return the moment that files claim to be made at: SOURCE_DATE_EPOCH, or the beginning of time."""
    seconds = os.environ.get(EPOCH, "0")
    try:
        if not seconds.isascii():
            raise ValueError
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError) as problem:
        raise OptionError(
            f"{EPOCH} is {seconds!r}", hint=f"unset it, or set the seconds since 1970, such as {EPOCH}=1700000000"
        ) from problem


def stated_moment() -> datetime | None:
    """Return the moment that a document says it was made at; none if nobody said one."""
    return made_at() if EPOCH in os.environ else None
