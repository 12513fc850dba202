// Normal quantiles: a variable v of which a hypothesis says normal_cdf(v) = u, or only on which side of u it is.
#include <algorithm>
#include <cstdlib>

#include "verify/engine/tactics/solving.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// Hypothesis `number`: u - normal_cdf(v) has the sign of `side` (1, -1; 0: it is 0), times the sign of its difference.
struct Quantile {
  std::size_t number;
  Expr v, u;
  int side;
  bool cdf_on_left;
};

std::vector<Quantile> quantiles_of(const Context& c) {
  std::vector<Quantile> out;
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    for (const bool left : {true, false}) {
      const Expr &f = left ? h.lhs : h.rhs, &u = left ? h.rhs : h.lhs;
      if (f.op() != Op::normal_cdf || f.arg(0).op() != Op::variable || depends_on(u, f.arg(0))) continue;
      const Variable* v = c.find(f.arg(0));
      if (!v || v->integer) continue;
      out.push_back({i + 1, f.arg(0), u, h.rel == Rel::eq ? 0 : left ? -1 : 1, left});
    }
  }
  return out;
}

// Without the hypotheses that mention v.
Tree without_variable(const Goal& g, const Expr& v, const ProveGoal& rest) {
  const Variable* x = g.context.find(v);
  return x ? steps(g, rule::Widen{v, x->range}, {rest}) : std::nullopt;
}

// D = k (v - w), an inequality: normal_cdf(w) is on that side of u which is left to be shown, or else the slope of
// normal_cdf between w and v would not be positive.
Tree by_the_slope(const Goal& g, const Quantile& q, const ProveGoal& alone) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  const auto p = a.coefficients(d, q.v);
  if (!p || p->size() != 2) return std::nullopt;
  const Expr k = (*p)[1];
  const bool rises = c.positive_(k);
  if ((!rises && !c.positive_(negate(k))) || q.side == (rises ? 1 : -1)) return std::nullopt;
  const Expr found = negate(quotient((*p)[0], k));
  const Expr w = a.simplified(found).value_or(found), at_w = normal_cdf(w), at_v = normal_cdf(q.v);
  if (depends_on(w, q.v) || !is_defined(c, w)) return std::nullopt;
  const Relation wanted{g.relation.rel, rises ? q.u : at_w, rises ? at_w : q.u};
  const auto first = without_variable({c, wanted}, q.v, alone);
  if (!first) return std::nullopt;
  Goal now = g;
  Proof out;
  cut_in(out, now, wanted, *first);
  const std::size_t shown = now.context.hypotheses().size();

  // The case in which D is not as wanted: `wrong` > 0, or >= 0 of a strict goal.
  const bool strict = g.strict();
  const Step cases = rule::Cases{strict ? negate(d) : d};
  const auto children = apply(cases, now);
  if (!children || children->size() != 2) return std::nullopt;
  Goal wrong = (*children)[strict ? 0 : 1];
  const std::size_t said_wrong = shown + 1;
  const Expr s = Expr::variable(fresh_name(wrong.context));
  const Range above{{false, false, Rational(0)}, {}};
  // v is beyond w, so normal_cdf(v) is beyond normal_cdf(w).
  const Relation beyond{strict ? Rel::ge : Rel::gt, rises ? at_w : at_v, rises ? at_v : at_w};
  Proof closing;
  cut_in(closing, wrong, beyond,
         {rule::Secant{at_w, at_v, std::string(s.name()), above, Range{}},
          rule::Combine{Rational(0), {{said_wrong, quotient(s, rises ? k : negate(k))}}}});
  const std::size_t said_beyond = said_wrong + 1;
  const auto oriented = [&](const Expr& weight) { return q.cdf_on_left == rises ? weight : negate(weight); };
  if (strict) {
    // beyond and said make -Y, Y = wanted: D = (1 - D/Y) (-Y) + Y.
    const Expr weight = sub(1, quotient(d, sub(wanted.lhs, wanted.rhs)));
    closing.emplace_back(rule::Combine{
        Rational(0), {{said_beyond, weight}, {q.number, oriented(weight)}, {shown, Coefficient(Rational(1))}}});
  } else {
    // wanted and said make -X, X = beyond: D = (-D/X) (-X).
    const Expr weight = quotient(negate(d), sub(beyond.lhs, beyond.rhs));
    closing.emplace_back(rule::Combine{Rational(0), {{shown, weight}, {q.number, oriented(weight)}}});
  }
  out.push_back(cases);
  if (!strict) out.emplace_back(rule::Hyp{said_wrong});
  append(out, closing);
  if (strict) out.emplace_back(rule::Hyp{said_wrong});
  return out;
}

// e in p = normal_cdf(v) with normal_cdf(-v) for 1 - p, whose sign is seen.
std::optional<Expr> through_both_tails(const Context& c, const Expr& e, const Expr& p, const Expr& v) {
  Algebra a([&](const Expr& u) { return u == p || u == sub(1, p) || c.positive_(u); });
  const auto f = a.factorization(e);
  if (!f) return std::nullopt;
  Rational constant = f->constant;
  Expr above = 1, below = 1;
  for (const Factor& factor : f->factors) {
    const auto r = a.ratio(factor.base, sub(1, p), true);
    if (r) constant = constant * pow(*r, factor.exponent);
    Expr& part = factor.exponent > 0 ? above : below;
    part = mul(part, power(r ? normal_cdf(negate(v)) : factor.base, Expr(std::abs(factor.exponent))));
  }
  return quotient(mul(Expr(constant), above), below);
}

// u = normal_cdf(v) solved for x, of which u is a fraction in x, exp(x) or log(x) with this variable in the first
// power.
std::optional<SolvedEquation> solved_for(const Goal& g, const Quantile& q, const Expr& x) {
  const Context& c = g.context;
  const std::string t_name = fresh_name(c);
  const Expr t = Expr::variable(t_name);
  const Expr p = Expr::variable(fresh_name(c.with_variable({t_name, false, Range{}}))), at_v = normal_cdf(q.v);
  Algebra a = c.algebra();
  for (const Expr& f : {x, exp(x), log(x)}) {
    const Expr u = replaced(q.u, f, t);
    if (!depends_on(u, t) || (f != x && depends_on(u, x))) continue;
    const auto fraction = a.fraction(sub(u, p));
    const auto n = fraction ? a.coefficients(fraction->first, t) : std::nullopt;
    if (!n || n->size() != 2) continue;
    const auto value = through_both_tails(c, negate(quotient((*n)[0], (*n)[1])), p, q.v);
    if (!value) continue;
    const ExprMap<Expr> back{{p, at_v}, {t, f}};
    const Expr e = substitute(*value, back);
    const Expr times = q.cdf_on_left ? sub(p, u) : sub(u, p);
    const auto weight = a.simplified(quotient(add(t, quotient((*n)[0], (*n)[1])), times));
    if (!weight) continue;
    const Expr weighted = substitute(through_both_tails(c, *weight, p, q.v).value_or(*weight), back);
    if (depends_on(e, x) || !is_defined(c, e) || !is_defined(c, weighted)) continue;
    SolvedEquation out{e, g, {}};
    cut_in(out.steps, out.goal, {Rel::eq, f, e}, {rule::Combine{Rational(0), {{q.number, weighted}}}});
    if (f == x) return out;
    out.value = f.op() == Op::exp ? log(e) : exp(e);
    if (!is_defined(out.goal.context, out.value)) continue;
    const Step step = f.op() == Op::exp ? Step(rule::TakeExp{}) : Step(rule::TakeLog{});
    const std::size_t last = out.goal.context.hypotheses().size();
    if (auto solved = solved_by_halves(std::move(out), x, step, f, e, {last, Rational(1)})) return solved;
  }
  return std::nullopt;
}

// On which side of 0 the quantile lies, where u is not on both sides of 1/2: said, and part of the box.
void take_side(Goal& g, Proof& out, const Quantile& q, const ProveGoal& prove) {
  const Expr half = Expr(Rational(1, 2));
  for (const bool above : {true, false}) {
    const Expr room = above ? sub(q.u, half) : sub(half, q.u);
    if (!looks_nonnegative(g.context, room)) continue;
    const Relation side{Rel::ge, above ? q.v : Expr(0), above ? Expr(0) : q.v};
    const auto t = by_the_slope({g.context, side}, q, prove);
    if (!t) return;
    cut_in(out, g, side, *t);
    take(rule::Bound{g.context.hypotheses().size()}, g, out);
    return;
  }
}

// The same with v in front, which is then looked at first; lines name variables, so their proofs are the same.
Context with_first(const Context& c, const Expr& v) {
  Instance all = names_of(c);
  all.hypotheses = c.hypotheses();
  all.forall_hypotheses = c.forall_hypotheses();
  std::stable_partition(all.variables.begin(), all.variables.end(),
                        [&](const Variable& x) { return x.name == v.name(); });
  return Context(all);
}

// exp(log(u)) as u and 1 - normal_cdf(u) as normal_cdf(-u): what stands for exp(x) and 1 - u now, as it would be typed.
Expr as_typed(const Expr& e) {
  return transform(e, [](const Expr& n, std::span<Expr> args) -> Expr {
    if (n.op() == Op::exp) {
      const bool below = args[0].op() == Op::neg;
      const Expr& l = below ? args[0].arg(0) : args[0];
      if (l.op() == Op::log) return below ? quotient(1, l.arg(0)) : l.arg(0);
    }
    if (n.op() == Op::sub && args[0].is_constant(1) && args[1].op() == Op::normal_cdf) {
      const Expr& u = args[1].arg(0);
      return normal_cdf(u.op() == Op::neg ? u.arg(0) : negate(u));
    }
    return with_args(n, args);
  });
}

// The goal in v instead of a variable of u.
Tree by_value(const Goal& g, const Quantile& q, const std::vector<Quantile>& all, const Subprover& s, int depth,
              const ProveGoal& alone) {
  for (const Variable& variable : g.context.variables()) {
    const Expr x = Expr::variable(variable.name);
    if (variable.integer || !depends_on(q.u, x) || !depends_on(g.difference(), x)) continue;
    Goal now = g;
    Proof out;
    take_side(now, out, q, [&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); });
    auto solved = solved_for(now, q, x);
    if (!solved) continue;
    keep_bounds(*solved, variable);
    const Step equal = rule::Equal{x, solved->value};
    const auto next = after(equal, solved->goal);
    if (!next) continue;
    append(out, solved->steps);
    out.push_back(equal);
    const bool others =
        std::ranges::any_of(all, [&](const Quantile& r) { return r.v != q.v && depends_on(next->difference(), r.v); });
    const auto first = [&](const Goal& h) { return alone({with_first(h.context, q.v), h.relation}); };
    // What the values of other quantiles stand for may be left without hypotheses then, as these say nothing more.
    const auto last = [&](const Goal& h) -> Tree {
      Proof lines;
      const Goal free = without_hypotheses(h, lines);
      const Relation typed{free.relation.rel, as_typed(free.relation.lhs), as_typed(free.relation.rhs)};
      if (lines.empty() || !is_defined(free.context, free.difference()) ||
          !is_defined(free.context, sub(typed.lhs, typed.rhs)))
        return first(h);
      const auto proof = typed == free.relation ? first(free) : rewritten(free, typed.lhs, typed.rhs, first);
      if (!proof) return first(h);
      append(lines, *proof);
      return lines;
    };
    Tree t;
    if (others) t = by_quantiles(*next, s, depth, alone);
    if (!t) t = others ? s.prove(*next, depth - 1, s.numeric) : without_variable(*next, q.v, last);
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace

Tree by_quantiles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  const auto all = quantiles_of(g.context);
  if (all.empty()) return std::nullopt;
  if (g.relation.rel == Rel::eq)
    return steps(g, rule::Both{}, {[&](const Goal& h) { return by_quantiles(h, s, depth, alone); }});
  for (const Quantile& q : all)
    if (auto t = by_the_slope(g, q, alone)) return t;
  for (const Quantile& q : all)
    if (q.side == 0)
      if (auto t = by_value(g, q, all, s, depth, alone)) return t;
  return std::nullopt;
}

}  // namespace dpcert::verify
