#include "src/scalar/special.hpp"

#include <arb_hypgeom.h>

namespace dpcert::special {

void log(arb_t res, const arb_t x, slong prec) {
  if (arb_is_positive(x)) {
    arb_log(res, x, prec);
  } else {
    arb_indeterminate(res);
  }
}

void log1p(arb_t res, const arb_t x, slong prec) {
  if (arf_cmpabs_ui(arb_midref(x), 1) < 0 && mag_is_zero(arb_radref(x))) {  // the common case: a point in (-1, 1)
    arb_log1p(res, x, prec);
    return;
  }
  arb_t above;  // 1 + x; its sign decides
  arb_init(above);
  arb_add_ui(above, x, 1, MAG_BITS + 64);
  // Exactly where rounding may have hidden the sign; a midpoint far from -1 in exponent would need that many bits.
  const bool comparable = arf_cmpabs_2exp_si(arb_midref(x), 8) < 0 && arf_cmpabs_2exp_si(arb_midref(x), -64) > 0;
  if (!arb_is_positive(above) && comparable) arb_add_ui(above, x, 1, ARF_PREC_EXACT);
  const bool inside = arb_is_positive(above) != 0;
  arb_clear(above);
  if (inside) {
    arb_log1p(res, x, prec);
  } else {
    arb_indeterminate(res);
  }
}

void exp(arb_t res, const arb_t x, slong prec) { arb_exp(res, x, prec); }

void expm1(arb_t res, const arb_t x, slong prec) { arb_expm1(res, x, prec); }

void sqrt(arb_t res, const arb_t x, slong prec) {
  if (arb_is_nonnegative(x)) {
    arb_sqrt(res, x, prec);
  } else {
    arb_indeterminate(res);
  }
}

void pow(arb_t res, const arb_t x, slong n, slong prec) {
  if (n < 0 && arb_contains_zero(x)) {
    arb_indeterminate(res);
    return;
  }
  fmpz_t e;
  fmpz_init_set_si(e, n);
  arb_pow_fmpz(res, x, e, prec);
  fmpz_clear(e);
}

void pow(arb_t res, const arb_t x, const arb_t y, slong prec) {
  if (!arb_is_finite(x) || !arb_is_finite(y)) {
    arb_indeterminate(res);
  } else if (arb_is_exact(y) && arb_is_int(y)) {
    if (arb_contains_zero(x) && arb_is_negative(y)) {
      arb_indeterminate(res);
    } else {
      arb_pow(res, x, y, prec);
    }
  } else if (arb_is_positive(x) || (arb_is_nonnegative(x) && arb_is_positive(y))) {
    arb_pow(res, x, y, prec);
  } else {
    arb_indeterminate(res);
  }
}

void lgamma(arb_t res, const arb_t x, slong prec) {
  if (!arb_is_positive(x)) {
    arb_indeterminate(res);
  } else if (arb_is_one(x) || arb_equal_si(x, 2)) {
    arb_zero(res);
  } else {
    arb_lgamma(res, x, prec);
  }
}

void digamma(arb_t res, const arb_t x, slong prec) { polygamma(res, 0, x, prec); }

void trigamma(arb_t res, const arb_t x, slong prec) { polygamma(res, 1, x, prec); }

void erf(arb_t res, const arb_t x, slong prec) { arb_hypgeom_erf(res, x, prec); }

void erfc_series(arb_t res, const arf_t x, slong terms, slong prec) {
  const slong wp = prec + 12;
  arb_t square, z, sum, t;
  arb_init(square);
  arb_init(z);
  arb_init(sum);
  arb_init(t);
  arf_mul(arb_midref(square), x, x, ARF_PREC_EXACT, ARF_RND_DOWN);  // exact
  arb_ui_div(z, 1, square, wp);
  arb_mul_2exp_si(z, z, -1);  // terms (-1)^m (2m-1)!! (1/(2x^2))^m
  arb_one(t);
  for (ulong m = 1;; ++m) {
    arb_add(sum, sum, t, wp);
    arb_mul(t, t, z, wp);
    arb_mul_ui(t, t, 2 * m - 1, wp);
    arb_neg(t, t);
    if (arf_cmpabs_2exp_si(arb_midref(t), -wp) < 0 || static_cast<slong>(m) >= terms) break;
  }
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, t);
  arb_add_error_mag(sum, bound);
  mag_clear(bound);
  arb_const_sqrt_pi(t, wp);
  arb_mul_arf(t, t, x, wp);
  arb_div(sum, sum, t, wp);
  arb_neg(square, square);
  arb_exp(t, square, wp);
  arb_mul(res, sum, t, prec);
  arb_clear(square);
  arb_clear(z);
  arb_clear(sum);
  arb_clear(t);
}

void erfc(arb_t res, const arb_t x, slong prec) {
  // The series from x >= 2^k with 2^(2k) > prec + 12 (a sufficient test without squaring): its terms then fall below
  // 2^-prec. Arb's own erfc gives 0 +- tiny for very large x, which loses the sign.
  const slong k = FLINT_BIT_COUNT(prec + 12) / 2 + 1;
  const arf_struct* mid = arb_midref(x);
  if (!arb_is_finite(x) || arf_sgn(mid) <= 0 || arf_cmpabs_2exp_si(mid, k) < 0) {
    arb_hypgeom_erfc(res, x, prec);
  } else if (arb_is_exact(x)) {
    erfc_series(res, mid, prec + 12, prec);
  } else {
    arf_t end;
    arb_t other;
    arf_init(end);
    arb_init(other);
    arb_get_lbound_arf(end, x, prec + 64);
    if (arf_cmp_si(end, 1L << k) >= 0) {  // decreasing: the values at the ends
      erfc_series(other, end, prec + 12, prec);
      arb_get_ubound_arf(end, x, prec + 64);
      erfc_series(res, end, prec + 12, prec);
      arb_union(res, res, other, prec);
    } else {
      arb_hypgeom_erfc(res, x, prec);
    }
    arf_clear(end);
    arb_clear(other);
  }
}

void normal_cdf(arb_t res, const arb_t x, slong prec) {
  // The relative condition number of erfc at t is about 2 t^2: that many more bits for the argument.
  slong extra = 8;
  const arf_struct* mid = arb_midref(x);
  if (arb_is_finite(x) && arf_cmpabs_2exp_si(mid, 64) < 0 && arf_cmpabs_ui(mid, 1) > 0) extra += 2 * ARF_EXP(mid);
  arb_t root, t;
  arb_init(root);
  arb_init(t);
  arb_sqrt_ui(root, 2, prec + extra);
  arb_div(t, x, root, prec + extra);
  arb_neg(t, t);
  erfc(t, t, prec + 8);
  arb_mul_2exp_si(res, t, -1);
  arb_set_round(res, res, prec);
  arb_clear(root);
  arb_clear(t);
}

void xlogy(arb_t res, const arb_t x, const arb_t y, slong prec) {
  if (arb_is_positive(y)) {
    arb_t t;
    arb_init(t);
    arb_log(t, y, prec + 4);
    arb_mul(res, x, t, prec);
    arb_clear(t);
  } else if (arb_is_zero(x) && arb_is_nonnegative(y)) {
    arb_zero(res);
  } else {
    arb_indeterminate(res);
  }
}

void log_sum_exp(arb_t res, arb_srcptr x, slong n, slong prec) {
  slong largest = 0;
  for (slong i = 0; i < n; ++i) {
    if (!arb_is_finite(x + i)) {
      arb_indeterminate(res);
      return;
    }
    if (arf_cmp(arb_midref(x + i), arb_midref(x + largest)) > 0) largest = i;
  }
  if (n == 1) {
    arb_set_round(res, x, prec);
    return;
  }
  // The largest term is exp(x - m) with x - m its own radius. Summing the others apart lets log1p keep what they add
  // when they are tiny.
  arb_t sum, t;
  arf_t shift;
  arb_init(sum);
  arb_init(t);
  arf_init(shift);
  arf_set(shift, arb_midref(x + largest));
  for (slong i = 0; i < n; ++i) {
    arb_sub_arf(t, x + i, shift, prec + 10);
    if (i == largest) {
      arb_expm1(t, t, prec + 10);
    } else {
      arb_exp(t, t, prec + 10);
    }
    arb_add(sum, sum, t, prec + 10);
  }
  log1p(sum, sum, prec + 10);
  arb_add_arf(res, sum, shift, prec);
  arb_clear(sum);
  arb_clear(t);
  arf_clear(shift);
}

void lgamma_minimizer(arb_t res, slong prec) {
  // Newton on digamma, precision doubling; then the signs at the ends of a slightly widened ball are the proof (digamma
  // increases).
  arb_t c, f, slope;
  arb_init(c);
  arb_init(f);
  arb_init(slope);
  arb_set_d(c, 1.4616321449683623);
  for (slong good = 45; good < 2 * (prec + 20); good *= 2) {
    const slong wp = 2 * good + 30 < prec + 60 ? 2 * good + 30 : prec + 60;
    digamma(f, c, wp);
    trigamma(slope, c, wp);
    arb_div(f, f, slope, wp);
    arb_sub(c, c, f, wp);
    mag_zero(arb_radref(c));
  }
  for (slong shift = prec + 8;; shift -= 4) {
    arf_t radius;
    arf_init(radius);
    arf_set_ui_2exp_si(radius, 1, -shift);
    arb_sub_arf(f, c, radius, ARF_PREC_EXACT);
    digamma(f, f, prec + 60);
    bool certain = arb_is_negative(f) != 0;
    arb_add_arf(f, c, radius, ARF_PREC_EXACT);
    digamma(f, f, prec + 60);
    certain = certain && arb_is_positive(f);
    if (certain) arb_add_error_arf(c, radius);
    arf_clear(radius);
    if (certain) break;
    if (shift < 8) {  // cannot happen; an honest answer all the same
      arb_indeterminate(c);
      break;
    }
  }
  arb_swap(res, c);
  arb_clear(c);
  arb_clear(f);
  arb_clear(slope);
}

}  // namespace dpcert::special
