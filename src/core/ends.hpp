// Exact binary numbers (arf) as text and as rationals; shared by Ball and Interval. Not part of the public interface.
#pragma once

#include <arf.h>

#include <string>

#include "dpcert/core/rational.hpp"

namespace dpcert::ends {

/// x as a decimal with at most `digits` significant digits (1..100000), rounded down or up; "nan", "inf", "-inf".
std::string decimal(const arf_t x, int digits, bool round_up);
/// The same of a rational: exact if so many digits suffice.
std::string decimal(const Rational& q, int digits, bool round_up);
/// The exact value; throws Error::domain if x is not finite, Error::unsupported if its exponent is beyond +-4194304.
Rational rational(const arf_t x);
/// q rounded towards `rnd` to `bits`.
void set_rational(arf_t x, const Rational& q, long bits, arf_rnd_t rnd);

}  // namespace dpcert::ends
