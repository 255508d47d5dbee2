"""Do the differences of any two algorithms vary alike? The assumption behind repeated measures."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.method import Method, Remark
from benchreport.stats.forms.distributions import elementwise
from benchreport.stats.forms.omnibus import ENOUGH, FEW_COMPLETE_BLOCKS, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, table_remarks
from benchreport.stats.forms.samples import scaled
from benchreport.stats.kernels.centring import is_rounding
from benchreport.stats.many_algorithms.variance import PER_DATASET
from benchreport.tables.blocks import Blocks, Floats, Reduce
from benchreport.tables.groups import By
from benchreport.threads import roots

ALWAYS_SPHERICAL = Remark(code="always_spherical", note="two algorithms have one difference, which is always spherical")
SAME_DIFFERENCES = Remark(code="same_differences", note="the same differences on every block")
SINGULAR = Remark(code="singular_covariance", note="the covariance of the differences is singular")


@documented
def mauchly(table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Mauchly's test of sphericity, one row per group; ``estimate`` is the Greenhouse-Geisser epsilon, 1 at best.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.mauchly(scores, by="metric").select(pl.col("statistic", "p_value", "estimate").round(6)).row(0)
    (0.464264, 0.110382, 0.762804)
    """
    return over_blocks(table, partial(_mauchly_rows, alpha=checked_alpha(alpha)), by=by, reduce=reduce)


def _mauchly_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    n, L, p = pl.col("n"), pl.col("n_algorithms"), pl.col("n_algorithms") - 1
    flat, singular = pl.col("flat"), ~pl.col("full")
    test = Omnibus(
        statistic=pl.col("w"),
        df1=p * (p + 1) / 2 - 1,
        p_value=_mauchly_p("log_w", n, p),
        enough=(n >= 2) & (L >= 3),
        tied=pl.col("level"),
        refused=[(flat, "zero_variance"), (singular, "singular")],
        remarks=(
            ALWAYS_SPHERICAL.where(L < 3),
            FEW_COMPLETE_BLOCKS.where((L >= 3) & (n < 2)),
            SAME_DIFFERENCES.where(ENOUGH & flat & ~pl.col("level")),
            SINGULAR.where(ENOUGH & ~flat & singular),
            *table_remarks(),
        ),
    )
    facts = blocks.facts.hstack(blocks.once(sphericity))
    estimate = pl.when(ENOUGH & ~flat).then("epsilon_gg")
    return omnibus_rows(MAUCHLY, test, facts, blocks, alpha=alpha, estimate=estimate)


def sphericity(blocks: Blocks) -> pl.DataFrame:
    """Estimate how far each group is from sphericity, one row each; 1 is none.

    ``epsilon_gg`` is Greenhouse and Geisser's, ``epsilon_hf`` Huynh and Feldt's estimate, ``w`` Mauchly's criterion.
    ``full`` tells that the covariance of the differences has full rank, ``flat`` that no difference varies and
    ``level`` that there is none.
    """
    cells = blocks.cells
    gg, hf, w, log_w = (np.full(cells.n_groups, np.nan) for _ in range(4))
    full, flat, level = (np.zeros(cells.n_groups, dtype=bool) for _ in range(3))
    results, _ = scaled(cells)
    for chosen, places in cells.matrices():
        _, N, L = places.shape
        x = results[places]
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
    facts = pl.DataFrame(numbers).fill_nan(None)
    return facts.with_columns(full=pl.Series(full), flat=pl.Series(flat), level=pl.Series(level))


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
