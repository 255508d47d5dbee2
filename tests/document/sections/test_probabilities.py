"""Does the section on probabilities and costs say what the forecasts say?"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from scipy.stats import ttest_rel

import benchreport as br
from benchreport.document.model.blocks import Figure
from benchreport.errors import OptionError
from tests.document.sections.instances import cells_of, decisions, matrix, sections_of, told
from tests.document.sections.sections import findings_of, prose, table_of

# FX7: tp 40, fn 10, fp 5, tn 45.
FX7 = matrix({("yes", "yes"): 40, ("yes", "no"): 10, ("no", "yes"): 5, ("no", "no"): 45})
COSTS = {"no": {"yes": 5.0}, "yes": {"no": 1.0}}


def forecast(**algorithms: tuple[float, float, float]) -> pl.DataFrame:
    """Give 30 instances of three classes; every algorithm forecasts the true class, the next and the last alike."""
    rows = [
        (name, "d", at, "abc"[at % 3], *(chances[(place - at) % 3] for place in range(3)))
        for name, chances in algorithms.items()
        for at in range(30)
    ]
    names = ["algorithm", "dataset", "instance", "truth", "prob_a", "prob_b", "prob_c"]
    return pl.DataFrame(rows, schema=names, orient="row")


def test_the_losses_are_those_of_the_catalogue() -> None:
    section = told(forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2)), "probabilities")
    rows = {row["algorithm"]: row for row in table_of(section, "forecasts").frame.rows(named=True)}
    assert rows["A"]["quadratic_probability_loss"] == pytest.approx(0.14, rel=1e-9)
    assert rows["A"]["informational_loss"] == pytest.approx(0.51457317283, rel=1e-9)
    assert rows["(majority)"]["quadratic_probability_loss"] == pytest.approx(0.666666666667, rel=1e-9)
    assert rows["(majority)"]["informational_loss"] == pytest.approx(1.58496250072, rel=1e-9)
    assert rows["A"]["skill"] == pytest.approx(1 - 0.14 / (2 / 3), rel=1e-9)


def test_the_entropy_of_the_class_shares_stands_in_the_table() -> None:
    section = told(forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2)), "probabilities")
    rows = {row[0]: row for row in cells_of(table_of(section, "forecasts"))}
    assert rows["(class shares)"][3] == "1.585"


def test_the_calibration_error_of_the_table_is_that_of_the_figure() -> None:
    # Two repeats of two folds: averaging over the repeats would give another number than all forecasts together.
    once = forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2))
    shifted = forecast(A=(0.1, 0.7, 0.2), B=(0.5, 0.3, 0.2))
    runs = [
        part.with_columns(repeat=pl.lit(repeat), fold=pl.col("instance") % 2)
        for repeat, part in enumerate((once, shifted), 1)
    ]
    section = told(pl.concat(runs), "probabilities")
    printed = {row[0]: row[4] for row in cells_of(table_of(section, "forecasts"))}
    (figure,) = [block for block in section.blocks if isinstance(block, Figure)]
    # A says 0.7 sixty times, and half of it comes true: 0.7 - 0.5; the repeats alone have 0.3 and 0.7. B says 0.5.
    assert (printed["A"], printed["B"]) == ("0.200", "0.500")
    assert "A has the smallest expected calibration error (0.200), B the largest (0.500)" in figure.alternative


def test_a_probability_of_zero_for_the_truth_is_counted_and_not_clipped() -> None:
    section = told(forecast(A=(0.7, 0.2, 0.1), B=(0.0, 1.0, 0.0)), "probabilities")
    assert "infinite for B, because true classes were given probability 0 (30 times)" in prose(section)
    printed = {row[0]: row for row in cells_of(table_of(section, "forecasts"))}
    assert printed["B"][3] == "infinite"
    assert printed["B"][1] == "2.0000"
    assert "worse than the class shares alone" in prose(section)


def test_calibration_is_drawn_and_its_bins_counted() -> None:
    section = told(forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2)), "probabilities")
    assert [block.id for block in section.blocks if isinstance(block, Figure)] == ["reliability"]
    # All 30 forecasts of the most probable class say 0.7 and come true: Wilson from 1 / (1 + z^2 / 30).
    (row,) = cells_of(table_of(section, "calibration"))
    assert row == ["0.7 to 0.8", "30", "0.700", "1.000", "[0.886, 1.000]"]


def test_forecasts_that_always_differ_by_the_same_cannot_be_tested() -> None:
    section = told(forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2)), "probabilities")
    assert "could not be compared" in prose(section)
    assert "1 row could not be tested" in prose(section)


def test_differences_in_quadratic_loss_are_those_of_the_paired_t_test() -> None:
    table = forecast(A=(0.7, 0.2, 0.1), B=(0.5, 0.3, 0.2))
    better = (pl.col("algorithm") == "B") & (pl.col("instance") < 12)
    turned = table.with_columns(
        pl.when(better)
        .then((pl.col("truth") == label).cast(pl.Float64))
        .otherwise(f"prob_{label}")
        .alias(f"prob_{label}")
        for label in "abc"
    )
    losses = {"A": [0.14] * 30, "B": [0.0] * 12 + [0.25 + 0.09 + 0.04] * 18}
    (finding,) = findings_of(told(turned, "probabilities"))
    row = finding.rows.row(0, named=True)
    assert row["p_value"] == pytest.approx(ttest_rel(losses["A"], losses["B"]).pvalue, rel=1e-9)
    assert row["estimate"] == pytest.approx(0.14 - 18 * 0.38 / 30, rel=1e-9)


def test_the_cost_of_errors_is_that_of_the_catalogue() -> None:
    table = decisions({"good": FX7, "cautious": [(truth, "no") for truth, _ in FX7]})
    section = told(table, "probabilities", costs=COSTS)
    rows = {row["algorithm"]: row for row in table_of(section, "costs").frame.rows(named=True)}
    assert rows["good"]["mean"] == pytest.approx(0.35)
    assert rows["good"]["total"] == pytest.approx(35.0)
    assert rows["cautious"]["mean"] == pytest.approx(0.5)
    assert "5 where no is called yes; 1 where yes is called no" in str(table_of(section, "costs").caption)


def test_an_order_by_cost_that_is_not_the_order_by_error_is_pointed_out() -> None:
    dear = {"no": {"yes": 50.0}, "yes": {"no": 1.0}}
    table = decisions({"good": FX7, "cautious": [(truth, "no") for truth, _ in FX7]})
    words = prose(told(table, "probabilities", costs=dear))
    assert (
        "The order by cost differs from the order by error: cautious is number 1 by cost and number 2 by error."
        in words
    )
    assert "The order by cost is the order by error." in prose(told(table, "probabilities", costs=COSTS))


def test_the_cheapest_cut_is_told_and_what_it_costs() -> None:
    table = decisions({"good": FX7, "cautious": [(truth, "no") for truth, _ in FX7]})
    sure = pl.when(pl.col("prediction") == "yes").then(0.8).otherwise(0.1)
    chances = table.with_columns(prob_yes=sure).with_columns(prob_no=1 - pl.col("prob_yes"))
    section = told(chances, "probabilities", costs=COSTS, positive="yes")
    assert "where its probability is at least 0.8333" in prose(section)
    rows = dict(table_of(section, "costs").frame.select("algorithm", "at_cut").rows())
    # No probability reaches the cut, so nothing is called positive: 50 misses at 1 in 100.
    assert rows == {"good": pytest.approx(0.5), "cautious": pytest.approx(0.5)}


def test_costs_that_leave_out_a_confusion_are_refused() -> None:
    table = decisions({"good": FX7, "cautious": [(truth, "no") for truth, _ in FX7]})
    with pytest.raises(OptionError, match="no cost is given"):
        told(table, "probabilities", costs={"no": {"yes": 5.0}})


def test_decisions_without_costs_have_no_such_section() -> None:
    table = decisions({"good": FX7, "cautious": [(truth, "no") for truth, _ in FX7]})
    assert "probabilities" not in sections_of(table, "probabilities", "predicted")


def test_the_section_stands_in_markdown_and_html(tmp_path: Path) -> None:
    report = br.report(forecast(A=(0.7, 0.2, 0.1), B=(0.0, 1.0, 0.0)), sections=["probabilities"])
    for name in ("report.md", "report.html"):
        report.write(tmp_path / name)
        assert "worse than the class shares alone" in (tmp_path / name).read_text()
