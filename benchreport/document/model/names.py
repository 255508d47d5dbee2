"""How long may a name be? Long ones lose their middle, and stay distinct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def short_names(names: Sequence[str], longest: int) -> list[str]:
    """Shorten names to a length by an ellipsis in the middle; names that then look alike are numbered.

    Examples
    --------
    >>> short_names(["kNN", "a very long name of a model", "a very short name of a model"], 12)
    ['kNN', 'a ve…odel (1)', 'a ve…odel (2)']
    """
    short = [_shortened(name, longest) for name in names]
    counts = Counter(short)
    seen: dict[str, int] = {}
    labels = []
    for name, label in zip(names, short, strict=True):
        if label != name and counts[label] > 1:
            seen[label] = seen.get(label, 0) + 1
            label = f"{_shortened(name, longest - 3)} ({seen[label]})"
        labels.append(label)
    return labels


def _shortened(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return f"{name[: longest - 1 - tail].rstrip()}…{name[-tail:].lstrip()}"
