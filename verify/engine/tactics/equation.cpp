// An equation: by its normal form, by hypotheses, by cases, or as two inequalities.
#include <algorithm>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_circles(const Goal& g, const Subprover& s) {
  Goal h = g;
  Proof out;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::sin || n.op() == Op::cos; })) {
    const Expr& u = e.arg(0);
    const Relation circle{Rel::eq, pow(sin(u), 2) + pow(cos(u), 2), 1};
    const auto& said = h.context.hypotheses();
    if (std::ranges::find(said, circle) != said.end() || !is_defined(h.context, u)) continue;
    if (out.size() == Effort::most_circles) return std::nullopt;
    const Step fact = rule::Fact{rule::Fact::Of::sin, u};
    auto next = after(fact, h);
    if (!next) return std::nullopt;
    out.push_back(fact);
    h = std::move(*next);
  }
  if (out.empty()) return std::nullopt;
  const auto combined = [&](const Goal& k) -> Tree {
    if (auto t = s.immediate(k)) return t;
    return prove_by_combination(k, s.out_of_time);
  };
  Tree rest = s.immediate(h);
  if (!rest) rest = h.relation.rel == Rel::eq ? steps(h, rule::Both{}, {combined}) : combined(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

Tree by_equation(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  if (depth <= 0) return std::nullopt;
  if (auto t = by_circles(g, s)) return t;
  if (auto t = by_binomials(g, s, depth)) return t;
  if (auto t = by_range_induction(g, s, depth)) return t;
  if (auto t = by_integrals(g, s, depth)) return t;
  if (auto t = by_terms(g, s, depth)) return t;
  if (auto t = by_kinks(g, s, depth - 1)) return t;
  if (auto t = by_plain_words(g, s, depth)) return t;
  if (auto t = by_floor_cells(g, s)) return t;
  if (auto t = by_floor_induction(g, s)) return t;
  if (auto t = by_enumeration(g, s, depth, Effort::values_of_an_equation)) return t;
  if (!g.context.hypotheses().empty()) {  // the two halves; also where the hypotheses leave no point
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) -> Tree {
                         if (auto u = s.immediate(h)) return u;
                         return prove_by_combination(h, s.out_of_time);
                       }}))
      return t;
  }
  // The same at x + 1, and without a limit other than 0: the multiplication formulas of gamma functions.
  if (s.numeric) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_telescoping(h, s, true); }})) return t;
  }
  return by_solving(g, s, depth);  // otherwise it follows from hypotheses or not at all
}

}  // namespace dpcert::verify
