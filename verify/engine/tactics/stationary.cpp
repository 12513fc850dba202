#include "verify/engine/tactics/stationary.hpp"

#include <algorithm>
#include <cstdlib>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

// sum of +-c log(u_i) + rest, the rest without x: the numerator of u - exp(-rest/c), u the product of the u_i^(+-1).
std::optional<Expr> logs_as_one(Algebra& a, const Context& c, const Expr& e, const Expr& x) {
  const auto logs = nodes_of({Rel::ge, e, 0}, [&](const Expr& n) { return n.op() == Op::log && depends_on(n, x); });
  if (logs.size() < 2 || logs.size() > Effort::Derivatives::most_logs) return std::nullopt;
  const Expr t = Expr::variable(fresh_name(c));
  Expr rest = e;
  std::optional<Expr> common;
  Expr up = 1, down = 1;
  for (const auto& l : logs) {
    const auto p = a.coefficients(replaced(rest, l, t), t);
    if (!p || p->size() != 2) return std::nullopt;
    if (!common) common = (*p)[1];
    const auto q = a.ratio((*p)[1], *common, true);
    if (!q || !(abs(*q) == Rational(1))) return std::nullopt;
    Expr& side = q->sign() > 0 ? up : down;
    side = mul(side, l.arg(0));
    rest = (*p)[0];
  }
  if (depends_on(rest, x) || depends_on(*common, x)) return std::nullopt;
  const auto f = a.fraction(sub(quotient(up, down), exp(negate(quotient(rest, *common)))));
  return f ? std::optional(f->first) : std::nullopt;
}

}  // namespace

std::vector<Expr> stationary_points(const Context& c, const Expr& d, const Expr& x) {
  std::vector<Expr> out;
  Algebra a = c.algebra();
  const auto f = a.factorization(derivative(d, x));
  if (!f) return out;
  const auto put = [&](const Expr& e, bool as_it_is = false) {
    if (depends_on(e, x) || e.node().tree_size > Effort::Derivatives::largest_anchor) return;
    if (!is_defined(c, e)) return;
    const Expr simple = as_it_is ? e : a.simplified(e).value_or(e);
    if (std::ranges::find(out, simple) == out.end()) out.push_back(simple);
  };
  const Expr t = Expr::variable(fresh_name(c));
  const auto solve = [&](const Expr& base) {
    if (const auto p = a.coefficients(base, x); p && p->size() == 2) put(negate(quotient((*p)[0], (*p)[1])));
    for (const auto& node : nodes_of({Rel::ge, base, 0}, [&](const Expr& e) {
           return depends_on(e, x) && (e.op() == Op::log || e.op() == Op::exp || e.op() == Op::sqrt);
         })) {
      const Expr other = replaced(base, node, t);
      if (depends_on(other, x)) continue;
      const auto p = a.coefficients(other, t);
      const auto q = a.coefficients(node.arg(0), x);
      if (!p || p->size() != 2 || !q || q->size() != 2) continue;
      const Expr value = negate(quotient((*p)[0], (*p)[1]));
      const Expr inner = node.op() == Op::log   ? exp(value)
                         : node.op() == Op::exp ? log(product_of(a, c, value).value_or(value))
                                                : power(value, 2);
      // The normal form would multiply the factors out again.
      const bool plain = node.op() == Op::exp && node.arg(0) == x;
      put(plain ? inner : quotient(sub(inner, (*q)[0]), (*q)[1]), plain);
    }
  };
  for (const auto& [base, k] : f->factors) {
    if (k < 0 || !depends_on(base, x) || c.signs(base) == positive || c.signs(base) == negative) continue;
    const std::size_t before = out.size();
    solve(base);
    if (out.size() > before) continue;
    // Powers against each other: their logarithms. Several logarithms: one.
    if (const auto terms = two_positive_terms(c, a, base)) {
      if (const auto w = a.simplified(sub(log(terms->first), log(terms->second)))) solve(*w);
    } else if (const auto one = logs_as_one(a, c, base, x)) {
      solve(*one);
    }
  }
  return out;
}

}  // namespace dpcert::verify
