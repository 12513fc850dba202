// Formulas of the soundness run: their own tree, exact rationals (Boost), values (MPFR) and printer. Nothing here uses
// the engine, so a mistake of the engine's arithmetic or of its printer cannot hide itself.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/mpfr.hpp>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dpcert::soundness {

using Q = boost::multiprecision::cpp_rational;
using Real =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>, boost::multiprecision::et_off>;
using Point = std::map<std::string, Q>;

std::string text_of(const Q& q);  // "p/q", in parentheses unless a natural number
Real real_of(const Q& q);
/// The largest decimal with `digits` places that is at most x.
Q floor_decimal(const Real& x, int digits);

struct Node;
class Formula {
 public:
  Formula(const Q& q);                // NOLINT(google-explicit-constructor)
  Formula(long n) : Formula(Q(n)) {}  // NOLINT(google-explicit-constructor)
  static Formula variable(const std::string& name);
  /// Functions and operators by their name in the statement language: "+", "^", "exp", "lgamma", ...
  static Formula call(const std::string& name, std::vector<Formula> args);
  [[nodiscard]] const Node& node() const { return *node_; }
  [[nodiscard]] std::string text() const;  // fully parenthesised
  /// About 100 digits, errors some units of the last; nothing outside the domain.
  [[nodiscard]] std::optional<Real> value(const Point& at) const;
  /// Exact, for formulas of + - * / and integer powers.
  [[nodiscard]] std::optional<Q> exact(const Point& at) const;

  friend Formula operator+(const Formula& a, const Formula& b) { return call("+", {a, b}); }
  friend Formula operator-(const Formula& a, const Formula& b) { return call("-", {a, b}); }
  friend Formula operator*(const Formula& a, const Formula& b) { return call("*", {a, b}); }
  friend Formula operator/(const Formula& a, const Formula& b) { return call("/", {a, b}); }
  friend Formula operator^(const Formula& a, const Formula& b) { return call("^", {a, b}); }

 private:
  explicit Formula(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

struct Node {
  std::string name;  // function; variable's name; empty for a number
  Q number = 0;
  std::vector<Formula> args;
  bool is_variable = false;
};

/// Random choices, the same on every machine: raw output of the Mersenne twister.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  long roll(long lo, long hi) { return lo + static_cast<long>(engine_() % static_cast<std::uint64_t>(hi - lo + 1)); }
  bool chance(long in, long of) { return roll(1, of) <= in; }
  Q rational(long limit, long denominator) { return Q(roll(-limit, limit), roll(1, denominator)); }
  Q positive(long limit, long denominator) { return Q(roll(1, limit), roll(1, denominator)); }
  Q between(const Q& lo, const Q& hi);
  template <class Container>
  const auto& one_of(const Container& c) {
    return *std::next(std::begin(c), roll(0, static_cast<long>(std::size(c)) - 1));
  }

 private:
  std::mt19937_64 engine_;
};

/// A random formula, defined and smooth or kinked for all real values of the variables.
Formula random_formula(Dice& dice, const std::vector<Formula>& variables, int depth);

}  // namespace dpcert::soundness
