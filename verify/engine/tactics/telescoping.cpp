// Gamma functions lose themselves in differences of neighbours.
#include <algorithm>

#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

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

namespace {

// A goal in which square roots without x are variables of their squares and of bounded ranges: an expansion in x has
// bounded coefficients then, and what is left is of polynomials.
struct WithoutRoots {
  Context before;
  Goal goal;
  Proof lines = {};
  std::vector<std::pair<Expr, Expr>> roots = {};  // variable, root

  // At points where the variables are the roots: few others satisfy the hypotheses.
  [[nodiscard]] bool looks_nonnegative(Expr e) const {
    for (auto r = roots.rbegin(); r != roots.rend(); ++r) e = substitute(e, {{r->first, r->second}});
    return dpcert::verify::looks_nonnegative(before, e);
  }
};

std::optional<WithoutRoots> without_roots_beside(const Expr& x, const Goal& g) {
  const auto beside = [&](const Expr& e) { return e.op() == Op::sqrt && !e.arg(0).is_constant() && !depends_on(e, x); };
  WithoutRoots out{g.context, g};
  Goal& h = out.goal;
  for (auto all = nodes_of(h.relation, beside); !all.empty(); all = nodes_of(h.relation, beside)) {
    const Expr& root = all.front();  // an inner one first
    const auto range = bounded_range(h.context, root);
    if (!range) return std::nullopt;
    const std::string name = fresh_name(h.context);
    out.roots.emplace_back(Expr::variable(name), root);
    cut_in(out.lines, h, {Rel::eq, pow(root, 2), root.arg(0)}, {rule::Identity{}});
    if (!take(rule::Gen{name, *range, root}, h, out.lines)) return std::nullopt;
  }
  return out;
}

bool is_gamma(const Expr& e) { return e.op() == Op::lgamma || e.op() == Op::polygamma; }

// Do gamma functions of x stand in sums, products and quotients only? Elsewhere a shift of x does not lose them.
bool stand_outside(const Expr& e, const Expr& x) {
  if (!has_gamma(e, x)) return true;
  switch (e.op()) {
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
      return std::ranges::all_of(e.args(), [&](const Expr& u) { return stand_outside(u, x); });
    default:
      return is_gamma(e) && !has_gamma(e.arg(0), x);
  }
}

// Each logarithm with a coefficient of its own: over one denominator its slope would not be seen.
Expr by_logarithms(Algebra& a, const Context& c, const Expr& e) {
  Expr rest = e, out = 0;
  for (const Expr& f : nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::log; })) {
    const auto parts = affine_in(a, c, rest, f);
    if (!parts) return e;
    out = add(out, mul(a.simplified(parts->second).value_or(parts->second), f));
    rest = a.simplified(parts->first).value_or(parts->first);
  }
  return add(rest, out);
}

// D(x) - D(x+1), if it has fewer gamma functions of x than D.
std::optional<Expr> with_fewer_gammas(const Goal& step, const Expr& d, const Expr& x) {
  const auto gammas = [&](const Expr& e) {
    return nodes_of({Rel::ge, e, 0}, [&](const Expr& f) { return is_gamma(f) && depends_on(f, x); }).size();
  };
  Algebra a = step.context.algebra();
  auto form = a.simplified(step.difference());
  if (!form || gammas(*form) >= gammas(d) || !is_defined(step.context, *form)) return std::nullopt;
  return by_logarithms(a, step.context, *form);
}

Tree telescoped_in_rounds(const Goal& g, const Expr& x, const WithoutRoots& named, const Subprover& s, int depth,
                          const ProveGoal& alone) {
  const Expr d = g.difference();
  if (!stand_outside(d, x)) return std::nullopt;
  const Step telescope = rule::Telescope{x, Effort::step_bits, rule::LimitBound{Effort::far_from, Expr(1) / x}};
  const auto children = apply(telescope, g);
  if (!children || children->size() != 2) return std::nullopt;
  const Goal &far = children->front(), &step = children->back();
  // Points are looked at for the step alone: of gamma functions that are nearly the same, rounding is all that is left.
  const auto form = with_fewer_gammas(step, d, x);
  if (!form || !named.looks_nonnegative(*form)) return std::nullopt;
  const Under under(s.state.underway.telescoping);
  const auto falls = rewritten(step, *form, 0, alone);
  if (!falls) return std::nullopt;
  const auto limit = s.prove(far, depth - 1, true);
  if (!limit) return std::nullopt;
  Proof out{telescope};
  append(out, *limit);
  append(out, *falls);
  return out;
}

}  // namespace

Tree by_telescoping_alone(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || depth < 1) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.range.lo.infinite || !v.range.hi.infinite || !has_gamma(g.difference(), x)) continue;
    const auto named = without_roots_beside(x, g);
    if (!named) continue;
    Subprover inside = s;
    inside.prove_within = [&](const Goal& h, int, bool, std::size_t) {
      return telescoped_in_rounds(h, x, *named, s, depth, alone);
    };
    auto t = inside.prove(named->goal, depth, true);
    if (!t) t = by_logs(named->goal, inside, depth);
    if (!t) continue;
    Proof out = named->lines;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
