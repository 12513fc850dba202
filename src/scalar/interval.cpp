#include "dpcert/scalar/interval.hpp"

#include <algorithm>
#include <limits>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "src/core/ends.hpp"

namespace dpcert {

Interval Interval::like(const Interval& a) {
  Interval r;
  r.prec_ = a.prec_;
  r.limits_ = a.limits_;
  return r;
}

Interval Interval::like(const Interval& a, const Interval& b) {
  Interval r;
  r.prec_ = std::max(a.prec_, b.prec_);
  r.limits_ = a.limits_ || b.limits_;
  return r;
}

void Interval::normalise() {
  // arf_cmp with a NaN is 0: test for it first. [inf, inf] and [-inf, -inf] hold no real number.
  if (arf_is_nan(&lo_) || arf_is_nan(&hi_) || arf_is_pos_inf(&lo_) || arf_is_neg_inf(&hi_) || arf_cmp(&lo_, &hi_) > 0) {
    arf_nan(&lo_);
    arf_nan(&hi_);
  }
}

Interval::Interval(const Rational& q, Precision bits) : Interval() {
  prec_ = checked_precision(bits);
  ends::set_rational(&lo_, q, working_precision(bits), ARF_RND_FLOOR);
  ends::set_rational(&hi_, q, working_precision(bits), ARF_RND_CEIL);
}

Interval::Interval(const Rational& lo, const Rational& hi, Precision bits) : Interval() {
  prec_ = checked_precision(bits);
  if (lo > hi) {
    arf_nan(&lo_);
    arf_nan(&hi_);
    return;
  }
  ends::set_rational(&lo_, lo, working_precision(bits), ARF_RND_FLOOR);
  ends::set_rational(&hi_, hi, working_precision(bits), ARF_RND_CEIL);
}

Interval::Interval(const Ball& x) : Interval() {
  prec_ = x.precision();
  if (!x.is_finite()) {  // NaN, or an infinite radius, which an undefined operation may have left
    arf_nan(&lo_);
    arf_nan(&hi_);
  } else if (arb_is_exact(x.arb())) {
    arf_set(&lo_, arb_midref(x.arb()));
    arf_set(&hi_, arb_midref(x.arb()));
  } else {
    arb_get_lbound_arf(&lo_, x.arb(), working_precision(prec_));
    arb_get_ubound_arf(&hi_, x.arb(), working_precision(prec_));
  }
  normalise();
}

Interval Interval::from_arf(const arf_t lo, const arf_t hi, Precision bits) {
  Interval r;
  r.prec_ = checked_precision(bits);
  arf_set(&r.lo_, lo);
  arf_set(&r.hi_, hi);
  r.normalise();
  return r;
}

Interval Interval::undefined(Precision bits) {
  Interval r;
  r.prec_ = checked_precision(bits);
  arf_nan(&r.lo_);
  arf_nan(&r.hi_);
  return r;
}

Interval Interval::entire(Precision bits) {
  Interval r;
  r.prec_ = checked_precision(bits);
  arf_neg_inf(&r.lo_);
  arf_pos_inf(&r.hi_);
  return r;
}

Interval Interval::at_least(const Rational& lo, Precision bits) {
  Interval r(lo, bits);
  arf_pos_inf(&r.hi_);
  return r;
}

Interval Interval::at_most(const Rational& hi, Precision bits) {
  Interval r(hi, bits);
  arf_neg_inf(&r.lo_);
  return r;
}

Interval Interval::pi(Precision bits) { return Interval(Ball::pi(bits)); }

Interval Interval::with_precision(Precision bits) const {
  Interval r;
  r.prec_ = checked_precision(bits);
  r.limits_ = limits_;
  arf_set_round(&r.lo_, &lo_, working_precision(bits), ARF_RND_FLOOR);
  arf_set_round(&r.hi_, &hi_, working_precision(bits), ARF_RND_CEIL);
  return r;
}

Interval Interval::with_limits(bool on) const {
  Interval r(*this);
  r.limits_ = on;
  return r;
}

bool Interval::contains(const Rational& q) const {
  if (is_undefined()) return false;
  // Rounding q is monotone and the ends are exact at their own bits: compare with q rounded to more.
  const auto below = [&q](const arf_struct* end) {  // end <= q
    if (arf_is_special(end) && !arf_is_zero(end)) return arf_is_neg_inf(end) != 0;
    arf_t t;
    arf_init(t);
    ends::set_rational(t, q, std::max<slong>(arf_bits(end), 64), ARF_RND_FLOOR);  // floor(q) >= end iff q >= end
    const bool result = arf_cmp(end, t) <= 0;
    arf_clear(t);
    return result;
  };
  const auto above = [&q](const arf_struct* end) {  // end >= q
    if (arf_is_special(end) && !arf_is_zero(end)) return arf_is_pos_inf(end) != 0;
    arf_t t;
    arf_init(t);
    ends::set_rational(t, q, std::max<slong>(arf_bits(end), 64), ARF_RND_CEIL);
    const bool result = arf_cmp(end, t) >= 0;
    arf_clear(t);
    return result;
  };
  return below(&lo_) && above(&hi_);
}

bool Interval::is_subset_of(const Interval& o) const {
  return is_defined() && o.is_defined() && arf_cmp(&o.lo_, &lo_) <= 0 && arf_cmp(&hi_, &o.hi_) <= 0;
}

bool Interval::overlaps(const Interval& o) const {
  return is_defined() && o.is_defined() && arf_cmp(&lo_, &o.hi_) <= 0 && arf_cmp(&o.lo_, &hi_) <= 0;
}

Precision Interval::relative_accuracy_bits() const { return Ball(*this).relative_accuracy_bits(); }

std::string Interval::lower(int digits) const { return ends::decimal(&lo_, digits, false); }
std::string Interval::upper(int digits) const { return ends::decimal(&hi_, digits, true); }
Rational Interval::lower_rational() const { return ends::rational(&lo_); }
Rational Interval::upper_rational() const { return ends::rational(&hi_); }

namespace {
// arf_get_d is not relied upon outside the normal range of double.
double outward_double(const arf_struct* x, bool up) {
  if (arf_is_nan(x)) return std::numeric_limits<double>::quiet_NaN();
  if (arf_is_zero(x)) return 0;
  const double inf = std::numeric_limits<double>::infinity();
  const bool negative = arf_sgn(x) < 0;
  const bool away = negative != up;
  if (arf_is_inf(x) || arf_cmpabs_2exp_si(x, 1023) >= 0) {
    if (away || arf_is_inf(x)) return negative ? -inf : inf;
    return negative ? -0x1p1023 : 0x1p1023;
  }
  if (arf_cmpabs_2exp_si(x, -1021) < 0) {
    if (!away) return 0;
    return negative ? -0x1p-1021 : 0x1p-1021;
  }
  return arf_get_d(x, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
}
}  // namespace

double Interval::lower_double() const { return outward_double(&lo_, false); }
double Interval::upper_double() const { return outward_double(&hi_, true); }
double Interval::approx() const {
  const double a = lower_double();
  const double b = upper_double();
  return a == b ? a : a + (b - a) / 2;
}
std::string Interval::str(int digits) const { return "[" + lower(digits) + ", " + upper(digits) + "]"; }

namespace {
/// Rounds m to as few bits as keep it strictly inside (a, b), if it is inside.
void shorten_between(arf_struct* m, const arf_struct* a, const arf_struct* b) {
  arf_t t;
  arf_init(t);
  for (slong bits = 8; bits < arf_bits(m); bits += bits) {
    arf_set_round(t, m, bits, ARF_RND_NEAR);
    if (arf_cmp(a, t) < 0 && arf_cmp(t, b) < 0) {
      arf_swap(m, t);
      break;
    }
  }
  arf_clear(t);
}
}  // namespace

Interval Interval::midpoint() const {
  if (!is_finite()) return undefined(prec_);
  Interval r = like(*this);
  // Exactly, unless the ends are of so different size that this takes too many bits: then half of the larger one,
  // rounded, is inside.
  const slong a = arf_abs_bound_lt_2exp_si(&lo_), b = arf_abs_bound_lt_2exp_si(&hi_);
  const bool zero = arf_is_zero(&lo_) || arf_is_zero(&hi_);
  if (!zero && (std::max(a, b) == ARF_PREC_EXACT || std::min(a, b) == -ARF_PREC_EXACT)) return undefined(prec_);
  const bool near = zero || std::max(a, b) - std::min(a, b) < 100'000;
  arf_add(&r.lo_, &lo_, &hi_, near ? ARF_PREC_EXACT : prec_ + 64, ARF_RND_DOWN);
  arf_mul_2exp_si(&r.lo_, &r.lo_, -1);
  shorten_between(&r.lo_, &lo_, &hi_);
  arf_set(&r.hi_, &r.lo_);
  return r;
}

Interval Interval::split_point() const {
  if (!is_finite() || arf_sgn(&lo_) * arf_sgn(&hi_) <= 0) return midpoint();
  const bool negative = arf_sgn(&lo_) < 0;
  const arf_struct* small = negative ? &hi_ : &lo_;
  const arf_struct* large = negative ? &lo_ : &hi_;
  Interval r = like(*this);
  arf_mul_2exp_si(&r.lo_, small, 2);
  if (arf_cmpabs(&r.lo_, large) >= 0) return midpoint();
  arf_mul(&r.lo_, small, large, 64, ARF_RND_DOWN);
  arf_sqrt(&r.lo_, &r.lo_, 16, ARF_RND_DOWN);
  if (negative) arf_neg(&r.lo_, &r.lo_);
  shorten_between(&r.lo_, &lo_, &hi_);
  arf_set(&r.hi_, &r.lo_);
  return r;
}

Interval Interval::lower_point() const {
  Interval r = like(*this);
  arf_set(&r.lo_, &lo_);
  arf_set(&r.hi_, &lo_);
  r.normalise();
  return r;
}

Interval Interval::upper_point() const {
  Interval r = like(*this);
  arf_set(&r.lo_, &hi_);
  arf_set(&r.hi_, &hi_);
  r.normalise();
  return r;
}

Interval Interval::width() const {
  Interval r = like(*this);
  arf_sub(&r.hi_, &hi_, &lo_, working_precision(prec_), ARF_RND_CEIL);
  if (arf_is_finite(&r.hi_)) arf_set(&r.lo_, &r.hi_);
  r.normalise();
  return r;
}

Truth holds(Rel rel, const Interval& a, const Interval& b) {
  if (a.is_undefined() || b.is_undefined()) return Truth::undefined;
  const auto decide = [](bool yes, bool no) { return yes ? Truth::always : no ? Truth::never : Truth::maybe; };
  switch (rel) {
    case Rel::ge:
      return decide(certainly_less_equal(b, a), certainly_less(a, b));
    case Rel::gt:
      return decide(certainly_less(b, a), certainly_less_equal(a, b));
    case Rel::le:
      return decide(certainly_less_equal(a, b), certainly_less(b, a));
    case Rel::lt:
      return decide(certainly_less(a, b), certainly_less_equal(b, a));
    case Rel::eq:
      return decide(certainly_equal(a, b), !a.overlaps(b));
  }
  return Truth::undefined;
}

Truth operator<(const Interval& a, const Interval& b) { return holds(Rel::lt, a, b); }
Truth operator<=(const Interval& a, const Interval& b) { return holds(Rel::le, a, b); }
Truth operator>(const Interval& a, const Interval& b) { return holds(Rel::gt, a, b); }
Truth operator>=(const Interval& a, const Interval& b) { return holds(Rel::ge, a, b); }
Truth operator==(const Interval& a, const Interval& b) { return holds(Rel::eq, a, b); }
Truth operator!=(const Interval& a, const Interval& b) { return !holds(Rel::eq, a, b); }

bool certainly_less(const Interval& a, const Interval& b) {
  return a.is_defined() && b.is_defined() && arf_cmp(a.upper_arf(), b.lower_arf()) < 0;
}
bool certainly_less_equal(const Interval& a, const Interval& b) {
  return a.is_defined() && b.is_defined() && arf_cmp(a.upper_arf(), b.lower_arf()) <= 0;
}
bool certainly_equal(const Interval& a, const Interval& b) {
  return a.is_point() && b.is_point() && arf_equal(a.lower_arf(), b.lower_arf()) != 0;
}

Interval select(Rel rel, const Interval& a, const Interval& b, const Interval& x, const Interval& y) {
  switch (holds(rel, a, b).value()) {
    case Truth::always:
      return x;
    case Truth::never:
      return y;
    case Truth::maybe:
      return hull(x, y);
    case Truth::undefined:
      break;
  }
  return Interval::undefined(std::max(x.precision(), y.precision()));
}

Interval hull(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  if (a.is_undefined() || b.is_undefined()) return Interval::undefined(r.precision());
  arf_set(r.lo(), arf_cmp(a.lower_arf(), b.lower_arf()) <= 0 ? a.lower_arf() : b.lower_arf());
  arf_set(r.hi(), arf_cmp(a.upper_arf(), b.upper_arf()) >= 0 ? a.upper_arf() : b.upper_arf());
  return r;
}

Interval intersect(const Interval& a, const Interval& b) {
  Interval r = Interval::like(a, b);
  if (a.is_undefined() || b.is_undefined()) return Interval::undefined(r.precision());
  arf_set(r.lo(), arf_cmp(a.lower_arf(), b.lower_arf()) >= 0 ? a.lower_arf() : b.lower_arf());
  arf_set(r.hi(), arf_cmp(a.upper_arf(), b.upper_arf()) <= 0 ? a.upper_arf() : b.upper_arf());
  r.normalise();
  return r;
}

Interval make_constant(std::type_identity<Interval>, const Rational& q) { return {q, 0}; }
Interval constant_like(const Interval& x, const Rational& q) { return {q, x.precision()}; }
Interval pi_like(const Interval& x) { return Interval::pi(x.precision()); }

}  // namespace dpcert
