// A goal, or the one between the logarithms of its sides, that is concave in a variable between two ends: numbers, or
// what affine hypotheses say of it in the others, as of k in k <= n. It is shown at both ends, and that it is concave,
// each as a goal of its own. A whole number that is a base or an exponent which may be 0 is put at its ends first;
// between them it is a real number. For bounds of binomial coefficients and beta functions, as of an estimator's
// probability against the likelihood.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

// What a hypothesis says of x: x <= at (`upper`), or x >= at.
struct AffineEnd {
  std::size_t hypothesis;  // from 1
  Rational weight;         // of at - x, or x - at, in it
  Expr at;
};

std::optional<AffineEnd> affine_end(const Context& c, const Expr& x, bool upper) {
  const auto& all = c.hypotheses();
  std::optional<AffineEnd> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].rel == Rel::eq || !mentions(all[i], x)) continue;
    const auto f = affine(sub(all[i].lhs, all[i].rhs));
    if (!f || f->coefficients.size() < 2) continue;
    const auto own = f->coefficients.find(std::string(x.name()));
    if (own == f->coefficients.end() || (own->second.sign() < 0) != upper) continue;
    const Rational weight = abs(own->second), sign = upper ? Rational(1) : Rational(-1);
    Expr at(sign * f->constant / weight);
    for (const auto& [name, k] : f->coefficients) {
      if (name == x.name()) continue;
      const Rational times = sign * k / weight;
      const Expr y = Expr::variable(name), term = times == Rational(1) ? y : mul(Expr(times), y);
      at = at.is_constant(0) ? term : add(term, at);
    }
    out = {i + 1, weight, at};  // a later one may be what a whole number makes of an earlier one
  }
  return out;
}

class ConcaveBetween {
 public:
  ConcaveBetween(const Expr& x, const Subprover& s, int depth, const ProveGoal& alone)
      : x_(x), s_(s), depth_(depth), alone_(alone) {}

  Tree run(const Goal& g) {
    const Variable* v = g.context.find(x_);
    const bool below = !v->range.lo.infinite || affine_end(g.context, x_, false);
    const bool above = !v->range.hi.infinite || affine_end(g.context, x_, true);
    if (!below || !above) return std::nullopt;
    return has_open_base(g) ? without_lower_end(g) : in_logarithms(g);
  }

 private:
  Expr x_;
  const Subprover& s_;
  int depth_;
  const ProveGoal& alone_;

  // A power of x, or with x in its exponent, of which the base may be 0: it has no logarithm there.
  [[nodiscard]] bool has_open_base(const Goal& g) const {
    return !nodes_of(g.relation, [&](const Expr& e) {
              return e.op() == Op::pow && !e.arg(1).is_constant() && depends_on(e, x_) &&
                     !g.context.positive_(e.arg(0));
            }).empty();
  }

  Tree without_lower_end(const Goal& g) {
    const Variable* v = g.context.find(x_);
    if (v->range.lo.infinite || !v->range.lo.closed) return without_upper_end(g);
    return steps(g, rule::CloseEnd{x_, true},
                 {alone_, [&](const Goal& h) -> Tree {
                    if (!v->integer || !v->range.lo.value.is_integer()) return without_upper_end(h);
                    // A whole number that is more than its end is one more at least.
                    Goal now = h;
                    Proof out;
                    const Relation next{Rel::ge, x_, Expr(v->range.lo.value + Rational(1))};
                    cut_in(out, now, next, {rule::Integral{}, rule::Sign{}});
                    if (!take(rule::Bound{now.context.hypotheses().size()}, now, out)) return std::nullopt;
                    const auto t = without_upper_end(now);
                    if (!t) return std::nullopt;
                    append(out, *t);
                    return out;
                  }});
  }

  Tree without_upper_end(const Goal& g) {
    if (!has_open_base(g)) return in_logarithms(g);
    const Variable* v = g.context.find(x_);
    if (!v->range.hi.infinite)
      return v->range.hi.closed
                 ? steps(g, rule::CloseEnd{x_, false}, {alone_, [&](const Goal& h) { return inside(h); }})
                 : std::nullopt;
    const auto end = affine_end(g.context, x_, true);
    if (!end || g.context.hypotheses()[end->hypothesis - 1].rel != Rel::ge) return std::nullopt;
    const Expr gap = sub(end->at, x_);
    const auto at_the_end = [&](const Goal& h) {
      const Proof both{rule::Both{}, rule::Combine{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}},
                       rule::Combine{Rational(0), {{end->hypothesis, Rational(1) / end->weight}}}};
      return with_value(h, end->at, both, gap);
    };
    const auto before_it = [&](const Goal& h) -> Tree {
      if (!v->integer || !h.context.is_integer_valued(gap)) return inside(h);
      Goal now = h;
      Proof out;
      const rule::Combine positive{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}};
      cut_in(out, now, {Rel::ge, gap, 1}, {rule::Integral{}, positive});
      const auto t = inside(now);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    return steps(g, rule::Cases{negate(gap)}, {at_the_end, before_it});
  }

  Tree inside(const Goal& g) { return has_open_base(g) ? std::nullopt : in_logarithms(g); }

  // The goal at x = value, which is so by this proof. `gap`: an expression that is 0 there, a number before x has its
  // value: 0^0 is one of numbers, and (n - n)^(n - n) is none.
  Tree with_value(const Goal& g, const Expr& value, const Proof& equal, const std::optional<Expr>& gap = {}) const {
    Goal now = g;
    Proof out;
    cut_in(out, now, {Rel::eq, x_, value}, equal);
    const End zero_end{false, true, Rational(0)};
    const auto stands = [&](const Expr& e) { return gap && e == *gap; };
    if (!nodes_of(now.relation, stands).empty() &&
        !take(rule::Gen{fresh_name(now.context), Range{zero_end, zero_end}, *gap}, now, out))
      return std::nullopt;
    if (!take(rule::Equal{x_, value}, now, out)) return std::nullopt;
    const auto t = alone_(now);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // As they are written: a normal form has k log(n - k) and n log(n - k) apart, of which neither bends one way.
  Tree in_logarithms(const Goal& g) {
    const auto logs = [&](const Goal& h, const Expr& d) {
      return d == h.difference() ? std::nullopt : rewritten(h, d, 0, [&](const Goal& k) { return away_from_poles(k); });
    };
    if (auto t = verify::in_logarithms(g, logs)) return t;
    return away_from_poles(g);
  }

  // Gamma functions next to 0 by those next to 1, which bend there as they should, where the goal as it is does not.
  Tree away_from_poles(const Goal& g) {
    if (auto t = bent(g)) return t;
    Subprover of_rest = s_;
    of_rest.prove_within = [&](const Goal& h, int, bool, std::size_t) { return bent(h); };
    return by_recurrence(g, of_rest, depth_);
  }

  Tree bent(const Goal& g) {
    const Expr d = g.difference();
    const Variable* v = g.context.find(x_);
    if (!v || !depends_on(d, x_) || !is_smooth(g, x_)) return std::nullopt;
    const Expr bend = bend_of(g.context, d);
    if (!looks_nonnegative(g.context, bend)) return std::nullopt;
    const auto lower = affine_end(g.context, x_, false), upper = affine_end(g.context, x_, true);
    if (!lower && !upper && !v->integer) return between_numbers(g);
    Goal now = g;
    Proof out;
    const Expr from = end_at(*v, lower, false), to = end_at(*v, upper, true), width = sub(to, from);
    if (lower) know_order(now, out, *lower, false);
    if (upper) know_order(now, out, *upper, true);
    const auto rest = [&]() -> Tree {
      if (now.context.knows({width, Need::positive})) return along(now, from, width, bend);
      const auto nowhere = [&](const Goal& h) -> Tree {
        // from - x = (to - x) + (from - to).
        const auto below = [&](const Goal& k) -> Tree {
          const std::size_t order = k.context.matching_hypothesis(sub(to, x_), Rel::ge);
          if (order == 0) return s_.prove_within(k, Effort::depth_of_a_range, false, 0);
          return Proof{
              rule::Combine{Rational(0), {{order, Rational(1)}, {k.context.hypotheses().size(), Rational(1)}}}};
        };
        const auto both = steps({h.context, {Rel::eq, x_, from}}, rule::Both{}, {s_.immediate, below});
        return both ? with_value(h, from, *both) : std::nullopt;
      };
      return steps(now, rule::Cases{negate(width)},
                   {nowhere, [&](const Goal& h) { return along(h, from, width, bend); }});
    }();
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }

  // Term by term: what bends in x and what bends in its distance from an end stay apart.
  [[nodiscard]] Expr bend_of(const Context& c, const Expr& d) const {
    std::vector<Expr> terms;
    terms_of(d, 1, terms);
    Algebra a = c.algebra();
    Expr out = 0;
    for (const Expr& e : terms) {
      if (!depends_on(e, x_)) continue;
      const Expr twice = negate(derivative(derivative(e, x_), x_));
      const auto simple = a.simplified(twice);
      out = add(out, simple && is_defined(c, *simple) ? *simple : twice);
    }
    return out;
  }

  Tree between_numbers(const Goal& g) {
    const Context closed = g.context.without_hypotheses_on(x_).with_closed_ends(x_);
    const auto smooth = smoothness(closed, g.difference(), x_);
    if (!smooth) return std::nullopt;
    const Range& range = g.context.find(x_)->range;
    const bool inside = smooth == Smooth::inside || !range.lo.closed || !range.hi.closed;
    return ends_first(g, rule::Convex{x_, inside}, [&](const Goal& h) { return simplified(h); });
  }

  // There is a variable less at the ends.
  Tree ends_first(const Goal& g, const Step& step, const ProveGoal& bends) const {
    const auto goals = apply(step, g);
    if (!goals) return std::nullopt;
    Proof ends;
    for (std::size_t i = 1; i < goals->size(); ++i) {
      const auto t = simplified((*goals)[i]);
      if (!t) return std::nullopt;
      append(ends, *t);
    }
    const auto t = bends(goals->front());
    if (!t) return std::nullopt;
    Proof out{step};
    append(out, *t);
    append(out, ends);
    return out;
  }

  // x = from + t width.
  Tree along(const Goal& g, const Expr& from, const Expr& width, const Expr& bend) {
    Goal now = g;
    Proof out;
    const Range parts{{false, true, Rational(0)}, {false, true, Rational(1)}};
    const Expr t = Expr::variable(fresh_name(now.context));
    if (!take(rule::Subst{x_, std::string(t.name()), parts, add(from, mul(t, width))}, now, out) ||
        !take(rule::Widen{t, parts}, now, out))
      return std::nullopt;
    const auto smooth = smoothness(now.context, now.difference(), t);
    if (!smooth) return std::nullopt;
    const auto rest = ends_first(now, rule::Convex{t, smooth == Smooth::inside},
                                 [&](const Goal& h) { return back(h, t, from, width, bend); });
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }

  // Where the upper end is an affine function of one variable: by the distance of x from it in place of that variable,
  // so that what bends in x and what bends in the distance stand apart.
  Tree by_the_gap(const Goal& g, const Expr& x, const Expr& to) const {
    const auto f = affine(to);
    if (!f || f->coefficients.size() != 1) return alone_(g);
    const auto& [name, k] = *f->coefficients.begin();
    const Expr n = Expr::variable(name);
    const std::string gap = fresh_name(g.context);
    const Expr value = quotient(add(sub(x, Expr(f->constant)), Expr::variable(gap)), Expr(k));
    const auto t = steps(g, rule::Subst{n, gap, {{false, true, Rational(0)}, {}}, value}, {[&](const Goal& h) {
                           std::vector<Expr> terms;
                           terms_of(h.difference(), 1, terms);
                           Algebra a = h.context.algebra();
                           Expr form = 0;
                           for (const Expr& e : terms) {
                             const auto simple = a.simplified(e);
                             form = add(form, simple && is_defined(h.context, *simple) ? *simple : e);
                           }
                           return rewritten(h, form, 0, alone_);
                         }});
    return t ? t : alone_(g);
  }

  Expr end_at(const Variable& v, const std::optional<AffineEnd>& end, bool upper) const {
    if (end) return end->at;
    const End& number = upper ? v.range.hi : v.range.lo;
    if (!v.integer || number.closed || !number.value.is_integer()) return Expr(number.value);
    return Expr(upper ? number.value - Rational(1) : number.value + Rational(1));
  }

  void know_order(Goal& now, Proof& out, const AffineEnd& end, bool upper) const {
    const Relation order{Rel::ge, upper ? sub(end.at, x_) : sub(x_, end.at), 0};
    if (now.context.matching_hypothesis(order.lhs, Rel::ge) == 0 || end.weight != Rational(1))
      cut_in(out, now, order, {rule::Combine{Rational(0), {{end.hypothesis, Rational(1) / end.weight}}}});
  }

  Tree simplified(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    const auto simple = g.context.algebra().simplified(g.difference());
    if (!simple || !is_defined(g.context, *simple)) return without_empty_hypotheses(g, alone_);
    return rewritten(g, *simple, 0, [&](const Goal& h) { return without_empty_hypotheses(h, alone_); });
  }

  // The bend is that of D in x, which is shorter, times the square of the width.
  Tree back(const Goal& g, const Expr& t, const Expr& from, const Expr& width, const Expr& bend) const {
    const Expr x = Expr::variable(fresh_name(g.context));
    const Range range{{false, from.is_constant(), from.is_constant() ? from.value() : Rational(0)}, {}};
    const Range all = from.is_constant() ? range : Range{};
    const auto in_x = [&](const Goal& h) -> Tree {
      Goal now = h;
      Proof out;
      const auto& said = now.context.hypotheses();
      const std::size_t before = g.context.hypotheses().size();
      for (std::size_t i = before; i < said.size(); ++i) {
        const auto plain = now.context.algebra().simplified(mul(width, sub(said[i].lhs, said[i].rhs)));
        if (!plain) return std::nullopt;
        cut_in(out, now, {Rel::ge, *plain, 0}, {rule::Combine{Rational(0), {{i + 1, weight(width)}}}});
      }
      const Expr rest = substitute(bend, {{x_, x}});
      const auto done = steps(now, rule::Factor{mul(width, width), rest},
                              {[&](const Goal& bends) { return by_the_gap(bends, x, add(from, width)); }});
      if (!done) return std::nullopt;
      append(out, *done);
      return out;
    };
    return steps(g, rule::Subst{t, std::string(x.name()), all, quotient(sub(x, from), width)}, {in_x});
  }
};

}  // namespace

Tree by_concave_between(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    if (auto t = ConcaveBetween(x, s, depth, alone).run(g)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
