#include "verify/engine/tightness/tightness.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "dpcert/core/error.hpp"
#include "dpcert/language/enclose.hpp"
#include "src/core/work.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/engine/tightness/place.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision bits = 128;
constexpr int rounds = 12;  // of finding a tighter place while proving

using Point = PlaceSearch::Point;

// q > 0 as a decimal with few digits, below (above) it; by exact arithmetic.
Rational decimal(const Rational& q, int digits, bool up) {
  int e = 0;
  std::frexp(q.approx(), &e);
  const auto scale = pow(Rational(10), digits - static_cast<int>(std::floor(e * 0.30103)));
  return (up ? (q * scale).ceil() : (q * scale).floor()) / scale;
}

std::map<std::string, Rational> named(const PlaceSearch& places, const Point& p) {
  std::map<std::string, Rational> at;
  for (std::size_t k = 0; k < p.size(); ++k) at[places.inputs()[k].name()] = p[k];
  return at;
}

void take_known(PlaceSearch& places, const TightnessOptions& options) {
  for (const auto& known : options.points) {
    Point p;
    for (const Expr& x : places.inputs()) {
      const auto it = known.find(x.name());
      if (it != known.end()) p.push_back(it->second);
    }
    if (p.size() == places.inputs().size()) places.consider(p);
  }
}

// A goal by boxes alone, or by the prover: what has to be cut in for definedness is its business.
class Proofs {
 public:
  Proofs(const Goal& goal, const TightnessOptions& options) : goal_(goal) {
    options_.boxes = options.boxes;
    options_.boxes.max_boxes = options.max_boxes;
    options_.boxes.max_bits = std::max(options.boxes.bits, bits);
    options_.boxes.progress = nullptr;
    options_.boxes.checkpoints = {};
  }

  std::optional<Proof> by_boxes(const Relation& r, Point& suspect) const {
    const Goal g{goal_.context, r};
    if (is_defined(g.context, g.difference())) {
      BoxResult result = prove_by_boxes(g, options_.boxes);
      count_work(result.boxes * box_work(g));
      take(result.suspect, suspect);
      return result.proved ? std::optional(Proof{rule::Boxes{std::move(result.tree), result.tree_bits}}) : std::nullopt;
    }
    return by_prover(r, 0, options_.boxes.max_boxes, suspect);
  }

  std::optional<Proof> by_prover(const Relation& r, int depth, std::size_t max_boxes, Point& suspect) const {
    ProveOptions o = options_;
    o.depth = depth;
    o.boxes.max_boxes = max_boxes;
    ProveResult result = prove({goal_.context, r}, o);
    take(result.suspect, suspect);
    return result.proved ? std::optional(std::move(result.proof)) : std::nullopt;
  }

 private:
  void take(const std::map<std::string, Rational>& found, Point& suspect) const {
    suspect.clear();
    for (const auto& v : goal_.context.variables()) {
      const auto it = found.find(v.name);
      if (it == found.end()) return suspect.clear();
      suspect.push_back(it->second);
    }
  }

  const Goal& goal_;
  ProveOptions options_;
};

class Slack {
 public:
  Slack(const Goal& goal, const TightnessOptions& options)
      : goal_(goal), options_(options), places_(goal, std::nullopt), proofs_(goal, options) {}

  std::optional<ProvedTightness> run() {
    take_known(places_, options_);
    const auto given = places_.best;
    places_.sample();
    places_.descend();
    if (!places_.best) return std::nullopt;
    ProvedTightness t;
    std::optional<Rational> upper = certified(places_.best->point, t);
    if (upper) settle(*upper, t);
    if (!upper && given) {  // equations hold at few points
      places_.best = given;
      upper = certified(given->point, t);
    }
    if (!upper) return std::nullopt;
    // Coarse bounds first: whether anything above 0 can be proved is seen at once. The value itself, if it is a number
    // with few digits.
    for (const int gap : {1, 5, 10, 20, 0}) {
      if (gap == 0 && upper->bits() > 64) break;
      bool done = false;
      for (int round = 0; !done; ++round) {
        if (upper->sign() <= 0 || upper->approx() < 1e-280 || round == rounds) return finish(std::move(t), *upper);
        const Rational lower =
            gap == 0 ? *upper : decimal(*upper - *upper / pow(Rational(2), gap), gap <= 10 ? 4 : 7, false);
        if (lower <= t.lower) break;
        Point suspect;
        if (auto proof = proofs_.by_boxes({Rel::ge, goal_.relation.lhs, goal_.relation.rhs + Expr(lower)}, suspect)) {
          t.lower = lower;
          t.proof = std::move(*proof);
          done = true;
        } else {
          if (suspect.empty()) return finish(std::move(t), *upper);
          ProvedTightness there;
          const auto value = certified(suspect, there);
          if (!value || *value >= *upper) return finish(std::move(t), *upper);
          places_.best = {suspect, value->approx()};
          places_.descend();
          ProvedTightness lowest;
          const auto after = certified(places_.best->point, lowest);
          const bool better = after && *after <= *value;
          t.at = better ? lowest.at : there.at;
          t.by_equal = better ? lowest.by_equal : there.by_equal;
          upper = better ? *after : *value;
        }
      }
    }
    return finish(std::move(t), *upper);
  }

 private:
  static ProvedTightness finish(ProvedTightness t, const Rational& upper) {
    t.upper = upper;
    return t;
  }

  // A descent tends to a place of value 0 and does not reach it: are coordinates close to an end, or to 0, meant to be
  // there? What is kept is certified.
  void settle(Rational& upper, ProvedTightness& t) {
    if (upper.sign() <= 0 || upper > Rational(1, 1'000'000)) return;
    const Point from = places_.best->point;
    const auto attempt = [&](const Point& p) {
      ProvedTightness there;
      const auto value = certified(p, there);
      if (!value || *value >= upper) return;
      upper = *value;
      t.at = there.at;
      t.by_equal = there.by_equal;
      places_.best = {p, value->approx()};
    };
    Point all = from;
    for (std::size_t k = 0; k < from.size(); ++k) {
      const Variable& v = *goal_.context.find(places_.inputs()[k]);
      for (const auto& to :
           {std::optional(Rational(0)), v.range.lo.infinite ? std::nullopt : std::optional(v.range.lo.value),
            v.range.hi.infinite ? std::nullopt : std::optional(v.range.hi.value)}) {
        if (!to || *to == from[k] || abs(from[k] - *to) > Rational(1, 1000)) continue;
        Point one = from;
        one[k] = all[k] = *to;
        attempt(one);
      }
    }
    if (all != from) attempt(all);
  }

  // An upper bound of the slack at an exact point that is in the domain; writes the place into t.
  std::optional<Rational> certified(const Point& p, ProvedTightness& t) {
    if (!places_.in_domain(p) || !places_.satisfies(p)) return std::nullopt;
    const auto at = named(places_, p);
    const Ball d = enclose(goal_.difference(), at, bits);
    if (!d.is_finite()) return std::nullopt;
    t.at = at;
    t.by_equal = false;
    if (d.is_exact()) return d.upper_rational();
    if (d.contains_zero() && vanishes(goal_.difference(), at)) {
      t.by_equal = true;
      return Rational(0);
    }
    const Rational q = d.upper_rational();
    return q.sign() > 0 && q.approx() > 1e-280 ? decimal(q, 17, true) : q;
  }

  const Goal& goal_;
  const TightnessOptions& options_;
  PlaceSearch places_;
  Proofs proofs_;
};

class Ratio {
 public:
  Ratio(const Goal& goal, const TightnessOptions& options, bool of_lhs)
      : goal_(goal),
        options_(options),
        larger_(of_lhs ? goal.relation.lhs : -goal.relation.rhs),
        smaller_(of_lhs ? goal.relation.rhs : -goal.relation.lhs),
        places_(goal, larger_),
        proofs_(goal, options) {
    t_.kind = Tightness::Kind::ratio;
    t_.of_lhs = of_lhs;
  }

  std::optional<ProvedTightness> run() {
    if (larger_.is_constant() && larger_.value().sign() <= 0) return std::nullopt;
    if (smaller_.is_constant() && smaller_.value().sign() <= 0) return std::nullopt;
    take_known(places_, options_);
    const auto given = places_.best;
    places_.sample();
    if (places_.wrong_sign() || !places_.best) return std::nullopt;
    find_place();
    if (!certified(places_.best->point)) {
      if (!given) return std::nullopt;
      places_.best = given;  // equations hold at few points
      if (!certified(given->point)) return std::nullopt;
    }
    if (places_.wrong_sign() || !prove_sign()) return std::nullopt;
    enclose_from_above();
    return std::move(t_);
  }

 private:
  [[nodiscard]] Relation scaled(const Rational& c) const {
    const Relation& r = goal_.relation;
    return t_.of_lhs ? Relation{Rel::ge, Expr(c) * r.lhs, r.rhs} : Relation{Rel::ge, r.lhs, Expr(c) * r.rhs};
  }

  // Far ends first: numbers stay simple.
  void find_place() {
    places_.approach();
    places_.descend();
    if (places_.inputs().size() > 1 && !goal_.context.hypotheses().empty()) places_.wander();
    places_.approach();
    places_.simplify();
  }

  // A lower bound of the ratio at an exact point of the domain: if it is better, it and the place go into t_.
  bool certified(const Point& p) {
    if (!places_.in_domain(p) || !places_.satisfies(p)) return false;
    const auto at = named(places_, p);
    const Ball a = enclose(smaller_, at, bits), b = enclose(larger_, at, bits);
    if (!a.is_finite() || !b.is_finite() || !certainly_positive(a) || !certainly_positive(b)) return false;
    const Ball quotient = a / b;
    const bool exact = a.is_exact() && b.is_exact();
    Rational low = exact ? a.lower_rational() / b.lower_rational() : quotient.lower_rational();
    const Rational simple = exact ? low : simplest_between(low, quotient.upper_rational());
    const bool equal =
        simple.bits() <= 40 && simple <= Rational(1) && vanishes(sub(scaled(simple).lhs, scaled(simple).rhs), at);
    if (low.approx() < 1e-280) return false;
    low = equal ? simple : decimal(low, 17, false);
    if (low <= t_.lower) return false;
    t_.lower = low;
    t_.by_equal = equal;
    t_.at = at;
    return true;
  }

  bool prove_sign() {
    const Relation sign =
        t_.of_lhs ? Relation{Rel::ge, goal_.relation.lhs, 0} : Relation{Rel::ge, 0, goal_.relation.rhs};
    Point ignored;
    const WorkLimit limit(std::min<std::uint64_t>(options_.work, 200'000));
    auto proof = proofs_.by_prover(sign, 4, std::min<std::size_t>(300, options_.max_boxes), ignored);
    if (proof) t_.sign = std::move(*proof);
    return proof.has_value();
  }

  // Constants below 1, each nearer to what the place gives.
  void enclose_from_above() {
    t_.upper = Rational(1);
    const std::uint64_t start = work_done();
    // The value itself, if it is a number with few digits: often an identity.
    if (t_.by_equal && t_.lower < Rational(1)) {
      const WorkLimit limit(options_.work / 4);
      if (attempt(t_.lower, 1)) return;
    }
    for (const int halvings : {1, 5, 10, 20, 0}) {
      bool done = false;
      for (int round = 0; !done && round < rounds; ++round) {
        const Rational room = Rational(1) - t_.lower;
        if (room.approx() < 0x1p-19 || used(start) >= options_.work) return;
        if (halvings == 0 && !t_.by_equal) return;
        const Rational c = halvings == 0 ? t_.lower : above(t_.lower, halvings);
        if (c >= t_.upper) break;
        const WorkLimit limit(options_.work - used(start));
        Point suspect;
        if (attempt(c, 6, &suspect)) {
          done = true;
        } else {
          if (suspect.empty()) return;
          const Rational before = t_.lower;
          if (!certified(suspect)) return;
          places_.best = {suspect, 1 - t_.lower.approx()};
          find_place();
          certified(places_.best->point);
          if (t_.lower <= before) return;
        }
      }
    }
  }
  // By 2^-halvings of the smaller one of r and 1 - r, in few digits.
  static Rational above(const Rational& r, int halvings) {
    const int digits = halvings <= 10 ? 4 : 7;
    const Rational room = Rational(1) - r, step = pow(Rational(2), -halvings);
    return r <= Rational(1, 2) ? decimal(r + r * step, digits, true)
                               : Rational(1) - decimal(room - room * step, digits, false);
  }
  static std::uint64_t used(std::uint64_t start) { return work_done() - start; }

  bool attempt(const Rational& c, int depth, Point* suspect = nullptr) {
    Point met;
    std::optional<Proof> proof;
    if (suspect) {
      proof = proofs_.by_boxes(scaled(c), met);
      *suspect = met;
    }
    if (!proof && met.empty()) proof = proofs_.by_prover(scaled(c), depth, 300, met);
    if (suspect) *suspect = met;
    if (!proof) return false;
    t_.upper = c;
    t_.proof = std::move(*proof);
    return true;
  }

  const Goal& goal_;
  const TightnessOptions& options_;
  Expr larger_, smaller_;
  PlaceSearch places_;
  Proofs proofs_;
  ProvedTightness t_;
};

// Sums over ranges and values of sequences have no place on a tape, by which places are compared.
bool is_evaluable(const Goal& goal) {
  std::vector<Expr> waiting{goal.relation.lhs, goal.relation.rhs};
  for (const Relation& h : goal.context.hypotheses()) waiting.insert(waiting.end(), {h.lhs, h.rhs});
  std::unordered_set<Expr> seen;
  while (!waiting.empty()) {
    const Expr e = waiting.back();
    waiting.pop_back();
    if (is_opaque(e)) return false;
    if (!seen.insert(e).second) continue;
    for (const Expr& part : e.args()) waiting.push_back(part);
  }
  return true;
}

bool has_tightness(const Goal& goal) {
  return goal.relation.rel != Rel::eq && is_evaluable(goal) && goal.context.functions().empty() &&
         goal.context.forall_hypotheses().empty() && !goal.context.variables().empty() &&
         goal.context.variables().size() <= 8;
}

double relative_width(const ProvedTightness& t) {
  return t.upper.sign() > 0 ? ((t.upper - t.lower) / t.upper).approx() : 0;
}

}  // namespace

std::optional<ProvedTightness> least_slack(const Goal& goal, const TightnessOptions& options) {
  if (!has_tightness(goal)) return std::nullopt;
  try {
    return Slack(goal, options).run();
  } catch (const Error&) {
    return std::nullopt;  // an end with an exponent beyond those that are written out
  }
}

std::optional<ProvedTightness> greatest_ratio(const Goal& goal, const TightnessOptions& options) {
  if (!has_tightness(goal)) return std::nullopt;
  try {
    for (const bool of_lhs : {true, false}) {
      if (auto t = Ratio(goal, options, of_lhs).run()) return t;
    }
  } catch (const Error&) {  // the same
  }
  return std::nullopt;
}

std::optional<ProvedTightness> tightness(Tightness::Kind kind, const Goal& goal, const TightnessOptions& options) {
  return kind == Tightness::Kind::ratio ? greatest_ratio(goal, options) : least_slack(goal, options);
}

std::optional<std::pair<std::size_t, ProvedTightness>> best_tightness(const std::vector<Goal>& goals,
                                                                      const TightnessOptions& options) {
  for (std::size_t k = 0; k < goals.size(); ++k) {
    auto ratio = greatest_ratio(goals[k], options);
    if (!ratio) continue;
    if (relative_width(*ratio) > 0.01) {
      auto slack = least_slack(goals[k], options);
      if (slack && slack->lower.sign() > 0 && relative_width(*slack) < relative_width(*ratio))
        return std::pair{k, std::move(*slack)};
    }
    return std::pair{k, std::move(*ratio)};
  }
  if (goals.empty()) return std::nullopt;
  auto slack = least_slack(goals.front(), options);
  if (!slack) return std::nullopt;
  return std::pair{std::size_t{0}, std::move(*slack)};
}

}  // namespace dpcert::verify
