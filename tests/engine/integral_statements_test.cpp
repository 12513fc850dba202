// Integrals as textbooks have them: what must be proved is proved without given lines and accepted by the checker;
// false neighbours are refuted where they are marked so, and never proved. Sources: Gradshteyn and Ryzhik, "Table of
// Integrals, Series, and Products", chapters 2 and 3; Rudin, "Principles of Mathematical Analysis", chapter 6; Feller,
// "An introduction to probability theory and its applications II", chapter II, for the laws.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct IntegralStatement {
  std::string name, text;
  Verdict verdict;  // open: it must not be proved
};
std::ostream& operator<<(std::ostream& out, const IntegralStatement& p) { return out << p.name; }

const std::string positive = "var a in (0, inf)\n";

const std::vector<IntegralStatement>& integral_statements() {
  using enum Verdict;
  static const std::vector<IntegralStatement> all{
      // By a table, and at the ends.
      {"sine", "prove integral(x, 0, pi, sin(x)) = 2", proved},
      {"sine_turn", "prove integral(x, 0, 2*pi, sin(x)) = 4", refuted},
      {"squared_cosine", "var x in [0, inf)\nprove integral(t, 0, x, cos(t)^2) = x/2 + sin(2*x)/4", proved},
      {"squared_cosine_sign", "var x in [0, inf)\nprove integral(t, 0, x, cos(t)^2) = x/2 - sin(2*x)/4", refuted},
      {"arctangent", "prove integral(x, -1, 1, 1/(1 + x^2)) = pi/2", proved},
      {"cauchy", "var c in (0, inf)\nprove integral(x, -inf, inf, 1/(x^2 + c^2)) = pi/c", proved},
      {"cauchy_scale", "var c in (0, inf)\nprove integral(x, -inf, inf, 1/(x^2 + c^2)) = pi/c^2", refuted},
      {"arcsine", "prove integral(x, -1, 1, 1/sqrt(1 - x^2)) = pi", proved},
      {"half_circle", "var r in (0, inf)\nprove integral(x, -r, r, sqrt(r^2 - x^2)) = pi*r^2/2", proved},
      {"real_power", "var a in (-1, inf)\nprove integral(x, 0, 1, x^a) = 1/(a + 1)", proved},
      {"real_power_other", "var a in (-1, inf)\nprove integral(x, 0, 1, x^a) = 1/(a + 2)", refuted},
      {"pareto", "var p in (1, inf)\nprove integral(x, 1, inf, 1/x^p) = 1/p", refuted},
      // By parts, by substitution, by partial fractions.
      {"logarithm", "var x in [0, inf)\nprove integral(t, 0, x, log(1 + t)) = (1 + x)*log(1 + x) - x", proved},
      {"squared_logarithm", "prove integral(x, 0, 1, log(x)^2) = 2", proved},
      {"power_and_logarithm", positive + "prove integral(x, 0, 1, x^(a - 1)*log(x)) = -1/a^2", proved},
      {"logarithm_far", "prove integral(x, 1, inf, log(x)/x^2) = 1", proved},
      {"damped_wave",
       positive + "var b in [0, inf)\nprove integral(x, 0, b, exp(-a*x)*cos(x)) = (a + exp(-a*b)*(sin(b) - "
                  "a*cos(b)))/(1 + a^2)",
       proved},
      // Waves on an unbounded interval: what bounds them shows that the integral exists.
      {"laplace_transform_cosine",
       positive + "var b in (-inf, inf)\nprove integral(x, 0, inf, exp(-a*x)*cos(b*x)) = a/(a^2 + b^2)", proved},
      {"laplace_transform_sine",
       positive + "var b in (-inf, inf)\nprove integral(x, 0, inf, exp(-a*x)*sin(b*x)) = b/(a^2 + b^2)", proved},
      {"laplace_transform_sine_other",
       positive + "var b in (-inf, inf)\nprove integral(x, 0, inf, exp(-a*x)*sin(b*x)) = a/(a^2 + b^2)", refuted},
      {"characteristic_function", "var t in (-inf, inf)\nlaw P = laplace(0, 1)\nprove E(x, cos(t*x), P) = 1/(1 + t^2)",
       proved},
      // Jensen's inequality inside of an integral.
      {"laplace_transform_jensen", "var x in (0, inf)\nprove integral(t, 0, inf, exp(-x*t)/(1 + t)) >= 1/(x + 1)",
       proved},
      {"laplace_transform_jensen_wrong", "var x in (0, inf)\nprove integral(t, 0, inf, exp(-x*t)/(1 + t)) >= 1/x",
       refuted},
      {"wave_alone", "prove integral(x, 0, inf, cos(x)) = 0", open},
      {"logistic", "prove integral(x, -inf, inf, exp(-x)/(1 + exp(-x))^2) = 1", proved},
      {"weibull", "var k in (0, inf)\nprove integral(x, 0, inf, k*x^(k - 1)*exp(-x^k)) = 1", proved},
      {"two_poles",
       positive + "var b in (0, inf)\nassume a < b\nprove integral(x, 0, inf, 1/((x + a)*(x + b))) = log(b/a)/(b - a)",
       proved},
      {"student", "prove integral(x, -inf, inf, 1/(1 + x^2)^2) = pi/2", proved},
      {"young",
       "var a in [0, inf)\nvar b in [0, inf)\nprove a*b <= integral(t, 0, a, exp(t) - 1) + integral(t, 0, b, log(1 + t))",
       proved},
      // At a closed end of a parameter, where the closed form fails; at points.
      {"constant_at_the_end", "var a in [0, inf)\nprove integral(x, 0, 1, exp(-a*x)) <= 1", proved},
      {"falls_too_fast", "var a in [0, inf)\nprove integral(x, 0, 1, exp(-a*x)) <= 1 - a/4", refuted},
      {"jensen", "var t in [0, inf)\nprove integral(x, 0, 1, exp(-t*x)) >= exp(-t/2)", proved},
      {"mean_as_rate", positive + "prove integral(x, 0, inf, x*exp(-a*x)) = 1/a", refuted},
      {"factorial_off_by_one", positive + "prove integral(x, 0, inf, x^a*exp(-x)) = gamma(a)", refuted},
      // Of a modulus, where what decides it may vanish for all places.
      {"two_normal_laws",
       "var m in (-inf, inf)\nvar k in (-inf, inf)\nlaw P = normal(k, 1)\nlaw Q = normal(m, 1)\n"
       "prove tv(P, Q) = 2*normal_cdf(abs(m - k)/2) - 1",
       proved},
      {"two_normal_laws_without_modulus",
       "var m in (-inf, inf)\nlaw P = normal(0, 1)\nlaw Q = normal(m, 1)\nprove tv(P, Q) = 2*normal_cdf(m/2) - 1",
       refuted},
      // By comparison.
      {"bell", "prove integral(x, 0, 1, exp(-x^2)) <= 0.7469", proved},
      {"fresnel", "prove 0.3102 <= integral(x, 0, 1, sin(x^2)) <= 0.3103", proved},
      {"fresnel_below", "prove integral(x, 0, 1, sin(x^2)) <= 0.3101", refuted},
      {"cosine_of_square", "var x in [0, 1]\nprove integral(t, 0, x, cos(t^2)) >= x - x^5/10", proved},
      {"stieltjes", positive + "prove integral(x, 0, inf, exp(-x)/(1 + a*x^2)) <= 1", proved},
      {"stieltjes_above", positive + "prove integral(x, 0, inf, exp(-x)/(1 + a*x^2)) >= 1", open},
      {"exponential_integral", "var x in (0, inf)\nprove integral(t, x, inf, exp(-t)/t) <= exp(-x)/x", proved},
      {"kernels", positive + "prove integral(x, 0, 1, exp(-a*x^2)) >= integral(x, 0, 1, exp(-a*x))", proved},
      {"kernels_turned", positive + "prove integral(x, 0, 1, exp(-a*x^2)) <= integral(x, 0, 1, exp(-a*x))", refuted},
      // The order of their ends is a claim of its own.
      {"between_two_means",
       "var a in (0, inf)\nvar b in (0, inf)\nprove integral(t, 2*a*b/(a + b), (a + b)/2, 1/t) = log((a + b)/2) - "
       "log(2*a*b/(a + b))",
       proved},
      {"between_two_squares",
       "var a in [0, inf)\nvar b in [0, inf)\nprove integral(t, a*b, (a^2 + b^2)/2, t) = (a^2 - b^2)^2/8", proved},
      {"between_two_squares_false",
       "var a in [0, inf)\nvar b in [0, inf)\nprove integral(t, a*b, (a^2 + b^2)/2, t) = (a^2 - b^2)^2/4", refuted},
      {"above_a_logarithm", "var a in (0, inf)\nprove integral(t, log(a), a - 1, exp(t)) = exp(a - 1) - a", proved},
      {"below_a_logarithm", "var a in (0, inf)\nprove integral(t, log(a), a - 2, exp(t)) = exp(a - 2) - a", open},
      // Strictly, over an interval that may be a point.
      {"more_than_nothing", "var c in (0, 1]\nprove integral(x, 0, c, exp(x^2)) > 0", proved},
      {"a_point", "var c in [0, 1]\nprove integral(x, 0, c, exp(x^2)) > 0", open},
      // By one another.
      {"combination",
       "var c in [0, 5]\nprove integral(x, 0, 1, c*exp(x^2) + exp(x)) = c*integral(x, 0, 1, exp(x^2)) + "
       "exp(1) - 1",
       proved},
      {"intervals",
       positive + "prove integral(x, 0, 2, exp(-a*x^3)) = integral(x, 0, 1, exp(-a*x^3)) + integral(x, 1, "
                  "2, exp(-a*x^3))",
       proved},
      {"intervals_apart",
       positive + "prove integral(x, 0, 3, exp(-a*x^3)) = integral(x, 0, 1, exp(-a*x^3)) + integral(x, 2, 3, "
                  "exp(-a*x^3))",
       open},
      {"logarithm_of_ends",
       "var a in (0, inf)\nvar b in [a, inf)\nvar c in [b, inf)\nprove integral(x, a, b, log(x)) + integral(x, b, c, "
       "log(x)) = integral(x, a, c, log(x))",
       proved},
      // Not at all.
      {"pole", "prove integral(x, -1, 1, 1/x^2) = -2", open},
      {"arches", "prove integral(x, 0, inf, sin(x)) = 1", open},
      {"jump_of_the_primitive", "prove integral(x, -1, 1, 1/(1 + x^2)) = -pi/2", refuted},
      {"too_many_powers", "var a in (-inf, inf)\nassume a != -1\nprove integral(x, 0, 1, x^a) = 1/(a + 1)", open},
      {"ends_in_any_order", "var a in (-inf, inf)\nvar b in (-inf, inf)\nprove integral(x, a, b, 1) = b - a", open},
      {"arctangent_of_one", "prove atan(1) = pi/4", proved},
      {"arctangent_of_two", "prove atan(2) = pi/4", refuted},
  };
  return all;
}

class IntegralStatements : public testing::TestWithParam<IntegralStatement> {};

TEST_P(IntegralStatements, AreDecidedAsTheyAre) {
  const IntegralStatement& p = GetParam();
  DecideOptions options;
  options.max_boxes = 20'000;
  options.time_limit = std::chrono::duration<double>(4);
  const Decision d = decide(parse_statement("language 3\n" + p.text + "\n"), options);
  if (p.verdict == Verdict::open)
    EXPECT_NE(d.verdict, Verdict::proved);
  else
    EXPECT_EQ(d.verdict, p.verdict) << d.reason;
  if (d.verdict == Verdict::open) return;
  EXPECT_TRUE(d.rejected.empty()) << d.rejected.front().reason;
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.verdict, name(d.verdict));
}

INSTANTIATE_TEST_SUITE_P(All, IntegralStatements, testing::ValuesIn(integral_statements()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dpcert::verify
