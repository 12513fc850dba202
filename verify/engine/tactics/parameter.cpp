// F(b) >= F(a) where b >= a: a function of one of two ordered variables at both of them, and perhaps of others. The
// larger variable is the smaller one and a gap, and along the gap the difference has the slope F' at one place.
#include <utility>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// What is at `large` minus what is at `small`, each being the same function of its variable.
struct TwoPlaces {
  Expr small, large, function;  // in `large`
};

std::optional<TwoPlaces> two_places_of(const Goal& g, const Relation& order) {
  const Expr &large = order.lhs, &small = order.rhs, &lhs = g.relation.lhs, &rhs = g.relation.rhs;
  for (const Expr& e : {large, small}) {
    const Variable* v = e.op() == Op::variable ? g.context.find(e) : nullptr;
    if (order.rel == Rel::eq || !v || v->integer) return std::nullopt;
  }
  Algebra a = g.context.algebra();
  const auto same = [&](const Expr& at_large, const Expr& at_small) {
    if (depends_on(at_large, small) || depends_on(at_small, large) || !depends_on(at_large, large)) return false;
    return a.is_zero(sub(substitute(at_large, {{large, small}}), at_small));
  };
  if (same(lhs, rhs)) return TwoPlaces{small, large, lhs};
  if (same(rhs, lhs)) return TwoPlaces{small, large, negate(rhs)};
  return std::nullopt;
}

// F' as a positive factor times the rest: of a quotient N/M that is N' M - N M'.
std::pair<Expr, Expr> slope_by_factors(const Expr& f, const Expr& x) {
  if (f.op() == Op::neg) {
    auto [weight, rest] = slope_by_factors(f.arg(0), x);
    return {weight, negate(rest)};
  }
  if (f.op() != Op::div || !depends_on(f.arg(1), x)) return {1, derivative(f, x)};
  const Expr &n = f.arg(0), &m = f.arg(1);
  return {quotient(1, pow(m, 2)), sub(mul(derivative(n, x), m), mul(n, derivative(m, x)))};
}

// The goal speaks of small + gap only: by a variable for it, of which the bounds of the large variable are known.
Tree at_one_place(const Goal& g, const Expr& place, const std::vector<Expr>& gone, const Range& range,
                  const Subprover& s, const ProveGoal& alone) {
  Goal now = g;
  Proof out;
  for (const bool low : {true, false}) {
    const End& end = low ? range.lo : range.hi;
    if (end.infinite) continue;
    const Rel rel = end.closed ? Rel::ge : Rel::gt;
    const Relation bound = low ? Relation{rel, place, end.value} : Relation{rel, end.value, place};
    auto t = s.immediate({now.context, bound});
    if (!t) t = alone({now.context, bound});
    if (t) cut_in(out, now, bound, *t);
  }
  const std::string name = fresh_name(now.context);
  if (!take(rule::Gen{name, Range{}, place}, now, out)) return std::nullopt;
  for (const Expr& v : gone)
    if (!take(rule::Widen{v, now.context.find(v)->range}, now, out)) return std::nullopt;
  derive_bounds(now, out);
  for (const Expr& v : gone)
    if (depends_on(now.difference(), v)) return std::nullopt;
  if (!looks_nonnegative(now.context, now.difference())) return std::nullopt;
  const auto rest = without_empty_hypotheses(now, alone);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

Tree along_the_gap(const Goal& g, const TwoPlaces& p, const Subprover& s, const ProveGoal& alone) {
  const Variable range_of_large = *g.context.find(p.large);
  const std::string name = fresh_name(g.context);
  const Expr gap = Expr::variable(name), place = add(p.small, gap);
  const auto [weight, core] = slope_by_factors(p.function, p.large);
  const Expr weight_there = substitute(weight, {{p.large, place}}), core_there = substitute(core, {{p.large, place}});
  const auto slope = [&](const Goal& h) -> Tree {
    const auto rest = weight.is_constant(1) ? std::optional<Goal>(h) : after(rule::Factor{weight_there, core_there}, h);
    if (!rest) return std::nullopt;
    Proof out;
    if (!weight.is_constant(1)) out.emplace_back(rule::Factor{weight_there, core_there});
    const auto t = at_one_place(*rest, place, {p.small, gap}, range_of_large.range, s, alone);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  };
  return steps(g, rule::Subst{p.large, name, {{false, true, Rational(0)}, {}}, place}, {[&](const Goal& h) -> Tree {
                 const auto smooth = smoothness(h.context, h.difference(), gap, true);
                 if (!smooth) return std::nullopt;
                 return both_sides(h, rule::Mono{gap, true, smooth == Smooth::inside, false}, 1, s.immediate, slope);
               }});
}

}  // namespace

Tree by_parameter(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge || !g.context.forall_hypotheses().empty()) return std::nullopt;
  for (const Relation& order : g.context.hypotheses()) {
    const auto p = two_places_of(g, order);
    if (!p) continue;
    if (auto t = along_the_gap(g, *p, s, alone)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
