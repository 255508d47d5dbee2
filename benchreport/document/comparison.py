"""What can be said about the algorithms by one metric?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Section
from benchreport.document.numbers import counted, decimals_for, fixed, integer, number, percent
from benchreport.document.sections import section
from benchreport.stats.adjust import Adjustment, adjust
from benchreport.stats.cliques import indistinguishable, uncovered
from benchreport.stats.paired import wilcoxon
from benchreport.stats.posthoc import critical_difference, nemenyi
from benchreport.stats.ranks import friedman, iman_davenport

ALL_PAIRS_UP_TO = 8
ONE_DATASET = "comparisons over datasets need two of them or more, and here is one"
DIAGRAM_UP_TO = 40
# What rows say of themselves, as a reader of the report should hear it; the rest is said elsewhere.
SENTENCES = {
    "cannot reach alpha with so few blocks": "With so few datasets no difference can reach the level of significance.",
    "rough with fewer than 10 blocks": "With fewer than ten datasets rank statistics follow their laws only roughly.",
    "no interval at this level from so few blocks": "With so few datasets there is no interval at this level.",
    "more than 500 blocks: normal approximation": "With more than 500 datasets the normal approximation is used.",
    "no estimate of the difference from more than 2000 blocks": "With so many datasets no difference is estimated.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How algorithms are to be compared."""

    baseline: str | None
    alpha: float
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The result rows of one metric; text, tables and figures all read these.

    ``pairs`` are all pairs, adjusted over all; ``tested`` are those the verdict speaks of: the same, or with a baseline
    the comparisons with it, adjusted over these. ``reason`` tells why nothing could be compared.
    """

    metric: str
    slug: str
    lower: bool
    ranks: pl.DataFrame
    omnibus: pl.DataFrame
    pairs: pl.DataFrame
    tested: pl.DataFrame
    baseline: str | None
    reason: str | None

    @property
    def several(self) -> bool:
        """Whether there are algorithms enough for a test of all together."""
        return self.ranks.height >= 3 and self.reason is None


def compare(scores: pl.DataFrame, ranks: pl.DataFrame, metric: str, slug: str, asked: Asked) -> Comparison:
    """Run the tests of one metric on its completed scores."""
    lower = scores["direction"][0] == "lower"
    present = ranks["algorithm"].cast(pl.String).to_list()
    baseline = asked.baseline if asked.baseline in present else None
    reason = None
    if len(present) < 2:
        reason = f"only {present[0]} has results" if present else "there are no results"
    elif ranks["mean_rank"].null_count():
        reason = "no dataset has a result of every algorithm"
    elif ranks["n"].max() == 1:
        reason = ONE_DATASET
    if reason is not None:
        empty = ranks.clear()
        return Comparison(
            metric=metric, slug=slug, lower=lower, ranks=ranks, omnibus=empty, pairs=empty, tested=empty,
            baseline=baseline, reason=reason,
        )  # fmt: skip
    omnibus = pl.concat([friedman(scores, alpha=asked.alpha), iman_davenport(scores, alpha=asked.alpha)])
    by_ranks = nemenyi(scores, alpha=asked.alpha).select("a", "b", p_nemenyi="p_value")
    pairs = _beside(wilcoxon(scores, alpha=asked.alpha).pipe(adjust, asked.adjustment), by_ranks)
    tested = pairs
    if baseline is not None:
        turned = pl.concat([by_ranks, by_ranks.select(a="b", b="a", p_nemenyi="p_nemenyi")])
        against = wilcoxon(scores, control=baseline, alpha=asked.alpha).pipe(adjust, asked.adjustment)
        tested = _beside(against, turned)
    return Comparison(
        metric=metric, slug=slug, lower=lower, ranks=ranks, omnibus=omnibus, pairs=pairs, tested=tested,
        baseline=baseline, reason=None,
    )  # fmt: skip


def comparison_section(compared: Comparison, asked: Asked) -> Section:
    """Write the section of one metric."""
    facts = {"metric": compared.metric, "reason": compared.reason}
    if compared.reason is None:
        facts |= _facts(compared, asked)
    return section("ranks", facts, id=f"comparison-{compared.slug}")


def _facts(c: Comparison, asked: Asked) -> dict[str, Any]:
    best_rank = c.ranks["mean_rank"].to_list()[0]
    best = c.ranks.filter((pl.col("mean_rank") - best_rank).abs() < 1e-9)["algorithm"].cast(pl.String).to_list()
    focus = c.baseline or best[0]
    clear = pl.col("p_adjusted") <= asked.alpha
    mine = turned_against(c.tested, focus)
    shown = c.tested if c.baseline or c.ranks.height <= ALL_PAIRS_UP_TO else mine
    groups = indistinguishable(c.ranks, c.pairs, alpha=asked.alpha)
    n = c.ranks["n"].to_list()[0]
    drawn = c.ranks.height <= DIAGRAM_UP_TO and n >= 2
    ruled = c.several and n >= 2
    difference = critical_difference(c.ranks.height, n, alpha=asked.alpha) if ruled else None
    hidden = uncovered(c.ranks, c.pairs, alpha=asked.alpha)
    after = f" after {asked.adjustment.capitalize()} adjustment" if c.tested.height > 1 else ""
    diagram = exhibits.rank_diagram(c, groups, difference=difference, exact=_exact(c.pairs)) if drawn else None
    spread = c.tested["estimate"].abs().median()
    return {
        "several": c.several,
        "chi": c.omnibus.row(0, named=True),
        "f": c.omnibus.row(1, named=True),
        "differ": c.omnibus.row(1, named=True)["p_value"] <= asked.alpha if c.several else None,
        "omnibus": exhibits.omnibus_table(c) if c.several else None,
        "omnibus_rows": c.omnibus,
        "best": best,
        "best_rank": best_rank,
        "n_algorithms": c.ranks.height,
        "n_datasets": counted(n, "dataset"),
        "tested_rows": c.tested,
        "against": c.baseline is not None,
        "focus": focus,
        "others": counted(c.tested.height, "other algorithm"),
        "ahead": mine.filter(clear & (pl.col("better") == focus)).height,
        "behind": mine.filter(clear & (pl.col("better") != focus)).height,
        "n_clear": c.tested.filter(clear).height,
        "n_pairs": c.pairs.height,
        "n_tested": c.tested.height,
        "only": c.tested.row(0, named=True),
        "pairs_word": counted(c.pairs.height, "pair"),
        "family": f"the {integer(c.tested.height)} {'comparisons' if c.baseline else 'pairs'}",
        "after": after,
        "after_all": f" after adjustment over all {counted(c.pairs.height, 'pair')}" if c.pairs.height > 1 else "",
        "unattainable": 2 * 0.5 ** c.tested.select(pl.col("n").max()).item() * c.tested.height > asked.alpha,
        "alpha": number(asked.alpha),
        "diagram": diagram,
        "n_bars": groups.height,
        "hidden": hidden,
        "hidden_word": counted(hidden, "further pair"),
        "too_many": c.ranks.height > DIAGRAM_UP_TO,
        "most_drawn": DIAGRAM_UP_TO,
        "pairs": exhibits.pairs_table(c, shown, adjusted=asked.adjustment.capitalize()),
        "scope": _scope(c, shown, focus),
        "level": percent(1 - asked.alpha),
        "exact": "exact " if _exact(c.tested) else "",
        "adjustment": asked.adjustment.capitalize(),
        "lower": c.lower,
        "notes": _notes(c.tested, c.omnibus if c.several else None),
        "number": number,
        "fixed": fixed,
        "shown": lambda value: fixed(value, decimals_for(spread)),  # type: ignore[arg-type]
    }


def _beside(rows: pl.DataFrame, by_ranks: pl.DataFrame) -> pl.DataFrame:
    return rows.join(by_ranks, on=["a", "b"], how="left", maintain_order="left")


def _scope(c: Comparison, shown: pl.DataFrame, focus: str) -> str:
    if c.baseline:
        return f"comparisons with {focus}"
    return "pairs" if shown.height == c.pairs.height else f"pairs with {focus}"


def _exact(rows: pl.DataFrame) -> bool:
    return bool((rows["law"] == "exact signed-rank").all())


def turned_against(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Take the pairs with one algorithm and turn them so that it is ``b``."""
    mine = rows.filter((pl.col("a") == focus) | (pl.col("b") == focus))
    turn = pl.col("a") == focus
    return mine.with_columns(
        a=pl.when(turn).then("b").otherwise("a"),
        b=pl.when(turn).then("a").otherwise("b"),
        estimate=pl.when(turn).then(-pl.col("estimate")).otherwise("estimate"),
        ci_low=pl.when(turn).then(-pl.col("ci_high")).otherwise("ci_low"),
        ci_high=pl.when(turn).then(-pl.col("ci_low")).otherwise("ci_high"),
        effect=pl.when(turn).then(-pl.col("effect")).otherwise("effect"),
    ).sort("a")


def _notes(*frames: pl.DataFrame | None) -> Sequence[str]:
    """Collect what the rows say of themselves, each remark once."""
    remarks = [frame.select(pl.col("note").str.split("; ")).explode("note") for frame in frames if frame is not None]
    said = pl.concat(remarks)["note"].drop_nulls().unique(maintain_order=True)
    return [SENTENCES[note] for note in said if note in SENTENCES]
