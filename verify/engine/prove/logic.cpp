#include "verify/engine/prove/logic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "src/core/work.hpp"
#include "verify/engine/prove/crossings.hpp"
#include "verify/engine/prove/found_witnesses.hpp"
#include "verify/engine/prove/means_of_lists.hpp"
#include "verify/engine/prove/quantiles.hpp"
#include "verify/engine/prove/unequal.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

namespace {

// How much a relation may cost that is left on the way: first little, then as much as a claim of its own.
struct LogicEffort {
  std::uint64_t work;
  std::size_t boxes;
  int rounds;
  std::size_t witnesses;  // that are tried in earnest for one quantifier
};
constexpr LogicEffort small{6'000'000, 1'000, 2, 12};
constexpr LogicEffort large{400'000'000, 200'000, 6, 3};
constexpr LogicEffort alone_first{100'000'000, 10'000, 4, 3};
constexpr std::uint64_t work_of_little_further = 10'000'000;
constexpr int most_steps = 14;             // of logic, on one branch
constexpr int most_instances = 2;          // of facts that speak of every number, on one branch
constexpr long largest_for_doubles = 100;  // a witness below it is judged by what doubles say
constexpr std::size_t sampled = 12;        // points at which a candidate is looked at

class LogicProver {
 public:
  using Kind = Formula::Kind;
  explicit LogicProver(const ProveOptions& options) : options_(options) {}

  ProveResult run(const LogicGoal& goal) {
    ProveResult r;
    Tree tree;
    if (!options_.advice.empty()) {
      std::size_t at = 0;
      tree = follow(goal, at);
      if (tree && at < options_.advice.size()) {
        tree.reset();
        misadvised(at, "the proof is complete before it");
      }
    }
    using enum FormulaEffort;
    const FormulaEffort asked = options_.formula_effort;
    further_ = asked == little_further || asked == further;
    if (further_ && !has_quantifier(goal.goal) && std::ranges::none_of(goal.facts, has_quantifier)) return r;
    // Further witnesses are many, and most are in vain: at first all of them together have little.
    const WorkLimit limit(asked == little_further ? work_of_little_further : work_left());
    // A relation beside what is said of the integers of intervals: as one without facts, for tactics see these.
    if (!tree && !further_ && goal.goal.is(Kind::relation) && says_something_of_integers(goal)) {
      effort_ = alone_first;
      tree = relation(goal);
    }
    for (const LogicEffort& effort : {small, large}) {
      if (tree || late()) break;
      if (effort.rounds == small.rounds ? asked == much : asked == little || asked == little_further) continue;
      effort_ = effort;
      tree = solve({goal, {}}, most_steps, most_instances);
    }
    r.proved = tree.has_value();
    if (tree) r.proof = std::move(*tree);
    if (!tree) r.stuck = stuck_;
    r.boxes = boxes_;
    r.advice_problem = problem_;
    r.timed_out = late();
    for (const Step& step : r.proof)
      if (!step.tactic.empty()) ++r.tactics[std::string(step.tactic)];
    return r;
  }

 private:
  // A goal, and the facts that have been taken apart.
  struct State {
    LogicGoal goal;
    std::set<std::size_t> used = {};
    std::set<std::size_t> told = {};  // implications whose premise has been decided by cases
    bool by_sign = false;             // a witness is looked for in cases by the sign of a variable
  };

  static bool has_quantifier(const Formula& f) {
    return f.is(Kind::forall) || f.is(Kind::exists) || std::ranges::any_of(f.parts, has_quantifier);
  }
  [[nodiscard]] bool late() const { return options_.boxes.over(); }
  Tree misadvised(std::size_t line, const std::string& why) {
    if (problem_.empty())
      problem_ = line < options_.advice.size() ? fmt::format("line {} of the given proof, `{}`: {}", line + 1,
                                                             options_.advice[line].substr(0, 200), why)
                                               : why;
    return std::nullopt;
  }

  // ---- a proof that was given
  Tree follow(const LogicGoal& g, std::size_t& at) {
    const std::size_t number = at++;
    if (number >= options_.advice.size()) return misadvised(number, "the given proof ends too early");
    const std::string& line = options_.advice[number];
    if (line == "auto") {
      for (const LogicEffort& effort : {small, large}) {
        effort_ = effort;
        if (auto t = solve({g, {}}, most_steps, most_instances)) return t;
      }
      return misadvised(number, "not proved: " + to_text(g.goal).substr(0, 400));
    }
    std::optional<Step> step;
    try {
      step = read_step(line, g.context, {}, options_.lemmas);
    } catch (const StepError& e) {
      return misadvised(number, e.what());
    }
    if (line != to_text(*step)) step->words = line;
    Proof out{*step};
    const auto children = apply(*step, g);
    if (!children) {
      if (!g.goal.is(Kind::relation)) return misadvised(number, "it cannot be applied there");
      return out;
    }
    for (const LogicGoal& child : *children) {
      const auto tree = follow(child, at);
      if (!tree) return std::nullopt;
      append(out, *tree);
    }
    return out;
  }

  // ---- the search
  // The step, then proofs of what it leaves; `used` holds for all of it.
  Tree then(const Step& step, const State& s, int steps, int instances, std::optional<std::size_t> used = {}) {
    const auto children = apply(step, s.goal);
    if (!children) return std::nullopt;
    Proof out{step};
    for (const LogicGoal& child : *children) {
      State next{child, s.used, s.told};
      if (used) next.used.insert(*used);
      const auto tree = solve(next, steps - 1, instances);
      if (!tree) return std::nullopt;
      append(out, *tree);
    }
    return out;
  }

  Tree solve(const State& s, int steps, int instances) {
    if (steps <= 0 || late()) return std::nullopt;
    const Formula& f = s.goal.goal;
    if (auto t = no_quantile(s, steps, instances)) return t;
    if (f.is(Kind::forall)) return then(rule::Intro{fresh(f.bound.name, s.goal.context)}, s, steps, instances);
    if (f.is(Kind::implies)) return then(rule::Intro{""}, s, steps, instances);
    if (f.is(Kind::both)) return then(rule::Parts{}, s, steps, instances);
    for (std::size_t j = 0; j < s.goal.facts.size(); ++j) {
      if (s.used.contains(j)) continue;
      const Formula& fact = s.goal.facts[j];
      if (fact.is(Kind::exists))
        return then(rule::Obtain{fresh(fact.bound.name, s.goal.context), j + 1}, s, steps, instances, j);
      if (fact.is(Kind::either)) {
        if (auto t = without_facts(s)) return t;
        return then(rule::Branch{j + 1}, s, steps, instances, j);
      }
    }
    if (auto t = goal_alone(s, steps, instances)) return t;
    return by_facts(s, steps, instances);
  }

  static bool is_mentioned(const Formula& f, const Expr& x) {
    if (f.is(Kind::relation)) return mentions(f.relation, x);
    return f.is(Kind::exists) || f.is(Kind::forall) ||
           std::ranges::any_of(f.parts, [&](const Formula& part) { return is_mentioned(part, x); });
  }

  // The goal without what facts say, as after `x != y` where it holds at x = y as well.
  Tree without_facts(const State& s) {
    if (!s.goal.goal.is(Kind::relation) || s.goal.goal.relation.rel != Rel::ge) return std::nullopt;
    LogicGoal now = s.goal;
    Proof out;
    for (const auto& v : s.goal.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (std::ranges::none_of(s.goal.facts, [&](const Formula& f) { return is_mentioned(f, x); })) continue;
      if (std::ranges::any_of(now.context.hypotheses(), [&](const Relation& h) { return mentions(h, x); }))
        return std::nullopt;
      const Step widen = rule::Widen{x, v.range};
      const auto next = apply(widen, now);
      if (!next || next->size() != 1) return std::nullopt;
      out.push_back(widen);
      now = next->front();
    }
    if (!now.facts.empty()) return std::nullopt;
    const auto t = relation(now);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  Tree goal_alone(const State& s, int steps, int instances) {
    const Formula& f = s.goal.goal;
    if (f.is(Kind::relation)) return relation(s.goal);
    if (f.is(Kind::either)) {
      // Of numbers it is seen which is the larger one.
      if (s.goal.context.variables().empty())
        if (auto t = one_side(s, steps, instances, false)) return t;
      const ProveGoal rest = [&](const Goal& g) -> Tree {
        if (late()) return std::nullopt;
        if (auto t = try_tactic("residues", g, without_advice())) return t;  // far sooner than among all others
        return relation({g.context, {}, Formula::of(g.relation)});
      };
      if (auto t = by_integers_that_differ(s.goal, rest)) return t;
      return one_side(s, steps, instances, true);
    }
    if (auto t = quantile(s, steps, instances)) return t;
    if (auto t = by_means_of_lists(s.goal, [this](const LogicGoal& g) { return relation(g); })) return t;
    if (auto t = witness(s, steps, instances)) return t;
    if (auto t = crossing(s, steps, instances)) return t;
    return witness_by_sign(s, steps, instances);
  }

  // An equation among what is to hold, with a solution between places at which its sides are in opposite orders.
  Tree crossing(const State& s, int steps, int instances) {
    if (!s.goal.goal.is(Kind::exists)) return std::nullopt;
    const std::string name = fresh(s.goal.goal.bound.name, s.goal.context);
    for (const rule::Root& root : crossings(s.goal.goal, s.goal.context, name)) {
      if (late()) break;
      const auto children = apply(root, s.goal);
      if (!children) continue;
      Proof out{root};
      bool all = true;
      for (std::size_t i = 0; i + 1 < children->size() && all; ++i) {
        const auto t = relation((*children)[i]);
        all = t.has_value();
        if (t) append(out, *t);
      }
      const State inside{children->back(), s.used, s.told, s.by_sign};
      const auto t = all ? then(rule::Witness{Expr::variable(name)}, inside, steps, instances) : std::nullopt;
      if (!t) continue;
      append(out, *t);
      return out;
    }
    return std::nullopt;
  }

  // A witness for each sign of a variable, as the roots of odd powers ask for it.
  Tree witness_by_sign(const State& s, int steps, int instances) {
    if (!further_ || s.by_sign) return std::nullopt;
    const Context& c = s.goal.context;
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || c.knows({x, Need::nonnegative}) || c.knows({-x, Need::nonnegative})) continue;
      const Step step = rule::Cases{x};
      const auto children = apply(step, s.goal);
      if (!children) continue;
      Proof out{step};
      bool all = true;
      for (const LogicGoal& child : *children) {
        const auto t = all ? witness({child, s.used, s.told, true}, steps - 1, instances) : std::nullopt;
        all = t.has_value();
        if (!all) break;
        append(out, *t);
      }
      if (all) return out;
    }
    return std::nullopt;
  }

  // No v has normal_cdf(v) = u and something else: for each v, by the side of u on which normal_cdf(v) is.
  Tree no_quantile(const State& s, int steps, int instances) {
    const auto denied = denied_quantile(s.goal.goal);
    if (!denied || !argument_of_quantile(*denied)) return std::nullopt;
    const std::string name = fresh(denied->bound.name, s.goal.context);
    const Expr at = normal_cdf(Expr::variable(name)), u = *argument_of_quantile(*denied);
    const auto split = [&](const LogicGoal& g, const Expr& e, const auto& first, const auto& second) -> Tree {
      const Step cases = rule::Cases{e};
      const auto children = is_defined(g.context, e) ? apply(cases, g) : std::nullopt;
      const auto one = children ? first((*children)[0]) : std::nullopt;
      const auto two = one ? second((*children)[1]) : std::nullopt;
      if (!two) return std::nullopt;
      Proof out{cases};
      append(out, *one);
      append(out, *two);
      return out;
    };
    const auto beside = [&](const LogicGoal& g) { return solve({g, s.used, s.told}, steps - 1, instances); };
    const auto there = [&](const LogicGoal& g) {
      return then(rule::Right{}, {g, s.used, s.told}, steps - 1, instances);
    };
    const Step intro = rule::Intro{name};
    const auto inside = apply(intro, s.goal);
    if (!inside) return std::nullopt;
    const auto t = split(
        inside->front(), sub(u, at), [&](const LogicGoal& g) { return split(g, sub(at, u), there, beside); }, beside);
    if (!t) return std::nullopt;
    Proof out{intro};
    append(out, *t);
    return out;
  }

  // There is a v with normal_cdf(v) = u, and something is true of it: where 0 < u < 1 it is a new variable.
  Tree quantile(const State& s, int steps, int instances) {
    const auto u = argument_of_quantile(s.goal.goal);
    if (!u) return std::nullopt;
    if (const auto v = known_quantile(s.goal.context, *u)) return then(rule::Witness{*v}, s, steps, instances);
    LogicGoal now = s.goal;
    Proof out;
    for (const Expr& e : {*u, sub(1, *u)}) {
      const Relation inside{Rel::gt, e, 0};
      if (now.context.positive_(e)) continue;
      const auto t = relation({now.context, {}, Formula::of(inside)});
      const auto next = t ? apply(rule::Cut{inside}, now) : std::nullopt;
      if (!next || next->size() != 2) return std::nullopt;
      out.emplace_back(rule::Cut{inside});
      append(out, *t);
      now = (*next)[1];
    }
    const std::string name = fresh(s.goal.goal.bound.name, now.context);
    const Step fact = rule::Fact{rule::Fact::Of::normal_quantile, *u, {}, name};
    const auto children = apply(fact, now);
    if (!children) return std::nullopt;
    out.push_back(fact);
    const auto t = then(rule::Witness{Expr::variable(name)}, {children->front(), s.used, s.told}, steps, instances);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  static bool says_something_of_integers(const LogicGoal& g) {
    return std::ranges::any_of(g.facts, [](const Formula& f) { return f.is(Kind::forall) && f.bound.integer; });
  }

  [[nodiscard]] ProveOptions without_advice() const {
    ProveOptions o = options_;
    o.advice.clear();
    return o;
  }

  Tree relation(const LogicGoal& g) {
    // A hypothesis between numbers that is false: what is said of a case that does not occur.
    for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
      const auto& [rel, lhs, rhs] = g.context.hypotheses()[i];
      const auto a = rational_value(lhs), b = rational_value(rhs);
      const bool holds = !a || !b || (rel == Rel::eq ? *a == *b : rel == Rel::gt ? *a > *b : *a >= *b);
      if (!holds) return Proof{rule::Prune{i + 1, 64}};
    }
    const WorkLimit limit(effort_.work);
    // Of a quantile in an expression, what it says of normal_cdf comes sooner than all else.
    if (speaks_of_quantile(g.context, g.goal.relation))
      if (auto t = try_tactic("quantiles", {g.context, g.goal.relation}, without_advice())) return t;
    ProveOptions o = without_advice();
    o.boxes.max_boxes = std::min(o.boxes.max_boxes, effort_.boxes);
    o.boxes.checkpoints = {};
    o.rounds = effort_.rounds;
    // What facts say of the integers of an interval, tactics look for in the context.
    ProveResult r =
        prove(Goal{says_something_of_integers(g) ? g.context.with_formulas(g.facts) : g.context, g.goal.relation}, o);
    boxes_ += r.boxes;
    if (r.proved) return std::move(r.proof);
    if (stuck_.empty()) stuck_ = to_text(g.goal.relation).substr(0, 300);
    return std::nullopt;
  }

  // `F or G`: by one of them, or by the sign of a difference that stands in it.
  Tree one_side(const State& s, int steps, int instances, bool cases) {
    for (const bool left : {true, false}) {
      if (!possible(s.goal.goal.parts[left ? 0 : 1], s.goal.context)) continue;
      const Step side = left ? Step(rule::Left{}) : Step(rule::Right{});
      if (auto t = then(side, s, steps, instances)) return t;
    }
    if (!cases) return std::nullopt;
    std::vector<Relation> relations;
    for (const Formula* f = &s.goal.goal; f; f = f->is(Kind::either) ? &f->parts[1] : nullptr) {
      const Formula& part = f->is(Kind::either) ? f->parts[0] : *f;
      if (part.is(Kind::relation)) relations.push_back(part.relation);
    }
    for (const Relation& r : relations) {
      const Expr u = r.rel == Rel::gt ? sub(r.rhs, r.lhs) : sub(r.lhs, r.rhs);
      if (!is_defined(s.goal.context, u)) continue;
      if (auto t = side_by_sign(s, u, r.rel == Rel::eq, steps, instances)) return t;
    }
    return std::nullopt;
  }
  // One side of `or` where u >= 0, one where u < 0. `both`: where u >= 0, it is 0 or more.
  Tree side_by_sign(const State& s, const Expr& u, bool both, int steps, int instances) {
    const Step step = rule::Cases{u};
    const auto children = apply(step, s.goal);
    if (!children || steps <= 0) return std::nullopt;
    Proof out{step};
    for (std::size_t i = 0; i < children->size(); ++i) {
      const State child{(*children)[i], s.used, s.told};
      auto t = one_side(child, steps - 1, instances, false);
      if (!t && both && i == 0) t = side_by_sign(child, negate(u), false, steps - 1, instances);
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }

  // Nothing speaks against it at points of the context.
  bool possible(const Formula& f, const Context& c) {
    return std::ranges::all_of(sample_points(c, sampled), [&](const auto& p) { return plausible(f, p); });
  }

  static bool has_exists(const Formula& f) { return f.is(Kind::exists) || std::ranges::any_of(f.parts, has_exists); }

  Tree witness(const State& s, int steps, int instances) {
    const Formula& f = s.goal.goal;
    const Context& c = s.goal.context;
    std::vector<Expr> candidates = found_witnesses(s.goal, options_);
    const std::size_t found = candidates.size();
    for (const Expr& e : witnesses(f, c)) candidates.push_back(e);
    if (further_)
      for (const Expr& e : further_witnesses(f, c))
        if (std::ranges::find(candidates, e) == candidates.end()) candidates.push_back(e);
    const auto points = sample_points(c, sampled);
    // A number for which those that are to exist behind it are seen comes first.
    if (further_ && has_exists(f.parts[0]))
      std::stable_partition(candidates.begin() + static_cast<std::ptrdiff_t>(found), candidates.end(),
                            [&](const Expr& e) {
                              const Formula body = f.at(e);
                              return std::ranges::all_of(points, [&](const auto& p) { return seen_true(body, p); });
                            });
    std::size_t tried = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Expr& e = candidates[i];
      if (tried >= effort_.witnesses || late()) break;
      if (!is_defined(c, e)) continue;
      const Formula body = f.at(e);
      const auto inside = f.inside(e);
      const bool good = std::ranges::all_of(points, [&](const auto& p) {
        return std::ranges::all_of(inside, [&](const Relation& r) { return plausible(Formula::of(r), p); }) &&
               plausible(body, p);
      });
      // What was found may be too large for doubles.
      const auto number = rational_value(e);
      if (!good && (i >= found || (further_ && number && *number < Rational(largest_for_doubles) &&
                                   -*number < Rational(largest_for_doubles))))
        continue;
      ++tried;
      if (auto t = then(rule::Witness{e}, s, steps, instances)) return t;
    }
    return std::nullopt;
  }

  // Facts: an implication whose premise is proved, or one of every number at some number.
  Tree by_facts(const State& s, int steps, int instances) {
    for (std::size_t j = 0; j < s.goal.facts.size(); ++j) {
      if (s.used.contains(j) || !s.goal.facts[j].is(Kind::implies)) continue;
      if (auto t = then(rule::ApplyFact{j + 1}, s, steps, instances, j)) return t;
    }
    if (auto t = by_premises(s, steps, instances)) return t;
    if (instances <= 0) return std::nullopt;
    for (std::size_t j = 0; j < s.goal.facts.size(); ++j) {
      const Formula& fact = s.goal.facts[j];
      if (!fact.is(Kind::forall)) continue;
      std::size_t tried = 0;
      std::vector<Expr> candidates;
      if (s.goal.goal.is(Kind::relation)) candidates = verify::instances(fact, s.goal.goal.relation, s.goal.context);
      for (const Expr& e : witnesses(fact, s.goal.context))
        if (std::ranges::find(candidates, e) == candidates.end()) candidates.push_back(e);
      for (const Expr& e : candidates) {
        if (tried >= effort_.witnesses) break;
        if (!is_defined(s.goal.context, e) || !lies_inside(fact, e, s.goal)) continue;
        ++tried;
        if (auto t = then(rule::AtFact{j + 1, e}, s, steps, instances - 1)) return t;
      }
    }
    return std::nullopt;
  }

  // Whether the premise of an implication holds, if it is a relation: by the sign of its difference.
  Tree by_premises(const State& s, int steps, int instances) {
    for (std::size_t j = 0; j < s.goal.facts.size(); ++j) {
      const Formula& fact = s.goal.facts[j];
      if (s.used.contains(j) || s.told.contains(j) || !fact.is(Kind::implies) || !fact.parts[0].is(Kind::relation))
        continue;
      const Relation& r = fact.parts[0].relation;
      const Expr u = r.rel == Rel::gt ? sub(r.rhs, r.lhs) : sub(r.lhs, r.rhs);
      const Step step = rule::Cases{u};
      const auto children = is_defined(s.goal.context, u) ? apply(step, s.goal) : std::nullopt;
      if (!children) continue;
      Proof out{step};
      State next = s;
      next.told.insert(j);
      bool all = true;
      for (const LogicGoal& child : *children) {
        next.goal = child;
        const auto t = all ? solve(next, steps - 1, instances) : std::nullopt;
        all = t.has_value();
        if (!all) break;
        append(out, *t);
      }
      if (all) return out;
    }
    return std::nullopt;
  }

  bool lies_inside(const Formula& q, const Expr& e, const LogicGoal& g) {
    const auto points = sample_points(g.context, sampled);
    return std::ranges::all_of(q.inside(e), [&](const Relation& r) {
      return std::ranges::all_of(points, [&](const auto& p) { return plausible(Formula::of(r), p); });
    });
  }

  static std::string fresh(const std::string& wanted, const Context& c) {
    const auto taken = [&](const std::string& name) {
      return c.find(Expr::variable(name)) || c.find_sequence(name) || surface::is_reserved(name) ||
             std::ranges::any_of(c.functions(), [&](const Function& f) { return f.name == name; });
    };
    std::string name = wanted;
    for (int i = 1; taken(name); ++i) name = fmt::format("{}{}", wanted, i);
    return name;
  }

  const ProveOptions& options_;
  LogicEffort effort_ = small;
  bool further_ = false;  // witnesses
  std::size_t boxes_ = 0;
  std::string stuck_, problem_;
};

}  // namespace

ProveResult prove(const LogicGoal& goal, const ProveOptions& options) { return LogicProver(options).run(goal); }

}  // namespace dpcert::verify
