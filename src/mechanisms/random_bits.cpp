#include "dpcert/mechanisms/random_bits.hpp"

#include <flint/fmpz.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <utility>

#include "dpcert/core/error.hpp"

namespace dpcert {

namespace {

/// Words of getrandom(2), many at a time.
class SystemWords {
 public:
  SystemWords() = default;
  SystemWords(const SystemWords&) = delete;
  SystemWords& operator=(const SystemWords&) = delete;
  /// Bits that were not used are nobody's business; through volatile, so that the compiler keeps it.
  ~SystemWords() {
    for (volatile std::uint64_t& w : words_) w = 0;
  }

  std::uint64_t word() {
    if (next_ == words_.size()) fill();
    return std::exchange(words_[next_++], 0);
  }

 private:
  void fill() {
    auto* const bytes = reinterpret_cast<unsigned char*>(words_.data());
    for (std::size_t filled = 0; filled < sizeof(words_);) {
      const ssize_t got = ::getrandom(bytes + filled, sizeof(words_) - filled, 0);
      if (got > 0) filled += static_cast<std::size_t>(got);
      if (got < 0 && errno != EINTR)
        throw Error(ErrorCode::unsupported, "random bits", "the operating system's generator", "an error of getrandom");
    }
    next_ = 0;
  }
  std::array<std::uint64_t, 32> words_{};
  std::size_t next_ = words_.size();
};

}  // namespace

RandomBits RandomBits::system() {
  return {[source = std::make_shared<SystemWords>()] { return source->word(); }, 64};
}

RandomBits RandomBits::seeded(std::uint64_t seed) {
  return {[engine = std::mt19937_64(seed)]() mutable { return static_cast<std::uint64_t>(engine()); }, 64};
}

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
