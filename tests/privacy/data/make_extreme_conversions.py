"""epsilon of the optimal conversion where it is far beyond the doubles' exponents, to 17 digits (mpmath).

For one order a = 1 + eta, divergence rho and delta the extremal pair of coins is (p, q). Where epsilon is that large q is
below exp(-10^16), so that (1-q)^(1-a) is 1 to far more digits than are printed, and the constraint gives
log(1/q) = [log(exp(eta rho) - (1-p)^a) - a log p]/eta: what is left is the largest log(p - delta) + log(1/q) over p.

    python3 make_extreme_conversions.py
"""
from mpmath import exp, log, mp, mpf, nstr, sqrt

mp.dps = 800


def epsilon(eta, rho, delta):
    order, moment = 1 + eta, exp(eta * rho)

    def at(v):  # p = delta (1 + exp(v))
        p = delta * (1 + exp(v))
        return log(p - delta) + (log(moment - (1 - p) ** order) - order * log(p)) / eta

    low, high = mpf(-120), log(1 / delta) - mpf(1) / 100
    best = max((at(low + (high - low) * i / 400), low + (high - low) * i / 400) for i in range(401))[1]
    low, high = best - 3, min(best + 3, log(1 / delta) - mpf(10) ** -6)
    golden = (sqrt(mpf(5)) - 1) / 2
    for _ in range(160):
        x, y = high - golden * (high - low), low + golden * (high - low)
        low, high = (x, high) if at(x) < at(y) else (low, y)
    return at((low + high) / 2)


for bits, rho, delta in ((52, "1", "5e-324"), (53, "1", "1e-200"), (52, "1e-300", "5e-324")):
    print(f"1 + 2^-{bits}", rho, delta, nstr(epsilon(mpf(2) ** -bits, mpf(rho), mpf(delta)), 17))
