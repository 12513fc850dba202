// The size of an exact number, for choosing a precision: steering, never evidence.
#pragma once

#include "dpcert/core/rational.hpp"

namespace dpcert {

/// log2 |x|, off by less than 1, also for exponents far outside double's; 0 for x = 0.
inline double log2_of(const Rational& x) {
  if (x.is_zero()) return 0;
  return static_cast<double>(fmpz_bits(fmpq_numref(x.fmpq_ptr()))) -
         static_cast<double>(fmpz_bits(fmpq_denref(x.fmpq_ptr())));
}

}  // namespace dpcert
