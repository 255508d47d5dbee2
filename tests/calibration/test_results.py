"""The simulated error rates on record, and that the simulation knows what is true."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.stats.summaries.interval_levels import SOURCE
from benchreport.stats.two_algorithms.on_instances import FLIPPED, INDEPENDENT, ROBUST
from tests.calibration.__main__ import CARRIED, PARTS, text_of, write_levels
from tests.calibration.__main__ import recorded as recorded_shares
from tests.calibration.nulls import EXPONENTIAL, NULLS
from tests.calibration.settings import ALPHA, Share, false_claims, verdict_share

RESULTS = Path(__file__).parent / "RESULTS.md"
PROCEDURES = ("wilcoxon", "none")


def recorded() -> pl.DataFrame:
    lines = [line for line in RESULTS.read_text(encoding="utf8").splitlines() if line.startswith("|")]
    names, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return frame.with_columns(
        pl.col("share", "limit").cast(pl.Float64), pl.col("algorithms", "datasets", "replications").cast(pl.Int64)
    )


def test_every_procedure_that_can_decide_was_simulated_under_every_null() -> None:
    sizes = [(algorithms, blocks) for algorithms in range(2, 12) for blocks in range(2, 16)]
    assert {br.deciding_test(*size)["procedure"].item() for size in sizes} == set(PROCEDURES)
    done = set(recorded().filter(pl.col("part") == "all pairs").select("procedure", "null").rows())
    assert {(procedure, null) for procedure in PROCEDURES for null in NULLS} - done == set()


def test_no_recorded_share_of_false_claims_exceeds_its_limit_beyond_chance() -> None:
    table = recorded()
    whole = pl.col("part") == "page one"
    assert table.filter(pl.col("replications") < pl.when(whole).then(200).otherwise(2000)).rows() == []
    error = (table["limit"] * (1 - table["limit"]) / table["replications"]).sqrt()
    beyond = table.filter(table["share"] - 2 * error > table["limit"])
    assert beyond.rows() == []


def test_the_units_gaps_families_best_and_intervals_were_simulated_too() -> None:
    parts = set(recorded()["part"])
    assert {
        "page one",
        "declared reference",
        "weighted",
        "units, log ratios",
        "units, signs",
        "gaps, pairs available",
        "families of datasets",
        "not distinguished from the best",
        "intervals, 95 % together",
        "mean over datasets",
        "median over datasets",
        "interquartile mean over datasets",
        "probability of improvement",
        "area under the ROC curve",
        "instances in clusters",
        "instances in clusters, error rate",
        "repeated attempts",
        "repeated attempts, error rate",
        "independent instances",
        "error rate",
        "two predictors",
        "two predictors, difference",
        "two areas",
        "two areas, difference",
        "folds",
        "folds, difference",
        "seeds",
        "seeds, difference",
        "cross-validated 1-NN",
    } <= parts
    assert set(recorded()["run"]) == set(PARTS)


def test_ratios_of_metrics_with_units_were_simulated_under_every_null_and_signs_under_all_of_theirs() -> None:
    units = recorded().filter(pl.col("run") == "units")
    assert set(units.filter(pl.col("part") == "units, log ratios")["null"]) == set(NULLS)
    # A skewed difference with pseudo-median 0 has another median, so that it is no null of the sign test.
    assert set(units.filter(pl.col("part") == "units, signs")["null"]) == set(NULLS) - {"skewd"}


def test_every_test_that_can_decide_on_instances_was_simulated() -> None:
    decided = recorded().filter(pl.col("run") == "instances")["procedure"]
    assert {INDEPENDENT, ROBUST, FLIPPED, "mean_loss_t"} == set(decided)


def test_the_folds_decide_on_cross_validated_predictions_where_pooled_instances_reject_too_often() -> None:
    shares = recorded().filter(pl.col("run") == "learners")
    rates = {name: part["share"] for (name,), part in shares.group_by("procedure")}
    assert rates["corrected_resampled_t"].max() <= ALPHA
    assert rates["mcnemar"].min() > 0.09
    assert set(shares.filter(pl.col("limit") == 1)["procedure"]) == {"mcnemar"}


def test_only_intervals_whose_captions_carry_their_level_may_miss_more_than_they_say() -> None:
    loose = recorded().filter(pl.col("limit").is_between(ALPHA, 1, closed="none"))
    assert set(loose["procedure"]) == {"bootstrap_t", "iqm_percentile"}
    assert set(loose["procedure"]) <= set(CARRIED)


def test_the_levels_in_the_package_are_those_of_the_record(tmp_path: Path) -> None:
    shares = recorded_shares(RESULTS.read_text(encoding="utf8"))
    write_levels(shares, tmp_path / "levels.csv")
    assert (tmp_path / "levels.csv").read_text(encoding="utf8") == SOURCE.read_text(encoding="utf8")


def test_the_record_is_what_the_command_writes() -> None:
    text = RESULTS.read_text(encoding="utf8")
    assert text_of(recorded_shares(text), 2000) == text


@pytest.mark.parametrize("null", list(NULLS))
def test_algorithms_of_equal_standing_have_differences_with_pseudo_median_zero(null: str) -> None:
    k = 4
    values = NULLS[null].draw(np.random.default_rng(1), 1, 200_000, k)[0]
    standing = NULLS[null].standing(k)
    random = np.random.default_rng(2)
    for a in range(k):
        for b in range(a):
            difference = values[:, a] - values[:, b]
            pseudo_median = np.median((difference + random.permutation(difference)) / 2)
            if standing[a] == standing[b]:
                assert abs(pseudo_median) < 0.02 * max(1.0, float(np.std(difference)))
            else:
                assert np.sign(pseudo_median) == np.sign(standing[a] - standing[b])


def test_the_pseudo_median_of_an_exponential_variable_is_that_of_the_gamma_law() -> None:
    from scipy.stats import gamma

    assert pytest.approx(gamma.ppf(0.5, 2, scale=0.5), abs=1e-8) == EXPONENTIAL


def test_a_false_claim_is_counted_and_a_true_one_is_not() -> None:
    rows = pl.DataFrame(
        {
            "replication": [0, 1, 2, 3],
            "a": ["a00", "a00", "a00", "a00"],
            "b": ["a01", "a03", "a03", "a03"],
            "better": ["a00", "a00", "a03", "a00"],
            "p_adjusted": [0.01, 0.01, 0.01, 0.2],
        }
    )
    # In "half" with four algorithms the first two are alike and the last is worse.
    assert sorted(false_claims("half", rows, 4)) == [0, 2]


def test_a_small_run_goes_through_the_function_that_chooses() -> None:
    shares = [verdict_share("all pairs", "ident", k, n, 40, {}) for k, n in ((4, 14), (8, 8))]
    assert [one.procedure for one in shares] == list(PROCEDURES)
    assert shares[-1].share == 0
    assert isinstance(shares[0], Share)
    assert 0 <= shares[0].share <= 1
    assert shares[0].limit == ALPHA
