"""python3 make_divergences.py > divergences_mpmath.csv
Separation, tails, hockey-stick divergences and privacy losses of cyclic SGLD on the two databases, by plain loops over the
components and bisection for every crossing of the densities (mpmath points at 60 digits; no interval type).
Columns: quantity,n,c,x_h,alpha,beta,step,parameter,value."""
from fractions import Fraction as Q
from mpmath import mp, mpf, exp, log, sqrt, erfc, findroot

mp.dps = 60


def laws(n, c, xh, alpha, beta, t):
    """(mean, variance) on D1 and the list on D2, by the recursion itself, exactly."""
    eta = 2 / (alpha + n * xh * xh * beta) ** 2

    def run(order):
        m, v = Q(0), 1 / alpha
        for j in range(t):
            x = order[j % n]
            a = 1 - eta / 2 * (alpha + n * x * x * beta)
            m, v = a * m + eta / 2 * n * beta * x * x * c, a * a * v + eta
            if j % n == n - 1:  # keep the fractions short
                m, v = Q(int(m * 10**90), 10**90), Q(int(v * 10**90), 10**90)
        return mpf(m.numerator) / m.denominator, mpf(v.numerator) / v.denominator

    first = run([xh] * n)
    return first, [run([xh] * (r - 1) + [xh / 2] + [xh] * (n - r)) for r in range(1, n + 1)]


def density(laws_, y):
    return sum(exp(-(y - m) ** 2 / (2 * v)) / sqrt(2 * mp.pi * v) for m, v in laws_) / len(laws_)


def above(laws_, y):
    return sum(erfc((y - m) / sqrt(2 * v)) / 2 for m, v in laws_) / len(laws_)


def hockey(p, q, eps):
    """Integral of (p - e^eps q)^+ over the line: all sign changes on a fine grid, each refined."""
    f = lambda y: density(p, y) - exp(eps) * density(q, y)
    spread = max(sqrt(v) for _, v in p + q)
    low = min(m for m, _ in p + q) - 40 * spread
    high = max(m for m, _ in p + q) + 40 * spread
    points, grid = [low], 1600
    previous = f(low)
    for i in range(1, grid + 1):
        y = low + (high - low) * i / grid
        value = f(y)
        if (value > 0) != (previous > 0):
            points.append(findroot(f, (low + (high - low) * (i - 1) / grid, y), solver="anderson", tol=1e-80, verify=False))
        previous = value
    points.append(high)
    total = mpf(0)
    for a, b in zip(points, points[1:]):
        if f((a + b) / 2) > 0:
            total += above(p, a) - above(p, b) - exp(eps) * (above(q, a) - above(q, b))
    return total


def fmt(x):
    return mp.nstr(x, 40)


print("# quantity,n,c,x_h,alpha,beta,step,parameter,value")
for n, c, xh, alpha, beta, t in [
    (3, Q(20), Q(7, 4), Q(1, 10), Q(1), 3),
    (3, Q(200), Q(7, 4), Q(1, 10), Q(1), 11),
    (8, Q(500), Q(9, 5), Q(1, 50), Q(1), 16),
    (8, Q(40), Q(9, 5), Q(1, 50), Q(1), 29),
    (40, Q(300), Q(2), Q(1, 10), Q(4, 5), 120),
    (60, Q(900), Q(9, 5), Q(1, 10), Q(1), 45),
]:
    first, second = laws(n, c, xh, alpha, beta, t)
    head = f"{n},{c},{xh},{alpha},{beta},{t}"
    print(f"separation,{head},0,{fmt(sum((first[0] - m) ** 2 / v for m, v in second) / n)}")
    print(f"tail,{head},3/2,{fmt(above(second, first[0] + mpf(3) / 2 * sqrt(first[1])))}")
    for eps in (Q(0), Q(1, 4), Q(2)):
        e = mpf(eps.numerator) / eps.denominator
        print(f"forward,{head},{eps},{fmt(hockey([first], second, e))}")
        print(f"backward,{head},{eps},{fmt(hockey(second, [first], e))}")
