"""Is the studentised range right, from the middle to the far tail, against other formulas at more digits?"""

import tracemalloc

import mpmath as mp
import numpy as np
import pytest
from scipy import special

from benchreport.stats.kernels.studentized_range import quantile, survival


def upper_tail_of_normal_range(q, groups):
    """One minus the textbook distribution function, with as many digits as the subtraction costs on top of 30."""
    with mp.workdps(30 + int(q * q / 9)):
        reach = mp.sqrt(2 * mp.log(10) * mp.mp.dps)

        def integrand(x):
            return mp.npdf(x) * (mp.ncdf(x) - mp.ncdf(x - q)) ** (groups - 1)

        return 1 - groups * mp.quad(integrand, mp.linspace(-reach, reach, 9), method="gauss-legendre")


def density_of_three(w):
    """Density of the range of three standard normal values, in closed form."""
    return 3 / mp.sqrt(mp.pi) * mp.exp(-w * w / 4) * mp.erf(w / mp.sqrt(12))


def upper_tail_of_three(q, df=None):
    """Upper tail for three groups as one integral over the range, not over the standard deviation."""
    with mp.workdps(30):
        if df is None:
            peak = density_of_three(mp.mpf(q))  # mp.quad aims at an absolute error, so scale the far tail up
            return peak * mp.quad(lambda w: density_of_three(w) / peak, mp.linspace(q, q + 20, 11))
        half = mp.mpf(df) / 2

        def integrand(w):
            return density_of_three(w) * mp.gammainc(half, 0, half * (w / q) ** 2, regularized=True)

        return mp.quad(integrand, [0, 1, 2, 4, 6, 8, 10, 12, 14, 18, 24])


def gauss_legendre(low, high, panels, order):
    node, weight = np.polynomial.legendre.leggauss(order)
    edge = np.linspace(low, high, panels + 1)
    half = np.diff(edge)[:, None] / 2
    return (edge[:-1, None] + half * (1 + node)).ravel(), (half * weight).ravel()


def upper_tail_by_range_density(q, groups, df):
    """Mean over the range W, whose density is a positive integral, of P(chi-squared <= df (W / q)^2)."""
    root, root_weight = gauss_legendre(0, 4, 16, 24)
    w, w_weight = root**2, 2 * root * root_weight  # the root grades the nodes towards w = 0
    middle, middle_weight = gauss_legendre(-9, 9, 18, 16)
    high, low = middle + w[:, None] / 2, middle - w[:, None] / 2
    pair = np.exp(-(middle**2) - w[:, None] ** 2 / 4) / (2 * np.pi)
    density = groups * (groups - 1) * (pair * (special.ndtr(high) - special.ndtr(low)) ** (groups - 2)) @ middle_weight
    return (w_weight * density * special.gammainc(df / 2, df / 2 * (w / q) ** 2)).sum()


def relative_error(value, truth):
    return abs(float(mp.mpf(float(value)) / truth - 1))


@pytest.mark.parametrize(("q", "groups"), [(1.0, 10), (2.5, 4), (5.0, 100), (6.0, 300), (11.0, 300)])
def test_the_normal_range_agrees_with_a_thirty_digit_integral(q, groups):
    assert relative_error(survival(q, groups), upper_tail_of_normal_range(q, groups)) < 1e-12


@pytest.mark.parametrize("q", [0.01, 0.7, 3.0, 10.0, 20.0, 30.0, 42.0, 51.0])
def test_three_normal_groups_keep_their_digits_into_the_far_tail(q):
    assert relative_error(survival(q, 3), upper_tail_of_three(q)) < 2e-13


@pytest.mark.parametrize(
    ("q", "df"),
    [(3.0, 1), (2e12, 1), (5.0, 1.5), (1e4, 3), (0.4, 5), (8.0, 14.4), (25.0, 14.4), (15.0, 39), (11.0, 400)],
)
def test_three_groups_with_few_degrees_of_freedom_agree_with_a_thirty_digit_integral(q, df):
    assert relative_error(survival(q, 3, df), upper_tail_of_three(q, df)) < 1e-12


@pytest.mark.parametrize("groups", [4, 10, 30, 100])
@pytest.mark.parametrize("df", [1, 2, 3, 5, 10, 14.4, 39, 100])
def test_finite_degrees_of_freedom_agree_with_the_mean_over_the_range_density(groups, df):
    q = quantile([0.9, 0.5, 0.05, 1e-4, 1e-8, 1e-12], groups, df)
    truth = [upper_tail_by_range_density(value, groups, df) for value in q]
    np.testing.assert_allclose(survival(q, groups, df), truth, rtol=1e-11)


def test_two_normal_groups_are_a_two_sided_normal_test():
    q = np.linspace(0, 50, 501)
    np.testing.assert_allclose(survival(q, 2), special.erfc(q / 2), rtol=1e-12)


@pytest.mark.parametrize("df", [0.5, 1, 2, 2.7, 14.4, 100, 1e5, 1e9])
def test_two_groups_are_a_two_sided_t_test(df):
    q = np.geomspace(0.01, 60, 200)
    truth = 2 * special.stdtr(df, -q / np.sqrt(2))
    seen = truth > 1e-250
    np.testing.assert_allclose(survival(q, 2, df)[seen], truth[seen], rtol=2e-12)


def test_r_and_scipy_agree_as_far_as_they_can():
    # ptukey(q, k, df, lower = FALSE) of R 4.2.2; its own error is up to 1e-8.
    published = {
        (1, 3, 10): 0.764890810578798,
        (5, 3, 39): 0.00299802715891251,
        (3, 5, 10): 0.282986547984472,
        (5, 10, 39): 0.031657035044341,
        (3, 5, np.inf): 0.21087650496352,
    }
    q, groups, df = np.array(list(published)).T
    np.testing.assert_allclose(survival(q, groups, df), list(published.values()), atol=1e-8)


def test_critical_values_of_the_nemenyi_test_are_the_published_ones():
    # Demsar (2006), Table 5a: q / sqrt(2) at alpha 0.05 and 0.10 for 2 to 10 classifiers, three decimals.
    at_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
    at_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
    computed = quantile([[0.05], [0.10]], np.arange(2, 11)) / np.sqrt(2)
    np.testing.assert_allclose(computed, [at_05, at_10], atol=1e-3)


def test_critical_values_agree_with_a_quadrature_of_1200_nodes():
    # shared reference dev-1105, Gauss-Legendre with 1200 nodes, quantile / sqrt(2).
    reference = {
        (0.01, 3): 2.913494337832644,
        (0.05, 20): 3.5437991315177997,
        (0.10, 104): 4.127616945552856,
        (0.05, 200): 4.593304318928216,
    }
    p, groups = np.array(list(reference)).T
    np.testing.assert_allclose(quantile(p, groups) / np.sqrt(2), list(reference.values()), rtol=1e-13)


@pytest.mark.parametrize("p", [0.5, 0.05, 1e-4, 1e-12])
def test_the_quantile_for_three_groups_is_the_root_found_with_thirty_digits(p):
    near = float(quantile(p, 3))
    with mp.workdps(30):
        step = (upper_tail_of_three(near) - mp.mpf(p)) / density_of_three(mp.mpf(near))
        assert abs(float(step / near)) < 1e-13


@pytest.mark.parametrize("df", [1, 2.5, 14.4, 100, 1e6, np.inf])
def test_the_quantile_leads_back_to_the_probability(df):
    p = np.array([0.999, 0.9, 0.5, 0.05, 1e-4, 1e-12, 1e-60, 1e-200])
    groups = np.array([[2], [3], [17], [100], [300]])
    np.testing.assert_allclose(survival(quantile(p, groups, df), groups, df), np.tile(p, (5, 1)), rtol=1e-11)


def test_the_probability_leads_back_to_the_quantile():
    q = np.linspace(3, 40, 75)
    np.testing.assert_allclose(quantile(survival(q, 12), 12), q, rtol=1e-13)
    np.testing.assert_allclose(quantile(survival(q, 12, 8), 12, 8), q, rtol=1e-13)


@pytest.mark.parametrize("df", [1, 14.4, 1000, np.inf])
@pytest.mark.parametrize("groups", [2, 10, 300])
def test_a_wider_range_is_never_more_probable(groups, df):
    tail = survival(np.linspace(0, 80, 4001), groups, df)
    assert np.all((tail >= 0) & (tail <= 1))
    assert np.all(np.diff(tail) <= 2e-14)  # rounding where the tail is still one
    assert np.all(np.diff(tail[(tail < 0.99) & (tail > 1e-300)]) < 0)


def test_more_groups_make_a_wide_range_more_probable():
    tail = survival([[4.0], [12.0]], [2, 3, 4, 17, 100, 299, 300], [[np.inf], [5]])
    assert np.all(np.diff(tail, axis=1) > 0)


def test_many_degrees_of_freedom_join_the_normal_case():
    q = np.array([1.0, 4.0, 10.0, 20.0])
    limit = survival(q, 7)
    np.testing.assert_allclose(survival(q, 7, [[1e18], [1e30], [1e300]]), np.tile(limit, (3, 1)), rtol=1e-12)
    # The distance to the limit is of first order in 1 / df.
    distance = survival(q, 7, [[1e8], [1e9]]) - limit
    np.testing.assert_allclose(distance[0] / distance[1], 10, rtol=1e-3)


def test_arguments_broadcast_and_values_do_not_depend_on_their_neighbours():
    q, groups, df = np.array([[[0.5]], [[4.0]]]), np.array([[2], [9], [9]]), np.array([3.0, 14.4, 14.4, np.inf])
    together = survival(q, groups, df)
    assert together.shape == (2, 3, 4)
    assert together.dtype == np.float64
    for index in np.ndindex(2, 3, 4):
        alone = survival(*(np.broadcast_to(argument, (2, 3, 4))[index] for argument in (q, groups, df)))
        np.testing.assert_allclose(alone, together[index], rtol=1e-15)
    assert quantile(together, groups, df).shape == (2, 3, 4)
    assert survival([], 3).shape == quantile([], 3).shape == (0,)
    assert survival(3.0, 3).shape == quantile(0.5, 3).shape == ()


@pytest.mark.parametrize("df", [1, 14.4, np.inf])
def test_the_ends_of_the_line_are_exact(df):
    assert survival([-np.inf, -1.0, 0.0, np.inf], 5, df).tolist() == [1, 1, 1, 0]
    assert quantile([0.0, 1.0], 5, df).tolist() == [np.inf, 0]
    assert survival(1e-300, 5, df) == pytest.approx(1, abs=1e-14)


def test_a_range_beyond_every_float_has_probability_zero():
    assert survival([60.0, 1e5, 1e300], 5).tolist() == [0, 0, 0]
    assert survival(1e300, 5, 14.4) == 0
    assert relative_error(survival(1e300, 2, 1), mp.sqrt(8) / mp.pi / mp.mpf(10) ** 300) < 1e-12


def test_what_is_not_defined_is_nan():
    assert np.isnan(
        survival([np.nan, 3.0, 3.0, 3.0, 3.0, 3.0], [3, 1, np.nan, np.inf, 3, 3], [9, 9, 9, 9, 0, np.nan])
    ).all()
    assert np.isnan(quantile([np.nan, -0.1, 1.1, 0.5, 0.5, 0.5], [3, 3, 3, 1, 3, 3], [9, 9, 9, 9, -1, np.nan])).all()


@pytest.mark.parametrize("df", [20, np.inf])
def test_a_long_column_needs_little_memory_beside_itself(df):
    q = np.linspace(0, 15, 5_000)
    tracemalloc.start()
    survival(q, 11, df)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6
