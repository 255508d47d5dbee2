"""Several metrics or error counts at once: MANOVA or Hotelling's test, its directions, pairs of algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import ClassVar, Literal

import polars as pl

from benchreport import numerals
from benchreport.document.analyses.joint_metrics import Joint, Together, crowding, facing, joined_metrics, joint_tests
from benchreport.document.analyses.predictions.scores_of_predictions import with_design_of
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence import Evidence, result_rows
from benchreport.document.evidence.predictions import is_numeric_truth
from benchreport.document.evidence.runs import UNMATCHED, several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import (
    INTERVAL,
    adjusted_p,
    column,
    decimals,
    degrees_of_freedom,
    label,
    level_title,
)
from benchreport.document.model.blocks import Cell, Figure, Part, Section, Table
from benchreport.measures.confusion import confusion_binary
from benchreport.naming import enumerated
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.remarks import remarks_in, words_of
from benchreport.stats.many_algorithms.variance import anova_blocked, anova_oneway
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.several_metrics.t2_tests import hotelling, hotelling_direction, hotelling_posthoc
from benchreport.stats.several_metrics.variance_of_vectors import manova_directions
from benchreport.stats.two_algorithms.separate_samples import unpaired_t
from benchreport.tables.designs.design import design
from benchreport.tables.schema import RUN_KEYS

LISTED_UP_TO = 24
SMALLEST_WILKS = 0.0001
# Of so few datasets a figure is drawn for each.
DRAWN_DATASETS = 3
# With fewer degrees of freedom in the error scatter a verdict does not reach the summary.
LEAST_ERROR_DF = 10
# Of more datasets, algorithms or metrics only the number is printed.
NAMED_DATASETS = 6
NAMED_ALGORITHMS = 8
NAMED_METRICS = 6
CORRECTED = ", corrected for overlapping training sets"
DISTANCE = (
    "Distance: of the mean difference from zero, in standard deviations along the direction in which the two "
    "algorithms differ most."
)
ONE_DIRECTION = 0.9
NEARLY_ALL = 0.99


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleMetrics:
    """Tests of each metric of a single dataset by itself; ``share`` is that of the first direction."""

    rows: pl.DataFrame
    named: str
    n: int
    total: int
    share: str
    one_direction: bool
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Comparisons with the algorithm in focus: how many differ, in words, and from whom on a single dataset."""

    n: str
    several_apart: bool
    n_apart: str
    n_ahead: str
    n_behind: str
    differs: str
    better_than: str
    worse_than: str
    against_reference: bool
    table: Table | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What the tests on several metrics together come to."""

    joint: Joint
    case: Literal["untestable", "tied", "single", "none tested", "several"]
    datasets: str
    seeds: bool
    uneven: bool
    first: result_rows.ResultRow
    df: str
    criterion: str
    n_clear: int
    verdicts: str
    reason: str
    n_tested: int
    p_uncorrected: float | None
    n_uncorrected: int
    p_pillai: float | None
    n_pillai: int | None
    few_df: bool
    figures: tuple[Figure, ...]
    by_metric: SingleMetrics | None
    table: Table
    listed: bool
    dependent: tuple[tuple[str, int], ...]
    untested: tuple[tuple[str, str], ...]
    pairs: Pairs | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Multivariate:
    """What the template ``multivariate`` prints; nothing is compared where no dataset has more runs than metrics.

    ``apart`` names the metrics that are not compared with the others, with their number and the reason.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        "tested": "s.compared",
        "audit": "s.together.runs.left_out",
        "row": "s.compared.first",
        "f": "s.compared.first.statistic",
        "headline": "s.compared.few_df",
        "against": "s.compared.pairs.against_reference",
        "pairs": "s.compared.joint.pairs",
        "n_pairs": "s.compared.pairs.n",
        "pair_names": "s.compared.pairs.differs",
        "pairs_table": "s.compared.pairs.table",
        "untested": "s.compared.untested",
        "untested_pairs": "s.compared.untested",
    }

    together: Together
    crowded: str
    compared: Compared | None
    apart: tuple[tuple[str, int, str], ...]
    kinds: ErrorKinds | None


def multivariate_section(evidence: Evidence) -> Section | None:
    """Return the section on several metrics at once; none where no dataset has two of them on several runs."""
    together = joined_metrics(evidence)
    if together is None:
        return None
    reasons = result_rows.grouped(together.apart, itemgetter(1))
    record = Multivariate(
        together=together,
        crowded=crowding(together.crowded, together.axis),
        compared=None if together.runs.scores.is_empty() else _compared(evidence, joint_tests(evidence, together)),
        apart=tuple(
            (enumerated([name for name, _ in metrics]), len(metrics), reason) for reason, metrics in reasons.items()
        ),
        kinds=error_kinds(evidence, evidence.leader_of(evidence.metrics[0])),
    )
    return evidence.section("multivariate", record)


def _compared(evidence: Evidence, joint: Joint) -> Compared:
    options, together, rows, single = evidence.options, joint.together, joint.decisive, joint.single
    sound = rows.filter(pl.col("statistic").is_not_null())["dataset"].to_list()
    scores = together.runs.scores
    clear = pl.col("p_adjusted") <= options.alpha
    first = result_rows.result_row(rows)
    n_tested = rows["p_value"].count()
    lacking = [] if single else untested(rows, "dataset")
    lacking_pairs = untested(joint.with_focus, "comparison")
    listed = rows.height <= LISTED_UP_TO
    criterion = numerals.number(first.estimate) if joint.two else _wilks(first.estimate)
    case: Literal["untestable", "tied", "single", "none tested", "several"] = "several" if n_tested else "none tested"
    if single:
        case = "untestable" if first.p_value is None else "tied" if first.status == "all_ties" else "single"
    return Compared(
        joint=joint,
        case=case,
        datasets=numerals.counted(rows.height, "dataset"),
        seeds=not rows["variant"].str.contains("corrected").all(),
        uneven=scores.group_by("dataset").agg(pl.col("metric").n_unique())["metric"].min() != len(together.metrics),
        first=first,
        df=numerals.degrees(first.df1, first.df2, ", "),
        criterion=criterion if criterion.startswith("<") else f"= {criterion}",
        n_clear=rows.filter(clear).height,
        verdicts=_verdicts(rows, options.alpha),
        reason=lacking[0][1] if lacking else "",
        n_tested=n_tested,
        p_uncorrected=joint.uncorrected["p_value"][0] if single and joint.uncorrected.height else None,
        n_uncorrected=joint.uncorrected.filter(clear).height,
        p_pillai=None if joint.pillai is None else joint.pillai["p_value"][0],
        n_pillai=None if joint.pillai is None else joint.pillai.filter(clear).height,
        few_df=n_tested > 0 and joint.error_df < LEAST_ERROR_DF,
        figures=tuple(
            figure
            for dataset in (sound if len(sound) <= DRAWN_DATASETS else [])
            for figure in _figures(evidence, joint, dataset)
        ),
        by_metric=_single_metrics(evidence, joint) if single is not None and sound else None,
        table=_listing(joint, options) if listed else _counts(joint, options),
        listed=listed,
        dependent=_dependent(rows),
        untested=(*lacking, *((f"{n} of two algorithms", reason) for n, reason in lacking_pairs)),
        pairs=_pairs(joint, options, tested=bool(sound)) if joint.with_focus["p_value"].count() else None,
    )


def _verdicts(rows: pl.DataFrame, alpha: float) -> str:
    """Return on which of the datasets tested the algorithms differ, in words; of many datasets only how many."""
    clear = rows.filter(pl.col("p_adjusted") <= alpha)["dataset"].to_list()
    alike = rows.filter(pl.col("p_adjusted") > alpha)["dataset"].to_list()
    if len(clear) + len(alike) > NAMED_DATASETS:
        return (
            f"differ significantly on {len(clear) or 'none'} of {numerals.counted(len(clear) + len(alike), 'dataset')}"
        )
    if not clear:
        return f"do not differ significantly on {enumerated(alike, 'or')}"
    return f"differ significantly on {enumerated(clear)}" + (f", but not on {enumerated(alike, 'or')}" if alike else "")


def _pairs(joint: Joint, options: Options, *, tested: bool) -> Pairs:
    rows = joint.with_focus
    outcome = result_rows.outcome_of(rows, joint.focus, options.alpha)
    apart = rows.filter(pl.col("p_adjusted") <= options.alpha)["a"].to_list()
    differs = f"differs significantly from {_several(apart)}" if apart else ""
    if outcome.open:
        alike = f"cannot be distinguished from {_several(outcome.open, 'or')}"
        differs = f"{differs}, but {alike}" if differs else alike
    return Pairs(
        n=numerals.integer(rows.height),
        several_apart=len(apart) > 1,
        n_apart=numerals.none_or_integer(len(apart)),
        n_ahead=numerals.none_or_integer(len(outcome.worse)),
        n_behind=numerals.none_or_integer(len(outcome.better)),
        differs=differs,
        better_than=_several(outcome.worse),
        worse_than=_several(outcome.better),
        against_reference=options.reference is not None and options.reference == joint.focus,
        table=_pairs_table(joint, options) if joint.single and not joint.two and tested else None,
    )


def _several(names: list[str], last: str = "and") -> str:
    return (
        enumerated(names, last) if len(names) <= NAMED_ALGORITHMS else f"{numerals.integer(len(names))} of the others"
    )


def _dependent(rows: pl.DataFrame) -> tuple[tuple[str, int], ...]:
    """Return which metrics were left out as functions of others, and on how many datasets."""
    left_out = [part for remark, part in remarks_in(rows) if remark.topic == "left_out"]
    return tuple((words_of(part).removeprefix("left out "), left_out.count(part)) for part in dict.fromkeys(left_out))


def _wilks(value: float | None) -> str:
    """Return Wilks' criterion as text; it is small where algorithms differ."""
    return numerals.number(value) if value is None or value >= SMALLEST_WILKS else f"< {SMALLEST_WILKS}"


def _listing(joint: Joint, options: Options) -> Table:
    rows, criterion = joint.decisive, numerals.number if joint.two else _wilks
    sizes = joint.together.runs.scores.group_by(pl.col("dataset").cast(pl.String)).agg(
        pl.col("metric").n_unique().cast(pl.Int64), pl.col("algorithm").n_unique().cast(pl.Int64)
    )
    # The degrees of freedom tell how many metrics are left without those that are functions of others or do not vary.
    groups = pl.lit(1) if joint.two else pl.col("algorithm") - 1
    independent = (pl.col("df1") / groups).round().cast(pl.Int64)
    dimensions = (
        rows.select("dataset", "df1")
        .join(sizes, on="dataset")
        .select("dataset", metrics=pl.coalesce(independent, "metric"))
    )
    several = rows.height > 1
    frame = rows.join(dimensions, on="dataset", how="left", maintain_order="left")
    p, source = (f"p ({adjustment_name(options.adjust)})", "p_adjusted") if several else ("p", "p_value")
    if joint.pillai is not None:
        pillai = joint.pillai.select("dataset", p_pillai=source)
        frame = frame.join(pillai, on="dataset", how="left", maintain_order="left")
    if joint.directions is not None:
        frame = frame.join(joint.directions, on="dataset", how="left", maintain_order="left")
    columns = (
        label("dataset", when=several),
        column("n", "runs"),
        column("metrics", f"{joint.together.axis}s"),
        column("estimate", "T²" if joint.two else "Wilks’ Λ", lambda value: Cell(text=criterion(value), value=value)),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options, when=several),
        column("effect", "distance", when=joint.two),
        column("p_pillai", f"{p}, Pillai", when=joint.pillai is not None),
        column("share", "first direction", share_text, align="right", when=joint.directions is not None and several),
    )
    note = "First direction: its share of the difference between the algorithms." if several else ""
    return exhibits.table(
        "joint", _caption(joint), frame, columns, twin=_twin(joint), note=DISTANCE if joint.two else note
    )


def _counts(joint: Joint, options: Options) -> Table:
    clear = (pl.col("p_adjusted") <= options.alpha).sum().cast(pl.Int64)
    corrected = ", corrected" if joint.matched else ""
    forms: dict[str, pl.DataFrame] = {f"{'Hotelling' if joint.two else 'Wilks'}{corrected}": joint.decisive}
    if joint.pillai is not None:
        forms[f"Pillai{corrected}"] = joint.pillai
    counts = pl.concat(
        frame.select(
            test=pl.lit(title),
            datasets=pl.len().cast(pl.Int64),
            differ=clear,
            open=(pl.col("p_adjusted") > options.alpha).sum().cast(pl.Int64),
            untested=pl.col("p_value").null_count().cast(pl.Int64),
        )
        for title, frame in forms.items()
    )
    columns = (
        label("test"),
        column("datasets"),
        column("differ", "differ significantly"),
        column("open", "no significant difference"),
        column("untested", "not tested", when=counts["untested"].sum() > 0),
    )
    return exhibits.table("joint", _caption(joint), counts, columns, twin=_twin(joint))


def _caption(joint: Joint) -> str:
    test = "Hotelling’s test of the two algorithms" if joint.two else "Multivariate analysis of variance"
    corrected = CORRECTED if joint.matched else ""
    return f"{test} over the runs of {joint.single or 'each dataset'}{corrected}."


def _twin(joint: Joint) -> pl.DataFrame:
    frames: list[pl.DataFrame] = [joint.decisive, joint.uncorrected]
    frames += [joint.pillai] if joint.pillai is not None else []
    return pl.concat([*frames, *([joint.pairs] if joint.pairs.height else [])])


def share_text(share: float | None) -> str:
    """Return the share of a direction in per cent; nearly all is not all.

    Examples
    --------
    >>> share_text(0.863), share_text(0.998), share_text(1.0), share_text(None)
    ('86 %', '> 99 %', '100 %', '')
    """
    return "> 99 %" if share is not None and NEARLY_ALL < share < 1 else numerals.percent(share, 0)


def _pairs_table(joint: Joint, options: Options) -> Table:
    """Return the table of Hotelling’s test of one algorithm with each other, on a single dataset."""
    rows, together = joint.with_focus, joint.together
    columns = (
        label("a", "algorithm"),
        column("n", "runs"),
        column("estimate", "T²"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options, when=joint.pairs.height > 1),
        column("effect", "distance"),
        label("ahead", f"better in every {together.axis}"),
    )
    corrected = CORRECTED if (rows["variant"] == "corrected").any() else ""
    caption = f"Hotelling’s test of each algorithm against {joint.focus} in {together.what}{corrected}."
    frame = rows.with_columns(ahead=pl.col("better").fill_null("neither"))
    return exhibits.table("joint-pairs", caption, frame, columns, twin=joint.pairs, note=DISTANCE)


def _single_metrics(evidence: Evidence, joint: Joint) -> SingleMetrics:
    """Return the test of each metric of a single dataset, adjusted over the metrics, with its weight.

    The second of two algorithms is compared with the one in focus; of more, all are compared together.
    """
    options, alpha, scores = evidence.options, evidence.options.alpha, joint.together.runs.scores
    against = joint.focus if joint.two else None
    seeds = "design" in scores.columns and bool((scores["design"].cast(pl.String) == UNMATCHED).all())
    by = ("dataset", "metric")
    weights = (
        manova_directions(scores, by="dataset", variant="oneway" if seeds else "blocked")
        if against is None
        else hotelling_direction(scores, by="dataset", control=against)
    )
    if against is not None and seeds:
        rows = unpaired_t(scores, by=by, control=against, alpha=alpha)
    elif against is not None:
        rows = hotelling_posthoc(scores, by="dataset", control=against, variant="corrected", alpha=alpha)
        rows = rows.with_columns(metric=pl.col("term"))
    elif seeds:
        rows = anova_oneway(scores, by=by, alpha=alpha)
    else:
        rows = anova_blocked(scores, by=by, variant="resampled", alpha=alpha)
    tests = result_rows.adjusted(
        result_rows.in_order(result_rows.plain(rows), "metric", joint.together.metrics), options, family=[]
    )
    numbers = _direction(scores, seeds=seeds)
    frame = tests.join(numbers.select("metric", "weight"), on="metric", how="left", maintain_order="left")
    twin = pl.concat([tests, result_rows.plain(weights)], how="diagonal")
    share = numbers["share"][0]
    clear = tests.filter(pl.col("p_adjusted") <= alpha)["metric"].to_list()
    return SingleMetrics(
        rows=tests,
        named=enumerated(clear) if len(clear) <= NAMED_METRICS else "",
        n=len(clear),
        total=tests.height,
        share="" if joint.two else share_text(share),
        one_direction=share is not None and share > ONE_DIRECTION,
        table=_metrics_table(frame, twin, joint.together.axis, options, against, corrected=not seeds),
    )


def _direction(scores: pl.DataFrame, *, seeds: bool) -> pl.DataFrame:
    """Return the weights of the metrics in the direction in which the algorithms differ most."""
    from benchreport.figures.plot import plot_data

    numbers = plot_data("directions", scores, variant="oneway" if seeds else "blocked")
    return numbers.filter(pl.col("direction") == 1)


def _metrics_table(
    frame: pl.DataFrame, twin: pl.DataFrame, axis: str, options: Options, against: str | None, *, corrected: bool
) -> Table:
    two = against is not None
    columns = (
        label("metric", axis),
        column("estimate", f"{frame['a'][0]} − {against}", _difference, when=two),
        column(("estimate", *INTERVAL), level_title(options), _limits, align="right", when=two),
        label("better", when=two),
        column("statistic", "t" if two else "F", decimals(3) if two else None),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options),
        column("weight", printer=decimals(2)),
    )
    test = "t test of the two algorithms" if two else "analysis of variance of all algorithms"
    caption = (
        f"Each {axis} by itself: {'corrected ' if corrected else ''}{test}, and its weight in the direction in which "
        "the algorithms differ most."
    )
    note = f"Weights are for {axis}s in standard deviations; the largest is 1."
    if frame["weight"].null_count():
        note += f" A {axis} without a weight is to six digits a linear function of the others, or does not vary."
    return exhibits.table("joint-metrics", caption, frame, columns, twin=twin, note=note)


def _difference(estimate: float | None) -> str:
    """Return a difference with the decimals it deserves."""
    return numerals.fixed(estimate, numerals.decimals_for(estimate))


def _limits(estimate: float | None, low: float | None, high: float | None) -> str:
    return numerals.limits(low, high, numerals.decimals_for(estimate))


def _figures(evidence: Evidence, joint: Joint, dataset: str) -> list[Figure]:
    """Return the figures of one dataset: the algorithms, and of a single dataset the weights of the metrics too."""
    together, focus = joint.together, joint.focus
    scores = together.runs.scores.filter(pl.col("dataset").cast(pl.String) == dataset)
    matched = together.runs.matched.get_column("dataset").cast(pl.String).eq(dataset).any()
    corrected = CORRECTED if matched else ""
    metrics = scores.get_column("metric").n_unique()
    several = scores.get_column("algorithm").n_unique() > 2
    place = evidence.datasets.index(dataset) + 1
    alone = together.runs.scores.get_column("dataset").n_unique() == 1
    alpha, level = evidence.options.alpha, numerals.percent(1 - evidence.options.alpha)
    figures = []
    if metrics == 2 and focus is not None and (alone or not several):
        names = [name for name in together.metrics if (scores["metric"] == name).any()]
        figures.append(
            evidence.plotted(
                "difference_ellipse",
                scores,
                metrics=names,
                control=focus,
                variant="corrected" if matched else "paired",
                alpha=alpha,
                id=f"joint-ellipse-{place}",
                caption=f"Differences from {focus} in {names[0]} and {names[1]} on {dataset}: one point per run, and "
                f"the mean with its {level} ellipse{corrected}. The cross marks no difference.",
                width="page" if several else None,
            )
        )
    elif metrics > 2 and (alone or not several):
        variant = "blocked" if matched else "oneway"
        caption = f"Weights of the {together.axis}s in the directions in which the algorithms differ most on {dataset}."
        figures.append(
            evidence.plotted("directions", scores, variant=variant, id=f"joint-directions-{place}", caption=caption)
        )
    if several:
        variant = "corrected" if matched else "oneway"
        caption = (
            f"The algorithms on {dataset} along the two directions in which they differ most, in units of the residual "
            f"standard deviation, with {level} ellipses of the means{corrected}; arrows show which way each "
            f"{together.axis} grows."
        )
        figures.append(
            evidence.plotted(
                "manova_scores", scores, variant=variant, alpha=alpha, id=f"joint-scores-{place}", caption=caption
            )
        )
    return figures


KINDS = ("fp", "fn")
MOST_DATASETS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorKinds:
    """Comparisons of both kinds of errors with the algorithm in focus: ``n_clear`` are significant.

    In ``n_trade`` of these one algorithm makes fewer errors of one kind and more of the other. ``positive`` is the name
    of the positive class, where it has one.
    """

    rows: pl.DataFrame
    focus: str
    n: int
    datasets: str
    against_reference: bool
    n_clear: int
    n_trade: int
    positive: str | None
    untested: tuple[tuple[str, str], ...]
    table: Table


def error_kinds(evidence: Evidence, focus: str | None) -> ErrorKinds | None:
    """Return the false positives and negatives of every fold, compared by Hotelling’s test; None if none are counted.

    The four cells of a confusion matrix cannot be compared at once: on shared folds two of them follow from the others.
    """
    options = evidence.options
    scores = _counted(evidence)
    if scores is None or focus is None or evidence.folds is None:
        return None
    scores = with_design_of(evidence.folds, scores)
    several = several_runs(scores, design(scores))
    if several is None:
        return None
    runs = without_gaps(several, policy=options.missing, together=True)
    shared = runs.matched.filter((pl.col("algorithm") == focus).any().over("dataset"))
    shared = shared.filter(pl.col("algorithm").n_unique().over("dataset") > 1)
    if shared.is_empty() or shared.get_column("dataset").n_unique() > MOST_DATASETS:
        return None
    control = focus if focus == options.reference else None
    rows = hotelling(shared, by="dataset", metrics=KINDS, control=control, variant="corrected", alpha=options.alpha)
    rows = result_rows.adjusted(rows, options, family=["dataset"])
    with_focus, datasets = facing(rows, focus), rows["dataset"].n_unique()
    clear = with_focus.filter(pl.col("p_adjusted") <= options.alpha)
    return ErrorKinds(
        rows=rows,
        focus=focus,
        n=with_focus.height,
        datasets=numerals.counted(datasets, "dataset") if datasets > 1 else "",
        against_reference=control is not None,
        n_clear=clear.height,
        n_trade=clear["better"].null_count(),
        positive=options.positive if isinstance(options.positive, str) else None,
        untested=tuple(untested(with_focus, "comparison")),
        table=_table(shared, with_focus, rows, evidence),
    )


def _counted(evidence: Evidence) -> pl.DataFrame | None:
    """Return the errors of both kinds, fold by fold, as scores of which less is better."""
    predicted, positive = evidence.predictions, evidence.options.positive
    if predicted is None or positive is None or "prediction" not in predicted.columns or is_numeric_truth(predicted):
        return None
    keys = [name for name in RUN_KEYS if name in predicted.columns]
    classes = predicted.group_by("dataset").agg(pl.col("truth").n_unique())
    two = classes.filter(pl.col("truth") == 2).get_column("dataset")
    if not keys or two.is_empty():
        return None
    binary = predicted.filter(pl.col("dataset").is_in(two.implode()))
    counts = confusion_binary(binary, by=("dataset", *keys), positive=positive).drop_nulls(KINDS)
    long = counts.unpivot(KINDS, index=["algorithm", "dataset", *keys], variable_name="metric")
    return long.with_columns(
        pl.col("algorithm", "dataset", "metric").cast(pl.Categorical),
        pl.col("value").cast(pl.Float64),
        direction=pl.lit("lower", pl.Categorical),
    )


def _table(scores: pl.DataFrame, with_focus: pl.DataFrame, rows: pl.DataFrame, evidence: Evidence) -> Table:
    keys = ["dataset", "algorithm"]
    means = scores.with_columns(pl.col(*keys, "metric").cast(pl.String)).pivot(
        "metric", index=keys, values="value", aggregate_function="mean"
    )
    others = with_focus.join(means, left_on=["dataset", "a"], right_on=keys, how="left", maintain_order="left")
    own = means.filter(pl.col("algorithm") == with_focus["b"][0]).select("dataset", a="algorithm", fp="fp", fn="fn")
    frame = pl.concat([own, others], how="diagonal").sort(
        "dataset", pl.col("a") != with_focus["b"][0], "a", maintain_order=True
    )
    columns = (
        label("dataset", when=with_focus["dataset"].n_unique() > 1),
        label("a", "algorithm"),
        column("fp", "false positives", group="mean per run"),
        column("fn", "false negatives", group="mean per run"),
        column("estimate", "T²"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(evidence.options, when=rows.height > 1),
    )
    caption = f"False positives and false negatives together, compared with {with_focus['b'][0]} by Hotelling’s test."
    return exhibits.table("error-kinds", caption, frame, columns, twin=rows)


MULTIVARIATE = Part(id="multivariate", after="variance", make=multivariate_section, record=Multivariate)
