// An integral up to a variable against a bound that meets it at both ends of the law's range, as those of incomplete
// gamma functions do: the bound's slope is larger than the body on one side of a place, and smaller on the other one.
// Where that place is need not be known. At the end that moves the slope is larger or smaller, which are two cases;
// from there it stays so on the way to one end of the range, because the logarithm of the quotient only grows or only
// falls, or its quotient by the variable does. So the bound is compared with the part up to there in one case, and with
// the rest of the law's mass in the other one.
#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool mentions_integral(const Relation& r) { return !nodes_of(r, is_integral).empty(); }

class CrossingBodies {
 public:
  CrossingBodies(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone, const Expr& integral)
      : g_(g),
        s_(s),
        depth_(depth),
        alone_(alone),
        i_(integral),
        y_(*high_of(integral)),
        t_(Expr::variable(fresh_name(g.context))) {}

  Tree run() {
    if (!compare_slopes()) return std::nullopt;
    const rule::Cases which{at(y_)};
    // What falls is positive up to a place where it is, and negative beyond one where that is so.
    const auto before = [&](const Goal& h) { return by_moving_end(h, with_order(), depth_, i_); };
    const auto behind = [&](const Goal& h) { return over_the_rest(h); };
    if (falls_) return steps(g_, which, {before, behind});
    return steps(g_, which, {behind, before});
  }

 private:
  // log(slope of the bound/body) at e.
  [[nodiscard]] Expr at(const Expr& e) const { return substitute(log_, {{t_, e}}); }
  // What is monotone in e.
  [[nodiscard]] Expr measured(const Expr& e) const { return by_place_ ? quotient(at(e), e) : at(e); }

  bool compare_slopes() {
    const Expr u = Expr::variable("$integral");
    Algebra outside = g_.context.algebra();
    const auto p = outside.coefficients(replaced(g_.difference(), i_, u), u);
    if (!p || p->size() != 2 || depends_on((*p)[0], u)) return false;
    const Expr &rest = (*p)[0], &weight = (*p)[1];
    const bool from_below = g_.context.positive_(weight);
    if (!from_below && !g_.context.positive_(negate(weight))) return false;
    Expr slope = 0;
    try {
      slope = substitute(derivative(negate(quotient(rest, weight)), y_), {{y_, t_}});
    } catch (const Error&) {  // what is not differentiated
      return false;
    }
    const Context inside = g_.context.inside(i_, t_);
    Algebra a = inside.algebra();
    const Expr body = body_at(i_, t_);
    if (!is_defined(inside, slope) || !is_defined(inside, body) || !inside.positive_(body)) return false;
    const auto up = inside.positive_(slope) ? std::optional(slope) : product_of(a, inside, slope);
    if (!up || !inside.positive_(*up)) return false;
    const Expr raw = sub(log_by_factors(inside, *up), log_by_factors(inside, body));
    const auto plain = a.simplified(raw);
    log_ = plain && is_defined(inside, *plain) ? *plain : raw;
    if (!is_defined(g_.context, at(y_))) return false;
    const Context look = for_a_look(inside);
    if (looks_nonnegative(look, at(t_)) || looks_nonnegative(look, negate(at(t_)))) return false;  // no crossing
    // The bound from below begins below the integral, which is where the slope is smaller.
    falls_ = !from_below;
    for (const bool by_place : {false, true}) {
      by_place_ = by_place;
      const Expr order = sub(measured(t_), measured(y_));
      if (looks_nonnegative(look, falls_ ? order : negate(order))) return true;
    }
    return false;
  }

  // As it is written, so that the bound's limit at the end of the range is seen.
  [[nodiscard]] Tree over_the_rest(const Goal& g) const {
    for (const bool infinite : {true, false}) {
      Goal h = g;
      Proof out;
      const auto rest = with_rest_of_law(h, out, i_, infinite ? std::optional<Expr>() : Expr(1), s_.lemmas);
      if (!rest) continue;
      if (const auto t = by_moving_end(h, with_order(), depth_, *rest)) {
        append(out, *t);
        return out;
      }
    }
    return std::nullopt;
  }

  // The prover, to which the order of the two bodies is shown.
  [[nodiscard]] Subprover with_order() const {
    Subprover out = s_;
    out.prove_within = [this](const Goal& h, int depth, bool numeric, std::size_t most) -> Tree {
      if (auto t = order(h)) return t;
      return s_.prove_within(h, depth, numeric, most);
    };
    return out;
  }

  // One body above the other one at a place inside, by the case.
  [[nodiscard]] Tree order(const Goal& g) const {
    const auto& variables = g.context.variables();
    if (variables.size() <= g_.context.variables().size() || g.relation.rel == Rel::eq) return std::nullopt;
    const Expr t = Expr::variable(variables.back().name);
    if (!depends_on(g.difference(), t) || mentions_integral(g.relation)) return std::nullopt;
    const Expr there = at(y_), here = at(t), zero = 0;
    const auto case_above = number_of_hypothesis(g, {Rel::ge, there, zero});
    const auto case_below = number_of_hypothesis(g, {Rel::gt, zero, there});
    if (!case_above && !case_below) return std::nullopt;
    Algebra a = g.context.algebra();
    const auto positive = [&](const Expr& e) -> std::optional<Expr> {
      if (g.context.positive_(e)) return e;
      const auto product = product_of(a, g.context, e);
      return product && g.context.positive_(*product) ? product : std::nullopt;
    };
    const auto above = positive(g.relation.lhs), below = positive(g.relation.rhs);
    if (!above || !below) return std::nullopt;
    const Expr wanted = case_above ? here : negate(here);
    if (!a.is_zero(sub(sub(log_by_factors(g.context, *above), log_by_factors(g.context, *below)), wanted)))
      return std::nullopt;
    const Rel rel = g.strict() && case_above ? Rel::gt : Rel::ge;
    const Relation monotone =
        case_above ? Relation{rel, measured(t), measured(y_)} : Relation{rel, measured(y_), measured(t)};
    auto shown = by_place_ ? along_place({g.context, monotone}, t) : std::nullopt;
    if (!shown) shown = alone_({g.context, monotone});
    if (!shown) return std::nullopt;
    Goal h = g;
    Proof out;
    cut_in(out, h, monotone, *shown);
    const std::size_t last = h.context.hypotheses().size(), known = case_above ? *case_above : *case_below;
    if (*above != h.relation.lhs || *below != h.relation.rhs)
      if (!take(rule::Rewrite{*above, *below}, h, out)) return std::nullopt;
    if (!take(rule::TakeLog{}, h, out) || !take(rewrite_to(wanted), h, out)) return std::nullopt;
    if (by_place_)
      out.emplace_back(rule::Combine{Rational(0), {{last, weight(t)}, {known, weight(quotient(t, y_))}}});
    else
      out.emplace_back(rule::Combine{Rational(0), {{last, Rational(1)}, {known, Rational(1)}}});
    return out;
  }

  // L(t)/t on one side of L(y)/y, by the sign of L - t L'.
  [[nodiscard]] Tree along_place(const Goal& g, const Expr& t) const {
    const Step deriv = rule::Deriv{t, y_};
    const auto children = apply(deriv, g);
    if (!children || children->size() != 3) return std::nullopt;
    const Expr here = at(t), gap = sub(here, mul(t, derivative(here, t)));
    const auto base = s_.immediate((*children)[0]);
    if (!base) return std::nullopt;
    Proof out{deriv};
    append(out, *base);
    for (const std::size_t side : {1U, 2U}) {
      const Goal& h = (*children)[side];
      auto shown = vacuous_side(h, t, y_, side == 1);
      if (!shown) {
        Proof lines;
        const Goal free = without_hypotheses(h, lines);
        const Expr rest = falls_ ? gap : negate(gap);
        const auto tree =
            steps(free, rule::Factor{pow(t, -2), rest}, {[&](const Goal& k) { return in_scaled_place(k, t); }});
        if (!tree) return std::nullopt;
        append(lines, *tree);
        shown = lines;
      }
      append(out, *shown);
    }
    return out;
  }

  // Where t stands in exponents as k t, in k t.
  [[nodiscard]] Tree in_scaled_place(const Goal& g, const Expr& t) const {
    Algebra a = g.context.algebra();
    for (const Expr& e : nodes_of(g.relation, [&](const Expr& u) { return u.op() == Op::exp && depends_on(u, t); })) {
      const auto p = a.coefficients(e.arg(0), t);
      if (!p || p->size() != 2 || !(*p)[0].is_constant(0) || (*p)[1].is_constant()) continue;
      const Expr& scale = (*p)[1];
      const Expr k = g.context.positive_(scale) ? scale : a.simplified(negate(scale)).value_or(negate(scale));
      if (!g.context.positive_(k)) continue;
      Goal h = g;
      Proof out;
      const std::string name = fresh_name(g.context);
      if (!take(rule::Subst{t, name, {{false, false, Rational(0)}, {}}, quotient(Expr::variable(name), k)}, h, out))
        continue;
      const auto plain = h.context.algebra().simplified(h.difference());
      if (!plain || !take(rewrite_to(*plain), h, out)) continue;
      h = without_hypotheses(h, out);
      const auto f = split_factors(h.context, h.difference(), s_.algebra);
      if (f && f->rest.size() == 1 && is_defined(h.context, f->weight))
        static_cast<void>(take(rule::Factor{f->weight, f->flip ? negate(f->rest[0]) : f->rest[0]}, h, out));
      if (const auto rest = alone_(h)) {
        append(out, *rest);
        return out;
      }
    }
    return alone_(g);
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  const ProveGoal& alone_;
  Expr i_, y_, t_, log_ = 0;
  bool falls_ = true, by_place_ = false;
};

}  // namespace

Tree by_crossing_bodies(const Goal& goal, const Subprover& s, int depth, const ProveGoal& alone) {
  if (goal.context.language() < 3 || goal.relation.rel == Rel::eq || depth < 2 || s.lemmas.empty()) return std::nullopt;
  const auto all = nodes_of(goal.relation, is_integral);
  if (all.size() != 1) return std::nullopt;
  const Expr& i = all.front();
  const auto low = low_of(i), high = high_of(i);
  if (!low || !low->is_constant(0) || !high || high->op() != Op::variable) return std::nullopt;
  const Variable* v = goal.context.find(*high);
  if (!v || v->integer || depends_on(body_at(i, Expr::variable(fresh_name(goal.context))), *high)) return std::nullopt;
  for (const bool lower : {true, false}) {
    const End& end = lower ? v->range.lo : v->range.hi;
    if (end.infinite || !end.closed) continue;
    return steps(goal, rule::CloseEnd{*high, lower},
                 {[&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); },
                  [&](const Goal& h) { return by_crossing_bodies(h, s, depth, alone); }});
  }
  Goal g = goal;
  Proof lines;
  if (!is_defined(g.context, i)) static_cast<void>(evaluate_integrals(g, lines, s.lemmas, s.immediate));
  if (!is_defined(g.context, i) || value_of(g.context, i)) return std::nullopt;
  const auto t = CrossingBodies(g, s, depth, alone, i).run();
  if (!t) return std::nullopt;
  append(lines, *t);
  return lines;
}

}  // namespace dpcert::verify
