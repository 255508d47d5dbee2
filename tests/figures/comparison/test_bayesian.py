"""What triangles and densities of posteriors show."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.plot import alt_text, plot, plot_data
from tests.figures.cases import accuracy, constant, demsar, study
from tests.figures.models.test_multivariate import lines


def test_probabilities_beside_a_triangle_are_those_of_the_test() -> None:
    numbers = plot_data("simplex", demsar(), control="C4.5", draws=2000)
    rows = br.bayes_signed_rank(demsar(), control="C4.5", rope=0.01, draws=2000)
    estimates = {(str(a), term): p for a, term, p in rows.select("a", "term", "estimate").rows()}
    for row in numbers.filter(pl.col("item") == "pair").to_dicts():
        assert [row[term] for term in ("a_better", "rope", "b_better")] == [
            estimates[row["a"], term] for term in ("a_better", "rope", "b_better")
        ]


def test_draws_lie_inside_the_triangle_at_their_shares() -> None:
    options = {"control": "C4.5", "draws": 300}
    numbers = plot_data("simplex", demsar(), **options).filter(pl.col("item") == "draw")
    figure = plot("simplex", demsar(), **options)
    clouds = lines(figure, "draw")
    assert [len(line.get_xdata()) for line in clouds] == [300] * 3
    first = numbers.filter(pl.col("a") == "C4.5+m+cf")
    corners = next(patch for patch in figure.axes[1].patches).get_xy()
    side = corners[:, 0].max() - corners[:, 0].min()
    assert np.asarray(clouds[0].get_ydata()) == pytest.approx(
        first["rope"].to_numpy() * side * math.sqrt(3) / 2, abs=1e-12
    )
    assert np.asarray(clouds[0].get_xdata()) == pytest.approx(
        (first["a_better"] - first["b_better"]).to_numpy() * side / 2, abs=1e-12
    )


def test_every_triangle_has_equal_sides() -> None:
    figure = plot("simplex", demsar(), draws=200)
    width, height = figure.get_size_inches()
    for axes in figure.axes:
        for patch in axes.patches:
            corners = axes.transAxes.inverted().transform(axes.transData.transform(patch.get_xy()[:3]))
            box = axes.get_position()
            inches = corners * np.array([box.width * width, box.height * height])
            sides = [np.linalg.norm(inches[i] - inches[j]) for i, j in ((0, 1), (1, 2), (0, 2))]
            assert sides == pytest.approx([sides[0]] * 3, rel=1e-6)


def test_ties_everywhere_are_equal_with_certainty() -> None:
    numbers = plot_data("simplex", constant(), draws=200).filter(pl.col("item") == "pair")
    assert numbers["rope"].to_list() == [1.0, 1.0]


def test_an_unknown_posterior_is_refused() -> None:
    with pytest.raises(OptionError, match="no simplex"):
        plot_data("simplex", demsar(), method="bayes_correlated_t")


def test_the_density_has_the_probabilities_of_the_test_as_areas() -> None:
    numbers = plot_data("posterior", accuracy(), dataset="wine", control="kNN", rope=0.01)
    for pair in numbers.filter(pl.col("item") == "pair").to_dicts():
        curve = numbers.filter((pl.col("item") == "curve") & (pl.col("a") == pair["a"]))
        x, y = curve["x"].to_numpy(), curve["density"].to_numpy()
        fine = np.linspace(x[0], x[-1], 20001)
        density = np.interp(fine, x, y)
        share = density[(fine >= -0.01) & (fine <= 0.01)].sum() / density.sum()
        assert share == pytest.approx(pair["rope"], abs=0.003)


def test_shaded_is_what_is_practically_equal_and_lines_are_credible_limits() -> None:
    figure = plot("posterior", accuracy(), dataset="wine", control="kNN", rope=0.02)
    shade = next(patch for patch in figure.axes[0].patches if patch.get_label() == "rope")
    assert (shade.get_x(), shade.get_x() + shade.get_width()) == pytest.approx((-0.02, 0.02))
    rows = br.bayes_correlated_t(accuracy(), control="kNN", rope=0.02).filter(
        (pl.col("dataset") == "wine") & (pl.col("term") == "rope")
    )
    limits = sorted(float(end) for line in lines(figure, "limits") for end in line.get_xdata())
    assert limits == pytest.approx(sorted([*rows["effect_low"], *rows["effect_high"]]))


def test_an_advantage_is_positive_also_where_lower_is_better() -> None:
    numbers = plot_data("posterior", study(), metric="log_loss", dataset="digits", control="DecisionTree")
    best = numbers.filter(pl.col("item") == "pair").row(0, named=True)
    assert best["effect"] > 0
    assert best["a_better"] > 0.9


def test_several_datasets_need_a_name_and_several_metrics_too() -> None:
    with pytest.raises(OptionError, match="4 datasets"):
        plot_data("posterior", accuracy())
    with pytest.raises(OptionError, match="4 metrics"):
        plot_data("posterior", study(), dataset="wine")


def test_the_words_name_what_has_a_high_probability() -> None:
    assert "With probability above 0.95 worse: Majority" in alt_text(
        "posterior", accuracy(), dataset="wine", control="kNN"
    )
