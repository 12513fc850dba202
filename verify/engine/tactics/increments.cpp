// A function of one variable at several places x + k h, or at two steps from 0 and their sum: a goal that vanishes at
// h = 0 by its slope in h, until that is a function of one of the places alone.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// Tails through erfc, whose sign is seen without a hypothesis: 1 - normal_cdf(u) and normal_cdf(u), 1 - erf(u).
Expr through_erfc(const Expr& e) {
  const auto half = [](const Expr& u) { return quotient(erfc(quotient(u, sqrt(Expr(2)))), 2); };
  return transform(e, [&](const Expr& n, std::span<const Expr> args) -> Expr {
    if (n.op() == Op::sub && n.arg(0).is_constant(1) && n.arg(1).op() == Op::normal_cdf) return half(n.arg(1).arg(0));
    if (n.op() == Op::sub && n.arg(0).is_constant(1) && n.arg(1).op() == Op::erf) return erfc(n.arg(1).arg(0));
    if (n.op() == Op::normal_cdf) return half(negate(n.arg(0)));
    return with_args(n, args);
  });
}

bool depends_on_any(const Expr& e, const ExprMap<Expr>& names) {
  return std::ranges::any_of(names, [&](const auto& n) { return depends_on(e, n.first); });
}

// Its normal form, in which erfc, being positive, stays as it is.
std::optional<Expr> tidy(const Context& c, const Expr& e) {
  Algebra plain = c.algebra();
  ExprMap<Expr> names, back;
  const Expr named = transform(e, [&](const Expr& n, std::span<const Expr> args) -> Expr {
    const Expr same = with_args(n, args);
    if (n.op() != Op::erfc || depends_on_any(same, back)) return same;
    const Expr f = erfc(plain.simplified(same.arg(0)).value_or(same.arg(0)));
    const auto [it, fresh] = names.try_emplace(f, Expr::variable("tail " + std::to_string(names.size())));
    if (fresh) back.emplace(it->second, f);
    return it->second;
  });
  Algebra a([&](const Expr& u) { return back.contains(u) || c.positive_(u); });
  const auto out = a.simplified(named);
  return out ? std::optional(substitute(*out, back)) : std::nullopt;
}

bool is_line(const Variable& v) { return !v.integer && v.range.lo.infinite && v.range.hi.infinite; }
bool is_step(const Variable& v) {
  return !v.integer && !v.range.lo.infinite && v.range.lo.value.is_zero() && v.range.hi.infinite;
}

class Increments {
 public:
  Increments(const Expr& h, const ProveGoal& immediate, const ProveGoal& alone)
      : h_(h), immediate_(immediate), alone_(alone) {}

  Tree prove(const Goal& g, const Expr& x, int slopes) const {
    const auto shifts = shifts_of(g, x);
    if (shifts.size() > Effort::Increments::most_places) return std::nullopt;
    // A place without x, as in a sum of two steps from 0: by the slope in h, in which x may be the step.
    if (shifts.empty()) return slopes > 0 && both_are_steps(g, x) ? along(g, x, slopes) : std::nullopt;
    for (const Rational& k : shifts) {
      // x + k h by itself: then h is no longer there.
      const auto t = from(g, x, k, [&](const Goal& c, const Expr&) -> Tree {
        if (depends_on(c.difference(), h_)) return std::nullopt;
        Proof out;
        const auto rest = alone_(without_hypotheses(c, out));
        if (!rest) return std::nullopt;
        append(out, *rest);
        return out;
      });
      if (t) return t;
    }
    if (slopes == 0) return std::nullopt;
    for (const Rational& k : shifts)
      if (auto t = from(g, x, k, [&](const Goal& c, const Expr& y) { return along(c, y, slopes); })) return t;
    return std::nullopt;
  }

 private:
  bool both_are_steps(const Goal& g, const Expr& x) const {
    const Variable *u = g.context.find(x), *v = g.context.find(h_);
    return u && v && is_step(*u) && is_step(*v);
  }

  // k of the places x + k h that stand under error functions, c (x + k h) + d with numbers c and d.
  std::vector<Rational> shifts_of(const Goal& g, const Expr& x) const {
    std::vector<Rational> out;
    Algebra a = g.context.algebra();
    for (const Expr& f : nodes_of(g.relation, is_error_function)) {
      const auto p = a.coefficients(f.arg(0), x);
      const auto q = p && p->size() == 2 ? a.coefficients((*p)[0], h_) : std::nullopt;
      if (!q || q->size() > 2) return {};
      const auto k = q->size() == 2 ? a.simplified(quotient((*q)[1], (*p)[1])) : std::optional<Expr>(0);
      if (!k || !k->is_constant()) return {};
      if (std::ranges::find(out, k->value()) == out.end()) out.push_back(k->value());
    }
    std::ranges::sort(out);
    return out;
  }

  // With y = x + k h as the variable.
  template <class Rest>
  Tree from(const Goal& g, const Expr& x, const Rational& k, const Rest& rest) const {
    const auto simplified = [&](const Goal& c, const Expr& y) -> Tree {
      const auto e = tidy(c.context, c.difference());
      if (!e || !is_defined(c.context, *e)) return std::nullopt;
      return rewritten(c, *e, 0, [&](const Goal& d) { return rest(d, y); });
    };
    if (k.is_zero()) return simplified(g, x);
    const std::string name = fresh_name(g.context);
    const Expr y = Expr::variable(name);
    // x + k h is above what x is, where h is not negative.
    const Range above{{false, true, Rational(0)}, {}};
    return steps(g, rule::Subst{x, name, is_step(*g.context.find(x)) ? above : Range{}, sub(y, mul(Expr(k), h_))},
                 {[&](const Goal& c) { return simplified(c, y); }});
  }

  Tree along(const Goal& g, const Expr& x, int slopes) const {
    const Variable* v = g.context.find(h_);
    const auto smooth = smoothness(g.context, g.difference(), h_, true);
    if (!v || !smooth) return std::nullopt;
    const bool closed = v->range.lo.closed;
    const Step step = closed || smooth == Smooth::inside
                          ? Step(rule::Mono{h_, true, smooth == Smooth::inside, g.strict() && !closed})
                          : Step(rule::Rise{h_, true});
    return both_sides(g, step, 1, immediate_, [&](const Goal& slope) -> Tree {
      // Far out on two steps tails are lost in rounding.
      if (!both_are_steps(slope, x) && !looks_nonnegative(slope.context, slope.difference())) return std::nullopt;
      if (auto t = prove(slope, x, slopes - 1)) return t;
      if (!both_are_steps(slope, x)) return std::nullopt;
      return Increments(x, immediate_, alone_).prove(slope, h_, slopes - 1);
    });
  }

  const Expr h_;
  const ProveGoal& immediate_;
  const ProveGoal& alone_;
};

}  // namespace

Tree by_increments(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  std::vector<const Variable*> used;
  for (const auto& v : c.variables())
    if (depends_on(g.difference(), Expr::variable(v.name))) used.push_back(&v);
  if (used.size() != 2 || nodes_of(g.relation, is_error_function).size() < 2) return std::nullopt;
  if (is_line(*used[0]) && is_line(*used[1]))
    return by_order(g, [&](const Goal& h) { return by_increments(h, immediate, alone); });
  if (is_step(*used[0])) std::swap(used[0], used[1]);
  if ((!is_line(*used[0]) && !is_step(*used[0])) || !is_step(*used[1])) return std::nullopt;
  const Increments increments(Expr::variable(used[1]->name), immediate, alone);
  const auto run = [&](const Goal& h) {
    return increments.prove(h, Expr::variable(used[0]->name), Effort::Increments::most_slopes);
  };
  // The logarithms first: a product has sums for slopes then.
  return rewritten(g, through_erfc(g.relation.lhs), through_erfc(g.relation.rhs), [&](const Goal& h) -> Tree {
    Proof out;
    const Goal free = without_hypotheses(h, out);
    if (!free.context.hypotheses().empty() || !is_defined(free.context, free.difference())) return std::nullopt;
    Tree t;
    if (free.context.positive_(free.relation.lhs) && free.context.positive_(free.relation.rhs))
      t = steps(free, rule::TakeLog{}, {[&](const Goal& k) {
                  return rewritten(k, log_by_factors(k.context, free.relation.lhs),
                                   log_by_factors(k.context, free.relation.rhs), run);
                }});
    if (!t) t = run(free);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  });
}

}  // namespace dpcert::verify
