"""Method, the record that describes a statistic once; Advice; remarks of rows; the columns of every result row."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from benchreport.records import dataclass

if TYPE_CHECKING:
    import polars as pl

Kind = Literal["table", "columns", "numbers", "measure"]
Shape = Literal["scores", "predictions", "counts", "rows", "none"]
Alternative = Literal["two-sided", "greater", "less"]
Controls = Literal["family-wise error rate", "false discovery rate"]
Status = Literal["ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"]
Question = Literal["omnibus", "pairs", "posthoc", "folds", "instances", "rates"]
Door = Literal[
    "one",
    "two",
    "many",
    "posthoc",
    "multiplicity",
    "answer",
    "ordering",
    "metrics",
    "bayes",
    "summaries",
    "scoring",
    "planning",
    "theory",
]
# The package behind each door: the methods that its modules hold are found there.
PACKAGES: Mapping[Door, str] = {
    "one": "benchreport.stats.one_algorithm",
    "two": "benchreport.stats.two_algorithms",
    "many": "benchreport.stats.many_algorithms",
    "posthoc": "benchreport.stats.posthoc",
    "multiplicity": "benchreport.stats.multiplicity",
    "answer": "benchreport.stats.answer",
    "ordering": "benchreport.stats.ordering",
    "metrics": "benchreport.stats.several_metrics",
    "bayes": "benchreport.stats.bayes",
    "summaries": "benchreport.stats.summaries",
    "scoring": "benchreport.measures",
    "planning": "benchreport.stats.planning",
    "theory": "benchreport.stats.theory",
}
# What one wants to know who goes through a door.
DOOR_QUESTIONS: Mapping[Door, str] = {
    "one": "How good is one algorithm, and is it better than a stated value?",
    "two": "Do two algorithms differ, and by how much?",
    "many": "Do several algorithms differ at all?",
    "posthoc": "Which of several algorithms differ, after a test of all?",
    "multiplicity": "How are many comparisons corrected for?",
    "answer": "Who is best, and who cannot be distinguished?",
    "ordering": "In which order do the algorithms come?",
    "metrics": "What do several metrics say together?",
    "bayes": "How probable is it that one algorithm is better?",
    "summaries": "How good are the algorithms over all datasets?",
    "scoring": "How good are these predictions?",
    "planning": "How many runs, datasets or instances does an experiment need?",
    "theory": "What could the best classifier reach?",
}
DOOR_OF: Mapping[str, Door] = {package: door for door, package in PACKAGES.items()}
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
# What several remarks have in common: predictions of several models pooled, instances predicted more than once, a level
# that no data could reach, metrics left out of several.
Topic = Literal["pooled", "repeated", "unreachable", "left_out"]
# Between the remarks of a row, and between a code and its values.
BETWEEN, WITHIN = "|", ":"
# How these characters are spelled inside a value.
ESCAPED = {"%": "%25", BETWEEN: "%7C", WITHIN: "%3A"}
PLURAL = re.compile(r"\{(\d)\|([^|}]*)\|([^}]*)\}")
PLACE = re.compile(r"\{(\d)\}")
# A number with so many digits that the last of them are rounding noise.
NOISY = re.compile(r"-?\d+\.\d{12,}(e[+-]?\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a row may remark on itself: a code for programs, and its words.

    In result rows a remark is spelled ``code`` or ``code:value:value``, and several are joined by ``|``: plain text, so
    that rows can be written anywhere. ``note`` is its text in the rows, with ``{0}``, ``{1}`` for the values and
    ``{0|value|values}`` for a word that depends on whether a value is 1; ``sentence`` is what a report prints, empty
    where another place says it; remarks of one ``topic`` mean the same to a report, whichever method makes them.

    Examples
    --------
    >>> uneven = Remark(code="uneven_runs", note="cells average {0} to {1} {1|run|runs}")
    >>> uneven.spelled(3, 10), uneven.words("3:10")
    ('uneven_runs:3:10', 'cells average 3 to 10 runs')
    """

    code: str
    note: str
    sentence: str = ""
    topic: Topic | None = None

    def words(self, values: str = "") -> str:
        """Return the text of the rows; ``values`` are spelled as in the remark."""
        texts = [without_noise(unescaped(value)) for value in values.split(WITHIN)]
        note = PLURAL.sub(lambda place: place[2] if texts[int(place[1])] == "1" else place[3], self.note)
        return PLACE.sub(lambda place: texts[int(place[1])], note)

    def fits(self, spelled: str) -> bool:
        """Return whether a spelled remark has as many values as the words have places for."""
        places = {int(place) for place in re.findall(r"\{(\d)", self.note)}
        return spelled.count(WITHIN) == len(places)

    def spelled(self, *values: object) -> str:
        """Return the remark as a row holds it."""
        return WITHIN.join((self.code, *(_escaped(str(value)) for value in values)))

    def where(self, condition: pl.Expr, *values: pl.Expr | str, numbers: bool = False) -> pl.Expr:
        """Return the spelled remark where a condition holds, else null; a text is the name of a column of values.

        Values that are known to be ``numbers`` have no characters that must be spelled otherwise.
        """
        import polars as pl

        if not values:
            return pl.when(condition).then(pl.lit(self.code))
        columns = [pl.col(value) if isinstance(value, str) else value for value in values]
        texts = [column.cast(pl.String) for column in columns]
        for sign, spelling in () if numbers else ESCAPED.items():
            texts = [text.str.replace_all(sign, spelling, literal=True) for text in texts]
        return pl.when(condition).then(pl.concat_str([pl.lit(self.code), *texts], separator=WITHIN))


def _escaped(value: str) -> str:
    for sign, spelling in ESCAPED.items():
        value = value.replace(sign, spelling)
    return value


def without_noise(value: str) -> str:
    """Return a value of a remark; a number with the noise of rounding in its last digits has four of them.

    Examples
    --------
    >>> without_noise("7.735999999999996e-220"), without_noise("0.125"), without_noise("kNN")
    ('7.736e-220', '0.125', 'kNN')
    """
    return f"{float(value):.4g}" if NOISY.fullmatch(value) else value


def unescaped(value: str) -> str:
    """Return a value of a remark as it was before it was spelled.

    Examples
    --------
    >>> unescaped("a%7Cb%3A 5 %25")
    'a|b: 5 %'
    """
    for sign, spelling in reversed(ESCAPED.items()):
        value = value.replace(spelling, sign)
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A statistic, described once: its names, its question, what it assumes and cites, and what reports may do with it.

    ``kind`` says how it is called: ``table`` takes a table, ``columns``, where there is an ``expr``, also has a column
    form in ``benchreport.expr``, ``numbers`` takes plain numbers or result rows, ``measure`` turns predictions into
    scores or curves. ``shape`` is the table it takes, scores unless it says otherwise; ``also`` lists others that will
    do. ``table`` is its public function, whose name is the ``id``, as in ``br.<id>``; the function ``<id>_expr`` of the
    same module, where there is one, is its column form, ``expr``. ``aliases`` are former or other names of both. The
    folder of these functions is the door behind which it is found, as in ``br.two.sign_test``, unless ``behind`` names
    another.

    Names: ``title`` for lists, ``prose`` in a sentence (:attr:`name`), ``plural`` for several tests, ``short`` for the
    cells and heads of tables. ``formula`` is plain text, ``tex`` its central equation in LaTeX (empty where a procedure
    has none); ``symbol`` names the statistic. ``account`` is what a methods section says of it, with symbols in TeX
    between dollar signs.

    Whatever depends on a method reads its record. ``answers`` names the questions of a report that it may answer
    and ``reason`` says why a report uses it. ``least_p`` returns the smallest p-value that n blocks can give (None: any
    p-value is possible). An adjustment says in ``controls`` which error rate it keeps at or below the level, in
    ``dependence`` for which tests, and has a ``kernel`` of families of p-values. ``simultaneous`` p-values already hold
    for all comparisons of a group; with a ``transitive`` null hypothesis A = B and B = C make A = C. A test that
    ``drops_ties`` leaves out blocks without a difference; an unmatched one (``matched`` is false) compares separate
    samples; one that compares sizes over datasets (``by_size``) says nothing of metrics with units. A ``signed``
    statistic is one of a - b in the metric's units, as a t or a z: it changes its sign when a and b change places, and
    when values and direction of the metric are turned round. ``remarks`` are all that its rows may carry beside those
    of every table.

    Examples
    --------
    >>> import benchreport as br
    >>> br.METHODS["sign_test"].question
    'Does one algorithm win on more datasets than chance allows?'
    >>> br.METHODS["bh"].controls, br.METHODS["bh"].dependence
    ('false discovery rate', 'independent or positively dependent tests')
    """

    id: str = ""
    title: str
    question: str
    kind: Kind = "table"
    shape: Shape = "scores"
    behind: Door | None = None
    symbol: str
    formula: str
    null: str = ""
    assumes: tuple[str, ...]
    cites: tuple[str, ...]
    prose: str = ""
    plural: str = ""
    short: str = ""
    tex: str = ""
    account: str = ""
    estimand: str | None = None
    effect: str | None = None
    variants: tuple[str, ...] = ()
    also: tuple[Shape, ...] = ()
    answers: tuple[Question, ...] = ()
    reason: str = ""
    least_p: Callable[[pl.Expr, pl.Expr], pl.Expr] | None = None
    controls: Controls | None = None
    dependence: str = ""
    simultaneous: bool = False
    transitive: bool = False
    drops_ties: bool = False
    matched: bool = True
    by_size: bool = False
    signed: bool = False
    aliases: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    table: Callable[..., Any] | None = None
    expr: Callable[..., Any] | None = None
    kernel: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        if self.table is not None:
            name = self.id or self.table.__name__
            beside = getattr(sys.modules[self.table.__module__], f"{name}_expr", None)
            object.__setattr__(self, "id", name)
            object.__setattr__(self, "expr", self.expr or beside)
        if not self.id:
            raise TypeError(f"the method {self.title!r} has neither a function nor an id")
        if self.expr is not None and self.kind == "table":
            object.__setattr__(self, "kind", "columns")

    def relative(self, **fields: Any) -> Method:
        """Return the record of another method of the family: its function, and what else differs, are ``fields``."""
        return replace(self, **{"id": "", "expr": None} | fields)

    @property
    def door(self) -> Door:
        """The question behind which the method is found: ``br.<door>.<id>``."""
        function = self.expr or self.table or self.kernel
        if self.behind is not None or function is None:  # what has no function is computed by measure
            return self.behind or "scoring"
        return DOOR_OF[function.__module__.rpartition(".")[0]]

    @property
    def name(self) -> str:
        """The name as it reads in a sentence: ``prose``, else the title with an article."""
        return self.prose or f"the {self.title[0].lower()}{self.title[1:]}"

    @property
    def label(self) -> str:
        """The name in the cells and heads of tables: ``short``, else the title."""
        return self.short or self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What should be known about a design before its numbers are believed: a question, a fact, its sources.

    ``text`` is what a report advises where it applies.

    Examples
    --------
    >>> import benchreport as br
    >>> br.ADVICE["kfold_cv"].fact
    'any two training sets have K - 2 of K parts in common'
    """

    id: str
    title: str
    question: str
    fact: str
    assumes: tuple[str, ...] = ("none, it is advice",)
    cites: tuple[str, ...]
    text: str = ""


# The two columns at the end of every table of rows.
REMARK_COLUMNS = {
    "remarks": ("String", "codes of what a reader should know about this row, with their values, for programs"),
    "note": ("String", "the remarks in words, for people"),
}
# One glossary for the columns of all result rows. Null means "not computed"; status and note say why.
RESULT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "better": ("Categorical", "which of the two did better in this sample, null if neither"),
    "method": ("String", "id of the method"),
    "variant": ("String", "which form of the method"),
    "term": ("String", "which source of variation, for tables of several"),
    "n": ("Int64", "blocks used"),
    "n_dropped": ("Int64", "blocks left out because results were missing"),
    "n_ties": ("Int64", "ties: tied blocks of a pair, or tied cells of a table"),
    "statistic": (
        "Float64",
        "test statistic; t, z, W+ and U are of a - b in the metric's units, wins of what is better",
    ),
    "df1": ("Float64", "degrees of freedom"),
    "df2": ("Float64", "denominator degrees of freedom"),
    "p_value": ("Float64", "p-value"),
    "p_adjusted": ("Float64", "p-value adjusted for the family"),
    "estimate": ("Float64", "estimate of the estimand"),
    "ci_low": ("Float64", "lower confidence limit at level 1 - alpha"),
    "ci_high": ("Float64", "upper confidence limit at level 1 - alpha"),
    "effect": ("Float64", "effect size, positive when a is better"),
    "effect_low": ("Float64", "lower confidence limit of the effect"),
    "effect_high": ("Float64", "upper confidence limit of the effect"),
    "alpha": ("Float64", "level of the interval and of the decision p <= alpha"),
    "law": ("String", "distribution the statistic is referred to"),
    "estimand": ("String", "what estimate estimates"),
    "effect_name": ("String", "what effect measures"),
    "alternative": ("String", "two-sided, greater (a is better than b) or less"),
    "adjustment": ("String", "adjustment for multiplicity"),
    "family": ("String", "the family that was adjusted for, with its size"),
    "status": ("String", "ok, approximate, too_few, zero_variance, all_ties, singular or undefined"),
    **REMARK_COLUMNS,
}

# average_ranks: one row per group and algorithm.
RANK_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n": ("Int64", "blocks ranked"),
    "n_dropped": ("Int64", "blocks left out because results were missing"),
    "mean_rank": ("Float64", "mean rank over the blocks, 1 is best"),
    "best_rank": ("Float64", "smallest rank reached"),
    "worst_rank": ("Float64", "largest rank reached"),
    "n_first": ("Int64", "blocks where no other algorithm ranked better"),
    **REMARK_COLUMNS,
}


def schema_of(columns: Mapping[str, tuple[str, str]]) -> dict[str, pl.DataType]:
    """Return the Polars schema of a glossary of columns.

    Examples
    --------
    >>> schema_of(RANK_COLUMNS)["mean_rank"]
    Float64
    """
    import polars as pl

    return {name: getattr(pl, kind)() for name, (kind, _) in columns.items()}
