"""What was compared, by which response, over which factors, and in what design?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Section, Table
from benchreport.document.numbers import counted, integer, number
from benchreport.stats.factors import SHOWN, factors_response

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

NAMED_UP_TO = 30
DESIGNS_UP_TO = 8
ROLES = {"controllable": "controlled", "block": "block", "uncontrollable": "left to chance", "response": "response"}


def setup_section(evidence: Evidence) -> Section:
    """Write the aim, the response, the factors, the design, and how words are used."""
    context = {
        "n_algorithms": counted(len(evidence.algorithms), "algorithm"),
        "n_datasets": counted(len(evidence.datasets), "dataset"),
        "n_metrics": evidence.metrics[0].name
        if len(evidence.metrics) == 1
        else counted(len(evidence.metrics), "metric"),
        "two": len(evidence.algorithms) == 2,
        "one_dataset": len(evidence.datasets) == 1,
        "algorithms": listing(evidence.algorithms) if len(evidence.algorithms) > SHOWN else None,
        "datasets": listing(evidence.datasets) if len(evidence.datasets) > SHOWN else None,
        "several_metrics": len(evidence.metrics) > 1,
        "baseline": evidence.asked.baseline,
        "shortened": list(evidence.stands_for.items()),
        "factors": _factor_table(evidence.scores),
        "designs": _designs(evidence),
        "with_predictions": evidence.predictions is not None,
        "adjusted": len(evidence.algorithms) > 2 or evidence.asked.family == "all",
        "alpha": number(evidence.asked.alpha),
    }
    return evidence.section("setup", context)


def listing(names: Sequence[str]) -> str:
    """List names, the first of them when there are many.

    Examples
    --------
    >>> listing(["kNN", "SVM"])
    'kNN, SVM'
    """
    if len(names) <= NAMED_UP_TO:
        return ", ".join(names)
    return ", ".join(names[: NAMED_UP_TO - 5]) + f" and {len(names) - NAMED_UP_TO + 5} more"


def _factor_table(scores: pl.DataFrame) -> Table:
    """Print the factors with their roles and levels, and the responses."""
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
    told = pl.DataFrame(responses, schema=schema, orient="row")
    frame = pl.concat([placed.select(list(schema)), told]).with_columns(pl.col("role").replace(ROLES))
    columns = {
        "factor": Column(title="column", align="left"),
        "role": Column(title="role", align="left"),
        "n_levels": Column(title="levels"),
        "levels": Column(title="which, or from what to what", align="left"),
    }
    caption = "Factors and response of the experiment."
    # Long lists of levels wrap; no page is turned for them.
    return replace(exhibits.table("factors", caption, frame, columns, twin=rows), wide=False)


def _designs(evidence: Evidence) -> list[dict[str, Any]]:
    """Say for every layout of runs which metrics and datasets have it."""
    sizes = sizes_of(evidence.scores)
    layouts = evidence.design.group_by("design", "n_repeats", "n_folds", maintain_order=True).agg(
        pl.col("metric").cast(pl.String).unique(maintain_order=True),
        pl.col("datasets").list.explode(keep_nulls=False, empty_as_null=False).unique().sort(),
        pl.col("n_datasets").min().alias("fewest"),
        pl.col("n_datasets").max().alias("most"),
        pl.col("note").str.contains("folds taken as cross-validation").any().alias("assumed"),
    )
    told = []
    declared = "design" in evidence.scores.columns
    unseen = evidence.folds is not None and not declared and (evidence.folds["design"] == "unknown").any()
    for row in layouts.iter_rows(named=True):
        mine = sizes.filter(pl.col("dataset").is_in(row["datasets"]))
        fewest, most = row["fewest"], row["most"]
        told.append(
            {
                "kind": row["design"],
                "metrics": "All metrics"
                if len(row["metric"]) == len(evidence.metrics) > 1
                else ", ".join(row["metric"]),
                "repeats": row["n_repeats"],
                "folds": row["n_folds"],
                "runs": integer(row["n_repeats"] * row["n_folds"]),
                "datasets": f"{fewest} to {counted(most, 'dataset')}" if fewest < most else counted(most, "dataset"),
                "several": len(row["datasets"]) > 1,
                "only": row["datasets"][0],
                "instances": span(mine["n"]),
                "tested": span(mine["n_test"]),
                "assumed": row["assumed"] or (unseen and row["design"] == "kfold_cv"),
            }
        )
    return told[:DESIGNS_UP_TO]


def sizes_of(scores: pl.DataFrame) -> pl.DataFrame:
    """Give every dataset its instances and those of one test set, where the table tells them."""
    empty = {"dataset": pl.String, "n_train": pl.Float64, "n_test": pl.Float64, "n": pl.Float64}
    if not {"n_train", "n_test"} <= set(scores.columns):
        return pl.DataFrame(schema=empty)
    sizes = scores.group_by(pl.col("dataset").cast(pl.String)).agg(pl.col("n_train", "n_test").cast(pl.Float64).mean())
    return sizes.with_columns(n=pl.col("n_train") + pl.col("n_test")).select(list(empty)).sort("dataset")


def span(counts: pl.Series) -> str:
    """Say from how many to how many, in whole numbers; nothing where nothing is known.

    Examples
    --------
    >>> span(pl.Series([150.0, 1797.0])), span(pl.Series([150, 150])), span(pl.Series([], dtype=pl.Float64))
    ('150 to 1,797', '150', '')
    """
    known = counts.drop_nulls()
    if known.is_empty():
        return ""
    least, most = (integer(round(float(end))) for end in (known.min(), known.max()))  # type: ignore[arg-type]
    return least if least == most else f"{least} to {most}"
