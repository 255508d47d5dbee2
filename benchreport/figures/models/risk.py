"""Sources of error: borders between two normal classes, and bias, variance and noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Floats, limits_of
from benchreport.figures.layout.looks import Look
from benchreport.figures.layout.page import MANY, Width, width_of
from benchreport.figures.layout.sheets import Frame, plane, row_sheet
from benchreport.figures.selection import one_dataset
from benchreport.figures.style import BLUE, HIGHLIGHT, INK, MUTED, write
from benchreport.figures.values import items
from benchreport.figures.words import size_text
from benchreport.naming import ends_in_words, unique_best
from benchreport.stats.one_algorithm.bias_variance import Truth, bias_variance_noise
from benchreport.stats.theory.gaussian_classes import (
    Costs,
    GaussianTask,
    QuadraticRule,
    bayes_risk,
    estimated_task,
    gaussian_discriminant,
    gaussian_sample,
    generalization_risk,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Matrix = Sequence[Sequence[float]]
GRID = 201
CLASS_LOOKS = {
    "positive": Look(colour=HIGHLIGHT, marker="P", dash="None"),
    "negative": Look(colour=BLUE, marker="o", dash="None"),
}
BORDER_LOOKS = {
    "optimal": Look(colour=INK, marker="", dash="-"),
    "estimated": Look(colour=INK, marker="", dash=(0, (4, 1.5))),
}
PARTS = {
    "bias squared": ("bias_squared", BLUE, ""),
    "bias squared and noise": ("bias_and_noise", BLUE, "....."),
    "variance": ("variance", "#E69F00", "/////"),
    "noise": ("noise", "#BBBBBB", ""),
}


def gaussian_border_data(
    table: Any = None,
    *,
    mean_positive: Sequence[float] = (1.0, 1.0),
    mean_negative: Sequence[float] = (-1.0, -1.0),
    covariance_positive: Matrix = ((2.0, 0.6), (0.6, 1.0)),
    covariance_negative: Matrix = ((1.0, -0.4), (-0.4, 1.5)),
    prior: float = 0.5,
    costs: Costs = (1.0, 1.0),
    n: int = 100,
    seed: int = 0,
) -> pl.DataFrame:
    """Return points of two normal classes and two borders: the best possible, and the one estimated from the points.

    An ``item`` "border" holds the quadratic rule and its true risk, a "point" its place and class. With a table the
    points are its rows and the best border is not known.

    Parameters
    ----------
    table
        Two columns of numbers and a column ``truth`` with two classes; or None, to draw points from the two classes.
    mean_positive, mean_negative, covariance_positive, covariance_negative, prior
        The two normal classes, and the share of the positive one.
    costs
        Of a false positive and of a false negative.
    n, seed
        Of the sample.

    Examples
    --------
    >>> numbers = gaussian_border_data(n=60)
    >>> numbers.filter(pl.col("item") == "border").select("label", pl.col("risk").round(3)).rows()[0]
    ('optimal', 0.108)
    """
    if table is None:
        if len(mean_positive) != 2:
            raise OptionError("a border is drawn in two dimensions", hint="mean_positive=(1.0, 1.0)")
        task = GaussianTask(
            mean_positive=mean_positive,
            mean_negative=mean_negative,
            covariance_positive=covariance_positive,
            covariance_negative=covariance_negative,
            prior=prior,
        )
        points, axes = gaussian_sample(task, n=n, seed=seed), ("x1", "x2")
        rule = gaussian_discriminant(estimated_task(points), costs=costs)
        best, least = gaussian_discriminant(task, costs=costs), bayes_risk(task, costs=costs)["estimate"].item()
        risk = generalization_risk(task, rule, costs=costs)["estimate"].item()
        borders = [_border("optimal", best, least), _border("estimated", rule, risk)]
    else:
        points, axes = _labelled(table)
        borders = [_border("estimated", gaussian_discriminant(estimated_task(points), costs=costs), None)]
    sides = {side: pl.col(name).cast(pl.Float64) for side, name in zip("xy", points.columns[:2], strict=True)}
    places = points.select(pl.lit("point").alias("item"), pl.col("truth").alias("label"), **sides)
    both = pl.concat([pl.DataFrame(borders, schema_overrides={"risk": pl.Float64}), places], how="diagonal")
    return both.with_columns(n=pl.lit(points.height), axis_x=pl.lit(axes[0]), axis_y=pl.lit(axes[1]))


def gaussian_border(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the points of two classes, the best border between them, and the estimated one.

    Examples
    --------
    >>> gaussian_border(gaussian_border_data(n=60))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    points, borders = items(numbers, "point", "border")
    inches = width_of(width)
    ends = [limits_of(points[side], pad=0.06) for side in "xy"]
    styles = {name: look for name, look in CLASS_LOOKS.items() if points.filter(pl.col("label") == name).height}
    lines = {_border_name(row): BORDER_LOOKS[row["label"]] for row in borders.to_dicts()}
    x, y = (first["axis_x"], ends[0]), (first["axis_y"], ends[1])
    frame = Frame(x=x, y=y, note=f"n = {first['n']} points", key=styles | lines, key_lw=1.4)
    figure, axes = plane(inches, 0.75 * min(inches, 4.5), frame)
    for name, look in styles.items():
        part = points.filter(pl.col("label") == name)
        marks: dict[str, Any] = {"color": look.colour, "markersize": 3, "alpha": 0.6, "mew": 0}
        axes.plot(part["x"], part["y"], look.marker, label=name, rasterized=points.height > MANY, **marks)
    for row in borders.to_dicts():
        across, up = (np.linspace(*end, GRID) for end in ends)
        height = _score(row, *np.meshgrid(across, up))
        if height.min() < 0 < height.max():
            look = BORDER_LOOKS[row["label"]]
            line: dict[str, Any] = {"colors": [look.colour], "linewidths": 1.4, "linestyles": [look.dash]}
            axes.contour(across, up, height, levels=[0.0], **line)
    return figure


def gaussian_border_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the borders show."""
    first = numbers.row(0, named=True)
    risks = dict(items(numbers, "border")[0].select("label", "risk").rows())
    opening = f"{first['n']} points of two classes in the plane of {first['axis_x']} and {first['axis_y']}"
    if "optimal" not in risks:
        return f"{opening}, with the quadratic border estimated from them; the best possible border is not known."
    return (
        f"{opening}, with two borders. The best possible border has a risk of {risks['optimal']:.4f}, the border "
        f"estimated from the points {risks['estimated']:.4f}."
    )


def bias_variance_data(
    table: Any, *, dataset: str | None = None, truth: Truth = "noisy", noise: float | None = None
) -> pl.DataFrame:
    """Return the parts of the squared error of each algorithm, smallest error first.

    Parameters
    ----------
    table
        Predictions of numbers; each instance predicted by several models.
    dataset
        Which of several datasets.
    truth, noise
        As in :func:`benchreport.bias_variance_noise`.

    Examples
    --------
    >>> table = pl.DataFrame(
    ...     {"model": ["kNN"] * 4, "repeat": [1, 2, 1, 2], "instance": [1, 1, 2, 2], "truth": [1.0, 1.0, 2.0, 2.0],
    ...      "prediction": [1.5, 2.5, 2.0, 3.0]}
    ... )
    >>> bias_variance_data(table, truth="exact").select("squared_error", "variance", "bias_squared").row(0)
    (0.875, 0.25, 0.625)
    """
    rows = bias_variance_noise(table, truth=truth, noise=noise)
    rows = one_dataset(rows.with_columns(pl.col("algorithm", "dataset").cast(pl.String)), dataset)
    return rows.sort("squared_error", "algorithm", nulls_last=True)


def bias_variance(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the squared error of each algorithm as a bar of bias, variance and noise.

    Where noise is not known, bias and noise are one part. Where there is no variance, the bar is empty.

    Examples
    --------
    >>> table = pl.DataFrame(
    ...     {"model": ["kNN"] * 4, "repeat": [1, 2, 1, 2], "instance": [1, 1, 2, 2], "truth": [1.0, 1.0, 2.0, 2.0],
    ...      "prediction": [1.5, 2.5, 2.0, 3.0]}
    ... )
    >>> bias_variance(bias_variance_data(table, truth="exact"))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    parts = {part: PARTS[part] for part in _parts_of(numbers)}
    columns = [column for column, _, _ in parts.values()]
    split = pl.col("variance").is_not_null()
    sizes = numbers.select(pl.when(split).then(pl.col(columns).clip(lower_bound=0.0)).fill_null(0.0))
    errors = numbers.get_column("squared_error").drop_nulls()
    top = max([*sizes.select(pl.sum_horizontal(columns)).to_series(), *errors], default=1.0) or 1.0
    frame = Frame(
        x=("mean squared error (lower is better)", (0.0, 1.05 * top)),
        note=f"n = {first['n_points']} instances, {_refits(numbers)}",
        grid="x",
        key={part: Look(colour=colour, marker="s", dash="-") for part, (_, colour, _) in parts.items()},
        key_lw=0.0,
    )
    figure, axes = row_sheet(numbers.get_column("algorithm").to_list(), width_of(width), frame)
    start: Floats = np.zeros(numbers.height)
    for part, (column, colour, hatch) in parts.items():
        looks: dict[str, Any] = {"color": colour, "edgecolor": "white", "lw": 0.3, "hatch": hatch}
        axes.barh(np.arange(numbers.height), sizes[column], left=start, height=0.66, label=part, **looks)
        start = start + sizes[column].to_numpy()
    for row, (error, spread) in enumerate(numbers.select("squared_error", "variance").rows()):
        if spread is None:
            if error is not None:
                axes.plot([error], [row], "|", color=INK, markersize=7, label="error")
            write(axes, 0.0, float(row), " no split", color=MUTED, va="center_baseline")
    return figure


def bias_variance_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the bars of bias and variance show."""
    first = numbers.row(0, named=True)
    split = numbers.drop_nulls(["squared_error", "variance"])
    opening = (
        f"Mean squared error of {numbers.height} algorithms on {first['n_points']} instances, {_refits(numbers)}, "
        "split into bias, variance and noise."
    )
    if not split.height:
        return f"{opening} No split is known: instances were predicted once."
    errors = dict(split.select("algorithm", "squared_error").rows())
    ends = ends_in_words(errors, "error", lower=True, ends=("smallest", "largest"), text="{:.3g}".format)
    weights = split.select("algorithm", (pl.col("variance") / pl.col("squared_error")).fill_nan(0.0))
    shares = dict(weights.rows())
    steep = unique_best(shares)
    most = f" The share of variance is largest in {steep} ({100 * shares[steep]:.0f} %)." if steep else ""
    return f"{opening} {ends}{most}"


def _border(label: str, rule: QuadraticRule, risk: float | None) -> dict[str, Any]:
    (axx, axy), (_, ayy) = np.asarray(rule.matrix, dtype=np.float64).tolist()
    linear = {"bx": float(rule.vector[0]), "by": float(rule.vector[1]), "constant": float(rule.constant)}
    return {"item": "border", "label": label, "axx": axx, "axy": axy, "ayy": ayy, **linear, "risk": risk}


def _score(row: dict[str, Any], x: Floats, y: Floats) -> Floats:
    bent = row["axx"] * x**2 + 2 * row["axy"] * x * y + row["ayy"] * y**2
    score: Floats = -bent / 2 + row["bx"] * x + row["by"] * y + row["constant"]
    return score


def _labelled(table: Any) -> tuple[pl.DataFrame, tuple[str, str]]:
    """Return the two coordinates and the class of a table, with the classes named positive and negative, in order."""
    frame = table.collect() if isinstance(table, pl.LazyFrame) else pl.DataFrame(table)
    if "truth" not in frame.columns:
        raise ColumnError("no column 'truth' with the classes", hint="rename your column of classes to 'truth'")
    numeric = [name for name in frame.columns if name != "truth" and frame.schema[name].is_numeric()]
    labels = frame.get_column("truth").cast(pl.String).drop_nulls().unique().sort().to_list()
    if len(numeric) != 2 or len(labels) != 2:
        count = f"{len(numeric)} columns of numbers and {len(labels)} classes"
        raise ColumnError(count, hint="keep two columns and two classes")
    positive = "positive" if "positive" in labels else labels[-1]
    named = pl.when(pl.col("truth").cast(pl.String) == positive).then(pl.lit("positive")).otherwise(pl.lit("negative"))
    points = frame.drop_nulls([*numeric, "truth"]).select(*numeric, truth=named)
    return points, (numeric[0], numeric[1])


def _border_name(row: dict[str, Any]) -> str:
    title = {"optimal": "best border", "estimated": "estimated"}[row["label"]]
    return title if row["risk"] is None else f"{title}, risk {row['risk']:.3f}"


def _parts_of(numbers: pl.DataFrame) -> list[str]:
    """Return the names of the known parts, in the order of the bars."""
    if not numbers.get_column("bias_squared").count():
        return ["bias squared and noise", "variance"]
    return ["bias squared", "variance", *(["noise"] if numbers.get_column("noise").count() else [])]


def _refits(numbers: pl.DataFrame) -> str:
    both = pl.concat([numbers.get_column("least_refits"), numbers.get_column("most_refits")])
    sizes = size_text(both.to_frame("n"))
    return "1 model each" if sizes == "1" else f"{sizes} models each"


GAUSSIAN_BORDER = Kind(
    id="gaussian_border",
    title="Borders between two normal classes",
    question="How near is an estimated border to the best there is?",
    shape="none",
)

BIAS_VARIANCE = Kind(
    id="bias_variance",
    title="Bias, variance and noise",
    question="Is the error due to an inflexible model, an unstable one, or noise?",
    shape="predictions",
)
