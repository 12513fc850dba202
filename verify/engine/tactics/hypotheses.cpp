// What hypotheses say, in plainer words; and signs of logarithms that show when their arguments are simplified.
#include <algorithm>

#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool says(const Context& c, const Relation& r) { return std::ranges::find(c.hypotheses(), r) != c.hypotheses().end(); }

// A bound of a variable that has none on that side: from an affine hypothesis and the ranges of the others in it.
struct Derived {
  Relation bound;
  Step step;
};
std::optional<Derived> derived(const Context& c, std::size_t hypothesis, const Variable& v, const Affine& a) {
  const Rational& slope = a.coefficients.at(v.name);
  const bool below = slope.sign() > 0;
  if (!(below ? v.range.lo : v.range.hi).infinite) return std::nullopt;
  // v = (lhs - rhs - constant)/slope + sum of factor * other
  Rational bound = -a.constant / slope;
  Expr room = 0;
  bool strict = c.hypotheses()[hypothesis].rel == Rel::gt;
  for (const auto& [name, k] : a.coefficients) {
    if (name == v.name) continue;
    const Expr y = Expr::variable(name);
    const Variable* other = c.find(y);
    if (!other) return std::nullopt;
    const Rational factor = -k / slope;
    const bool from_low = (factor.sign() > 0) == below;
    const End& end = from_low ? other->range.lo : other->range.hi;
    if (end.infinite) return std::nullopt;
    bound += factor * end.value;
    room = add(room, mul(Expr(abs(factor)), from_low ? sub(y, Expr(end.value)) : sub(Expr(end.value), y)));
    strict = strict || !end.closed;
  }
  const Expr x = Expr::variable(v.name);
  const Relation r{strict ? Rel::gt : Rel::ge, below ? x : Expr(bound), below ? Expr(bound) : x};
  return Derived{r, rule::Combine{room, {{hypothesis + 1, Rational(1) / abs(slope)}}}};
}

bool derive_a_bound(Goal& g, Proof& out) {
  for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
    const Relation& said = g.context.hypotheses()[i];
    if (said.rel == Rel::eq) continue;
    const auto a = affine(sub(said.lhs, said.rhs));
    if (!a || a->coefficients.size() < 2) continue;
    for (const auto& v : g.context.variables()) {
      if (!a->coefficients.contains(v.name)) continue;
      const auto found = derived(g.context, i, v, *a);
      if (!found || says(g.context, found->bound)) continue;
      cut_in(out, g, found->bound, {found->step});
      g.context = with_bounds(g.context, out);
      return true;
    }
  }
  return false;
}

// Signs of logarithms in the goal that only their simplified forms show, as hypotheses: log(1/d) > 0 for d < 1.
bool say_signs_of_logs(Goal& g, Proof& out, const Subprover& s) {
  bool any = false;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::log; })) {
    if (g.context.positive_(e) || g.context.positive_(negate(e))) continue;
    if (!is_defined(g.context, e)) continue;
    const auto simple = s.algebra(g.context)->simplified(e);
    if (!simple || *simple == e) continue;
    const bool up = g.context.knows({*simple, Need::positive});
    if (!up && !g.context.knows({negate(*simple), Need::positive})) continue;
    const Relation sign{Rel::gt, up ? e : Expr(0), up ? Expr(0) : e};
    if (says(g.context, sign)) continue;
    const auto proof = steps({g.context, sign}, rewrite_to(up ? *simple : negate(*simple)), {s.sign});
    if (!proof) continue;
    cut_in(out, g, sign, *proof);
    any = true;
  }
  return any;
}

}  // namespace

void derive_bounds(Goal& g, Proof& out) {
  for (std::size_t i = 0; i < Effort::most_derived_bounds && derive_a_bound(g, out); ++i) {
  }
}

Tree by_plain_words(const Goal& g, const Subprover& s, int depth) {
  if (s.out_of_time()) return std::nullopt;
  Goal h = g;
  Proof out;
  bool any = false;
  for (std::size_t i = 0; i < Effort::most_derived_bounds && derive_a_bound(h, out); ++i) any = true;
  any = say_signs_of_logs(h, out, s) || any;
  if (!any) return std::nullopt;
  const auto rest = s.prove(h, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
