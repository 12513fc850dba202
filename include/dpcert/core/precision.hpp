// Working precision in bits, carried by values and never by a thread: a hidden precision is a hidden input.
//
// A value made from an integer or by constant<S>(q) carries precision 0: it is a constant and takes the precision of
// what it meets. An operation on constants alone is computed at `constant_precision` and stays a constant, so
// `log(S(2)) * x` has the precision of x. A template that must serve more than `constant_precision` bits says
// constant_like(x, q).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "dpcert/core/error.hpp"

namespace dpcert {

using Precision = std::int64_t;

inline constexpr Precision min_precision = 2;
inline constexpr Precision max_precision = Precision{1} << 20;
inline constexpr Precision constant_precision = 512;
inline constexpr Precision default_precision = 128;

/// bits, if it is 0 (a constant) or in [min_precision, max_precision]; else throws Error::precision. Arb crashes on a
/// garbage precision.
inline Precision checked_precision(Precision bits) {
  if (bits != 0 && (bits < min_precision || bits > max_precision)) {
    throw Error(ErrorCode::precision, "precision", "0 or 2..1048576 bits", std::to_string(bits));
  }
  return bits;
}
/// The precision at which an operation on a value that carries `bits` is computed.
inline constexpr Precision working_precision(Precision bits) { return bits == 0 ? constant_precision : bits; }

}  // namespace dpcert
