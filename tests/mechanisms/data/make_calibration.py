#!/usr/bin/env python3
# Makes calibration_mpmath.csv: the largest r (diffused) or m (concentrated) for a Renyi target, by enumerating ALL pairs
# of neighbouring data sets and bisecting on the largest divergence. Point evaluation with 60 digits, no rule about worst
# pairs and no monotonicity is used beyond the bisection itself.
import itertools, sys
from fractions import Fraction
from mpmath import mp, mpf, loggamma
mp.dps = 60

def f(q): q = Fraction(q); return mpf(q.numerator)/q.denominator
def C(a): return sum(loggamma(x) for x in a) - loggamma(sum(a))
def renyi(lam, p, q):
    l = [lam*x + (1-lam)*y for x, y in zip(p, q)]
    if min(l) <= 0: return mp.inf
    return (C(l) - lam*C(p))/(lam-1) + C(q)

def data_pairs(d, n):  # counts of the n-1 common records, and the differing record in both data sets
    for common in itertools.combinations_with_replacement(range(d), n-1):
        k = [common.count(i) for i in range(d)]
        for i, j in itertools.permutations(range(d), 2):
            p, q = list(k), list(k)
            p[i] += 1; q[j] += 1
            yield p, q

def worst(alg, prior, n, lam, x):
    w, s = (x, mpf(1)) if alg == 'diffused' else (mpf(1), 1/x)
    return max(renyi(lam, [a*s + w*u for a, u in zip(prior, p)], [a*s + w*u for a, u in zip(prior, q)])
               for p, q in data_pairs(len(prior), n))

cases = []
for alg in ('diffused', 'concentrated'):
    for prior in (('6', '18'), ('1', '1'), ('1/10', '3'), ('40', '5/2')):
        for n, lam, eps in ((1, '2', '1'), (3, '11/10', '1/10'), (7, '15', '1/2'), (12, '7/2', '3')):
            cases.append((alg, prior, n, lam, eps))
    for prior in (('1', '2', '3'), ('1/20', '1/20', '1/20'), ('5', '1/3', '2')):
        for n, lam, eps in ((1, '101/100', '1'), (2, '5', '1/10'), (4, '3/2', '2')):
            cases.append((alg, prior, n, lam, eps))
    cases.append((alg, ('1/2', '2', '1/2', '7'), 3, '4', '1/4'))
print('algorithm,prior,n,lambda,eps,value')
for alg, prior, n, lam, eps in cases:
    a, l, e = [f(x) for x in prior], f(lam), f(eps)
    g = lambda x: worst(alg, a, n, l, x)
    if g(mpf(1)) <= e: value = mpf(1)
    else:
        lo, hi = mpf(10)**-6, mpf(1)
        assert g(lo) <= e
        for _ in range(70):
            mid = (lo+hi)/2
            if g(mid) <= e: lo = mid
            else: hi = mid
        value = (lo+hi)/2
    print(f"{alg},{' '.join(prior)},{n},{lam},{eps},{mp.nstr(value, 18)}")
    sys.stdout.flush()
