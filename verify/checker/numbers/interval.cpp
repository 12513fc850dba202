#include "verify/checker/numbers/interval.hpp"

namespace dpcert::checker {

Iv bad() {
  Iv r;
  return r.bad = true, r;
}
Iv whole() {
  Iv r;
  return arf_neg_inf(r.lo), arf_pos_inf(r.hi), r;
}
Iv constant(slong n) {
  Iv r;
  return arf_set_si(r.lo, n), arf_set_si(r.hi, n), r;
}
Iv checked(Iv r) {
  if (arf_is_nan(r.lo) || arf_is_nan(r.hi) || arf_is_pos_inf(r.lo) || arf_is_neg_inf(r.hi) || arf_cmp(r.lo, r.hi) > 0)
    return bad();
  return r;
}
Iv negated(const Iv& a) {
  Iv r;
  return arf_neg(r.lo, a.hi), arf_neg(r.hi, a.lo), r;
}
void keep_min(arf_t r, const arf_t x) { arf_min(r, r, x); }
void keep_max(arf_t r, const arf_t x) { arf_max(r, r, x); }
Iv hull(Iv a, const Iv& b) {
  if (a.bad || b.bad) return bad();
  return keep_min(a.lo, b.lo), keep_max(a.hi, b.hi), a;
}

namespace {

// 0 * inf = 0: a bound of products of finite numbers.
void mul(arf_t r, const arf_t a, const arf_t b, slong p, arf_rnd_t rnd) {
  if (arf_is_zero(a) || arf_is_zero(b))
    arf_zero(r);
  else
    arf_mul(r, a, b, p, rnd);
}

// An integer power of a nonnegative end, |e| < 2^40; 0^0 = 1, 0^negative and inf^positive are infinite.
bool power_end(Iv& r, const arf_t x, slong e, slong p) {
  if (e == 0) return r = constant(1), true;
  const bool zero = arf_is_zero(x), inf = arf_is_pos_inf(x);
  if (zero || inf) {
    if (zero == (e > 0))
      arf_zero(r.lo);
    else
      arf_pos_inf(r.lo);
    return arf_set(r.hi, r.lo), true;
  }
  Arb in, out;
  arb_set_arf(in.x, x);
  fmpz_t n;
  fmpz_init_set_si(n, e);
  arb_pow_fmpz_binexp(out.x, in.x, n, p + 64);
  fmpz_clear(n);
  if (!arb_is_finite(out.x)) return false;
  arb_get_lbound_arf(r.lo, out.x, p), arb_get_ubound_arf(r.hi, out.x, p);
  return true;
}

}  // namespace

Iv abs_of(const Iv& a) {
  if (a.lo_sign() >= 0) return a;
  Iv r = negated(a);
  if (a.hi_sign() <= 0) return r;
  keep_max(r.hi, a.hi);
  return arf_zero(r.lo), r;
}

Iv divide(const Iv& a, const Iv& b, slong p) {
  if (b.hi_sign() <= 0) return b.lo_sign() == 0 ? bad() : divide(negated(a), negated(b), p);
  if (b.lo_sign() < 0) return whole();
  Iv r;
  if (b.lo_sign() == 0 || !arf_is_finite(b.hi) || !a.finite()) {  // through the reciprocal, whose limits are clear
    if (arf_is_pos_inf(b.hi))
      arf_zero(r.lo);
    else
      arf_ui_div(r.lo, 1, b.hi, p, ARF_RND_FLOOR);
    if (b.lo_sign() == 0)
      arf_pos_inf(r.hi);
    else
      arf_ui_div(r.hi, 1, b.lo, p, ARF_RND_CEIL);
    return times(a, r, p);
  }
  arf_div(r.lo, a.lo, a.lo_sign() >= 0 ? b.hi : b.lo, p, ARF_RND_FLOOR);
  arf_div(r.hi, a.hi, a.hi_sign() >= 0 ? b.lo : b.hi, p, ARF_RND_CEIL);
  return r;
}

Iv integer_power(const Iv& a, slong e, slong p) {
  if (e % 2 == 0 && a.lo_sign() < 0) return integer_power(abs_of(a), e, p);
  if (a.hi_sign() < 0 || (a.hi_sign() == 0 && a.lo_sign() < 0)) return negated(integer_power(negated(a), e, p));
  if (a.lo_sign() < 0) {  // odd, 0 inside
    if (e < 0) return whole();
    Iv r, lo, hi;
    arf_t m;
    arf_init(m);
    arf_neg(m, a.lo);
    const bool known = power_end(lo, m, e, p) && power_end(hi, a.hi, e, p);
    arf_clear(m);
    if (!known) return whole();
    return arf_neg(r.lo, lo.hi), arf_set(r.hi, hi.hi), checked(r);
  }
  Iv lo, hi;
  if (!power_end(lo, a.lo, e, p) || !power_end(hi, a.hi, e, p)) return bad();
  if (e < 0) std::swap(lo, hi);
  return arf_set(lo.hi, hi.hi), checked(lo);
}

// u^v for u >= 0 is monotone in each argument, so its extremes lie at corners.
Iv real_power(const Iv& u, const Iv& v, slong p) {
  Iv r;
  bool first = true, unknown = false;
  auto corner = [&](const arf_t x, const arf_t y) {
    Iv c;
    const bool up = arf_is_pos_inf(x), down = arf_is_zero(x);
    if (arf_is_zero(y) || arf_is_one(x)) {
      c = constant(1);
    } else if (up || down || arf_is_inf(y)) {
      const bool large = up || (!down && arf_cmp_si(x, 1) > 0);
      if (large == (arf_sgn(y) > 0)) arf_pos_inf(c.lo), arf_pos_inf(c.hi);
    } else {
      Arb a, b, z;
      arb_set_arf(a.x, x), arb_set_arf(b.x, y);
      if (arf_is_int(y) && arf_cmpabs_ui(y, 1UL << 20) <= 0) {  // exact where the power is
        fmpz_t n;
        fmpz_init_set_si(n, arf_get_si(y, ARF_RND_DOWN));
        arb_pow_fmpz(z.x, a.x, n, 2 * p + 64);
        fmpz_clear(n);
      } else {
        arb_log(a.x, a.x, 2 * p + 64);
        arb_mul(a.x, a.x, b.x, 2 * p + 64);
        arb_exp(z.x, a.x, 2 * p + 64);
      }
      if (arb_is_finite(z.x))
        arb_get_lbound_arf(c.lo, z.x, p), arb_get_ubound_arf(c.hi, z.x, p);
      else
        unknown = true;
      if (arf_sgn(c.lo) < 0) arf_zero(c.lo);
    }
    if (first)
      r = c, first = false;
    else
      keep_min(r.lo, c.lo), keep_max(r.hi, c.hi);
  };
  for (const auto* x : {&u.lo, &u.hi}) corner(*x, v.lo), corner(*x, v.hi);
  if (unknown) return arf_zero(r.lo), arf_pos_inf(r.hi), r;
  return checked(r);
}

Iv enclose(const Q& q, slong p) {
  Iv r;
  arf_set_fmpz(r.lo, q.num()), arf_set_fmpz(r.hi, q.den());
  arf_t n, d;
  arf_init(n), arf_init(d);
  arf_swap(n, r.lo), arf_swap(d, r.hi);
  arf_div(r.lo, n, d, p, ARF_RND_FLOOR), arf_div(r.hi, n, d, p, ARF_RND_CEIL);
  arf_clear(n), arf_clear(d);
  return r;
}

void Range::narrow(const Q& slope, const Q& rest, Rel r) {
  const Q bound = -rest / slope;
  const bool open = r == Rel::Gt;
  if ((r == Rel::Eq || slope.sign() > 0) && (!lo || bound > *lo || (bound == *lo && open))) lo = bound, lo_open = open;
  if ((r == Rel::Eq || slope.sign() < 0) && (!hi || bound < *hi || (bound == *hi && open))) hi = bound, hi_open = open;
}
void Range::to_integers() {
  if (lo) lo = lo_open && lo->integer() ? *lo + Q(1) : lo->ceil(), lo_open = false;
  if (hi) hi = hi_open && hi->integer() ? *hi - Q(1) : hi->floor(), hi_open = false;
}

Iv enclose(const Range& g, slong p) {
  Iv r = whole();
  if (g.lo) arf_set(r.lo, enclose(*g.lo, p).lo);
  if (g.hi) arf_set(r.hi, enclose(*g.hi, p).hi);
  return r;
}

Iv plus(const Iv& a, const Iv& b, slong p) {
  if (a.bad || b.bad) return bad();
  Iv r;
  arf_add(r.lo, a.lo, b.lo, p, ARF_RND_FLOOR), arf_add(r.hi, a.hi, b.hi, p, ARF_RND_CEIL);
  return r;
}

Iv times(const Iv& a, const Iv& b, slong p) {
  if (a.bad || b.bad) return bad();
  Iv r;
  if (a.lo_sign() >= 0 && b.lo_sign() >= 0)
    return mul(r.lo, a.lo, b.lo, p, ARF_RND_FLOOR), mul(r.hi, a.hi, b.hi, p, ARF_RND_CEIL), r;
  arf_t t;
  arf_init(t);
  mul(r.lo, a.lo, b.lo, p, ARF_RND_FLOOR), mul(r.hi, a.lo, b.lo, p, ARF_RND_CEIL);
  auto corner = [&](const arf_t x, const arf_t y) {
    mul(t, x, y, p, ARF_RND_FLOOR), keep_min(r.lo, t);
    mul(t, x, y, p, ARF_RND_CEIL), keep_max(r.hi, t);
  };
  corner(a.lo, b.hi), corner(a.hi, b.lo), corner(a.hi, b.hi);
  arf_clear(t);
  return r;
}

Iv square(const Iv& a, slong p) { return a.bad ? a : integer_power(a, 2, p); }

}  // namespace dpcert::checker
