#!/usr/bin/env python3
"""Reference values for conversions to (epsilon, delta), the posterior mechanism and Gaussian pairs: definitions by
mpmath point evaluation at two precisions that must agree to 30 digits.

    python3 make_conversions.py > conversions_mpmath.csv

Columns: quantity, mechanism, key=value;..., at, value. `optimal`: the least order-th moment of binary pairs with hockey
stick delta, minimised over the event's probability by golden section, inverted by bisection. zCDP: golden section over
the order.
"""
import sys
from mpmath import mp, mpf, exp, log, sqrt, quad, inf, beta, pi

DIGITS = 30


def words(text):
    return dict(part.split('=') for part in text.split(';'))


def golden(f, lo, hi, n):
    """Least value of a unimodal f."""
    g = (sqrt(mpf(5)) - 1) / 2
    a, b = hi - g * (hi - lo), lo + g * (hi - lo)
    fa, fb = f(a), f(b)
    for _ in range(n):
        if fa < fb:
            hi, b, fb = b, a, fa
            a = hi - g * (hi - lo)
            fa = f(a)
        else:
            lo, a, fa = a, b, fb
            b = lo + g * (hi - lo)
            fb = f(b)
    return min(fa, fb)


def bisect(below, lo, hi):
    for _ in range(int(mp.dps * 3.4)):
        middle = (lo + hi) / 2
        if below(middle):
            lo = middle
        else:
            hi = middle
    return (lo + hi) / 2


def cut(x, lo, hi):
    return min(max(x, mpf(lo)), mpf(hi))


def mironov_delta(a, rho, e):
    return exp((a - 1) * (rho - e))


def cks_delta(a, rho, e):
    return exp((a - 1) * (rho - e)) * (1 - 1 / a)**a / (a - 1)


def moment(a, gamma, delta):
    """Least sum p^a q^(1-a) over binary pairs with p - gamma q = delta."""
    def f(t):
        x = (1 - delta) / (1 + exp(-t))  # p - delta, from 0 to 1 - delta
        p, q = delta + x, x / gamma
        return p**a * q**(1 - a) + (1 - p)**a * (1 - q)**(1 - a)
    return golden(f, mpf(-120), mpf(160), int(mp.dps * 3.4))


def optimal_delta(a, rho, e):
    m = exp((a - 1) * rho)
    return exp(bisect(lambda t: moment(a, exp(e), exp(t)) < m, mpf(-60), mpf(0)))


DELTA = {'mironov': mironov_delta, 'cks': cks_delta, 'optimal': optimal_delta}


def renyi_dp_delta(name):
    return lambda p, at: cut(DELTA[name](mpf(p['order']), mpf(p['eps']), at), 0, 1)


def epsilon_of(delta_of, at):
    if delta_of(mpf(0)) <= at:
        return mpf(0)
    hi = mpf(1)
    while delta_of(hi) > at:
        hi *= 2
    return bisect(lambda e: delta_of(e) > at, mpf(0), hi)


def renyi_dp_epsilon(name):
    return lambda p, at: epsilon_of(lambda e: DELTA[name](mpf(p['order']), mpf(p['eps']), e), at)


def curve(p):
    return list(zip([mpf(x) for x in p['orders'].split('|')], [mpf(x) for x in p['eps'].split('|')]))


def rdp_curve_epsilon(name):
    return lambda p, at: min(epsilon_of(lambda e: DELTA[name](a, rho, e), at) for a, rho in curve(p))


def zcdp_delta(name):
    def f(p, at):
        rho = mpf(p['rho'])
        g = lambda t: log(DELTA[name](1 + exp(t), rho * (1 + exp(t)), at))
        return cut(exp(golden(g, mpf(-60), mpf(30), int(mp.dps * 3.2))), 0, 1)
    return f


def zcdp_epsilon(name):
    def f(p, at):
        rho = mpf(p['rho'])
        def g(t):
            a = 1 + exp(t)
            shift = 0 if name == 'mironov' else log(1 - 1 / a) - log(a) / (a - 1)
            return rho * a - log(at) / (a - 1) + shift
        return golden(g, mpf(-20), mpf(30), int(mp.dps * 3.2))
    return f


def posterior(p, at):
    """Largest over all data sets of n bits and a replaced bit, both directions; the densities integrated."""
    (a0, b0), r, n = map(mpf, p['prior'].split()), mpf(p['r']), int(p['n'])
    worst = mpf(0)
    for s in range(n):
        x, y = (a0 + r * s, b0 + r * (n - s)), (a0 + r * (s + 1), b0 + r * (n - s - 1))
        for (a, b), (c, d) in ((x, y), (y, x)):
            if at * a + (1 - at) * c <= 0 or at * b + (1 - at) * d <= 0:
                return inf
            density = lambda t, u, v: t**(u - 1) * (1 - t)**(v - 1) / beta(u, v)
            if at == 1:
                value = quad(lambda t: density(t, a, b) * log(density(t, a, b) / density(t, c, d)), [0, 0.1, 0.5, 0.9, 1])
            else:
                value = log(beta(at * a + (1 - at) * c, at * b + (1 - at) * d) / beta(a, b)**at * beta(c, d)**(at - 1)) / (at - 1)
            worst = max(worst, value)
    return worst


def gaussian_pair(p, at):
    m1, s1, m2, s2 = (mpf(p[k]) for k in ('m1', 's1', 'm2', 's2'))
    f = lambda x, m, s: exp(-((x - m) / s)**2 / 2) / (s * sqrt(2 * pi))
    v = at / s1**2 + (1 - at) / s2**2
    if v <= 0:
        return inf
    centre = (at * m1 / s1**2 + (1 - at) * m2 / s2**2) / v
    points = [centre + k / sqrt(v) for k in (-40, -20, -10, -5, -2, 0, 2, 5, 10, 20, 40)]
    if at == 1:
        return quad(lambda x: f(x, m1, s1) * log(f(x, m1, s1) / f(x, m2, s2)), points)
    return log(quad(lambda x: f(x, m1, s1)**at * f(x, m2, s2)**(1 - at), points)) / (at - 1)


CASES = []


def case(quantity, mechanism, function, parameters, points):
    for text in parameters:
        for at in points:
            CASES.append((quantity, mechanism, function, text, at))


RDP = ['order=2;eps=0.5', 'order=8;eps=0.25', 'order=1.5;eps=2']
for name in ('mironov', 'cks', 'optimal'):
    points = ['0.3', '1', '4'] if name == 'optimal' else ['0', '0.3', '1', '4', '40']
    case('delta_' + name, 'renyi_dp', renyi_dp_delta(name), RDP, points)
for name in ('mironov', 'cks'):
    case('epsilon_' + name, 'renyi_dp', renyi_dp_epsilon(name), RDP, ['1e-9', '0.01', '0.9'])
    case('epsilon_' + name, 'rdp_curve', rdp_curve_epsilon(name), ['orders=2|4|8;eps=0.1|0.2|0.6'], ['1e-9', '0.01'])
    case('delta_' + name, 'zcdp', zcdp_delta(name), ['rho=0.1', 'rho=2'], ['0.05', '1', '10'])
    case('epsilon_' + name, 'zcdp', zcdp_epsilon(name), ['rho=0.1', 'rho=2'], ['1e-9', '0.01'])
case('rdp', 'beta_bernoulli_posterior', posterior, ['prior=2 3;n=6;r=1', 'prior=1 5;n=4;r=0.25'], ['1', '1.1', '1.5', '4'])
case('renyi', 'gaussian_pair', gaussian_pair, ['m1=0;s1=1;m2=1;s2=2', 'm1=1;s1=2;m2=-1;s2=1.5'], ['0.5', '1', '2', '3'])

for quantity, mechanism, function, text, at in CASES:
    values = []
    for digits in (60, 66):
        mp.dps = digits
        values.append(function(words(text), mpf(at)))
    if values[1] == inf:
        assert values[0] == inf
    else:
        assert abs(values[0] - values[1]) <= abs(values[1]) * mpf(10)**-(DIGITS + 1), (quantity, mechanism, text, at, values)
    print(','.join([quantity, mechanism, text.replace('|', ' '), at, mp.nstr(values[1], DIGITS)]))
    sys.stdout.flush()
