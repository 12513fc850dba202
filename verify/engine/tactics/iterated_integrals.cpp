// An integral of integrals: the inner ones have values at each place, and what comes of these is integrated.
#include <algorithm>

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

std::optional<std::size_t> number_of_hypothesis(const Goal& g, const Relation& r) {
  const auto& all = g.context.hypotheses();
  const auto at = std::ranges::find(all, r);
  if (at == all.end()) return std::nullopt;
  return static_cast<std::size_t>(at - all.begin()) + 1;
}

bool conclude_value(Goal& g, Proof& lines, const Expr& integral, const Goal& known, Proof proof) {
  const auto value = value_of(known.context, integral);
  const auto k = value ? number_of_hypothesis(known, {Rel::eq, integral, *value}) : std::nullopt;
  const Relation said{Rel::eq, integral, value.value_or(0)};
  const auto children = k ? apply(rule::Cut{said}, g) : std::nullopt;
  if (!children || children->size() != 2) return false;
  proof.emplace_back(rule::Hyp{*k});
  lines.emplace_back(rule::Cut{said});
  append(lines, proof);
  g = children->back();
  return true;
}

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
  const auto k = number_of_hypothesis(next, {Rel::eq, *other, *value});
  if (!k) return false;
  cut_in(out, next, {Rel::eq, integral, *value},
         {rule::Combine{Rational(0), {{*k, Rational(1)}, {next.context.hypotheses().size(), Rational(1)}}}});
  return conclude_value(g, lines, integral, next, std::move(out));
}

}  // namespace dpcert::verify
