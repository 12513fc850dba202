// Which pairs of data sets have to be looked at for Beta-Bernoulli and Dirichlet-Categorical posterior sampling.
#include <algorithm>
#include <cmath>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/special/second_difference.hpp"

namespace dpcert {
namespace {

/// D of order 1 + z between counts (a, b + w N) and (a + w, b + w (N - 1)), cancellation-free: the moves are given
/// apart from the counts they may be too small for.
double moved_record(double z, double a, double b, double w, double records) {
  const double p_from = b + w * records, q_from = b + w * (records - 1);
  const double l_to = std::fma(-z, w, a);
  if (!(l_to > 0)) return HUGE_VAL;
  const double order = 1 + z;
  return stable::gamma_difference(stable::Triple<double>{a, a + w, l_to, -1, z, -w, 1}, true) +
         stable::gamma_difference(stable::Triple<double>{p_from, q_from, p_from + z * w, -1, order - 1, w, 1}, true);
}

}  // namespace

PosteriorSampling::PosteriorSampling(std::vector<Rational> prior, std::int64_t n, Tempering tempering)
    : prior_(std::move(prior)), n_(n), tempering_(tempering) {
  if (prior_.size() < 2 || prior_.size() > CalibrationRange::most_categories)
    throw Error(ErrorCode::domain, "prior", "2 to 1000 prior counts", std::to_string(prior_.size()) + " of them");
  const Rational largest(CalibrationRange::prior_range), least = Rational(1) / largest;
  for (const Rational& a : prior_) {
    if (a.sign() <= 0)
      throw Error(ErrorCode::domain, "prior",
                  std::string("counts > 0: no ") + parameter() +
                      " exists, because a prior on or outside the boundary has an infinite divergence at every order",
                  a.str());
    if (a < least || a > largest) throw Error(ErrorCode::unsupported, "prior", "counts from 1e-6 to 1e6", a.str());
  }
  if (n < 1 || n > CalibrationRange::most_records)
    throw Error(ErrorCode::domain, "n", "a number of records from 1 to 10^9", std::to_string(n));
  moves_ = worst_moves<Rational>(prior_);
  least_ = std::min(prior_[moves_[0].from], prior_[moves_[0].to]);
}

std::pair<Beta<Rational>, Beta<Rational>> PosteriorSampling::counts(const RecordMove& move, const Rational& x) const {
  if (tempering_ == Tempering::diffused) return moved_counts<Rational>(prior_, move, x, Rational(n_));
  // Only the two categories of the move are scaled: d may be large.
  const std::vector<Rational> scaled{prior_[move.from] / x, prior_[move.to] / x};
  return moved_counts<Rational>(scaled, {0, 1}, Rational(1), Rational(categories() == 2 ? n_ : 1));
}

Rational PosteriorSampling::infinite_order(const Rational& x) const { return Rational(1) + least_ / x; }

bool PosteriorSampling::hull_is_data_sets(const Rational& x) const {
  const Rational scaled = tempering_ == Tempering::diffused ? least_ : least_ / x;
  return categories() == 2 || scaled >= Rational(1, 2);
}

std::vector<std::string> PosteriorSampling::claims(PairSet pairs) const {
  const bool diffused = tempering_ == Tempering::diffused;
  std::vector<std::string> ids{diffused ? "renyi.alg2" : "renyi.alg3"};
  ids.emplace_back(categories() == 2 ? "renyi.cor2.vertex.repair" : "renyi.dirichlet.vertex.repair");
  ids.emplace_back(diffused ? "calibrate.r" : "calibrate.count");
  if (categories() > 2 && pairs == PairSet::hull) {
    if (diffused) ids.emplace_back("calibrate.count");
    ids.emplace_back("calibrate.split");
  }
  return ids;
}

WorstCase PosteriorSampling::worst_case(const Rational& order) const {
  if (order <= Rational(1) || order > Rational(CalibrationRange::largest_order))
    throw Error(ErrorCode::domain, "lambda", "an order above 1, at most 10000", order.str());
  WorstCase worst;
  worst.parameter = std::string(parameter());
  worst.pairs = moves_.size();
  worst.finite_below = least_ / (order - Rational(1));
  worst.divergence = [self = *this, order = Order(order)](const Rational& x, std::size_t pair, int digits) {
    const auto [p, q] = self.counts(self.moves_[pair], x);
    return certified_renyi(order, p, q, digits);
  };
  std::vector<std::pair<double, double>> counts;  // to, from
  for (const RecordMove& move : moves_) counts.emplace_back(prior_[move.to].approx(), prior_[move.from].approx());
  const double z = (order - Rational(1)).approx(), records = categories() == 2 ? static_cast<double>(n_) : 1;
  worst.approximate = [counts, z, records, diffused = tempering_ == Tempering::diffused](double x) {
    double largest = 0;
    for (const auto& [to, from] : counts)
      largest = std::fmax(
          largest, diffused ? moved_record(z, to, from, x, records) : moved_record(z, to / x, from / x, 1, records));
    return largest;
  };
  return worst;
}

}  // namespace dpcert
