"""Scores of a table of predictions or of confusion counts: one number per run and metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.measures.classes import Positive
from benchreport.measures.losses import Costs
from benchreport.measures.metrics import Settings
from benchreport.measures.probability import checked_clip
from benchreport.measures.reliability import checked_bins
from benchreport.measures.scale import measured_in_batches
from benchreport.measures.scoring import Average, Evaluation, measured, measured_counts
from benchreport.measures.spark import is_elsewhere, measured_elsewhere
from benchreport.method import REMARK_COLUMNS, schema_of
from benchreport.tables.checks import TEXTS
from benchreport.tables.predictions import holds_counts
from benchreport.tables.reading.batches import Progress
from benchreport.tables.schema import canonical_names
from benchreport.tables.scored import as_predictions
from benchreport.threads import in_one_order


@in_one_order
def measure(
    predictions: Any,
    *,
    metrics: str | Sequence[str] | None = None,
    positive: Positive = None,
    cut: float | None = None,
    costs: Costs | None = None,
    average: Average = "folds",
    beta: float = 1.0,
    bins: int = 10,
    clip: float | None = None,
    undefined: float | None = None,
    weighted: bool | None = None,
    baselines: bool = False,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Compute scores from a table of predictions or of confusion counts.

    Parameters
    ----------
    predictions
        Predictions: ``truth`` with ``prediction``, ``score`` or ``prob_<class>`` columns. A lazy table, such as
        ``pl.scan_parquet(...)``, is read in batches of whole runs and may be larger than memory; a Spark or DuckDB
        table is aggregated where it lies. Of confusion counts (``actual``, ``predicted``, ``n``; or ``tp fp fn tn``)
        only measures of decisions follow, such as accuracy, mcc and the rates of a class.
    metrics
        Names of measures, see ``benchreport measure --list``; by default those that the columns allow.
    positive
        The positive class, for metrics of two classes: one for all datasets, or a mapping from dataset to class. It is
        never guessed.
    cut
        Call positive what scores this or more, instead of reading the predictions; see :func:`cost_threshold`.
    costs
        What confusions cost, for ``asymmetric_loss`` and ``total_cost``: (false alarm, miss), or a mapping
        ``{(truth, prediction): cost}``.
    average
        "folds" gives a score for every fold; "pooled" puts the folds of a repeat together first, which suits measures
        that single folds leave undefined.
    beta
        Weight of recall in ``f_score``.
    bins
        Of ``ece``.
    clip
        Bound probabilities from below by this in ``log_loss`` and its kin.
    undefined
        Put this number in for rates that are 0/0; by default they stay null.
    weighted
        Whether every instance weighs as its column ``weight`` says; must be said where there is one.
    baselines
        Add the algorithms "(majority)", which always says the commonest class and forecasts the class shares of the
        dataset, or the mean of a numeric truth, and "(uniform)", which guesses all classes alike. Needs the whole table
        in memory.
    progress
        Called with the rows done and the rows to do while a lazy table is read.

    Returns
    -------
    polars.DataFrame
        Scores with ``n_test``. Where a value is null, ``remarks`` and ``note`` say why.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> scores = br.measure(table, metrics=["accuracy", "mcc"], average="pooled")
    >>> scores.select("algorithm", "dataset", "metric", pl.col("value").round(4), "n_test").row(0)
    ('DecisionTree', 'breast_cancer', 'accuracy', 0.9438, 569)
    """
    one_of(average, ("folds", "pooled"), name="average")
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 < beta < float("inf"):
        raise OptionError(f"beta is {beta!r}", hint="a number above 0; 1 weighs precision and recall alike")
    checked_bins(bins)
    checked_clip(clip)
    if undefined is not None and undefined not in (0, 1):
        raise OptionError(f"undefined is {undefined!r}", hint="0, 1 or None, which leaves undefined rates empty")
    settings = Settings(beta=float(beta), bins=bins, clip=clip, undefined=undefined)
    evaluation = Evaluation(
        metrics=metrics, positive=positive, cut=cut, costs=costs, average=average, settings=settings,
        weighted=weighted, baselines=baselines,
    )  # fmt: skip
    if is_elsewhere(predictions):
        return measured_elsewhere(predictions, evaluation)
    lazy = isinstance(predictions, pl.LazyFrame)
    if holds_counts(predictions):
        of_counts = replace(evaluation, weighted=bool(weighted))
        scores = measured_counts(predictions.collect() if lazy else predictions, of_counts)
        return scores.lazy() if lazy else scores  # type: ignore[return-value]
    if lazy:
        deferred: Any = _lazily(predictions, evaluation, progress)
        return deferred  # type: ignore[no-any-return]
    return measured(as_predictions(predictions), evaluation)


def _lazily(table: pl.LazyFrame, evaluation: Evaluation, progress: Progress | None) -> Any:
    source = table.collect_schema()
    own = {name: source[column] for column, name in canonical_names(source.names(), "predictions").items()}
    schema: dict[str, pl.DataType] = {"algorithm": pl.Categorical(), "dataset": pl.Categorical()}
    for name in evaluation.keys([*own])[2:]:
        schema[name] = pl.Categorical() if isinstance(own[name], TEXTS) else pl.Int64()
    schema |= {"metric": pl.Categorical(), "value": pl.Float64(), "direction": pl.Categorical(), "n_test": pl.Int64()}
    schema |= schema_of(REMARK_COLUMNS)
    return pl.defer(lambda: measured_in_batches(table, evaluation, progress), schema=schema)
