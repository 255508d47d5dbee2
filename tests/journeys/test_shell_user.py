"""U7, a user of the shell who comes from R: pipes, JSON, planning, finding a method by its name elsewhere."""

from __future__ import annotations

import json
import shlex

import pytest
from scipy.stats import friedmanchisquare

import benchreport as br
from tests.journeys.desk import Desk

DEMSAR = shlex.quote(str(br.example("demsar2006_auc.csv")))


def test_results_go_through_pipes_and_the_numbers_are_those_of_another_program(desk: Desk) -> None:
    seen = desk.shell(f"cat {DEMSAR} | benchreport test friedman - --json")
    (row,) = json.loads(seen.out)
    scores = br.read_scores(br.example("demsar2006_auc.csv")).sort("dataset")
    other = friedmanchisquare(*(part["value"] for part in scores.partition_by("algorithm")))
    assert row["statistic"] == pytest.approx(other.statistic)
    assert row["p_value"] == pytest.approx(other.pvalue)

    refused = desk.shell(f"benchreport build - -o - < {DEMSAR}", code=2)
    assert refused.problems == ["standard output has no ending that tells the format"]
    (hint,) = refused.hints
    assert hint == "-o - --format html"
    page = desk.shell(f"benchreport build - --sections answer {hint} < {DEMSAR} | head -c 15")
    assert page.out.casefold() == "<!doctype html>"
    assert page.problems == [], "a pipe that is closed early is no error"

    some = desk.shell(f"benchreport test wilcoxon <(grep -v +m+cf {DEMSAR}) --control C4.5 --csv")
    head, *rows = some.out.splitlines()
    assert head.startswith("metric,a,b,")
    assert len(rows) == 2
    assert (desk.commands, desk.edits) == (4, 0)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("test ttest", "did you mean 'kfold_paired_t' or 'unpaired_t'?"),
        ("test t.test", "did you mean 'kfold_paired_t' or 'unpaired_t'?"),
        ("plot critical_difference", "did you mean 'cd'?"),
    ],
)
def test_a_name_from_elsewhere_is_answered_by_what_it_means_and_the_answer_works(
    desk: Desk, typed: str, hint: str
) -> None:
    output = " -o figure.pdf" if typed.startswith("plot") else ""
    refused = desk.types(f"benchreport {typed} {DEMSAR}{output}", code=2)
    assert refused.hints == [hint]
    action, meant = typed.split()[0], hint.split("'")[1]
    assert desk.types(f"benchreport {action} {meant} {DEMSAR}{output}").out
    assert (desk.commands, desk.edits) == (2, 0)


def test_a_method_is_found_by_a_question_and_its_example_runs(desk: Desk) -> None:
    found = desk.types('benchreport methods --search "two algorithms datasets wilcoxon"')
    assert max(map(len, found.out.splitlines())) <= 80
    name = next(word for line in found.out.splitlines() for word in line.split()[:1] if word == "wilcoxon")
    page = desk.types(f"benchreport methods {name}")
    parts = ("what", "when", "how", "example", "options")
    assert [part for part in parts if f"\n  {part} " not in page.out] == []
    (example,) = [line.split("example")[1].strip() for line in page.out.splitlines() if line.startswith("  example")]
    (desk.folder / "scores.csv").write_bytes(br.example("demsar2006_auc.csv").read_bytes())
    rows = desk.types(example)
    assert "C4.5+m+cf" in rows.out
    assert max(map(len, rows.out.splitlines())) <= 120
    assert (desk.commands, desk.edits) == (3, 0)


def test_an_experiment_is_planned_with_options_that_say_what_they_are_of(desk: Desk) -> None:
    refused = desk.types("benchreport plan sample_size_power", code=2)
    (hint,) = refused.hints
    told = desk.types(hint.split("`")[1]).out
    assert "--sd" in told
    assert "Exit codes:" in told
    planned = desk.types("benchreport plan sample_size_power --difference 0.02 --sd 0.05 --json")
    # R: power.t.test(delta = 0.02, sd = 0.05, power = 0.8, type = "paired") gives n = 51.00945
    assert json.loads(planned.out)[0]["n"] == 52
    assert (desk.commands, desk.edits) == (3, 0)


def test_words_are_completed_in_a_real_bash(desk: Desk) -> None:
    (desk.folder / "results.csv").write_bytes(br.example("demsar2006_auc.csv").read_bytes())
    complete = (
        'eval "$(benchreport completion bash)"; COMP_WORDS=(benchreport test wil) COMP_CWORD=2; '
        '_benchreport_completion benchreport; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    seen = desk.shell(complete)
    assert "wilcoxon" in seen.out.split()
    assert (desk.commands, desk.edits) == (2, 0)
