#include "verify/audit/number.hpp"

#include <cmath>
#include <cstdlib>

namespace dpcert::audit {

std::optional<Number> read_number(const std::string& text) {
  if (text.find('/') != std::string::npos) {
    const auto q = Rational::parse(text);
    if (!q) return std::nullopt;
    const double near = q->approx();
    const bool same = std::isfinite(near) && Rational::from_double(near) == *q;
    return Number{Number::Kind::finite, *q, near, same};
  }
  // strtod rounds correctly and knows hexadecimal, inf and nan; it also skips blanks, which are no part of a number.
  if (text.empty() || text.find_first_of(" \t\n\v\f\r") != std::string::npos || text.find('\0') != std::string::npos)
    return std::nullopt;
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  if (std::isnan(x)) return Number{};
  if (std::isinf(x)) return Number{x > 0 ? Number::Kind::plus_infinity : Number::Kind::minus_infinity, {}, x, false};
  return Number{Number::Kind::finite, Rational::from_double(x), x, true};
}

}  // namespace dpcert::audit
