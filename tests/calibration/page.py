"""Error rates of page one, through the section that writes it: headline, sentences, picture and places."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Figure, Picture, Text
from benchreport.stats.answer.verdict_intervals import Question
from tests.calibration.nulls import NULLS, Floats
from tests.calibration.settings import ALPHA, Share, batches, decided, scores_of
from tests.document.answer_again import Page

SIZES = ((4, 14), (8, 14), (4, 6))
# A page takes a third of a second, so there are fewer than of other settings; without any verdict these many are read.
FEWER = 10
SILENT = 10


def page_shares(replications: int) -> Iterator[Share]:
    """Count the pages that claim something false of algorithms that are alike, or the wrong way round."""
    runs = max(1, replications // FEWER)
    for null in NULLS:
        for k, n in SIZES:
            (values,) = batches(null, k, n, runs)
            wrong = sum(false_page(values[run], NULLS[null].standing(k)) for run in written(values))
            yield Share(
                part="page one", procedure="answer", null=null, algorithms=k, datasets=n, share=wrong / runs,
                replications=runs, limit=ALPHA,
            )  # fmt: skip


def written(values: Floats) -> list[int]:
    """Return the replications whose page is written: all in which some pair is decided, and the first of the others."""
    rows = decided(scores_of(values), Question(alpha=ALPHA))
    clear = rows.filter(pl.col("p_adjusted") <= ALPHA)["replication"].cast(pl.String).cast(pl.Int64).unique().sort()
    silent = [run for run in range(len(values)) if run not in set(clear)]
    return [*clear, *silent[:SILENT]]


def false_page(values: Floats, standing: Floats) -> bool:
    """Return whether the page of one table says something false: in words, in its picture, or of places."""
    table = scores_of(values[None]).drop("replication")
    names = [f"a{place:02d}" for place in range(len(standing))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", br.BenchreportWarning)
        (section,) = br.report(table, sections=["answer"]).sections
    truth = dict(zip(names, standing, strict=True))
    words = [block.words for block in section.blocks if isinstance(block, Text)]
    text = " ".join("".join(word if isinstance(word, str) else word.text for word in part) for part in words)
    claims = [*Page(text, names).beats[0], *_drawn(section.blocks)]
    claimed_best = [name for name in names if f"{name} is the best of" in text]
    claims += [(name, other) for name in claimed_best for other in names if other != name]
    return any(truth[winner] <= truth[loser] for winner, loser in claims) or _misplaced(table, truth)


def _drawn(blocks: tuple[object, ...]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that the picture shows as different, the better one first."""
    for block in blocks:
        if isinstance(block, Figure) and isinstance(block.picture, Picture) and block.picture.kind == "differences":
            numbers = block.picture.numbers
            (focus,) = numbers.filter("is_focus")["algorithm"]
            ranks = dict(numbers.select("algorithm", "mean_rank").rows())
            for name, estimate, terms in numbers.filter("differs").select("algorithm", "estimate", "terms").rows():
                better = ranks[name] < ranks[focus] if terms == "ranks" else estimate > 0
                yield (name, focus) if better else (focus, name)


def _misplaced(table: pl.DataFrame, truth: dict[str, float]) -> bool:
    """Return whether some rank set leaves out a rank that an algorithm has under some ordering of true ties."""
    values = np.array(list(truth.values()))
    for name, low, high in br.places(table).select("algorithm", "place_low", "place_high").rows():
        above, equal = (values > truth[name]).sum(), (values == truth[name]).sum()
        if low > 1 + above or high < above + equal:
            return True
    return False
