// Functions of Interval: monotone pieces are evaluated at their ends with Arb, at a precision raised until the end has
// all its bits; the others go by cases. So the enclosure is the true range but for one rounding at each end, and it
// keeps the range's sign.
#include <array>
#include <vector>

#include "src/scalar/ball.hpp"
#include "src/scalar/interval.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

using special::Kernel;

/// A point as a ball without copying: read only, never cleared.
arb_struct shallow(const arf_struct* x) {
  arb_struct b;
  b.mid = *x;
  mag_init(&b.rad);
  return b;
}

Interval undefined_like(const Interval& r) {
  Interval u = Interval::like(r);
  arf_nan(u.lo());
  arf_nan(u.hi());
  return u;
}

/// out = the value of evaluate(ball, precision), rounded down or up to `bits`. Raises the working precision until the
/// value has `bits` good bits (a value near a zero of the function needs more), up to a limit that only an exact zero
/// reaches.
template <class Evaluate>
void rounded(arf_struct* out, Precision bits, bool up, Evaluate evaluate) {
  arb_t v;
  arb_init(v);
  const Precision limit = 32 * bits + 4096;
  for (Precision wp = bits + 8;; wp = 2 * wp) {
    evaluate(v, static_cast<slong>(wp));
    if (wp >= limit || arb_rel_accuracy_bits(v) >= bits + 1) break;
  }
  if (!arb_is_finite(v)) {  // too large for Arb, or the limit was reached: no information on this side
    if (up) {
      arf_pos_inf(out);
    } else {
      arf_neg_inf(out);
    }
  } else if (up) {
    arb_get_ubound_arf(out, v, bits);
  } else {
    arb_get_lbound_arf(out, v, bits);
  }
  arb_clear(v);
}

void value_at(arf_struct* out, const arf_struct* x, Precision bits, bool up, Kernel f) {
  const arb_struct point = shallow(x);
  rounded(out, bits, up, [&](arb_t v, slong wp) { f(v, &point, wp); });
}

/// A limit at an end of the domain; the limits of a monotone function are also the ends of its range, beyond which no
/// enclosure needs to reach.
enum class Limit { minus_inf = -9, minus_one = -1, zero = 0, one = 1, two = 2, plus_inf = 9 };
void set(arf_struct* out, Limit l) {
  if (l == Limit::minus_inf) {
    arf_neg_inf(out);
  } else if (l == Limit::plus_inf) {
    arf_pos_inf(out);
  } else {
    arf_set_si(out, static_cast<slong>(l));
  }
}

struct Monotone {
  bool increasing;
  Limit at_left, at_right;
  enum { reals, from_zero, above_zero, above_minus_one } domain;
};

/// The range of a monotone function over [x.lo, x.hi].
template <class Value>
Interval monotone(const Interval& x, const Monotone& m, Value value) {
  Interval r = Interval::like(x);
  if (x.is_undefined()) return undefined_like(r);
  bool left_is_limit = arf_is_neg_inf(x.lower_arf());
  if (m.domain != Monotone::reals) {
    const int position = m.domain == Monotone::above_minus_one ? arf_cmp_si(x.lower_arf(), -1) : arf_sgn(x.lower_arf());
    const bool at_boundary = position == 0;
    left_is_limit = false;
    if (position < 0) return undefined_like(r);
    if (at_boundary && m.domain != Monotone::from_zero) {
      // The boundary does not belong to the domain.
      const int right = m.domain == Monotone::above_minus_one ? arf_cmp_si(x.upper_arf(), -1) : arf_sgn(x.upper_arf());
      if (!x.limits() || right <= 0) return undefined_like(r);
      left_is_limit = true;
    }
  }
  const bool right_is_limit = arf_is_pos_inf(x.upper_arf());
  const Precision bits = working_precision(x.precision());
  arf_struct* left = m.increasing ? r.lo() : r.hi();
  arf_struct* right = m.increasing ? r.hi() : r.lo();
  if (left_is_limit) {
    set(left, m.at_left);
  } else {
    value(left, x.lower_arf(), bits, !m.increasing);
  }
  if (right_is_limit) {
    set(right, m.at_right);
  } else {
    value(right, x.upper_arf(), bits, m.increasing);
  }
  arf_t end;
  arf_init(end);
  set(end, m.increasing ? m.at_left : m.at_right);
  if (arf_cmp(r.lo(), end) < 0) arf_set(r.lo(), end);
  set(end, m.increasing ? m.at_right : m.at_left);
  if (arf_cmp(r.hi(), end) > 0) arf_set(r.hi(), end);
  arf_clear(end);
  r.normalise();
  return r;
}

Interval monotone(const Interval& x, const Monotone& m, Kernel f) {
  return monotone(
      x, m, [f](arf_struct* out, const arf_struct* at, Precision bits, bool up) { value_at(out, at, bits, up, f); });
}

constexpr Monotone increasing(Limit l, Limit r) { return {true, l, r, Monotone::reals}; }

}  // namespace

Interval exp(const Interval& x) { return monotone(x, increasing(Limit::zero, Limit::plus_inf), special::exp); }
Interval expm1(const Interval& x) { return monotone(x, increasing(Limit::minus_one, Limit::plus_inf), special::expm1); }
Interval log(const Interval& x) {
  return monotone(x, {true, Limit::minus_inf, Limit::plus_inf, Monotone::above_zero}, special::log);
}
Interval log1p(const Interval& x) {
  return monotone(x, {true, Limit::minus_inf, Limit::plus_inf, Monotone::above_minus_one}, special::log1p);
}
Interval sqrt(const Interval& x) {
  return monotone(x, {true, Limit::zero, Limit::plus_inf, Monotone::from_zero},
                  [](arf_struct* out, const arf_struct* at, Precision bits, bool up) {
                    arf_sqrt(out, at, bits, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
                  });
}
Interval sinh(const Interval& x) { return monotone(x, increasing(Limit::minus_inf, Limit::plus_inf), arb_sinh); }
Interval tanh(const Interval& x) { return monotone(x, increasing(Limit::minus_one, Limit::one), arb_tanh); }
Interval erf(const Interval& x) { return monotone(x, increasing(Limit::minus_one, Limit::one), special::erf); }
Interval erfc(const Interval& x) {
  return monotone(x, {false, Limit::two, Limit::zero, Monotone::reals}, special::erfc);
}
Interval normal_cdf(const Interval& x) { return monotone(x, increasing(Limit::zero, Limit::one), special::normal_cdf); }
Interval floor(const Interval& x) {
  return monotone(x, increasing(Limit::minus_inf, Limit::plus_inf),
                  [](arf_struct* out, const arf_struct* at, Precision, bool) { arf_floor(out, at); });
}
Interval ceil(const Interval& x) {
  return monotone(x, increasing(Limit::minus_inf, Limit::plus_inf),
                  [](arf_struct* out, const arf_struct* at, Precision, bool) { arf_ceil(out, at); });
}

Interval polygamma(int k, const Interval& x) {
  if (k < 0) throw Error(ErrorCode::domain, "polygamma", "an order k >= 0", std::to_string(k));
  const auto value = [k](arf_struct* out, const arf_struct* at, Precision bits, bool up) {
    const arb_struct point = shallow(at);
    rounded(out, bits, up, [&](arb_t v, slong wp) { special::polygamma(v, k, &point, wp); });
  };
  if (k == 0) return monotone(x, {true, Limit::minus_inf, Limit::plus_inf, Monotone::above_zero}, value);
  if (k % 2 == 1) return monotone(x, {false, Limit::plus_inf, Limit::zero, Monotone::above_zero}, value);
  return monotone(x, {true, Limit::minus_inf, Limit::zero, Monotone::above_zero}, value);
}
Interval digamma(const Interval& x) { return polygamma(0, x); }
Interval trigamma(const Interval& x) { return polygamma(1, x); }

namespace {

/// The minimum of a convex function that decreases to one point and increases from it: where it lies (an enclosure),
/// and a lower bound of it.
struct Minimum {
  Ball at;
  Ball value;
};

/// The range of such a function over x inside its domain. `value` evaluates at a finite point.
template <class Value>
Interval valley(const Interval& x, const Minimum& least, Limit at_left, bool left_is_limit, Value value) {
  Interval r = Interval::like(x);
  const Precision bits = working_precision(x.precision());
  const arb_struct at_lo = shallow(x.lower_arf());
  const arb_struct at_hi = shallow(x.upper_arf());
  const auto end = [&](arf_struct* out, bool left, bool up) {
    if (left && left_is_limit) {
      set(out, at_left);
    } else if (!left && arf_is_pos_inf(x.upper_arf())) {
      arf_pos_inf(out);
    } else {
      value(out, left ? x.lower_arf() : x.upper_arf(), bits, up);
    }
  };
  if (arb_ge(&at_lo, least.at.arb())) {
    end(r.lo(), true, false);
    end(r.hi(), false, true);
  } else if (arb_le(&at_hi, least.at.arb())) {
    end(r.lo(), false, false);
    end(r.hi(), true, true);
  } else {
    arb_get_lbound_arf(r.lo(), least.value.arb(), bits);
    arf_t other;
    arf_init(other);
    end(r.hi(), true, true);
    end(other, false, true);
    if (arf_cmp(other, r.hi()) > 0) arf_swap(other, r.hi());
    arf_clear(other);
  }
  r.normalise();
  return r;
}

/// The minimum of lgamma: if lgamma' = psi has absolute value at most s on the enclosure `at` of the minimiser (of
/// radius rad), the minimum is above lgamma(mid) - s rad. Cached for each thread and precision; the value depends on
/// the precision alone.
const Minimum& lgamma_minimum(Precision bits) {
  thread_local std::vector<std::pair<Precision, Minimum>> cache;
  for (const auto& entry : cache) {
    if (entry.first == bits) return entry.second;
  }
  if (cache.size() > 64) cache.clear();
  Ball at, value, slope;
  special::lgamma_minimizer(at.arb(), bits + 8);
  special::digamma(slope.arb(), at.arb(), bits + 8);
  Ball mid = Ball::from_arf(arb_midref(at.arb()), bits + 8);
  special::lgamma(value.arb(), mid.arb(), bits + 16);
  arb_t error;
  arb_init(error);
  arb_set(error, at.arb());
  arb_sub_arf(error, error, arb_midref(at.arb()), bits);
  arb_mul(error, error, slope.arb(), bits);
  arb_add(value.arb(), value.arb(), error, bits + 16);
  arb_clear(error);
  cache.emplace_back(bits, Minimum{at, value});
  return cache.back().second;
}

/// x log x: minimum -1/e at 1/e.
Minimum xlogx_minimum(Precision bits) {
  Ball e1 = exp(Ball(-1).with_precision(bits + 8));
  return {e1, -e1};
}

Minimum minimum_at_zero(int value) { return {Ball(0), Ball(value)}; }

/// True if the left end is at the excluded point 0 and is to be read as a limit; sets undefined if x leaves (0, inf).
enum class Left { inside, limit, outside };
Left left_of_positive(const Interval& x) {
  const int s = arf_sgn(x.lower_arf());
  if (x.is_undefined() || s < 0) return Left::outside;
  if (s > 0) return Left::inside;
  return x.limits() && arf_sgn(x.upper_arf()) > 0 ? Left::limit : Left::outside;
}

}  // namespace

Interval lgamma(const Interval& x) {
  const Left left = left_of_positive(x);
  if (left == Left::outside) return undefined_like(x);
  return valley(x, lgamma_minimum(working_precision(x.precision())), Limit::plus_inf, left == Left::limit,
                [](arf_struct* out, const arf_struct* at, Precision bits, bool up) {
                  value_at(out, at, bits, up, special::lgamma);
                });
}

Interval cosh(const Interval& x) {
  if (x.is_undefined()) return undefined_like(x);
  return valley(x, minimum_at_zero(1), Limit::plus_inf, arf_is_neg_inf(x.lower_arf()),
                [](arf_struct* out, const arf_struct* at, Precision bits, bool up) {
                  value_at(out, at, bits, up, arb_cosh);
                  if (!up && arf_cmp_si(out, 1) < 0) arf_one(out);
                });
}

Interval abs(const Interval& x) {
  if (x.is_undefined() || arf_sgn(x.lower_arf()) >= 0) return x;
  if (arf_sgn(x.upper_arf()) <= 0) return -x;
  Interval r = Interval::like(x);
  arf_abs(r.hi(), arf_cmpabs(x.lower_arf(), x.upper_arf()) > 0 ? x.lower_arf() : x.upper_arf());
  return r;
}

namespace {
Interval xlogx(const Interval& x) {
  if (x.is_undefined() || arf_sgn(x.lower_arf()) < 0) return undefined_like(x);
  return valley(x, xlogx_minimum(working_precision(x.precision())), Limit::zero, false,
                [](arf_struct* out, const arf_struct* at, Precision bits, bool up) {
                  const arb_struct point = shallow(at);
                  rounded(out, bits, up, [&](arb_t v, slong wp) { special::xlogy(v, &point, &point, wp); });
                });
}
}  // namespace

Interval xlogy(const Interval& x, const Interval& y) {
  if (&x == &y) return xlogx(x);
  Interval r = Interval::like(x, y);
  if (x.is_undefined() || y.is_undefined() || arf_sgn(y.lower_arf()) < 0) return undefined_like(r);
  if (arf_is_zero(x.lower_arf()) && arf_is_zero(x.upper_arf())) return r;
  // Sixteen more bits for the logarithm: its rounding must not double that of the product.
  const Precision bits = working_precision(r.precision());
  Interval fine = y.with_limits(r.limits());
  if (bits + 16 <= max_precision) {
    fine = Interval::from_arf(y.lower_arf(), y.upper_arf(), bits + 16).with_limits(r.limits());
  }
  const Interval l = log(fine);
  Interval result = x * l;
  return result.with_precision(r.precision());
}

namespace {

/// x^n for a point and n > 0, rounded.
void power_at(arf_struct* out, const arf_struct* x, slong n, Precision bits, bool up) {
  if (arf_is_zero(x)) {
    arf_zero(out);
    return;
  }
  if (arf_is_inf(x)) {
    if (arf_sgn(x) > 0 || n % 2 == 0) {
      arf_pos_inf(out);
    } else {
      arf_neg_inf(out);
    }
    return;
  }
  const arb_struct point = shallow(x);
  rounded(out, bits, up, [&](arb_t v, slong wp) { special::pow(v, &point, n, wp + FLINT_BIT_COUNT(n)); });
}

Interval positive_power(const Interval& x, slong n) {
  Interval r = Interval::like(x);
  const Precision bits = working_precision(x.precision());
  const auto value = [n](arf_struct* out, const arf_struct* at, Precision b, bool up) { power_at(out, at, n, b, up); };
  if (n % 2 == 1) {
    value(r.lo(), x.lower_arf(), bits, false);
    value(r.hi(), x.upper_arf(), bits, true);
    r.normalise();
    return r;
  }
  return valley(x, minimum_at_zero(0), Limit::plus_inf, arf_is_neg_inf(x.lower_arf()), value);
}

}  // namespace

Interval pow(const Interval& x, int n) {
  if (x.is_undefined()) return undefined_like(x);
  if (n == 0) return Interval(1).with_precision(x.precision()).with_limits(x.limits());
  if (n == 1) return x;
  if (n == 2) return square(x);
  if (n > 0) return positive_power(x, n);
  const Precision bits = working_precision(x.precision());
  Interval fine =
      Interval::from_arf(x.lower_arf(), x.upper_arf(), std::min(bits + 16, max_precision)).with_limits(x.limits());
  const Interval denominator = n == -1 ? fine : positive_power(fine, -static_cast<slong>(n));
  return (Interval(1) / denominator).with_precision(x.precision());
}

namespace {

/// x^y for x > 0, either end possibly infinite (then a limit), rounded.
void general_power_at(arf_struct* out, const arf_struct* x, const arf_struct* y, Precision bits, bool up) {
  const int log_sign = arf_cmp_si(x, 1);
  const int grows = log_sign * arf_sgn(y);
  if (grows == 0) {  // 1^y or x^0
    arf_one(out);
  } else if (arf_is_inf(x) || arf_is_inf(y)) {
    if (grows > 0) {
      arf_pos_inf(out);
    } else {
      arf_zero(out);
    }
  } else {
    const arb_struct base = shallow(x);
    const arb_struct exponent = shallow(y);
    rounded(out, bits, up, [&](arb_t v, slong wp) { special::pow(v, &base, &exponent, wp); });
    if (!up && arf_sgn(out) < 0) arf_zero(out);
  }
}

/// x^y = exp(y log x) over x.lo > 0: log x and y are independent, so the extremes are at corners.
Interval positive_base_power(const Interval& x, const Interval& y) {
  Interval r = Interval::like(x, y);
  const Precision bits = working_precision(r.precision());
  const arf_struct *x1 = x.lower_arf(), *x2 = x.upper_arf(), *y1 = y.lower_arf(), *y2 = y.upper_arf();
  const bool x1_above = arf_cmp_si(x1, 1) >= 0, x2_above = arf_cmp_si(x2, 1) >= 0;
  const auto at = [&](arf_struct* out, const arf_struct* u, const arf_struct* v, bool up) {
    general_power_at(out, u, v, bits, up);
  };
  if (arf_sgn(y1) >= 0) {  // increasing in x
    at(r.lo(), x1, x1_above ? y1 : y2, false);
    at(r.hi(), x2, x2_above ? y2 : y1, true);
  } else if (arf_sgn(y2) <= 0) {  // decreasing in x
    at(r.lo(), x2, x2_above ? y1 : y2, false);
    at(r.hi(), x1, x1_above ? y2 : y1, true);
  } else {
    // y takes both signs: a base above 1 is extreme at its largest, one below 1 at its smallest
    arf_t other;
    arf_init(other);
    at(r.lo(), x2, x2_above ? y1 : y2, false);
    at(other, x1, x1_above ? y1 : y2, false);
    if (arf_cmp(other, r.lo()) < 0) arf_swap(other, r.lo());
    at(r.hi(), x2, x2_above ? y2 : y1, true);
    at(other, x1, x1_above ? y2 : y1, true);
    if (arf_cmp(other, r.hi()) > 0) arf_swap(other, r.hi());
    arf_clear(other);
  }
  r.normalise();
  return r;
}

}  // namespace

Interval pow(const Interval& x, const Interval& y) {
  Interval r = Interval::like(x, y);
  if (x.is_undefined() || y.is_undefined()) return undefined_like(r);
  if (y.is_point() && arf_is_int(y.lower_arf()) && arf_cmpabs_ui(y.lower_arf(), 1UL << 30) <= 0) {
    const Interval base = Interval::from_arf(x.lower_arf(), x.upper_arf(), r.precision()).with_limits(r.limits());
    return pow(base, static_cast<int>(arf_get_si(y.lower_arf(), ARF_RND_DOWN)));
  }
  if (arf_sgn(x.lower_arf()) > 0) return positive_base_power(x, y);
  if (arf_sgn(x.lower_arf()) < 0) return undefined_like(r);
  // The base reaches 0: defined for y > 0 (value 0 there).
  const Precision bits = working_precision(r.precision());
  if (arf_sgn(y.lower_arf()) > 0) {
    if (arf_is_zero(x.upper_arf())) return r;
    general_power_at(r.hi(), x.upper_arf(), arf_cmp_si(x.upper_arf(), 1) >= 0 ? y.upper_arf() : y.lower_arf(), bits,
                     true);
    r.normalise();
    return r;
  }
  if (!r.limits() || arf_sgn(x.upper_arf()) <= 0) return undefined_like(r);
  if (arf_sgn(y.upper_arf()) < 0) {
    general_power_at(r.lo(), x.upper_arf(), arf_cmp_si(x.upper_arf(), 1) >= 0 ? y.lower_arf() : y.upper_arf(), bits,
                     false);
  }
  arf_pos_inf(r.hi());
  r.normalise();
  return r;
}

Interval min(const Interval& x, const Interval& y) {
  Interval r = Interval::like(x, y);
  if (x.is_undefined() || y.is_undefined()) return undefined_like(r);
  arf_set(r.lo(), arf_cmp(x.lower_arf(), y.lower_arf()) <= 0 ? x.lower_arf() : y.lower_arf());
  arf_set(r.hi(), arf_cmp(x.upper_arf(), y.upper_arf()) <= 0 ? x.upper_arf() : y.upper_arf());
  return r;
}

Interval max(const Interval& x, const Interval& y) {
  Interval r = Interval::like(x, y);
  if (x.is_undefined() || y.is_undefined()) return undefined_like(r);
  arf_set(r.lo(), arf_cmp(x.lower_arf(), y.lower_arf()) >= 0 ? x.lower_arf() : y.lower_arf());
  arf_set(r.hi(), arf_cmp(x.upper_arf(), y.upper_arf()) >= 0 ? x.upper_arf() : y.upper_arf());
  return r;
}

Interval log_sum_exp(std::span<const Interval> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  Interval r;
  for (const Interval& term : x) r = Interval::like(r, term);
  for (const Interval& term : x) {
    if (term.is_undefined()) return undefined_like(r);
  }
  // Increasing in each term: all lower ends, then all upper ends. A term at -inf adds nothing; one at inf decides.
  const Precision bits = working_precision(r.precision());
  const auto end = [&](arf_struct* out, bool up) {
    std::vector<arb_struct> points;
    for (const Interval& term : x) {
      const arf_struct* at = up ? term.upper_arf() : term.lower_arf();
      if (arf_is_pos_inf(at)) {
        arf_pos_inf(out);
        return;
      }
      if (!arf_is_neg_inf(at)) points.push_back(shallow(at));
    }
    if (points.empty()) {
      arf_neg_inf(out);
      return;
    }
    rounded(out, bits, up,
            [&](arb_t v, slong wp) { special::log_sum_exp(v, points.data(), static_cast<slong>(points.size()), wp); });
  };
  end(r.lo(), false);
  end(r.hi(), true);
  r.normalise();
  return r;
}

}  // namespace dpcert
