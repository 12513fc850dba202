// Induction on m <= n beside what is said of n: for claims about n records of which hypotheses speak (each is at least
// c, each is at most the next one), where induction on n itself would lose these hypotheses.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

using Kind = Formula::Kind;

// Does the end of a sum or product, or a place of a sequence, move with n?
bool speaks_of_records(const Goal& g, const Expr& n) {
  return !nodes_of(g.relation, [&](const Expr& e) {
            if (is_repeated(e)) return depends_on(e.arg(0), n) || depends_on(e.arg(1), n);
            return e.op() == Op::sequence && depends_on(e.arg(0), n);
          }).empty();
}

// Sums, products, values and powers with a variable exponent: what stands for a number that nothing else says.
bool is_number_of_its_own(const Expr& e) {
  return is_opaque(e) || (e.op() == Op::pow && !e.arg(1).is_constant()) || e.op() == Op::exp;
}
void outermost(const Expr& e, std::vector<Expr>& out) {
  if (is_number_of_its_own(e)) {
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    return;
  }
  for (const Expr& part : e.args()) outermost(part, out);
}

// D with what is known of its sums, products and values in their place.
Expr resolved(const Unfolded& x, Algebra& a, Weights& weights) {
  const Expr d = x.resolved(a, x.goal.difference(), weights);
  return a.simplified(d).value_or(d);
}

class InductionUpTo {
 public:
  InductionUpTo(const Goal& g, const Variable& n, const Subprover& s, int depth)
      : g_(g), n_(Expr::variable(n.name)), least_(n.range.lo.value.ceil()), s_(s), depth_(depth) {}

  // From one number to the next.
  Tree alone() { return with({}); }
  // With each of what may hold beside the goal.
  Tree run() {
    if (auto t = alone()) return t;
    for (const Relation& also : differences())
      if (auto t = with({also})) return t;
    for (const Relation& also : bounds())
      if (auto t = with({also})) return t;
    return std::nullopt;
  }

 private:
  Tree with(const std::vector<Relation>& also) {
    if (s_.out_of_time()) return std::nullopt;
    const WorkLimit limit(work_left() / 2);  // some for what may hold beside it
    const std::string name = fresh_name(g_.context);
    const Expr m = Expr::variable(name), bound = Expr::variable("@@" + name);
    const Relation up_to{Rel::ge, n_, bound};
    std::vector<Formula> claims{Formula::of(substitute(g_.relation, {{n_, bound}}))};
    for (const Relation& r : also) claims.push_back(Formula::of(substitute(r, {{n_, bound}})));
    const Formula all = Formula::quantified(Kind::forall, {name, bound, true, Expr(least_), std::nullopt, true, false},
                                            Formula::joined(Kind::implies, Formula::of(up_to), conjunction(claims)));
    Proof out;
    const auto parts = taken(rule::CutFormula{all}, {g_.context, {}, Formula::of(g_.relation)}, out);
    if (parts.size() != 2) return std::nullopt;
    const auto inside = taken(rule::Intro{name}, parts[0], out);
    if (inside.size() != 1) return std::nullopt;
    const auto cases = taken(rule::Induct{m}, inside[0], out);
    if (cases.size() != 2 || !first(cases[0], out) || !next(cases[1], out) || !last(parts[1], out)) return std::nullopt;
    return out;
  }

  static std::vector<LogicGoal> taken(const Step& step, const LogicGoal& g, Proof& out) {
    auto children = apply(step, g);
    if (!children) return {};
    out.push_back(step);
    return std::move(*children);
  }

  bool first(const LogicGoal& g, Proof& out) {
    const auto inside = taken(rule::Intro{""}, g, out);
    return inside.size() == 1 && each_part(inside[0], out, [&](const Goal& h) { return start(h); });
  }
  bool next(const LogicGoal& g, Proof& out) {
    const auto inside = taken(rule::Intro{""}, g, out);
    if (inside.size() != 1) return false;
    const auto known = taken(rule::ApplyFact{1 + g.context.formulas().size()}, inside[0], out);
    if (known.size() != 2 || !done(known[0], out)) return false;
    const std::size_t before = inside[0].context.hypotheses().size();
    return each_part(known[1], out, [&](const Goal& h) { return one_more(h, before); });
  }
  // What is said of every m <= n, of n.
  bool last(const LogicGoal& g, Proof& out) {
    const auto at = taken(rule::AtFact{1 + g.context.formulas().size(), n_}, g, out);
    if (at.size() != 2 || !done(at[0], out)) return false;
    const auto known = taken(rule::ApplyFact{2 + g.context.formulas().size()}, at[1], out);
    return known.size() == 2 && done(known[0], out) && done(known[1], out);
  }
  bool done(const LogicGoal& g, Proof& out) const {
    const Tree t = g.goal.is(Kind::relation) ? s_.immediate({g.context, g.goal.relation}) : std::nullopt;
    if (t) append(out, *t);
    return t.has_value();
  }
  static bool each_part(const LogicGoal& g, Proof& out, const ProveGoal& prove) {
    if (g.goal.is(Kind::both)) {
      const auto parts = taken(rule::Parts{}, g, out);
      return parts.size() == 2 && each_part(parts[0], out, prove) && each_part(parts[1], out, prove);
    }
    const Tree t = g.goal.is(Kind::relation) ? prove({g.context, with_plain_places(g.goal.relation)}) : std::nullopt;
    if (t) append(out, *t);
    return t.has_value();
  }

  // The goal at the least number.
  Tree start(const Goal& g) {
    if (is_defined(g.context, g.difference())) return one_more(g, g.context.hypotheses().size());
    Extended x{g};
    instantiate(x, {Expr(least_)});
    const Tree t = one_more(x.goal, x.last());
    if (!t) return std::nullopt;
    append(x.lines, *t);
    return x.lines;
  }

  // From m to m + 1: hypotheses behind the first `before` are what is said of m.
  Tree one_more(const Goal& g, std::size_t before) {
    if (auto t = s_.immediate(g)) return t;
    if (auto t = step_under_functions(g, before, s_, depth_)) return t;
    Unfolded trial(g);
    trial.unfold();
    Extended x{g};
    instantiate(x, places_of(trial.goal));
    const std::vector<Relation> known = x.goal.context.hypotheses();
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Relation plain = with_plain_places(known[i]);
      if (plain == known[i]) continue;
      cut_in(x.lines, x.goal, plain, {rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
    }
    const std::size_t behind = g.context.hypotheses().size();
    const Context& c = x.goal.context;
    Unfolded whole(x);
    whole.unfold();
    Algebra a = whole.goal.context.algebra();
    Weights weights;
    const Expr whole_difference = resolved(whole, a, weights);
    auto d = defined(a, c, whole_difference);
    if (!d) d = a.simplified(whole_difference);
    if (!d) return std::nullopt;
    const auto by_what_is_said = [&](const Expr& all, const Weights& more) -> Tree {
      for (std::size_t by = behind; by > before; --by) {
        const Relation said = c.hypotheses()[by - 1];
        for (const Expr& m : multipliers(a, c, said, all)) {
          if (!is_defined(c, m)) continue;
          const auto rest = defined(a, c, sub(all, mul(m, sub(said.lhs, said.rhs))));
          if (!rest) continue;
          Extended y = x;
          if (said.rel != Rel::eq && !is_shown(y, m)) continue;
          const bool strict = g.strict() && !(said.rel == Rel::gt && c.positive_(m));
          Weights weights_of_all = more;
          weights_of_all.emplace_back(by, weight(m));
          if (auto t = left(y, *rest, weights_of_all, strict)) return t;
        }
      }
      return std::nullopt;
    };
    // What the hypotheses say together, before any of them alone.
    const Relation at_once{g.strict() ? Rel::gt : Rel::ge, *d, 0};
    if (g.relation.rel != Rel::eq && combined(at_once, c))
      if (auto t = left(x, *d, {}, g.strict())) return t;
    // Without the values that inequalities between neighbours bound by others: first where others are left.
    Weights of_neighbours;
    const auto less = without_next_values(a, c, behind, before, *d, of_neighbours);
    const auto without_them = [&]() -> Tree {
      if (auto t = by_what_is_said(*less, of_neighbours)) return t;
      return left(x, *less, of_neighbours, g.strict());
    };
    const bool first = less && std::ranges::any_of(of_neighbours, [&](const auto& w) {
                         return values(c.hypotheses()[w.first - 1]).size() > 1;
                       });
    if (first)
      if (auto t = without_them()) return t;
    if (auto t = by_what_is_said(*d, {})) return t;
    if (auto t = left(x, *d, {}, g.strict())) return t;
    return less && !first ? without_them() : std::nullopt;
  }

  static std::vector<Expr> values(const Relation& r) {
    return nodes_of(r, [](const Expr& e) { return e.op() == Op::sequence; });
  }

  bool combined(const Relation& r, const Context& c) const {
    const WorkLimit limit(work_left() / 2);  // some for other ways
    return prove_by_combination({c, r}, s_.out_of_time).has_value();
  }

  // Is m >= 0, where the hypotheses say so together?
  bool is_shown(Extended& y, const Expr& m) const {
    if (y.goal.context.knows({m, Need::nonnegative})) return true;
    const Relation side{Rel::ge, m, 0};
    if (!looks_nonnegative(y.goal.context, m)) return false;
    const auto t = prove_by_combination({y.goal.context, side}, s_.out_of_time);
    if (t) cut_in(y.lines, y.goal, side, *t);
    return t.has_value();
  }

  // e in its normal form, as a product where only that shows that it is defined.
  static std::optional<Expr> defined(Algebra& a, const Context& c, const Expr& e) {
    auto out = a.simplified(e);
    if (out && !is_defined(c, *out)) out = product_of(a, c, e);
    return out && is_defined(c, *out) ? out : std::nullopt;
  }

  // D less multiples of the hypotheses behind the first ones, so that no value is left in it that is not in what is
  // said of m.
  std::optional<Expr> without_next_values(Algebra& a, const Context& c, std::size_t behind, std::size_t before,
                                          const Expr& all, Weights& weights) const {
    std::vector<Expr> now;
    for (std::size_t i = before; i < behind; ++i)
      for (const Expr& e : values(c.hypotheses()[i])) now.push_back(e);
    std::optional<Expr> d = all;
    std::vector<Expr> met = values({Rel::ge, all, 0});
    if (behind == before)  // at the least number, of which the values before it are known
      for (const Expr& e : met)
        if (e.args().size() == 1 && e.arg(0).is_constant() && !e.arg(0).is_constant(least_)) now.push_back(e);
    for (std::size_t at = 0; at < met.size() && at < Effort::most_instances; ++at) {
      const Expr e = met[at];
      if (std::ranges::find(now, e) != now.end()) continue;
      for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
        if (i >= before && i < behind) continue;
        const Relation& h = c.hypotheses()[i];
        const auto p = affine_in(a, c, sub(h.lhs, h.rhs), e), q = affine_in(a, c, *d, e);
        if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
        const auto m = a.simplified(quotient(q->second, p->second));
        if (!m || !is_defined(c, *m) || (h.rel != Rel::eq && !c.knows({*m, Need::nonnegative}))) continue;
        d = a.simplified(sub(*d, mul(*m, sub(h.lhs, h.rhs))));
        if (!d) return std::nullopt;
        weights.emplace_back(i + 1, weight(*m));
        for (const Expr& other : values({Rel::ge, *d, 0}))  // what this one brings in
          if (std::ranges::find(met, other) == met.end()) met.push_back(other);
        break;
      }
    }
    return weights.empty() ? std::nullopt : d;
  }

  // With its sums and values as they are written in what is known: a normal form may write them in another way.
  static Expr as_known(Algebra& a, Expr e, const Context& c) {
    std::vector<Expr> known, here;
    for (auto h = c.hypotheses().rbegin(); h != c.hypotheses().rend(); ++h)
      for (const Expr& side : {h->lhs, h->rhs}) outermost(side, known);
    outermost(e, here);
    for (const Expr& atom : here)
      for (const Expr& other : known)
        if (atom.op() == other.op() && atom != other && a.is_zero(sub(atom, other))) {
          e = replaced(e, atom, other);
          break;
        }
    return e;
  }

  // How often what is said of m goes into D: as the numbers ask that stand in both.
  std::vector<Expr> multipliers(Algebra& a, const Context& c, const Relation& said, const Expr& d) const {
    std::vector<Expr> out, atoms;
    const auto now = a.simplified(sub(said.lhs, said.rhs));
    if (!now) return out;
    outermost(*now, atoms);
    out.emplace_back(1);
    for (const Expr& atom : atoms) {
      const auto p = affine_in(a, c, *now, atom), q = affine_in(a, c, d, atom);
      if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
      const auto m = a.simplified(quotient(q->second, p->second));
      if (m && std::ranges::find(out, *m) == out.end()) out.push_back(*m);
    }
    return out;
  }

  // D is `rest`, and a multiple of what is said of m: shown before anything is unfolded.
  Tree left(const Extended& x, const Expr& plain, Weights weights, bool strict) {
    const bool eq = x.goal.relation.rel == Rel::eq;
    Extended y = x;
    Algebra forms = x.goal.context.algebra();
    const Expr rest = as_known(forms, plain, x.goal.context);
    if (eq && !rest.is_constant(0)) return std::nullopt;
    if (!eq && !y.goal.context.knows({rest, strict ? Need::positive : Need::nonnegative})) {
      if (rest.is_constant()) return std::nullopt;
      const Relation side{strict ? Rel::gt : Rel::ge, rest, 0};
      const auto proof = shown({y.goal.context, side});
      if (!proof) return std::nullopt;
      cut_in(y.lines, y.goal, side, *proof);
    }
    Unfolded z(std::move(y));
    z.unfold();
    Algebra a = z.goal.context.algebra();
    resolved(z, a, weights);
    z.lines.emplace_back(rule::Combine{weight(rest), weights});
    return z.lines;
  }

  Tree shown(const Goal& g) {
    if (auto t = s_.immediate(g)) return t;
    if (looks_nonnegative(g.context, g.difference()))
      if (auto t = prove_by_combination(g, s_.out_of_time)) return t;
    for (const bool all : {true, false})
      if (auto t = generalised(g, all)) return t;
    // Powers of neighbours are of one base: as numbers of their own they are as good as unrelated.
    if (!nodes_of(g.relation, [](const Expr& e) { return is_number_of_its_own(e) && !is_opaque(e); }).empty())
      if (auto t = generalised(g, true, false)) return t;
    const WorkLimit limit(work_left() / Effort::share_of_a_step);
    return by_terms(g, s_, depth_);
  }

  // Every sum, product and value as a variable; without what speaks of n, and of the other integers with `all`.
  Tree generalised(Goal g, bool all, bool powers = true) {
    Proof out;
    std::vector<Expr> atoms;
    for (const Expr& side : {g.relation.lhs, g.relation.rhs}) outermost(side, atoms);
    const auto moves = [&](const Expr& e) {
      return std::ranges::any_of(g.context.variables(),
                                 [&](const Variable& v) { return v.integer && depends_on(e, Expr::variable(v.name)); });
    };
    for (const Expr& e : atoms) {
      if (!is_opaque(e) && (!powers || !moves(e))) continue;  // a number of the statement, not of the induction
      if (!is_defined(g.context, e)) return std::nullopt;
      const Relation sign{Rel::ge, e, 0};
      if (is_repeated(e) && !g.context.forall_hypotheses().empty() && !g.context.knows({e, Need::nonnegative}))
        if (const auto t = by_terms({g.context, sign}, s_, depth_)) cut_in(out, g, sign, *t);
      if (!take(rule::Gen{fresh_name(g.context), range_from_zero(g.context, e), e}, g, out)) return std::nullopt;
    }
    const std::vector<Variable> variables = g.context.variables();
    for (const Variable& v : variables) {
      const Expr x = Expr::variable(v.name);
      if (v.integer && (all || x == n_) && !take(rule::Widen{x, v.range}, g, out)) return std::nullopt;
    }
    if (!looks_nonnegative(g.context, g.difference())) return std::nullopt;
    const WorkLimit limit(work_left() / Effort::share_of_a_step);
    const auto t = s_.prove(g, depth_ - 1, true);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // Places of sequences in a goal and in its hypotheses, and those before them.
  static std::vector<Expr> places_of(const Goal& g) {
    std::vector<Expr> out;
    const auto put = [&](const Expr& e) {
      if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    };
    const auto of = [&](const Relation& r) {
      for (const Expr& e : nodes_of(r, [](const Expr& n) { return n.op() == Op::sequence; }))
        for (const Expr& place : e.args())
          if (is_whole(place, g.context)) put(place);
    };
    of(g.relation);
    for (const Relation& h : g.context.hypotheses()) of(h);
    for (const Expr& e : std::vector(out)) put(plus(e, -1));
    return out;
  }

  // D at n less D at n - 1, and at n + 1 less D at n: what may be >= 0 by the same induction.
  std::vector<Relation> differences() const {
    std::vector<Relation> out;
    if (g_.relation.rel == Rel::eq) return out;
    const Expr d = g_.difference();
    for (const long by : {0L, 1L}) {
      const Expr more = sub(substitute(d, {{n_, plus(n_, by)}}), substitute(d, {{n_, plus(n_, by - 1)}}));
      Variable v = *g_.context.find(n_);
      v.range.lo = {false, true, least_ + (by == 0 ? 1 : 0)};
      Unfolded x(Goal{g_.context.with_range(n_, v.range), {Rel::ge, more, 0}});
      x.unfold();
      Algebra a = x.goal.context.algebra();
      Weights weights;
      const auto e = a.simplified(resolved(x, a, weights));
      if (e && !e->is_constant()) out.push_back({Rel::ge, *e, 0});
    }
    return out;
  }

  // Values of recursions between numbers that the goal knows.
  std::vector<Relation> bounds() const {
    std::vector<Expr> values, ends{0};
    const auto put = [](std::vector<Expr>& to, const Expr& e) {
      if (std::ranges::find(to, e) == to.end()) to.push_back(e);
    };
    for (const Expr& e : nodes_of(g_.relation, [](const Expr& n) { return n.op() == Op::sequence; })) {
      const Sequence* q = g_.context.find_sequence(e.name());
      if (!q || !q->recursion || !depends_on(e.arg(0), n_)) continue;
      put(values, e);
      for (const Expr& first : q->recursion->first) put(ends, first);
    }
    for (const Variable& v : g_.context.variables())
      if (!v.integer)
        for (const End& end : {v.range.lo, v.range.hi})
          if (!end.infinite) put(ends, Expr(end.value));
    std::vector<Relation> out;
    for (const Expr& x : values)
      for (const Expr& end : ends)
        for (const Expr& u : {sub(x, end), sub(end, x)})
          if (u != g_.difference() && looks_nonnegative(g_.context, u)) out.push_back({Rel::ge, u, 0});
    return out;
  }

  const Goal& g_;
  const Expr n_;
  const Rational least_;
  const Subprover& s_;
  int depth_;
};

}  // namespace

namespace {
// How many values the relation bounds from above, as far as their factors are numbers.
long bounded_values(Algebra& a, const Context& c, const Relation& r) {
  return std::ranges::count_if(nodes_of(r, [](const Expr& e) { return e.op() == Op::sequence; }), [&](const Expr& e) {
    const auto p = affine_in(a, c, sub(r.lhs, r.rhs), e);
    return p && p->second.is_constant() && p->second.value().sign() < 0;
  });
}

// Is what is said of every index other at the first one, as a step with 1 - 2/k, or not yet said at the least number?
bool is_other_at_first(const Context& c, const Rational& least) {
  Algebra a = c.algebra();
  return std::ranges::any_of(c.forall_hypotheses(), [&](const ForallHypothesis& h) {
    const auto lo = h.integer && h.inner.empty() ? rational_value(h.lo) : std::nullopt;
    if (!lo) return false;
    const auto at = [&](long more) {
      return bounded_values(a, c, with_plain_places(at_value(h, Expr(*lo + Rational(more))).relation));
    };
    return *lo == least + Rational(1) || at(0) > at(1);
  });
}

// The first number apart.
Tree first_apart(const Goal& g, const Variable& v, const Subprover& s, int depth) {
  const Expr n = Expr::variable(v.name);
  const auto alone = [&](const Goal& h) -> Tree {
    const Goal plain{h.context, with_plain_places(h.relation)};
    if (auto t = s.immediate(plain)) return t;
    return prove_by_combination(plain, s.out_of_time);
  };
  const auto first = [&](const Goal& h) { return steps(h, rule::Fix{n}, {alone}); };
  const Rational second = v.range.lo.value.ceil() + Rational(1);
  const auto further = [&](const Goal& h) -> Tree {
    const Variable* later = h.context.find(n);
    const Relation from{Rel::ge, n, Expr(second)};
    const auto said = steps({h.context, from}, rule::Integral{}, {s.immediate});
    if (!later || !said) return std::nullopt;
    Goal k = h;
    Proof out;
    cut_in(out, k, from, *said);
    const auto t = InductionUpTo(k, *later, s, depth).alone();
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  };
  return steps(g, rule::Split{n, second - Rational(1, 2)}, {first, further});
}

Tree on_each_integer(const Goal& g, const Subprover& s, int depth) {
  for (const Variable& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !speaks_of_records(g, n)) continue;
    if (auto t = InductionUpTo(g, v, s, depth).run()) return t;
    if (s.out_of_time() || !is_other_at_first(g.context, v.range.lo.value.ceil())) continue;
    if (auto t = first_apart(g, v, s, depth)) return t;
  }
  return std::nullopt;
}

// That a factor of a value in what is said of every index is not negative, where the numbers of the statement say so
// together: beside what is said of an index that takes longer.
void know_factors(Goal& g, Proof& out, const Subprover& s) {
  Algebra a = g.context.algebra();
  for (const ForallHypothesis& h : g.context.forall_hypotheses()) {
    if (!h.integer || !h.inner.empty()) continue;
    const auto is_value = [](const Expr& e) { return e.op() == Op::sequence; };
    for (const Expr& e : nodes_of(h.relation, is_value)) {
      const auto p = affine_in(a, g.context, sub(h.relation.lhs, h.relation.rhs), e);
      if (!p || p->second.is_constant()) continue;
      const Relation side{Rel::ge, p->second, 0};
      const auto is_known = [&](const std::string& name) { return g.context.find(Expr::variable(name)) != nullptr; };
      if (!std::ranges::all_of(variables_of(p->second), is_known) || !nodes_of(side, is_opaque).empty() ||
          g.context.knows({p->second, Need::nonnegative}) || !looks_nonnegative(g.context, p->second))
        continue;
      if (const auto t = prove_by_combination({g.context, side}, s.out_of_time)) cut_in(out, g, side, *t);
    }
  }
}

// Without a denominator that contains sums: that it is not 0 would be asked for at every m.
Tree without_denominator(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const auto fraction = a.fraction(g.difference());
  if (!fraction || nodes_of({Rel::eq, fraction->second, 0}, is_repeated).empty()) return std::nullopt;
  return steps(g, rule::Factor{quotient(1, fraction->second), fraction->first},
               {[&](const Goal& h) { return on_each_integer(h, s, depth); }});
}
}  // namespace

Tree by_induction_up_to(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || s.state.underway.records > 0) return std::nullopt;
  const Under under(s.state.underway.records);
  Goal h = g;
  Proof out;
  know_factors(h, out, s);
  Tree t = on_each_integer(h, s, depth);
  if (!t) t = without_denominator(h, s, depth);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
