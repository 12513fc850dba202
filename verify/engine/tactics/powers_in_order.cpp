// Powers of several bases with one exponent, beside the bases: the powers have the order of the bases where the
// exponent is positive, and the opposite one where it is negative. By the sign of the exponent and the order of the
// bases, with the powers as variables in that order, what is left is about polynomials. For Schur's inequality with a
// real exponent, and others by Chebyshev.
#include <algorithm>

#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_bases = 3, most_exponents_in_order = 2;

struct PowersInOrder {
  std::vector<Expr> bases, exponents, powers;
};

std::optional<PowersInOrder> powers_in_order(const Goal& g) {
  PowersInOrder out;
  out.powers = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::pow && !e.arg(1).is_constant(); });
  const auto put = [](std::vector<Expr>& all, const Expr& e) {
    if (std::ranges::find(all, e) == all.end()) all.push_back(e);
  };
  for (const Expr& p : out.powers) {
    if (!g.context.positive_(p.arg(0))) return std::nullopt;
    put(out.bases, p.arg(0));
    put(out.exponents, p.arg(1));
  }
  if (out.bases.size() < 2 || out.bases.size() > most_bases || out.exponents.size() > most_exponents_in_order)
    return std::nullopt;
  // Other functions of what stands in the powers would not be polynomials.
  Expr named = g.difference();
  for (const Expr& p : out.powers) named = replaced(named, p, Expr(1));
  for (const Expr& e : out.exponents)
    for (const auto& x : variables_of(e))
      if (depends_on(named, Expr::variable(x))) return std::nullopt;
  // The bases stand beside their powers: powers alone are for other tactics.
  if (std::ranges::none_of(out.bases, [&](const Expr& b) { return depends_on(named, b); })) return std::nullopt;
  return out;
}

bool in_order(const Context& c, const Expr& small, const Expr& large) {
  return c.knows({sub(large, small), Need::nonnegative});
}

// Variables in this order, the least one first: as sums of steps that are not negative.
void as_sums_of_steps(Goal& g, Proof& out, const std::vector<Expr>& ascending) {
  const Range from_zero{{false, true, Rational(0)}, {}};
  for (std::size_t i = ascending.size(); i-- > 1;) {
    if (ascending[i].op() != Op::variable || ascending[i - 1].op() != Op::variable) continue;
    const std::string name = fresh_name(g.context);
    take(rule::Subst{ascending[i], name, from_zero, add(ascending[i - 1], Expr::variable(name))}, g, out);
  }
}

// That the power of one exponent is at least another one, by the order of the bases and the sign of the exponent.
Tree of_order(const Goal& g, const Expr& small, const Expr& large, const Expr& exponent, const Subprover& s) {
  const Expr difference = sub(log(large), log(small));
  return steps(g, rule::TakeLog{}, {[&](const Goal& logs) {
                 return steps(logs, rule::Factor{exponent, difference}, {[&](const Goal& h) {
                                return rewritten(h, log(large), log(small), [&](const Goal& k) {
                                  return steps(k, rule::TakeExp{}, {s.immediate});
                                });
                              }});
               }});
}

// The bases in their order, the least one first.
Tree with_named_powers(const Goal& g, const PowersInOrder& all, const std::vector<Expr>& bases, const Subprover& s,
                       const ProveGoal& alone) {
  Goal h = g;
  Proof out;
  const auto here = [&](const Expr& power) { return std::ranges::find(all.powers, power) != all.powers.end(); };
  std::vector<std::vector<Expr>> chains{bases};
  for (const Expr& e : all.exponents) {
    const bool rises = g.context.knows({e, Need::nonnegative});
    chains.emplace_back();
    for (const Expr& p : bases)
      if (here(pow(p, e))) chains.back().push_back(pow(p, e));
    if (!rises) std::ranges::reverse(chains.back());
    auto& powers = chains.back();
    for (std::size_t i = 0; i + 1 < powers.size(); ++i) {
      const Relation said{Rel::ge, powers[i + 1], powers[i]};
      const Expr &p = powers[i].arg(0), &q = powers[i + 1].arg(0);
      const auto t = rises ? of_order({h.context, said}, p, q, e, s) : of_order({h.context, said}, q, p, negate(e), s);
      if (!t) return std::nullopt;
      cut_in(out, h, said, *t);
    }
  }
  for (auto& chain : chains)
    for (Expr& p : chain) {
      if (!here(p)) continue;
      const Expr name = Expr::variable(fresh_name(h.context));
      if (!take(rule::Gen{std::string(name.name()), {{false, false, Rational(0)}, {}}, p}, h, out)) return std::nullopt;
      p = name;
    }
  for (const auto& chain : chains) as_sums_of_steps(h, out, chain);
  if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;  // it hangs on more than their order
  const auto rest = alone(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// By the signs of the exponents, and the place of each further base among those that are in order.
class ByTheirOrder {
 public:
  ByTheirOrder(const PowersInOrder& all, const Subprover& s, const ProveGoal& alone)
      : all_(all), s_(s), alone_(alone) {}

  Tree run(const Goal& g) {
    for (const Expr& e : all_.exponents)
      if (!g.context.knows({e, Need::nonnegative}) && !g.context.knows({negate(e), Need::nonnegative}))
        return steps(g, rule::Cases{e}, {[&](const Goal& h) { return run(h); }});
    return placed(g, {});
  }

 private:
  const PowersInOrder& all_;
  const Subprover& s_;
  const ProveGoal& alone_;

  Tree placed(const Goal& g, const std::vector<Expr>& before) {
    if (before.size() == all_.bases.size()) return with_named_powers(g, all_, before, s_, alone_);
    const Expr& base = all_.bases[before.size()];
    std::size_t at = before.size();
    for (; at > 0 && !in_order(g.context, before[at - 1], base); --at)
      if (!in_order(g.context, base, before[at - 1]))
        return steps(g, rule::Cases{sub(base, before[at - 1])}, {[&](const Goal& h) { return placed(h, before); }});
    auto now = before;
    now.insert(now.begin() + static_cast<std::ptrdiff_t>(at), base);
    return placed(g, now);
  }
};

}  // namespace

Tree by_powers_in_order(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto all = powers_in_order(g);
  return all ? ByTheirOrder(*all, s, alone).run(g) : std::nullopt;
}

}  // namespace dpcert::verify
