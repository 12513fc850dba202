// An integral up to a variable against a bound that tends to 0 at the lower end, but has no value there, as
// (exp(y^2) - 1)/y at y = 0: no antiderivative begins at that end. It begins a little inside, at a place m: from there
// on the order of the integrand and the bound's slope decides, and what the integral has up to m, and the bound at m,
// are at most a multiple of the distance of m from the end. So the goal holds but for that multiple, for every m; for
// one that is small beside what the bound would be short of, this is a contradiction. For Dawson's integral, and
// quotients of means by their argument.
#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/everywhere.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

const std::string mark = "@@place";

// s I <= s B from the end a on, s = 1 for a bound from above and -1 for one from below.
class FromRemovableEnd {
 public:
  FromRemovableEnd(const Goal& g, const Subprover& s, const ProveGoal& alone, const Expr& integral)
      : g_(g),
        s_(s),
        alone_(alone),
        i_(integral),
        a_(*low_of(integral)),
        y_(*high_of(integral)),
        t_(Expr::variable("$place")) {}

  Tree run() {
    if (!read() || !find_multiples()) return std::nullopt;
    Goal now = g_;
    Proof out;
    const Rel rel = g_.strict() ? Rel::gt : Rel::ge;
    const auto order = know(
        now, out,
        [&](const Expr& t) {
          return Relation{rel, with_sign(sub(substitute(slope_, {{t_, t}}), body(t))), 0};
        },
        false);
    const auto most = order ? know(now, out,
                                   [&](const Expr& t) {
                                     return Relation{Rel::ge, sub(of_body_, with_sign(body(t))), 0};
                                   })
                            : order;
    const auto near = most ? know(now, out,
                                  [&](const Expr& t) {
                                    return Relation{Rel::ge, add(with_sign(bound(t)), mul(of_bound_, sub(t, a_))), 0};
                                  })
                           : most;
    if (!near) return std::nullopt;
    order_ = *order, most_ = *most, near_ = *near;
    Expr place = y_;
    rule::Combine sum{Rational(0), {}};
    if (g_.strict()) {
      // The upper half of the way is strictly below, and the lower half is not above.
      place = quotient(add(a_, y_), 2);
      const auto upper = between(now, out, place, y_, true);
      if (!upper) return std::nullopt;
      const Step split = rule::SplitRange{i_, place};
      if (!take(split, now, out)) return std::nullopt;
      sum.terms.emplace_back(now.context.hypotheses().size(), weight(weight_));
      sum.terms.emplace_back(*upper, weight(size_));
    }
    const Expr whole = Expr::integral(t_, a_, place, body_);
    const Relation lower{Rel::ge, excess(place, whole), 0};
    const auto shown = up_to({now.context, lower}, place, whole);
    if (!shown) return std::nullopt;
    cut_in(out, now, lower, *shown);
    sum.terms.emplace_back(now.context.hypotheses().size(), weight(size_));
    out.emplace_back(sum);
    return out;
  }

 private:
  [[nodiscard]] Expr with_sign(const Expr& e) const { return above_ ? e : negate(e); }
  [[nodiscard]] Expr bound(const Expr& at) const { return substitute(bound_, {{y_, at}}); }
  [[nodiscard]] Expr body(const Expr& at) const { return substitute(body_, {{t_, at}}); }
  // What is to be shown not to be negative: s (B - I).
  [[nodiscard]] Expr excess(const Expr& place, const Expr& whole) const {
    return above_ ? sub(bound(place), whole) : sub(whole, bound(place));
  }

  // D = weight (I - B), and the order of body and slope as a few values say.
  bool read() {
    const Expr u = Expr::variable("$integral");
    const auto d = affine_as_written(replaced(g_.difference(), i_, u), u);
    if (!d || !is_defined(g_.context, d->weight)) return false;
    weight_ = d->weight;
    above_ = g_.context.positive_(negate(weight_));
    if (!above_ && !g_.context.positive_(weight_)) return false;
    size_ = above_ ? negate(weight_) : weight_;
    bound_ = quotient_by(negate(d->rest), weight_);
    if (!nodes_of({Rel::eq, bound_, 0}, is_integral).empty() || !is_defined(g_.context, bound_)) return false;
    body_ = body_at(i_, t_);
    if (depends_on(body_, y_)) return false;
    inside_ = g_.context.inside(i_, t_);
    // An end at which the bound has a limit is for others.
    if (limit_at_end(g_.context, i_, bound(t_), t_, true)) return false;
    try {
      slope_ = derivative(bound(t_), t_);
    } catch (const Error&) {  // what is not differentiated
      return false;
    }
    if (!is_defined(inside_, slope_) || !is_defined(inside_, body_)) return false;
    return looks_nonnegative(for_a_look(inside_), with_sign(sub(slope_, body_)));
  }

  // s f <= M and -s B <= C (t - a) between the ends.
  bool find_multiples() {
    const Expr way = sub(y_, a_);
    std::vector<Expr> candidates{0};
    const auto offer = [&](const Expr& e) {
      if (is_defined(g_.context, e)) candidates.push_back(e);
    };
    for (const Expr& e :
         {body(a_), body(y_), with_sign(substitute(slope_, {{t_, y_}})), negate(with_sign(quotient(bound_, way)))})
      offer(e);
    candidates.emplace_back(1);
    const Context look = for_a_look(inside_);
    const auto first = [&](const Expr& less, const Expr& per) -> std::optional<Expr> {
      for (const Expr& c : candidates)
        if (g_.context.knows({c, Need::nonnegative}) && looks_nonnegative(look, sub(mul(c, per), less))) return c;
      return std::nullopt;
    };
    const auto m = first(with_sign(body_), 1);
    const auto c = m ? first(negate(with_sign(bound(t_))), sub(t_, a_)) : m;
    if (!c) return false;
    of_body_ = *m, of_bound_ = *c;
    return true;
  }

  // What is shown of every place up to the end that moves; or of every place where that may be.
  std::optional<std::size_t> know(Goal& now, Proof& out, const std::function<Relation(const Expr&)>& said,
                                  bool up_to_end = true) const {
    Everywhere every(mark, said);
    every.bound.lo = a_, every.bound.hi = y_, every.bound.hi_closed = true;
    if (const End& most = g_.context.find(y_)->range.hi; !up_to_end) {
      every.bound.hi_closed = !most.infinite && most.closed;
      every.bound.hi = most.infinite ? std::nullopt : std::optional<Expr>(most.value);
    }
    return every.know(now, out, [&](const Goal& h, const Expr&) {
      auto t = s_.immediate(h);
      return t ? t : alone_(h);
    });
  }
  // The goal by what is known at this place.
  [[nodiscard]] Tree by_fact(const Goal& g, std::size_t fact, const Expr& at) const {
    Goal now = g;
    Proof out;
    const auto ends = [&](const Goal& h) -> Tree {
      if (auto t = s_.immediate(h)) return t;
      return prove_by_combination(h, s_.out_of_time);
    };
    if (!take_fact_at(fact, at, now, out, ends)) return std::nullopt;
    out.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), Rational(1)}}});
    return out;
  }
  [[nodiscard]] Tree termwise(const Goal& g, std::size_t fact) const {
    return steps(g, rule::Termwise{fresh_name(g.context)},
                 {[&](const Goal& h) { return by_fact(h, fact, Expr::variable(h.context.variables().back().name)); }});
  }

  // s (B(high) - B(low) - integral between) >= 0, or > 0, as a hypothesis of this number.
  std::optional<std::size_t> between(Goal& now, Proof& out, const Expr& low, const Expr& high, bool strict) const {
    const Expr j = Expr::integral(t_, low, high, slope_), part = Expr::integral(t_, low, high, body_);
    const Expr x = Expr::variable(fresh_name(now.context));
    const auto found = antiderivative_by(now.context, j, bound(x), x);
    if (!found || !found->seen) return std::nullopt;
    if (!take(found->step, now, out)) return std::nullopt;
    const std::size_t value = now.context.hypotheses().size();
    const Rel rel = strict ? Rel::gt : Rel::ge;
    const Relation order = above_ ? Relation{rel, j, part} : Relation{rel, part, j};
    const auto inside = termwise({now.context, order}, order_);
    if (!inside) return std::nullopt;
    cut_in(out, now, order, *inside);
    const Expr change = sub(bound(high), bound(low));
    const Relation said{rel, above_ ? sub(change, part) : sub(part, change), 0};
    cut_in(out, now, said,
           {rule::Combine{Rational(0), {{value + 1, Rational(1)}, {value, Rational(above_ ? -1 : 1)}}}});
    return now.context.hypotheses().size();
  }

  // s (B(place) - I) + K (m - a) >= 0 for every m, and so without the last term.
  Tree up_to(const Goal& g, const Expr& place, const Expr& whole) const {
    const Expr multiple = add(of_body_, of_bound_), gap = excess(place, whole);
    const auto all = [&](const Goal& h) -> Tree {
      Everywhere every(mark, [&](const Expr& m) { return Relation{Rel::ge, add(gap, mul(multiple, sub(m, a_))), 0}; });
      every.bound.lo = a_, every.bound.hi = place, every.bound.hi_closed = true;
      Goal now = h;
      Proof out;
      const auto fact =
          every.know(now, out, [&](const Goal& k, const Expr& m) { return from_inside(k, m, place, whole); });
      if (!fact) return std::nullopt;
      // With w = -gap > 0 and A = K (place - a): m - a is w/(w + A) times the way.
      const Expr less = negate(gap), most = mul(multiple, sub(place, a_)), share = add(less, most);
      const Expr m = add(a_, quotient(mul(sub(place, a_), less), share));
      const auto ends = [&](const Goal& k) -> Tree {
        if (auto t = s_.immediate(k)) return t;
        const Expr left = quotient(mul(sub(place, a_), most), share),
                   right = quotient(mul(sub(place, a_), less), share);
        const Expr form = h.context.algebra().is_zero(sub(k.difference(), left)) ? left : right;
        return rewritten(k, form, 0, s_.immediate);
      };
      if (!take_fact_at(*fact, m, now, out, ends)) return std::nullopt;
      out.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), weight(quotient(share, less))}}});
      return out;
    };
    return steps(g, rule::Cases{gap}, {s_.immediate, all});
  }

  // At a place m between the ends.
  Tree from_inside(const Goal& g, const Expr& m, const Expr& place, const Expr& whole) const {
    Goal now = g;
    Proof out;
    const Expr front = Expr::integral(t_, a_, m, body_);
    if (!take(rule::SplitRange{whole, m}, now, out)) return std::nullopt;
    rule::Combine sum{Rational(0), {{now.context.hypotheses().size(), Rational(above_ ? -1 : 1)}}};
    const auto add_term = [&](const Rational& times) {
      sum.terms.emplace_back(now.context.hypotheses().size(), times);
    };
    if (!between(now, out, m, place, false)) return std::nullopt;
    add_term(1);
    // The part in front of m.
    const Expr flat = Expr::integral(t_, a_, m, with_sign(of_body_));
    const Expr x = Expr::variable(fresh_name(now.context));
    const auto found = antiderivative_by(now.context, flat, mul(with_sign(of_body_), x), x);
    if (!found || !found->seen || !take(found->step, now, out)) return std::nullopt;
    add_term(above_ ? -1 : 1);
    const Relation order = above_ ? Relation{Rel::ge, flat, front} : Relation{Rel::ge, front, flat};
    const auto most = termwise({now.context, order}, most_);
    if (!most) return std::nullopt;
    cut_in(out, now, order, *most);
    add_term(1);
    const Relation small{Rel::ge, add(with_sign(bound(m)), mul(of_bound_, sub(m, a_))), 0};
    const auto t = by_fact({now.context, small}, near_, m);
    if (!t) return std::nullopt;
    cut_in(out, now, small, *t);
    add_term(1);
    out.emplace_back(sum);
    return out;
  }

  const Goal& g_;
  const Subprover& s_;
  const ProveGoal& alone_;
  Expr i_, a_, y_, t_, body_ = 0, bound_ = 0, slope_ = 0, weight_ = 1, size_ = 1, of_body_ = 0, of_bound_ = 0;
  Context inside_;
  std::size_t order_ = 0, most_ = 0, near_ = 0;  // facts
  bool above_ = true;                            // the bound is one from above
};

}  // namespace

Tree by_removable_ends_of_integrals(const Goal& goal, const Subprover& s, int depth, const ProveGoal& alone) {
  if (goal.context.language() < 3 || goal.relation.rel == Rel::eq || depth < 2) return std::nullopt;
  const auto all = nodes_of(goal.relation, is_integral);
  if (all.size() != 1) return std::nullopt;
  const Expr& i = all.front();
  const auto low = low_of(i), high = high_of(i);
  if (!low || !low->is_constant() || !high || high->op() != Op::variable) return std::nullopt;
  const Variable* v = goal.context.find(*high);
  if (!v || v->integer || !goal.context.hypotheses().empty()) return std::nullopt;
  Goal g = goal;
  Proof lines;
  if (!is_defined(g.context, i) && !by_domination(g, lines, i, alone)) return std::nullopt;
  if (!is_defined(g.context, i)) return std::nullopt;
  const auto t = FromRemovableEnd(g, s, alone, i).run();
  if (!t) return std::nullopt;
  append(lines, *t);
  return lines;
}

}  // namespace dpcert::verify
