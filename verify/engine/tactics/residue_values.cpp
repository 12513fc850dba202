#include "verify/engine/tactics/residues.hpp"

#include <algorithm>

namespace dpcert::verify {

Weights telescoped(const Poly& p, const std::vector<Named>& names) {
  Weights out;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (names[j].equation == 0) continue;  // it stands for itself
    Expr w = 0;
    for (const auto& [m, c] : p) {
      if (m[j] == 0) continue;
      Expr t{c};
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != j && m[i] != 0) t = mul(t, power(i < j ? names[i].value : names[i].now, Expr(m[i])));
      }
      Expr powers = 0;
      for (int k = 0; k < m[j]; ++k)
        powers = add(powers, mul(power(names[j].now, Expr(k)), power(names[j].value, Expr(m[j] - 1 - k))));
      w = add(w, mul(t, powers));
    }
    if (!w.is_constant(0)) out.emplace_back(names[j].equation, weight(w));
  }
  return out;
}

namespace {

// The goal is a number and these weights of hypotheses.
Tree combined(const Goal& g, const Weights& weights) {
  Algebra a = g.context.algebra();
  const auto left = a.simplified(beside(g, {Rational(0), weights}));
  if (!left || !left->is_constant() || left->value().sign() < 0) return std::nullopt;
  return Proof{rule::Combine{left->value(), weights}};
}

}  // namespace

Tree integers_equal(const Context& c, const Relation& equal, const Weights& first, const Weights& second) {
  const auto by = [](const Weights& weights) -> ProveGoal {
    return [&weights](const Goal& half) {
      return steps(half, rule::Integral{}, {[&](const Goal& k) { return combined(k, weights); }});
    };
  };
  return steps({c, equal}, rule::Both{}, {by(first), by(second)});
}

namespace {

// A hypothesis and its weight in what is asked for.
struct ResidueBound {
  std::size_t hypothesis;
  Rational weight;
};

// The residue of the integer is one of low..high, as two hypotheses say.
Tree residue_between(const Goal& g, const Expr& residue, long low, long high, const ResidueBound& below,
                     const ResidueBound& above, const std::function<Tree(const Goal&, long, std::size_t)>& proof) {
  if (low == high) {
    const Relation equal{Rel::eq, residue, Expr(Rational(low))};
    const auto found =
        integers_equal(g.context, equal, {{below.hypothesis, below.weight}}, {{above.hypothesis, above.weight}});
    if (!found) return std::nullopt;
    Proof out;
    Goal h = g;
    cut_in(out, h, equal, *found);
    const auto t = proof(h, low, h.context.hypotheses().size());
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  const long middle = low + (high - low) / 2;
  const ResidueBound added{g.context.hypotheses().size() + 1, Rational(1)};
  return steps(g, rule::Cases{sub(residue, Expr(Rational(2 * middle + 1, 2)))},
               {[&](const Goal& h) { return residue_between(h, residue, middle + 1, high, added, above, proof); },
                [&](const Goal& h) { return residue_between(h, residue, low, middle, below, added, proof); }});
}

}  // namespace

Tree for_each_residue(const Goal& g, const Expr& integer, std::int64_t m,
                      const std::function<Tree(const Goal&, long, std::size_t)>& proof) {
  const std::size_t before = g.context.hypotheses().size();
  const Rational modulus(m);
  const Expr part = quotient(integer, Expr(modulus)), residue = sub(integer, mul(Expr(modulus), floor(part)));
  return steps(g, rule::Fact{rule::Fact::Of::floor, part}, {[&](const Goal& h) {
                 return residue_between(h, residue, 0, m - 1, {before + 1, modulus}, {before + 2, modulus}, proof);
               }});
}

std::optional<Valued> valued_by(const Context& c, Expr e, const std::vector<Named>& all) {
  std::vector<Expr> variables;
  std::vector<Named> order;
  for (const Named& n : all) {
    if (n.name == n.now) continue;
    e = replaced(e, n.now, n.name);  // floors before what stands in them
    order.push_back(n);
  }
  for (const Named& n : all)
    if (n.name == n.now) order.push_back(n);
  for (const Named& n : order) variables.push_back(n.name);
  const auto p = polynomial(e, variables);
  if (!p) return std::nullopt;
  Expr values = expression(*p, variables);
  for (const Named& n : order) values = replaced(values, n.name, n.value);
  Algebra a = c.algebra();
  const auto left = a.simplified(values);
  if (!left) return std::nullopt;
  return Valued{*left, telescoped(*p, order)};
}

std::optional<Expr> whole_part(const Poly& p, const std::vector<Expr>& xs) {
  Poly whole = p;
  const Powers none(xs.size());
  const Rational c = p.contains(none) ? p.at(none) : Rational(0), c0 = c.floor();
  if (c0.is_zero())
    whole.erase(none);
  else
    whole[none] = c0;
  if (std::ranges::any_of(whole, [](const auto& t) { return !t.second.is_integer(); })) return std::nullopt;
  Expr value = 0;
  for (const auto& [powers, factor] : whole) {
    Expr term{factor};
    for (std::size_t j = 0; j < xs.size(); ++j)
      for (int k = 0; k < powers[j]; ++k) term = mul(term, xs[j]);
    value = add(value, term);
  }
  return value;
}

bool know_floor(const Expr& floor, const Expr& value, const Weights& under, Goal& g, Proof& out) {
  const std::size_t before = g.context.hypotheses().size();
  if (!take(rule::Fact{rule::Fact::Of::floor, floor.arg(0)}, g, out)) return false;
  Weights up{{before + 2, Rational(1)}}, down{{before + 1, Rational(1)}};
  for (const auto& [i, w] : under) {
    up.emplace_back(i, w);
    down.emplace_back(i, weight(negate(as_expression(w))));
  }
  const Relation equal{Rel::eq, floor, value};
  const auto proof = integers_equal(g.context, equal, up, down);
  if (!proof) return false;
  cut_in(out, g, equal, *proof);
  return true;
}

Tree with_values(const Goal& g, const std::vector<Named>& all, const Subprover& s, int depth) {
  const auto valued = valued_by(g.context, g.difference(), all);
  if (!valued) return std::nullopt;
  const auto& [left, weights] = *valued;
  const Step sum = rule::Combine{weight(left), weights};
  if (left.is_constant()) {
    const int sign = left.value().sign();
    const bool holds = g.relation.rel == Rel::eq ? sign == 0 : g.strict() ? sign > 0 : sign >= 0;
    return holds ? Tree(Proof{sum}) : std::nullopt;
  }
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Relation side{g.relation.rel, left, 0};
  Tree t = s.immediate({g.context, side});
  if (!t && depth > 1) t = s.prove({g.context, side}, std::min(depth - 1, Effort::Residues::depth_of_a_rest), true);
  if (!t) return std::nullopt;
  Proof out{rule::Cut{side}};
  append(out, *t);
  Weights sides = weights;
  sides.emplace_back(g.context.hypotheses().size() + 1, Rational(1));
  out.emplace_back(rule::Combine{Rational(0), sides});
  return out;
}

}  // namespace dpcert::verify
