#include "dpcert/language/enclose.hpp"

#include <unordered_set>
#include <vector>

#include "dpcert/core/size.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/tape.hpp"
#include "verify/language/ends.hpp"

namespace dpcert::verify {

namespace {

constexpr long longest_range = 10'000;

// Ends that are numbers written as such.
Expr with_numbers_combined(const Expr& e) {
  return transform(e, [](const Expr& old, std::span<Expr> args) {
    if (is_repeated(old)) {
      for (std::size_t i = 0; i < 2; ++i)
        if (const auto q = rational_value(args[i])) args[i] = *q;
    }
    return with_args(old, args);
  });
}

// Of a part of a sum: its index has no value.
bool has_index(const Expr& root) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    if (e.op() == Op::variable && (e.name().starts_with('#') || e.name().starts_with('$'))) return true;
    for (const auto& a : outer_args(e)) stack.push_back(a);
  }
  return false;
}

}  // namespace

Ball enclose(const Expr& e, const std::map<std::string, Rational>& point, Precision bits) {
  if (e.node().binders > 0) {  // a sum whose ends are known at the point
    ExprMap<Expr> numbers;
    for (const auto& [name, q] : point)
      if (q.is_integer()) numbers.emplace(Expr::variable(name), q);
    const Expr at = written_out(with_numbers_combined(substitute(e, numbers)), longest_range);
    if (!(at == e)) return enclose(at, point, bits);
  }
  if (has_index(e)) return Ball(Rational(0), bits) / Ball(Rational(0), bits);
  std::map<std::string, Ball> values;
  for (const auto& [name, q] : point) values.emplace(name, Ball(q, bits));
  return evaluate<Ball>(
      e, values, [bits](const Rational& q) { return Ball(q, bits); }, [bits] { return Ball::pi(bits); });
}

std::optional<std::pair<Rational, Rational>> enclose_constant(const Expr& e, Precision bits) {
  const Ball b = enclose(e, {}, bits);
  if (!b.is_finite()) return std::nullopt;
  try {
    return std::pair{b.lower_rational(), b.upper_rational()};
  } catch (const Error&) {
    return std::nullopt;  // an absurd exponent
  }
}

std::optional<Rational> end_beyond(const Expr& bound, bool lower, bool integer) {
  constexpr int bits = 112;
  const auto enclosure = enclose_constant(bound, 128);
  if (!enclosure) return std::nullopt;
  const Rational& end = lower ? enclosure->first : enclosure->second;
  if (integer || end.is_zero()) return end;
  const Rational unit = pow(Rational(2), static_cast<std::int64_t>(log2_of(end)) - bits);
  return (lower ? (end / unit).floor() - Rational(1) : (end / unit).ceil() + Rational(1)) * unit;
}

}  // namespace dpcert::verify
