#include "verify/checker/numbers/interval.hpp"

#include <acb.h>
#include <arb_hypgeom.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dpcert::checker {

namespace {

struct Arb {
  arb_t x;
  Arb() { arb_init(x); }
  ~Arb() { arb_clear(x); }
  Arb(const Arb&) = delete;
  Arb& operator=(const Arb&) = delete;
};

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
// Restores the invariant after rounding or overflow.
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
// 0 * inf = 0: a bound of products of finite numbers.
void mul(arf_t r, const arf_t a, const arf_t b, slong p, arf_rnd_t rnd) {
  if (arf_is_zero(a) || arf_is_zero(b))
    arf_zero(r);
  else
    arf_mul(r, a, b, p, rnd);
}
bool moderate(const arf_t x) {  // the special functions are only asked at arguments of moderate size
  return arf_is_zero(x) || (arf_cmpabs_2exp_si(x, 100000) < 0 && arf_cmpabs_2exp_si(x, -100000) > 0);
}

// A function of one variable, and what one value of it at p bits counts as work: least + p^2 / slope.
struct PointFunction {
  void (*value)(arb_t, const arb_t, slong, int);
  std::uint64_t least, slope;
};
struct Accuracy {
  slong p;  // bits
  Work& work;
};

// The value at an exact point to p bits. False: nothing is known.
bool at_point(Iv& r, const arf_t x, const PointFunction& f, const Accuracy& to, int k) {
  const slong p = to.p;
  Arb in, out;
  arb_set_arf(in.x, x);
  for (slong work = p + 30, round = 0; round < 4; ++round, work *= 2) {
    to.work.add(f.least + static_cast<std::uint64_t>(work * work) / f.slope);
    f.value(out.x, in.x, work, k);
    if (arb_is_exact(out.x) || arb_rel_accuracy_bits(out.x) >= p + 2) break;
  }
  if (!arb_is_finite(out.x)) return false;
  arb_get_lbound_arf(r.lo, out.x, p);
  arb_get_ubound_arf(r.hi, out.x, p);
  return true;
}

// A monotone function on (from, inf), with its limits at both ends; the ends are points or limits.
struct Monotone {
  PointFunction f;
  bool increasing;
  double from, at_from, at_inf;  // small integers and infinities, hence exact
};
Iv monotone(const Monotone& m, const Iv& a, const Accuracy& p, int k = 0) {
  arf_t from;
  arf_init(from);
  arf_set_d(from, m.from);
  const bool outside = arf_cmp(a.hi, from) <= 0 && std::isfinite(m.from);
  Iv low, high;  // enclosures of the values at a.lo and a.hi
  auto limit = [](Iv& r, double v) { arf_set_d(r.lo, v), arf_set_d(r.hi, v); };
  auto unknown = [&](Iv& r) {
    arf_set_d(r.lo, std::min(m.at_from, m.at_inf)), arf_set_d(r.hi, std::max(m.at_from, m.at_inf));
  };
  auto value = [&](Iv& r, const arf_t x) {
    if (arf_cmp(x, from) <= 0) return limit(r, m.at_from);
    if (arf_is_pos_inf(x)) return limit(r, m.at_inf);
    if (!at_point(r, x, m.f, p, k)) return unknown(r);
    // The range of the function is known exactly, whatever the rounding says.
    Iv range;
    unknown(range);
    keep_max(r.lo, range.lo), keep_min(r.hi, range.hi);
  };
  value(low, a.lo), value(high, a.hi);
  arf_clear(from);
  if (outside) return bad();
  Iv r;
  arf_set(r.lo, m.increasing ? low.lo : high.lo), arf_set(r.hi, m.increasing ? high.hi : low.hi);
  return checked(r);
}

constexpr slong kMaxPolygammaBits = 65536;  // times order plus 1: beyond, one value takes seconds
constexpr double kInf = std::numeric_limits<double>::infinity();

// Measured with FLINT 2.9 and Arb 2.23 from 64 to 65,536 bits.
constexpr std::uint64_t kElementary = 100'000, kErrorFunction = 20'000, kGamma = 1000, kDerivativeOfGamma = 100;

void f_exp(arb_t r, const arb_t x, slong p, int) { arb_exp(r, x, p); }
void f_expm1(arb_t r, const arb_t x, slong p, int) { arb_expm1(r, x, p); }
void f_log(arb_t r, const arb_t x, slong p, int) { arb_log(r, x, p); }
void f_log1p(arb_t r, const arb_t x, slong p, int) { arb_log1p(r, x, p); }
void f_sqrt(arb_t r, const arb_t x, slong p, int) { arb_sqrt(r, x, p); }
void f_sinh(arb_t r, const arb_t x, slong p, int) { arb_sinh(r, x, p); }
void f_cosh(arb_t r, const arb_t x, slong p, int) { arb_cosh(r, x, p); }
void f_tanh(arb_t r, const arb_t x, slong p, int) { arb_tanh(r, x, p); }
// Far arguments of the next ones would cost time or memory without end: nothing is known there but the range.
bool far(arb_t r, const arb_t x) { return !moderate(arb_midref(x)) && (arb_indeterminate(r), true); }
void f_erf(arb_t r, const arb_t x, slong p, int) { far(r, x) || (arb_hypgeom_erf(r, x, p), 0); }
void f_erfc(arb_t r, const arb_t x, slong p, int) { far(r, x) || (arb_hypgeom_erfc(r, x, p), 0); }
void f_normal_cdf(arb_t r, const arb_t x, slong p, int) {
  if (far(r, x)) return;
  Arb t;
  arb_sqrt_ui(t.x, 2, p);
  arb_div(t.x, x, t.x, p);
  arb_neg(t.x, t.x);
  arb_hypgeom_erfc(r, t.x, p);
  arb_mul_2exp_si(r, r, -1);
}
void f_lgamma(arb_t r, const arb_t x, slong p, int) {
  if (arb_is_one(x) || arb_equal_si(x, 2))
    arb_zero(r);  // exact zeros never reach a relative accuracy
  else
    far(r, x) || (arb_lgamma(r, x, p), 0);
}
void f_polygamma(arb_t r, const arb_t x, slong p, int k) {
  if (far(r, x)) return;
  if (k == 0) return arb_digamma(r, x, p);
  acb_t s, z;
  acb_init(s), acb_init(z);
  acb_set_si(s, k), acb_set_arb(z, x);
  acb_polygamma(z, s, z, p);
  arb_set(r, acb_realref(z));
  acb_clear(s), acb_clear(z);
}

Iv exp_of(const Iv& a, const Accuracy& p) { return monotone({{f_exp, 2, kElementary}, true, -kInf, 0, kInf}, a, p); }
Iv log_of(const Iv& a, const Accuracy& p) { return monotone({{f_log, 2, kElementary}, true, 0, -kInf, kInf}, a, p); }

// Convex with its least value -0.121486290535849608... at 1.46163214...
Iv lgamma_of(const Iv& a, const Accuracy& p) {
  static constexpr PointFunction lgamma{f_lgamma, 30, kGamma};
  if (a.hi_sign() <= 0) return bad();
  if (arf_cmp_d(a.hi, 1.46163) <= 0) return monotone({lgamma, false, 0, kInf, -1}, a, p);
  if (arf_cmp_d(a.lo, 1.46164) >= 0) return monotone({lgamma, true, 0, -1, kInf}, a, p);
  auto end = [&](const arf_t x) {
    Iv r;
    if (arf_sgn(x) <= 0 || arf_is_pos_inf(x) || !at_point(r, x, lgamma, p, 0)) arf_pos_inf(r.hi);
    return r;
  };
  Iv r = end(a.lo), s = end(a.hi);
  keep_max(r.hi, s.hi);
  arf_set_d(r.lo, -0.12148629053585);
  return checked(r);
}

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

Iv power(const Pool& pool, const Node& n, const Iv& u, const Iv& v, slong p, bool smooth) {
  const Ex exponent = n.args[1];
  if (pool.is_num(exponent) && pool[exponent].num.small()) {
    const slong e = pool[exponent].num.to_long();
    if (smooth && e < 0 && u.lo_sign() <= 0 && u.hi_sign() >= 0) return bad();
    if (e < 0 && u.lo_sign() <= 0 && u.hi_sign() >= 0 && u.lo_sign() * u.hi_sign() != 0 && e % 2 != 0) return whole();
    return integer_power(u, e, p);
  }
  pool.work().add(10 + static_cast<std::uint64_t>(p * p) / (kElementary / 40));  // up to 4 log and exp at 2 p bits
  if (smooth && u.lo_sign() <= 0) return bad();
  if (u.lo_sign() >= 0) return real_power(u, v, p);
  if (!pool.integer_valued(exponent)) {  // defined at nonnegative bases only
    if (u.hi_sign() < 0) return bad();
    Iv w = u;
    return arf_zero(w.lo), real_power(w, v, p);
  }
  const Iv w = real_power(abs_of(u), v, p);
  return w.bad ? w : hull(w, negated(w));
}

}  // namespace

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

Iv apply(const Pool& pool, const Node& n, const Iv* const* args, slong p, bool smooth) {
  const Accuracy to{p, pool.work()};
  to.work.add((1 + n.args.size()) * (1 + static_cast<std::uint64_t>(p) / 512));
  for (std::size_t i = 0; i < n.args.size(); ++i)
    if (args[i]->bad) return bad();
  const Iv zero;
  const Iv& a = n.args.empty() ? zero : *args[0];
  const Iv& b = n.args.size() < 2 ? zero : *args[1];
  auto positive = [&](const Iv& u) { return !smooth || u.lo_sign() > 0; };
  auto nonzero = [&](const Iv& u) { return !smooth || u.lo_sign() > 0 || u.hi_sign() < 0; };
  auto reduce = [&](auto f) {
    Iv r = a;
    for (std::size_t i = 1; i < n.args.size(); ++i) r = f(r, *args[i], p);
    return r;
  };
  auto compute = [&]() -> Iv {
    switch (n.op) {
      case Op::Num:
        return enclose(n.num, p);
      case Op::Pi: {
        Arb x;
        Iv r;
        arb_const_pi(x.x, p + 30);
        return arb_get_lbound_arf(r.lo, x.x, p), arb_get_ubound_arf(r.hi, x.x, p), r;
      }
      case Op::Add:
        return reduce(plus);
      case Op::Mul:
        return reduce(times);
      case Op::Div:
        return nonzero(b) ? divide(a, b, p) : bad();
      case Op::Pow:
        return power(pool, n, a, b, p, smooth);
      case Op::Exp:
        return exp_of(a, to);
      case Op::Log:
        return positive(a) ? log_of(a, to) : bad();
      case Op::Log1p:
        return smooth && arf_cmp_si(a.lo, -1) <= 0
                   ? bad()
                   : monotone({{f_log1p, 2, kElementary}, true, -1, -kInf, kInf}, a, to);
      case Op::Expm1:
        return monotone({{f_expm1, 2, kElementary}, true, -kInf, -1, kInf}, a, to);
      case Op::Sqrt: {
        if (!positive(a) || a.hi_sign() < 0) return bad();
        if (a.hi_sign() == 0) return constant(0);
        return monotone({{f_sqrt, 2, kElementary}, true, 0, 0, kInf}, a, to);
      }
      case Op::Abs:
        return nonzero(a) ? abs_of(a) : bad();
      case Op::Min:
      case Op::Max: {
        if (smooth && arf_cmp(a.lo, b.hi) <= 0 && arf_cmp(b.lo, a.hi) <= 0) return bad();
        Iv r = a;
        if (n.op == Op::Min)
          keep_min(r.lo, b.lo), keep_min(r.hi, b.hi);
        else
          keep_max(r.lo, b.lo), keep_max(r.hi, b.hi);
        return r;
      }
      case Op::Cosh:
        return monotone({{f_cosh, 2, kElementary}, true, -1, 1, kInf}, abs_of(a), to);
      case Op::Sinh:
        return monotone({{f_sinh, 2, kElementary}, true, -kInf, -kInf, kInf}, a, to);
      case Op::Tanh:
        return monotone({{f_tanh, 2, kElementary}, true, -kInf, -1, 1}, a, to);
      case Op::Floor:
      case Op::Ceil: {
        if (smooth) return bad();
        Iv r;
        auto round = n.op == Op::Floor ? arf_floor : arf_ceil;
        return round(r.lo, a.lo), round(r.hi, a.hi), r;
      }
      case Op::Xlogy: {
        if (!positive(b)) return bad();
        if (b.hi_sign() > 0) return times(a, log_of(b, to), p);
        return a.lo_sign() <= 0 && a.hi_sign() >= 0 && b.hi_sign() == 0 ? constant(0) : bad();
      }
      case Op::Lgamma:
        return positive(a) ? lgamma_of(a, to) : bad();
      case Op::Polygamma: {
        need(p * (n.k + 1) <= kMaxPolygammaBits,
             "a polygamma function asks for more than 65536 bits times order plus 1");
        if (!positive(a)) return bad();
        if (n.k == 0) return monotone({{f_polygamma, 30, kGamma}, true, 0, -kInf, kInf}, a, to, 0);
        return monotone({{f_polygamma, 100, kDerivativeOfGamma}, n.k % 2 == 0, 0, n.k % 2 == 0 ? -kInf : kInf, 0}, a,
                        to, n.k);
      }
      case Op::Erf:
        return monotone({{f_erf, 10, kErrorFunction}, true, -kInf, -1, 1}, a, to);
      case Op::Erfc:
        return monotone({{f_erfc, 10, kErrorFunction}, false, -kInf, 2, 0}, a, to);
      case Op::NormalCdf:
        return monotone({{f_normal_cdf, 10, kErrorFunction}, true, -kInf, 0, 1}, a, to);
      case Op::Sgn: {
        Iv r = constant(1);
        if (a.lo_sign() <= 0) arf_set_si(r.lo, -1);
        if (a.hi_sign() < 0) arf_set_si(r.hi, -1);
        return r;
      }
      case Op::Fun:
        return whole();
      case Op::Var:
        break;
    }
    return bad();
  };
  Iv r = checked(compute());
  if (smooth && !r.finite()) return bad();
  return r;
}

Tape::Tape(const Pool& pool, std::vector<Ex> outputs, std::bitset<kMaxVariables> smooth_in) : pool_(pool) {
  std::map<Ex, bool>
      nodes;  // reachable; true: below outputs[0]. Arguments have smaller numbers than the node they belong to
  for (std::size_t i = outputs.size(); i-- > 0;) {
    std::vector<Ex> todo{outputs[i]};
    while (!todo.empty()) {
      const Ex e = todo.back();
      todo.pop_back();
      auto [it, fresh] = nodes.try_emplace(e, i == 0);
      if (!fresh && (it->second || i > 0)) continue;
      it->second = i == 0;
      for (Ex a : pool[e].args) todo.push_back(a);
    }
  }
  std::map<Ex, std::uint32_t> slot;
  pool.work().add(2 * nodes.size());
  for (auto [e, first] : nodes) {
    slot[e] = static_cast<std::uint32_t>(steps_.size());
    const Node& n = pool[e];
    Step s{e, n.vars.none(), first && (n.vars & smooth_in).any(), {}};
    for (Ex a : n.args) s.args.push_back(slot.at(a));
    steps_.push_back(std::move(s));
  }
  for (Ex e : outputs) outputs_.push_back(slot.at(e));
  slots_.resize(steps_.size());
}

void Tape::run(const std::vector<Iv>& box, slong p) {
  smooth_ = true;
  std::vector<const Iv*> args;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& s = steps_[i];
    if (s.constant && constants_at_ == p) continue;
    const Node& n = pool_[s.node];
    if (n.op == Op::Var) {
      slots_[i] = static_cast<std::size_t>(n.k) < box.size() ? box[n.k] : bad();
    } else {
      args.clear();
      for (auto a : s.args) args.push_back(&slots_[a]);
      slots_[i] = apply(pool_, n, args.data(), p, s.smooth);
    }
    if (s.smooth && slots_[i].bad) smooth_ = false;
  }
  constants_at_ = p;
}

}  // namespace dpcert::checker
