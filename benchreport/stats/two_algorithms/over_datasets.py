"""Do two algorithms differ over the blocks of a table? Every pair of a score table, group by group."""

from __future__ import annotations

from functools import partial

from benchreport.method import Alternative, Remark
from benchreport.stats.forms.over import Frame, over_lists, over_pairs
from benchreport.stats.forms.parameters import documented
from benchreport.stats.two_algorithms import over_datasets__columns_paired as columns
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By

DEPENDENT = Remark(
    code="shared_runs_see_corrected",
    note="runs share training data (unless they are seeds), so this test rejects too often; see corrected_resampled_t",
)


@documented
def sign_test(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: columns.Ties = "drop",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Sign test of every two algorithms over the blocks they share.

    Counts the blocks where ``a`` is better than ``b``, whichever direction the metric has.

    Parameters
    ----------
    ties
        "drop" leaves tied blocks out, "split" gives half of them to each side.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.sign_test(scores, control="C4.5")
    >>> rows.select("a", "n", "n_ties", "statistic", "p_value", "better").row(1)
    ('C4.5+m', 12, 2, 10.0, 0.03857421875, 'C4.5+m')
    """
    test = partial(columns.sign_test, alternative=alternative, ties=ties, alpha=alpha)
    return over_pairs(SIGN_TEST, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT)


@documented
def sign_test_normal(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: columns.Ties = "drop",
    variant: columns.SignVariant = "plain",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Sign test of every two algorithms by the normal law, "corrected" for continuity on request.

    Always approximate; :func:`sign_test` is exact and as cheap. Other parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.sign_test_normal(scores, control="C4.5").select("a", "n", "status").row(1)
    ('C4.5+m', 12, 'approximate')
    """
    test = partial(columns.sign_test_normal, alternative=alternative, ties=ties, variant=variant, alpha=alpha)
    return over_pairs(
        SIGN_TEST_NORMAL, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT
    )


@documented
def wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    zeros: columns.Zeros = "drop",
    variant: columns.WilcoxonVariant = "exact",
    alpha: float = 0.05,
    estimate: bool = True,
    estimate_zeros: columns.EstimateZeros = "keep",
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Wilcoxon signed-rank test of every two algorithms over the blocks they share.

    ``statistic`` is W+, the rank sum of the blocks where the value of ``a`` is the larger, whichever way is better. The
    p-value is exact, ties included, up to 500 blocks. ``estimate`` is the Hodges-Lehmann difference a - b in the
    metric's own units, over all blocks: the ``n`` that the test uses and the ``n_ties`` without a difference, which it
    leaves out.

    Parameters
    ----------
    zeros
        Blocks without a difference: "drop", "pratt" or "split", as in :func:`benchreport.expr.wilcoxon`.
    variant
        "exact", "normal" or "normal_corrected".
    estimate
        Whether to estimate the difference; without it thousands of pairs are tested several times faster.
    estimate_zeros
        "keep" blocks without a difference in the estimate and its interval, or "drop" them as R does.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.wilcoxon(scores, control="C4.5").pipe(br.adjust, "holm")
    >>> rows.select("a", "statistic", "p_value", "p_adjusted").row(1)
    ('C4.5+m', 71.5, 0.00732421875, 0.02197265625)
    """
    test = columns.wilcoxon_rows(alternative, zeros, variant, alpha, estimate, estimate_zeros)
    return over_lists(WILCOXON, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT)


SIGN_TEST = columns.SIGN_TEST.with_table(sign_test, DEPENDENT)

SIGN_TEST_NORMAL = columns.SIGN_TEST_NORMAL.with_table(sign_test_normal, DEPENDENT)

WILCOXON = columns.WILCOXON.with_table(wilcoxon, DEPENDENT)
