// Mechanisms with finitely many outcomes, and those whose worst pair has two: against the sum over outcomes.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr double outcome_error = 1e-8;
using Law = std::vector<Rational>;

/// Below, at and above 1, and not so near to it that differences in double are lost.
Rational any_real_order() {
  return *rc::gen::oneOf(log_uniform(Rational(1, 1000), Rational(99, 100)), rc::gen::just(Rational(1)),
                         order_above_one());
}

std::vector<double> logs(const std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += w;
  std::vector<double> out;
  for (const double w : weights) out.push_back(std::log(w / sum));
  return out;
}

// ---- Randomised response: exact sums over every answer. ----

/// log(sum p^n q^(1-n))/(n-1), the moment exact.
Ball renyi_exactly(int n, const Law& p, const Law& q) {
  constexpr Precision bits = 256;
  Rational moment;
  for (std::size_t i = 0; i < p.size(); ++i) moment += p[i] * pow(Rational(p[i] / q[i]), n - 1);
  return log(Ball(moment, bits + static_cast<Precision>(2 * moment.bits()))) / Ball(n - 1);
}
/// One answer of k: the truth with probability 1 - noise, else any of the k.
Law answers(const Rational& noise, int k, int truth) {
  Law law(static_cast<std::size_t>(k), noise / Rational(k));
  law[static_cast<std::size_t>(truth)] += Rational(1) - noise;
  return law;
}

SuiteResult response_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int k = *any_in(2, 30), n = *any_in(2, 40);
    const Rational noise = *unit(), order(n);
    const Parameters kary{{"noise", noise}, {"k", Rational(k)}};
    const Law truth = answers(noise, k, 0), other = answers(noise, k, 1), uniform(truth.size(), Rational(1, k));
    RC_ASSERT(rdp("kary_randomized_response_replace_one", kary, order).overlaps(renyi_exactly(n, truth, other)));
    const Ball special = max(renyi_exactly(n, truth, uniform), renyi_exactly(n, uniform, truth));
    RC_LOG() << "over the outcomes " << special.str(15) << "\n";
    RC_ASSERT(rdp("kary_randomized_response_replace_special", kary, order).overlaps(special));
    const Rational right = *unit();
    RC_PRE(right != Rational(1, 2));
    const Law yes{right, Rational(1) - right}, no{yes[1], yes[0]};
    RC_ASSERT(rdp("randomized_response", {{"p_truth", right}}, order).overlaps(renyi_exactly(n, yes, no)));
    // Orders that are no integers, in double.
    const Rational real = any_real_order();
    const auto to_logs = [](const Law& law) {
      std::vector<double> out;
      for (const Rational& x : law) out.push_back(std::log(x.approx()));
      return out;
    };
    const auto p = to_logs(truth), u = to_logs(uniform);
    RC_PRE(real.approx() * std::fabs(p[0] - p[1]) < 500);
    RC_ASSERT(agree(rdp("kary_randomized_response_replace_one", kary, real),
                    renyi_by_outcomes(real.approx(), p, to_logs(other)), outcome_error));
    RC_ASSERT(agree(rdp("kary_randomized_response_replace_special", kary, real),
                    std::fmax(renyi_by_outcomes(real.approx(), p, u), renyi_by_outcomes(real.approx(), u, p)),
                    outcome_error));
  });
}

// ---- Pure and bounded-range privacy: the worst pair and others. ----

Rational order_for(const Rational& epsilon) {
  const Rational order = any_real_order();
  RC_PRE(order.approx() * epsilon.approx() < 500);
  return order;
}

/// Two laws on m outcomes, any weights, the second with log-ratios chosen by `move`.
template <class Move>
double random_pair(double order, const Move& move) {
  const auto m = *any_in<std::size_t>(2, 7);
  std::vector<double> p, q;
  for (std::size_t i = 0; i < m; ++i) {
    p.push_back((*log_uniform(Rational(1, 1000), Rational(1))).approx());
    q.push_back(p.back() * std::exp(move()));
  }
  return renyi_by_outcomes(order, logs(p), logs(q));
}

SuiteResult pure_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational eps = *log_uniform(Rational(1, 1000), Rational(30)), order = order_for(eps);
    const double e = eps.approx(), a = order.approx();
    const Ball worst = rdp("pure_dp", {{"eps", eps}}, order);
    // Binary answers with odds exp(eps).
    const double yes = -std::log1p(std::exp(-e)), no = yes - e;
    RC_ASSERT(agree(worst, renyi_by_outcomes(a, {yes, no}, {no, yes}), outcome_error));
    // Any weights moved by factors within exp(eps/2) and scaled to sum to 1 stay within exp(eps).
    const double other = random_pair(a, [&] { return e * ((*unit()).approx() - 0.5); });
    RC_ASSERT(other <= worst.approx() * (1 + outcome_error));
  });
}

// The exponential mechanism weighs outcomes by exp(eps score) with scores that differ by at most 1 between neighbours.
SuiteResult exponential_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational eps = *log_uniform(Rational(1, 1000), Rational(30)), order = order_for(eps);
    const double e = eps.approx(), a = order.approx();
    const Ball worst = rdp("exponential_mechanism", {{"eps", eps}}, order);
    RC_LOG() << "worst " << worst.str(12) << "\n";
    const double random = random_pair(a, [&] { return e * (*unit()).approx(); });
    RC_ASSERT(random <= worst.approx() * (1 + outcome_error));
    // Two outcomes, the score of one changed by 1: log-odds x against x - eps. The best x attains the bound.
    const auto pair = [&](double x, double y) {
      const auto law = [](double odds) {
        return std::vector{-std::log1p(std::exp(-odds)), -std::log1p(std::exp(odds))};
      };
      return renyi_by_outcomes(a, law(x), law(y));
    };
    const double reach = 2 * e + 20;
    double best = 0;
    for (const double direction : {-e, e}) {
      const auto at = [&](double x) { return pair(x, x + direction); };
      int top = 0;
      constexpr int steps = 200;
      for (int i = 0; i <= steps; ++i)
        if (at(-reach + 2 * reach * i / steps) > at(-reach + 2 * reach * top / steps)) top = i;
      const double x = -reach + 2 * reach * top / steps, width = 2 * reach / steps;
      best = std::fmax(best, largest_unimodal(at, x - width, x + width));
    }
    RC_ASSERT(agree(worst, best, outcome_error));
  });
}

}  // namespace

std::span<const Suite> outcome_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"exponential-mechanism.worst-pair",
        "The exponential mechanism's divergence is the largest over two "
        "outcomes, and no pair of more has a larger one.",
        exponential_suite},
       {"pure-dp.worst-pair",
        "The divergence of pure DP is that of binary answers with odds exp(eps); no pair exceeds it.", pure_suite},
       {"randomized-response.outcomes", "Divergences of randomised response are the sums over all answers, exactly.",
        response_suite}}};
  return suites;
}

}  // namespace dpcert::properties
