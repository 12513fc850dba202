// Posterior sampling for categories: n records in {0, ..., d - 1}, a Dirichlet prior, one draw from the (tempered)
// posterior. Public records are counts added to the prior.
//
//   direct        Dirichlet(a + c)           c the counts of the n records
//   diffused      Dirichlet(a + r c)         0 < r <= 1
//   concentrated  Dirichlet(a/m + c)         0 < m <= 1
// Source: Geumlek, Song, Chaudhuri, "Renyi differential privacy mechanisms for posterior sampling", algorithms 1 to 3.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/families/neighbours.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert {

/// A prior that has seen public records: each counts 1 in its category. Throws Error::domain unless there is a count
/// >= 0 for each category.
template <class S>
Dirichlet<S> with_public(Dirichlet<S> prior, std::span<const std::int64_t> counts) {
  bool good = counts.size() == prior.dimension();
  for (const std::int64_t c : counts) good = good && c >= 0;
  if (!good)
    throw Error(ErrorCode::domain, "public", std::to_string(prior.dimension()) + " counts >= 0",
                as_given<std::int64_t>(counts));
  for (std::size_t k = 0; k < counts.size(); ++k) prior.alpha[k] = prior.alpha[k] + S(counts[k]);
  return prior;
}

/// A prior and a weight of one record. Law over any scalar.
template <class S>
class DirichletCategoricalPosterior {
 public:
  /// Throws Error::domain unless there are d >= 2 prior counts, all > 0, and n >= 1.
  static DirichletCategoricalPosterior direct(Dirichlet<S> prior, std::int64_t n) {
    return DirichletCategoricalPosterior(std::move(prior), S(1), n);
  }
  /// Also unless 0 < r <= 1.
  static DirichletCategoricalPosterior diffused(Dirichlet<S> prior, S r, std::int64_t n) {
    require_fraction(r, "r");
    return DirichletCategoricalPosterior(std::move(prior), std::move(r), n);
  }
  /// Also unless 0 < m <= 1.
  static DirichletCategoricalPosterior concentrated(Dirichlet<S> prior, const S& m, std::int64_t n) {
    require_fraction(m, "m");
    for (S& a : prior.alpha) a = a / m;
    return DirichletCategoricalPosterior(std::move(prior), S(1), n);
  }
  /// The law of what is released. Throws Error::domain unless the d counts are >= 0 with the sum n.
  [[nodiscard]] Dirichlet<S> law(std::span<const std::int64_t> counts) const {
    require_counts(counts);
    Dirichlet<S> posterior = prior_;
    for (std::size_t k = 0; k < counts.size(); ++k) posterior.alpha[k] = posterior.alpha[k] + weight_ * S(counts[k]);
    return posterior;
  }
  /// The prior that the posterior starts from: scaled, if concentrated.
  [[nodiscard]] const Dirichlet<S>& prior() const { return prior_; }
  [[nodiscard]] const S& weight() const { return weight_; }
  [[nodiscard]] std::int64_t records() const { return n_; }

 private:
  DirichletCategoricalPosterior(Dirichlet<S> prior, S weight, std::int64_t n)
      : prior_(std::move(prior)), weight_(std::move(weight)), n_(n) {
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    if (prior_.dimension() < 2 || normalizable(prior_) == Membership::outside)
      throw Error(ErrorCode::domain, "prior", "at least two numbers, all > 0", as_given(prior_));
  }
  static void require_fraction(const S& x, const char* name) {
    if (positive(x) == Membership::outside || positive(S(x - S(1))) == Membership::inside)
      throw Error(ErrorCode::domain, name, "a number above 0 and at most 1", as_given(x));
  }
  void require_counts(std::span<const std::int64_t> counts) const {
    std::int64_t total = 0;
    bool good = counts.size() == prior_.dimension();
    for (const std::int64_t c : counts) good = good && c >= 0, total += c;
    if (!good || total != n_)
      throw Error(ErrorCode::domain, "counts",
                  std::to_string(prior_.dimension()) + " counts >= 0 with the sum " + std::to_string(n_),
                  as_given(counts));
  }

  Dirichlet<S> prior_;
  S weight_;
  std::int64_t n_;
};

/// One draw: category probabilities. See sampling.hpp for what floating point means here.
template <class Random>
std::vector<double> sample(const Dirichlet<double>& law, Random& random) {
  std::vector<double> x = sample_log_dirichlet(law.alpha, random);
  for (double& v : x) v = std::exp(v);
  return x;
}

/// The worst pairs are those of worst_moves, in their order: two categories move, the others are equal and cancel in
/// the divergence, so that Beta pairs say it all.
inline Guarantee guarantee(const DirichletCategoricalPosterior<Rational>& mechanism) {
  const std::vector<Rational>& prior = mechanism.prior().alpha;
  Guarantee g;
  for (const RecordMove& move : worst_moves<Rational>(prior)) {
    const auto [p, q] = moved_counts<Rational>(prior, move, mechanism.weight(), Rational(mechanism.records()));
    g.cases.push_back(beta_case(p, q));
  }
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {"n, the prior and the weights were fixed without looking at the data",
                   "every record is one of d categories known beforehand, and a person contributes one record",
                   "the draw follows the stated Dirichlet law exactly, in real "
                   "arithmetic, with fresh independent randomness",
                   "exactly one draw is released"};
  g.claims = {prior.size() == 2 ? "renyi.cor2.vertex.repair" : "renyi.dirichlet.vertex.repair"};
  g.source =
      "the divergence between neighbours does not increase in the counts of the two categories involved, so the worst "
      "pair is at the least counts";
  return g;
}

}  // namespace dpcert
