"""benchreport plan: power, sample sizes and bounds at the shell."""

from __future__ import annotations

import csv
import io

import click
import pytest

import benchreport as br
from benchreport.cli import main
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
    first, second = rows("plan", "type2_power", "--difference", "0.01", "--sigma", "0.02", "--n", "10,20")
    assert first["beta"] == pytest.approx(0.647391917555, rel=1e-10)
    assert (second["n"], second["alternative"]) == (20, "two-sided")
    known = ("--difference", "0.01", "--sigma", "0.02", "--alternative", "greater")
    (one_sided,) = rows("plan", "sample_size_power", *known)
    assert one_sided["n"] == 25


def test_a_spread_is_estimated_unless_it_is_declared_as_known() -> None:
    # R: power.t.test(delta = 0.01, sd = 0.02, power = 0.8, type = "paired") gives n = 33.37; with a known sigma 31.4.
    (estimated,) = rows("plan", "sample_size_power", "--difference", "0.01", "--sd", "0.02")
    (known,) = rows("plan", "sample_size_power", "--difference", "0.01", "--sigma", "0.02")
    assert [(row["n"], row["law"]) for row in (estimated, known)] == [(34, "noncentral t"), (32, "normal")]
    both = ("--difference", "1", "--sd", "1", "--sigma", "1")
    assert "the same standard deviation" in refused("plan", "sample_size_power", *both, code=2)[0]
    error, hint = refused("plan", "sample_size_power", "--difference", "1", code=2)
    assert error == "no standard deviation"
    assert "sigma" in hint


@pytest.mark.parametrize("method", PLANS)
def test_every_option_says_what_its_number_is_of(method: str) -> None:
    command = main.commands["plan"].get_command(click.Context(main), method)  # type: ignore[attr-defined]
    assert [option.name for option in command.params if not (option.help or "").partition("Default")[0]] == []


def test_the_help_of_a_plan_explains_sd_and_n_and_the_exit_codes() -> None:
    text = " ".join(fine("plan", "type2_power", "--help").split())
    assert "Standard deviation of one run, or of one paired difference, as the test will have to estimate it." in text
    assert "Number of runs, or of paired differences: as many as the test sees." in text
    assert "Exit codes: 0 done" in text


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
