// Which pairs of data sets have to be looked at for Beta-Bernoulli and Dirichlet-Categorical posterior sampling.
#include <algorithm>
#include <cmath>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/divergence/renyi_stable.hpp"

namespace dpcert {
TemperedPosterior<Rational> calibrated_posterior(std::vector<Rational> prior, std::int64_t n, Tempering tempering) {
  if (prior.size() < 2 || prior.size() > CalibrationRange::most_categories)
    throw Error(ErrorCode::domain, "prior", "2 to 1000 prior counts", std::to_string(prior.size()) + " of them");
  const Rational largest(CalibrationRange::prior_range), least = Rational(1) / largest;
  for (const Rational& a : prior) {
    if (a.sign() <= 0)
      throw Error(ErrorCode::domain, "prior",
                  std::string("counts > 0: no ") + parameter_of(tempering) +
                      " exists, because a prior on or outside the boundary has an infinite divergence at every order",
                  a.str());
    if (a < least || a > largest) throw Error(ErrorCode::unsupported, "prior", "counts from 1e-6 to 1e6", a.str());
  }
  if (n < 1 || n > CalibrationRange::most_records)
    throw Error(ErrorCode::domain, "n", "a number of records from 1 to 10^9", std::to_string(n));
  return {Dirichlet<Rational>(std::move(prior)), n, tempering};
}

bool hull_is_data_sets(const TemperedPosterior<Rational>& posterior) {
  if (posterior.categories() == 2) return true;
  const Rational least = order_limit(posterior.given_prior()) - Rational(1);
  return tempered_count(posterior.tempering(), least, posterior.x()) >= Rational(1, 2);
}

std::vector<std::string> calibration_claims(const TemperedPosterior<Rational>& posterior, PairSet pairs) {
  const bool diffused = posterior.tempering() == Tempering::diffused;
  std::vector<std::string> ids{diffused ? "renyi.alg2" : "renyi.alg3"};
  ids.emplace_back(posterior.categories() == 2 ? "renyi.cor2.vertex.repair" : "renyi.dirichlet.vertex.repair");
  ids.emplace_back(diffused ? "calibrate.r" : "calibrate.count");
  if (posterior.categories() > 2 && pairs == PairSet::hull) {
    if (diffused) ids.emplace_back("calibrate.count");
    ids.emplace_back("calibrate.split");
  }
  return ids;
}

WorstCase worst_case(const TemperedPosterior<Rational>& posterior, const Rational& order) {
  if (order <= Rational(1) || order > Rational(CalibrationRange::largest_order))
    throw Error(ErrorCode::domain, "order", "an order above 1, at most 10000", order.str());
  const std::vector<RecordMove> moves = posterior.moves();
  const std::vector<Rational>& prior = posterior.given_prior().alpha;
  WorstCase worst;
  worst.parameter = std::string(posterior.parameter());
  worst.pairs = moves.size();
  worst.finite_below = std::min(prior[moves[0].from], prior[moves[0].to]) / (order - Rational(1));
  worst.divergence = [posterior, moves, order = Order(order)](const Rational& x, std::size_t pair, int digits) {
    const auto [p, q] = posterior.at(x).moved(moves[pair]);
    return certified_renyi(order, p, q, digits);
  };
  // In double, for the search: the two counts of the move and the other records, cancellation-free.
  std::vector<std::pair<double, double>> counts;  // to, from
  for (const RecordMove& move : moves) counts.emplace_back(prior[move.to].approx(), prior[move.from].approx());
  const double z = (order - Rational(1)).approx(),
               records = posterior.categories() == 2 ? static_cast<double>(posterior.records()) : 1;
  worst.approximate = [counts, z, records, tempering = posterior.tempering()](double x) {
    const double weight = tempered_weight(tempering, x);
    double largest = 0;
    for (const auto& [to, from] : counts)
      largest = std::fmax(largest, stable::renyi_of_moved_record(z, tempered_count(tempering, to, x),
                                                                 tempered_count(tempering, from, x), weight, records));
    return largest;
  };
  return worst;
}

}  // namespace dpcert
