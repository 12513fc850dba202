#include "dpcert/language/enclose.hpp"

#include "dpcert/scalar/tape.hpp"

namespace dpcert::verify {

Ball enclose(const Expr& e, const std::map<std::string, Rational>& point, Precision bits) {
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

}  // namespace dpcert::verify
