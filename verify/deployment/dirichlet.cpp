// Mechanisms that release a Dirichlet posterior, as deployed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>

#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/mechanisms/plain_dirichlet.hpp"
#include "dpcert/solve/effort.hpp"
#include "verify/deployment/types.hpp"

namespace dpcert::deployment {
namespace {

/// Outcomes that quadrature may sum up together.
constexpr std::size_t most_outcomes = 1'000'000;

std::string counts_text(const Counts& counts) { return fmt::format("{}", fmt::join(counts, ",")); }

/// The probabilities of one noisy count, floored and clamped, from the distribution function of the noise.
std::vector<double> plain_noisy(std::int64_t count, std::int64_t n, double rate) {
  std::vector<double> out;
  // Whichever tail is short: no difference of numbers near 1.
  const auto tail = [&](double t) { return std::exp(-rate * t) / 2; };
  for (std::int64_t j = 0; j <= n; ++j) {
    const auto low = static_cast<double>(j - count), high = low + 1;
    double p = j < count ? (j == 0 ? tail(-high) : tail(-high) - tail(-low)) : tail(low) - (j == n ? 0 : tail(high));
    if (j == 0 && j >= count) p = 1 - tail(high);
    out.push_back(p);
  }
  return out;
}

/// The worst pair of the floored noise: the product of the one or two counts that move.
void add_plain_laplace(Deployed& d, const DirichletQuery& query, const WorstPair& worst) {
  const double rate = dirichlet_laplace_rate(query).approx();
  std::vector<std::pair<double, double>> joint{{1, 1}};
  for (std::size_t i = 0; i + 1 < worst.x.size(); ++i) {
    if (worst.x[i] == worst.neighbour[i]) continue;
    if (joint.size() * static_cast<std::size_t>(query.n + 1) > most_outcomes) return;
    const std::vector<double> p = plain_noisy(worst.x[i], query.n, rate),
                              q = plain_noisy(worst.neighbour[i], query.n, rate);
    std::vector<std::pair<double, double>> next;
    for (const auto& [a, b] : joint)
      for (std::size_t j = 0; j < p.size(); ++j) next.emplace_back(a * p[j], b * q[j]);
    joint = std::move(next);
  }
  LawPair laws;
  for (const auto& [p, q] : joint)
    if (p > 0 && q > 0) laws.outcomes.push_back({p, q, 1});
  d.laws.push_back(std::move(laws));
}

/// Ordered pairs of neighbours from the definitions, all of them or as many as the limit allows, evenly; the worst ones
/// are among them.
void add_plain_exponential(Deployed& d, const DirichletQuery& query, const std::vector<WorstPair>& worst) {
  const PlainDirichlet plain(query);
  if (plain.states.size() > 2500) return;  // its sensitivities look at all pairs
  const std::vector<double> weights = plain.weights();
  const auto add = [&](std::size_t x, std::size_t y) {
    const std::vector<double> p = plain.law(x, weights[x]), q = plain.law(y, weights[y]);
    LawPair laws;
    for (std::size_t r = 0; r < p.size(); ++r)
      if (p[r] > 0 && q[r] > 0) laws.outcomes.push_back({p[r], q[r], 1});
    d.laws.push_back(std::move(laws));
  };
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t x = 0; x < plain.states.size(); ++x)
    for (std::size_t y = 0; y < plain.states.size(); ++y)
      if (PlainDirichlet::moved(plain.states[x], plain.states[y]) == 1) pairs.emplace_back(x, y);
  const auto place = [&](const Counts& counts) {
    return static_cast<std::size_t>(std::ranges::find(plain.states, counts) - plain.states.begin());
  };
  for (const WorstPair& w : worst) add(place(w.x), place(w.neighbour));
  const std::size_t every = pairs.size() * plain.states.size() / most_outcomes + 1;
  for (std::size_t i = 0; i < pairs.size(); i += every) add(pairs[i].first, pairs[i].second);
}

/// The exact sampler on both sides of a pair, and the log of the ratio of the probabilities at what it draws.
SampledPair sampled(const std::string& label, const DirichletQuery& query, const Counts& x, const Counts& y) {
  std::function<double(const Counts&)> score;
  if (is_exponential(query.mechanism)) {
    const auto law = std::make_shared<DirichletExponential>(query, 64);
    const std::size_t p = law->index(x), q = law->index(y);
    const std::vector<Ball> at_x = law->law(p), at_y = law->law(q);
    const double shift = log(at_x[p] / at_y[p]).approx() - (law->weight(q) * law->distance(q, p)).approx();
    score = [=](const Counts& drawn) {
      const std::size_t r = law->index(drawn);
      return shift + (law->weight(q) * law->distance(q, r) - law->weight(p) * law->distance(p, r)).approx();
    };
  } else {
    const double rate = dirichlet_laplace_rate(query).approx();
    score = [=, n = query.n](const Counts& drawn) {
      double sum = 0;
      for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        if (x[i] == y[i]) continue;
        const std::int64_t low = std::min(x[i], y[i]);
        // log P(j | low + 1)/P(j | low): the rate above, its negative below, 0 at low; clamped at 0 the last two are
        // one.
        const double up = drawn[i] > low               ? rate
                          : low == 0                   ? std::log(1 / (2 - std::exp(-rate)))
                          : drawn[i] == low && low < n ? 0
                                                       : -rate;
        sum += x[i] > y[i] ? up : -up;
      }
      return sum;
    };
  }
  const auto draw = [&](const Counts& data) {
    const auto sampler = std::make_shared<DirichletSampler>(query, data);
    return [sampler, score](Random& random) {
      RandomBits bits = RandomBits::of(random);
      return score((*sampler)(bits));
    };
  };
  return {label, draw(x), draw(y), static_cast<std::int64_t>(x.size())};
}

std::string printed_note(const DirichletQuery& query, const WorstPair& loss) {
  const bool above = loss.exact ? *loss.exact > query.eps
                                : certainly_greater(loss.enclosure, Ball(query.eps, loss.enclosure.precision()));
  return above ? ", ABOVE eps: not eps-differentially private here" : "";
}

}  // namespace

Deployed dirichlet_release(Fields& fields, const std::string& name) {
  DirichletQuery query;
  query.mechanism = *dirichlet_mechanism(name);
  query.prior = fields.positive_list("prior", 2, 1000);
  query.n = fields.count("n", 1, 1'000'000'000);
  query.eps = fields.positive("eps");
  std::map<std::string, std::vector<Rational>> parameters{
      {"prior", query.prior}, {"n", {Rational(query.n)}}, {"eps", {query.eps}}};
  if (query.mechanism == DirichletMechanism::ehds) {
    query.gamma = fields.positive("gamma");
    parameters["gamma"] = {query.gamma};
  }
  fields.require_all_used(name);
  require_valid(query);
  const WorstPair loss = dirichlet_privacy_loss(query, 64), order_two = dirichlet_renyi(query, Rational(2), 64);
  Deployed d;
  d.title = "Dirichlet posterior, " + name;
  d.release = "The counts of one Dirichlet posterior.";
  d.facts = {{"categories", std::to_string(query.prior.size())},
             {"records n", std::to_string(query.n)},
             {"eps", parameter_text(query.eps)}};
  if (query.mechanism == DirichletMechanism::ehds) d.facts.emplace_back("gamma", parameter_text(query.gamma));
  d.facts.emplace_back("largest privacy loss",
                       (loss.exact ? loss.exact->str() : loss.enclosure.upper(12)) + printed_note(query, loss));
  d.guarantee.cases = {{"rdp", name, parameters}};
  d.guarantee.adjacency =
      "two data sets of n records of which one is replaced by one of another category: one count is larger by 1, one "
      "smaller; n is public";
  d.guarantee.assumptions = {"prior, eps and gamma were fixed without looking at the data",
                             "one person contributes one record",
                             "one vector of counts is released, drawn from the stated law exactly"};
  d.guarantee.source =
      "the law has finitely many outputs, and the largest value over all pairs of neighbours is enclosed "
      "(docs/dirichlet-mechanisms.md)";
  d.case_labels = {"the worst of all pairs of neighbouring counts"};
  const Rational no_loss_above = loss.exact ? *loss.exact : loss.enclosure.upper_rational();
  d.delta = [query, no_loss_above](const Rational& epsilon, Precision bits) {
    if (epsilon >= no_loss_above) return Ball(0);
    const WorstPair worst = dirichlet_delta(query, epsilon, bits);
    if (!worst.decided) throw EffortExhausted("interrupted");
    return worst.enclosure;
  };
  d.delta_source = "the largest over all pairs of neighbouring counts of the sum over all outputs";
  std::vector<WorstPair> worst{loss};
  if (order_two.x != loss.x || order_two.neighbour != loss.neighbour) worst.push_back(order_two);
  for (const WorstPair& w : worst) {
    const std::string label = fmt::format("counts {} against {}", counts_text(w.x), counts_text(w.neighbour));
    d.pairs.push_back(sampled(label, query, w.x, w.neighbour));
    if (!is_exponential(query.mechanism)) add_plain_laplace(d, query, w);
  }
  if (is_exponential(query.mechanism)) add_plain_exponential(d, query, worst);
  d.suites = {"dirichlet*", "conversion.*"};
  return d;
}

}  // namespace dpcert::deployment
