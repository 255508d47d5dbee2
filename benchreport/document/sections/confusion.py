"""The section of confusion: confusion matrices, and recall, precision and F1 of each class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import polars as pl

from benchreport.document.analyses.contests import LISTED, Focus, focus_of
from benchreport.document.analyses.predictions.error_rates import error_table
from benchreport.document.evidence import Evidence
from benchreport.document.evidence import predictions as instances
from benchreport.document.evidence.rates import error_rates, rate, without_limits
from benchreport.document.evidence.result_rows import first_row, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, column, decimals, label, level_title, limits_to
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.measures.confusion import confusion_multiclass, per_class_measures
from benchreport.naming import enumerated, spelled
from benchreport.numerals import counted, integer, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.one_algorithm.rates import ci_wilson_expr, rate_intervals
from benchreport.stats.two_algorithms.on_instances import instance_dependence

DRAWN_DATASETS = 3
# Designs whose runs test the same instances several times.
AGAIN = ("repeated_cv", "cv52", "repeated_holdout", "bootstrap_oob", "seeds")
MOST_CLASSES = 15
NAMED_CELLS = 3
# The rates of the positive class: how they are called, and what they are a share of.
RATES = {
    "tpr": ("recall (tpr)", "actual positives"),
    "fnr": ("miss rate (fnr)", "actual positives"),
    "tnr": ("specificity (tnr)", "actual negatives"),
    "fpr": ("false alarm rate (fpr)", "actual negatives"),
    "precision": ("precision", "called positive"),
}
SUMMARIES = ("tpr", "fpr", "precision", "tnr", "fnr", "f_score", "balanced_accuracy", "mcc")
OUTWARD = limits_to(3, null=None)
TITLES = {"f_score": "F1", "balanced_accuracy": "balanced accuracy", "mcc": "MCC"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusions:
    """Confusion counts and measures of each class, of all algorithms and datasets, and the algorithm spoken of.

    Where counts are trials they are ``sure``, and rates have intervals. ``pooled`` says that folds were added up.
    """

    decided: pl.DataFrame
    cells: pl.DataFrame
    measured: pl.DataFrame
    focus: str
    pooled: str
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Positive:
    """The positive class: its name, its share of the instances, and how its calls are wrong."""

    name: str
    prevalence: float
    missed: str
    alarms: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """The confusion matrix of one dataset for the algorithm in focus, and what is read off it."""

    dataset: str
    n: str
    n_errors: int
    confusions: str
    majority: str
    positive: Positive | None
    figure: Figure
    table: Table
    rates: Table | None
    intervals: Table | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BelowMajority:
    """Algorithms less accurate than the majority-class predictor: how many of all, and the one with the largest gap."""

    n: int
    total: int
    algorithm: str
    dataset: str
    accuracy: float
    majority: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """What the template ``confusion`` prints.

    ``others`` counts the datasets that are not drawn, ``pooled`` is a word before the name of a measure, or nothing.
    Where the table is one of ``counts`` they may count instances ``again``; ``dependent`` says how instances depend on
    each other.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        "asked_rates": '"rates" in options.tests',
        "errors_of_focus": "s.rated",
        "left": "s.n_others",
        "parts": "s.matrices",
        "rates_name": "s.interval",
    }

    focus: str
    focus_reason: str
    pooled: str
    matrices: tuple[Matrix, ...]
    n_others: int
    n_datasets: str
    undeclared: str
    shares: pl.DataFrame
    below: BelowMajority | None
    majority: Table | None
    counts: bool
    again: bool
    dependent: str
    errors: Table | None
    rated: str
    interval: str


def confusion_section(evidence: Evidence) -> Section | None:
    """Return the section on classes; none where no classes were predicted."""
    decided, options = instances.cells_of(evidence), evidence.options
    if decided is None:
        return None
    again = evidence.counts is not None and counted_again(evidence.counts)
    # Wilson's intervals take instances as independent.
    dependent = instance_dependence(evidence.predictions).words if evidence.predictions is not None else ""
    cells = plain(confusion_multiclass(decided))
    shares = _shares(cells)
    focus = focus_of(evidence, shares.select("dataset", a="algorithm", estimate=1 - pl.col("accuracy")))
    judged = shares.filter((pl.col("algorithm") == focus.name) & (pl.col("total") > 0))["dataset"].to_list()
    datasets = [name for name in instances.largest_first(decided) if name in judged]
    if not datasets:
        return None
    positives = instances.positives_of(evidence, decided)
    drawn = datasets if len(datasets) <= DRAWN_DATASETS else datasets[:1]
    confusions = Confusions(
        decided=decided,
        cells=cells,
        measured=plain(per_class_measures(decided)).filter(pl.col("average") == "class"),
        focus=focus.name,
        pooled=instances.pooled_word(decided),
        sure=not (again or dependent),
    )
    two = [name for name in datasets if _classes(cells, name) == 2 and name not in positives]
    errors = None if evidence.counts is None else _error_rates(evidence.counts, focus, options, sure=not again)
    matrices = (_matrix(evidence, confusions, *place, positives.get(place[1])) for place in enumerate(drawn, 1))
    record = Classes(
        focus=focus.name,
        focus_reason=_focus_reason(focus, len(datasets)),
        pooled=confusions.pooled,
        matrices=tuple(matrices),
        n_others=len(datasets) - len(drawn),
        n_datasets=counted(len(datasets), "dataset"),
        undeclared=instances.datasets_named(two),
        shares=shares,
        below=_below_majority(shares),
        majority=_majority_table(shares, focus.name, confusions.pooled) if len(datasets) > 1 else None,
        counts=evidence.counts is not None,
        again=again,
        dependent=dependent,
        errors=errors,
        rated=focus.name if shares.height > LISTED else "every algorithm",
        interval=METHODS[options.test_for("rates")].label if "rates" in options.tests else "Wilson",
    )
    return evidence.section("confusion", record)


def _focus_reason(focus: Focus, datasets: int) -> str:
    """Return why the section speaks of one algorithm."""
    if focus.baseline is not None:
        return "the reference"
    rate = "mean error rate" if datasets > 1 else "error rate"
    if len(focus.leaders) == 1:
        return f"which has the lowest {rate}"
    return f"one of {spelled(len(focus.leaders))} algorithms that share the lowest {rate}"


def counted_again(counts: pl.DataFrame) -> bool:
    """Return whether the runs of a count table may test an instance several times, so that counts are not trials."""
    repeated = "repeat" in counts.columns and counts.get_column("repeat").n_unique() > 1
    resampled = "design" in counts.columns and counts.get_column("design").cast(pl.String).is_in(AGAIN).any()
    return repeated or resampled


def _error_rates(counts: pl.DataFrame, focus: Focus, options: Options, *, sure: bool) -> Table:
    """Return the table of the error rate of every algorithm and dataset, with its interval where counts are trials."""
    rows = error_rates(counts, options)
    return error_table(rows if sure else without_limits(rows), None, focus, options, id="error-rates")


def _classes(cells: pl.DataFrame, dataset: str) -> int:
    return cells.filter(pl.col("dataset") == dataset)["actual"].n_unique()


def _shares(cells: pl.DataFrame) -> pl.DataFrame:
    """Return accuracy and the share of the largest class, one row per dataset and algorithm."""
    rows = cells.group_by("dataset", "algorithm", "actual").agg(
        row=pl.col("n").sum(), hit=pl.col("n").filter(pl.col("actual") == pl.col("predicted")).sum()
    )
    order = rows.sort("dataset", "algorithm", "row", "actual", descending=[False, False, True, False])
    return order.group_by("dataset", "algorithm", maintain_order=True).agg(
        total=pl.col("row").sum(),
        classes=pl.len().cast(pl.Int64),
        largest=pl.col("actual").first(),
        majority=pl.col("row").first() / pl.col("row").sum(),
        accuracy=pl.col("hit").sum() / pl.col("row").sum(),
    )


def _below_majority(shares: pl.DataFrame) -> BelowMajority | None:
    below = shares.filter(_below())
    row = first_row(below.sort(pl.col("accuracy") - pl.col("majority"), "dataset", "algorithm"))
    if row is None:
        return None
    names = ("algorithm", "dataset", "accuracy", "majority")
    return BelowMajority(n=below.height, total=shares.height, **{name: row[name] for name in names})


def _majority_table(shares: pl.DataFrame, focus: str, pooled: str) -> Table:
    """Return the accuracy of the majority-class predictor on each dataset, beside that of the algorithm in focus."""
    best = shares.group_by("dataset").agg(best=pl.col("accuracy").max(), n_below=_below().sum().cast(pl.Int64))
    own = shares.filter(pl.col("algorithm") == focus).join(best, on="dataset").sort("dataset")
    group = f"{pooled}accuracy"
    columns = (
        label("dataset"),
        column("total", "instances"),
        column("classes"),
        label("largest", "largest class"),
        column("majority", "majority class", rate, group=group),
        column("accuracy", focus, rate, group=group, named=True),
        column("best", printer=rate, group=group),
        column("n_below", "algorithms below"),
    )
    note = "Algorithms below: those less accurate than the majority-class predictor."
    caption = "Accuracy of the majority-class predictor on each dataset."
    return exhibits.table("classes", caption, own, columns, twin=shares, note=note)


def _below() -> pl.Expr:
    return pl.col("accuracy") < pl.col("majority")


def _matrix(evidence: Evidence, confused: Confusions, place: int, dataset: str, positive: str | None) -> Matrix:
    """Return what is printed of one dataset."""
    options, focus = evidence.options, confused.focus
    own = (pl.col("dataset") == dataset) & (pl.col("algorithm") == focus)
    predictions = instances.of_datasets(confused.decided, [dataset])
    cells, classes = confused.cells.filter(own), confused.measured.filter(own)
    n = int(cells["n"].sum())
    wrong = cells.filter((pl.col("actual") != pl.col("predicted")) & (pl.col("n") > 0))
    everywhere = confused.measured.filter(pl.col("algorithm") == focus)
    rated = positive is not None and place == 1  # one table of rates is enough to print
    twin = everywhere if place == 1 else classes
    return Matrix(
        dataset=dataset,
        n=integer(n),
        n_errors=int(wrong["n"].sum()),
        confusions=_confusions(wrong) if wrong.height else "",
        majority=_majority(classes, n),
        positive=None if positive is None else _positive(classes, positive, n),
        figure=_figure(evidence, predictions, dataset, place, focus),
        table=_class_table(twin, options, place, dataset, focus, sure=confused.sure),
        rates=_rates_table(confused, dataset, str(positive)) if rated else None,
        intervals=(
            _interval_table(predictions, options, dataset, str(positive), focus) if rated and confused.sure else None
        ),
    )


def _positive(classes: pl.DataFrame, name: str, total: int) -> Positive:
    row = classes.filter(pl.col("label") == name).row(0, named=True)
    return Positive(
        name=name,
        prevalence=(row["tp"] + row["fn"]) / total,
        missed=counted(row["fn"], "instance"),
        alarms=counted(row["fp"], "false alarm"),
    )


def _confusions(wrong: pl.DataFrame) -> str:
    """Return the confusions that are more frequent than the others, without the full stop."""
    ordered = wrong.sort("n", "actual", "predicted", descending=[True, False, False])
    if ordered.height > NAMED_CELLS:
        ordered = ordered.filter(pl.col("n") > ordered["n"][NAMED_CELLS])
    if ordered.is_empty():
        most = int(wrong["n"].to_numpy().max())
        return f"None of {wrong.height} confusions stands out: none occurs more than {counted(most, 'time')}"
    cells = [
        f"class “{row['actual']}” predicted as “{row['predicted']}” ({counted(row['n'], 'time')}, "
        f"{percent(row['share'], 1)} of its class)"
        for row in ordered.rows(named=True)
    ]
    only = wrong.height == 1
    head = "The only confusion is" if only else "The most frequent confusion" + ("s are" if len(cells) > 1 else " is")
    return f"{head} {enumerated(cells)}"


def _majority(classes: pl.DataFrame, total: int) -> str:
    """Return how often the majority-class predictor is right, and its class where it is one."""
    largest = classes.filter(pl.col("n") == pl.col("n").max())["label"].to_list()
    share = percent(float(classes["n"].to_numpy().max()) / total, 1)
    named = f", class “{largest[0]}”," if len(largest) == 1 else ""
    return f"The majority-class predictor{named} would be right in {share}."


def _figure(evidence: Evidence, predictions: pl.DataFrame, dataset: str, place: int, focus: str) -> Figure:
    caption = f"Confusion matrix of {focus} on {dataset}: actual classes in rows, predicted classes in columns."
    return evidence.plotted("confusion", predictions, algorithm=focus, id=f"confusion-{place}", caption=caption)


def _class_table(twin: pl.DataFrame, options: Options, place: int, dataset: str, focus: str, *, sure: bool) -> Table:
    """Return the table of precision, recall and F of each class; of many classes those with the lowest F."""
    keys = ["dataset", "label"]
    rates = twin.group_by(keys, maintain_order=True).agg(ci_wilson_expr("tp", "n", alpha=options.alpha))
    limits = rates.select(*keys, pl.col("ci_wilson").struct.field("ci_low", "ci_high"))
    twin = twin.join(limits, on=keys, how="left", maintain_order="left")
    twin = twin if sure else without_limits(twin)
    frame = twin.filter(pl.col("dataset") == dataset)
    printed = frame
    if frame.height > MOST_CLASSES:
        printed = frame.sort("f_score", "label", nulls_last=False).head(MOST_CLASSES)
    columns = (
        label("label", "class"),
        column("n", "instances"),
        column("tpr", "recall", decimals(3)),
        column(INTERVAL, level_title(options), OUTWARD, when=sure),
        column("precision", printer=decimals(3)),
        column("f_score", "F1", decimals(3)),
    )
    wilson = " with its Wilson interval" if sure else ""
    caption = f"Recall{wilson}, precision and F1 of each class: {focus} on {dataset}."
    n_others = frame.height - printed.height
    rest = f"The {MOST_CLASSES} classes with the lowest F1; the other {n_others} are in" if n_others else ""
    return exhibits.table(f"per-class-{place}", caption, printed, columns, twin=twin, rest=rest)


def _rates_table(confused: Confusions, dataset: str, positive: str) -> Table:
    """Return the table of the rates of the positive class, one row per algorithm."""
    own = (pl.col("dataset") == dataset) & (pl.col("label") == positive)
    frame = confused.measured.filter(own).sort("mcc", "algorithm", descending=[True, False], nulls_last=True)
    printed = frame.head(LISTED // 2)
    group = confused.pooled and "pooled over the folds"
    columns = (label("algorithm"), *(column(name, TITLES.get(name), decimals(3), group=group) for name in SUMMARIES))
    caption = f"Rates on {dataset}; “{positive}” is the positive class."
    empty = printed.select(pl.col(SUMMARIES).null_count()).sum_horizontal().item()
    cut = frame.height > printed.height
    return exhibits.table(
        "class-rates",
        caption,
        printed,
        columns,
        twin=frame,
        note="An empty cell is 0/0." if empty else "",
        rest=f"The first {printed.height} by MCC; all {frame.height} are in" if cut else "",
    )


def _interval_table(predictions: pl.DataFrame, options: Options, dataset: str, positive: str, focus: str) -> Table:
    """Return the table of the rates of the algorithm in focus, with their Wilson intervals."""
    rows = plain(rate_intervals(predictions, positive=positive, alpha=options.alpha))
    own = rows.filter((pl.col("a") == focus) & pl.col("term").is_in(list(RATES)))
    printed = pl.DataFrame({"term": list(RATES)}).join(own, on="term", how="left", maintain_order="left")
    columns = (
        column("term", "rate", lambda name: RATES[name][0], align="left"),
        column("term", "as a share of", lambda name: RATES[name][1], align="left"),
        column("n"),
        column("estimate", printer=decimals(3)),
        column(INTERVAL, level_title(options), OUTWARD),
    )
    caption = f"Rates of {focus} on {dataset} with Wilson intervals."
    return exhibits.table("class-intervals", caption, printed, columns, twin=rows)


CONFUSION = Part(id="confusion", after="regression", make=confusion_section, record=Classes)
