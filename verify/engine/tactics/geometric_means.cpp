// A sum of positive terms against the sum of their coefficients, as (sinh(x)/x)^(2 a) + (tanh(x)/x)^a > 2: by the
// arithmetic and the geometric mean it is enough that the product of the terms, each to its coefficient, is at least 1.
// For inequalities of Wilker's and Huygens' kind, also with exponents.
#include <algorithm>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_terms_of_a_mean = 4;

struct TermOfMean {
  Rational coefficient;
  Expr factor;
};

// c v of a term as it is written, with a number c.
TermOfMean with_coefficient(const Expr& term) {
  switch (term.op()) {
    case Op::constant:
      return {term.value(), 1};
    case Op::neg: {
      const TermOfMean inner = with_coefficient(term.arg(0));
      return {-inner.coefficient, inner.factor};
    }
    case Op::mul: {
      const TermOfMean one = with_coefficient(term.arg(0)), two = with_coefficient(term.arg(1));
      const Expr rest = one.factor.is_constant(1)   ? two.factor
                        : two.factor.is_constant(1) ? one.factor
                                                    : mul(one.factor, two.factor);
      return {one.coefficient * two.coefficient, rest};
    }
    default:
      return {1, term};
  }
}

}  // namespace

Tree by_geometric_means(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  std::vector<Expr> terms;
  terms_of(g.difference(), 1, terms);
  if (terms.size() < 3 || terms.size() > most_terms_of_a_mean + 1) return std::nullopt;
  Rational left = 0;
  std::vector<TermOfMean> positive_terms;
  for (const Expr& e : terms) {
    const TermOfMean t = with_coefficient(e);
    left += t.coefficient;
    if (t.factor.is_constant(1)) continue;
    if (t.coefficient.sign() < 0 || !c.positive_(t.factor)) return std::nullopt;
    positive_terms.push_back(t);
  }
  if (!left.is_zero() || positive_terms.size() < 2) return std::nullopt;
  // What the exponents have in common stands before the sum of the logarithms of the bases.
  Algebra a = c.algebra();
  std::optional<Expr> common;
  for (const TermOfMean& t : positive_terms)
    if (const Expr& e = t.factor; !common && e.op() == Op::pow && !e.arg(1).is_constant() && c.positive_(e.arg(1)))
      common = e.arg(1);
  const auto share = [&](const Expr& e) -> std::optional<Rational> {
    return e.op() == Op::pow ? a.ratio(e.arg(1), *common, true) : std::nullopt;
  };
  if (common && !std::ranges::all_of(positive_terms, [&](const auto& t) { return share(t.factor).has_value(); }))
    common = std::nullopt;
  Expr logarithms = 0;
  std::vector<Use> uses;
  for (const auto& [coefficient, factor] : positive_terms) {
    const Expr weight(common ? coefficient * *share(factor) : coefficient);
    uses.push_back(log_bound(Expr(coefficient), factor, s));
    const Expr logarithm = log_by_factors(c, common ? factor.arg(0) : factor);
    logarithms = add(logarithms, weight.is_constant(1) ? logarithm : mul(weight, logarithm));
  }
  if (!is_defined(c, logarithms) || !looks_nonnegative(c, logarithms)) return std::nullopt;
  const Relation product{g.relation.rel, common ? mul(*common, logarithms) : logarithms, 0};
  const ProveGoal rest = [&](const Goal& k) { return s.prove(k, depth - 1, true); };
  const auto shown = common ? steps({c, product}, rule::Factor{*common, logarithms}, {rest}) : rest({c, product});
  if (!shown) return std::nullopt;
  Goal h = g;
  Proof out;
  cut_in(out, h, product, *shown);
  rule::Combine sum{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}};
  for (const Use& u : uses) {
    const Relation bound{Rel::ge, u.bound, 0};
    const auto t = u.proof({h.context, bound});
    if (!t) return std::nullopt;
    cut_in(out, h, bound, *t);
    sum.terms.emplace_back(h.context.hypotheses().size(), verify::weight(u.weight));
  }
  out.emplace_back(std::move(sum));
  return out;
}

}  // namespace dpcert::verify
