"""Scores of predictions in memory, of confusion counts, and of baselines that look at no feature."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.measures.classes import (
    CHANCE,
    INFINITE,
    SAID,
    SOME_NOT_PREDICTED,
    TRUTH,
    WEIGHT,
    Positive,
    class_counts,
    positive_of,
    refuse_bad_weights,
    refuse_decimals,
    with_decisions,
    with_positive,
)
from benchreport.measures.losses import Costs, Priced, loss_of
from benchreport.measures.metrics import COST, MEASURES, NUMBER, OWN_WEIGHT, Measure, Settings, measure_named
from benchreport.measures.probability import GIVEN, QUADRATIC, with_probabilities
from benchreport.measures.reliability import FORECAST, with_forecasts
from benchreport.records import dataclass
from benchreport.remarks import with_words
from benchreport.tables.groups import listed
from benchreport.tables.predictions import counts, two_class
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reduction import counted_rows, is_dense
from benchreport.tables.schema import RUN_KEYS, probability_columns

# How many instances a row stands for, and how many of them had no chance at all.
ONE, ENDLESS = "__one", "__endless"
MAJORITY, UNIFORM = "(majority)", "(uniform)"
# The measures of decisions that also read weights of single instances, which counts do not have.
NEED_INSTANCES = ("weighted_accuracy",)
Average = Literal["folds", "pooled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What is measured of predictions, and how: metrics, positive class, cut, costs, folds, weights, baselines."""

    metrics: str | Sequence[str] | None = None
    positive: Positive = None
    cut: float | None = None
    costs: Costs | None = None
    average: Average = "folds"
    settings: Settings = field(default_factory=Settings)
    weighted: bool | None = False
    baselines: bool = False

    def measures(self, table: pl.DataFrame) -> dict[str, Measure]:
        """Return the measures by the names they were asked for, by default those that the columns of a table allow."""
        chosen = {name: measure_named(name) for name in listed(self.metrics) or self._default_metrics(table)}
        unweighted = any(record.name not in NEED_INSTANCES for record in chosen.values())
        if self.weighted is None and unweighted and "weight" in table.columns:
            raise OptionError(
                "the instances have weights",
                hint="weighted=True (--weighted) lets them weigh, weighted=False (--unweighted) counts each once",
            )
        lacking = [name for name, record in chosen.items() if record.positive]
        if lacking and self.positive is None and self.cut is None:
            classes = table.get_column("truth").cast(pl.String).unique().sort().to_list()
            raise OptionError(
                f"{lacking[0]} needs the positive class, which is never guessed",
                hint=f"positive={classes[-1]!r}, say (--positive {classes[-1]}); or macro_f1, mcc, accuracy",
            )
        return chosen

    def _default_metrics(self, table: pl.DataFrame) -> list[str]:
        if table.schema["truth"].is_float():
            return ["rmse", "mae", "r2"]
        names = []
        chances = probability_columns(table.columns)
        if "prediction" in table.columns or chances or self.cut is not None:
            names += ["accuracy", "balanced_accuracy", "mcc"]
            names += ["f_score"] if self.positive is not None else []
        if chances:
            names += ["log_loss", "quadratic_probability_loss"]
        if not names:
            raise OptionError(
                "only scores are given, and no metric is named",
                hint="metrics=['auc'], positive=... (--metrics auc --positive CLASS)",
            )
        return names

    def keys(self, columns: Sequence[str]) -> list[str]:
        """Return the columns that tell runs apart."""
        runs = [name for name in RUN_KEYS if name in columns and (name != "fold" or self.average == "folds")]
        return ["algorithm", "dataset", *runs]

    def weighs(self, chosen: Mapping[str, Measure]) -> bool:
        """Return whether measures read the weights of instances."""
        return bool(self.weighted) or any(record.name == "weighted_accuracy" for record in chosen.values())

    def of_counts(self, table: pl.DataFrame, chosen: Mapping[str, Measure]) -> dict[str, Measure]:
        """Return the measures for which it is enough how often each class was predicted for each: most of decisions."""
        if self.weighted or self.baselines or self.cut is not None:
            return {}
        if "prediction" not in table.columns or ONE in table.columns:
            return {}
        return {
            name: record
            for name, record in chosen.items()
            if record.reads == "decision" and record.column != COST and record.name not in NEED_INSTANCES
        }

    def with_weights(self, table: pl.DataFrame, chosen: Mapping[str, Measure]) -> pl.DataFrame:
        """Return a table with the weight of every instance, for all measures and for those of weights."""
        weighs = self.weighs(chosen)
        if weighs and "weight" not in table.columns:
            raise ColumnError(
                "no column holds weights", hint="columns={'your_column': 'weight'} (--column your_column=weight)"
            )
        if weighs:
            refuse_bad_weights(table.get_column("weight"))
        own = pl.col("weight") if weighs else pl.lit(1.0)
        return table.with_columns((own if self.weighted else pl.lit(1.0)).alias(WEIGHT), own.alias(OWN_WEIGHT))

    def prepared(self, table: pl.DataFrame, measures: Iterable[Measure]) -> pl.DataFrame:
        """Return a table with the columns that measures read, and no others."""
        chosen, positive = list(measures), self.positive
        reads = {record.reads for record in chosen}
        columns = {record.column for record in chosen}
        if "decision" in reads:
            table = with_decisions(table, positive, self.cut)
        if positive is not None and not table.schema["truth"].is_float():
            table = with_positive(table, positive).drop("positive")
        if CHANCE in columns and CHANCE not in table.columns:
            refuse_decimals(table)
            name = next(record.name for record in chosen if record.column == CHANCE)
            raise ColumnError(
                f"{name} needs scores, and no column holds any",
                hint="columns={'your_column': 'score'} (--column your_column=score), or one column prob_<class> per "
                "class",
            )
        if "probability" in reads and columns & {GIVEN, QUADRATIC}:
            table = with_probabilities(table)
        if FORECAST in columns:
            table = with_forecasts(table, positive).drop("positive", strict=False)
        if COST in columns:
            if self.costs is None:
                raise OptionError("no costs are given", hint="costs=(5, 1), a false alarm and a miss (--costs 5,1)")
            called = table.with_columns(truth=TRUTH, prediction=SAID)
            cost = loss_of(called, Priced(costs=self.costs, positive=positive))
            table = table.with_columns(called.select(cost).to_series().alias(COST))
        return table.with_columns(_number(table)) if "number" in reads else table


def measured(table: pl.DataFrame, evaluation: Evaluation) -> pl.DataFrame:
    """Return the scores of a canonical table of predictions that is in memory."""
    chosen, keys = evaluation.measures(table), evaluation.keys(table.columns)
    counted = evaluation.of_counts(table, chosen)
    others = {name: record for name, record in chosen.items() if name not in counted}
    values = None
    if counted:
        tallies = evaluation.prepared(tallied(table, keys), counted.values())
        values = aggregated(tallies, counted, keys, evaluation.settings)
    if others:
        rest = _of_instances(table, others, keys, evaluation)
        # What was measured per instance knows more: how many had no chance at all.
        values = rest if values is None else rest.join(values.drop("n_test", ENDLESS), on=keys, how="left")
    return stacked(values if values is not None else pl.DataFrame(), chosen, keys, evaluation.settings)


def _of_instances(
    table: pl.DataFrame, chosen: dict[str, Measure], keys: list[str], evaluation: Evaluation
) -> pl.DataFrame:
    """Return the measures that read every row of a table, one row per run."""
    table = evaluation.with_weights(table, chosen)
    if evaluation.baselines:
        table = with_baselines(table, evaluation.positive)
    if ONE not in table.columns:
        table = table.with_columns(pl.lit(1, dtype=pl.UInt8).alias(ONE))  # sums are longer by themselves
    return aggregated(evaluation.prepared(table, chosen.values()), chosen, keys, evaluation.settings)


def tallied(table: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return predictions counted: a row per run, true class and predicted class that weighs as many as there are.

    Examples
    --------
    >>> table = pl.DataFrame({"algorithm": ["A"] * 3, "truth": [0, 1, 1], "prediction": [1, 1, 1]})
    >>> tallied(table, ["algorithm"]).sort("truth").select("truth", "prediction", WEIGHT).rows()
    [(0, 1, 1.0), (1, 1, 2.0)]
    """
    cells = [*keys, "truth", "prediction"]
    n = table.group_by(cells).agg(n=pl.len()) if not is_dense(table, cells) else counted_rows(table, cells)
    weight = pl.col("n").cast(pl.Float64)
    return n.select(*cells, weight.alias(WEIGHT), weight.alias(OWN_WEIGHT), pl.col("n").cast(pl.Int64).alias(ONE))


def _number(table: pl.DataFrame) -> pl.Expr:
    kinds = [table.schema.get(name) for name in ("truth", "prediction")]
    if not all(kind is not None and kind.is_numeric() for kind in kinds):
        raise ColumnError(
            "metrics of numbers need a truth and a prediction that are numbers",
            hint="metrics='accuracy' or 'mcc' suit classes",
        )
    return pl.col("prediction").cast(pl.Float64).fill_nan(None).alias(NUMBER)


def aggregated(table: pl.DataFrame, chosen: dict[str, Measure], keys: list[str], settings: Settings) -> pl.DataFrame:
    """Return one row per run, with a column per measure and the number of instances it misses."""
    columns = sorted({record.column for record in chosen.values()})
    per_instance = {name: record for name, record in chosen.items() if record.per == "instance"}
    per_class = {name: record for name, record in chosen.items() if record.per == "class"}
    instances = pl.col(ONE)
    values = table.group_by(keys).agg(
        instances.sum().alias("n_test"),
        (pl.col(GIVEN) <= 0).sum().cast(pl.Int64).alias(ENDLESS) if GIVEN in columns else pl.lit(0).alias(ENDLESS),
        *(instances.filter(pl.col(name).is_null()).sum().alias(f"{name} missing") for name in columns),
        *(record.build(settings).alias(f"{name} value") for name, record in per_instance.items()),
    )
    if per_class:
        built = [record.build(settings).alias(f"{name} value") for name, record in per_class.items()]
        values = values.join(class_counts(table, keys).group_by(keys).agg(built), on=keys, how="left")
    return values


def stacked(values: pl.DataFrame, chosen: dict[str, Measure], keys: list[str], settings: Settings) -> pl.DataFrame:
    """Return the measures below each other, sorted."""
    together = pl.concat(_column(values, keys, name, record, settings) for name, record in chosen.items())
    return with_words(together.sort(*keys, "metric"))


def _column(values: pl.DataFrame, keys: list[str], name: str, record: Measure, settings: Settings) -> pl.DataFrame:
    """Return the scores of one metric, with a remark where there is none."""
    value, missing = pl.col(f"{name} value").cast(pl.Float64), pl.col(f"{record.column} missing")
    lacks, endless = missing > 0, value.is_infinite().fill_null(False)
    filled = value if settings.undefined is None or not record.fillable else value.fill_null(settings.undefined)
    remarks = pl.coalesce(
        record.absent.where(lacks & (missing == pl.col("n_test"))),
        SOME_NOT_PREDICTED.where(lacks, missing, "n_test"),
        INFINITE.where(endless, ENDLESS),
        record.why.where(filled.is_null()),
    )
    return values.select(
        *keys,
        metric=pl.lit(name).cast(pl.Categorical),
        value=pl.when(~lacks & ~endless).then(filled.fill_nan(None)),
        direction=pl.lit(record.direction).cast(pl.Categorical),
        n_test="n_test",
        remarks=remarks,
    )


def measured_counts(table: Any, evaluation: Evaluation) -> pl.DataFrame:
    """Return the scores of a table of confusion counts; a cell stands for as many instances as it counts.

    Of a table with the columns tp, fp, fn and tn the positive class is declared by these names.
    """
    counted = counts(to_polars(table))
    if evaluation.weighted:
        raise OptionError("counts have no weights of single instances", hint="leave out weighted")
    evaluation = replace(evaluation, positive=positive_class(counted, evaluation.positive))
    if evaluation.cut is not None:
        raise OptionError("counts have no scores to cut", hint="leave out cut")
    cells = _instances(counted)
    able = [name for name, measure in MEASURES.items() if measure.reads == "decision" and name not in NEED_INSTANCES]
    for name, record in evaluation.measures(cells).items():
        if record.name not in able:
            raise OptionError(f"{name} does not follow from confusion counts", hint=f"choose from {', '.join(able)}")
    weighted = replace(evaluation, weighted=True, baselines=False)
    scores = measured(cells, weighted)
    if not evaluation.baselines:
        return scores
    guesses = measured(_truths(cells), replace(weighted, baselines=True))
    blind = guesses.filter(pl.col("algorithm").cast(pl.String).is_in([MAJORITY, UNIFORM]))
    return pl.concat([scores, blind.select(scores.columns)])


def positive_class(counted: pl.DataFrame, positive: Any) -> Any:
    """Return the positive class of canonical counts: the one asked for, or "positive" where tp and fn name it."""
    return "positive" if positive is None and two_class(counted) else positive


def _instances(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row per cell that counts something, weighing as many instances as it counts."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS) if name in counted.columns]
    # A run without any instance keeps its rows, so that its scores are missing and not absent.
    filled = (pl.col("n") > 0) | (pl.col("n").sum().over(keys) == 0)
    return counted.filter(filled).select(
        *keys,
        truth="actual",
        prediction="predicted",
        weight=pl.col("n").cast(pl.Float64),
        **{ONE: pl.col("n").cast(pl.Int64)},
    )


def _truths(cells: pl.DataFrame) -> pl.DataFrame:
    """Return the true classes of every run, as the algorithm with the most instances met them."""
    sizes = cells.group_by("algorithm", "dataset").agg(pl.col(ONE).sum())
    order = sizes.sort("dataset", ONE, pl.col("algorithm").cast(pl.String), descending=[False, True, False])
    fullest = order.unique("dataset", keep="first", maintain_order=True).select("algorithm", "dataset")
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "truth") if name in cells.columns]
    met = cells.join(fullest, on=["algorithm", "dataset"], how="semi", maintain_order="left")
    sums = met.group_by(keys, maintain_order=True).agg(pl.col("weight", ONE).sum())
    return sums.with_columns(prediction="truth", instance=pl.col("truth").cast(pl.String))


def with_baselines(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return predictions with those of algorithms that know the truths of a dataset but nothing of the instance.

    A guess among K classes is K rows that each weigh 1/K; ``__one`` counts the instance once.
    """
    units = ["dataset", *(name for name in RUN_KEYS if name in table.columns), "instance"]
    once = table.sort(*units, "algorithm").unique(units, keep="first", maintain_order=True)
    blank = once.with_columns(pl.lit(None, dtype=table.schema[name]).alias(name) for name in _answers(table))
    if ONE not in table.columns:  # rows that stand for several instances say so themselves
        blank, table = (part.with_columns(pl.lit(1, dtype=pl.Int64).alias(ONE)) for part in (blank, table))
    real = table
    if table.schema["truth"].is_float():
        mean = pl.col("truth").mean().over("dataset")
        baselines = [_named(blank.with_columns(prediction=mean), MAJORITY)]
    else:
        shares = _shares(once)
        baselines = [_majority(blank, shares, positive), _uniform(blank, shares, positive)]
    return pl.concat([real, *(part.select(real.columns).cast(real.schema) for part in baselines)])


def _answers(table: pl.DataFrame) -> list[str]:
    return [name for name in ("prediction", "score", *probability_columns(table.columns)) if name in table.columns]


def _named(table: pl.DataFrame, name: str) -> pl.DataFrame:
    return table.with_columns(algorithm=pl.lit(name).cast(pl.Categorical))


def _shares(once: pl.DataFrame) -> pl.DataFrame:
    """Return every class of a dataset its share, the commonest first; of equals the first by name."""
    counted = once.group_by("dataset", "truth").agg(n=pl.col(WEIGHT).sum())
    counted = counted.with_columns(
        share=pl.col("n") / pl.col("n").sum().over("dataset"), text=pl.col("truth").cast(pl.String)
    )
    return counted.sort("dataset", "n", "text", descending=[False, True, False])


def _majority(blank: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    top = shares.group_by("dataset", maintain_order=True).agg(__top=pl.col("truth").first())
    table = blank.join(top, on="dataset", how="left", maintain_order="left")
    if "prediction" in blank.columns:
        table = table.with_columns(prediction="__top")
    return _named(_with_chances(table.drop("__top"), shares, positive), MAJORITY)


def _uniform(blank: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    even = shares.with_columns(share=1 / pl.len().over("dataset"), __first=pl.int_range(pl.len()).over("dataset") == 0)
    guesses = even.select("dataset", "share", "__first", __guess="truth")
    table = blank.join(guesses, on="dataset", how="left", maintain_order="left")
    weights = [name for name in table.columns if name.endswith("weight") and name.startswith("__")]
    table = table.with_columns(pl.col(ONE) * pl.col("__first").cast(pl.Int64), pl.col(weights) * pl.col("share"))
    if "prediction" in blank.columns:
        table = table.with_columns(prediction="__guess")
    return _named(_with_chances(table.drop("share", "__first", "__guess"), even, positive), UNIFORM)


def _with_chances(table: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return forecasts of every class with its share."""
    columns = probability_columns(table.columns)
    if columns:
        wide = shares.with_columns(text=pl.format("prob_{}", "text")).pivot("text", index="dataset", values="share")
        wide = wide.select("dataset", *(name for name in columns if name in wide.columns))
        rest = table.drop([name for name in columns if name in wide.columns])
        table = rest.join(wide, on="dataset", how="left", maintain_order="left")
    if "score" in table.columns:
        of = shares.with_columns(positive="text").select("dataset", "positive", "share")
        labels = positive_of(table, positive) if positive is not None else None
        if labels is not None:
            chances = labels.join(of, on=["dataset", "positive"], how="left").select("dataset", __score="share")
            table = table.join(chances, on="dataset", how="left", maintain_order="left")
            table = table.with_columns(score="__score").drop("__score")
    return table
