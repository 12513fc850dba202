#include "dpcert/scalar/mp.hpp"

#include <flint/fmpq.h>

#include "dpcert/core/error.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "dpcert/symbolic/relation.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

[[noreturn]] void outside(const char* where, const char* domain, const Mp& x) {
  throw Error(ErrorCode::domain, where, domain, x.str());
}

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
Mp unary(const Mp& x, Unary f) {
  Mp r = Mp::zero(x.precision());
  f(r.mpfr(), x.mpfr(), MPFR_RNDN);
  return r;
}

using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
Mp binary(const Mp& x, const Mp& y, Binary f) {
  Mp r = Mp::zero(std::max(x.precision(), y.precision()));
  f(r.mpfr(), x.mpfr(), y.mpfr(), MPFR_RNDN);
  return r;
}

int sign(const Mp& x) { return mpfr_nan_p(x.mpfr()) != 0 ? 0 : mpfr_sgn(x.mpfr()); }

}  // namespace

// Boost's own copy takes the precision from settings of the thread; mpfr_set_prec overrules them.
Mp Mp::zero(Precision bits) {
  Mp r{Rational(0), checked_precision(bits)};
  return r;
}

Mp::Mp(const Rational& q, Precision bits) : prec_(checked_precision(bits)) {
  // An integer that needs more bits than a constant gets them: integers are exact.
  Precision room = working_precision(bits);
  if (bits == 0 && q.is_integer())
    room = std::max<Precision>(room, static_cast<Precision>(fmpz_bits(fmpq_numref(q.fmpq_ptr()))));
  mpfr_set_prec(mpfr(), room);
  mpq_t t;
  mpq_init(t);
  fmpq_get_mpq(t, q.fmpq_ptr());
  mpfr_set_q(mpfr(), t, MPFR_RNDN);
  mpq_clear(t);
}

Mp::Mp(const Mp& o) : prec_(o.prec_) {
  mpfr_set_prec(mpfr(), mpfr_get_prec(o.mpfr()));
  mpfr_set(mpfr(), o.mpfr(), MPFR_RNDN);
}

Mp& Mp::operator=(const Mp& o) {
  if (this != &o) {
    prec_ = o.prec_;
    mpfr_set_prec(mpfr(), mpfr_get_prec(o.mpfr()));
    mpfr_set(mpfr(), o.mpfr(), MPFR_RNDN);
  }
  return *this;
}

Mp Mp::pi(Precision bits) {
  Mp r = zero(bits);
  mpfr_const_pi(r.mpfr(), MPFR_RNDN);
  return r;
}

Mp Mp::with_precision(Precision bits) const {
  Mp r = zero(bits);
  mpfr_set(r.mpfr(), mpfr(), MPFR_RNDN);
  return r;
}

double Mp::approx() const { return mpfr_get_d(mpfr(), MPFR_RNDN); }

Rational Mp::rational() const {
  if (mpfr_number_p(mpfr()) == 0) throw Error(ErrorCode::domain, "Mp::rational", "a finite value", str());
  mpq_t t;
  mpq_init(t);
  mpfr_get_q(t, mpfr());
  Rational q;
  fmpq_set_mpq(q.fmpq_ptr(), t);
  mpq_clear(t);
  return q;
}

std::string Mp::str(int digits) const {
  char* text = nullptr;
  mpfr_asprintf(&text, "%.*Rg", digits, mpfr());
  std::string s(text);
  mpfr_free_str(text);
  return s;
}

Mp operator+(const Mp& a, const Mp& b) { return binary(a, b, mpfr_add); }
Mp operator-(const Mp& a, const Mp& b) { return binary(a, b, mpfr_sub); }
Mp operator*(const Mp& a, const Mp& b) { return binary(a, b, mpfr_mul); }
Mp operator/(const Mp& a, const Mp& b) {
  if (mpfr_zero_p(b.mpfr()) != 0) throw Error(ErrorCode::division_by_zero, "division", "a divisor other than 0", "0");
  return binary(a, b, mpfr_div);
}
Mp operator-(const Mp& a) {
  Mp r(a);
  mpfr_neg(r.mpfr(), r.mpfr(), MPFR_RNDN);
  return r;
}

std::partial_ordering operator<=>(const Mp& a, const Mp& b) {
  if (mpfr_unordered_p(a.mpfr(), b.mpfr()) != 0) return std::partial_ordering::unordered;
  const int c = mpfr_cmp(a.mpfr(), b.mpfr());
  return c < 0   ? std::partial_ordering::less
         : c > 0 ? std::partial_ordering::greater
                 : std::partial_ordering::equivalent;
}

Truth holds(Rel rel, const Mp& a, const Mp& b) {
  if (mpfr_unordered_p(a.mpfr(), b.mpfr()) != 0) return Truth::undefined;
  return holds_exactly(rel, a, b);
}

Mp select(Rel rel, const Mp& a, const Mp& b, const Mp& x, const Mp& y) {
  const Truth t = holds(rel, a, b);
  if (t.is_undefined()) throw Error(ErrorCode::domain, "select", "comparable numbers", a.str() + " and " + b.str());
  return t.is_certain() ? x : y;
}

Mp make_constant(std::type_identity<Mp>, const Rational& q) { return {q, 0}; }
Mp constant_like(const Mp& x, const Rational& q) { return {q, x.precision()}; }
Mp pi_like(const Mp& x) { return Mp::pi(x.precision()); }

Mp exp(const Mp& x) { return unary(x, mpfr_exp); }
Mp expm1(const Mp& x) { return unary(x, mpfr_expm1); }
Mp cosh(const Mp& x) { return unary(x, mpfr_cosh); }
Mp sinh(const Mp& x) { return unary(x, mpfr_sinh); }
Mp tanh(const Mp& x) { return unary(x, mpfr_tanh); }
Mp erf(const Mp& x) { return unary(x, mpfr_erf); }
Mp erfc(const Mp& x) { return unary(x, mpfr_erfc); }
Mp sin(const Mp& x) { return unary(x, mpfr_sin); }
Mp cos(const Mp& x) { return unary(x, mpfr_cos); }
Mp atan(const Mp& x) { return unary(x, mpfr_atan); }
Mp abs(const Mp& x) { return unary(x, mpfr_abs); }
Mp floor(const Mp& x) { return unary(x, mpfr_rint_floor); }
Mp ceil(const Mp& x) { return unary(x, mpfr_rint_ceil); }
Mp min(const Mp& x, const Mp& y) { return binary(x, y, mpfr_min); }
Mp max(const Mp& x, const Mp& y) { return binary(x, y, mpfr_max); }

Mp log(const Mp& x) {
  if (sign(x) <= 0) outside("log", "x > 0", x);
  return unary(x, mpfr_log);
}
Mp log1p(const Mp& x) {
  if (!(x > Mp(-1))) outside("log1p", "x > -1", x);
  return unary(x, mpfr_log1p);
}
Mp sqrt(const Mp& x) {
  if (!(x >= Mp(0))) outside("sqrt", "x >= 0", x);
  return unary(x, mpfr_sqrt);
}
Mp lgamma(const Mp& x) {
  if (sign(x) <= 0) outside("lgamma", "x > 0", x);
  return unary(x, mpfr_lngamma);
}
Mp digamma(const Mp& x) {
  if (sign(x) <= 0) outside("digamma", "x > 0", x);
  return unary(x, mpfr_digamma);
}
Mp trigamma(const Mp& x) { return polygamma(1, x); }

Mp polygamma(int k, const Mp& x) {
  if (k < 0) throw Error(ErrorCode::domain, "polygamma", "an order k >= 0", std::to_string(k));
  if (sign(x) <= 0 || mpfr_inf_p(x.mpfr()) != 0) outside("polygamma", "finite x > 0", x);
  if (k == 0) return digamma(x);
  // MPFR has no polygamma: the midpoint of the enclosure.
  Mp r = Mp::zero(x.precision());
  arb_t v;
  arb_init(v);
  arf_set_mpfr(arb_midref(v), x.mpfr());
  special::polygamma(v, k, v, working_precision(x.precision()) + 8);
  arf_get_mpfr(r.mpfr(), arb_midref(v), MPFR_RNDN);
  arb_clear(v);
  return r;
}

Mp pow(const Mp& x, int n) {
  if (n < 0 && mpfr_zero_p(x.mpfr()) != 0) outside("pow", "x != 0 for a negative exponent", x);
  Mp r = Mp::zero(x.precision());
  mpfr_pow_si(r.mpfr(), x.mpfr(), n, MPFR_RNDN);
  return r;
}
Mp pow(const Mp& x, const Mp& y) {
  if ((sign(x) < 0 && mpfr_integer_p(y.mpfr()) == 0) || (mpfr_zero_p(x.mpfr()) != 0 && sign(y) < 0)) {
    outside("pow", "x > 0; x = 0 with y >= 0; x < 0 with an integer y", x);
  }
  return binary(x, y, mpfr_pow);
}

Mp xlogy(const Mp& x, const Mp& y) {
  if (sign(y) < 0 || (mpfr_zero_p(y.mpfr()) != 0 && mpfr_zero_p(x.mpfr()) == 0))
    outside("xlogy", "y > 0, or x = y = 0", y);
  if (mpfr_zero_p(x.mpfr()) != 0) return Mp::zero(std::max(x.precision(), y.precision()));
  return x * log(y);
}

Mp normal_cdf(const Mp& x) {
  // More bits for the argument, which erfc's condition number 2 t^2 eats.
  const Precision bits = working_precision(x.precision());
  Precision extra = 16;
  if (mpfr_regular_p(x.mpfr()) != 0 && mpfr_get_exp(x.mpfr()) > 0)
    extra += 2 * std::min<Precision>(mpfr_get_exp(x.mpfr()), 64);
  const Precision wide = std::min(bits + extra, max_precision);
  const Mp t = -x.with_precision(wide) / sqrt(Mp(Rational(2), wide));
  return (erfc(t) / Mp(2)).with_precision(x.precision());
}

Mp log_sum_exp(std::span<const Mp> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  std::size_t largest = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] > x[largest]) largest = i;
  }
  Mp sum;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i != largest) sum += exp(x[i] - x[largest]);
  }
  return x[largest] + log1p(sum);
}

}  // namespace dpcert
