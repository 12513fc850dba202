// Moduli of variables that occur in no other way become variables, with the ranges of the moduli; others stay.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/engine/goals.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {
namespace {

struct Named {
  std::string name, domain, claim, goal, range;  // of the last variable; none: nothing is named
};
void PrintTo(const Named& n, std::ostream* out) { *out << n.name; }

class NamedModuli : public testing::TestWithParam<Named> {};

TEST_P(NamedModuli, AreVariables) {
  const Named& n = GetParam();
  const Goal before = goal_of("language 3\n" + n.domain + "prove " + n.claim);
  Goal g = before;
  Proof lines;
  name_moduli(g, lines);
  if (n.range.empty()) {
    EXPECT_TRUE(lines.empty());
    EXPECT_EQ(to_text(g.relation), to_text(before.relation));
    return;
  }
  const Relation expected = goal_of("language 3\n" + n.goal).relation;
  EXPECT_EQ(to_text(g.relation), to_text(expected));
  EXPECT_EQ(to_text(g.context.variables().back().range), n.range);
}

const std::string line = "var x in (-inf, inf)\n";

INSTANTIATE_TEST_SUITE_P(
    All, NamedModuli,
    testing::Values(
        Named{"Line", line, "log(1 + abs(x)) <= abs(x)", "var t1 in [0, inf)\nprove log(1 + t1) <= t1", "[0, inf)"},
        Named{"Factors", line + "var y in (-inf, inf)\n", "abs(x*y) <= abs(x)^2 + abs(y)^2",
              "var t1 in [0, inf)\nvar t2 in [0, inf)\nprove t1*t2 <= t1^2 + t2^2", "[0, inf)"},
        Named{"EvenPowers", line, "abs(x)^3 <= 1 + x^4", "var t1 in [0, inf)\nprove t1^3 <= 1 + t1^4", "[0, inf)"},
        Named{"LongerHalfOpen", "var x in [-2, 3)\n", "abs(x)^3 <= 27", "var t1 in [0, 3)\nprove t1^3 <= 27", "[0, 3)"},
        Named{"BothLonger", "var x in [-3, 3)\n", "abs(x)^3 <= 27", "var t1 in [0, 3]\nprove t1^3 <= 27", "[0, 3]"},
        Named{"OddPowers", line, "abs(x)^3 >= x^3", "", ""}, Named{"Alone", line, "abs(x) >= x", "", ""},
        Named{"OfKnownSign", "var x in [0, 2]\n", "abs(x) <= 2", "", ""},
        Named{"InHypotheses", line + "assume x^3 >= -1\n", "abs(x)^5 >= 0", "", ""},
        Named{"Integers", "int x in [-5, 5]\n", "abs(x)^3 <= 125", "", ""}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dpcert::verify
