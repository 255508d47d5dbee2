"""The section of single datasets: every mean result by dataset, and what tests on the runs of a dataset say."""

from __future__ import annotations

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.result_rows import largest, of_metrics
from benchreport.document.evidence.runs import datasets_in, several_by_design
from benchreport.document.exhibits.tables import DESIGN_WORDS
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.naming import enumerated, spelled
from benchreport.numerals import integer, none_or_integer
from benchreport.records import dataclass
from benchreport.registry import METHODS

# So many rows fit a page; further metrics are left out of the map.
MOST_ROWS = 100
MOST_ALGORITHMS = 40
NAMED_DATASETS, NAMED_METRICS, NAMED_ALGORITHMS = 3, 6, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Algorithms that differ significantly from the best of a dataset, or from the reference, by so many metrics."""

    dataset: str
    names: str
    metrics: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """Who is significantly worse, or better, than the best of a dataset or the reference."""

    word: str
    parts: tuple[Marked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Singles:
    """What the template ``singles`` prints.

    ``family`` is what the adjustment is over within a dataset and metric. Of ``total`` comparisons by each metric so
    many differ: ``counts``, or from the fewest to the most of many metrics (``ends``), ``where`` says on which
    datasets. ``marked`` are whom they concern, where these are few; ``untested`` counts comparisons
    without a test.
    """

    designs: str
    tests: str
    family: str
    total: str
    counts: tuple[tuple[str, str], ...]
    ends: tuple[str, str] | None
    where: str
    marked: tuple[Differing, ...]
    metrics: int
    untested: str
    all_tests: str
    map: Figure | None


def singles_section(evidence: Evidence) -> Section | None:
    """Return the section on single datasets; none without runs of a declared design, or for a lone comparison.

    The instances of one dataset speak in the section of predictions.
    """
    from benchreport.figures.comparison.singles import singles_from

    if len(evidence.datasets) == 1 and (evidence.decided is not None or evidence.counts is not None):
        return None
    within = evidence.within
    rows = pl.concat([part.rows for part in within]) if within else pl.DataFrame()
    if rows.is_empty() or rows.select("metric", "dataset").n_unique() == 1:
        return None
    names = [name for name in evidence.cast if name in {*rows["a"], *rows["b"]}]
    metrics = [part.metric.name for part in within]
    layouts = several_by_design(evidence.design)
    scores = of_metrics(evidence.scores, metrics).filter(
        pl.col("dataset").cast(pl.String).is_in(datasets_in(layouts)), pl.col("algorithm").cast(pl.String).is_in(names)
    )
    numbers = singles_from(scores, rows, names, evidence.options.reference)
    significant = rows.filter((pl.col("p_adjusted") <= pl.col("alpha")) & pl.col("better").is_not_null())
    tested = rows.group_by("metric").agg(pl.col("p_value").count())["p_value"]
    counts = [(significant.filter(pl.col("metric") == name).height, name) for name in metrics]
    many = len(counts) > NAMED_METRICS
    family = _family(evidence, rows)
    return evidence.section(
        "singles",
        Singles(
            designs=enumerated([DESIGN_WORDS[kind] for kind in layouts["design"].unique(maintain_order=True)]),
            tests=enumerated([METHODS[name].name for name in dict.fromkeys(rows["method"])]),
            family=family,
            total=f"{'up to ' if tested.n_unique() > 1 else ''}{integer(int(largest(tested) or 0))}",
            counts=() if many else tuple((none_or_integer(count), name) for count, name in counts),
            ends=tuple(f"{none_or_integer(n)} by {name}" for n, name in (min(counts), max(counts))) if many else None,  # type: ignore[arg-type]
            where=_where(significant, rows["dataset"].n_unique()),
            marked=tuple(
                Differing(word=word, parts=parts) for word in ("worse", "better") if (parts := _marked(numbers, word))
            ),
            metrics=len(metrics),
            untested=integer(rows["p_value"].null_count()) if rows["p_value"].null_count() else "",
            all_tests=integer(rows.height),
            map=_map(evidence, numbers, family),
        ),
    )


def _family(evidence: Evidence, rows: pl.DataFrame) -> str:
    """Return what the p-values of a dataset and metric are adjusted over, in words; empty for a single pair."""
    sizes = rows.group_by("metric", "dataset").len()["len"]
    most = int(largest(sizes) or 0)
    count = f"{'the' if sizes.n_unique() == 1 else 'up to'} {integer(most)}"
    reference = evidence.options.reference
    what = "pairs" if reference is None else f"comparisons with {reference}"
    return f"{count} {what}" if most > 1 else ""


def _where(significant: pl.DataFrame, datasets: int) -> str:
    """Return on which datasets pairs differ, all metrics taken together."""
    counts = significant.group_by("dataset").len().sort("len", "dataset", descending=[True, False]).rows()
    if len(counts) == 1:
        return f"all on {counts[0][0]}"
    if len(counts) <= NAMED_DATASETS:
        return enumerated([f"{integer(count)} on {dataset}" for dataset, count in counts])
    return f"on {'all' if len(counts) == datasets else f'{len(counts)} of the'} {datasets} datasets"


def _marked(numbers: pl.DataFrame, mark: str) -> tuple[Marked, ...]:
    """Return who is marked on which dataset, by most metrics first; none where there are too many to be named."""
    marked = numbers.filter(pl.col("mark") == mark)
    if marked["dataset"].n_unique() > NAMED_DATASETS or marked["algorithm"].n_unique() > NAMED_ALGORITHMS:
        return ()
    counts = marked.group_by("dataset", "algorithm", maintain_order=True).len("metrics")
    alike = (
        counts.group_by("dataset", "metrics", maintain_order=True)
        .agg("algorithm")
        .sort("dataset", "metrics", descending=[False, True], maintain_order=True)
    )
    return tuple(Marked(dataset=d, names=enumerated(names), metrics=n) for d, n, names in alike.rows())


def _map(evidence: Evidence, numbers: pl.DataFrame, family: str) -> Figure | None:
    """Return the map of the metrics that fit a page, the first first; None where not even one does."""
    lines = numbers.group_by("metric", maintain_order=True).agg(pl.col("dataset").n_unique())
    fitting = lines.filter(pl.col("dataset").cum_sum() <= MOST_ROWS)["metric"].to_list()
    if not fitting or numbers["algorithm"].n_unique() > MOST_ALGORITHMS:
        return None
    reference, first = evidence.options.reference, fitting[0]
    several = lines.height > 1
    drawn = numbers.filter(pl.col("metric").is_in(fitting))
    shapes = {"worse": "Dot", "better": "Triangle"}
    marks = [
        f"{shape}: significantly {mark} than {reference or 'the best of the row'}."
        for mark, shape in shapes.items()
        if mark in drawn["mark"]
    ]
    marks += [f"Tests are adjusted over {family} of a dataset and metric."] if family and marks else []
    order = f"by mean rank{' in ' + first if several else ''}{', after the reference' if reference is not None else ''}"
    only = (
        ""
        if len(fitting) == lines.height
        else f" The first {spelled(len(fitting))} of {spelled(lines.height)} metrics."
    )
    caption = (
        f"Mean results on every dataset{'' if several else f' by {first}'}. Tint: rank in the row, strongest the best "
        f"(bold). {' '.join([*marks, f'Columns {order}.'])}{only}"
    )
    return evidence.drawn("singles_map", drawn, id="singles-map", caption=caption, width="page")


SINGLES = Part(id="singles", make=singles_section, record=Singles)
