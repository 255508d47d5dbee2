"""How is a report to be made? Everything that may be asked for, with its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import EllipsisType
from typing import Any, Literal, TypedDict

from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.files import name_as_text

# The policies for missing results, the default first; "reference" is the old word for "stand_in".
Filling = Literal[
    "auto", "refuse", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
]
FILLING: tuple[Filling, ...] = (
    "auto", "refuse", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
)  # fmt: skip
# Laying out a text without blanks takes time with the square of its length.
LONGEST_TITLE = 500
STAND_IN = ("stand_in", "reference")
Family = Literal["metric", "all"]
FAMILIES: tuple[Family, ...] = ("metric", "all")
# Which tests may answer a question; the first is the default, the design may call for another.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "omnibus": ("iman_davenport", "friedman", "quade", "friedman_aligned", "kruskal_wallis"),
    "pairs": ("wilcoxon", "sign_test", "kfold_paired_t", "permutation_signflip"),
    "folds": ("corrected_resampled_t", "cv52_f", "cv52_t", "kfold_paired_t", "unpaired_t", "permutation_two_sample"),
    "instances": ("mcnemar", "permutation_signflip", "paired_t_instances"),
    "rates": ("ci_wilson", "ci_clopper_pearson", "ci_jeffreys", "ci_proportion_wald", "ci_hoeffding"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a report should be: :func:`report` explains each field, a study file may set each.

    Examples
    --------
    >>> Asked(baseline="RandomForest").alpha
    0.05
    """

    title: str = "Benchmark report"
    baseline: str | None = None
    alpha: float = 0.05
    adjustment: str = "holm"
    family: str = "metric"
    missing: str = "auto"
    metrics: tuple[str, ...] = ()
    joint: tuple[str, ...] = ()
    scales: Mapping[str, str] = field(default_factory=dict)
    positive: Any = None
    sections: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    rope: float | Mapping[str, float] | None = None
    margin: float | Mapping[str, float] | None = None
    subsets: str | Mapping[str, Sequence[str]] | None = None
    complexity: tuple[str, ...] = ()
    costs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    theme: str = "article"
    seed: int = 0

    def test_for(self, question: str, default: str | None = None) -> str:
        """Say which test answers a question: the one asked for, else the default."""
        return self.tests.get(question) or default or QUESTIONS[question][0]


class Wishes(TypedDict, total=False):
    """The options of :func:`report`, all of them optional."""

    title: str
    baseline: str | None
    alpha: float
    adjustment: str
    family: str
    missing: str
    metrics: Sequence[str]
    joint: Sequence[str]
    scales: Mapping[str, str]
    positive: Any
    sections: Sequence[str | EllipsisType | Callable[..., Any]]
    omit: Sequence[str]
    tests: Mapping[str, str]
    rope: float | Mapping[str, float] | None
    margin: float | Mapping[str, float] | None
    subsets: str | Mapping[str, Sequence[str]] | None
    complexity: Sequence[str]
    costs: Mapping[str, Mapping[str, float]]
    names: Mapping[str, str]
    labels: Mapping[str, str]
    colours: Mapping[str, str]
    theme: str
    seed: int
    templates: str | Path | Mapping[str, str] | None


def asked_for(wishes: Mapping[str, Any]) -> Asked:
    """Check what was asked for, and fill in the rest.

    Examples
    --------
    >>> asked_for({"basline": "kNN"})
    Traceback (most recent call last):
    benchreport.errors.OptionError: 'basline' is not an option of a report
    hint: did you mean 'baseline'?
    """
    known = [one.name for one in fields(Asked)]
    for name in wishes:
        if name not in known:
            raise OptionError(f"{name!r} is not an option of a report", hint=did_you_mean(name, known))
    lists = {
        name: tuple(wishes[name]) for name in ("metrics", "joint", "sections", "omit", "complexity") if name in wishes
    }
    # Classes are told apart as text, so that a recipe may name them.
    named = {"positive": _as_text(wishes["positive"])} if wishes.get("positive") is not None else {}
    title = {"title": name_as_text(wishes["title"])} if isinstance(wishes.get("title"), str) else {}
    asked = Asked(**{**wishes, **lists, **named, **title})
    _check(asked)
    return asked


def _as_text(classes: Any) -> str | dict[str, str]:
    if isinstance(classes, Mapping):
        return {str(dataset): str(label) for dataset, label in classes.items()}
    return str(classes)


def _check(asked: Asked) -> None:
    if isinstance(asked.alpha, bool) or not isinstance(asked.alpha, (int, float)) or not 0 < asked.alpha < 1:
        raise OptionError(f"alpha is {asked.alpha!r}", hint="alpha is a number between 0 and 1, such as 0.05")
    if len(asked.title) > LONGEST_TITLE:
        raise OptionError(
            f"the title has {len(asked.title):,} characters", hint=f"a title has at most {LONGEST_TITLE} characters"
        )
    one_of(asked.missing, FILLING, name="missing")
    if asked.missing in STAND_IN and asked.baseline is None:
        raise OptionError(
            f"missing = {asked.missing!r} needs an algorithm whose results stand in",
            hint="name it as the baseline (--baseline NAME)",
        )
    one_of(asked.family, FAMILIES, name="family")
    for question, test in asked.tests.items():
        one_of(question, tuple(QUESTIONS), name="question")
        one_of(test, QUESTIONS[question], name=f"tests[{question!r}]")
    for name, width in _widths(asked):
        if not isinstance(width, (int, float)) or isinstance(width, bool) or width <= 0:
            raise OptionError(f"{name} is {width!r}", hint=f"{name} is a positive number, in units of the metric")


def _widths(asked: Asked) -> list[tuple[str, Any]]:
    given = {"rope": asked.rope, "margin": asked.margin}
    return [
        (name, width)
        for name, value in given.items()
        if value is not None
        for width in (value.values() if isinstance(value, Mapping) else [value])
    ]
