"""The section of sizes: how large differences are, dataset by dataset, and how far algorithms are from the best."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from benchreport.document.analyses.common_scale import scale_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.result_rows import largest, smallest
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.naming import spelled
from benchreport.numerals import counted, decimals_for, fixed, number
from benchreport.records import dataclass

# On fewer datasets a picture of differences, and one of distances, says no more than the numbers.
FEWEST_DRAWN, FEWEST_SUMMED_UP = 5, 10
# So many algorithms are all in the picture of differences.
ALL_COMPARED = 4
# Rates so close are practically equivalent, unless a region is declared; of the largest possible value.
REGION = 0.01
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """The largest lead or deficit of the algorithm in focus: how large, against whom, on which dataset."""

    size: str
    other: str
    dataset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What the template ``sizes`` prints.

    ``near`` are the algorithms compared with the one in focus, each with the number of datasets on which both are
    within ``margin`` and the number that both have; none where no margin is known. ``ratio`` says that sizes are
    factors.
    """

    focus: str
    others: tuple[str, ...]
    any_other: str
    margin: str
    near: tuple[tuple[str, int, int], ...]
    lead: Extreme | None
    deficit: Extreme | None
    ratio: bool
    differences: Figure
    distances: Figure | None


def sizes_section(evidence: Evidence) -> Section | None:
    """Return the section on sizes by the first metric; none of few datasets, or without ratios of values with units."""
    from benchreport.figures.comparison.folds import differences_from

    c = evidence.comparisons[0]
    if c.reason is not None or (largest(c.ranks["n"]) or 0) < FEWEST_DRAWN:
        return None
    scores = evidence.alike.scores if evidence.filled else evidence.paired
    own = scores.filter(pl.col("metric") == c.metric.name)
    if not c.metric.comparable and (not c.metric.ratios or (smallest(own["value"]) or 0.0) <= 0):
        return None
    numbers = differences_from(own, c.tested, c.focus, c.algorithms)
    others = tuple(numbers["b"].unique(maintain_order=True))
    margin = _margin(evidence, c.metric)
    lead, deficit = _extremes(numbers)
    return evidence.section(
        "sizes",
        Sizes(
            focus=c.focus,
            others=others,
            any_other=others[0] if len(others) == 1 else f"any of the {spelled(len(others))}",
            margin="" if margin is None else number(margin),
            near=() if margin is None else _near(numbers, margin),
            lead=lead,
            deficit=deficit,
            ratio=bool(numbers["ratio"][0]),
            differences=_differences(evidence, c, numbers),
            distances=_distances(evidence, c),
        ),
    )


def _margin(evidence: Evidence, metric: Metric) -> float | None:
    """Return the size below which differences do not matter: as declared, or the convention for rates."""
    declared = evidence.options.rope
    if isinstance(declared, Mapping):
        declared = declared.get(metric.name)
    if declared is not None or not metric.comparable:
        return declared if metric.comparable else None
    scale = scale_of(evidence, metric)
    return None if scale is None else REGION * scale


def _near(numbers: pl.DataFrame, margin: float) -> tuple[tuple[str, int, int], ...]:
    close = (pl.col("difference").abs() <= margin * (1 + ROUNDING)).sum()
    counts = numbers.group_by("b", maintain_order=True).agg(near=close.cast(pl.Int64), n=pl.len().cast(pl.Int64))
    return tuple(counts.rows())


def _extremes(numbers: pl.DataFrame) -> tuple[Extreme | None, Extreme | None]:
    """Return the largest lead and the largest deficit; none where there is no dataset with one."""
    ratio, lower = numbers.select("ratio", pl.col("direction") == "lower").row(0)
    size = pl.col("difference").log() if ratio else pl.col("difference")
    sized = numbers.with_columns(size=-size if lower else size).sort("dataset", "b").sort("size", maintain_order=True)
    return _extreme(sized.filter(pl.col("size") > 0).tail(1)), _extreme(sized.filter(pl.col("size") < 0).head(1))


def _extreme(rows: pl.DataFrame) -> Extreme | None:
    if rows.is_empty():
        return None
    row = rows.row(0, named=True)
    difference = row["difference"]
    if not row["ratio"]:
        words = fixed(abs(difference), decimals_for(difference))
    else:
        factor = max(difference, 1 / difference)
        words = fixed(factor, 2 if factor < 2 else 1 if factor < 10 else 0)
    return Extreme(size=words, other=row["b"], dataset=row["dataset"])


def _differences(evidence: Evidence, c: Comparison, numbers: pl.DataFrame) -> Figure:
    differ = numbers.unique("b")["differs"]
    others = differ.len()
    if others == len(c.algorithms) - 1:
        whom = numbers["b"][0] if others == 1 else f"the {'other two' if others == 2 else 'three others'}"
    elif differ.any() or c.undecided is not None:
        whom = f"{spelled(others)} of the {spelled(len(c.algorithms) - 1)} others"
    else:
        alike = len(c.algorithms) - 1 - _beaten(c)
        count = f"the {spelled(others)}" if alike == others else f"{spelled(others)} of the {spelled(alike)}"
        whom = f"{count} {evidence.nouns} that cannot be distinguished from it"
    band = " Dashed line: estimate." if numbers["estimate"].count() else ""
    band = " Dashed line and band: estimate and interval." if numbers["ci_low"].count() else band
    caption = f"{c.focus} against {whom}, dataset by dataset; upwards {c.focus} is better.{band}"
    return evidence.drawn("sorted_differences", numbers, id="sorted-differences", caption=caption, width="page")


def _beaten(c: Comparison) -> int:
    """Return how many algorithms differ significantly from the one in focus."""
    pairs = c.significant().select(pl.col("a", "b").cast(pl.String)).rows()
    return sum(c.focus in pair for pair in pairs)


def _distances(evidence: Evidence, c: Comparison) -> Figure | None:
    """Return the distances from the best of each dataset that all algorithms have; none of few."""
    from benchreport.figures.scores.distances import distances_from

    whole = evidence.measured.filter((pl.col("metric") == c.metric.name) & pl.col("value").is_not_null())
    datasets = whole["dataset"].n_unique()
    ratio = not c.metric.comparable
    no_ratios = ratio and (smallest(whole["value"]) or 0.0) <= 0
    if len(c.algorithms) <= ALL_COMPARED or datasets < FEWEST_SUMMED_UP or no_ratios:
        return None
    numbers = distances_from(whole, c.algorithms, ratio=ratio)
    caption = (
        f"Distance from the best of each dataset. Left: share of the {counted(datasets, 'dataset')} within a distance. "
        "Right: median, quartiles and central 80 %."
    )
    return evidence.drawn("distances", numbers, id="distances", caption=caption, width="page")


SIZES = Part(id="sizes", make=sizes_section, record=Sizes)
