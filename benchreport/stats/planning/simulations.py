"""Size and power of tests by simulation: tests of one error rate, Wilcoxon, Friedman."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import ALTERNATIVES, Alternative, Remark
from benchreport.remarks import with_words
from benchreport.stats.forms.rows import checked_draws
from benchreport.stats.kernels.binomial import at_least, at_most
from benchreport.stats.kernels.signed_rank import EXACT_UP_TO, untied_quantile
from benchreport.stats.planning.detectable import t_shift
from benchreport.stats.planning.sizes import (
    Numbers,
    binomial_probability,
    checked_levels,
    checked_numbers,
    combinations,
    planning_method,
    whole_numbers,
)
from benchreport.tables.rounding import Flags, Floats, Integers

Noise = Literal["normal", "logistic", "laplace"]
Pattern = Literal["one", "spread"]
FriedmanVariant = Literal["friedman", "iman_davenport"]
ONE_INSTANCE = Remark(code="one_instance", note="one instance tells no spread, so the t test never rejects")
UNREACHABLE = Remark(code="unreachable_datasets", topic="unreachable", note="cannot reach alpha with so few datasets")
ROUGH_CHI_SQUARE = Remark(code="rough_chi_square", note="chi-square is rough for so few datasets")

NOISES = ("normal", "logistic", "laplace")
PATTERNS = ("one", "spread")
# A p-value this close above alpha is alpha.
HAIR = 1 + 1e-12
CHUNK = 4_000_000
SIMULATED_UP_TO, SHIFT_DRAWS, HALVINGS = 60, 4_000, 12


def simulate_test_size(
    *,
    n: Numbers,
    p0: Numbers,
    p: Numbers | None = None,
    alpha: Numbers = 0.05,
    alternative: Alternative = "greater",
    draws: int = 9999,
    seed: int = 0,
) -> pl.DataFrame:
    """Compute the share of rejections of the binomial, the normal and the t test of one error rate.

    One row per test and combination of numbers. ``rejected`` is the share among ``draws`` simulated test sets, with
    its standard error ``se``; ``exact`` is the same probability summed over all counts, which all three tests depend
    on alone. With ``p`` away from ``p0`` both are the power.

    Parameters
    ----------
    n
        Test instances.
    p0
        Error rate the tests compare with.
    p
        True error rate; ``p0`` unless given.
    alpha
        Level of the tests.
    alternative
        "greater": is the error above p0?
    draws, seed
        Number of simulated test sets, and where their randomness starts.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.simulate_test_size(n=40, p0=0.2)
    >>> rows.select("test", pl.col("exact").round(4)).rows()
    [('binomial_test', 0.0432), ('approx_normal_test', 0.0432), ('one_sample_t', 0.0194)]
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_draws(draws)
    tested = checked_numbers(p0, "p0", least=0.0, most=1.0, strict=True)
    true = tested if p is None else checked_numbers(p, "p", least=0.0, most=1.0)
    plans = combinations(n=whole_numbers(n, "n", least=1), p0=tested, p=true, alpha=checked_levels(alpha))
    if p is None:
        plans = plans.filter(pl.col("p") == pl.col("p0"))
    rows = [
        (size, bar, share, level, test, *_rejections(rejects, size, share, draws, seed))
        for size, bar, share, level in plans.iter_rows()
        for test, rejects in _rejecting_counts(size, bar, level, alternative).items()
    ]
    names = [*plans.columns, "test", "rejected", "se", "exact", "draws", "seed"]
    alone = (pl.col("n") < 2) & (pl.col("test") == "one_sample_t")
    shares = pl.DataFrame(rows, schema=names, orient="row").select(
        *plans.columns, pl.lit(alternative).alias("alternative"), *names[4:], remarks=ONE_INSTANCE.where(alone)
    )
    return with_words(shares)


def power_wilcoxon(
    *,
    n: Numbers,
    shift: Numbers,
    alpha: Numbers = 0.05,
    alternative: Alternative = "two-sided",
    noise: Noise = "normal",
    draws: int = 9999,
    seed: int = 0,
) -> pl.DataFrame:
    """Compute the power of the exact Wilcoxon signed-rank test over n datasets, by simulation.

    One row per combination of numbers. The same draws serve every shift, so power rises smoothly with it; ``se`` is its
    standard error.

    Parameters
    ----------
    n
        Datasets, one difference each.
    shift
        True mean difference in standard deviations of the differences.
    alpha
        Level of the test.
    alternative
        "greater" looks for positive shifts only.
    noise
        Shape of the differences: "normal", "logistic" or "laplace", the last with heavy tails.
    draws, seed
        Number of simulated studies, and where their randomness starts.

    Examples
    --------
    >>> import benchreport as br
    >>> br.power_wilcoxon(n=[5, 20], shift=1.0, draws=999).select("n", pl.col("power").round(1), "note").rows()
    [(5, 0.0, 'cannot reach alpha with so few datasets'), (20, 1.0, None)]
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(noise, NOISES, name="noise")
    checked_draws(draws)
    sizes = whole_numbers(n, "n", least=1)
    if max(sizes) > EXACT_UP_TO:
        raise OptionError(f"n is {max(sizes)}", hint=f"at most {EXACT_UP_TO} datasets; type2_power serves beyond")
    plans = combinations(n=sizes, shift=checked_numbers(shift, "shift"), alpha=checked_levels(alpha))
    power = [
        _wilcoxon_power(_studies((size,), noise, draws, seed), far, level, alternative)
        for size, far, level in plans.iter_rows()
    ]
    sides = 2 if alternative == "two-sided" else 1
    few = sides * pl.lit(0.5).pow(pl.col("n")) > pl.col("alpha") * HAIR
    plans = plans.with_columns(alternative=pl.lit(alternative), noise=pl.lit(noise))
    return _with_power(plans, power, draws, seed, UNREACHABLE.where(few))


def wilcoxon_shift(n: int, power: float, alpha: float) -> float | None:
    """Return the true mean, in standard deviations, at which the exact Wilcoxon test has the wanted power.

    The differences are normal. Up to 60 of them the power is simulated, with a seed of its own; beyond, the t test has
    that of as many values as its relative efficiency says. None where no such test can reach alpha.

    Examples
    --------
    >>> wilcoxon_shift(5, 0.8, 0.05) is None, round(wilcoxon_shift(20, 0.8, 0.05), 1)
    (True, 0.7)
    """
    if 2 * 0.5**n > alpha * HAIR:
        return None
    if n > SIMULATED_UP_TO:
        shift = t_shift(n, power, alpha)
        return None if shift is None else shift * math.sqrt(math.pi / 3)
    low, high = 0.0, 8.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = _wilcoxon_power(_studies((n,), "normal", SHIFT_DRAWS, 0), middle, alpha, "two-sided") >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


def power_friedman(
    *,
    n: Numbers,
    algorithms: Numbers,
    shift: Numbers,
    pattern: Pattern = "one",
    alpha: Numbers = 0.05,
    variant: FriedmanVariant = "friedman",
    noise: Noise = "normal",
    draws: int = 9999,
    seed: int = 0,
) -> pl.DataFrame:
    """Compute the power of the Friedman test over n datasets, by simulation.

    One row per combination of numbers. ``shift`` is in standard deviations of a single result about its mean, and
    ``se`` is the standard error of the power.

    Parameters
    ----------
    n
        Datasets.
    algorithms
        Algorithms compared.
    shift
        Distance between the best and the worst mean.
    pattern
        "one" algorithm is better than all others, which are alike; or the means are "spread" evenly.
    alpha
        Level of the test.
    variant
        "friedman" refers the statistic to chi-square, "iman_davenport" to F.
    noise
        Shape of the results about their means: "normal", "logistic" or "laplace".
    draws, seed
        Number of simulated studies, and where their randomness starts.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.power_friedman(n=[10, 30], algorithms=4, shift=1.0, draws=999)
    >>> rows.select("n", found=pl.col("power") > 0.8).rows()
    [(10, False), (30, True)]
    """
    one_of(pattern, PATTERNS, name="pattern")
    one_of(variant, POWER_FRIEDMAN.variants, name="variant")
    one_of(noise, NOISES, name="noise")
    checked_draws(draws)
    plans = combinations(
        n=whole_numbers(n, "n", least=2),
        algorithms=whole_numbers(algorithms, "algorithms", least=2),
        shift=checked_numbers(shift, "shift"),
        alpha=checked_levels(alpha),
    )
    power = [
        _friedman_power(_studies((size, count), noise, draws, seed), _means(count, far, pattern), level, variant)
        for size, count, far, level in plans.iter_rows()
    ]
    few = (pl.col("n") < 10) & (pl.lit(variant) == "friedman")
    plans = plans.with_columns(pattern=pl.lit(pattern), variant=pl.lit(variant), noise=pl.lit(noise))
    return _with_power(plans, power, draws, seed, ROUGH_CHI_SQUARE.where(few))


def _with_power(plans: pl.DataFrame, power: Sequence[float], draws: int, seed: int, remarks: pl.Expr) -> pl.DataFrame:
    share = pl.Series("power", power, dtype=pl.Float64)
    rows = plans.with_columns(
        power=share, se=(share * (1 - share) / draws).sqrt(), draws=pl.lit(draws), seed=pl.lit(seed), remarks=remarks
    )
    return with_words(rows)


def _rejecting_counts(n: int, p0: float, alpha: float, alternative: Alternative) -> dict[str, Flags]:
    """Return for every possible count of errors which test rejects."""
    from scipy.special import ndtr, stdtr

    errors = np.arange(n + 1, dtype=np.float64)
    sizes, share = np.full(n + 1, float(n)), np.full(n + 1, p0)
    rate = errors / n
    likely = binomial_probability(errors, sizes, share)
    rare = np.sort(likely)
    as_rare = np.cumsum(rare)[np.searchsorted(rare, likely * (1 + 1e-7), side="right") - 1]
    z = (rate - p0) / np.sqrt(p0 * (1 - p0) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (rate - p0) / np.sqrt(rate * (1 - rate) / (n - 1))
    # Without any spread there is no t: it cannot reject.
    t = np.where((errors == 0) | (errors == n), np.nan, t)
    tails = {
        "binomial_test": (at_most(errors, sizes, share), at_least(errors, sizes, share), as_rare),
        "approx_normal_test": (ndtr(z), ndtr(-z), 2 * ndtr(-np.abs(z))),
        "one_sample_t": (stdtr(n - 1, t), stdtr(n - 1, -t), 2 * stdtr(n - 1, -np.abs(t))),
    }
    side = ("less", "greater", "two-sided").index(alternative)
    return {test: p_values[side] <= alpha * HAIR for test, p_values in tails.items()}


def _rejections(rejects: Flags, n: int, p: float, draws: int, seed: int) -> tuple[float, float, float, int, int]:
    errors = np.arange(n + 1, dtype=np.float64)
    exact = binomial_probability(errors, np.full(n + 1, float(n)), np.full(n + 1, p))[rejects].sum()
    share = rejects[np.random.default_rng([seed, n]).binomial(n, p, draws)].mean()
    return float(share), float(np.sqrt(share * (1 - share) / draws)), min(1.0, float(exact)), draws, seed


def _noise(rng: np.random.Generator, shape: tuple[int, ...], noise: Noise) -> Floats:
    """Return random results about 0 with standard deviation 1."""
    if noise == "normal":
        return rng.standard_normal(shape)
    if noise == "logistic":
        return rng.logistic(scale=3**0.5 / np.pi, size=shape)
    return rng.laplace(scale=0.5**0.5, size=shape)


def _studies(shape: tuple[int, ...], noise: Noise, draws: int, seed: int) -> Iterator[Floats]:
    """Yield simulated studies, in portions so that no array grows large."""
    rng = np.random.default_rng([seed, *shape])
    step = max(1, CHUNK // math.prod(shape))
    for start in range(0, draws, step):
        yield _noise(rng, (min(step, draws - start), *shape), noise)


def _wilcoxon_power(studies: Iterator[Floats], shift: float, alpha: float, alternative: Alternative) -> float:
    rejected = []
    for results in studies:
        n, difference = results.shape[1], results + shift
        critical, whole = untied_quantile(n, alpha / 2 if alternative == "two-sided" else alpha), n * (n + 1) // 2
        above = (_ranks(np.abs(difference)) * (difference > 0)).sum(axis=1)
        against = {"greater": whole - above, "less": above}.get(alternative, np.minimum(above, whole - above))
        rejected.append(against < critical)
    return float(np.concatenate(rejected).mean())


def _friedman_power(studies: Iterator[Floats], means: Floats, alpha: float, variant: FriedmanVariant) -> float:
    from scipy.special import chdtrc, fdtrc

    rejected = []
    for results in studies:
        _, n, k = results.shape
        mean_rank = _ranks(results + means).mean(axis=1)
        chi2 = 12 * n / (k * (k + 1)) * ((mean_rank - (k + 1) / 2) ** 2).sum(axis=1)
        if variant == "friedman":
            p_value = chdtrc(k - 1, chi2)
        else:
            rest = n * (k - 1) - chi2
            with np.errstate(divide="ignore"):
                p_value = np.where(rest > 1e-9, fdtrc(k - 1, (k - 1) * (n - 1), (n - 1) * chi2 / rest), 0.0)
        rejected.append(p_value <= alpha * HAIR)
    return float(np.concatenate(rejected).mean())


def _means(algorithms: int, shift: float, pattern: Pattern) -> Floats:
    return np.linspace(0, shift, algorithms) if pattern == "spread" else np.append(np.zeros(algorithms - 1), shift)


def _ranks(values: Floats) -> Integers:
    return np.argsort(np.argsort(values, axis=-1), axis=-1) + 1


SIMULATE_TEST_SIZE = planning_method(
    table=simulate_test_size,
    title="Rejection rate of the tests of one error rate",
    question="Do the tests of an error rate reject a true null hypothesis as often as they promise?",
    symbol="share of rejections",
    formula="draw errors with probability p, test them against p0, count the rejections; about alpha at p = p0",
    tex=r"\frac{1}{S} \sum_{s=1}^{S} \mathbf{1}[p_s \leq \alpha]",
    null="the error rate is p0",
    assumes=("instances are independent",),
    cites=("alpaydin2010",),
    aliases=("test_size_simulation",),
    remarks=(ONE_INSTANCE,),
)

POWER_WILCOXON = planning_method(
    table=power_wilcoxon,
    title="Power of the signed-rank test by simulation",
    question="With how many datasets does the exact Wilcoxon test find a given shift, and how surely?",
    symbol="1 - beta",
    formula="draw n differences with a given mean in standard deviations, count how often the exact test rejects",
    tex=r"1 - \beta = \frac{1}{S} \sum_{s=1}^{S} \mathbf{1}[p_s \leq \alpha]",
    null="the differences are symmetric about zero",
    assumes=("datasets are independent", "differences have the declared shape", "no ties"),
    cites=("wilcoxon1945", "demsar2006"),
    remarks=(UNREACHABLE,),
)

POWER_FRIEDMAN = planning_method(
    table=power_friedman,
    title="Power of the Friedman test by simulation",
    question="With how many datasets does the Friedman test find a given spread of algorithms, and how surely?",
    symbol="1 - beta",
    formula="draw n blocks of results with given means in standard deviations, count how often the test rejects",
    tex=r"1 - \beta = \frac{1}{S} \sum_{s=1}^{S} \mathbf{1}[p_s \leq \alpha]",
    null="all algorithms have the same mean",
    assumes=("datasets are independent", "results vary alike about their means", "no ties"),
    cites=("friedman1937", "iman1980", "demsar2006"),
    variants=("friedman", "iman_davenport"),
    remarks=(ROUGH_CHI_SQUARE,),
)
