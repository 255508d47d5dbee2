"""METHODS, every record in the modules of the rooms, found by listing folders; ADVICE, from its file; the doors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from benchreport.errors import did_you_mean, one_of
from benchreport.method import DOOR_QUESTIONS, PACKAGES, Advice, Door, Method, Question, Remark
from benchreport.scan import modules, records

if TYPE_CHECKING:
    import polars as pl

R = TypeVar("R")

# The folders whose modules, and those of folders in them, describe methods. A file put into one of them is found.
ROOMS = ("benchreport.stats", "benchreport.measures")
DOORS: tuple[Door, ...] = get_args(Door)
TEXTBOOK = ("alpaydin2010",)  # what advice cites unless it says otherwise
ADVICE_TEXT = Path(__file__).with_name("advice.toml")
# Words of a search that say nothing, the endings of the others, and what is also called an algorithm or a ratio.
IDLE = re.compile(
    r"an?|and|are|at|be|do|does|for|from|how|i|in|is|it|my|need|of|on|or|so|than|that|the|to|up|what|which|with"
)
ENDING = re.compile(r"(?<=[a-z]{4})(?:s|ed|ing)$")
FORMULA = re.compile(r"[=+*/^()<>]")
SAME = {
    **dict.fromkeys(("classifier", "model", "predictor", "learner", "method", "system", "regressor"), ("algorithm",)),
    **dict.fromkeys(("speed", "speedup", "faster", "slower"), ("ratio",)),
}


class Records(Mapping[str, R]):
    """Records by id, read on first use."""

    def __init__(self, read: Callable[[], Mapping[str, R]]) -> None:
        self._read = read

    def __getitem__(self, name: str) -> R:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


class Methods(Records[Method]):
    """All methods by id, read on first use, in the order of the doors; a former name finds its method too.

    Examples
    --------
    >>> METHODS["sign_test"].door, "auc" in METHODS, METHODS["auc"].id
    ('two', True, 'auc_rank')
    """

    def __getitem__(self, name: str) -> Method:
        try:
            return _by_id()[name]
        except KeyError:
            return _by_id()[_aliases()[name]]

    def __contains__(self, name: object) -> bool:
        return name in _by_id() or name in _aliases()

    def __repr__(self) -> str:
        return f"<{len(self)} methods: {', '.join(list(self)[:3])}, ...>"

    def answering(self, question: Question) -> tuple[str, ...]:
        """Return the ids of the methods that may answer a question of a report.

        Examples
        --------
        >>> sorted(METHODS.answering("instances"))
        ['mcnemar', 'paired_t_instances', 'permutation_signflip']
        """
        return tuple(name for name, method in self.items() if question in method.answers)

    @property
    def adjustments(self) -> tuple[str, ...]:
        """The ids of the adjustments for multiplicity.

        Examples
        --------
        >>> METHODS.adjustments[:3]
        ('bonferroni', 'sidak', 'holm')
        """
        return tuple(name for name, method in self.items() if method.kernel is not None)

    @property
    def former_names(self) -> tuple[str, ...]:
        """Other names under which methods are found.

        Examples
        --------
        >>> "auc" in METHODS.former_names
        True
        """
        return tuple(_aliases())

    def behind(self, door: Door) -> dict[str, Method]:
        """Return the methods behind a door, by id.

        Examples
        --------
        >>> list(METHODS.behind("bayes"))[:2]
        ['bradley_terry', 'plackett_luce']
        """
        return {name: method for name, method in self.items() if method.door == door}


@cache
def _by_id() -> Mapping[str, Method]:
    methods: dict[str, Method] = {}
    for method in (method for room in ROOMS for method in records(room, Method)):
        if methods.setdefault(method.id, method) is not method:
            raise TypeError(f"two methods are called {method.id!r}: {methods[method.id].table} and {method.table}")
    ordered = sorted(methods.values(), key=lambda method: DOORS.index(method.door))
    return MappingProxyType({method.id: method for method in ordered})


@cache
def _aliases() -> Mapping[str, str]:
    return {alias: method.id for method in _by_id().values() for alias in method.aliases}


@cache
def remarks_by_code() -> Mapping[str, Remark]:
    """Return every remark that rows may carry, by its code; one code has one text.

    Examples
    --------
    >>> remarks_by_code()["uneven_runs"].note
    'cells average {0} to {1} runs'
    """
    codes: dict[str, Remark] = {}
    for room in ("benchreport.tables", *ROOMS):
        for remark in records(room, Remark):
            if codes.setdefault(remark.code, remark) != remark:
                raise TypeError(
                    f"two remarks have the code {remark.code!r}: {codes[remark.code].note!r}, {remark.note!r}"
                )
    return MappingProxyType(codes)


@cache
def _advice_by_id() -> Mapping[str, Advice]:
    entries = tomllib.loads(ADVICE_TEXT.read_text(encoding="utf8"))
    cited = {name: entry | {"cites": tuple(entry.get("cites", TEXTBOOK))} for name, entry in entries.items()}
    return MappingProxyType({name: Advice(id=name, **fields) for name, fields in cited.items()})


METHODS = Methods(_by_id)
ADVICE = Records(_advice_by_id)


@cache
def table_forms(door: Door | None = None) -> dict[str, Callable[..., Any]]:
    """Return the public functions of all methods, or of those behind one door, by id and former name.

    Examples
    --------
    >>> sorted(table_forms("theory"))[:2]
    ['bayes_classifier', 'bayes_risk']
    """
    methods = METHODS.values() if door is None else METHODS.behind(door).values()
    return {
        name: method.table for method in methods if method.table is not None for name in (method.id, *method.aliases)
    }


def table_form(name: str) -> Callable[..., Any]:
    """Return the public function of a method, which must have one.

    Examples
    --------
    >>> table_form("sign_test").__name__
    'sign_test'
    """
    return table_forms()[name]


@cache
def column_forms() -> dict[str, Callable[..., Any]]:
    """Return the column forms of all methods, by id and former name.

    Examples
    --------
    >>> column_forms()["sign_test"].__name__
    'sign_test_expr'
    """
    return {
        name: method.expr
        for method in METHODS.values()
        if method.expr is not None
        for name in (method.id, *method.aliases)
    }


def door(question: Door) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a door: its methods, found on first use.

    Examples
    --------
    >>> from benchreport.stats import two_algorithms
    >>> two_algorithms.sign_test.__module__, "nemenyi" in dir(two_algorithms)
    ('benchreport.stats.two_algorithms.over_datasets', False)
    """

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name == "__all__":
            return __dir__()
        package = PACKAGES[question]
        if name.startswith("__") or f"{package}.{name}" in modules(package):
            raise AttributeError(name)  # a module is imported without asking every method
        try:
            return table_forms(question)[name]
        except KeyError:
            hint = did_you_mean(name, table_forms(question))
            raise AttributeError(f"no method {name!r} behind br.{question}; {hint}") from None

    def __dir__() -> list[str]:  # noqa: N807
        return sorted(name for name, method in METHODS.behind(question).items() if method.table is not None)

    return __getattr__, __dir__


def methods(*, question: str | None = None, search: str | None = None, door: str | None = None) -> pl.DataFrame:
    """Return the methods as a table: id, door, title, question, whether there is a column form.

    Parameters
    ----------
    question
        Words of a question, in any order: ``"two algorithms"``. A method is kept if its question, its title or the
        description of its door holds all of them.
    search
        Words that all occur, in any form and order, in the description of a method: id, names, question, formula,
        null hypothesis, assumptions, remarks, citations. What fits best comes first. Part of a formula is looked for as
        it is written.
    door
        Only the methods behind one door, such as ``"two"`` or ``"posthoc"``.

    Examples
    --------
    >>> import benchreport as br
    >>> br.methods(question="two algorithms margin")["id"].to_list()
    ['tost_paired_t', 'tost_wilcoxon', 'tost_proportions', 'tost_paired_proportions']
    >>> br.methods(search="two classifiers")["id"].to_list()[:3]
    ['same_rate_other_errors', 'stuart_maxwell', 'bowker']
    >>> br.methods(search="studentised range", door="posthoc").columns
    ['id', 'door', 'title', 'question', 'expression']
    """
    import polars as pl

    if door is not None:
        one_of(door, DOORS, name="door")
    words = (question or "").lower().split()
    written = search.casefold() if search and FORMULA.search(search) else ""
    wanted = stems(search) if search and not written else ()
    fitting = [
        method
        for method in METHODS.values()
        if door in (None, method.door)
        and all(word in _question_text(method) for word in words)
        and (not wanted or _relevance(method, wanted))
        and written in method.formula.casefold()
    ]
    ranked = sorted(fitting, key=lambda method: -_relevance(method, wanted)) if wanted else fitting
    rows = [(method.id, method.door, method.title, method.question, method.expr is not None) for method in ranked]
    schema = {"id": pl.String, "door": pl.String, "title": pl.String, "question": pl.String, "expression": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _question_text(method: Method) -> str:
    """Return the title and the question of a method, and the description of its door, in small letters."""
    return " ".join((method.title, method.question, import_module(PACKAGES[method.door]).__doc__ or "")).lower()


def stems(text: str) -> tuple[str, ...]:
    """Return the words of a search without their endings, and without those that every question has.

    Examples
    --------
    >>> stems("Do the two classifiers differ?")
    ('two', 'classifier', 'differ')
    """
    words = re.findall(r"[^\W_]+", text.casefold())
    return tuple(dict.fromkeys(ENDING.sub("", word) for word in words if not IDLE.fullmatch(word)))


def _relevance(method: Method, wanted: Sequence[str]) -> int:
    """Return how well a method fits the words of a search; 0 where one of them is nowhere in its description."""
    scores = [
        max((weight for weight, words in _words_of(method.id).items() if _begins(word, words)), default=0)
        or int(any(_begins(same, words) for same in SAME.get(word, ()) for words in _words_of(method.id).values()))
        for word in wanted
    ]
    return sum(scores) if all(scores) else 0


def _begins(word: str, words: frozenset[str]) -> bool:
    return word in words or (len(word) > 2 and any(other.startswith(word) for other in words))


@cache
def _words_of(name: str) -> Mapping[int, frozenset[str]]:
    """Return the words that describe a method, by how much they count."""
    method = METHODS[name]
    texts = (method.formula, method.null, method.estimand or "", method.effect or "", *method.variants)
    notes = (remark.note for remark in method.remarks)
    described = {
        5: (method.question,),
        4: (method.title, method.id, *method.aliases, method.prose),
        3: (DOOR_QUESTIONS[method.door],),
        1: (*texts, *method.assumes, *method.cites, *notes, import_module(PACKAGES[method.door]).__doc__ or ""),
    }
    return {weight: frozenset(re.findall(r"[^\W_]+", " ".join(part).casefold())) for weight, part in described.items()}
