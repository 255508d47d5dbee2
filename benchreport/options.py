"""Options of a report, each declared once: Python signature, study file, --set, --help, example and recipe.

A field of :class:`Options` is all that an option needs; what reads, shows or writes options goes through its fields.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, field, fields, replace
from difflib import get_close_matches
from functools import cache
from types import EllipsisType as EllipsisType
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.files import name_as_text
from benchreport.method import Question
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.values import NO_FIT, alternatives, described, fit, toml_text
from benchreport.venues import VENUES, check_venue

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
Check = Callable[[str, Any], object]

# The policies for missing results, the default first; "reference" is the old word for "stand_in".
Filling = Literal[
    "auto", "refuse", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
]
FILLING: tuple[Filling, ...] = get_args(Filling)
STAND_IN = ("stand_in", "reference")
Family = Literal["metric", "all"]
# Laying out a text without blanks takes time with the square of its length.
LONGEST_TITLE = 500
# The method that answers a question unless another is asked for; the design may call for another too.
DEFAULTS: Mapping[Question, str] = {
    "omnibus": "iman_davenport",
    "pairs": "wilcoxon",
    "folds": "corrected_resampled_t",
    "instances": "mcnemar",
    "rates": "ci_wilson",
}
PAIR_TEST = DEFAULTS["pairs"]
# What tests of mean ranks estimate.
MEAN_RANKS = "difference of mean ranks a - b"
# What tests of aligned or weighted ranks estimate ends so.
MEANS_OF_RANKS = ("mean aligned ranks a - b", "weighted mean ranks a - b")
# The place of the options in a docstring: an entry of its own, with a line below it.
PLACE = re.compile(r"^ {4}\*\*options\n(?: {8}.*\n)+", re.MULTILINE)
LINE = 108


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a report or key of a study file.

    ``help`` is its meaning in one sentence, ``more`` what Python's ``help`` says beyond that. ``example`` is a value
    for the study file that ``init`` writes. ``also`` are old names, which are still read. ``flag`` gives ``build`` a
    flag of its name, where ``metavar`` stands for the value. ``python`` is the type in Python where that is wider, and
    ``convert`` makes a value that a study file can hold. ``check`` raises where a value of the right type means
    nothing. ``shared`` options are those that single tests have too, with another default: a study remembers whether
    they were stated.
    """

    help: str
    more: str = ""
    example: Any = None
    also: tuple[str, ...] = ()
    flag: bool = False
    metavar: str | None = None
    python: str = ""
    convert: Callable[[Any], Any] | None = None
    check: Check | None = None
    shared: bool = False
    # Read from the field that declares it.
    name: str = ""
    type: Any = None
    default: Any = None

    def read(self, value: Any, *, commas: bool = False) -> Any:
        """Return a value that was checked, a sequence as a tuple; with ``commas`` a text may be a list.

        Examples
        --------
        >>> options_of(Options)["rope"].read("small")
        Traceback (most recent call last):
        benchreport.errors.OptionError: rope is 'small'
        hint: rope is a number, or a table, such as 0.01: difference that does not matter, in units of the metric
        """
        fitting = fit(value if self.convert is None else self.convert(value), self.type, commas=commas)
        if fitting is NO_FIT:
            raise OptionError(f"{self.name} is {value!r}", hint=self.meaning)
        if self.choices:
            one_of(fitting, self.choices, name=self.name)
        if self.check is not None and fitting is not None:
            self.check(self.name, fitting)
        changeable = any(get_origin(kind) is list for kind in alternatives(self.type))
        return tuple(fitting) if isinstance(fitting, list) and not changeable else fitting

    @property
    def meaning(self) -> str:
        """What a value is, with an example."""
        sentence = f"{self.help[0].lower()}{self.help[1:]}".rstrip(".")
        example = "" if self.example is None else f", such as {toml_text(self.example)}"
        return f"{self.name} is {described(self.type)}{example}: {sentence}"

    @property
    def parameter(self) -> inspect.Parameter:
        """The keyword that a function takes."""
        return inspect.Parameter(
            self.name, inspect.Parameter.KEYWORD_ONLY, default=self.default, annotation=self.python
        )

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it may be, where they are few."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()


def option(default: Value | Callable[[], Value], help: str, **meaning: Any) -> Value:  # noqa: A002
    """Return a field of a record that declares an option; a factory serves as default of what can change."""
    usual: dict[str, Any] = {"default_factory" if callable(default) else "default": default}
    return cast(Value, field(**usual, metadata=described_as(help, **meaning)))


def described_as(help: str, **meaning: Any) -> Mapping[str, Option]:  # noqa: A002
    """Return the metadata of a field that declares an option, for one without a default."""
    return {"option": Option(help=help, **meaning)}


@cache
def options_of(record: type) -> Mapping[str, Option]:
    """Return the options that a record declares, by name, in order.

    Examples
    --------
    >>> options_of(Options)["alpha"].default
    0.05
    """
    types = get_type_hints(record)
    declarations = [field for field in fields(record) if "option" in field.metadata]
    return MappingProxyType(
        {
            field.name: replace(
                field.metadata["option"],
                name=field.name,
                type=types[field.name],
                default=field.default if field.default_factory is MISSING else field.default_factory(),
                python=field.metadata["option"].python or str(field.type),
            )
            for field in declarations
        }
    )


def _between_0_and_1(name: str, value: float) -> None:
    if not 0 < value < 1:
        raise OptionError(f"{name} is {value!r}", hint=f"{name} is a number between 0 and 1, such as 0.05")


def _positive_widths(name: str, value: float | Mapping[str, float]) -> None:
    for width in value.values() if isinstance(value, Mapping) else [value]:
        if not width > 0:
            raise OptionError(f"{name} is {width!r}", hint=f"{name} is a positive number, in units of the metric")


def _short_title(_: str, title: str) -> None:
    if len(title) > LONGEST_TITLE:
        raise OptionError(
            f"the title has {len(title):,} characters", hint=f"a title has at most {LONGEST_TITLE} characters"
        )


def _noun(name: str, noun: str) -> None:
    if not noun.strip():
        raise OptionError(f"{name} is {noun!r}", hint=f"{name} is a word such as 'classifier'")
    _short_title(name, noun)


def _answering_tests(name: str, tests: Mapping[str, str]) -> None:
    for question, test in tests.items():
        one_of(question, tuple(DEFAULTS), name="question")
        if question == "pairs":
            refuse_unfit_pair_test(test)
        choices = pair_tests() if question == "pairs" else METHODS.answering(cast(Question, question))
        one_of(test, choices, name=f"{name}[{question!r}]")


@cache
def pair_tests() -> tuple[str, ...]:
    """Return the tests that may decide on pairs: tests of two algorithms, and post-hoc tests of mean ranks.

    The latter are never chosen unless asked for: their verdict on two algorithms depends on the others.

    Examples
    --------
    >>> "wilcoxon" in pair_tests(), "nemenyi" in pair_tests(), "tukey_hsd" in pair_tests()
    (True, True, False)
    """
    return (*METHODS.answering("pairs"), *(name for name in METHODS.answering("posthoc") if ranks_decide(name)))


def ranks_decide(test: str) -> bool:
    """Return whether a test compares mean ranks, over which all algorithms of a table have a say."""
    return METHODS[test].estimand == MEAN_RANKS


def refuse_unfit_pair_test(test: str) -> None:
    """Raise for a post-hoc test that cannot decide over datasets, with the reason and what can.

    Over datasets the spread of a difference depends on the pair: small between variants of one algorithm, large between
    algorithms that have little in common. A test with one variance for all pairs then rejects too often for the latter.

    Examples
    --------
    >>> refuse_unfit_pair_test("games_howell")
    Traceback (most recent call last):
    benchreport.errors.OptionError: games_howell cannot decide over datasets: it takes the results of each algorithm ...
    hint: tests={'pairs': 'kfold_paired_t'} compares means, each pair by its own differences; 'nemenyi' mean ranks
    """
    if test not in METHODS.answering("posthoc") or test in pair_tests():
        return
    record = METHODS[test]
    if "blocked" in record.variants:
        reason = "it has one variance for all pairs, and over datasets every pair has its own, so it rejects too often"
    elif (record.estimand or "").endswith(MEANS_OF_RANKS):
        reason = "its ranks mix the sizes of differences on all datasets, so they are sizes of nothing"
    else:
        reason = "it takes the results of each algorithm as independent samples, and these share their datasets"
    raise OptionError(
        f"{test} cannot decide over datasets: {reason}",
        hint="tests={'pairs': 'kfold_paired_t'} compares means, each pair by its own differences; 'nemenyi' mean ranks",
    )


def _known_adjustment(name: str, adjustment: str) -> None:
    one_of(adjustment, METHODS.adjustments, name=name)


def _text_of_title(title: Any) -> Any:
    return name_as_text(title) if isinstance(title, str) else title


def _text_of_class(label: Any) -> Any:
    """Return a class as text, which a recipe can hold; lists are no classes."""
    if isinstance(label, Mapping):
        return {str(dataset): str(positive) for dataset, positive in label.items()}
    return label if label is None or isinstance(label, Sequence | set) else str(label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a report should be: a field for each option of :func:`report`, of ``build`` and of a study file.

    Examples
    --------
    >>> Options(reference="RandomForest").alpha
    0.05
    """

    title: str = option(
        "",
        "Title of the report; by default what was compared, and on what.",
        example="C4.5 and its variants",
        flag=True,
        convert=_text_of_title,
        check=_short_title,
    )
    author: str = option(
        "",
        "Author of the report, printed below the title.",
        example="A. Researcher",
        convert=_text_of_title,
        check=_short_title,
    )
    source: str = option(
        "",
        "Source of the results, printed below the title.",
        example="Demšar (2006), Table 6",
        convert=_text_of_title,
        check=_short_title,
    )
    noun: str = option(
        "algorithm", "What is compared, in the singular.", example="classifier", convert=_text_of_title, check=_noun
    )
    reference: str | None = option(
        None,
        "Compare all others with this algorithm.",
        example="RandomForest",
        also=("baseline", "control"),
        flag=True,
        metavar="NAME",
    )
    alpha: float = option(
        0.05, "Level of the decisions, between 0 and 1.", example=0.01, flag=True, check=_between_0_and_1
    )
    adjust: str = option(
        "holm",
        "Adjustment of the pairwise tests.",
        example="bonferroni",
        check=_known_adjustment,
        also=("adjustment",),
        flag=True,
        metavar="NAME",
        shared=True,
    )
    family: Family = option(
        "metric", "Adjust over the pairs of a 'metric', or of 'all' metrics together.", example="all"
    )
    missing: Filling = option(
        "auto",
        "Policy for missing results.",
        more='As in :func:`complete`; "auto" decides from the pattern of gaps, and "stand_in" fills in what the '
        "reference reached.",
        example="drop_blocks",
        flag=True,
        shared=True,
    )
    without_algorithms: Sequence[str] = option(
        tuple, "Algorithms to leave out; the report says so.", example=["kNN", "SVM"], flag=True
    )
    without_datasets: Sequence[str] = option(
        tuple, "Datasets to leave out; the report says so.", example=["adult", "iris"], flag=True
    )
    metrics: Sequence[str] = option(
        tuple,
        "Metrics to keep, or to measure of predictions and counts, the one that leads first.",
        more="By default in the order of the table, costs such as times behind all others.",
        example=["accuracy", "auc"],
    )
    algorithm_order: Sequence[str] = option(
        tuple,
        "Order of the algorithms: name, input, or names, the others behind them.",
        more="Where nothing else orders them, such as mean ranks; complete tables follow it.",
        example=["ours", "baseline"],
        flag=True,
    )
    dataset_order: Sequence[str] = option(
        tuple, "Order of the datasets: name, input, or names, the others behind them.", example=["input"], flag=True
    )
    joint: Sequence[str] = option(
        tuple,
        "Metrics to compare together, as vectors.",
        more="By default all that measure quality on the same runs.",
        example=["accuracy", "auc"],
    )
    scales: Mapping[str, str] = option(
        dict,
        "Scales of metrics whose name does not settle it: share, area, correlation, ratio (a unit) or ordinal (R2).",
        more="Unknown ones are treated as having a unit.",
        example={"score": "share"},
    )
    positive: str | Mapping[str, str] | None = option(
        None,
        "The positive class of predictions or counts.",
        more="A mapping names one for each dataset. It is never guessed.",
        example="yes",
        flag=True,
        metavar="CLASS",
        python="Any",
        convert=_text_of_class,
    )
    sections: Sequence[str] = option(
        tuple,
        "Sections in order: names, standard, all; ... stands for those not named.",
        more="A section is given by its name, or as a function of the evidence.",
        example=["standard", "variance"],
        flag=True,
        python="Sequence[str | EllipsisType | Callable[..., Any]]",
    )
    omit: Sequence[str] = option(tuple, "Sections to leave out.", example=["distributions"], flag=True)
    tests: Mapping[str, str] = option(
        dict,
        f"The method that answers a question: {', '.join(DEFAULTS)}.",
        example={"pairs": "sign_test"},
        check=_answering_tests,
    )
    rope: float | Mapping[str, float] | None = option(
        None,
        "Difference that does not matter, in units of the metric.",
        more="A mapping gives one for each metric.",
        example=0.01,
        check=_positive_widths,
    )
    margin: float | Mapping[str, float] | None = option(
        None,
        "Margin of equivalence, in units of the metric.",
        more="A mapping gives one for each metric.",
        example=0.02,
        check=_positive_widths,
    )
    subsets: str | Mapping[str, Sequence[str]] | None = option(
        None, "Groups of datasets to report too: 'size', a column, or names with their datasets.", example="size"
    )
    complexity: Sequence[str] = option(
        tuple, "The algorithms, simplest first.", example=["LogisticRegression", "RandomForest"]
    )
    costs: Mapping[str, Mapping[str, float]] = option(
        dict, "Costs of an actual class for each class that is predicted instead.", example={"yes": {"no": 5}}
    )
    names: Mapping[str, str] = option(dict, "Names to print for algorithms.", example={"rf": "Random forest"})
    labels: Mapping[str, str] = option(dict, "Names to print for metrics.", example={"auc": "AUC"})
    colours: Mapping[str, str] = option(dict, "Colours of algorithms, as #rrggbb.", example={"rf": "#0072b2"})
    theme: str = option(
        "article",
        "The look: article, classic or columns.",
        more="A folder of templates may have others.",
        example="classic",
        flag=True,
        metavar="NAME",
    )
    venue: str | None = option(
        None,
        f"Widths that LaTeX figures and tables are made for: {', '.join(VENUES)}.",
        more="The other formats keep the widths of their page.",
        example="neurips",
        flag=True,
        metavar="NAME",
        check=check_venue,
    )
    seed: int = option(0, "Seed of everything random.", example=1)

    def test_for(self, question: Question, default: str | None = None) -> str:
        """Return the test that answers a question: the one that the options name, else the default."""
        return self.tests.get(question) or default or DEFAULTS[question]

    @property
    def test_of_two(self) -> str:
        """The test of pairs for what rests on two algorithms alone; tests of mean ranks need all of them."""
        test = self.test_for("pairs")
        return PAIR_TEST if ranks_decide(test) else test

    @property
    def baseline(self) -> str | None:
        """The reference, in the word of older templates and sections."""
        return self.reference

    @property
    def adjustment(self) -> str:
        """The adjustment, in the word of older templates and sections."""
        return self.adjust


def read_options(values: Mapping[str, Any], *, base: Options | None = None, commas: bool = False) -> Options:
    """Return checked options, from Python, a study file or the shell.

    Names, types and values are checked; old names are read too. What is missing is as in ``base``, or as by default.

    Examples
    --------
    >>> read_options({"baseline": "kNN"}).reference
    'kNN'
    >>> read_options({"alhpa": 0.1})
    Traceback (most recent call last):
    benchreport.errors.OptionError: 'alhpa' is not an option of a report
    hint: did you mean 'alpha'?
    """
    declared = options_of(Options)
    named = in_new_words(values, declared, "a report")
    checked = {name: declared[name].read(value, commas=commas) for name, value in named.items()}
    options = replace(base or Options(), **checked)
    if options.missing in STAND_IN and options.reference is None:
        raise OptionError(
            f"missing = {options.missing!r} needs a reference, whose results stand in",
            hint="name the reference algorithm (--reference NAME)",
        )
    return options


def in_new_words(values: Mapping[str, Any], declared: Mapping[str, Option], owner: str) -> dict[str, Any]:
    """Return values under the names that options have today; raise on unknown names, and on two names of one option.

    Examples
    --------
    >>> in_new_words({"control": "kNN", "alpha": 0.1}, options_of(Options), "a report")
    {'reference': 'kNN', 'alpha': 0.1}
    >>> in_new_words({"control": "kNN", "reference": "SVM"}, options_of(Options), "a report")
    Traceback (most recent call last):
    benchreport.errors.OptionError: 'control' and 'reference' are the same option
    hint: leave out 'control'
    """
    old = {word: option.name for option in declared.values() for word in option.also}
    named: dict[str, Any] = {}
    words: dict[str, str] = {}
    for word, value in values.items():
        name = old.get(word, word)
        if name not in declared:
            near = get_close_matches(word, old, n=1, cutoff=0.7)
            meant = old[near[0]] if near else word
            raise OptionError(f"{word!r} is not an option of {owner}", hint=did_you_mean(meant, declared))
        if name in named:
            older = next(spelling for spelling in (words[name], word) if spelling != name)
            raise OptionError(f"{words[name]!r} and {word!r} are the same option", hint=f"leave out {older!r}")
        named[name], words[name] = value, word
    return named


def in_parameters(values: Mapping[str, Any], parameters: Collection[str]) -> dict[str, Any]:
    """Return options under the names of a function's parameters: methods and figures call the reference ``control``.

    Examples
    --------
    >>> in_parameters({"reference": "kNN", "alpha": 0.1}, ["control", "alpha"])
    {'control': 'kNN', 'alpha': 0.1}
    """
    reference = options_of(Options)["reference"]
    words = {"reference", *reference.also} - {*parameters} if "control" in parameters else ()
    return {"control" if name in words else name: value for name, value in values.items()}


def takes_options(function: Function) -> Function:
    """Return a function that takes ``**options`` with every one of them in its signature and its docstring.

    Examples
    --------
    >>> @takes_options
    ... def sketch(table, **options): ...
    >>> list(inspect.signature(sketch).parameters)[:4]
    ['table', 'title', 'author', 'source']
    """
    show_keywords(function, (option.parameter for option in options_of(Options).values()))
    if function.__doc__ is not None:  # Python run with -OO has none
        function.__doc__ = PLACE.sub(lambda _: textwrap.indent(help_text(), "    "), function.__doc__)
    return function


def show_keywords(function: Callable[..., Any], keywords: Iterable[inspect.Parameter]) -> None:
    """Write keywords into the signature of a function, in place of the ``**`` parameter that takes them."""
    signature = inspect.signature(function)
    leading = [
        parameter for parameter in signature.parameters.values() if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    vars(function)["__signature__"] = signature.replace(parameters=[*leading, *keywords])


def help_text() -> str:
    """Return what every option means, as entries of a docstring.

    Examples
    --------
    >>> print(*help_text().splitlines()[:2], sep="\\n")
    title
        Title of the report; by default what was compared, and on what.
    """
    entries = []
    for option in options_of(Options).values():
        choices = f"One of {', '.join(option.choices)}." if option.choices else ""
        text = textwrap.fill(" ".join(filter(None, (option.help, option.more, choices))), LINE)
        entries.append(f"{option.name}\n{textwrap.indent(text, '    ')}\n")
    return "".join(entries)
