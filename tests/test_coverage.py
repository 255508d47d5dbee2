"""Does everything exist that is said to deliver a method, and is no method of the field left out?"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import polars as pl
import pytest

import benchreport as br
from benchreport.cli.coverage import WORDS, Covered, coverage, group_titles
from benchreport.figures.kinds import KINDS
from benchreport.measures.metrics import measure_named
from tests.cli.shell import fine, refused, rows
from tests.tables.conftest import layout

TEMPLATES = Path(__file__).parents[1] / "templates" / "sections"

# METHODS 1 to 13, section by section: every id.
SECTIONS = """
confusion_binary accuracy error_rate tpr fpr precision tnr fnr f_score balanced_accuracy mcc weighted_accuracy
confusion_multiclass accuracy_multiclass per_class_measures
zero_one_loss squared_error mse asymmetric_loss total_cost cost_threshold decision_threshold
quadratic_probability_loss informational_loss conditional_log_likelihood calibration
roc_curve roc_dominance auc_direct auc_rank roc_n auc_n pr_curve precision_at_recall break_even_point
average_precision_11 lift sens_spec_curve retrieval_venn
generalization_risk empirical_risk bayes_classifier bayes_risk gaussian_discriminant bias_variance_noise
binomial_model ci_mean_z ci_mean_t ci_proportion_wald ci_wilson ci_clopper_pearson ci_hoeffding
sample_size_hoeffding ci_difference_errors model_selection_bound
z_test_mean one_sample_t binomial_test approx_normal_test type2_power sample_size_power test_size_simulation
label_permutation_test
mcnemar paired_t_instances permutation_signflip permutation_two_sample
kfold_paired_t unpaired_t cv52_t cv52_f
anova_oneway anova_twofactor fisher_lsd bonferroni contrasts multitest_order
sign_test sign_test_normal wilcoxon metric_agnostic_note
kruskal_wallis tukey_ranks friedman nemenyi cd_diagram
hotelling hotelling_posthoc hotelling_direction manova manova_posthoc manova_directions f_test_regression
reward_comparison
holdout train_val_test repeated_holdout kfold_cv cv_unbiasedness stratified_cv repeated_cv loo_cv cv52
k_disjoint_pairs bootstrap_oob bootstrap_632 balancing cv_model_selection
factors_response best_guess one_factor_at_a_time factorial_design fractional_factorial response_surface
randomization replication blocking pairing one_run_caveat no_free_lunch other_criteria same_rate_other_errors
tests_on_risk guideline_a_aim guideline_b_response guideline_c_factors guideline_d_design guideline_e_run
guideline_f_analysis guideline_g_conclusions absolute_value_caveat overfitting_note leakage_rules gene_filter_t
visual_histogram visual_boxplot visual_rangeplot
"""
LISTED = SECTIONS.split()

# METHODS 16: the groups in which a report speaks of a method, where that is not plain from its section.
GROUPED = {
    "permutation_signflip": ("Two classifiers on one test set", "Two algorithms on folds"),
    "bonferroni": ("Several algorithms on the folds of one dataset", "Several algorithms on several datasets"),
    "cost_threshold": ("Ranking quality", "Probability quality"),
    "f_test_regression": ("Two classifiers on one test set",),
    "sample_size_hoeffding": ("Design advice",),
    "bayes_risk": ("Design advice",),
    "bias_variance_noise": ("Single classifier assessment",),
}


def named(kind: str) -> list[tuple[str, str]]:
    """Every method with each name of a kind that delivers it."""
    return [(one.id, name) for one in coverage().values() for name in one.named(kind)]


def sections() -> dict[str, str]:
    """The words of every section template, by the name of the section."""
    return {path.stem: path.read_text(encoding="utf8") for path in TEMPLATES.glob("*.jinja")}


def test_every_method_of_the_field_is_covered_and_nothing_else_is() -> None:
    assert len(LISTED) == len(set(LISTED)) == 137
    assert sorted(coverage()) == sorted(LISTED)


def test_only_the_filter_of_features_is_out_of_scope_and_all_others_are_delivered() -> None:
    assert [one.id for one in coverage().values() if one.out_of_scope] == ["gene_filter_t"]
    assert [one.id for one in coverage().values() if not one.deliveries] == ["gene_filter_t"]


def test_every_kind_of_delivery_is_a_known_one_and_in_use() -> None:
    assert {delivery.kind for one in coverage().values() for delivery in one.deliveries} == set(WORDS)


def test_no_method_names_the_same_thing_twice() -> None:
    assert [one.id for one in coverage().values() if len(set(one.deliveries)) < len(one.deliveries)] == []


def test_every_method_belongs_to_one_of_ten_groups_and_no_group_is_empty() -> None:
    assert len(group_titles()) == 10
    assert [one.id for one in coverage().values() if not one.groups] == []
    assert {group for one in coverage().values() for group in one.groups} == set(group_titles())


@pytest.mark.parametrize("method", GROUPED)
def test_a_method_is_in_the_groups_in_which_a_report_speaks_of_it(method: str) -> None:
    assert coverage()[method].groups == GROUPED[method]


def test_every_function_is_public() -> None:
    assert [pair for pair in named("function") if pair[1] not in br.__all__ or not callable(getattr(br, pair[1]))] == []


def test_every_expression_is_in_the_room_of_expressions() -> None:
    assert [pair for pair in named("expression") if not callable(getattr(br.expr, pair[1], None))] == []


@pytest.mark.parametrize(("kind", "room"), [("function", br), ("expression", br.expr)])
def test_what_bears_the_name_of_a_method_is_said_to_deliver_it(kind: str, room: object) -> None:
    assert [one.id for one in coverage().values() if one.id in dir(room) and one.id not in one.named(kind)] == []


CLASSES = pl.DataFrame(
    {
        "algorithm": "A",
        "dataset": "d",
        "instance": range(8),
        "truth": list("yynyynny"),
        "prediction": list("ynnyyyny"),
        "prob_n": [0.1, 0.6, 0.9, 0.3, 0.2, 0.4, 0.7, 0.45],
        "prob_y": [0.9, 0.4, 0.1, 0.7, 0.8, 0.6, 0.3, 0.55],
        "weight": [1.0, 2.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0],
    }
)
NUMBERS = CLASSES.select("algorithm", "dataset", "instance", truth="prob_n", prediction=1 - pl.col("prob_n") / 2)


@pytest.mark.parametrize("metric", sorted({name for _, name in named("metric")}))
def test_every_metric_can_be_measured(metric: str) -> None:
    numeric = measure_named(metric).reads == "number"
    settings: dict[str, Any] = (
        {} if numeric else {"positive": "y", "costs": (5, 1), "weighted": metric == "weighted_accuracy"}
    )
    measured = br.measure(NUMBERS if numeric else CLASSES, metrics=metric, **settings)
    assert measured.select("algorithm", "metric").rows() == [("A", metric)]
    assert measured["value"].null_count() == 0


@pytest.mark.parametrize(("method", "call"), named("option"))
def test_every_option_is_one_that_its_function_takes(method: str, call: str) -> None:
    tree = ast.parse(call, mode="eval").body
    assert isinstance(tree, ast.Call), method
    function = getattr(br, ast.unparse(tree.func))
    (option,) = tree.keywords
    value, hint = ast.literal_eval(option.value), get_type_hints(function)[str(option.arg)]
    assert option.arg in inspect.signature(function).parameters
    assert value in get_args(hint) if get_origin(hint) is Literal else isinstance(value, hint)


def test_every_figure_is_a_kind_that_can_be_drawn() -> None:
    assert [pair for pair in named("figure") if pair[1] not in KINDS] == []


def by_runs() -> Iterator[pl.DataFrame]:
    """Scores of every design of runs."""
    yield br.scores(layout(), design="holdout")
    yield br.scores(layout(folds=10), design="kfold_cv")
    yield br.scores(layout(3, 10), design="repeated_cv")
    yield br.scores(layout(5, 2), design="cv52")
    yield br.scores(layout(folds=20, n_train=19, n_test=1), design="loo_cv")
    yield br.scores(layout(repeats=30), design="repeated_holdout")
    yield br.scores(layout(folds=30), design="bootstrap_oob")


def by_factors() -> Iterator[pl.DataFrame]:
    """Scores of every layout of two factors: a grid, one at a time, a handful, a planned part."""
    grid = [(x, y) for x in range(4) for y in range(4)]
    crosses = [(0, y) for y in range(4)] + [(x, 0) for x in range(1, 4)]
    for cells in (grid, crosses, [(0, 0), (1, 1), (2, 2), (3, 3)], [cell for cell in grid if sum(cell) % 2 == 0]):
        frame = pl.DataFrame(cells, schema=["depth", "width"], orient="row")
        accuracy = 0.5 + pl.col("depth") * 0.01 + pl.col("width") * 0.001
        yield br.scores(
            frame.with_columns(algorithm=pl.lit("A"), dataset=pl.lit("d"), accuracy=accuracy),
            factors=["depth", "width"],
        )


def timed() -> pl.DataFrame:
    """Scores and times of a dozen algorithms on ten folds."""
    names = pl.DataFrame({"algorithm": [f"a{i}" for i in range(12)]})
    folds = layout(folds=10).filter(pl.col("algorithm") == "A").drop("algorithm")
    timed = names.join(folds, how="cross").with_columns(train_time=pl.int_range(pl.len()) + 1.0)
    return br.scores(timed, design="kfold_cv")


def test_every_design_of_runs_is_told() -> None:
    told = {word for table in by_runs() for word in br.design(table)["design"]}
    assert [pair for pair in named("design") if pair[1] not in told] == []


def test_every_layout_of_factors_is_told() -> None:
    told = {word for table in by_factors() for word in br.factorial_design(table)["design"]}
    assert [pair for pair in named("layout") if pair[1] not in told] == []


def test_every_note_is_given_where_it_applies() -> None:
    given = {note for table in (*by_runs(), *by_factors(), timed()) for note in br.advice(table)["id"]}
    assert [pair for pair in named("advice") if pair[1] not in given] == []


@pytest.mark.parametrize(("method", "column"), named("check"))
def test_every_check_is_a_column_of_what_its_function_says(method: str, column: str) -> None:
    tree = ast.parse(column, mode="eval").body
    assert isinstance(tree, ast.Subscript), method
    assert isinstance(tree.value, ast.Call), method
    tables = {"design": layout(folds=10), "prediction_design": CLASSES}
    name = ast.unparse(tree.value.func)
    assert ast.literal_eval(tree.slice) in getattr(br, name)(tables[name]).columns


def test_every_section_has_a_template() -> None:
    assert sorted({name for _, name in named("section")} - sections().keys()) == []


def test_every_sentence_stands_in_a_section_that_is_named_with_it() -> None:
    words = sections()

    def stands(one: Covered, sentence: str) -> bool:
        return any(sentence in words.get(name, "") for name in one.named("section"))

    absent = [(one.id, said) for one in coverage().values() for said in one.named("sentence") if not stands(one, said)]
    assert absent == []


def test_every_note_on_design_is_in_the_report_too() -> None:
    assert [one.id for one in coverage().values() if one.named("advice") and not one.named("section")] == []


def test_the_coverage_is_listed_by_groups_and_for_machines() -> None:
    text = fine("methods", "--coverage")
    numbered = [line for line in text.splitlines() if not line.startswith(" ")]
    assert numbered == [f"{number}. {title}" for number, title in enumerate(group_titles(), start=1)]
    listed = {row["id"]: row for row in rows("methods", "--coverage")}
    assert listed.keys() == coverage().keys()
    assert all(f"\n  {name} " in text for name in LISTED)
    assert "br.mcnemar" in listed["mcnemar"]["delivered_by"]
    assert listed["permutation_signflip"]["groups"] == list(GROUPED["permutation_signflip"])


def test_no_line_of_the_listing_is_too_long_for_a_page() -> None:
    assert max(map(len, fine("methods", "--coverage").splitlines())) <= 120


@pytest.mark.parametrize("method", ["mcnemar", "cd_diagram", "visual_boxplot", "gene_filter_t"])
def test_a_method_is_described_with_what_delivers_it(method: str) -> None:
    text = " ".join(fine("methods", method).split())
    assert all(said in text for said in coverage()[method].texts())
    (described,) = rows("methods", method)
    assert described["delivered_by"] == list(coverage()[method].texts())


def test_a_method_beyond_the_listed_ones_is_described_without_a_delivery() -> None:
    assert "delivered" not in fine("methods", "shaffer")
    (described,) = rows("methods", "shaffer")
    assert described["delivered_by"] == []


def test_the_listing_takes_no_method_and_says_what_does() -> None:
    error, hint = refused("methods", "mcnemar", "--coverage", code=2)
    assert "--coverage" in error
    assert hint == "benchreport methods mcnemar describes one"


def test_a_misspelt_name_of_the_field_is_answered_with_the_nearest() -> None:
    error, hint = refused("methods", "cd_diagramm", code=2)
    assert "'cd_diagramm'" in error
    assert "'cd_diagram'" in hint
