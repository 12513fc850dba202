// Values of functions of which derivatives are bounded, and powers in the order of their bases: for each way a goal
// that is proved and one near it that is not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/tactic_proofs.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

const std::vector<Way>& ways_with_values() {
  static const std::vector<Way> all{
      // Taylor's theorem, at the place of a mean; a bound of the modulus of a slope; that only differences matter.
      {"TangentsAtMeans",
       {"mean-values",
        "language 3\nfun f(1)\nvar x in [0, 1]\nvar y in [0, 1]\nassume forall u in [0, 1]: diff(f(u), u, u) >= 0\n"
        "prove f((x + y)/2) <= (f(x) + f(y))/2",
        "language 3\nfun f(1)\nvar x in [0, 1]\nvar y in [0, 1]\nassume forall u in [0, 1]: diff(f(u), u, u) <= 0\n"
        "prove f((x + y)/2) <= (f(x) + f(y))/2",
        "the function is concave"}},
      {"ModuliOfSlopes",
       {"mean-values",
        "language 3\nfun f(1)\nvar L in (0, inf)\nvar x in [0, 1]\nvar y in [0, 1]\n"
        "assume forall u in [0, 1]: abs(diff(f(u), u)) <= L\nprove abs(f(x) - f(y)) <= L*abs(x - y)",
        "language 3\nfun f(1)\nvar L in (0, inf)\nvar x in [0, 1]\nvar y in [0, 1]\n"
        "assume forall u in [0, 1]: abs(diff(f(u), u)) <= L\nprove abs(f(x) - f(y)) <= L*(x - y)^2",
        "the square of a distance is less"}},
      {"SlopesOfSlopes",
       {"mean-values",
        "language 3\nfun f(1)\nvar L in (0, inf)\nvar m in (0, L]\nvar h in (0, inf)\nvar t in (-inf, inf)\n"
        "var x in (-inf, inf)\nvar y in [x, inf)\nassume h <= 2/(m + L)\n"
        "assume forall u in [x, y]: m <= diff(f(u), u, u) <= L\n"
        "prove y - h*at(diff(f(t), t), t, y) - (x - h*at(diff(f(t), t), t, x)) <= (1 - h*m)*(y - x)",
        "language 3\nfun f(1)\nvar L in (0, inf)\nvar m in (0, L]\nvar h in (0, inf)\nvar t in (-inf, inf)\n"
        "var x in (-inf, inf)\nvar y in [x, inf)\nassume h <= 2/(m + L)\n"
        "assume forall u in [x, y]: m <= diff(f(u), u, u) <= L\n"
        "prove y - h*at(diff(f(t), t), t, y) - (x - h*at(diff(f(t), t), t, x)) <= (1 - h*L)*(y - x)",
        "the least slope need not be L"}},
      // Chebyshev's inequality for powers of two exponents.
      {"PowersOfTwoExponentsInOrder",
       {"powers-in-order",
        "var a in (0, inf)\nvar b in (0, inf)\nvar s in [0, inf)\nvar t in [0, inf)\n"
        "prove a*(a^s*a^t) + b*(b^s*b^t) >= a*(b^s*b^t) + b*(a^s*a^t)",
        "var a in (0, inf)\nvar b in (0, inf)\nvar s in [0, inf)\nvar t in [0, inf)\n"
        "prove a*(a^s*a^t) + b*(b^s*b^t) >= a*(a^s*b^t) + b*(b^s*a^t) + (a - b)^2",
        "false at s = t = 0"}},
  };
  return all;
}

class ValuesInOrder : public testing::TestWithParam<Way> {};

TEST_P(ValuesInOrder, AreFound) { expect_fires(GetParam().goals); }

TEST_P(ValuesInOrder, AreNotFoundWhereThereAreNone) { expect_declines(GetParam().goals); }

// The same number in different words: no normal form of these arguments is the other one.
TEST(EqualArguments, AreOnePlaceOfAFunction) {
  const std::string begin = "language 3\nvar s in (0, inf)\nprove 1 - erf(s/(2*(sqrt(s)*sqrt(2)))) = ";
  EXPECT_EQ(decide(parse_statement(begin + "2*normal_cdf(-sqrt(s)/2)"), {}).verdict, Verdict::proved);
  EXPECT_NE(decide(parse_statement(begin + "2*normal_cdf(-sqrt(s)/3)"), {}).verdict, Verdict::proved);
}

INSTANTIATE_TEST_SUITE_P(All, ValuesInOrder, testing::ValuesIn(ways_with_values()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
