#include "verify/engine/prove/quantiles.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

void conjuncts_of(const Formula& f, std::vector<const Formula*>& out) {
  if (!f.is(Formula::Kind::both)) {
    out.push_back(&f);
    return;
  }
  for (const Formula& part : f.parts) conjuncts_of(part, out);
}

// u of u = normal_cdf(v).
std::optional<Expr> argument_in(const Relation& r, const Expr& v) {
  if (r.rel != Rel::eq) return std::nullopt;
  const Expr f = normal_cdf(v);
  if (r.rhs == f && !depends_on(r.lhs, v)) return r.lhs;
  if (r.lhs == f && !depends_on(r.rhs, v)) return r.rhs;
  return std::nullopt;
}

}  // namespace

std::optional<Expr> argument_of_quantile(const Formula& f) {
  if (!f.is(Formula::Kind::exists) || f.bound.integer || f.bound.lo || f.bound.hi) return std::nullopt;
  std::vector<const Formula*> all;
  conjuncts_of(f.parts[0], all);
  for (const Formula* part : all)
    if (part->is(Formula::Kind::relation))
      if (auto u = argument_in(part->relation, f.bound.variable)) return u;
  return std::nullopt;
}

std::optional<Expr> known_quantile(const Context& c, const Expr& u) {
  Algebra a = c.algebra();
  for (const Variable& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    for (const Relation& h : c.hypotheses()) {
      const auto w = argument_in(h, x);
      if (!w) continue;
      if (a.is_zero(sub(*w, u))) return x;
      if (a.is_zero(sub(sub(1, *w), u))) return negate(x);
    }
  }
  return std::nullopt;
}

bool speaks_of_quantile(const Context& c, const Relation& r) {
  if (std::ranges::find(c.hypotheses(), r) != c.hypotheses().end()) return false;
  return std::ranges::any_of(c.variables(), [&](const Variable& v) {
    const Expr x = Expr::variable(v.name);
    return mentions(r, x) &&
           std::ranges::any_of(c.hypotheses(), [&](const Relation& h) { return argument_in(h, x).has_value(); });
  });
}

std::optional<Formula> denied_quantile(const Formula& f) {
  using Kind = Formula::Kind;
  if (!f.is(Kind::forall)) return std::nullopt;
  std::vector<Formula> all;
  const Formula* rest = &f.parts[0];
  for (; rest->is(Kind::either) && rest->parts[1].is(Kind::both); rest = &rest->parts[1].parts[1])
    all.push_back(rest->parts[1].parts[0]);
  if (!rest->is(Kind::relation)) return std::nullopt;
  all.push_back(negation(*rest));
  Formula out = Formula::quantified(Kind::exists, f.bound, conjunction(all));
  return negation(out) == f ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Relation> without_quantile(const Formula& f, const Context& c) {
  const auto u = argument_of_quantile(f);
  if (!u) return std::nullopt;
  const Expr& v = f.bound.variable;
  std::vector<const Formula*> all;
  conjuncts_of(f.parts[0], all);
  std::optional<Relation> out;
  Algebra a = c.algebra();
  for (const Formula* part : all) {
    if (!part->is(Formula::Kind::relation)) return std::nullopt;
    const Relation& r = part->relation;
    if (argument_in(r, v) || !mentions(r, v)) continue;
    const auto p = a.coefficients(sub(r.lhs, r.rhs), v);
    if (out || !p || p->size() != 2) return std::nullopt;
    const bool rises = c.positive_((*p)[1]);
    if (r.rel != Rel::eq && !rises && !c.positive_(negate((*p)[1]))) return std::nullopt;
    const Expr at = normal_cdf(negate(quotient((*p)[0], (*p)[1])));
    out = Relation{r.rel, rises ? *u : at, rises ? at : *u};
  }
  return out;
}

}  // namespace dpcert::verify
