"""Methods: what every test, estimate and adjustment of a report computes, why it was used, and its formula."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

import polars as pl

from benchreport.document.analyses.methods_used import implied, methods_by_section, methods_used, named_in, rows_of
from benchreport.document.analyses.posteriors import CHANCES, ropes_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.model.blocks import Inline, Mark, Section, Table, Words
from benchreport.document.sections import STANDARD, Part
from benchreport.method import Method
from benchreport.naming import enumerated
from benchreport.numerals import integer, number
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import remarks_in
from benchreport.stats.many_algorithms.complete_blocks import EXACT, PERMUTED

# A method of page one and of the results is described under what it is for, any other under its section.
SHARED = ("answer", "data", "results", "tables")
INTERVALS, ADJUSTMENT, PLACES = "Estimates and intervals", "Multiple comparisons", "Places"
SENSITIVITY = "Sensitivity"
ALL_TOGETHER, PAIRS, MISSING, MEASURES = "All algorithms together", "Pairs", "Missing results", "Measures"
TOPICS: Mapping[str, str] = {
    **dict.fromkeys(("average_ranks", "rank_effects", "places", "resolution"), PLACES),
    **dict.fromkeys(("verdict_interval", "win_tie_loss", "rank_biserial"), INTERVALS),
    "missing_auto": MISSING,
    "missing_sensitivity": MISSING,
    "multiverse": SENSITIVITY,
}
DOORS: Mapping[str, str] = {
    "many": ALL_TOGETHER,
    "two": PAIRS,
    "posthoc": PAIRS,
    "answer": PAIRS,
    "multiplicity": ADJUSTMENT,
    "ordering": PLACES,
    "bayes": "Bayesian comparison",
    "metrics": "Several metrics",
    "planning": "Power",
}
ORDER = (ALL_TOGETHER, PAIRS, INTERVALS, ADJUSTMENT, PLACES, MISSING)
SYMBOL = re.compile(r"\$([^$]+)\$")
# The sections whose heads and signs are explained here, once, and an interval that excludes a limit.
KEYED = ("results", "sensitivity")
OPEN_LIMIT = re.compile(r"\([^,]+, [^,]+[\])]|\[[^,]+, [^,]+\)")
TEXTBOOK = "alpaydin2010"  # cited where no paper is
# The families of result rows, as "dataset=iris, metric=auc: 28 tests, any dependence".
FAMILY = re.compile(r"(?:(?P<groups>.*): )?(?P<size>\d+) tests?\b")
SCOPES: Mapping[str, str] = {"dataset": "on one dataset", "metric": "by one metric"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What is said of a method: what it computes and why it was used, its formula in TeX, the work it rests on."""

    title: str
    words: Words
    tex: str
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Comparisons that are adjusted together: how many, at ``most`` where families differ, and of what each is.

    With a declared reference all are ``against`` it, or those of all pairs.
    """

    size: int
    most: bool
    scope: str
    against: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Which signs and heads of the tables need a word: those that are printed.

    ``rope`` is the half-width of practical equivalence behind posterior probabilities, empty where none are printed.
    """

    spread: bool
    middle: bool
    best_on: bool
    places: bool
    alike: bool
    open_limits: bool
    bonferroni: bool
    changes: bool
    rope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Methods:
    """What the template ``methods`` prints.

    ``topics`` are the methods of the standard report under the heads of their paragraphs, ``further`` those of other
    sections. ``k`` and ``n`` count the algorithms and datasets compared, ``units`` are the units of analysis within a
    dataset. ``together`` says that the intervals of a family hold for all its comparisons, ``counted`` how p-values of
    few datasets count arrangements.
    """

    noun: str
    nouns: str
    topics: tuple[tuple[str, tuple[Account, ...]], ...]
    further: tuple[Account, ...]
    over_datasets: bool
    averaged: bool
    k: str
    n: str
    units: tuple[str, ...]
    adjusted: bool
    families: tuple[Family, ...]
    together: bool
    asked_for: str
    counted: tuple[str, ...]
    keys: Keys | None


def methods_section(evidence: Evidence, sections: Sequence[Section]) -> Section:
    """Return the section that describes the methods that were used, and no others."""
    standard = [part for part in sections if part.id in STANDARD]
    topics = _topics([(part, [*implied(part, evidence), *methods_used(part)]) for part in standard], evidence.nouns)
    described = [name for names in topics.values() for name in names]
    every = [method.id for _, methods in methods_by_section(sections) for method in methods]
    comparisons = [c for c in evidence.comparisons if c.reason is None] if described else []
    frames = [rows for part in standard for rows in rows_of(part)]
    frames += [c.tested for c in comparisons if c.undecided is None]
    frames += [part.rows for part in evidence.within if any(section.id == "singles" for section in standard)]
    families = _families(frames, evidence.options.reference)
    why = partial(_reason, choices=_choices(standard), options=evidence.options)
    adjustment = METHODS.get(evidence.options.adjust)
    record = Methods(
        noun=evidence.noun,
        nouns=evidence.nouns,
        topics=tuple(
            (title, tuple(_account(METHODS[name], evidence, why(name, title)) for name in names))
            for title, names in topics.items()
        ),
        further=tuple(_account(METHODS[name], evidence) for name in every if name not in described),
        over_datasets=bool(comparisons),
        averaged=evidence.repeated,
        k=_range([c.ranks.height for c in comparisons]),
        n=_range([size for c in comparisons for size in c.shared or (max(c.ranks["n"].to_list(), default=0),)]),
        units=_units(described),
        adjusted=any(METHODS[name].controls for name in described),
        families=families,
        together=adjustment is not None and adjustment.controls == "family-wise error rate",
        asked_for=enumerated([METHODS[name].name for name in evidence.options.tests.values()]),
        counted=_counted(comparisons),
        keys=_keys(evidence, standard),
    )
    return evidence.section("methods", record)


def _counted(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return how p-values of few datasets count arrangements, in sentences."""
    remarks = dict.fromkeys(remark for c in comparisons for remark, _ in remarks_in(c.omnibus))
    return tuple(remark.sentence for remark in remarks if remark in (EXACT, PERMUTED))


def _keys(evidence: Evidence, sections: Sequence[Section]) -> Keys | None:
    """Return what the tables of results and of other analyses print that needs a word; None without such tables."""
    tables = [block for part in sections if part.id in KEYED for block in part.blocks if isinstance(block, Table)]
    heads = {column.title for table in tables for column in table.columns}
    texts = {cell.text for table in tables for row in table.rows for cell in row}
    if not tables:
        return None
    return Keys(
        spread="sd" in heads,
        middle="IQM" in heads,
        best_on="best on" in heads,
        places=not heads.isdisjoint({"places", "places not excluded"}),
        alike="n.s." in texts,
        open_limits=any(OPEN_LIMIT.fullmatch(text) for text in texts),
        bonferroni="Bonf." in heads,
        changes="changes without" in heads,
        rope=number(ropes_of(evidence)[evidence.comparisons[0].metric.name]) if CHANCES in heads else "",
    )


def _range(sizes: Sequence[int]) -> str:
    low, high = min(sizes, default=0), max(sizes, default=0)
    return integer(low) if low == high else f"{integer(low)} to {integer(high)}"


def _units(names: Sequence[str]) -> tuple[str, ...]:
    """Return the units of analysis of methods that compare within a dataset."""
    instances = any(METHODS[name].shape == "predictions" and METHODS[name].kind != "measure" for name in names)
    over_runs = [METHODS[name] for name in names if METHODS[name].door == "metrics" or "folds" in METHODS[name].answers]
    runs = any("pairs" not in method.answers and method.id != "pareto_front" for method in over_runs)
    return tuple(unit for unit, used in (("instance", instances), ("run", runs)) if used)


def _choices(sections: Sequence[Section]) -> dict[str, Words]:
    """Return why sections chose methods, by the first choice of each."""
    return {choice.method: choice.reason for part in reversed(sections) for choice in reversed(part.choices)}


def _reason(name: str, topic: str, choices: Mapping[str, Words], options: Options) -> Words:
    """Return why a method was used: as the section says that chose it, else as its record says."""
    method = METHODS[name]
    if topic == SENSITIVITY:  # its list was fixed beforehand
        return ()
    if method.controls:
        return (f"It controls the {method.controls} {_dependence(method)}.",)
    passed_over = "omnibus" in method.answers and name != options.test_for("omnibus")
    return choices.get(name) or ((method.reason,) if method.reason and not passed_over else ())


def _families(frames: Sequence[pl.DataFrame], reference: str | None) -> tuple[Family, ...]:
    """Return the families of comparisons in result rows; those that differ only in dataset or metric are one kind."""
    texts = {(not _is_against(rows, reference), text) for rows in frames for text in named_in(rows, "family")}
    kinds: dict[tuple[bool, tuple[str, ...]], list[int]] = {}
    for apart, text in sorted(texts):
        if match := FAMILY.match(text):
            keys = tuple(part.partition("=")[0] for part in (match["groups"] or "").split(", ") if "=" in part)
            kinds.setdefault((not apart, keys), []).append(int(match["size"]))
    families = [
        Family(
            size=max(sizes),
            most=len(set(sizes)) > 1,
            scope=" ".join(SCOPES[key] for key in keys if key in SCOPES) if len(sizes) > 1 else "",
            against=against,
        )
        for (against, keys), sizes in kinds.items()
        if max(sizes) > 1
    ]
    fullest = {(family.size, family.against): family for family in sorted(families, key=lambda family: family.scope)}
    return tuple(family for family in families if family in fullest.values())


def _is_against(rows: pl.DataFrame, reference: str | None) -> bool:
    """Return whether result rows compare with a declared reference only."""
    if reference is None or not {"a", "b"} <= set(rows.columns):
        return False
    return bool(rows.select(pl.any_horizontal(pl.col("a", "b").cast(pl.String) == reference).all()).item())


def _topics(used: Sequence[tuple[Section, Sequence[str]]], nouns: str) -> dict[str, list[str]]:
    """Return the ids of the methods of the standard report, each once, by the head of their paragraph."""
    topics: dict[str, list[str]] = {topic: [] for topic in ORDER}
    names: dict[str, str] = {}
    for section, methods in used:
        for name in methods:
            names.setdefault(name, "" if section.id in SHARED else section.title)
    for name, title in names.items():
        method = METHODS[name]
        own = TOPICS.get(name) or DOORS.get(method.door, MEASURES)
        placed = own == ADJUSTMENT and title != SENSITIVITY
        topic = MEASURES if method.kind == "measure" else own if placed else title or own
        topics.setdefault(topic, []).append(name)
    topics[ALL_TOGETHER].sort(key=list(METHODS).index)  # a statistic before those made of it
    topics.get(SENSITIVITY, []).sort(key=lambda name: name != "multiverse")
    # The tests that are adjusted come first, measures last.
    for topic in (*([] if topics[PAIRS] else [ADJUSTMENT]), MEASURES):
        topics[topic] = topics.pop(topic, [])
    topics = {f"All {nouns} together" if topic == ALL_TOGETHER else topic: names for topic, names in topics.items()}
    return {topic: listed for topic, listed in topics.items() if listed}


def _account(method: Method, evidence: Evidence, reason: Words = ()) -> Account:
    """Return what is said of a method; a reason that cites the same work cites it once."""
    nouns = {"algorithm": evidence.noun, "algorithms": evidence.nouns}
    called = partial(re.sub, r"\balgorithms?\b", lambda match: nouns[match[0]])
    first, end, rest = called(method.account or f"{method.title}.").partition(". ")
    cite = Mark("cite", next((key for key in method.cites if key != TEXTBOOK), TEXTBOOK))
    cited: Words = () if cite in reason or (method.kind == "measure" and cite.text == TEXTBOOK) else (" ", cite)
    words = (*in_symbols(first.removesuffix(".")), *cited, ".", *in_symbols(f" {rest}" if end else ""))
    why = tuple(called(part) if isinstance(part, str) else part for part in reason)
    return Account(title=method.title, words=(*words, " ", *why) if why else words, tex=method.tex, cite=cite.text)


def _dependence(method: Method) -> str:
    return "under any dependence of the tests" if method.dependence == "any dependence" else f"for {method.dependence}"


def in_symbols(text: str) -> Words:
    r"""Return a text with what stands between dollar signs as symbols and formulas.

    Examples
    --------
    >>> in_symbols(r"the ranks $\bar{R}_j$ of $k$")
    ('the ranks ', Mark(kind='formula', text='\\bar{R}_j'), ' of ', Mark(kind='math', text='k'))
    """
    words: list[Inline] = []
    for place, part in enumerate(SYMBOL.split(text)):
        is_symbol = place % 2 == 1
        words += [Mark("math" if part.isalpha() else "formula", part) if is_symbol else part] if part else []
    return tuple(words)


METHODS_PART = Part(id="methods", make=methods_section, reads_sections=True, record=Methods)
