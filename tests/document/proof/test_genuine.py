"""No false alarm: genuine reports of every theme and kind of table pass verify."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import run
from tests.document.conftest import HOSTILE

pytestmark = pytest.mark.long

FACTS = ("summary", "setup", "provenance")


def scores(**columns: float) -> pl.DataFrame:
    """Three algorithms on six datasets; further columns are metrics at so many times the first."""
    rows = [
        {"algorithm": name, "dataset": f"d{j}", "accuracy": round(0.9 - 0.05 * i - 0.001 * i * j - 0.01 * j, 4)}
        for j in range(6)
        for i, name in enumerate(("forest", "tree", "kNN"))
    ]
    return pl.DataFrame(rows).with_columns(
        (pl.col("accuracy") * factor).alias(name) for name, factor in columns.items()
    )


def folds() -> pl.DataFrame:
    spread = [
        scores().with_columns(repeat=pl.lit(repeat), fold=pl.lit(fold), accuracy=pl.col("accuracy") + step / 500)
        for step, (repeat, fold) in enumerate((repeat, fold) for repeat in range(5) for fold in range(2))
    ]
    return pl.concat(spread).filter(pl.col("dataset").is_in(["d0", "d1"]))


def gaps() -> pl.DataFrame:
    return scores().filter(~((pl.col("algorithm") == "kNN") & (pl.col("dataset") == "d2")))


def hostile() -> pl.DataFrame:
    names = {"forest": HOSTILE[0], "tree": HOSTILE[2], "kNN": HOSTILE[7]}
    return scores().with_columns(pl.col("algorithm").replace_strict(names), dataset=pl.col("dataset") + " & ö_1%")


def predictions(classes: str) -> pl.DataFrame:
    """Two classifiers on sixty instances, with the probability of every class."""
    rows = []
    for place, name in enumerate(("tree", "kNN")):
        for i in range(60):
            truth = i % len(classes)
            guess = truth if i % (5 + place) else (truth + 1) % len(classes)
            share = {f"prob_{label}": 0.1 / (len(classes) - 1) for label in classes}
            share[f"prob_{classes[guess]}"] = 0.9
            rows.append(
                {"algorithm": name, "dataset": "d", "instance": i, "truth": classes[truth]}
                | {"prediction": classes[guess]}
                | share
            )
    return pl.DataFrame(rows)


def regression() -> pl.DataFrame:
    rows = [
        {
            "algorithm": name,
            "dataset": "d",
            "instance": i,
            "truth": i / 7,
            "prediction": i / 7 + (i % 5 - 2 + place) / 9,
        }
        for place, name in enumerate(("ridge", "tree"))
        for i in range(40)
    ]
    return pl.DataFrame(rows)


def items() -> pl.DataFrame:
    rows = [
        {"model": name, "dataset": "quiz", "item": i, "correct": int(i % (3 + place) > 0)}
        for place, name in enumerate(("large", "small"))
        for i in range(50)
    ]
    return pl.DataFrame(rows)


def counts() -> pl.DataFrame:
    rows = [
        {"algorithm": name, "dataset": f"d{j}", "tp": 40 + j - i, "fp": 5 + i, "fn": 10 - j + i, "tn": 45 - i}
        for i, name in enumerate(("forest", "tree"))
        for j in range(4)
    ]
    return pl.DataFrame(rows)


def harness() -> pl.DataFrame:
    """What the importer makes of the results of the language model evaluation harness."""
    tasks = ("arc", "boolq", "copa", "piqa", "rte", "wic")
    results = [
        {
            "model_name": model,
            "results": {task: {"acc,none": 0.5 + 0.03 * j + 0.02 * i * (j % 3)} for j, task in enumerate(tasks)},
            "higher_is_better": {task: {"acc": True} for task in tasks},
        }
        for i, model in enumerate(("gpt2", "opt", "pythia"))
    ]
    return br.from_lm_eval(results)


@dataclass(frozen=True, kw_only=True)
class Genuine:
    """A report as somebody would make it: table, file, options of build, and files beside the table."""

    table: Callable[[], pl.DataFrame]
    file: str = "scores.csv"
    options: tuple[str, ...] = ()
    sections: tuple[str, ...] = FACTS
    beside: Mapping[str, str] = field(default_factory=dict)


OWN_THEME = ":root { --accent: #a02020 }"
REPORTS: Mapping[str, Genuine] = {
    "scores, with a baseline": Genuine(
        table=scores, options=("--theme", "article", "--baseline", "tree"), sections=(*FACTS, "ranks")
    ),
    "scores of folds": Genuine(
        table=folds, options=("--theme", "classic", "--design", "cv52"), sections=(*FACTS, "within")
    ),
    "scores with gaps": Genuine(
        table=gaps, file="scores.parquet", options=("--theme", "columns"), sections=(*FACTS, "coverage")
    ),
    "several metrics with labels, names and a unit": Genuine(
        table=lambda: scores(auc=0.9, seconds=100.0),
        file="scores.arrow",
        options=("--theme", "columns", "--direction", "seconds=lower"),
        sections=(*FACTS, "leaderboard", "multivariate"),
        beside={
            "study.toml": 'scores = "scores.arrow"\n[names]\ntree = "Decision tree"\n[labels]\nauc = "AUC"\n'
            '[colours]\ntree = "#336699"\n[groups]\nd0 = "family"\nd1 = "family"\n'
        },
    ),
    "predictions of two classes": Genuine(
        table=lambda: predictions("ab"), options=("--positive", "a"), sections=(*FACTS, "predicted", "confusion")
    ),
    "predictions of three classes": Genuine(
        table=lambda: predictions("abc"),
        file="predictions.parquet",
        options=("--theme", "classic"),
        sections=(*FACTS, "confusion", "probabilities"),
    ),
    "confusion counts": Genuine(table=counts, file="counts.json", sections=(*FACTS, "confusion")),
    "predicted numbers": Genuine(
        table=regression, file="numbers.tsv", options=("--theme", "columns"), sections=(*FACTS, "regression")
    ),
    "scored items": Genuine(
        table=items, file="items.ndjson", options=("--theme", "classic"), sections=(*FACTS, "predicted")
    ),
    "language models": Genuine(table=harness, options=("--theme", "classic"), sections=(*FACTS, "ranks")),
    "hostile names": Genuine(table=hostile, file="scores.ndjson", sections=(*FACTS, "ranks", "datasets")),
    "anonymous, with words and a theme of the author's own": Genuine(
        table=scores,
        options=("--anonymous", "--theme", "ours", "--templates", "templates"),
        sections=(*FACTS, "thanks"),
        beside={
            "templates/sections/thanks.jinja": "# Thanks\n\nThanks to **all**, 5 < 6.",
            "templates/styles/themes/ours.css": OWN_THEME,
        },
    ),
}


def built(genuine: Genuine, folder: Path, *words: str) -> Path:
    """Build a report in a folder, as a user at the shell would."""
    for name, text in genuine.beside.items():
        (path := folder / name).parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf8")
    write = {".csv": "csv", ".tsv": "csv", ".arrow": "ipc"}.get(
        Path(genuine.file).suffix, Path(genuine.file).suffix[1:]
    )
    separator = {"separator": "\t"} if genuine.file.endswith(".tsv") else {}
    getattr(genuine.table(), f"write_{write}")(folder / genuine.file, **separator)
    source = folder / ("study.toml" if "study.toml" in genuine.beside else genuine.file)
    options = [str(folder / word) if word in ("templates",) else word for word in genuine.options]
    result = run("build", source, *options, *words, "-o", folder / "report.pdf")
    assert result.exit_code == 0, result.output
    return folder / "report.pdf"


def test_there_are_twelve_reports_over_all_themes() -> None:
    assert len(REPORTS) == 12
    used = {one.options[one.options.index("--theme") + 1] for one in REPORTS.values() if "--theme" in one.options}
    assert used == {"article", "classic", "columns", "ours"}


@pytest.mark.parametrize("name", REPORTS)
def test_a_genuine_report_raises_no_alarm(name: str, tmp_path: Path) -> None:
    genuine = REPORTS[name]
    found = br.verification(built(genuine, tmp_path, "--sections", ",".join(genuine.sections)))
    assert found.differences == ()
    assert found.complete
    assert found.compared == "every object of the file"
    assert "same content, written by another program" not in found.remarks


def test_the_shell_passes_a_genuine_report_and_its_source(tmp_path: Path) -> None:
    genuine = REPORTS["scores with gaps"]
    path = built(genuine, tmp_path, "--sections", ",".join(genuine.sections))
    assert run("verify", path, tmp_path / genuine.file).exit_code == 0


def test_a_genuine_report_without_its_data_is_refused_and_not_called_forged(tmp_path: Path) -> None:
    genuine = REPORTS["scores, with a baseline"]
    result = run("verify", built(genuine, tmp_path, "--sections", "setup", "--no-data"))
    assert result.exit_code == 2
    assert "does not carry scores.parquet" in result.stderr
