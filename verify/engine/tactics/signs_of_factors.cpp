// A side that is a product with one factor of unknown sign, as exp(x) (1 - x^2/n) is: where that factor is not
// positive, the other side need only be nonnegative; where it is positive, there are logarithms.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The factor as it is typed: logarithms are taken of that.
Expr typed_factor(const Context& c, Expr side) {
  while (side.op() == Op::mul || side.op() == Op::div) {
    const auto open = [&](const Expr& e) { return !c.positive_(e); };
    const auto e = side.op() == Op::div ? side.args().begin() : std::ranges::find_if(side.args(), open);
    if (e == side.args().end()) break;
    side = *e;
  }
  return side;
}

}  // namespace

Tree by_signs_of_factors(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  const Expr &large = g.relation.lhs, &small = g.relation.rhs;
  if (g.relation.rel == Rel::eq || large.is_constant() || small.is_constant()) return std::nullopt;
  const auto signs = split_factors(g.context, small, s.algebra);
  if (!signs || signs->rest.size() != 1 || signs->weight.is_constant()) return std::nullopt;
  const Expr f = signs->flip ? negate(signs->rest[0]) : signs->rest[0];
  const ProveGoal beside = [&](const Goal& h) -> Tree {
    const Goal above{h.context, {g.strict() ? Rel::gt : Rel::ge, large, 0}},
        below{h.context, {Rel::ge, negate(small), 0}};
    const auto one = s.prove(above, depth - 1, false);
    const auto other = one ? steps(below, rule::Factor{signs->weight, negate(f)}, {s.immediate}) : std::nullopt;
    if (!other) return std::nullopt;
    Proof out;
    Goal now = h;
    cut_in(out, now, above.relation, *one);
    cut_in(out, now, below.relation, *other);
    const auto rest = s.prove(now, Effort::depth_of_a_condition_on_the_way, false);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  };
  const ProveGoal where_positive = [&](const Goal& h) -> Tree {
    {
      const WorkLimit limit(work_left() / 3);
      if (auto t = alone(h)) return t;
    }
    const Goal typed{h.context, {Rel::gt, typed_factor(h.context, small), 0}};
    Proof out;
    Goal now = h;
    if (const auto t = s.sign(typed)) cut_in(out, now, typed.relation, *t);
    const auto rest = out.empty() ? std::nullopt : alone(now);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  };
  return steps(g, rule::Cases{negate(f)}, {beside, where_positive});
}

}  // namespace dpcert::verify
