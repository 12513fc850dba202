// The floating-point hockey stick of Beta pairs: a search value, never evidence.
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/special/softplus.hpp"

namespace dpcert {
namespace {

using Quiet =
    boost::math::policies::policy<boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::promote_double<false>>;

/// P(logit X <= t) and P(logit X > t).
std::pair<double, double> tails(const Beta<double>& law, double t) {
  if (t <= 0) {
    const double x = 1 / (1 + std::exp(-t));
    return {boost::math::ibeta(law.alpha, law.beta, x, Quiet()), boost::math::ibetac(law.alpha, law.beta, x, Quiet())};
  }
  const double y = 1 / (1 + std::exp(t));
  return {boost::math::ibetac(law.beta, law.alpha, y, Quiet()), boost::math::ibeta(law.beta, law.alpha, y, Quiet())};
}

}  // namespace

double hockey_stick(const Epsilon<double>& epsilon, const Beta<double>& p, const Beta<double>& q) {
  if (normalizable(p) != Membership::inside || normalizable(q) != Membership::inside) {
    throw Error(ErrorCode::domain, "hockey_stick", "parameters > 0", "a parameter <= 0");
  }
  const double da = p.alpha - q.alpha, db = p.beta - q.beta;
  if (da == 0 && db == 0) return 0;
  const double level = beta_ratio_level(epsilon.value(), log_partition(p), log_partition(q)),
               scale = std::exp(epsilon.value());
  const auto ratio = [&](double t) { return beta_log_ratio(da, db, level, -softplus(-t), -softplus(t)); };
  // The crossing between two points of opposite signs, or a far end if there is none.
  const auto crossing = [&](double positive, double negative) {
    const auto near = bisect(Bracket<double>{positive, negative}, 200, [&](double t) { return ratio(t) > 0; });
    return (near.holds + near.fails) / 2;
  };
  const auto mass = [&](double t) {
    const auto in_p = tails(p, t), in_q = tails(q, t);
    return std::pair{event_excess(scale, in_p.first, in_q.first), event_excess(scale, in_p.second, in_q.second)};
  };
  constexpr double far = 700;  // exp(-far) is the smallest probability worth telling apart
  double delta = 0;
  if (da >= 0 && db >= 0) {
    const double top = db == 0 ? far : da == 0 ? -far : std::log(da / db);
    if (!(ratio(top) > 0)) return 0;
    if (db == 0) {
      delta = mass(crossing(top, -far)).second;
    } else if (da == 0) {
      delta = mass(crossing(top, far)).first;
    } else {
      delta = mass(crossing(top, -far)).second - mass(crossing(top, far)).second;
    }
  } else if (da < 0 && db < 0) {
    const double bottom = std::log(da / db);
    if (!(ratio(bottom) < 0)) return 0;
    delta = mass(crossing(-far, bottom)).first + mass(crossing(far, bottom)).second;
  } else {
    const bool up = da > 0 || db < 0;
    const double t = crossing(up ? far : -far, up ? -far : far);
    delta = up ? mass(t).second : mass(t).first;
  }
  return std::fmin(1.0, std::fmax(0.0, delta));
}

double total_variation(const Beta<double>& p, const Beta<double>& q) { return hockey_stick(Epsilon(0.0), p, q); }

}  // namespace dpcert
