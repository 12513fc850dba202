// + - * / of intervals. The hot path of branch and bound: no allocation at up to 128 bits, two rounded arf operations
// for most cases.
#include "dpcert/scalar/interval.hpp"

namespace dpcert {
namespace {

Interval& make_undefined(Interval& r) {
  arf_nan(r.lo());
  arf_nan(r.hi());
  return r;
}

/// A product of ends. 0 * inf = 0: an infinite end is a limit of finite points, and 0 times each of them is 0.
inline void mul_end(arf_struct* r, const arf_struct* x, const arf_struct* y, slong prec, arf_rnd_t rnd) {
  if (arf_is_zero(x) || arf_is_zero(y)) {
    arf_zero(r);
  } else {
    arf_mul(r, x, y, prec, rnd);
  }
}

}  // namespace

// An undefined operand has NaN ends, which arf_add and arf_sub hand on to both ends.
Interval operator+(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  const slong prec = working_precision(r.prec_);
  arf_add(&r.lo_, &a.lo_, &b.lo_, prec, ARF_RND_FLOOR);
  arf_add(&r.hi_, &a.hi_, &b.hi_, prec, ARF_RND_CEIL);
  return r;
}

Interval operator-(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  const slong prec = working_precision(r.prec_);
  arf_sub(&r.lo_, &a.lo_, &b.hi_, prec, ARF_RND_FLOOR);
  arf_sub(&r.hi_, &a.hi_, &b.lo_, prec, ARF_RND_CEIL);
  return r;
}

Interval operator-(const Interval& a) {
  Interval r = Interval::like(a);
  arf_neg(&r.lo_, &a.hi_);
  arf_neg(&r.hi_, &a.lo_);
  return r;
}

Interval operator*(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  if (a.is_undefined() || b.is_undefined()) return make_undefined(r);
  if (&a == &b) return square(a);
  const slong prec = working_precision(r.prec_);
  const auto set = [&](const arf_struct* l1, const arf_struct* l2, const arf_struct* h1, const arf_struct* h2) {
    mul_end(&r.lo_, l1, l2, prec, ARF_RND_FLOOR);
    mul_end(&r.hi_, h1, h2, prec, ARF_RND_CEIL);
  };
  const bool a_up = arf_sgn(&a.lo_) >= 0, a_down = arf_sgn(&a.hi_) <= 0;
  const bool b_up = arf_sgn(&b.lo_) >= 0, b_down = arf_sgn(&b.hi_) <= 0;
  if (a_up) {
    set(b_up ? &a.lo_ : &a.hi_, &b.lo_, b_down ? &a.lo_ : &a.hi_, &b.hi_);
  } else if (a_down) {
    set(b_down ? &a.hi_ : &a.lo_, &b.hi_, b_up ? &a.hi_ : &a.lo_, &b.lo_);
  } else if (b_up) {
    set(&a.lo_, &b.hi_, &a.hi_, &b.hi_);
  } else if (b_down) {
    set(&a.hi_, &b.lo_, &a.lo_, &b.lo_);
  } else {
    set(&a.lo_, &b.hi_, &a.lo_, &b.lo_);
    arf_t t;
    arf_init(t);
    mul_end(t, &a.hi_, &b.lo_, prec, ARF_RND_FLOOR);
    if (arf_cmp(t, &r.lo_) < 0) arf_swap(t, &r.lo_);
    mul_end(t, &a.hi_, &b.hi_, prec, ARF_RND_CEIL);
    if (arf_cmp(t, &r.hi_) > 0) arf_swap(t, &r.hi_);
    arf_clear(t);
  }
  return r;
}

Interval square(const Interval& x) {
  Interval r = Interval::like(x);
  if (x.is_undefined()) return make_undefined(r);
  const slong prec = working_precision(x.precision());
  const arf_struct* lo = x.lower_arf();
  const arf_struct* hi = x.upper_arf();
  const bool low_is_larger = arf_cmpabs(lo, hi) > 0;
  const arf_struct* large = low_is_larger ? lo : hi;
  const arf_struct* small = low_is_larger ? hi : lo;
  if (!x.contains_zero()) arf_mul(r.lo(), small, small, prec, ARF_RND_FLOOR);
  arf_mul(r.hi(), large, large, prec, ARF_RND_CEIL);
  return r;
}

Interval operator/(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  if (a.is_undefined() || b.is_undefined()) return make_undefined(r);
  const slong prec = working_precision(r.prec_);
  const int b_lo = arf_sgn(&b.lo_), b_hi = arf_sgn(&b.hi_);
  const bool b_up = b_lo > 0 || (r.limits_ && b_lo == 0 && b_hi > 0);
  const bool b_down = b_hi < 0 || (r.limits_ && b_hi == 0 && b_lo < 0);
  if (!b_up && !b_down) return make_undefined(r);
  // b > 0: the lower end is a.lo / (the end of b that makes it least). b < 0: the same for (-a) / (-b), signs inside.
  const arf_struct* near = b_up ? &b.lo_ : &b.hi_;  // the end of b next to 0
  const arf_struct* far = b_up ? &b.hi_ : &b.lo_;
  const arf_struct* low = b_up ? &a.lo_ : &a.hi_;  // the end of a that gives the lower end
  const arf_struct* high = b_up ? &a.hi_ : &a.lo_;
  const int side = b_up ? 1 : -1;
  const auto divide = [&](arf_struct* end, const arf_struct* x, bool towards_near, arf_rnd_t rnd) {
    const arf_struct* d = towards_near ? near : far;
    if (arf_is_zero(x)) {
      arf_zero(end);
    } else if (arf_is_zero(d)) {  // limits: x / 0+-
      if (arf_sgn(x) * side > 0) {
        arf_pos_inf(end);
      } else {
        arf_neg_inf(end);
      }
    } else if (arf_is_inf(
                   d)) {  // a limit again; x may be infinite, but then the quotient of finite points still comes near 0
      arf_zero(end);
    } else {
      arf_div(end, x, d, prec, rnd);
    }
  };
  divide(&r.lo_, low, arf_sgn(low) * side < 0, ARF_RND_FLOOR);
  divide(&r.hi_, high, arf_sgn(high) * side > 0, ARF_RND_CEIL);
  return r;
}

}  // namespace dpcert
