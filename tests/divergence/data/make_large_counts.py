#!/usr/bin/env python3
"""delta(epsilon) of Beta pairs of extreme parameters, by mpmath quadrature of the densities of the logit at two
precisions that must agree (never mpmath.iv).

    make_large_counts.py > large_counts_mpmath.csv       what,epsilon,a1,b1,a2,b2,value
"""
import mpmath as mp

CASES = [  # epsilon, a1, b1, a2, b2
    ("0", "1e12", "1e12", "1000000000001", "999999999999"),
    ("1e-6", "1e12", "1e12", "1000000000001", "999999999999"),
    ("1/1000000", "1e12", "9e12", "1000000000010", "8999999999990"),
    ("0", "3e16", "1e16", "30000000000000005", "9999999999999995"),
    ("1e-9", "1e20", "1e20", "100000000010000000000", "99999999990000000000"),
    ("0", "1e40", "1e40", "10000000000000000000030000000000000000000", "1e40"),
    ("1/10", "1e6", "1e6", "1001000", "999000"),
    ("2", "1e8", "3e8", "100020000", "299980000"),
    ("1/2", "5e5", "7e5", "499000", "701500"),  # no monotone ratio
    ("1/10", "2e7", "2e7", "2.1e7", "2.1e7"),
    ("1/100", "2.1e7", "2.1e7", "2e7", "2e7"),
    ("1/4", "3/2", "1e13", "5/2", "1e13"),
    ("1/4", "7/2", "1e13", "5/2", "1.5e13"),
    ("0", "1/8", "1e15", "1/4", "2e15"),
    ("3", "1e13", "1/3", "1e13", "4/3"),
]


def number(text):
    top, _, bottom = text.partition("/")
    return mp.mpf(top) / (mp.mpf(bottom) if bottom else 1)


def delta(eps, a1, b1, a2, b2):
    """int (f_P - e^eps f_Q)^+ over the logit t, between the crossings."""
    log_beta = lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    soft = lambda t: t + mp.log1p(mp.exp(-t)) if t > 0 else mp.log1p(mp.exp(t))
    norm_p, norm_q = log_beta(a1, b1), log_beta(a2, b2)
    log_p = lambda t: a1 * t - (a1 + b1) * soft(t) - norm_p
    log_q = lambda t: a2 * t - (a2 + b2) * soft(t) - norm_q + eps
    da, db = a1 - a2, b1 - b2
    g = lambda t: da * t - (da + db) * soft(t) + norm_q - norm_p - eps
    mode, width = mp.log(a1 / b1), mp.sqrt(1 / a1 + 1 / b1)
    far = 60 * width * (1 if min(a1, b1) > 100 else 400)
    edges = {mode - far, mode + far}
    if da * db > 0:
        edges.add(mp.log(da / db))
    edges = sorted(edges)
    crossings = []
    for lo, hi in zip(edges, edges[1:]):
        if g(lo) * g(hi) < 0:
            for _ in range(int(mp.mp.prec) + 40):
                mid = (lo + hi) / 2
                lo, hi = (mid, hi) if (g(mid) > 0) == (g(lo) > 0) else (lo, mid)
            crossings.append((lo + hi) / 2)
    marks = sorted(set([edges[0], edges[-1]] + crossings + [mode + 2 * k * width for k in range(-30, 31)]))
    marks = [m for m in marks if edges[0] <= m <= edges[-1]]
    if min(a1, b1) < 100:  # skew: the long tail needs marks of its own
        marks = sorted(set(marks + [edges[0] + (edges[-1] - edges[0]) * k / 200 for k in range(201)]))
    total = mp.mpf(0)
    for lo, hi in zip(marks, marks[1:]):
        if g((lo + hi) / 2) > 0:
            total += mp.quad(lambda t: mp.exp(log_p(t)) - mp.exp(log_q(t)), [lo, hi])
    return total


def main():
    print("what,epsilon,a1,b1,a2,b2,value")
    for case in CASES:
        values = []
        for digits in (85, 105):
            mp.mp.dps = digits
            values.append(delta(*map(number, case)))
        assert abs(values[0] - values[1]) <= mp.mpf(10) ** -28 * abs(values[1]), (case, values)
        print(",".join(("delta",) + case + (mp.nstr(values[1], 25),)), flush=True)


main()
