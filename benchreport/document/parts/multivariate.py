"""Do the algorithms differ when all metrics of a run are taken together?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.asked import Asked
from benchreport.document import exhibits
from benchreport.document.blocks import Cell, Column, Figure, Section, Table
from benchreport.document.numbers import counted, degrees, integer, number
from benchreport.document.parts.error_kinds import error_kinds
from benchreport.document.parts.joint_exhibits import facing, joint_figures, pairs_table, single_metrics_table
from benchreport.document.parts.runs import Runs, several_runs, without_gaps
from benchreport.document.parts.untested import untested
from benchreport.document.parts.within import ALL_PAIRS_UP_TO
from benchreport.stats.adjust import adjust
from benchreport.stats.hotelling import hotelling
from benchreport.stats.manova import manova

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

LISTED_UP_TO = 24
SMALLEST_WILKS = 0.0001
# Of so few datasets a figure is drawn for each.
DRAWN_DATASETS = 3
LEFT_OUT = re.compile(r"left out (.*?)(?=;|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Result rows on all metrics together: one per dataset in ``decisive`` and in each frame ``beside``.

    ``pairs`` are Hotelling tests of two algorithms, adjusted within each dataset; ``told`` those with ``focus``.
    """

    runs: Runs
    metrics: tuple[str, ...]
    decisive: pl.DataFrame
    beside: Mapping[str, pl.DataFrame]
    pairs: pl.DataFrame
    told: pl.DataFrame
    focus: str | None

    @property
    def two(self) -> bool:
        """Whether there are two algorithms only, so that Hotelling’s test is the whole story."""
        return bool((self.decisive["method"] == "hotelling").all())

    @property
    def matched(self) -> bool:
        """Whether on some dataset the algorithms share their runs."""
        return bool(self.decisive["variant"].str.contains("corrected").any())

    @property
    def single(self) -> str | None:
        """The dataset, where there is one only."""
        return str(self.decisive["dataset"][0]) if self.decisive.height == 1 else None


def multivariate_section(evidence: Evidence) -> Section | None:
    """Write the section on several metrics at once; none where no dataset has two of them on several runs."""
    joint = together(evidence)
    if joint is None:
        return None
    asked, single = evidence.asked, joint.single
    sound = joint.decisive.filter(pl.col("statistic").is_not_null())["dataset"].to_list()
    scores = joint.runs.scores
    metrics = None
    if single is not None and sound:
        metrics = single_metrics_table(evidence, scores, joint.focus if joint.two else None)
    figures: list[Figure] = []
    if joint.decisive.height <= DRAWN_DATASETS:
        figures = [one for dataset in sound for one in joint_figures(evidence, scores, dataset, joint.focus)]
    table = _listing(joint, asked) if joint.decisive.height <= LISTED_UP_TO else _counts(joint, asked)
    clear = pl.col("p_adjusted") <= asked.alpha
    first = joint.decisive.row(0, named=True)
    context = {
        "metrics": _listed(joint.metrics),
        "uneven": scores.group_by("dataset").agg(pl.col("metric").n_unique())["metric"].min() != len(joint.metrics),
        "two": joint.two,
        "matched": joint.matched,
        "seeds": not joint.decisive["variant"].str.contains("corrected").all(),
        "single": single,
        "datasets": counted(joint.decisive.height, "dataset"),
        "audit": joint.runs.left_out,
        "lacking": [one.name for one in evidence.metrics if one.name not in joint.metrics],
        "decisive": joint.decisive,
        "row": first,
        "f": number(first["statistic"]),
        "df": degrees(first["df1"], first["df2"], " and "),
        "criterion": number(first["estimate"]) if joint.two else f"= {_wilks(first['estimate'])}".replace("= <", "<"),
        "n_pillai": None if joint.two else joint.beside["Pillai"].filter(clear).height,
        "distance": number(first["effect"], 3),
        "n_clear": joint.decisive.filter(clear).height,
        "n_tested": joint.decisive["p_value"].count(),
        "untested": [] if single else untested(joint.decisive, "dataset"),
        "table": table,
        "listed": joint.decisive.height <= LISTED_UP_TO,
        "dependent": _dependent(joint.decisive),
        "focus": joint.focus,
        "against": asked.baseline is not None and asked.baseline == joint.focus,
        "pairs": joint.pairs,
        "n_pairs": joint.told.height if joint.told["p_value"].count() else 0,
        "untested_pairs": untested(joint.told, "comparison"),
        "n_apart": joint.told.filter(clear).height,
        "n_ahead": joint.told.filter(clear & (pl.col("better") == joint.focus)).height,
        "n_behind": joint.told.filter(clear & (pl.col("better") != joint.focus)).height,
        "pairs_table": pairs_table(joint.told, joint.pairs, asked) if single and not joint.two and sound else None,
        "by_metric": metrics,
        "figures": figures,
        "kinds": error_kinds(evidence, joint.focus),
        "integer": integer,
        "adjustment": asked.adjustment.capitalize(),
    }
    return evidence.section("multivariate", context)


def together(evidence: Evidence) -> Joint | None:
    """Compare the algorithms in all metrics that the runs of a dataset have in common."""
    asked = evidence.asked
    found = several_runs(evidence.scores, evidence.design) if len(evidence.metrics) > 1 else None
    if found is None:
        return None
    two = len(evidence.algorithms) == 2
    runs = _comparable(without_gaps(found, policy=asked.missing, together=True), least=2 if two else 3)
    if runs.scores.is_empty():
        return None
    focus = _focus(evidence)
    tests = _hotelling_rows(runs, asked, None) if two else _manova_rows(runs, asked)
    decisive, *rest = (_adjusted(rows, asked) for rows in tests.values())
    pairs = decisive.clear()
    if focus is not None and not two and (asked.baseline or len(evidence.algorithms) <= ALL_PAIRS_UP_TO):
        control = focus if focus == asked.baseline else None
        rows = _texts(next(iter(_hotelling_rows(runs, asked, control, beside=False).values())))
        adjustment: Any = asked.adjustment
        pairs = adjust(rows.sort("dataset", "a", "b"), adjustment, family=["dataset"])
    return Joint(
        runs=runs,
        metrics=tuple(one.name for one in evidence.metrics if (runs.scores["metric"] == one.name).any()),
        decisive=decisive,
        beside=dict(zip(list(tests)[1:], rest, strict=True)),
        pairs=pairs,
        told=pairs if focus is None else facing(pairs, focus),
        focus=focus,
    )


def _focus(evidence: Evidence) -> str | None:
    """Name the algorithm that others are compared with: the baseline, or the best by mean rank in the first metric."""
    compared = evidence.comparisons[0]
    if compared.baseline is None and (compared.ranks.is_empty() or compared.ranks["mean_rank"].null_count()):
        return None
    return compared.focus


def _comparable(runs: Runs, *, least: int) -> Runs:
    """Keep the datasets with two metrics and algorithms enough."""
    sizes = runs.scores.group_by("dataset").agg(
        metrics=pl.col("metric").n_unique(), algorithms=pl.col("algorithm").n_unique()
    )
    fit = sizes.filter((pl.col("metrics") > 1) & (pl.col("algorithms") >= least))
    if fit.height == sizes.height:
        return runs
    return replace(runs, scores=runs.scores.join(fit, on="dataset", how="semi", maintain_order="left"))


def _hotelling_rows(runs: Runs, asked: Asked, control: str | None, *, beside: bool = True) -> dict[str, pl.DataFrame]:
    """Run Hotelling’s test: on shared runs with the heuristic correction, and beside it without."""

    def test(scores: pl.DataFrame, variant: Any) -> list[pl.DataFrame]:
        if scores.is_empty():
            return []
        return [hotelling(scores, by="dataset", control=control, variant=variant, alpha=asked.alpha)]

    matched, seeded = runs.matched, runs.unmatched
    found = {"corrected": [*test(matched, "corrected"), *test(seeded, "two_sample")]}
    if beside:
        found["not corrected"] = test(matched, "paired")
    return {name: pl.concat(rows) for name, rows in found.items() if rows}


def _manova_rows(runs: Runs, asked: Asked) -> dict[str, pl.DataFrame]:
    """Run the multivariate analyses of variance; Wilks decides, with Pillai and the textbook’s form beside."""
    matched, seeded = runs.matched, runs.unmatched
    shared = manova(matched, by="dataset", variant="corrected", alpha=asked.alpha) if matched.height else None
    apart = manova(seeded, by="dataset", variant="oneway", alpha=asked.alpha) if seeded.height else None
    decisive = pl.concat([rows for rows in (shared, apart) if rows is not None])
    found = {"Wilks": _criterion(decisive, "wilks"), "Pillai": _criterion(decisive, "pillai")}
    if matched.height:
        plain = manova(matched, by="dataset", variant="oneway", alpha=asked.alpha)
        found["Wilks, one-way"] = _criterion(plain, "wilks")
    return found


def _criterion(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    return rows.filter(pl.col("variant").str.starts_with(name))


def _adjusted(rows: pl.DataFrame, asked: Asked) -> pl.DataFrame:
    adjustment: Any = asked.adjustment
    return adjust(_texts(rows).sort("dataset"), adjustment, family=[])


def _texts(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _dependent(rows: pl.DataFrame) -> list[tuple[str, int]]:
    """Tell which metrics were left out because they follow from others, and on how many datasets."""
    said = [match[1] for note in rows["note"].drop_nulls() if (match := LEFT_OUT.search(note))]
    return [(text, said.count(text)) for text in dict.fromkeys(said)]


def _wilks(value: float | None) -> str:
    """Write Wilks' criterion, which is small where algorithms differ."""
    return number(value) if value is None or value >= SMALLEST_WILKS else f"< {SMALLEST_WILKS}"


def _listing(joint: Joint, asked: Asked) -> Table:
    rows = joint.decisive
    small = [
        Cell(text=number(value) if joint.two else _wilks(value), value=value) for value in rows["estimate"].to_list()
    ]
    shown = rows.with_columns(
        estimate=pl.Series(small, dtype=pl.Object),
        df=pl.Series([degrees(*pair) for pair in rows.select("df1", "df2").rows()], dtype=pl.String),
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "n": Column(title="runs"),
        "estimate": Column(title="T²" if joint.two else "Wilks’ Λ"),
        "statistic": Column(title="F"),
        "df": Column(title="df", align="right"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({asked.adjustment.capitalize()})"),
    }
    if joint.two:
        columns["effect"] = Column(title="distance")
    several = rows.height > 1
    p = columns["p_adjusted" if several else "p_value"].title
    if not several:
        del columns["p_adjusted"], columns["dataset"]
    for place, (title, frame) in enumerate(joint.beside.items()):
        name = f"p_beside_{place}"
        here = frame.select("dataset", pl.col("p_adjusted" if several else "p_value").alias(name))
        shown = shown.join(here, on="dataset", how="left", maintain_order="left")
        columns[name] = Column(title=title, group=f"{p}, for comparison")
    return exhibits.table("joint", _caption(joint), shown, columns, twin=_twin(joint))


def _counts(joint: Joint, asked: Asked) -> Table:
    clear = (pl.col("p_adjusted") <= asked.alpha).sum().cast(pl.Int64)
    name = "Hotelling, corrected" if joint.two else "Wilks, corrected"
    if not joint.matched:
        name = "Hotelling" if joint.two else "Wilks"
    forms = {name: joint.decisive} | {
        f"{title}, corrected" if title == "Pillai" and joint.matched else title: frame
        for title, frame in joint.beside.items()
    }
    counts = pl.concat(
        frame.select(
            test=pl.lit(title),
            datasets=pl.len().cast(pl.Int64),
            differ=clear,
            open=(pl.col("p_adjusted") > asked.alpha).sum().cast(pl.Int64),
            untested=pl.col("p_value").null_count().cast(pl.Int64),
        )
        for title, frame in forms.items()
    )
    columns = {
        "test": Column(title="test", align="left"),
        "datasets": Column(title="datasets"),
        "differ": Column(title="differ"),
        "open": Column(title="not shown"),
        "untested": Column(title="not tested"),
    }
    if not counts["untested"].sum():
        del columns["untested"]
    return exhibits.table("joint", _caption(joint), counts, columns, twin=_twin(joint))


def _caption(joint: Joint) -> str:
    what = "Hotelling’s test of the two algorithms" if joint.two else "Multivariate analysis of variance"
    return f"{what} over the runs" + (f" of {joint.single}." if joint.single else ", dataset by dataset.")


def _twin(joint: Joint) -> pl.DataFrame:
    return pl.concat([joint.decisive, *joint.beside.values(), *([joint.pairs] if joint.pairs.height else [])])
