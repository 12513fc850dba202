// What is seen without search.
#include <fmt/format.h>

#include "verify/engine/goal/functions.hpp"
#include "verify/engine/tactics/sign.hpp"

namespace dpcert::verify {

namespace {

Tree equal_at_once(const Goal& g, const NormalForms& normal_forms) {
  const auto a = normal_forms(g.context);
  Expr d = g.difference();
  for (const auto& v : g.context.variables()) {  // the checker puts values for variables whose interval is a point
    if (v.range.bounded() && v.range.lo.value == v.range.hi.value)
      d = substitute(d, {{Expr::variable(v.name), Expr(v.range.lo.value)}});
  }
  if (a->is_zero(d)) return Proof{rule::Identity{}};
  if (const auto i = g.context.matching_hypothesis(g.difference(), Rel::eq)) return Proof{rule::Hyp{i}};
  return std::nullopt;
}

}  // namespace

Tree immediate(const Goal& g, const NormalForms& normal_forms) {
  if (g.relation.rel == Rel::eq) return equal_at_once(g, normal_forms);
  const Expr d = g.difference();
  const Need wanted = g.strict() ? Need::positive : Need::nonnegative;
  if (g.context.knows({d, wanted})) return Proof{rule::Sign{}};
  if (!g.strict()) {
    const auto a = normal_forms(g.context);
    if (a->is_zero(d)) return Proof{rule::Identity{}};
  }
  if (const auto i = g.context.matching_hypothesis(d, g.relation.rel)) return Proof{rule::Hyp{i}};
  // With functions as they stand: normal_cdf(u) is positive, (1 + erf(u))/2 does not show it.
  ExprMap<Expr> names, back;
  const Expr plain = transform(d, [&](const Expr& old, std::span<const Expr> args) -> Expr {
    if (!is_positive_by_name(old)) return with_args(old, args);
    const auto [it, fresh] = names.try_emplace(old, Expr::variable(fmt::format("part'{}", names.size())));
    if (fresh) back.emplace(it->second, old);
    return it->second;
  });
  if (!back.empty()) {
    Algebra b([](const Expr&) { return false; });
    if (const auto f = b.fraction(plain)) {
      const Expr e = substitute(quotient(f->first, f->second), back);
      if (!(e == d) && is_defined(g.context, e) && g.context.knows({e, wanted}))
        return Proof{rewrite_to(e), rule::Sign{}};
    }
  }
  // The normal form as a whole, and the same divided by what is positive.
  const auto a = normal_forms(g.context);
  if (const auto f = a->fraction(d)) {
    const Expr e = quotient(f->first, f->second);
    if (!(e == d) && is_defined(g.context, e) && g.context.knows({e, wanted}))
      return Proof{rewrite_to(e), rule::Sign{}};
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
