#!/usr/bin/env python3
"""Reference values for tests/privacy: definitions evaluated pointwise by mpmath, at two precisions that must agree.

    python3 make_quantities.py > quantities_mpmath.csv

Columns: quantity, mechanism, key=value;..., at, value (40 digits). No closed form of the library is used: sums over
outcomes, integrals over densities, roots of the definition.
"""
import sys
from mpmath import mp, mpf, exp, log, sqrt, quad, ncdf, findroot, inf, binomial, erfc, pi, fsum

DIGITS = 40


def number(text):
    if '/' in text:
        p, q = text.split('/')
        return mpf(p) / mpf(q)
    return mpf(text)


def finite(order, pairs):
    """Renyi divergence of sum over (multiplicity, p, q)."""
    pairs = [(m, p, q) for m, p, q in pairs if m != 0]
    if order == inf:
        return max(log(p / q) for _, p, q in pairs)
    if order == 1:
        return fsum(m * p * log(p / q) for m, p, q in pairs)
    return log(fsum(m * p**order * q**(1 - order) for m, p, q in pairs)) / (order - 1)


def laplace(p, at):
    b = number(p['b'])
    f = lambda x, c: exp(-abs(x - c) / b) / (2 * b)
    # Three smooth pieces; the outer ones by their exponential decay.
    if at == inf:
        return 1 / b
    ratio = lambda x: f(x, 0)**at * f(x, 1)**(1 - at) if at != 1 else f(x, 0) * log(f(x, 0) / f(x, 1))
    total = quad(ratio, [-inf, 0]) + quad(ratio, [0, mpf(1) / 2, 1]) + quad(ratio, [1, inf])
    return total if at == 1 else log(total) / (at - 1)


def randomized_response(p, at):
    t = number(p['p_truth'])
    return finite(at, [(1, t, 1 - t), (1, 1 - t, t)])


def pure_dp(p, at):
    e = number(p['eps'])
    t = exp(e) / (1 + exp(e))
    return finite(at, [(1, t, 1 - t), (1, 1 - t, t)])


def kary(p):
    noise, k = number(p['noise']), number(p['k'])
    return noise / k, 1 - noise + noise / k, k


def replace_one(p, at):
    q, t, k = kary(p)
    return finite(at, [(1, t, q), (1, q, t), (k - 2, q, q)])


def replace_special(p, at):
    q, t, k = kary(p)
    u = 1 / k
    return max(finite(at, [(1, t, u), (k - 1, q, u)]), finite(at, [(1, u, t), (k - 1, u, q)]))


def exponential_mechanism(p, at):
    """Largest over the location t of two-point laws with log-ratios t and t - eps: golden-section search."""
    e = number(p['eps'])

    def at_location(t):
        w = (1 - exp(t - e)) / (exp(t) - exp(t - e))  # probability of the larger ratio under Q
        return finite(at, [(1, w * exp(t), w), (1, (1 - w) * exp(t - e), 1 - w)])

    if at == inf:
        return e
    lo, hi = e * mpf('1e-30'), e * (1 - mpf('1e-30'))
    g = (sqrt(mpf(5)) - 1) / 2
    for _ in range(int(mp.dps * 2.6)):
        a, b = hi - g * (hi - lo), lo + g * (hi - lo)
        if at_location(a) < at_location(b):
            lo = a
        else:
            hi = b
    return at_location((lo + hi) / 2)


def gaussian_rdp(p, at):
    sigma, t = number(p['sigma']), number(p.get('T', '1'))
    f = lambda x, c: exp(-(x - c)**2 / (2 * sigma**2)) / (sigma * sqrt(2 * pi))
    r = lambda x: f(x, 0)**at * f(x, 1)**(1 - at) if at != 1 else f(x, 0) * log(f(x, 0) / f(x, 1))
    centre = 1 - at
    points = [centre + k * sigma for k in (-40, -20, -10, -5, -2, 0, 2, 5, 10, 20, 40)]
    total = quad(r, points)
    return t * (total if at == 1 else log(total) / (at - 1))


def gaussian_delta(p, at):
    mu = sqrt(number(p.get('T', '1'))) / number(p['sigma'])
    return ncdf(mu / 2 - at / mu) - exp(at) * ncdf(-mu / 2 - at / mu)


def bisect(f, lo, hi):
    """Root of an increasing f."""
    for _ in range(int(mp.dps * 4)):
        middle = (lo + hi) / 2
        if f(middle) < 0:
            lo = middle
        else:
            hi = middle
    return (lo + hi) / 2


def gaussian_epsilon(p, at):
    if gaussian_delta(p, mpf(0)) <= at:
        return mpf(0)
    hi = mpf(1)
    while gaussian_delta(p, hi) > at:
        hi *= 2
    return bisect(lambda e: at - gaussian_delta(p, e), mpf(0), hi)


def gaussian_sigma(p, at):
    e = number(p['epsilon'])
    f = lambda s: at - (ncdf(1 / (2 * s) - e * s) - exp(e) * ncdf(-1 / (2 * s) - e * s))
    hi = mpf(1)
    while f(hi) < 0:
        hi *= 2
    lo = hi
    while f(lo) > 0:
        lo /= 2
    return bisect(f, lo, hi)


def excess(at, pairs):
    """The hockey-stick divergence of sum over (multiplicity, p, q)."""
    return fsum(m * max(mpf(0), x - exp(at) * y) for m, x, y in pairs)


def laplace_delta(p, at):
    b = number(p['b'])
    f = lambda x, c: exp(-abs(x - c) / b) / (2 * b)
    gain = lambda x: f(x, 0) - exp(at) * f(x, 1)
    if gain(mpf(0)) <= 0:
        return mpf(0)
    cross = bisect(lambda x: -gain(x), mpf(0), mpf(1))
    return quad(gain, [-inf, 0]) + quad(gain, [0, cross])


def randomized_response_delta(p, at):
    t = number(p['p_truth'])
    return excess(at, [(1, t, 1 - t), (1, 1 - t, t)])


def pure_dp_delta(p, at):
    t = exp(number(p['eps'])) / (1 + exp(number(p['eps'])))
    return excess(at, [(1, t, 1 - t), (1, 1 - t, t)])


def replace_one_delta(p, at):
    q, t, k = kary(p)
    return excess(at, [(1, t, q), (1, q, t), (k - 2, q, q)])


def exponential_delta(p, at):
    """Largest over two-point laws whose odds differ by exp(eps): golden-section search over Q's probability."""
    e = number(p['eps'])

    def at_probability(w):
        u = w * exp(e) / (1 - w + w * exp(e))
        return u - exp(at) * w

    lo, hi = mpf(0), mpf(1)
    g = (sqrt(mpf(5)) - 1) / 2
    for _ in range(int(mp.dps * 2.6)):
        a, b = hi - g * (hi - lo), lo + g * (hi - lo)
        if at_probability(a) < at_probability(b):
            lo = a
        else:
            hi = b
    return max(mpf(0), at_probability((lo + hi) / 2)) if at < e else mpf(0)


def least_epsilon(delta):
    def epsilon(p, at):
        if delta(p, mpf(0)) <= at:
            return mpf(0)
        hi = mpf(1)
        while delta(p, hi) > at:
            hi *= 2
        return bisect(lambda e: at - delta(p, e), mpf(0), hi)

    return epsilon


def subsampled(p, at):
    """E over N(0, sigma^2) of (1 - q + q exp((2z-1)/(2 sigma^2)))^order, by quadrature around its (one or two) peaks."""
    q, sigma, t = number(p['q']), number(p['sigma']), number(p.get('T', '1'))
    w = lambda z: 1 - q + q * exp((2 * z - 1) / (2 * sigma**2))
    density = lambda z: exp(-z**2 / (2 * sigma**2)) / (sigma * sqrt(2 * pi))
    f = lambda z: density(z) * (w(z)**at if at != 1 else w(z) * log(w(z)))
    ends = sorted({c + k * sigma for c in (mpf(0), at / 2, mpf(at)) for k in range(-30, 31, 3)})
    total = quad(f, ends)
    return t * (total if at == 1 else log(total) / (at - 1))


CASES = []


def case(quantity, mechanism, function, parameters, points):
    for text in parameters:
        for at in points:
            CASES.append((quantity, mechanism, function, text, at))


ORDERS = ['1.000001', '1', '1.5', '2', '7', '0.5', '0.3', '32.25', 'inf']
case('rdp', 'laplace', laplace, ['b=1', 'b=0.3', 'b=10'], ORDERS)
case('rdp', 'pure_dp', pure_dp, ['eps=1', 'eps=1e-6', 'eps=20'], ORDERS)
case('rdp', 'exponential_mechanism', exponential_mechanism, ['eps=1', 'eps=0.001', 'eps=12'], ORDERS)
case('rdp', 'randomized_response', randomized_response, ['p_truth=3/4', 'p_truth=0.999999', 'p_truth=0.1'], ORDERS)
case('rdp', 'kary_randomized_response_replace_one', replace_one, ['noise=0.5;k=10', 'noise=0.999999;k=2'], ORDERS)
case('rdp', 'kary_randomized_response_replace_special', replace_special, ['noise=0.5;k=10', 'noise=0.999;k=3'], ORDERS)
case('rdp', 'gaussian', gaussian_rdp, ['sigma=2', 'sigma=0.7;T=3'], ['1', '1.5', '8', '0.5'])
for mechanism, delta, parameters in [
        ('laplace', laplace_delta, ['b=1', 'b=0.3', 'b=10']),
        ('pure_dp', pure_dp_delta, ['eps=1', 'eps=1e-6', 'eps=20']),
        ('exponential_mechanism', exponential_delta, ['eps=1', 'eps=0.001', 'eps=12']),
        ('randomized_response', randomized_response_delta, ['p_truth=3/4', 'p_truth=0.999999', 'p_truth=0.1']),
        ('kary_randomized_response_replace_one', replace_one_delta, ['noise=0.5;k=10', 'noise=0.999999;k=2'])]:
    case('delta', mechanism, delta, parameters, ['0', '1e-7', '0.05', '0.9', '3', '11'])
    if mechanism not in ('laplace', 'exponential_mechanism'):  # a search in a search
        case('epsilon', mechanism, least_epsilon(delta), parameters, ['1e-30', '1e-5', '0.04', '0.3', '0.9'])
case('delta', 'gaussian', gaussian_delta, ['sigma=2', 'sigma=0.3', 'sigma=50', 'sigma=10;T=100', 'sigma=1e6'],
     ['0', '0.01', '0.4', '1', '7', '40'])
case('epsilon', 'gaussian', gaussian_epsilon, ['sigma=2', 'sigma=0.3', 'sigma=10;T=100', 'sigma=1000'],
     ['1e-200', '1e-13', '1e-5', '0.01', '0.6'])
case('sigma', 'gaussian', gaussian_sigma, ['epsilon=0.001', 'epsilon=1', 'epsilon=40', 'epsilon=700'],
     ['1e-17', '1e-5', '0.3'])
case('rdp', 'poisson_subsampled_gaussian', subsampled,
     ['q=0.1;sigma=2', 'q=0.5;sigma=0.5', 'q=1e-6;sigma=1', 'q=0.99;sigma=0.3', 'q=0.01;sigma=5;T=1000'],
     ['1.000001', '1', '1.5', '2', '2.5', '16', '16.5', '0.5'])


def words(text):
    return dict(part.split('=') for part in text.split(';'))


def value(function, text, at, digits):
    mp.dps = digits
    return function(words(text), inf if at == 'inf' else number(at))


for quantity, mechanism, function, text, at in CASES:
    first, second = value(function, text, at, 130), value(function, text, at, 150)
    mp.dps = 150
    scale = abs(second)
    if scale == 0:
        assert abs(first) < mpf(10)**-60
    else:
        assert abs(first - second) <= scale * mpf(10)**-(DIGITS + 2), (quantity, mechanism, text, at, first, second)
    print(','.join([quantity, mechanism, text, at, mp.nstr(second, DIGITS)]))
    sys.stdout.flush()
