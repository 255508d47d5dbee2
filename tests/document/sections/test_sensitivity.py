"""Sensitivity: every symbol, count and dataset against the analyses made by other calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.naming import spelled
from tests.document.sections.sections import only, plain, prose, tables, told
from tests.document.sections.test_results import shifted
from tests.document.sections.told import ERRORS, folds, printed, wide

DEMO = br.example("demsar2006_auc.csv")


def by_tests(scores: pl.DataFrame, control: str | None = None) -> dict[tuple[str, str], pl.DataFrame]:
    """The adjusted rows of the fixed analyses of a complete table, by group and title of the column."""
    one = scores.rename({"dataset": "fold"}).with_columns(dataset=pl.lit("all").cast(pl.Categorical))
    tests = {
        "paired t": br.kfold_paired_t(one),
        "sign": br.sign_test(scores),
        "sign flips": br.permutation_signflip(one),
    }
    if control is not None:
        own = (pl.col("a").cast(pl.String) == control) | (pl.col("b").cast(pl.String) == control)
        tests = {name: rows.filter(own) for name, rows in tests.items()}
    analyses = {("", name): br.adjust(rows, "holm") for name, rows in tests.items()}
    if control is None:
        nemenyi = br.nemenyi(scores)
        analyses["mean ranks", "Nemenyi"] = nemenyi.with_columns(p_adjusted="p_value")
        analyses["mean ranks", "Shaffer"] = br.adjust(br.friedman_posthoc_z(scores), "shaffer")
    return analyses


def p_of(rows: pl.DataFrame, pair: set[str]) -> float:
    own = rows.filter(pl.col("a").cast(pl.String).is_in(list(pair)) & pl.col("b").cast(pl.String).is_in(list(pair)))
    return float(own["p_adjusted"][0])


def cells(section: Any) -> list[tuple[str, dict[tuple[str, str], str]]]:
    table = tables(section)["multiverse"]
    heads = [(column.group, column.title) for column in table.columns]
    return [(row[0].text, dict(zip(heads, (cell.text for cell in row), strict=True))) for row in table.rows]


def test_every_symbol_is_what_the_analysis_decides() -> None:
    scores = br.read_scores(DEMO)
    analyses = by_tests(scores)
    rows = cells(told(scores, "sensitivity"))
    decided = br.verdicts(scores)
    assert [pair for pair, _ in rows] == [
        "C4.5+m+cf − C4.5+m",
        "C4.5+m+cf − C4.5+cf",
        "C4.5+m+cf − C4.5",
        "C4.5+m − C4.5",
    ]
    for pair, row in rows:
        symbols = {head: row[head] for head in analyses}
        assert symbols == {
            head: "●" if p_of(found, set(pair.split(" − "))) <= 0.05 else "○" for head, found in analyses.items()
        }
        filled = [symbols["", name] for name in ("paired t", "sign", "sign flips")].count("●")
        differs = p_of(decided, set(pair.split(" − "))) <= 0.05
        assert row["", "same verdict"] == f"{filled if differs else 3 - filled} of 3"


def test_the_line_counts_other_tests_but_not_the_deciding_one_nor_mean_ranks() -> None:
    section = told(br.read_scores(DEMO), "sensitivity")
    words = prose(section)
    assert "The win of C4.5+m over C4.5 holds in one of three alternative analyses." in words
    assert "The sign test ignores the size of the differences; tests of means give large differences" in words
    assert "Wilcoxon" not in words
    note = plain(tables(section)["multiverse"].note)
    assert "Mean ranks: depend on the other algorithms, not counted." in note


def test_the_datasets_that_a_verdict_hangs_on_are_those_without_which_it_is_not_significant() -> None:
    scores = br.read_scores(DEMO)
    section = told(scores, "sensitivity")
    changes: dict[str, list[str]] = {"C4.5+m − C4.5": [], "C4.5+m+cf − C4.5": []}
    own = br.verdicts(scores)
    for dataset in sorted(scores["dataset"].cast(pl.String).unique()):
        rest = br.verdicts(scores.filter(pl.col("dataset").cast(pl.String) != dataset))
        for pair, datasets in changes.items():
            names = set(pair.split(" − "))
            if (p_of(rest, names) <= 0.05) != (p_of(own, names) <= 0.05):
                datasets.append(dataset)
    rows = dict(cells(section))
    assert len(changes["C4.5+m − C4.5"]) == 10
    assert rows["C4.5+m − C4.5"]["", "changes without"] == "10 datasets"
    assert changes["C4.5+m+cf − C4.5"] == [rows["C4.5+m+cf − C4.5"]["", "changes without"]]
    assert "It is lost without any one of ten datasets." in prose(section)


def test_posteriors_of_pairs_without_a_verdict_stay_in_the_table() -> None:
    scores = br.read_scores(DEMO)
    rows = br.bayes_signed_rank(scores, rope=0.01, draws=20_000)
    chance = {
        (str(a), str(b), term): p for a, b, term, p in rows.select("a", "b", "term", "estimate").rows()
    }  # a is the first of the alphabet
    sure = chance["C4.5", "C4.5+m+cf", "b_better"]
    assert sure > 0.95
    assert p_of(br.verdicts(scores), {"C4.5", "C4.5+m+cf"}) > 0.05
    section = told(scores, "sensitivity")
    assert "practically better" not in prose(section)
    better, rope = (float(f"0{p}") for p in dict(cells(section))["C4.5+m+cf − C4.5"]["", "P(>) P(=)"].split())
    assert (better, rope) == pytest.approx((sure, chance["C4.5", "C4.5+m+cf", "rope"]), abs=0.006)


def test_with_a_reference_there_are_three_analyses_of_its_comparisons() -> None:
    scores = shifted()
    section = told(scores, "sensitivity", reference="B")
    analyses = by_tests(scores, control="B")
    rows = cells(section)
    assert [other for other, _ in rows] == [name for name in ("D", "C", "A") if name != "B"]
    assert not any(group == "mean ranks" for _, row in rows for group, _ in row)
    for other, row in rows:
        for head, found in analyses.items():
            assert row[head] == ("●" if p_of(found, {"B", other}) <= 0.05 else "○")
        assert row["", "same verdict"].endswith(" of 3")


def test_lower_is_better_turns_no_symbol() -> None:
    errors = wide("error_rate", **ERRORS)
    accuracies = wide("accuracy", **{name: [1 - value for value in values] for name, values in ERRORS.items()})
    first, second = (cells(told(scores, "sensitivity")) for scores in (errors, accuracies))
    assert first == second
    assert any("●" in row.values() for _, row in first)


def test_metrics_with_units_are_compared_by_logarithms_and_have_no_posterior() -> None:
    times = {name: [10 * value for value in values] for name, values in ERRORS.items()}
    section = told(wide("train_time", **times), "sensitivity")
    rows = cells(section)
    logs = wide("train_time", **{name: np.log(values).tolist() for name, values in times.items()})
    holm = by_tests(logs)["", "paired t"]
    for pair, row in rows:
        expected = "●" if p_of(holm, set(pair.split(" − "))) <= 0.05 else "○"
        assert row["", "paired t"] == expected
    assert ("", "P(>) P(=)") not in rows[0][1]


def test_where_the_sign_test_decides_the_columns_bear_the_names_of_their_tests() -> None:
    rng = np.random.default_rng(5)
    times = pl.DataFrame({"dataset": range(14), **{name: rng.uniform(1, 2, 14) * k for k, name in enumerate("ABC", 1)}})
    for shift, tests in ((0.0, {"Wilcoxon", "paired t", "sign flips"}), (3.0, set())):
        moved = times.with_columns(pl.col("A", "B", "C") - shift)
        section = told(br.scores(moved, metric="loss"), "sensitivity", tests={"pairs": "sign_test"})
        heads = {column.title for column in tables(section)["multiverse"].columns if not column.group}
        assert heads - {"Pair (a − b)", "same verdict", "changes without"} == tests
        # Without log ratios there is one test of signs, which decides and is not counted.
        assert f"has {'all three alternative analyses' if shift == 0 else 'tests of mean ranks'}" in prose(section)


def test_where_nothing_differs_it_is_counted_in_how_many_analyses_something_does() -> None:
    rng = np.random.default_rng(2)
    same = wide(**{name: rng.normal(0.7, 0.05, 10).round(3).tolist() for name in "ABCD"})
    found = [head for head, rows in by_tests(same).items() if not head[0] and rows["p_adjusted"].min() <= 0.05]
    words = prose(told(same, "sensitivity"))
    none = "None of three alternative analyses finds a significant difference."
    count = none if not found else f"in {len(found)} of three"
    assert count in words


def test_of_many_algorithms_only_those_are_listed_on_which_analyses_disagree() -> None:
    rng = np.random.default_rng(4)
    scores = wide(**{f"A{a:02}": (0.5 + a / 60 + rng.normal(0, 0.03, 20)).round(4).tolist() for a in range(18)})
    section = told(scores, "sensitivity")
    best = br.average_ranks(scores).sort("mean_rank")["algorithm"].cast(pl.String)[0]
    rows = br.multiverse(scores).with_columns(pl.col("a", "b").cast(pl.String))
    own = rows.filter((pl.col("a") == best) | (pl.col("b") == best)).with_columns(
        other=pl.when(pl.col("a") == best).then("b").otherwise("a")
    )
    counted = pl.col("kind").is_in(["analysis", "left_out"])
    open_ones = own.filter(counted & pl.col("can") & ~pl.col("same"))["other"].unique().to_list()
    assert 0 < len(open_ones) < 17
    assert {other for other, _ in cells(section)} == set(open_ones)
    count = spelled(17 - len(open_ones))
    assert f"On the {count} other algorithms all analyses agree, whichever dataset is left out." in prose(section)


def test_two_algorithms_have_no_tests_on_mean_ranks() -> None:
    scores = shifted(shifts={"A": 0.0, "B": 0.2})
    ((other, row),) = cells(told(scores, "sensitivity"))
    assert other == "A"
    assert not any(group == "mean ranks" for group, _ in row)
    assert row["", "same verdict"] == "3 of 3"
    words = prose(told(scores, "sensitivity"))
    assert "The win of B over A holds in all three alternative analyses." in words


def test_runs_double_the_analyses_and_a_half_circle_says_some() -> None:
    rng = np.random.default_rng(12)
    rows = [
        (name, f"d{d:02}", fold, round(float(0.7 + shift + rng.normal(0, 0.05) - 0.5 * (rng.random() < 0.08)), 4))
        for name, shift in (("A", 0.0), ("B", 0.03), ("C", 0.06))
        for d in range(12)
        for fold in range(5)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row")
    scores = br.scores(frame, design="kfold_cv")
    section = told(scores, "sensitivity")
    assert "each test with means and with medians over the runs" in prose(section)
    multiverse = br.multiverse(scores).filter(pl.col("kind") == "analysis")
    symbols = [row["", name] for _, row in cells(section) for name in ("paired t", "sign", "sign flips")]
    assert all(row["", "same verdict"].endswith(" of 6") for _, row in cells(section))
    mixed = multiverse.with_columns(name=pl.col("analysis").str.replace(", (mean|median) of runs", ""))
    some = mixed.group_by("a", "b", "name").agg(pl.col("verdict").any() & ~pl.col("verdict").all())
    assert ("◐" in symbols) == bool(some["verdict"].any())
    if "◐" in symbols:
        assert "Half: in some versions" in plain(tables(section)["multiverse"].note)


def test_there_is_no_such_section_where_no_pair_can_be_decided() -> None:
    assert only(shifted(datasets=4), "sensitivity") is None
    assert only(folds(A=[0.9, 0.8, 0.85], B=[0.7, 0.6, 0.65]), "sensitivity") is None


def test_the_printed_table_names_what_its_columns_mean() -> None:
    table = tables(told(br.read_scores(DEMO), "sensitivity"))["multiverse"]
    assert plain(table.caption) == "The verdicts by other analyses. Filled: significant at .05."
    assert len(printed(table)) == 4
    assert table.frame["kind"].unique().sort().to_list() == ["analysis", "deciding", "left_out", "ranks"]


def test_posteriors_that_agree_with_the_verdicts_are_counted() -> None:
    scores = shifted(datasets=16, shifts={"A": 0.0, "B": 0.1, "C": 0.2})
    rows = br.bayes_signed_rank(scores, rope=0.01)
    wide_rows = rows.pivot("term", index=["a", "b"], values="estimate")
    assert wide_rows.select(pl.max_horizontal("a_better", "b_better").min()).item() > 0.995
    words = prose(told(scores, "sensitivity"))
    assert "all three significant differences are of practical size (P > 0.99)." in words
    assert "not adjusted for three comparisons" in words


def test_made_up_results_have_no_posterior() -> None:
    scores = shifted(datasets=14)
    gap = (pl.col("algorithm") == "A") & (pl.col("dataset") == "d00")
    section = told(scores.filter(~gap), "sensitivity", missing="worst")
    assert ("", "P(>) P(=)") not in cells(section)[0][1]
    assert "Bayesian" not in prose(section)


@pytest.mark.parametrize(("n", "shifts"), [(6, (0.0, 0.1)), (8, (0.0, 0.1, 0.2, 0.3))])
def test_a_perfect_win_with_the_least_datasets_that_can_decide_hangs_on_none(n: int, shifts: tuple[float, ...]) -> None:
    section = told(shifted(datasets=n, shifts=dict(zip("ABCD", shifts, strict=False))), "sensitivity")
    assert "is lost" not in prose(section)
    assert "left out" not in prose(section)
    assert ("", "changes without") not in cells(section)[0][1]
