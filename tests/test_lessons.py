"""Errors that other tools make, beside our values: each test is a lesson. Post-hoc tests have their own file."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from tests.published import GARCIA_HERRERA_2008, garcia_herrera_2008


@pytest.fixture
def garcia() -> pl.DataFrame:
    return garcia_herrera_2008()


def one(rows: pl.DataFrame) -> dict[str, object]:
    (row,) = rows.rows(named=True)
    return row


def test_friedman_is_corrected_for_ties(demsar: pl.DataFrame, garcia: pl.DataFrame) -> None:
    # scmamp 0.3.2, critdd, STAC and StaTDS, and the formula printed in Demsar 2006, leave the correction out.
    assert br.friedman(demsar)["statistic"][0] == pytest.approx(10.952381, abs=5e-7)
    assert br.friedman(demsar, variant="uncorrected")["statistic"][0] == pytest.approx(9.857143, abs=5e-7)
    assert br.friedman(garcia)["statistic"][0] == pytest.approx(39.912752, abs=5e-7)


def test_friedman_sums_squares_of_mean_ranks_once(garcia: pl.DataFrame) -> None:
    # SAES 1.5.0 multiplies the squared mean ranks by N again: 16849.4 where the truth is 39.647, p 5.121e-8.
    row = one(br.friedman(garcia, variant="uncorrected"))
    assert row["statistic"] == pytest.approx(39.647, abs=5e-4)
    assert row["p_value"] == pytest.approx(5.121e-8, rel=1e-4)
    ranks = br.average_ranks(garcia)["mean_rank"].to_numpy()
    n, k = 30, 5
    wrong = 12 * n / (k * (k + 1)) * (n * (ranks**2).sum() - k * (k + 1) ** 2 / 4)
    assert wrong == pytest.approx(16849.4, rel=2e-4)


def test_mean_ranks_of_garcia_and_herrera_are_those_they_print(garcia: pl.DataFrame) -> None:
    ranks = dict(br.average_ranks(garcia).select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
    printed = {"C4.5": 2.1, "1NN": 3.25, "NaiveBayes": 2.2, "Kernel": 4.3333, "CN2": 3.1167}
    assert ranks == pytest.approx(printed, abs=5e-5)


def test_iman_davenport_has_whole_degrees_of_freedom(demsar: pl.DataFrame, garcia: pl.DataFrame) -> None:
    # pingouin 0.7.0 takes k - 1 - 2/n, another p (0.008724 against 0.007629); scmamp builds F from uncorrected ranks.
    row = one(br.iman_davenport(demsar))
    assert (row["df1"], row["df2"]) == (3, 39)
    assert row["statistic"] == pytest.approx(4.58589, abs=5e-6)
    assert row["p_value"] == pytest.approx(0.007629, abs=5e-7)
    assert stats.f.sf(row["statistic"], 3 - 2 / 14, 13 * (3 - 2 / 14)) == pytest.approx(0.008724, abs=5e-7)
    uncorrected = one(br.iman_davenport(garcia, variant="uncorrected"))
    assert uncorrected["statistic"] == pytest.approx(14.309, abs=5e-4)
    assert uncorrected["p_value"] == pytest.approx(1.593e-9, rel=1e-3)


def test_quade_ranks_the_ranges_of_datasets_upwards_and_knows_ties(demsar: pl.DataFrame, garcia: pl.DataFrame) -> None:
    # R gives 10.943 on Garcia and Herrera and 4.6279 on Demsar. SAES ranks ranges downwards (9.016), scmamp knows no
    # ties (10.802 and 4.4935).
    assert br.quade(garcia)["statistic"][0] == pytest.approx(10.943, abs=5e-4)
    assert br.quade(demsar)["statistic"][0] == pytest.approx(4.6279, abs=5e-5)


def test_aligned_ranks_see_no_noise_in_ties(garcia: pl.DataFrame) -> None:
    # 41.691 in scmamp's vignette, 41.696 in StaTDS and SAES, by what the last bits of decimals do to ties; computed in
    # fractions, by the formula of Hodges and Lehmann, it is 41.728.
    values = [[Fraction(str(value)) for value in row] for row in GARCIA_HERRERA_2008.values()]
    aligned = [value - sum(row) / 5 for row in values for value in row]
    places = {value: place for place, value in enumerate(sorted(set(aligned)))}
    ranks = stats.rankdata([-places[value] for value in aligned]).reshape(30, 5)
    rows, columns = ranks.sum(axis=1), ranks.sum(axis=0)
    exact = 4 * ((columns**2).sum() - 5 * 30**2 / 4 * 151**2) / (150 * 151 * 301 / 6 - (rows**2).sum() / 5)
    assert exact == pytest.approx(41.728, abs=5e-4)
    assert br.friedman_aligned(garcia, variant="uncorrected")["statistic"][0] == pytest.approx(exact, rel=1e-12)


def test_kendalls_w_of_garcia_and_herrera(garcia: pl.DataFrame) -> None:
    assert br.friedman(garcia)["effect"][0] == pytest.approx(0.332606, abs=5e-7)


def test_mean_rank_verdicts_depend_on_the_pool(garcia: pl.DataFrame) -> None:
    # Benavoli et al. 2016: of the ten Nemenyi decisions on this table five flip when other algorithms are dropped.
    rows = br.pool_stability(garcia, pools="all")
    assert rows.height == 10
    assert rows["flips_without"].is_not_null().sum() == 5


def test_exact_wilcoxon_is_conditional_on_the_ties(demsar: pl.DataFrame) -> None:
    # SciPy 1.17.1 takes the law without ties: 0.009277 for C4.5 against C4.5+m; exactRankTests and coin 0.007324.
    row = one(br.wilcoxon(demsar, control="C4.5").filter(pl.col("a") == "C4.5+m"))
    assert row["p_value"] == pytest.approx(0.00732421875, rel=1e-12)
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    x, y = wide["C4.5+m"].to_numpy(), wide["C4.5"].to_numpy()
    difference = np.round(x - y, 10)
    assert stats.wilcoxon(difference[difference != 0], method="exact").pvalue == pytest.approx(0.009277, abs=5e-7)


def test_two_sided_p_values_are_two_sided(demsar: pl.DataFrame) -> None:
    # scmamp returns the one-tailed p; autorank 1.3.0 takes the side that the data show (0.18989, not 0.37977).
    for a, b in (("C4.5", "C4.5+cf"), ("C4.5+m", "C4.5+m+cf")):
        pair = demsar.filter(pl.col("algorithm").is_in([a, b]))
        p = {way: br.wilcoxon(pair, alternative=way)["p_value"][0] for way in ("two-sided", "greater", "less")}
        assert p["two-sided"] == pytest.approx(min(1.0, 2 * min(p["greater"], p["less"])))
        assert p["greater"] + p["less"] > 1  # the side is asked for, not read off the data


def predictions_of(b: int, c: int, right: int) -> pl.DataFrame:
    """Two classifiers: b instances that only the second gets wrong, c that only the first does, the rest right."""
    first = [1] * b + [0] * c + [1] * right
    second = [0] * b + [1] * c + [1] * right
    rows = [(name, i, 1, said) for name, calls in (("A", first), ("B", second)) for i, said in enumerate(calls)]
    return br.predictions(pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row"))


@pytest.mark.parametrize(("b", "c"), [(1, 1), (4, 4), (0, 0)])
def test_mcnemar_with_as_many_errors_each_way_shows_nothing(b: int, c: int) -> None:
    # statsmodels and mlxtend give (0 - 1)^2 / (b + c) with the correction: p 0.4795 at 1 and 1; p 0 or nan at 0 and 0.
    for variant in ("exact", "corrected", "uncorrected"):
        assert br.mcnemar(predictions_of(b, c, 6), variant=variant)["p_value"][0] == 1.0  # type: ignore[arg-type]
    if b + c == 2:
        assert stats.chi2.sf(1 / (b + c), 1) == pytest.approx(0.4795, abs=5e-5)


def test_mcnemar_and_its_mid_p_on_mlxtends_own_example() -> None:
    # mlxtend 0.25.0's example has no mid-p; exact p 0.00634766, mid-p 0.00341797.
    table = predictions_of(11, 1, 50)
    assert br.mcnemar(table)["p_value"][0] == pytest.approx(0.00634766, abs=5e-9)
    assert br.mcnemar(table, variant="midp")["p_value"][0] == pytest.approx(0.00341797, abs=5e-9)


def test_a_permutation_p_value_is_never_zero() -> None:
    # mlxtend's strict > could give 0 (its issue 838); every draw that reaches the statistic counts, the data too.
    clear = br.scores(
        pl.DataFrame({"dataset": range(40), "A": [0.9 + i / 1000 for i in range(40)], "B": [0.1] * 40}),
        metric="accuracy",
    )
    p = br.permutation_signflip(clear, by="metric")["p_value"][0]
    assert 0 < p <= 1 / 1000


def test_the_criteria_of_manova_are_those_of_r() -> None:
    # R summary.manova on iris; statsmodels refers Hotelling-Lawley to McKeon's law (F 582.197 on 8 and 203.4).
    from sklearn.datasets import load_iris

    data = load_iris()
    rows = [
        (data.target_names[label], i % 50, f"m{j}", float(value))
        for i, (label, values) in enumerate(zip(data.target, data.data, strict=True))
        for j, value in enumerate(values)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "fold", "metric", "value"], orient="row")
    table = br.scores(frame, dataset="iris", directions={f"m{j}": "higher" for j in range(4)})
    found = {row["variant"].split(",")[0]: row for row in br.manova(table, variant="oneway").rows(named=True)}
    printed = {"wilks": 0.023438631, "pillai": 1.1918988, "hotelling_lawley": 32.47732, "roy": 32.191929}
    for name, value in printed.items():
        row = next(row for key, row in found.items() if name in (key, row["term"]))
        assert row["estimate"] == pytest.approx(value, rel=1e-6)
        if name == "hotelling_lawley":
            assert (row["df1"], row["df2"]) == (8, 286)
            assert row["statistic"] == pytest.approx(580.532, abs=5e-4)


def test_a_bar_never_bridges_a_pair_that_differs() -> None:
    # aeon 1.6.0's builder joins neighbours one by one; here A and C differ though neither differs from B.
    scores = br.scores(
        pl.DataFrame(
            {
                "dataset": range(12),
                "A": [0.9] * 12,
                "B": [0.95] * 4 + [0.8] * 8,
                "C": [0.7] * 12,
            }
        ),
        metric="accuracy",
    )
    from benchreport.stats.ordering.indistinguishable_sets import indistinguishable

    ranks, rows = br.average_ranks(scores), br.nemenyi(scores)
    apart = {frozenset(pair) for pair in rows.filter(pl.col("p_value") <= 0.05).select("a", "b").rows()}
    assert frozenset(("A", "C")) in apart
    for members in indistinguishable(ranks, rows)["members"].to_list():
        assert not any(pair <= set(members) for pair in apart)


def test_the_direction_of_a_metric_counts(demsar: pl.DataFrame) -> None:
    # mlr3benchmark's diagram ignored minimise and maximise (its issue 29).
    error = demsar.with_columns(value=1 - pl.col("value"), direction=pl.lit("lower").cast(pl.Categorical))
    assert br.average_ranks(error)["mean_rank"].to_list() == br.average_ranks(demsar)["mean_rank"].to_list()


def test_what_is_missing_is_the_same_absent_or_empty(demsar: pl.DataFrame) -> None:
    # pingouin's issues 206 and 74: implicit and explicit missing cells, and unrelated columns, changed results.
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5")
    absent = br.complete(demsar.filter(~gap), "drop_blocks")
    empty = br.complete(demsar.with_columns(value=pl.when(~gap).then("value")), "drop_blocks")
    assert br.friedman(absent).equals(br.friedman(empty))


def test_corrected_resampled_t_has_one_square_root() -> None:
    # correctipy's issue 24: an extra root. By hand: mean 0.02, sd 0.01, n 10, test over training 1/9.
    spread = 0.01 / math.sqrt(10 / 9)  # so that the standard deviation of ten values, half up, half down, is 0.01
    x = [0.02 + spread] * 5 + [0.02 - spread] * 5
    frame = pl.DataFrame({"x": x, "y": [0.0] * 10})
    row = frame.select(br.expr.corrected_resampled_t("x", "y", 1 / 9)).unnest("corrected_resampled_t")
    assert row["statistic"][0] == pytest.approx(0.02 / (0.01 * math.sqrt(1 / 10 + 1 / 9)))
