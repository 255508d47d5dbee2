"""Tables and figures of several metrics at once: pairs, single metrics with their weights, directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.evidence.result_rows import adjusted, in_order, plain
from benchreport.document.evidence.runs import UNMATCHED
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
from benchreport.document.model.blocks import Figure, Table
from benchreport.naming import enumerated
from benchreport.numerals import decimals_for, fixed, limits, percent
from benchreport.options import Options
from benchreport.stats.many_algorithms.variance import anova_blocked, anova_oneway
from benchreport.stats.several_metrics.t2_tests import hotelling_direction, hotelling_posthoc
from benchreport.stats.several_metrics.variance_of_vectors import manova_directions
from benchreport.stats.two_algorithms.separate_samples import unpaired_t

if TYPE_CHECKING:
    from benchreport.document.analyses.joint_metrics import Together
    from benchreport.document.evidence import Evidence

CORRECTED = ", corrected for overlapping training sets"
DISTANCE = (
    "Distance: of the mean difference from zero, in standard deviations along the direction in which the two "
    "algorithms differ most."
)
ONE_DIRECTION = 0.9
NAMED_UP_TO = 6
NEARLY_ALL = 0.99


def facing(pairs: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Take the pairs with one algorithm, which becomes ``b``; distances have no sign to be turned.

    Examples
    --------
    >>> facing(pl.DataFrame({"dataset": "d", "a": ["A", "A"], "b": ["B", "C"]}), "B").rows()
    [('d', 'A', 'B')]
    """
    turn = pl.col("a") == focus
    mine = pairs.filter(turn | (pl.col("b") == focus))
    return mine.with_columns(a=pl.when(turn).then("b").otherwise("a"), b=pl.lit(focus)).sort("dataset", "a")


def share_text(share: float | None) -> str:
    """Write the share of a direction in per cent; nearly all is not all.

    Examples
    --------
    >>> share_text(0.863), share_text(0.998), share_text(1.0), share_text(None)
    ('86 %', '> 99 %', '100 %', '')
    """
    return "> 99 %" if share is not None and NEARLY_ALL < share < 1 else percent(share, 0)


def pairs_table(told: pl.DataFrame, pairs: pl.DataFrame, together: Together, options: Options) -> Table | None:
    """Print Hotelling’s test of one algorithm with each other, on a single dataset."""
    if told.is_empty():
        return None
    columns = (
        label("a", "algorithm"),
        column("n", "runs"),
        column("estimate", "T²"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options, when=pairs.height > 1),
        column("effect", "distance"),
        label("ahead", f"better in every {together.axis}"),
    )
    corrected = CORRECTED if (told["variant"] == "corrected").any() else ""
    caption = f"Hotelling’s test of each algorithm against {told['b'][0]} in {together.what}{corrected}."
    shown = told.with_columns(ahead=pl.col("better").fill_null("neither"))
    return exhibits.table("joint-pairs", caption, shown, columns, twin=pairs, note=DISTANCE)


def single_metrics_table(
    evidence: Evidence, scores: pl.DataFrame, together: Together, against: str | None
) -> dict[str, Any]:
    """Test each metric of a single dataset by itself, adjusted over the metrics, with its weight in the best direction.

    ``against`` is the algorithm that the other of two is compared with; of more, all are compared together.
    """
    options, alpha = evidence.options, evidence.options.alpha
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
    tests = adjusted(in_order(plain(rows), "metric", together.metrics), options, family=[])
    numbers = _direction(scores, seeds=seeds)
    frame = tests.join(numbers.select("metric", "weight"), on="metric", how="left", maintain_order="left")
    twin = pl.concat([tests, plain(weights)], how="diagonal")
    share = numbers["share"][0]
    clear = tests.filter(pl.col("p_adjusted") <= alpha)["metric"].to_list()
    return {
        "table": _metrics_printed(frame, twin, together, options, against, corrected=not seeds),
        "rows": tests,
        "named": enumerated(clear) if len(clear) <= NAMED_UP_TO else "",
        "n": len(clear),
        "total": tests.height,
        "share": share_text(share),
        "one": share is not None and share > ONE_DIRECTION,
    }


def _direction(scores: pl.DataFrame, *, seeds: bool) -> pl.DataFrame:
    """Return the weights of the metrics in the direction that tells the algorithms apart best."""
    from benchreport.figures.plot import plot_data

    numbers = plot_data("directions", scores, variant="oneway" if seeds else "blocked")
    return numbers.filter(pl.col("direction") == 1)


def _metrics_printed(
    frame: pl.DataFrame,
    twin: pl.DataFrame,
    together: Together,
    options: Options,
    against: str | None,
    *,
    corrected: bool,
) -> Table:
    compared = against is not None
    columns = (
        label("metric", together.axis),
        column("estimate", f"{frame['a'][0]} − {against}", _difference, when=compared),
        column(("estimate", *INTERVAL), level_title(options), _limits, align="right", when=compared),
        label("better", when=compared),
        column("statistic", "t" if compared else "F", decimals(3) if compared else None),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options),
        column("weight", printer=decimals(2)),
    )
    what = "t test of the two algorithms" if compared else "analysis of variance of all algorithms"
    caption = (
        f"Each {together.axis} by itself: {'corrected ' if corrected else ''}{what}, and its weight in the direction "
        "in which the algorithms differ most."
    )
    note = f"Weights are for {together.axis}s in standard deviations; the largest is 1."
    if frame["weight"].null_count():
        note += (
            f" A {together.axis} without a weight is to six digits a linear function of the others, or does not vary."
        )
    return exhibits.table("joint-metrics", caption, frame, columns, twin=twin, note=note)


def _difference(estimate: float | None) -> str:
    """Return a difference with the decimals it deserves."""
    return fixed(estimate, _decimals(estimate))


def _limits(estimate: float | None, low: float | None, high: float | None) -> str:
    return limits(low, high, _decimals(estimate))


def _decimals(estimate: float | None) -> int:
    return decimals_for(None if estimate is None else abs(estimate))


def joint_figures(
    evidence: Evidence, scores: pl.DataFrame, together: Together, dataset: str, focus: str | None
) -> list[Figure]:
    """Draw what the metrics of one dataset show together: the algorithms, and of a single dataset the weights too."""
    here = scores.filter(pl.col("dataset").cast(pl.String) == dataset)
    matched = together.runs.matched.get_column("dataset").cast(pl.String).eq(dataset).any()
    corrected = CORRECTED if matched else ""
    metrics = here.get_column("metric").n_unique()
    several = here.get_column("algorithm").n_unique() > 2
    place = evidence.datasets.index(dataset) + 1
    alone = scores.get_column("dataset").n_unique() == 1
    alpha, level = evidence.options.alpha, percent(1 - evidence.options.alpha)
    figures = []
    if metrics == 2 and focus is not None and (alone or not several):
        names = [name for name in together.metrics if (here["metric"] == name).any()]
        figures.append(
            evidence.plotted(
                "difference_ellipse",
                here,
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
            evidence.plotted("directions", here, variant=variant, id=f"joint-directions-{place}", caption=caption)
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
                "manova_scores", here, variant=variant, alpha=alpha, id=f"joint-scores-{place}", caption=caption
            )
        )
    return figures
