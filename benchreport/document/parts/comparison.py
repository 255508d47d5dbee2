"""What can be said about the algorithms by one metric?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.asked import Asked
from benchreport.catalogue import METHODS
from benchreport.document import exhibits
from benchreport.document.blocks import Section
from benchreport.document.cache import key_of, remembered_frames
from benchreport.document.numbers import counted, decimals_for, fixed, integer, number, percent
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.adjust import adjust
from benchreport.stats.cliques import indistinguishable, uncovered
from benchreport.stats.folds import kfold_paired_t
from benchreport.stats.incomplete_ranks import skillings_mack
from benchreport.stats.instances import permutation_signflip
from benchreport.stats.paired import sign_test, wilcoxon
from benchreport.stats.pooled_ranks import kruskal_wallis
from benchreport.stats.posthoc import critical_difference, nemenyi
from benchreport.stats.rank_tests import friedman_aligned, quade
from benchreport.stats.ranks import friedman, iman_davenport

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

ALL_PAIRS_UP_TO = 8
ONE_DATASET = "comparisons over datasets need two of them or more, and here is one"
DIAGRAM_UP_TO = 40
NAMED_UP_TO = 3
# What rows say of themselves, as a reader of the report should hear it; the rest is said elsewhere.
OUT_OF_REACH = "With so few datasets no difference can reach the level of significance."
SENTENCES = {
    "cannot reach alpha with so few blocks": OUT_OF_REACH,
    "rough with fewer than 10 blocks": "With fewer than ten datasets rank statistics follow their laws only roughly.",
    "no interval at this level from so few blocks": "With so few datasets there is no interval at this level.",
    "more than 500 blocks: normal approximation": "With more than 500 datasets the normal approximation is used.",
    "no estimate of the difference from more than 2000 blocks": "With so many datasets no difference is estimated.",
}


OMNIBUS: Mapping[str, Callable[..., pl.DataFrame]] = {
    "friedman": friedman,
    "iman_davenport": iman_davenport,
    "quade": quade,
    "friedman_aligned": friedman_aligned,
    "kruskal_wallis": kruskal_wallis,
}
# Always shown: the two forms of Friedman's test, and the test that older papers report.
SHOWN = ("friedman", "iman_davenport", "kruskal_wallis")
PAIRS: Mapping[str, Callable[..., pl.DataFrame]] = {
    "wilcoxon": wilcoxon,
    "sign_test": sign_test,
    "kfold_paired_t": kfold_paired_t,
    "permutation_signflip": permutation_signflip,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric of the report: its name as printed, the name that files and links bear, which way is better."""

    name: str
    slug: str
    lower: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The result rows of one metric; text, tables and figures all read these.

    ``pairs`` are all pairs, adjusted over all; ``tested`` are those the verdict speaks of: the same, or with a baseline
    the comparisons with it, adjusted over these. ``reason`` tells why nothing could be compared, ``policy`` what was
    done about missing results; where pairs are compared on what both have, ``shared`` are the fewest and the most
    datasets of a pair.
    """

    metric: Metric
    ranks: pl.DataFrame
    omnibus: pl.DataFrame
    pairs: pl.DataFrame
    tested: pl.DataFrame
    baseline: str | None
    reason: str | None
    policy: str = "complete"
    shared: tuple[int, int] | None = None

    @property
    def datasets(self) -> str:
        """On how many datasets algorithms are compared, in words; pairs may share fewer than others."""
        most = max(self.ranks["n"].to_list(), default=0)
        least, most = self.shared or (most, most)
        return counted(most, "dataset") if least == most else f"{integer(least)} to {counted(most, 'dataset')}"

    @property
    def several(self) -> bool:
        """Whether there are algorithms enough for a test of all together."""
        return self.ranks.height >= 3 and self.reason is None

    @property
    def best(self) -> list[str]:
        """The algorithms that share the best mean rank."""
        first = self.ranks["mean_rank"][0]
        return self.ranks.filter((pl.col("mean_rank") - first).abs() < 1e-9)["algorithm"].cast(pl.String).to_list()

    @property
    def focus(self) -> str:
        """The algorithm that the others are spoken of against: the baseline, or the best by mean rank."""
        return self.baseline or self.best[0]


def compare(
    scores: pl.DataFrame,
    ranks: pl.DataFrame,
    metrics: Sequence[Metric],
    asked: Asked,
    policies: Mapping[str, str],
    shared: Mapping[str, tuple[int, int]],
) -> tuple[Comparison, ...]:
    """Run the tests over datasets, all metrics at once; by ``policies`` some compare pairs on what both have.

    ``shared`` gives for each metric the fewest and the most datasets that two algorithms share.
    """
    of = {one.name: ranks.filter(pl.col("metric") == one.name) for one in metrics}
    reasons = {name: _obstacle(mine) for name, mine in of.items()}
    sound = scores.filter(pl.col("metric").cast(pl.String).is_in([name for name in of if reasons[name] is None]))
    gappy = [name for name in of if policies[name] == "available"]
    omnibus, pairs, tested = (
        remembered_frames(lambda: key_of("comparison", sound, asdict(asked)), lambda: _tests(sound, asked, gappy))
        if sound.height
        else (ranks.clear(),) * 3
    )
    return tuple(
        Comparison(
            metric=one,
            ranks=of[one.name],
            omnibus=omnibus.filter(pl.col("metric") == one.name),
            pairs=pairs.filter(pl.col("metric") == one.name),
            tested=tested.filter(pl.col("metric") == one.name),
            baseline=asked.baseline if asked.baseline in of[one.name]["algorithm"].cast(pl.String) else None,
            reason=reasons[one.name],
            policy=policies[one.name],
            shared=shared.get(one.name) if one.name in gappy else None,
        )
        for one in metrics
    )


def _obstacle(ranks: pl.DataFrame) -> str | None:
    """Say why algorithms cannot be compared over datasets; None where they can."""
    present = ranks["algorithm"].cast(pl.String).to_list()
    if len(present) < 2:
        return f"only {present[0]} has results" if present else "there are no results"
    if ranks["mean_rank"].null_count():
        return "no dataset has a result of every algorithm"
    return ONE_DATASET if ranks["n"].max() == 1 else None


def _tests(scores: pl.DataFrame, asked: Asked, gappy: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Give the rows of all algorithms together, of all pairs, and of the pairs the verdicts speak of."""
    shown = dict.fromkeys([asked.test_for("omnibus"), *SHOWN])
    is_gappy = pl.col("metric").cast(pl.String).is_in(gappy)
    whole, incomplete = scores.filter(~is_gappy), scores.filter(is_gappy)
    together = [
        OMNIBUS[name](whole, alpha=asked.alpha) for name in sorted(shown, key=list(OMNIBUS).index) if whole.height
    ]
    omnibus = pl.concat([*together, *([skillings_mack(incomplete, alpha=asked.alpha)] if incomplete.height else [])])
    test = partial(PAIRS[asked.test_for("pairs")], missing="available")
    family: list[str] | None = [] if asked.family == "all" else None
    adjustment: Any = asked.adjustment
    ranked = (
        nemenyi(whole, alpha=asked.alpha)
        if whole.height
        else pl.DataFrame(schema={"metric": pl.Categorical(), **schema_of(RESULT_COLUMNS)})
    )
    by_ranks = ranked.select("metric", "a", "b", p_nemenyi="p_value")
    pairs = test(scores, by="metric", alpha=asked.alpha).pipe(adjust, adjustment, family=family)
    pairs = _beside(pairs, by_ranks)
    if asked.baseline is None:
        return omnibus, pairs, pairs
    has = scores.filter(pl.col("algorithm").cast(pl.String) == asked.baseline).get_column("metric").unique()
    with_it = scores.filter(pl.col("metric").is_in(has.implode()))
    without = pairs.filter(~pl.col("metric").is_in(has.implode()))
    turned = pl.concat([by_ranks, by_ranks.select("metric", a="b", b="a", p_nemenyi="p_nemenyi")])
    against = test(with_it, by="metric", control=asked.baseline, alpha=asked.alpha)
    against = _beside(against.pipe(adjust, adjustment, family=family), turned)
    return omnibus, pairs, pl.concat([against, without])


def comparison_sections(evidence: Evidence) -> list[Section]:
    """Write a section for each metric; a single dataset is spoken of where its runs and instances are."""
    elsewhere = bool(evidence.within) or evidence.predictions is not None
    told = [one for one in evidence.comparisons if one.reason != ONE_DATASET or not elsewhere]
    return [_section(one, evidence) for one in told]


def _section(compared: Comparison, evidence: Evidence) -> Section:
    facts = {"metric": compared.metric.name, "reason": compared.reason}
    if compared.reason is None:
        facts |= _facts(compared, evidence)
    return evidence.section("ranks", facts, id=f"comparison-{compared.metric.slug}")


def _facts(c: Comparison, evidence: Evidence) -> dict[str, Any]:
    asked, focus = evidence.asked, c.focus
    clear = pl.col("p_adjusted") <= asked.alpha
    mine = turned_against(c.tested, focus)
    shown = _by_rank(c.tested if c.baseline or c.ranks.height <= ALL_PAIRS_UP_TO else mine, c.ranks)
    groups = indistinguishable(c.ranks, c.pairs, alpha=asked.alpha)
    pairwise = c.policy == "available"
    n: int = c.ranks["n"].max()  # type: ignore[assignment]
    drawn = c.ranks.height <= DIAGRAM_UP_TO and n >= 2
    ruled = c.several and n >= 2 and not pairwise
    difference = critical_difference(c.ranks.height, n, alpha=asked.alpha) if ruled else None
    hidden = uncovered(c.ranks, c.pairs, alpha=asked.alpha)
    after = f" after {asked.adjustment.capitalize()} adjustment" if c.tested.height > 1 else ""
    exact = _exact(c.pairs)
    diagram = exhibits.rank_diagram(c, groups, difference=difference, exact=exact) if drawn else None
    spread = c.tested["estimate"].abs().median()
    rows = {row["method"]: row for row in c.omnibus.iter_rows(named=True)}
    omnibus = "skillings_mack" if pairwise else asked.test_for("omnibus")
    decider = rows.get(omnibus)
    pair_test = METHODS[asked.test_for("pairs")]
    able = 2 * 0.5 ** c.tested.select(pl.col("n").max()).item() * c.tested.height <= asked.alpha
    return {
        "several": c.several and not pairwise,
        "pairwise": pairwise,
        "chi": rows.get("friedman"),
        "f": decider,
        "decider": METHODS[omnibus],
        "differ": decider is not None and decider["p_value"] is not None and decider["p_value"] <= asked.alpha,
        "omnibus": exhibits.omnibus_table(c) if c.several and not pairwise else None,
        "omnibus_rows": c.omnibus,
        "best": c.best,
        "best_rank": c.ranks["mean_rank"][0],
        "n_algorithms": c.ranks.height,
        "n_datasets": c.datasets,
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
        "family": _family(c, evidence),
        "after": after,
        "after_all": f" after adjustment over all {counted(c.pairs.height, 'pair')}" if c.pairs.height > 1 else "",
        "unattainable": not able,
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
        "exact": "exact " if exact else "",
        "test": pair_test,
        "default_test": pair_test.id == "wilcoxon",
        "default_omnibus": asked.test_for("omnibus") == "iman_davenport",
        "estimand": c.tested["estimand"].drop_nulls().first() or "difference",
        "effect": c.tested["effect_name"].drop_nulls().first(),
        "intervals": c.tested["ci_low"].null_count() < c.tested.height,
        "adjustment": asked.adjustment.capitalize(),
        "adjustment_id": asked.adjustment,
        "adjustment_work": METHODS[asked.adjustment].cites[0],
        "lower": c.metric.lower,
        "notes": [note for note in _notes(c.tested, c.omnibus if c.several else None) if note != OUT_OF_REACH or able],
        "repeated": evidence.repeated,
        "named_pairs": _named(c, mine, asked.alpha),
        "number": number,
        "fixed": fixed,
        "shown": lambda value: fixed(value, decimals_for(spread)),  # type: ignore[arg-type]
    }


def _named(c: Comparison, mine: pl.DataFrame, alpha: float) -> list[tuple[str, str]]:
    """Name the better and the worse of the few pairs that differ, where the algorithm in focus is in none of them."""
    clear = pl.col("p_adjusted") <= alpha
    found = c.tested.filter(clear).select(pl.col("a", "b", "better").cast(pl.String)).rows()
    if c.baseline or mine.filter(clear).height or len(found) > NAMED_UP_TO:
        return []
    return [(better, b if better == a else a) for a, b, better in found]


def _family(c: Comparison, evidence: Evidence) -> str:
    noun = "comparisons" if c.baseline else "pairs"
    if evidence.asked.family == "all":
        size = sum(one.tested.height for one in evidence.comparisons)
        return f"the {integer(size)} {noun} of all metrics"
    return f"the {integer(c.tested.height)} {noun}"


def _beside(rows: pl.DataFrame, by_ranks: pl.DataFrame) -> pl.DataFrame:
    return rows.join(by_ranks, on=["metric", "a", "b"], how="left", maintain_order="left")


def _scope(c: Comparison, shown: pl.DataFrame, focus: str) -> str:
    if c.baseline:
        return f"comparisons with {focus}"
    return "pairs" if shown.height == c.pairs.height else f"pairs with {focus}"


def _by_rank(rows: pl.DataFrame, ranks: pl.DataFrame) -> pl.DataFrame:
    """Put pairs with one algorithm in the order of the others' mean ranks; all pairs stay as they are."""
    if rows["b"].n_unique() > 1:
        return rows
    place = {name: at for at, name in enumerate(ranks["algorithm"].cast(pl.String))}
    return rows.sort(pl.col("a").cast(pl.String).replace_strict(place, return_dtype=pl.Int64))


def _exact(rows: pl.DataFrame) -> bool:
    return bool(rows["law"].str.starts_with("exact").all())


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
