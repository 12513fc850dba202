#!/usr/bin/env python3
"""Reference values for the optimal conversion of a whole curve to (epsilon, delta), by the definition: the largest
p - exp(epsilon) q (or (p - delta)/q) over the pairs of coins (p, q) that keep every order's Renyi divergence, found by
golden section over q with the largest p that the orders allow. mpmath point evaluation at two precisions that must
agree to 30 digits.

    python3 make_joint_conversions.py > joint_conversions_mpmath.csv

Columns as in conversions_mpmath.csv. The named cases come first; the others are drawn from a fixed seed. inf among the
divergences is an order that says nothing, inf among the orders the max-divergence.
"""
import random
import sys
from multiprocessing import Pool
from mpmath import mp, mpf, exp, log, sqrt, inf

DIGITS = 30


def words(text):
    return dict(part.split('=') for part in text.split(';'))


def number(text):
    if '/' in text:
        return mpf(text.split('/')[0]) / mpf(text.split('/')[1])
    return inf if text == 'inf' else mpf(text)


def constraints(p):
    pairs = zip(map(number, p['orders'].split('|')), map(number, p['eps'].split('|')))
    return [(a, rho) for a, rho in pairs if rho != inf]


def sigmoid(x):
    return 1 / (1 + exp(-x)), 1 / (1 + exp(x))


def largest(a, rho, t):
    """The largest logit of p, at least t, that the order allows at logit(q) = t; inf for p = 1."""
    q, not_q = sigmoid(t)
    if a == inf:
        p = q * exp(rho)
        return inf if p >= 1 else log(p / (not_q - q * (exp(rho) - 1)))
    if -log(q) <= rho:
        return inf

    def excess(x):
        p, not_p = sigmoid(x)
        return log(p**a * q**(1 - a) + not_p**a * not_q**(1 - a)) - (a - 1) * rho
    low, high = t, t + 1
    f_low, f_high = -(a - 1) * rho, excess(high)
    if rho == 0:
        return t
    while f_high < 0:
        low, f_low, high = high, f_high, high + 2 * (high - t)
        f_high = excess(high)
    for _ in range(400):
        x = (low * f_high - high * f_low) / (f_high - f_low)
        f = excess(x)
        if f == 0 or abs(high - low) < mpf(10)**(4 - mp.dps) * (1 + abs(x)):
            return x
        if f * f_high < 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = x, f
    return x


def golden(f, lo, hi, n):
    """Largest value of a unimodal f."""
    g = (sqrt(mpf(5)) - 1) / 2
    a, b = hi - g * (hi - lo), lo + g * (hi - lo)
    fa, fb = f(a), f(b)
    for _ in range(n):
        if fa > fb:
            hi, b, fb = b, a, fa
            a = hi - g * (hi - lo)
            fa = f(a)
        else:
            lo, a, fa = a, b, fb
            b = lo + g * (hi - lo)
            fb = f(b)
    return max(fa, fb)


def best(curve, objective):
    def f(t):
        x = min(largest(a, rho, t) for a, rho in curve)
        return objective(mpf(1) if x == inf else sigmoid(x)[0], sigmoid(t)[0])
    return golden(f, mpf(-3000), mpf(200), int(mp.dps * 4.9))


def delta(p, at):
    return max(mpf(0), best(constraints(p), lambda x, y: x - exp(at) * y))


def epsilon(p, at):
    return max(mpf(0), log(max(mpf(1), best(constraints(p), lambda x, y: (x - at) / y))))


CASES = []
for text, ats in (
        ('orders=1.5|3|20;eps=0.05|0.08|0.5', ['0', '0.5', '1', '3']),
        ('orders=2|8;eps=0.1|0.3', ['0.05', '0.2', '2']),
        ('orders=2|8|inf;eps=0.1|0.3|inf', ['0.2']),
        ('orders=2|8|inf;eps=0.1|0.3|0.4', ['0.2', '0.39']),
        ('orders=20|1.5|3|3;eps=0.5|0.05|0.08|0.2', ['0.5']),
        ('orders=3|inf;eps=2|3', ['0.3', '1', '2.5']),
        ('orders=1.001|1000;eps=0.001|0.02', ['0.001', '0.02', '0.3']),
        ('orders=1.5|200;eps=1e-9|1e-8', ['1e-9', '1e-5']),
        ('orders=1.25|4|64;eps=20|21|22', ['1', '18', '21.5']),
        ('orders=2|4|8|16|32;eps=1/81|2/81|4/81|8/81|16/81', ['0.1', '1'])):
    CASES += [('delta_optimal', text, at) for at in ats]
for text, ats in (
        ('orders=1.5|3|20;eps=0.05|0.08|0.5', ['1e-9', '0.0120397992', '0.1']),
        ('orders=2|8;eps=0.1|0.3', ['1e-5', '0.09']),
        ('orders=2|8|inf;eps=0.1|0.3|0.4', ['0.02']),
        ('orders=1.25|4|64;eps=20|21|22', ['1e-6', '0.02', '0.6']),
        ('orders=2|4|8|16|32;eps=1/81|2/81|4/81|8/81|16/81', ['1e-6'])):
    CASES += [('epsilon_optimal', text, at) for at in ats]
draw = random.Random(20)
for i in range(60):
    count = draw.randint(1, 5)
    orders = sorted({float('%.3g' % (1 + 10**draw.uniform(-2, 2.3))) for _ in range(count)})
    scale, bend = 10**draw.uniform(-2.5, 0.5), draw.uniform(0.2, 1.1)
    values = ['%.4g' % (scale * a**bend * draw.uniform(0.8, 1.25)) for a in orders]
    names = ['%g' % a for a in orders]
    if draw.random() < 0.25:
        names.append('inf')
        values.append('%.4g' % (float(values[-1]) * draw.uniform(1, 3)) if draw.random() < 0.6 else 'inf')
    if len(values) > 2 and draw.random() < 0.2:
        values[draw.randrange(1, len(values))] = 'inf'
    text = 'orders=%s;eps=%s' % ('|'.join(names), '|'.join(values))
    largest_value = max(float(v) for v in values if v != 'inf')
    if i % 2:
        CASES.append(('delta_optimal', text, '%.3g' % (largest_value * 10**draw.uniform(-1, 0.3))))
    else:
        CASES.append(('epsilon_optimal', text, '%.3g' % 10**draw.uniform(-10, -0.5)))


def evaluate(case):
    quantity, text, at = case
    values = []
    for digits in (50, 55):
        mp.dps = digits
        values.append((delta if quantity.startswith('delta') else epsilon)(words(text), mpf(at)))
    assert abs(values[0] - values[1]) <= abs(values[1]) * mpf(10)**-(DIGITS + 1), (case, values)
    return ','.join([quantity, 'rdp_curve', text.replace('|', ' '), at, mp.nstr(values[1], DIGITS)])


if __name__ == '__main__':
    with Pool(2) as pool:
        for line in pool.imap(evaluate, CASES):
            print(line)
            sys.stdout.flush()
