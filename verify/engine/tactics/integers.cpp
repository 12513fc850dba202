#include <algorithm>

#include "verify/engine/goal/integers.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// Powers and exponentials with the variable in the exponent, which a step multiplies; gamma functions, to which it
// adds.
bool grows(const Expr& e, const Expr& n) {
  return (e.op() == Op::pow && depends_on(e.arg(1), n)) || (e.op() == Op::exp && depends_on(e, n)) ||
         ((e.op() == Op::lgamma || e.op() == Op::polygamma) && depends_on(e, n));
}

// D(n+1) = C0 + M * D(n), M chosen so that one growing atom cancels.
Tree by_step(const Goal& step, const Expr& n, const Subprover& s, int depth) {
  const std::size_t index = step.context.hypotheses().size();
  const Relation& ih = step.context.hypotheses().back();
  Algebra a = step.context.algebra();
  const auto now = a.simplified(sub(ih.lhs, ih.rhs)), next = a.simplified(step.difference());
  if (!now || !next) return std::nullopt;
  std::vector<Expr> multipliers;
  const Expr t = Expr::variable(fresh_name(step.context));
  for (const auto& atom : nodes_of({Rel::ge, *now, 0}, [&](const Expr& e) { return grows(e, n); })) {
    const auto p = a.coefficients(replaced(*now, atom, t), t), q = a.coefficients(replaced(*next, atom, t), t);
    if (!p || !q || p->size() != 2 || q->size() != 2) continue;
    if (const auto m = a.simplified(quotient((*q)[1], (*p)[1]))) multipliers.push_back(*m);
  }
  multipliers.emplace_back(1);
  for (const auto& m : multipliers) {
    if (!step.context.knows({m, Need::nonnegative}) || !is_defined(step.context, m)) continue;
    const auto rest = a.simplified(sub(step.difference(), mul(m, sub(ih.lhs, ih.rhs))));
    if (!rest || !is_defined(step.context, *rest)) continue;
    const Step sum = rule::Combine{*rest, {{index, m}}};
    const Relation side{step.strict() && !step.context.positive_(m) ? Rel::gt : Rel::ge, *rest, 0};
    if (step.context.knows({*rest, side.rel == Rel::gt ? Need::positive : Need::nonnegative})) return Proof{sum};
    Goal without{step.context, side};
    if (const auto proof = s.prove(without, depth - 1, true)) {
      Proof out{rule::Cut{side}};
      append(out, *proof);
      out.push_back(sum);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace

Tree by_induction(const Goal& g, const Subprover& s, int depth) {
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !depends_on(g.difference(), n)) continue;
    if (!v.range.hi.infinite && v.range.hi.value - v.range.lo.value < Rational(Effort::Integers::least_induction))
      continue;
    if (nodes_of(g.relation, [&](const Expr& e) { return grows(e, n); }).empty()) continue;
    if (auto t = steps(g, rule::Induct{n},
                       {[&](const Goal& base) {
                          return s.prove(base, std::min(depth - 1, Effort::Integers::depth_of_a_base), true);
                        },
                        [&](const Goal& step) {
                          return by_step(step, n, s, std::min(depth, Effort::Integers::depth_of_a_step));
                        }}))
      return t;
  }
  return std::nullopt;
}

Tree by_induction_of_gammas(const Goal& g, const Subprover& s, int depth) {
  std::size_t integers = 0;
  for (const auto& v : g.context.variables())
    if (v.integer && !v.range.lo.infinite && has_gamma(g.difference(), Expr::variable(v.name))) ++integers;
  if (integers < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  Subprover of_logs = s;
  of_logs.prove_within = [&](const Goal& h, int, bool, std::size_t) { return by_induction(h, s, depth); };
  if (auto t = by_logs(g, of_logs, depth)) return t;
  return by_induction(g, s, depth);
}

namespace {

// u - floor(u) = rest as what an equation with one floor says: D = c (u - floor(u) - rest).
struct Divides {
  Rational c;
  Expr floor;
  Rational rest;
};
std::optional<Divides> divides(Algebra& a, const Context& context, const Relation& r) {
  const auto floors = nodes_of(r, [](const Expr& e) { return e.op() == Op::floor; });
  if (r.rel != Rel::eq || floors.size() != 1) return std::nullopt;
  const Expr t = Expr::variable(fresh_name(context));
  const auto p = a.coefficients(replaced(sub(r.lhs, r.rhs), floors[0], t), t);
  if (!p || p->size() != 2 || !(*p)[1].is_constant()) return std::nullopt;
  const Rational c = -(*p)[1].value();
  if (c.sign() <= 0) return std::nullopt;
  const auto less = a.simplified(sub(floors[0].arg(0), quotient((*p)[0], Expr(c))));
  if (!less || !less->is_constant() || less->value().sign() < 0 || less->value() >= Rational(1)) return std::nullopt;
  return Divides{c, floors[0], less->value()};
}

// u(n + 1) = k u(n) + b for an integer k. In b, which is whole, floors stand for powers of integers: with them come the
// lines that say that they are the same, by an induction each, and how often each of these equations is asked for.
struct AffineStep {
  Rational k;
  Expr b;
  Proof lines = {};
  std::vector<Rational> times = {};
};

std::optional<AffineStep> affine_step(Algebra& a, const Goal& g, const Expr& u, const Expr& next, const Expr& n) {
  const Expr t = Expr::variable(fresh_name(g.context));
  const auto p = a.simplified(u), q = a.simplified(next);
  if (!p || !q) return std::nullopt;
  for (const Expr& atom : nodes_of({Rel::ge, *p, 0}, [&](const Expr& e) { return grows(e, n); })) {
    const auto one = a.coefficients(replaced(*p, atom, t), t), two = a.coefficients(replaced(*q, atom, t), t);
    // 16^n is the fourth power of 2^n there.
    if (!one || !two || one->size() < 2 || one->size() != two->size() || !one->back().is_constant() ||
        !two->back().is_constant())
      continue;
    const Rational k = two->back().value() / one->back().value();
    const auto b = a.simplified(sub(next, mul(Expr(k), u)));
    if (k.is_integer() && b && is_whole(*b, g.context)) return AffineStep{k, *b};
  }
  return std::nullopt;
}

// The same with powers of several integers, as they are written: all but the first stay in b.
std::optional<AffineStep> affine_step_of_powers(Algebra& a, const Goal& g, const Expr& u, const Expr& next,
                                                const Expr& n, const Subprover& s) {
  const Expr t = Expr::variable(fresh_name(g.context));
  struct Power {
    Expr e;
    Rational times, grows;
  };
  std::vector<Power> powers;
  Expr now = u, then = next;
  for (const Expr& e : nodes_of({Rel::ge, u, 0}, [&](const Expr& part) {
         return part.op() == Op::pow && part.arg(0).is_constant() && depends_on(part.arg(1), n);
       })) {
    const Expr after = substitute(e, {{n, n + Expr(1)}});
    const auto p = a.coefficients(replaced(u, e, t), t);
    const auto ratio = a.simplified(quotient(after, e));
    if (!p || p->size() != 2 || !(*p)[1].is_constant() || !ratio || !ratio->is_constant()) return std::nullopt;
    powers.push_back({e, (*p)[1].value(), ratio->value()});
    now = replaced(now, e, 0);
    then = replaced(then, after, 0);
  }
  if (powers.empty() || powers.size() > Effort::Integers::most_powers) return std::nullopt;
  const Rational k = powers.front().grows;
  const auto rest = a.simplified(sub(then, mul(Expr(k), now)));
  if (!k.is_integer() || !rest) return std::nullopt;
  AffineStep out{k, *rest};
  Goal h = g;
  for (auto other = powers.begin() + 1; other != powers.end(); ++other) {
    const Relation whole{Rel::eq, other->e, floor(other->e)};
    const auto proof = by_floor_induction({h.context, whole}, s);
    if (!proof) return std::nullopt;
    cut_in(out.lines, h, whole, *proof);
    out.times.push_back(other->times * (other->grows - k));
    out.b = add(out.b, mul(Expr(out.times.back()), whole.rhs));
  }
  if (!is_whole(out.b, g.context)) return std::nullopt;
  return out;
}

// The step of an induction: with u(n) = F the next one is the integer k F + b.
Tree by_affine_step(const Goal& g, const Expr& n, const Subprover& s) {
  const auto& said = g.context.hypotheses();
  if (said.empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto before = divides(a, g.context, said.back()), now = divides(a, g.context, g.relation);
  if (!before || !now) return std::nullopt;
  const Expr &u = before->floor.arg(0), &next = now->floor.arg(0);
  auto step = affine_step(a, g, u, next, n);
  if (!step) step = affine_step_of_powers(a, g, u, next, n, s);
  if (!step) return std::nullopt;
  // The next remainder is the same, so that what it is less is an integer.
  const Rational shift = step->k * before->rest - now->rest;
  if (!shift.is_integer() || before->rest != now->rest) return std::nullopt;
  const Expr whole = add(add(mul(Expr(step->k), before->floor), step->b), Expr(shift));
  const std::size_t ih = said.size(), below = ih + step->times.size() + 1, above = below + 1, cut = below + 2;
  // What is under the floor is `whole`, the remainder and these.
  Weights under{{ih, step->k / before->c}};
  for (std::size_t i = 0; i < step->times.size(); ++i) under.emplace_back(ih + i + 1, step->times[i]);
  const auto with = [&](std::size_t hypothesis, const Rational& weight, const Rational& times) {
    Weights out{{hypothesis, weight}};
    for (const auto& [i, w] : under) out.emplace_back(i, times * std::get<Rational>(w));
    return out;
  };
  Proof out = step->lines;
  append(out, {rule::Fact{rule::Fact::Of::floor, next}, rule::Cut{{Rel::ge, now->floor, whole}}, rule::Integral{},
               rule::Combine{now->rest, with(above, Rational(1), Rational(1))}});
  if (now->rest.is_zero()) {
    append(out, {rule::Both{}, rule::Combine{Rational(0), {{below, now->c}}}});
  } else {
    append(out, {rule::Cut{{Rel::ge, whole, now->floor}}, rule::Integral{},
                 rule::Combine{Rational(1) - now->rest, with(below, Rational(1), Rational(-1))}, rule::Both{},
                 rule::Combine{Rational(0), with(cut + 1, now->c, now->c)}});
  }
  out.emplace_back(rule::Combine{Rational(0), with(cut, now->c, -now->c)});
  return out;
}

}  // namespace

Tree by_floor_induction(const Goal& g, const Subprover& s) {
  if (g.relation.rel != Rel::eq) return std::nullopt;
  const auto floors = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::floor || e.op() == Op::ceil; });
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !v.range.hi.infinite) continue;
    if (std::ranges::none_of(floors, [&](const Expr& e) { return depends_on(e, n); })) continue;
    const auto half = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      return normalised(h, s, 0);
    };
    const auto either = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      if (auto t = by_affine_step(h, n, s)) return t;
      return steps(h, rule::Both{}, {half});
    };
    if (auto t = steps(g, rule::Induct{n}, {either})) return t;
  }
  return std::nullopt;
}

namespace {

Tree one_by_one(const Goal& g, const std::string& name, const Subprover& s, int depth) {
  const Variable* v = g.context.find(Expr::variable(name));
  if (!v) return std::nullopt;
  const Rational lo = first_integer(v->range), hi = last_integer(v->range);
  if (lo == hi) {
    return steps(g, rule::Fix{Expr::variable(name)}, {[&](const Goal& h) -> Tree {
                   if (auto t = s.immediate(h)) return t;
                   return s.prove(h, depth - 1, true);
                 }});
  }
  // Halves, cut between two integers: a tree of little depth.
  const Rational middle = ((lo + hi) / Rational(2)).floor() + Rational(1, 2);
  return steps(g, rule::Split{Expr::variable(name), middle},
               {[&](const Goal& h) -> Tree { return s.out_of_time() ? Tree{} : one_by_one(h, name, s, depth); }});
}

}  // namespace

Tree by_enumeration(const Goal& g, const Subprover& s, int depth, long most) {
  for (const auto& v : g.context.variables()) {
    if (!v.integer || !v.range.bounded() || !depends_on(g.difference(), Expr::variable(v.name))) continue;
    const Rational lo = first_integer(v.range), hi = last_integer(v.range);
    if (lo > hi || hi - lo > Rational(most)) continue;
    return one_by_one(g, v.name, s, depth);
  }
  return std::nullopt;
}

Tree by_few_integers(const Goal& g, const Subprover& s, int depth) {
  const Under under(s.state.underway.few_integers);
  return by_enumeration(g, s, depth, Effort::values_of_a_goal);
}

Tree by_first_integers(const Goal& g, const Subprover& s, int depth) {
  if (s.state.underway.first_integers >= Effort::first_integers_within) return std::nullopt;
  const Expr d = g.difference();
  const auto matters = [&](const Variable& v) { return depends_on(d, Expr::variable(v.name)); };
  if (s.round == 0 && std::ranges::count_if(g.context.variables(), matters) > Effort::Integers::variables_at_first)
    return std::nullopt;
  const Under under(s.state.underway.first_integers);
  for (const auto& v : g.context.variables()) {
    if (!v.integer || !depends_on(d, Expr::variable(v.name))) continue;
    if (v.range.bounded() && v.range.hi.value - v.range.lo.value < Rational(Effort::Integers::least_ends)) continue;
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (end.infinite) continue;
      const Rational first = lower ? first_integer(v.range) : last_integer(v.range);
      for (const long k : Effort::Integers::ends) {
        const Rational q = first + Rational(lower ? k : -k);
        const Step split = rule::Split{Expr::variable(v.name), q};
        const auto children = apply(split, g);
        if (!children) continue;
        const std::size_t near = lower ? 0 : 1;
        const auto ends = one_by_one((*children)[near], v.name, s, std::min(depth, Effort::Integers::depth_of_an_end));
        if (!ends) break;
        const auto rest = s.prove((*children)[1 - near], depth - 1, true);
        if (!rest) continue;
        Proof out{split};
        append(out, lower ? *ends : *rest);
        append(out, lower ? *rest : *ends);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_real_numbers(const Goal& g, const ProveGoal& alone) {
  const auto is_whole = [](const Expr& e) { return e.op() == Op::lgamma; };
  return nodes_of(g.relation, is_whole).empty() ? by_real_gammas(g, alone) : std::nullopt;
}

Tree by_real_gammas(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto is_whole = [](const Expr& e) { return e.op() == Op::floor || e.op() == Op::ceil || is_opaque(e); };
  if (!nodes_of(g.relation, is_whole).empty()) return std::nullopt;
  Goal now = g;
  Proof out;
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || !depends_on(g.difference(), n)) continue;
    const std::string name = fresh_name(now.context);
    if (!take(rule::Subst{n, name, v.range, Expr::variable(name)}, now, out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  const auto t = alone(now);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
