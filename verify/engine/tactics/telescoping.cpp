// Gamma functions lose themselves in differences of neighbours.
#include <algorithm>

#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_telescoping(const Goal& goal, const Subprover& s, bool far) {
  if (s.state.underway.telescoping || std::ranges::none_of(goal.context.variables(), [&](const Variable& v) {
        return has_gamma(goal.difference(), Expr::variable(v.name));
      })) {
    return std::nullopt;
  }
  // Term by term, limits are seen.
  const auto a = s.algebra(goal.context);
  const auto terms = a->expanded(goal.difference());
  const Goal g{goal.context, {goal.relation.rel, terms.value_or(goal.difference()), 0}};
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.range.lo.infinite || !has_gamma(g.difference(), x) || limit_is_nonnegative(g, x, false) == far) continue;
    // `far`: the limit is not seen term by term. Then the rule's first child is D + 1/x > 0 from some place on, which
    // says that the limit is not negative; an expansion is to prove it.
    const Step telescope = rule::Telescope{
        x, Effort::step_bits, far ? std::optional(rule::LimitBound{Effort::far_from, Expr(1) / x}) : std::nullopt};
    const auto children = apply(telescope, g);
    if (!children) continue;
    const Under under(s.state.underway.telescoping);
    const Goal& step = children->back();
    Tree t = sign_proof(step.context, step.difference(), g.strict(), s);
    if (!t && !far) t = by_tail(step, s.with(true), 0);
    if (!t && !far) t = s.prove_within(step, Effort::depth_of_a_step, true, Effort::boxes_of_a_step);
    Tree end = t && far ? by_expansion(children->front(), s, 1) : Tree(Proof{});
    if (!t || !end) continue;
    Proof out;
    if (terms) out.push_back(rewrite_to(*terms));
    out.push_back(telescope);
    append(out, *end);
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
