"""Does the section on subsets part the datasets as asked, and adjust over all of them?"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from scipy.stats import wilcoxon

import benchreport as br
from tests.document.sections.sections import column, every_format, figures, findings, only, prose, tables, told


@pytest.fixture
def parted(demsar: pl.DataFrame) -> pl.DataFrame:
    """The published table with a domain, a size and no domain for the last dataset."""
    names = demsar["dataset"].cast(pl.String).unique().sort().to_list()
    domains = {name: "medicine" if at % 2 else "games" for at, name in enumerate(names[:-1])} | {names[-1]: None}
    sizes = {name: 100 * (at + 1) for at, name in enumerate(names)}
    dataset = pl.col("dataset").cast(pl.String)
    return demsar.with_columns(
        domain=dataset.replace_strict(domains, return_dtype=pl.String),
        n_train=dataset.replace_strict(sizes, return_dtype=pl.Int64),
        n_test=pl.lit(10),
    )


def test_there_is_no_section_unless_subsets_are_asked_for(parted: pl.DataFrame) -> None:
    assert only(parted, "subsets") is None


def test_a_column_parts_the_datasets_and_those_without_a_value_are_counted(parted: pl.DataFrame) -> None:
    section = told(parted, "subsets", subsets="domain")
    table = tables(section)["subsets-auc"]
    assert column(table, "subset") == ["games", "medicine"]
    assert column(table, "datasets") == ["7", "6"]
    assert "1 dataset belongs to no subset" in prose(section)


def test_the_p_values_of_a_subset_are_those_of_its_datasets_alone(parted: pl.DataFrame) -> None:
    rows = tables(told(parted, "subsets", subsets="domain", baseline="C4.5"))["subsets-auc"].frame
    games = parted.filter(pl.col("domain") == "games").pivot("algorithm", index="dataset", values="value")
    d = (games["C4.5+cf"] - games["C4.5"]).to_numpy().round(9)
    ours = rows.filter((pl.col("subset") == "games") & (pl.col("a") == "C4.5+cf"))
    assert len({*abs(d[d != 0])}) == len(d[d != 0])  # no ties, so that SciPy is exact
    assert ours["p_value"].item() == pytest.approx(wilcoxon(d[d != 0], method="exact").pvalue)


def test_all_subsets_of_a_metric_are_one_family(parted: pl.DataFrame) -> None:
    rows = tables(told(parted, "subsets", subsets="domain", baseline="C4.5"))["subsets-auc"].frame
    pairs = rows.filter(pl.col("method") == "wilcoxon").sort("p_value")
    # Holm by hand over the six tests of both subsets.
    by_hand, running = [], 0.0
    for place, p in enumerate(pairs["p_value"]):
        running = max(running, min(1.0, (6 - place) * p))
        by_hand.append(running)
    assert pairs["p_adjusted"].to_list() == pytest.approx(by_hand)
    every = tables(told(parted, "subsets", subsets="domain"))["subsets-auc"].frame
    assert every.filter(pl.col("method") == "wilcoxon").height == 12


def test_size_splits_at_the_median_and_says_where(parted: pl.DataFrame) -> None:
    section = told(parted, "subsets", subsets="size")
    assert "at the median of their size (n_train + n_test), 760: small (7 datasets) and large (7 datasets)" in prose(
        section
    )
    assert "subset-grid-auc" in figures(section)


def test_named_subsets_are_printed_in_their_order(demsar: pl.DataFrame) -> None:
    names = demsar["dataset"].cast(pl.String).unique().sort().to_list()
    section = told(demsar, "subsets", subsets={"second": names[:4], "first": names[4:]})
    assert column(tables(section)["subsets-auc"], "subset") == ["second", "first"]
    assert "In second there are too few datasets" in prose(section)


def test_mean_ranks_of_the_subsets_average_to_those_of_all(demsar: pl.DataFrame) -> None:
    names = demsar["dataset"].cast(pl.String).unique().sort().to_list()
    section = told(demsar, "subsets", subsets={"x": names[:4], "y": names[4:]})
    ranks = tables(section)["subset-ranks-auc"].frame
    # Demsar 2006 by its printed digits: 3.1429, 2, 2.9286, 1.9286.
    means = ranks.group_by("algorithm").agg((pl.col("mean_rank") * pl.col("n")).sum() / 14)
    assert dict(means.rows())["C4.5"] == pytest.approx(3.1429, abs=1e-4)
    assert dict(means.rows())["C4.5+m+cf"] == pytest.approx(1.9286, abs=1e-4)


@pytest.mark.parametrize(
    ("subsets", "message"),
    [
        ("domian", "did you mean 'domain'"),
        ("algorithm", "no column 'algorithm'"),
        ({"a": ["vottingg"]}, "no dataset 'vottingg' for subset 'a'"),
        ({"a": []}, "has no list of datasets"),
        ({"a": ["iris"], "b": ["iris"]}, "is in the subsets 'a' and 'b'"),
    ],
    ids=["misspelt column", "key column", "unknown dataset", "empty", "overlap"],
)
def test_what_cannot_part_the_datasets_is_refused(parted: pl.DataFrame, subsets: object, message: str) -> None:
    with pytest.raises(br.BenchreportError, match=message):
        only(parted, "subsets", subsets=subsets)


def test_a_column_that_varies_within_a_dataset_is_refused(parted: pl.DataFrame) -> None:
    uneven = parted.with_columns(domain=pl.col("algorithm").cast(pl.String))
    with pytest.raises(br.BenchreportError, match="several values within dataset"):
        only(uneven, "subsets", subsets="domain")


def test_size_without_sizes_says_what_is_needed(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="n_train and n_test"):
        only(demsar, "subsets", subsets="size")


def test_subsets_of_one_dataset_are_not_tested_but_told(demsar: pl.DataFrame, tmp_path: Path) -> None:
    names = demsar["dataset"].cast(pl.String).unique().sort().to_list()
    report = br.report(demsar, sections=["subsets"], subsets={"one": names[:1], "rest": names[1:]})
    assert "none favours it significantly" in findings(report.sections[0])[0]
    every_format(report, tmp_path)


def test_a_metric_with_units_beside_one_with_gaps_keeps_what_was_done_about_them() -> None:
    cells = [
        {
            "algorithm": name,
            "dataset": f"d{d}",
            "half": "ab"[d % 2],
            "auc": 0.6 + 0.1 * k + 0.01 * d,
            "rmse": 2.0 + d - 0.1 * k,
        }
        for d in range(10)
        for k, name in enumerate("ABC")
    ]
    cells[4]["auc"] = None  # B on d1
    cells[5]["rmse"] = None  # C on d1
    section = told(br.scores(pl.DataFrame(cells), factors="half"), "subsets", subsets="half", missing="drop_blocks")
    rows = pl.concat([tables(section)[f"subsets-{name}"].frame for name in ("auc", "rmse")], how="diagonal_relaxed")
    pairs = rows.filter(pl.col("method") == "wilcoxon")
    assert pairs.group_by("metric").agg(pl.col("n_dropped").unique())["n_dropped"].to_list() == [[1], [1]]


def test_a_metric_with_a_unit_keeps_what_was_dropped_in_the_subsets(parted: pl.DataFrame) -> None:
    seconds = parted.with_columns(metric=pl.lit("duration"), direction=pl.lit("lower"), value=100 * pl.col("value"))
    metrics = [frame.with_columns(pl.col("metric", "direction").cast(pl.String)) for frame in (parted, seconds)]
    last = parted["dataset"].cast(pl.String).sort()[0]
    gaps = (pl.col("dataset").cast(pl.String) == last) & (pl.col("algorithm").cast(pl.String) == "C4.5")
    scores = br.scores(pl.concat(metrics).filter(~gaps), factors="domain")
    rows = tables(told(scores, "subsets", subsets="domain", missing="drop_blocks", baseline="C4.5"))
    dropped = {name: set(table.frame["n_dropped"]) for name, table in rows.items() if name.startswith("subsets-")}
    assert dropped == {"subsets-auc": {1}, "subsets-duration": {1}}
