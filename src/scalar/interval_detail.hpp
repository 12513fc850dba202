// How the functions of Interval are evaluated: by value at the ends, and by cases about a minimum. For interval_*.cpp
// only.
#pragma once

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"
#include "src/scalar/special.hpp"

namespace dpcert::interval_detail {

/// A point as a ball without copying: read only, never cleared.
inline arb_struct shallow(const arf_struct* x) {
  arb_struct b;
  b.mid = *x;
  mag_init(&b.rad);
  return b;
}

inline Interval undefined_like(const Interval& r) {
  Interval u = Interval::like(r);
  arf_nan(u.lo());
  arf_nan(u.hi());
  return u;
}

/// The value of evaluate(ball, precision), rounded down into *lo and up into *hi (either may be null). Raises the
/// working precision until the value has `bits` good bits (a value near a zero of the function needs more), up to a
/// limit that only an exact zero reaches.
template <class Evaluate>
void rounded(arf_struct* lo, arf_struct* hi, Precision bits, Evaluate evaluate) {
  arb_t v;
  arb_init(v);
  const Precision limit = 32 * bits + 4096;
  for (Precision wp = bits + 8;; wp = 2 * wp) {
    evaluate(v, static_cast<slong>(wp));
    if (wp >= limit || arb_rel_accuracy_bits(v) >= bits + 1) break;
  }
  const bool finite = arb_is_finite(v) != 0;  // else too large for Arb, or the limit was reached: no information
  if (lo != nullptr) finite ? arb_get_lbound_arf(lo, v, bits) : arf_neg_inf(lo);
  if (hi != nullptr) finite ? arb_get_ubound_arf(hi, v, bits) : arf_pos_inf(hi);
  arb_clear(v);
}

/// Evaluates a kernel at a point.
struct ByKernel {
  special::Kernel f;
  void operator()(arf_struct* lo, arf_struct* hi, const arf_struct* x, Precision bits) const {
    const arb_struct point = shallow(x);
    rounded(lo, hi, bits, [&](arb_t v, slong wp) { f(v, &point, wp); });
  }
};

/// A limit at an end of the domain; the limits of a monotone function are also the ends of its range, beyond which no
/// enclosure needs to reach.
enum class Limit { minus_inf = -9, minus_one = -1, zero = 0, one = 1, two = 2, plus_inf = 9 };
inline void set(arf_struct* out, Limit l) {
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

/// The range of a monotone function over [x.lo, x.hi]; value(lo, hi, x, bits) encloses it at a finite point.
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
  if (!left_is_limit && arf_equal(x.lower_arf(), x.upper_arf())) {
    value(r.lo(), r.hi(), x.lower_arf(), bits);
  } else {
    const auto end = [&](bool lower) {
      const bool left = lower == m.increasing;
      arf_struct* out = lower ? r.lo() : r.hi();
      if (left ? left_is_limit : right_is_limit) {
        set(out, left ? m.at_left : m.at_right);
      } else {
        value(lower ? out : nullptr, lower ? nullptr : out, left ? x.lower_arf() : x.upper_arf(), bits);
      }
    };
    end(true);
    end(false);
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

inline Interval monotone(const Interval& x, const Monotone& m, special::Kernel f) {
  return monotone(x, m, ByKernel{f});
}

/// The minimum of a convex function that decreases to one point and increases from it: where it lies (an enclosure),
/// and a lower bound of it.
struct Minimum {
  Ball at;
  Ball value;
};

/// The range of such a function over x inside its domain; value(lo, hi, x, bits) encloses it at a finite point.
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
      value(up ? nullptr : out, up ? out : nullptr, left ? x.lower_arf() : x.upper_arf(), bits);
    }
  };
  if (!left_is_limit && arf_equal(x.lower_arf(), x.upper_arf())) {
    value(r.lo(), r.hi(), x.lower_arf(), bits);
    return r;
  }
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

inline Minimum minimum_at_zero(int value) { return {Ball(0), Ball(value)}; }

}  // namespace dpcert::interval_detail
