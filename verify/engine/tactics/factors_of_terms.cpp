// A sum over a range whose terms are weights times a factor that the range bounds: against the sum with the bound in
// the place of the factor, term by term. Weights are values of sequences, or binomial coefficients and powers with the
// index in their exponent: what has a sum that is known. The bounds are the factor's values at the ends of the range,
// and 1.
#include <algorithm>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/tactics/compared_sums.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The factors of the terms; what stands below a line as factors 1/u.
void take_factors_of_terms(const Expr& body, std::vector<Expr>& out) {
  Rational number(1);
  std::vector<Expr> all;
  flat::collect_factors(body, number, all);
  if (number != Rational(1)) out.emplace_back(number);
  for (const Expr& f : all) {
    if (f.op() != Op::div) {
      out.push_back(f);
      continue;
    }
    take_factors_of_terms(f.arg(0), out);
    std::vector<Expr> below;
    take_factors_of_terms(f.arg(1), below);
    for (const Expr& u : below) out.push_back(quotient(1, u));
  }
}

// A binomial coefficient, b^(c k + d) or exp(c k + d).
bool is_weight(Algebra& a, const Expr& f, const Expr& k) {
  if (f.op() == Op::exp && has_gamma(f, k)) return true;
  if (f.op() != Op::exp && (f.op() != Op::pow || depends_on(f.arg(0), k))) return false;
  const auto p = a.coefficients(f.arg(f.op() == Op::exp ? 0 : 1), k);
  return p && p->size() <= 2;
}

// What the range may bound and the other factors.
struct PartedTerm {
  Expr bounded, others;
};
// In the order in which they are tried: what is no weight, then a lone exponential.
std::vector<PartedTerm> parted_terms(Algebra& a, const Expr& body, const Expr& k) {
  const auto is_value = [](const Expr& n) { return n.op() == Op::sequence; };
  std::vector<Expr> factors;
  take_factors_of_terms(body, factors);
  const auto has_values = [&](const Expr& e) { return !nodes_of({Rel::ge, e, 0}, is_value).empty(); };
  const bool lists = has_values(body);
  const auto is_other = [&](const Expr& f) {
    return depends_on(f, k) && !has_values(f) && (lists || !is_weight(a, f, k));
  };
  const auto is_exponential = [&](const Expr& f) { return f.op() == Op::exp && depends_on(f, k) && !has_gamma(f, k); };
  std::vector<PartedTerm> out;
  const auto offer = [&](const std::function<bool(const Expr&)>& taken) {
    PartedTerm parts{1, 1};
    for (const Expr& f : factors) {
      Expr& part = taken(f) ? parts.bounded : parts.others;
      part = flat::product({part, f});
    }
    if (!parts.bounded.is_constant() && (out.empty() || parts.bounded != out[0].bounded)) out.push_back(parts);
  };
  offer(is_other);
  if (std::ranges::count_if(factors, is_exponential) == 1) offer(is_exponential);
  return out;
}

// The sum's terms at `name`, with the factor and with its bound.
struct BoundedTerm {
  Expr at, factor, bound, others;
};

// e at integers, where a filter has other numbers for the variables.
Expr at_integers(const Context& c, const Expr& e) {
  ExprMap<Expr> floors;
  for (const Variable& v : c.variables())
    if (v.integer) floors.emplace(Expr::variable(v.name), floor(Expr::variable(v.name)));
  return substitute(e, floors);
}

// Of two exponentials, or one and 1, between their logarithms.
Tree bounded_factor(const Goal& g, const ProveGoal& alone) {
  const auto logarithm = [](const Expr& e) {
    return e.op() == Op::exp ? std::optional(e.arg(0)) : e.is_constant(1) ? std::optional(Expr(0)) : std::nullopt;
  };
  const auto l = logarithm(g.relation.lhs), r = logarithm(g.relation.rhs);
  if (!l || !r) return alone(g);
  return steps(g, rule::TakeLog{}, {[&](const Goal& logs) {
                 return rewritten(logs, flat::sum({*l, negate(*r)}), 0, alone);
               }});
}

// At an index: the bound and the factor, as often as there are the others.
Tree bounded_term(const Goal& g, const BoundedTerm& term, bool above, const ProveGoal& alone) {
  Extended x{g};
  instantiate_at_index(x, term.at);
  const Context& c = x.goal.context;
  if (!c.knows({term.others, Need::nonnegative})) return std::nullopt;
  const Relation said = above ? Relation{Rel::ge, term.bound, term.factor} : Relation{Rel::ge, term.factor, term.bound};
  if (!looks_nonnegative(c, at_integers(c, sub(said.lhs, said.rhs)))) return std::nullopt;
  const auto t = bounded_factor({c, said}, alone);
  if (!t) return std::nullopt;
  cut_in(x.lines, x.goal, said, *t);
  x.lines.emplace_back(rule::Combine{Rational(0), {{x.last(), weight(term.others)}}});
  return x.lines;
}

Tree by_bounded_factor(const Goal& g, const SumInGoal& s, const PartedTerm& parts, const Expr& k,
                       const ProveGoal& alone) {
  const auto& [f, others] = parts;
  const Context& c = g.context;
  std::vector<Expr> bounds{substitute(f, {{k, s.sum.arg(s.from_above ? 1 : 0)}}),
                           substitute(f, {{k, s.sum.arg(s.from_above ? 0 : 1)}})};
  if (f.op() == Op::exp) bounds.insert(bounds.begin(), Expr(1));
  for (const Expr& bound : bounds) {
    if (!is_defined(c, bound)) continue;
    const Expr sum = Expr::repeated(Op::sum, k, s.sum.arg(0), s.sum.arg(1), flat::product({others, bound}));
    if (!looks_nonnegative(c, s.with(sum))) continue;
    const std::string name = fresh_name(c);
    const Expr at = Expr::variable(name);
    const BoundedTerm term{at, substitute(f, {{k, at}}), bound, substitute(others, {{k, at}})};
    const auto terms = steps({c, s.compared(sum)}, rule::Termwise{name},
                             {[&](const Goal& h) { return bounded_term(h, term, s.from_above, alone); }});
    if (!terms) continue;
    if (auto t = by_comparison(g, s, sum, *terms, alone)) return t;
  }
  return std::nullopt;
}

}  // namespace

Tree by_shorter_terms(const Goal& g, const ProveGoal& alone) {
  Algebra a = g.context.algebra();
  for (const SumInGoal& s : sums_in(g)) {
    const FreshIndex k;
    for (const PartedTerm& parts : parted_terms(a, body_at(s.sum, k.variable()), k.variable()))
      if (auto t = by_bounded_factor(g, s, parts, k.variable(), alone)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
