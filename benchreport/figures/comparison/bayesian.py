"""Posteriors of comparisons: triangles over datasets, densities of the advantage on one dataset."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Floats, limits_of
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import LINE, MANY, TALLEST, Width, size_of, widest, width_of
from benchreport.figures.layout.sheets import Frame, Panels, Rooms, panel_sheet, row_sheet
from benchreport.figures.selection import MOST_PAIRS, direction_of, metric_of, one_dataset, one_metric, rivals
from benchreport.figures.style import BLUE, FAINT, HIGHLIGHT, INK, MEDIUM, MUTED, THIN, fitted, write
from benchreport.figures.values import items, place_among
from benchreport.figures.words import counted, names_in_words, size_text
from benchreport.stats.bayes.paired_tests import bayes_correlated_t, bayes_samples, bayes_sign, bayes_signed_rank
from benchreport.stats.forms.distributions import t_isf
from benchreport.threads import product

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Sampled = Literal["bayes_signed_rank", "bayes_sign"]
TESTS = {"bayes_signed_rank": bayes_signed_rank, "bayes_sign": bayes_sign}
MOST_DRAWN = 1500  # draws shown of each pair
GRID = 121
TOP = math.sqrt(3) / 2
ROPE_COLOUR = "#F2E3C6"


def simplex_data(
    table: Any,
    *,
    metric: str | None = None,
    control: str | None = None,
    method: Sampled = "bayes_signed_rank",
    rope: float = 0.01,
    seed: int = 0,
    draws: int = 20_000,
) -> pl.DataFrame:
    """Return what a simplex shows: an ``item`` "pair" with the probability of each region, and a "draw" per point.

    Parameters
    ----------
    table
        Scores over datasets.
    metric
        Which of several metrics.
    control
        The algorithm that others are compared with, by default the best on average. At most twelve pairs are kept.
    method
        "bayes_signed_rank" or "bayes_sign".
    rope
        Half-width of the region of practical equivalence in metric units.
    seed, draws
        Of the posterior; the first 1500 draws are kept as points.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = simplex_data(br.read_scores(br.example("demsar2006_auc.csv")), control="C4.5", draws=2000)
    >>> numbers.filter(pl.col("item") == "pair").select("a", "b", "n").row(0)
    ('C4.5+m+cf', 'C4.5', 14)
    """
    scores = one_metric(table, metric)
    name = metric_of(scores)
    middle, others = rivals(scores, control, name)
    drawn = scores.filter(pl.col("algorithm").cast(pl.String).is_in([middle, *others[:MOST_PAIRS]]))
    options: dict[str, Any] = {"control": middle, "rope": rope, "seed": seed, "draws": draws, "missing": "available"}
    if method not in TESTS:
        raise OptionError(f"{method!r} has no simplex", hint="method='bayes_signed_rank' or 'bayes_sign'")
    rows = TESTS[method](drawn, **options)
    samples = bayes_samples(drawn, method=method, **options)
    pairs = rows.pivot("term", index=["a", "b", "n", "status"], values="estimate").with_columns(item=pl.lit("pair"))
    points = samples.filter(pl.col("draw") < MOST_DRAWN).with_columns(item=pl.lit("draw"))
    columns = ["item", "a", "b", "a_better", "rope", "b_better"]
    both = pl.concat([pairs.select(*columns, "n", "status"), points.select(columns)], how="diagonal")
    order = (place_among("a", others), pl.col("item") == "draw")
    return both.sort(*order, maintain_order=True).with_columns(
        pl.col("a", "b").cast(pl.String),
        metric=pl.lit(name),
        half_width=pl.lit(float(rope)),
        method=pl.lit(method),
        n_pairs=pl.lit(len(others)),
        draws=pl.lit(draws),
        seed=pl.lit(seed),
    )


def simplex(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the posterior of each pair in a triangle: its corners are "better", "worse" and "as good as equal".

    Dashed lines part the regions in which one of the three is the most probable; numbers are the probabilities of the
    regions.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> simplex(simplex_data(scores, control="C4.5", draws=2000))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    pairs, draws = items(numbers, "pair", "draw")
    panels = _triangles(pairs.height, width_of(width))
    for axes, pair in zip(panels.axes, pairs.to_dicts(), strict=True):
        _draw_triangle(axes, pair, draws.filter(pl.col("a") == pair["a"]), many=numbers.height > MANY)
    part = "" if pairs.height == first["n_pairs"] else f"{pairs.height} of {first['n_pairs']} pairs, "
    rope = f"rope ± {first['half_width']:g} {first['metric']}"
    foot(panels.figure, f"{part}n = {size_text(pairs)} datasets, {rope}")
    return panels.figure


def simplex_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a simplex shows."""
    first = numbers.row(0, named=True)
    (pairs,) = items(numbers, "pair")
    sentences = [
        f"{row['a']}: better with probability {_chance(row['a_better'])}, practically equivalent "
        f"{_chance(row['rope'])}, worse {_chance(row['b_better'])}"
        for row in pairs.drop_nulls("rope").head(5).to_dicts()
    ]
    more = f"; and {counted(pairs.height - 5, 'more pair')}" if pairs.height > 5 else ""
    words = "; ".join(sentences) or "no pair shares a dataset"
    return (
        f"Posterior draws in triangles, algorithms against {first['b']} in {first['metric']} over {size_text(pairs)} "
        f"datasets, with a region of practical equivalence of {first['half_width']:g} to either side. {words}{more}."
    )


def posterior_data(
    table: Any,
    *,
    metric: str | None = None,
    dataset: str | None = None,
    control: str | None = None,
    rope: float = 0.01,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the posterior of the mean advantage of each algorithm over a control on one dataset.

    An ``item`` "pair" holds the probabilities, centre, scale and degrees of freedom of its Student law and credible
    limits; "curve" rows hold the density.

    Parameters
    ----------
    table
        Scores of several runs on a dataset.
    metric
        Which of several metrics.
    dataset
        Which of several datasets.
    control
        The algorithm that others are compared with, by default the best on average.
    rope
        Half-width of the region of practical equivalence in metric units.
    alpha
        Level of the credible limits.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> numbers = posterior_data(scores, metric="accuracy", dataset="wine", control="kNN")
    >>> numbers.filter(pl.col("item") == "pair").select("a", pl.col("a_better").round(3)).row(0)
    ('RandomForest', 0.7)
    """
    scores = one_dataset(one_metric(table, metric), dataset)
    name = metric_of(scores)
    middle, others = rivals(scores, control, name)
    rows = bayes_correlated_t(scores, control=middle, rope=rope, alpha=alpha, missing="available")
    keys = ["a", "n", "status", "effect", "effect_low", "effect_high"]
    pairs = rows.pivot("term", index=keys, values="estimate").with_columns(
        pl.col("a").cast(pl.String),
        df=pl.col("n").cast(pl.Float64) - 1,
        scale=(pl.col("effect_high") - pl.col("effect")) / t_isf(alpha / 2, pl.col("n") - 1),
    )
    pairs = pairs.sort(place_among("a", others)).with_columns(item=pl.lit("pair"))
    curves = [pl.DataFrame({"item": "curve", "a": row["a"], **_density(row)}) for row in pairs.to_dicts()]
    return pl.concat([pairs, *curves], how="diagonal_relaxed").with_columns(
        b=pl.lit(middle),
        metric=pl.lit(name),
        half_width=pl.lit(float(rope)),
        alpha=pl.lit(alpha),
        dataset=pl.lit(str(scores.get_column("dataset")[0])),
        direction=pl.lit(direction_of(scores), dtype=pl.String),
    )


def posterior(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the density of each algorithm's advantage over the control, with the region of equivalence shaded.

    The line below a density is its credible interval; at the right the probabilities of worse, equal and better.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> posterior(posterior_data(scores, metric="accuracy", dataset="wine", control="kNN"))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    pairs, curves = items(numbers, "pair", "curve")
    names = pairs.get_column("a").to_list()
    inches = width_of(width)
    heads = ["worse", "equal", "better"]
    odds = [[_chance(value) for value in row] for row in pairs.select("b_better", "rope", "a_better").rows()]
    cell = max(widest([*heads, *(text for row in odds for text in row)]) + 0.08, 0.3)
    pitch, half = min(0.34, (TALLEST - 1.2) / max(len(names), 1)), first["half_width"]
    ends = limits_of([*pairs["effect_low"], *pairs["effect_high"], 0.0, half, -half], pad=0.12)
    note = f"{first['dataset']}, n = {size_text(pairs)} runs, rope ± {half:g}"
    frame = Frame(x=(f"advantage in {first['metric']} over {first['b']}", ends), slack=0.1, note=note)
    short, right = fitted(names, 0.28 * inches), 3 * cell + 0.1
    figure, axes = row_sheet(short, inches, frame, above=0.06 + LINE, right=right, pitch=pitch)
    axes.axvspan(-half, half, color=ROPE_COLOUR, lw=0, zorder=0, label="rope")
    axes.axvline(0.0, color=FAINT, lw=THIN, zorder=1)
    for row, pair in enumerate(pairs.to_dicts()):
        _draw_density(axes, row, pair, curves.filter(pl.col("a") == pair["a"]))
    _draw_odds(axes, odds, heads, cell)
    return figure


def posterior_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the densities show."""
    first = numbers.row(0, named=True)
    (pairs,) = items(numbers, "pair")
    sentences = [
        f"Posterior densities of the advantage of {pairs.height} algorithms over {first['b']} in {first['metric']} on "
        f"{first['dataset']}, {size_text(pairs)} runs, with a region of practical equivalence of "
        f"{first['half_width']:g} to either side."
    ]
    for region, word in (("a_better", "better"), ("b_better", "worse"), ("rope", "practically equivalent")):
        if names := pairs.filter(pl.col(region) > 0.95).get_column("a").to_list():
            sentences.append(f"With probability above 0.95 {word}: {names_in_words(names)}.")
    if len(sentences) == 1:
        sentences.append("No comparison is decided with probability 0.95.")
    return " ".join(sentences)


def _density(row: dict[str, Any]) -> dict[str, Any]:
    """Return the density of a Student law, highest point 1, over five scales to either side."""
    if row["scale"] is None or row["scale"] <= 0:
        return {"x": [row["effect"] or 0.0], "density": [0.0]}
    t: Floats = np.linspace(-5.0, 5.0, GRID)
    df = row["df"]
    return {"x": row["effect"] + row["scale"] * t, "density": (1 + t**2 / df) ** (-(df + 1) / 2)}


def _draw_density(axes: Axes, row: int, pair: dict[str, Any], curve: pl.DataFrame) -> None:
    base = row + 0.3
    if pair["effect_low"] is None:
        words = "always equal" if pair["status"] == "all_ties" else "no posterior"
        write(axes, 0.0, row + 0.1, words, color=MUTED, ha="center", label="nothing")
        return
    x, y = curve["x"].to_numpy(), base - 0.72 * curve["density"].to_numpy()
    axes.fill_between(x, y, base, color=BLUE, alpha=0.35, lw=0, zorder=2, clip_on=True)
    axes.plot(x, y, color=BLUE, lw=MEDIUM, zorder=3, label="density")
    axes.plot([pair["effect_low"], pair["effect_high"]], [base, base], color=INK, lw=1.6, zorder=4, label="limits")
    axes.plot([pair["effect"]], [base], "o", color=INK, markersize=3, zorder=5, label="centre")


def _chance(value: float | None) -> str:
    if value is None:
        return "–"
    return "> 0.99" if value >= 0.995 else "< 0.01" if value < 0.005 else f"{value:.2f}"


def _draw_odds(axes: Axes, odds: list[list[str]], heads: list[str], cell: float) -> None:
    wide, _ = size_of(axes)
    look: dict[str, Any] = {"ha": "right", "transform": axes.get_yaxis_transform()}
    for k, head in enumerate(heads):
        x = 1 + (0.04 + (k + 1) * cell) / wide
        write(axes, x, -0.55, head, color=MUTED, va="bottom", label="head", **look)
        for row, texts in enumerate(odds):
            write(axes, x, row, texts[k], color=INK, va="center_baseline", label="probability", **look)


def _triangles(count: int, width: float) -> Panels:
    """Return as many panels as there are pairs, each high enough for a triangle and the names at its corners."""
    across = min(count, max(1, int(width // 1.7)))
    wide = min((width - 0.1) / across - 0.15, 2.6)
    high = wide * TOP + 2 * LINE
    rows = -(-count // across)
    high = min(high, (TALLEST - FOOT_HIGH - 0.2) / rows - LINE - 0.15)
    rooms = Rooms(left=0.08, right=0.08, below=0.05, gap=0.15, least=min(wide, 1.5), height=high)
    return panel_sheet([""] * count, width, rooms)


def _draw_triangle(axes: Axes, pair: dict[str, Any], draws: pl.DataFrame, *, many: bool) -> None:
    width, height = size_of(axes)
    scale = min(width, (height - 2 * LINE) / TOP)  # inches of a side
    axes.set_axis_off()
    axes.set(xlim=(-width / 2, width / 2), ylim=(-2 * LINE, height - 2 * LINE))
    corners = scale * np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, TOP]])
    axes.fill(*corners.T, facecolor="#F7F7F7", edgecolor=INK, lw=0.8, label="triangle", zorder=0)
    middle = corners.mean(axis=0)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        end = (corners[first] + corners[second]) / 2
        axes.plot([middle[0], end[0]], [middle[1], end[1]], color=FAINT, lw=MEDIUM, ls=(0, (4, 2)), zorder=1)
    shares = draws.select("b_better", "a_better", "rope").to_numpy()
    if len(shares):
        places = product(shares, corners)
        axes.plot(
            *places.T, "o", color=BLUE, alpha=0.15, markersize=1.6, mew=0, label="draw", rasterized=many, zorder=2
        )
    texts = [(-1, pair["b"], pair["b_better"]), (1, pair["a"], pair["a_better"])]
    names = fitted([name for _, name, _ in texts], width / 2 - 0.06)
    for (side, _, chance), name in zip(texts, names, strict=True):
        x, ha = side * width / 2, "left" if side < 0 else "right"
        write(axes, x, -0.04, name, color=INK, ha=ha, va="top", label="corner")
        low = -0.04 - 0.85 * LINE
        write(axes, x, low, _chance(chance), color=HIGHLIGHT, ha=ha, va="top", label="probability")
    write(axes, 0.0, scale * TOP + 0.03, f"equal {_chance(pair['rope'])}", ha="center", label="top")


SIMPLEX = Kind(
    id="simplex",
    title="Posterior in a simplex",
    question="Is an algorithm better, worse, or as good as equal over datasets?",
)

POSTERIOR = Kind(
    id="posterior",
    title="Posterior of the advantage",
    question="How much better is an algorithm on one dataset, and does it matter?",
)
