// One variable: its domain cut in two, each part alone.
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_pieces(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  const Variable* v = nullptr;
  for (const auto& u : g.context.variables()) {
    if (!depends_on(d, Expr::variable(u.name))) continue;
    if (v) return std::nullopt;  // several variables
    v = &u;
  }
  if (!v || v->integer) return std::nullopt;
  const auto &lo = v->range.lo, &hi = v->range.hi;
  const Expr x = Expr::variable(v->name);
  const auto inside = [&](const Rational& q) { return (lo.infinite || lo.value < q) && (hi.infinite || q < hi.value); };
  std::vector<std::pair<Rational, bool>> places;  // the piece named first is the harder one
  if (hi.infinite)
    for (const long q : Effort::Pieces::places_below_infinity) places.emplace_back(q, false);
  if (lo.infinite)
    for (const long q : Effort::Pieces::places_above_infinity) places.emplace_back(q, true);
  if (!lo.infinite && !hi.infinite && lo.value < hi.value) {
    for (const long part : Effort::Pieces::parts) {
      const Rational step = (hi.value - lo.value) / Rational(part);
      places.emplace_back(lo.value + step, true);
      if (part > 2) places.emplace_back(hi.value - step, false);
    }
  }
  for (const auto& [q, low_first] : places) {
    if (!inside(q)) continue;
    if (auto t = both_sides(g, rule::Split{x, q}, low_first ? 0 : 1, alone, alone)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
