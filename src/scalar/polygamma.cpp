// Polygamma by upward recurrence and the asymptotic series; see special.hpp for formulas, domain and the bound of the
// remainder.
#include <bernoulli.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "dpcert/scalar/real.hpp"
#include "src/scalar/special.hpp"

namespace dpcert::special {

void series_coefficient(fmpq_t res, int k, slong m) {
  bernoulli_fmpq_ui(res, static_cast<ulong>(2 * m));
  fmpz_t f, g;
  fmpz_init(f);
  fmpz_init(g);
  if (k <= 0) {  // (2m+k-1)!/(2m)! is 1/(2m), or 1/(2m (2m-1))
    fmpz_set_si(f, k == 0 ? 2 * m : 2 * m * (2 * m - 1));
    fmpq_div_fmpz(res, res, f);
  } else {
    fmpz_fac_ui(f, static_cast<ulong>(2 * m + k - 1));
    fmpz_fac_ui(g, static_cast<ulong>(2 * m));
    fmpz_divexact(f, f, g);
    fmpq_mul_fmpz(res, res, f);
  }
  fmpz_clear(f);
  fmpz_clear(g);
}

namespace {

/// The coefficients c_m, m = 1, 2, ..., of one order at one precision. Thread-local: no locks, and a result never
/// depends on who filled it (an entry is B_2m (2m+k-1)!/(2m)!, correctly enclosed at its precision, whenever it is
/// made).
class Coefficients {
 public:
  Coefficients() = default;
  Coefficients(const Coefficients&) = delete;
  Coefficients& operator=(const Coefficients&) = delete;
  ~Coefficients() {
    for (arb_struct& c : c_) arb_clear(&c);
  }
  /// Makes c(1..count) available.
  void extend(int k, slong count, slong prec) {
    if (static_cast<slong>(c_.size()) >= count) return;
    fmpq_t q;
    fmpq_init(q);
    for (slong m = static_cast<slong>(c_.size()) + 1; m <= count; ++m) {
      series_coefficient(q, k, m);
      arb_struct c;
      arb_init(&c);
      arb_set_fmpq(&c, q, prec);
      c_.push_back(c);  // an arb_struct may be moved bitwise
    }
    fmpq_clear(q);
  }
  const arb_struct* operator()(slong m) const { return &c_[static_cast<std::size_t>(m - 1)]; }

 private:
  std::vector<arb_struct> c_;
};

Coefficients& coefficients(int k, slong prec) {
  thread_local std::map<std::pair<int, slong>, Coefficients> tables;
  thread_local std::pair<int, slong> last_key{-1, 0};
  thread_local Coefficients* last = nullptr;
  const std::pair<int, slong> key{k, prec};
  if (last == nullptr || last_key != key) {
    if (tables.size() > 128) tables.clear();
    last = &tables[key];
    last_key = key;
  }
  return *last;
}

/// log2 of |c_m| / max(1, (k-1)!), roughly: only steers the effort, never the bound.
double log2_coefficient(int k, double m) {
  const double log2_e = 1.4426950408889634;
  const double j = 2 * m;
  return 1 + (dpcert::lgamma(j + std::max(k, 0)) - (k > 1 ? dpcert::lgamma(static_cast<double>(k)) : 0.0)) * log2_e -
         j * 2.6514961294723188;  // log2(2 pi)
}

}  // namespace

// (-1)^(k+1) psi^(k)(x) for k >= 1, psi(x) for k = 0.
void polygamma_series(arb_t res, int k, const arf_t x, slong steps, slong omitted, slong prec) {
  const slong wp = prec + 12;
  const slong table_precision = (wp + 63) / 64 * 64;
  Coefficients& c = coefficients(k, table_precision);
  c.extend(k, omitted, table_precision);

  arb_t y, inv, z, sum, head, t;
  arb_init(y);
  arb_init(inv);
  arb_init(z);
  arb_init(sum);
  arb_init(head);
  arb_init(t);

  // head = sum_{j<n} (x+j)^-(k+1)
  for (slong j = 0; j < steps; ++j) {
    arb_set_arf(y, x);
    arb_add_ui(y, y, static_cast<ulong>(j), wp);
    if (k > 0) arb_pow_ui(y, y, static_cast<ulong>(k) + 1, wp);
    arb_ui_div(t, 1, y, wp);
    arb_add(head, head, t, wp);
  }
  arb_set_arf(y, x);
  arb_add_ui(y, y, static_cast<ulong>(steps), wp);
  arb_ui_div(inv, 1, y, wp);
  arb_mul(z, inv, inv, wp);

  // sum = c_1 z + ... + c_{M-1} z^(M-1), Horner; then the remainder |c_M| z^M
  for (slong m = omitted - 1; m >= 1; --m) {
    arb_add(sum, sum, c(m), wp);
    arb_mul(sum, sum, z, wp);
  }
  mag_t bound, zm;
  mag_init(bound);
  mag_init(zm);
  arb_get_mag(zm, z);
  mag_pow_ui(zm, zm, static_cast<ulong>(omitted));
  arb_get_mag(bound, c(omitted));
  mag_mul(bound, bound, zm);
  arb_add_error_mag(sum, bound);
  mag_clear(bound);
  mag_clear(zm);

  if (k == 0) {
    // log X - 1/(2X) - sum - head
    arb_log(t, y, wp);
    arb_mul_2exp_si(inv, inv, -1);
    arb_sub(t, t, inv, wp);
    arb_sub(t, t, sum, wp);
    arb_sub(res, t, head, prec);
  } else {
    fmpz_t f;
    fmpz_init(f);
    fmpz_fac_ui(f, static_cast<ulong>(k) - 1);
    arb_add_fmpz(sum, sum, f, wp);
    fmpz_mul_ui(f, f, static_cast<ulong>(k));
    arb_mul_fmpz(t, inv, f, wp);
    arb_mul_2exp_si(t, t, -1);
    arb_add(sum, sum, t, wp);
    arb_pow_ui(t, inv, static_cast<ulong>(k), wp);
    arb_mul(sum, sum, t, wp);
    arb_mul_fmpz(head, head, f, wp);
    arb_add(res, sum, head, prec);
    fmpz_clear(f);
  }
  arb_clear(y);
  arb_clear(inv);
  arb_clear(z);
  arb_clear(sum);
  arb_clear(head);
  arb_clear(t);
}

namespace {

/// Chooses steps and terms so that the remainder is below 2^-wp, or as small as it gets.
void at_point(arb_t res, int k, const arf_t x, slong prec) {
  const slong wp = prec + 12;
  const double start = 0.16 * static_cast<double>(wp) + 0.5 * k + 3;
  slong steps = 0;
  double big_x = NAN;
  if (arf_cmpabs_d(x, start) < 0) {
    const double xd = arf_get_d(x, ARF_RND_DOWN);
    steps = static_cast<slong>(std::ceil(start - xd));
    big_x = xd + static_cast<double>(steps);
  } else {
    big_x = arf_cmpabs_2exp_si(x, 400) < 0 ? arf_get_d(x, ARF_RND_DOWN) : std::ldexp(1.0, 400);
  }
  // The first omitted term m = M: the first below 2^-wp, or the smallest.
  const double log2_x = std::log2(big_x);
  slong omitted = 1;
  double previous = HUGE_VAL;
  for (;; ++omitted) {
    const double size = log2_coefficient(k, static_cast<double>(omitted)) - 2.0 * static_cast<double>(omitted) * log2_x;
    if (size < -static_cast<double>(wp) || size >= previous) break;
    previous = size;
  }
  polygamma_series(res, k, x, steps, omitted, prec);
}

}  // namespace

void polygamma(arb_t res, int k, const arb_t x, slong prec) {
  if (k < 0 || k > 10000 || !arb_is_finite(x) || !arb_is_positive(x)) {
    arb_indeterminate(res);
    return;
  }
  if (arb_is_exact(x)) {
    at_point(res, k, arb_midref(x), prec);
  } else {
    arf_t end;
    arb_t other;
    arf_init(end);
    arb_init(other);
    arb_get_ubound_arf(end, x, prec + 30);
    at_point(other, k, end, prec);
    arb_get_lbound_arf(end, x, prec + 30);
    if (arf_sgn(end) > 0) {
      at_point(res, k, end, prec);
      arb_union(res, res, other, prec);
    } else {
      arb_indeterminate(res);
    }
    arf_clear(end);
    arb_clear(other);
  }
  if (k > 0 && k % 2 == 0) arb_neg(res, res);
}

}  // namespace dpcert::special
