// The first and the last integer of an interval, whose ends may be open.
#pragma once

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

/// The least integer in r, whose lower end is finite.
inline Rational first_integer(const Range& r) {
  return r.lo.closed ? r.lo.value.ceil() : r.lo.value.floor() + Rational(1);
}
/// The greatest integer in r, whose upper end is finite.
inline Rational last_integer(const Range& r) {
  return r.hi.closed ? r.hi.value.floor() : r.hi.value.ceil() - Rational(1);
}

}  // namespace dpcert::verify
