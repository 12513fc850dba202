// Posterior sampling for counts: n records in d >= 2 categories, a Dirichlet prior, one draw from the (tempered)
// posterior. Two categories are a coin: records 0 and 1, a Beta prior. Public records are counts added to the prior.
//
//   direct        Dirichlet(a + c)           c the counts of the n records
//   diffused      Dirichlet(a + r c)         0 < r <= 1
//   concentrated  Dirichlet(a/m + c)         0 < m <= 1
// Source: Geumlek, Song, Chaudhuri, "Renyi differential privacy mechanisms for posterior sampling", algorithms 1 to 3.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/families/neighbours.hpp"
#include "dpcert/families/parameter_sets.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/mechanisms/tempering.hpp"

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

/// A prior, a number of records and r or m. Law over any scalar; copies share the prior.
template <class S>
class TemperedPosterior {
 public:
  /// `x` is r or m. Throws Error::domain unless there are d >= 2 prior counts, all > 0, n >= 1 and 0 < x <= 1.
  TemperedPosterior(Dirichlet<S> prior, std::int64_t n, Tempering tempering, S x = S(1))
      : prior_(std::make_shared<const Dirichlet<S>>(std::move(prior))), n_(n), tempering_(tempering), x_(std::move(x)) {
    require_tempering(tempering_, x_);
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    if (categories() < 2 || normalizable(*prior_) == Membership::outside)
      throw Error(ErrorCode::domain, "prior", "at least two numbers, all > 0", as_given(*prior_));
  }
  static TemperedPosterior direct(Dirichlet<S> prior, std::int64_t n) {
    return TemperedPosterior(std::move(prior), n, Tempering::diffused);
  }
  static TemperedPosterior diffused(Dirichlet<S> prior, S r, std::int64_t n) {
    return TemperedPosterior(std::move(prior), n, Tempering::diffused, std::move(r));
  }
  static TemperedPosterior concentrated(Dirichlet<S> prior, S m, std::int64_t n) {
    return TemperedPosterior(std::move(prior), n, Tempering::concentrated, std::move(m));
  }
  /// The same at another r or m.
  [[nodiscard]] TemperedPosterior at(S x) const {
    require_tempering(tempering_, x);
    TemperedPosterior other = *this;
    other.x_ = std::move(x);
    return other;
  }

  [[nodiscard]] std::size_t categories() const { return prior_->dimension(); }
  [[nodiscard]] std::int64_t records() const { return n_; }
  [[nodiscard]] Tempering tempering() const { return tempering_; }
  /// "r" or "m", and its value.
  [[nodiscard]] const char* parameter() const { return parameter_of(tempering_); }
  [[nodiscard]] const S& x() const { return x_; }
  /// The prior as given, before m scales it.
  [[nodiscard]] const Dirichlet<S>& given_prior() const { return *prior_; }

  /// The prior that the posterior starts from: scaled, if concentrated.
  [[nodiscard]] Dirichlet<S> prior() const {
    Dirichlet<S> start;
    for (std::size_t k = 0; k < categories(); ++k) start.alpha.push_back(count(k));
    return start;
  }
  [[nodiscard]] S count(std::size_t category) const {
    return tempered_count(tempering_, prior_->alpha.at(category), x_);
  }
  /// What one record adds.
  [[nodiscard]] S weight() const { return tempered_weight(tempering_, x_); }
  /// The law of what is released. Throws Error::domain unless the d counts are >= 0 with the sum n.
  [[nodiscard]] Dirichlet<S> law(std::span<const std::int64_t> counts) const {
    require_counts(counts);
    Dirichlet<S> posterior = prior();
    const S one = weight();
    for (std::size_t k = 0; k < counts.size(); ++k) posterior.alpha[k] = posterior.alpha[k] + one * S(counts[k]);
    return posterior;
  }
  /// Of a coin: the law of P(record 1) for so many ones, category 0 being the ones. Throws Error::domain unless d = 2
  /// and 0 <= ones <= n.
  [[nodiscard]] Beta<S> coin_law(std::int64_t ones) const {
    if (categories() != 2) throw Error(ErrorCode::domain, "prior", "two categories", std::to_string(categories()));
    if (ones < 0 || ones > n_)
      throw Error(ErrorCode::domain, "ones", "0 to " + std::to_string(n_), std::to_string(ones));
    const std::int64_t counts[] = {ones, n_ - ones};
    Dirichlet<S> both = law(counts);
    return {std::move(both.alpha[0]), std::move(both.alpha[1])};
  }

  /// The divergence of order lambda between neighbours is finite for lambda below this: 1 + min(prior)/weight.
  [[nodiscard]] S finite_below() const { return S(1) + (order_limit(*prior_) - S(1)) / x_; }
  /// The moves of a record among which is the worst pair of all, for every order > 1 and every r or m: worst_moves of
  /// the prior. S is ordered.
  [[nodiscard]] std::vector<RecordMove> moves() const { return worst_moves<S>(prior_->alpha); }
  /// The two coordinates (to, from) of both posteriors of a worst move; the others are equal.
  [[nodiscard]] std::pair<Beta<S>, Beta<S>> moved(const RecordMove& move) const {
    const S one = weight();
    return moved_record(count(move.to), count(move.from), others_beside(categories(), one, S(n_)), one);
  }

 private:
  void require_counts(std::span<const std::int64_t> counts) const {
    std::int64_t total = 0;
    bool good = counts.size() == categories();
    for (const std::int64_t c : counts) good = good && c >= 0, total += c;
    if (!good || total != n_)
      throw Error(ErrorCode::domain, "counts",
                  std::to_string(categories()) + " counts >= 0 with the sum " + std::to_string(n_), as_given(counts));
  }

  std::shared_ptr<const Dirichlet<S>> prior_;
  std::int64_t n_;
  Tempering tempering_;
  S x_;
};

/// One draw from a Beta law. See sampling.hpp for what floating point means here.
template <class Random>
double sample(const Beta<double>& law, Random& random) {
  const double one = sample_log_gamma(law.alpha, random), zero = sample_log_gamma(law.beta, random);
  return 1 / (1 + std::exp(zero - one));
}
/// One draw: category probabilities.
template <class Random>
std::vector<double> sample(const Dirichlet<double>& law, Random& random) {
  std::vector<double> x = sample_log_dirichlet(law.alpha, random);
  for (double& v : x) v = std::exp(v);
  return x;
}

/// The worst pairs are those of worst_moves, in their order: two categories move, the others are equal and cancel in
/// the divergence, so that Beta pairs say it all.
inline Guarantee guarantee(const TemperedPosterior<Rational>& mechanism) {
  Guarantee g;
  for (const RecordMove& move : mechanism.moves()) {
    const auto [p, q] = mechanism.moved(move);
    g.cases.push_back(beta_case(p, q));
  }
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {"n, the prior and the weights were fixed without looking at the data",
                   "every record is one of d categories known beforehand, and a person contributes one record",
                   "the draw follows the stated Dirichlet law exactly, in real "
                   "arithmetic, with fresh independent randomness",
                   "exactly one draw is released"};
  g.claims = {mechanism.categories() == 2 ? "renyi.cor2.vertex.repair" : "renyi.dirichlet.vertex.repair"};
  g.source =
      "the divergence between neighbours does not increase in the counts of the two categories involved, so the worst "
      "pair is at the least counts";
  return g;
}
/// The same of two categories in the words of a coin.
inline Guarantee coin_guarantee(const TemperedPosterior<Rational>& mechanism) {
  Guarantee g = guarantee(mechanism);
  g.assumptions[1] = "every record is 0 or 1, and a person contributes one record";
  g.assumptions[2] =
      "the draw follows the stated Beta law exactly, in real arithmetic, with fresh independent randomness";
  g.source =
      "the worst pair has all other records equal to the one that changes, all zeros or all ones: the divergence does "
      "not increase in the counts of the two values";
  return g;
}

}  // namespace dpcert
