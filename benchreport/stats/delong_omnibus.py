"""Do several algorithms rank the instances equally well?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.measures.classes import Positive
from benchreport.measures.instances import as_predictions
from benchreport.measures.ranked import POOLED
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.delong import areas
from benchreport.stats.delong_pairs import NEGATIVES, NO_AREA, ONE_OF_CLASS, POSITIVES, incomplete, remarks
from benchreport.stats.distributions import chi2_sf
from benchreport.stats.instances import AGAIN
from benchreport.stats.rows import Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.stats.score_sheets import Floats, Sheets, sheets, stacks
from benchreport.tables.cells import refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.threads import product, roots_and_axes

ONLY_ONE = Remark(code="only_one_algorithm", note="only one algorithm")


def delong_omnibus(table: Frame, *, by: By = "dataset", positive: Positive, alpha: float = 0.05) -> Frame:
    """DeLong's test whether all algorithms of a group rank the same instances equally well; parameters as in
    :func:`delong`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer", pl.col("algorithm") != "Majority")
    >>> br.delong_omnibus(cancer, positive="malignant").select("n", "df1", pl.col("statistic").round(2)).row(0)
    (569, 4.0, 20.56)
    """
    checked_alpha(alpha)

    def run(data: Any) -> pl.DataFrame:
        known = as_predictions(data)
        refuse_single_algorithm(known)
        layout = sheets(known, by, positive)
        lacking = layout.lacking
        if lacking.any():
            raise incomplete(layout, lacking)
        size = len(layout.sizes)
        found = {name: np.full(size, np.nan) for name in ("statistic", "df", "range", "positives", "negatives", "tied")}
        for part, scores, flags in stacks(layout):
            stack = areas(scores, flags)
            gap = stack.auc[:, :-1] - stack.auc[:, -1:]
            covariance = stack.covariance
            last = covariance[:, -1:, :-1]
            contrast = covariance[:, :-1, :-1] - last - last.transpose(0, 2, 1) + covariance[:, -1:, -1:]
            found["statistic"][part], found["df"][part] = _quadratic(gap, contrast)
            found["range"][part] = np.ptp(stack.auc, axis=1)
            found["tied"][part] = (np.ptp(stack.twice_u, axis=1) == 0) & (stack.spread == 0).all(axis=(1, 2))
            found["positives"][part], found["negatives"][part] = stack.positives, stack.negatives
        return _omnibus_rows(layout, found, alpha)

    return over_table(table, by, RESULT_COLUMNS, run)


def _quadratic(gap: Floats, covariance: Floats) -> tuple[Floats, Floats]:
    """Weigh differences by the inverse of their covariance, in the directions in which they vary at all."""
    sound = np.isfinite(covariance).all(axis=(1, 2)) if covariance.shape[1] else np.zeros(len(gap), dtype=bool)
    statistic, rank = np.full(len(gap), np.nan), np.full(len(gap), np.nan)
    if not sound.any():
        return statistic, rank
    values, vectors = roots_and_axes(covariance[sound])
    kept = values > 1e-10 * np.maximum(values[:, -1:], 1e-300)
    along = product(vectors.transpose(0, 2, 1), gap[sound][:, :, None])[:, :, 0]
    # A difference in a direction without variance is not to be judged.
    stray = (np.abs(np.where(kept, 0.0, along)) > 1e-9).any(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.where(kept, along**2 / values, 0.0).sum(axis=1)
    statistic[sound] = np.where(stray, np.nan, total)
    rank[sound] = np.where(stray, 0, kept.sum(axis=1))
    return statistic, rank


def _omnibus_rows(layout: Sheets, found: dict[str, Floats], alpha: float) -> pl.DataFrame:
    columns = {f"__{name}": pl.Series(values, nan_to_null=True) for name, values in found.items()}
    table = layout.facts.with_columns(**columns, __rows=pl.Series(layout.rows))
    several, tied = pl.col("__rows") > 1, pl.col("__tied").fill_null(0.0) == 1
    whole, enough = (POSITIVES > 0) & (NEGATIVES > 0), (POSITIVES > 1) & (NEGATIVES > 1)
    tied = tied & enough & several
    testable = pl.col("__statistic").is_not_null() & (pl.col("__df") > 0)
    sound = enough & several & ~tied & testable
    doubtful = sound & (pl.col("pooled") | pl.col("again"))
    return table.select(
        *layout.groups,
        *fields(
            DELONG_OMNIBUS,
            n=POSITIVES + NEGATIVES,
            n_dropped=0,
            statistic=pl.when(sound).then("__statistic"),
            df1=pl.when(sound).then("__df"),
            p_value=pl.when(sound).then(chi2_sf(pl.col("__statistic"), pl.col("__df"))).when(tied).then(1.0),
            effect=pl.when(whole & several).then("__range"),
            alpha=alpha,
            law="chi-square",
            status=first_that_holds(
                [
                    (~whole, "undefined"),
                    (~enough | ~several, "too_few"),
                    (tied, "all_ties"),
                    (~sound, "zero_variance"),
                    (doubtful, "approximate"),
                ],
                "ok",
            ),
            remarks=joined_remarks(
                *remarks(whole, enough),
                ONLY_ONE.where(~several),
                AGAIN.where(doubtful & pl.col("again")),
                POOLED.where(doubtful & pl.col("pooled") & ~pl.col("again")),
            ),
        ),
    )


DELONG_OMNIBUS = Method(
    id="delong_omnibus",
    title="DeLong test of several areas",
    question="Do all algorithms rank the instances equally well?",
    kind="table",
    shape="predictions",
    door="many",
    symbol="\\chi^2",
    formula="chi2 = d' (C S C')^- d with d = C AUC the differences from the last algorithm; df = the rank of C S C'",
    tex=r"\chi^2 = d^{\top} (C S C^{\top})^{-} d, \quad d = C \, \mathrm{AUC}",
    null="all areas under the ROC curve are equal",
    assumes=("instances are independent", "all algorithms scored the same instances"),
    cites=("delong1988",),
    effect="range of the areas",
    remarks=(*NO_AREA, ONE_OF_CLASS, ONLY_ONE, AGAIN, POOLED),
    table=delong_omnibus,
)
