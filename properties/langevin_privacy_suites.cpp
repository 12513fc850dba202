// Privacy of posterior sampling and of cyclic SGLD: what is certified in closed form, over all neighbours and over many
// steps at once, against single pairs of data sets whose laws come from Bayes' rule and from the recursion of the
// definition, in exact rationals; their hockey sticks are sums over cells.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/posterior.hpp"
#include "dpcert/langevin/release.hpp"
#include "dpcert/langevin/step_regions.hpp"
#include "dpcert/langevin/witness.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

using langevin::Direction;
using Domain = langevin::RegressionDomain<Rational>;
using Record = langevin::Sample<Rational>;
using Data = std::vector<Record>;

// ---- Laws of single data sets, written down here ----

/// N(beta sum x y/A, 1/A), A = alpha + beta sum x^2.
NormalLaw<Rational> bayes(const Rational& alpha, const Rational& beta, const Data& data) {
  Rational precision = alpha, weighted;
  for (const Record& record : data) {
    precision += beta * record.x * record.x;
    weighted += beta * record.x * record.y;
  }
  return {weighted / precision, Rational(1) / precision};
}
/// theta' = theta + (eta/2)(-alpha theta + n beta x (y - theta x)) + N(0, eta), again and again through the records.
NormalLaw<Rational> chain(const Rational& alpha, const Rational& beta, const Rational& eta, const Data& data,
                          std::int64_t steps) {
  NormalLaw<Rational> law{Rational(0), Rational(1) / alpha};
  const Rational n(static_cast<std::int64_t>(data.size())), half = eta / Rational(2);
  for (std::int64_t j = 0; j < steps; ++j) {
    const Record& record = data[static_cast<std::size_t>(j) % data.size()];
    const Rational kept = Rational(1) - half * (alpha + n * beta * record.x * record.x);
    law = {kept * law.mean + half * n * beta * record.x * record.y, kept * kept * law.variance + eta};
  }
  return law;
}
Normal in_double(const NormalLaw<Rational>& law) { return {law.mean.approx(), std::sqrt(law.variance.approx())}; }

// ---- Cyclic SGLD on its two databases: one normal law, and a mixture of n ----

struct Mixture {
  std::vector<Normal> parts;
  [[nodiscard]] double log_density(double x) const {
    double top = -HUGE_VAL, sum = 0;
    for (const Normal& part : parts) top = std::fmax(top, part.log_density(x));
    for (const Normal& part : parts) sum += std::exp(part.log_density(x) - top);
    return top + std::log(sum / static_cast<double>(parts.size()));
  }
  [[nodiscard]] double between(double from, double to) const {
    double sum = 0;
    for (const Normal& part : parts) sum += part.between(from, to);
    return sum / static_cast<double>(parts.size());
  }
};

/// sup over events of P - exp(epsilon) Q: cells of a fine grid, those with a change of sign bisected. Changes of sign
/// closer than a cell are missed; they hold next to nothing.
double mixture_hockey_stick(double epsilon, const Mixture& p, const Mixture& q) {
  std::vector<double> cuts;
  for (const Mixture* law : {&p, &q})
    for (const Normal& part : law->parts)
      for (int i = -300; i <= 300; ++i) cuts.push_back(part.mean + part.deviation * i / 20);
  std::ranges::sort(cuts);
  const auto gain = [&, scale = std::exp(epsilon)](double from, double to) {
    return p.between(from, to) - scale * q.between(from, to);
  };
  const auto ratio = [&](double x) { return p.log_density(x) - q.log_density(x) - epsilon; };
  double sum = 0, from = -HUGE_VAL;
  bool in = ratio(cuts.front()) > 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if ((ratio(cuts[i + 1]) > 0) == in) continue;
    double before = cuts[i], after = cuts[i + 1];
    for (int step = 0; step < 60; ++step) {
      const double middle = (before + after) / 2;
      ((ratio(middle) > 0) == in ? before : after) = middle;
    }
    if (in) sum += gain(from, before);
    from = before;
    in = !in;
  }
  if (in) sum += gain(from, HUGE_VAL);
  return sum;
}

langevin::Problem<Rational> any_pair_problem(std::int64_t most_records) {
  const auto any = [] { return *log_uniform(Rational(1, 5), Rational(5)); };
  langevin::Problem<Rational> p;
  p.n = *any_in<std::int64_t>(1, most_records + 1);
  p.c = any(), p.x_h = any(), p.alpha = any(), p.beta = any();
  return p;
}
Rational step_of_size(const langevin::Problem<Rational>& p, const Rational& complement) {
  return Rational(2) * complement / (p.alpha + Rational(p.n) * p.x_h * p.x_h * p.beta);
}

/// Both laws less the mean of the first, from the recursion.
struct TwoLaws {
  Mixture first, second;
  Rational separation;  ///< the mean of (difference of the means)^2 over the variance
};
TwoLaws by_recursion(const langevin::Problem<Rational>& p, const Rational& eta, std::int64_t steps) {
  const Record usual{p.x_h, p.c * p.x_h}, odd{p.x_h / Rational(2), p.c * p.x_h / Rational(2)};
  const Data all(static_cast<std::size_t>(p.n), usual);
  const NormalLaw<Rational> first = chain(p.alpha, p.beta, eta, all, steps);
  TwoLaws out;
  out.first.parts.push_back(in_double({Rational(0), first.variance}));
  for (std::size_t r = 0; r < all.size(); ++r) {
    Data other = all;
    other[r] = odd;
    NormalLaw<Rational> law = chain(p.alpha, p.beta, eta, other, steps);
    law.mean -= first.mean;
    out.separation += law.mean * law.mean / law.variance / Rational(p.n);
    out.second.parts.push_back(in_double(law));
  }
  return out;
}

SuiteResult cyclic_privacy_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto p = any_pair_problem(8);
    const Rational complement =
        *rc::gen::oneOf(log_uniform(Rational(1, 1000), Rational(1, 10)), log_uniform(Rational(1, 10), Rational(9, 10)));
    const Rational eta = step_of_size(p, complement);
    const auto steps = *any_in<std::int64_t>(1, 3 * p.n + 2);
    const TwoLaws laws = by_recursion(p, eta, steps);
    constexpr int digits = 10;
    RC_ASSERT(langevin::certified_separation(p, eta, steps, digits).enclosure.contains(laws.separation));
    const Rational deviation = Rational(*any_in(-40, 41), 10);
    const double end = deviation.approx() * laws.first.parts[0].deviation;
    RC_ASSERT(agree(langevin::certified_second_tail(p, eta, steps, deviation, digits).enclosure,
                    laws.second.between(end, HUGE_VAL), 1e-8));
    // The densities' ratio, and its coarse bounds, at any point.
    const langevin::ReleasePair pair(p, eta, steps, 128);
    const Ball at(Rational::from_double(end), 128);
    const double ratio = laws.first.log_density(end) - laws.second.log_density(end);
    RC_ASSERT(agree(pair.log_ratio(at), ratio, 1e-8, 1e-9));
    RC_ASSERT(pair.coarse_log_ratio(at).overlaps(pair.log_ratio(at)));
    RC_ASSERT(pair.coarse_second_above(at).overlaps(pair.second_above(at)));
    RC_ASSERT((pair.second_above(at) + pair.second_below(at)).overlaps(Ball(1)));
    RC_ASSERT(agree(pair.first_below(at), laws.first.between(-HUGE_VAL, end), 1e-9));
    RC_ASSERT(agree(pair.first_above(at), laws.first.between(end, HUGE_VAL), 1e-9));
    // delta of both directions, and the privacy loss, which is its inverse.
    const Rational epsilon = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 100), Rational(3)));
    const double forth = mixture_hockey_stick(epsilon.approx(), laws.first, laws.second),
                 back = mixture_hockey_stick(epsilon.approx(), laws.second, laws.first);
    RC_LOG() << "n " << p.n << ", steps " << steps << ", epsilon " << epsilon.approx() << "\n";
    const Ball e(epsilon, 128), there = pair.hockey_stick(e, Direction::first_over_second),
                                back_again = pair.hockey_stick(e, Direction::second_over_first);
    // Where one step moves far, or within an epoch, the components differ so much that the enclosure between their
    // turns may stay wide, or say nothing.
    const bool decided = p.n == 1 || (steps % p.n == 0 && complement <= Rational(1, 10));
    const auto holds = [&](const Ball& enclosure, double direct) {
      RC_LOG() << enclosure.str(12) << ", directly " << direct << "\n";
      if (decided) RC_ASSERT(agree(enclosure, direct, 1e-6, 1e-12));
      if (!enclosure.is_finite()) return;
      RC_ASSERT(direct >= enclosure.lower_rational().approx() * (1 - 1e-6) - 1e-12);
      RC_ASSERT(direct <= enclosure.upper_rational().approx() * (1 + 1e-6) + 1e-12);
    };
    holds(there, forth);
    holds(back_again, back);
    const double larger = std::fmax(forth, back);
    if (!decided || larger < 1e-9) return;
    // The three by their name, at the digits asked for.
    const auto named = [&](const Certified& c, double direct) {
      RC_ASSERT(c.is_finite());
      RC_ASSERT(c.enclosure.relative_accuracy_bits() > 20);
      holds(c.enclosure, direct);
    };
    named(langevin::certified_hockey_stick(p, eta, steps, Epsilon(epsilon), 6), larger);
    if (forth > 1e-9)
      named(langevin::certified_hockey_stick(p, eta, steps, Epsilon(epsilon), Direction::first_over_second, 6), forth);
    if (back > 1e-9)
      named(langevin::certified_hockey_stick(p, eta, steps, Epsilon(epsilon), Direction::second_over_first, 6), back);
  });
}

// The least epsilon for a delta: there the larger of both hockey sticks is that delta.
SuiteResult cyclic_loss_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto p = any_pair_problem(5);
    const Rational eta = step_of_size(p, *log_uniform(Rational(1, 1000), Rational(1, 50)));
    const auto steps = p.n * *any_in<std::int64_t>(1, 4);  // ends of epochs: there every enclosure is decided
    const TwoLaws laws = by_recursion(p, eta, steps);
    const Rational delta = *log_uniform(Rational(1, 10000), Rational(1, 2));
    const auto larger_stick = [&](double epsilon) {
      return std::fmax(mixture_hockey_stick(epsilon, laws.first, laws.second),
                       mixture_hockey_stick(epsilon, laws.second, laws.first));
    };
    const double at_zero = larger_stick(0);
    RC_PRE(std::fabs(at_zero - delta.approx()) > 1e-8);
    const Certified loss = langevin::certified_privacy_loss(p, eta, steps, Delta(delta), 6);
    RC_LOG() << "n " << p.n << ", steps " << steps << ", delta " << delta.approx() << ", loss " << loss.enclosure.str(8)
             << "\n";
    if (at_zero < delta.approx()) {
      RC_ASSERT(loss.is_finite() && loss.enclosure.is_exact() && loss.enclosure.contains_zero());
      return;
    }
    RC_ASSERT(loss.is_finite());
    RC_ASSERT(std::fabs(larger_stick(loss.enclosure.approx()) - delta.approx()) <= 1e-4 * delta.approx() + 1e-9);
  });
}

// ---- One posterior sample ----

Domain any_domain(std::int64_t most_records) {
  const auto any = [] { return *log_uniform(Rational(1, 5), Rational(5)); };
  Domain d;
  d.n = *any_in<std::int64_t>(2, most_records + 1);
  d.radius = any(), d.c = d.radius + any();
  d.x_h = any(), d.x_l = d.x_h * *log_uniform(Rational(1, 2), Rational(99, 100));
  d.alpha = any(), d.beta = any();
  return d;
}
/// A record of the domain: at its corners, or inside.
Record any_record(const Domain& d) {
  const Rational x =
      *rc::gen::oneOf(rc::gen::just(d.x_l), rc::gen::just(d.x_h),
                      rc::gen::map(unit(), [&](const Rational& u) -> Rational { return d.x_l + (d.x_h - d.x_l) * u; }));
  const Rational side = *rc::gen::oneOf(
      rc::gen::just(Rational(-1)), rc::gen::just(Rational(1)),
      rc::gen::map(unit(), [](const Rational& u) -> Rational { return Rational(2) * u - Rational(1); }));
  return {x, x * (d.c + d.radius * side)};
}
/// Two data sets that differ in one record, or one has one record more.
std::pair<Data, Data> any_neighbours(const Domain& d, bool absent) {
  Data one;
  const bool directed = *any_in(0, 2) == 0;  // all common ones at one corner, the others opposite
  const Record common{d.x_l, d.x_l * (d.c - d.radius)};
  for (std::int64_t i = 1; i < d.n; ++i) one.push_back(directed ? common : any_record(d));
  Data other = one;
  one.push_back(directed ? Record{d.x_h, d.x_h * (d.c + d.radius)} : any_record(d));
  if (!absent || *any_in(0, 2) == 0) other.push_back(any_record(d));
  if (*any_in(0, 2) == 0) std::swap(one, other);
  return {one, other};
}

SuiteResult posterior_divergence_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Domain d = any_domain(30);
    const Rational room = Rational(d.n - 1) * d.x_l * d.x_l / (d.x_h * d.x_h);
    RC_PRE(room > Rational(11, 10));
    const Rational order = Rational(1) + (room - Rational(1)) * *log_uniform(Rational(1, 20), Rational(9, 10));
    const bool absent = *any_in(0, 2) == 0;
    const auto worst = langevin::certified_posterior_renyi(Order(order), d, absent, 10);
    RC_ASSERT(worst.divergence.is_finite());
    RC_PRE(worst.divergence.enclosure.approx() * (order.approx() - 1) < 300);  // a moment that a double holds
    // The pair that is named attains it. It is a sum over common records all at one corner.
    const auto as_law = [&](const Rational& weight, const Rational& slope) {
      const Rational precision = d.alpha + worst.pair.common_weight + weight;
      return NormalLaw<Rational>{(worst.pair.common_weight * worst.pair.common_slope + weight * slope) / precision,
                                 Rational(1) / precision};
    };
    const NormalLaw<Rational> worst_p = as_law(worst.pair.weight_p, worst.pair.slope_p),
                              worst_q = as_law(worst.pair.weight_q, worst.pair.slope_q);
    const auto same = [](const NormalLaw<Rational>& a, const NormalLaw<Rational>& b) {
      RC_ASSERT(a.mean == b.mean);
      RC_ASSERT(a.variance == b.variance);
    };
    same(langevin::posterior_p(d.alpha, worst.pair), worst_p);
    same(langevin::posterior_q(d.alpha, worst.pair), worst_q);
    const auto divergence = [&](const Normal& p, const Normal& q) {
      return renyi_by_quadrature(order.approx(), normal_pair(order.approx(), p, q));
    };
    RC_LOG() << "order " << order.approx() << ", n " << d.n << "\n";
    RC_ASSERT(agree(worst.divergence.enclosure, divergence(in_double(worst_p), in_double(worst_q)), 1e-7));
    // No neighbours exceed it: drawn ones, and a grid of weights at the worst slopes.
    const auto [one, other] = any_neighbours(d, absent);
    const double drawn = divergence(in_double(bayes(d.alpha, d.beta, one)), in_double(bayes(d.alpha, d.beta, other)));
    RC_ASSERT(drawn <= worst.divergence.enclosure.upper_rational().approx() * (1 + 1e-8));
    const Rational common = Rational(d.n - 1) * d.beta * d.x_l * d.x_l, heavy = d.beta * d.x_h * d.x_h;
    double best = 0;
    for (int k = absent ? -1 : 0; k <= 8; ++k) {
      const Rational x = d.x_l + (d.x_h - d.x_l) * Rational(std::max(k, 0), 8),
                     light = k < 0 ? Rational(0) : d.beta * x * x;
      // With the lighter record on the side of the common ones if the heavier one is in P, and mirrored: the same pair.
      const Rational down = d.c - d.radius, up = d.c + d.radius, y = d.alpha + common;
      const NormalLaw<Rational> with_heavy{(common * down + heavy * up) / (y + heavy), Rational(1) / (y + heavy)},
          with_light{(common * down + light * down) / (y + light), Rational(1) / (y + light)};
      RC_ASSERT(abs(with_heavy.mean - with_light.mean) == langevin::worst_difference(d, common, heavy, light));
      best = std::fmax(best, divergence(in_double(with_heavy), in_double(with_light)));
      best = std::fmax(best, divergence(in_double(with_light), in_double(with_heavy)));
    }
    RC_ASSERT(agree(worst.divergence.enclosure, best, 1e-3));
    RC_ASSERT(best <= worst.divergence.enclosure.upper_rational().approx() * (1 + 1e-8));
  });
}

SuiteResult posterior_epsilon_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    if (*any_in(0, 2) == 0) return;  // dear
    const Domain d = any_domain(60);
    const Rational delta = *log_uniform(Rational(1, 100000), Rational(1, 4));
    // With few records the bound over all neighbours may ask for more than it searches through.
    std::optional<langevin::PosteriorPrivacy> answer;
    try {
      answer = langevin::certified_posterior_epsilon(Delta(delta), d, 3);
    } catch (const Error& e) {
      RC_ASSERT(e.code() == ErrorCode::unsupported);
      RC_DISCARD("above 2^60");
    }
    const langevin::PosteriorPrivacy found = *answer;
    RC_ASSERT(!certainly_less(found.upper, found.lower));
    const auto sticks = [](double epsilon, const Data& one, const Data& other, const Domain& domain) {
      const Normal p = in_double(bayes(domain.alpha, domain.beta, one)),
                   q = in_double(bayes(domain.alpha, domain.beta, other));
      return std::fmax(hockey_stick_by_cells(epsilon, p, q), hockey_stick_by_cells(epsilon, q, p));
    };
    // Every pair keeps the promise.
    const auto [one, other] = any_neighbours(d, true);
    RC_ASSERT(sticks(found.upper.approx(), one, other, d) <= delta.approx() * (1 + 1e-6) + 1e-12);
    const Rational upper = Rational::from_double(found.upper.approx());
    const Ball bound = langevin::posterior_delta_bound(Epsilon(upper), d);
    RC_ASSERT(!certainly_greater(bound, Ball(delta * Rational(1001, 1000), 128)));
    // `upper` is no larger than its bound asks for.
    if (upper > Rational(1, 1000)) {
      const Ball less = langevin::posterior_delta_bound(Epsilon(upper * Rational(99, 100)), d);
      RC_ASSERT(!certainly_less_equal(less, Ball(delta, 128)));
    }
    // Below `lower` one of a few pairs breaks it: the heaviest record opposite to the common, light ones.
    const double below = found.lower.approx() * 0.998;
    const Record common{d.x_l, d.x_l * (d.c - d.radius)}, heavy{d.x_h, d.x_h * (d.c + d.radius)};
    Data with(static_cast<std::size_t>(d.n - 1), common);
    double most = 0;
    const Data without = with;
    with.push_back(heavy);
    for (const int k : {0, 1, 2}) {
      Data last = without;
      if (k == 1) last.push_back(common);
      if (k == 2) last.push_back({d.x_h, d.x_h * (d.c - d.radius)});
      most = std::fmax(most, sticks(below, with, last, d));
      RC_ASSERT(sticks(found.lower.approx() * 1.002 + 1e-6, with, last, d) <= delta.approx());
    }
    RC_LOG() << "lower " << found.lower.str(8) << ", there " << most << " against " << delta.approx() << "\n";
    RC_ASSERT(below <= 1e-6 || most >= delta.approx());
  });
}

// ---- SGLD over many steps ----

SuiteResult step_reach_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Domain d = any_domain(5);
    if (*any_in(0, 3) == 0) d.n = 1;
    const Rational complement = *log_uniform(Rational(1, 50), Rational(9, 10));
    const Rational eta = Rational(2) * complement / (d.alpha + Rational(d.n) * d.x_h * d.x_h * d.beta);
    const auto first = *any_in<std::int64_t>(0, *any_in(0, 2) == 0 ? d.n : 4 * d.n + 2),
               more = *any_in<std::int64_t>(0, first < d.n ? d.n - first : 2 * d.n);
    const langevin::StepInterval steps{first, *any_in(0, 4) == 0 ? std::nullopt : std::optional(first + more)};
    const langevin::StepReach reach = langevin::step_reach(d, eta, steps, 128);
    Data one, other;
    const bool same_side = *any_in(0, 2) == 0;
    for (std::int64_t i = 0; i < d.n; ++i)
      one.push_back(same_side ? Record{d.x_l, d.x_l * (d.c + d.radius)} : any_record(d));
    other = one;
    const auto odd = static_cast<std::size_t>(*any_in<std::int64_t>(0, d.n));
    one[odd] = same_side ? Record{d.x_h, d.x_h * (d.c + d.radius)} : any_record(d);
    other[odd] = same_side ? Record{d.x_l, d.x_l * (d.c - d.radius)} : any_record(d);
    const auto t = first + *any_in<std::int64_t>(0, more + 1);
    RC_PRE(reach.distance.is_finite() && reach.least_ratio.is_finite());
    const NormalLaw<Rational> p = chain(d.alpha, d.beta, eta, one, t), q = chain(d.alpha, d.beta, eta, other, t);
    const Rational narrow = std::min(p.variance, q.variance), wide = std::max(p.variance, q.variance);
    const double distance = std::fabs((p.mean - q.mean).approx()) / std::sqrt(narrow.approx()),
                 ratio = (narrow / wide).approx();
    RC_LOG() << "n " << d.n << ", step " << t << " of " << first << " to " << first + more << ": " << distance
             << " within " << reach.distance.str(8) << ", " << ratio << " above " << reach.least_ratio.str(8) << "\n";
    RC_ASSERT(distance <= reach.distance.upper_rational().approx() * (1 + 1e-9));
    RC_ASSERT(ratio >= reach.least_ratio.lower_rational().approx() * (1 - 1e-9));
    // One record and one step: nothing is lost.
    if (d.n == 1 && same_side && first == 1 && steps.last == 1) RC_ASSERT(agree(reach.distance, distance, 1e-9));
    // Far out, an interval without an end is as good as one that ends late.
    const std::int64_t late = 100000 * d.n;
    const langevin::StepReach open = langevin::step_reach(d, eta, {late, std::nullopt}, 128),
                              closed = langevin::step_reach(d, eta, {late, 2 * late}, 128);
    RC_ASSERT(agree(open.distance, closed.distance.approx(), 1e-9));
    RC_ASSERT(agree(open.least_ratio, closed.least_ratio.approx(), 1e-9));
  });
}

// Intervals of steps that are called private keep every pair private, those that are called not private are broken by
// the two databases of cyclic.hpp.
SuiteResult step_regions_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Domain d = any_domain(4);
    d.radius = d.radius * *log_uniform(Rational(1, 1000), Rational(1));
    if (*any_in(0, 2) == 0) d.x_l = d.x_h * *log_uniform(Rational(1, 4), Rational(1, 2));
    d.c = d.radius + *log_uniform(Rational(1, 100), Rational(100));
    const Rational complement = *log_uniform(Rational(1, 50), Rational(1, 2));
    const Rational eta = Rational(2) * complement / (d.alpha + Rational(d.n) * d.x_h * d.x_h * d.beta);
    const Rational epsilon = *log_uniform(Rational(1, 2), Rational(5)),
                   delta = *log_uniform(Rational(1, 1000), Rational(1, 3));
    const auto regions = langevin::certified_step_regions(d, eta, Epsilon(epsilon), Delta(delta), 4);
    RC_ASSERT(!regions.in_private.empty());
    RC_ASSERT(regions.in_private.front().first == 0);  // the prior
    const auto inside = [](const langevin::StepInterval& i) {
      return i.first + *any_in<std::int64_t>(0, i.last ? *i.last - i.first + 1 : 12);
    };
    for (const auto& interval : regions.in_private) {
      const auto t = inside(interval);
      Data one;
      for (std::int64_t i = 0; i < d.n; ++i) one.push_back(any_record(d));
      Data other = one;
      const auto odd = static_cast<std::size_t>(*any_in<std::int64_t>(0, d.n));
      one[odd] = {d.x_h, d.x_h * (d.c + d.radius)}, other[odd] = {d.x_l, d.x_l * (d.c - d.radius)};
      const Normal p = in_double(chain(d.alpha, d.beta, eta, one, t)),
                   q = in_double(chain(d.alpha, d.beta, eta, other, t));
      RC_LOG() << "private at " << t << "\n";
      RC_ASSERT(hockey_stick_by_cells(epsilon.approx(), p, q) <= delta.approx() + 1e-10);
      RC_ASSERT(hockey_stick_by_cells(epsilon.approx(), q, p) <= delta.approx() + 1e-10);
    }
    const langevin::Problem<Rational> pair{d.n, d.c, d.x_h, d.alpha, d.beta};
    for (const auto& interval : regions.not_private) {
      RC_ASSERT(d.x_l * Rational(2) <= d.x_h);
      const auto t = inside(interval);
      const TwoLaws laws = by_recursion(pair, eta, t);
      RC_LOG() << "not private at " << t << "\n";
      RC_ASSERT(std::fmax(mixture_hockey_stick(epsilon.approx(), laws.first, laws.second),
                          mixture_hockey_stick(epsilon.approx(), laws.second, laws.first)) > delta.approx());
    }
  });
}

}  // namespace

std::span<const Suite> langevin_privacy_suites() {
  static constexpr std::array<Suite, 6> suites = {
      {{"posterior.divergence",
        "The worst neighbours' divergence of a posterior sample is attained, and no pair of data sets exceeds it.",
        posterior_divergence_suite},
       {"posterior.epsilon",
        "Epsilon of a posterior sample holds for drawn neighbours, and below it one pair breaks it.",
        posterior_epsilon_suite},
       {"sgld.privacy",
        "Hockey sticks, tails and density ratios of cyclic SGLD are those of the mixture that the recursion gives.",
        cyclic_privacy_suite},
       {"sgld.privacy-loss", "At the privacy loss of cyclic SGLD the mixture's hockey stick is delta.",
        cyclic_loss_suite},
       {"sgld.step-reach", "Distances and ratios of the laws of neighbours keep within the bounds over many steps.",
        step_reach_suite},
       {"sgld.step-regions",
        "Steps that are called private are, by the recursion on drawn neighbours; those that are not, are not.",
        step_regions_suite}}};
  return suites;
}

}  // namespace dpcert::properties
