// Randomized response: every record is answered by itself, with the truth or with chance.
//
//   binary   the truth with probability p_truth, else the other value
//   k-ary    with probability noise an answer uniform among 0..k-1 (the truth among them), else the truth
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/random_bits.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/privacy/formulas.hpp"

namespace dpcert {

/// Over any scalar: the truth with probability p_truth, every other of k values with the same probability.
template <class S>
class RandomizedResponse {
 public:
  /// k = 2. Throws Error::domain unless 0 <= p_truth <= 1.
  static RandomizedResponse binary(S p_truth) {
    require_probability(p_truth, "p_truth");
    S other = S(1) - p_truth;
    return RandomizedResponse(std::move(p_truth), std::move(other), 2);
  }
  /// Throws Error::domain unless 0 <= noise <= 1, k >= 2.
  static RandomizedResponse k_ary(const S& noise, std::int64_t k) {
    require_probability(noise, "noise");
    if (k < 2) throw Error(ErrorCode::domain, "k", "a number of values >= 2", std::to_string(k));
    KaryAnswers<S> answers = kary_answers(noise, S(k));
    return RandomizedResponse(std::move(answers.truth), std::move(answers.other), k);
  }
  [[nodiscard]] std::int64_t values() const { return k_; }
  [[nodiscard]] const S& truth_probability() const { return truth_; }
  [[nodiscard]] const S& other_probability() const { return other_; }
  /// P(answer | value). Throws Error::domain unless both are 0..k-1.
  [[nodiscard]] const S& probability(std::int64_t answer, std::int64_t value) const {
    for (const std::int64_t x : {answer, value})
      if (x < 0 || x >= k_)
        throw Error(ErrorCode::domain, "value", "an integer from 0 to " + std::to_string(k_ - 1), std::to_string(x));
    return answer == value ? truth_ : other_;
  }

 private:
  RandomizedResponse(S truth, S other, std::int64_t k) : truth_(std::move(truth)), other_(std::move(other)), k_(k) {}
  static void require_probability(const S& p, const char* name) {
    if (nonnegative(p) == Membership::outside || nonnegative(S(S(1) - p)) == Membership::outside)
      throw Error(ErrorCode::domain, name, "a number from 0 to 1", as_given(p));
  }
  S truth_, other_;
  std::int64_t k_;
};

/// The answer to one record. Throws Error::domain unless value is 0..k-1.
template <class Random>
std::int64_t sample(const RandomizedResponse<double>& mechanism, std::int64_t value, Random& random) {
  const double truth = mechanism.probability(value, value);
  if (sample_uniform(random) < truth) return value;
  const auto other = std::uniform_int_distribution<std::int64_t>(0, mechanism.values() - 2)(random);
  return other < value ? other : other + 1;
}

/// The same with exactly these probabilities, from fair bits.
inline std::int64_t sample(const RandomizedResponse<Rational>& mechanism, std::int64_t value, RandomBits& bits) {
  if (bernoulli(mechanism.probability(value, value), bits)) return value;
  const std::int64_t other = *uniform_below(Rational(mechanism.values() - 1), bits).to_int64();
  return other < value ? other : other + 1;
}

inline Guarantee guarantee(const RandomizedResponse<Rational>& mechanism) {
  Guarantee g;
  if (mechanism.values() == 2) {
    g.cases = {{"rdp", "randomized_response", {{"p_truth", {mechanism.truth_probability()}}}}};
  } else {
    const Rational k(mechanism.values());
    g.cases = {
        {"rdp", "kary_randomized_response_replace_one", {{"noise", {k * mechanism.other_probability()}}, {"k", {k}}}}};
  }
  g.adjacency = "two data sets of the same size of which one record differs (local: every answer protects its record)";
  g.assumptions = {"the probabilities were fixed without looking at the data",
                   "a person contributes one record, and every record is answered once",
                   "the coins are fair as stated, fresh and independent"};
  g.source = "definition: one record's answer has one of two laws on finitely many values";
  return g;
}

}  // namespace dpcert
