// Sums over k of terms F(n, k) whose ratios F(n + 1, k)/F(n, k) and F(n, k + 1)/F(n, k) are rational: by creative
// telescoping (Wilf and Zeilberger). A polynomial P in k and a factor c with
//   F(n + 1, k) - c F(n, k) = P(k + 1) F(n, k) - P(k) F(n, k - 1)
// are found by linear equations over the functions of n. So the sums for n + 1 and n to the same end m differ, the
// latter times c, by P(m + 1) F(n, m) and what is left at the first index: by induction over m; and that is the step of
// an induction over n.
#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

UnknownPolynomial::UnknownPolynomial(const Expr& k, std::size_t degree) {
  for (std::size_t i = 0; i <= degree; ++i) {
    unknowns.push_back(Expr::variable("@@y" + std::to_string(i)));
    const auto power = [&](const Expr& e) { return i == 0 ? Expr(1) : pow(e, Expr(static_cast<long>(i))); };
    here = add(here, mul(unknowns.back(), power(k)));
    there = add(there, mul(unknowns.back(), power(add(k, 1))));
  }
}

// Gauss's elimination, row by row.
std::optional<std::vector<Expr>> solved_rows(Algebra& a, std::vector<Expr> rows, const std::vector<Expr>& unknowns) {
  std::vector<Expr> values = unknowns;
  for (const Expr& y : unknowns) {
    for (const Expr& row : rows) {
      const auto p = a.coefficients(row, y);
      if (!p || p->size() > 2) return std::nullopt;
      if (p->size() < 2 || p->back().is_constant(0)) continue;
      const auto value = a.simplified(negate(quotient((*p)[0], (*p)[1])));
      if (!value) return std::nullopt;
      const auto put_in = [&](Expr& e) {
        const auto form = a.fraction(substitute(e, {{y, *value}}));
        if (form) e = form->first;
        return form.has_value();
      };
      const std::vector<Expr> old = rows;
      if (!std::ranges::all_of(rows, put_in)) return std::nullopt;
      for (Expr& v : values) {
        const auto form = a.simplified(substitute(v, {{y, *value}}));
        if (!form) return std::nullopt;
        v = *form;
      }
      break;
    }
  }
  if (!std::ranges::all_of(rows, [&](const Expr& row) { return a.is_zero(row); })) return std::nullopt;
  // An unknown that nothing decides is 0.
  for (Expr& v : values)
    for (const Expr& y : unknowns) v = substitute(v, {{y, Expr(0)}});
  return values;
}

namespace creative_telescoping {
namespace {

struct Terms {
  Expr n, k, body;  // F(n, k)

  [[nodiscard]] Expr at(const Expr& to_n, const Expr& to_k) const { return substitute(body, {{n, to_n}, {k, to_k}}); }
  [[nodiscard]] Expr next_n() const { return flat::sum({n, Expr(1)}); }
};
struct Certificate {
  Expr factor, p;  // c; P, where k is
};

std::optional<Certificate> certificate(const Context& inside, const Terms& t) {
  Algebra a = inside.algebra();
  const Expr before = flat::sum({t.k, Expr(-1)});
  const auto up = a.simplified(quotient(t.at(t.next_n(), t.k), t.body));
  const auto back = a.simplified(quotient(t.at(t.n, before), t.body));
  if (!up || !back) return std::nullopt;
  const Expr factor = Expr::variable("@@c");
  for (std::size_t degree = 0; degree <= Effort::Sums::degree_of_certificate; ++degree) {
    auto [unknowns, here, there] = UnknownPolynomial(t.k, degree);
    unknowns.push_back(factor);
    const auto f = a.fraction(add(sub(there, mul(here, *back)), sub(factor, *up)));
    const auto rows = f ? a.coefficients(f->first, t.k) : std::nullopt;
    const auto values = rows ? solved_rows(a, *rows, unknowns) : std::nullopt;
    if (!values) continue;
    Expr p = 0;
    for (std::size_t i = degree + 1; i-- > 0;) p = add(mul(p, t.k), (*values)[i]);
    return Certificate{values->back(), p};
  }
  return std::nullopt;
}

// What makes a term defined at an index k, said for all of them: with the hypotheses of an induction over an end, it is
// no longer seen for one.
std::vector<Relation> conditions_at(const Context& inside, const Expr& k, const std::vector<Expr>& terms) {
  std::vector<Relation> out;
  for (const Expr& term : terms)
    for (const Condition& c : side_conditions(term, inside)) {
      const Relation r{c.need == Need::positive ? Rel::gt : Rel::ge, c.u, 0};
      if ((c.need == Need::positive || c.need == Need::nonnegative) && depends_on(c.u, k) && inside.knows(c) &&
          std::ranges::find(out, r) == out.end())
        out.push_back(r);
    }
  return out;
}

// at(m) for low <= m <= high, at m = high: by induction over m, in which m <= high is assumed. `everywhere`: what is
// to be said at each index k from `low` to `high`.
Tree up_to(const Context& c, const Expr& low, const Expr& high, const std::function<Relation(const Expr&)>& at,
           const Expr& k, const std::vector<Relation>& everywhere, const ProveGoal& base, const ProveGoal& step) {
  using Kind = Formula::Kind;
  const std::string name = fresh_name(c);
  const Expr bound = Expr::variable("@@end"), m = Expr::variable(name);
  const auto below = [&](const Expr& e) { return Formula::of({Rel::ge, high, e}); };
  const auto claim = [&](const Expr& e) { return Formula::joined(Kind::implies, below(e), Formula::of(at(e))); };
  const Step cut = rule::CutFormula{
      Formula::quantified(Kind::forall, {name, bound, true, low, std::nullopt, true, false}, claim(bound))};
  const Step intro = rule::Intro{name}, induct = rule::Induct{m}, assumed = rule::Intro{""};
  Proof out;
  // The only goal, or the last one, behind goals that follow from signs or one hypothesis.
  const auto next = [&](const Step& s, const LogicGoal& g) -> std::optional<LogicGoal> {
    const auto children = apply(s, g);
    if (!children || children->empty()) return std::nullopt;
    out.push_back(s);
    for (std::size_t i = 0; i + 1 < children->size(); ++i) {
      const LogicGoal& side = (*children)[i];
      const Relation& r = side.goal.relation;
      if (side.context.knows({sub(r.lhs, r.rhs), Need::nonnegative})) {
        out.emplace_back(rule::Sign{});
      } else {
        out.emplace_back(rule::Combine{Rational(1), {{side.context.hypotheses().size(), Rational(1)}}});
      }
    }
    return children->back();
  };
  const auto close = [&](const LogicGoal& g, const ProveGoal& proof) {
    const Tree t = proof({g.context, g.goal.relation});
    if (t) append(out, *t);
    return t.has_value();
  };
  const LogicGoal whole{c, {}, Formula::of(at(high))};
  const auto parts = apply(cut, whole);
  if (!parts || parts->size() != 2) return std::nullopt;
  out.push_back(cut);
  const auto inside = next(intro, parts->front());
  const auto cases = inside ? apply(induct, *inside) : std::nullopt;
  if (!cases || cases->size() != 2) return std::nullopt;
  out.push_back(induct);
  const auto first = next(assumed, cases->front());
  if (!first || !close(*first, base)) return std::nullopt;
  auto second = next(assumed, cases->back());
  for (const Relation& r : everywhere) {
    const Expr index = Expr::variable("@@index");
    const std::string one = second ? fresh_name(second->context) : "";
    const Step each = rule::CutFormula{Formula::quantified(Kind::forall, {one, index, true, low, high, true, true},
                                                           Formula::of(substitute(r, {{k, index}})))};
    const auto both = second ? apply(each, *second) : std::nullopt;
    if (!both || both->size() != 2) return std::nullopt;
    append(out, {each, rule::Intro{one}, rule::Sign{}});
    second = both->back();
  }
  const auto known = second ? next(rule::ApplyFact{1 + second->context.formulas().size()}, *second) : std::nullopt;
  if (!known || !close(*known, step)) return std::nullopt;
  const auto there = next(rule::AtFact{parts->back().facts.size() + c.formulas().size(), high}, parts->back());
  const auto last = there ? next(rule::ApplyFact{there->facts.size() + c.formulas().size()}, *there) : std::nullopt;
  if (!last) return std::nullopt;
  out.emplace_back(rule::Combine{Rational(0), {{last->context.hypotheses().size(), Rational(1)}}});
  return out;
}

// The goal's difference is what hypotheses with these weights add up to.
Tree added_up(const Extended& x, const Weights& weights) {
  const rule::Combine sum{Rational(0), weights};
  Algebra a = x.goal.context.algebra();
  if (!a.is_zero(beside(x.goal, sum))) return std::nullopt;
  Proof out = x.lines;
  out.emplace_back(sum);
  return out;
}

// The step of the induction for `sum`, at n.
Tree induction_step(const Goal& g, const Context& inside, const Expr& sum, const Terms& t, const Certificate& found) {
  const Expr &low = sum.arg(0), &high = sum.arg(1), n1 = t.next_n();
  const auto of = [&](const Expr& to_n, const Expr& end) {
    const FreshIndex k;
    return Expr::repeated(Op::sum, k.variable(), low, end, t.at(to_n, k.variable()));
  };
  const auto difference = [&](const Expr& m) { return mul(substitute(found.p, {{t.k, plus(m, 1)}}), t.at(t.n, m)); };
  // The equation need not hold at the first index, where F(n, k - 1) may have no value.
  const Expr all = sub(sub(t.at(n1, low), mul(found.factor, t.at(t.n, low))), difference(low));
  Algebra a = g.context.algebra();
  const Expr begins = a.simplified(all).value_or(all);
  const auto at = [&](const Expr& m) {
    return Relation{Rel::eq, sub(of(n1, m), mul(found.factor, of(t.n, m))), add(begins, difference(m))};
  };
  const auto one = [](const Goal&) -> Tree { return Proof{rule::Identity{}}; };
  const auto more_terms = [&](const Goal& h) -> Tree {
    Extended x{h};
    Weights weights{{x.last(), Rational(1)}};
    for (const bool next : {true, false}) {
      if (!next && found.factor.is_constant(0)) continue;
      const auto sums = nodes_of(h.relation, [&](const Expr& e) {
        return e.op() == Op::sum && (body_at(e, t.k) == t.at(next ? n1 : t.n, t.k));
      });
      if (sums.size() != 1 || !x.take(rule::Unfold{sums[0], rule::Unfold::Part::last})) return std::nullopt;
      weights.emplace_back(x.last(), next ? Coefficient(Rational(1)) : weight(negate(found.factor)));
    }
    return added_up(x, weights);
  };
  Extended x{g};
  Weights weights{{x.last(), weight(found.factor)}};
  Expr whole = of(n1, substitute(high, {{t.n, n1}}));
  const auto more = steps_between(a, whole.arg(1), high);
  if (!more || *more < 1) return std::nullopt;
  for (long i = 0; i < *more; ++i) {
    if (!x.take(rule::Unfold{whole, rule::Unfold::Part::last})) return std::nullopt;
    weights.emplace_back(x.last(), Rational(1));
    whole = over(whole, low, plus(whole.arg(1), -1));
  }
  // Sums in the value lose their last terms.
  for (const Expr& e : nodes_of(x.goal.relation, is_repeated)) {
    const auto p = e.arg(1) == high || e == of(n1, substitute(high, {{t.n, n1}}))
                       ? std::nullopt
                       : affine_in(a, x.goal.context, x.goal.difference(), e);
    if (!p || p->second.is_constant(0) || !x.take(rule::Unfold{e, rule::Unfold::Part::last})) continue;
    weights.emplace_back(x.last(), weight(p->second));
  }
  const auto partial =
      up_to(x.goal.context, low, high, at, t.k, conditions_at(inside, t.k, {t.body, t.at(n1, t.k)}), one, more_terms);
  if (!partial) return std::nullopt;
  cut_in(x.lines, x.goal, at(high), *partial);
  weights.emplace_back(x.last(), Rational(1));
  return added_up(x, weights);
}

}  // namespace
}  // namespace creative_telescoping

Tree by_creative_telescoping(const Goal& g, const Subprover& s, int depth) {
  using namespace creative_telescoping;
  if (depth < 1 || g.context.language() < 3 || g.relation.rel != Rel::eq) return std::nullopt;
  const bool left = g.relation.lhs.op() == Op::sum;
  const Expr &sum = left ? g.relation.lhs : g.relation.rhs, &value = left ? g.relation.rhs : g.relation.lhs;
  if (sum.op() != Op::sum || !sum.arg(0).is_constant()) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !v.range.hi.infinite || !depends_on(sum.arg(1), n)) continue;
    const Step induct = rule::Induct{n};
    const auto cases = apply(induct, Goal{g.context, {Rel::eq, sum, value}});
    if (!cases || cases->size() != 2) continue;
    const Goal &first = cases->front(), &step = cases->back();
    const Expr k = Expr::variable(fresh_name(step.context));
    const Context inside = step.context.inside(over(sum, plus(sum.arg(0), 1), sum.arg(1)), k);
    const Terms terms{n, k, body_at(sum, k)};
    const auto found = certificate(inside, terms);
    if (found && !is_defined(step.context, found->factor)) {
      // At the first n alone, and from the next one on.
      const Rational first_n = v.range.lo.value.ceil();
      if (depth < 2 || is_defined(step.context.with_range(n, {{false, true, first_n + Rational(1)}, v.range.hi}),
                                  found->factor) == false)
        continue;
      const auto again = [&](const Goal& h) -> Tree {
        if (auto t = s.immediate(h)) return t;
        if (auto t = by_creative_telescoping(h, s, depth - 1)) return t;
        return s.prove(h, depth - 1, s.numeric);
      };
      return steps(g, rule::Split{n, first_n + Rational(1)}, {again});
    }
    const auto there = found ? induction_step(step, inside, sum, terms, *found) : std::nullopt;
    if (!there) continue;
    Tree base = s.immediate(first);
    if (!base) base = s.prove(first, depth - 1, s.numeric);
    if (!base) continue;
    Proof out;
    if (!left) out.emplace_back(rule::Rewrite{sum, value});
    out.push_back(induct);
    append(out, *base);
    append(out, *there);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
