// Gamma functions of one argument that is made of several variables: by the first terms of their series at infinity,
// with remainders of known sign. Next to an end of one variable only, `expansion` does more.
#include <algorithm>

#include "verify/engine/proof/series.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_gamma_series(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto is_gamma = [](const Expr& e) {
    return (e.op() == Op::lgamma || e.op() == Op::polygamma) && !e.arg(0).is_constant();
  };
  const auto functions = nodes_of({Rel::ge, g.difference(), 0}, is_gamma);
  if (functions.empty() || functions.size() > Effort::GammaSeries::most_functions) return std::nullopt;
  // Of two arguments what cancels is lost in the remainders, and normal forms grow.
  const Expr& u = functions.front().arg(0);
  if (!g.context.positive_(u) || !std::ranges::all_of(functions, [&](const Expr& f) { return f.arg(0) == u; }))
    return std::nullopt;
  for (long terms = 0; terms < Effort::GammaSeries::most_terms; ++terms) {
    Goal now = g;
    Proof out;
    bool replaced_all = true;
    for (const Expr& f : functions) {
      const std::string w = fresh_name(now.context);
      const auto series = series_at_infinity(f, terms, w);
      replaced_all = replaced_all && series && take(rule::SeriesAtInfinity{terms, f, w}, now, out);
      if (!replaced_all) break;
    }
    if (!replaced_all) return std::nullopt;
    Algebra a = now.context.algebra();
    const auto e = a.simplified(now.difference());
    if (!e || !is_defined(now.context, *e) || !looks_nonnegative(now.context, *e)) continue;
    const auto t = rewritten(now, *e, 0, [&](const Goal& h) -> Tree {
      if (auto r = s.immediate(h)) return r;
      return s.sign(h);
    });
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
