#include "dpcert/mechanisms/random_bits.hpp"

#include <flint/fmpz.h>

#include "dpcert/core/error.hpp"

namespace dpcert {

Rational uniform_below(const Rational& bound, RandomBits& random) {
  if (!bound.is_integer() || bound.sign() <= 0) throw Error(ErrorCode::domain, "bound", "an integer >= 1", bound.str());
  const Rational last = bound - Rational(1);
  const auto count = static_cast<std::int64_t>(fmpz_bits(fmpq_numref(last.fmpq_ptr())));
  for (;;) {
    Rational out(0);
    for (std::int64_t left = count; left > 0;) {
      const int part = left < 32 ? static_cast<int>(left) : 32;
      out = out * Rational(std::int64_t{1} << part) + Rational(random.bits(part));
      left -= part;
    }
    if (out < bound) return out;
  }
}

bool bernoulli(const Rational& p, RandomBits& random) {
  if (p.sign() < 0 || p > Rational(1)) throw Error(ErrorCode::domain, "p", "a number from 0 to 1", p.str());
  if (p == Rational(1)) return true;
  const Rational one(1);
  // `rest` is the part of p behind the digits that were compared, times a power of two: 0 <= rest < 1.
  for (Rational rest = p; !rest.is_zero();) {
    rest += rest;
    const bool digit = rest >= one;
    if (digit) rest -= one;
    if (const bool drawn = random.bit(); drawn != digit) return digit;
  }
  return false;
}

bool bernoulli_exp(const Rational& x, RandomBits& random) {
  if (x.sign() < 0) throw Error(ErrorCode::domain, "x", "a number >= 0", x.str());
  const Rational one(1);
  const auto up_to_one = [&](const Rational& y) {
    std::int64_t trials = 1;
    while (bernoulli(y / Rational(trials), random)) ++trials;
    return trials % 2 == 1;
  };
  Rational left = x;
  for (; left > one; left -= one)
    if (!up_to_one(one)) return false;
  return up_to_one(left);
}

Rational geometric_exp(const Rational& x, RandomBits& random) {
  if (x.sign() <= 0) throw Error(ErrorCode::domain, "x", "a number > 0", x.str());
  Rational t(1);
  fmpz_set(fmpq_numref(t.fmpq_ptr()), fmpq_denref(x.fmpq_ptr()));
  const Rational s = x * t, one(1);
  Rational u = uniform_below(t, random);
  while (!bernoulli_exp(u / t, random)) u = uniform_below(t, random);
  while (bernoulli_exp(one, random)) u += t;
  return (u / s).floor();
}

Rational floored_laplace(const Rational& rate, RandomBits& random) {
  const bool negative = random.bit();
  const Rational whole = geometric_exp(rate, random);
  return negative ? -whole - Rational(1) : whole;
}

}  // namespace dpcert
