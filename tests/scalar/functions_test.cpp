// The table of the language's functions against certified values: every claim about domain, sign, slope, limit,
// definition and derivative at random points, near the ends of the domain too.
#include "src/symbolic/functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/tape.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

constexpr Precision bits = 400;
const Expr u = Expr::variable("u"), v = Expr::variable("v");

Rational two_to(long e) { return pow(Rational(2), e); }

/// Every function with its arguments u, v; those with an order at several orders.
std::vector<Expr> calls() {
  std::vector<Expr> all;
  for (const FunctionEntry& f : functions()) {
    for (const int order : f.ordered ? std::vector<int>{0, 1, 2, 5} : std::vector<int>{0})
      all.push_back(Expr::make(f.op, f.arity == 1 ? std::vector<Expr>{u} : std::vector<Expr>{u, v}, order));
  }
  return all;
}

Ball at(const Expr& e, const Rational& x, const Rational& y = 1) {
  return evaluate<Ball>(
      e, {{"u", Ball(x, bits)}, {"v", Ball(y, bits)}}, [](const Rational& q) { return Ball(q, bits); },
      [] { return Ball::pi(bits); });
}

/// The end of the domain of a function of one argument, if it has one.
std::optional<Rational> end_of(Domain d) {
  if (d == Domain::positive || d == Domain::nonnegative) return Rational(0);
  return d == Domain::above_minus_one ? std::optional(Rational(-1)) : std::nullopt;
}
/// A point of the interior of the domain: anywhere, or close to its end.
Rational inside(const FunctionEntry& f, testing::Source& source) {
  const auto end = end_of(f.domain);
  if (!end) return (source.coin() ? 1 : -1) * source.rational(1e-6, 6);
  return *end + (source.coin() ? source.rational(1e-9, 1e-3) : source.rational(1e-3, 8));
}

TEST(Functions, AreOneEntryForEachOperationAndOneForEachName) {
  std::set<Op> ops;
  for (const FunctionEntry& f : functions()) {
    EXPECT_TRUE(ops.insert(f.op).second) << f.name;
    EXPECT_EQ(function_entry(f.op), &f);
    EXPECT_EQ(arity_of(f.op), f.arity) << f.name;
    ASSERT_NE(function_named(f.name), nullptr) << f.name;
    EXPECT_EQ(function_named(f.name)->entry, &f);
    EXPECT_TRUE(f.partial || f.variadic) << f.name;
    EXPECT_FALSE(f.notation.symbol.empty()) << f.name;
    EXPECT_FALSE(f.notation.latex.empty()) << f.name;
    EXPECT_EQ(f.notation.form == Notation::Form::spelled_out ? f.definition != nullptr : true, true) << f.name;
  }
  EXPECT_EQ(function_names().size(), functions().size() + 2);  // digamma and trigamma
  EXPECT_EQ(function_named("log2"), nullptr);
  EXPECT_EQ(function_named(""), nullptr);
  for (const Op op : {Op::constant, Op::pi, Op::variable, Op::neg, Op::add, Op::pow, Op::apply, Op::select})
    EXPECT_EQ(function_entry(op), nullptr);
}

TEST(Functions, AreDefinedOnTheirDomainsOnly) {
  testing::Source source(51);
  for (const Expr& e : calls()) {
    const FunctionEntry& f = *function_entry(e);
    if (f.domain == Domain::weighted_log) {
      EXPECT_TRUE(at(e, -3, two_to(-60)).is_finite());
      EXPECT_TRUE(at(e, 0, 0).is_finite());
      EXPECT_FALSE(at(e, 1, 0).is_finite());
      EXPECT_FALSE(at(e, 1, -two_to(-60)).is_finite());
      continue;
    }
    for (int i = 0; i < testing::cases(50); ++i) {
      const Rational x = inside(f, source);
      EXPECT_TRUE(at(e, x).is_finite()) << to_text(e) << " at " << x.str();
    }
    const auto end = end_of(f.domain);
    if (!end) continue;
    EXPECT_EQ(at(e, *end).is_finite(), f.domain == Domain::nonnegative) << to_text(e);
    for (const Rational& beyond : {two_to(-100), Rational(1, 3), Rational(1), Rational(5, 2)})
      EXPECT_FALSE(at(e, *end - beyond).is_finite()) << to_text(e) << " at " << (*end - beyond).str();
  }
}

TEST(Functions, HaveTheSlopesOfTheTable) {
  testing::Source source(52);
  int claims = 0;
  for (const Expr& e : calls()) {
    const FunctionEntry& f = *function_entry(e);
    const Slope slope = f.slope ? f.slope(e.node().index) : Slope{};
    if (slope.sign == 0) continue;
    ++claims;
    const Expr d = derivative(e, u);
    const auto holds = [&](const Rational& x) {
      const Ball s = at(d, x);
      EXPECT_TRUE(slope.sign > 0 ? certainly_positive(s) : certainly_negative(s)) << to_text(e) << " at " << x.str();
    };
    const auto point = [&] {
      if (!slope.from) return (source.coin() ? 1 : -1) * source.rational(1e-6, 8);
      return *slope.from + source.rational(1e-12, 8);
    };
    if (slope.from && slope.closed) holds(*slope.from);
    for (int i = 0; i < testing::cases(60); ++i) {
      const Rational a = point(), b = point();
      holds(a);
      const Ball difference = at(e, std::max(a, b)) - at(e, std::min(a, b));  // from the values alone
      if (a == b) continue;
      EXPECT_TRUE(slope.sign > 0 ? certainly_positive(difference) : certainly_negative(difference))
          << to_text(e) << " from " << a.str() << " to " << b.str();
    }
  }
  EXPECT_GE(claims, 15);
}

// Half lines are claimed as far as the slope has the sign: lgamma falls in front of 1.46.
TEST(Functions, HaveTheOtherSlopeInFrontOfTheHalfLine) {
  EXPECT_TRUE(certainly_negative(at(derivative(lgamma(u), u), Rational(146, 100))));
  EXPECT_TRUE(certainly_negative(at(derivative(cosh(u), u), -two_to(-20))));
  EXPECT_TRUE(certainly_negative(at(derivative(abs(u), u), -two_to(-20))));
}

TEST(Functions, TendToTheLimitsOfTheTable) {
  int claims = 0;
  for (const Expr& e : calls()) {
    const FunctionEntry& f = *function_entry(e);
    for (const int direction : {-1, 1}) {
      const Limit limit = f.limit ? f.limit(e.node().index, direction) : Limit{};
      if (limit.kind == Limit::Kind::unknown) continue;
      ++claims;
      for (const long size : {30L, 40L}) {
        const Ball value = at(e, direction * two_to(size));
        const std::string what = to_text(e) + " to " + std::to_string(direction);
        switch (limit.kind) {
          case Limit::Kind::plus_infinity:
            EXPECT_TRUE(certainly_greater(value, Ball(size / 2))) << what;
            break;
          case Limit::Kind::minus_infinity:
            EXPECT_TRUE(certainly_less(value, Ball(-size / 2))) << what;
            break;
          default:
            EXPECT_TRUE(certainly_less(abs(value - Ball(limit.number)), Ball(two_to(2 - size), bits))) << what;
        }
      }
    }
    if (!end_of(f.domain)) continue;
    EXPECT_TRUE(!f.limit || f.limit(0, -1).kind == Limit::Kind::unknown) << f.name << " ends before -inf";
  }
  EXPECT_GE(claims, 25);
}

TEST(Functions, EqualTheirDefinitionsAndFarForms) {
  testing::Source source(53);
  int compared = 0;
  for (const Expr& e : calls()) {
    const FunctionEntry& f = *function_entry(e);
    for (int i = 0; i < testing::cases(30); ++i) {
      const Rational x = inside(f, source), y = source.rational(1e-6, 5);
      std::vector<Expr> forms;
      if (f.definition) forms.push_back(f.definition(e));
      if (f.far) forms.push_back(f.far(e, x.sign()));
      for (const Expr& form : forms) {
        const Ball gap = at(e, x, y) - at(form, x, y);
        EXPECT_TRUE(certainly_less(abs(gap), Ball(two_to(-200), bits))) << to_text(e) << " = " << to_text(form);
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, testing::cases(30) * 11);
}

// Three ways to a derivative that share nothing but the values: the table's rule, the rule of Jet, a quotient of
// differences. The third derivative bounds the error of the last; at these points it is below 2^90.
TEST(Functions, HaveTheDerivativesOfTheTable) {
  testing::Source source(54);
  const Rational h = two_to(-100);
  const std::vector<Expr> variables{u, v};
  for (const Expr& e : calls()) {
    const FunctionEntry& f = *function_entry(e);
    const Tape tape({e}, variables);
    for (int i = 0; i < testing::cases(40); ++i) {
      const std::vector<Rational> p{inside(f, source), source.rational(0.01, 5)};
      std::vector<Jet<Ball>> inputs, work;
      for (std::size_t k = 0; k < 2; ++k) inputs.push_back(Jet<Ball>::variable(Ball(p[k], bits), k, 2));
      tape.run<Jet<Ball>>(
          inputs, work, [](const Rational& q) { return Jet<Ball>(Ball(q, bits)); },
          [] { return Jet<Ball>(Ball::pi(bits)); }, 0, tape.end_of(0));
      for (std::size_t k = 0; k < 2; ++k) {
        const std::string what = to_text(e) + " in " + variables[k].name() + " at " + p[0].str() + ", " + p[1].str();
        const Ball rule = at(derivative(e, variables[k]), p[0], p[1]);
        const Ball jet = work[tape.root(0)].gradient(k);
        const auto moved = [&](const Rational& step) {
          return at(e, k == 0 ? p[0] + step : p[0], k == 1 ? p[1] + step : p[1]);
        };
        const Ball difference = (moved(h) - moved(-h)) / Ball(h + h, bits);
        const Ball size = Ball(1).with_precision(bits) + abs(rule);
        EXPECT_TRUE(certainly_less(abs(rule - jet), size * Ball(two_to(-250), bits)))
            << what << " " << rule.str() << " " << jet.str();
        EXPECT_TRUE(certainly_less(abs(rule - difference), size * Ball(two_to(-60), bits)))
            << what << " " << rule.str() << " " << difference.str();
      }
    }
  }
}

TEST(Functions, AreShownByTheirNotation) {
  for (const Expr& e : calls()) {
    const FunctionName& name = name_of(e);
    EXPECT_EQ(to_text(e).find(std::string(name.name) + "("), 0u);
    EXPECT_NE(to_latex(e).find(name.entry->notation.latex), std::string::npos) << to_latex(e);
    EXPECT_NE(to_latex(e).find('u'), std::string::npos) << to_latex(e);
  }
  EXPECT_EQ(to_text(polygamma(0, u)), "digamma(u)");
  EXPECT_EQ(to_text(polygamma(3, u)), "polygamma(3, u)");
  EXPECT_EQ(to_latex(polygamma(0, u)), "\\psi\\left(u\\right)");
  EXPECT_EQ(to_latex(polygamma(1, u)), "\\psi'\\left(u\\right)");
  EXPECT_EQ(to_latex(polygamma(3, u)), "\\psi^{(3)}\\left(u\\right)");
  EXPECT_EQ(to_latex(exp(u) * sqrt(v)), "e^{u} \\, \\sqrt{v}");
  EXPECT_EQ(to_latex(abs(u) + floor(v)), "\\left|u\\right| + \\left\\lfloor v\\right\\rfloor");
  EXPECT_EQ(to_latex(xlogy(u + v, v)), "\\left(u + v\\right) \\log\\left(v\\right)");
  EXPECT_EQ(to_latex(max(u, v)), "\\max\\left(u, v\\right)");
  EXPECT_EQ(to_latex(log1p(u)), "\\operatorname{log1p}\\left(u\\right)");
}

}  // namespace
}  // namespace dpcert
