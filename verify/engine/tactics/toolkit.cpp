#include "verify/engine/tactics/toolkit.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/engine/goal/probe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <unordered_set>

#include "dpcert/scalar/tape.hpp"
#include "src/core/work.hpp"

namespace dpcert::verify {

Tree steps(const Goal& g, const Step& step, const std::vector<ProveGoal>& proofs) {
  const auto children = apply(step, g);
  if (!children) return std::nullopt;
  Proof out{step};
  for (std::size_t i = 0; i < children->size(); ++i) {
    const auto t = proofs[std::min(i, proofs.size() - 1)]((*children)[i]);
    if (!t) return std::nullopt;
    append(out, *t);
  }
  return out;
}

Tree rewritten(const Goal& g, const Expr& l, const Expr& r, const ProveGoal& rest) {
  if (l.node().tree_size > Effort::longest_rewrite || r.node().tree_size > Effort::longest_rewrite) return std::nullopt;
  return steps(g, r.is_constant(0) ? rewrite_to(l) : Step(rule::Rewrite{l, r}), {rest});
}

std::optional<Goal> after(const Step& step, const Goal& g) {
  auto children = apply(step, g);
  if (!children) return std::nullopt;
  return std::move(children->front());
}

bool take(const Step& step, Goal& g, Proof& out) {
  auto next = after(step, g);
  if (!next) return false;
  out.push_back(step);
  g = std::move(*next);
  return true;
}

bool put_value(const Expr& e, const Expr& value, Goal& g, Proof& out, const Range& range) {
  Goal now = g;
  Proof lines;
  const std::string name = fresh_name(g.context);
  if (!take(rule::Gen{name, range, e}, now, lines) || !take(rule::Equal{Expr::variable(name), value}, now, lines))
    return false;
  append(out, lines);
  g = std::move(now);
  return true;
}

Tree both_sides(const Goal& g, const Step& step, std::size_t first, const ProveGoal& one, const ProveGoal& other) {
  const auto children = apply(step, g);
  if (!children) return std::nullopt;
  const auto t = one((*children)[first]);
  if (!t) return std::nullopt;
  const auto u = other((*children)[1 - first]);
  if (!u) return std::nullopt;
  Proof out{step};
  append(out, first == 0 ? *t : *u);
  append(out, first == 0 ? *u : *t);
  return out;
}

void cut_in(Proof& out, Goal& g, const Relation& relation, const Proof& proof) {
  out.emplace_back(rule::Cut{relation});
  append(out, proof);
  g.context = g.context.with_hypothesis(relation);
}

bool cut_in_apart(Proof& out, Goal& g, std::size_t cut_before, const Relation& relation, const ProveGoal& alone) {
  Goal side{g.context, relation};
  Proof lines;
  if (cut_before > 0 && cut_before == g.context.hypotheses().size()) {
    Goal free = without_hypotheses(side, lines);
    if (is_defined(free.context, free.difference()))
      side = std::move(free);
    else
      lines.clear();
  }
  const auto proof = alone(side);
  if (!proof) return false;
  append(lines, *proof);
  cut_in(out, g, relation, lines);
  return true;
}

std::vector<Relation> ways(const Condition& condition) {
  if (condition.need == Need::nonzero) return {{Rel::gt, condition.u, 0}, {Rel::gt, 0, condition.u}};
  return {as_relation(condition)};
}

bool cut_in(Proof& out, Goal& g, const Condition& condition, const Subprover& s) {
  for (const auto& r : ways(condition)) {
    if (const auto tree =
            s.prove_within({g.context, r}, Effort::depth_of_a_condition, true, Effort::boxes_of_a_condition)) {
      cut_in(out, g, r, *tree);
      return true;
    }
  }
  return false;
}

Tree when_defined(const Goal& g, const Subprover& s, const ProveGoal& rest) {
  Goal here = g;
  Proof out;
  const auto shown = [&](const Condition& condition) {
    if (condition.need == Need::nonzero) {  // by signs of factors alone, which say nothing of waves: it is met often
      if (!nodes_of({Rel::eq, condition.u, 0}, is_wave).empty()) return false;
      for (const Relation& r : ways(condition)) {
        const auto proof =
            looks_nonnegative(here.context, sub(r.lhs, r.rhs)) ? s.sign({here.context, r}) : std::nullopt;
        if (!proof) continue;
        cut_in(out, here, r, *proof);
        return true;
      }
      return false;
    }
    const Goal side{here.context, as_relation(condition)};
    auto proof = s.sign(side);
    if (!proof) {
      const WorkLimit limit(std::min(work_left() / Effort::share_of_a_condition, Effort::work_of_a_condition));
      proof = s.prove(side, Effort::depth_of_a_condition_on_the_way, false);
    }
    if (!proof) return false;
    cut_in(out, here, side.relation, *proof);
    return true;
  };
  for (const Expr& side : {g.relation.lhs, g.relation.rhs}) {
    for (const auto& condition : side_conditions(side, here.context)) {
      if (!here.context.knows(condition) && !shown(condition)) return rest(g);  // the checker may see it
    }
  }
  const auto t = rest(here);
  if (!t) return t;
  append(out, *t);
  return out;
}

Goal without_hypotheses(const Goal& g, Proof& out) {
  Goal free = g;
  for (const auto& v : g.context.variables()) {
    if (free.context.hypotheses().empty()) break;
    const Step widen = rule::Widen{Expr::variable(v.name), v.range};
    auto next = after(widen, free);
    if (!next || next->context.hypotheses().size() == free.context.hypotheses().size()) continue;
    out.push_back(widen);
    free = std::move(*next);
  }
  return free;
}

Tree normalised(const Goal& goal, const Subprover& s, int depth) {
  return when_defined(goal, s, [&](const Goal& g) -> Tree {
    if (auto t = s.immediate(g)) return t;
    Algebra a = g.context.algebra();
    const auto e = a.simplified(g.difference());
    if (e && is_defined(g.context, *e) && !(*e == g.difference()))
      return rewritten(g, *e, 0, [&](const Goal& h) { return s.prove(h, depth, s.numeric); });
    return s.prove(g, depth, s.numeric);
  });
}

bool is_defined(const Context& c, const Expr& e) {
  return std::ranges::all_of(side_conditions(e, c), [&](const Condition& k) { return c.knows(k); });
}

bool is_smooth(const Goal& g, const Expr& x) {
  const Expr d = g.difference();
  if (!is_smooth_in(d, x)) return false;
  return std::ranges::all_of(smoothness_conditions(d, g.context),
                             [&](const Condition& c) { return g.context.knows(c); });
}

std::optional<Smooth> smoothness(const Context& c, const Expr& d, const Expr& x, std::optional<bool> lower) {
  if (!is_smooth_in(d, x)) return std::nullopt;
  const auto known = [](const Context& k, const std::vector<Condition>& all) {
    return std::ranges::all_of(all, [&](const Condition& cond) { return k.knows(cond); });
  };
  Range range = c.find(x)->range;
  const bool open = lower && !(*lower ? range.lo : range.hi).closed;
  if (!open && known(c, smoothness_conditions(d, c))) return Smooth::everywhere;
  Context closed = c.with_closed_ends(x);
  if (lower) {
    (*lower ? range.lo : range.hi).closed = true;
    closed = c.with_range(x, range);
  }
  const Context inner = c.strictly_inside(x);
  const auto continuous = continuity_conditions(d, x, closed);
  if (continuous && known(closed, *continuous) && known(inner, smoothness_conditions(d, inner))) return Smooth::inside;
  return std::nullopt;
}

bool hold_inside(const Context& c, const std::vector<Expr>& all,
                 const std::function<bool(const std::vector<double>&)>& holds) {
  const auto& variables = c.variables();
  std::vector<Expr> formulas = all;
  for (const auto& h : c.hypotheses()) formulas.push_back(sub(h.lhs, h.rhs));
  auto probe = Probe::of(formulas, variables);
  if (!probe) return true;
  std::vector<double> x(variables.size()), values(all.size());
  unsigned state = 12345;
  const auto random = [&] { return static_cast<double>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0; };
  for (int k = 0; k < Effort::probes; ++k) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Ends ends = ends_of(variables[i].range);
      const double u = random();
      const bool logarithmic = k % 2 && ends.bounded() && ends.lo >= 0 && ends.hi > 100;
      const bool open = std::isinf(ends.lo) && std::isinf(ends.hi);
      x[i] = ends.bounded() && !logarithmic ? scattered(ends, u) : scattered_far(ends, u, !open || random() < 0.5);
    }
    probe->at(x);
    bool inside = true;
    for (std::size_t h = all.size(); h < formulas.size(); ++h) inside = inside && !(probe->value(h) < 0);
    if (!inside) continue;
    for (std::size_t i = 0; i < all.size(); ++i) values[i] = probe->value(i);
    if (!holds(values)) return false;
  }
  return true;
}

bool looks_nonnegative(const Context& c, const Expr& e) {
  return hold_inside(c, {e}, [](const std::vector<double>& values) { return !(values[0] < -1e-9); });
}

Expr roots_together(const Expr& e) {
  std::vector<std::pair<Expr, Rational>> factors;
  Expr rest = 1;
  const std::function<void(const Expr&, const Rational&)> take = [&](const Expr& f, const Rational& power) {
    if (f.op() == Op::neg && power == Rational(1)) {
      rest = negate(rest);
      return take(f.arg(0), power);
    }
    if (f.op() == Op::mul) {
      take(f.arg(0), power);
      return take(f.arg(1), power);
    }
    if (f.op() == Op::pow && f.arg(1).is_constant()) return take(f.arg(0), power * f.arg(1).value());
    const auto same = std::ranges::find(factors, f, [](const auto& known) { return known.first; });
    if (same != factors.end())
      same->second += power;
    else
      factors.emplace_back(f, power);
  };
  if (e.op() == Op::add || e.op() == Op::sub) {
    const Expr left = roots_together(e.arg(0)), right = roots_together(e.arg(1));
    return e.op() == Op::add ? add(left, right) : sub(left, right);
  }
  take(e, 1);
  for (const auto& [base, power] : factors)
    if (!power.is_zero()) rest = mul(rest, power == Rational(1) ? base : pow(base, Expr(power)));
  return rest;
}

bool mentions(const Relation& h, const Expr& x) { return depends_on(h.lhs, x) || depends_on(h.rhs, x); }

bool is_affine_as_written(const Relation& h, const Expr& x, Algebra& a) {
  const auto other = [&](const Expr& n) {
    if (n == x || !depends_on(n, x)) return false;
    switch (n.op()) {
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        return false;
      case Op::div:
        return depends_on(n.arg(1), x);
      case Op::pow:
        return !n.arg(1).is_constant() || !n.arg(1).value().is_integer() || n.arg(1).value().sign() < 0;
      default:
        return true;
    }
  };
  return nodes_of(h, other).empty() && std::ranges::all_of(std::array{h.lhs, h.rhs}, [&](const Expr& side) {
           const auto coefficients = depends_on(side, x) ? a.coefficients(side, x) : std::vector<Expr>{};
           return coefficients && coefficients->size() <= 2;
         });
}

bool is_bounded(const Goal& g) {
  return std::ranges::all_of(g.context.variables(), [&](const Variable& v) {
    return v.range.bounded() || !depends_on(g.difference(), Expr::variable(v.name));
  });
}

bool is_used(const Context& c, const std::string& name) {
  const auto same = [&](const auto& x) { return x.name == name; };
  const auto bound = [&](const ForallHypothesis& f) { return f.bound == name; };
  return std::ranges::any_of(c.variables(), same) || std::ranges::any_of(c.functions(), same) ||
         c.find_sequence(name) || std::ranges::any_of(c.forall_hypotheses(), bound);
}

std::string fresh_name(const Context& c) {
  int i = 1;
  std::string name = "t1";
  while (is_used(c, name)) name = "t" + std::to_string(++i);
  return name;
}

std::vector<Expr> nodes_of(const Relation& r, const std::function<bool(const Expr&)>& wanted) {
  std::vector<Expr> out;
  std::unordered_set<Expr> seen;
  const std::function<void(const Expr&)> walk = [&](const Expr& e) {
    if (!seen.insert(e).second) return;
    for (const auto& a : outer_args(e)) walk(a);  // a body has names of its own
    if (wanted(e)) out.push_back(e);
  };
  walk(r.lhs);
  walk(r.rhs);
  return out;
}

bool is_error_function(const Expr& e) {
  const FunctionEntry* f = function_entry(e);
  return f && f->gaussian;
}

bool has_gamma(const Expr& e, const Expr& x) {
  bool found = false;
  transform(e, [&](const Expr& n, std::span<const Expr>) {
    found = found || ((n.op() == Op::lgamma || n.op() == Op::polygamma) && depends_on(n, x));
    return n;
  });
  return found;
}

Expr quotient_by(const Expr& u, const Expr& v) {
  switch (v.op()) {
    case Op::exp:
      return mul(u, exp(negate(v.arg(0))));
    case Op::neg:
      return negate(quotient_by(u, v.arg(0)));
    case Op::mul:
      return quotient_by(quotient_by(u, v.arg(0)), v.arg(1));
    default:
      return quotient(u, v);
  }
}

std::optional<Expr> product_of(Algebra& a, const Context& c, const Expr& e) {
  const auto f = a.factorization(e);
  if (!f) return std::nullopt;
  Rational sign = 1;
  Expr up = 1, down = 1;
  for (const auto& [base, k] : f->factors) {
    const bool flip = c.signs(base) == negative;
    if (flip && k % 2) sign = -sign;
    Expr& side = k > 0 ? up : down;
    side = mul(side, power(flip ? negate(base) : base, Expr(std::abs(k))));
  }
  const auto over = f->constant.to_int64_denominator();
  if (!over) return mul(Expr(f->constant * sign), quotient(up, down));
  return quotient(mul(Expr(f->constant * sign * Rational(*over)), up), mul(Expr(*over), down));
}

std::optional<std::pair<Expr, Expr>> two_positive_terms(const Context& c, Algebra& a, const Expr& e) {
  const auto nodes = nodes_of({Rel::ge, e, 0}, [](const Expr& n) {
    return (n.op() == Op::exp && !n.arg(0).is_constant()) || (n.op() == Op::pow && !n.arg(1).is_constant());
  });
  if (nodes.empty() || nodes.size() > Effort::exponentials_of_two_terms) return std::nullopt;
  const Expr t = Expr::variable(fresh_name(c));
  for (const auto& n : nodes) {
    if (!c.positive_(n)) continue;
    const auto p = a.coefficients(replaced(e, n, t), t);
    if (!p || p->size() != 2) continue;
    const auto free = product_of(a, c, (*p)[0]), slope = product_of(a, c, (*p)[1]);
    if (!free || !slope) continue;
    if (c.positive_(*slope) && c.positive_(negate(*free))) return std::pair(mul(*slope, n), negate(*free));
    if (c.positive_(negate(*slope)) && c.positive_(*free)) return std::pair(*free, mul(negate(*slope), n));
  }
  return std::nullopt;
}

void terms_of(const Expr& e, const Rational& factor, std::vector<Expr>& out) {
  const auto& args = e.args();
  if (e.op() == Op::add || e.op() == Op::sub) {
    terms_of(args[0], factor, out);
    terms_of(args[1], e.op() == Op::sub ? -factor : factor, out);
  } else if (e.op() == Op::neg) {
    terms_of(args[0], -factor, out);
  } else if (e.op() == Op::mul && args[0].is_constant()) {
    terms_of(args[1], factor * args[0].value(), out);
  } else if (e.op() == Op::div && args[1].is_constant() && !args[1].is_constant(0)) {
    terms_of(args[0], factor / args[1].value(), out);
  } else {
    out.push_back(mul(Expr(factor), e));
  }
}

Expr terms_with(const Expr& e, const Expr& t) {
  std::vector<Expr> terms;
  terms_of(e, 1, terms);
  Expr out = 0;
  for (const Expr& term : terms)
    if (depends_on(term, t)) out = add(out, term);
  return out;
}

Expr log_by_factors(const Context& c, const Expr& e) {
  const auto is_positive = [&](const Expr& part) { return c.positive_(part); };
  switch (e.op()) {
    case Op::exp:
      return e.arg(0);
    case Op::mul:
    case Op::div:
      if (!is_positive(e.arg(0)) || !is_positive(e.arg(1))) break;
      return e.op() == Op::mul ? add(log_by_factors(c, e.arg(0)), log_by_factors(c, e.arg(1)))
                               : sub(log_by_factors(c, e.arg(0)), log_by_factors(c, e.arg(1)));
    case Op::pow:
      if (!is_positive(e.arg(0))) break;
      return mul(e.arg(1), log_by_factors(c, e.arg(0)));
    case Op::sqrt:
      if (!is_positive(e.arg(0))) break;
      return quotient(log_by_factors(c, e.arg(0)), 2);
    default:
      break;
  }
  return e.is_constant(1) ? Expr(0) : log(e);
}

Expr with_simple_arguments(Algebra& a, const Expr& root) {
  return transform(root, [&](const Expr& e, std::span<Expr> args) -> Expr {
    if (args.size() == 1 && e.op() != Op::neg) args[0] = a.simplified(args[0]).value_or(args[0]);
    return with_args(e, args);
  });
}

Expr beside(const Goal& g, const rule::Combine& sum) {
  Expr d = sub(g.difference(), as_expression(sum.constant));
  for (const auto& [number, w] : sum.terms) {
    const Relation& h = g.context.hypotheses()[number - 1];
    d = sub(d, mul(as_expression(w), sub(h.lhs, h.rhs)));
  }
  return d;
}

}  // namespace dpcert::verify
