#include "dpcert/empirical/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/empirical/confidence.hpp"
#include "src/empirical/scores.hpp"
#include "src/empirical/shuffle.hpp"

namespace dpcert::empirical {

namespace {

void require_samples(const Samples& p, const Samples& q) {
  if (p.columns.size() != q.columns.size() || p.columns.empty())
    throw Error(ErrorCode::bad_input, "samples", "the same columns of both laws, at least one",
                fmt::format("{} and {}", p.columns.size(), q.columns.size()));
  for (std::size_t j = 0; j < p.columns.size(); ++j) {
    if (p.is_label(j) != q.is_label(j))
      throw Error(ErrorCode::bad_input, "samples", "the same columns of both laws",
                  fmt::format("labels and reals in column {}", j + 1));
  }
  for (const Samples* samples : {&p, &q}) {
    if (samples->size() < least_samples)
      throw Error(ErrorCode::bad_input, "samples", fmt::format("at least {} of each law", least_samples),
                  std::to_string(samples->size()));
    for (const auto& column : samples->columns) {
      if (column.size() != samples->size())
        throw Error(ErrorCode::bad_input, "samples", "columns of one length", std::to_string(column.size()));
      for (const double x : column)
        if (!std::isfinite(x)) throw Error(ErrorCode::bad_input, "samples", "finite numbers", std::to_string(x));
    }
  }
}

void require_questions(const AuditOptions& options) {
  const auto inside = [](const Rational& x) { return x.sign() > 0 && x < Rational(1); };
  if (!inside(options.confidence))
    throw Error(ErrorCode::bad_input, "confidence", "a number inside (0, 1)", options.confidence.str());
  for (const Rational& delta : options.deltas)
    if (!delta.is_zero() && !inside(delta))
      throw Error(ErrorCode::bad_input, "delta", "a number in [0, 1)", delta.str());
  for (const Rational& order : options.orders)
    if (order.sign() <= 0) throw Error(ErrorCode::bad_input, "order", "a number > 0", order.str());
  if (options.curve_events < 0 || options.curve_events > 1000)
    throw Error(ErrorCode::bad_input, "curve_events", "from 0 to 1000", std::to_string(options.curve_events));
  if (options.deltas.empty() && options.orders.empty() && options.curve_events == 0)
    throw Error(ErrorCode::bad_input, "questions", "a delta, an order or events for the curve", "none");
}

/// A quarter to learn scores, a quarter to choose events, the rest to bound them; drawn without looking at the values,
/// so that a file in any order of its independent rows may be audited.
struct Split {
  std::vector<std::uint32_t> learn, choose, certify;
};

Split split_rows(std::size_t n, std::mt19937_64& random) {
  const std::vector<std::uint32_t> rows = random_order(n, random);
  const auto quarter = static_cast<std::ptrdiff_t>(n / 4);
  return {{rows.begin(), rows.begin() + quarter},
          {rows.begin() + quarter, rows.begin() + 2 * quarter},
          {rows.begin() + 2 * quarter, rows.end()}};
}

/// The event {score > threshold}, or its complement, and what its bounds promise to be. Search only: doubles.
struct Candidate {
  std::size_t score = 0;
  double threshold = 0;
  bool above = true;
  double p = 0, q = 1;
  [[nodiscard]] bool same_event(const Candidate& o) const {
    return score == o.score && threshold == o.threshold && above == o.above;
  }
};

/// Thresholds among sorted scores: all if few, else ranks in geometric steps from both ends and even ones between.
std::vector<double> thresholds_of(const std::vector<double>& sorted) {
  std::vector<double> out = sorted;
  out.erase(std::unique(out.begin(), out.end()), out.end());
  constexpr std::size_t few = 150;
  if (out.size() > few) {
    out.clear();
    const std::size_t n = sorted.size();
    for (double rank = 1; rank < static_cast<double>(n) / 2; rank = std::max(rank + 1, rank * 1.2)) {
      out.push_back(sorted[static_cast<std::size_t>(rank)]);
      out.push_back(sorted[n - 1 - static_cast<std::size_t>(rank)]);
    }
    constexpr std::size_t even = 32;
    for (std::size_t k = 1; k < even; ++k) out.push_back(sorted[k * n / even]);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  if (!out.empty() && out.back() == sorted.back()) out.pop_back();  // nothing is above it
  return out;
}

/// All candidates of one score, from the samples that choose.
void add_candidates(std::size_t index, std::vector<double> p, std::vector<double> q, double trials_p, double trials_q,
                    double level, std::vector<Candidate>& out) {
  std::vector<double> pooled = p;
  pooled.insert(pooled.end(), q.begin(), q.end());
  for (auto* scores : {&p, &q, &pooled}) std::ranges::sort(*scores);
  const auto share_above = [](const std::vector<double>& sorted, double t) {
    return static_cast<double>(sorted.end() - std::ranges::upper_bound(sorted, t)) / static_cast<double>(sorted.size());
  };
  for (const double t : thresholds_of(pooled)) {
    const double in_p = share_above(p, t), in_q = share_above(q, t);
    const bool above = in_p >= in_q;
    const double share_p = above ? in_p : 1 - in_p, share_q = above ? in_q : 1 - in_q;
    const Candidate one{index, t, above, approximate_lower(share_p * trials_p, trials_p, level),
                        approximate_upper(share_q * trials_q, trials_q, level)};
    if (one.p > one.q) out.push_back(one);
  }
}

double expected_epsilon(const Candidate& x, double delta, Direction direction) {
  return direction == Direction::p_against_q ? (x.p - delta) / x.q : (1 - x.q - delta) / (1 - x.p);
}

double expected_renyi(const Candidate& x, double order, Direction direction) {
  const auto of = [&](double p, double q) {
    if (order == 1) return p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q));
    return std::log(std::pow(p, order) * std::pow(q, 1 - order) + std::pow(1 - p, order) * std::pow(1 - q, 1 - order)) /
           (order - 1);
  };
  return direction == Direction::p_against_q ? of(x.p, x.q) : of(x.q, x.p);
}

/// At most `most` corners of the concave hull of the candidates, evenly.
std::vector<Candidate> spread_along_hull(std::vector<Candidate> candidates, std::size_t most) {
  std::ranges::sort(candidates, {}, [](const Candidate& x) { return std::pair(x.q, x.p); });
  std::vector<Candidate> hull;
  for (const Candidate& x : candidates) {
    const auto needless = [&] {
      const Candidate& b = hull.back();
      const double q = hull.size() < 2 ? 0 : hull[hull.size() - 2].q, p = hull.size() < 2 ? 0 : hull[hull.size() - 2].p;
      return (b.p - p) * (x.q - q) <= (x.p - p) * (b.q - q);
    };
    while (!hull.empty() && needless()) hull.pop_back();
    hull.push_back(x);
  }
  if (hull.size() <= most) return hull;
  std::vector<Candidate> out;
  for (std::size_t k = 0; k < most; ++k) out.push_back(hull[(2 * k + 1) * hull.size() / (2 * most)]);
  return out;
}

/// The best candidate for each question, each event once.
std::vector<Candidate> choose_events(const std::vector<Candidate>& candidates, const AuditOptions& options) {
  std::vector<Candidate> chosen;
  if (candidates.empty()) return chosen;
  const auto take = [&](const Candidate& x) {
    if (std::ranges::none_of(chosen, [&](const Candidate& c) { return c.same_event(x); })) chosen.push_back(x);
  };
  const auto take_best = [&](const auto& value) {
    take(*std::ranges::max_element(candidates, {}, [&](const Candidate& x) {
      const double v = value(x);
      return std::isnan(v) ? -INFINITY : v;
    }));
  };
  for (const Direction direction : {Direction::p_against_q, Direction::q_against_p}) {
    for (const Rational& delta : options.deltas)
      take_best([&](const Candidate& x) { return expected_epsilon(x, delta.approx(), direction); });
    for (const Rational& order : options.orders)
      take_best([&](const Candidate& x) { return expected_renyi(x, order.approx(), direction); });
  }
  for (const Candidate& x : spread_along_hull(candidates, static_cast<std::size_t>(options.curve_events))) take(x);
  return chosen;
}

std::int64_t count(const Candidate& event, const std::vector<double>& scores) {
  return std::ranges::count_if(scores, [&](double s) { return (s > event.threshold) == event.above; });
}

}  // namespace

Audit audit_samples(const Samples& p, const Samples& q, const AuditOptions& options,
                    const std::vector<std::string>& column_names) {
  require_samples(p, q);
  require_questions(options);
  std::mt19937_64 random(options.seed);
  const Split rows_p = split_rows(p.size(), random), rows_q = split_rows(q.size(), random);
  const auto trials_p = static_cast<std::int64_t>(rows_p.certify.size());
  const auto trials_q = static_cast<std::int64_t>(rows_q.certify.size());
  const Rational failure = Rational(1) - options.confidence;
  const auto planned = static_cast<double>(2 * (options.deltas.size() + options.orders.size())) + options.curve_events;

  const auto scores = learn_scores(p, rows_p.learn, q, rows_q.learn, column_names);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    // Bounds at the size of the samples that choose: promises at a larger size would favour rare events that were
    // lucky.
    add_candidates(i, scores[i]->of(p, rows_p.choose), scores[i]->of(q, rows_q.choose),
                   static_cast<double>(rows_p.choose.size()), static_cast<double>(rows_q.choose.size()),
                   failure.approx() / (2 * planned), candidates);
  }
  const std::vector<Candidate> chosen = choose_events(candidates, options);

  Audit audit;
  audit.confidence = options.confidence;
  audit.samples_p = static_cast<std::int64_t>(p.size());
  audit.samples_q = static_cast<std::int64_t>(q.size());
  audit.certified_p = trials_p;
  audit.certified_q = trials_q;
  std::vector<EventBound> points;
  // Two bounds an event, each wrong with at most this probability: together they hold with the confidence asked for.
  const Rational level = failure / Rational(static_cast<std::int64_t>(2 * std::max<std::size_t>(chosen.size(), 1)));
  for (const Candidate& event : chosen) {
    const Score& score = *scores[event.score];
    AuditedEvent one;
    one.description = fmt::format("{} {} {:.17g}", score.description(), event.above ? ">" : "<=", event.threshold);
    one.count_p = count(event, score.of(p, rows_p.certify));
    one.count_q = count(event, score.of(q, rows_q.certify));
    one.bound = {clopper_pearson_upper(one.count_q, trials_q, level),
                 clopper_pearson_lower(one.count_p, trials_p, level)};
    points.push_back(one.bound);
    audit.events.push_back(std::move(one));
  }
  audit.curve = CertifiedCurve(std::move(points));
  return audit;
}

}  // namespace dpcert::empirical
