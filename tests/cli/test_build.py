"""What do build and plot write?"""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchreport.cli.build import provenance_of
from benchreport.study import Study
from tests.cli.shell import fine, ladder, refused, rows, run, save, shell, study

SHORT = ("--sections", "setup")


def test_build_writes_every_output_and_names_it(table: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / "out" / name for name in ("r.html", "r.md", "latex")]
    printed = fine(
        "build", table, *(word for path in outputs for word in ("-o", path)), "--title", "Ours & theirs", *SHORT
    )
    assert printed.splitlines() == [str(path) for path in outputs]
    assert "<h1>Ours &amp; theirs</h1>" in outputs[0].read_text(encoding="utf8")
    assert (tmp_path / "out" / "latex" / "main.tex").exists()


def test_build_reads_a_study_file_and_prints_it_as_the_recipe(table: Path, tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        f'scores = "{table.name}"\ntitle = "T"\ncontrol = "A"\noutputs = ["made/r.md"]\nsections = ["provenance"]\n'
    )
    fine("build", study)
    text = (tmp_path / "made" / "r.md").read_text(encoding="utf8")
    assert 'reference = "A"' in text
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    assert digest in text


def test_build_without_an_output_is_a_usage_error(table: Path) -> None:
    _, hint = refused("build", table, code=2)
    assert "-o report.html" in hint


def test_build_refuses_an_unknown_format_and_writes_nothing(table: Path, tmp_path: Path) -> None:
    refused("build", table, "-o", tmp_path / "r.html", "-o", tmp_path / "r.docx", code=2)
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize(
    "words",
    [
        "TABLE --without-algorithms A C --without-datasets d1 d2",
        "TABLE --without-algorithms A,C --without-datasets d1 --without-datasets d2",
        "--strict TABLE --without-datasets d1 d2 --without-algorithms A C --no-cache",
        "--without-algorithms A,C TABLE --without-datasets d1,d2",
        'TABLE --set without_algorithms=["A","C"] --set without_datasets=d1,d2',
    ],
)
def test_build_leaves_out_what_flags_name_in_one_word_or_several(words: str, tmp_path: Path) -> None:
    table = save(tmp_path / "t.csv", ladder("ABCD"))
    command = words.replace("TABLE", str(table)).split()
    fine("build", *command, "-o", tmp_path / "r.md", "--sections", "data", "provenance")
    page = (tmp_path / "r.md").read_text(encoding="utf8")
    assert "2 algorithms · 4 datasets, no result missing · 2 algorithms and 2 datasets left out by choice" in page
    assert 'without_algorithms = ["A", "C"]\n    without_datasets = ["d1", "d2"]' in page


def test_flags_win_over_what_a_study_leaves_out_and_silence_does_not(tmp_path: Path) -> None:
    table = save(tmp_path / "t.csv", ladder("ABCD"))
    own = study(tmp_path, f"scores='{table.name}'\nwithout_algorithms=['A']\noutputs=['r.md']\nsections=['data']")
    for words, name in (((), "A"), (("--without-algorithms", "B"), "B")):
        fine("build", own, *words)
        assert f"Left out by choice: {name}." in (tmp_path / "r.md").read_text(encoding="utf8")


def test_a_name_that_cannot_be_left_out_is_answered_with_the_nearest(table: Path, tmp_path: Path) -> None:
    error, hint = refused("build", table, "--without-datasets", "d11", "-o", tmp_path / "r.md", code=2)
    assert error == "no dataset 'd11' to leave out"
    assert hint.startswith("did you mean 'd1'")
    assert refused("build", table, "--without-algorithms", ",", "-o", tmp_path / "r.md", code=2) == (
        "',' holds no name",
        "--without-algorithms kNN,SVM",
    )


def test_warnings_come_last_and_strict_turns_them_into_a_failure(tmp_path: Path) -> None:
    odd = save(tmp_path / "odd.csv", [row | {"zing": 1} for row in ladder("AB")])
    done = run("build", odd, "-o", tmp_path / "r.md", *SHORT)
    assert done.exit_code == 0
    assert "warning: metric 'zing' is left out" in done.stderr
    refused("build", odd, "-o", tmp_path / "strict.md", "--strict", *SHORT, code=1)
    assert not (tmp_path / "strict.md").exists()


def test_plot_cd_draws_into_a_file_of_any_kind(table: Path, tmp_path: Path) -> None:
    for name, start in (("cd.svg", b"<?xml"), ("cd.pdf", b"%PDF"), ("cd.png", b"\x89PNG")):
        fine("plot", "cd", table, "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_plot_cd_asks_which_of_several_metrics_is_meant(two_metrics: Path, tmp_path: Path) -> None:
    _, hint = refused("plot", "cd", two_metrics, "-o", tmp_path / "cd.svg", code=2)
    assert "--metrics" in hint


def test_the_doctor_names_python_and_every_dependency() -> None:
    result = run("doctor")
    assert "Python" in result.stdout
    assert "polars" in result.stdout
    assert result.exit_code == int("!! " in result.stdout)


def test_the_doctor_exits_1_and_prints_the_fix_when_pango_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("benchreport.document.machine.CDLL", absent)
    result = run("doctor")
    assert result.exit_code == 1
    assert "!! Pango" in result.stdout
    assert "fix: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in result.stdout


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(name: str) -> None:
    text = fine("completion", name)
    assert "_BENCHREPORT_COMPLETE" in text
    assert "benchreport" in text


def test_the_completion_of_bash_completes_commands() -> None:
    script = 'eval "$(benchreport completion bash)"; COMP_WORDS=(benchreport met) COMP_CWORD=1; '
    done = shell(script + '_benchreport_completion benchreport; echo "${COMPREPLY[@]}"')
    assert done.stdout.split() == ["methods"]
    assert done.stderr == ""


def test_no_completion_is_offered_for_an_unknown_shell() -> None:
    result = run("completion", "tcsh")
    assert result.exit_code == 2
    assert "'bash'" in result.stderr


def test_a_password_in_an_address_is_not_printed() -> None:
    study = Study(scores="postgresql://bob:secret@db.host/results", query="select 1")
    recipe = provenance_of(study, {}).recipe
    assert "secret" not in recipe
    assert "db.host" not in recipe


def test_a_place_that_cannot_be_written_is_an_error_and_no_internal_one(table: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    error, _ = refused("build", table, "-o", tmp_path / "taken" / "r.md", code=2)
    assert "taken" in error


def test_a_policy_that_a_report_cannot_follow_is_refused(table: Path, tmp_path: Path) -> None:
    made = study(tmp_path, f'scores = "{table.name}"\nmissing = "stand_in"\noutputs = ["r.md"]')
    _, hint = refused("build", made, code=2)
    assert "--reference NAME" in hint


def test_plot_cd_follows_the_study(gappy: Path, tmp_path: Path) -> None:
    made = study(
        tmp_path, f'scores = "{gappy.name}"\ncontrol = "A"\nalpha = 0.3\nmissing = "worst"\nadjust = "bonferroni"'
    )
    fine("plot", "cd", made, "-o", tmp_path / "study.svg")
    options = ("--control", "A", "--alpha", "0.3", "--missing", "worst", "--adjust", "bonferroni")
    fine("plot", "cd", gappy, *options, "-o", tmp_path / "options.svg")
    assert (tmp_path / "study.svg").read_bytes() == (tmp_path / "options.svg").read_bytes()


def test_fold_tests_run_per_dataset_and_settle_missing_runs_there(tmp_path: Path) -> None:
    rows = [
        {
            "algorithm": a,
            "dataset": d,
            "fold": k,
            "accuracy": None if (a, d, k) == ("B", "d1", 3) else 0.5 + k / 20 + (a == "A") * k / 90,
        }
        for a in "AB"
        for d in ("d1", "d2")
        for k in range(5)
    ]
    made = save(tmp_path / "folds.csv", rows)
    found = rows_of(made, "--missing", "drop_blocks")
    assert [(row["dataset"], row["n"], row["n_dropped"]) for row in found] == [("d1", 4, 1), ("d2", 5, 0)]


def rows_of(source: Path, *options: str) -> list[dict[str, Any]]:
    return rows("test", "corrected_resampled_t", source, *options)


def test_a_figure_that_needs_no_table_is_drawn_from_its_options(tmp_path: Path) -> None:
    options = ("--set", "sd=0.05", "--set", "difference=0.02")
    fine("plot", "power_curve", *options, "-o", tmp_path / "power.svg")
    assert (tmp_path / "power.svg").read_bytes().startswith(b"<?xml")
    error, _ = refused("plot", "box", "-o", tmp_path / "box.svg", code=2)
    assert "no table" in error


def test_the_numbers_and_the_words_of_a_figure_are_printed(table: Path) -> None:
    assert {row["item"] for row in rows("plot", "cd", table)} >= {"algorithm"}
    assert fine("plot", "cd", table, "--alt").startswith("Critical difference diagram")


def test_an_unknown_figure_or_option_is_answered_with_the_nearest(table: Path, tmp_path: Path) -> None:
    assert "'box'" in refused("plot", "bxo", table, "-o", tmp_path / "x.svg", code=2)[1]
    assert "'alpha'" in refused("plot", "cd", table, "-o", tmp_path / "x.svg", "--set", "alhpa=0.1", code=2)[1]
    assert "-o cd.pdf" in refused("plot", "cd", table, code=2)[1]


def test_build_takes_a_table_of_confusion_counts(tmp_path: Path) -> None:
    folds = [
        {"model": name, "data": "d", "fold": fold, "tp": 40 + fold % shift, "fp": 5 + fold % 3, "fn": 6, "tn": 50}
        for name, shift in (("A", 2), ("B", 3), ("C", 4))
        for fold in range(6)
    ]
    wide = save(tmp_path / "wide.csv", folds)
    cells = {"tp": ("1", "1"), "fp": ("0", "1"), "fn": ("1", "0"), "tn": ("0", "0")}
    long = save(
        tmp_path / "long.csv",
        [
            {
                "algorithm": row["model"],
                "dataset": "d",
                "fold": row["fold"],
                "truth": truth,
                "prediction": said,
                "count": row[cell],
            }
            for row in folds
            for cell, (truth, said) in cells.items()
        ],
    )
    sections = ("--sections", "leaderboard,multivariate,confusion,provenance", "--design", "kfold_cv")
    texts = []
    for table, options in ((wide, ()), (long, ("--positive", "1"))):
        output = tmp_path / f"{table.stem}.md"
        fine("build", table, "-o", output, *sections, *options)
        texts.append(output.read_text(encoding="utf8"))
    for text in texts:
        assert "false positives and false negatives" in text
        assert "Confusion and classes" in text
    recipe = tmp_path / "study.toml"
    recipe.write_text(
        'scores = "wide.csv"\noutputs = ["study.md"]\nsections = ["multivariate"]\ndesign = "kfold_cv"\n',
        encoding="utf8",
    )
    fine("build", recipe)
    assert "Wilks" in (tmp_path / "study.md").read_text(encoding="utf8")


def test_measure_takes_a_table_of_confusion_counts(tmp_path: Path) -> None:
    counts = save(tmp_path / "counts.csv", [{"model": "A", "data": "d", "tp": 40, "fp": 5, "fn": 10, "tn": 45}])
    # FX7 of the method catalogue.
    found = {row["metric"]: row["value"] for row in rows("measure", counts, "--metrics", "accuracy,tpr,mcc")}
    assert found == pytest.approx({"accuracy": 0.85, "tpr": 0.8, "mcc": 0.703526470681})


def test_outside_a_terminal_long_work_says_its_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = save(tmp_path / "eight.csv", ladder(datasets=8))
    quick = run("build", table, "-o", tmp_path / "quick.md")
    assert quick.stderr == ""
    from benchreport.cli import printing
    from benchreport.document.stages import patient

    ticks = iter(range(0, 10_000, 6))
    monkeypatch.setattr(printing, "patient", lambda write: patient(write, after=10, clock=lambda: float(next(ticks))))
    lines = run("build", table, "-o", tmp_path / "slow.md").stderr.splitlines()
    assert "reading (6 s)" not in lines
    assert lines[0] == "computing and drawing (12 s)"
    assert "computing and drawing: results" in " ".join(lines)
    assert lines[-1].startswith("writing (")
    assert len(lines) == len(set(lines))


@pytest.mark.long
def test_much_data_inside_a_pdf_is_announced_and_left_out_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader

    command = import_module("benchreport.cli.build")
    table = save(tmp_path / "eight.csv", ladder(datasets=8))
    whole = run("build", table, "-o", tmp_path / "report.pdf")
    assert "--no-data" not in whole.stderr  # a small table is nothing to speak of
    attached = PdfReader(tmp_path / "report.pdf").attachments
    size = sum(len(content) for parts in attached.values() for content in parts)
    monkeypatch.setattr(command, "MUCH_DATA", size - 1)
    again = run("build", table, "-o", tmp_path / "report.pdf", "-o", tmp_path / "report.html")
    assert again.stderr.splitlines() == ["note: report.pdf carries 0 MB of data; --no-data leaves them out"]
    monkeypatch.setattr(command, "MUCH_DATA", size)
    assert run("build", table, "-o", tmp_path / "report.pdf").stderr == ""
    monkeypatch.setattr(command, "MUCH_DATA", 0)
    assert run("build", table, "-o", tmp_path / "bare.pdf", "--no-data").stderr == ""


def test_the_package_with_a_font_is_named_where_no_font_has_the_letters_of_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchreport.figures import style

    names = {"A": "随机森林", "B": "Лес", "C": "kNN"}
    table = save(tmp_path / "scores.csv", [row | {"algorithm": names[row["algorithm"]]} for row in ladder()])
    monkeypatch.setattr(style, "_other_families", lambda: ())
    style._substitutes.cache_clear()
    try:
        result = run("build", table, "--sections", "tables", "-o", tmp_path / "r.md")
    finally:
        style._substitutes.cache_clear()
    note = "note: no installed font has 机林森随: PDF and figures print code points; apt-get install fonts-noto-cjk"
    assert result.stderr.splitlines() == [note]
    fine("build", save(table, ladder()), "--sections", "tables", "-o", tmp_path / "r.md", "--force")
