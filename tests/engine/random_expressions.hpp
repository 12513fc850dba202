// Random formulas and random exact points for properties of the engine. Own generator, exact rationals only.
#pragma once

#include <array>
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  long number(long lo, long hi) { return std::uniform_int_distribution<long>(lo, hi)(engine_); }
  bool chance(int in, int of) { return number(1, of) <= in; }
  template <class Container>
  const auto& one_of(const Container& c) {
    return *std::next(std::begin(c), number(0, static_cast<long>(std::size(c)) - 1));
  }
  Rational rational(long limit, long denominator) { return {number(-limit, limit), number(1, denominator)}; }
  Rational positive(long limit, long denominator) { return {number(1, limit), number(1, denominator)}; }
  /// A rational in [lo, hi]; now and then an end.
  Rational between(const Rational& lo, const Rational& hi) {
    if (chance(1, 8)) return chance(1, 2) ? lo : hi;
    const long n = one_of(std::array{2L, 3L, 7L, 10L, 64L, 1000L, 1000003L});
    return lo + (hi - lo) * Rational(number(0, n), n);
  }

 private:
  std::mt19937_64 engine_;
};

/// Which functions a formula may use.
enum class Flavour { rational, elementary, gamma };
inline void PrintTo(Flavour flavour, std::ostream* out) {
  *out << (flavour == Flavour::rational ? "rational" : flavour == Flavour::elementary ? "elementary" : "gamma");
}

/// A random formula in the variables.
inline Expr random_expression(Draw& draw, const std::vector<Expr>& variables, Flavour flavour, int depth) {
  const auto sub = [&] { return random_expression(draw, variables, flavour, depth - 1); };
  if (depth == 0 || draw.chance(1, 8)) {
    if (draw.chance(3, 4)) return draw.one_of(variables);
    return draw.chance(1, 2) ? Expr(draw.number(-3, 5)) : Expr(draw.rational(9, 7));
  }
  const long kinds = flavour == Flavour::rational ? 7 : flavour == Flavour::elementary ? 12 : 14;
  switch (draw.number(0, kinds)) {
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
      return pow(sub(), Expr(draw.number(2, 3)));
    case 7:
      return sub() / (Expr(1) + pow(sub(), 2));
    case 8:
      return exp(draw.chance(1, 2) ? sub() : -sub());
    case 9:
      return log(Expr(draw.positive(3, 2)) + pow(sub(), 2));
    case 10:
      return sqrt(Expr(1) + abs(sub()));
    case 11:
      return draw.chance(1, 2) ? tanh(sub()) : erf(sub());
    case 12:
      return draw.chance(1, 2) ? log1p(pow(sub(), 2)) : xlogy(Expr(draw.number(1, 2)), Expr(1) + pow(sub(), 2));
    case 13:
      return lgamma(Expr(draw.positive(3, 2)) + abs(sub()));
    default:
      return polygamma(static_cast<int>(draw.number(0, 3)), Expr(draw.positive(3, 2)) + pow(sub(), 2));
  }
}

}  // namespace dpcert::verify
