// Signs known without search: open ends, hypotheses, affine forms; and the set of signs is never too small (random
// formulas at random points, the value enclosed).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "dpcert/checker/checker.hpp"
#include "src/symbolic/functions.hpp"
#include "tests/dice.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/engine/goal/functions.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/kernel/certificate.hpp"

namespace dpcert::verify {
namespace {

Signs signs_of(std::string_view declarations, std::string_view expression) {
  const Context c = context_of(declarations);
  return c.signs(read(expression, c));
}

TEST(Signs, OpenEndsAreStrict) {
  EXPECT_EQ(signs_of("var x in (0, 1)", "x"), positive);
  EXPECT_EQ(signs_of("var x in [0, 1)", "x"), positive | zero);
  EXPECT_EQ(signs_of("var x in (0, 1)", "x*(1-x)"), positive);
  EXPECT_EQ(signs_of("var x in [0, 1]", "x*(1-x)"), positive | zero);
  EXPECT_EQ(signs_of("var x in (0, 1)\nvar y in [0, 2)", "3 - x - y"), positive);
  EXPECT_EQ(signs_of("var x in (0, 1)\nvar y in [0, 2]", "x + y - 3"), negative);
  EXPECT_EQ(signs_of("var x in (-inf, 0)", "x"), negative);
  EXPECT_EQ(signs_of("var x in (-inf, 0)", "x^3"), negative);
  EXPECT_EQ(signs_of("var x in (1, inf)", "log(x)"), positive);
  EXPECT_EQ(signs_of("var x in [1, inf)", "log(x)"), positive | zero);
  EXPECT_EQ(signs_of("var x in (0, inf)", "expm1(-x)"), negative);
  EXPECT_EQ(signs_of("var x in (-inf, inf)", "x^2"), positive | zero);
  EXPECT_EQ(signs_of("var x in (-inf, inf)", "x^2 + 1"), positive);
  EXPECT_EQ(signs_of("var x in (-inf, inf)", "x*x + 1"), any_sign);  // the checker sees no square in a product
}

// On [1/2, 1], x log(x) is at least -log(2)/2 = -0.3465...; x1 log(x2) of two arguments is at least -log(2) =
// -0.6931...
TEST(Signs, RangesAreThoseOfTwoArguments) {
  const char* d = "var x in [1/2, 1]";
  EXPECT_EQ(signs_of(d, "694/1000 + xlogy(x, x)"), positive);
  EXPECT_EQ(signs_of(d, "693/1000 + xlogy(x, x)"), any_sign);
  // -x1 x2 on [-1, 2] is at most 2, -x^2 at most 0; e^2 = 7.389...
  const char* wide = "var x in [-1, 2]";
  EXPECT_EQ(signs_of(wide, "739/100 - exp(-(x*x))"), positive);
  EXPECT_EQ(signs_of(wide, "738/100 - exp(-(x*x))"), any_sign);
  EXPECT_EQ(signs_of(wide, "738/100 - exp(-x^2)"), positive);
  const Context c = context_of(d);
  EXPECT_LE(c.range(read("1 + exp(xlogy(x, x))", c)).lower_double(), 1.5001);
  EXPECT_LE(c.range(read("xlogy(x, x)", c)).lower_double(), -0.6931) << "a part of what was asked for";
}

TEST(Signs, FunctionsWithOneSign) {
  const std::string d = "var x in (0, inf)\nvar t in (-inf, inf)";
  for (const char* e : {"exp(t)", "cosh(t)", "erfc(t)", "normal_cdf(t)", "trigamma(x)", "polygamma(3, x)", "sqrt(x)",
                        "abs(x)", "x^t", "1/x^2"}) {
    EXPECT_EQ(signs_of(d, e), positive) << e;
  }
  for (const char* e : {"polygamma(2, x)", "polygamma(4, x)", "-exp(t)", "-1/x"})
    EXPECT_EQ(signs_of(d, e), negative) << e;
  for (const char* e : {"t", "t^3", "tanh(t)", "digamma(x)", "log(x)", "lgamma(x)", "sinh(t)"})
    EXPECT_EQ(signs_of(d, e), any_sign) << e;
}

// The rules of the table in random boxes: the sign of the value at a random point is among those claimed, and the side
// conditions hold exactly where the function has a value.
TEST(Signs, OfEveryFunctionHoldAtRandomPoints) {
  std::mt19937 random(61);
  const auto below = [&](unsigned n) { return static_cast<long>(random() % n); };
  int decided_signs = 0, outside = 0;
  for (const FunctionName& f : function_names()) {
    for (int i = 0; i < 60; ++i) {
      Context c;
      std::map<std::string, Rational> point;
      std::vector<Expr> args;
      for (int k = 0; k < f.entry->arity; ++k) {
        const std::string name(1, "xy"[k]);
        const Rational lo(below(7) - 3, below(2) ? 1 : 1000), width(1 + below(5), below(2) ? 1 : 1000);
        const bool closed = below(2) != 0;
        c = c.with_variable({name, false, {{false, closed, lo}, {false, closed, lo + width}}});
        point[name] = closed && below(4) == 0 ? lo : lo + width * Rational(1 + below(999), 1000);
        args.push_back(Expr::variable(name));
      }
      const Expr e = Expr::make(f.entry->op, args, f.order.value_or(f.entry->ordered ? 2 + i % 3 : 0));
      const Ball value = enclose(e, point, 200);
      const auto holds = [&](const Condition& q) {
        const Relation r = as_relation(q);
        const Ball gap = enclose(sub(r.lhs, r.rhs), point, 200);
        return r.rel == Rel::gt ? certainly_positive(gap) : certainly_nonnegative(gap);
      };
      if (f.entry->domain != Domain::weighted_log) {  // the conditions of xlogy depend on what is known of both
        EXPECT_EQ(std::ranges::all_of(side_conditions(e, c), holds), value.is_finite()) << to_text(e);
      }
      if (!value.is_finite()) {
        ++outside;
        continue;
      }
      const Signs claimed = c.signs(e);
      const Signs there = certainly_positive(value) ? positive : certainly_negative(value) ? negative : zero;
      EXPECT_EQ(claimed & there, there) << to_text(e) << " = " << value.str() << ", " << int{claimed};
      const Signs by_rule = function_signs(c, e);
      EXPECT_EQ(by_rule & there, there) << to_text(e) << " = " << value.str() << ", " << int{by_rule};
      decided_signs += by_rule == positive || by_rule == negative;
    }
  }
  EXPECT_GE(decided_signs, 400);
  EXPECT_GE(outside, 100);
}

TEST(Signs, HypothesesCount) {
  const std::string d = "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x > y\nassume y >= 2\nassume x*y = 7";
  EXPECT_EQ(signs_of(d, "x - y"), positive);
  EXPECT_EQ(signs_of(d, "y - x"), negative);
  EXPECT_EQ(signs_of(d, "3*x - 3*y"), positive);
  EXPECT_EQ(signs_of(d, "y - 2"), positive | zero);
  EXPECT_EQ(signs_of(d, "x*y - 7"), zero);
  EXPECT_EQ(signs_of(d, "14 - 2*x*y"), zero);
  EXPECT_EQ(signs_of(d, "exp(x) - 1") & zero, zero);  // x > 0 follows from two hypotheses, not from one
}

TEST(Signs, HypothesesCountUpToConstants) {
  const std::string d = "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x*y >= 1/100\n";
  EXPECT_EQ(signs_of(d, "x*y"), positive);
  EXPECT_EQ(signs_of(d, "x*y - 1/100"), positive | zero);
  EXPECT_EQ(signs_of(d, "x*y - 1/99"), any_sign);
  EXPECT_EQ(signs_of(d, "1/101 - x*y"), negative);
  EXPECT_EQ(signs_of(d, "2 - x*y"), any_sign);
  EXPECT_EQ(signs_of(d, "2*x*y + 3"), positive);
  EXPECT_EQ(signs_of(d, "x*y + x"), any_sign);
  const std::string e = "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x*y = 2\n";
  EXPECT_EQ(signs_of(e, "x*y - 1"), positive);
  EXPECT_EQ(signs_of(e, "4 - 2*x*y"), zero);
  EXPECT_EQ(signs_of(e, "1 - x*y"), negative);
  EXPECT_EQ(signs_of("var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x*y > 2\n", "6 - 3*x*y"), negative);
}

// Over one denominator.
TEST(Signs, QuotientsAreSums) {
  const std::string box = "var x in (0, inf)\nvar y in (0, inf)\nvar z in [0, 1]";
  EXPECT_EQ(signs_of(box, "1 - x/(1 + x)"), positive);
  EXPECT_EQ(signs_of(box, "x/(x + y) + y/(x + y) - 1"), any_sign);  // the denominator is divided out
  EXPECT_EQ(signs_of(box, "1 - x/(x + y) + y/(1 + x)"), positive);
  EXPECT_EQ(signs_of(box, "x/(1 + x) - x/(1 + x + y)"), positive);
  EXPECT_EQ(signs_of(box, "z - 1/(1 + x) - z"), negative);
  EXPECT_EQ(signs_of(box, "1 - exp(x)/(1 + exp(x))"), positive);
  EXPECT_EQ(signs_of(box, "x/(1 + y) - y/(1 + x)"), any_sign);
  EXPECT_EQ(signs_of("var x in (-inf, inf)", "1 - x/(1 + x)"), positive | negative);  // 1/(1 + x)
}

// Has the sum a beginning whose sign an enclosure or a line shows? Such a sign is no part of the sum to the checker.
bool begins_with_a_known_sign(const Context& c, const Expr& e) {
  for (Expr p = e; p.op() == Op::add || p.op() == Op::sub; p = p.arg(0)) {
    const Expr first = p.arg(0);
    if (first.op() != Op::add && first.op() != Op::sub) return false;
    const Interval range = c.range(first);
    if (affine(first) || range.lower_double() >= 0 || range.upper_double() <= 0) return true;
  }
  return false;
}

// What is believed of a sum of quotients, the checker sees, too: drawn at random, each as a proof of one line.
TEST(Signs, OfQuotientsAreTheCheckers) {
  test::Dice dice(5);
  const std::string box = "var a in (0, inf)\nvar b in (0, inf)\n";
  const std::array<std::string, 6> atoms{"1", "2", "a", "b", "exp(a)", "exp(b)"};
  const auto atom = [&] { return atoms[dice.integer<std::size_t>(0, atoms.size() - 1)]; };
  const auto monomial = [&] { return dice.coin() ? atom() : atom() + "*" + atom(); };
  const auto sign = [&] { return std::string(dice.integer(0, 3) == 0 ? " - " : " + "); };
  const Context c = context_of(box);
  int believed = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string e = dice.coin() ? "1" : monomial();
    for (int terms = dice.integer(1, 3); terms > 0; --terms) {
      e += dice.coin() ? " - " : " + ";
      e += monomial();
      if (dice.integer(0, 3) != 0) e += "/(" + monomial() + sign() + monomial() + ")";
    }
    const Expr sum = read(e, c);
    const Signs s = c.signs(sum);
    if ((s != positive && s != negative) || !is_defined(c, sum) || begins_with_a_known_sign(c, sum)) continue;
    ++believed;
    const std::string statement =
        "language 3\n" + box + "prove " + (s == positive ? "" : "0 > ") + e + (s == positive ? " > 0" : "") + "\n";
    const std::string text =
        "dpcert-certificate 3\nstatement 4\n" + statement + "verdict proved\ninhabited a=1 b=1\ngoal 1\nsign\n";
    const checker::Result r = checker::check(with_digest(text));
    EXPECT_TRUE(r.accepted) << statement << r.reason;
  }
  EXPECT_GT(believed, 100);
}

// So it is with groups of terms and factors whose sign a hypothesis or an open end says: to the checker a sum in a sum
// is its terms, and a product in a product its factors.
TEST(Signs, OfGroupsAreTheCheckers) {
  test::Dice dice(7);
  const std::string box =
      "var a in (1, inf)\nvar b in (-inf, inf)\nvar c in (-inf, inf)\nassume a - b >= 1\nassume b*c > 0\n"
      "assume a*a - b - 2 >= 0\n";
  const std::array<std::string, 8> atoms{
      "3", "a", "(a - 1)", "(a - b - 1)", "(b*c)", "(a*a - b - 2)", "(-b - c)^2", "(a - b - 1)/2"};
  const auto atom = [&] { return atoms[dice.integer<std::size_t>(0, atoms.size() - 1)]; };
  const Context c = context_of(box);
  int believed = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string e = atom();
    for (int more = dice.integer(1, 3); more > 0; --more) e += (dice.coin() ? " + " : "*") + atom();
    const Expr whole = read(e, c);
    const Signs s = c.signs(whole);
    const bool strict = s == positive;
    if (!strict && s != (positive | zero)) continue;
    ++believed;
    const std::string statement = box + "prove " + e + (strict ? " > 0" : " >= 0") + "\n";
    const std::string text = "dpcert-certificate 3\nstatement 8\nlanguage 3\n" + statement +
                             "verdict proved\ninhabited a=4 b=1 c=1\ngoal 1\nsign\n";
    const checker::Result r = checker::check(with_digest(text));
    EXPECT_TRUE(r.accepted) << statement << r.reason;
  }
  EXPECT_GT(believed, 100);
}

TEST(Signs, KnowsSideConditions) {
  const Context c = context_of("var x in [0, 1)\nvar p in (0, 1)");
  EXPECT_TRUE(c.knows({read("1 - x", c), Need::positive}));
  EXPECT_TRUE(c.knows({read("x", c), Need::nonnegative}));
  EXPECT_FALSE(c.knows({read("x", c), Need::positive}));
  EXPECT_FALSE(c.knows({read("x", c), Need::nonzero}));
  EXPECT_TRUE(c.knows({read("p*(1-p)", c), Need::nonzero}));
  EXPECT_TRUE(c.knows({read("x - 1", c), Need::nonzero}));
}

TEST(Signs, SideConditionsOfFormulas) {
  const Context c = context_of("var x in (-inf, inf)\nvar y in (-inf, inf)\nint n in [0, inf)\nint m in (-inf, inf)");
  const auto conditions = [&](const char* e) {
    std::vector<std::string> out;
    for (const auto& k : side_conditions(read(e, c), c)) out.push_back(to_text(as_relation(k)));
    return out;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(conditions("1/x + log(y)"), (Texts{"x^2 > 0", "y > 0"}));
  EXPECT_EQ(conditions("sqrt(x)"), (Texts{"x >= 0"}));
  EXPECT_EQ(conditions("x^2 + x^0"), (Texts{}));
  EXPECT_EQ(conditions("x^-2"), (Texts{"x^2 > 0"}));
  EXPECT_EQ(conditions("x^(1/2)"), (Texts{"x >= 0"}));
  EXPECT_EQ(conditions("x^(-1/2)"), (Texts{"x > 0"}));
  EXPECT_EQ(conditions("x^y"), (Texts{"x > 0"}));
  EXPECT_EQ(conditions("x^n"), (Texts{}));  // 0^0 = 1
  EXPECT_EQ(conditions("x^(2*m+n)"), (Texts{"x^2 > 0"}));
  EXPECT_EQ(conditions("x^(n/2)"), (Texts{"x >= 0"}));
  EXPECT_EQ(conditions("x^(m/2)"), (Texts{"x > 0"}));
  EXPECT_EQ(conditions("lgamma(x) + digamma(y)"), (Texts{"x > 0", "y > 0"}));
}

class SignsProperty : public testing::TestWithParam<Flavour> {};
TEST_P(SignsProperty, NeverExcludeTheTrueSign) {
  Draw draw(101 + static_cast<std::uint64_t>(GetParam()));
  const std::vector<Expr> variables{Expr::variable("x"), Expr::variable("y")};
  int decided = 0, compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Rational a = draw.rational(6, 3), b = a + draw.positive(8, 4), c = draw.rational(4, 2),
                   d = c + draw.positive(5, 5);
    const std::string box = "var x in " + std::string(draw.chance(1, 2) ? "[" : "(") + a.str() + ", " + b.str() +
                            (draw.chance(1, 2) ? "]" : ")") + "\nvar y in [" + c.str() + ", " + d.str() + "]";
    const Context plain = context_of(box);
    const Expr g = random_expression(draw, variables, Flavour::rational, 2);
    const Context context =
        draw.chance(1, 2) ? plain
                          : plain.with_hypothesis({draw.chance(1, 2) ? Rel::ge : Rel::gt, g, draw.rational(3, 2)});
    const Expr e = draw.chance(1, 3) && !context.hypotheses().empty()
                       ? mul(draw.rational(5, 2), sub(g, context.hypotheses()[0].rhs))
                       : random_expression(draw, variables, GetParam(), 3);
    const Signs s = context.signs(e);
    const Interval range = plain.range(e);
    if (s != any_sign) ++decided;
    for (int point = 0; point < 12; ++point) {
      const std::map<std::string, Rational> at{{"x", draw.between(a, b)}, {"y", draw.between(c, d)}};
      if (!context.variables()[0].range.contains(at.at("x"))) continue;
      if (!context.hypotheses().empty()) {
        const Ball h = enclose(context.hypotheses()[0].lhs - context.hypotheses()[0].rhs, at, 200);
        if (!certainly_positive(h)) continue;
      }
      const Ball value = enclose(e, at, 300);
      if (!value.is_finite()) continue;
      const Signs truth = certainly_positive(value) ? positive : certainly_negative(value) ? negative : Signs{0};
      if (s != any_sign) ++compared;
      ASSERT_EQ(truth & ~s, 0) << box << "\n" << to_text(e) << "\nx=" << at.at("x").str() << " y=" << at.at("y").str();
      if (!range.is_undefined()) {
        ASSERT_FALSE(certainly_less(Interval(value), range) || certainly_less(range, Interval(value))) << to_text(e);
      }
    }
  }
  EXPECT_GT(decided, 80);
  EXPECT_GT(compared, 400);
}
INSTANTIATE_TEST_SUITE_P(Flavours, SignsProperty,
                         testing::Values(Flavour::rational, Flavour::elementary, Flavour::gamma),
                         testing::PrintToStringParamName());

// A tactic may put together what is nested more deeply than the stack is; nothing is said of its sign then.
TEST(Signs, OfWhatIsNestedDeeplyEndWithoutAnAnswer) {
  const Context c = context_of("var x in (-inf, inf)");
  Expr e = Expr::variable("x");
  for (int i = 0; i < 60'000; ++i) e = mul(add(e, 1), 2);
  EXPECT_EQ(c.signs(e), any_sign);
}

}  // namespace
}  // namespace dpcert::verify
