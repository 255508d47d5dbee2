"""Levels of a factor: every dataset at every level is compared, and the levels of one dataset are its family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from benchreport.errors import OptionError
from benchreport.options import Options
from benchreport.tables.designs.design import factors_of, with_factors
from benchreport.tables.designs.families import GROUP


def by_level(tables: Mapping[str, pl.DataFrame], options: Options) -> tuple[dict[str, pl.DataFrame], Options, str]:
    """Return the tables of a report with a dataset for each level of a factor, options that part them, and the factor.

    The levels of a dataset are not independent: they are one family, whose mean counts once where all are compared.
    Several factors are taken together. Tables without a factor stay as they are.

    Examples
    --------
    >>> cells = [("A", d, noise, 0.5) for d in ("x", "y") for noise in (0, 1)]
    >>> table = pl.DataFrame(cells, schema=["algorithm", "dataset", "noise", "value"], orient="row")
    >>> tables, options, factor = by_level({"scores": table.with_columns(metric=pl.lit("error"))}, Options())
    >>> tables["scores"].select("dataset", "group").row(1), options.subsets, factor
    (('x, noise=1', 'x'), 'noise', 'noise')
    """
    first, *others = tables
    scores = tables[first]
    factors = factors_of(scores) if {"metric", "value"} <= set(scores.columns) else []
    if not factors:
        return dict(tables), options, ""
    if others:
        raise OptionError(
            f"the scores have the factor {factors[0]!r}, which no predictions can be matched with",
            hint="leave out the predictions, or keep one level by --where",
        )
    factor = " and ".join(factors)
    own = [] if GROUP in scores.columns else [pl.col("dataset").cast(pl.String).alias(GROUP)]
    together = [] if len(factors) == 1 else [pl.concat_str(factors, separator=", ").alias(factor)]
    parted = options if options.subsets is not None else replace(options, subsets=factor)
    return {first: with_factors(scores.with_columns(*own, *together))}, parted, factor
