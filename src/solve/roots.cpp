#include "dpcert/solve/roots.hpp"

#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

int sign_of(const Ball& x) { return certainly_positive(x) ? 1 : certainly_negative(x) ? -1 : 0; }

}  // namespace

std::optional<Ball> monotone_root(const std::function<Ball(const Ball&)>& f, int direction, Precision bits,
                                  Precision precision) {
  constexpr long farthest = 3L << 61;
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
    for (long step = 1;; step = step > farthest / 2 ? farthest : 2 * step) {
      long next = first > 0 ? -step : step;
      int s = sign_at(next);
      if (s == 0) s = sign_at(next += first > 0 ? -1 : 1);  // the root itself, or as near as signs tell
      if (s == -first) {
        (first > 0 ? low : high) = next;
        break;
      }
      if (s == 0 || step == farthest) return std::nullopt;
      (first > 0 ? high : low) = next;
    }
    const auto near = bisect(Bracket<long>{low, high}, 64, [&](long middle) -> std::optional<bool> {
      const int s = sign_at(middle);
      return s == 0 ? std::nullopt : std::optional(s < 0);
    });
    low = near.undecided ? *near.undecided - 1 : near.holds;
    high = near.undecided ? *near.undecided + 1 : near.fails;
  }
  // Regula falsi on midpoints; the bracket's signs stay certain.
  const Ball lo = power_of_two(low, precision), hi = power_of_two(high, precision);
  RegulaFalsi<Ball> bracket(lo, at(lo), hi, at(hi));
  Ball x = lo;
  for (int i = 0; i < 200; ++i) {
    const Ball previous = x;
    x = midpoint(bracket.next(), precision);
    if (i % 8 == 7 || !certainly_greater(x, bracket.low()) || !certainly_less(x, bracket.high()))
      x = midpoint((bracket.low() + bracket.high()) / Ball(2), precision);
    const Ball value = at(x);
    const int s = sign_of(value);
    if (s == 0) break;
    bracket.take(x, value, s > 0);
    const Ball moved = scaled(abs(x - previous) / x, bits / 2 + 4);
    if (i > 2 && certainly_less(moved, Ball(1))) {
      // Superlinear convergence: the next iterate should be good to `bits`.
      const Ball width = scaled(x, -(bits + 2)), next = midpoint(bracket.next(), precision);
      const Ball below = midpoint(next - width, precision), above = midpoint(next + width, precision);
      if (sign_of(at(below)) == -1 && sign_of(at(above)) == 1) return hull(below, above);
    }
  }
  // The last iterate is so close that its sign is not decided; its surroundings may be.
  for (Precision wider = bits + 2; wider > 8; wider -= 8) {
    const Ball width = scaled(x, -wider);
    const Ball below = midpoint(x - width, precision), above = midpoint(x + width, precision);
    if (sign_of(at(below)) == -1 && sign_of(at(above)) == 1) return hull(below, above);
  }
  return std::nullopt;
}

}  // namespace dpcert
