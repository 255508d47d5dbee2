"""What does `benchreport test` print?"""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
from pathlib import Path

import pytest

import benchreport as br
from tests.cli.shell import DEMSAR, fine, ladder, pair, refused, rows, run, save
from tests.contract import NEEDS, is_usual


def test_a_method_prints_its_rows_for_a_person(table: Path) -> None:
    header, *lines = fine("test", "wilcoxon", table).splitlines()
    assert header.split()[:4] == ["metric", "a", "b", "better"]
    assert [line.split()[1:4] for line in lines[:3]] == [["A", "B", "A"], ["A", "C", "A"], ["B", "C", "B"]]
    assert ".031" in lines[0]  # 2 / 2^6
    assert "status ok" in " ".join(lines[3:])


def test_json_holds_all_columns_of_a_result(table: Path) -> None:
    found = rows("test", "wilcoxon", table)
    assert [list(row) for row in found] == [["metric", *br.RESULT_COLUMNS]] * 3
    assert {(row["n"], row["statistic"], row["p_value"]) for row in found} == {(6, 21.0, 0.03125)}


def test_csv_holds_all_columns_of_a_result(table: Path) -> None:
    read = list(csv.DictReader(io.StringIO(fine("test", "sign_test", table, "--csv"))))
    assert [list(row) for row in read] == [["metric", *br.RESULT_COLUMNS]] * 3
    assert {(row["statistic"], row["p_value"], row["note"]) for row in read} == {("6.0", "0.03125", "")}


def test_json_and_csv_cannot_both_be_asked_for(table: Path) -> None:
    assert run("test", "friedman", table, "--json", "--csv").exit_code == 2


def test_average_ranks_have_the_columns_of_their_own_schema(table: Path) -> None:
    found = rows("test", "average_ranks", table)
    assert [list(row) for row in found] == [["metric", *br.RANK_COLUMNS]] * 3
    assert [(row["algorithm"], row["mean_rank"]) for row in found] == [("A", 1), ("B", 2), ("C", 3)]


def test_friedman_on_perfect_agreement_reaches_n_times_k_minus_1(table: Path) -> None:
    (row,) = rows("test", "friedman", table)
    assert (row["statistic"], row["df1"], row["effect"]) == pytest.approx((12, 2, 1))
    assert row["p_value"] == pytest.approx(0.0024787521766663585)  # exp(-6), chi-square with 2 df


OVER_TABLES = [method for method in br.METHODS.values() if method.kind in ("table", "columns")]
OVER_SCORES = [method for method in OVER_TABLES if method.shape == "scores" and is_usual(method)]


def needed(method: br.Method) -> list[str]:
    """Say what a method must be told."""
    return [
        word for name, value in NEEDS.get(method.id, {}).items() for word in ("--set", f"{name}={json.dumps(value)}")
    ]


@pytest.mark.parametrize("method", OVER_SCORES, ids=lambda method: method.id)
def test_every_method_over_scores_runs_from_the_shell(table: Path, method: br.Method) -> None:
    assert {row["metric"] for row in rows("test", method.id, table, *needed(method))} == {"accuracy"}


@pytest.mark.parametrize(
    ("method", "variant"),
    [
        pytest.param(method, variant, id=f"{method.id}-{variant}")
        for method in OVER_SCORES
        if "variant" in inspect.signature(getattr(br, method.id)).parameters
        for variant in method.variants
        if (method.id, variant) != ("one_sample_t", "corrected")  # this table has no folds to correct for
    ],
)
def test_every_variant_that_is_listed_can_be_asked_for(table: Path, method: br.Method, variant: str) -> None:
    found = rows("test", method.id, table, "--variant", variant, *needed(method))
    assert {row["variant"].split(",")[0] for row in found} == {variant}


def clustered(path: Path) -> Path:
    """Predictions of two algorithms on 40 instances in ten passages, on two datasets."""
    rows = [
        {"model": name, "dataset": d, "item": i, "passage": i // 4, "y_true": 1, "y_pred": int((i + shift) % 7 > 1)}
        for d in ("d1", "d2")
        for shift, name in enumerate("AB")
        for i in range(40)
    ]
    return save(path, rows)


# Methods whose variants follow from another option or from the table.
WITHOUT_OPTION = [
    method
    for method in OVER_TABLES
    if method.variants and method.table and "variant" not in inspect.signature(method.table).parameters
]


def test_some_methods_have_variants_by_other_options() -> None:
    assert {method.id for method in WITHOUT_OPTION} >= {"paired_t_instances", "mean_loss_t", "risk_test", "iqm"}


@pytest.mark.parametrize(
    ("method", "variant"),
    [pytest.param(m, variant, id=f"{m.id}-{variant}") for m in WITHOUT_OPTION for variant in m.variants],
)
def test_a_variant_that_another_option_chooses_can_be_asked_for_too(
    tmp_path: Path, method: br.Method, variant: str
) -> None:
    if method.shape == "scores":
        runs = [row | {"seed": s, "accuracy": row["accuracy"] - s / 100} for s in range(3) for row in ladder()]
        source = [save(tmp_path / "runs.csv", runs), "--design", "seeds", *needed(method)]
    else:
        priced = ["--set", "costs=[5, 1]", "--positive", "1"] if method.id == "risk_test" else []
        source = [clustered(tmp_path / "items.csv"), "--column", "passage=cluster", *priced]
    found = rows("test", method.id, *source, "--variant", variant)
    assert {row["variant"].split(",")[0] for row in found} == {variant}


def test_cluster_robust_needs_clusters_and_plain_ignores_them(tmp_path: Path) -> None:
    path = clustered(tmp_path / "items.csv")
    error, hint = refused("test", "paired_t_instances", path, "--variant", "cluster-robust", code=2)
    assert "as 'plain', not as 'cluster-robust'" in error
    assert "--column passage=cluster" in hint
    robust = rows("test", "paired_t_instances", path, "--column", "passage=cluster", "--variant", "cluster-robust")
    plain = rows("test", "paired_t_instances", path, "--column", "passage=cluster", "--variant", "plain")
    assert [row["df1"] for row in robust] == [9, 9]
    assert plain == rows("test", "paired_t_instances", path)
    assert "unknown variant" in refused("test", "paired_t_instances", path, "--variant", "robust", code=2)[0]


def test_by_none_pools_all_groups(tmp_path: Path) -> None:
    path = clustered(tmp_path / "items.csv")
    (pooled,) = rows("test", "paired_t_instances", path, "--by", "none")
    (expected,) = br.paired_t_instances(br.read_predictions(path), by=[]).rows(named=True)
    assert (pooled["n"], pooled["p_value"]) == (80, pytest.approx(expected["p_value"], rel=1e-12))
    assert len(rows("test", "paired_t_instances", path)) == 2


def two_classifiers(path: Path) -> Path:
    """Predictions of two algorithms on eight instances."""
    truth, first, second = [0, 1, 0, 1, 1, 0, 1, 0], [0, 1, 0, 1, 0, 0, 1, 1], [0, 1, 1, 0, 0, 1, 1, 1]
    rows = [
        {"model": name, "item": i, "y_true": y, "y_pred": said}
        for name, calls in (("A", first), ("B", second))
        for i, (y, said) in enumerate(zip(truth, calls, strict=True))
    ]
    return save(path, rows)


def test_predictions_go_straight_into_a_test(tmp_path: Path) -> None:
    (row,) = rows("test", "mcnemar", two_classifiers(tmp_path / "toy.csv"))
    assert (row["dataset"], row["a"], row["b"], row["n"]) == ("toy", "A", "B", 8)
    assert row["p_value"] == 0.25  # B alone is wrong three times, A alone never: 2 / 2^3
    assert {row["a"] for row in rows("test", "ci_wilson", tmp_path / "toy.csv")} == {"A", "B"}


def test_counts_go_straight_into_a_test(tmp_path: Path) -> None:
    cells = {"tp": 40, "fp": 5, "fn": 10, "tn": 45}
    path = save(tmp_path / "counts.csv", [{"model": "A", **cells}, {"model": "B", **cells, "tp": 30, "fn": 20}])
    assert [round(row["estimate"], 2) for row in rows("test", "ci_wilson", path)] == [0.15, 0.25]


def test_a_table_of_the_wrong_kind_is_refused_and_the_right_one_described(table: Path) -> None:
    error, hint = refused("test", "mcnemar", table, code=2)
    assert "needs a table of predictions, this one holds scores" in error
    assert "truth" in hint


def test_what_a_method_must_be_told_is_named(tmp_path: Path) -> None:
    path = two_classifiers(tmp_path / "toy.csv")
    assert "--constant VALUE" in refused("test", "binomial_test", path, code=2)[1]
    assert "--set costs=NUMBER,NUMBER" in refused("test", "tests_on_risk", path, code=2)[1]
    assert rows("test", "tests_on_risk", path, "--positive", "1", "--set", "costs=[5, 1]")


def test_options_without_a_flag_are_set_by_name(table: Path) -> None:
    assert {row["alpha"] for row in rows("test", "wilcoxon", table, "--set", "alpha=0.1")} == {0.1}
    error, _ = refused("test", "wilcoxon", table, "--set", "alhpa=0.1", code=2)
    assert "--alhpa" in error


def test_the_default_group_is_the_metric_and_its_direction_counts(two_metrics: Path) -> None:
    found = rows("test", "sign_test", two_metrics)
    assert [row["metric"] for row in found] == ["accuracy"] * 3 + ["logloss"] * 3
    assert [row["better"] for row in found] == ["A", "A", "B", "B", "C", "C"]


def test_several_groups_come_in_the_order_they_are_named(tmp_path: Path) -> None:
    runs = [
        {"algorithm": a, "dataset": d, "fold": f, "accuracy": 0.5 + 0.01 * f + (a == "A") * f / 100}
        for a in "AB"
        for d in ("d2", "d1")
        for f in range(1, 6)
    ]
    found = rows("test", "wilcoxon", save(tmp_path / "runs.csv", runs), "--by", "dataset", "--by", "metric")
    assert [list(row)[:2] for row in found] == [["dataset", "metric"]] * 2
    assert [(row["dataset"], row["n"], row["p_value"]) for row in found] == [("d1", 5, 0.0625), ("d2", 5, 0.0625)]


def test_a_factor_can_be_a_group(tmp_path: Path) -> None:
    sized = save(tmp_path / "sized.csv", [r | {"size": s} for s in ("small", "large") for r in ladder("AB")])
    found = rows("test", "sign_test", sized, "--factor", "size", "--by", "size", "--by", "metric")
    assert [(row["size"], row["n"]) for row in found] == [("large", 6), ("small", 6)]


def test_a_control_is_compared_with_all_others_and_stands_second(table: Path) -> None:
    found = rows("test", "wilcoxon", table, "--control", "B")
    assert [(row["a"], row["b"], row["better"]) for row in found] == [("A", "B", "A"), ("C", "B", "B")]


def test_one_sided_tests_ask_whether_a_is_better(table: Path) -> None:
    for alternative, p in (("greater", 1 / 64), ("less", 1.0), ("two-sided", 2 / 64)):
        found = rows("test", "wilcoxon", table, "--alternative", alternative)
        assert [(row["alternative"], row["p_value"]) for row in found] == [(alternative, p)] * 3


def test_a_declared_direction_turns_the_side_of_a_one_sided_test(table: Path) -> None:
    found = rows("test", "wilcoxon", table, "--direction", "accuracy=lower", "--alternative", "less")
    assert [row["p_value"] for row in found] == [1 / 64] * 3
    assert [row["better"] for row in found] == ["B", "C", "C"]


def test_the_variant_of_friedman_leaves_the_correction_for_ties_out(tmp_path: Path) -> None:
    # Three blocks rank 1 2 3, one ranks 1.5 1.5 3: 4 (0.875^2 + 0.125^2 + 1) = 7.125; over 1 - 6/96 it is 7.6.
    table = ladder(datasets=4)
    table[1]["accuracy"] = table[0]["accuracy"]
    path = save(tmp_path / "tied.csv", table)
    assert rows("test", "friedman", path)[0]["statistic"] == pytest.approx(7.6)
    assert rows("test", "friedman", path, "--variant", "uncorrected")[0]["statistic"] == pytest.approx(7.125)


def test_zeros_are_dropped_or_ranked_as_told(tmp_path: Path) -> None:
    # Dropped: ranks 1 2 -3 4 5, W+ = 12, 5 of 32 sums reach it. Pratt: ranks 2 3 -4 5 6, W+ = 16, 4 of 32.
    path = pair(tmp_path / "zeros.csv", [0, 0.01, 0.02, -0.03, 0.04, 0.05])
    for zeros, statistic, p in (("drop", 12, 10 / 32), ("pratt", 16, 8 / 32)):
        (row,) = rows("test", "wilcoxon", path, "--zeros", zeros)
        assert (row["statistic"], row["p_value"]) == (statistic, p)


def test_ties_of_the_sign_test_are_dropped_or_split_as_told(tmp_path: Path) -> None:
    path = pair(tmp_path / "ties.csv", [0, 0, 0.01, 0.02, 0.03, 0.04])
    for ties, n, p in (("drop", 4, 2 / 16), ("split", 6, 2 * 7 / 64)):
        (row,) = rows("test", "sign_test", path, "--ties", ties)
        assert (row["n"], row["n_ties"], row["p_value"]) == (n, 2, p)


def test_several_runs_become_their_mean_or_median(tmp_path: Path) -> None:
    values = {"A": (0.9, 0.9, 0.0), "B": (0.7, 0.7, 0.7)}  # by mean B is better, by median A
    runs = [
        {"algorithm": a, "dataset": f"d{j}", "fold": f, "accuracy": x}
        for a, xs in values.items()
        for j in range(5)
        for f, x in enumerate(xs)
    ]
    path = save(tmp_path / "runs.csv", runs)
    assert rows("test", "sign_test", path)[0]["better"] == "B"
    assert rows("test", "sign_test", path, "--reduce", "median")[0]["better"] == "A"


@pytest.mark.parametrize("adjustment", ["holm", "bonferroni"])
def test_p_values_are_adjusted_within_a_metric(two_metrics: Path, adjustment: str) -> None:
    found = rows("test", "wilcoxon", two_metrics, "--adjust", adjustment)
    assert [row["p_adjusted"] for row in found] == pytest.approx([3 / 32] * 6)
    assert {row["adjustment"] for row in found} == {adjustment}


def test_a_family_of_one_test_is_written_in_the_singular(table: Path) -> None:
    (row,) = rows("test", "friedman", table, "--adjust", "holm")
    assert row["family"] == "metric=accuracy: 1 test"


def test_the_level_of_an_interval_can_be_set(table: Path) -> None:
    (wide,) = rows("test", "wilcoxon", table, "--control", "A", "--metrics", "accuracy")[:1]
    (narrow,) = rows("test", "wilcoxon", table, "--control", "A", "--alpha", "0.5")[:1]
    assert (wide["alpha"], narrow["alpha"]) == (0.05, 0.5)
    assert wide["ci_low"] < narrow["ci_low"] < narrow["ci_high"] < wide["ci_high"]


def test_missing_results_are_refused_and_named(gappy: Path) -> None:
    error, hint = refused("test", "friedman", gappy, code=2)
    assert "d6 lacks C" in error
    assert "--missing drop_blocks" in hint


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("available", {"AB": (6, 0), "AC": (5, 1), "BC": (5, 1)}),
        ("drop_blocks", {"AB": (5, 1), "AC": (5, 1), "BC": (5, 1)}),
        ("drop_algorithms", {"AB": (6, 0)}),
        ("worst", {"AB": (6, 0), "AC": (6, 0), "BC": (6, 0)}),
    ],
)
def test_a_policy_settles_missing_results(gappy: Path, policy: str, expected: dict[str, tuple[int, int]]) -> None:
    found = rows("test", "sign_test", gappy, "--missing", policy)
    assert {row["a"] + row["b"]: (row["n"], row["n_dropped"]) for row in found} == expected


@pytest.mark.parametrize("policy", ["worst", "drop_algorithms"])
def test_average_ranks_do_not_hide_what_was_filled_in_or_dropped(gappy: Path, policy: str) -> None:
    assert re.search(rf"\b{policy}\b", fine("test", "average_ranks", gappy, "--missing", policy))


def test_only_the_metrics_that_are_named_are_kept(two_metrics: Path) -> None:
    assert {row["metric"] for row in rows("test", "friedman", two_metrics, "--metrics", "logloss")} == {"logloss"}
    both = rows("test", "friedman", two_metrics, "--metrics", "logloss, accuracy")
    assert [row["metric"] for row in both] == ["accuracy", "logloss"]


def test_naming_a_metric_in_a_table_that_has_its_own_is_not_ignored(two_metrics: Path) -> None:
    error, hint = refused("test", "friedman", two_metrics, "--metric", "logloss", code=2)
    assert "logloss" in error
    assert "--metrics" in hint


def test_metrics_of_unknown_direction_stop_a_test_unless_left_out(tmp_path: Path) -> None:
    path = save(tmp_path / "odd.csv", [row | {"zorp": row["accuracy"]} for row in ladder()])
    error, hint = refused("test", "friedman", path, code=2)
    assert "'zorp'" in error
    assert "--direction zorp=higher" in hint
    assert "--metrics" in hint
    assert [row["metric"] for row in rows("test", "friedman", path, "--metrics", "accuracy")] == ["accuracy"]


def test_own_column_names_can_be_mapped(tmp_path: Path) -> None:
    own = [{"Verfahren": r["algorithm"], "Menge": r["dataset"], "accuracy": r["accuracy"]} for r in ladder()]
    path = save(tmp_path / "own.csv", own)
    found = rows("test", "friedman", path, "--column", "Verfahren=algorithm", "--column", "Menge=dataset")
    assert found[0]["n"] == 6


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("wilcoxn",), "did you mean 'wilcoxon'"),
        (("wilcoxon", "--variant", "exct"), "'exact'"),
        (("wilcoxon", "--zeros", "prat"), "'pratt'"),
        (("sign_test", "--ties", "splt"), "'split'"),
        (("wilcoxon", "--adjust", "hol"), "'holm'"),
        (("wilcoxon", "--design", "sedds"), "'seeds'"),
        (("wilcoxon", "--alpha", "1.5"), "0.05"),
        (("friedman", "--zeros", "pratt"), "variant"),
        (("wilcoxon", "--ties", "split"), "zeros"),
        (("average_ranks", "--variant", "corrected"), "reduce"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_means_nothing_exits_2_with_what_would_work(words: tuple[str, ...], suggestion: str) -> None:
    _, hint = refused("test", words[0], DEMSAR, *words[1:], code=2)
    assert suggestion in hint


@pytest.mark.parametrize(
    "words",
    [("friedman", "--reference", "C4.5"), ("nemenyi", "--reference", "C4.5"), ("average_ranks", "--alpha", "0.1")],
    ids=lambda words: " ".join(words),
)
def test_an_option_that_a_method_lacks_is_refused_and_not_ignored(words: tuple[str, ...]) -> None:
    error, _ = refused("test", words[0], DEMSAR, *words[1:], code=2)
    assert words[1] in error


def test_ranks_cannot_be_adjusted_and_that_is_a_usage_error() -> None:
    error, hint = refused("test", "average_ranks", DEMSAR, "--adjust", "holm", code=2)
    assert "average_ranks" in error
    assert "best_rank" not in hint


def test_the_policies_that_friedman_takes_are_named_when_one_does_not_fit(gappy: Path) -> None:
    _, hint = refused("test", "friedman", gappy, "--missing", "available", code=2)
    assert "drop_blocks" in hint


@pytest.mark.parametrize("method", ["holm", "critical_difference"])
def test_a_listed_method_that_takes_no_table_is_not_called_unknown(method: str) -> None:
    error, _ = refused("test", method, DEMSAR, code=2)
    assert "not known" not in error


@pytest.mark.parametrize(
    ("option", "value", "suggestion"),
    [
        ("--by", "metrc", "'metric'"),
        ("--control", "C4.5+mm", "'C4.5+m'"),
        ("--metrics", "auk", "'auc'"),
        ("--direction", "auk=lower", "'auc'"),
        ("--column", "algoritm=algorithm", "'algorithm'"),
        ("--factor", "datset", "'dataset'"),
    ],
)
def test_a_name_that_is_not_in_the_table_exits_1_with_the_nearest(option: str, value: str, suggestion: str) -> None:
    error, hint = refused("test", "wilcoxon", DEMSAR, option, value, code=2)
    assert repr(value.split("=")[0]) in error
    assert suggestion in hint


def test_one_algorithm_alone_is_nothing_to_compare(tmp_path: Path) -> None:
    error, _ = refused("test", "wilcoxon", save(tmp_path / "one.csv", ladder("A")), code=2)
    assert "only one algorithm, 'A'" in error


def test_a_table_of_predictions_is_named_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("algorithm,dataset,item,y_true,y_pred\nA,d,1,0,0\nA,d,2,1,0\nB,d,1,0,0\nB,d,2,1,1\n")
    error, _ = refused("test", "wilcoxon", path, code=2)
    assert "predictions" in error.replace(path.name, "").replace("dataset=predictions", "")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("check", "unnamed.csv"), "--column"),
        (("test", "wilcoxon", "single.csv"), "--column"),
        (("check", "doubled.csv"), "--factor"),
    ],
    ids=["no algorithm", "one algorithm", "duplicates"],
)
def test_a_hint_at_the_shell_names_the_option_of_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    save(
        tmp_path / "unnamed.csv",
        [{"who": r["algorithm"], "dataset": r["dataset"], "x": r["accuracy"]} for r in ladder()],
    )
    save(tmp_path / "single.csv", ladder("A"))
    save(tmp_path / "doubled.csv", [row | {"size": size} for size in ("small", "large") for row in ladder()])
    _, hint = refused(*words, code=2)
    assert option in hint
