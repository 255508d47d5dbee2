"""Sensitivity of the verdicts by the first metric: other analyses, single datasets left out, posteriors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from benchreport.document.analyses.other_analyses import (
    Agreement,
    every_analysis,
    first_agreements,
    line_of,
    some_analyses,
    wins_in_words,
)
from benchreport.document.analyses.posteriors import CHANCES, PAIRS_UP_TO, SURE, chances_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printed, column, label
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, initial, spelled
from benchreport.numerals import counted, fixed, integer, number, percent
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass

# Further significant pairs are listed of so many algorithms at most; of more than the second number, only those
# comparisons on which analyses disagree.
ALL_UP_TO = 15
NAMED_UP_TO = 3
DATASETS_NAMED = 6
NEARLY_SURE = 0.995
FILLED, HALF, HOLLOW, CANNOT, REVERSED = "●", "◐", "○", "–", "×"
# The columns of the table: the analysis, and the head above those that are not counted.
ANALYSES: Mapping[str, tuple[str, str]] = {
    "Wilcoxon": ("Wilcoxon", ""),
    "paired t": ("paired t", ""),
    "sign": ("sign", ""),
    "sign flips of means": ("sign flips", ""),
    "Nemenyi": ("Nemenyi", "mean ranks"),
    "mean ranks, Shaffer": ("Shaffer", "mean ranks"),
}
# Why a kind of analysis may come to another verdict.
REASONS: Mapping[str, str] = {
    "sign": "the sign test ignores the size of the differences",
    "means": "tests of {means} give large differences more weight",
    "Wilcoxon": "the Wilcoxon test weighs differences by their ranks",
    "median": "medians over runs ignore extreme runs",
    "gaps": "other treatments of missing results use other datasets",
}
OF_MEANS = ("paired t", "sign flips of means")
# Tests of the report that the list calls Wilcoxon.
OWN_TESTS = (PAIR_TEST, "log_ratio")


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """The posterior of one comparison: a practically better, equivalent within the rope, b practically better."""

    a: str
    b: str
    better: float
    rope: float
    worse: float

    @property
    def chances(self) -> str:
        """The probabilities that a is better and that both are equivalent, as printed in a table."""
        return " ".join(_certain(p).replace("> ", ">").replace("0.", ".") for p in (self.better, self.rope))

    @property
    def verdict(self) -> str:
        """What is more probable than what counts as sure, in words; empty where nothing is."""
        cases = (
            (self.better, f"{self.a} is practically better than {self.b}"),
            (self.rope, f"{self.a} is practically equivalent to {self.b}"),
            (self.worse, f"{self.b} is practically better than {self.a}"),
        )
        return next((f"{words} (P {_p(p)})" for p, words in cases if p > SURE), "")

    @property
    def winner(self) -> str:
        """The algorithm that is practically better for sure; empty where none is."""
        return self.a if self.better > SURE else self.b if self.worse > SURE else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """What posteriors say, in words, and how many comparisons their further verdicts are not adjusted for."""

    words: str
    adjusted_for: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """What the template ``sensitivity`` prints.

    ``line`` says in how many analyses verdicts are the same, ``others`` which comparisons other analyses separate,
    ``reasons`` why they differ. ``drops`` are wins with the datasets they hang on, ``rest`` counts comparisons that are
    not listed because all analyses agree on them; ``left_out`` says whether datasets were left out one by one.
    """

    table: Table | None
    analyses: str
    versions: str
    line: str
    any_verdict: str
    others: tuple[str, ...]
    reasons: str
    drops: tuple[str, ...]
    more_drops: str
    rest: str
    left_out: bool
    posteriors: bool
    believed: Believed | None
    metric: str


def sensitivity_section(evidence: Evidence) -> Section | None:
    """Return the section on other analyses; none where no pair can be decided, or datasets come in families."""
    c = evidence.comparisons[0]
    if c.reason is not None or c.undecided is not None or evidence.multiverse.is_empty():
        return None
    every = evidence.once(first_agreements)
    listed = _listed(c, every)
    claims = [claim for claim in listed if claim.better] or [claim for claim in every if claim.better]
    printed = listed if c.ranks.height <= ALL_UP_TO else [claim for claim in listed if _is_open(claim)]
    beliefs = _posteriors(evidence, c, printed)
    hanging = [claim for claim in claims if claim.hangs_on]
    record = Sensitivity(
        table=_table(evidence, c, printed, beliefs) if printed else None,
        analyses=every_analysis(n) if (n := _analyses(evidence.multiverse).height) else "",
        versions=_versions(evidence.multiverse),
        line=_line(claims),
        any_verdict="" if claims else _any_verdict(evidence.multiverse),
        others=_others(listed),
        reasons=_reasons([*claims, *printed], evidence),
        drops=tuple(_drop(claim, evidence, alone=len(claims) == 1) for claim in hanging[:NAMED_UP_TO]),
        more_drops=_more(len(hanging)),
        rest=_rest(len(listed) - len(printed), evidence),
        left_out=bool(evidence.multiverse["left_out"].count()),
        posteriors=bool(beliefs),
        believed=_believed(beliefs, printed, c) if c.ranks.height <= PAIRS_UP_TO else None,
        metric=c.metric.name if len(evidence.metrics) > 1 else "",
    )
    return evidence.section("sensitivity", record)


def _is_open(claim: Agreement) -> bool:
    return not claim.unanimous or bool(claim.hangs_on)


def _listed(c: Comparison, every: Sequence[Agreement]) -> list[Agreement]:
    """Return the comparisons with the best or the reference by mean rank, and of few algorithms all that differ."""
    order = {name: place for place, name in enumerate(c.algorithms)}
    with_focus = [claim for claim in every if c.focus in (claim.a, claim.b)]
    with_focus.sort(key=lambda claim: order[claim.a if claim.b == c.focus else claim.b])
    further = [claim for claim in every if c.focus not in (claim.a, claim.b) and claim.better is not None]
    return [*with_focus, *(further if c.ranks.height <= PAIRS_UP_TO else [])]


def _analyses(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the analyses that can reach the level on some pair."""
    return rows.filter((pl.col("kind") == "analysis") & pl.col("can")).select("analysis").unique(maintain_order=True)


def _versions(rows: pl.DataFrame) -> str:
    """Return in which versions of the table every analysis is made, where runs or gaps allow several."""
    parts = []
    if rows["runs"].drop_nulls().n_unique() > 1:
        parts.append("with means and with medians over the runs")
    if rows["gaps"].drop_nulls().n_unique() > 1:
        parts.append("on complete datasets, on those of each pair and with missing results ranked last")
    return enumerated(parts) if parts else ""


def _line(claims: Sequence[Agreement]) -> str:
    """Return in how many analyses the wins of the report hold, as a sentence that can open the section."""
    if not claims or not claims[0].total:
        return ""
    if line := line_of(claims, winner=True):
        return line
    wins = "both wins" if len(claims) == 2 else wins_in_words(claims, claims, winner=True)
    return f"{initial(wins)} hold{'s' if len(claims) == 1 else ''} in {every_analysis(claims[0].total)}."


def _any_verdict(rows: pl.DataFrame) -> str:
    """Return how many analyses find a difference where the deciding one finds none, as a sentence."""
    analyses = rows.filter((pl.col("kind") == "analysis") & pl.col("can"))
    outcomes = analyses.group_by("analysis", maintain_order=True).agg(pl.col("verdict").any())
    names = outcomes.filter("verdict")["analysis"].to_list()
    if not outcomes.height:
        return ""
    if not names:
        return f"{initial(some_analyses(0, outcomes.height))} finds a significant difference."
    which = f": {'; '.join(names)}" if len(names) <= NAMED_UP_TO else ""
    return f"A difference is significant in {some_analyses(len(names), outcomes.height)}{which}."


def _others(listed: Sequence[Agreement]) -> tuple[str, ...]:
    """Return the comparisons that the report does not separate and other analyses do, in words."""
    separated = [claim for claim in listed if claim.better is None and not claim.unanimous]
    return tuple(
        f"{claim.a} and {claim.b} are separated in {some_analyses(claim.total - claim.same, claim.total)}"
        for claim in separated[:NAMED_UP_TO]
    )


def _reasons(claims: Sequence[Agreement], evidence: Evidence) -> str:
    """Return why analyses come to another verdict on some comparison, one clause for each kind of analysis."""
    pairs = [(claim.a, claim.b, claim.better) for claim in claims if not claim.unanimous]
    both_ways = {*pairs, *((b, a, better) for a, b, better in pairs)}
    own = pl.DataFrame(list(both_ways), schema=dict.fromkeys(("a", "b", "own"), pl.String), orient="row")
    rows = evidence.multiverse
    own_gaps = rows.filter(pl.col("kind") == "deciding")["gaps"][0]
    analyses = plain(rows.filter((pl.col("kind") == "analysis") & pl.col("can"))).join(own, on=["a", "b"])
    others = analyses.filter(pl.when("verdict").then("better").ne_missing(pl.col("own")))
    kinds = {
        _kind(row, own_gaps)
        for row in others.select("analysis", "adjustment", "runs", "gaps").unique().iter_rows(named=True)
    }
    reasons = {kind: words for kind, words in REASONS.items() if kind in kinds}
    if not reasons:
        return ""
    means = "means" if evidence.comparisons[0].metric.comparable else "means of logarithms"
    sentence = "; ".join(words.format(nouns=evidence.nouns, means=means) for words in reasons.values())
    return f"{sentence[0].upper()}{sentence[1:]}."


def _kind(row: Mapping[str, Any], own_gaps: str | None) -> str:
    """Return by what an analysis differs from the deciding one: its version of the table, or its test."""
    if row["gaps"] != own_gaps:
        return "gaps"
    if row["runs"] == "median":
        return "median"
    test = str(row["analysis"]).split(", ")[0]
    return "means" if test in OF_MEANS else test


def _drop(claim: Agreement, evidence: Evidence, *, alone: bool) -> str:
    """Return the sentence on the datasets that a verdict hangs on."""
    win = "It" if alone else f"The win of {claim.better} over {claim.loser}"
    return f"{win} is lost {_datasets(claim, len(evidence.datasets))}."


def _datasets(claim: Agreement, total: int) -> str:
    """Return without which datasets a win is lost: their names, or how many they are."""
    names = claim.hangs_on
    if len(names) == total:
        return "whichever dataset is left out"
    if len(names) > DATASETS_NAMED:
        return f"without any one of {spelled(len(names))} datasets"
    return f"without {enumerated(names, 'or')}"


def _more(n: int) -> str:
    if n <= NAMED_UP_TO:
        return ""
    more = n - NAMED_UP_TO
    return f"Single datasets decide {spelled(more)} more {'win' if more == 1 else 'wins'}."


def _rest(n: int, evidence: Evidence) -> str:
    if not n:
        return ""
    return f"{spelled(n)} other {evidence.nouns if n > 1 else evidence.noun}"


def _posteriors(evidence: Evidence, c: Comparison, claims: Sequence[Agreement]) -> list[Posterior]:
    """Return the posteriors of the comparisons listed, as far as there are any."""
    chances = chances_of(evidence, c) if claims else {}
    oriented = [_oriented(claim, c) for claim in claims]
    return [
        Posterior(a=a, b=b, better=better, rope=rope, worse=worse)
        for a, b in oriented
        if (a, b) in chances
        for better, rope, worse in [chances[a, b]]
    ]


def _oriented(claim: Agreement, c: Comparison) -> tuple[str, str]:
    """Return the two algorithms of a comparison: the best or the reference first, else the better one."""
    if c.focus in (claim.a, claim.b):
        return c.focus, claim.b if claim.a == c.focus else claim.a
    return (claim.better or claim.a), claim.loser if claim.better else claim.b


def _believed(beliefs: Sequence[Posterior], claims: Sequence[Agreement], c: Comparison) -> Believed | None:
    """Return what posteriors say: which significant differences are of practical size, what else they are sure of."""
    better = {frozenset((claim.a, claim.b)): claim.better for claim in claims}
    # Without a verdict of the deciding test the probabilities stay in the table.
    verdicts = [(belief, winner) for belief in beliefs if (winner := better[frozenset((belief.a, belief.b))])]
    shared = [belief for belief, winner in verdicts if belief.winner == winner]
    further = [belief for belief, _ in verdicts if belief.verdict and belief not in shared]
    parts = [_sized(shared, len(verdicts))] if shared else []
    parts += [belief.verdict for belief in further]
    if not parts:
        return None
    left = len(verdicts) - len(shared) - len(further)
    rest = [f"the other {'is' if left == 1 else f'{spelled(left)} are'} undecided"] if left else []
    return Believed(
        words="; ".join([*parts, *rest]), adjusted_for=spelled(c.tested.height) if c.tested.height > 1 else ""
    )


def _sized(beliefs: Sequence[Posterior], significant: int) -> str:
    """Return how many of the significant differences are of practical size, with the least of their probabilities."""
    least = min(max(belief.better, belief.worse) for belief in beliefs)
    if significant == 1:
        return f"the significant difference is of practical size (P {_p(least)})"
    every = len(beliefs) == significant
    all_of = "both" if significant == 2 else f"all {spelled(significant)}"
    count = all_of if every else f"{spelled(len(beliefs))} of {spelled(significant)}"
    verb, several = ("is", False) if len(beliefs) == 1 else ("are", True)
    return f"{count} significant differences {verb} of practical size (P {_p(least, bound=several)})"


def _table(evidence: Evidence, c: Comparison, claims: Sequence[Agreement], beliefs: Sequence[Posterior]) -> Table:
    """Return the table of symbols: a row per comparison, a column per analysis, posteriors apart."""
    twin = evidence.multiverse
    if c.ranks.height > ALL_UP_TO:  # pairs without the best or the reference are not spoken of
        twin = twin.filter((pl.col("a").cast(pl.String) == c.focus) | (pl.col("b").cast(pl.String) == c.focus))
    rows = plain(twin.filter(pl.col("kind").is_in(["analysis", "ranks"])))
    chances = {(belief.a, belief.b): belief.chances for belief in beliefs}
    against = all(c.focus in (claim.a, claim.b) for claim in claims)
    records = []
    for claim in claims:
        a, b = _oriented(claim, c)
        own = rows.filter(pl.col("a").is_in([a, b]) & pl.col("b").is_in([a, b]) & pl.col("can"))
        outcomes = own.select("analysis", "verdict", "better").rows()
        symbols = {name: _symbol(outcomes, name, claim.better) for name in ANALYSES}
        facts = {"same": f"{claim.same} of {claim.total}", "without": _without(claim, c)}
        records.append({"pair": b if against else f"{a} − {b}", "chances": chances.get((a, b), ""), **facts, **symbols})
    frame = pl.DataFrame(records)
    present = [name for name in ANALYSES if frame[name].ne(CANNOT).any()]
    few, left_out = c.ranks.height <= PAIRS_UP_TO, bool(twin["left_out"].count())
    columns: list[Printed | None] = [label("pair", f"{c.focus} against" if against else "Pair (a − b)")]
    counted = [name for name in present if not ANALYSES[name][1]]
    columns += [column(name, ANALYSES[name][0], align="right") for name in counted]
    columns += [column("same", "same verdict", align="right", when=bool(counted))]
    columns += [
        column(name, ANALYSES[name][0], group="mean ranks", align="right") for name in present if name not in counted
    ]
    columns += [
        column("without", "changes without", align="left" if few else "right", when=left_out),
        column("chances", CHANCES, align="right", unless_empty=True),
    ]
    by = f" on {c.metric.name}" if len(evidence.metrics) > 1 else ""
    level = f".{number(c.tested['alpha'][0]).removeprefix('0.')}"
    return exhibits.table(
        "multiverse",
        f"The verdicts{by} by other analyses. Filled: significant at {level}.",
        frame,
        columns,
        twin=twin,
        note=_note(evidence, frame, present),
        wraps=True,
        most=None,
    )


def _symbol(outcomes: Sequence[tuple[str, bool, str | None]], name: str, better: str | None) -> str:
    """Return what one analysis comes to over the versions of the table: a filled, half, hollow or no circle.

    ``outcomes`` are the analyses that can reach alpha, whether they do, and which algorithm they find better.
    """
    own = [(verdict, who) for analysis, verdict, who in outcomes if f"{analysis}, ".startswith(f"{name}, ")]
    if not own:
        return CANNOT
    significant = [who for verdict, who in own if verdict]
    if better is not None and any(who is not None and who != better for who in significant):
        return REVERSED
    return FILLED if len(significant) == len(own) else HALF if significant else HOLLOW


def _without(claim: Agreement, c: Comparison) -> str:
    """Return the datasets without any one of which the report decides otherwise: their number, or of few their name."""
    names = claim.hangs_on
    if c.ranks.height > PAIRS_UP_TO or not names:
        return integer(len(names)) if names else "none"
    return names[0] if len(names) == 1 else counted(len(names), "dataset")


def _p(p: float, *, bound: bool = False) -> str:
    """Return a probability as it follows the letter P, or a bound of several."""
    text = _certain(p)
    return text if text.startswith(">") else f"{'≥' if bound else '='} {text}"


def _certain(p: float | None) -> str:
    """Return a posterior probability with two decimals; it is never certain."""
    return "> 0.99" if p is not None and p >= NEARLY_SURE else fixed(p, 2)


def _note(evidence: Evidence, frame: pl.DataFrame, present: Sequence[str]) -> str:
    """Return what the rarer symbols mean."""
    symbols = {symbol for name in present for symbol in frame[name]}
    level = percent(evidence.options.alpha)
    meanings = {
        HALF: "Half: in some versions of the table.",
        CANNOT: f"{CANNOT}: cannot reach {level}, or not defined.",
        REVERSED: f"{REVERSED}: significant in the other direction.",
    }
    apart = [f"Mean ranks: depend on the other {evidence.nouns}, not counted."]
    notes = apart if any(ANALYSES[name][1] for name in present) else []
    return " ".join([*notes, *(meaning for symbol, meaning in meanings.items() if symbol in symbols)])


SENSITIVITY = Part(id="sensitivity", make=sensitivity_section, record=Sensitivity, begin=Evidence.begin_other_analyses)
