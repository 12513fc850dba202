"""python3 make_propose_test_sample.py > propose_test_sample_mpmath.csv
Propose-Test-Sample by numerical integration: joint law of the two noisy counts (the density of the first times the tail
of the second, integrated with breaks where |V| jumps), members of n_min, and the scale of line 13.
Rows: counts,eps,delta,rho1,slopes,a,b,value (a or b may be inf) | sizes,eps,delta,x_l,x_h,alpha,beta,rho2,gamma1,n1,centre,
ten values | scale,...,threshold,n2,value (1/eps times the sensitivity)."""
from mpmath import mp, mpf, quad, exp, log, inf

mp.dps = 30


def f(text):
    if "/" in text:
        a, b = text.split("/")
        return mpf(a) / mpf(b)
    return mpf(text)


def tail(t, eps):  # P(Lap <= t)
    return exp(eps * t) / 2 if t < 0 else 1 - exp(-eps * t) / 2


def counts(eps, delta, rho1, slopes, a, b):
    e, d, rho = f(eps), f(delta), f(rho1)
    s = [f(x) for x in slopes.split(" ")]
    low, n = log(1 / (2 * d)) / e, len(s)
    top = n - low + 80 / e if a == "inf" else f(a)

    def integrand(r):
        size = sum(1 for x in s if r >= 0 and x <= r ** rho)
        second = 1 if b == "inf" else tail(f(b) - size + low, e)
        return e / 2 * exp(-e * abs(r - n + low)) * second

    breaks = sorted({c for c in [n - low, mpf(0)] + [x ** (1 / rho) for x in s] if c < top})
    start = min(breaks + [top]) - 80 / e
    points = [start] + breaks + [top]
    return sum(quad(integrand, [u, (u + v) / 2, v]) for u, v in zip(points, points[1:]) if v > u)


def sizes(eps, delta, xl, xh, alpha, beta, rho2, g, n1, mb):
    e, d, xl, xh, al, be, r2, g, n1, mb = map(f, (eps, delta, xl, xh, alpha, beta, rho2, g, n1, mb))
    nu = 2 * log(1 / d) / e + 1
    m = (xh ** 2 * be) * (xh ** 2 * al + xh ** 4 * be) / (mpf(9) / 10 * (xl ** 2 * be) ** 2)
    k = (xh ** 2 * al + xh ** 4 * be) ** 2 / (mpf(9) / 10 * xl ** 6 * be)
    return [1 + xh ** 2 / xl ** 2 * 8 / e, 1 + nu * xh ** 2 / xl ** 2 * (1 + 8 * (nu - 1) / e),
            (16 * nu * be * xh ** 4 / (mpf(9) / 10 * e * xl ** 2)) ** (1 / (1 - 2 * g)),
            (32 * nu * be / e * m * mb) ** (1 / (2 - g)), (32 * nu * be / e * m) ** (1 / (2 - 2 * g)),
            (8 * nu / e * k * mb) ** (mpf(2) / 3), (8 * nu / e * k) ** (2 / (3 - 2 * g)),
            1 + xh ** 2 / xl ** 2 * 10 * nu / be, 1 + nu * xh ** 2 / xl ** 2, n1 ** (r2 / g)]


for row in [("1", "1/10", "5/4", "1 2 3", "inf", "1"), ("1", "1/10", "5/4", "1 2 3", "2", "1"),
            ("1/2", "1/100", "5/4", "0 0 1/2 7 7 40", "inf", "1"), ("1/2", "1/100", "5/4", "0 0 1/2 7 7 40", "5", "5/2"),
            ("2", "1/4", "11/10", "3 9 27 81", "7/2", "inf"), ("2", "1/4", "11/10", "100 200", "inf", "1/2"),
            ("1", "2/5", "6/5", "0 0 0 0 0", "-1", "0")]:
    print(",".join(("counts",) + row + (mp.nstr(counts(*row), 18),)))
for row in [("1", "1/100", "1/2", "1", "1", "3", "1/20", "1/10", "5000", "7/2"),
            ("1/4", "1/1000", "2", "3", "1/5", "1", "2/5", "9/20", "123456", "100")]:
    print(",".join(("sizes",) + row + tuple(mp.nstr(v, 18) for v in sizes(*row))))
for e, xl, xh, threshold, n2 in [("1", "1/2", "1", "32", "16"), ("1/4", "2", "3", "10", "11/10")]:
    l, h, t, n = f(xl) ** 2, f(xh) ** 2, f(threshold), f(n2)
    print(",".join(("scale", e, xl, xh, threshold, n2,
                    mp.nstr(t * (2 * (n - 1) * h * l + h * h) / (n * (n - 1) * l * l) / f(e), 18))))
