#include "tests/engine/tactics_goals.hpp"

namespace dpcert::verify {

namespace {

std::vector<TacticGoals> first_goals() {
  return {
      {"binomials",
       "language 3\nint n in [0, inf)\nvar p in [0, 1]\n"
       "prove sum(k, 0, n, binomial(n, k)*p^k*(1 - p)^(n - k)) <= 1",
       "language 3\nint n in [0, inf)\nvar p in [0, 1]\n"
       "prove sum(k, 0, n, binomial(2*n, k)*p^k*(1 - p)^(2*n - k)) <= 1",
       "the sum ends in the middle"},
      {"powers-of-zero", "var b in (0, inf)\nvar p in [1, inf)\nprove (0^p + b^p)^(1/p) <= b",
       "var b in (0, inf)\nvar p in [1, inf)\nprove ((0*b)^p + b^p)^(1/p) <= b", "the base is not written as 0"},
      {"parity", "language 3\nint n in [0, inf)\nprove n*(-1)^(2*n) >= n",
       "language 3\nint n in [0, inf)\nprove n*(-1)^n >= n", "the exponent is odd as well"},
      {"terms-of-rows",
       "language 3\nint n in [0, inf)\nint k in [0, n]\nvar x in [0, inf)\nvar y in [0, inf)\n"
       "prove binomial(n, k)*x^k*y^(n - k) <= (x + y)^n",
       "language 3\nint n in [0, inf)\nint k in [0, n]\nvar x in [0, inf)\nvar y in (-inf, inf)\n"
       "prove binomial(n, k)*x^k*y^(n - k) <= (x + y)^n",
       "y may be below 0"},
      {"moved-ranges", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, n + k) >= n*(3*n + 1)/2",
       "language 3\nint n in [1, inf)\nprove sum(k, 1, n, n*k) >= n", "the body is no function of n + k"},
      {"terms",
       "language 3\nint n in [1, inf)\nseq y(k)\nseq w(k)\nvar lo in (-inf, inf)\n"
       "assume forall int k in [1, n]: y(k) >= lo\nassume forall int k in [1, n]: w(k) >= 0\n"
       "assume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)*y(k)) >= lo",
       "language 3\nint n in [1, inf)\nseq y(k)\nvar lo in (-inf, inf)\n"
       "assume forall int k in [2, n]: y(k) >= lo\nprove sum(k, 1, n, y(k)) >= n*lo",
       "nothing is known of the first term"},
      {"tangents-of-sums",
       "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\nassume forall int k in [1, n]: w(k) >= 0\n"
       "assume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)*exp(x(k))) >= exp(sum(k, 1, n, w(k)*x(k)))",
       "language 3\nint n in [1, inf)\nseq w(k)\nseq x(k)\n"
       "assume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)*exp(x(k))) >= exp(sum(k, 1, n, w(k)*x(k)))",
       "a weight may be below 0"},
      {"products-of-exponentials",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= -1\n"
       "prove exp(sum(k, 1, n, x(k))) >= prod(k, 1, n, 1 + x(k))",
       "language 3\nint n in [1, inf)\nseq x(k)\nprove exp(sum(k, 1, n, x(k))) >= prod(k, 1, n, 1 + x(k))",
       "a factor may be below 0"},
      {"moduli-of-sums",
       "language 3\nint n in [1, inf)\nint j in [1, n]\nvar t in (-inf, inf)\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, n]: 0 <= x(k) <= 1\nassume forall int k in [1, n]: 0 <= y(k) <= 1\n"
       "assume forall int k in [1, j - 1]: x(k) = y(k)\nassume forall int k in [j + 1, n]: x(k) = y(k)\n"
       "prove abs(sum(k, 1, n, abs(x(k) - t)) - sum(k, 1, n, abs(y(k) - t))) <= 1",
       "language 3\nint n in [1, inf)\nint j in [1, n]\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, j - 1]: x(k) = y(k)\nassume forall int k in [j + 1, n]: x(k) = y(k)\n"
       "prove abs(sum(k, 1, n, x(k)) - sum(k, 1, n, y(k))) >= x(j) - y(j)",
       "the modulus is on the greater side"},
      {"parts-of-ranges",
       "language 3\nint n in [1, inf)\nint r in [1, n]\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, r - 1]: x(k) >= y(k)\nassume forall int k in [r + 1, n]: x(k) >= y(k)\n"
       "prove sum(k, 1, n, x(k)) - sum(k, 1, n, y(k)) >= x(r) - y(r)",
       "language 3\nint n in [1, inf)\nint r in [1, n]\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, r - 1]: x(k) >= y(k)\nassume forall int k in [r + 1, n]: x(k) >= y(k)\n"
       "prove sum(k, 1, n, x(k)) >= sum(k, 1, n, y(k))",
       "nothing is known of the term between"},
      {"values-of-sequences",
       "language 3\nint n in [1, inf)\nint j in [1, n]\nvar B in (0, inf)\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, n]: abs(x(k)) <= B\nassume forall int k in [1, n]: abs(y(k)) <= B\n"
       "prove x(j)^2 - y(j)^2 <= B^2",
       "language 3\nint n in [1, inf)\nint j in [1, n]\nvar B in (0, inf)\nseq x(k)\nseq y(k)\n"
       "assume forall int k in [1, n]: abs(x(k)) <= B\nassume forall int k in [1, n]: abs(y(k)) <= B\n"
       "prove x(j)^2 - y(j + 1)^2 <= B^2/2",
       "false, and j + 1 may lie behind the last record"},
      {"instances",
       "language 3\nint m in [1, inf)\nint n in [m, inf)\nseq x(k)\n"
       "assume forall int i in [1, n]: forall int j in [i, n]: x(j) >= x(i)\nprove x(n) >= x(m)",
       "language 3\nint m in [1, inf)\nint n in [m, inf)\nseq x(k)\n"
       "assume forall int i in [1, n]: forall int j in [i, n]: x(j) >= x(i)\nprove x(n + 1) >= x(m)",
       "n + 1 lies in no range"},
      {"mean-values",
       "language 3\nfun g(1)\nvar m in (0, inf)\nvar x in (-inf, inf)\nvar y in [x, inf)\n"
       "assume forall u in [x, y]: m <= diff(g(u), u)\nprove g(y) - g(x) >= m*(y - x)",
       "language 3\nfun g(1)\nvar m in (0, inf)\nvar x in (-inf, inf)\nvar y in [x, inf)\n"
       "assume forall u in [x, y]: m <= diff(g(u), u)\nprove g(y + 1) - g(x) >= m*(y - x)",
       "nothing is known of the function behind y"},
      {"range-induction", "language 3\nint n in [0, inf)\nprove sum(k, 1, n, 2*k - 1) >= n^2",
       "language 3\nint n in [0, inf)\nprove sum(k, 1, n, 2*k - 1) >= n^2 + 1", "false at n = 0"},
      {"neighbours",
       "language 3\nint n in [0, inf)\nseq x(k): x(0) = 0, x(1) = 1, x(k + 2) = x(k + 1) + x(k) + 1\nprove x(n) >= n",
       "language 3\nint n in [0, inf)\nseq x(k): x(0) = 0, x(1) = 1, x(k + 2) = x(k + 1) + x(k) + 1\nprove x(n) >= n + 1",
       "false at n = 0"},
      {"induction-up-to",
       "language 3\nint n in [0, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "prove prod(k, 1, n, 1 + x(k)) >= 1 + sum(k, 1, n, x(k))",
       "language 3\nint n in [0, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= -1\n"
       "prove prod(k, 1, n, 1 + x(k)) >= 1 + sum(k, 1, n, x(k))",
       "false for x = (-1/2, 1)"},
      {"closed-sums", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, k^3) >= sum(k, 1, n, k)^2",
       "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/k) >= 1", "no polynomial is summed"},
      {"named-angles",
       "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nprove sin((n + 1)*x) >= sin(n*x)*cos(x) + cos(n*x)*sin(x)",
       "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nprove sin((n + 1)*x) >= sin(n*x)*cos(x) - cos(n*x)*sin(x)",
       "the sign of the second product is wrong"},
      {"induction-of-angles", "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nprove n >= sin(n*x)^2",
       "language 3\nint n in [0, inf)\nvar x in (-inf, inf)\nprove n >= cos(n*x)^2", "false at n = 0"},
      {"tails-of-sums", "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/k^2) < 2",
       "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/k) < 2", "the sum grows without bound"},
      {"functions-of-sums",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "prove sqrt(sum(k, 1, n, x(k)^2)/n) >= sum(k, 1, n, x(k))/n",
       "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "prove sqrt(sum(k, 1, n, x(k)^2)) >= sum(k, 1, n, x(k))",
       "false from n = 2 on"},
      {"positive-sums",
       "language 3\nint n in [1, inf)\nseq x(k)\nseq w(k)\nassume forall int k in [1, n]: x(k) > 0\n"
       "assume forall int k in [1, n]: w(k) >= 0\nassume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)*x(k)) > 0",
       "language 3\nint n in [1, inf)\nseq x(k)\nseq w(k)\nassume forall int k in [1, n]: x(k) >= 0\n"
       "assume forall int k in [1, n]: w(k) >= 0\nassume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)*x(k)) > 0",
       "all records may be 0"},
      {"slopes-of-sums",
       "language 3\nint n in [0, inf)\nvar x in [0, inf)\nprove sum(k, 0, n, x^k/factorial(k)) <= exp(x)",
       "language 3\nint n in [0, inf)\nvar x in [0, inf)\nprove sum(k, 0, n, x^k/factorial(2*k)) <= exp(x)",
       "the slopes do not telescope"},
      {"integral-comparison", "language 3\nint n in [0, inf)\nprove sum(k, n + 1, 2*n, 1/k) <= log(2)",
       "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/k) <= log(2)", "false at n = 1"},
      {"distances", "language 3\nint m in [0, inf)\nint n in [m, inf)\nprove sum(k, m, n, k) >= (n - m + 1)*(n + m)/2",
       "language 3\nint m in [0, inf)\nint n in [0, inf)\nprove sum(k, m, n, k) >= (n - m + 1)*(n + m)/2",
       "n may be below m"},
      {"integrals", "language 3\nvar b in [0, inf)\nprove integral(x, 0, b, x^2 + 1) >= b",
       "language 3\nvar b in [0, inf)\nprove integral(x, 0, b, cosh(x^2)) >= b + 1", "no antiderivative of this kind"},
      {"integrals-together",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nprove 2*integral(t, 0, 1, exp(-(a + b)/2*t^2)) <= "
       "integral(t, 0, 1, exp(-a*t^2)) + integral(t, 0, 1, exp(-b*t^2))",
       "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nprove 2*integral(t, 0, 1, exp(-(a + b)*t^2)) <= "
       "integral(t, 0, 1, exp(-a*t^2))",
       "false for a = 2, b near 0"},
      {"incomplete-integrals",
       "language 3\nvar x in (0, inf)\nvar y in (0, inf)\n"
       "prove integral(t, 0, x + y, exp(-t^2)) >= integral(t, 0, x, exp(-t^2))",
       "language 3\nvar x in (0, inf)\nvar y in (0, inf)\n"
       "prove integral(t, 0, x + y, exp(-t^2)) >= integral(t, 0, 2*x, exp(-t^2))",
       "false where y < x"},
      {"stirling-remainders",
       "var x in (0, inf)\nvar y in (0, inf)\n"
       "prove lgamma(x) + lgamma(y) - lgamma(x + y) >= log(2*pi)/2 + (x - 1/2)*log(x) + (y - 1/2)*log(y) - "
       "(x + y - 1/2)*log(x + y)",
       "var x in (0, inf)\nvar y in (0, inf)\n"
       "prove lgamma(x) + lgamma(y) - lgamma(x + y) >= log(2*pi)/2 + (x - 1/2)*log(x) + (y - 1/2)*log(y) - "
       "(x + y - 1/2)*log(x + y) + 1/(12*x)",
       "more than the remainders is left"},
      {"common-secants",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove a*digamma(a) + b*digamma(b) + c*digamma(c) <= (a + b + c)*digamma(a + b + c)",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove a*digamma(a) + b*digamma(b) + c*digamma(c) <= (a + b + c)*digamma(a + b + c) - 1",
       "false where b and c are small"},
      {"gaps-of-gammas",
       "var x in (0, inf)\nvar a in (0, inf)\nprove digamma(x + a/2) + a/2*trigamma(x + a/2) >= digamma(x + a)",
       "var x in (0, inf)\nvar a in (0, inf)\nprove digamma(x + a/2) + a/3*trigamma(x + a/2) >= digamma(x + a)",
       "false where a is small"},
      {"bounds-of-integrals", "language 3\nvar x in [0, 1]\nprove integral(t, 0, x, cos(t^2)) >= x - x^5/10",
       "language 3\nvar x in [0, 1]\nprove integral(t, 0, x, cos(t^2)) >= x - x^5/11", "false at x = 1/2"},
      {"parameter",
       "var e in (0, inf)\nvar a in (1, inf)\nvar b in (1, inf)\nassume a <= b\n"
       "prove log((exp(a*e) + exp((1-a)*e))/(exp(e)+1))/(a-1) <= log((exp(b*e) + exp((1-b)*e))/(exp(e)+1))/(b-1)",
       "var a in (0, inf)\nvar b in (0, inf)\nassume a <= b\nprove exp(a)/a <= exp(b)/b", "false at a = 1/2, b = 1"},
      {"exponents",
       "var p in (0, 1)\nvar q in (0, 1)\nvar a in (0, 1)\nprove p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a) <= 1",
       "var p in (0, 1)\nvar q in (0, 1)\nvar a in (0, 2)\nprove p^a*q^(1 - a) + (1 - p)^a*(1 - q)^(1 - a) <= 1",
       "false at a = 3/2"},
      {"named-exponentials",
       "var p in [0, 1]\nvar q in [0, 1]\nvar e in [0, inf)\n"
       "prove max(p - exp(e)*q, 0) + max(1 - p - exp(e)*(1 - q), 0) >= 1 - exp(e)*(1 - abs(p - q))",
       "var p in [0, 1]\nvar e in [0, inf)\nprove exp(e) - p*e >= 1", "e is left beside exp(e)"},
      {"composite", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove exp(x + y) >= 1 + x + y",
       "var x in (-inf, inf)\nvar y in (0, inf)\nprove exp(x + y) >= 1 + x", "y is left beside x + y"},
      {"root-bounds", "var a in [0, 2]\nvar t in [0, 1]\nprove a*sqrt(t) >= a*t",
       "var a in [0, 2]\nvar t in [0, 2]\nprove a*sqrt(t) >= a*t", "false at t = 2"},
      {"forgetting", "var p in (0, 1)\nvar t in (-inf, inf)\nassume p^2 >= t^3\nprove exp(t) >= 1 + t",
       "var p in (0, 1)\nvar t in (-inf, inf)\nassume p >= t\nprove exp(t) >= 1 + t", "the hypothesis is affine"},
      {"logs-of-hypotheses",
       "var e in (0, inf)\nvar p in (0, 1)\nvar q in (0, 1)\nassume p <= exp(e)*q\nprove p*log(p/q) <= p*e",
       "var e in (0, inf)\nvar p in (0, 1)\nvar q in (0, 1)\nassume p <= e + q\nprove p*log(p/q) <= p*(e/q)",
       "a factor of the hypothesis is under no logarithm"},
      {"log-factors", "var x in (0, inf)\nvar y in (0, inf)\nprove log(x + x*y) <= x - 1 + y",
       "var x in (0, inf)\nvar y in (0, inf)\nprove log(1 + x*y) <= x*y", "a polynomial without factors"},
      {"log-substitution", "var x in (0, 1/2]\nprove sqrt(log(1/x)) <= 1/x",
       "var x in (0, 1/2]\nprove sqrt(1/x) <= 1/x", "no logarithm under the root"},
      {"one-exponential",
       "var p in (0, 1)\nprove 1 - p > exp(p*log(1 - p) - p*log(2) - p + (1 - p)*log(1 - p) - log(2))/2",
       "var x in (0, inf)\nprove 1 + x > exp(-x)/2", "no logarithm in the exponent"},
      {"dropping", "var x in (-inf, inf)\nvar y in (0, inf)\nprove exp(x) - x - 1 + log(1 + y) >= 0",
       "var x in (-inf, inf)\nvar y in (0, inf)\nprove exp(x) - x - 1 - log(1 + y) >= 0",
       "no term is known to be nonnegative"},
      {"zero-bases", "var a in [0, inf)\nvar b in [0, inf)\nvar p in [1, inf)\nprove a^p + b^p <= (a + b)^p",
       "var a in [0, 1]\nvar p in [1, inf)\nprove (1 - a)^p <= 1", "the base is no variable"},
      {"logs-first", "int n in [5, inf)\nprove 2^n > n^2", "int n in [5, inf)\nprove n^3 > n^2",
       "every exponent is a number"},
      {"combination", "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove 2*x >= 2*y",
       "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove y >= x", "false at x = 1, y = 0"},
      {"circles", "language 3\nvar x in (-inf, inf)\nprove sin(x)^2 + cos(x)^2 + 1 >= 2",
       "language 3\nvar x in (-inf, inf)\nprove sin(x)^2 + cos(x)^2 >= 2", "false at x = 0"},
      {"arcs", "language 3\nvar u in (0, 1)\nvar t in (0, 1)\nprove u^2*sin(pi*t*u) > 0",
       "language 3\nvar u in (0, 1)\nvar t in (0, 3)\nprove u^2*sin(pi*t*u) > 0", "the angle goes beyond a zero"},
      {"contraposition", "var x in (0, inf)\nvar y in (0, inf)\nassume x + exp(x) < y + exp(y)\nprove x < y",
       "var x in (0, inf)\nvar y in (0, inf)\nassume x < y\nprove x + exp(x) < y + exp(y)",
       "the goal is not the simpler one"},
      {"sums-of-waves",
       "language 3\nvar x in (0, pi)\nvar y in (0, pi)\nassume x < y\nprove sin(y)*cos(x) > cos(y)*sin(x)",
       "language 3\nvar x in (0, pi)\nvar y in (0, pi)\nprove 2*sin(y)*cos(x) >= cos(y)*sin(x) - 3",
       "as many waves as products"},
      {"plain-words", "var x in (0, inf)\nvar y in (-inf, inf)\nassume x < y\nprove y*exp(y) > 0",
       "var t in (-inf, inf)\nassume t^2 > 1\nprove exp(t^2) > 2",
       "no hypothesis is affine or divides the goal, and no logarithm"},
      {"maxima",
       "var a in (-inf, inf)\nvar b in (-inf, inf)\nvar c in (-inf, inf)\n"
       "prove max(a + b + c, 0) <= max(a, 0) + max(b, 0) + max(c, 0)",
       "var a in (-inf, inf)\nvar b in (-inf, inf)\nvar c in (-inf, inf)\n"
       "prove max(a + b - c, 0) <= max(a, 0) + max(b, 0) + max(c, 0) - 1",
       "false at 0"},
      {"kinks", "var x in [-1, 1]\nprove abs(x) >= x", "var x in [-1, 1]\nprove x^2 >= 0", "nothing has a kink"},
      {"cells-of-floors",
       "var x in [0, inf)\nvar y in [0, inf)\nprove floor(5*x) + floor(5*y) >= floor(3*x + y) + floor(3*y + x)",
       "var x in [0, inf)\nvar y in [0, inf)\nprove floor(3*x) + floor(3*y) >= floor(2*x + y) + floor(2*y + x)",
       "false at x = 1/2, y = 1/4"},
      {"whole-shifts",
       "int a in (-inf, inf)\nint b in (-inf, inf)\nint m in [1, inf)\n"
       "prove floor((a + m*b)/m) - floor(a/m) >= b",
       "int a in (-inf, inf)\nint b in (-inf, inf)\nint m in [1, inf)\n"
       "prove floor((a + b)/m) - floor(a/m) >= -b^2",
       "the arguments differ by b/m"},
      // Ramanujan, question 723: no square is 2 or 3 modulo 4.
      {"rounded-roots", "int n in [0, inf)\nprove floor(sqrt(n) + sqrt(n + 1)) >= floor(sqrt(4*n + 3))",
       "int n in [0, inf)\nprove floor(sqrt(n) + sqrt(n + 1)) >= floor(sqrt(4*n + 4))", "false at n = 0"},
      {"floors", "var x in [0, 9]\nprove x >= floor(x)", "var x in [0, 9]\nprove x >= -1", "no floor"},
      {"floor-cells", "var x in (-inf, inf)\nprove floor(2*x) >= 2*floor(x)",
       "var x in (-inf, inf)\nprove floor(2*x) >= 2*floor(x) + 1", "false at x = 0"},
      {"residues", "language 3\nint a in (-inf, inf)\nint b in (-inf, inf)\nprove mod(a^2 + b^2, 4) <= 2",
       "language 3\nint a in (-inf, inf)\nprove mod(a^2, 8) <= 1", "4 is a square modulo 8"},
      {"sharper-bounds",
       "int x in (-inf, inf)\nint y in (-inf, inf)\nint z in (-inf, inf)\nassume x^2 + y^2 > 4*z + 2\n"
       "prove x^2 + y^2 >= 4*z + 4",
       "int x in (-inf, inf)\nint y in (-inf, inf)\nint z in (-inf, inf)\nassume x^2 + y^2 > 4*z + 1\n"
       "prove x^2 + y^2 >= 4*z + 4",
       "2 is a sum of two squares"},
      {"periods",
       "language 3\nint n in [0, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\n"
       "prove mod(f(4*n) + 2^n, 3) >= 1",
       "language 3\nint n in [0, inf)\nprove mod(2^n, 7) <= 3", "4 is a power of 2"},
      {"rounding", "var x in [0, inf)\nprove floor(sqrt(floor(x))) >= floor(sqrt(x))",
       "var x in [0, inf)\nprove floor(sqrt(x)) >= floor(sqrt(x + 1))", "false at x = 0"},
      {"few-boxes", "var x in [0, 1]\nprove x^2 - x + 1/2 > 0", "var x in [0, 1]\nprove x^2 - x + 1/8 > 0",
       "false at x = 1/2"},
      {"common-exponential", "var x in (0, inf)\nprove exp(-x)*sqrt(x + 1) >= exp(-x)",
       "var x in (0, inf)\nprove exp(-x)*(x + 1) >= exp(-x)", "no root"},
      {"factors", "var x in [0, inf)\nprove x^3 + x >= 0", "var x in [-1, 1]\nvar y in [-1, 1]\nprove x >= y",
       "false at x = -1, y = 1"},
      {"tails-at-once",
       "var m in (0, inf)\nvar e in (0, inf)\nassume e >= m^2/2\n"
       "prove normal_cdf(m/2 - e/m) <= exp(-(e/m - m/2)^2/2)/2",
       "var m in (0, inf)\nvar e in (0, inf)\nassume e >= m^2/2\n"
       "prove normal_cdf(m/2 - e/m) <= exp(-(e/m - m/2)^2/2)/3",
       "false at e = m^2/2"},
      {"error-functions", "var t in (0, 4]\nprove sqrt(pi)*t*exp(t^2)*erf(t) - sqrt(pi)*t*exp(t^2) + 1 >= 0",
       "var t in (0, 4]\nprove sqrt(pi)*t*exp(t^2)*erf(t) - sqrt(pi)*t*exp(t^2) + 1/2 >= 0", "false at t = 4"},
      {"argument", "var s in (0, inf)\nvar x in (0, inf)\nprove erfc(s*x) <= exp(-(s*x)^2)",
       "var s in (0, inf)\nvar x in (0, inf)\nprove erfc(s + x) <= exp(-(s + x)^2)", "slopes are constant"},
      {"induction", "int n in [0, inf)\nprove 2^n >= 1 + n", "int n in [0, inf)\nprove n >= 0", "no power"},
      {"separation", "var x in [1, 2]\nvar y in [1, 2]\nprove x^2 - x + exp(y) - y - 1 >= 0",
       "var x in [1, 2]\nvar y in [1, 2]\nprove x*y >= 1", "a product is not a sum of parts"},
      {"solving", "var x in (0, inf)\nvar y in (0, inf)\nassume x*y = 1\nprove x + y >= 2",
       "var x in (0, inf)\nvar y in (0, inf)\nassume x*y >= 1\nprove x + y >= 2", "no equation among the hypotheses"},
      {"sign", "var x in (0, inf)\nprove trigamma(x) > 0", "var x in (0, inf)\nprove digamma(x) > 0", "false at x = 1"},
      {"monotonicity", "var x in [0, inf)\nprove exp(x) >= 1", "var x in (-inf, inf)\nprove x^2 >= 0",
       "no finite end to go to"},
      {"slope", "var x in [1/10, 100]\nvar s in [0, 1]\nprove log(x)*s - log(x) - lgamma(x + s) + lgamma(x + 1) >= 0",
       "var x in [1/10, 100]\nvar s in [0, 2]\nprove log(x)*s - log(x) - lgamma(x + s) + lgamma(x + 1) >= 0",
       "false at s = 2"},
      {"expansion", "var x in [2, inf)\nprove digamma(x) <= log(x)", "var x in [2, inf)\nprove digamma(x) >= log(x)",
       "false everywhere"},
      {"recurrence", "var x in (0, 1]\nprove 5773*x + 10000*log(x) + 10000*lgamma(x) >= 0",
       "var x in (0, 1]\nprove 5773*x + 10000*lgamma(x + 1) >= 0", "the pole is outside"},
      {"merging", "var x in (0, 1]\nvar y in (0, 1]\nprove lgamma(x + y + 1) >= -1/5",
       "var x in (0, 1]\nvar y in (0, 1]\nprove lgamma(x + 1) + lgamma(y + 1) >= -1/2",
       "no combination through which both enter"},
      {"concavity", "var x in [0, 1]\nprove x*(1 - x) >= 0", "var x in (-inf, inf)\nprove x^2 >= 0", "convex"},
      {"log-bounds", "var x in (0, inf)\nvar y in (0, inf)\nprove x*log(x/y) >= x - y",
       "var x in (0, inf)\nvar y in (0, inf)\nprove x*log(x/y) >= y - x", "false at x = 1, y = 2"},
      {"closing", "var x in (0, 1)\nprove x*log(x) >= x - 1", "var x in (0, 1/2)\nprove x*log(x) > x - 1",
       "strict: more would be left to prove"},
      {"lone-logarithm", "var t in (1, inf)\nprove t - 1 >= sqrt(t)*log(t)", "var t in (1, inf)\nprove t - 1 >= log(t)",
       "its coefficient is a number"},
      {"two-places", "var x in (-inf, inf)\nvar t in [0, inf)\nprove normal_cdf(x + 2*t) >= normal_cdf(x + t)",
       "var x in (-inf, inf)\nvar t in [0, inf)\nprove normal_cdf(x + t) >= normal_cdf(x)", "x is a variable already"},
      {"ordered-products",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove 3*(a*log(a) + b*log(b) + c*log(c)) >= (a + b + c)*(log(a) + log(b) + log(c))",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
       "prove a*log(a) + b*log(b) + c*log(c) >= b*log(a) + c*log(b) + a*log(c)",
       "b log(a) has no counterpart a log(b)"},
      {"gap", "var a in (1, inf)\nvar x in (-1, 0)\nassume a*x > -1\nprove a*log(x + 1) >= log(a*x + 1)",
       "var a in (1, inf)\nvar x in (-1, 0)\nassume a*x > -1\nprove a*log(x + 1) <= log(a*x + 1)",
       "false at a = 2, x = -1/4"},
      {"homogeneity", "var x in (0, inf)\nvar y in (0, inf)\nprove x*log(x/y) >= x - y",
       "var x in (0, inf)\nvar y in (0, inf)\nprove exp(x) >= y - y", "not homogeneous"},
      {"derivatives", "var x in (-inf, inf)\nprove exp(x) >= 1 + x", "var x in [0, 1]\nprove floor(x) >= 0",
       "not smooth"},
      {"telescoping", "var x in (0, inf)\nprove polygamma(1, x) > 1/x", "var x in (0, inf)\nprove exp(x) > 0",
       "no gamma function"},
      {"telescoping-far", "var x in (0, inf)\nprove digamma(x + 1/2) > digamma(x)",
       "var x in (0, inf)\nprove digamma(x) > digamma(x + 1/2)", "false everywhere"},
      {"jensen-gaps", "var x in (0, inf)\nvar y in (0, inf)\nprove trigamma((x + y)/2)^2 <= trigamma(x)*trigamma(y)",
       "var x in (0, inf)\nvar y in (0, inf)\nprove trigamma((x + y)/2)^2 >= trigamma(x)*trigamma(y)",
       "false away from the diagonal"},
      {"two-values", "var x in (0, inf)\nvar y in (0, inf)\nassume x < y\nprove tanh(y)/y < tanh(x)/x",
       "var x in (0, inf)\nvar y in (0, inf)\nprove tanh(y)/y < tanh(x)/x", "the order of the places is not known"},
      {"two-terms", "var x in [0, inf)\nprove exp(x^2) >= exp(x)*exp(-1)",
       "var x in [0, inf)\nprove exp(x^2) >= exp(x)", "false at x = 1/2"},
      {"logs", "var x in [1, inf)\nprove exp(x) >= exp(1)", "var x in [1, inf)\nprove x + 1 >= 1",
       "no side is a product with an exponential"},
      {"slopes",
       "var x in [1/10, 100]\nvar s in [0, 1]\nprove lgamma(s + x) + log(x + 1) >= s*log(x + 1) + lgamma(x + 1)",
       "var x in [1/10, 100]\nvar s in [0, 1]\nprove lgamma(s + x) + log(x) >= s*log(x) + lgamma(x + 1)",
       "false at s = 1/2"},
      {"squares", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove x^2 + y^2 >= 2*x*y",
       "var x in (-inf, inf)\nprove exp(x) >= x^2 - 9", "no polynomial"},
      {"gram-matrices",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n"
       "prove (x^2 + y^2 + z^2)^2 >= 3*(x^3*y + y^3*z + z^3*x)",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove x^4 + y^4 >= 2*x^2*y^2 + x*y/10", "false at x = y = 1"},
      {"completing-the-square", "var x in (-inf, inf)\nprove x^2 - 2*x + 2 >= 0",
       "var x in (-inf, inf)\nprove x^3 >= x", "not quadratic"},
      {"tail", "var x in [0, inf)\nprove erfc(x) >= 0", "var x in [0, 1]\nprove erfc(x) >= 0", "a bounded domain"},
      {"squaring", "var x in [0, inf)\nprove 1 + x >= sqrt(1 + 2*x)", "var x in [0, inf)\nprove 1 + x >= 1", "no root"},
      {"reciprocal", "var x in (0, inf)\nprove x*log(1 + 1/x) <= 1", "var x in (0, 9)\nprove x*log(1 + 1/x) <= 1",
       "a bounded domain"},
      {"cases", "var x in [1/4, inf)\nprove x + exp(x^2) >= exp(x)", "var x in [1/4, 4]\nprove x + exp(x^2) >= exp(x)",
       "a bounded domain"},
      {"exponentials", "var x in (0, inf)\nvar y in (0, inf)\nprove 2*log((x + y)/2) >= log(x) + log(y)",
       "var x in (0, inf)\nvar y in (0, inf)\nprove 2*log((x + y)/2) <= log(x) + log(y)", "false at x = 1, y = 2"},
      {"widening", "var x in [1/2, 5]\nprove exp(x) >= 1 + x", "var x in [1/2, 5]\nprove exp(x) >= 1/2 + x",
       "no identity at a point near the interval"},
      {"root-substitution", "var x in [0, inf)\nprove x + 1 >= 2*sqrt(x)",
       "var x in [-1, inf)\nprove x + 2 >= 2*sqrt(x + 1)", "x takes both signs"},
      {"touching", "var x in [1/2, 3]\nprove x - log(x) >= 1", "var x in [1/2, 3]\nprove x - log(x) >= 1 + 1/100",
       "false at x = 1"},
      {"concave-end", "var x in [0, 2]\nprove x - x^3/5 >= 0", "var x in [0, 2]\nprove x - x^3/5 + 1/5 >= 0",
       "zero at no end"},
      {"ends", "var x in [0, 1]\nprove sqrt(x) >= x", "var x in (0, 1)\nprove sqrt(x) >= x", "no closed end"},
      {"first-integers", "int n in [0, inf)\nprove 2*n^2 + 1 >= 3*n", "var n in [0, inf)\nprove 2*n^2 + 1 >= 3*n",
       "no integer, and false at 3/4"},
      {"few-integers", "int n in [0, 5]\nprove n^2 >= n", "int n in [0, 100]\nprove n^2 >= n", "too many values"},
      {"ordering", "var x in [0, inf)\nvar y in [0, inf)\nprove x^3 + y^3 >= x^2*y + x*y^2",
       "var x in [0, 1]\nvar y in [0, 2]\nprove x^2 + 2*y >= x*y", "not symmetric"},
      {"open-ends", "var x in [0, 1]\nprove sqrt(x) >= x", "var x in (0, 1)\nprove sqrt(x) >= x", "no closed end"},
      {"generalising", "var x in (-inf, inf)\nprove exp(x)^2 + 1 >= 2*exp(x)",
       "var x in (-inf, inf)\nprove x^2 + 1 >= 2*x", "no function to be named"},
      {"signs-of-variables", "var x in (-inf, inf)\nprove x*exp(x) >= x", "var x in [0, inf)\nprove x*exp(x) >= x",
       "x has one sign"},
      {"boxes", "var x in [0, 1]\nprove x^2 - x + 1/2 > 0", "var x in [0, 1]\nprove x^2 - x + 1/8 > 0",
       "false at x = 1/2"},
      {"double-angles", "language 3\nvar x in [0, inf)\nprove sin(x)*cos(x) <= 2*x/(1 + x)",
       "language 3\nvar x in [0, inf)\nprove sin(x)*cos(x) <= x/(1 + x)", "false at x = 1/2"},
      {"induction-of-gammas",
       "language 3\nint k in [1, inf)\nint t in [0, inf)\nprove (exp(1)*(k + t)/k)^k >= binomial(k + t, k)",
       "language 3\nint k in [1, inf)\nint t in [0, inf)\nprove (2*(k + t)/k)^k >= binomial(k + t, k)",
       "false for large k and t"},
      {"tails-of-rows",
       "language 3\nint n in [1, inf)\nint m in [0, n]\nvar p in [0, 1]\nvar t in [0, inf)\n"
       "prove sum(k, m, n, binomial(n, k)*p^k*(1 - p)^(n - k)) <= exp(-t*m)*(1 - p + p*exp(t))^n",
       "language 3\nint n in [1, inf)\nint m in [0, n]\nvar p in [0, 1]\nvar t in (-inf, 0]\n"
       "prove sum(k, m, n, binomial(n, k)*p^k*(1 - p)^(n - k)) <= exp(-t*m)*(1 - p + p*exp(t))^n",
       "the factors are below 1"},
      {"bent-rows",
       "language 3\nint n in [1, inf)\nvar p in [0, 1]\n"
       "prove sum(k, 0, n, binomial(n, k)*p^k*(1 - p)^(n - k)*log(1 + k)) <= log(1 + n*p)",
       "language 3\nint n in [1, inf)\nvar p in [0, 1]\n"
       "prove sum(k, 0, n, binomial(n, k)*p^k*(1 - p)^(n - k)*log(1 + k)) >= log(1 + n*p)",
       "the logarithm is concave"},
      {"distances-of-binomials",
       "language 3\nint n in [1, inf)\nint k in [1, n]\nprove n^k/factorial(k) >= binomial(n, k)",
       "language 3\nint n in [1, inf)\nprove n^2/2 >= binomial(n, 2)", "one variable"},
      {"angles", "language 3\nvar x in (-inf, inf)\nprove sin(x)*cos(x) - sin(2*x)/2 >= 0",
       "language 3\nvar x in (-inf, inf)\nprove sin(x)*cos(x) - sin(x^2)/2 >= 0", "x^2 is no multiple of x"},
      {"circle-points", "language 3\nvar x in (-inf, inf)\nprove sin(x) + cos(x) <= sqrt(2)",
       "language 3\nvar x in (-inf, inf)\nprove sin(x) <= x^2 + 1", "x stands beside its sine"},
      {"gamma-arguments", "var x in (0, inf)\nprove log(polygamma(1, x + 1)) < -digamma(x + 1)",
       "var x in (1, inf)\nprove log(polygamma(1, x)) < -digamma(x)", "the argument is a variable already"},
      {"bounds-in-hypotheses",
       "var s in (0, inf)\nvar e in (0, inf)\nassume s^2 >= 1 + exp(e)\nprove s + exp(-s) >= sqrt(1 + exp(e))",
       "var s in (-inf, inf)\nvar e in (0, inf)\nassume s^2 >= 1 + exp(e)\nprove s + exp(-s) >= sqrt(1 + exp(e))",
       "s may be negative"},
      {"ends-by-hypotheses",
       "var e in (0, inf)\nvar p in (0, 1)\nvar q in (0, 1)\nassume p <= exp(e)*q\nassume q <= exp(e)*p\nassume 1 - p <= "
       "exp(e)*(1 - q)\nassume 1 - q <= exp(e)*(1 - p)\nprove p^2/q + (1 - p)^2/(1 - q) - 1 <= (exp(e) - 1)^2/exp(e)",
       "var p in (0, 1)\nvar q in (0, 1)\nassume p^2 <= q^2\nprove p*exp(p) <= q*exp(q)", "no bound is affine"},
      {"vanishing-ends",
       "var e in [0, inf)\nvar a in (1, inf)\nprove log(exp(a*e) + exp((1 - a)*e)) - log(1 + exp(e)) <= a*(a - 1)*e^2/2",
       "var e in [0, inf)\nvar a in (1, inf)\nprove log(exp(a) + exp(e)) >= a + log(1 + exp(e - a))",
       "no argument loses a variable at e = 0"},
      {"gamma-series", "var x in (0, inf)\nvar a in (0, inf)\nprove log(x + a) + a/(x + a) >= digamma(x + a)",
       "var x in (0, inf)\nvar a in (0, inf)\nprove log(x + a) - a/(x + a) >= digamma(x + a)", "false at x = 1, a = 9"},
      {"lone-tails", "var x in (0, inf)\nprove exp(x^2)*erfc(x)*sqrt(pi)/2 >= x*(2*x^2 + 5)/(4*x^4 + 12*x^2 + 3)",
       "var x in (0, inf)\nprove exp(x^2)*erfc(x)*sqrt(pi)/2 >= x*(2*x^2 + 5)/(4*x^4 + 12*x^2 + 2)", "false at x = 2"},
      {"turning-points", "language 3\nvar x in [0, 1]\nprove sin(3*x) >= sin(3)*x",
       "language 3\nvar x in [0, 1]\nprove sin(x) >= sin(1)*x^2 - x", "it rises all the way"},
      {"tail-bounds", "var c in [11/10, inf)\nvar e in (0, 1)\nprove normal_cdf(e/(2*c) - c) <= 5/4*exp(-c^2/2)",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove normal_cdf(x)*y <= y^2 + 1",
       "the sign of its factor is not known"},
      {"half-angles", "language 3\nvar x in [0, 1]\nprove asin(x) <= pi*x/2",
       "language 3\nvar x in [0, 1]\nprove 2*atan(x) <= pi*x/2 + 1", "no arcsine"},
      {"tangents-of-angles",
       "language 3\nvar x in (-pi/2, pi/2)\nvar y in (-pi/2, pi/2)\nassume cos(x) > 0\nassume cos(y) > 0\nassume x < y\nprove tan(y) - tan(x) > y - x",
       "language 3\nvar x in (-pi/2, pi/2)\nvar y in (-pi/2, pi/2)\nassume cos(x) > 0\nassume cos(y) > 0\nassume x < y\nprove tan(y) - sin(x) > y - x",
       "only one tangent"},
      {"signs-of-waves", "language 3\nvar x in (0, pi/2)\nassume cos(x) > 0\nprove x*cos(x)/sin(x) < 1 - x^2/3",
       "language 3\nvar x in (1/2, 1)\nprove x*cos(x)/sin(x) < 1 - x^2/3", "enclosures show the signs"},
      {"turns", "language 3\nvar x in (0, pi/2)\nprove sin(x) > 2*x/pi",
       "language 3\nvar x in (0, 1)\nprove sin(x) > x/2", "no hypothesis speaks of pi"},
      {"parts-of-a-turn", "language 3\nprove tan(3*pi/11) + 4*sin(2*pi/11) >= sqrt(11)",
       "language 3\nprove tan(3*pi/11) + 4*sin(2*pi/11) >= sqrt(10)", "the sides are not equal"},
      {"special-angles", "language 3\nvar x in [0, 1]\nprove x*sin(pi/3) <= x*sqrt(3)/2",
       "language 3\nvar x in [0, 1]\nprove x*sin(pi/5) <= 6*x/10", "the angle is no multiple of pi/6 or pi/4"},
      {"multipliers",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nassume a + b + c = 3\n"
       "prove sqrt(a) + sqrt(b) + sqrt(c) >= a*b + b*c + c*a",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nassume a + b + c = 3\n"
       "prove sqrt(a) + sqrt(b) + sqrt(c) >= a*b*c",
       "a product of three variables is left"},
      {"solved-alone",
       "language 3\nvar a in (-inf, inf)\nvar b in (-inf, inf)\nvar c in (-inf, inf)\nassume a + b + c = pi\n"
       "prove cos(a) + cos(b) + cos(c) <= 3/2",
       "language 3\nvar a in (-inf, inf)\nvar b in (-inf, inf)\nvar c in (-inf, inf)\nassume a + b + c >= pi\n"
       "prove cos(a) + cos(b) + cos(c) <= 3",
       "no equation is among the hypotheses"},
      {"named-terms", "var d in (0, 1)\nvar k in (0, inf)\nassume k >= 2*log(1/d)\nprove k*k >= 2*k*log(1/d)",
       "var d in (0, 1)\nvar k in (0, inf)\nassume k >= 2*log(1/d)\nprove k + d >= 2*log(1/d)",
       "d is left beside its logarithm"},
      {"named-logarithms", "var d in (0, 1/2)\nprove sqrt(log(1/d)) >= d", "var x in (0, inf)\nprove sqrt(x) <= 1 + x",
       "no logarithm stands under the root"},
      {"differences", "var a in [0, inf)\nvar b in [0, inf)\nvar c in [0, inf)\nprove (a + b + c)^3 >= 27*a*b*c",
       "var a in (-1, inf)\nvar b in [0, inf)\nprove a^2 + b^2 >= 2*a*b", "a takes both signs, down to -1 alone"},
  };
}

}  // namespace

const std::vector<TacticGoals>& tactic_goals() {
  static const std::vector<TacticGoals> goals = [] {
    std::vector<TacticGoals> all = first_goals();
    const std::vector<TacticGoals> further = further_tactic_goals();
    all.insert(all.end(), further.begin(), further.end());
    return all;
  }();
  return goals;
}

}  // namespace dpcert::verify
