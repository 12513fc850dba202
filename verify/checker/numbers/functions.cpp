#include "verify/checker/numbers/functions.hpp"

#include <acb.h>
#include <arb_hypgeom.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker {

namespace {

bool moderate(const arf_t x) {  // the special functions are only asked at arguments of moderate size
  return arf_is_zero(x) ||
         (arf_cmpabs_2exp_si(x, Limits::far_bits) < 0 && arf_cmpabs_2exp_si(x, -Limits::far_bits) > 0);
}

// A function of one variable, and what one value of it at p bits counts as work: least + p^2 / slope.
struct PointFunction {
  void (*value)(arb_t, const arb_t, slong, int);
  std::uint64_t least, slope;
};

// The value at an exact point to p bits. False: nothing is known.
bool at_point(Iv& r, const arf_t x, const PointFunction& f, const Accuracy& to, int k) {
  const slong p = to.p;
  Arb in, out;
  arb_set_arf(in.x, x);
  for (slong work = p + 30, round = 0; round < Limits::doublings; ++round, work *= 2) {
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

constexpr double kInf = std::numeric_limits<double>::infinity();

// Measured with FLINT 2.9 and Arb 2.23 from 64 to 65,536 bits.
constexpr std::uint64_t kElementary = elementary_slope, kErrorFunction = 20'000, kGamma = 1000,
                        kDerivativeOfGamma = 100;

void f_exp(arb_t r, const arb_t x, slong p, int) { arb_exp(r, x, p); }
void f_expm1(arb_t r, const arb_t x, slong p, int) { arb_expm1(r, x, p); }
void f_log(arb_t r, const arb_t x, slong p, int) { arb_log(r, x, p); }
void f_log1p(arb_t r, const arb_t x, slong p, int) { arb_log1p(r, x, p); }
void f_sqrt(arb_t r, const arb_t x, slong p, int) { arb_sqrt(r, x, p); }
void f_sinh(arb_t r, const arb_t x, slong p, int) { arb_sinh(r, x, p); }
void f_cosh(arb_t r, const arb_t x, slong p, int) { arb_cosh(r, x, p); }
void f_tanh(arb_t r, const arb_t x, slong p, int) { arb_tanh(r, x, p); }
void f_sin(arb_t r, const arb_t x, slong p, int) { arb_sin(r, x, p); }
void f_cos(arb_t r, const arb_t x, slong p, int) { arb_cos(r, x, p); }
void f_atan(arb_t r, const arb_t x, slong p, int) { arb_atan(r, x, p); }
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

}  // namespace

Iv exp_of(const Iv& a, const Accuracy& to) { return monotone({{f_exp, 2, kElementary}, true, -kInf, 0, kInf}, a, to); }
Iv expm1_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_expm1, 2, kElementary}, true, -kInf, -1, kInf}, a, to);
}
Iv log_of(const Iv& a, const Accuracy& to) { return monotone({{f_log, 2, kElementary}, true, 0, -kInf, kInf}, a, to); }
Iv log1p_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_log1p, 2, kElementary}, true, -1, -kInf, kInf}, a, to);
}
Iv sqrt_of(const Iv& a, const Accuracy& to) {
  if (a.hi_sign() < 0) return bad();
  if (a.hi_sign() == 0) return constant(0);
  return monotone({{f_sqrt, 2, kElementary}, true, 0, 0, kInf}, a, to);
}
Iv sinh_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_sinh, 2, kElementary}, true, -kInf, -kInf, kInf}, a, to);
}
Iv cosh_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_cosh, 2, kElementary}, true, -1, 1, kInf}, abs_of(a), to);
}
Iv tanh_of(const Iv& a, const Accuracy& to) { return monotone({{f_tanh, 2, kElementary}, true, -kInf, -1, 1}, a, to); }
Iv erf_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_erf, 10, kErrorFunction}, true, -kInf, -1, 1}, a, to);
}
Iv erfc_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_erfc, 10, kErrorFunction}, false, -kInf, 2, 0}, a, to);
}
Iv normal_cdf_of(const Iv& a, const Accuracy& to) {
  return monotone({{f_normal_cdf, 10, kErrorFunction}, true, -kInf, 0, 1}, a, to);
}

namespace {

// [ceil(lower end of x/pi - half), floor(upper end of x/pi - half)] for a finite x, half = 0 or 1/2: the first integer
// not below, or the last not above, rounded so that no integer of the interval is lost.
void turn(arf_t m, const arf_t x, bool half, bool first, slong p) {
  Arb t, pi;
  arb_set_arf(t.x, x);
  arb_const_pi(pi.x, p);
  arb_mul_2exp_si(t.x, t.x, 1);
  arb_div(t.x, t.x, pi.x, p);
  if (half) arb_sub_ui(t.x, t.x, 1, p);
  arb_mul_2exp_si(t.x, t.x, -1);
  if (first)
    arb_get_lbound_arf(m, t.x, p), arf_ceil(m, m);
  else
    arb_get_ubound_arf(m, t.x, p), arf_floor(m, m);
}

// sin (half) or cos. The derivative vanishes where x/pi - 1/2 (x/pi) is an integer m; the value there is (-1)^m. So the
// extremes on [lo, hi] are values at the ends, or (-1)^m for an m between turn(lo) and turn(hi): two of these are
// neighbours and give -1 and 1; one gives one of them; with none the ends decide. An m that is taken for inside and is
// not only widens. At an infinite or far end nothing but the range is known.
Iv wave(const PointFunction& f, bool half, const Iv& a, const Accuracy& to) {
  Iv range = constant(1), low, high;
  arf_set_si(range.lo, -1);
  const auto near = [](const arf_t x) { return arf_is_finite(x) && arf_cmpabs_2exp_si(x, Limits::turning_bits) < 0; };
  if (!near(a.lo) || !near(a.hi)) return range;
  Iv m;
  const slong p = to.p + Limits::turning_bits + 32;
  to.work.add(4 + static_cast<std::uint64_t>(p * p) / f.slope);
  turn(m.lo, a.lo, half, true, p), turn(m.hi, a.hi, half, false, p);
  const int order = arf_cmp(m.lo, m.hi);
  if (order < 0 || !at_point(low, a.lo, f, to, 0) || !at_point(high, a.hi, f, to, 0)) return range;
  Iv r = hull(low, high);
  if (order == 0 && arf_is_int_2exp_si(m.lo, 1)) arf_set(r.hi, range.hi);
  if (order == 0 && !arf_is_int_2exp_si(m.lo, 1)) arf_set(r.lo, range.lo);
  keep_max(r.lo, range.lo), keep_min(r.hi, range.hi);
  return checked(r);
}

}  // namespace

Iv sin_of(const Iv& a, const Accuracy& to) { return wave({f_sin, 2, kElementary}, true, a, to); }
Iv cos_of(const Iv& a, const Accuracy& to) { return wave({f_cos, 2, kElementary}, false, a, to); }
// Increasing from -pi/2 to pi/2, which are no numbers of an interval: an end that is not known is the outer end of
// them.
Iv atan_of(const Iv& a, const Accuracy& to) {
  static constexpr PointFunction atan{f_atan, 2, kElementary};
  Iv quarter = pi_of(to.p), r, v;
  arf_mul_2exp_si(r.hi, quarter.hi, -1), arf_neg(r.lo, r.hi);
  if (arf_is_finite(a.lo) && at_point(v, a.lo, atan, to, 0)) keep_max(r.lo, v.lo);
  if (arf_is_finite(a.hi) && at_point(v, a.hi, atan, to, 0)) keep_min(r.hi, v.hi);
  return checked(r);
}

// Convex with its least value -0.121486290535849608... at 1.46163214...
Iv lgamma_of(const Iv& a, const Accuracy& to) {
  static constexpr PointFunction lgamma{f_lgamma, 30, kGamma};
  if (a.hi_sign() <= 0) return bad();
  if (arf_cmp_d(a.hi, 1.46163) <= 0) return monotone({lgamma, false, 0, kInf, -1}, a, to);
  if (arf_cmp_d(a.lo, 1.46164) >= 0) return monotone({lgamma, true, 0, -1, kInf}, a, to);
  auto end = [&](const arf_t x) {
    Iv r;
    if (arf_sgn(x) <= 0 || arf_is_pos_inf(x) || !at_point(r, x, lgamma, to, 0)) arf_pos_inf(r.hi);
    return r;
  };
  Iv r = end(a.lo), s = end(a.hi);
  keep_max(r.hi, s.hi);
  arf_set_d(r.lo, -0.12148629053585);
  return checked(r);
}

Iv polygamma_of(int k, const Iv& a, const Accuracy& to) {
  if (k == 0) return monotone({{f_polygamma, 30, kGamma}, true, 0, -kInf, kInf}, a, to, 0);
  const bool increasing = k % 2 == 0;
  return monotone({{f_polygamma, 100, kDerivativeOfGamma}, increasing, 0, increasing ? -kInf : kInf, 0}, a, to, k);
}

Iv pi_of(slong p) {
  Arb x;
  Iv r;
  arb_const_pi(x.x, p + 30);
  return arb_get_lbound_arf(r.lo, x.x, p), arb_get_ubound_arf(r.hi, x.x, p), r;
}

}  // namespace dpcert::checker
