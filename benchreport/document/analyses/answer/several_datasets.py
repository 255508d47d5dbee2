"""The answer by one metric over the datasets: who leads, whom it beats by how much, who cannot be distinguished."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from math import exp
from operator import itemgetter
from typing import Literal

import polars as pl

from benchreport.document.analyses.answer.amounts import Lead, decimals, leads, leads_of, wins_of
from benchreport.document.analyses.other_analyses import Agreement, first_agreements, line_of, some_analyses
from benchreport.document.evidence import Evidence, verdict_words
from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.result_rows import ResultRow, grouped, largest, mean, median, result_row, smallest
from benchreport.naming import enumerated, initial, ordinal, spelled
from benchreport.numerals import counted, fixed, integer, percent
from benchreport.options import PAIR_TEST, ranks_decide
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.verdict_intervals import WIN_SHARE
from benchreport.stats.multiplicity.adjusting import adjust, adjustment_name
from benchreport.stats.planning.detectable import t_shift
from benchreport.stats.planning.simulations import wilcoxon_shift
from benchreport.stats.posthoc.mean_ranks import critical_difference
from benchreport.stats.two_algorithms.differences import compared_lists
from benchreport.tables.blocks import Blocks
from benchreport.tables.designs.doubtful import is_cost

Case = Literal["few", "two", "reference", "nothing", "circle", "beaten", "shared", "best", "ahead", "unclear"]
# So many algorithms are named with their sizes, fewer where there are very many.
NAMED, FEW_NAMED, MANY = 4, 1, 40
POWER = 0.8
# Further metrics are grouped by their leaders, so many groups at most.
MOST_LEADERS = 3
EXACT = (PAIR_TEST, "log_ratio", "group_test")
# Tests of the runs of a dataset as a sentence names them.
RUN_TESTS = {
    "corrected_resampled_t": "corrected resampled t test",
    "cv52_f": "5 × 2 cv F test",
    "unpaired_t": "Welch’s t test",
}
# Tests of pairs as a sentence names them.
TESTS = {
    "wilcoxon": "Wilcoxon test",
    "log_ratio": "Wilcoxon test of log ratios",
    "sign_test": "sign test",
    "kfold_paired_t": "paired t test",
    "permutation_signflip": "sign-flip test of the means",
    "group_test": "Wilcoxon test of the means of groups",
    "nemenyi": "Nemenyi’s test",
    "nemenyi_confirmed": "Nemenyi’s test, confirmed by the exact test of each pair",
}
# The true difference that a deciding test finds, in standard deviations of the differences.
PLANNED = {PAIR_TEST: wilcoxon_shift, "group_test": wilcoxon_shift, "kfold_paired_t": t_shift}
# What tests assume that have to be asked for, and the exact tests do not.
NORMAL, ALIKE = "differences are normal", "all {} spread equally"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Some leads in words: each by name where they are few, else how many they are, with the smallest and the largest.

    ``beats`` follows the verb and ``near`` stands alone; ``names`` has no sizes. ``p`` is the largest p-value,
    ``least_p`` the smallest.
    """

    n: int = 0
    beats: str = ""
    near: str = ""
    names: str = ""
    p: float | None = None
    least_p: float | None = None
    many: bool = False

    @property
    def word(self) -> str:
        """How many they are, as a word."""
        return spelled(self.n)

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return self.n > 1


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What one metric comes to over the datasets; the template reads it by ``case``."""

    c: Comparison
    case: Case
    evidence: Evidence

    @property
    def name(self) -> str:
        """The algorithm that the sentences are about: the reference, or the first by mean rank."""
        return self.c.focus

    @property
    def leaders(self) -> str:
        """The algorithms that share the best mean rank."""
        best = self.c.best
        return enumerated(best) if len(best) <= NAMED else f"{spelled(len(best))} {self.evidence.nouns}"

    @property
    def circle(self) -> str:
        """The algorithms that beat each other in a circle."""
        names = self.c.places.filter("cycle").sort("mean_rank", "algorithm")["algorithm"].cast(pl.String).to_list()
        return enumerated(names) if len(names) <= NAMED else f"{spelled(len(names))} {self.evidence.nouns}"

    @property
    def k(self) -> str:
        """How many algorithms are compared."""
        return spelled(self.c.ranks.height)

    @property
    def others(self) -> str:
        """How many other algorithms there are."""
        return spelled(self.c.ranks.height - 1)

    @property
    def everyone(self) -> str:
        """All other algorithms, before the word for them."""
        return "both" if self.c.ranks.height == 3 else f"all {self.others}"

    @property
    def datasets(self) -> str:
        """The datasets compared, in words; those of the pairs, where each pair has its own."""
        least, most = self.c.shared or (None, self.n)
        return f"{counted(most, 'dataset', least) if least not in (None, most) else _datasets(most)}{self.in_groups}"

    @property
    def in_groups(self) -> str:
        """The groups that the datasets compared come in; nothing without any."""
        families = self.evidence.compared_families(self.c.metric.name)
        return f" in {spelled(len(set(families.values())))} groups" if families else ""

    @property
    def these(self) -> str:
        """The datasets compared, pointed at."""
        return self.datasets if self.c.pairwise else f"these {self.datasets}"

    @cached_property
    def _rests_on(self) -> tuple[int, int, int]:
        """The fewest and the most datasets behind the places of the leaders, or the reference, and all there are.

        A made-up result is none, and neither is one that no other algorithm has on its dataset.
        """
        focus = [self.c.baseline] if self.c.baseline else self.c.best
        total = self.evidence.of(self.c.metric)["dataset"].n_unique()
        cells = self.evidence.compared.results.filter(pl.col("metric") == self.c.metric.name)
        paired = cells.filter(pl.len().over("dataset") > 1).filter(pl.col("imputed") == 0)
        counts = paired.filter(pl.col("algorithm").cast(pl.String).is_in(focus)).group_by("algorithm").len()["len"]
        return int(smallest(counts) or 0), int(largest(counts) or 0), total

    @property
    def part(self) -> str:
        """The part of the datasets that the first place or the reference rests on, behind a comma; nothing of all."""
        least, most, total = self._rests_on
        say = spelled if total < 10 else integer
        n = say(most) if least == most else f"{say(least)} to {say(most)}"
        made_up = "with results " if self.evidence.filled else ""
        return "" if least == total else f", {made_up}on {n} of {say(total)} datasets"

    @property
    def where(self) -> str:
        """The datasets compared, or the part that the first place rests on."""
        if not self.part:
            return f"on {self.datasets}"
        return (
            f"on {self.datasets}{self.part}" if self.evidence.filled else self.part.removeprefix(", ") + self.in_groups
        )

    @property
    def n(self) -> int:
        """How many datasets are compared, the most of a pair."""
        return self.c.shared[1] if self.c.shared else int(largest(self.c.ranks["n"]) or 0)

    @property
    def limit(self) -> int:
        """How many algorithms are named with their sizes."""
        return NAMED if self.c.ranks.height <= MANY else FEW_NAMED

    @cached_property
    def leads(self) -> list[Lead]:
        """The leads of the algorithm in focus, the smallest first."""
        return leads_of(self.c, self.name)

    @cached_property
    def beaten(self) -> Listed:
        """Those that it beats."""
        return self._listed([lead for lead in self.leads if lead.significant and lead.better == self.name])

    @cached_property
    def open(self) -> Listed:
        """Those that it cannot be distinguished from, with its leads, or with theirs over a reference."""
        if self.c.baseline is None:
            return self._listed([lead for lead in self.leads if not lead.significant])
        theirs = [lead for lead in leads(self.c.tested, self.c.metric, decimals(self.c)) if not lead.significant]
        return self._listed(sorted(theirs, key=lambda lead: (-lead.size, lead.name)), by_name=True)

    @cached_property
    def ahead(self) -> Listed:
        """Those that beat it, each with its own lead."""
        better = [lead for lead in wins_of(self.c) if lead.other == self.name]
        return self._listed(sorted(better, key=lambda lead: (lead.size, lead.name)), by_name=True)

    @cached_property
    def wins(self) -> list[Lead]:
        """All significant differences, the largest first."""
        return sorted(wins_of(self.c), key=lambda lead: (-lead.size, lead.name, lead.other))

    @cached_property
    def pairs(self) -> Listed:
        """All significant differences: each in words where they are few, else the largest."""
        few = self.wins if len(self.wins) <= self.limit else self.wins[:1]
        words = enumerated([f"{lead.name} beats {lead.other} {lead.by}" for lead in few])
        return Listed(n=len(self.wins), beats=words, p=_largest_p(few))

    @property
    def n_pairs(self) -> str:
        """How many comparisons decide."""
        n = self.c.tested.height
        return f"{spelled(n)} {'pair' if self.c.baseline is None else 'comparison'}{'' if n == 1 else 's'}"

    @property
    def widest(self) -> Lead | None:
        """The largest lead of the algorithm in focus, where there is one."""
        return self.leads[-1] if self.leads and self.leads[-1].size > 0 else None

    @cached_property
    def extreme(self) -> Lead | None:
        """The largest difference between any two algorithms, as a lead of the one ahead."""
        both = leads(self.c.tested, self.c.metric, decimals(self.c))
        straight = max(both, key=lambda lead: abs(lead.size), default=None)
        if straight is None or straight.size >= 0:
            return straight
        return next(lead for lead in leads_of(self.c, straight.other) if lead.other == straight.name)

    def _listed(self, chosen: Sequence[Lead], *, by_name: bool = False) -> Listed:
        names = [lead.name if by_name else lead.other for lead in chosen]
        n, nouns = len(chosen), self.evidence.nouns
        least = min((lead.p for lead in chosen if lead.p is not None), default=None)
        amounts = [lead.own if by_name else lead.apart for lead in chosen]
        apart = [f"{name} ({amount})" if amount else name for name, amount in zip(names, amounts, strict=True)]
        if n <= self.limit:
            beats = enumerated([f"{name} {lead.by}".strip() for name, lead in zip(names, chosen, strict=True)])
            near, names_of_few = enumerated(apart), enumerated(names)
            return Listed(n=n, beats=beats, near=near, names=names_of_few, p=_largest_p(chosen), least_p=least)
        count = f"{spelled(n)} {nouns}"
        ends = f"{count}, from {apart[0]} to {apart[-1]}"
        return Listed(
            n=n,
            beats=ends,
            near=ends if self.limit == NAMED else count,
            names=count,
            many=self.limit == NAMED,
            least_p=least,
            p=_largest_p(chosen),
        )

    @property
    def score(self) -> str:
        """The mean score of the leader, where a mean over these datasets means something; else nothing."""
        c = self.c
        if not c.metric.comparable or c.pairwise or self.evidence.filled or c.leader is None:
            return ""
        own = self.evidence.averaged.of_metrics(c.metric.name)
        values = own.filter(pl.col("algorithm").cast(pl.String) == c.leader)
        average = mean(values.group_by("dataset").agg(pl.col("value").mean())["value"])
        if average is None:
            return ""
        return f"mean {c.metric.name} {fixed(average, 3 if abs(average) <= 1 else 1)}{self.lower}"

    @property
    def lower(self) -> str:
        """A remark where lower is better, printed once."""
        return " (lower is better)" if self.c.metric.lower else ""

    @property
    def by_metric(self) -> str:
        """The metric, where lower is better and no score says so."""
        return f" by {self.c.metric.name}{self.lower}" if self.c.metric.lower else ""

    @property
    def rank(self) -> str:
        """The mean rank of the leader."""
        metric = "" if self.score else self.by_metric
        if self.c.pairwise:  # effects on the scale of ranks, which may fall below 1
            return f"first place by ranks adjusted for gaps{metric}"
        return f"mean rank {fixed(self.c.ranks['mean_rank'][0], 2)}{metric}"

    @property
    def first(self) -> str:
        """On how many datasets no other algorithm is better than the leader; nothing on none."""
        row = self.c.ranks.row(0, named=True)
        n = row.get("n_first") if self.c.leader else None
        return f"best on {'all ' if n == self.n else ''}{_datasets(n)}" if n else ""

    @property
    def profile(self) -> str:
        """The leader in numbers, for brackets."""
        rank = self.rank.replace(self.by_metric, "") if self.by_metric else self.rank
        return ", ".join(part for part in (self.score, rank, self.first) if part)

    @property
    def few(self) -> str:
        """The datasets that are too few for so many algorithms, as a headline begins."""
        verb = "is" if self.n == 1 else "are"
        begun = initial(self.datasets) if self.datasets[0].isalpha() else f"These {self.datasets}"
        return f"{begun} {verb} too few to compare {self.k} {self.evidence.nouns}"

    @cached_property
    def spread(self) -> str:
        """The leader against the reference or the second: the mean and the range over the datasets, as a sentence."""
        c = self.c
        if c.leader is None or self.evidence.filled or self.all_equal:
            return ""
        other = c.baseline if c.baseline not in (None, c.leader) else c.algorithms[1]
        sides = pl.col("a", "b").cast(pl.String)
        lists = self.values_of(c.leader).with_columns(sides)
        own = lists.filter((pl.col("a") == other) | (pl.col("b") == other)).row(0, named=True)
        values = pl.Series(own["difference"], dtype=pl.Float64) * (1 if own["a"] == c.leader else -1)
        single = "datasets" if self.evidence.families is None else "groups"
        if own["comparison"] == "difference":
            values *= own["orientation"]
            average, low, high = (fixed(end(values), decimals(c)) for end in (mean, smallest, largest))
            size = (
                f"{average} on every dataset"
                if low == high
                else f"{average} on average, {low} to {high} on single {single}"
            )
            return f"Its lead over {other} is {size}."
        if own["comparison"] == "sign" or values.is_empty():
            return ""
        average, low, high = (fixed(exp(end(values) or 0.0), 2) for end in (mean, smallest, largest))
        ratio = f"{average} times that of {other} on average, {low} to {high} times on single {single}"
        return f"Its {c.metric.name} is {ratio}."

    @property
    def undecided(self) -> str:
        """Why no pair can be decided, and what would help."""
        return initial(in_words((self.c.undecided or "").replace("algorithms", self.evidence.nouns)))

    @property
    def all_equal(self) -> bool:
        """Whether every two algorithms have the same result on every dataset."""
        return bool(self.c.tested.select(((pl.col("wins") == 0) & (pl.col("losses") == 0)).all()).item())

    @property
    def both(self) -> str:
        """The two algorithms, the leader first."""
        return enumerated(self.c.algorithms)

    @property
    def record(self) -> str:
        """On how many datasets the one of two algorithms that is ahead is better, equal and worse."""
        lead, row = self.extreme, self.c.tested.row(0, named=True)
        if lead is None or row["wins"] is None or row["estimand"] == WIN_SHARE:
            return ""
        wins, losses = row["wins"], row["losses"]
        if str(row["a"]) != lead.name:
            wins, losses = losses, wins
        ties = self.n - wins - losses
        equal = f", equal on {spelled(ties)}" if ties > 0 else ""
        worse = spelled(losses) if losses else "none"
        return f"{lead.name} is better on {_datasets(wins)}{equal} and worse on {worse}."

    @property
    def verdicts(self) -> Listed:
        """The significant comparisons with the reference, counted, with their largest p-value."""
        p = max((part.p for part in (self.ahead, self.beaten) if part.p is not None), default=None)
        return Listed(n=self.ahead.n + self.beaten.n, p=p)

    @property
    def differing(self) -> str:
        """The pairs that differ, as a sentence without its end."""
        n = self.pairs.n
        if n <= self.limit:
            return f"{initial(spelled(n))} pair{' differs' if n == 1 else 's differ'}: {self.pairs.beats}"
        return f"Of {self.n_pairs}, {spelled(n)} differ, the most when {self.pairs.beats}"

    @property
    def power(self) -> str:
        """The power that detectable differences are given for."""
        return percent(POWER)

    @property
    def place(self) -> str:
        """The place of the algorithm in focus by mean rank, in words."""
        return place_of(self.c, self.name) or ""

    @property
    def test(self) -> str:
        """The deciding test as a sentence names it."""
        c = self.c
        laws = c.tested["law"].drop_nulls()
        exact = c.method in EXACT and len(laws) > 0 and laws.str.starts_with("exact").all()
        logs = " of log ratios" if not c.metric.comparable and c.method == "kfold_paired_t" else ""
        distance = ""
        if c.method in verdict_words.RULED:
            gap = critical_difference(c.ranks.height, self.n, alpha=self.evidence.options.alpha)
            distance = f"; critical difference {fixed(gap, 2)}"
        assumed = ALIKE.format(self.evidence.nouns) if ranks_decide(c.method) else ""
        assumed = NORMAL if c.method == "kfold_paired_t" else assumed
        valid = f", valid if {assumed}" if assumed else ""
        return f"{'exact ' if exact else ''}{TESTS.get(c.method, METHODS[c.method].label)}{logs}{valid}{distance}"

    @property
    def adjusted(self) -> str:
        """How p-values are adjusted, in front of the letter p; nothing for a single comparison."""
        options = self.evidence.options
        single = self.c.tested.height == 1 and options.family != "all"
        together = METHODS[self.c.method].simultaneous
        return "" if single or together else f"{adjustment_name(options.adjust)}-adjusted "

    @property
    def family(self) -> str:
        """What the p-values of the comparisons with a reference hold for."""
        if self.c.method in verdict_words.RULED:
            return "for all pairs together"
        return f"over the {self.others} comparisons with the reference"

    @cached_property
    def omnibus(self) -> ResultRow | None:
        """The test of all algorithms together that decides, if it has a p-value."""
        requested = self.evidence.options.test_for("omnibus")
        for method in (requested, "iman_davenport", "skillings_mack"):
            rows = self.c.omnibus.filter((pl.col("method") == method) & pl.col("p_value").is_not_null())
            if rows.height:
                return result_row(rows)
        return None

    @property
    def omnibus_name(self) -> str:
        """The name of the test of all algorithms together."""
        return METHODS[self.omnibus.method].title if self.omnibus else ""

    @cached_property
    def detectable(self) -> str:
        """The smallest true difference that would have been found, half of the pairs taken; empty where unknown."""
        c, evidence = self.c, self.evidence
        if not c.metric.comparable or evidence.filled or c.method not in PLANNED:
            return ""
        lists = self.values_of(c.baseline)
        whole = sum(other.tested.height for other in evidence.comparisons if other.reason is None)
        error = evidence.options.alpha / (whole if evidence.options.family == "all" else c.tested.height)
        spreads = lists.select(n=pl.col("difference").list.len(), sd=pl.col("difference").list.std()).drop_nulls()
        shifts = {n: PLANNED[c.method](n, POWER, error) for n in spreads["n"].unique().sort()}
        detectable = [sd * shift for n, sd in spreads.rows() if (shift := shifts[n]) is not None and sd > 0]
        value = median(pl.Series(detectable, dtype=pl.Float64))
        return "" if value is None else fixed(value, decimals(c))

    def values_of(self, control: str | None) -> pl.DataFrame:
        """Return what is compared of every pair, or of those with one algorithm: see :func:`compared_lists`."""
        metric = self.c.metric
        blocks = Blocks.of(self.evidence.paired.of_metrics(metric.name), missing="available")
        families = self.evidence.compared_families(metric.name)
        return compared_lists(blocks, control=control, scales={metric.name: metric.scale}, group=families)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """How the verdicts fare under the other analyses; none for metrics after the first."""
        if self.c is not self.evidence.comparisons[0]:
            return []
        return self.evidence.once(first_agreements)

    @cached_property
    def line(self) -> str:
        """How far the claims of the headline hang on the analysis, as a sentence; empty where they do not."""
        if self.case == "few":
            return ""
        if self.case == "nothing":
            return _any_verdict(self.agreements)
        claims = [claim for claim in self.agreements if claim.better is not None]
        if self.case in ("best", "ahead", "beaten"):
            claims = [claim for claim in claims if self.name in (claim.a, claim.b)]
        return line_of(claims)


def in_words(text: str) -> str:
    """Return a text of ours with small counts as words; percentages and ranges stay numerals.

    Examples
    --------
    >>> in_words("can reach 5 % with 4 datasets; at least 11 are needed, or 9 to 13")
    'can reach 5 % with four datasets; at least eleven are needed, or 9 to 13'
    """
    return re.sub(r"(?<! to )\b\d+\b(?! %| to \d|\.\d)", lambda match: spelled(int(match[0])), text)


def _any_verdict(claims: Sequence[Agreement]) -> str:
    """Return how many pairs some other analysis separates, though the deciding one separates none."""
    separated = [claim for claim in claims if not claim.unanimous]
    if not separated:
        return ""
    most = min(separated, key=lambda claim: (claim.same / claim.total, claim.a, claim.b))
    n = most.total - most.same
    return f"{initial(some_analyses(n, most.total))} separate{'s' if n == 1 else ''} {most.a} and {most.b}."


def _largest_p(chosen: Sequence[Lead]) -> float | None:
    return max((lead.p for lead in chosen if lead.p is not None), default=None)


def _datasets(n: int) -> str:
    return f"{spelled(n)} dataset{'' if n == 1 else 's'}"


def place_of(c: Comparison, name: str) -> str | None:
    """Return the place of an algorithm by mean rank, in words; None where it has none."""
    ranks = dict(c.ranks.select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
    own = ranks.get(name)
    if own is None:
        return None
    return ordinal(1 + sum(rank is not None and rank < own - 1e-9 for rank in ranks.values()))


def standing_of(c: Comparison, evidence: Evidence) -> Standing:
    """Return what one metric comes to over the datasets, with the case that its sentences follow."""
    return Standing(c=c, case=_case(c), evidence=evidence)


def _case(c: Comparison) -> Case:
    if c.undecided is not None:
        return "few"
    if c.ranks.height == 2:
        return "two"
    if c.baseline is not None:
        return "reference"
    wins = c.significant().select(pl.col("a", "b").cast(pl.String)).rows()
    if not wins:
        return "nothing"
    if c.places.filter("cycle").height:
        return "circle"
    if c.leader is None:
        return "shared"
    beaten = sum(winner == c.leader for winner, _ in wins)
    if any(loser == c.leader for _, loser in wins):
        return "beaten"
    return "best" if beaten == c.ranks.height - 1 else "ahead" if beaten else "unclear"


def missing_words(evidence: Evidence, c: Comparison) -> str:
    """Return under which policies for missing results the leader stays first, as a sentence; empty without gaps."""
    rows = evidence.sensitivity.filter(pl.col("metric").cast(pl.String) == c.metric.name)
    if rows.is_empty():
        return ""
    # A policy under which nothing is left to compare has no leader.
    able, unable = (rows.filter(pl.col("leader").is_not_null() == whole) for whole in (True, False))
    other = able.filter(pl.col("policy") != "deciding")
    own = str(able.filter(pl.col("policy") == "deciding")["leader"][0])
    low, high = (int(end(able["n_verdicts"]) or 0) for end in (smallest, largest))
    count = counted(high, "pair", low) if low != high else ""
    nothing = f"; nothing is left to compare {enumerated([POLICIES[name] for name in unable['policy']])}"
    nothing = nothing if unable.height else ""
    if (other["leader"] == own).all():
        effect = f"; {count} differ{'s' if low == high == 1 else ''}, depending on it" if count else ""
        total = other.height + unable.height
        which = f"{spelled(other.height)} of {spelled(total)} policies" if nothing else "every policy"
        return f"{_named(own)} is first under {which} for missing results{effect}{nothing}."
    leaders = grouped(other.select("policy", "leader").rows(), itemgetter(1))
    elsewhere = [
        f"{_named(name)} {enumerated([POLICIES[policy] for policy, _ in rows])}"
        for name, rows in leaders.items()
        if name != own
    ]
    return (
        f"The first place depends on what is done about missing results: {_named(own)} here, "
        f"{enumerated(elsewhere)}{nothing}."
    )


def _named(leaders: str) -> str:
    """Return the algorithms that share a place as a sentence lists them."""
    return " and ".join(leaders.split(", "))


POLICIES = {
    "drop_blocks": "on the datasets that all have",
    "subtable": "on the largest complete part of the table",
    "available": "on the datasets of each pair",
    "worst": "with missing results ranked last",
}


def further_words(evidence: Evidence, first: Standing) -> list[str]:
    """Return what the other metrics come to, as sentences: who leads, or how the reference stands."""
    compared = [c for c in evidence.comparisons if c.reason is None and c is not first.c]
    if first.c.baseline is not None:
        return _reference_elsewhere(compared, evidence, first.c.baseline)
    own, name = first.c.best, first.c.best[0]
    groups = grouped(compared, lambda c: tuple(c.best))
    alike = groups.pop(tuple(own), [])
    sentences = []
    if alike:
        every = "the other metric" if len(compared) == 1 else f"the {spelled(len(compared))} other metrics"
        which = every if len(alike) == len(compared) else enumerated([c.metric.name for c in alike])
        clear = [c.metric.name for c in alike if _case(c) == "best"]
        everyone = verdict_words.others(first.c.ranks.height - 1)
        beats = f"; by {enumerated(clear)} it beats {everyone}" if clear else ""
        beats = f" and beats {everyone} there" if len(clear) == len(alike) else beats
        sentences.append(f"{first.leaders} also lead{'s' if len(own) == 1 else ''} by {which}{beats}.")
    for best, members in list(groups.items())[:MOST_LEADERS]:
        metrics = enumerated([c.metric.name for c in members])
        places = enumerated(list(dict.fromkeys(filter(None, (place_of(c, name) for c in members)))))
        there = f"; {name} is {places}" if places and len(own) == 1 and name not in best else ""
        leaders = enumerated(best) if len(best) <= NAMED else f"{spelled(len(best))} {evidence.nouns}"
        sentences.append(f"By {metrics}, {leaders} {'leads' if len(best) == 1 else 'share the best mean rank'}{there}.")
    more = sum(len(members) for members in list(groups.values())[MOST_LEADERS:])
    if more:
        sentences.append(f"By {spelled(more)} more, yet others lead.")
    costs = [c for c in compared if is_cost(c.metric.name)]
    return [*sentences, *(words for c in costs if (words := _cheapest(evidence, first, c)))]


def _cheapest(evidence: Evidence, first: Standing, cost: Comparison) -> str:
    """Return which of the algorithms not distinguished from the best is the cheapest, where it beats the others."""
    alike = [lead.other for lead in first.leads if not lead.significant]
    members = [first.name, *alike]
    if is_cost(first.c.metric.name) or not 0 < len(alike) < NAMED or cost.undecided is not None:
        return ""
    cheapest = next((name for name in cost.algorithms if name in members), None)
    rivals = [lead for lead in leads_of(cost, cheapest) if lead.other in members] if cheapest else []
    if len(rivals) < len(alike) or not all(lead.significant and lead.better == cheapest for lead in rivals):
        return ""
    savings = enumerated([f"{lead.other} {lead.by}" for lead in rivals])
    who = f"Of the {spelled(len(members))} {evidence.nouns} that cannot be distinguished by {first.c.metric.name}"
    return f"{who}, {cheapest} has the lowest {cost.metric.name}: it beats {savings}."


def _reference_elsewhere(compared: Sequence[Comparison], evidence: Evidence, reference: str) -> list[str]:
    """Return by the other metrics how many algorithms beat the reference and how many are worse, as sentences."""
    decided = [standing_of(c, evidence) for c in compared if c.baseline == reference and c.undecided is None]
    groups = grouped(decided, lambda standing: (standing.ahead.n, standing.beaten.n))
    sentences = []
    for (ahead, behind), members in list(groups.items())[:MOST_LEADERS]:
        metrics = enumerated([standing.c.metric.name for standing in members])
        better = f"{spelled(ahead) if ahead else 'none'} {'beat' if ahead > 1 else 'beats'} {reference}"
        worse = f"{spelled(behind) if behind else 'none'} {'are' if behind > 1 else 'is'} worse"
        sentences.append(f"By {metrics}, {better} and {worse}.")
    return sentences


def singles_words(evidence: Evidence, metric: Metric) -> str:
    """Return on which single datasets how many pairs differ, as a sentence; empty without a declared design.

    What is printed together is adjusted together, over the pairs of all datasets.
    """
    own = next((within for within in evidence.within if within.metric.name == metric.name), None)
    if own is None or own.rows["p_adjusted"].null_count() == own.rows.height:
        return ""
    # What is made for all pairs of one table gives way to Holm's.
    rule = "holm" if evidence.options.adjust in ("shaffer", "bergmann_hommel") else evidence.options.adjust
    rows = adjust(own.rows.drop("p_adjusted", "adjustment", "family"), rule, family=[])
    significant = (pl.col("p_adjusted") <= evidence.options.alpha).fill_null(False)
    counts = rows.group_by("dataset", maintain_order=True).agg(n=significant.sum(), pairs=pl.len())
    some = counts.filter(pl.col("n") > 0).sort("n", "dataset", descending=[True, False])
    none = counts.filter(pl.col("n") == 0)["dataset"].to_list()
    label = RUN_TESTS.get(own.tests[0], METHODS[own.tests[0]].label)
    tests = f"the {rows.height} tests on all datasets" if counts.height > 1 else f"{rows.height} tests"
    test = f"{label}, {adjustment_name(rule)}-adjusted over {tests}" if rows.height > 1 else label
    if some.is_empty():
        return f"On no single dataset does a pair differ significantly ({test})."
    parts = [f"{spelled(n)} of {spelled(pairs)} on {dataset}" for dataset, n, pairs in some.head(NAMED).rows()]
    more = some.height - len(parts)
    parts += [f"some on {spelled(more)} more"] if more else []
    rest = f", none on {enumerated(none, 'or')}" if 0 < len(none) <= NAMED else ""
    return f"On single datasets pairs differ significantly: {enumerated(parts)}{rest} ({test})."
