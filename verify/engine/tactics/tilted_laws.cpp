// The logarithm of a sum of two positive terms on the smaller side: log(x + y) is the greatest value of
// s log(x/s) + (1 - s) log(y/(1 - s)), at s = x/(x + y) (Gibbs' variational principle). With s as a variable the
// logarithms are those of single terms, and what they make of divergences of two coins from one another is above the
// squares of Pinsker's inequality. So for Renyi divergences, moment generating functions of bounded variables.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_logs_of_laws = 12, most_terms_of_laws = 4;

// log(x + y), of which D is an affine function that falls.
struct LogOfTwo {
  Expr log, x, y, weight;
};

std::vector<LogOfTwo> logs_of_two(const Context& c, Algebra& a, const Expr& d) {
  std::vector<LogOfTwo> out;
  const Expr name = Expr::variable(fresh_name(c));
  for (const Expr& l : nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::log; })) {
    const auto p = a.coefficients(replaced(d, l, name), name);
    if (!p || p->size() != 2 || !c.knows({negate((*p)[1]), Need::nonnegative})) continue;
    std::vector<Expr> terms;
    terms_of(l.arg(0), 1, terms);
    if (terms.size() < 2 || terms.size() > most_terms_of_laws) continue;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      std::optional<Expr> others;
      for (std::size_t j = 0; j < terms.size(); ++j)
        if (j != i) others = others ? add(*others, terms[j]) : terms[j];
      const auto is_plain = [](const Expr& e) { return e.is_constant() || e.op() == Op::variable; };
      // A number and a variable are no law with a parameter.
      if (is_plain(terms[i]) || !c.positive_(terms[i]) || !c.positive_(*others)) continue;
      out.push_back({l, terms[i], *others, (*p)[1]});
      break;
    }
  }
  return out;
}

// t log(t/u) + (1 - t) log((1 - t)/(1 - u)).
Expr divergence_of_coins(const Expr& t, const Expr& u) {
  const Expr other = sub(1, t), off = sub(1, u);
  return add(mul(t, sub(log(t), log(u))), mul(other, sub(log(other), log(off))));
}

Use pinsker(const Expr& weight, const Expr& t, const Expr& u, const ProveGoal& alone) {
  const Expr gap = sub(t, u);
  return {weight, sub(divergence_of_coins(t, u), mul(Expr(2), power(gap, Expr(2)))), [alone](const Goal& g) -> Tree {
            Proof out;
            const auto rest = alone(without_hypotheses(g, out));
            if (!rest) return std::nullopt;
            append(out, *rest);
            return out;
          }};
}

// The divergences of t from coins u, with weights m >= 0 in d: -m t log(u) - m (1 - t) log(1 - u).
std::vector<Use> divergences_in(const Goal& g, const Expr& d, const Expr& t, const ProveGoal& alone) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  std::vector<Use> out;
  const auto read = weighted_logs(a, d, most_logs_of_laws);
  if (!read) return out;
  const Expr other = sub(1, t);
  for (const auto& one : read->logs)
    for (const auto& off : read->logs) {
      const Expr& u = one.argument;
      if (u.op() != Op::variable || u == t || !a.is_zero(sub(add(u, off.argument), 1))) continue;
      const auto m = a.simplified(quotient(negate(one.weight), t));
      if (!m || !is_defined(c, *m) || !c.knows({*m, Need::nonnegative}) || !a.is_zero(add(off.weight, mul(*m, other))))
        continue;
      out.push_back(pinsker(*m, t, u, alone));
    }
  return out;
}

// The value at the share s of x, with what stands for the logarithms of x and y.
Expr value_at(const Expr& s, const Expr& log_x, const Expr& log_y) {
  const Expr rest = sub(1, s);
  return add(mul(s, sub(log_x, log(s))), mul(rest, sub(log_y, log(rest))));
}

// log(x + y) = the value at the share of x, with x and y as variables: powers in them have normal forms of their own.
Tree of_any_two(const Goal& g, const LogOfTwo& l) {
  Goal h = g;
  Proof out;
  for (const Expr& part : {l.x, l.y}) {
    // Several terms of a sum are no node of it.
    const bool is_term = part.op() != Op::add && part.op() != Op::sub && part.op() != Op::neg;
    if (is_term && part.op() != Op::variable && !part.is_constant())
      take(rule::Gen{fresh_name(h.context), {{false, false, Rational(0)}, {}}, part}, h, out);
  }
  if (!h.context.algebra().is_zero(h.difference())) return std::nullopt;
  out.emplace_back(rule::Identity{});
  return out;
}

// The goal with the value at any share s.
Tree at_any_share(const Goal& g, const Expr& share, const LogOfTwo& l, const Subprover& s, int depth,
                  const ProveGoal& alone) {
  const Context& c = g.context;
  Goal h = g;
  Proof out;
  const std::string name = fresh_name(c);
  if (!take(rule::Gen{name, {{false, false, Rational(0)}, {false, false, Rational(1)}}, share}, h, out))
    return std::nullopt;
  const Expr apart =
      replaced(replaced(h.difference(), log(l.x), log_by_factors(c, l.x)), log(l.y), log_by_factors(c, l.y));
  if (!(apart == h.difference()) && !take(rewrite_to(apart), h, out)) return std::nullopt;
  const auto uses = divergences_in(h, h.difference(), Expr::variable(name), alone);
  const auto tree = uses.empty() ? std::nullopt : with_bounds(h, h.difference(), uses, s, depth);
  if (!tree) return std::nullopt;
  append(out, *tree);
  return out;
}

// `d` is the goal's difference in other words.
Tree with_a_share(const Goal& g, const Expr& d, const Subprover& s, int depth, const ProveGoal& alone) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  for (const LogOfTwo& l : logs_of_two(c, a, d)) {
    const Expr share = quotient(l.x, l.log.arg(0)), value = value_at(share, log(l.x), log(l.y));
    const Relation is{Rel::eq, l.log, value}, enough{g.relation.rel, replaced(d, l.log, value), 0},
        inside{Rel::gt, sub(1, share), 0};
    // That the share is below 1 is seen where it is written as that of y.
    Goal now = g;
    Proof out;
    const auto below_one =
        rewritten({c, inside}, quotient(l.y, l.log.arg(0)), 0, [](const Goal&) { return Proof{rule::Sign{}}; });
    if (!below_one) continue;
    cut_in(out, now, inside, *below_one);
    if (!is_defined(now.context, value)) continue;
    const auto main = at_any_share({now.context, enough}, share, l, s, depth, alone);
    if (!main) continue;
    cut_in(out, now, enough, *main);
    const auto known = of_any_two({now.context, is}, l);
    if (!known) continue;
    cut_in(out, now, is, *known);
    const std::size_t last = now.context.hypotheses().size();
    out.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, weight(l.weight)}}});
    return out;
  }
  return std::nullopt;
}

}  // namespace

Tree by_tilted_laws(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty() || !c.formulas().empty()) return std::nullopt;
  return in_logarithms(g, [&](const Goal& h, const Expr& d) { return with_a_share(h, d, s, depth, alone); });
}

}  // namespace dpcert::verify
