// Posterior sampling for a coin: n records in {0, 1}, a Beta prior, one draw from the (tempered) posterior.
//
//   direct        Beta(a + s, b + n - s)                     s ones among n records
//   diffused      Beta(a + r s, b + r (n - s))   0 < r <= 1  every record counts r
//   concentrated  Beta(a/m + s, b/m + n - s)     0 < m <= 1  the prior counts 1/m times
// Source: Geumlek, Song, Chaudhuri, "Renyi differential privacy mechanisms for posterior sampling", algorithms 1 to 3.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert {

/// All three algorithms are a prior and a weight of one record. Law over any scalar.
template <class S>
class BetaBernoulliPosterior {
 public:
  /// Throws Error::domain unless n >= 1, prior parameters > 0.
  static BetaBernoulliPosterior direct(Beta<S> prior, std::int64_t n) {
    return BetaBernoulliPosterior(std::move(prior), S(1), n);
  }
  /// Also unless 0 < r <= 1.
  static BetaBernoulliPosterior diffused(Beta<S> prior, S r, std::int64_t n) {
    require_fraction(r, "r");
    return BetaBernoulliPosterior(std::move(prior), std::move(r), n);
  }
  /// Also unless 0 < m <= 1.
  static BetaBernoulliPosterior concentrated(const Beta<S>& prior, const S& m, std::int64_t n) {
    require_fraction(m, "m");
    return BetaBernoulliPosterior(Beta<S>{prior.alpha / m, prior.beta / m}, S(1), n);
  }

  /// The law of what is released, for `ones` ones, 0 <= ones <= n (Error::domain otherwise).
  [[nodiscard]] Beta<S> law(std::int64_t ones) const {
    if (ones < 0 || ones > n_)
      throw Error(ErrorCode::domain, "ones", "0 to " + std::to_string(n_), std::to_string(ones));
    return {prior_.alpha + weight_ * S(ones), prior_.beta + weight_ * S(n_ - ones)};
  }
  /// The prior that the posterior starts from: scaled, if concentrated.
  [[nodiscard]] const Beta<S>& prior() const { return prior_; }
  /// What one record adds.
  [[nodiscard]] const S& weight() const { return weight_; }
  [[nodiscard]] std::int64_t records() const { return n_; }
  /// The divergence of order lambda between neighbours is finite for lambda below this: 1 + min(prior)/weight.
  [[nodiscard]] S finite_below() const {
    return S(1) + (prior_.beta < prior_.alpha ? prior_.beta : prior_.alpha) / weight_;
  }
  /// Numbers of ones (P's, Q's) of neighbouring data sets among which is the worst pair, for every order > 1: for a
  /// change of one record in a given direction the divergence is convex in the number of ones (catalogue: renyi.cor2.gv
  /// and renyi.thmA14.f), so it is largest where the other n - 1 records are all zeros or all ones.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> end_pairs() const {
    if (n_ == 1) return {{0, 1}, {1, 0}};
    return {{0, 1}, {n_, n_ - 1}, {1, 0}, {n_ - 1, n_}};
  }

 private:
  BetaBernoulliPosterior(Beta<S> prior, S weight, std::int64_t n)
      : prior_(std::move(prior)), weight_(std::move(weight)), n_(n) {
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    if (normalizable(prior_) == Membership::outside)
      throw Error(ErrorCode::domain, "prior", "two numbers > 0",
                  as_given(prior_.alpha) + " and " + as_given(prior_.beta));
  }
  static void require_fraction(const S& x, const char* name) {
    if (positive(x) == Membership::outside || positive(S(x - S(1))) == Membership::inside)
      throw Error(ErrorCode::domain, name, "a number above 0 and at most 1", as_given(x));
  }

  Beta<S> prior_;
  S weight_;
  std::int64_t n_;
};

/// One draw from a Beta law. See sampling.hpp for what floating point means here.
template <class Random>
double sample(const Beta<double>& law, Random& random) {
  const double one = sample_log_gamma(law.alpha, random), zero = sample_log_gamma(law.beta, random);
  return 1 / (1 + std::exp(zero - one));
}

inline Guarantee guarantee(const BetaBernoulliPosterior<Rational>& mechanism) {
  Guarantee g;
  for (const auto& [p, q] : mechanism.end_pairs()) g.cases.push_back(beta_case(mechanism.law(p), mechanism.law(q)));
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {
      "n, the prior and the weights were fixed without looking at the data",
      "every record is 0 or 1, and a person contributes one record",
      "the draw follows the stated Beta law exactly, in real arithmetic, with fresh independent randomness",
      "exactly one draw is released"};
  g.claims = {"renyi.cor2.gv", "renyi.thmA14.f"};
  g.source =
      "for a change of one record in a given direction the divergence is convex in the number of ones, so the worst "
      "pair has the other records all zeros or all ones";
  return g;
}

}  // namespace dpcert
