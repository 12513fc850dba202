// The weighted arithmetic mean above the geometric one: c S^w >= x^e for a sum S of positive monomials, by the tangent
// log t <= t - 1 at each of them over what it is of S where the two means are equal.
#include <algorithm>

#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The quotient of the sides as constant * sum^weight / product of variables^power.
struct Means {
  Rational constant, weight;
  Expr sum;
  std::vector<Expr> variables;
  Powers powers;
};
std::optional<Means> means(const Goal& g) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto f = a.factorization(quotient(g.relation.lhs, g.relation.rhs));
  if (!f || f->constant.sign() <= 0) return std::nullopt;
  Means out{f->constant, Rational(0), Expr(0), {}, {}};
  for (const auto& v : c.variables())
    if (const Expr x = Expr::variable(v.name); depends_on(g.difference(), x)) out.variables.push_back(x);
  if (out.variables.empty() || out.variables.size() > Effort::Means::most_variables ||
      !std::ranges::all_of(out.variables, [&](const Expr& x) { return c.positive_(x); }))
    return std::nullopt;
  out.powers = Powers(out.variables.size());
  for (const auto& [base, k] : f->factors) {
    const auto x = std::ranges::find(out.variables, base);
    if (x != out.variables.end()) {
      out.powers[static_cast<std::size_t>(x - out.variables.begin())] = static_cast<int>(-k);
    } else {
      if (!out.weight.is_zero() || k <= 0) return std::nullopt;
      out.weight = Rational(k);
      out.sum = base;
    }
  }
  return out.weight.is_zero() ? std::nullopt : std::optional(std::move(out));
}

// Weights of the monomials of the sum, together that of the sum, so that their product is the other side's.
std::optional<std::vector<Rational>> weights_of(const Means& m, const Poly& sum, const std::function<bool()>& stop) {
  std::vector<std::vector<Rational>> rows(m.variables.size() + 1);
  std::vector<Rational> right;
  for (std::size_t j = 0; j < m.variables.size(); ++j) {
    for (const auto& [powers, c] : sum) rows[j].emplace_back(powers[j]);
    right.emplace_back(m.powers[j]);
  }
  rows.back().assign(sum.size(), Rational(1));
  right.push_back(m.weight);
  return nonnegative_solution(rows, right, stop);
}

}  // namespace

Tree by_weighted_means(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.positive_(g.relation.lhs) || !c.positive_(g.relation.rhs)) return std::nullopt;
  const auto m = means(g);
  const auto sum = m ? polynomial(m->sum, m->variables) : std::nullopt;
  if (!sum || sum->size() < 2 || sum->size() > Effort::Means::most_terms ||
      std::ranges::any_of(*sum, [](const auto& t) { return t.second.sign() < 0; }))
    return std::nullopt;
  const auto weights = weights_of(*m, *sum, s.out_of_time);
  if (!weights) return std::nullopt;
  const Step log_step = rule::TakeLog{};
  const auto next = after(log_step, g);
  if (!next) return std::nullopt;
  Proof out{log_step};
  Goal h = *next;
  rule::Combine all{Rational(0), {}};
  Expr left = log(Expr(m->constant));
  std::size_t i = 0;
  for (const auto& [powers, k] : *sum) {
    const Rational w = (*weights)[i++];
    if (w.is_zero()) continue;
    const Rational share = k * m->weight / w;
    const Expr part = quotient(expression(Poly{{powers, share}}, m->variables), m->sum);
    const Relation tangent{Rel::ge, sub(part, 1), log(part)};
    const std::string name = fresh_name(h.context);
    const auto t = steps({h.context, tangent}, rule::Gen{name, Range{{false, false, Rational(0)}, {}}, part},
                         {[&](const Goal& one) -> Tree {
                           Proof lines;
                           const Goal free = without_hypotheses(one, lines);
                           const auto proof = s.prove(free, depth - 1, true);
                           if (!proof) return std::nullopt;
                           append(lines, *proof);
                           return lines;
                         }});
    if (!t) return std::nullopt;
    cut_in(out, h, tangent, *t);
    all.terms.emplace_back(h.context.hypotheses().size(), w);
    left = add(left, mul(Expr(w), log(Expr(share))));
  }
  // Nothing is left where the means are those of the sides.
  Algebra a = c.algebra();
  const auto rest = a.simplified(left);
  if (!rest || !c.knows({*rest, g.strict() ? Need::positive : Need::nonnegative})) return std::nullopt;
  all.constant = weight(*rest);
  out.emplace_back(std::move(all));
  return out;
}

}  // namespace dpcert::verify
