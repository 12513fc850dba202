// Audits of a mechanism from samples: what it released on two neighbouring inputs proves a least privacy loss.
//
//   const auto audit = audit_mechanism([&](std::mt19937_64& random) { return mechanism(data, random); },
//                                      [&](std::mt19937_64& random) { return mechanism(neighbour, random); },
//                                      100'000, {.deltas = {Rational(0)}});
//   audit.curve.epsilon(Delta<Rational>(0), Direction::p_against_q)   // its lower end, with audit.confidence
//
// Half of the samples look for events (docs/audit-samples.md), the other half bounds their probabilities by Clopper and
// Pearson's bounds, computed rigorously; all bounds hold together with the stated confidence, and so does everything
// that the curve says.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/empirical/curve.hpp"

namespace dpcert::empirical {

/// Independent outputs of one law, a column for each coordinate. A label is a whole number that means nothing but
/// itself.
struct Samples {
  std::vector<std::vector<double>> columns;
  std::vector<bool> labels;  ///< of each column: labels instead of reals; empty: all are reals
  [[nodiscard]] std::size_t size() const { return columns.empty() ? 0 : columns.front().size(); }
  [[nodiscard]] bool is_label(std::size_t column) const { return !labels.empty() && labels[column]; }
};

struct AuditOptions {
  Rational confidence{19, 20};
  std::vector<Rational> deltas{Rational(0)};  ///< for each, an event for epsilon in each direction
  std::vector<Rational> orders{};             ///< for each, an event for Renyi's divergence in each direction
  /// Further events along the whole curve: each makes all bounds a little weaker. With orders or for the trade-off
  /// curve about 16 are good.
  int curve_events = 0;
  std::uint64_t seed = 1;  ///< of the split; to be fixed before the samples are seen
};

/// One event: what it is, how often it happened in the second halves, and what was proved of it.
struct AuditedEvent {
  std::string description;
  std::int64_t count_p = 0, count_q = 0;
  EventBound bound;
};

struct Audit {
  Rational confidence;
  std::int64_t samples_p = 0, samples_q = 0;      ///< all
  std::int64_t certified_p = 0, certified_q = 0;  ///< those of the second halves
  std::vector<AuditedEvent> events;
  CertifiedCurve curve{{}};
};

/// Fewer samples than this of a law are refused.
inline constexpr std::size_t least_samples = 20;

/// Throws Error::bad_input for different columns, columns of different lengths, fewer than least_samples rows, a number
/// that is not finite, a confidence outside (0, 1), a delta outside [0, 1), an order <= 0, or no question at all.
Audit audit_samples(const Samples& p, const Samples& q, const AuditOptions& options = {},
                    const std::vector<std::string>& column_names = {});

namespace detail {

template <class X>
void append(Samples& samples, const X& x) {
  if constexpr (std::is_arithmetic_v<X>) {
    samples.columns.resize(1);
    samples.labels.assign(1, std::is_integral_v<X>);
    samples.columns[0].push_back(static_cast<double>(x));
  } else {
    if (samples.columns.empty()) {
      samples.columns.resize(x.size());
      samples.labels.assign(x.size(), std::is_integral_v<typename X::value_type>);
    }
    // A shorter output leaves columns of different lengths, which audit_samples refuses.
    for (std::size_t j = 0; j < x.size() && j < samples.columns.size(); ++j)
      samples.columns[j].push_back(static_cast<double>(x[j]));
  }
}

}  // namespace detail

/// `count` outputs of a callable that takes a std::mt19937_64& and returns a number or a vector of one length; whole
/// numbers are labels.
template <class Mechanism>
Samples draw(Mechanism&& mechanism, std::int64_t count, std::mt19937_64& random) {
  Samples samples;
  for (std::int64_t i = 0; i < count; ++i) detail::append(samples, mechanism(random));
  return samples;
}

/// Draws `count` outputs on each input and audits them. The seed of the options is that of the draws, too.
template <class OnFirst, class OnSecond>
Audit audit_mechanism(OnFirst&& on_first, OnSecond&& on_second, std::int64_t count, const AuditOptions& options = {}) {
  std::mt19937_64 random(options.seed);
  const Samples p = draw(std::forward<OnFirst>(on_first), count, random);
  const Samples q = draw(std::forward<OnSecond>(on_second), count, random);
  return audit_samples(p, q, options);
}

}  // namespace dpcert::empirical
