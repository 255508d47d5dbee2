"""U4, a maintainer of an AutoML system: two time limits, failed runs, and a nightly comparison with yesterday."""

from __future__ import annotations

import random
from statistics import fmean

from tests.journeys.desk import Desk

FRAMEWORKS = {"AutoGluon": 0.06, "flaml": 0.045, "H2OAutoML": 0.03, "TPOT": 0.015, "constantpredictor": -0.2}
TASKS = ("adult", "australian", "blood", "car", "credit-g", "higgs", "kc1", "phoneme", "sylvine", "vehicle")
LIMITS = ("1h8c", "4h8c")
FAILED = {("TPOT", "higgs", "1h8c"), ("TPOT", "kc1", "1h8c")}
TIMEOUT = "Interrupting thread MainThread [ident=1404] after 7200s timeout."
HEADER = (
    "id,task,framework,constraint,fold,type,result,metric,mode,version,params,utc,duration,models_count,seed,info,"
    "acc,auc,logloss"
)
Runs = dict[tuple[str, str, str, int], float]


def runs(gain: float = 0.0) -> Runs:
    """Return the AUC of every run; tonight's flaml may have gained something."""
    draw = random.Random(5)
    return {
        (framework, task, limit, fold): round(
            0.78
            + 0.012 * place
            + skill
            + 0.01 * (limit == "4h8c")
            + draw.gauss(0, 0.004)
            + gain * (framework == "flaml"),
            4,
        )
        for limit in LIMITS
        for place, task in enumerate(TASKS)
        for framework, skill in FRAMEWORKS.items()
        for fold in range(2)
    }


def results_file(measured: Runs) -> str:
    """Return a results.csv of the AutoML benchmark, with the texts of failures in their column."""
    draw = random.Random(6)
    lines = [HEADER]
    for (framework, task, limit, fold), auc in measured.items():
        failed = (framework, task, limit) in FAILED
        scores = ",," if failed else f"{auc - 0.03:.4f},{auc:.4f},{1 - auc:.4f}"
        lines.append(
            f"openml.org/t/{TASKS.index(task)},{task},{framework},{limit},{fold},binary,{'' if failed else auc},auc,"
            f"local,1.0,,2026-01-01T00:00:00,{draw.uniform(100, 3600):.1f},5,{fold},"
            f"{TIMEOUT if failed else ''},{scores}"
        )
    return "\n".join([*lines, ""])


def test_from_the_results_file_with_two_time_limits_to_a_report_of_both(desk: Desk) -> None:
    measured = runs()
    (desk.folder / "results.csv").write_text(results_file(measured))

    first = desk.shell("benchreport check results.csv", code=2)
    assert first.problems[0].startswith("the same key more than once: algorithm=AutoGluon, dataset=adult, fold=0")
    assert first.flags == "--factor constraint"

    second = desk.types(f"benchreport check results.csv {first.flags}")
    assert "5 algorithms, 10 datasets, 4 metrics" in second.out
    assert "Interrupting" not in second.out, "the text of a failure is no dataset"
    assert "missing: TPOT on higgs, constraint=1h8c, TPOT on kc1, constraint=1h8c" in second.out
    for command in second.offered:
        desk.types(command)
    assert len(second.offered) == 3

    desk.types(f"benchreport build results.csv {first.flags} --metrics auc,acc,logloss,duration -o report.md")
    best = {
        limit: max(
            FRAMEWORKS,
            key=lambda name: fmean(measured[name, task, limit, fold] for task in TASKS for fold in range(2)),
        )
        for limit in LIMITS
    }
    assert set(best.values()) == {"AutoGluon"}
    assert (
        desk.headline("report.md")
        == "AutoGluon is the best of five algorithms by AUC on 18 of 20 datasets in ten groups."
    )
    report = desk.read("report.md")
    assert "At every level of constraint the best mean rank by AUC is that of AutoGluon." in report
    assert "18 of 20 datasets used" in report
    assert "TPOT has no result on higgs, constraint=1h8c and kc1, constraint=1h8c." in report

    assert (desk.commands, desk.edits) == (6, 0)


def test_one_time_limit_alone_is_kept_by_its_predicate(desk: Desk) -> None:
    (desk.folder / "results.csv").write_text(results_file(runs()))
    desk.types(
        "benchreport build results.csv --where \"constraint = '4h8c'\" --metrics auc --sections answer,data -o late.md"
    )
    assert desk.headline("late.md") == "AutoGluon is the best of five algorithms on ten datasets."
    assert "constraint = '4h8c'" in desk.read("late.md")
    assert (desk.commands, desk.edits) == (1, 0)


def test_tonight_is_compared_with_yesterday_and_the_exit_code_says_whether_a_verdict_changed(desk: Desk) -> None:
    (desk.folder / "yesterday.csv").write_text(results_file(runs()))
    (desk.folder / "tonight.csv").write_text(results_file(runs(gain=0.03)))
    line = "benchreport compare yesterday.csv {} --factor constraint --metrics auc"
    same = desk.types(line.format("yesterday.csv"))
    assert "no verdict changed" in same.out.casefold() or "nothing changed" in same.out.casefold(), same.out
    changed = desk.shell(f"{line.format('tonight.csv')} || echo 'the night is red'")
    assert "flaml now beats AutoGluon, which was better before" in changed.out
    assert "flaml rose from place 2 to 1" in changed.out
    assert changed.out.endswith("the night is red\n")
    written = desk.types(f"{line.format('tonight.csv')} -o changes.csv", code=1)
    assert written.out == "changes.csv: 1 verdict changed.\n"
    assert "flaml now beats AutoGluon" in desk.read("changes.csv")
    assert (desk.commands, desk.edits) == (3, 0)
