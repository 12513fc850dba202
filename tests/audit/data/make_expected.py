#!/usr/bin/env python3
"""Expected verdicts of audit files, by mpmath point evaluation at two precisions that must agree (never mpmath.iv).

    make_expected.py cases > cases.csv                       the file of test cases, from truths computed here
    make_expected.py wide > wide.csv                         the same over every range of parameters, drawn from a fixed seed
    make_expected.py expect FILE.csv > FILE.expected.csv     row, verdict, class, truth, relative gap, ulps

Formulas: closed forms of the textbooks; see truth().
"""
import csv
import functools
import json
import math
import random
import sys
from fractions import Fraction

import mpmath as mp


def number(text):
    """A decimal is the nearest double, p/q is exact; inf and nan."""
    if isinstance(text, (int, float)):
        return Fraction(float(text)) if math.isfinite(text) else float(text)
    if "/" in text:
        return Fraction(text)
    x = float.fromhex(text) if "0x" in text.lower() else float(text)
    return Fraction(x) if math.isfinite(x) else x


def m(q):
    return mp.mpf(q.numerator) / q.denominator if isinstance(q, Fraction) else mp.mpf(q)


def weighted_renyi(pairs, order):
    """Two laws on finitely many outcomes, [(P, Q, how many such outcomes)]."""
    pairs = [t for t in pairs if t[2] != 0]
    if all(a == b for a, b, _ in pairs):
        return mp.mpf(0)
    pairs = [t for t in pairs if t[0] != 0]
    if any(b == 0 for _, b, _ in pairs):
        if order >= 1:
            return mp.inf
        pairs = [t for t in pairs if t[1] != 0]
        if not pairs:
            return mp.inf
    if order == math.inf:
        return max(mp.log(a / b) for a, b, _ in pairs)
    if order == 1:
        return mp.fsum(c * a * mp.log(a / b) for a, b, c in pairs)
    l = m(order)
    return mp.log(mp.fsum(c * mp.exp(l * mp.log(a) + (1 - l) * mp.log(b)) for a, b, c in pairs)) / (l - 1)


def gaussian_delta(mu, eps):
    phi = lambda x: mp.erfc(-x / mp.sqrt(2)) / 2
    return phi(-eps / mu + mu / 2) - mp.exp(eps) * phi(-eps / mu - mu / 2)


def bisect(f, lo, hi):
    """A zero of the decreasing f between lo and hi, by bisection to half the digits and then the secant method."""
    assert f(lo) >= 0 >= f(hi), (f(lo), f(hi))
    while (hi - lo) > mp.mpf(10) ** (-20) * hi:
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if f(mid) > 0 else (lo, mid)
    return mp.findroot(f, (lo, hi), solver="secant", tol=mp.mpf(10) ** (-2 * mp.mp.dps + 60) * max(abs(f(lo)), abs(f(hi))) ** 2, maxsteps=60)


def subsampled(q, sigma, order):
    """D_order((1-q) N(0, s^2) + q N(1, s^2) || N(0, s^2))."""
    q, s = m(q), m(sigma)
    if q == 0:
        return mp.mpf(0)
    if order == math.inf:
        return mp.inf
    if q == 1 and order != 1:
        return m(order) / (2 * s * s)
    ratio = lambda x: 1 - q + q * mp.exp((2 * x - 1) / (2 * s * s))
    density = lambda x: mp.exp(-x * x / (2 * s * s)) / (s * mp.sqrt(2 * mp.pi))
    if order != 1 and m(order) == int(m(order)):
        l = int(m(order))
        terms = [mp.binomial(l, k) * (1 - q) ** (l - k) * q**k * mp.exp(mp.mpf(k * k - k) / (2 * s * s)) for k in range(l + 1)]
        return mp.log(mp.fsum(terms)) / (l - 1)
    l = m(order)
    reach = s * mp.sqrt(2 * mp.log(10) * (mp.mp.dps + 20)) + max(l, 1) + 1
    marks = sorted({-reach, mp.mpf(0), mp.mpf(1) / 2 + s * s * mp.log((1 - q) / q), l, -reach / 2, reach / 2, reach})
    marks = [x for x in marks if -reach <= x <= reach]
    if order == 1:
        return mp.quad(lambda x: density(x) * ratio(x) * mp.log(ratio(x)), marks)
    return mp.log(mp.quad(lambda x: density(x) * ratio(x) ** l, marks)) / (l - 1)


def beta_renyi(a1, b1, a2, b2, order):
    a1, b1, a2, b2 = map(m, (a1, b1, a2, b2))
    log_beta = lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    if (a1, b1) == (a2, b2):
        return mp.mpf(0)
    if order == math.inf:
        da, db = a1 - a2, b1 - b2
        if da < 0 or db < 0:
            return mp.inf
        sup = (da * mp.log(da) if da else 0) + (db * mp.log(db) if db else 0) - ((da + db) * mp.log(da + db))
        return sup + log_beta(a2, b2) - log_beta(a1, b1)
    if order == 1:
        return log_beta(a2, b2) - log_beta(a1, b1) + (a1 - a2) * mp.digamma(a1) + (b1 - b2) * mp.digamma(b1) + (a2 - a1 + b2 - b1) * mp.digamma(a1 + b1)
    l = m(order)
    a, b = l * a1 + (1 - l) * a2, l * b1 + (1 - l) * b2
    if a <= 0 or b <= 0:
        return mp.inf
    return (log_beta(a, b) - l * log_beta(a1, b1)) / (l - 1) + log_beta(a2, b2)


def beta_delta(a1, b1, a2, b2, eps):
    """sup_S P(S) - e^eps Q(S): the positive part of the densities' difference, over the intervals where it is positive."""
    a1, b1, a2, b2, eps = map(m, (a1, b1, a2, b2, eps))
    log_beta = lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    shift = log_beta(a2, b2) - log_beta(a1, b1) - eps
    da, db = a1 - a2, b1 - b2
    loss = lambda x: da * mp.log(x) + db * mp.log(1 - x) + shift
    if da == 0 and db == 0:
        return mp.mpf(0)
    tiny = mp.mpf(10) ** (-mp.mp.dps)
    ends = [tiny, 1 - tiny]
    turn = da / (da + db) if da + db != 0 else mp.mpf(-1)
    points = [ends[0]] + ([turn] if 0 < turn < 1 else []) + [ends[1]]
    roots = []
    for lo, hi in zip(points, points[1:]):
        if loss(lo) * loss(hi) < 0:
            for _ in range(int(mp.mp.dps * 3.4) + 10):
                mid = (lo + hi) / 2
                lo, hi = (mid, hi) if (loss(mid) > 0) == (loss(lo) > 0) else (lo, mid)
            roots.append((lo + hi) / 2)
    cuts = [mp.mpf(0)] + roots + [mp.mpf(1)]
    total = mp.mpf(0)
    for lo, hi in zip(cuts, cuts[1:]):
        if loss((max(lo, tiny) + min(hi, 1 - tiny)) / 2) > 0:
            total += mp.betainc(a1, b1, lo, hi, regularized=True) - mp.exp(eps) * mp.betainc(a2, b2, lo, hi, regularized=True)
    return total


def truth(mechanism, p, quantity, at):
    """The quantity at the current precision."""
    order = at
    if mechanism == "gaussian" and "sigma" in p and p["sigma"] == 0:  # the values themselves are released
        return {"rdp": mp.inf, "delta": mp.mpf(1), "epsilon": mp.mpf(0) if at >= 1 else mp.inf}[quantity]
    if mechanism == "gaussian" and quantity == "epsilon" and at == 0:
        return mp.inf
    if mechanism == "gaussian" and quantity == "sigma" and at in (0, 1):
        return mp.inf if at == 0 else mp.mpf(0)
    if mechanism == "laplace" and p["b"] == 0:
        return mp.inf
    if mechanism == "laplace" and order == Fraction(1, 2):  # the limit of the closed form
        return 1 / m(p["b"]) - 2 * mp.log(1 + 1 / (2 * m(p["b"])))
    if mechanism == "pure_dp" and p["eps"] == 0:
        return mp.mpf(0)
    if mechanism == "poisson_subsampled_gaussian" and p["sigma"] == 0 and p["q"] != 0:
        return mp.inf if order >= 1 or p["q"] == 1 else m(p.get("T", Fraction(1))) * m(order) * mp.log(1 - m(p["q"])) / (m(order) - 1)
    if mechanism == "poisson_subsampled_gaussian" and p["q"] == 1 and order != math.inf:
        return m(p.get("T", Fraction(1))) * m(order) / (2 * m(p["sigma"]) ** 2)
    if mechanism == "gaussian" and quantity == "rdp":
        return mp.inf if at == math.inf else m(Fraction(p.get("T", 1)) * at / (2 * p["sigma"] ** 2))
    if mechanism == "gaussian" and quantity == "delta":
        return mp.mpf(0) if at == math.inf else gaussian_delta(mp.sqrt(m(p.get("T", Fraction(1)))) / m(p["sigma"]), m(at))
    if mechanism == "gaussian" and quantity == "epsilon":
        mu = mp.sqrt(m(p.get("T", Fraction(1)))) / m(p["sigma"])
        if m(at) >= gaussian_delta(mu, mp.mpf(0)):
            return mp.mpf(0)
        if at == 0:
            return mp.inf
        f = lambda e: mp.log(gaussian_delta(mu, e)) - mp.log(m(at))
        hi = mu * mu / 2 + 1
        while f(hi) > 0:
            hi *= 2
        return bisect(f, mp.mpf(0), hi)
    if mechanism == "gaussian" and quantity == "sigma":
        f = lambda s: mp.log(gaussian_delta(1 / s, m(p["epsilon"]))) - mp.log(m(at))
        lo, hi = mp.mpf(1), mp.mpf(1)
        while f(lo) < 0:
            lo /= 2
        while f(hi) > 0:
            hi *= 2
        return bisect(f, lo, hi)
    if mechanism == "laplace":
        b = m(p["b"])
        if order == math.inf:
            return 1 / b
        if order == 1:
            return mp.exp(-1 / b) - 1 + 1 / b
        l = m(order)
        return mp.log(l / (2 * l - 1) * mp.exp((l - 1) / b) + (l - 1) / (2 * l - 1) * mp.exp(-l / b)) / (l - 1)
    if mechanism == "pure_dp":
        t = 1 / (1 + mp.exp(m(p["eps"])))
        return weighted_renyi([(1 - t, t, 1), (t, 1 - t, 1)], order)
    if mechanism == "randomized_response":
        t = m(p["p_truth"])
        return weighted_renyi([(t, 1 - t, 1), (1 - t, t, 1)], order)
    if mechanism.startswith("kary_randomized_response"):
        noise, k = m(p["noise"]), int(p["k"])
        if k == 1:  # one value only: nothing to tell
            return mp.mpf(0)
        high, low = 1 - noise + noise / k, noise / k
        if mechanism.endswith("replace_one"):
            return weighted_renyi([(high, low, 1), (low, high, 1), (low, low, k - 2)], order)
        u = 1 / mp.mpf(k)
        return max(weighted_renyi([(high, u, 1), (low, u, k - 1)], order), weighted_renyi([(u, high, 1), (u, low, k - 1)], order))
    if mechanism == "poisson_subsampled_gaussian":
        return m(p.get("T", Fraction(1))) * subsampled(p["q"], p["sigma"], order)
    if mechanism == "beta_pair":
        arguments = [p[k] for k in ("a1", "b1", "a2", "b2")]
        return (beta_renyi if quantity == "renyi" else beta_delta)(*arguments, at)
    raise ValueError(mechanism)


def certain_truth(mechanism, parameters, quantity, at):
    """Of a query, once: rows come in groups about the same one."""
    return agreed_truth(mechanism, tuple(sorted(parameters.items())), quantity, at)


@functools.lru_cache(maxsize=None)
def agreed_truth(mechanism, parameters, quantity, at):
    """The truth at two precisions, the smaller chosen so that they agree to 40 digits."""
    previous = None
    for digits in (80, 130, 260, 520, 1040):
        with mp.workdps(digits):
            value = truth(mechanism, dict(parameters), quantity, at)
            if previous is not None:
                if value == previous or (mp.isfinite(value) and abs(value - previous) <= abs(value) * mp.mpf(10) ** -40):
                    return value
            previous = value
    raise ArithmeticError(f"no agreement: {mechanism} {parameters} {quantity} {at}")


def ulp(x):
    nearest = abs(float(x))
    return math.nextafter(nearest, math.inf) - nearest


def expect(row):
    """(verdict, class, truth, gap, ulps) of a row."""
    parameters = {k: number(v) for k, v in json.loads(row["parameters"]).items()}
    value, upper = number(row["value"]), row["bound"] == "upper"
    t = certain_truth(row["mechanism"], parameters, row["quantity"], number(row["at"]))
    with mp.workdps(1040):
        shown = mp.nstr(t, 35, min_fixed=1, max_fixed=0) if mp.isfinite(t) else "inf"
        if isinstance(value, float) and math.isnan(value):
            return "unsound", "invalid", shown, "", ""
        if t == mp.inf:
            if value == math.inf:
                return "exact", "", shown, "", ""
            return ("unsound", "invalid", shown, "", "") if upper else ("sound", "", shown, "", "")
        if isinstance(value, float):
            good = (value > 0) == upper
            return ("sound" if good else "unsound"), ("" if good else "invalid" if value < 0 else "gross"), shown, "", ""
        v = m(value)
        equal = False
        if abs(v - t) <= abs(t) * mp.mpf(10) ** -35:
            # Equal, or nearly so (exp(-800) is 1e-348): 2000 digits tell.
            with mp.workdps(2000):
                t = truth(row["mechanism"], parameters, row["quantity"], number(row["at"]))
                v = m(value)
                equal = abs(v - t) <= abs(t) * mp.mpf(10) ** -1950
            # A supremum over orders that is not attained, nearer than any digits tell.
            if row["mechanism"] == "pure_dp" and number(row["at"]) != math.inf and v == m(parameters["eps"]) != 0:
                return ("sound" if upper else "unsound"), ("" if upper else "rounding"), shown, 0.0, 0.0
        gap = "" if t == 0 else float((v - t) / abs(t)) if not equal else 0.0
        ulps = float(abs(v - t) / ulp(t)) if not equal else 0.0
        if equal:
            return "exact", "", shown, gap, ulps
        if (v > t) == upper:
            return "sound", "", shown, gap, ulps
        if upper and v < 0:
            kind = "invalid"
        elif ulps <= 16:
            kind = "rounding"
        elif gap == "" or abs(gap) > 1e-3:
            kind = "gross"
        else:
            kind = "numerical"
        return "unsound", kind, shown, gap, ulps


COLUMNS = ["tool", "version", "mechanism", "parameters", "at", "quantity", "bound", "value"]


def queries():
    """Every mechanism and quantity of the table: easy, hard and limiting parameters."""
    for sigma, T in ((2, None), (0.3, 7), ("1/3", None), (100.0, 10000)):
        p = {"sigma": sigma} | ({"T": T} if T else {})
        for at in ("1", "1.0000001", "2", "512", "inf"):
            yield "gaussian", p, at, "rdp"
        for at in ("0", "0.1", "3", "40"):
            yield "gaussian", p, at, "delta"
        for at in ("0.9999", "0.1", "1e-5", "1e-100"):
            yield "gaussian", p, at, "epsilon"
    for eps, at in ((0.5, "1e-5"), (20, "1e-17"), (0.001, "0.2"), ("1/3", "1e-300")):
        yield "gaussian", {"epsilon": eps}, at, "sigma"
    for b in (0.01, 1, 1000.0):
        for at in ("1", "1.001", "2.5", "1000", "inf"):
            yield "laplace", {"b": b}, at, "rdp"
    for eps in (1e-6, 0.5, 800):
        for at in ("1", "1.000001", "3", "inf"):
            yield "pure_dp", {"eps": eps}, at, "rdp"
    for t in (0.5, 0.51, 0.999999, "2/3", 1):
        for at in ("1", "1.5", "64", "inf"):
            yield "randomized_response", {"p_truth": t}, at, "rdp"
    for kind in ("one", "special"):
        for noise, k in ((0.5, 2), (0.999999999999, 10), (0.001, 1000), (1, 3), (0, 4)):
            for at in ("1", "1.25", "16", "inf"):
                yield "kary_randomized_response_replace_" + kind, {"noise": noise, "k": k}, at, "rdp"
    for q, sigma, T in ((0.01, 1.0, None), (1e-9, 0.7, None), (0.5, 100, 1000), (1, 2, None), (0.3, 0.4, None)):
        p = {"q": q, "sigma": sigma} | ({"T": T} if T else {})
        for at in ("1.5", "2", "16", "33.3"):
            yield "poisson_subsampled_gaussian", p, at, "rdp"
    for a1, b1, a2, b2 in ((2, 1, 1, 2), (0.5, 100, 1.5, 99), (1000000001.5, 9000000000.5, 1000000000.5, 9000000001.5), (3, 3, 3, 3), (2, 3, 1, 2), ("1/3", "2/7", "4/3", "2/7")):
        p = {"a1": a1, "b1": b1, "a2": a2, "b2": b2}
        for at in ("1", "0.5", "1.25", "8", "inf"):
            yield "beta_pair", p, at, "renyi"
    for p in ({"a1": 3, "b1": 7, "a2": 4, "b2": 6}, {"a1": 0.5, "b1": 20.5, "a2": 1.5, "b2": 19.5}):
        for at in ("0", "0.5", "3"):
            yield "beta_pair", p, at, "delta"


def wide_queries():
    """Every mechanism of the table over wide ranges, ends of the domains included, from a fixed seed."""
    draw = random.Random(5)
    log_uniform = lambda lo, hi: float(f"{math.exp(draw.uniform(math.log(lo), math.log(hi))):.6g}")
    order = lambda: draw.choice([log_uniform(1.0001, 1000), 1 + log_uniform(1e-9, 1e-2), float(draw.randint(2, 300)), 1, "inf", 0.5, log_uniform(0.01, 0.99), 1e6])
    probability = lambda: draw.choice([0, 1, log_uniform(1e-12, 1), 1 - log_uniform(1e-12, 0.5), 0.5])
    for _ in range(40):
        p = {"sigma": draw.choice([0, log_uniform(1e-3, 1e3), log_uniform(1e-150, 1e150)])}
        if draw.random() < 0.5:
            p["T"] = draw.choice([1, 10, 10**6, 10**15])
        yield "gaussian", p, str(order()), "rdp"
        p = dict(p, sigma=draw.choice([0, log_uniform(0.05, 100), log_uniform(1e3, 1e8)]))
        yield "gaussian", p, str(draw.choice([0, log_uniform(1e-12, 1), log_uniform(1, 60), 200])), "delta"
        yield "gaussian", dict(p, T=1), str(draw.choice([0, 1, log_uniform(1e-300, 1e-20), log_uniform(1e-20, 0.9)])), "epsilon"
        yield "gaussian", {"epsilon": draw.choice([log_uniform(1e-8, 1), log_uniform(1, 300)])}, str(draw.choice([0, 1, log_uniform(1e-200, 0.5)])), "sigma"
        yield "laplace", {"b": draw.choice([0, log_uniform(1e-3, 1e3), log_uniform(1e-8, 1e12)])}, str(order()), "rdp"
        yield "pure_dp", {"eps": draw.choice([0, log_uniform(1e-12, 1e-3), log_uniform(1e-3, 100), log_uniform(1e3, 1e6)])}, str(order()), "rdp"
        yield "randomized_response", {"p_truth": probability()}, str(order()), "rdp"
        kind = draw.choice(["one", "special"])
        yield "kary_randomized_response_replace_" + kind, {"noise": probability(), "k": draw.choice([1, 2, 3, 10, 10**6, 10**12])}, str(order()), "rdp"
        q, sigma = draw.choice([0, 1, log_uniform(1e-12, 1), log_uniform(1e-6, 0.5)]), log_uniform(0.2, 50)
        p = {"q": q, "sigma": sigma} | ({"T": draw.choice([1, 1000, 10**9])} if draw.random() < 0.3 else {})
        yield "poisson_subsampled_gaussian", p, str(draw.choice([draw.randint(2, 512), draw.randint(2, 64), "inf", 1])), "rdp"
        yield "poisson_subsampled_gaussian", p, str(draw.choice([log_uniform(1.001, 50), 1 + log_uniform(1e-6, 1e-2), 0.5])), "rdp"
        count = lambda: draw.choice([log_uniform(0.01, 10), log_uniform(10, 1e6), float(draw.randint(1, 1000)), log_uniform(1e6, 1e14)])
        a, b = count(), count()
        near = {"a1": a, "b1": b + 1, "a2": a + 1, "b2": b} if draw.random() < 0.5 else {"a1": a, "b1": b, "a2": count(), "b2": count()}
        yield "beta_pair", near, str(order()), "renyi"
        count = lambda: draw.choice([log_uniform(0.05, 10), log_uniform(10, 3000), float(draw.randint(1, 300))])
        a, b = count(), count()
        near = {"a1": a, "b1": b + 1, "a2": a + 1, "b2": b} if draw.random() < 0.6 else {"a1": a, "b1": b, "a2": count(), "b2": count()}
        yield "beta_pair", near, str(draw.choice([0, log_uniform(1e-6, 1), log_uniform(1, 10)])), "delta"


def cases(which=queries):
    out = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    out.writeheader()
    specials = ["nan", "inf", "-inf", "-1e-30", "0"]
    count = 0
    for mechanism, p, at, quantity in which():
        t = certain_truth(mechanism, {k: number(v) for k, v in p.items()}, quantity, number(at))
        values = [specials[count % len(specials)], specials[(count + 2) % len(specials)]]
        if mp.isfinite(t):
            near = float(t)
            up = lambda x, n: x + n * ulp(x)
            choices = [repr(near), repr(up(near, 1)), repr(up(near, -1)), repr(up(near, 15)), repr(up(near, -15)), repr(up(near, -18)),
                       repr(up(near, 18)), repr(near * (1 - 9e-4)), repr(near * (1 + 9e-4)), repr(near * (1 - 2e-3)), repr(near * 1.5), near.hex()]
            values += [choices[count % 12], choices[(count + 5) % 12], choices[(count + 7) % 12]]
        else:
            values += ["1e308"]
        for i, value in enumerate(values):
            out.writerow({"tool": "cases", "version": "1", "mechanism": mechanism, "parameters": json.dumps(p), "at": at, "quantity": quantity,
                          "bound": "upper" if (count + i) % 3 else "lower", "value": value})
        count += 1


def main():
    if sys.argv[1] in ("cases", "wide"):
        cases(queries if sys.argv[1] == "cases" else wide_queries)
        return
    print("row,verdict,class,truth,relative_gap,ulps")
    with open(sys.argv[2], newline="") as file:
        for number_, row in enumerate(csv.DictReader(file), 1):
            print(",".join(str(x) for x in (number_, *expect(row))), flush=True)


main()
