// Functions of Interval: monotone pieces are evaluated at their ends with Arb, at a precision raised until the end has
// all its bits; the others go by cases. So the enclosure is the true range but for one rounding at each end, and it
// keeps the range's sign.
#include <algorithm>
#include <array>
#include <vector>

#include "src/scalar/interval_detail.hpp"

namespace dpcert {

using namespace interval_detail;

namespace {
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
                  [](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision bits) {
                    if (lo != nullptr) arf_sqrt(lo, at, bits, ARF_RND_FLOOR);
                    if (hi != nullptr) arf_sqrt(hi, at, bits, ARF_RND_CEIL);
                  });
}
Interval sinh(const Interval& x) { return monotone(x, increasing(Limit::minus_inf, Limit::plus_inf), arb_sinh); }
Interval tanh(const Interval& x) { return monotone(x, increasing(Limit::minus_one, Limit::one), arb_tanh); }
Interval erf(const Interval& x) { return monotone(x, increasing(Limit::minus_one, Limit::one), special::erf); }
Interval erfc(const Interval& x) {
  return monotone(x, {false, Limit::two, Limit::zero, Monotone::reals}, special::erfc);
}
Interval normal_cdf(const Interval& x) { return monotone(x, increasing(Limit::zero, Limit::one), special::normal_cdf); }

namespace {

/// sin, or cos. Between two multiples of pi (shifted by a half for sin) the function is monotone; it
/// is (-1)^m at the m-th. Every multiple that may lie in the interval widens the values at the ends.
Interval wave(const Interval& x, special::Kernel f, bool sine) {
  Interval r = Interval::like(x);
  if (x.is_undefined()) return undefined_like(r);
  const Precision bits = working_precision(x.precision());
  constexpr slong far = 10'000;  // bits before the point: the values there are not looked for
  const auto near = [](const arf_struct* end) { return arf_is_finite(end) && arf_cmpabs_2exp_si(end, far) < 0; };
  arf_set_si(r.lo(), -1);
  arf_set_si(r.hi(), 1);
  if (!near(x.lower_arf()) || !near(x.upper_arf())) return r;
  arb_t turns;
  arf_t first, last;
  arb_init(turns), arf_init(first), arf_init(last);
  const auto multiple = [&](const arf_struct* end) {
    const slong wp = static_cast<slong>(bits) + 32 + std::max<slong>(0, arf_abs_bound_lt_2exp_si(end));
    arb_const_pi(turns, wp);
    const arb_struct point = shallow(end);
    arb_div(turns, &point, turns, wp);
    if (sine) {
      arf_t half;
      arf_init(half);
      arf_set_d(half, -0.5);
      arb_add_arf(turns, turns, half, wp);
      arf_clear(half);
    }
  };
  multiple(x.lower_arf());
  arb_get_lbound_arf(first, turns, ARF_PREC_EXACT);
  arf_ceil(first, first);
  multiple(x.upper_arf());
  arb_get_ubound_arf(last, turns, ARF_PREC_EXACT);
  arf_floor(last, last);
  const bool one = arf_equal(first, last) != 0;
  if (arf_cmp(first, last) >= 0) {
    const auto even = [&] { return arf_is_int_2exp_si(first, 1) != 0; };
    const bool top = one && even(), bottom = one && !even();
    Interval a = Interval::like(x), b = Interval::like(x);
    ByKernel{f}(a.lo(), a.hi(), x.lower_arf(), bits);
    ByKernel{f}(b.lo(), b.hi(), x.upper_arf(), bits);
    const arf_struct *low = arf_cmp(a.lo(), b.lo()) < 0 ? a.lo() : b.lo(),
                     *high = arf_cmp(a.hi(), b.hi()) > 0 ? a.hi() : b.hi();
    if (!bottom && arf_cmp(low, r.lo()) > 0) arf_set(r.lo(), low);
    if (!top && arf_cmp(high, r.hi()) < 0) arf_set(r.hi(), high);
  }
  arb_clear(turns), arf_clear(first), arf_clear(last);
  r.normalise();
  return r;
}

}  // namespace

Interval sin(const Interval& x) { return wave(x, arb_sin, true); }
Interval cos(const Interval& x) { return wave(x, arb_cos, false); }
Interval atan(const Interval& x) {
  Interval r = Interval::like(x);
  if (x.is_undefined()) return undefined_like(r);
  const Precision bits = working_precision(x.precision());
  const auto end = [&](const arf_struct* at, arf_struct* lo, arf_struct* hi) {
    if (arf_is_finite(at)) return ByKernel{arb_atan}(lo, hi, at, bits);
    arb_t limit;
    arb_init(limit);
    arb_const_pi(limit, bits + 8);
    arb_mul_2exp_si(limit, limit, -1);
    if (arf_sgn(at) < 0) arb_neg(limit, limit);
    if (lo) arb_get_lbound_arf(lo, limit, bits);
    if (hi) arb_get_ubound_arf(hi, limit, bits);
    arb_clear(limit);
  };
  end(x.lower_arf(), r.lo(), nullptr);
  end(x.upper_arf(), nullptr, r.hi());
  r.normalise();
  return r;
}
Interval floor(const Interval& x) {
  return monotone(x, increasing(Limit::minus_inf, Limit::plus_inf),
                  [](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision) {
                    if (lo != nullptr) arf_floor(lo, at);
                    if (hi != nullptr) arf_floor(hi, at);
                  });
}
Interval ceil(const Interval& x) { return -floor(-x); }

Interval polygamma(int k, const Interval& x) {
  if (k < 0) throw Error(ErrorCode::domain, "polygamma", "an order k >= 0", std::to_string(k));
  const auto value = [k](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision bits) {
    const arb_struct point = shallow(at);
    rounded(lo, hi, bits, [&](arb_t v, slong wp) { special::polygamma(v, k, &point, wp); });
  };
  if (k == 0) return monotone(x, {true, Limit::minus_inf, Limit::plus_inf, Monotone::above_zero}, value);
  if (k % 2 == 1) return monotone(x, {false, Limit::plus_inf, Limit::zero, Monotone::above_zero}, value);
  return monotone(x, {true, Limit::minus_inf, Limit::zero, Monotone::above_zero}, value);
}
Interval digamma(const Interval& x) { return polygamma(0, x); }
Interval trigamma(const Interval& x) { return polygamma(1, x); }

namespace {

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
                ByKernel{special::lgamma});
}

Interval cosh(const Interval& x) {
  if (x.is_undefined()) return undefined_like(x);
  return valley(x, minimum_at_zero(1), Limit::plus_inf, arf_is_neg_inf(x.lower_arf()),
                [](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision bits) {
                  ByKernel{arb_cosh}(lo, hi, at, bits);
                  if (lo != nullptr && arf_cmp_si(lo, 1) < 0) arf_one(lo);
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
                [](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision bits) {
                  const arb_struct point = shallow(at);
                  rounded(lo, hi, bits, [&](arb_t v, slong wp) { special::xlogy(v, &point, &point, wp); });
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
    rounded(up ? nullptr : out, up ? out : nullptr, bits,
            [&](arb_t v, slong wp) { special::log_sum_exp(v, points.data(), static_cast<slong>(points.size()), wp); });
  };
  end(r.lo(), false);
  end(r.hi(), true);
  r.normalise();
  return r;
}

}  // namespace dpcert
