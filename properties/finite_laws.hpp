// Mechanisms that release a Dirichlet posterior, in double and from their descriptions alone: data sets, neighbours,
// outputs and probabilities are all listed. Nothing here knows a formula of src/. Never evidence.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert::properties {

/// Probabilities of counts that are released.
using FiniteLaw = std::map<Counts, double>;

class FiniteMechanism {
 public:
  explicit FiniteMechanism(DirichletQuery query);

  /// All counts of n records.
  [[nodiscard]] const std::vector<Counts>& states() const { return states_; }
  /// Ordered pairs of counts whose sorted data sets differ in one record: data sets are listed, and records replaced.
  [[nodiscard]] const std::set<std::pair<Counts, Counts>>& neighbours() const { return neighbours_; }
  /// The Hellinger distance of the posteriors of any two counts, by Beta functions.
  [[nodiscard]] double distance(const Counts& x, const Counts& y) const;
  /// The largest |H(x, r) - H(y, r)| over neighbours y and all outputs r.
  [[nodiscard]] double local_sensitivity(const Counts& x) const { return local_.at(x); }
  /// The largest 1/(1/LS(y) + gamma k) over all y that differ in k records.
  [[nodiscard]] double smooth_sensitivity(const Counts& x) const;
  [[nodiscard]] FiniteLaw law(const Counts& x) const;

  /// The largest log-ratio of probabilities.
  [[nodiscard]] static double loss(const FiniteLaw& p, const FiniteLaw& q);
  /// The sum of what p has above exp(epsilon) q.
  [[nodiscard]] static double delta(const FiniteLaw& p, const FiniteLaw& q, double epsilon);
  /// The divergence of an order that is not 1.
  [[nodiscard]] static double renyi(const FiniteLaw& p, const FiniteLaw& q, double order);
  /// The largest value over all ordered pairs of neighbours.
  template <class Of>
  [[nodiscard]] double largest(const Of& of) const {
    std::map<Counts, FiniteLaw> laws;
    for (const Counts& x : states_) laws.emplace(x, law(x));
    double most = 0;
    for (const auto& [x, y] : neighbours_) most = of(laws.at(x), laws.at(y)) > most ? of(laws.at(x), laws.at(y)) : most;
    return most;
  }

 private:
  [[nodiscard]] FiniteLaw noisy_counts(const Counts& x) const;
  [[nodiscard]] FiniteLaw exponential(const Counts& x) const;

  DirichletQuery query_;
  std::vector<double> prior_;
  std::vector<Counts> states_;
  std::set<std::pair<Counts, Counts>> neighbours_;
  std::map<Counts, double> local_;
};

/// P(a <= eta < b) of Laplace noise eta of this scale, for a < b on one side of 0; infinite ends are allowed.
double laplace_between(double a, double b, double scale);

}  // namespace dpcert::properties
