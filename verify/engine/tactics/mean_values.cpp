// Any function of which a hypothesis bounds a derivative, for all numbers between two ends: its values at the places at
// which a goal asks for them are bounded by one another, by the mean value theorem and by Taylor's theorem of the
// second order. With these bounds the values are numbers, so that what is left has no function. For contractions,
// smooth and strongly convex functions, functions that are Lipschitz.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_places = 4, most_cases = 3, most_values = 8;

// The derivative of this order lies on one side of the bound wherever the hypothesis speaks of it.
struct SlopeBound {
  std::size_t hypothesis;  // from 1
  std::string function;
  int order;
  bool below;  // the bound is below it
  Expr bound, lo, hi;
};

bool is_value(const Expr& e) { return e.op() == Op::apply && e.args().size() == 1; }
int order_of(const Expr& e) { return e.node().orders.front(); }

// What a hypothesis says of one derivative at the variable that it binds.
void add_bounds(const Context& c, std::size_t number, const ForallHypothesis& h, std::vector<SlopeBound>& out) {
  if (h.integer || h.unbounded || !h.inner.empty()) return;
  const Expr u = Expr::variable(h.bound), d = sub(h.relation.lhs, h.relation.rhs);
  const auto values = nodes_of({Rel::ge, d, 0}, is_value);
  if (values.size() != 1 || !(values.front().arg(0) == u) || order_of(values.front()) < 1) return;
  const Expr& value = values.front();
  const Expr t = Expr::variable(fresh_name(c));
  Algebra a = c.algebra();
  for (const bool modulus : {false, true}) {
    const Expr part = modulus ? abs(value) : value, named = replaced(d, part, t);
    const auto line = a.coefficients(named, t);
    if (!line || line->size() != 2 || !nodes_of({Rel::ge, named, 0}, is_value).empty()) continue;
    const Expr& k = (*line)[1];
    const bool up = c.positive_(k);
    if (!up && !c.positive_(negate(k))) return;
    const auto bound = a.simplified(quotient(negate((*line)[0]), k));
    if (!bound || depends_on(*bound, u) || !is_defined(c, *bound) || (modulus && up)) return;
    const auto add = [&](bool below, const Expr& b) {
      out.push_back({number, value.name(), order_of(value), below, b, h.lo, h.hi});
    };
    if (up || modulus) add(true, modulus ? negate(*bound) : *bound);
    if (!up || modulus) add(false, *bound);
    if (h.relation.rel == Rel::eq && !modulus) add(up ? false : true, *bound);
    return;
  }
}

class MeanValues {
 public:
  MeanValues(const Goal& g, const Subprover& s, const ProveGoal& alone) : s_(s), alone_(alone) {
    const auto& all = g.context.forall_hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) add_bounds(g.context, i + 1, all[i], bounds_);
  }

  Tree run(const Goal& g, std::size_t cases) {
    if (bounds_.empty()) return std::nullopt;
    if (cases == most_cases) {
      const WorkLimit limit(std::min(work_left() / Effort::share, Effort::work_in_front));
      if (auto t = with_tangents(g)) return t;
    }
    const auto pair = not_in_order(g);
    if (!pair) return with_bounds_of_values(g);
    if (cases == 0) return std::nullopt;
    return steps(g, rule::Cases{sub(pair->second, pair->first)}, {[&](const Goal& h) { return run(h, cases - 1); }});
  }

 private:
  const Subprover& s_;
  const ProveGoal& alone_;
  std::vector<SlopeBound> bounds_;

  // The places at which the goal and its hypotheses ask for the function or a derivative of it.
  static std::vector<Expr> places_of(const Goal& g, const std::string& function) {
    std::vector<Expr> out;
    const auto look = [&](const Relation& r) {
      for (const Expr& e : nodes_of(r, is_value))
        if (e.name() == function && std::ranges::find(out, e.arg(0)) == out.end()) out.push_back(e.arg(0));
    };
    look(g.relation);
    for (const Relation& h : g.context.hypotheses()) look(h);
    return out;
  }
  [[nodiscard]] static bool least(const Context& c, const Expr& p, const Expr& q) {
    return p == q || c.knows({sub(q, p), Need::nonnegative});
  }
  [[nodiscard]] static std::vector<Expr> inside(const Goal& g, const SlopeBound& b) {
    auto all = places_of(g, b.function);
    std::erase_if(all, [&](const Expr& p) {
      return !nodes_of({Rel::ge, p, 0}, is_value).empty() || !least(g.context, b.lo, p) || !least(g.context, p, b.hi);
    });
    return all;
  }

  // Two places of which it matters which one is the larger, and is not known.
  std::optional<std::pair<Expr, Expr>> not_in_order(const Goal& g) const {
    for (const SlopeBound& b : bounds_) {
      const auto all = inside(g, b);
      if (b.order > 2 || all.size() > most_places) continue;
      if (b.order == 2 && of_order(g, b.function, 1) < 2) continue;
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
          if (!least(g.context, all[i], all[j]) && !least(g.context, all[j], all[i])) return std::pair(all[i], all[j]);
    }
    return std::nullopt;
  }
  static std::size_t of_order(const Goal& g, const std::string& function, int order) {
    std::vector<Expr> found;
    const auto look = [&](const Relation& r) {
      for (const Expr& e : nodes_of(r, is_value))
        if (e.name() == function && order_of(e) == order && std::ranges::find(found, e) == found.end())
          found.push_back(e);
    };
    look(g.relation);
    for (const Relation& h : g.context.hypotheses()) look(h);
    return found.size();
  }

  // Taylor's theorem at the places where a tangent is: at which the goal has a slope, or else, as of means, at those
  // that are no variables.
  std::vector<Expr> places_of_tangents(const Goal& g, const SlopeBound& b) const {
    auto all = inside(g, b);
    const auto sloped = [&](const Expr& p) {
      const Expr slope = Expr::apply(b.function, {b.order - 1}, {p});
      return !nodes_of(g.relation, [&](const Expr& e) { return e == slope; }).empty();
    };
    const bool some = std::ranges::any_of(all, sloped);
    std::erase_if(all, [&](const Expr& p) { return some ? !sloped(p) : p.op() == Op::variable || p.is_constant(); });
    return all;
  }
  Tree with_tangents(const Goal& given) {
    Goal g = given;
    Proof out;
    for (const SlopeBound& b : bounds_) {
      if (b.order != 2) continue;
      const auto all = inside(given, b);
      if (all.size() > most_places) return std::nullopt;
      for (const Expr& p : places_of_tangents(given, b))
        for (const Expr& q : all)
          if (!(p == q)) say(g, out, b, p, q, 2);
    }
    return out.empty() ? std::nullopt : with_numbers_for_values(g, out);
  }

  Tree with_bounds_of_values(const Goal& given) {
    Goal g = given;
    Proof out;
    for (const SlopeBound& b : bounds_) {
      const auto all = inside(given, b);
      if (all.size() > most_places) continue;
      for (const Expr& p : all) {
        if (of_order(given, b.function, b.order) > 0) take(rule::Inst{b.hypothesis, {p}}, g, out);
        for (const Expr& q : all) {
          if (p == q || b.order > 2) continue;
          if (least(given.context, p, q) && (b.order == 1 || of_order(given, b.function, 1) > 1))
            say(g, out, b, p, q, 1);
          if (b.order == 2 && of_order(given, b.function, 0) > 1) say(g, out, b, p, q, 2);
        }
      }
    }
    return out.empty() ? std::nullopt : with_numbers_for_values(g, out);
  }

  Tree with_numbers_for_values(Goal& g, Proof& out) {
    std::vector<std::vector<Expr>> groups;
    if (!name_values(g, out, groups)) return std::nullopt;
    for (const auto& group : groups) by_differences_in(g, out, group);
    const auto rest = alone_(g);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }

  // F(t) beside its Taylor polynomial at p whose last coefficient is the bound: nowhere negative.
  static Expr remainder(const SlopeBound& b, const Expr& t, const Expr& p, int terms) {
    const auto value = [&](int k, const Expr& at) { return Expr::apply(b.function, {b.order - terms + k}, {at}); };
    const Expr step = sub(t, p);
    Expr e = sub(value(0, t), value(0, p));
    if (terms == 2) e = sub(e, mul(value(1, p), step));
    e = sub(e, terms == 1 ? mul(b.bound, step) : mul(quotient(b.bound, 2), pow(step, 2)));
    return b.below ? e : negate(e);
  }

  void say(Goal& g, Proof& out, const SlopeBound& b, const Expr& p, const Expr& q, int terms) {
    const Context& c = g.context;
    const Expr bound = Expr::variable("@@place"), t = Expr::variable(fresh_name(c));
    const auto body = [&](const Expr& at) { return Relation{Rel::ge, remainder(b, at, p, terms), 0}; };
    const Expr &from = terms == 1 ? p : b.lo, &to = b.hi;
    const Formula all = Formula::quantified(
        Formula::Kind::forall, {std::string(t.name()), bound, false, from, to, true, true}, Formula::of(body(bound)));
    const Relation said = body(q);
    const Step cut = rule::CutFormula{all}, intro = rule::Intro{std::string(t.name())};
    const auto both = apply(cut, LogicGoal{c, {}, Formula::of(said)});
    if (!both || both->size() != 2) return;
    const auto at_t = apply(intro, both->front());
    if (!at_t || at_t->size() != 1 || !at_t->front().goal.is(Formula::Kind::relation)) return;
    const auto everywhere = along({at_t->front().context, at_t->front().goal.relation}, t, p, b, terms);
    if (!everywhere) return;
    Proof proof{cut, intro};
    append(proof, *everywhere);
    const LogicGoal& there = both->back();
    const Step at = rule::AtFact{c.formulas().size() + there.facts.size(), q};
    const auto children = apply(at, there);
    if (!children || children->empty()) return;
    proof.push_back(at);
    for (const LogicGoal& child : *children) {
      if (!child.goal.is(Formula::Kind::relation)) return;
      const auto last = s_.immediate({child.context, child.goal.relation});
      if (!last) return;
      append(proof, *last);
    }
    cut_in(out, g, said, proof);
  }

  // Up and down from p, where it is 0 with its slopes before the last one.
  Tree along(const Goal& g, const Expr& t, const Expr& p, const SlopeBound& b, int left) const {
    if (auto t0 = contradiction(g, t, p)) return t0;
    if (left > 0) {
      const ProveGoal slope = [&](const Goal& h) { return along(h, t, p, b, left - 1); };
      return steps(g, rule::Deriv{t, p}, {s_.immediate, slope, slope});
    }
    Goal h = g;
    Proof out;
    if (!above_the_low_end(h, out, t, p, b) || !take(rule::Inst{b.hypothesis, {t}}, h, out)) return std::nullopt;
    Tree last = s_.immediate(h);
    if (!last) last = prove_by_combination(h, s_.out_of_time);
    if (!last) {
      const auto values = nodes_of(h.relation, is_value);
      if (values.size() != 1 || !take(rule::Gen{fresh_name(h.context), Range{}, values.front()}, h, out))
        return std::nullopt;
      last = by_kinks(h, s_, 2);
    }
    if (!last) return std::nullopt;
    append(out, *last);
    return out;
  }

  // That t >= lo, where it is said of p.
  static bool above_the_low_end(Goal& h, Proof& out, const Expr& t, const Expr& p, const SlopeBound& b) {
    const auto& all = h.context.hypotheses();
    const auto above = std::ranges::find_if(all, [&](const Relation& r) { return r.lhs == t && r.rhs == p; });
    if (above == all.end() || p == b.lo) return true;
    const std::size_t number = static_cast<std::size_t>(above - all.begin()) + 1;
    const Relation there{Rel::ge, p, b.lo};
    if (!h.context.knows({sub(p, b.lo), Need::nonnegative})) return false;
    const auto known = h.context.matching_hypothesis(sub(p, b.lo), Rel::ge);
    if (known == 0) cut_in(out, h, there, Proof{rule::Sign{}});
    const std::size_t low = known == 0 ? h.context.hypotheses().size() : known;
    cut_in(out, h, {Rel::ge, t, b.lo}, Proof{rule::Combine{Rational(0), {{number, Rational(1)}, {low, Rational(1)}}}});
    return true;
  }

  // Of t on both sides of p, one of them perhaps by its range, nothing has to be shown.
  Tree contradiction(const Goal& g, const Expr& t, const Expr& p) const {
    Goal h = g;
    Proof out;
    Weights sides;
    bool strict = false;
    for (const Relation& side : {Relation{Rel::gt, t, p}, Relation{Rel::gt, p, t}}) {
      const auto& all = h.context.hypotheses();
      const auto says = [&](const Relation& r) { return r.lhs == side.lhs && r.rhs == side.rhs; };
      auto found = std::ranges::find(all, side);
      strict = strict || found != all.end();
      if (found == all.end()) found = std::ranges::find_if(all, says);
      std::size_t number = static_cast<std::size_t>(found - all.begin()) + 1;
      if (found == all.end()) {
        const Range& r = g.context.find(t)->range;
        const End& end = side.lhs == t ? r.lo : r.hi;
        if (end.infinite || !p.is_constant(end.value)) return std::nullopt;
        const Relation closed{Rel::ge, side.lhs, side.rhs};
        cut_in(out, h, closed, Proof{rule::Sign{}});
        number = h.context.hypotheses().size();
      }
      sides.emplace_back(number, Rational(1));
    }
    if (!strict) return std::nullopt;
    cut_in(out, h, {Rel::gt, 0, 0}, Proof{rule::Combine{Rational(0), sides}});
    out.emplace_back(rule::Prune{h.context.hypotheses().size(), Effort::prune_bits});
    return out;
  }

  // The values as variables; those of one derivative, and the places that are variables, as groups.
  static bool name_values(Goal& g, Proof& out, std::vector<std::vector<Expr>>& groups) {
    std::vector<std::pair<std::string, int>> of;
    std::vector<Expr> places;
    for (std::size_t n = 0;; ++n) {
      std::vector<Expr> values;
      const auto look = [&](const Relation& r) {
        const auto more = nodes_of(r, is_value);
        values.insert(values.end(), more.begin(), more.end());
      };
      look(g.relation);
      for (const Relation& h : g.context.hypotheses()) look(h);
      if (values.empty()) break;
      const Expr value = values.front(), name = Expr::variable(fresh_name(g.context));
      if (n == most_values || !take(rule::Gen{std::string(name.name()), Range{}, value}, g, out)) return false;
      const std::pair kind{value.name(), order_of(value)};
      const auto at = static_cast<std::size_t>(std::ranges::find(of, kind) - of.begin());
      if (at == of.size()) {
        of.push_back(kind);
        groups.emplace_back();
      }
      groups[at].push_back(name);
      const Expr& place = value.arg(0);
      if (place.op() == Op::variable && std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
    groups.push_back(places);
    return true;
  }

  // Where only the differences of these variables matter: as the differences to the first of them.
  static void by_differences_in(Goal& g, Proof& out, const std::vector<Expr>& group) {
    if (group.size() < 2) return;
    const Expr& base = group.front();
    Goal h = g;
    Proof lines;
    for (const Expr& v : group) {
      if (v == base) continue;
      const std::string name = fresh_name(h.context);
      if (!take(rule::Subst{v, name, Range{}, add(base, Expr::variable(name))}, h, lines)) return;
    }
    Algebra a = h.context.algebra();
    const auto without_base = [&](const Relation& r) {
      const auto e = a.simplified(sub(r.lhs, r.rhs));
      return e && !depends_on(*e, base) ? e : std::nullopt;
    };
    const auto all = h.context.hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!mentions(all[i], base)) continue;
      const auto e = without_base(all[i]);
      if (!e) return;
      if (!e->is_constant())
        cut_in(lines, h, {all[i].rel, *e, 0}, Proof{rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
    }
    const auto e = without_base(h.relation);
    if (!e || !take(rewrite_to(*e), h, lines) || !take(rule::Widen{base, h.context.find(base)->range}, h, lines))
      return;
    g = h;
    append(out, lines);
  }
};

}  // namespace

Tree by_mean_values(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.context.language() < 3 || g.context.forall_hypotheses().empty() || nodes_of(g.relation, is_value).empty())
    return std::nullopt;
  return MeanValues(g, s, alone).run(g, most_cases);
}

}  // namespace dpcert::verify
