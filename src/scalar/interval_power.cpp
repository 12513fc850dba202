// Powers of intervals: domains and cases as in special.hpp.
#include "src/scalar/interval_detail.hpp"

namespace dpcert {

using namespace interval_detail;

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
  rounded(up ? nullptr : out, up ? out : nullptr, bits,
          [&](arb_t v, slong wp) { special::pow(v, &point, n, wp + FLINT_BIT_COUNT(n)); });
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
  return valley(x, minimum_at_zero(0), Limit::plus_inf, arf_is_neg_inf(x.lower_arf()),
                [&](arf_struct* lo, arf_struct* hi, const arf_struct* at, Precision b) {
                  if (lo != nullptr) value(lo, at, b, false);
                  if (hi != nullptr) value(hi, at, b, true);
                });
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
    rounded(up ? nullptr : out, up ? out : nullptr, bits,
            [&](arb_t v, slong wp) { special::pow(v, &base, &exponent, wp); });
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
  // The base reaches 0: defined for y > 0 (value 0 there) and for y = 0 (value 1).
  const Precision bits = working_precision(r.precision());
  if (arf_is_zero(y.lower_arf())) {
    if (arf_cmp_si(x.upper_arf(), 1) > 0)
      general_power_at(r.hi(), x.upper_arf(), y.upper_arf(), bits, true);
    else
      arf_one(r.hi());
    r.normalise();
    return r;
  }
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

}  // namespace dpcert
