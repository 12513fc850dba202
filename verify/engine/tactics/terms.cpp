// Tactics that take a goal apart by its variables: an equation solved for one of them, sums without common variables,
// variables that enter only through one combination; gamma functions moved away from their pole.
#include <algorithm>
#include <functional>

#include "verify/engine/proof/series.hpp"
#include "verify/engine/tactics/solving.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// log(u v) = log u + log v where both are positive.
Expr with_logs_apart(const Expr& e, const Context& c) {
  return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
    const Expr same = with_args(old, args);
    if (same.op() != Op::log) return same;
    const std::function<Expr(const Expr&)> apart = [&](const Expr& u) -> Expr {
      const bool quotient = u.op() == Op::div;
      if ((quotient || u.op() == Op::mul) && c.positive_(u.arg(0)) && c.positive_(u.arg(1)))
        return quotient ? sub(apart(u.arg(0)), apart(u.arg(1))) : add(apart(u.arg(0)), apart(u.arg(1)));
      return log(u);
    };
    return apart(same.arg(0));
  });
}

}  // namespace

bool says_nothing(const Context& c, std::size_t i) {
  const Relation& h = c.hypotheses()[i];
  const Expr d = sub(h.lhs, h.rhs);
  Algebra a = c.algebra();
  if (h.rel != Rel::gt && a.is_zero(d)) return true;
  if (h.rel == Rel::eq) return false;
  Context box = c;
  for (std::size_t k = c.hypotheses().size(); k-- > 0;) box = box.without_hypothesis(k);
  const Need need = h.rel == Rel::gt ? Need::positive : Need::nonnegative;
  if (box.knows({d, need})) return true;
  const auto shows = [&](const Expr& e) {
    const auto form = a.simplified(e);
    return form && box.knows({*form, need});
  };
  return shows(d) || shows(quotient(d, Expr::pi()));
}

Tree without_empty_hypotheses(const Goal& g, const ProveGoal& rest) {
  const auto& hs = g.context.hypotheses();
  if (hs.empty() || !g.context.forall_hypotheses().empty()) return rest(g);
  for (std::size_t i = 0; i < hs.size(); ++i) {
    if (!says_nothing(g.context, i)) return rest(g);
  }
  Proof out;
  const Goal now = without_hypotheses(g, out);
  auto t = rest(now);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

std::optional<SolvedEquation> solved_by_halves(SolvedEquation so_far, const Expr& x, const Step& step, const Expr& of_x,
                                               const Expr& of_value, const std::pair<std::size_t, Rational>& multiple) {
  const auto half = [&](const Goal& h) {
    const bool above = h.relation.lhs == x;
    return steps(h, step, {[&](const Goal& k) {
                   return rewritten(k, above ? of_x : of_value, above ? of_value : of_x, [&](const Goal&) -> Tree {
                     const Rational weight = above ? multiple.second : -multiple.second;
                     return Proof{rule::Combine{Rational(0), {{multiple.first, weight}}}};
                   });
                 }});
  };
  const Relation equal{Rel::eq, x, so_far.value};
  const auto proof = steps({so_far.goal.context, equal}, rule::Both{}, {half});
  if (!proof) return std::nullopt;
  cut_in(so_far.steps, so_far.goal, equal, *proof);
  return so_far;
}

namespace {

// q x^k = r with x >= 0 and numbers q, k: x is the root of r/q, of which the equation says that it is not negative.
std::optional<SolvedEquation> solved_by_root(const Goal& g, std::size_t number, const Variable& v) {
  if (v.range.lo.infinite || v.range.lo.value.sign() < 0) return std::nullopt;
  const Expr x = Expr::variable(v.name);
  const Relation& h = g.context.hypotheses()[number - 1];
  Algebra a = g.context.algebra();
  const auto c = a.coefficients(sub(h.lhs, h.rhs), x);
  if (!c || c->size() < 3 || !c->back().is_constant() || c->back().is_constant(0)) return std::nullopt;
  for (std::size_t i = 1; i + 1 < c->size(); ++i)
    if (!(*c)[i].is_constant(0)) return std::nullopt;
  const long k = static_cast<long>(c->size()) - 1;
  const Rational q = c->back().value();
  const Expr found = negate(quotient(c->front(), c->back()));
  const Expr e = a.simplified(found).value_or(found);
  if (e.is_constant() || !is_defined(g.context, e)) return std::nullopt;
  const Expr power = pow(x, Expr(Rational(k)));
  SolvedEquation out{k == 2 ? sqrt(e) : pow(e, Expr(Rational(1, k))), g, {}};
  cut_in(out.steps, out.goal, {Rel::ge, e, 0}, {rule::Combine{power, {{number, Rational(-1) / q}}}});
  if (!is_defined(out.goal.context, out.value)) return std::nullopt;
  return solved_by_halves(std::move(out), x, rule::Power{Rational(k)}, power, e, {number, Rational(1) / q});
}

// q exp(x) = r or q log(x) = r with a number q: the logarithm or the exponential of r/q.
std::optional<SolvedEquation> solved_by_inverse(const Goal& g, std::size_t number, const Variable& v) {
  const Expr x = Expr::variable(v.name);
  const Relation& h = g.context.hypotheses()[number - 1];
  Algebra a = g.context.algebra();
  const Expr t = Expr::variable(fresh_name(g.context)), d = sub(h.lhs, h.rhs);
  for (const Expr& f : {exp(x), log(x)}) {
    const Expr named = replaced(d, f, t);
    if (depends_on(named, x) || !depends_on(named, t)) continue;
    const auto c = a.coefficients(named, t);
    if (!c || c->size() != 2 || !c->back().is_constant() || c->back().is_constant(0)) continue;
    const Rational q = c->back().value();
    const Expr found = negate(quotient(c->front(), c->back()));
    const Expr e = a.simplified(found).value_or(found);
    if (e.is_constant() || !is_defined(g.context, e)) continue;
    const bool to_log = f.op() == Op::exp;
    SolvedEquation out{to_log ? log(e) : exp(e), g, {}};
    if (to_log) cut_in(out.steps, out.goal, {Rel::gt, e, 0}, {rule::Combine{f, {{number, Rational(-1) / q}}}});
    if (!is_defined(out.goal.context, out.value)) continue;
    const Step step = to_log ? Step(rule::TakeExp{}) : Step(rule::TakeLog{});
    if (auto solved = solved_by_halves(std::move(out), x, step, f, e, {number, Rational(1) / q})) return solved;
  }
  return std::nullopt;
}

// The same where x stands below a fraction line, as in 1/x + 1/y = 1: the numerator is affine in it.
std::optional<SolvedEquation> solved_as_fraction(const Goal& g, std::size_t number, const Expr& x) {
  const Relation& h = g.context.hypotheses()[number - 1];
  Algebra a = g.context.algebra();
  const Expr d = sub(h.lhs, h.rhs);
  const auto f = a.fraction(d);
  const auto n = f && depends_on(f->second, x) ? a.coefficients(f->first, x) : std::nullopt;
  if (!n || n->size() != 2) return std::nullopt;
  const Expr found = negate(quotient((*n)[0], (*n)[1]));
  SolvedEquation out{a.simplified(found).value_or(found), g, {}};
  const auto weight = a.simplified(quotient(sub(x, out.value), d));
  if (!weight || depends_on(out.value, x) || !is_defined(g.context, out.value) || !is_defined(g.context, *weight))
    return std::nullopt;
  cut_in(out.steps, out.goal, {Rel::eq, x, out.value}, {rule::Combine{Rational(0), {{number, *weight}}}});
  return out;
}

// q x = r, where q is not 0.
std::optional<SolvedEquation> solved_as_affine(const Goal& g, std::size_t number, const Variable& v) {
  const bool equation = g.relation.rel == Rel::eq;
  const Expr x = Expr::variable(v.name);
  const Relation& h = g.context.hypotheses()[number - 1];
  Algebra a = g.context.algebra();
  const auto c = a.coefficients(sub(h.lhs, h.rhs), x);
  if (!c && !equation) return solved_as_fraction(g, number, x);
  if (!c || c->size() != 2 || (*c)[1].is_constant(0) || !is_defined(g.context, quotient(1, (*c)[1])))
    return std::nullopt;
  if (equation && !(*c)[1].is_constant()) return std::nullopt;  // `equal` would not see it
  const Expr found = negate(quotient((*c)[0], (*c)[1]));
  SolvedEquation out{a.simplified(found).value_or(found), g, {}};
  if (depends_on(out.value, x) || !is_defined(g.context, out.value)) return std::nullopt;
  if (!equation) {
    cut_in(out.steps, out.goal, {Rel::eq, x, out.value},
           {rule::Combine{Rational(0), {{number, quotient(1, (*c)[1])}}}});
  }
  return out;
}

}  // namespace

void keep_bounds(SolvedEquation& s, const Variable& v) {
  const std::size_t solved = s.goal.context.hypotheses().size();
  const Expr x = Expr::variable(v.name);
  for (const bool lower : {true, false}) {
    const End& end = lower ? v.range.lo : v.range.hi;
    if (end.infinite) continue;
    const Relation bound{end.closed ? Rel::ge : Rel::gt, lower ? s.value : Expr(end.value),
                         lower ? Expr(end.value) : s.value};
    const Expr room = lower ? sub(x, end.value) : sub(end.value, x);
    cut_in(s.steps, s.goal, bound, {rule::Combine{room, {{solved, Rational(lower ? -1 : 1)}}}});
  }
}

// For equations, the value alone; for inequalities its bounds as well.
Tree by_solving(const Goal& g, const Subprover& s, int depth) {
  const bool equation = g.relation.rel == Rel::eq;
  const auto by = [&](std::optional<SolvedEquation> solved, const Variable& v) -> Tree {
    if (!solved) return std::nullopt;
    if (!equation) keep_bounds(*solved, v);
    const Step equal = rule::Equal{Expr::variable(v.name), solved->value};
    const auto next = after(equal, solved->goal);
    if (!next) return std::nullopt;
    solved->steps.push_back(equal);
    const auto t = without_empty_hypotheses(*next, [&](const Goal& k) { return s.prove(k, depth - 1, s.numeric); });
    if (!t) return std::nullopt;
    append(solved->steps, *t);
    return std::move(solved->steps);
  };
  const auto& hypotheses = g.context.hypotheses();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (hypotheses[i].rel != Rel::eq) continue;
    for (const auto& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if ((!equation && !depends_on(g.difference(), x)) || !mentions(hypotheses[i], x)) continue;
      if (auto t = by(solved_as_affine(g, i + 1, v), v)) return t;
      if (equation || v.integer) continue;
      if (auto t = by(solved_by_root(g, i + 1, v), v)) return t;
      if (auto t = by(solved_by_inverse(g, i + 1, v), v)) return t;
    }
  }
  return std::nullopt;
}

Tree by_separation(const Goal& g, const Subprover& s, int depth) {
  if (g.context.variables().size() < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> terms;
  terms_of(with_logs_apart(g.difference(), g.context), Rational(1), terms);
  // Groups of terms, joined by common variables; the constants on their own.
  struct Group {
    Expr sum;
    std::vector<bool> has;
  };
  std::vector<Group> groups;
  Expr constant = 0;
  for (const auto& t : terms) {
    Group now{t, {}};
    bool any = false;
    for (const auto& v : g.context.variables()) {
      now.has.push_back(depends_on(t, Expr::variable(v.name)));
      any = any || now.has.back();
    }
    if (!any) {
      constant = add(constant, t);
      continue;
    }
    std::erase_if(groups, [&](const Group& other) {
      bool common = false;
      for (std::size_t k = 0; k < now.has.size(); ++k) common = common || (now.has[k] && other.has[k]);
      if (!common) return false;
      for (std::size_t k = 0; k < now.has.size(); ++k) now.has[k] = now.has[k] || other.has[k];
      now.sum = add(other.sum, now.sum);
      return true;
    });
    groups.push_back(std::move(now));
  }
  if (groups.size() < 2) return std::nullopt;
  // All constants with one of the groups.
  for (std::size_t with = 0; with < (constant.is_constant(0) ? 1 : groups.size()); ++with) {
    Goal now = g;
    Proof out;
    rule::Combine sum{Rational(0), {}};
    bool done = true;
    for (std::size_t k = 0; k < groups.size() && done; ++k) {
      const Expr part = k == with && !constant.is_constant(0) ? add(groups[k].sum, constant) : groups[k].sum;
      const Relation r{k == with ? g.relation.rel : Rel::ge, part, 0};
      done = is_defined(now.context, part);
      const auto t = done ? s.prove({now.context, r}, depth - 1, true) : std::nullopt;
      done = t.has_value();
      if (!done) break;
      cut_in(out, now, r, *t);
      sum.terms.emplace_back(now.context.hypotheses().size(), Rational(1));
    }
    if (!done) continue;
    out.emplace_back(std::move(sum));
    return out;
  }
  return std::nullopt;
}

Tree by_merging(const Goal& g, const Subprover& s, int depth) {
  const Expr d = g.difference();
  if (g.context.variables().size() < 2 || g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty())
    return std::nullopt;
  Algebra a = g.context.algebra();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || v.integer || !is_smooth_in(d, x)) continue;
    for (const auto& w : g.context.variables()) {
      const Expr y = Expr::variable(w.name);
      if (w.name == v.name || w.integer || !depends_on(d, y) || !is_smooth_in(d, y)) continue;
      const auto dx = derivative(d, x), dy = derivative(d, y);
      const auto ratio = a.ratio(dy, dx, true);
      if (!ratio) continue;
      const auto simple = a.simplified(d);
      if (!simple) continue;
      // D is a function of t = x + c y.
      const Rational& c = *ratio;
      const auto lower = [](const Variable& u) { return u.range.lo; };
      const auto upper = [](const Variable& u) { return u.range.hi; };
      const bool up = c.sign() > 0;
      const auto sum = [&](const End& p, const End& q) {
        if (p.infinite || q.infinite) return End{};
        return End{false, p.closed && q.closed, p.value + c * q.value};
      };
      const Range range{sum(lower(v), up ? lower(w) : upper(w)), sum(upper(v), up ? upper(w) : lower(w))};
      const std::string name = fresh_name(g.context);
      const Expr t = Expr::variable(name);
      const auto f = a.simplified(substitute(substitute(*simple, {{y, Expr(0)}}), {{x, t}}));
      if (!f) continue;
      const Step subst = rule::Subst{x, name, range, sub(t, mul(Expr(c), y))};
      const auto next = after(subst, g);
      if (!next) continue;
      Algebra b = next->context.algebra();
      if (!b.is_zero(sub(next->difference(), *f))) continue;
      const Step rewrite = rewrite_to(*f), widen = rule::Widen{y, w.range};
      const auto form = after(rewrite, *next);
      const auto last = form ? after(widen, *form) : std::nullopt;
      if (!last || !is_defined(last->context, *f)) continue;
      if (auto proof = s.prove_part(*last, depth - 1, true)) {
        Proof out{subst, rewrite, widen};
        append(out, *proof);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_recurrence(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  bool changed = false;
  const Expr moved = transform(g.difference(), [&](const Expr& old, std::span<const Expr> args) -> Expr {
    const Expr same = with_args(old, args);
    if ((old.op() != Op::lgamma && old.op() != Op::polygamma) || args[0].is_constant()) return same;
    const Interval r = g.context.range(old.arg(0));
    if (!r.is_defined() || certainly_positive(r) || !g.context.positive_(old.arg(0))) return same;
    changed = true;
    const Expr& u = args[0];
    const Expr next = add(u, 1);
    if (old.op() == Op::lgamma) return sub(lgamma(next), log(u));
    const int k = old.node().index;
    const Rational c = (k % 2 ? Rational(-1) : Rational(1)) * factorial(k);
    return sub(polygamma(k, next), quotient(Expr(c), power(u, Expr(k + 1))));
  });
  if (!changed) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto e = a.expanded(moved);
  if (!e || !is_defined(g.context, *e)) return std::nullopt;
  return rewritten(g, *e, 0, [&](const Goal& h) { return s.prove(h, depth - 1, true); });
}

}  // namespace dpcert::verify
