"""What power curves and comparisons of intervals show."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.plot import alt_text, plot, plot_data
from tests.figures.cases import accuracy, demsar
from tests.figures.cases_models import classified
from tests.figures.models.test_multivariate import lines


def test_marks_stand_where_a_curve_first_reaches_the_wanted_power() -> None:
    numbers = plot_data("power_curve", None, sd=0.02, difference=[0.01, 0.02])
    marks = numbers.filter(pl.col("item") == "mark")
    needed = br.sample_size_power(difference=[0.01, 0.02], sd=0.02, variant="t")
    assert marks["x"].to_list() == needed["n"].to_list()
    assert (marks["power"] >= 0.8).all()


def test_power_grows_with_the_number_of_runs_and_with_the_difference() -> None:
    runs = plot_data("power_curve", None, sd=0.02, difference=0.01).filter(pl.col("item") == "curve")
    sizes = plot_data("power_curve", None, sd=0.02, n=10).filter(pl.col("item") == "curve")
    for curve in (runs, sizes):
        assert curve["power"].is_sorted()
        assert curve["x"].is_sorted()
    assert sizes["power"][0] == pytest.approx(0.05)


def test_with_a_table_the_curve_passes_the_detectable_difference() -> None:
    numbers = plot_data("power_curve", demsar(), control="C4.5")
    rows = br.detectable_difference(demsar(), control="C4.5")
    for a, detectable in rows.select(pl.col("a").cast(pl.String), "detectable").rows():
        curve = numbers.filter((pl.col("item") == "curve") & (pl.col("label") == a))
        assert np.interp(detectable, curve["x"], curve["power"]) == pytest.approx(0.8, abs=2e-3)


def test_marks_of_a_table_are_detectable_differences_and_never_observed_power() -> None:
    numbers = plot_data("power_curve", accuracy(), dataset="digits", control="kNN")
    digits = accuracy().filter(pl.col("dataset") == "digits")
    rows = br.detectable_difference(digits, by=["dataset", "metric"], control="kNN")
    detectable = dict(rows.select(pl.col("a").cast(pl.String), "detectable").rows())
    marks = numbers.filter(pl.col("item") == "mark")
    assert marks.height
    for row in marks.to_dicts():
        assert row["x"] == pytest.approx(detectable[row["label"]])
        assert row["power"] == pytest.approx(0.8, abs=1e-6)
    assert "observed" not in alt_text("power_curve", accuracy(), dataset="digits", control="kNN")


def test_a_plan_without_enough_numbers_is_refused_with_what_would_do() -> None:
    for given in ({}, {"sd": 1.0}, {"sd": 1.0, "n": 5, "difference": 1.0}):
        with pytest.raises(OptionError, match="needs sd"):
            plot_data("power_curve", None, **given)


def test_no_difference_is_never_found_and_the_words_say_so() -> None:
    assert "No curve reaches" in alt_text("power_curve", None, sd=1.0, difference=0.0)


def test_curves_are_drawn_as_they_are_given() -> None:
    options = {"sd": 0.02, "n": [5, 10, 30]}
    numbers = plot_data("power_curve", None, **options)
    figure = plot("power_curve", None, **options)
    drawn = [np.asarray(line.get_ydata()) for line in lines(figure, "curve")]
    assert len(drawn) == 3
    first = numbers.filter((pl.col("item") == "curve") & (pl.col("label") == "n = 5"))
    assert drawn[0] == pytest.approx(first["power"].to_numpy())


def test_limits_are_those_of_the_interval_methods() -> None:
    # 12 errors of 40, with SciPy's intervals of a binomial rate.
    numbers = plot_data("interval_comparison", None, n=40).filter(pl.col("errors") == 12)
    limits = {row["interval"]: (row["low"], row["high"]) for row in numbers.to_dicts()}
    for name, method in (("Wilson", "wilson"), ("Clopper-Pearson", "exact")):
        theirs = binomtest(12, 40).proportion_ci(method=method)
        assert limits[name] == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    half = np.sqrt(np.log(2 / 0.05) / (2 * 40))
    assert limits["Hoeffding"] == pytest.approx((0.3 - half, 0.3 + half))


def test_intervals_mirror_each_other_at_rates_and_their_complements() -> None:
    numbers = plot_data("interval_comparison", None, n=20)
    for name in ("Wilson", "Clopper-Pearson", "Hoeffding"):
        part = numbers.filter(pl.col("interval") == name).sort("errors")
        assert part["low"].to_numpy() == pytest.approx(1 - part["high"].to_numpy()[::-1], abs=1e-12)


def test_with_predictions_every_algorithm_has_three_intervals_best_on_top() -> None:
    figure = plot("interval_comparison", classified(), dataset="wine")
    numbers = plot_data("interval_comparison", classified(), dataset="wine")
    assert numbers.height == 18
    names = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "tick name"]
    assert names == numbers["algorithm"].unique(maintain_order=True).to_list()
    assert numbers["rate"].is_sorted()


def test_predictions_of_several_datasets_need_a_name() -> None:
    with pytest.raises(OptionError, match="4 datasets"):
        plot_data("interval_comparison", classified())
