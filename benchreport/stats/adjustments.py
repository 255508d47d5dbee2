"""What does each adjustment do to the p-values of a family?"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError
from benchreport.method import Controls, Method, Remark
from benchreport.registry import METHODS
from benchreport.stats.hypotheses import MOST_ALGORITHMS, bergmann_hommel_adjusted, shaffer_adjusted

Floats = npt.NDArray[np.float64]
# Families as rows of ascending p-values, all of one size, and the level of the decisions.
Kernel = Callable[[Floats, float], Floats]
ROM_UP_TO = 300
SECANT_STEPS = 60

ANY = "any dependence"
POSITIVE = "independent or positively dependent tests"
INDEPENDENT = "independent tests"
IMPLIED = "equalities that imply each other"
SURVIVE = "Which of many rejections survive when"
# What an adjustment may add to the rows of a test.
NONE_REJECTABLE = Remark(
    code="none_rejectable",
    topic="unreachable",
    note="with {0} blocks the smallest possible p is {1}: nothing can be rejected at {2} after {3} over {4} tests",
)
NOT_REJECTABLE = Remark(
    code="not_rejectable",
    topic="unreachable",
    note="with {0} blocks the smallest possible p is {1}: it cannot be rejected at {2} after {3} over {4} tests",
)
ADJUSTED_TWICE = Remark(
    code="adjusted_twice", note="p-values that already held for all comparisons of a group were adjusted again"
)
ADJUSTMENT_REMARKS = (NONE_REJECTABLE, NOT_REJECTABLE, ADJUSTED_TWICE)


def _record(
    name: str,
    title: str,
    question: str,
    formula: str,
    dependence: str,
    *cites: str,
    tex: str = "",
    controls: Controls = "family-wise error rate",
    assumes: tuple[str, ...] = (),
    kernel: Kernel,
) -> Method:
    needed = (*(() if dependence == ANY else (dependence,)), *assumes)
    return Method(
        id=name,
        title=title,
        question=f"{SURVIVE} {question}?",
        kind="numbers",
        shape="rows",
        door="multiplicity",
        symbol="p_{adj}",
        formula=formula,
        tex=tex,
        null="",
        assumes=needed or ("none",),
        cites=cites,
        controls=controls,
        dependence=dependence,
        remarks=ADJUSTMENT_REMARKS,
        kernel=kernel,
    )


def adjustment_name(adjustment: str) -> str:
    """Return an adjustment's name in a sentence or a column head.

    Examples
    --------
    >>> adjustment_name("holm"), adjustment_name("bh")
    ('Holm', 'Benjamini-Hochberg')
    """
    return METHODS[adjustment].title.removesuffix(" adjustment")


def adjustment_claim(adjustment: str, family: str, level: str) -> str:
    """Return what an adjustment guarantees, as a sentence.

    Examples
    --------
    >>> adjustment_claim("holm", "the 6 pairs", "0.05")
    'It keeps the probability of any false claim among the 6 pairs at or below 0.05, whatever their dependence.'
    >>> adjustment_claim("bh", "the 6 pairs", "0.05").partition(", ")[0]
    'It keeps the expected share of false claims among the significant ones of the 6 pairs at or below 0.05'
    """
    record = METHODS[adjustment]
    rate = {
        "family-wise error rate": f"the probability of any false claim among {family}",
        "false discovery rate": f"the expected share of false claims among the significant ones of {family}",
    }[str(record.controls)]
    condition = "whatever their dependence" if record.dependence == ANY else f"for {record.dependence}"
    return f"It keeps {rate} at or below {level}, {condition}."


def _at_any_level(kernel: Callable[[Floats], Floats]) -> Kernel:
    return lambda p, _: kernel(p)


def _steps(p: Floats) -> Floats:
    return np.arange(1, p.shape[1] + 1, dtype=np.float64)


def _capped(p: Floats) -> Floats:
    return np.minimum(p, 1.0)


def _step_down(p: Floats) -> Floats:
    return _capped(np.maximum.accumulate(p, axis=1))


def _step_up(p: Floats) -> Floats:
    return _capped(np.minimum.accumulate(p[:, ::-1], axis=1)[:, ::-1])


def _some_of(p: Floats, tests: Floats | float) -> Floats:
    """Give 1 - (1 - p)^tests, all digits kept for small p."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(tests * np.log1p(-p)))


def _bonferroni(p: Floats) -> Floats:
    return _capped(p * p.shape[1])


def _sidak(p: Floats) -> Floats:
    return _some_of(p, float(p.shape[1]))


def _holm(p: Floats) -> Floats:
    return _step_down(p * (p.shape[1] + 1 - _steps(p)))


def _holm_sidak(p: Floats) -> Floats:
    return _step_down(_some_of(p, p.shape[1] + 1 - _steps(p)))


def _finner(p: Floats) -> Floats:
    return _step_down(_some_of(p, p.shape[1] / _steps(p)))


def _hochberg(p: Floats) -> Floats:
    return _step_up(p * (p.shape[1] + 1 - _steps(p)))


def hommel(p: Floats) -> Floats:
    """The bound of each number s of hypotheses, from all down to two; a p-value keeps the largest bound it meets."""
    m = p.shape[1]
    i = _steps(p)
    adjusted = np.repeat((m * p / i).min(axis=1)[:, None], m, axis=1)
    for s in range(m - 1, 1, -1):
        lower, upper = p[:, : m - s + 1], p[:, m - s + 1 :]
        simes = (s * upper / np.arange(2, s + 1)).min(axis=1)[:, None]
        bound = np.concatenate((np.minimum(s * lower, simes), np.repeat(simes, s - 1, axis=1)), axis=1)
        # The smaller hypotheses are held to their own bound, the larger ones to that of the last of these.
        bound[:, m - s + 1 :] = bound[:, m - s, None]
        np.maximum(adjusted, bound, out=adjusted)
    return _capped(np.maximum(adjusted, p))


def _li(p: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(p > 0, p / (p + 1 - p[:, -1:]), 0.0))


def _bh(p: Floats) -> Floats:
    return _step_up(p * p.shape[1] / _steps(p))


def _by(p: Floats) -> Floats:
    return _step_up(p * p.shape[1] / _steps(p) * (1 / _steps(p)).sum())


def two_stage_bh(p: Floats, alpha: float) -> Floats:
    """Scale the second stage by the hypotheses that the first one left standing."""
    m = p.shape[1]
    once = _bh(p)
    rejected = (once <= alpha).sum(axis=1, keepdims=True)
    share = np.where((rejected == 0) | (rejected == m), 1.0, (m - rejected) / m)
    return _capped(once * share)


def rom(p: Floats) -> Floats:
    """Solve c_i(alpha) = p for every p-value; the i-th largest is rejected from there on."""
    m = p.shape[1]
    place = np.broadcast_to(m + 1 - np.arange(1, m + 1), p.shape)
    return _step_up(_rom_inverse(p.ravel(), place.ravel()).reshape(p.shape))


def rom_critical_values(alpha: float, tests: int) -> Floats:
    """Give Rom's critical values, that of the largest p-value first.

    Examples
    --------
    >>> rom_critical_values(0.05, 4).round(6).tolist()
    [0.05, 0.025, 0.016875, 0.012713]
    """
    return np.asarray(_rom_table(np.array([alpha]), tests)[0])


def _rom_table(alpha: Floats, tests: int) -> Floats:
    c = np.empty((len(alpha), tests))
    c[:, 0] = alpha
    powers = alpha[:, None] ** np.arange(1, tests + 1)
    sums = np.cumsum(powers, axis=1)
    for i in range(2, tests + 1):
        j = np.arange(1, i - 1)
        if len(j):
            binomials = np.cumprod((i + 1 - j) / j)
            with np.errstate(divide="ignore"):
                terms = np.exp(np.log(binomials) + (i - j) * np.log(c[:, 1 : i - 1]))
            taken = terms.sum(axis=1)
        else:
            taken = np.zeros(len(alpha))
        c[:, i - 1] = (sums[:, i - 2] - taken) / i
    return c


def _rom_inverse(p: Floats, place: npt.NDArray[np.int64]) -> Floats:
    """Find alpha with c_place(alpha) = p between Sidak's bound and Hochberg's, by false position."""
    alpha = np.minimum(1.0, place * p)
    open_ = (p > 0) & (place > 2)
    if not open_.any():
        return alpha
    target, at = p[open_], place[open_] - 1
    tests = int(at.max()) + 1
    rows = np.arange(len(target))
    near = alpha[open_]
    far = _some_of(target, place[open_].astype(np.float64))
    gap_near = _rom_table(near, tests)[rows, at] - target
    gap_far = _rom_table(far, tests)[rows, at] - target
    for _ in range(SECANT_STEPS):
        rise = gap_near - gap_far
        step = np.where(rise == 0, 0.0, gap_near * (near - far) / np.where(rise == 0, 1.0, rise))
        far, gap_far = near, gap_near
        near = np.clip(near - step, 0.0, 1.0)
        if np.all(np.abs(step) <= 1e-15 * near):
            break
        gap_near = _rom_table(near, tests)[rows, at] - target
    alpha[open_] = near
    return alpha


def _shaffer(p: Floats, _: float) -> Floats:
    return shaffer_adjusted(p, _algorithms("shaffer", p.shape[1]))


def _bergmann_hommel(p: Floats, _: float) -> Floats:
    algorithms = _algorithms("bergmann_hommel", p.shape[1])
    refuse_many(algorithms)
    return bergmann_hommel_adjusted(p, algorithms)


def _algorithms(adjustment: str, tests: int) -> int:
    """Return how many algorithms have so many pairs."""
    algorithms = round((1 + math.sqrt(1 + 8 * tests)) / 2)
    if algorithms * (algorithms - 1) // 2 != tests:
        raise OptionError(
            f"{adjustment} is for all pairs, and {tests} tests are not all pairs of anything",
            hint="compare all pairs, or adjust by holm",
        )
    return algorithms


def refuse_many(algorithms: int) -> None:
    """Raise where the exhaustive sets are too many to list."""
    if algorithms > MOST_ALGORITHMS:
        raise OptionError(
            f"bergmann_hommel lists all sets of equalities, and {algorithms} algorithms have too many",
            hint=f"it takes up to {MOST_ALGORITHMS} algorithms; adjust by shaffer or holm",
        )


BONFERRONI = _record(
    "bonferroni",
    "Bonferroni adjustment",
    "the family-wise error is at most alpha",
    "min(1, m p)",
    ANY,
    "alpaydin2010",
    "dunn1961",
    tex=r"p_{\mathrm{adj}} = \min(1, m p)",
    kernel=_at_any_level(_bonferroni),
)
SIDAK = _record(
    "sidak",
    "Sidak adjustment",
    "the family-wise error is at most alpha by independence",
    "1 - (1 - p)^m",
    POSITIVE,
    "sidak1967",
    tex=r"p_{\mathrm{adj}} = 1 - (1 - p)^m",
    kernel=_at_any_level(_sidak),
)
HOLM = _record(
    "holm",
    "Holm adjustment",
    "the family-wise error is at most alpha, stepping down",
    "running maximum of min(1, (m - i + 1) p_(i)) over ascending p",
    ANY,
    "holm1979",
    "garcia2008",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min\left( 1, (m - j + 1) \, p_{(j)} \right)",
    kernel=_at_any_level(_holm),
)
HOLM_SIDAK = _record(
    "holm_sidak",
    "Holm-Sidak adjustment",
    "the family-wise error is at most alpha, stepping down by Sidak's bound",
    "running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p",
    POSITIVE,
    "holm1979",
    "sidak1967",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m - j + 1} \right]",
    kernel=_at_any_level(_holm_sidak),
)
HOLLAND = _record(
    "holland",
    "Holland-Copenhaver adjustment",
    "the family-wise error is at most alpha, under the name this step-down has in benchmarking",
    "running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p, as holm_sidak",
    POSITIVE,
    "holland1987",
    "garcia2010",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m - j + 1} \right]",
    kernel=_at_any_level(_holm_sidak),
)
FINNER = _record(
    "finner",
    "Finner adjustment",
    "the family-wise error is at most alpha, comparing with a control",
    "running maximum of 1 - (1 - p_(i))^(m / i) over ascending p",
    POSITIVE,
    "finner1993",
    "garcia2010",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m / j} \right]",
    kernel=_at_any_level(_finner),
)
HOCHBERG = _record(
    "hochberg",
    "Hochberg adjustment",
    "the family-wise error is at most alpha, stepping up",
    "running minimum from above of (m - i + 1) p_(i)",
    POSITIVE,
    "hochberg1988",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \, (m - j + 1) \, p_{(j)}",
    kernel=_at_any_level(_hochberg),
)
HOMMEL = _record(
    "hommel",
    "Hommel adjustment",
    "every subset of hypotheses is tested by Simes' test",
    "max over sets I holding i of min over j of |I| p_(j in I) / j",
    POSITIVE,
    "hommel1988",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min_{j \leq |I|} \frac{|I| \, p_{(j : I)}}{j}",
    kernel=_at_any_level(hommel),
)
ROM = _record(
    "rom",
    "Rom adjustment",
    "the family-wise error is at most alpha, stepping up by exact constants",
    "smallest alpha at which Rom's step-up rejects; c_1 = alpha, c_2 = alpha / 2, "
    "i c_i = sum_(j<i) alpha^j - sum_(j<i-1) C(i,j) c_(j+1)^(i-j), c_i for the i-th largest p",
    INDEPENDENT,
    "rom1990",
    "garcia2010",
    tex=r"i \, c_i = \sum_{j=1}^{i-1} \alpha^j - \sum_{j=1}^{i-2} \binom{i}{j} c_{j+1}^{i-j}, \quad c_1 = \alpha",
    kernel=_at_any_level(rom),
)
LI = _record(
    "li",
    "Li adjustment",
    "the largest p-value sets the level for the rest",
    "p / (p + 1 - p_max)",
    INDEPENDENT,
    "li2008",
    "garcia2010",
    tex=r"p_{\mathrm{adj}} = \frac{p}{p + 1 - p_{\max}}",
    kernel=_at_any_level(_li),
)
BH = _record(
    "bh",
    "Benjamini-Hochberg adjustment",
    "the expected share of false rejections is at most alpha",
    "running minimum from above of m p_(i) / i",
    POSITIVE,
    "benjamini1995",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j}",
    controls="false discovery rate",
    kernel=_at_any_level(_bh),
)
BY = _record(
    "by",
    "Benjamini-Yekutieli adjustment",
    "the expected share of false rejections is at most alpha under any dependence",
    "running minimum from above of m (1 + 1/2 + ... + 1/m) p_(i) / i",
    ANY,
    "benjamini2001",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j} \sum_{k=1}^{m} \frac{1}{k}",
    controls="false discovery rate",
    kernel=_at_any_level(_by),
)
TSBH = _record(
    "tsbh",
    "Two-stage Benjamini-Hochberg adjustment",
    "the expected share of false rejections is at most alpha, with the true hypotheses counted first",
    "bh times (m - r) / m, r the rejections of bh at alpha; bh itself when r is 0 or m",
    INDEPENDENT,
    "benjamini2006",
    tex=r"p_{\mathrm{adj}} = \frac{m - r}{m} \, p_{\mathrm{BH}}",
    controls="false discovery rate",
    kernel=two_stage_bh,
)
SHAFFER = _record(
    "shaffer",
    "Shaffer adjustment",
    "only so many of the pairwise equalities can be true together",
    "running maximum of min(1, t_i p_(i)), t_i the most equalities of L algorithms that can be true, at most m - i + 1",
    ANY,
    "shaffer1986",
    "garcia2008",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min(1, t_j \, p_{(j)})",
    assumes=(IMPLIED,),
    kernel=_shaffer,
)
BERGMANN_HOMMEL = _record(
    "bergmann_hommel",
    "Bergmann-Hommel adjustment",
    "only the exhaustive sets of pairwise equalities are considered",
    "max over exhaustive sets I holding the pair of min(1, |I| min p in I)",
    ANY,
    "bergmann1988",
    "garcia2008",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min\left( 1, |I| \min_{j \in I} p_j \right)",
    assumes=(IMPLIED,),
    kernel=_bergmann_hommel,
)
