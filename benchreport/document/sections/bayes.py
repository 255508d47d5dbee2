"""Posterior probabilities: better, practically equivalent, worse; verdicts where datasets suffice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.common_scale import scale_of
from benchreport.document.analyses.widths import refuse_unknown
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import grouped, of_metrics, plain, smallest
from benchreport.document.evidence.runs import SEVERAL, UNMATCHED, datasets_in, several_by_design
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printer, column, label
from benchreport.document.model.blocks import Cell, Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import named, spelled
from benchreport.numerals import counted, integer, number, probability
from benchreport.registry import METHODS
from benchreport.remarks import carries
from benchreport.stats.bayes.paired_tests import bayes_correlated_t, bayes_signed_rank
from benchreport.tables.designs.sizes import NEEDS_DESIGN, size_ratios

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# Declared, never computed: what counts as sure, and the usual difference of rates that does not matter.
SURE = 0.95
USUAL_ROPE = 0.01
# Draws of the posterior: as many as the pairs and datasets allow, within these.
FEWEST_DRAWS, MOST_DRAWS, WORK = 2_000, 20_000, 20_000_000
# Against the best of the same data, verdicts from fewer datasets are wrong too often: of 8 identical algorithms on 5
# datasets one was called practically worse in 72 % of reports.
FEWEST_PICKED = 10
MOST_DRAWN = 4
TERMS = ("a_better", "rope", "b_better")
# How runs came about when they share training data, so that their correlation is known.
CORRELATED = tuple(name for name in SEVERAL if name != UNMATCHED)


@dataclass(frozen=True, kw_only=True)
class Belief:
    """The posteriors of one metric: ``rows`` over datasets, ``chances`` with a row per other algorithm and a verdict.

    ``single`` are the rows of the runs of single datasets, where there are several.
    """

    compared: Comparison
    rope: float
    draws: int
    rows: pl.DataFrame
    chances: pl.DataFrame
    single: pl.DataFrame | None

    @property
    def few(self) -> bool:
        """Whether there are too few datasets for any verdict."""
        return bool((self.rows["status"] == "too_few").any())

    @cached_property
    def judged(self) -> bool:
        """Whether verdicts are given: enough datasets, more of them against an algorithm picked from the same data."""
        picked = self.compared.baseline is None
        return not self.few and not (picked and self.compared.ranks["n"][0] < FEWEST_PICKED)


def _compared_datasets(one: Belief) -> str:
    """Return on how many datasets an algorithm is compared with the one in focus, the fewest and the most."""
    sizes: list[int] = one.rows["n"].drop_nulls().to_list()
    least, most = min(sizes, default=0), max(sizes, default=0)
    return counted(most, "dataset") if least == most else f"{integer(least)} to {counted(most, 'dataset')}"


def bayes_section(evidence: Evidence) -> Section | None:
    """Write the section on posterior probabilities; none where nothing could be compared over datasets."""
    told = beliefs(evidence)
    if not told:
        return None
    first, options = told[0], evidence.options
    decided = first.chances.filter(pl.col("verdict") != "open")
    words = _words(first.rope)
    only = first.chances.row(0, named=True)
    undecided = first.chances.filter(pl.col("verdict") == "open")["a"].to_list()
    close = _close(first)
    context = {
        "first": first,
        "c": first.compared,
        "datasets": _compared_datasets(first),
        "others": first.chances.height,
        "unjudged_reason": "" if first.judged else _why_unjudged(first),
        "words": words,
        "verdict_of": _phrase(words, only["verdict"]),
        "verdicts": [one for word in TERMS if (one := _named_verdict(decided, word, words, first)) is not None],
        "undecided": _undecided(undecided, first.chances.height),
        "reconciled": _reconciled(first, options.alpha) if first.judged else [],
        "headline": first.judged and _upheld(first, options.alpha),
        "only": only
        | {
            "better_p": _p_words(only["a_better"]),
            "rope_p": _p_words(only["rope"]),
            "worse_p": _p_words(only["b_better"]),
            "verdict_p": "" if only["verdict"] == "open" else _p_words(only[only["verdict"]]),
        },
        "rope": number(first.rope),
        "declared": _declared(evidence, first),
        "sure": number(SURE),
        "draws": integer(first.draws),
        "close": named(close, first.chances.height),
        "n_close": len(close),
        "error": number(0.5 / math.sqrt(first.draws), 1),
        "table": _table(first),
        "simplex": _simplex(first, evidence),
        "single": _single(first),
        "gaps": evidence.filled,
        "unjudged": first.single is None and _correlated(first.compared, evidence).height > 0,
        "metrics": _metrics(told) if len(told) > 1 else None,
    }
    return evidence.section("bayes", context)


def _close(one: Belief) -> list[str]:
    """Name the algorithms with a probability within two Monte Carlo standard errors of what counts as sure."""
    reach = 2 * math.sqrt(SURE * (1 - SURE) / one.draws)
    if not one.judged:
        return []
    near = [(pl.col(term) - SURE).abs() <= reach for term in TERMS]
    return one.chances.filter(pl.any_horizontal(near))["a"].to_list()


def _why_unjudged(one: Belief) -> str:
    """Return why probabilities are printed without verdicts."""
    n = counted(int(one.compared.ranks["n"][0]), "dataset")
    if one.few:
        return f"{n} are too few, because unanimous signs give a probability near 1 whatever their number"
    return (
        f"{one.compared.focus} was picked as the best on the same {n}, and with fewer than {FEWEST_PICKED} the "
        "probabilities against such a pick are too often near 1; a declared reference would allow verdicts"
    )


def _words(rope: float) -> dict[str, str]:
    """Return how the three outcomes are called."""
    practically = "practically " if rope else ""
    return {
        "a_better": f"{practically}better",
        "rope": "practically equivalent" if rope else "tied on every dataset",
        "b_better": f"{practically}worse",
        "open": "undecided",
    }


def _phrase(words: Mapping[str, str], verdict: str) -> str:
    """Return a verdict as it stands before the name of the other algorithm."""
    joint = {"a_better": "than", "rope": "to" if words["rope"].endswith("equivalent") else "with", "b_better": "than"}
    return f"{words[verdict]} {joint[verdict]}" if verdict in joint else words[verdict]


def _p_words(p: float | None) -> str:
    """Return a posterior probability as it follows the letter P.

    Examples
    --------
    >>> _p_words(0.9612), _p_words(0.99999)
    ('= 0.961', '> 0.999')
    """
    text = probability(p)
    return text if text.startswith(("<", ">")) else f"= {text}"


def _named_verdict(decided: pl.DataFrame, word: str, words: Mapping[str, str], one: Belief) -> dict[str, Any] | None:
    """Return the algorithms of one verdict with the smallest of their probabilities."""
    rows = decided.filter(pl.col("verdict") == word)
    if rows.is_empty():
        return None
    least = _p_words(smallest(rows[word]))
    return {
        "names": named(rows["a"].to_list(), one.chances.height),
        "n": rows.height,
        "words": _phrase(words, word),
        "p": least if rows.height == 1 else least.replace("=", "≥"),
    }


def _undecided(names: Sequence[str], of: int) -> str:
    if not names:
        return ""
    if len(names) == of:
        return f"all {spelled(of)} comparisons are undecided"
    if len(names) == 1:
        return "the other comparison is undecided"
    return f"the other {spelled(len(names))} comparisons are undecided"


def _beside_tests(one: Belief, alpha: float) -> pl.DataFrame:
    """Return the verdicts with what the deciding test says of the same pairs."""
    tests = turned_against(one.compared.tested, one.compared.focus).select(
        pl.col("a").cast(pl.String), significant=(pl.col("p_adjusted") <= alpha).fill_null(False)
    )
    return one.chances.join(tests, on="a", how="left", maintain_order="left")


def _upheld(one: Belief, alpha: float) -> bool:
    """Return whether the deciding test finds every difference that the posterior finds; a summary says no other."""
    doubted = _beside_tests(one, alpha).filter(
        ~pl.col("significant").fill_null(False) & pl.col("verdict").is_in(["a_better", "b_better"])
    )
    return doubted.is_empty()


def _reconciled(one: Belief, alpha: float) -> list[str]:
    """Return what verdict and test say together where they seem to disagree, one sentence per kind."""
    if not one.rope:
        return []
    rows = _beside_tests(one, alpha)
    significant, verdict = pl.col("significant"), pl.col("verdict")
    size = number(one.rope)
    called = METHODS[one.compared.method].name
    stricter = (
        "it is adjusted for the number of comparisons, the posterior is not"
        if one.compared.tested.height > 1
        else f"a posterior probability of {number(SURE)} is a weaker demand than a two-sided test at {number(alpha)}"
    )
    kinds = (
        (
            ~significant & (verdict == "rope"),
            f"{called} finds no significant difference for {{}}: it detects none, and the posterior makes one above "
            f"{size} improbable",
        ),
        (
            significant & (verdict == "rope"),
            f"the difference from {{}} is significant by {called} and practically nil: it exists, but is below {size}",
        ),
        (
            ~significant & verdict.is_in(["a_better", "b_better"]),
            f"{called} finds no significant difference for {{}}: {stricter}",
        ),
        (
            significant & (verdict == "open"),
            f"the difference from {{}} is significant by {called}; whether it exceeds {size} is undecided",
        ),
    )
    found = [(rows.filter(kind)["a"].to_list(), words) for kind, words in kinds]
    said = [words.format(named(names, rows.height)) for names, words in found if names]
    return [f"{words[0].upper()}{words[1:]}." for words in said]


def beliefs(evidence: Evidence) -> list[Belief]:
    """Draw the posteriors of all pairs with the algorithm in focus, for every metric that could be compared."""
    # Signed ranks of raw differences mean nothing for metrics with units.
    compared = [one for one in evidence.comparisons if one.reason is None and one.metric.comparable]
    ropes = ropes_of(evidence)
    found = []
    for focus, mine in grouped(compared, lambda one: one.focus).items():
        names = [one.metric.name for one in mine]
        work = max(one.ranks.height * max(one.ranks["n"].to_list()) for one in mine) * len(mine)
        draws = min(max(WORK // work, FEWEST_DRAWS), MOST_DRAWS) // 1000 * 1000
        tested = bayes_signed_rank(
            of_metrics(evidence.paired, names),
            rope={name: ropes[name] for name in names},
            control=focus,
            alpha=evidence.options.alpha,
            missing="available",
            seed=evidence.options.seed,
            draws=draws,
        )
        found += [
            Belief(
                compared=one,
                rope=ropes[one.metric.name],
                draws=draws,
                rows=own,
                chances=_chances(own, one),
                single=_on_runs(one, ropes[one.metric.name], evidence) if one is compared[0] else None,
            )
            for one in mine
            for own in [plain(of_metrics(tested, [one.metric.name]))]
        ]
    order = [one.metric.name for one in compared]
    return sorted(found, key=lambda one: order.index(one.compared.metric.name))


def ropes_of(evidence: Evidence) -> Mapping[str, float]:
    """Return the region of practical equivalence by metric: as asked for, else the usual one for rates, else none."""
    rope = evidence.options.rope
    names = [one.name for one in evidence.metrics]
    if isinstance(rope, Mapping):
        refuse_unknown(rope, names, "rope")
    usual = {one.name: USUAL_ROPE * (scale_of(evidence, one) or 0.0) for one in evidence.metrics}
    if rope is None:
        return usual
    return usual | dict(rope) if isinstance(rope, Mapping) else dict.fromkeys(names, float(rope))


def _declared(evidence: Evidence, one: Belief) -> bool:
    rope = evidence.options.rope
    return one.compared.metric.name in rope if isinstance(rope, Mapping) else rope is not None


def _chances(rows: pl.DataFrame, one: Comparison) -> pl.DataFrame:
    """Put the three probabilities of every pair side by side, best mean rank first, with the verdict."""
    order = one.ranks.select(a=pl.col("algorithm").cast(pl.String)).filter(pl.col("a") != one.focus)
    wide = rows.pivot("term", index=["a", "n", "status"], values="estimate")
    return order.join(wide, on="a", how="left", maintain_order="left").with_columns(verdict=_verdict())


def _verdict() -> pl.Expr:
    first, *rest = [pl.when(pl.col(term) > SURE).then(pl.lit(term)) for term in TERMS]
    return pl.coalesce(first, *rest, pl.lit("open"))


def _correlated(one: Comparison, evidence: Evidence) -> pl.DataFrame:
    """Return the layouts of several runs that share training data."""
    return several_by_design(evidence.design.filter(pl.col("metric") == one.metric.name), CORRELATED)


def _on_runs(one: Comparison, rope: float, evidence: Evidence) -> pl.DataFrame | None:
    """Compare with the focus on the runs of each dataset, where they share training data in a known way."""
    several = _correlated(one, evidence)
    if several.is_empty():
        return None
    measured = evidence.completed_of(one.metric).filter(~pl.col("imputed"))
    has_focus = (pl.col("algorithm").cast(pl.String) == one.focus).any().over("dataset")
    scores = measured.filter(pl.col("dataset").cast(pl.String).is_in(datasets_in(several)) & has_focus)
    if scores.is_empty() or not size_ratios(scores, ["dataset"])["ratio"].count():
        return None
    rows = bayes_correlated_t(scores, rope=rope, control=one.focus, alpha=evidence.options.alpha, missing="available")
    return plain(rows)


def _on_datasets(one: Belief) -> pl.DataFrame | None:
    """Count, for every other algorithm, the datasets on which its runs settle the matter."""
    if one.single is None:
        return None
    wide = one.single.pivot("term", index=["dataset", "a"], values="estimate").with_columns(verdict=_verdict())
    counts = [(pl.col("verdict") == word).sum().cast(pl.Int64).alias(f"n_{word}") for word in (*TERMS, "open")]
    return wide.group_by("a").agg(*counts, n_datasets=pl.len().cast(pl.Int64))


def _single(one: Belief) -> dict[str, Any] | None:
    counts = _on_datasets(one)
    if counts is None or one.single is None:
        return None
    sums = {name: int(counts[name].sum()) for name in counts.columns if name != "a"}
    return {
        "better": sums["n_a_better"],
        "rope": sums["n_rope"],
        "worse": sums["n_b_better"],
        "open": sums["n_open"],
        "all": sums["n_datasets"],
        "datasets": counted(one.single["dataset"].n_unique(), "dataset"),
        "unknown": one.single.filter((pl.col("term") == "rope") & pl.col("estimate").is_null()).height,
        "assumed": not one.single.filter(carries(NEEDS_DESIGN)).is_empty(),
    }


def _table(one: Belief) -> Table:
    over, single, rope = "probability over datasets", "single datasets", one.rope > 0
    counts = _on_datasets(one)
    shown = one.chances.with_columns(verdict=pl.col("verdict").replace(_words(one.rope)))
    if counts is not None:
        shown = shown.join(counts, on="a", how="left", maintain_order="left")
    several = counts is not None
    columns = (
        label("a", "algorithm"),
        column("a_better", "better", _sure(one), group=over),
        column("rope", "equivalent", _sure(one), group=over, when=rope),
        column("b_better", "worse", _sure(one), group=over),
        label("verdict", when=one.judged),
        column("n_a_better", "better", group=single, when=several),
        column("n_rope", "equivalent", group=single, when=several and rope),
        column("n_b_better", "worse", group=single, when=several),
        column("n_open", "open", group=single, when=several),
    )
    metric = one.compared.metric
    caption = f"Posterior probabilities of each algorithm against {one.compared.focus} by {metric.name}."
    note = f"Bold: above {number(SURE)}." if one.judged else ""
    return exhibits.table(f"bayes-{metric.slug}", caption, shown, columns, twin=one.rows, note=note)


def _sure(one: Belief) -> Printer:
    """Return what writes a probability, in bold where it decides."""
    return lambda p: Cell(
        text=probability(p), value=p, emphasis="best" if one.judged and p is not None and p > SURE else ""
    )


def _simplex(one: Belief, evidence: Evidence) -> Figure | None:
    """Draw the posteriors of the algorithms that rank nearest to the focus; without a rope there is no third corner."""
    if one.rope == 0:
        return None
    c = one.compared
    names = [c.focus, *one.chances["a"].head(MOST_DRAWN)]
    return evidence.plotted(
        "simplex",
        evidence.paired_of(c.metric).filter(pl.col("algorithm").cast(pl.String).is_in(names)),
        control=c.focus,
        rope=one.rope,
        seed=evidence.options.seed,
        draws=one.draws,
        id=f"simplex-{c.metric.slug}",
        caption=f"Posterior draws of the probabilities of better, practically equivalent and worse by {c.metric.name}, "
        f"against {c.focus}. Numbers: share of draws in each region.",
        width="page" if len(names) > 3 else "column",
    )


def _metrics(told: Sequence[Belief]) -> Table:
    """Print a line for every metric: its rope and how many comparisons came out how."""
    lines = [
        {
            "metric": one.compared.metric.name,
            "focus": one.compared.focus,
            "width": f"± {number(one.rope)}" if one.rope else "none",
            **(_tally(one) if one.judged else dict.fromkeys((*TERMS, "open"))),
        }
        for one in told
    ]
    group = "other algorithms, over datasets"
    columns = (
        label("metric"),
        label("focus", "against"),
        label("width", "rope"),
        column("a_better", "better", group=group),
        column("rope", "equivalent", group=group),
        column("b_better", "worse", group=group),
        column("open", "undecided", group=group),
    )
    caption = f"Verdicts at a posterior probability above {number(SURE)}, by metric."
    twin = pl.concat([one.rows for one in told])
    frame = pl.DataFrame(lines, schema_overrides=dict.fromkeys((*TERMS, "open"), pl.Int64))
    note = "" if all(one.judged for one in told) else "Empty: too few datasets for verdicts."
    return exhibits.table("bayes-metrics", caption, frame, columns, twin=twin, note=note)


def _tally(one: Belief) -> dict[str, int]:
    return {word: one.chances.filter(pl.col("verdict") == word).height for word in (*TERMS, "open")}


BAYES = Part(id="bayes", after="single", make=bayes_section)
