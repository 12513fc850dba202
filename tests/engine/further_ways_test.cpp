// Further ways of tactics: for sums and products over n outcomes Cauchy's inequality where the factors, or what they
// add up to, do not stand in the claim, and products of lists by their logarithms; divergences of two coins.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/tactic_proofs.hpp"

namespace dpcert::verify {
namespace {

const std::string lists = "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nseq z(k)\n";
const std::string positive = "assume forall int k in [1, n]: x(k) > 0\n";
const std::string laws =
    "language 3\nint n in [1, inf)\nseq p(k)\nseq q(k)\nseq x(k)\n"
    "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: q(k) > 0\n"
    "assume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) = 1\n";
const std::string coins = "var p in (0, 1)\nvar q in (0, 1)\n";
const std::string answers =
    "var e in (0, inf)\nvar p in [0, 1]\nvar q in [0, 1]\n"
    "let a = (p*exp(e) + 1 - p)/(exp(e) + 1)\nlet b = (q*exp(e) + 1 - q)/(exp(e) + 1)\n"
    "prove (a - b)*log(a/b) + (b - a)*log((1 - a)/(1 - b)) ";
const std::string entropy =
    "int n in [2, inf)\nint k in [1, inf)\nassume k <= n - 1\n"
    "prove lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) >= ";
const std::string tests = "assume forall int k in [1, n]: 0 <= x(k) <= 1\n";

const std::vector<Way>& further_ways() {
  static const std::vector<Way> all{
      // (x - y)(y - z) is made of the three squares.
      {"TriangleInequality",
       {"squares-of-sums",
        lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) <= "
                "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))",
        lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) >= "
                "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))",
        "the other direction"}},
      // (p - q) x is no term of the claim.
      {"ChapmanRobbins",
       {"squares-of-sums",
        laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= "
               "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
        laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 >= "
               "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
        "the other direction"}},
      {"ChapmanRobbinsOfVariance",
       {"squares-of-sums",
        laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
               "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
        laws + "prove 2*(sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
               "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
        "twice the square"}},
      // p^2/q is made of (p - q)^2/q, and q x^2 is at most q x.
      {"Tests",
       {"squares-of-sums",
        laws + tests +
            "prove sum(k, 1, n, p(k)*x(k))^2 <= "
            "(1 + sum(k, 1, n, (p(k) - q(k))^2/q(k)))*sum(k, 1, n, q(k)*x(k))",
        laws + tests + "prove sum(k, 1, n, p(k)*x(k))^2 <= sum(k, 1, n, (p(k) - q(k))^2/q(k))*sum(k, 1, n, q(k)*x(k))",
        "without the one, false where p is q"}},
      // Both sides squared.
      {"Roots",
       {"squares-of-sums",
        lists + "prove sum(k, 1, n, x(k)*y(k)) <= sqrt(sum(k, 1, n, x(k)^2))*sqrt(sum(k, 1, n, y(k)^2))",
        lists + "prove sum(k, 1, n, x(k)*y(k)) >= sqrt(sum(k, 1, n, x(k)^2))*sqrt(sum(k, 1, n, y(k)^2))",
        "the other direction"}},
      // (sqrt(p) + sqrt(q))^2 is made of p, q and the square of the difference.
      {"LeCam",
       {"squares-of-sums",
        laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
               "(4 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))",
        laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
               "(3 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))",
        "three for four"}},
      // By the tangent at the mean, in parts over one denominator.
      {"ProductsOfShiftedNumbers",
       {"logarithms-of-products", lists + positive + "prove prod(k, 1, n, 1 + x(k)) <= (1 + sum(k, 1, n, x(k))/n)^n",
        lists + positive + "prove prod(k, 1, n, 1 + x(k)) <= (1 + sum(k, 1, n, x(k))/(2*n))^n", "half the mean"}},
      // What is said of a product, as an equation between sums.
      {"ProductsOfOne",
       {"logarithms-of-products",
        lists + positive + "assume prod(k, 1, n, x(k)) = 1\nprove prod(k, 1, n, 1 + x(k)) >= 2^n",
        lists + positive + "assume prod(k, 1, n, x(k)) = 2\nprove prod(k, 1, n, 1 + x(k)) >= 3^n",
        "the product is two, and n may be large"}},
      // The mean may be 0, and the first factor with it.
      {"MeansThatMayBeZero",
       {"means-of-factors", lists + tests + "prove prod(k, 1, n, 1 - x(k)) <= (1/n*sum(k, 1, n, 1 - x(k)))^n",
        lists + tests + "prove prod(k, 1, n, 1 - x(k)) <= (1/(n + 1)*sum(k, 1, n, 1 - x(k)))^n", "not the mean"}},
      // log(sum(2 - x(k))) is log(2 n - sum(x(k))) to a normal form that knows no signs, and stays in another sum.
      {"SumsWithoutSigns",
       {"tangents-of-sums",
        lists + "assume forall int k in [1, n]: 0 < x(k) <= 1\nprove sum(k, 1, n, (2 - x(k))*log(2 - x(k))) >= "
                "sum(k, 1, n, 2 - x(k))*log(sum(k, 1, n, 2 - x(k))/n)",
        lists + "assume forall int k in [1, n]: 0 < x(k) <= 1\nprove sum(k, 1, n, (2 - x(k))*log(2 - x(k))) <= "
                "sum(k, 1, n, 2 - x(k))*log(sum(k, 1, n, 2 - x(k))/n)",
        "the other direction"}},
      // Aczel's inequality: where t = b/a the quadratic function is less a sum of squares.
      {"LightCones",
       {"squares-of-sums",
        lists + "var a in (0, inf)\nvar b in (0, inf)\nassume sum(k, 1, n, x(k)^2) < a^2\n"
                "prove (a^2 - sum(k, 1, n, x(k)^2))*(b^2 - sum(k, 1, n, y(k)^2)) <= (a*b - sum(k, 1, n, x(k)*y(k)))^2",
        lists + "var a in (0, inf)\nvar b in (0, inf)\nassume sum(k, 1, n, x(k)^2) > a^2\n"
                "prove (a^2 - sum(k, 1, n, x(k)^2))*(b^2 - sum(k, 1, n, y(k)^2)) <= (a*b - sum(k, 1, n, x(k)*y(k)))^2",
        "beyond the cone"}},
      // Ky Fan's inequality: the mean of the list is a variable with its range, the sum of 1 - x(k) what it leaves of
      // n.
      {"MeansWithARange",
       {"tangents-of-sums",
        lists + "assume forall int k in [1, n]: 0 < x(k) <= 1/2\nprove sum(k, 1, n, log(x(k)/(1 - x(k)))) <= "
                "n*log(sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k)))",
        lists + "assume forall int k in [1, n]: 0 < x(k) <= 3/4\nprove sum(k, 1, n, log(x(k)/(1 - x(k)))) <= "
                "n*log(sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k)))",
        "the function bends both ways"}},
      // At a place with the parameter in it.
      {"RootsBesideAParameter",
       {"tangents-of-roots",
        "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar l in [8, inf)\n"
        "prove a/sqrt(a^2 + l*b*c) + b/sqrt(b^2 + l*c*a) + c/sqrt(c^2 + l*a*b) >= 3/sqrt(1 + l)",
        "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar l in [1, inf)\n"
        "prove a/sqrt(a^2 + l*b*c) + b/sqrt(b^2 + l*c*a) + c/sqrt(c^2 + l*a*b) >= 3/sqrt(1 + l)",
        "false for l = 1"}},
      // Next to 0, where a normal form has differences of exponentials of which no sign is seen.
      {"LogarithmsOfHyperbolicFunctions",
       {"exponentials", "var x in (0, 1/2]\nprove log(sinh(x)/x) > 0",
        "var x in (0, 1/2]\nprove log(tanh(x)/x) + log(cosh(x))/4 > 0", "false next to 0"}},
      // Equality at 0 alone, over an angle that is no part of a turn.
      {"WavesFromOneEnd",
       {"wave-ends", "language 3\nvar x in (0, 1]\nprove 2*sin(x) + tan(x) > 3*x",
        "language 3\nvar x in (0, 1]\nprove 2*sin(x) + tan(x) > 3*x + x^3/1000", "false next to 0"}},
      // A base is 0 at the other end, where its power has no slope.
      {"SlopesBesideAZeroBase",
       {"written-slopes", "var y in [0, 1]\nvar p in (1, 2)\nprove ((1 + y)^p + (1 - y)^p)/2 >= 1 + p*(p - 1)*y^2/2",
        "var y in [0, 1]\nvar p in (1, 2)\nprove ((1 + y)^p + (1 - y)^p)/2 >= 1 + p*(p - 1)*y^2", "false next to 0"}},
      // The bound is one from below, and its quotient by the variable grows.
      {"RemovableEndsFromBelow",
       {"removable-ends-of-integrals",
        "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, exp(t^2)) >= sinh(x^2)/x",
        "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, exp(t^2)) >= 2*sinh(x^2)/x", "false next to 0"}},
      // The numerator is whole, and the index begins elsewhere.
      {"FloorsOfWholeNumbers",
       {"floors-over-a-period",
        "language 3\nint n in [1, inf)\nint m in (-inf, inf)\nprove sum(k, 1, n, floor((m + k - 1)/n)) <= m",
        "language 3\nint n in [1, inf)\nint m in (-inf, inf)\nprove sum(k, 1, n, floor((m + k)/n)) <= m",
        "the sum is m + 1"}},
      // Beside a factor, and not inside of another sum.
      {"FloorsBesideAFactor",
       {"floors-over-a-period",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nvar x in (-inf, inf)\n"
        "prove m*sum(k, 0, n - 1, floor(x + k/n)) = m*floor(n*x)",
        "language 3\nint n in [1, inf)\nint m in [1, inf)\nvar x in (-inf, inf)\n"
        "prove sum(i, 0, m - 1, sum(k, 0, n - 1, floor(x + i/(m*n) + k/n))) = floor(m*n*x)",
        "inside of another sum"}},
      // The first integer is not 0, and a power stands beside the squares.
      {"RecursionsBesideAPower",
       {"closed-recursions",
        "language 3\nint n in [1, inf)\nseq F(k): F(0) = 0, F(1) = 1, F(k + 2) = F(k + 1) + F(k)\n"
        "seq L(k): L(0) = 2, L(1) = 1, L(k + 2) = L(k + 1) + L(k)\nprove L(n)^2 - 5*F(n)^2 = 4*(-1)^n",
        "language 3\nint n in [1, inf)\nseq F(k): F(0) = 0, F(1) = 1, F(k + 2) = F(k + 1) + F(k)\n"
        "seq L(k): L(0) = 2, L(1) = 1, L(k + 2) = L(k + 1) + L(k)\nprove L(n)^2 - 5*F(n)^2 = -4*(-1)^n",
        "false at n = 1"}},
      // Chebyshev's polynomials: the numbers of the combination have the variable in them.
      {"RecursionsWithAVariable",
       {"closed-recursions",
        "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nseq T(k): T(0) = 1, T(1) = x, T(k + 2) = 2*x*T(k + 1) - T(k)\n"
        "prove T(2*n) = 2*T(n)^2 - 1",
        "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nseq T(k): T(0) = 1, T(1) = x, T(k + 2) = 2*x*T(k + 1) - T(k)\n"
        "prove T(2*n) = 2*T(n)^2 - x",
        "false at n = 0"}},
      // The range of the exponent is not from 0 to 1.
      {"ExponentsAboutZero",
       {"centred-exponents",
        "var a in (0, inf)\nvar b in (0, inf)\nvar t in [-1, 1]\n"
        "prove a^((1 + t)/2)*b^((1 - t)/2) + a^((1 - t)/2)*b^((1 + t)/2) <= 2*(1 - t^2)*sqrt(a*b) + t^2*(a + b)",
        "var a in (0, inf)\nvar b in (0, inf)\nvar t in [-1, 1]\n"
        "prove a^((1 + t)/2)*b^((1 - t)/2) + a^((1 - t)/2)*b^((1 + t)/2) <= 2*(1 - t^4)*sqrt(a*b) + t^4*(a + b)",
        "false next to t = 0"}},
      // One prime after the other.
      {"EquationsModuloSeveralPrimes",
       {"equations-modulo",
        "language 3\nint a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\nassume a^2 + b^2 = c^2\n"
        "prove mod(a*b*c, 15) = 0",
        "language 3\nint a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\nassume a^2 + b^2 = c^2\n"
        "prove mod(a*b, 15) = 0",
        "false at a = 3 and b = 4"}},
      // The ends of ranges say no more than the equations, and would only make the matrices larger.
      {"EquationsAlone",
       {"gram-matrices",
        "var a in [-1, 1]\nvar b in [-1, 1]\nvar c in [-1, 1]\nvar d in [-1, 1]\nassume a^2 + b^2 = 1\n"
        "assume c^2 + d^2 = 1\nprove -a*c*(a*c - b*d) <= 1/8",
        "var a in [-1, 1]\nvar b in [-1, 1]\nvar c in [-1, 1]\nvar d in [-1, 1]\nassume a^2 + b^2 = 1\n"
        "assume c^2 + d^2 = 1\nprove -a*c*(a*c - b*d) <= 1/9",
        "false at angles of a third of a turn"}},
      // Gamma functions in a quotient, whose logarithms are taken.
      {"VarianceInAQuotient",
       {"gamma-variances",
        "language 3\nvar x in (0, inf)\nvar y in (0, inf)\n"
        "prove gamma((x + y)/2)^2/(gamma(x)*gamma(y)) <= 4*x/(4*x + (x - y)^2)",
        "language 3\nvar x in (0, inf)\nvar y in (0, inf)\n"
        "prove gamma((x + y)/2)^2/(gamma(x)*gamma(y)) <= 2*x/(2*x + (x - y)^2)",
        "false at y = x + 2", true}},
      // From below, where the slope begins below the body.
      {"BodiesThatCrossFromBelow",
       {"crossing-bodies",
        "language 3\nvar a in (0, 1)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) >= (1 - exp(-x))^a",
        "language 3\nvar a in (0, 1)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) >= (1 - exp(-2*x))^a",
        "false far out", true}},
      // The logarithm of the quotient begins at 0, rises and falls: its quotient by the variable falls.
      {"BodiesThatCrossByPlace",
       {"crossing-bodies",
        "language 3\nvar a in (0, 1)\nvar x in (0, inf)\n"
        "prove gamma_regularized_lower(a, x) <= (1 - exp(-x*gamma(1 + a)^(-1/a)))^a",
        "language 3\nvar a in (0, 1)\nvar x in (0, inf)\n"
        "prove gamma_regularized_lower(a, x) <= (1 - exp(-x/2*gamma(1 + a)^(-1/a)))^a",
        "false next to 0", true}},
      // There is no integral from 0 on: the first term stands apart.
      {"FirstTermApart",
       {"sums-beside-integrals",
        "language 3\nint n in [2, inf)\nprove sum(k, 2, n, 1/(k*log(k)^2)) <= 1/log(2) + 1/(2*log(2)^2)",
        "language 3\nint n in [2, inf)\nprove sum(k, 2, n, 1/(k*log(k)^2)) <= 1/log(3) + 1/(2*log(2)^2)",
        "false far out"}},
      // Terms that fall, from below: by the integral behind each.
      {"SumAboveIntegral",
       {"sums-beside-integrals",
        "language 3\nint n in [1, inf)\nvar a in (0, inf)\n"
        "prove sum(k, 1, n, a/(k^2 + a^2)) >= atan((n + 1)/a) - atan(1/a)",
        "language 3\nint n in [1, inf)\nvar a in (0, inf)\n"
        "prove sum(k, 1, n, a/(k^2 + a^2)) >= atan((n + 1)/a) - atan(1/(2*a))",
        "false far out"}},
      // The ends are numbers, and the gamma functions are next to their pole there.
      {"ConcaveNextToPoles",
       {"concave-between",
        "var x in (0, 1]\nvar y in (0, 1]\nprove exp(lgamma(x) + lgamma(y) - lgamma(x + y)) <= (x + y)/(x*y*(1 + x*y))",
        "var x in (0, 1]\nvar y in (0, 1]\nprove exp(lgamma(x) + lgamma(y) - lgamma(x + y)) <= (x + y)/(x*y*(1 + 2*x*y))",
        "twice the product"}},
      // A whole number that may be 0, or n, as base and exponent: at these ends first.
      {"WholeNumbersBetweenEnds",
       {"concave-between",
        "language 3\nint n in [1, inf)\nint k in [0, n]\n"
        "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/(2*sqrt(n))",
        "language 3\nint n in [1, inf)\nint k in [0, n]\n"
        "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/sqrt(3*n)",
        "false at n = 1"}},
      // A power of a quotient of products.
      {"QuotientsOfProducts",
       {"logarithms-of-products",
        lists +
            "assume forall int k in [1, n]: 0 < x(k) <= 1/2\nprove (prod(k, 1, n, x(k))/prod(k, 1, n, 1 - x(k)))^(1/n) "
            "<= sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k))",
        lists +
            "assume forall int k in [1, n]: 0 < x(k) <= 3/4\nprove (prod(k, 1, n, x(k))/prod(k, 1, n, 1 - x(k)))^(1/n) "
            "<= sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k))",
        "the function bends both ways"}},
      // A weight that is positive everywhere, and 1 - normal_cdf beside it.
      {"FallingTailsOfNormalLaws",
       {"falling-tails",
        "var x in (0, inf)\nprove exp(x^2/2)*sqrt(2*pi)*(1 - normal_cdf(x)) < (x^4 + 9*x^2 + 8)/(x*(x^4 + 10*x^2 + 15))",
        "var x in (0, inf)\nprove exp(x^2/2)*sqrt(2*pi)*(1 - normal_cdf(x)) < (x^4 + 9*x^2 + 8)/(x*(x^4 + 10*x^2 + 16))",
        "16 for 15, false far out"}},
      // Under a logarithm.
      {"ShortestExponentsInLogarithms",
       {"shortest-exponents",
        "var p in (0, 1)\nvar t in (-inf, inf)\nprove log((1 - p)*exp(-t*p) + p*exp(t*(1 - p))) <= t^2/8",
        "var p in (0, 1)\nvar t in (-inf, inf)\nprove log((1 - p)*exp(-t*p) + p*exp(t*(1 - p))) <= t^2/9",
        "a ninth is too little"}},
      // An integer is any real number there, and the difference of two of them stands under gamma functions.
      {"SlacksBetweenIntegers",
       {"slacks", entropy + "log(n/(8*k*(n - k)))/2 - k*log(k/n) - (n - k)*log(1 - k/n)",
        entropy + "log(n/(7*k*(n - k)))/2 - k*log(k/n) - (n - k)*log(1 - k/n)", "false at n = 2, k = 1"}},
      // The scale of the noise instead of the shift, and a place that may be 0.
      {"ProfilesByTheScale",
       {"gaussian-profile",
        "var s in (0, inf)\nvar e in [0, inf)\nassume e >= 1/(2*s^2)\n"
        "prove normal_cdf(1/(2*s) - e*s) - exp(e)*normal_cdf(-1/(2*s) - e*s) <= exp(-(e*s - 1/(2*s))^2/2)",
        "var s in (0, inf)\nvar e in [0, inf)\nassume e >= 1/(2*s^2)\n"
        "prove normal_cdf(1/(2*s) - e*s) - exp(e)*normal_cdf(-1/(2*s) - e*s) <= exp(-(e*s - 1/(2*s))^2/2)/4",
        "false for small s next to the end of e"}},
      // Where both sides have the same limit, and then not.
      {"ArctangentsFarOut",
       {"reciprocal-arctangents", "language 3\nvar x in (0, inf)\nprove atan(x) < pi/2 - x/(1 + x^2)",
        "language 3\nvar x in (0, inf)\nprove atan(x) < pi/2 - 11/10*x/(1 + x^2)",
        "more than the second term far out"}},
      // The numerator by itself, where the cosine below the fraction line has a sign.
      {"FractionsOfWaves",
       {"signs-of-waves", "language 3\nvar x in (0, pi/2)\nprove tan(x)/x > 1",
        "language 3\nvar x in (0, pi/2)\nprove tan(x)/x > 1 + x^2/2", "false near the left end"}},
      // From above, and what is left over the square of the distance.
      {"SymmetrisedDivergenceOfAnswers",
       {"logarithmic-means", answers + "<= min(4, exp(2*e))*(exp(e) - 1)^2*(p - q)^2",
        answers + "<= min(4, exp(2*e))*(exp(e) - 1)^2*(p - q)^2/8", "an eighth of the bound"}},
      // Under one logarithm, by the factors that are written there.
      {"SymmetrisedDivergenceByOdds",
       {"logarithmic-means",
        "var t in (1, inf)\nvar p in [0, 1]\nvar q in [0, 1]\nlet a = (1 + p*(t - 1))/(1 + t)\n"
        "let b = (1 + q*(t - 1))/(1 + t)\n"
        "prove (a - b)*log(a*(1 - b)/(b*(1 - a))) <= min(4, t^2)*(t - 1)^2*(p - q)^2",
        "var t in (1, inf)\nvar p in [0, 1]\nvar q in [0, 1]\nlet a = (1 + p*(t - 1))/(1 + t)\n"
        "let b = (1 + q*(t - 1))/(1 + t)\n"
        "prove (a - b)*log(a*(1 - b)/(b*(1 - a))) <= min(4, t^2)*(t - 1)^2*(p - q)^2/8",
        "an eighth of the bound"}},
      // By the bound with roots.
      {"SymmetrisedDivergenceAndHellinger",
       {"logarithmic-means",
        coins + "prove (p - q)*log(p/q) + (q - p)*log((1 - p)/(1 - q)) >= 4*(sqrt(p) - sqrt(q))^2 + "
                "4*(sqrt(1 - p) - sqrt(1 - q))^2",
        coins + "prove (p - q)*log(p/q) + (q - p)*log((1 - p)/(1 - q)) >= 5*(sqrt(p) - sqrt(q))^2 + "
                "4*(sqrt(1 - p) - sqrt(1 - q))^2",
        "five for four"}},
      // Of three coins, of three terms, of sides without logarithms.
      {"GeometricMeansOfThreeCoins",
       {"tilted-laws",
        coins + "var r in (0, 1)\nprove log((p*q*r)^(1/3) + ((1 - p)*(1 - q)*(1 - r))^(1/3)) <= "
                "-2/9*((p - q)^2 + (q - r)^2 + (p - r)^2)",
        coins + "var r in (0, 1)\nprove log((p*q*r)^(1/3) + ((1 - p)*(1 - q)*(1 - r))^(1/3)) <= "
                "-1/4*((p - q)^2 + (q - r)^2 + (p - r)^2)",
        "more than two ninths"}},
      {"HoeffdingsLemma",
       {"tilted-laws", "var p in (0, 1)\nvar s in (-inf, inf)\nprove log(1 - p + p*exp(s)) <= p*s + s^2/8",
        "var p in (0, 1)\nvar s in (-inf, inf)\nprove log(1 - p + p*exp(s)) <= p*s + s^2/9", "a ninth is too little"}},
      {"ChernoffInformation",
       {"tilted-laws",
        "var a in (0, 1)\n" + coins + "prove p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a) <= exp(-2*a*(1 - a)*(p - q)^2)",
        "var a in (0, 1)\n" + coins + "prove p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a) <= exp(-3*a*(1 - a)*(p - q)^2)",
        "three for two"}},
      // A divisor of another sign on the other side.
      {"DivisorsOfBothSigns",
       {"common-divisors",
        "var a in (0, 1/2]\n" + coins +
            "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a))/(a - 1) >= "
            "a/(1 - a)*(-2)*log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))",
        "var a in (0, 1/2]\n" + coins +
            "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a))/(a - 1) >= "
            "a/(1 - a)*(-3)*log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))",
        "three for two"}},
      // Along the distance from where both sides are the same, by one function at two places.
      {"LogConcavity",
       {"jensen-gaps",
        "var m in (0, inf)\nvar t in [0, inf)\n"
        "prove normal_cdf(m - t)*normal_cdf(-m) >= normal_cdf(m)*normal_cdf(-m - t)",
        "var m in (0, inf)\nvar t in [0, inf)\n"
        "prove normal_cdf(m - t)*normal_cdf(-m) >= 2*normal_cdf(m)*normal_cdf(-m - t)",
        "twice the right side, false at t = 0"}},
      // In a box as it is, by the tangent at x = c(y).
      {"TangentsInABox",
       {"tangent-curves", "var x in [0, 1]\nvar y in [0, 1]\nprove exp(x) - x*(1 + y) >= 1 - y^2/2",
        "var x in [0, 1]\nvar y in [0, 1]\nprove exp(x) - x*(1 + y) >= 1 - y^2/2 + y^3/6",
        "false at x = log(3/2), y = 1/2"}},
      // A product of any number and a positive one, in which all is simpler.
      {"ProductsOfAnySign",
       {"scaled-order",
        "var e in (0, inf)\nvar s in (-inf, inf)\n"
        "prove log((exp(e)*exp(s*e) + exp(-s*e))/(1 + exp(e))) <= s*e*(exp(e) - 1)/(exp(e) + 1) + s^2*e^2/2",
        "var e in (0, inf)\nvar s in (-inf, inf)\n"
        "prove log((exp(e)*exp(s*e) + exp(-s*e))/(1 + exp(e))) <= s*e*(exp(e) - 1)/(exp(e) + 1) + s^2*e^2/3",
        "a third is too little where e and s*e are small"}},
      // From an open end, with a hypothesis on the variable by which D is defined.
      {"FromAnOpenEnd",
       {"derivatives",
        "language 3\nvar p in [1/2, 1)\nvar t in (0, 1 - p)\n"
        "prove (p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t^2/(2*p*(1 - p))",
        "language 3\nvar p in [1/4, 1)\nvar t in (0, 1 - p)\n"
        "prove (p + t)*log((p + t)/p) + (1 - p - t)*log((1 - p - t)/(1 - p)) >= t^2/(2*p*(1 - p))",
        "false below 1/2"}},
      // Dong, Roth, Su 2022: a trade-off function is not negative.
      {"MaximaOfThree",
       {"crossing-branches",
        "var m in (0, inf)\nvar t in (-inf, inf)\nlet r = normal_cdf(m)/normal_cdf(-m)\n"
        "prove normal_cdf(t - 2*m) <= max(0, 1 - r*normal_cdf(-t), normal_cdf(t)/r)",
        "var m in (0, inf)\nvar t in (-inf, inf)\nlet r = normal_cdf(m)/normal_cdf(-m)\n"
        "prove normal_cdf(t - 9/5*m) <= max(0, 1 - r*normal_cdf(-t), normal_cdf(t)/r)",
        "false at t = m"}},
      // What one branch says beyond the place where it is the larger one.
      {"OneBranch",
       {"crossing-branches",
        "language 3\nvar m in (0, inf)\nvar t in [m/2, inf)\n"
        "prove normal_cdf(t - m) <= 1 - normal_cdf(m/2)/normal_cdf(-m/2)*normal_cdf(-t)",
        "language 3\nvar m in (0, inf)\nvar t in [m/2, inf)\n"
        "prove normal_cdf(t - 9/10*m) <= 1 - normal_cdf(m/2)/normal_cdf(-m/2)*normal_cdf(-t)",
        "false at t = m/2"}},
      // A slope with each logarithm by itself: the next one has none (Massart 1990, lemma 2).
      {"LogarithmsApart",
       {"derivatives",
        "language 3\nvar q in (0, 1)\nvar t in (0, 1 - q)\nassume 1 - q - t/3 > 0\n"
        "prove (q + t)*log((q + t)/q) + (1 - q - t)*log((1 - q - t)/(1 - q)) >= t^2/(2*(q + t/3)*(1 - q - t/3))",
        "language 3\nvar q in (0, 1)\nvar t in (0, 1 - q)\nassume 1 - q - t/4 > 0\n"
        "prove (q + t)*log((q + t)/q) + (1 - q - t)*log((1 - q - t)/(1 - q)) >= t^2/(2*(q + t/4)*(1 - q - t/4))",
        "false at q = 1/10, t = 1/5"}},
      // A level and an epsilon that are functions of the law (Dong, Roth, Su 2022).
      {"ValuesOfTheLaw",
       {"crossing-branches",
        "var m in (0, inf)\nvar s in (-inf, inf)\nlet e = log(normal_cdf(m/2)/normal_cdf(-m/2))\n"
        "prove normal_cdf(s - m) <= max(0, 1 - exp(e)*normal_cdf(-s), exp(-e)*(1 - normal_cdf(-s)))",
        "var m in (0, inf)\nvar s in (-inf, inf)\nlet e = log(normal_cdf(m/2)/normal_cdf(-m/2))\n"
        "prove normal_cdf(s - 9/10*m) <= max(0, 1 - exp(e)*normal_cdf(-s), exp(-e)*(1 - normal_cdf(-s)))",
        "false at s = m/2"}},
      // The weights of a simplex, and its faces beside others.
      {"WeightsOfASimplex",
       {"bernstein-forms",
        "var x in (0, inf)\nvar y in (0, inf)\nassume 2*x + 3*y < 4\nlet q = x/2\nlet t = 3*y/4\nlet r = 1 - q - t\n"
        "prove q^3*r - q^2*r^2 + q*r^3 + t*(q^2*r + q*r^2 + r^3) >= 0",
        "var x in (0, inf)\nvar y in (0, inf)\nassume 2*x + 3*y < 4\nlet q = x/2\nlet t = 3*y/4\nlet r = 1 - q - t\n"
        "prove q^3*r - 3*q^2*r^2 + q*r^3 + t*(q^2*r + q*r^2 + r^3) >= 0",
        "false at x = 1, where y is small"}},
      // A shift of a place, whose modulus bounds the difference of values (Nissim, Raskhodnikova, Smith 2007).
      {"ShiftsOfAPlace",
       {"lipschitz",
        "var z in (-inf, inf)\nvar a in (-inf, inf)\nprove abs(log((1 + (z + a)^4)/(1 + z^4))) <= 3^(3/4)*abs(a)",
        "var z in (-inf, inf)\nvar a in (-inf, inf)\nprove abs(log((1 + (z + a)^4)/(1 + z^4))) <= 2*abs(a)",
        "the slope is above 2 where z^4 = 3"}},
      // The largest ratio of both outcomes is a number above that of either (Birge, Massart 1998).
      {"LargestRatios",
       {"outcomes",
        coins + "let M = max(p/q, (1 - p)/(1 - q))\nprove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= "
                "(2 + log(M))*((sqrt(p) - sqrt(q))^2 + (sqrt(1 - p) - sqrt(1 - q))^2)",
        coins + "let M = max(p/q, (1 - p)/(1 - q))\nprove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= "
                "(1 + log(M))*((sqrt(p) - sqrt(q))^2 + (sqrt(1 - p) - sqrt(1 - q))^2)",
        "one for two"}},
      // Elements of a family, whose names no step can give back.
      {"OutcomesOfAFamily",
       {"outcomes",
        "var p[k] in (0, 1) for k in 1..2\nprove p[1]*log(p[1]/p[2]) + (1 - p[1])*log((1 - p[1])/(1 - p[2])) >= "
        "(sqrt(p[1]) - sqrt(p[2]))^2 + (sqrt(1 - p[1]) - sqrt(1 - p[2]))^2",
        "var p[k] in (0, 1) for k in 1..2\nprove p[1]*log(p[1]/p[2]) + (1 - p[1])*log((1 - p[1])/(1 - p[2])) >= "
        "3*((sqrt(p[1]) - sqrt(p[2]))^2 + (sqrt(1 - p[1]) - sqrt(1 - p[2]))^2)",
        "false next to the diagonal"}},
      // A bound of a variable that lies before the end of its range, or behind it.
      {"BoundsBesideANumber",
       {"ends-by-hypotheses",
        "var x in (0, inf)\nvar z in [1, inf)\nassume z >= x\nprove (2 + log(z))*(sqrt(x) - 1)^2 >= x*log(x) - x + 1",
        "var x in (0, inf)\nvar z in [1, inf)\nassume z >= x\nprove (1 + log(z))*(sqrt(x) - 1)^2 >= x*log(x) - x + 1",
        "one for two"}},
      // As functions of real numbers, from the least ones on (MacWilliams, Sloane 1977, chapter 10, lemma 7).
      {"BinomialsOfRealNumbers",
       {"distances-of-binomials",
        "language 3\nint n in [2, inf)\nint k in [1, inf)\nassume k <= n - 1\n"
        "let h = -(k/n)*log(k/n) - (1 - k/n)*log(1 - k/n)\n"
        "prove binomial(n, k) >= sqrt(n/(8*k*(n - k)))*exp(n*h)",
        "language 3\nint n in [2, inf)\nint k in [1, inf)\nassume k <= n - 1\n"
        "let h = -(k/n)*log(k/n) - (1 - k/n)*log(1 - k/n)\n"
        "prove binomial(n, k) >= sqrt(n/(7*k*(n - k)))*exp(n*h)",
        "false at n = 2"}},
      // What is left of a slope has a denominator that is seen to have a sign by its factors alone.
      {"PartialSumsOfLogarithm",
       {"slopes-of-sums", "language 3\nint n in [1, inf)\nvar x in [0, 1)\nprove sum(k, 1, n, x^k/k) <= -log(1 - x)",
        "language 3\nint n in [1, inf)\nvar x in [0, 1)\nprove sum(k, 1, n, x^k/k) >= -log(1 - x)",
        "the other direction"}},
      // Where the exponent is odd as well as even: by the sign of the power.
      {"SignsOfPowers",
       {"parity", "language 3\nint n in [0, inf)\nvar x in [0, inf)\nprove x + 1 - (-1)^n >= 0",
        "language 3\nint n in [0, inf)\nvar x in [0, inf)\nprove x + 1 - (-1)^n > 0", "0 where n is even and x = 0"}},
      // Either side by the slope along x.
      {"ModuliOfPartialSums",
       {"moduli-of-sums",
        "language 3\nint n in [1, inf)\nvar x in (0, 1)\n"
        "prove abs(sum(k, 1, n, (-1)^(k + 1)*x^k/k) - log(1 + x)) <= x^(n + 1)/(n + 1)",
        "language 3\nint n in [1, inf)\nvar x in (0, 1)\n"
        "prove abs(sum(k, 1, n, (-1)^(k + 1)*x^k/k) - log(1 + x)) <= x^(n + 1)/(2*n + 2)",
        "half of the first term that is left out"}},
      // At x = 0 no term is a multiple of the one before it.
      {"WeightedSumsFromZero",
       {"closed-sums", "language 3\nint n in [1, inf)\nvar x in [0, 1)\nprove sum(k, 1, n, k*x^k) <= x/(1 - x)^2",
        "language 3\nint n in [1, inf)\nvar x in [0, 1)\nprove sum(k, 1, n, k*x^k) >= x/(1 - x)^2",
        "the other direction"}},
      // Quotients by sums are multiplied out (McSherry, Talwar 2007, theorem 6).
      {"ExponentialMechanism",
       {"terms",
        "language 3\nint n in [1, inf)\nint m in [1, n]\nvar e in (0, inf)\nseq u(k)\nseq v(k)\n"
        "assume forall int k in [1, n]: abs(u(k) - v(k)) <= 1\n"
        "prove exp(e*u(m)/2)/sum(k, 1, n, exp(e*u(k)/2)) <= exp(e)*exp(e*v(m)/2)/sum(k, 1, n, exp(e*v(k)/2))",
        "language 3\nint n in [1, inf)\nint m in [1, n]\nvar e in (0, inf)\nseq u(k)\nseq v(k)\n"
        "assume forall int k in [1, n]: abs(u(k) - v(k)) <= 1\n"
        "prove exp(e*u(m)/2)/sum(k, 1, n, exp(e*u(k)/2)) <= exp(e/2)*exp(e*v(m)/2)/sum(k, 1, n, exp(e*v(k)/2))",
        "half of the loss"}},
  };
  return all;
}

class FurtherWay : public testing::TestWithParam<Way> {};

TEST_P(FurtherWay, Fires) { expect_fires(GetParam().goals); }

TEST_P(FurtherWay, Declines) { expect_declines(GetParam().goals); }

INSTANTIATE_TEST_SUITE_P(All, FurtherWay, testing::ValuesIn(further_ways()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
