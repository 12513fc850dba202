// Closed forms of divergences, found from the integrals that define them: what must be proved is proved without given
// lines and accepted by the checker, and their false neighbours (another constant, another sign, another relation, a
// domain that is too large) are not. Sources: Balle and Wang, "Improving the Gaussian mechanism for differential
// privacy" (2018), Theorem 8; Gil, Alajaji and Linder, "Renyi divergence measures for commonly used univariate
// continuous distributions" (2013), Table 2; Dwork and Roth, "The algorithmic foundations of differential privacy",
// section 3.3; Tsybakov, "Introduction to nonparametric estimation", section 2.4.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct ClosedForm {
  std::string name, text;
  bool proved;
};
std::ostream& operator<<(std::ostream& out, const ClosedForm& p) { return out << p.name; }

const std::string eps = "var eps in [0, inf)\n", shift = "var m in (0, inf)\n", order = "var order in (1, inf)\n";
const std::string normals = shift + "var s in (0, inf)\nlaw P = normal(m, s^2)\nlaw Q = normal(0, s^2)\n";
const std::string laplaces = shift + "var b in (0, inf)\nlaw P = laplace(m, b)\nlaw Q = laplace(0, b)\n";
const std::string exponentials =
    order + "var a in (0, inf)\nvar b in (0, inf)\nlaw P = exponential(a)\nlaw Q = exponential(b)\n";
const std::string two_variances =
    "var m in (-inf, inf)\nvar s in (0, inf)\nvar t in (0, inf)\nlaw P = normal(0, s^2)\nlaw Q = normal(m, t^2)\n";
const std::string binomials =
    "int n in [0, inf)\nvar p in (0, 1)\nvar q in (0, 1)\nlaw P = binomial(n, p)\nlaw Q = binomial(n, q)\n";
const std::string crossing = "var s in (0, inf)\nvar r in (s, inf)\nlaw P = exponential(r)\nlaw Q = exponential(s)\n";
const std::string mixed =
    shift + "var g in (0, 1)\nlaw P = normal(0, 1)\nlaw M = mixture(1 - g: normal(0, 1), g: normal(m, 1))\n";
const std::string paretos =
    "var a in (0, inf)\nvar b in (0, inf)\nlet p(x) = a*x^(-a - 1)\nlet q(x) = b*x^(-b - 1)\n"
    "prove integral(x, 1, inf, p(x)*log(p(x)/q(x))) = ";
const std::string responses = "var eps in (0, inf)\nlet p = exp(eps)/(1 + exp(eps))\n";
const std::string hockey_normals = "normal_cdf(m/(2*s) - eps*s/m) - exp(eps)*normal_cdf(-m/(2*s) - eps*s/m)";

const std::vector<ClosedForm>& closed_forms() {
  static const std::vector<ClosedForm> all{
      {"hockey_stick_of_normals", eps + normals + "prove hockey_stick(eps, P, Q) = " + hockey_normals, true},
      {"hockey_stick_of_normals_bound", eps + normals + "prove hockey_stick(eps, P, Q) >= " + hockey_normals, true},
      {"hockey_stick_of_normals_strict", eps + normals + "prove hockey_stick(eps, P, Q) > " + hockey_normals, false},
      {"hockey_stick_of_normals_sign",
       eps + normals +
           "prove hockey_stick(eps, P, Q) = normal_cdf(m/(2*s) + eps*s/m) - exp(eps)*normal_cdf(-m/(2*s) - eps*s/m)",
       false},
      {"hockey_stick_of_normals_without_factor",
       eps + normals + "prove hockey_stick(eps, P, Q) = normal_cdf(m/(2*s) - eps*s/m) - normal_cdf(-m/(2*s) - eps*s/m)",
       false},
      {"hockey_stick_of_normals_any_shift",
       eps + "var m in (-inf, inf)\nlaw P = normal(m, 1)\nlaw Q = normal(0, 1)\nprove hockey_stick(eps, P, Q) = "
             "normal_cdf(m/2 - eps/m) - exp(eps)*normal_cdf(-m/2 - eps/m)",
       false},
      {"tv_of_normals", normals + "prove tv(P, Q) = 2*normal_cdf(m/(2*s)) - 1", true},
      {"tv_of_normals_constant", normals + "prove tv(P, Q) = 2*normal_cdf(m/s) - 1", false},
      {"tv_of_laplaces", laplaces + "prove tv(P, Q) = 1 - exp(-m/(2*b))", true},
      {"tv_of_laplaces_constant", laplaces + "prove tv(P, Q) = 1 - exp(-m/b)", false},
      {"hockey_stick_of_laplaces",
       eps + laplaces + "assume eps <= m/b\nprove hockey_stick(eps, P, Q) = 1 - exp((eps - m/b)/2)", true},
      {"hockey_stick_of_laplaces_domain", eps + laplaces + "prove hockey_stick(eps, P, Q) = 1 - exp((eps - m/b)/2)",
       false},
      {"hockey_stick_of_laplaces_sign",
       eps + laplaces + "assume eps <= m/b\nprove hockey_stick(eps, P, Q) = 1 - exp((m/b - eps)/2)", false},
      {"kl_of_laplaces", laplaces + "prove kl(P, Q) = m/b + exp(-m/b) - 1", true},
      {"kl_of_laplaces_constant", laplaces + "prove kl(P, Q) = m/b + exp(-m/b)", false},
      {"mass_of_laplace", shift + "var b in (0, inf)\nlaw P = laplace(m, b)\nprove E(x, 1, P) = 1", true},
      {"mass_of_laplace_constant", shift + "var b in (0, inf)\nlaw P = laplace(m, b)\nprove E(x, 1, P) = 2", false},
      {"kl_of_exponentials",
       "var a in (0, inf)\nvar b in (0, inf)\nlaw P = exponential(a)\nlaw Q = exponential(b)\n"
       "prove kl(P, Q) = log(a/b) + b/a - 1",
       true},
      {"kl_of_exponentials_sign",
       "var a in (0, inf)\nvar b in (0, inf)\nlaw P = exponential(a)\nlaw Q = exponential(b)\n"
       "prove kl(P, Q) = log(b/a) + b/a - 1",
       false},
      {"renyi_of_exponentials",
       exponentials + "assume order*a + (1 - order)*b > 0\nprove renyi(order, P, Q) = (order*log(a) + (1 - "
                      "order)*log(b) - log(order*a + (1 - order)*b))/(order - 1)",
       true},
      {"renyi_of_exponentials_sign",
       exponentials + "assume order*a + (1 - order)*b > 0\nprove renyi(order, P, Q) = (order*log(a) + (1 - "
                      "order)*log(b) + log(order*a + (1 - order)*b))/(order - 1)",
       false},
      // Without the hypothesis the integral need not exist.
      {"renyi_of_exponentials_domain",
       exponentials + "prove renyi(order, P, Q) = (order*log(a) + (1 - order)*log(b) - log(order*a + (1 - "
                      "order)*b))/(order - 1)",
       false},
      {"hellinger_of_normals", normals + "prove hellinger(P, Q)^2 = 1 - exp(-m^2/(8*s^2))", true},
      {"hellinger_of_normals_constant", normals + "prove hellinger(P, Q)^2 = 1 - exp(-m^2/(4*s^2))", false},
      // The centre of the product of their powers is a quotient of sums.
      {"hellinger_of_two_variances",
       two_variances + "prove hellinger(P, Q)^2 = 1 - sqrt(2*s*t/(s^2 + t^2))*exp(-m^2/(4*(s^2 + t^2)))", true},
      {"hellinger_of_two_variances_constant",
       two_variances + "prove hellinger(P, Q)^2 = 1 - sqrt(2*s*t/(s^2 + t^2))*exp(-m^2/(2*(s^2 + t^2)))", false},
      {"renyi_of_two_variances",
       "var r in (0, 1)\n" + two_variances +
           "let v = r*t^2 + (1 - r)*s^2\nprove renyi(r, P, Q) = log(t/s) + log(t^2/v)/(2*(r - 1)) + r*m^2/(2*v)",
       true},
      {"renyi_of_two_variances_exchanged",
       "var r in (0, 1)\n" + two_variances +
           "let v = r*s^2 + (1 - r)*t^2\nprove renyi(r, P, Q) = log(t/s) + log(t^2/v)/(2*(r - 1)) + r*m^2/(2*v)",
       false},
      {"second_moment_of_a_product_of_normals",
       two_variances + "prove integral(x, -inf, inf, x^2*exp(-x^2/(2*s^2) - x^2/(2*t^2))) = "
                       "sqrt(2*pi)*(s*t/sqrt(s^2 + t^2))^3",
       true},
      // The densities cross at a place that is positive by a hypothesis, and a mixture has three terms of two kinds.
      {"tv_of_exponentials", crossing + "prove tv(P, Q) = exp(-s*log(r/s)/(r - s)) - exp(-r*log(r/s)/(r - s))", true},
      {"tv_of_exponentials_exchanged",
       crossing + "prove tv(P, Q) = exp(-r*log(r/s)/(r - s)) - exp(-s*log(r/s)/(r - s))", false},
      {"tv_of_a_mixture_and_its_part", mixed + "prove tv(M, P) = g*(2*normal_cdf(m/2) - 1)", true},
      {"tv_of_a_mixture_and_its_part_squared", mixed + "prove tv(M, P) = g^2*(2*normal_cdf(m/2) - 1)", false},
      // Terms with a factor that has no sign, log(a/b).
      {"kl_of_paretos", paretos + "log(a/b) + b/a - 1", true},
      {"kl_of_paretos_exchanged", paretos + "log(b/a) + a/b - 1", false},
      // Laws of n coins: as many times what is said of one.
      {"kl_of_binomials", binomials + "prove kl(P, Q) = n*(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)))", true},
      {"kl_of_binomials_exchanged", binomials + "prove kl(P, Q) = n*(q*log(q/p) + (1 - q)*log((1 - q)/(1 - p)))",
       false},
      {"renyi_of_binomials",
       order + binomials +
           "prove renyi(order, P, Q) = n*log(p^order*q^(1 - order) + (1 - p)^order*(1 - q)^(1 - "
           "order))/(order - 1)",
       true},
      {"renyi_of_binomials_without_n",
       order + binomials +
           "prove renyi(order, P, Q) = log(p^order*q^(1 - order) + (1 - p)^order*(1 - q)^(1 - "
           "order))/(order - 1)",
       false},
      {"hellinger_of_binomials", binomials + "prove hellinger(P, Q)^2 = 1 - (sqrt(p*q) + sqrt((1 - p)*(1 - q)))^n",
       true},
      {"hellinger_of_binomials_of_one", binomials + "prove hellinger(P, Q)^2 = 1 - (sqrt(p*q) + sqrt((1 - p)*(1 - q)))",
       false},
      // Masses that add up to 1 by their normal form make a law, others do not.
      {"two_responses", responses + "law P = finite(0: p^2, 1: 2*p*(1 - p), 2: (1 - p)^2)\nprove E(x, x, P) = 2 - 2*p",
       true},
      {"two_responses_less_one",
       responses + "law P = finite(0: p^2, 1: p*(1 - p), 2: (1 - p)^2)\nprove E(x, x, P) <= 2", false},
      {"weights_over_their_sum",
       shift + "var a in (0, inf)\nlaw P = finite(1: a/(a + m + 1), 2: m/(a + m + 1), 3: 1/(a + m + 1))\n"
               "prove E(x, x, P) = (a + 2*m + 3)/(a + m + 1)",
       true},
      // A kink where the body is not defined, and a body that is not integrable.
      {"pole_at_the_kink", "prove integral(x, -1, 1, 1/abs(x)) >= 1", false},
      {"kinked_tail", "prove integral(x, -inf, inf, abs(x)) >= 0", false},
  };
  return all;
}

class ClosedForms : public testing::TestWithParam<ClosedForm> {};

TEST_P(ClosedForms, AreProvedIfAndOnlyIfTheyAreTrue) {
  const ClosedForm& p = GetParam();
  const Statement statement = parse_statement("language 3\n" + p.text + "\n");
  DecideOptions options;
  options.max_boxes = 1000;
  options.time_limit = std::chrono::duration<double>(3);
  const Decision d = decide(statement, options);
  EXPECT_EQ(d.verdict == Verdict::proved, p.proved) << d.reason;
  if (!p.proved) return;  // a proof that it is false may have been tried, and rejected
  EXPECT_TRUE(d.rejected.empty()) << d.rejected.front().reason;
  EXPECT_NE(d.verdict, Verdict::refuted);
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.verdict, name(Verdict::proved));
}

INSTANTIATE_TEST_SUITE_P(All, ClosedForms, testing::ValuesIn(closed_forms()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dpcert::verify
