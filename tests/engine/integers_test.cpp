// Statements about integers through the whole kernel: that two sides differ, and equations with far solutions.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct Problem {
  std::string name, text;
  Verdict verdict;
};
std::ostream& operator<<(std::ostream& out, const Problem& p) { return out << p.name; }

const std::string two = "int x in (-inf, inf)\nint y in (-inf, inf)\n",
                  three = two + "int z in (-inf, inf)\nint n in (-inf, inf)\n",
                  above = "int x in [1, inf)\nint y in [1, inf)\n";

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all{
      // Hardy and Wright, An introduction to the theory of numbers, 6.5 and 21.1: residues of squares, sums of two
      // squares, of two cubes. The false ones: 1 = 1, 1 + 4 = 5, 1 + 1 = 2.
      {"square_modulo_three", two + "prove x^2 != 3*y + 2", Verdict::proved},
      {"square_modulo_three_false", two + "prove x^2 != 3*y + 1", Verdict::refuted},
      {"two_squares", two + "int n in (-inf, inf)\nprove x^2 + y^2 != 4*n + 3", Verdict::proved},
      {"two_squares_false", two + "int n in (-inf, inf)\nprove x^2 + y^2 != 4*n + 1", Verdict::refuted},
      {"two_cubes", two + "prove mod(x^3 + y^3, 9) != 4", Verdict::proved},
      {"two_cubes_false", two + "prove mod(x^3 + y^3, 9) != 2", Verdict::refuted},
      // The same, 20.10 and 21.1: squares are 0, 1 or 4 modulo 8, cubes 0, 1 or 8 modulo 9. 1 + 1 + 4 = 6; 1 + 1 + 1
      // = 3.
      {"three_squares", three + "prove x^2 + y^2 + z^2 != 8*n + 7", Verdict::proved},
      {"three_squares_false", three + "prove x^2 + y^2 + z^2 != 8*n + 6", Verdict::refuted},
      {"three_cubes", three + "prove x^3 + y^3 + z^3 != 9*n + 5", Verdict::proved},
      {"three_cubes_false", three + "prove x^3 + y^3 + z^3 != 9*n + 3", Verdict::refuted},
      // With products among the multiples of 4: x^2 is 0 or 1 modulo 4, and 2 x y may be 2.
      {"whole_products", two + "int n in (-inf, inf)\nprove x^2 + 4*x*y*n != 4*n^2 + 2", Verdict::proved},
      {"whole_products_false", two + "int n in (-inf, inf)\nprove x^2 + 2*x*y*n != 4*n^2 + 3", Verdict::refuted},
      // Products of five consecutive integers are multiples of 5!; 1*2*3*4*5 = 120.
      {"five_in_a_row", two + "prove mod(x*(x + 1)*(x + 2)*(x + 3)*(x + 4), 120) = 0", Verdict::proved},
      {"five_in_a_row_false", two + "prove mod(x*(x + 1)*(x + 2)*(x + 3)*(x + 4), 240) = 0", Verdict::refuted},
      {"two_cubes_left_and_right", two + "prove 4 != mod(x^3 + y^3, 9)", Verdict::proved},
      // Between n^2 and (n + 1)^2; n^2 + 2 n + 1 is the second one.
      {"between_squares", above + "prove x^2 + x + 1 != y^2", Verdict::proved},
      {"between_squares_turned", above + "prove y^2 != x^2 + x + 1", Verdict::proved},
      {"between_squares_false", above + "prove x^2 + 2*x + 1 != y^2", Verdict::refuted},
      // (x^2 + x)^2 < x^4 + 2 x^3 + 2 x^2 + 2 x + 1 < (x^2 + x + 1)^2.
      {"between_squares_of_squares", above + "prove x^4 + 2*x^3 + 2*x^2 + 2*x + 1 != y^2", Verdict::proved},
      // Niven, Zuckerman, Montgomery, An introduction to the theory of numbers, 7.8: 24335^2 = 46 3588^2 + 1, and
      // 1766319049^2 = 61 226153980^2 + 1 and 649^2 = 13 180^2 + 1.
      {"pell", above + "prove x^2 - 46*y^2 != 1", Verdict::refuted},
      {"pell_beyond_doubles", above + "prove x^2 - 61*y^2 != 1", Verdict::refuted},
      {"pell_by_a_hypothesis", above + "assume x^2 - 13*y^2 = 1\nprove x != 649", Verdict::refuted},
      // x^2 is never -1 modulo 3.
      {"pell_negative", above + "prove x^2 - 3*y^2 != -1", Verdict::proved},
      // 5234^3 + 17 = 378661^2.
      {"mordell", "int x in [100, inf)\nint y in [100, inf)\nprove x^2 != y^3 + 17", Verdict::refuted},
      // 40^2 + 40 + 41 = 41^2.
      {"euler", "int x in [0, inf)\nprove mod(x^2 + x + 41, 1681) != 0", Verdict::refuted},
      // Hardy and Wright, 6.1 and 2.5: by induction, u(n + 1) = 7 u(n) + 1. 2^0 + 1 = 2, 5^1 - 1 = 4.
      {"powers_of_seven", "int x in [0, inf)\nprove mod(7^x - 1, 6) = 0", Verdict::proved},
      {"powers_of_sixteen", "int x in [0, inf)\nprove mod(2*16^x + 3, 5) = 0", Verdict::proved},
      {"powers_of_two_false", "int x in [0, inf)\nprove mod(2^x + 1, 3) = 0", Verdict::refuted},
      {"powers_of_five_false", "int x in [0, inf)\nprove mod(5^x - 1, 6) = 0", Verdict::refuted},
      // Engel, Problem-solving strategies, chapter 6; Niven, Zuckerman, Montgomery, 2.1: powers of several integers,
      // and
      // polynomials beside them. 4 + 14 = 18 and 4 + 13 = 17; 7 - 6 + 2 = 3; 10 + 1 = 11 and 10 - 1 = 9;
      // 11^2 + 12 = 133 and 11 + 12 = 23; 5 + 2 = 7 and 25 + 4 = 29.
      {"power_and_line", "int x in [0, inf)\nprove mod(4^x + 15*x - 1, 9) = 0", Verdict::proved},
      {"power_and_line_false", "int x in [0, inf)\nprove mod(4^x + 14*x - 1, 9) = 0", Verdict::refuted},
      {"two_powers", "int x in [0, inf)\nprove mod(7^x - 2^x, 5) = 0", Verdict::proved},
      {"two_powers_false", "int x in [0, inf)\nprove mod(7^x - 3*2^x + 2, 5) = 0", Verdict::refuted},
      {"alternating_powers", "int x in [0, inf)\nprove mod(10^x - (-1)^x, 11) = 0", Verdict::proved},
      {"alternating_powers_false", "int x in [0, inf)\nprove mod(10^x - 1, 11) = 0", Verdict::refuted},
      {"powers_of_composites", "int x in [0, inf)\nprove mod(11^(x + 2) + 12^(2*x + 1), 133) = 0", Verdict::proved},
      {"powers_of_composites_false", "int x in [0, inf)\nprove mod(11^(x + 1) + 12^(2*x + 1), 133) = 0",
       Verdict::refuted},
      {"odd_powers", "int x in [0, inf)\nprove mod(5^(2*x + 1) + 2^(2*x + 1), 7) = 0", Verdict::proved},
      {"odd_powers_false", "int x in [0, inf)\nprove mod(5^(x + 1) + 2^(x + 1), 7) = 0", Verdict::refuted},
      // Graham, Knuth, Patashnik, Concrete Mathematics, (2.25): 1 + x + x^2 at x = 1/2 is 7/4 and not below 3/2; the
      // block of n + 1 reciprocals from n on is 3/2 at n = 1 and falls to log(2).
      {"geometric_sum", "int n in [1, inf)\nvar x in (0, 1)\nprove sum(k, 0, n, x^k) < 1/(1 - x)", Verdict::proved},
      {"geometric_sum_false", "int n in [1, inf)\nvar x in (0, 1)\nprove sum(k, 0, n, x^k) <= 1/(1 - x) - x",
       Verdict::refuted},
      {"geometric_law", "int n in [1, inf)\nvar q in (0, 1)\nprove sum(k, 1, n, q*(1 - q)^(k - 1)) <= 1",
       Verdict::proved},
      {"geometric_exponentials",
       "int n in [1, inf)\nvar b in (0, inf)\nprove sum(k, 0, n, exp(-k/b)) < 1/(1 - exp(-1/b))", Verdict::proved},
      {"geometric_exponentials_false",
       "int n in [1, inf)\nvar b in (0, inf)\nprove sum(k, 0, n, exp(-k/b)) < 1/(1 - exp(-2/b))", Verdict::refuted},
      {"block_of_reciprocals", "int n in [1, inf)\nprove sum(k, n, 2*n, 1/k) >= 1/2", Verdict::proved},
      {"block_of_reciprocals_false", "int n in [1, inf)\nprove sum(k, n, 2*n, 1/k) >= 1", Verdict::refuted},
      // (1.1) of the same about the numbers of Fibonacci and Pell: recursions of order two.
      {"fibonacci_below_powers",
       "int n in [0, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\nprove f(n) < 2^n",
       Verdict::proved},
      {"pell_below_powers_false",
       "int n in [0, inf)\nseq p(k): p(0) = 0, p(1) = 1, p(k + 2) = 2*p(k + 1) + p(k)\nprove p(n) < 2^n",
       Verdict::refuted},
      {"pell_below_powers",
       "int n in [0, inf)\nseq p(k): p(0) = 0, p(1) = 1, p(k + 2) = 2*p(k + 1) + p(k)\nprove p(n) < 3^n",
       Verdict::proved},
      // Residues of powers and of such sequences: 3^n is 1 or 3 modulo 8; 10 and 4 are 1 modulo 3; Lucas' numbers
      // are 2, 1, 3, 4 modulo 5, and again; 1, 2, 5, 12, 29, 70, of which 2, 12 and 70 are even; 2, 3, 7, 43, 1807;
      // f(5) = 5 and f(10) = 55. The false ones: 3^3 + 1 = 28, 2 + 1 = 3, f(3) = 2.
      {"powers_of_three", "int n in [0, inf)\nprove mod(3^n + 1, 8) != 0", Verdict::proved},
      {"powers_of_three_false", "int n in [0, inf)\nprove mod(3^n + 1, 7) >= 1", Verdict::refuted},
      {"powers_together", "int n in [1, inf)\nprove mod(10^n + 3*4^(n + 2) + 5, 9) = 0", Verdict::proved},
      {"powers_of_powers", "int n in [0, inf)\nprove mod(2^(4*n + 1) + 3, 5) = 0", Verdict::proved},
      {"powers_of_powers_false", "int n in [0, inf)\nprove mod(2^(2*n + 1) + 1, 9) = 0", Verdict::refuted},
      {"lucas_modulo_five",
       "int n in [0, inf)\nseq l(k): l(0) = 2, l(1) = 1, l(k + 2) = l(k + 1) + l(k)\nprove mod(l(n), 5) != 0",
       Verdict::proved},
      {"pell_from_one",
       "int n in [1, inf)\nseq p(k): p(1) = 1, p(2) = 2, p(k + 2) = 2*p(k + 1) + p(k)\nprove mod(p(2*n), 2) = 0",
       Verdict::proved},
      {"sylvester_modulo_six",
       "int n in [2, inf)\nseq s(k): s(0) = 2, s(k + 1) = s(k)^2 - s(k) + 1\nprove mod(s(n), 6) = 1", Verdict::proved},
      {"fifth_fibonacci",
       "int n in [0, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\nprove mod(f(5*n + 5), 5) = 0",
       Verdict::proved},
      {"third_fibonacci_false",
       "int n in [0, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\nprove mod(f(3*n), 4) <= 1",
       Verdict::refuted},
      // 1 + 1/4 + ... + 1/k^2 is above 1.6 from k = 22 on.
      {"slow_sum", "int x in [1, inf)\nprove sum(k, 1, x, 1/k^2) < 1.6", Verdict::refuted},
  };
  return all;
}

class IntegersThatDiffer : public testing::TestWithParam<Problem> {};

TEST_P(IntegersThatDiffer, AreDecided) {
  DecideOptions o;
  o.max_boxes = 50'000;
  o.tightness_boxes = 0;
  const Decision d = decide(parse_statement("language 3\n" + GetParam().text), o);
  EXPECT_EQ(d.verdict, GetParam().verdict) << d.reason;
  EXPECT_TRUE(checker::check(d.certificate).accepted);
  EXPECT_EQ(d.rejected.size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(All, IntegersThatDiffer, testing::ValuesIn(problems()),
                         [](const auto& info) { return info.param.name; });

// 2*2^n + 1 is written in another way than it is read: rewriting it has an end. It is true, for 2^k is 1, 2 or 4
// modulo 7.
TEST(Rounding, AFormThatIsReadAsAnotherOneIsLeftAlone) {
  DecideOptions o;
  o.max_boxes = 1000;
  o.tightness_boxes = 0;
  o.time_limit = std::chrono::seconds(2);
  const Statement s = parse_statement("language 3\nint n in [0, inf)\nprove mod(2^(n + 1) + 1, 7) != 0");
  EXPECT_NE(decide(s, o).verdict, Verdict::refuted);
}

}  // namespace
}  // namespace dpcert::verify
