#include "dpcert/core/rational.hpp"

#include <arf.h>

#include <cmath>

#include "dpcert/core/error.hpp"

namespace dpcert {

namespace {

constexpr std::int64_t max_decimal_exponent = 4000;
constexpr std::size_t max_digits = 4000;

bool digit(char c) { return c >= '0' && c <= '9'; }

// One decimal number without sign: digits [. digits] [e [+-] digits].
std::optional<Rational> parse_decimal(std::string_view text) {
  std::string digits;
  std::int64_t exponent = 0;
  std::size_t i = 0;
  bool any = false;
  for (; i < text.size() && digit(text[i]); ++i) digits += text[i], any = true;
  if (i < text.size() && text[i] == '.') {
    for (++i; i < text.size() && digit(text[i]); ++i) digits += text[i], --exponent, any = true;
  }
  if (!any || digits.size() > max_digits) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    bool negative = false;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
    if (i == text.size()) return std::nullopt;
    std::int64_t e = 0;
    for (; i < text.size() && digit(text[i]); ++i) {
      e = e * 10 + (text[i] - '0');
      if (e > max_decimal_exponent) return std::nullopt;
    }
    exponent += negative ? -e : e;
  }
  if (i != text.size()) return std::nullopt;
  Rational r;
  fmpz_set_str(fmpq_numref(r.fmpq_ptr()), digits.c_str(), 10);
  return r * pow(Rational(10), exponent);
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw Error(ErrorCode::division_by_zero, "Rational", "a denominator other than 0", "0");
  fmpq_init(value_);
  fmpz_set_si(fmpq_numref(value_), numerator);
  fmpz_set_si(fmpq_denref(value_), denominator);
  fmpq_canonicalise(value_);
}

std::optional<Rational> Rational::parse(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  std::optional<Rational> result;
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto p = parse_decimal(text.substr(0, slash));
    const auto q = parse_decimal(text.substr(slash + 1));
    if (!p || !q || q->is_zero()) return std::nullopt;
    result = *p / *q;
  } else {
    result = parse_decimal(text);
  }
  if (result && negative) result = -*result;
  return result;
}

Rational Rational::from_double(double x) {
  if (!std::isfinite(x))
    throw Error(ErrorCode::domain, "Rational::from_double", "a finite number", x > 0 ? "inf" : x < 0 ? "-inf" : "nan");
  Rational r;
  arf_t a;
  arf_init(a);
  arf_set_d(a, x);
  arf_get_fmpq(r.value_, a);
  arf_clear(a);
  return r;
}

std::string Rational::str() const {
  char* s = fmpq_get_str(nullptr, 10, value_);
  std::string out(s);
  flint_free(s);
  return out;
}

double Rational::approx() const {
  arf_t a;
  arf_init(a);
  arf_set_fmpz(a, fmpq_numref(value_));
  arf_div_fmpz(a, a, fmpq_denref(value_), 64, ARF_RND_NEAR);
  const double d = arf_get_d(a, ARF_RND_NEAR);
  arf_clear(a);
  return d;
}

std::optional<std::int64_t> Rational::to_int64() const {
  if (!is_integer() || !fmpz_fits_si(fmpq_numref(value_))) return std::nullopt;
  return fmpz_get_si(fmpq_numref(value_));
}

std::optional<std::int64_t> Rational::to_int64_numerator() const {
  if (!fmpz_fits_si(fmpq_numref(value_))) return std::nullopt;
  return fmpz_get_si(fmpq_numref(value_));
}

std::optional<std::int64_t> Rational::to_int64_denominator() const {
  if (!fmpz_fits_si(fmpq_denref(value_))) return std::nullopt;
  return fmpz_get_si(fmpq_denref(value_));
}

Rational Rational::floor() const {
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.value_), fmpq_numref(value_), fmpq_denref(value_));
  return r;
}

Rational Rational::ceil() const {
  Rational r;
  fmpz_cdiv_q(fmpq_numref(r.value_), fmpq_numref(value_), fmpq_denref(value_));
  return r;
}

std::int64_t Rational::bits() const {
  return static_cast<std::int64_t>(fmpz_bits(fmpq_numref(value_)) + fmpz_bits(fmpq_denref(value_)));
}

std::size_t Rational::hash() const {
  // Residues modulo a prime near 2^63; equal values have equal canonical forms.
  constexpr ulong prime = 9223372036854775783UL;
  const std::size_t p = fmpz_fdiv_ui(fmpq_numref(value_), prime);
  const std::size_t q = fmpz_fdiv_ui(fmpq_denref(value_), prime);
  return p ^ (q * 0x9e3779b97f4a7c15ULL + (p << 6) + (p >> 2));
}

Rational& Rational::operator/=(const Rational& o) {
  if (o.is_zero()) throw Error(ErrorCode::division_by_zero, "Rational", "a divisor other than 0", "0");
  fmpq_div(value_, value_, o.value_);
  return *this;
}

Rational pow(const Rational& base, std::int64_t exponent) {
  if (exponent < 0 && base.is_zero())
    throw Error(ErrorCode::division_by_zero, "pow", "a base other than 0 for a negative exponent", "0");
  Rational r;
  fmpq_pow_si(r.fmpq_ptr(), base.fmpq_ptr(), exponent);
  return r;
}

Rational abs(Rational x) { return x.sign() < 0 ? -std::move(x) : x; }

Rational simplest_between(const Rational& lo, const Rational& hi) {
  if (lo.sign() <= 0 && hi.sign() >= 0) return Rational(0);
  if (hi.sign() < 0) return -simplest_between(-hi, -lo);
  // Stern-Brocot descent by continued fractions, for 0 < lo <= hi.
  Rational whole = lo.ceil();
  if (whole <= hi) return whole;
  const Rational f = lo.floor();
  return f + Rational(1) / simplest_between(Rational(1) / (hi - f), Rational(1) / (lo - f));
}

}  // namespace dpcert
