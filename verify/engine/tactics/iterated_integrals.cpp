// An integral of integrals: the inner ones have values at each place, and what comes of these is integrated.
#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The value of one integral as a hypothesis, by whatever shows it.
bool has_value(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas, const ProveGoal& prove) {
  if (value_of(g.context, integral)) return true;
  Goal now{g.context, {Rel::eq, integral, 0}};
  Proof out;
  static_cast<void>(evaluate_integrals(now, out, lemmas, prove));
  if (!value_of(now.context, integral)) return false;
  append(lines, out);
  g = {now.context, g.relation};
  return true;
}

// The goal at a place, with the values of its integrals instead of them.
bool take_values(Goal& g, Proof& lines, const std::vector<Lemma>& lemmas, const ProveGoal& prove) {
  for (const Expr& inner : nodes_of(g.relation, is_integral)) {
    // One inside of another speaks of an index that has no name here.
    if (!as_written(inner, g.context)) continue;
    if (!has_value(g, lines, inner, lemmas, prove)) return false;
  }
  return name_integrals(g, lines, false) && nodes_of(g.relation, is_integral).empty();
}

}  // namespace

bool by_iterated_integrals(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas,
                           const ProveGoal& prove) {
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  if (nodes_of({Rel::eq, body, 0}, is_integral).empty()) return false;
  Goal place{g.context.inside(integral, x), {Rel::eq, body, 0}};
  Proof there;
  if (!take_values(place, there, lemmas, prove)) return false;
  const Expr& valued = place.relation.lhs;
  const auto form = as_written(place.context.algebra().simplified(valued).value_or(valued), place.context);
  if (!form) return false;
  const auto other = as_written(Expr::integral(x, low_of(integral), high_of(integral), *form), g.context);
  Goal next = g;
  Proof out;
  if (!other || !has_value(next, out, *other, lemmas, prove)) return false;
  const auto value = value_of(next.context, *other);
  const Step moved = rule::Integrand{integral, name, *form};
  const auto children = value ? apply(moved, next) : std::nullopt;
  if (!children || children->size() != 2) return false;
  out.push_back(moved);
  Goal equal = (*children)[0];
  if (!take_values(equal, out, lemmas, prove) || !equal.context.algebra().is_zero(equal.difference())) return false;
  out.emplace_back(rule::Identity{});
  next = (*children)[1];
  std::size_t k = 0;
  const auto& all = next.context.hypotheses();
  while (k < all.size() && !(all[k] == Relation{Rel::eq, *other, *value})) ++k;
  const std::size_t last = all.size();
  if (k == last) return false;
  cut_in(out, next, {Rel::eq, integral, *value},
         {rule::Combine{Rational(0), {{k + 1, Rational(1)}, {last, Rational(1)}}}});
  append(lines, out);
  g = std::move(next);
  return true;
}

}  // namespace dpcert::verify
