"""Predictions of numbers: errors of every algorithm, ratios to the best, and tests of squared errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import polars as pl

from benchreport.document.analyses.predictions.prediction_tests import PairTests, agreeing, reference_in, testable
from benchreport.document.analyses.predictions.predictions_by_dataset import leaders_in_words, most_often_best
from benchreport.document.evidence import Evidence
from benchreport.document.evidence import predictions as instances
from benchreport.document.evidence.result_rows import plain, seeded, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printer, column, decision, digits, label
from benchreport.document.exhibits.tables import emphases
from benchreport.document.model.blocks import Cell, Figure, Table
from benchreport.measures.measure import measure
from benchreport.naming import best_of, enumerated, named, spelled
from benchreport.numerals import counted, decimals_for, fixed, integer, number
from benchreport.records import dataclass
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.two_algorithms.on_instances import InstanceDependence, instance_dependence
from benchreport.tables.schema import RUN_KEYS

MEASURED = ("rmse", "mae", "r2")
# The mean of squared errors of fewer instances is not taken as normal.
ENOUGH = 30
NAMES: Mapping[str, str] = {
    "paired_t_instances": "paired t test on squared errors",
    "permutation_signflip": "sign flips of squared errors",
}
# The same tests where instances come in clusters.
CLUSTER_NAMES: Mapping[str, str] = {
    "paired_t_instances": "cluster-robust t test on squared errors",
    "permutation_signflip": "sign flips of the squared errors of whole clusters",
}
NAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Predictions of numbers: ``standing`` says who comes closest, ``verdict`` from whom it can be distinguished.

    The verdict speaks of ``fitted`` models where these were trained anew in every run.
    """

    several: bool
    standing: str
    verdict: str
    fitted: bool
    test: str
    adjusted: bool
    pairs: str
    table: Table
    figure: Figure | None


def squared_error_test(evidence: Evidence, predicted: pl.DataFrame) -> tuple[str, str, InstanceDependence]:
    """Return the test of squared errors, its name in words, and how instances depend on each other.

    Instances decide by their number, never by what a test shows: the t test where they are enough, else sign flips.
    """
    # Numbers that start anew in every fold do not name instances.
    anew = evidence.folds is not None and (evidence.folds["design"] == "unknown").any()
    runs = [name for name in RUN_KEYS if anew and name in predicted.columns]
    sizes = predicted.group_by("dataset").agg(n=pl.struct(*runs, "instance").n_unique())
    dependence = instance_dependence(predicted)
    requested = evidence.options.tests.get("instances", "")
    least = dependence.fewest if dependence.clustered else smallest(sizes["n"]) or 0
    default = "paired_t_instances" if least >= ENOUGH else "permutation_signflip"
    test = requested if requested in NAMES else default
    return test, (CLUSTER_NAMES if dependence.clustered else NAMES)[test], dependence


def numbers_of(evidence: Evidence) -> Numbers | None:
    """Return what predictions of numbers come to; None where classes were predicted."""
    predicted = evidence.judged
    if predicted is None or not instances.is_numeric_truth(predicted) or "prediction" not in predicted.columns:
        return None
    frame = _measured(predicted, evidence.options.reference)
    test, test_name, _ = squared_error_test(evidence, predicted)
    tests = None
    if testable(evidence, predicted.get_column("algorithm").n_unique()) and not instances.nameless(evidence):
        reference = reference_in(evidence, predicted)
        squared = partial(seeded(test, evidence.options), loss="squared")
        rows = agreeing(squared, instances.with_control(predicted, reference), reference, evidence.options)
        tests = PairTests(question="smaller squared error", name=test_name, sampled="", holds="", rows=rows)
    several, pooled = frame["dataset"].n_unique() > 1, instances.pooled_word(predicted)
    first = instances.largest_first(predicted)[0]
    return Numbers(
        several=several,
        standing=_wins(frame, pooled, evidence.nouns) if several else _standing(frame, pooled),
        verdict="" if several or tests is None else _verdict(tests, frame, evidence),
        fitted=evidence.folds is not None and not {"single", "holdout", "seeds"}.issuperset(evidence.folds["design"]),
        test=test_name,
        adjusted=tests is not None and tests.rows.height > 1,
        pairs="" if tests is None else integer(tests.rows.height),
        table=(_by_dataset if several else _table)(frame, predicted, tests, evidence),
        figure=_figure(evidence, instances.of_datasets(predicted, [first]), tests, first),
    )


def _measured(predicted: pl.DataFrame, reference: str | None) -> pl.DataFrame:
    """Return errors of every algorithm, folds pooled, with their ratios to the best or to the reference."""
    scores = plain(measure(predicted, weighted=False, metrics=list(MEASURED), average="pooled"))
    keys = ["dataset", "algorithm"]
    means = scores.group_by(*keys, "metric", maintain_order=True).agg(pl.col("value").mean(), n=pl.col("n_test").sum())
    wide = means.pivot("metric", index=[*keys, "n"], values="value")
    order = wide.sort(
        "dataset", pl.col("algorithm") != (reference or ""), pl.col("rmse").round_sig_figs(12), "algorithm",
        nulls_last=True,
    )  # fmt: skip
    first = {name: pl.col(name).first().over("dataset") for name in ("rmse", "mae")}
    return order.with_columns(
        **{f"{name}_ratio": pl.when(value > 0).then(pl.col(name) / value) for name, value in first.items()}
    )


def _standing(frame: pl.DataFrame, pooled: str) -> str:
    """Return who comes closest on a single dataset."""
    best = {name: best_of(dict(frame.select("algorithm", name).rows()), lower=True) for name in ("rmse", "mae")}
    values = {name: number(frame[name].min(), 4) for name in best}  # type: ignore[arg-type]
    verb = "have" if len(best["rmse"]) > 1 else "has"
    words = f"{enumerated(best['rmse'])} {verb} the smallest {pooled}RMSE ({values['rmse']})"
    if best["mae"] == best["rmse"]:
        return f"{words} and the smallest {pooled}mean absolute error ({values['mae']})."
    return f"{words}, {enumerated(best['mae'])} the smallest {pooled}mean absolute error ({values['mae']})."


def _verdict(tests: PairTests, frame: pl.DataFrame, evidence: Evidence) -> str:
    """Return from whom the first algorithm can be distinguished."""
    first, *others = frame["algorithm"].to_list()
    outcome = tests.outcome(first, evidence.options.alpha)
    worse, better, open_ = (
        [name for name in others if name in side] for side in (outcome.worse, outcome.better, outcome.open)
    )
    clauses = []
    if worse:
        clauses.append(f"has significantly smaller squared errors than {named(worse, len(others))}")
    if better:
        ones = "ones" if worse else "squared errors"
        clauses.append(f"has significantly larger {ones} than {named(better, len(others))}")
    if open_:
        clauses.append(f"cannot be distinguished from {named(open_, len(others), 'or')}")
    return f"{first} {enumerated(clauses)}" if clauses else ""


def _wins(frame: pl.DataFrame, pooled: str, nouns: str) -> str:
    """Return who has the smallest error on the most datasets."""
    leaders, n = most_often_best(frame, "rmse", lower=True)
    verb, each = ("have", " each") if len(leaders) > 1 else ("has", "")
    share = f"{spelled(n)} of {spelled(frame['dataset'].n_unique())}{each}"
    return f"{leaders_in_words(leaders, nouns)} {verb} the smallest {pooled}RMSE on the most datasets ({share})."


def _table(frame: pl.DataFrame, predicted: pl.DataFrame, tests: PairTests | None, evidence: Evidence) -> Table:
    """Return the table of errors on one dataset, the best of each column in bold."""
    first, dataset = str(frame["algorithm"][0]), str(frame["dataset"][0])
    marked = frame
    for name in MEASURED:
        best = [mark == "best" for mark in emphases(frame[name].to_list(), lower=name != "r2")]
        marked = marked.with_columns(pl.Series(f"{name}_best", best))
    if tests is not None:
        beside = tests.against(first).select(pl.col("a").alias("algorithm"), "p_adjusted", "method")
        marked = marked.join(beside, on="algorithm", how="left", maintain_order="left")
    sizes = frame["n"].unique().to_list()
    one_size = len(sizes) == 1
    # Four digits of the smallest error.
    places = {name: decimals_for((smallest(frame[name]) or 1.0) / 100) for name in ("rmse", "mae")}
    several = tests is not None and tests.rows.height > 1
    p = f"p ({adjustment_name(evidence.options.adjust)})" if several else "p"
    columns = (
        label("algorithm", "Algorithm"),
        column("n", "instances", when=not one_size),
        column(("rmse", "rmse_best"), "value", _bold(places["rmse"]), group="RMSE"),
        column("rmse_ratio", "ratio", _ratio, group="RMSE"),
        column(("mae", "mae_best"), "value", _bold(places["mae"]), group="MAE"),
        column("mae_ratio", "ratio", _ratio, group="MAE"),
        column(("r2", "r2_best"), "R²", _bold(3)),
        column("p_adjusted", p, decision(evidence.options.alpha), when=tests is not None),
    )
    size = f"{counted(sizes[0], 'instance')}. " if one_size else ""
    rests = f" p: {tests.name}, against {first}." if tests is not None else ""
    pooled = instances.pooled_sentence(evidence, predicted)
    caption = (
        f"Errors of the predicted numbers on {dataset}. {size}{pooled}Bold: best of the column, and significant p."
    )
    return exhibits.table("predicted-numbers", caption, marked, columns, note=f"Ratio: to {first}.{rests}")


def _bold(places: int) -> Printer:
    return lambda value, best: Cell(text=fixed(value, places), value=value, emphasis="best" if best else "")


def _ratio(value: float | None) -> str:
    return "" if value is None else fixed(value, 2) if value < 100 else number(value, 3)


def _by_dataset(frame: pl.DataFrame, predicted: pl.DataFrame, tests: PairTests | None, evidence: Evidence) -> Table:
    """Return the table of several datasets: who has the smallest error on each, and how many pairs differ."""
    rows = []
    for part in frame.partition_by("dataset", maintain_order=True):
        values: dict[str, float | None] = dict(part.select("algorithm", "rmse").rows())
        best = best_of(values, lower=True)
        dataset = str(part["dataset"][0])
        ranked = part.drop_nulls("rmse")["rmse"].sort()
        own = None if tests is None else tests.rows.filter(pl.col("dataset") == dataset)
        rows.append(
            {
                "dataset": dataset,
                "n": part["n"].max(),
                "rmse": ranked[0] if ranked.len() else None,
                "by": enumerated(best) if len(best) <= NAMED else f"{spelled(len(best))} of {len(values)}",
                "next": ranked[1] / ranked[0] if ranked.len() > 1 and ranked[0] else None,
                "worst": ranked[-1] / ranked[0] if ranked.len() > 1 and ranked[0] else None,
                "pairs": None if own is None else own.filter(pl.col("p_adjusted") <= pl.col("alpha")).height,
                "of": None if own is None else own["p_adjusted"].count(),
            }
        )
    printed = pl.DataFrame(rows, infer_schema_length=None)
    columns = (
        label("dataset", "Dataset"),
        column("n", "instances"),
        column("rmse", "lowest", digits(4), group="RMSE"),
        column("by", "by", group="RMSE", align="left"),
        column("next", "next", _ratio, group="ratio to the lowest"),
        column("worst", "largest", _ratio, group="ratio to the lowest"),
        column(("pairs", "of"), "pairs that differ", _of, when=tests is not None, align="right"),
    )
    adjusted = f"{adjustment_name(evidence.options.adjust)}-adjusted within each dataset"
    note = "" if tests is None else f"Pairs that differ: {tests.name}, {adjusted}."
    rest = f"All errors of all {counted(len(evidence.algorithms), evidence.noun)} are in"
    pooled = instances.pooled_sentence(evidence, predicted)
    caption = f"Errors of the predicted numbers by dataset. {pooled}The lowest RMSE, and ratios to it."
    return exhibits.table("predicted-numbers", caption, printed, columns, twin=frame, note=note, rest=rest)


def _of(pairs: int | None, total: int | None) -> str:
    return "" if pairs is None else f"{pairs} of {total or 0}"


def _figure(evidence: Evidence, single: pl.DataFrame, tests: PairTests | None, dataset: str) -> Figure | None:
    """Return the differences of absolute errors on one dataset; None for a single algorithm."""
    if single.get_column("algorithm").n_unique() < 2:
        return None
    from benchreport.figures.plot import plot_data

    numbers = plot_data("absolute_errors", single, control=reference_in(evidence, single))
    first = str(numbers["first"][0])
    if tests is not None:
        beside = tests.against(first, dataset).select(pl.col("a").alias("algorithm"), "p_adjusted")
        numbers = numbers.join(beside, on="algorithm", how="left", maintain_order="left")
    where = f" on {dataset}" if evidence.scores["dataset"].n_unique() > 1 else ""
    p = f", adjusted p of the {tests.name}" if tests is not None else ""
    caption = (
        f"Gains in absolute error over {first}{where}. Instances sorted by the gain; coloured where the "
        f"{evidence.noun} comes closer than {first}, grey where {first} does. Above: share of instances on which it "
        f"comes closer, ratio of {instances.pooled_word(single)}RMSE{p}."
    )
    return evidence.drawn("absolute_errors", numbers, id="absolute-errors", caption=caption, width="page")
