"""Sizes of experiments: power, numbers of runs and of instances, bounds for model selection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import with_words
from benchreport.stats.forms.rows import checked_number, nullable
from benchreport.stats.kernels.binomial import at_least, at_most
from benchreport.tables.rounding import Flags, Floats

# One number, or several to be gone through.
Numbers = float | Sequence[float]
planning_method = partial(Method, kind="numbers", shape="none")
PowerVariant = Literal["z", "t"]
LAWS = {"z": "normal", "t": "noncentral t"}
# A real bound this close to a whole number is that number.
WHOLE = 1e-9
NEVER = 2**40
ONE_RUN = Remark(code="one_run", note="one run tells no spread")
NO_DIFFERENCE = Remark(code="no_difference", note="no number of runs shows a difference that is not there")
OTHER_SIDE = Remark(code="other_side", note="the difference lies on the other side of the alternative")
COUNTLESS_RUNS = Remark(code="countless_runs", note="more runs than can be counted")
EMPTY_BOUND = Remark(code="empty_bound", note="says nothing: no error exceeds 1")


def combinations(**numbers: Sequence[float]) -> pl.DataFrame:
    """Return all combinations of several lists of numbers, the last changing fastest.

    Examples
    --------
    >>> combinations(n=[1, 2], alpha=[0.05]).rows()
    [(1, 0.05), (2, 0.05)]
    """
    plans = pl.DataFrame()
    for name, values in numbers.items():
        column = pl.DataFrame({name: values})
        plans = plans.join(column, how="cross", maintain_order="left_right") if plans.width else column
    return plans


def checked_numbers(
    values: Numbers, name: str, *, least: float = -np.inf, most: float = np.inf, strict: bool = False
) -> list[float]:
    """Return one number or several as a list, if all are within their bounds."""
    listed = list(values) if isinstance(values, Sequence | np.ndarray) and not isinstance(values, str) else [values]
    if not listed:
        raise OptionError(f"{name} is empty", hint="give one number or several")
    plain = [value.item() if isinstance(value, np.generic) else value for value in listed]
    return [checked_number(value, name, least=least, most=most, strict=strict) for value in plain]


def whole_numbers(values: Numbers, name: str, *, least: int) -> list[int]:
    """Return one whole number or several as a list."""
    numbers = checked_numbers(values, name, least=least)
    for number in numbers:
        if number != int(number):
            raise OptionError(f"{name} is {number:g}", hint="it is a whole number")
    return [int(number) for number in numbers]


def checked_levels(alpha: Numbers) -> list[float]:
    """Return one level or several as a list."""
    return checked_numbers(alpha, "alpha", least=0.0, most=1.0, strict=True)


def type2_power(
    *,
    difference: Numbers,
    sd: Numbers | None = None,
    n: Numbers,
    sigma: Numbers | None = None,
    alpha: Numbers = 0.05,
    alternative: Alternative = "two-sided",
    variant: PowerVariant | None = None,
) -> pl.DataFrame:
    """Compute the type II error and power of a test of a mean, one row for every combination of the numbers given.

    Parameters
    ----------
    difference
        True mean minus the value it is tested against; for two algorithms the true mean of their paired differences.
    sd
        Standard deviation of one run, or of one paired difference, as the test will have to estimate it.
    n
        Number of runs, or of paired differences: as many as the test sees.
    sigma
        The same standard deviation where the test may take it as known, in place of ``sd``.
    alpha
        Level of the test.
    alternative
        "greater" looks for a mean above the value only, "less" below it.
    variant
        The law of the test: "t" where the spread is estimated, "z" where it is known. Unless named it follows from
        ``sd`` or ``sigma``.

    Returns
    -------
    polars.DataFrame
        The numbers with the ``power`` and the type II error ``beta``.

    Examples
    --------
    >>> import benchreport as br
    >>> br.type2_power(difference=0.01, sigma=0.02, n=[10, 40]).select("n", pl.col("power").round(4)).rows()
    [(10, 0.3526), (40, 0.8854)]
    >>> br.type2_power(difference=0.01, sd=0.02, n=10).select(pl.col("power").round(4), "law").row(0)
    (0.2932, 'noncentral t')
    """
    spread, variant = _spread(sd, sigma, variant)
    plans = _tests_of_a_mean(alternative, variant, difference, spread, n=whole_numbers(n, "n", least=1), alpha=alpha)
    ratio, count, level = plans.select(_ratio(), "n", "alpha").to_numpy().T
    power, beta = power_and_error(np.sqrt(count) * ratio, count, level, alternative, variant)
    alone = ONE_RUN.where((pl.col("n") < 2) & (variant == "t"))
    return with_words(plans.with_columns(*nullable(beta=beta, power=power), remarks=alone))


def sample_size_power(
    *,
    difference: Numbers,
    sd: Numbers | None = None,
    sigma: Numbers | None = None,
    power: Numbers = 0.8,
    alpha: Numbers = 0.05,
    alternative: Alternative = "two-sided",
    variant: PowerVariant | None = None,
) -> pl.DataFrame:
    """Compute the number of runs that a test of a mean needs, one row for every combination of the numbers given.

    ``n_real`` is the bound before it is rounded up (null where it is searched for). Without a difference no number
    of runs suffices: ``n`` is null. Parameters as in :func:`type2_power`.

    Parameters
    ----------
    power
        Probability with which the test is to find the difference.

    Examples
    --------
    >>> import benchreport as br
    >>> br.sample_size_power(difference=0.01, sd=0.02)["n"].item()
    34
    >>> br.sample_size_power(difference=0.01, sigma=0.02)["n"].item()  # were the spread known
    32
    """
    spread, variant = _spread(sd, sigma, variant)
    shares = checked_numbers(power, "power", least=0.0, most=1.0, strict=True)
    plans = _tests_of_a_mean(alternative, variant, difference, spread, power=shares, alpha=alpha)
    ratio, target, level = plans.select(_ratio(), "power", "alpha").to_numpy().T
    towards = {"two-sided": np.abs(ratio), "greater": ratio, "less": -ratio}[alternative]
    real = _runs_for(towards, target, level, alternative)
    if variant == "t":
        n = _searched_runs(towards, target, level, alternative, real)
        real = np.full(len(n), np.nan)
    else:
        n = np.maximum(1.0, _rounded_up(real))
    real, n = np.where(np.isfinite(real), real, np.nan), np.where(n < NEVER, n, np.nan)
    rows = plans.with_columns(nullable(n_real=real, n=n)).with_columns(pl.col("n").cast(pl.Int64))
    impossible = pl.col("n").is_null()
    remarks = pl.coalesce(
        NO_DIFFERENCE.where(impossible & (pl.col("difference") == 0)),
        OTHER_SIDE.where(impossible & pl.Series(towards < 0)),
        COUNTLESS_RUNS.where(impossible),
    )
    return with_words(rows.with_columns(remarks=remarks))


def sample_size_hoeffding(
    *, margin: Numbers, alpha: Numbers = 0.05, span: Numbers = 1.0, alternative: Alternative = "two-sided"
) -> pl.DataFrame:
    """Compute the number of test instances that bring a mean loss within a margin, whatever its distribution.

    ``n`` is ``n_real``, what the bound gives, rounded up.

    Parameters
    ----------
    margin
        Half-width wanted.
    alpha
        Probability allowed outside it.
    span
        Largest minus smallest possible loss; 1 for the zero-one loss.
    alternative
        "two-sided", or a bound on one side only.

    Examples
    --------
    >>> import benchreport as br
    >>> br.sample_size_hoeffding(margin=0.01)["n"].item()
    18445
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    plans = combinations(
        margin=checked_numbers(margin, "margin", least=0.0, strict=True),
        alpha=checked_levels(alpha),
        span=checked_numbers(span, "span", least=0.0, strict=True),
    )
    sides = 2.0 if alternative == "two-sided" else 1.0
    real = pl.col("span") ** 2 * (sides / pl.col("alpha")).log() / (2 * pl.col("margin") ** 2)
    return plans.with_columns(alternative=pl.lit(alternative), n_real=real).with_columns(n=_whole_bound())


def model_selection_bound(*, candidates: Numbers, n: Numbers, alpha: Numbers = 0.05) -> pl.DataFrame:
    """Compute how much worse than the best of all candidates the winner on a validation set may be.

    With probability at least 1 - alpha the true error of the winner exceeds that of the best by no more than
    ``bound``.

    Parameters
    ----------
    candidates
        Every configuration that was ever tried.
    n
        Validation instances.
    alpha
        Probability that the bound may fail.

    Examples
    --------
    >>> import benchreport as br
    >>> round(br.model_selection_bound(candidates=100, n=1000)["bound"].item(), 6)
    0.128795
    """
    plans = combinations(
        candidates=whole_numbers(candidates, "candidates", least=1),
        n=whole_numbers(n, "n", least=1),
        alpha=checked_levels(alpha),
    )
    bound = (2 / pl.col("n") * (2 * pl.col("candidates") / pl.col("alpha")).log()).sqrt()
    empty = EMPTY_BOUND.where(pl.col("bound") >= 1)
    return with_words(plans.with_columns(bound=bound).with_columns(remarks=empty))


def sample_size_selection(*, candidates: Numbers, margin: Numbers, alpha: Numbers = 0.05) -> pl.DataFrame:
    """Compute the number of validation instances after which the winner is within a margin of the best candidate.

    ``n`` is ``n_real``, what the bound gives, rounded up. Parameters as in :func:`model_selection_bound`.

    Parameters
    ----------
    margin
        How much worse than the best candidate the winner may be, in true error.

    Examples
    --------
    >>> import benchreport as br
    >>> br.sample_size_selection(candidates=100, margin=0.05)["n"].item()
    6636
    """
    plans = combinations(
        candidates=whole_numbers(candidates, "candidates", least=1),
        margin=checked_numbers(margin, "margin", least=0.0, strict=True),
        alpha=checked_levels(alpha),
    )
    real = 2 * (2 * pl.col("candidates") / pl.col("alpha")).log() / pl.col("margin") ** 2
    return plans.with_columns(n_real=real).with_columns(n=_whole_bound())


def binomial_model(*, n: Numbers, p: Numbers) -> pl.DataFrame:
    """Compute the law of the number of errors on n test instances, one row per possible count.

    ``probability`` is that of exactly so many errors, ``at_most`` and ``at_least`` those of the tails. ``law`` says
    whether the normal approximation will do: n p and n (1 - p) are both 5 or more. ``mean`` and ``sd`` are those of the
    number of errors.

    Parameters
    ----------
    n
        Test instances.
    p
        True error rate.

    Examples
    --------
    >>> import benchreport as br
    >>> br.binomial_model(n=40, p=0.2).select("errors", "rate", pl.col("at_least").round(4)).row(12)
    (12, 0.3, 0.0875)
    """
    plans = combinations(n=whole_numbers(n, "n", least=1), p=checked_numbers(p, "p", least=0.0, most=1.0))
    counts = plans.with_columns(errors=pl.int_ranges(0, pl.col("n") + 1)).explode("errors")
    trials, share, errors = counts.to_numpy().T
    likely = (pl.col("n") * pl.col("p") >= 5) & (pl.col("n") * (1 - pl.col("p")) >= 5)
    return counts.with_columns(
        rate=pl.Series(errors / trials),
        probability=pl.Series(binomial_probability(errors, trials, share)),
        at_most=pl.Series(at_most(errors, trials, share)),
        at_least=pl.Series(at_least(errors, trials, share)),
        mean=pl.col("n") * pl.col("p"),
        sd=(pl.col("n") * pl.col("p") * (1 - pl.col("p"))).sqrt(),
        law=pl.when(likely).then(pl.lit("binomial, about normal")).otherwise(pl.lit("binomial")),
    )


def binomial_probability(errors: Floats, n: Floats, p: Floats) -> Floats:
    """Compute the probability of exactly so many errors."""
    from scipy.special import betaln, xlog1py, xlogy

    ways = -np.log1p(n) - betaln(errors + 1, n - errors + 1)
    return np.asarray(np.exp(ways + xlogy(errors, p) + xlog1py(n - errors, -p)))


def _spread(sd: Numbers | None, sigma: Numbers | None, variant: PowerVariant | None) -> tuple[Numbers, PowerVariant]:
    """Return the standard deviation of one difference, and the law of a test that estimates it or knows it."""
    spread = sd if sigma is None else sigma
    if spread is None or (sd is not None and sigma is not None):
        problem = "no standard deviation" if spread is None else "sd and sigma are the same standard deviation"
        raise OptionError(problem, hint="sd=0.02 where the test estimates it, sigma=0.02 where it is known")
    return spread, variant or ("t" if sigma is None else "z")


def _tests_of_a_mean(
    alternative: Alternative, variant: PowerVariant, difference: Numbers, sd: Numbers, *, alpha: Numbers, **numbers: Any
) -> pl.DataFrame:
    """Return the plans of a test of a mean: every combination of the numbers, which are checked."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, tuple(LAWS), name="variant")
    plans = combinations(
        difference=checked_numbers(difference, "difference"),
        sd=checked_numbers(sd, "sd", least=0.0, strict=True),
        **numbers,
        alpha=checked_levels(alpha),
    )
    return plans.with_columns(alternative=pl.lit(alternative), law=pl.lit(LAWS[variant]))


def _ratio() -> pl.Expr:
    return pl.col("difference") / pl.col("sd")


def _whole_bound() -> pl.Expr:
    return (pl.col("n_real") * (1 - WHOLE)).ceil().clip(lower_bound=1).cast(pl.Int64)


def _rounded_up(real: Floats) -> Floats:
    return np.asarray(np.ceil(real * (1 - WHOLE)))


def power_and_error(
    shift: Floats, n: Floats, alpha: Floats, alternative: Alternative, variant: PowerVariant
) -> tuple[Floats, Floats]:
    """Return power and type II error, each from its own tails."""
    from scipy.special import nctdtr, ndtr, ndtri, stdtrit

    def below(bound: Floats, centre: Floats) -> Floats:
        near = ndtr(bound - centre)
        if variant == "z":
            return np.asarray(near)
        tail = nctdtr(n - 1.0, centre, bound)
        # Far out, where nothing is left to tell, SciPy gives up.
        return np.where(np.isnan(tail) & (n > 1), near, tail)

    side = alpha / 2 if alternative == "two-sided" else alpha
    with np.errstate(all="ignore"):
        critical = -ndtri(side) if variant == "z" else -stdtrit(n - 1.0, side)
        if alternative == "two-sided":
            power = below(-critical, -shift) + below(-critical, shift)
            beta = below(critical, shift) - below(-critical, shift)
        else:
            towards = shift if alternative == "greater" else -shift
            power, beta = below(-critical, -towards), below(critical, towards)
    return np.clip(power, 0.0, 1.0), np.clip(beta, 0.0, 1.0)


def _runs_for(ratio: Floats, power: Floats, alpha: Floats, alternative: Alternative) -> Floats:
    from scipy.special import ndtri

    side = alpha / 2 if alternative == "two-sided" else alpha
    reach = np.maximum(ndtri(power) - ndtri(side), 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ratio > 0, (reach / ratio) ** 2, np.where(power <= alpha, 1.0, np.inf))


def _searched_runs(ratio: Floats, power: Floats, alpha: Floats, alternative: Alternative, near: Floats) -> Floats:
    """Return the least number of runs by doubling and halving, all plans together; power grows with n."""
    side: Alternative = "two-sided" if alternative == "two-sided" else "greater"

    def enough(n: Floats) -> Flags:
        reached = power_and_error(np.sqrt(n) * ratio, n, alpha, side, "t")[0]
        return np.asarray(reached >= power * (1 - WHOLE))

    hopeless = ~np.isfinite(near) | (near > NEVER / 4)
    low = np.full(len(ratio), 1.0)
    high = np.where(hopeless, 2.0, np.maximum(2.0, _rounded_up(near)))
    while (short := ~hopeless & ~enough(high)).any():
        low, high = np.where(short, high, low), np.where(short, 2 * high, high)
        hopeless |= high > NEVER
    while (open_ := high - low > 1).any():
        middle = np.where(open_, (low + high) // 2, high)
        fits = enough(middle)
        low, high = np.where(open_ & ~fits, middle, low), np.where(open_ & fits, middle, high)
    return np.where(hopeless, np.inf, high)


TYPE2_POWER = planning_method(
    table=type2_power,
    title="Type II error and power",
    question="How likely does a test with so many runs find a true difference of a given size?",
    symbol="1 - beta",
    formula="beta = Phi(z - q) - Phi(-z - q), q = sqrt(n) difference / sd; noncentral t where sd is estimated",
    tex=r"\beta = \Phi(z_{1-\alpha/2} - q) - \Phi(-z_{1-\alpha/2} - q), \quad q = \frac{\sqrt{n} \, \delta}{\sigma}",
    null="the mean equals the value it is tested against",
    assumes=("runs are independent", "their mean is about normal", "the standard deviation is known in advance"),
    cites=("alpaydin2010", "cohen1988"),
    variants=("z", "t"),
    remarks=(ONE_RUN,),
)

SAMPLE_SIZE_POWER = TYPE2_POWER.relative(
    table=sample_size_power,
    title="Number of runs for a wanted power",
    question="How many runs does it take to find a true difference of a given size?",
    symbol="n",
    formula="n = ((z_alpha + z_beta) sd / difference)^2, rounded up; by search where sd is estimated",
    tex=r"n = \left\lceil \left( \frac{(z_{1-\alpha/2} + z_{1-\beta}) \, \sigma}{\delta} \right)^2 \right\rceil",
    remarks=(NO_DIFFERENCE, OTHER_SIDE, COUNTLESS_RUNS),
)

SAMPLE_SIZE_HOEFFDING = planning_method(
    table=sample_size_hoeffding,
    title="Number of test instances for a wanted precision",
    question="How many test instances bring the test error within a margin of the true error?",
    symbol="n",
    formula="n >= (b - a)^2 ln(2 / alpha) / (2 margin^2)",
    tex=r"n \geq \frac{(b - a)^2 \ln(2/\alpha)}{2 \Delta^2}",
    null="none: the bound holds for every distribution",
    assumes=("instances are independent and untouched by training", "losses lie between a and b"),
    cites=("hoeffding1963",),
)

MODEL_SELECTION_BOUND = planning_method(
    table=model_selection_bound,
    title="Price of picking the best of several",
    question="How much worse than the best candidate can the winner on the validation set be?",
    symbol="epsilon",
    formula="R(winner) <= min R + sqrt((2 / n) ln(2 candidates / alpha)) with probability at least 1 - alpha",
    tex=r"R(\hat{g}) \leq \min_g R(g) + \sqrt{\frac{2}{n} \ln \frac{2 M}{\alpha}}",
    null="none: the bound holds for every distribution",
    assumes=("all candidates ever tried are counted", "losses lie between 0 and 1", "instances are independent"),
    cites=("hoeffding1963", "cawley2010"),
    remarks=(EMPTY_BOUND,),
)

SAMPLE_SIZE_SELECTION = planning_method(
    table=sample_size_selection,
    title="Number of validation instances for picking the best",
    question="How many validation instances make sure that the winner is nearly the best candidate?",
    symbol="n",
    formula="n >= 2 ln(2 candidates / alpha) / margin^2",
    tex=r"n \geq \frac{2}{\Delta^2} \ln \frac{2 M}{\alpha}",
    null="none: the bound holds for every distribution",
    assumes=("all candidates ever tried are counted", "losses lie between 0 and 1", "instances are independent"),
    cites=("hoeffding1963", "cawley2010"),
)

BINOMIAL_MODEL = planning_method(
    table=binomial_model,
    title="Binomial law of the error count",
    question="How much does an error rate vary with the test sample?",
    symbol="r",
    formula="P(r) = C(n, r) p^r (1 - p)^(n - r); the rate r / n has mean p and variance p (1 - p) / n",
    tex=r"P(r) = \binom{n}{r} p^r (1 - p)^{n - r}",
    null="every instance is misclassified with the same probability p",
    assumes=("instances are independent and untouched by training", "one fixed classifier, not one per fold"),
    cites=("alpaydin2010", "mitchell1997"),
)
