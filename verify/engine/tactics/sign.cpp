// The sign of an expression, with as little search as will do.
#include "verify/engine/tactics/sign.hpp"

#include "src/core/work.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::optional<Context> with_denominators(const Context& c, const Expr& e, Proof& head, const Subprover& s) {
  const auto a = s.algebra(c);
  const auto f = a->factorization(e);
  if (!f) return c;
  Goal g{c, {Rel::ge, 0, 0}};
  for (const auto& [base, k] : f->factors) {
    if (k >= 0 || !(g.context.signs(base) & zero)) continue;
    if (s.state.underway.denominators || s.state.underway.secants) return std::nullopt;
    const Under under(s.state.underway.denominators);
    const WorkLimit limit(work_left() / Effort::share_of_denominators);
    if (!cut_in(head, g, Condition{base, Need::nonzero}, s)) return std::nullopt;
  }
  return g.context;
}

Tree sign_proof(const Context& context, const Expr& e, bool strict, const Subprover& s) {
  if (auto t = s.immediate({context, {strict ? Rel::gt : Rel::ge, e, 0}})) return t;
  Proof out;
  const auto c = with_denominators(context, e, out, s);
  if (!c) return std::nullopt;
  const auto f = split_factors(*c, e, s.algebra);
  if (!f || !f->rest.empty() || f->flip || (strict && f->nonnegative_only)) {
    const Goal g{context, {strict ? Rel::gt : Rel::ge, e, 0}};
    if (auto t = by_arcs(g, s)) return t;
    if (!s.state.underway.secants) {
      const Under under(s.state.underway.secants);
      if (auto t = by_secant(g, [&](const Goal& n) { return sign_proof(n.context, n.relation.lhs, n.strict(), s); }))
        return t;
    }
    return by_telescoping(g, s);
  }
  append(out, {rule::Factor{f->weight, 1}, rule::Sign{}});
  return out;
}

}  // namespace dpcert::verify
