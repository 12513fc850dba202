#include "src/core/ends.hpp"

#include <arb.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "dpcert/core/error.hpp"

namespace dpcert::ends {
namespace {

constexpr long max_exact_exponent = 1L << 22;

struct Fmpz {
  fmpz_t v;
  Fmpz() { fmpz_init(v); }
  ~Fmpz() { fmpz_clear(v); }
  Fmpz(const Fmpz&) = delete;
  Fmpz& operator=(const Fmpz&) = delete;
};
struct Arb {
  arb_t v;
  Arb() { arb_init(v); }
  ~Arb() { arb_clear(v); }
  Arb(const Arb&) = delete;
  Arb& operator=(const Arb&) = delete;
};

std::string digits_of(const fmpz_t n) {
  char* text = fmpz_get_str(nullptr, 10, n);
  std::string s(text);
  flint_free(text);
  return s;
}

/// magnitude (a string of digits without sign) times 10^exponent, in the shortest of the two usual notations.
std::string place_point(std::string digits, long exponent) {
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  const long leading = exponent + static_cast<long>(digits.size()) - 1;  // exponent of the first digit
  const long n = static_cast<long>(digits.size());
  if (leading >= 21 || leading < -7) {
    std::string s = digits.substr(0, 1);
    if (n > 1) s += "." + digits.substr(1);
    return s + "e" + std::to_string(leading);
  }
  if (exponent >= 0) return digits + std::string(static_cast<std::size_t>(exponent), '0');
  if (leading >= 0) return digits.substr(0, leading + 1) + "." + digits.substr(leading + 1);
  return "0." + std::string(static_cast<std::size_t>(-leading - 1), '0') + digits;
}

/// |x| rounded away from (or towards) zero.
std::string magnitude(const arf_t x, int digits, bool away) {
  if (COEFF_IS_MPZ(ARF_EXP(x)) || std::labs(ARF_EXP(x)) > (1L << 40)) {
    const bool huge = fmpz_sgn(ARF_EXPREF(x)) > 0;
    if (huge) return away ? "inf" : "1e1000000000";
    return away ? "1e-1000000000" : "0";
  }
  // First guess of the decimal exponent from the binary one (0.5 <= mantissa < 1): at most one too small.
  const double log10_2 = 0.30102999566398120;
  long leading = static_cast<long>(std::floor(static_cast<double>(ARF_EXP(x) - 1) * log10_2));
  Arb a, scaled, power;
  arb_set_arf(a.v, x);
  arb_abs(a.v, a.v);
  Fmpz n, ten_to_digits, exponent;
  fmpz_ui_pow_ui(ten_to_digits.v, 10, static_cast<ulong>(digits));
  for (int attempt = 0; attempt < 4; ++attempt) {
    const long shift = static_cast<long>(digits) - 1 - leading;
    // Exact for moderate exponents, so that a short decimal prints as itself; otherwise enough for at most one unit of
    // excess.
    const long moderate = 4 * std::labs(shift) + arf_bits(x) + 64;
    const long prec = moderate < 20000 ? moderate : 4L * digits + 192;
    fmpz_set_si(exponent.v, std::labs(shift));
    arb_set_ui(power.v, 10);
    arb_pow_fmpz(power.v, power.v, exponent.v, prec);
    if (shift >= 0) {
      arb_mul(scaled.v, a.v, power.v, prec);
    } else {
      arb_div(scaled.v, a.v, power.v, prec);
    }
    arf_t end;
    arf_init(end);
    if (away) {
      arb_get_ubound_arf(end, scaled.v, prec);
      arf_ceil(end, end);
    } else {
      arb_get_lbound_arf(end, scaled.v, prec);
      arf_floor(end, end);
    }
    arf_get_fmpz(n.v, end, ARF_RND_DOWN);
    arf_clear(end);
    if (fmpz_cmp(n.v, ten_to_digits.v) <= 0) {
      if (fmpz_sgn(n.v) <= 0) return "0";
      return place_point(digits_of(n.v), -shift);
    }
    ++leading;  // the guess was too small: one digit too many
  }
  throw Error(ErrorCode::internal, "decimal", "a decimal exponent", "none found");
}

}  // namespace

std::string decimal(const arf_t x, int digits, bool round_up) {
  if (arf_is_nan(x)) return "nan";
  if (arf_is_pos_inf(x)) return "inf";
  if (arf_is_neg_inf(x)) return "-inf";
  if (arf_is_zero(x)) return "0";
  digits = std::clamp(digits, 1, 100000);
  const bool negative = arf_sgn(x) < 0;
  const std::string text = magnitude(x, digits, negative != round_up);
  return negative && text != "0" ? "-" + text : text;
}

std::string decimal(const Rational& q, int digits, bool round_up) {
  if (q.is_zero()) return "0";
  const Rational size = abs(q);
  const bool away = round_up == (q.sign() > 0);
  // First guess of the decimal exponent: at most one off.
  long leading = static_cast<long>(fmpz_sizeinbase(fmpq_numref(size.fmpq_ptr()), 10)) -
                 static_cast<long>(fmpz_sizeinbase(fmpq_denref(size.fmpq_ptr()), 10));
  if (pow(Rational(10), std::int64_t{leading}) > size) --leading;
  const long exponent = leading - digits + 1;
  const Rational scaled = size / pow(Rational(10), std::int64_t{exponent});
  const std::string text = (away ? scaled.ceil() : scaled.floor()).str();
  return (q.sign() < 0 ? "-" : "") + place_point(text, exponent);
}

Rational rational(const arf_t x) {
  if (!arf_is_finite(x)) throw Error(ErrorCode::domain, "exact end", "a finite number", decimal(x, 3, false));
  if (!arf_is_zero(x) && (COEFF_IS_MPZ(ARF_EXP(x)) || std::labs(ARF_EXP(x)) > max_exact_exponent)) {
    throw Error(ErrorCode::unsupported, "exact end", "a binary exponent within +-4194304", decimal(x, 3, false));
  }
  Rational q;
  arf_get_fmpq(q.fmpq_ptr(), x);
  return q;
}

void set_rational(arf_t x, const Rational& q, long bits, arf_rnd_t rnd) {
  arf_fmpz_div_fmpz(x, fmpq_numref(q.fmpq_ptr()), fmpq_denref(q.fmpq_ptr()), bits, rnd);
}

}  // namespace dpcert::ends
