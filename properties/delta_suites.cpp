// delta and epsilon of mechanisms whose worst pair is known, both ways: sums over outcomes in exact rationals,
// integrals of densities, searches over pairs, and one as the inverse of the other; and the lower bounds of a
// composition that has no closed form, against the four events that they are said to be.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "dpcert/privacy/quantity.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr Precision delta_bits = 192;
constexpr double plain_error = 1e-9, plain_floor = 1e-12;

/// One mechanism at its parameters.
struct Asked {
  std::string mechanism;
  Parameters parameters;
  [[nodiscard]] Ball at(std::string_view quantity, const Rational& point) const {
    const Ball found = value(quantity, mechanism, parameters, point);
    ListParameters lists;
    for (const auto& [key, number] : parameters) lists[key] = {number};
    const double plain = textbook(make_query(quantity, mechanism, lists, ExtendedRational{point, false}));
    // Where it subtracts exp(epsilon) times a probability it loses units of that size.
    const double floor =
        quantity == "delta" ? plain_floor * std::fmax(1, std::exp(point.approx()) / 1000) : plain_floor;
    RC_ASSERT(agree(found, plain, plain_error, floor));
    return found;
  }
};

// ---- Finitely many answers, in exact rationals ----

using Answers = std::vector<Rational>;
/// sum max(0, p - exp(epsilon) q), the probabilities exact.
Ball stick_of_answers(const Ball& epsilon, const Answers& p, const Answers& q) {
  const Ball factor = exp(epsilon.with_precision(delta_bits));
  Ball sum(0);
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += max(Ball(0), Ball(p[i], delta_bits) - factor * Ball(q[i], delta_bits));
  return sum;
}
/// Both directions, and epsilon as the inverse of delta.
void answers_both_ways(const Asked& asked, const Answers& p, const Answers& q) {
  Rational gap, high, low;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > q[i]) gap += p[i] - q[i], high = p[i], low = q[i];
  // Inside of the support, and a little beyond its end.
  const Rational epsilon = Rational::from_double(std::log((high / low).approx())) * *unit() * Rational(11, 10);
  const Ball delta = asked.at("delta", epsilon), here = Ball(epsilon, delta_bits);
  RC_ASSERT(delta.overlaps(stick_of_answers(here, p, q)));
  RC_ASSERT(delta.overlaps(stick_of_answers(here, q, p)));
  RC_ASSERT(asked.at("delta", Rational(0)).contains(gap));
  const Rational share = gap * *unit();
  const Ball back = asked.at("epsilon", share);
  RC_ASSERT(certainly_positive(back));
  RC_ASSERT(stick_of_answers(back, p, q).contains(share));
  RC_ASSERT(asked.at("epsilon", Rational(0)).overlaps(log(Ball(high / low, delta_bits))));
  RC_ASSERT(asked.at("epsilon", gap + (Rational(1) - gap) * *unit()).contains_zero());
}

SuiteResult answers_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int k = *any_in(2, 20);
    const Rational noise = *unit();
    Answers p(static_cast<std::size_t>(k), noise / Rational(k)), q = p;
    p[0] += Rational(1) - noise, q[1] += Rational(1) - noise;
    answers_both_ways({"kary_randomized_response_replace_one", {{"noise", noise}, {"k", Rational(k)}}}, p, q);
    const Rational truth = *unit();
    RC_PRE(truth != Rational(1, 2));
    answers_both_ways({"randomized_response", {{"p_truth", truth}}}, {truth, Rational(1) - truth},
                      {Rational(1) - truth, truth});
  });
}

// ---- Mechanisms that are known by their worst pair ----

/// The stick of two laws on m outcomes, the second with weights moved by exp(move()).
double stick_of_random_pair(double epsilon, const std::function<double()>& move) {
  const auto m = *any_in<std::size_t>(2, 7);
  std::vector<double> p, q;
  double all_p = 0, all_q = 0, sum = 0;
  for (std::size_t i = 0; i < m; ++i) {
    p.push_back((*log_uniform(Rational(1, 1000), Rational(1))).approx());
    q.push_back(p.back() * std::exp(move()));
    all_p += p.back(), all_q += q.back();
  }
  for (std::size_t i = 0; i < m; ++i) sum += std::fmax(0, p[i] / all_p - std::exp(epsilon) * q[i] / all_q);
  return sum;
}
/// The largest stick of two options whose log-odds differ by `range`, over the odds of the first.
double best_of_two_options(double epsilon, double range) {
  const auto stick = [&](double odds) {
    const double p = 1 / (1 + std::exp(-odds)), q = 1 / (1 + std::exp(range - odds)), rest_p = 1 / (1 + std::exp(odds)),
                 rest_q = 1 / (1 + std::exp(odds - range)), factor = std::exp(epsilon);
    return std::fmax(0, p - factor * q) + std::fmax(0, rest_p - factor * rest_q);
  };
  constexpr int steps = 400;
  const double reach = range + 20, width = 2 * reach / steps;
  double best = -reach;
  for (int i = 0; i <= steps; ++i)
    if (stick(-reach + i * width) > stick(best)) best = -reach + i * width;
  return largest_unimodal(stick, best - width, best + width);
}
/// Two Laplace laws at distance `shift` in scales: the difference of the densities from where it changes its sign on.
double laplace_stick(double epsilon, double shift) {
  if (epsilon >= shift) return 0;
  const auto density = [](double x) { return std::exp(-std::fabs(x)) / 2; };
  const double turn = (shift + epsilon) / 2;
  return integrate([&](double x) { return density(x - shift) - std::exp(epsilon) * density(x); },
                   {turn, shift, shift + 45}, 0.5);
}
/// epsilon(delta) is where delta(epsilon) comes down to delta.
void inverse_of_each_other(const Asked& asked) {
  const Rational delta = *log_uniform(Rational(1, 1'000'000), Rational(99, 100));
  const Ball epsilon = asked.at("epsilon", delta);
  const double most = delta.approx();
  if (epsilon.contains_zero()) {
    RC_ASSERT(asked.at("delta", Rational(0)).approx() <= most * (1 + 1e-9));
  } else {
    RC_ASSERT(agree(asked.at("delta", epsilon.midpoint_rational()), most, 1e-9));
  }
}

SuiteResult worst_pair_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational reach = *log_uniform(Rational(1, 100), Rational(20)), epsilon = reach * *unit();
    const double x = reach.approx(), e = epsilon.approx();
    const Asked pure{"pure_dp", {{"eps", reach}}}, range{"exponential_mechanism", {{"eps", reach}}},
        laplace{"laplace", {{"b", Rational(1) / reach}}};
    const Ball in_pure = pure.at("delta", epsilon), in_range = range.at("delta", epsilon),
               in_laplace = laplace.at("delta", epsilon);
    // Binary answers with odds exp(reach).
    const Ball one(1), odds = exp(Ball(reach, delta_bits)), yes = odds / (one + odds), no = one / (one + odds);
    RC_ASSERT(in_pure.overlaps(yes - exp(Ball(epsilon, delta_bits)) * no));
    RC_ASSERT(stick_of_random_pair(e, [&] { return x * ((*unit()).approx() - 0.5); }) <=
              in_pure.approx() * (1 + 1e-9) + plain_floor);
    RC_ASSERT(agree(in_range, best_of_two_options(e, x), 1e-8, plain_floor));
    RC_ASSERT(stick_of_random_pair(e, [&] { return x * (*unit()).approx(); }) <=
              in_range.approx() * (1 + 1e-9) + plain_floor);
    RC_ASSERT(agree(in_laplace, laplace_stick(e, x), 1e-8, plain_floor));
    // All three are pure with this epsilon; nothing is left at it, nor beyond.
    RC_ASSERT(!certainly_greater(in_range, in_pure) && !certainly_greater(in_laplace, in_pure));
    for (const Asked* asked : {&pure, &range, &laplace}) {
      RC_ASSERT(asked->at("delta", reach + *unit()).is_exact());
      RC_ASSERT(asked->at("delta", reach).contains_zero());
      RC_ASSERT(asked->at("epsilon", Rational(0)).contains(reach));
      inverse_of_each_other(*asked);
    }
  });
}

// ---- Compositions of the subsampled Gaussian: certified events ----

double normal_above(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }
double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * M_PI); }

/// The composition, in double.
struct Sampled {
  double q, sigma, T, epsilon;
  /// P(one output > t), with the record.
  [[nodiscard]] double with(double t) const {
    return (1 - q) * normal_above(t / sigma) + q * normal_above((t - 1) / sigma);
  }
  [[nodiscard]] double without(double t) const { return normal_above(t / sigma); }
  /// The largest gain of the events that some output is above t, or that none is, over t.
  [[nodiscard]] double by_the_largest(bool some) const {
    const auto gain = [&](double t) {
      const double none_with = std::exp(T * std::log1p(-with(t))), none_without = std::exp(T * std::log1p(-without(t)));
      if (!some) return none_without - std::exp(epsilon) * none_with;
      return -std::expm1(T * std::log1p(-with(t))) + std::exp(epsilon) * std::expm1(T * std::log1p(-without(t)));
    };
    constexpr int steps = 2000;
    const double low = -8 * sigma, width = (1 + 45 * sigma - low) / steps;
    double best = low, most = 0;
    for (int i = 0; i <= steps; ++i)
      if (const double found = gain(low + i * width); found > most) best = low + i * width, most = found;
    return std::fmax(most, largest_unimodal(gain, best - width, best + width));
  }
  /// The integral of what one density of the sum exceeds exp(epsilon) times the other by: a binomial mixture of normal
  /// laws, and the law without the record.
  [[nodiscard]] double by_the_sum(bool more) const {
    const double scale = sigma * std::sqrt(T);
    std::vector<double> mass;
    for (double k = 0; k <= T; ++k)
      mass.push_back(std::exp(std::lgamma(T + 1) - std::lgamma(k + 1) - std::lgamma(T - k + 1) +
                              (k > 0 ? k * std::log(q) : 0) + (k < T ? (T - k) * std::log1p(-q) : 0)));
    const auto mixture = [&](double x) {
      double sum = 0;
      for (std::size_t k = 0; k < mass.size(); ++k)
        if (mass[k] > 1e-20) sum += mass[k] * normal_density((x - static_cast<double>(k)) / scale) / scale;
      return sum;
    };
    const auto excess = [&](double x) {
      const double here = mixture(x), base = normal_density(x / scale) / scale, factor = std::exp(epsilon);
      return more ? here - factor * base : base - factor * here;
    };
    // The ratio of the densities rises, so that the sign changes once.
    const double low = -12 * scale, high = T + 12 * scale;
    double positive = more ? high : low, negative = more ? low : high;
    for (int i = 0; i < 200; ++i) {
      const double middle = (positive + negative) / 2;
      (excess(middle) > 0 ? positive : negative) = middle;
    }
    return std::fmax(
        0, more ? integrate(excess, {positive, high}, scale / 8) : integrate(excess, {low, positive}, scale / 8));
  }
};

Ball subsampled_below(const Rational& q, const Rational& sigma, std::int64_t T, const Rational& epsilon) {
  const Ball bound = subsampled_gaussian_delta_below(q, sigma, T, epsilon, 160);
  RC_LOG() << "q " << q.approx() << ", sigma " << sigma.approx() << ", T " << T << ", epsilon " << epsilon.approx()
           << ": " << bound.str(12) << "\n";
  RC_ASSERT(bound.is_finite());
  return bound;
}

SuiteResult subsampled_events_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational one(1), epsilon = *log_uniform(Rational(1, 50), Rational(4)),
                           sigma = *log_uniform(Rational(1, 3), Rational(10)),
                           q = *log_uniform(Rational(1, 100), Rational(1, 2));
    const double e = epsilon.approx(), s = sigma.approx();
    const auto T = *any_in<std::int64_t>(2, 60);
    // One step: the sum is the output, and nothing is lost.
    const Sampled once{q.approx(), s, 1, e};
    const Ball single = subsampled_below(q, sigma, 1, epsilon);
    RC_ASSERT(agree(single, once.by_the_sum(true), 1e-7, 1e-12));
    // Everybody in every step: one normal law moved by T.
    const double n = static_cast<double>(T);
    const Normal moved{n, s * std::sqrt(n)}, there{0, s * std::sqrt(n)};
    RC_ASSERT(agree(subsampled_below(one, sigma, T, epsilon), hockey_stick_by_cells(e, moved, there), 1e-7, 1e-11));
    // Nobody ever; hardly anybody.
    RC_ASSERT(subsampled_below(Rational(0), sigma, T, epsilon).contains_zero());
    RC_ASSERT(subsampled_below(q * pow(Rational(1, 10), 30), sigma, T, epsilon).approx() <= 1e-25);
    // In between the best of four; where a record is taken often and shows at once, the last one is.
    const bool plain = *any_in(0, 2) == 0;
    const Rational share = plain ? q : *log_uniform(Rational(1, 12), Rational(1, 4)),
                   noise = plain ? sigma : *log_uniform(Rational(1, 5), Rational(9, 20)),
                   loss = plain ? epsilon : *log_uniform(Rational(3), Rational(8));
    const std::int64_t steps = plain ? T : *any_in<std::int64_t>(40, 100);
    const Sampled many{share.approx(), noise.approx(), static_cast<double>(steps), loss.approx()};
    const Ball bound = subsampled_below(share, noise, steps, loss);
    const std::array<double, 4> events{many.by_the_sum(true), many.by_the_sum(false), many.by_the_largest(true),
                                       many.by_the_largest(false)};
    RC_LOG() << "events " << events[0] << ", " << events[1] << ", " << events[2] << ", " << events[3] << "\n";
    RC_ASSERT(agree(bound, *std::ranges::max_element(events), 1e-6, 1e-11));
    // Less at a larger epsilon, and never more than an order of Renyi divergence allows.
    RC_ASSERT(!certainly_greater(subsampled_below(share, noise, steps, loss + *unit()), bound));
    const Rational order(*any_in(2, 20));
    const Ball rho =
        rdp("poisson_subsampled_gaussian", {{"q", share}, {"sigma", noise}, {"T", Rational(steps)}}, order);
    const Ball most = exp((Ball(order, delta_bits) - Ball(1)) * (rho - Ball(loss, delta_bits)));
    RC_ASSERT(!certainly_greater(bound, most));
  });
}

}  // namespace

std::span<const Suite> delta_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"pure-delta.answers",
        "Deltas of randomised response are the sums over all answers in exact rationals; epsilon is the inverse.",
        answers_suite},
       {"pure-delta.worst-pair",
        "Deltas of Laplace noise, pure and bounded-range mechanisms are those of their worst pair, by integrals and "
        "searches; no random pair exceeds them, and epsilon is the inverse.",
        worst_pair_suite},
       {"subsampled.delta-events",
        "The lower bound of delta of T subsampled steps is the best of four events, computed from the densities; it is "
        "the normal law's for q = 1, delta itself for T = 1 and 0 for q = 0.",
        subsampled_events_suite}}};
  return suites;
}

}  // namespace dpcert::properties
