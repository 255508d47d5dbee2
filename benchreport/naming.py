"""Names in print: lists and counts in words, the best and the worst of several, long names shortened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
# More names than these are counted instead.
NAMED_UP_TO = 6
# Two neighbours tie if their gap is at most so much of the larger of them: rounding of sums and means.
SAME = 1e-14


def enumerated(names: Sequence[str], last: str = "and") -> str:
    """Return names joined by commas and an "and", or another last word.

    Examples
    --------
    >>> enumerated(["kNN", "SVM", "tree"]), enumerated(["kNN", "SVM"], "or"), enumerated(["kNN"])
    ('kNN, SVM and tree', 'kNN or SVM', 'kNN')
    """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def spelled(count: int) -> str:
    """Return a count as a word up to twelve, as a numeral beyond.

    Examples
    --------
    >>> spelled(3), spelled(0), spelled(1200)
    ('three', 'no', '1,200')
    """
    return WORDS[count] if 0 <= count < len(WORDS) else f"{count:,}"


def plural(noun: str) -> str:
    """Return the plural of a noun.

    Examples
    --------
    >>> [plural(noun) for noun in ("algorithm", "strategy", "loss", "way")]
    ['algorithms', 'strategies', 'losses', 'ways']
    """
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def ordinal(place: int) -> str:
    """Return a place as a word up to the twelfth, as a numeral beyond.

    Examples
    --------
    >>> ordinal(1), ordinal(12), ordinal(22), ordinal(113)
    ('first', 'twelfth', '22nd', '113th')
    """
    return ORDINALS[place - 1] if 0 < place <= len(ORDINALS) else ordinal_number(place)


def ordinal_number(place: int) -> str:
    """Return a place as a numeral.

    Examples
    --------
    >>> ordinal_number(2), ordinal_number(11), ordinal_number(23)
    ('2nd', '11th', '23rd')
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def initial(text: str) -> str:
    """Return a text of ours as a sentence begins; names keep their case.

    Examples
    --------
    >>> initial("two of eight analyses agree")
    'Two of eight analyses agree'
    """
    return f"{text[:1].upper()}{text[1:]}"


def named(names: Sequence[str], of: int, last: str = "and") -> str:
    """Return the names of a few of so many others, or how many they are.

    Examples
    --------
    >>> named(["kNN", "SVM", "tree"], 20), named([str(k) for k in range(12)], 20), named([], 20)
    ('kNN, SVM and tree', '12 of the 20 others', '')
    >>> named([str(k) for k in range(12)], 12), named([str(k) for k in range(12)], 12, "or")
    ('all twelve others', 'any of the twelve others')
    """
    if len(names) <= NAMED_UP_TO:
        return enumerated(names, last)
    if len(names) == of:
        return f"any of the {spelled(of)} others" if last == "or" else f"all {spelled(of)} others"
    return f"{len(names)} of the {of} others"


def first_named(names: Sequence[str], most: int = 3) -> str:
    """Return the first of several names, and how many more there are.

    Examples
    --------
    >>> first_named(["kNN", "SVM", "tree"], 2), first_named(["kNN", "SVM"], 2)
    ('kNN, SVM and 1 more', 'kNN and SVM')
    """
    rest = len(names) - most
    return enumerated([*names[:most], f"{rest} more"] if rest > 0 else names)


def best_of(values: Mapping[str, float | None], *, lower: bool = False) -> list[str]:
    """Return all names that share the best value, in the order given; none where there is no value.

    Examples
    --------
    >>> best_of({"kNN": 0.3, "SVM": 0.1 + 0.2, "tree": 0.25}), best_of({"kNN": 3.0, "SVM": 1.0}, lower=True)
    (['kNN', 'SVM'], ['SVM'])
    """
    gains = {name: (-value if lower else value) for name, value in values.items() if value is not None}
    ordered = sorted(gains.values(), reverse=True)
    if not ordered:
        return []
    least = ordered[0]
    for value in ordered[1:]:
        if least - value > SAME * max(abs(least), abs(value)):
            break
        least = value
    return [name for name, value in gains.items() if value >= least]


def unique_best(values: Mapping[str, float | None], *, lower: bool = False) -> str | None:
    """Return the name with the best value; None where several share it.

    Examples
    --------
    >>> unique_best({"kNN": 0.9, "SVM": 0.8}), unique_best({"kNN": 0.9, "SVM": 0.9})
    ('kNN', None)
    """
    best = best_of(values, lower=lower)
    return best[0] if len(best) == 1 else None


def ends_in_words(
    values: Mapping[str, float | None],
    measure: str,
    *,
    lower: bool = False,
    ends: tuple[str, str] = ("best", "worst"),
    text: Callable[[float], str] = "{:.4g}".format,
    everyone: str = "algorithms",
) -> str:
    """Return a sentence on who has the best and who the worst value of a measure; equal ones share it.

    Examples
    --------
    >>> ends_in_words({"kNN": 0.9, "SVM": 0.8, "tree": 0.9}, "median")
    'kNN and tree share the best median (0.9), SVM has the worst (0.8).'
    >>> ends_in_words({"kNN": 0.9, "SVM": 0.9}, "median"), ends_in_words({"kNN": 0.9}, "median")
    ('Both algorithms have the same median (0.9).', 'kNN has the median 0.9.')
    """
    measured = {name: value for name, value in values.items() if value is not None}
    if not measured:
        return ""
    best, worst = best_of(measured, lower=lower), best_of(measured, lower=not lower)
    first, last = text(measured[best[0]]), text(measured[worst[0]])
    if len(measured) == 1:
        return f"{best[0]} has the {measure} {first}."
    if len(best) == len(measured):
        who = "Both" if len(measured) == 2 else f"All {spelled(len(measured))}"
        return f"{who} {everyone} have the same {measure} ({first})."
    leaders, trailers = (_sharing(names, everyone) for names in (best, worst))
    if len(best) == len(worst) == 1:
        trailers = worst[0]
    return f"{leaders} the {ends[0]} {measure} ({first}), {trailers} the {ends[1]} ({last})."


def _sharing(names: Sequence[str], everyone: str) -> str:
    if len(names) == 1:
        return f"{names[0]} has"
    who = enumerated(names) if len(names) <= NAMED_UP_TO else f"{len(names)} {everyone}"
    return f"{who} share"


def short_names(names: Sequence[str], longest: int) -> list[str]:
    """Return names shortened by an ellipsis in the middle; names that then look alike are numbered.

    Examples
    --------
    >>> short_names(["kNN", "a very long name of a model", "a very short name of a model"], 12)
    ['kNN', 'a ve…odel (1)', 'a ve…odel (2)']
    """
    short = [_shortened(name, longest) for name in names]
    counts = Counter(short)
    numbered: dict[str, int] = {}
    labels = []
    for name, label in zip(names, short, strict=True):
        if label != name and counts[label] > 1:
            numbered[label] = numbered.get(label, 0) + 1
            label = f"{_shortened(name, longest - 3)} ({numbered[label]})"
        labels.append(label)
    return labels


def _shortened(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return f"{name[: longest - 1 - tail].rstrip()}…{name[-tail:].lstrip()}"
