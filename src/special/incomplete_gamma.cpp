#include "dpcert/special/incomplete_gamma.hpp"

#include <arb_hypgeom.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace dpcert {

Ball gamma_p(const Ball& shape, const Ball& x) {
  const Precision precision = std::max(shape.precision(), x.precision());
  if (!certainly_positive(shape) || !certainly_nonnegative(x)) return Ball::indeterminate(precision);
  Ball out;
  arb_hypgeom_gamma_lower(out.arb(), shape.arb(), x.arb(), 1, precision);
  return Ball::from_arb(out.arb(), precision);
}
double gamma_p(double shape, double x) {
  if (!(shape > 0) || !(x >= 0)) return std::nan("");
  return std::isinf(x) ? 1 : boost::math::gamma_p(shape, x);
}

}  // namespace dpcert
