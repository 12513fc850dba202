// D_2(Beta(1, 1) || Beta(2, 1)) is infinite, as the integral of 1/(2 x) on (0, 1) is; D_2(Beta(2, 1) || Beta(1, 1)) is
// log(4/3), the logarithm of the integral of (2 x)^2.
#include <cmath>

#include "dpcert/divergence/certified.hpp"

int main() {
  using dpcert::Beta, dpcert::Order, dpcert::Rational;
  const Beta<Rational> flat{Rational(1), Rational(1)}, slope{Rational(2), Rational(1)};
  const auto order = Order<Rational>(Rational(2));
  const auto value = dpcert::certified_renyi(order, slope, flat, 12);
  if (!dpcert::certified_renyi(order, flat, slope, 12).is_infinite() || !value.is_finite()) return 1;
  return std::abs(value.enclosure.approx() - std::log(4.0 / 3.0)) < 1e-11 ? 0 : 2;
}
