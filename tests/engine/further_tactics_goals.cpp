#include "tests/engine/tactics_goals.hpp"

namespace dpcert::verify {

std::vector<TacticGoals> further_tactic_goals() {
  return {
      // International olympiad 1995, problem 2.
      {"constraints",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nassume a*b*c = 1\n"
       "prove 1/(a^3*(b + c)) + 1/(b^3*(c + a)) + 1/(c^3*(a + b)) >= 3/2",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nassume a*b*c + a = 1 + b\n"
       "prove a^2 + b^2 + c^2 >= a + b + c - 1",
       "the constraint has three degrees"},
      {"products-of-hypotheses",
       "var eps in [0, inf)\nvar d in [0, 1]\nvar a in [0, 1]\nvar b in [0, 1]\nvar a2 in [0, 1]\nvar b2 in [0, 1]\n"
       "assume a <= exp(eps)*a2 + d\nassume b2 <= exp(eps)*b + d\nassume a > exp(2*eps)*b + (1 + exp(eps))*d\n"
       "prove a2 > b2",
       "var eps in [0, inf)\nvar d in [0, 1]\nvar a in [0, 1]\nvar b in [0, 1]\nvar a2 in [0, 1]\nvar b2 in [0, 1]\n"
       "assume a <= exp(eps)*a2 + d\nassume b2 <= exp(eps)*b + d\nassume a > exp(2*eps)*b + exp(eps)*d\nprove a2 > b2",
       "false for eps = 0, b = 0, d = 1/3, a = 1/2, a2 = 1/6 and b2 = 1/3"},
      // Robinson 1973.
      {"even-powers",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n"
       "prove x^6 + y^6 + z^6 + 3*x^2*y^2*z^2 >= x^4*(y^2 + z^2) + y^4*(z^2 + x^2) + z^4*(x^2 + y^2)",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove x^4 + y^4 >= x^3*y + x*y^3", "odd powers"},
      {"halves",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= "
       "log((1 + abs(p-q))/(1 - abs(p-q))) - 2*abs(p-q)/(1 + abs(p-q))",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= log((1 + abs(p-q))/(1 - abs(p-q)))",
       "false next to the diagonal"},
      {"sums-of-roots", "var p in [0, 1]\nvar q in [0, 1]\nprove sqrt(p*q) + sqrt((1-p)*(1-q)) <= 1",
       "var p in [0, 1]\nvar q in [0, 1]\nprove sqrt(p) + q >= p", "one root"},
      {"centre",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 4/9*(p-q)^4",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 1/2*(p-q)^4",
       "false at p = 1/2 + 2 t, q = 1/2 - t for small t"},
      {"lipschitz", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove abs(exp(-x^2) - exp(-y^2)) <= abs(x - y)",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove abs(exp(-x^2) + exp(-y^2) - 2) <= 2*abs(x - y) + 4*exp(-y^2)",
       "the sum does not vanish where x = y"},
      {"squaring-alone",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\nassume x^2 + y^2 + z^2 = 1\n"
       "prove x*y*z <= 1/(3*sqrt(3))",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\nassume x^2 + y^2 + z^2 = 1\n"
       "prove x*y*z <= 1/5",
       "no root, and no number that is one"},
      {"interior",
       "var x in [0, inf)\nvar y in [0, inf)\nvar z in [0, inf)\nprove (x^3 + 1)*(y^3 + 1)*(z^3 + 1) >= (x*y*z + 1)^3",
       "var x in [0, inf)\nvar y in [0, inf)\nvar z in [0, inf)\nprove (x^3 + 1)*(y^3 + 1)*(z^2 + 1) >= (x*y*z + 1)^3",
       "false at x = y = z = 2"},
      {"weighted-means",
       "var x in (0, inf)\nvar y in (0, inf)\nvar z in (0, inf)\nprove (x + 2*y + z)^4 >= 256*x*y^2*z",
       "var x in (0, inf)\nvar y in (0, inf)\nvar z in (0, inf)\nprove (x + 2*y + z)^4 >= 257*x*y^2*z",
       "false at x = y = z = 1"},
      {"logs-of-sums",
       "var p in (0, 1)\nvar q in (0, 1)\nvar a in (1, inf)\n"
       "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a)) >= (a - 1)*(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)))",
       "var p in (0, 1)\nvar q in (0, 1)\nvar a in (1, inf)\n"
       "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a)) >= a*(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)))",
       "false next to a = 1"},
      {"increments", "var x in (-inf, inf)\nvar h in [0, inf)\nprove erfc(x + h) <= erfc(x)",
       "var x in (-inf, inf)\nvar h in [0, inf)\nprove erfc(x + h) <= erfc(x)^2", "false at x = 1, h = 0"},
      {"outcomes",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= (sqrt(p) - sqrt(q))^2 + (sqrt(1-p) - sqrt(1-q))^2",
       "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p - q)^2",
       "it is not true of each outcome"},
      {"far-limits", "var t in (0, inf)\nprove t/(1 - exp(-t)) - 1 - log(t/(1 - exp(-t))) <= t^2/8",
       "var t in [0, 1]\nprove exp(t) >= 1 + t", "neither end is open or infinite"},
      {"half-differences",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\n"
       "prove (a - b)/(2*asin((a - b)/(a + b))) < (a + b)/2",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\nprove a - b < 2*b*asinh((a - b)/(2*b))*a/b",
       "the difference in units of 2 b is not that in units of the sum"},
      {"half-differences-alone",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\n"
       "prove (a - b)/(2*asin((a - b)/(a + b))) < (a + b)/2",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nassume a > b\nprove a - b < 2*b*asinh((a - b)/(2*b))*a/b",
       "the difference in units of 2 b is not that in units of the sum"},
      {"means-of-two",
       "language 3\nvar x in (0, inf)\nvar y in (x, inf)\n"
       "prove (y*log(y) - x*log(x))/(y - x) - 1 > log((x + y + sqrt(x*y))/3)",
       "language 3\nvar x in (0, inf)\nvar y in (x, inf)\n"
       "prove (y*log(y) - x*log(x))/(y - x) - 1 > log((x + y + sqrt(x*y))/3) - x",
       "terms of two degrees"},
      // Schur; Hardy, Littlewood, Polya, theorem 80.
      {"powers-in-order",
       "var x in (0, inf)\nvar y in (0, inf)\nvar z in (0, inf)\nvar t in (-inf, inf)\n"
       "prove x^t*(x - y)*(x - z) + y^t*(y - x)*(y - z) + z^t*(z - x)*(z - y) >= 0",
       "var x in (0, inf)\nvar y in (0, inf)\nvar z in (0, inf)\nvar t in (-inf, inf)\n"
       "prove x^t*(x - y)*(x - z) + y^t*(y - x)*(y - z) + z^t*(z - x)*(z - y) >= (x - y)^2",
       "false where z is much larger than x and y"},
      {"common-divisors",
       "var a in (0, 1)\nvar x in (0, inf)\nvar y in (0, inf)\n"
       "prove log(a*x + (1 - a)*y)/(1 - a) >= log(x)*a/(1 - a) - (a - 1)*log(y)/(1 - a)",
       "var a in (0, 1)\nvar x in (0, inf)\nvar y in (0, inf)\n"
       "prove log(a*x + (1 - a)*y)/(1 - a) >= log(x)*a/(1 - a) + log(y)",
       "a term with a logarithm is not divided"},
      // Topsoe, Some inequalities for information divergence and related measures of discrimination (2000).
      {"logarithmic-means",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove (p - q)*log(p/q) + (q - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2/(p + q) + 2*(p - q)^2/(2 - p - q)",
       "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2",
       "weights p and -p are no multiples of p - q of one sign"},
      // van Erven, Harremoes, Renyi divergence and Kullback-Leibler divergence (2014), theorem 31.
      {"tilted-laws",
       "var a in (0, 1)\nvar p in (0, 1)\nvar q in (0, 1)\n"
       "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a))/(a - 1) >= 2*a*(p - q)^2",
       "var a in (0, 1)\nvar p in (0, 1)\nvar q in (0, 1)\n"
       "prove log(p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a))/(a - 1) >= 9/4*a*(p - q)^2",
       "false where p and q are next to one half"},
      // Dong, Roth, Su, Gaussian differential privacy (2022), section 2.
      // Sumner, Jagers, Vowe and Anglesio 1991.
      {"wave-ends", "language 3\nvar x in (0, pi/2)\nprove (sin(x)/x)^2 + tan(x)/x > 2 + 16/pi^4*x^3*tan(x)",
       "language 3\nvar x in (0, pi/2)\nprove (sin(x)/x)^2 + tan(x)/x > 2 + 17/pi^4*x^3*tan(x)", "false next to pi/2"},
      {"written-slopes", "var y in [0, 1)\nvar p in (1, 2)\nprove ((1 + y)^p + (1 - y)^p)/2 >= 1 + p*(p - 1)*y^2/2",
       "var y in [0, 1)\nvar p in (1, 2)\nprove ((1 + y)^p + (1 - y)^p)/2 >= 1 + p*(p - 1)*y^2", "false next to 0"},
      // Bhatia 2006.
      {"centred-exponents",
       "var a in (0, inf)\nvar b in (0, inf)\nvar t in [0, 1]\n"
       "prove (a^t*b^(1 - t) + a^(1 - t)*b^t)/2 <= (1 - (1 - 2*t)^2)*sqrt(a*b) + (1 - 2*t)^2*(a + b)/2",
       "var a in (0, inf)\nvar b in (0, inf)\nvar t in [0, 1]\n"
       "prove (a^t*b^(1 - t) + a^(1 - t)*b^t)/2 <= (1 - (1 - 2*t)^4)*sqrt(a*b) + (1 - 2*t)^4*(a + b)/2",
       "false next to t = 1/2"},
      // DLMF 7.8.7.
      {"removable-ends-of-integrals",
       "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, exp(t^2)) < (exp(x^2) - 1)/x",
       "language 3\nvar x in (0, inf)\nprove integral(t, 0, x, exp(t^2)) < (exp(x^2) - 1)/(2*x)", "false far out"},
      // Hermite 1884.
      {"floors-over-a-period",
       "language 3\nint n in [1, inf)\nvar x in (-inf, inf)\nprove sum(k, 0, n - 1, floor(x + k/n)) = floor(n*x)",
       "language 3\nint n in [1, inf)\nvar x in (-inf, inf)\nprove sum(k, 0, n, floor(x + k/n)) = floor(n*x)",
       "one term more"},
      // Lucas 1878.
      {"closed-recursions",
       "language 3\nint n in [0, inf)\nseq F(k): F(0) = 0, F(1) = 1, F(k + 2) = F(k + 1) + F(k)\n"
       "seq L(k): L(0) = 2, L(1) = 1, L(k + 2) = L(k + 1) + L(k)\nprove F(2*n) = F(n)*L(n)",
       "language 3\nint n in [0, inf)\nseq F(k): F(0) = 0, F(1) = 1, F(k + 2) = F(k + 1) + F(k)\n"
       "seq L(k): L(0) = 2, L(1) = 1, L(k + 2) = L(k + 1) + L(k)\nprove F(2*n) = F(n)*F(n + 1)",
       "false at n = 2"},
      {"equations-modulo",
       "language 3\nint a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\nassume a^2 + b^2 = c^2\n"
       "prove mod(a*b, 4) = 0",
       "language 3\nint a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\nassume a^2 + b^2 = c^2\n"
       "prove mod(a*b, 8) = 0",
       "false at a = 3 and b = 4"},
      // Gurland 1956.
      {"gamma-variances",
       "language 3\nvar x in (0, inf)\nvar b in (-inf, inf)\nassume x + 2*b > 0\n"
       "prove lgamma(x) + lgamma(x + 2*b) - 2*lgamma(x + b) >= log(1 + b^2/x)",
       "language 3\nvar x in (0, inf)\nvar b in (-inf, inf)\nassume x + 2*b > 0\n"
       "prove lgamma(x) + lgamma(x + 2*b) - 2*lgamma(x + b) >= log(1 + 2*b^2/x)",
       "false at b = 1", true},
      // Alzer 1997.
      {"sums-beside-integrals",
       "language 3\nint n in [1, inf)\nvar s in (0, inf)\nprove sum(k, 1, n, exp(-k^2/(2*s^2))) <= s*sqrt(pi/2)",
       "language 3\nint n in [1, inf)\nvar s in (0, inf)\nprove sum(k, 1, n, exp(-k^2/(2*s^2))) <= s*sqrt(pi/3)",
       "false far out"},
      {"crossing-bodies",
       "language 3\nvar a in (1, inf)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) <= (1 - exp(-x))^a",
       "language 3\nvar a in (1, inf)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) <= (1 - exp(-x/2))^a",
       "false far out", true},
      {"crossing-branches",
       "var m in (0, inf)\nvar x in (-inf, inf)\nlet r = normal_cdf(m)/normal_cdf(-m)\n"
       "prove max(1 - r*normal_cdf(-x), normal_cdf(x)/r) >= normal_cdf(x - 2*m)",
       "var m in (0, inf)\nvar x in (-inf, inf)\nlet r = normal_cdf(m)/normal_cdf(-m)\n"
       "prove max(1 - r*normal_cdf(-x), normal_cdf(x)/r) >= normal_cdf(x - 3*m/2)",
       "false at x = m"},
      {"jensen-of-logs",
       "var p in (0, 1)\nvar q in (0, 1/2]\n"
       "prove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= log(1 + 2*(p - q)^2/q)",
       "var p in (0, 1)\nvar q in (0, 1/2]\n"
       "prove p/2*log(p/q) + (1 - p)/2*log((1 - p)/(1 - q)) <= log(1 + 2*(p - q)^2/q)/2",
       "the weights add up to 1/2"},
      {"factor-alone", "language 3\nvar x in (0, inf)\nvar p in [3, inf)\nprove exp(p*x)*log(sinh(x)/x) >= 0",
       "language 3\nvar x in (0, inf)\nvar p in [3, inf)\nprove exp(p*x) + log(sinh(x)/x) >= 0", "a sum"},
      {"monotone-ends", "language 3\nvar x in (0, inf)\nvar p in [3, inf)\nprove cosh(x) < (sinh(x)/x)^p",
       "language 3\nvar x in (0, inf)\nvar p in (3, inf)\nprove cosh(x) < (sinh(x)/x)^p", "the end is open"},
      {"reflections",
       "language 3\nvar t in (-inf, inf)\nvar c in (0, inf)\n"
       "prove log(cosh(t - c)) - log(cosh(c)) + t*tanh(c) <= tanh(c)*t^2/(2*c)",
       "language 3\nvar t in (-inf, inf)\nvar c in (0, inf)\n"
       "prove log(cosh(t - c)) - log(cosh(c)) + t*tanh(c) <= tanh(c)*t^2/c",
       "it is not the same at t and 2 c - t"},
      {"logs-of-factors", "var x in (0, inf)\nprove (1 + x)*exp(-x) <= exp(x^3/3 - x^2/2)",
       "var x in (0, inf)\nprove (1 + x)*exp(-x) <= exp(x^3/4 - x^2/2)", "false next to 0"},
      {"concavity-alone",
       "var v in (0, inf)\nvar s in (0, 1)\n"
       "prove exp((v*s)^2/2)*normal_cdf(-(v*s)) - exp(v^2/2)*normal_cdf(-v) <= 1 - s",
       "var v in (0, inf)\nvar s in (0, 1)\n"
       "prove exp((v*s)^2/2)*normal_cdf(-(v*s)) - exp(v^2/2)*normal_cdf(-v) <= (1 - s)/4",
       "false next to s = 0, where the left side is nearly 1/2 for large v"},
      {"gaussian-profile",
       "var m in (0, inf)\nvar e in (0, inf)\nassume e > m^2/2\n"
       "prove normal_cdf(m/2 - e/m) - exp(e)*normal_cdf(-m/2 - e/m) <= "
       "exp(-(e - m^2/2)^2/(2*m^2))/(1 + (e - m^2/2)/m^2)",
       "var m in (0, inf)\nvar e in (0, inf)\nassume e > m^2/2\n"
       "prove normal_cdf(m/2 - e/m) - exp(e)*normal_cdf(-m/2 - e/m) <= "
       "exp(-(e - m^2/2)^2/(2*m^2))/(4 + 4*(e - m^2/2)/m^2)",
       "false for large m next to the end of e"},
      {"shortest-exponents",
       "var p in (0, 1/2)\nvar t in (-inf, inf)\nprove (1 - p)*exp(-t*p) + p*exp(t*(1 - p)) <= exp(t^2/8)",
       "var p in (0, 1/2)\nvar t in (-inf, inf)\nprove 1 - p + p*exp(t) <= exp(p*t + t^2/8)",
       "no exponential of the sum makes the others shorter"},
      {"log-odds",
       "var p in (0, 1/2)\nvar t in (-inf, inf)\n"
       "prove log(1 - p + p*exp(t)) - p*t <= (1 - 2*p)/(4*log((1 - p)/p))*t^2",
       "var p in (0, 1/2)\nvar t in (-inf, inf)\nprove log(1 - p + p*exp(t)) - p*t <= t^2/8",
       "no logarithm of the odds"},
      {"removable-ends", "language 3\nvar x in (0, inf)\nprove log(sinh(x)/x) < x^2/6",
       "language 3\nvar x in [0, inf)\nprove sinh(x) >= x", "the goal has a value at the end"},
      {"triangle-inequality",
       "language 3\nvar p in (0, 1]\nvar x in (-inf, inf)\nvar y in (-inf, inf)\n"
       "prove abs(x + y)^p <= abs(x)^p + abs(y)^p",
       "language 3\nvar p in (0, 2]\nvar x in (-inf, inf)\nvar y in (-inf, inf)\n"
       "prove abs(x + y)^p <= abs(x)^p + abs(y)^p",
       "false at p = 2, x = y = 1"},
      {"squares-of-integrals",
       "language 3\nvar x in (0, inf)\nvar y in (0, inf)\nprove integral(t, 0, pi, exp((x + y)/2*cos(t)))^2 <= "
       "integral(t, 0, pi, exp(x*cos(t)))*integral(t, 0, pi, exp(y*cos(t)))",
       "language 3\nvar x in (0, inf)\nvar y in (0, inf)\nprove integral(t, 0, pi, exp((x + y)/3*cos(t)))^2 <= "
       "integral(t, 0, pi, exp(x*cos(t)))*integral(t, 0, pi, exp(y*cos(t)))",
       "the body is not the geometric mean of the two others"},
      {"half-angles-of-cosines", "language 3\nvar x in [0, 1)\nprove 6*sqrt(1 - x)/(2*sqrt(2) + sqrt(1 + x)) < acos(x)",
       "language 3\nvar x in [0, 1]\nprove acos(x) >= sqrt(1 - x^2)", "no root of what is affine in x"},
      {"waves-of-arctangents", "language 3\nvar t in (-inf, inf)\nprove t*sin(atan(t)) + cos(atan(t)) >= sqrt(1 + t^2)",
       "language 3\nvar t in (-inf, inf)\nprove cos(t) + atan(t)^2 >= 1 - t^2/2", "no wave is of an arctangent"},
      {"telescoping-in-rounds",
       "var x in (0, inf)\nvar s in (0, 1)\nprove (1 - s)*log(x + s/2) < lgamma(x + 1) - lgamma(x + s)",
       "var x in (0, inf)\nvar s in (0, 1)\nprove (1 - s)*log(x + s) < lgamma(x + 1) - lgamma(x + s)",
       "false where x is large"},
      {"exponents-from-an-end",
       "var p in (1/2, 1)\nvar a in (1, inf)\nprove p^a*(1 - p)^(1 - a) + (1 - p)^a*p^(1 - a) <= (p/(1 - p))^(a - 1)",
       "var p in (1/2, 1)\nvar a in (0, inf)\nprove p^(a + 1)*(1 - p)^(-a) + (1 - p)^(a + 1)*p^(-a) <= (p/(1 - p))^a",
       "its end is 0 already"},
      {"kinks-alone", "var x in [-1, 1]\nprove abs(x) >= x", "var x in [-1, 1]\nprove x^2 >= 0", "nothing has a kink"},
      {"homogeneity-alone",
       "var x in (0, inf)\nvar y in (0, inf)\nprove x^2 + y^2 >= 2*x*y + (x - y)^4/(1000*(x^2 + y^2))",
       "var x in (0, inf)\nvar y in (0, inf)\nprove x^2 + y^2 + 1 >= 2*x*y", "terms of two degrees"},
      {"log-bounds-alone", "var p in (0, 1)\nvar q in (0, 1)\nprove log(sqrt(p*q) + sqrt((1-p)*(1-q))) <= 0",
       "var x in (0, inf)\nprove x^2 + 1 >= 2*x", "no logarithm"},
      {"power-bounds", "var x in (0, 1)\nvar y in (0, 1)\nprove x^y + 2*y^x > 1 + x*y/2",
       "var x in (0, 1)\nvar y in (0, 1)\nprove x^y + y^x > 5/4", "false next to a corner"},
      {"exponential-bounds",
       "var x in (0, inf)\nvar y in (-inf, inf)\nprove 2*sqrt(x)*exp(y) >= 2 + log(x) + 2*y - (x - 1)^2",
       "var x in (-inf, 0)\nprove exp(x) <= 1", "it falls with the exponential"},
      {"reciprocal-alone",
       "var a in (1, inf)\nvar b in (0, inf)\n"
       "prove log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1) <= a/(2*b^2)",
       "var x in (0, inf)\nprove x^2 + 1 >= 2*x", "no function"},
      {"slopes-alone", "var x in (-inf, inf)\nprove exp(x) >= 1 + x", "var x in [0, 1]\nprove floor(x) >= 0",
       "not smooth"},
      {"order", "var x in (0, inf)\nvar y in (0, inf)\nprove x^3 + y^3 >= x^2*y + x*y^2",
       "var x in (0, 1)\nvar y in (0, inf)\nprove x^3 + y^3 >= x^2*y + x*y^2", "the ranges differ"},
      {"quantiles",
       "var p in [1/2, 1)\nvar v in (-inf, inf)\nassume normal_cdf(v) >= p\nprove v >= sqrt(2*pi)*(p - 1/2)",
       "var p in [1/2, 1)\nvar v in (-inf, inf)\nassume p >= normal_cdf(v)\nprove v >= sqrt(2*pi)*(p - 1/2)",
       "the hypothesis bounds v from the other side"},
      // Hoeffding 1963, lemma 1; with the constant 1/9 it is false for small a = b.
      {"shares", "var a in (0, inf)\nvar b in (0, inf)\nprove (b*exp(-a) + a*exp(b))/(b + a) <= exp((b + a)^2/8)",
       "var a in (0, inf)\nvar b in (0, inf)\nprove (b*exp(-a) + a*exp(b))/(b + a) <= exp((b + a)^2/9)",
       "false at a = b = 1/10"},
      {"hoelder",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar d in (0, inf)\n"
       "prove a*c + b*d <= (a^3 + b^3)^(1/3)*(c^(3/2) + d^(3/2))^(2/3)",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar d in (0, inf)\n"
       "prove a*c + b*d <= (a^3 + b^3)^(1/3)*(c^(3/2) + d^(3/2))^(1/3)",
       "the weights are not those of means"},
      {"tangents-of-roots",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove a/sqrt(a^2 + 8*b*c) + b/sqrt(b^2 + 8*c*a) + c/sqrt(c^2 + 8*a*b) >= 1",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove a*b/sqrt(a^2 + 8*b*c) + b/sqrt(b^2 + 8*c*a) + c/sqrt(c^2 + 8*a*b) >= 1",
       "false at a = b = c = 1/2"},
      // Wilker's inequality for hyperbolic functions, with an exponent.
      {"geometric-means", "var x in (0, inf)\nvar a in (0, inf)\nprove (sinh(x)/x)^(2*a) + (tanh(x)/x)^a > 2",
       "var x in (0, inf)\nvar a in (0, inf)\nprove (sinh(x)/x)^a + (tanh(x)/x)^a > 2", "false next to 0"},
      // Krichevsky and Trofimov 1981.
      {"concave-between",
       "int n in [2, inf)\nint k in [1, inf)\nassume k <= n - 1\n"
       "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/(2*sqrt(n))",
       "int n in [2, inf)\nint k in [1, inf)\nassume k <= n - 1\n"
       "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/sqrt(n)",
       "false at n = 2, k = 1"},
      {"falling-tails",
       "var x in [0, inf)\nprove x*sqrt(pi)/2*exp(x^2)*erfc(x) < (2*x^4 + 9*x^2 + 4)/(4*x^4 + 20*x^2 + 15)",
       "var x in [0, inf)\nprove x*sqrt(pi)/2*exp(x^2)*erfc(x) < (2*x^4 + 9*x^2 + 4)/(4*x^4 + 20*x^2 + 16)",
       "false far out"},
      // Randomized response is e^2/2-zCDP; the order 2 alone says less.
      {"scaled-order",
       "var e in (0, inf)\nvar a in (1, inf)\n"
       "prove log((exp(a*e) + exp((1 - a)*e))/(1 + exp(e))) <= a*(a - 1)*e^2/2",
       "var e in (0, inf)\nvar a in (1, 2)\n"
       "prove log((exp(a*e) + exp((1 - a)*e))/(1 + exp(e))) <= a*(a - 1)*e^2/2",
       "the order has an end above"},
      // Briet and Harremoes 2009: Jensen-Shannon divergence of two coins and their variation.
      {"distance",
       "var p in (0, 1)\nvar q in (0, 1)\nlet m = (p + q)/2\nlet t = abs(p - q)\nassume 1 - t > 0\n"
       "prove (p*log(p/m) + (1-p)*log((1-p)/(1-m)) + q*log(q/m) + (1-q)*log((1-q)/(1-m)))/2 >= "
       "((1 + t)*log(1 + t) + (1 - t)*log(1 - t))/2",
       "var p in (0, 1)\nvar q in (0, 1)\nlet m = (p + q)/2\nlet t = abs(p - q)\nassume 1 - t > 0\n"
       "prove (p*log(p/m) + (1-p)*log((1-p)/(1-m)) + q*log(q/m) + (1-q)*log((1-q)/(1-m)))/2 >= "
       "11/10*((1 + t)*log(1 + t) + (1 - t)*log(1 - t))/2",
       "false at p = 0.6, q = 0.4"},
      // The determinant of a Beta law's information.
      {"scaled-values",
       "var a in (0, inf)\nvar b in (0, inf)\n"
       "prove trigamma(a)*trigamma(b) - trigamma(a + b)*(trigamma(a) + trigamma(b)) > 0",
       "var a in (0, inf)\nvar b in (0, inf)\n"
       "prove trigamma(a)*trigamma(b) - trigamma(a + b)*(trigamma(a) + trigamma(b)) > trigamma(a + b)^2",
       "false where a and b are large"},
      // The bend of a bound of binomial rates (Massart 1990) on the triangle of the two shares.
      {"bernstein-forms",
       "var q in (0, 1)\nvar t in (0, 1)\nassume q + t < 1\nlet r = 1 - q - t\n"
       "prove 243*q^3*r - 243*q^2*r^2 + 243*q*r^3 + 27*t*(q^2*r + 8*q*r^2 + r^3) + 8*t^4 >= 0",
       "var q in (0, 1)\nvar t in (0, 1)\nassume q + t < 1\nprove (q - t)^2 >= 0", "0 inside, where q = t"},
      // Kairouz, Oh, Viswanath 2015: composition of one release, by their simplified bound.
      {"bounded-parts", "var e in (0, inf)\nprove (1 - exp(-2*e/(exp(e) + 1)))/(1 + exp(-e)) <= exp(-1/2)",
       "var e in (0, inf)\nprove (1 - exp(-2*e/(exp(e) + 1)))/(1 + exp(-e)) <= 3/10", "false at e = 1"},
      // Hoeffding 1963, proof of theorem 1: factors that need not be positive.
      {"means-of-factors",
       "language 3\nint n in [1, inf)\nvar t in (-inf, inf)\nseq p(i)\n"
       "assume forall int i in [1, n]: p(i) >= 0\nassume forall int i in [1, n]: p(i) <= 1\n"
       "prove (1 + 1/n*sum(i, 1, n, p(i))*(exp(t) - 1))^n >= prod(i, 1, n, 1 + p(i)*(exp(t) - 1))",
       "language 3\nint n in [1, inf)\nvar t in (-inf, inf)\nseq p(i)\n"
       "assume forall int i in [1, n]: p(i) >= 0\nassume forall int i in [1, n]: p(i) <= 1\n"
       "prove (1 + 2/n*sum(i, 1, n, p(i))*(exp(t) - 1))^n >= prod(i, 1, n, 1 + p(i)*(exp(t) - 1))",
       "the base is not the mean"},
      // Dwork, Roth 2014, section 3.4: the loss of the exponential mechanism.
      {"soft-maxima",
       "language 3\nint n in [1, inf)\nvar e in (0, inf)\nseq q(i)\n"
       "prove sum(i, 1, n, q(i)*exp(e*q(i)))/sum(i, 1, n, exp(e*q(i))) >= q(1) - log(n)/e",
       "language 3\nint n in [1, inf)\nvar e in (0, inf)\nseq q(i)\n"
       "prove sum(i, 1, n, q(i)*exp(e*q(i)))/sum(i, 1, n, exp(e*q(i))) <= q(1) + log(n)/e",
       "the value is on the larger side"},
      // Topsoe 2001: the entropy of a coin below a power of its variance.
      {"touched-ends", "var p in (0, 1)\nprove -p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))^(1/log(4))",
       "var p in (0, 1)\nprove -p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))^(3/4)", "false next to p = 1/2"},
      // The tail of a scale of noise that a bound of it was solved for.
      {"named-inverses",
       "var d in (0, 1/2)\nassume sqrt(16*d + 1) - 1 > 0\nassume log(2/(sqrt(16*d + 1) - 1)) > 0\n"
       "prove normal_cdf(-sqrt(2)*sqrt(log(2/(sqrt(16*d + 1) - 1)))) <= d",
       "var d in (0, 1/2)\nassume sqrt(16*d + 1) - 1 > 0\nassume log(2/(sqrt(16*d + 1) - 1)) > 0\n"
       "prove normal_cdf(-sqrt(2)*sqrt(log(2/(sqrt(16*d + 1) - 1)))) <= d/4",
       "false next to d = 1/2"},
      // Gilardoni 2010: the divergence of two coins and their variation.
      {"tangent-curves",
       "var p in (0, 1)\nvar q in (0, 1)\nlet t = abs(p - q)\nassume 1 - t > 0\n"
       "prove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= -log(1 - t) - (1 - t)*log(1 + t)",
       "var p in (0, 1)\nvar q in (0, 1)\nlet t = abs(p - q)\nassume 1 - t > 0\n"
       "prove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= -log(1 - t) - (1 - t)*log(1 + t) + t^3",
       "false at p = 0.6, q = 0.4"},
      // Topsoe 2000, theorem 2, for one outcome.
      {"cone",
       "var p in (0, 1)\nvar q in (0, 1)\nprove 2*p*log(2*p/(p + q)) + 2*q*log(2*q/(p + q)) <= 2*log(2)*(p - q)^2/(p + q)",
       "var p in (0, 1)\nvar q in (0, 1)\nprove 2*p*log(2*p/(p + q)) + 2*q*log(2*q/(p + q)) <= 2*log(2)*abs(p - q)^(3/2)",
       "of two degrees"},
      {"each-argument",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= min((p - q)^2/(q*(1 - q)), 2*(p - q)^2/(q*(1 - q)))",
       "var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= max((p - q)^2/(q*(1 - q)), 2*(p - q)^2/(q*(1 - q)))",
       "one argument is enough"},
      {"common-parts",
       "var x in (0, inf)\nvar y in (-inf, inf)\nprove 1 - exp(-(sqrt(x) - y)^2/2) <= (sqrt(x) - y)^2/2",
       "var x in (0, inf)\nvar y in (0, inf)\nprove exp(sqrt(x) - y) >= 1 - y",
       "y is left beside what they have in common"},
      {"one-logarithm",
       "var a in (0, inf)\nvar b in (0, inf)\nprove log(b/(b + a)*exp(-a) + a/(b + a)*exp(b)) <= (b + a)^2/8",
       "var a in (0, inf)\nvar b in (0, inf)\nprove log(a + b) <= a + b - 1", "no exponential is in the sum"},
      {"sides", "var h in (0, inf)\nvar p in (0, 1)\nprove exp(h^2/8) - (p*exp(h*p - h) + (1-p)*exp(h*p)) >= 0",
       "var h in (0, inf)\nvar p in (0, 1)\nprove exp(h^2/9) - (p*exp(h*p - h) + (1-p)*exp(h*p)) >= 0",
       "false at h = 1/10, p = 1/2"},
      {"two-groups",
       "var p in (0, 1)\nvar q in (0, 1)\nvar s in [0, 1]\n"
       "prove p^s*q^(1 - s) + (1 - p)^s*(1 - q)^(1 - s) >= min(p, q) + min(1 - p, 1 - q)",
       "var p in (0, 1)\nvar q in (0, 1)\nvar s in [0, 1]\nprove p^s*q^(1 - s) + (1 - p)^s*(1 - q)^(1 - s) <= 1",
       "three terms, of which no two belong together"},
      {"bounded-roots",
       "var x in [4, inf)\nprove (exp(-x)^(2/3)*(1 + exp(-x))^(2/3) + exp(-x))/(1 - exp(-x))^2 <= 2/x^2",
       "var x in (-inf, inf)\nprove exp(-x)*(1 + exp(-x))^(2/3) >= 0", "the root is not bounded"},
      {"terms-alone",
       "language 3\nint n in [1, inf)\nseq x(k)\nvar t in (-inf, inf)\n"
       "assume forall int k in [1, n]: -1 <= x(k) <= 1\n"
       "prove sum(k, 1, n, x(k)^2*exp(t*x(k))/(1 + exp(t*x(k)))^2) <= n/4",
       "language 3\nint n in [1, inf)\nseq x(k)\nvar t in (-inf, inf)\n"
       "assume forall int k in [2, n]: -1 <= x(k) <= 1\n"
       "prove sum(k, 1, n, x(k)^2*exp(t*x(k))/(1 + exp(t*x(k)))^2) <= n/4",
       "nothing is known of the first term"},
      {"products-of-terms",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: x(k) <= 1\nprove sum(k, 1, n, x(k)^2)/n - (sum(k, 1, n, x(k))/n)^2 <= 1/4",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: x(k) <= 1\nprove sum(k, 1, n, x(k)^2)/n - (sum(k, 1, n, x(k))/n)^2 <= 1/5",
       "false for x = (0, 1)"},
      {"vanishing-sums",
       "language 3\nint n in [1, inf)\nvar a in (0, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: y(k) > 0\n"
       "prove sum(k, 1, n, x(k))^(a + 1)/sum(k, 1, n, y(k))^a <= sum(k, 1, n, x(k)^(a + 1)/y(k)^a)",
       "language 3\nint n in [1, inf)\nvar a in (0, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: y(k) > 0\n"
       "prove sum(k, 1, n, x(k))^(a + 1)/sum(k, 1, n, y(k))^a <= sum(k, 1, n, x(k)^(a + 1)/y(k)^a)/2",
       "false for n = 1, x = y = 1"},
      {"squares-of-sums",
       "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: y(k) >= 0\n"
       "prove sum(k, 1, n, sqrt(x(k)*y(k)))^2 <= sum(k, 1, n, x(k))*sum(k, 1, n, y(k))",
       "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: y(k) >= 0\n"
       "prove sum(k, 1, n, sqrt(x(k)*y(k)))^2 <= sum(k, 1, n, x(k))*sum(k, 1, n, y(k)^2)",
       "false for x = y = 1/2"},
      {"shorter-terms",
       "language 3\nint n in [1, inf)\nvar q in [0, 1]\nvar s in (0, inf)\n"
       "prove sum(k, 0, n, binomial(n, k)*(1 - q)^(n - k)*q^k*exp(k*s)) >= 1",
       "language 3\nint n in [1, inf)\nvar q in [0, 1]\nvar s in (-inf, 0)\n"
       "prove sum(k, 0, n, binomial(n, k)*(1 - q)^(n - k)*q^k*exp(k*s)) >= 1",
       "the factors are below 1"},
      {"weights",
       "var v in (0, inf)\nvar x in (-inf, inf)\nvar l in (0, inf)\nprove exp(l*x - l^2*v/2) <= exp(x^2/(2*v))",
       "var v in (0, inf)\nvar x in (-inf, inf)\nvar l in (0, inf)\nprove exp(l*x - l^2*v/2) <= exp(x^2/(2*v)) + l",
       "no weights make it homogeneous"},
      {"roots-in-functions", "var x in (0, inf)\nprove exp(x)*normal_cdf(-sqrt(2*x)) <= 1/(2*sqrt(pi)*sqrt(x))",
       "var x in (0, inf)\nprove exp(x)*normal_cdf(-2*x) <= 1/(2*sqrt(pi)*sqrt(x))", "no root in an error function"},
      {"real-numbers", "language 3\nint n in [1, inf)\nvar x in [0, n]\nprove (1 + x/n)^n >= exp(x)*(1 - x^2/n)",
       "language 3\nint n in [1, inf)\nvar x in [0, n]\nprove (1 + x/n)^floor(n) >= exp(x)*(1 - x^2/n)",
       "what stands under a floor is not replaced"},
      {"signs-of-factors", "var x in (0, inf)\nvar y in (0, inf)\nprove exp(-x*y) >= y*(1 - x*y)/(1 + y)",
       "var x in (0, inf)\nvar y in (0, inf)\nprove exp(-x*y) >= (1 - x*y)*(2 - x)", "two factors of unknown sign"},
      {"parts-of-the-larger",
       "var p in (0, inf)\nvar q in (0, inf)\n"
       "prove p*log(2*p/(p + q)) + q*log(2*q/(p + q)) <= log(2)*abs(p - q)",
       "var p in (0, inf)\nvar q in (0, inf)\n"
       "prove p*log(2*p/(p + q)) + q*log(2*q/(p + q)) <= 2/3*abs(p - q)",
       "false near q = 0"},
      {"bases-apart", "var x in (0, inf)\nvar y in [1, inf)\nprove x^y + 1 > x",
       "var x in [1, inf)\nvar y in [1, inf)\nprove x^y + 1 > x", "the base is nowhere below 1"},
      {"both-branches",
       "var x in (-inf, inf)\nvar d in [0, inf)\n"
       "prove abs(log((1 + (x + d)^2)/(1 + x^2))) <= 2*log(d/2 + sqrt(1 + d^2/4))",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove abs(x - y) >= y - x", "the larger the modulus is the better"},
      {"multiple",
       "var m in (0, inf)\nvar h in (0, inf)\nvar v in [0, inf)\nassume h*m < 2\nassume v >= 2/(m*(2 - m*h))\n"
       "prove v >= (1 - m*h)^2*v + 2*h",
       "var m in (0, inf)\nvar h in (0, inf)\nvar v in [0, inf)\nassume v >= 2/m\nprove m*v >= 2 - h",
       "it is more than a multiple of the hypothesis"},
      {"reciprocal-arctangents", "language 3\nvar x in (0, inf)\nprove 2/pi*atan(1/x) >= 2*normal_cdf(-x)",
       "language 3\nvar x in (0, 1)\nprove atan(x) <= x", "nothing is far out, and nothing a reciprocal"},
      {"signs-apart",
       "var a in (-inf, inf)\nvar b in (-inf, inf)\nlet m = (a^2 + b^2)/2\n"
       "prove (xlogy(a^2, a^2) + xlogy(b^2, b^2))/2 - xlogy(m, m) <= (a - b)^2/2",
       "var a in (-inf, inf)\nvar b in (-inf, inf)\nlet m = (a^2 + b^2)/2\n"
       "prove (xlogy(a^2, a^2) + xlogy(b^2, b^2))/2 - xlogy(m, m) <= (a - b)^2/3",
       "false at a = 0, b = 1"},
      {"zeros-apart", "var x in (-inf, inf)\nprove exp(x)*(x^2 - 1)^2 >= 0", "var x in [0, 1]\nprove x^2 - x + 1 >= 0",
       "it vanishes nowhere"},
      {"zero-bases-alone",
       "language 3\nvar a in [0, inf)\nvar b in [0, inf)\nvar p in (0, 1]\nprove ((a + b)/2)^p >= (a^p + b^p)/2",
       "var a in (0, inf)\nvar b in (0, inf)\nvar p in (0, 1]\nprove ((a + b)/2)^p >= (a^p + b^p)/2",
       "no base may be 0"},
      {"irrational-zeros", "var x in [0, inf)\nprove 2*x*exp(-x^2) <= sqrt(2/exp(1))",
       "var x in [0, inf)\nprove 2*x*exp(-x^2) <= sqrt(3/exp(1))", "it is nowhere 0"},
      {"roots-of-products", "var a in (0, inf)\nvar b in (0, inf)\nprove a + 2*b >= 3*(a*b^2)^(1/3)",
       "var a in (0, inf)\nvar b in (0, inf)\nprove a + b + 2 >= 2*sqrt(a) + 2*sqrt(b)", "a root of one variable each"},
      {"common-powers", "var r in (1, inf)\nprove r^(r/(r-1)) - r^(1/(r-1)) >= r - 1",
       "var x in (1, inf)\nvar s in (0, 1)\nprove x^s + x^(2*s) >= 2", "the exponents differ by s"},
      {"falling-norms",
       "var a in (0, inf)\nvar b in (0, inf)\nvar p in [1, inf)\nvar q in [1, inf)\nassume p <= q\n"
       "prove (a^q + b^q)^(1/q) <= (a^p + b^p)^(1/p)",
       "var a in (0, inf)\nvar b in (0, inf)\nvar p in [1, inf)\nvar q in [1, inf)\n"
       "prove (a^q + b^q)^(1/q) <= (a^p + b^p)^(1/p)",
       "which exponent is the greater one is not known"},
      {"gibbs",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar u in (0, 1)\nvar v in (0, 1)\n"
       "assume u + v < 1\nprove u*a + v*b + (1 - u - v)*c >= a^u*b^v*c^(1 - u - v)",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar u in (0, 1)\nvar v in (0, 1)\n"
       "assume u + v < 1\nprove u*a + v*b + (1 - u)*c >= a^u*b^v*c^(1 - u)",
       "the weights are not those of the sum"},
      {"log-sums",
       "language 3\nvar a in (0, 1)\nvar b in (0, 1)\nvar c in (0, 1)\nvar d in (0, 1)\nassume a + b + c + d = 1\n"
       "let h(t) = -t*log(t)\nprove h(a) + h(b) + h(c) + h(d) <= h(a + b) + h(c + d) + h(a + c) + h(b + d)",
       "language 3\nvar a in (0, 1)\nvar b in (0, 1)\nvar c in (0, 1)\nvar d in (0, 1)\nassume a + b + c + d = 1\n"
       "let h(t) = -t*log(t)\nprove h(a) + h(b) + h(c) + h(d) <= h(a + b) + h(c + d) + h(a + c)/2 + h(b + d)/2",
       "false at a = b = c = d = 1/4"},
      {"multipliers-of-sums",
       "language 3\nint n in [1, inf)\nseq p(k)\nseq q(k)\nassume forall int k in [1, n]: p(k) > 0\n"
       "assume forall int k in [1, n]: q(k) > 0\nassume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) <= 1\n"
       "prove sum(k, 1, n, p(k)*log(p(k)/q(k))) >= 0",
       "language 3\nint n in [1, inf)\nseq p(k)\nseq q(k)\nassume forall int k in [1, n]: p(k) > 0\n"
       "assume forall int k in [1, n]: q(k) > 0\nassume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) <= 2\n"
       "prove sum(k, 1, n, p(k)*log(p(k)/q(k))) >= 0",
       "false at n = 1, q(1) = 2"},
      {"numbers-for-sums",
       "language 3\nint n in [1, inf)\nint m in [0, n]\nvar c in (0, inf)\nseq p(k)\nseq x(k)\n"
       "let mean = sum(k, 1, n, p(k)*x(k))\nassume forall int k in [1, n]: p(k) >= 0\n"
       "assume forall int k in [1, m]: x(k) >= mean + c\n"
       "prove sum(k, 1, m, p(k)) <= sum(k, 1, n, p(k)*(x(k) - mean)^2)/c^2",
       "language 3\nint n in [1, inf)\nint m in [0, n]\nvar c in (0, inf)\nseq p(k)\nseq x(k)\n"
       "assume forall int k in [1, n]: p(k) >= 0\nassume forall int k in [1, m]: x(k) >= c\n"
       "prove sum(k, 1, m, p(k)) <= sum(k, 1, n, p(k)*x(k)^2)/c^2",
       "the hypotheses over integers speak of no sum"},
      {"logarithms-of-products",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) > 0\n"
       "prove prod(k, 1, n, x(k))^(1/n) <= sum(k, 1, n, x(k))/n",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) > 0\n"
       "prove prod(k, 1, n, x(k)) >= prod(k, 1, n, x(k)/2)",
       "nothing is below a root or beside a power"},
      {"orders-of-summation",
       "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq d(i)\nseq w(i, j)\n"
       "assume forall int i in [1, n]: forall int j in [1, m]: w(i, j) >= 0\n"
       "assume forall int i in [1, n]: sum(j, 1, m, w(i, j)) = 1\n"
       "prove sum(j, 1, m, abs(sum(i, 1, n, d(i)*w(i, j)))) <= sum(i, 1, n, abs(d(i)))",
       "language 3\nint n in [1, inf)\nint m in [1, inf)\nseq d(i)\nseq w(i, j)\n"
       "assume forall int i in [1, n]: forall int j in [1, m]: w(i, j) >= 0\n"
       "assume forall int j in [1, m]: sum(i, 1, n, w(i, j)) = 1\n"
       "prove sum(j, 1, m, abs(sum(i, 1, n, d(i)*w(i, j)))) <= sum(i, 1, n, abs(d(i)))",
       "columns have the sum 1: false at n = 1, m = 2"},
      {"first-outcome",
       "language 3\nint n in [2, inf)\nseq p(k)\nassume forall int k in [1, n]: p(k) > 0\n"
       "assume sum(k, 1, n, p(k)) = 1\n"
       "prove sum(k, 1, n, p(k)^2) >= p(1)^2 + (1 - p(1))^2/(n - 1)",
       "language 3\nint n in [2, inf)\nseq p(k)\nassume forall int k in [1, n]: p(k) > 0\n"
       "assume sum(k, 1, n, p(k)) = 1\n"
       "prove sum(k, 1, n, p(k)^2) >= p(1)^2 + 2*(1 - p(1))^2/(n - 1)",
       "false at n = 2 and two equal outcomes"},
      {"tangents",
       "var p in (0, 1)\nvar q in (0, 1)\nvar r in (0, 1)\nassume p + q + r = 1\n"
       "prove -p*log(p) - q*log(q) - r*log(r) <= log(3)",
       "var p in (0, 1)\nvar q in (0, 1)\nvar r in (0, 1)\nassume p + q + r = 1\n"
       "prove -p*log(p) - q*log(q) - r*log(r) <= log(4)",
       "it vanishes nowhere"},
      {"slacks-of-functions", "int n in [1, inf)\nvar d in (0, 1)\nassume n >= exp(1)*log(2/d)\nprove exp(-n) <= d/2",
       "int n in [1, inf)\nvar d in (0, 1)\nassume n >= log(2/d)/2\nprove exp(-n) <= d/2", "false at n = 1, d = 3/10"},
      {"slacks", "var x in [0, inf)\nvar y in (-inf, inf)\nassume y >= x\nprove y^3 >= x^3",
       "var x in [0, 1]\nassume x^2 < 1/2\nprove x < 1", "the hypothesis is not affine"},
  };
}

}  // namespace dpcert::verify
