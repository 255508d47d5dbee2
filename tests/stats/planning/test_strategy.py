"""Advice: which of it applies to a table, and is it in the catalogue?"""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.stats.planning.advising import GUIDELINES, facts_of

# METHODS 12 and 13: what is neither a function nor a figure, and always worth saying.
ALWAYS = {
    *(f"guideline_{step}" for step in ("a_aim", "b_response", "c_factors", "d_design", "e_run", "f_analysis")),
    *("guideline_g_conclusions", "train_val_test", "leakage_rules", "other_criteria", "no_free_lunch"),
}


def advised(table: pl.DataFrame) -> dict[str, str]:
    found = br.advice(table)
    return dict(zip(found["id"], found["why"], strict=True))


def runs(design: str | None = None, *, algorithms: int = 2, folds: int = 3, **columns: float) -> pl.DataFrame:
    repeats, folds = 2 if design == "repeated_cv" else 1, 1 if design == "holdout" else folds
    rows = [
        (f"a{a}", f"d{d}", repeat, fold, 0.5 + 0.01 * a * (fold + repeat))
        for a in range(algorithms)
        for d in range(2)
        for repeat in range(repeats)
        for fold in range(folds)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "repeat", "fold", "accuracy"], orient="row")
    frame = frame.with_columns(pl.lit(value).alias(name) for name, value in columns.items())
    return br.scores(frame, **({} if design is None else {"design": design}))


def test_advice_has_words_and_reasons(study: pl.DataFrame) -> None:
    found = br.advice(study)
    assert found.columns == ["id", "title", "text", "why"]
    assert found.null_count().row(0) == (0, 0, 0, 0)
    assert set(found["id"]) >= ALWAYS
    assert found["id"].is_unique().all()


@pytest.mark.parametrize("guideline", GUIDELINES)
def test_every_guideline_is_advice(guideline: str) -> None:
    assert br.ADVICE[guideline].id == guideline
    assert br.ADVICE[guideline].text.endswith(".")


def test_all_advice_that_can_apply_is_a_guideline() -> None:
    ours = set(br.ADVICE) - set(GUIDELINES)
    assert "gene_filter_t" in ours  # METHODS 13: out of scope


@pytest.mark.parametrize("design", ["kfold_cv", "repeated_holdout", "loo_cv", "repeated_cv", "holdout"])
def test_each_design_has_its_caveat(design: str) -> None:
    found = advised(runs(design))
    designs = {"kfold_cv", "repeated_holdout", "loo_cv", "repeated_cv", "holdout", "cv52"}
    assert found.keys() & designs == {design}
    assert ("cv_unbiasedness" in found) == (design in ("kfold_cv", "loo_cv", "repeated_cv"))


def test_five_halvings_have_theirs(study: pl.DataFrame) -> None:
    assert "cv52" in advised(study)


def test_a_single_run_is_told(demsar: pl.DataFrame) -> None:
    assert advised(demsar)["one_run_caveat"] == "one value per algorithm and dataset"
    assert "one_run_caveat" not in advised(runs())


def test_the_aim_follows_from_the_sizes(demsar: pl.DataFrame) -> None:
    assert advised(demsar)["guideline_a_aim"].endswith("several algorithms on several datasets")
    assert advised(runs())["guideline_a_aim"].endswith("two algorithms on several datasets")
    alone = runs().filter((pl.col("algorithm") == "a0") & (pl.col("dataset") == "d0"))
    assert advised(alone)["guideline_a_aim"] == "1 algorithm on 1 dataset: is its error below a level?"


def test_many_candidates_on_folds_overfit_by_choice() -> None:
    many = advised(runs("kfold_cv", algorithms=12))
    assert many["overfitting_note"] == "12 candidates were compared"
    assert "cv_model_selection" in many
    assert not {"overfitting_note", "cv_model_selection"} & advised(runs("kfold_cv")).keys()


def test_times_are_compared_by_order_and_run_in_random_order() -> None:
    found = advised(runs(train_time=3.0))
    assert {"metric_agnostic_note", "randomization"} <= found.keys()
    assert found["other_criteria"] == "measured: train_time; see pareto_front"
    assert not {"metric_agnostic_note", "randomization"} & advised(runs()).keys()


def test_a_baseline_is_known_by_its_whole_name(study: pl.DataFrame) -> None:
    assert "absolute_value_caveat" not in advised(study)  # it has a Majority
    forest = study.filter(pl.col("algorithm") != "Majority")
    assert "absolute_value_caveat" in advised(forest)
    named = forest.with_columns(
        algorithm=pl.col("algorithm").cast(pl.String).replace("RandomForest", "Random Forest").cast(pl.Categorical)
    )
    assert facts_of(named).baselines == ()


def test_balancing_concerns_metrics_that_change_with_class_shares(study: pl.DataFrame) -> None:
    assert advised(study)["balancing"] == "class shares change accuracy"
    assert "balancing" not in advised(study.filter(pl.col("metric") == "auc"))


def test_layouts_that_hide_interactions_are_told() -> None:
    def laid_out(points: list[tuple[int, int]]) -> pl.DataFrame:
        rows = [("net", "d", x, y, 0.1 * x + 0.2 * y) for x, y in points]
        frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "depth", "rate", "accuracy"], orient="row")
        return br.scores(frame, factors=["depth", "rate"])

    single = advised(laid_out([(0, 0), (1, 0), (2, 0), (0, 1)]))
    assert single["one_factor_at_a_time"] == "depth, rate varied so"
    assert single["guideline_c_factors"] == "factors: algorithm, depth, rate"
    assert "best_guess" in advised(laid_out([(0, 0), (1, 1), (2, 2)]))
    assert not {"best_guess", "one_factor_at_a_time"} & advised(laid_out([(0, 0), (0, 1), (1, 0), (1, 1)])).keys()


def test_a_metric_of_unknown_direction_does_not_stop_advice() -> None:
    frame = pl.DataFrame(
        {"algorithm": ["A", "B"], "dataset": ["d", "d"], "metric": ["goodness"] * 2, "value": [1.0, 2.0]}
    )
    assert set(br.advice(frame)["id"]) >= ALWAYS
