"""Setup of the experiment: aim, factors and responses, design of the runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import polars as pl

from benchreport.document.analyses.compared import Extent, extent_of
from benchreport.document.analyses.sizes import sizes_of, span
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.within import TESTS
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.naming import enumerated
from benchreport.numerals import counted, integer, number
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.planning.factors import SHOWN, factors_response
from benchreport.tables.designs.families import shared_stems
from benchreport.tables.schema import UNDECLARED

NAMED_UP_TO = 30
NAMED_VARIANTS = 4
STEMS_UP_TO = 8
# By design, the layout of its runs and what limits it.
LAYOUTS: Mapping[str, str] = {
    "single": "one value per algorithm on {where}",
    "holdout": "a single split of {where}",
    "kfold_cv": "{folds}-fold cross-validation on {where}",
    "halves": "two-fold cross-validation on {where}",
    "repeated_cv": "{folds}-fold cross-validation on {where}, repeated {repeats} times",
    "cv52": "five repeats of two-fold cross-validation on {where}",
    "loo_cv": "leave-one-out cross-validation on {where}",
    "repeated_holdout": "{runs} random splits of {where}",
    "bootstrap_oob": "{runs} bootstrap samples of {where}, tested out of bag",
    "seeds": "{runs} runs with different random seeds on {where}",
    "runs": "{runs} runs per algorithm on {where}",
}
CAVEATS: Mapping[str, str] = {
    "single": "",
    "holdout": "A single split does not show how results vary with the training set.",
    "kfold_cv": "Training sets overlap, so fold scores are not independent.",
    "halves": "Each half is the training set of the other, so the two scores are not independent.",
    "repeated_cv": "Repeats use the same data again, so the {runs} scores are not independent.",
    "cv52": "The halves swap roles and the repeats use the same data again, so the ten scores are not independent.",
    "loo_cv": "Training sets differ in one instance, so the scores are not independent.",
    "repeated_holdout": "Training sets overlap, so scores of different splits are not independent.",
    "bootstrap_oob": "The samples overlap, so their scores are not independent.",
    "seeds": "Seeds do not show how results vary with the training set.",
    "runs": "",
}
DESIGNS_UP_TO = 8
ROLES = {"controllable": "controlled", "block": "block", "uncontrollable": "left to chance", "response": "response"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A layout of runs: the metrics and datasets that have it, the test within a dataset, and what limits it.

    ``instances`` and ``tested`` are sizes of datasets and test sets as text, ``partial`` the cells that lack runs.
    """

    metrics: str
    layout: str
    within: str
    caveat: str
    instances: str
    tested: str
    partial: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the template ``setup`` prints: ``stems`` are name stems that datasets share, ``shortened`` are full names.

    ``algorithms`` and ``datasets`` are empty where the table of ``factors`` lists them.
    """

    FORMER: ClassVar[Mapping[str, str]] = {"against": "options.reference", "baseline": "options.reference"}

    extent: Extent
    undeclared: bool
    algorithms: str
    datasets: str
    shortened: Mapping[str, str]
    factors: Table
    designs: tuple[Design, ...]
    stems: str
    families: str


def setup_section(evidence: Evidence) -> Section:
    """Return the section on the aim, the response, the factors and the design."""
    families = evidence.families
    setup = Setup(
        extent=extent_of(evidence),
        undeclared=evidence.design.filter(pl.col("design") == UNDECLARED).height > 0,
        algorithms=listing(evidence.algorithms) if len(evidence.algorithms) > SHOWN else "",
        datasets=listing(evidence.datasets) if len(evidence.datasets) > SHOWN else "",
        shortened=evidence.stands_for,
        factors=_factor_table(evidence.scores),
        designs=_designs(evidence),
        stems=_stems(evidence.datasets) if families is None else "",
        families="" if families is None else integer(len(set(families.values()))),
    )
    return evidence.section("setup", setup)


def _stems(datasets: Sequence[str]) -> str:
    """Return the stems that names of datasets share, each with these names."""
    return ", ".join(
        f"“{stem}” ({enumerated(names) if len(names) <= NAMED_VARIANTS else f'{len(names)} datasets'})"
        for stem, names in shared_stems(datasets)[:STEMS_UP_TO]
    )


def listing(names: Sequence[str]) -> str:
    """Return names as a list in words, the first of them when there are many.

    Examples
    --------
    >>> listing(["kNN", "SVM"])
    'kNN, SVM'
    """
    if len(names) <= NAMED_UP_TO:
        return ", ".join(names)
    return ", ".join(names[: NAMED_UP_TO - 5]) + f" and {len(names) - NAMED_UP_TO + 5} more"


def _factor_table(scores: pl.DataFrame) -> Table:
    """Return the table of factors with their roles and levels, and of responses."""
    rows = factors_response(scores)
    response = pl.col("role") == "response"
    fullest = rows.filter(~response).sort("n_levels", descending=True, maintain_order=True)
    order = rows.filter(~response).get_column("factor").unique(maintain_order=True)
    once = fullest.unique("factor", keep="first", maintain_order=True)
    placed = order.to_frame().join(once, on="factor", how="left", maintain_order="left")
    below = pl.col("factor").is_in(["algorithm", "dataset"]) & (pl.col("n_levels") > SHOWN)
    placed = placed.with_columns(levels=pl.when(below).then(pl.lit("listed below")).otherwise("levels"))
    spans = scores.group_by("metric", maintain_order=True).agg(
        pl.col("value").min().alias("low"), pl.col("value").max().alias("high"), pl.col("direction").first()
    )
    responses = [
        (str(metric), "response", None, f"{number(low)} to {number(high)}, {way} is better")
        for metric, low, high, way in spans.rows()
    ]
    schema = {"factor": pl.String, "role": pl.String, "n_levels": pl.Int64, "levels": pl.String}
    measured = pl.DataFrame(responses, schema=schema, orient="row")
    frame = pl.concat([placed.select(list(schema)), measured]).with_columns(pl.col("role").replace(ROLES))
    columns = (label("factor", "column"), label("role"), column("n_levels", "levels"), label("levels", "values"))
    return exhibits.table("factors", "Factors and response of the experiment.", frame, columns, twin=rows, wraps=True)


def _designs(evidence: Evidence) -> tuple[Design, ...]:
    """Return every layout of runs, with the metrics and datasets that have it and what follows from it."""
    sizes = sizes_of(evidence.scores)
    layouts = evidence.design.group_by("design", "n_repeats", "n_folds", maintain_order=True).agg(
        pl.col("metric").cast(pl.String).unique(maintain_order=True),
        pl.col("datasets").list.explode(keep_nulls=False, empty_as_null=False).unique().sort(),
        pl.col("n_datasets").min().alias("fewest"),
        pl.col("n_datasets").max().alias("most"),
        pl.col("n_partial").sum(),
    )
    rows = layouts.head(DESIGNS_UP_TO).iter_rows(named=True)
    return tuple(_design(row, sizes, evidence) for row in rows)


def _design(row: Mapping[str, Any], sizes: pl.DataFrame, evidence: Evidence) -> Design:
    design, metrics, datasets = row["design"], row["metric"], row["datasets"]
    own = sizes.filter(pl.col("dataset").is_in(datasets))
    least = f"{row['fewest']} to " if row["fewest"] < row["most"] else ""
    where = f"each of {least}{counted(row['most'], 'dataset')}" if len(datasets) > 1 else datasets[0]
    runs = integer(row["n_repeats"] * row["n_folds"])
    kind = "halves" if (design, row["n_folds"]) == ("kfold_cv", 2) else design
    return Design(
        metrics="All metrics" if len(metrics) == len(evidence.metrics) > 1 else ", ".join(metrics),
        layout=LAYOUTS[kind].format(where=where, folds=row["n_folds"], repeats=row["n_repeats"], runs=runs),
        within=METHODS[evidence.options.test_for("folds", TESTS[design])].name if design in TESTS else "",
        caveat=CAVEATS[kind].format(runs=runs),
        instances=span(own["n"]),
        tested=span(own["n_test"]),
        partial=row["n_partial"],
    )


SETUP = Part(id="setup", after="summary", make=setup_section, record=Setup)
