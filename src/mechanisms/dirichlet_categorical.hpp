// Posterior sampling for a categorical variable: n records in {0, ..., d-1}, a Dirichlet prior, one draw from the
// (tempered) posterior Dirichlet(alpha_k + r n_k); direct is r = 1, diffused 0 < r <= 1, concentrated a prior alpha/m.
// Source: Geumlek, Song, Chaudhuri, "Renyi differential privacy mechanisms for posterior sampling".
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/expfamily/laws.hpp"
#include "src/mechanisms/guarantee.hpp"
#include "src/mechanisms/sampling.hpp"
#include "src/scalar/error.hpp"

namespace dpcert {

/// A prior and a weight of one record. Law over any scalar.
template <class S>
class DirichletCategoricalPosterior {
 public:
  /// Throws Error::domain unless n >= 1, at least two prior parameters, all > 0, weight > 0.
  DirichletCategoricalPosterior(Dirichlet<S> prior, S weight, std::int64_t n)
      : prior_(std::move(prior)), weight_(std::move(weight)), n_(n) {
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    if (normalizable(prior_) == Membership::outside)
      throw Error(ErrorCode::domain, "alpha", "two or more numbers > 0", "a number <= 0, or too few");
    if (positive(weight_) == Membership::outside) throw Error(ErrorCode::domain, "r", "a number > 0", "a number <= 0");
  }
  /// The law of what is released for these counts, one for each category, n in all (Error::domain otherwise).
  [[nodiscard]] Dirichlet<S> law(const std::vector<std::int64_t>& counts) const {
    std::int64_t sum = 0;
    for (const std::int64_t c : counts) sum += c < 0 ? n_ + 1 : c;
    if (counts.size() != prior_.dimension() || sum != n_)
      throw Error(ErrorCode::domain, "counts", "a count for each category, n in all", std::to_string(sum));
    Dirichlet<S> law = prior_;
    for (std::size_t k = 0; k < counts.size(); ++k) law.alpha[k] = law.alpha[k] + weight_ * S(counts[k]);
    return law;
  }
  [[nodiscard]] const Dirichlet<S>& prior() const { return prior_; }
  [[nodiscard]] const S& weight() const { return weight_; }
  [[nodiscard]] std::int64_t records() const { return n_; }

  struct EndPair {
    std::size_t from, to, rest;  ///< P has one record in `from`, Q in `to`; both have the other n - 1 in `rest`
    std::vector<std::int64_t> p, q;
  };
  /// Neighbouring data sets among which is the worst pair, for every order > 1: for a record that moves from one given
  /// category to another the divergence is convex in the counts of the others (catalogue: renyi.dirichlet.gvconvex and
  /// renyi.thmA14.f), so it is largest where they are all in one category. d^2 (d - 1) pairs; d (d - 1) if n = 1.
  [[nodiscard]] std::vector<EndPair> end_pairs() const {
    const std::size_t d = prior_.dimension();
    std::vector<EndPair> pairs;
    for (std::size_t from = 0; from < d; ++from) {
      for (std::size_t to = 0; to < d; ++to) {
        for (std::size_t rest = 0; from != to && rest < (n_ == 1 ? 1 : d); ++rest) {
          EndPair pair{from, to, rest, std::vector<std::int64_t>(d), {}};
          pair.p[rest] = n_ - 1;
          pair.q = pair.p;
          ++pair.p[from];
          ++pair.q[to];
          pairs.push_back(std::move(pair));
        }
      }
    }
    return pairs;
  }

 private:
  Dirichlet<S> prior_;
  S weight_;
  std::int64_t n_;
};

/// log of one draw from a Dirichlet law, by coordinate. See sampling.hpp for what floating point means here.
template <class Random>
std::vector<double> sample_log(const Dirichlet<double>& law, Random& random) {
  return sample_log_dirichlet(law.alpha, random);
}

inline Guarantee guarantee(const DirichletCategoricalPosterior<Rational>& mechanism) {
  Guarantee g;
  for (const auto& pair : mechanism.end_pairs())
    g.cases.push_back({"renyi",
                       "dirichlet_pair",
                       {{"alpha1", mechanism.law(pair.p).alpha}, {"alpha2", mechanism.law(pair.q).alpha}}});
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {"n, the categories, the prior and the weights were fixed without looking at the data",
                   "every record is in one category, and a person contributes one record",
                   "the draw follows the stated Dirichlet law exactly, in real arithmetic, with fresh randomness",
                   "exactly one draw is released"};
  g.claims = {"renyi.dirichlet.gvconvex", "renyi.thmA14.f"};
  g.source =
      "for a record that moves from one given category to another the divergence is convex in the counts, so the worst "
      "pair has all other records in one category";
  return g;
}

}  // namespace dpcert
