"""Scores of more predictions than memory holds: decisions are counted, all else is read whole runs at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import BenchreportError, ColumnError
from benchreport.measures.areas import won_pairs
from benchreport.measures.classes import CHANCE, IS_POSITIVE, WEIGHT, positive_of, refuse_decimals
from benchreport.measures.metrics import OWN_WEIGHT, Measure
from benchreport.measures.scoring import ENDLESS, ONE, Evaluation, aggregated, measured, stacked
from benchreport.records import dataclass
from benchreport.tables.checks import numbers
from benchreport.tables.predictions import predictions
from benchreport.tables.reading.batches import (
    CODE,
    PASSES,
    UNIT,
    Progress,
    Ranges,
    Source,
    Spans,
    Survey,
    readable,
    side_by_side,
    survey,
    whole_units,
)
from benchreport.tables.schema import RUN_KEYS, canonical_kind, canonical_names, probability_columns
from benchreport.tables.scored import as_predictions

SAMPLE = 200
SMALL = 1 << 16
# Places to look for instances that come twice.
PLACES_PER_ROW = 16
CALLED, BAD_WEIGHT, LABEL = "__called", "__bad_weight", "__label"
# No algorithm can bear this name, since the door refuses it.
NOBODY = "\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is measured of which columns: ``sample`` has the kinds that the canonical table will have."""

    evaluation: Evaluation
    sample: pl.DataFrame
    chosen: dict[str, Measure]
    keys: list[str]
    checked: bool

    @classmethod
    def of(cls, evaluation: Evaluation, sample: pl.DataFrame, *, checked: bool) -> Job:
        """Return what is measured of a table of which a sample is known, if its columns allow it."""
        chosen = evaluation.measures(sample)
        evaluation.with_weights(sample, chosen)
        numeric = [record for record in chosen.values() if record.reads == "number"]
        if len(numeric) < len(chosen):
            refuse_decimals(sample)
        if numeric:
            evaluation.prepared(sample, numeric)
        keys = ["algorithm", "dataset", *(name for name in RUN_KEYS if name in sample.columns)]
        return cls(evaluation=evaluation, sample=sample, chosen=chosen, keys=keys, checked=checked)

    @property
    def decisions(self) -> dict[str, Measure]:
        """Pick the measures that follow from counts of decisions."""
        return {name: record for name, record in self.chosen.items() if record.reads == "decision"}

    @property
    def others(self) -> dict[str, Measure]:
        """Pick the measures that need every instance."""
        return {name: record for name, record in self.chosen.items() if record.reads != "decision"}

    @property
    def numeric(self) -> bool:
        """Return whether the truth is a number, not a class."""
        return self.sample.schema["truth"].is_float() or all(r.reads == "number" for r in self.chosen.values())

    @property
    def weighs(self) -> bool:
        """Return whether weights are read."""
        return self.evaluation.weighs(self.chosen)

    @property
    def read_per_row(self) -> list[str]:
        """Return the columns of numbers that the measures of instances read."""
        reads = {record.reads for record in self.others.values()}
        chances = probability_columns(self.sample.columns)
        names = ["truth", "prediction"] if "number" in reads else []
        if reads & {"probability", "ranking"}:
            names += ["score"] if "score" in self.sample.columns else []
            names += chances if "probability" in reads or "score" not in self.sample.columns else []
        return [*names, "weight"] if self.weighs and reads else names


def measured_in_batches(table: pl.LazyFrame, evaluation: Evaluation, progress: Progress | None = None) -> pl.DataFrame:
    """Return the scores of a lazy table of predictions; memory does not grow with its rows.

    The first reading counts decisions, and finds keys and classes; the second goes through whole runs. Baselines look
    at all algorithms at once, so they need the table in memory.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.scan_parquet(br.example("small_study_predictions.parquet"))
    >>> measured_in_batches(table, Evaluation(metrics="accuracy")).height
    240
    """
    if evaluation.baselines:
        return measured(as_predictions(table), evaluation)
    schema = table.collect_schema()
    sample = as_predictions(table.head(SAMPLE))
    job = Job.of(evaluation, sample, checked=canonical_kind(schema) == "predictions")
    names = canonical_names(schema.names(), "predictions")
    columns = [pl.col(own).alias(name) for own, name in names.items()]
    columns += [pl.col(name) for name in probability_columns(schema.names()) if name not in names]
    if "dataset" not in names.values():
        columns.append(pl.lit("data").alias("dataset"))
    with readable(table, columns, progress=progress) as source:
        return _scored(source, job)


def _scored(source: Source, job: Job) -> pl.DataFrame:
    cells = {} if job.numeric else {"truth": pl.col("truth"), **_calls(job)}
    weight = pl.col("weight").cast(pl.Float64)
    bad = (weight.is_null() | weight.is_nan() | (weight < 0)).cast(pl.Int64)
    sums = {OWN_WEIGHT: weight, BAD_WEIGHT: bad} if job.weighs else {}
    surveyed = survey(source, job.keys, cells, sums)
    if job.weighs and surveyed.cells.get_column(BAD_WEIGHT).sum():
        raise ColumnError("column 'weight' is empty or negative somewhere", hint="weights are numbers from 0 up")
    counted = canonical_cells(surveyed.cells, job, source.table.collect_schema().get("prediction"))
    keys = job.evaluation.keys(counted.columns)
    units = counted.select(keys).unique().sort(keys).with_row_index(UNIT)
    parts = []
    if job.decisions:
        ready = job.evaluation.prepared(counted, job.decisions.values())
        parts.append(aggregated(ready, job.decisions, keys, job.evaluation.settings))
    checked = job.checked or surveyed.distinct
    if job.others or not checked:
        reader = Reader(source=source, job=job, surveyed=surveyed, counted=counted, units=units, checked=checked)
        rows = reader.aggregated()
        parts.append(units.with_columns(pl.col(UNIT).cast(pl.Int64)).join(rows, on=UNIT).drop(UNIT))
    elif source.progress is not None:
        source.progress(PASSES * source.height, PASSES * source.height)
    # What was measured per instance knows more: how many had no chance at all.
    whole = parts[-1]
    for part in parts[:-1]:
        whole = whole.join(part.drop("n_test", ENDLESS), on=keys, how="left")
    return stacked(whole, job.chosen, keys, job.evaluation.settings)


def _calls(job: Job) -> dict[str, pl.Expr]:
    """Return what each instance was called, as an expression of the columns as they are."""
    evaluation, columns = job.evaluation, job.sample.columns
    chances = probability_columns(columns)
    if not job.decisions:
        return {}
    if evaluation.cut is not None:
        chance = _number("score") if "score" in columns else _chance_of(evaluation.positive, chances)
        return {CALLED: chance >= evaluation.cut}
    if "prediction" in columns:
        return {"prediction": pl.col("prediction")}
    if not chances:
        job.evaluation.prepared(job.sample, job.decisions.values())
    top = pl.max_horizontal(_number(name) for name in chances)
    of = (pl.when(_number(name) == top).then(pl.lit(name.removeprefix("prob_"))) for name in chances)
    return {CALLED: pl.coalesce(of)}


def _number(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.Float64, strict=False).fill_nan(None)


def _chance_of(positive: Any, chances: Sequence[str]) -> pl.Expr:
    """Return the probability of the positive class, which may differ between datasets."""
    if isinstance(positive, Mapping):
        dataset = pl.col("dataset").cast(pl.String).str.strip_chars()
        of = [
            pl.when(dataset == name).then(_number(f"prob_{label}"))
            for name, label in positive.items()
            if f"prob_{label}" in chances
        ]
        return pl.coalesce(of) if of else pl.lit(None, dtype=pl.Float64)
    name = f"prob_{positive}"
    return _number(name) if name in chances else pl.lit(None, dtype=pl.Float64)


def canonical_cells(cells: pl.DataFrame, job: Job, kind: pl.DataType | None) -> pl.DataFrame:
    """Return canonical keys and cells: one row per key and cell, weighing as many instances as it counts."""
    frame = cells.select(*job.keys, *(name for name in ("truth", "prediction") if name in cells.columns))
    if "truth" not in frame.columns:
        frame = frame.with_columns(truth=pl.lit(0.0))
    if "prediction" not in frame.columns and kind is not None and not job.numeric:
        # Its kind has a say in what the truth is read as.
        frame = frame.with_columns(prediction=pl.lit(None, dtype=kind))
    table = predictions(frame.with_columns(score=pl.lit(0.0)).with_row_index("instance")).drop("score")
    n = cells.get_column("n")
    own = cells.get_column(OWN_WEIGHT) if job.weighs else n.cast(pl.Float64)
    table = table.with_columns(
        n.alias(ONE), own.alias(OWN_WEIGHT), (own if job.evaluation.weighted else n.cast(pl.Float64)).alias(WEIGHT)
    )
    if CALLED not in cells.columns:
        return table
    called = cells.get_column(CALLED)
    if called.dtype == pl.Boolean:
        # A score at the cut is called positive, and one below is not.
        return table.with_columns(score=called.replace_strict({True: job.evaluation.cut, False: -np.inf}, default=None))
    return table.with_columns(prediction=called.cast(pl.String))


@dataclass(frozen=True, slots=True, kw_only=True)
class PositiveLabels:
    """The number of the positive class of every unit, -1 where it has none; and the column of its chance."""

    label_of: npt.NDArray[np.int64]
    chance: str

    def ready(self, batch: pl.DataFrame, weighted: bool) -> pl.DataFrame:
        """Return prepared scores without a look at names."""
        label = self.label_of[batch.get_column(UNIT).to_numpy()]
        same = pl.Series(IS_POSITIVE, label == batch.get_column(LABEL).to_numpy())
        return batch.select(
            UNIT,
            same if (self.label_of >= 0).all() else same.set(pl.Series(label < 0), None),
            pl.col(self.chance).alias(CHANCE),
            pl.lit(1, dtype=pl.Int64).alias(ONE),
            (pl.col("weight") if weighted else pl.lit(1.0)).alias(WEIGHT),
        )

    def areas(self, batch: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
        """Return the area under the ROC curve of every unit, as :func:`area_of` counts it."""
        unit = batch.get_column(UNIT).to_numpy()
        first = int(unit.min())
        size = int(unit.max()) - first + 1
        label_of = self.label_of[first : first + size]
        place = unit - first
        positive = label_of[place] if (label_of != label_of[0]).any() else label_of[0]
        score = batch.get_column(self.chance)
        missing = np.zeros(size, dtype=np.int64)
        if score.null_count():
            missing += np.bincount(place[score.is_null().to_numpy()], minlength=size)
            score = score.fill_null(np.nan)
        wins, positives, n = won_pairs(place, score.to_numpy(), batch.get_column(LABEL).to_numpy() == positive, size)
        whole = positives * (n - positives)
        with np.errstate(invalid="ignore", divide="ignore"):
            value = wins / 2 / whole
        sizes = pl.DataFrame(
            {
                UNIT: np.arange(first, first + size),
                "n_test": n,
                ENDLESS: np.zeros(size, dtype=np.int32),
                f"{CHANCE} missing": missing,
            }
        )
        defined = pl.Series((whole > 0) & (label_of >= 0))
        values = pl.select(pl.when(defined).then(pl.Series(value))).to_series()
        return sizes.with_columns(values.alias(f"{name} value") for name in names).filter(pl.col("n_test") > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader of whole runs: ``surveyed`` holds keys and cells as they are, ``counted`` as the door writes them."""

    source: Source
    job: Job
    surveyed: Survey
    counted: pl.DataFrame
    units: pl.DataFrame
    checked: bool

    def aggregated(self) -> pl.DataFrame:
        """Return the measures of instances aggregated: one row per unit."""
        job, keys = self.job, self.job.keys
        codes = (
            self.counted.select(keys).unique().sort(keys).with_row_index(CODE).with_columns(pl.col(CODE).cast(pl.Int64))
        )
        of_code = codes.join(self.units, on=[name for name in self.units.columns if name != UNIT], how="left")
        unit_of = of_code.sort(CODE).get_column(UNIT).cast(pl.Int64).to_numpy()
        coded = self.surveyed.cells.select(*keys, "n", "first", "last").with_columns(
            self.counted.select(keys).join(codes, on=keys, how="left", maintain_order="left").get_column(CODE)
        )
        spans = coded.group_by(*keys, CODE).agg(pl.col("n").sum(), pl.col("first").min(), pl.col("last").max())
        places = Spans(table=spans, keys=keys, unit_of=unit_of, runs=self.surveyed.runs)
        columns = [*job.read_per_row, *([] if self.checked else ["instance"])]
        columns += ["truth"] if not job.numeric and job.others else []
        prepare, labels = self._prepare(columns), self._positive_labels()
        same = np.array_equal(unit_of, np.arange(unit_of.size))

        def work(batch: pl.DataFrame) -> pl.DataFrame:
            if not self.checked:
                self._refuse_duplicates(batch, spans)
            code = batch.get_column(CODE)
            unit = code.alias(UNIT) if same else pl.Series(UNIT, unit_of[code.to_numpy()])
            return self._measured(batch.with_columns(unit), codes, labels)

        parts: list[pl.DataFrame] = [*side_by_side(work, whole_units(self.source, places, columns, prepare))]
        return pl.concat(parts)

    def _prepare(self, columns: Sequence[str]) -> Any:
        number = None if self.job.numeric else numbering(self.surveyed.cells.get_column("truth").unique().sort())

        def prepare(start: int, frame: pl.DataFrame) -> pl.DataFrame:
            try:
                columns_read = [numbers(frame, name) for name in columns if name not in ("instance", "truth")]
                if self.job.numeric and "truth" in columns:
                    columns_read.append(numbers(frame, "truth"))
            except BenchreportError as problem:
                if start == 0:
                    raise
                raise type(problem)(f"{problem.problem}, counted from row {start}", hint=problem.hint) from problem
            if number is not None and "truth" in columns:
                columns_read.append(number(frame.get_column("truth")).alias(LABEL))
            if "instance" in columns:
                columns_read.append(_identity(frame.get_column("instance")))
            return pl.DataFrame(columns_read) if columns_read else frame.select()

        return prepare

    def _refuse_duplicates(self, batch: pl.DataFrame, spans: pl.DataFrame) -> None:
        if all_distinct(batch.select(CODE, "instance")):
            return
        counted = batch.group_by(CODE).agg(twice=pl.col("instance").n_unique() < pl.len()).filter("twice")
        if not counted.height:
            return
        keys = self.job.keys
        first = spans.filter(pl.col(CODE) == counted.get_column(CODE).min()).select(keys)
        source = self.source.table.with_columns(pl.col(pl.String).cast(pl.Categorical))
        predictions(source.join(first.lazy(), on=keys, how="semi").collect())

    def _measured(self, batch: pl.DataFrame, codes: pl.DataFrame, labels: PositiveLabels | None) -> pl.DataFrame:
        others, evaluation = self.job.others, self.job.evaluation
        if not others:
            return batch.group_by(UNIT).agg(pl.len().cast(pl.Int64).alias("n_test"), pl.lit(0).alias(ENDLESS))
        if labels is not None and not evaluation.weighted and all(record.name == "auc" for record in others.values()):
            return labels.areas(batch, list(others))
        ready = self._ready(batch, codes) if labels is None else labels.ready(batch, bool(evaluation.weighted))
        return aggregated(ready, others, [UNIT], evaluation.settings).filter(pl.col(UNIT) >= 0)

    def _positive_labels(self) -> PositiveLabels | None:
        """Return the positive class of every unit, where nothing but one column of scores is read."""
        if {record.column for record in self.job.others.values()} != {CHANCE}:
            return None
        positive = positive_of(self.counted.select("dataset", "truth"), self.job.evaluation.positive)
        chance = "score" if "score" in self.job.sample.columns else f"prob_{positive.item(0, 'positive')}"
        if chance not in self.job.sample.columns or (chance != "score" and positive["positive"].n_unique() > 1):
            return None
        places = {label: number for number, label in enumerate(self._texts())}
        label = pl.col("positive").replace_strict(places, default=None, return_dtype=pl.Int64).fill_null(-1)
        named = self.units.join(positive.with_columns(label), on="dataset", how="left", maintain_order="left")
        return PositiveLabels(label_of=named.get_column("positive").to_numpy(), chance=chance)

    def _texts(self) -> list[str]:
        """Return the true classes as the door writes them, in the order of the labels."""
        pairs = pl.DataFrame(
            {"raw": self.surveyed.cells.get_column("truth"), "text": self.counted.get_column("truth").cast(pl.String)}
        )
        return pairs.unique("raw").sort("raw").get_column("text").to_list()

    def _ready(self, batch: pl.DataFrame, codes: pl.DataFrame) -> pl.DataFrame:
        """Return a batch with names in place of codes, and the columns that the measures read.

        One row for every class of every dataset comes first, so that a batch knows all of them.
        """
        job, evaluation = self.job, self.job.evaluation
        named = codes.drop(CODE)[batch.get_column(CODE).to_numpy()]
        table = named.hstack(batch.drop(CODE, LABEL, strict=False))
        if not job.numeric:
            truths = self.counted.select("dataset", "truth").unique()
            texts = pl.DataFrame({"truth": self._texts()}).cast({"truth": truths.schema["truth"]})
            table = table.hstack(texts[batch.get_column(LABEL).to_numpy()])
            classes = truths.with_columns(
                pl.lit(NOBODY).cast(pl.Categorical).alias("algorithm"), pl.lit(-1, dtype=pl.Int64).alias(UNIT)
            )
            table = pl.concat([table, classes], how="diagonal")
        own = pl.col("weight").fill_null(0.0) if job.weighs else pl.lit(1.0)
        table = table.with_columns(
            pl.lit(1, dtype=pl.Int64).alias(ONE),
            (own if evaluation.weighted else pl.lit(1.0)).alias(WEIGHT),
            own.alias(OWN_WEIGHT),
        )
        return evaluation.prepared(table, job.others.values())


def numbering(labels: pl.Series) -> Callable[[pl.Series], pl.Series]:
    """Return a look-up of the place of each label, which needs no hashing where labels are small whole numbers.

    Examples
    --------
    >>> numbering(pl.Series([3, 7]))(pl.Series([7, 3, 7])).to_list()
    [1, 0, 1]
    """

    def plain(column: pl.Series) -> pl.Series:
        text = column.cast(pl.Categorical) if column.dtype == pl.String else column
        return text.to_physical().cast(pl.Int64)

    numbers = plain(labels).to_numpy()
    low, high = int(numbers.min()), int(numbers.max())
    if high - low > SMALL:
        return lambda column: plain(column).replace_strict(numbers, range(numbers.size), return_dtype=pl.Int64)
    if np.array_equal(numbers, np.arange(low, low + numbers.size)):
        return lambda column: plain(column) - low
    places = np.zeros(high - low + 1, dtype=np.uint32)
    places[numbers - low] = np.arange(numbers.size)
    return lambda column: pl.Series(places[plain(column).to_numpy() - low])


def all_distinct(rows: pl.DataFrame) -> bool:
    """Return whether no row of whole numbers surely comes twice; False may also mean that it is not known.

    Examples
    --------
    >>> all_distinct(pl.DataFrame({"fold": [1, 1, 2], "instance": [1, 2, 1]}))
    True
    """
    ranges = Ranges.of(rows)
    if ranges is None or ranges.size > PLACES_PER_ROW * rows.height:
        return False
    used = np.zeros(ranges.size, dtype=bool)
    used[ranges.places([column.to_numpy() for column in rows])] = True
    return int(np.count_nonzero(used)) == rows.height


def _identity(instance: pl.Series) -> pl.Series:
    if instance.null_count():
        raise ColumnError("column 'instance' is empty somewhere", hint="every row needs its instance")
    return (instance.cast(pl.Int64) if instance.dtype.is_integer() else instance.hash()).alias("instance")
