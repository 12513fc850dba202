// Closed forms that are integrals of Beta densities: found from the definitions by way of the mass of the Beta law and
// the means of its logarithms, which are given as statements, and by nothing where the integral does not exist or the
// formula is another one. Sources: Gil, Alajaji and Linder, "Renyi divergence measures for commonly used univariate
// continuous distributions" (2013), tables 2 and 3; Wilks, "Mathematical Statistics" (1962), section 7.7 (moments of
// the Dirichlet law); Liese and Vajda, "Convex statistical distances" (1987), chapter 2 (Hellinger integrals). Those of
// Gamma densities in the same way: DLMF 5.9, Johnson, Kotz and Balakrishnan, "Continuous univariate distributions" 1
// (1994), chapter 17.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

// In other names than the catalogue's.
const std::string mass =
    "language 3\nvar v in (0, inf)\nvar u in (0, inf)\nprove integral(t, 0, 1, exp(lgamma(u + v) - lgamma(u) - "
    "lgamma(v) + (u - 1)*log(t) + (v - 1)*log(1 - t))) = 1\n";
const std::string logs =
    "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nprove E(x, log(x), beta(a, b)) = digamma(a) - digamma(a + "
    "b)\nprove E(x, log(1 - x), beta(a, b)) = digamma(b) - digamma(a + b)\n";

const std::string gamma_mass =
    "language 3\nvar rate in (0, inf)\nvar shape in (0, inf)\nprove integral(t, 0, inf, exp(shape*log(rate) - "
    "lgamma(shape) + (shape - 1)*log(t) - rate*t)) = 1\n";
const std::string gamma_logs =
    "language 3\nvar a in (0, inf)\nvar r in (0, inf)\nprove E(x, log(x), gamma(a, r)) = digamma(a) - log(r)\n";

struct DensityLaw {
  std::string name, text;
  bool proved;
};
std::ostream& operator<<(std::ostream& out, const DensityLaw& p) { return out << p.name; }

std::string positive(const std::string& names) {
  std::string out;
  for (const char c : names) out += std::string("var ") + c + " in (0, inf)\n";
  return out;
}
const std::string log_beta = "let lB(u, v) = lgamma(u) + lgamma(v) - lgamma(u + v)\n";
const std::string log_beta3 = "let lB(u, v, w) = lgamma(u) + lgamma(v) + lgamma(w) - lgamma(u + v + w)\n";
const std::string betas = positive("abcd") + "law P = beta(a, b)\nlaw Q = beta(c, d)\n" + log_beta;
const std::string dirichlets =
    positive("abcdef") + "law P = dirichlet(a, b, c)\nlaw Q = dirichlet(d, e, f)\n" + log_beta3;
const std::string renyi_of_betas =
    "prove renyi(r, P, Q) = (lB(r*a + (1 - r)*c, r*b + (1 - r)*d) - r*lB(a, b) - (1 - r)*lB(c, d))/(r - 1)";
const std::string exists = "assume r*a + (1 - r)*c > 0\nassume r*b + (1 - r)*d > 0\n";

const std::vector<DensityLaw>& beta_laws() {
  static const std::vector<DensityLaw> all{
      {"renyi_above_one", "var r in (1, inf)\n" + betas + exists + renyi_of_betas, true},
      {"renyi_below_one", "var r in (0, 1)\n" + betas + renyi_of_betas, true},
      {"renyi_between_two_and_three", "var r in [2, 3]\n" + betas + exists + renyi_of_betas, true},
      {"renyi_of_order_two",
       positive("ab") + "prove renyi(2, beta(a + 1, b), beta(a, b)) = log((a + 1)*(a + b)/(a*(a + b + 1)))", true},
      {"renyi_of_order_half", betas + "prove renyi(1/2, P, Q) = lB(a, b) + lB(c, d) - 2*lB((a + c)/2, (b + d)/2)",
       true},
      {"renyi_of_numbers", "prove renyi(2, beta(3, 2), beta(2, 2)) = log(6/5)", true},
      // Without the hypotheses the integral need not exist.
      {"renyi_domain", "var r in (1, inf)\n" + betas + renyi_of_betas, false},
      {"renyi_half_of_the_domain", "var r in (1, inf)\n" + betas + "assume r*a + (1 - r)*c > 0\n" + renyi_of_betas,
       false},
      {"renyi_of_no_integral", "prove renyi(3, beta(1, 1), beta(3, 1)) >= 0", false},
      {"renyi_sign",
       "var r in (1, inf)\n" + betas + exists +
           "prove renyi(r, P, Q) = (lB(r*a + (1 - r)*c, r*b + (1 - r)*d) - r*lB(a, b) + (1 - r)*lB(c, d))/(r - 1)",
       false},
      {"renyi_laws_turned_round",
       "var r in (1, inf)\n" + betas + exists +
           "prove renyi(r, P, Q) = (lB(r*a + (1 - r)*c, r*b + (1 - r)*d) - r*lB(c, d) - (1 - r)*lB(a, b))/(r - 1)",
       false},
      {"hellinger", betas + "prove hellinger(P, Q)^2 = 1 - exp(lB((a + c)/2, (b + d)/2) - (lB(a, b) + lB(c, d))/2)",
       true},
      {"hellinger_without_root",
       betas + "prove hellinger(P, Q) = 1 - exp(lB((a + c)/2, (b + d)/2) - (lB(a, b) + lB(c, d))/2)", false},
      {"kl",
       betas + "prove kl(P, Q) = lB(c, d) - lB(a, b) + (a - c)*digamma(a) + (b - d)*digamma(b) + (c + d - a - "
               "b)*digamma(a + b)",
       true},
      {"kl_sign",
       betas + "prove kl(P, Q) = lB(c, d) - lB(a, b) + (c - a)*digamma(a) + (b - d)*digamma(b) + (c + d - a - "
               "b)*digamma(a + b)",
       false},
      {"mean", positive("ab") + "prove E(x, x, beta(a, b)) = a/(a + b)", true},
      {"mean_of_the_other", positive("ab") + "prove E(x, x, beta(a, b)) = b/(a + b)", false},
      {"second_moment", positive("ab") + "prove E(x, x^2, beta(a, b)) = a*(a + 1)/((a + b)*(a + b + 1))", true},
      {"mean_of_the_logit", positive("ab") + "prove E(x, log(x/(1 - x)), beta(a, b)) = digamma(a) - digamma(b)", true},
      {"mean_of_the_inverse", "var a in (1, inf)\nvar b in (0, inf)\nprove E(x, 1/x, beta(a, b)) = (a + b - 1)/(a - 1)",
       true},
      {"mean_of_the_inverse_domain", positive("ab") + "prove E(x, 1/x, beta(a, b)) = (a + b - 1)/(a - 1)", false},
      {"another_interval",
       positive("abh") + "prove integral(x, 0, h, exp((a - 1)*log(x) + (b - 1)*log(h - x))) = exp(lgamma(a) + "
                         "lgamma(b) - lgamma(a + b) + (a + b - 1)*log(h))",
       true},
      {"square_root", "prove integral(x, 0, 1, sqrt(x*(1 - x))) = pi/8", true},
      {"square_root_other_value", "prove integral(x, 0, 1, sqrt(x*(1 - x))) = pi/4", false},
      {"arcsine_law", "prove integral(x, 0, 1, 1/sqrt(x*(1 - x))) = pi", true},
      {"dirichlet_mass", positive("abc") + "prove E(x, y, z, 1, dirichlet(a, b, c)) = 1", true},
      {"dirichlet_mean", positive("abc") + "prove E(x, y, z, y, dirichlet(a, b, c)) = b/(a + b + c)", true},
      {"dirichlet_mixed_moment",
       positive("abc") + "prove E(x, y, z, x*z, dirichlet(a, b, c)) = a*c/((a + b + c)*(a + b + c + 1))", true},
      {"dirichlet_mixed_moment_other_value",
       positive("abc") + "prove E(x, y, z, x*z, dirichlet(a, b, c)) = a*c/(a + b + c)^2", false},
      {"dirichlet_of_four", positive("abcd") + "prove E(x, y, z, w, z, dirichlet(a, b, c, d)) = c/(a + b + c + d)",
       true},
      {"dirichlet_renyi",
       "var r in (1, inf)\n" + dirichlets +
           "assume r*a + (1 - r)*d > 0\nassume r*b + (1 - r)*e > 0\nassume r*c + (1 - r)*f > 0\n"
           "prove renyi(r, P, Q) = (lB(r*a + (1 - r)*d, r*b + (1 - r)*e, r*c + (1 - r)*f) - r*lB(a, b, c) - (1 - "
           "r)*lB(d, e, f))/(r - 1)",
       true},
      {"dirichlet_renyi_domain",
       "var r in (1, inf)\n" + dirichlets +
           "assume r*a + (1 - r)*d > 0\nassume r*b + (1 - r)*e > 0\n"
           "prove renyi(r, P, Q) = (lB(r*a + (1 - r)*d, r*b + (1 - r)*e, r*c + (1 - r)*f) - r*lB(a, b, c) - (1 - "
           "r)*lB(d, e, f))/(r - 1)",
       false},
  };
  return all;
}

const std::vector<DensityLaw>& gamma_laws() {
  const std::string rates = positive("ars") + "law P = gamma(a, r)\nlaw Q = gamma(a, s)\n";
  static const std::vector<DensityLaw> all{
      {"mean", positive("ar") + "prove E(x, x, gamma(a, r)) = a/r", true},
      // Alzer, "On some inequalities for the incomplete gamma function" (1997), for shapes above and below 1.
      {"incomplete_below_power",
       "var a in (1, inf)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) <= (1 - exp(-x))^a", true},
      {"incomplete_below_power_half_the_rate",
       "var a in (1, inf)\nvar x in (0, inf)\nprove gamma_regularized_lower(a, x) <= (1 - exp(-x/2))^a", false},
      {"incomplete_between_powers",
       "var a in (0, 1)\nvar x in (0, inf)\nprove (1 - exp(-x))^a <= gamma_regularized_lower(a, x) <= "
       "(1 - exp(-x*gamma(1 + a)^(-1/a)))^a",
       true},
      {"incomplete_between_powers_other_shapes",
       "var a in (0, 2)\nvar x in (0, inf)\nprove (1 - exp(-x))^a <= gamma_regularized_lower(a, x)", false},
      // Gurland, "An inequality satisfied by the gamma function" (1956).
      {"gurland",
       "var x in (0, inf)\nvar b in (-inf, inf)\nassume x + 2*b > 0\n"
       "prove gamma(x + b)^2/(gamma(x)*gamma(x + 2*b)) <= x/(x + b^2)",
       true},
      {"gurland_twice_the_square",
       "var x in (0, inf)\nvar b in (-inf, inf)\nassume x + 2*b > 0\n"
       "prove gamma(x + b)^2/(gamma(x)*gamma(x + 2*b)) <= x/(x + 2*b^2)",
       false},
      {"mean_with_a_scale", positive("ar") + "prove E(x, x, gamma(a, r)) = a*r", false},
      {"variance", positive("ar") + "prove E(x, x^2, gamma(a, r)) - E(x, x, gamma(a, r))^2 = a/r^2", true},
      {"mean_of_the_inverse", "var a in (1, inf)\nvar r in (0, inf)\nprove E(x, 1/x, gamma(a, r)) = r/(a - 1)", true},
      {"mean_of_the_inverse_domain", positive("ar") + "prove E(x, 1/x, gamma(a, r)) = r/(a - 1)", false},
      {"moment_generating_function",
       positive("ar") + "var t in (-inf, inf)\nassume t < r\nprove E(x, exp(t*x), gamma(a, r)) = (1 - t/r)^(-a)", true},
      {"moment_generating_function_domain",
       positive("ar") +
           "var t in (-inf, inf)\nassume t < 2*r\nprove E(x, exp(t*x), gamma(a, r)) = exp(-a*log(1 - t/r))",
       false},
      // The law of a power of an exponential variable (Weibull).
      {"mean_of_weibull",
       positive("kl") + "prove integral(x, 0, inf, x*k/l*(x/l)^(k - 1)*exp(-(x/l)^k)) = l*gamma(1 + 1/k)", true},
      {"mean_of_weibull_of_a_half",
       positive("kl") + "prove integral(x, 0, inf, x*k/l*(x/l)^(k - 1)*exp(-(x/l)^k)) = l*gamma(1/k)", false},
      {"euler", "var a in (0, inf)\nprove integral(x, 0, inf, x^(a - 1)*exp(-x)) = gamma(a)", true},
      {"euler_domain", "var a in (-1, inf)\nprove integral(x, 0, inf, x^(a - 1)*exp(-x)) = gamma(a)", false},
      {"factorial", "int n in [0, inf)\nprove integral(x, 0, inf, x^n*exp(-x)) = factorial(n)", true},
      {"factorial_shifted", "int n in [0, inf)\nprove integral(x, 0, inf, x^n*exp(-x)) = factorial(n + 1)", false},
      {"half", "prove integral(x, 0, inf, sqrt(x)*exp(-x)) = sqrt(pi)/2", true},
      {"euler_constant", "prove integral(x, 0, inf, exp(-x)*log(x)) = digamma(1)", true},
      {"entropy",
       positive("ar") + "law P = gamma(a, r)\nprove E(x, log(exp(a*log(r) - lgamma(a) + (a - 1)*log(x) - r*x)), P) = "
                        "log(r) - lgamma(a) + (a - 1)*digamma(a) - a",
       true},
      // Along an end that a hypothesis keeps away from a pole of the bound.
      {"upper_tail",
       "var a in [1, inf)\nvar x in (0, inf)\nassume x > a - 1\nprove integral(t, x, inf, t^(a - 1)*exp(-t)) <= "
       "x^a*exp(-x)/(x - a + 1)",
       true},
      {"upper_tail_from_below",
       "var a in (0, 1)\nvar x in (0, inf)\nprove integral(t, x, inf, t^(a - 1)*exp(-t)) >= x^a*exp(-x)/(x + 1 - a)",
       true},
      // A factor by its tangent at the mean of the others: Neuman, Inequalities and bounds for the incomplete gamma
      // function, 2013.
      {"lower_part_by_jensen",
       "var a in (0, inf)\nvar x in (0, inf)\nprove integral(t, 0, x, t^(a - 1)*exp(-t)) >= x^a/a*exp(-a*x/(a + 1))",
       true},
      {"lower_part_by_jensen_wrong",
       "var a in (0, inf)\nvar x in (0, inf)\nprove integral(t, 0, x, t^(a - 1)*exp(-t)) >= x^a/a*exp(-a*x/(a + 2))",
       false},
      {"upper_tail_wrong",
       "var a in [1, inf)\nvar x in (0, inf)\nassume x > a - 1\nprove integral(t, x, inf, t^(a - 1)*exp(-t)) <= "
       "x^(a - 1)*exp(-x)",
       false},
      {"kl_of_rates", rates + "prove kl(P, Q) = a*(log(r/s) + s/r - 1)", true},
      {"kl_of_rates_turned_round", rates + "prove kl(P, Q) = a*(log(s/r) + r/s - 1)", false},
      {"kl_of_shapes",
       positive("ab") + "prove kl(gamma(a, 1), gamma(b, 1)) = (a - b)*digamma(a) - lgamma(a) + lgamma(b)", true},
      {"renyi_of_rates",
       "var o in (1, inf)\n" + rates + "assume o*r + (1 - o)*s > 0\n" +
           "prove renyi(o, P, Q) = a*(log(r/s) + log(r/(o*r + (1 - o)*s))/(o - 1))",
       true},
      {"renyi_of_rates_domain",
       "var o in (1, inf)\n" + rates + "prove renyi(o, P, Q) = a*(log(r/s) + log(r/(o*r + (1 - o)*s))/(o - 1))", false},
  };
  return all;
}

// By a new variable, and by integrals of integrals. Sources: DLMF 5.9 and 5.12; Johnson, Kotz and Balakrishnan 1 and 2
// (log-normal, Weibull, inverse Gamma, Lomax, logistic, extreme value and Student laws); Kumaraswamy (1980).
const std::vector<DensityLaw>& moved_laws() {
  static const std::vector<DensityLaw> all{
      {"beta_over_the_half_line",
       positive("ab") + "prove integral(t, 0, inf, t^(a - 1)/(1 + t)^(a + b)) = beta_function(a, b)", true},
      {"beta_over_the_half_line_shape",
       positive("ab") + "prove integral(t, 0, inf, t^(a - 1)/(1 + t)^(a + b)) = beta_function(a, b + 1)", false},
      {"beta_over_the_half_line_domain",
       "var a in (0, inf)\nvar b in (-1, inf)\nprove integral(t, 0, inf, t^(a - 1)/(1 + t)^(a + b)) > 0", false},
      {"beta_of_a_line",
       positive("abcd") + "prove integral(t, 0, inf, t^(a - 1)/(c + d*t)^(a + b)) = beta_function(a, b)/(d^a*c^b)",
       true},
      {"beta_of_a_line_turned_round",
       positive("abcd") + "prove integral(t, 0, inf, t^(a - 1)/(c + d*t)^(a + b)) = beta_function(a, b)/(c^a*d^b)",
       false},
      {"student",
       positive("d") + "prove integral(x, -inf, inf, (1 + x^2/d)^(-(d + 1)/2)) = sqrt(d)*beta_function(1/2, d/2)",
       true},
      {"student_without_root",
       positive("d") + "prove integral(x, -inf, inf, (1 + x^2/d)^(-(d + 1)/2)) = d*beta_function(1/2, d/2)", false},
      {"logistic",
       "var s in (-1, 1)\nprove integral(x, -inf, inf, exp(s*x)*exp(-x)/(1 + exp(-x))^2) = gamma(1 + s)*gamma(1 - s)",
       true},
      {"logistic_domain", "var s in (-1, 2)\nprove integral(x, -inf, inf, exp(s*x)*exp(-x)/(1 + exp(-x))^2) > 0",
       false},
      {"extreme_value",
       "var s in (-inf, 1)\nprove integral(x, -inf, inf, exp(s*x)*exp(-x)*exp(-exp(-x))) = gamma(1 - s)", true},
      {"extreme_value_sign",
       "var s in (-1, 1)\nprove integral(x, -inf, inf, exp(s*x)*exp(-x)*exp(-exp(-x))) = gamma(1 + s)", false},
      {"absolute_moment_of_a_normal_law",
       positive("pv") + "prove E(x, abs(x)^p, normal(0, v)) = (2*v)^(p/2)*gamma((p + 1)/2)/sqrt(pi)", true},
      {"absolute_moment_of_a_normal_law_other",
       positive("pv") + "prove E(x, abs(x)^p, normal(0, v)) = (2*v)^p*gamma((p + 1)/2)/sqrt(pi)", false},
      {"absolute_moment_of_a_laplace_law",
       "var m in (-inf, inf)\n" + positive("pb") + "prove E(x, abs(x - m)^p, laplace(m, b)) = b^p*gamma(p + 1)", true},
      {"exponential_power", positive("k") + "prove integral(x, -inf, inf, exp(-abs(x)^k)) = 2*gamma(1 + 1/k)", true},
      {"inverse_gamma",
       "var a in (1, inf)\nvar b in (0, inf)\nprove integral(x, 0, inf, x*b^a/gamma(a)*x^(-a - 1)*exp(-b/x)) = b/(a - "
       "1)",
       true},
      {"levy", positive("c") + "prove integral(x, 0, inf, sqrt(c/(2*pi))*exp(-c/(2*x))/x^(3/2)) = 1", true},
      {"kumaraswamy",
       positive("ab") + "prove integral(x, 0, 1, x*a*b*x^(a - 1)*(1 - x^a)^(b - 1)) = b*beta_function(1 + 1/a, b)",
       true},
      {"power_of_a_logarithm",
       "var p in (-1, inf)\nvar q in (-1, inf)\nprove integral(x, 0, 1, x^q*(-log(x))^p) = gamma(p + 1)/(q + 1)^(p + 1)",
       true},
      {"power_of_a_logarithm_domain",
       "var p in (-1, inf)\nvar q in (-2, inf)\nprove integral(x, 0, 1, x^q*(-log(x))^p) > 0", false},
      {"from_one_to_infinity",
       positive("ab") + "prove integral(x, 1, inf, (x - 1)^(b - 1)*x^(-a - b)) = beta_function(a, b)", true},
      {"gamma_from_a_place",
       "var m in (-inf, inf)\n" + positive("ar") +
           "prove integral(x, m, inf, (x - m)^(a - 1)*exp(-r*(x - m))) = gamma(a)/r^a",
       true},
      {"product_of_two_normals",
       "var s in (-1, 1)\nlaw G = normal(0, 1)\nprove E(x, E(y, exp(s*x*y), G), G) = 1/sqrt(1 - s^2)", true},
      {"product_of_two_normals_without_root",
       "var s in (-1, 1)\nlaw G = normal(0, 1)\nprove E(x, E(y, exp(s*x*y), G), G) = 1/(1 - s^2)", false},
      {"larger_of_two_exponentials",
       positive("ab") + "prove E(x, E(y, max(x, y), exponential(b)), exponential(a)) = 1/a + 1/b - 1/(a + b)", true},
      // The relation between the values is shown by itself.
      {"kl_of_shapes_below_trigamma",
       "var a in (0, inf)\nvar b in [a, inf)\nprove kl(gamma(a, 1), gamma(b, 1)) <= (b - a)^2*trigamma(a)/2", true},
      {"kl_of_shapes_below_half_of_it",
       "var a in (0, inf)\nvar b in [a, inf)\nprove kl(gamma(a, 1), gamma(b, 1)) <= (b - a)^2*trigamma(a)/4", false},
      {"hellinger_of_rates",
       positive("ars") + "prove hellinger(gamma(a, r), gamma(a, s))^2 = 1 - (2*sqrt(r*s)/(r + s))^a", true},
      {"lower_transform",
       positive("ar") + "var s in [0, inf)\nlaw X = gamma(a, r)\nprove E(x, exp(-s*x), X) <= exp(-s*E(x, x, X) + "
                        "s^2*E(x, x^2, X)/2)",
       true},
  };
  return all;
}

Decision decided(const std::string& text, const std::vector<Lemma>& lemmas, double seconds) {
  DecideOptions options;
  options.max_boxes = 1000;
  options.time_limit = std::chrono::duration<double>(seconds);
  options.lemmas = lemmas;
  return decide(parse_statement("language 3\n" + text + "\n"), options);
}
const std::vector<Lemma>& given() {
  static const std::vector<Lemma> all{{"mass", parse_statement(mass)},
                                      {"logs", parse_statement(logs)},
                                      {"gamma_mass", parse_statement(gamma_mass)},
                                      {"gamma_logs", parse_statement(gamma_logs)}};
  return all;
}

class DensityLaws : public testing::TestWithParam<DensityLaw> {};

TEST_P(DensityLaws, AreProvedIfAndOnlyIfTheyAreTrue) {
  const DensityLaw& p = GetParam();
  const Decision d = decided(p.text, given(), p.proved ? 20 : 3);
  EXPECT_EQ(d.verdict == Verdict::proved, p.proved) << d.reason;
  if (!p.proved) return;
  EXPECT_TRUE(d.rejected.empty()) << d.rejected.front().reason;
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted || r.conditional()) << r.reason;
  EXPECT_EQ(r.accepted, d.lemmas.empty());
  EXPECT_EQ(r.verdict, name(Verdict::proved));
}

INSTANTIATE_TEST_SUITE_P(All, DensityLaws, testing::ValuesIn(beta_laws()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Gamma, DensityLaws, testing::ValuesIn(gamma_laws()),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Moved, DensityLaws, testing::ValuesIn(moved_laws()),
                         [](const auto& info) { return info.param.name; });

// What the statements do not say is not believed of them: without them, or with others that look alike, nothing is
// proved.
TEST(DensityLawsLemmas, AreRecognisedByWhatTheySay) {
  const std::string mean = positive("ab") + "prove E(x, x, beta(a, b)) = a/(a + b)";
  EXPECT_NE(decided(mean, {}, 2).verdict, Verdict::proved);
  EXPECT_EQ(decided(mean, {{"m", parse_statement(mass)}}, 20).lemmas, std::vector<std::string>{"m"});
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"= 1\n", "= 2\n"},
                                                        {"(u - 1)", "(u - 2)"},
                                                        {"var v in (0, inf)", "var v in (1, inf)"},
                                                        {"(t, 0, 1,", "(t, 0, 1/2,"},
                                                        {"= 1\n", "<= 1\n"},
                                                        {"var v in (0, inf)", "int v in (0, inf)"}}) {
    const Decision d = decided(mean, {{"m", parse_statement(replaced(mass, from, to))}}, 2);
    EXPECT_NE(d.verdict, Verdict::proved) << from << " -> " << to;
    EXPECT_TRUE(d.rejected.empty());
  }
  const std::string of_gamma = positive("ar") + "prove E(x, x, gamma(a, r)) = a/r";
  EXPECT_NE(decided(of_gamma, {{"m", parse_statement(mass)}}, 2).verdict, Verdict::proved);
  EXPECT_EQ(decided(of_gamma, {{"m", parse_statement(gamma_mass)}}, 20).lemmas, std::vector<std::string>{"m"});
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"= 1\n", "= 2\n"}, {"(shape - 1)", "(shape - 2)"}, {"(t, 0, inf,", "(t, 1, inf,"}, {"= 1\n", ">= 1\n"}}) {
    const Decision d = decided(of_gamma, {{"m", parse_statement(replaced(gamma_mass, from, to))}}, 2);
    EXPECT_NE(d.verdict, Verdict::proved) << from << " -> " << to;
    EXPECT_TRUE(d.rejected.empty());
  }
}

}  // namespace
}  // namespace dpcert::verify
