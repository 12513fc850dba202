// The whole of a goal in other variables, each with rounds of its own: angles as parts of a turn, what an ordering
// leaves between its variables, and logarithms under roots.
#include <algorithm>
#include <set>

#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

bool has_pi(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::pi; }).empty();
}

// The end as a part of a turn, never inside of what it was.
End as_part_of_a_turn(const End& e, bool lower) {
  if (e.infinite || e.value.is_zero()) return e;
  const Interval q = Interval(e.value, Effort::step_bits) / Interval::pi(Effort::step_bits);
  return {false, true, lower ? q.lower_rational() : q.upper_rational()};
}

// A hypothesis over pi, if that is affine with rational coefficients.
std::optional<Affine> over_pi(Algebra& a, const Relation& h) {
  const auto d = a.simplified(quotient(sub(h.lhs, h.rhs), Expr::pi()));
  return d ? affine(*d) : std::nullopt;
}

// The range of t cut down by hypotheses that speak of pi t alone.
Range within_turns(const Context& c, const Expr& t, Range range) {
  Algebra a = c.algebra();
  for (const Relation& h : c.hypotheses()) {
    const auto f = over_pi(a, h);
    if (!f || h.rel == Rel::eq || f->coefficients.size() != 1 || f->coefficients.begin()->first != t.name()) continue;
    const Rational& slope = f->coefficients.begin()->second;
    const Rational bound = -f->constant / slope;
    const bool below = slope.sign() > 0;
    End& end = below ? range.lo : range.hi;
    if (end.infinite || (below ? end.value < bound : bound < end.value)) end = {false, h.rel != Rel::gt, bound};
  }
  return range;
}

}  // namespace

Tree by_turns(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto& said = g.context.hypotheses();
  if (!has_pi(g.difference()) &&
      std::ranges::none_of(said, [](const Relation& h) { return has_pi(h.lhs) || has_pi(h.rhs); }))
    return std::nullopt;
  const auto angles = nodes_of(g.relation, is_wave);
  Goal h = g;
  Proof out;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || std::ranges::none_of(angles, [&](const Expr& f) { return depends_on(f, x); })) continue;
    const std::string name = fresh_name(h.context);
    const Expr t = Expr::variable(name), value = mul(Expr::pi(), t);
    const Range whole{as_part_of_a_turn(v.range.lo, true), as_part_of_a_turn(v.range.hi, false)};
    const auto wide = after(rule::Subst{x, name, whole, value}, h);
    if (!wide) return std::nullopt;
    const Step step = rule::Subst{x, name, within_turns(wide->context, t, whole), value};
    const auto next = after(step, h);
    if (!next) return std::nullopt;
    out.push_back(step);
    h = *next;
  }
  if (out.empty()) return std::nullopt;
  // What is said between several of them, without pi. What is said of one of them is in its range.
  Algebra a = h.context.algebra();
  bool between = false;
  const std::size_t count = h.context.hypotheses().size();
  for (std::size_t i = 0; i < count; ++i) {
    const Relation r = h.context.hypotheses()[i];
    const auto f = over_pi(a, r);
    if (!f || f->coefficients.size() < 2) continue;
    Expr sum = Expr(f->constant);
    for (const auto& [name, c] : f->coefficients) sum = add(sum, mul(Expr(c), Expr::variable(name)));
    cut_in(out, h, {r.rel, sum, 0}, {rule::Combine{Rational(0), {{i + 1, quotient(1, Expr::pi())}}}});
    between = true;
  }
  Tree t;
  if (between) {
    // Of one of them the others say no more than its range.
    Goal bounded = h;
    Proof bounds;
    derive_bounds(bounded, bounds, true);
    const Expr d = h.difference();
    const bool one = std::ranges::count_if(h.context.variables(), [&](const Variable& v) {
                       return depends_on(d, Expr::variable(v.name));
                     }) == 1;
    if (!one) t = by_slacks(h, alone);
    if (!t) {
      append(out, bounds);
      t = alone(one ? without_hypotheses(bounded, out) : bounded);
    }
  } else {
    const Goal free = without_hypotheses(h, out);
    t = alone(free);
  }
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

namespace {

// The variable for which an affine hypothesis is solved, with what it is less than or more than by t. An integer is any
// real number there, so a real one is better.
struct Slack {
  Expr x, value;
  Rational from = 0;  // t is at least that
};
std::optional<Slack> slack(const Context& c, const Affine& a, const std::set<std::string>& taken, const Expr& t) {
  std::optional<Slack> found;
  int best = 0;
  for (const auto& [name, k] : a.coefficients) {
    const Variable* v = c.find(Expr::variable(name));
    if (!v || taken.contains(name)) continue;
    // The other end of one that is free asks for nothing.
    const bool free = k.sign() > 0 && v->range.hi.infinite;
    const int rank = (free ? 2 : 1) + (v->integer ? 0 : 2);
    if (rank <= best) continue;
    best = rank;
    // Of integers the difference itself, which is what stands in binomial coefficients and gamma functions.
    const Rational from = v->integer ? -a.constant : Rational(0);
    Expr rest = sub(t, Expr(a.constant + from));
    for (const auto& [other, f] : a.coefficients)
      if (other != name) rest = sub(rest, mul(Expr(f), Expr::variable(other)));
    found = Slack{Expr::variable(name), mul(Expr(Rational(1) / k), rest), from};
  }
  return found;
}

// The same for a variable without an end above that is more than a function of others: n >= exp(e)*log(1/d). An integer
// is any real number there.
std::optional<Slack> slack_above(const Context& c, Algebra& a, const Relation& said, const std::set<std::string>& taken,
                                 const Expr& t) {
  const Expr e = sub(said.lhs, said.rhs);
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.hi.infinite || taken.contains(v.name) || !depends_on(e, x)) continue;
    if (said.lhs == x && !depends_on(said.rhs, x)) return Slack{x, add(said.rhs, t)};  // as it is written
    const auto p = a.coefficients(e, x);
    if (!p || p->size() != 2 || !(*p)[1].is_constant() || (*p)[1].value().sign() < 0) continue;
    const auto bound = a.simplified(negate(quotient((*p)[0], (*p)[1])));
    if (bound && is_defined(c, *bound)) return Slack{x, add(*bound, t)};
  }
  return std::nullopt;
}

}  // namespace

Tree by_slacks(const Goal& g, const ProveGoal& alone, bool of_functions) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  // What is divided by would not be seen to be positive on the way.
  const auto divides = [](const Expr& n) { return n.op() == Op::div && !n.arg(1).is_constant(); };
  if (!nodes_of(h.relation, divides).empty())
    if (const auto f = polynomial_over_positive(h))
      take(rule::Factor{quotient(1, f->denominator), expression(f->numerator, f->variables)}, h, out);
  std::set<std::string> taken;
  bool above_functions = false;
  for (std::size_t i = 0; i < h.context.hypotheses().size();) {
    const Relation r = h.context.hypotheses()[i];
    if (r.rel == Rel::eq) return std::nullopt;
    Algebra a = h.context.algebra();
    const auto form = a.simplified(sub(r.lhs, r.rhs));
    const auto f = form ? affine(*form) : std::nullopt;
    const std::string name = fresh_name(h.context);
    const Expr t = Expr::variable(name);
    std::optional<Slack> s;
    if (form && !says_nothing(h.context, i)) {
      if (f && f->coefficients.size() < 2) return std::nullopt;
      if (f || of_functions) s = f ? slack(h.context, *f, taken, t) : slack_above(h.context, a, r, taken, t);
      if (f && !s) return std::nullopt;
    }
    if (!s) {  // no help, and dropped at the end
      ++i;
      continue;
    }
    const Step step = rule::Subst{s->x, name, Range{{false, r.rel != Rel::gt, s->from}, {}}, s->value};
    const auto next = after(step, h);
    if (!next) return std::nullopt;
    taken.insert(name);
    above_functions = above_functions || !f;
    out.push_back(step);
    h = *next;
    i = 0;
  }
  if (taken.empty() || above_functions != of_functions) return std::nullopt;
  const Goal free = without_hypotheses(h, out);
  const auto tidy = [&](const Goal& k) -> Tree {
    Algebra a = k.context.algebra();
    const Expr l = with_simple_arguments(a, k.relation.lhs), r = with_simple_arguments(a, k.relation.rhs);
    if ((l == k.relation.lhs && r == k.relation.rhs) || !is_defined(k.context, sub(l, r))) return alone(k);
    return rewritten(k, l, r, alone);
  };
  const auto t = above_functions ? with_named_functions(free, alone) : tidy(free);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree by_named_logarithms(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  // Ends of the old variable's range, which are rounded outward in the new one's, are hypotheses of no use.
  const bool free_before = g.context.hypotheses().empty();
  Subprover by_alone = s;
  by_alone.prove_within = [&](const Goal& h, int, bool, std::size_t) -> Tree {
    Proof out;
    const auto t = alone(free_before ? without_hypotheses(h, out) : h);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  };
  return by_log_substitution(g, by_alone, depth);
}

}  // namespace dpcert::verify
