"""ROC curves beside a table of their areas: intervals, and differences from the largest or from a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout import millimetres as mm
from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.axes import fitting, gridded, ruled
from benchreport.figures.layout.looks import Looks, looks
from benchreport.figures.layout.page import Width
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.selection import against_rest, decided, runs_in
from benchreport.figures.style import FAINT, INK, draw_box, draw_line
from benchreport.figures.values import items
from benchreport.figures.words import counted
from benchreport.measures.classes import Positive, positive_of
from benchreport.measures.confusion import confusion_binary
from benchreport.measures.curves import roc_curve
from benchreport.naming import ends_in_words, named
from benchreport.numerals import fixed, limits, p_value, percent
from benchreport.stats.answer.agreeing_pairs import agreeing_pairs
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.one_algorithm.areas import ci_auc
from benchreport.stats.two_algorithms.areas import delong

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS = 2500  # a side, that a curve keeps: a corner is enlarged five times
IN_COLOUR = 3  # curves of the largest areas
MOST_ROWS = 24
GOOD, CLOSE, HALF = 0.9, 0.97, 0.5  # where all areas are larger, or most of them, the corner is the picture
CORNER = 0.2  # of the false positive rate, and below 1 of the true positive rate
# Lengths in millimetres.
SIDE, TOP, LEFT, GAP = 58.0, 5.0, 10.0, 10.0
ROW, LEAST_ROW = 5.9, 4.2
NARROW = 130.0  # on narrower pages the table stands below the curves


def roc_areas_data(
    table: Any,
    *,
    positive: Positive = None,
    dataset: str | None = None,
    control: str | None = None,
    adjust: str = "holm",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the areas with their differences from the largest ("area"), the points of the curves, and own decisions.

    ``low`` and ``high`` are DeLong's interval of an area by itself; ``ci_low`` and ``ci_high`` those of the difference
    for all pairs together, which agree with the adjusted test. An item "cut" is where an algorithm's own decisions lie.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities.
    positive
        The positive class.
    dataset
        Which of several datasets.
    control
        The reference, in place of the algorithm with the largest area; its comparisons are then the family.
    adjust, alpha
        Adjustment of DeLong's tests, and the level.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = roc_areas_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.select("algorithm", pl.col("area", "estimate").round(4), pl.col("p_adjusted").round(3)).row(1)
    ('RandomForest', 0.991, -0.0037, 0.927)
    """
    ready = against_rest(table, dataset, positive)
    areas = ci_auc(ready, positive=1, alpha=alpha)
    test = partial(delong, ready, positive=1, control=control, missing="available")
    pairs = agreeing_pairs(lambda level: test(alpha=level), adjustment=adjust, alpha=alpha)
    return area_items(areas, pairs, control=control, curves=curve_items(table, positive, dataset))


def curve_items(table: Any, positive: Positive, dataset: str | None = None) -> pl.DataFrame:
    """Return the points of the curves, and the false and true positive rates of the predicted classes, if there are."""
    ready = against_rest(table, dataset, positive)
    points = roc_curve(ready, positive=1, resolution=DOTS).drop_nulls(["x", "y"])
    parts = [points.select(pl.lit("point").alias("item"), pl.col("algorithm").cast(pl.String), "x", "y")]
    answers = decided(table, dataset)
    if "prediction" in answers.columns:
        cells = confusion_binary(answers, positive=positive)
        rates = {"x": pl.col("fp") / (pl.col("fp") + pl.col("tn")), "y": pl.col("tp") / (pl.col("tp") + pl.col("fn"))}
        cuts = cells.select(pl.lit("cut").alias("item"), pl.col("algorithm").cast(pl.String), **rates)
        parts.append(cuts.drop_nulls(["x", "y"]))
    label = str(positive_of(answers, positive).get_column("positive")[0])
    folds = pl.lit("pooled" if runs_in(ready) else None, dtype=pl.String)
    return pl.concat(parts).with_columns(label=pl.lit(label), folds=folds)


def area_items(
    areas: pl.DataFrame, pairs: pl.DataFrame | None, *, control: str | None, curves: pl.DataFrame
) -> pl.DataFrame:
    """Return all numbers of the figure from areas with intervals, tests of pairs and curves.

    The first row is the reference or the largest area, and the others follow by their areas. Without ``pairs`` there
    are no differences.
    """
    own = areas.select(
        pl.col("dataset").cast(pl.String), algorithm=pl.col("a").cast(pl.String), area="estimate", low="ci_low",
        high="ci_high",
    )  # fmt: skip
    order = own.sort("area", "algorithm", descending=[True, False], nulls_last=True)
    first = control or str(order.get_column("algorithm")[0])
    rows = order.with_columns(item=pl.lit("area"), first=pl.lit(first))
    if pairs is not None:
        rows = rows.join(_facing(pairs, first), on="algorithm", how="left", maintain_order="left")
        rows = rows.with_columns(tests=pl.lit(pairs.height, dtype=pl.Int64), adjustment=pl.lit(pairs["adjustment"][0]))
    label, folds = curves.select("label", "folds").row(0)
    rows = rows.with_columns(
        label=pl.lit(label), folds=pl.lit(folds, dtype=pl.String), reference=pl.lit(control, dtype=pl.String)
    )
    return pl.concat([rows, curves], how="diagonal_relaxed")


def _facing(pairs: pl.DataFrame, first: str) -> pl.DataFrame:
    """Return the differences from one algorithm, by the other one."""
    turn = pl.col("a") == first
    low, high = pl.col("ci_low"), pl.col("ci_high")
    return pairs.filter(turn | (pl.col("b") == first)).select(
        algorithm=pl.when(turn).then("b").otherwise("a"),
        estimate=pl.when(turn).then(-pl.col("estimate")).otherwise("estimate") + 0.0,
        ci_low=pl.when(turn).then(-high).otherwise(low) + 0.0,
        ci_high=pl.when(turn).then(-low).otherwise(high) + 0.0,
        low_open=pl.when(turn).then("high_open").otherwise("low_open"),
        high_open=pl.when(turn).then("low_open").otherwise("high_open"),
        p_adjusted="p_adjusted",
        significant=(pl.col("p_adjusted") <= pl.col("alpha")).fill_null(False),
        alpha="alpha",
    )


def roc_areas(numbers: pl.DataFrame, *, width: Width | float = "page") -> Figure:
    """Draw ROC curves from the numbers of :func:`roc_areas_data`, and a table of the areas beside them.

    The curves of the three largest areas have colours, the others are grey; marks are the algorithms' own decisions.
    Where all areas exceed 0.9, the upper left corner is drawn large and the whole curve small within it. In the table a
    filled mark differs significantly from the first row.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> roc_areas(roc_areas_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size ...>
    """
    wide = mm.millimetres(width)
    areas, points, cuts = items(numbers, "area", "point", "cut")
    cuts = cuts.with_columns(dataset=pl.lit(areas.get_column("dataset")[0]))
    rows = _rows(areas)
    styles = looks(areas.get_column("algorithm"))
    narrow = wide < NARROW
    side = min(SIDE, wide - LEFT - 3)
    row = max(LEAST_ROW, min(ROW, SIDE / max(rows.height, 1)))
    table_high = picture.HEAD_HIGH + row * rows.height + 7.0
    curves_high = TOP + side + 8.5
    sheet = mm.sheet_in_mm(wide, curves_high + 3 + table_high if narrow else max(curves_high, table_high))
    by_area = areas.sort("area", "algorithm", descending=[True, False], nulls_last=True)
    named_curves = by_area.drop_nulls("area").get_column("algorithm").to_list()[:IN_COLOUR]
    corner = in_the_corner(areas.get_column("area"))
    _draw_curves(sheet, points, cuts, named_curves, styles, side, area_marks(areas), corner=corner)
    corner_of_table = (0.0, curves_high + 3) if narrow else (LEFT + side + GAP, 0.0)
    _draw_table(sheet, rows, styles, corner_of_table, row)
    return sheet.figure


def area_marks(areas: pl.DataFrame) -> dict[str, str | None]:
    """Return what curves and marks show of every algorithm: its area, with the interval."""
    measure, dataset = f"{pooled_word(areas)}AUC", areas.get_column("dataset")[0]
    rows = {row["algorithm"]: _area(row) for row in areas.iter_rows(named=True)}
    return {name: mark_of(name, dataset, f"{measure} {text}") for name, text in rows.items()}


def in_the_corner(areas: pl.Series) -> bool:
    """Return whether the curves run so close to the upper left corner that it is the picture.

    So it is where all areas exceed 0.9, or most of them 0.97: the whole curve is then drawn small beside it.

    Examples
    --------
    >>> in_the_corner(pl.Series([0.99, 0.98, 0.975, 0.5])), in_the_corner(pl.Series([0.99, 0.85]))
    (True, False)
    """
    values = areas.drop_nulls()
    return values.len() > 0 and bool((values > GOOD).all() or (values > CLOSE).mean() > HALF)  # type: ignore[operator]


def roc_areas_alt(numbers: pl.DataFrame) -> str:
    """Return in words what ROC curves and the table of their areas show."""
    areas = items(numbers, "area")[0]
    dataset, label, first = areas.select("dataset", "label", "first").row(0)
    measure = f"{pooled_word(areas)}AUC"
    values = dict(areas.select("algorithm", "area").rows())
    sentences = [
        f"ROC curves of {counted(areas.height, 'algorithm')} on {dataset} for class {label}, and their areas.",
        ends_in_words(values, measure, ends=("largest", "smallest"), text=lambda value: fixed(value, 3)),
    ]
    if "significant" in areas.columns:
        others = areas.filter(pl.col("algorithm") != first)
        different = others.filter("significant").get_column("algorithm").to_list()
        words = f"from {named(different, others.height)}" if different else "from none of the others"
        sentences.append(f"DeLong’s test distinguishes {first} {words}.")
    return " ".join(filter(None, sentences))


def pooled_word(areas: pl.DataFrame) -> str:
    """Return "pooled " where the curves are of the scores of all folds together, else nothing."""
    return "pooled " if areas.get_column("folds").count() else ""


def _rows(areas: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the table: the first one, then the largest areas, as many as fit."""
    lead = pl.col("algorithm") == pl.col("first")
    return pl.concat([areas.filter(lead), areas.filter(~lead)]).head(MOST_ROWS)


def _draw_curves(
    sheet: mm.Sheet,
    points: pl.DataFrame,
    cuts: pl.DataFrame,
    in_colour: Sequence[str],
    styles: Looks,
    side: float,
    marks: Mapping[str, str | None],
    *,
    corner: bool,
) -> None:
    axes = sheet.panel(LEFT, TOP, side, side, "curves")
    ends = ((-0.02 * CORNER, CORNER), (1 - CORNER, 1 + 0.02 * CORNER)) if corner else ((-0.01, 1.0), (0.0, 1.01))
    for axis, view in zip("xy", ends, strict=True):
        ruled(axes, axis, view, slack=0.12)  # type: ignore[arg-type]
    gridded(axes, "both")
    _draw_lines(axes, points, in_colour, styles, 1.35, marks)
    if not corner:
        draw_line(axes, [0, 1], [0, 1], color=FAINT, lw=0.6, zorder=1)
    for name, dataset, x, y in cuts.select("algorithm", "dataset", "x", "y").rows():
        top = name in in_colour
        if ends[0][0] <= x <= ends[0][1] and ends[1][0] <= y <= ends[1][1]:
            paint = styles[name].colour if top else mm.OTHERS
            looks_of_mark: dict[str, Any] = {"markersize": 4.4, "color": paint, "mec": "white", "mew": 0.5}
            rates = f"true positive rate {fixed(y, 3)}, false positive rate {fixed(x, 3)}"
            looks_of_mark["gid"] = mark_of(name, dataset, rates)
            draw_line(axes, [x], [y], styles[name].marker, zorder=7 if top else 3, label="decision", **looks_of_mark)
    sheet.write(LEFT + side / 2, TOP + side + 6.6, "false positive rate", size=mm.HEAD, ha="center")
    title: dict[str, Any] = {"rotation": 90, "va": "center", "ha": "left"}
    sheet.write(0.4, TOP + side / 2, "true positive rate", size=mm.HEAD, **title)
    inset = 19.0 if corner else 0.0
    low = TOP + side - (inset + 7.5 if corner else 4.0)
    labels = mm.fitted_in_mm(list(in_colour), 0.55 * side, mm.HEAD)
    start = LEFT + side - max(25.0 if corner else 0.0, 10.2 + mm.wide_in_mm(labels, mm.HEAD, bold=True))
    for place, (name, text) in enumerate(zip(in_colour, labels, strict=True)):
        y = low - 3.7 * (len(in_colour) - 1 - place)
        sheet.key_line(start, y, styles[name], gid=mark_of(name))
        sheet.write(start + 9.2, y, text, size=mm.HEAD, gid=mark_of(name))
    if corner:
        whole = sheet.panel(LEFT + side - 21.5, TOP + side - 22.5, inset, inset, "whole")
        whole.patch.set_alpha(1)
        _draw_lines(whole, points, in_colour, styles, 0.8, marks)
        draw_line(whole, [0, 1], [0, 1], color=FAINT, lw=0.5, zorder=1)
        draw_box(whole, (0, 1 - CORNER), CORNER, CORNER, fill=False, ec=INK, lw=0.6, zorder=6)
        whole.set(xlim=(-0.01, 1), ylim=(0, 1.01), xticks=[0, 1], yticks=[0, 1])
        whole.set_xticklabels(["0", "1"], fontsize=6)
        whole.set_yticklabels(["0", "1"], fontsize=6)
        whole.tick_params(length=1.5, pad=1)


def _draw_lines(
    axes: Axes,
    points: pl.DataFrame,
    in_colour: Sequence[str],
    styles: Looks,
    lw: float,
    marks: Mapping[str, str | None],
) -> None:
    for (name,), part in points.group_by("algorithm", maintain_order=True):
        x, y = part.select("x", "y").to_numpy().T
        top = name in in_colour
        order = 5 - 0.2 * in_colour.index(str(name)) if top else 2
        look = styles[str(name)]
        line: dict[str, Any] = {"color": look.colour, "ls": look.dash, "lw": lw} if top else {"color": mm.OTHERS}
        draw_line(
            axes, x, y, gid=marks[str(name)], **{"lw": lw / 2, "zorder": order, "solid_joinstyle": "miter"} | line
        )


def _draw_table(sheet: mm.Sheet, rows: pl.DataFrame, styles: Looks, corner: tuple[float, float], row: float) -> None:
    left, top = corner
    right = sheet.width
    tested = "p_adjusted" in rows.columns
    first, reference = rows.select("first", "reference").row(0)
    alpha = rows.get_column("alpha").drop_nulls()[0] if tested else 0.05
    texts = [_text(r, tested=tested, first=first, reference=reference) for r in rows.iter_rows(named=True)]
    p_texts = [p_value(p) for p in rows.get_column("p_adjusted")] if tested else []
    several = tested and rows["tests"][0] > 1
    p_heads = ("p", f"({adjustment_name(rows['adjustment'][0])})") if several else ("", "p")
    p_wide = max(8.5, mm.wide_in_mm(p_texts) + 1, mm.wide_in_mm(p_heads, mm.HEAD, bold=True)) if tested else 0.0
    names, name_wide = mm.name_column(rows.get_column("algorithm").to_list(), 0.33 * (right - left))
    text_wide = mm.wide_in_mm(texts)
    text_right = right - p_wide - (3.0 if tested else 0.0)
    panel_left, panel_right = left + name_wide + 3.0, text_right - text_wide - 3.0
    base, level = top + picture.HEAD_HIGH, percent(1 - alpha)
    middle = (panel_left + panel_right) / 2
    picture.write_head(sheet.page, left, ("", "Algorithm"), "left", base)
    picture.write_head(sheet.page, middle, (f"{pooled_word(rows)}AUC,", f"{level} interval"), "center", base)
    if tested:
        room = text_right - middle - picture.head_width(f"{level} interval") / 2 - 2
        lone = picture.cut(f"difference from {first}", room, mm.HEAD, "bold")
        picture.write_head(sheet.page, text_right, (lone, f"[{level}{' together' if several else ''}]"), "right", base)
        picture.write_head(sheet.page, right, p_heads, "right", base)
    else:
        picture.write_head(sheet.page, text_right, (f"{pooled_word(rows)}AUC", f"[{level}]"), "right", base)
    bottom = top + picture.HEAD_HIGH + row * rows.height
    picture.rule_table(sheet.page, left, right, bottom + 0.4, base, top + 0.3)
    picture.rule_rows(sheet.page, left, right, [base + row * place for place in range(1, rows.height)])
    _draw_areas(
        sheet.panel(panel_left, base, panel_right - panel_left, row * rows.height, "areas"), rows, styles, first
    )
    for place, (r, text) in enumerate(zip(rows.iter_rows(named=True), texts, strict=True)):
        y = top + picture.HEAD_HIGH + row * (place + 0.5)
        is_first = r["algorithm"] == first
        name = r["algorithm"]
        sheet.name(left, y, names[name], styles[name], algorithm=name, bold=is_first)
        if is_first and tested:
            picture.write_aside(sheet.page, text_right, y, text)
        else:
            sheet.write(text_right, y, text, ha="right")
        if tested and not is_first:
            sheet.write(right, y, p_texts[place], bold=r["significant"], ha="right")


def _text(row: Mapping[str, Any], *, tested: bool, first: str, reference: str | None) -> str:
    if not tested:
        return _area(row)
    if row["algorithm"] == first:
        return "reference" if reference is not None else "largest AUC"
    if row["estimate"] is None:
        return "–"
    ends = limits(row["ci_low"], row["ci_high"], 3, open_low=bool(row["low_open"]), open_high=bool(row["high_open"]))
    return f"{fixed(row['estimate'], 3)} {ends}".rstrip()


def _area(row: Mapping[str, Any]) -> str:
    area = row["area"]
    return "–" if area is None else f"{fixed(area, 3)} {limits(row['low'], row['high'], 3, null=None)}".rstrip()


def _draw_areas(axes: Axes, rows: pl.DataFrame, styles: Looks, first: str) -> None:
    values = [value for name in ("low", "area", "high") for value in rows.get_column(name).drop_nulls()]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    pad = 0.04 * (high - low) or 0.05
    axes.set(ylim=(rows.height, 0), yticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_xlim(low - pad, high + pad)
    places, texts = fitting((low - pad, high + pad), axes.get_position().width * _inches(axes), 0.1, across=True)
    axes.set_xticks(places, texts, fontsize=mm.SMALL)
    axes.tick_params(axis="x", length=2.2)
    marks = area_marks(rows)
    for place, r in enumerate(rows.iter_rows(named=True)):
        if r["area"] is None:
            continue
        paint, y, gid = styles[r["algorithm"]].colour, place + 0.5, marks[r["algorithm"]]
        if r["low"] is not None:
            draw_line(
                axes, [r["low"], r["high"]], [y, y], color=paint, lw=2.2, zorder=3, solid_capstyle="butt", gid=gid
            )
        filled = r["algorithm"] == first or bool(r.get("significant", True))
        dot: dict[str, Any] = {"mfc": paint if filled else "white", "mec": paint, "mew": 1.1, "markersize": 4.4}
        draw_line(axes, [r["area"]], [y], "o", zorder=5, gid=gid, **dot)
        if r["algorithm"] == first:
            axes.axvline(r["area"], color=paint, lw=0.6, zorder=1)


def _inches(axes: Axes) -> float:
    return float(axes.figure.get_figure(root=True).get_size_inches()[0])


ROC_AREAS = Kind(
    id="roc_areas",
    title="ROC curves and their areas",
    question="Which classifier ranks best, and from which others can its area be distinguished?",
    shape="predictions",
)
