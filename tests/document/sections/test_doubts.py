"""What page one says of doubtful data: results missing not at random, unequal runs, and what results look like."""

from __future__ import annotations

import re
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import polars as pl
from scipy.stats import mannwhitneyu

import benchreport as br
from benchreport.document.model.blocks import Care
from tests.document.sections import answers
from tests.document.sections.sections import plain
from tests.document.sections.test_first_places import lacking


def care(table: pl.DataFrame, **wishes: Any) -> dict[str, str]:
    with catch_warnings():
        simplefilter("ignore", br.BenchreportWarning)
        (section,) = br.report(table, sections=["answer"], **wishes).sections
    return {label: plain(words) for block in section.blocks if isinstance(block, Care) for label, words in block.items}


def levels(table: pl.DataFrame, without: str) -> dict[str, float]:
    """The mean score of the others on every dataset, by a plain loop."""
    values: dict[str, list[float]] = {}
    for name, dataset, value in table.select(pl.col("algorithm", "dataset").cast(pl.String), "value").rows():
        if name != without:
            values.setdefault(dataset, []).append(value)
    return {dataset: float(np.mean(own)) for dataset, own in values.items()}


def easiest(table: pl.DataFrame, n: int) -> list[int]:
    """The numbers of the datasets with the highest mean of B and C."""
    means = levels(table, "A")
    return sorted(range(len(means)), key=lambda place: -means[sorted(means)[place]])[:n]


def test_an_algorithm_whose_results_are_missing_on_easier_datasets_is_named_with_the_test() -> None:
    whole = answers.rates(20, 0.0, 0.03, 0.06, 0.07)
    places = easiest(whole, 6)
    table = lacking(whole, A=places)
    means = levels(table, "A")
    gone = {sorted(means)[place] for place in places}
    there, elsewhere = ([m for d, m in means.items() if (d in gone) == part] for part in (True, False))
    p = mannwhitneyu(there, elsewhere, method="exact").pvalue
    assert p < 0.001
    assert care(table)["Not missing at random"] == (
        f"A lacks results on datasets that the others find easier (median accuracy {np.median(there):.2f}, elsewhere "
        f"{np.median(elsewhere):.2f}; rank-sum test, p < .001)."
    )


def test_with_lower_is_better_those_datasets_are_harder_and_others_are_told_after_the_leader() -> None:
    whole = answers.rates(20, 0.06, 0.03, 0.0, 0.0, metric="error_rate")
    places = easiest(whole, 7)
    sentence = care(lacking(whole, A=places, B=places[:6]))["Not missing at random"]
    assert sentence.startswith("A lacks results on datasets that the others find harder (median error rate 0.")
    assert "rank-sum test, Holm-adjusted p < .001); the same holds for B." in sentence
    other = [place for place in range(20) if place not in easiest(whole, 13)]
    assert care(lacking(whole, A=places, B=other))["Not missing at random"].endswith(
        "; B lacks results on easier ones."
    )


def test_of_two_algorithms_the_other_one_is_named() -> None:
    whole = answers.rates(20, 0.0, 0.03)
    sentence = care(lacking(whole, A=easiest(whole, 6)))["Not missing at random"]
    assert sentence.startswith("A lacks results on datasets that B finds easier (")


def test_gaps_at_random_and_values_with_units_are_no_item() -> None:
    assert "Not missing at random" not in care(lacking(answers.rates(20, 0.0, 0.03, 0.06), A=[1, 7, 12]))
    units = answers.sizes(20, 1.0, 1.2, 1.6)
    assert "Not missing at random" not in care(lacking(units, A=easiest(units, 6)))


def test_gaps_at_random_raise_a_false_alarm_in_five_of_a_hundred_tables_at_most() -> None:
    alarms = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        gaps = {name: rng.choice(20, 5, replace=False).tolist() for name in "ABCDEF"}
        table = lacking(answers.rates(20, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), **gaps)
        from benchreport.document.analyses.answer.data_checks import unlike_datasets

        alarms += (unlike_datasets(table)["p"] <= 0.05).any()
    assert alarms <= 7  # 60 tables at 5 %: more than 7 have probability .01


def runs(*, few: tuple[str, ...] = (), n: int = 20, **options: Any) -> pl.DataFrame:
    """Twenty runs of each algorithm on seven datasets, some with ten."""
    rng = np.random.default_rng(2)
    rows = [
        (name, f"d{d}", fold, round(0.8 - 0.05 * j + 0.02 * d + 0.01 * rng.normal(), 4))
        for j, name in enumerate("ABCD")
        for d in range(7)
        for fold in range(n)
        if name not in few or fold < 10
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row")
    return br.scores(frame, **({"design": "repeated_holdout"} | options))


def test_unequal_runs_name_algorithms_datasets_and_which_runs_are_averaged() -> None:
    assert care(runs(few=("C", "D")))["Unequal runs"] == (
        "C and D have ten of 20 runs on all seven datasets, and only the runs that all have are averaged."
    )
    number = pl.col("fold")
    lost = (pl.col("algorithm") == "B") & (pl.col("dataset") == "d3") & (number > 16)
    assert care(runs().filter(~lost))["Unequal runs"] == (
        "B has 17 of 20 runs on d3, and only the runs that all have are averaged."
    )
    assert "Unequal runs" not in care(runs())


def test_unequal_seeds_are_all_averaged_and_one_dataset_is_named() -> None:
    seeds = runs(few=("D",)).rename({"fold": "repeat"}).drop("direction", "design")
    assert care(br.scores(seeds, design="seeds"))["Unequal runs"] == "D has ten of 20 runs on all seven datasets."
    one = runs(few=("D",)).filter(pl.col("dataset") == "d1")
    assert care(one)["Unequal runs"].startswith("D has ten of 20 runs on d1")


def test_doubtful_results_stand_on_page_one_by_the_name_that_is_printed() -> None:
    table = answers.sizes(14, 1.0, 1.3, 1.6)
    far = (pl.col("algorithm") == "B") & (pl.col("dataset") == table["dataset"][0])
    planted = table.with_columns(value=pl.when(far).then(1e12).otherwise("value"))
    assert re.match(r"B has RMSE 1e\+12 on \S+, ", care(planted)["Divergent results"])
    twin = table.filter(pl.col("algorithm") == "A").with_columns(
        algorithm=pl.lit("Z", dtype=pl.Categorical), dataset=pl.col("dataset")
    )
    assert care(pl.concat([table, twin]))["Identical results"] == (
        "A and Z agree to the last digit in RMSE on all 14 datasets. Was the same file read twice?"
    )
    coarse = answers.rates(14, 0.0, 0.01, 0.02).with_columns((pl.col("value") * 5).round() / 5)
    assert care(coarse)["Coarse values"].startswith("All values of accuracy are multiples of 0.2; ")
    assert not {"Divergent results", "Identical results", "Coarse values"} & set(care(table))
