"""Scores of predictions where they lie, in Spark or DuckDB: only counts and sums come back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, ValueFormatError
from benchreport.measures.classes import CHANCE, positive_of
from benchreport.measures.metrics import NUMBER, OWN_WEIGHT
from benchreport.measures.probability import GIVEN, QUADRATIC
from benchreport.measures.scale import BAD_WEIGHT, CALLED, SAMPLE, Job, canonical_cells
from benchreport.measures.scoring import ENDLESS, Evaluation, aggregated, stacked
from benchreport.tables.checks import SUM_WITHIN
from benchreport.tables.predictions import predictions
from benchreport.tables.schema import canonical_names, probability_columns
from benchreport.tables.scored import as_predictions

if TYPE_CHECKING:
    import narwhals as nw

HIT, SCORE, GAIN, HITS, OTHERS, UPTO, IMPROPER = (
    *("__hit", "__score", "__gain", "__hits", "__others", "__upto", "__improper"),
)
# Sums that the measures of instances follow from, and how.
FROM_SUMS: Mapping[str, Callable[[pl.Expr], pl.Expr]] = {
    "brier_score": lambda n: pl.col("brier") / n,
    "quadratic_probability_loss": lambda n: pl.col("quadratic") / n,
    "log_loss": lambda n: pl.col("nats") / n,
    "informational_loss": lambda n: pl.col("nats") / n / math.log(2),
    "conditional_log_likelihood": lambda _: -pl.col("nats"),
    "mse": lambda n: pl.col("squares") / n,
    "rmse": lambda n: (pl.col("squares") / n).sqrt(),
    "mae": lambda n: pl.col("errors") / n,
    "r2": lambda _: pl.when(pl.col("spread") > 0).then(1 - pl.col("squares") / pl.col("spread")),
}


def is_elsewhere(frame: Any) -> bool:
    """Return whether a table lies in an engine of its own, such as Spark or DuckDB.

    Examples
    --------
    >>> import duckdb
    >>> is_elsewhere(duckdb.sql("select 1 as fold")), is_elsewhere(pl.DataFrame())
    (True, False)
    """
    if isinstance(frame, pl.DataFrame | pl.LazyFrame):
        return False
    import narwhals as nw

    return isinstance(nw.from_native(frame, pass_through=True), nw.LazyFrame)


def measured_elsewhere(frame: Any, evaluation: Evaluation) -> pl.DataFrame:
    """Return the scores of a table of predictions by counts, sums and ranks that its own engine aggregates.

    Examples
    --------
    >>> import duckdb
    >>> made = "select 'kNN' as algorithm, 'd' as dataset, i as instance, i % 2 as truth, i % 3 % 2 as prediction"
    >>> table = duckdb.sql(f"{made} from range(12) as rows(i)")
    >>> measured_elsewhere(table, Evaluation(metrics="accuracy")).select("value", "n_test").rows()
    [(0.5, 12)]
    """
    import narwhals as nw

    if evaluation.baselines:
        raise OptionError(
            "baselines are not measured elsewhere", hint="baselines=False, or bring the table into Polars"
        )
    native: nw.LazyFrame[Any] = nw.from_native(frame)
    own = native.collect_schema()
    sample = as_predictions(native.head(SAMPLE).collect(backend="polars").to_native())
    job = Job.of(evaluation, sample, checked=False)
    _refuse_unsupported(job)
    names = canonical_names(own.names(), "predictions")
    columns = [nw.col(column).alias(name) for column, name in names.items()]
    columns += [nw.col(name) for name in probability_columns(own.names()) if name not in names]
    table = native.select(*columns)
    if "dataset" not in names.values():
        table = table.with_columns(nw.lit("data").alias("dataset"))
    return _scored(table, job)


def _refuse_unsupported(job: Job) -> None:
    for name, record in job.others.items():
        if job.evaluation.weighted or (record.name not in FROM_SUMS and record.name != "auc"):
            able = ", ".join(["decisions", "auc", *FROM_SUMS])
            with_weights = " with weights" if job.evaluation.weighted else ""
            raise OptionError(
                f"{name} is not measured{with_weights} in this engine", hint=f"{able}; or bring the table into Polars"
            )


def _scored(table: nw.LazyFrame[Any], job: Job) -> pl.DataFrame:
    _refuse_duplicates(table, job)
    cells = _counted(table, job)
    if job.weighs and cells.get_column(BAD_WEIGHT).sum():
        raise ColumnError("column 'weight' is empty or negative somewhere", hint="weights are numbers from 0 up")
    kind = table.head(0).collect(backend="polars").to_native().schema.get("prediction")
    counted = canonical_cells(cells, job, kind)
    keys, settings = job.evaluation.keys(counted.columns), job.evaluation.settings
    whole = counted.select(keys).unique()
    parts = []
    if job.decisions:
        ready = job.evaluation.prepared(counted, job.decisions.values())
        parts.append(aggregated(ready, job.decisions, keys, settings))
    if job.others:
        # Runs as the engine writes them, beside those of the door.
        own = cells.select(keys).rename({name: f"own {name}" for name in keys})
        both = pl.concat([counted.select(keys), own], how="horizontal").unique()
        sums = _sums(table, job, counted, keys)
        parts.append(_values(sums, job, both, keys))
    for place, part in enumerate(parts):
        whole = whole.join(part.drop("n_test", ENDLESS) if place + 1 < len(parts) else part, on=keys, how="left")
    return stacked(whole, job.chosen, keys, settings)


def _refuse_duplicates(table: nw.LazyFrame[Any], job: Job) -> None:
    import narwhals as nw

    place = [*job.keys, "instance"]
    twice = table.group_by(*place).agg(nw.len().alias("__n")).filter(nw.col("__n") > 1).select(*place).head(1)
    repeated = twice.collect(backend="polars").to_native()
    for row in repeated.iter_rows(named=True):
        same = [nw.col(name) == nw.lit(value) for name, value in row.items()]
        predictions(table.filter(*same).collect(backend="polars").to_native())


def _counted(table: nw.LazyFrame[Any], job: Job) -> pl.DataFrame:
    """Return the number of rows of every run, class and call."""
    import narwhals as nw

    cells: list[str] = []
    if not job.numeric:
        cells.append("truth")
        calls = _calls(job)
        cells += calls
        if CALLED in calls:
            table = table.with_columns(calls[CALLED].alias(CALLED))
    sums = [nw.len().alias("n")]
    if job.weighs:
        weight = nw.col("weight").cast(nw.Float64)
        bad = nw.when(weight.is_null() | (weight < 0)).then(nw.lit(1)).otherwise(nw.lit(0))
        table = table.with_columns(weight.alias(OWN_WEIGHT), bad.alias(BAD_WEIGHT))
        sums += [nw.col(OWN_WEIGHT).sum(), nw.col(BAD_WEIGHT).sum()]
    by = [*job.keys, *cells]
    counted: pl.DataFrame = table.group_by(*by).agg(*sums).collect(backend="polars").to_native()
    return counted.with_columns(pl.col("n").cast(pl.Int64)).sort(by)


def _calls(job: Job) -> dict[str, Any]:
    import narwhals as nw

    if not job.decisions:
        return {}
    columns, evaluation = job.sample.columns, job.evaluation
    chances = probability_columns(columns)
    if evaluation.cut is not None:
        name = "score" if "score" in columns else f"prob_{evaluation.positive}"
        if name not in columns:
            raise OptionError("no single column holds the chance of the positive class", hint="add a column 'score'")
        return {CALLED: nw.col(name) >= evaluation.cut}
    if "prediction" in columns:
        return {"prediction": nw.col("prediction")}
    top = nw.max_horizontal(*chances)
    called: Any = nw.lit(None, dtype=nw.String)
    for name in reversed(chances):
        called = nw.when(nw.col(name) == top).then(nw.lit(name.removeprefix("prob_"))).otherwise(called)
    return {CALLED: called}


def _text(name: str, job: Job) -> Any:
    """Write a class as the door does."""
    import narwhals as nw

    column = nw.col(name)
    return (column.cast(nw.Int64) if job.sample.schema[name] == pl.Int64 else column).cast(nw.String)


def _sums(table: nw.LazyFrame[Any], job: Job, counted: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the sums, added up by the engine, that the measures of instances follow from."""
    import narwhals as nw

    columns = {record.column for record in job.others.values()}
    amounts: dict[str, Any] = {}
    if NUMBER in columns:
        truth = nw.col("truth").cast(nw.Float64)
        error = nw.col("prediction").cast(nw.Float64) - truth
        amounts |= {"squares": error**2, "errors": error.abs(), "spread": (truth - truth.mean().over(*keys)) ** 2}
        amounts[f"{NUMBER} missing"] = _one_where(nw.col("prediction").is_null())
    if columns & {CHANCE, GIVEN, QUADRATIC}:
        table = _with_chances(table, job, counted)
        amounts |= _of_chances(table, job)
    prepared = table.with_columns(**amounts)
    sums = [nw.col(name).sum() for name in amounts]
    summed: pl.DataFrame = (
        prepared.group_by(*keys).agg(nw.len().alias("n_test"), *sums).collect(backend="polars").to_native()
    )
    if IMPROPER in summed.columns and summed.get_column(IMPROPER).sum():
        raise ValueFormatError(
            f"the probabilities of {summed.get_column(IMPROPER).sum()} rows are negative or do not sum to 1",
            hint="divide each row by its sum, or leave the cells of a failed prediction empty",
        )
    if any(record.name == "auc" for record in job.others.values()):
        summed = summed.join(_won(table, keys), on=list(keys), how="left")
    return summed


def _one_where(condition: Any) -> Any:
    import narwhals as nw

    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0))


def _with_chances(table: nw.LazyFrame[Any], job: Job, counted: pl.DataFrame) -> nw.LazyFrame[Any]:
    """Return whether every row is positive, and the chance it was given to be so."""
    import narwhals as nw

    if job.evaluation.positive is None:
        return table
    positive = positive_of(counted.select("dataset", "truth"), job.evaluation.positive).drop_nulls()
    truth, dataset = _text("truth", job), nw.col("dataset").cast(nw.String)
    hit: Any = nw.lit(None, dtype=nw.Int64)
    score: Any = nw.lit(None, dtype=nw.Float64)
    for place, label in positive.rows():
        in_dataset = dataset == str(place)
        hit = nw.when(in_dataset).then(_one_where(truth == label)).otherwise(hit)
        if f"prob_{label}" in job.sample.columns:
            score = nw.when(in_dataset).then(nw.col(f"prob_{label}").cast(nw.Float64)).otherwise(score)
    if "score" in job.sample.columns:
        score = nw.col("score").cast(nw.Float64)
    return table.with_columns(hit.cast(nw.Int64).alias(HIT), score.alias(SCORE))


def _of_chances(table: nw.LazyFrame[Any], job: Job) -> dict[str, Any]:
    import narwhals as nw

    columns = {record.column for record in job.others.values()}
    chances = probability_columns(job.sample.columns)
    amounts: dict[str, Any] = {}
    if CHANCE in columns:
        amounts["brier"] = (nw.col(SCORE) - nw.col(HIT).cast(nw.Float64)) ** 2
        amounts[f"{CHANCE} missing"] = _one_where(nw.col(SCORE).is_null())
    if not columns & {GIVEN, QUADRATIC}:
        return amounts
    if chances:
        chance, squares = nw.lit(None, dtype=nw.Float64), nw.lit(0.0)
        whole, below, none = nw.lit(0.0), nw.lit(False), nw.lit(True)
        truth = _text("truth", job)
        for name in chances:
            column, is_true = nw.col(name).cast(nw.Float64), truth == name.removeprefix("prob_")
            chance = nw.when(is_true).then(column).otherwise(chance)
            filled = column.fill_null(0.0)
            squares, whole = squares + filled * filled, whole + filled
            below, none = below | (filled < 0), none & column.is_null()
        quadratic = squares - 2 * chance + 1
        amounts[IMPROPER] = _one_where(~none & (below | ((whole - 1).abs() > SUM_WITHIN)))
    elif SCORE in table.collect_schema().names():
        chance = nw.when(nw.col(HIT) == 1).then(nw.col(SCORE)).otherwise(1 - nw.col(SCORE))
        quadratic = 2 * (1 - chance) ** 2
        amounts[IMPROPER] = _one_where((nw.col(SCORE) < 0) | (nw.col(SCORE) > 1))
    else:
        raise ColumnError("no column holds probabilities", hint="prob_<class> columns, or a score with positive=")
    clip = job.evaluation.settings.clip
    bounded = chance if clip is None else nw.when(chance < clip).then(nw.lit(clip)).otherwise(chance)
    # Engines differ about the logarithm of 0, so it is never taken.
    safe = nw.when(bounded > 0).then(bounded).otherwise(nw.lit(1.0))
    amounts |= {"quadratic": quadratic, "nats": 0.0 - safe.log(), ENDLESS: _one_where(chance <= 0)}
    return amounts | {f"{name} missing": _one_where(chance.is_null()) for name in (GIVEN, QUADRATIC)}


def _won(table: nw.LazyFrame[Any], keys: Sequence[str]) -> pl.DataFrame:
    """Return twice the number of pairs that positives win, from the counts of both classes at every distinct score."""
    import narwhals as nw

    scored = table.filter(~nw.col(SCORE).is_null())
    blocks = scored.group_by(*keys, SCORE).agg(nw.col(HIT).sum().alias(HITS), nw.len().cast(nw.Int64).alias(OTHERS))
    blocks = blocks.with_columns((nw.col(OTHERS) - nw.col(HITS)).alias(OTHERS))
    blocks = blocks.with_columns(nw.col(OTHERS).cum_sum().over(*keys, order_by=SCORE).alias(UPTO))
    gained = blocks.with_columns((nw.col(HITS) * (2 * nw.col(UPTO) - nw.col(OTHERS))).alias(GAIN))
    won: pl.DataFrame = (
        gained.group_by(*keys).agg(nw.col(GAIN, HITS, OTHERS).sum()).collect(backend="polars").to_native()
    )
    return won


def _values(sums: pl.DataFrame, job: Job, both: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the values of measures from sums, under the canonical names of runs."""
    own = [f"own {name}" for name in keys]
    named = both.join(sums, left_on=own, right_on=list(keys), how="left").drop(own)
    n = pl.col("n_test")
    endless = pl.col(ENDLESS) if ENDLESS in named.columns else pl.lit(0)
    named = named.with_columns(n.cast(pl.Int64), endless.cast(pl.Int64).alias(ENDLESS))
    values = []
    value: pl.Expr
    for name, record in job.others.items():
        if record.name == "auc":
            pairs = pl.col(HITS).cast(pl.Float64) * pl.col(OTHERS).cast(pl.Float64)
            value = pl.when(pairs > 0).then(pl.col(GAIN).cast(pl.Float64) / 2 / pairs)
        else:
            value = FROM_SUMS[record.name](n).cast(pl.Float64)
        if record.column == GIVEN and job.evaluation.settings.clip is None:
            value = pl.when(pl.col(ENDLESS) > 0).then(float("inf")).otherwise(value)
        values.append(value.alias(f"{name} value"))
    missing = [f"{record.column} missing" for record in job.others.values()]
    return named.select(*keys, "n_test", ENDLESS, pl.col(sorted(set(missing))).cast(pl.Int64), *values)
