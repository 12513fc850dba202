// Statements about integers through the whole kernel: that two sides differ, and equations with far solutions.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace dpcert::verify
