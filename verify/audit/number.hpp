// Numbers as tools print them.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "dpcert/core/rational.hpp"

namespace dpcert::audit {

/// A number of an audit file. A decimal or hexadecimal text stands for the nearest double, since that is what the tool
/// computed with (so 1e400 is +infinity and 1e-400 is 0); p/q is exact.
struct Number {
  enum class Kind : std::uint8_t { finite, plus_infinity, minus_infinity, nan };
  Kind kind = Kind::nan;
  Rational value;          ///< if finite
  double nearest = NAN;    ///< the double nearest to it; inf and nan as they are
  bool is_double = false;  ///< finite, and a double exactly
};

/// `1.5`, `-2e-3`, `0x1.8p-4`, `3/7`, `inf`, `-Infinity`, `nan`, in any case; nothing for other text.
std::optional<Number> read_number(const std::string& text);

}  // namespace dpcert::audit
