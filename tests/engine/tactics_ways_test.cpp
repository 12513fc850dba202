// Tactics that have more than one way: for each further way a goal that it proves and one near it at which it declines.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/goals.hpp"
#include "tests/engine/tactic_proofs.hpp"

namespace dpcert::verify {
namespace {

const std::vector<Way>& ways_of_tactics() {
  static const std::vector<Way> all{
      // Numbers that may be 0 below powers, in the terms too.
      {"ZerosInTerms",
       {"vanishing-sums",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) >= 0\nassume forall int k in [1, n]: q(k) > 0\n"
        "prove sum(k, 1, n, p(k))^a*sum(k, 1, n, q(k))^(1 - a) <= sum(k, 1, n, p(k)^a*q(k)^(1 - a))",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) >= 0\nassume forall int k in [1, n]: q(k) > 0\n"
        "prove sum(k, 1, n, p(k))^a*sum(k, 1, n, q(k))^(1 - a) >= sum(k, 1, n, p(k)^a*q(k)^(1 - a))",
        "false at n = 2 with different ratios"}},
      // A power of every factor, with weights as exponents.
      {"WeightedGeometricMeans",
       {"logarithms-of-products",
        "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\nassume forall int k in [1, n]: x(k) > 0\n"
        "assume forall int k in [1, n]: w(k) > 0\nassume sum(k, 1, n, w(k)) = 1\n"
        "prove prod(k, 1, n, x(k)^w(k)) <= sum(k, 1, n, w(k)*x(k))",
        "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\nassume forall int k in [1, n]: x(k) > 0\n"
        "assume forall int k in [1, n]: w(k) > 0\nassume sum(k, 1, n, w(k)) = 2\n"
        "prove prod(k, 1, n, x(k)^w(k)) <= sum(k, 1, n, w(k)*x(k))",
        "the weights add up to 2"}},
      // A function that bends one way between the bounds of a list, which are those of its mean.
      {"JensenBetweenBounds",
       {"tangents-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: 0 < x(k) < pi\n"
        "prove sum(k, 1, n, sin(x(k)))/n <= sin(sum(k, 1, n, x(k))/n)",
        "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: 0 < x(k) < 2*pi\n"
        "prove sum(k, 1, n, sin(x(k)))/n <= sin(sum(k, 1, n, x(k))/n)",
        "the sine bends both ways there"}},
      {"JensenBetweenBoundsWithWeights",
       {"tangents-of-sums",
        "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\nassume forall int k in [1, n]: 0 <= x(k) <= pi\n"
        "assume forall int k in [1, n]: w(k) > 0\nassume sum(k, 1, n, w(k)) = 1\n"
        "prove sum(k, 1, n, w(k)*sin(x(k))) <= sin(sum(k, 1, n, w(k)*x(k)))",
        "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
        "assume forall int k in [1, n]: w(k) > 0\nassume sum(k, 1, n, w(k)) = 1\n"
        "prove sum(k, 1, n, w(k)*sin(x(k))) <= sin(sum(k, 1, n, w(k)*x(k)))",
        "the list has no upper bound"}},
      // Rows that are at most laws, below terms that are not negative.
      {"RowsOfAtMostOne",
       {"orders-of-summation",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq d(i)\nseq w(i, j)\n"
        "assume forall int i in [1, n]: forall int j in [1, m]: w(i, j) >= 0\n"
        "assume forall int i in [1, n]: sum(j, 1, m, w(i, j)) <= 1\n"
        "prove sum(j, 1, m, abs(sum(i, 1, n, d(i)*w(i, j)))) <= sum(i, 1, n, abs(d(i)))",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq d(i)\nseq w(i, j)\n"
        "assume forall int i in [1, n]: forall int j in [1, m]: w(i, j) >= 0\n"
        "assume forall int i in [1, n]: sum(j, 1, m, w(i, j)) >= 1\n"
        "prove sum(j, 1, m, abs(sum(i, 1, n, d(i)*w(i, j)))) <= sum(i, 1, n, abs(d(i)))",
        "rows may be longer"}},
      // A sum of sums in the other order.
      {"SumsOfSumsTurned",
       {"orders-of-summation",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq w(i)\nseq p(i, j)\n"
        "assume forall int i in [1, n]: w(i) >= 0\n"
        "prove sum(j, 1, m, abs(sum(i, 1, n, w(i)*p(i, j)))) <= sum(i, 1, n, w(i)*sum(j, 1, m, abs(p(i, j))))",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq w(i)\nseq p(i, j)\n"
        "prove sum(j, 1, m, abs(sum(i, 1, n, w(i)*p(i, j)))) <= sum(i, 1, n, w(i)*sum(j, 1, m, abs(p(i, j))))",
        "false for weights below 0"}},
      // A maximum on the smaller side.
      {"MaximaOfSums",
       {"moduli-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nprove max(sum(k, 1, n, x(k)), 0) <= sum(k, 1, n, max(x(k), 0))",
        "language 3\nint n in [1, inf)\nseq x(k)\nprove max(sum(k, 1, n, x(k)), 0) >= sum(k, 1, n, max(x(k), 0))",
        "the maximum is on the larger side"}},
      {"MinimaOfSums",
       {"moduli-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\n"
        "prove min(sum(k, 1, n, x(k)), sum(k, 1, n, y(k))) >= sum(k, 1, n, min(x(k), y(k)))",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\n"
        "prove min(sum(k, 1, n, x(k)), sum(k, 1, n, y(k))) <= sum(k, 1, n, min(x(k), y(k)))",
        "the minimum is on the smaller side"}},
      // Logarithms of moments of which the orders differ: as one moment below a power of the other one.
      {"LogarithmsOfTwoMoments",
       {"functions-of-sums",
        "language 3\nint n in [1, inf)\nvar a in (0, inf)\nvar b in [a, inf)\nseq p(k)\nseq x(k)\n"
        "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: x(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 1\n"
        "prove log(sum(k, 1, n, p(k)*x(k)^a))/a <= log(sum(k, 1, n, p(k)*x(k)^b))/b",
        "language 3\nint n in [1, inf)\nvar a in (0, inf)\nvar b in [a, inf)\nseq p(k)\nseq x(k)\n"
        "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: x(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 2\n"
        "prove log(sum(k, 1, n, p(k)*x(k)^a))/a <= log(sum(k, 1, n, p(k)*x(k)^b))/b",
        "the weights add up to 2"}},
      // Exponents over one line in the terms, of which the products are seen by their logarithms.
      {"LogarithmsOfRenyiMoments",
       {"functions-of-sums",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nvar b in [a, inf)\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: q(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nprove log(sum(k, 1, n, p(k)^a*q(k)^(1 - a)))/(a - 1) <= "
        "log(sum(k, 1, n, p(k)^b*q(k)^(1 - b)))/(b - 1)",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nvar b in [a, inf)\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: q(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nprove log(sum(k, 1, n, p(k)^a*q(k)^(1 - a)))/(a - 1) >= "
        "log(sum(k, 1, n, p(k)^b*q(k)^(1 - b)))/(b - 1)",
        "false at a = 2, b = 3"}},
      // A logarithm of one sum with a factor that is no number, on the larger side.
      {"LogarithmOfOneMoment",
       {"functions-of-sums",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nseq p(k)\nassume forall int k in [1, n]: p(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nprove log(sum(k, 1, n, p(k)^a))/(1 - a) <= log(n)",
        "language 3\nint n in [1, inf)\nvar a in (1, inf)\nseq p(k)\nassume forall int k in [1, n]: p(k) > 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nprove log(sum(k, 1, n, p(k)^a))/(1 - a) <= log(n)/2",
        "false at n = 2 and two equal outcomes"}},
      // With the order the other way round in the function.
      {"HalfDifferencesBackwards",
       {"half-differences",
        "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\n"
        "prove (a - b)/(2*atan((b - a)/(a + b))) < -(a + b)/2",
        "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\n"
        "prove (a - b)/(2*atan((b - a)/(a + b))) < -(2*a + b)/3",
        "false at a = 2, b = 1: -1.554 < -5/3"}},
      // An identric mean as a power, alone beside a mean with an exponent: by logarithms.
      {"IdentricMeansAsPowers",
       {"means-of-two",
        "language 3\nvar p in (0, inf)\nvar q in (p, inf)\n"
        "prove (q^q/p^p)^(1/(q - p))/exp(1) > ((p^(2/3) + q^(2/3))/2)^(3/2)",
        "language 3\nvar p in (0, inf)\nvar q in (p, inf)\n"
        "prove (q^q/p^p)^(1/(q - p))/exp(1) > ((p^(3/4) + q^(3/4))/2)^(4/3)",
        "false at p = 1, q = 2"}},
      // The odds for the outcome, whose logarithm is negative.
      {"LogOddsForTheOutcome",
       {"log-odds",
        "var p in (0, 1/2)\nvar t in (-inf, inf)\n"
        "prove log(1 - p + p*exp(t)) - p*t <= (2*p - 1)/(4*log(p/(1 - p)))*t^2",
        "var p in (0, 1/2)\nvar t in (-inf, inf)\n"
        "prove log(1 - p + p*exp(t)) - p*t <= (2*p - 1)/(5*log(p/(1 - p)))*t^2",
        "false at p = 1/3, t = log(4)"}},
      // A power of a quotient in the slope, whose sign is that of the base alone.
      {"FactorsOfPowers",
       {"factor-alone", "language 3\nvar x in (0, inf)\nvar p in [3, inf)\nprove (sinh(x)/x)^p*log(sinh(x)/x) >= 0",
        "language 3\nvar x in (0, inf)\nvar p in [3, inf)\nprove (sinh(x)/x)^p*(log(sinh(x)/x) - 1/1000) >= 0",
        "false at x = 1/100"}},
      // A convex and a concave function of a cosine: by the chord from -1 to 1.
      {"IntegralsByChords",
       {"bounds-of-integrals",
        "language 3\nvar a in (0, inf)\nprove integral(s, 0, 2*pi, exp(a*cos(s))) <= 2*pi*cosh(a)",
        "language 3\nvar a in (0, inf)\nprove integral(s, 0, 2*pi, exp(a*cos(s))) <= 2*pi*cosh(a/2)", "false far out"}},
      {"IntegralsByChordsBelow",
       {"bounds-of-integrals",
        "language 3\nvar m in (0, 1)\nprove integral(t, 0, pi, sqrt(1 + m*cos(t))) >= pi*(sqrt(1 + m) + sqrt(1 - m))/2",
        "language 3\nvar m in (0, 1)\nprove integral(t, 0, pi, sqrt(1 + m*cos(t))) <= pi*(sqrt(1 + m) + sqrt(1 - m))/2",
        "the chord is on the other side"}},
      // Two logarithms that run away against one another.
      {"EndsOfTwoLogarithms",
       {"removable-ends", "language 3\nvar x in (0, inf)\nprove log(sinh(2*x)) - log(x) - log(2) < 2*x^2/3",
        "language 3\nvar x in (0, inf)\nprove log(sinh(2*x)) - log(x) - log(2) < 3*x^2/5", "false at x = 1/10"}},
      // The slope is strict, and a factor of it is only seen not to be negative.
      {"EndsWithStrictSlopes",
       {"removable-ends", "language 3\nvar x in (0, inf)\nprove log(sinh(x)/x) < x*cosh(x)/sinh(x) - 1",
        "language 3\nvar x in (0, inf)\nprove log(sinh(x)/x) < (x*cosh(x)/sinh(x) - 1)/3",
        "false far out, where the left side grows like x and the right one like x/3"}},
      // A power of e beside a quotient: by logarithms.
      {"EndsOfExponentials",
       {"removable-ends", "language 3\nvar x in (0, inf)\nprove sinh(x)/x < exp(x^2/6)",
        "language 3\nvar x in (0, inf)\nprove sinh(x)/x < exp(x^2/7)", "false next to 0"}},
      // Distances of three points: no modulus is of a variable alone.
      {"TriangleOfDifferences",
       {"triangle-inequality",
        "language 3\nvar p in (0, 1]\nvar x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n"
        "prove abs(x - z)^p <= abs(x - y)^p + abs(y - z)^p",
        "language 3\nvar x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n"
        "prove abs(x - z)^2 <= 3*(abs(x - y)^2 + abs(y - z)^2)/2",
        "false where y is in the middle: 4 against 3"}},
      // A number under the arctangent, which is a part of its own value.
      {"WavesAtNumbers",
       {"waves-of-arctangents", "language 3\nvar x in [0, 1]\nprove 3*sin(atan(3/4)) + 4*cos(atan(3/4)) >= 5*x",
        "language 3\nvar x in [0, 1]\nprove 3*sin(atan(4/3)) + 4*cos(atan(4/3)) >= 5*x", "24/5 is below 5"}},
      // Nothing beside logarithms of waves.
      {"LogarithmsOfWaves",
       {"exponentials", "language 3\nvar x in [1/4, 1]\nprove log(sin(x)) + 2*log(cos(x)) < -log(5/2)",
        "language 3\nvar x in [1/4, 1]\nprove log(sin(x)) + 2*log(cos(x)) < -log(3)", "false at 3/5"}},
      // The third integral is the length of the range, which is not seen as one.
      {"SquaresBesideLengths",
       {"squares-of-integrals",
        "language 3\nvar a in (-inf, inf)\nprove integral(t, 0, 1, exp(a*t^2))^2 <= integral(t, 0, 1, exp(2*a*t^2))",
        "language 3\nvar a in (-inf, inf)\nprove integral(t, 0, 2, exp(a*t^2))^2 <= integral(t, 0, 2, exp(2*a*t^2))",
        "false at a = 0: 4 against 2"}},
      {"LengthsAsMeans",
       {"squares-of-integrals",
        "language 3\nvar a in (-inf, inf)\n"
        "prove integral(t, 0, 1, exp(a*t^2))*integral(t, 0, 1, exp(-a*t^2)) >= 1",
        "language 3\nvar a in (-inf, inf)\n"
        "prove integral(t, 0, 1, exp(a*t^2))*integral(t, 0, 1, exp(-a*t^2)) >= 2",
        "false at a = 0"}},
      // Quotients of them, as numbers.
      {"QuotientsOfMoments",
       {"squares-of-integrals",
        "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, t*exp(t^2))/integral(t, 0, x, exp(t^2)) <= "
        "integral(t, 0, x, t^2*exp(t^2))/integral(t, 0, x, t*exp(t^2))",
        "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, t*exp(t^2))/integral(t, 0, x, exp(t^2)) >= "
        "integral(t, 0, x, t^2*exp(t^2))/integral(t, 0, x, t*exp(t^2))",
        "the order is the other one"}},
      // A power beside the root; and a tangent without an end above.
      {"PowersOfHalfAngles",
       {"half-angles-of-cosines", "language 3\nvar x in [0, 1)\nprove acos(x) < 4^(1/3)*sqrt(1 - x)/(1 + x)^(1/6)",
        "language 3\nvar x in [0, 1)\nprove acos(x) < 4^(1/3)*sqrt(1 - x)/(1 + x)^(1/5)", "false near 1"}},
      {"HalfAnglesToInfinity",
       {"half-angles-of-cosines", "language 3\nvar x in (-1, 1]\nprove acos(x) >= sqrt(2 - 2*x)",
        "language 3\nvar x in (-1, 1]\nprove acos(x) >= 11*sqrt(2 - 2*x)/10", "false near 1"}},
      // Only next to the end do both sides part.
      {"EndsWithARest",
       {"removable-ends", "language 3\nvar x in (0, 2]\nprove log(sinh(x)/x) > x^2/7",
        "language 3\nvar x in (0, 2]\nprove log(sinh(x)/x) > x^2/6", "false next to 0"}},
      // A logarithm of a sum, of which the unit is a factor.
      {"UnitsInLogarithms",
       {"homogeneity", "var x in (0, inf)\nvar y in (0, inf)\nprove log((x + y)/2) >= (log(x) + log(y))/2",
        "var x in (0, inf)\nvar y in (0, inf)\nprove log((x + y)/2) >= (log(x) + 2*log(y))/3",
        "false at x = 1, y = 4"}},
      // One sum against what its power is below, by the tangent of a product of powers with its terms as they are
      // written.
      {"PowersOfSums",
       {"functions-of-sums",
        "language 3\nint n in [1, inf)\nvar r in (0, inf)\nvar s in [r, inf)\nseq a(k)\n"
        "assume forall int k in [1, n]: a(k) > 0\n"
        "prove (sum(k, 1, n, a(k)^r)/n)^(1/r) <= (sum(k, 1, n, a(k)^s)/n)^(1/s)",
        "language 3\nint n in [1, inf)\nvar r in (0, inf)\nvar s in [r, inf)\nseq a(k)\n"
        "assume forall int k in [1, n]: a(k) > 0\n"
        "prove (sum(k, 1, n, a(k)^s)/n)^(1/s) <= (sum(k, 1, n, a(k)^r)/n)^(1/r)",
        "false for a = (1, 2), r = 1, s = 2"}},
      {"PowersOfTwoSums",
       {"tangents-of-sums",
        "language 3\nint n in [1, inf)\nvar p in (0, inf)\nseq a(k)\nseq b(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "assume forall int k in [1, n]: b(k) > 0\n"
        "prove sum(k, 1, n, a(k))^(p + 1)/sum(k, 1, n, b(k))^p <= sum(k, 1, n, a(k)^(p + 1)/b(k)^p)",
        "language 3\nint n in [1, inf)\nvar p in (0, inf)\nseq a(k)\nseq b(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "assume forall int k in [1, n]: b(k) > 0\n"
        "prove sum(k, 1, n, a(k))^(p + 1)/sum(k, 1, n, b(k))^p <= sum(k, 1, n, a(k)^(p + 1)/b(k)^p)/2",
        "false at n = 1"}},
      // An exponential of sums by its tangent.
      {"ExponentialsOfSums",
       {"functions-of-sums",
        "language 3\nint n in [1, inf)\nseq p(k)\nseq z(k)\nassume forall int k in [1, n]: p(k) >= 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nassume forall int k in [1, n]: z(k) >= 0\n"
        "prove sum(k, 1, n, p(k)*exp(-z(k))) <= exp(sum(k, 1, n, p(k)*z(k)^2)/2 - sum(k, 1, n, p(k)*z(k)))",
        "language 3\nint n in [1, inf)\nseq p(k)\nseq z(k)\nassume forall int k in [1, n]: p(k) >= 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nassume forall int k in [1, n]: z(k) >= 0\n"
        "prove sum(k, 1, n, p(k)*exp(-z(k))) <= exp(sum(k, 1, n, p(k)*z(k)^2)/4 - sum(k, 1, n, p(k)*z(k)))",
        "false for two outcomes of mass 1/2 with z = 0 and z = 1"}},
      // The next value by what hypotheses say of the one before.
      {"NextValues",
       {"induction-up-to",
        "language 3\nint n in [0, inf)\nseq x(k)\nseq a(k)\nassume x(0) >= 0\n"
        "assume forall int k in [0, n - 1]: a(k) >= 0\n"
        "assume forall int k in [0, n - 1]: x(k + 1) <= (1 + a(k))*x(k)\n"
        "prove x(n) <= x(0)*exp(sum(k, 0, n - 1, a(k)))",
        "language 3\nint n in [0, inf)\nseq x(k)\nseq a(k)\nassume x(0) >= 0\n"
        "assume forall int k in [0, n - 1]: a(k) >= 0\n"
        "assume forall int k in [0, n - 1]: x(k + 1) <= (1 + 2*a(k))*x(k)\n"
        "prove x(n) <= x(0)*exp(sum(k, 0, n - 1, a(k)))",
        "false at n = 1, a(0) = 1"}},
      // An event by what two laws have outside of it.
      {"EqualSums",
       {"parts-of-ranges",
        "language 3\nint n in [1, inf)\nint m in [0, n]\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) >= 0\nassume forall int k in [1, n]: q(k) >= 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) = 1\n"
        "prove sum(k, 1, m, p(k)) - sum(k, 1, m, q(k)) <= sum(k, 1, n, abs(p(k) - q(k)))/2",
        "language 3\nint n in [1, inf)\nint m in [0, n]\nseq p(k)\nseq q(k)\n"
        "assume forall int k in [1, n]: p(k) >= 0\nassume forall int k in [1, n]: q(k) >= 0\n"
        "assume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) = 2\n"
        "prove sum(k, 1, m, q(k)) - sum(k, 1, m, p(k)) <= sum(k, 1, n, abs(p(k) - q(k)))/2",
        "false at m = n = 1"}},
      // Terms whose sum a normal form does not take apart.
      {"SumsOfFractions",
       {"tangents-of-sums",
        "language 3\nint n in [1, inf)\nseq a(k)\nseq b(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "assume forall int k in [1, n]: b(k) > 0\n"
        "prove sum(k, 1, n, a(k)*b(k)/(a(k) + 2*b(k))) <= "
        "sum(k, 1, n, a(k))*sum(k, 1, n, b(k))/(sum(k, 1, n, a(k)) + 2*sum(k, 1, n, b(k)))",
        "language 3\nint n in [1, inf)\nseq a(k)\nseq b(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "assume forall int k in [1, n]: b(k) > 0\n"
        "prove sum(k, 1, n, a(k)*b(k)/(a(k) + 2*b(k))) <= "
        "sum(k, 1, n, a(k))*sum(k, 1, n, b(k))/(2*sum(k, 1, n, a(k)) + 2*sum(k, 1, n, b(k)))",
        "false at n = 1, a = b = 1: 1/3 <= 1/4"}},
      // Squares of sums with a factor that is no term of the claim.
      {"SquaresWithAQuotient",
       {"squares-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) > -1\n"
        "assume n + sum(k, 1, n, x(k)) > 0\nprove sum(k, 1, n, 1/(1 + x(k))) >= n^2/(n + sum(k, 1, n, x(k)))",
        "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) > -1\n"
        "assume n + sum(k, 1, n, x(k)) > 0\nprove sum(k, 1, n, 1/(1 + x(k))) >= n^2/(n + sum(k, 1, n, x(k))/2)",
        "false at n = 1, x = 1"}},
      {"SquaresOfRoots",
       {"squares-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
        "assume forall int k in [1, n]: y(k) >= 0\nprove sum(k, 1, n, abs(x(k) - y(k)))^2 <= "
        "(sum(k, 1, n, x(k)) + sum(k, 1, n, y(k)))^2 - 4*sum(k, 1, n, sqrt(x(k)*y(k)))^2",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
        "assume forall int k in [1, n]: y(k) >= 0\nprove sum(k, 1, n, abs(x(k) - y(k)))^2 <= "
        "(sum(k, 1, n, x(k)) + sum(k, 1, n, y(k)))^2 - 5*sum(k, 1, n, sqrt(x(k)*y(k)))^2",
        "false at n = 1, x = y = 1"}},
      {"SquaresWithoutMeans",
       {"squares-of-sums",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\n"
        "prove (sum(k, 1, n, x(k)*y(k)) - sum(k, 1, n, x(k))*sum(k, 1, n, y(k))/n)^2 <= "
        "(sum(k, 1, n, x(k)^2) - sum(k, 1, n, x(k))^2/n)*(sum(k, 1, n, y(k)^2) - sum(k, 1, n, y(k))^2/n)",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\n"
        "prove (sum(k, 1, n, x(k)*y(k)) - sum(k, 1, n, x(k))*sum(k, 1, n, y(k))/n)^2 <= "
        "(sum(k, 1, n, x(k)^2) - sum(k, 1, n, x(k))^2/n)*(sum(k, 1, n, y(k)^2) - sum(k, 1, n, y(k))^2/n)/2",
        "false for x = y = (0, 1)"}},
      // Multiplied by what is 0 at an end.
      {"ProductsOfHypothesesInside",
       {"products-of-hypotheses",
        "language 3\nvar e in [1, inf)\nvar f in [1, e]\nvar d in [0, 1]\nvar p in [0, 1]\nvar q in [0, 1]\nassume p <= e*q + d\n"
        "assume 1 - q <= e*(1 - p) + d\nprove p - f*q <= d + (1 - d)*(e - f)/(1 + e)",
        "language 3\nvar e in [1, inf)\nvar f in [1, e]\nvar d in [0, 1]\nvar p in [0, 1]\nvar q in [0, 1]\nassume p <= e*q + d\n"
        "assume 1 - q <= e*(1 - p) + d\nprove p - f*q <= d + (1 - d)*(e - f)/(2 + e)",
        "false for e = 2, f = 1, d = 0, p = 2/3 and q = 1/3"}},
      // By the chord from 0, since no term is above its sum.
      {"PowerOfASum",
       {"tangents-of-sums",
        "language 3\nint n in [1, inf)\nvar s in [1, inf)\nseq a(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "prove sum(k, 1, n, a(k)^s) <= sum(k, 1, n, a(k))^s",
        "language 3\nint n in [1, inf)\nvar s in [1/2, inf)\nseq a(k)\nassume forall int k in [1, n]: a(k) > 0\n"
        "prove sum(k, 1, n, a(k)^s) <= sum(k, 1, n, a(k))^s",
        "false at s = 1/2, a = (1, 1)"}},
      // Divided as it is written: in a normal form no sign of the root below the line is seen.
      {"TailOverARoot",
       {"lone-tails",
        "var x in [-1/2, inf)\nassume 3*x + sqrt(x^2 + 8) > 0\nprove sqrt(2*pi)*exp(x^2/2)*normal_cdf(-x) < "
        "4/(3*x + sqrt(x^2 + 8))",
        "var x in [-1/2, inf)\nassume 3*x + sqrt(x^2 + 8) > 0\nprove sqrt(2*pi)*exp(x^2/2)*normal_cdf(-x) < "
        "4/(3*x + sqrt(x^2 + 9))",
        "false at x = 5"}},
      // Below 0 the sign of what stands below the line is not seen without a hypothesis, which no step along x keeps.
      {"TailFromZeroOn",
       {"lone-tails",
        "var x in (-1, inf)\nassume 3*x + sqrt(x^2 + 8) > 0\n"
        "prove (1 - normal_cdf(x))/(exp(-x^2/2)/sqrt(2*pi)) < 4/(3*x + sqrt(x^2 + 8))",
        "var x in (-1, inf)\nassume 3*x + sqrt(x^2 + 9) > 0\n"
        "prove (1 - normal_cdf(x))/(exp(-x^2/2)/sqrt(2*pi)) < 4/(3*x + sqrt(x^2 + 9))",
        "false at x = 1"}},
      // Along one argument of two, with a third one beside it.
      {"GapBesideAParameter",
       {"jensen-gaps",
        "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nprove lgamma(a) + lgamma(b) - 2*lgamma((a + b)/2) >= "
        "lgamma(a + c) + lgamma(b + c) - 2*lgamma((a + b)/2 + c)",
        "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nprove lgamma(a) + lgamma(b) - 2*lgamma((a + b)/2) <= "
        "lgamma(a + c) + lgamma(b + c) - 2*lgamma((a + b)/2 + c)",
        "false at a = 2, b = 1, c = 1"}},
      {"RootOfAnEquation",
       {"solving", "var x in (-inf, inf)\nvar y in [0, inf)\nassume y^2 = 1 + x^2\nprove y > x",
        "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume y^2 = 1 + x^2\nprove y > x", "false at x = 0, y = -1"}},
      // No other variable of the equation can be solved for.
      {"CubeRootOfAnEquation",
       {"solving", "var x in [0, 9]\nvar y in [0, inf)\nassume 2*y^3 = x^2 + x\nprove 3*y <= (x^2 + x)/2 + 2",
        "var x in [0, 9]\nvar y in [0, inf)\nassume 2*y^3 = x^2 + x\nprove 3*y <= (x^2 + x)/2 + 1",
        "false at x = 1, y = 1"}},
      {"LogarithmOfAnEquation",
       {"solving", "var x in [0, inf)\nvar y in (-inf, inf)\nassume exp(y) = x^2 + x + 1\nprove y <= x^2 + x",
        "var x in [0, inf)\nvar y in (-inf, inf)\nassume exp(y) = x^2 + x + 1\nprove y <= x^2 + x - 1",
        "false at x = 0, y = 0"}},
      {"ExponentialOfAnEquation",
       {"solving", "var x in (-inf, inf)\nvar y in (0, inf)\nassume log(y) = x^2 + x\nprove y >= 1 + x + x^2",
        "var x in (-inf, inf)\nvar y in (0, inf)\nassume log(y) = x^2 + x\nprove y >= 2 + x + x^2",
        "false at x = 0, y = 1"}},
      // Conjugate exponents: affine in either of them once the fractions are gone.
      {"FractionsInAnEquation",
       {"solving", "var p in (1, inf)\nvar q in (1, inf)\nassume 1/p + 1/q = 1\nprove p + q >= 4",
        "var p in (1, inf)\nvar q in (1, inf)\nassume 1/p + 1/q = 1\nprove p + q >= 9/2", "false at p = 2, q = 2"}},
      {"HalvesOfACircle",
       {"circle-points", "language 3\nvar x in (-inf, inf)\nprove sin(x)^3*cos(x) <= 3*sqrt(3)/16",
        "language 3\nvar x in (-inf, inf)\nprove sin(x)^3*cos(x) <= 3*sqrt(3)/17", "false at x = pi/3"}},
      {"PointOfAnInnerAngle",
       {"circle-points", "language 3\nvar x in (-inf, inf)\nprove cos(sin(x)) > sin(cos(x)) + 1/20",
        "language 3\nvar x in (-inf, inf)\nprove cos(sin(x)) > sin(cos(x)) + 1/5", "false at x = 3/4"}},
      {"NeighboursOfAList",
       {"instances",
        "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n - 1]: x(k + 1) >= x(k)\n"
        "prove x(n) >= x(1)",
        "language 3\nint n in [3, inf)\nseq x(k)\nassume forall int k in [1, n - 2]: x(k + 1) >= x(k)\n"
        "prove x(n) >= x(1)",
        "nothing is said of the last step"}},
      {"OrderedLists",
       {"products-of-terms",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n - 1]: x(k + 1) >= x(k)\n"
        "assume forall int k in [1, n - 1]: y(k + 1) >= y(k)\n"
        "prove n*sum(k, 1, n, x(k)*y(k)) >= sum(k, 1, n, x(k))*sum(k, 1, n, y(k))",
        "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n - 1]: x(k + 1) >= x(k)\n"
        "assume forall int k in [1, n - 1]: y(k + 1) <= y(k)\n"
        "prove n*sum(k, 1, n, x(k)*y(k)) >= sum(k, 1, n, x(k))*sum(k, 1, n, y(k))",
        "false for x = (0, 1), y = (1, 0)"}},
      {"PiInTheGoal",
       {"turns", "language 3\nvar x in [0, 3]\nprove sin(x) <= 4*x*(pi - x)/pi^2",
        "language 3\nvar x in [0, 3]\nprove sin(x) <= x", "nothing speaks of pi"}},
      {"KinksOfHypotheses",
       {"kinks",
        "var a in (-inf, inf)\nvar b in (-inf, inf)\nvar e in (0, inf)\nassume abs(a - b) <= 1\nprove e*a <= e + e*b",
        "var a in (-inf, inf)\nvar b in (-inf, inf)\nvar e in (0, inf)\nassume abs(a - b) <= 2\nprove e*a <= e + e*b",
        "false at a = 2, b = 0"}},
      {"KinksOfGoalAndHypotheses",
       {"kinks", "var x in (-inf, inf)\nvar u in (-inf, inf)\nassume abs(u) <= 1\nprove abs(x - u) <= 1 + abs(x)",
        "var x in (-inf, inf)\nvar u in (-inf, inf)\nassume abs(u) <= 2\nprove abs(x - u) <= 1 + abs(x)",
        "false at x = 0, u = 2"}},
      {"KinksByTheOrderOfVariables",
       {"kinks", "var x in (0, inf)\nvar y in (0, inf)\nprove abs(log(x) - log(y)) >= abs(x - y)/max(x, y)",
        "var x in (0, inf)\nvar y in (0, inf)\nprove abs(log(x) - log(y)) >= 5/4*abs(x - y)/max(x, y)",
        "false next to x = y"}},
      {"ModuliByTheOrderOfVariables",
       {"kinks", "var x in (0, inf)\nvar y in (0, inf)\nprove abs(log(x) - log(y)) >= 2*abs(x - y)/(x + y)",
        "var x in (0, inf)\nvar y in (0, inf)\nprove abs(log(x) - log(y)) >= 9/4*abs(x - y)/(x + y)",
        "false next to x = y"}},
      // Graham, Knuth, Patashnik, Concrete Mathematics, (3.11): false without the integer m.
      {"FloorInsideOfAFraction",
       {"rounding",
        "var x in (-inf, inf)\nint m in (-inf, inf)\nint n in [1, inf)\n"
        "prove floor((floor(x) + m)/n) >= floor((x + m)/n)",
        "var x in (-inf, inf)\nvar m in (-inf, inf)\nint n in [1, inf)\n"
        "prove floor((floor(x) + m)/n) >= floor((x + m)/n)",
        "false at x = 1/2, m = 1/2, n = 1"}},
      {"CeilingInsideOfARoot",
       {"rounding", "var x in [0, inf)\nprove ceil(sqrt(x)) >= ceil(sqrt(ceil(x)))",
        "var x in [0, inf)\nprove floor(sqrt(x)) >= floor(sqrt(ceil(x)))", "false at x = 1/2"}},
      // Of a multinomial law: one binomial coefficient after the other; the logarithm of a term.
      {"TermsOfMultinomialLaws",
       {"terms-of-rows",
        "language 3\nint n in [0, inf)\nint a in [0, n]\nint b in [0, n - a]\nvar x in [0, inf)\nvar y in [0, inf)\n"
        "prove binomial(n, a)*binomial(n - a, b)*x^a*y^b <= (x + y + 1)^n",
        "language 3\nint n in [0, inf)\nint a in [0, n]\nint b in [0, n - a]\nvar x in [0, inf)\nvar y in [0, inf)\n"
        "prove binomial(n, a)*binomial(n - a, b)*x^a*y^b <= (x + y)^n",
        "false at n = 1, a = b = 0, x = y = 1/3"}},
      {"LogarithmsOfTermsOfRows",
       {"terms-of-rows",
        "language 3\nint n in [1, inf)\nint k in [0, n]\nvar p in (0, 1)\n"
        "prove log(binomial(n, k)) <= -k*log(p) - (n - k)*log(1 - p)",
        "language 3\nint n in [1, inf)\nint k in [0, n]\nvar p in (0, 1)\n"
        "prove log(binomial(n, k)) <= -k*log(p) - (n - k)*log(1 - p)/2",
        "false at n = 10, k = 5, p = 2/3"}},
      // Cubes are 0, 1 or 8 modulo 9.
      {"FloorsOfCubeRoots",
       {"rounding", "int n in [0, inf)\nprove floor((9*n + 2)^(1/3)) >= floor((9*n + 7)^(1/3))",
        "int n in [0, inf)\nprove floor((9*n + 2)^(1/3)) >= floor((9*n + 8)^(1/3))", "false at n = 0"}},
      // The nearest integer to a root: the square of what is rounded is no whole number.
      {"FloorsOfRootsAndAHalf",
       {"rounding", "int n in [1, inf)\nprove floor(sqrt(n - 1/5) + 1/2) >= floor(sqrt(n) + 1/2)",
        "int n in [1, inf)\nprove floor(sqrt(n - 4/5) + 1/2) >= floor(sqrt(n) + 1/2)", "false at n = 1"}},
      {"FloorsOfMultiples",
       {"rounding",
        "var x in [0, inf)\nvar y in [0, inf)\nprove floor(2*x) + floor(2*y) >= floor(x) + floor(y) + floor(x + y)",
        "var x in [0, inf)\nvar y in [0, inf)\nprove floor(2*x) + floor(y) >= floor(x) + floor(y) + floor(x + y)",
        "false at x = 1, y = 1"}},
      // Hardy, Littlewood, Polya, 2.5: monomials; and a constant as one of the numbers.
      {"MeansOfMonomials",
       {"weighted-means", "var x in (0, inf)\nvar y in (0, inf)\nprove x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2",
        "var x in (0, inf)\nvar y in (0, inf)\nprove x^4*y^2 + x^2*y^4 + 1 >= 4*x^2*y^2", "false at x = y = 1"}},
      // Of each logarithm; of two variables in their order.
      {"ProductsOfTails",
       {"increments", "var x in (-inf, inf)\nvar h in [0, inf)\nprove erfc(x + h)^2*erfc(x + 2*h) <= erfc(x)^3",
        "var x in (-inf, inf)\nvar h in [0, inf)\nprove erfc(x + h)^2*erfc(x - 4*h) <= erfc(x)^3",
        "false at x = 1, h = 1/10"}},
      {"HalvesThatHoldBeyondTheDiagonal",
       {"halves", "var p in (0, 1)\nvar q in (0, 1)\nprove log(1 + abs(p-q)) <= abs(p-q)",
        "var p in (0, 1)\nvar q in (0, 1)\nprove log(1 + abs(p-q)) <= 9/10*abs(p-q)", "false next to the diagonal"}},
      {"HalvesWithTheVariablesExchanged",
       {"halves", "var p in (0, 1)\nvar q in (0, 1)\nprove log((1 + abs(p-q))/(1 - abs(p-q))) >= 2*abs(p-q)",
        "var p in (0, 1)\nvar q in (0, 1)\nprove log((1 + abs(p-q))/(1 - abs(p-q))) >= 5/2*abs(p-q)",
        "false next to the diagonal"}},
      {"HalfOfAHypothesis",
       {"halves", "var p in (0, 1)\nvar q in (0, 1)\nassume p > q\nprove log((1 + p - q)/(1 - p + q)) >= 2*(p-q)",
        "var p in (0, 1)\nvar q in (0, 1)\nassume p + q > 1\nprove log((1 + p - q)/(1 - p + q)) >= 2*(p-q)",
        "the hypothesis says nothing of their order"}},
      // Fedotov, Harremoes and Topsoe 2003; the sixth power's best constant is 32/135.
      {"EighthDegreeAtTheCentre",
       {"centre",
        "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 4/9*(p-q)^4 + 32/135*(p-q)^6",
        "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 4/9*(p-q)^4 + 1/4*(p-q)^6",
        "false near the middle"}},
      // Topsoe 2000, theorem 2.
      {"OutcomesOfFractions",
       {"outcomes",
        "var p in (0, 1)\nvar q in (0, 1)\nlet m = (p+q)/2\nprove p*log(p/m) + (1-p)*log((1-p)/(1-m)) + q*log(q/m) + (1-q)*log((1-q)/(1-m)) >= ((p-q)^2/(p+q) + (p-q)^2/(2-p-q))/2",
        "var p in (0, 1)\nvar q in (0, 1)\nlet m = (p+q)/2\nprove p*log(p/m) + (1-p)*log((1-p)/(1-m)) + q*log(q/m) + (1-q)*log((1-q)/(1-m)) >= (p-q)^2/(p+q) + (p-q)^2/(2-p-q)",
        "false next to the diagonal"}},
      // Tsybakov 2009, lemma 2.4, for two normal laws.
      {"FractionInTheExponent",
       {"exponential-bounds",
        "var s in (0, inf)\nvar t in (0, inf)\nvar d in (-inf, inf)\nprove 2 - 2*sqrt(2*s*t/(s^2+t^2))*exp(-d^2/(4*(s^2+t^2))) <= log(t/s) + (s^2+d^2)/(2*t^2) - 1/2",
        "var s in (0, inf)\nvar t in (0, inf)\nvar d in (-inf, inf)\nprove 8 - 8*sqrt(2*s*t/(s^2+t^2))*exp(-d^2/(4*(s^2+t^2))) <= log(t/s) + (s^2+d^2)/(2*t^2) - 1/2",
        "false for s = t and small d"}},
      // What the hypotheses say of x and y alone is said by their ranges.
      {"GapBesideBounds",
       {"gap",
        "var x in (1, inf)\nvar y in (0, inf)\nassume x > 1\nassume y > 0\nassume y <= x\n"
        "prove log(x) - log(y) <= x/y - 1",
        "var x in (1, inf)\nvar y in (0, inf)\nassume x > 2\nassume y > 1\nassume y <= x\n"
        "prove log(x) - log(y) <= x/y - 1",
        "more than their ranges is known of both"}},
      {"BoundThatTwoOthersAddUpTo",
       {"gap", "language 3\nvar x in (0, pi/2)\nvar y in (0, pi/2)\nassume x < y\nprove sin(x)/x > sin(y)/y",
        "language 3\nvar x in (0, pi/2)\nvar y in (0, pi/2)\nassume x < y\nassume 2*x < 3 - y\nprove sin(x)/x > sin(y)/y",
        "2 x < 3 - y is no sum of the others"}},
      {"SumsOfFractionsThatCancel",
       {"closed-sums", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/(k*(k+2))) < 3/4",
        "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/(k*(2*k+1))) < 1", "no two of the fractions cancel"}},
      {"SumsOfWeightedPowers",
       {"closed-sums", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, k^2/2^k) < 6",
        "language 3\nint n in [1, inf)\nprove sum(k, 1, n, k^2/2^(k^2)) < 6", "the powers are not geometric"}},
      // By the chord, and below a modulus.
      {"ChordsOfRows",
       {"bent-rows",
        "language 3\nint n in [1, inf)\nvar p in [0, 1]\nvar t in (0, inf)\n"
        "prove sum(k, 0, n, binomial(n, k)*p^k*(1 - p)^(n - k)*exp(t*k^2)) <= 1 - p + p*exp(t*n^2)",
        "language 3\nint n in [1, inf)\nvar p in [0, 1]\nvar t in (0, inf)\n"
        "prove sum(k, 0, n, binomial(n, k)*p^k*(1 - p)^(n - k)*exp(t*k^2)) <= 1 - p + p*exp(t*n)",
        "false for large t"}},
      {"PartsOfRowsOfBinomials",
       {"binomials", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, binomial(n, k)) >= 2^n - 1",
        "language 3\nint n in [1, inf)\nprove sum(k, 1, n, binomial(2*n, k)) >= 2^n - 1", "half a row"}},
      {"IntegralsFollowedAlongAnEnd",
       {"bounds-of-integrals", "language 3\nvar x in [0, 1]\nprove integral(t, 0, x, cos(t^2)) >= sin(x)",
        "language 3\nvar x in [0, 1]\nprove integral(t, 0, x, cos(t^2)) >= sin(x) + x/4", "false at x = 1"}},
      {"IntegralsOfConcaveFunctionsOfAPart",
       {"bounds-of-integrals",
        "language 3\nvar k in [0, 1]\nprove integral(t, 0, pi/2, sqrt(1 - k*sin(t)^2)) <= pi/2*sqrt(1 - k/2)",
        "language 3\nvar k in [0, 1]\nprove integral(t, 0, pi/2, sqrt(1 - k*sin(t)^2)) <= pi/2*sqrt(1 - 3*k/5)",
        "false at k = 1/2"}},
      {"IntegralsOfReciprocalRoots",
       {"bounds-of-integrals",
        "language 3\nvar a in [0, inf)\nprove integral(x, 0, 1, 1/sqrt(1 + a*x^3)) >= 1/sqrt(1 + a/4)",
        "language 3\nvar a in [0, inf)\nprove integral(x, 0, 1, 1/sqrt(1 + a*x^3)) >= 1/sqrt(1 + a/5)",
        "false at a = 1/100"}},
      {"TailsOfProducts",
       {"tails-of-sums", "language 3\nint n in [1, inf)\nprove prod(k, 1, n, 4*k^2/(4*k^2 - 1)) <= 2",
        "language 3\nint n in [1, inf)\nprove prod(k, 1, n, 1 + 1/k) <= 2", "the product grows without bound"}},
      {"RangesOfWhichBothEndsMove",
       {"range-induction", "language 3\nint n in [0, inf)\nprove sum(k, n + 1, 2*n, 2*k - 1) >= 3*n^2",
        "language 3\nint n in [0, inf)\nprove sum(k, n + 1, 2*n, 2*k - 1) >= 3*n^2 + n", "false at n = 1"}},
      {"NeighboursInTwoSequences",
       {"neighbours",
        "language 3\nint n in [1, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\n"
        "seq l(k): l(0) = 2, l(1) = 1, l(k + 2) = l(k + 1) + l(k)\nprove l(n) >= f(n - 1) + f(n + 1)",
        "language 3\nint n in [1, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\n"
        "seq l(k): l(0) = 2, l(1) = 1, l(k + 2) = l(k + 1) + l(k)\nprove l(n) >= f(n) + f(n + 1)",
        "false at n = 1"}},
  };
  return all;
}

class TacticWay : public testing::TestWithParam<Way> {};

TEST_P(TacticWay, Fires) { expect_fires(GetParam().goals); }

TEST_P(TacticWay, Declines) { expect_declines(GetParam().goals); }

// The constraint has its place on the diagonal x = y at atan(-3/2).
TEST(TacticMultipliers, HasPlacesBelowZero) {
  const Goal goal = goal_of(
      "language 3\nvar x in (-pi/2, pi/2)\nvar y in (-pi/2, pi/2)\nassume tan(x) + tan(y) = -3\nprove x + y <= 1");
  EXPECT_NO_THROW(static_cast<void>(try_tactic("multipliers", goal, few_boxes())));
}

INSTANTIATE_TEST_SUITE_P(All, TacticWay, testing::ValuesIn(ways_of_tactics()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
