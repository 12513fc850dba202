// Sums, products and recursions up to an integer variable, as they are typed: what must be proved is proved without
// given lines and accepted by the checker, and false neighbours (another constant, another end, another sign) are
// refuted. Sources: Graham, Knuth and Patashnik, "Concrete mathematics", chapters 2, 5 and 6; Petkovsek, Wilf and
// Zeilberger, "A = B", chapters 6 and 7; Mitrinovic, "Analytic inequalities", section 3.1.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct Sum {
  std::string name, text;
  bool is_true;
};
std::ostream& operator<<(std::ostream& out, const Sum& p) { return out << p.name; }

const std::string n0 = "int n in [0, inf)\nprove ", n1 = "int n in [1, inf)\nprove ";
const std::string fibonacci = "int n in [1, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\n";
const std::string lucas = fibonacci + "seq l(k): l(0) = 2, l(1) = 1, l(k + 2) = l(k + 1) + l(k)\nprove ";

const std::vector<Sum>& sums() {
  static const std::vector<Sum> all{
      // Both ends of the range move.
      {"block", n0 + "sum(k, n, 2*n, k) = 3*n*(n + 1)/2", true},
      {"block_false", n0 + "sum(k, n, 2*n, k) = 3*n*(n + 1)/2 + n", false},
      {"odd_block", n0 + "sum(k, n + 1, 2*n, 2*k - 1) = 3*n^2", true},
      {"squares_of_block", n1 + "sum(k, n, 3*n, k^2) = (2*n + 1)*n*(13*n + 1)/3", true},
      {"alternating_harmonic", n1 + "sum(k, 1, 2*n, (-1)^(k + 1)/k) = sum(k, n + 1, 2*n, 1/k)", true},
      {"alternating_harmonic_false", n1 + "sum(k, 1, 2*n, (-1)^k/k) = sum(k, n + 1, 2*n, 1/k)", false},
      {"alternating_harmonic_moved", n1 + "sum(k, 1, 2*n, (-1)^(k - 1)/k) = sum(k, 1, n, 1/(n + k))", true},
      {"harmonic_block", n1 + "sum(k, n + 1, 2*n, 1/k) < 7/10", true},
      {"harmonic_block_false", n1 + "sum(k, n + 1, 2*n, 1/k) < 69/100", false},
      {"long_harmonic_block", n1 + "sum(k, n + 1, 3*n + 1, 1/k) > 1", true},
      {"long_harmonic_block_false", n1 + "sum(k, n + 1, 3*n, 1/k) > 1", false},
      {"product_of_block", n1 + "prod(k, n + 1, 2*n, k) >= 2^n", true},
      {"double_factorials", n1 + "prod(k, 1, n, n + k) = 2^n*prod(k, 1, n, 2*k - 1)", true},
      {"double_factorials_false", n1 + "prod(k, 1, n, n + k) = 2^n*prod(k, 1, n, 2*k + 1)", false},
      {"two_variables", "int m in [0, inf)\nint n in [m, inf)\nprove sum(k, m, n, k) = (n - m + 1)*(n + m)/2", true},
      {"two_variables_false", "int m in [0, inf)\nint n in [m, inf)\nprove sum(k, m, n, k) = (n - m)*(n + m + 1)/2",
       false},
      {"empty", "int n in (-inf, 0]\nseq x(k)\nprove prod(k, 1, n, x(k)) = 1", true},
      {"not_empty", "int n in (-inf, 1]\nseq x(k)\nprove prod(k, 1, n, x(k)) = 1", false},
      {"roots", n0 + "sum(k, 1, n, 1/(sqrt(k) + sqrt(k - 1))) = sqrt(n)", true},
      {"double_sum", n0 + "sum(i, 1, n, sum(j, 1, i, j)) = n*(n + 1)*(n + 2)/6", true},
      {"order_of_sums", "int n in [0, inf)\nseq x(k)\nprove sum(i, 1, n, sum(j, i, n, x(j))) = sum(j, 1, n, j*x(j))",
       true},
      {"order_of_sums_false",
       "int n in [0, inf)\nseq x(k)\nprove sum(i, 1, n, sum(j, i, n, x(j))) = sum(j, 1, n, (j - 1)*x(j))", false},
      {"even_powers", n0 + "(-1)^(2*n + 1) = -1", true},
      {"even_powers_false", n0 + "(-1)^(2*n + 1) = 1", false},
      // Polynomials times geometric terms.
      {"weighted", n1 + "sum(k, 1, n, k^2/2^k) < 6", true},
      {"weighted_false", n1 + "sum(k, 1, n, k^2/2^k) < 5", false},
      {"weighted_by_variable", "int n in [0, inf)\nvar x in (0, 1)\nprove sum(k, 1, n, k*x^k) <= x/(1 - x)^2", true},
      {"weighted_by_variable_false", "int n in [0, inf)\nvar x in (0, 1)\nprove sum(k, 1, n, k*x^k) <= x/(1 - x)",
       false},
      // Infinite products.
      {"wallis", n1 + "prod(k, 1, n, 4*k^2/(4*k^2 - 1)) < 2", true},
      {"wallis_false", n1 + "prod(k, 1, n, 4*k^2/(4*k^2 - 1)) < 3/2", false},
      {"falling_product", n1 + "prod(k, 1, n, 1 - 1/2^k) > 1/4", true},
      {"falling_product_false", n1 + "prod(k, 1, n, 1 - 1/2^k) > 1/3", false},
      // Binomial coefficients.
      {"committee", n1 + "sum(k, 1, n, k*binomial(n, k)) = n*2^(n - 1)", true},
      {"committee_false", n1 + "sum(k, 1, n, k*binomial(n, k)) = n*2^n", false},
      {"without_first", n1 + "sum(k, 1, n, binomial(n, k)) = 2^n - 1", true},
      {"without_last", n1 + "sum(k, 0, n - 1, binomial(n, k)) = 2^n - 1", true},
      {"squares", n0 + "sum(k, 0, n, binomial(n, k)^2) = binomial(2*n, n)", true},
      {"squares_false", n0 + "sum(k, 0, n, binomial(n, k)^2) = binomial(2*n, n) + n*(n - 1)*(n - 2)", false},
      {"weighted_squares", n0 + "sum(k, 0, n, k*binomial(n, k)^2) = n*binomial(2*n, n)/2", true},
      {"over_next", n0 + "sum(k, 0, n, binomial(n, k)/(k + 1)) = (2^(n + 1) - 1)/(n + 1)", true},
      {"over_next_false", n0 + "sum(k, 0, n, binomial(n, k)/(k + 1)) = 2^(n + 1)/(n + 1)", false},
      {"alternating_over_next", n0 + "sum(k, 0, n, (-1)^k*binomial(n, k)/(k + 1)) = 1/(n + 1)", true},
      {"harmonic_of_binomials", n1 + "sum(k, 1, n, (-1)^(k + 1)*binomial(n, k)/k) = sum(k, 1, n, 1/k)", true},
      {"harmonic_of_binomials_false", n1 + "sum(k, 1, n, (-1)^k*binomial(n, k)/k) = sum(k, 1, n, 1/k)", false},
      {"halved_diagonal", n0 + "sum(k, 0, n, binomial(n + k, k)/2^k) = 2^n", true},
      {"central_convolution", n0 + "sum(k, 0, n, binomial(2*k, k)*binomial(2*n - 2*k, n - k)) = 4^n", true},
      {"upper_sum", "int m in [0, inf)\nint n in [m, inf)\nprove sum(k, m, n, binomial(k, m)) = binomial(n + 1, m + 1)",
       true},
      {"factorials", n0 + "sum(k, 0, n, k*factorial(k)) = factorial(n + 1) - 1", true},
      {"factorials_false", n0 + "sum(k, 0, n, k*factorial(k)) = factorial(n + 1)", false},
      {"factorial_above_power", "int n in [4, inf)\nprove factorial(n) > 2^n", true},
      {"factorial_above_power_false", "int n in [3, inf)\nprove factorial(n) > 2^n", false},
      // Recursions of order two.
      {"cassini", fibonacci + "prove f(n - 1)*f(n + 1) - f(n)^2 = (-1)^n", true},
      {"cassini_false", fibonacci + "prove f(n - 1)*f(n + 1) - f(n)^2 = (-1)^(n + 1)", false},
      {"sum_of_odd_places", fibonacci + "prove sum(k, 1, n, f(2*k - 1)) = f(2*n)", true},
      {"double_place", fibonacci + "prove f(2*n + 1) = f(n)^2 + f(n + 1)^2", true},
      {"lucas", lucas + "l(n) = f(n - 1) + f(n + 1)", true},
      {"lucas_false", lucas + "l(n) = f(n) + f(n + 1)", false},
  };
  return all;
}

class Sums : public testing::TestWithParam<Sum> {};

TEST_P(Sums, AreProvedIfTheyAreTrueAndRefutedElse) {
  const Sum& p = GetParam();
  const Statement statement = parse_statement("language 3\n" + p.text + "\n");
  DecideOptions options;
  options.max_boxes = 2000;
  options.time_limit = std::chrono::duration<double>(30);
  const Decision d = decide(statement, options);
  EXPECT_EQ(d.verdict, p.is_true ? Verdict::proved : Verdict::refuted) << d.reason;
  if (!p.is_true) return;
  EXPECT_TRUE(d.rejected.empty()) << d.rejected.front().reason;
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.verdict, name(Verdict::proved));
}

INSTANTIATE_TEST_SUITE_P(All, Sums, testing::ValuesIn(sums()), [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dpcert::verify
