"""What the matrices of algorithms against algorithms draw."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import benchreport as br
from benchreport.figures.comparison.matrices import (
    CLASSES,
    class_colour,
    mcm_data,
    p_values_data,
    win_rates_alt,
    win_rates_data,
)
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.matrix import ink_on
from tests.figures.cases import demsar, large, made

mcm = KINDS["mcm"].draw
p_values = KINDS["p_values"].draw
win_rates = KINDS["win_rates"].draw

KINDS: dict[str, tuple[Any, Any]] = {
    "mcm": (mcm_data, mcm),
    "win_rates": (win_rates_data, win_rates),
    "p_values": (p_values_data, p_values),
}


def luminance(colour: Any) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def labelled(figure: Figure, label: str) -> list[Text]:
    return [text for axes in figure.axes for text in axes.texts if text.get_label() == label]


def cells_of(figure: Figure) -> dict[tuple[int, int], list[str]]:
    """Texts of the cells, by row and column."""
    cells: dict[tuple[int, int], list[str]] = {}
    for text in sorted(labelled(figure, "cell"), key=lambda text: text.get_position()[1]):
        x, y = text.get_position()
        cells.setdefault((round(float(y)), round(float(x))), []).append(text.get_text())
    return cells


def colours_of(figure: Figure, columns: int) -> np.ndarray:
    (mesh,) = (c for axes in figure.axes for c in axes.collections if isinstance(c, QuadMesh))
    return np.asarray(mesh.get_array())[..., :3].reshape(-1, columns, 3)


def test_a_cell_holds_difference_counts_and_p_of_its_row_against_its_column() -> None:
    numbers = mcm_data(demsar())
    names = numbers["a"].unique(maintain_order=True).to_list()
    wide = demsar().pivot("algorithm", index="dataset", values="value")
    a, b = wide["C4.5+m+cf"].to_numpy(), wide["C4.5"].to_numpy()
    texts = cells_of(mcm(numbers))[names.index("C4.5+m+cf"), names.index("C4.5")]
    p = br.adjust(br.wilcoxon(demsar()), "holm").filter(
        (pl.col("a").cast(pl.String) == "C4.5") & (pl.col("b").cast(pl.String) == "C4.5+m+cf")
    )["p_adjusted"][0]
    assert texts[0] == f"{(a - b).mean():+.4f}"
    assert texts[1] == f"{(a > b).sum()}/{(a == b).sum()}/{(a < b).sum()}"
    assert texts[2] == f"{p:.3f}".removeprefix("0")


def test_the_two_halves_of_a_comparison_matrix_mirror_each_other() -> None:
    numbers = mcm_data(demsar())
    mirrored = numbers.rename({"a": "b", "b": "a", "wins": "losses", "losses": "wins"}).with_columns(
        difference=-pl.col("difference")
    )
    both = numbers.join(mirrored, on=["a", "b"])
    assert both.height == numbers.height == 12
    assert (both["difference"] == both["difference_right"]).all()
    assert (both["wins"] == both["wins_right"]).all()
    assert (both["p"] == both["p_right"]).all()


def test_rows_of_a_comparison_matrix_go_by_mean_the_best_first_whichever_way_is_better() -> None:
    table = made(5, 20)
    best = mcm_data(table)["a"][0]
    turned = table.with_columns(direction=pl.lit("lower", dtype=table.schema["direction"]))
    assert (best, mcm_data(turned)["a"][0]) == ("algorithm04", "algorithm00")


def test_blue_means_that_the_row_is_better_even_where_lower_is_better() -> None:
    table = made(3, 20)
    turned = table.with_columns(direction=pl.lit("lower", dtype=table.schema["direction"]))
    for scores in (table, turned):
        colours = colours_of(mcm(mcm_data(scores)), 3)
        red, _, blue = colours[0, 2]
        assert blue > red
        red, _, blue = colours[2, 0]
        assert red > blue


def test_win_rates_of_a_pair_add_up_to_one_and_the_last_column_is_their_mean() -> None:
    numbers = win_rates_data(demsar())
    names = numbers["a"].unique(maintain_order=True).to_list()
    rates = {(a, b): rate for a, b, rate in numbers.select("a", "b", "rate").rows()}
    wide = demsar().pivot("algorithm", index="dataset", values="value")
    for a in names:
        for b in set(names) - {a}:
            x, y = wide[a].to_numpy(), wide[b].to_numpy()
            assert rates[a, b] == pytest.approx(((x > y) + 0.5 * (x == y)).mean())
    texts = cells_of(win_rates(numbers))
    assert [float(texts[i, 4][0]) for i in range(4)] == sorted((float(texts[i, 4][0]) for i in range(4)), reverse=True)
    for i, j in ((0, 1), (2, 3)):
        assert float(texts[i, j][0]) + float(texts[j, i][0]) == pytest.approx(1, abs=0.011)


def test_a_higher_win_rate_is_darker() -> None:
    numbers = win_rates_data(made(8, 25))
    names = numbers["a"].unique(maintain_order=True).to_list()
    colours = colours_of(win_rates(numbers), 9)
    pairs = [
        (rate, luminance(colours[names.index(a), names.index(b)]))
        for a, b, rate in numbers.filter(pl.col("b").is_not_null()).select("a", "b", "rate").rows()
    ]
    lights = [light for _, light in sorted(pairs)]
    assert all(light >= other - 1e-9 for light, other in pairwise(lights))


def test_classes_of_significance_are_told_apart_in_grey() -> None:
    for row_is in ("better", "worse"):
        lights = [luminance(class_colour(p, row_is, 0.05)) for p in (0.2, 0.04, 0.009, 0.0009)]
        assert all(light - other > 0.15 for light, other in pairwise(lights))
    assert set(CLASSES) == {"better", "worse"}


@pytest.mark.parametrize(("p", "step"), [(0.05, 0), (0.0500001, None), (0.01, 1), (0.001, 2), (None, None)])
def test_a_p_value_on_the_border_belongs_to_the_surer_class(p: float | None, step: int | None) -> None:
    colour = class_colour(p, "better", 0.05)
    expected = to_rgb(CLASSES["better"][step]) if step is not None else None
    assert (np.allclose(colour, expected)) if expected else min(colour) > 0.9


def test_bold_p_values_are_those_at_most_alpha() -> None:
    numbers = p_values_data(demsar(), adjust=None)
    figure = p_values(numbers)
    bold = sum(text.get_weight() == 600 for text in labelled(figure, "cell"))
    assert bold == numbers.filter(pl.col("p") <= 0.05).height > 0


def test_adjusted_and_raw_p_values_stand_side_by_side() -> None:
    numbers = p_values_data(demsar())
    assert (numbers["p"] >= numbers["p_raw"]).all()
    own = p_values_data(demsar(), posthoc="nemenyi")
    assert (own["p"] == own["p_raw"]).all()
    assert own["judged"][0] == "for all pairs together"


@pytest.mark.parametrize("kind", KINDS)
def test_many_algorithms_become_colours_and_the_figure_says_so(kind: str) -> None:
    prepare, draw = KINDS[kind]
    numbers = prepare(large(), **({} if kind == "win_rates" else {"posthoc": "nemenyi"}))
    figure = draw(numbers)
    assert cells_of(figure) == {}
    assert colours_of(figure, 40).shape == (40, 40, 3)
    assert any("too many algorithms" in text.get_text() for text in labelled(figure, "footnote"))
    assert len(labelled(figure, "tick name")) == 40


@pytest.mark.parametrize("kind", KINDS)
def test_more_algorithms_than_fit_are_cut_to_the_best_and_the_figure_says_so(kind: str) -> None:
    prepare, draw = KINDS[kind]
    figure = draw(prepare(made(60, 6)))
    assert len(labelled(figure, "tick name")) == 48
    assert any("the best 48 of 60" in text.get_text() for text in labelled(figure, "footnote"))


@pytest.mark.parametrize("kind", KINDS)
def test_letters_stand_out_from_their_cells(kind: str) -> None:
    prepare, draw = KINDS[kind]
    figure = draw(prepare(made(6, 30)))
    colours = colours_of(figure, 7 if kind == "win_rates" else 6)
    for text in labelled(figure, "cell"):
        x, y = text.get_position()
        ground, ink = luminance(colours[round(float(y)), round(float(x))]), luminance(text.get_color())
        assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) >= 4.5


def test_black_or_white_letters_always_reach_the_contrast_of_small_print() -> None:
    for grey in np.linspace(0, 1, 50):
        ground, ink = luminance((grey,) * 3), luminance(ink_on((grey,) * 3))
        assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) >= 4.5


def test_gaps_are_refused_with_a_way_out_or_used_as_they_are() -> None:
    gappy = made(4, 6).with_row_index().filter(pl.col("index") != 3).drop("index")
    with pytest.raises(br.BenchreportError):
        win_rates_data(gappy)
    assert set(win_rates_data(gappy, missing="available")["n"]) == {5, 6}


def test_equal_algorithms_are_described_as_equal() -> None:
    equal = made(3, 4).with_columns(value=pl.lit(0.5))
    assert "All win 50%" in win_rates_alt(win_rates_data(equal))
