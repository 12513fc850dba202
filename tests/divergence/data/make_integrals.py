#!/usr/bin/env python3
"""Reference values from the definitions, by numerical integration of densities (mpmath, point evaluation at two precisions).

Writes rows  quantity,at,a1,b1,a2,b2,value  (Beta pairs) with 25 digits.  Run: /usr/bin/python3 make_integrals.py > integrals_mpmath.csv
"""
from mpmath import mp, mpf, quad, log, exp, beta, findroot, sqrt, fabs

PAIRS = [("2", "1", "1", "2"), ("6", "18", "7", "17"), ("5/2", "7/2", "3", "3"), ("3", "4", "1", "2"), ("1", "2", "3", "4"),
         ("2", "1", "1", "1"), ("40", "60", "41", "59"), ("5", "5", "9", "2"), ("100", "3", "98", "5")]


def number(text):
    numerator, _, denominator = text.partition("/")
    return mpf(numerator) / mpf(denominator or 1)


def densities(pair):
    a1, b1, a2, b2 = map(number, pair)
    c1, c2 = beta(a1, b1), beta(a2, b2)
    return (lambda x: x**(a1 - 1) * (1 - x)**(b1 - 1) / c1), (lambda x: x**(a2 - 1) * (1 - x)**(b2 - 1) / c2)


def crossings(pair, level):
    """Where p = exp(level) q inside (0, 1), by scanning for sign changes and refining."""
    p, q = densities(pair)
    ratio = lambda x: log(p(x)) - log(q(x)) - level
    grid = [(mpf(i) - mpf(1) / 3) / 4000 for i in range(1, 4001)]
    roots = []
    for lo, hi in zip(grid, grid[1:]):
        if ratio(lo) * ratio(hi) < 0:
            roots.append(findroot(ratio, (lo, hi), solver="anderson", tol=mpf(10)**(-mp.dps + 6)))
    return roots


def value(quantity, at, pair):
    p, q = densities(pair)
    if quantity == "renyi":
        order = number(at)
        return log(quad(lambda x: p(x)**order * q(x)**(1 - order), [0, 0.25, 0.5, 0.75, 1])) / (order - 1)
    if quantity == "kl":
        return quad(lambda x: p(x) * log(p(x) / q(x)), [0, 0.25, 0.5, 0.75, 1])
    if quantity == "hellinger":
        return sqrt(quad(lambda x: (sqrt(p(x)) - sqrt(q(x)))**2, [0, 0.25, 0.5, 0.75, 1]) / 2)
    level = number(at) if quantity == "delta" else mpf(0)
    ends = [mpf(0)] + crossings(pair, level) + [mpf(1)]
    total = mpf(0)
    for lo, hi in zip(ends, ends[1:]):
        part = quad(lambda x: p(x) - exp(level) * q(x), [lo, (lo + hi) / 2, hi])
        total += max(part, mpf(0))
    return total


def main():
    cases = [("renyi", "3/2"), ("renyi", "1/2"), ("kl", ""), ("hellinger", ""), ("tv", ""), ("delta", "1/10"), ("delta", "1/2")]
    for pair in PAIRS:
        for quantity, at in cases:
            if quantity == "renyi" and any(number(at) * x + (1 - number(at)) * y <= 0
                                           for x, y in ((number(pair[0]), number(pair[2])), (number(pair[1]), number(pair[3])))):
                continue
            results = []
            for digits in (40, 60):
                mp.dps = digits
                results.append(value(quantity, at, pair))
            if fabs(results[0] - results[1]) > mpf(10)**-27:
                continue  # an end-point singularity that this rule does not resolve: not a reference value
            mp.dps = 60
            print(",".join([quantity, at, *pair, mp.nstr(results[1], 25)]))


main()
