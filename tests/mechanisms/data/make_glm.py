#!/usr/bin/env python3
"""Values for tests/mechanisms/glm_test.cpp, by mpmath quadrature (point evaluation, 30 digits).

glm_posterior.csv: one-dimensional posteriors of a fixed data set: mean, variance and the distribution function at the
mean -1, 0, +1 standard deviations.  glm_divergence.csv: the Renyi divergence between the posteriors of two data sets
that differ in the label of one record x = c (all other records are x = 0), beside which the guarantee is held."""
import os
from mpmath import mp, mpf, quad, log, exp, sqrt, ncdf, linspace

mp.dps = 30
X = [mpf(v) / 10 for v in (10, -4, 7, 2, -9, 5, 3, -10)]
Y = [1, 1, 0, 1, 0, 0, 1, 0]


def loglik(link, m):
    return -log(1 + exp(-m)) if link == "logistic" else log(ncdf(m))


def density(link, rho, precision, x, y):
    def f(w):
        return exp(rho * sum(loglik(link, (1 if b else -1) * a * w) for a, b in zip(x, y)) - precision * w * w / 2)
    return f


def grid(precision, radius):
    end = 14 / sqrt(mpf(precision)) + 12
    if radius is not None:
        end = min(end, mpf(radius))
    return linspace(-end, end, 41)


def fmt(x):
    return mp.nstr(x, 17)


here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "glm_posterior.csv"), "w") as out:
    out.write("link,rho,precision,radius,mean,variance,below_minus,below_mean,below_plus\n")
    for link in ("logistic", "probit"):
        for rho, precision, radius in ((1, 1, None), (1, "0.05", None), ("0.25", "0.5", None), (1, "0.5", "0.7"),
                                       ("0.5", 2, "0.4")):
            f = density(link, mpf(rho), mpf(precision), X, Y)
            points = grid(mpf(precision), radius)
            z = quad(f, points)
            mean = quad(lambda w: w * f(w), points) / z
            var = quad(lambda w: (w - mean) ** 2 * f(w), points) / z
            below = []
            for q in (mean - sqrt(var), mean, mean + sqrt(var)):
                inside = [p for p in points if p < q]
                below.append(quad(f, inside + [q]) / z if inside else mpf(0))
            out.write(",".join([link, str(rho), str(precision), str(radius or "inf"), fmt(mean), fmt(var)] +
                               [fmt(b) for b in below]) + "\n")

with open(os.path.join(here, "glm_divergence.csv"), "w") as out:
    out.write("c,beta,rho,n,truncated,order,divergence\n")
    for c, beta, rho, n, truncated in ((1, 1, 1, 1, 0), (2, "0.5", "0.5", 3, 0), (1, "0.1", 1, 10, 0), (1, 1, 1, 1, 1),
                                       (1, "0.25", "0.5", 2, 1)):
        precision = n * mpf(beta)
        radius = mpf(c) / mpf(beta) if truncated else None
        p, q = (density("logistic", mpf(rho), precision, [mpf(c)], [label]) for label in (1, 0))
        points = grid(precision, radius)
        zp, zq = quad(p, points), quad(q, points)
        for order in (2, 5, 20):
            if not truncated:  # the integrand is carried off to order * rho c/precision
                points = linspace(-14 / sqrt(precision) - 2, order * mpf(rho) * c / precision + 14 / sqrt(precision), 81)
            value = log(quad(lambda w: (p(w) / zp) ** order * (q(w) / zq) ** (1 - order), points)) / (order - 1)
            out.write(",".join(map(str, (c, beta, rho, n, truncated, order))) + "," + fmt(value) + "\n")
