// The mechanisms that release a Dirichlet posterior: laws, draws, privacy and sensitivities against the same from their
// descriptions (finite_laws.hpp).
//
// False alarms of the draws: at most 1e-9 a comparison (Dvoretzky-Kiefer-Wolfowitz with Massart's constant, or Clopper
// and Pearson's bounds).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/empirical/confidence.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/finite_laws.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr int dirichlet_draws = 10'000;
constexpr Precision dirichlet_bits = 64;
/// Doubles lose digits in distances of posteriors that are near each other, by about the square of the distance.
constexpr double finite_error = 1e-9;
using Kind = DirichletMechanism;

Rational any_prior() { return *rc::gen::oneOf(rc::gen::just(Rational(1)), log_uniform(Rational(1, 20), Rational(10))); }

DirichletQuery any_query(const std::vector<Kind>& kinds) {
  DirichletQuery q;
  q.mechanism = *rc::gen::elementOf(kinds);
  const bool two = *any_in(0, 3) > 0;
  for (int i = 0; i < (two ? 2 : 3); ++i) q.prior.push_back(any_prior());
  q.n = *any_in<std::int64_t>(1, two ? 13 : 5);
  q.eps = *log_uniform(Rational(1, 20), Rational(6));
  q.gamma = *log_uniform(Rational(1, 100), Rational(4));
  RC_LOG() << to_string(q.mechanism) << " n=" << q.n << " eps=" << q.eps.str() << " gamma=" << q.gamma.str();
  for (const Rational& a : q.prior) RC_LOG() << " prior " << a.str();
  RC_LOG() << "\n";
  return q;
}
DirichletQuery any_query() {
  return any_query({Kind::lszhang, Kind::lsdim, Kind::lshist, Kind::ehd, Kind::ehdl, Kind::ehds});
}
Counts any_state(const FiniteMechanism& finite) { return *rc::gen::elementOf(finite.states()); }

// ---- Privacy ----

/// The worst pair's value from both sides, and the value at the pair that is named.
void expect_worst(const WorstPair& worst, const FiniteMechanism& finite,
                  const std::function<double(const FiniteLaw&, const FiniteLaw&)>& of) {
  RC_ASSERT(worst.decided);
  RC_ASSERT(agree(worst.enclosure, finite.largest(of), finite_error, 1e-12));
  if (worst.x.empty()) return;
  RC_ASSERT(finite.neighbours().contains(std::pair{worst.x, worst.neighbour}));
  RC_ASSERT(agree(worst.here, of(finite.law(worst.x), finite.law(worst.neighbour)), finite_error, 1e-12));
}

SuiteResult dirichlet_loss_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query();
    const FiniteMechanism finite(q);
    const WorstPair worst = dirichlet_privacy_loss(q, dirichlet_bits);
    expect_worst(worst, finite, &FiniteMechanism::loss);
    const double at_output =
        std::log(finite.law(worst.x).at(worst.output) / finite.law(worst.neighbour).at(worst.output));
    RC_ASSERT(agree(worst.enclosure, at_output, finite_error));
    // Both conventions: the pairs of data sets give the counts that differ by +1 and -1, and no others.
    std::set<std::pair<Counts, Counts>> moved;
    for (const Counts& x : finite.states())
      for (const Counts& y : finite.states()) {
        Counts gap;
        for (std::size_t i = 0; i < x.size(); ++i) gap.push_back(x[i] - y[i]);
        std::ranges::sort(gap);
        if (gap.front() == -1 && gap.back() == 1 && std::ranges::count(gap, 0) + 2 == std::ssize(gap))
          moved.emplace(x, y);
      }
    RC_ASSERT(moved == finite.neighbours());
    // What is promised, and what of it is kept: `ehdl` promises nothing, `ehd` as much as the printed sensitivity is
    // short of the true one.
    if (q.mechanism == Kind::ehdl) return;
    double most = q.eps.approx();
    if (q.mechanism == Kind::ehd) {
      double global = 0;
      for (const Counts& x : finite.states()) global = std::fmax(global, finite.local_sensitivity(x));
      most *= global / std::sqrt(1 - std::acos(-1.0) / 4);
    }
    RC_ASSERT(worst.enclosure.approx() <= most * (1 + finite_error));
  });
}

SuiteResult dirichlet_delta_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query();
    const FiniteMechanism finite(q);
    const Rational epsilon = q.eps * *rc::gen::oneOf(rc::gen::just(Rational(0)), unit());
    expect_worst(dirichlet_delta(q, epsilon, dirichlet_bits), finite, [&](const FiniteLaw& a, const FiniteLaw& b) {
      return FiniteMechanism::delta(a, b, epsilon.approx());
    });
    const Rational order =
        *rc::gen::oneOf(log_uniform(Rational(1, 10), Rational(9, 10)), log_uniform(Rational(11, 10), Rational(20)));
    expect_worst(dirichlet_renyi(q, order, dirichlet_bits), finite,
                 [&](const FiniteLaw& a, const FiniteLaw& b) { return FiniteMechanism::renyi(a, b, order.approx()); });
  });
}

// ---- Draws ----

SuiteResult dirichlet_sampler_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query();
    const FiniteMechanism finite(q);
    const Counts data = any_state(finite);
    DirichletSampler draw(q, data);
    // A start with few bits makes most draws of the exponential mechanisms refine.
    if (*any_in(0, 2) == 0) draw.begin_with(2);
    RandomBits bits = RandomBits::seeded(any_random()());
    std::map<Counts, int> seen;
    for (int i = 0; i < dirichlet_draws; ++i) ++seen[draw(bits)];
    const FiniteLaw law = finite.law(data);
    for (const auto& [output, times] : seen) RC_ASSERT(law.contains(output));
    double expected = 0, counted = 0;
    for (const auto& [output, p] : law) {
      expected += p;
      if (const auto found = seen.find(output); found != seen.end()) counted += found->second;
      RC_ASSERT(std::fabs(counted / dirichlet_draws - expected) <=
                alarm_radius(dirichlet_draws) + rounding_of_frequencies);
    }
  });
}

/// Bounds of an event's probability from draws; each fails once in 10^9.
struct EventBounds {
  double low, high;
  EventBounds(const DirichletQuery& q, const Counts& data, const std::set<Counts>& event, RandomBits& bits) {
    const Rational alarm(1, 1'000'000'000);
    DirichletSampler draw(q, data);
    std::int64_t hits = 0;
    for (int i = 0; i < dirichlet_draws; ++i) hits += event.contains(draw(bits)) ? 1 : 0;
    low = empirical::clopper_pearson_lower(hits, dirichlet_draws, alarm).approx();
    high = empirical::clopper_pearson_upper(hits, dirichlet_draws, alarm).approx();
  }
};

SuiteResult dirichlet_monte_carlo_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query();
    RandomBits bits = RandomBits::seeded(any_random()());
    const WorstPair loss = dirichlet_privacy_loss(q, dirichlet_bits);
    const EventBounds p(q, loss.x, {loss.output}, bits), r(q, loss.neighbour, {loss.output}, bits);
    const double ratio = std::exp(loss.enclosure.approx());
    RC_LOG() << "loss " << loss.enclosure.approx() << ", draws say at least " << std::log(p.low / r.high) << "\n";
    RC_ASSERT(p.low <= ratio * r.high * (1 + finite_error));
    RC_ASSERT(p.high >= ratio * r.low * (1 - finite_error));
    // The event in which one law is above exp(epsilon) times the other.
    const Rational epsilon = q.eps * *unit() / Rational(2);
    const WorstPair delta = dirichlet_delta(q, epsilon, dirichlet_bits);
    const FiniteMechanism finite(q);
    const double factor = std::exp(epsilon.approx());
    if (delta.x.empty()) return;
    const FiniteLaw one = finite.law(delta.x), other = finite.law(delta.neighbour);
    std::set<Counts> event;
    for (const auto& [output, probability] : one)
      if (probability > factor * other.at(output)) event.insert(output);
    const EventBounds a(q, delta.x, event, bits), b(q, delta.neighbour, event, bits);
    RC_ASSERT(a.low - factor * b.high <= delta.enclosure.approx() + finite_error);
    RC_ASSERT(a.high - factor * b.low >= delta.enclosure.approx() - finite_error);
  });
}

SuiteResult dirichlet_accuracy_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query();
    const FiniteMechanism finite(q);
    const Counts data = any_state(finite);
    const Rational t = *unit();
    double direct = 0, tied = 0;
    for (const auto& [output, p] : finite.law(data)) {
      const double gap = finite.distance(data, output) - t.approx();
      if (std::fabs(gap) < finite_error) tied += p;
      if (gap < 0) direct += p;
    }
    const DirichletAccuracy accuracy = dirichlet_accuracy(q, data, t, dirichlet_bits);
    RC_ASSERT(std::fabs(accuracy.probability.approx() - direct) <= tied + finite_error);
  });
}

// ---- Sensitivities ----

SuiteResult dirichlet_sensitivity_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query({Kind::ehd, Kind::ehdl, Kind::ehds});
    const FiniteMechanism finite(q);
    const DirichletExponential exponential(q, dirichlet_bits);
    RC_ASSERT(std::set(exponential.states().begin(), exponential.states().end()) ==
              std::set(finite.states().begin(), finite.states().end()));
    double global = 0;
    for (std::size_t x = 0; x < exponential.states().size(); ++x) {
      const double local = finite.local_sensitivity(exponential.states()[x]);
      RC_ASSERT(agree(exponential.local_sensitivity(x), local, finite_error));
      global = std::fmax(global, local);
    }
    const WorstPair worst = dirichlet_global_sensitivity(q, dirichlet_bits);
    RC_ASSERT(agree(worst.enclosure, global, finite_error));
    RC_ASSERT(agree(worst.enclosure, finite.distance(worst.x, worst.neighbour), finite_error));
  });
}

SuiteResult smooth_sensitivity_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery q = any_query({Kind::ehds});
    const FiniteMechanism finite(q);
    const DirichletExponential exponential(q, dirichlet_bits);
    const Ball gamma(q.gamma, 128);
    const auto& states = exponential.states();
    for (std::size_t x = 0; x < states.size(); ++x) {
      const Ball& smooth = exponential.smooth_sensitivity(x);
      RC_ASSERT(agree(smooth, finite.smooth_sensitivity(states[x]), finite_error));
      RC_ASSERT(!certainly_less(smooth, exponential.local_sensitivity(x)));
      // 1/S moves by at most gamma from a data set to a neighbour.
      for (const std::size_t y : exponential.neighbours(x))
        RC_ASSERT(!certainly_greater(abs(Ball(1) / smooth - Ball(1) / exponential.smooth_sensitivity(y)), gamma));
    }
    // S is the least of all functions above LS with that property. Any such function comes from any V above LS.
    std::vector<double> above;
    for (std::size_t x = 0; x < states.size(); ++x)
      above.push_back(exponential.local_sensitivity(x).approx() * (1 + (*unit()).approx()));
    for (std::size_t x = 0; x < states.size(); ++x) {
      double inverse = HUGE_VAL;
      for (std::size_t y = 0; y < states.size(); ++y) {
        double moved = 0;
        for (std::size_t i = 0; i < states[x].size(); ++i)
          moved += std::fabs(static_cast<double>(states[x][i] - states[y][i])) / 2;
        inverse = std::fmin(inverse, 1 / above[y] + q.gamma.approx() * moved);
      }
      RC_ASSERT(exponential.smooth_sensitivity(x).approx() <= (1 + finite_error) / inverse);
    }
  });
}

// ---- The distance ----

/// Half the integral of (sqrt p - sqrt q)^2 of two Beta densities, in the logit of the variable, where they are smooth.
double hellinger_squared_by_quadrature(const std::array<double, 2>& a, const std::array<double, 2>& b) {
  const auto root = [](const std::array<double, 2>& c, double t) {
    const double log_density = -c[0] * std::log1p(std::exp(-t)) - c[1] * std::log1p(std::exp(t)) +
                               std::lgamma(c[0] + c[1]) - std::lgamma(c[0]) - std::lgamma(c[1]);
    return std::exp(log_density / 2);
  };
  const double least = std::min({a[0], a[1], b[0], b[1]}), most = std::max({a[0], a[1], b[0], b[1], 1.0});
  // Tails fall like exp(-least t) from where the density is largest, at most log(most/least) from 0.
  const double reach = 40 / least + 2 * std::log(most / least) + 2;
  const auto gap = [&](double t) {
    const double difference = root(a, t) - root(b, t);
    return difference * difference / 2;
  };
  return integrate(gap, {-reach, reach}, 1 / std::sqrt(most));
}

SuiteResult hellinger_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    std::vector<Rational> prior;
    const int d = *any_in(2, 5);
    for (int i = 0; i < d; ++i) prior.push_back(*log_uniform(Rational(1, 10), Rational(50)));
    const std::int64_t n = *any_in<std::int64_t>(1, 30);
    const auto any_counts = [&] {
      Counts out(prior.size(), 0);
      for (std::int64_t i = 0; i < n; ++i) ++out[static_cast<std::size_t>(*any_in(0, d))];
      return out;
    };
    const auto distances_of = [n](const std::vector<Rational>& of) {
      std::vector<Ball> balls;
      for (const Rational& a : of) balls.emplace_back(a, 192);
      return PosteriorDistances<Ball>(balls, n);
    };
    const PosteriorDistances<Ball> distances = distances_of(prior);
    const Counts x = any_counts(), y = any_counts(), z = any_counts();
    const Ball xy = distances.hellinger(x, y), yz = distances.hellinger(y, z), xz = distances.hellinger(x, z);
    // A metric, at most 1: 0 for equal posteriors alone, the same both ways, and no detour is shorter.
    RC_ASSERT(certainly_equal(distances.hellinger(x, x), Ball(0)));
    RC_ASSERT(x == y || certainly_positive(xy));
    RC_ASSERT(certainly_less(xy, Ball(1)));
    RC_ASSERT(xy.overlaps(distances.hellinger(y, x)));
    RC_ASSERT(!certainly_greater(xz, xy + yz));
    // Two categories that are not told apart any more: a function of the draw, so that no distance grows.
    std::vector<Rational> fewer(prior.begin() + 1, prior.end());
    fewer[0] += prior[0];
    const auto merged = [](const Counts& c) {
      Counts out(c.begin() + 1, c.end());
      out[0] += c[0];
      return out;
    };
    if (d > 2) RC_ASSERT(!certainly_greater(distances_of(fewer).hellinger(merged(x), merged(y)), xy));
    // The first category against the others: Beta laws, integrated.
    const Rational rest = [&] {
      Rational sum(0);
      for (std::size_t i = 1; i < prior.size(); ++i) sum += prior[i];
      return sum;
    }();
    const Counts first{x[0], n - x[0]}, second{y[0], n - y[0]};
    const Ball squared = [&] {
      const Ball h = distances_of({prior[0], rest}).hellinger(first, second);
      return h * h;
    }();
    const auto beta = [&](const Counts& c) {
      return std::array<double, 2>{prior[0].approx() + static_cast<double>(c[0]),
                                   rest.approx() + static_cast<double>(c[1])};
    };
    RC_ASSERT(agree(squared, hellinger_squared_by_quadrature(beta(first), beta(second)), 1e-9, 1e-13));
  });
}

// ---- Floor and clamp ----

SuiteResult floor_and_clamp_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::int64_t n = *any_in<std::int64_t>(1, 20), x = *any_in<std::int64_t>(0, n + 1),
                       wider = *any_in<std::int64_t>(1, 10);
    const Rational q = *unit();
    using Law = std::vector<Rational>;
    const auto law = [&](std::int64_t count, std::int64_t most) {
      Law out;
      for (std::int64_t r = 0; r <= most; ++r) out.push_back(floored_laplace_probability(r, count, most, q));
      return out;
    };
    const auto delta = [](const Law& a, const Law& b, const Rational& factor) {
      Rational sum(0);
      for (std::size_t i = 0; i < a.size(); ++i)
        if (const Rational more = a[i] - factor * b[i]; more.sign() > 0) sum += more;
      return sum;
    };
    const Law p = law(x, n);
    Rational total(0);
    for (const Rational& mass : p) total += mass;
    RC_ASSERT(total == Rational(1));
    // Clamped further: the law with `wider` more room on both sides, its ends moved to 0 and n, in exact rationals.
    const std::int64_t large = n + 2 * wider;
    const auto clamped = [&](const Law& from) {
      Law out(static_cast<std::size_t>(n) + 1, Rational(0));
      for (std::int64_t r = 0; r <= large; ++r)
        out[static_cast<std::size_t>(std::clamp<std::int64_t>(r - wider, 0, n))] += from[static_cast<std::size_t>(r)];
      return out;
    };
    RC_ASSERT(clamped(law(x + wider, large)) == p);
    // Laplace noise without floor and clamp has the loss |x - y|/scale. Output n keeps all of it.
    const std::int64_t y = *any_in<std::int64_t>(0, n + 1);
    const Law other = law(y, n);
    const Rational factor = pow(Rational(1) / q, static_cast<int>(x < y ? y - x : x - y));
    for (std::size_t r = 0; r < p.size(); ++r) RC_ASSERT(p[r] <= factor * other[r] && other[r] <= factor * p[r]);
    const Law &upper = x < y ? other : p, &lower = x < y ? p : other;
    RC_ASSERT(upper.back() == factor * lower.back());
    // Post-processing: no delta grows by the clamp.
    const Rational at = Rational(1) + (factor - Rational(1)) * *unit();
    RC_ASSERT(delta(p, other, at) <= delta(law(x + wider, large), law(y + wider, large), at));
    RC_ASSERT(delta(p, other, factor) == Rational(0));
    // The distribution function at every output, of the noise itself.
    const double scale = -1 / std::log(q.approx());
    Rational below(0);
    for (std::int64_t r = 0; r < n; ++r) {
      below += p[static_cast<std::size_t>(r)];
      const auto gap = static_cast<double>(r + 1 - x);
      const double cdf = gap <= 0 ? laplace_between(-HUGE_VAL, gap, scale) : 1 - laplace_between(gap, HUGE_VAL, scale);
      RC_ASSERT(std::fabs(below.approx() - cdf) <= finite_error);
    }
  });
}

}  // namespace

std::span<const Suite> dirichlet_suites() {
  static constexpr std::array<Suite, 9> suites = {
      {{"dirichlet.accuracy",
        "The probability that a released posterior is near the data's own is the sum over all outputs.",
        dirichlet_accuracy_suite},
       {"dirichlet.delta",
        "delta and Renyi divergences of Dirichlet mechanisms are the largest over all data sets that differ in a record.",
        dirichlet_delta_suite},
       {"dirichlet.floor-and-clamp",
        "Floored and clamped Laplace noise in exact rationals: its sum, loss and distribution; clamping again raises no "
        "delta.",
        floor_and_clamp_suite},
       {"dirichlet.hellinger",
        "The Hellinger distance of Dirichlet posteriors is a metric, does not grow when categories are merged, and is "
        "the integral of the densities.",
        hellinger_suite},
       {"dirichlet.loss",
        "The largest privacy loss is that over all data sets, outputs and both conventions, and within what is promised.",
        dirichlet_loss_suite},
       {"dirichlet.monte-carlo",
        "Bounds from draws of the worst pair hold the exact loss and delta between them (false alarm 1e-9 a bound, "
        "Clopper-Pearson).",
        dirichlet_monte_carlo_suite},
       {"dirichlet.sampler",
        "10,000 exact draws of a Dirichlet mechanism follow its law (false alarm 1e-9 a case, "
        "Dvoretzky-Kiefer-Wolfowitz).",
        dirichlet_sampler_suite},
       {"dirichlet.sensitivity",
        "Local and global sensitivity are the largest changes of a distance to any output, by enumeration.",
        dirichlet_sensitivity_suite},
       {"dirichlet.smooth-sensitivity",
        "The smooth sensitivity is smooth, above the local one, and the least such function.",
        smooth_sensitivity_suite}}};
  return suites;
}

}  // namespace dpcert::properties
