// Exact discrete sampling: variates whose law is the stated one, not a double near it. Everything is integer arithmetic
// on fair independent bits, so that a law is exact if the bits are.
//
// How long a draw takes depends on what is drawn: who can time a release learns something of its noise.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

#include "dpcert/core/rational.hpp"

namespace dpcert {

/// Fair independent bits from words of a source, each bit used once.
class RandomBits {
 public:
  /// `words` gives `width` <= 64 fair bits a call, the lowest bits of its value.
  RandomBits(std::function<std::uint64_t()> words, int width) : words_(std::move(words)), width_(width) {}
  /// Of a generator that is kept alive elsewhere, such as std::mt19937_64 or std::random_device: all words of 32 or 64
  /// bits must be equally likely.
  template <class Generator>
  static RandomBits of(Generator& generator) {
    using Word = typename Generator::result_type;
    static_assert(
        Generator::min() == 0 && (Generator::max() == std::numeric_limits<std::uint32_t>::max() ||
                                  Generator::max() == static_cast<Word>(std::numeric_limits<std::uint64_t>::max())),
        "a generator of all words of 32 or 64 bits");
    constexpr int width = Generator::max() == std::numeric_limits<std::uint32_t>::max() ? 32 : 64;
    return {[&generator] { return static_cast<std::uint64_t>(generator()); }, width};
  }
  /// The operating system's generator for secrets (getrandom(2), which waits until it is seeded). A draw throws
  /// Error::unsupported if the system gives none.
  static RandomBits system();
  /// Of std::mt19937_64: reproducible, and so not private.
  static RandomBits seeded(std::uint64_t seed);

  bool bit() {
    if (left_ == 0) word_ = words_(), left_ = width_;
    const bool out = (word_ & 1U) != 0;
    word_ >>= 1U;
    --left_;
    return out;
  }
  /// Uniform on 0, ..., 2^count - 1, for 0 <= count <= 62.
  std::int64_t bits(int count) {
    std::int64_t out = 0;
    for (int i = 0; i < count; ++i) out = 2 * out + (bit() ? 1 : 0);
    return out;
  }

 private:
  std::function<std::uint64_t()> words_;
  int width_;
  std::uint64_t word_ = 0;
  int left_ = 0;
};

/// Uniform on 0, ..., bound - 1, for an integer bound >= 1 (Error::domain otherwise): so many bits as bound - 1 has,
/// again until they are below bound.
Rational uniform_below(const Rational& bound, RandomBits& random);
/// True with probability p in [0, 1] (Error::domain otherwise): the binary digits of a uniform number against those of
/// p until they differ.
bool bernoulli(const Rational& p, RandomBits& random);
/// True with probability exp(-x), x >= 0 (Error::domain otherwise). For x <= 1 the number K of trials up to the first
/// failure of Bernoulli(x/1), Bernoulli(x/2), ... is odd with probability 1 - x + x^2/2 - ... [C. Canonne, G. Kamath,
/// T. Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020, algorithm 1]; exp(-1) for every whole one.
bool bernoulli_exp(const Rational& x, RandomBits& random);
/// k = 0, 1, ... with probability (1 - q) q^k, q = exp(-x), for x > 0 (Error::domain otherwise). With x = s/t: u
/// uniform on 0..t-1 that is kept with probability exp(-u/t), v geometric with exp(-1); floor((u + t v)/s) [the same
/// paper, algorithm 2].
Rational geometric_exp(const Rational& x, RandomBits& random);
/// floor(eta) of Laplace noise eta of scale 1/rate: the sign is a fair bit, and floor(|eta|) is geometric with
/// exp(-rate); a negative eta lies below -floor(|eta|), with probability 1.
Rational floored_laplace(const Rational& rate, RandomBits& random);

}  // namespace dpcert
