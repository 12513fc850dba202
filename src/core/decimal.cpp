#include "dpcert/core/decimal.hpp"

#include <algorithm>

namespace dpcert {

std::string decimal_text(const Rational& x) {
  if (x.sign() < 0) return "-" + decimal_text(-x);
  if (x.is_zero()) return "0";
  // x = digits 10^exponent if the denominator has no prime factors but 2 and 5.
  const Rational two(2), five(5);
  Rational rest;
  fmpz_set(fmpq_numref(rest.fmpq_ptr()), fmpq_denref(x.fmpq_ptr()));
  fmpz* const d = fmpq_numref(rest.fmpq_ptr());
  const slong twos = fmpz_remove(d, d, fmpq_numref(two.fmpq_ptr())),
              fives = fmpz_remove(d, d, fmpq_numref(five.fmpq_ptr()));
  if (rest != Rational(1)) return x.str();
  long exponent = -std::max(twos, fives);
  std::string digits = (x * pow(Rational(10), std::int64_t{-exponent})).str();
  const long point = static_cast<long>(digits.size()) + exponent;  // digits before the decimal point
  if (point > -5 && point <= 21) {
    if (exponent == 0) return digits;
    if (point > 0) return digits.insert(static_cast<std::size_t>(point), ".");
    return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  }
  if (exponent == 0 && digits.find_last_not_of('0') + 10 > digits.size()) return digits;  // few zeros to leave out
  digits.erase(digits.find_last_not_of('0') + 1);
  std::string text = digits.substr(0, 1);
  if (digits.size() > 1) text += "." + digits.substr(1);
  return text + "e" + std::to_string(point - 1);
}

}  // namespace dpcert
