"""benchreport plan: power, sample sizes and bounds at the shell."""

from __future__ import annotations

import csv
import io

import pytest

import benchreport as br
from benchreport.cli.plan import PLANS
from tests.cli.shell import fine, refused, rows

CALLS = {
    "type2_power": ["--difference", "0.01", "--sd", "0.02", "--n", "10,20"],
    "sample_size_power": ["--difference", "0.01", "--sd", "0.02", "--power", "0.8,0.9"],
    "sample_size_hoeffding": ["--margin", "0.01,0.02"],
    "model_selection_bound": ["--candidates", "100", "--n", "1000,2000"],
    "sample_size_selection": ["--candidates", "100,10", "--margin", "0.05"],
    "binomial_model": ["--n", "1", "--p", "0.5"],
    "k_disjoint_pairs": ["--n", "100", "--parts", "2"],
    "resampling_costs": ["--n", "100", "--folds", "3,10"],
    "simulate_test_size": ["--n", "40", "--p0", "0.2", "--draws", "99"],
    "power_wilcoxon": ["--n", "10,20", "--shift", "1", "--draws", "99"],
    "power_friedman": ["--n", "10", "--algorithms", "3,4", "--shift", "1", "--draws", "99"],
}


@pytest.mark.parametrize("method", PLANS)
def test_every_plan_prints_its_rows_for_people_and_machines(method: str) -> None:
    found = rows("plan", method, *CALLS[method])
    assert len(found) == {"simulate_test_size": 3, "resampling_costs": 6}.get(method, 2)
    read = list(csv.DictReader(io.StringIO(fine("plan", method, *CALLS[method], "--csv"))))
    assert [list(row) for row in read] == [list(row) for row in found]
    assert fine("plan", method, *CALLS[method])


def test_every_planning_method_is_in_the_catalogue() -> None:
    assert all(br.METHODS[name].kind == "numbers" and br.METHODS[name].shape == "none" for name in PLANS)


def test_numbers_are_those_of_the_function() -> None:
    # METHODS 5: beta 0.647391917555 at n = 10.
    first, second = rows("plan", "type2_power", *CALLS["type2_power"])
    assert first["beta"] == pytest.approx(0.647391917555, rel=1e-10)
    assert (second["n"], second["alternative"]) == (20, "two-sided")
    (one_sided,) = rows("plan", "sample_size_power", "--difference", "0.01", "--sd", "0.02", "--alternative", "greater")
    assert one_sided["n"] == 25


def test_without_a_method_the_plans_are_listed() -> None:
    assert [row["id"] for row in rows("plan")] == list(PLANS)
    assert "power_friedman" in fine("plan")


@pytest.mark.parametrize("method", PLANS)
def test_help_names_the_question_and_the_options(method: str) -> None:
    text = fine("plan", method, "--help")
    assert br.METHODS[method].question.split()[-1] in text
    assert CALLS[method][0] in text


def test_mistakes_are_answered_in_two_lines() -> None:
    error, hint = refused("plan", "type2_pover", code=2)
    assert error == "unknown planning method 'type2_pover'"
    assert "'type2_power'" in hint
    assert "--difference" in refused("plan", "type2_power", code=2)[0]
    assert "'x' is not a number" in refused("plan", "power_wilcoxon", "--n", "x", "--shift", "1", code=2)[0]
    assert refused("plan", "power_wilcoxon", "--n", "2.5", "--shift", "1", code=2) == (
        "n is 2.5",
        "it is a whole number",
    )
    assert "after the method" in refused("plan", "--json", "binomial_model", *CALLS["binomial_model"], code=2)[0]
    assert "choose one" in refused("plan", "binomial_model", *CALLS["binomial_model"], "--json", "--csv", code=2)[1]
