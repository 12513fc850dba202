// Propose-Test-Sample: what it does in many runs against the certified probabilities of its steps, and those
// probabilities on neighbouring databases against each other. False alarms: at most 1e-9 for each estimate (Hoeffding;
// Azuma where a step's probability depends on what came before).
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/frequencies.hpp"

namespace dpcert::properties {
namespace {

using langevin::ProposeTestSample;
using langevin::PtsOutcome;
using langevin::PtsRun;
using Records = std::vector<langevin::Sample<Rational>>;

constexpr int runs = 3000;
constexpr Precision bits = 96;
const double run_slack = alarm_radius(runs);

struct Noise {
  std::mt19937_64& random;
  double laplace(double scale) { return sample_laplace(scale, random); }
  double normal() { return std::normal_distribution<double>()(random); }
};

ProposeTestSample<Rational> any_parameters() {
  ProposeTestSample<Rational> p;
  p.epsilon = *log_uniform(Rational(1, 10), Rational(8));
  p.delta = *log_uniform(Rational(1, 1000), Rational(49, 100));
  p.x_h = *log_uniform(Rational(1, 10), Rational(10));
  p.x_l = p.x_h * *unit();
  p.alpha = *log_uniform(Rational(1, 100), Rational(100));
  p.beta = Rational(3) / (p.x_h * p.x_h) * (Rational(1) + *log_uniform(Rational(1, 100), Rational(10)));
  p.rho1 = Rational(5, 4), p.rho2 = Rational(1, 10), p.gamma1 = Rational(1, 5);
  return p;
}

/// Records inside and outside the clipping range, slopes of several magnitudes.
Records any_records(const ProposeTestSample<Rational>& p) {
  Records data;
  const int n = *any_in(2, 14);
  for (int i = 0; i < n; ++i) {
    const Rational x = p.x_h * *log_uniform(Rational(1, 4), Rational(2));
    data.push_back({x, x * *log_uniform(Rational(1, 10), Rational(100))});
  }
  return data;
}
/// One record replaced, or removed.
Records neighbour(const ProposeTestSample<Rational>& p, Records data) {
  if (data.size() > 1 && *any_in(0, 2) == 0) {
    data.pop_back();
  } else {
    data.back() = {p.x_h, p.x_h * *log_uniform(Rational(1, 10), Rational(1000))};
  }
  return data;
}

std::vector<PtsRun> simulate(const ProposeTestSample<Rational>& p, const Records& data, std::mt19937_64& random) {
  const auto real = langevin::approx(p);
  std::vector<langevin::Sample<double>> records;
  for (const auto& r : data) records.push_back({r.x.approx(), r.y.approx()});
  std::vector<PtsRun> out;
  const langevin::PtsBounds bounds(real);
  Noise noise{random};
  for (int i = 0; i < runs; ++i)
    out.push_back(langevin::pts_lines(real, bounds, records, langevin::PtsAddedNoise<Noise>{noise}));
  return out;
}
template <class F>
double frequency(const std::vector<PtsRun>& all, F&& event) {
  double sum = 0;
  for (const PtsRun& run : all) sum += event(run) ? 1.0 / runs : 0;
  return sum;
}

SuiteResult frequency_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto p = any_parameters();
    const Records data = any_records(p);
    auto random = any_random();
    const auto all = simulate(p, data, random);
    // Line 10, and the joint law of both counts at a random place.
    const double stop = langevin::stop_probability(p, data, bits).approx();
    const double stopped = frequency(all, [](const PtsRun& r) { return r.outcome == PtsOutcome::few_in_range; });
    RC_LOG() << "stopped at line 10: " << stopped << ", certified " << stop << "\n";
    RC_ASSERT(std::fabs(stopped - stop) <= run_slack);
    const Rational a = Rational(static_cast<std::int64_t>(data.size())) * *unit(), b = a * *unit();
    const double joint = langevin::counts_below(p, data, a, b, bits).approx();
    const double seen = frequency(all, [&](const PtsRun& r) { return r.n1b <= a.approx() && r.n2 <= b.approx(); });
    RC_LOG() << "both counts: " << seen << ", certified " << joint << "\n";
    RC_ASSERT(std::fabs(seen - joint) <= run_slack);
    // P(n2 > |V|) = delta in every run, whatever V.
    const double above = frequency(all, [](const PtsRun& r) { return r.n2 > static_cast<double>(r.in_range); });
    RC_ASSERT(std::fabs(above - p.delta.approx()) <= run_slack);
  });
}

// In each run that reaches line 15, given everything before, the probability to pass is known: the sum of the
// differences between what happened and these probabilities is a martingale with steps in an interval of length 1.
SuiteResult null_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto p = any_parameters();
    p.epsilon = *log_uniform(Rational(3), Rational(8));
    p.delta = *log_uniform(Rational(1, 8), Rational(9, 20));
    p.x_h = Rational(1, 2), p.x_l = p.x_h * Rational(9, 10);  // x_h^2 beta from 3 to 5: a small n_min
    p.beta = Rational(12) + Rational(8) * *unit();
    p.alpha = Rational(1);
    // Numbers of few digits, which are quick to add exactly: every run adds up all records.
    const Rational slope(*any_in(7, 129), 64);
    // As many records as make the test a toss-up.
    const auto real = langevin::approx(p);
    double n = 4;
    const auto least = [&] { return std::ranges::max(real.least_sizes(n, slope.approx())); };
    while (n - real.allowance() < least()) ++n;
    n += *any_in(-1, 2);
    const Records data(static_cast<std::size_t>(n), {p.x_h, p.x_h * slope});
    auto random = any_random();
    const auto all = simulate(p, data, random);
    double passed = 0, expected = 0;
    for (const PtsRun& r : all) {
      if (r.outcome == PtsOutcome::few_in_range || r.outcome == PtsOutcome::nothing_in_range) continue;
      passed += r.outcome == PtsOutcome::sampled ? 1.0 / runs : 0;
      const Ball size(Rational(static_cast<std::int64_t>(r.near_centre)), bits),
          least(Rational::from_double(std::isfinite(r.n_min) ? r.n_min : 1e300), bits);
      expected += langevin::pass_probability(p, size, least).approx() / runs;
      RC_ASSERT(r.near_centre == 0 || r.near_centre == data.size());  // one slope: all or nothing
    }
    RC_LOG() << "sampled: " << passed << ", certified " << expected << "\n";
    RC_ASSERT(std::fabs(passed - expected) <= run_slack);
  });
}

// (2 eps, 0) of the counts, certified; and (3 eps, delta) of lines 6-13 in the frequencies.
SuiteResult privacy_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto p = any_parameters();
    const Records data = any_records(p), other = neighbour(p, data);
    const Rational a = Rational(static_cast<std::int64_t>(data.size())) * Rational(2) * *unit(), b = a * *unit();
    const Ball here = langevin::counts_below(p, data, a, b, bits), there = langevin::counts_below(p, other, a, b, bits);
    const Ball factor = exp(Ball(Rational(2) * p.epsilon, bits));
    RC_ASSERT(!certainly_greater(here, factor * there));
    RC_ASSERT(!certainly_greater(there, factor * here));
    auto random = any_random();
    const double cut = (*log_uniform(Rational(1, 10), Rational(100))).approx();
    const auto event = [&](const PtsRun& r) {
      return r.outcome != PtsOutcome::few_in_range && r.n1b <= a.approx() && r.noisy_centre <= cut;
    };
    const double seen = frequency(simulate(p, data, random), event),
                 seen_there = frequency(simulate(p, other, random), event);
    const double bound = std::exp(3 * p.epsilon.approx());
    RC_LOG() << "frequencies " << seen << " and " << seen_there << "\n";
    RC_ASSERT(seen - run_slack <= bound * (seen_there + run_slack) + p.delta.approx());
  });
}

// Line 12 moves between neighbours by at most what line 13 assumes; line 13 is the end of the published chain, the two
// terms apart; and the noise that a run adds has that scale.
SuiteResult centre_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto p = any_parameters();
    const Rational threshold = *log_uniform(Rational(1, 100), Rational(100));
    const Rational h = p.x_h * p.x_h, l = p.x_l * p.x_l;
    const auto size = *any_in<std::size_t>(2, 10);
    const auto sensitivity = [&](const Rational& n2) {
      return threshold * (Rational(2) * h / (n2 * l) + h * h / (n2 * (n2 - Rational(1)) * l * l));
    };
    // Records of V, and one that is there or not, or another one.
    const bool extreme = *any_in(0, 2) == 0;
    const auto any_record = [&] {
      const Rational x = p.x_l + (p.x_h - p.x_l) * *unit();
      return langevin::Sample<Rational>{x, x * threshold * *unit()};
    };
    const auto centre = [](const Records& data) {
      Rational weight, weighted;
      for (const auto& r : data) weight += r.x * r.x, weighted += r.x * r.y;
      return weighted / weight;
    };
    Records common;
    for (std::size_t i = 0; i + 1 < size; ++i)
      common.push_back(extreme ? langevin::Sample<Rational>{p.x_l, Rational(0)} : any_record());
    Records here = common, there = common;
    here.push_back(extreme ? langevin::Sample<Rational>{p.x_h, p.x_h * threshold} : any_record());
    if (*any_in(0, 2) == 0) there.push_back(any_record());
    const Rational n2 = Rational(1) + Rational(static_cast<std::int64_t>(size) - 1) * *unit();
    const Rational stated = p.centre_sensitivity(threshold, n2);
    RC_ASSERT(abs(centre(here) - centre(there)) <= stated);
    RC_ASSERT(stated == sensitivity(n2));
    // Half of all noise lies within scale log(2). What happened before is known in each run: a martingale.
    p.epsilon = Rational(1) + *unit();
    p.delta = *log_uniform(Rational(1, 5), Rational(49, 100));
    const Records data = any_records(p);
    auto random = any_random();
    double within = 0, reached = 0;
    for (const PtsRun& r : simulate(p, data, random)) {
      if (r.outcome == PtsOutcome::few_in_range || r.outcome == PtsOutcome::nothing_in_range) continue;
      const double ratio = (h / l).approx(), allowed = std::pow(r.n1b, p.rho1.approx());
      const double scale = allowed * ratio / r.n2 * (2 + ratio / (r.n2 - 1)) / p.epsilon.approx();
      reached += 1.0 / runs;
      within += std::fabs(r.noisy_centre - r.centre) <= scale * std::log(2.0) ? 1.0 / runs : 0;
    }
    RC_LOG() << "within the median " << within << " of " << reached << "\n";
    RC_ASSERT(std::fabs(within - reached / 2) <= run_slack);
  });
}

// What only bounds something is rounded to the side of more privacy, and by no more than a few units in the last place:
// exactly, with rho1 = 5/4 and rho2 = 1/16, whose powers are roots of integers'.
SuiteResult bounds_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto p = any_parameters();
    p.rho2 = Rational(1, 16), p.gamma1 = Rational(1, 8);
    const auto run = langevin::run_parameters(p);
    const langevin::PtsBounds bound(run);
    const auto exact = [](double x) { return Rational::from_double(x); };
    const double n1b = (*log_uniform(Rational(1, 100), Rational(1'000'000))).approx(),
                 n2 = 1 + (*log_uniform(Rational(1, 100), Rational(1'000'000))).approx();
    const Rational top = exact(bound.threshold(n1b)), reach = exact(bound.radius(n2)), next = pow(Rational(1, 2), 50);
    RC_ASSERT(pow(top, 4) >= pow(exact(n1b), 5));
    RC_ASSERT(pow(top * (Rational(1) - next), 4) <= pow(exact(n1b), 5));
    RC_ASSERT(pow(reach, 16) <= exact(n2));
    RC_ASSERT(pow(reach * (Rational(1) + next), 16) >= exact(n2));
    // 0^rho1 = 0, which the slope 0 does not exceed; every slope exceeds what stands for the power of a number below 0.
    RC_ASSERT(bound.threshold(0) == 0);
    RC_ASSERT(bound.threshold(-0.0) == 0);
    RC_ASSERT(bound.threshold(-n1b) == -1);
    RC_ASSERT(langevin::slope_at_most({1, 0}, bound.threshold(0)));
    RC_ASSERT(!langevin::slope_at_most({1, 0}, bound.threshold(-n1b)));
    // Noise of 1/eps, what is taken off, and the centre's noise, by the definitions.
    RC_ASSERT(bound.unit * p.epsilon >= Rational(1));
    RC_ASSERT(bound.unit * p.epsilon <= Rational(1) + next);
    const Ball taken = exp(Ball(bound.low * exact(run.epsilon), 160)) * Ball(Rational(2) * exact(run.delta), 160);
    RC_ASSERT(!certainly_less(taken, Ball(1)));
    RC_ASSERT(certainly_less(taken, Ball(Rational(1) + next, 160)));
    const Rational h = exact(run.x_h) * exact(run.x_h), l = exact(run.x_l) * exact(run.x_l), size = exact(n2),
                   least = size - Rational(1);
    const Rational moved = top * (Rational(2) * least * h * l + h * h) / (size * least * l * l) * bound.unit;
    RC_ASSERT(bound.centre_scale(top.approx(), n2) >= moved);
    RC_ASSERT(bound.centre_scale(top.approx(), n2) <= moved * (Rational(1) + next));
    // The centre and the posterior: where the slopes of the squares, and of the log-density, are 0.
    std::vector<langevin::Sample<double>> records;
    for (const auto& r : any_records(p)) records.push_back({r.x.approx(), r.y.approx()});
    Records known;
    for (const auto& r : records) known.push_back({exact(r.x), exact(r.y)});
    const Rational alpha = exact(run.alpha), beta = exact(run.beta), centre = langevin::mean_slope(records);
    const auto law = langevin::posterior<Rational>(alpha, beta, known), fast = langevin::exact_posterior(run, records);
    Rational of_squares(0), of_density = -alpha * law.mean, precision = alpha;
    for (const auto& r : known) {
      of_squares += r.x * (r.y - centre * r.x);
      of_density += beta * r.x * (r.y - law.mean * r.x);
      precision += beta * r.x * r.x;
    }
    RC_ASSERT(of_squares.is_zero());
    RC_ASSERT(of_density.is_zero());
    RC_ASSERT(law.variance * precision == Rational(1));
    RC_ASSERT(fast.mean == law.mean);
    RC_ASSERT(fast.variance == law.variance);
  });
}

}  // namespace

std::span<const Suite> propose_test_sample_suites() {
  static constexpr std::array<Suite, 5> suites = {
      {{"propose-test-sample.bounds",
        "Thresholds, radii, scales and what is taken off a count are rounded to the side of more privacy, and hardly; centre "
        "and posterior are exact.",
        bounds_suite},
       {"propose-test-sample.centre",
        "The centre moves by at most the stated sensitivity, and the noise has its scale (false alarm 1e-9 a case).",
        centre_suite},
       {"propose-test-sample.frequencies",
        "Frequencies of the counting steps agree with their certified probabilities (false alarm 1e-9 an estimate).",
        frequency_suite},
       {"propose-test-sample.null",
        "The null outcome of the size test is as frequent as its certified "
        "probability (false alarm 1e-9 a case, Azuma).",
        null_suite},
       {"propose-test-sample.privacy",
        "On neighbouring databases the counts are (2 eps, 0)-DP, certified, and "
        "lines 6-13 (3 eps, delta)-DP in samples.",
        privacy_suite}}};
  return suites;
}

}  // namespace dpcert::properties
