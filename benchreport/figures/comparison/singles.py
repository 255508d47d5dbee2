"""Heat map of single datasets: every mean result, tinted by its rank, marked where tests on the runs find it worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.page import EDGE, TALLEST, Point, Width, page_of, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.style import INK, MUTED, draw_line, empty_figure, fitted, shades_of, text_width, write
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed, row_decimals
from benchreport.registry import METHODS
from benchreport.stats.multiplicity.adjusting import adjust as adjusted
from benchreport.tables.blocks import cells_of
from benchreport.tables.scores import as_scores
from benchreport.tables.ties import tie_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BEST, WORST = "#a9c8e2", "#ffffff"
TINTS = (BEST, "#e3edf5", WORST)
MARKS = {"worse": "o", "better": "^"}
MEANT = {"": "", "worse": ", significantly worse", "better": ", significantly better"}
NUMBERED_ROWS = 36
# Lengths in inches.
ROWS = (0.17, 0.26)
ROW, LOW_ROW, THIN_ROW, THINNEST = 0.235, 0.16, 0.11, 0.085
LOWER, LOWER_WIDE = "lower is better", 0.75
BETWEEN = 0.09
WIDE_CELL, NARROW_CELL = 0.36, 0.12
NAME_SIZE, SMALL_NAME = 7.6, 5.6
HEAD = 0.32
FOR_METRICS, FOR_NAMES = 0.16, 0.2  # of the width, at most


def singles_map_data(
    table: Any, *, test: str | None = None, control: str | None = None, adjust: str = "holm", alpha: float = 0.05
) -> pl.DataFrame:
    """Return the mean result of every algorithm on every dataset by every metric, its rank, and marks.

    Parameters
    ----------
    table
        Scores.
    test
        The test of two algorithms on the runs of a dataset that marks rest on, such as "corrected_resampled_t" or
        "cv52_f"; without it there are none.
    control
        Mark what differs from this algorithm; without it what is worse than the best of the dataset.
    adjust
        Adjustment of the tests within each dataset and metric.
    alpha
        Level of the tests.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = singles_map_data(br.read_scores(br.example("small_study_5x2.csv")), test="cv52_f")
    >>> numbers.filter(pl.col("mark") == "worse").select("metric", "dataset", "algorithm").row(0)
    ('accuracy', 'breast_cancer', 'DecisionTree')
    """
    scores = as_scores(table)
    names = scores.get_column("algorithm").cast(pl.String).unique().sort().to_list()
    if control is not None:
        one_of(control, names, name="control")
    rows = None
    if test is not None:
        one_of(test, METHODS.answering("folds"), name="test")
        tested: Any = METHODS[test].table
        rows = adjusted(tested(scores, by=("dataset", "metric"), control=control, alpha=alpha), adjust)
    return singles_from(scores, rows, names, control)


def singles_from(
    scores: pl.DataFrame, rows: pl.DataFrame | None, names: Sequence[str], control: str | None
) -> pl.DataFrame:
    """Return the numbers of the figure from scores and the tested pairs of every dataset and metric.

    ``names`` are the algorithms in their order; without ``rows`` there are no marks.
    """
    cells = cells_of(scores).with_columns(pl.col("metric", "dataset", "algorithm").cast(pl.String))
    ahead = pl.col("value") * pl.col("orientation")
    key = tie_key(-ahead, ["metric", "dataset"])
    place = pl.col("algorithm").replace_strict({name: i for i, name in enumerate(names)}, return_dtype=pl.Int64)
    metrics = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    order = pl.col("metric").replace_strict({name: i for i, name in enumerate(metrics)}, return_dtype=pl.Int64)
    ranked = cells.with_columns(
        rank=key.rank().over("metric", "dataset"), best=(key == 0).fill_null(False), place=place, order=order
    )
    marks = _marks(ranked, rows, control)
    numbers = ranked.join(marks, on=["metric", "dataset", "algorithm"], how="left", maintain_order="left")
    return numbers.sort("order", pl.col("dataset").str.to_lowercase(), "dataset", "place").select(
        *("metric", "dataset", "algorithm", "value", "rank", "best"),
        mark=pl.col("mark").fill_null(""),
        lower=pl.col("orientation") < 0,
        control=pl.lit(control, dtype=pl.String),
    )


def _marks(cells: pl.DataFrame, rows: pl.DataFrame | None, control: str | None) -> pl.DataFrame:
    """Return the algorithms that differ significantly from the control, or are worse than a best of the dataset."""
    keys = ["metric", "dataset"]
    if rows is None:
        return cells.select(*keys, "algorithm", mark=pl.lit("")).clear()
    text = pl.col(*keys, "a", "b", "better").cast(pl.String)
    differs = (pl.col("p_adjusted") <= pl.col("alpha")) & pl.col("better").is_not_null()
    pairs = rows.filter(differs).select(text)
    loser = pl.when(pl.col("better") == pl.col("a")).then("b").otherwise("a")
    judged = pairs.select(*keys, "better", algorithm=loser)
    if control is None:
        leaders = cells.filter("best").select(*keys, better="algorithm")
        worse = judged.join(leaders, on=[*keys, "better"], how="semi")
        return worse.select(*keys, "algorithm").unique().with_columns(mark=pl.lit("worse"))
    worse = judged.filter(pl.col("better") == control).select(*keys, "algorithm", mark=pl.lit("worse"))
    better = judged.filter(pl.col("algorithm") == control).select(*keys, algorithm="better", mark=pl.lit("better"))
    return pl.concat([worse, better])


def singles_map(numbers: pl.DataFrame, *, width: Width | float = "page", row: float | None = None) -> Figure:
    """Draw a row for each dataset and metric: results tinted by rank, the best in bold, a dot where one is worse.

    ``row`` is the height of a row in inches, 0.17 to 0.26. Many rows or algorithms are drawn without numbers.

    Examples
    --------
    >>> import benchreport as br
    >>> singles_map(singles_map_data(br.read_scores(br.example("small_study_5x2.csv"))))
    <Figure size ...>
    """
    inches = width_of(width)
    blocks = numbers.partition_by("metric", maintain_order=True)
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    lines = numbers.select("metric", "dataset").n_unique()
    few = lines <= NUMBERED_ROWS
    size = NAME_SIZE if few else SMALL_NAME
    metrics, labels = _labels(numbers, inches, size)
    lower = bool(metrics) and bool(numbers.get_column("lower").any())
    aside = max(
        [text_width(text, NAME_SIZE, weight="bold") for text in metrics.values()] + [LOWER_WIDE] * lower + [0.0]
    )
    left = aside + max(text_width(label, size) for label in labels.values()) + 0.2
    cell = (inches - left) / len(names)
    numbered = few and cell >= WIDE_CELL
    turned = max(text_width(name, NAME_SIZE, weight="bold") for name in names) > max(cell - 0.05, 0.35)
    heads = fitted(names, 1.1 if turned else cell - 0.05, NAME_SIZE, weight="bold")
    head = max(text_width(name, NAME_SIZE, weight="bold") for name in heads) + 0.25 if turned else HEAD
    wished = ROW if row is None else min(max(row, ROWS[0]), ROWS[1])
    between = BETWEEN * (len(blocks) - 1)
    high = min(wished if numbered else LOW_ROW if few else THIN_ROW, (TALLEST - head - between) / lines)
    if high < THINNEST or cell < NARROW_CELL:
        raise OptionError(f"{lines} rows of {len(names)} algorithms do not fit", hint="fewer metrics or datasets")
    total = head + high * lines + between + EDGE
    figure = empty_figure(inches, total)
    page = page_of(figure)
    _write_heads(page, dict(zip(names, heads, strict=True)), (left, total - head), cell, turned=turned)
    y = total - head
    middle: dict[str, Any] = {"va": "center_baseline"}
    for place, block in enumerate(blocks):
        draw_line(page, [0, inches], [y, y], color=MUTED if place else INK, lw=0.4, label="rule")
        if metrics:
            title = metrics[str(block.get_column("metric")[0])]
            write(page, 0.0, y - high / 2, title, size=NAME_SIZE, weight="bold", label="metric", **middle)
            if block.get_column("lower")[0] and block.height > len(names):
                write(page, 0.0, y - 1.5 * high, LOWER, color=MUTED, label="way", **middle)
        for part in block.partition_by("dataset", maintain_order=True):
            dataset = part.get_column("dataset")[0]
            own: dict[str, Any] = {**middle, "gid": mark_of(dataset=dataset)}
            write(page, left - 0.07, y - high / 2, labels[dataset], size=size, ha="right", label="dataset", **own)
            _draw_row(page, part, names, (left, y - high), (cell, high), numbered=numbered)
            y -= high
        y -= BETWEEN
    return figure


def singles_map_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the map of single datasets shows."""
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    metrics = numbers.get_column("metric").unique(maintain_order=True).to_list()
    wins = numbers.filter("best").group_by("algorithm", maintain_order=True).len().sort("len", descending=True)
    first, count = wins.row(0)
    lines = numbers.select("metric", "dataset").n_unique()
    marked = numbers.filter(pl.col("mark") != "").height
    datasets = counted(numbers.get_column("dataset").n_unique(), "dataset")
    return (
        f"Heat map of {counted(len(names), 'algorithm')} on {datasets} by {names_in_words(metrics)}, tinted by rank."
        f" {first} is best, or shares the best, in {count} of {counted(lines, 'row')}."
        f" {counted(marked, 'result')} {'is' if marked == 1 else 'are'} marked as significantly different."
    )


def _labels(numbers: pl.DataFrame, inches: float, size: float) -> tuple[dict[str, str], dict[str, str]]:
    """Return the metrics and the datasets by what is written for them; a lone metric is not written."""
    metrics, datasets = (
        numbers.get_column(name).unique(maintain_order=True).to_list() for name in ("metric", "dataset")
    )
    titles = fitted(metrics, FOR_METRICS * inches, NAME_SIZE, weight="bold") if len(metrics) > 1 else []
    labels = fitted(datasets, FOR_NAMES * inches, size)
    return dict(zip(metrics, titles, strict=False)), dict(zip(datasets, labels, strict=True))


def _write_heads(page: Axes, heads: dict[str, str], corner: Point, cell: float, *, turned: bool) -> None:
    styles = looks(heads)
    for place, (name, head) in enumerate(heads.items()):
        x, y = corner[0] + (place + 0.5) * cell, corner[1]
        look, top, gid = styles[name], 0.09 if turned else 0.24, mark_of(name)
        draw_line(
            page, [x], [y + top], look.marker, color=look.colour, markersize=4.2, mec="none", label="look", gid=gid
        )
        words: dict[str, Any] = {"rotation": 90, "va": "bottom"} if turned else {"va": "center_baseline"}
        words["gid"] = gid
        height = y + (0.19 if turned else 0.1)
        write(page, x, height, head, size=NAME_SIZE, weight="bold", ha="center", label="algorithm", **words)


def _draw_row(
    page: Axes, part: pl.DataFrame, names: Sequence[str], corner: Point, size: Point, *, numbered: bool
) -> None:
    """Draw the results of one dataset by one metric."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    shades = shades_of(TINTS)
    (left, bottom), (wide, high) = corner, size
    rate = bool((part.get_column("value").abs() <= 1).all()) and not part.get_column("lower")[0]
    decimals = [3] * part.height if rate else row_decimals(part.get_column("value").to_list())
    rows = dict(zip(part.get_column("algorithm"), zip(part.iter_rows(named=True), decimals, strict=True), strict=True))
    pad = min(0.01, 0.1 * high)
    metric, dataset = part.select("metric", "dataset").row(0)
    boxes, tints, drawn, texts = [], [], [], []
    for place, name in enumerate(names):
        result, digits = rows.get(name, ({"value": None, "mark": ""}, 0))
        x, y = left + place * wide, bottom + high / 2
        if result["value"] is None:
            dash: dict[str, Any] = {"color": MUTED, "lw": 0.5, "gid": mark_of(name, dataset, f"no {metric}")}
            draw_line(page, [x + wide / 2 - 0.03, x + wide / 2 + 0.03], [y, y], label="missing", **dash)
            continue
        drawn.append(name)
        texts.append(f"{metric} {fixed(result['value'], digits)}, rank {result['rank']:g}{MEANT[result['mark']]}")
        gid = mark_of(name, dataset, texts[-1])
        boxes.append(Rectangle((x + pad, bottom + pad), wide - 2 * pad, high - 2 * pad))
        tints.append(shades((result["rank"] - 1) / max(len(names) - 1, 1)))
        edge = x + wide / 2 + (0.12 if numbered else 0.0)
        if numbered:
            weight: Any = "bold" if result["best"] else "normal"
            text = fixed(result["value"], digits)
            own: dict[str, Any] = {"size": NAME_SIZE, "weight": weight, "ha": "right", "va": "center_baseline"}
            write(page, edge, y, text, label="value", gid=gid, **own)
        if result["mark"]:
            points = 2.6 if result["mark"] == "worse" else 3.4
            shape: dict[str, Any] = {"color": INK, "markersize": points, "mec": "none", "label": result["mark"]}
            shape["gid"] = gid
            draw_line(page, [edge + (0.075 if numbered else 0.0)], [y], MARKS[result["mark"]], zorder=3, **shape)
    look_of_cells: dict[str, Any] = {"facecolors": tints, "edgecolors": "none", "zorder": 0, "label": "ranks"}
    page.add_collection(PatchCollection(boxes, gid=mark_of(drawn, dataset, texts), **look_of_cells))


SINGLES_MAP = Kind(
    id="singles_map",
    title="Map of single datasets",
    question="Which algorithm is best on each dataset, and which are significantly worse there?",
    stretch=("row", 0.17, 0.26),
)
