#include "dpcert/solve/roots.hpp"

#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

Ball power_of_two(long exponent, Precision precision) {
  Ball r(1);
  arb_mul_2exp_si(r.arb(), r.arb(), exponent);
  return Ball::from_arb(r.arb(), precision);
}
Ball exact_midpoint(const Ball& x, Precision precision) {
  Ball r;
  arf_set_round(arb_midref(r.arb()), arb_midref(x.arb()), precision, ARF_RND_NEAR);
  return Ball::from_arb(r.arb(), precision);
}
int sign_of(const Ball& x) { return certainly_positive(x) ? 1 : certainly_negative(x) ? -1 : 0; }

}  // namespace

std::optional<Ball> monotone_root(const std::function<Ball(const Ball&)>& f, int direction, Precision bits,
                                  Precision precision) {
  constexpr long farthest = 1L << 50;
  const auto at = [&](const Ball& x) {
    spend_evaluations(2, precision);
    return direction > 0 ? f(x) : -f(x);
  };
  // Exponents low and high with certain signs, by doubling steps and bisection.
  const auto sign_at = [&](long exponent) { return sign_of(at(power_of_two(exponent, precision))); };
  long low = 0, high = 0;
  const int first = sign_at(0);
  if (first == 0) {
    low = -1, high = 1;
    if (sign_at(low) != -1 || sign_at(high) != 1) return std::nullopt;
  } else {
    for (long step = 1;; step *= 2) {
      long next = first > 0 ? -step : step;
      if (step > farthest) return std::nullopt;
      int s = sign_at(next);
      if (s == 0) s = sign_at(next += first > 0 ? -1 : 1);  // the root itself, or as near as signs tell
      if (s == -first) {
        (first > 0 ? low : high) = next;
        break;
      }
      if (s == 0) return std::nullopt;
      (first > 0 ? high : low) = next;
    }
    while (high - low > 1) {
      const long middle = low + (high - low) / 2;
      const int s = sign_at(middle);
      if (s == 0) {
        low = middle - 1, high = middle + 1;
        break;
      }
      (s < 0 ? low : high) = middle;
    }
  }
  Ball lo = power_of_two(low, precision), hi = power_of_two(high, precision);
  Ball f_lo = at(lo), f_hi = at(hi);
  // Regula falsi with Illinois weights, on midpoints; the bracket's signs stay certain.
  int last = 0;
  Ball x = lo;
  for (int i = 0; i < 200; ++i) {
    const Ball previous = x;
    x = exact_midpoint((lo * f_hi - hi * f_lo) / (f_hi - f_lo), precision);
    if (i % 8 == 7 || !certainly_greater(x, lo) || !certainly_less(x, hi))
      x = exact_midpoint((lo + hi) / Ball(2), precision);
    const Ball value = at(x);
    const int s = sign_of(value);
    if (s == 0) break;
    if (s < 0) {
      lo = x, f_lo = value;
      if (last < 0) f_hi = f_hi / Ball(2);
    } else {
      hi = x, f_hi = value;
      if (last > 0) f_lo = f_lo / Ball(2);
    }
    last = s;
    Ball moved = abs(x - previous) / x;
    arb_mul_2exp_si(moved.arb(), moved.arb(), bits / 2 + 4);
    if (i > 2 && certainly_less(moved, Ball(1))) {
      // Superlinear convergence: the next iterate should be good to `bits`.
      Ball width = x;
      arb_mul_2exp_si(width.arb(), width.arb(), -(bits + 2));
      const Ball next = exact_midpoint((lo * f_hi - hi * f_lo) / (f_hi - f_lo), precision);
      const Ball below = exact_midpoint(next - width, precision), above = exact_midpoint(next + width, precision);
      if (sign_of(at(below)) == -1 && sign_of(at(above)) == 1) return hull(below, above);
    }
  }
  // The last iterate is so close that its sign is not decided; its surroundings may be.
  for (Precision wider = bits + 2; wider > 8; wider -= 8) {
    Ball width = x;
    arb_mul_2exp_si(width.arb(), width.arb(), -wider);
    const Ball below = exact_midpoint(x - width, precision), above = exact_midpoint(x + width, precision);
    if (sign_of(at(below)) == -1 && sign_of(at(above)) == 1) return hull(below, above);
  }
  return std::nullopt;
}

}  // namespace dpcert
