#include "dpcert/scalar/ball.hpp"

#include "dpcert/scalar/interval.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "src/core/ends.hpp"

namespace dpcert {

namespace {
struct End {
  arf_t v;
  End() { arf_init(v); }
  ~End() { arf_clear(v); }
  End(const End&) = delete;
  End& operator=(const End&) = delete;
};
/// Bits that make a lower or upper end exact whatever the radius (30 bits, far below the midpoint's last bit at worst).
constexpr slong exact_bits = ARF_PREC_EXACT;

/// Midpoint and radius of so different size that the exact end takes too many bits.
bool wide_gap(const arb_t x) {
  const slong bits = arb_rel_accuracy_bits(x);
  return bits > 100000 || bits < -100000;
}
/// The end as an exact number where that is cheap, else rounded outward to many bits.
void lower_end(arf_t end, const arb_t x) {
  arb_get_lbound_arf(end, x, wide_gap(x) ? arf_bits(arb_midref(x)) + 64 : exact_bits);
}
void upper_end(arf_t end, const arb_t x) {
  arb_get_ubound_arf(end, x, wide_gap(x) ? arf_bits(arb_midref(x)) + 64 : exact_bits);
}
}  // namespace

Ball::Ball(const Rational& q, Precision bits) : Ball() {
  prec_ = checked_precision(bits);
  arb_set_fmpq(v_, q.fmpq_ptr(), working_precision(bits));
}

Ball::Ball(const Rational& lo, const Rational& hi, Precision bits) : Ball(Interval(lo, hi, bits)) {}

Ball::Ball(const Interval& x) : Ball() {
  prec_ = x.precision();
  if (x.is_finite()) {
    if (arf_equal(x.lower_arf(), x.upper_arf())) {
      arb_set_arf(v_, x.lower_arf());
    } else {
      arb_set_interval_arf(v_, x.lower_arf(), x.upper_arf(), working_precision(prec_));
    }
  } else {
    arb_indeterminate(v_);
  }
}

Ball Ball::from_arb(const arb_t x, Precision bits) {
  Ball r;
  r.prec_ = checked_precision(bits);
  arb_set(r.v_, x);
  return r;
}

Ball Ball::from_arf(const arf_t x, Precision bits) {
  Ball r;
  r.prec_ = checked_precision(bits);
  arb_set_arf(r.v_, x);
  return r;
}

Ball Ball::indeterminate(Precision bits) {
  Ball r;
  r.prec_ = checked_precision(bits);
  arb_indeterminate(r.v_);
  return r;
}

Ball Ball::pi(Precision bits) {
  Ball r;
  r.prec_ = checked_precision(bits);
  arb_const_pi(r.v_, working_precision(bits));
  return r;
}

Ball Ball::with_precision(Precision bits) const {
  Ball r;
  r.prec_ = checked_precision(bits);
  arb_set_round(r.v_, v_, working_precision(bits));
  return r;
}

Precision Ball::relative_accuracy_bits() const { return arb_rel_accuracy_bits(v_); }

std::string Ball::lower(int digits) const {
  End e;
  lower_end(e.v, v_);
  return ends::decimal(e.v, digits, false);
}

std::string Ball::upper(int digits) const {
  End e;
  upper_end(e.v, v_);
  return ends::decimal(e.v, digits, true);
}

Rational Ball::lower_rational() const {
  End e;
  lower_end(e.v, v_);
  return ends::rational(e.v);
}

Rational Ball::upper_rational() const {
  End e;
  upper_end(e.v, v_);
  return ends::rational(e.v);
}

Rational Ball::midpoint_rational() const { return ends::rational(arb_midref(v_)); }

double Ball::approx() const { return arf_get_d(arb_midref(v_), ARF_RND_NEAR); }

std::string Ball::str(int digits) const { return "[" + lower(digits) + ", " + upper(digits) + "]"; }

Truth holds(Rel rel, const Ball& a, const Ball& b) {
  // An infinite radius may come from an undefined operation as well as from a large one: it decides nothing.
  if (!a.is_finite() || !b.is_finite()) return Truth::undefined;
  const auto decide = [](bool yes, bool no) { return yes ? Truth::always : no ? Truth::never : Truth::maybe; };
  switch (rel) {
    case Rel::ge:
      return decide(arb_ge(a.arb(), b.arb()), arb_lt(a.arb(), b.arb()));
    case Rel::gt:
      return decide(arb_gt(a.arb(), b.arb()), arb_le(a.arb(), b.arb()));
    case Rel::le:
      return decide(arb_le(a.arb(), b.arb()), arb_gt(a.arb(), b.arb()));
    case Rel::lt:
      return decide(arb_lt(a.arb(), b.arb()), arb_ge(a.arb(), b.arb()));
    case Rel::eq:
      return decide(arb_eq(a.arb(), b.arb()), arb_ne(a.arb(), b.arb()));
  }
  return Truth::undefined;
}

Truth operator<(const Ball& a, const Ball& b) { return holds(Rel::lt, a, b); }
Truth operator<=(const Ball& a, const Ball& b) { return holds(Rel::le, a, b); }
Truth operator>(const Ball& a, const Ball& b) { return holds(Rel::gt, a, b); }
Truth operator>=(const Ball& a, const Ball& b) { return holds(Rel::ge, a, b); }
Truth operator==(const Ball& a, const Ball& b) { return holds(Rel::eq, a, b); }
Truth operator!=(const Ball& a, const Ball& b) { return !holds(Rel::eq, a, b); }

Ball select(Rel rel, const Ball& a, const Ball& b, const Ball& x, const Ball& y) {
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
  return Ball::indeterminate(std::max(x.precision(), y.precision()));
}

Ball hull(const Ball& a, const Ball& b) {
  const Precision bits = std::max(a.precision(), b.precision());
  Ball r = Ball::from_arb(a.arb(), bits);
  arb_union(r.arb(), a.arb(), b.arb(), working_precision(bits));
  return r;
}

Ball make_constant(std::type_identity<Ball>, const Rational& q) { return {q, 0}; }
Ball constant_like(const Ball& x, const Rational& q) { return {q, x.precision()}; }
Ball pi_like(const Ball& x) { return Ball::pi(x.precision()); }

}  // namespace dpcert
