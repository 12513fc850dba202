#!/usr/bin/env python3
"""Writes series_mpmath.csv: for lgamma, polygamma and erfc the two ends that the line `series N` gives (the first N terms,
and one more) at points, computed from DLMF 5.11.1, 5.15.8, 7.12.1 by mpmath at 120 digits, and checks at many more points
that the function lies strictly between them; the same for the remainders of log and exp. Usage: make_series.py > series_mpmath.csv
"""
import random
from fractions import Fraction
import mpmath as mp

mp.mp.dps = 400
F = mp.mpf


def gamma_terms(k, n, x):
    """Partial sums S_n and S_{n+1} of Stirling's series for lgamma (k = -1) or polygamma(k)."""
    if k < 0:
        s = (x - F(1) / 2) * mp.log(x) - x + mp.log(2 * mp.pi) / 2
        term = lambda j: mp.bernoulli(2 * j) / (2 * j * (2 * j - 1) * x**(2 * j - 1))
    elif k == 0:
        s = mp.log(x) - 1 / (2 * x)
        term = lambda j: -mp.bernoulli(2 * j) / (2 * j * x**(2 * j))
    else:
        sign = (-1)**(k - 1)
        s = sign * (mp.factorial(k - 1) / x**k + mp.factorial(k) / (2 * x**(k + 1)))
        term = lambda j: sign * mp.bernoulli(2 * j) * mp.gamma(2 * j + k) / (mp.factorial(2 * j) * x**(2 * j + k))
    for j in range(1, n + 1):
        s += term(j)
    return s, s + term(n + 1)


def erfc_terms(n, x):
    c = mp.exp(-x * x) / (x * mp.sqrt(mp.pi))
    term = lambda j: (-1)**j * mp.fac2(2 * j - 1) / (2 * x * x)**j
    s = sum((term(j) for j in range(n)), F(0))
    return c * s, c * (s + term(n))


def value(f, x):
    if f == 'lgamma':
        return mp.re(mp.loggamma(x))
    if f == 'erfc':
        return mp.erfc(x)
    return mp.psi(int(f[9:]), x)


def ends(f, n, x):
    return erfc_terms(n, x) if f == 'erfc' else gamma_terms(-1 if f == 'lgamma' else int(f[9:]), n, x)


functions = ['lgamma', 'polygamma0', 'polygamma1', 'polygamma2', 'polygamma5', 'erfc']
rng = random.Random(1)
for f in functions:
    for n in range(0, 31):
        for _ in range(8):
            x = F(10)**rng.uniform(-3, 3 if f != 'erfc' else 1.3)
            a, b = ends(f, n, x)
            w = (value(f, x) - a) / (b - a)
            assert 0 < w < 1, (f, n, x, w)
for n in range(0, 31):
    for _ in range(40):
        v = F(10)**rng.uniform(-4, 3) - (F(1) / 2 if rng.random() < 0.5 else 0)
        w = (mp.log1p(v) - sum((-1)**(j - 1) * v**j / j for j in range(1, n + 1))) * (n + 1) / ((-1)**n * v**(n + 1))
        assert min(1, 1 / (1 + v)) <= w <= max(1, 1 / (1 + v)), ('log', n, v, w)
        u = F(10)**rng.uniform(-4, 2) * rng.choice([-1, 1])
        w = (mp.exp(u) - sum(u**j / mp.factorial(j) for j in range(n))) * mp.factorial(n) / u**n
        assert min(1, mp.exp(u)) <= w <= max(1, mp.exp(u)), ('exp', n, u, w)
print('function,terms,x,lower,upper')
for f in functions:
    for n in (0, 1, 2, 3, 7, 20, 30):
        for x in ('1/3', '1', '5/2', '12'):
            q = Fraction(x)
            a, b = ends(f, n, F(q.numerator) / q.denominator)
            print(f, n, x, mp.nstr(min(a, b), 40), mp.nstr(max(a, b), 40), sep=',')
