"""What does each adjustment do to the p-values of a family?"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from benchreport.errors import OptionError
from benchreport.method import Method, Remark
from benchreport.registry import METHODS
from benchreport.stats.kernels.implied_hypotheses import MOST_ALGORITHMS, bergmann_hommel_adjusted, shaffer_adjusted
from benchreport.stats.kernels.roots import secant_root
from benchreport.tables.rounding import Flags, Floats, Integers

ROM_UP_TO = 300

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


def _steps(p: Floats) -> Floats:
    return np.arange(1, p.shape[1] + 1, dtype=np.float64)


def _capped(p: Floats) -> Floats:
    return np.minimum(p, 1.0)


def _step_down(p: Floats) -> Floats:
    return _capped(np.maximum.accumulate(p, axis=1))


def _step_up(p: Floats) -> Floats:
    return _capped(np.minimum.accumulate(p[:, ::-1], axis=1)[:, ::-1])


def _some_of(p: Floats, tests: Floats | float) -> Floats:
    """Return 1 - (1 - p)^tests, all digits kept for small p."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(tests * np.log1p(-p)))


def _bonferroni(p: Floats, _: float) -> Floats:
    return _capped(p * p.shape[1])


def _sidak(p: Floats, _: float) -> Floats:
    return _some_of(p, float(p.shape[1]))


def _holm(p: Floats, _: float) -> Floats:
    return _step_down(p * (p.shape[1] + 1 - _steps(p)))


def _holm_sidak(p: Floats, _: float) -> Floats:
    return _step_down(_some_of(p, p.shape[1] + 1 - _steps(p)))


def _finner(p: Floats, _: float) -> Floats:
    return _step_down(_some_of(p, p.shape[1] / _steps(p)))


def _hochberg(p: Floats, _: float) -> Floats:
    return _step_up(p * (p.shape[1] + 1 - _steps(p)))


def hommel(p: Floats, _: float) -> Floats:
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


def _li(p: Floats, _: float) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(p > 0, p / (p + 1 - p[:, -1:]), 0.0))


def _bh(p: Floats, _: float) -> Floats:
    return _step_up(p * p.shape[1] / _steps(p))


def _by(p: Floats, _: float) -> Floats:
    return _step_up(p * p.shape[1] / _steps(p) * (1 / _steps(p)).sum())


def two_stage_bh(p: Floats, alpha: float) -> Floats:
    """Scale the second stage by the hypotheses that the first one left standing."""
    m = p.shape[1]
    once = _bh(p, alpha)
    rejected = (once <= alpha).sum(axis=1, keepdims=True)
    share = np.where((rejected == 0) | (rejected == m), 1.0, (m - rejected) / m)
    return _capped(once * share)


def rom(p: Floats, _: float) -> Floats:
    """Solve c_i(alpha) = p for every p-value; the i-th largest is rejected from there on."""
    m = p.shape[1]
    place = np.broadcast_to(m + 1 - np.arange(1, m + 1), p.shape)
    return _step_up(_rom_inverse(p.ravel(), place.ravel()).reshape(p.shape))


def rom_critical_values(alpha: Floats, tests: int) -> Floats:
    """Return Rom's critical values at each level, that of the largest p-value first.

    Examples
    --------
    >>> rom_critical_values(np.array([0.05]), 4).round(6).tolist()
    [[0.05, 0.025, 0.016875, 0.012713]]
    """
    c = np.empty((len(alpha), tests))
    c[:, 0] = alpha
    sums = np.cumsum(alpha[:, None] ** np.arange(1, tests + 1), axis=1)
    for i in range(2, tests + 1):
        j = np.arange(1, i - 1)
        with np.errstate(divide="ignore"):
            terms = np.exp(np.log(np.cumprod((i + 1 - j) / j)) + (i - j) * np.log(c[:, 1 : i - 1]))
        c[:, i - 1] = (sums[:, i - 2] - terms.sum(axis=1)) / i
    return c


def _rom_inverse(p: Floats, place: Integers) -> Floats:
    """Find alpha with c_place(alpha) = p between Sidak's bound and Hochberg's, as a share of the latter."""
    alpha = np.minimum(1.0, place * p)
    open_ = (p > 0) & (place > 2)
    if not open_.any():
        return alpha
    target, place, bound = p[open_], place[open_], alpha[open_]

    def excess(share: Floats, sought: Flags) -> Floats:
        table = rom_critical_values(np.minimum(share * bound[sought], 1.0), int(place.max()))
        return np.asarray(table[np.arange(len(table)), place[sought] - 1] / target[sought] - 1)

    least = _some_of(target, place.astype(np.float64)) / bound
    share = secant_root(excess, np.ones(len(target)), least, tolerance=1e-15)
    alpha[open_] = np.minimum(share * bound, 1.0)
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


_adjustment = partial(
    Method,
    kind="numbers",
    shape="rows",
    symbol="p_{adj}",
    assumes=("none",),
    controls="family-wise error rate",
    dependence=ANY,
    remarks=ADJUSTMENT_REMARKS,
)
_positive = partial(_adjustment, dependence=POSITIVE, assumes=(POSITIVE,))
_independent = partial(_adjustment, dependence=INDEPENDENT, assumes=(INDEPENDENT,))

BONFERRONI = _adjustment(
    id="bonferroni",
    title="Bonferroni adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha?",
    formula="min(1, m p)",
    tex=r"p_{\mathrm{adj}} = \min(1, m p)",
    cites=("alpaydin2010", "dunn1961"),
    kernel=_bonferroni,
)
SIDAK = _positive(
    id="sidak",
    title="Sidak adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha by independence?",
    formula="1 - (1 - p)^m",
    tex=r"p_{\mathrm{adj}} = 1 - (1 - p)^m",
    cites=("sidak1967",),
    kernel=_sidak,
)
HOLM = _adjustment(
    id="holm",
    title="Holm adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping down?",
    formula="running maximum of min(1, (m - i + 1) p_(i)) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min\left( 1, (m - j + 1) \, p_{(j)} \right)",
    cites=("holm1979", "garcia2008"),
    kernel=_holm,
)
HOLM_SIDAK = _positive(
    id="holm_sidak",
    title="Holm-Sidak adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping down by Sidak's bound?",
    formula="running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m - j + 1} \right]",
    cites=("holm1979", "sidak1967"),
    kernel=_holm_sidak,
)
HOLLAND = replace(
    HOLM_SIDAK,
    id="holland",
    title="Holland-Copenhaver adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, under the name this step-down has in benchmarking?",
    formula="running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p, as holm_sidak",
    cites=("holland1987", "garcia2010"),
)
FINNER = _positive(
    id="finner",
    title="Finner adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, comparing with a control?",
    formula="running maximum of 1 - (1 - p_(i))^(m / i) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m / j} \right]",
    cites=("finner1993", "garcia2010"),
    kernel=_finner,
)
HOCHBERG = _positive(
    id="hochberg",
    title="Hochberg adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping up?",
    formula="running minimum from above of (m - i + 1) p_(i)",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \, (m - j + 1) \, p_{(j)}",
    cites=("hochberg1988",),
    kernel=_hochberg,
)
HOMMEL = _positive(
    id="hommel",
    title="Hommel adjustment",
    question=f"{SURVIVE} every subset of hypotheses is tested by Simes' test?",
    formula="max over sets I holding i of min over j of |I| p_(j in I) / j",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min_{j \leq |I|} \frac{|I| \, p_{(j : I)}}{j}",
    cites=("hommel1988",),
    kernel=hommel,
)
ROM = _independent(
    id="rom",
    title="Rom adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping up by exact constants?",
    formula=(
        "smallest alpha at which Rom's step-up rejects; c_1 = alpha, c_2 = alpha / 2, "
        "i c_i = sum_(j<i) alpha^j - sum_(j<i-1) C(i,j) c_(j+1)^(i-j), c_i for the i-th largest p"
    ),
    tex=r"i \, c_i = \sum_{j=1}^{i-1} \alpha^j - \sum_{j=1}^{i-2} \binom{i}{j} c_{j+1}^{i-j}, \quad c_1 = \alpha",
    cites=("rom1990", "garcia2010"),
    kernel=rom,
)
LI = _independent(
    id="li",
    title="Li adjustment",
    question=f"{SURVIVE} the largest p-value sets the level for the rest?",
    formula="p / (p + 1 - p_max)",
    tex=r"p_{\mathrm{adj}} = \frac{p}{p + 1 - p_{\max}}",
    cites=("li2008", "garcia2010"),
    kernel=_li,
)
BH = _positive(
    id="bh",
    title="Benjamini-Hochberg adjustment",
    question=f"{SURVIVE} the expected share of false rejections is at most alpha?",
    formula="running minimum from above of m p_(i) / i",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j}",
    cites=("benjamini1995",),
    controls="false discovery rate",
    kernel=_bh,
)
BY = _adjustment(
    id="by",
    title="Benjamini-Yekutieli adjustment",
    question=f"{SURVIVE} the expected share of false rejections is at most alpha under any dependence?",
    formula="running minimum from above of m (1 + 1/2 + ... + 1/m) p_(i) / i",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j} \sum_{k=1}^{m} \frac{1}{k}",
    cites=("benjamini2001",),
    controls="false discovery rate",
    kernel=_by,
)
TSBH = _independent(
    id="tsbh",
    title="Two-stage Benjamini-Hochberg adjustment",
    question=(
        f"{SURVIVE} the expected share of false rejections is at most alpha, with the true hypotheses counted first?"
    ),
    formula="bh times (m - r) / m, r the rejections of bh at alpha; bh itself when r is 0 or m",
    tex=r"p_{\mathrm{adj}} = \frac{m - r}{m} \, p_{\mathrm{BH}}",
    cites=("benjamini2006",),
    controls="false discovery rate",
    kernel=two_stage_bh,
)
SHAFFER = _adjustment(
    id="shaffer",
    title="Shaffer adjustment",
    question=f"{SURVIVE} only so many of the pairwise equalities can be true together?",
    formula=(
        "running maximum of min(1, t_i p_(i)), t_i the most equalities of L algorithms that can be true, "
        "at most m - i + 1"
    ),
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min(1, t_j \, p_{(j)})",
    assumes=(IMPLIED,),
    cites=("shaffer1986", "garcia2008"),
    kernel=_shaffer,
)
BERGMANN_HOMMEL = _adjustment(
    id="bergmann_hommel",
    title="Bergmann-Hommel adjustment",
    question=f"{SURVIVE} only the exhaustive sets of pairwise equalities are considered?",
    formula="max over exhaustive sets I holding the pair of min(1, |I| min p in I)",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min\left( 1, |I| \min_{j \in I} p_j \right)",
    assumes=(IMPLIED,),
    cites=("bergmann1988", "garcia2008"),
    kernel=_bergmann_hommel,
)
