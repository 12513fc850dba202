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

// The larger variable as the smaller one and a gap: all of it, or a share of what is left up to an end.
struct Gap {
  Expr place, small;  // the larger variable; the smaller one in `there`, a variable for the place
  Range range;
};

Gap gap_above(const Expr& small, const Expr& gap, const Range& large, const Expr& there) {
  if (large.hi.infinite) return {add(small, gap), sub(there, gap), {{false, true, Rational(0)}, {}}};
  const Expr end = large.hi.value;
  return {add(small, mul(sub(end, small), gap)),
          quotient(sub(there, mul(end, gap)), sub(1, gap)),
          {{false, true, Rational(0)}, {false, large.hi.closed, Rational(1)}}};
}

Tree along_the_gap(const Goal& g, const TwoPlaces& p, const ProveGoal& alone, const ProveGoal& immediate) {
  Range range = g.context.find(p.large)->range;
  // The place reaches what the smaller variable does.
  const Range& below = g.context.find(p.small)->range;
  for (const auto& [end, other] : {std::pair{&range.lo, &below.lo}, std::pair{&range.hi, &below.hi}})
    if (!end->infinite && !other->infinite && end->value == other->value && other->closed) end->closed = true;
  const std::string name = fresh_name(g.context);
  const Expr gap = Expr::variable(name);
  const auto factors = slope_by_factors(p.function, p.large);
  const Expr &weight = factors.first, &core = factors.second;
  const std::string name_there = fresh_name(g.context.with_variable({name, false, Range{}}));
  const Expr there = Expr::variable(name_there);
  const Gap way = gap_above(p.small, gap, range, there);
  const Expr slope = substitute(core, {{p.large, there}});
  const auto at_one_place = [&](const Goal& h) -> Tree {
    Goal now = h;
    Proof out;
    const Expr factor = mul(substitute(weight, {{p.large, way.place}}), derivative(way.place, gap));
    if (!take(rule::Factor{factor, substitute(core, {{p.large, way.place}})}, now, out) ||
        !take(rule::Subst{p.small, name_there, range, way.small}, now, out) || !take(rewrite_to(slope), now, out) ||
        !take(rule::Widen{gap, now.context.find(gap)->range}, now, out) || depends_on(now.difference(), gap) ||
        !looks_nonnegative(now.context, now.difference()))
      return std::nullopt;
    const auto rest = without_empty_hypotheses(now, alone);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  };
  return steps(g, rule::Subst{p.large, name, way.range, way.place}, {[&](const Goal& h) -> Tree {
                 const auto smooth = smoothness(h.context, h.difference(), gap, true);
                 if (!smooth) return std::nullopt;
                 const rule::Mono step{gap, true, smooth == Smooth::inside, false};
                 return both_sides(h, step, 1, immediate, at_one_place);
               }});
}

}  // namespace

Tree by_parameter(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge || !g.context.forall_hypotheses().empty()) return std::nullopt;
  for (const Relation& order : g.context.hypotheses()) {
    const auto p = two_places_of(g, order);
    if (!p) continue;
    if (auto t = along_the_gap(g, *p, alone, s.immediate)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
