// A product against an exponential, factor by factor: as the product of 1 + x(k) below the exponential of the sum of
// the x(k), or that of 1 - k/n below exp(-m (m - 1)/(2 n)).
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// c and S where e is c S with the only sum S in it, over the range of p.
std::optional<std::pair<Expr, Expr>> multiple_of_sum(const Context& c, const Expr& e, const Expr& p) {
  Algebra a = c.algebra();
  const auto form = a.simplified(e);
  if (!form) return std::nullopt;
  const auto sums = nodes_of({Rel::ge, *form, 0}, is_repeated);
  if (sums.size() != 1 || !a.is_zero(sub(sums[0].arg(0), p.arg(0))) || !a.is_zero(sub(sums[0].arg(1), p.arg(1))))
    return std::nullopt;
  const auto f = affine_in(a, c, *form, sums[0]);
  if (!f || !f->first.is_constant(0)) return std::nullopt;
  return std::pair{f->second, sums[0]};
}

// What exp(e) is over the range of p: the exponential at each index, of the terms of a sum, or of the differences of
// neighbours in the variable with which the range ends.
std::optional<Expr> factor_at(const Context& c, const Expr& e, const Expr& p, const Expr& index) {
  Algebra a = c.algebra();
  const auto form = a.simplified(e);
  if (!form) return std::nullopt;
  const auto sums = nodes_of({Rel::ge, *form, 0}, is_repeated);
  if (const auto multiple = multiple_of_sum(c, e, p))
    return exp(mul(multiple->first, body_at(multiple->second, index)));
  const auto end = affine(p.arg(1));
  if (!sums.empty() || !end) return std::nullopt;
  for (const auto& [name, k] : end->coefficients) {
    const Expr n = Expr::variable(name);
    if (k != Rational(1) || !depends_on(e, n)) continue;
    const Expr now = sub(index, sub(p.arg(1), n));
    const auto step = a.simplified(sub(substitute(e, {{n, now}}), substitute(e, {{n, plus(now, -1)}})));
    if (step) return exp(*step);
  }
  return std::nullopt;
}

// exp(c sum) = prod, by induction over the end of their range: the sum stands inside of a function, where no equation
// reaches it, so that its value is put in there.
Tree product_of_exponentials(const Goal& g, const Subprover& s) {
  const auto is_end = [&](const Variable& v) {
    return v.integer && !v.range.lo.infinite && depends_on(g.relation.rhs.arg(1), Expr::variable(v.name));
  };
  const auto& variables = g.context.variables();
  const auto n = std::ranges::find_if(variables, is_end);
  if (n == variables.end()) return std::nullopt;
  const ProveGoal base = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    return normalised(h, s, 1);
  };
  const ProveGoal step = [&](const Goal& g0) -> Tree {
    Goal h = g0;
    Proof out;
    const std::size_t known = h.context.hypotheses().size();
    const auto sums = nodes_of(h.relation, [](const Expr& e) { return e.op() == Op::sum; });
    const auto products = nodes_of(h.relation, [](const Expr& e) { return e.op() == Op::prod; });
    if (sums.size() != 1 || products.size() != 1) return std::nullopt;
    if (!take(rule::Unfold{sums[0], rule::Unfold::Part::last}, h, out)) return std::nullopt;
    const Expr value = h.context.hypotheses().back().rhs;
    if (!take(rule::Unfold{products[0], rule::Unfold::Part::last}, h, out)) return std::nullopt;
    const Expr factor = body_at(products[0], products[0].arg(1));
    if (!put_value(sums[0], value, h, out)) return std::nullopt;
    out.emplace_back(rule::Combine{Rational(0), {{known, weight(factor)}, {known + 2, Rational(-1)}}});
    return out;
  };
  return steps(g, rule::Induct{Expr::variable(n->name)}, {base, step});
}

// A relation between factors at an index, with a variable for each value of a sequence.
Tree at_index(const Goal& g, const Expr& index, const Subprover& s, int depth) {
  Extended x{g};
  instantiate_at_index(x, index);
  Goal h = x.goal;
  Proof out = x.lines;
  Tree t = s.immediate(h);
  if (!t) {
    if (!take_terms_as_numbers(h, out)) return std::nullopt;
    // At first without what is said of integers that do not enter: most factors are numbers then.
    Goal alone = h;
    Proof lines;
    forget_integers(alone, lines);
    if (!lines.empty() && looks_nonnegative(alone.context, alone.difference())) t = s.prove(alone, depth - 1, true);
    if (t) append(out, lines);
    if (!t) t = s.prove(h, depth - 1, true);
  }
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_products_of_exponentials(const Goal& g, const Subprover& s, int depth) {
  const auto& [rel, lhs, rhs] = g.relation;
  if (depth < 2 || rel == Rel::gt) return std::nullopt;
  const bool above = lhs.op() == Op::exp && rhs.op() == Op::prod;
  if (!above && !(lhs.op() == Op::prod && rhs.op() == Op::exp)) return std::nullopt;
  const Expr &power = above ? lhs : rhs, &product = above ? rhs : lhs;
  const FreshIndex k;
  const auto factor = factor_at(g.context, power.arg(0), product, k.variable());
  if (!factor) return std::nullopt;
  const Expr other = Expr::repeated(Op::prod, k.variable(), product.arg(0), product.arg(1), *factor);
  const auto multiple = multiple_of_sum(g.context, power.arg(0), product);
  const Relation same{Rel::eq, multiple ? exp(mul(multiple->first, multiple->second)) : power, other},
      between{rel, above ? other : product, above ? product : other};
  if (!is_defined(g.context, other)) return std::nullopt;
  const auto by_induction = [&](const Goal& h) { return product_of_exponentials(h, s); };
  // Whatever the multiple is, it is a number.
  Tree first;
  if (multiple && !multiple->first.is_constant() && multiple->first.op() != Op::variable)
    first = steps({g.context, same},
                  rule::Gen{fresh_name(g.context), Range{{true, false, 0}, {true, false, 0}}, multiple->first},
                  {by_induction});
  if (!first) first = by_induction({g.context, same});
  if (!first) first = by_range_induction({g.context, same}, s, depth);
  if (!first) return std::nullopt;
  Goal h = g;
  Proof out;
  cut_in(out, h, same, *first);
  const std::string name = fresh_name(h.context);
  const auto each = [&](const Goal& one) { return at_index(one, Expr::variable(name), s, depth); };
  const auto second = steps({h.context, between}, rule::Termwise{name}, {each});
  if (!second) return std::nullopt;
  cut_in(out, h, between, *second);
  const std::size_t last = h.context.hypotheses().size();
  out.emplace_back(rule::Combine{Rational(0), {{last, Rational(1)}, {last - 1, Rational(above ? 1 : -1)}}});
  return out;
}

}  // namespace dpcert::verify
