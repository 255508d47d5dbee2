"""Checks of a declared design against the runs and sizes of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError, ColumnError, OptionError, did_you_mean, one_of
from benchreport.tables.designs.run_layout import run_layouts
from benchreport.tables.schema import DESIGN_OF_NAME, DESIGNS, MOST_FOLDS, normalised

SEVERAL_RUNS = tuple(name for name in DESIGNS if name != "holdout")
# How far the share of a test fold may be from 1 / folds, as a part of it; one instance more or less is allowed too.
SHARE_WITHIN = 0.05
ADVICE: Mapping[str, str] = {
    "kfold_cv": "repeated cross-validation is design='repeated_cv', or 'cv52' for 5 x 2",
    "repeated_cv": "a column 'repeat' tells the repeats apart; one repeat alone is design='kfold_cv'",
    "cv52": "5 x 2 cross-validation has a column 'repeat' with 5 labels and 2 folds in each; else design='repeated_cv'",
    "loo_cv": "leave-one-out has one repeat and test sets of one instance; else design='kfold_cv'",
    "holdout": "several runs are design='repeated_holdout', 'seeds' or 'kfold_cv'",
}


def refuse_contradictions(scores: pl.DataFrame, *, whole: bool = True) -> None:
    """Raise when the table contradicts the design declared for it.

    Folds that some datasets lack are no contradiction: they are missing, and :func:`design` counts them. A table that
    was cut to one run after its design was declared (``whole`` is false) merely has one value per cell.

    Examples
    --------
    >>> import benchreport as br
    >>> br.scores(pl.DataFrame({"model": ["A", "B"], "accuracy": [0.8, 0.9]}), design="kfold_cv")
    Traceback (most recent call last):
    benchreport.errors.OptionError: the design 'kfold_cv' has several runs per dataset, the table has one value per ...
    hint: leave the design out: one value per cell is a single split or an average
    """
    if "design" not in scores.columns:
        return
    refuse_unknown_designs(scores)
    places = ["metric", "dataset"]
    facts = scores.group_by(places).agg(
        design=pl.col("design").cast(pl.String).drop_nulls().unique().sort().implode(),
        partly=pl.col("design").is_null().any() & pl.col("design").is_not_null().any(),
        share=tested_share(scores),
        instances=column_or_null(scores, "n_train").mean() + column_or_null(scores, "n_test").mean(),
        largest=column_or_null(scores, "n_test").max(),
    )
    mixed = facts.filter((pl.col("design").list.len() > 1) | pl.col("partly")).sort(places)
    if mixed.height:
        raise ColumnError(
            f"dataset {mixed['dataset'][0]!r} has rows of several designs", hint="declare one design per dataset"
        )
    declared = facts.with_columns(pl.col("design").list.first()).drop_nulls("design")
    if declared.height:
        per_cell = scores.group_by(*places, "algorithm").agg(most=pl.len()).group_by(places).agg(pl.col("most").max())
        runs = run_layouts(scores, places).join(per_cell, on=places)
        declared = declared.join(runs, on=places).sort(places)
        if whole:
            _refuse_single_values(declared)
        _refuse_misfits(declared)


def with_declared_design(table: pl.DataFrame, declared: str | None) -> pl.DataFrame:
    """Return a table with its design, declared here or in a column of that name; without one where neither is."""
    if declared is not None:
        one_of(declared, DESIGNS, name="design")
        return table.with_columns(design=pl.lit(declared, dtype=pl.Categorical))
    own = "design" in table.columns
    return table.with_columns(pl.col("design").cast(pl.String).cast(pl.Categorical)) if own else table


def with_named_design(table: pl.DataFrame, names: Mapping[str, str], notes: list[str]) -> pl.DataFrame:
    """Return a table with the design that the name of its column of runs says, and a note; as it is where none fits.

    A column "seed" numbers seeds; a column "fold" with numbers from 0 or 1 up to ten numbers folds. ``names`` maps the
    table's own columns to canonical ones.

    Examples
    --------
    >>> rows = {"dataset": ["d"] * 4, "algorithm": list("AABB"), "metric": ["f1"] * 4, "fold": [1, 2, 1, 2]}
    >>> table = pl.DataFrame(rows)
    >>> notes = []
    >>> with_named_design(table, {"Seed": "fold"}, notes)["design"][0], notes
    ('seeds', ["column 'Seed' read as random seeds; if it is not, declare another design (--design)"])
    """
    own = {canonical: name for name, canonical in names.items()}
    design = DESIGN_OF_NAME.get(normalised(own.get("fold", "")))
    if "design" in table.columns or design is None or (design == "seeds" and "repeat" in own):
        return table
    if design == "kfold_cv":
        labels = table.get_column("fold").unique()
        n = labels.len()
        if not labels.dtype.is_integer() or n > MOST_FOLDS or sorted(labels) not in ([*range(n)], [*range(1, n + 1)]):
            return table
        repeats = table.get_column("repeat").n_unique() if "repeat" in own else 1
        design = "kfold_cv" if repeats == 1 else "cv52" if (repeats, n) == (5, 2) else "repeated_cv"
    designed = with_declared_design(table, design)
    try:
        refuse_contradictions(designed)
    except BenchreportError:
        return table
    words = "random seeds" if design == "seeds" else "the folds of cross-validation"
    notes.append(f"column {own['fold']!r} read as {words}; if it is not, declare another design (--design)")
    return designed


def tested_share(scores: pl.DataFrame) -> pl.Expr:
    """Return the share of a run's instances that are tested on; null where the table has no sizes."""
    tested = column_or_null(scores, "n_test").mean()
    return tested / (column_or_null(scores, "n_train").mean() + tested)


def same_share(share: pl.Expr, folds: pl.Expr, instances: pl.Expr) -> pl.Expr:
    """Return whether test sets have the size of one fold of so many."""
    within = pl.max_horizontal(SHARE_WITHIN / folds, 1 / instances)
    return (share - 1 / folds).abs() <= within


def column_or_null(scores: pl.DataFrame, name: str, kind: Any = pl.Float64) -> pl.Expr:
    """Return a column as one kind, null where the table has none of that name."""
    return pl.col(name).cast(kind) if name in scores.columns else pl.lit(None, dtype=kind)


def refuse_unknown_designs(scores: pl.DataFrame) -> None:
    """Raise when a column ``design`` holds something else than designs of runs."""
    designs = scores.get_column("design").cast(pl.String).drop_nulls().unique().sort()
    strange = designs.filter(~designs.is_in(DESIGNS))
    if strange.len():
        raise ColumnError(
            f"unknown design {strange[0]!r} in column 'design'",
            hint=f"{did_you_mean(strange[0], DESIGNS)}; rename a column that means something else",
        )


def _refuse_single_values(declared: pl.DataFrame) -> None:
    alone = declared.filter(pl.col("design").is_in(SEVERAL_RUNS))
    if alone.height and (alone["most"] == 1).all():
        raise OptionError(
            f"the design {alone['design'][0]!r} has several runs per dataset, the table has one value per cell",
            hint="leave the design out: one value per cell is a single split or an average",
        )


def _refuse_misfits(declared: pl.DataFrame) -> None:
    repeats, folds, labels = pl.col("n_repeats"), pl.col("n_folds"), pl.col("n_labels")
    unknown = pl.col("share").is_null()
    whole = pl.col("n_runs") == labels
    other_share = ~unknown & whole & ~same_share(pl.col("share"), folds, pl.col("instances"))
    several = pl.col("most") > 1
    misfits = {
        "holdout": several,
        "kfold_cv": several & (repeats > 1),
        # Folds numbered through all repeats can be counted where the sizes of the test sets are known.
        "repeated_cv": several & (repeats == 1) & (unknown | ~other_share),
        "cv52": several & ((repeats != 5) | (folds != 2)),
        "loo_cv": several & ((repeats > 1) | (pl.col("largest") > 1).fill_null(False)),
    }
    for name, misfit in misfits.items():
        wrong = declared.filter((pl.col("design") == name) & misfit)
        if wrong.height:
            raise OptionError(f"the design {name!r} does not fit {_runs(wrong.row(0, named=True))}", hint=ADVICE[name])
    sized = pl.col("design").is_in(["kfold_cv", "cv52"]) | ((pl.col("design") == "repeated_cv") & (repeats > 1))
    wrong = declared.filter(sized & several & other_share)
    if wrong.height:
        row = wrong.row(0, named=True)
        expected, actual = (f"{100 * share:.3g} %" for share in (1 / row["n_folds"], row["share"]))
        raise OptionError(
            f"test sets of {row['dataset']} hold {actual} of the data, those of {row['n_folds']} folds hold {expected}",
            hint="random splits are design='repeated_holdout'; or correct n_train and n_test",
        )


def _runs(row: Mapping[str, Any]) -> str:
    if row["design"] == "loo_cv" and row["largest"] is not None and row["largest"] > 1:
        return f"{row['dataset']}, whose test sets hold up to {row['largest']:.0f} instances"
    return f"{row['dataset']}, which has {row['n_repeats']} x {row['n_folds']} runs (repeats x folds)"
