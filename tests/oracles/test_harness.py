"""The comparison with other implementations must be able to fail."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import dunnett, studentized_range, tukey_hsd

from tests.oracles.__main__ import main
from tests.oracles.harness import HIDDEN, Comparison, Oracle, differences
from tests.oracles.ranking import markers


def folder_with(tmp_path: Path, *entries: dict[str, Any]) -> Path:
    (tmp_path / "wide").mkdir()
    (tmp_path / "wide" / "toy.csv").write_text("dataset,A,B,C\nd1,3,2,1\nd2,3,2,1\nd3,1,2,3\n")
    (tmp_path / "wide" / "index.json").write_text(json.dumps([{"wide": "wide/toy.csv", "direction": "min"}]))
    filled = [
        {"id": f"toy-{i}", "options": {}, "call": "", "tolerance": {"rtol": 1e-9}, "status": "reference"}
        | {"data": {"file": "wide/toy.csv"}}
        | entry
        for i, entry in enumerate(entries)
    ]
    (tmp_path / "oracles.json").write_text(json.dumps(filled))
    return tmp_path


# Lower is better here: ranks 3 2 1, 3 2 1, 1 2 3.
RANKS = {"A": 7 / 3, "B": 2.0, "C": 5 / 3}


def test_agreement_passes_and_the_direction_comes_from_the_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder_with(tmp_path, {"method": "average_ranks", "result": RANKS}))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"


def test_a_difference_beyond_the_tolerance_fails_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"method": "average_ranks", "result": RANKS | {"B": 2.001}}
    assert main([str(folder_with(tmp_path, wrong))]) == 1
    printed = capsys.readouterr().out
    assert "toy-0 average_ranks /B: 2.0 against 2.001" in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"


def test_a_call_that_breaks_fails_without_hiding_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {"method": "friedman", "data": {"file": "wide/nothing.csv"}, "result": {}}
    assert main([str(folder_with(tmp_path, broken, {"method": "average_ranks", "result": RANKS}))]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 0 skipped"


def test_other_statuses_and_unknown_methods_are_skipped_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = (
        {"method": "tea_leaves", "result": {}},
        {"method": "average_ranks", "result": {}, "status": "deviates: other ranks"},
        {"method": "average_ranks", "result": {}, "status": "variant: not ours"},
    )
    assert main([str(folder_with(tmp_path, *entries))]) == 0
    printed = capsys.readouterr().out
    assert "tea_leaves 1" in printed
    assert printed.splitlines()[-1] == "0 passed, 0 failed, 3 skipped"


def test_an_absent_folder_is_said_and_fails_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere")]) == 0
    assert "nothing to compare" in capsys.readouterr().out


def test_an_entry_with_nothing_compared_is_skipped_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The gaps between 0.3 and 0.1 and between 0.4 and 0.2 are equal as written and differ in their last bits.
    folder = folder_with(
        tmp_path, {"method": "quade", "data": {"file": "wide/noise.csv"}, "result": {"statistic": 99.0}}
    )
    (folder / "wide" / "noise.csv").write_text("dataset,A,B\nd1,0.3,0.1\nd2,0.2,0.4\nd3,0.5,0.2\n")
    assert main([str(folder)]) == 0
    printed = capsys.readouterr().out
    assert "nothing compared: quade 1" in printed
    assert printed.splitlines()[-2:] == ["0 numbers compared, 1 left out", "0 passed, 0 failed, 1 skipped"]


def test_numbers_left_out_are_counted_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"method": "nemenyi_cd", "data": {"k": 4, "n": 14}, "options": {"alpha": 0.05}, "tolerance": {"rtol": 1e-5}}
    # Demsar (2006, table 5): 2.569 for four classifiers.
    more["result"] = {"q": 2.569032, "cd": 1.253559, "tables": [1.0, "NaN"], "remark": "text"}
    assert main([str(folder_with(tmp_path, more))]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == "2 numbers compared, 2 left out"


PAIRS = [("A", "B"), ("A", "C"), ("B", "C")]


def conover(sign: int) -> dict[str, Any]:
    # Ascending ranks 3 2 1, 3 2 1, 1 2 3: sums 7, 6, 5; chi2 = 2/3; t = (R_a - R_b) / sqrt(2 n (1 - chi2 / (n (k -
    # 1))) / ((n - 1)(k - 1)) (sum of squared ranks - n k (k + 1)^2 / 4)), Conover (1999, p. 371).
    scale = math.sqrt(2 * 3 * (1 - (2 / 3) / 6) * (42 - 36) / 4)
    sums = {"A": 7, "B": 6, "C": 5}
    statistic = [{"a": a, "b": b, "value": sign * (sums[a] - sums[b]) / scale} for a, b in PAIRS]
    named = {"implementation": "PMCMRplus 1.9.10 (R 4.2.2)", "call": 'frdAllPairsConoverTest(X,p.adjust.method="none")'}
    return {"method": "conover_friedman", "result": {"statistic": statistic}} | named


@pytest.mark.parametrize(("sign", "code"), [(1, 0), (-1, 1)], ids=["as in the data", "flipped"])
def test_a_statistic_of_the_wrong_sign_fails(tmp_path: Path, sign: int, code: int) -> None:
    assert main([str(folder_with(tmp_path, conover(sign)))]) == code


@pytest.mark.parametrize(("factor", "code"), [(1.0, 0), (1.001, 1)], ids=["right", "wrong"])
def test_no_expected_value_comes_from_the_entry_itself(tmp_path: Path, factor: float, code: int) -> None:
    # Rom (1990): of three the smallest p-value is compared with (0.05 + 0.05^2 - 3 (0.05 / 2)^2) / 3.
    smallest = 0.01 * 0.05 / ((0.05 + 0.05**2 - 3 * 0.025**2) / 3)
    entry = {"method": "adjust_rom", "data": {"inline": {"p": [0.01, 0.4, 0.9]}}, "tolerance": {"rtol": 1e-4}}
    adjusted = [factor * smallest, 0.8, 0.9]
    assert main([str(folder_with(tmp_path, entry | {"result": {"adjusted": adjusted}}))]) == code


def test_a_call_sees_names_and_never_numbers(tmp_path: Path) -> None:
    entry = {"data": {}, "result": {"raw": [0.1], "p_value": [{"a": "5", "b": "6", "value": 0.2}], "df": "Inf"}}
    oracle = Oracle(entry=entry, folder=tmp_path, directions={}, inputs=("raw",))
    assert oracle.result == {"raw": [0.1], "p_value": [{"a": "5", "b": "6", "value": HIDDEN}], "df": HIDDEN}


def test_an_input_given_back_as_an_answer_is_a_problem() -> None:
    entry = {"result": {"raw": [0.1], "adjusted": [0.2]}, "tolerance": {"rtol": 1e-9}}
    counted = Comparison()
    ours = {"raw": [0.1], "adjusted": [0.2]}
    assert list(differences(ours, entry["result"], entry, counted, inputs=("raw",))) == ["/raw: an input is no answer"]
    assert counted.compared == 1


def test_a_tolerance_belongs_to_the_entry_and_not_to_the_method(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # P(range of three standard normals > 3.5) by SciPy; the same number in error fails unless the entry allows it.
    right = float(studentized_range.sf(3.5, 3, math.inf))
    rows = [{"q": 3.5, "k": 3, "df": "Inf", "p": right + 5e-7}]
    entries = [
        {"method": "ptukey_upper", "implementation": "scipy", "result": rows, "tolerance": {"atol": atol}}
        for atol in (1e-8, 1e-6)
    ]
    assert main([str(folder_with(tmp_path, *entries))]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 0 skipped"


# Names that hold what R puts between the two of a pair, and what parts the steps of a place.
SAMPLES = {
    "C4.5-m": [0.71, 0.74, 0.78, 0.69],
    "k/NN_1": [0.62, 0.66, 0.61, 0.7],
    "SVM - rbf": [0.8, 0.79, 0.85, 0.77],
}


def folder_of_samples(tmp_path: Path, *entries: dict[str, Any]) -> Path:
    folder = folder_with(tmp_path, *({"data": {"csv": "samples.csv"}} | entry for entry in entries))
    lines = [f"{value},{name}" for name, values in SAMPLES.items() for value in values]
    (folder / "samples.csv").write_text("\n".join(["value,group", *lines]) + "\n")
    return folder


@pytest.mark.parametrize(("factor", "code"), [(1.0, 0), (1.001, 1)], ids=["right", "wrong"])
def test_pairs_of_algorithms_whose_names_hold_separators_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], factor: float, code: int
) -> None:
    names, values = list(SAMPLES), list(SAMPLES.values())
    hsd = tukey_hsd(*values)
    limits = hsd.confidence_interval(0.95)
    rows = {
        f"{names[b]}-{names[a]}": {
            "diff": factor * hsd.statistic[b, a], "lwr": limits.low[b, a], "upr": limits.high[b, a],
            "p_adj": hsd.pvalue[b, a],
        }
        for a, b in [(0, 1), (0, 2), (1, 2)]
    }  # fmt: skip
    of_r = {"method": "tukey_hsd", "implementation": "R 4.2.2", "call": "TukeyHSD(aov)", "result": rows}
    assert main([str(folder_of_samples(tmp_path, of_r | {"tolerance": {"rtol": 1e-6}}))]) == code
    assert "12 numbers compared, 0 left out" in capsys.readouterr().out


def test_the_control_of_dunnett_is_found_whatever_its_name_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    control, *others = SAMPLES
    found = dunnett(*(SAMPLES[name] for name in others), control=SAMPLES[control], rng=1)
    keys = [f"{name} - {control}" for name in others]
    result = {"t": dict(zip(keys, found.statistic, strict=True)), "p_adj": dict(zip(keys, found.pvalue, strict=True))}
    entry = {"method": "dunnett", "implementation": "multcomp", "call": "glht", "tolerance": {"atol": 2e-3}}
    main([str(folder_of_samples(tmp_path, entry | {"result": result}))])
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "4 numbers compared, 0 left out",
        "1 passed, 0 failed, 0 skipped",
    ]


def test_a_marker_is_found_in_a_call_whatever_its_name_holds(tmp_path: Path) -> None:
    (tmp_path / "markers.csv").write_text("outcome,s-100,s,ndka/b\n1,0.2,3,0.1\n2,0.3,1,0.5\n")
    entry = {"data": {"file": "markers.csv"}, "result": {}, "call": "roc.test(s-100,ndka/b,method='delong')"}
    assert markers(Oracle(entry=entry, folder=tmp_path, directions={}))[1] == ["s-100", "ndka/b"]
