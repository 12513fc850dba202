// Points in closed form at which a strict relation is an equation: where the arithmetic-geometric inequality, the sum
// of a sine and a cosine, the cosines of a triangle and x^(1/x) are sharp, by hand. A statement that is refuted there
// is so by a proof of version 3, and one that is true by little is not refuted.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"
#include "verify/engine/points/touching.hpp"

namespace dpcert::verify {
namespace {

using Point = std::map<std::string, std::string>;

std::vector<Point> points(const std::string& text) {
  std::vector<Point> out;
  for (const auto& p : touching_points(parse_statement(text).instance(), 0, [] { return false; })) {
    Point& point = out.emplace_back();
    for (const auto& [name, e] : p) point.emplace(name, to_text(e));
  }
  return out;
}

struct Sharp {
  std::string name, text;
  Point at;
};
std::ostream& operator<<(std::ostream& out, const Sharp& s) { return out << s.name; }

const std::string line = "var x in (-inf, inf)\n", half_line = "var x in (0, inf)\n", half_turn = "var x in (0, pi)\n",
                  positive_pair = "var x in (0, inf)\nvar y in (0, inf)\n";

class SharpAt : public testing::TestWithParam<Sharp> {};

TEST_P(SharpAt, TheClosedForm) {
  const auto found = points("language 3\n" + GetParam().text);
  EXPECT_NE(std::ranges::find(found, GetParam().at), found.end()) << found.size() << " others";
}

INSTANTIATE_TEST_SUITE_P(
    Statements, SharpAt,
    testing::Values(Sharp{"multiple_of_pi", half_turn + "prove sin(x) < 1", {{"x", "1/2*pi"}}},
                    Sharp{"square_root", half_line + "prove x + 2/x > 2*sqrt(2)", {{"x", "sqrt(2)"}}},
                    Sharp{"exponential", half_line + "prove x^(1/x) < exp(exp(-1))", {{"x", "exp(1)"}}},
                    Sharp{"logarithm", half_line + "prove exp(x) + 9*exp(-x) > 6", {{"x", "log(3)"}}},
                    Sharp{"arctangent", half_turn + "prove 3*sin(x) + 4*cos(x) < 5", {{"x", "atan(3/4)"}}},
                    Sharp{"logarithm_of_a_root",
                          half_line + "prove cosh(x) - 2*x > sqrt(5) - 2*log(2 + sqrt(5))",
                          {{"x", "log(2 + sqrt(5))"}}},
                    Sharp{"border_of_a_hypothesis",
                          positive_pair + "assume x*y >= 2\nprove x + y > 2*sqrt(2)",
                          {{"x", "sqrt(2)"}, {"y", "sqrt(2)"}}},
                    Sharp{"angles_of_a_triangle",
                          "var x in (0, pi)\nvar y in (0, pi)\nassume x + y < pi\n"
                          "prove cos(x) + cos(y) + cos(pi - x - y) < 3/2",
                          {{"x", "1/3*pi"}, {"y", "1/3*pi"}}}),
    [](const auto& info) { return info.param.name; });

TEST(TouchingPoints, AlongACurveOneIsChosen) {
  // x y = 2: some x, and y to it.
  const auto found = points("language 3\n" + positive_pair + "prove (x*y - 2)^2 > 0");
  ASSERT_FALSE(found.empty());
}

TEST(TouchingPoints, NoneIsSeenWhereThereIsAGapOrAnOpenEnd) {
  EXPECT_TRUE(points("language 3\n" + half_turn + "prove sin(x) < 1 + 1/1000000").empty());
  // Integrals and sums to a variable have no slopes.
  EXPECT_TRUE(points("language 3\n" + half_line + "prove integral(t, 0, 1, exp(-x*t)) < 1").empty());
  EXPECT_TRUE(points("language 3\n" + half_line + "prove sum(k, 1, floor(x), k) > -1").empty());
  EXPECT_TRUE(points("language 3\n" + half_line + "prove log(1 + x) < x").empty());        // at an open end
  EXPECT_TRUE(points("language 3\n" + line + "prove x^2 > 1").empty());                    // false, and not by equality
  EXPECT_TRUE(points("language 3\n" + half_line + "prove x + 2/x >= 2*sqrt(2)").empty());  // not strict
}

Decision decided(const std::string& text) {
  DecideOptions o;
  o.time_limit = std::chrono::seconds(4);
  o.threads = 1;
  return decide(parse_typed_statement(text), o);
}

TEST(TouchingPoints, AStrictConclusionIsRefutedThere) {
  for (const std::string& text :
       {half_turn + "prove sin(x) + cos(x) < sqrt(2)\n", positive_pair + "assume x*y >= 2\nprove x + y > 2*sqrt(2)\n",
        half_line + "prove 1 > 0\nprove x^3 + 2/x^3 > sqrt(8)\n"}) {
    const Decision d = decided(text);
    ASSERT_EQ(d.verdict, Verdict::refuted) << text << d.reason;
    EXPECT_TRUE(d.disproved) << text;
    EXPECT_TRUE(d.rejected.empty()) << text;
    const auto again = checker::check(d.certificate);
    EXPECT_TRUE(again.accepted) << again.reason;
    EXPECT_NE(d.certificate.find("language 3\n"), std::string::npos);
    EXPECT_NE(d.method.find("which is strict"), std::string::npos) << d.method;
  }
}

TEST(TouchingPoints, WhatIsTrueByLittleIsNotRefuted) {
  for (const std::string& text :
       {half_turn + "prove sin(x) + cos(x) < sqrt(2) + 1/10^11\n", half_line + "prove x + 2/x > 2*sqrt(2) - 1/10^11\n",
        positive_pair + "assume x*y > 2\nprove x + y > 2*sqrt(2)\n"})
    EXPECT_NE(decided(text).verdict, Verdict::refuted) << text;
}

TEST(TouchingPoints, AFileOfVersion2ThatIsNotTypedIsNoOther) {
  DecideOptions o;
  o.time_limit = std::chrono::seconds(1);
  o.threads = 1;
  EXPECT_NE(decide(parse_statement(half_line + "prove x + 2/x > 2*sqrt(2)\n"), o).verdict, Verdict::refuted);
}

}  // namespace
}  // namespace dpcert::verify
