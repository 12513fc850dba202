// Sums under a logarithm or a root that stands alone on one side: log(S) >= A as S >= exp(A), and L <= sqrt(R) as
// L^2 <= R, for inequalities between sums over one range, which have no logarithm and no root outside of them then.
// Several logarithms, or powers of sums, as one of the sums against powers of the others.
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

bool has_root_or_modulus(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::abs || n.op() == Op::sqrt; }).empty();
}
// A sum of such terms.
bool is_of_roots(const Expr& e) {
  const FreshIndex k;
  return e.op() == Op::sum && has_root_or_modulus(body_at(e, k.variable()));
}

bool has_sum(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::sum; }).empty();
}

// A + B T + C T^2 with a sum T of roots or moduli, by its tangent A + (B + 2 C u) T - C u^2 at a number u with u = T:
// the terms speak of a number then, and of no other sum.
Tree at_a_number(const Goal& g, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  for (const Expr& sum : nodes_of(g.relation, is_of_roots)) {
    const auto p = coefficients_of(a, g.context, g.difference(), sum);
    if (!p || p->size() != 3) continue;
    auto at = number_for(g, sum);
    if (!at) continue;
    const Expr& u = at->number;
    const Relation tangent{
        g.relation.rel, sub(add((*p)[0], mul(add((*p)[1], mul(mul(2, (*p)[2]), u)), sum)), mul((*p)[2], pow(u, 2))), 0};
    const auto proof = rest({at->goal.context, tangent});
    if (!proof) continue;
    const std::size_t named = at->goal.context.hypotheses().size();
    Proof out = std::move(at->lines);
    out.emplace_back(rule::Cut{tangent});
    append(out, *proof);
    out.emplace_back(
        rule::Combine{Rational(0), {{named + 1, Rational(1)}, {named, weight(mul((*p)[2], sub(u, sum)))}}});
    return out;
  }
  return std::nullopt;
}

// A sum T under a logarithm or a root as what equations between sums of its terms make of it: 1 + (sum of (p - q)^2/q)
// for two laws is the sum of p^2/q. Nothing if no such sum becomes another.
Tree by_equations_of_sums(const Goal& g, const ProveGoal& rest) {
  const auto is_function = [](const Expr& e) { return (e.op() == Op::log || e.op() == Op::sqrt) && has_sum(e.arg(0)); };
  std::vector<Expr> inside;
  for (const Expr& f : nodes_of(g.relation, is_function)) outermost_ranges(f.arg(0), inside);
  Goal h = g;
  Proof out;
  for (const Expr& sum : inside) {
    Algebra a = h.context.algebra();
    const auto expanded = a.simplified(sum);
    if (!expanded || expanded->op() == Op::sum) continue;
    Expr other = *expanded;
    Weights weights;
    const auto& all = h.context.hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].rel != Rel::eq) continue;
      std::vector<Expr> said;
      outermost_ranges(sub(all[i].lhs, all[i].rhs), said);
      if (said.size() != 1) continue;
      const auto here = affine_in(a, h.context, other, said[0]);
      const auto there = affine_in(a, h.context, sub(all[i].lhs, all[i].rhs), said[0]);
      if (!here || !there || here->second.is_constant(0) || !here->second.is_constant() || !there->second.is_constant())
        continue;
      const Rational times = here->second.value() / there->second.value();
      const auto left = a.simplified(sub(other, mul(Expr(times), sub(all[i].lhs, all[i].rhs))));
      if (!left) continue;
      other = *left;
      weights.emplace_back(i + 1, times);
    }
    if (weights.empty() || !is_defined(h.context, other)) continue;
    cut_in(out, h, {Rel::eq, sum, other}, {rule::Combine{Rational(0), weights}});
    if (!take_values_of({sum}, h, out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  Algebra a = h.context.algebra();
  const auto plain = a.simplified(h.difference());
  const Tree t = plain && is_defined(h.context, *plain) ? rewritten(h, *plain, 0, rest) : rest(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree sums_alone(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  if (!looks_nonnegative(g.context, g.difference())) return std::nullopt;
  const ProveGoal tangents = [&](const Goal& h) { return by_tangents_of_sums(h, s, depth); };
  if (auto t = by_lone_terms(g, s, depth)) return t;
  if (has_facts_of_integers(g.context))
    if (auto t = by_parts_of_ranges(g, s, depth)) return t;
  if (auto t = by_terms(g, s, depth)) return t;
  if (auto t = at_a_number(g, tangents)) return t;
  if (nodes_of(g.relation, is_of_roots).empty())
    if (auto t = by_tangents_of_sums(g, s, depth)) return t;
  if (auto t = by_range_induction(g, s, depth)) return t;
  return s.prove(g, depth - 1, true);
}

// A + c log(S): S against exp(-A/c).
Tree without_logarithm(const Goal& g, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  for (const Expr& l : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log && has_sum(e.arg(0)); })) {
    const auto p = affine_in(a, g.context, g.difference(), l);
    if (!p || !p->second.is_constant() || p->second.is_constant(0)) continue;
    const Rational c = p->second.value();
    const auto other = a.simplified(quotient(negate(p->first), p->second));
    if (!other) continue;
    const bool up = c.sign() > 0;
    const Expr value = other->is_constant(0) ? Expr(1) : exp(*other);
    const ProveGoal without = [&](const Goal& h) {
      return rewritten(h, up ? l.arg(0) : value, up ? value : l.arg(0), rest);
    };
    const ProveGoal alone = [&](const Goal& h) {
      return rewritten(h, up ? l : *other, up ? *other : l,
                       [&](const Goal& k) { return steps(k, rule::TakeExp{}, {without}); });
    };
    const Expr scale = Expr(abs(c));
    const auto t =
        scale.is_constant(1) ? alone(g) : steps(g, rule::Factor{scale, up ? sub(l, *other) : sub(*other, l)}, {alone});
    if (t) return t;
  }
  return std::nullopt;
}

// C0 + C1 exp(c + T) with C1 >= 0 and sums in T alone: with exp(c) (1 + T) in the place of the exponential, as moment
// generating functions are bounded by exponentials of variances.
Tree without_exponential(const Goal& g, const Subprover& s, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::exp && has_sum(n.arg(0)); })) {
    const auto p = affine_in(a, g.context, g.difference(), e);
    if (!p || p->second.is_constant(0) || !g.context.knows({p->second, Need::nonnegative})) continue;
    const auto exponent = a.expanded(e.arg(0));
    std::vector<Expr> terms;
    terms_of(exponent.value_or(e.arg(0)), 1, terms);
    Expr others = 0;
    for (const Expr& t : terms)
      if (!has_sum(t)) others = add(others, t);
    const Expr sums = a.expanded(sub(e.arg(0), others)).value_or(e.arg(0));
    // The exponential is a node of its own on both sides, where a sum would be one with the 1 before it.
    const Expr power = exp(sums);
    const Relation tangent{Rel::ge, power, add(1, log(power))};
    if (!is_defined(g.context, tangent.rhs) || !is_defined(g.context, others)) continue;
    const Expr factor = others.is_constant(0) ? p->second : mul(p->second, exp(others));
    const Relation left{g.relation.rel, add(p->first, mul(factor, add(1, sums))), 0};
    const ProveGoal of_number = [&](const Goal& h) -> Tree {
      const Expr t = Expr::variable(fresh_name(h.context));
      const Range positive{{false, false, 0}, {}};
      const ProveGoal alone = [&](const Goal& k) { return steps(k, rule::Deriv{t, 1}, {s.immediate}); };
      return steps(h, rule::Gen{t.name(), positive, power}, {[&](const Goal& k) {
                     return steps(k, rule::Widen{t, positive}, {alone});
                   }});
    };
    const auto first = of_number({g.context, tangent});
    if (!first) continue;
    Goal h = g;
    Proof out;
    cut_in(out, h, tangent, *first);
    const std::size_t said = h.context.hypotheses().size();
    const auto second = rest({h.context, left});
    if (!second) continue;
    cut_in(out, h, left, *second);
    out.emplace_back(rule::Combine{Rational(0), {{said, weight(factor)}, {said + 1, Rational(1)}}});
    return out;
  }
  return std::nullopt;
}

// A sum of logarithms with what does not depend on the sums in front of each.
struct SumOfLogarithms {
  std::vector<std::pair<Expr, Expr>> terms;  // of what the logarithm is, how often
  Expr rest = 0;
};
std::optional<SumOfLogarithms> logarithms_in(const Context& c, const Expr& e) {
  SumOfLogarithms out;
  const std::vector<Expr> logs = nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::log; });
  // Each by a name: a normal form would change what is below it.
  Context with = c;
  std::vector<Expr> names;
  out.rest = e;
  for (const Expr& l : logs) {
    names.push_back(Expr::variable(fresh_name(with)));
    with = with.with_variable({names.back().name(), false, {{true, false, 0}, {true, false, 0}}});
    out.rest = replaced(out.rest, l, names.back());
  }
  Algebra a = with.algebra();
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto p = affine_in(a, with, out.rest, names[i]);
    const auto times = p ? a.simplified(p->second) : std::nullopt;
    if (!times || has_sum(*times) || std::ranges::any_of(names, [&](const Expr& t) { return depends_on(*times, t); }))
      return std::nullopt;
    if (!times->is_constant(0)) out.terms.emplace_back(logs[i].arg(0), *times);
    out.rest = p->first;
  }
  return has_sum(out.rest) ? std::nullopt : std::optional(out);
}

// The logarithms of sums in e, and of products with these, one by one.
Expr with_logs_of_sums_apart(const Context& c, const Expr& e) {
  return transform(e, [&](const Expr& old, std::span<const Expr> args) {
    const Expr same = with_args(old, args);
    return same.op() == Op::log && has_sum(same.arg(0)) ? log_by_factors(c, same.arg(0)) : same;
  });
}

// One of the sums against powers of the others, where the logarithms of all of them, as often as they are said, and
// the rest add up to D or are the logarithms of its sides: sum(u v) <= sum(u^p)^(1/p) sum(v^q)^(1/q) from any of the
// forms of Hoelder's inequality. `up`: a sum on the larger side, alone.
Tree one_sum_apart(const Goal& g, Algebra& a, const SumOfLogarithms& logs, bool up, bool of_sides,
                   const ProveGoal& prove) {
  for (const auto& term : logs.terms) {
    const Expr& sum = term.first;
    const auto often = sum.op() == Op::sum ? a.simplified(up ? term.second : negate(term.second)) : std::nullopt;
    if (!often || !g.context.positive_(*often)) continue;
    const Expr share = up ? negate(*often) : *often;
    Expr bound = 1;
    for (const auto& [base, how_often] : logs.terms) {
      if (base == sum) continue;
      const auto exponent = a.simplified(quotient(how_often, share));
      if (!exponent) return std::nullopt;
      bound = mul(bound, exponent->is_constant(1) ? base : pow(base, *exponent));
    }
    const auto rest = a.simplified(quotient(logs.rest, share));
    if (!rest || !nodes_of({Rel::ge, bound, 0}, [&](const Expr& e) { return e == sum; }).empty()) continue;
    if (!rest->is_constant(0)) bound = mul(bound, exp(*rest));
    if (!is_defined(g.context, bound) || (up && has_sum(bound))) continue;
    const Expr &large = up ? sum : bound, &small = up ? bound : sum, gap = sub(log(large), log(small));
    const Expr whole = of_sides ? sub(log(g.relation.lhs), log(g.relation.rhs)) : g.difference();
    if (g.relation == Relation{Rel::ge, large, small} || !a.is_zero(sub(whole, mul(*often, gap)))) continue;
    const ProveGoal without = [&](const Goal& h) { return rewritten(h, large, small, prove); };
    const ProveGoal alone = [&](const Goal& h) {
      return rewritten(h, log(large), log(small), [&](const Goal& k) { return steps(k, rule::TakeExp{}, {without}); });
    };
    const ProveGoal apart = [&](const Goal& h) { return steps(h, rule::Factor{*often, gap}, {alone}); };
    if (auto t = of_sides ? steps(g, rule::TakeLog{}, {apart}) : apart(g)) return t;
  }
  return std::nullopt;
}

// Both sides are positive, the smaller one with a power of a sum as a factor.
Tree without_powers(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge || !g.context.positive_(g.relation.lhs) || !g.context.positive_(g.relation.rhs))
    return std::nullopt;
  Algebra a = g.context.algebra();
  const auto logs = logarithms_in(
      g.context, sub(log_by_factors(g.context, g.relation.lhs), log_by_factors(g.context, g.relation.rhs)));
  if (!logs) return std::nullopt;
  return one_sum_apart(g, a, *logs, false, true, [&](const Goal& k) { return by_tangents_of_sums(k, s, depth); });
}

// The logarithms of several sums, or one with a factor that is no number, as of two moments of which the orders differ.
Tree without_logarithms(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  Algebra a = g.context.algebra();
  const Expr apart = with_logs_of_sums_apart(g.context, g.difference());
  const auto logs = logarithms_in(g.context, apart);
  if (!logs) return std::nullopt;
  // One of which the factor is a number is left without it, whatever else there is.
  const auto of_sums = [](const auto& term) { return has_sum(term.first); };
  const auto one = std::ranges::find_if(logs->terms, of_sums);
  if (one == logs->terms.end()) return std::nullopt;
  if (one->second.is_constant() && std::ranges::count_if(logs->terms, of_sums) == 1) return std::nullopt;
  const ProveGoal prove = [&](const Goal& h) -> Tree {
    if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
    if (!has_variable_power(h))
      if (auto t = by_terms(h, s, depth - 1)) return t;
    if (auto t = by_tangents_of_sums(h, s, depth)) return t;
    return s.prove(h, depth - 1, s.numeric);
  };
  for (const bool up : {false, true})
    if (auto t = one_sum_apart(g, a, *logs, up, false, prove)) return t;
  return std::nullopt;
}

}  // namespace

Tree by_squared_sides(const Goal& g, const ProveGoal& rest) {
  const auto is_root = [](const Expr& e) { return e.op() == Op::sqrt && has_sum(e); };
  if (nodes_of(g.relation, is_root).empty()) return std::nullopt;
  const auto& [rel, lhs, rhs] = g.relation;
  if (!g.context.knows({lhs, Need::nonnegative}) || !g.context.knows({rhs, Need::nonnegative})) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto left = a.simplified(pow(lhs, 2)), right = a.simplified(pow(rhs, 2));
  if (!left || !right || !nodes_of({rel, *left, *right}, is_root).empty()) return std::nullopt;
  return steps(g, rule::Power{2}, {[&](const Goal& h) { return rewritten(h, *left, *right, rest); }});
}

Tree by_functions_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq || !has_sum(g.difference())) return std::nullopt;
  const ProveGoal tangents = [&](const Goal& h) { return by_tangents_of_sums(h, s, depth); };
  if (auto t = at_a_number(g, tangents)) return t;
  const ProveGoal alone = [&](const Goal& h) { return sums_alone(h, s, depth); };
  if (auto t = without_logarithms(g, s, depth)) return t;
  if (auto t = without_logarithm(g, alone)) return t;
  if (auto t = without_exponential(g, s, alone)) return t;
  if (auto t = without_powers(g, s, depth)) return t;
  if (auto t = by_squared_sides(g, alone)) return t;
  return by_equations_of_sums(g, [&](const Goal& h) -> Tree {
    if (auto t = by_tangents_of_sums(h, s, depth)) return t;
    return by_functions_of_sums(h, s, depth - 1);
  });
}

Tree by_multipliers_of_functions(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2 || g.relation.rel != Rel::ge) return std::nullopt;
  const ProveGoal searched = [&](const Goal& h) { return by_multipliers_of_sums(h, s, depth); };
  const ProveGoal at_one = [&](const Goal& h) { return at_a_number(h, searched); };
  const ProveGoal at_numbers = [&](const Goal& h) -> Tree {
    for (const ProveGoal& way : {searched, at_one})
      if (auto t = way(h)) return t;
    return at_a_number(h, at_one);
  };
  if (auto t = at_numbers(g)) return t;
  if (auto t = without_logarithm(g, at_numbers)) return t;
  if (auto t = without_exponential(g, s, at_numbers)) return t;
  return by_squared_sides(g, at_numbers);
}

}  // namespace dpcert::verify
