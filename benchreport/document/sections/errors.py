"""The section of kinds of errors: patterns of errors over the classes, from confusion counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from benchreport.document.analyses.predictions.error_patterns import Pattern, Patterns, error_patterns
from benchreport.document.analyses.predictions.misses import misses_figure
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import largest_first, of_datasets
from benchreport.document.evidence.result_rows import ResultRow
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, degrees_of_freedom, label
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import NAMED_UP_TO, enumerated, spelled
from benchreport.numerals import counted, fixed, integer, p_statement, p_value, percent
from benchreport.records import dataclass
from benchreport.stats.multiplicity.adjusting import adjustment_name

# Of so many datasets planes of two kinds of errors are drawn, and of so many maps of misses.
PLANES, MAPS = 2, 6
SMALLEST, LARGEST = 0.005, 0.9995


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What is said of one dataset: the test of all together, of single pairs, of directions."""

    dataset: str
    differ: bool
    row: ResultRow | None
    size: str
    pairs: str
    share: str
    direction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """What the template ``errors`` prints: ``accounts`` are of the only dataset, or of those drawn as planes.

    ``differing`` and ``alike`` name the datasets by what the test of all algorithms shows; ``crowded`` have too few
    folds for tests of pairs.
    """

    nouns: str
    k: str
    two: bool
    single: bool
    accounts: tuple[Account, ...]
    differing: str
    alike: str
    crowded: str
    table: Table | None
    planes: tuple[Figure, ...]
    misses: Figure | None


def errors_section(evidence: Evidence) -> Section | None:
    """Return the section on kinds of errors; none without confusion counts."""
    counts = evidence.counts
    if counts is None:
        return None
    patterns = error_patterns(evidence)
    every = () if patterns is None else patterns.every
    sizes = largest_first(counts)
    two = [pattern for pattern in every if pattern.two_classes and pattern.pairs is not None]
    drawn = sorted(two, key=lambda pattern: sizes.index(pattern.dataset))[:PLANES]
    mapped = [name for name in sizes if name not in {pattern.dataset for pattern in drawn}][:MAPS]
    misses = misses_figure(evidence, of_datasets(counts, mapped), evidence.cast) if mapped else None
    if patterns is None and misses is None:
        return None
    alpha = evidence.options.alpha
    tested = {pattern.dataset: pattern.decisive for pattern in every if pattern.decisive is not None}
    single = len(tested) == 1
    described = [pattern for pattern in every if pattern.decisive is not None] if single else drawn
    record = Errors(
        nouns=evidence.nouns,
        k=spelled(len(evidence.algorithms)),
        two=patterns is not None and patterns.two,
        single=single,
        accounts=tuple(_account(pattern, evidence) for pattern in described if pattern.decisive is not None),
        differing=_listed([name for name, row in tested.items() if _clear(row, alpha)]),
        alike=_listed([name for name, row in tested.items() if not _clear(row, alpha)], "or"),
        crowded=_listed([pattern.dataset for pattern in every if pattern.crowded]),
        table=_table(patterns, evidence) if patterns is not None and not single else None,
        planes=tuple(_plane(evidence, pattern, place) for place, pattern in enumerate(drawn, 1)),
        misses=misses,
    )
    return evidence.section("errors", record)


def _clear(row: ResultRow, alpha: float) -> bool:
    return row.p_value is not None and row.p_value <= alpha


def _listed(names: Sequence[str], last: str = "and") -> str:
    return enumerated(names, last) if len(names) <= NAMED_UP_TO else counted(len(names), "dataset")


def _account(pattern: Pattern, evidence: Evidence) -> Account:
    row, alpha = pattern.decisive, evidence.options.alpha
    kinds = "false alarms and misses" if pattern.positive is not None else "the two kinds"
    directions: Mapping[str, str] = {"number": "the number of errors", "balance": f"the balance of {kinds}", "": ""}
    size = None if row is None else row.estimate
    return Account(
        dataset=pattern.dataset,
        differ=row is not None and _clear(row, alpha),
        row=row,
        size="" if size is None else f"= {fixed(size, 2)}" if size >= SMALLEST else f"< {2 * SMALLEST}",
        pairs=_pairs_in_words(pattern, evidence),
        share="" if pattern.share is None else percent(pattern.share, 0),
        direction=directions[pattern.direction],
    )


def _pairs_in_words(pattern: Pattern, evidence: Evidence) -> str:
    """Return which pairs differ after adjustment, or the smallest p-value where none does."""
    rows = pattern.pairs
    if rows is None or rows.height < 2:
        return ""
    clear = rows.filter(pl.col("p_adjusted") <= evidence.options.alpha).sort("p_value", "a", "b")
    reference = evidence.options.reference
    family = f"{integer(rows.height)} {'comparisons with ' + reference if reference else 'pairs'}"
    if clear.is_empty():
        a, b, p = rows.sort("p_adjusted", "p_value", "a", "b", nulls_last=True).select("a", "b", "p_adjusted").row(0)
        smallest = f"the smallest p is {p_value(p)}, for {a} and {b}" if p <= LARGEST else "all p > .999"
        return f"no single pair differs after adjustment for {family}: {smallest}"
    if clear.height > NAMED_UP_TO:
        return f"{spelled(clear.height)} of {family} differ after adjustment"
    named = enumerated([f"{a} and {b} (p {p_statement(p)})" for a, b, p in clear.select("a", "b", "p_adjusted").rows()])
    return f"of {family}, {'these differ' if clear.height > 1 else 'one differs'} after adjustment: {named}"


def _table(patterns: Patterns, evidence: Evidence) -> Table:
    """Return the table of the tests of every dataset."""
    facts = pl.DataFrame(
        [
            {
                "dataset": pattern.dataset,
                "classes": pattern.classes,
                "folds": pattern.folds,
                "p_uncorrected": None if pattern.uncorrected is None else pattern.uncorrected.p_value,
                "pairs": None if pattern.pairs is None else _n_clear(pattern.pairs, evidence.options.alpha),
                "of": None if pattern.pairs is None else pattern.pairs["p_value"].count(),
            }
            for pattern in patterns.every
        ],
        infer_schema_length=None,
    )
    frame = patterns.rows.join(facts, on="dataset", how="left", maintain_order="left")
    group = "corrected Hotelling test" if patterns.two else "corrected MANOVA"
    columns = (
        label("dataset", "Dataset"),
        column("folds"),
        column("classes", "counts compared"),
        column("estimate", "T²" if patterns.two else "Wilks’ Λ", decimals(2), group=group),
        column("statistic", "F", decimals(2), group=group),
        degrees_of_freedom(),
        column("p_value", "p", decision(evidence.options.alpha)),
        column("p_uncorrected", "p, uncorrected", unless_empty=True),
        column(("pairs", "of"), "pairs that differ", _of, align="right", when=not patterns.two),
    )
    adjusted = f"{adjustment_name(evidence.options.adjust)}-adjusted within each dataset"
    note = "Counts compared: instances of each true class that are missed, per fold. Each p by itself."
    note += "" if patterns.two else f" Pairs: corrected Hotelling test, {adjusted}; it needs more folds than classes."
    caption = "Patterns of errors by dataset. Bold: significant."
    return exhibits.table("error-patterns", caption, frame, columns, twin=patterns.rows, note=note)


def _n_clear(rows: pl.DataFrame, alpha: float) -> int:
    return rows.filter(pl.col("p_adjusted") <= alpha).height


def _of(pairs: int | None, total: int | None) -> str:
    return "–" if pairs is None else f"{pairs} of {total or 0}"


def _plane(evidence: Evidence, pattern: Pattern, place: int) -> Figure:
    """Return the plane of the two kinds of errors on one dataset."""
    from benchreport.figures.predictions.error_plane import MOST_PANELS, kinds_of_errors, plane_items

    pairs = pl.DataFrame() if pattern.pairs is None else pattern.pairs
    reference = evidence.options.reference
    names = kinds_of_errors(pattern.scores, pattern.positive)
    numbers = plane_items(pattern.scores, pairs, kinds=names, control=reference)
    first = str(numbers["first"][0])
    right, up = names.values()
    against = numbers.filter(pl.col("item") == "difference")
    clear = against.filter(pl.col("p_adjusted") <= evidence.options.alpha).height
    many = pairs.height > 1
    p = f", with {adjustment_name(evidence.options.adjust)}-adjusted p" if many else ", with p"
    outline = "An outline" if many else "An ellipse"
    verdict = f"{outline} that excludes the diamond means a significant difference (corrected Hotelling test)"
    cases = {0: "none does"} | {n: f"{spelled(n)} do{'es' if n == 1 else ''}" for n in range(1, against.height + 1)}
    some = f" The {MOST_PANELS} with the fewest errors are drawn." if against.height > MOST_PANELS else ""
    caption = (
        f"{right[0].upper()}{right[1:]} against {up} on {pattern.dataset}. Left: means of the {pattern.folds} folds; "
        f"on a diagonal the number of errors is the same. Right: differences from {first} in {right} (horizontal) and "
        f"{up} (vertical){p}. {verdict}; {cases[clear]}.{some}"
    )
    return evidence.drawn("error_plane", numbers, id=f"error-plane-{place}", caption=caption, width="page")


ERRORS = Part(id="errors", make=errors_section, record=Errors)
