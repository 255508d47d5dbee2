"""Errors that a user can cause: each says what is wrong, and what would work instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from warnings import warn

# How alike two spellings must be, and what is still worth listing.
NEAR = 0.7
LEAST_LETTERS = 3
MOST_GUESSES = 2
MOST_CHOICES = 40


class BenchreportError(Exception):
    """Something in the input or the call is wrong; ``hint`` says what would work.

    Examples
    --------
    >>> print(BenchreportError("no column 'algoritm'", hint="did you mean 'algorithm'?"))
    no column 'algoritm'
    hint: did you mean 'algorithm'?
    """

    exit_code = 2

    def __init__(self, problem: str, *, hint: str) -> None:
        super().__init__(problem)
        self.problem = in_one_line(problem)
        self.hint = in_one_line(hint)

    def __str__(self) -> str:
        return f"{self.problem}\nhint: {self.hint}"


def in_one_line(text: str) -> str:
    r"""Return a text with its line breaks as escapes: names from a table may hold some.

    Examples
    --------
    >>> in_one_line("no column among 'a\nb'")
    "no column among 'a\\nb'"
    """
    return text.replace("\r", "\\r").replace("\n", "\\n")


class OptionError(BenchreportError):
    """An argument or option has a value that has no meaning for it."""


class StudyError(BenchreportError):
    """A study file has a misspelt key or names what does not exist."""


class FindingError(BenchreportError):
    """A requested check failed; the input and the call are in order."""

    exit_code = 1


class WriteError(BenchreportError):
    """A file could not be written, or would replace one that is not ours."""


class ReadError(BenchreportError):
    """A file, folder, pattern or query gave no table."""


class TemplateError(BenchreportError):
    """A template of the user cannot be read or fails."""


class ColumnError(BenchreportError):
    """A column is missing, ambiguous or of the wrong kind."""


class DuplicateKeyError(BenchreportError):
    """Two rows claim to be the same measurement."""


class ValueFormatError(BenchreportError):
    """A cell that should hold a number holds something else."""


class DirectionError(BenchreportError):
    """It is not known whether higher or lower values of a metric are better."""


class IncompleteError(BenchreportError):
    """Some algorithm has no result where the others have one."""


class TooFewAlgorithmsError(BenchreportError):
    """There is nothing to compare."""


class BenchreportWarning(UserWarning):
    """Something that results depend on was left out or is in doubt; the command line prints the same text.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():  # as strict as ``benchreport build --strict``
    ...     warnings.simplefilter("error", BenchreportWarning)
    """


def give_warning(text: str, *, depth: int = 1) -> None:
    """Print a warning at the line that called the public function, which is so many calls above this one."""
    warn(text, BenchreportWarning, stacklevel=2 + depth)


def did_you_mean(word: str, choices: Iterable[str], *, listed: str = "") -> str:
    """Return a hint that names the choices nearest to a word, or all of them, or where so many are ``listed``.

    Where a mapping describes its names, by texts or by records with a title, what a word means counts before its
    spelling.

    Examples
    --------
    >>> did_you_mean("nemeny", ["friedman", "nemenyi"])
    "did you mean 'nemenyi'?"
    >>> did_you_mean("critical_difference", {"cd": "Critical difference diagram", "fold_differences": "On folds"})
    "did you mean 'cd'?"
    >>> did_you_mean("acu", ["AUC", "accuracy"])
    "did you mean 'AUC'?"
    >>> did_you_mean("xyz", ["friedman", "nemenyi"])
    "choose from 'friedman', 'nemenyi'"
    """
    names = list(choices)
    near = _near_in_meaning(word, choices) if isinstance(choices, Mapping) else []
    near = near or _near_in_spelling(word, names)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    if listed and len(names) > MOST_CHOICES:
        return listed
    return choose_from(names)


def choose_from(names: Iterable[str]) -> str:
    """Return a hint that lists all choices."""
    return f"choose from {', '.join(map(repr, names))}"


def _near_in_meaning(word: str, descriptions: Mapping[str, object]) -> list[str]:
    """Return the names whose description holds a word as it is said, whatever stands between its letters."""
    letters = _letters(word)
    if len(letters) < LEAST_LETTERS:
        return []
    near = []
    for name, description in descriptions.items():
        title = description if isinstance(description, str) else str(getattr(description, "title", ""))
        for text in (name, title):
            parts = re.findall(r"[^\W_]+", text)
            if any(_letters("".join(parts[i:])).startswith(letters) for i in range(len(parts))):
                near.append((len(text), name))
                break
    return [name for _, name in sorted(near)[:MOST_GUESSES]]


def _near_in_spelling(word: str, names: Sequence[str]) -> list[str]:
    """Return the names that are spelt alike; those with the same ending, as files have, are compared without it."""
    from difflib import get_close_matches

    stem, dot, ending = word.casefold().rpartition(".")
    alike = {}
    for name in reversed(names):
        own, _, same = name.casefold().rpartition(".")
        alike[own if dot and stem and own and same == ending else name.casefold()] = name
    spelt = word.casefold()
    matches = get_close_matches(stem if dot and stem else spelt, alike, n=MOST_GUESSES, cutoff=NEAR)
    matches = matches or get_close_matches(spelt, alike, n=MOST_GUESSES, cutoff=NEAR)
    swapped = [name for name in alike if sorted(name) == sorted(spelt)][:MOST_GUESSES]
    return [alike[match] for match in matches or swapped]


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def refuse_unknown(
    names: Iterable[str], choices: Iterable[str], problem: str, error: type[BenchreportError] = ColumnError
) -> None:
    """Raise an error for the first name that is not among the choices; ``problem`` has a place for it.

    Examples
    --------
    >>> refuse_unknown(["acuracy"], ["accuracy", "rmse"], "no metric {!r} to keep")
    Traceback (most recent call last):
    benchreport.errors.ColumnError: no metric 'acuracy' to keep
    hint: did you mean 'accuracy'?
    """
    listed = list(choices)
    for name in names:
        if name not in listed:
            raise error(problem.format(name), hint=did_you_mean(str(name), listed))


def whole_number(value: object, *, name: str, least: int, most: int | None = None, hint: str) -> int:
    """Return a whole number within its bounds; raise with a hint on anything else.

    Examples
    --------
    >>> whole_number(10, name="bins", least=1, hint="a whole number of bins, such as 10")
    10
    """
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= (value if most is None else most):
        return value
    raise OptionError(f"{name} is {value!r}", hint=hint)


def one_of(value: str, choices: Iterable[str], *, name: str, listed: str = "") -> None:
    """Raise an error for a word that is not among the choices; a mapping describes them.

    Examples
    --------
    >>> one_of("holm", ["bonferroni", "holm"], name="adjustment")
    """
    names = choices if isinstance(choices, Mapping) else list(choices)
    if value not in names:
        few = name == "variant"  # a near spelling is seldom a near meaning
        hint = choose_from(names) if few else did_you_mean(str(value), names, listed=listed)
        raise OptionError(f"unknown {name} {value!r}", hint=hint)
