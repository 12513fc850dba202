// to_text and the reader are inverse to each other: on random expressions, on hand-picked awkward ones, on relations.
#include <gtest/gtest.h>

#include <random>

#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

class RandomExpressions {
 public:
  explicit RandomExpressions(unsigned seed) : random_(seed) {}
  long number(long lo, long hi) { return std::uniform_int_distribution<long>(lo, hi)(random_); }

  Expr expression(int depth) {
    if (depth == 0 || number(0, 9) == 0) return leaf();
    const auto sub = [&] { return expression(depth - 1); };
    switch (number(0, 13)) {
      case 0:
      case 1:
        return sub() + sub();
      case 2:
      case 3:
        return sub() - sub();
      case 4:
      case 5:
        return sub() * sub();
      case 6:
      case 7: {
        const Expr a = sub(), b = sub();
        return a.is_constant() && b.is_constant() ? a * b
                                                  : a / b;  // the reader takes a quotient of numbers as a number
      }
      case 8: {
        const Expr a = sub();
        return a.is_constant() ? a : -a;  // and the negative of a number as a number
      }
      case 9:
      case 10: {
        const Expr base = sub(), e = sub();
        const auto q = rational_value(e);  // a constant exponent is taken as a number
        return pow(base, q ? Expr(*q) : e);
      }
      case 11:
        return Expr::make(std::array{Op::min, Op::max, Op::xlogy}[static_cast<std::size_t>(number(0, 2))],
                          {sub(), sub()});
      case 12:
        return number(0, 1) ? polygamma(static_cast<int>(number(0, 4)), sub())
                            : Expr::apply("h", {static_cast<int>(number(0, 2)), 0}, {sub(), sub()});
      default: {
        static constexpr std::array ops{Op::exp,  Op::log,    Op::log1p, Op::expm1, Op::sqrt,
                                        Op::abs,  Op::cosh,   Op::sinh,  Op::tanh,  Op::floor,
                                        Op::ceil, Op::lgamma, Op::erf,   Op::erfc,  Op::normal_cdf};
        return Expr::make(ops[static_cast<std::size_t>(number(0, ops.size() - 1))], {sub()});
      }
    }
  }

 private:
  Expr leaf() {
    switch (number(0, 5)) {
      case 0:
        return Expr::variable("x");
      case 1:
        return Expr::variable("y");
      case 2:
        return Expr::variable("eta[1]");
      case 3:
        return Expr::pi();
      case 4:
        return number(-9, 9);
      default:
        return Rational(number(-50, 50), number(1, 30));
    }
  }
  std::mt19937 random_;
};

TEST(RoundTrip, RandomExpressions) {
  RandomExpressions random(20240607);
  for (int i = 0; i < 5000; ++i) {
    const Expr e = random.expression(static_cast<int>(random.number(1, 7)));
    const std::string text = to_text(e);
    ASSERT_EQ(read(text), e) << text << "\n read as " << to_text(read(text));
  }
}

TEST(RoundTrip, RandomRelations) {
  RandomExpressions random(7);
  for (int i = 0; i < 500; ++i) {
    const Relation r{std::array{Rel::ge, Rel::gt, Rel::eq}[static_cast<std::size_t>(i % 3)], random.expression(4),
                     random.expression(4)};
    ASSERT_EQ(parse_relation(to_text(r), names()), r) << to_text(r);
  }
}

TEST(RoundTrip, TextsThatStayAsTheyAre) {
  for (const char* text : {"x - (y - z)", "x/(y*z)", "(x^y)^z", "x^y^z", "-x^2", "(-x)^2", "x*-y", "-(x*y)", "(-1/2)^x",
                           "x^(-1/2)", "x^(1/2)", "2/3*x", "x/(2/3)", "1/0", "polygamma(2, x)", "h'(1,0)(x, y)",
                           "eta[2]^eta[1]", "-(-x)", "min(min(x, y), z)"}) {
    EXPECT_EQ(to_text(read(text)), text);
  }
}

}  // namespace
}  // namespace dpcert::verify
