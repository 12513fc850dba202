// A hypothesis bounds a variable by an expression in the others, x >= C or x^2 >= K, and the goal is monotone in x: it
// is shown at x = C, and to be no less at x, by its slope along x. For noise scales that are at least what a
// calibration asks for, sample sizes above a bound, and the like.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

struct Bound {
  Expr at;
  bool lower;
};

bool has_variables(const Context& c, const Expr& e) {
  return std::ranges::any_of(c.variables(), [&](const Variable& v) { return depends_on(e, Expr::variable(v.name)); });
}

std::optional<Bound> bound_of(const Context& c, Algebra& a, const Relation& h, const Variable& v) {
  const Expr x = Expr::variable(v.name);
  // As it is written: a normal form may hide why a root or a logarithm is defined.
  if (h.lhs == x && !depends_on(h.rhs, x)) return Bound{h.rhs, true};
  if (h.rhs == x && !depends_on(h.lhs, x)) return Bound{h.lhs, false};
  const bool on_the_left = depends_on(h.lhs, x);
  const Expr &side = on_the_left ? h.lhs : h.rhs, &other = on_the_left ? h.rhs : h.lhs;
  if (depends_on(other, x)) return std::nullopt;
  const auto p = a.coefficients(side, x);
  if (!p || p->size() < 2 || p->size() > 3 || (p->size() == 3 && !a.is_zero((*p)[1]))) return std::nullopt;
  const Expr& k = p->back();
  if (!c.positive_(k)) return std::nullopt;
  const Expr rest = a.is_zero(p->front()) ? other : sub(other, p->front());
  const Expr value = k.is_constant(1) ? rest : quotient(rest, k);
  if (p->size() == 2) return Bound{value, on_the_left};
  const bool from_zero = !v.range.lo.infinite && v.range.lo.value.sign() >= 0;
  return from_zero && c.knows({value, Need::nonnegative}) ? std::optional(Bound{sqrt(value), on_the_left})
                                                          : std::nullopt;
}

// F(x) >= F(C), C by a name of its own.
Tree no_less(const Goal& g, const Expr& x, const Bound& b, const Subprover& s, const ProveGoal& alone) {
  const Relation order = b.lower ? Relation{Rel::ge, x, b.at} : Relation{Rel::ge, b.at, x};
  Goal now = g;
  Proof out;
  if (now.context.matching_hypothesis(sub(order.lhs, order.rhs), Rel::ge) == 0) {
    auto t = s.immediate({now.context, order});
    if (!t) t = alone({now.context, order});
    if (!t) return std::nullopt;
    cut_in(out, now, order, *t);
  }
  const End& end = now.context.find(x)->range.lo;
  const bool positive = !end.infinite && end.value.is_zero() && !end.closed;
  const Range range = positive ? Range{{false, false, Rational(0)}, {}} : Range{};
  if (!take(rule::Gen{fresh_name(now.context), range, b.at}, now, out)) return std::nullopt;
  const auto t = by_parameter(now, s, alone);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_bounds_in_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const Context& c = g.context;
  const Expr d = g.difference();
  Algebra a = c.algebra();
  for (const Relation& h : c.hypotheses()) {
    if (h.rel == Rel::eq) continue;
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !depends_on(d, x) || !is_smooth_in(d, x)) continue;
      const auto b = bound_of(c, a, h, v);
      if (!b || b->at.op() == Op::variable || !has_variables(c, b->at) || !is_defined(c, b->at)) continue;
      const Expr slope = derivative(d, x), there = substitute(d, {{x, b->at}});
      if (!looks_nonnegative(c, b->lower ? slope : negate(slope)) || !looks_nonnegative(c, there)) continue;
      if (!is_defined(c, there)) continue;
      const Expr part = terms_with(d, x);
      const Relation base{g.relation.rel, there, 0}, rise{Rel::ge, part, substitute(part, {{x, b->at}})};
      const auto more = no_less({c, rise}, x, *b, s, alone);
      if (!more) continue;
      // The base is shown without what mentions x: it may come behind.
      Proof out;
      Goal now = g;
      cut_in(out, now, rise, *more);
      const auto least = steps({now.context, base}, rule::Widen{x, v.range}, {alone});
      if (!least) continue;
      cut_in(out, now, base, *least);
      const std::size_t first = c.hypotheses().size() + 1;
      out.emplace_back(rule::Combine{Rational(0), {{first, Rational(1)}, {first + 1, Rational(1)}}});
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
