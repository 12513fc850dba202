// Sums of squares by semidefinite programs: what the solver is asked, and inequalities with their sources. The solver
// proposes; the checker has the last word, so a false statement costs time and nothing else.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "tests/engine/goals.hpp"
#include "verify/engine/lp/semidefinite.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

// X with X11 = 1, X22 = 4, 2 X12 = right: positive semidefinite for |X12| <= 2.
SemidefiniteProgram corner(double right) {
  return {{2}, {{{0, 0, 0, 1.0}}, {{0, 1, 1, 1.0}}, {{0, 0, 1, 1.0}}}, {1, 4, right}};
}

TEST(Semidefinite, APointThatMeetsTheEquations) {
  const auto x = semidefinite_point(corner(3));
  ASSERT_TRUE(x);
  ASSERT_EQ(x->size(), 1U);
  EXPECT_NEAR((*x)[0](0, 0), 1, 1e-6);
  EXPECT_NEAR((*x)[0](1, 1), 4, 1e-6);
  EXPECT_NEAR((*x)[0](0, 1), 1.5, 1e-6);
  EXPECT_NEAR((*x)[0](1, 0), 1.5, 1e-6);
}

TEST(Semidefinite, NothingWhereThereIsNone) { EXPECT_FALSE(semidefinite_point(corner(5))); }

// What was found is kept: another program has another answer, and the same one the same.
TEST(Semidefinite, AskedAgain) {
  for (const double right : {2.0, 3.0, 2.0, 5.0, 3.0, 5.0}) {
    const auto x = semidefinite_point(corner(right));
    ASSERT_EQ(x.has_value(), right < 4) << right;
    if (x) {
      EXPECT_NEAR((*x)[0](0, 1), right / 2, 1e-6);
    }
  }
}

TEST(Semidefinite, BlocksStandApart) {
  // Two numbers >= 0 with the sum 1 and the difference 1/2.
  const SemidefiniteProgram p{{1, 1}, {{{0, 0, 0, 1.0}, {1, 0, 0, 1.0}}, {{0, 0, 0, 1.0}, {1, 0, 0, -1.0}}}, {1, 0.5}};
  const auto x = semidefinite_point(p);
  ASSERT_TRUE(x);
  EXPECT_NEAR((*x)[0](0, 0), 0.75, 1e-6);
  EXPECT_NEAR((*x)[1](0, 0), 0.25, 1e-6);
}

struct Inequality {
  const char* name;
  std::string text;
  Verdict verdict;
};
void PrintTo(const Inequality& i, std::ostream* out) { *out << i.name; }
class Gram : public testing::TestWithParam<Inequality> {};

TEST_P(Gram, HasTheExpectedVerdict) {
  DecideOptions o;
  o.tightness_boxes = 0;
  o.time_limit = std::chrono::duration<double>(20);
  const Decision d = decide(parse_statement(GetParam().text), o);
  EXPECT_EQ(d.verdict, GetParam().verdict) << d.reason;
  EXPECT_EQ(rejections(d), "");
}

const std::string two = "var x in (-inf, inf)\nvar y in (-inf, inf)\n", three = two + "var z in (-inf, inf)\n",
                  positive_three = "var x in [0, inf)\nvar y in [0, inf)\nvar z in [0, inf)\n";

INSTANTIATE_TEST_SUITE_P(
    All, Gram,
    testing::Values(
        // Parrilo, Semidefinite programming relaxations for semialgebraic problems, 2003, example 3.5.
        Inequality{"parrilo", two + "prove 2*x^4 + 2*x^3*y - x^2*y^2 + 5*y^4 >= 0", Verdict::proved},
        Inequality{"parrilo_false", two + "prove 2*x^4 + 2*x^3*y - 5*x^2*y^2 + y^4 >= 0",
                   Verdict::refuted},  // -4 at x = -1, y = 1
        // Choi and Lam 1977: nonnegative, and no sum of squares.
        Inequality{"choi_lam", three + "prove x^4*y^2 + y^4*z^2 + z^4*x^2 >= 3*x^2*y^2*z^2", Verdict::proved},
        // Cirtoaje 1992: equality also at three places with irrational ratios.
        Inequality{"cirtoaje", three + "prove (x^2 + y^2 + z^2)^2 >= 3*(x^3*y + y^3*z + z^3*x)", Verdict::proved},
        Inequality{"cirtoaje_false", three + "prove (x^2 + y^2 + z^2)^2 >= 301/100*(x^3*y + y^3*z + z^3*x)",
                   Verdict::refuted},  // at x = y = z = 1
        // Schur's inequality of degree 1.
        Inequality{"schur", positive_three + "prove x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0",
                   Verdict::proved},
        // International Mathematical Olympiad 1984, problem 1: x + y + z = 1.
        Inequality{"olympiad", positive_three + "assume x + y + z = 1\nprove x*y + y*z + z*x - 2*x*y*z <= 7/27",
                   Verdict::proved},
        Inequality{"olympiad_false", positive_three + "assume x + y + z = 1\nprove x*y + y*z + z*x - 2*x*y*z <= 25/100",
                   Verdict::refuted},  // 7/27 > 1/4 at x = y = z = 1/3
        // On the unit circle: least where x^2 = y^2 = 1/2.
        Inequality{"circle", two + "assume x^2 + y^2 = 1\nprove x^4 + y^4 >= 1/2", Verdict::proved},
        // Strict: least 2 - 9/8 at x = y, x^2 = 3/4.
        Inequality{"strict", two + "prove x^4 + y^4 - 3*x*y + 2 > 0", Verdict::proved},
        // A hypothesis that is the sign of a polynomial.
        Inequality{"quadratic_hypothesis", "var x in (-inf, inf)\nassume x^2 - 3*x + 2 < 0\nprove x^3 < 8",
                   Verdict::proved},
        Inequality{"quadratic_hypothesis_false", "var x in (-inf, inf)\nassume x^2 - 3*x + 2 < 0\nprove x^3 < 7",
                   Verdict::refuted}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
