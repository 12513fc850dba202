// How near the output is to the data: sums of the exact law over the outputs within a distance.
#include <map>
#include <numeric>

#include "dpcert/core/error.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "src/mechanisms/dirichlet_counts.hpp"

namespace dpcert {
namespace {

constexpr std::int64_t most_outputs = 20'001;

/// Probabilities of outputs at distances that are below t, and of those that the bits do not tell from it.
class Below {
 public:
  Below(const Rational& t, Precision bits) : t_(t, bits) {}
  void add(const Ball& distance, const Ball& probability) {
    ++out_.outputs;
    if (certainly_less(distance, t_)) {
      sum_ += probability;
    } else if (!certainly_less_equal(t_, distance)) {
      ++out_.undecided;
      rest_ += probability;
    }
  }
  DirichletAccuracy result() {
    out_.probability = out_.undecided ? hull(sum_, sum_ + rest_) : sum_;
    return out_;
  }

 private:
  Ball t_, sum_{0}, rest_{0};
  DirichletAccuracy out_;
};

DirichletAccuracy of_exponential(const DirichletQuery& query, const Counts& data, const Rational& t, Precision bits) {
  const DirichletExponential mechanism(query, bits);
  const std::size_t x = mechanism.index(data);
  const std::vector<Ball> law = mechanism.law(x);
  Below below(t, mechanism.precision());
  for (std::size_t r = 0; r < law.size(); ++r) below.add(mechanism.distance(x, r), law[r]);
  return below.result();
}

// The noisy counts are independent; what the last one is follows from them.
DirichletAccuracy of_laplace(const DirichletQuery& query, const Counts& data, const Rational& t, Precision wanted) {
  const std::size_t d = query.prior.size();
  const Precision bits = wanted + 96;
  const Ball q = exp(-Ball(dirichlet_laplace_rate(query), bits));
  std::vector<std::vector<Ball>> noisy(d - 1);
  for (std::size_t i = 0; i + 1 < d; ++i)
    for (std::int64_t r = 0; r <= query.n; ++r) noisy[i].push_back(floored_laplace_probability(r, data[i], query.n, q));
  std::vector<Ball> prior;
  for (const Rational& a : query.prior) prior.emplace_back(a, bits);
  const PosteriorDistances<Ball> same_total(prior, query.n);
  const auto posterior = [&](const Counts& counts) {
    Dirichlet<Ball> law;
    for (std::size_t i = 0; i < d; ++i) law.alpha.push_back(prior[i] + Ball(counts[i]));
    return law;
  };
  const Dirichlet<Ball> exact = posterior(data);
  const auto distance = [&](const Counts& r) {
    const bool same = std::accumulate(r.begin(), r.end(), std::int64_t{0}) == query.n;
    return same ? same_total.hellinger(data, r) : hellinger_distance(exact, posterior(r));
  };
  Below below(t, bits);
  Counts r(d, 0);
  for (bool more = true; more;) {
    std::int64_t left = query.n;
    Ball probability(1);
    for (std::size_t i = 0; i + 1 < d; ++i) {
      left = std::max<std::int64_t>(0, left - r[i]);
      probability = probability * noisy[i][static_cast<std::size_t>(r[i])];
    }
    r.back() = query.mechanism == DirichletMechanism::lszhang ? 0 : left;
    below.add(distance(r), probability);
    more = false;
    for (std::size_t i = 0; i + 1 < d && !more; ++i) {
      more = r[i] < query.n;
      r[i] = more ? r[i] + 1 : 0;
    }
  }
  return below.result();
}

}  // namespace

DirichletAccuracy dirichlet_accuracy(const DirichletQuery& query, const Counts& data, const Rational& t,
                                     Precision bits) {
  require_valid(query);
  require_counts(query, data);
  if (t.sign() <= 0 || t > Rational(1)) throw Error(ErrorCode::domain, "at", "a distance above 0, at most 1", t.str());
  if (is_exponential(query.mechanism)) return of_exponential(query, data, t, bits);
  Rational outputs(1);
  for (std::size_t i = 1; i < query.prior.size(); ++i) outputs = outputs * Rational(query.n + 1);
  if (outputs > Rational(most_outputs))
    throw Error(ErrorCode::domain, "n",
                "so few records that there are at most 20001 outputs (n + 1 for each noisy count)",
                std::to_string(query.n));
  return of_laplace(query, data, t, bits);
}

}  // namespace dpcert
