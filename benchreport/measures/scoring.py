"""How do prepared predictions become scores? Each kind of measure is aggregated once, then stacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.measures.classes import (
    CHANCE,
    SAID,
    TRUTH,
    WEIGHT,
    Positive,
    class_counts,
    refuse_decimals,
    with_decisions,
    with_positive,
)
from benchreport.measures.losses import Costs, Priced, loss_of
from benchreport.measures.measure__baselines import with_baselines
from benchreport.measures.metrics import (
    COST,
    FORECAST,
    INFINITE,
    NUMBER,
    OWN_WEIGHT,
    SOME_NOT_PREDICTED,
    Measure,
    Settings,
    measure_named,
)
from benchreport.measures.probability import GIVEN, QUADRATIC, with_probabilities
from benchreport.measures.reliability import with_forecasts
from benchreport.remarks import with_words
from benchreport.tables.groups import listed
from benchreport.tables.schema import RUN_KEYS, probability_columns

# How many instances a row stands for, and how many of them had no chance at all.
ONE, ENDLESS = "__one", "__endless"
Average = Literal["folds", "pooled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be measured, and how."""

    metrics: str | Sequence[str] | None = None
    positive: Positive = None
    cut: float | None = None
    costs: Costs | None = None
    average: Average = "folds"
    settings: Settings = field(default_factory=Settings)
    weighted: bool = False
    baselines: bool = False

    def measures(self, table: pl.DataFrame) -> dict[str, Measure]:
        """Match the names asked for to measures, or take those that the columns of a table allow."""
        return chosen_measures(table, self.metrics, self.positive, self.cut)

    def keys(self, columns: Sequence[str]) -> list[str]:
        """Return the columns that tell runs apart."""
        runs = [name for name in RUN_KEYS if name in columns and (name != "fold" or self.average == "folds")]
        return ["algorithm", "dataset", *runs]

    def prepared(self, table: pl.DataFrame, measures: Sequence[Measure]) -> pl.DataFrame:
        """Add the columns that measures read, and no others."""
        return prepared(table, measures, self.positive, self.cut, self.costs)


def measured(table: pl.DataFrame, asked: Asked) -> pl.DataFrame:
    """Score a canonical table of predictions that is in memory."""
    chosen = asked.measures(table)
    table = with_weights(table, asked.weighted, chosen)
    if asked.baselines:
        table = with_baselines(table, asked.positive)
    if ONE not in table.columns:
        table = table.with_columns(pl.lit(1, dtype=pl.Int64).alias(ONE))
    ready = asked.prepared(table, list(chosen.values()))
    keys = asked.keys(table.columns)
    return stacked(aggregated(ready, chosen, keys, asked.settings), chosen, keys, asked.settings)


def chosen_measures(table: pl.DataFrame, metrics: Any, positive: Positive, cut: float | None) -> dict[str, Measure]:
    """Match the names asked for to measures; each keeps the name it was asked by."""
    names = listed(metrics)
    if not names:
        names = _default_metrics(table, positive, cut)
    chosen = {name: measure_named(name) for name in names}
    if positive is None and cut is None:
        for name, record in chosen.items():
            if record.positive:
                classes = table.get_column("truth").cast(pl.String).unique().sort().to_list()
                raise OptionError(
                    f"{name} needs the positive class, which is never guessed",
                    hint=f"positive={classes[-1]!r}, say (--positive {classes[-1]}); or macro_f1, mcc, accuracy",
                )
    return chosen


def _default_metrics(table: pl.DataFrame, positive: Positive, cut: float | None) -> list[str]:
    if table.schema["truth"].is_float():
        return ["rmse", "mae", "r2"]
    names = []
    chances = probability_columns(table.columns)
    if "prediction" in table.columns or chances or cut is not None:
        names += ["accuracy", "balanced_accuracy", "mcc"]
        names += ["f_score"] if positive is not None else []
    if chances:
        names += ["log_loss", "quadratic_probability_loss"]
    if not names:
        raise OptionError(
            "only scores are given, and no metric is named",
            hint="metrics=['auc'], positive=... (--metrics auc --positive CLASS)",
        )
    return names


def with_weights(table: pl.DataFrame, weighted: bool, chosen: dict[str, Measure]) -> pl.DataFrame:
    """Return every instance its weight, for all measures and for those of weights."""
    needs = weighted or any(record.name == "weighted_accuracy" for record in chosen.values())
    if needs and "weight" not in table.columns:
        raise ColumnError(
            "no column holds weights", hint="columns={'your_column': 'weight'} (--column your_column=weight)"
        )
    if needs:
        least = table.get_column("weight").min()
        if least is None or float(least) < 0 or table.get_column("weight").null_count():  # type: ignore[arg-type]
            raise ColumnError("column 'weight' is empty or negative somewhere", hint="weights are numbers from 0 up")
    own = pl.col("weight") if needs else pl.lit(1.0)
    return table.with_columns((own if weighted else pl.lit(1.0)).alias(WEIGHT), own.alias(OWN_WEIGHT))


def prepared(
    table: pl.DataFrame, chosen: Sequence[Measure], positive: Positive, cut: float | None, costs: Costs | None
) -> pl.DataFrame:
    """Add the columns that the chosen measures read, and no others."""
    reads = {record.reads for record in chosen}
    columns = {record.column for record in chosen}
    if "decision" in reads:
        table = with_decisions(table, positive, cut)
    if positive is not None and not table.schema["truth"].is_float():
        table = with_positive(table, positive).drop("positive")
    if CHANCE in columns and CHANCE not in table.columns:
        refuse_decimals(table)
        name = next(record.name for record in chosen if record.column == CHANCE)
        raise ColumnError(
            f"{name} needs scores, and no column holds any",
            hint="columns={'your_column': 'score'} (--column your_column=score), or one column prob_<class> per class",
        )
    if "probability" in reads and columns & {GIVEN, QUADRATIC}:
        table = with_probabilities(table)
    if FORECAST in columns:
        table = with_forecasts(table, positive).drop("positive", strict=False)
    if COST in columns:
        if costs is None:
            raise OptionError("no costs are given", hint="costs=(5, 1), a false alarm and a miss (--costs 5,1)")
        told = table.with_columns(truth=TRUTH, prediction=SAID)
        table = table.with_columns(
            told.select(loss_of(told, Priced(costs=costs, positive=positive))).to_series().alias(COST)
        )
    if "number" in reads:
        table = table.with_columns(_number(table))
    return table


def _number(table: pl.DataFrame) -> pl.Expr:
    kinds = [table.schema.get(name) for name in ("truth", "prediction")]
    if not all(kind is not None and kind.is_numeric() for kind in kinds):
        raise ColumnError(
            "metrics of numbers need a truth and a prediction that are numbers",
            hint="metrics='accuracy' or 'mcc' suit classes",
        )
    return pl.col("prediction").cast(pl.Float64).fill_nan(None).alias(NUMBER)


def aggregated(table: pl.DataFrame, chosen: dict[str, Measure], keys: list[str], settings: Settings) -> pl.DataFrame:
    """Aggregate instances and classes once each: one row per run, a column per measure, and what was missing."""
    columns = sorted({record.column for record in chosen.values()})
    per_instance = {name: record for name, record in chosen.items() if record.per == "instance"}
    per_class = {name: record for name, record in chosen.items() if record.per == "class"}
    one = pl.col(ONE)
    found = table.group_by(keys).agg(
        one.sum().alias("n_test"),
        (pl.col(GIVEN) <= 0).sum().cast(pl.Int64).alias(ENDLESS) if GIVEN in columns else pl.lit(0).alias(ENDLESS),
        *(one.filter(pl.col(name).is_null()).sum().alias(f"{name} missing") for name in columns),
        *(record.build(settings).alias(f"{name} value") for name, record in per_instance.items()),
    )
    if per_class:
        built = [record.build(settings).alias(f"{name} value") for name, record in per_class.items()]
        found = found.join(class_counts(table, keys).group_by(keys).agg(built), on=keys, how="left")
    return found


def stacked(found: pl.DataFrame, chosen: dict[str, Measure], keys: list[str], settings: Settings) -> pl.DataFrame:
    """Put the measures below each other, sorted."""
    together = pl.concat(_column(found, keys, name, record, settings) for name, record in chosen.items())
    return with_words(together.sort(*keys, "metric"))


def _column(found: pl.DataFrame, keys: list[str], name: str, record: Measure, settings: Settings) -> pl.DataFrame:
    """Return the scores of one metric, with a remark where there is none."""
    value, missing = pl.col(f"{name} value").cast(pl.Float64), pl.col(f"{record.column} missing")
    lacks, endless = missing > 0, value.is_infinite().fill_null(False)
    given = value if settings.undefined is None or not record.fillable else value.fill_null(settings.undefined)
    remarks = pl.coalesce(
        record.absent.where(lacks & (missing == pl.col("n_test"))),
        SOME_NOT_PREDICTED.where(lacks, missing, "n_test"),
        INFINITE.where(endless, ENDLESS),
        record.why.where(given.is_null()),
    )
    return found.select(
        *keys,
        metric=pl.lit(name).cast(pl.Categorical),
        value=pl.when(~lacks & ~endless).then(given.fill_nan(None)),
        direction=pl.lit(record.direction).cast(pl.Categorical),
        n_test="n_test",
        remarks=remarks,
    )
