"""Does the section on instances say what METHODS says of the counts it was given?"""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Table
from tests.document.sections.instances import cells_of, decisions, right_and_wrong, sections_of, told
from tests.document.sections.sections import findings_of, prose, table_of

# FX6 of the catalogue: both wrong 5, only A wrong 12, only B wrong 4, both right 79.
FX6 = (5, 12, 4, 79)


def test_two_classifiers_are_told_apart_by_the_instances_on_which_one_alone_errs() -> None:
    section = told(right_and_wrong(*FX6), "predicted")
    (finding,) = findings_of(section)
    assert finding.rows["p_value"].item() == pytest.approx(0.0768127441406, rel=1e-9)
    assert "A and B do not differ significantly in error rate on d (difference 8.0 percentage points" in prose(section)
    assert "p = .077, McNemar’s exact test; A alone is wrong 12 times, B alone 4 times)" in prose(section)


def test_the_agreement_of_errors_is_counted_with_the_mid_p_value_beside() -> None:
    table = table_of(told(right_and_wrong(*FX6), "predicted"), "agreement")
    assert cells_of(table) == [["A", "5", "12", "4", "79", "0.30", ".077", ".049"]]
    assert table.frame["p_mid"].item() == pytest.approx(0.0490417480469, rel=1e-9)


def test_error_rates_and_the_paired_interval_stand_in_one_table() -> None:
    table = table_of(told(right_and_wrong(*FX6), "predicted"), "errors")
    assert [row[:3] for row in cells_of(table)] == [["B", "100", "9.0 %"], ["A", "100", "17.0 %"]]
    rows = dict(table.frame.select("a", "difference").rows())
    assert rows["A"] == pytest.approx(0.08)
    assert rows["B"] is None
    low, high = table.frame.filter(pl.col("a") == "A").select("difference_low", "difference_high").row(0)
    assert low < 0.08 < high


def test_the_t_test_on_instances_is_made_where_it_is_asked_for() -> None:
    section = told(right_and_wrong(*FX6), "predicted", tests={"instances": "paired_t_instances"})
    (finding,) = findings_of(section)
    assert finding.rows["p_value"].item() == pytest.approx(0.0449347252126, rel=1e-9)
    assert "A errs significantly more often than B" in prose(section)
    assert "mid-p" not in [column.title for column in table_of(section, "agreement").columns]
    assert ("paired_t_instances", "It was asked for in the recipe.") in [
        (choice.method, "".join(map(str, choice.reason))) for choice in section.choices
    ]


def test_sign_flips_of_right_and_wrong_are_mcnemars_test() -> None:
    flips = findings_of(told(right_and_wrong(*FX6), "predicted", tests={"instances": "permutation_signflip"}))[0]
    exact = findings_of(told(right_and_wrong(*FX6), "predicted"))[0]
    assert flips.rows["p_value"].item() == pytest.approx(exact.rows["p_value"].item(), rel=1e-9)


def test_few_errors_call_for_the_exact_interval() -> None:
    # 0 of 40: Clopper-Pearson up to 0.0880973, 12 of 40: Wilson from 0.1807485 (both of the catalogue).
    table = decisions({"A": [("y", "y")] * 40, "B": [("y", "n")] * 12 + [("y", "y")] * 28})
    rows = {row["a"]: row for row in table_of(told(table, "predicted"), "errors").frame.rows(named=True)}
    assert rows["A"]["method"] == "ci_clopper_pearson"
    assert rows["A"]["ci_high"] == pytest.approx(0.0880973028788, rel=1e-9)
    assert rows["B"]["method"] == "ci_wilson"
    assert rows["B"]["ci_low"] == pytest.approx(0.180748452297, rel=1e-9)


def test_the_interval_asked_for_is_used_for_every_rate() -> None:
    table = decisions({"A": [("y", "y")] * 40, "B": [("y", "n")] * 12 + [("y", "y")] * 28})
    section = told(table, "predicted", tests={"rates": "ci_proportion_wald"})
    rows = {row["a"]: row for row in table_of(section, "errors").frame.rows(named=True)}
    assert set(table_of(section, "errors").frame["method"]) == {"ci_proportion_wald"}
    assert rows["B"]["ci_low"] == pytest.approx(0.157987117455, rel=1e-9)
    assert "with its Wald interval" in prose(section)


def test_equal_rates_with_other_errors_are_pointed_out() -> None:
    section = told(right_and_wrong(2, 7, 7, 84), "predicted")
    assert "B and A are wrong equally often, yet on 14 items only one of them is" in prose(section)
    assert "do not differ significantly in error rate" in prose(section)


def test_classifiers_that_err_together_are_not_told_apart() -> None:
    section = told(right_and_wrong(10, 0, 0, 30), "predicted")
    assert "1 has the same results on every item" in prose(section)
    assert findings_of(section)[0].rows["p_value"].item() == 1.0


def test_without_a_baseline_too_many_algorithms_are_not_compared_pair_by_pair() -> None:
    calls = {f"A{k:02d}": [("y", "y" if (at * k) % 7 else "n") for at in range(20)] for k in range(1, 23)}
    section = told(decisions(calls), "predicted")
    assert not findings_of(section)
    assert "Declare one (option reference)" in prose(section)
    against = told(decisions(calls), "predicted", baseline="A03")
    assert findings_of(against)[0].rows.height == 21


def test_instances_that_one_of_two_lacks_are_left_out_and_counted() -> None:
    table = right_and_wrong(*FX6).filter(~((pl.col("algorithm") == "A") & (pl.col("instance") >= 90)))
    section = told(table, "predicted")
    assert findings_of(section)[0].rows["n"].item() == 90
    assert "up to 10 were left out of a pair" in prose(section)


def test_a_baseline_that_lacks_a_dataset_is_compared_on_the_others() -> None:
    both = pl.concat([right_and_wrong(*FX6), right_and_wrong(*FX6).with_columns(dataset=pl.lit("e"))])
    table = both.filter(~((pl.col("algorithm") == "A") & (pl.col("dataset") == "e")))
    rows = findings_of(told(table, "predicted", baseline="A"))[0].rows
    assert rows["dataset"].to_list() == ["d"]


def test_many_datasets_are_told_of_by_the_algorithm_in_focus() -> None:
    parts = [right_and_wrong(2, 3, 1, 9).with_columns(dataset=pl.lit(f"d{at:02d}")) for at in range(40)]
    section = told(pl.concat(parts), "predicted")
    tables = [block for block in section.blocks if isinstance(block, Table)]
    assert sum(len(table.rows) for table in tables) <= 70
    assert table_of(section, "errors").frame.height == 80
    assert {row[1] for row in cells_of(table_of(section, "errors"))} == {"B"}


@pytest.mark.filterwarnings("ignore:metric .* is left out")  # the truth is of one class
def test_probabilities_alone_are_decided_by_the_most_probable_class() -> None:
    table = right_and_wrong(*FX6)
    chances = table.with_columns(
        prob_y=pl.when(pl.col("prediction") == "y").then(0.8).otherwise(0.3),
        prob_n=pl.when(pl.col("prediction") == "y").then(0.2).otherwise(0.7),
    ).drop("prediction")
    rows = findings_of(told(chances, "predicted"))[0].rows
    assert rows["p_value"].item() == pytest.approx(0.0768127441406, rel=1e-9)


def test_numbers_and_bare_scores_have_no_such_section() -> None:
    numbers = pl.DataFrame(
        {
            "algorithm": ["A", "B"] * 3,
            "instance": [0, 0, 1, 1, 2, 2],
            "truth": [0.5, 0.5, 0.7, 0.7, 0.9, 0.9],
            "prediction": [0.1, 0.2] * 3,
        }
    )
    assert "predicted" not in sections_of(numbers, "predicted", "regression")
    assert "predicted" not in sections_of(br.read_scores(br.example("demsar2006_auc.csv")), "predicted", "leaderboard")
