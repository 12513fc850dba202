// Products of the sine and cosine of one angle by the sine and cosine of its double.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// D as a polynomial of degree at most two in the sine and cosine of an angle, with its products written by the double.
struct Quadratic {
  Expr doubled = 0;
  std::vector<std::pair<Relation, Expr>> used;  // an equation, and its weight in D - doubled
};

std::optional<Quadratic> by_double(const Context& c, const Expr& d, const Expr& u) {
  const std::string name = fresh_name(c);
  const Expr sine = Expr::variable(name), cosine = Expr::variable(name + "_2");
  Algebra a = c.algebra();
  const auto in_sine = a.coefficients(replaced(replaced(d, sin(u), sine), cos(u), cosine), sine);
  if (!in_sine || in_sine->size() > 3) return std::nullopt;
  std::vector<std::vector<Expr>> table;  // by the power of the sine, by that of the cosine
  for (const Expr& e : *in_sine) {
    const auto in_cosine = a.coefficients(e, cosine);
    if (!in_cosine || in_cosine->size() + table.size() > 3) return std::nullopt;
    table.push_back(*in_cosine);
  }
  const auto at = [&](std::size_t i, std::size_t j) {
    return i < table.size() && j < table[i].size() ? table[i][j] : Expr(0);
  };
  const Expr twice = mul(2, u);
  Quadratic q;
  const auto plus = [&](const Expr& weight, const Expr& e) {
    if (!weight.is_constant(0)) q.doubled = add(q.doubled, mul(weight, e));
  };
  plus(at(0, 0), 1);
  plus(at(0, 1), cos(u));
  plus(at(1, 0), sin(u));
  const auto product = [&](const Expr& weight, const Expr& e, const Expr& by) {
    if (weight.is_constant(0)) return;
    plus(weight, by);
    q.used.emplace_back(Relation{Rel::eq, e, by}, weight);
  };
  product(at(1, 1), mul(sin(u), cos(u)), quotient(sin(twice), 2));
  product(at(2, 0), pow(sin(u), 2), quotient(sub(1, cos(twice)), 2));
  product(at(0, 2), pow(cos(u), 2), quotient(add(1, cos(twice)), 2));
  if (q.used.empty()) return std::nullopt;
  return q;
}

}  // namespace

Tree by_double_angles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> angles;
  for (const Expr& f : nodes_of(g.relation, is_wave))
    if (std::ranges::find(angles, f.arg(0)) == angles.end()) angles.push_back(f.arg(0));
  // Over a bounded angle small boxes see the products well enough.
  if (angles.size() != 1 || g.context.range(angles.front()).is_finite()) return std::nullopt;
  const Expr d = g.difference();
  const auto q = by_double(g.context, d, angles.front());
  if (!q || !is_defined(g.context, q->doubled)) return std::nullopt;
  const Relation doubled{g.relation.rel, q->doubled, 0};
  Proof out;
  Goal h = g;
  const auto main = alone({g.context, doubled});
  if (!main) return std::nullopt;
  cut_in(out, h, doubled, *main);
  rule::Combine sum{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}};
  for (const auto& [equation, weight_of_it] : q->used) {
    const auto t = by_angles({h.context, equation}, s, depth);
    if (!t) return std::nullopt;
    cut_in(out, h, equation, *t);
    sum.terms.emplace_back(h.context.hypotheses().size(), weight(weight_of_it));
  }
  out.emplace_back(sum);
  return out;
}

}  // namespace dpcert::verify
