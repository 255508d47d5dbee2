"""Comparison of the algorithms over the datasets by one metric: omnibus tests, verdicts on pairs, places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.evidence.comparison import ONE_DATASET, Comparison, turned_against
from benchreport.document.evidence.result_rows import in_order, largest
from benchreport.document.evidence.verdict_words import (
    decimals_of,
    limits_of,
    others,
    size_of,
    some,
)
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Section
from benchreport.document.sections import Part
from benchreport.naming import enumerated, spelled
from benchreport.numerals import counted, fixed, integer, number, percent
from benchreport.options import PAIR_TEST, Options
from benchreport.registry import METHODS
from benchreport.remarks import remarks_in, words_of
from benchreport.stats.multiplicity.adjusting import adjustment_claim, adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import indistinguishable
from benchreport.stats.posthoc.mean_ranks import critical_difference

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

ALL_PAIRS_UP_TO = 8
DIAGRAM_UP_TO = 40
NAMED_UP_TO = 3
# Tests whose name says nothing of what they compare where metrics have units.
OF_LOGARITHMS = ("kfold_paired_t",)


def comparison_sections(evidence: Evidence) -> list[Section]:
    """Write a section for each metric; a single dataset is spoken of where its runs and instances are."""
    elsewhere = evidence.judges_runs or evidence.predictions is not None
    told = [one for one in evidence.comparisons if one.reason != ONE_DATASET or not elsewhere]
    return [_section(one, evidence) for one in told]


def _section(compared: Comparison, evidence: Evidence) -> Section:
    facts = {"c": compared} | ({} if compared.reason is not None else _facts(compared, evidence))
    return evidence.section("ranks", facts, id=f"comparison-{compared.metric.slug}")


def _facts(c: Comparison, evidence: Evidence) -> dict[str, Any]:
    options = evidence.options
    n = int(largest(c.ranks["n"]) or 0)
    shown = _by_rank(_shown(c), c.ranks)
    diagram = _diagram(c, options) if c.ranks.height <= DIAGRAM_UP_TO and n >= 2 else None
    rows = {row["method"]: row for row in c.omnibus.iter_rows(named=True)}
    omnibus = options.test_for("omnibus") if options.test_for("omnibus") in rows else "iman_davenport"
    omnibus = "skillings_mack" if c.pairwise else omnibus
    decider = rows.get(omnibus)
    return {
        "several": c.several and bool(rows) and not c.pairwise,
        "chi": rows.get("friedman"),
        "f": decider,
        "decider": METHODS[omnibus],
        "differ": decider is not None and decider["p_value"] is not None and decider["p_value"] <= options.alpha,
        "omnibus": exhibits.omnibus_table(c) if c.several and rows and not c.pairwise else None,
        "default_omnibus": omnibus == "iman_davenport",
        "asked_omnibus": options.test_for("omnibus") == omnibus,
        "best_rank": c.ranks["mean_rank"][0],
        "n_algorithms": c.ranks.height,
        "pair_test": pair_test_words(c),
        "after": after(c, evidence),
        "verdict": _verdict(c),
        "why": _why(c, options),
        "usual": METHODS[PAIR_TEST].name,
        "adjustment": METHODS[options.adjust] if after(c, evidence) and c.undecided is None else None,
        "claim": adjustment_claim(options.adjust, _family(c, evidence), number(options.alpha)).rstrip("."),
        "resolution": _resolution(c),
        "diagram": diagram,
        "bars": c.baseline is None and c.undecided is None,
        "too_many": c.ranks.height > DIAGRAM_UP_TO,
        "most_drawn": DIAGRAM_UP_TO,
        "pairs": exhibits.pairs_table(c, shown, family=_family(c, evidence), level=percent(1 - options.alpha)),
        "scope": _scope(c, shown),
        "notes": _notes(*([c.tested] if c.undecided is None else []), *([c.omnibus] if c.several else [])),
        "repeated": evidence.repeated,
    }


def pair_test_words(c: Comparison) -> str:
    """Name the deciding test as a sentence does."""
    record = METHODS[c.method]
    words = record.plural or f"{record.title[0].lower()}{record.title[1:]}s"
    if c.method == PAIR_TEST and _exact(c.tested):
        return f"exact {words}"
    return words if c.metric.comparable or c.method not in OF_LOGARITHMS else f"{words} of logarithms"


def after(c: Comparison, evidence: Evidence) -> str:
    """Say by which adjustment, where there is more than one comparison to adjust for."""
    single = c.tested.height == 1 and evidence.options.family != "all"
    if single or c.method == "nemenyi_confirmed":
        return ""
    return f" after {adjustment_name(evidence.options.adjust)} adjustment"


def _verdict(c: Comparison) -> dict[str, Any]:
    """Gather what one sentence says of the deciding comparisons: who is better than whom, and by how much."""
    clear = c.significant()
    decimals = decimals_of(c.tested)
    named = [
        (str(row["a"]), str(row["b"]), size_of(row, decimals, lower=c.metric.lower))
        for row in clear.iter_rows(named=True)
    ]
    facts: dict[str, Any] = {
        "n": clear.height,
        "pairs": counted(c.tested.height, "pair"),
        "named": named if len(named) <= NAMED_UP_TO else [],
        "only": c.tested.height == 1,
        "names": enumerated([str(name) for name in c.tested.select("a", "b").row(0)]),
        "size": _only_size(c, decimals) if c.tested.height == 1 else None,
        "p": c.tested["p_value"][0],
    }
    if c.baseline is not None:
        return facts | _against(c, c.baseline, clear, named)
    leader, circle = c.leader, c.places.filter("cycle")["algorithm"].cast(pl.String).to_list()
    facts |= {"leader": leader, "circle": enumerated(circle) if circle else None}
    if leader is None:
        return facts | {"behind": [], "beaten_by": [], "all": False}
    behind = [other for winner, other, _ in named if winner == leader]
    beaten = [winner for winner, other, _ in named if other == leader]
    rivals = c.ranks.height - 1
    alike = [name for name in c.ranks["algorithm"].cast(pl.String) if name not in (leader, *behind, *beaten)]
    return facts | {
        "all": len(behind) == rivals,
        "sizes": [(other, size) for winner, other, size in named if winner == leader][: NAMED_UP_TO + 1],
        "others": others(rivals),
        "behind": some(behind, rivals) if behind else "",
        "beaten_by": some(beaten, rivals) if beaten else "",
        "alike": some(alike, rivals) if 0 < len(alike) < rivals else "",
    }


def _against(
    c: Comparison, reference: str, clear: pl.DataFrame, named: Sequence[tuple[str, str, str]]
) -> dict[str, Any]:
    """Part the algorithms into those better than the reference, worse, and not significantly different."""
    better = [(winner, size) for winner, other, size in named if other == reference]
    worse = [(other, size) for winner, other, size in named if winner == reference]
    decided = {name for name, _ in (*better, *worse)}
    alike = [name for name in c.ranks["algorithm"].cast(pl.String) if name != reference and name not in decided]
    rivals = c.tested.height
    few = clear.height <= NAMED_UP_TO

    def listed(found: Sequence[tuple[str, str]]) -> str:
        if few:
            return enumerated([f"{name} ({size})" for name, size in found])
        return some([name for name, _ in found], rivals)

    return {
        "better": listed(better),
        "worse": listed(worse),
        "several_better": len(better) > 1,
        "several_worse": len(worse) > 1,
        "alike": some(alike, rivals) if alike else "",
        "none": not decided,
        "others": "the other algorithm" if rivals == 1 else f"any of the {spelled(rivals)} others",
    }


def _only_size(c: Comparison, decimals: int) -> str:
    row = c.tested.row(0, named=True)
    if c.significant().height:
        return size_of(c.significant().row(0, named=True), decimals, lower=c.metric.lower)
    if row["estimand"] == "probability that a beats b":
        ties = f", tied {row['n_ties']}" if row["n_ties"] else ""
        return f"{row['a']} won {row['wins']}, lost {row['losses']}{ties}"
    limits = limits_of(row, decimals)
    noun = "ratio" if row["null_value"] == 1 else "difference"
    which = f"{row['a']} to {row['b']}" if noun == "ratio" else f"{row['a']} − {row['b']}"
    return f"{noun} {which} {fixed(row['estimate'], decimals)}{f', {limits}' if limits else ''}"


def _why(c: Comparison, options: Options) -> str:
    """Choose the reason that is given for the deciding test."""
    if c.procedure in ("none", "nemenyi_confirmed"):
        return c.procedure
    if c.method == "group_test":
        return "groups"
    if c.method == "sign_test" and options.test_for("pairs") != "sign_test":
        return "no logarithms"
    if options.test_for("pairs") != PAIR_TEST:
        return "asked"
    return "ratios" if c.method == "log_ratio" else "differences"


def _resolution(c: Comparison) -> dict[str, Any] | None:
    if not c.resolution or c.ranks.height < 3 or c.procedure == "none" or not c.resolution["n_neighbours"]:
        return None
    found = c.resolution
    separated = spelled(found["n_separated"]).capitalize() if found["n_separated"] else "None"
    return {
        "separated": separated,
        "one": found["n_separated"] < 2,
        "neighbours": spelled(found["n_neighbours"]),
        "note": words_of(found["remarks"]) if found["remarks"] else None,
    }


def _diagram(c: Comparison, options: Options) -> Any:
    n = int(largest(c.ranks["n"]) or 0)
    bars = difference = None
    if c.baseline is None and c.undecided is None:
        bars = indistinguishable(c.ranks, c.pairs, alpha=options.alpha)
        ruled = c.several and c.method != "group_test" and not c.pairwise
        difference = critical_difference(c.ranks.height, n, alpha=options.alpha) if ruled else None
    return exhibits.rank_diagram(c, bars, difference=difference, tests=pair_test_words(c))


def _family(c: Comparison, evidence: Evidence) -> str:
    noun = "comparisons" if c.baseline else "pairs"
    if evidence.options.family == "all":
        size = sum(one.tested.height for one in evidence.comparisons if one.reason is None)
        return f"the {integer(size)} {noun} of all metrics"
    return f"the {integer(c.tested.height)} {noun}"


def _shown(c: Comparison) -> pl.DataFrame:
    """Choose the pairs to print: those that decide, and of very many those with the leader."""
    if c.baseline or c.ranks.height <= ALL_PAIRS_UP_TO or c.leader is None:
        return c.tested
    return turned_against(c.tested, c.leader)


def _scope(c: Comparison, shown: pl.DataFrame) -> str:
    if c.baseline:
        return f"the comparisons with {c.baseline}"
    return "all pairs" if shown.height == c.pairs.height else f"the pairs with {c.leader}"


def _by_rank(rows: pl.DataFrame, ranks: pl.DataFrame) -> pl.DataFrame:
    """Put pairs with one algorithm in the order of the others' mean ranks; all pairs stay as they are."""
    if rows["b"].n_unique() > 1:
        return rows
    return in_order(rows, "a", ranks["algorithm"].cast(pl.String))


def _exact(rows: pl.DataFrame) -> bool:
    return bool(rows["law"].str.starts_with("exact").all())


def _notes(*frames: pl.DataFrame) -> Sequence[str]:
    """Collect the sentences of the remarks that rows carry, each once."""
    remarks = dict.fromkeys(remark for frame in frames for remark, _ in remarks_in(frame))
    return [remark.sentence for remark in remarks if remark.sentence]


RANKS = Part(id="ranks", after="leaderboard", make=comparison_sections)
