"""Results: scores, ranks and places, the test of all algorithms, all pairs, further metrics."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm, rankdata

import benchreport as br
from benchreport.document.model.blocks import Picture
from benchreport.document.sections.results import Further
from tests.document.sections.sections import figures, only, plain, prose, tables, told
from tests.document.sections.told import ERRORS, folds, printed, wide

DEMO = br.example("demsar2006_auc.csv")
GROWN = {"A": 0.0, "B": 0.03, "C": 0.05, "D": 0.2}


def shifted(
    datasets: int = 12, metric: str = "accuracy", shifts: dict[str, float] = GROWN, seed: int = 5
) -> pl.DataFrame:
    """Scores of algorithms that differ by shifts, with a little noise."""
    rng = np.random.default_rng(seed)
    base = rng.uniform(0.4, 0.6, datasets)
    values = {name: (base + shift + rng.normal(0, 0.02, datasets)).round(4).tolist() for name, shift in shifts.items()}
    return wide(metric, **values)


def lines(section: Any, name: str = "standings") -> dict[str, dict[str, str]]:
    first = tables(section)[name].columns[0].title
    return {row[first]: row for row in printed(tables(section)[name])}


def values_by_algorithm(scores: pl.DataFrame) -> dict[str, np.ndarray]:
    ordered = scores.with_columns(pl.col("algorithm").cast(pl.String)).sort("algorithm", "dataset")
    return {str(name): part["value"].to_numpy() for (name,), part in ordered.group_by("algorithm", maintain_order=True)}


def test_scores_and_ranks_are_those_of_the_table() -> None:
    scores = br.read_scores(DEMO)
    values = values_by_algorithm(scores)
    ranks = dict(zip(values, rankdata(-np.stack(list(values.values())), axis=0).mean(axis=1), strict=True))
    best = np.max(np.stack(list(values.values())), axis=0)
    rows = lines(told(scores, "results"))
    assert list(rows) == sorted(ranks, key=lambda name: ranks[name])
    for name, row in rows.items():
        own = np.sort(values[name])
        assert row["mean"] == f"{own.mean():.3f}"
        assert row["sd"] == f"{own.std(ddof=1):.3f}"
        assert row["median"] == f"{np.median(own):.3f}"
        assert row["IQM"] == f"{own[3:-3].mean():.3f}"
        assert row["mean rank"] == f"{ranks[name]:.2f}"
        assert row["best on"] == str(int((values[name] == best).sum()))


def test_places_and_verdicts_are_those_of_the_deciding_family() -> None:
    scores = br.read_scores(DEMO)
    rows = lines(told(scores, "results"))
    for name, low, high in br.places(scores).select("algorithm", "place_low", "place_high").rows():
        assert rows[name]["places not excluded"] == (str(low) if low == high else f"{low}–{high}")
    differ = br.verdicts(scores).filter(pl.col("p_adjusted") <= 0.05)
    assert differ.select("a", "b", "better").rows() == [("C4.5", "C4.5+m", "C4.5+m")]
    assert rows["C4.5+m"]["differs significantly from"] == "C4.5 (better)"
    assert rows["C4.5"]["differs significantly from"] == "C4.5+m (worse)"
    assert rows["C4.5+cf"]["differs significantly from"] == "none"


def test_the_test_of_all_algorithms_is_said_with_its_numbers() -> None:
    scores = br.read_scores(DEMO)
    f = br.iman_davenport(scores).row(0, named=True)
    w = br.friedman(scores)["effect"][0]
    words = prose(told(scores, "results"))
    assert f["p_value"] <= 0.05
    assert (
        f"F_F = {f['statistic']:.2f}, df = {f['df1']:.0f} and {f['df2']:.0f}, p = {f['p_value']:.3f}".replace(
            "0.0", ".0"
        )
        in words
    )
    assert words.startswith("The algorithms differ overall (Iman–Davenport test")
    assert f"W = {w:.2f}" in words


@pytest.mark.parametrize("lower", [False, True])
def test_all_pairs_have_the_better_mean_rank_first_and_the_numbers_of_their_verdicts(lower: bool) -> None:
    scores = shifted(metric="error_rate" if lower else "accuracy")
    section = told(scores, "results")
    verdicts = {frozenset(map(str, (row["a"], row["b"]))): row for row in br.verdicts(scores).iter_rows(named=True)}
    means = {name: values.mean() * (1 if lower else -1) for name, values in values_by_algorithm(scores).items()}
    values = values_by_algorithm(scores)
    rows = printed(tables(section)["all-pairs"])
    assert len(rows) == 6
    for row in rows:
        first, second = row["Pair"].split(" − ")
        own = verdicts[frozenset((first, second))]
        wins = int(((values[first] < values[second]) if lower else (values[first] > values[second])).sum())
        ties = int((values[first] == values[second]).sum())
        assert means[first] <= means[second]
        assert row["wins–ties–losses"] == f"{wins}–{ties}–{12 - wins - ties}"
        sign = 1 if str(own["a"]) == first else -1
        assert float(row["difference"].replace("−", "-")) == pytest.approx(sign * own["estimate"], abs=6e-4)
        significant = own["p_adjusted"] <= 0.05
        assert row["verdict"] == (f"{own['better']} better" if significant else "n.s.")
    note = plain(tables(section)["all-pairs"].note)
    assert note == ("Negative: the first is better." if lower else "")


def test_the_diagram_stands_where_some_pair_differs_and_its_bars_are_those_of_the_deciding_test() -> None:
    section = told(shifted(), "results")
    figure = figures(section)["rank-diagram"]
    assert isinstance(figure.picture, Picture)
    numbers = figure.picture.numbers
    assert numbers.filter(pl.col("item") == "ruler").is_empty()
    differing = {
        frozenset(map(str, row))
        for row in br.verdicts(shifted()).filter(pl.col("p_adjusted") <= 0.05).select("a", "b").rows()
    }
    for members in numbers.filter(pl.col("item") == "bar")["members"].to_list():
        assert not any(frozenset((a, b)) in differing for a in members for b in members)
    assert "12 datasets" in plain(figure.caption)


def test_no_diagram_is_drawn_where_nothing_differs_or_there_are_two() -> None:
    rng = np.random.default_rng(2)
    same = wide(**{name: rng.normal(0.7, 0.05, 10).round(3).tolist() for name in "ABCD"})
    assert br.verdicts(same)["p_adjusted"].min() > 0.05
    section = told(same, "results")
    assert not figures(section)
    assert "do not differ significantly overall" in prose(section)
    two = told(shifted(shifts={"A": 0.0, "B": 0.2}), "results")
    assert not figures(two)
    heads = [column.title for column in tables(two)["standings"].columns]
    assert "mean rank" not in heads
    assert "places not excluded" not in heads
    assert len(tables(two)["all-pairs"].rows) == 1


def test_a_set_that_passes_by_another_algorithm_is_drawn_and_explained() -> None:
    section = told(br.read_scores(DEMO), "results")
    figure = figures(section)["rank-diagram"]
    assert isinstance(figure.picture, Picture)
    (members,) = figure.picture.numbers.filter(pl.col("item") == "set")["members"].to_list()
    assert sorted(members) == ["C4.5", "C4.5+cf", "C4.5+m+cf"]
    assert "Thin lines: such sets, with a dot for each member." in plain(figure.caption)
    assert "no bar can show this" not in prose(section)


def test_with_a_reference_there_are_no_places_and_all_pairs_are_a_family_of_their_own() -> None:
    scores = shifted()
    section = told(scores, "results", reference="B")
    rows = lines(section)
    assert next(iter(rows)) == "B"
    against = br.verdicts(scores, control="B")
    for row in against.iter_rows(named=True):
        other = str(row["a"])
        word = "no significant difference"
        if row["p_adjusted"] <= 0.05:
            word = "better" if str(row["better"]) == other else "worse"
        assert rows[other]["against B"] == word
    assert "places not excluded" not in rows["B"]
    assert "the six pairs, a family of their own that is adjusted apart from the comparisons with B." in prose(section)
    p = tables(section)["all-pairs"].frame["p_adjusted"]
    assert sorted(p) == pytest.approx(sorted(br.verdicts(scores)["p_adjusted"]))


def test_with_units_there_are_ratios_to_the_best_and_no_means() -> None:
    times = {name: [10 * value * 3**place for value in values] for place, (name, values) in enumerate(ERRORS.items())}
    scores = wide("train_time", **times)
    section = told(scores, "results")
    rows = lines(section)
    assert "mean" not in rows["A"]
    assert rows["A"]["ratio to A"] == "1.00"
    for row in br.verdicts(scores).filter(pl.col("a") == "A").iter_rows(named=True):
        assert float(rows[str(row["b"])]["ratio to A"]) == pytest.approx(1 / row["estimate"], rel=6e-3)
    assert "no means" in plain(tables(section)["standings"].note)


def test_further_metrics_say_who_leads_and_how_many_it_beats() -> None:
    other = shifted(metric="f1", shifts={"A": 0.3, "B": 0.2, "C": 0.1, "D": 0.0}, seed=6)
    third = shifted(metric="mcc", shifts={"A": 0.3, "B": 0.2, "C": 0.1, "D": 0.0}, seed=7)
    scores = pl.concat([shifted(), other, third])
    section = told(scores, "results")
    verdicts = br.verdicts(pl.concat([other, third])).filter(pl.col("p_adjusted") <= 0.05)
    beaten = verdicts.filter(pl.col("better") == "A").group_by("metric").len()
    assert beaten["len"].to_list() == [3, 3]
    assert "By F1 and MCC, A has the best mean rank; it beats all three others." in prose(section)
    heads = [(column.group, column.title) for column in tables(section)["standings"].columns]
    assert heads[1:4] == [("accuracy", "mean"), ("accuracy", "rank"), ("accuracy", "places")]
    assert "all-pairs" in tables(section)
    figure = figures(section)["places-by-metric"]
    assert isinstance(figure.picture, Picture)
    ranks = br.average_ranks(scores)
    expected = {(str(m), str(a)): r for m, a, r in ranks.select("metric", "algorithm", "mean_rank").rows()}
    own = {"accuracy": "accuracy", "F1": "f1", "MCC": "mcc"}
    for metric, name, rank in figure.picture.numbers.select("metric", "algorithm", "mean_rank").rows():
        assert rank == pytest.approx(expected[own[metric], name])


def test_a_metric_by_which_another_leads_is_told_apart() -> None:
    other = shifted(metric="f1", shifts={"A": 0.0, "B": 0.01, "C": 0.0, "D": 0.0}, seed=11)
    words = prose(told(pl.concat([shifted(), other]), "results"))
    leader = br.average_ranks(other).sort("mean_rank")["algorithm"][0]
    assert br.verdicts(other)["p_adjusted"].min() > 0.05
    assert f"By F1, {leader} has the best mean rank; no pair differs significantly." in words


def test_the_datasets_that_would_separate_the_first_two_are_said_as_the_method_says_them() -> None:
    scores = br.read_scores(DEMO)
    row = br.resolution(scores).row(0, named=True)
    words = prose(told(scores, "results"))
    assert f"{row['note'][0].upper()}{row['note'][1:]}." in words
    assert "would take more than" not in prose(told(scores, "results", reference="C4.5"))
    # Noether's number is that of Wilcoxon tests.
    assert "would take more than" not in prose(told(scores, "results", tests={"pairs": "sign_test"}))


def test_too_few_datasets_leave_the_test_of_all_algorithms_alone() -> None:
    section = told(shifted(datasets=4), "results")
    assert "overall" in prose(section)
    assert "all-pairs" not in tables(section)
    assert not figures(section)
    assert "places not excluded" not in lines(section)["A"]


def test_one_dataset_has_scores_only_and_by_one_metric_none_beside_those_of_page_one() -> None:
    one = folds(A=[0.9, 0.8, 0.85], B=[0.7, 0.6, 0.65], C=[0.5, 0.4, 0.6])
    assert only(one, "results") is None
    auc = pl.DataFrame(one).with_columns(metric=pl.lit("auc"), value=pl.col("value") - 0.1)
    text = pl.DataFrame(one).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    section = told(br.scores(pl.concat([text, auc.select(text.columns).cast(dict(text.schema))])), "results")
    assert [column.title for column in tables(section)["standings"].columns] == ["Algorithm", "mean", "mean"]
    means = {name: row["mean"] for name, row in lines(section).items()}
    assert means == {"A": "0.750", "B": "0.550", "C": "0.400"}


def test_predictions_of_one_dataset_have_no_results_over_datasets() -> None:
    predictions = br.read_predictions(br.example("small_study_predictions.parquet"))
    first = predictions["dataset"].cast(pl.String).unique().sort()[0]
    assert only(predictions.filter(pl.col("dataset").cast(pl.String) == first), "results") is None


def test_a_diagram_without_bars_says_that_every_pair_differs() -> None:
    apart = shifted(datasets=20, shifts={"A": 0.0, "B": 0.1, "C": 0.2})
    diagram = figures(told(apart, "results"))["rank-diagram"]
    assert diagram.picture.numbers["item"].unique().to_list() == ["algorithm"]
    assert plain(diagram.caption) == (
        "Mean ranks by accuracy. Every pair of algorithms differs significantly "
        "(exact Wilcoxon tests, Holm-adjusted, 20 datasets)."
    )
    close = figures(told(shifted(), "results"))["rank-diagram"]
    assert "bar" in close.picture.numbers["item"]
    assert "Bars join algorithms of which no two differ significantly" in plain(close.caption)


def test_forty_algorithms_are_all_listed_with_how_many_they_beat() -> None:
    rng = np.random.default_rng(4)
    values = {f"A{a:02}": (0.5 + a / 100 + rng.normal(0, 0.02, 16)).round(4).tolist() for a in range(40)}
    scores = wide(**values)
    section = told(scores, "results")
    rows = lines(section)
    assert len(rows) == 40
    assert "all-pairs" not in tables(section)
    for name, better, worse in br.places(scores).select("algorithm", "n_better", "n_worse").rows():
        assert (rows[name]["beats"], rows[name]["loses to"]) == (str(worse), str(better))
    assert "." in rows["A00"]["mean rank"]
    assert len(rows["A00"]["mean rank"].split(".")[1]) == 1
    assert "rank-diagram" in figures(section)


def test_means_are_over_the_datasets_that_all_algorithms_have() -> None:
    rng = np.random.default_rng(8)
    values: dict[str, list[float | None]] = {
        name: [round(float(0.5 + shift + rng.normal(0, 0.02)), 4) for _ in range(12)]
        for name, shift in (("A", 0.0), ("B", 0.1), ("C", 0.2))
    }
    whole = {name: np.mean([value for value in own[3:] if value is not None]) for name, own in values.items()}
    values["A"][:3] = [None] * 3
    section = told(wide(**values), "results")
    rows = lines(section)
    assert {name: row["mean"] for name, row in rows.items()} == {name: f"{mean:.3f}" for name, mean in whole.items()}
    assert {name: row["n"] for name, row in rows.items()} == {"A": "9", "B": "12", "C": "12"}
    assert "Means are over the datasets that all have." in plain(tables(section)["standings"].note)


def test_what_cannot_be_compared_is_said_with_the_reason() -> None:
    alone = wide("f1", A=[0.5, 0.6, 0.7], B=[0.4, 0.5, 0.6]).filter(pl.col("algorithm") == "A")
    words = prose(told(pl.concat([shifted(datasets=8), alone]), "results"))
    assert "The algorithms could not be compared by F1: only A has results." in words


def test_places_are_not_printed_under_an_adjustment_that_does_not_hold_the_family_wise_error() -> None:
    section = told(shifted(), "results", adjust="bh")
    assert "places not excluded" not in lines(section)["A"]
    heads = [column.title for column in tables(section)["all-pairs"].columns]
    assert "interval (FCR)" in heads
    assert "interval for all pairs" not in heads
    assert "false coverage rate" in plain(tables(section)["all-pairs"].note)
    assert plain(tables(section)["standings"].caption) == "Scores and ranks."


def test_beside_a_reference_all_pairs_are_left_out_where_they_are_too_many_to_be_decided() -> None:
    rng = np.random.default_rng(3)
    few = wide(
        **{name: (0.5 + place / 10 + rng.normal(0, 0.01, 7)).round(4).tolist() for place, name in enumerate("ABCD")}
    )
    section = told(few, "results", reference="D")
    assert br.deciding_test(4, 7)["procedure"].item() == "none"
    assert br.deciding_test(4, 7, control=True)["procedure"].item() == "wilcoxon"
    assert "rank-diagram" not in figures(section)
    assert "all-pairs" not in tables(section)


def test_a_single_pair_is_no_family_apart_from_its_reference() -> None:
    pair = {"A": 0.0, "B": 0.1}
    both = [shifted(shifts=pair), shifted(metric="f1", shifts={"A": 0.0, "B": 0.0})]
    section = told(pl.concat(both), "results", reference="A")
    assert "all-pairs" in tables(section)
    assert "family" not in prose(section)
    assert "By F1, A and B share the best mean rank; the two do not differ significantly." in prose(section)


def test_a_bound_of_several_p_values_is_rounded_away_from_them() -> None:
    assert Further(metric="F1", p_values=(0.0015, 0.0114), differ=True).overall == "≤ .012"
    assert Further(metric="F1", p_values=(0.2561, 0.2239)).overall == "≥ .223"


def test_ratios_are_called_what_the_test_estimates() -> None:
    grown = {"A": 0.0, "B": 0.1, "C": 0.2}
    scores = shifted(metric="rmse", shifts=grown)
    note = plain(tables(told(scores, "results"))["standings"].note)
    assert "Ratio: Hodges-Lehmann estimate of the ratio." in note
    note = plain(tables(told(scores, "results", tests={"pairs": "kfold_paired_t"}))["standings"].note)
    assert "Ratio: ratio of the geometric means." in note


def test_ranks_by_several_metrics_are_not_said_to_be_over_the_datasets_of_the_means() -> None:
    gap = (pl.col("dataset") == "d00") & (pl.col("algorithm") == "A")
    scores = pl.concat([shifted(), shifted(metric="f1", seed=6)]).filter(~gap)
    board = tables(told(scores, "results", missing="available", reference="C"))["standings"]
    assert plain(board.caption) == "Scores and ranks by metric. In the order of accuracy, the reference first."
    assert "n: datasets with a result. Means are over the datasets that all have." in plain(board.note)


def test_datasets_needed_to_separate_the_first_two_heed_the_family_of_all_metrics() -> None:
    close = {"A": 0.0, "B": 0.02, "C": 0.03}
    metrics = ("accuracy", "f1", "mcc")
    scores = pl.concat([shifted(16, name, close, seed) for seed, name in enumerate(metrics, 9)])
    row = br.resolution(scores).filter(pl.col("metric") == "accuracy").row(0, named=True)
    assert f"about {row['n_needed']} datasets" in prose(told(scores, "results"))
    z = [norm.isf(0.025 / m) + norm.ppf(0.8) for m in (3, 9)]
    needed = int(np.ceil(row["n_exact"] * (z[1] / z[0]) ** 2))
    assert 16 < needed < 100
    assert f"about {needed} datasets" in prose(told(scores, "results", family="all"))
