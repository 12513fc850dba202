// Functions of Ball: each is a kernel of special.hpp at the precision the argument carries.
#include <vector>

#include "dpcert/scalar/ball.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

Ball unary(const Ball& x, special::Kernel f) {
  Ball r = Ball::from_arb(x.arb(), x.precision());
  f(r.arb(), x.arb(), working_precision(x.precision()));
  return r;
}

template <class F>
Ball binary(const Ball& x, const Ball& y, F f) {
  const Precision bits = std::max(x.precision(), y.precision());
  Ball r = Ball().with_precision(bits);
  f(r.arb(), x.arb(), y.arb(), static_cast<slong>(working_precision(bits)));
  return r;
}

}  // namespace

Ball exp(const Ball& x) { return unary(x, special::exp); }
Ball log(const Ball& x) { return unary(x, special::log); }
Ball log1p(const Ball& x) { return unary(x, special::log1p); }
Ball expm1(const Ball& x) { return unary(x, special::expm1); }
Ball sqrt(const Ball& x) { return unary(x, special::sqrt); }
Ball cosh(const Ball& x) { return unary(x, arb_cosh); }
Ball sinh(const Ball& x) { return unary(x, arb_sinh); }
Ball tanh(const Ball& x) { return unary(x, arb_tanh); }
Ball floor(const Ball& x) { return unary(x, arb_floor); }
Ball ceil(const Ball& x) { return unary(x, arb_ceil); }
Ball lgamma(const Ball& x) { return unary(x, special::lgamma); }
Ball digamma(const Ball& x) { return unary(x, special::digamma); }
Ball trigamma(const Ball& x) { return unary(x, special::trigamma); }
Ball erf(const Ball& x) { return unary(x, special::erf); }
Ball erfc(const Ball& x) { return unary(x, special::erfc); }
Ball normal_cdf(const Ball& x) { return unary(x, special::normal_cdf); }
Ball sin(const Ball& x) { return unary(x, arb_sin); }
Ball cos(const Ball& x) { return unary(x, arb_cos); }
Ball atan(const Ball& x) { return unary(x, arb_atan); }

Ball abs(const Ball& x) {
  Ball r(x);
  arb_abs(r.arb(), r.arb());
  return r;
}

Ball polygamma(int k, const Ball& x) {
  Ball r(x);
  special::polygamma(r.arb(), k, r.arb(), working_precision(x.precision()));
  return r;
}

Ball pow(const Ball& x, int n) {
  Ball r(x);
  special::pow(r.arb(), r.arb(), static_cast<slong>(n), working_precision(x.precision()));
  return r;
}

Ball pow(const Ball& x, const Ball& y) {
  return binary(x, y, [](arb_t r, const arb_t a, const arb_t b, slong p) { special::pow(r, a, b, p); });
}
Ball min(const Ball& x, const Ball& y) { return binary(x, y, arb_min); }
Ball max(const Ball& x, const Ball& y) { return binary(x, y, arb_max); }
Ball xlogy(const Ball& x, const Ball& y) { return binary(x, y, special::xlogy); }

Ball log_sum_exp(std::span<const Ball> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  std::vector<arb_struct> view;  // shallow copies, read only
  view.reserve(x.size());
  Precision bits = 0;
  for (const Ball& b : x) {
    view.push_back(*b.arb());
    bits = std::max(bits, b.precision());
  }
  Ball r = Ball().with_precision(bits);
  special::log_sum_exp(r.arb(), view.data(), static_cast<slong>(view.size()), working_precision(bits));
  return r;
}

}  // namespace dpcert
