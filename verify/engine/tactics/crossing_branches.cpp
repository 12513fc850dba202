// A maximum on the larger side, or a minimum on the smaller one, of which neither argument is enough everywhere: they
// cross where a variable of the whole line has a value that the places of the functions tell, and on either side of
// that value the goal holds with the larger one. So are trade-off functions of pure and of Gaussian privacy compared.
// What one branch alone says of tails beyond a bound is shown in the same way.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_crossing_places = 8;

std::pair<Expr, Expr> both_arguments(const Expr& e) {
  return {e.arg(0), e.op() == Op::abs ? negate(e.arg(0)) : e.arg(1)};
}

// Where e is 0 as an affine function of x, without x.
std::optional<Expr> zero_of(Algebra& a, const Expr& e, const Expr& x) {
  const auto p = depends_on(e, x) ? a.coefficients(e, x) : std::nullopt;
  if (!p || p->size() != 2) return std::nullopt;
  return a.simplified(quotient(negate((*p)[0]), (*p)[1]));
}

// Values of x at which two functions have the same argument, or opposite ones, and at which `decider` is 0 then.
std::vector<Expr> crossings(const Context& c, const Expr& decider, const Expr& x) {
  Algebra a = c.algebra();
  std::vector<Expr> places, out;
  for (const Expr& f :
       nodes_of({Rel::ge, decider, 0}, [&](const Expr& e) { return e.args().size() == 1 && e.op() != Op::neg; }))
    if (std::ranges::find(places, f.arg(0)) == places.end()) places.push_back(f.arg(0));
  if (places.size() > most_crossing_places) return out;
  const auto look = [&](const Expr& e) {
    const auto at = zero_of(a, e, x);
    if (!at || std::ranges::find(out, *at) != out.end() || !is_defined(c, *at)) return;
    if (a.is_zero(substitute(decider, {{x, *at}}))) out.push_back(*at);
  };
  look(decider);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      look(sub(places[i], places[j]));
      look(add(places[i], places[j]));
    }
  return out;
}

// 1 - normal_cdf(u) as normal_cdf(-u), and what is typed as negative on the other side: two positive sides.
Relation with_complements(const Context& c, const Relation& r) {
  Algebra a = c.algebra();
  std::vector<Expr> terms;
  terms_of(sub(r.lhs, r.rhs), 1, terms);
  const auto one = std::ranges::find_if(terms, [](const Expr& t) { return t.is_constant(1) || t.is_constant(-1); });
  if (one != terms.end()) {
    const bool up = one->is_constant(1);
    const auto tail = std::ranges::find_if(terms, [&](const Expr& t) {
      const Expr f = up ? negate(t) : t;
      return f.op() == Op::normal_cdf;
    });
    if (tail != terms.end()) {
      const Expr u = (up ? negate(*tail) : *tail).arg(0), mirrored = negate(u);
      const Expr f = normal_cdf(a.simplified(mirrored).value_or(mirrored));
      *tail = up ? f : negate(f);
      terms.erase(one);
    }
  }
  Expr above = 0, below = 0;
  for (const Expr& t : terms) {
    if (c.positive_(t))
      above = add(above, t);
    else if (c.positive_(negate(t)))
      below = add(below, negate(t));
    else
      return r;
  }
  return {r.rel, above, below};
}

// 1 - normal_cdf(u) as normal_cdf(-u) and exp(log(u)), exp(-log(u)) as u, 1/u wherever they stand: as a level is typed
// that is a value of the law, and an epsilon that is the logarithm of odds.
Expr in_values_of_the_law(Algebra& a, const Expr& e) {
  return transform(e, [&](const Expr& n, std::span<Expr> args) -> Expr {
    const Expr m = with_args(n, args);
    if (m.op() == Op::sub && m.arg(0).is_constant(1) && m.arg(1).op() == Op::normal_cdf) {
      const Expr mirrored = negate(m.arg(1).arg(0));
      return normal_cdf(a.simplified(mirrored).value_or(mirrored));
    }
    if (m.op() != Op::exp) return m;
    const Expr& u = m.arg(0);
    if (u.op() == Op::log) return u.arg(0);
    return u.op() == Op::neg && u.arg(0).op() == Op::log ? quotient(1, u.arg(0).arg(0)) : m;
  });
}

class CrossingBranches {
 public:
  CrossingBranches(const Subprover& s, int depth, const ProveGoal& alone) : s_(s), depth_(depth), alone_(alone) {}

  Tree prove(const Goal& g) const {
    if (auto t = of_three(g)) return t;
    const Context& c = g.context;
    Algebra a = c.algebra();
    const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
    const auto kinks = nodes_of(g.relation, is_kink);
    if (kinks.empty()) return of_one_branch(g);
    if (kinks.size() != 1 || kinks[0].args().size() > 2) return std::nullopt;
    const Expr& kink = kinks[0];
    const auto p = a.coefficients(replaced(d, kink, t), t);
    if (!p || p->size() != 2) return std::nullopt;
    const Expr& w = (*p)[1];
    if (!c.knows({kink.op() == Op::min ? negate(w) : w, Need::nonnegative})) return std::nullopt;
    const Expr decider = decider_of_kink(kink);
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !v.range.lo.infinite || !v.range.hi.infinite || !depends_on(decider, x)) continue;
      for (const Expr& at : crossings(c, decider, x)) {
        const auto side = [&](bool above) -> ProveGoal {
          return [&, above](const Goal& h) { return on_a_side(h, kink, w, x, at, above); };
        };
        if (auto tree = steps(g, rule::Cases{sub(x, at)}, {side(true), side(false)})) return tree;
      }
    }
    return std::nullopt;
  }

 private:
  // What one branch says beyond the place where it is the larger one, as tails of a law on this side of a bound.
  Tree of_one_branch(const Goal& g) const {
    const Context& c = g.context;
    if (nodes_of(g.relation, is_error_function).empty()) return std::nullopt;
    Algebra a = c.algebra();
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !v.range.lo.infinite || !v.range.hi.infinite || !depends_on(g.difference(), x)) continue;
      for (const Relation& h : c.hypotheses()) {
        const auto p = h.rel == Rel::eq || !mentions(h, x) ? std::nullopt : a.coefficients(sub(h.lhs, h.rhs), x);
        const auto at = p && p->size() == 2 ? zero_of(a, sub(h.lhs, h.rhs), x) : std::nullopt;
        if (!at || !is_defined(c, *at)) continue;
        const bool above = c.positive_((*p)[1]);
        if (!above && !c.positive_(negate((*p)[1]))) continue;
        if (auto t = from_crossing(g, x, *at, above, false)) return t;
      }
    }
    return gap_of_tails(g);
  }

  // With two positive sides.
  Tree gap_of_tails(const Goal& g) const {
    const Relation sides = with_complements(g.context, g.relation);
    if (sides == g.relation) return std::nullopt;
    return rewritten(g, sides.lhs, sides.rhs, [&](const Goal& h) { return by_jensen_gaps(h, s_, depth_); });
  }

  // A maximum of three, 0 among them say, is the larger one of any two of them: of two, and then with the third.
  Tree of_three(const Goal& g) const {
    const auto kinks = nodes_of(g.relation, is_kink);
    if (kinks.size() != 2) return std::nullopt;
    const Expr &inner = kinks[0], &outer = kinks[1];
    if (inner.op() != outer.op() || inner.args().size() != 2 || outer.args().size() != 2 ||
        (outer.arg(0) != inner && outer.arg(1) != inner))
      return std::nullopt;
    const Expr& third = outer.arg(0) == inner ? outer.arg(1) : outer.arg(0);
    const Expr t = Expr::variable(fresh_name(g.context));
    Algebra a = g.context.algebra();
    const auto p = a.coefficients(replaced(g.difference(), outer, t), t);
    if (!p || p->size() != 2) return std::nullopt;
    const bool larger = outer.op() == Op::max;
    const Expr& w = (*p)[1];
    if (!g.context.knows({larger ? w : negate(w), Need::nonnegative})) return std::nullopt;
    const auto pair = [&](const Expr& u, const Expr& v) { return larger ? max(u, v) : min(u, v); };
    for (const Expr& two : {pair(inner.arg(1), third), pair(inner.arg(0), third), inner}) {
      const Relation enough{g.relation.rel, replaced(g.relation.lhs, outer, two), replaced(g.relation.rhs, outer, two)};
      if (!looks_nonnegative(g.context, sub(enough.lhs, enough.rhs))) continue;
      const auto main = prove({g.context, enough});
      if (!main) continue;
      Goal now = g;
      Proof out;
      cut_in(out, now, enough, *main);
      const Relation bound = larger ? Relation{Rel::ge, outer, two} : Relation{Rel::ge, two, outer};
      const std::function<Tree(const Goal&)> decided = [&](const Goal& h) -> Tree {
        const Relation r{h.relation.rel, without_decided_kinks(h.relation.lhs, h.context),
                         without_decided_kinks(h.relation.rhs, h.context)};
        const auto left = nodes_of(r, is_kink);
        return rewritten(h, r.lhs, r.rhs, [&](const Goal& k) -> Tree {
          if (left.empty()) return s_.immediate(k);
          return steps(k, rule::Cases{decider_of_kink(left.front())}, {decided});
        });
      };
      const auto known = decided({now.context, bound});
      if (!known) return std::nullopt;
      cut_in(out, now, bound, *known);
      const std::size_t last = now.context.hypotheses().size();
      out.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, weight(larger ? w : negate(w))}}});
      return out;
    }
    return std::nullopt;
  }

  // With the argument that is the larger one on this side.
  Tree on_a_side(const Goal& g, const Expr& kink, const Expr& w, const Expr& x, const Expr& at, bool above) const {
    const auto [one, other] = both_arguments(kink);
    for (const Expr& u : {one, other}) {
      const Relation enough{g.relation.rel, replaced(g.relation.lhs, kink, u), replaced(g.relation.rhs, kink, u)};
      if (!looks_nonnegative(g.context, sub(enough.lhs, enough.rhs))) continue;
      const auto main = from_crossing({g.context, enough}, x, at, above);
      if (!main) continue;
      Goal now = g;
      Proof out;
      cut_in(out, now, enough, *main);
      const bool larger = kink.op() != Op::min;
      const Relation bound = larger ? Relation{Rel::ge, kink, u} : Relation{Rel::ge, u, kink};
      const auto known = steps({now.context, bound}, rule::Cases{decider_of_kink(kink)}, {[&](const Goal& h) {
                                 return rewritten(h, without_decided_kinks(bound.lhs, h.context),
                                                  without_decided_kinks(bound.rhs, h.context), s_.immediate);
                               }});
      if (!known) return std::nullopt;
      cut_in(out, now, bound, *known);
      const std::size_t last = now.context.hypotheses().size();
      out.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, weight(larger ? w : negate(w))}}});
      return out;
    }
    return std::nullopt;
  }

  // In the distance from where they cross. `any_way`: what is no gap of Jensen's kind is a goal as any other.
  Tree from_crossing(const Goal& g, const Expr& x, const Expr& at, bool above, bool any_way = true) const {
    Goal h = g;
    Proof out;
    const std::string name = fresh_name(g.context);
    const Expr t = Expr::variable(name);
    const Range from_zero{{false, true, Rational(0)}, {}};
    if (!take(rule::Subst{x, name, from_zero, above ? add(at, t) : sub(at, t)}, h, out)) return std::nullopt;
    // The place itself is among them now; what was said of the side goes.
    if (!take(rule::Widen{t, from_zero}, h, out)) return std::nullopt;
    Algebra a = h.context.algebra();
    const Relation simple{h.relation.rel, with_simple_arguments(a, h.relation.lhs),
                          with_simple_arguments(a, h.relation.rhs)};
    const Relation sides = with_complements(h.context, simple);
    if (!(sides == h.relation) && !take(rule::Rewrite{sides.lhs, sides.rhs}, h, out)) return std::nullopt;
    auto rest = by_jensen_gaps(h, s_, depth_);
    if (!rest && any_way) rest = alone_(h);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }

  const Subprover& s_;
  int depth_;
  const ProveGoal& alone_;
};

}  // namespace

Tree by_crossing_branches(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty() || !c.formulas().empty()) return std::nullopt;
  const ProveGoal crossing = [&](const Goal& h) { return CrossingBranches(s, depth, alone).prove(h); };
  Algebra a = c.algebra();
  const Relation plain{g.relation.rel, in_values_of_the_law(a, g.relation.lhs),
                       in_values_of_the_law(a, g.relation.rhs)};
  if (plain == g.relation) return crossing(g);
  return rewritten(g, plain.lhs, plain.rhs, crossing);
}

}  // namespace dpcert::verify
