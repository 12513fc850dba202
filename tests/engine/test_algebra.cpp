// Normal forms: identities that must be seen (from standard tables), non-identities that must not, and agreement of
// every rewritten form with the original by enclosures at random points.
#include <gtest/gtest.h>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {
namespace {

struct Equation {
  std::string lhs, rhs;
};
void PrintTo(const Equation& e, std::ostream* out) { *out << e.lhs << " = " << e.rhs; }

const std::string declarations =
    "var x in (0, inf)\nvar y in (0, inf)\nvar t in (-inf, inf)\nvar p in (0, 1)\nvar q in (0, 1)\nint n in [1, inf)";

bool is_identity(const Equation& e) {
  const Context c = context_of(declarations);
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  return a.is_zero(read(e.lhs, c) - read(e.rhs, c));
}

class Identity : public testing::TestWithParam<Equation> {};
TEST_P(Identity, IsSeen) { EXPECT_TRUE(is_identity(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Rational, Identity,
                         testing::Values(Equation{"(x+y)^3", "x^3 + 3*x^2*y + 3*x*y^2 + y^3"},
                                         Equation{"1/x - 1/y", "(y-x)/(x*y)"},
                                         Equation{"(x^4-y^4)/(x-y)", "(x+y)*(x^2+y^2)"}, Equation{"x^-2", "1/x^2"},
                                         Equation{"(t+1)^0", "1"}, Equation{"(1-q^7)/(1-q)", "sum(k, 0, 6, q^k)"},
                                         Equation{"(x/y)^-3", "(y/x)^3"}));
INSTANTIATE_TEST_SUITE_P(
    Exponential, Identity,
    testing::Values(Equation{"exp(t)*exp(-t)", "1"}, Equation{"exp(x+t)", "exp(x)*exp(t)"},
                    Equation{"exp(t)^3", "exp(3*t)"}, Equation{"exp(t/2)^2", "exp(t)"},
                    Equation{"exp(t/2)*exp(t/3)", "exp(5*t/6)"}, Equation{"cosh(t)^2 - sinh(t)^2", "1"},
                    Equation{"tanh(t)", "(exp(2*t)-1)/(exp(2*t)+1)"}, Equation{"cosh(2*t)", "2*cosh(t)^2 - 1"},
                    Equation{"expm1(2*t)", "expm1(t)*(expm1(t)+2)"}, Equation{"exp(log(x))", "x"},
                    Equation{"exp(2*log(x) + t)", "x^2*exp(t)"}, Equation{"1/(1+exp(-t))", "exp(t)/(1+exp(t))"},
                    Equation{"sinh(x+t)", "sinh(x)*cosh(t) + cosh(x)*sinh(t)"}));
INSTANTIATE_TEST_SUITE_P(Logarithm, Identity,
                         testing::Values(Equation{"log(x*y)", "log(x)+log(y)"}, Equation{"log(x/y)", "log(x)-log(y)"},
                                         Equation{"log(x^3)", "3*log(x)"}, Equation{"log(12)", "2*log(2)+log(3)"},
                                         Equation{"log(1/9)", "-2*log(3)"}, Equation{"log1p(x)", "log(1+x)"},
                                         Equation{"log(p/(1-p))", "log(p) - log(1-p)"}, Equation{"log(exp(t))", "t"},
                                         Equation{"log(sqrt(x))", "log(x)/2"}, Equation{"xlogy(2*x, y)", "2*x*log(y)"},
                                         Equation{"log(x^y)", "y*log(x)"},
                                         Equation{"p*log(p/q) + (1-p)*log((1-p)/(1-q))",
                                                  "p*log(p) + (1-p)*log(1-p) - p*log(q) - (1-p)*log(1-q)"}));
INSTANTIATE_TEST_SUITE_P(Roots, Identity,
                         testing::Values(Equation{"sqrt(x)^2", "x"}, Equation{"sqrt(x)*sqrt(y)", "sqrt(x*y)"},
                                         Equation{"sqrt(8)", "2*sqrt(2)"}, Equation{"sqrt(2)*sqrt(3)", "sqrt(6)"},
                                         Equation{"x^(1/3)^3", "x^(1/27)"}, Equation{"(x^(1/3))^3", "x"},
                                         Equation{"1/(sqrt(x)+1)", "(sqrt(x)-1)/(x-1)"},
                                         Equation{"x^(3/2)", "x*sqrt(x)"},
                                         Equation{"(sqrt(x)-sqrt(y))*(sqrt(x)+sqrt(y))", "x-y"},
                                         Equation{"x^y*x^(1-y)", "x"}, Equation{"4^x", "2^(2*x)"},
                                         Equation{"sqrt(x^2)", "x"}));
INSTANTIATE_TEST_SUITE_P(Gamma, Identity,
                         // DLMF 5.5.1, 5.5.2 and their derivatives.
                         testing::Values(Equation{"lgamma(x+1)", "lgamma(x) + log(x)"},
                                         Equation{"lgamma(x+3) - lgamma(x)", "log(x*(x+1)*(x+2))"},
                                         Equation{"digamma(x+1)", "digamma(x) + 1/x"},
                                         Equation{"trigamma(x+1)", "trigamma(x) - 1/x^2"},
                                         Equation{"polygamma(2, x+1)", "polygamma(2, x) + 2/x^3"},
                                         Equation{"polygamma(3, x+2)", "polygamma(3,x) - 6/x^4 - 6/(x+1)^4"},
                                         Equation{"polygamma(1, x)", "trigamma(x)"},
                                         Equation{"lgamma(x+y+1) - lgamma(y+x)", "log(x+y)"}));
INSTANTIATE_TEST_SUITE_P(ErrorFunction, Identity,
                         testing::Values(Equation{"erfc(t)", "1 - erf(t)"},
                                         Equation{"normal_cdf(t)", "(1 + erf(t/sqrt(2)))/2"}));

class NonIdentity : public testing::TestWithParam<Equation> {};
TEST_P(NonIdentity, IsNotSeen) { EXPECT_FALSE(is_identity(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    Wrong, NonIdentity,
    testing::Values(Equation{"(x+y)^2", "x^2+y^2"}, Equation{"exp(x*y)", "exp(x)*exp(y)"},
                    Equation{"log(x+y)", "log(x)+log(y)"}, Equation{"sqrt(t^2)", "t"},           // |t|
                    Equation{"sqrt(x+y)", "sqrt(x)+sqrt(y)"}, Equation{"log(t^2)", "2*log(t)"},  // t may be negative
                    Equation{"lgamma(2*x)", "2*lgamma(x)"}, Equation{"digamma(x+1/2)", "digamma(x)"},
                    Equation{"trigamma(x+1)", "trigamma(x) + 1/x^2"}, Equation{"erf(-t)", "erf(t)"},
                    Equation{"cosh(t)", "sinh(t)"}, Equation{"x^y", "y^x"}, Equation{"2^(1/2)", "3^(1/3)"},
                    Equation{"log(2)/log(3)", "631/1000"}, Equation{"pi", "355/113"},
                    Equation{"exp(1)", "2718281828/1000000000"}, Equation{"sqrt(t^4)", "t"}, Equation{"exp(-1/x)", "0"},
                    Equation{"x", "x + 1/10^100"}, Equation{"abs(t)", "t"}, Equation{"min(x, y)", "x"},
                    Equation{"floor(x)", "x"}));

TEST(Algebra, WholeNumbersUnderRootsAndLogs) {
  const Context c = context_of("var x in (0, inf)");
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  EXPECT_TRUE(a.is_zero(read("sqrt(1000000) - 1000", c)));
  EXPECT_TRUE(a.is_zero(read("log(1001) - log(7) - log(11) - log(13)", c)));
  EXPECT_EQ(a.ratio(read("2*x^2 - 2", c), read("3*x^2 - 3", c)), Rational(2, 3));
  EXPECT_EQ(a.ratio(read("1 - x", c), read("x - 1", c)), std::nullopt);
  EXPECT_EQ(a.ratio(read("1 - x", c), read("x - 1", c), true), Rational(-1));
  EXPECT_EQ(a.ratio(read("1 - x^2", c), read("x - 1", c), true), std::nullopt);
}

TEST(Algebra, RootsOfZeroAndOfSignsThatAreNotKnown) {
  const Context c = context_of("var x in [0, 1]\nvar y in [-1, 1]\nvar z in [-1, 1]\nassume sqrt(z^2 - 1/4) > 0");
  Algebra a = c.algebra();
  EXPECT_TRUE(a.is_zero(read("0^(1/3) + 0^(1/2)", c)));
  EXPECT_FALSE(a.simplified(read("(0 - 2)^(1/3)", c)).has_value());
  EXPECT_TRUE(a.is_zero(read("sqrt(x*y^2) - sqrt(x)*abs(y)", c)));
  EXPECT_FALSE(a.is_zero(read("sqrt(x*y^2) - sqrt(x)*y", c)));
  EXPECT_TRUE(a.is_zero(read("max(y, z) + min(y, z) - y - z", c)));
  EXPECT_TRUE(a.is_zero(read("floor(y + 5/2) - 2 - floor(y + 1/2)", c)));
  // The root is known to be positive by a hypothesis, its argument is not: its logarithm stays as it is.
  EXPECT_TRUE(a.simplified(read("log(2*sqrt(z^2 - 1/4))", c)).has_value());
}

TEST(Algebra, FactorsOfPinskersDerivative) {
  // d/dq of KL(p, q) - 2 (p - q)^2 is (q - p) (1 - 2q)^2 / (q (1 - q)).
  const Context c = context_of("var p in (0, 1)\nvar q in (0, 1)");
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  const auto f = a.factorization(read("diff(p*log(p/q) + (1-p)*log((1-p)/(1-q)) - 2*(p-q)^2, q)", c));
  ASSERT_TRUE(f);
  int squares = 0;
  long numerator = 0, denominator = 0;
  for (const auto& [base, k] : f->factors) {
    if (k == 2) ++squares;
    (k > 0 ? numerator : denominator) += std::abs(k);
  }
  EXPECT_EQ(squares, 1);
  EXPECT_EQ(numerator, 3);
  EXPECT_EQ(denominator, 2);
}

// lgamma(2) = 0, so the argument outside is 1, below the argument inside.
TEST(Algebra, GammaFunctionsInsideGammaFunctions) {
  const Context c = context_of("var x in (0, inf)");
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  EXPECT_TRUE(a.is_zero(read("trigamma(1 + lgamma(1 + 1^2)^2) - trigamma(1)", c)));
  EXPECT_TRUE(a.is_zero(read("lgamma(2 + lgamma(3 + lgamma(2)))", c) - read("lgamma(2 + log(2))", c)));
  EXPECT_FALSE(a.is_zero(read("lgamma(x + lgamma(x + 1)) - lgamma(x + lgamma(x))", c)));
}

// Degenerate inputs give no answer, and no crash.
// Twice the sum costs little more than twice the work, whatever its signs; partial sums used elsewhere are right, too.
TEST(Algebra, LongSumsAreNotMadePartByPart) {
  const auto work_for = [](long n) {
    Algebra a([](const Expr&) { return false; });
    const Expr x = Expr::variable("x");
    Expr sum = 0, back = 0;
    for (long k = 0; k < n; ++k) {
      sum = k % 2 ? sub(sum, power(add(x, Expr(k)), 2)) : add(sum, mul(Expr(k), abs(sub(x, Expr(k)))));
      back = k % 2 ? add(back, power(add(x, Expr(k)), 2)) : sub(back, mul(Expr(k), abs(sub(x, Expr(k)))));
    }
    const std::uint64_t before = work_done();
    EXPECT_TRUE(a.is_zero(add(sum, back)));
    EXPECT_FALSE(a.is_zero(add(add(sum, back), x)));
    return work_done() - before;
  };
  EXPECT_LT(work_for(80), 3 * work_for(40));
  EXPECT_LT(work_for(800), 3 * work_for(400));

  const Context c = context_of(declarations);
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  Expr s = 0;
  for (long k = 1; k <= 20; ++k) s = add(s, power(Expr::variable("x"), k));
  const Expr part = s.arg(0).arg(0);
  Expr twice = sub(mul(2, s), part);
  for (long k = 1; k <= 20; ++k) twice = sub(twice, power(Expr::variable("x"), k));
  EXPECT_TRUE(a.is_zero(sub(twice, read("x^19 + x^20", c))));
}

// One for each degree, of which there may be more than a machine has room for.
TEST(Algebra, CoefficientsOfAnyDegreeAreNotListed) {
  const Context c = context_of(declarations);
  Algebra a = c.algebra();
  const Expr t = Expr::variable("t");
  EXPECT_EQ(a.coefficients(read("t^1000 + 2", c), t).value().size(), 1001U);
  EXPECT_FALSE(a.coefficients(read("(((t^1000)^1000)^1000)*t + t", c), t));
}

TEST(Algebra, GivesUpOnWhatHasNoNormalForm) {
  const Context c = context_of("var x in (-1, 1)");
  Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
  for (const char* text :
       {"1/0", "1/(x - x)", "0^-1", "log(0)", "(1+x)^100000", "log(-1)", "sqrt(-4) - 2", "lgamma(0)", "x^(10^9)"}) {
    EXPECT_FALSE(a.is_zero(read(text, c))) << text;
  }
}

// Whatever the algebra makes of a formula has the same value: enclosures at random points overlap.
class AlgebraProperty : public testing::TestWithParam<Flavour> {};
TEST_P(AlgebraProperty, RewritingKeepsTheValue) {
  Draw draw(11 + static_cast<std::uint64_t>(GetParam()));
  const Context c = context_of("var x in [-2, 3]\nvar y in (0, 4]");
  const std::vector<Expr> variables{Expr::variable("x"), Expr::variable("y")};
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const Expr e = random_expression(draw, variables, GetParam(), 3);
    Algebra a([&](const Expr& u) { return c.knows({u, Need::positive}); });
    std::vector<Expr> forms;
    if (const auto s = a.simplified(e)) forms.push_back(*s);
    if (const auto f = a.fraction(e)) forms.push_back(f->first / f->second);
    if (const auto f = a.factorization(e)) {
      Expr product = f->constant;
      for (const auto& [base, k] : f->factors) product = product * pow(base, Expr(k));
      forms.push_back(product);
    }
    if (const auto k = a.coefficients(e, variables[0])) {
      Expr sum = 0;
      for (std::size_t j = 0; j < k->size(); ++j) sum = sum + (*k)[j] * pow(variables[0], Expr(static_cast<long>(j)));
      forms.push_back(sum);
    }
    for (int point = 0; point < 4; ++point) {
      const std::map<std::string, Rational> at{{"x", draw.between(-2, 3)}, {"y", draw.between(Rational(1, 1000), 4)}};
      const Ball value = enclose(e, at, 400);
      if (!value.is_finite()) continue;
      for (const Expr& form : forms) {
        const Ball other = enclose(form, at, 400);
        if (!other.is_finite()) continue;  // 0/0 after cancelling
        ++compared;
        ASSERT_TRUE((value - other).contains_zero())
            << to_text(e) << "\n"
            << to_text(form) << "\nx=" << at.at("x").str() << " y=" << at.at("y").str();
      }
    }
  }
  EXPECT_GT(compared, 2000);
}
INSTANTIATE_TEST_SUITE_P(Flavours, AlgebraProperty,
                         testing::Values(Flavour::rational, Flavour::elementary, Flavour::gamma),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace dpcert::verify
