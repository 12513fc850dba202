#include "verify/engine/prove/divisors.hpp"

#include <algorithm>
#include <utility>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_divisors = 24;

void offer_whole(std::vector<Expr>& out, const Expr& e, const Context& c) {
  const auto whole = as_whole(e, c);
  if (whole && std::ranges::find(out, *whole) == out.end()) out.push_back(*whole);
}

// The equations of a formula, also those about further numbers that are to exist.
void equations_inside(const Formula& f, std::vector<Relation>& out) {
  using Kind = Formula::Kind;
  if (f.is(Kind::relation) && f.relation.rel == Rel::eq) out.push_back(f.relation);
  if (f.is(Kind::both) || f.is(Kind::exists))
    for (const Formula& part : f.parts) equations_inside(part, out);
}

// What a product with x in it is to be.
std::optional<Expr> product_with(Algebra& a, const Relation& r, const Expr& x, const Context& c) {
  const auto is_known = [&](const Expr& e) {
    return std::ranges::all_of(variables_of(e), [&](const auto& n) { return c.find(Expr::variable(n)); });
  };
  const auto p = a.coefficients(sub(r.lhs, r.rhs), x);
  return p && p->size() == 2 && is_known((*p)[0]) && !is_known((*p)[1]) ? std::optional((*p)[0]) : std::nullopt;
}

// The divisors of e among its irreducible factors and their products.
std::vector<Expr> divisors_of(Algebra& a, const Expr& e, const Context& c) {
  const auto f = e.is_constant() ? std::nullopt : a.factorization(e);
  if (!f) return {};
  std::vector<Expr> out{1};
  for (const auto& [base, exponent] : f->factors) {
    if (exponent < 0) return {};
    const Expr factor = c.signs(base) == negative ? negate(base) : base;
    const std::size_t before = out.size();
    for (long k = 1; k <= exponent; ++k)
      for (std::size_t i = 0; i < before && out.size() < most_divisors; ++i)
        out.push_back(mul(out[i], power(factor, Expr(k))));
  }
  out.erase(out.begin());
  return out;
}

}  // namespace

std::optional<Expr> as_whole(const Expr& e, const Context& c) {
  if (is_whole(e, c)) return e;
  constexpr long highest = 12;
  const Expr products = transform(e, [](const Expr& old, std::span<const Expr> args) -> Expr {
    const auto k = old.op() == Op::pow && old.arg(1).is_constant() ? old.arg(1).value().to_int64() : std::nullopt;
    if (!k || *k < 1 || *k > highest) return with_args(old, args);
    Expr out = args[0];
    for (std::int64_t i = 1; i < *k; ++i) out = mul(out, args[0]);
    return out;
  });
  return is_whole(products, c) ? std::optional(products) : std::nullopt;
}

std::vector<Expr> quotients(const Formula& q, const Context& context) {
  std::vector<Expr> out;
  if (!q.bound.integer || !q.parts[0].is(Formula::Kind::relation) || q.parts[0].relation.rel != Rel::eq) return out;
  Algebra a = context.algebra();
  const Relation& r = q.parts[0].relation;
  const auto p = a.coefficients(sub(r.lhs, r.rhs), q.bound.variable);
  if (!p || p->size() != 2 || (*p)[1].is_constant()) return out;
  Expr above = negate((*p)[0]), below = (*p)[1];
  const auto offer_quotient = [&] {
    if (const auto e = a.simplified(quotient(above, below))) offer_whole(out, *e, context);
  };
  offer_quotient();
  for (std::size_t i = context.hypotheses().size(); i-- > 0;) {
    const Relation& h = context.hypotheses()[i];
    if (h.rel != Rel::eq) continue;
    for (const auto& [x, value] : {std::pair{h.lhs, h.rhs}, std::pair{h.rhs, h.lhs}}) {
      if (x.op() != Op::variable || depends_on(value, x)) continue;
      above = substitute(above, {{x, value}});
      below = substitute(below, {{x, value}});
      offer_quotient();
      break;
    }
  }
  return out;
}

std::vector<Expr> divisors(const Formula& q, const Context& context) {
  std::vector<Expr> out;
  if (!q.bound.integer) return out;
  std::vector<Relation> all;
  equations_inside(q.parts[0], all);
  Algebra a = context.algebra();
  for (const Relation& r : all)
    if (const auto e = product_with(a, r, q.bound.variable, context))
      for (const Expr& divisor : divisors_of(a, *e, context)) offer_whole(out, divisor, context);
  return out;
}

}  // namespace dpcert::verify
