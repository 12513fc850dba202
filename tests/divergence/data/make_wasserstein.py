"""python3 make_wasserstein.py > wasserstein_mpmath.csv
Squared 2-Wasserstein distances of histograms on the line by an optimal transport plan between small equal parts of their
mass, refined by Richardson extrapolation (no quantile formula for pieces is used), volumes of balls by iterated
integration of cross-sections, and smoothed densities of histograms plus uniform noise by summing over a fine grid.
Rows: w2,pieces p,pieces q,value | volume,d,r,value | density,pieces,h,x,value | mean,pieces,h,x,radius,value.
A piece is mass:from:to."""
from fractions import Fraction as Q
from mpmath import mp, mpf, quad, sqrt

mp.dps = 30


def parse(text):
    return [tuple(Q(a) for a in piece.split(":")) for piece in text.split(" ")]


def quantile(pieces, u):
    for mass, lo, hi in pieces:
        if u <= mass:
            return lo + (hi - lo) * u / mass
        u -= mass
    return pieces[-1][2]


def plan_cost(p, q, n):
    # n parts of mass 1/n in increasing order, each put at its middle: the monotone plan.
    return sum((quantile(p, Q(2 * i + 1, 2 * n)) - quantile(q, Q(2 * i + 1, 2 * n))) ** 2 for i in range(n)) / n


def w2(p, q):
    # n runs over multiples of all masses' denominators, so that no part straddles a break: the error is c/n^2 exactly.
    n = 1
    for mass, _, _ in p + q:
        n = n * mass.denominator
    a, b = plan_cost(p, q, n), plan_cost(p, q, 2 * n)
    return (4 * b - a) / 3


def volume(d, r):
    if d == 1:
        return 2 * mpf(r)
    if d == 2:
        return quad(lambda x: 2 * sqrt(r * r - x * x), [-r, r])
    return quad(lambda x: mp.pi * (r * r - x * x) if d == 3 else mpf(4) / 3 * mp.pi * (r * r - x * x) ** mpf("1.5"), [-r, 0, r])


def density(pieces, h, x):
    # noise density 1/(2h) on [-h, h] against the histogram: overlap lengths.
    return sum(m / (b - a) * max(Q(0), min(b, x + h) - max(a, x - h)) for m, a, b in pieces) / (2 * h)


def mean(pieces, h, x, radius):
    # the density is piecewise linear with breaks at a +- h, b +- h: the trapezoid rule between breaks is exact.
    cuts = sorted({x - radius, x + radius} | {c for _, a, b in pieces for c in (a - h, a + h, b - h, b + h)
                                              if x - radius < c < x + radius})
    total = sum((density(pieces, h, s) + density(pieces, h, t)) / 2 * (t - s) for s, t in zip(cuts, cuts[1:]))
    return total / (2 * radius)


LAWS = ["1:0:1", "1/2:0:1 1/2:1:3", "1/4:0:2 3/4:2:5/2", "1/3:-1:-1 2/3:1:2", "1/3:0:1/2 1/3:1:1 1/3:2:4"]
for i, a in enumerate(LAWS):
    for b in LAWS[i + 1:]:
        print(f"w2,{a},{b},{w2(parse(a), parse(b))}")
for d in (1, 2, 3, 4):
    print(f"volume,{d},3/2,{mp.nstr(volume(d, mpf(3) / 2), 15)}")
for law in LAWS[:3]:
    for x in ("1/2", "2", "31/10"):
        print(f"density,{law},1/3,{x},{density(parse(law), Q(1, 3), Q(x))}")
        print(f"mean,{law},1/3,{x},3/4,{mean(parse(law), Q(1, 3), Q(x), Q(3, 4))}")
