"""Designs of tables of predictions, read from the instances of their test sets; what predictions and counts hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Remark
from benchreport.records import dataclass
from benchreport.remarks import first_that_holds, joined_remarks, with_words
from benchreport.tables.checks import are_improper, repeated
from benchreport.tables.designs.run_layout import count_runs
from benchreport.tables.predictions import is_scored, predictions
from benchreport.tables.reduction import Codes, counted_keys, counted_rows
from benchreport.tables.schema import RUN_KEYS, probability_columns

# Below this many instances the rates of a fold take few values.
COARSE = 30
# A larger share of instances that are tested twice is a resampling design, no slip.
SLIP = 0.1
# Out-of-bag parts hold (1 - 1/n)^n of the instances; how far their mean may be from it.
OUT_OF_BAG_GAP = 0.02
SHOWN = 5
RUN, TWICE = "__run", "__twice"
FAULTS = ("empty", "improper")
# Designs whose test folds share no instance within a repeat.
FOLDED = ("kfold_cv", "repeated_cv", "cv52")
RESAMPLED = ("repeated_holdout", "bootstrap_oob", "seeds")
NAMES = {
    "single": "one prediction per instance",
    "holdout": "single split",
    "kfold_cv": "cross-validation",
    "repeated_cv": "cross-validation",
    "cv52": "cross-validation",
    "loo_cv": "leave-one-out cross-validation",
    "repeated_holdout": "random splits",
    "bootstrap_oob": "out-of-bag parts of a bootstrap",
    "seeds": "runs on one test set",
    "mixed": "designs that differ between algorithms",
    "unknown": "a design that cannot be read from the instances",
}
# Which designs, read from the test sets, a declared one may have.
FITTING: Mapping[str, tuple[str, ...]] = {
    "holdout": ("single",),
    "kfold_cv": ("kfold_cv", "loo_cv"),
    "repeated_cv": ("repeated_cv", "cv52"),
    "cv52": ("cv52",),
    "loo_cv": ("loo_cv",),
    "repeated_holdout": ("repeated_holdout", "bootstrap_oob", "kfold_cv"),
    "bootstrap_oob": ("bootstrap_oob", "repeated_holdout"),
    "seeds": ("seeds",),
}
OPEN = ("unknown", "mixed")
LEAK = Remark(code="leak", note="leak: {0} {0|instance is|instances are} in two test folds of one repeat ({1})")
TWO_TRUTHS = Remark(code="two_truths", note="{0} {0|instance has|instances have} two truths")
TWO_TRUTHS_ANEW = Remark(
    code="two_truths_anew",
    note="{0} {0|instance has|instances have} two truths: numbers that start anew in every fold do not name instances",
)
OTHER_INSTANCES = Remark(
    code="other_instances", note="not all algorithms predicted the same instances in the same runs: {0}"
)
EMPTY_ROWS = Remark(code="empty_rows", note="{0} of {1} rows lack a prediction, score or probability")
IMPROPER_ROWS = Remark(
    code="improper_rows", note="the probabilities of {0} of {1} rows are negative or do not sum to 1"
)
NEVER_TRUE = Remark(code="never_true", note="called but never true: {0}, so recall averaged over classes is undefined")
UNEVEN_REPEATS = Remark(code="uneven_repeats", note="the repeats do not test the same instances")
SHARED_INSTANCES = Remark(
    code="shared_instances",
    note="test folds share instances, so this was taken for resampling: only corrected tests fit its folds",
)
SAME_TEST_SET = Remark(
    code="same_test_set", note="every run tests the same instances: the runs show the spread of seeds, not of data"
)
ONE_PER_FOLD = Remark(
    code="one_per_fold", note="one instance per fold: no tests on folds and no AUC per fold, compare instances"
)
ONE_PREDICTION = Remark(
    code="one_prediction",
    note="one prediction per instance, of a single split or of pooled folds: compare instances",
)
ONE_SPLIT = Remark(
    code="one_split",
    note="a single split does not show how results vary with the training set: compare instances",
)
UNEVEN_FOLDS = Remark(code="uneven_folds", note="folds are of unequal size, {0} to {1}")
NOT_STRATIFIED = Remark(code="not_stratified", note="not stratified: class shares in folds are up to {0} off")
COARSE_FOLDS = Remark(
    code="coarse_folds", note=f"test folds of fewer than {COARSE} instances: rates per fold are coarse"
)
ONE_CLASS_FOLDS = Remark(
    code="one_class_folds",
    note="{0} of {1} test folds hold one class only: AUC and recall are undefined there",
)
EQUAL_CLASSES = Remark(
    code="equal_classes",
    note="both classes are equally frequent: if that was made so, precision needs the true share of positives",
)


def prediction_design(table: Any) -> pl.DataFrame:
    """Return which design the test folds of a table of predictions follow, and what is wrong with them.

    Test sets show by their instances whether they are folds of one partition, random splits or one set throughout;
    nothing is read from the numbers of the folds. A declared design must fit them.

    Returns
    -------
    polars.DataFrame
        One row per dataset: ``dataset``, ``design`` (as in :func:`design`; "mixed" where algorithms differ, "unknown"
        where instances are not told apart), ``summary`` (the design in words), ``task`` ("scored items" where answers
        are right or wrong and there are no classes), ``n_classes``,
        ``n_algorithms``, ``n_repeats``, ``n_folds``, ``n_instances``, ``smallest_fold`` and ``largest_fold``
        (instances), ``stratified`` (of every class all folds hold the same number, or what their size asks for, within
        one instance; null where that says nothing), ``share_gap`` (largest distance of a class share in a fold from the
        share overall), ``n_single_class`` (folds with one class only), ``same_instances`` (all algorithms predicted the
        same instances in the same runs), ``n_leaks`` and ``leaks`` (instances in two test folds of one repeat; the
        first of them named), ``n_conflicts`` (instances with two truths), ``remarks``, ``note``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.prediction_design(table).select("dataset", "summary").row(0)
    ('breast_cancer', 'stratified 10-fold cross-validation, n = 569, test folds of 56 to 57')
    """
    return design_of(predictions(table))


def design_of(table: pl.DataFrame) -> pl.DataFrame:
    """Return :func:`prediction_design` of canonical predictions, which are not checked again."""
    tally = _counted(table)
    twice = repeated_instances(table)
    facts = _described(table, tally).drop("n_rows")
    for part in (
        _layouts(table, tally, twice),
        _folds(tally),
        _leaks(twice),
        _conflicts(table),
        _lacking(tally),
        _faults(table),
    ):
        facts = facts.join(part, on="dataset", how="left")
    # Instances whose truth changes between runs are not the same ones, and nothing can be said of who was tested twice.
    anew = pl.col("n_changing") > SLIP * pl.col("n_instances")
    facts = facts.join(tally.places, on="dataset", how="left", maintain_order="left").with_columns(
        design=pl.when(anew).then(pl.lit("unknown")).otherwise("design"),
        n_instances=pl.when(anew).then("places").otherwise("n_instances"),
    )
    if "design" in table.columns:
        declared = table.group_by("dataset").agg(declared=pl.col("design").cast(pl.String).drop_nulls().first())
        facts = facts.join(declared, on="dataset", how="left", maintain_order="left")
        facts = facts.with_columns(design=pl.coalesce("declared", "design")).drop("declared")
    folded = pl.col("design").is_in([*FOLDED, "loo_cv", "mixed"])
    facts = facts.with_columns(
        stratified=pl.when(pl.col("design").is_in([*FOLDED, *RESAMPLED[:2]])).then("stratified"),
        n_leaks=pl.when(folded).then("n_leaks").fill_null(0),
        leaks=pl.when(folded).then("leaks").fill_null(pl.lit([], dtype=pl.List(pl.String))),
    )
    described = with_words(facts.with_columns(summary=_summary(), remarks=_remarks()).sort("dataset"))
    return described.select(
        "dataset", "design", "summary", "task", "n_classes", "n_algorithms", "n_repeats", "n_folds", "n_instances",
        "smallest_fold", "largest_fold", "stratified", "share_gap", "n_single_class", "same_instances", "n_leaks",
        "leaks", "n_conflicts", "remarks", "note",
    )  # fmt: skip


def refuse_other_designs(predicted: pl.DataFrame) -> None:
    """Raise when the test sets contradict the design declared for them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.predictions(table, design="seeds")
    Traceback (most recent call last):
    benchreport.errors.OptionError: the design 'seeds' does not fit breast_cancer: stratified 10-fold ...
    hint: leave the design out, it is read from the instances of the test sets; or declare 'kfold_cv'
    """
    declared = predicted.select("dataset", declared=pl.col("design").cast(pl.String)).unique()
    designs = design_of(predicted.drop("design")).join(declared, on="dataset").drop_nulls("declared")
    fits = pl.any_horizontal(
        (pl.col("declared") == name) & pl.col("design").is_in(kinds) for name, kinds in FITTING.items()
    )
    wrong = designs.filter(~fits & ~pl.col("design").is_in(OPEN)).sort("dataset")
    if wrong.height:
        row = wrong.row(0, named=True)
        suggestion = f"; or declare {row['design']!r}" if row["design"] in FITTING else ""
        raise OptionError(
            f"the design {row['declared']!r} does not fit {row['dataset']}: {row['summary']}",
            hint=f"leave the design out, it is read from the instances of the test sets{suggestion}",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How often each run tests each class: ``cells`` has a row per dataset, algorithm, run and true class.

    The run is in the column ``RUN``, and the class is there unless the truth is a number. ``places`` counts the runs
    and instances of each dataset that some algorithm predicted, ``instances`` the instances. ``scored`` says that the
    items have no classes.
    """

    cells: pl.DataFrame
    places: pl.DataFrame
    instances: pl.DataFrame
    scored: bool

    @property
    def has_classes(self) -> bool:
        """Whether instances belong to classes."""
        return "truth" in self.cells.columns and not self.scored


def _counted(table: pl.DataFrame) -> Tally:
    """Return the rows of predictions counted by whole numbers in place of keys, each row looked at once."""
    runs = _runs_of(table)
    classes = [] if table.schema["truth"].is_float() else ["truth"]
    run = pl.struct(runs) if len(runs) > 1 else pl.col(runs[0]) if runs else pl.lit(0)
    items = Codes(table, ["dataset", "instance"])
    instances = counted_keys(items, ["dataset"])
    places = items.copy()
    for name in runs:
        places.add(name)
    return Tally(
        cells=counted_rows(table, ["dataset", "algorithm", *runs, *classes]).with_columns(run.alias(RUN)),
        places=(counted_keys(places, ["dataset"]) if runs else instances).rename({"n": "places"}),
        instances=instances.rename({"n": "n_instances"}),
        scored=is_scored(table),
    )


def _runs_of(table: pl.DataFrame) -> list[str]:
    return [name for name in RUN_KEYS if name in table.columns]


def repeated_instances(table: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of instances that an algorithm predicted twice in one repeat: only folds can tell them apart."""
    keys = [name for name in ("dataset", "algorithm", "repeat", "instance") if name in table.columns]
    return repeated(table, keys) if "fold" in table.columns else table.clear()


def _layouts(table: pl.DataFrame, tally: Tally, doubled: pl.DataFrame) -> pl.DataFrame:
    """Return the design of every dataset, "mixed" where its algorithms do not agree."""
    owner = ["dataset", "algorithm"]
    place = [*owner, "repeat"] if "repeat" in table.columns else owner
    again = doubled.group_by(place).agg(
        rows=pl.len().cast(pl.Int64), twice=pl.col("instance").n_unique().cast(pl.Int64)
    )
    per_repeat = tally.cells.group_by(place).agg(pl.col("n").sum()).join(again, on=place, how="left")
    per_repeat = per_repeat.with_columns(pl.col("rows", "twice").fill_null(0))
    per_repeat = per_repeat.with_columns(covered=pl.col("n") - pl.col("rows") + pl.col("twice"))
    repeats = per_repeat.group_by(owner).agg(
        repeats=pl.len().cast(pl.Int64),
        least=pl.col("covered").min(),
        most=pl.col("covered").max(),
        twice=pl.col("twice").sum(),
        covered=pl.col("covered").sum(),
    )
    per_run = tally.cells.group_by(*owner, RUN).agg(size=pl.col("n").sum())
    runs = per_run.group_by(owner).agg(
        runs=pl.len().cast(pl.Int64), size=pl.col("size").mean(), largest=pl.col("size").max()
    )
    # Within one repeat the rows of an algorithm are its instances, but for those that are there twice.
    instances = repeats.select(*owner, instances="covered")
    if "repeat" in table.columns:
        instances = counted_keys(Codes(table, [*owner, "instance"]), owner).rename({"n": "instances"})
    facts = repeats.join(runs, on=owner).join(instances, on=owner).with_columns(design=_design())
    uneven = (pl.col("least") < pl.col("most")) & pl.col("design").is_in(["repeated_cv", "cv52"])
    return facts.group_by("dataset").agg(
        design=pl.when(pl.col("design").n_unique() == 1).then(pl.col("design").first()).otherwise(pl.lit("mixed")),
        uneven_repeats=uneven.any(),
    )


def _design() -> pl.Expr:
    n, runs, repeats = pl.col("instances"), pl.col("runs"), pl.col("repeats")
    folds = runs / repeats
    same_every_time = pl.col("size") == n
    out_of_bag = ((pl.col("size") / n) - (1 - 1 / n) ** n).abs() < OUT_OF_BAG_GAP
    slip = pl.col("twice") <= SLIP * pl.col("covered")
    resampled = (folds == 1) | ~slip
    return first_that_holds(
        [
            (runs == 1, "single"),
            (resampled & same_every_time, "seeds"),
            (resampled & out_of_bag & (runs >= 10), "bootstrap_oob"),
            (resampled, "repeated_holdout"),
            ((repeats == 1) & (pl.col("largest") == 1) & (runs > 2), "loo_cv"),
            (repeats == 1, "kfold_cv"),
            ((repeats == 5) & (runs == 10), "cv52"),
        ],
        "repeated_cv",
    )


def _folds(tally: Tally) -> pl.DataFrame:
    """Return sizes and class shares of the test folds, and how many hold one class only."""
    owner, cells = ["dataset", "algorithm"], tally.cells
    classes = pl.col("truth").n_unique() if tally.has_classes else pl.lit(None, dtype=pl.UInt32)
    sizes = cells.group_by(*owner, RUN).agg(size=pl.col("n").sum(), classes=classes)
    facts = sizes.group_by("dataset").agg(
        smallest_fold=pl.col("size").min(),
        largest_fold=pl.col("size").max(),
        n_single_class=pl.struct(RUN).filter(pl.col("classes") == 1).n_unique().cast(pl.Int64),
    )
    if not tally.has_classes:
        nothing = pl.lit(None, dtype=pl.Boolean)
        return facts.with_columns(
            stratified=nothing,
            balanced=nothing,
            share_gap=nothing.cast(pl.Float64),
            n_single_class=nothing.cast(pl.Int64),
        )
    overall = cells.group_by(*owner, "truth").agg(share=pl.col("n").sum()).with_columns(
        share=pl.col("share") / pl.col("share").sum().over(owner)
    )  # fmt: skip
    counts = cells.select(*owner, RUN, "truth", "n")
    # A class that a fold lacks has no rows of its own there.
    filled = sizes.join(overall, on=owner).join(counts, on=[*owner, RUN, "truth"], how="left")
    filled = filled.with_columns(pl.col("n").fill_null(0))
    excess = (pl.col("n") - pl.col("size") * pl.col("share")).abs()
    spread = (pl.col("n").max() - pl.col("n").min()).over(*owner, "truth")
    # Whole instances cannot be split: one too many or too few is as near as a fold may come.
    shares = (
        filled.with_columns(even=(excess <= 1 + 1e-9) | (spread <= 1))
        .group_by("dataset")
        .agg(
            stratified=pl.col("even").all(),
            share_gap=(pl.col("n") / pl.col("size") - pl.col("share")).abs().max(),
            balanced=((pl.col("share") - 0.5).abs() < 1e-12).all(),
        )
    )
    return facts.join(shares, on="dataset")


def _leaks(twice: pl.DataFrame) -> pl.DataFrame:
    """Return the instances that are in two test folds of one repeat."""
    if twice.is_empty():
        return pl.DataFrame(schema={"dataset": pl.Categorical, "n_leaks": pl.Int64, "leaks": pl.List(pl.String)})
    places = [name for name in ("dataset", "repeat", "instance") if name in twice.columns]
    leaked = twice.group_by(places).agg(pl.col("fold").unique().sort().cast(pl.String).str.join(" and ").alias(TWICE))
    where = [pl.format("repeat {}, ", "repeat")] if "repeat" in places else []
    named = pl.concat_str(pl.format("instance {} in ", "instance"), *where, pl.format("folds {}", TWICE))
    return leaked.sort(places).group_by("dataset", maintain_order=True).agg(
        n_leaks=pl.len().cast(pl.Int64), leaks=named.head(SHOWN)
    )  # fmt: skip


def _conflicts(predicted: pl.DataFrame) -> pl.DataFrame:
    """Return how many instances have two truths, and for how many of them a single algorithm has two."""
    items = Codes(predicted, ["dataset", "instance"])
    truth = predicted.get_column("truth").to_physical().to_numpy()
    someone = np.empty(items.size, dtype=truth.dtype)
    someone[items.numbers] = truth
    doubted = np.zeros(items.size, dtype=bool)
    doubted[items.numbers[truth != someone[items.numbers]]] = True
    doubtful = predicted.select("dataset", "algorithm", "instance", "truth")
    doubtful = doubtful.filter(pl.Series(doubted[items.numbers])) if doubted.any() else doubtful.clear()
    counted = doubtful.group_by("dataset").agg(n_conflicts=pl.col("instance").n_unique().cast(pl.Int64))
    two = pl.col("truth").min() != pl.col("truth").max()
    owned = doubtful.group_by("dataset", "instance", "algorithm").agg(change=two).filter("change")
    changing = owned.group_by("dataset").agg(n_changing=pl.col("instance").n_unique().cast(pl.Int64))
    datasets = predicted.select(pl.col("dataset").unique())
    both = datasets.join(counted, on="dataset", how="left").join(changing, on="dataset", how="left")
    return both.with_columns(pl.col("n_conflicts", "n_changing").fill_null(0))


def _lacking(tally: Tally) -> pl.DataFrame:
    """Return the algorithms that lack predictions that others have."""
    own = tally.cells.group_by("dataset", "algorithm").agg(pl.col("n").sum()).join(tally.places, on="dataset")
    lacking = own.filter(pl.col("n") < pl.col("places")).sort("dataset", pl.col("algorithm").cast(pl.String))
    named = pl.format("{} lacks {}", "algorithm", pl.col("places") - pl.col("n"))
    return lacking.group_by("dataset").agg(lacking=named.head(SHOWN).str.join(", "), n_lacking=pl.len().cast(pl.Int64))


def _faults(predicted: pl.DataFrame) -> pl.DataFrame:
    """Return counts of empty and improper predictions, and the classes that are predicted but never true."""
    chances = probability_columns(predicted.columns)
    answers = [name for name in ("prediction", "score", *chances) if name in predicted.columns]
    empty = improper = pl.lit(False)
    if any(predicted.get_column(name).null_count() for name in answers):
        # The column of a class that a dataset does not have is empty throughout, and lacks nothing.
        empty = pl.any_horizontal(pl.col(answers).is_null() & pl.col(answers).is_not_null().any().over("dataset"))
    if len(chances) > 1:
        improper = are_improper(chances)
    faulty = predicted.select("dataset", empty=empty, improper=improper & ~empty).filter(pl.any_horizontal(FAULTS))
    faults = faulty.group_by("dataset").agg(
        n_empty=pl.col("empty").sum().cast(pl.Int64), n_improper=pl.col("improper").sum().cast(pl.Int64)
    )
    counted = counted_rows(predicted, ["dataset"]).rename({"n": "n_rows"}).join(faults, on="dataset", how="left")
    counted = counted.with_columns(pl.col("n_empty", "n_improper").fill_null(0))
    if "prediction" not in predicted.columns or predicted.schema["truth"].is_float() or is_scored(predicted):
        return counted.with_columns(strange=pl.lit(None, dtype=pl.String))
    true, called = (
        predicted.select("dataset", label=name)[Codes(predicted, ["dataset", name]).representatives()]
        .with_columns(pl.col("label").cast(pl.String))
        .drop_nulls()
        for name in ("truth", "prediction")
    )
    never = called.join(true, on=["dataset", "label"], how="anti").sort("dataset", "label")
    named = never.group_by("dataset").agg(strange=pl.col("label").head(SHOWN).str.join(", "))
    return counted.join(named, on="dataset", how="left")


def _summary() -> pl.Expr:
    repeats, folds = pl.col("n_repeats"), pl.col("n_folds")
    times = pl.when(repeats > 1).then(pl.format("{} x ", repeats)).otherwise(pl.lit(""))
    kind = pl.when("stratified").then(pl.lit("stratified ")).otherwise(pl.lit(""))
    name = pl.col("design").replace_strict(NAMES, return_dtype=pl.String)
    words = (
        pl.when(pl.col("design").is_in(FOLDED))
        .then(pl.concat_str(kind, times, pl.format("{}-fold ", folds), name))
        .when(pl.col("design").is_in(RESAMPLED))
        .then(pl.concat_str(pl.format("{} ", repeats * folds), kind, name))
        .otherwise(name)
    )
    low, high = pl.col("smallest_fold"), pl.col("largest_fold")
    sizes = pl.when(low == high).then(low.cast(pl.String)).otherwise(pl.format("{} to {}", low, high))
    folded = ~pl.col("design").is_in(["holdout", "single"])
    parts = pl.when(folded).then(pl.format(", test folds of {}", sizes)).otherwise(pl.lit(""))
    return pl.format("{}, n = {}{}", words, "n_instances", parts)


def _remarks() -> pl.Expr:
    partition = pl.col("design").is_in(FOLDED)
    resampled = pl.col("design").is_in(RESAMPLED[:2])
    low, high = pl.col("smallest_fold"), pl.col("largest_fold")
    several = pl.col("n_repeats") * pl.col("n_folds")
    conflicts, anew = pl.col("n_conflicts") > 0, (pl.col("design") == "unknown").fill_null(False)
    more, none = pl.lit(", …"), pl.lit("")
    leaks = pl.col("leaks").list.join(", ") + pl.when(pl.col("n_leaks") > SHOWN).then(more).otherwise(none)
    lacking = pl.col("lacking") + pl.when(pl.col("n_lacking") > SHOWN).then(more).otherwise(none)
    uneven = high - low > pl.max_horizontal(pl.lit(1), pl.col("n_classes").fill_null(1))
    apart = pl.col("design") != "loo_cv"
    return joined_remarks(
        LEAK.where(pl.col("n_leaks") > 0, "n_leaks", leaks),
        TWO_TRUTHS_ANEW.where(conflicts & anew, "n_conflicts"),
        TWO_TRUTHS.where(conflicts & ~anew, "n_conflicts"),
        OTHER_INSTANCES.where(~pl.col("same_instances"), lacking),
        EMPTY_ROWS.where(pl.col("n_empty") > 0, "n_empty", "n_rows"),
        IMPROPER_ROWS.where(pl.col("n_improper") > 0, "n_improper", "n_rows"),
        NEVER_TRUE.where(pl.col("strange").is_not_null(), "strange"),
        UNEVEN_REPEATS.where(pl.col("uneven_repeats")),
        SHARED_INSTANCES.where(resampled),
        SAME_TEST_SET.where(pl.col("design") == "seeds"),
        ONE_PER_FOLD.where(pl.col("design") == "loo_cv"),
        ONE_PREDICTION.where(pl.col("design") == "single"),
        ONE_SPLIT.where(pl.col("design") == "holdout"),
        UNEVEN_FOLDS.where(partition & uneven, low, high),
        NOT_STRATIFIED.where(partition & ~pl.col("stratified"), pl.col("share_gap").round(3)),
        COARSE_FOLDS.where((low < COARSE) & (several > 1) & apart),
        ONE_CLASS_FOLDS.where((pl.col("n_single_class") > 0) & apart, "n_single_class", several),
        EQUAL_CLASSES.where((pl.col("task") == "binary") & pl.col("balanced")),
    )


def describe_predictions(table: pl.DataFrame) -> pl.DataFrame:
    """Return what canonical predictions hold, one row per dataset.

    ``same_instances`` tells whether all algorithms predicted the same instances in the same runs;
    ``disjoint_folds`` whether no instance is tested twice within a repeat.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> describe_predictions(table).select("dataset", "task", "n_instances", "same_instances").row(0)
    ('breast_cancer', 'binary', 569, True)
    """
    twice = repeated_instances(table).select(pl.col("dataset").unique(), disjoint_folds=False)
    facts = _described(table, _counted(table)).join(twice, on="dataset", how="left", maintain_order="left")
    return facts.select(
        pl.exclude("same_instances", "disjoint_folds"), pl.col("disjoint_folds").fill_null(True), "same_instances"
    )


def _described(table: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    cells, numeric = tally.cells, table.schema["truth"].is_float()
    classes = pl.col("truth").n_unique() if tally.has_classes else pl.lit(None, dtype=pl.UInt32)
    task = pl.when(classes == 2).then(pl.lit("binary")).otherwise(pl.lit("multi-class"))
    summary = cells.group_by("dataset").agg(
        task=pl.lit("regression") if numeric else pl.lit("scored items") if tally.scored else task,
        n_classes=classes.cast(pl.Int64),
        n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64),
        n_rows=pl.col("n").sum(),
    )
    same = pl.col("places") * pl.col("n_algorithms") == pl.col("n_rows")
    return (
        summary.join(tally.instances, on="dataset")
        .join(tally.places, on="dataset")
        .join(count_runs(cells, ["dataset"]), on="dataset")
        .sort("dataset")
        .select(
            "dataset", "task", "n_classes", "n_algorithms", "n_repeats", "n_folds", "n_instances", "n_rows",
            same_instances=same,
        )
    )  # fmt: skip


def describe_counts(table: pl.DataFrame) -> pl.DataFrame:
    """Return what canonical confusion counts hold, one row per dataset.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> describe_counts(table).row(0)
    ('data', 2, 1, 1, 1, 100)
    """
    once = [name for name in ("dataset", "algorithm", "repeat") if name in table.columns]
    instances = table.group_by(once).agg(pl.col("n").sum()).group_by("dataset").agg(n_instances=pl.col("n").max())
    classes = pl.concat_list(pl.col("actual", "predicted").cast(pl.String)).explode().n_unique()
    return (
        table.group_by("dataset")
        .agg(n_classes=classes.cast(pl.Int64), n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64))
        .join(count_runs(table, ["dataset"]), on="dataset")
        .join(instances, on="dataset")
        .sort("dataset")
    )
