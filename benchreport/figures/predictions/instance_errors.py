"""Errors by instance and by true class: maps of instances, and of misses of each class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout import millimetres as mm
from benchreport.figures.layout.axes import fitting
from benchreport.figures.layout.looks import Looks, looks
from benchreport.figures.layout.matrix import ink_on
from benchreport.figures.layout.page import Point, Width
from benchreport.figures.layout.table_picture import MM
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.selection import in_class_order, label_of, predictions_of
from benchreport.figures.selection import one_dataset
from benchreport.figures.style import MUTED, draw_box, fitted, shades_of
from benchreport.figures.values import place_among
from benchreport.figures.words import counted
from benchreport.measures.classes import SAID, TRUTH, Positive, with_decisions
from benchreport.measures.confusion import confusion_multiclass
from benchreport.naming import best_of, ends_in_words
from benchreport.numerals import integer, percent
from benchreport.records import dataclass
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scored import as_decisions

if TYPE_CHECKING:
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure

MOST_COLUMNS = 120
MOST_ROWS = 30
MOST_CLASSES = 20
SHADES = ("#f7f7f5", "#dfe9f2", "#9cc0dd", "#2f73ad", "#08335c")
# Lengths in millimetres.
ROW, FOOT = 4.2, 4.6
GROUP_GAP, NUMBERS = 7.0, 9.5
CELL_WIDE, WIDEST_CELL, BLOCK_GAP, BAND_HEAD, LONGEST_LABEL = 4.2, 11.0, 6.0, 12.0, 18.0


def instance_map_data(
    table: Any, *, dataset: str | None = None, positive: Positive = None, most: int = MOST_COLUMNS
) -> pl.DataFrame:
    """Return the instances that an algorithm gets wrong, by true class, and who errs on which.

    An ``item`` "instance" has its ``truth``, its ``place`` within the class and how many ``errors`` there are; an item
    "error" names an algorithm that errs on it; an item "algorithm" counts the errors of an algorithm in a class.

    Parameters
    ----------
    table
        Predictions.
    dataset
        Which of several datasets.
    positive
        The positive class, which comes first.
    most
        Of more instances only those with at least two errors, or three, and so on; ``least`` says with how many.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = instance_map_data(table, dataset="iris")
    >>> numbers.filter(pl.col("item") == "instance").select("truth", "place", "errors").rows()[:2]
    [('versicolor', 0, 6), ('versicolor', 1, 5)]
    """
    single = predictions_of(table, dataset)
    runs = [name for name in RUN_KEYS if name in single.columns]
    answers = with_decisions(single, None, None).select(
        pl.col("algorithm", "dataset").cast(pl.String),
        unit=pl.concat_str(pl.col(*runs, "instance").cast(pl.String), separator="/"),
        truth=pl.col(TRUTH),
        predicted=pl.col(SAID),
        wrong=(pl.col(TRUTH) != pl.col(SAID)).fill_null(False),
    )
    labels = in_class_order(answers.get_column("truth").drop_nulls().unique().to_list())
    first = None if positive is None else label_of(positive, str(answers["dataset"][0]))
    labels.sort(key=lambda label: label != first)
    sums = answers.group_by("algorithm", "truth").agg(errors=pl.col("wrong").sum().cast(pl.Int64), n=pl.len())
    total = pl.col("errors").sum().over("algorithm")
    sums = sums.sort(total, "algorithm", place_among("truth", labels))
    order = sums.get_column("algorithm").unique(maintain_order=True).to_list()
    wrong = answers.filter("wrong")
    everyone = wrong.get_column("unit").n_unique()
    counts = wrong.group_by("unit").agg(errors=pl.len().cast(pl.Int64))
    least = next((t for t in range(1, len(order) + 1) if (counts["errors"] >= t).sum() <= most), len(order))
    pattern = pl.col("algorithm").replace_strict({name: i for i, name in enumerate(order)}, return_dtype=pl.Int64)
    drawn = (
        wrong.group_by("truth", "unit")
        .agg(errors=pl.len().cast(pl.Int64), who=pattern.sort())
        .filter(pl.col("errors") >= least)
        .with_columns(
            pattern=pl.col("who").cast(pl.List(pl.String)).list.eval(pl.element().str.zfill(4)).list.join("/")
        )
        .sort(place_among("truth", labels), -pl.col("errors"), "pattern", "unit")
        .with_columns(place=pl.int_range(pl.len()).over("truth"))
        .group_by("truth", maintain_order=True)
        .head(most)
    )
    errors = wrong.join(drawn.select("unit", "truth", "place"), on=["unit", "truth"]).sort(pattern, "truth", "place")
    parts = [
        sums.with_columns(item=pl.lit("algorithm")),
        drawn.select("truth", "place", "errors", item=pl.lit("instance")),
        errors.select("algorithm", "truth", "place", item=pl.lit("error")),
    ]
    return pl.concat(parts, how="diagonal_relaxed").with_columns(
        dataset=pl.lit(str(answers["dataset"][0])),
        least=pl.lit(least, dtype=pl.Int64),
        wrong_by_any=pl.lit(everyone, dtype=pl.Int64),
        wrong_by_all=pl.lit(counts.filter(pl.col("errors") == len(order)).height, dtype=pl.Int64),
        positive=pl.lit(first, dtype=pl.String),
    )


def instance_map(numbers: pl.DataFrame, *, width: Width | float = "page", row: float = ROW) -> Figure:
    """Draw the map of :func:`instance_map_data`: a column per instance, filled where an algorithm errs.

    Columns are grouped by true class and sorted by the number of algorithms that err, which stands above; the errors of
    each algorithm stand at the right, the fewest in bold. ``row`` is the height of a row in millimetres.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> instance_map(instance_map_data(table, dataset="iris"))
    <Figure size ...>
    """
    wide = mm.millimetres(width)
    sums, columns, errors = (numbers.filter(pl.col("item") == item) for item in ("algorithm", "instance", "error"))
    every = sums.get_column("algorithm").unique(maintain_order=True).to_list()
    names = every[:MOST_ROWS]
    labels = sums.get_column("truth").unique(maintain_order=True).to_list()
    present = [label for label in labels if columns.filter(pl.col("truth") == label).height]
    few = len(present) <= 3
    short, left = mm.name_column(names, 0.22 * wide)
    left += 2.5
    head, foot = 8.4, FOOT if few else 1.0
    sheet = mm.sheet_in_mm(wide, head + row * len(names) + foot)
    gap = GROUP_GAP if few else 2.0
    beside = NUMBERS if few else 0.0
    numbers_right = 0.0 if few else NUMBERS
    room = wide - left - gap * (len(present) - 1) - beside * len(present) - numbers_right
    cell = min(room / max(columns.height, 1), 3.2)
    styles = looks(every)
    best = best_of(dict(sums.group_by("algorithm", maintain_order=True).agg(pl.col("errors").sum()).rows()), lower=True)
    for place, name in enumerate(names):
        sheet.name(0, head + row * (place + 0.5), short[name], styles[name], algorithm=name, bold=name in best)
    x = left
    two = len(labels) == 2
    for label in present:
        own = columns.filter(pl.col("truth") == label)
        group = _Group(left=x, cell=cell, n=own.height, dataset=str(numbers["dataset"][0]))
        title = _group_title(label, labels, numbers["positive"][0]) if two else label
        sheet.write(x, 2.4, title, size=mm.HEAD, bold=True, most=min(group.wide + beside + gap - 1.5, wide - x))
        _draw_counts(sheet, own, group, head)
        wrong = errors.filter(pl.col("truth") == label).join(own.select("place", count="errors"), on="place")
        _draw_errors(sheet, wrong, group, every, styles, head, row)
        if few:
            _write_sums(sheet, sums.filter(pl.col("truth") == label), names, group.left + group.wide + 5.4, head, row)
            sheet.write(x, head + row * len(names) + 2.2, counted(own.height, "instance"), size=mm.SMALL, color=MUTED)
        x += group.wide + beside + gap
    if not few:
        _write_sums(sheet, sums, names, wide, head, row)
    return sheet.figure


def instance_map_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a map of instances shows."""
    sums = numbers.filter(pl.col("item") == "algorithm")
    dataset, some, all_, least = numbers.select("dataset", "wrong_by_any", "wrong_by_all", "least").row(0)
    errors = dict(sums.group_by("algorithm", maintain_order=True).agg(pl.col("errors").sum()).rows())
    n = int(sums.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
    sentences = [
        f"Map of errors by instance on {dataset}: of {counted(n, 'instance')}, {integer(some)} are misclassified by at "
        f"least one of {counted(len(errors), 'algorithm')}, {integer(all_)} by all.",
        ends_in_words(errors, "number of errors", lower=True, ends=("smallest", "largest"), text=lambda v: str(int(v))),
    ]
    if least > 1:
        sentences.append(f"Drawn are those with at least {least} errors.")
    return " ".join(filter(None, sentences))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """The columns of one true class: where they begin, how wide each is, how many there are."""

    left: float
    cell: float
    n: int
    dataset: str

    @property
    def wide(self) -> float:
        """The width of all columns in millimetres."""
        return self.cell * self.n


def _group_title(label: str, labels: Sequence[str], positive: str | None) -> str:
    other = next(name for name in labels if name != label)
    kind = "" if positive is None else " (missed)" if label == positive else " (false alarm)"
    return f"{label}, predicted {other}{kind}"


def _draw_counts(sheet: mm.Sheet, columns: pl.DataFrame, group: _Group, head: float) -> None:
    """Draw brackets above the columns with the number of algorithms that err on each."""
    for (errors,), part in columns.group_by("errors", maintain_order=True):
        start = group.left + group.cell * int(part.get_column("place")[0])
        end = start + group.cell * part.height
        inside = min(0.25, group.cell / 4)
        sheet.rule(head - 1.0, 0.6, start + inside, end - inside, color=MUTED)
        if mm.wide_in_mm([str(errors)], mm.TINY) + 0.5 <= end - start:
            sheet.write((start + end) / 2, head - 2.7, str(errors), size=mm.TINY, ha="center", color=MUTED)


def _draw_errors(
    sheet: mm.Sheet, errors: pl.DataFrame, group: _Group, names: Sequence[str], styles: Looks, head: float, row: float
) -> None:
    pad = min(0.16, group.cell / 8)
    for place, name in enumerate(names[:MOST_ROWS]):
        y = head + row * (place + 0.5)
        sheet.rule(y, 0.5, group.left, group.left + group.wide, color=mm.PALE)
        own = errors.filter(pl.col("algorithm") == name)
        for column, label, count in own.select("place", "truth", "count").rows():
            corner = (group.left + group.cell * column + pad, y - 0.36 * row)
            size = (group.cell - 2 * pad, 0.72 * row)
            gid = mark_of(
                name, group.dataset, f"error on an instance of class {label}, wrong by {count} of {len(names)}"
            )
            draw_box(sheet.page, corner, *size, fc=styles[name].colour, ec="none", zorder=2, gid=gid)


def _write_sums(sheet: mm.Sheet, sums: pl.DataFrame, names: Sequence[str], x: float, head: float, row: float) -> None:
    totals = dict(sums.group_by("algorithm").agg(pl.col("errors").sum()).rows())
    fewest = min(totals.values(), default=0)
    for place, name in enumerate(names):
        total = totals.get(name, 0)
        y = head + row * (place + 0.5)
        sheet.write(x, y, integer(total), size=mm.NAME, bold=total == fewest, ha="right")


INSTANCE_MAP = Kind(
    id="instance_map",
    title="Map of errors by instance",
    question="Which instances are hard, and do classifiers err on the same ones?",
    shape="predictions",
    stretch=("row", 3.4, 5.2),
)


def class_misses_data(table: Any, *, dataset: str | None = None, most: int = MOST_CLASSES) -> pl.DataFrame:
    """Return how many instances of each true class an algorithm misses: a row per dataset, algorithm and class.

    ``n`` are the instances of the class, ``missed`` those predicted otherwise, ``share`` is their ratio. Runs are added
    up. Algorithms come in the order of their mean error rate.

    Parameters
    ----------
    table
        Predictions, or confusion counts.
    dataset
        Which of several datasets; by default all.
    most
        Of more classes those with the largest share of misses; ``classes`` says how many there are.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> class_misses_data(table, dataset="iris").select("algorithm", "label", "missed", "n").row(1)
    ('DecisionTree', 'versicolor', 3, 50)
    """
    answers = as_decisions(table)
    chosen = answers if dataset is None else one_dataset(answers, dataset)
    cells = confusion_multiclass(chosen, by="dataset").with_columns(
        pl.col("dataset", "algorithm", "actual", "predicted").cast(pl.String)
    )
    keys = ["dataset", "algorithm"]
    wrong = pl.col("n").filter(pl.col("actual") != pl.col("predicted")).sum()
    rows = cells.group_by(*keys, label="actual").agg(missed=wrong.cast(pl.Int64), n=pl.col("n").sum().cast(pl.Int64))
    rows = rows.filter(pl.col("n").max().over("dataset", "label") > 0)
    rates = rows.group_by(keys).agg(error=pl.col("missed").sum() / pl.col("n").sum())
    order = (
        rates.group_by("algorithm").agg(pl.col("error").mean()).sort(pl.col("error").round_sig_figs(12), "algorithm")
    )
    shares = rows.with_columns(
        share=pl.when(pl.col("n") > 0).then(pl.col("missed") / pl.col("n")),
        classes=pl.col("label").n_unique().over("dataset").cast(pl.Int64),
    )
    hardness = shares.group_by("dataset", "label").agg(pl.col("share").mean())
    place = pl.col("share").rank("ordinal", descending=True).over("dataset")
    hardest = hardness.sort("dataset", "label").filter(place <= most).select("dataset", "label")
    labels = in_class_order(shares.get_column("label").unique().to_list())
    return shares.join(hardest, on=["dataset", "label"], how="semi").sort(
        "dataset", place_among("algorithm", order.get_column("algorithm").to_list()), place_among("label", labels)
    )


def class_misses(numbers: pl.DataFrame, *, width: Width | float = "page", row: float = 5.0) -> Figure:
    """Draw the misses of :func:`class_misses_data`: numbers of misses, tinted by the share of the class.

    Datasets stand side by side, on one scale; a cell is empty where nothing is missed. ``row`` is the height of a row
    in millimetres.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> class_misses(class_misses_data(table, dataset="iris"))
    <Figure size ...>
    """
    from matplotlib.colors import PowerNorm

    wide = mm.millimetres(width)
    every = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    names = every[:MOST_ROWS]
    short, left = mm.name_column(names, 0.24 * wide)
    left += 3.0
    styles = looks(every)
    bands = _bands(numbers, int((wide - left) // CELL_WIDE))
    cell = _cell_wide(bands, wide - left)
    every_label = [label for blocks in bands for block in blocks for label in block.labels]
    upright = mm.wide_in_mm(every_label, mm.SMALL) > cell - 0.4
    head = BAND_HEAD + (min(mm.wide_in_mm(every_label, mm.SMALL), LONGEST_LABEL) - 2.0 if upright else 0.0)
    high = head + row * len(names) + 4.0
    sheet = mm.sheet_in_mm(wide, high * len(bands) + 5.5)
    top = float(ends_of(numbers.get_column("share").drop_nulls())[1]) or 1.0
    norm = PowerNorm(0.6, 0, top)
    for band, blocks in enumerate(bands):
        y = high * band
        for place, name in enumerate(names):
            sheet.name(0, y + head + row * (place + 0.5), short[name], styles[name], algorithm=name)
        x = left
        for block in blocks:
            _draw_block(sheet, block, names, norm, (x, y), head, (cell, row), upright=upright)
            x += cell * len(block.labels) + BLOCK_GAP
    _draw_scale(sheet, norm, top, high * len(bands) - 1.0)
    return sheet.figure


def class_misses_alt(numbers: pl.DataFrame) -> str:
    """Return in words how many instances of each class are missed."""
    several = numbers.get_column("dataset").n_unique()
    where = str(numbers.get_column("dataset")[0]) if several == 1 else f"{several} datasets"
    names = numbers.get_column("algorithm").n_unique()
    worst = numbers.drop_nulls("share").sort("share", "dataset", "algorithm", "label", descending=[True, *[False] * 3])
    words = f"Instances missed by true class on {where}, {counted(names, 'algorithm')}."
    if worst.is_empty() or not worst.get_column("missed")[0]:
        return f"{words} Nothing is missed."
    name, label, missed, n, dataset = worst.select("algorithm", "label", "missed", "n", "dataset").row(0)
    place = f" of {dataset}" if several > 1 else ""
    return f"{words} The largest share: {name} misses {missed} of {n} instances of class {label}{place}."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """The cells of one dataset: its classes, and counts and shares by algorithm and class."""

    dataset: str
    note: str
    labels: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[int, float | None]]


def _bands(numbers: pl.DataFrame, most: int) -> list[list[_Block]]:
    """Return the datasets in rows of as many as fit side by side, in order."""
    bands: list[list[_Block]] = [[]]
    used = 0
    for (dataset,), part in numbers.group_by("dataset", maintain_order=True):
        labels = tuple(part.get_column("label").unique(maintain_order=True).to_list())
        size = int(part.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
        classes = int(part.get_column("classes")[0])
        note = f"{integer(size)} instances"
        if classes > len(labels):
            note += f", the {len(labels)} hardest of {classes} classes"
        rows = part.select("algorithm", "label", "missed", "share").rows()
        cells = {(name, label): (missed, share) for name, label, missed, share in rows}
        block = _Block(dataset=str(dataset), note=note, labels=labels, cells=cells)
        if bands[-1] and used + len(labels) + 1 > most:
            bands.append([])
            used = 0
        bands[-1].append(block)
        used += len(labels) + 1
    return bands


def _cell_wide(bands: Sequence[Sequence[_Block]], room: float) -> float:
    """Return the width of a cell, the same in all bands."""
    wide = [
        (room - BLOCK_GAP * (len(blocks) - 1)) / max(sum(len(block.labels) for block in blocks), 1) for blocks in bands
    ]
    return min(*wide, WIDEST_CELL) if wide else WIDEST_CELL


def _draw_block(
    sheet: mm.Sheet,
    block: _Block,
    names: Sequence[str],
    norm: PowerNorm,
    corner: Point,
    head: float,
    size: Point,
    *,
    upright: bool,
) -> None:
    left, top, (cell, row), shades = corner[0], corner[1] + head, size, shades_of(SHADES)
    wide = max(cell * len(block.labels) + BLOCK_GAP - 1, 8.0)
    sheet.write(left, corner[1] + 2.2, block.dataset, bold=True, most=wide)
    sheet.write(left, corner[1] + 5.8, block.note, size=mm.SMALL, most=wide, color=MUTED)
    heads = fitted(block.labels, (LONGEST_LABEL if upright else cell - 0.4) / MM, mm.SMALL)
    for place, (label, text) in enumerate(zip(block.labels, heads, strict=True)):
        turn: dict[str, Any] = {"rotation": 90, "va": "bottom"} if upright else {}
        height = top - (1.0 if upright else 1.9)
        sheet.write(left + cell * (place + 0.5), height, text, size=mm.SMALL, ha="center", **turn)
        for line, name in enumerate(names):
            missed, share = block.cells.get((name, label), (0, None))
            ground = shades(float(norm(share or 0.0)))[:3]
            spot = (left + cell * place + 0.15, top + row * line + 0.15)
            gid = mark_of(name, block.dataset, misses_text(label, missed, share))
            draw_box(sheet.page, spot, cell - 0.3, row - 0.3, fc=ground, ec="none", zorder=1, gid=gid)
            if missed:
                ink: dict[str, Any] = {
                    "size": mm.HEAD,
                    "ha": "center",
                    "color": ink_on(ground),
                    "zorder": 3,
                    "gid": gid,
                }
                sheet.write(left + cell * (place + 0.5), top + row * (line + 0.5), integer(missed), **ink)


def misses_text(label: str, missed: int, share: float | None) -> str:
    """Return how many instances of a class are missed.

    Examples
    --------
    >>> misses_text("versicolor", 3, 0.06)
    'class versicolor: 3 missed (6.0 %)'
    """
    return f"class {label}: {integer(missed)} missed{'' if share is None else f' ({percent(share, 1)})'}"


def _draw_scale(sheet: mm.Sheet, norm: PowerNorm, top: float, y: float) -> None:
    """Draw the scale of the shares at the lower right."""
    wide = 40.0
    left = sheet.width - wide - 6.0
    axes = sheet.panel(left, y, wide, 2.0, "scale")
    shades = np.asarray(norm(np.linspace(0, top, 300)))[None]
    looks_of_shades: dict[str, Any] = {"aspect": "auto", "cmap": shades_of(SHADES), "interpolation": "none"}
    axes.imshow(shades, vmin=0, vmax=1, extent=(0, top, 0, 1), **looks_of_shades)
    places, _ = fitting((0.0, top), 0.8 * wide / MM, across=True)
    axes.set(yticks=[])
    axes.set_xticks(places, [percent(place, None) for place in places], fontsize=mm.TINY)
    axes.tick_params(length=1.5, pad=1)
    axes.spines[:].set_visible(False)
    sheet.write(left - 2.5, y + 1.1, "share of the class missed", size=mm.SMALL, ha="right")


CLASS_MISSES = Kind(
    id="class_misses",
    title="Misses by true class",
    question="Which classes does each classifier miss?",
    shape="predictions",
    also=("counts",),
    stretch=("row", 4.2, 6.0),
)
