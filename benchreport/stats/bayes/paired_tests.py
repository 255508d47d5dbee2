"""Bayesian tests of two algorithms with a region of practical equivalence: correlated t, sign, signed-rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of, refuse_unknown
from benchreport.method import Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms import rows as result
from benchreport.stats.forms.distributions import elementwise, t_isf
from benchreport.stats.forms.over import PER_DATASET, Frame, doubted, over_blocks, spreads_of
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.sides import NO_RATIO, limits
from benchreport.stats.kernels.dirichlet import CHUNK, REGIONS, sign_shares, walsh_shares
from benchreport.tables.blocks import Blocks, Floats, Integers, Missing, Reduce, pairs_of
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.ties import sign_of_difference

Sampled = Literal["bayes_sign", "bayes_signed_rank"]
PRIORS = {"bayes_sign": 1.0, "bayes_signed_rank": 0.5}
SHARES = {"bayes_sign": sign_shares, "bayes_signed_rank": walsh_shares}
DEPENDENT = Remark(
    code="shared_runs_probabilities",
    note="runs share training data (unless they are seeds), so the probabilities are too sure; see bayes_correlated_t",
)
Shares = Callable[..., Floats]
Rope = float | Mapping[str, float]
NO_ROPE = Remark(code="no_rope", note="no region of practical equivalence was set")
STEADY = Remark(code="same_difference_runs", note="the same difference on every run")
# Unanimous signs give a probability near 1 from any number of blocks.
FEWEST_BLOCKS = 5
TOO_FEW = Remark(
    code="few_for_posterior",
    note=f"fewer than {FEWEST_BLOCKS} blocks: unanimous signs give a probability near 1 whatever their number",
)
# What the rows of a Student posterior may carry, and those of a drawn one.
STUDENT_REMARKS = (STEADY, NO_RATIO, NO_ROPE)
DRAWN_REMARKS = (TOO_FEW, result.DRAWN, NO_ROPE)
# bayes_samples: one row per group, pair and draw.
SAMPLE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "draw": ("Int64", "number of the draw"),
    "a_better": ("Float64", "drawn probability that a is better by more than the rope"),
    "rope": ("Float64", "drawn probability that the difference lies within the rope"),
    "b_better": ("Float64", "drawn probability that b is better by more than the rope"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How a posterior is drawn: weight of the prior, seed, number of draws, level of the credible limits."""

    prior: float
    seed: int
    draws: int
    alpha: float = 0.05

    def __post_init__(self) -> None:
        result.checked_number(self.prior, "prior", least=0)
        result.checked_draws(self.draws)
        result.checked_alpha(self.alpha)


@documented
def bayes_correlated_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    rope: Rope = 0.0,
    control: str | None = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the Bayesian correlated t test of every two algorithms over the runs of one dataset.

    Three rows per group and pair, distinguished by ``term``: "a_better" and "b_better" (by more than the rope), and
    "rope" (as good as equal); ``estimate`` is the posterior probability. ``effect`` is the posterior mean advantage of
    ``a`` with its credible limits. The ratio of test to training size is taken from ``n_test`` and ``n_train``, else
    from the number of folds.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units, such as 0.01 for a percent of accuracy; a
        mapping gives each metric its own.
    alpha
        Level of the credible limits.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> rows = br.bayes_correlated_t(scores, rope=0.01, control="kNN")
    >>> rows.select("a", "term", pl.col("estimate").round(4)).rows()[:3]
    [('DecisionTree', 'a_better', 0.0001), ('DecisionTree', 'rope', 0.0157), ('DecisionTree', 'b_better', 0.9842)]
    """
    region, level = checked_rope(rope), result.checked_alpha(alpha)
    rows = partial(student_rows, method=BAYES_CORRELATED_T, rope=region, control=control, alpha=level)
    return over_blocks(table, rows, by=by, missing=missing, control=control)


@documented
def bayes_sign(
    table: Frame,
    *,
    by: By = "metric",
    rope: Rope = 0.0,
    control: str | None = None,
    prior: float = 1.0,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 20_000,
) -> Frame:
    """Compute the Bayesian sign test of every two algorithms over datasets, with a region of practical equivalence.

    Three rows per group and pair, distinguished by ``term``: "a_better", "rope" and "b_better"; ``estimate`` is the
    posterior probability that most datasets lie there, ``effect`` the posterior mean share of datasets with its
    credible limits. With ``rope=0`` the two algorithms are compared with each other only, and ties count for neither.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units, such as 0.01 for a percent of accuracy; a
        mapping gives each metric its own.
    prior
        Weight of the prior observation, which lies in the rope.
    alpha
        Level of the credible limits.
    draws
        Draws of the posterior.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.bayes_sign(scores, rope=0.01, control="C4.5")
    >>> rows.select("a", "term", pl.col("estimate").round(1)).rows()[3:6]
    [('C4.5+m', 'a_better', 0.2), ('C4.5+m', 'rope', 0.8), ('C4.5+m', 'b_better', 0.0)]
    """
    drawing = Drawing(prior=prior, seed=seed, draws=draws, alpha=alpha)
    rows = partial(_drawn, method=BAYES_SIGN, rope=checked_rope(rope), control=control, drawing=drawing)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


@documented
@options_as_in(bayes_sign, prior=0.5)
def bayes_signed_rank(
    table: Frame, *, by: By, rope: Rope, control: str | None, missing: Missing, reduce: Reduce, **drawing: Any
) -> Frame:
    """Compute the Bayesian signed-rank test of every two algorithms over datasets, with a practical equivalence region.

    As :func:`bayes_sign`, but for averages of two datasets, so that the size of differences counts as well.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units; a mapping gives each metric its own.
    prior
        Weight of a prior observation without any difference.
    alpha
        Level of the credible limits.
    draws
        Draws of the posterior.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.bayes_signed_rank(scores, rope=0.01, control="C4.5")
    >>> rows.select("a", "term", pl.col("estimate").round(1)).rows()[3:6]
    [('C4.5+m', 'a_better', 0.7), ('C4.5+m', 'rope', 0.3), ('C4.5+m', 'b_better', 0.0)]
    """
    chance = Drawing(**drawing)
    rows = partial(_drawn, method=BAYES_SIGNED_RANK, rope=checked_rope(rope), control=control, drawing=chance)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


@documented
def bayes_samples(
    table: Frame,
    *,
    by: By = "metric",
    method: Sampled = "bayes_signed_rank",
    rope: Rope = 0.0,
    control: str | None = None,
    prior: float | None = None,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 20_000,
) -> Frame:
    """Return the draws behind :func:`bayes_sign` or :func:`bayes_signed_rank`, for a picture of the posterior.

    One row per group, pair and draw: the three shares ``a_better``, ``rope`` and ``b_better``, which sum to 1. The same
    seed gives the draws that the test itself used.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> samples = br.bayes_samples(scores, rope=0.01, control="C4.5", draws=500)
    >>> samples.columns, samples.height
    (['metric', 'a', 'b', 'draw', 'a_better', 'rope', 'b_better'], 1500)
    """
    one_of(method, SHARES, name="method")
    drawing = Drawing(prior=PRIORS[method] if prior is None else prior, seed=seed, draws=draws)
    rows = partial(_samples, method=method, rope=checked_rope(rope), control=control, drawing=drawing)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control, columns=SAMPLE_COLUMNS)


def _samples(blocks: Blocks, *, method: Sampled, rope: Rope, control: str | None, drawing: Drawing) -> pl.DataFrame:
    facts = listed_values(blocks, rope=rope, control=control)
    drawn = np.full((facts.height, len(REGIONS), drawing.draws), np.nan)
    for part, shares in drawn_shares(facts, SHARES[method], drawing):
        drawn[part] = shares
    some = np.flatnonzero(facts["n"].to_numpy() > 0)
    names = facts.select("group", "a", "b")[np.repeat(some, drawing.draws)]
    columns = {name: pl.Series(drawn[some, i].ravel()) for i, name in enumerate(REGIONS)}
    return names.with_columns(draw=pl.Series(np.tile(np.arange(drawing.draws), len(some))), **columns)


def _drawn(blocks: Blocks, *, method: Method, rope: Rope, control: str | None, drawing: Drawing) -> pl.DataFrame:
    facts = listed_values(blocks, rope=rope, control=control)
    probabilities = with_probabilities(facts, SHARES[method.id], drawing)
    return doubted(drawn_rows(probabilities, method, drawing), blocks, DEPENDENT)


def checked_rope(rope: Rope) -> Rope:
    """Raise an error for a rope that is negative or no number."""
    values = rope.values() if isinstance(rope, Mapping) else [rope]
    for value in values:
        result.checked_number(value, "rope", least=0)
    return rope


def ropes_of(blocks: Blocks, rope: Rope) -> Floats:
    """Return the rope of every group."""
    if not isinstance(rope, Mapping):
        return np.full(blocks.n_groups, float(rope))
    if "metric" not in blocks.by:
        raise OptionError("a rope per metric needs the metric among the groups", hint="put 'metric' into by")
    metrics = blocks.keys.get_column("metric").cast(pl.String)
    names = metrics.unique().sort().to_list()
    for metric in names:
        if metric not in rope:
            raise OptionError(
                f"no rope for metric {metric!r}", hint=f"add {metric!r} to rope, or filter the metric out"
            )
    refuse_unknown(rope, names, "a rope for the unknown metric {!r}")
    return np.array([float(rope[metric]) for metric in metrics])


def student_rows(blocks: Blocks, *, method: Method, rope: Rope, control: str | None, alpha: float) -> pl.DataFrame:
    """Return the three rows of pairs whose mean difference has a Student posterior."""
    from scipy.special import stdtr

    pairs = pairs_of(blocks, control)
    sizes = sizes_of(blocks)[pairs.group]
    facts = (
        spreads_of(pairs)
        .hstack(sizes)
        .with_columns(pl.col("mean", "sd") * pl.col("unit"), margin=pl.Series(ropes_of(blocks, rope)[pairs.group]))
    )
    n, mean, sd, margin = (pl.col(name) for name in ("n", "mean", "sd", "margin"))
    enough, has_ratio = n >= 2, pl.col("ratio").is_not_null()
    steady, tied = enough & ~pl.col("varies"), enough & ~pl.col("differs")
    fine = enough & ~steady & has_ratio & sd.is_finite()
    scale = sd * (1 / n + pl.col("ratio")).sqrt()

    def below(limit: pl.Expr) -> pl.Expr:
        return elementwise(lambda df, t: stdtr(df, t), n - 1, limit / scale)

    # On the side away from the mean, since differences of probabilities near 1 lose their digits.
    within = below(margin - mean.abs()) - below(-margin - mean.abs())
    probabilities = facts.with_columns(
        fine=fine,
        reach=scale * t_isf(alpha / 2, n - 1),
        a_better=pl.when(fine).then(below(mean - margin)).when(tied).then(0.0),
        rope=pl.when(fine).then(within.clip(lower_bound=0.0)).when(tied).then(1.0),
        b_better=pl.when(fine).then(below(-mean - margin)).when(tied).then(0.0),
    )
    fine, reach = pl.col("fine"), pl.col("reach")
    row = {
        "effect": pl.when(fine).then(mean),
        **limits("effect", "two-sided", fine, mean - reach, mean + reach),
        "alpha": alpha,
        "law": "Student posterior",
        "status": [(~enough, "too_few"), (tied, "all_ties"), (steady, "zero_variance"), (~fine, "undefined")],
        "remarks": joined_remarks(
            STEADY.where(steady & ~tied),
            NO_RATIO.where(enough & ~has_ratio),
            NO_ROPE.where(fine & (margin == 0)),
            NEEDS_DESIGN.where(fine & pl.col("assumed")),
            *result.table_remarks(),
        ),
    }
    return _three_rows(probabilities, method, dict.fromkeys(REGIONS, row))


def _three_rows(probabilities: pl.DataFrame, method: Method, values: Mapping[str, dict[str, Any]]) -> pl.DataFrame:
    """Return a row per region; the columns ``a_better``, ``rope`` and ``b_better`` hold the probabilities."""
    first, second = pl.col("a_better"), pl.col("b_better")
    shared = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(first > second).then("a").when(first < second).then("b"),
        "n": pl.col("n"),
        "n_dropped": pl.col("n_dropped"),
    }
    parts = [
        probabilities.select("group", *result.fields(method, **shared, term=region, estimate=pl.col(region), **own))
        for region, own in values.items()
    ]
    place = np.arange(3 * probabilities.height).reshape(3, -1).T.ravel()
    return pl.concat(parts)[place]


def listed_values(blocks: Blocks, *, rope: Rope, control: str | None) -> pl.DataFrame:
    """Return one row per pair, with lists of its values, turned so that higher is better, and its rope, ``margin``."""
    pairs = pairs_of(blocks, control)
    listed = (
        pairs.long(turned=True)
        .group_by("pair", maintain_order=True)
        .agg(
            pl.col("x", "y").drop_nulls(),
            n=pl.col("x").count().cast(pl.Int64),
            tied=(sign_of_difference(pl.col("x"), pl.col("y")) == 0).drop_nulls().all(),
        )
    )
    return pairs.spans().hstack(listed.drop("pair")).with_columns(margin=pl.Series(ropes_of(blocks, rope)[pairs.group]))


def drawn_shares(facts: pl.DataFrame, shares: Shares, drawing: Drawing) -> Iterator[tuple[Integers, Floats]]:
    """Yield draws of the posterior of pairs with equally many blocks, some pairs at a time to bound the memory."""
    n, margin = facts.get_column("n").to_numpy(), facts.get_column("margin").to_numpy()
    step = max(1, CHUNK // drawing.draws)
    for length in np.unique(n[n > 0]):
        alike = np.flatnonzero(n == length)
        for start in range(0, len(alike), step):
            part = alike[start : start + step]
            x, y = (
                facts[part].get_column(name).explode(empty_as_null=False).to_numpy().reshape(len(part), length)
                for name in ("x", "y")
            )
            yield part, shares(x, y, margin[part], drawing.prior, drawing.seed, drawing.draws)


def with_probabilities(facts: pl.DataFrame, shares: Shares, drawing: Drawing) -> pl.DataFrame:
    """Return the facts with the share of draws in which each region is the largest, and its mean share with limits."""
    prefixes = ("", "mean_", "low_", "high_")
    columns = {f"{prefix}{name}": np.full(facts.height, np.nan) for name in REGIONS for prefix in prefixes}
    margin = facts.get_column("margin").to_numpy()
    for part, theta in drawn_shares(facts, shares, drawing):
        a, rope, b = theta[:, 0], theta[:, 1], theta[:, 2]
        # Without a rope nobody asks whether ties outnumber both sides.
        without = (margin[part] == 0)[:, None] & ((a > 0) | (b > 0))
        middle = np.where(without, -1.0, rope)
        wins = (a > np.maximum(b, middle), middle >= np.maximum(a, b), b > np.maximum(a, middle))
        ends = np.quantile(theta, [drawing.alpha / 2, 1 - drawing.alpha / 2], axis=2)
        for i, name in enumerate(REGIONS):
            columns[name][part] = wins[i].mean(axis=1)
            columns[f"mean_{name}"][part] = theta[:, i].mean(axis=1)
            columns[f"low_{name}"][part], columns[f"high_{name}"][part] = ends[0][:, i], ends[1][:, i]
    return facts.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in columns.items()})


def drawn_rows(probabilities: pl.DataFrame, method: Method, drawing: Drawing) -> pl.DataFrame:
    """Return the three rows of pairs whose posterior was drawn; from few blocks they are numbers, no verdict."""
    n = pl.col("n")
    values: dict[str, dict[str, Any]] = {}
    for region in REGIONS:
        p = pl.col(region)
        error = (p * (1 - p) / drawing.draws).sqrt().round_sig_figs(2)
        values[region] = {
            "variant": f"prior {drawing.prior:g}",
            "effect": pl.col(f"mean_{region}"),
            "effect_low": pl.col(f"low_{region}"),
            "effect_high": pl.col(f"high_{region}"),
            "alpha": drawing.alpha,
            "law": "Dirichlet posterior, drawn",
            "status": [(n < FEWEST_BLOCKS, "too_few"), (pl.col("tied"), "all_ties")],
            "remarks": joined_remarks(
                TOO_FEW.where(n.is_between(1, FEWEST_BLOCKS - 1)),
                result.DRAWN.where(n > 0, pl.lit(drawing.draws), pl.lit(drawing.seed), error),
                NO_ROPE.where((n > 0) & (pl.col("margin") == 0)),
                *result.table_remarks(),
            ),
        }
    return _three_rows(probabilities, method, values)


BAYES_CORRELATED_T = Method(
    table=bayes_correlated_t,
    title="Bayesian correlated t test",
    question="On one dataset, how probable is it that an algorithm is better by more than matters?",
    symbol="P",
    formula=(
        "the mean difference has a Student posterior: n - 1 degrees of freedom, centre mean(d), "
        "scale sd(d) sqrt(1/n + n_test/n_train)"
    ),
    tex=r"\frac{\mu - \bar{d}}{s_d \sqrt{1/n + n_{\mathrm{test}} / n_{\mathrm{train}}}} \sim t_{n-1}",
    assumes=("the correlation between folds is n_test / (n_train + n_test)", "differences are about normal"),
    account=(
        "The Bayesian correlated $t$ test gives the mean difference over $n$ runs a Student posterior whose scale "
        "allows for overlapping training sets."
    ),
    cites=("corani2015", "benavoli2017"),
    estimand="posterior probability",
    effect="posterior mean advantage of a in metric units",
    remarks=STUDENT_REMARKS,
)

BAYES_SIGN = Method(
    table=bayes_sign,
    title="Bayesian sign test",
    question="On how large a share of datasets is an algorithm better by more than matters?",
    symbol="P",
    formula=(
        "shares of datasets with d > rope, |d| <= rope, d < -rope have a Dirichlet posterior with a prior "
        "observation of weight s in the rope; P = probability that a share is the largest"
    ),
    tex=r"(\theta_{<}, \theta_0, \theta_{>}) \sim \mathrm{Dirichlet}(n_{<}, \, n_0 + s, \, n_{>})",
    assumes=("datasets are independent",),
    account=(
        "The Bayesian sign test gives a Dirichlet posterior to the shares of datasets on which an algorithm is "
        "better, practically equivalent and worse."
    ),
    cites=("benavoli2014", "benavoli2017"),
    estimand="posterior probability",
    effect="posterior mean share of datasets",
    remarks=(*DRAWN_REMARKS, DEPENDENT),
)

BAYES_SIGNED_RANK = BAYES_SIGN.relative(
    table=bayes_signed_rank,
    title="Bayesian signed-rank test",
    question="Over datasets, how probable is it that an algorithm is better by more than matters?",
    account=(
        "The Bayesian signed-rank test gives the posterior probabilities that an algorithm is better, practically "
        "equivalent (within $r$) and worse, with a Dirichlet process prior of strength $s$ at zero difference; the "
        "uncertainty of the single differences is ignored."
    ),
    formula=(
        "shares of Walsh averages (d_i + d_j)/2 above, within and below the rope under Dirichlet weights with a "
        "prior observation of weight s at 0; P = probability that a share is the largest"
    ),
    tex=(
        r"\theta_{>} = \sum_{i=0}^{n} \sum_{j=0}^{n} w_i w_j \mathbf{1}\left[ \frac{d_i + d_j}{2} > r \right], "
        r"\quad w \sim \mathrm{Dirichlet}(s, 1, \ldots, 1), \quad d_0 = 0"
    ),
    assumes=("datasets are independent", "differences of datasets can be compared in size"),
    effect="posterior mean share of Walsh averages",
)
