// Uniform random bits for samplers that compute with integers alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

namespace dpcert {

/// A source of independent uniform words of 64 bits.
class RandomBits {
 public:
  RandomBits() = default;
  RandomBits(const RandomBits&) = delete;
  RandomBits& operator=(const RandomBits&) = delete;
  virtual ~RandomBits() = default;
  virtual std::uint64_t word() = 0;
};

/// The operating system's generator for secrets (getrandom(2), which waits until it is seeded). Throws
/// Error::unsupported if the system gives none.
class SystemBits final : public RandomBits {
 public:
  ~SystemBits() override;
  std::uint64_t word() override;

 private:
  std::array<std::uint64_t, 32> words_{};
  std::size_t next_ = words_.size();
};

/// Reproducible, and so not private: for tests and for repeating an experiment.
class SeededBits final : public RandomBits {
 public:
  explicit SeededBits(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t word() override { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace dpcert
