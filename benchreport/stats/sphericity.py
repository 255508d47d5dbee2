"""Do the differences of any two algorithms vary alike? The assumption behind repeated measures."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import is_rounding
from benchreport.stats.distributions import elementwise
from benchreport.stats.layout import FEW_COMPLETE_BLOCKS, Floats, Layout, laid_out
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.stats.variance import PER_DATASET
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.sizes import dependent_runs
from benchreport.threads import roots

ALWAYS_SPHERICAL = Remark(code="always_spherical", note="two algorithms have one difference, which is always spherical")
SAME_DIFFERENCES = Remark(code="same_differences", note="the same differences on every block")
SINGULAR = Remark(code="singular_covariance", note="the covariance of the differences is singular")


def mauchly(table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Mauchly's test of sphericity, one row per group; ``estimate`` is the Greenhouse-Geisser epsilon, 1 at best.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.mauchly(scores, by="metric").select(pl.col("statistic", "p_value", "estimate").round(6)).row(0)
    (0.464264, 0.110382, 0.762804)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, taken=tuple(_TAKEN))
        groups = layout.groups
        facts = layout.facts.with_columns(**_sphericity(layout))
        n, L, p = pl.col("n"), pl.col("n_algorithms"), pl.col("n_algorithms") - 1
        enough = (n >= 2) & (L >= 3)
        level, flat = pl.col("level"), pl.col("flat")
        sound = enough & ~flat & pl.col("full")
        rows = facts.select(
            *groups,
            *fields(
                MAUCHLY,
                n=n,
                n_dropped=pl.col("n_dropped"),
                statistic=pl.when(sound).then(pl.col("w")),
                df1=pl.when(sound).then(p * (p + 1) / 2 - 1),
                p_value=pl.when(sound).then(_mauchly_p("log_w", n, p)).when(enough & level).then(1.0),
                estimate=pl.when(enough & ~flat).then(pl.col("epsilon_gg")),
                alpha=checked_alpha(alpha),
                law="chi-square",
                status=first_that_holds(
                    [
                        (~enough, "too_few"),
                        (level, "all_ties"),
                        (flat, "zero_variance"),
                        (~pl.col("full"), "singular"),
                    ],
                    "ok",
                ),
                remarks=joined_remarks(
                    ALWAYS_SPHERICAL.where(L < 3),
                    FEW_COMPLETE_BLOCKS.where((L >= 3) & (n < 2)),
                    SAME_DIFFERENCES.where(enough & flat & ~level),
                    SINGULAR.where(enough & ~flat & ~pl.col("full")),
                    *table_remarks(),
                ),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


_TAKEN = ("epsilon_gg", "epsilon_hf", "w", "log_w", "full")


def epsilons(layout: Layout) -> dict[str, pl.Series]:
    """Estimate how far each group is from sphericity, by Greenhouse and Geisser and by Huynh and Feldt; at most 1."""
    found = _sphericity(layout)
    return {name: found[name] for name in ("epsilon_gg", "epsilon_hf")}


def _sphericity(layout: Layout) -> dict[str, pl.Series]:
    gg, hf, w, log_w = (np.full(layout.size, np.nan) for _ in range(4))
    full, flat, level = (np.zeros(layout.size, dtype=bool) for _ in range(3))
    scaled, _ = layout.scaled()
    for chosen, places in layout.matrices():
        _, N, L = places.shape
        x = scaled[places]
        # About a value of the block, since sums of raw values lose digits.
        within = x - x[:, :, :1]
        contrast = within - within.mean(axis=2, keepdims=True)
        means = contrast.mean(axis=1, keepdims=True)
        residual = contrast - means
        sizes = np.abs(x)
        usual = sizes.mean(axis=1, keepdims=True)
        flat[chosen] = is_rounding(residual, sizes, usual).all(axis=(1, 2))
        level[chosen] = flat[chosen] & is_rounding(means, usual).all(axis=(1, 2))
        if N < 2 or L < 2:
            continue
        with np.errstate(all="ignore"):
            covariance = np.einsum("gij,gik->gjk", residual, residual) / (N - 1)
            p = L - 1
            trace = np.trace(covariance, axis1=1, axis2=2)
            gg[chosen] = trace**2 / (p * (covariance**2).sum(axis=(1, 2)))
            hf[chosen] = (N * p * gg[chosen] - 2) / (p * (N - 1 - p * gg[chosen]))
            values = roots(covariance)[:, 1:]
            log_w[chosen] = np.log(values).sum(axis=1) - p * np.log(trace / p)
            w[chosen] = np.exp(log_w[chosen])
            full[chosen] = (p < N) & (values[:, 0] > 1e-12 * values[:, -1])
    hf = np.where(hf > 0, np.minimum(hf, 1.0), 1.0)
    numbers = {
        "epsilon_gg": np.minimum(gg, 1.0),
        "epsilon_hf": np.maximum(hf, np.minimum(gg, 1.0)),
        "w": w,
        "log_w": log_w,
    }
    truths = {"full": full, "flat": flat, "level": level}
    return {name: pl.Series(column).fill_nan(None) for name, column in numbers.items()} | {
        name: pl.Series(column) for name, column in truths.items()
    }


def _mauchly_p(log_w: str, n: pl.Expr, p: pl.Expr) -> pl.Expr:
    """Tail of Mauchly's criterion, to second order in the number of blocks (Anderson's expansion)."""
    from scipy.special import chdtrc

    def tail(log_ratio: Floats, blocks: Floats, size: Floats) -> Floats:
        df = blocks - 1
        rho = 1 - (2 * size**2 + size + 2) / (6 * size * df)
        second = (
            (size + 2) * (size - 1) * (size - 2) * (2 * size**3 + 6 * size**2 + 3 * size + 2)
            / (288 * (df * size * rho) ** 2)
        )  # fmt: skip
        z, degrees = -df * rho * log_ratio, size * (size + 1) / 2 - 1
        first = chdtrc(degrees, z)
        return np.clip(first + second * (chdtrc(degrees + 4, z) - first), 0.0, 1.0)

    return elementwise(tail, log_w, n, p)


MAUCHLY = Method(
    id="mauchly",
    title="Mauchly's test of sphericity",
    question="Do the differences of any two algorithms have the same variance?",
    kind="table",
    shape="scores",
    door="many",
    symbol="W",
    formula=(
        "W = det(S) / (trace(S) / p)^p of the covariance S of p = L - 1 orthonormal contrasts, "
        "-(N - 1) rho ln W referred to chi-square with p (p+1) / 2 - 1 degrees of freedom, to second order"
    ),
    tex=r"W = \frac{\det S}{\left( \frac{1}{p} \mathrm{tr} \, S \right)^p}",
    null="all differences of two algorithms have the same variance",
    assumes=("blocks are independent", "results are normal"),
    cites=("mauchly1940", "greenhouse1959", "huynh1976"),
    estimand="Greenhouse-Geisser epsilon",
    remarks=(ALWAYS_SPHERICAL, FEW_COMPLETE_BLOCKS, SAME_DIFFERENCES, SINGULAR, SHARED_RUNS),
    table=mauchly,
)
